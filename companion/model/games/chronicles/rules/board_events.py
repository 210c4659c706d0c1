"""What happened on the board besides where a figure stands now: ways, tokens put elsewhere, doors."""

from __future__ import annotations

from companion.model.core.contract import Event
from companion.model.games.chronicles.state.options import At


class ZoneEntered(Event, frozen=True, tag="ZoneEntered"):
    """MOV-1: on the way; `FigureMoved` says where it ends."""

    figure: str
    zone: str


class TokenMoved(Event, frozen=True, tag="TokenMoved"):
    """A token was put elsewhere (effect `hosts`)."""

    token: str
    at: At


class DoorOpened(Event, frozen=True, tag="DoorOpened"):
    """BRD-5."""

    at: At
    side: str


class DoorReinforced(Event, frozen=True, tag="DoorReinforced"):
    """BRD-5, effect `reinforce`."""

    at: At
    side: str
