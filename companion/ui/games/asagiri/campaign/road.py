"""The road of a campaign: a stop for every chapter, done, present or to come."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QScrollArea, QSizePolicy, QWidget

from companion.model.core.words import Message, say
from companion.model.games.asagiri.campaign.chapter_page import chapter_words
from companion.model.games.asagiri.campaign.state import SEATS, State
from companion.ui.kit.layouts import hbox
from companion.ui.kit.theme import fonts, ink, palette
from companion.ui.kit.theme.palette import Theme
from companion.ui.kit.translator import tr
from companion.ui.kit.widget import SteppingButton, follow

STOP = 116
SEAL = 17
"""Radius of a stop."""
WRAP = int(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop) | int(Qt.TextFlag.TextWordWrap)


@dataclass(frozen=True, slots=True)
class Milestone:
    """One chapter on the road."""

    number: int
    name: str
    stands: Literal["done", "now", "ahead"]
    winner: int | None = None
    words: str = ""
    """How it stands, in a sentence."""


def milestones(state: State) -> list[Milestone]:
    """Every chapter of a campaign, in its order."""
    now, found = state.now, []
    for n, id in enumerate(now.settings.chapters):
        name = tr(chapter_words(state, id))
        if n < len(now.history):
            winner = now.history[n].winner
            words = say("No winner") if winner is None else say("Won by roster {seat}", seat=SEATS[winner])
            found.append(Milestone(n + 1, name, "done", winner, tr(words)))
        elif n == now.chapter:
            found.append(Milestone(n + 1, name, "now", None, tr(say("Current chapter"))))
        else:
            found.append(Milestone(n + 1, name, "ahead", None, tr(say("Still to come"))))
    return found


def octagon(centre: QPointF, radius: float) -> QPainterPath:
    """The shape of roster B."""
    short = radius * 0.414
    points = [(short, -radius), (radius, -short), (radius, short), (short, radius),
              (-short, radius), (-radius, short), (-radius, -short), (-short, -radius)]  # fmt: skip
    path = QPainterPath()
    path.addPolygon([centre + QPointF(x, y) for x, y in points])
    path.closeSubpath()
    return path


def paint_stop(pen: QPainter, centre: QPointF, radius: float, stop: Milestone, theme: Theme) -> None:
    """The seal of a chapter: filled in the shape of the roster that has won it, vermilion where one stands now."""
    shape = octagon(centre, radius * 0.94) if stop.winner == 1 else ink.rough_disc(centre, radius, stop.number, 0.03)
    if stop.stands == "now":
        pen.setPen(Qt.PenStyle.NoPen)
        pen.setBrush(theme.color("vermilion"))
    elif stop.stands == "done" and stop.winner is not None:
        pen.setPen(Qt.PenStyle.NoPen)
        pen.setBrush(theme.color("ink"))
    else:
        dash = Qt.PenStyle.DashLine if stop.stands == "done" else Qt.PenStyle.SolidLine
        pen.setPen(QPen(theme.color("ink" if stop.stands == "done" else "faded"), 1.4, dash))
        pen.setBrush(theme.color("ground"))
    pen.drawPath(shape)
    filled = stop.stands == "now" or stop.winner is not None
    font = fonts.font("name")
    font.setPixelSize(max(7, round(radius * 0.98)))
    pen.setFont(font)
    light = theme.color("surface") if stop.stands == "now" and not theme.dark else theme.color("ground")
    pen.setPen(light if filled else theme.color("faded"))
    box = QRectF(centre.x() - radius, centre.y() - radius, 2 * radius, 2 * radius)
    pen.drawText(box, Qt.AlignmentFlag.AlignCenter, str(stop.number))


class StopButton(SteppingButton):
    """A stop to click on."""

    def __init__(self, stop: Milestone, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.stop = stop
        self.setCheckable(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.refresh()
        self.show_stop(stop)

    def show_stop(self, stop: Milestone) -> None:
        self.stop = stop
        self.setAccessibleName(f"{stop.number}. {stop.name}")
        self.setAccessibleDescription(stop.words)
        self.setToolTip(f"{stop.number}. {stop.name} · {stop.words}")
        self.update()

    def refresh(self) -> None:
        self.setMaximumWidth(fonts.px(STOP * 2))
        super().refresh()

    def sizeHint(self) -> QSize:
        low = QFontMetricsF(fonts.font("small")).lineSpacing()
        return QSize(fonts.px(STOP), round(fonts.px(2 * SEAL + 22) + 2 * low))

    def minimumSizeHint(self) -> QSize:
        return QSize(fonts.px(92), self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, stop = palette.current(), self.stop
        with ink.painting(self) as pen:
            radius = fonts.px(SEAL) * (1.12 if stop.stands == "now" else 0.94)
            centre = QPointF(self.width() / 2, fonts.px(SEAL + 5))
            paint_stop(pen, centre, radius, stop, theme)
            if self.hasFocus() or self.isChecked():
                pen.setBrush(Qt.BrushStyle.NoBrush)
                style = Qt.PenStyle.SolidLine if self.hasFocus() else Qt.PenStyle.DotLine
                pen.setPen(QPen(theme.color("vermilion"), 1.6, style))
                pen.drawEllipse(centre, radius + fonts.px(4), radius + fonts.px(4))
            small = fonts.font("small")
            pen.setFont(small)
            lit = stop.stands != "ahead" or self.underMouse()
            pen.setPen(theme.color("ink" if lit else "faded"))
            room = QRectF(fonts.px(3), fonts.px(2 * SEAL + 12), self.width() - fonts.px(6),
                          2 * QFontMetricsF(small).lineSpacing() + 2)  # fmt: skip
            pen.drawText(room, WRAP, stop.name)


class Road(QWidget):
    """All stops side by side; where they do not fit, the road scrolls. `looked` carries a chapter, counted from 0."""

    looked = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.stops: list[StopButton] = []
        self._strip = _Strip()
        self._box = hbox(on=self._strip, spacing=0)
        self._box.setAlignment(Qt.AlignmentFlag.AlignLeft)
        self._area = QScrollArea(self)
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setWidgetResizable(True)
        self._area.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._area.viewport().setAutoFillBackground(False)
        self._strip.setAutoFillBackground(False)
        self._area.setWidget(self._strip)
        hbox(self._area, on=self)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        follow(self)

    def refresh(self) -> None:
        high = self.stops[0].sizeHint().height() if self.stops else fonts.px(80)
        if len(self.stops) * fonts.px(92) > max(self.width(), 300):
            high += self._area.horizontalScrollBar().sizeHint().height()
        self.setFixedHeight(high + 2)

    def resizeEvent(self, event: object) -> None:
        self.refresh()

    def show_state(self, state: State, looked: int | None = None) -> None:
        wanted: Sequence[Milestone] = milestones(state)
        while len(self.stops) > len(wanted):
            button = self.stops.pop()
            self._box.removeWidget(button)
            button.hide()
            button.deleteLater()
        for n, stop in enumerate(wanted):
            if n < len(self.stops):
                self.stops[n].show_stop(stop)
            else:
                button = StopButton(stop, self._strip)
                button.clicked.connect(lambda _=False, n=n: self.looked.emit(n))
                button.stepped.connect(lambda way, _, n=n: self._step(n + way))
                self.stops.append(button)
                self._box.addWidget(button)
                button.show()
        for n, button in enumerate(self.stops):
            button.setChecked(n == looked)
        self._strip.reach(sum(stop.stands == "done" for stop in wanted))
        self.setAccessibleName(tr(say("Chapters of the campaign")))
        self.refresh()
        if self.stops:
            self._area.ensureWidgetVisible(self.stops[min(state.now.chapter, len(self.stops) - 1)])

    def _step(self, n: int) -> None:
        if 0 <= n < len(self.stops):
            self.stops[n].setFocus(Qt.FocusReason.TabFocusReason)
            self._area.ensureWidgetVisible(self.stops[n])


class _Strip(QWidget):
    """The stroke that the stops lie on: strong as far as one has come."""

    def __init__(self) -> None:
        super().__init__()
        self._done = 0

    def reach(self, done: int) -> None:
        self._done = done
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, stops = palette.current(), [child for child in self.children() if isinstance(child, StopButton)]
        stops = [stop for stop in stops if not stop.isHidden()]
        if len(stops) < 2:
            return
        with ink.painting(self) as pen:
            y = fonts.px(SEAL + 5)
            xs = [stop.x() + stop.width() / 2 for stop in stops]
            pen.setPen(QPen(theme.color("hairline"), 1.6))
            pen.drawLine(QPointF(xs[0], y), QPointF(xs[-1], y))
            if self._done:
                end = xs[min(self._done, len(xs) - 1)]
                pen.setPen(Qt.PenStyle.NoPen)
                pen.setBrush(theme.color("ink"))
                stroke = ink.line((xs[0], y), ((xs[0] + end) / 2, y + 1), (end, y))
                pen.drawPath(ink.brush_stroke(stroke, 4.0, 9, rough=0.1))


def worded(stop: Milestone) -> Message:
    """A chapter with its number, as a title."""
    return say("{number}. {name}", number=stop.number, name=stop.name)
