"""Second step: both bands side by side, the cards of the box between them."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from companion.model.core.refusal import Refusal
from companion.model.core.words import Message, say
from companion.model.games.asagiri.state import band_rules
from companion.ui.games.asagiri.bands.column import RosterColumn
from companion.ui.games.asagiri.bands.gallery import CardArt, Gallery
from companion.ui.games.asagiri.bands.roster import Offers, Roster
from companion.ui.kit.layouts import fold
from companion.ui.kit.translator import tr

from .draft import Draft

TITLES = (say("First band"), say("Second band"))


class BandsStep(QWidget):
    """`changed` carries the new `Draft`; `said` a `Message` for a passing note."""

    changed = Signal(object)
    said = Signal(object)

    def __init__(self, art: CardArt, offers: Offers, parent: QWidget | None = None) -> None:
        """Shows nothing until `show_draft`."""
        super().__init__(parent)
        self._box = art.box
        self.draft = Draft()
        self.active = 0
        self.gallery = Gallery(art, self)
        self.columns = tuple(RosterColumn(art, offers, TITLES[n], self) for n in (0, 1))
        parts = (self.columns[0], 27), (self.gallery, 64), (self.columns[1], 27)
        fold(*parts, on=self, margins=(18, 0, 18, 0), spacing=12, most=520)
        for n, column in enumerate(self.columns):
            column.changed.connect(lambda roster, n=n: self._take(n, roster))
            column.activated.connect(lambda n=n: self.activate(n))
            column.said.connect(self.said)
        self.gallery.added.connect(lambda card: self.add(card, self.active))
        self.gallery.added_to.connect(self.add)
        self.gallery.judge_by(self._judge)
        self.setTabOrder(self.gallery, self.columns[0])
        self.activate(0)

    def show_draft(self, draft: Draft) -> None:
        """Show both bands; the rules are asked again."""
        self.draft = draft
        for n, column in enumerate(self.columns):
            column.set_title(TITLES[n], draft.names[n])
            if column.roster != draft.rosters[n] or column.budget != draft.budget:
                column.show_roster(draft.rosters[n], draft.budget, column.kept)
        self.gallery.rejudge()

    def activate(self, which: int) -> None:
        self.active = which
        for n, column in enumerate(self.columns):
            column.set_active(n == which)
        self.gallery.rejudge()

    def focus_first(self) -> None:
        """The keys begin at the first card; a band that is empty yet takes them."""
        empty = [n for n in (0, 1) if not self.draft.rosters[n].members]
        if empty:
            self.activate(empty[0])
        self.gallery.focus_cards()

    def add(self, card: str, which: int) -> None:
        """Add a character to a band; a refusal is said."""
        refusal = self._objection(which, card)
        if refusal is not None:
            self.said.emit(Message("{why} ({rule})", (("why", refusal.why), ("rule", refusal.rule))))
            return
        self.columns[which].add(card)

    def _take(self, which: int, roster: Roster) -> None:
        self.draft = self.draft.with_roster(which, roster)
        self.gallery.rejudge()
        self.changed.emit(self.draft)

    def _judge(self, card: str) -> tuple[Refusal | None, int]:
        roster = self.draft.rosters[self.active]
        count = sum(member.card == card for member in roster.members)
        return self._objection(self.active, card), count

    def _objection(self, which: int, card: str) -> Refusal | None:
        """Why a card may not join a band; out of one box also because the other band has it (BND-3)."""
        found = self._box.objection(self.draft.rosters[which], card, self.draft.budget)
        if found is not None or not self.draft.shared_box:
            return found
        joined = self.draft.rosters[which].with_card(card)
        return band_rules.shared([self._box.members(joined), self._box.members(self.draft.rosters[1 - which])], 1)

    contexts = ("bands",)
    """Whose keys hold here."""

    def keys(self) -> list[tuple[str, list[str]]]:
        return [
            (tr(say("Add the card to the band")), ["Enter"]),
            (tr(say("Equipment of a member")), ["←", "→"]),
            (tr(say("Remove a member")), [tr(say("Del"))]),
        ]

    def setFocus(self, reason: Qt.FocusReason = Qt.FocusReason.OtherFocusReason) -> None:
        self.focus_first()
