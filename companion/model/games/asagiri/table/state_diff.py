"""How two tables differ, in words: what a person compares when the past is put right or the table is checked."""

from __future__ import annotations

import msgspec

from companion.model.core.words import Arg, Message, Name, say
from companion.model.games.asagiri.state.formatting import ELEMENT_WORDS, FACING_WORDS, STATE_WORDS, square_words
from companion.model.games.asagiri.state.state import SEATS, Figure, State


class Difference(msgspec.Struct, frozen=True):
    """One thing that lies otherwise: a figure (or -1), what it is called, how it is on either table."""

    who: int
    what: Name | Message
    then: Message
    now: Message


def differences(then: State, now: State) -> tuple[Difference, ...]:
    """What differs between two tables of one game, figures first; the end of the game last."""
    found = []
    for who in range(max(len(then.figures), len(now.figures))):
        one, two = (stands(state, who) for state in (then, now))
        if one != two:
            table = (then if who < len(then.figures) else now).table
            found.append(Difference(who, table.called[who], one, two))
    for n, seat in enumerate(SEATS):
        for what, words in (
            (say("Dice of {seat}", seat=seat), _dice),
            (say("Zeni of {seat}", seat=seat), _zeni),
        ):
            one, two = words(then, n), words(now, n)
            if one != two:
                found.append(Difference(-1, what, one, two))
    if (then.turn, then.phase) != (now.turn, now.phase):
        found.append(Difference(-1, say("Phase"), _phase(then), _phase(now)))
    if then.over != now.over:
        found.append(Difference(-1, say("Game"), _over(then), _over(now)))
    return tuple(found)


def stands(state: State, who: int) -> Message:
    """Where a figure is and how."""
    if who >= len(state.figures):
        return say("not in the game")
    figure = state.figures[who]
    if figure.at < 0:
        return say("disabled") if figure.state == "disabled" else say("not on the board")
    words: dict[str, Arg] = {
        "at": square_words(state, figure.at),
        "facing": Message(FACING_WORDS[figure.facing]),
        "state": Message(STATE_WORDS[figure.state]),
    }
    if figure.kept:
        return say("{at}, facing {facing}, {state}, {dice} in reserve", dice=_elements(figure), **words)
    return say("{at}, facing {facing}, {state}", **words)


def _elements(figure: Figure) -> Arg:
    return tuple(Message(ELEMENT_WORDS[element]) for element in figure.kept)


def _dice(state: State, band: int) -> Message:
    pool, aside = state.bands[band].pool, state.bands[band].aside
    if not pool:
        return say("none, {aside} set aside", aside=aside)
    faces = tuple(Message(ELEMENT_WORDS[element]) for element in sorted(pool))
    return say("{faces}, {aside} set aside", faces=faces, aside=aside)


def _zeni(state: State, band: int) -> Message:
    return say("{zeni} lost", zeni=state.bands[band].lost)


def _phase(state: State) -> Message:
    return say("turn {turn}, {seat}", turn=state.turn, seat=SEATS[state.phase])


def _over(state: State) -> Message:
    return say("finished") if state.over else say("in progress")
