"""The turn: set-up, phases, activations, reserve (SET-1, TRN-1 to TRN-6, INS-6)."""

from __future__ import annotations

from companion.model.games.asagiri.adventure import goals, objects
from companion.model.games.asagiri.adventure.goals import band_of, play_of
from companion.model.games.asagiri.rules import activations
from companion.model.games.asagiri.skills import triggers
from companion.model.games.asagiri.skills.language.vocabulary import Element
from companion.model.games.asagiri.state import scenario_game
from companion.model.games.asagiri.state.board import BLOCKING, members
from companion.model.games.asagiri.state.stack import Arriving
from companion.model.games.asagiri.state.state import State, replace
from companion.model.games.asagiri.state.vocabulary import (
    BANDS,
    EAST,
    ENEMY_OF,
    EVERY_FACING,
    NORTH,
    SOUTH,
    WEST,
    BandId,
    Facing,
    FigureId,
    SquareId,
    Stage,
    by_figure,
    turned_by,
)
from companion.model.games.asagiri.table.automation import DIALS

from .activations import wear_off
from .events import (
    BandsExchanged,
    CharacterDeployed,
    DieReserved,
    DieTakenBack,
    FirstPlayerRolled,
    InspirationRolled,
    PhaseBegan,
    PhaseEnded,
    SideTaken,
)
from .options import Deploy, Enter
from .rule_modifiers import has_room
from .skill_events import CharacterCameBack, CharacterEntered
from .transition import Transition

# set-up ------------------------------------------------------------------------------------------------------------


def first_player(flow: Transition, faces: tuple[int, int]) -> None:
    """SET-1: the higher die is player A; equal dice are rolled again."""
    flow.tell(FirstPlayerRolled(faces))
    if faces[0] == faces[1]:
        return
    if faces[1] > faces[0]:
        exchange_bands(flow)
        flow.tell(BandsExchanged())
    flow.set(stage=first_stage(flow.state))
    end_deployment(flow)


def first_stage(state: State) -> Stage:
    """What follows when player A is known: recruiting (KAR-6), or the choice of a side, or deployment (ADV-2)."""
    play, roles = state.table.adventure, state.table.roles
    if play is None:
        return "side" if state.draft is None else "recruit"
    anywhere = any(play.record.sides[roles[band]].deploy is None and undeployed(state, band) for band in BANDS)
    return "side" if anywhere else "deploy"


def exchange_bands(flow: Transition) -> None:
    """The two bands change seats: B's characters become A's, with A's ids, and the other way round."""
    table, state = flow.table, flow.state
    order = sorted(range(len(table.characters)), key=lambda n: (1 - table.characters[n].band, n))
    counts = [0, 0]
    characters = []
    for n in order:
        character = table.characters[n]
        band = ENEMY_OF[character.band]
        counts[band] += 1
        characters.append(replace(character, band=band, id=f"{'ab'[band]}{counts[band]}"))
    changed = replace(table, characters=tuple(characters), budgets=table.budgets[::-1], limits=table.limits[::-1])
    if table.adventure is not None:
        changed = replace(changed, roles=table.roles[::-1])
    flow.set(table=changed, figures=tuple(state.figures[n] for n in order), bands=(state.bands[1], state.bands[0]))


def take_side(flow: Transition, facing: Facing) -> None:
    """Player A chooses a side of the board; B has the opposite one."""
    flow.tell(SideTaken(facing))
    flow.set(side=facing, stage="deploy")
    end_deployment(flow)


def undeployed(state: State, band: BandId) -> list[FigureId]:
    """The figures of a band that still have to be put on the board."""
    return [
        n
        for n, figure in by_figure(state.figures)
        if figure.at < 0 and not figure.away and figure.state != "disabled" and state.band_of(n) == band
    ]


def deploying(state: State) -> BandId:
    """The band that deploys: A until all its figures stand, then B; an adventure may have B begin (ADV-2)."""
    first = BANDS[0]
    if state.quest is not None:
        deploys = play_of(state)[0].record.deploys
        first = BANDS[0] if deploys is None else band_of(state, deploys)
    return first if undeployed(state, first) else ENEMY_OF[first]


def side_of(state: State, band: BandId) -> Facing:
    """The side of the board where a band deploys: the one A chose, or the opposite one."""
    side = EVERY_FACING[max(state.side, 0)]
    return side if band == 0 else turned_by(side, 2)


def seat_of(state: State, band: BandId) -> Facing | None:
    """The side of the board that a band has behind it: its own (SET-1), in an adventure the one nearest to where it
    begins; None as long as it has none, or where it begins in the middle.
    """
    begins = 0 if state.quest is None else play_of(state)[0].begins[state.table.roles[band]]
    if not begins:
        return None if state.side < 0 else side_of(state, band)
    offsets = [_off(state, at) for at in members(begins)]
    across, down = sum(off[0] for off in offsets), sum(off[1] for off in offsets)
    if across == down == 0:
        return None
    if abs(across) > abs(down):
        return EAST if across > 0 else WEST
    return SOUTH if down > 0 else NORTH


def _off(state: State, at: SquareId) -> tuple[int, int]:
    """How far a square is from the middle of its floor, to the east and to the south, in half squares."""
    column, row, floor = state.table.board.squares[at]
    rows = state.table.board.floors[floor].rows
    return 2 * column + 1 - len(rows[row]), 2 * row + 1 - len(rows)


def inward(state: State, who: FigureId, at: SquareId) -> Facing:
    """Where a figure put on the board looks when its player does not care: away from its side, or into its floor."""
    if state.quest is None:
        return turned_by(side_of(state, state.band_of(who)), 2)
    across, down = _off(state, at)
    if abs(across) > abs(down):
        return EAST if across < 0 else WEST
    return SOUTH if down < 0 else NORTH


def deployment_squares(state: State, band: BandId) -> list[SquareId]:
    """The free squares of the first row along the band's side that has any (SET-1), or of its zone (ADV-2); a scenario
    card may give more.
    """
    board = state.table.board
    if state.quest is not None:
        zone = play_of(state)[0].record.sides[state.table.roles[band]].deploy
        if zone is not None:
            return zone_squares(state, zone)
    side = side_of(state, band)
    occupied = state.occupied()
    within = scenario_game.rows(state.table)
    found: list[SquareId] = []
    for depth in range(max(board.size)):
        free = [
            square
            for square in board.row_from(side, depth)
            if board.terrain[square] != BLOCKING and not occupied >> square & 1
        ]
        found += free
        if found and depth + 1 >= within:
            break
    return found


def zone_squares(state: State, zone: str) -> list[SquareId]:
    """The free squares of a zone; when it is full, the nearest free ones around it (ADV-2)."""
    board, occupied = state.table.board, state.occupied()
    mask = play_of(state)[0].zones[zone]
    everywhere = (1 << len(board.squares)) - 1
    while True:
        free = [n for n in members(mask & ~occupied) if board.terrain[n] != BLOCKING]
        if free or mask == everywhere:
            return free
        grown = mask
        for square in members(mask):
            for way in board.ways[square]:
                grown |= 1 << way.target
        mask = grown if grown != mask else everywhere


def deploy(flow: Transition, option: Deploy) -> None:
    """Put a figure on the board; when the last one stands, player A begins."""
    flow.figure(option.who, at=option.at, facing=option.facing)
    flow.tell(CharacterDeployed(option.who, option.at, option.facing))
    end_deployment(flow)


def end_deployment(flow: Transition) -> None:
    """With nobody left to be put on the board, player A begins."""
    if flow.state.stage == "deploy" and not any(undeployed(flow.state, band) for band in BANDS):
        begin_phase(flow, 1, BANDS[0])
        triggers.raise_for(flow, BANDS[0], "deployed", "deployed")
        flow.end_if_won()


def arrivals(state: State, arriving: Arriving) -> list[Deploy]:
    """The ways in which a band may bring back a disabled character (KAR-6, scenario cards)."""
    squares = deployment_squares(state, arriving.band)
    return [
        Deploy(n, at, facing)
        for n in scenario_game.may_return(state, arriving)
        for at in squares
        for facing in EVERY_FACING
    ]


def arrive(flow: Transition, option: Deploy) -> None:
    """It comes back shaken; the zeni given for it stay given."""
    flow.figure(option.who, at=option.at, facing=option.facing, state="shaken")
    flow.tell(CharacterCameBack(option.who, option.at, option.facing))


# phases ------------------------------------------------------------------------------------------------------------


def begin_phase(flow: Transition, turn: int, band: BandId) -> None:
    """A phase begins: nobody is activated, nothing used; dice in reserve may be taken back, the others rolled."""
    figures = tuple(
        replace(figure, activated=False, used=_kept_uses(figure.used, band))
        if figure.activated or figure.used
        else figure
        for figure in flow.state.figures
    )
    flow.set(turn=turn, phase=band, figures=figures, active=None, stage="take_back")
    flow.tell(PhaseBegan(turn, band))
    activations.begin_phase(flow)
    if flow.state.quest is not None and goals.due(flow.state):
        flow.set(stage="enter")
    elif not reserved(flow.state, band):
        to_roll(flow)


COUNTED = ("support", "behind", "cover")
"""Dials of what is counted: a table that leaves one alone does not count it; all others it sees to by hand."""


def by_the_rules(state: State) -> State:
    """The state with everything done that the table does by hand, for looking ahead; what it never counts stays out."""
    dials = tuple((id, stop) for id, stop in state.table.dials
                  if id not in DIALS or (stop == "off" and id in COUNTED))  # fmt: skip
    return state if dials == state.table.dials else replace(state, table=replace(state.table, dials=dials))


def supposed_phase(state: State, band: BandId) -> State:
    """The state as a phase of `band` would find it at its activations, its dice not rolled yet; for looking ahead.

    In its own phase nothing has to be supposed but that whatever is being resolved is over.
    """
    state = by_the_rules(state)
    if state.phase == band:
        return replace(state, frames=())
    flow = Transition(replace(state, frames=(), active=None))
    other = state.bands[state.phase]
    flow.band(state.phase, pool=(), aside=other.aside + len(other.pool))
    wear_off(flow, phase=True)
    figures = tuple(
        replace(figure, activated=False, used=_kept_uses(figure.used, band)) for figure in flow.state.figures
    )
    flow.set(phase=band, figures=figures, stage="activations")
    return flow.state


def enter(flow: Transition, option: Enter) -> None:
    """ADV-9: a figure comes onto the board; when nobody else does, on with the phase."""
    flow.figure(option.who, at=option.at, facing=option.facing, away="")
    flow.tell(CharacterEntered(option.who, option.at, option.facing))
    end_entering(flow)


def end_entering(flow: Transition) -> None:
    """With nobody left to come, on with the phase."""
    if flow.state.stage == "enter" and not goals.due(flow.state):
        flow.set(stage="take_back")
        if not reserved(flow.state, flow.state.phase):
            to_roll(flow)


def _kept_uses(used: tuple[str, ...], band: BandId) -> tuple[str, ...]:
    """What stays used when a phase of `band` begins: once a game; once a turn, until the turn's first phase."""
    return tuple(what for what in used if what.startswith("game:") or (band == 1 and what.startswith("turn:")))


def reserved(state: State, band: BandId) -> list[FigureId]:
    """The figures of a band with a die in reserve."""
    return [n for n, figure in by_figure(state.figures) if figure.reserve is not None and state.band_of(n) == band]


def take_back(flow: Transition, who: FigureId) -> None:
    """TRN-2 a: the die is rolled with the others; with no die left in reserve, on to the roll."""
    element = flow.state.figures[who].kept[-1]
    band = flow.state.phase
    flow.leave_reserve(who, element)
    flow.band(band, aside=flow.state.bands[band].aside + 1)
    flow.tell(DieTakenBack(who, element))
    if not reserved(flow.state, band):
        to_roll(flow)


def dice_to_roll(state: State) -> int:
    """How many inspiration dice the phase's player rolls: all that are not in reserve (TRN-2 b)."""
    band = state.bands[state.phase]
    return len(band.pool) + band.aside


def to_roll(flow: Transition) -> None:
    """On to the roll; what settles the game then goes straight on when there is nothing to roll (`goes_on`)."""
    flow.set(stage="roll")


def begin_activations(flow: Transition) -> None:
    """The dice have fallen; skills that speak as a phase begins do so now, when its dice can pay for them."""
    flow.set(stage="activations")
    triggers.raise_for(flow, flow.state.phase, "phase_start", "enemy_phase_start")


def inspiration(flow: Transition, faces: tuple[Element, ...]) -> None:
    """TRN-2 b: the faces rolled are the pool."""
    flow.band(flow.state.phase, pool=faces, aside=0)
    flow.tell(InspirationRolled(flow.state.phase, faces))
    begin_activations(flow)


def goes_on(flow: Transition) -> bool:
    """With nothing left to be resolved: nothing to roll is not rolled, whoever put the dice where they lie (TRN-2 b);
    the phase ends when nothing can be put in reserve any more.
    """
    if flow.state.stage == "roll" and not dice_to_roll(flow.state):
        begin_activations(flow)
        return True
    if flow.state.stage != "reserve" or reservable(flow.state):
        return False
    end_phase(flow)
    return True


def reservable(state: State) -> list[FigureId]:
    """The figures on whose cards an unused die may be put (INS-6); none without unused dice."""
    if not state.bands[state.phase].pool or scenario_game.reserve_refused(state.table) is not None:
        return []
    faces = frozenset(state.bands[state.phase].pool)
    return [n for n in state.on_board(state.phase) if any(has_room(state, n, die) for die in faces)]


def put_in_reserve(flow: Transition, who: FigureId, element: Element) -> None:
    """INS-6: one die on one card; when none can follow, the phase ends."""
    flow.leave_pool(flow.state.phase, element)
    flow.keep(who, (*flow.state.figures[who].kept, element))
    flow.tell(DieReserved(who, element))


def end_phase(flow: Transition) -> None:
    """TRN-2 e: unused dice are lost until the next roll; the other player's phase begins (TRN-1)."""
    state = flow.state
    band = state.bands[state.phase]
    flow.band(state.phase, pool=(), aside=band.aside + len(band.pool))
    flow.tell(PhaseEnded(state.turn, state.phase, len(band.pool)))
    wear_off(flow, phase=True)
    if state.phase == 1 and activations.end_turn(flow) and flow.state.over:
        return
    if state.quest is not None and state.phase == 1:
        objects.end_turn(flow, state.turn)
        if flow.state.over:
            return
    begin_phase(flow, state.turn + state.phase, ENEMY_OF[state.phase])
