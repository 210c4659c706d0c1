"""The table of Okko Chronicles: what is asked, chosen by click and key, handed over, changed by hand."""

from __future__ import annotations

from random import Random

import msgspec
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel

from companion.model.core.contract import Json, Roll
from companion.model.core.words import say
from companion.model.games.chronicles import SYSTEM
from companion.model.games.chronicles.rules.setup import QUICK
from companion.model.games.chronicles.state.state import Dials, Options
from companion.model.games.chronicles.table.corrections import Set
from companion.ui.games.chronicles.by_hand import changes, differences
from companion.ui.games.chronicles.new_game import KEEPING, NewGameScreen
from companion.ui.games.chronicles.screens import ChroniclesTable
from companion.ui.games.chronicles.table_options import TABLE_OPTIONS
from companion.ui.kit.screen import ChoicePopup
from companion.ui.kit.translator import tr
from companion.ui.play.storage import GameSettings
from tests.chronicles.tables import CONTENT, Box, begun

from .chronicles_kit import chronicles_table, chronicles_window, later
from .test_window_kit import click, press, until


def words(table: ChroniclesTable) -> list[str]:
    """The lines that can be chosen."""
    return [line.title for line in table.screen.options.rows.lines]


def take(table: ChroniclesTable, said: str) -> None:
    """Choose a line by how it begins."""
    line = next(one for one in table.screen.options.rows.lines if one.title.startswith(said))
    table.screen.options.chosen.emit(line.id)
    settled(table)


def settled(table: ChroniclesTable) -> None:
    until(lambda: table.game.choices or table.game.to_roll() or table.game.to_sit)


def to_stage(table: ChroniclesTable, stage: str, frame: str = "", seed: int = 1) -> None:
    """Play at random until something is asked."""
    game, rng = table.game, Random(seed)
    for _ in range(300):
        state = game.state
        top = type(state.frames[-1]).__name__ if state.frames else ""
        if state.stage == stage and top == frame:
            return
        if game.to_sit:
            game.sit(game.to_sit[0])
        elif isinstance(game.pending, Roll):
            game.roll()
        else:
            choice = rng.choice(game.choices)
            game.choose(rng.choice([one for one in choice.options if one.kind not in ("unplay", "reopen")]))
        settled(table)
    raise AssertionError(f"{stage} {frame} never came")


def test_a_new_game_is_set_up_by_clicks() -> None:
    """Scenario, heroes, keepers, options: what is chosen is what is played."""
    with chronicles_window() as (made, screens):
        screens.new_game()
        draft = screens.draft
        assert draft is not None
        assert draft.begin.isEnabled()
        click(draft.count.words["1"])
        click(draft.keeping.words["box"])
        assert not draft.begin.isEnabled(), "the suspects are not told yet"
        assert draft.problem.text() == "Choose the suspects: at least two."
        for line in draft.hosts.rows.lines[:3]:
            draft.hosts.chosen.emit(line.id)
        draft.rules.chosen.emit("wrong_counts")
        draft.oni.setText("Olga")
        click(draft.begin)
        assert made.navigator is not None
        table = made.navigator.table
        assert isinstance(table, ChroniclesTable)
        state = table.game.state
        assert state.seats == ("h1",)
        assert len(state.suspects) >= 3
        assert state.table.options.keepers == KEEPING["box"][2]
        assert state.table.options.wrong_counts == "host"
        assert table.name("oni") == "the Oni (Olga)"


def test_on_screen_the_app_lays_the_board_and_plays_the_oni() -> None:
    """AUT-1, TAB-4: what is chosen on the page, and what goes without saying on the screen."""
    with chronicles_window() as (made, screens):
        screens.new_game("enforce")
        draft = screens.draft
        assert draft is not None
        assert not draft.keeping.isVisible() and not draft.places.isVisible()
        click(draft.oni_button)
        popup = next(one for one in made.findChildren(ChoicePopup) if one.isVisible())
        popup.chosen.emit("automatic")
        assert draft.oni_button.text() == "The app, by trial cards"
        assert not draft.oni.isVisible()
        click(draft.begin)
        assert made.navigator is not None
        table = made.navigator.table
        assert isinstance(table, ChroniclesTable)
        options = table.game.state.table.options
        assert (options.oni, options.places, options.enforcement) == ("automatic", "spaces", "enforce")
        assert table.opened.session.mode == "enforce"
        until(lambda: table.game.choices)
        assert table.game.choices[0].seat != "oni"
        lines = [line.data.kind for line in table.screen.options.rows.lines]
        assert lines
        assert "deploy" not in lines, "where to stand is chosen on the board"


@pytest.mark.parametrize("depth", ["spaces", "zones", "none"])
def test_TAB_4_beside_a_table_one_says_how_the_app_follows_the_board(depth: str) -> None:
    with chronicles_window() as (_, screens):
        screens.new_game("track")
        draft = screens.draft
        assert draft is not None
        click(draft.places.words[depth])
        assert msgspec.convert(draft.wanted()[0]["options"], Options).places == depth
        draft._take_scenario("")
        assert msgspec.convert(draft.wanted()[0]["options"], Options).places == "none", "nobody knows the board"


def test_the_app_plays_the_oni_only_where_it_deals_the_truth() -> None:
    with chronicles_window() as (_, screens):
        screens.new_game("track")
        draft = screens.draft
        assert draft is not None
        draft.oni_player = "automatic"
        draft.suspects = list(draft.all_hosts)[:3]
        click(draft.keeping.words["box"])
        assert draft.problem.text() == "The app plays the Oni only if it deals the investigation."
        click(draft.keeping.words["truth"])
        assert draft.begin.isEnabled()


def test_every_table_option_offered_is_one_of_the_rules() -> None:
    with chronicles_window() as (_, screens):
        screens.new_game()
        draft = screens.draft
        assert draft is not None
        assert {*TABLE_OPTIONS, "natures"} == {*draft.offered}
        for name, (_, values) in draft.offered.items():
            for value in (*values, *list(values)[:1]):
                wanted = draft.wanted()[0]["options"].get(name, next(iter(values)))
                assert str(wanted) == value, "each click is the next"
                draft.rules.chosen.emit(name)


def test_TAB_4_options_about_the_board_are_asked_where_the_app_knows_it() -> None:
    with chronicles_window() as (_, screens):
        screens.new_game("track")
        draft = screens.draft
        assert draft is not None
        draft.rules.chosen.emit("push_on")
        for depth, offered in (("spaces", 3), ("zones", 1), ("none", 0)):
            click(draft.places.words[depth])
            shown = {line.id for line in draft.rules.rows.lines}
            assert len(shown & {"wall_ends", "push_on", "reinforcement_colours"}) == offered
            options = msgspec.convert(draft.wanted()[0]["options"], Options)
            assert options.push_on == ("any" if depth == "spaces" else "hit")


def test_SET_1_more_natures_are_asked_for_only_where_the_packs_have_them() -> None:
    with chronicles_window() as (_, screens):
        screens.new_game()
        draft = screens.draft
        assert draft is not None
        (line,) = [one for one in draft.rules.rows.lines if one.id == "natures"]
        assert line.value == "4 natures: these packs have no more"
        draft.rules.chosen.emit("natures")
        assert "natures" not in draft.wanted()[0]["options"]
    six = NewGameScreen(Box(nature={f"house:{n}": {"demon": "house:oni-of-the-tide"} for n in "ab"}), ())
    six.rules.chosen.emit("natures")
    six.rules.chosen.emit("natures")
    assert six.wanted()[0]["options"]["natures"] == 6
    six.deleteLater()


def test_SET_1_packs_of_ones_own_are_a_box_or_join_one() -> None:
    """What is typed in the workshop can be played with."""
    own = Box(
        hero={"mine:kuro": {**CONTENT.find("chronicles_hero", "house:noburo"), "id": "mine:kuro"}},
        event={"night:rain": {"technique": {"speed": 1}}},
    )  # fmt: skip
    page = NewGameScreen(own, ())
    assert [line.value for line in page.boxes.rows.lines] == ["the box of this game", "joins the box", "joins the box"]
    assert "mine:kuro" in page.heroes
    page._take_hero(page.rows[0], "mine:kuro")
    page.boxes.chosen.emit("night")
    setup = page.wanted()[0]
    assert setup["extensions"] == ["mine"]
    assert SYSTEM.new(setup, own).table.heroes[0] == "mine:kuro"
    page.boxes.chosen.emit("mine")
    assert "extensions" not in page.wanted()[0]
    assert page.rows[0].hero.startswith("house:"), "who is not there is not chosen"
    page.deleteLater()


def test_TAB_7_a_table_says_which_duties_the_app_sees_to() -> None:
    with chronicles_window() as (_, screens):
        screens.new_game("track")
        draft = screens.draft
        assert draft is not None
        assert {line.id for line in draft.duties.rows.lines} == set(Dials.__struct_fields__)
        draft.duties.chosen.emit("wounds")
        draft.duties.chosen.emit("track")
        draft.duties.chosen.emit("track")
        dials = msgspec.convert(draft.wanted()[0]["options"], Options).dials
        assert dials == Dials(wounds="remind", track="off")
        draft.show_mode("enforce")
        assert not draft.duties.isVisible()
        under_the_rules = msgspec.convert(draft.wanted()[0]["options"], Options)
        assert under_the_rules.dials == Dials(), "there the app sees to all"


def test_packs_are_no_question_where_there_is_one() -> None:
    with chronicles_window() as (_, screens):
        screens.new_game()
        assert screens.draft is not None
        assert not screens.draft.boxes.isVisible()


def test_lines_are_chosen_by_digit_and_the_step_ends_the_activation() -> None:
    with chronicles_table() as table:
        to_stage(table, "hero")
        press("1")
        settled(table)
        game = table.game
        assert game.state.next in game.state.seats
        assert words(table)[-1] == "End the activation", "what ends something stands last"
        assert table.screen.step.text() == "End the activation"
        before = game.state
        click(table.screen.step)
        settled(table)
        assert game.state != before
        press("z", modifier=Qt.KeyboardModifier.ControlModifier)
        settled(table)
        assert game.state == before


def test_space_is_the_next_step_also_while_the_keys_are_on_the_lines() -> None:
    """It called figures of the first line before."""
    with chronicles_table() as table:
        to_stage(table, "calls")
        assert table.screen.options.hasFocus()
        assert words(table)[0].startswith("Call")
        press(Qt.Key.Key_Space)
        settled(table)
        assert table.game.state.stage != "calls"


def test_a_table_whose_cards_lie_in_cardboard_is_never_covered() -> None:
    """TAB-2 `box`: nobody has to be asked to look away."""
    with chronicles_table() as table:
        rng, seen = Random(3), set()
        for _ in range(150):
            assert not table.screen.covered
            choice = rng.choice(table.game.choices)
            table.game.choose(rng.choice(choice.options))
            settled(table)
            seen.add(table.game.state.stage)
        assert {"hero", "oni"} <= seen


def test_plans_kept_by_the_app_are_handed_over() -> None:
    """STR-4: the Oni sees that the heroes plan, and no card."""
    with chronicles_table(tracked=False, dice_entry="virtual") as table:
        to_stage(table, "plans")
        screen, game = table.screen, table.game
        if not screen.covered:
            game.sit("oni")
        until(lambda: screen.covered)
        cards = [str(card.names["en"]) for card in game.state.table.box.actions.values()]
        shown = " ".join(label.text() for label in screen.findChildren(QLabel) if label.isVisible())
        assert not any(name in shown for name in cards)
        game.sit("h1")
        settled(table)
        assert not screen.covered
        assert screen.plan.isVisible()
        assert {one.card for one in screen.plan.cards} == set(game.state.hero("h1").hand)
        screen.heroes.picked.emit("figure:h2")
        assert {one.card for one in screen.plan.cards} == set(game.state.hero("h2").hand), "heroes plan openly"
        card = screen.plan.cards[0].card
        side = next(iter(screen.plan.cards[0].sides))
        screen.plan.wanted.emit(f"play:{card}:{side}")
        settled(table)
        assert getattr(game.state.hero("h2").plan, side) == card


def test_a_total_is_typed_on_the_slip() -> None:
    """TAB-5: attacker and target, then the total of real dice."""
    with chronicles_table() as table:
        to_stage(table, "hero", "AttackFrame")
        screen, game = table.screen, table.game
        assert screen.slip.isVisible()
        assert screen.options.isHidden(), "forty totals are no list"
        frame = game.state.frames[-1]
        assert screen.slip.hasFocus(), "the keys are where they are needed"
        press("7")
        until(lambda: not game.state.frames or game.state.frames[-1] != frame)
        told = game.session.events_of(game.session.cursor - 1)
        assert any(getattr(event, "total", None) == 7 for event in told)


def test_the_past_shows_no_attack_beside_the_result_of_another() -> None:
    """A line of the log was clicked: “Noshin attacks”, and below it how Noburo’s attack had ended."""
    with chronicles_table() as table:
        screen, game = table.screen, table.game
        to_stage(table, "hero", "AttackFrame")
        first = screen.slip.accessibleName()
        press("2")
        settled(table)
        at = game.session.cursor
        assert (screen.slip.isVisible(), screen.slip.accessibleName()) == (True, first)
        for _ in range(20):
            to_stage(table, "hero", "AttackFrame")
            if screen.slip.accessibleName() != first:
                break
            press("2")
            settled(table)
        press("2")
        settled(table)
        game.look(at)
        assert screen.slip.isHidden() or screen.slip.accessibleName() == first


def test_a_part_of_the_table_does_what_it_stands_for() -> None:
    with chronicles_table() as table:
        to_stage(table, "oni")
        screen, game = table.screen, table.game
        sheet = next(part for part in screen._aims if part.startswith("sheet:"))
        screen.oni.picked.emit(sheet)
        settled(table)
        assert game.state.oni.activated == (sheet.removeprefix("sheet:"),)


def test_what_the_table_sets_by_hand_can_be_taken_back() -> None:
    with chronicles_table() as table:
        to_stage(table, "hero")
        game = table.game
        found = changes(game.state, "figure:h1")
        more = next(one for one in found if one.words.key == "One damage more")
        before = game.state
        assert game.correct(more.correction)
        figure = game.state.figure("h1")
        assert figure is not None
        assert figure.damage == 1
        said = differences(str, before, game.state)
        assert [(one.then, one.now) for one in said] == [("0", "1")]
        assert game.undo()
        assert game.state == before


def test_what_a_correction_changes_is_told_by_names() -> None:
    """Not “figures: ashigaru-1”, “mission: count” and “house:scroll-of-warding”."""
    before = begun(2, tracked=True, places="spaces")
    fields: dict[str, Json] = {
        "figures.ashigaru-1": None,
        "figures.h1.at": [2, 2],
        "discards.object": ["house:scroll-of-warding"],
    }
    after = before
    for at, value in fields.items():
        after = SYSTEM.edit(after, Set(at, value)).state
    said = [tuple(tr(say("{words}", words=part)) for part in one) for one in differences(str, before, after)]
    assert ("Ashigaru 1", "on the board", "off the board") in said
    assert any(what.endswith(": place") and now == "column 3, row 3" for what, _, now in said)
    assert ("discard piles: objects", "–", "Scroll of warding") in said


def test_a_hint_before_a_roll_says_to_roll() -> None:
    with chronicles_table(1, tracked=False) as table:
        game, rng = table.game, Random(1)
        for _ in range(100):
            if game.to_roll():
                break
            if game.to_sit:
                game.sit(game.to_sit[0])
            else:
                assert game.choose(rng.choice(game.choices[0].options))
            settled(table)
        table.screen.guide.hints.ask()
        assert tr(table.screen.guide.hints.found) == "Roll the dice first."


def test_what_is_asked_beside_a_table_leaves_its_room_to_the_page() -> None:
    """“No accusation” was one line in the upper half, the suspects were cut off below it."""
    with chronicles_table() as table:
        table.screen.window().resize(1280, 800)
        later(table.game, "accusation")
        settled(table)
        assert table.screen.ending.height() > 2 * table.screen.options.height()


def test_SEA_2_the_players_name_another_captain_at_any_time() -> None:
    with chronicles_table() as table:
        to_stage(table, "hero")
        game = table.game
        assert not [one for one in changes(game.state, "figure:h1") if one.words.key.startswith("{hero} answers")]
        other = next(one for one in changes(game.state, "figure:h2") if one.words.key.startswith("{hero} answers"))
        assert game.correct(other.correction)
        assert game.state.captain == "h2"


def test_EOT_3_where_an_object_lies_now_is_set_by_hand() -> None:
    """A table rearranges without a word (TAB-5), and tells what the app shows otherwise."""
    with chronicles_table() as table:
        to_stage(table, "hero")
        game = table.game
        item = game.state.hero("h1").gear.right or game.state.hero("h1").gear.both
        assert item is not None
        found = {one.words.key: one.correction for one in changes(game.state, f"card:{item}")}
        assert list(found)[-1] == "Discard {item}"
        away = next(
            one for one in changes(game.state, f"card:{item}") if getattr(one.correction, "slot", "") == "reserve"
        )
        assert game.correct(away.correction)
        gear = game.state.hero("h1").gear
        assert (gear.right, gear.both) == (None, None)
        assert item in gear.reserve
        assert game.undo()


def test_whoever_sits_down_presses_a_key_that_exists() -> None:
    """A seat called h1 has no letter: its place in the list is its key. Who was not asked has not answered either."""
    with chronicles_window() as (made, screens):
        people = GameSettings(("", "", ""), ("person",) * 3, "enforce", "virtual", ("", "", ""))
        screens.begin({**QUICK, "options": {}}, people)
        assert made.navigator is not None
        table = made.navigator.table
        assert isinstance(table, ChroniclesTable)
        until(lambda: len(table.game.to_sit) == 2)
        cover = table.screen.cover
        assert cover.keys == {"1": "h1", "2": "h2"}
        assert "Oni" not in cover.answered.text()
        press("2")
        assert table.game.at_screen == "h2"


def test_every_page_of_the_table_is_reached_by_menu_and_by_keys(qapp: QApplication) -> None:
    with chronicles_table(2, tracked=True) as table:
        later(table.game, "hero")
        screen = table.screen
        pages = {"Log": screen.log, "Notebook": screen.notebook, "Missions": screen.missions,
                 "Memoirs": screen.memoirs, "End of turn": screen.ending,
                 "This game": screen.settings}  # fmt: skip
        assert [action.text() for action in table.board_actions()] == list(pages), "without a board there is none"
        for action, page in zip(table.board_actions(), pages.values(), strict=True):
            action.trigger()
            assert screen.book.currentWidget() is page
        for page in (screen.log, screen.notebook, screen.missions):
            screen.turn_pages(1)
            assert screen.book.currentWidget() is page
        screen.turn_pages(-1)
        assert screen.book.currentWidget() is screen.notebook
        assert screen.notebook.isAncestorOf(QApplication.focusWidget() or screen)


def test_pages_with_a_board_are_the_board_and_its_words_too(qapp: QApplication) -> None:
    with chronicles_table(2, tracked=False, places="spaces") as table:
        said = [action.text() for action in table.board_actions()]
        assert said[:3] == ["Board", "Board as text", "Notebook"]
        assert "Log" not in said and len(said) == 8


def test_pages_stay_covered_while_the_screen_is_handed_over(qapp: QApplication) -> None:
    with chronicles_table(2, tracked=False) as table:
        later(table.game, "plans")
        table.game.sit("oni")
        table.screen.rewrite()
        assert table.screen.covered
        before = table.screen.book.currentWidget()
        table.screen.turn_pages(1)
        table.screen.open_page("notebook")
        assert table.screen.book.currentWidget() is before


def test_a_game_is_called_by_its_scenario_and_its_players(qapp: QApplication) -> None:
    with chronicles_table(2, tracked=True) as table:
        assert table.opened.title == "The well of mists: Olga, Anna, Marco"
