"""Lessons in this window: which there are, how far each has come, and how one is put on the table."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

import msgspec

from companion.model.content.lesson import MOST_MOVES, Lesson, Move, lessons
from companion.model.content.lesson_session import LessonSession
from companion.model.core.contract import Content
from companion.model.core.refusal import InvalidInput, RuleBroken, UnknownOption
from companion.model.core.words import Name
from companion.model.games import SYSTEMS
from companion.ui.kit.settings import SettingsService
from companion.ui.kit.translator import tr

from .storage import GameEntry, GameSettings, Opened, Player

MOST_MADE = 4 * MOST_MOVES


class LessonProgress(msgspec.Struct, frozen=True, omit_defaults=True):
    """How far a lesson has come."""

    step: Annotated[int, msgspec.Meta(ge=0, le=999)] = 0
    done: bool = False
    """It was finished once."""
    made: Annotated[tuple[Move, ...], msgspec.Meta(max_length=MOST_MADE)] = ()
    """What has been done in this step."""

    @property
    def begun(self) -> bool:
        return self.step > 0 or bool(self.made)


def progress_of(keeper: SettingsService, id: str) -> LessonProgress:
    """How far a lesson has come; what was kept and makes no sense is the beginning."""
    try:
        return msgspec.convert(keeper.settings.lessons.get(id, {}), LessonProgress)
    except msgspec.ValidationError:
        return LessonProgress()


def keep_progress(keeper: SettingsService, lesson: Lesson, step: int, made: tuple[Move, ...]) -> None:
    """Remember how far a lesson has come; past its last step it is done, and begins anew next time."""
    over = step >= len(lesson.steps)
    done = over or progress_of(keeper, lesson.id).done
    found = LessonProgress(0 if over else step, done, () if over or len(made) > MOST_MADE else made)
    kept = {**keeper.settings.lessons, lesson.id: msgspec.to_builtins(found)}
    if kept != keeper.settings.lessons:
        keeper.change(lessons=kept)


def lesson_called(content: Content, id: str) -> Lesson | None:
    """A lesson that can be read, by its id."""
    return next((one for one in lessons(content) if one.id == id), None)


def after(content: Content, lesson: Lesson) -> Lesson | None:
    """The lesson that follows, of the same game."""
    found = lessons(content, lesson.system)
    at = next((n for n, one in enumerate(found) if one.id == lesson.id), len(found))
    return found[at + 1] if at + 1 < len(found) else None


def opened_lesson(content: Content, lesson: Lesson, progress: LessonProgress, learner: str = "") -> Opened:
    """A lesson as a game that nobody keeps, where it was left. `learner`: what they call themselves, if they said so.

    Raises InvalidInput or RuleBroken when it cannot be set up; KeyError when its game is not there.
    """
    system = SYSTEMS[lesson.system]
    session = LessonSession.begin(system, lesson, content)
    if progress.begun and progress.step < len(lesson.steps):
        try:
            session.go_to(progress.step, progress.made)
        except (InvalidInput, RuleBroken, UnknownOption):
            session = LessonSession.begin(system, lesson, content)  # the lesson is another one than it was
    seats = system.seats(session.state)
    players: tuple[Player, ...] = tuple(
        "person" if seat == lesson.seat else lesson.players.get(seat, "random") for seat in seats
    )
    blank = ("",) * len(seats)
    names = tuple(learner if seat == lesson.seat else "" for seat in seats)
    settings = GameSettings(names, players, "enforce", "virtual", blank, spent=(0.0,) * len(seats))
    entry = GameEntry(0, tr(Name.of(lesson.name)), datetime.now().astimezone(), system=lesson.system)
    return Opened(entry, session, settings, kept=False)
