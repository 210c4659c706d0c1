"""The record of an adventure, as packs write it (`docs/adventure-rules.md`, `docs/pack-format.md`).

Squares are ``[column, row, floor]`` on the finished floors, from the north-west corner of what the tiles cover.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Annotated, Any, Literal, TypeAlias

import msgspec

from companion.model.core.schema import Id, Node, Provenance, Words
from companion.model.games.asagiri.skills.language.vocabulary import Alignment, Face, Trait

from .conditions import SIDES, Amount, Condition, Side, Slug, TurnNumber

Text: TypeAlias = Annotated[dict[str, Annotated[str, msgspec.Meta(min_length=1, max_length=2000)]],
                            msgspec.Meta(min_length=1)]  # fmt: skip
"""Some sentences: language to text, English always among them."""
Coordinate: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=63)]
Place: TypeAlias = tuple[Coordinate, Coordinate, Annotated[int, msgspec.Meta(ge=0, le=7)]]
"""Column, row, floor."""
Edge: TypeAlias = tuple[tuple[Coordinate, Coordinate], Literal["E", "S"]]
"""The eastern or southern side of a square of one floor."""
FacingWord: TypeAlias = Literal["N", "E", "S", "W"]


class LaidTile(Node, frozen=True):
    """A tile on a floor: clockwise quarter-turns, and the square of the floor where its north-west corner lies."""

    tile: Id
    at: tuple[Coordinate, Coordinate]
    turns: Annotated[int, msgspec.Meta(ge=0, le=3)] = 0


class Floor(Node, frozen=True):
    """Tiles in any arrangement; walls and closed doors of the adventure's own, and walls of the tiles taken away."""

    tiles: Annotated[tuple[LaidTile, ...], msgspec.Meta(min_length=1, max_length=36)]
    name: Words | None = None
    walls: tuple[Edge, ...] = ()
    doors: tuple[Edge, ...] = ()
    openings: tuple[Edge, ...] = ()


class Stairs(Node, frozen=True):
    """Two squares of different floors joined by stairs, a ladder, a trapdoor (MOV-9, ADV-4); `back`: both ways."""

    start: Place
    end: Place
    back: bool = True


class Zone(Node, frozen=True):
    """Squares with a name; the sides in `exit` may leave the board from them (ADV-5)."""

    id: Slug
    name: Words
    squares: Annotated[tuple[Place, ...], msgspec.Meta(min_length=1, max_length=1024)]
    exit: tuple[Side, ...] = ()


class Hired(Node, frozen=True):
    """A figure that the adventure brings. `part`: what conditions call it; `at`: it stands there from the start."""

    card: Id
    equipment: Id | None = None
    part: Slug | None = None
    at: Place | None = None
    facing: FacingWord = "N"
    state: Face = "vigilant"


class BandPick(Node, frozen=True):
    """A figure of a band that a player composes."""

    card: Id
    equipment: Id | None = None


class SideBand(Node, frozen=True):
    """Who plays on a side: figures that are fixed, and zeni to recruit others for (ADV-3)."""

    fixed: tuple[Hired, ...] = ()
    budget: Annotated[int, msgspec.Meta(ge=0, le=60)] = 0
    """For recruiting; 0: the band is fixed."""
    alignments: tuple[Alignment, ...] = ()
    """Who may be recruited; nobody named: whoever goes with the fixed figures (BND-2)."""
    traits: tuple[Trait, ...] = ()
    """A recruit has one of these traits; none named: any."""
    most: Amount | None = None
    """Recruits."""
    suggested: tuple[BandPick, ...] = ()
    """Recruited when the players say nothing."""


class Goal(Node, frozen=True):
    """Something a side is after; without `words` it is said as its condition is."""

    when: Condition
    words: Text | None = None


class Party(Node, frozen=True):
    """One of the two sides."""

    name: Words
    briefing: Text
    band: SideBand
    goals: tuple[Goal, ...] = ()
    least: Amount | None = None
    """How many of the goals win; without a number: all."""
    deploy: Slug | None = None
    """The zone to deploy in (ADV-2); without one the first row of a side of the board (SET-1)."""
    limit: Annotated[int, msgspec.Meta(ge=1, le=200)] | None = None
    """Zeni lost that lose the game (END-1)."""
    ending: Text | None = None
    """Told when this side has won."""


Look: TypeAlias = Literal[
    "chest", "scroll", "sword", "lantern", "idol", "key", "sack", "child", "casket", "jar", "grave"
]
"""How a thing is drawn."""


class Object(Node, frozen=True):
    """Something that can be carried (ADV-6). Without a place it is hidden in a cache, or comes with a link."""

    id: Slug
    name: Words
    look: Look
    at: Place | None = None
    burden: Annotated[int, msgspec.Meta(ge=0, le=4)] = 0
    """What it takes from its bearer's Movement."""
    bearers: tuple[Side, ...] = ()
    """Who may carry it; none named: both."""


class Cache(Node, frozen=True):
    """Places that look alike, one of which hides the object (ADV-7)."""

    id: Slug
    name: Words
    look: Look
    places: Annotated[tuple[Place, ...], msgspec.Meta(min_length=1, max_length=6)]
    holds: Slug
    searchers: tuple[Side, ...] = ()
    """Who may search; none named: both."""


class Captive(Node, frozen=True):
    """A figure that is bound until a figure of its side frees it (ADV-8)."""

    part: Slug
    card: Id
    side: Side
    at: Place
    state: Face = "shaken"


class Reinforcement(Node, frozen=True):
    """Figures that come later, through a zone: in their band's first phase from `turn` on in which `when` holds."""

    side: Side
    members: Annotated[tuple[Hired, ...], msgspec.Meta(min_length=1, max_length=12)]
    zone: Slug
    turn: TurnNumber = 1
    when: Condition | None = None
    words: Text | None = None


class SideDice(Node, frozen=True, tag="dice"):
    """A side has this many inspiration dice (INS-1); civilians still add theirs."""

    side: Side
    count: Annotated[int, msgspec.Meta(ge=0, le=8)]


class NoShooting(Node, frozen=True, tag="no_shooting"):
    """Nobody shoots, or nobody of a side."""

    side: Side | None = None


class NoAttacks(Node, frozen=True, tag="no_attacks"):
    """Nobody attacks, or nobody of a side."""

    side: Side | None = None


class Night(Node, frozen=True, tag="night"):
    """No shot reaches further than `range` squares, whatever the skill says."""

    range: Annotated[int, msgspec.Meta(ge=1, le=30)]


class BeginsShaken(Node, frozen=True, tag="begins_shaken"):
    """A side, or one figure, begins shaken (STA-1)."""

    side: Side | None = None
    figure: Slug | None = None


class Locked(Node, frozen=True, tag="locked"):
    """Closed doors are opened by this side alone, or by whoever carries the object."""

    side: Side | None = None
    object: Slug | None = None


Rule: TypeAlias = SideDice | NoShooting | NoAttacks | Night | BeginsShaken | Locked


class Fact(Node, frozen=True):
    """Something to remember when the adventure is over (ADV-14)."""

    fact: Slug
    words: Text
    when: Condition


class AddFigure(Node, frozen=True, tag="add_figure"):
    """A side has a further figure."""

    side: Side
    figure: Hired


class RemoveFigure(Node, frozen=True, tag="remove_figure"):
    """A fixed figure, a reinforcement or a captive is not there."""

    figure: Slug


class SetBudget(Node, frozen=True, tag="set_budget"):
    """A side recruits for another sum."""

    side: Side
    budget: Annotated[int, msgspec.Meta(ge=0, le=60)]


class SetDeploy(Node, frozen=True, tag="set_deploy"):
    """A side deploys in another zone."""

    side: Side
    zone: Slug


class SetTurns(Node, frozen=True, tag="set_turns"):
    """The game has another turn limit."""

    turns: TurnNumber


class AddRule(Node, frozen=True, tag="add_rule"):
    """A further special rule holds."""

    rule: Rule


class AddReinforcement(Node, frozen=True, tag="add_reinforcement"):
    """Further figures come later."""

    reinforcement: Reinforcement


class PlaceObject(Node, frozen=True, tag="place_object"):
    """An object lies here."""

    object: Slug
    at: Place


Change: TypeAlias = (
    AddFigure | RemoveFigure | SetBudget | SetDeploy | SetTurns | AddRule | AddReinforcement | PlaceObject
)


class Link(Node, frozen=True):
    """What is different when a fact of an earlier adventure is known to be so, or not so."""

    fact: Slug
    origin: Id
    """The adventure that leaves the fact."""
    words: Text
    changes: Annotated[tuple[Change, ...], msgspec.Meta(min_length=1, max_length=12)]
    holds: bool = True


class Adventure(Node, frozen=True):
    """An adventure (END-3)."""

    id: Id
    name: Words
    intro: Text
    sides: tuple[Party, Party]
    floors: Annotated[tuple[Floor, ...], msgspec.Meta(min_length=1, max_length=8)]
    number: Annotated[int, msgspec.Meta(ge=1, le=999)] = 1
    """Its place in the book."""
    teaches: Text | None = None
    """The rules it is good for learning."""
    stairs: tuple[Stairs, ...] = ()
    zones: tuple[Zone, ...] = ()
    objects: tuple[Object, ...] = ()
    caches: tuple[Cache, ...] = ()
    captives: tuple[Captive, ...] = ()
    begins: Literal["one", "two", "roll"] = "roll"
    """Who is player A; ``roll``: as in SET-1."""
    deploys: Side | None = None
    """Who deploys first; without a word: player A."""
    turns: TurnNumber | None = None
    """The turn limit (ADV-12)."""
    then: Literal["one", "two", "draw"] = "draw"
    """Who has won when the turn limit is reached."""
    priority: Literal["one", "two", "draw"] | None = None
    """Who has won when both sides reach their goals at once; without a word: whose phase it is (ADV-11)."""
    zeni_loses: bool = True
    """END-1 holds."""
    alone_loses: bool = True
    """END-2 holds."""
    reinforcements: tuple[Reinforcement, ...] = ()
    rules: tuple[Rule, ...] = ()
    facts: tuple[Fact, ...] = ()
    links: Annotated[tuple[Link, ...], msgspec.Meta(max_length=24)] = ()
    draw: Text | None = None
    """Told when nobody has won."""
    provenance: Provenance = msgspec.field(default_factory=dict)


replace = msgspec.structs.replace


def changed(record: Adventure, known: Collection[tuple[str, bool]]) -> Adventure:
    """The adventure as it is played when these facts are known to be so or not so, its links gone."""
    for link in record.links:
        if (link.fact, link.holds) in known:
            for change in link.changes:
                record = _CHANGE[type(change)](record, change)
    return replace(record, links=())


def _party(record: Adventure, side: Side, **fields: Any) -> Adventure:
    which = SIDES.index(side)
    party = replace(record.sides[which], **fields)
    return replace(record, sides=(party, record.sides[1]) if which == 0 else (record.sides[0], party))


def _band(record: Adventure, side: Side) -> SideBand:
    return record.sides[SIDES.index(side)].band


def _add_figure(record: Adventure, change: AddFigure) -> Adventure:
    band = _band(record, change.side)
    return _party(record, change.side, band=replace(band, fixed=(*band.fixed, change.figure)))


def _remove_figure(record: Adventure, change: RemoveFigure) -> Adventure:
    def rest(figures: Sequence[Hired]) -> tuple[Hired, ...]:
        return tuple(figure for figure in figures if figure.part != change.figure)

    for side in SIDES:
        band = _band(record, side)
        record = _party(record, side, band=replace(band, fixed=rest(band.fixed)))
    arrivals = (replace(arrival, members=rest(arrival.members)) for arrival in record.reinforcements)
    return replace(
        record,
        reinforcements=tuple(arrival for arrival in arrivals if arrival.members),
        captives=tuple(captive for captive in record.captives if captive.part != change.figure),
    )


def _place_object(record: Adventure, change: PlaceObject) -> Adventure:
    return replace(
        record,
        objects=tuple(replace(thing, at=change.at) if thing.id == change.object else thing for thing in record.objects),
        caches=tuple(cache for cache in record.caches if cache.holds != change.object),
    )


_CHANGE: Mapping[type[Change], Callable[[Adventure, Any], Adventure]] = {
    AddFigure: _add_figure,
    RemoveFigure: _remove_figure,
    SetBudget: lambda old, new: _party(old, new.side, band=replace(_band(old, new.side), budget=new.budget)),
    SetDeploy: lambda old, new: _party(old, new.side, deploy=new.zone),
    SetTurns: lambda old, new: replace(old, turns=new.turns),
    AddRule: lambda old, new: replace(old, rules=(*old.rules, new.rule)),
    AddReinforcement: lambda old, new: replace(old, reinforcements=(*old.reinforcements, new.reinforcement)),
    PlaceObject: _place_object,
}
