"""Two bands side by side: their cards at the sides, in the middle what each adds up to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from companion.model.core.words import Message, say
from companion.model.games.asagiri.state.formatting import ELEMENT_WORDS, STAT_WORDS
from companion.ui.games.asagiri.bands import BandOffer, BandRoster, Offers
from companion.ui.games.asagiri.cards.face import STATS, CardFace, Stat
from companion.ui.kit.art.marks import STAT_ELEMENT, paint_element
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.layouts import LEFT, fold, vbox
from companion.ui.kit.list_view import ListView
from companion.ui.kit.panels import Heading, Rule
from companion.ui.kit.screen import Screen
from companion.ui.kit.scroll import ScrollColumn
from companion.ui.kit.theme import fonts, ink, palette
from companion.ui.kit.theme.palette import Theme
from companion.ui.kit.translator import tr
from companion.ui.kit.widget import Label, follow

from .gallery import CardArt

ELEMENTS = ("fire", "water", "air", "earth", "tori")


@dataclass(frozen=True, slots=True)
class Measure:
    """Sums over a band. Stats are those of the vigilant faces."""

    zeni: int
    members: int
    stats: tuple[tuple[Stat, int], ...]
    """Sums, in the order of cards."""
    shaken: tuple[tuple[Stat, int], ...]
    """The same with everybody shaken."""
    elements: tuple[tuple[str, int], ...]
    """How many skills ask for a die of each element; equipment's skills are among them."""
    gear: int
    """Members that bear equipment."""

    @staticmethod
    def of(faces: Sequence[CardFace]) -> Measure:
        """Of the members' cards, with the slips of what they bear."""
        asked: Counter[str] = Counter()
        for face in faces:
            lines = (*face.vigilant.skills, *(face.slip.skills if face.slip is not None else ()))
            asked.update(str(line.element) for line in lines if line.element is not None)
        return Measure(
            sum(face.zeni + (face.slip.zeni if face.slip is not None else 0) for face in faces),
            len(faces),
            tuple((stat, sum(face.vigilant.stat(stat) for face in faces)) for stat in STATS),
            tuple((stat, sum(face.shaken.stat(stat) for face in faces)) for stat in STATS),
            tuple((element, asked[element]) for element in ELEMENTS),
            sum(face.slip is not None for face in faces),
        )


class Strips(QWidget):
    """The cards of a band as strips, only to look at."""

    def __init__(self, art: CardArt, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._art = art
        self._roster = BandRoster()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        follow(self)

    def show_roster(self, roster: BandRoster) -> None:
        self._roster = roster
        self.setAccessibleName(", ".join(self._art.face(one.card, one.equipment).name for one in roster.members))
        self.refresh()

    def refresh(self) -> None:
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        high = sum(self._art.strip_height(one.card, one.equipment) + fonts.px(2) for one in self._roster.members)
        return QSize(fonts.px(260), high)

    def minimumSizeHint(self) -> QSize:
        return QSize(fonts.px(200), self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        pen, y = QPainter(self), 0
        for one in self._roster.members:
            high = self._art.strip_height(one.card, one.equipment)
            pen.drawPixmap(
                0, y, self._art.strip(one.card, one.equipment, QSize(self.width(), high), self.devicePixelRatioF())
            )
            y += high + fonts.px(2)
        pen.end()


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


class Scales(QWidget):
    """Sums of both bands, bars growing from the middle: the longer one is in ink."""

    ROW = 33

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows: list[tuple[Any, str, int, int]] = []
        """Sign, words, left and right."""
        follow(self)

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
        for n, element in enumerate(("fire", "water", "air", "earth", "tori")):
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

    def refresh(self) -> None:
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(420), fonts.px(self.ROW) * max(1, len(self._rows)))

    def minimumSizeHint(self) -> QSize:
        return QSize(fonts.px(260), self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = palette.current()
        with ink.painting(self) as pen:
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
