"""Turns, drinking, events, items, sake and instants (TUR, DRK, EVT, GEA, ITM, SAK, NOW), a test a rule."""

from __future__ import annotations

from random import Random

import pytest

from companion.model.core.contract import Over, Roll, choices_of
from companion.model.games.sake import SYSTEM

from .tables import CONTENT, COUNTERS, Table, katana

REST = {"B": {"life": 1}, "C": {"life": 1}}


def alone(**seat: object) -> Table:
    """A to act; the others cannot answer anything."""
    return Table.of({"A": seat, **REST})


def test_tur_1_turns_go_clockwise_past_seats_that_are_out() -> None:
    t = Table.of({"A": {}, "B": {"is": "out"}, "C": {}, "D": {}}, phase="hold").do("hold:nothing")
    assert (t.json["active"], t.json["turn"]) == ("C", 2)


def test_tur_2_a_turn_begins_with_two_plays_and_unspent_souls() -> None:
    t = Table.of({"A": {}, "B": {}, "C": {}}, phase="hold", plays=0, soul=["B"]).do("hold:nothing")
    assert (t.json["plays"], t.json["soul"], t.json["phase"]) == (2, [], "play")


def test_tur_3_each_card_costs_a_play() -> None:
    t = alone(hand=["ramen-1", "sandals-1", "rice-1"]).do("put:sandals-1", "put:rice-1")
    assert t.json["plays"] == 0
    assert not {"put", "drink", "move", "event"} & t.kinds()
    assert t.refused("drink:ramen-1") == "TUR-3"


def test_tur_4_a_card_is_in_the_air_while_it_is_carried_out() -> None:
    t = alone(hand=["stench-1"]).do("event:stench-1")
    assert t.json["air"] == ["stench-1"]
    t.do("step:0:0", "step:0:0")
    assert t.json["discard"] == ["stench-1"]


def test_tur_5_draw_two_then_hold() -> None:
    t = alone(gear=["katana-1"], held="katana-1").do("end_phase")
    assert (len(t.seat("A")["hand"]), t.json["phase"]) == (2, "hold")
    t.do("hold:katana-1")
    assert t.json["active"] == "B"


def test_tur_6_a_weapon_asleep_may_be_held_but_not_nothing() -> None:
    t = alone(gear=["katana-1", "yumi-1"], held="katana-1", sake=["yumi-1"]).do("end_phase")
    assert {"hold:katana-1", "hold:yumi-1"} <= t.ids()
    assert t.refused("hold:nothing") == "TUR-6"


def test_drk_1_as_much_as_there_is_and_finds_a_place() -> None:
    t = alone(hand=["ramen-1"], sake=["life"]).do("drink:ramen-1")
    assert t.json["masu"] == 6
    t.do("place:sheet")
    full = alone(hand=["ramen-1"], sake=["life", "sheet"])
    assert full.refused("drink:ramen-1") == "DRK-1"


def test_drk_2_counters_are_placed_one_after_the_other() -> None:
    t = alone(hand=["ramen-1"], gear=["sandals-1"]).do("drink:ramen-1")
    assert t.ids() == {"place:life", "place:sheet", "place:sandals-1"}
    assert t.json["air"] == ["ramen-1"]
    t.do("place:sandals-1")
    assert t.ids() == {"place:life", "place:sheet"}
    t.do("place:life")
    assert set(t.seat("A")["sake"]) == {"life", "sandals-1"}
    assert t.json["discard"] == ["ramen-1"]


def test_evt_1_an_event_must_be_able_to_do_something() -> None:
    t = alone(hand=["feigned_wounds-1", "purchase-1", "stomach-1"])
    assert t.refused("event:feigned_wounds-1") == "EVT-1"
    assert t.refused("event:purchase-1:B") == "EVT-1"
    assert t.refused("event:stomach-1:B") == "EVT-1"
    own = alone(hand=["stomach-1"], sake=["life"])
    assert "event:stomach-1:A" in own.ids()


def test_evt_2_events_attack_with_a_fixed_value_and_never_spirits() -> None:
    seats = {"A": {"hand": ["ramen-1"]}, "B": {"is": "spirit", "jar": 2}, "C": {}, "D": {}}
    t = Table.of(seats, {"AC": (9, {"disciple-1": ("C", 4)})})
    assert {id for id in t.ids() if id.startswith("event")} == {
        "event:ramen-1:C",
        "event:ramen-1:D",
        "event:ramen-1:disciple-1",
    }
    t.do("event:ramen-1:D").passing()
    assert len(t.seat("D")["wounds"]) == 2


def test_evt_3_named_asked_picked() -> None:
    seats = {"A": {"hand": ["stomach-1"]}, "B": {"sake": ["life", "sheet"]}, "C": {}}
    t = Table.of(seats).do("event:stomach-1:B")
    assert (t.pending.seat, t.ids()) == ("B", {"burn_draw:life", "burn_draw:sheet", "pass"})
    t.do("burn_draw:life", "burn_draw:sheet")
    t.passing()
    assert (t.json["gone"], t.json["phase"], t.json["discard"]) == (2, "play", ["stomach-1"])
    t = Table.of({"A": {"hand": ["stomach-1"]}, "B": {"sake": ["sheet"], "life": 1}, "C": {}}).do(
        "event:stomach-1:B", "pass"
    )
    assert (t.pending.seat, t.ids()) == ("A", {"pick:sheet"})


def test_evt_3_dumplings_discards_two_of_his_choice() -> None:
    seats = {
        "A": {"hand": ["dumplings-1"]},
        "B": {"hand": ["ramen-1"], "life": 1},
        "C": {"hand": ["roar-1", "roar-2", "roar-3"], "life": 1},
    }
    t = Table.of(seats, {"AB": 4, "BC": 4, "CA": 4}).do("event:dumplings-1:C", "discard:roar-2")
    assert t.pending.seat == "C"
    t.do("discard:roar-1")
    assert t.seat("C")["hand"] == ["roar-3"]
    t = Table.of(seats, {"AB": 4, "BC": 4, "CA": 4}).do("event:dumplings-1:B", "discard:ramen-1")
    assert t.json["phase"] == "play"
    assert t.pending.seat == "A"


def test_evt_4_roar_is_paid_at_the_declaration() -> None:
    seats = {
        "A": {"hand": ["roar-1"], "sake": ["life"]},
        "B": {"hand": ["double_vision-1"], "life": 1},
        "C": {"life": 1},
    }
    t = Table.of(seats, {"AB": 2}).do("event:roar-1:B:life", "B interrupt:double_vision-1")
    assert (t.json["gone"], t.seat("B")["wounds"]) == (1, [])
    assert Table.of({**seats, "A": {"hand": ["roar-1"]}}, {"AB": 2}).refused("event:roar-1:B:life") == "EVT-1"


def test_gea_1_a_new_weapon_attacks_at_once_and_is_held_later() -> None:
    t = Table.of({"A": {"hand": ["yumi-1", "ramen-1"]}, **REST}, {"AB": 4, "BC": 4}).do("put:yumi-1")
    assert "attack:ramen-1:B:yumi-1" in t.ids()
    assert t.seat("A")["held"] is None


def test_gea_2_the_held_weapon_lost_another_is_chosen() -> None:
    seats = {
        "A": {"hand": ["purchase-1"]},
        "B": katana(1, gear=["katana-1", "yumi-1", "nodachi-1"], life=1),
        "C": {"life": 1},
    }
    t = Table.of(seats).do("event:purchase-1:B", "pick:katana-1")
    assert (t.pending.seat, t.ids()) == ("B", {"hold:yumi-1", "hold:nodachi-1"})
    assert t.seat("B")["held"] is None
    t.do("hold:yumi-1")
    assert (t.seat("B")["held"], t.pending.seat) == ("yumi-1", "A")


def test_gea_3_weapons_as_the_table_has_them() -> None:
    t = Table.of(
        {"A": {"gear": ["wakizashi-1"], "held": "wakizashi-1", "hand": ["stomach-1"]}, "B": {"life": 9}, "C": {}},
        {"AB": 1},
    )
    assert len(t.do("attack:stomach-1:B:wakizashi-1").passing().seat("B")["wounds"]) == 4


def test_itm_1_sandals_and_armour_work_while_usable() -> None:
    t = alone(hand=["ramen-1"], gear=["sandals-1"])
    assert "move:ramen-1:left:2" in t.ids()
    t = alone(hand=["ramen-1"], gear=["sandals-1"], sake=["sandals-1"])
    assert t.refused("move:ramen-1:left:2") == "WLK-1"


def test_itm_2_paid_with_own_sake_from_another_spot() -> None:
    t = alone(gear=["bottle-1"], sake=["life"]).do("use:bottle-1:life")
    assert (len(t.seat("A")["hand"]), t.json["gone"]) == (2, 1)
    assert alone(gear=["bottle-1"], sake=["bottle-1"]).refused("use:bottle-1:bottle-1") == "ITM-2"
    assert alone(gear=["bottle-1"]).refused("use:bottle-1:life") == "ITM-2"


def test_itm_3_only_when_it_does_something() -> None:
    assert alone(gear=["rice-1"], sake=["life"]).refused("use:rice-1:life") == "ITM-3"
    t = alone(gear=["rice-1"], sake=["sheet"], wounds=3)
    t.do("end_phase", "use:rice-1:sheet")
    assert len(t.seat("A")["wounds"]) == 1


def test_itm_4_pipe_everybody_discards_together() -> None:
    seats = {
        "A": {"gear": ["pipe-1"], "sake": ["life"]},
        "B": {"hand": ["ramen-1", "ramen-2"]},
        "C": {"hand": ["roar-1"]},
    }
    t = Table.of(seats).do("use:pipe-1:life")
    assert t.asked() == "BC"
    assert "pass" not in t.kinds()
    t.do("B discard:ramen-2")
    assert t.seat("B")["hand"] == ["ramen-1", "ramen-2"]
    t.do("C soul:1")
    assert t.asked() == "BC"
    t.do("C discard:roar-1", "B discard:ramen-1")
    assert set(t.json["discard"]) == {"ramen-1", "roar-1"}


def test_sak_1_at_most_one_on_a_spot_and_never_on_a_disciple() -> None:
    lines = {"AB": (3, {"disciple-1": ("A", 0)})}
    t = Table.of({"A": {"hand": ["stench-1"], "sake": ["life"]}, **REST}, lines).do("drink:stench-1")
    assert t.ids() == {"place:sheet"}
    assert t.refused("place:life") == "SAK-1"


def test_sak_2_sake_puts_abilities_and_souls_to_sleep() -> None:
    t = alone(sheet="house:hayate", hand=["ramen-1"], sake=["sheet"])
    assert t.refused("move:ramen-1:left:2") == "WLK-1"
    assert alone(sake=["life"]).refused("soul:1") == "NOW-3"


def test_sak_3_a_discarded_card_takes_its_sake_with_it() -> None:
    seats = {
        "A": {"hand": ["purchase-1"]},
        "B": {"gear": ["sandals-1"], "sake": ["sandals-1"], "life": 1},
        "C": {"life": 1},
    }
    t = Table.of(seats).do("event:purchase-1:B", "pass", "pick:sandals-1")
    assert (t.seat("B")["sake"], t.json["gone"], t.json["masu"]) == ([], 1, 7)


@pytest.mark.parametrize("players", range(3, 9))
def test_sak_4_no_counter_comes_or_goes(players: int) -> None:
    """Masu, Samurai, Spirits and what is out of the game, at every step of a random game (DEA-6)."""
    t, rng = Table.__new__(Table), Random(players)
    t.state, t.events = SYSTEM.new({"quick": True, "players": players}, CONTENT), []
    met = set[str]()
    for _ in range(250):
        if isinstance(t.pending, Over):
            break
        if isinstance(t.pending, Roll):
            t.roll()
            continue
        choice = rng.choice(choices_of(t.pending))
        t.state = SYSTEM.apply(t.state, rng.choice(choice.options)).state
        if not t.state.frames:
            at = t.json
            held = sum(len(seat["sake"]) + seat["jar"] for seat in at["seats"])
            assert at["masu"] + held + at["gone"] == COUNTERS[players]
            met |= {name for name, count in (("held", held), ("gone", at["gone"])) if count}
    assert met == {"held", "gone"}


def test_sak_5_no_other_limit_to_drinking_than_free_spots() -> None:
    gear = ["katana-1", "yumi-1", "sandals-1", "armour-1"]
    t = alone(hand=["ramen-1"], gear=gear, held="katana-1", sake=gear).do("drink:ramen-1", "place:life", "place:sheet")
    assert len(t.seat("A")["sake"]) == 6


def test_now_1_instants_at_his_menus_and_windows_not_for_spirits() -> None:
    t = alone(sake=["sheet"])
    assert {"burn_draw:sheet", "burn_play:sheet", "soul:4"} <= t.ids()
    t.do("end_phase")
    assert {"burn_draw:sheet", "soul:1"} <= t.ids()
    assert "burn_play" not in t.kinds()
    assert t.refused("burn_play:sheet") == "NOW-2"


def test_now_2_burning_draws_or_gives_a_play() -> None:
    t = alone(sake=["sheet", "life"]).do("burn_play:sheet")
    assert (t.json["plays"], t.json["gone"]) == (3, 1)
    t.do("burn_draw:life")
    assert len(t.seat("A")["hand"]) == 1


def test_now_3_the_soul_once_a_turn_and_one_card_stays() -> None:
    t = alone(life=["ramen-1", "ramen-2", "ramen-3"])
    assert t.refused("soul:3") == "NOW-3"
    t.do("soul:2")
    assert (t.seat("A")["hand"], t.seat("A")["life"], t.json["soul"]) == (["ramen-1", "ramen-2"], ["ramen-3"], ["A"])
    assert t.refused("soul:1") == "NOW-3"


def test_now_4_the_hand_limit_acts_at_once() -> None:
    t = alone(hand=["ramen-1", "ramen-2", "ramen-3"], life=4).do("soul:2")
    assert t.kinds() == {"discard"}
