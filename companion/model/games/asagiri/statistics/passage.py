"""A game step by step, as figures look at it: the dice that fell, what happened, and the table after it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from companion.model.core.contract import Event, Roll
from companion.model.core.record import Rolled
from companion.model.core.session import Session
from companion.model.games.asagiri.state.state import State

ID = "asagiri"
"""The game system whose games have figures."""


class Thrown(NamedTuple):
    """One die that fell."""

    kind: str
    """What the roll was for (`Roll.kind`)."""
    die: str
    """The kind of die (``d6``, ``inspiration``…)."""
    seat: str
    """Whose it is."""
    owner: str
    """A figure's id, or a seat."""
    face: int | str
    typed: bool
    """A real die: read off the table, or put right afterwards. Else the seed's."""


class Passage(NamedTuple):
    """One step."""

    step: int
    """So many steps are played after it: the place in the timeline that shows what it brought."""
    events: tuple[Event, ...]
    state: State
    """After it."""
    thrown: tuple[Thrown, ...]


def passages(session: Session[State]) -> Iterator[Passage]:
    """The game from its first step to the present; what was undone has not happened."""
    system, steps = session.system, session.steps
    for n in range(session.present):
        step = steps[n]
        thrown: tuple[Thrown, ...] = ()
        if type(step.intent) is Rolled:
            asked = system.pending(session.state_at(n))
            if isinstance(asked, Roll):
                faces = step.result.faces or ()
                sources = step.result.sources or ("seed",) * len(faces)
                thrown = tuple(
                    Thrown(asked.kind, die.kind.id, seat, die.owner, face, source != "seed")
                    for die, seat, face, source in zip(asked.dice, asked.owners(), faces, sources, strict=True)
                )
        yield Passage(n + 1, session.events_of(n), session.state_at(n + 1), thrown)


def is_of_system(session: Session[object]) -> bool:
    """Whether this is a game that figures know."""
    return session.header.system == ID
