"""What cards can say (FX-1 to FX-6): effects and conditions as trees, a class an effect."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec

from companion.model.core.schema import Node

Small: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=99)]
Signed: TypeAlias = Annotated[int, msgspec.Meta(ge=-99, le=99)]
Word: TypeAlias = Annotated[str, msgspec.Meta(pattern=r"^[a-z][a-z_]*(:[a-z0-9-]+)*$", max_length=80)]
"""A group, a rank, a trait, or a sort of FX-2 (``ally``, ``sheet:house:ninja``)."""

When: TypeAlias = Literal[
    "always", "reveal", "action", "action_once", "attack", "attacked", "test", "drawn", "event", "start", "end", "trial"
]
"""FX-1."""
Lasts: TypeAlias = Literal["use", "turn", "activation", "game"]
"""FX-3."""
Where: TypeAlias = Literal["near", "zone", "neighbour", "tile", "sight", "corrupted"]
Stat: TypeAlias = Literal["speed", "attack", "defense", "mental"]
TestKind: TypeAlias = Literal["investigation", "interrogation", "deciphering", "stealth", "chest", "place"]
"""TST-9."""
Status: TypeAlias = Literal["bleeding", "poisoned", "stunned", "maimed"]
Element: TypeAlias = Literal["fire", "water", "air", "earth"]
Group: TypeAlias = Literal["guard", "creature"]
Colour: TypeAlias = Literal["blue", "red"]
Arrow: TypeAlias = Literal["up", "middle", "down"]


class Whom(Node, frozen=True):
    """FX-2: which figures. No place is asked of `self`: “self or hero, near” is the bearer or an adjacent hero."""

    who: Annotated[tuple[Word, ...], msgspec.Meta(min_length=1)] = ("self",)
    """Sorts of figures, any of these: `self` `owner` `ally` `hero` `follower` `kami` `opponent` `guard` `creature`
    `demon` `adversary` `figure` `sheet` `target`, a rank (`minion` `lieutenant`), a trait, `sheet:` and its id."""
    other: bool = False
    """Without the bearer."""
    where: tuple[Where, ...] = ()
    """Where they stand, all of these."""
    one_zone: bool = False
    """Those of one such zone, which the player picks."""
    choose: Annotated[int, msgspec.Meta(ge=1, le=9)] | None = None
    """So many of them, of the player's choice; left out: all."""
    conditions: tuple[Literal["inactive", "beside"], ...] = msgspec.field(name="if", default=())
    """What else is asked of them."""


SELF = Whom()


class Effect(Node, frozen=True, kw_only=True, tag_field="do"):
    """FX-5; what is left out has its default, `when` that of the card's kind."""

    when: When | None = None
    """At which moment; left out: that of the card's kind."""
    discard: bool = False
    """The card is discarded for it."""
    whom: Whom = SELF
    """Which figures it concerns."""
    vs: tuple[Word, ...] = ()
    """Against which sorts of figures alone."""
    kinds: tuple[TestKind, ...] = ()
    """For which kinds of test."""
    lasts: Lasts | None = None
    """How long; left out: the turn, or as long as the card is in play."""
    may: bool = False
    """Its player may leave it."""


class Mod(Effect, frozen=True, tag="mod"):
    """A stat counts `n` more or less (FIG-4, ATK-3)."""

    stat: Stat
    """Which characteristic."""
    n: Signed
    """How much."""


class Hit(Effect, frozen=True, tag="hit"):
    """Successful attacks do `n` damage."""

    n: Small
    """The damage."""


class Ranged(Effect, frozen=True, tag="ranged"):
    """Attacks may be ranged."""


class Reach(Effect, frozen=True, tag="reach"):
    """Melee at any opponent in its own zone."""


class Burst(Effect, frozen=True, tag="burst"):
    """An attack may be a burst (ATK-7)."""


class Reroll(Effect, frozen=True, tag="reroll"):
    """Up to `n` dice once more, before KI (ATK-4)."""

    n: Small
    """Dice at most."""
    rolls: Annotated[tuple[Literal["attacks", "tests"], ...], msgspec.Meta(min_length=1)] = msgspec.field(
        name="in", default=("attacks", "tests")
    )
    """In which rolls."""


class SwapDice(Effect, frozen=True, tag="swap_dice"):
    """Combat dice become action dice."""


class Deed(Node, frozen=True, tag_field="do"):
    """What `on_hit` does to the target."""


class DamageDeed(Deed, frozen=True, tag="damage"):
    """So much damage."""

    n: Small
    """The damage."""


class StatusDeed(Deed, frozen=True, tag="status"):
    """A status."""

    status: Status
    """The status."""


class OnHit(Effect, frozen=True, tag="on_hit"):
    """After a successful attack, on the target."""

    effect: DamageDeed | StatusDeed
    """What the target suffers."""


class Riposte(Effect, frozen=True, tag="riposte"):
    """A melee attack at the bearer that fails does 1 damage to the attacker."""


class Firm(Effect, frozen=True, tag="firm"):
    """Not pushed."""


class Shield(Effect, frozen=True, tag="shield"):
    """The next damage of this turn is ignored."""


class Glide(Effect, frozen=True, tag="glide"):
    """MOV-8."""


class Dread(Effect, frozen=True, tag="dread"):
    """Who declares an attack on the bearer tests first (ATK-9)."""

    characteristic: Stat
    """What is tested."""
    difficulty: Small
    """Dice of the test."""


class Ghostly(Effect, frozen=True, tag="ghostly"):
    """Objects that are not legendary have no effect on the bearer (ATK-10)."""


class Move(Effect, frozen=True, tag="move"):
    """At once a move with Speed `n`, costing nothing."""

    n: Small
    """The Speed of the move."""
    glide: bool = False
    """Opponents do not count."""


class Place(Effect, frozen=True, tag="place"):
    """Put on a free space of a place seen from itself (MOV-10)."""

    to: Literal["zone", "neighbour", "tile"]
    """Where, as seen from the figure."""


class Heal(Effect, frozen=True, tag="heal"):
    """DMG-3."""

    n: Small
    """The damage removed."""


class Damage(Effect, frozen=True, tag="damage"):
    """DMG-1."""

    n: Small
    """The damage."""


class GiveStatus(Effect, frozen=True, tag="status"):
    """STA-1."""

    status: Status
    """The status."""


class Cure(Effect, frozen=True, tag="cure"):
    """One status goes; none named: one that the card's player picks."""

    status: Status | None = None
    """The status; left out: one that the player picks."""


class NoHeal(Effect, frozen=True, tag="no_heal"):
    """`heal` does nothing for these figures."""


class Void(Effect, frozen=True, tag="void"):
    """The powers of these figures' sheets do not work."""


class NoTechniques(Effect, frozen=True, tag="no_techniques"):
    """Techniques of heroes do nothing."""


class Actions(Effect, frozen=True, tag="actions"):
    """So many actions more or less in its next or present activation of this turn."""

    n: Signed
    """How many."""


class Test(Effect, frozen=True, tag="test"):
    """The characteristic counts `n` more or less in tests of `kinds`."""

    n: Signed
    """How much."""


class Pass(Effect, frozen=True, tag="pass"):
    """Tests of `kinds` are passed without dice."""


class Draw(Effect, frozen=True, tag="draw"):
    """Cards drawn: by the Oni, kept by the hero in question, or as INV-3."""

    pile: Literal["object", "clue", "event"]
    """From which pile."""
    n: Small
    """How many cards."""


class Summon(Effect, frozen=True, tag="summon"):
    """KAM."""

    element: Element
    """Of which element."""


class Guards(Effect, frozen=True, tag="guards"):
    """Up to `n` guards act: move, attack creatures and the sorts named."""

    n: Small | Literal["all"]
    """How many, or `all`."""
    at: tuple[Literal["guards", "heroes"], ...] = ()
    """Whom they may attack besides creatures."""


class Hosts(Effect, frozen=True, tag="hosts"):
    """Up to `n` host tokens are each put into a neighbouring zone."""

    n: Small
    """How many."""


class Shift(Effect, frozen=True, tag="shift"):
    """COR-3 with one token."""


class Call(Effect, frozen=True, tag="call"):
    """`n` minions of one sheet as REI-2, without paying."""

    n: Small
    """How many."""
    group: Group | None = None
    """Of which group; left out: any."""


class NoCall(Effect, frozen=True, tag="no_call"):
    """Nobody is called on spaces of this colour."""

    colour: Literal["violet", "green"]
    """Which spaces."""


class Reinforce(Effect, frozen=True, tag="reinforce"):
    """`n` doors become reinforced (BRD-5)."""

    n: Small
    """How many doors."""
    characteristic: Stat
    """What opens them again."""
    difficulty: Small
    """Dice of that test."""


class ShuffleOrder(Effect, frozen=True, tag="shuffle_order"):
    """Initiative cards not yet turned are shuffled."""


class LoseObject(Effect, frozen=True, tag="lose_object"):
    """A chosen hero discards one object, of the Oni's choice, not cursed."""


class Blind(Effect, frozen=True, tag="blind"):
    """No hero or ally makes ranged attacks."""


AnyEffect: TypeAlias = (
    Mod | Hit | Ranged | Reach | Burst | Reroll | SwapDice | OnHit | Riposte | Firm | Shield | Glide | Dread | Ghostly
    | Move | Place | Heal | Damage | GiveStatus | Cure | NoHeal | Void | NoTechniques | Actions | Test | Pass | Draw
    | Summon | Guards | Hosts | Shift | Call | NoCall | Reinforce | ShuffleOrder | LoseObject | Blind
)  # fmt: skip
Effects: TypeAlias = tuple[AnyEffect, ...]


class At(Node, frozen=True):
    """Where a condition is looked at; cells and zones as its record has them."""

    zone: str | None = None
    """A zone."""
    tile: str | None = None
    """A piece, by its name."""
    space: tuple[Small, Small] | None = None
    """A cell."""


Fact: TypeAlias = Literal[
    "removes", "removes_by_attack", "takes", "heals", "passes", "opens", "summons", "unhurt", "near_owner", "tests",
    "holds", "stands", "turns",
]  # fmt: skip


class Condition(Node, frozen=True):
    """FX-6: met when the fact was counted `count` times at the moment it is looked at."""

    fact: Fact
    """What is counted."""
    by: Whom = SELF
    """Who does it."""
    of: Whom | None = None
    """To whom it is done."""
    kinds: tuple[TestKind, ...] = ()
    """Which kinds of test count."""
    at: At | None = None
    """Where."""
    count: Annotated[int, msgspec.Meta(ge=1, le=99)] = 1
    """How often."""
    look: Literal["always", "end_of_turn", "end"] = "always"
    """When it is looked at."""
