"""The table at 1280 × 800 and at 800 × 600: the board has its room, what is resolved has its place, nothing is cut."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

import msgspec
import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QFontMetricsF
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QStyleOptionViewItem, QWidget

from companion.model.bots import Greedy
from companion.model.core.contract import Choice, Roll
from companion.model.games.asagiri import SYSTEM
from companion.ui.games.asagiri.cards.profile import ProfileCard
from companion.ui.games.asagiri.dice.entry import FacePick
from companion.ui.games.asagiri.fight.parts import ChoiceLine
from companion.ui.games.asagiri.table.screen import TableScreen
from companion.ui.kit.theme import fonts

from .test_window_kit import FAST, new_shelf, window
from .tour_kit import TRANSLATIONS, clipped, cut, settle

SIZES = [
    ("en", 1.0, (1280, 800), 40),
    ("fr", 1.5, (1280, 800), 30),
    ("it", 2.0, (1280, 800), 30),
    ("fr", 1.0, (800, 600), 26),
]
"""Language, size of text, of the window, and the least width of a square."""


STAGES = {"deploy", "roll", "activations", "reserve", "take_back", "Fight", "Retreating"}


@contextmanager
def table(language: str = "en", scale: float = 1.0, size: tuple[int, int] = (1280, 800)) -> Iterator[TableScreen]:
    """A quick game, both sides played by people."""
    storage = new_shelf()
    settings = msgspec.structs.replace(FAST, language=language, text_scale=scale)
    with window(storage, settings, TRANSLATIONS) as w:
        w.setUpdatesEnabled(False)
        w.resize(*size)
        assert w.navigator is not None
        w.navigator.quick_start("enforce")
        assert w.navigator.table is not None
        screen = w.navigator.table.screen
        for seat in "AB":
            screen.game.give_to(seat, None)
        settle()
        yield screen
    storage.close()


def play(screen: TableScreen, wanted: set[str]) -> Iterator[str]:
    """Play until all of this was asked; what is asked, the first times, once everything lies where it should."""
    game, mind, rng, asked = screen.game, Greedy(), Random(3), Counter[str]()
    for _ in range(300):
        pending: Any = game.pending
        what = type(game.state.frames[-1]).__name__ if game.state.frames else game.state.stage
        asked[what] += 1
        if asked[what] <= 2:
            settle()
            yield what
        if wanted <= asked.keys():
            return
        if isinstance(pending, Roll):
            game.roll(tuple(rng.choice(die.kind.faces) for die in pending.dice))
        elif isinstance(pending, Choice):
            game.choose(mind.think(SYSTEM, game.state, pending, rng).option)


def place(screen: TableScreen, part: QWidget) -> QRect:
    """Where a part lies on the screen."""
    return QRect(part.mapTo(screen, QPoint(0, 0)), part.size())


def scrolled(part: QWidget) -> bool:
    """Whether something of it lies out of sight."""
    return part.visibleRegion().boundingRect() != part.rect()


@pytest.mark.parametrize(("language", "scale", "size", "least"), SIZES)
def test_a_square_keeps_its_size_and_a_fight_its_place(
    qtbot: object, language: str, scale: float, size: tuple[int, int], least: int
) -> None:
    with table(language, scale, size) as screen:
        squares, places = set(), set()
        cards: dict[int, set[int]] = {0: set(), 1: set()}
        for what in play(screen, STAGES):
            squares.add(screen.board.canvas.cell)
            for n, column in enumerate(screen.columns):
                cards[n] |= {card.width() for card in column.cards() if column.isVisible()}
            assert screen.window().room.verticalScrollBar().maximum() == 0, what  # type: ignore[attr-defined]
            if size == (1280, 800) and scale == 1.0:
                hidden = [card.face.name for one in screen.columns for card in one.cards() if scrolled(card)]
                assert not hidden, "all cards of both bands can be read"
            if screen.fight.isVisible():
                slip = place(screen, screen.fight)
                places.add((slip.left(), slip.width(), slip.bottom()))
                shown = (screen.bar, screen.board, screen.foot, *screen.tools.bars, *screen.columns)
                covered = [
                    type(part).__name__ for part in shown if part.isVisible() and place(screen, part).intersects(slip)
                ]
                assert not covered, what
                buttons = (*screen.fight.findChildren(ChoiceLine), screen.fight.button)
                cut = [button.text() for button in buttons if button.isVisible() and clipped(button, screen)]
                assert not cut, what
            if screen.bar.button.isVisible():
                assert not clipped(screen.bar.button, screen), what
        assert len(squares) == 1, "it is the same from the first step to the last"
        assert min(squares) >= least
        assert size[1] < 800 or [len(wide) for wide in cards.values()] == [1, 1], "a card keeps its width"
        assert len(places) == 1, "there is one place where everything is resolved"


@pytest.mark.parametrize(
    ("language", "scale", "size"), [("en", 1.0, (1280, 800)), ("it", 1.5, (1280, 800)), ("fr", 1.0, (800, 600))]
)
def test_what_is_asked_for_lies_beside_board_and_fight_and_is_whole(
    qtbot: object, language: str, scale: float, size: tuple[int, int]
) -> None:
    with table(language, scale, size) as screen:
        for _ in play(screen, {"Fight"}):
            pass
        square = screen.board.canvas.cell
        for name in ("log", "settings", "skills", "advice"):
            slip = getattr(screen, name)
            getattr(screen, f"toggle_{name}")()
            settle()
            for other in (screen.fight,) if screen.layout_.narrow else (screen.board, screen.fight):
                assert not place(screen, slip).intersects(place(screen, other)), name
            assert slip.height() > 200
            if scale == 1.0:
                read = screen.fight.versus
                assert read.visibleRegion().boundingRect().height() == read.height(), "both totals are seen"
            assert not cut(slip)
            getattr(screen, f"toggle_{name}")()
        screen.toggle_command()
        screen.toggle_timeline()
        settle()
        assert screen.board.canvas.cell == square, "lines to type into and to look back take nothing from the board"
        assert screen.command.isVisible() and screen.timeline.isVisible()
        assert not place(screen, screen.command).intersects(place(screen, screen.board))


def test_dice_that_are_asked_for_come_before_the_timeline(qtbot: object) -> None:
    with table() as screen:
        screen.game.set_dice("typed")
        for ask in (screen.step, lambda: screen.game.roll((5, 2))):
            screen.toggle_timeline()
            assert screen.timeline.isVisible() and not screen.dice.isVisible()
            ask()
            while screen.game.state.stage in ("side", "deploy"):
                screen.step()
            settle()
            assert screen.dice.entry.isVisible() and screen.dice.entry.hasFocus()


def test_dice_are_typed_at_once_when_the_last_figure_is_placed(qtbot: object) -> None:
    with table() as screen:
        screen.window().keeper.change(reduced_motion=False)  # type: ignore[attr-defined]
        screen.game.set_dice("typed")
        settle()
        QTest.keyClicks(screen.dice.entry, "52")
        while screen.game.state.stage in ("side", "deploy"):
            screen.step()
        QTest.keyClicks(screen.window().focusWidget(), "ffwt")
        assert [step.result.faces for step in screen.game.session.steps][-1] == ("fire", "fire", "water", "tori")


def test_the_log_opens_at_the_present_with_every_line_as_high_as_its_words(qtbot: object) -> None:
    with table("it") as screen:
        for _ in play(screen, {"Fight"}):
            pass
        screen.toggle_log()
        settle()
        shown = screen.log.list
        assert shown.viewport().rect().contains(shown.visualRect(shown.currentIndex()))
        assert screen.log.step == screen.game.session.cursor - 1
        for n in range(len(shown.rows.lines)):
            index = shown.model().index(n, 0)
            need = shown.itemDelegate().sizeHint(QStyleOptionViewItem(), index).height()
            assert shown.visualRect(index).height() >= need, index.data()


def test_whose_die_it_is_is_whole_where_two_dice_have_the_tray(qtbot: object) -> None:
    with table() as screen:
        screen.set_names(("First player", "Computer (normal)"))
        settle()
        felt = screen.dice.surface
        metrics = QFontMetricsF(fonts.font("small"))
        labels = [(die.label, felt._label_width(die)) for die in felt._dice]
        assert [label for label, _ in labels] == ["First player", "Computer (normal)"]
        assert all(wide > metrics.horizontalAdvance(label) for label, wide in labels)


def test_no_card_opens_because_the_pointer_rests_on_one(qtbot: Any) -> None:
    with table() as screen:
        card = screen.bands[0].cards()[0]
        before = set(screen.window().findChildren(ProfileCard))
        QTest.mouseMove(card, card.rect().center())
        qtbot.wait(600)
        assert set(screen.window().findChildren(ProfileCard)) == before


def test_faces_to_click_are_whole_however_large_the_text(qtbot: object) -> None:
    with table("it", 2.0) as screen:
        screen.game.set_dice("typed")
        settle()
        picks = [pick for pick in screen.dice.findChildren(FacePick) if pick.isVisible()]
        assert len(picks) == 6
        assert not [pick.text() for pick in picks if clipped(pick, screen)]


def test_the_heading_says_whose_phase_it_is_however_long_the_name(qtbot: object) -> None:
    with table() as screen:
        for _ in play(screen, {"activations"}):
            pass
        screen.set_names(("Computer (normal) from the other side of the bay",) * 2)
        settle()
        assert screen.bar._title.text() in ("Turn 1 · A's phase", "Turn 1 · B's phase")
