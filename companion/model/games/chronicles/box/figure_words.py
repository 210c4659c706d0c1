"""Whom an effect concerns (FX-2), as a part of a sentence."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from companion.model.core.words import Arg, Message, say
from companion.model.games.chronicles.box.effects import SELF, Where, Whom

Called: TypeAlias = Callable[[str], Arg]
"""The name of a sheet by its id."""


def by_id(id: str) -> Arg:
    """What a sheet is called where nobody knows its name."""
    return id.rpartition(":")[2]


class _Sort(NamedTuple):
    """One sort of figure: one of them, all of them, so many of them; the same adjacent, and without the bearer."""

    one: Message
    all: Message
    some: Message
    near: tuple[Message, Message] | None = None
    other: tuple[Message, Message] | None = None


def _single(one: Message) -> _Sort:
    return _Sort(one, one, one)


_SORTS: Mapping[str, _Sort] = {
    "self": _single(say("the bearer")),
    "owner": _Sort(
        say("its hero"), say("its hero"), say("its hero"), (say("its adjacent hero"), say("its adjacent hero")),
    ),
    "target": _single(say("the target")),
    "demon": _single(say("the demon")),
    "sheet": _Sort(
        say("a figure of the activated sheet"),
        say("all figures of the activated sheet"),
        say("figures of the activated sheet"),
    ),
    "hero": _Sort(
        say("a hero"), say("all heroes"), say("heroes"),
        (say("an adjacent hero"), say("all adjacent heroes")), (say("another hero"), say("all other heroes")),
    ),
    "ally": _Sort(
        say("an ally"), say("all allies"), say("allies"), (say("an adjacent ally"), say("all adjacent allies")),
    ),
    "opponent": _Sort(
        say("an opponent"), say("all opponents"), say("opponents"),
        (say("an adjacent opponent"), say("all adjacent opponents")),
    ),
    "follower": _Sort(say("a follower"), say("all followers"), say("followers")),
    "kami": _Sort(say("a Kami"), say("all Kami"), say("Kami")),
    "guard": _Sort(
        say("a guard"), say("all guards"), say("guards"),
        (say("an adjacent guard"), say("all adjacent guards")), (say("another guard"), say("all other guards")),
    ),
    "creature": _Sort(
        say("a creature"), say("all creatures"), say("creatures"),
        (say("an adjacent creature"), say("all adjacent creatures")),
        (say("another creature"), say("all other creatures")),
    ),
    "adversary": _Sort(say("an adversary"), say("all adversaries"), say("adversaries")),
    "minion": _Sort(say("a minion"), say("all minions"), say("minions")),
    "lieutenant": _Sort(say("a lieutenant"), say("all lieutenants"), say("lieutenants")),
    "figure": _Sort(
        say("a figure"), say("all figures"), say("figures"),
        (say("an adjacent figure"), say("all adjacent figures")), (say("another figure"), say("all other figures")),
    ),
}  # fmt: skip
_TRAITS: Mapping[str, Message] = {
    "undead": say("undead"),
    "stealthy": say("stealthy"),
    "demonic": say("demonic"),
}
_ALONE = frozenset(("self", "owner", "target", "demon"))


_ORDER: tuple[Where, ...] = ("sight", "zone", "neighbour", "tile", "corrupted")
"""In which a sentence says where they are."""


class Figures(NamedTuple):
    """Part of a sentence, and whether it is one figure (1) or several (2), for the verb."""

    words: Message
    number: int


def figures(whom: Whom, called: Called = by_id, *, each: bool = False) -> Figures:
    """Those of a filter, as the subject of a sentence; `each`: as any one of them."""
    several = whom.choose is None and not each and (len(whom.who) > 1 or whom.who[0] not in _ALONE)
    form = "all" if several else "one" if (whom.choose or 1) == 1 else "some"
    sorts = [_sort(word, called) for word in whom.who]
    parts = [_formed(sort, form, whom) for sort in sorts]
    said = joined(parts) if several else either(parts)
    if whom.choose is not None:
        if whom.choose > 1:
            said = say("{count} {figures}", count=whom.choose, figures=said)
        said = say("{figures} of your choice", figures=said)
    if whom.other and any(sort.other is None for sort in sorts) and "near" not in whom.where:
        said = say("{figures}, except the bearer", figures=said)
    if "near" in whom.where and (form == "some" or any(_far(*pair) for pair in zip(whom.who, sorts, strict=True))):
        said = say("{figures} on an adjacent space", figures=said)
    for where in _ORDER:
        if where in whom.where:
            said = _placed(said, where, whom.one_zone)
    return Figures(conditioned(said, whom), 2 if several or form == "some" else 1)


def _far(word: str, sort: _Sort) -> bool:
    """Whether being adjacent is not said by its own words; of the bearer it is never asked."""
    return sort.near is None and word != "self"


def _sort(word: str, called: Called) -> _Sort:
    head, _, id = word.partition(":")
    if head == "sheet" and id:
        name = called(id)
        return _Sort(
            say("a figure of {sheet}", sheet=name), say("all {sheet} figures", sheet=name),
            say("{sheet} figures", sheet=name),
        )  # fmt: skip
    if word in _SORTS:
        return _SORTS[word]
    trait: Arg = _TRAITS.get(word, word)
    return _Sort(
        say("a figure that is {trait}", trait=trait), say("all figures that are {trait}", trait=trait),
        say("figures that are {trait}", trait=trait),
    )  # fmt: skip


def _formed(sort: _Sort, form: str, whom: Whom) -> Message:
    if form != "some":
        special = sort.near if "near" in whom.where else sort.other if whom.other else None
        if special is not None:
            return special[form == "all"]
    said: Message = getattr(sort, form)
    return said


def _placed(said: Message, where: Where, one_zone: bool) -> Message:
    match where:
        case "zone":
            return say("{figures} in the same zone", figures=said)
        case "neighbour" if one_zone:
            return say("{figures} in one neighbouring zone of your choice", figures=said)
        case "neighbour":
            return say("{figures} in a neighbouring zone", figures=said)
        case "tile":
            return say("{figures} on the same tile", figures=said)
        case "sight":
            return say("{figures} in line of sight", figures=said)
        case "corrupted":
            return say("{figures} on a corrupted tile", figures=said)
    return said


def conditioned(said: Message, whom: Whom) -> Message:
    """What is asked of the figures besides."""
    if "inactive" in whom.conditions:
        said = say("{figures} (not yet activated this turn)", figures=said)
    if "beside" in whom.conditions:
        said = say("{figures} next to another figure of its sheet", figures=said)
    return said


def is_bearer(whom: Whom) -> bool:
    """Whether it is the bearer alone, of whom a card need not speak."""
    return whom.who == SELF.who and whom.choose is None


def joined(parts: Sequence[Message]) -> Message:
    """One, another and a third."""
    said = _listed(parts[:-1])
    return parts[-1] if said is None else say("{one} and {other}", one=said, other=parts[-1])


def either(parts: Sequence[Message]) -> Message:
    """One, another or a third."""
    said = _listed(parts[:-1])
    return parts[-1] if said is None else say("{one} or {other}", one=said, other=parts[-1])


def _listed(parts: Sequence[Message]) -> Message | None:
    said: Message | None = None
    for part in parts:
        said = part if said is None else say("{one}, {other}", one=said, other=part)
    return said


def against(words: Sequence[str], called: Called) -> Message:
    """The sorts that an effect works against."""
    return either([_sort(word, called).one for word in words])


def counted(whom: Whom, count: int, called: Called = by_id) -> Message:
    """So many of these figures: a creature, 3 creatures."""
    if count == 1:
        return either([_sort(word, called).one for word in whom.who])
    return say("{count} {figures}", count=count, figures=without_number(whom, called))


def without_number(whom: Whom, called: Called = by_id) -> Message:
    """The bare sorts: creatures or guards."""
    return either([_sort(word, called).some for word in whom.who])
