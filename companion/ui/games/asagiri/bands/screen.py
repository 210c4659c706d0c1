"""The bands: what came with the packs and what somebody kept, to look at, change and copy; and two side by side."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QPainter
from PySide6.QtWidgets import QWidget

from companion.model.core.refusal import Refusal
from companion.model.core.words import Message, say
from companion.model.games.asagiri.state.formatting import ELEMENT_WORDS, STAT_WORDS, zeni
from companion.ui.games.asagiri.bands import BandOffer, BandRoster, Box, Offers
from companion.ui.games.asagiri.bands.column import RosterColumn
from companion.ui.games.asagiri.bands.gallery import ELEMENTS, CardArt, Gallery, Measure, Strips
from companion.ui.games.asagiri.cards.face import STATS, CardFace
from companion.ui.kit.art.marks import STAT_ELEMENT, paint_element
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.choices import Choices
from companion.ui.kit.layouts import LEFT, FlowRow, fold, vbox
from companion.ui.kit.list_view import Line, ListView
from companion.ui.kit.panels import Heading, Rule, Toast
from companion.ui.kit.screen import Screen
from companion.ui.kit.scroll import ScrollColumn
from companion.ui.kit.theme import fonts
from companion.ui.kit.theme.palette import Theme
from companion.ui.kit.translator import tr
from companion.ui.kit.widget import InkWidget, Label
from companion.ui.play.storage import GameStorage, StorageError

BUDGETS = tuple((str(budget), zeni(budget), "") for budget in (12, 16, 20))


class BandsScreen(Screen):
    """Left the bands, in the middle the box, right the band being looked at. `left`: back home."""

    help_page = "asagiri/bands"

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


class ComparedBand(QWidget):
    """A band to compare, or the list to choose it from. `chosen` when another one lies here."""

    chosen = Signal()

    def __init__(self, title: Message, art: CardArt, offers: Offers, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title, self._offers = title, offers
        self.offer: BandOffer | None = None
        self._offered: dict[str, BandOffer] = {}
        self.lines = ListView(grows=True)
        self.lines.chosen.connect(lambda id: self.take(self._offered[id]))
        self._label = Label(self, font="small", wrap=False)
        self.name = Heading("", self, level=3)
        self.another = InkButton(say("Another band"), "quiet", self, sign="people", clicked=lambda: self.take(None))
        self.strips = Strips(art)
        area = ScrollColumn(None, self, least=180)
        area.column.addWidget(self.strips)
        area.column.addWidget(self.lines)
        area.column.addStretch(1)
        vbox(
            self._label, self.name, Rule(self, weight=2.0, seed=81), (area, 1), (self.another, LEFT), on=self, spacing=4
        )

    def show_offers(self, offers: Sequence[BandOffer]) -> None:
        """Show what can be chosen; a band that is not there any more is let go of."""
        if self.offer is not None and all(offer.id != self.offer.id for offer in offers):
            self.offer = None
        self._offered = {offer.id: offer for offer in offers}
        self.lines.setAccessibleName(tr(say("Ready-made bands")))
        self.lines.show_lines([replace(self._offers.line(offer, 10_000), refusal="") for offer in offers])
        self._label.setText(tr(self._title))
        self._show()

    def take(self, offer: BandOffer | None) -> None:
        """Look at a band; None: choose another one."""
        self.offer = offer
        self._show()
        self.chosen.emit()
        if offer is None and self._offered:
            self.lines.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self.another.setFocus(Qt.FocusReason.OtherFocusReason)

    def _show(self) -> None:
        offer = self.offer
        self.name.setText(offer.name if offer is not None else tr(say("Which band?")))
        self.strips.show_roster(offer.roster if offer is not None else BandRoster())
        self.strips.setVisible(offer is not None)
        self.another.setVisible(offer is not None)
        self.lines.setVisible(offer is None)


def _nth(row: Callable[[Measure], Sequence[tuple[str, int]]], n: int) -> Callable[[Measure], int]:
    return lambda one: row(one)[n][1]


class Scales(InkWidget):
    """Sums of both bands, bars growing from the middle: the longer one is in ink."""

    ROW = 33

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows: list[tuple[Any, str, int, int]] = []
        """Sign, words, left and right."""

    def show_both(self, left: Measure | None, right: Measure | None) -> None:
        rows: list[tuple[Any, Message, Callable[[Measure], int]]] = [
            ("", say("Zeni"), lambda one: one.zeni),
            ("", say("Members"), lambda one: one.members),
            ("", say("Including equipment"), lambda one: one.gear),
        ]
        for n, stat in enumerate(STATS):
            rows.append((STAT_ELEMENT[stat], Message(STAT_WORDS[stat]), _nth(lambda one: one.stats, n)))
        for n, stat in enumerate(STATS):
            words = say("{stat}, shaken", stat=Message(STAT_WORDS[stat]))
            rows.append((STAT_ELEMENT[stat], words, _nth(lambda one: one.shaken, n)))
        for n, element in enumerate(ELEMENTS):
            words = say("Skills of {element}", element=Message(ELEMENT_WORDS[element]))
            rows.append((element, words, _nth(lambda one: one.elements, n)))
        self._rows = [
            (sign, tr(words), count(left) if left is not None else 0, count(right) if right is not None else 0)
            for sign, words, count in rows
        ]
        self.setAccessibleName("; ".join(f"{words}: {a}, {b}" for _, words, a, b in self._rows))
        self.refresh()

    @property
    def rows(self) -> list[tuple[str, int, int]]:
        """Words, left and right, as they are shown."""
        return [(words, a, b) for _, words, a, b in self._rows]

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(420), fonts.px(self.ROW) * max(1, len(self._rows)))

    def minimumSizeHint(self) -> QSize:
        return QSize(fonts.px(260), self.sizeHint().height())

    def paint(self, pen: QPainter, theme: Theme) -> None:
        for n, row in enumerate(self._rows):
            self._paint_row(pen, theme, n, row)

    def _paint_row(self, pen: QPainter, theme: Theme, n: int, row: tuple[Any, str, int, int]) -> None:
        sign, words, left, right = row
        y, middle = n * fonts.px(self.ROW), self.width() / 2
        small, digits = fonts.font("small"), fonts.font("digits")
        metrics = QFontMetricsF(small)
        wide, side = metrics.horizontalAdvance(words), fonts.px(13) if sign else 0
        x = middle - (wide + side + (fonts.px(5) if sign else 0)) / 2
        if sign:
            paint_element(pen, QRectF(x, y + 2, side, side), sign, theme)
            x += side + fonts.px(5)
        pen.setFont(small)
        pen.setPen(theme.color("faded"))
        pen.drawText(QRectF(x, y, wide + 2, fonts.px(17)), Qt.AlignmentFlag.AlignVCenter, words)
        bar, most = y + fonts.px(19), max(left, right, 1)
        number = fonts.px(34)
        reach = middle - number - fonts.px(4)
        for value, other, way in ((left, right, -1), (right, left, 1)):
            long = reach * value / most
            pen.setPen(Qt.PenStyle.NoPen)
            pen.setBrush(theme.color("ink") if value > other else theme.color("faded", 0.55))
            pen.drawRect(
                QRectF(middle - fonts.px(2) - long if way < 0 else middle + fonts.px(2), bar, long, fonts.px(7))
            )
            pen.setFont(digits)
            pen.setPen(theme.color("ink") if value >= other else theme.color("faded"))
            place = QRectF(0, bar - fonts.px(6), number, fonts.px(19))
            if way > 0:
                place.moveLeft(self.width() - number)
            side_ = Qt.AlignmentFlag.AlignLeft if way < 0 else Qt.AlignmentFlag.AlignRight
            pen.drawText(place, side_ | Qt.AlignmentFlag.AlignVCenter, str(value))


class CompareBandsScreen(Screen):
    """`left`: back. `offers_of` gives what can be chosen: bands kept and ready, rosters of campaigns."""

    def __init__(
        self, art: CardArt, offers: Offers, offers_of: Callable[[], Sequence[BandOffer]],
        parent: QWidget | None = None,
    ) -> None:  # fmt: skip
        super().__init__(parent)
        self._art, self._offers_of = art, offers_of
        self._heading = Heading(say("Compare bands"), self, level=2, kanji="侍")
        self._words = Label(self, font="small", text=say("Totals for all members, equipment included."))
        self.columns = (
            ComparedBand(say("Left"), art, offers), ComparedBand(say("Right"), art, offers),
        )  # fmt: skip
        self.scales = Scales()
        self.back = InkButton(say("Back"), "quiet", self, sign="chevron-left", clicked=self.left)
        for one in self.columns:
            one.chosen.connect(self._weigh)
        self._lay_out()

    def _lay_out(self) -> None:
        area = ScrollColumn(self.scales, self)
        area.setMinimumHeight(fonts.px(180))
        area.setMinimumWidth(fonts.px(280))
        vbox(
            self._heading,
            self._words,
            (fold((self.columns[0], 30), (area, 44), (self.columns[1], 30), spacing=30, most=560), 1),
            (self.back, LEFT),
            on=self,
            spacing=8,
            margins=(26, 14, 26, 12),
        )

    def enter(self, left: str = "", right: str = "") -> None:
        """The screen is about to be shown; `left` and `right` are offers by their ids, to be put there."""
        offers = {offer.id: offer for offer in self._offers_of() if offer.roster.members}
        for one, wanted in zip(self.columns, (left, right), strict=True):
            if wanted in offers:
                one.offer = offers[wanted]
        self.refresh()

    def refresh(self) -> None:
        self.setAccessibleName(self._heading.text())
        offers = [offer for offer in self._offers_of() if offer.roster.members]
        for one in self.columns:
            one.show_offers(offers)
        self._weigh()

    def retranslate(self) -> None:
        self.refresh()

    def _weigh(self) -> None:
        left, right = (self._measure(one.offer) for one in self.columns)
        self.scales.show_both(left, right)

    def _measure(self, offer: BandOffer | None) -> Measure | None:
        return None if offer is None else Measure.of(self._faces(offer.roster))

    def _faces(self, roster: BandRoster) -> list[CardFace]:
        return [self._art.face(one.card, one.equipment) for one in roster.members]

    contexts = ("all",)

    def keys(self) -> list[tuple[str, list[str]]]:
        return [(tr(say("View a band")), ["Enter"]), (tr(say("Back")), ["Esc"])]

    def setFocus(self, *args: Any) -> None:
        for one in self.columns:
            if one.offer is None and one.lines.usable():
                one.lines.setFocus(Qt.FocusReason.OtherFocusReason)
                return
        self.columns[0].another.setFocus(Qt.FocusReason.OtherFocusReason)
