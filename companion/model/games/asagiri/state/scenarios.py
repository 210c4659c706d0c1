"""Scenario cards (KAR-6): what changes in a game without an adventure, as typed data, and the same in words.

A card holds nodes told apart by their ``type``; what each means in play is the business of `contest` alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Annotated, Any, Literal, TypeAlias, get_args

import msgspec

from companion.model.core.schema import Id, Node, Provenance, Words
from companion.model.core.words import N_, Message, plural, say
from companion.model.games.asagiri.skills.language.vocabulary import NUMBER_WORDS, Alignment, StatName, Trait, trait

Zeni: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=9)]
Turns: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=20)]
Step: TypeAlias = Annotated[int, msgspec.Meta(ge=-3, le=3)]
Text: TypeAlias = Annotated[dict[str, Annotated[str, msgspec.Meta(min_length=1, max_length=400)]],
                            msgspec.Meta(min_length=1)]  # fmt: skip
"""Sentences: language to text, English always among them."""

Place: TypeAlias = Literal["centre", "middle", "edges"]
"""The four squares round the middle of the board; the two rows and columns that cross there; the outermost squares."""

Chosen: TypeAlias = Literal["all", "dearest", "cheapest"]
"""All characters of a band, or the one of the highest or lowest value; of several, the first recruited."""


class Lasts(Node, frozen=True, tag="turns"):
    """The game has so many turns instead of six."""

    turns: Turns


class Wins(Node, frozen=True, tag="wins"):
    """Whoever has earned so many zeni wins at once."""

    zeni: Annotated[int, msgspec.Meta(ge=1, le=40)]


class ExtraDice(Node, frozen=True, tag="dice"):
    """Each band has so many inspiration dice more, or fewer."""

    more: Step


class NoReserve(Node, frozen=True, tag="no_reserve"):
    """Nobody puts dice in reserve."""


class Stat(Node, frozen=True, tag="stat"):
    """A stat of every character is higher, or lower."""

    stat: StatName
    amount: Step


class Shaken(Node, frozen=True, tag="begin_shaken"):
    """These begin the game shaken."""

    who: Chosen = "all"


class Rally(Node, frozen=True, tag="rally"):
    """When this turn begins, all shaken characters become vigilant."""

    turn: Turns


class NoShots(Node, frozen=True, tag="no_shots"):
    """Nobody shoots."""


class ShotLimit(Node, frozen=True, tag="sight"):
    """No shot reaches farther than this, whatever its range."""

    range: Annotated[int, msgspec.Meta(ge=1, le=20)]


class Mist(Node, frozen=True, tag="mist"):
    """Every target of a shot has so much added to its die."""

    cover: Annotated[int, msgspec.Meta(ge=1, le=3)]


class NoSupport(Node, frozen=True, tag="no_support"):
    """Friends lend no support (CBT-4)."""


class RoughGround(Node, frozen=True, tag="ground"):
    """The clear squares of a place become difficult terrain."""

    where: Place
    terrain: Literal["hindering", "aquatic"]


class Doors(Node, frozen=True, tag="doors_open"):
    """All doors stand open."""


class Rows(Node, frozen=True, tag="rows"):
    """The bands are deployed within so many rows of their side."""

    rows: Annotated[int, msgspec.Meta(ge=2, le=4)]


class Returns(Node, frozen=True, tag="returns"):
    """At the beginning of its phase of this turn, a band may bring back one disabled character of at most this value:
    shaken, in its first row. The zeni given for it stay given.
    """

    turn: Turns
    value: Annotated[int, msgspec.Meta(ge=1, le=30)]


class FirstBlood(Node, frozen=True, tag="first_blood"):
    """The band that disables the first character of the game earns so much more."""

    zeni: Zeni


class Bounty(Node, frozen=True, tag="bounty"):
    """Disabling such a character earns so much more; what is left out is not asked."""

    zeni: Zeni
    dearest: bool = False
    """Only the one of the highest value of each band."""
    trait: Trait | None = None
    alignment: Alignment | None = None


class HoldZeni(Node, frozen=True, tag="hold"):
    """At the end of every turn, or of the game, the band with more vigilant characters in a place earns so much."""

    zeni: Zeni
    where: Place = "centre"
    when: Literal["turn", "game"] = "turn"


class StandingZeni(Node, frozen=True, tag="standing"):
    """At the end of the game each band earns so much for each of its vigilant characters on the board."""

    zeni: Zeni


class Wavering(Node, frozen=True, tag="wavering"):
    """At the end of the game each band earns so much for each shaken character of the enemy."""

    zeni: Zeni


class CrossingZeni(Node, frozen=True, tag="crossing"):
    """At the end of the game each band earns so much for each of its characters in the enemy's first row."""

    zeni: Zeni


Effect: TypeAlias = (
    Lasts
    | Wins
    | ExtraDice
    | NoReserve
    | Stat
    | Shaken
    | Rally
    | NoShots
    | ShotLimit
    | Mist
    | NoSupport
    | RoughGround
    | Doors
    | Rows
    | Returns
    | FirstBlood
    | Bounty
    | HoldZeni
    | StandingZeni
    | Wavering
    | CrossingZeni
)


EFFECTS: tuple[type[Node], ...] = get_args(Effect)
"""Every kind of effect."""


class Scenario(Node, frozen=True):
    """A scenario card (KAR-6)."""

    id: Id
    name: Words
    effects: Annotated[tuple[Effect, ...], msgspec.Meta(min_length=1, max_length=6)]
    story: Text = msgspec.field(default_factory=dict)
    """A sentence or two to read aloud; rules never look at it."""
    provenance: Provenance = msgspec.field(default_factory=dict)


# in words ------------------------------------------------------------------------------------------------------------

PLACE_WORDS: Mapping[str, str] = {
    "centre": N_("the four squares in the middle"),
    "middle": N_("the two rows and two columns that cross in the middle"),
    "edges": N_("the outermost squares"),
}
TERRAIN_WORDS: Mapping[str, str] = {"hindering": N_("hindering terrain"), "aquatic": N_("aquatic terrain")}
_SHAKEN: Mapping[str, str] = {
    "all": N_("All characters begin shaken."),
    "dearest": N_("The most valuable character of each band begins shaken."),
    "cheapest": N_("The least valuable character of each band begins shaken."),
}


def explain(scenario: Scenario) -> tuple[Message, ...]:
    """What a card changes, a sentence an effect."""
    return tuple(_SAY[type(effect)](effect) for effect in scenario.effects)


def _dice(effect: ExtraDice) -> Message:
    return say("Inspiration dice per band: {amount}.", amount=_signed(effect.more))


def _stat(effect: Stat) -> Message:
    number = Message(NUMBER_WORDS[effect.stat])
    return say("{stat} of all characters: {amount}.", stat=number, amount=_signed(effect.amount))


def _signed(amount: int) -> str:
    return f"+{amount}" if amount >= 0 else f"\u2212{-amount}"


def _bounty(effect: Bounty) -> Message:
    whom = tuple(_whom(effect))
    if not whom:
        return plural("Each disabled character earns {count} more zeni.",
                      "Each disabled character earns {count} more zeni.", effect.zeni)  # fmt: skip
    return plural(
        "A disabled character earns {count} more zeni if it is {whom}.",
        "A disabled character earns {count} more zeni if it is {whom}.",
        effect.zeni,
        whom=whom,
    )


_ALIGNED: Mapping[str, str] = {
    "demon_hunter": N_("a Demon Hunter"), "evil_creature": N_("an Evil Creature"), "mercenary": N_("a Mercenary"),
}  # fmt: skip


def _whom(effect: Bounty) -> Iterator[Message]:
    if effect.dearest:
        yield say("the most valuable one of its band")
    if effect.trait is not None:
        yield say("marked “{trait}”", trait=trait(effect.trait))
    if effect.alignment is not None:
        yield Message(_ALIGNED[effect.alignment])


def _hold(effect: HoldZeni) -> Message:
    where = Message(PLACE_WORDS[effect.where])
    if effect.when == "game":
        return plural(
            "At the end of the game, the band with more vigilant characters on {where} earns {count} zeni.",
            "At the end of the game, the band with more vigilant characters on {where} earns {count} zeni.",
            effect.zeni, where=where,
        )  # fmt: skip
    return plural(
        "At the end of every turn, the band with more vigilant characters on {where} earns {count} zeni.",
        "At the end of every turn, the band with more vigilant characters on {where} earns {count} zeni.",
        effect.zeni, where=where,
    )  # fmt: skip


def _returns(effect: Returns) -> Message:
    return plural(
        "In turn {turn} each band may bring back one disabled character of at most {count} zeni: shaken, in its "
        "first row. The zeni earned for it are kept.",
        "In turn {turn} each band may bring back one disabled character of at most {count} zeni: shaken, in its "
        "first row. The zeni earned for it are kept.",
        effect.value, turn=effect.turn,
    )  # fmt: skip


_SAY: Mapping[type[Node], Callable[[Any], Message]] = {
    Lasts: lambda e: plural("The game lasts {count} turn.", "The game lasts {count} turns.", e.turns),
    Wins: lambda e: plural(
        "Whoever has earned {count} zeni wins at once.", "Whoever has earned {count} zeni wins at once.", e.zeni
    ),
    ExtraDice: _dice,
    NoReserve: lambda e: say("No dice can be placed in reserve."),
    Stat: _stat,
    Shaken: lambda e: Message(_SHAKEN[e.who]),
    Rally: lambda e: say("When turn {turn} begins, all shaken characters become vigilant.", turn=e.turn),
    NoShots: lambda e: say("Nobody may shoot."),
    ShotLimit: lambda e: plural(
        "No shot reaches farther than {count} square.", "No shot reaches farther than {count} squares.", e.range
    ),
    Mist: lambda e: say("Each target of a shot adds {cover} to its die.", cover=e.cover),
    NoSupport: lambda e: say("Friends give no support in combat."),
    RoughGround: lambda e: say(
        "Clear squares among {where} become {terrain}.",
        where=Message(PLACE_WORDS[e.where]),
        terrain=Message(TERRAIN_WORDS[e.terrain]),
    ),
    Doors: lambda e: say("All doors are open."),
    Rows: lambda e: plural(
        "Each band deploys within {count} row of its side.",
        "Each band deploys within {count} rows of its side.",
        e.rows,
    ),
    Returns: _returns,
    FirstBlood: lambda e: plural(
        "The first disabled character earns {count} more zeni.",
        "The first disabled character earns {count} more zeni.",
        e.zeni,
    ),
    Bounty: _bounty,
    HoldZeni: _hold,
    StandingZeni: lambda e: plural(
        "At the end of the game each band earns {count} zeni for each of its vigilant characters.",
        "At the end of the game each band earns {count} zeni for each of its vigilant characters.",
        e.zeni,
    ),
    Wavering: lambda e: plural(
        "At the end of the game each band earns {count} zeni for each shaken enemy character.",
        "At the end of the game each band earns {count} zeni for each shaken enemy character.",
        e.zeni,
    ),
    CrossingZeni: lambda e: plural(
        "At the end of the game each band earns {count} zeni for each of its characters in the enemy's first row.",
        "At the end of the game each band earns {count} zeni for each of its characters in the enemy's first row.",
        e.zeni,
    ),
}
