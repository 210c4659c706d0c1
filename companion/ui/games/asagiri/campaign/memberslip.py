"""A member seen large: its card as it is today, where it comes from, and what the table knows better about it."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace
from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from companion.model.core.contract import Content
from companion.model.core.words import Message, Name, say
from companion.model.games.asagiri.campaign.chapter_page import chapter_words
from companion.model.games.asagiri.campaign.corrections import RemoveMember, SetMember
from companion.model.games.asagiri.campaign.options import member_words
from companion.model.games.asagiri.campaign.state import Member, State
from companion.model.games.asagiri.rules.honours import HONOURS, NAMES, WORDS
from companion.model.games.asagiri.state import band_rules
from companion.model.games.asagiri.state.formatting import zeni
from companion.ui.games.asagiri.cards.card import CharacterCardFace
from companion.ui.games.asagiri.cards.face import CardStatus, face_of_card
from companion.ui.games.asagiri.cards.large import size_within
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.choices import Choices
from companion.ui.kit.fold_layout import LEFT, RIGHT, TOP, hbox, vbox
from companion.ui.kit.label import Label
from companion.ui.kit.list_lines import Line
from companion.ui.kit.modal import ModalLayer
from companion.ui.kit.panels import Heading, PaperPanel, Rule
from companion.ui.kit.popup import ChoicePopup
from companion.ui.kit.scroll_column import ScrollColumn
from companion.ui.kit.theme import fonts, palette
from companion.ui.kit.translator import tr

from .campaigning import Campaigning

NOTHING = "nothing"
_KEEP = Qt.AspectRatioMode.KeepAspectRatio
FEELINGS = (("vigilant", say("vigilant"), ""), ("shaken", say("shaken"), ""))


class MemberSlip(ModalLayer):
    """A veil over the window; Escape or a click beside the sheet closes it. `closed` when it goes."""

    closed = Signal()

    def __init__(self, campaigning: Campaigning, who: str, content: Content, owner: QWidget) -> None:
        """Open over the window of `owner`."""
        super().__init__(owner)
        window = owner.window()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._campaigning, self._content, self.who = campaigning, content, who
        self._sheet = PaperPanel(self, margin=26, seed=61)
        member, state = self._member, campaigning.state
        face = face_of_card(state.box.character(member.card), content, tr, member.equipment)
        self.card = CharacterCardFace(face, self._sheet, density="large", status=CardStatus(self._condition))
        self.card.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.title = Heading("", self._sheet, level=2)
        self._facts = Label(self._sheet)
        self._honour_words = Label(self._sheet, role="ink")
        self._locked = Label(self._sheet, font="small")
        self.feeling = Choices(say("State"), FEELINGS, self._sheet)
        honours = [(NOTHING, say("no honour"), ""), *((honour, NAMES[honour], "") for honour in HONOURS)]
        self.honour = Choices(say("Honour"), honours, self._sheet, upright=True)
        self.gear = InkButton("", "secondary", self._sheet, sign="tray", tip=say("Change equipment"))
        self.leave = InkButton(say("Remove from the roster"), "quiet", self._sheet, sign="export")
        self.die = InkButton(say("Mark as dead"), "quiet", self._sheet, sign="skull")
        self.close_ = InkButton(say("Close"), "quiet", self._sheet, key="Esc")
        self.feeling.chosen.connect(lambda id: self._set(state=id))
        self.honour.chosen.connect(lambda id: self._set(honour=None if id == NOTHING else id))
        self.gear.clicked.connect(self._choose_gear)
        self.leave.clicked.connect(lambda: self._remove(dead=False))
        self.die.clicked.connect(lambda: self._remove(dead=True))
        self.close_.clicked.connect(self.close)
        self._lay_out()
        window.installEventFilter(self)
        campaigning.changed.connect(self._changed)
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
        state = self._campaigning.state
        return all(member.id != self.who for member in state.approved[state.seat_of(self.who)].members)

    @property
    def _member(self) -> Member:
        state = self._campaigning.state
        roster = state.approved[state.seat_of(self.who)]
        return next(member for member in (*roster.members, *roster.fallen) if member.id == self.who)

    @property
    def _condition(self) -> Any:
        return "disabled" if self._dead else self._member.state

    @property
    def editable(self) -> bool:
        """Whether the table knows better here: not under the rules, not while a proposal waits, not of the dead."""
        now = self._campaigning.state.now
        return now.settings.mode != "enforce" and now.before is None and not self._dead

    def _changed(self) -> None:
        state = self._campaigning.state
        roster = state.approved[state.seat_of(self.who)]
        if all(member.id != self.who for member in (*roster.members, *roster.fallen)):
            self.close()
            return
        self.retranslate()

    def retranslate(self) -> None:
        state, member = self._campaigning.state, self._member
        self.card.set_face(face_of_card(state.box.character(member.card), self._content, tr, member.equipment))
        self.card.set_status(CardStatus(self._condition))
        name = member_words(state, self.who)
        said = tr(name) if isinstance(name, Name | Message) else str(name)
        self.title.setText(said)
        self._facts.setText("\n".join(map(tr, member_facts(state, member, dead=self._dead))))
        self._honour_words.setText(
            f"{tr(NAMES[member.honour])}: {tr(WORDS[member.honour])}" if member.honour is not None else ""
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
        self._campaigning.edit(SetMember(self.who, member.state, member.equipment, member.honour))
        self.retranslate()

    def _choose_gear(self) -> None:
        state, member = self._campaigning.state, self._member
        card = state.box.character(member.card)
        lines = [Line(NOTHING, tr(say("No equipment")), chosen=member.equipment is None)]
        lines += [Line(gear.id, tr(Name.of(gear.name)), value=tr(zeni(gear.zeni)), sign="tray",
                       chosen=gear.id == member.equipment)
                  for gear in state.box.equipment if band_rules.may_bear(card, gear)]  # fmt: skip
        popup = ChoicePopup(lines, self, name=tr(say("Give equipment")))
        popup.chosen.connect(lambda id: self._set(equipment=None if id == NOTHING else id))
        popup.popup(self.gear, beside=True)

    def _remove(self, *, dead: bool) -> None:
        self._campaigning.edit(RemoveMember(self.who, dead))

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
        self._campaigning.changed.disconnect(self._changed)
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
