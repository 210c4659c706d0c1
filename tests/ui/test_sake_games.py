"""Whole games of Saké & Samouraï in the real window: by mouse, by keys, against automatic players."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from companion.app.storage import StoredGames
from companion.model.content.library import Library
from companion.model.core.contract import Over
from companion.model.games.sake.state.frames import AttackFrame, WindowFrame
from companion.model.games.sake.state.options import SEAT_AS_TARGET
from companion.model.games.sake.state.state import PLAY, SAMURAI, State
from companion.model.store.repository import Repository
from companion.ui.games.sake.question.composer import Part
from companion.ui.games.sake.question.free_hand import changes
from companion.ui.kit.screen import ChoicePopup
from companion.ui.kit.theme import motion
from companion.ui.shell.window import MainWindow

from .rows import Row
from .sake_kit import Way, house_games, later, on_table, play_on, screen_of, sit, take, wished
from .test_window_kit import click, press, until, window


@pytest.fixture
def w(qapp: QApplication) -> Iterator[MainWindow]:
    storage = house_games()
    with window(storage) as made:
        yield made
    storage.close()


@pytest.fixture
def at_once() -> Iterator[None]:
    before = motion.speed()
    motion.set_speed("at_once")
    yield
    motion.set_speed(before)


@pytest.mark.parametrize("way", ["mouse", "keys"])
def test_a_whole_game_handed_from_player_to_player(w: MainWindow, way: Way) -> None:
    screen = on_table(w, 3)
    assert play_on(screen, way, Random(5)) == {"A", "B", "C"}
    assert screen.standings.isVisible()
    assert len(screen.standings.rows) == 3
    press(Qt.Key.Key_Space)
    assert w.stack.currentWidget() is w.home


def test_a_game_against_automatic_players(w: MainWindow, at_once: None) -> None:
    """An only person sits down once; everybody else answers by themselves."""
    screen = on_table(w, 3, ("person", "random", "random"))
    assert (screen.covered, screen.game.at_screen) == (False, "A")
    later(screen, lambda state: state.fatal is not None)
    rng = Random(2)

    def over() -> bool:
        if screen.choice is not None and not isinstance(screen.game.pending, Over):
            screen.take(wished(screen.parts, rng))
        return isinstance(screen.game.pending, Over)

    until(over)
    assert not screen.covered


def test_a_new_game_begins_as_it_was_chosen(w: MainWindow) -> None:
    """Masks are exchanged, never worn twice; options go into the game, and it can be left and gone on with."""
    assert w.navigator is not None
    click(w.home.panels["sake"])
    click(w.home.doors["sake-screen"])
    draft = w.navigator.screens("sake").draft
    assert w.stack.currentWidget() is draft
    click(draft.count.words["5"])
    first, second = (row.worn.sheet for row in draft.rows[:2])
    draft.wear(0, second.id)
    assert [row.worn.sheet for row in draft.rows[:2]] == [second, first]
    click(draft.location.words["distillery"])
    assert "takes a sake" in draft._place_words.text()
    click(draft.fold)
    click(draft.options["plus_range"].words["1"])
    assert "either" not in draft.option_words["plus_range"].text(), "a sentence, not an id"
    assert draft.help.choice() == "all", "as in other games"
    click(draft.help.words["none"])
    press(Qt.Key.Key_Escape)
    assert draft.seats.isVisible()
    click(draft.begin)
    screen = screen_of(w)
    assert not screen.guide.hints.allowed
    state = screen.game.state
    assert (state.count, state.table.rule, state.table.options.plus_range) == (5, "distillery", "either")
    assert state.table.sheets[0] == second
    until(lambda: screen.game.state.turn == 1 or screen.game.choices)
    id = w.navigator.table.opened.entry.id
    screen.leave()
    w.navigator.open_game(id)
    assert screen_of(w).game.state.table == screen.game.state.table


def test_an_option_is_put_together_step_by_step_with_a_way_back(w: MainWindow) -> None:
    screen = on_table(w, 3)
    sit(screen, "A")
    card = screen.hand.cards[0].card
    click(screen.hand.cards[0])
    assert screen.composer.taken == (Part("card", card),)
    assert screen.hand.cards[0].taken
    take(screen, Part("box", "move"), "keys")
    assert all(part.kind == "place" for part in screen.parts)
    assert screen.ring.lit, "the places to go to are lit on the table"
    view = screen.options
    view.setCurrentIndex(view.rows.index(view.usable()[-1]))
    press(Qt.Key.Key_Escape)
    assert view.currentIndex().row() == view.usable()[0], "another question begins at its first line"
    take(screen, Part("box", "move"), "keys")
    press(Qt.Key.Key_Escape)
    assert screen.composer.box is None
    press(Qt.Key.Key_Escape)
    assert screen.composer.taken == ()
    assert screen.game.session.cursor == 1, "nothing has been done"
    assert w.stack.currentWidget() is screen


def test_what_cannot_be_used_says_why_with_its_rule(w: MainWindow) -> None:
    screen = on_table(w, 3)
    sit(screen, "A")
    screen.take(screen.parts[0])
    refused = [line for line in screen.options.rows.lines if line.refusal]
    assert any("(ATK-2)" in line.refusal for line in refused), "nobody stands one step away at first"
    other = Part("target", 10_001)
    screen.ring.hover(other)
    assert "3 steps by the left, 6 by the right" in screen.note.text()
    assert "(ATK-2)" in screen.note.text()


def test_a_window_shows_what_each_answer_leaves_and_who_has_answered(w: MainWindow) -> None:
    """Never what has been answered."""
    screen = on_table(w, 3)
    rng = Random(1)
    for _ in range(300):
        blow = screen.asking.blow
        mine = blow is not None and screen.table.viewer == blow.target - SEAT_AS_TARGET
        if mine and not screen.covered and screen.choice is not None and len(screen.ring.answers) > 1:
            break
        if screen.covered:
            sit(screen, rng.choice(list(screen.cover.buttons)))
        else:
            screen.take(wished(screen.parts, rng))
    story = screen.slip.question.text()
    assert "attacks you:" in story
    defences = [line.words for line in screen.options.rows.lines if line.words.startswith("Defence")]
    assert all("damage" in words for words in defences)
    assert screen.slip.dots.isVisible()
    assert "still to answer" in screen.slip.dots.accessibleName().lower()


def test_the_table_is_told_to_the_ear(w: MainWindow) -> None:
    screen = on_table(w, 4)
    told = screen.ring.accessibleDescription()
    assert "Masu: 10" in told
    assert "Bruno-san: life 5, wounds 0, sake 0, hand 4" in told
    assert "Bruno-san – Camille: 3 steps" in told
    sit(screen, "A")
    for one in screen.hand.cards:
        assert one.accessibleName()
        assert "attack " in one.accessibleDescription()
    assert all(seat.kind == SAMURAI for seat in screen.table.seats)


def test_who_always_passes_is_not_asked_where_others_are_attacked(w: MainWindow, at_once: None) -> None:
    """The screen goes on to the next one by itself; undo and the target's own answer stay."""
    screen = on_table(w, 3)
    game = screen.game
    sit(screen, "A")
    screen.take(next(part for part in screen.parts if part.kind == "card"))
    screen.take(Part("box", "move"))
    screen.take(screen.parts[0])
    assert set(screen.cover.buttons) == {"B", "C"}
    sit(screen, "B")
    click(screen.slip.let_pass)
    until(lambda: screen.covered)
    assert list(screen.cover.buttons) == ["C"]
    assert game.passing == {"B"}
    sit(screen, "C")
    take(screen, Part("act", "pass"), "keys")
    until(lambda: screen.covered)
    sit(screen, "A")
    screen.take(next(part for part in screen.parts if part.kind == "card"))
    screen.take(Part("box", "move"))
    screen.take(screen.parts[0])
    until(lambda: list(screen.cover.buttons) == ["C"])


def test_the_table_changes_things_by_hand(w: MainWindow) -> None:
    """Without strict rules anything that makes a possible table; with them somebody may still leave."""
    screen = on_table(w, 3)
    sit(screen, "A")
    game = screen.game
    offered = [one.words.key for one in changes(game.state, Part("target", SEAT_AS_TARGET + 1), "Camille", free=False)]
    assert offered == ["{name} leaves the table"]
    game.switch("track")
    for part in (Part("target", SEAT_AS_TARGET + 1), Part("line", 0), None):
        for change in changes(game.state, part, "Camille", free=True):
            before = game.state
            assert game.correct(change.correction), change.words
            assert game.state != before
            game.undo()
            assert game.state == before
    sit(screen, "A")
    screen.change_by_hand(Part("line", 0))
    popup = w.findChild(ChoicePopup)
    assert popup is not None
    Row(popup.lines, "0").click()
    assert game.state.lines[0].steps == 4
    assert screen.table.lines[0].steps == 4


def test_the_slip_says_what_the_value_of_an_attack_is_made_of(w: MainWindow) -> None:
    screen = on_table(w, 3)

    def struck(state: State) -> bool:
        top = state.frames[-2:]
        return (
            len(top) == 2
            and isinstance(top[0], AttackFrame)
            and isinstance(top[1], WindowFrame)
            and state.phase == PLAY
        )

    later(screen, lambda state: struck(state) and screen.game.session.state.air != ())
    sit(screen, screen.game.to_sit[0], "mouse")
    told = screen.slip.story.text()
    assert "Box " in told or "With " in told, told
    assert "attacks" in screen.slip.question.text()


def test_a_real_table_tells_the_cards_that_are_played(w: MainWindow) -> None:
    """Nothing is covered, the seat at the bottom stays, and Space says that nobody answers."""
    screen = on_table(w, 3, mode="track", enforcement="track")
    assert not screen.covered
    assert screen.hand.cards == []
    take(screen, Part("act", "show"), "keys")
    kind = screen.parts[0]
    assert len(screen.parts) > 20, "every type of card"
    take(screen, kind, "mouse")
    if screen.composer.taken:
        take(screen, screen.parts[0], "keys")
    assert len(screen.hand.cards) == 1
    take(screen, Part("card", screen.hand.cards[0].card), "mouse")
    take(screen, Part("box", "move"), "keys")
    take(screen, screen.parts[0], "mouse")
    assert "moves" in screen.log.list.rows.lines[-1].title, "that nobody answers goes without saying (TRK-4)"
    assert screen.step.text() == "End the turn"
    press(Qt.Key.Key_Space)
    assert screen.game.state.active == 1
    rng = Random(1)
    for _ in range(150):
        if isinstance(screen.game.pending, Over):
            break
        assert not screen.covered
        assert screen.table.at_bottom == 0
        screen.take(wished(screen.parts, rng))
    assert screen.game.state.turn > 2


def test_without_a_deck_a_new_game_says_what_to_do(qapp: QApplication) -> None:
    """It raised a KeyError."""
    storage = StoredGames(Repository("sqlite://"), Library(()))
    with window(storage) as w:
        assert w.navigator is not None
        w.home.choose("sake")
        w.navigator.quick_start()
        draft = w.navigator.screens("sake").draft
        assert w.stack.currentWidget() is draft, "nothing can begin at once"
        assert "workshop" in draft.lacks.text() and "import" in draft.lacks.text()
        assert not draft.begin.isEnabled()
        press(Qt.Key.Key_Return)
        assert w.navigator.table is None
    storage.close()
