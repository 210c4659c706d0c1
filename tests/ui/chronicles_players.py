"""People made of code at a table of Okko Chronicles with its board: what they decide they do with the mouse.

They look where things are and call nothing of the game. After each step all that the window says is searched for what
whoever sits there must not know.
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from PySide6.QtCore import QEvent, QPointF
from PySide6.QtWidgets import QApplication

from companion.model.core.contract import SPECTATOR, Choice, Option, Over
from companion.model.games.chronicles import SYSTEM
from companion.model.games.chronicles.rules import play
from companion.model.games.chronicles.state import options as o
from companion.model.games.chronicles.state.state import State
from companion.model.grid import Cell
from companion.ui.games.chronicles.board.display import door_part
from companion.ui.games.chronicles.board.geometry import edge_of
from companion.ui.games.chronicles.board.view import BoardView
from companion.ui.games.chronicles.screens import ChroniclesTable
from companion.ui.games.chronicles.table.aims import parts_of
from companion.ui.kit.screen import ChoicePopup
from companion.ui.shell.window import MainWindow
from tests.chronicles.secrets import Told, names_of
from tests.chronicles.sensible import Sensible
from tests.table.chronicles_recording import TableHand

from .blank_kit import said
from .players import settle
from .rows import Row

PLACES = (o.Go, o.Stand, o.Push, o.Deploy)


class Mouse(TableHand):
    """Clicks on the board, too."""

    @property
    def board(self) -> BoardView:
        view = self.screen.board.view
        assert view is not None
        return view

    def do(self, option: Option) -> None:
        state, slip, plan = self.game.state, self.screen.slip, self.screen.plan
        id = SYSTEM.option_id(state, option)
        if slip.isVisible() and isinstance(option, o.RerollDice):
            for die in option.dice:
                self.press(str(die + 1))
            self.click(slip._buttons["reroll:"])
        elif slip.isVisible() and id in slip._buttons:
            self.click(slip._buttons[id])
        elif plan.isVisible() and isinstance(option, o.Ready | o.Mark):
            if plan.seat != option.seat:
                self.click(self._part(f"figure:{option.seat}"))
            self.click(plan.ready if isinstance(option, o.Ready) else plan.marks[option.slot])
        elif (spot := self._on_board(state, option)) is not None:
            self.click(self.board.viewport(), self.board.mapFromScene(spot))
            self._pick_of_several(state, option)
        elif isinstance(option, PLACES):
            self._in_words(parts_of(state, option)[0])
        else:
            super().do(option)

    def go_to(self, at: Cell) -> bool:
        """Click on a space far away, if the board takes one there at once."""
        point = self.board.canvas.geometry.centre(at)
        if self.board._meant(at, point) != f"cell:{at[0]},{at[1]}":
            return False
        self.click(self.board.viewport(), self.board.mapFromScene(point))
        return True

    def _on_board(self, state: State, option: Option) -> QPointF | None:
        """Where the board stands for an option; of a part with several a place alone is chosen on the board."""
        for part in parts_of(state, option):
            found = self.screen._aims.get(part, [])
            if (found == [option] or isinstance(option, PLACES)) and (spot := self._spot(part)) is not None:
                return spot
        return None

    def _spot(self, part: str) -> QPointF | None:
        board, geometry = self.board, self.board.canvas.geometry
        kind, _, id = part.partition(":")
        spots: list[QPointF] = []
        if kind in ("figure", "token") and (spot := board.items_.spot(id)) is not None:
            spots = [spot]
        elif kind == "cell":
            column, _, row = id.partition(",")
            spots = [geometry.centre((int(column), int(row)))]
        elif kind == "door":
            spots = [geometry.line(edge_of(one)).center() for one in board.seen.doors if door_part(one) == part]
        elif kind in ("zone", "tile"):
            named = geometry.zone_at if kind == "zone" else geometry.piece_at
            spots = [geometry.centre(cell) for cell in board.board.cells if named(cell) == id]
        for spot in spots:
            cell = geometry.cell_at(spot)
            if cell is not None and board._meant(cell, spot) == part:
                return spot
        return None

    def _in_words(self, part: str) -> None:
        """All spaces of a zone mean to stand there: the zone itself is a line of the board in words."""
        self.screen.toggle_text()
        settle()
        Row(self.screen.board.text, part).click()
        self.screen.toggle_text()
        settle()

    def _pick_of_several(self, state: State, option: Option) -> None:
        """What was clicked may stand for several things, which are asked then."""
        for popup in self.screen.window().findChildren(ChoicePopup):
            if popup.isVisible():
                label = self.game.words(SYSTEM.label(state, option))
                Row(popup.lines, next(line.id for line in popup.lines.rows.lines if line.title == label)).click()
                settle()


class People:
    """Everybody who plays at one screen, and somebody who looks over their shoulders."""

    def __init__(self, table: ChroniclesTable, seed: int = 1) -> None:
        self.table, self.screen, self.game = table, table.screen, table.game
        self.hand, self._mind = Mouse(table.screen), Sensible(seed)
        self._told = Told(self.game.session)
        self.sat: list[str] = []
        """Who sat down, one after the other."""
        self.searched = 0

    def play(self, until: Callable[[], bool] = lambda: False, seconds: float = 240.0) -> None:
        """Until the game is over, or something holds."""
        end = monotonic() + seconds
        while not isinstance(self.game.pending, Over) and not until():
            assert monotonic() < end, "this never ends"
            self.step()
            self.search()

    def step(self) -> None:
        """The next thing that somebody at the screen has to do."""
        game, screen, before = self.game, self.screen, (self.game.session.cursor, self.game.at_screen)
        if screen.covered:
            seat = game.to_sit[0]
            self.sat.append(seat)
            self.hand.click(screen.cover.buttons[seat])
        elif game.to_roll() is not None:
            self.hand.click(screen.dice.roll)
        elif game.choices:
            self._decide(game.choices[0])
        settle(lambda: isinstance(game.pending, Over) or bool(game.choices or game.to_sit or game.to_roll()))
        assert (game.session.cursor, game.at_screen) != before, (game.pending, "nothing happened")

    def _decide(self, choice: Choice) -> None:
        state = self.game.state
        option = self._mind.decide(state, choice)
        if isinstance(option, o.Go) and (to := self._destination(state, option)) is not None and self.hand.go_to(to):
            return
        n, id = self.game.session.cursor, SYSTEM.option_id(state, option)
        self.hand.do(option)
        settle(lambda: self.game.session.cursor > n)
        assert self.hand._says(n, id), (id, self.game.session.steps[n:])

    def _destination(self, state: State, option: Option) -> Cell | None:
        """Where a move will end, if nothing comes in between."""
        before = {one.id: one.at for one in state.figures}
        for _ in range(12):
            if not isinstance(option, o.Go | o.Stand):
                return None
            state = play.apply(state, option).state
            asked = SYSTEM.pending(state)
            if isinstance(option, o.Stand) or not isinstance(asked, Choice):
                break
            option = self._mind.decide(state, asked)
        moved = [one.at for one in state.figures if before.get(one.id, one.at) != one.at]
        return moved[0] if len(moved) == 1 and not isinstance(moved[0], str) else None

    # the one who looks over their shoulders -------------------------------------------------------------------------

    @property
    def viewer(self) -> str:
        return SPECTATOR if self.screen.covered else self.game.at_screen or SPECTATOR

    def search(self) -> None:
        """Nothing that the window says, shown or not, names a card of the other camp."""
        window, state = self.screen.window(), self.game.session.state
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)  # what has been thrown away
        words = [*said(window), window.windowTitle()]
        for card in self._told.hidden_from(self.viewer):
            for name in names_of(state, card):
                found = [text for text in words if name in text]
                assert not found, (self.viewer, self.game.session.cursor, state.stage, card, found)
        self.searched += 1


def table_of(window: MainWindow) -> ChroniclesTable:
    """The table of the game in the window."""
    assert window.navigator is not None
    settle(lambda: isinstance(window.navigator.table, ChroniclesTable))
    table = window.navigator.table
    assert isinstance(table, ChroniclesTable)
    return table
