"""What may be asked about a game: goals, facts that an adventure leaves behind, what brings reinforcements (ADV-10).

A condition is a tree of typed nodes, as a skill is. ``one`` and ``two`` are the sides of the adventure, whichever
seat they sit in; figures, zones and objects are named by the words that the adventure gives them.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec

from companion.model.core.schema import Node
from companion.model.games.asagiri.skills.language.vocabulary import Trait

Side: TypeAlias = Literal["one", "two"]
SIDES: tuple[Side, Side] = ("one", "two")

Slug: TypeAlias = Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=40)]
"""A name inside one adventure: of a zone, a figure's part, an object, a fact."""
Amount: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=60)]
TurnNumber: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=60)]


class Eliminate(Node, frozen=True, tag="eliminate"):
    """Figures of a side are disabled: the one named, else `count` of them (of a trait), else its whole band;
    or the side has lost `zeni`.
    """

    side: Side
    figure: Slug | None = None
    trait: Trait | None = None
    count: Amount | None = None
    zeni: Annotated[int, msgspec.Meta(ge=1, le=200)] | None = None


class Escape(Node, frozen=True, tag="escape"):
    """`count` figures of a side, or the one named, have left the board through a zone (ADV-5)."""

    side: Side
    zone: Slug
    figure: Slug | None = None
    count: Amount = 1


class Rescue(Node, frozen=True, tag="rescue"):
    """A figure, no longer captive, stands in a zone or has left through it; without a zone: it is free (ADV-8)."""

    figure: Slug
    zone: Slug | None = None


class ReachZone(Node, frozen=True, tag="reach"):
    """`count` figures of a side, or the one named, stand in a zone now."""

    side: Side
    zone: Slug
    figure: Slug | None = None
    count: Amount = 1


class HoldZone(Node, frozen=True, tag="hold"):
    """At the end of a turn `count` figures of a side stand in a zone and no enemy does: at the end of turn `at`, else
    `turns` turns in a row. Once fulfilled it stays so.
    """

    side: Side
    zone: Slug
    count: Amount = 1
    turns: TurnNumber = 1
    at: TurnNumber | None = None


class Carry(Node, frozen=True, tag="carry"):
    """A figure of a side that carries the object stands in a zone, or has left through it with the object (ADV-6)."""

    side: Side
    object: Slug
    zone: Slug


class Find(Node, frozen=True, tag="find"):
    """A hidden object has been found, by this side or by anybody (ADV-7)."""

    object: Slug
    side: Side | None = None


class Survive(Node, frozen=True, tag="survive"):
    """Turn `turn` has ended and at least `count` figures of a side stand on the board."""

    side: Side
    turn: TurnNumber
    count: Amount = 1


class Protect(Node, frozen=True, tag="protect"):
    """A figure is not disabled, or an object has not left the board; with a zone: and is still in it."""

    figure: Slug | None = None
    object: Slug | None = None
    zone: Slug | None = None


class FromTurn(Node, frozen=True, tag="turn"):
    """The game has come to this turn, or further."""

    least: TurnNumber


class WonBy(Node, frozen=True, tag="won"):
    """A side has won the adventure. Only for the facts it leaves behind."""

    side: Side


class All(Node, frozen=True, tag="all"):
    """Every one of these."""

    of: Annotated[tuple[Condition, ...], msgspec.Meta(min_length=1, max_length=20)]


class Some(Node, frozen=True, tag="some"):
    """At least `least` of these; without a number: any one."""

    of: Annotated[tuple[Condition, ...], msgspec.Meta(min_length=1, max_length=20)]
    least: Amount = 1


class Opposite(Node, frozen=True, tag="not"):
    """The contrary."""

    of: Condition


Condition: TypeAlias = (
    Eliminate
    | Escape
    | Rescue
    | ReachZone
    | HoldZone
    | Carry
    | Find
    | Survive
    | Protect
    | FromTurn
    | WonBy
    | All
    | Some
    | Opposite
)


def parts(condition: Condition) -> tuple[Condition, ...]:
    """The conditions that this one is made of."""
    if isinstance(condition, All | Some):
        return condition.of
    return (condition.of,) if isinstance(condition, Opposite) else ()


def walk(condition: Condition, at: str = "") -> list[tuple[str, Condition]]:
    """A condition and all those inside it, each with its JSON pointer below `at`."""
    found = [(at, condition)]
    for n, part in enumerate(parts(condition)):
        found += walk(part, f"{at}/of" if isinstance(condition, Opposite) else f"{at}/of/{n}")
    return found
