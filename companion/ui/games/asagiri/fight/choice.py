"""One thing that may be chosen in a slip, as a line: key, picture, words, and what it does to the odds."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QEnterEvent, QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from companion.model.core.contract import Option
from companion.model.games.asagiri.skills.language.vocabulary import Element
from companion.ui.games.asagiri.cards.parts import WRAP, draw_line, wrapped_height
from companion.ui.kit.art.dice import paint_die
from companion.ui.kit.buttons import key_size, paint_key
from companion.ui.kit.theme import fonts, icons, ink
from companion.ui.kit.theme.palette import Role, Theme
from companion.ui.kit.widget import Label, PaintedButton

RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


@dataclass(frozen=True, slots=True)
class ChoiceText:
    """What a choice says: an option, its words, a smaller explanation, a picture, and chances before and after."""

    option: Option
    words: str
    detail: str = ""
    element: Element | None = None
    sign: str = ""
    in_reserve: bool = False
    chances: tuple[str, str] | None = None
    danger: bool = False
    told: str = ""
    """What else is told to those who listen: what it costs, what it does to the odds."""


class ChoiceLine(PaintedButton):
    """A line to click. `pointed` tells whether mouse or focus rests on it."""

    pointed = Signal(bool)
    enter_clicks = True

    def __init__(self, line: ChoiceText, key: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.line = line
        self._key, self._short = key, False
        said = (key if key.isalnum() else "", line.words, line.told, line.detail)
        self.setAccessibleName(", ".join(part for part in said if part))
        self.setText(line.words)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def shorten(self, on: bool) -> None:
        """Leave the explanation to the tip, or write it out."""
        if on != self._short:
            self._short = on
            self.setToolTip(self.line.detail if on else "")
            self.refresh()

    @property
    def _detail(self) -> str:
        return "" if self._short else self.line.detail

    def hasHeightForWidth(self) -> bool:
        return True

    def _left(self) -> float:
        return fonts.px(8) + (key_size(self._key).width() + fonts.px(6) if self._key else 0) + fonts.px(36)

    def _right(self) -> float:
        if self.line.chances is None:
            return fonts.px(6)
        font = fonts.font("digits")
        return QFontMetricsF(font).horizontalAdvance(self.line.chances[1]) + fonts.px(12)

    def _heights(self, room: float) -> tuple[float, float]:
        """Of the words, in one line where there is no room to explain them; and of the explanation."""
        strong, words = fonts.font("strong"), float(fonts.px(19))
        if not self._short and QFontMetricsF(strong).horizontalAdvance(self.line.words) > room:
            words = wrapped_height(self.line.words, strong, room)
        return words, wrapped_height(self._detail, fonts.font("small"), room) if self._detail else 0.0

    def heightForWidth(self, width: int) -> int:
        words = sum(self._heights(width - self._left() - self._right()))
        return round(max(fonts.px(30 if self._short else 40), words + fonts.px(11)))

    def sizeHint(self) -> QSize:
        wide = self.width() if self.isVisible() and self.width() > 100 else fonts.px(284)
        return QSize(fonts.px(296), self.heightForWidth(wide))

    def minimumSizeHint(self) -> QSize:
        return QSize(fonts.px(200), self.sizeHint().height())

    def paint(self, pen: QPainter, theme: Theme) -> None:
        line = self.line
        self._paint_ground(pen, theme)
        if self._key:
            cap = QRectF(fonts.px(8), 0, *key_size(self._key).toTuple())
            cap.moveTop((self.height() - cap.height()) / 2)
            paint_key(pen, cap, self._key, theme.color("faded"))
        side = fonts.px(26 if self._short else 30)
        picture = QRectF(self._left() - fonts.px(36), (self.height() - side) / 2, side, side)
        if line.element is not None:
            paint_die(pen, picture, line.element, theme)
            if line.in_reserve:
                small = QRectF(0, 0, side * 0.42, side * 0.42)
                small.moveTopLeft(picture.bottomRight() - QPointF(side * 0.36, side * 0.34))
                pen.setPen(Qt.PenStyle.NoPen)
                pen.setBrush(theme.color("surface"))
                pen.drawEllipse(small.adjusted(-1, -1, 1, 1))
                icons.paint(pen, "tray", theme.color("ink"), small)
        elif line.sign:
            colour = theme.color("vermilion" if line.danger else "ink")
            icons.paint(pen, line.sign, colour, picture.adjusted(4, 4, -4, -4))
        self._paint_words(pen, theme)

    def _paint_words(self, pen: QPainter, theme: Theme) -> None:
        line, left, right = self.line, self._left(), self._right()
        room = self.width() - left - right
        strong, small = fonts.font("strong"), fonts.font("small")
        ink_or_less = theme.color("ink" if self.isEnabled() else "faded")
        words, detail = self._heights(room)
        top = (self.height() - words - detail) / 2
        if words > fonts.px(19):
            ink.write(pen, QRectF(left, top, room, words), line.words, strong, ink_or_less, WRAP)
        else:
            box = QRectF(left, top, room, fonts.px(20)) if detail else QRectF(left, 0, room, self.height())
            draw_line(pen, box, line.words, strong, ink_or_less)
        if detail:
            pen.setFont(small)
            pen.setPen(theme.color("vermilion" if line.danger else "faded"))
            pen.drawText(QRectF(left, top + words, room, detail + 4), WRAP, self._detail)
        if line.chances is not None:
            box = QRectF(self.width() - right, 0, right - fonts.px(8), self.height())
            middle = self.height() / 2
            upper = QRectF(box.left(), middle - fonts.px(17), box.width(), fonts.px(16))
            lower = QRectF(box.left(), middle - fonts.px(2), box.width(), fonts.px(20))
            draw_line(pen, upper, line.chances[0], fonts.font("small", 11 / 12), theme.color("faded"), RIGHT)
            draw_line(pen, lower, line.chances[1], fonts.font("digits"), theme.color("ink"), RIGHT)

    def _paint_ground(self, pen: QPainter, theme: Theme) -> None:
        box = QRectF(self.rect()).adjusted(1.5, 1.5, -1.5, -1.5)
        edge = ink.rough_rect(box, f"{self.line.words}{self.width()}", 0.6, 34)
        lit = self.underMouse() or self.hasFocus()
        pen.setBrush(theme.color("ink", 0.12 if self.isDown() else 0.06) if lit else Qt.BrushStyle.NoBrush)
        if self.hasFocus():
            pen.setPen(QPen(theme.color("vermilion"), 2))
        else:
            pen.setPen(QPen(theme.color("ink" if lit else "hairline"), 1.1))
        pen.drawPath(edge)

    def enterEvent(self, event: QEnterEvent) -> None:
        self.pointed.emit(True)
        super().enterEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        self.pointed.emit(False)
        super().leaveEvent(event)


class FightNote(Label):
    """A paragraph that shows itself while it says something."""

    def __init__(self, parent: QWidget | None = None, *, role: Role = "faded", font: fonts.FontRole = "small") -> None:
        super().__init__(parent, role=role, font=font)

    def say(self, text: str) -> None:
        self.setText(text)
        self.setVisible(bool(text))
