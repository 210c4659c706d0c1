"""The tiles that can be laid, as small pictures: dragged onto the map, or pressed and laid down by the next press."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget

from companion.model.core.contract import Json
from companion.model.core.refusal import InvalidInput
from companion.model.core.schema import read
from companion.model.core.words import Name
from companion.model.games.asagiri.state import cards
from companion.ui.games.asagiri.board.pictures import tile_picture
from companion.ui.games.asagiri.editors.bench import Bench
from companion.ui.games.asagiri.editors.seam import name_of
from companion.ui.kit.theme import fonts, ink, palette
from companion.ui.kit.translator import tr
from companion.ui.kit.widget import Translated, follow

SIDE = 82


class TileChip(Translated, QAbstractButton):
    """One tile. `taken`: a drag has begun; `carried` and `let_go` follow it; `laid`: Enter lays it down by itself."""

    taken = Signal()
    carried = Signal(QMouseEvent)
    let_go = Signal(QMouseEvent)
    laid = Signal()
    stepped = Signal(int, int)

    def __init__(self, id: str, tile: cards.Tile, bench: Bench, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.id, self._tile, self._bench = id, tile, bench
        self._press: QPoint | None = None
        self._dragging = False
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.OpenHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        follow(self)
        self.retranslate()

    def retranslate(self) -> None:
        words = tr(Name.of(self._tile.name))
        self.setText(words)
        self.setAccessibleName(words)
        self.setToolTip(words)

    def refresh(self) -> None:
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(SIDE), fonts.px(SIDE))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {
            Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0), Qt.Key.Key_Up: (0, -1), Qt.Key.Key_Down: (0, 1),
        }.get(Qt.Key(event.key()))  # fmt: skip
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.laid.emit()
        elif step is not None:
            self.stepped.emit(*step)
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        if event.button() == Qt.MouseButton.LeftButton:
            self._press, self._dragging = event.position().toPoint(), False

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._press is None:
            return
        moved = (event.position().toPoint() - self._press).manhattanLength()
        if not self._dragging and moved >= QApplication.startDragDistance():
            self._dragging = True
            self.taken.emit()
        if self._dragging:
            self.carried.emit(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        dragging, self._press, self._dragging = self._dragging, None, False
        if dragging:
            self.setDown(False)
            self.let_go.emit(event)
        else:
            super().mouseReleaseEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = palette.current()
        with ink.painting(self) as pen:
            area = QRectF(self.rect()).adjusted(5, 4, -5, -6)
            sheet = ink.rough_rect(area.adjusted(-2, -2, 2, 2), self.id, 0.6, 24)
            ink.soft_shadow(pen, sheet, theme.color("shadow", 0.5 if theme.dark else 0.26), 3, 0.6, 1.4)
            pen.setPen(Qt.PenStyle.NoPen)
            pen.setBrush(theme.color("surface"))
            pen.drawPath(sheet)
            picture = tile_picture(self._tile, 0, area.width(), dpr=self.devicePixelRatioF())
            pen.drawPixmap(area, picture, QRectF(picture.rect()))
            if self.hasFocus() or self.underMouse():
                pen.setBrush(Qt.BrushStyle.NoBrush)
                pen.setPen(QPen(theme.color("vermilion"), 2.6 if self.hasFocus() else 1.6))
                pen.drawPath(sheet)


class TileShelf(QWidget):
    """All tiles of the packs, one's own first. The signals carry a tile's id first, where they carry something."""

    taken = Signal(str)
    carried = Signal(QMouseEvent)
    let_go = Signal(QMouseEvent)
    laid = Signal(str)
    pressed = Signal(str)

    def __init__(self, bench: Bench, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.chips: list[TileChip] = []
        own = bench.records("tile") if bench.pack else {}
        for id, data in {**own, **dict(bench.content.every("tile"))}.items():
            tile = _tile(data)
            if tile is not None and name_of(data):
                self.chips.append(self._chip(TileChip(id, tile, bench, self)))
        follow(self)

    def _chip(self, chip: TileChip) -> TileChip:
        chip.taken.connect(lambda: self.taken.emit(chip.id))
        chip.carried.connect(self.carried)
        chip.let_go.connect(self.let_go)
        chip.clicked.connect(lambda: self.pressed.emit(chip.id))
        chip.laid.connect(lambda: self.laid.emit(chip.id))
        chip.stepped.connect(lambda dx, dy: self._step(chip, dx + dy * self._columns()))
        return chip

    def chip(self, id: str) -> TileChip | None:
        return next((chip for chip in self.chips if chip.id == id), None)

    def _columns(self) -> int:
        return max(1, self.width() // fonts.px(SIDE + 2))

    def refresh(self) -> None:
        self.lay_out()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.lay_out()

    def lay_out(self) -> None:
        columns, side = self._columns(), fonts.px(SIDE + 2)
        for n, chip in enumerate(self.chips):
            chip.setGeometry(n % columns * side, n // columns * side, fonts.px(SIDE), fonts.px(SIDE))
        self.setMinimumHeight(-(-len(self.chips) // columns) * side)

    def _step(self, chip: TileChip, by: int) -> None:
        at = self.chips.index(chip) + by
        if 0 <= at < len(self.chips):
            self.chips[at].setFocus(Qt.FocusReason.TabFocusReason)


def _tile(data: Json) -> cards.Tile | None:
    try:
        return read(data, cards.Tile)
    except InvalidInput:
        return None
