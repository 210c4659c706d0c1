"""A lesson made out of a game: a step for each thing that one player did, whose words its author types."""

from __future__ import annotations

from typing import Any

from msgspec import Struct, convert, to_builtins
from msgspec.structs import replace

from companion.model.core.contract import Content, Json, Option, choices_of, find_option
from companion.model.core.record import Chosen, Noted, Rolled, plain
from companion.model.core.refusal import UnknownOption
from companion.model.core.session import Session
from companion.model.core.words import Message, say

from .lesson import MOST_MOVES, MOST_STEPS, Lesson, Move
from .lesson_session import LessonSession


class DraftStep(Struct, frozen=True):
    """What a player did at once, with what others and dice did before it."""

    moves: tuple[Move, ...]
    deeds: tuple[Message, ...]
    """The player's own, in words."""
    start: int
    end: int
    """From which place of the log to which."""
    words: str = ""
    task: str = ""


def seats_of(session: Session[Any]) -> tuple[str, ...]:
    """Who may be the learner."""
    return tuple(session.system.seats(session.state_at(0)))


def steps_of(session: Session[Any], seat: str) -> list[DraftStep]:
    """The steps that a game makes for a learner at `seat`.

    Raises UnknownOption where the table was changed by hand, or by another rule: a lesson cannot be played there.
    """
    system, found = session.system, list[DraftStep]()
    moves, deeds, begun, group = list[Move](), list[Message](), 0, -1

    def close(at: int) -> None:
        nonlocal moves, deeds, begun
        if moves:
            found.append(DraftStep(tuple(moves), tuple(deeds), begun, at))
        moves, deeds, begun = [], [], at

    for n, step in enumerate(session.steps[: session.present]):
        intent = step.intent
        if isinstance(intent, Noted):
            continue
        if step.mark == "overridden" or not isinstance(intent, Chosen | Rolled):
            why = say("Step {n} changed the table by hand: no lesson can be made of this game.", n=n + 1)
            raise UnknownOption(why)
        state = session.state_at(n)
        if isinstance(intent, Rolled):
            moves.append(Move(roll=step.result.faces or ()))
            continue
        whose = intent.seat or ""
        option: Option = find_option(system, state, intent.option, whose or None)
        mine = _chooser(session, n, option, whose) == seat
        if mine and deeds and (not step.group or step.group != group):
            close(n)  # what others do stands before the learner's next deed, in its step
        moves.append(Move(do=intent.option, seat=_chooser(session, n, option, whose)))
        if mine:
            deeds.append(system.label(state, option))
            group = step.group
    if deeds:
        close(session.present)
    elif found and moves:
        last = found.pop()
        found.append(replace(last, moves=(*last.moves, *moves), end=session.present))
    return found


def _chooser(session: Session[Any], n: int, option: Option, whose: str) -> str:
    asked = choices_of(session.system.pending(session.state_at(n)))
    return whose or next((choice.seat for choice in asked if option in choice.options), "")


def lesson_of(
    session: Session[Any],
    seat: str,
    steps: list[DraftStep],
    *,
    id: str,
    name: str,
    teaches: str,
    language: str,
    content: Content,
    order: int = 500,
) -> Json:
    """A lesson of these steps, which follow each other, as its record: with the author's words in one language, and in
    English, which every pack has.

    Raises UnknownOption when there are too many moves, or none; InvalidInput when the rules cannot be enforced there.
    """
    if not steps or len(steps) > MOST_STEPS or any(len(step.moves) > MOST_MOVES for step in steps):
        raise UnknownOption(say("A lesson has at least one step and at most {most}.", most=MOST_STEPS))
    system, languages = session.system, dict.fromkeys(("en", language))

    def words(text: str) -> dict[str, str]:
        return dict.fromkeys(languages, text)

    record = {
        "format": "okko-lesson/1",
        "id": id,
        "system": system.facts.id,
        "name": words(name),
        "teaches": words(teaches or name),
        "minutes": max(1, min(60, round(len(steps) * 0.4))),
        "order": order,
        "seat": seat,
        "start": plain(system.encode(session.state_at(steps[0].start))),
        "steps": [
            {
                "words": words(step.words or step.task or name),
                "task": words((step.task or step.words)[:120] or name),
                "moves": [to_builtins(move) for move in step.moves],
            }
            for step in steps
        ],
    }
    LessonSession.begin(system, convert(record, Lesson), content)  # else whoever takes it would be told so
    return record
