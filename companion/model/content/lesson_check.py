"""What is wrong with a lesson: it is played from its first step to its last, as the lesson itself would."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from companion.model.core.contract import Content, System
from companion.model.core.refusal import InvalidInput, Problem, RuleBroken, UnknownOption
from companion.model.core.words import Message, say

from .kinds import Kind
from .lesson import Lesson, LookGoal, OverGoal, StateGoal
from .lesson_session import LessonSession

MOST_LESSONS = 200


def _problems(lesson: Lesson) -> Iterator[Problem]:
    if (lesson.setup is None) == (lesson.start is None):
        yield Problem("/start", say("A lesson begins either from a set-up or from a position."))
    before = False
    for n, step in enumerate(lesson.steps):
        at = f"/steps/{n}"
        for m, move in enumerate(step.moves):
            if not move.sound:
                yield Problem(f"{at}/moves/{m}", say("A move is an option, a roll or undo, and only one of these."))
        if step.undoes and (len(step.moves) > 1 or not before):
            yield Problem(f"{at}/moves", say("Undo is the only move of its step, and takes back what was done before."))
        before = before or bool(step.moves)
        demonstrated = step.moves or step.until is None or isinstance(step.until, LookGoal | OverGoal)
        if not demonstrated:
            yield Problem(f"{at}/moves", say("The moves that lead to the goal are missing."))
        if isinstance(step.until, LookGoal) and step.moves:
            yield Problem(f"{at}/moves", say("Where something is looked at, nothing is moved."))
        if isinstance(step.until, StateGoal):
            for pointer in step.until.where:
                if not pointer.startswith("/"):
                    yield Problem(f"{at}/until/where", say("“{text}” is no JSON pointer.", text=pointer[:60]))
        last = all(one.read_only for one in lesson.steps[n + 1 :])
        if isinstance(step.until, OverGoal) and not (step.free and last):
            yield Problem(f"{at}/until", say("A game is played to its end freely, and after it there is only to read."))


def _notes(lesson: Lesson, _: Content) -> Iterator[Problem]:
    for n, step in enumerate(lesson.steps):
        if step.task is None and not step.read_only:
            yield Problem(f"/steps/{n}/task", say("Say in one short sentence what is to be done."))


def lesson_kind(systems: Callable[[str], System[Any] | None]) -> Kind:
    """The kind `lesson`; `systems`: a game by its id, or None."""

    def rules(lesson: Lesson, content: Content) -> Iterator[Problem]:
        system = systems(lesson.system)
        if system is None:
            yield Problem("/system", say("There is no game “{id}”.", id=lesson.system))
            return
        yield from lesson_problems(system, lesson, content)

    return Kind("lesson", Lesson, _problems, rules=rules, notes=_notes, most=MOST_LESSONS)


def lesson_problems(system: System[Any], lesson: Lesson, content: Content) -> Iterator[Problem]:
    """Why it cannot be set up, or the first fault in playing it."""
    beginning = "/setup" if lesson.start is None else "/start"
    try:
        session = LessonSession.begin(system, lesson, content)
    except InvalidInput as wrong:
        yield Problem(f"{beginning}{_pointer(wrong.path)}", wrong.why)
        return
    except RuleBroken as broken:
        yield Problem(beginning, broken.refusal.why)
        return
    if lesson.seat not in system.seats(session.state):
        yield Problem("/seat", say("There is no such player at this table."))
        return
    found = next(_played(session), None)
    if found is not None:
        yield found


def _pointer(path: str) -> str:
    return "".join(f"/{part}" for part in path.replace("[", ".").replace("]", "").split(".") if part)


def _played(session: LessonSession[Any]) -> Iterator[Problem]:
    """The first fault met in playing; what follows it could not be told from it."""
    lesson = session.lesson
    for n, step in enumerate(lesson.steps):
        at = f"/steps/{n}"
        if step.free and not step.moves:
            return
        if not step.moves:
            if not session.mine:
                yield Problem(at, say("Somebody else is to decide here: put their moves into this step."))
            session.go_to(n + 1)
            continue
        for m in range(len(step.moves)):
            try:
                session.show()
            except (UnknownOption, InvalidInput) as wrong:
                yield Problem(f"{at}/moves/{m}", wrong.why)
                return
            except RuleBroken as broken:
                yield Problem(f"{at}/moves/{m}", _refused(broken))
                return
            if session.step > n and m + 1 < len(step.moves):
                yield Problem(
                    f"{at}/moves/{m}", say("The goal is reached already: what follows belongs to another step.")
                )
        if session.step == n:
            yield Problem(f"{at}/until" if step.until is not None else f"{at}/moves",
                          say("These moves do not lead to the goal of the step."))  # fmt: skip
            return
    if not session.mine:
        last = len(lesson.steps) - 1
        yield Problem(f"/steps/{last}/moves", say("At the end of a lesson nobody else may be to decide."))


def _refused(broken: RuleBroken) -> Message:
    return say("{rule}: {why}", rule=broken.refusal.rule, why=broken.refusal.why)
