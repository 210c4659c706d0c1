"""Combat (CBT)."""

from __future__ import annotations

from itertools import product

import pytest

from companion.model.core.contract import Roll
from companion.model.games.asagiri.rules import fight_results
from companion.model.games.asagiri.rules.fight_numbers import modifiers
from companion.model.games.asagiri.state.stack import Fight

from .table import Table, open_floor, skill


def duel(a: str = "2,3N", b: str = "2,2S", **more: object) -> Table:
    """a1 and b1 before each other in the middle of nowhere, a1 active."""
    return Table(open_floor(6, 7), {"a1": a, "b1": b}, **more).do("activate", character="a1")


def test_cbt_1_only_an_enemy_in_ones_control_zone() -> None:
    table = Table(open_floor(5, 5), {"a1": "2,2N", "a2": "1,1S", "b1": "2,1N", "b2": "2,3N"})
    table.do("activate", character="a1")
    assert [option["target"] for option in table.can("attack")] == ["b1"]
    assert table.refusal("attack:b2") == "CBT-1"
    assert table.refusal("attack:a2") == "CBT-1"


def test_cbt_1_not_through_a_wall() -> None:
    assert not duel(walls="2,2S").can("attack")


def test_cbt_2_attacker_announces_then_defender_then_the_dice() -> None:
    table = duel(pool=("fire",), b1={"reserve": "earth"})
    table.do("attack", target="b1")
    assert table.pending.seat == "A"
    table.do("use_die", element="fire", origin="pool")
    assert table.pending.seat == "B"
    table.do("use_die", element="earth", origin="reserve")
    roll = table.pending
    assert isinstance(roll, Roll)
    assert [die.owner for die in roll.dice] == ["a1", "b1"]
    assert roll.seat == "A"


def test_cbt_2_the_defender_turns_so_that_the_attacker_is_in_its_zone() -> None:
    table = duel(b="2,2N").do("attack", target="b1").passing()
    assert table.person("b1")["facing"] == "S"


def test_cbt_2_where_two_facings_do_its_owner_chooses() -> None:
    table = duel(a="1,3N", b="2,2E").do("attack", target="b1").passing()
    assert table.pending.seat == "B"
    assert {option["facing"] for option in table.can("face")} == {"S", "W"}
    assert table.refusal("face:N") == "CBT-2"
    table.do("face", facing="W")
    assert table.person("b1")["facing"] == "W"


def test_cbt_2_else_it_does_not_turn() -> None:
    table = duel(a="1,3N", b="2,2S").do("attack", target="b1").passing()
    assert isinstance(table.pending, Roll)
    assert table.person("b1")["facing"] == "S"


@pytest.mark.parametrize(
    ("attack", "defense", "expected"),
    [
        (3, 3, ("vigilant", [2, 3], "vigilant", [2, 2])),
        (3, 2, ("vigilant", [2, 3], "vigilant", [2, 1])),
        (4, 2, ("vigilant", [2, 3], "vigilant", [2, 1])),
        (5, 2, ("vigilant", [2, 3], "shaken", [2, 1])),
        (6, 2, ("vigilant", [2, 3], "disabled", None)),
        (2, 3, ("vigilant", [2, 4], "vigilant", [2, 2])),
        (2, 4, ("vigilant", [2, 4], "vigilant", [2, 2])),
        (2, 5, ("shaken", [2, 4], "vigilant", [2, 2])),
        (2, 6, ("disabled", None, "vigilant", [2, 2])),
    ],
)
def test_cbt_3_the_margin_decides(attack: int, defense: int, expected: tuple[object, ...]) -> None:
    table = duel().fight("b1", attack, defense)
    if table.can("retreat"):
        table.do("retreat", at=[2, 1] if attack > defense else [2, 4])
    a, b = table.person("a1"), table.person("b1")
    assert (a["state"], a["at"], b["state"], b["at"]) == expected


def test_cbt_3_equal_the_turn_stands() -> None:
    table = duel(b="2,2N").fight("b1", 2, 2)
    assert table.person("b1")["facing"] == "S"
    assert table.person("b1")["at"] == [2, 2]


def test_cbt_4_support_counts_on_both_sides_and_risks_nothing() -> None:
    table = Table(open_floor(6, 6), {"a1": "2,3N", "a2": "1,2E", "a3": "3,1W", "b1": "2,2S", "b2": "3,2S"}).do(
        "activate", character="a1"
    )
    asked = table.ask("attack", id="a1", target="b1")
    assert (asked["support"], asked["against"]) == (2, 1)
    table.fight("b1", 1, 6)
    rolled = next(event for event in table.events if event.kind == "CombatRolled")
    assert rolled.totals == (1 + 4 + 2, 6 + 4 + 1)
    assert table.person("a2")["state"] == "vigilant"


def test_cbt_4_a_supporter_may_attack_in_the_same_phase() -> None:
    table = Table(open_floor(6, 6), {"a1": "2,3N", "a2": "1,2E", "b1": "2,2S"}).do("activate", character="a1")
    table.fight("b1", 3, 4).do("activate", character="a2")
    assert table.can("attack", target="b1")


def test_cbt_5_every_square_stood_on_must_be_out_of_view() -> None:
    # b1 looks south from (2,2): rows 3 and further are in view
    behind = Table(open_floor(6, 6), {"a1": "2,0S", "b1": "2,2S"}).do("activate", character="a1").walk([2, 1])
    assert behind.ask("attack", id="a1", target="b1")["behind"] is True
    side = Table(open_floor(6, 6), {"a1": "0,2E", "b1": "2,2S"}).do("activate", character="a1").walk([1, 2])
    assert side.ask("attack", id="a1", target="b1")["behind"] is True
    seen = Table(open_floor(6, 6), {"a1": "0,3E", "b1": "2,2S"}).do("activate", character="a1").walk([1, 2])
    assert seen.ask("attack", id="a1", target="b1")["behind"] is False


def test_cbt_5_the_facing_before_the_turn_counts() -> None:
    table = Table(open_floor(6, 6), {"a1": "2,1S", "b1": "2,2S"}).do("activate", character="a1").fight("b1", 1, 1)
    rolled = next(event for event in table.events if event.kind == "CombatRolled")
    assert rolled.totals == (1 + 4 + 1, 1 + 4)


def test_cbt_6_shaken_while_shaken_is_disabled() -> None:
    table = duel(b="2,2S!").fight("b1", 4, 2)  # 8 against 5
    assert table.person("b1")["state"] == "disabled"
    assert table.band("B")["lost"] == 3
    assert "CharacterRetreated" not in table.kinds


def test_cbt_3_a_disabled_figures_equipment_is_lost_with_it() -> None:
    table = duel(b1={"equipment": {"name": "Fan", "zeni": 2}}).fight("b1", 6, 1)
    assert table.band("B")["lost"] == 5


@pytest.mark.parametrize(("attack", "defense"), list(product(range(-3, 4), repeat=2)))
def test_cbt_3_odds_are_whole_thirty_sixths(attack: int, defense: int) -> None:
    counted = dict.fromkeys(fight_results.outcomes(attack, defense), 0)
    for a, b in product(range(1, 7), repeat=2):
        counted[fight_results.result_of(attack + a - defense - b)] += 1
    assert fight_results.outcomes(attack, defense) == counted
    assert sum(counted.values()) == 36


def test_cbt_2_skills_that_add_count_with_their_names() -> None:
    mine = [skill("fire", ["attack"], amount=2, name="cut"), skill(None, ["attack"], to="attack", name="always")]
    table = duel(pool=("fire",), a1={"stats": {"skills": mine}})
    table.do("attack", target="b1").do("use_skill", skill="test:cut")
    fight = table.state.frames[-1]
    assert isinstance(fight, Fight)
    told = [(found.source, found.amount) for found in modifiers(table.state, fight) if found.side == "attacker"]
    assert sorted(told) == [("skill", 1), ("skill", 2), ("stat", 4)]


def test_end_1_the_game_ends_in_the_middle_of_a_phase() -> None:
    table = Table(open_floor(6, 7), {"a1": "2,3N", "b1": "2,2S", "b2": "0,0N"}, bands={"B": {"lost": 10}})
    table.do("activate", character="a1").fight("b1", 6, 1)
    assert table.state.over
    assert table.pending.winner == "A"
    assert table.refusal("end_activation") == "END-1"
