"""Second step: both bands side by side; or, for a game without an adventure (KAR-6), what is done at the table."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QRectF, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPaintEvent
from PySide6.QtWidgets import QCheckBox, QSizePolicy, QWidget

from companion.model.core.refusal import Refusal
from companion.model.core.words import Message, say
from companion.model.games.asagiri.rules.drafting import FIRST
from companion.model.games.asagiri.state import band_rules
from companion.model.games.asagiri.state.draft_state import BUDGET, TURNS
from companion.ui.games.asagiri.bands.column import RosterColumn
from companion.ui.games.asagiri.bands.gallery import CardArt, Gallery
from companion.ui.games.asagiri.bands.roster import BandRoster, Offers
from companion.ui.kit.layouts import Gap, fold, hbox, vbox
from companion.ui.kit.panels import Heading, Rule
from companion.ui.kit.station_path import NUMERALS
from companion.ui.kit.theme import fonts, ink, palette
from companion.ui.kit.translator import says, tr
from companion.ui.kit.widget import Label, Translated, follow

from .draft import NewGameDraft

TITLES = (say("First band"), say("Second band"))


class BandsStep(QWidget):
    """`changed` carries the new `NewGameDraft`; `said` a `Message` for a passing note."""

    changed = Signal(object)
    said = Signal(object)

    def __init__(self, art: CardArt, offers: Offers, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._box = art.box
        self.draft = NewGameDraft()
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

    def show_draft(self, draft: NewGameDraft) -> None:
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

    def _take(self, which: int, roster: BandRoster) -> None:
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


WIDE = 720
STAGES: tuple[tuple[Message, Message], ...] = (
    (say("Roll"), FIRST),
    (
        say("Draft characters"),
        say("Card by card, up to {zeni} zeni per band; stop whenever you like. Then each player adds one free "
            "equipment card."),
    ),
    (say("Place the tiles in turns"), say("Two tiles each: choose which one, where, and how it is turned.")),
    (say("Draw a scenario card"), say("It applies to both bands.")),
    (
        say("Deploy and fight"),
        say("{turns} turns. You earn the zeni of enemies you disable; the most zeni win.", turns=TURNS),
    ),
)  # fmt: skip


class Stages(Translated, QWidget):
    """The stages under one another, each with its numeral in a seal."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.budget = BUDGET
        """Zeni of each band."""
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        follow(self)
        self.refresh()

    def show_budget(self, budget: int) -> None:
        self.budget = budget
        self.refresh()

    def retranslate(self) -> None:
        self.refresh()

    def refresh(self) -> None:
        said = self._said()
        self.setAccessibleName("; ".join(name for name, _ in said))
        self.setAccessibleDescription(" ".join(words for _, words in said))
        self.updateGeometry()
        self.update()

    def hasHeightForWidth(self) -> bool:
        return True

    def _said(self) -> list[tuple[str, str]]:
        return [(tr(name), tr(Message(words.key, (*words.args, ("zeni", self.budget))))) for name, words in STAGES]

    def _rows(self, width: int) -> list[tuple[QRectF, QRectF]]:
        left, gap = fonts.px(56), fonts.px(14)
        title, words = QFontMetrics(fonts.font("name")), QFontMetrics(fonts.font("text"))
        y, found = 0.0, []
        for _, said in self._said():
            room = words.boundingRect(0, 0, max(80, width - left), 10_000, int(Qt.TextFlag.TextWordWrap), said).height()
            found.append((QRectF(left, y, width - left, title.height()),
                          QRectF(left, y + title.height(), width - left, room + 2)))  # fmt: skip
            y += title.height() + room + gap
        return found

    def heightForWidth(self, width: int) -> int:
        return round(self._rows(width)[-1][1].bottom()) + fonts.px(4)

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(WIDE), self.heightForWidth(fonts.px(WIDE)))

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = palette.current()
        with ink.painting(self) as pen:
            side = fonts.px(36)
            for n, ((title, words), (name, said)) in enumerate(
                zip(self._rows(self.width()), self._said(), strict=True)
            ):
                seal = QRectF(0, title.top() + fonts.px(2), side, side)
                pen.setPen(Qt.PenStyle.NoPen)
                pen.setBrush(theme.color("vermilion"))
                pen.drawPath(ink.rough_disc(seal.center(), side / 2, f"stage{n}", 0.02))
                pen.setPen(theme.color("on_vermilion"))
                pen.setFont(fonts.font("name"))
                pen.drawText(seal, Qt.AlignmentFlag.AlignCenter, NUMERALS[n])
                pen.setPen(theme.color("ink"))
                pen.drawText(title, Qt.AlignmentFlag.AlignVCenter, name)
                pen.setFont(fonts.font("text"))
                pen.setPen(theme.color("faded"))
                pen.drawText(words, int(Qt.TextFlag.TextWordWrap), said)


class FirstPage(QWidget):
    """The middle of the table before the roll for player A: what comes."""

    def __init__(self, budget: int, parent: QWidget | None = None) -> None:
        """`budget`: zeni of each band."""
        super().__init__(parent)
        self.stages = Stages(self)
        self.stages.show_budget(budget)
        self.stages.setMaximumWidth(fonts.px(WIDE))
        hbox(1, (vbox(1, self.stages, 1), 100), 1, on=self, margins=(28, 0, 28, 0))

    def sync(self) -> None:
        self.stages.refresh()

    def focus_first(self) -> None:
        """The dice are what there is to do; they have their key."""
        self.setFocus()


class RecruitsStep(QWidget):
    """`changed` carries the new `NewGameDraft`."""

    changed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.draft = NewGameDraft()
        self.stages = Stages(self)
        self.one_box = self._option("one_box", say("One box: each card exists once"))
        self.tie_break = self._option(
            "tie_break", say("At equal zeni, the band with more valuable vigilant characters wins")
        )
        two = say("With two boxes each card exists twice, and both bands may recruit the same unique character.")
        holder = QWidget(self)
        holder.setMaximumWidth(fonts.px(WIDE))
        vbox(
            1,
            Heading(say("Draft bands"), self, level=1),
            Rule(self, weight=2.4, seed=9, role="vermilion"),
            self.stages,
            Gap(8),
            self.one_box,
            Label(font="small", text=two),
            self.tie_break,
            2,
            on=holder,
            margins=None,
            spacing=12,
        )
        hbox(1, (holder, 100), 1, on=self, margins=None)

    def _option(self, field: str, words: Message) -> QCheckBox:
        box = says(QCheckBox(self), words)
        box.toggled.connect(lambda on: self.changed.emit(replace(self.draft, **{field: on})))
        return box

    def show_draft(self, draft: NewGameDraft) -> None:
        self.draft = draft
        self.stages.show_budget(draft.draft_budget)
        for box, on in ((self.one_box, draft.one_box), (self.tie_break, draft.tie_break)):
            with QSignalBlocker(box):
                box.setChecked(on)
