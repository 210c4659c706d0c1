"""Last step of a game of an adventure: which one, who joins it, and what is known of those played before."""

from __future__ import annotations

from typing import TypeAlias

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QWidget

from companion.model.core.refusal import InvalidInput, RuleBroken
from companion.model.core.words import Message, Name, say
from companion.model.games.asagiri import SYSTEM as ASAGIRI
from companion.model.games.asagiri.adventure import explain
from companion.model.games.asagiri.adventure import record as r
from companion.model.games.asagiri.adventure.build import adventures
from companion.model.games.asagiri.adventure.explain import Cast
from companion.model.games.asagiri.adventure.record import changed
from companion.model.games.asagiri.state import cards
from companion.model.games.asagiri.state.formatting import zeni
from companion.model.games.asagiri.state.state import State
from companion.ui.games.asagiri.bands import BandOffer, Box, Offers, may_join
from companion.ui.games.asagiri.board import pictures
from companion.ui.games.asagiri.board.pictures import game_picture
from companion.ui.games.asagiri.new_game import NewGameDraft
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.choices import Choices
from companion.ui.kit.layouts import CENTER, LEFT, TOP, hbox, vbox
from companion.ui.kit.list_view import Line, ListView
from companion.ui.kit.panels import Heading, Rule
from companion.ui.kit.screen import ChoicePopup
from companion.ui.kit.scroll import ScrollColumn
from companion.ui.kit.theme import fonts, ink
from companion.ui.kit.theme.palette import Theme
from companion.ui.kit.translator import tr
from companion.ui.kit.widget import InkWidget, Label, Translated, discard
from companion.ui.play.game_ui import PLAYERS
from companion.ui.play.storage import StorageError

SUGGESTED = "suggested"
UNKNOWN, SO, NOT_SO = "unknown", "so", "not-so"
KNOWN: tuple[tuple[str, Message, str], ...] = (
    (UNKNOWN, say("not played"), ""),
    (SO, say("yes"), ""),
    (NOT_SO, say("no"), ""),
)
Facts: TypeAlias = dict[str, Choices]


class AdventureStep(Translated, QWidget):
    """`changed` carries the new `NewGameDraft`; `said` a `Message` for a passing note."""

    changed = Signal(object)
    said = Signal(object)

    def __init__(self, box: Box, offers: Offers, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._box, self._offers = box, offers
        self.draft = NewGameDraft()
        self.records = {record.id: record for record in adventures(box.content)}
        self.lines = ListView(self)
        self.lines.chosen.connect(lambda id: self._change(self.draft.with_adventure(id)))
        self.facts: Facts = {}
        """By fact of an earlier adventure: what is known of it."""
        self._made_for = ""
        self.title = Heading("", self, level=1)
        self.teaches = Label(self, font="small")
        self.intro = Label(self, role="ink")
        self.map = _Map(self)
        self.sides = (_Side(0), _Side(1))
        self.swap = InkButton(
            say("Swap sides"), "quiet", self, sign="mirror", tip=say("Each player takes the other side")
        )
        self.ends = Label(self)
        self._past_label = Label(self, font="small", text=say("Earlier events"))
        self._past = QGridLayout()
        for n, side in enumerate(self.sides):
            side.recruits.clicked.connect(lambda _=False, n=n: self.choose_recruits(n))
        self.swap.clicked.connect(self._swap)
        self._lay_out()
        self.retranslate()

    def _lay_out(self) -> None:
        inner = QWidget()
        between = vbox(self.map, (self.swap, CENTER), 1)
        vbox(
            self.title,
            self.intro,
            self.teaches,
            Rule(self, weight=2.4, seed=19, role="vermilion"),
            hbox((self.sides[0], 1, TOP), between, (self.sides[1], 1, TOP), spacing=22),
            self.ends,
            self._past_label,
            self._past,
            1,
            on=inner,
            margins=(0, 0, 8, 0),
            spacing=6,
        )
        hbox((self.lines, 26), (ScrollColumn(inner), 92), on=self, margins=(28, 0, 28, 0), spacing=26)

    @property
    def record(self) -> r.Adventure | None:
        """The adventure chosen, as what is known of earlier ones has changed it (ADV-14)."""
        found = self.records.get(self.draft.adventure)
        return None if found is None else changed(found, self.draft.before)

    def show_draft(self, draft: NewGameDraft) -> None:
        self.draft = draft
        if draft.adventure != self._made_for:
            self._made_for = draft.adventure
            self._ask_past()
        self.retranslate()

    def retranslate(self) -> None:
        record = self.record
        self.lines.setAccessibleName(tr(say("Adventures")))
        self.lines.show_lines(
            [
                Line(id, tr(Name.of(of.name)), value=str(of.number), chosen=id == self.draft.adventure)
                for id, of in self.records.items()
            ]
        )
        if record is None:
            self.title.setText(tr(say("None of your packs contains an adventure.")))
            return
        cast = Cast(record, self._box.content)
        self.title.setText(tr(Name.of(record.name)))
        self.intro.setText(tr(Name.of(record.intro)))
        teaches = tr(say("Teaches: {what}", what=Name.of(record.teaches))) if record.teaches is not None else ""
        self.teaches.setText(teaches)
        self.teaches.setVisible(bool(teaches))
        for side in self.sides:
            side.show_side(record, self.draft, cast, self._box)
        self.ends.setText("\n".join((*self._linked(), *explain.end_lines(record, cast, tr.words))))
        self.ends.setVisible(bool(self.ends.text()))
        self.map.show_state(self._state(), record, self._box)
        for fact, choices in self.facts.items():
            known = dict(self.draft.before).get(fact)
            choices.show_choice(UNKNOWN if known is None else SO if known else NOT_SO)

    def _linked(self) -> list[str]:
        links = self.records[self.draft.adventure].links
        return [f"·\u00a0{tr(Name.of(link.words))}" for link in links
                if (link.fact, link.holds) in self.draft.before]  # fmt: skip

    def _state(self) -> State | None:
        """How the adventure would begin; None while something forbids it, which the screen says."""
        try:
            return ASAGIRI.new(self.draft.setup(), self._box.content)
        except (InvalidInput, RuleBroken):
            return None

    def _ask_past(self) -> None:
        """One question for each thing that an earlier adventure may have left behind."""
        while (item := self._past.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                discard(widget)
        self.facts = {}
        record = self.records.get(self.draft.adventure)
        asked = {link.fact: link.origin for link in record.links} if record is not None else {}
        self._past_label.setVisible(bool(asked))
        for n, (fact, origin) in enumerate(asked.items()):
            said = Label(self, role="ink")
            said.setText(tr(self._fact(origin, fact)))
            choices = Choices(self._fact(origin, fact), KNOWN, self)
            choices.chosen.connect(lambda id, fact=fact: self._know(fact, id))
            self._past.addWidget(said, n, 0)
            self._past.addWidget(choices, n, 1)
            self.facts[fact] = choices
        self._past.setColumnStretch(0, 1)

    def _fact(self, origin: str, fact: str) -> Message:
        record = self.records.get(origin)
        found = [left.words for left in record.facts if left.fact == fact] if record is not None else []
        name: Name | str = Name.of(record.name) if record is not None else origin
        return say("{adventure}: {fact}?", adventure=name, fact=Name.of(found[0]) if found else fact)

    def _know(self, fact: str, id: str) -> None:
        self._change(self.draft.with_fact(fact, None if id == UNKNOWN else id == SO))

    def _swap(self) -> None:
        draft = self.draft
        names, players = draft.names, draft.players
        for n in (0, 1):
            draft = draft.with_name(n, names[1 - n]).with_player(n, players[1 - n])
        self._change(draft)

    def offers(self, side: int) -> list[BandOffer]:
        """The bands, ready and kept, that may join a side (ADV-3)."""
        record = self.record
        if record is None:
            return []
        try:
            kept = self._offers.kept()
        except StorageError as wrong:
            self.said.emit(wrong.why)
            kept = []
        band = record.sides[side].band
        return [
            offer
            for offer in (*self._offers.ready(), *kept)
            if offer.roster.members and may_join(self._box, band, offer.roster) is None
        ]

    def choose_recruits(self, side: int) -> None:
        found = {offer.id: offer for offer in self.offers(side)}
        chosen = self.draft.recruits[side]
        lines = [Line(SUGGESTED, tr(say("As suggested")), sign="check", chosen=chosen is None)]
        lines += [
            Line(id, offer.name, self._offers.words(offer.roster), sign="people", chosen=chosen == offer.roster)
            for id, offer in found.items()
        ]
        popup = ChoicePopup(lines, self, name=tr(say("Who joins?")))
        popup.chosen.connect(
            lambda id: self._change(self.draft.with_recruits(side, found[id].roster if id in found else None))
        )
        popup.popup(self.sides[side].recruits)

    def _change(self, draft: NewGameDraft) -> None:
        if draft != self.draft:
            self.show_draft(draft)
            self.changed.emit(draft)

    def focus_first(self) -> None:
        self.lines.hold(self.draft.adventure)
        self.lines.setFocus(Qt.FocusReason.TabFocusReason)


class _Side(QWidget):
    """One side: who plays it, what it is told, what it has to reach, who is in it."""

    def __init__(self, which: int) -> None:
        super().__init__()
        self._which = which
        self.who = Label(self, font="small")
        self.name = Label(self, role="ink", font="name")
        self.briefing = Label(self)
        self.goals = Label(self, role="ink")
        self.band = Label(self, font="small")
        self.recruits = InkButton("", "quiet", self, sign="people", tip=say("Choose a different band"))
        parts = (self.who, self.name, self.briefing, self.goals, self.band, (self.recruits, LEFT))
        vbox(*parts, on=self, spacing=4)

    def show_side(self, record: r.Adventure, draft: NewGameDraft, cast: Cast, box: Box) -> None:
        n, party = self._which, record.sides[self._which]
        player = {id: said for id, said, _ in PLAYERS}[draft.players[n]]
        name = draft.names[n]
        self.who.setText(tr(say("{name} · {player}", name=name, player=player)) if name else tr(player))
        self.name.setText(tr(Name.of(party.name)))
        self.briefing.setText(tr(Name.of(party.briefing)))
        self.goals.setText("\n".join(explain.goal_lines(record, n, cast, tr.words)))
        fixed, roster = explain.members(party.band, box.content, tr.words), draft.recruits[n]
        joining = [member.card for member in roster.members] if roster else [one.card for one in party.band.suggested]
        joined = explain.named(joining, box.content, tr.words) if party.band.budget else ""
        self.band.setText("\n".join(part for part in (fixed, joined and f"+ {joined}") if part))
        self.recruits.setVisible(bool(party.band.budget))
        self.recruits.setText(tr(say("Budget for recruits: {zeni}", zeni=zeni(party.band.budget))))


class _Map(InkWidget):
    """The first floor as a print, with who stands there already."""

    SIDE = 236

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._state: State | None = None
        self._look: pictures.Scenery | None = None
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def show_state(self, state: State | None, record: r.Adventure, box: Box) -> None:
        self._state = state
        if state is not None:
            laid = [[(cards.tile(box.content, one.tile), one.turns, one.at) for one in floor.tiles]
                    for floor in record.floors]  # fmt: skip
            self._look = pictures.scenery_of_floors(laid)
        self.refresh()

    def sizeHint(self) -> QSize:
        rows = self._state.table.board.floors[0].rows if self._state is not None else ("",)
        wide, high = max(1, max(map(len, rows))), len(rows)
        return QSize(fonts.px(self.SIDE + 16), fonts.px(self.SIDE * high // max(wide, high) + 16))

    def paint(self, pen: QPainter, theme: Theme) -> None:
        if self._state is None or self._look is None:
            return
        picture = game_picture(self._state, self._look, fonts.px(self.SIDE), dpr=self.devicePixelRatioF())
        size = picture.deviceIndependentSize()
        area = QRectF(QPointF((self.width() - size.width()) / 2, fonts.px(6)), size)
        sheet = ink.rough_rect(area.adjusted(-5, -5, 5, 5), "map", 0.8, 34)
        ink.soft_shadow(pen, sheet, theme.color("shadow", 0.5 if theme.dark else 0.28), 6, 1, 3)
        pen.setPen(Qt.PenStyle.NoPen)
        pen.setBrush(theme.mix("figure_ink", "earth", 0.12))
        pen.drawPath(sheet)
        pen.drawPixmap(area.topLeft(), picture)
