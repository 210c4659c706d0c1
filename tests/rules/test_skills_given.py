"""SKL-3: activations given, the disabled brought back, dice exchanged and kept with different faces."""

from __future__ import annotations

from companion.model.core.contract import Json
from companion.model.games.asagiri import SYSTEM

from .table import CONTENT, Table
from .test_skills_numbers import FLOOR, does, with_skills

FRIEND = {"of": "friends", "choose": 1}


def saved(table: Table) -> Table:
    """The same table, written and read again."""
    table.state = SYSTEM.decode(SYSTEM.encode(table.state), CONTENT)
    return table


def three(*skills: Json, phase: str = "A", **more: Json) -> Table:
    return Table(FLOOR, {"a1": "4,6N", "a2": "2,6N", "a3": "6,6N", "b1": "4,3S"}, a1=with_skills(*skills), phase=phase,
                 **more)  # fmt: skip


# activations ---------------------------------------------------------------------------------------------------------


def test_skl_3_a_friend_is_activated_without_an_action_as_an_activation_ends() -> None:
    plan = does("plan", ["activation_end"], {"type": "activate", "who": FRIEND, "without": "action", "points": 2},
                optional=True)  # fmt: skip
    table = three(plan).do("activate", character="a1").do("end_activations")
    saved(table.do("use_skill", skill="test:plan")).do("pick", character="a3")
    active = table.state.active
    assert active is not None
    assert (active.who, active.points, active.acted) == (2, 7, True)
    assert table.do("end_activation").can("activate", character="a2"), "the phase goes on"


def test_trn_3_whoever_waited_may_come_afterwards() -> None:
    plan = does("plan", ["activation_end"], {"type": "activate", "who": {**FRIEND, "activated": False}}, optional=True)
    table = three(plan).do("activate", character="a1").do("activate", character="a2")
    table.do("use_skill", skill="test:plan").do("pick", character="a3")
    assert "CharacterActivated" in table.kinds
    assert table.state.active is not None
    assert table.state.active.who == 2
    assert table.do("activate", character="a2").state.active is not None


def test_skl_3_the_activation_going_on_ends_for_it() -> None:
    call = does("call", ["activation"], {"type": "activate", "who": FRIEND, "without": "movement"}, optional=True)
    glad = does("glad", ["activation_end"], {"type": "token", "name": "glad"})
    table = three(call, glad).do("activate", character="a1").do("use_skill", skill="test:call")
    table.do("pick", character="a2")
    assert (table.can("step"), bool(table.person("a1").get("lasting"))) == ([], True)
    assert not three(call, phase="B", b1=with_skills(call)).do("activate", character="b1").can("use_skill")


def test_skl_3_an_enemy_is_won_over_and_activated_at_once() -> None:
    gold = does("gold", ["activation"], {"type": "defect", "who": {"of": "enemies", "choose": 1}, "lasts": "phase"},
                {"type": "activate", "who": FRIEND}, action=True)  # fmt: skip
    table = Table(FLOOR, {"a1": "4,6N", "b1": "4,3S", "b2": "8,0S"}, a1=with_skills(gold))
    table.do("activate", character="a1").do("use_skill", skill="test:gold").do("pick", character="b1")
    assert table.state.active is not None
    assert table.state.table.characters[table.state.active.who].id == "b1"


# the disabled --------------------------------------------------------------------------------------------------------


def test_skl_3_a_disabled_friend_comes_back_and_its_zeni_stay_lost() -> None:
    bind = does("bind", ["activation"], {"type": "revive", "zeni": 3}, optional=True)
    table = Table(FLOOR, {"a1": "4,6N", "a2": "-", "a3": "-", "b1": "4,3S"}, a1=with_skills(bind), a3={"zeni": 4},
                  bands={"A": {"lost": 7}})  # fmt: skip
    saved(table.do("activate", character="a1").do("use_skill", skill="test:bind")).do("place", at=[4, 5], facing="N")
    back = table.person("a2")
    assert (back["at"], back["state"], back["activated"], table.band("A")["lost"]) == ([4, 5], "shaken", True, 7)
    assert table.kinds == ["CharacterCameBack"], "the other is worth too much: nobody is asked"


# dice ----------------------------------------------------------------------------------------------------------------


def test_skl_3_both_sides_exchange_their_dice() -> None:
    fate = does("fate", ["defense_rolled"], {"type": "exchange_dice"}, optional=True)
    table = Table(FLOOR, {"a1": "4,5N", "b1": "4,4S"}, b1=with_skills(fate)).do("activate", character="a1")
    table.do("attack", target="b1").passing().roll(6, 2)
    table.do("use_skill", skill="test:fate")
    assert "DiceExchanged" in table.kinds
    assert table.person("a1")["state"] == "disabled", "4 + 2 against 4 + 6"


def test_ins_6_two_dice_lie_on_a_card_with_different_faces_alone() -> None:
    miser = does("miser", ["always"], {"type": "reserves", "different": True})
    table = Table(
        FLOOR, {"a1": "4,6N", "b1": "4,3S"}, a1={**with_skills(miser), "reserve": "fire"}, pool=("fire", "air")
    )
    table.do("end_activations")
    assert [one["element"] for one in table.can("reserve")] == ["air"]


def test_ins_6_a_card_holds_more_for_a_while() -> None:
    more = does("more", ["phase_end"], {"type": "reserves", "lasts": "own_phase"})
    table = Table(FLOOR, {"a1": "4,6N", "b1": "4,3S"}, a1={**with_skills(more), "reserve": "fire"}, pool=("air",))
    table.do("end_activations")
    assert table.can("reserve", character="a1")
