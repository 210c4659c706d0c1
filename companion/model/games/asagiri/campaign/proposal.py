"""What the assistant proposes, member by member: how each was, how it would be, and what led there."""

from __future__ import annotations

import msgspec

from companion.model.core.contract import Event
from companion.model.core.session import Session
from companion.model.core.words import Message

from . import events as e
from .state import Member, Roster, State
from .walk import told_at


class Entry(msgspec.Struct, frozen=True):
    """One member in a proposal."""

    who: str
    before: Member | None
    """None: it joins by this proposal."""
    after: Member | None
    """None: it is dead, or still to be replaced."""
    told: tuple[Message, ...]
    """What happened to it after the adventure, in its order."""
    steps: tuple[int, ...]
    """The steps of the log that these are of: where to go back to, to decide otherwise."""


class Proposal(msgspec.Struct, frozen=True):
    """Everything between a result and its approval. `general`: what is about nobody alone."""

    entries: tuple[Entry, ...]
    general: tuple[Message, ...]
    purses: tuple[tuple[int, int], tuple[int, int]]
    """By seat: zeni before and after."""
    begins: int
    """The step in which it was told who has won: undone, nothing is left of the proposal."""


def proposal(session: Session[State]) -> Proposal | None:
    """What is proposed at the cursor; None: nothing is."""
    state = session.state
    before = state.now.before
    if before is None:
        return None
    begins = told_at(session)
    told: dict[str, list[tuple[Message, int]]] = {}
    general: list[Message] = []
    for n in range(begins, session.cursor):
        after = session.state_at(n + 1)
        for event in session.events_of(n):
            who = _about(event)
            words = session.system.tell(after, event)
            if who:
                told.setdefault(who, []).append((words, n))
            else:
                general.append(words)
    entries = []
    for seat in (0, 1):
        was, now = _by_id(before[seat]), _by_id(state.now.rosters[seat])
        for id in [*was, *(id for id in now if id not in was)]:
            lines = told.get(id, [])
            steps = tuple(dict.fromkeys(n for _, n in lines))
            entries.append(Entry(id, was.get(id), now.get(id), tuple(words for words, _ in lines), steps))
    purses = tuple((old.purse, new.purse) for old, new in zip(before, state.now.rosters, strict=True))
    return Proposal(tuple(entries), tuple(general), (purses[0], purses[1]), begins)


def _by_id(roster: Roster) -> dict[str, Member]:
    return {member.id: member for member in roster.members}


def _about(event: Event) -> str:
    """Whom an event is about: whoever replaces somebody is told of as itself."""
    if isinstance(event, e.AdventureEnded | e.FactRecalled | e.PurseSet):
        return ""
    found = getattr(event, "who", "")
    return found if isinstance(found, str) else ""
