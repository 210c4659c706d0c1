"""A new campaign: which adventures, between which rosters, by which house rules. The house campaign, unless changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QCheckBox, QWidget

from companion.model.core.refusal import InvalidInput, RuleBroken
from companion.model.core.words import Message, Name, say
from companion.model.games.asagiri.adventure.build import adventures
from companion.model.games.asagiri.campaign import CAMPAIGN
from companion.model.games.asagiri.campaign.position import namespaces
from companion.ui.games.asagiri.bands import BandOffer, Box, Offers
from companion.ui.games.asagiri.new_game.players import DICE, DICE_WORDS
from companion.ui.kit import keys
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.choices import Choices
from companion.ui.kit.fields import NameEdit
from companion.ui.kit.layouts import LEFT, CenteredColumn, Gap, OnePage, fold, vbox
from companion.ui.kit.list_view import Line, ListView
from companion.ui.kit.panels import Heading, Rule
from companion.ui.kit.screen import ChoicePopup, Screen
from companion.ui.kit.settings import SettingsService
from companion.ui.kit.theme import fonts
from companion.ui.kit.translator import says, tr
from companion.ui.kit.widget import Label
from companion.ui.play.storage import GameStorage, StorageError

from .house_rules import Customs, HouseRules

OWN, BATTLE = "own", "battle"
MOST = 40
"""Chapters of a campaign."""


class RoadPage(QWidget):
    """Which adventures, in which order. `changed` when something is decided."""

    changed = Signal()

    def __init__(
        self,
        records: dict[str, Any],
        boxes: Mapping[str, Message | Name],
        parent: QWidget | None = None,
    ) -> None:
        """Of the adventures `records`, by their ids; with the cards of `boxes`, called as they are, by namespaces."""
        super().__init__(parent)
        self._records = records
        self._boxes_words = Label(self, font="small", text=say("Cards to play with"))
        self._called = boxes
        self.boxes = {name: QCheckBox(self) for name in boxes}
        for box in self.boxes.values():
            box.setChecked(True)
            box.clicked.connect(lambda on, box=box: self._take_box(box, on))
        packs = list(dict.fromkeys(id.partition(":")[0] for id in records))
        packs.sort(key=lambda pack: pack != "house")
        sources: list[tuple[str, Message | str, str]] = [
            (pack, say("The built-in campaign") if pack == "house" else say("Campaign of {pack}", pack=pack), "map")
            for pack in packs
        ]
        sources.append((OWN, say("Our own list"), "pen"))
        self.sources = Choices(say("Which adventures?"), sources, self, large=True, upright=True)
        self.source = packs[0] if packs else OWN
        self.own: list[str] = [id for id in records if id.startswith("house:")] or [""]
        self.at = 0
        """The chapter of the own list that the tools are about."""
        self.lines = ListView(self)
        self.lines.chosen.connect(lambda n: self._mark(int(n)))
        self._words = Label(self)
        self.add = InkButton("", "secondary", self, sign="plus", clicked=self.ask)
        self.up = InkButton("", "quiet", self, sign="arrow-up", clicked=lambda: self.move_by(-1))
        self.down = InkButton("", "quiet", self, sign="arrow-down", clicked=lambda: self.move_by(1))
        self.remove = InkButton("", "quiet", self, sign="trash", clicked=self.drop)
        self.sources.chosen.connect(self.choose)
        self._lay_out()
        self.show_road()

    def _lay_out(self) -> None:
        cards = (self._boxes_words, *self.boxes.values())
        for widget in cards:
            widget.setVisible(len(self.boxes) > 1)
        left = vbox(self.sources, self._words, Gap(18), *((widget, LEFT) for widget in cards), 1)
        self.lines.setMinimumHeight(fonts.px(180))
        fold(
            (left, 4),
            (vbox((self.lines, 1), fold(self.add, self.up, self.down, self.remove, 1, spacing=4)), 7),
            on=self,
            spacing=40,
            most=460,
        )

    @property
    def chapters(self) -> list[str]:
        """The adventures in their order; empty: a battle without one."""
        return (
            list(self.own) if self.source == OWN else [id for id in self._records if id.startswith(f"{self.source}:")]
        )

    def setup(self) -> dict[str, Any]:
        road = {"chapters": self.chapters} if self.source == OWN else {"pack": self.source}
        taken = [name for name, box in self.boxes.items() if box.isChecked()]
        return road if len(taken) == len(self.boxes) else {**road, "packs": taken}

    def choose(self, source: str) -> None:
        """A pack's campaign, or a list of one's own, which begins as what was shown."""
        if source == OWN and self.source != OWN:
            self.own = self.chapters
            self.at = min(self.at, max(0, len(self.own) - 1))
        self.source = source
        self._decided()

    def _take_box(self, box: QCheckBox, on: bool) -> None:
        """One box at least is played with."""
        if not on and not any(other.isChecked() for other in self.boxes.values()):
            box.setChecked(True)
        self._decided()

    def _decided(self) -> None:
        self.show_road()
        self.changed.emit()

    def show_road(self) -> None:
        own, chapters = self.source == OWN, self.chapters
        self.sources.show_choice(self.source)
        shown = []
        for n, id in enumerate(chapters):
            record = self._records.get(id)
            title = tr(Name.of(record.name)) if record is not None else tr(say("A battle without an adventure"))
            words = tr(Name.of(record.teaches)) if record is not None and record.teaches is not None else ""
            shown.append(Line(str(n), title, words, str(n + 1), chosen=own and n == self.at))
        self.lines.setAccessibleName(tr(say("Adventures")))
        self.lines.show_lines(shown)
        about = (say("Any adventures from your packs, in any order, and battles without an adventure.") if own
                 else say("In the order of the pack: each adventure remembers the earlier ones."))  # fmt: skip
        self._words.setText(tr(about))
        for name, box in self.boxes.items():
            box.setText(tr(self._called[name]))
        for button, words_ in (
            (self.add, say("Add a chapter…")), (self.up, say("Move up")), (self.down, say("Move down")),
            (self.remove, say("Remove")),
        ):  # fmt: skip
            button.setText(tr(words_))
            button.setVisible(own)
        self.add.setEnabled(len(self.own) < MOST)
        self.up.setEnabled(self.at > 0)
        self.down.setEnabled(self.at < len(self.own) - 1)
        self.remove.setEnabled(len(self.own) > 1)

    def _mark(self, n: int) -> None:
        self.at = n
        self.show_road()

    def ask(self) -> None:
        """Which adventure comes after the one marked?"""
        lines = [Line(BATTLE, tr(say("A battle without an adventure")), sign="sword")]
        lines += [Line(id, tr(Name.of(record.name)), value=str(record.number)) for id, record in self._records.items()]
        popup = ChoicePopup(lines[:16], self, name=tr(say("Which adventure?")))
        popup.chosen.connect(lambda id: self.put("" if id == BATTLE else id))
        popup.popup(self.add)

    def put(self, chapter: str) -> None:
        self.own.insert(self.at + 1, chapter)
        self.at += 1
        self._decided()

    def move_by(self, way: int) -> None:
        to = self.at + way
        if 0 <= to < len(self.own):
            self.own[self.at], self.own[to] = self.own[to], self.own[self.at]
            self.at = to
            self._decided()

    def drop(self) -> None:
        if len(self.own) > 1:
            self.own.pop(self.at)
            self.at = min(self.at, len(self.own) - 1)
            self._decided()


BROUGHT = "brought"
PAGES = (
    ("road", say("Adventures"), "map"),
    ("rosters", say("Rosters"), "people"),
    ("rules", say("House rules"), "settings"),
)
WIDEST = 1180


def _boxes(storage: GameStorage) -> dict[str, Message | Name]:
    """What the packs are called that a campaign can be played with, by their namespaces."""
    listed = storage.workshop.manifests() if storage.workshop is not None else ()
    named = {one.namespace: Name.of(one.manifest.name) for one in listed if one.manifest is not None}
    house = {"house": say("Built-in cards")}
    return {id: house.get(id) or named.get(id) or Name.of({"en": id}) for id in namespaces(storage.content)}


class RosterChoice(QWidget):
    """With whom a roster begins: nobody but those the adventures bring, or a band."""

    changed = Signal()

    def __init__(self, seat: int, offers: Offers, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._seat, self._offers = seat, offers
        self.chosen: BandOffer | None = None
        self.title = Heading("", self, level=3)
        self._offered: dict[str, BandOffer | None] = {}
        self.lines = ListView(self)
        self.lines.setMinimumHeight(fonts.px(170))
        self.lines.chosen.connect(lambda id: self._take(self._offered[id]))
        vbox(self.title, Rule(self, weight=2.0, seed=71 + seat), (self.lines, 1), on=self)

    def show_offers(self, found: Sequence[BandOffer]) -> None:
        self.title.setText(tr(say("Roster A")) if self._seat == 0 else tr(say("Roster B")))
        now = self.chosen.id if self.chosen is not None else BROUGHT
        words = tr(say("The adventures add their own characters to the roster."))
        brought = Line(BROUGHT, tr(say("Characters from the adventures")), words, sign="map", chosen=now == BROUGHT)
        # what no roster may be is said of the whole campaign, by the rules for rosters
        shown = [replace(self._offers.line(one, 10_000), chosen=one.id == now, refusal="") for one in found]
        self._offered = {BROUGHT: None, **{one.id: one for one in found}}
        self.lines.setAccessibleName(self.title.text())
        self.lines.show_lines([brought, *shown])

    def _take(self, offer: BandOffer | None) -> None:
        self.chosen = offer
        self.lines.mark(offer.id if offer is not None else BROUGHT)
        self.changed.emit()

    def setup(self) -> list[dict[str, str]]:
        members = self.chosen.roster.json() if self.chosen is not None else []
        return [{key: value for key, value in member.items() if value is not None} for member in members]


class BeginScreen(Screen):
    """`ready` carries set-up and title; `left`: back to the campaigns."""

    help_page = "asagiri/campaigns"

    ready = Signal(object, str)

    def __init__(self, storage: GameStorage, keeper: SettingsService, parent: QWidget | None = None) -> None:
        super().__init__(parent, title=say("New campaign"))
        self._storage, self._keeper = storage, keeper
        self._box = Box(storage.content)
        self._offers = Offers(self._box, storage)
        records = {record.id: record for record in adventures(storage.content)}
        self._heading = Heading(say("New campaign"), self, level=2, kanji="道")
        self.name = says(NameEdit(self), name=say("Campaign title"))
        self.name.setMaxLength(80)
        self.pages = Choices(say("New campaign"), PAGES, self, large=True)
        self.pages.chosen.connect(self.go)
        self.road = RoadPage(records, _boxes(storage))
        self.rosters = (RosterChoice(0, self._offers), RosterChoice(1, self._offers))
        self._both = QWidget()
        self.rules = HouseRules(keeper.settings.house)
        self.dice = Choices(say("Dice"), DICE, self)
        self._dice_words = Label(self, font="small", wrap=False)
        kept = keeper.settings.dice
        self.dice.show_choice(kept)
        self.dice.chosen.connect(lambda _: self.retranslate())
        self.stack = OnePage(self)
        for page in (self.road, self._both, self.rules):
            self.stack.addWidget(page)
        self.back = InkButton(say("Campaigns"), "quiet", self, sign="chevron-left", clicked=self.left)
        self.begin = InkButton(say("Start the campaign"), "primary", self, deed="begin.begin", clicked=self.step)
        self._problem = Label(self, role="shaken", align=Qt.AlignmentFlag.AlignRight)
        self.road.changed.connect(self._judge)
        for roster in self.rosters:
            roster.changed.connect(self._judge)
        self.rules.changed.connect(lambda _: self._judge())
        self.rules.show_customs(Customs())
        self._lay_out()
        self.go("road")
        self.retranslate()

    def _lay_out(self) -> None:
        fold(*((roster, 1) for roster in self.rosters), on=self._both, spacing=40, most=420)
        vbox(
            fold(self._heading, (self.name, 1), spacing=24),
            self.pages,
            Rule(self, weight=2.4, seed=73, role="vermilion"),
            (self.stack, 1),
            fold(self.dice, self._dice_words, 1, spacing=10),
            fold(self.back, (self._problem, 1), self.begin, spacing=16),
            on=CenteredColumn(self, WIDEST),
            spacing=10,
            margins=(30, 14, 30, 12),
        )

    def enter(self) -> None:
        """The screen is about to be shown: bands may have been kept or thrown away."""
        try:
            found = [*self._offers.kept(), *self._offers.ready()]
        except StorageError:
            found = self._offers.ready()
        for roster in self.rosters:
            roster.show_offers([offer for offer in found if offer.roster.members])
        self._judge()

    def setup(self) -> dict[str, Any]:
        made = {**self.road.setup(), **self.rules.customs.setup(), "dice": self.dice.choice() or "virtual"}
        rosters = {seat: roster.setup() for seat, roster in zip("AB", self.rosters, strict=True) if roster.chosen}
        return {**made, **({"rosters": rosters} if rosters else {}), "name": self.title()}

    def title(self) -> str:
        """What the campaign is called: as written, else as its adventures are."""
        own = {"house": say("The built-in campaign"), OWN: say("Our own campaign")}
        return self.name.text().strip() or tr(
            own.get(self.road.source) or say("Campaign of {pack}", pack=self.road.source)
        )

    def problem(self) -> Message | None:
        """Why no campaign can begin like this, in the words of the rules, or None."""
        rest = {key: value for key, value in self.setup().items() if key != "dice"}
        try:
            CAMPAIGN.new(rest, self._box.content)
        except InvalidInput as wrong:
            return wrong.why
        except RuleBroken as wrong:
            return say("{why} ({rule})", why=wrong.refusal.why, rule=wrong.refusal.rule)
        return None

    def _judge(self) -> None:
        why = self.problem()
        self._problem.setText(tr(why) if why is not None else "")
        self.begin.setEnabled(why is None)
        self.begin.set_breathing(why is None)
        self.name.setPlaceholderText(self.title() if not self.name.text() else "")

    def step(self) -> None:
        if self.problem() is None:
            self.ready.emit(self.setup(), self.title())

    def go(self, id: str) -> None:
        self.pages.show_choice(id)
        self.stack.setCurrentIndex([page for page, _, _ in PAGES].index(id))

    def retranslate(self) -> None:
        self._dice_words.setText(tr(DICE_WORDS[self.dice.choice() or "virtual"]))
        self.road.show_road()
        self.enter()

    contexts = ("begin",)

    def keys(self) -> list[tuple[str, list[str]]]:
        return [(tr(say("Campaigns")), ["Esc"])]

    def keyPressEvent(self, event: QKeyEvent) -> None:
        onward = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if onward or keys.meant("begin", event) == "begin.begin":
            self.step()
        else:
            super().keyPressEvent(event)

    def setFocus(self, *args: Any) -> None:
        self.begin.setFocus(Qt.FocusReason.OtherFocusReason)
