"""What every enemy could reach and attack in its next phase, or in what is left of it: who, how, with which die.

The rules' own reach (MOV-1 to MOV-8) from where the figures stand now, doors opened first (KAR-5) included; from every
square and facing reached, the control zone (CBT-1) and the lines of every shot (SHT-2 to SHT-4). Dice in reserve are
there; an air die, or the die of a shot, may fall: that is said. Skills that would be used on the way are not foreseen.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property, reduce
from itertools import groupby, repeat
from operator import or_
from typing import Literal, TypeAlias

import msgspec

from companion.model.games.asagiri.adventure import goals
from companion.model.games.asagiri.rules import fights, legal_options, movement
from companion.model.games.asagiri.rules.lines import line
from companion.model.games.asagiri.rules.options import OpenDoor
from companion.model.games.asagiri.rules.rule_modifiers import LEAVING, attack_reach, freedom, passable, prevented
from companion.model.games.asagiri.rules.transition import Transition
from companion.model.games.asagiri.rules.turn import supposed_phase
from companion.model.games.asagiri.skills.language.skill import Skill
from companion.model.games.asagiri.skills.language.vocabulary import Element
from companion.model.games.asagiri.skills.modifiers import movement_points, shielded
from companion.model.games.asagiri.state import scenario_game
from companion.model.games.asagiri.state.board import BLOCKING, Board, members
from companion.model.games.asagiri.state.state import State, replace
from companion.model.games.asagiri.state.vocabulary import ENEMY_OF, BandId, Facing, FigureId, SquareId, by_square

Way: TypeAlias = Literal["attack", "shot"]
Needs: TypeAlias = tuple[Element, ...]


class Threat(msgspec.Struct, frozen=True, gc=False):
    """One way of one enemy to hit the figures on some squares (a mask); `skill`: the shot's, None for an attack.

    `needs`: the dice that have to fall for it, none when all is at hand.
    """

    who: FigureId
    way: Way
    skill: Skill | None
    needs: Needs
    squares: int


class Threats:
    """Every threat to a band, as its enemies stand."""

    def __init__(self, state: State, band: BandId, found: tuple[Threat, ...], *, whole: bool = False) -> None:
        """Use `threats` or `unfolding`; `whole`: shots are among them."""
        self.state, self.band, self.found, self.whole = state, band, found, whole

    def at(self, square: SquareId) -> list[Threat]:
        """Who threatens a square: of each enemy each way once, with the fewest dice it needs."""
        here = [threat for threat in self.found if threat.squares >> square & 1]
        here.sort(key=lambda threat: (threat.who, threat.way, len(threat.needs)))
        return [next(same) for _, same in groupby(here, lambda threat: (threat.who, threat.way))]

    @cached_property
    def by_count(self) -> tuple[int, ...]:
        """Masks: the squares that so many enemies (0: at least one, 1: at least two…) threaten with all at hand."""
        sure: dict[int, int] = {}
        for threat in self.found:
            if not threat.needs:
                sure[threat.who] = sure.get(threat.who, 0) | threat.squares
        masks: list[int] = []
        for mask in sure.values():
            for n in range(len(masks)):
                masks[n], mask = masks[n] | mask, masks[n] & mask
            if mask:
                masks.append(mask)
        return tuple(masks)

    def mask(self, way: Way | None = None, *, sure: bool = True) -> int:
        """The squares threatened in a way (None: in any); `sure`: with all at hand, else by a die that may fall too."""
        found = 0
        for threat in self.found:
            if way in (None, threat.way) and not (sure and threat.needs):
                found |= threat.squares
        return found


def threats(state: State, band: BandId) -> Threats:
    """What the enemies of `band` threaten, all at once."""
    return [found for found in unfolding(state, band) if found is not None][-1]


def unfolding(state: State, band: BandId) -> Iterator[Threats | None]:
    """The same bit by bit, for whoever must not wait: None after each bit; the attacks as soon as they are known, then
    everything (`whole`).
    """
    found: dict[tuple[int, Way, str, Needs], Threat] = {}
    spots: list[_Spots] = []
    base = supposed_phase(state, ENEMY_OF[band]) if not state.over and state.draft is None else state
    for who in _still_to_come(base, ENEMY_OF[band]):
        for started in _starts(base, who):
            spots.append(_spots(started, who))
            for bit in _attacks(spots[-1]):
                _join(found, bit)
            yield None
    yield Threats(state, band, tuple(found.values()))
    for stood in spots:
        for bit in _all_shots(stood):
            _join(found, bit)
            yield None
    yield Threats(state, band, tuple(found.values()), whole=True)


def _join(found: dict[tuple[int, Way, str, Needs], Threat], bit: Threat) -> None:
    if bit.squares:
        key = (bit.who, bit.way, bit.skill.id if bit.skill is not None else "", bit.needs)
        known = found.get(key)
        found[key] = bit if known is None else replace(bit, squares=bit.squares | known.squares)


def _still_to_come(state: State, band: BandId) -> list[FigureId]:
    """The figures of a band that can act: all, in a phase to come; in its own those that still may."""
    if state.over:
        return []
    active = state.active
    return [
        who
        for who in state.on_board(band)
        if not state.figures[who].activated or (active is not None and active.who == who and not active.acted)
    ]


def _starts(state: State, who: FigureId) -> Iterator[State]:
    """The state as it is; and with the door before the figure opened (KAR-5)."""
    yield state
    if state.active is not None and state.active.who == who and state.active.moved:
        return
    for door in legal_options.door_options(state, who):
        assert isinstance(door, OpenDoor)
        board = state.table.board
        edge = board.door(door.at, door.facing)
        assert edge is not None
        changed = board.with_door(board.squares[door.at][2], edge, closed=False)
        yield replace(state, table=replace(state.table, board=changed))


class _Spots(msgspec.Struct, frozen=True, gc=False):
    """Where a figure could stand: by what it would be then (shaken or not), and by what it needs."""

    who: FigureId
    kinds: tuple[tuple[State, Needs, tuple[movement.Reached, ...]], ...]


def _spots(state: State, who: FigureId) -> _Spots:
    figure, kami = state.figures[who], state.table.characters[who].kami
    active = state.active if state.active is not None and state.active.who == who else None
    if active is None:
        points, began, fresh = movement_points(state, who), None, True
    else:
        points, began, fresh = (-1 if active.over else active.points), active.began, not active.moved
    more = kami is None and "movement" not in figure.used and points >= 0
    at_hand = points + ("air" in figure.kept and more)
    kinds: dict[tuple[bool, Needs], list[movement.Reached]] = {}
    reach = movement.reach(state, who, points + more, began, fresh=fresh) if points >= 0 else []
    for reached in reach or [movement.Reached(figure.at, figure.facing, 0, False)]:
        shaken = _shakes(state, who, reached)
        if shaken and kami is not None:
            continue  # it disappears before it acts (KAR-3)
        kinds.setdefault((shaken, () if reached.cost <= at_hand else ("air",)), []).append(reached)
    return _Spots(
        who,
        tuple(
            (_shaken(state, who) if shaken else state, needs, tuple(spots)) for (shaken, needs), spots in kinds.items()
        ),
    )


def _attacks(stood: _Spots) -> Iterator[Threat]:
    """The control zones of every spot; further, where a skill reaches further (CBT-1)."""
    who = stood.who
    for state, needs, spots in stood.kinds:
        if state.quest is not None and goals.attack_refused(state, who) is not None:
            return
        far, reach = attack_reach(state, who, ahead=True), attack_reach(state, who)
        lines = _lines(state, who, spots, far, passed=0, beyond=reach) if far > 1 else repeat(0)
        parts: Iterator[int] = (
            _at_taunters(state, who, spot, _attacked(state, who, spot) | part)
            for spot, part in zip(spots, lines, strict=False)
        )
        for part in parts if far > 1 else (reduce(or_, parts, 0),):
            yield Threat(who, "attack", None, needs, part & ~_solid(state.table.board))


def _attacked(state: State, who: FigureId, spot: movement.Reached) -> int:
    """The squares where it could attack from a spot, of those that skills make different only where an enemy stands."""
    found = state.zone_from(who, spot.at, spot.facing, "attacks")
    if "zone" in state.table.speaks:
        for n in state.on_board(ENEMY_OF[state.band_of(who)]):
            at = state.figures[n].at
            zone = state.zone_from(who, spot.at, spot.facing, "attacks", n)
            found = found & ~(1 << at) | zone & 1 << at
    return found


def _at_taunters(state: State, who: FigureId, spot: movement.Reached, reached: int, *, shot: bool = False) -> int:
    """Of the squares reached from a spot those of enemies who let the figure hit nobody else there (SKL-3)."""
    if "taunt" not in state.table.speaks:
        return reached
    there = state.with_figure(who, replace(state.figures[who], at=spot.at, facing=spot.facing))
    stood = replace(there, phase=state.band_of(who))
    bound = fights.taunters(stood, who, "shot" if shot else "attack")
    taunting = [n for n in bound if not (shot and shielded(stood, n, who, "shots"))]
    places = {stood.figures[n].at for n in taunting}
    return sum(1 << at for at in places if at >= 0) & reached or reached


def _all_shots(stood: _Spots) -> Iterator[Threat]:
    """What the shots of every spot reach."""
    who = stood.who
    for state, needs, spots in stood.kinds:
        for skill in state.skills(who):
            if skill.shot is not None:
                dice = _owed(state, who, skill)
                for part in _shots(state, who, skill, spots):
                    yield Threat(who, "shot", skill, (*needs, *dice), part & ~_solid(state.table.board))


def _solid(board: Board) -> int:
    """The squares on which nobody can stand."""
    found = board.notes.get(("solid",))
    if found is None:
        found = board.notes["solid",] = sum(1 << n for n, letter in by_square(board.terrain) if letter == BLOCKING)
    return int(found)


def _shakes(state: State, who: FigureId, reached: movement.Reached) -> bool:
    """Whether a movement to there shakes the figure before it acts (MOV-8)."""
    figure = state.figures[who]
    active = state.active if state.active is not None and state.active.who == who else None
    if active is not None and active.over:
        return False
    moved = bool(reached.path) if state.table.options.turning_in_zone_shakes else reached.at != figure.at
    began = active.began if active is not None else None
    if active is not None and active.moved:
        moved = moved or active.stepped or state.table.options.turning_in_zone_shakes
    return (
        moved
        and (figure.state if began is None else began.state) == "vigilant"
        and (state.in_enemy_zone(who, "movement") if began is None else began.in_zone)
        and not LEAVING & freedom(state, who)
        and not prevented(state, who, "shaken")
    )


def _shaken(state: State, who: FigureId) -> State:
    flow = Transition(state)
    flow.turn_card(who, "shaken")
    return flow.state


def _owed(state: State, who: FigureId, skill: Skill) -> Needs:
    """The dice of a shot that are not in reserve on the card."""
    kept = list(state.figures[who].kept)
    owed: list[Element] = []
    for slot in skill.cost:
        paid = next((die for die in kept if die in slot), None)
        if paid is None:
            owed.append(slot[0])
        else:
            kept.remove(paid)
    return tuple(owed)


def _shots(state: State, who: FigureId, skill: Skill, spots: Sequence[movement.Reached]) -> Iterator[int]:
    if scenario_game.shot_refused(state.table) is not None:
        return
    if state.quest is not None and goals.shooting_refused(state, who) is not None:
        return
    free = freedom(state, who, "shot")
    danger = 0 if "zones" in free else state.zone_against(state.band_of(who), "shots", who)
    reach = scenario_game.reach(state.table, fights.shot_range(state, who, skill))
    safe = [spot for spot in spots if not danger >> spot.at & 1]
    for spot, part in zip(safe, _lines(state, who, safe, reach, passed=passable(state, who, free)), strict=True):
        yield _at_taunters(state, who, spot, part, shot=True)


def _lines(
    state: State,
    who: FigureId,
    spots: Sequence[movement.Reached],
    reach: int,
    *,
    passed: int,
    beyond: int | None = None,
) -> Iterator[int]:
    """What open lines reach from the spots, spot by spot (VIS-1, SHT-3, SHT-4); beyond `beyond` straight ahead."""
    board, metric = state.table.board, state.table.options.range_metric
    occupied = state.occupied() & ~(1 << state.figures[who].at) & ~passed
    seen, smoke = dict[int, int](), state.smoke()
    for spot in spots:
        if spot.at not in seen:
            seen[spot.at] = (
                0 if smoke >> spot.at & 1 else _open(board, spot.at, reach, metric, occupied, smoke) & ~smoke
            )
        ahead = _ahead(board, spot.at, spot.facing)
        if beyond is not None and beyond < reach:
            ahead &= board.lane(spot.at, spot.facing) | _open(board, spot.at, beyond, metric, occupied)
        yield seen[spot.at] & ahead


class _Fan(msgspec.Struct, frozen=True, gc=False):
    """The open lines out of a square: whither without figures, what a figure on a square hides, corners to be asked."""

    plain: int
    hides: dict[int, int]
    corners: tuple[tuple[int, tuple[int, ...]], ...]


def _fan(board: Board, at: SquareId, reach: int, metric: str) -> _Fan:
    plain, hides, corners = 0, dict[int, int](), list[tuple[int, tuple[int, ...]]]()
    for n, (_, _, floor) in by_square(board.squares):
        if n == at or floor != board.squares[at][2] or board.distance(at, n, metric) > reach:
            continue
        walked = line(board, at, n)
        if walked.closed:
            continue
        plain |= 1 << n
        for hidden_by in members(walked.inner):
            hides[hidden_by] = hides.get(hidden_by, 0) | 1 << n
        if walked.gaps:
            corners.append((1 << n, walked.gaps))
    return _Fan(plain, hides, tuple(corners))


def _open(board: Board, at: SquareId, reach: int, metric: str, occupied: int, smoke: int = 0) -> int:
    """The squares within reach to which the line is open past the figures (SHT-3, SHT-4, GEO-2)."""
    fan: _Fan | None = board.notes.get(("fan", at, reach, metric))
    if fan is None:
        fan = board.notes["fan", at, reach, metric] = _fan(board, at, reach, metric)
    found = fan.plain
    for hidden_by in members(occupied | smoke):
        found &= ~fan.hides.get(hidden_by, 0)
    for bit, gaps in fan.corners:
        if bit & found:
            for gap in gaps:
                if not gap & ~(occupied & ~bit):
                    found &= ~bit
    return found


def _ahead(board: Board, at: SquareId, facing: Facing) -> int:
    """The field of vision as a mask (VIS-1)."""
    found = board.notes.get(("ahead", at, facing))
    if found is None:
        found = sum(1 << n for n in board.vision(at, facing))
        board.notes["ahead", at, facing] = found
    return int(found)
