"""How an option is said in the command line: the shortest full words that mean it and nothing else now."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from companion.model.core.contract import Option, options_of
from companion.model.games.asagiri.rules import legal_options
from companion.model.games.asagiri.rules import options as o
from companion.model.games.asagiri.state.formatting import square_words
from companion.model.games.asagiri.state.state import State

from . import reading as r
from .lexicon import ELEMENTS, FACINGS, ORIGINS, PARTS, VERBS, word_for

_VERBS: dict[type[Option], str] = {
    o.TestWillpower: "test", o.OpenDoor: "open", o.Pass: "pass", o.DoIt: "yes", o.LeaveIt: "no",
    o.PickUp: "lift", o.PutDown: "drop", o.Search: "search", o.Free: "free", o.LeaveBoard: "leave",
}  # fmt: skip
"""What is said with a verb alone, and the thing there is."""
_PARTS: dict[type[Option], str] = {
    o.EndMovement: "movement", o.EndActivation: "activation", o.EndActivations: "activations", o.EndPhase: "phase",
    o.StopRecruiting: "",
}  # fmt: skip


def command(state: State, option: Option, language: str = "en") -> str:
    """What is typed to choose an option."""
    words = [part for part in _words(state, option, language) if part]
    return " ".join(words)


def commands(state: State, language: str = "en") -> tuple[str, ...]:
    """What is typed for each option now, but for steps and turns: those are squares and sides."""
    found = (one for one in options_of(legal_options.pending(state)) if not isinstance(one, o.Step | o.Turn | o.Deploy))
    return tuple(dict.fromkeys(command(state, one, language) for one in found))


def _words(state: State, option: Option, language: str) -> Iterator[str]:
    def verb(key: str) -> str:
        return word_for(VERBS, key, language)

    def spoken(offers: Callable[[State, str], list[r.WordOffer]], value: Any) -> str:
        return next(one.text for one in offers(state, language) if one.value == value)

    def who(figure: int) -> str:
        return spoken(r.figure_offers, figure)

    def square(at: int) -> str:
        return square_words(state, at).lower()

    def side(facing: int) -> str:
        return word_for(FACINGS, str(facing), language) if facing >= 0 else ""

    def die(element: str | None, origin: str | None) -> str:
        known = word_for(ELEMENTS, element, language) if element is not None else ""
        return f"{known} {word_for(ORIGINS, origin, language) if origin else ''}".strip()

    match option:
        case o.Deploy(figure, at, facing) | o.Enter(figure, at, facing):
            yield from (who(figure), square(at), side(facing))
        case o.Activate(figure) | o.Pick(figure):
            yield who(figure)
        case o.TakeBack(figure):
            yield from (verb("take"), who(figure))
        case o.Step(at):
            yield square(at)
        case o.Turn(facing) | o.Face(facing):
            yield side(facing)
        case o.Side(facing):
            yield from (verb("side"), side(facing))
        case o.Attack(target):
            yield from (verb("attack"), who(target))
        case o.Shoot(target, skill, origin):
            yield from (verb("shoot"), who(target), spoken(r.SKILL.offers, skill), die(None, origin))
        case o.UseDie(element, origin, figure):
            yield from (verb("use"), who(figure), die(element, origin))
        case o.UseSkill(skill, origin, figure):
            yield from (verb("use"), spoken(r.SKILL.offers, skill), who(figure), die(None, origin))
        case o.PickDie(element, origin) | o.GiveUpDie(origin, element):
            yield from (verb("choose"), die(element, origin))
        case o.Place(at, facing):
            yield from (verb("choose"), square(at), side(facing))
        case o.Way(way):
            yield from (verb("choose"), str(way + 1))
        case o.Retreat(at):
            yield from (verb("retreat"), square(at))
        case o.Reserve(figure, element):
            yield from (verb("reserve"), who(figure), die(element, None))
        case o.Recruit(card):
            yield from (verb("recruit"), spoken(r.CARD.offers, card))
        case o.Equip(card, figure):
            yield from (verb("equip"), spoken(r.CARD.offers, card), who(figure))
        case o.PlaceTile(tile, turns):
            yield from (verb("put"), spoken(r.CARD.offers, tile), str(turns))
        case _ if type(option) in _PARTS:
            part = _PARTS[type(option)]
            yield from (verb("end"), word_for(PARTS, part, language) if part else "")
        case _:
            yield verb(_VERBS[type(option)])
            if isinstance(option, o.PickUp | o.PutDown | o.Search | o.Free):
                yield spoken(r.THING.offers, option.thing)
            if isinstance(option, o.LeaveBoard):
                yield spoken(r.ZONE.offers, option.zone)
