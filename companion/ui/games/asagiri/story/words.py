"""What the page of an adventure says, as lines of text: goals, who is there, special rules. No Qt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from companion.model.core.contract import Content
from companion.model.core.refusal import InvalidInput
from companion.model.core.words import Message, Name, Words, say
from companion.model.games.asagiri.adventure import explain as told
from companion.model.games.asagiri.adventure import record as r
from companion.model.games.asagiri.adventure.explain import Cast
from companion.model.games.asagiri.state import cards


def goals(record: r.Adventure, side: int, cast: Cast, say_: Words) -> list[str]:
    """What a side has to reach (ADV-10); one without goals wins by what ends the adventure otherwise."""
    party = record.sides[side]
    head = told.asked(party)
    lines = [] if head is None else [say_(head)]
    lines += [f"·\u00a0{say_(told.goal(goal, cast))}" for goal in party.goals]
    return lines or [say_(say("Wins if the other side does not reach its goals."))]


def ends(record: r.Adventure, cast: Cast, say_: Words) -> list[str]:
    """The turn limit, the special rules, who comes later (ADV-9, ADV-12, ADV-13)."""
    limit = told.limit(record, cast)
    found: list[Message | Name] = [] if limit is None else [limit]
    found += [told.rule(rule, cast) for rule in record.rules]
    found += [told.reinforcement(arrival, cast) for arrival in record.reinforcements]
    return [f"·\u00a0{say_(one)}" for one in found]


def members(band: r.Band, content: Content, say_: Words) -> str:
    """Who is in a band from the start, in one line."""
    return named((figure.card for figure in band.fixed), content, say_)


def named(ids: Iterable[str], content: Content, say_: Words) -> str:
    """Cards by their names, the same ones counted."""
    names = Counter(_name(id, content, say_) for id in ids)
    return ", ".join(name if count == 1 else f"{count}\u00a0×\u00a0{name}" for name, count in names.items())


def _name(id: str, content: Content, say_: Words) -> str:
    try:
        return say_(Name.of(cards.character(content, id).name))
    except InvalidInput:
        return id
