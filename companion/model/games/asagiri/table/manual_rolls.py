"""Inspiration dice rolled before the table was asked, or more or fewer than were reckoned: what may be true."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import TypeAlias

import msgspec

from companion.model.core.contract import Correction, Option
from companion.model.core.words import Message, plural, say
from companion.model.games.asagiri.rules import options as o
from companion.model.games.asagiri.rules import turn
from companion.model.games.asagiri.skills.language.vocabulary import Element
from companion.model.games.asagiri.state.formatting import ELEMENT_WORDS
from companion.model.games.asagiri.state.state import State

from . import manual_dice
from .corrections import SetReserve, Throw

Kept: TypeAlias = tuple[int, Element]
"""A figure and a die on its card."""
MOST = 9
"""Ways that are told."""


class Way(msgspec.Struct, frozen=True):
    """One way in which the dice may have come to lie there: corrections, options, then these faces are rolled."""

    words: Message
    options: tuple[Option, ...] = ()
    corrections: tuple[Correction, ...] = ()
    faces: tuple[Element, ...] = ()

    @property
    def rule(self) -> str | None:
        """The rule that is overridden."""
        return "TRN-2" if self.corrections else None


def asked(state: State) -> bool:
    """Whether inspiration dice are about to be rolled, or are asked for."""
    return state.stage in ("take_back", "roll") and not state.frames and not state.over


def held(state: State) -> list[Kept]:
    """The dice in reserve that the phase's player may have taken back."""
    return [(n, die) for n in turn.reserved(state, state.phase) for die in state.figures[n].kept]


def ways(state: State, faces: Sequence[Element], lately: Sequence[Kept] = ()) -> tuple[Way, ...]:
    """What may have happened when just these dice were rolled; none when the band has not so many.

    `lately`: dice that have left a card since the last roll, and perhaps have not.
    """
    thrown, more = tuple(faces), len(faces) - turn.dice_to_roll(state)
    if not thrown or len(thrown) > manual_dice.total(state, state.phase) - state.bands[state.phase].gone:
        return ()
    if more == 0:
        return (Way(say("All reserve dice stay"), _pass(state), faces=thrown),)
    found = _taken_back(state, thrown, more) if more > 0 else _left_out(state, thrown, -more, lately)
    return tuple(found)[:MOST]


def _pass(state: State) -> tuple[Option, ...]:
    return (o.Pass(),) if state.stage == "take_back" else ()


def _taken_back(state: State, faces: tuple[Element, ...], count: int) -> Iterator[Way]:
    """More were rolled: dice in reserve have been taken back."""
    there = held(state)
    for back in combinations(there, count):
        words = say("Taken back: {dice}", dice=_dice(state, back))
        if state.stage == "roll":
            yield Way(words, corrections=tuple(SetReserve(who, None) for who, _ in back), faces=faces)
        else:
            left = _pass(state) if count < len(there) else ()
            yield Way(words, (*(o.TakeBack(who) for who, _ in back), *left), faces=faces)


def _left_out(state: State, faces: tuple[Element, ...], count: int, lately: Sequence[Kept]) -> Iterator[Way]:
    """Fewer were rolled: some were left lying, or are in reserve after all."""
    words = plural(
        "{count} die was not rolled: it stays set aside", "{count} dice were not rolled: they stay set aside", count
    )
    yield Way(words, corrections=(Throw(state.phase, faces),))
    free = [
        (who, die) for who, die in dict(lately).items() if state.figures[who].at >= 0 and not state.figures[who].kept
    ]
    for kept in combinations(free, count):
        words = say("Still in reserve: {dice}", dice=_dice(state, kept))
        yield Way(words, _pass(state), tuple(SetReserve(who, die) for who, die in kept), faces)


def _dice(state: State, dice: Sequence[Kept]) -> tuple[Message, ...]:
    return tuple(
        say("{element} of {who}", element=Message(ELEMENT_WORDS[die]), who=state.table.called[who]) for who, die in dice
    )
