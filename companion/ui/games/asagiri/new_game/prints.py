"""Small pictures of the tiles and boards to choose from."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPaintEvent

from companion.model.core.words import Name
from companion.model.games.asagiri.state import cards
from companion.ui.games.asagiri.bands.roster import Box
from companion.ui.games.asagiri.board.pictures import tile_picture
from companion.ui.kit.picture_grid import PictureButton
from companion.ui.kit.theme import fonts, ink
from companion.ui.kit.translator import tr

from .draft import Laid

TILE = 112


class Print(PictureButton):
    """A small picture of one tile, or of four, with its name below."""

    def __init__(self, laid: list[Laid], name: Name, box: Box) -> None:
        """`laid`: one tile, or four."""
        super().__init__()
        self._laid, self._name, self._box = laid, name, box
        self.retranslate()

    def retranslate(self) -> None:
        self.say(tr(self._name))

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(TILE + 14), fonts.px(TILE + 42))

    def paintEvent(self, event: QPaintEvent) -> None:
        side = fonts.px(TILE)
        area = QRectF((self.width() - side) / 2, fonts.px(6), side, side)
        sheet = ink.rough_rect(area.adjusted(-4, -4, 4, 4), self.text(), 0.8, 30)
        half = side / 2 if len(self._laid) == 4 else side
        with ink.painting(self) as pen:
            self.paint_sheet(pen, sheet, 4, 0.8, 1.8)
            for n, laid in enumerate(self._laid):
                target = QRectF(area.left() + n % 2 * half, area.top() + n // 2 * half, half, half)
                tile = cards.tile(self._box.content, laid.tile)
                picture = tile_picture(tile, laid.turns, half, dpr=self.devicePixelRatioF())
                pen.drawPixmap(target, picture, QRectF(picture.rect()))
            self.paint_rim(pen, sheet)
            self.paint_name(pen, QRectF(0, area.bottom() + fonts.px(7), self.width(), fonts.px(28)))
