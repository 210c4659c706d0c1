"""The worked examples of the rules page, by their numbers, of the program and of the oracle."""

from __future__ import annotations

from typing import Any

import pytest

from .drivers import Program, Reference, Table
from .oracle import DECK


@pytest.fixture(params=[Program, Reference], ids=["program", "oracle"])
def at(request: pytest.FixtureRequest) -> Any:
    def make(seats: str, **about: Any) -> Table:
        return Table(request.param, seats, **about)

    return make


def test_iai_1_example_1_an_iaido_around_the_table(at: Any) -> None:
    table = at("ABCD", A={"hand": ["chopsticks-2"], "gear": ["katana-1"], "seated": True},
               D={"hand": ["chopsticks-1"], "gear": ["naginata-1"]})  # fmt: skip
    table.do("A iaido:chopsticks-2:right:2:D:katana-1", "D defend:chopsticks-1")
    assert (len(table.seat("D")["life"]), len(table.seat("D")["wounds"])) == (3, 2)
    assert table.lines() == {"AB": 5, "BC": 3, "CD": 3, "DA": 1}
    assert (table.seat("A")["seated"], table.plays, table.discard) == (False, 1, ["chopsticks-1", "chopsticks-2"])


def test_atk_6_example_2_a_bow_from_afar(at: Any) -> None:
    table = at("ABCD", lines="AB 5, BC 3, CD 3, DA 1", A={"hand": ["chopsticks-2"], "gear": ["yumi-1"], "seated": True},
               B={"hand": ["stench-1"], "gear": ["katana-1"]})  # fmt: skip
    table.do("A attack:chopsticks-2:B:yumi-1", "B defend:stench-1")
    assert (len(table.seat("B")["wounds"]), table.seat("A")["seated"]) == (1, True)


STAGGERED = {"A": {"hand": ["chopsticks-2"], "gear": ["katana-1", "nodachi-1"], "seated": True},
             "B": {"hand": ["stagger-1", "double_vision-1"], "life": 7}}  # fmt: skip


def iaido(at: Any) -> Table:
    table = at("ABCD", lines="AB 1, BC 3, CD 3, DA 3", **STAGGERED)
    return table.do("A iaido:chopsticks-2:right:1:B:nodachi-1")


def test_iai_4_example_3_nobody_interrupts(at: Any) -> None:
    table = iaido(at).do("pass")
    assert (table.lines()["AB"], table.lines()["DA"], len(table.seat("B")["wounds"])) == (2, 2, 6)


def test_iai_4_example_3_double_vision(at: Any) -> None:
    table = iaido(at).do("B interrupt:double_vision-1")
    assert (table.lines()["AB"], table.lines()["DA"], table.seat("B")["wounds"]) == (2, 2, [])
    assert table.discard == ["chopsticks-2", "double_vision-1"]


def test_iai_4_example_3_stagger(at: Any) -> None:
    table = iaido(at).do("B interrupt:stagger-1")
    assert (table.lines()["AB"], table.lines()["DA"]) == (1, 3)
    assert table.offered("A") == {"keep:katana-1", "give_up"}
    table.do("A keep:katana-1")
    assert not any(id.startswith("interrupt") for id in table.offered("B"))
    table.do("pass")
    assert (len(table.seat("B")["wounds"]), table.seat("A")["seated"]) == (5, False)
    assert table.discard == ["chopsticks-2", "stagger-1"]


def test_iai_4_example_3_stagger_leaves_nothing_to_a_long_blade(at: Any) -> None:
    table = at("ABCD", lines="AB 1, BC 3, CD 3, DA 3", B=STAGGERED["B"],
               A={"hand": ["chopsticks-2"], "gear": ["nodachi-1"], "seated": True})  # fmt: skip
    table.do("A iaido:chopsticks-2:right:1:B:nodachi-1", "B interrupt:stagger-1")
    assert table.asked == {"A"} and "end_phase" in table.offered("A")


def test_dsc_4_example_4_disciples(at: Any) -> None:
    table = at("ABC", A={"hand": ["disciple-1", "ramen-1"], "gear": ["katana-1"]},
               B={"hand": ["disciple-2", "disciple-3"], "gear": ["katana-2"]},
               pile=["chopsticks-2", "ramen-2", "ramen-3", "chopsticks-1", "purchase-1"])  # fmt: skip
    table.do("A put_disciple:disciple-1:left", "A end_phase")
    assert table.line("AB") == (3, {"disciple-1": 2})
    assert table.offered("B") >= {"sacrifice:disciple-2", "defend:disciple-2"}
    table.do("B sacrifice:disciple-3")
    assert table.seat("B")["wounds"] == [] and table.discard == ["chopsticks-2", "disciple-3"]
    assert table.seat("A")["hand"] == ["ramen-1", "ramen-2", "ramen-3"]
    table.do("A hold:katana-1", "B put_disciple:disciple-2:right")
    assert table.line("AB") == (3, {"disciple-1": 2, "disciple-2": 3})
    table.do("B end_phase", "pass")
    assert table.line("AB") == (3, {"disciple-2": 3})
    assert {"chopsticks-1", "purchase-1", "disciple-1"} <= set(table.discard)


def test_now_2_example_5_drinking_and_burning(at: Any) -> None:
    table = at("ABCD", A={"hand": ["rice-1", "stench-2", "lanterns-2"], "gear": ["katana-1", "naginata-1"]},
               B={"hand": ["purchase-1", "stomach-1"], "gear": ["katana-2"]}, lines="AB 1, BC 3, CD 3, DA 3",
               pile=["sandals-1", "sandals-2", "armour-2", "stench-3"])  # fmt: skip
    table.do("A put:rice-1", "A drink:lanterns-2", "A place:life", "A place:katana-1")
    assert (table.masu, table.seat("A")["sake"]) == (8, ["katana-1", "life"])
    assert not any(id.startswith("soul") for id in table.offered("A"))
    table.do("A end_phase", "A hold:naginata-1", "B event:purchase-1:A")
    assert table.offered("A") == {"burn_draw:life", "burn_draw:katana-1", "pass"}
    table.do("A pass", "B pick:naginata-1")
    assert table.seat("A")["held"] == "katana-1"
    table.do("B attack:stomach-1:A:katana-2", "A burn_draw:katana-1")
    assert "armour-2" in table.seat("A")["hand"]
    table.do("A defend:stench-2")
    assert (table.gone, table.seat("A")["sake"], table.seat("A")["wounds"]) == (2, [], [])


def test_spi_7_example_6_torment(at: Any) -> None:
    ghost = {"is": "spirit"}
    doze = [card for card in DECK if DECK[card].back == "doze"]
    table = at("ABC", A={**ghost, "hand": doze[:2]}, B={**ghost, "hand": [doze[2]]},
               C={"hand": ["stench-2"], "gear": ["katana-3", "wakizashi-1"], "sake": ["katana-3", "sheet"]},
               phase="third", pile=[doze[4]])  # fmt: skip
    assert table.asked == {"C"}
    table.do("C pass", f"A torment:C:{'+'.join(sorted(doze[:2]))}", f"B help:{doze[2]}", "C defend:stench-2")
    assert table.offered("C") == {"give_up:katana-3", "give_up:sheet"}
    table.do("C give_up:katana-3", "A give_to:B")
    assert (table.seat("B")["jar"], table.seat("C")["sake"]) == (1, ["sheet"])


def test_spi_9_example_7_a_spirit_dodges_once(at: Any) -> None:
    push = [card for card in DECK if DECK[card].back == "push" and card not in ("chopsticks-1", "ramen-3")]
    other = next(card for card in DECK if DECK[card].back == "brawl" and card != "ramen-1")
    table = at("ABC", A={"hand": ["ramen-2", "feigned_wounds-1", "rice-1"], "gear": ["katana-1"]},
               B={"is": "spirit", "jar": 2, "hand": [push[0], other]}, pile=[push[1]])  # fmt: skip
    table.do("A attack:ramen-2:B:katana-1", f"B dematerialise:{push[0]}")
    assert table.seat("B")["jar"] == 2
    gone = table.gone
    table.do("A attack:feigned_wounds-1:B:katana-1")
    assert (table.seat("B")["jar"], table.gone, table.asked) == (0, gone + 2, {"A"})


def test_dth_2_example_8_a_death_among_four(at: Any) -> None:
    table = at("ABCD", lines="AB 1, BC 4 disciple-1@0 disciple-2@3/C, CD 3, DA 5",
               A={"hand": ["chopsticks-2"], "gear": ["katana-1"]}, C={"hand": ["ramen-1"]},
               B={"life": 2, "sake": ["life", "katana-2"], "wounds": ["pipe-1", "pipe-2", "pipe-3"],
                  "gear": ["katana-2"]})  # fmt: skip
    table.do("A attack:chopsticks-2:B:katana-1", "pass")
    assert table.asked == {"B"} and len(table.seat("B")["hand"]) == 5
    table.do("B discard:pipe-1")
    assert table.lines() == {"AC": 1, "CD": 3, "DA": 5}
    assert (table.seat("B")["is"], table.gone) == ("spirit", 2)
    assert table.seat("C")["hand"] == ["disciple-2", "ramen-1"]
    assert {"disciple-1", "katana-2"} <= set(table.discard)


def test_dth_3_example_9_a_death_among_three(at: Any) -> None:
    strong = {"hand": ["chopsticks-2"], "gear": ["katana-1"]}
    table = at("ABC", lines="AB 1, BC 4, CA 2 disciple-1@1", A=strong, B={"life": 1})
    table.do("A attack:chopsticks-2:B:katana-1")
    assert table.lines() == {"AC": 1} and table.seat("C")["hand"] == ["disciple-1"]
    table = at("ABC", lines="AB 1, BC 1 disciple-1@1/C, CA 2", A=strong, B={"life": 1})
    table.do("A attack:chopsticks-2:B:katana-1")
    assert table.offered("B") == {"keep_line:0", "keep_line:1"}
    table.do("B keep_line:1")
    assert table.line("AC") == (1, {"disciple-1": 1})


def test_ask_7_example_10_a_burn_changes_the_back(at: Any) -> None:
    doze = [card for card in DECK if DECK[card].back == "doze"]
    push = next(card for card in DECK if DECK[card].back == "push")
    table = at("ABC", A={"is": "spirit", "hand": doze[:2]}, B={"hand": []},
               C={"sake": ["sheet", "life"]}, phase="third", pile=[doze[3], push])  # fmt: skip
    table.do("C burn_draw:sheet")
    assert table.asked == {"C"}
    table.do("C pass")
    assert not any(id.startswith("torment") for id in table.offered("A"))


def end(at: Any, jars: dict[str, int], sake: dict[str, int], **more: Any) -> Table:
    """The last turn of a Fatal Round ends."""
    spots = ("sheet", "life", "katana-1", "sandals-1")
    spare = {
        "A": spots,
        "B": ("sheet", "life", "katana-2", "sandals-2"),
        "C": ("sheet", "life", "katana-3", "sandals-3"),
    }
    people: dict[str, Any] = {seat: {"is": "spirit", "jar": jar} for seat, jar in jars.items()}
    for seat, count in sake.items():
        people[seat] = {"gear": [*spare[seat][2:]], "sake": list(spare[seat][:count])}
    people |= {seat: more.pop(seat) for seat in "ABCD" if seat in more}
    seats = "".join(sorted(people))
    last = max(sake)
    weapon = next(card for card in people[last]["gear"] if card.startswith("katana"))
    table = at(seats, active=last, phase="hold", masu=0, **people,
               fatal={"first": "A", "left": [], "extra": more.pop("extra", 0)}, **more)  # fmt: skip
    return table.do(f"{last} hold:{weapon}")


def test_fat_3_example_11_who_has_won(at: Any) -> None:
    assert end(at, {"C": 2, "D": 1}, {"A": 4, "B": 1}).game.question == ("over", ["A"])
    assert end(at, {"C": 2, "D": 3}, {"A": 4, "B": 1}).game.question == ("over", ["C", "D"])
    table = end(at, {"C": 2, "D": 2}, {"A": 4, "B": 1})
    assert table.seat("B")["is"] == "out" and table.fatal == {"first": "A", "left": ["C", "D"], "extra": 1}
    table = end(at, {"D": 4}, {"A": 3, "B": 3, "C": 0})
    assert table.seat("C")["is"] == "out" and table.fatal["left"] == ["B", "D"]
    assert end(at, {"D": 4}, {"A": 3, "B": 3}, extra=3, C={"is": "out"}).game.question == ("over", ["D"])
    assert end(at, {}, {"A": 3, "B": 3, "C": 0}, extra=3).game.question == ("over", ["A", "B"])


def test_fat_1_example_12_the_last_sake(at: Any) -> None:
    table = at(
        "ABC", masu=1, A={"hand": ["lanterns-2", "ramen-1"], "gear": ["katana-1"]}, B={"gear": ["katana-2"]}, C={}
    )
    table.do("A drink:lanterns-2", "A place:sheet")
    assert table.fatal == {"first": "A", "left": ["B", "C"], "extra": 0}
    assert (table.asked, table.plays) == ({"A"}, 2) and not any(id.startswith("drink") for id in table.offered("A"))


def moves(table: Table, card: str) -> set[str]:
    return {id.removeprefix(f"move:{card}:") for id in table.offered("A") if id.startswith("move")}


def test_wlk_3_example_13_moves_and_disciples(at: Any) -> None:
    def table() -> Table:
        return at("ABC", lines="AB 6 disciple-1@1 disciple-3@4/B, BC 3, CA 3 disciple-2@3/A",
                  A={"hand": ["chopsticks-1"], "gear": ["katana-1", "sandals-1"]})  # fmt: skip

    assert moves(table(), "chopsticks-1") == {"left:1", "left:2", "left:3", "right:1", "right:2"}
    left = table().do("A move:chopsticks-1:left:3")
    assert left.line("AB") == (3, {"disciple-1": 0, "disciple-3": 1}) and left.line("CA") == (6, {"disciple-2": 3})
    right = table().do("A move:chopsticks-1:right:2")
    assert right.line("CA") == (1, {"disciple-2": 1}) and right.line("AB") == (8, {"disciple-1": 3, "disciple-3": 6})


def test_pil_4_example_14_sakuragi(at: Any) -> None:
    table = at("ABC", A={"hand": ["sakuragi-1", "ramen-1", "ramen-2", "ramen-3"]}, pile=["pipe-1", "pipe-2"])
    table.do("A event:sakuragi-1")
    assert table.offered("A") == {f"discard:{card}" for card in ("ramen-1", "ramen-2", "ramen-3", "pipe-1", "pipe-2")}
    assert table.air == ["sakuragi-1"]
    table.do("A discard:ramen-1")
    assert table.discard == ["ramen-1", "sakuragi-1"]


def test_itr_4_example_15_who_interrupts_first(at: Any) -> None:
    vision = {name: {"hand": [f"double_vision-{n}"]} for n, name in enumerate("BC", 1)}
    table = at("ABCD", A={"hand": ["ramen-1"], "gear": ["naginata-1"]}, D={"hand": ["rice-1"]}, **vision)
    table.do("A attack:ramen-1:D:naginata-1", "D defend:rice-1", "C interrupt:double_vision-2",
             "B interrupt:double_vision-1")  # fmt: skip
    assert table.discard == ["double_vision-1", "ramen-1"]
    assert (table.seat("C")["hand"], table.seat("D")["hand"]) == (["double_vision-2"], ["rice-1"])
    table = at("ABCD", A={"hand": ["ramen-1"], "gear": ["naginata-1"]}, D={"hand": ["rice-1"]}, C={"hand": ["pipe-2"]},
               B={"sake": ["sheet"]}, pile=["double_vision-1"])  # fmt: skip
    table.do("A attack:ramen-1:D:naginata-1", "C pass", "B burn_draw:sheet", "D defend:rice-1")
    assert table.asked == {"B", "D"}
    table.do("B interrupt:double_vision-1", "D pass")
    assert table.discard == ["double_vision-1", "ramen-1"]


@pytest.mark.parametrize(("option", "reached"), [("shortest", set()), ("either", {"B", "C"})])
def test_rng_8_example_16_the_reach_of_a_bow(at: Any, option: str, reached: set[str]) -> None:
    table = at("ABC", A={"hand": ["ramen-1"], "gear": ["yumi-1"]}, options={"plus_range": option})
    aimed = {id.split(":")[2] for id in table.offered("A") if id.startswith("attack")}
    assert aimed == reached
    assert {id for id in table.offered("A") if id.startswith("event")} == {"event:ramen-1:B", "event:ramen-1:C"}


def test_pil_2_example_17_a_pile_that_ends_while_somebody_draws(at: Any) -> None:
    spare = [card for card in DECK if card not in ("sakuragi-1", "pipe-1", "rice-1", "rice-2")]
    held = {"A": {"hand": ["sakuragi-1"], "life": spare[:90]}, "B": {"life": 2}, "C": {"life": 2}}
    table = at("ABC", pile=["pipe-1"], discard=["rice-1", "rice-2"], **held)
    table.do("A event:sakuragi-1")
    assert table.game.question == ("roll", ["rice-1", "rice-2"], 2)
    table.roll("rice-2", "rice-1")
    assert table.seat("A")["hand"] == ["pipe-1", "rice-2"]
    assert (table.pile, table.discard) == (["rice-1"], ["sakuragi-1"])
    held["A"]["life"] = [*spare[:90], "rice-1", "rice-2"]
    table = at("ABC", pile=["pipe-1"], **held)
    table.do("A event:sakuragi-1").roll("sakuragi-1")
    assert (table.seat("A")["hand"], table.pile, table.discard) == (["pipe-1"], ["sakuragi-1"], [])


def test_rng_5_example_18_steps_added_and_removed(at: Any) -> None:
    def table(card: str) -> Table:
        return at("ABC", lines="AB 3 disciple-1@0 disciple-2@1/B, BC 1, CA 1", A={"hand": [card]})

    assert {id for id in table("stench-1").do("A event:stench-1").offered("A") if id.startswith("step:0")} == {
        "step:0:0", "step:0:1", "step:0:2"}  # fmt: skip
    assert table("lanterns-1").do("A event:lanterns-1").offered("A") == {"step:0:2"}
    added = table("stench-1").do("A event:stench-1", "A step:0:0")
    assert added.line("AB") == (4, {"disciple-1": 1, "disciple-2": 2})
    removed = table("lanterns-1").do("A event:lanterns-1", "A step:0:2")
    assert removed.line("AB") == (2, {"disciple-1": 0, "disciple-2": 1})


def test_evt_2_example_19_two_chopsticks(at: Any) -> None:
    table = at("ABC", A={"hand": ["chopsticks-1"]},
               B={"hand": ["feigned_wounds-2", "sakuragi-2", "ramen-1"], "gear": ["katana-1"]},
               C={"hand": ["ramen-2"], "gear": ["armour-1"]})  # fmt: skip
    table.do("A event:chopsticks-1:B", "pass")
    assert len(table.seat("B")["wounds"]) == 1
    table.do("A target:C", "C defend:ramen-2", "B pass")
    assert table.seat("C")["wounds"] == []


def test_spi_3_example_20_nothing_to_draw(at: Any) -> None:
    spare = [card for card in DECK if card != "rice-1"]
    table = at("ABC", active="A", phase="power", A={"is": "spirit", "hand": ["rice-1"], "jar": 1},
               B={"life": spare[:60]}, C={"life": spare[60:], "sake": ["sheet"]})  # fmt: skip
    assert (table.asked, table.offered("A")) == ({"A"}, {"steal", "nothing"})


def test_atk_3_example_21_bare_hands(at: Any) -> None:
    def aimed(gear: str, **more: Any) -> set[str]:
        table = at(
            "ABCD",
            lines="AB 1, BC 3, CD 3, DA 2",
            A={"hand": ["chopsticks-2"], "gear": [gear], **more.pop("A", {})},
            **more,
        )
        return {id.removeprefix("attack:chopsticks-2:") for id in table.offered("A") if id.startswith("attack")}

    assert aimed("katana-1", A={"sake": ["katana-1"]}) == {"B:hands"}
    assert aimed("nodachi-1") == {"D:nodachi-1"}
    assert aimed("nodachi-1", options={"bare_hands": "out_of_reach"}) == {"D:nodachi-1", "B:hands"}


def test_wlk_5_example_22_two_on_a_line(at: Any) -> None:
    def table() -> Table:
        return at("ABC", lines="AB 3 disciple-1@1", A={"hand": ["chopsticks-1"]}, C={"is": "spirit"})

    assert moves(table(), "chopsticks-1") == {"toward:1", "toward:2", "away:1", "away:2"}
    assert table().do("A move:chopsticks-1:toward:2").line("AB") == (1, {"disciple-1": 0})
    assert table().do("A move:chopsticks-1:away:2").line("AB") == (5, {"disciple-1": 3})


def test_sam_1_example_23_sheets(at: Any) -> None:
    stride = {"sheet": "house:hayate", "hand": ["chopsticks-1"], "gear": ["sandals-1", "katana-1"], "seated": True}
    wide = "AB 9, BC 9, CA 9"
    assert max(moves(at("ABC", lines=wide, A=stride), "chopsticks-1")) == "right:4"
    assert max(moves(at("ABC", lines=wide, A={**stride, "sake": ["sheet"]}), "chopsticks-1")) == "right:3"
    near = at("ABC", lines="AB 5, BC 9, CA 9", A=stride)
    assert "iaido:chopsticks-1:left:4:B:katana-1" in near.offered("A")
    sure = at("ABC", A={"sheet": "house:shizuka", "hand": ["ramen-1"]}, B={"hand": ["stagger-1"]})
    sure.do("A move:ramen-1:left:1")
    assert sure.asked == {"A"} and sure.lines()["AB"] == 2
    heavy = at(
        "ABC",
        lines="AB 1, BC 3, CA 3",
        A={"sheet": "house:goro", "hand": ["chopsticks-2"], "gear": ["katana-1"]},
        B={"life": 9},
    )
    heavy.do("A attack:chopsticks-2:B:katana-1", "pass")
    assert len(heavy.seat("B")["wounds"]) == 6
    cup = at("ABC", A={"sheet": "house:daigo", "hand": ["chopsticks-1"]})
    cup.do("A drink:chopsticks-1", "A place:life", "A place:sheet")
    assert cup.masu == 6
    breath = at("ABC", A={"sheet": "house:sayuri"}, pile=["pipe-1", "pipe-2", "pipe-3"])
    assert breath.do("A end_phase").seat("A")["hand"] == ["pipe-1", "pipe-2", "pipe-3"]


def test_loc_2_example_24_the_distillery(at: Any) -> None:
    table = at("ABC", masu=1, active="C", phase="hold", options={"location": "distillery"}, A={"gear": ["katana-1"]},
               C={"gear": ["katana-3"]}, B={})  # fmt: skip
    table.do("C hold:katana-3")
    assert table.offered("A") == {"place:life", "place:sheet", "place:katana-1"}
    table.do("A place:katana-1")
    assert (table.active, table.fatal, table.plays) == ("A", {"first": "A", "left": ["B", "C"], "extra": 0}, 2)
    assert "end_phase" in table.offered("A")
