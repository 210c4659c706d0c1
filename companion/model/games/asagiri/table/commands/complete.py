"""What could be typed next: what makes sense now before the rest, which comes with the rule against it.

And the way back: how an option is typed, and what would fit instead of a line that is not understood.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from difflib import get_close_matches
from typing import Any

import msgspec

from companion.model.core.contract import Option, options_of
from companion.model.core.refusal import Refusal
from companion.model.core.words import Message, say
from companion.model.games.asagiri.rules import legal_options, refusals
from companion.model.games.asagiri.rules import options as o
from companion.model.games.asagiri.state.formatting import square_words
from companion.model.games.asagiri.state.state import State
from companion.model.games.asagiri.state.vocabulary import Facing, FigureId, SquareId
from companion.model.games.asagiri.table.commands import (
    ELEMENTS,
    FACINGS,
    NOT_NOW,
    ORIGINS,
    PARTS,
    VERBS,
    Byhand,
    Misunderstood,
    fold,
    verbs_meant,
    word_for,
)
from companion.model.games.asagiri.table.commands import reading as r
from companion.model.games.asagiri.table.commands.grammar import FORMS, HAND, CommandForm, Slot
from companion.model.games.asagiri.table.commands.grammar import goals as squares_meant
from companion.model.games.asagiri.table.commands.reading import SQUARE, WordOffer, WordToken, spelled, squares, tokens
from companion.model.games.asagiri.table.commands.understand import CommandPlan, answer, plan, sentences

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

    def who(figure: FigureId) -> str:
        return spoken(r.figure_offers, figure)

    def square(at: SquareId) -> str:
        return square_words(state, at).lower()

    def side(facing: Facing) -> str:
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


_MOST_WORDS = 5
"""Of a name that is being typed."""
_MOST_REFUSED = 6
"""Of the words that lead to nothing, of one kind."""
_NOTHING = Refusal("TABLE", NOT_NOW)


class CommandCompletion(msgspec.Struct, frozen=True):
    """A word, or the words of a name, for a part of the line. `refusal`: why it leads to nothing now."""

    text: str
    start: int
    end: int
    name: str = ""
    refusal: Refusal | None = None
    foreign: bool = False
    """In the words of another language than the window's."""
    ends: bool = False
    """The command can be given as it then stands."""


def complete(state: State, text: str, *, free: bool = False, language: str = "en") -> list[CommandCompletion]:
    """What may stand at the end of the line, the best first: in an empty one, what can be chosen now. Never raises."""
    parts = sentences(text)
    begin = parts[-1][0] if parts and not text.rstrip().endswith(";") else len(text)
    before = plan(state, text[:begin], free=free) if parts and begin else None
    state = before.end if isinstance(before, CommandPlan) else state
    said = tokens(text, begin)
    typing = bool(said) and said[-1].end == len(text)
    found: dict[tuple[str, int], CommandCompletion] = {}
    if not said:
        at = len(text)
        found = {(one, at): CommandCompletion(one, at, at, ends=True) for one in commands(state, language)}
    for words in _cuts(said, typing):
        partial = said[words:]
        start = partial[0].start if partial else len(text)
        for offer, refusal, ends in _next(state, said[:words], tuple(t.text for t in partial), free, language):
            key = (offer.text, start)
            known = found.get(key)
            if known is None or (known.refusal is not None and refusal is None) or (ends and not known.ends
                                                                                   and refusal is None):  # fmt: skip
                found[key] = CommandCompletion(
                    offer.text, start, len(text), offer.name, refusal, offer.foreign, ends and refusal is None
                )
    own = any(not one.foreign for one in found.values())
    return sorted((one for one in found.values() if not (own and one.foreign)), key=lambda one: one.refusal is not None)


def _cuts(said: tuple[WordToken, ...], typing: bool) -> Iterator[int]:
    """How many words are taken as said; the rest begin the word that is being typed."""
    if not typing:
        yield len(said)
        return
    for partial in range(1, min(_MOST_WORDS, len(said)) + 1):
        yield len(said) - partial


def _next(
    state: State, said: tuple[WordToken, ...], partial: tuple[str, ...], free: bool, language: str
) -> Iterator[tuple[WordOffer, Refusal | None, bool]]:
    verbs = list(verbs_meant(said[0].text)) if said else []
    done: set[str] = set()
    for form in FORMS:
        if not said and form.verb and form.verb not in done:
            offer = _verb(form.verb, partial, language)
            if offer is not None:
                done.add(form.verb)
                forms = [one for one in FORMS if one.verb == form.verb]
                yield offer, _verb_refused(state, forms, free), any(_ends(state, one, (), free) for one in forms)
        order: tuple[WordToken, ...] | None = said if not form.verb else None
        if form.verb and any(verb == form.verb for verb, _ in verbs):
            order = said[1:]
        if order is not None and (free or form not in HAND):
            yield from _offers(state, form, order, partial, free, language)


def _verb(verb: str, partial: tuple[str, ...], language: str) -> WordOffer | None:
    """The verb in the language of the window, or as it is being typed in another one."""
    if len(partial) > 1:
        return None
    word = word_for(VERBS, verb, language)
    if not partial or word.startswith(partial[0]):
        return WordOffer(verb, word)
    known = [one for words in VERBS[verb].values() for one in words.split() if one.startswith(partial[0])]
    return WordOffer(verb, known[0], foreign=True) if known else None


def _verb_refused(state: State, forms: list[CommandForm], free: bool) -> Refusal | None:
    for form in forms:
        if form.now(state) and (free or form not in HAND):
            return None
    return _NOTHING


def _offers(
    state: State, form: CommandForm, said: tuple[WordToken, ...], partial: tuple[str, ...], free: bool, language: str
) -> Iterator[tuple[WordOffer, Refusal | None, bool]]:
    if not form.now(state):
        return
    for values, slot in _positions(state, form, 0, said, 0):
        for n in range(slot, len(form.slots)):
            filled = values + (None,) * (n - slot)
            yield from _values(state, form, filled, partial, free, language)
            if not form.slots[n].optional:
                break


def _values(
    state: State, form: CommandForm, said: tuple[Any, ...], partial: tuple[str, ...], free: bool, language: str
) -> Iterator[tuple[WordOffer, Refusal | None, bool]]:
    """What may fill the next slot. Squares are many: only where they could be meant, and a few of the others."""
    kind, refused = form.slots[len(said)].kind, 0
    goals = squares_meant(state, said[0]) if kind is SQUARE and said else None
    if kind is SQUARE and not partial and goals is None:
        return
    for offer in kind.offers(state, language):
        if partial and not _begins(offer, partial):
            continue
        now = (*said, offer.value)
        if goals is not None and form not in HAND:
            refusal, ends = _to_square(state, form, now, free, offer.value in goals, refused)
        else:
            refusal, ends = _refused(state, form, now, free), _ends(state, form, now, free)
        refused += refusal is not None
        if refusal is None or refused <= _MOST_REFUSED:
            yield offer, refusal, ends


def _to_square(state: State, form: CommandForm, values: tuple[Any, ...], free: bool, reached: bool, refused: int
               ) -> tuple[Refusal | None, bool]:  # fmt: skip
    if reached:
        return None, True
    return (_refused(state, form, values, free) if refused < _MOST_REFUSED else _NOTHING), False


def _begins(offer: WordOffer, partial: tuple[str, ...]) -> bool:
    return spelled(offer.text, partial) >= 0 or bool(offer.name and spelled(offer.name, partial) >= 0)


def _positions(
    state: State, form: CommandForm, slot: int, said: tuple[WordToken, ...], at: int
) -> Iterator[tuple[tuple[Any, ...], int]]:
    """The slots that all words said fill, each with one value, and the slot that comes next."""
    if at == len(said):
        if slot < len(form.slots):
            yield (), slot
        return
    if slot == len(form.slots):
        return
    wanted: Slot = form.slots[slot]
    for read in wanted.kind.read(state, said, at):
        for rest, follows in _positions(state, form, slot + 1, said, at + read.took):
            for value in read.values[:2]:
                yield (value, *rest), follows
    if wanted.optional:
        for rest, follows in _positions(state, form, slot + 1, said, at):
            yield (None, *rest), follows


def _complete(form: CommandForm, values: tuple[Any, ...]) -> tuple[Any, ...] | None:
    """The values with nothing for what may be left out; None while something is missing."""
    rest = form.slots[len(values) :]
    return values + (None,) * len(rest) if all(slot.optional for slot in rest) else None


def _refused(state: State, form: CommandForm, values: tuple[Any, ...], free: bool) -> Refusal | None:
    """Why a beginning leads to nothing by the rules."""
    if form.begins is not None and values and not form.begins(state, values):
        whole = _complete(form, values)
        found = answer(state, form, whole, free) if whole is not None else None
        if isinstance(found, Byhand):
            return found.refusal
        return found if isinstance(found, Refusal) else refusals.check(state, o.Activate(values[0])) or _NOTHING
    whole = _complete(form, values)
    if whole is None:
        return None
    found = answer(state, form, whole, free)
    return found.refusal if isinstance(found, Byhand) else found if isinstance(found, Refusal) else None


def _ends(state: State, form: CommandForm, values: tuple[Any, ...], free: bool) -> bool:
    whole = _complete(form, values)
    if whole is None or not form.now(state) or (form in HAND and not free):
        return False
    return not isinstance(answer(state, form, whole, free), Refusal | Byhand)


_MOST = 5
"""Words that are named."""


def advised(state: State, text: str, wrong: Misunderstood, *, free: bool = False, language: str = "en") -> Message:
    """Why nothing is done, the rule that forbids it, and words that would do at that place."""
    why = say("{why} ({rule})", why=wrong.why, rule=wrong.rule) if wrong.rule else wrong.why
    if wrong.asks:
        return why
    said = tokens(text[: wrong.end], wrong.start)
    if wrong.start == wrong.end:
        return _possible(why, _leading(state, text[: wrong.end] + " ", free, language))
    last = said[-1] if said else WordToken("", wrong.start, wrong.end)
    offers = _leading(state, text[: last.start], free, language)
    near = get_close_matches(last.text, [fold(one.text) for one in offers], _MOST, 0.6)
    meant = [one for one in offers if fold(one.text) in near and fold(one.text) != last.text]
    if meant and not wrong.rule:
        return say("{why} Did you mean: {words}?", why=why, words=tuple(one.text for one in meant[:_MOST]))
    if not text[: last.start].strip():
        return why if wrong.rule else say("{why} “help” lists all commands.", why=why)
    return _possible(why, _nearest(state, last.text, offers))


def _leading(state: State, text: str, free: bool, language: str) -> list[CommandCompletion]:
    return [one for one in complete(state, text, free=free, language=language) if one.refusal is None]


def _possible(why: Message, offers: list[CommandCompletion]) -> Message:
    if not offers:
        return why
    return say("{why} Possible: {words}", why=why, words=tuple(one.text for one in offers[:_MOST]))


def _nearest(state: State, word: str, offers: list[CommandCompletion]) -> list[CommandCompletion]:
    """Squares as near as can be to the one that was said, before all else."""
    known, board = squares(state), state.table.board
    if word not in known:
        return offers
    here = board.squares[known[word]]
    places = [one for one in offers if one.text in known]

    def far(one: CommandCompletion) -> int:
        there = board.squares[known[one.text]]
        return abs(there[0] - here[0]) + abs(there[1] - here[1]) + 99 * (there[2] != here[2])

    return sorted(places, key=far) + [one for one in offers if one not in places]
