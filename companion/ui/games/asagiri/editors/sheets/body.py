"""A form beside the card that it makes; a board beside the tiles it is made of."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from companion.model.core.contract import Json
from companion.model.core.refusal import InvalidInput
from companion.model.core.schema import read
from companion.model.core.words import say
from companion.model.games.asagiri.state.cards import ReadyBoard
from companion.ui.games.asagiri.bands.roster import Box
from companion.ui.games.asagiri.editors.adventure.panels import Panel
from companion.ui.games.asagiri.editors.bench import Bench
from companion.ui.games.asagiri.editors.draft import Draft
from companion.ui.games.asagiri.editors.forms.writing import Writing
from companion.ui.games.asagiri.editors.seam import Body
from companion.ui.games.asagiri.new_game.boardstep import BoardStep
from companion.ui.games.asagiri.new_game.draft import Draft as Board
from companion.ui.kit.fold_layout import FoldLayout
from companion.ui.kit.keys import Context
from companion.ui.kit.theme import fonts, ink
from companion.ui.kit.translator import tr
from companion.ui.kit.widget import follow

from .lexicon import STRUCTS, SheetLexicon

Paint = Callable[[QPainter, QRectF, Json, Bench], None]


class Likeness(QWidget):
    """What the record looks like in the game, as large as there is room."""

    def __init__(self, draft: Draft, bench: Bench, paint: Paint, ratio: float, parent: QWidget | None = None) -> None:
        """`ratio`: of its height to its width."""
        super().__init__(parent)
        self._draft, self._bench, self._paint, self._ratio = draft, bench, paint, ratio
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        draft.changed.connect(self.update)
        bench.changed.connect(self.update)
        follow(self)

    def refresh(self) -> None:
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(330), round(fonts.px(330) * self._ratio))

    def minimumSizeHint(self) -> QSize:
        return QSize(fonts.px(190), round(fonts.px(190) * self._ratio))

    def paintEvent(self, event: QPaintEvent) -> None:
        wide = min(float(self.width()), self.height() / self._ratio)
        high = wide * self._ratio
        with ink.painting(self) as pen:
            place = QRectF((self.width() - wide) / 2, (self.height() - high) / 2, wide, high)
            self._paint(pen, place, self._draft.record, self._bench)


class SheetBody(Body):
    """A form made out of the record's type, and its likeness."""

    def __init__(self, draft: Draft, bench: Bench, paint: Paint, ratio: float, parent: QWidget | None = None) -> None:
        """For a record of a kind in `STRUCTS`."""
        super().__init__(parent)
        self.draft = draft
        self.writing = Writing(draft, bench, SheetLexicon(bench), self)
        self.likeness = Likeness(draft, bench, paint, ratio, self)
        self.panel = Panel(self.writing, ((STRUCTS[draft.kind], "", None),), self)
        row = FoldLayout(self, most=520)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(fonts.px(26))
        row.addWidget(self.likeness, 40)
        row.addWidget(self.panel, 60)
        draft.changed.connect(self.panel.refresh)
        first = next(iter(self.panel.forms[0][1].rows.values()))
        self.setFocusProxy(first.control if hasattr(first, "control") else first)
        self.panel.refresh()

    def retranslate(self) -> None:
        self.panel.retell()

    def show_field(self, pointer: str) -> bool:
        return self.panel.show_field(pointer)


class BoardBody(Body):
    """Four tiles and their door tokens, as in the steps of a new game."""

    contexts: tuple[Context, ...] = ("laying",)

    def __init__(self, draft: Draft, bench: Bench, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.draft, self._bench = draft, bench
        self.step = BoardStep(Box(bench.content), self)
        self.step.setContentsMargins(0, 0, 0, 0)  # the desk has its own
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.step)
        self.step.changed.connect(self._take)
        draft.changed.connect(self._show)
        self.setFocusProxy(self.step.preview)
        self._show()

    def _show(self) -> None:
        board = board_of(self.draft.record)
        if board is not None:
            self.step.show_draft(Board().with_board(board))

    def _take(self, made: Board) -> None:
        """Write what has been laid; a board without one of its tiles is not written."""
        if None in made.tiles:
            return
        record = {key: value for key, value in self.draft.record.items() if key not in ("openings", "doors")}
        record["tiles"] = [{"tile": one.tile, "turns": one.turns} for one in made.tiles if one is not None]
        for name, sides in (("openings", made.openings), ("doors", made.doors)):
            if sides:
                record[name] = [[list(square), side] for square, side in sides]
        self.draft.change(record, tr(say("Board")))

    def show_field(self, pointer: str) -> bool:
        if pointer.startswith(("/openings", "/doors")):
            self.step.doors.setChecked(True)
        self.step.preview.setFocus(Qt.FocusReason.OtherFocusReason)
        return True

    def keys(self) -> list[tuple[str, list[str]]]:
        return self.step.keys()


def board_of(record: Json) -> ReadyBoard | None:
    """The board, if it can be read."""
    try:
        return read(record, ReadyBoard)
    except InvalidInput:
        return None
