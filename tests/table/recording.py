"""Hands made of code at the real table screen: they have a mouse, keys, or words to type. Every input counts.

A click, a drag and a key stroke are one input each. The hands know the table as a person does who looks at it: they
call nothing of the game, they only look up where things are.
"""

from __future__ import annotations

import sys
import time
from abc import abstractmethod
from collections.abc import Callable

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QMenu, QToolButton, QWidget

from companion.model.core.contract import Option
from companion.model.core.words import Message, Words
from companion.model.games.asagiri.rules import options as o
from companion.model.games.asagiri.table.commands import ChooseIntent, Intent, Typing
from companion.ui.games.asagiri.board import queries
from companion.ui.games.asagiri.board.geometry import CELL
from companion.ui.games.asagiri.controller import AsagiriController
from companion.ui.games.asagiri.dice.actions import InspirationDie, die_spent, words
from companion.ui.games.asagiri.dice.entry import LETTERS, TypedDice
from companion.ui.games.asagiri.fight.parts import ChoiceLine
from companion.ui.games.asagiri.table.screen import TableScreen
from companion.ui.kit.theme import motion
from tests.patience import PATIENCE

from .script import Script, facts, meaning, mover, read_script, turns

SIZE = (1280, 800)
GAME = "four_turns"
"""The game that is measured."""


def settle(until: Callable[[], bool] | None = None) -> None:
    """Let the window work until a condition holds; TimeoutError when it never does."""
    end = time.monotonic() + PATIENCE
    while True:
        QApplication.processEvents()
        if until is None or until():
            return
        if time.monotonic() > end:
            raise TimeoutError("the window did not get there")
        time.sleep(0.002)


class Hand:
    """What all have in common: they read a script line by line, and count."""

    reserves_at_once = False
    """A die is kept in reserve while the activations are still going on, which ends them."""

    def __init__(self, table: TableScreen) -> None:
        self.table, self.game, self.board = table, table.game, table.board
        self.inputs = self.facts = 0

    def play(self, lines: tuple[str, ...]) -> None:
        """Record a script. ValueError when a line does not do what it says."""
        for line in lines:
            intent, end = meaning(self.game.state, line)
            self.facts += facts(self.game.state, intent)
            self.enter(line, intent)
            settle()
            if self.game.session.state != end:
                raise ValueError(f"{line!r} was not recorded as it was meant")

    def enter(self, line: str, intent: Intent) -> None:
        """Enter what a line means."""
        if isinstance(intent, Typing):
            for option in intent.first:
                self.choose(option, -1)
            self.dice(intent)
            return
        assert isinstance(intent, ChooseIntent)
        last = intent.options[-1]
        if isinstance(last, o.Step | o.Turn):
            at = next((one.at for one in reversed(intent.options) if isinstance(one, o.Step)), -1)
            who = mover(self.game.state, intent)
            looks = [one.facing for one in intent.options if isinstance(one, o.Turn)]
            facing = looks[-1] if looks else self.game.state.figures[who].facing
            self.move(who, at, facing, turns(self.game.state, intent))
            return
        reserves = isinstance(last, o.Reserve) and self.reserves_at_once
        for option in intent.options:
            if not isinstance(option, o.Activate) and not (reserves and isinstance(option, o.EndActivations)):
                self.choose(option, mover(self.game.state, intent))

    @abstractmethod
    def dice(self, intent: Typing) -> None:
        """Dice that were rolled."""

    @abstractmethod
    def move(self, who: int, at: int, facing: int, turned: bool) -> None:
        """A figure to a square (-1: where it stands) and a facing."""

    @abstractmethod
    def choose(self, option: Option, who: int) -> None:
        """Anything else."""

    def pick(self, text: Message | str) -> None:
        """An entry of the menu that has come up, if one has."""
        menu = QApplication.activePopupWidget()
        if isinstance(menu, QMenu):
            wanted = text if isinstance(text, str) else self.game.say(text)
            self.take(menu, next(one for one in menu.actions() if one.text() == wanted))

    @abstractmethod
    def take(self, menu: QMenu, entry: QAction) -> None:
        """Choose an entry of an open menu."""

    def lying(self, die: InspirationDie | None) -> int:
        """Where in the tray a die lies; -1: it does not."""
        return next((n for n, one in enumerate(self.table.dice.surface.dice) if die and one.die() == die), -1)

    def click(self, widget: QWidget, at: QPoint | None = None) -> None:
        """One input."""
        self.inputs += 1
        QTest.mouseClick(widget, Qt.MouseButton.LeftButton, pos=at if at is not None else widget.rect().center())
        settle()

    def press(self, key: Qt.Key | str, held: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        """One input, to whoever has the keys."""
        self.inputs += 1
        target = QApplication.activePopupWidget() or QApplication.focusWidget() or self.table
        if isinstance(key, str):
            QTest.keyClicks(target, key, held)
        else:
            QTest.keyClick(target, key, held)
        settle()

    def spot(self, at: int) -> QPoint:
        """The middle of a square in the board's viewport; its floor is shown first."""
        if not self.board.canvas.geometry.has(at):
            floors = self.board.switch.findChildren(QToolButton)
            self.click(floors[self.board.canvas.board.squares[at][2]])
        return self.board.spot(at)

    def entry(self) -> TypedDice:
        """Where dice are typed now."""
        found = [entry for entry in self.table.findChildren(TypedDice) if entry.isVisible() and entry.dice]
        return found[0]


class MouseHand(Hand):
    """Only clicks and drags."""

    reserves_at_once = True

    def dice(self, intent: Typing) -> None:
        """A click on each picture."""
        for face in intent.faces:
            picks = [pick for pick in self.entry().findChildren(QAbstractButton) if getattr(pick, "face", None) == face]
            self.click(next(pick for pick in picks if pick.isVisible()))

    def move(self, who: int, at: int, facing: int, turned: bool) -> None:
        """One drag, let go towards the side of the square where it shall look."""
        start = self.game.state.figures[who].at
        geometry, square = self.board.canvas.geometry, at if at >= 0 else start
        goal = geometry.centre(square)
        if turned:
            lean = [QPointF(0, -1), QPointF(1, 0), QPointF(0, 1), QPointF(-1, 0)]
            seen = next(side for side in range(4) if geometry.meant(side) == facing)
            goal += lean[seen] * (0.42 * CELL)
        self.drag(self.spot(start), self.board.mapFromScene(goal))

    def drag(self, start: QPoint, end: QPoint) -> None:
        """One input: pressed, carried, let go."""
        self.inputs += 1
        view = self.board.viewport()
        QTest.mousePress(view, Qt.MouseButton.LeftButton, pos=start)
        for n in range(1, 9):
            QTest.mouseMove(view, start + (end - start) * n / 8)
        QTest.mouseMove(view, end)
        QTest.mouseRelease(view, Qt.MouseButton.LeftButton, pos=end)
        settle()

    def choose(self, option: Option, who: int) -> None:
        """Where it is on the screen."""
        state = self.game.state
        match option:
            case o.Attack(target=target) | o.Shoot(target=target):
                if queries.acting(self.game) == who and self.game.selection == who:
                    self.click(self.board.viewport(), self.spot(state.figures[target].at))
                else:
                    self.drag(self.spot(state.figures[who].at), self.spot(state.figures[target].at))
                self.pick(o.label(state, option))
            case o.Retreat(at=at) | o.Place(at=at):
                self.click(self.board.viewport(), self.spot(at))
            case o.Face():
                handles = self.board.layers.faces.handles
                area = next(handle.area for handle in handles if option in handle.options)
                self.click(self.board.viewport(), self.board.mapFromScene(area.center()))
            case o.Reserve() | o.UseDie() | o.UseSkill() | o.TakeBack() if not state.frames:
                self._spend(option)
            case o.TestWillpower() | o.OpenDoor():
                if self.game.selection != who:
                    self.click(self.board.viewport(), self.spot(state.figures[who].at))
                self.click(self.table.bar.deeds.buttons[type(option)])
            case o.Deploy(who=placed, at=at, facing=facing):
                if self.game.selection != placed:
                    tray = self.board.tray
                    self.click(tray, tray.place(tray.figures.index(placed)).center())
                self.look(facing)
                self.click(self.board.viewport(), self.spot(at))
            case o.Side():
                handles = self.board.layers.sides.handles
                area = next(handle.area for handle in handles if option in handle.options)
                self.click(self.board.viewport(), self.board.mapFromScene(area.center()))
            case _:
                self._button(option)

    def look(self, facing: int) -> None:
        """The wheel over the tray turns those who wait in it."""
        tray, window = self.board.tray, self.table.window()
        while tray.facing != facing:
            self.inputs += 1
            at = QPointF(tray.mapTo(window, tray.rect().center()))
            QTest.wheelEvent(window.windowHandle(), at, QPoint(0, -120))
            settle()

    def _spend(self, option: Option) -> None:
        """A click on the die asks what it may do; what costs none is a line of the figure's skills."""
        die, surface = die_spent(self.game.state, option), self.table.dice.surface
        lying = self.lying(die)
        if lying >= 0:
            self.click(surface, surface.places()[lying].center().toPoint())
        elif die is not None:  # it lies on the figure's card
            card = next(found for band in self.table.bands if (found := band.card(die.who)) is not None)
            self.click(card, card.places().tray.center().toPoint())
        if die is not None:
            self.pick(words(self.game, option))
            return
        if not self.table.skills.isVisible():
            self.click(self.table.tools.buttons["skills"])
        self._button(option)

    def take(self, menu: QMenu, entry: QAction) -> None:
        """A click on it."""
        self.click(menu, menu.actionGeometry(entry).center())

    def _button(self, option: Option) -> None:
        lines = [line for line in self.table.findChildren(ChoiceLine) if line.line.option == option]
        deed = self.table.bar.deeds.buttons.get(type(option))
        for button in (*lines, *([deed] if deed is not None else []), self.table.bar.button, self.table.fight.button):
            if button.isVisible():
                self.click(button)
                return


class TableHand(MouseHand):
    """A mouse in one hand, the keys of the dice under the other: how a game is followed."""

    def dice(self, intent: Typing) -> None:
        """A letter or a digit each; a click where the keys are somewhere else."""
        entry = self.entry()
        if not entry.hasFocus():
            self.click(entry)
        for face in intent.faces:
            self.press(LETTERS.get(face, str(face)).lower())


class KeyHand(Hand):
    """Only keys, without words."""

    def dice(self, intent: Typing) -> None:
        """A letter or a digit each."""
        if not self.entry().hasFocus():
            self.press(Qt.Key.Key_Space)
        for face in intent.faces:
            self.press(LETTERS.get(face, str(face)).lower())

    def select(self, who: int) -> None:
        """By its number, as the cards lie."""
        if self.game.selection != who:
            band = [n for n in range(len(self.game.state.figures)) if self.game.state.band_of(n)
                    == self.game.state.band_of(who)]  # fmt: skip
            self.press(str(band.index(who) + 1))

    def point(self, at: int) -> None:
        """The cursor to a square."""
        geometry, keys = self.board.canvas.geometry, self.board.keys
        if keys.square < 0:
            self.press(Qt.Key.Key_Right)
        for _ in range(200):
            if keys.square == at:
                return
            here, there = geometry.cell(keys.square), geometry.cell(at)
            if here[0] != there[0]:
                self.press(Qt.Key.Key_Right if here[0] < there[0] else Qt.Key.Key_Left)
            else:
                self.press(Qt.Key.Key_Down if here[1] < there[1] else Qt.Key.Key_Up)
        raise ValueError("the cursor cannot go there")

    def move(self, who: int, at: int, facing: int, turned: bool) -> None:
        """Its number, the arrows, and Enter or an arrow with Shift."""
        self.select(who)
        self.point(at if at >= 0 else self.game.state.figures[who].at)
        if not turned:
            before = self.game.session.cursor
            self.press(Qt.Key.Key_Return)
            if self.game.session.cursor == before:
                self.press(Qt.Key.Key_Return)  # yes, this ends the activation of another one
            return
        sides = [Qt.Key.Key_Up, Qt.Key.Key_Right, Qt.Key.Key_Down, Qt.Key.Key_Left]
        seen = next(side for side in range(4) if self.board.canvas.geometry.meant(side) == facing)
        self.press(sides[seen], Qt.KeyboardModifier.ShiftModifier)

    def choose(self, option: Option, who: int) -> None:
        """The number of its line, or its key."""
        game = self.game
        lines = [line.option for line in self.table.fight.choices]
        match option:
            case _ if option in lines:
                self.press(str(lines.index(option) + 1))
            case o.Attack(target=target) | o.Shoot(target=target):
                self.select(who)
                if {*queries.attacks(game, who), *queries.shots(game, who)} != {target}:
                    self.point(game.state.figures[target].at)
                self.press("a")
                self.pick(o.label(game.state, option))
            case o.Retreat(at=at) | o.Place(at=at):
                self.point(at)
                self.press(Qt.Key.Key_Return)
            case o.Deploy(who=placed, at=at, facing=facing):
                if game.selection != placed:
                    self.press(str(queries.deployable(game).index(placed) + 1))
                while self.board.tray.facing != facing:
                    self.press("r")
                self.point(at)
                self.press(Qt.Key.Key_Return)
            case o.Reserve(who=reserving, element=element):
                self.select(reserving)
                self.press(element[0])
            case o.UseDie() | o.UseSkill() | o.TakeBack() if not game.state.frames:
                self._spend(option)
            case o.EndActivations():
                self.press("n")
            case o.TestWillpower():
                self._as(who, "w")
            case o.OpenDoor():
                self._as(who, "o")
            case _:
                self.press(Qt.Key.Key_Space)

    def _spend(self, option: Option) -> None:
        """The die in the tray and its menu; what costs none, or a die on a card, is a line of a slip."""
        die, surface = die_spent(self.game.state, option), self.table.dice.surface
        lying = self.lying(die)
        if lying < 0:
            self._line(option, "k" if die is None else "u")
            return
        self.tab_to(surface)
        while surface.at != lying:
            self.press(Qt.Key.Key_Right)
        self.press(Qt.Key.Key_Return)
        self.pick(words(self.game, option))

    def _line(self, option: Option, key: str) -> None:
        """A line of the slip with the figure's skills, or with what dice can do."""
        slip = self.table.skills if key == "k" else self.table.advice
        if not slip.isVisible():
            self.press(key)
        self.tab_to(next(line for line in slip.lines if line.line.option == option))
        self.press(Qt.Key.Key_Return)

    def tab_to(self, widget: QWidget) -> None:
        """Tab until somebody has the keys; ValueError when it never does."""
        if self.board.hasFocus():
            self.press(Qt.Key.Key_Tab, Qt.KeyboardModifier.ControlModifier)
        for _ in range(100):
            if widget.hasFocus():
                return
            self.press(Qt.Key.Key_Tab)
        raise ValueError(f"Tab never comes to {widget}")

    def take(self, menu: QMenu, entry: QAction) -> None:
        """Down to it, and Enter."""
        while menu.activeAction() is not entry:
            self.press(Qt.Key.Key_Down)
        self.press(Qt.Key.Key_Return)

    def _as(self, who: int, key: str) -> None:
        """A key of somebody who is activated for it."""
        self.select(who)
        self.press(key)


class WordHand(Hand):
    """Only the command line."""

    def enter(self, line: str, intent: Intent) -> None:
        """As it is written, and Enter."""
        if not self.table.command.edit.hasFocus():
            self.press("/")
        for letter in line:
            self.press(letter)
        self.press(Qt.Key.Key_Return)


HANDS: dict[str, Callable[[TableScreen], Hand]] = {
    "mouse": MouseHand,
    "table": TableHand,
    "keys": KeyHand,
    "words": WordHand,
}


def per_fact(way: str) -> float:
    """Inputs per recorded fact of a game of four turns, entered in one of the ways."""
    application = QApplication.instance() or QApplication(sys.argv[:1])
    hand = record(read_script(GAME), way)
    application.processEvents()
    return hand.inputs / hand.facts


def record(script: Script, way: str) -> Hand:
    """A script entered by a hand at a table screen of its own; the hand has counted and knows the game."""
    game = AsagiriController(script.session(), Words())
    table = TableScreen(game)
    table.resize(*SIZE)
    table.setUpdatesEnabled(False)  # the hands ask where things are, they need no picture
    table.show()
    table.activateWindow()
    was = motion.reduced()
    motion.set_reduced(True)
    try:
        settle(table.board.isVisible)
        hand = HANDS[way](table)
        hand.play(script.lines)
        settle()
    finally:
        motion.set_reduced(was)
        game.close()
        table.close()
        table.deleteLater()
        settle()
    return hand
