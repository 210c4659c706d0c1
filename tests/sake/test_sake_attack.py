"""Attacks, defence, damage, Disciples and Interruptions (ATK, DFN, DMG, DSC, ITR), a test a rule."""

from __future__ import annotations

import pytest

from companion.model.games.sake import SYSTEM
from companion.model.games.sake.state import options as o

from .tables import BACKS, Table, katana, query

SPIRIT = {"is": "spirit"}


def wounds(t: Table, seat: str = "B") -> int:
    return len(t.seat(seat)["wounds"])


def duel(box: str = "stomach-1", **more: object) -> Table:
    """A, with a Katana and a card, 1 step from B."""
    options = more.pop("options", {})
    return Table.of({"A": katana(1, hand=[box]), "B": more, "C": {"life": 1}}, {"AB": 1}, options=options)


def test_atk_1_value_is_box_and_weapon() -> None:
    t = duel("chopsticks-1").do("attack:chopsticks-1:B:katana-1").passing()
    assert wounds(t) == 4


def test_atk_2_one_usable_weapon_with_the_target_in_range() -> None:
    t = Table.of({"A": katana(1, hand=["stomach-1"]), "B": {}, "C": {}})
    assert t.refused("attack:stomach-1:B:katana-1") == "ATK-2"
    t = Table.of({"A": katana(1, sake=["katana-1"], hand=["stomach-1"]), "B": {}, "C": {}}, {"AB": 1})
    assert t.refused("attack:stomach-1:B:katana-1") == "ATK-2"
    assert duel().refused("attack:stomach-1:B:nodachi-1") == "ATK-2"


def test_atk_3_bare_hands_only_without_a_usable_weapon() -> None:
    assert duel().refused("attack:stomach-1:B:hands") == "ATK-3"
    t = Table.of({"A": {"hand": ["stomach-1"]}, "B": {}, "C": {}}, {"AB": 1})
    assert wounds(t.do("attack:stomach-1:B:hands").passing()) == 2
    t = Table.of({"A": {"hand": ["stomach-1"]}, "B": {}, "C": {}})
    assert t.refused("attack:stomach-1:B:hands") == "ATK-3"


def test_atk_4_never_oneself_nor_a_spirit_without_sake() -> None:
    seats = {"A": katana(1, hand=["stomach-1"]), "B": {}, "C": SPIRIT, "D": {}}
    t = Table.of(seats, {"AB": (1, {"disciple-1": ("A", 0)})})
    for target in ("A", "C", "disciple-1"):
        assert t.refused(f"attack:stomach-1:{target}:katana-1") == "ATK-4"


def test_atk_5_every_weapon_and_bare_hands_reach_a_spirit() -> None:
    ghost = {"B": {**SPIRIT, "jar": 3}, "C": {}, "D": {}}
    t = Table.of({"A": {"gear": ["yumi-1", "katana-1"], "held": "yumi-1", "hand": ["stomach-1"]}, **ghost})
    assert {"attack:stomach-1:B:yumi-1", "attack:stomach-1:B:katana-1"} <= t.ids()
    assert t.refused("attack:stomach-1:B:hands") == "ATK-3"
    t = Table.of({"A": {"hand": ["stomach-1"]}, **ghost})
    t.do("attack:stomach-1:B:hands").passing()
    assert t.seat("B")["jar"] == 1


def test_atk_6_reaching_far_with_a_blade_is_not_ranged() -> None:
    t = Table.of(
        {
            "A": {"gear": ["nodachi-1"], "held": "nodachi-1", "hand": ["stomach-1"]},
            "B": katana(1, hand=["ramen-1"]),
            "C": {},
        },
        {"AB": 2},
    )
    t.do("attack:stomach-1:B:nodachi-1", "B defend:ramen-1").passing()
    assert wounds(t) == 6 - 3


def test_atk_7_all_cards_are_discarded_together_before_the_damage() -> None:
    t = duel(life=1, hand=["ramen-1"]).do("attack:stomach-1:B:katana-1").passing()
    events = [event.kind for event in t.events]
    assert events.index("CardsDiscarded") < events.index("Struck") < events.index("SamuraiDied")


def test_tur_7_a_cancelled_card_costs_its_play_and_is_discarded() -> None:
    t = Table.of({"A": katana(1, hand=["stomach-1"]), "B": {"hand": ["double_vision-1"]}, "C": {}}, {"AB": 1})
    t.do("attack:stomach-1:B:katana-1", "B interrupt:double_vision-1", "C pass")
    assert (t.json["plays"], set(t.json["discard"])) == (1, {"stomach-1", "double_vision-1"})


def test_dfn_1_one_card_answers_one_attack() -> None:
    t = Table.of(
        {"A": katana(1, hand=["stomach-1"]), "B": {"hand": ["ramen-1", "disciple-1", "double_vision-1"]}, "C": {}},
        {"AB": 1},
    ).do("attack:stomach-1:B:katana-1")
    assert {"defend:ramen-1", "sacrifice:disciple-1", "interrupt:double_vision-1", "pass"} <= t.ids("B")
    assert t.refused("defend:ramen-1", "C") == "DFN-1"


@pytest.mark.parametrize(("extra", "left"), [({}, 4 - 3), ({"sake": ["katana-2"]}, 3)])
def test_dfn_2_the_held_weapon_defends_while_usable(extra: dict[str, object], left: int) -> None:
    t = duel("chopsticks-1", **katana(2, hand=["ramen-1"], **extra))
    t.do("attack:chopsticks-1:B:katana-1", "B defend:ramen-1").passing()
    assert wounds(t) == left


def test_dfn_2_the_held_weapon_does_not_stop_what_is_ranged() -> None:
    seats = {"A": {"gear": ["yumi-1"], "hand": ["stomach-1"]}, "B": katana(2, hand=["ramen-1"]), "C": {}}
    t = Table.of(seats, {"AB": 4, "BC": 4}).do("attack:stomach-1:B:yumi-1", "B defend:ramen-1").passing()
    assert wounds(t) == 2 + 1 - 1


def test_dfn_2_without_a_card_nothing_counts_but_by_option() -> None:
    t = duel("chopsticks-1", **katana(2, gear=["katana-2", "armour-1"], life=6))
    assert wounds(t.do("attack:chopsticks-1:B:katana-1").passing()) == 4
    t = duel("chopsticks-1", **katana(2, gear=["katana-2", "armour-1"]), options={"defence_without_card": True})
    assert wounds(t.do("attack:chopsticks-1:B:katana-1").passing()) == 1


def test_dfn_3_a_sacrificed_disciple_takes_all_damage() -> None:
    t = duel(hand=["disciple-1"]).do("attack:stomach-1:B:katana-1", "B sacrifice:disciple-1")
    assert wounds(t) == 0
    assert "disciple-1" in t.json["discard"]


def test_dfn_4_damage_is_never_below_nothing() -> None:
    t = Table.of({"A": {"hand": ["sakuragi-2"]}, "B": katana(1, hand=["stench-1"]), "C": {}}, {"AB": 1})
    assert wounds(t.do("attack:sakuragi-2:B:hands", "B defend:stench-1").passing()) == 0


def test_dmg_1_sake_first_then_the_top_cards() -> None:
    t = duel("chopsticks-1", sake=["life"], life=["ramen-1", "ramen-2", "ramen-3", "ramen-4"], wounds=["roar-1"])
    t.do("attack:chopsticks-1:B:katana-1").passing()
    assert t.seat("B")["life"] == ["ramen-4"]
    assert t.seat("B")["wounds"] == ["ramen-3", "ramen-2", "ramen-1", "roar-1"]
    assert t.json["gone"] == 1


def test_dmg_2_the_top_wound_goes_back_on_top_of_the_life() -> None:
    seat = {
        "hand": ["feigned_wounds-1"],
        "life": ["ramen-1"],
        "wounds": ["ramen-2", "ramen-3", "ramen-4"],
        "sake": ["life"],
    }
    t = Table.of({"A": seat, "B": {}, "C": {}}).do("event:feigned_wounds-1")
    assert t.seat("A")["life"] == ["ramen-3", "ramen-2", "ramen-1"]
    assert (t.seat("A")["wounds"], t.seat("A")["sake"]) == (["ramen-4"], ["life"])


def test_dmg_3_a_disciple_dies_of_one_point() -> None:
    t = Table.of(
        {"A": katana(1, hand=["sakuragi-2"]), "B": {}, "C": {}},
        {"AB": (3, {"disciple-1": ("B", 1)})},
        pile=["stench-1"],
    )
    t.do("attack:sakuragi-2:disciple-1:katana-1").passing()
    assert t.disciples() == {}
    assert {"disciple-1", "stench-1", "sakuragi-2"} == set(t.json["discard"])


def test_dmg_4_a_spirit_loses_as_much_as_it_has() -> None:
    t = Table.of({"A": katana(1, hand=["stomach-1"]), "B": {**SPIRIT, "jar": 2}, "C": {}})
    t.do("attack:stomach-1:B:katana-1").passing()
    assert (t.seat("B")["jar"], t.json["gone"]) == (0, 2)


# Disciples ------------------------------------------------------------------------------------------------------------


def disciples(
    lines: dict[str, object], *pile: str, sheet: str | None = None, options: dict[str, object] | None = None
) -> Table:
    seats = {"A": {"sheet": sheet}, "B": {"hand": ["double_vision-1"]}, "C": {}}
    return Table.of(seats, lines, pile=pile, options=options or {})


def test_dsc_1_and_dsc_6_the_turned_up_box_is_the_value() -> None:
    t = disciples({"AB": (1, {"disciple-1": ("A", 0)})}, "stomach-1").do("end_phase").passing()
    assert wounds(t) == 2
    t = disciples({"AB": (1, {"disciple-1": ("A", 0)})}, "stomach-1", sheet="house:benjiro").do("end_phase").passing()
    assert wounds(t) == 3


def test_dsc_2_a_disciple_is_put_beside_its_master() -> None:
    t = Table.of({"A": {"hand": ["disciple-1"]}, "B": {}, "C": {}}).do("put_disciple:disciple-1:right")
    assert t.disciples() == {"disciple-1": 3}
    assert t.json["lines"][2]["disciples"][0]["owner"] == "A"
    t = Table.of({"A": {"hand": ["disciple-1"]}, "B": {}, "C": SPIRIT})
    assert {id for id in t.ids() if "disciple" in id and "put" in id} == {"put_disciple:disciple-1:line"}
    assert t.refused("put_disciple:disciple-1:left") == "DSC-2"
    t = Table.of({"A": {"hand": ["disciple-1"]}, "B": SPIRIT, "C": SPIRIT})
    assert t.refused("put_disciple:disciple-1:line") == "DSC-2"


def test_dsc_3_the_owner_chooses_the_order() -> None:
    t = disciples({"AB": (9, {"disciple-1": ("A", 0), "disciple-2": ("A", 3)})}).do("end_phase")
    assert t.ids() == {"activate:disciple-1", "activate:disciple-2"}
    t.do("activate:disciple-2")
    assert t.disciples() == {"disciple-1": 2, "disciple-2": 5}


def test_dsc_4_it_stops_at_one_step() -> None:
    t = disciples({"AB": (9, {"disciple-1": ("A", 0), "disciple-2": ("B", 2)})}, "ramen-1", "stench-1").do("end_phase")
    assert t.disciples()["disciple-1"] == 1


def test_dsc_5_it_must_strike_one_of_those_before_it() -> None:
    t = disciples({"AB": (3, {"disciple-1": ("A", 2), "disciple-2": ("B", 3)})}, "stomach-1").do("end_phase")
    assert t.ids() == {"strike:B", "strike:disciple-2"}
    t.do("strike:B").passing()
    assert wounds(t) == 2


def test_dsc_7_the_attacked_one_turns_a_card_up_after_the_window() -> None:
    t = disciples({"AB": (3, {"disciple-1": ("A", 1), "disciple-2": ("B", 2)})}, "chopsticks-1", "stench-1").do(
        "end_phase"
    )
    assert t.json["air"] == ["chopsticks-1"]
    t.passing()
    assert t.disciples() == {"disciple-1": 1, "disciple-2": 2}
    assert set(t.json["discard"]) == {"chopsticks-1", "stench-1"}


def test_dsc_8_they_block_moves_never_attacks() -> None:
    seats = {"A": {"gear": ["naginata-1"], "held": "naginata-1", "hand": ["stench-1"]}, "B": {}, "C": {}}
    t = Table.of(seats, {"AB": (3, {"disciple-1": ("B", 1)})})
    assert "B" in query(t, "reach", seat="A")["naginata-1"]
    assert query(t, "moves", seat="A", steps=3)["left"] == 0


# Interruptions --------------------------------------------------------------------------------------------------------


def test_itr_1_only_in_another_players_turn() -> None:
    t = Table.of({"A": {"hand": ["stagger-1", "double_vision-1"]}, "B": {}, "C": {"hand": ["double_vision-2"]}})
    assert t.refused("event:stagger-1") == "ITR-1"
    own = SYSTEM.check(t.state, o.Interrupt(0, t.state.table.deck.index["stagger-1"]))
    assert own is not None
    assert own.rule == "ITR-1"
    t.do("move:stagger-1:left:1")
    assert t.refused("interrupt:double_vision-2", "C") == "ITR-1"


def test_itr_2_disciples_can_be_interrupted_but_by_option() -> None:
    lines = {"AB": (1, {"disciple-1": ("A", 0)})}
    t = disciples(lines, "stomach-1").do("end_phase", "B interrupt:double_vision-1", "C pass")
    assert wounds(t) == 0
    t = disciples(lines, "stomach-1", options={"interrupt_disciples": "none"}).do("end_phase")
    assert t.asked() == "B"
    assert t.refused("interrupt:double_vision-1", "B") == "ITR-2"


def test_itr_3_one_interruption_for_an_iaido() -> None:
    seats = {
        "A": katana(1, seated=True, gear=["katana-1", "naginata-1"], hand=["stench-1"]),
        "B": {"hand": ["double_vision-1"]}, "C": {"hand": ["stagger-1"]},
    }  # fmt: skip
    t = Table.of(seats).do("iaido:stench-1:left:2:B:katana-1", "B pass", "C interrupt:stagger-1", "keep:naginata-1")
    assert t.refused("interrupt:double_vision-1", "B") == "ITR-3"


def test_itr_4_the_nearest_counts_or_the_first() -> None:
    seats = {"A": katana(1, hand=["stomach-1"]), "B": {"hand": ["double_vision-1"]}, "C": {"hand": ["double_vision-2"]}}
    t = Table.of(seats, {"AB": 1}).do(
        "attack:stomach-1:B:katana-1", "C interrupt:double_vision-2", "B interrupt:double_vision-1"
    )
    assert t.seat("C")["hand"] == ["double_vision-2"]
    t = Table.of(seats, {"AB": 1}, options={"race": "first"})
    t.do("attack:stomach-1:B:katana-1", "C interrupt:double_vision-2")
    assert t.seat("B")["hand"] == ["double_vision-1"]
    assert "double_vision-2" in t.json["discard"]


def test_backs_of_the_house_deck_go_round() -> None:
    assert [BACKS[card] for card in ("chopsticks-1", "ramen-1", "stench-1", "katana-1", "disciple-1")] == [
        "push", "brawl", "doze", "doze", "brawl",
    ]  # fmt: skip
