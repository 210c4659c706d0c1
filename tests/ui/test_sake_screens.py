"""What the rules page asks of the screens of Saké & Samouraï (SCR-1 … SCR-8), a test each, in the real window."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication

from companion.model.core.contract import Over, choices_of
from companion.model.games.sake import SYSTEM
from companion.model.games.sake.state.frames import PlaceFrame, WindowFrame
from companion.model.games.sake.state.options import SEAT_AS_TARGET, Torment
from companion.model.games.sake.state.state import LETTERS, LIFE, SHEET, SPIRIT, State
from companion.ui.games.sake.question.composer import Part
from companion.ui.games.sake.ring.round_table import RoundTable
from companion.ui.games.sake.seen import seen
from companion.ui.games.sake.table.screen import SakeScreen
from companion.ui.shell.window import MainWindow
from tests.sake.tables import Table

from .sake_kit import house_games, later, on_table, sit, take
from .test_window_kit import window


@pytest.fixture
def w(qapp: QApplication) -> Iterator[MainWindow]:
    storage = house_games()
    with window(storage) as made:
        yield made
    storage.close()


def seated(screen: SakeScreen, seat: str | None = None) -> SakeScreen:
    """Whoever has to sit down does."""
    if screen.covered:
        sit(screen, seat or screen.game.to_sit[0], "mouse")
    return screen


def test_scr_1_the_ring_from_above_with_the_viewer_at_the_bottom(w: MainWindow) -> None:
    screen = seated(on_table(w, 5), "A")
    ring = screen.ring
    places = [ring.place_of(Part("target", SEAT_AS_TARGET + n)) for n in range(5)]
    heights = [place.center().y() for place in places if place is not None]
    assert len(heights) == 5
    assert heights[0] == max(heights)
    told = ring.accessibleDescription()
    for words in ("Masu: 13", "Bruno-san: life 5, wounds 0, sake 0, hand 4", "Bruno-san – Camille: 3 steps"):
        assert words in told
    assert screen.table.top, "the back of the pile is shown"


def test_scr_1_a_line_longer_than_the_box_is_drawn_with_the_cubes_of_the_box(qapp: QApplication) -> None:
    """Nobody waits for a table from elsewhere whose line has a million steps."""
    lines = {"AB": 1_000_000, "BC": (60, {"disciple-1": ("B", 30)})}
    table = Table.of({"A": {}, "B": {}, "C": {}}, lines, options={"cubes": "endless"})
    ring = RoundTable(str)
    ring.resize(900, 520)
    ring.show_table(seen(SYSTEM, table.state, "A"))
    assert not ring.grab().isNull()
    assert ring.geometry_ is not None
    assert [len(ring.geometry_.cubes(line)) for line in ring.geometry_.table.lines] == [28, 28, 3]


def test_scr_2_a_box_that_can_be_used_is_lit_and_one_that_cannot_says_why(w: MainWindow) -> None:
    screen = seated(on_table(w, 3), "A")
    for card in screen.hand.cards:
        assert (card.lit("drink"), card.lit("move"), card.lit("defence")) == (True, True, False)
    first = screen.hand.cards[0].card
    screen.hand.looked_at.emit(first, "defence")
    assert "(DFN-1)" in screen.note.text(), "nobody attacks him"
    take(screen, Part("card", first), "keys")
    screen.ring.hover(Part("target", SEAT_AS_TARGET + 1))
    assert "3 steps by the left, 6 by the right" in screen.note.text()


def test_scr_3_the_slip_of_a_window_says_what_is_asked_and_who_has_answered(w: MainWindow) -> None:
    screen = on_table(w, 3)
    later(screen, lambda state: bool(state.frames) and isinstance(top := state.frames[-1], WindowFrame)
          and top.kind == "action")  # fmt: skip
    waiting = list(choices_of(screen.game.pending))
    seated(screen, waiting[0].seat)
    assert screen.slip.question.text()
    assert screen.slip.dots.isVisible()
    told = screen.slip.dots.accessibleName()
    assert [one.seat for one in waiting if str(screen.seat_name(LETTERS.index(one.seat))) in told]


def test_scr_4_placing_sake_says_what_each_spot_costs(w: MainWindow) -> None:
    screen = on_table(w, 3)
    later(screen, lambda state: bool(state.frames) and isinstance(state.frames[-1], PlaceFrame))
    seated(screen)
    costs = {part.value[1]: line.words for part, line in zip(screen.parts, screen.options.rows.lines, strict=True)}
    assert all(costs.values()), "each spot says what a sake there costs"
    assert "no soul" in costs.get(LIFE, "no soul")
    assert "Ability asleep" in costs.get(SHEET, "Ability asleep")


def test_scr_5_spirits_see_their_backs_against_the_top_back(w: MainWindow) -> None:
    screen = on_table(w, 3)

    def tormenting(state: State) -> bool:
        options = [one for choice in choices_of(screen.game.session.pending) for one in choice.options]
        return any(isinstance(one, Torment) for one in options)

    later(screen, tormenting, seed=12)
    seated(screen)
    deck, mine = screen.table.deck, screen.table.mine
    assert mine is not None
    lit = {card.card for card in screen.hand.cards if card.playable}
    assert lit <= {card for card in mine.hand if deck.back[card] == screen.table.top}
    assert screen.table.spirits() == sum(seat.jar for seat in screen.game.state.seats)


def test_scr_6_a_bar_of_the_fatal_round_with_who_still_plays_and_who_would_win(w: MainWindow) -> None:
    screen = on_table(w, 3)
    assert not screen.fatal.isVisible()
    later(screen, lambda state: state.fatal is not None)
    seated(screen)
    assert screen.fatal.isVisible()
    fatal = screen.game.state.fatal
    assert fatal is not None
    assert screen.fatal.order == [screen.game.state.active, *fatal.left]
    assert "would win now" in screen.fatal.accessibleDescription()
    assert (screen.fatal.most, screen.fatal.spirits) == (
        max(len(seat.sake) for seat in screen.game.state.seats if seat.kind != SPIRIT), screen.table.spirits(),
    )  # fmt: skip


def test_scr_7_the_end_shows_standings_and_the_sake_of_each_seat_by_turn(w: MainWindow) -> None:
    screen = on_table(w, 3)
    later(screen, lambda state: state.fatal is not None)
    game = screen.game
    while not isinstance(game.pending, Over):
        choice = next(iter(choices_of(game.pending)), None)
        game.session.roll() if choice is None else game.session.choose(choice.options[-1], seat=choice.seat)
    game.settings_changed.emit()
    screen.rewrite()
    assert screen.standings.isVisible()
    assert len(screen.standings.rows) == 3
    assert len(screen.standings.history) >= 2
    assert "sake" in screen.standings.accessibleDescription()


def test_scr_8_the_curtain_lies_over_every_hand(w: MainWindow) -> None:
    screen = on_table(w, 3)
    assert screen.covered
    assert not screen.hand.isVisible()
    assert not screen.options.isVisible()
    seated(screen, "A")
    assert screen.hand.isVisible()
    assert not screen.covered
