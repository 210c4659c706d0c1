"""Cards of the toy game: painted, and as buttons of one's own hand."""

from __future__ import annotations

import random
from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QEnterEvent, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QWidget

from companion.model.core.contract import Option
from companion.model.core.words import say
from companion.ui.kit.theme import fonts, ink, palette
from companion.ui.kit.theme.palette import Theme
from companion.ui.kit.translator import tr
from companion.ui.kit.widget import follow

Face = int | str | None
"""A number, ``?`` for what the app does not know, None for the back."""


@lru_cache(maxsize=32)
def _back(width: float, height: float) -> QPainterPath:
    area = QPainterPath()
    area.addRect(QRectF(0, 0, width, height))
    return ink.hatch(area, max(4.0, height / 9), 0.8, random.Random(7), max(0.8, height / 60))


def paint_card(pen: QPainter, rect: QRectF, face: Face, theme: Theme, *, lit: bool = False, loud: bool = False) -> None:
    """Paint a card: bone with its number, dark and hatched from behind, broken-edged where it is not known.

    `loud`: it matters now.
    """
    sheet = ink.rough_rect(rect, f"card{round(rect.width())}", 0.6, 18)
    ink.soft_shadow(pen, sheet, theme.color("shadow", 0.45), rect.height() / 30, 1, rect.height() / 50)
    edge = theme.color("vermilion") if loud else theme.color("bone_shade" if isinstance(face, int) else "hairline")
    pen.setPen(QPen(edge, 2 if loud else 1, Qt.PenStyle.DashLine if face == "?" else Qt.PenStyle.SolidLine))
    pen.setBrush(theme.color("sunken" if face == "?" else "bone"))
    pen.drawPath(sheet)
    if face is None:
        rim = rect.width() * 0.1
        inner = rect.adjusted(rim, rim, -rim, -rim)
        pen.setPen(Qt.PenStyle.NoPen)
        pen.setBrush(theme.mix("vigilant", "ground", 0.45))
        pen.drawRect(inner)
        pen.setBrush(theme.color("bone", 0.5))
        pen.drawPath(_back(round(inner.width()), round(inner.height())).translated(inner.topLeft()))
        return
    pen.setPen(theme.color("bone_ink") if isinstance(face, int) else theme.color("faded"))
    if lit:
        pen.setPen(theme.color("vermilion_deep"))
    font = fonts.font("numeral")
    font.setPixelSize(max(8, round(rect.height() * 0.46)))
    pen.setFont(font)
    pen.drawText(rect, Qt.AlignmentFlag.AlignCenter, str(face))
    if isinstance(face, int) and rect.height() > fonts.px(60):
        pen.setPen(Qt.PenStyle.NoPen)
        pen.setBrush(theme.color("bone_ink", 0.7))
        radius, gap = rect.width() * 0.028, rect.width() * 0.11
        for n in range(face):
            x = rect.center().x() + (n - (face - 1) / 2) * gap
            pen.drawEllipse(QPointF(x, rect.bottom() - rect.height() * 0.12), radius, radius)


class CardButton(QAbstractButton):
    """A card of the own hand; Enter or its number plays it where it may be played."""

    space_presses = True

    def __init__(self, face: Face, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.face = face
        self.option: Option | None = None
        """What it is to play the card now; None: it cannot be played."""
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setAccessibleName(tr(say("Card {number}", number=face) if isinstance(face, int) else say("Unknown card")))
        follow(self)

    def refresh(self) -> None:
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(84), fonts.px(122))

    def enterEvent(self, event: QEnterEvent) -> None:
        self.setCursor(Qt.CursorShape.PointingHandCursor if self.isEnabled() else Qt.CursorShape.ArrowCursor)
        super().enterEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        lit = self.isEnabled() and (self.underMouse() or self.hasFocus())
        rise = fonts.px(8) if lit else 0
        edge = fonts.px(5)
        rect = QRectF(edge, edge + fonts.px(8) - rise, self.width() - 2 * edge, self.height() - 3 * edge - fonts.px(4))
        with ink.painting(self) as pen:
            pen.setOpacity(1.0 if self.isEnabled() else 0.78)
            paint_card(pen, rect, self.face, palette.current(), lit=lit, loud=lit)
