"""Death and Spirits (DTH, SPI), a test a rule."""

from __future__ import annotations

from companion.model.core.contract import Json, Roll, Together
from companion.model.games.sake import SYSTEM

from .tables import BACKS, Table, katana

SPIRIT = {"is": "spirit"}
PUSH, BRAWL, DOZE = (
    [card for card in BACKS if BACKS[card] == back and "katana" not in card] for back in ("push", "brawl", "doze")
)


def killed(lines: dict[str, Json], players: str = "ABCD", **more: Json) -> Table:
    """A kills B, who is 1 step away."""
    seats: dict[str, Json] = {letter: {} for letter in players}
    seats["A"], seats["B"] = katana(1, hand=["stomach-1"], **more.pop("a", {})), {"life": 1, **more.pop("b", {})}
    for letter in players[2:]:
        seats[letter] = {"life": 1, **more.pop(letter, {})}
    return Table.of(seats, lines, **more).do("attack:stomach-1:B:katana-1").passing()


def test_dth_1_the_dead_turns_his_sheet_and_takes_his_wounds() -> None:
    t = killed({"AB": 1}, b={"sake": ["sheet"], "gear": ["yumi-1"], "held": "yumi-1", "wounds": 2, "seated": True})
    b = t.seat("B")
    assert (b["is"], len(b["hand"]), b["life"], b["wounds"], b["gear"], b["sake"], b["seated"]) == (
        "spirit",
        3,
        [],
        [],
        [],
        [],
        False,
    )
    assert t.json["gone"] == 1


def test_dth_2_the_shorter_of_his_two_lines_joins_the_neighbours() -> None:
    assert killed({"AB": 1, "BC": 4}).steps() == {"AC": 1, "CD": 3, "DA": 3}
    t = killed({"AB": 1, "BC": (4, {"disciple-1": ("C", 2)})})
    assert t.seat("C")["hand"] == ["disciple-1"]


def test_dth_3_of_three_the_shortest_stays() -> None:
    assert killed({"AB": 1, "BC": 4, "CA": 2}, "ABC").steps() == {"AC": 1}


def test_dth_4_of_two_the_survivor_plays_on() -> None:
    seats = {"A": katana(1, hand=["stomach-1", "ramen-1"]), "B": {"life": 1}, "C": SPIRIT}
    t = Table.of(seats, {"AB": (1, {"disciple-1": ("A", 0)})}).do("attack:stomach-1:B:katana-1").passing()
    assert t.steps() == {}
    assert set(t.seat("A")["hand"]) == {"ramen-1", "disciple-1"}
    assert (t.pending.seat, t.kinds() & {"drink", "move", "end_phase"}) == ("A", {"drink", "end_phase"})


def test_dth_5_of_equal_lines_the_left_one_stays_or_the_dead_chooses() -> None:
    t = killed({"AB": 1, "BC": 1})
    kept = next(event for event in t.events if event.kind == "LineKept")
    assert SYSTEM.event_json(t.state, kept)["line"] == 1
    t = killed({"AB": 1, "BC": 1, "CA": 1}, "ABC")
    assert SYSTEM.event_json(t.state, next(one for one in t.events if one.kind == "LineKept"))["line"] == 2
    t = killed({"AB": (1, {"disciple-1": ("A", 0)}), "BC": 1})
    assert (t.pending.seat, t.ids()) == ("B", {"keep_line:0", "keep_line:1"})
    assert t.refused("keep_line:2") == "DTH-5"


def test_dth_6_the_attack_ends_and_the_turn_goes_on() -> None:
    t = killed({"AB": 1})
    assert (t.json["active"], t.json["phase"], t.seat("B")["is"]) == ("A", "play", "spirit")


def test_dth_7_whoever_kills_is_unharmed_and_the_last_one_lives() -> None:
    seats = {"A": katana(1, hand=["stomach-1"], life=1), "B": {"life": 1}, "C": SPIRIT}
    t = Table.of(seats, {"AB": 1}).do("attack:stomach-1:B:katana-1").passing()
    assert [t.seat(letter)["is"] for letter in "ABC"] == ["samurai", "spirit", "spirit"]
    assert (len(t.seat("A")["life"]), t.seat("A")["wounds"]) == (1, [])


def test_dth_8_beating_everybody_does_not_seat_him_again() -> None:
    seats = {"A": katana(1, hand=["stomach-1"]), "B": {"life": 1}, "C": SPIRIT}
    assert not Table.of(seats, {"AB": 1}).do("attack:stomach-1:B:katana-1").passing().seat("A")["seated"]


# Spirits --------------------------------------------------------------------------------------------------------------


def ghost(top: str, *, hand: tuple[str, ...] = (), **more: Json) -> Table:
    seats = {"A": {**SPIRIT, "hand": list(hand)}, "B": {"life": 1}, "C": {"life": 1}, "D": {"life": 1}}
    for letter in "BCD":
        seats[letter] = {**seats[letter], **more.pop(letter, {})}
    return Table.of(seats, pile=[top], **more)


def test_spi_1_a_card_is_played_when_its_back_lies_on_top() -> None:
    t = ghost(DOZE[0], hand=(DOZE[1], PUSH[0]), phase="third", B={"sake": ["life"]}).passing()
    assert f"torment:B:{DOZE[1]}" in t.ids()
    assert t.refused(f"torment:B:{PUSH[0]}") == "SPI-7"


def test_spi_2_power_draw_third_step() -> None:
    t = ghost(PUSH[0]).do("decline")
    assert (len(t.seat("A")["hand"]), t.json["phase"]) == (1, "third")
    t.do("nothing")
    assert (t.json["active"], t.json["phase"]) == ("B", "play")


def test_spi_3_the_power_follows_from_the_top_back() -> None:
    assert ghost(PUSH[0]).kinds() == {"push", "decline"}
    t = ghost(PUSH[0]).do("push:add:0:0")
    assert t.steps()["BC"] == 4
    assert ghost(BRAWL[0], B={"sake": ["life"]}).ids() == {"brawl:B", "decline"}
    assert ghost(BRAWL[0]).json["phase"] == "third"
    assert ghost(DOZE[0], B={"hand": ["ramen-1"]}).ids() == {"doze:B:C", "doze:B:D", "decline"}


def test_spi_4_brawl_moves_a_sake_and_doze_a_card() -> None:
    t = ghost(BRAWL[0], B={"sake": ["life"], "gear": ["yumi-1"]}).do("brawl:B")
    assert t.ids() == {"burn_draw:life", "pass"}
    t.do("pass")
    assert t.ids() == {"shift:life:sheet", "shift:life:yumi-1"}
    assert t.do("shift:life:yumi-1").seat("B")["sake"] == ["yumi-1"]
    t = ghost(DOZE[0], B={"hand": ["ramen-1", "purchase-1"]}).do("doze:B:D")
    asked = t.pending
    assert isinstance(asked, Roll)
    assert (asked.seen_by, asked.dice[0].kind.faces, asked.dice[0].owner) == (
        ("B", "D"),
        ("purchase-1", "ramen-1"),
        "D",
    )
    t.roll("ramen-1")
    assert (t.seat("B")["hand"], t.seat("D")["hand"]) == (["purchase-1"], ["ramen-1"])
    told = next(event for event in t.events if event.kind == "CardGiven")
    assert [SYSTEM.event_json(t.state, SYSTEM.seen(t.state, told, one))["card"] for one in "ABCD"] == [
        "?",
        "ramen-1",
        "?",
        "ramen-1",
    ]


def test_spi_5_and_spi_6_a_spirit_steals_without_limit() -> None:
    t = Table.of({"A": {**SPIRIT, "jar": 5}, "B": {}, "C": {}}, phase="third").do("steal")
    assert (t.seat("A")["jar"], t.json["masu"], t.json["active"]) == (6, 2, "B")


def test_spi_7_the_other_spirits_help_openly() -> None:
    seats = {
        "A": {**SPIRIT, "hand": DOZE[:1]},
        "B": {**SPIRIT, "hand": DOZE[1:3]},
        "C": {**SPIRIT, "hand": DOZE[3:4]},
        "D": {"sake": ["sheet"], "life": 1},
    }
    t = Table.of(seats, phase="third", pile=[DOZE[5]]).do("D pass", f"torment:D:{DOZE[0]}")
    assert isinstance(t.pending, Together)
    assert not t.pending.secret
    assert {"help:none", f"help:{'+'.join(sorted(DOZE[1:3]))}"} <= t.ids("B")
    t.do(f"B help:{DOZE[1]}")
    assert t.seat("B")["hand"] and t.json["air"] == [DOZE[0]]
    t.do("C help:none")
    assert set(t.json["air"]) == set(DOZE[:2])


def test_spi_8_what_is_stolen_and_who_chooses() -> None:
    seats = {
        "A": {**SPIRIT, "hand": DOZE[:3]},
        "B": {"sake": ["sheet", "life"], "hand": ["ramen-1"], "life": 1},
        "C": {"life": 1},
    }
    t = Table.of(seats, phase="third", pile=[DOZE[5]]).do(
        "B pass", f"torment:B:{'+'.join(sorted(DOZE[:3]))}", "defend:ramen-1"
    )
    t.do("give_up:life")
    assert t.json["masu"] + 1 + len(t.seat("B")["sake"]) == 8
    t.do("give_up:sheet")
    assert t.seat("A")["jar"] == 2


def test_spi_9_the_attacked_ones_card_counts_first() -> None:
    seats = {
        "A": katana(1, hand=["stomach-1"]),
        "B": {**SPIRIT, "hand": DOZE[:1]},
        "C": {**SPIRIT, "jar": 2, "hand": DOZE[1:2]},
    }
    t = Table.of(seats, pile=[DOZE[5]]).do(
        "attack:stomach-1:C:katana-1", f"B dematerialise:{DOZE[0]}", f"C dematerialise:{DOZE[1]}"
    )
    assert (t.seat("B")["hand"], t.seat("C")["hand"], t.seat("C")["jar"]) == (DOZE[:1], [], 2)


def test_spi_10_events_and_disciples_do_not_reach_spirits() -> None:
    seats = {"A": {"hand": ["ramen-1"]}, "B": {**SPIRIT, "jar": 2}, "C": {}}
    assert Table.of(seats).refused("event:ramen-1:B") == "EVT-2"
