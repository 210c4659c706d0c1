"""The roll that typed dice answer: the one asked for, or the one that is due once nobody announces anything more."""

from __future__ import annotations

import msgspec

from companion.model.core.contract import Choice, Option, Roll
from companion.model.games.asagiri.rules import answers, legal_options
from companion.model.games.asagiri.rules import options as o
from companion.model.games.asagiri.state.stack import Fight, Reacting, Test
from companion.model.games.asagiri.state.state import State

_MOST_PASSES = 3


class Due(msgspec.Struct, frozen=True):
    """A roll, and what is passed by before it: dice that lie on the table end the announcements."""

    roll: Roll
    first: tuple[Option, ...] = ()


def roll_due(state: State) -> Due | None:
    """What dice typed now would answer; None: nothing."""
    now, first = state, tuple[Option, ...]()
    for _ in range(_MOST_PASSES):
        pending = legal_options.pending(now)
        if isinstance(pending, Roll):
            return Due(pending, first)
        if not isinstance(pending, Choice) or o.Pass() not in pending.options or not _before_dice(now):
            return None
        now, first = answers.apply(now, o.Pass()).state, (*first, o.Pass())
    pending = legal_options.pending(now)
    return Due(pending, first) if isinstance(pending, Roll) else None


def _before_dice(state: State) -> bool:
    """Whether passing leads to dice that nobody has rolled yet, and gives up nothing that is settled."""
    if isinstance(state.frames[-1] if state.frames else None, Reacting):
        return True
    contest = next((one for one in reversed(state.frames) if isinstance(one, Fight | Test)), None)
    if contest is None:
        return not state.frames and state.stage == "take_back"
    return contest is state.frames[-1] and not (contest.faces if isinstance(contest, Fight) else contest.face)
