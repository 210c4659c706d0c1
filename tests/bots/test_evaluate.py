"""What moves the greedy player of Asagiri: ways, dangers, and the wish that games end."""

from __future__ import annotations

import gc
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.model.bots import Greedy
from companion.model.content.library import Library
from companion.model.core.chance import drawn
from companion.model.core.contract import Choice, Over, Roll
from companion.model.core.session import Session
from companion.model.games.asagiri import SYSTEM
from companion.model.games.asagiri.insight import estimates, evaluate
from companion.model.games.asagiri.insight.evaluate import Look, promise
from companion.model.games.asagiri.rules import movement
from companion.model.games.asagiri.rules.options import EndActivation, EndActivations
from companion.model.games.asagiri.state.board import Board, Edge, FloorPlan
from companion.model.games.asagiri.state.state import State, replace
from tests.budget import examples
from tests.rules.table import Table, open_floor, skill

PLAIN = {"attack": 4, "defense": 4, "movement": 4, "willpower": 4}


def played(state: State, seed: int, most: int) -> tuple[State, bool]:
    """Greedy against greedy for so many decisions; and whether the game has ended."""
    rng, bots = Random(seed), {"A": Greedy(), "B": Greedy()}
    for _ in range(most):
        pending = SYSTEM.pending(state)
        if isinstance(pending, Over):
            return state, True
        if isinstance(pending, Roll):
            state = SYSTEM.rolled(state, drawn(pending.dice, rng)).state
        else:
            assert isinstance(pending, Choice)
            state = SYSTEM.apply(state, bots[pending.seat].think(SYSTEM, state, pending, rng).option).state
    return state, False


# ways


@st.composite
def floors(draw: st.DrawFn) -> Board:
    rows = draw(st.lists(st.text("..hab", min_size=6, max_size=6), min_size=6, max_size=6))
    sides = st.builds(Edge, st.integers(0, 4), st.integers(0, 4), st.sampled_from("ES"))
    walls = draw(st.frozensets(sides, max_size=14))
    return Board((FloorPlan(tuple(rows), walls),))


@settings(max_examples=examples(60), deadline=None)
@given(floors(), st.data())
def test_points_to_a_square_are_what_a_walk_without_turning_aside_costs(board: Board, data: st.DataObject) -> None:
    """Never more than the real way (MOV-2: squares aside cost 2), and a way is known when there is one."""
    open_squares = [n for n, letter in enumerate(board.terrain) if letter != "b"]
    if not open_squares:
        return
    start, end = data.draw(st.sampled_from(open_squares)), data.draw(st.sampled_from(open_squares))
    guessed = estimates.points_to(board, end)[start]
    table = Table(["."], {"a1": "0,0N", "b1": "-"}).state
    figures = (replace(table.figures[0], at=start), *table.figures[1:])
    state = replace(table, table=replace(table.table, board=board), figures=figures)
    real = [found.cost for found in movement.reach(state, 0, 60) if found.at == end]
    assert (guessed < estimates.NOWHERE) == bool(real)
    if real:
        assert guessed <= min(real) <= 3 * guessed + 2


def test_a_wall_makes_the_way_long_and_a_door_shorter_again() -> None:
    wall = frozenset(Edge(2, row, "E") for row in range(5))
    shut, doored = (
        Board((FloorPlan(("......",) * 5, wall - doors, doors),)) for doors in (frozenset(), wall & {Edge(2, 4, "E")})
    )
    free = Board((FloorPlan(("......",) * 5),))
    start, end = free.index[2, 2, 0], free.index[3, 2, 0]
    assert estimates.points_to(free, end)[start] == 1
    assert estimates.points_to(shut, end)[start] == estimates.NOWHERE
    assert 1 < estimates.points_to(doored, end)[start] < estimates.NOWHERE
    beside = doored.index[2, 4, 0]
    way = estimates.points_to(doored, end)
    assert estimates.before_door(doored, beside, 1, way)
    assert not estimates.before_door(doored, beside, 3, way)
    assert not estimates.before_door(doored, start, 1, way)


def test_unseen_is_all_that_is_not_in_the_field_of_vision() -> None:
    """VIS-1"""
    board = Board((FloorPlan(("....",) * 4),))
    for at in range(16):
        for facing in range(4):
            seen = sum(1 << square for square in board.vision(at, facing))
            assert estimates.unseen(board, at, facing) == (1 << 16) - 1 & ~seen & ~(1 << at)


# terms


def look(table: Table, urge: float = 0.0) -> Look:
    return Look(table.state, 0, urge)


def test_being_attacked_from_behind_by_many_is_worse_than_facing_one() -> None:
    people = {"a1": "3,3N", "b1": "3,2S", "b2": "9,15N"}
    alone = Table(open_floor(10, 16), people)
    many = Table(open_floor(10, 16), {**people, "b2": "2,2S"})
    behind = Table(open_floor(10, 16), {**people, "b2": "3,4N"})
    dangers = [evaluate.exposure(look(table), look(table).sides[0][0]) for table in (alone, many, behind)]
    assert 0 > dangers[0] > dangers[1] > dangers[2]


def test_ins_2_a_die_kept_for_the_defence_lessens_the_danger_any_other_does_not() -> None:
    """So dice go to whoever is in danger, and of the right element (INS-2, INS-4, INS-6)."""
    people = {"a1": "3,3N", "b1": "3,2S"}
    dangers = {}
    for die in ("", "earth", "fire", "tori"):
        kept = {"reserve": die} if die else {}
        parry = skill("tori", ["defense"])
        table = Table(open_floor(10, 10), people, a1={**kept, "vigilant": {"skills": [parry]}})
        dangers[die] = evaluate.exposure(look(table), look(table).sides[0][0])
    assert dangers["earth"] == dangers["tori"] > dangers["fire"] == dangers[""]


def test_harm_grows_with_the_strength_and_is_the_loss_of_all_at_the_most() -> None:
    for shaken in (False, True):
        harms = [evaluate.harm(strength, shaken) for strength in range(-12, 12)]
        assert harms == sorted(harms)
        assert harms[0] == 0
        assert harms[-1] == pytest.approx(evaluate.LOST)
    assert evaluate.harm(0, True) > evaluate.harm(0, False)


def test_a_place_is_promised_what_it_is_worth_once_a_figure_stands_there() -> None:
    """Plans are chosen by what a place promises; it must not differ from what the figure standing there gets."""
    table = Table(open_floor(8, 8), {"a1": "3,5N", "b1": "3,1S", "b2": "5,2S!"})
    before = look(table)
    for at in range(0, 64, 7):
        if at in [figure.at for figure in table.state.figures]:
            continue
        for facing in range(4):
            there = replace(
                table.state, figures=(replace(table.state.figures[0], at=at, facing=facing), *table.state.figures[1:])
            )
            after = Look(there, 0, 0.0)
            assert promise(before, before.stand(0, at, facing)) == promise(after, after.sides[0][0])


def test_with_more_urge_ones_own_losses_count_for_less_even_that_of_the_game() -> None:
    people = {"a1": "0,0N", "a2": "2,2N", "b1": "4,4N", "b2": "4,2N"}
    whole, lost = (
        Table(open_floor(5, 5), people, bands={"A": {"lost": part}, "B": {"lost": 0}}).state for part in (0, 6)
    )
    over = replace(lost, bands=(replace(lost.bands[0], lost=12), lost.bands[1]), over=True)
    calm, uneasy, urged = (
        [SYSTEM.evaluate(state, "A", urge) for state in (whole, lost, over)] for urge in (0.0, 0.5, 1.0)
    )
    assert calm[0] > calm[1] > calm[2] == -1
    assert uneasy[0] > uneasy[1] > uneasy[2] > -1
    assert urged == pytest.approx([urged[0]] * 3)
    assert SYSTEM.evaluate(over, "B", 1.0) == SYSTEM.evaluate(over, "B") == 1
    assert SYSTEM.urge(lost) == 0
    assert SYSTEM.urge(replace(lost, turn=100)) == 1


# whole games


def test_kar_5_greedy_opens_the_door_between_two_rooms() -> None:
    wall = " ".join(f"4,{row}E" for row in range(6) if row != 3)
    table = Table(
        open_floor(10, 6),
        {"a1": "0,1N", "b1": "9,4S"},
        walls=wall,
        doors="4,3E",
        a1={"stats": PLAIN},
        b1={"stats": PLAIN},
    )
    state, ended = played(table.state, 5, 1500)
    assert not state.table.board.floors[0].doors
    assert ended


def test_greedy_finds_the_way_round_a_wall() -> None:
    """By squares it is near, on foot it is far."""
    wall = " ".join(f"{column},3S" for column in range(11))
    table = Table(open_floor(12, 8), {"a1": "0,3S", "b1": "0,4N"}, walls=wall, a1={"stats": PLAIN}, b1={"stats": PLAIN})
    _, ended = played(table.state, 5, 1500)
    assert ended


@pytest.mark.parametrize("seed", range(3))
def test_bands_that_do_better_to_wait_do_not_wait_for_ever(seed: int) -> None:
    stout = {"stats": {"attack": 3, "defense": 5, "movement": 4, "willpower": 4}}
    people = {"a1": "1,7N", "a2": "2,7N", "b1": "1,0S", "b2": "2,0S"}
    table = Table(open_floor(8, 8), people, **dict.fromkeys(people, stout))
    state, ended = played(table.state, seed, 3000)
    assert ended, SYSTEM.encode(state)
    assert state.turn < 40


@pytest.mark.parametrize(("seed", "seat"), [(4, "A"), (6, "A"), (9, "B"), (11, "B")])
def test_who_does_nothing_at_all_is_beaten(seed: int, seat: str) -> None:
    """Even when the last enemy stands in a corner, shaken, and would come back from being disabled once."""
    session = Session.new(SYSTEM, {"quick": True}, Library.shipped(), seed)
    bot, rng = Greedy(), Random(5)
    while not isinstance(pending := session.pending, Over):
        assert session.state.turn < 30, SYSTEM.encode(session.state)
        if isinstance(pending, Roll):
            session.roll()
        elif pending.seat == seat:
            session.choose(bot.think(SYSTEM, session.state, pending, rng).option)
        else:
            idle = [option for option in pending.options if isinstance(option, EndActivations | EndActivation)]
            session.choose(idle[0] if idle else rng.choice(pending.options))
    assert pending.winner == seat


def test_cbt_6_what_keeps_a_figure_from_being_disabled_once_is_taken_away_when_the_game_shall_end() -> None:
    """Though nobody is gone then."""
    kept = skill(None, ["disabled"], name="kept", once="game", effects=[{"type": "prevent", "what": ["disabled"]}])
    b1 = {"stats": PLAIN | {"skills": [kept]}}
    before = Table(open_floor(12, 12), {"a1": "0,11N", "b1": "11,0N!"}, a1={"stats": PLAIN}, b1=b1).state
    used = replace(before.figures[1], used=("game:skill:test:kept",))
    after = replace(before, figures=(before.figures[0], used))
    assert SYSTEM.evaluate(after, "A", 0.5) > SYSTEM.evaluate(before, "A", 0.5)
    assert SYSTEM.evaluate(after, "B", 0.5) < SYSTEM.evaluate(before, "B", 0.5)


def test_what_was_learnt_of_a_table_goes_with_it() -> None:
    """Else each game that was played stays in the memory of a window that is long at another."""
    state = SYSTEM.new({"quick": True}, Library.shipped())
    evaluate.evaluate(state, "A")
    table = id(state.table)
    assert table in evaluate._tables
    del state
    gc.collect()
    assert table not in evaluate._tables
