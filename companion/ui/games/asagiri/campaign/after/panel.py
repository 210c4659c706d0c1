"""What the panels of the after-battle page share, and the last of them: all is approved."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPen
from PySide6.QtWidgets import QWidget

from companion.model.core.words import Message, say
from companion.model.games.asagiri.campaign.chapter_page import chapter_words
from companion.model.games.asagiri.state.vocabulary import Condition
from companion.ui.games.asagiri.campaign.controller import CampaignController, Faces
from companion.ui.games.asagiri.cards.face import CardFace
from companion.ui.games.asagiri.cards.parts import paint_medal, paint_struck
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.label import Label
from companion.ui.kit.layouts import vbox
from companion.ui.kit.panels import SealLabel
from companion.ui.kit.theme import icons, ink
from companion.ui.kit.theme.palette import Role, Theme
from companion.ui.kit.widget import Translated


def sentences(said: Iterable[str]) -> str:
    """Several sentences one after the other, each with its full stop."""
    return " ".join(words if words.endswith((".", "!", "?", "…")) else f"{words}." for words in said if words)


class Panel(Translated, QWidget):
    """One question of the assistant. `changed`: what Space would do is another thing now."""

    changed = Signal()

    def __init__(self, controller: CampaignController, faces: Faces, parent: QWidget) -> None:
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


class Ending(Panel):
    """It counts now. `undone`: it shall not, after all."""

    undone = Signal()

    def __init__(self, controller: CampaignController, faces: Faces, parent: QWidget) -> None:
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
