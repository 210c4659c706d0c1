"""Both rosters: a line a member, a page a roster, and a member seen large with what the table knows better about it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from msgspec.structs import replace
from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from companion.model.core.contract import Content
from companion.model.core.words import Message, Name, plural, say
from companion.model.games.asagiri.campaign.chapter_page import chapter_words
from companion.model.games.asagiri.campaign.corrections import RemoveMember, SetMember
from companion.model.games.asagiri.campaign.options import member_words, side_words
from companion.model.games.asagiri.campaign.state import SEATS, Member, State
from companion.model.games.asagiri.state import cards
from companion.model.games.asagiri.state.formatting import zeni
from companion.model.games.asagiri.state.table import HONOUR_NAMES, HONOUR_WORDS, HONOURS
from companion.ui.games.asagiri.campaign import CampaignController
from companion.ui.games.asagiri.cards.card import CharacterCardFace
from companion.ui.games.asagiri.cards.face import CardStatus, face_of_card
from companion.ui.games.asagiri.cards.large import size_within
from companion.ui.kit.art.figures import SHAPES, figure_pixmap
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.choices import Choices
from companion.ui.kit.layouts import LEFT, RIGHT, TOP, hbox, vbox
from companion.ui.kit.list_view import Line, LineDelegate, ListView
from companion.ui.kit.panels import Heading, PaperPanel, Rule
from companion.ui.kit.screen import ChoicePopup, ModalLayer
from companion.ui.kit.scroll import ScrollColumn
from companion.ui.kit.theme import fonts, icons, palette
from companion.ui.kit.theme.palette import Theme
from companion.ui.kit.translator import tr
from companion.ui.kit.widget import Label

HIGH = 46
FIGURE = 40


@dataclass(frozen=True, slots=True)
class MemberView:
    """How a member is, in the language of the window."""

    seat: int
    silhouette: str
    state: str
    shaken: bool
    dead: bool
    honour: str
    gear: str
    goes: bool = False
    """It goes along into the present battle."""


def member_line(state: State, member: Member, *, dead: bool = False, going: bool = True) -> Line:
    """Say how a member is, for a list with `MemberDelegate`; `going`: it can be chosen, and says whether it fights."""
    card, words = state.box.character(member.card), member_words(state, member.id)
    view = MemberView(
        state.seat_of(member.id),
        card.silhouette,
        tr(say("dead") if dead else say("shaken") if member.state == "shaken" else say("vigilant")),
        member.state == "shaken",
        dead,
        tr(HONOUR_NAMES[member.honour]) if member.honour is not None else "",
        tr(Name.of(state.box.gear(member.equipment).name)) if member.equipment is not None else "",
        going and not dead and member.id in state.fighters(),
    )
    name = tr(words)
    parts = (view.state, view.honour, view.gear, tr(say("takes part")) if view.goes else "")
    said = " · ".join(part for part in parts if part)
    return Line(member.id, name, said, str(state.value(member)), on=going, tip=f"{name} · {said}", data=view)


class MemberDelegate(LineDelegate):
    """Paints figure, name, state and what is borne, and zeni."""

    least, wide = 190, 290

    def height(self, line: Line, width: int) -> int:
        return fonts.px(HIGH)

    def paint_ground(self, pen: QPainter, box: QRectF, line: Line, theme: Theme, *, lit: bool, held: bool) -> None:
        super().paint_ground(pen, box, line, theme, lit=lit, held=held)
        if view_of(line).goes and not held:
            bar = QRectF(box.left(), box.top() + fonts.px(7), fonts.px(3), box.height() - fonts.px(14))
            pen.fillRect(bar, theme.color("ink"))

    def paint_line(self, pen: QPainter, box: QRectF, line: Line, theme: Theme, *, lit: bool) -> None:
        self._paint_figure(pen, box, view_of(line), theme)
        left, right = box.left() + fonts.px(FIGURE + 16), box.right() - fonts.px(8)
        pen.setFont(fonts.font("digits", 13 / 14))
        pen.setPen(theme.color("faded"))
        ends = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        pen.drawText(QRectF(left, box.top(), right - left, box.height()), ends, line.value)
        right -= pen.fontMetrics().horizontalAdvance(line.value) + fonts.px(10)
        room = QRectF(left, box.top() + fonts.px(3), right - left, box.height() - fonts.px(6))
        self._paint_words(pen, theme, room, line.title, view_of(line))

    def _paint_figure(self, pen: QPainter, box: QRectF, view: MemberView, theme: Theme) -> None:
        side = fonts.px(FIGURE)
        look: Literal["vigilant", "shaken"] = "shaken" if view.shaken else "vigilant"
        facing: Literal["E", "W"] = "W" if view.seat else "E"
        picture = figure_pixmap(
            view.silhouette, SHAPES[view.seat], look, view.dead, facing, side, theme, dpr=self.view.devicePixelRatioF()
        )
        if view.dead:
            pen.setOpacity(0.45)
        pen.drawPixmap(QPointF(box.left() + fonts.px(8), box.center().y() - side / 2), picture)
        pen.setOpacity(1.0)

    def _paint_words(self, pen: QPainter, theme: Theme, room: QRectF, called: str, view: MemberView) -> None:
        name, small = fonts.font("name", 16 / 18), fonts.font("small")
        metrics, low = QFontMetricsF(name), QFontMetricsF(small)
        top = room.top() + (room.height() - metrics.height() - low.height()) / 2
        pen.setFont(name)
        pen.setPen(theme.color("faded" if view.dead else "ink"))
        shown = metrics.elidedText(called, Qt.TextElideMode.ElideRight, room.width())
        pen.drawText(QPointF(room.left(), top + metrics.ascent()), shown)
        if view.dead:
            pen.setPen(QPen(theme.color("faded"), 1.3))
            y = top + metrics.ascent() * 0.66
            pen.drawLine(QPointF(room.left(), y), QPointF(room.left() + metrics.horizontalAdvance(shown), y))
        y, x = top + metrics.height() + low.ascent(), room.left()
        state = view.state
        pen.setFont(small)
        pen.setPen(theme.color("faded" if view.dead else "shaken" if view.shaken else "vigilant"))
        pen.drawText(QPointF(x, y), state)
        x += low.horizontalAdvance(state)
        for sign, words in (("seal", view.honour), ("tray", view.gear)):
            if not words or x + fonts.px(40) > room.right():
                continue
            side = fonts.px(12)
            x += fonts.px(9)
            pen.drawPixmap(QPointF(x, y - low.ascent() * 0.86),
                           icons.pixmap(sign, theme.color("gold" if sign == "seal" else "faded"), side,
                                        self.view.devicePixelRatioF()))  # fmt: skip
            x += side + fonts.px(3)
            pen.setPen(theme.color("ink" if sign == "seal" else "faded"))
            said = low.elidedText(words, Qt.TextElideMode.ElideRight, room.right() - x)
            pen.drawText(QPointF(x, y), said)
            x += low.horizontalAdvance(said)


def view_of(line: Line) -> MemberView:
    """Return what a member's line holds besides its words."""
    assert isinstance(line.data, MemberView)
    return line.data


class RosterPage(QWidget):
    """`looked` carries a member to be looked at; `kept`: the roster is to lie in storage as a band."""

    looked = Signal(str)
    kept = Signal(int)

    def __init__(self, seat: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.seat = seat
        self.lines = ListView(self)
        self.lines.set_delegate(MemberDelegate(self.lines))
        self.lines.setMinimumHeight(fonts.px(150))
        self.lines.chosen.connect(self.looked)
        self._label = Label(self, font="small", wrap=False)
        self.title = Heading("", self, level=3)
        self._facts = Label(self, font="small")
        self.keep = InkButton(
            say("Save as a band"), "quiet", self, sign="save", tip=say("Save this roster as a band for other games")
        )
        self.keep.clicked.connect(lambda: self.kept.emit(self.seat))
        self._lay_out()

    def minimumSizeHint(self) -> QSize:
        return super().minimumSizeHint().expandedTo(QSize(fonts.px(214), 0))

    def _lay_out(self) -> None:
        vbox(
            self._label,
            self.title,
            self._facts,
            Rule(self, weight=2.0, seed=5 + self.seat),
            (self.lines, 1),
            (self.keep, LEFT),
            on=self,
            spacing=2,
        )

    def show_state(self, state: State) -> None:
        roster = state.approved[self.seat]
        self._label.setText(tr(say("Roster {seat}", seat=SEATS[self.seat])))
        named = tr(side_words(state, self.seat))
        self.title.setText(named)
        self._label.setVisible(named != self._label.text())
        facts: list[Message] = [
            plural("{count} member", "{count} members", len(roster.members)), zeni(state.worth(self.seat)),
        ]  # fmt: skip
        if roster.purse:
            facts.append(say("{zeni} in the purse", zeni=roster.purse))
        self._facts.setText(" · ".join(map(tr, facts)))
        self.keep.setEnabled(bool(roster.members))
        self.setAccessibleName(named)
        self.lines.setAccessibleName(named)
        lines = [member_line(state, member) for member in roster.members]
        if roster.fallen:
            lines.append(Line("", tr(say("Dead members")), heading=True))
        self.lines.show_lines(lines + [member_line(state, member, dead=True) for member in roster.fallen])


NOTHING = "nothing"
_KEEP = Qt.AspectRatioMode.KeepAspectRatio
FEELINGS = (("vigilant", say("vigilant"), ""), ("shaken", say("shaken"), ""))


class MemberSheet(ModalLayer):
    """A veil over the window; Escape or a click beside the sheet closes it. `closed` when it goes."""

    closed = Signal()

    def __init__(self, controller: CampaignController, who: str, content: Content, owner: QWidget) -> None:
        super().__init__(owner)
        window = owner.window()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._controller, self._content, self.who = controller, content, who
        self._sheet = PaperPanel(self, margin=26, seed=61)
        member, state = self._member, controller.state
        face = face_of_card(state.box.character(member.card), content, tr, member.equipment)
        self.card = CharacterCardFace(face, self._sheet, density="large", status=CardStatus(self._condition))
        self.card.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.title = Heading("", self._sheet, level=2)
        self._facts = Label(self._sheet)
        self._honour_words = Label(self._sheet, role="ink")
        self._locked = Label(self._sheet, font="small")
        self.feeling = Choices(say("State"), FEELINGS, self._sheet)
        honours = [(NOTHING, say("no honour"), ""), *((honour, HONOUR_NAMES[honour], "") for honour in HONOURS)]
        self.honour = Choices(say("Honour"), honours, self._sheet, upright=True)
        self.gear = InkButton("", "secondary", self._sheet, sign="tray", tip=say("Change equipment"))
        self.leave = InkButton(say("Remove from the roster"), "quiet", self._sheet, sign="export")
        self.die = InkButton(say("Mark as dead"), "quiet", self._sheet, sign="skull")
        self.close_ = InkButton(say("Close"), "quiet", self._sheet, key="Esc", clicked=self.close)
        self.feeling.chosen.connect(lambda id: self._set(state=id))
        self.honour.chosen.connect(lambda id: self._set(honour=None if id == NOTHING else id))
        self.gear.clicked.connect(self._choose_gear)
        self.leave.clicked.connect(lambda: self._remove(dead=False))
        self.die.clicked.connect(lambda: self._remove(dead=True))
        self._lay_out()
        window.installEventFilter(self)
        controller.changed.connect(self._changed)
        fonts.text_scale_changed.connect(self._fit)
        self.setGeometry(window.rect())
        self.retranslate()
        self.show()
        self.raise_()
        self.setFocus()

    def _lay_out(self) -> None:
        inner = QWidget()
        vbox(
            self.title,
            self._facts,
            self._honour_words,
            Rule(inner, weight=2.0, seed=62),
            self._locked,
            self.feeling,
            (self.gear, LEFT),
            self.honour,
            (self.leave, LEFT),
            (self.die, LEFT),
            1,
            on=inner,
            spacing=6,
            margins=(0, 0, 6, 0),
        )
        area = ScrollColumn(inner, self._sheet)
        hbox((self.card, TOP), (vbox((area, 1), (self.close_, RIGHT)), 1), on=self._sheet, spacing=28, margins=None)

    @property
    def _dead(self) -> bool:
        state = self._controller.state
        return all(member.id != self.who for member in state.approved[state.seat_of(self.who)].members)

    @property
    def _member(self) -> Member:
        state = self._controller.state
        roster = state.approved[state.seat_of(self.who)]
        return next(member for member in (*roster.members, *roster.fallen) if member.id == self.who)

    @property
    def _condition(self) -> Any:
        return "disabled" if self._dead else self._member.state

    @property
    def editable(self) -> bool:
        """Whether the table knows better here: not under the rules, not while a proposal waits, not of the dead."""
        now = self._controller.state.now
        return now.settings.mode != "enforce" and now.before is None and not self._dead

    def _changed(self) -> None:
        state = self._controller.state
        roster = state.approved[state.seat_of(self.who)]
        if all(member.id != self.who for member in (*roster.members, *roster.fallen)):
            self.close()
            return
        self.retranslate()

    def retranslate(self) -> None:
        state, member = self._controller.state, self._member
        self.card.set_face(face_of_card(state.box.character(member.card), self._content, tr, member.equipment))
        self.card.set_status(CardStatus(self._condition))
        said = tr(member_words(state, self.who))
        self.title.setText(said)
        self._facts.setText("\n".join(map(tr, member_facts(state, member, dead=self._dead))))
        self._honour_words.setText(
            f"{tr(HONOUR_NAMES[member.honour])}: {tr(HONOUR_WORDS[member.honour])}" if member.honour is not None else ""
        )
        self._honour_words.setVisible(member.honour is not None)
        on = self.editable
        for widget in (self.feeling, self.honour, self.gear, self.leave, self.die):
            widget.setVisible(on)
        self._locked.setText(tr(
            say("Correct it by hand:") if on
            else say("The dead cannot be changed.") if self._dead
            else say("Rosters cannot be changed by hand until the result is approved.")
            if state.now.before is not None
            else say("When the rules are enforced, nothing can be changed by hand. You can change the mode in the "
                     "house rules.")
        ))  # fmt: skip
        self.feeling.show_choice(member.state)
        self.honour.show_choice(member.honour or NOTHING)
        gear = state.box.gear(member.equipment) if member.equipment is not None else None
        self.gear.setText(tr(Name.of(gear.name)) if gear is not None else tr(say("No equipment")))
        self.setAccessibleName(said)
        self._fit()

    def _set(self, **changes: Any) -> None:
        member = replace(self._member, **changes)
        self._controller.edit(SetMember(self.who, member.state, member.equipment, member.honour))
        self.retranslate()

    def _choose_gear(self) -> None:
        state, member = self._controller.state, self._member
        card = state.box.character(member.card)
        lines = [Line(NOTHING, tr(say("No equipment")), chosen=member.equipment is None)]
        lines += [Line(gear.id, tr(Name.of(gear.name)), value=tr(zeni(gear.zeni)), sign="tray",
                       chosen=gear.id == member.equipment)
                  for gear in state.box.equipment if cards.may_bear(card, gear)]  # fmt: skip
        popup = ChoicePopup(lines, self, name=tr(say("Give equipment")))
        popup.chosen.connect(lambda id: self._set(equipment=None if id == NOTHING else id))
        popup.popup(self.gear, beside=True)

    def _remove(self, *, dead: bool) -> None:
        self._controller.edit(RemoveMember(self.who, dead))

    def _fit(self) -> None:
        """The card as large as there is room beside the words, the sheet in the middle."""
        edge = fonts.px(96)
        words = min(fonts.px(380), round(self.width() * 0.5))
        size = size_within(QSize(self.width(), self.height()), edge) * 0.9
        size = size.scaled(QSize(max(120, self.width() - words - edge), size.height()), _KEEP)
        self.card.setFixedSize(size)
        wide = min(self.width() - 20, size.width() + words + edge)
        high = min(self.height() - 20, size.height() + edge)
        self._sheet.setGeometry((self.width() - wide) // 2, (self.height() - high) // 2, wide, high)

    def resizeEvent(self, event: object) -> None:
        self._fit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and isinstance(watched, QWidget) and watched is self.parent():
            self.setGeometry(watched.rect())
        return bool(super().eventFilter(watched, event))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if not self._sheet.geometry().contains(event.position().toPoint()):
            self.close()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Escape, Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.close()

    def paintEvent(self, event: QPaintEvent) -> None:
        pen = QPainter(self)
        pen.fillRect(self.rect(), palette.current().color("ground", 0.74))
        pen.end()

    def closeEvent(self, event: Any) -> None:
        super().closeEvent(event)
        self._controller.changed.disconnect(self._changed)
        self.closed.emit()


def member_facts(state: State, member: Member, *, dead: bool = False) -> list[Message]:
    """Where a member comes from and what it is worth."""
    now = state.now
    facts = [say("Worth {zeni}", zeni=zeni(state.value(member)))]
    when = next((n for n, account in enumerate(now.history) if member.id in account.joined), None)
    if when is None and member.id in now.joined:
        when = now.chapter
    if when is not None and when < len(now.settings.chapters):
        facts.append(say("Since chapter {number}: {chapter}", number=when + 1,
                         chapter=chapter_words(state, now.settings.chapters[when])))  # fmt: skip
    else:
        facts.append(say("In the roster from the beginning"))
    if member.instead is not None:
        facts.append(say("Replaces {who}, who died", who=member_words(state, member.instead)))
    fought = sum(any(fate.who == member.id for fate in account.fates) for account in now.history)
    facts.append(say("Battles fought: {count}", count=fought))
    if dead:
        fell = next((n for n, account in enumerate(now.history) if member.id in account.dead), None)
        if fell is not None:
            facts.append(say("Died in chapter {number}: {chapter}", number=fell + 1,
                             chapter=chapter_words(state, now.settings.chapters[fell])))  # fmt: skip
    return facts


def member_lines(state: State, members: Sequence[Member]) -> list[Line]:
    """Members as they are in a state, alive or among the dead, for a list with `MemberDelegate` only to look at."""
    dead = {known.id for roster in state.now.rosters for known in roster.fallen}
    return [member_line(state, one, dead=one.id in dead, going=False) for one in members]


def member_list(parent: QWidget) -> ListView:
    """An empty list of members only to look at."""
    view = ListView(parent, grows=True)
    view.takes_keys = False
    view.set_delegate(MemberDelegate(view))
    return view
