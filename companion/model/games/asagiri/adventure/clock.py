"""What the end of a turn means for an adventure (ADV-10, ADV-12)."""

from __future__ import annotations

from companion.model.games.asagiri.rules.skill_events import ZoneHeld
from companion.model.games.asagiri.rules.transition import Flow
from companion.model.games.asagiri.state.state import replace

from .goals import band_of, play_of, there


def end_turn(flow: Flow, turn: int) -> None:
    """A turn has ended: zones are counted as held or not, and the end of the game is looked at."""
    state = flow.state
    play, quest = play_of(state)
    held = []
    for hold, before in zip(play.holds, quest.held, strict=True):
        band = band_of(state, hold.side)
        mask = play.zones[hold.zone]
        now = len(there(state, band, mask)) >= hold.count and not there(state, 1 - band, mask)
        if hold.at is not None:
            held.append(1 if before or (now and turn == hold.at) else 0)
        else:
            held.append(before if before >= hold.turns else before + 1 if now else 0)
        if now and held[-1] > before:
            flow.tell(ZoneHeld(band, hold.zone, held[-1]))
    flow.set(quest=replace(quest, held=tuple(held), ended=turn))
    flow.end_if_won()
