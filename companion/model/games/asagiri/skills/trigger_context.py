"""The moment in which a skill speaks: who bears it, against whom, what lies on the table; and whom a selector
means there.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Literal, TypeAlias

import msgspec

from companion.model.games.asagiri.rules.lines import sight
from companion.model.games.asagiri.skills.language.skill import Skill
from companion.model.games.asagiri.skills.language.vocabulary import Alignment, Element, Face, Trait, Window, did_mark
from companion.model.games.asagiri.skills.language.who import Who
from companion.model.games.asagiri.state.board import DIRECTIONS, Board
from companion.model.games.asagiri.state.stack import Announced, Fight, Test
from companion.model.games.asagiri.state.state import State
from companion.model.games.asagiri.state.vocabulary import (
    ENEMY_OF,
    NO_FIGURE,
    NO_SQUARE,
    Facing,
    FigureId,
    Origin,
    SquareId,
    turned_by,
)

Part: TypeAlias = Literal["attacker", "defender"]

_ANNOUNCED: dict[tuple[str, str], Window] = {
    ("combat", "attacker"): "attack",
    ("combat", "defender"): "defense",
    ("shot", "attacker"): "shot",
    ("shot", "defender"): "shot_at",
}
_ROLLED: dict[Window, Window] = {
    "attack": "attack_rolled", "defense": "defense_rolled", "shot": "shot_rolled", "shot_at": "shot_at_rolled",
}  # fmt: skip


class TriggerContext(msgspec.Struct, frozen=True, gc=False):
    """What skills and their conditions look at. `faces`: own die and the enemy's, once they have fallen."""

    window: Window
    who: FigureId
    opponent: FigureId = NO_FIGURE
    part: Part | None = None
    by: Literal["combat", "shot"] | None = None
    behind: bool = False
    faces: tuple[int, int] | None = None
    margin: int = 0
    origin: Origin | None = None
    """Where the die that pays comes from."""
    paid: tuple[tuple[FigureId, Skill], ...] = ()
    """The skills announced by either side, each with its bearer."""
    square: SquareId = NO_SQUARE
    """The square it is about: where the loser stood, where the friend is."""
    stood: SquareId = NO_SQUARE
    """Where its figure stood before it left the board in the middle of what it does."""
    fell: SquareId = NO_SQUARE
    """Where the opponent stood before it left the board."""
    start: SquareId = NO_SQUARE
    """Where its figure stood before anything came of the fight."""
    behind_settled: bool = False
    """`behind` is so whoever ignores it: who does is just being asked."""
    used: str = ""
    """What has been announced: a stat or ``skill:ID``."""
    element: Element | None = None
    """The die that was spent on it."""
    test: Test | None = None
    """The test that is going on."""
    passed: bool | None = None
    """Whether it would be passed, once its die has fallen."""
    uses: tuple[Announced, ...] = ()
    """The dice and skills announced so far by either side."""
    fight: TriggerContext | None = None
    """The moment of whoever fights, when an aura speaks beside it."""
    support_settled: bool = False
    """Supports count whoever forbids or ignores them: who does is just being asked."""

    def supports(self, state: State, n: FigureId) -> bool:
        """CBT-4: whether a figure that does not fight itself adds to the die of its side; without a combat none."""
        return False


def by_of(fight: Fight) -> Literal["combat", "shot"]:
    """Whether blades or arrows."""
    return "combat" if fight.shot is None else "shot"


def announced_window(fight: Fight, attacking: bool) -> Window:
    """The window in which one side announces."""
    return _ANNOUNCED[by_of(fight), "attacker" if attacking else "defender"]


def window_of(fight: Fight, attacking: bool, ahead: int = 0) -> Window:
    """The window of this step for one side; `ahead`: how far that side is ahead, once the dice lie on the table."""
    announced = announced_window(fight, attacking)
    if fight.step.endswith("_rolled"):
        return _ROLLED[announced]
    if fight.step.endswith("_result"):
        return "winning" if ahead > 0 else "losing" if ahead < 0 else "drawing"
    return announced


def of_test(test: Test, paid: tuple[tuple[FigureId, Skill], ...] = ()) -> TriggerContext:
    """A moment of a test, seen from the tester; its opponent is whoever forces it."""
    window: Window = "willpower" if test.stat == "willpower" else "test"
    if test.step == "rolled":
        window = "tested"
    faces = (test.face, test.face) if test.face else None
    return TriggerContext(window, test.who, test.source, faces=faces, paid=paid, test=test, uses=test.uses)


GROUNDS = {".": "clear", "h": "hindering", "a": "aquatic", "s": "stairs"}


def shows(state: State, who: FigureId, trait: Trait | None, alignment: Alignment | None, face: Face | None) -> bool:
    """Whether a figure has this trait, this alignment and this face up; None: not asked."""
    character = state.table.characters[who]
    return (
        (trait is None or trait in character.traits)
        and (alignment is None or alignment == character.alignment)
        and (face is None or face == state.figures[who].state)
    )


def has_moved(state: State, who: FigureId) -> bool:
    """Whether a figure has moved in the activation going on."""
    active = state.active
    return active is not None and active.who == who and active.moved


def has_stepped(state: State, who: FigureId) -> bool:
    """Whether a figure has left its square in the activation going on."""
    active = state.active
    return active is not None and active.who == who and len(active.trail) > 1


def squares_gone(state: State, who: FigureId) -> int:
    """How many squares a figure has gone in the activation going on, of its own or not; stairs count as one."""
    active, board = state.active, state.table.board
    if active is None or active.who != who:
        return 0
    ways = itertools.pairwise(active.trail)
    floors = [square[2] for square in board.squares]
    return sum(board.distance(*way, "chebyshev") if floors[way[0]] == floors[way[1]] else 1 for way in ways)


# figures -----------------------------------------------------------------------------------------------------------


def figures(state: State, wanted: Who, moment: TriggerContext) -> list[FigureId]:
    """Every figure on the board that a selector means, seen from the skill's bearer; `choose` is not looked at."""
    found = [n for n in _begin(state, wanted, moment) if meant(state, n, wanted, moment)]
    if wanted.nearest is None or len(found) < 2:
        return found if wanted.nearest is not False else []
    centre, board = _centre(state, wanted, moment), state.table.board
    metric, at = state.table.options.range_metric, [state.figures[n].at for n in found]
    away = [board.distance(centre, there, metric) if min(centre, there) >= 0 else 99 for there in at]
    return [n for n, squares in zip(found, away, strict=True) if (squares == min(away)) == wanted.nearest]


def _begin(state: State, wanted: Who, moment: TriggerContext) -> list[FigureId]:
    who = moment.who
    if wanted.of == "self":
        return [who]
    if wanted.of == "opponent":
        return [moment.opponent] if moment.opponent >= 0 and state.figures[moment.opponent].at >= 0 else []
    band = state.band_of(who)
    if wanted.of == "enemies":
        return state.on_board(ENEMY_OF[band])
    found = state.on_board(band)
    if wanted.of == "friends":
        return [n for n in found if n != who]
    found = sorted(found + state.on_board(ENEMY_OF[band]))
    return [n for n in found if n != who] if wanted.of == "others" else found


def meant(state: State, n: FigureId, wanted: Who, moment: TriggerContext) -> bool:
    """Whether a figure of the right side fulfils what a selector asks besides."""
    figure = state.figures[n]
    if not shows(state, n, wanted.trait, wanted.alignment, wanted.state):
        return False
    if wanted.equipped is not None and wanted.equipped != (state.table.characters[n].equipment is not None):
        return False
    if wanted.reserve is not None and wanted.reserve != (figure.reserve is not None):
        return False
    if wanted.activated is not None and wanted.activated != figure.activated:
        return False
    if wanted.moved is not None and wanted.moved != has_moved(state, n):
        return False
    if wanted.supporting is not None and wanted.supporting != (moment.fight or moment).supports(state, n):
        return False
    if wanted.did is not None and did_mark(wanted.did) not in figure.used:
        return False
    if wanted.did_not is not None and did_mark(wanted.did_not) in figure.used:
        return False
    character = state.table.characters[n]
    if wanted.worth is not None and character.zeni > wanted.worth:
        return False
    if wanted.namesake is not None and wanted.namesake != (character.name == state.table.characters[moment.who].name):
        return False
    if wanted.token is not None and not any(
        found.effect.token == wanted.token and wanted.own_token in (None, found.source == moment.who)
        for found in state.figures[n].lasting
    ):
        return False
    if wanted.not_trait in character.traits or (wanted.not_token is not None and bears(state, n, wanted.not_token)):
        return False
    return figure.at < 0 or _stands(state, n, wanted, moment)


def bears(state: State, who: FigureId, token: str) -> bool:
    """Whether a figure bears a token of this name."""
    return any(found.effect.token == token for found in state.figures[who].lasting)


def _stands(state: State, n: FigureId, wanted: Who, moment: TriggerContext) -> bool:
    board, at = state.table.board, state.figures[n].at
    if wanted.ground is not None and GROUNDS.get(board.terrain[at]) not in wanted.ground:
        return False
    if wanted.threatened is not None and wanted.threatened != state.in_enemy_zone(n):
        return False
    here, facing = place(state, moment), state.figures[moment.who].facing
    if wanted.controlled is not None:
        zone = state.zone_from(moment.who, here, facing, other=n) if here >= 0 else 0
        if wanted.controlled != bool(zone >> at & 1):
            return False
    if wanted.controlling is not None:
        controls = here >= 0 and bool(state.zone(n, other=moment.who) >> here & 1)
        if wanted.controlling != controls:
            return False
    if wanted.sight is not None and wanted.sight != _in_sight(state, here, facing, at):
        return False
    if not _lies(state, n, wanted, moment, here):
        return False
    if wanted.within is None and wanted.beyond is None:
        return True
    centre = _centre(state, wanted, moment)
    if centre < 0:
        return False
    away = board.distance(centre, at, state.table.options.range_metric)
    if board.squares[centre][2] != board.squares[at][2]:
        away = 99
    return (wanted.within is None or away <= wanted.within) and (wanted.beyond is None or away > wanted.beyond)


def _centre(state: State, wanted: Who, moment: TriggerContext) -> SquareId:
    """The square from which a selector counts; -1: there is none."""
    if wanted.centre in ("place", "token"):
        return moment.square
    if wanted.centre == "opponent" and moment.opponent >= 0:
        at = state.figures[moment.opponent].at
        return moment.fell if at < 0 else at
    return place(state, moment)


def _lies(state: State, n: FigureId, wanted: Who, moment: TriggerContext, here: SquareId) -> bool:
    """Whether a figure stands as a selector has it towards the bearer, further figures and the ground around."""
    board, at = state.table.board, state.figures[n].at
    if wanted.position is not None and not any(position in wanted.position
                                               for position in _positions(state, here, moment.who, at)):  # fmt: skip
        return False
    if wanted.straight is not None and wanted.straight != (here >= 0 and in_line(board, here, at)):
        return False
    if wanted.line is not None:
        opened = here >= 0 and here != at and sight(board, here, at, state.occupied(), state.smoke()).open
        if wanted.line != opened:
            return False
    if wanted.looking is not None and wanted.looking != (
        here >= 0 and board.forward(at, state.figures[n].facing, here) >= 1
    ):
        return False
    if wanted.facing is not None and (wanted.facing == "same") != (
        state.figures[n].facing == state.figures[moment.who].facing
    ):
        return False
    if wanted.near_ground is not None and not any(
        GROUNDS.get(board.terrain[near]) in wanted.near_ground for near in (at, *beside(board, at))
    ):
        return False
    if wanted.walled is not None and wanted.walled != (NO_SQUARE in board.orthogonal[at]):
        return False
    if wanted.next_to is not None and not any(
        state.figures[other].at in beside(board, at) for other in _those(state, n, wanted.next_to, moment)
    ):
        return False
    return wanted.in_zone_of is None or any(
        state.zone(other, other=n) >> at & 1 for other in _those(state, n, wanted.in_zone_of, moment)
    )


def _those(state: State, n: FigureId, of: str, moment: TriggerContext) -> list[FigureId]:
    """The opponent, or friends or enemies of the bearer but for itself and for `n`."""
    if of == "opponent":
        return [moment.opponent] if moment.opponent >= 0 and moment.opponent != n else []
    band = state.band_of(moment.who)
    return [
        other for other in state.on_board(band if of == "friends" else ENEMY_OF[band]) if other not in (n, moment.who)
    ]


def beside(board: Board, at: SquareId) -> list[SquareId]:
    """The squares around one, whatever walls there are."""
    column, row, floor = board.squares[at]
    around = ((column + dx, row + dy, floor) for dx, dy in DIRECTIONS)
    return [board.index[square] for square in around if square in board.index]


def in_line(board: Board, one: SquareId, other: SquareId) -> bool:
    """Whether two squares lie on one row, column or diagonal of a floor."""
    (c0, r0, f0), (c1, r1, f1) = board.squares[one], board.squares[other]
    return one != other and f0 == f1 and (c0 == c1 or r0 == r1 or abs(c1 - c0) == abs(r1 - r0))


def _positions(state: State, here: SquareId, who: FigureId, at: SquareId) -> Iterator[str]:
    """How a square lies to a figure, as it looks (VIS-1)."""
    board, facing = state.table.board, state.figures[who].facing
    if here < 0 or board.squares[here][2] != board.squares[at][2] or here == at:
        return
    forward, across = board.forward(here, facing, at), board.forward(here, turned_by(facing, 1), at)
    yield "front" if forward > 0 else "behind" if forward < 0 else "beside"
    if forward > 0 and not across:
        yield "ahead"


def sees(state: State, who: FigureId, other: FigureId) -> bool:
    """Whether a figure has another in its field of vision with an open line of fire (VIS-1, SHT-4)."""
    here = state.figures[who]
    return _in_sight(state, here.at, here.facing, state.figures[other].at)


def _in_sight(state: State, here: SquareId, facing: Facing, there: SquareId) -> bool:
    board = state.table.board
    if here < 0 or there < 0 or board.forward(here, facing, there) < 1:
        return False
    return sight(board, here, there, state.occupied(), state.smoke()).open


def place(state: State, moment: TriggerContext) -> SquareId:
    """Where the moment's figure stands, or stood when what it does took it off the board; -1: nowhere."""
    here = state.figures[moment.who].at
    return moment.stood if here < 0 else here
