"""Followers that join at set-up, where the heroes are fewer than the scenario recommends (SET-12)."""

from __future__ import annotations

from companion.model.core.contract import Option, Pending
from companion.model.core.words import say
from companion.model.games.chronicles.rules import outfit
from companion.model.games.chronicles.rules.followers import free_slots, joins
from companion.model.games.chronicles.rules.part import Part, asks_captain
from companion.model.games.chronicles.rules.transition import Transition
from companion.model.games.chronicles.state import frames as f
from companion.model.games.chronicles.state import options as o
from companion.model.games.chronicles.state.state import State, replace

JOIN = say("Choose a follower to join a hero, or go on")


def begin(t: Transition) -> None:
    """As many may join as heroes are missing."""
    scenario = t.box.scenarios.get(t.now.table.scenario or "")
    wanted = scenario.heroes.recommended if scenario is not None else None
    if wanted is not None and wanted > len(t.now.heroes):
        t.push(f.JoinFrame(wanted - len(t.now.heroes)))


def _options(state: State, frame: f.JoinFrame) -> list[Option]:
    taken = {figure.card for figure in state.figures}
    free = [card for card in state.table.box.followers if card not in taken] if frame.left else []
    return [o.AddFollower(state.captain, seat, card) for seat in free_slots(state) for card in free]


def _goes_on(t: Transition, frame: f.JoinFrame) -> bool:
    if _options(t.now, frame):
        return False
    t.pop()
    return True


def _ask(state: State, frame: f.JoinFrame) -> Pending:
    return asks_captain(state, JOIN, [*_options(state, frame), o.Enough(state.captain)])


def _chosen(t: Transition, frame: f.JoinFrame, option: Option) -> None:
    if not isinstance(option, o.AddFollower):
        t.pop()
        return
    t.become(replace(frame, left=frame.left - 1))
    joins(t, outfit.begins_with(t.box, option.card, option.hero))


JOINING = Part(_ask, _chosen, resume=_goes_on)
