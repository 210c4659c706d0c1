"""A figure in the hand: what would come of putting it down here, and putting it down."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from companion.model.core.contract import Option
from companion.model.core.refusal import Refusal
from companion.model.core.words import Message, say
from companion.model.systems.asagiri import mirror, refusals
from companion.model.systems.asagiri.edit import Place
from companion.model.systems.asagiri.text import square_words
from companion.ui.table.game import Game

from . import asks
from .overlays.marks import cost_of, way_of

Purpose: TypeAlias = Literal["move", "hand", "deploy"]


@dataclass(frozen=True)
class Verdict:
    """What the rules say of a place: the way and its cost, or why not."""

    at: int
    facing: int
    way: tuple[tuple[int, int], ...] = ()
    cost: int = 0
    refusal: Refusal | None = None


class Drag:
    """A figure that a person holds. `facing` is None until it is turned in the hand."""

    def __init__(self, game: Game, who: int, purpose: Purpose) -> None:
        """Pick it up; nothing is changed."""
        self.game, self.who, self.purpose = game, who, purpose
        figure = game.state.figures[who]
        self.start = figure.at
        self.facing: int | None = asks.deployment_facing(game.state) if purpose == "deploy" else None
        self.at = -1
        self.verdict: Verdict | None = None

    @property
    def shown_facing(self) -> int:
        """The facing that the figure in the hand has: as turned, as the way ends, or as it stood."""
        if self.facing is not None:
            return self.facing
        verdict = self.verdict
        if verdict is not None and verdict.refusal is None and verdict.way and self.purpose == "move":
            return verdict.way[-1][1]
        return self.game.state.figures[self.who].facing

    def turn(self, by: int) -> None:
        """Turn it in the hand by quarter-turns."""
        self.facing = (self.shown_facing + by) % 4
        self.verdict = None

    def over(self, at: int) -> Verdict | None:
        """What the rules say of the square below; None beside the board."""
        if at != self.at or self.verdict is None:
            self.at = at
            self.verdict = self._judge(at) if at >= 0 else None
        return self.verdict

    def _judge(self, at: int) -> Verdict:
        state = self.game.state
        before = state.figures[self.who].facing
        if self.purpose == "deploy":
            facing = self.facing if self.facing is not None else before
            return Verdict(at, facing, refusal=refusals.check(state, asks.deploys(self.game, self.who, at, facing)))
        if self.start < 0:
            refusal = refusals.move_refused(state, self.who, at, self.shown_facing)
            return Verdict(at, self.shown_facing, refusal=refusal)
        wanted = self.facing if self.purpose == "move" else self.shown_facing
        if at == self.start and wanted in (None, before):
            return Verdict(at, before)
        found = mirror.route(state, self.who, at, wanted)
        if isinstance(found, Refusal):
            return Verdict(at, before if wanted is None else wanted, refusal=found)
        options: tuple[Option, ...] = tuple(found)
        way = way_of(options, self.start, before)
        return Verdict(at, way[-1][1] if way else before, tuple(way), cost_of(options))

    def words(self) -> Message | None:
        """The verdict in words."""
        verdict = self.verdict
        if verdict is None:
            return None
        if verdict.refusal is not None:
            return say("{why} ({rule})", why=verdict.refusal.why, rule=verdict.refusal.rule)
        if not verdict.way:
            return None
        where = square_words(self.game.state, verdict.at)
        return say("{square}: {cost} points", square=where, cost=verdict.cost)

    def drop(self) -> bool:
        """Put it down where it is held; False when nothing came of it."""
        verdict, game = self.verdict, self.game
        if verdict is None:
            return False
        if self.purpose == "deploy":
            if verdict.refusal is None or not game.tracking:
                return game.choose(asks.deploys(game, self.who, verdict.at, verdict.facing))
            return game.correct(Place(self.who, verdict.at, verdict.facing), rule=verdict.refusal.rule)
        if verdict.at == self.start and not verdict.way and verdict.refusal is None:
            return False
        if self.purpose == "hand":
            if self.start < 0:
                return game.correct(Place(self.who, verdict.at, self.shown_facing))
            return game.move_by_hand(self.who, verdict.at, self.shown_facing)
        return game.move(self.who, verdict.at, self.facing)


def purpose_of(game: Game, who: int) -> Purpose | None:
    """What picking up this figure would be for; None when it stays where it is."""
    if who < 0:
        return None
    if who in asks.deployable(game):
        return "deploy"
    if game.tracking:
        return "hand"
    if asks.own(game, who) and game.state.figures[who].at >= 0 and mirror.reachable(game.state, who):
        return "move"
    return None
