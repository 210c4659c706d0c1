"""Putting a game together at the table: cards, equipment, tiles and the scenario card, by mouse and by keys (KAR-6)."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from companion.model.bots import BOTS
from companion.model.content.library import Library
from companion.model.core.contract import Json
from companion.model.core.refusal import Refusal
from companion.model.core.session import Session
from companion.model.core.words import Words
from companion.model.games.asagiri import SYSTEM
from companion.model.games.asagiri.rules import options as o
from companion.model.games.asagiri.state import scenario_game
from companion.ui.games.asagiri.controller import AsagiriController
from companion.ui.games.asagiri.new_game import ChosenTile
from companion.ui.games.asagiri.new_game.draft_recruits import RecruitsPage
from companion.ui.games.asagiri.new_game.draft_table import DrawPage, TilesPage
from companion.ui.games.asagiri.next_step import next_step
from companion.ui.games.asagiri.table.screen import TableScreen
from companion.ui.kit.layouts import OnePage
from companion.ui.kit.panels import Toast
from companion.ui.kit.screen import ChoicePopup
from companion.ui.kit.scroll import ScrollScreen

from .players import click, settle
from .rows import row, rows
from .test_cards_kit import hold

CONTENT = Library.shipped()
KEY = Qt.Key
SCENARIOS = ["house:red-moon", "house:lanterns-for-the-dead"]


def table(qtbot: QtBot, rolls: Json = (6, 1), **setup: Json) -> TableScreen:
    """A drafted game after the roll for player A, on the screen."""
    session = Session.new(SYSTEM, {"draft": {"scenarios": SCENARIOS, "one_box": False, **setup}}, CONTENT, seed=4)
    session.roll(rolls)
    game = AsagiriController(session, Words("en"), content=CONTENT)
    game.animated = False
    screen = hold(qtbot, TableScreen(game, ("Anna", "Bruno")))
    screen.resize(1280, 800)
    screen.show()
    QTest.qWaitForWindowExposed(screen)
    screen.activateWindow()
    settle()
    return screen


def recruits(screen: TableScreen) -> RecruitsPage:
    assert screen.draft.recruits is not None
    return screen.draft.recruits


def tiles(screen: TableScreen) -> TilesPage:
    assert screen.draft.tiles is not None
    return screen.draft.tiles


def drawing(screen: TableScreen) -> DrawPage:
    assert screen.draft.scenario is not None
    return screen.draft.scenario


def bands(screen: TableScreen) -> list[list[str | None]]:
    characters = screen.game.state.table.characters
    return [[character.card for character in characters if character.band == band] for band in (0, 1)]


def test_recruiting_fits_into_the_window(qtbot: QtBot) -> None:
    """The cards offered scroll by themselves: who takes turns, and every tool, stay in sight."""
    screen = table(qtbot)
    room = hold(qtbot, ScrollScreen(pages := OnePage()))
    pages.addWidget(screen)
    room.resize(1280, 800)
    room.show()
    settle()
    assert recruits(screen).isVisible()
    assert pages.height() == 800
    lines = recruits(screen).lines
    tops = [lines.visualRect(lines.rows.index(row)).top() for row in range(3)]
    assert tops == [0, 0, 0], "equipment fills the width"


def recruited(screen: TableScreen) -> None:
    """Both have one guard, and stop."""
    for _ in "AB":
        click(recruits(screen).gallery.cards["house:temple-guard"])
    for _ in "AB":
        click(recruits(screen).stop)


def equipped(screen: TableScreen) -> None:
    recruited(screen)
    for _ in "AB":
        click(row(recruits(screen).lines, "house:shuriken"))


def floored(screen: TableScreen) -> None:
    equipped(screen)
    for _ in range(4):
        page = tiles(screen)
        click(next(one for one in page.prints.values() if one.isVisible()))
        click(page.button)


# before it begins ----------------------------------------------------------------------------------------------------


def test_kar_6_before_the_roll_one_reads_what_comes_and_sees_no_empty_board(qtbot: QtBot) -> None:
    session = Session.new(SYSTEM, {"draft": {"budget": 22}}, CONTENT, seed=4)
    screen = hold(qtbot, TableScreen(AsagiriController(session, Words("en"), content=CONTENT), ("Anna", "Bruno")))
    screen.show()
    QTest.qWaitForWindowExposed(screen)
    assert screen.draft.isVisible() and not screen.board.isVisible() and screen.dice.isVisible()
    assert screen.draft.first is not None and "22 zeni" in screen.draft.first.stages.accessibleDescription()
    assert [column._meter.accessibleName() for column in screen.bands] == [
        "Anna: 0 of 22 zeni spent", "Bruno: 0 of 22 zeni spent",
    ]  # fmt: skip
    screen.step()
    settle()
    assert screen.game.session.done
    screen.shut()


def test_kar_6_what_the_counters_count_is_written_under_them(qtbot: QtBot) -> None:
    screen = table(qtbot)

    def captions() -> set[str]:
        return {column._caption.text() for column in screen.bands}

    assert captions() == {"zeni spent"}
    recruited(screen)
    assert captions() == {"value of the band in zeni"}
    for _ in "AB":
        click(row(recruits(screen).lines, "house:shuriken"))
    for _ in range(4):
        page = tiles(screen)
        click(next(one for one in page.prints.values() if one.isVisible()))
        click(page.button)
    screen.step()
    assert captions() == {"zeni earned"}
    screen.shut()


def test_kar_6_the_key_of_skills_opens_no_empty_slip_while_recruiting(qtbot: QtBot) -> None:
    screen = table(qtbot)
    screen.toggle_skills()
    assert not screen.skills.isVisible() and screen.findChildren(Toast)
    click(recruits(screen).gallery.cards["house:okko"])
    screen.game.select(0)
    screen.toggle_skills()
    assert screen.skills.isVisible() and screen.skills.lines
    screen.shut()


def test_bnd_5_equipment_nobody_can_be_given_says_why_and_what_it_does(qtbot: QtBot) -> None:
    screen = table(qtbot, budget=4)
    lines = recruits(screen).lines
    assert not any(line.isEnabled() for line in rows(lines))
    jitte = row(lines, "house:jitte")
    assert jitte.toolTip() == "Recruit a character first: equipment needs a bearer."
    assert jitte.line.words and not jitte.line.refusal
    click(recruits(screen).gallery.cards["house:temple-guard"])
    click(recruits(screen).gallery.cards["house:temple-guard"])
    whys = {line.toolTip() for line in rows(recruits(screen).lines) if not line.isEnabled()}
    assert any("the budget is 4" in why for why in whys)
    ready = next(id for id, line in recruits(screen).lines.by_id.items() if line.usable)
    click(row(recruits(screen).lines, ready))
    screen.shut()


# recruiting ----------------------------------------------------------------------------------------------------------


def test_kar_6_before_the_board_the_cards_lie_in_the_middle(qtbot: QtBot) -> None:
    screen = table(qtbot)
    assert screen.draft.isVisible() and not screen.board.isVisible() and not screen.dice.isVisible()
    assert len(recruits(screen).gallery.cards) == len(list(CONTENT.every("character")))
    assert len(recruits(screen).lines.by_id) == len(list(CONTENT.every("equipment")))
    assert screen.minimumSizeHint().height() <= 720
    screen.shut()


def test_kar_6_a_click_recruits_and_the_other_player_is_next(qtbot: QtBot) -> None:
    screen = table(qtbot)
    click(recruits(screen).gallery.cards["house:okko"])
    click(recruits(screen).gallery.cards["house:oni-bushi"])
    assert bands(screen) == [["house:okko"], ["house:oni-bushi"]]
    assert [len(column.cards()) for column in screen.bands] == [1, 1]
    assert recruits(screen).purse.text() == "Left to spend: 13 zeni"
    screen.game.undo()
    settle()
    assert bands(screen) == [["house:okko"], []]
    screen.shut()


def test_kar_6_what_may_not_be_taken_says_why(qtbot: QtBot) -> None:
    screen = table(qtbot)
    told: list[Refusal] = []
    screen.game.refused.connect(told.append)
    click(recruits(screen).gallery.cards["house:okko"])
    click(recruits(screen).gallery.cards["house:okko"])
    okko, oni = (recruits(screen).gallery.cards[f"house:{name}"] for name in ("okko", "oni-bushi"))
    assert okko.refusal is not None and okko.refusal.rule == "BND-3"
    assert oni.refusal is not None and oni.refusal.rule == "BND-2"
    click(oni)
    assert [refusal.rule for refusal in told] == ["BND-2"] and bands(screen)[0] == ["house:okko"]
    screen.shut()


def test_kar_6_equipment_asks_who_bears_it_when_several_may(qtbot: QtBot) -> None:
    screen = table(qtbot)
    for _ in range(2):
        click(recruits(screen).gallery.cards["house:temple-guard"])
        click(recruits(screen).gallery.cards["house:wandering-ronin"])
    click(row(recruits(screen).lines, "house:shuriken"))
    popup = next(found for found in screen.findChildren(ChoicePopup) if found.isVisible())
    assert [line.text() for line in rows(popup.lines)] == ["Temple guard 1", "Temple guard 2"]
    click(row(popup.lines, "1"))
    settle(lambda: screen.game.state.table.characters[1].equipment is not None)
    assert screen.game.state.table.characters[0].equipment is None
    screen.shut()


def test_kar_6_recruiting_by_keys_alone(qtbot: QtBot) -> None:
    screen = table(qtbot)
    gallery = recruits(screen).gallery
    gallery.focus_cards()
    first = QApplication.focusWidget()
    assert first is gallery.cards["house:noburo"]
    QTest.keyClick(first, KEY.Key_Return)
    settle()
    assert bands(screen)[0] == ["house:noburo"]
    second = QApplication.focusWidget()
    assert second is not None
    QTest.keyClick(second, KEY.Key_Right)
    third = QApplication.focusWidget()
    assert third is gallery.cards["house:okko"]
    QTest.keyClick(third, KEY.Key_Return)
    settle()
    assert bands(screen)[1] == ["house:okko"]
    screen.shut()


def test_kar_6_while_an_automatic_player_chooses_nothing_can_be_taken(qtbot: QtBot) -> None:
    screen = table(qtbot)
    screen.game.see(False)
    screen.game.give_to("B", BOTS["random"]())
    click(recruits(screen).gallery.cards["house:okko"])
    before = screen.game.session.cursor
    click(recruits(screen).gallery.cards["house:noburo"])
    assert screen.game.session.cursor == before and not recruits(screen).stop.isEnabled()
    screen.shut()


# tiles ---------------------------------------------------------------------------------------------------------------


def test_kar_6_a_tile_is_tried_turned_and_placed(qtbot: QtBot) -> None:
    screen = table(qtbot)
    equipped(screen)
    page = tiles(screen)
    assert page.isVisible() and not page.button.isEnabled()
    click(page.prints["house:inn-hall"])
    assert page.tried == ChosenTile("house:inn-hall") and page.button.isEnabled()
    click(page.right_turn)
    page.preview.moved.emit(3)
    click(page.button)
    draft = screen.game.state.draft
    assert draft is not None and draft.laid[3] is not None
    assert (draft.laid[3].tile, draft.laid[3].turns) == ("house:inn-hall", 1)
    assert not page.prints["house:inn-hall"].isVisible() and page.tried is None
    screen.game.undo()
    settle()
    assert page.prints["house:inn-hall"].isVisible()
    screen.shut()


def test_kar_6_tiles_by_keys(qtbot: QtBot) -> None:
    screen = table(qtbot)
    equipped(screen)
    page = tiles(screen)
    page.focus_first()
    tile = QApplication.focusWidget()
    assert tile in page.prints.values()
    assert tile is not None
    QTest.keyClick(tile, KEY.Key_Return)
    QTest.keyClick(page, KEY.Key_R)
    QTest.keyClick(page, KEY.Key_Return)
    settle()
    draft = screen.game.state.draft
    assert draft is not None and draft.laid[0] is not None and draft.laid[0].turns == 1
    screen.shut()


def test_kar_6_a_quarter_that_is_laid_is_not_chosen_again(qtbot: QtBot) -> None:
    screen = table(qtbot)
    equipped(screen)
    page = tiles(screen)
    click(page.prints["house:inn-hall"])
    click(page.button)
    assert page.preview.place == 1
    page.preview.moved.emit(0)
    assert page.preview.place == 1
    screen.shut()


def test_kar_5_door_tokens_are_laid_between_two_tiles_and_taken_away(qtbot: QtBot) -> None:
    screen = table(qtbot)
    equipped(screen)
    page = tiles(screen)
    assert not page.doors.isEnabled(), "nothing lies there yet"
    click(page.prints["house:inn-hall"])
    click(page.button)
    click(page.doors)
    edge = page.preview.edge
    assert edge is not None and page.preview.hasFocus()
    for lies in (1, 0, 1):
        QTest.keyClick(page.preview, KEY.Key_Return)
        draft = screen.game.state.draft
        assert draft is not None and len({*draft.doors, *draft.openings}) == lies
    floor = screen.game.state.table.board.floors[0]
    assert edge in floor.doors or edge not in floor.walls
    screen.shut()


# the scenario card ---------------------------------------------------------------------------------------------------


def test_kar_6_the_card_is_drawn_by_a_click_and_can_be_read(qtbot: QtBot) -> None:
    screen = table(qtbot)
    floored(screen)
    assert drawing(screen).isVisible()
    click(drawing(screen).deck)
    held = screen.game.state.table.contest
    assert held is not None and held.scenario is not None and held.scenario.id in SCENARIOS
    assert screen.scenario.isVisible() and screen.board.isVisible() and not screen.draft.isVisible()
    assert screen.scenario.title.text() == held.scenario.name["en"]
    assert screen.scenario.effects.text().count("·") == len(held.scenario.effects)
    QTest.keyClick(screen, KEY.Key_Escape)
    assert not screen.scenario.isVisible()
    screen.toggle_scenario()
    assert screen.scenario.isVisible()
    screen.shut()


def test_kar_6_space_draws_too(qtbot: QtBot) -> None:
    screen = table(qtbot)
    floored(screen)
    step = next_step(screen.game)
    assert step is not None and step.rolls and screen.game.say(step.words) == "Draw a scenario card"
    screen.step()
    assert screen.game.state.table.contest is not None
    screen.shut()


def test_kar_6_who_draws_a_real_card_says_which(qtbot: QtBot) -> None:
    screen = table(qtbot)
    floored(screen)
    screen.game.set_dice("typed")
    settle()
    lines = drawing(screen).lines
    assert list(lines.by_id) == SCENARIOS and not drawing(screen).deck.isVisible()
    click(row(lines, "house:lanterns-for-the-dead"))
    held = screen.game.state.table.contest
    assert held is not None and held.scenario is not None and held.scenario.id == "house:lanterns-for-the-dead"
    assert screen.game.session.steps[-1].result.sources == ("typed",)
    screen.shut()


# the game ------------------------------------------------------------------------------------------------------------


def begun(qtbot: QtBot) -> TableScreen:
    """Everybody stands, the first dice are rolled."""
    screen = table(qtbot)
    floored(screen)
    screen.game.roll(("house:lanterns-for-the-dead",))
    screen.game.choose(o.Side(2))
    while screen.game.state.stage == "deploy":
        screen.game.choose(screen.game.options_like(o.Deploy)[0])
    screen.game.roll()
    settle()
    return screen


def test_kar_6_turn_n_of_six_and_zeni_earned_are_seen(qtbot: QtBot) -> None:
    screen = begun(qtbot)
    assert screen.bar._title.text() == "Turn 1 of 6 · Anna's phase"
    assert screen.bar._title.toolTip() == "Turn 1 of 6 · Anna's phase"
    assert [column._meter.toolTip() for column in screen.bands] == ["Anna: 0 zeni earned", "Bruno: 0 zeni earned"]
    assert "Anna 0" in screen.scenario.earned.text()
    screen.shut()


def test_kar_6_the_end_counts_what_was_earned(qtbot: QtBot) -> None:
    screen = begun(qtbot)
    from companion.model.games.asagiri.table.corrections import SetLosses, SetPhase

    assert screen.game.correct(SetLosses(1, 5))
    assert screen.game.correct(SetPhase(7, 0))
    settle()
    assert screen.game.over() is not None and screen.end.isVisible()
    assert screen.end.losses.text() == "Zeni earned: Anna 5 · Bruno 0; turns: 6"
    assert scenario_game.earned(screen.game.state, 0) == 5
    screen.shut()


def test_kar_6_undo_goes_back_to_the_cards_and_forward_again(qtbot: QtBot) -> None:
    screen = begun(qtbot)
    last = screen.game.session.cursor
    screen.game.jump(1)
    settle()
    assert screen.draft.isVisible() and not screen.board.isVisible() and bands(screen) == [[], []]
    screen.game.jump(last)
    settle()
    assert screen.board.isVisible() and not screen.draft.isVisible()
    assert screen.board.canvas.geometry.board is screen.game.state.table.board
    screen.shut()


def test_kar_6_the_board_looks_as_its_tiles_wish(qtbot: QtBot) -> None:
    """The same four tiles set up beforehand look the same."""
    from companion.ui.games.asagiri.board import pictures

    screen = begun(qtbot)
    held = screen.game.state.table.contest
    assert held is not None
    band = [{"card": "house:okko"}]
    tiles_ = [{"tile": laid.tile, "turns": laid.turns} for laid in held.tiles]
    other = Session.new(SYSTEM, {"bands": {"A": band, "B": band}, "tiles": tiles_}, CONTENT)
    look = pictures.scenery_of_game(screen.game.session.header, screen.game.state)
    assert look == pictures.scenery_of_game(other.header, other.state)
    screen.shut()


# Kami ----------------------------------------------------------------------------------------------------------------


def summoning(qtbot: QtBot) -> TableScreen:
    """A sorcerer has called, and fire answers."""
    position = Session.new(SYSTEM, {"quick": True}, CONTENT).system.encode(SYSTEM.new({"quick": True}, CONTENT))
    people = {
        "A": [{"id": "a1", "profile": "house:mountain-yamabushi", "at": [3, 3], "facing": "N"}],
        "B": [{"id": "b1", "profile": "house:okko", "at": [12, 12], "facing": "N"}],
    }
    for seat, characters in people.items():
        position["bands"][seat].update(characters=characters)
    position["bands"]["A"].update(pool=["tori", "fire"], aside=2)
    position.update(stage="activations")
    session = Session.load(SYSTEM, position, CONTENT, seed=4)
    game = AsagiriController(session, Words("en"), content=CONTENT)
    game.animated = False
    screen = hold(qtbot, TableScreen(game, ("Anna", "Bruno")))
    screen.resize(1280, 800)
    screen.show()
    settle()
    game.choose(o.Activate(0))
    game.choose(next(found for found in game.options_like(o.UseSkill) if found.skill == "house:summoning"))
    game.roll(("fire",))
    settle()
    return screen


def test_kar_2_a_summoned_kami_has_its_card_and_its_figure_and_goes_with_undo(qtbot: QtBot) -> None:
    screen = summoning(qtbot)
    places = screen.game.options_like(o.Place)
    assert places
    screen.game.choose(places[0])
    settle()
    cards = screen.bands[0].cards()
    assert [card.face.name for card in cards] == ["Mountain yamabushi", "Celestial Kami of fire"]
    assert cards[1].face.silhouette == "kami-fire-celestial" and cards[1].places().tray.isNull()
    assert len(screen.board.figures.tokens) == 3
    screen.game.undo()
    settle()
    assert len(screen.bands[0].cards()) == 1 and len(screen.board.figures.tokens) == 2
    screen.shut()


def test_kar_3_a_kami_that_has_gone_has_no_card_on_the_table(qtbot: QtBot) -> None:
    screen = summoning(qtbot)
    screen.game.choose(screen.game.options_like(o.Place)[0])
    from companion.model.games.asagiri.table.corrections import SetState

    screen.game.correct(SetState(2, "disabled"))
    settle()
    assert [card.face.name for card in screen.bands[0].cards()] == ["Mountain yamabushi"]
    screen.shut()


def test_a_draft_has_the_width_and_none_of_the_signs_of_seeing(qtbot: QtBot) -> None:
    screen = table(qtbot)
    assert screen.draft.isVisible()
    assert screen.seeing.isHidden(), "there is nothing to see on a board that is not there"
    assert screen.draft.width() > 0.65 * screen.width()


def test_equipment_says_what_its_skill_is_called_and_takes(qtbot: QtBot) -> None:
    screen = table(qtbot)
    words = {line.line.title: line.line.words for line in rows(recruits(screen).lines)}
    assert words["Conch shell"].startswith("single use\u00a0· Sound the conch\u00a0· Action: ")
    assert words["Blinding powder"].startswith("single use\u00a0· Dust in the eyes\u00a0· One air die: ")
