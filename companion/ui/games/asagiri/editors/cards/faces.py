"""Both sides of a profile card or an equipment card, painted as in the game and written on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import get_args

from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QMouseEvent, QPainter
from PySide6.QtWidgets import QWidget

from companion.model.core.words import Message, say
from companion.model.games.asagiri.state.formatting import STAT_WORDS, zeni
from companion.ui.games.asagiri.cards import portrait, profile
from companion.ui.games.asagiri.cards.face import ALIGNMENT_WORDS, STATS, CardFace, CardStatus
from companion.ui.games.asagiri.cards.profile import GearFace
from companion.ui.kit.list_view import Line
from companion.ui.kit.theme import fonts, palette
from companion.ui.kit.translator import tr
from companion.ui.workshop import PackContext, RecordDraft

from .card_record import (
    NEW_SKILL,
    SKILL,
    Side,
    bearer_lines,
    drawn_character,
    drawn_gear,
    free_trait,
    trait_lines,
    unwritten,
)
from .spots import CardSpot, DigitSpot, LetterSpot
from .stage import ROOM, CardStage

SIDES: tuple[Side, ...] = get_args(Side)
SIDE_WORDS: dict[Side, Message] = {"vigilant": say("vigilant"), "shaken": say("shaken")}
LETTERS = {"d": "demon_hunter", "e": "evil_creature", "m": "mercenary"}


class ProfileFaces(CardStage):
    """Both faces of a profile card; its places are its faces."""

    def __init__(self, draft: RecordDraft, bench: PackContext) -> None:
        super().__init__(draft, bench, {side: f"/{side}/skills" for side in SIDES}, SIDES)
        self.face: CardFace = drawn_character(draft.record, bench)
        self.alignment = LetterSpot("/alignment", LETTERS, self)
        self.traits = self.word_list("/traits", say("Traits"))
        self.stats = {(side, stat): DigitSpot(f"/{side}/{stat}", self, most=12) for side in SIDES for stat in STATS}
        self.alignment.lettered.connect(lambda value: self.set_value("/alignment", value, say("Alignment")))
        for (_, stat), spot in self.stats.items():
            deed = Message(STAT_WORDS[stat])
            spot.pressed.connect(lambda spot=spot, deed=deed: self.pick_number(spot, spot.most, deed))
            spot.numbered.connect(lambda value, at=spot.pointer, deed=deed: self.set_value(at, value, deed, merge=at))
        self.begin()

    @property
    def order(self) -> list[QWidget]:
        """The spots in the order in which a card is written."""
        found: list[QWidget] = [self.name, self.zeni, self.alignment, self.traits]
        for side in map(_side, self.sides):
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

    def offered(self) -> tuple[Message, list[Line], int]:
        return say("Traits"), trait_lines(self.bench, self.draft.record), 250

    def free_words(self, typed: str) -> list[Line]:
        return free_trait(typed, self.bench, skills=True)

    def picked_word(self, pointer: str, word: str, what: Message) -> None:
        """A trait; or a skill, whose name was typed where traits are written."""
        if word.startswith(SKILL):
            self.add_skill("vigilant", word.removeprefix(SKILL))
        elif word.startswith(NEW_SKILL):
            if self.picker is not None:
                self.picker.close()
            self.skill_made.emit("vigilant", word.removeprefix(NEW_SKILL))
        else:
            super().picked_word(pointer, word, what)

    def show_kind(self) -> None:
        """Draw the card, and say what its own spots are."""
        self.face = drawn_character(self.draft.record, self.bench)
        self.zeni.value = self.face.zeni
        self.zeni.say(tr(zeni(self.face.zeni)), tr(say("Digits")))
        self.alignment.value = self.face.alignment
        letters = say("D demon hunter, E evil creature, M mercenary")
        self.alignment.say(tr(Message(ALIGNMENT_WORDS[self.face.alignment])), tr(letters))
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
            if not self.face.side(side).skills:
                another = say("First skill, {face}", face=SIDE_WORDS[side])
            self.adds[side].say(tr(another), tr(say("First letters, Enter")))

    def skill_title(self, place: str, n: int) -> tuple[str, str]:
        line = self.face.side(_side(place)).skills[n]
        return line.name, line.words

    def _places(self, side: str) -> portrait.CardPlaces:
        size = self.card_rect(side).size()
        return portrait.places(size, self.face, CardStatus(_side(side)), tray=False, room=fonts.px(ROOM))

    def place_kind(self) -> None:
        for side in SIDES:
            stats = {stat: self.stats[side, stat] for stat in STATS}
            for spot in (*stats.values(), *self.skills[side], self.adds[side]):
                spot.setVisible(side in self.sides)
            if side in self.sides:
                places = self._places(side)
                self.put(side, *((stats[stat], place) for stat, place in places.stats.items()))
                self.put_skills(side, side, places)
        first, places = self.sides[0], self._places(self.sides[0])
        self.put(first, (self.alignment, places.mask.adjusted(-3, -3, 3, 3)),
                 (self.traits, places.traits.adjusted(-2, 1, 2, 3)))  # fmt: skip
        self.put_head(first, places)

    def seen(self, side: str) -> object:
        shown = self.face.side(_side(side))  # the other face may change without this one
        return replace(self.face, vigilant=shown, shaken=shown), unwritten(self.draft.record, _side(side))

    def paint_side(self, pen: QPainter, side: str, size: QSize) -> None:
        theme, dpr, blank = palette.current(), self.devicePixelRatioF(), unwritten(self.draft.record, _side(side))
        portrait.paint(pen, size, self.face, CardStatus(_side(side)), theme, dpr, tray=False, room=fonts.px(ROOM),
                       unwritten=blank)  # fmt: skip

    def missing(self) -> tuple[CardSpot, Message] | None:
        return None if self.face.traits else (self.traits, say("traits"))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if self.sides != SIDES:
            return
        point = event.position() - QPointF(self.card_rect("shaken").topLeft())
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


def _side(name: str) -> Side:
    return "shaken" if name == "shaken" else "vigilant"


PLACE = "gear"
USE_LETTERS = {"p": "permanent", "s": "single"}


class GearFaces(CardStage):
    """Front and back of an equipment card; one writes on the front."""

    def __init__(self, draft: RecordDraft, bench: PackContext) -> None:
        super().__init__(draft, bench, {PLACE: "/skills"}, ("front", "back"))
        self.face: GearFace = drawn_gear(draft.record, bench)
        self.use = LetterSpot("/use", USE_LETTERS, self)
        self.use.lettered.connect(lambda value: self.set_value("/use", value, say("Single use or permanent")))
        self.bearers = self.word_list("/bearers", say("Bearers"))
        self.begin()

    @property
    def order(self) -> list[QWidget]:
        """The spots in the order in which a card is written."""
        return [self.name, self.zeni, self.use, self.bearers, self.adds[PLACE]]

    @property
    def chain(self) -> Sequence[QWidget]:
        return [self.name, self.zeni, self.use, self.bearers, self.crest, *self.skills[PLACE], self.adds[PLACE]]

    def offered(self) -> tuple[Message, list[Line], int]:
        """Alignments, traits, characters."""
        return say("Who may bear it"), bearer_lines(self.bench, self.bench.content, self.draft.record), 290

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

    def place_kind(self) -> None:
        places = profile.places(self.card_rect("front").size(), self.face, room=fonts.px(ROOM))
        self.put("front", (self.bearers, places.traits.adjusted(-2, 1, 2, 3)), (self.use, places.use))
        self.put_skills("front", PLACE, places)
        self.put_head("front", places)

    def seen(self, side: str) -> object:
        return self.face

    def paint_side(self, pen: QPainter, side: str, size: QSize) -> None:
        if side == "back":
            profile.paint_back(pen, size, self.face, palette.current())
        else:
            profile.paint(pen, size, self.face, palette.current(), room=fonts.px(ROOM))

    def missing(self) -> tuple[CardSpot, Message] | None:
        return None if self.face.bearers else (self.bearers, say("for whom (anybody)"))
