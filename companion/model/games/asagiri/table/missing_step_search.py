"""What was probably missed: steps that explain why the table looks otherwise than it is believed to.

Two guesses, both checked by playing them: something happened that was not entered (now, or some steps back), or
something entered happened otherwise (another square, other dice). The search knows when to stop: it is asked by a
person who waits.
"""

from __future__ import annotations

import heapq
import itertools
import time
from collections.abc import Iterator, Sequence

import msgspec

from companion.model.core.contract import Choice, Correction, Option, Outcome, Roll
from companion.model.core.record import Chosen, Result, Rolled, Source, Step
from companion.model.core.refusal import InvalidInput, Refusal, RuleBroken, UnknownOption
from companion.model.core.revision import Revision, chosen, thrown
from companion.model.core.session import Session
from companion.model.core.words import Message
from companion.model.games.asagiri.insight import fight_odds
from companion.model.games.asagiri.rules import legal_options
from companion.model.games.asagiri.rules import options as o
from companion.model.games.asagiri.state.state import INSPIRATION, State
from companion.model.games.asagiri.state.vocabulary import FigureId, by_figure
from companion.model.games.asagiri.table import corrections

from .table_check import Check

SECONDS = 1.5
"""How long a person waits."""
MOST_FOUND = 3
MOST_DEEDS = 3
MOST_ANSWERS = 14
"""Choices and rolls that one guess may hold."""
STEPS_BACK = 40
_MOVES = (o.Step, o.Turn)
_SMALL = (o.Reserve, o.TakeBack, o.EndActivation, o.EndActivations, o.EndPhase, o.Activate)
_EXACT = 0.01


class Explanation(msgspec.Struct, frozen=True):
    """Steps that were done in place of the `removed` ones from `index` on; `left` is still to be put by hand after."""

    index: int
    removed: int
    steps: tuple[Step, ...]
    words: tuple[Message, ...]
    """What is done, step by step."""
    instead: tuple[Message, ...]
    """What gives way, step by step."""
    left: tuple[Correction, ...]
    gap: float
    cost: float


def explanations(session: Session[State], check: Check, seconds: float = SECONDS) -> tuple[Explanation, ...]:
    """The likeliest first; those that explain everything before those that leave something to be put by hand."""
    end = time.monotonic() + seconds
    whole = check.gap(check.state)
    if not whole:
        return ()
    searches = (_now(session, check, end - seconds / 3), _otherwise(session, check, end), _earlier(session, check, end))
    found: dict[tuple[int, int, tuple[object, ...]], Explanation] = {}
    for search in searches:
        for guess in search:
            if guess.gap < whole - _EXACT:
                found.setdefault(
                    (guess.index, guess.removed, tuple((step.intent, step.result.faces) for step in guess.steps)), guess
                )
    ranked = sorted(found.values(), key=lambda guess: (guess.gap, guess.cost))
    # the same steps at another place are no other guess: the likeliest place is offered
    likeliest: dict[tuple[tuple[Message, ...], bool], Explanation] = {}
    for guess in ranked:
        likeliest.setdefault((guess.words, guess.removed > 0), guess)
    ranked = list(likeliest.values())
    exact = [guess for guess in ranked if guess.gap < _EXACT]
    partly = [guess for guess in ranked if guess.gap <= whole / 2]
    return tuple((exact or partly)[:MOST_FOUND])


def accepted(session: Session[State], guess: Explanation) -> Revision[State]:
    """The proposal of a guess, everything answered."""
    return session.revise(guess.index, guess.steps, removed=guess.removed, undone=False).settled()


# something happened that was not entered --------------------------------------------------------------------------


class _Node(msgspec.Struct, frozen=True):
    state: State
    steps: tuple[Step, ...]
    words: tuple[Message, ...]
    deeds: float


def _key(state: State) -> tuple[object, ...]:
    """What tells two guesses apart."""
    figures = tuple((f.at, f.facing, f.state, f.kept, f.activated) for f in state.figures)
    frames = tuple((type(f).__name__, getattr(f, "step", ""), getattr(f, "faces", None)) for f in state.frames)
    active = state.active
    doing = None if active is None else (active.who, active.points, active.acted, active.moved)
    bands = tuple((band.pool, band.aside, band.lost) for band in state.bands)
    return figures, bands, frames, doing, state.stage, state.phase


def _now(session: Session[State], check: Check, end: float) -> Iterator[Explanation]:
    """From the present on, the nearest states first."""
    present, order = session.present, itertools.count()
    heap: list[tuple[float, int, _Node]] = [(0.0, next(order), _Node(check.state, (), (), 0))]
    seen: set[tuple[object, ...]] = set()
    while heap and time.monotonic() < end:
        _, _, node = heapq.heappop(heap)
        for steps, words, state, counts in _moves(session, check, node.state):
            key = _key(state)
            after = _Node(state, (*node.steps, *steps), (*node.words, *words), node.deeds + counts)
            if after.deeds > MOST_DEEDS or len(after.steps) > MOST_ANSWERS or key in seen:
                continue
            seen.add(key)
            gap = check.gap(state)
            guess = _guess(check, state, present, 0, after.steps, after.words, (), gap, after.deeds)
            if guess is not None:
                yield guess
            if gap >= _EXACT:
                # what has been begun is played out before anything else is begun
                hope = gap + 0.6 * after.deeds + 0.02 * len(after.steps) - (1.5 if state.frames else 0.0)
                heapq.heappush(heap, (hope, next(order), after))


_Move = tuple[tuple[Step, ...], tuple[Message, ...], State, float]


def _moves(session: Session[State], check: Check, state: State) -> Iterator[_Move]:
    """What may be guessed next; the last part says how much of a deed it is: an answer to one is none."""
    system, pending = session.system, session.system.pending(state)
    if isinstance(pending, Roll):
        for faces in _faces(check, state, pending):
            guessed: Source = "corrected"
            step = Step(Rolled(), Result(faces, (guessed,) * len(faces)))
            after = system.rolled(state, faces)
            words = tuple(system.tell(after.state, event) for event in after.events[:1])
            yield (step,), words, after.state, 0.0
        return
    if not isinstance(pending, Choice):
        return
    for way in _ways(check, state, pending):
        try:
            steps = chosen(system, state, way, session.mode)
            after_state = state
            words_: list[Message] = []
            for option in way:
                words_.append(system.label(after_state, option))
                after_state = system.apply(after_state, option).state
        except (RuleBroken, UnknownOption, InvalidInput):
            continue
        yield steps, tuple(words_), after_state, _weight(state, way[0])


def _weight(state: State, option: Option) -> float:
    if state.frames or isinstance(option, o.Pass):
        return 0.0
    return 0.3 if isinstance(option, _SMALL) else 1.0


def _faces(check: Check, state: State, roll: Roll) -> Iterator[Outcome]:
    """Faces worth supposing: one for each end that a fight or a test can have; the pool that is seen."""
    if roll.dice and roll.dice[0].kind == INSPIRATION:
        pool = list(check.bands[state.phase].pool)
        if len(pool) == len(roll.dice):
            yield tuple(pool)
        return
    for outcome, _ in fight_odds.alike(state) or ():
        yield outcome


def _ways(check: Check, state: State, pending: Choice) -> Iterator[Sequence[Option]]:
    """Choices that touch what differs."""
    wrong = _differing(check, state)
    if state.frames:
        for option in pending.options:
            if isinstance(option, o.Pass | o.Retreat | o.Face) or _uses_up(check, state, option):
                yield (option,)
        return
    if state.stage == "activations":
        for who in wrong:
            seen = check.figures[who]
            if seen.at >= 0 and state.band_of(who) == state.phase:
                way = corrections.route(state, who, seen.at, seen.facing)
                if not isinstance(way, Refusal) and way:
                    yield way
    for option in pending.options:
        if isinstance(option, o.Attack | o.Shoot):
            active = state.active
            if option.target in wrong or (active is not None and active.who in wrong):
                yield (option,)
        elif isinstance(option, o.Activate):
            if option.who in wrong or any(check.figures[who].state != state.figures[who].state for who in wrong):
                yield (option,)
        elif isinstance(option, o.Deploy | o.Enter):
            seen = check.figures[option.who]
            if (seen.at, seen.facing) == (option.at, option.facing):
                yield (option,)
        elif isinstance(option, o.TestWillpower | o.EndActivations | o.EndActivation) or _uses_up(check, state, option):
            yield (option,)


def _uses_up(check: Check, state: State, option: Option) -> bool:
    """Whether an option moves a die that is seen elsewhere."""
    if isinstance(option, o.Reserve):
        return option.element in check.figures[option.who].kept and not state.figures[option.who].kept
    if isinstance(option, o.TakeBack):
        return not check.figures[option.who].kept
    if isinstance(option, o.UseDie | o.UseSkill) and option.origin is not None:
        who, band = option.who, state.band_of(option.who)
        if option.origin == "reserve":
            return state.figures[who].kept != check.figures[who].kept
        return len(state.bands[band].pool) > len(check.bands[band].pool)
    return isinstance(option, o.EndPhase)


def _differing(check: Check, state: State) -> list[FigureId]:
    return [
        who
        for who, (known, seen) in by_figure(zip(state.figures, check.figures, strict=False))
        if (known.at, known.facing, known.state, known.kept) != (seen.at, seen.facing, seen.state, seen.kept)
    ]


# something entered happened otherwise ------------------------------------------------------------------------------


def _otherwise(session: Session[State], check: Check, end: float) -> Iterator[Explanation]:
    """A movement to another square, a retreat elsewhere, other dice: everything after it must still fit."""
    steps, present = session.steps, session.present
    for index in range(present - 1, max(-1, present - STEPS_BACK), -1):
        if time.monotonic() > end:
            return
        state, step = session.state_at(index), steps[index]
        if isinstance(step.intent, Rolled):
            for outcome, _ in fight_odds.alike(state) or ():
                yield from _tried(session, check, index, index + 1, (thrown(step, outcome),))
        elif isinstance(step.intent, Chosen):
            option = session.system.option_of(state, step.intent.option)
            if isinstance(option, o.Retreat | o.Face | o.Deploy | o.Enter):
                for other in _offered(state):
                    if type(other) is type(option) and other != option and _hits(check, other):
                        made = chosen(session.system, state, (other,), session.mode_at(index))
                        yield from _tried(session, check, index, index + 1, made)
            elif isinstance(option, _MOVES) and _begins_move(session, index):
                yield from _moved(session, check, index)


def _offered(state: State) -> tuple[Option, ...]:
    pending = legal_options.pending(state)
    return pending.options if isinstance(pending, Choice) else ()


def _hits(check: Check, option: Option) -> bool:
    """Whether a choice brings somebody to where somebody is seen."""
    if isinstance(option, o.Deploy | o.Enter):
        seen = check.figures[option.who]
        return (seen.at, seen.facing) == (option.at, option.facing)
    if isinstance(option, o.Retreat):
        return any(figure.at == option.at for figure in check.figures)
    return True


def _begins_move(session: Session[State], index: int) -> bool:
    before = session.state_at(index).active
    return before is not None and not before.moved


def _moved(session: Session[State], check: Check, index: int) -> Iterator[Explanation]:
    """The movement that begins here went to where the figure is seen now."""
    state, steps = session.state_at(index), session.steps
    active = state.active
    if active is None:
        return
    who, seen, last = active.who, check.figures[active.who], index
    while last < session.present and _is_move(session, last):
        last += 1
    if seen.at < 0:
        return
    way = corrections.route(state, who, seen.at, seen.facing)
    if isinstance(way, Refusal) or not way:
        return
    made = chosen(session.system, state, way, session.mode_at(index))
    if tuple(step.intent for step in made) != tuple(step.intent for step in steps[index:last]):
        yield from _tried(session, check, index, last, made)


def _is_move(session: Session[State], index: int) -> bool:
    intent = session.steps[index].intent
    return isinstance(intent, Chosen) and intent.option.partition(":")[0] in ("step", "turn")


def _earlier(session: Session[State], check: Check, end: float) -> Iterator[Explanation]:
    """A movement some steps back that was not entered."""
    present, wrong = session.present, _differing(check, check.state)
    for index in range(present - 1, max(-1, present - STEPS_BACK), -1):
        if time.monotonic() > end:
            return
        state = session.state_at(index)
        if state.frames or state.stage != "activations":
            continue
        for who in wrong:
            seen = check.figures[who]
            if seen.at < 0 or state.figures[who].at < 0 or state.band_of(who) != state.phase:
                continue
            way = corrections.route(state, who, seen.at, seen.facing)
            if not isinstance(way, Refusal) and way:
                made = chosen(session.system, state, way, session.mode_at(index))
                yield from _tried(session, check, index, index, made)


def _tried(
    session: Session[State], check: Check, index: int, end: int, steps: tuple[Step, ...]
) -> Iterator[Explanation]:
    """A guess about the past, when everything after it still fits."""
    try:
        revision = session.revise(index, steps, removed=end - index, undone=False)
    except (RuleBroken, UnknownOption, InvalidInput):
        return
    if revision.misfits:
        return
    system, at, words = session.system, session.state_at(index), []
    for place, step in enumerate(steps):
        if isinstance(step.intent, Chosen):
            words.append(system.label(at, system.option_of(at, step.intent.option)))
            at = revision.state_at(index + place + 1)
        else:
            words += [system.tell(revision.state, event) for event in revision.tail.moments[place].events[:1]]
    instead = tuple(session.describe_step(n) for n in range(index, end))
    back = session.present - index
    found = _guess(
        check,
        revision.state,
        index,
        end - index,
        steps,
        tuple(words),
        instead,
        check.gap(revision.state),
        1.0 + 0.05 * back + (0.3 if end == index else 0.0),
    )
    if found is not None:
        yield found


def _guess(
    check: Check,
    state: State,
    index: int,
    removed: int,
    steps: tuple[Step, ...],
    words: tuple[Message, ...],
    instead: tuple[Message, ...],
    gap: float,
    cost: float,
) -> Explanation | None:
    """The guess with what it leaves to be put by hand; None when that cannot be."""
    try:
        left = check.corrections(state) if gap >= _EXACT else ()
    except InvalidInput:
        return None
    return Explanation(index, removed, steps, words, instead, left, gap, cost + 0.02 * len(steps))
