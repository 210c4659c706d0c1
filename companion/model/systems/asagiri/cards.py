"""The records of content packs that Asagiri uses: profile and equipment cards, tiles, ready bands and boards (CMP)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeAlias, TypeVar, get_args
from weakref import WeakKeyDictionary

import msgspec

from companion.model.core.contract import Content
from companion.model.core.refusal import InvalidInput
from companion.model.core.words import say
from companion.model.effects.tree import Alignment, Id, Node, Provenance, Skill, Trait, Words

R = TypeVar("R", bound=msgspec.Struct)

Silhouette: TypeAlias = Literal[
    "ronin", "giant", "monk", "apprentice", "warrior-woman", "swordmaster", "gunner", "ninja",
    "small-ninja", "oni-brute", "oni-warrior", "undead", "merchant", "courtesan", "archer", "wolf",
]  # fmt: skip
SILHOUETTES: tuple[Silhouette, ...] = get_args(Silhouette)

Stat: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=12)]
Zeni: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=30)]
Cell: TypeAlias = tuple[Annotated[int, msgspec.Meta(ge=0, le=63)], Annotated[int, msgspec.Meta(ge=0, le=63)]]
"""Column, row, from the north-west corner of the tile as it is written."""
Side: TypeAlias = tuple[Cell, Literal["E", "S"]]
"""The eastern or southern side of a square, as in positions."""


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
    provenance: Provenance = {}


class Bearers(Node, frozen=True):
    """Who may bear an equipment card (BND-5): one of each list that is not empty."""

    traits: tuple[Trait, ...] = ()
    alignments: tuple[Alignment, ...] = ()
    cards: tuple[Id, ...] = ()

    def admit(self, card: CharacterCard) -> bool:
        """Whether this character may bear it."""
        return (
            (not self.traits or any(trait in card.traits for trait in self.traits))
            and (not self.alignments or card.alignment in self.alignments)
            and (not self.cards or card.id in self.cards)
        )


class EquipmentCard(Node, frozen=True):
    """An equipment card (CMP-6); `bearers` None: anybody."""

    id: Id
    name: Words
    zeni: Zeni
    use: Literal["permanent", "single"]
    skills: tuple[Id, ...] = ()
    bearers: Bearers | None = None
    provenance: Provenance = {}


class Drawing(Node, frozen=True):
    """A wish for how a square is drawn; rules never look at it."""

    at: Cell
    look: Trait


class Tile(Node, frozen=True):
    """One face of a floor tile, always square (CMP-1): ``.`` clear, ``h`` hindering, ``a`` aquatic, ``b`` blocking,
    ``s`` stairs, space: no square there."""

    id: Id
    name: Words
    rows: Annotated[tuple[Annotated[str, msgspec.Meta(pattern=r"^[.habs ]+$", max_length=64)], ...],
                    msgspec.Meta(min_length=1, max_length=64)]  # fmt: skip
    walls: tuple[Side, ...] = ()
    doors: tuple[Side, ...] = ()
    """Closed doors (KAR-5)."""
    setting: Literal["indoor", "outdoor"] = "outdoor"
    drawings: tuple[Drawing, ...] = ()
    provenance: Provenance = {}

    @property
    def size(self) -> int:
        """Squares along one side."""
        return len(self.rows)


class Member(Node, frozen=True):
    """One character of a band, with the equipment it is given (BND-5)."""

    card: Id
    equipment: Id | None = None


class ReadyBand(Node, frozen=True):
    """A band to play with at once (BND)."""

    id: Id
    name: Words
    budget: Zeni
    members: Annotated[tuple[Member, ...], msgspec.Meta(min_length=1)]
    provenance: Provenance = {}


class Placed(Node, frozen=True):
    """A tile on the board and its clockwise quarter-turns."""

    tile: Id
    turns: Annotated[int, msgspec.Meta(ge=0, le=3)] = 0


class ReadyBoard(Node, frozen=True):
    """Four tiles: north-west, north-east, south-west, south-east."""

    id: Id
    name: Words
    tiles: tuple[Placed, Placed, Placed, Placed]
    provenance: Provenance = {}


TYPES: Mapping[str, type[Node]] = {
    "skill": Skill,
    "equipment": EquipmentCard,
    "character": CharacterCard,
    "tile": Tile,
    "band": ReadyBand,
    "board": ReadyBoard,
}
"""The kinds of record this system reads, each with its type."""

_decoded: WeakKeyDictionary[Content, dict[tuple[str, str], Any]] = WeakKeyDictionary()


def record(content: Content, kind: str, type_: type[R], id: str, path: str = "") -> R:
    """The record `id` as its type, decoded once a content. Raises InvalidInput: at `path`, where the id was met, or
    without one at the field of the record at fault."""
    try:
        known = _decoded.setdefault(content, {})
    except TypeError:  # a content that cannot be referred to weakly is not remembered
        known = {}
    found = known.get((kind, id))
    if found is None:
        data = content.find(kind, id)
        if data is None:
            raise InvalidInput(path or id, say("There is no {kind} {id} in the content packs.", kind=kind, id=id))
        try:
            found = known[kind, id] = msgspec.convert(data, type_)
        except msgspec.ValidationError as error:
            problem, _, place = str(error).partition(" - at `$")
            field = id + place.rstrip("`")
            raise InvalidInput(path or field, say("{field}: {problem}", field=field, problem=problem)) from None
    return found  # type: ignore[no-any-return]


def skill(content: Content, id: str, path: str = "") -> Skill:
    """A skill by its id."""
    return record(content, "skill", Skill, id, path)


def character(content: Content, id: str, path: str = "") -> CharacterCard:
    """A profile card by its id."""
    return record(content, "character", CharacterCard, id, path)


def equipment(content: Content, id: str, path: str = "") -> EquipmentCard:
    """An equipment card by its id."""
    return record(content, "equipment", EquipmentCard, id, path)


def tile(content: Content, id: str, path: str = "") -> Tile:
    """A tile by its id."""
    return record(content, "tile", Tile, id, path)


def band(content: Content, id: str, path: str = "") -> ReadyBand:
    """A ready band by its id."""
    return record(content, "band", ReadyBand, id, path)


def board(content: Content, id: str, path: str = "") -> ReadyBoard:
    """A ready board by its id."""
    return record(content, "board", ReadyBoard, id, path)
