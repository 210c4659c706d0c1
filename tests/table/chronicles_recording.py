"""A table of Okko Chronicles followed in the real window by a hand made of code: every click and key counts.

The hand looks where things are and calls nothing of the game. It has a mouse, and the digits and Space under the other
hand: how a game is followed.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from companion.model.content.library import Library
from companion.model.core.contract import Json, Option, Roll, find_option
from companion.model.core.record import Chosen
from companion.model.core.session import Session
from companion.model.core.words import Words
from companion.model.games.chronicles import SYSTEM
from companion.model.games.chronicles.rules.setup import AT_A_TABLE
from companion.model.games.chronicles.state import options as o
from companion.model.games.chronicles.state.state import State
from companion.ui.games.chronicles.controller import ChroniclesController
from companion.ui.games.chronicles.table.aims import parts_of
from companion.ui.games.chronicles.table.option_list import ENDS
from companion.ui.games.chronicles.table.screen import ChroniclesScreen
from companion.ui.kit.theme import motion

from .recording import SIZE, settle

LEFT = Qt.MouseButton.LeftButton
SCRIPT = Path(__file__).with_name("chronicles_three_turns.txt")
HOSTS = ["house:courtesan", "house:armourer", "house:daimyo"]
SETUP: Json = {
    "scenario": "house:the-well-of-mists",
    "heroes": ["house:okko", "house:noburo", "house:noshin"],
    "hosts": HOSTS,
    "options": {
        "places": "none", "dice_entry": "typed", "enforcement": "track",
        "keepers": {name: getattr(AT_A_TABLE, name) for name in AT_A_TABLE.__struct_fields__},
    },
}  # fmt: skip
NAMES = {"oni": "Olga", "h1": "Anna", "h2": "Bruno", "h3": "Carla"}
QUIET = (*ENDS, o.Ready, o.Arranged, o.NoSheet, o.NoShift, o.Deploy)
"""Whoever ends or leaves something says nothing new; neither does a figure that can only be put where it is put."""


def facts(state: State, option: Option) -> int:
    """How many facts an option records; what follows by itself (damage, who is out, cards drawn) counts none.

    A card and its side are one fact, as they lie there together; so are an accusation's kind and its name.
    """
    if isinstance(option, o.Shift):
        return 2  # from, to
    return int(not isinstance(option, QUIET))


class TableHand:
    """Reads a script line by line, enters it, and counts."""

    def __init__(self, screen: ChroniclesScreen) -> None:
        self.screen, self.game = screen, screen.game
        self.inputs = self.facts = self.corrected = 0
        self.entered: list[tuple[str, int]] = []
        """The lines, and the step in the log that each became."""

    def play(self, lines: Sequence[str]) -> None:
        """Record a script; ValueError when a line was not recorded as it was meant."""
        for line in lines:
            if line.startswith("instead "):
                was, _, now = line.removeprefix("instead ").partition(" -> ")
                self.correct(was, now)
            else:
                self.enter(line)

    def _meant(self, line: str) -> Option:
        seat, id = line.split(" ", 1)
        return find_option(SYSTEM, self.game.state, id, seat)

    def enter(self, line: str) -> None:
        """One line."""
        settle(self._asked)
        option, step = self._meant(line), self.game.session.cursor
        self.facts += facts(self.game.state, option)
        self.do(option)
        settle(self._asked)
        if not self._says(step, line.split(" ", 1)[1]):
            raise ValueError(f"{line!r} was not recorded as it was meant: {self.game.session.steps[step:]}")
        self.entered.append((line, step))

    def _asked(self) -> bool:
        return not isinstance(self.game.pending, Roll)

    def _says(self, n: int, id: str) -> bool:
        steps = self.game.session.steps
        intent = steps[n].intent if n < len(steps) else None
        return isinstance(intent, Chosen) and intent.option == id

    def correct(self, was: str, now: str) -> None:
        """A right click on the line of the log, what it was, and the word that it shall be so."""
        screen, past, log = self.screen, self.screen.correction, self.screen.log
        step = next(step for line, step in self.entered if line == was)
        rows = log.list.rows
        place = next(n for n, row in enumerate(rows.lines) if row.id and int(row.id) - 1 >= step)
        rect = log.list.visualRect(rows.index(place))
        if not log.list.viewport().rect().contains(rect.center()):
            self.inputs += 1  # a turn of the wheel
            log.list.scrollTo(rows.index(place))
            rect = log.list.visualRect(rows.index(place))
        self.click(log.list.viewport(), rect.center(), Qt.MouseButton.RightButton)
        option = self._meant(now)
        self.facts += facts(self.game.state, option)
        self.do(option)
        while past.misfit is not None:
            self.press(Qt.Key.Key_S)
        self.click(screen.change.buttons["accept"])
        if past.going_on or not self._says(step, now.split(" ", 1)[1]):
            raise ValueError(f"{now!r} was not put right")
        self.corrected += 1

    # the hand itself -----------------------------------------------------------------------------------------------

    def do(self, option: Option) -> None:
        """Where it is on the screen: the slip, the hand, the table, the next step, else a line."""
        screen, state = self.screen, self.game.state
        id = SYSTEM.option_id(state, option)
        if isinstance(option, o.Total):
            for digit in str(option.n):
                self.press(digit)
            if self.game.state is state:
                self.press(Qt.Key.Key_Return)
            return
        if id in screen.slip._buttons and screen.slip.isVisible():
            self.click(screen.slip._buttons[id])
        elif isinstance(option, o.PlayCard) and screen.plan.isVisible():
            if screen.plan.seat != option.seat:
                self.click(self._part(f"figure:{option.seat}"))
            card = next(one for one in screen.plan.cards if one.card == option.card)
            self.click(card.sides[option.side])
        elif screen.step.isVisible() and screen._ending() == option:
            self.press(Qt.Key.Key_Space)
        else:
            parts = [part for part in parts_of(state, option) if screen._aims.get(part) == [option]]
            found = next((widget for part in parts if (widget := self._part(part)) is not None), None)
            found = found or self._suspect(option)
            self.click(found) if found is not None else self._line(id)

    def _part(self, id: str) -> Any:
        """The part of the table that stands for something, if it is seen."""
        for widget in self.screen.findChildren(QWidget):
            part = getattr(widget, "part", None)
            key = getattr(widget, "key", getattr(part, "id", None))
            if key == id and widget.isVisible() and not widget.visibleRegion().isEmpty():
                return widget
        return None

    def _suspect(self, option: Option) -> Any:
        """A host or a nature on the page on which it is accused; a turn of the wheel more where it lies below."""
        page = self.screen.ending
        if not isinstance(option, o.AccuseNature | o.AccuseHost) or not page.isVisible():
            return None
        parts = parts_of(self.game.state, option)
        found = next((view for view in page.views if view.entry.id in parts), None)
        if found is not None and found.visibleRegion().isEmpty():
            self.inputs += 1
            page.column.ensureWidgetVisible(found)
            settle()
        return found

    def _line(self, id: str) -> None:
        """A line of what can be done now, by its digit if it has one."""
        view = self.screen.options
        n, line = next((n, one) for n, one in enumerate(view.rows.lines) if one.id.partition(" ")[2] == id)
        if line.value:
            self.press(line.value)
            return
        rect = view.visualRect(view.rows.index(n))
        if not view.viewport().rect().contains(rect.center()):
            self.inputs += 1  # a turn of the wheel
            view.scrollTo(view.rows.index(n))
            rect = view.visualRect(view.rows.index(n))
        self.click(view.viewport(), rect.center())

    def click(self, widget: QWidget, at: QPoint | None = None, button: Qt.MouseButton = LEFT) -> None:
        """One input."""
        assert widget.isVisible(), widget
        self.inputs += 1
        at = QRect(widget.visibleRegion().boundingRect()).center() if at is None else at
        QTest.mouseClick(widget, button, pos=at)
        if button != LEFT:  # what platforms send with it, and QTest does not
            asks = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, widget.mapToGlobal(at))
            QApplication.sendEvent(widget, asks)
        settle()

    def press(self, key: Qt.Key | str) -> None:
        """One input, to whoever has the keys."""
        self.inputs += 1
        target = QApplication.focusWidget() or self.screen
        if isinstance(key, str):
            QTest.keyClicks(target, key)
        else:
            QTest.keyClick(target, key)
        settle()


def read_lines(path: Path = SCRIPT) -> tuple[str, ...]:
    """The lines of a script; FileNotFoundError where there is no source tree."""
    return tuple(line for line in path.read_text("utf-8").splitlines() if line and not line.startswith("#"))


def record(lines: Sequence[str]) -> TableHand:
    """A script entered at a table screen of its own; the hand has counted and knows the game."""
    content = Library.shipped()
    session = Session.new(SYSTEM, SETUP, content, 7, mode="track")
    game = ChroniclesController(session, Words(), None, content=content)
    screen = ChroniclesScreen(game, lambda seat: NAMES[seat])
    window = QWidget()
    window.resize(*SIZE)
    screen.setParent(window)
    screen.resize(*SIZE)
    window.show()
    window.activateWindow()
    was = motion.reduced()
    motion.set_reduced(True)
    try:
        screen.show()
        game.start()
        settle(screen.options.isVisible)
        hand = TableHand(screen)
        hand.play(lines)
        settle()
    finally:
        motion.set_reduced(was)
        game.close()
        window.close()
        window.deleteLater()
        settle()
    return hand


def per_fact() -> float:
    """Inputs per recorded fact of three turns of a table of four, put right once on the way."""
    application = QApplication.instance() or QApplication(sys.argv[:1])
    hand = record(read_lines())
    application.processEvents()
    return hand.inputs / hand.facts
