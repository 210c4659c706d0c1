"""The four steps by mouse and by keys: both end in the exact set-up; rules speak as they bite; nothing is forgotten."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QApplication, QScrollArea, QWidget
from pytestqt.qtbot import QtBot

from companion.model.games.asagiri.state.state import State
from companion.model.games.asagiri.state.vocabulary import EDITION
from companion.ui.games.asagiri.new_game import ChosenTile
from companion.ui.games.asagiri.new_game.screen import NewGameScreen
from companion.ui.games.asagiri.new_game.setup_steps import name_lines
from companion.ui.kit.panels import Toast
from companion.ui.kit.screen import ChoicePopup
from companion.ui.kit.theme import fonts
from companion.ui.play.storage import GameSettings
from companion.ui.shell.window import MainWindow

from .rows import row, rows
from .test_window_kit import FAST, click, new_shelf, press, until, window
from .tour_kit import TRANSLATIONS

KEY = Qt.Key
CONTROL = Qt.KeyboardModifier.ControlModifier


def opened(w: MainWindow, mode: Any = "enforce") -> NewGameScreen:
    """The new-game screen, shown."""
    assert w.navigator is not None
    w.navigator.new_game(mode)
    screen = w.navigator.screens("asagiri").draft
    assert screen is not None
    QApplication.processEvents()
    return screen


def shown_popup(widget: QWidget) -> ChoicePopup:
    """The slip that lies over a widget's window."""
    return next(popup for popup in widget.window().findChildren(ChoicePopup) if popup.isVisible())


def listen(screen: NewGameScreen) -> list[tuple[dict[str, Any], GameSettings]]:
    """What `ready` carries."""
    found: list[tuple[dict[str, Any], GameSettings]] = []
    screen.ready.connect(lambda setup, settings: found.append((setup, settings)))
    return found


EXPECTED = {
    "budget": 12,
    "bands": {
        "A": [
            {"card": "house:okko", "equipment": None},
            {"card": "house:noshin", "equipment": "house:gourd-of-sake"},
        ],
        "B": [{"card": "house:oni-warau", "equipment": None}, {"card": "house:shadow-wolf", "equipment": None}],
    },
    "tiles": [
        {"tile": "house:temple-court", "turns": 0},
        {"tile": "house:moon-garden", "turns": 1},
        {"tile": "house:tatami-house", "turns": 1},
        {"tile": "house:moon-garden", "turns": 3},
    ],
    "options": {"dice_entry": "typed", "enforcement": "enforce"},
}


def test_the_whole_path_by_mouse(qtbot: QtBot) -> None:
    storage = new_shelf()
    with window(storage) as w:
        click(w.home.doors["screen"])
        assert w.navigator is not None
        screen = w.navigator.screens("asagiri").draft
        assert screen is not None
        found = listen(screen)
        players = screen.players
        click(players.seats[0].name)
        press("Anna")
        click(players.seats[1].player.words["random"])
        click(players.budget.words["12"])
        click(players.choices["dice"].words["typed"])
        click(screen.next)
        bands = screen.bands
        click(bands.gallery.cards["house:okko"])
        click(bands.gallery.cards["house:noshin"])
        strip = bands.columns[0].members[1]
        click(strip, strip.slip().center())
        popup = shown_popup(w)
        click(row(popup.lines, "house:gourd-of-sake"))
        click(bands.columns[1], QPoint(6, 6))
        click(bands.gallery.filters.words["evil_creature"])
        click(bands.gallery.cards["house:oni-warau"])
        bands.gallery.area.ensureWidgetVisible(bands.gallery.cards["house:shadow-wolf"])
        click(bands.gallery.cards["house:shadow-wolf"])
        click(screen.next)
        board = screen.board
        click(board.boards["house:board-garden-of-mist"])
        click(board.tiles["house:temple-court"])
        click(board.preview, board.preview.quarter(1).center().toPoint())
        click(board.tiles["house:moon-garden"])
        click(board.right_turn)
        click(screen.next)
        click(screen.next)
        assert found == [(EXPECTED, found[0][1])]
        settings = found[0][1]
        assert (settings.names, settings.players) == (("Anna", ""), ("person", "random"))
        assert (settings.mode, settings.dice) == ("enforce", "typed")
        assert w.navigator.table is not None
        assert w.stack.currentWidget() is w.navigator.table.screen
        state: State = w.navigator.table.game.state
        assert state.stage == "first"
        assert [character.name.in_language("en") for character in state.table.characters][:2] == ["Okko", "Noshin"]
        assert w.navigator.table.opened.session.header.setup == {**EXPECTED, "edition": EDITION}
        assert w.navigator.table.game.dice_entry == "typed"
        assert w.keeper.settings.first_name == "Anna"
    storage.close()


def test_every_question_about_the_players_is_seen_at_once(qtbot: QtBot) -> None:
    """At 1280 × 800, whatever is played, in every language."""
    with window(None, FAST, TRANSLATIONS) as w:
        players = opened(w).players
        area = players.findChild(QScrollArea)
        assert area is not None
        for language in ("fr", "it", "en"):
            w.keeper.change(language=language)
            for word in players.choices["kind"].words.values():
                click(word)
                until(lambda: area.verticalScrollBar().maximum() == 0)


def test_kar_6_without_an_adventure_the_way_is_short_and_the_set_up_a_draft(qtbot: QtBot) -> None:
    with window() as w:
        screen = opened(w)
        found = listen(screen)
        assert len(screen.titles) == 4
        click(screen.players.choices["kind"].words["recruits"])
        assert len(screen.titles) == 2 and screen.players.draft_budget.choice() == "18"
        click(screen.next)
        assert screen.stack.currentWidget() is screen.recruits and screen.next.isEnabled()
        assert screen.draft.one_box, "one box is the rule"
        screen.recruits.one_box.click()
        assert not screen.draft.one_box
        screen.undo()
        assert screen.draft.one_box and screen.recruits.one_box.isChecked()
        click(screen.next)
        assert [setup for setup, _ in found] == [
            {"draft": {"budget": 18, "one_box": True}, "options": {"dice_entry": "virtual", "enforcement": "enforce"}}
        ]
        assert w.navigator is not None and w.navigator.table is not None
        state: State = w.navigator.table.game.state
        assert state.stage == "first" and state.draft is not None and state.draft.one_box


def test_kar_6_bands_are_recruited_with_as_many_zeni_as_the_players_like(qtbot: QtBot) -> None:
    with window() as w:
        screen = opened(w)
        click(screen.players.choices["kind"].words["recruits"])
        click(screen.players.draft_budget.words["other"])
        screen.players.other.setValue(23)
        assert screen.draft.draft_budget == 23 and screen.draft.budget == 16
        click(screen.players.choices["kind"].words["bands"])
        assert screen.players.budget.choice() == "16" and not screen.players.other.isVisible()
        click(screen.players.choices["kind"].words["recruits"])
        assert screen.players.other.value() == 23 and screen.players.other.isVisible()
        click(screen.next)
        click(screen.next)
        assert w.navigator is not None and w.navigator.table is not None
        assert w.navigator.table.game.state.table.budgets == (23, 23)


def test_adv_14_what_happened_before_and_who_joins_are_asked_on_the_page_of_the_adventure(qtbot: QtBot) -> None:
    with window() as w:
        screen = opened(w)
        found = listen(screen)
        click(screen.players.choices["kind"].words["adventure"])
        assert len(screen.titles) == 2 and not screen.players.zeni_topic.isVisible()
        click(screen.next)
        page = screen.adventure
        assert page.title.text() == "The first lanterns" and not page.facts
        click(row(page.lines, "house:the-inn-at-night"))
        before = page.ends.text()
        click(page.facts["merchant-free"].words["so"])
        assert page.ends.text() != before and screen.draft.before == (("merchant-free", True),)
        click(page.sides[0].recruits)
        popup = shown_popup(w)
        assert next(iter(popup.lines.by_id)) == "suggested"
        popup.close()
        click(page.swap)
        assert screen.draft.players == ("greedy", "person")
        click(screen.next)
        setup, settings = found[0]
        assert (setup["adventure"], setup["before"]) == ("house:the-inn-at-night", {"merchant-free": True})
        assert settings.bands == ("The guests", "The dug-up dead")
        assert w.navigator is not None and w.navigator.table is not None
        assert w.navigator.table.opened.entry.name == "The inn at night"
        # in this one the second side begins: it is player A, and the person plays it
        assert w.navigator.table.names() == ("", "Computer (normal)")


def test_adv_3_a_kept_band_that_fits_may_join_an_adventure(qtbot: QtBot) -> None:
    storage = new_shelf()
    storage.keep_band("Mine", 8, [{"card": "house:temple-guard", "equipment": None}])
    storage.keep_band(
        "Too dear", 16, [{"card": "house:okko", "equipment": None}, {"card": "house:noburo", "equipment": None}]
    )
    with window(storage) as w:
        screen = opened(w)
        found = listen(screen)
        click(screen.players.choices["kind"].words["adventure"])
        click(screen.next)
        click(row(screen.adventure.lines, "house:the-inn-at-night"))
        assert [offer.name for offer in screen.adventure.offers(0) if offer.kept is not None] == ["Mine"]
        click(screen.adventure.sides[0].recruits)
        popup = shown_popup(w)
        click(next(line for line in rows(popup.lines) if line.text() == "Mine"))
        click(screen.next)
        assert found[0][0]["bands"] == {"A": [{"card": "house:temple-guard"}]}
    storage.close()


def test_kar_6_going_back_to_composed_bands_keeps_what_was_decided(qtbot: QtBot) -> None:
    with window() as w:
        screen = opened(w)
        tiles = screen.draft.tiles
        click(screen.players.choices["kind"].words["recruits"])
        click(screen.next)
        screen.leave()
        click(screen.players.choices["kind"].words["bands"])
        assert len(screen.titles) == 4 and screen.draft.tiles == tiles


def test_the_whole_path_by_keys_alone(qtbot: QtBot) -> None:
    with window() as w:
        press(KEY.Key_Right, KEY.Key_Right, KEY.Key_Return)
        assert w.navigator is not None
        screen = w.navigator.screens("asagiri").draft
        assert screen is not None
        found = listen(screen)
        until(screen.players.seats[0].name.hasFocus)
        press("Anna")
        tab_to(screen.players.seats[1].player.words["greedy"])
        press(KEY.Key_Down)
        tab_to(screen.players.budget.words["16"])
        press(KEY.Key_Left)
        tab_to(screen.players.choices["dice"].words["virtual"])
        press(KEY.Key_Right)
        assert (screen.draft.budget, screen.draft.dice, screen.draft.players[1]) == (12, "typed", "random")
        press(KEY.Key_Return, modifier=CONTROL)
        gallery = screen.bands.gallery
        assert gallery.cards["house:noburo"].hasFocus()
        press(KEY.Key_Right, KEY.Key_Return)
        walk(screen, "house:noshin")
        press(KEY.Key_1)
        walk(screen, "house:oni-warau")
        press(KEY.Key_2)
        walk(screen, "house:shadow-wolf")
        press(KEY.Key_2)
        tab_to(screen.bands.columns[0].members[0])
        press(KEY.Key_Down)
        for _ in range(99):
            if screen.draft.rosters[0].members[1].equipment == "house:gourd-of-sake":
                break
            press(KEY.Key_Right)
        press(KEY.Key_Return, modifier=CONTROL)
        board = screen.board
        assert board.preview.hasFocus()
        tab_to(board.boards["house:board-garden-of-mist"])
        press(KEY.Key_Return)
        tab_to(board.tiles["house:temple-court"])
        press(KEY.Key_Return)
        tab_to(board.preview)
        press(KEY.Key_Right)
        tab_to(board.tiles["house:moon-garden"])
        press(KEY.Key_Return, KEY.Key_R)
        press(KEY.Key_Return, modifier=CONTROL)
        press(KEY.Key_Return, modifier=CONTROL)
        assert [setup for setup, _ in found] == [EXPECTED]
        assert found[0][1].names == ("Anna", "")


def tab_to(widget: Any, most: int = 80) -> None:
    """Press Tab until the keys are there."""
    for _ in range(most):
        if widget.hasFocus():
            return
        press(KEY.Key_Tab)
    raise AssertionError(f"Tab never comes to {widget}")


def walk(screen: NewGameScreen, card: str) -> None:
    """Arrows through the gallery to a card."""
    for _ in range(30):
        if screen.bands.gallery.cards[card].hasFocus():
            return
        press(KEY.Key_Right)
    raise AssertionError(f"no arrow leads to {card}")


# --- rules as they bite --------------------------------------------------------------------------------------------


@pytest.fixture
def bands(qtbot: QtBot) -> Any:
    """The second step, nothing chosen yet."""
    with window() as w:
        screen = opened(w)
        screen.go(1)
        QApplication.processEvents()
        yield screen


def test_the_keys_stay_in_the_band_when_a_ready_one_is_taken(bands: NewGameScreen) -> None:
    column = bands.bands.columns[0]
    column.offered.setFocus()
    line = next(iter(column._offered))
    column.offered.chosen.emit(line)
    QApplication.processEvents()
    assert column.roster.members
    held = bands.focusWidget()
    assert held is column.members[0]


def test_a_second_civilian_is_refused_with_its_sentence(bands: NewGameScreen) -> None:
    gallery = bands.bands.gallery
    click(gallery.cards["house:courtesan"])
    assert bands.draft.rosters[0].members[-1].card == "house:courtesan"
    merchant = gallery.cards["house:merchant"]
    assert merchant.accessibleDescription() == "Only one civilian per band."
    assert merchant.toolTip().startswith("Only one civilian per band.")
    gallery.area.ensureWidgetVisible(merchant)
    click(merchant)
    assert len(bands.draft.rosters[0].members) == 1
    toast = next(toast for toast in bands.findChildren(Toast) if toast.isVisible())
    assert toast.accessibleName() == "Only one civilian per band. (BND-4)"
    toast.close()
    # The other band may have one of its own.
    bands.bands.activate(1)
    assert merchant.accessibleDescription() == ""


@pytest.mark.parametrize(("first", "then", "sentence"), [
    ("house:okko", "house:okko", "Okko is unique: only one per band."),
    ("house:okko", "house:oni-bushi", "Demon Hunters and Evil Creatures cannot be in the same band."),
])  # fmt: skip
def test_a_greyed_card_says_the_rule(bands: NewGameScreen, first: str, then: str, sentence: str) -> None:
    gallery = bands.bands.gallery
    gallery.added.emit(first)
    assert gallery.cards[then].accessibleDescription() == sentence
    assert gallery.cards[first].count == 1


def test_a_budget_made_smaller_is_said_and_stops_the_way(bands: NewGameScreen) -> None:
    offer = next(offer for offer in bands.bands.columns[0]._offers.ready() if offer.id == "house:band-16-oni")
    bands.bands.columns[0].take(offer)
    bands.bands.columns[1].take(offer)
    assert bands.next.isEnabled()
    bands.go(0)
    bands.players.budget.chosen.emit("12")
    bands.go(1)
    assert not bands.next.isEnabled()
    assert bands.bands.columns[0].problem.text() == "Total: 16 zeni; the budget is 12."
    bands.bands.columns[0].remove(0)
    bands.bands.columns[1].remove(0)
    assert bands.next.isEnabled()


def test_equipment_that_may_not_be_borne_says_why(bands: NewGameScreen) -> None:
    column = bands.bands.columns[0]
    bands.bands.gallery.added.emit("house:ninja")
    column.choose_equipment(0)
    popup = shown_popup(bands)
    armour = row(popup.lines, "house:lacquered-armour")
    assert not armour.isEnabled()
    assert armour.described().endswith("Ninja may not use this: Lacquered armour.")
    assert row(popup.lines, "house:shuriken").isEnabled()
    press(KEY.Key_Escape)
    assert column.roster.members[0].equipment is None


def test_ready_bands_are_one_click_away(bands: NewGameScreen) -> None:
    column = bands.bands.columns[0]
    click(rows(column.offered)[0])
    assert column.roster.members[0].card == "house:okko"
    assert column.roster.name == "Okko's companions"
    assert bands.draft.rosters[0] == column.roster
    column.choose_ready()
    popup = shown_popup(bands)
    row(popup.lines, "empty").click()
    assert bands.draft.rosters[0].members == ()


def test_a_kept_band_is_offered_the_next_time(bands: NewGameScreen) -> None:
    column = bands.bands.columns[0]
    bands.bands.gallery.added.emit("house:kanatta")
    column.name.setFocus()
    press("The gunner")
    column.keep_band()
    bands.bands.columns[1].choose_ready()
    popup = shown_popup(bands)
    line = next(line for line in rows(popup.lines) if line.text() == "The gunner")
    line.click()
    assert [member.card for member in bands.draft.rosters[1].members] == ["house:kanatta"]
    for toast in bands.findChildren(Toast):
        toast.close()


def test_the_name_of_every_ready_band_is_whole_in_its_field(qtbot: QtBot) -> None:
    with window(None, FAST, TRANSLATIONS) as w:
        screen = opened(w)
        screen.go(1)
        column = screen.bands.columns[0]
        for language in ("fr", "it"):
            w.keeper.change(language=language)
            for name in [line.title for line in column.offered.by_id.values()]:
                column.name.setText(name)
                QApplication.processEvents()
                assert column.name.fontMetrics().horizontalAdvance(name) <= column.name.width() - 6, name
                assert column.name.font().pixelSize() >= 14


def test_search_finds_names_traits_and_skills(bands: NewGameScreen) -> None:
    gallery = bands.bands.gallery

    def shown() -> set[str]:
        return {id.removeprefix("house:") for id, card in gallery.cards.items() if not card.isHidden()}

    press(KEY.Key_F, modifier=CONTROL)
    press("oni")
    assert {"oni-bushi", "oni-warau"} <= shown()
    gallery.search.setText("veteran")
    assert shown() == {"okko"}
    gallery.search.setText("civilian")
    assert shown() == {"courtesan", "merchant"}
    gallery.search.setText("zzz")
    assert shown() == set()
    gallery.search.clear()
    gallery.filters.words["mercenary"].click()
    assert shown()
    assert all(bands.box.character(f"house:{id}").alignment == "mercenary" for id in shown())


def test_a_card_can_be_turned_over(bands: NewGameScreen) -> None:
    card = bands.bands.gallery.cards["house:okko"]
    before = card.toolTip()
    card.setFocus()
    press(KEY.Key_F)
    assert card.toolTip() != before


# --- back and forth ------------------------------------------------------------------------------------------------


def test_back_keeps_everything(qtbot: QtBot) -> None:
    with window() as w:
        screen = opened(w)
        screen.go(1)
        screen.bands.columns[0].take(screen.bands.columns[0]._offers.ready()[2])
        screen.bands.columns[1].take(screen.bands.columns[0]._offers.ready()[3])
        screen.go(2)
        screen.board.shuffle()
        decided = screen.draft
        press(KEY.Key_Escape, KEY.Key_Escape)
        assert screen.at == 0
        press(KEY.Key_Escape)
        assert w.stack.currentWidget() is w.home
        again = opened(w)
        assert again is screen
        assert again.draft == decided
        screen.go(3)
        assert screen.at == 3
        assert screen.summary.draft == decided


def test_a_long_name_takes_two_lines_before_it_is_cut(qtbot: QtBot) -> None:
    metrics = QFontMetrics(fonts.font("strong", 13 / 14))
    wide = fonts.px(112)
    assert name_lines("Okko", metrics, wide) == ["Okko"]
    assert name_lines("Apprendista Ninja", metrics, wide) == ["Apprendista", "Ninja"]
    assert name_lines("Apprendista Ninja della montagna", metrics, wide)[1].endswith("…")


def test_nobody_gets_to_the_end_without_bands(qtbot: QtBot) -> None:
    with window() as w:
        screen = opened(w)
        screen.go(3)
        assert screen.at == 0
        toast = next(toast for toast in screen.findChildren(Toast) if toast.isVisible())
        assert toast.accessibleName() == "First band: A band needs at least one character."
        toast.close()


def test_every_decision_can_be_undone(qtbot: QtBot) -> None:
    with window() as w:
        screen = opened(w)
        first = screen.draft
        press("Anna")
        screen.players.choices["mode"].words["track"].click()
        screen.go(1)
        screen.bands.gallery.added.emit("house:okko")
        w._edit("undo")
        assert screen.draft.rosters[0].members == ()
        assert screen.bands.columns[0].members == []
        w._edit("undo")
        assert screen.draft.mode == "enforce"
        w._edit("undo")
        assert screen.draft == first
        for _ in range(3):
            w._edit("redo")
        assert screen.draft.names[0] == "Anna"
        assert [member.card for member in screen.draft.rosters[0].members] == ["house:okko"]


def test_quick_start_from_the_table_is_for_two_persons(qtbot: QtBot) -> None:
    storage = new_shelf()
    with window(storage) as w:
        screen = opened(w, "track")
        click(screen.at_once)
        assert w.navigator is not None
        assert w.navigator.table is not None
        opened_ = w.navigator.table.opened
        assert (opened_.settings.players, opened_.session.mode) == (("person", "person"), "track")
        assert w.navigator.table.game.bots == {}
    storage.close()


def test_a_quick_start_is_against_the_computer_that_was_chosen(qtbot: QtBot) -> None:
    storage = new_shelf()
    with window(storage) as w:
        screen = opened(w)
        click(screen.players.seats[1].player.words["random"])
        assert "easy" in screen.at_once.text(), "whoever it will be is told before"
        click(screen.at_once)
        assert w.navigator is not None and w.navigator.table is not None
        assert w.navigator.table.opened.settings.players == ("person", "random")
    storage.close()


def test_a_budget_of_ones_own_and_table_options(qtbot: QtBot) -> None:
    with window() as w:
        screen = opened(w)
        players = screen.players
        click(players.budget.words["other"])
        assert players.other.hasFocus()
        press("21", KEY.Key_Tab)
        assert screen.draft.budget == 21
        assert players.zeni_topic.words.text() == "A band that loses 15 zeni loses the game."
        click(players.fold)
        players.table.own_limit.click()
        players.table.limit.setValue(10)
        players.table.turning.click()
        players.table.shot_metric.words["taxicab"].click()
        draft = screen.draft
        assert (draft.limit, draft.turning_shakes, draft.range_metric) == (10, True, "taxicab")
        players.table.own_limit.click()
        assert screen.draft.limit is None


# --- the board -----------------------------------------------------------------------------------------------------


def test_tiles_are_turned_taken_away_and_laid_again(qtbot: QtBot) -> None:
    with window() as w:
        screen = opened(w)
        screen.at = 2
        screen._show()
        screen._focus()
        board = screen.board
        before = screen.draft.tiles[3]
        assert before is not None
        press(KEY.Key_Down, KEY.Key_Right)
        assert board.preview.place == 3
        press(KEY.Key_R, KEY.Key_R, KEY.Key_L)
        assert screen.draft.tiles[3] == before.turned(1)
        press(KEY.Key_Delete)
        assert screen.draft.tiles[3] is None
        assert not screen.next.isEnabled()
        board.tiles["house:inn-hall"].click()
        assert screen.draft.tiles[3] == ChosenTile("house:inn-hall")
        click(board.preview, board.preview.quarter(3).center().toPoint())
        assert screen.draft.tiles[3] == ChosenTile("house:inn-hall", 1)
        press("x")
        assert None not in screen.draft.tiles


def test_the_fine_picture_comes_when_it_is_quiet(qtbot: QtBot) -> None:
    with window() as w:
        screen = opened(w)
        screen.at = 2
        screen._show()
        preview = screen.board.preview
        until(lambda: not preview._fine_ready.isNull())
        screen.board.shuffle()
        assert preview._fine_ready.isNull()
        preview._quiet.stop()


def test_a_game_at_the_table_begins_with_typed_dice_and_the_next_one_as_the_last(qtbot: QtBot) -> None:
    """Degree, dice and budget are remembered, those of the table apart from those of the screen."""
    with window() as w:
        assert w.navigator is not None
        w.navigator.enter("table")
        screen = w.navigator.screens("asagiri").draft
        assert screen is not None
        draft = screen.draft
        assert (draft.mode, draft.dice, draft.players) == ("assist", "typed", ("person", "person"))
        for choice in (screen.players.choices["mode"].words["track"], screen.players.budget.words["12"]):
            click(choice)
        click(screen.at_once)
        assert w.navigator.table is not None
        assert (w.navigator.table.game.session.mode, w.navigator.table.game.session.dice) == ("track", "typed")
        kept = w.keeper.settings
    assert (kept.table_mode, kept.table_dice, kept.dice, kept.budget) == ("track", "typed", "virtual", 12)
    with window(settings=kept) as w:
        assert w.navigator is not None
        w.navigator.enter("table")
        screen = w.navigator.screens("asagiri").draft
        assert screen is not None
        assert (screen.draft.mode, screen.draft.dice, screen.draft.budget) == ("track", "typed", 12)
        w.navigator.go_home()
        w.navigator.enter("screen")
        assert (screen.draft.mode, screen.draft.dice) == ("enforce", "virtual")


def test_questions_side_by_side_stand_on_one_line_with_their_choices(qapp: QApplication) -> None:
    with window(small=True) as w:
        players = opened(w).players

        def tops(*fields: str) -> set[int]:
            firsts = [next(iter(players.choices[field].words.values())) for field in fields]
            return {word.mapTo(players, QPoint(0, 0)).y() for word in firsts}

        assert len(tops("mode", "dice")) == len(tops("help", "clock")) == 1
