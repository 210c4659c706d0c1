"""The bands' shelf: what came with the packs and what somebody kept, to look at, change and copy."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from PySide6.QtWidgets import QWidget

from companion.model.core.refusal import Refusal
from companion.model.core.words import Message, say
from companion.model.games.asagiri.state.formatting import zeni
from companion.ui.games.asagiri.bands import BandOffer, BandRoster, Box, Offers
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.choices import Choices
from companion.ui.kit.layouts import FlowRow, fold, vbox
from companion.ui.kit.list_lines import Line
from companion.ui.kit.list_view import ListView
from companion.ui.kit.panels import Heading, Toast
from companion.ui.kit.screen import Screen
from companion.ui.kit.translator import tr
from companion.ui.play.storage import GameStorage, StorageError

from .column import RosterColumn
from .gallery import CardArt, Gallery

BUDGETS = tuple((str(budget), zeni(budget), "") for budget in (12, 16, 20))


class BandsScreen(Screen):
    """Left the bands, in the middle the box, right the band being looked at. `left`: back home."""

    def __init__(self, storage: GameStorage, parent: QWidget | None = None) -> None:
        super().__init__(parent, title=say("Bands"))
        self._storage = storage
        self.box = Box(storage.content)
        art = CardArt(self.box)
        self._offers = Offers(self.box, storage)
        self._past: list[tuple[BandRoster, int, int | None]] = []
        self._future: list[tuple[BandRoster, int, int | None]] = []
        self._chosen = ""
        self._heading = Heading(say("Bands"), self, level=2, kanji="侍")
        self._listed: dict[str, BandOffer] = {}
        self.lines = ListView(self)
        self.new = InkButton(say("New"), "secondary", self, sign="plus")
        self.copy = InkButton(say("Duplicate"), "quiet", self, sign="copy", clicked=self.copy_band)
        self.print = InkButton(say("Print the cards"), "quiet", self, sign="print")
        self.beside = InkButton(say("Compare"), "quiet", self, sign="mirror", tip=say("Compare two bands or rosters"))
        """Leads to two bands side by side."""
        self.delete = InkButton(say("Delete"), "quiet", self, sign="trash", clicked=self.delete_band)
        self.gallery = Gallery(art, self)
        self.budget = Choices(say("Zeni"), BUDGETS, self)
        self.column = RosterColumn(art, self._offers, say("Band"), self, offering=False)
        self.back = InkButton(say("Home"), "quiet", self, sign="chevron-left", clicked=self.left)
        self._shown: tuple[BandRoster, int, int | None] = (BandRoster(), 16, None)
        self._lay_out()
        self._connect()
        self.column.set_active(True)
        self.gallery.judge_by(self._judge)
        self.show_band(BandRoster(), 16, None)
        self.retranslate()

    def _lay_out(self) -> None:
        left = vbox(self._heading, (self.lines, 1), spacing=6)
        for buttons in ((self.new, self.copy, self.print, self.delete), (self.back, self.beside)):
            left.addWidget(FlowRow(self, buttons))
        fold(
            (left, 26),
            (self.gallery, 64),
            (vbox(self.budget, (self.column, 1), spacing=2), 27),
            on=self,
            spacing=14,
            margins=(26, 16, 18, 12),
            most=520,
        )

    def _connect(self) -> None:
        self.lines.chosen.connect(lambda id: self._look(self._listed[id]))
        self.new.clicked.connect(lambda: self._open(BandRoster(), self._shown[1], None))
        self.budget.chosen.connect(lambda id: self._open(self._shown[0], int(id), self._shown[2]))
        self.gallery.added.connect(self._add)
        self.gallery.added_to.connect(lambda card, _: self._add(card))
        self.column.changed.connect(self._changed)
        self.column.said.connect(self._said)

    def refresh(self) -> None:
        try:
            kept = self._offers.kept()
        except StorageError as wrong:
            kept = []
            self._say(wrong.why)
        lines: list[Line] = []
        self._listed = {}
        for title, offers in ((say("Saved"), kept), (say("Ready-made"), self._offers.ready())):
            if offers:
                lines.append(Line("", tr(title), heading=True))
            for offer in offers:
                self._listed[offer.id] = offer
                lines.append(self._offers.line(offer, max(offer.budget, self.box.cost(offer.roster))))
        self.lines.setAccessibleName(tr(say("Bands")))
        self.lines.show_lines(lines)
        self._mark()

    def _look(self, offer: BandOffer) -> None:
        self._open(offer.roster, offer.budget, offer.kept)
        self._chosen = offer.id
        self._mark()
        if offer.kept is not None:
            entry = next((entry for entry in self._storage.bands() if entry.id == offer.kept), None)
            why = self._offers.missing(entry) if entry is not None else None
            if why is not None:
                self._say(why)

    def _mark(self) -> None:
        self.lines.mark(self._chosen)
        self.delete.setEnabled(self._shown[2] is not None)
        self.copy.setEnabled(bool(self._shown[0].members))
        self.print.setEnabled(bool(self._shown[0].members))

    def copy_band(self) -> None:
        """Another band like this one, under another name."""
        roster, budget, _ = self._shown
        name = tr(say("{name} (copy)", name=roster.name or self._offers.words(roster)))[:40]
        self._keep(roster.named(name), budget)

    def _keep(self, roster: BandRoster, budget: int) -> None:
        """Put another band into storage, and look at it."""
        try:
            entry = self._storage.keep_band(roster.name, budget, roster.json())
        except StorageError as wrong:
            self._say(wrong.why)
            return
        self._open(roster, budget, entry.id)
        self.refresh()

    def delete_band(self) -> None:
        """Throw the band away; it can be brought back as long as the note is seen."""
        roster, budget, kept = self._shown
        if kept is None:
            return
        try:
            self._storage.delete_band(kept)
        except StorageError as wrong:
            self._say(wrong.why)
            return
        self._open(BandRoster(), budget, None)
        self.refresh()
        toast = Toast(self, tr(say("“{name}” deleted.", name=roster.name)), action=tr(say("Restore")))
        toast.acted.connect(lambda: self._keep(roster, budget))
        toast.popup()

    def show_band(self, roster: BandRoster, budget: int, kept: int | None) -> None:
        self._shown = (roster, budget, kept)
        self.column.show_roster(roster, budget, kept)
        self.budget.show_choice(str(budget))
        self.gallery.rejudge()
        self._mark()

    def _open(self, roster: BandRoster, budget: int, kept: int | None) -> None:
        self._past.append(self._shown)
        self._future.clear()
        self._chosen = f"kept:{kept}" if kept is not None else ""
        self.show_band(roster, budget, kept)

    def _changed(self, roster: BandRoster) -> None:
        self._past.append(self._shown)
        self._future.clear()
        self._shown = (roster, self._shown[1], self.column.kept)
        self.gallery.rejudge()
        self._mark()

    def printable(self) -> BandRoster | None:
        """The band shown, under a name; None: it has no members."""
        roster = self._shown[0]
        return replace(roster, name=roster.name or tr(say("Band"))) if roster.members else None

    def undo(self) -> None:
        if self._past:
            self._future.append(self._shown)
            self.show_band(*self._past.pop())

    def redo(self) -> None:
        if self._future:
            self._past.append(self._shown)
            self.show_band(*self._future.pop())

    def _add(self, card: str) -> None:
        refusal = self.box.objection(self._shown[0], card, self._shown[1])
        if refusal is not None:
            self._say(Message("{why} ({rule})", (("why", refusal.why), ("rule", refusal.rule))))
            return
        self.column.add(card)

    def _judge(self, card: str) -> tuple[Refusal | None, int]:
        roster, budget, _ = self._shown
        return self.box.objection(roster, card, budget), sum(member.card == card for member in roster.members)

    def retranslate(self) -> None:
        self.refresh()

    def _said(self, why: Message) -> None:
        self._shown = (self.column.roster, self.column.budget, self.column.kept)
        self._chosen = f"kept:{self.column.kept}" if self.column.kept is not None else ""
        self.refresh()
        self._say(why)

    def _say(self, why: Message) -> None:
        Toast(self, tr(why)).popup()

    contexts = ("bands",)

    def keys(self) -> list[tuple[str, list[str]]]:
        return [
            (tr(say("Add the card to the band")), ["Enter"]),
            (tr(say("Equipment of a member")), ["←", "→"]),
            (tr(say("Remove a member")), [tr(say("Del"))]),
            (tr(say("Home")), ["Esc"]),
        ]

    def setFocus(self, *args: Any) -> None:
        self.gallery.focus_cards()
