"""Buttons: the vermilion brush for the next step, the ink outline for the others, words alone for the rest."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Literal

from PySide6.QtCore import QEasingCurve, QEvent, QPointF, QRect, QRectF, QSize, Qt, QVariantAnimation, SignalInstance
from PySide6.QtGui import (
    QColor,
    QEnterEvent,
    QFont,
    QFontMetrics,
    QHideEvent,
    QKeyEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QShowEvent,
)
from PySide6.QtWidgets import QAbstractButton, QPushButton, QSizePolicy, QWidget

from companion.ui.kit import keys
from companion.ui.kit.layouts import side_by_side
from companion.ui.kit.theme import fonts, icons, ink, motion, palette
from companion.ui.kit.theme.palette import Theme
from companion.ui.kit.translator import Sentence, says
from companion.ui.kit.widget import Backdrop, InkWidget, LiteralText, Translated, follow

KEYPAD = Qt.KeyboardModifier.KeypadModifier
ButtonKind = Literal["primary", "secondary", "quiet"]


def brush_slab(rect: QRectF, seed: int | str) -> QPainterPath:
    """A broad stroke of a flat brush filling a rectangle: full in the middle, dry and streaked at its right end."""
    return _slab(rect.x(), rect.y(), rect.width(), rect.height(), seed)


@lru_cache(maxsize=64)
def _slab(x: float, y: float, width: float, height: float, seed: int | str) -> QPainterPath:
    rect, rng = QRectF(x, y, width, height), random.Random(str(seed))
    dry = min(rect.width() * 0.22, height * 0.9)
    points: list[QPointF] = []
    steps = max(4, round(rect.width() / 34))
    for k in range(steps + 1):
        x = rect.left() + height * 0.10 + (rect.width() - height * 0.2) * k / steps
        points.append(QPointF(x, rect.top() + rng.uniform(0, 0.07) * height))
    rows = max(6, round(height / 4.5))
    for k in range(rows + 1):
        reach = rng.uniform(0.0, 0.20) * dry
        points.append(QPointF(rect.right() - reach, rect.top() + height * (0.06 + 0.88 * k / rows)))
    for k in range(steps, -1, -1):
        x = rect.left() + height * 0.10 + (rect.width() - height * 0.2) * k / steps
        points.append(QPointF(x, rect.bottom() - rng.uniform(0, 0.07) * height))
    for k in range(3, 0, -1):
        points.append(QPointF(rect.left() + rng.uniform(0, 0.06) * height, rect.top() + height * k / 4))
    slab = ink.smooth(points, closed=True)
    streaks = QPainterPath()
    streaks.setFillRule(Qt.FillRule.WindingFill)
    for _ in range(max(4, round(height / 7))):
        y = rect.top() + rng.uniform(0.08, 0.92) * height
        length = rng.uniform(0.25, 1.0) * dry
        start = rect.right() + 2
        run = ink.line((start, y), (start - length * 0.5, y + rng.uniform(-0.6, 0.6)), (start - length, y))
        streaks.addPath(ink.brush_stroke(run, rng.uniform(0.8, 1.9), rng, pressure=lambda t: 1 - t, rough=0.1))
    return slab.subtracted(streaks)


class KeyHint(InkWidget):
    """A small key cap with the name of a key, such as "Space": the way to do it without the mouse."""

    def __init__(self, key: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._key = key
        self.setAccessibleName(key)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def text(self) -> str:
        return self._key

    def sizeHint(self) -> QSize:
        return key_size(self._key)

    def minimumSizeHint(self) -> QSize:
        return key_size(self._key)

    def paint(self, pen: QPainter, theme: Theme) -> None:
        paint_key(pen, QRectF(self.rect()), self._key, theme.color("faded"))


def key_size(key: str) -> QSize:
    """The room a key cap needs."""
    return QSize(*_key_size(key, fonts.text_scale()))


@lru_cache(maxsize=256)
def _key_size(key: str, scale: float) -> tuple[int, int]:
    metrics = QFontMetrics(fonts.font("small", 11 / 12))
    return max(fonts.px(22), metrics.horizontalAdvance(key) + fonts.px(14)), metrics.height() + fonts.px(6)


def paint_key(pen: QPainter, rect: QRectF, key: str, colour: QColor) -> None:
    """Paint a key cap: a thin outline, heavier below as a key is."""
    pen.save()
    box = rect.adjusted(1, 1, -1, -2)
    pen.setPen(QPen(colour, 1))
    pen.drawRoundedRect(box, 3.5, 3.5)
    pen.setPen(QPen(colour, 2, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    pen.drawLine(QPointF(box.left() + 3, box.bottom() + 0.5), QPointF(box.right() - 3, box.bottom() + 0.5))
    pen.setFont(fonts.font("small", 11 / 12))
    pen.drawText(rect.adjusted(0, -0.5, 0, -1.5), Qt.AlignmentFlag.AlignCenter, key)
    pen.restore()


class InkButton(LiteralText, Translated, QPushButton):
    """A button in one of three voices: primary (vermilion brush), secondary (ink outline), quiet (words only).

    `key` shows a key cap beside the words (it does not bind the key); `sign` names an icon before them. A `deed` of
    the table of keys shows the key that is bound to it now, on the cap or (`key_in_tip`) only in the tool tip.
    """

    def __init__(
        self,
        text: str | Sentence,
        kind: ButtonKind = "secondary",
        parent: QWidget | None = None,
        *,
        key: str = "",
        sign: str = "",
        deed: str = "",
        key_in_tip: bool = False,
        tip: Sentence | None = None,
        name: Sentence | None = None,
        clicked: Callable[..., object] | SignalInstance | None = None,
        by_tab: bool = False,
    ) -> None:
        """`name`: for screen readers, where the words alone do not tell; `by_tab`: a click does not take the keys."""
        super().__init__(parent)
        self._kind: ButtonKind = kind
        self._key, self._sign = key, sign
        self._deed, self._tip, self._tip_only = deed, "", key_in_tip
        self._hover = self._short = False
        self._breath = 0.0
        self._breathing: QVariantAnimation | None = None
        self._backdrop = Backdrop(self._paint_ground)
        if isinstance(text, str):
            self.setText(text)
        says(self, None if isinstance(text, str) else text, name=name, tip=tip)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus if by_tab else Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Fixed)
        follow(self)
        if deed:
            keys.changed.connect(self._follow_key)
            self._follow_key()
        if clicked is not None:
            self.clicked.connect(clicked)

    @property
    def deed(self) -> str:
        """The action of the table of keys that it does; nothing: none of them."""
        return self._deed

    def _follow_key(self) -> None:
        if not self._tip_only:
            self.set_key(keys.shown(self._deed))
        super().setToolTip(keys.tip(self._tip, self._deed))

    def retranslate(self) -> None:
        if self._deed:
            self._follow_key()

    def put_key_in_tip(self, on: bool) -> None:
        """Show the key of the deed in the tool tip only, or on a cap too."""
        if on != self._tip_only:
            self._tip_only = on
            self.set_key("" if on or not self._deed else keys.shown(self._deed))

    def shorten(self, on: bool) -> None:
        """Show the sign without the words, which are in the tip then; a button without a sign keeps them."""
        if on != self._short:
            self._short = on
            if not self._tip:
                self.setToolTip(self.text())
            self.refresh()

    @property
    def _cap(self) -> str:
        return keys.named(self._key)

    @property
    def _words(self) -> str:
        return self._words_when(self._short)

    def _words_when(self, short: bool) -> str:
        return "" if short and self._sign else self.text()

    def setToolTip(self, text: str) -> None:
        self._tip = text
        super().setToolTip(keys.tip(text, self._deed) if self._deed else text)

    def kind(self) -> ButtonKind:
        return self._kind

    def set_kind(self, kind: ButtonKind) -> None:
        if kind != self._kind:
            self._kind = kind
            self.refresh()

    def set_key(self, key: str) -> None:
        if key != self._key:
            self._key = key
            self.refresh()

    def set_sign(self, sign: str) -> None:
        if sign != self._sign:
            self._sign = sign
            self.refresh()

    def setText(self, text: str) -> None:
        if self._tip and self._tip == self.text():
            self.setToolTip(text)
        super().setText(text)
        self.setAccessibleName(text)

    def set_breathing(self, on: bool) -> None:
        """Let the button breathe slowly: it is the next step. Stays still with reduced motion."""
        if on and self._breathing is None and not motion.reduced():
            breathing = QVariantAnimation(self)
            breathing.setDuration(motion.BREATH)
            breathing.setLoopCount(-1)
            breathing.setKeyValueAt(0.0, 0.0)
            breathing.setKeyValueAt(0.5, 1.0)
            breathing.setKeyValueAt(1.0, 0.0)
            breathing.setEasingCurve(QEasingCurve.Type.InOutSine)
            breathing.valueChanged.connect(self._breathe)
            self._breathing = breathing
            if self.isVisible():
                breathing.start()
        elif not on and self._breathing is not None:
            self._breathing.stop()
            self._breathing.deleteLater()
            self._breathing = None
            self._breath = 0.0
            self.update()

    def _breathe(self, value: float) -> None:
        self._breath = value
        self.update()

    def refresh(self) -> None:
        self.updateGeometry()
        self.update()

    def _margin(self) -> int:
        return fonts.px({"primary": 26, "secondary": 18, "quiet": 8}[self._kind])

    def width_when(self, *, short: bool = False, key_in_tip: bool = False) -> int:
        """How wide it would be with or without its words and its key cap: to try before anything is laid out anew."""
        key = self._key if not self._deed else "" if key_in_tip else keys.shown(self._deed)
        return self._wide(self._words_when(short), keys.named(key))

    def _wide(self, words: str, cap: str) -> int:
        width = QFontMetrics(self._font()).horizontalAdvance(words.replace("&", "")) + 2 * self._margin()
        if self._sign:
            width += fonts.px(18) + (fonts.px(9) if words else 0)
        return width + key_size(cap).width() + fonts.px(12) if cap else width

    def sizeHint(self) -> QSize:
        high = fonts.px({"primary": 46, "secondary": 38, "quiet": 34}[self._kind])
        return QSize(self._wide(self._words, self._cap), high)

    def minimumSizeHint(self) -> QSize:
        hint = self.sizeHint()
        return hint - QSize(key_size(self._cap).width() + fonts.px(12), 0) if self._cap else hint

    def _font(self) -> QFont:
        return (
            fonts.font("name", 17 / 18)
            if self._kind == "primary"
            else fonts.font("strong" if self._kind == "secondary" else "text")
        )

    def _inner(self, size: QSize) -> QRectF:
        return QRectF(3, 3, size.width() - 6, size.height() - 6)

    def _paint_ground(self, pen: QPainter, size: QSize, theme: Theme) -> None:
        rect = self._inner(size)
        seed = f"{size.width()}x{size.height()}"
        pen.setPen(Qt.PenStyle.NoPen)
        if self._kind == "primary":
            slab = brush_slab(rect, seed)
            if not self.isEnabled():
                pen.setBrush(theme.mix("hairline", "ground", 0.2))
            elif self.isDown():
                pen.setBrush(theme.color("vermilion_deep"))
            else:
                pen.setBrush(theme.mix("vermilion", "vermilion_deep", 0.45 if self._hover else 0.0))
            pen.drawPath(slab)
            return
        if self._kind == "secondary":
            outer = ink.rough_rect(rect.adjusted(1, 1, -1, -1), seed, 0.7)
            if self.isEnabled() and (self._hover or self.isDown() or self.isChecked()):
                pen.setBrush(theme.color("ink", 0.14 if self.isDown() or self.isChecked() else 0.06))
                pen.drawPath(outer)
            colour = theme.color("ink") if self.isEnabled() else theme.color("hairline")
            pen.setBrush(Qt.BrushStyle.NoBrush)
            pen.setPen(QPen(colour, 1.3, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin))
            pen.drawPath(outer)
            return
        if self.isEnabled() and (self._hover or self.isDown() or self.isChecked()):
            y = rect.bottom() - 4
            stroke = ink.line((rect.left() + 6, y), (rect.center().x(), y + 0.8), (rect.right() - 6, y))
            pen.setBrush(theme.color("vermilion" if self.isDown() or self.isChecked() else "ink"))
            pen.drawPath(ink.brush_stroke(stroke, 1.8, seed, rough=0.08))

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = palette.current()
        with ink.painting(self) as pen:
            state = (self._kind, self._hover, self.isDown(), self.isChecked(), self.isEnabled())
            if self._kind == "primary" and self._breath > 0 and self.isEnabled():
                pen.setPen(QPen(theme.color("vermilion", 0.34 * self._breath), 1.4))
                pen.drawPath(ink.rough_rect(QRectF(self.rect()).adjusted(1, 1, -1, -1), "breath", 0.8))
            pen.drawPixmap(0, 0, self._backdrop.get(self, state))
            if self.hasFocus():
                self._paint_focus(pen, theme)
            self._paint_words(pen, theme)

    def _paint_focus(self, pen: QPainter, theme: Theme) -> None:
        colour = theme.color("ink" if self._kind == "primary" else "vermilion")
        ink.corners(pen, QRectF(self.rect()).adjusted(1.5, 1.5, -1.5, -1.5), colour)

    def _paint_words(self, pen: QPainter, theme: Theme) -> None:
        if not self.isEnabled():
            colour = theme.mix("faded", "ground", 0.4)
        elif self._kind == "primary":
            colour = theme.color("on_vermilion")
        else:
            colour = theme.color("ink")
        rect = QRect(self._margin(), 0, self.width() - 2 * self._margin(), self.height())
        if self.isDown():
            rect.translate(0, 1)
        font = self._font()
        width = QFontMetrics(font).horizontalAdvance(self._words)
        sign = fonts.px(18) if self._sign else 0
        gap = fonts.px(9) if self._sign and self._words else 0
        shows_key = self._cap != "" and self.width() >= self.sizeHint().width()
        key = key_size(self._cap) if shows_key else QSize()
        whole = sign + gap + width + (key.width() + fonts.px(12) if shows_key else 0)
        x = rect.left() + max(0, (rect.width() - whole) // 2)
        if self._sign:
            pen.drawPixmap(
                x, (self.height() - sign) // 2, icons.pixmap(self._sign, colour, sign, self.devicePixelRatioF())
            )
            x += sign + gap
        pen.setFont(font)
        pen.setPen(colour)
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        pen.drawText(QRect(x, rect.top(), width + 4, rect.height()), flags, self._words)
        if shows_key:
            x += width + fonts.px(12)
            cap = QColor(colour)
            cap.setAlphaF(0.85)
            paint_key(
                pen, QRectF(x, rect.center().y() - key.height() / 2 + 1, key.width(), key.height()), self._cap, cap
            )

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.modifiers() & ~KEYPAD:
            self.click()
        else:
            super().keyPressEvent(event)

    def enterEvent(self, event: QEnterEvent) -> None:
        self._hover = True
        super().enterEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        self._hover = False
        super().leaveEvent(event)

    def showEvent(self, event: QShowEvent) -> None:
        if self._breathing is not None:
            self._breathing.start()
        super().showEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:
        if self._breathing is not None:
            self._breathing.stop()
        super().hideEvent(event)


def step_among(buttons: Sequence[QAbstractButton], button: QAbstractButton, way: int) -> None:
    """Bring the keys from one of several buttons to the next, round and round."""
    if button in buttons:
        buttons[(buttons.index(button) + way) % len(buttons)].setFocus(Qt.FocusReason.TabFocusReason)


def fit_words(tools: Sequence[InkButton], *others: QWidget, room: int, gap: int) -> None:
    """Let tools say what they are where they have room beside the others; else their signs and tips do."""
    for tool in tools:
        tool.shorten(False)
    short = side_by_side(*others, *tools, gap=gap) > room
    for tool in tools:
        tool.shorten(short)
