"""The whole way at a glance: the result, everybody, the approval; what is done, where one is, what is to come."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QFontMetricsF, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QScrollArea, QSizePolicy, QWidget

from companion.ui.games.asagiri.cards.face import CardFace
from companion.ui.kit.buttons import step_among
from companion.ui.kit.layouts import hbox
from companion.ui.kit.theme import fonts, icons, ink, palette
from companion.ui.kit.widget import SteppingButton, follow

from .panel import paint_portrait

Progress = Literal["done", "present", "ahead"]
SIDE = 46
WRAP = int(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop) | int(Qt.TextFlag.TextWordWrap)


@dataclass(frozen=True, slots=True)
class Stop:
    """One station of the way; `words` tell its progress and how it stands."""

    id: str
    title: str
    words: str
    progress: Progress
    sign: str = ""
    face: CardFace | None = None
    state: str = "vigilant"
    gap: bool = False
    """The other roster begins here."""


class StationButton(SteppingButton):
    """A stop that can be gone back to."""

    def __init__(self, stop: Stop, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.stop = stop
        self.tell(stop)

    def tell(self, stop: Stop) -> None:
        self.stop = stop
        self.setText(stop.title)
        self.setAccessibleName(f"{stop.title}: {stop.words}")
        self.setToolTip(f"{stop.title}: {stop.words}")
        self.setEnabled(stop.progress != "ahead")
        here = Qt.CursorShape.PointingHandCursor if stop.progress == "done" else Qt.CursorShape.ArrowCursor
        self.setCursor(here)
        self.refresh()

    def sizeHint(self) -> QSize:
        lines = 2 * QFontMetricsF(fonts.font("small", 11 / 12)).height()
        return QSize(fonts.px(76), round(fonts.px(SIDE + 16) + lines))

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, stop, side = palette.current(), self.stop, float(fonts.px(SIDE))
        box = QRectF((self.width() - side) / 2, fonts.px(8), side, side)
        present, ahead = stop.progress == "present", stop.progress == "ahead"
        with ink.painting(self) as pen:
            pen.setOpacity(0.4 if ahead else 1.0)
            if stop.face is not None:
                state = "vigilant" if ahead else stop.state
                paint_portrait(pen, box, stop.face, state, theme, self.devicePixelRatioF())
            else:
                pen.setPen(QPen(theme.color("faded"), 1.4))
                pen.setBrush(theme.color("surface"))
                pen.drawPath(ink.rough_disc(box.center(), side / 2 - 1, stop.id, 0.02))
                inset = side * 0.27
                icons.paint(pen, stop.sign, theme.color("ink"), box.adjusted(inset, inset, -inset, -inset))
            pen.setOpacity(1.0)
            if present:
                pen.setBrush(Qt.BrushStyle.NoBrush)
                pen.setPen(QPen(theme.color("vermilion"), 3))
                pen.drawEllipse(box.adjusted(-4, -4, 4, 4))
            elif stop.progress == "done":
                tick = side * 0.36
                at = QRectF(box.left() - tick * 0.15, box.top() - tick * 0.1, tick, tick)
                pen.setPen(Qt.PenStyle.NoPen)
                pen.setBrush(theme.color("surface"))
                pen.drawEllipse(at)
                icons.paint(pen, "check", theme.color("vermilion"), at.adjusted(2, 2, -2, -2))
            font = fonts.font("strong" if present else "small", (11 / 14) if present else (11 / 12))
            pen.setFont(font)
            pen.setPen(theme.color("ink" if present else "faded"))
            room = QRectF(1, box.bottom() + fonts.px(6), self.width() - 2, self.height() - box.bottom() - fonts.px(6))
            pen.drawText(room, WRAP, stop.title)
            if self.hasFocus():
                pen.setBrush(Qt.BrushStyle.NoBrush)
                pen.setPen(QPen(theme.color("vermilion"), 1.4, Qt.PenStyle.DotLine))
                pen.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 3, 3)


class StationBar(QScrollArea):
    """See the module. `chosen` carries the station to go back to."""

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.beads: dict[str, StationButton] = {}
        self._inside = QWidget()
        self._row = hbox(on=self._inside, spacing=2)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWidgetResizable(True)
        self.setWidget(self._inside)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._follow = QTimer(self)
        self._follow.setSingleShot(True)
        self._follow.setInterval(0)
        self._follow.timeout.connect(self._reveal)
        follow(self)

    def refresh(self) -> None:
        self.updateGeometry()

    def tell(self, stops: Sequence[Stop]) -> None:
        if [stop.id for stop in stops] != list(self.beads):
            self._make(stops)
        for stop in stops:
            self.beads[stop.id].tell(stop)
        self._follow.start()

    def _make(self, stops: Sequence[Stop]) -> None:
        while self._row.count():
            item = self._row.takeAt(0)
            widget = item.widget() if item is not None else None
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self.beads = {}
        for stop in stops:
            if stop.gap:
                self._row.addSpacing(fonts.px(22))
            bead = StationButton(stop, self._inside)
            bead.clicked.connect(lambda _=False, id=stop.id: self.chosen.emit(id))
            bead.stepped.connect(lambda way, _, bead=bead: step_among(self._open(), bead, way))
            self._row.addWidget(bead)
            bead.show()
            self.beads[stop.id] = bead
        self._row.addStretch(1)
        self.updateGeometry()

    def _open(self) -> list[StationButton]:
        return [bead for bead in self.beads.values() if bead.isEnabled()]

    def _reveal(self) -> None:
        here = next((bead for bead in self.beads.values() if bead.stop.progress == "present"), None)
        if here is not None:
            self.ensureWidgetVisible(here, fonts.px(120), 0)

    def sizeHint(self) -> QSize:
        high = max((bead.sizeHint().height() for bead in self.beads.values()), default=fonts.px(SIDE + 26))
        return QSize(fonts.px(600), high + self.horizontalScrollBar().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        return QSize(fonts.px(200), self.sizeHint().height())
