"""What the rules of an adventure read off the state: goals and who has won (END-3, ADV-10 to ADV-12), reinforcements
(ADV-9), loads (ADV-6), special rules (ADV-13).

What has to be remembered (a zone held, a turn ended) is in its quest.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.model.core.refusal import Refusal, refuse
from companion.model.games.asagiri.state.board import BLOCKING
from companion.model.games.asagiri.state.vocabulary import (
    BANDS,
    ENEMY_OF,
    NO_BAND,
    NO_FIGURE,
    NO_THING,
    BandId,
    FigureId,
    SquareId,
    ThingId,
    by_figure,
    by_thing,
    square_range,
)

from . import conditions as c
from . import record as r
from .conditions import SIDES
from .play import Play

if TYPE_CHECKING:
    from companion.model.games.asagiri.state.state import Quest, State, Thing


def play_of(state: State) -> tuple[Play, Quest]:
    """The adventure of a state that has one, and what it remembers."""
    play, quest = state.table.adventure, state.quest
    assert play is not None
    assert quest is not None
    return play, quest


def band_of(state: State, side: c.Side) -> BandId:
    """The band that plays a side."""
    return BANDS[state.table.roles.index(c.SIDES.index(side))]


def figure_of(state: State, part: str) -> FigureId:
    """The figure that plays a part, -1 when nobody does."""
    return next((n for n, character in by_figure(state.table.characters) if character.part == part), NO_FIGURE)


def there(state: State, band: BandId, mask: int) -> list[FigureId]:
    """The figures of a band that stand on squares of a mask."""
    return [n for n in state.on_board(band) if mask >> state.figures[n].at & 1]


def to_come(state: State, band: BandId) -> bool:
    """Whether figures of a band are still expected (ADV-9)."""
    return any(
        figure.away == "waiting" and state.table.characters[n].band == band for n, figure in by_figure(state.figures)
    )


def met(state: State, condition: c.Condition, winner: int = -1) -> bool:
    """Whether a condition holds; `winner`: the side that has won, for what is asked afterwards."""
    have, of = progress(state, condition, winner)
    return have >= of


def progress(state: State, condition: c.Condition, winner: int = -1) -> tuple[int, int]:
    """How much of a condition is done, and how much there is to do; it holds when all of it is."""
    if isinstance(condition, c.All):
        return sum(met(state, part, winner) for part in condition.of), len(condition.of)
    if isinstance(condition, c.Some):
        return min(condition.least, sum(met(state, part, winner) for part in condition.of)), condition.least
    if isinstance(condition, c.Opposite):
        return int(not met(state, condition.of, winner)), 1
    if isinstance(condition, c.WonBy):
        return int(winner == c.SIDES.index(condition.side)), 1
    if isinstance(condition, c.FromTurn):
        return min(state.turn, condition.least), condition.least
    if isinstance(condition, c.Eliminate):
        return _eliminate(state, condition)
    if isinstance(condition, c.Escape | c.ReachZone | c.Rescue):
        return _places(state, condition)
    if isinstance(condition, c.Carry | c.Find | c.Protect):
        return int(_thing(state, condition)), 1
    _, quest = play_of(state)
    if isinstance(condition, c.HoldZone):
        held = quest.held[play_of(state)[0].hold_index[condition]]
        needed = 1 if condition.at is not None else condition.turns
        return min(held, needed), needed
    enough = len(state.on_board(band_of(state, condition.side))) >= condition.count
    return (min(quest.ended, condition.turn) if enough else 0), condition.turn


def _eliminate(state: State, condition: c.Eliminate) -> tuple[int, int]:
    band = band_of(state, condition.side)
    if condition.zeni is not None:
        return min(condition.zeni, state.bands[band].lost), condition.zeni
    if condition.figure is not None:
        who = figure_of(state, condition.figure)
        return int(who >= 0 and state.figures[who].state == "disabled"), 1
    wanted = [
        n
        for n, character in by_figure(state.table.characters)
        if character.band == band and condition.trait in (None, *character.traits)
    ]
    down = sum(state.figures[n].state == "disabled" for n in wanted)
    count = len(wanted) if condition.count is None else condition.count
    return (min(down, count), count) if count else (0, 1)


def _places(state: State, condition: c.Escape | c.ReachZone | c.Rescue) -> tuple[int, int]:
    """Figures that stand in a zone or have left through it."""
    play, quest = play_of(state)
    if isinstance(condition, c.Rescue):
        who = figure_of(state, condition.figure)
        if who < 0 or state.figures[who].state == "disabled" or state.figures[who].away in ("captive", "waiting"):
            return 0, 1
        if condition.zone is None:
            return 1, 1
        at = state.figures[who].at
        inside = at >= 0 and bool(play.zones[condition.zone] >> at & 1)
        return int(inside or (who, condition.zone) in quest.exits), 1
    band = band_of(state, condition.side)
    if isinstance(condition, c.Escape):
        there_ = [who for who, zone in quest.exits if zone == condition.zone and state.band_of(who) == band]
    else:
        there_ = there(state, band, play.zones[condition.zone])
    if condition.figure is not None:
        return int(figure_of(state, condition.figure) in there_), 1
    return min(condition.count, len(there_)), condition.count


def _thing(state: State, condition: c.Carry | c.Find | c.Protect) -> bool:
    play, quest = play_of(state)
    if isinstance(condition, c.Protect) and condition.figure is not None:
        who = figure_of(state, condition.figure)
        if who < 0 or state.figures[who].state == "disabled":
            return False
        return condition.zone is None or _inside(play, condition.zone, state.figures[who].at)
    assert condition.object is not None
    thing = quest.things[play.thing_index[condition.object]]
    if isinstance(condition, c.Protect):
        at = square_of(state, thing)
        return thing.gone != "out" and (condition.zone is None or at < 0 or _inside(play, condition.zone, at))
    side = None if condition.side is None else c.SIDES.index(condition.side)
    if isinstance(condition, c.Find):
        return thing.gone != "hidden" and (side is None or thing.side == side)
    if thing.gone == "out":
        return thing.through == condition.zone and thing.side == side
    if thing.bearer < 0 or state.table.roles[state.band_of(thing.bearer)] != side:
        return False
    return _inside(play, condition.zone, square_of(state, thing))


def _inside(play: Play, zone: str, at: SquareId) -> bool:
    return at >= 0 and bool(play.zones[zone] >> at & 1)


def square_of(state: State, thing: Thing) -> SquareId:
    """Where a thing is: its own square or its bearer's, -1 when it is nowhere on the board."""
    return state.figures[thing.bearer].at if thing.bearer >= 0 else thing.at


def reached(state: State, side: int) -> bool:
    """Whether a side has as many of its goals as win."""
    party = play_of(state)[0].record.sides[side]
    if not party.goals:
        return False
    done = sum(met(state, goal.when) for goal in party.goals)
    return done >= (len(party.goals) if party.least is None else party.least)


def unbeaten(beaten: list[bool]) -> BandId:
    """The band that has won, where one is beaten, or both."""
    return NO_BAND if all(beaten) else ENEMY_OF[beaten.index(True)]


def end_of(state: State) -> tuple[BandId, str] | None:
    """The band that has won (-1: nobody) and the rule, or None: goals, then END-1 and END-2, then the turn limit."""
    play, quest = play_of(state)
    record, roles = play.record, state.table.roles
    done = [reached(state, side) for side in (0, 1)]
    if all(done):
        first = record.priority
        return (state.phase if first is None else NO_BAND if first == "draw" else band_of(state, first)), "ADV-11"
    if any(done):
        return BANDS[roles.index(0 if done[0] else 1)], "ADV-10"
    if record.zeni_loses:
        beaten = [state.bands[n].lost >= state.table.limits[n] for n in BANDS]
        if any(beaten):
            return unbeaten(beaten), "END-1"
    if record.alone_loses:
        beaten = [not state.on_board(n) and not to_come(state, n) for n in BANDS]
        if any(beaten):
            return unbeaten(beaten), "END-2"
    if record.turns is not None and quest.ended >= record.turns:
        return (NO_BAND if record.then == "draw" else band_of(state, record.then)), "ADV-12"
    return None


def facts(state: State) -> dict[str, bool]:
    """What a finished adventure leaves to be remembered (ADV-14)."""
    play, _ = play_of(state)
    ended = end_of(state)
    winner = -1 if ended is None or ended[0] < 0 else state.table.roles[ended[0]]
    return {fact.fact: met(state, fact.when, winner) for fact in play.record.facts}


def carried(state: State, who: FigureId) -> ThingId:
    """The object a figure carries, -1 for none."""
    quest = state.quest
    if quest is None:
        return NO_THING
    return next((n for n, thing in by_thing(quest.things) if thing.bearer == who), NO_THING)


def burden(state: State, who: FigureId) -> int:
    """What a figure's load takes from its Movement."""
    thing, play = carried(state, who), state.table.adventure
    return 0 if thing < 0 or play is None else play.things[thing].burden


def due(state: State) -> list[tuple[FigureId, str]]:
    """The figures that come in the present phase, with their zones; those without a free square come later."""
    play, _ = play_of(state)
    side = state.table.roles[state.phase]
    found = []
    for n, arrival in enumerate(play.record.reinforcements):
        if SIDES.index(arrival.side) != side or state.turn < arrival.turn:
            continue
        if arrival.when is not None and not met(state, arrival.when):
            continue
        if entry_squares(state, arrival.zone):
            found += [(who, arrival.zone) for who in members(state, n)]
    return found


def members(state: State, which: int) -> list[FigureId]:
    """The figures of a reinforcement that have not come yet."""
    arrival: r.Reinforcement = play_of(state)[0].record.reinforcements[which]
    found = [figure_of(state, part_of(which, n, member)) for n, member in enumerate(arrival.members)]
    return [who for who in found if who >= 0 and state.figures[who].away == "waiting"]


def part_of(which: int, n: int, member: r.Hired) -> str:
    """What a figure of a reinforcement is called: its part, else by its place in the record."""
    return member.part or f"arrival.{which + 1}.{n + 1}"


def entry_squares(state: State, zone: str) -> list[SquareId]:
    """The free squares of a zone that no enemy controls."""
    play, _ = play_of(state)
    board = state.table.board
    closed = state.occupied() | state.barred(state.phase) | state.zone_against(state.phase)
    mask = play.zones[zone] & ~closed
    return [n for n in square_range(len(board.squares)) if mask >> n & 1 and board.terrain[n] != BLOCKING]


def shooting_refused(state: State, who: FigureId) -> Refusal | None:
    """Whether nobody of this figure's side may shoot."""
    play, _ = play_of(state)
    if play.silent[state.table.roles[state.band_of(who)]]:
        return refuse("ADV-13", "This side may not shoot in this adventure.")
    return None


def attack_refused(state: State, who: FigureId) -> Refusal | None:
    """Whether nobody of this figure's side may attack."""
    play, _ = play_of(state)
    if play.peaceful[state.table.roles[state.band_of(who)]]:
        return refuse("ADV-13", "This side may not attack in this adventure.")
    return None


def range_of(state: State, reach: int) -> int:
    """The range of a shot at night."""
    night = play_of(state)[0].night
    return reach if night is None else min(reach, night)


def locked(state: State, who: FigureId) -> Refusal | None:
    """Why a figure cannot open doors."""
    play, _ = play_of(state)
    for lock in play.locks:
        mine = lock.side is not None and SIDES.index(lock.side) == state.table.roles[state.band_of(who)]
        load = carried(state, who)
        if not mine and (load < 0 or play.things[load].id != lock.object):
            return refuse("ADV-13", "The doors are locked for this figure.")
    return None
