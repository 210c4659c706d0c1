"""A line of text and a state: what is meant, or what is wrong and where. Nothing that is typed raises."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice, product
from typing import Any, TypeAlias

import msgspec

from companion.model.core.refusal import InvalidInput, Refusal, refuse
from companion.model.core.words import Message, say

from .. import edit
from ..state import State
from ..text import square_words
from . import deeds as d
from .grammar import FORMS, HAND, Form
from .intents import Correcting, Intent, Misunderstood
from .lexicon import VERBS, meant
from .reading import Token, squares, tokens
from .telling import in_words

_MOST = 400
"""Meanings of one sentence that are looked at."""
_SQUARE = re.compile("[a-z]{1,2}[0-9]{1,2}(/[0-9])?")
Parts: TypeAlias = "list[tuple[int, int]]"


class Heard(msgspec.Struct, frozen=True):
    """A way to read all words: a form with the values that each slot may mean, and how many words were whole."""

    form: Form
    values: tuple[tuple[Any, ...], ...]
    whole: int


class _Meaning(msgspec.Struct, frozen=True):
    answer: d.Answer
    whole: int
    form: Form


def sentences(text: str) -> Parts:
    """Where the commands of a line begin and end: ``okko d5 n; attack oni``. Those without a word are left out."""
    found, start = [], 0
    for part in text.split(";"):
        if part.strip():
            found.append((start, start + len(part)))
        start += len(part) + 1
    return found


def understand(
    state: State, text: str, *, free: bool = False, start: int = 0, end: int | None = None
) -> Intent | Misunderstood:
    """What one command means. `free`: the table's hand may do what the rules forbid (track mode).

    What the rules allow comes before what only a hand may do; of several meanings none is guessed.
    """
    said = tokens(text, start, end)
    stop = len(text) if end is None else end
    if not said:
        return Misunderstood(say("Type what happens."), start, stop)
    heard = list(hear(state, said))
    if not heard:
        return _unheard(state, said)
    meanings = [meaning for one in heard for meaning in _meanings(state, one, free)]
    for rank in ("ruled", "by hand", "against"):
        found = [one for one in meanings if _rank(one) == rank]
        if found:
            best = max(one.whole for one in found)
            sure = [one for one in found if one.whole == best]
            different = {repr(one.answer): one for one in sure}
            if len(different) == 1:
                answer = sure[0].answer
                assert not isinstance(answer, Refusal)  # none has a rank that is gone through here
                return answer.instead if isinstance(answer, d.Byhand) else answer
            return _several(state, sure, said)
    refused = max(meanings, key=lambda one: one.whole, default=None)
    why = _refusal(refused.answer) if refused is not None else None
    if why is None:
        return Misunderstood(d.NOT_NOW, said[0].start, said[-1].end)
    return Misunderstood(why.why, said[0].start, said[-1].end, why.rule)


def _rank(meaning: _Meaning) -> str:
    answer = meaning.answer
    if isinstance(answer, Refusal):
        return "refused"
    if isinstance(answer, d.Byhand):
        return "against"
    return "by hand" if isinstance(answer, Correcting) else "ruled"


def _refusal(answer: d.Answer) -> Refusal | None:
    return answer if isinstance(answer, Refusal) else answer.refusal if isinstance(answer, d.Byhand) else None


# hearing -----------------------------------------------------------------------------------------------------------


def hear(state: State, said: tuple[Token, ...]) -> Iterator[Heard]:
    """Every form that the words fill, to the last one. A figure may come before its verb: ``okko attack oni``."""
    for order, whole, form in openings(state, said):
        for values, more in _fill(state, form, 0, order, 0):
            yield Heard(form, values, whole + more)


def openings(state: State, said: tuple[Token, ...]) -> Iterator[tuple[tuple[Token, ...], int, Form]]:
    """The forms that the first words may begin, with the words that fill their slots."""
    verbs = list(meant(VERBS, said[0].text))
    for form in FORMS:
        if not form.verb:
            yield said, 0, form
            continue
        for verb, whole in verbs:
            if form.verb == verb:
                yield said[1:], int(whole), form
        if form.slots and form.slots[0].kind.name == "figure":
            for place in range(1, min(len(said), 5)):
                for verb, whole in meant(VERBS, said[place].text):
                    if form.verb == verb:
                        yield (*said[:place], *said[place + 1 :]), int(whole), form


def _fill(
    state: State, form: Form, slot: int, said: tuple[Token, ...], at: int
) -> Iterator[tuple[tuple[tuple[Any, ...], ...], int]]:
    if slot == len(form.slots):
        if at == len(said):
            yield (), 0
        return
    wanted = form.slots[slot]
    if at < len(said):
        for read in wanted.kind.read(state, said, at):
            for rest, whole in _fill(state, form, slot + 1, said, at + read.took):
                yield (read.values, *rest), whole + read.whole
    if wanted.optional:
        for rest, whole in _fill(state, form, slot + 1, said, at):
            yield ((None,), *rest), whole


# meaning -----------------------------------------------------------------------------------------------------------


def _meanings(state: State, heard: Heard, free: bool) -> Iterator[_Meaning]:
    for values in islice(product(*heard.values), _MOST):
        yield _Meaning(answer(state, heard.form, values, free), heard.whole, heard.form)


def answer(state: State, form: Form, values: tuple[Any, ...], free: bool) -> d.Answer:
    """What a form with these values comes to; a refusal where neither the rules nor the hand allow it."""
    if form in HAND and not free:
        return refuse("TABLE", "The rules are enforced: nothing is moved by hand unless you insist.")
    if form in HAND and not form.now(state):
        return refuse("SET-1", "The game has not begun yet.")
    found = form.do(state, *values)
    correcting = found.instead if isinstance(found, d.Byhand) else found
    if isinstance(correcting, Correcting):
        if not free:
            assert isinstance(found, d.Byhand)
            return found.refusal
        try:
            edit.edit(state, correcting.corrections[0])
        except InvalidInput as wrong:
            return found.refusal if isinstance(found, d.Byhand) else Refusal("TABLE", wrong.why)
    return found


# what is wrong -----------------------------------------------------------------------------------------------------


def _several(state: State, found: list[_Meaning], said: tuple[Token, ...]) -> Misunderstood:
    ways = tuple(dict.fromkeys(in_words(state, one.answer) for one in found))[:4]
    return Misunderstood(say("This may mean: {ways}. Say more.", ways=ways), said[0].start, said[-1].end)


def _unheard(state: State, said: tuple[Token, ...]) -> Misunderstood:
    """No form takes these words: the first word that no form could read, or the end where one is missing."""
    furthest = 0
    for order, _, form in openings(state, said):
        got = reach(state, form, order)
        furthest = max(furthest, got + (len(said) - len(order)))
    if furthest >= len(said):
        return Misunderstood(say("Something is missing here."), said[-1].end, said[-1].end)
    word = said[furthest]
    if furthest == 0:
        why: Message = say("“{word}” is no command, figure or square.", word=word.text)
    elif _square_like(word.text) and word.text not in squares(state):
        last = square_words(state, len(state.table.board.squares) - 1)
        why = say("There is no square {word}: the board ends with {last}.", word=word.text.upper(), last=last)
    else:
        why = say("“{word}” does not fit here.", word=word.text)
    return Misunderstood(why, word.start, word.end)


def _square_like(word: str) -> bool:
    return bool(_SQUARE.fullmatch(word))


def reach(state: State, form: Form, said: tuple[Token, ...]) -> int:
    """How many words from the first on fit the form's slots."""
    best, open_ends = 0, {(0, 0)}
    while open_ends:
        slot, at = open_ends.pop()
        best = max(best, at)
        if slot == len(form.slots):
            continue
        if form.slots[slot].optional:
            open_ends.add((slot + 1, at))
        if at < len(said):
            open_ends |= {(slot + 1, at + read.took) for read in form.slots[slot].kind.read(state, said, at)}
    return best
