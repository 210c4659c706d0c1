"""The assistant after a battle: its way from member to member, what it proposes for each, all the rest by chance."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import msgspec

from companion.model.core.contract import Choice, Event, Option, Roll
from companion.model.core.record import Chosen, Corrected, Rolled, Step
from companion.model.core.refusal import InvalidInput, RuleBroken, UnknownOption
from companion.model.core.session import Session
from companion.model.core.words import Message, say

from . import chapter_page
from . import events as e
from . import options as o
from .chronicle import Chronicle
from .state import Member, Replacing, Roster, State

RESULT, APPROVE = "result", "approve"
"""The first and the last station."""


def told_at(session: Session[State]) -> int:
    """The step before the cursor in which it was told who has won; raises UnknownOption when nothing is proposed."""
    for n in range(session.cursor - 1, -1, -1):
        intent = session.steps[n].intent
        if isinstance(intent, Chosen) and intent.option.startswith("won:"):
            return n
    raise UnknownOption(say("This step does not exist."))


def walkers(state: State) -> tuple[str, ...]:
    """Everybody the assistant turns to after the present battle, in its order (CAM-1): who fought, then who is shaken
    and stayed at home. Nobody while nothing is proposed.
    """
    before = state.now.before
    if before is None:
        return ()
    fought = state.fighters()
    return (*fought, *(m.id for roster in before for m in roster.members if m.id not in fought and m.state == "shaken"))


def subject(state: State) -> str:
    """Whom the assistant is busy with; of a replacement the dead. Nobody: an empty text."""
    task = state.now.task
    if task is None:
        return ""
    return task.dead if isinstance(task, Replacing) else task.who


def station(state: State) -> str:
    """Where on its way the assistant is: one of `stations`; an empty text while nothing is proposed."""
    stage = state.now.stage
    if stage == "facts":
        return fact_station(state.now.asked)
    if stage == "after":
        return subject(state)
    return stage if stage in (RESULT, APPROVE) else ""


def stations(state: State) -> tuple[str, ...]:
    """The whole way: the result, each fact to be remembered, each member (its id), the approval."""
    if state.now.before is None:
        return ()
    facts = (fact_station(n) for n in range(len(chapter_page.facts_of(state))))
    return (RESULT, *facts, *walkers(state), APPROVE)


def fact_station(n: int) -> str:
    """The station of the fact number `n` of the present chapter."""
    return f"fact:{n}"


def turn_of(session: Session[State], at: str) -> tuple[int, int] | None:
    """From where to where the assistant was at a station of the present proposal, as places of the log.

    None: it has not come there. The second is the cursor while it is still there.
    """
    busy = [n for n in range(told_at(session), session.cursor + 1) if station(session.state_at(n)) == at]
    if not busy:
        return None
    return busy[0], min(busy[-1] + 1, session.cursor)


def again(chronicle: Chronicle, steps: Sequence[Step]) -> int:
    """Do once more what was done before, with the same faces and as one with the step before; how many steps fitted.

    It stops at the first one that does not, and before an approval. What only said who rolls is passed over.
    """
    for n, step in enumerate(steps):
        intent = step.intent
        try:
            if isinstance(intent, Chosen):
                if intent.option == APPROVE:
                    return n
                chronicle.choose(intent.option, join=True)
            elif isinstance(intent, Rolled):
                chronicle.roll(step.result.faces, step.result.sources, join=True)
            elif isinstance(intent, Corrected):
                chronicle.edit(intent.correction)
        except (RuleBroken, UnknownOption, InvalidInput):
            return n
    return len(steps)


def hurry(chronicle: Chronicle, rng: Random) -> None:
    """Everything up to the approval by chance, as one: rolled dice, and where something is to be chosen, anything.

    Only the dead are replaced with care, by the dearest that there are zeni for.
    """
    join = False
    while chronicle.state.now.stage == "after":
        pending = chronicle.session.pending
        if isinstance(pending, Roll):
            chronicle.roll(join=join)
        else:
            assert isinstance(pending, Choice)
            chronicle.choose(_any(chronicle.state, pending.options, rng), join=join)
        join = True


def _any(state: State, options: Sequence[Option], rng: Random) -> Option:
    recruits = [option for option in options if isinstance(option, o.Replace)]
    if recruits:
        most = max(state.box.character(option.card).zeni for option in recruits)
        return rng.choice([option for option in recruits if state.box.character(option.card).zeni == most])
    enough = [option for option in options if isinstance(option, o.Replaced)]
    return enough[0] if enough else rng.choice(list(options))


class ProposalEntry(msgspec.Struct, frozen=True):
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

    entries: tuple[ProposalEntry, ...]
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
            entries.append(ProposalEntry(id, was.get(id), now.get(id), tuple(words for words, _ in lines), steps))
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
