"""Both sides of a profile card or an equipment card, painted as in the game and written on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import get_args

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QMouseEvent, QPaintEvent, QPixmap, QResizeEvent
from PySide6.QtWidgets import QWidget

from companion.model.core.words import Message, say
from companion.model.games.asagiri.state.formatting import STAT_WORDS, zeni
from companion.ui.games.asagiri.cards import gear, portrait
from companion.ui.games.asagiri.cards.face import ALIGNMENT_WORDS, STATS, CardFace, CardStatus
from companion.ui.games.asagiri.cards.gear import GearFace
from companion.ui.games.asagiri.editors.bench import Bench, Draft
from companion.ui.games.asagiri.editors.forms.shapes import value_at
from companion.ui.games.asagiri.editors.skills.picker import NEW_SKILL, SKILL, Picker, free_trait, trait_lines
from companion.ui.kit.theme import fonts, ink, palette
from companion.ui.kit.translator import tr

from .record import Side, bearer_lines, drawn_character, drawn_gear, unwritten
from .spots import DigitSpot, LetterSpot, Spot
from .stage import ROOM, Stage

SIDES: tuple[Side, ...] = get_args(Side)
SIDE_WORDS: dict[Side, Message] = {"vigilant": say("vigilant"), "shaken": say("shaken")}
LETTERS = {"d": "demon_hunter", "e": "evil_creature", "m": "mercenary"}
GAP = 18


class Faces(Stage):
    """See the module; its places are its faces."""

    def __init__(self, draft: Draft, bench: Bench, parent: QWidget | None = None) -> None:
        super().__init__(draft, bench, {side: f"/{side}/skills" for side in SIDES}, parent)
        self.sides: tuple[Side, ...] = SIDES
        self.face: CardFace = drawn_character(draft.record, bench)
        self._pictures: dict[object, QPixmap] = {}
        self.alignment = LetterSpot("/alignment", LETTERS, self)
        self.traits = Spot("/traits", self)
        self.stats = {(side, stat): DigitSpot(f"/{side}/{stat}", self, most=12) for side in SIDES for stat in STATS}
        self.alignment.lettered.connect(lambda value: self.set_value("/alignment", value, say("Alignment")))
        self.traits.pressed.connect(lambda: self.pick_traits(""))
        self.traits.typed.connect(self.pick_traits)
        self.traits.removed.connect(lambda: self.drop_last("/traits", say("Traits")))
        for (_, stat), spot in self.stats.items():
            deed = Message(STAT_WORDS[stat])
            spot.pressed.connect(lambda spot=spot, deed=deed: self.pick_number(spot, spot.most, deed))
            spot.numbered.connect(lambda value, at=spot.pointer, deed=deed: self.set_value(at, value, deed, merge=at))
        self.begin()

    @property
    def order(self) -> list[QWidget]:
        """The spots in the order in which a card is written."""
        found: list[QWidget] = [self.name, self.zeni, self.alignment, self.traits]
        for side in self.sides:
            found += [self.stats[side, stat] for stat in STATS]
            found.append(self.adds[side])
        return found

    @property
    def chain(self) -> Sequence[QWidget]:
        found: list[QWidget] = [self.name, self.zeni, self.alignment, self.traits, self.crest]
        for side in SIDES:
            found += [*(self.stats[side, stat] for stat in STATS), *self.skills[side], self.adds[side]]
        return found

    def show_field(self, pointer: str) -> bool:
        return super().show_field("/picture" if pointer == "/silhouette" else pointer)

    def show_sides(self, *sides: Side) -> None:
        if sides != self.sides:
            self.sides = sides
            self.place_spots()
            self.updateGeometry()
            self.update()

    def pick_traits(self, words: str) -> None:
        """Choose traits by their first letters; several, one after the other."""
        picker = self.open_picker(
            Picker(
                trait_lines(self.bench, self.draft.record),
                self.traits,
                name=tr(say("Traits")),
                typed=words,
                free=lambda typed: free_trait(typed, self.bench, skills=True),
                many=True,
                chosen=value_at(self.draft.record, "/traits") or (),
                width=250,
            )
        )
        picker.picked.connect(self._picked_trait)
        picker.finished.connect(lambda: self.step(self.traits, 1))

    def _picked_trait(self, word: str) -> None:
        """A trait; or a skill, whose name was typed where traits are written."""
        if word.startswith(SKILL):
            self.add_skill("vigilant", word.removeprefix(SKILL))
        elif word.startswith(NEW_SKILL):
            if self.picker is not None:
                self.picker.close()
            self.skill_made.emit("vigilant", word.removeprefix(NEW_SKILL))
        else:
            self.toggle("/traits", word, say("Traits"))

    def show_kind(self) -> None:
        """Draw the card, and say what its own spots are."""
        self.face = drawn_character(self.draft.record, self.bench)
        self.zeni.value = self.face.zeni
        self.zeni.say(tr(zeni(self.face.zeni)), tr(say("Digits")))
        self.alignment.value = self.face.alignment
        self.alignment.say(tr(Message(ALIGNMENT_WORDS[self.face.alignment])), "D · E · M")
        words = ", ".join(self.face.traits)
        self.traits.say(
            f"{tr(say('Traits'))}: {words}" if words else tr(say("Traits")), tr(say("First letters, Enter"))
        )
        self.crest.say(tr(say("Figure or picture")))
        for (side, stat), spot in self.stats.items():
            spot.value = self.face.side(side).stat(stat)
            said = say("{stat} {value}, {face}", stat=Message(STAT_WORDS[stat]), value=spot.value,
                       face=SIDE_WORDS[side])  # fmt: skip
            spot.say(tr(said), tr(say("Digits")))
        for side in SIDES:
            another = say("Another skill, {face}", face=SIDE_WORDS[side])
            self.adds[side].say(tr(another), tr(say("First letters, Enter")))

    def skill_title(self, place: str, n: int) -> tuple[str, str]:
        line = self.face.side("shaken" if place == "shaken" else "vigilant").skills[n]
        return line.name, line.words

    def card_rect(self, side: Side) -> QRect:
        """Where a face lies; nothing when it is not shown."""
        if side not in self.sides:
            return QRect()
        count, gap = len(self.sides), fonts.px(GAP)
        high = min(self.height(), round((self.width() - gap * (count - 1)) / count * portrait.RATIO))
        wide = round(high / portrait.RATIO)
        left = (self.width() - wide * count - gap * (count - 1)) // 2
        return QRect(left + self.sides.index(side) * (wide + gap), (self.height() - high) // 2, wide, high)

    def _places(self, side: Side) -> portrait.Places:
        size = self.card_rect(side).size()
        return portrait.places(size, self.face, CardStatus(side), tray=False, room=fonts.px(ROOM))

    def place_spots(self) -> None:
        if self.width() < 60 or self.height() < 60:
            return
        for side in SIDES:
            rect, shown = self.card_rect(side), side in self.sides
            corner = QPointF(rect.topLeft())
            own = (*(self.stats[side, stat] for stat in STATS), *self.skills[side], self.adds[side])
            for spot in own:
                spot.setVisible(shown)
            if not shown:
                continue
            places = self._places(side)
            for stat, place in places.stats.items():
                self.stats[side, stat].setGeometry(place.translated(corner).toAlignedRect())
            for spot, place in zip(self.skills[side], places.skills, strict=False):
                spot.setGeometry(place.adjusted(-3, -2, 3, 2).translated(corner).toAlignedRect())
            top = places.skills[-1].bottom() + fonts.px(5) if places.skills else places.words.top()
            wide = min(places.words.width(), fonts.px(150))
            self.adds[side].setGeometry(
                QRectF(places.words.left(), top, wide, fonts.px(ROOM - 3)).translated(corner).toAlignedRect()
            )
        self._place_head()

    def _place_head(self) -> None:
        first = self.sides[0]
        corner, places = QPointF(self.card_rect(first).topLeft()), self._places(first)
        high = places.name.height()
        self.name.setGeometry(places.name.adjusted(-1, 0, 0, 3).translated(corner).toAlignedRect())
        self.name.set_height(high * 0.62)
        for spot, place in (
            (self.alignment, places.mask.adjusted(-3, -3, 3, 3)),
            (self.traits, places.traits.adjusted(-2, 1, 2, 3)),
            (self.crest, places.crest),
            (self.zeni, places.coin.adjusted(-2, -4, 4, 4)),
        ):
            spot.setGeometry(place.translated(corner).toAlignedRect())
        self.crest.lower()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.place_spots()

    def sizeHint(self) -> QSize:
        high = fonts.px(520)
        return QSize(round(high / portrait.RATIO) * len(self.sides) + fonts.px(GAP), high)

    def minimumSizeHint(self) -> QSize:
        high = fonts.px(340)
        return QSize(round(high / portrait.RATIO) * len(self.sides) + fonts.px(GAP), high)

    def _picture(self, side: Side, size: QSize) -> QPixmap:
        theme, dpr = palette.current(), self.devicePixelRatioF()
        blank = unwritten(self.draft.record, side)
        shown = self.face.side(side)
        seen = replace(self.face, vigilant=shown, shaken=shown)  # the other face may change without this one
        key = (side, size.toTuple(), theme.name, dpr, fonts.text_scale(), seen, blank)
        found = self._pictures.get(key)
        if found is None:
            found = ink.blank(size.width(), size.height(), dpr)
            with ink.painting(found) as pen:
                portrait.paint(
                    pen,
                    size,
                    self.face,
                    CardStatus(side),
                    theme,
                    dpr,
                    tray=False,
                    room=fonts.px(ROOM),
                    unwritten=blank,
                )
            self._pictures[key] = found
            while len(self._pictures) > 6:
                self._pictures.pop(next(iter(self._pictures)))
        return found

    def paintEvent(self, event: QPaintEvent) -> None:
        with ink.painting(self) as pen:
            for side in self.sides:
                rect = self.card_rect(side)
                pen.drawPixmap(rect.topLeft(), self._picture(side, rect.size()))
            if not self.face.traits:
                pen.setFont(fonts.font("small", 12.5 / 12))
                pen.setPen(palette.current().color("faded", 0.75))
                place = self.traits.geometry().adjusted(3, 0, 0, 0)
                words = f"+ {tr(say('traits'))}"
                pen.drawText(place, Qt.AlignmentFlag.AlignVCenter, words)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if self.sides != SIDES:
            return
        rect = self.card_rect("shaken")
        point = event.position() - QPointF(rect.topLeft())
        places = self._places("shaken")
        for place, spot in (
            (places.mask, self.alignment),
            (places.name, self.name),
            (places.traits, self.traits),
            (places.coin, self.zeni),
        ):
            if place.contains(point):
                spot.setFocus(Qt.FocusReason.MouseFocusReason)
                return
        if places.crest.contains(point):
            self.figure_wanted.emit()


PLACE = "gear"
USE_LETTERS = {"p": "permanent", "s": "single"}


class GearFaces(Stage):
    """See the module."""

    def __init__(self, draft: Draft, bench: Bench, parent: QWidget | None = None) -> None:
        super().__init__(draft, bench, {PLACE: "/skills"}, parent)
        self.face: GearFace = drawn_gear(draft.record, bench)
        self.alone = False
        """The front only: the rest of the room is a skill's."""
        self._pictures: dict[object, QPixmap] = {}
        self.use = LetterSpot("/use", USE_LETTERS, self)
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
