"""Paper, headings, dividers, seals, passing notes, and the strip for what stays true."""

from __future__ import annotations

import random
from abc import abstractmethod
from collections.abc import Callable
from functools import lru_cache
from typing import Literal

from PySide6.QtCore import QEvent, QPointF, QPropertyAnimation, QRect, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QAccessible, QFontMetrics, QKeyEvent, QPainter, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QGraphicsOpacityEffect, QLabel, QSizePolicy, QWidget

from companion.model.core.words import Message, say
from companion.ui.kit.accessibility import announce
from companion.ui.kit.art.marks import ElementMark
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.explain import TermLabel
from companion.ui.kit.layouts import hbox
from companion.ui.kit.theme import fonts, ink, motion, palette
from companion.ui.kit.theme.palette import Role, Theme
from companion.ui.kit.translator import Sentence, says, tr
from companion.ui.kit.widget import Backdrop, InkWidget, Label, follow


class PaperPanel(InkWidget):
    """A sheet of paper with a hand-cut edge and a soft shadow. Put a layout on it; do not put one on another."""

    SHADOW = 9
    accessible_role = QAccessible.Role.Grouping

    def __init__(
        self, parent: QWidget | None = None, *, role: Role = "surface", margin: int = 20, seed: int = 1
    ) -> None:
        super().__init__(parent)
        self._role: Role = role
        self._seed, self._margin = seed, margin
        self._backdrop = Backdrop(self._draw)
        self.refresh()

    def refresh(self) -> None:
        edge = self.SHADOW + fonts.px(self._margin)
        self.setContentsMargins(edge, edge, edge, edge)
        super().refresh()

    def _draw(self, pen: QPainter, size: QSize, theme: Theme) -> None:
        paint_sheet(pen, QRectF(0, 0, size.width(), size.height()), theme, self._role, self._seed, self.SHADOW)

    def paint(self, pen: QPainter, theme: Theme) -> None:
        pen.drawPixmap(0, 0, self._backdrop.get(self))


class KeyedPanel(PaperPanel):
    """Paper whose keys come before shortcuts of the window."""

    @abstractmethod
    def meant(self, event: QKeyEvent) -> Callable[[], object] | None:
        """What a key does now; None: it is not for the panel."""

    def event(self, event: QEvent) -> bool:
        if (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and self.meant(event) is not None
        ):
            event.accept()
            return True
        return bool(super().event(event))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        do = self.meant(event)
        if do is not None:
            do()
        else:
            super().keyPressEvent(event)


def paint_sheet(
    pen: QPainter, rect: QRectF, theme: Theme, role: Role = "surface", seed: int = 1, shadow: float = 9
) -> None:
    """Paint a sheet of paper into a rectangle; its shadow lies within the rectangle too."""
    sheet = ink.rough_rect(rect.adjusted(shadow, shadow * 0.7, -shadow, -shadow * 1.3), f"sheet{seed}", 0.9, 30)
    ink.soft_shadow(
        pen, sheet, theme.color("shadow", 0.5 if theme.dark else 0.22), shadow * 0.62, shadow * 0.14, shadow * 0.34
    )
    ink.fill(pen, sheet, theme.color(role))
    pen.save()
    pen.setClipPath(sheet)
    fibre = theme.color("ink")
    for cells, strength in ((9, 0.022), (64, 0.03)):
        pen.drawTiledPixmap(rect.toAlignedRect(), ink.grain_pixmap(cells, 256, seed + cells, fibre.rgb(), strength))
    pen.restore()
    ink.outline(pen, sheet, theme.color("surface" if theme.dark else "hairline", 0.9 if theme.dark else 0.6), 1)


class Heading(QLabel):
    """A title in mincho; `kanji` sets an ornament after it in vermilion (never the only label)."""

    def __init__(
        self, text: str | Sentence, parent: QWidget | None = None, *, level: Literal[1, 2, 3] = 2, kanji: str = ""
    ) -> None:
        super().__init__(parent)
        self._level, self._kanji, self._words = level, kanji, ""
        self.setTextFormat(Qt.TextFormat.PlainText)
        if isinstance(text, str):
            self.setText(text)
        else:
            says(self, text)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        follow(self)
        self.refresh()

    def setWordWrap(self, on: bool) -> None:
        super().setWordWrap(on)
        high = QSizePolicy.Policy.Minimum if on else QSizePolicy.Policy.Fixed
        self.setSizePolicy(QSizePolicy.Policy.Preferred, high)

    def setText(self, text: str) -> None:
        self._words = text
        self.setAccessibleName(text)
        self.refresh()

    def text(self) -> str:
        return self._words

    def refresh(self) -> None:
        self.setFont(fonts.font(("display", "title", "name")[self._level - 1]))
        super().setText(self._words)
        self.updateGeometry()
        self.update()

    def _ornament_width(self) -> int:
        if not self._kanji:
            return 0
        return QFontMetrics(self.font()).horizontalAdvance(self._kanji) + fonts.px(14)

    def sizeHint(self) -> QSize:
        hint = super().sizeHint()
        return QSize(hint.width() + self._ornament_width() + 2, hint.height())

    def minimumSizeHint(self) -> QSize:
        hint = super().minimumSizeHint()
        return QSize(hint.width() + self._ornament_width() + 2, hint.height())

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self._kanji:
            return
        with ink.painting(self) as pen:
            pen.setFont(self.font())
            pen.setPen(palette.current().color("vermilion"))
            x = QFontMetrics(self.font()).horizontalAdvance(self._words) + fonts.px(14)
            pen.drawText(QRectF(x, 0, self.width() - x, self.height()), Qt.AlignmentFlag.AlignVCenter, self._kanji)


class Rule(InkWidget):
    """A divider: one brush stroke that runs dry at its end."""

    def __init__(
        self, parent: QWidget | None = None, *, role: Role = "ink", weight: float = 3.0, seed: int = 1
    ) -> None:
        super().__init__(parent)
        self._role: Role = role
        self._weight, self._seed = weight, seed
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("")

    def sizeHint(self) -> QSize:
        return QSize(120, round(self._weight) + 10)

    def minimumSizeHint(self) -> QSize:
        return QSize(24, round(self._weight) + 10)

    def paint(self, pen: QPainter, theme: Theme) -> None:
        size, dpr = self.size().toTuple(), self.devicePixelRatioF()
        pen.drawPixmap(0, 0, _ruled(size, dpr, self._weight, theme, self._role, self._seed))


@lru_cache(maxsize=32)
def _ruled(size: tuple[int, int], dpr: float, weight: float, theme: Theme, role: Role, seed: int) -> QPixmap:
    """A divider as a picture, which all of its size share: it costs as much as the rest of a help page's head."""
    found = ink.blank(*size, dpr)
    with ink.painting(found) as pen:
        paint_rule(pen, QPointF(2, size[1] / 2), size[0] - 4, weight, theme, role, seed)
    return found


def paint_rule(
    pen: QPainter, start: QPointF, length: float, weight: float, theme: Theme, role: Role = "ink", seed: int = 1
) -> None:
    """Paint a dividing stroke to the right of a point."""
    rng = random.Random(f"rule{seed}")
    count = max(6, round(length / 14))
    drift = [rng.uniform(-0.22, 0.22) * weight for _ in range(count + 1)]
    points = [start + QPointF(length * k / count, drift[k]) for k in range(count + 1)]
    body = ink.brush_stroke(
        points, weight, rng, pressure=lambda t: (0.62 + 0.38 * min(1.0, 6 * (1 - t))) * (1 - 0.62 * t), rough=0.09
    )
    pen.save()
    ink.fill(pen, body, theme.color(role))
    pen.setBrush(theme.color("surface", 0.55))
    for _ in range(5):
        x = start.x() + length * rng.uniform(0.55, 0.9)
        run = length * rng.uniform(0.04, 0.12)
        y = start.y() + rng.uniform(-0.2, 0.2) * weight
        pen.drawPath(
            ink.brush_stroke(
                ink.line((x, y), (x + run / 2, y), (x + run, y)),
                weight * 0.14,
                None,
                pressure=_streak,
            )
        )
    pen.restore()


def _streak(t: float) -> float:
    return 1 - abs(2 * t - 1)


class SealLabel(InkWidget):
    """A vermilion seal with one to four characters cut in (kanji or a short word); `name` is what it says in words."""

    def __init__(
        self, text: str, name: str, parent: QWidget | None = None, *, size: int = 44, role: Role = "vermilion"
    ) -> None:
        super().__init__(parent)
        self._text, self._size = text, size
        self._role: Role = role
        self._backdrop = Backdrop(self._draw)
        self.setAccessibleName(name)
        self.setToolTip(name)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(self._size), fonts.px(self._size))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def _draw(self, pen: QPainter, size: QSize, theme: Theme) -> None:
        paint_seal(pen, QRectF(0, 0, size.width(), size.height()), self._text, theme, self._role)

    def paint(self, pen: QPainter, theme: Theme) -> None:
        pen.drawPixmap(0, 0, self._backdrop.get(self))


def paint_seal(pen: QPainter, rect: QRectF, text: str, theme: Theme, role: Role = "vermilion") -> None:
    """Paint a seal's print: rough edge, worn spots, the characters left clear."""
    rng = random.Random(f"seal{text}")
    side = min(rect.width(), rect.height())
    box = QRectF(rect.center().x() - side / 2, rect.center().y() - side / 2, side, side).adjusted(2, 2, -2, -2)
    print_ = ink.rough_rect(box, f"seal{text}", side * 0.022, side / 7)
    inner = box.adjusted(side * 0.13, side * 0.13, -side * 0.13, -side * 0.13)
    pen.save()
    ink.fill(pen, print_, theme.color(role))
    clear = theme.color("on_vermilion" if role == "vermilion" else "surface")
    pen.setBrush(Qt.BrushStyle.NoBrush)
    pen.setPen(QPen(clear, max(1.0, side * 0.028)))
    frame = box.adjusted(side * 0.07, side * 0.07, -side * 0.07, -side * 0.07)
    pen.drawPath(ink.rough_rect(frame, f"frame{text}", side * 0.012, side / 6))
    columns = (
        [text] if len(text) <= 1 else [text[len(text) // 2 :], text[: len(text) // 2]] if len(text) == 4 else [text]
    )
    upright = all(ord(c) > 0x2E80 for c in text)
    font = fonts.font("name")
    pen.setPen(clear)
    if upright:
        rows = max(len(c) for c in columns)
        font.setPixelSize(
            max(6, round(min(inner.width() / len(columns), inner.height() / rows) * (1.0 if len(text) > 1 else 0.98)))
        )
        pen.setFont(font)
        for i, column in enumerate(columns):
            for j, sign in enumerate(column):
                cell = QRectF(inner.left() + inner.width() * i / len(columns), inner.top() + inner.height() * j / rows,
                              inner.width() / len(columns), inner.height() / rows)  # fmt: skip
                pen.drawText(cell.adjusted(-9, -9, 9, 9), Qt.AlignmentFlag.AlignCenter, sign)
    else:
        size = round(inner.height() * 0.7)
        font.setPixelSize(max(6, size))
        while size > 6 and QFontMetrics(font).horizontalAdvance(text) > inner.width():
            size -= 1
            font.setPixelSize(size)
        pen.setFont(font)
        pen.drawText(inner.adjusted(-9, -9, 9, 9), Qt.AlignmentFlag.AlignCenter, text)
    pen.setPen(Qt.PenStyle.NoPen)
    pen.setBrush(theme.color("surface", 0.75))
    for _ in range(round(side / 4)):
        r = side * rng.uniform(0.004, 0.016)
        pen.drawEllipse(QPointF(box.left() + rng.random() * box.width(), box.top() + rng.random() * box.height()), r, r)
    pen.restore()


class Toast(InkWidget):
    """A passing note at the lower edge of a window: dark slip, one sentence, at most one thing to do.

    `acted` is emitted when the person takes the offer. It deletes itself when done.
    """

    acted = Signal()

    def __init__(self, parent: QWidget, text: str, *, action: str = "", milliseconds: int = 5000) -> None:
        super().__init__(parent)
        self._text = text
        self._backdrop = Backdrop(self._draw)
        self.setAccessibleName(text)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._label = TermLabel(self, role="ground", wrap=False)
        self._label.mark_role = "ground"
        self._label.setText(text)
        row = hbox(self._label, on=self, spacing=18, margins=(30, 18, 24, 22))
        self._button: InkButton | None = None
        if action:
            self._button = InkButton(action, "primary", self, clicked=self._act)
            row.addWidget(self._button)
        self._timer = QTimer(self, singleShot=True, interval=milliseconds)
        self._timer.timeout.connect(self.close)
        self.refresh()

    def refresh(self) -> None:
        super().refresh()
        if self.isVisible():
            self.seat()

    def seat(self) -> None:
        """Lie over the lower edge of what is seen of the parent; words that are too wide for it wrap."""
        parent = self.parentWidget()
        room = parent.visibleRegion().boundingRect() if parent is not None else QRect()
        if parent is not None and room.isEmpty():
            room = parent.rect()
        self._label.setWordWrap(False)
        if room.isValid() and self.sizeHint().width() > room.width() - fonts.px(24):
            self._label.setWordWrap(True)
            self.resize(room.width() - fonts.px(24), 0)
            layout = self.layout()
            self.resize(self.width(), layout.totalHeightForWidth(self.width()) if layout is not None else 0)
        else:
            self.adjustSize()
        if room.isValid():
            x = room.left() + (room.width() - self.width()) // 2
            self.move(x, room.top() + room.height() - self.height() - fonts.px(18))

    def popup(self) -> None:
        self.seat()
        self.show()
        self.raise_()
        announce(self, self._text)
        self._timer.start()
        if not motion.reduced():
            effect = QGraphicsOpacityEffect(self)
            self.setGraphicsEffect(effect)
            fade = QPropertyAnimation(effect, b"opacity", self)
            fade.setDuration(motion.NORMAL)
            fade.setStartValue(0.0)
            fade.setEndValue(1.0)
            fade.finished.connect(self._settled)
            fade.start(QPropertyAnimation.DeletionPolicy.DeleteWhenStopped)

    def _settled(self) -> None:
        self.setGraphicsEffect(None)  # type: ignore[arg-type]  # Qt takes None, its stubs do not

    def _act(self) -> None:
        self.acted.emit()
        self.close()

    def _draw(self, pen: QPainter, size: QSize, theme: Theme) -> None:
        slip = ink.rough_rect(QRectF(8, 6, size.width() - 16, size.height() - 16), self._text, 1.1, 24)
        ink.soft_shadow(pen, slip, theme.color("shadow", 0.45), 6, 1, 3)
        ink.fill(pen, slip, theme.color("ink"))

    def paint(self, pen: QPainter, theme: Theme) -> None:
        pen.drawPixmap(0, 0, self._backdrop.get(self))


class Notice(InkWidget):
    """A few sentences, and a way to put them away."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._whys: list[Message] = []
        self._words = Label(self, role="ink")
        self._close = InkButton("", "quiet", self, sign="close", name=say("Close"), tip=say("Close"))
        self._close.clicked.connect(self._put_away)
        hbox(
            (ElementMark("fire", "", self, size=20), Qt.AlignmentFlag.AlignVCenter),
            (self._words, 1),
            self._close,
            on=self,
            spacing=14,
            margins=(20, 8, 10, 8),
        )
        self.hide()

    def tell(self, why: Message) -> None:
        """Say this too, until all is put away."""
        if why not in self._whys:
            self._whys.append(why)
        self.retranslate()
        self.show()

    def withdraw(self, why: Message) -> None:
        """Say this no longer."""
        if why in self._whys:
            self._whys.remove(why)
        self.retranslate()
        self.setVisible(bool(self._whys))

    def _put_away(self) -> None:
        self._whys.clear()
        self.hide()

    def text(self) -> str:
        """What it says."""
        return self._words.text()

    def retranslate(self) -> None:
        if self._whys:
            self._words.setText("\n".join(map(tr, self._whys)))
            self.setAccessibleName(self._words.text())

    def paint(self, pen: QPainter, theme: Theme) -> None:
        pen.fillRect(self.rect(), theme.color("sunken"))
        pen.fillRect(0, self.height() - 2, self.width(), 2, theme.color("vermilion"))
