"""Lines, moves and iaido (RNG, WLK, IAI), a test a rule."""

from __future__ import annotations

from .tables import Table, katana, query

PAIR = {"A": {"hand": ["stench-1"]}, "B": {}, "C": {"is": "spirit"}}


def test_rng_1_lines_run_clockwise_from_the_living_seat_listed_first() -> None:
    spirit = {"is": "spirit"}
    t = Table.of({"A": spirit, "B": {}, "C": {}, "D": spirit, "E": {}}, active="B")
    assert list(t.steps()) == ["BC", "CE", "EB"]
    assert list(Table.of({"A": spirit, "B": {}, "C": {}}, active="B").steps()) == ["BC"]
    assert not Table.of({"A": spirit, "B": {}, "C": spirit}, active="B").steps()


def test_rng_2_own_disciples_stand_side_by_side() -> None:
    lines = {"AB": (5, {"disciple-1": ("A", 2), "disciple-2": ("A", 0)})}
    t = Table.of({"A": {}, "B": {}, "C": {"life": 1}}, lines).do("end_phase", "activate:disciple-2").passing()
    assert t.disciples() == {"disciple-1": 4, "disciple-2": 2}


def test_rng_3_the_opposing_stretch_is_never_empty() -> None:
    t = Table.of({"A": {"hand": ["lanterns-1"]}, "B": {}, "C": {}}, {"AB": 1, "BC": 1, "CA": 2})
    assert t.do("event:lanterns-1").ids() == {"step:2:0"}


def test_rng_4_and_rng_5_a_step_before_a_disciple_moves_it() -> None:
    lines = {"AB": (4, {"disciple-1": ("A", 1), "disciple-2": ("B", 4)})}
    t = Table.of({"A": {"hand": ["stench-1"]}, "B": {}, "C": {}}, lines).do("event:stench-1", "step:0:1", "step:0:2")
    assert (t.steps()["AB"], t.disciples()) == (6, {"disciple-1": 1, "disciple-2": 5})


def test_rng_6_what_the_box_cannot_give_is_not_added() -> None:
    full = {"AB": 9, "BC": 9, "CA": 9}
    seats = {"A": {"hand": ["stench-1"]}, "B": {}, "C": {}}
    t = Table.of(seats, full).do("event:stench-1", "step:0:0")
    assert t.json["phase"] == "play"
    assert sum(t.steps().values()) == 28
    assert "event:stench-1" not in Table.of(seats, {**full, "CA": 10}).ids()
    assert "event:stench-1" in Table.of(seats, {**full, "CA": 10}, options={"cubes": "endless"}).ids()


def test_rng_7_distances_go_both_ways_round() -> None:
    lines = {"AB": (3, {"disciple-1": ("A", 0)}), "BC": 4, "CA": 2}
    t = Table.of({"A": {}, "B": {}, "C": {}}, lines)
    assert query(t, "distances", seat="A") == {"B": [3, 6], "C": [7, 2], "disciple-1": [0, 9]}
    t = Table.of(PAIR, {"AB": 4})
    assert query(t, "distances", seat="B") == {"A": [4]}


def test_rng_8_either_way_round_is_in_range() -> None:
    t = Table.of({"A": {"gear": ["naginata-1"], "held": "naginata-1"}, "B": {}, "C": {}}, {"AB": 7, "BC": 2, "CA": 3})
    assert query(t, "reach", seat="A")["naginata-1"] == ["C"]
    t = Table.of({"A": {"gear": ["naginata-1"], "held": "naginata-1"}, "B": {}, "C": {}}, {"AB": 7, "BC": 2, "CA": 1})
    assert query(t, "reach", seat="A")["naginata-1"] == ["B"]


def test_wlk_1_a_move_has_at_least_one_step_and_at_most_the_box() -> None:
    t = Table.of({"A": {"hand": ["stench-1"]}, "B": {}, "C": {}})
    assert t.refused("move:stench-1:left:0") == "WLK-1"
    assert t.refused("move:stench-1:left:3") == "WLK-1"
    assert t.refused("move:stench-1:toward:1") == "WLK-1"


def test_wlk_2_cubes_go_from_line_to_line() -> None:
    t = Table.of({"A": {}, "B": {"hand": ["stench-1"]}, "C": {}}, active="B").do("move:stench-1:right:2").passing()
    assert t.steps() == {"AB": 1, "BC": 5, "CA": 3}


def test_wlk_3_nobody_passes_an_opponent() -> None:
    t = Table.of({"A": {"hand": ["stench-1"]}, "B": {}, "C": {}}, {"AB": (3, {"disciple-1": ("B", 2)}), "CA": 1})
    assert {id for id in t.ids() if id.startswith("move")} == {"move:stench-1:left:1"}
    assert t.refused("move:stench-1:left:2") == "WLK-3"
    assert t.refused("move:stench-1:right:1") == "WLK-3"


def test_wlk_4_his_disciples_behind_him_stay() -> None:
    t = Table.of({"A": {"hand": ["stench-1"]}, "B": {}, "C": {}}, {"CA": (4, {"disciple-1": ("A", 2)})})
    assert t.do("move:stench-1:left:2").passing().disciples() == {"disciple-1": 2}
    assert t.steps() == {"AB": 1, "BC": 3, "CA": 6}


def test_wlk_5_away_takes_cubes_from_the_box() -> None:
    t = Table.of(PAIR, {"AB": 27})
    assert {id for id in t.ids() if "away" in id} == {"move:stench-1:away:1"}
    assert t.refused("move:stench-1:away:2") == "WLK-5"
    assert t.refused("move:stench-1:left:1") == "WLK-5"
    t = Table.of(
        {"A": {}, "B": {"hand": ["stench-1"]}, "C": {"is": "spirit"}}, {"AB": (3, {"disciple-1": ("A", 1)})}, active="B"
    )
    assert t.do("move:stench-1:away:2").passing().disciples() == {"disciple-1": 1}


def test_wlk_6_the_last_samurai_does_not_move() -> None:
    t = Table.of({"A": {"hand": ["stench-1"]}, "B": {"is": "spirit"}, "C": {"is": "out"}})
    assert "move" not in t.kinds()
    assert t.refused("move:stench-1:left:1") == "WLK-6"


def test_wlk_7_a_cancelled_move_costs_the_marker_and_both_cards() -> None:
    t = Table.of({"A": {"hand": ["stench-1"], "seated": True}, "B": {"hand": ["stagger-1"]}, "C": {}})
    t.do("move:stench-1:left:1", "B interrupt:stagger-1", "C pass")
    assert (t.steps()["AB"], t.seat("A")["seated"], t.json["plays"]) == (3, False, 1)
    assert set(t.json["discard"]) == {"stench-1", "stagger-1"}


def test_wlk_8_declared_then_asked_then_moved_then_discarded() -> None:
    t = Table.of({"A": {"hand": ["stench-1"], "seated": True}, "B": {"hand": ["stagger-1"]}, "C": {}})
    t.do("move:stench-1:left:1")
    assert (t.steps()["AB"], t.seat("A")["hand"], t.json["discard"]) == (3, [], [])
    t.passing()
    assert (t.steps()["AB"], t.json["discard"]) == (2, ["stench-1"])
    kinds = [event.kind for event in t.events]
    assert kinds.index("MoveDeclared") < kinds.index("Moved") < kinds.index("CardsDiscarded")


def iaido(**more: object) -> Table:
    return Table.of({"A": katana(1, seated=True, hand=["stench-1"], **more), "B": {}, "C": {}})


def test_iai_1_only_a_seated_samurai_and_at_least_one_step() -> None:
    assert iaido().refused("iaido:stench-1:left:0:B:katana-1") == "IAI-1"
    t = Table.of({"A": katana(1, hand=["stench-1"]), "B": {}, "C": {}})
    assert t.refused("iaido:stench-1:left:2:B:katana-1") == "IAI-1"
    seats = {"A": katana(1, seated=True, gear=["katana-1", "sandals-1"], hand=["stench-1"]), "B": {}, "C": {}}
    assert "iaido:stench-1:left:3:B:katana-1" in Table.of(seats, {"AB": 4}).ids()
    t = Table.of(seats, {"AB": 4}, options={"iaido_bonus": False})
    assert t.refused("iaido:stench-1:left:3:B:katana-1") == "IAI-1"


def test_iai_2_the_attack_must_be_legal_from_the_place_reached() -> None:
    t = iaido()
    assert "iaido:stench-1:left:2:B:katana-1" in t.ids()
    assert t.refused("iaido:stench-1:left:1:B:katana-1") == "IAI-2"


def test_iai_3_one_window_in_which_both_interruptions_fit() -> None:
    t = Table.of({
        "A": katana(1, seated=True, hand=["stench-1"]), "B": {"hand": ["stagger-1", "double_vision-1"]}, "C": {},
    })  # fmt: skip
    t.do("iaido:stench-1:left:2:B:katana-1")
    assert not t.seat("A")["seated"]
    assert {"interrupt:stagger-1", "interrupt:double_vision-1", "defend:stagger-1"} <= t.ids("B")


def test_iai_4_a_kept_attack_is_on_the_same_target_and_may_be_given_up() -> None:
    seats = {
        "A": katana(1, seated=True, gear=["katana-1", "naginata-1"], hand=["stench-1"]), "B": {},
        "C": {"hand": ["stagger-1"]},
    }  # fmt: skip
    t = Table.of(seats).do("iaido:stench-1:left:2:B:katana-1", "B pass", "C interrupt:stagger-1")
    assert t.ids() == {"keep:naginata-1", "give_up"}
    assert t.refused("keep:katana-1") == "IAI-4"
    t.do("give_up")
    assert set(t.json["discard"]) == {"stench-1", "stagger-1"}
    assert not t.seat("B")["wounds"]
