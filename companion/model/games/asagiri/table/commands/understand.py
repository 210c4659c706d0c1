"""A line of text and a state: what is meant, or what is wrong and where. Nothing that is typed raises.

A `plan` is a whole line before it is done: every command in it, each on the state that the one before leaves, or none
of them. What Enter does is what the preview says, because both are this.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from itertools import islice, product
from typing import Any, TypeAlias

import msgspec

from companion.model.core.contract import Choice, Option
from companion.model.core.refusal import InvalidInput, Refusal, refuse
from companion.model.core.words import Message, Name, say
from companion.model.games.asagiri.rules import answers, legal_options, narration
from companion.model.games.asagiri.rules import options as o
from companion.model.games.asagiri.state.formatting import spoken, square_words
from companion.model.games.asagiri.state.state import State
from companion.model.games.asagiri.state.vocabulary import FigureId, SquareId, turned_by
from companion.model.games.asagiri.table import edit
from companion.model.games.asagiri.table.commands import (
    FILLERS,
    NOT_NOW,
    Answer,
    Byhand,
    ChooseIntent,
    Correcting,
    Intent,
    Misunderstood,
    PressIntent,
    Typing,
    verbs_meant,
)
from companion.model.games.asagiri.table.commands.grammar import FORMS, HAND, CommandForm
from companion.model.games.asagiri.table.commands.reading import FIGURE, Read, WordKind, WordToken, squares, tokens

_MOST = 400
"""Meanings of one sentence that are looked at."""
_LONG = 12
"""Words of a sentence in which a verb is looked for, or that may do without one."""
_SQUARE = re.compile("[a-z]{1,2}[0-9]{1,2}(/[0-9])?")
Parts: TypeAlias = "list[tuple[int, int]]"


class Heard(msgspec.Struct, frozen=True):
    """A way to read all words: a form with the values that each slot may mean, and how many words were whole."""

    form: CommandForm
    values: tuple[tuple[Any, ...], ...]
    whole: int
    in_order: bool
    """The words stand as the form has them; any order is understood, this one comes first."""


class _Meaning(msgspec.Struct, frozen=True):
    answer: Answer
    heard: Heard
    values: tuple[Any, ...]


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
    heard = list(hear(state, said)) or list(hear(state, tuple(one for one in said if one.text not in FILLERS)))
    if not heard:
        return _unheard(state, said)
    meanings = [meaning for one in heard for meaning in _meanings(state, one, free)]
    for rank in ("ruled", "by hand", "against"):
        found = [one for one in meanings if _rank(one) == rank]
        if found:
            best = max((one.heard.whole, one.heard.in_order) for one in found)
            sure = [one for one in found if (one.heard.whole, one.heard.in_order) == best]
            different = {repr(one.answer): one for one in sure}
            if len(different) > 1:
                return _several(state, sure, said)
            namesakes = _namesakes(state, sure[0])
            if namesakes:
                return Misunderstood(say("Who do you mean: {names}?", names=namesakes), said[0].start, said[-1].end,
                                     asks=True)  # fmt: skip
            answer = sure[0].answer
            assert not isinstance(answer, Refusal)  # none has a rank that is gone through here
            return answer.instead if isinstance(answer, Byhand) else answer
    refused = max(meanings, key=lambda one: (one.heard.whole, one.heard.in_order), default=None)
    why = _refusal(refused.answer) if refused is not None else None
    if why is None:
        return Misunderstood(NOT_NOW, said[0].start, said[-1].end)
    return Misunderstood(why.why, said[0].start, said[-1].end, why.rule)


def _rank(meaning: _Meaning) -> str:
    answer = meaning.answer
    if isinstance(answer, Refusal):
        return "refused"
    if isinstance(answer, Byhand):
        return "against"
    return "by hand" if isinstance(answer, Correcting) else "ruled"


def _refusal(answer: Answer) -> Refusal | None:
    return answer if isinstance(answer, Refusal) else answer.refusal if isinstance(answer, Byhand) else None


# hearing -----------------------------------------------------------------------------------------------------------


def hear(state: State, said: tuple[WordToken, ...]) -> Iterator[Heard]:
    """Every form that the words fill, to the last one, whatever their order: ``tori reserve okko``."""
    read = LineReader(state)
    for form, words, whole, in_order in openings(said) if said else ():
        for filled in read.fill(form, words):
            values = tuple(filled.values.get(n, (None,)) for n in range(len(form.slots)))
            yield Heard(form, values, whole + filled.whole, in_order and filled.in_order)


def openings(said: tuple[WordToken, ...]) -> Iterator[tuple[CommandForm, tuple[WordToken, ...], int, bool]]:
    """The forms whose verb is said, or that have none, with the words that fill their slots.

    In order a verb comes first, or behind the figure that does it.
    """
    verbs = [(n, verb, whole) for n, token in enumerate(said[:_LONG]) for verb, whole in verbs_meant(token.text)]
    for form in FORMS:
        if not form.verb and len(said) <= _LONG:
            yield form, said, 0, True
        for n, verb, whole in verbs:
            if verb == form.verb:
                in_order = not n or bool(form.slots and form.slots[0].kind.name == "figure")
                yield form, (*said[:n], *said[n + 1 :]), int(whole), in_order


class Filled(msgspec.Struct, frozen=True):
    """Words read as slots of a form: what each may mean, how many were whole, and whether in the form's order."""

    values: Mapping[int, tuple[Any, ...]]
    whole: int = 0
    in_order: bool = True
    took: int = 0


class LineReader:
    """Reads the words of one line in a state; what was read once is known."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._known: dict[tuple[int, tuple[WordToken, ...], int], tuple[Read, ...]] = {}

    def fill(self, form: CommandForm, said: tuple[WordToken, ...]) -> Iterator[Filled]:
        """The ways in which all words fill the form."""
        for filled in self.grow(form, said, Filled({})):
            missing = (slot for n, slot in enumerate(form.slots) if n not in filled.values)
            if filled.took == len(said) and all(slot.optional for slot in missing):
                yield filled

    def grow(self, form: CommandForm, said: tuple[WordToken, ...], begun: Filled) -> Iterator[Filled]:
        """A beginning, and every way to go on from it. Of slots of one kind the first is filled first."""
        yield begun
        if begun.took == len(said):
            return
        open_kinds: list[WordKind] = []
        for n, slot in enumerate(form.slots):
            if n in begun.values or slot.kind in open_kinds:
                continue
            open_kinds.append(slot.kind)
            for read in self._read(slot.kind, said, begun.took):
                in_order = begun.in_order and n > max(begun.values, default=-1)
                values = {**begun.values, n: read.values}
                yield from self.grow(
                    form, said, Filled(values, begun.whole + read.whole, in_order, begun.took + read.took)
                )

    def _read(self, kind: WordKind, said: tuple[WordToken, ...], at: int) -> tuple[Read, ...]:
        key = (id(kind), said, at)
        if key not in self._known:
            self._known[key] = tuple(kind.read(self._state, said, at))
        return self._known[key]


# meaning -----------------------------------------------------------------------------------------------------------


def _meanings(state: State, heard: Heard, free: bool) -> Iterator[_Meaning]:
    for values in islice(product(*heard.values), _MOST):
        yield _Meaning(answer(state, heard.form, values, free), heard, values)


def answer(state: State, form: CommandForm, values: tuple[Any, ...], free: bool) -> Answer:
    """What a form with these values comes to; a refusal where neither the rules nor the hand allow it."""
    if form in HAND and not free:
        return refuse("TABLE", "The rules are enforced: nothing can be moved by hand unless you insist.")
    if form in HAND and not form.now(state):
        return refuse("SET-1", "The game has not started yet.")
    found = form.do(state, *values)
    correcting = found.instead if isinstance(found, Byhand) else found
    if isinstance(correcting, Correcting):
        if not free:
            assert isinstance(found, Byhand)
            return found.refusal
        try:
            edit.edit(state, correcting.corrections[0])
        except InvalidInput as wrong:
            return found.refusal if isinstance(found, Byhand) else Refusal("TABLE", wrong.why)
    return found


def _namesakes(state: State, meaning: _Meaning) -> tuple[Name, ...]:
    """Who else of the same band is meant by the same beginning of a name: rules are no reason to guess between them.

    Those with one and the same name are told apart by what is possible, and those who are out of the game by that.
    """
    for slot, meant, value in zip(meaning.heard.form.slots, meaning.heard.values, meaning.values, strict=True):
        if slot.kind is FIGURE and value is not None:
            others = [
                who for who in meant
                if state.band_of(who) == state.band_of(value) and state.figures[who].state != "disabled"
            ]  # fmt: skip
            names = tuple(dict.fromkeys(state.table.characters[who].name for who in others))
            if len(names) > 1:
                return names
    return ()


# what is wrong -----------------------------------------------------------------------------------------------------


def _several(state: State, found: list[_Meaning], said: tuple[WordToken, ...]) -> Misunderstood:
    ways = tuple(dict.fromkeys(in_words(state, one.answer) for one in found))[:4]
    return Misunderstood(
        say("This could mean: {ways}. Be more precise.", ways=ways), said[0].start, said[-1].end, asks=True
    )


def _unheard(state: State, said: tuple[WordToken, ...]) -> Misunderstood:
    """No form takes these words: the first word that no form could read, or the end where one is missing."""
    furthest, read = 0, LineReader(state)
    for form, words, _, in_order in openings(said):
        if in_order:
            got = max(filled.took for filled in read.grow(form, words, Filled({})))
            furthest = max(furthest, got + (len(said) - len(words)))
    if furthest >= len(said):
        return Misunderstood(say("Something is missing here."), said[-1].end, said[-1].end)
    word = said[furthest]
    if furthest == 0:
        why: Message = say("“{word}” is not a command, figure or square.", word=word.text)
    elif _square_like(word.text) and word.text not in squares(state):
        last = square_words(state, SquareId(len(state.table.board.squares) - 1))
        why = say("There is no square {word}: the last one is {last}.", word=word.text.upper(), last=last)
    else:
        why = say("“{word}” cannot be used here.", word=word.text)
    return Misunderstood(why, word.start, word.end)


def _square_like(word: str) -> bool:
    return bool(_SQUARE.fullmatch(word))


_BUTTONS = {
    "help": say("List of keys and commands"),
    "hint": say("Hint"),
    "what": say("What can I do now?"),
    "next": say("Next step"),
    "undo": say("Undo"),
    "redo": say("Redo"),
    "roll": say("Roll"),
}


def in_words(state: State, answer: Answer) -> Message:
    """A sentence, or the labels of what is chosen; of a movement where it ends."""
    match answer:
        case ChooseIntent(options):
            return _chosen(state, options)
        case Correcting(corrections):
            applied = edit.edit(state, corrections[0])
            return narration.tell(applied.state, applied.events[0])
        case Typing(faces, first):
            dice = say("Dice: {faces}", faces=tuple(spoken(state, None, face) for face in faces))
            passed = o.label(state, first[0]) if first else None
            return dice if passed is None else say("{told}", told=(passed, dice))
        case PressIntent(what):
            return _BUTTONS[what]
        case Byhand(_, instead):
            return in_words(state, instead)
        case Refusal(_, why):
            return why


def _chosen(state: State, options: tuple[Option, ...]) -> Message:
    if not options:
        return say("Nothing to do")
    first, last = options[0], options[-1]
    if not isinstance(last, o.Step | o.Turn):
        labels = []
        for option in options:
            labels.append(o.label(state, option))
            state = answers.apply(state, option).state
        return labels[0] if len(labels) == 1 else say("{told}", told=tuple(labels))
    who = first.who if isinstance(first, o.Activate) else state.active.who if state.active is not None else FigureId(0)
    at, facing = state.figures[who].at, state.figures[who].facing
    for option in options:
        at = option.at if isinstance(option, o.Step) else at
        facing = option.facing if isinstance(option, o.Turn) else facing
    return o.label(state, o.Deploy(who, at, turned_by(facing, 0)))


NOBODY: Mapping[str, Message] = {}
_SEVERAL = 16
"""Commands on one line."""


class CommandPlan(msgspec.Struct, frozen=True):
    """What a line comes to: each command with the state that it is given in, and the state at the end."""

    steps: tuple[tuple[State, Intent], ...]
    end: State

    @property
    def presses(self) -> str:
        """The button that the line presses, or nothing."""
        intent = self.steps[0][1] if self.steps else None
        return intent.what if isinstance(intent, PressIntent) else ""

    def words(self) -> Message:
        return joined([in_words(state, intent) for state, intent in self.steps])


def joined(told: Sequence[Message]) -> Message:
    """What several commands do, told apart."""
    return reduce(lambda first, then: say("{first} · {then}", first=first, then=then), told)


def plan(
    state: State, text: str, *, free: bool = False, waited_for: Mapping[str, Message] = NOBODY
) -> CommandPlan | Misunderstood:
    """Everything that a line says, or what is wrong with it: then nothing of it is to be done.

    `waited_for`: what is said of the seats that nobody here answers for.
    """
    if text.strip() == "?":
        return CommandPlan(((state, PressIntent("help")),), state)
    steps: list[tuple[State, Intent]] = []
    parts = sentences(text)
    if not parts:
        return Misunderstood(say("Type what happens."), 0, len(text))
    now = state
    while parts:
        start, end = parts.pop(0)
        found = understand(now, text, free=free, start=start, end=end)
        if isinstance(found, Misunderstood):
            pieces = _pieces(text, start, end)
            if len(pieces) < 2:
                return found
            parts[:0] = pieces
            continue
        if isinstance(found, PressIntent) and (steps or parts):
            return Misunderstood(say("“{word}” must be alone on its line.", word=text[start:end].strip()), start, end,
                                 asks=True)  # fmt: skip
        if len(steps) == _SEVERAL:
            return Misunderstood(say("This is too much for one line."), start, end)
        after = _done(now, found, waited_for)
        if isinstance(after, Message):
            return Misunderstood(after, start, end)
        steps.append((now, found))
        now = after
    return CommandPlan(tuple(steps), now)


def _pieces(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """Commands apart by commas, where they make no sense as one: ``okko h10, noburo g12``."""
    found, at = [], start
    for part in text[start:end].split(","):
        if part.strip():
            found.append((at, at + len(part)))
        at += len(part) + 1
    return found


def _done(state: State, intent: Intent, waited_for: Mapping[str, Message]) -> State | Message:
    """The state that an intent leaves, or who would have to choose instead."""
    if isinstance(intent, Correcting):
        for correction in intent.corrections:
            state = edit.edit(state, correction).state
        return state
    options: tuple[Option, ...] = ()
    if isinstance(intent, ChooseIntent):
        options = intent.options
    elif isinstance(intent, Typing):
        options = intent.first
    for option in options:
        pending = legal_options.pending(state)
        if isinstance(pending, Choice) and pending.seat in waited_for:
            return waited_for[pending.seat]
        state = answers.apply(state, option).state
    return answers.rolled(state, intent.faces).state if isinstance(intent, Typing) else state
