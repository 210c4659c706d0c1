"""A figure in the hand: what would come of putting it down here, and putting it down."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from companion.model.core.contract import Option
from companion.model.core.refusal import Refusal
from companion.model.core.words import Message, say
from companion.model.games.asagiri.rules import options as o
from companion.model.games.asagiri.rules import refusals
from companion.model.games.asagiri.state.formatting import square_words
from companion.model.games.asagiri.table import corrections
from companion.model.games.asagiri.table.commands import Answer, Byhand, in_words, strike
from companion.model.games.asagiri.table.corrections import Place
from companion.ui.games.asagiri.controller.game import Game

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
    strikes: tuple[Answer, ...] = ()
    """The ways to fight the enemy who stands there."""


class Drag:
    """A figure that a person holds. `facing` is None until it is turned in the hand; `leaning` is the side of a square
    towards which it is held: it will look there, where the rules let it.
    """

    def __init__(self, game: Game, who: int, purpose: Purpose) -> None:
        self.game, self.who, self.purpose = game, who, purpose
        figure = game.state.figures[who]
        self.start = figure.at
        self.facing: int | None = asks.deployment_facing(game.state) if purpose == "deploy" else None
        self.at = self.leaning = -1
        self.verdict: Verdict | None = None

    @property
    def shown_facing(self) -> int:
        """The facing that the figure in the hand has: as turned, as the way ends, or as it stood."""
        if self.facing is not None:
            return self.facing
        verdict = self.verdict
        if verdict is not None and verdict.refusal is None and verdict.way:
            return verdict.way[-1][1]
        if verdict is not None and self.purpose == "hand" and self.leaning >= 0 and not verdict.strikes:
            return self.leaning
        return self.game.state.figures[self.who].facing

    def turn(self, by: int) -> None:
        """Turn it in the hand by quarter-turns."""
        self.facing = (self.shown_facing + by) % 4
        self.verdict = None

    def over(self, at: int, leaning: int = -1) -> Verdict | None:
        """What the rules say of the square below; None beside the board."""
        if (at, leaning) != (self.at, self.leaning) or self.verdict is None:
            self.at, self.leaning, self.verdict = at, leaning, None
            self.verdict = self._judge(at) if at >= 0 else None
        return self.verdict

    def _judge(self, at: int) -> Verdict:
        state = self.game.state
        before = state.figures[self.who].facing
        if self.purpose == "deploy":
            facing = self.facing if self.facing is not None else before
            return Verdict(at, facing, refusal=refusals.check(state, o.Deploy(self.who, at, facing)))
        if self.start < 0:
            refusal = refusals.move_refused(state, self.who, at, self.shown_facing)
            return Verdict(at, self.shown_facing, refusal=refusal)
        enemy = asks.standing(state, at)
        if enemy >= 0 and state.band_of(enemy) != state.band_of(self.who):
            ways = strike(state, self.who, enemy)
            refused = ways[0].refusal if isinstance(ways[0], Byhand) else ways[0]
            return Verdict(at, before, refusal=refused if isinstance(refused, Refusal) else None, strikes=ways)
        return self._judge_way(at, before)

    def _judge_way(self, at: int, before: int) -> Verdict:
        """The first facing that can be had: as turned in the hand, as it is held, as it comes."""
        state = self.game.state
        kept = before if self.purpose == "hand" else None
        wishes = [self.facing] if self.facing is not None else [*([self.leaning] if self.leaning >= 0 else []), kept]
        for wanted in wishes:
            if at == self.start and wanted in (None, before):
                return Verdict(at, before)
            found = corrections.route(state, self.who, at, wanted)
            if not isinstance(found, Refusal):
                options: tuple[Option, ...] = tuple(found)
                way = way_of(options, self.start, before)
                return Verdict(at, way[-1][1] if way else before, tuple(way), cost_of(options))
        assert isinstance(found, Refusal)
        looking = wishes[0] if wishes[0] is not None else before
        return Verdict(at, looking, refusal=found)

    def words(self) -> Message | None:
        """The verdict in words."""
        verdict = self.verdict
        if verdict is None:
            return None
        if verdict.strikes and verdict.refusal is None:
            return in_words(self.game.state, verdict.strikes[0])
        if verdict.refusal is not None:
            return say("{why} ({rule})", why=verdict.refusal.why, rule=verdict.refusal.rule)
        if not verdict.way:
            return None
        where = square_words(self.game.state, verdict.at)
        return say("{square}: cost {cost}", square=where, cost=verdict.cost)

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
            return game.move_by_hand(self.who, verdict.at, verdict.facing)
        return game.move(self.who, verdict.at, verdict.facing if verdict.way else self.facing)


def purpose_of(game: Game, who: int) -> Purpose | None:
    """What picking up this figure would be for; None when it stays where it is."""
    if who < 0:
        return None
    if who in asks.deployable(game):
        return "deploy"
    if game.tracking:
        return "hand"
    if asks.own(game, who) and game.state.figures[who].at >= 0:
        strikes = asks.attacks(game, who) or asks.shots(game, who)
        if strikes or corrections.reachable(game.state, who):
            return "move"
    return None
