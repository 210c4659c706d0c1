"""The muster of a band: who goes along, who is recruited, what newcomers bear; and by which rule somebody cannot."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from companion.model.core.contract import Option
from companion.model.core.refusal import Refusal
from companion.model.core.words import Message, Name, say
from companion.model.games.asagiri.campaign import chapter_page
from companion.model.games.asagiri.campaign import options as o
from companion.model.games.asagiri.campaign.answers import suggested
from companion.model.games.asagiri.campaign.legal_options import check
from companion.model.games.asagiri.campaign.options import member_words, side_words
from companion.model.games.asagiri.campaign.state import SEATS, State
from companion.model.games.asagiri.state.cards import CharacterCard, EquipmentCard
from companion.model.games.asagiri.state.formatting import zeni
from companion.ui.games.asagiri.cards.face import ALIGNMENT_WORDS, MASKS
from companion.ui.kit.art.marks import ZeniMeter
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.layouts import fold, hbox, vbox
from companion.ui.kit.list_lines import Line
from companion.ui.kit.list_view import ListView
from companion.ui.kit.panels import Heading, Rule
from companion.ui.kit.theme import fonts
from companion.ui.kit.translator import tr
from companion.ui.kit.widget import Label

from .controller import CampaignController

_ORDER = ("demon_hunter", "evil_creature", "mercenary")


class MusterPage(QWidget):
    """Lines to take people along with; Space says that the band is complete."""

    def __init__(self, controller: CampaignController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._controller = controller
        self._all = False
        """Whether those are shown, too, who may not come."""
        self._whose = (-1, -1)
        """Of which chapter and seat the band is that is shown."""
        self._offered: dict[str, Option] = {}
        self.lines = ListView(self)
        self.lines.chosen.connect(lambda id: controller.choose(self._offered[id]))
        self._label = Label(self, font="small", wrap=False)
        self.title = Heading(say("Who takes part?"), self, level=2)
        self._going = Label(self, role="ink")
        self.meter = ZeniMeter(0, 1, "", self)
        self.others = InkButton("", "quiet", self, sign="eye")
        self.suggest = InkButton(
            say("As suggested"),
            "secondary",
            self,
            deed="campaign.suggested",
            sign="check",
            tip=say("Choose the band that the adventure suggests"),
        )
        self.back = InkButton("", "quiet", self, sign="undo", name=say("Undo"), tip=say("Undo the last decision"))
        self.ready = InkButton(say("The band is complete"), "primary", self, deed="campaign.step")
        self.others.clicked.connect(self._show_others)
        self.suggest.clicked.connect(self.take_suggested)
        self.back.clicked.connect(controller.undo)
        self.ready.clicked.connect(self.step)
        self._lay_out()

    def _lay_out(self) -> None:
        self.lines.setMinimumHeight(fonts.px(150))
        vbox(
            self._label,
            self.title,
            self._going,
            self.meter,
            Rule(self, weight=2.2, seed=31, role="vermilion"),
            (self.lines, 1),
            fold(hbox(self.others, self.back, spacing=4), 1, self.suggest, self.ready, spacing=8),
            on=self,
            spacing=4,
        )

    def show_state(self) -> None:
        state = self._controller.state
        if state.now.stage != "muster":
            return
        seat = state.now.seat
        if self._whose != (state.now.chapter, seat):
            self._whose = (state.now.chapter, seat)
            self.lines.verticalScrollBar().setValue(0)
        self._label.setText(tr(say("Band of roster {seat}", seat=SEATS[seat])))
        self._going.setText(self._gone(state, seat))
        band = chapter_page.band(state, seat)
        spare = chapter_page.Muster(state, seat).spare
        self.meter.setVisible(bool(band.budget))
        self.meter.set_value(max(0, band.budget - spare), max(1, band.budget))
        words = tr(say("{spent} of {budget} zeni spent", spent=band.budget - spare, budget=band.budget))
        self.meter.setAccessibleName(words)
        self.meter.setToolTip(words)
        self._show_lines(state, seat)
        self.others.set_sign("eye-off" if self._all else "eye")
        self.others.setAccessibleName(tr(say("Available characters only") if self._all else say("Not available")))
        about = say("All characters, and the rule that excludes them")
        self.others.setToolTip(tr(say("Available characters only") if self._all else about))
        self.suggest.setVisible(bool(suggested(state)))
        self.back.setVisible(bool(state.now.sent[seat]))
        self.ready.setToolTip(tr(why.why) if (why := check(state, o.Ready())) is not None else "")
        self.ready.setEnabled(why is None)
        self.ready.set_breathing(why is None and bool(state.now.sent[seat]))

    def _gone(self, state: State, seat: int) -> str:
        """Who goes along already, in a line."""
        fixed = [who for played in state.now.cast[seat] for who in played]
        names = [member_words(state, who) for who in (*fixed, *state.now.sent[seat])]
        if not names:
            return tr(say("{side}: nobody yet", side=side_words(state, seat)))
        return tr(say("{side}: {names}", side=side_words(state, seat), names=tuple(names)))

    def _show_lines(self, state: State, seat: int) -> None:
        shown: list[Line] = []
        self._offered = {}
        for title, lines in self._sections(state, seat):
            if lines:
                shown.append(Line("", self._controller.say(title), heading=True))
            for option, line in lines:
                self._offered[line.id] = option
                shown.append(line)
        self.lines.setAccessibleName(self.title.text())
        self.lines.show_lines(shown)

    def _sections(self, state: State, seat: int) -> list[tuple[Message, list[tuple[Option, Line]]]]:
        """What can be chosen, under its titles."""
        options = set(self._controller.options)
        muster = chapter_page.Muster(state, seat)
        own: list[tuple[Option, Line]] = []
        for member in chapter_page.idle(state, seat):
            why = muster.refused(chapter_page.cards_of(state, member))
            gear = chapter_page.cards_of(state, member)[1]
            if why is None or self._all:
                words = self._member(state, member.id, gear)
                worth, name = state.value(member), member_words(state, member.id)
                own.append((o.Take(member.id), self._line(member.id, name, words, worth, "person", why)))
        gear_lines: list[tuple[Option, Line]] = []
        for option in self._controller.options:
            if isinstance(option, o.Outfit):
                card_ = state.box.gear(option.gear)
                title = say("{who}: {gear}", who=member_words(state, option.who), gear=Name.of(card_.name))
                gear_lines.append((option, self._line(f"{option.who}:{option.gear}", title, "", card_.zeni, "tray")))
        strangers: list[tuple[Option, Line]] = []
        for character in sorted(state.box.characters, key=lambda card: (_ORDER.index(card.alignment), -card.zeni)):
            hire = o.Hire(character.id)
            if hire in options:
                strangers.append((hire, self._recruit(character)))
            elif self._all:
                strangers.append((hire, self._recruit(character, check(state, hire))))
        return [
            (say("In the roster"), own),
            (say("Equipment for new members"), gear_lines),
            (say("To recruit: they join the roster for good"), strangers),
        ]

    def _member(self, state: State, who: str, gear: EquipmentCard | None) -> str:
        member = state.member(who)
        words = [tr(say("shaken") if member.state == "shaken" else say("vigilant"))]
        if gear is not None:
            words.append(tr(Name.of(gear.name)))
        return " · ".join(words)

    def _recruit(self, card: CharacterCard, why: Refusal | None = None) -> Line:
        stats = card.vigilant
        numbers = tr(say("attack {attack}, movement {movement}, defense {defense}, willpower {willpower}",
                        attack=stats.attack, movement=stats.movement, defense=stats.defense,
                        willpower=stats.willpower))  # fmt: skip
        words = f"{tr(Message(ALIGNMENT_WORDS[card.alignment]))} · {numbers}"
        return self._line(f"hire:{card.id}", Name.of(card.name), words, card.zeni, MASKS[card.alignment], why)

    def _line(
        self, id: str, title: Message | Name | str, words: str, cost: int, sign: str, why: Refusal | None = None
    ) -> Line:
        refusal = tr(say("{why} ({rule})", why=why.why, rule=why.rule)) if why is not None else ""
        return Line(id, tr(title), words, tr(zeni(cost)), sign, refusal)

    def _show_others(self) -> None:
        self._all = not self._all
        self.show_state()

    def take_suggested(self) -> None:
        found = suggested(self._controller.state)
        if found:
            self._controller.choose(*found)

    def step(self) -> None:
        """The band is complete, or the rule says what it lacks."""
        self._controller.choose(o.Ready())

    def focus_first(self) -> None:
        (self.lines if self.lines.usable() else self.ready).setFocus()
