"""What panels of the after-battle page share; the first of them (how it ended for everybody, CAM-1), and the last."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from companion.model.core.record import Chosen
from companion.model.core.words import Capital, Message, say
from companion.model.games.asagiri.campaign import options as o
from companion.model.games.asagiri.campaign.assistant import told_at
from companion.model.games.asagiri.campaign.chapter_page import chapter_words
from companion.model.games.asagiri.campaign.state import State
from companion.model.games.asagiri.state.formatting import STATE_WORDS
from companion.model.games.asagiri.state.vocabulary import Condition
from companion.ui.games.asagiri.campaign import CampaignController, CampaignFaces
from companion.ui.games.asagiri.cards.face import CardFace
from companion.ui.games.asagiri.cards.parts import paint_medal, paint_struck
from companion.ui.kit import keys
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.choices import Choices
from companion.ui.kit.fields import Tick
from companion.ui.kit.layouts import TOP, FlowRow, fold, hbox, vbox
from companion.ui.kit.panels import Heading, SealLabel
from companion.ui.kit.scroll import ScrollScreen
from companion.ui.kit.theme import fonts, icons, ink, palette
from companion.ui.kit.theme.palette import Role, Theme
from companion.ui.kit.translator import tr
from companion.ui.kit.widget import InkWidget, Label, Translated


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
        self.undo = InkButton(say("Undo"), "secondary", self, sign="undo", deed="undo", clicked=self.undone)
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


CONDITIONS: tuple[Condition, ...] = ("vigilant", "shaken", "disabled")
LEGEND = ("after.vigilant", "after.shaken", "after.disabled", "after.spent", "after.used")
SIDE = 54


class _Portrait(InkWidget):
    def __init__(self, face: CardFace, parent: QWidget) -> None:
        super().__init__(parent)
        self.face, self.state = face, "vigilant"
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(SIDE), fonts.px(SIDE))

    def paint(self, pen: QPainter, theme: Theme) -> None:
        box = QRectF(2, 2, self.width() - 4, self.height() - 4)
        paint_portrait(pen, box, self.face, self.state, palette.current(), self.devicePixelRatioF())


class FateRow(QWidget):
    """How it ended for one of them. `touched`: the person is here now; `changed`: something is otherwise."""

    touched = Signal()
    changed = Signal()

    def __init__(
        self, state: State, fate: o.Ended, faces: CampaignFaces, controller: CampaignController, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self.fate, self._controller = fate, controller
        self._here = False
        member = state.member(fate.who)
        face = faces.member(state, member)
        self.portrait = _Portrait(face, self)
        self.name = Label(self, role="ink", font="name", scale=16 / 18, wrap=False)
        self.name.setText(face.name)
        words = [(one, Capital(Message(STATE_WORDS[one])), SIGNS[one]) for one in CONDITIONS]
        self.states = Choices(say("State"), [(id, say("{state}", state=word), sign) for id, word, sign in words], self)
        for id, word in self.states.words.items():
            word.setToolTip(keys.tip(word.text(), f"after.{id}"))
            word.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.gone = Tick(self)
        self.used = Tick(self)
        for tick in (self.gone, self.used):
            tick.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.gone.setVisible(member.equipment is not None)
        self.used.setVisible(member.honour is not None)
        if member.equipment is not None:
            self.gone.say(tr(say("Lost: {gear}", gear=faces.gear(member.equipment).name)))
        if member.honour is not None:
            self.used.say(tr(say("Used: {honour}", honour=faces.honour(member.honour)[0])))
        hbox(
            (self.portrait, TOP),
            (vbox(self.name, self.states, self.gone, self.used, spacing=0), 1),
            on=self,
            spacing=10,
            margins=(12, 5, 8, 5),
        )
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.states.chosen.connect(lambda id: self._by_mouse(state=id))
        self.gone.clicked.connect(lambda on: self._by_mouse(spent=on))
        self.used.clicked.connect(lambda on: self._by_mouse(used=on))
        self._tell()

    def _by_mouse(self, **changes: object) -> None:
        self.touched.emit()
        self.put(**changes)

    def put(self, **changes: object) -> None:
        """It ended otherwise: `state`, `spent`, `used`."""
        values = {name: getattr(self.fate, name) for name in self.fate.__struct_fields__}
        if "spent" in changes and self.gone.isHidden():
            return
        if "used" in changes and self.used.isHidden():
            return
        self.fate = o.Ended(**{**values, **changes})
        self._tell()
        self.changed.emit()

    def _tell(self) -> None:
        self.portrait.state = self.fate.state
        self.portrait.update()
        self.states.show_choice(self.fate.state)
        self.gone.setChecked(self.fate.spent)
        self.used.setChecked(self.fate.used)
        state = self._controller.state
        self.setAccessibleName(self._controller.say(o.label(state, self.fate)))
        self.update()

    def set_here(self, on: bool) -> None:
        self._here = on
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.touched.emit()

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self._here:
            return
        theme = palette.current()
        with ink.painting(self) as pen:
            pen.setPen(Qt.PenStyle.NoPen)
            pen.setBrush(theme.color("ink", 0.06))
            pen.drawPath(ink.rough_rect(QRectF(self.rect()).adjusted(2, 1, -2, -1), "here", 0.7, 40))
            pen.setBrush(theme.color("vermilion"))
            pen.drawRect(QRectF(1, 4, fonts.px(4), self.height() - 8))


class ResultPanel(AssistantPanel):
    """Both bands, a row each. `told` carries the answers in their order."""

    told = Signal(list)

    def __init__(self, controller: CampaignController, faces: CampaignFaces, parent: QWidget) -> None:
        super().__init__(controller, faces, parent)
        self.rows: list[FateRow] = []
        self._at = 0
        self._legend = FlowRow(self)
        for id in LEGEND:
            cap = InkButton(keys.BY_ID[id].title, "quiet", self._legend, deed=id)
            cap.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            cap.clicked.connect(lambda _=False, id=id: self._mean(id.removeprefix("after.")))
            self._legend.add(cap)
        self._columns = fold(spacing=36, most=4000)
        vbox(self._legend, (self._columns, 1), on=self, spacing=14)
        self._sides: list[QWidget] = []

    def ask(self, state: State) -> None:
        """Ask about everybody who fought; what was told before stands there already."""
        at = self._at if [row.fate.who for row in self.rows] == list(state.fighters()) else 0
        for side in self._sides:
            self._columns.removeWidget(side)
            side.hide()
            side.deleteLater()
        self.rows, self._sides = [], []
        known = self._known(state)
        for seat in (0, 1):
            side = QWidget(self)
            title = self.controller.say(say("{side}", side=o.side_words(state, seat)))
            rows = list[FateRow]()
            for who in state.fighters():
                if state.seat_of(who) != seat:
                    continue
                fate = known.get(who, o.Ended(who, "vigilant", False, False))
                row = FateRow(state, fate, self.faces, self.controller, side)
                n = len(self.rows)
                row.touched.connect(lambda n=n: self._go(n))
                rows.append(row)
                self.rows.append(row)
            vbox(Heading(title, side, level=3), *rows, 1, on=side, spacing=1)
            self._columns.addWidget(side, 1)
            side.show()
            self._sides.append(side)
        self._go(min(at, max(0, len(self.rows) - 1)), focus=False)
        self.changed.emit()

    def _mean(self, what: Any) -> None:
        self.put(what) if what in CONDITIONS else self.flip(what)

    def _known(self, state: State) -> dict[str, o.Ended]:
        """What was told, and may be undone just now."""
        session = self.controller.session
        found = {fate.who: o.Ended(fate.who, fate.state, fate.spent, fate.used) for fate in state.now.fates}
        for step in session.steps[told_at(session) + 1 :]:
            if not isinstance(step.intent, Chosen) or not step.intent.option.startswith("ended:"):
                break
            told = o.option_of(step.intent.option)
            if isinstance(told, o.Ended):
                found[told.who] = told
        return found

    @property
    def at(self) -> FateRow | None:
        """The one that the keys are about."""
        return self.rows[self._at] if self.rows else None

    def _go(self, n: int, *, focus: bool = True) -> None:
        if not self.rows:
            return
        self._at = n % len(self.rows)
        for k, row in enumerate(self.rows):
            row.set_here(k == self._at)
        if focus:
            self.rows[self._at].setFocus(Qt.FocusReason.OtherFocusReason)
            ScrollScreen.reveal(self.rows[self._at])

    def put(self, state: Condition) -> None:
        """It ended so for the one here; the next one, please."""
        if self.at is not None:
            self.at.put(state=state)
            self._go(min(self._at + 1, len(self.rows) - 1))

    def flip(self, what: str) -> None:
        """Its equipment is gone, its honour was used; or not, after all."""
        if self.at is not None:
            self.at.put(**{what: not getattr(self.at.fate, what)})

    def next_words(self) -> Message | None:
        return say("Confirm the result")

    def go(self) -> None:
        self.told.emit([row.fate for row in self.rows])

    def begin(self) -> None:
        self._go(self._at)

    def press(self, event: QKeyEvent) -> bool:
        ways = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}
        if event.key() in ways:
            self._go(self._at + ways[Qt.Key(event.key())])
            return True
        if event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Right) and self.at is not None:
            way = 1 if event.key() == Qt.Key.Key_Right else -1
            n = CONDITIONS.index(self.at.fate.state) + way
            self.at.put(state=CONDITIONS[max(0, min(n, 2))])
            return True
        return False
