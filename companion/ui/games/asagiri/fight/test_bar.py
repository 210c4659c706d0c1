"""A willpower test: who, what is needed, and which faces of the die pass."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from companion.model.games.asagiri.state.vocabulary import Condition
from companion.ui.games.asagiri.cards.face import CardFace
from companion.ui.games.asagiri.cards.parts import draw_line, paint_medal
from companion.ui.kit.art.dice import paint_die
from companion.ui.kit.art.marks import paint_stat
from companion.ui.kit.theme import fonts, ink
from companion.ui.kit.theme.palette import Theme
from companion.ui.kit.widget import Backdrop, InkWidget

LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class TestBar(InkWidget):
    """The figure, its willpower, the value needed, six faces (those that pass in full), and the chance in sixths."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._backdrop, self._serial = Backdrop(self._draw), 0
        self._face: CardFace | None = None
        self._condition: Condition = "shaken"
        self._faces: tuple[int, ...] = ()
        self._words = self._base = self._chance = ""
        self._die: int | None = None
        self._band = -1
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def tell(
        self,
        face: CardFace,
        condition: Condition,
        faces: tuple[int, ...],
        words: str,
        base: str,
        chance: str,
        die: int | None = None,
        *,
        band: int = -1,
    ) -> None:
        """Show a test: `faces` pass; `words`: the value needed; `base`: the stat; `die`: the face that fell."""
        self._band = band
        self._face, self._condition, self._faces = face, condition, faces
        self._words, self._base, self._chance, self._die = words, base, chance, die
        self.setAccessibleName(f"{face.name}: {base}; {words}; {chance}")
        self._serial += 1
        self.update()

    @property
    def faces(self) -> tuple[int, ...]:
        """The faces that pass."""
        return self._faces

    def sizeHint(self) -> QSize:
        """The figure over six dice."""
        return QSize(fonts.px(296), fonts.px(56 + 52))

    def minimumSizeHint(self) -> QSize:
        """Six dice."""
        return QSize(fonts.px(220), self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint figure, words and dice."""
        with ink.painting(self) as pen:
            pen.drawPixmap(0, 0, self._backdrop.get(self, self._serial))

    def _draw(self, pen: QPainter, size: QSize, theme: Theme) -> None:
        if self._face is None:
            return
        medal = fonts.px(48)
        place = QRectF(1, 2, medal, medal)
        paint_medal(pen, place, self._face, self._condition, theme, self.devicePixelRatioF(), self._band)
        left = medal + fonts.px(10)
        drop = fonts.px(22)
        paint_stat(pen, QRectF(left, fonts.px(4), drop, drop), "willpower", "", theme)
        upper = QRectF(left + drop + fonts.px(4), fonts.px(4), self.width() - left, drop)
        draw_line(pen, upper, self._base, fonts.font("small"), theme.color("faded"), LEFT)
        lower = QRectF(left, fonts.px(26), self.width() - left, fonts.px(24))
        draw_line(pen, lower, self._words, fonts.font("strong"), theme.color("ink"), LEFT)
        whole = QRectF(0, fonts.px(6), self.width(), fonts.px(44))
        draw_line(pen, whole, self._chance, fonts.font("numeral", 1.15), theme.color("vermilion"), RIGHT)
        side = min(fonts.px(44), (self.width() - fonts.px(20)) / 6)
        gap = (self.width() - side * 6) / 5
        for n in range(1, 7):
            box = QRectF((n - 1) * (side + gap), fonts.px(57), side, side)
            paint_die(pen, box, n, theme, spent=n not in self._faces and n != self._die, chosen=self._die == n)
