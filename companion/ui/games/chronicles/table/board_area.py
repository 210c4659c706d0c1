"""The board of the table: what can be chosen on it, in pictures and in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QRect, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget

from companion.model.core.contract import Event, Option
from companion.model.core.words import say
from companion.model.games.chronicles.insight.odds import attack_odds
from companion.model.games.chronicles.insight.ways import Decisions, Way, ways
from companion.model.games.chronicles.rules import places
from companion.model.games.chronicles.state import options as o
from companion.model.games.chronicles.state.state import State
from companion.model.games.chronicles.wire.narration import label
from companion.ui.games.chronicles.board import words
from companion.ui.games.chronicles.board.contents import acting, contents
from companion.ui.games.chronicles.board.view import BoardView
from companion.ui.kit.layouts import vbox
from companion.ui.kit.list_view import Line, ListView
from companion.ui.kit.translator import tr


def has_board(state: State) -> bool:
    """Whether the app knows where figures are, and the tiles they are on (TAB-4)."""
    return state.table.options.places != "none" and places.laid(state) is not None


class BoardArea(QWidget):
    """Empty while there is no board. `picked`, `by_hand`: as of any part of the table."""

    picked = Signal(str)
    by_hand = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.view: BoardView | None = None
        self.text = BoardText(parent)
        self.text.picked.connect(self.picked)
        self.state: State | None = None
        self._aims: Mapping[str, Sequence[Option]] = {}
        self._ways: dict[str, Way] = {}
        vbox(on=self)

    def picked_room(self) -> QRect | None:
        """Where in the board lies what was picked last."""
        if self.view is None or self.view.picked_at is None:
            return None
        return self.view.cell_room(self.view.picked_at)

    def show_table(
        self, seen: State, state: State, viewer: str | None, aims: Mapping[str, Sequence[Option]],
        events: Sequence[Event] = (),
    ) -> None:  # fmt: skip
        """`seen`: the state as `viewer` may know it; `state`: by which it is played; `aims`: what each part is for."""
        board = places.laid(seen)
        if board is None or not has_board(seen):
            return
        if self.view is None:
            self.view = BoardView(board, self)
            self.view.explains = self.explain
            self.view.picked.connect(self.picked)
            self.view.by_hand.connect(self.by_hand)
            layout = self.layout()
            assert layout is not None
            layout.addWidget(self.view)
            self.setFocusProxy(self.view)
        self.state, self._aims = state, aims
        moves = [one for part in aims.values() for one in part if isinstance(one, o.Go | o.Stand)]
        self._ways = ways(state, moves) if any(isinstance(one, o.Go) for one in moves) else {}
        self.view.show_state(seen, viewer, events)
        self.view.show_ways(self._ways)
        self.view.light(frozenset(aims))
        self.text.show_board(seen, self._ways)

    def decisions(self, part: str) -> Decisions:
        """What leads to a place further away than the next decision; nothing: no way does."""
        kind, _, id = part.partition(":")
        if kind == "zone" and id in self._ways and self._ways[id].clear:
            return self._ways[id].to(id) or self._ways[id].go
        if kind == "cell" and self.view is not None:
            column, _, row = id.partition(",")
            at = int(column), int(row)
            way = self._ways.get(self.view.canvas.geometry.zone_at(at))
            return (way.to(at) or ()) if way is not None else ()
        return ()

    def explain(self, part: str) -> str:
        """What choosing a part does: for an attack with its dice and chance."""
        state, found = self.state, self._aims.get(part, ())
        if state is None:
            return ""
        other = [one for one in found if not isinstance(one, o.Go | o.Stand)]
        told = [self._attack(state, one) or tr(label(state, one)) for one in other]
        return "\n".join(dict.fromkeys(told))

    def _attack(self, state: State, option: Option) -> str:
        if not isinstance(option, o.Attack | o.Shoot):
            return ""
        id = acting(state)
        who, target = state.figure(id) if id else None, state.figure(option.target)
        if who is None or target is None:
            return ""
        odds = attack_odds(state, who, target, "attack" if isinstance(option, o.Attack) else "shoot")
        return words.odds_words(state, odds, option)


class BoardText(ListView):
    """The board in words: a line each tile and each zone; choosing a zone is clicking it."""

    picked = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr(say("Board as text")))
        self.chosen.connect(self.picked)
        self._shown: tuple[State, Mapping[str, Way]] | None = None

    def show_board(self, seen: State, ways: Mapping[str, Way]) -> None:
        """Written only while somebody reads it."""
        self._shown = seen, ways
        if self.isVisible():
            self._write()

    def _write(self) -> None:
        if self._shown is None:
            return
        seen, ways = self._shown
        board, on = places.laid(seen), contents(seen)
        if board is None:
            return
        lines = []
        for piece in seen.layout.pieces:
            lines.append(Line(f"tile:{piece.name}", words.tile_words(seen, piece.name), heading=True))
            for zone in board.zones:
                if zone.rpartition(".")[0] == piece.name:
                    said = words.zone_words(seen, board, on, zone, ways.get(zone))
                    lines.append(Line(f"zone:{zone}", zone, words=said))
        self.show_lines(lines)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._write()
