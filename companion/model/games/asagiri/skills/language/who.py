"""Whom an effect is about: the selector, and what can be wrong with it; its words are in `who_words`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal, TypeAlias

import msgspec

from companion.model.core.refusal import Problem, empty, twice
from companion.model.core.schema import Node
from companion.model.core.words import N_, Message, say

from .vocabulary import GROUND_WORDS, Alignment, Did, Face, Ground, Little, Phrase, Trait

Position: TypeAlias = Literal["front", "ahead", "beside", "behind"]
"""In the bearer's field of vision (VIS-1); straight ahead of it; level with it, to the left or right; behind."""
POSITION_WORDS: dict[Position, str] = {
    "front": N_("in this character’s field of vision"),
    "ahead": N_("straight ahead of this character"),
    "beside": N_("level with this character"),
    "behind": N_("behind this character"),
}
"""After “is”."""


BESIDE_WORDS = {"friends": N_("another friend"), "enemies": N_("another enemy"), "opponent": N_("the opponent")}


DID_WORDS: dict[Did, str] = {
    "attacked": N_("has attacked"),
    "shot": N_("has shot"),
    "moved": N_("has begun a movement"),
    "been_attacked": N_("has been attacked"),
    "been_shot": N_("has been shot at"),
}


class Who(Node, frozen=True):
    """Figures on the board: where to begin, then what they must fulfil; what is left out is not asked."""

    of: Literal["self", "opponent", "friends", "enemies", "others", "all"] = "self"
    """Seen from the skill's bearer; ``friends`` and ``others`` do not hold the bearer itself, ``all`` does."""
    within: Little | None = None
    """At most so many squares from `centre`, diagonals counting as the table has it (SHT-3)."""
    beyond: Little | None = None
    """More than so many squares from `centre`."""
    centre: Literal["self", "opponent", "place", "token"] = "self"
    """``place``: the square where it happens of which the skill speaks; ``token``: that of the token that lies."""
    controlled: bool | None = None
    """Stands in the bearer's control zone, or does not."""
    controlling: bool | None = None
    """Has the bearer in its own control zone, or has not."""
    sight: bool | None = None
    """The line of fire from the bearer is open (SHT-4) and the figure in its field of vision, or not."""
    line: bool | None = None
    """The line of fire from the bearer is open, wherever it looks."""
    position: tuple[Position, ...] | None = None
    """In one of these directions from the bearer, as it looks, whatever lies between."""
    straight: bool | None = None
    """On the bearer's row, column or diagonal, or not."""
    looking: bool | None = None
    """Has the bearer in its own field of vision."""
    facing: Literal["same", "other"] | None = None
    """Looks where the bearer looks, or elsewhere."""
    nearest: bool | None = None
    """Of all that fulfil the rest the nearest to `centre` (all that are equally near), or the others."""
    next_to: Literal["friends", "enemies", "opponent"] | None = None
    """One square from another friend (enemy) of the bearer, or from the opponent."""
    in_zone_of: Literal["friends", "opponent"] | None = None
    """In the control zone of another friend of the bearer, or of the opponent."""
    threatened: bool | None = None
    """Stands in a control zone of its enemies, or does not."""
    trait: Trait | None = None
    not_trait: Trait | None = None
    alignment: Alignment | None = None
    state: Face | None = None
    ground: tuple[Ground, ...] | None = None
    """Stands on one of these."""
    near_ground: tuple[Ground, ...] | None = None
    """Stands on one of these or next to one."""
    walled: bool | None = None
    """A wall, a closed door or the edge of the board is on a side of its square, or is not."""
    worth: Little | None = None
    """Costs at most so many zeni, its equipment left out."""
    namesake: bool | None = None
    """Of the bearer's own name, or not."""
    equipped: bool | None = None
    reserve: bool | None = None
    """Has a die in reserve on its card, or has none."""
    moved: bool | None = None
    """Has moved in the activation going on, or has not."""
    activated: bool | None = None
    supporting: bool | None = None
    """Supports its side in the fight going on (CBT-4), or does not."""
    did: Did | None = None
    """Has done this in the phase going on, or this has been done to it: an attack or a shot declared, a movement."""
    did_not: Did | None = None
    token: Trait | None = None
    """Bears this token."""
    not_token: Trait | None = None
    own_token: bool | None = None
    """It was laid by the bearer of the skill, or by somebody else."""
    choose: Annotated[int, msgspec.Meta(ge=1, le=12)] | None = None
    """The bearer's player chooses so many of them (all when there are no more); left out: all of them."""

    phrase: ClassVar = Phrase(
        "",
        N_("{of}"),
        parts={
            "within": N_("within {within} squares"),
            "beyond": N_("farther than {beyond} squares"),
            "centre": N_("counted from {centre}"),
            "trait": N_("marked {trait}"),
            "not_trait": N_("not marked {not_trait}"),
            "alignment": "{alignment}",
            "state": "{state}",
            "ground": "{ground}",
            "near_ground": N_("{near_ground}, or next to it"),
            "position": "{position}",
            "facing": "{facing}",
            "next_to": N_("next to {next_to}"),
            "in_zone_of": N_("in the control zone of {in_zone_of}"),
            "worth": N_("worth {worth} zeni at most"),
            "did": N_("that {did} in this phase"),
            "did_not": N_("of which it is not so in this phase: {did_not}"),
            "token": N_("with the token {token}"),
            "not_token": N_("without the token {not_token}"),
            "choose": N_("{choose} of them, as chosen"),
        },
        offers={
            "within": N_("how near"),
            "beyond": N_("how far away"),
            "centre": N_("from where the squares are counted"),
            "ground": N_("on which ground"),
            "near_ground": N_("next to which ground"),
            "position": N_("in front, behind…"),
            "facing": N_("how it faces"),
            "next_to": N_("next to whom"),
            "in_zone_of": N_("in whose control zone"),
            "worth": N_("how many zeni at most"),
            "token": N_("with a token"),
            "not_token": N_("without a token"),
            "choose": N_("not all of them: some, as chosen"),
        },
        flags={
            "controlled": (N_("in its control zone"), N_("outside its control zone")),
            "controlling": (N_("controlling it"), N_("not controlling it")),
            "sight": (N_("in sight"), N_("out of sight")),
            "line": (N_("with an open line of fire"), N_("without a line of fire")),
            "straight": (N_("in a straight line"), N_("not in a straight line")),
            "looking": (N_("looking towards it"), N_("not looking towards it")),
            "nearest": (N_("the nearest"), N_("not the nearest")),
            "namesake": (N_("of the same name"), N_("of another name")),
            "threatened": (N_("in a control zone of enemies"), N_("in no control zone of enemies")),
            "walled": (N_("by a wall, a closed door or the edge of the board"), N_("away from walls and edges")),
            "own_token": (N_("laid by this character"), N_("laid by others")),
            "equipped": (N_("with equipment"), N_("without equipment")),
            "reserve": (N_("with a die in reserve"), N_("without a die in reserve")),
            "moved": (N_("that has moved"), N_("that has not moved")),
            "supporting": (N_("supporting in the fight"), N_("not supporting in the fight")),
            "activated": (N_("activated already"), N_("not activated yet")),
        },
        values={
            "did": DID_WORDS,
            "did_not": DID_WORDS,
            "of": {
                "self": N_("this character"),
                "opponent": N_("the opponent"),
                "friends": N_("friends"),
                "enemies": N_("enemies"),
                "others": N_("all others"),
                "all": N_("all characters"),
            },
            "position": POSITION_WORDS,
            "near_ground": GROUND_WORDS,
            "facing": {"same": N_("facing as this character does"), "other": N_("facing another way")},
            "next_to": BESIDE_WORDS,
            "in_zone_of": BESIDE_WORDS,
            "centre": {
                "self": N_("this character"),
                "opponent": N_("the opponent"),
                "place": N_("the place where it happens"),
                "token": N_("the token"),
            },
        },
    )

    @property
    def single(self) -> bool:
        """Whether it means one figure at most."""
        return self.of in ("self", "opponent")

    @property
    def meant(self) -> bool:
        """Whether it is the friend of which the skill speaks: the one on the square where it happens."""
        return (self.of, self.within, self.centre, self.choose) == ("friends", 0, "place", None)

    @property
    def asks(self) -> bool:
        """Whether it asks anything of the figures it begins with."""
        return any(getattr(self, name) is not None for name in self.__struct_fields__ if name not in _ASIDE)

    @property
    def needs_opponent(self) -> bool:
        """Whether it means nobody without an opponent."""
        return "opponent" in (self.of, self.centre, self.next_to, self.in_zone_of)

    def lost(self, *, opponent: bool, placed: bool, laid: bool = False) -> Message | None:
        """Why it means nobody: without an opponent, or without a square where it happens."""
        if self.needs_opponent and not opponent:
            return say("There is no opponent at this moment.")
        if self.centre == "place" and not placed:
            return say("What happens at this moment has no place of its own.")
        if self.centre == "token" and not laid:
            return say("No token lies anywhere at this moment.")
        return None


_ASIDE = ("of", "choose", "centre")
"""Fields of a selector that ask nothing of a figure."""

SELF = Who()
OPPONENT = Who(of="opponent")


# what is wrong -----------------------------------------------------------------------------------------------------


def problems(who: Who, at: str, *, choosing: bool) -> Iterator[Problem]:
    """What is wrong with a selector; `choosing`: its figures may be chosen, not just counted."""
    if who.choose is not None:
        if not choosing:
            yield Problem(f"{at}/choose", say("Nobody can be chosen here."))
        elif who.single:
            yield Problem(f"{at}/choose", say("This is at most one figure: there is nothing to choose."))
    for name in ("ground", "near_ground", "position"):
        if (found := getattr(who, name)) is not None:
            yield from empty(f"{at}/{name}", found)
            yield from twice(f"{at}/{name}", found)
    for name in ("next_to", "in_zone_of", "nearest"):
        if who.of == "opponent" and getattr(who, name) in ("opponent", True, False):
            yield Problem(f"{at}/{name}", say("This compares a figure with itself."))
    for name in ("trait", "token"):
        if getattr(who, name) is not None and getattr(who, name) == getattr(who, f"not_{name}"):
            yield Problem(f"{at}/not_{name}", say("This contradicts an earlier part."))
    if who.own_token is not None and who.token is None:
        yield Problem(f"{at}/own_token", say("A token is missing."))
    if who.centre != "self" and who.within is None and who.beyond is None:
        yield Problem(f"{at}/centre", say("A distance is missing."))
    if who.of == who.centre and (who.within is not None or who.beyond is not None):
        yield Problem(f"{at}/centre", say("This is the distance of a figure from itself."))
    elif who.within is not None and who.within <= (who.beyond or 0) and not _holds_centre(who):
        yield Problem(f"{at}/within", say("No figure is both that near and that far."))
    if who.of == "self":
        yield from _bearer(who, at)
    elif (who.beyond or 0) > 0 and (who.controlled or who.controlling) and who.centre == "self":
        yield Problem(f"{at}/beyond", say("A control zone does not reach that far."))


def _holds_centre(who: Who) -> bool:
    """Whether the figure in the centre may itself be meant, 0 squares away."""
    return who.beyond is None and (who.of == "all" or who.centre != "self")


def _bearer(who: Who, at: str) -> Iterator[Problem]:
    for name in (
        "controlled",
        "controlling",
        "sight",
        "line",
        "position",
        "straight",
        "looking",
        "facing",
        "nearest",
        "namesake",
    ):
        if getattr(who, name) is not None:
            yield Problem(f"{at}/{name}", say("This compares the bearer's position with itself."))
    if who.alignment is not None:
        yield Problem(f"{at}/alignment", say("The bearer's own alignment never changes."))
