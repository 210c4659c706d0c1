"""What is wrong with a line, and what would fit instead: a refusal that leads on."""

from __future__ import annotations

from difflib import get_close_matches

from companion.model.core.words import Message, say
from companion.model.games.asagiri.state.state import State
from companion.model.games.asagiri.table.commands.lexicon import Misunderstood

from .complete import Completion, complete
from .lexicon import fold
from .reading import WordToken, squares, tokens

_MOST = 5
"""Words that are named."""


def advised(state: State, text: str, wrong: Misunderstood, *, free: bool = False, language: str = "en") -> Message:
    """Why nothing is done, the rule that forbids it, and words that would do at that place."""
    why = say("{why} ({rule})", why=wrong.why, rule=wrong.rule) if wrong.rule else wrong.why
    if wrong.asks:
        return why
    said = tokens(text[: wrong.end], wrong.start)
    if wrong.start == wrong.end:
        return _possible(why, _offers(state, text[: wrong.end] + " ", free, language))
    last = said[-1] if said else WordToken("", wrong.start, wrong.end)
    offers = _offers(state, text[: last.start], free, language)
    near = get_close_matches(last.text, [fold(one.text) for one in offers], _MOST, 0.6)
    meant = [one for one in offers if fold(one.text) in near and fold(one.text) != last.text]
    if meant and not wrong.rule:
        return say("{why} Did you mean: {words}?", why=why, words=tuple(one.text for one in meant[:_MOST]))
    if not text[: last.start].strip():
        return why if wrong.rule else say("{why} “help” lists all commands.", why=why)
    return _possible(why, _nearest(state, last.text, offers))


def _offers(state: State, text: str, free: bool, language: str) -> list[Completion]:
    return [one for one in complete(state, text, free=free, language=language) if one.refusal is None]


def _possible(why: Message, offers: list[Completion]) -> Message:
    if not offers:
        return why
    return say("{why} Possible: {words}", why=why, words=tuple(one.text for one in offers[:_MOST]))


def _nearest(state: State, word: str, offers: list[Completion]) -> list[Completion]:
    """Squares as near as can be to the one that was said, before all else."""
    known, board = squares(state), state.table.board
    if word not in known:
        return offers
    here = board.squares[known[word]]
    places = [one for one in offers if one.text in known]

    def far(one: Completion) -> int:
        there = board.squares[known[one.text]]
        return abs(there[0] - here[0]) + abs(there[1] - here[1]) + 99 * (there[2] != here[2])

    return sorted(places, key=far) + [one for one in offers if one not in places]
