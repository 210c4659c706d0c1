"""Persons made of code at the real window: one has a mouse, one has a keyboard. They decide as the greedy player does
and then do what a person would: point, click, press. Nothing of the session is called, and what comes of it has to be
what they wanted."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import ClassVar

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget

from companion.app.program import Program
from companion.model.bots import Greedy
from companion.model.core.contract import Choice, Option, Over, Roll
from companion.model.core.record import Chosen
from companion.model.games.asagiri import SYSTEM
from companion.model.games.asagiri.rules import options as o
from companion.model.games.asagiri.state.table import QUARTERS
from companion.ui.games.asagiri.fight.parts import ChoiceLine
from companion.ui.games.asagiri.table.screen import TableScreen
from companion.ui.kit.screen import ChoicePopup
from companion.ui.kit.theme import motion
from tests.patience import PATIENCE
from tests.table.recording import Hand, KeyHand, MouseHand

from .rows import Row, row


def settle(until: Callable[[], bool] | None = None) -> None:
    """Let the window work until a condition holds."""
    end = time.monotonic() + PATIENCE
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
        settle(lambda: self.program.storage is not None)
        self.program.keeper.change(reduced_motion=True)

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


def click(widget: QWidget | Row, at: QPoint | None = None) -> None:
    """A left click."""
    if isinstance(widget, Row):
        widget.click()
    else:
        QTest.mouseClick(widget, Qt.MouseButton.LeftButton, pos=at if at is not None else widget.rect().center())
    settle()


class Person:
    """What both have in common: they know what they want."""

    hands: ClassVar[Callable[[TableScreen], Hand]]

    def __init__(self, table: TableScreen, seed: int = 5) -> None:
        self.table = table
        self.game = table.game
        self.hand = type(self).hands(table)
        self._rng = Random(seed)
        self._mind = Greedy()

    def play(self, most: int = 2500) -> Over:
        """To the end of the game, both seats."""
        for _ in range(most):
            pending = self.game.pending
            if isinstance(pending, Over):
                if self.game.pace.holding:  # the fight that ended it is read first
                    self.next_step()
                return pending
            before = self.game.session.cursor
            if isinstance(pending, Roll):
                self.next_step()
            else:
                assert isinstance(pending, Choice)
                self.want(self._mind.think(SYSTEM, self.game.state, pending, self._rng).option)
            self.rest()
            assert self.game.session.cursor > before, (pending, "nothing happened")
        raise AssertionError("the game did not end")

    def want(self, option: Option) -> None:
        """Do what was decided, and see that it was done."""
        before, wanted = self.game.session.cursor, SYSTEM.option_id(self.game.state, option)
        others = isinstance(option, o.Activate) and o.EndActivation() in self.game.options
        self.perform(option)
        self.rest()
        chosen = [step.intent for step in self.game.session.steps[before:] if isinstance(step.intent, Chosen)]
        done = chosen[0] if chosen else None
        # whoever wants another figure to act, first hears that the one before has finished
        if done is None and self.game.ending.asked:  # figures could still act: yes, that is meant
            self.next_step()
            self.rest()
            done = self.game.session.steps[before].intent
        assert done in (Chosen(wanted), *[Chosen("end_activation")] * others), (wanted, done)

    def rest(self) -> None:
        """Wait until nothing moves: handles lie where figures stand, and a click on dice that tumble stops them."""
        settle(lambda: not self.table.board.busy and not self.table.dice.surface.tumbling)

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
            case o.Step(at=at):
                self.step(at)
            case o.Retreat(at=at):
                self.point(at)
            case o.Activate(who=who):
                self.point(state.figures[who].at)
                self.next_step()
            case o.Attack(target=target) | o.Shoot(target=target):
                self.point(state.figures[target].at)
                self.hand.pick(o.label(state, option))
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
            case o.Deploy() | o.Reserve() | o.UseDie() | o.UseSkill() | o.TakeBack():
                self.hand.choose(option, self.user(option))
            case _:
                self.next_step()

    def user(self, option: Option) -> int:
        """Whom an option is for."""
        active = self.game.state.active
        return int(getattr(option, "who", active.who if active is not None else -1))

    def step(self, square: int) -> None:
        """Go to a square beside."""
        self.point(square)

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

    hands = MouseHand

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
                click(row(recruits.lines, card))
                for popup in self.table.window().findChildren(ChoicePopup):
                    if popup.isVisible():
                        click(row(popup.lines, str(who)))
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
        click(self.table.board.viewport(), self.hand.spot(square))

    def step(self, square: int) -> None:
        """A click; where a thing lies, which a click would take up, the figure is dragged."""
        board, active = self.table.board, self.game.state.active
        spot = self.hand.spot(square)
        if active is not None and any(h.area.contains(board.mapToScene(spot)) for h in board.layers.things.handles):
            facing = self.game.state.figures[active.who].facing
            self.hand.move(active.who, square, facing, turned=False)
        else:
            click(board.viewport(), spot)

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

    hands = KeyHand

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

    def handle(self, option: Option) -> None:
        if not isinstance(option, o.Face):
            self.next_step()
            return
        arrows = (Qt.Key.Key_Up, Qt.Key.Key_Right, Qt.Key.Key_Down, Qt.Key.Key_Left)
        geometry = self.table.board.canvas.geometry
        self.table.board.setFocus()
        self.press(next(key for side, key in enumerate(arrows) if geometry.meant(side) == option.facing))

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
