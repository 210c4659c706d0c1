"""Persons made of code at the real window: one has a mouse, one has a keyboard. They decide as the greedy player does
and then do what a person would: point, click, press. Nothing of the session is called."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from random import Random

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget

from companion.app.program import Program
from companion.model.bots import Greedy
from companion.model.core.contract import Choice, Option, Over, Roll
from companion.model.systems.asagiri import SYSTEM
from companion.model.systems.asagiri import options as o
from companion.model.systems.asagiri.offers import QUARTERS
from companion.ui.bands.popup import ChoicePopup
from companion.ui.fight.choice import ChoiceLine
from companion.ui.table.screen import TableScreen
from companion.ui.theme import motion


def settle(until: Callable[[], bool] | None = None, seconds: float = 10.0) -> None:
    """Let the window work until a condition holds."""
    end = time.monotonic() + seconds
    while True:
        QApplication.processEvents()
        if until is None or until():
            return
        assert time.monotonic() < end, "the window did not get there"
        time.sleep(0.002)


class Sitting:
    """The program, opened on a data folder."""

    def __init__(self, folder: Path, language: str = "en") -> None:
        motion.set_reduced(True)
        self.program = Program(folder, language)
        self.window = self.program.window
        self.window.painted.connect(self.program.go_on)
        self.window.resize(1280, 800)
        self.window.show()
        settle(lambda: self.program.shelf is not None)

    @property
    def table(self) -> TableScreen:
        """The table, once it is shown."""
        settle(lambda: isinstance(self.window.stack.currentWidget(), TableScreen))
        found = self.window.stack.currentWidget()
        assert isinstance(found, TableScreen)
        return found

    def close(self) -> None:
        """Close the window and let go of the file."""
        self.window.close()
        self.program.close()
        self.window.deleteLater()
        settle()
        motion.set_reduced(False)


def click(widget: QWidget, at: QPoint | None = None) -> None:
    """A left click."""
    QTest.mouseClick(widget, Qt.MouseButton.LeftButton, pos=at if at is not None else widget.rect().center())
    settle()


class Person:
    """What both have in common: they know what they want."""

    def __init__(self, table: TableScreen, seed: int = 5) -> None:
        self.table = table
        self.game = table.game
        self._rng = Random(seed)
        self._mind = Greedy()

    def play(self, most: int = 2500) -> Over:
        """To the end of the game, both seats."""
        for _ in range(most):
            pending = self.game.pending
            if isinstance(pending, Over):
                return pending
            before = self.game.session.cursor
            if isinstance(pending, Roll):
                self.next_step()
            else:
                assert isinstance(pending, Choice)
                self.perform(self._mind.think(SYSTEM, self.game.state, pending, self._rng).option)
            self.rest()
            if self.game.session.cursor == before:
                self.next_step()
                self.rest()
            assert self.game.session.cursor > before, (pending, "nothing happened")
        raise AssertionError("the game did not end")

    def rest(self) -> None:
        """Wait until nothing on the board moves: handles lie where figures stand."""
        settle(lambda: not self.table.board.busy)

    def next_step(self) -> None:
        """The obvious next thing."""
        raise NotImplementedError

    def point(self, square: int) -> None:
        """Choose a square."""
        raise NotImplementedError

    def perform(self, option: Option) -> None:
        """Do what was decided, as a person would."""
        state = self.game.state
        match option:
            case o.Step(at=at) | o.Retreat(at=at):
                self.point(at)
            case o.Activate(who=who):
                self.point(state.figures[who].at)
                self.next_step()
            case o.Attack(target=target) | o.Shoot(target=target):
                self.point(state.figures[target].at)
            case o.Turn(facing=facing):
                self.turn(facing)
            case o.Face() | o.Side():
                self.handle(option)
            case o.UseDie() | o.UseSkill() | o.GiveUpDie() | o.PickDie() | o.Way() | o.Pick() | o.Place() if (
                state.frames
            ):
                self.announce(option)
            case o.Recruit() | o.Equip() | o.StopRecruiting() | o.PlaceTile():
                self.prepare(option)
            case o.TestWillpower() | o.OpenDoor() | o.EndMovement() | o.EndActivations():
                self.deed(type(option))
            case o.PickUp() | o.Search() | o.Free() | o.PutDown() | o.LeaveBoard():
                self.quest(option)
            case o.Enter(who=who, at=at):
                self.game.select(who)
                self.point(at)
            case _:
                self.next_step()

    def quest(self, option: Option) -> None:
        """What adventures add: things, ways off the board."""
        self.deed(type(option))

    def prepare(self, option: Option) -> None:
        """Put the game together: cards, equipment, tiles (KAR-6)."""
        raise NotImplementedError

    def turn(self, facing: int) -> None:
        """Turn the active figure."""
        raise NotImplementedError

    def handle(self, option: Option) -> None:
        """Choose where a figure must turn, or a side of the board."""
        self.next_step()

    def announce(self, option: Option) -> None:
        """Choose a line of the slip."""
        raise NotImplementedError

    def deed(self, kind: type[Option]) -> None:
        """Do what needs no square."""
        raise NotImplementedError


class Mouse(Person):
    """Only clicks."""

    def next_step(self) -> None:
        for button in (self.table.bar.button, self.table.fight.button):
            if button.isVisible():
                click(button)
                return

    def prepare(self, option: Option) -> None:
        recruits, tiles = self.table.draft.recruits, self.table.draft.tiles
        assert recruits is not None
        assert tiles is not None
        match option:
            case o.Recruit(card=card):
                recruits.gallery.area.ensureWidgetVisible(recruits.gallery.cards[card])
                click(recruits.gallery.cards[card])
            case o.Equip(card=card, who=who):
                recruits.area.ensureWidgetVisible(recruits.lines[card])
                click(recruits.lines[card])
                for popup in self.table.window().findChildren(ChoicePopup):
                    if popup.isVisible():
                        click(popup.lines[str(who)])
            case o.StopRecruiting():
                click(recruits.stop)
            case o.PlaceTile(tile=tile, turns=turns, quarter=quarter):
                click(tiles.prints[tile])
                for _ in range(turns):
                    click(tiles.right_turn)
                place = QUARTERS.index(quarter)
                if tiles.preview.place != place:
                    click(tiles.preview, tiles.preview.quarter(place).center().toPoint())
                click(tiles.button)

    def quest(self, option: Option) -> None:
        board = self.table.board
        for handle in board.layers.things.handles:
            if option in handle.options:
                click(board.viewport(), board.mapFromScene(handle.area.center()))
                return
        self.deed(type(option))

    def point(self, square: int) -> None:
        board = self.table.board
        board.show_floor(board.canvas.board.squares[square][2])
        click(board.viewport(), board.mapFromScene(board.canvas.geometry.centre(square)))

    def turn(self, facing: int) -> None:
        active = self.game.state.active
        assert active is not None
        if self.game.selection != active.who:
            self.point(self.game.state.figures[active.who].at)
        self.handle(o.Turn(facing))

    def handle(self, option: Option) -> None:
        layers, board = self.table.board.layers, self.table.board
        for handle in (*layers.turns.handles, *layers.faces.handles, *layers.sides.handles):
            if option in handle.options:
                click(board.viewport(), board.mapFromScene(handle.area.center()))
                return

    def announce(self, option: Option) -> None:
        for line in self.table.fight.findChildren(ChoiceLine):
            if line.line.option == option and line.isVisible():
                click(line)
                return

    def deed(self, kind: type[Option]) -> None:
        button: QAbstractButton = self.table.bar.deeds.buttons[kind]
        if button.isVisible():
            click(button)
        else:
            self.next_step()


class Keyboard(Person):
    """Only presses keys."""

    _DEEDS = {o.TestWillpower: "w", o.OpenDoor: "o", o.EndMovement: "x", o.EndActivations: "n",
              o.PickUp: "p", o.Search: "S", o.Free: "F", o.PutDown: "P", o.LeaveBoard: "X"}  # fmt: skip

    def press(self, key: Qt.Key | str) -> None:
        """A key, wherever the focus is."""
        target = QApplication.focusWidget() or self.table.board
        QTest.keyClick(target, key)
        settle()

    def next_step(self) -> None:
        self.press(Qt.Key.Key_Space)

    def point(self, square: int) -> None:
        keys = self.table.board.keys
        self.table.board.setFocus()
        if keys.square < 0:
            self.press(Qt.Key.Key_Right)
        geometry = self.table.board.canvas.geometry
        for _ in range(80):
            if keys.square == square:
                break
            here, there = geometry.cell(keys.square), geometry.cell(square)
            if here[0] != there[0]:
                self.press(Qt.Key.Key_Right if here[0] < there[0] else Qt.Key.Key_Left)
            else:
                self.press(Qt.Key.Key_Down if here[1] < there[1] else Qt.Key.Key_Up)
        assert keys.square == square
        self.press(Qt.Key.Key_Return)

    def turn(self, facing: int) -> None:
        active = self.game.state.active
        assert active is not None
        right = (self.game.state.figures[active.who].facing + 1) % 4 == facing
        self.table.board.setFocus()
        self.press("e" if right else "q")

    def announce(self, option: Option) -> None:
        options = [line.option for line in self.table.fight.choices]
        if option in options:
            self.press(str(options.index(option) + 1))

    def deed(self, kind: type[Option]) -> None:
        self.press(self._DEEDS[kind])
