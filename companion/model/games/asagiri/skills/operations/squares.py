"""What skills do to squares: tokens that lie on them, set off or barring the way, smoke, areas, another ground;
the disabled brought back to one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias

import msgspec

from companion.model.core.contract import Option
from companion.model.core.refusal import Problem, empty, twice
from companion.model.core.words import N_, Message, plural, say
from companion.model.games.asagiri.adventure.goals import locked
from companion.model.games.asagiri.rules import options as o
from companion.model.games.asagiri.rules.events import DoorOpened
from companion.model.games.asagiri.rules.lines import sight
from companion.model.games.asagiri.rules.skill_events import (
    CharacterCameBack,
    DoorClosed,
    GroundChanged,
    SquareTokenLaid,
)
from companion.model.games.asagiri.rules.transition import Transition
from companion.model.games.asagiri.skills.language.skill import Context, Effect, Skill, Voice
from companion.model.games.asagiri.skills.language.vocabulary import (
    AFTER,
    OVER,
    PHASES,
    EffectPlace,
    Face,
    Lasts,
    Phrase,
    Trait,
    Window,
    any_of,
    listed,
    only_in,
    trait,
)
from companion.model.games.asagiri.skills.language.who import Who
from companion.model.games.asagiri.skills.operation import PHASES_LEFT, Operation, lasting_words, left, moment
from companion.model.games.asagiri.skills.trigger_context import GROUNDS, TriggerContext, place
from companion.model.games.asagiri.state.board import DIRECTIONS, members
from companion.model.games.asagiri.state.stack import EffectFrame
from companion.model.games.asagiri.state.state import SquareToken, State, replace
from companion.model.games.asagiri.state.vocabulary import ENEMY_OF, EVERY_FACING, FigureId, SquareId, by_figure
from companion.model.grid import Edge

from .places import free_within

if TYPE_CHECKING:
    AnyEffect: TypeAlias = Operation  # the package, where all are known, gives it its whole meaning

ON_SQUARES: tuple[Window, ...] = ("activation", *AFTER, *PHASES, "activation_end", "deployed")
WHOSE_STEP = {"enemies": N_("enemies"), "friends": N_("its own side"), "all": N_("anybody")}
SPRUNG = {
    "enemies": N_("{said}. When an enemy enters it: {effects}"),
    "friends": N_("{said}. When a friend enters it: {effects}"),
    "all": N_("{said}. When anybody enters it: {effects}"),
}
LAID = {
    "adjacent": N_("this character lays the token “{token}” on a free adjacent square, not behind a wall"),
    "left": N_("this character lays the token “{token}” on the square that it has just left"),
}
LYING: tuple[Lasts, ...] = ("phase", "turn", "whole_turn", "next_phase", "own_phase", "game")
"""How long a token may lie."""

Soil: TypeAlias = Literal["clear", "hindering", "aquatic"]
"""Ground that can become another one."""
BECOMES: dict[Soil, str] = {
    "clear": N_("clear ground"),
    "hindering": N_("hindering terrain"),
    "aquatic": N_("aquatic terrain"),
}
TURNED: dict[Soil, str] = {
    "clear": N_("{squares} becomes clear ground"),
    "hindering": N_("{squares} becomes hindering terrain"),
    "aquatic": N_("{squares} becomes aquatic terrain"),
}


def in_line_of_fire(state: State, here: SquareId, squares: Iterable[SquareId]) -> list[SquareId]:
    """Those of the squares to which the line of fire is open; one's own counts."""
    board, occupied, smoke = state.table.board, state.occupied(), state.smoke()
    return [at for at in squares if at == here or sight(board, here, at, occupied, smoke).open]


class Lay(Operation, frozen=True, tag="lay"):
    """A token is laid on a free square, or with `within` 0 on the bearer's own; whoever enters it is the opponent.

    It is gone once it has been used up, when its time is over and, unless it `stays`, when the bearer leaves the board.
    """

    windows = ON_SQUARES
    by_bearer = True
    phrase = Phrase(
        N_("Lay a token on a square"),
        N_("lay the token {name} within {within} squares, {most} at once"),
        parts={
            "where": "{where}",
            "by": N_("set off by {by}"),
            "uses": N_("{uses} times"),
            "blocks": N_("barred to {blocks}"),
            "smoke": N_("smoke {smoke} squares around"),
            "lasts": "{lasts}",
        },
        flags={
            "stops": (N_("ends the movement"), N_("does not end the movement")),
            "line": (N_("in the line of fire"), N_("out of sight too")),
            "stays": (N_("stays when this character has left the board"), N_("goes with this character")),
        },
        nested={"entered": N_("when it is set off"), "holds": N_("while it lies")},
        offers={
            "entered": N_("what happens to whoever enters"),
            "holds": N_("what holds while it lies"),
            "where": N_("where exactly"),
            "by": N_("who sets it off"),
            "uses": N_("how often"),
            "blocks": N_("whom it bars"),
            "smoke": N_("smoke"),
        },
        values={
            "by": WHOSE_STEP,
            "blocks": WHOSE_STEP,
            "where": {
                "adjacent": N_("adjacent, not behind a wall"),
                "left": N_("on the square that this character has just left"),
            },
        },
        start={"name": "trap", "entered": [{"type": "become", "state": "shaken", "who": {"of": "opponent"}}]},
    )

    name: Trait
    entered: tuple[AnyEffect, ...] = ()
    within: Annotated[int, msgspec.Meta(ge=0, le=12)] = 1
    where: Literal["adjacent", "left"] | None = None
    """One step away, not through a wall; or where the bearer stood before its last step, until it acts."""
    most: Annotated[int, msgspec.Meta(ge=1, le=12)] = 1
    """No more of them than that lie at once."""
    by: Literal["enemies", "friends", "all"] = "enemies"
    """Who sets it off; friends are all of the bearer's band."""
    uses: Annotated[int, msgspec.Meta(ge=0, le=9)] = 1
    """How often; 0: whenever somebody enters."""
    stops: bool = False
    """The movement of whoever sets it off ends there."""
    blocks: Literal["enemies", "all"] | None = None
    """Whose way it bars, as a figure would (MOV-5, GEO-2, RET-2)."""
    smoke: Annotated[int, msgspec.Meta(ge=0, le=3)] | None = None
    """No line of fire leads through the squares so near, or from or to them (SHT-4)."""
    holds: tuple[AnyEffect, ...] = ()
    """What holds while it lies; the place is its square."""
    line: bool = False
    """The line of fire from the bearer to its square is open."""
    lasts: Lasts = "game"
    stays: bool = False
    """It does not go with whoever has laid it."""

    @property
    def _sprung(self) -> bool:
        """Whether anything comes of entering it."""
        return bool(self.entered) or self.stops

    def unheard(self, place: EffectPlace) -> Message | None:
        if self.lasts == "phase" and place.window in OVER:
            return say("The phase is over: this would end before anything happens.")
        if self.where == "left" and place.window != "activation":
            return only_in(("activation",))
        if self.where == "left" and place.automatic:
            return say("Nothing happens automatically at this moment: the skill must have a cost or be optional.")
        return None

    def problems(self, at: str, context: Context) -> Iterator[Problem]:
        if not self._sprung and not self.holds and self.blocks is None and self.smoke is None:
            yield from empty(f"{at}/entered", self.entered)
        if self._sprung and (self.blocks == "all" or (self.blocks == self.by == "enemies")):
            yield Problem(f"{at}/blocks", say("Whoever would set it off cannot enter its square."))
        if self.lasts not in LYING:
            yield Problem(f"{at}/lasts", say("A token lies at least until the end of a phase."))
        if not self._sprung and (self.uses != 1 or self.by != "enemies"):
            yield Problem(f"{at}/by", say("Nothing happens when it is entered."))
        if self.line and not self.within:
            yield Problem(f"{at}/line", say("This compares the bearer's position with itself."))
        if self.where is not None and (self.within != 1 or self.line):
            yield Problem(f"{at}/where", say("This already says on which square."))
        inner = context.deeper(places=(EffectPlace("approached", automatic=True),), automatic=True)
        yield from inner.problems(self.entered, f"{at}/entered")
        around = context.deeper(places=(EffectPlace("always", automatic=True, laid=True),), automatic=True)
        yield from around.problems(self.holds, f"{at}/holds")
        for n, effect in enumerate(self.holds):
            if any(type(part).lends is not Effect.lends for _, part in effect.parts):
                yield Problem(f"{at}/holds/{n}", say("This does not just hold."))

    def words(self, voice: Voice) -> Message:
        if self.where is not None:
            said = Message(LAID[self.where], (("token", trait(self.name)),))
        elif self.within:
            said = plural("this character lays the token “{token}” on a free square within {count} square",
                          "this character lays the token “{token}” on a free square within {count} squares",
                          self.within, token=trait(self.name))  # fmt: skip
        else:
            said = say("this character lays the token “{token}” on its square", token=trait(self.name))
        if self.line:
            said = say("{said} in its line of fire", said=said)
        if self.most > 1:
            said = plural("{said} ({count} at most at once)", "{said} ({count} at most at once)", self.most, said=said)
        said = lasting_words(said, self.lasts) if self.lasts != "game" else said
        if self.stays:
            said = say("{said}; it stays there when this character has left the board", said=said)
        inner = replace(voice, tested=False)
        if self.blocks is not None:
            said = say("{said}. Enemies cannot enter its square", said=said) if self.blocks == "enemies" else \
                say("{said}. Nobody can enter its square", said=said)  # fmt: skip
        if self.smoke is not None:
            said = plural("{said}. No line of fire leads through or into the squares within {count} square of it",
                          "{said}. No line of fire leads through or into the squares within {count} squares of it",
                          self.smoke, said=said) if self.smoke else \
                say("{said}. No line of fire leads through or into its square", said=said)  # fmt: skip
        if self.holds:
            said = say("{said}. While it lies: {effects}", said=said, effects=inner.sequence(self.holds))
        if self._sprung:
            ends = [say("its movement ends")] if self.stops else []
            inner = replace(inner, entering=self.by != "enemies")
            done = [inner.sequence(self.entered)] if self.entered else []
            said = Message(SPRUNG[self.by], (("said", said), ("effects", listed([*ends, *done]))))
        if self._sprung and self.uses != 1:
            said = plural("{said} ({count} time)", "{said} ({count} times)", self.uses, said=said) if self.uses else \
                say("{said} (every time)", said=said)  # fmt: skip
        return voice.enclosed(said)

    def _squares(self, state: State, who: FigureId) -> list[SquareId]:
        here = state.figures[who].at
        if here < 0 or sum(token.name == self.name and token.source == who for token in state.tokens) >= self.most:
            return []
        if self.where is not None:
            squares = self._exactly(state, who, here)
        else:
            squares = free_within(state, here, self.within) if self.within else [here]
        if self.line:
            squares = in_line_of_fire(state, here, squares)
        return [at for at in squares if state.token_at(at) is None]

    def _exactly(self, state: State, who: FigureId, here: SquareId) -> list[SquareId]:
        active, near = state.active, free_within(state, here, 1)
        if self.where == "adjacent":
            reached = {way.target for way in state.table.board.ways[here]}
            return [at for at in near if at in reached]
        walking = active is not None and active.who == who and active.stepped and not (active.over and active.acted)
        return [at for at in active.trail[-2:-1] if at in near] if active is not None and walking else []

    def could(self, state: State, moment: TriggerContext) -> bool:
        return bool(self._squares(state, moment.who))

    def ask(self, state: State, frame: EffectFrame) -> Sequence[Option]:
        return [o.Place(at) for at in self._squares(state, frame.who)]

    def do(self, flow: Transition, frame: EffectFrame, option: Option | None) -> None:
        if isinstance(option, o.Place):
            laid = self.laid(option.at, frame.skill, frame.who, left(flow, frame, self.lasts))
            flow.set(tokens=(*flow.state.tokens, laid))
            flow.tell(SquareTokenLaid(frame.who, option.at, self.name))

    def laid(self, at: SquareId, skill: Skill, who: FigureId, left: int | None = None) -> SquareToken:
        """The token on a square; what it does when it is set off is a skill of its own."""
        left = PHASES_LEFT[self.lasts] if left is None else left
        if self.entered:
            skill = replace(skill, when=("approached",), effects=self.entered, element=None, dice=(), action=False,
                            optional=False, once=None, conditions=(), provenance={})  # fmt: skip
        return SquareToken(at, self.name, skill, who, self.by if self._sprung else "nobody", self.stops, self.uses,
                           self.blocks or "", -1 if self.smoke is None else self.smoke, self.holds, left,
                           self.stays)  # fmt: skip


class Terrain(Operation, frozen=True, tag="terrain"):
    """Squares become another ground for the rest of the game: one that is chosen, and those around it."""

    windows = ON_SQUARES
    by_bearer = True
    phrase = Phrase(
        N_("Change the ground"),
        N_("a square within {within} becomes {to}"),
        parts={"around": N_("with those {around} squares around"), "of": N_("only of {of}")},
        flags={"line": (N_("in the line of fire"), N_("out of sight too"))},
        offers={"around": N_("how many squares around"), "of": N_("only which ground")},
        values={"to": BECOMES, "of": BECOMES},
        start={"to": "hindering"},
    )

    to: Soil
    within: Annotated[int, msgspec.Meta(ge=0, le=12)] = 1
    """How far from the bearer; 0: its own."""
    around: Annotated[int, msgspec.Meta(ge=0, le=2)] = 0
    """The squares so near to it as well."""
    of: tuple[Soil, ...] | None = None
    """Only squares of one of these."""
    line: bool = False
    """The line of fire from the bearer to the square is open."""

    def problems(self, at: str, context: Context) -> Iterator[Problem]:
        if self.of is not None:
            yield from empty(f"{at}/of", self.of)
            yield from twice(f"{at}/of", self.of)
            if self.to in self.of:
                yield Problem(f"{at}/of", say("This changes nothing."))
        if self.line and not self.within:
            yield Problem(f"{at}/line", say("This compares the bearer's position with itself."))

    def words(self, voice: Voice) -> Message:
        said = plural("a square within {count} square", "a square within {count} squares", self.within) if self.within \
            else say("this character’s square")  # fmt: skip
        if self.line:
            said = say("{said} in its line of fire", said=said)
        if self.around:
            said = plural("{said}, with all within {count} square of it,",
                          "{said}, with all within {count} squares of it,", self.around, said=said)  # fmt: skip
        if self.of:
            said = say("{said} ({ground} only)", said=said, ground=any_of([Message(BECOMES[one]) for one in self.of]))
        said = Message(TURNED[self.to], (("squares", said),))
        return say("{said} for the rest of the game", said=said)

    def _changes(self, state: State, at: SquareId) -> list[SquareId]:
        """The squares that change around one."""
        board, wanted = state.table.board, set(self.of or BECOMES) - {self.to}
        if board.terrain[at] not in GROUNDS:
            return []
        around = board.within(at, self.around, state.table.options.range_metric)
        return [n for n in members(around) if GROUNDS.get(board.terrain[n]) in wanted]

    def _squares(self, state: State, who: FigureId) -> list[SquareId]:
        board, here = state.table.board, state.figures[who].at
        if here < 0:
            return []
        around = board.within(here, self.within, state.table.options.range_metric)
        found = [n for n in members(around) if self._changes(state, n)]
        return in_line_of_fire(state, here, found) if self.line else found

    def could(self, state: State, moment: TriggerContext) -> bool:
        return bool(self._squares(state, moment.who))

    def ask(self, state: State, frame: EffectFrame) -> Sequence[Option]:
        return [o.Place(at) for at in self._squares(state, frame.who)]

    def do(self, flow: Transition, frame: EffectFrame, option: Option | None) -> None:
        if not isinstance(option, o.Place):
            return
        changed = self._changes(flow.state, option.at)
        letter = next(letter for letter, ground in GROUNDS.items() if ground == self.to)
        flow.set(table=replace(flow.table, board=flow.table.board.with_terrain(changed, letter)))
        for at in changed:
            flow.tell(GroundChanged(frame.who, at, self.to))


class Door(Operation, frozen=True, tag="door"):
    """The door straight ahead is removed; or put back where it was removed, with no enemy behind it (KAR-5)."""

    windows = ("activation",)
    by_bearer = True
    phrase = Phrase(
        N_("Open or close a door"),
        N_("{what} the door straight ahead"),
        values={"what": {"open": N_("open"), "close": N_("close again")}},
    )

    what: Literal["open", "close"]

    def words(self, voice: Voice) -> Message:
        if self.what == "open":
            return say("this character opens the closed door straight ahead of it")
        return say("this character closes the open door straight ahead of it, unless an enemy stands behind it")

    def _edge(self, state: State, who: FigureId) -> Edge | None:
        board, figure = state.table.board, state.figures[who]
        if figure.at < 0:
            return None
        if self.what == "open":
            return None if state.quest is not None and locked(state, who) else board.door(figure.at, figure.facing)
        edge = board.opening(figure.at, figure.facing)
        (column, row, floor), (dx, dy) = board.squares[figure.at], DIRECTIONS[2 * figure.facing]
        behind = board.index.get((column + dx, row + dy, floor), -1)
        enemies = [state.figures[n].at for n in state.on_board(ENEMY_OF[state.band_of(who)])]
        return None if behind in enemies else edge

    def could(self, state: State, moment: TriggerContext) -> bool:
        return self._edge(state, moment.who) is not None

    def do(self, flow: Transition, frame: EffectFrame, option: Option | None) -> None:
        edge = self._edge(flow.state, frame.who)
        if edge is None:
            return
        board, figure, closed = flow.table.board, flow.state.figures[frame.who], self.what == "close"
        flow.set(table=replace(flow.table, board=board.with_door(board.squares[figure.at][2], edge, closed=closed)))
        flow.tell((DoorClosed if closed else DoorOpened)(frame.who, figure.at, figure.facing))


class Revive(Operation, frozen=True, tag="revive"):
    """A disabled figure of the bearer's band, chosen by its player, comes back near it, activated already.

    What it was worth stays lost, and is lost again when it falls again.
    """

    phrase = Phrase(
        N_("Bring back the disabled"),
        N_("a disabled friend worth up to {zeni} zeni comes back within {within} squares, {state}"),
    )

    zeni: Annotated[int, msgspec.Meta(ge=1, le=12)] = 3
    within: Annotated[int, msgspec.Meta(ge=1, le=6)] = 1
    state: Face = "shaken"

    @property
    def who(self) -> Who:
        return Who(of="friends", choose=1)

    def words(self, voice: Voice) -> Message:
        said = plural("a disabled friend of your choice worth {zeni} zeni or less comes back within {count} square",
                      "a disabled friend of your choice worth {zeni} zeni or less comes back within {count} squares",
                      self.within, zeni=self.zeni)  # fmt: skip
        return say("{said}; it is vigilant", said=said) if self.state == "vigilant" \
            else say("{said}; it is shaken", said=said)  # fmt: skip

    def targets(self, state: State, moment: TriggerContext) -> list[FigureId]:
        band = state.band_of(moment.who)
        return [
            n
            for n, (character, figure) in by_figure(zip(state.table.characters, state.figures, strict=True))
            if character.band == band and figure.state == "disabled" and figure.at < 0 and not figure.away
            and character.kami is None and 0 < character.value <= self.zeni
        ] if self._squares(state, moment) else []  # fmt: skip

    def _squares(self, state: State, moment: TriggerContext) -> list[SquareId]:
        here = place(state, moment)
        return free_within(state, here, self.within, state.band_of(moment.who)) if here >= 0 else []

    def ask(self, state: State, frame: EffectFrame) -> Sequence[Option]:
        return [o.Place(at, facing) for at in self._squares(state, moment(frame)) for facing in EVERY_FACING]

    def do(self, flow: Transition, frame: EffectFrame, option: Option | None) -> None:
        if isinstance(option, o.Place):
            flow.figure(frame.target, at=option.at, facing=option.facing, state=self.state, activated=True)
            flow.tell(CharacterCameBack(frame.target, option.at, option.facing))


Squares: TypeAlias = Lay | Terrain | Door | Revive
