"""The state of a game of Asagiri: what never changes during it (the table), and what does.

Figures are known by their place in `Table.characters`; bands by 0 (player A) and 1 (player B). What is being resolved
is in `stack`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar, cast

import msgspec

from companion.model.core.chance import DieKind
from companion.model.core.schema import Printable
from companion.model.games.asagiri.skills.language.skill import Effect, Guards, Skill
from companion.model.games.asagiri.skills.language.vocabulary import Element, Matter
from companion.model.games.asagiri.state.stack import Active, Frame
from companion.model.games.asagiri.state.table import DraftState, Honour, Profile, Table, without_zones
from companion.model.games.asagiri.state.vocabulary import (
    BANDS,
    NO_FACING,
    NO_FIGURE,
    NO_SQUARE,
    NORTH,
    Away,
    BandId,
    Condition,
    Facing,
    FigureId,
    SquareId,
    Stage,
    by_figure,
)

T = TypeVar("T", bound=msgspec.Struct)

SEATS = ("A", "B")
band_of_seat = cast("Callable[[str], BandId]", SEATS.index)
ALIGNMENTS = ("demon_hunter", "evil_creature", "mercenary")
INSPIRATION = DieKind("inspiration", ("fire", "water", "air", "earth", "tori"), (1, 1, 1, 1, 2))
"""CMP-4."""


class Lasting(msgspec.Struct, frozen=True, gc=False):
    """An effect that goes on for a figure after the skill has been used; a token is one, too."""

    effect: Effect
    skill: Printable
    """The id of the skill it came from."""
    source: FigureId
    """The figure whose skill it was."""
    left: Annotated[int, msgspec.Meta(ge=-102, le=99)]
    """How many more ends of phases it survives; 0: till the end of the activation, -1: for the rest of the game.

    Below that: till the end of the fight or test at whose bottom `Closing` lies on the stack, at the place -2 - `left`.
    """


class SquareToken(msgspec.Struct, frozen=True, gc=False):
    """A token that a skill has laid on a square; who enters it sets off `skill`."""

    at: SquareId
    name: Printable
    skill: Skill
    """What it does when it is set off; else the skill that has laid it."""
    source: FigureId
    by: Literal["enemies", "friends", "all", "nobody"] = "enemies"
    """Who sets it off, seen from `source`."""
    stops: bool = False
    """Whoever sets it off moves no further."""
    uses: Annotated[int, msgspec.Meta(ge=0, le=9)] = 1
    """How often it can still be set off; 0: as often as anybody enters."""
    blocks: Literal["", "enemies", "all"] = ""
    """Who cannot enter its square."""
    smoke: Annotated[int, msgspec.Meta(ge=-1, le=3)] = -1
    """No line of fire leads through the squares so near, or ends there; -1: it blocks none."""
    holds: tuple[Effect, ...] = ()
    """What holds as long as it lies, seen from `source` with this square as the place."""
    left: Annotated[int, msgspec.Meta(ge=-1, le=99)] = -1
    """How many more ends of phases it survives; -1: it lies for good."""
    stays: bool = False
    """It does not go with `source`."""

    @property
    def holding(self) -> Iterator[tuple[Guards, Effect]]:
        """What holds, each with conditions of its own."""
        return (part for effect in self.holds for part in effect.parts)


class Figure(msgspec.Struct, frozen=True, gc=False):
    """What happens to a character: where it stands (-1: not on the board), how it looks, what it has used."""

    at: SquareId = NO_SQUARE
    facing: Facing = NORTH
    state: Condition = "vigilant"
    reserve: Element | None = None
    activated: bool = False
    used: tuple[str, ...] = ()
    """Stats raised and skills used this phase (INS-3, SKL-1): ``attack``, ``skill:house:code-of-honour``; what is used
    up for longer begins with ``turn:`` or ``game:``.
    """
    spent: bool = False
    """Its single-use equipment has been turned over."""
    more: tuple[Element, ...] = ()
    """Further dice in reserve on a card that may hold several."""
    lasting: tuple[Lasting, ...] = ()
    away: Away = ""
    honour_lost: bool = False
    """Its honour has been used, or it has been disabled (CAM-3)."""

    @property
    def kept(self) -> tuple[Element, ...]:
        """Every die in reserve on the card."""
        return () if self.reserve is None else (self.reserve, *self.more)


class Band(msgspec.Struct, frozen=True, gc=False):
    """The dice and losses of one player."""

    pool: tuple[Element, ...] = ()
    aside: int = 4
    gone: int = 0
    lost: int = 0
    earned: int = 0
    """Zeni that a scenario card has given beside those of disabled enemies (KAR-6)."""


class Thing(msgspec.Struct, frozen=True, gc=False):
    """What happens to an object, a cache or a captive: where it lies (-1: nowhere), who carries it (-1: nobody).

    `gone`: an object not found yet, or carried off the board (`through` a zone, by `side`); a cache searched; a
    captive freed. `side`: 0 or 1, the side that found an object or carried it off, -1 before.
    """

    at: SquareId = NO_SQUARE
    bearer: FigureId = NO_FIGURE
    gone: Literal["", "hidden", "out", "searched", "freed"] = ""
    through: str = ""
    side: int = -1


class Quest(msgspec.Struct, frozen=True, gc=False):
    """What an adventure remembers beyond the figures. `things` are as in `Play.things`, `held` as in `Play.holds`."""

    things: tuple[Thing, ...] = ()
    held: tuple[int, ...] = ()
    """For each `hold`: the turns in a row so far."""
    ended: int = 0
    """The last turn that has ended."""
    exits: tuple[tuple[FigureId, str], ...] = ()
    """The figures that have left the board, and through which zone."""
    before: tuple[tuple[str, bool], ...] = ()
    """What was known of earlier adventures."""
    solid: int = 0
    """The mask of squares that captives take up."""


class State(msgspec.Struct, frozen=True, gc=False):
    """Everything about a game at one moment. `frames` is the stack of what is being resolved, the top one last."""

    table: Table
    figures: tuple[Figure, ...]
    bands: tuple[Band, Band] = (Band(), Band())
    turn: int = 1
    phase: BandId = BANDS[0]
    stage: Stage = "activations"
    side: Facing = NO_FACING
    """The side of the board that player A chose, -1 before."""
    active: Active | None = None
    frames: tuple[Frame, ...] = ()
    over: bool = False
    draft: DraftState | None = None
    """The game is still being put together (KAR-6)."""
    quest: Quest | None = None
    tokens: tuple[SquareToken, ...] = ()
    """What skills have laid on squares, one on each at most."""

    def smoke(self) -> int:
        """The mask of the squares through which no line of fire leads (SHT-4)."""
        mask = 0
        for token in self.tokens:
            if token.smoke >= 0:
                mask |= self.table.board.within(token.at, token.smoke, self.table.options.range_metric)
        return mask

    def barred(self, band: int) -> int:
        """The mask of the squares that tokens bar to the figures of a band (MOV-5)."""
        mask = 0
        for token in self.tokens:
            if token.blocks == "all" or (token.blocks == "enemies" and self.band_of(token.source) != band):
                mask |= 1 << token.at
        return mask

    def in_the_way(self, who: FigureId) -> int:
        """The mask of the squares that a figure cannot enter: others stand there, or a token bars them (MOV-5)."""
        mask, at = self.occupied(), self.figures[who].at
        if self.tokens:
            mask |= self.barred(self.band_of(who))
        return mask & ~(1 << at) if at >= 0 else mask

    def sets_off(self, token: SquareToken, band: int) -> bool:
        """Whether figures of a band set it off by entering its square."""
        return token.by == "all" or (
            token.by != "nobody" and (token.by == "friends") == (self.band_of(token.source) == band)
        )

    def token_at(self, at: SquareId) -> SquareToken | None:
        """The token on a square."""
        return next((token for token in self.tokens if token.at == at), None)

    def band_of(self, who: FigureId) -> BandId:
        """0 or 1."""
        return self.table.characters[who].band

    def on_board(self, band: BandId) -> list[FigureId]:
        """The figures of a band that stand on the board."""
        characters = self.table.characters
        return [n for n, figure in by_figure(self.figures) if figure.at >= 0 and characters[n].band == band]

    def face(self, who: FigureId) -> Profile:
        """The face of the profile card that shows."""
        character = self.table.characters[who]
        return character.vigilant if self.figures[who].state == "vigilant" else character.shaken

    def skills(self, who: FigureId) -> tuple[Skill, ...]:
        """The skills of the face showing, of the equipment still usable (SKL-5) and borrowed; the honour (CAM-3)."""
        character, figure = self.table.characters[who], self.figures[who]
        boon = None if figure.honour_lost else character.boon
        given = self._granted(figure) if figure.lasting else ()
        if figure.lasting and any(found.effect.silences for found in figure.lasting):
            return given if boon is None else (*given, boon)
        equipment = character.equipment
        own = (character.vigilant if figure.state == "vigilant" else character.shaken).skills
        if equipment and equipment.skills and not figure.spent:
            own += equipment.skills
        if "borrow" in self.table.speaks:
            lent = (found for skill in own for effect in skill.effects for found in effect.lends(self, who, skill))
            own = tuple({found.id: found for found in (*own, *lent)}.values())
        own += given
        return own if boon is None else (*own, boon)

    def _granted(self, figure: Figure) -> tuple[Skill, ...]:
        """The skills that effects give a figure for a while."""
        found: list[Skill] = []
        for lasting in figure.lasting:
            if lasting.effect.grants:
                printed = (skill for character in self.table.characters for skill in character.printed)
                named = next((skill for skill in printed if skill.id == lasting.skill), None)
                skill = None if named is None else lasting.effect.granted(named)
                if skill is not None and skill not in found:
                    found.append(skill)
        return tuple(found)

    def honour(self, who: FigureId) -> Honour | None:
        """The honour that a figure still has (CAM-3)."""
        honour = self.table.characters[who].honour
        return None if honour is None or self.figures[who].honour_lost else honour

    def occupied(self) -> int:
        """The mask of squares with a figure on them, captives included (ADV-8)."""
        mask = 0 if self.quest is None else self.quest.solid
        for figure in self.figures:
            if figure.at >= 0:
                mask |= 1 << figure.at
        return mask

    def zone(self, who: FigureId, matter: Matter | None = None, other: FigureId = NO_FIGURE) -> int:
        """The mask of the squares this figure controls (CTL-1), as skills have it (SKL-3).

        They may change it for one matter alone, or towards some figures alone: `other` is who asks.
        """
        figure = self.figures[who]
        if figure.at < 0:
            return 0
        if "zone" in self.table.speaks:
            return self._changed_zone(who, matter, other)
        return self.table.board.zones[figure.at][figure.facing]

    def zone_from(
        self, who: FigureId, at: SquareId, facing: Facing, matter: Matter | None = None, other: FigureId = NO_FIGURE
    ) -> int:
        """What this figure would control, standing there."""
        if "zone" in self.table.speaks:
            return self.with_figure(who, replace(self.figures[who], at=at, facing=facing)).zone(who, matter, other)
        return self.table.board.zones[at][facing]

    def zone_against(self, band: BandId, matter: Matter | None = None, other: FigureId = NO_FIGURE) -> int:
        """The mask of the squares that the enemies of `band` control."""
        zones, characters, mask = self.table.board.zones, self.table.characters, 0
        changed = "zone" in self.table.speaks
        for n, figure in by_figure(self.figures):
            if figure.at >= 0 and characters[n].band != band:
                mask |= self._changed_zone(n, matter, other) if changed else zones[figure.at][figure.facing]
        return mask

    def in_enemy_zone(self, who: FigureId, matter: Matter | None = None) -> bool:
        """Whether this figure stands in an enemy control zone."""
        at = self.figures[who].at
        return at >= 0 and bool(self.zone_against(self.band_of(who), matter, who) >> at & 1)

    def _changed_zone(self, who: FigureId, matter: Matter | None, other: FigureId) -> int:
        """`zone` of a figure on the board; for the skills that change it themselves, zones are those of CTL-1."""
        plain = replace(self, table=without_zones(self.table))
        bearers = (who, *(n for n, reaching in self.table.auras if n != who and "zone" in reaching))
        found = [
            effect
            for n in bearers
            if plain.figures[n].at >= 0
            for skill in plain.skills(n)
            if "zone" in skill.about
            for guards, effect, key in skill.parts
            if key == "zone" and effect.lasts == "use" and effect.reshapes(plain, n, skill, who, guards=guards)
        ]
        found += [
            effect
            for token in self.tokens
            for guards, effect in token.holding
            if effect.key == "zone" and effect.reshapes(plain, token.source, None, who, token.at, guards)
        ]
        figure = self.figures[who]
        found += [lasting.effect for lasting in figure.lasting if lasting.effect.key == "zone"]
        zone = self.table.board.zones[figure.at][figure.facing]
        for effect in sorted(found, key=lambda effect: effect.rank):
            zone = effect.reshaped(plain, who, zone, matter, other)
        return zone

    def with_figure(self, who: FigureId, figure: Figure) -> State:
        """The state with one figure changed."""
        figures = self.figures
        return msgspec.structs.replace(self, figures=(*figures[:who], figure, *figures[who + 1 :]))

    def with_band(self, which: BandId, band: Band) -> State:
        """The state with one band's dice or losses changed."""
        return msgspec.structs.replace(self, bands=(band, self.bands[1]) if which == 0 else (self.bands[0], band))

    def push(self, *frames: Frame) -> State:
        """The state with frames put on the stack; the last one is resolved first."""
        return msgspec.structs.replace(self, frames=self.frames + frames)

    def pop(self) -> State:
        """The state without its top frame."""
        return msgspec.structs.replace(self, frames=self.frames[:-1])

    def swap_top(self, frame: Frame) -> State:
        """The state with its top frame replaced."""
        return msgspec.structs.replace(self, frames=(*self.frames[:-1], frame))


if TYPE_CHECKING:

    def replace(value: T, **changes: Any) -> T:
        """`msgspec.structs.replace`, typed."""
else:
    replace = msgspec.structs.replace  # itself: states are copied at every step
