"""Exact odds of fights that are only supposed (CBT-2 to CBT-6, SHT-6, RET-1 to RET-4), held against the engine."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.model.core import chance
from companion.model.core.contract import Choice, Option, Roll
from companion.model.games.asagiri import SYSTEM
from companion.model.games.asagiri.insight.fight_odds import FATES, forecast, in_hand, suppose
from companion.model.games.asagiri.insight.threats import threats
from companion.model.games.asagiri.rules import movement
from companion.model.games.asagiri.rules import options as o
from companion.model.games.asagiri.rules.fight_results import outcomes
from companion.model.games.asagiri.skills.language.vocabulary import ELEMENTS
from companion.model.games.asagiri.skills.modifiers import skill_named
from companion.model.games.asagiri.state.stack import Fight, Retreating
from companion.model.games.asagiri.state.state import Band, State, replace
from companion.model.games.asagiri.statistics import matchup
from companion.model.games.asagiri.table.automation import PRESETS
from tests.budget import examples

from .table import CONTENT, Table, open_floor, skill

BANDS = [id for id, _ in CONTENT.every("band")]
BOARDS = [id for id, _ in CONTENT.every("board")]


def fate(before: State, after: State, who: int) -> str:
    """What befell a figure, told from two states."""
    was, now = before.figures[who], after.figures[who]
    if now.at < 0:
        return "out"
    if (was.state, now.state) == ("vigilant", "shaken"):
        return "shaken"
    return "unhurt" if was.at == now.at else "retreats"


def played(state: State, first: Option, uses: list[Option]) -> dict[tuple[str, str], Fraction] | None:
    """The fates of a fight that is really announced, by playing every pair of dice through the contract."""
    begun = SYSTEM.apply(state, first).state
    fight = next(frame for frame in begun.frames if isinstance(frame, Fight))
    found: Counter[tuple[str, str]] = Counter()
    todo: list[tuple[State, Fraction, list[Option]]] = [(begun, Fraction(1), list(uses))]
    while todo:
        now, share, left = todo.pop()
        asked = SYSTEM.pending(now) if now.frames and not now.over else None
        if isinstance(asked, Choice):
            wanted = next((use for use in left if use in asked.options), None)
            chosen = wanted if wanted is not None else answer(now, asked)
            rest = [use for use in left if use is not wanted]
            todo.append((SYSTEM.apply(now, chosen).state, share, rest))
        elif isinstance(asked, Roll):
            if left and isinstance(now.frames[-1], Fight):
                return None
            for faces, part in chance.every(asked.dice):
                todo.append((SYSTEM.rolled(now, faces).state, share * part, left))
        else:
            found[fate(begun, now, fight.attacker), fate(begun, now, fight.defender)] += share
    return dict(found)


def answer(state: State, asked: Choice) -> Option:
    """As the forecast supposes: nothing more is announced, and one retreats as well as one can."""
    top = state.frames[-1]
    if isinstance(top, Retreating):
        shaking = dict(movement.retreats(state, top.who))
        worst = top.chooser >= 0 and state.band_of(top.chooser) != state.band_of(top.who)
        return sorted(asked.options, key=lambda option: shaking[option.at] != worst)[0]
    return o.Pass() if o.Pass() in asked.options else asked.options[0]


def check(state: State, first: Any, rng: Random, seen: Counter[str]) -> None:
    """One announced attack or shot: with nothing, with each announcement, with two of them."""
    who = state.active.who
    shot = None
    if isinstance(first, o.Shoot):
        shot = skill_named(state, who, first.skill)
        if first.origin == "reserve" and o.Shoot(first.target, first.skill, "pool") in SYSTEM.pending(state).options:
            return  # the forecast pays from the pool where it can
    begun = suppose(state, who, first.target, shot)
    assert begun is not None
    mine, theirs = in_hand(begun)
    plans: list[list[Any]] = [[], *([use] for use in (*mine, *theirs))]
    if len(plans) > 2:
        plans.append(rng.sample([*mine, *theirs], 2))
    for uses in plans[:6]:
        made, expected = forecast(begun, uses), played(state, first, uses)
        assert (made is None) == (expected is None)
        if made is None or expected is None:
            seen["not both"] += 1
            continue
        assert dict(made.chances) == expected
        assert sum(made.chances.values()) == 1
        assert sum(made.seven().values()) == 1
        seen["shot" if shot is not None else "combat"] += 1
        seen["with a die or skill"] += bool(uses)


def melee(rng: Random, *, shooting: bool) -> State:
    """Two bands of the house box close together, with dice in hand, some shaken, one figure of A active."""
    bands = rng.choice(BANDS), rng.choice(BANDS)
    state = SYSTEM.new(matchup(CONTENT, bands, rng.choice(BOARDS)), CONTENT)
    board, figures, taken = state.table.board, list(state.figures), set[int]()
    middle = rng.choice([n for n in range(len(board.squares)) if board.terrain[n] != "b"])
    near = sorted(range(len(board.squares)), key=lambda n: (board.distance(middle, n, "chebyshev"), rng.random()))
    free = [n for n in near if board.terrain[n] != "b" and board.squares[n][2] == board.squares[middle][2]]
    for who, figure in enumerate(figures):
        at = rng.choice([n for n in free[: 60 if shooting else 16] if n not in taken] or free)
        taken.add(at)
        reserve = rng.choice((None, None, *ELEMENTS))
        card = rng.choice(("vigilant", "vigilant", "shaken"))
        figures[who] = replace(figure, at=at, facing=rng.randrange(4), state=card, reserve=reserve)
    pool = Band(pool=tuple(rng.choices(ELEMENTS, k=3)), aside=0)
    state = replace(state, figures=tuple(figures), bands=(pool, Band(aside=3)), stage="activations", phase=0)
    fighters = state.on_board(0)
    archers = [who for who in fighters if any(found.shot for found in state.skills(who))]
    return SYSTEM.apply(state, o.Activate(rng.choice((archers if shooting else []) or fighters))).state


def test_cbt_3_sht_6_odds_are_what_the_engine_plays_with_the_cards_of_the_box() -> None:
    seen: Counter[str] = Counter()
    for seed in range(220):
        rng = Random(seed)
        state = melee(rng, shooting=seed >= 100)
        pending = SYSTEM.pending(state)
        assert isinstance(pending, Choice)
        fights = [found for found in pending.options if isinstance(found, o.Attack | o.Shoot)]
        if fights:
            check(state, rng.choice(fights), rng, seen)
    assert seen["combat"] > 60, seen
    assert seen["shot"] > 10, seen
    assert seen["with a die or skill"] > 30, seen
    assert seen["not both"], seen


@given(
    st.integers(0, 7), st.integers(0, 7), st.sampled_from(("", "!")), st.sampled_from(("", "!")),
    st.sampled_from(("N", "S", "E")), st.lists(st.sampled_from("h."), min_size=4, max_size=4),
)  # fmt: skip
@settings(max_examples=examples(40), deadline=None)
def test_cbt_3_cbt_6_ret_2_odds_on_a_small_table(
    attack: int, defense: int, a: str, b: str, facing: str, ground: list[str]
) -> None:
    rows = ["." * 3, ground[0] + "." + ground[1], "...", ground[2] + "." + ground[3]]
    cards = {"a1": {"stats": {"attack": attack}}, "b1": {"stats": {"defense": defense}}}
    table = Table(rows, {"a1": f"1,2N{a}", "b1": f"1,1{facing}{b}"}, **cards).do("activate", character="a1")
    check(table.state, o.Attack(1), Random(1), Counter())


def test_cbt_3_without_terrain_and_skills_the_odds_are_those_of_the_margin() -> None:
    for attack, defense in product(range(2, 8), repeat=2):
        table = Table(open_floor(5, 5), {"a1": "2,3N", "b1": "2,2S"}, a1={"stats": {"attack": attack}},
                      b1={"stats": {"defense": defense}})  # fmt: skip
        begun = suppose(table.state, 0, 1)
        assert begun is not None
        made = forecast(begun)
        assert made is not None
        assert {name: int(share * 36) for name, share in made.seven().items()} == outcomes(attack, defense)


def test_ret_2_against_the_wall_a_retreat_shakes_and_by_three_disables() -> None:
    table = Table(["...", "..."], {"a1": "1,1N", "b1": "1,0S"})
    begun = suppose(table.state, 0, 1)
    assert begun is not None
    made = forecast(begun)
    assert made is not None
    seven = made.seven()
    assert seven["defender_retreats"] == 0
    assert seven["defender_shaken"] == Fraction(9, 36)
    assert seven["defender_out"] == Fraction(6, 36)
    assert seven["attacker_retreats"] == 0  # nor has the attacker room behind it


def test_ins_2_a_fire_die_and_an_earth_die_shift_the_odds_by_one() -> None:
    table = Table(open_floor(5, 5), {"a1": "2,3N", "b1": "2,2S"}, pool=("fire", "water"),
                  b1={"reserve": "earth"})  # fmt: skip
    begun = suppose(table.state, 0, 1)
    assert begun is not None
    mine, theirs = in_hand(begun)
    assert mine == (o.UseDie("fire", "pool", 0),)
    assert theirs == (o.UseDie("earth", "reserve", 1),)
    for uses, gap in (((), 0), (mine, 1), (theirs, -1), ((*mine, *theirs), 0)):
        made = forecast(begun, uses)
        assert made is not None
        assert made.seven() == {name: Fraction(n, 36) for name, n in outcomes(4 + gap, 4).items()}


def test_skl_1_two_announcements_cannot_be_paid_with_one_die() -> None:
    blow = skill("fire", ["attack"], amount=2, name="blow")
    table = Table(open_floor(5, 5), {"a1": "2,3N", "b1": "2,2S"}, pool=("fire",), a1={"stats": {"skills": [blow]}})
    begun = suppose(table.state, 0, 1)
    assert begun is not None
    mine, _ = in_hand(begun)
    assert len(mine) == 2
    assert forecast(begun, mine) is None
    assert all(forecast(begun, [use]) is not None for use in mine)


def test_trn_2_the_way_back_is_a_phase_of_its_own_with_what_is_in_reserve() -> None:
    table = Table(open_floor(5, 5), {"a1": "2,3N", "b1": "2,2S"}, pool=("fire",), a1={"reserve": "earth"},
                  b1={"reserve": "fire"})  # fmt: skip
    back = suppose(table.state, 1, 0)
    assert back is not None
    assert back.phase == 1
    mine, theirs = in_hand(back)
    assert mine == (o.UseDie("fire", "reserve", 1),)
    assert theirs == (o.UseDie("earth", "reserve", 0),)
    assert table.state.phase == 0


def test_a_forecast_changes_nothing_and_asks_for_no_reach() -> None:
    table = Table(open_floor(5, 7), {"a1": "2,6N", "b1": "2,0S"}, pool=("fire",))
    before = SYSTEM.encode(table.state)
    begun = suppose(table.state, 0, 1)
    assert begun is not None
    made = forecast(begun)
    assert made is not None
    assert set(made.chances) <= set(product(FATES, FATES))
    assert SYSTEM.encode(table.state) == before


@pytest.mark.parametrize("who", [0, 1])
def test_one_that_is_not_on_the_board_fights_nobody(who: int) -> None:
    people = {"a1": "2,3N", "b1": "2,2S", ("a2", "b2")[who]: "-"}
    table = Table(open_floor(5, 5), people)
    gone = next(n for n, figure in enumerate(table.state.figures) if figure.at < 0)
    standing = next(n for n in table.state.on_board(1 - who))
    assert suppose(table.state, gone, standing) is None
    assert suppose(table.state, standing, gone) is None


def test_what_a_table_does_by_hand_is_foretold_as_if_it_were_done() -> None:
    for seed in range(12):
        state = melee(Random(seed), shooting=False)
        by_hand = replace(state, table=replace(state.table, dials=PRESETS["track"]))
        who = state.active.who
        for foe in state.on_board(1):
            one, other = suppose(state, who, foe), suppose(by_hand, who, foe)
            assert (one is None) == (other is None)
            if one is not None and other is not None:
                assert forecast(one) == forecast(other)
        assert threats(by_hand, 0).found == threats(state, 0).found


def test_cbt_5_what_a_table_never_counts_is_not_counted() -> None:
    table = Table(open_floor(5, 5), {"a1": "2,3N", "b1": "2,2N"})
    usual = suppose(table.state, 0, 1)
    state = replace(table.state, table=replace(table.state.table, dials=(("behind", "off"),)))
    left = suppose(state, 0, 1)
    assert usual is not None
    assert left is not None
    one, other = forecast(usual), forecast(left)
    assert one is not None
    assert other is not None
    assert one.better[0] > other.better[0]
    assert other.better[0] == Fraction(15, 36)
