"""What panels of the after-battle page share: the way at a glance, portraits, what Space does; and the last one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QScrollArea, QSizePolicy, QWidget

from companion.model.core.words import Message, say
from companion.model.games.asagiri.campaign.chapter_page import chapter_words
from companion.model.games.asagiri.state.vocabulary import Condition
from companion.ui.games.asagiri.campaign import CampaignController, CampaignFaces
from companion.ui.games.asagiri.cards.face import CardFace
from companion.ui.games.asagiri.cards.parts import paint_medal, paint_struck
from companion.ui.kit.buttons import InkButton, step_among
from companion.ui.kit.layouts import hbox, vbox
from companion.ui.kit.panels import SealLabel
from companion.ui.kit.theme import fonts, icons, ink, palette
from companion.ui.kit.theme.palette import Role, Theme
from companion.ui.kit.widget import Label, SteppingButton, Translated, follow


def sentences(said: Iterable[str]) -> str:
    """Several sentences one after the other, each with its full stop."""
    return " ".join(words if words.endswith((".", "!", "?", "…")) else f"{words}." for words in said if words)


class AssistantPanel(Translated, QWidget):
    """One question of the assistant. `changed`: what Space would do is another thing now."""

    changed = Signal()

    def __init__(self, controller: CampaignController, faces: CampaignFaces, parent: QWidget) -> None:
        super().__init__(parent)
        self.controller, self.faces = controller, faces

    def next_words(self) -> Message | None:
        """What Space does, in words; None: nothing."""
        return None

    def go(self) -> None:
        """Do what Space does."""

    def settle(self) -> bool:
        """Let what moves come to rest; False when nothing moved."""
        return False

    def begin(self) -> None:
        self.setFocus()

    def press(self, event: QKeyEvent) -> bool:
        """Take a key that nobody else wanted; False when it means nothing here."""
        return False

    def retranslate(self) -> None:
        """Say everything again: the language is another one."""


SIGNS: dict[str, str] = {"vigilant": "shield", "shaken": "warning", "disabled": "close", "dead": "skull"}
"""The sign of a state, beside its colour."""
_COLOURS: Mapping[str, Role] = {"shaken": "shaken", "vigilant": "vigilant"}


def paint_portrait(
    pen: QPainter, box: QRectF, face: CardFace, state: str, theme: Theme, dpr: float, *, sign: bool = True
) -> None:
    """A portrait in a square; `state` is a condition, or ``dead``."""
    condition: Condition = "vigilant" if state == "vigilant" else "shaken" if state == "shaken" else "disabled"
    paint_medal(pen, box, face, condition, theme, dpr)
    if state == "shaken":  # a broken edge says it without the colour
        line = QPen(theme.color("shaken"), max(2.0, box.width() * 0.06), Qt.PenStyle.DashLine)
        pen.setBrush(Qt.BrushStyle.NoBrush)
        pen.setPen(line)
        pen.drawEllipse(box.adjusted(1, 1, -1, -1))
    if state == "dead":
        paint_struck(pen, box, theme, face.name)
    if sign and state != "vigilant":
        paint_sign(pen, box, state, theme)


def paint_sign(pen: QPainter, box: QRectF, state: str, theme: Theme) -> None:
    """The sign of a state in the lower right corner of a portrait."""
    side = box.width() * 0.38
    mark = QRectF(box.right() - side * 0.9, box.bottom() - side * 0.95, side, side)
    colour = theme.color(_COLOURS.get(state, "ink"))
    pen.setPen(QPen(colour, 1.2))
    pen.setBrush(theme.color("surface"))
    pen.drawPath(ink.rough_disc(mark.center(), side / 2, state, 0.02))
    icons.paint(pen, SIGNS[state], colour, mark.adjusted(side * 0.2, side * 0.2, -side * 0.2, -side * 0.2))


class ApprovedPanel(AssistantPanel):
    """It counts now. `undone`: it shall not, after all."""

    undone = Signal()

    def __init__(self, controller: CampaignController, faces: CampaignFaces, parent: QWidget) -> None:
        super().__init__(controller, faces, parent)
        self.seal = SealLabel("終", controller.say(say("Approved")), self, size=88)
        middle = Qt.AlignmentFlag.AlignHCenter
        self.title = Label(self, role="ink", font="title", align=middle)
        self.words = Label(self, align=middle)
        self.undo = InkButton(say("Undo"), "secondary", self, sign="undo", deed="undo")
        self.undo.clicked.connect(self.undone)
        self._column = vbox(
            2, (self.seal, middle), self.title, self.words, (self.undo, middle), 3, on=self, spacing=16, margins=None
        )

    def tell(self) -> None:
        t, state = self.controller.say, self.controller.state
        account = state.now.history[-1]
        self.title.setText(t(say("Result approved: {chapter}", chapter=chapter_words(state, account.chapter))))
        said = []
        dead = tuple(self.faces.name(state, who) for who in account.dead)
        if dead:
            said.append(t(say("Dead: {names}", names=dead)))
        gained = tuple(self.faces.name(state, who) for who, _ in account.honours)
        if gained:
            said.append(t(say("Honours for: {names}", names=gained)))
        self.words.setText("\n".join(said) or t(say("Everyone survived.")))

    def next_words(self) -> Message | None:
        over = self.controller.state.now.stage == "over"
        return say("Back to the campaign") if over else say("Next adventure")

    def begin(self) -> None:
        parent = self.parentWidget()
        if parent is not None:
            parent.setFocus()


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
