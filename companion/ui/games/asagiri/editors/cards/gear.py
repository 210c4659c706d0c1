"""Both sides of an equipment card, drawn as they are printed; one writes on the front."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPaintEvent, QPixmap, QResizeEvent
from PySide6.QtWidgets import QWidget

from companion.model.core.words import say
from companion.model.games.asagiri.state.formatting import zeni
from companion.ui.games.asagiri.cards import gear, portrait
from companion.ui.games.asagiri.cards.gear import GearFace
from companion.ui.games.asagiri.editors.bench import Bench
from companion.ui.games.asagiri.editors.draft import Draft
from companion.ui.games.asagiri.editors.forms.paths import value_at
from companion.ui.games.asagiri.editors.skills.lines import free_trait
from companion.ui.games.asagiri.editors.skills.picker import Picker
from companion.ui.kit.theme import fonts, ink, palette
from companion.ui.kit.translator import tr

from .known import bearer_lines, drawn_gear
from .spots import LetterSpot, Spot
from .stage import ROOM, Stage

PLACE = "gear"
LETTERS = {"p": "permanent", "s": "single"}
GAP = 18


class GearFaces(Stage):
    """See the module."""

    def __init__(self, draft: Draft, bench: Bench, parent: QWidget | None = None) -> None:
        super().__init__(draft, bench, {PLACE: "/skills"}, parent)
        self.face: GearFace = drawn_gear(draft.record, bench)
        self.alone = False
        """The front only: the rest of the room is a skill's."""
        self._pictures: dict[object, QPixmap] = {}
        self.use = LetterSpot("/use", LETTERS, self)
        self.bearers = Spot("/bearers", self)
        self.use.lettered.connect(lambda value: self.set_value("/use", value, say("Single use or permanent")))
        self.bearers.pressed.connect(lambda: self.pick_bearers(""))
        self.bearers.typed.connect(self.pick_bearers)
        self.bearers.removed.connect(lambda: self.drop_last("/bearers", say("Bearers")))
        self.begin()

    @property
    def order(self) -> list[QWidget]:
        """The spots in the order in which a card is written."""
        return [self.name, self.zeni, self.use, self.bearers, self.adds[PLACE]]

    @property
    def chain(self) -> Sequence[QWidget]:
        return [self.name, self.zeni, self.use, self.bearers, self.crest, *self.skills[PLACE], self.adds[PLACE]]

    def show_alone(self, alone: bool) -> None:
        if alone != self.alone:
            self.alone = alone
            self.place_spots()
            self.updateGeometry()
            self.update()

    def pick_bearers(self, words: str) -> None:
        """Choose who may bear it: alignments, traits, characters."""
        picker = self.open_picker(
            Picker(
                bearer_lines(self.bench, self.bench.content, self.draft.record),
                self.bearers,
                name=tr(say("Who may bear it")),
                typed=words,
                free=lambda typed: free_trait(typed, self.bench),
                many=True,
                chosen=value_at(self.draft.record, "/bearers") or (),
                width=290,
            )
        )
        picker.picked.connect(lambda word: self.toggle("/bearers", word, say("Bearers")))
        picker.finished.connect(lambda: self.step(self.bearers, 1))

    def show_kind(self) -> None:
        """Draw the card, and say what its own spots are."""
        self.face = drawn_gear(self.draft.record, self.bench)
        self.zeni.value = self.face.zeni
        self.zeni.say(tr(zeni(self.face.zeni)), tr(say("Digits")))
        self.use.value = "single" if self.face.single else "permanent"
        self.use.say(self.face.use, "P · S")
        words = self.face.bearers or tr(say("anybody"))
        self.bearers.say(tr(say("Who may bear it: {who}", who=words)), tr(say("First letters, Enter")))
        self.crest.say(tr(say("Picture")))
        self.adds[PLACE].say(tr(say("Another skill")), tr(say("First letters, Enter")))

    def skill_title(self, place: str, n: int) -> tuple[str, str]:
        line = self.face.skills[n]
        return line.name, line.words

    def card_rect(self, n: int) -> QRect:
        """Where the front (0) or the back (1) lies."""
        count, gap = (1, 0) if self.alone else (2, fonts.px(GAP))
        high = min(self.height(), round((self.width() - gap * (count - 1)) / count * portrait.RATIO))
        wide = round(high / portrait.RATIO)
        left = (self.width() - wide * count - gap * (count - 1)) // 2
        return QRect(left + n * (wide + gap), (self.height() - high) // 2, wide, high)

    def place_spots(self) -> None:
        if self.width() < 60 or self.height() < 60:
            return
        rect = self.card_rect(0)
        corner = QPointF(rect.topLeft())
        places = gear.places(rect.size(), self.face, room=fonts.px(ROOM))
        self.name.set_height(places.name.height() * 0.62)
        for spot, place in (
            (self.name, places.name.adjusted(-1, 0, 0, 3)),
            (self.bearers, places.bearers.adjusted(-2, 1, 2, 3)),
            (self.crest, places.crest),
            (self.zeni, places.coin.adjusted(-2, -4, 4, 4)),
            (self.use, places.use),
        ):
            spot.setGeometry(place.translated(corner).toAlignedRect())
        for one, place in zip(self.skills[PLACE], places.skills, strict=False):
            one.setGeometry(place.adjusted(-3, -2, 3, 2).translated(corner).toAlignedRect())
        top = places.skills[-1].bottom() + fonts.px(5) if places.skills else places.words.top()
        wide = min(places.words.width(), fonts.px(150))
        add = QRectF(places.words.left(), top, wide, fonts.px(ROOM - 3))
        self.adds[PLACE].setGeometry(add.translated(corner).toAlignedRect())
        self.crest.lower()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.place_spots()

    def sizeHint(self) -> QSize:
        high = fonts.px(520)
        return QSize(round(high / portrait.RATIO) * (1 if self.alone else 2) + fonts.px(GAP), high)

    def minimumSizeHint(self) -> QSize:
        high = fonts.px(340)
        return QSize(round(high / portrait.RATIO) * (1 if self.alone else 2) + fonts.px(GAP), high)

    def _picture(self, n: int, size: QSize) -> QPixmap:
        theme, dpr = palette.current(), self.devicePixelRatioF()
        key = (n, size.toTuple(), theme.name, dpr, fonts.text_scale(), self.face)
        found = self._pictures.get(key)
        if found is None:
            found = ink.blank(size.width(), size.height(), dpr)
            with ink.painting(found) as pen:
                if n:
                    gear.paint_back(pen, size, self.face, theme)
                else:
                    gear.paint(pen, size, self.face, theme, room=fonts.px(ROOM))
            self._pictures[key] = found
            while len(self._pictures) > 6:
                self._pictures.pop(next(iter(self._pictures)))
        return found

    def paintEvent(self, event: QPaintEvent) -> None:
        with ink.painting(self) as pen:
            for n in (0,) if self.alone else (0, 1):
                rect = self.card_rect(n)
                pen.drawPixmap(rect.topLeft(), self._picture(n, rect.size()))
            if not self.face.bearers:
                pen.setFont(fonts.font("small", 12.5 / 12))
                pen.setPen(palette.current().color("faded", 0.75))
                words = f"+ {tr(say('for whom (anybody)'))}"
                place = self.bearers.geometry().adjusted(3, 0, 0, 0)
                pen.drawText(place, Qt.AlignmentFlag.AlignVCenter, words)
