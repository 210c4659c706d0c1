"""Where the faces on the table are from: the log knows of each die whether it was rolled, typed or put right."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from companion.model.core.chance import Face
from companion.model.core.record import Rolled, Source, Step
from companion.model.games.asagiri.rules.events import (
    DiceSet,
    DieTakenBack,
    FirstPlayerRolled,
    InspirationRolled,
    ReserveDieLost,
)
from companion.model.games.asagiri.skills.language.vocabulary import Element
from companion.ui.kit.art.dice import Entry

if TYPE_CHECKING:
    from companion.ui.games.asagiri.controller.game import Game

ENTRY: dict[Source, Entry] = {"seed": "rolled", "typed": "typed", "corrected": "corrected"}


def last_roll(game: Game) -> Step | None:
    """The step just made, if it is a roll."""
    session = game.session
    step = session.steps[session.done - 1] if session.done else None
    return step if step is not None and type(step.intent) is Rolled else None


def retypable(game: Game) -> Step | None:
    """The roll just made, if a person typed any of its dice: it may still be put right."""
    step = last_roll(game)
    if step is None or not any(source != "seed" for source in step.result.sources or ()):
        return None
    return step


def fought(game: Game) -> bool:
    """Whether the step just made was the roll of a fight or a test, whose slip sees to its dice."""
    done = game.session.done
    own = (InspirationRolled, FirstPlayerRolled)
    return not done or not any(isinstance(event, own) for event in game.session.events_of(done - 1))


def entries(step: Step | None, count: int) -> list[Entry]:
    """How each die of a roll came about; `count` dice."""
    sources = step.result.sources if step is not None else None
    return [ENTRY[source] for source in sources] if sources and len(sources) == count else ["rolled"] * count


def of_pool(game: Game, band: int) -> list[Entry]:
    """How each die in a band's pool came about, matched by face with the roll they came from."""
    pool: tuple[Face, ...] = game.state.bands[band].pool
    found: list[Entry] = ["rolled"] * len(pool)
    session = game.session
    for at in range(session.cursor - 1, -1, -1):
        events = session.events_of(at)
        if any(isinstance(event, DiceSet) and event.band == band for event in events):
            return found
        rolled = next((event for event in events if isinstance(event, InspirationRolled)), None)
        if rolled is None or rolled.band != band:
            continue
        marks = entries(session.steps[at], len(rolled.faces))
        known: list[tuple[Face, Entry]] = list(zip(rolled.faces, marks, strict=True))
        return _matched(pool, known)
    return found


def left_cards(game: Game, band: int) -> list[tuple[int, Element]]:
    """The dice that have left cards of a band since its last roll: perhaps they still lie there."""
    found: list[tuple[int, Element]] = []
    session = game.session
    for at in range(session.cursor - 1, -1, -1):
        events = session.events_of(at)
        if any(isinstance(event, InspirationRolled) and event.band == band for event in events):
            break
        found += [
            (event.who, event.element)
            for event in events
            if isinstance(event, DieTakenBack | ReserveDieLost) and game.state.band_of(event.who) == band
        ]
    return found


def _matched(pool: Sequence[Face], known: list[tuple[Face, Entry]]) -> list[Entry]:
    found: list[Entry] = []
    for face in pool:
        at = next((n for n, (other, _) in enumerate(known) if other == face), -1)
        found.append(known.pop(at)[1] if at >= 0 else "rolled")
    return found
