"""Where figures stand: pushed, followed, swapped, turned, led, put somewhere else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Literal, TypeAlias

import msgspec

from companion.model.core.contract import Option
from companion.model.core.refusal import Problem, empty, twice
from companion.model.core.words import N_, Message, plural, say
from companion.model.games.asagiri.rules import fight_results, movement
from companion.model.games.asagiri.rules import options as o
from companion.model.games.asagiri.rules.events import CharacterTurned
from companion.model.games.asagiri.rules.rule_modifiers import freedom, unbound
from companion.model.games.asagiri.rules.skill_events import (
    CharacterPushed,
    CharactersSwapped,
    CharacterWent,
)
from companion.model.games.asagiri.rules.transition import Transition
from companion.model.games.asagiri.skills import triggers
from companion.model.games.asagiri.skills.language.skill import Context, Voice
from companion.model.games.asagiri.skills.language.vocabulary import GROUND_WORDS, Ground, Phrase, any_of
from companion.model.games.asagiri.skills.language.who import OPPONENT, SELF, Who
from companion.model.games.asagiri.skills.operation import Operation, moment
from companion.model.games.asagiri.skills.trigger_context import GROUNDS, TriggerContext, in_line, place
from companion.model.games.asagiri.state.board import BLOCKING, DIRECTIONS, members
from companion.model.games.asagiri.state.stack import EffectFrame
from companion.model.games.asagiri.state.state import State, replace
from companion.model.games.asagiri.state.vocabulary import ENEMY_OF, EVERY_FACING, Facing, FigureId, SquareId

PASS = o.Pass()
OWN = ("self", "friends")
"""Of the bearer's band, so that nobody wonders whose player moves them."""


def put(flow: Transition, who: FigureId, at: SquareId) -> None:
    """A figure stands somewhere else, told before; an active one has stood there (CBT-5), and tokens may lie there."""
    flow.figure(who, at=at)
    active = flow.state.active
    if active is not None and active.who == who:
        flow.activation(trail=(*active.trail, at), brought=True)
    triggers.entered(flow, who)


def as_movement(flow: Transition, frame: EffectFrame) -> None:
    """What a skill of its movement does with the active figure is movement: it begins by then (TRN-4)."""
    active = flow.state.active
    mine = active is not None and frame.window == "movement" and active.who == frame.target
    if mine and active is not None and not active.over and flow.table.edition > 2:
        movement.begin(flow, active)


def free_within(state: State, centre: SquareId, squares: int, band: int | None = None) -> list[SquareId]:
    """The free squares of the same floor at most so many squares away that can be stood on, by figures of a band where
    no token bars them.
    """
    board = state.table.board
    taken = state.occupied() | (0 if band is None else state.barred(band))
    around = board.within(centre, squares, state.table.options.range_metric) & ~taken
    return [at for at in members(around) if board.terrain[at] not in BLOCKING]


class Push(Operation, frozen=True, tag="push"):
    """Moved straight away from the bearer (or towards it), up to so many squares, as far as there is room."""

    harm = "push"
    phrase = Phrase(
        N_("Push"),
        N_("push {who} by {squares} squares"),
        flags={"towards": (N_("towards this character"), N_("away from this character"))},
    )

    squares: Annotated[int, msgspec.Meta(ge=1, le=6)] = 1
    who: Who = OPPONENT
    towards: bool = False

    def whom_problems(self, who: Who, at: str) -> Iterator[Problem]:
        if who.of == "self":
            yield Problem(at, say("The bearer makes no sense here."))

    def words(self, voice: Voice) -> Message:
        who = voice.each(self.who)
        if self.towards:
            return plural("{who} is pulled {count} square closer", "{who} is pulled up to {count} squares closer",
                          self.squares, who=who)  # fmt: skip
        return plural("{who} is pushed {count} square away", "{who} is pushed up to {count} squares away",
                      self.squares, who=who)  # fmt: skip

    def do(self, flow: Transition, frame: EffectFrame, option: Option | None) -> None:
        board = flow.table.board
        here, start = place(flow.state, moment(frame)), flow.state.figures[frame.target].at
        if here < 0 or start < 0 or here == start:
            return
        (c0, r0, _f), (c1, r1, _g) = board.squares[here], board.squares[start]
        direction = DIRECTIONS.index(((c1 > c0) - (c1 < c0), (r1 > r0) - (r1 < r0)))
        direction = (direction + 4) % 8 if self.towards else direction
        at = start
        for _n in range(self.squares):
            way = board.way_by_direction[at].get(direction)
            if way is None or not way.open(flow.state.in_the_way(frame.target)):
                break
            at = way.target
        if at != start:
            flow.tell(CharacterPushed(frame.target, start, at))
            put(flow, frame.target, at)


class Swap(Operation, frozen=True, tag="swap"):
    """The bearer and the figure exchange places."""

    harm = "push"
    by_bearer = True
    phrase = Phrase(N_("Swap places"), N_("swap places with {who}"))

    who: Who = OPPONENT

    def whom_problems(self, who: Who, at: str) -> Iterator[Problem]:
        if who.of == "self":
            yield Problem(at, say("The bearer makes no sense here."))
        elif not who.single and who.choose != 1:
            yield Problem(at, say("Exactly one figure must be chosen here."))

    def words(self, voice: Voice) -> Message:
        return say("this character swaps places with {who}", who=voice.each(self.who))

    def concerns(self, state: State, n: FigureId, moment: TriggerContext) -> bool:
        return unbound(state, moment.who, moment)

    def do(self, flow: Transition, frame: EffectFrame, option: Option | None) -> None:
        here, there = flow.state.figures[frame.who].at, flow.state.figures[frame.target].at
        if here < 0 or there < 0 or here == there:
            return
        as_movement(flow, replace(frame, target=frame.who))
        flow.tell(CharactersSwapped(frame.who, frame.target))
        flow.figure(frame.target, at=-1)
        put(flow, frame.who, there)
        put(flow, frame.target, here)


class TurnFigure(Operation, frozen=True, tag="turn"):
    """The bearer's player turns the figure for nothing, as wanted or within these bounds."""

    phrase = Phrase(
        N_("Turn a figure"),
        N_("turn {who} as wanted"),
        parts={"by": "{by}"},
        flags={
            "towards": (N_("so that it faces this character"), N_("whatever it then faces")),
            "must": (N_("it must be turned"), N_("if this character’s player wants")),
        },
        offers={"by": N_("how far")},
        values={"by": {"quarter": N_("by a quarter-turn")}},
    )

    who: Who = SELF
    by: Literal["quarter"] | None = None
    towards: bool = False
    """Until it has the bearer in its field of vision, as the target of a shot turns (SHT-6)."""
    must: bool = False

    def whom_problems(self, who: Who, at: str) -> Iterator[Problem]:
        if self.towards and who.of == "self":
            yield Problem(at, say("The bearer makes no sense here."))

    def words(self, voice: Voice) -> Message:
        how = "towards" if self.towards else "quarter" if self.by else "wanted"
        said = Message(TURNS[how, self.must, self.who.of in OWN], (("who", voice.each(self.who)),))
        return say("{said} by a quarter-turn", said=said) if self.towards and self.by else said

    def concerns(self, state: State, n: FigureId, moment: TriggerContext) -> bool:
        return unbound(state, n, moment, turning=True) and bool(self._facings(state, n, moment.who))

    def _facings(self, state: State, n: FigureId, bearer: FigureId) -> list[Facing]:
        figure, here = state.figures[n], state.figures[bearer].at
        found = [facing for facing in EVERY_FACING if facing != figure.facing]
        if self.by:
            found = [facing for facing in found if (facing - figure.facing) % 2]
        if self.towards:
            seen = fight_results.facings_into_vision(state, n, here) if here >= 0 else []
            found = [facing for facing in found if facing in seen]
        return found

    def ask(self, state: State, frame: EffectFrame) -> Sequence[Option]:
        found = [o.Face(facing) for facing in self._facings(state, frame.target, frame.who)]
        return found if self.must else (*found, PASS)

    def do(self, flow: Transition, frame: EffectFrame, option: Option | None) -> None:
        if isinstance(option, o.Face):
            as_movement(flow, frame)
            before = flow.state.figures[frame.target].facing
            flow.figure(frame.target, facing=option.facing)
            if flow.state.active is not None and flow.state.active.who == frame.target:
                flow.activation(brought=True)
            flow.tell(CharacterTurned(frame.target, before, option.facing))


TURNS = {
    ("wanted", False, True): N_("{who} may be turned as wanted"),
    ("wanted", True, True): N_("{who} must turn to another facing"),
    ("wanted", False, False): N_("this character may turn {who} as wanted"),
    ("wanted", True, False): N_("this character must turn {who} to another facing"),
    ("quarter", False, True): N_("{who} may make a quarter-turn"),
    ("quarter", True, True): N_("{who} must make a quarter-turn"),
    ("quarter", False, False): N_("this character may turn {who} by a quarter-turn"),
    ("quarter", True, False): N_("this character turns {who} by a quarter-turn"),
    ("towards", False, True): N_("{who} may turn to face this character"),
    ("towards", True, True): N_("{who} turns to face this character"),
    ("towards", False, False): N_("this character may make {who} turn to face it"),
    ("towards", True, False): N_("{who} turns to face this character"),
}
"""By how, whether it must, and whether it is of the bearer's band."""


class Led(Operation, frozen=True):
    """A figure comes to another square that its bearer's player chooses."""

    def concerns(self, state: State, n: FigureId, moment: TriggerContext) -> bool:
        return unbound(state, n, moment)

    def do(self, flow: Transition, frame: EffectFrame, option: Option | None) -> None:
        if isinstance(option, o.Place):
            as_movement(flow, frame)
            start = flow.state.figures[frame.target].at
            flow.tell(CharacterWent(frame.target, start, option.at))
            put(flow, frame.target, option.at)


class Follow(Led, frozen=True, tag="follow"):
    """The bearer may step into the square that the loser has left."""

    windows = ("won",)
    by_bearer = True
    phrase = Phrase(
        N_("Follow-up step"),
        N_("step into the square that the loser has left"),
        flags={"must": (N_("it must"), N_("if its player wants"))},
    )

    must: bool = False

    def words(self, voice: Voice) -> Message:
        if self.must:
            return say("this character must step into the square that the loser has left")
        return say("this character may step into the square that the loser has left")

    def could(self, state: State, moment: TriggerContext) -> bool:
        board, figure, taken = state.table.board, state.figures[moment.who], state.in_the_way(moment.who)
        if moment.square < 0 or taken >> moment.square & 1:
            return False
        if state.table.edition < 4 or figure.at < 0 or not board.within(figure.at, 1, "chebyshev") >> moment.square & 1:
            return True
        free = freedom(state, moment.who, "always")
        return any(
            way.target == moment.square for way, _ in movement.strides(board, figure.at, figure.facing, taken, free)
        )

    def ask(self, state: State, frame: EffectFrame) -> Sequence[Option]:
        if not self.could(state, moment(frame)):
            return (PASS,)
        return (o.Place(frame.square),) if self.must else (o.Place(frame.square), PASS)


class Go(Led, frozen=True, tag="go"):
    """A free movement of up to `squares` steps into free squares, whatever they cost; zones do not end it."""

    phrase = Phrase(
        N_("Free movement"),
        N_("{who} may move {squares} squares at no cost"),
        flags={"straight": (N_("in a straight line"), N_("any way round"))},
    )

    squares: Annotated[int, msgspec.Meta(ge=1, le=6)] = 1
    who: Who = SELF
    straight: bool = False
    """Every step in the direction of the first."""

    def words(self, voice: Voice) -> Message:
        who = voice.each(self.who)
        if self.who.of in OWN:
            said = plural("{who} may move {count} square at no cost", "{who} may move up to {count} squares at no cost",
                          self.squares, who=who)  # fmt: skip
        else:
            said = plural("this character may move {who} {count} square at no cost",
                          "this character may move {who} up to {count} squares at no cost",
                          self.squares, who=who)  # fmt: skip
        return say("{said} in a straight line", said=said) if self.straight else said

    def ask(self, state: State, frame: EffectFrame) -> Sequence[Option]:
        at = state.figures[frame.target].at
        if frame.left == 0 or at < 0:
            return (PASS,)
        occupied = state.in_the_way(frame.target)
        ways = [way for way in state.table.board.ways[at] if way.open(occupied)]
        if self.straight and frame.direction >= 0:
            ways = [way for way in ways if way.direction == frame.direction]
        return (*(o.Place(way.target) for way in ways), PASS)

    def do(self, flow: Transition, frame: EffectFrame, option: Option | None) -> None:
        left = (self.squares if frame.left < 0 else frame.left) - 1
        if left and isinstance(option, o.Place):
            ways = flow.table.board.ways[flow.state.figures[frame.target].at]
            direction = next(way.direction for way in ways if way.target == option.at) if self.straight else -1
            flow.push(replace(frame, left=left, direction=direction))
        Led.do(self, flow, frame, option)


class Leap(Led, frozen=True, tag="leap"):
    """Put on a free square within `squares`, over whatever lies between."""

    phrase = Phrase(
        N_("Leap"),
        N_("{who} may be put on a free square within {squares}"),
        parts={"ground": "{ground}", "away": N_("at least {away} squares away from every enemy")},
        flags={
            "safe": (N_("outside enemy control zones"), N_("in any control zone")),
            "straight": (N_("in a straight line"), N_("any way round")),
            "over": (N_("over a figure in between"), N_("whatever lies in between")),
            "must": (N_("it must be put there"), N_("if this character’s player wants")),
        },
        offers={"ground": N_("on which ground"), "away": N_("how far from every enemy")},
    )

    squares: Annotated[int, msgspec.Meta(ge=1, le=40)] = 3
    who: Who = SELF
    safe: bool = False
    """Outside the control zones of its enemies."""
    straight: bool = False
    over: bool = False
    """Straight over a neighbour to the square beyond it."""
    ground: tuple[Ground, ...] | None = None
    """On one of these."""
    away: Annotated[int, msgspec.Meta(ge=1, le=40)] | None = None
    """At least so many squares from each of its enemies."""
    must: bool = False

    def problems(self, at: str, context: Context) -> Iterator[Problem]:
        if self.over and self.squares != 2:
            yield Problem(f"{at}/over", say("Over a neighbour is 2 squares away."))
        if self.ground is not None:
            yield from empty(f"{at}/ground", self.ground)
            yield from twice(f"{at}/ground", self.ground)

    def words(self, voice: Voice) -> Message:
        said = self._within(voice)
        if self.over:
            said = say("{said}, straight over a figure next to it", said=said)
        elif self.straight:
            said = say("{said} in a straight line", said=said)
        if self.ground:
            said = say("{said} {place}", said=said, place=any_of([Message(GROUND_WORDS[one]) for one in self.ground]))
        if self.away is not None:
            said = plural("{said}, at least {count} square away from every enemy",
                          "{said}, at least {count} squares away from every enemy", self.away, said=said)  # fmt: skip
        return say("{said}, outside enemy control zones", said=said) if self.safe else said

    def _within(self, voice: Voice) -> Message:
        who, own = voice.each(self.who), self.who.of in OWN
        if self.squares == ANYWHERE:
            return Message(ANYWHERE_WORDS[self.must, own], (("who", who),))
        if self.must and own:
            return plural("{who} is put on a free square within {count} square",
                          "{who} is put on a free square within {count} squares", self.squares, who=who)  # fmt: skip
        if self.must:
            return plural("this character puts {who} on a free square within {count} square of where it stands",
                          "this character puts {who} on a free square within {count} squares of where it stands",
                          self.squares, who=who)  # fmt: skip
        if own:
            return plural("{who} may be put on a free square within {count} square",
                          "{who} may be put on a free square within {count} squares", self.squares,
                          who=who)  # fmt: skip
        return plural("this character may put {who} on a free square within {count} square of where it stands",
                      "this character may put {who} on a free square within {count} squares of where it stands",
                      self.squares, who=who)  # fmt: skip

    def ask(self, state: State, frame: EffectFrame) -> Sequence[Option]:
        here, who = state.figures[frame.target].at, frame.target
        board, found = state.table.board, free_within(state, here, self.squares, state.band_of(who))
        if self.safe:
            closed = state.zone_against(state.band_of(who), other=who)
            found = [at for at in found if not closed >> at & 1]
        if self.straight or self.over:
            found = [at for at in found if in_line(board, here, at)]
        if self.over:
            taken = state.occupied()
            found = [at for at in found if (between := board.between(here, at)) >= 0 and taken >> between & 1]
        if self.ground is not None:
            found = [at for at in found if GROUNDS.get(board.terrain[at]) in self.ground]
        if self.away is not None:
            enemies = [state.figures[n].at for n in state.on_board(ENEMY_OF[state.band_of(who)])]
            metric = state.table.options.range_metric
            near = [foe for foe in enemies if board.squares[foe][2] == board.squares[here][2]]
            found = [at for at in found if all(board.distance(at, foe, metric) >= self.away for foe in near)]
        places = [o.Place(at) for at in found]
        return places if self.must else (*places, PASS)


ANYWHERE = 40
"""Squares: as far as a board may reach."""
ANYWHERE_WORDS = {
    (False, True): N_("{who} may be put on any free square"),
    (True, True): N_("{who} is put on any free square"),
    (False, False): N_("this character may put {who} on any free square"),
    (True, False): N_("this character puts {who} on any free square"),
}


Places: TypeAlias = Push | Follow | Swap | TurnFigure | Go | Leap
