"""The records of content packs that Asagiri uses: profile and equipment cards, tiles, ready bands and boards (CMP).

With everything that is wrong with a band composed of them, rule by rule (BND-1 to BND-5).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Annotated, Any, Literal, TypeAlias, TypeVar, get_args
from weakref import WeakKeyDictionary

import msgspec

from companion.model.core.contract import Content
from companion.model.core.refusal import InvalidInput, Refusal, refuse
from companion.model.core.schema import Id, Node, Provenance, Words, read
from companion.model.core.words import Name, say
from companion.model.games.asagiri.skills.language.vocabulary import Alignment, Trait
from companion.model.games.asagiri.state.scenarios import Scenario

R = TypeVar("R", bound=msgspec.Struct)

Silhouette: TypeAlias = Literal[
    "ronin", "giant", "monk", "apprentice", "warrior-woman", "swordmaster", "gunner", "ninja",
    "small-ninja", "oni-brute", "oni-warrior", "undead", "merchant", "courtesan", "archer", "wolf",
    "sorcerer", "tengu", "spear",
]  # fmt: skip
SILHOUETTES: tuple[Silhouette, ...] = get_args(Silhouette)

ALIGNMENTS: tuple[Alignment, ...] = get_args(Alignment)

Stat: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=12)]
Zeni: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=30)]
Cell: TypeAlias = tuple[Annotated[int, msgspec.Meta(ge=0, le=31)], Annotated[int, msgspec.Meta(ge=0, le=31)]]
"""Column, row, from the north-west corner of the tile as it is written."""
Bearer: TypeAlias = Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9_:-]+$", max_length=80)]
Picture: TypeAlias = Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*\.(png|jpg)$", max_length=60)]
"""A file in the pack's folder of pictures."""
Beside: TypeAlias = Annotated[int, msgspec.Meta(ge=-1, le=31)]
Side: TypeAlias = tuple[tuple[Beside, Beside], Literal["E", "S"]]
"""The eastern or southern side of a square, as in positions; column or row -1: the western or northern edge of the
tile, which stays between two tiles that are laid side by side."""


class Stats(Node, frozen=True):
    """One face of a profile card (CMP-3); `skills` are ids."""

    attack: Stat
    defense: Stat
    movement: Stat
    willpower: Stat
    skills: tuple[Id, ...] = ()


class CharacterCard(Node, frozen=True):
    """A profile card (CMP-3)."""

    id: Id
    name: Words
    alignment: Alignment
    zeni: Zeni
    silhouette: Silhouette
    vigilant: Stats
    shaken: Stats
    traits: tuple[Trait, ...] = ()
    """The marks ``unique``, ``civilian``, ``sorcerer``, and words that skills look at (``oni``, ``samurai``)."""
    picture: Picture | None = None
    """In place of the silhouette, on both faces."""
    provenance: Provenance = msgspec.field(default_factory=dict)


class KamiCard(Node, frozen=True):
    """One side of a Kami's card: a Kami in one of its forms, never shaken (KAR-3)."""

    id: Id
    name: Words
    element: Literal["fire", "water", "air", "earth"]
    form: Literal["celestial", "corrupted"]
    stats: Stats
    traits: tuple[Trait, ...] = ()
    provenance: Provenance = msgspec.field(default_factory=dict)


class EquipmentCard(Node, frozen=True):
    """An equipment card (CMP-6)."""

    id: Id
    name: Words
    zeni: Zeni
    use: Literal["permanent", "single"]
    skills: tuple[Id, ...] = ()
    bearers: tuple[Bearer, ...] = ()
    """Who may bear it (BND-5): a card's id, an alignment or a trait, one of them is enough; empty: anybody."""
    picture: Picture | None = None
    provenance: Provenance = msgspec.field(default_factory=dict)


class SquareDrawing(Node, frozen=True):
    """A wish for how a square is drawn: the object on it (``table``), else its ground; rules never look at it."""

    at: Cell
    look: Trait


class Tile(Node, frozen=True):
    """One face of a floor tile, always square (CMP-1): ``.`` clear, ``h`` hindering, ``a`` aquatic, ``b`` blocking,
    ``s`` stairs, space: no square there. 32 squares a side: a board of four is no larger than a position can be.
    """

    id: Id
    name: Words
    rows: Annotated[tuple[Annotated[str, msgspec.Meta(pattern=r"^[.habs ]+$", max_length=32)], ...],
                    msgspec.Meta(min_length=1, max_length=32)]  # fmt: skip
    walls: tuple[Side, ...] = ()
    doors: tuple[Side, ...] = ()
    """Closed doors (KAR-5)."""
    setting: Literal["indoor", "outdoor"] = "outdoor"
    ground: Trait | None = None
    """A wish for how the floor is drawn (``tatami``); without one the window chooses by setting and name."""
    drawings: tuple[SquareDrawing, ...] = ()
    provenance: Provenance = msgspec.field(default_factory=dict)

    @property
    def size(self) -> int:
        return len(self.rows)


class BandMember(Node, frozen=True):
    """One character of a band, with the equipment it is given (BND-5)."""

    card: Id
    equipment: Id | None = None


class ReadyBand(Node, frozen=True):
    """A band to play with at once (BND)."""

    id: Id
    name: Words
    budget: Zeni
    members: Annotated[tuple[BandMember, ...], msgspec.Meta(min_length=1, max_length=24)]
    provenance: Provenance = msgspec.field(default_factory=dict)


class BoardTile(Node, frozen=True):
    """A tile on the board and its clockwise quarter-turns."""

    tile: Id
    turns: Annotated[int, msgspec.Meta(ge=0, le=3)] = 0


class ReadyBoard(Node, frozen=True):
    """Four tiles: north-west, north-east, south-west, south-east."""

    id: Id
    name: Words
    tiles: tuple[BoardTile, BoardTile, BoardTile, BoardTile]
    openings: tuple[Side, ...] = ()
    """Open door tokens on walls between two tiles, which make openings there (KAR-5); squares of the whole board."""
    doors: tuple[Side, ...] = ()
    """Closed door tokens beside those of the tiles."""
    provenance: Provenance = msgspec.field(default_factory=dict)


_decoded: WeakKeyDictionary[Content, dict[tuple[str, str], Any]] = WeakKeyDictionary()


def record(content: Content, kind: str, type_: type[R], id: str) -> R:
    """The record `id` as its type, decoded once a content; raises InvalidInput: unknown id, or a record whose field
    at fault is the error's path (``house:okko.vigilant.attack``).
    """
    try:
        known = _decoded.setdefault(content, {})
    except TypeError:  # a content that cannot be referred to weakly is not remembered
        known = {}
    found = known.get((kind, id))
    if found is None:
        data = content.find(kind, id)
        if data is None:
            raise InvalidInput(id, say("The content packs have no {kind} {id}.", kind=kind, id=id))
        try:
            found = known[kind, id] = read(data, type_, id)
        except InvalidInput as wrong:
            why = say("{field}: {problem}", field=wrong.path, problem=wrong.why)
            raise InvalidInput(wrong.path, why) from None
    return found


def character(content: Content, id: str) -> CharacterCard:
    """Find a profile card by its id."""
    return record(content, "character", CharacterCard, id)


def kami(content: Content, id: str) -> KamiCard:
    """Find a Kami by its id (KAR-3)."""
    return record(content, "kami", KamiCard, id)


def equipment(content: Content, id: str) -> EquipmentCard:
    """Find an equipment card by its id."""
    return record(content, "equipment", EquipmentCard, id)


def tile(content: Content, id: str) -> Tile:
    """Find a tile by its id."""
    return record(content, "tile", Tile, id)


def band(content: Content, id: str) -> ReadyBand:
    """Find a ready band by its id."""
    return record(content, "band", ReadyBand, id)


def board(content: Content, id: str) -> ReadyBoard:
    """Find a ready board by its id."""
    return record(content, "board", ReadyBoard, id)


def scenario(content: Content, id: str) -> Scenario:
    """Find a scenario card by its id (KAR-6)."""
    return record(content, "scenario", Scenario, id)


Member = tuple[CharacterCard, EquipmentCard | None]


def band_cost(members: Sequence[Member]) -> int:
    """Zeni of characters and equipment together."""
    return sum(card.zeni + (equipment.zeni if equipment else 0) for card, equipment in members)


def unfinished(card: CharacterCard) -> Refusal | None:
    """Why nobody can recruit this card yet: nobody has written its cost, or what it is worth in a fight (BND-1).

    Figures that an adventure or a skill brings need no cost.
    """
    if not any((card.vigilant.attack, card.vigilant.movement, card.vigilant.defense, card.vigilant.willpower)):
        return refuse("BND-1", "{who} has no stats yet: the card is unfinished.", who=Name.of(card.name))
    if not card.zeni:
        return refuse("BND-1", "{who} has no cost in zeni yet: the card is unfinished.", who=Name.of(card.name))
    return None


def band_refusals(members: Sequence[Member], budget: int, brought: Sequence[Member] = ()) -> list[Refusal]:
    """Every rule this band breaks; none: it may play. `brought`: figures that are in it without being recruited."""
    found = [why for card, _ in members if (why := unfinished(card)) is not None]
    members = [*brought, *members]
    if not members:
        found.append(refuse("SET-1", "A band needs at least one character."))
    spent = band_cost(members)
    if spent > budget:
        found.append(refuse("BND-1", "Total: {spent} zeni; the budget is {budget}.", spent=spent, budget=budget))
    alignments = {card.alignment for card, _ in members}
    if {"demon_hunter", "evil_creature"} <= alignments:
        found.append(refuse("BND-2", "Demon Hunters and Evil Creatures cannot be in the same band."))
    copies = Counter(card.id for card, _ in members if "unique" in card.traits)
    for card, _ in members:
        if copies.pop(card.id, 0) > 1:
            found.append(refuse("BND-3", "{who} is unique: only one per band.", who=Name.of(card.name)))
    if sum("civilian" in card.traits for card, _ in members) > 1:
        found.append(refuse("BND-4", "Only one civilian per band."))
    if sum("sorcerer" in card.traits for card, _ in members) > 1:
        found.append(refuse("BND-4", "Only one sorcerer per band."))
    for card, equipment in members:
        if equipment is not None and not may_bear(card, equipment):
            found.append(
                refuse("BND-5", "{who} may not use this: {what}.", who=Name.of(card.name), what=Name.of(equipment.name))
            )
    return found


def shared(bands: Sequence[Sequence[Member]], boxes: int) -> Refusal | None:
    """BND-3: what two bands composed apart cannot both have out of one box: a unique, or an equipment card."""
    if boxes > 1:
        return None
    uniques = [{card.id for card, _ in band if "unique" in card.traits} for band in bands]
    gear = Counter(equipment.id for band in bands for _, equipment in band if equipment is not None)
    for band in bands:
        for card, equipment in band:
            if all(card.id in there for there in uniques):
                return refuse("BND-3", "{who} is in both bands, and there is only one box.", who=Name.of(card.name))
            if equipment is not None and gear[equipment.id] > 1:
                return refuse("BND-3", "{what} is used twice, and there is only one box.", what=Name.of(equipment.name))
    return None


def may_bear(card: CharacterCard, equipment: EquipmentCard) -> bool:
    """Whether the equipment names this character among those who may bear it, or names nobody (BND-5)."""
    return not equipment.bearers or bool({card.id, card.alignment, *card.traits} & set(equipment.bearers))
