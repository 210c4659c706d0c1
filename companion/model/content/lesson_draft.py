"""A lesson being written: the steps of a game, one for each thing that a player did, or of a lesson taken up again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct, convert, to_builtins
from msgspec.structs import replace

from companion.model.core.contract import Content, Json, Option, System, choices_of, find_option
from companion.model.core.record import Chosen, Noted, Rolled, plain
from companion.model.core.refusal import UnknownOption
from companion.model.core.session import Session
from companion.model.core.words import Message, Name, say

from .lesson import MOST_MOVES, MOST_STEPS, Lesson, LessonStep, Move
from .lesson_check import lesson_problems
from .lesson_session import LessonSession, decides


class DraftStep(Struct, frozen=True):
    """What a player did at once, with what others and dice did before it."""

    moves: tuple[Move, ...]
    deeds: tuple[Message, ...]
    """The player's own, in words."""
    before: Any
    """The state that it begins from."""
    words: str = ""
    task: str = ""
    kept: LessonStep | None = None
    """What it was made of where a lesson is taken up again: all that is not typed stays as it is there."""


def seats_of(session: Session[Any]) -> tuple[str, ...]:
    """Who may be the learner."""
    return tuple(session.system.seats(session.state_at(0)))


def steps_of(session: Session[Any], seat: str) -> list[DraftStep]:
    """The steps that a game makes for a learner at `seat`.

    Raises UnknownOption where the table was changed by hand, or by another rule: a lesson cannot be played there.
    """
    found = list[DraftStep]()
    moves, deeds, begun, group = list[Move](), list[Message](), 0, -1

    def close(at: int) -> None:
        nonlocal moves, deeds, begun
        if moves:
            found.append(DraftStep(tuple(moves), tuple(deeds), session.state_at(begun)))
        moves, deeds, begun = [], [], at

    for n, step in enumerate(session.steps[: session.present]):
        intent = step.intent
        if isinstance(intent, Noted):
            continue
        if step.mark == "overridden" or not isinstance(intent, Chosen | Rolled):
            why = say("Step {n} changed the table by hand: no lesson can be made of this game.", n=n + 1)
            raise UnknownOption(why)
        move, deed = _moved(session, n, seat)
        if deed is not None and deeds and (not step.group or step.group != group):
            close(n)  # what others do stands before the learner's next deed, in its step
        moves.append(move)
        if deed is not None:
            deeds.append(deed)
            group = step.group
    asked = session.system.pending(session.state_at(session.present))
    if deeds and decides(asked, seat):  # else what was begun has no end
        close(session.present)
    return found


def steps_again(system: System[Any], lesson: Lesson, content: Content, language: str) -> list[DraftStep]:
    """The steps of a lesson that was kept, with its words in a language.

    Raises InvalidInput, RuleBroken or UnknownOption where its moves cannot be made.
    """
    session, lines, found = LessonSession.begin(system, lesson, content), lesson.lines(), list[DraftStep]()
    for n, step in enumerate(lesson.steps):
        session.go_to(n)
        before, moves, deeds = session.state, step.moves, list[Message]()
        if moves and not step.undoes:
            session.go_to(n + 1)
            made = [_moved(session, k, lesson.seat) for k in range(len(lines[n]), session.cursor)]
            moves, deeds = tuple(move for move, _ in made), [deed for _, deed in made if deed is not None]
        name = Name.of(lesson.name).in_language(language)  # stands where its author has typed nothing
        said, task = (
            "" if text == name else text
            for text in (Name.of(words).in_language(language) for words in (step.words, step.task or {}))
        )
        found.append(DraftStep(moves, tuple(deeds), before, said, task, step))
    return found


def can_begin_with(steps: list[DraftStep], at: int) -> bool:
    """Whether what stands before a step may be left out: not where the next thing done takes it back."""
    moves = next((step.moves for step in steps[at:] if step.moves), ())
    return not any(move.undo for move in moves)


def _moved(session: Session[Any], n: int, learner: str) -> tuple[Move, Message | None]:
    """What was done at a place of the log; in words where the learner did it."""
    step, state, system = session.steps[n], session.state_at(n), session.system
    if not isinstance(step.intent, Chosen):
        return Move(roll=step.result.faces or ()), None
    option: Option = find_option(system, state, step.intent.option, step.intent.seat or None)
    asked = choices_of(system.pending(state))
    seat = step.intent.seat or next((choice.seat for choice in asked if option in choice.options), "")
    return Move(do=step.intent.option, seat=seat), system.label(state, option) if seat == learner else None


def lesson_of(
    system: System[Any],
    seat: str,
    steps: list[DraftStep],
    *,
    id: str,
    name: str,
    teaches: str,
    language: str,
    content: Content,
    kept: Lesson | None = None,
) -> Json:
    """A lesson of these steps, which follow each other, as its record: with the author's words in one language, and in
    English, which every pack has.

    `kept`: the lesson that was taken up; what is not typed here, and other languages, stay as they are in it. Raises
    UnknownOption when there are too many moves, or none, or it cannot be played to its end.
    """
    if not steps or len(steps) > MOST_STEPS or any(len(step.moves) > MOST_MOVES for step in steps):
        raise UnknownOption(say("A lesson has at least one step and at most {most}.", most=MOST_STEPS))

    def words(text: str, before: Mapping[str, str] | None) -> dict[str, str]:
        """In every language that says the same so far as the one that is typed."""
        if not before:
            return dict.fromkeys(("en", language), text)
        old = Name.of(before).in_language(language)
        return (
            dict(before) if text == old else {**{k: text if v == old else v for k, v in before.items()}, language: text}
        )

    whole = kept is not None and steps[0].kept is kept.steps[0]  # else it begins later than it did

    def written(step: DraftStep) -> Json:
        had = step.kept
        read_only = had is not None and had.task is None and not step.task
        told = words(step.words or step.task or name, None if had is None else had.words)
        task = words((step.task or step.words)[:120] or name, None if had is None else had.task)
        found = LessonStep(told, moves=step.moves) if had is None else replace(had, words=told)
        return to_builtins(replace(found, task=None if read_only else task, moves=found.moves if whole else step.moves))

    record = {
        "format": "okko-lesson/1",
        "system": system.facts.id,
        "minutes": max(1, min(60, round(len(steps) * 0.4))),
        "order": 500,
        **({} if kept is None else to_builtins(kept)),
        "id": id,
        "name": words(name, None if kept is None else kept.name),
        "teaches": words(teaches or name, None if kept is None else kept.teaches),
        "seat": seat,
        "steps": [written(step) for step in steps],
    }
    if not whole:
        record.pop("setup", None)
        record["start"] = plain(system.encode(steps[0].before))
    found = next(lesson_problems(system, convert(record, Lesson), content), None)
    if found is not None:  # else whoever takes it would be told so
        raise UnknownOption(found.what)
    return record
