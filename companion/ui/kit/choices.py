"""One of a few: words or signs side by side, dials with three stops, menus."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Qt, Signal, SignalInstance
from PySide6.QtGui import (
    QAction,
    QFont,
    QFontMetrics,
    QFontMetricsF,
    QIcon,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QAbstractButton, QApplication, QButtonGroup, QMenu, QSizePolicy, QVBoxLayout, QWidget

from companion.model.core.words import Message, Name
from companion.ui.kit.accessibility import give_back
from companion.ui.kit.layouts import FlowRow, FoldLayout, hbox
from companion.ui.kit.theme import fonts, icons, ink, palette
from companion.ui.kit.theme.palette import Theme
from companion.ui.kit.translator import tr
from companion.ui.kit.widget import OFF, PaintedButton, Translated, follow, literal


class RadioGroup(QButtonGroup):
    """Radio buttons, however they are painted: to a screen reader too. Tab stops at the chosen one, arrows go on."""

    def addButton(self, button: QAbstractButton, id: int = -1) -> None:
        button.setCheckable(True)
        button.setAutoExclusive(True)  # what makes it a radio button to a screen reader
        super().addButton(button, id)
        button.toggled.connect(self._let_tab_stop)
        self._let_tab_stop()

    def mark(self, chosen: QAbstractButton | None) -> None:
        self.setExclusive(False)
        for button in self.buttons():
            button.setChecked(button is chosen)
        self.setExclusive(True)
        self._let_tab_stop()

    def _let_tab_stop(self, *_: object) -> None:
        buttons = self.buttons()
        stop = next((button for button in buttons if button.isChecked()), buttons[0] if buttons else None)
        for button in buttons:
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus if button is stop else Qt.FocusPolicy.ClickFocus)


class ChoiceWord(PaintedButton):
    """One word of several: the chosen one is underlined by the brush, the others are faded."""

    opacity_off = OFF

    def __init__(self, sign: str = "", parent: QWidget | None = None, *, large: bool = False) -> None:
        """`sign` names an icon before the word; `large` writes it in mincho."""
        super().__init__(parent)
        self._sign, self._large = sign, large
        self.setCheckable(True)

    def say(self, text: str) -> None:
        self.setText(text)
        self.setAccessibleName(text)
        self.refresh()

    def _side(self) -> int:
        return fonts.px(20 if self._large else 16) if self._sign else 0

    def sizeHint(self) -> QSize:
        metrics = QFontMetrics(self._font())
        side = self._side()
        wide = metrics.horizontalAdvance(self.text()) + (side + fonts.px(7) if side else 0) + fonts.px(14)
        return QSize(wide, metrics.height() + fonts.px(13))

    def _font(self) -> QFont:
        return fonts.font("name" if self._large else "text", 1.05 if self._large else 1.0)

    def paint(self, pen: QPainter, theme: Theme) -> None:
        lit = self.isChecked() or self.underMouse() or self.hasFocus()
        colour = theme.color("ink" if lit else "faded")
        x, side = fonts.px(7), self._side()
        text = QRectF(0, 0, self.width(), self.height() - fonts.px(7))
        if side:
            pen.drawPixmap(QPointF(x, (text.height() - side) / 2),
                           icons.pixmap(self._sign, colour, side, self.devicePixelRatioF()))  # fmt: skip
            x += side + fonts.px(7)
        ink.write(pen, text.adjusted(x, 0, 0, 0), self.text(), self._font(), colour, Qt.AlignmentFlag.AlignVCenter)
        y = self.height() - fonts.px(6)
        if self.isChecked():
            pen.setPen(Qt.PenStyle.NoPen)
            pen.setBrush(theme.color("vermilion"))
            line = ink.line((fonts.px(5), y), (self.width() / 2, y + 1.2), (self.width() - fonts.px(5), y))
            pen.drawPath(ink.brush_stroke(line, fonts.px(3.4), self.text(), rough=0.09))
        elif self.underMouse():
            pen.setPen(QPen(theme.color("hairline"), 1.4))
            pen.drawLine(QPointF(fonts.px(6), y), QPointF(self.width() - fonts.px(6), y))
        if self.hasFocus():
            pen.setBrush(Qt.BrushStyle.NoBrush)
            pen.setPen(QPen(theme.color("vermilion"), 1.4, Qt.PenStyle.DotLine))
            pen.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 3, 3)


class Choices(Translated, QWidget):
    """Words of which one is chosen. `chosen` carries the id when a person chooses; `show_choice` sets it silently."""

    chosen = Signal(str)

    def __init__(
        self,
        title: Message | None,
        options: Sequence[tuple[str, Message | str, str]],
        parent: QWidget | None = None,
        *,
        large: bool = False,
        upright: bool = False,
        flowing: bool = False,
        align: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft,
    ) -> None:
        """`options`: id, word, icon (or none). `title` is for screen readers; `flowing`: on several lines."""
        super().__init__(parent)
        self._title, self._options = title, options
        self.words: dict[str, ChoiceWord] = {}
        self._group = RadioGroup(self)
        flow = FlowRow(self) if flowing else None
        box = QVBoxLayout(self) if upright or flowing else FoldLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.setSpacing(fonts.px(0 if upright else 8))
        if not upright and align & (Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignRight):
            box.addStretch(1)
        for id, _, sign in options:
            place = align if upright else Qt.AlignmentFlag.AlignVCenter
            word = ChoiceWord(sign, self, large=large)
            word.clicked.connect(lambda _=False, id=id: self.chosen.emit(id))
            self._group.addButton(word)
            self.words[id] = word
            if flow is not None:
                flow.add(word)
            else:
                box.addWidget(word, 0, place)
        if flow is not None:
            box.addWidget(flow)
        elif upright or not align & Qt.AlignmentFlag.AlignRight:
            box.addStretch(1)
        self._flow = flow
        self.retranslate()

    def retranslate(self) -> None:
        title = tr(self._title) if self._title is not None else ""
        self.setAccessibleName(title)
        for id, word, _ in self._options:
            self.words[id].say(tr(word) if isinstance(word, Message) else word)
            self.words[id].setAccessibleDescription(title)
        if self._flow is not None:
            self._flow.refresh()

    def choice(self) -> str:
        return next((id for id, word in self.words.items() if word.isChecked()), "")

    def show_choice(self, id: str) -> None:
        """Mark what is chosen; an unknown id: nothing is."""
        self._group.mark(self.words.get(id))


LEAST_NAME = 0.72
"""The names of the big stations get so much smaller where there is little room."""
STEP, CLOSE = 27, 22
"""Between two stops of a small dial, and where two dials share a line; at text scale 1."""


class SmallDial(PaintedButton):
    """A bead on a hairline with three stops. Arrows move it, a click brings it to a stop."""

    opacity_off = OFF
    turned = Signal(int)

    def __init__(self, parent: QWidget | None = None, *, step: int = STEP) -> None:
        super().__init__(parent)
        self._step = step
        self.at, self._count = 0, 3
        self._name, self._words = "", ("", "", "")
        self.clicked.connect(lambda: self._turn((self.at + 1) % self._count))

    def tell(self, at: int, name: str, words: Sequence[str]) -> None:
        """Stand at a stop; say what it is about, and what each stop is called."""
        self.at, self._name, self._words = at, name, (words[0], words[1], words[2])
        self.setText(f"{name}: {words[at]}")
        self.setAccessibleName(self.text())
        self.setToolTip(self.text())
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(self._step * 3), fonts.px(24))

    def _x(self, stop: int) -> float:
        return self.width() * (stop + 0.5) / self._count

    def paint(self, pen: QPainter, theme: Theme) -> None:
        lit = self.isEnabled() and (self.hasFocus() or self.underMouse())
        strong = theme.color("ink")
        y = self.height() / 2
        pen.setPen(QPen(theme.color("faded" if lit else "hairline"), 1.2))
        pen.drawLine(QPointF(self._x(0), y), QPointF(self._x(2), y))
        for stop in range(self._count):
            small = fonts.px(3)
            pen.setPen(QPen(theme.color("faded"), 1.1))
            pen.setBrush(theme.color("surface"))
            if stop != self.at:
                pen.drawEllipse(QPointF(self._x(stop), y), small, small)
        ink.fill(pen, ink.rough_disc(QPointF(self._x(self.at), y), fonts.px(5.5), f"bead{self.at}", 0.04), strong)
        if self.hasFocus():
            pen.setBrush(Qt.BrushStyle.NoBrush)
            pen.setPen(QPen(theme.color("vermilion"), 1.6))
            pen.drawEllipse(QPointF(self._x(self.at), y), fonts.px(8.5), fonts.px(8.5))

    def _turn(self, at: int) -> None:
        if 0 <= at < self._count and at != self.at:
            self.turned.emit(at)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self.setDown(False)
        if self.rect().contains(event.position().toPoint()):
            self._turn(min(self._count - 1, max(0, int(event.position().x() * self._count / max(1, self.width())))))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        way = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()))
        if way is not None:
            self._turn(self.at + way)
        elif event.key() == Qt.Key.Key_Down:
            self.focusNextChild()
        elif event.key() == Qt.Key.Key_Up:
            self.focusPreviousChild()
        else:
            super().keyPressEvent(event)


class Legend(QWidget):
    """What the stops of the small dials below are called, each word over its stop."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words: tuple[str, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        follow(self)

    def refresh(self) -> None:
        self.updateGeometry()
        self.update()

    def say(self, words: Sequence[str]) -> None:
        self._words = tuple(words)
        self.setAccessibleName(" · ".join(words))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(STEP * 3), fonts.px(18))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self._words:
            return
        font = fonts.font("small")
        widths = [QFontMetricsF(font).horizontalAdvance(word) for word in self._words]
        gap = (self.width() - sum(widths)) / (len(widths) - 1 or 1)
        if gap < fonts.px(4):
            font.setPixelSize(max(9, round(font.pixelSize() * (self.width() - 2 * fonts.px(4)) / sum(widths))))
            widths = [QFontMetricsF(font).horizontalAdvance(word) for word in self._words]
            gap = (self.width() - sum(widths)) / (len(widths) - 1 or 1)
        with ink.painting(self) as pen:
            pen.setFont(font)
            pen.setPen(palette.current().color("faded"))
            x = 0.0
            for word, wide in zip(self._words, widths, strict=True):
                box = QRectF(x, 0, wide + 2, self.height())
                pen.drawText(box, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, word)
                x += wide + gap


class Signs(QWidget):
    """What the stops of the small dials below mean, each sign over its stop."""

    def __init__(self, signs: Sequence[str], parent: QWidget | None = None, *, step: int = STEP) -> None:
        """`signs`: names of icons, from left to right."""
        super().__init__(parent)
        self._step = step
        self._signs = tuple(signs)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        follow(self)

    def refresh(self) -> None:
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(self._step * 3), fonts.px(18))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        colour, side = palette.current().color("faded"), fonts.px(14)
        with ink.painting(self) as pen:
            for n, sign in enumerate(self._signs):
                x = self.width() * (n + 0.5) / len(self._signs)
                icons.paint(pen, sign, colour, QRectF(x - side / 2, (self.height() - side) / 2, side, side))


class BigStop(PaintedButton):
    """One of the three ways to play: a station on a thick line, its name below."""

    opacity_off = OFF

    def __init__(self, place: int, parent: QWidget) -> None:
        """`place`: 0 to 2, from left to right."""
        super().__init__(parent)
        self._place, self._dial = place, parent
        self.setCheckable(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def say(self, name: str, words: str) -> None:
        self.setText(name)
        self.setAccessibleName(name)
        self.setAccessibleDescription(words)
        self.setToolTip(words)
        self.refresh()

    def sizeHint(self) -> QSize:
        metrics = QFontMetricsF(fonts.font("name"))
        return QSize(
            round(metrics.horizontalAdvance(self.text())) + fonts.px(12), fonts.px(34) + round(metrics.height())
        )

    def minimumSizeHint(self) -> QSize:
        return QSize(round(self.sizeHint().width() * LEAST_NAME), self.sizeHint().height())

    def name_font(self) -> QFont:
        """One size for all stations, in which the longest name fits."""
        room = self.width() - fonts.px(6)
        stops = self._dial.findChildren(BigStop)
        found = (fonts.fitted("name", stop.text(), room, 1.0, LEAST_NAME) for stop in stops)
        return min(found, key=QFont.pixelSize)

    def paint(self, pen: QPainter, theme: Theme) -> None:
        lit = self.isChecked() or self.underMouse() or self.hasFocus()
        middle, y = self.width() / 2, fonts.px(16)
        left = middle if self._place == 0 else 0.0
        right = middle if self._place == 2 else float(self.width())
        pen.setPen(Qt.PenStyle.NoPen)
        pen.setBrush(theme.color("faded"))
        pen.drawRect(QRectF(left, y - fonts.px(1), right - left, fonts.px(2)))
        radius = fonts.px(9.5 if self.isChecked() else 5.5)
        centre = QPointF(middle, y)
        pen.setBrush(theme.color("vermilion" if self.isChecked() else "surface"))
        pen.setPen(QPen(theme.color("vermilion" if self.isChecked() else "ink" if lit else "faded"), 1.6))
        pen.drawPath(ink.rough_disc(centre, radius, f"stop{self._place}", 0.03))
        if self.hasFocus():
            pen.setBrush(Qt.BrushStyle.NoBrush)
            pen.setPen(QPen(theme.color("vermilion"), 1.4, Qt.PenStyle.DotLine))
            pen.drawEllipse(centre, fonts.px(13.5), fonts.px(13.5))
        pen.setFont(self.name_font())
        pen.setPen(theme.color("ink" if lit else "faded"))
        name = QRectF(0, fonts.px(30), self.width(), self.height() - fonts.px(30))
        pen.drawText(name, Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop, self.text())
        if self.isChecked():
            wide = QFontMetricsF(pen.font()).horizontalAdvance(self.text())
            base = self.height() - fonts.px(3)
            stroke = ink.line((middle - wide / 2, base), (middle, base + 1), (middle + wide / 2, base))
            pen.setPen(Qt.PenStyle.NoPen)
            pen.setBrush(theme.color("vermilion"))
            pen.drawPath(ink.brush_stroke(stroke, fonts.px(2.6), self._place, rough=0.09))


class BigDial(QWidget):
    """Three stations on a line. `turned` carries the id of the one a person chooses; arrows go from one to the next."""

    turned = Signal(str)

    def __init__(self, ids: Sequence[str], parent: QWidget | None = None) -> None:
        """`ids` of the three, from left to right."""
        super().__init__(parent)
        row = hbox(on=self, spacing=0)
        self._group = RadioGroup(self)
        self.stops: dict[str, BigStop] = {}
        for place, id in enumerate(ids):
            stop = BigStop(place, self)
            stop.clicked.connect(lambda _=False, id=id: self.turned.emit(id))
            self._group.addButton(stop)
            self.stops[id] = stop
            row.addWidget(stop, 1)

    def show_stop(self, id: str) -> None:
        self._group.mark(self.stops.get(id))


Speak: TypeAlias = Callable[[Message | Name | str], str]


class Menu(QMenu):
    """Entries to choose from; it goes once it has closed. `speak` puts words into the language of the window."""

    def __init__(self, speak: Speak, name: Message | Name | str, parent: QWidget | None) -> None:
        super().__init__(literal(speak(name)), parent)
        self._speak = speak
        self._back: QWidget | None = None
        self.setAccessibleName(speak(name))
        self.aboutToShow.connect(self._come)
        self.aboutToHide.connect(self._leave)

    def add(
        self,
        words: Message | Name | str,
        do: Callable[[], object],
        sign: str | QIcon = "",
        *,
        on: bool | None = None,
    ) -> QAction:
        """An entry with a sign before it; `on`: a switch, and how it stands."""
        icon = sign if isinstance(sign, QIcon) else icons.icon(sign) if sign else QIcon()
        action = self.addAction(icon, literal(self._speak(words)))
        action.setCheckable(on is not None)
        action.setChecked(bool(on))
        action.triggered.connect(lambda _=False: do())
        return action

    def inner(self, words: Message, sign: str) -> Menu:
        """A menu in the menu."""
        made = Menu(self._speak, words, self)
        made.setIcon(icons.icon(sign))
        self.addMenu(made)
        return made

    def ask(self, at: QPoint | QWidget, until: SignalInstance | None = None) -> None:
        """Open at a point of the screen or below a widget, unless it is empty; close when `until` is emitted."""
        if not self.actions():
            self.deleteLater()
            return
        self.aboutToHide.connect(self.deleteLater)
        if until is not None:
            until.connect(self.close)
        self.popup(at if isinstance(at, QPoint) else at.mapToGlobal(QPoint(0, at.height())))

    def _come(self) -> None:
        self._back = QApplication.focusWidget()

    def _leave(self) -> None:
        held = QApplication.focusWidget()  # Tab may have brought the keys into the menu
        if held is None or held is self or self.isAncestorOf(held):
            give_back(self, self._back)
