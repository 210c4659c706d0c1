"""All the figures of one game, worked out together."""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from companion.model.core.contract import Over
from companion.model.core.session import Session
from companion.model.core.words import Name
from companion.model.games.asagiri.rules.events import BandsExchanged
from companion.model.games.asagiri.rules.skill_events import HonourUsed
from companion.model.games.asagiri.state.state import SEATS, State

from .chance import Chance, chances
from .fights import Fight, fights
from .ground import Ground, ground
from .losses import Losses, losses
from .luck import Luck, luck
from .passage import passages


class Person(msgspec.Struct, frozen=True):
    """A figure of the game, as figures name it."""

    id: str
    band: int
    name: Name
    card: str | None
    member: str
    """Who it is in the roster of a campaign."""
    zeni: int
    state: str
    """How the game left it: ``vigilant``, ``shaken``, ``disabled``."""
    honour: str = ""
    """The one it came with (CAM-3)."""
    honour_used: bool = False


class GameFigures(msgspec.Struct, frozen=True):
    """Everything about one game, up to its present."""

    people: tuple[Person, ...]
    """By figure."""
    steps: int
    turns: int
    finished: bool
    winner: int | None
    """The band that has won, once it has."""
    exchanged: bool
    """The roll for player A gave the seats to the other bands (SET-1)."""
    losses: Losses
    chances: tuple[Chance, ...]
    luck: Luck
    ground: Ground
    fights: tuple[Fight, ...]


def figures(session: Session[State], *, with_chances: bool = True) -> GameFigures:
    """Of a game of Asagiri; the chances take most of the time."""
    game = list(passages(session))
    last = game[-1].state if game else session.state_at(0)
    over = session.system.pending(last)
    finished = isinstance(over, Over)
    winner = SEATS.index(over.winner) if isinstance(over, Over) and over.winner is not None else None
    used = {event.who for passage in game for event in passage.events if isinstance(event, HonourUsed)}
    lost = losses(session.state_at(0), game)
    return GameFigures(
        people(last, used),
        session.present,
        lost.turns,
        finished,
        winner,
        any(isinstance(event, BandsExchanged) for passage in game for event in passage.events),
        lost,
        chances(game) if with_chances else (),
        luck(game),
        ground(game),
        fights(game),
    )


def people(state: State, used: Collection[int] = ()) -> tuple[Person, ...]:
    """Everybody of the game, as it is now; `used`: those who have made use of their honours."""
    table = state.table
    return tuple(
        Person(
            c.id, c.band, table.called[n], c.card, c.member, c.value, state.figures[n].state, c.honour or "", n in used
        )
        for n, c in enumerate(table.characters)
    )
