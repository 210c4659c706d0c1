"""What is written on a profile card, as plain words and numbers: painted the same in a game and out of a pack."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, Protocol, TypeAlias, runtime_checkable

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QImageReader, QPainter

from companion.model.core.contract import Content
from companion.model.core.words import N_, Message, Name
from companion.model.games.asagiri.skills.language.explain import cost, explain, price, sign
from companion.model.games.asagiri.skills.language.skill import Skill
from companion.model.games.asagiri.skills.language.vocabulary import Called, Element, by_id, trait
from companion.model.games.asagiri.skills.record import find_skill
from companion.model.games.asagiri.state import cards
from companion.model.games.asagiri.state.state import Figure
from companion.model.games.asagiri.state.table import HONOUR_OF_SKILL, HONOUR_WORDS, Character, Equipment, Profile
from companion.model.games.asagiri.state.vocabulary import NO_BAND, BandId, Condition
from companion.ui.kit.art.figures import paint_silhouette, silhouette_pixmap
from companion.ui.kit.theme.palette import Theme


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture of a pack, not decoded yet; two with the same bytes are the same."""

    data: bytes


@runtime_checkable
class Pictured(Protocol):
    """Content that has pictures too."""

    def picture(self, id: str, name: str) -> bytes | None:
        """The picture that the record `id` names, safe to decode; None when there is none."""


def picture_of(content: Content, id: str, name: str | None) -> Picture | None:
    """The picture called `name` of the record `id`; None when it has none, or the pack lost it."""
    data = content.picture(id, name) if name and isinstance(content, Pictured) else None
    return Picture(data) if data is not None else None


@lru_cache(maxsize=96)
def image(picture: Picture) -> QImage:
    """The picture decoded, lying the right way up; a null image when it cannot be."""
    buffer = QBuffer()
    buffer.setData(QByteArray(picture.data))
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer)
    reader.setAutoTransform(True)
    return reader.read()


def cover(size: tuple[float, float], rect: QRectF) -> QRectF:
    """The part of a picture of `size` that fills `rect`: the middle, or the upper part of one that is too high."""
    wide, high = size
    share = min(wide / rect.width(), high / rect.height())
    part = QRectF(0, 0, rect.width() * share, rect.height() * share)
    part.moveTopLeft(QPointF((wide - part.width()) / 2, (high - part.height()) * 0.3))
    return part


def paint_picture(pen: QPainter, rect: QRectF, picture: Picture) -> bool:
    """Fill a rectangle with a picture; False when it could not be read, and nothing was painted."""
    found = image(picture)
    if found.isNull():
        return False
    ratio = pen.deviceTransform().m11()
    part = cover((found.width(), found.height()), rect)
    wide, high = round(rect.width() * ratio), round(rect.height() * ratio)
    if 0 < wide * 1.5 < part.width() and high > 0:  # Qt's own shrinking looks at four dots only
        pen.drawImage(rect, _shrunk(picture, (part.x(), part.y(), part.width(), part.height()), wide, high))
    else:
        pen.drawImage(rect, found, part)
    return True


@lru_cache(maxsize=96)
def _shrunk(picture: Picture, part: tuple[float, float, float, float], wide: int, high: int) -> QImage:
    cut = image(picture).copy(QRectF(*part).toAlignedRect())
    return cut.scaled(wide, high, Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation)


def paint_figure(
    pen: QPainter, rect: QRectF, silhouette: str, theme: Theme, dpr: float, *, flat: bool, band: BandId = NO_BAND
) -> None:
    """The silhouette in a square; `flat`: as a drawing, sharp at any size; `band`: for a stone of that band."""
    if band >= 0:
        pen.drawPixmap(rect.topLeft(), silhouette_pixmap(silhouette, round(rect.width()), theme, band=band, dpr=dpr))
    elif flat:
        paint_silhouette(pen, rect, silhouette, theme)
    else:
        pen.drawPixmap(rect.topLeft(), silhouette_pixmap(silhouette, round(rect.width()), theme, dpr=dpr))


Say: TypeAlias = Callable[[Message | Name | str], str]
"""Says a sentence or a name in the window's language (`Game.say`)."""
Stat: TypeAlias = Literal["attack", "movement", "defense", "willpower"]
STATS: tuple[Stat, ...] = ("attack", "movement", "defense", "willpower")
"""In the order in which a card shows them."""
MARKS = ("unique", "civilian", "sorcerer")
"""The traits that the rules look at; a card shows each as a sign too (CMP-3)."""
ALIGNMENT_WORDS = {
    "demon_hunter": N_("Demon Hunter"),
    "evil_creature": N_("Evil Creature"),
    "mercenary": N_("Mercenary"),
}
MASKS = {"demon_hunter": "mask-hunter", "evil_creature": "mask-creature", "mercenary": "mask-mercenary"}
"""Alignment to the name of its icon."""


@dataclass(frozen=True, slots=True)
class SkillLine:
    """A skill as a card shows it: its element (None: automatic, or paid for otherwise), name, and what it does."""

    id: str
    element: Element | None
    name: str
    words: str
    paid: str = ""
    """Of the words what it costs, beside a die of its element: where there is no room for more."""


@dataclass(frozen=True, slots=True)
class CardSide:
    """One face of a card: four stats and the skills."""

    attack: int
    movement: int
    defense: int
    willpower: int
    skills: tuple[SkillLine, ...] = ()

    def stat(self, stat: Stat) -> int:
        value: int = getattr(self, stat)
        return value


@dataclass(frozen=True, slots=True)
class EquipmentTab:
    """Equipment tucked under a card."""

    name: str
    zeni: int
    single: bool
    skills: tuple[SkillLine, ...] = ()


@dataclass(frozen=True, slots=True)
class CardFace:
    """Everything printed on a profile card, in the person's language."""

    name: str
    alignment: str
    alignment_word: str
    zeni: int
    silhouette: str
    vigilant: CardSide
    shaken: CardSide
    marks: tuple[str, ...] = ()
    """Of `MARKS`, those it bears."""
    traits: tuple[str, ...] = ()
    """All its traits in words, the marks first."""
    slip: EquipmentTab | None = None
    picture: Picture | None = None
    """Shown in place of the silhouette."""

    def side(self, condition: Condition) -> CardSide:
        """The face that shows: blue while vigilant, else red."""
        return self.vigilant if condition == "vigilant" else self.shaken


@dataclass(frozen=True, slots=True)
class CardStatus:
    """What happens to a card in a game; as it is here, a card fresh out of the box."""

    condition: Condition = "vigilant"
    reserve: Element | None = None
    activated: bool = False
    active: bool = False
    """Its activation is going on."""
    spent: bool = False
    """Its single-use equipment is turned over."""
    used: tuple[str, ...] = ()
    """Stats raised and skills used this phase, as in `Figure.used`."""
    band: BandId = NO_BAND
    """Whose it is, of the bands at a table; -1: nobody's."""

    @property
    def matt(self) -> bool:
        """Whether it has had its turn, and lost its gloss."""
        return self.activated and not self.active and self.condition != "disabled"


FRESH = CardStatus()


def card_names(content: Content | None) -> Called:
    """The names of the cards that skills bring into play, as the packs have them."""

    def name_of(card: str) -> Name | str:
        data = content.find("character", card) if content is not None else None
        name = data.get("name") if isinstance(data, dict) else None
        return Name.of(name) if isinstance(name, dict) else by_id(card)

    return name_of


def skill_words(skill: Skill, say: Say, content: Content | None) -> str:
    """What a skill, or an honour, does, in one paragraph."""
    if skill.id in HONOUR_OF_SKILL:
        return say(HONOUR_WORDS[HONOUR_OF_SKILL[skill.id]])
    return " ".join(say(sentence) for sentence in explain(skill, card_names(content)))


def skill_line(skill: Skill, say: Say, content: Content | None = None) -> SkillLine:
    """A skill as its card has it: what the sign of its element does not say of its cost, then what it does."""
    words, paid = skill_words(skill, say, content), price(skill)
    said = f"{say(paid)}. {words}" if paid is not None else words
    short = cost(skill) if paid is None and skill.is_action else paid
    return SkillLine(skill.id, sign(skill), say(Name.of(skill.name)), said, say(short) if short is not None else "")


def face_of_character(
    character: Character, say: Say, content: Content | None = None, called: Name | None = None,
    lent: tuple[Skill, ...] = (),
) -> CardFace:  # fmt: skip
    """The card of a figure in a game; `content` has its picture, if it has one; `called`: numbered, among its like;
    `lent`: the skills that it has for now besides its own.
    """
    return CardFace(
        name=say(character.name if called is None else called),
        alignment=character.alignment,
        alignment_word=_alignment(character.alignment, say),
        zeni=character.zeni,
        silhouette=character.silhouette,
        vigilant=_side(character.vigilant, say, content, lent),
        shaken=_side(character.shaken, say, content, lent),
        marks=_marks(character.traits),
        traits=_traits(character.traits, say),
        slip=_slip(character.equipment, say, content) if character.equipment else None,
        picture=_picture(character, content) if content is not None else None,
    )


def face_of_card(card: cards.CharacterCard, content: Content, say: Say, equipment: str | None = None) -> CardFace:
    """The card of a content pack, with the `equipment` (an id) it is to bear.

    Raises InvalidInput when the pack lacks a skill or the equipment that is named.
    """
    slip = None
    if equipment is not None:
        found = cards.equipment(content, equipment)
        skills = tuple(skill_line(find_skill(content, id), say, content) for id in found.skills)
        slip = EquipmentTab(say(Name.of(found.name)), found.zeni, found.use == "single", skills)
    return CardFace(
        name=say(Name.of(card.name)),
        alignment=card.alignment,
        alignment_word=_alignment(card.alignment, say),
        zeni=card.zeni,
        silhouette=card.silhouette,
        vigilant=_card_side(card.vigilant, content, say),
        shaken=_card_side(card.shaken, content, say),
        marks=_marks(card.traits),
        traits=_traits(card.traits, say),
        slip=slip,
        picture=picture_of(content, card.id, card.picture),
    )


def status_of(figure: Figure, *, active: bool = False, band: BandId = NO_BAND) -> CardStatus:
    """What happens to a figure's card."""
    return CardStatus(figure.state, figure.reserve, figure.activated, active, figure.spent, figure.used, band)


def _picture(character: Character, content: Content) -> Picture | None:
    """The picture of a figure's card. A game keeps the words of its cards, pictures stay in the pack."""
    data = content.find("character", character.card) if character.card is not None else None
    name = data.get("picture") if isinstance(data, dict) else None
    return picture_of(content, str(character.card), name) if isinstance(name, str) else None


def _alignment(alignment: str, say: Say) -> str:
    return say(Message(ALIGNMENT_WORDS.get(alignment, alignment)))


def _marks(traits: Iterable[str]) -> tuple[str, ...]:
    return tuple(mark for mark in MARKS if mark in traits)


def _traits(traits: Iterable[str], say: Say) -> tuple[str, ...]:
    known = set(traits)
    ordered = [*_marks(known), *sorted(known.difference(MARKS))]
    return tuple(say(trait(word)) for word in ordered)


def _side(profile: Profile, say: Say, content: Content | None, lent: tuple[Skill, ...]) -> CardSide:
    skills = tuple(skill_line(skill, say, content) for skill in (*profile.skills, *lent))
    return CardSide(profile.attack, profile.movement, profile.defense, profile.willpower, skills)


def _card_side(stats: cards.Stats, content: Content, say: Say) -> CardSide:
    skills = tuple(skill_line(find_skill(content, id), say, content) for id in stats.skills)
    return CardSide(stats.attack, stats.movement, stats.defense, stats.willpower, skills)


def _slip(equipment: Equipment, say: Say, content: Content | None) -> EquipmentTab:
    return EquipmentTab(
        say(equipment.name),
        equipment.zeni,
        equipment.single,
        tuple(skill_line(skill, say, content) for skill in equipment.skills),
    )
