"""Whom an effect is about: the selector, its words, and what can be wrong with it.

In words a selector is a noun phrase, always of the masculine singular in languages that ask, or counted: `each` of
them, `one` of them, `some` (a number of them). Verbs that follow stand in the singular with the first two.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal, TypeAlias

import msgspec

from companion.model.core.refusal import Problem, empty, twice
from companion.model.core.schema import Node
from companion.model.core.words import N_, Message, plural, say

from .vocabulary import (
    ALIGNMENT_WORDS,
    GROUND_WORDS,
    Alignment,
    Face,
    Ground,
    Little,
    Phrase,
    Trait,
    all_of,
    any_of,
    trait,
)


class Who(Node, frozen=True):
    """Figures on the board: where to begin, then what they must fulfil; what is left out is not asked."""

    of: Literal["self", "opponent", "friends", "enemies", "others", "all"] = "self"
    """Seen from the skill's bearer; ``friends`` and ``others`` do not hold the bearer itself, ``all`` does."""
    within: Little | None = None
    """At most so many squares from `centre`, diagonals counting as the table has it (SHT-3)."""
    beyond: Little | None = None
    """More than so many squares from `centre`."""
    centre: Literal["self", "opponent", "place"] = "self"
    """``place``: the square where it happens of which the skill speaks."""
    controlled: bool | None = None
    """Stands in the bearer's control zone, or does not."""
    controlling: bool | None = None
    """Has the bearer in its own control zone, or has not."""
    sight: bool | None = None
    """The line of fire from the bearer is open (SHT-4) and the figure in its field of vision, or not."""
    threatened: bool | None = None
    """Stands in a control zone of its enemies, or does not."""
    trait: Trait | None = None
    alignment: Alignment | None = None
    state: Face | None = None
    ground: tuple[Ground, ...] | None = None
    """Stands on one of these."""
    equipped: bool | None = None
    reserve: bool | None = None
    """Has a die in reserve on its card, or has none."""
    moved: bool | None = None
    """Has moved in the activation going on, or has not."""
    activated: bool | None = None
    token: Trait | None = None
    """Bears this token."""
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
            "alignment": "{alignment}",
            "state": "{state}",
            "ground": "{ground}",
            "token": N_("with the token {token}"),
            "choose": N_("{choose} of them, as chosen"),
        },
        offers={
            "within": N_("how near"),
            "beyond": N_("how far away"),
            "centre": N_("from where the squares are counted"),
            "ground": N_("on which ground"),
            "token": N_("with a token"),
            "choose": N_("not all of them: some, as chosen"),
        },
        flags={
            "controlled": (N_("in its control zone"), N_("outside its control zone")),
            "controlling": (N_("controlling it"), N_("not controlling it")),
            "sight": (N_("in sight"), N_("out of sight")),
            "threatened": (N_("in a control zone of enemies"), N_("in no control zone of enemies")),
            "equipped": (N_("with equipment"), N_("without equipment")),
            "reserve": (N_("with a die in reserve"), N_("without a die in reserve")),
            "moved": (N_("that has moved"), N_("that has not moved")),
            "activated": (N_("activated already"), N_("not activated yet")),
        },
        values={
            "of": {
                "self": N_("this character"),
                "opponent": N_("the opponent"),
                "friends": N_("friends"),
                "enemies": N_("enemies"),
                "others": N_("all others"),
                "all": N_("all characters"),
            },
            "centre": {
                "self": N_("this character"),
                "opponent": N_("the opponent"),
                "place": N_("the place where it happens"),
            },
        },
    )

    @property
    def single(self) -> bool:
        """Whether it means one figure at most."""
        return self.of in ("self", "opponent")

    @property
    def asks(self) -> bool:
        """Whether it asks anything of the figures it begins with."""
        return any(getattr(self, name) is not None for name in self.__struct_fields__ if name not in _ASIDE)

    @property
    def needs_opponent(self) -> bool:
        """Whether it means nobody without an opponent."""
        return "opponent" in (self.of, self.centre)

    def lost(self, *, opponent: bool, placed: bool) -> Message | None:
        """Why it means nobody: without an opponent, or without a square where it happens."""
        if self.needs_opponent and not opponent:
            return say("There is no opponent at this moment.")
        if self.centre == "place" and not placed:
            return say("What happens at this moment has no place of its own.")
        return None


_ASIDE = ("of", "choose", "centre")
"""Fields of a selector that ask nothing of a figure."""

SELF = Who()
OPPONENT = Who(of="opponent")


Group: TypeAlias = Literal["friends", "enemies", "others", "all"]

EACH: dict[tuple[Group, Face | None], str] = {
    ("friends", None): N_("each friend"),
    ("friends", "vigilant"): N_("each vigilant friend"),
    ("friends", "shaken"): N_("each shaken friend"),
    ("enemies", None): N_("each enemy"),
    ("enemies", "vigilant"): N_("each vigilant enemy"),
    ("enemies", "shaken"): N_("each shaken enemy"),
    ("others", None): N_("each other character"),
    ("others", "vigilant"): N_("each other vigilant character"),
    ("others", "shaken"): N_("each other shaken character"),
    ("all", None): N_("each character"),
    ("all", "vigilant"): N_("each vigilant character"),
    ("all", "shaken"): N_("each shaken character"),
}

ONE: dict[tuple[Group, Face | None], str] = {
    ("friends", None): N_("a friend"),
    ("friends", "vigilant"): N_("a vigilant friend"),
    ("friends", "shaken"): N_("a shaken friend"),
    ("enemies", None): N_("an enemy"),
    ("enemies", "vigilant"): N_("a vigilant enemy"),
    ("enemies", "shaken"): N_("a shaken enemy"),
    ("others", None): N_("another character"),
    ("others", "vigilant"): N_("another vigilant character"),
    ("others", "shaken"): N_("another shaken character"),
    ("all", None): N_("a character"),
    ("all", "vigilant"): N_("a vigilant character"),
    ("all", "shaken"): N_("a shaken character"),
}
"""In French all of these begin with “un”: sentences that put “d’” before them rely on it."""


def _group(who: Who) -> Group:
    """Whom it begins with; all that are not on the bearer's own square are the others."""
    assert who.of != "self"
    assert who.of != "opponent"
    return "others" if who.of == "all" and who.beyond == 0 and who.centre == "self" else who.of


def each(who: Who, *, tested: bool = False) -> Message:
    """Those an effect is about, as a subject or a direct object; `tested`: the opponent is whoever was tested."""
    if who.of == "self" or who.of == "opponent":
        found = list(_facts(who, 1, tested))
        return say("{who} (if it {facts})", who=single(who, tested=tested), facts=all_of(found)) if found \
            else single(who, tested=tested)  # fmt: skip
    if who.choose is None:
        return _described(Message(EACH[_group(who), who.state]), who, 1, tested)
    if who.choose == 1:
        return _described(say("{who} of your choice", who=Message(ONE[_group(who), who.state])), who, 1, tested)
    chosen = say("each of {some} of your choice", some=_number(who, who.choose))
    return _described(chosen, who, who.choose, tested)


def one(who: Who, *, tested: bool = False) -> Message:
    """Any one of them: ``a friend within 2 squares``. Only for groups."""
    return _described(Message(ONE[_group(who), who.state]), who, 1, tested)


def some(who: Who, count: int, *, tested: bool = False) -> Message:
    """So many of them: ``3 friends within 2 squares``. Only for groups."""
    return _described(_number(who, count), who, count, tested)


def predicate(who: Who, *, tested: bool = False) -> Message | None:
    """What a selector asks of one figure, as a verb phrase; None: nothing."""
    found = list(_facts(who, 1, tested))
    return all_of(found) if found else None


def single(who: Who, *, tested: bool = False) -> Message:
    """The bearer or the opponent, whatever else is asked of it."""
    if who.of == "self":
        return say("this character")
    return say("the tested character") if tested else say("the opponent")


def _number(who: Who, count: int) -> Message:
    match _group(who), who.state:
        case "friends", None:
            return plural("{count} friend", "{count} friends", count)
        case "friends", "vigilant":
            return plural("{count} vigilant friend", "{count} vigilant friends", count)
        case "friends", _:
            return plural("{count} shaken friend", "{count} shaken friends", count)
        case "enemies", None:
            return plural("{count} enemy", "{count} enemies", count)
        case "enemies", "vigilant":
            return plural("{count} vigilant enemy", "{count} vigilant enemies", count)
        case "enemies", _:
            return plural("{count} shaken enemy", "{count} shaken enemies", count)
        case "others", None:
            return plural("{count} other character", "{count} other characters", count)
        case "others", "vigilant":
            return plural("{count} other vigilant character", "{count} other vigilant characters", count)
        case "others", _:
            return plural("{count} other shaken character", "{count} other shaken characters", count)
        case _, None:
            return plural("{count} character", "{count} characters", count)
        case _, "vigilant":
            return plural("{count} vigilant character", "{count} vigilant characters", count)
        case _:
            return plural("{count} shaken character", "{count} shaken characters", count)


def _described(head: Message, who: Who, number: int, tested: bool) -> Message:
    places, marks = list(_places(who, tested)), list(_marks(who, number))
    if places:
        head = say("{who} {place}", who=head, place=all_of(places))
    return say("{who} that {facts}", who=head, facts=all_of(marks)) if marks else head


def _facts(who: Who, number: int, tested: bool) -> Iterator[Message]:
    places = list(_places(who, tested))
    if places:
        yield say("is {place}", place=all_of(places))
    if who.state is not None:
        yield say("is vigilant") if who.state == "vigilant" else say("is shaken")
    yield from _marks(who, number)


def _places(who: Who, tested: bool) -> Iterator[Message]:
    """Where the figure is; each can follow a noun, or “is”."""
    if who.within is not None:
        yield _within(who, who.within, tested)
    if who.beyond == 0 and who.centre == "opponent":
        yield say("other than the tested character") if tested else say("other than the opponent")
    elif who.beyond == 0 and who.centre == "place":
        yield say("elsewhere than where it happens")
    elif who.beyond:
        yield _beyond(who, who.beyond, tested)
    if who.controlled is not None:
        inside, outside = say("in this character’s control zone"), say("outside this character’s control zone")
        yield inside if who.controlled else outside
    if who.sight is not None:
        yield say("in sight") if who.sight else say("out of sight")
    if who.threatened is not None:
        inside, outside = say("in an opposing control zone"), say("outside every opposing control zone")
        yield inside if who.threatened else outside
    if who.ground:
        yield any_of([Message(GROUND_WORDS[ground]) for ground in who.ground])


def _within(who: Who, squares: int, tested: bool) -> Message:
    if who.centre == "self":
        return plural("within {count} square", "within {count} squares", squares)
    if who.centre == "place":
        if squares == 0:
            return say("on the square where it happens")
        return plural("within {count} square of where it happens", "within {count} squares of where it happens",
                      squares)  # fmt: skip
    if tested:
        return plural("within {count} square of the tested character",
                      "within {count} squares of the tested character", squares)  # fmt: skip
    return plural("within {count} square of the opponent", "within {count} squares of the opponent", squares)


def _beyond(who: Who, squares: int, tested: bool) -> Message:
    if who.centre == "self":
        return plural("more than {count} square away", "more than {count} squares away", squares)
    if who.centre == "place":
        return plural("more than {count} square away from where it happens",
                      "more than {count} squares away from where it happens", squares)  # fmt: skip
    if tested:
        return plural("more than {count} square away from the tested character",
                      "more than {count} squares away from the tested character", squares)  # fmt: skip
    return plural("more than {count} square away from the opponent",
                  "more than {count} squares away from the opponent", squares)  # fmt: skip


def _marks(who: Who, n: int) -> Iterator[Message]:
    """What the figure is and has, but for its place and its state; verb phrases."""
    if who.alignment is not None:
        yield plural("is of the alignment {alignment}", "are of the alignment {alignment}", n,
                     alignment=Message(ALIGNMENT_WORDS[who.alignment]))  # fmt: skip
    if who.trait is not None:
        yield plural("is marked “{trait}”", "are marked “{trait}”", n, trait=trait(who.trait))
    if who.token is not None:
        yield plural("bears the token “{token}”", "bear the token “{token}”", n, token=trait(who.token))
    if who.controlling is not None:
        yield _controlling(who.controlling, n)
    if who.equipped is not None:
        has, lacks = plural("has equipment", "have equipment", n), plural("has no equipment", "have no equipment", n)
        yield has if who.equipped else lacks
    if who.reserve is not None:
        has = plural("has a die in reserve", "have a die in reserve", n)
        yield has if who.reserve else plural("has no die in reserve", "have no die in reserve", n)
    if who.moved is not None:
        has, lacks = plural("has moved", "have moved", n), plural("has not moved", "have not moved", n)
        yield has if who.moved else lacks
    if who.activated is not None:
        has = plural("has been activated", "have been activated", n)
        yield has if who.activated else plural("has not been activated", "have not been activated", n)


def _controlling(holds: bool, n: int) -> Message:
    if holds:
        return plural("has this character in its control zone", "have this character in their control zone", n)
    return plural("does not have this character in its control zone",
                  "do not have this character in their control zone", n)  # fmt: skip


# what is wrong -----------------------------------------------------------------------------------------------------


def problems(who: Who, at: str, *, choosing: bool) -> Iterator[Problem]:
    """What is wrong with a selector; `choosing`: its figures may be chosen, not just counted."""
    if who.choose is not None:
        if not choosing:
            yield Problem(f"{at}/choose", say("Nobody can be chosen here."))
        elif who.single:
            yield Problem(f"{at}/choose", say("This is at most one figure: there is nothing to choose."))
    if who.ground is not None:
        yield from empty(f"{at}/ground", who.ground)
        yield from twice(f"{at}/ground", who.ground)
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
    for name in ("controlled", "controlling", "sight"):
        if getattr(who, name) is not None:
            yield Problem(f"{at}/{name}", say("This compares the bearer's position with itself."))
    if who.alignment is not None:
        yield Problem(f"{at}/alignment", say("The bearer's own alignment never changes."))
