"""The worked examples of the rules page, by their numbers."""

from __future__ import annotations

import pytest

from .tables import BACKS, Table, katana, query

SPIRIT = {"is": "spirit"}


def test_example_1_iaido_of_bruno() -> None:
    t = Table.of({
        "A": katana(1, seated=True, hand=["chopsticks-2"]), "B": {}, "C": {},
        "D": {"gear": ["naginata-1"], "held": "naginata-1", "hand": ["chopsticks-1"]},
    })  # fmt: skip
    t.do("iaido:chopsticks-2:right:2:D:katana-1")
    assert t.asked() == "BCD"
    assert not t.seat("A")["seated"]
    t.do("B pass", "C pass", "D defend:chopsticks-1")
    assert (len(t.seat("D")["life"]), len(t.seat("D")["wounds"])) == (3, 2)
    assert t.steps() == {"AB": 5, "BC": 3, "CD": 3, "DA": 1}
    assert t.json["plays"] == 1
    assert set(t.json["discard"]) == {"chopsticks-1", "chopsticks-2"}


def test_example_2_yumi_from_five_steps() -> None:
    t = Table.of(
        {
            "A": {"gear": ["yumi-1"], "held": "yumi-1", "seated": True, "hand": ["chopsticks-2"]},
            "B": katana(1, hand=["feigned_wounds-1"]), "C": {}, "D": {},
        },
        {"AB": 5, "DA": 1},
    )  # fmt: skip
    assert query(t, "distances", seat="A")["B"] == [5, 7]
    t.do("attack:chopsticks-2:B:yumi-1", "B defend:feigned_wounds-1").passing()
    assert len(t.seat("B")["wounds"]) == 1
    assert t.seat("A")["seated"]


def example_3(*gear: str) -> Table:
    return Table.of(
        {
            "A": {"gear": list(gear), "held": gear[0], "seated": True, "hand": ["chopsticks-2"]},
            "B": {"life": 7, "hand": ["stagger-1", "double_vision-1"]}, "C": {"life": 1}, "D": {"life": 1},
        },
        {"AB": 1},
    ).do("iaido:chopsticks-2:right:1:B:nodachi-1")  # fmt: skip


def test_example_3_iaido_with_stagger_and_double_vision() -> None:
    t = example_3("katana-1", "nodachi-1").do("B pass")
    assert (t.steps()["AB"], t.steps()["DA"]) == (2, 2)
    assert len(t.seat("B")["wounds"]) == 6
    t = example_3("katana-1", "nodachi-1").do("B interrupt:double_vision-1")
    assert (t.steps()["AB"], t.steps()["DA"]) == (2, 2)
    assert not t.seat("B")["wounds"]
    t = example_3("katana-1", "nodachi-1").do("B interrupt:stagger-1")
    assert (t.steps()["AB"], t.steps()["DA"]) == (1, 3)
    assert t.ids() == {"keep:katana-1", "give_up"}
    t.do("keep:katana-1")
    assert t.asked() == "B"
    assert "interrupt" not in t.kinds()
    assert t.json["air"] == ["chopsticks-2", "stagger-1"]
    t.do("B pass")
    assert len(t.seat("B")["wounds"]) == 5
    assert not t.seat("A")["seated"]
    t = example_3("nodachi-1").do("B interrupt:stagger-1")
    assert t.pending.seat == "A"
    assert t.json["phase"] == "play"
    assert "air" not in t.json
    assert not t.seat("A")["seated"]


def test_example_4_disciples_meet() -> None:
    t = Table.of(
        {"A": {"hand": ["disciple-1"]}, "B": {"hand": ["disciple-2", "disciple-3"], "life": 5}, "C": {}},
        pile=["ramen-2", "ramen-1", "sakuragi-1", "ramen-3", "katana-2"],
    )
    t.do("put_disciple:disciple-1:left", "end_phase")
    assert t.disciples() == {"disciple-1": 2}
    assert t.json["air"] == ["ramen-2"]
    t.do("C pass", "B sacrifice:disciple-2")
    assert not t.seat("B")["wounds"]
    assert t.json["phase"] == "hold"
    assert len(t.seat("A")["hand"]) == 2
    t.do("hold:nothing", "put_disciple:disciple-3:right")
    assert t.disciples() == {"disciple-1": 2, "disciple-3": 3}
    t.do("end_phase").passing()
    assert t.disciples() == {"disciple-3": 3}
    assert {"disciple-1", "ramen-3", "katana-2"} <= set(t.json["discard"])


def test_example_5_purchase_of_the_held_weapon() -> None:
    t = Table.of(
        {
            "A": {"gear": ["katana-1", "rice-1", "naginata-1"], "held": "katana-1", "hand": ["stench-2", "ramen-1"]},
            "B": katana(2, hand=["purchase-1", "stomach-1"]), "C": {"life": 1}, "D": {"life": 1},
        },
        {"AB": 1},
        pile=["sakuragi-2", "sakuragi-1", "feigned_wounds-1"],
    )  # fmt: skip
    t.do("drink:ramen-1", "place:life", "place:katana-1")
    assert t.json["masu"] == 8
    assert "soul" not in t.kinds()
    t.do("end_phase", "hold:naginata-1")
    t.do("event:purchase-1:A")
    assert t.ids() == {"burn_draw:life", "burn_draw:katana-1", "pass"}
    t.do("pass", "pick:naginata-1")
    assert t.seat("A")["held"] == "katana-1"
    t.do("attack:stomach-1:A:katana-2")
    t.do("A burn_draw:katana-1")
    assert t.asked() == "A"
    t.do("A defend:stench-2")
    assert (t.seat("A")["wounds"], t.seat("A")["sake"], t.json["gone"]) == ([], [], 2)


def test_example_6_torment_by_two_spirits() -> None:
    hands = [card for card, back in BACKS.items() if back == "doze"]
    t = Table.of(
        {
            "A": {**SPIRIT, "hand": hands[:2]}, "B": {**SPIRIT, "hand": hands[2:3]},
            "C": {"gear": ["katana-3", "wakizashi-1"], "held": "katana-3", "sake": ["katana-3", "sheet"],
                  "hand": ["stench-2"]},
        },
        pile=[hands[3]],
        active="A", phase="third",
    )  # fmt: skip
    t.do("C pass", f"torment:C:{'+'.join(sorted(hands[:2]))}", f"B help:{hands[2]}", "defend:stench-2")
    assert t.ids() == {"give_up:katana-3", "give_up:sheet"}
    t.do("give_up:katana-3", "give_to:B")
    assert (t.seat("B")["jar"], t.seat("C")["sake"]) == (1, ["sheet"])


def test_example_7_dematerialise() -> None:
    same = next(card for card, back in BACKS.items() if back == BACKS["ramen-2"] and card.startswith("st"))
    t = Table.of(
        {"A": katana(1, hand=["chopsticks-1", "sakuragi-2"]), "B": {**SPIRIT, "jar": 2, "hand": ["ramen-2"]}, "C": {}},
        pile=[same],
    )
    t.do("attack:chopsticks-1:B:katana-1", "B dematerialise:ramen-2", "C pass")
    assert t.seat("B")["jar"] == 2
    t.do("attack:sakuragi-2:B:katana-1").passing()
    assert (t.seat("B")["jar"], t.json["gone"]) == (0, 2)


def test_example_8_death_of_four() -> None:
    t = Table.of(
        {
            "A": {"gear": ["katana-1"], "held": "katana-1", "hand": ["stomach-1"]},
            "B": katana(2, life=2, wounds=3, sake=["life", "katana-2"], hand=["ramen-1"]),
            "C": {"hand": ["ramen-2"]}, "D": {"life": 1},
        },
        {"AB": 1, "BC": (4, {"disciple-1": ("B", 0), "disciple-2": ("C", 3)}), "CD": 3, "DA": 5},
    )  # fmt: skip
    t.do("attack:stomach-1:B:katana-1").passing()
    assert t.steps() == {"AC": 1, "CD": 3, "DA": 5}
    assert t.json["gone"] == 2
    assert t.seat("C")["hand"] == ["ramen-2", "disciple-2"]
    assert {"katana-2", "disciple-1", "ramen-1", "stomach-1"} <= set(t.json["discard"])
    assert (t.seat("B")["is"], len(t.seat("B")["hand"])) == ("spirit", 5)
    assert (t.pending.seat, t.kinds()) == ("B", {"discard"})
    t.do(sorted(t.ids())[0])
    assert t.pending.seat == "A"


def test_example_9_death_of_three() -> None:
    seats = {"A": katana(1, hand=["stomach-1"]), "B": {"life": 1}, "C": {}}
    t = Table.of(seats, {"AB": 1, "BC": 4, "CA": (2, {"disciple-1": ("C", 0)})})
    t.do("attack:stomach-1:B:katana-1").passing()
    assert t.steps() == {"AC": 1}
    assert t.seat("C")["hand"] == ["disciple-1"]
    t = Table.of(seats, {"AB": 1, "BC": (1, {"disciple-1": ("C", 1)}), "CA": 2})
    t.do("attack:stomach-1:B:katana-1").passing()
    assert (t.pending.seat, t.ids()) == ("B", {"keep_line:0", "keep_line:1"})
    assert t.seat("B")["is"] == "samurai"
    t.do("keep_line:1")
    assert (t.steps(), t.disciples()) == ({"AC": 1}, {"disciple-1": 1})


def test_example_10_burning_lays_another_back_bare() -> None:
    doze = [card for card, back in BACKS.items() if back == "doze"]
    push = [card for card, back in BACKS.items() if back == "push"]
    t = Table.of(
        {"A": {**SPIRIT, "hand": doze[:2]}, "B": {"life": 1}, "C": {"sake": ["sheet", "life"], "hand": []}},
        pile=[doze[2], push[0]], active="A", phase="third",
    )  # fmt: skip
    assert t.asked() == "C"
    t.do("C burn_draw:life")
    assert t.seat("C")["hand"] == [doze[2]]
    assert t.asked() == "C"
    t.do("C pass")
    assert t.ids() == {"steal", "nothing"}


def end(a: int, b: int, *spirits: int, c: int | None = None, extra: int = 0) -> Table:
    """The end of a Fatal Round."""
    spots = ["life", "sheet", "katana-1", "sandals-1", "katana-2", "sandals-2"]
    seats = {
        "A": {"gear": ["katana-1", "sandals-1"], "held": "katana-1", "sake": spots[:a]},
        "B": {"gear": ["katana-2", "sandals-2"], "held": "katana-2", "sake": [*spots[:2], *spots[4:]][:b]},
    }
    if c is not None:
        seats["C"] = {"sake": spots[:c]}
    for letter, jar in zip("ABCDEFGH"[len(seats) :], spirits, strict=False):
        seats[letter] = {**SPIRIT, "jar": jar}
    fatal = {"first": "A", "left": [], "extra": extra}
    return Table.of(seats, masu=0, active="A", phase="hold", fatal=fatal).do("hold:katana-1")


def test_example_11_the_end() -> None:
    assert end(4, 1, 2, 1).over == ("A", "most sake")
    assert end(4, 1, 2, 3).over == ("CD", "spirits")
    t = end(4, 1, 2, 2)
    assert t.seat("B")["is"] == "out"
    assert t.json["fatal"] == {"first": "A", "left": ["C", "D"], "extra": 1}
    t = end(3, 3, 4, c=0)
    assert (t.seat("C")["is"], t.json["fatal"]["left"]) == ("out", ["B", "D"])
    assert end(3, 3, 4, c=0, extra=3).over == ("D", "spirits")
    assert end(3, 3, c=0, extra=3).over == ("AB", "shared")


def test_example_12_the_last_sake() -> None:
    t = Table.of({"A": {"hand": ["ramen-1", "stench-1"]}, "B": {}, "C": {}}, masu=1)
    t.do("drink:ramen-1", "place:life")
    assert t.json["fatal"] == {"first": "A", "left": ["B", "C"], "extra": 0}
    assert (t.pending.seat, t.json["plays"], t.json["turn"]) == ("A", 2, 2)
    assert "drink" not in t.kinds()


def test_example_13_moves_among_disciples() -> None:
    def table() -> Table:
        return Table.of(
            {"A": katana(1, hand=["stench-1"], gear=["katana-1", "sandals-1"]), "B": {}, "C": {}},
            {"AB": (6, {"disciple-1": ("A", 1), "disciple-2": ("B", 4)}), "CA": (3, {"disciple-3": ("A", 3)})},
        )

    t = table()
    moves = {id for id in t.ids() if id.startswith("move")}
    assert moves == {f"move:stench-1:left:{k}" for k in (1, 2, 3)} | {f"move:stench-1:right:{k}" for k in (1, 2)}
    t.do("move:stench-1:left:3").passing()
    assert t.steps() == {"AB": 3, "BC": 3, "CA": 6}
    assert t.disciples() == {"disciple-1": 0, "disciple-2": 1, "disciple-3": 3}
    t = table().do("move:stench-1:right:2").passing()
    assert t.steps() == {"AB": 8, "BC": 3, "CA": 1}
    assert t.disciples() == {"disciple-1": 3, "disciple-2": 6, "disciple-3": 1}


def test_example_14_sakuragi_with_three_cards() -> None:
    t = Table.of({"A": {"hand": ["sakuragi-1", "ramen-1", "ramen-2", "ramen-3"]}, "B": {}, "C": {}})
    t.do("event:sakuragi-1")
    assert len(t.seat("A")["hand"]) == 5
    assert t.kinds() == {"discard"}
    assert t.json["air"] == ["sakuragi-1"]
    t.do("discard:ramen-1")
    assert t.json["discard"] == ["ramen-1", "sakuragi-1"]


def test_example_15_two_double_visions_and_a_burn() -> None:
    def table() -> Table:
        return Table.of(
            {
                "A": katana(1, hand=["chopsticks-1"]), "B": {"hand": ["double_vision-1"], "sake": ["sheet"]},
                "C": {"hand": ["double_vision-2"]}, "D": {"hand": ["ramen-1"]},
            },
            {"DA": 1},
            pile=["double_vision-3"],
        ).do("attack:chopsticks-1:D:katana-1")  # fmt: skip

    t = table().do("B interrupt:double_vision-1", "C interrupt:double_vision-2", "D defend:ramen-1")
    assert set(t.json["discard"]) == {"chopsticks-1", "double_vision-1"}
    assert t.seat("C")["hand"] == ["double_vision-2"]
    assert t.seat("D")["hand"] == ["ramen-1"]
    t = table().do("C pass", "B burn_draw:sheet", "D defend:ramen-1")
    assert t.asked() == "BD"
    assert t.seat("D")["hand"] == ["ramen-1"]
    t.do("B interrupt:double_vision-3", "D defend:ramen-1")
    assert set(t.json["discard"]) == {"chopsticks-1", "double_vision-3"}
    assert not t.seat("D")["wounds"]


@pytest.mark.parametrize(("plus", "yumi"), [("shortest", []), ("either", ["B", "C"])])
def test_example_16_reach_of_plus(plus: str, yumi: list[str]) -> None:
    seats = {"A": {"gear": ["yumi-1"], "held": "yumi-1", "hand": ["ramen-1"]}, "B": {}, "C": {}}
    t = Table.of(seats, options={"plus_range": plus})
    assert query(t, "distances", seat="A") == {"B": [3, 6], "C": [6, 3]}
    assert query(t, "reach", seat="A")["yumi-1"] == yumi
    assert {"event:ramen-1:B", "event:ramen-1:C"} <= t.ids()


def test_example_17_a_shuffle_in_the_middle_of_a_draw() -> None:
    others = {letter: {"life": 30} for letter in "BC"}
    t = Table.of(
        {"A": {"hand": ["sakuragi-1"], "life": 30}, **others}, pile=["ramen-1"], discard=["ramen-2", "ramen-3"]
    )
    rest = t.json["discard"][2:]
    t.do("event:sakuragi-1")
    assert t.seat("A")["hand"] == ["ramen-1"]
    assert set(t.pending.dice[0].kind.faces) == {"ramen-2", "ramen-3", *rest}
    t.roll("ramen-3", "ramen-2", *rest)
    assert t.seat("A")["hand"] == ["ramen-1", "ramen-3"]
    assert (t.json["pile"], t.json["discard"]) == (["ramen-2", *rest], ["sakuragi-1"])


def test_example_18_stretches() -> None:
    def table(card: str) -> Table:
        lines = {"AB": (3, {"disciple-1": ("A", 0), "disciple-2": ("B", 1)})}
        return Table.of({"A": {"hand": [card]}, "B": {}, "C": {}}, lines).do(f"event:{card}")

    t = table("stench-1")
    assert {id for id in t.ids() if id.startswith("step:0")} == {"step:0:0", "step:0:1", "step:0:2"}
    t.do("step:0:0")
    assert (t.steps()["AB"], t.disciples()) == (4, {"disciple-1": 1, "disciple-2": 2})
    t = table("lanterns-1")
    assert {id for id in t.ids() if id.startswith("step:0")} == {"step:0:2"}
    t.do("step:0:2")
    assert (t.steps()["AB"], t.disciples()) == (2, {"disciple-1": 0, "disciple-2": 1})


def test_example_19_chopsticks_at_two() -> None:
    t = Table.of({
        "A": {"hand": ["chopsticks-1"]}, "B": katana(1, hand=["chopsticks-2"]),
        "C": {"gear": ["armour-1"], "hand": ["ramen-1"]},
    })  # fmt: skip
    t.do("event:chopsticks-1:B", "C pass", "B defend:chopsticks-2")
    assert len(t.seat("B")["wounds"]) == 1
    assert t.ids() == {"target:B", "target:C", "decline"}
    t.do("target:C", "C defend:ramen-1").passing()
    assert not t.seat("C")["wounds"]


def test_example_20_no_card_left_anywhere() -> None:
    seats = {"A": {**SPIRIT, "jar": 1, "hand": ["ramen-1"]}, "B": {"life": 60}, "C": {"sake": ["life"], "life": 30}}
    base = Table.of(seats).json
    base["seats"][1]["life"] += base["pile"]
    base["pile"] = []
    t = Table(base)
    assert (t.json["phase"], t.ids()) == ("third", {"steal", "nothing"})


def test_example_21_bare_hands() -> None:
    lines = {"AB": 1, "CD": 3, "DA": 2}
    rest: dict[str, dict[str, object]] = {"B": {}, "C": {}, "D": {}}
    t = Table.of({"A": katana(1, sake=["katana-1"], hand=["ramen-2"]), **rest}, lines)
    assert {id for id in t.ids() if id.startswith("attack")} == {"attack:ramen-2:B:hands"}
    t.do("attack:ramen-2:B:hands").passing()
    assert len(t.seat("B")["wounds"]) == 2
    nodachi = {"gear": ["nodachi-1"], "held": "nodachi-1", "hand": ["ramen-2"]}
    t = Table.of({"A": nodachi, **rest}, lines)
    assert query(t, "reach", seat="A") == {"nodachi-1": ["D"], "hands": []}
    assert t.refused("attack:ramen-2:B:hands") == "ATK-3"
    t = Table.of({"A": nodachi, **rest}, lines, options={"bare_hands": "out_of_reach"})
    assert query(t, "reach", seat="A") == {"nodachi-1": ["D"], "hands": ["B"]}


def test_example_22_the_single_line() -> None:
    def table() -> Table:
        seats = {"A": {"hand": ["stench-1"]}, "B": {}, "C": SPIRIT}
        return Table.of(seats, {"AB": (3, {"disciple-1": ("A", 1)})})

    t = table()
    moves = {id for id in t.ids() if id.startswith("move")}
    assert moves == {f"move:stench-1:{side}:{k}" for side in ("toward", "away") for k in (1, 2)}
    t.do("move:stench-1:toward:2").passing()
    assert (t.steps(), t.disciples()) == ({"AB": 1}, {"disciple-1": 0})
    t = table().do("move:stench-1:away:2").passing()
    assert (t.steps(), t.disciples()) == ({"AB": 5}, {"disciple-1": 3})
    assert query(t, "distances", seat="A")["B"] == [5]


def test_example_23_sheets() -> None:
    goro = katana(1, sheet="house:goro", hand=["stomach-1"])
    t = Table.of({"A": goro, "B": {"life": 9}, "C": {}}, {"AB": 1})
    t.do("attack:stomach-1:B:katana-1").passing()
    assert len(t.seat("B")["wounds"]) == 6
    hayate = katana(1, sheet="house:hayate", seated=True, gear=["katana-1", "sandals-1"], hand=["stench-1"])
    t = Table.of({"A": hayate, "B": {}, "C": {}}, {"AB": 9, "CA": 9})
    assert "move:stench-1:left:4" in t.ids()
    assert not any(":5" in id for id in t.ids() if id.startswith("move"))
    assert query(t, "moves", seat="A", steps=20) == {"left": 8, "right": 8}
    t = Table.of({"A": {**hayate, "sake": ["sheet"]}, "B": {}, "C": {}}, {"AB": 9, "CA": 9})
    assert "move:stench-1:left:3" in t.ids()
    assert "move:stench-1:left:4" not in t.ids()
    t = Table.of({"A": {"sheet": "house:shizuka", "hand": ["stench-1"]}, "B": {"hand": ["stagger-1"]}, "C": {}})
    assert t.do("move:stench-1:left:1").steps()["AB"] == 2
    t = Table.of({"A": {"sheet": "house:daigo", "hand": ["stench-1"]}, "B": {}, "C": {}})
    assert t.do("drink:stench-1").json["masu"] == 6
    t = Table.of({"A": {"sheet": "house:sayuri", "hand": []}, "B": {}, "C": {}}).do("end_phase")
    assert len(t.seat("A")["hand"]) == 3


def test_example_24_distillery() -> None:
    start = {"A": katana(1), "B": {}, "C": {}}
    t = Table.of(start, masu=1, active="C", phase="hold", options={"location": "distillery"}).do("hold:nothing")
    assert t.ids() == {"place:life", "place:sheet", "place:katana-1"}
    t.do("place:life")
    assert t.json["fatal"] == {"first": "A", "left": ["B", "C"], "extra": 0}
    assert "place" not in t.kinds()
    assert t.seat("A")["sake"] == ["life"]
