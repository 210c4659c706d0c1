"""A table of Saké & Samouraï followed in the real window by a hand made of code: every click and key counts.

The hand looks where things are and calls nothing of the game. It has a mouse, and the keys of digits and Space under
the other hand: how a game is followed.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from companion.model.content.library import Library
from companion.model.core.contract import Option, Over, Roll, find_option
from companion.model.core.record import Chosen
from companion.model.core.session import Session
from companion.model.core.words import Words
from companion.model.games.sake import SYSTEM
from companion.model.games.sake.state import options as o
from companion.model.games.sake.state.state import LETTERS, State
from companion.ui.games.sake.controller import SakeController
from companion.ui.games.sake.question.composer import ALONE, Part
from companion.ui.games.sake.table.screen import SakeScreen
from companion.ui.kit.theme import motion

from .recording import SIZE, settle

LEFT = Qt.MouseButton.LeftButton
SCRIPT = Path(__file__).with_name("sake_two_rounds.txt")
SETUP = {
    "seats": [
        {"seat": letter, "name": name, "sheet": f"house:{sheet}"}
        for letter, name, sheet in (
            ("A", "Bruno", "goro"), ("B", "Camille", "tetsuo"), ("C", "David", "sayuri"), ("D", "Alain", "hayate"),
            ("E", "Ewa", "daigo"),
        )
    ],
    "options": {"enforcement": "track"},
}  # fmt: skip
QUIET = (o.EndPhase, o.DoNothing, o.Decline)
"""Whoever ends or leaves something says nothing new."""
TOLD = {
    o.Attack: 2, o.Iaido: 3, o.PutDisciple: 2, o.Interrupt: 2, o.Use: 2, o.Doze: 2, o.Shift: 2, o.Torment: 2,
    o.PushStep: 2,
}  # fmt: skip
"""What a person says with an option, beside its weapon: a target, a place, a number read off a card, a type of card,
a spot, who it was. All others say one thing; what kind of thing is done counts as nothing of its own."""


def facts(state: State, option: Option) -> int:
    """How many facts an option records; what follows by itself (damage, wounds, a death, cards drawn) counts none.

    That nobody is in the way of an attack is one, as it decides on the damage; that bystanders do nothing is none.
    """
    if isinstance(option, QUIET):
        return 0
    if isinstance(option, o.Hold):
        return int(option.weapon != state.seats[option.seat].held)
    if isinstance(option, o.PlayEvent):
        return 1 + (option.target != o.PlayEvent(0, 0).target) + (option.pay != o.PlayEvent(0, 0).pay)
    found = TOLD.get(type(option), 1)
    if isinstance(option, o.Attack | o.Iaido):
        weapons = {one.weapon for one in _offered(state, type(option)) if one.target == option.target}
        found += len(weapons) > 1
    return found


def _offered(state: State, kind: type[Option]) -> Iterator[o.Attack | o.Iaido]:
    pending = SYSTEM.pending(state)
    for one in getattr(pending, "options", ()):
        if isinstance(one, kind):
            assert isinstance(one, o.Attack | o.Iaido)
            yield one


class TableHand:
    """Reads a script line by line, enters it, and counts."""

    def __init__(self, screen: SakeScreen) -> None:
        self.screen, self.game = screen, screen.game
        self.inputs = self.facts = self.corrected = 0
        self.entered: list[int] = []
        """The step in the log that each line became."""

    def play(self, lines: tuple[str, ...]) -> None:
        """Record a script; ValueError when a line was not recorded as it was meant."""
        for line in lines:
            if line.startswith("instead "):
                back, _, line = line.removeprefix("instead ").partition(": ")
                self._correct(len(self.entered) - int(back), line)
            else:
                self._enter(line)

    def _meant(self, line: str) -> o.SeatOption:
        seat, id = line.split(" ", 1)
        state = self.game.state
        if id.startswith("interrupt") and seat not in [choice.seat for choice in self.game.choices]:
            state = self.game.session.state_at(self.entered[-1] + 1)  # nobody had answered, it seemed
        option = find_option(SYSTEM, state, id, seat)
        assert isinstance(option, o.SeatOption)
        return option

    def _enter(self, line: str) -> None:
        option, before = self._meant(line), self.game.session.cursor
        self.facts += facts(self.game.state, option)
        self.do(option)
        settle(lambda: not isinstance(self.game.pending, Roll) and not self.game._quiet())
        steps, late = self.game.session.steps, isinstance(option, o.Interrupt)
        id = line.split(" ", 1)[1]
        found = [n for n in range(max(0, before - 6 * late), len(steps)) if self._says(n, id)]
        if not found:
            raise ValueError(f"{line!r} was not recorded as it was meant: {steps[-1].intent}")
        self.entered.append(found[0])

    def _says(self, n: int, id: str) -> bool:
        intent = self.game.session.steps[n].intent
        return isinstance(intent, Chosen) and intent.option == id

    def _correct(self, line: int, instead: str) -> None:
        """A right click on the line of the log, what it was, and the word that it shall be so."""
        screen, past, log = self.screen, self.screen.at_table.past, self.screen.log
        rows, step = log.list.rows, self.entered[line]
        place = next(n for n, row in enumerate(rows.lines) if row.id and int(row.id) - 1 >= step)
        rect = log.list.visualRect(rows.index(place))
        self.click(log.list.viewport(), rect.center(), Qt.MouseButton.RightButton)
        option = self._meant(instead)
        self.facts += facts(self.game.state, option)
        self.do(option)
        while past.misfit is not None:
            self.press(Qt.Key.Key_S)
        self.click(screen.at_table.change.buttons["accept"])
        if past.going_on or not self._says(step, instead.split(" ", 1)[1]):
            raise ValueError(f"{instead!r} was not put right")
        self.corrected += 1

    # the hand itself -----------------------------------------------------------------------------------------------

    def do(self, option: o.SeatOption) -> None:
        """Where it is on the screen: the button of the next step, the table, a type of card, a digit."""
        screen = self.screen
        if isinstance(option, (*QUIET, o.Pass)):
            self.press(Qt.Key.Key_Space)
            return
        if isinstance(option, o.Interrupt) and option not in screen.composer.ways:
            self.click(screen.types.buttons[screen.table.deck.type[option.card]])
        way = screen.composer.ways[option]
        for n, part in enumerate(way):
            if option not in screen.composer.ways or part in screen.composer.taken:
                continue
            ahead = way[n + 1] if n + 1 < len(way) else None
            if part.kind == "box" and ahead in screen.composer.hinted() and screen.composer.led_to(ahead) == part:
                continue  # a click on the table says both
            if part.kind in ALONE and part not in screen.composer.next():
                continue
            self.take(part)

    def take(self, part: Part) -> None:
        """One step."""
        screen = self.screen
        place = screen.ring.place_of(part)
        if part in screen.digits and part.kind in ("number", "act", "box", "side", "back", "cards", "sips"):
            self.press(screen.digits[part])
        elif part.kind == "type" and not screen.composer.taken:
            self.click(screen.types.buttons[part.value])
        elif place is not None and screen.ring.at(place.center()) == part:
            self.click(screen.ring, place.center().toPoint())
        else:
            self.press(screen.digits[part])

    def click(self, widget: QWidget, at: QPoint | None = None, button: Qt.MouseButton = LEFT) -> None:
        """One input."""
        assert widget.isVisible(), widget
        self.inputs += 1
        at = widget.rect().center() if at is None else at
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
    lines = (line.partition("#")[0].strip() if line.startswith("#") else line.strip() for line in
             path.read_text("utf-8").splitlines())  # fmt: skip
    return tuple(line for line in lines if line)


def record(lines: tuple[str, ...]) -> TableHand:
    """A script entered at a table screen of its own; the hand has counted and knows the game."""
    session = Session.new(SYSTEM, SETUP, Library.shipped(), 7, mode="track")
    game = SakeController(session, Words(), None)
    screen = SakeScreen(game, lambda seat: SETUP["seats"][LETTERS.index(seat)]["name"])  # type: ignore[index]
    window = QWidget()
    window.resize(*SIZE)
    screen.setParent(window)
    screen.resize(*SIZE)
    window.setUpdatesEnabled(False)  # the hand asks where things are, it needs no picture
    window.show()
    window.activateWindow()
    was = motion.reduced()
    motion.set_reduced(True)
    try:
        screen.show()
        settle(screen.ring.isVisible)
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
    """Inputs per recorded fact of two rounds of a table of five, put right twice on the way."""
    application = QApplication.instance() or QApplication(sys.argv[:1])
    hand = record(read_lines())
    application.processEvents()
    return hand.inputs / hand.facts


def over(hand: TableHand) -> bool:
    """Whether the game that was recorded has ended."""
    return isinstance(hand.game.session.pending, Over)
