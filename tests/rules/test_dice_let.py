"""INS-2, INS-3, TRN-6 set aside by a table: a die raises the stat at stake, is spent, and the game goes on."""

from __future__ import annotations

from random import Random

import pytest

from companion.model.core.chance import drawn
from companion.model.core.contract import Choice, Over, Roll, options_of
from companion.model.core.refusal import InvalidInput
from companion.model.games.asagiri import SYSTEM
from companion.model.games.asagiri.rules import options as o
from companion.model.games.asagiri.rules.fight_numbers import modifiers
from companion.model.games.asagiri.rules.refusals import die_may_be_let
from companion.model.games.asagiri.state.stack import Fight
from companion.model.games.asagiri.state.state import State
from companion.model.games.asagiri.state.vocabulary import STAT_OF
from companion.model.games.asagiri.table.corrections import Spend

from .table import CONTENT, Table, open_floor

WISHES = [(element, origin) for element in STAT_OF for origin in ("pool", "reserve")]


def raised(state: State, side: str) -> int:
    """What dice add to one side of the fight going on."""
    fight = state.frames[-1]
    assert isinstance(fight, Fight)
    return sum(one.amount for one in modifiers(state, fight) if one.side == side and one.source == "die")


def attack(*pool: str) -> Table:
    table = Table(open_floor(5, 6), {"a1": "2,3N", "b1": "2,2S"}, pool=pool)
    return table.do("activate", character="a1").do("attack", target="b1")


def test_ins_3_a_second_die_on_one_stat_adds_one_more_when_the_table_lets_it() -> None:
    table = attack("fire", "fire", "tori")
    assert die_may_be_let(table.state, o.UseDie("fire", "pool", 0)) is None, "the first one is offered"
    table.do("use_die", element="fire")
    against = die_may_be_let(table.state, o.UseDie("fire", "pool", 0))
    assert against is not None
    assert against.rule == "INS-3"
    applied = SYSTEM.edit(table.state, Spend(0, "fire", "pool"))
    assert raised(table.state, "attacker") == 1
    assert raised(applied.state, "attacker") == 2
    assert applied.state.bands[0].pool == ("tori",)
    assert applied.state.bands[0].aside == table.state.bands[0].aside + 1
    assert [event.kind for event in applied.events] == ["DieUsed"]


def test_ins_2_nothing_that_is_not_at_stake_is_raised_even_by_hand() -> None:
    table = attack("fire", "air", "tori", "earth").do("use_die", element="fire")
    for element, origin in (("air", "pool"), ("tori", "pool"), ("earth", "pool"), ("fire", "pool"), ("fire", "aside")):
        option = o.UseDie(element, origin, 0)
        assert die_may_be_let(table.state, option) is None
        with pytest.raises(InvalidInput) as caught:
            SYSTEM.edit(table.state, Spend(0, element, origin))
        assert caught.value.path == "element"


def test_trn_6_the_defender_may_be_let_take_a_die_out_of_the_pool() -> None:
    table = Table(
        open_floor(5, 6), {"a1": "2,3N", "b1": "2,2S"}, bands={"B": {"pool": ["earth"], "aside": 3}}, pool=("fire",)
    )
    table.do("activate", character="a1").do("attack", target="b1").do("pass")
    against = die_may_be_let(table.state, o.UseDie("earth", "pool", 1))
    assert against is not None
    assert against.rule == "TRN-6"
    assert raised(SYSTEM.edit(table.state, Spend(1, "earth", "pool")).state, "defender") == 1


def test_ins_3_whatever_die_may_be_let_is_spent_and_the_game_goes_on() -> None:
    let = 0
    for seed in range(20):
        rng = Random(seed)
        state = SYSTEM.new({"quick": True}, CONTENT)
        for _ in range(400):
            pending = SYSTEM.pending(state)
            if isinstance(pending, Over):
                break
            for who in range(len(state.figures)):
                for element, origin in WISHES:
                    option = o.UseDie(element, origin, who)
                    if die_may_be_let(state, option) is None or rng.random() < 0.5:
                        continue
                    assert option not in options_of(SYSTEM.pending(state))
                    after = SYSTEM.edit(state, Spend(who, element, origin)).state
                    band = state.band_of(who)
                    assert after.bands[band].aside == state.bands[band].aside + 1
                    assert SYSTEM.decode(SYSTEM.encode(after), CONTENT) == after
                    state, let = after, let + 1
            pending = SYSTEM.pending(state)
            if isinstance(pending, Roll):
                state = SYSTEM.rolled(state, drawn(pending.dice, rng)).state
            elif isinstance(pending, Choice):
                busy = [option for option in pending.options if isinstance(option, o.UseDie | o.Attack)]
                state = SYSTEM.apply(state, rng.choice(busy or pending.options)).state
    assert let > 15
