"""Windows, hands, pile, and what seats know (ASK, PIL, HID, DEC), a test a rule."""

from __future__ import annotations

from companion.model.core.contract import SPECTATOR, Choice, Json, Roll, Together
from companion.model.games.sake import SYSTEM

from .tables import BACKS, Table, katana

SPIRIT = {"is": "spirit"}


def same_back(card: str, count: int = 8) -> list[str]:
    """Other cards with its back."""
    return [one for one in BACKS if BACKS[one] == BACKS[card] and one != card and "katana" not in one][:count]


def attacked(**b: Json) -> Table:
    return Table.of({"A": katana(1, hand=["stomach-1"]), "B": b, "C": {"life": 1}}, {"AB": 1}).do(
        "attack:stomach-1:B:katana-1"
    )


def test_ask_1_who_is_asked_follows_from_what_everybody_sees() -> None:
    seats = {"A": {"hand": ["stench-1"]}, "B": {"life": 1, "hand": ["ramen-1"]}, "C": {"life": 1}, "D": {"life": 2}}
    t = Table.of(seats).do("move:stench-1:left:1")
    assert t.asked() == "BD"
    assert Table.of({**seats, "B": {"life": 1}, "D": {"life": 1}}).do("move:stench-1:left:1").json["phase"] == "play"


def test_ask_2_instants_first_then_everybody_again_who_has_not_passed() -> None:
    t = attacked(sake=["life", "sheet"], hand=["ramen-1"]).do("B burn_draw:sheet")
    assert t.asked() == "B"
    t.do("burn_draw:life")
    assert t.asked() == "B"
    t.do("pass")
    assert len(t.seat("B")["wounds"]) == 5 or t.seat("B")["is"] == "spirit"


def test_ask_2_who_has_passed_stays_out_of_the_window() -> None:
    seats = {"A": {"hand": ["stench-1"]}, "B": {"hand": ["stagger-1"]}, "C": {"sake": ["sheet"]}, "D": {}}
    t = Table.of(seats).do("move:stench-1:left:1", "B pass", "C burn_draw:sheet", "D soul:1")
    assert t.asked() == "CD"
    assert t.do("C pass", "D pass").steps()["AB"] == 2


def test_ask_2_a_spirit_whose_back_a_burn_lays_bare_is_asked_from_then_on() -> None:
    ghost = same_back("ramen-1", 1)[0]
    seats = {"A": katana(1, hand=["stomach-1"]), "B": {**SPIRIT, "jar": 2, "hand": [ghost]}, "C": {"sake": ["sheet"]}}
    t = Table.of(seats, pile=["stench-1", "ramen-1"]).do("attack:stomach-1:B:katana-1")
    assert t.asked() == "C"
    t.do("burn_draw:sheet")
    assert t.asked() == "BC"
    t.do(f"B dematerialise:{ghost}", "C pass")
    assert t.seat("B")["jar"] == 2


def test_ask_3_no_window_against_surefoot() -> None:
    seats = {"A": {"sheet": "house:shizuka", "hand": ["stench-1"]}, "B": {"hand": ["stagger-1"]}, "C": {}}
    assert Table.of(seats).do("move:stench-1:left:1").steps()["AB"] == 2
    asleep = {**seats, "A": {**seats["A"], "sake": ["sheet"]}}
    assert Table.of(asleep).do("move:stench-1:left:1").asked() == "BC"


def test_ask_4_an_interruption_makes_all_other_answers_void() -> None:
    seats = {"A": katana(1, hand=["stomach-1"]), "B": {"hand": ["ramen-1"]}, "C": {"hand": ["double_vision-1"]}}
    t = Table.of(seats, {"AB": 1}).do("attack:stomach-1:B:katana-1", "B defend:ramen-1", "C interrupt:double_vision-1")
    assert t.seat("B")["hand"] == ["ramen-1"]


def test_ask_5_only_if_an_instant_is_open_to_the_named_one() -> None:
    seats = {"A": {"hand": ["purchase-1"]}, "B": {"gear": ["yumi-1"], "life": 2}, "C": {}}
    t = Table.of(seats).do("event:purchase-1:B")
    assert isinstance(t.pending, Choice)
    assert t.ids() == {"soul:1", "pass"}
    seats["B"]["life"] = 1
    assert Table.of(seats).do("event:purchase-1:B").ids() == {"pick:yumi-1"}


def test_ask_6_pipe_asks_all_others_with_a_card() -> None:
    seats = {"A": {"gear": ["pipe-1"], "sake": ["life"]}, "B": {}, "C": {"hand": ["roar-1"]}}
    assert Table.of(seats).do("use:pipe-1:life").asked() == "C"


def test_ask_7_before_the_third_step_who_can_burn_is_asked() -> None:
    t = Table.of({"A": SPIRIT, "B": {"sake": ["life"]}, "C": {}}, phase="third")
    assert (t.asked(), t.ids()) == ("B", {"burn_draw:life", "pass"})
    assert isinstance(t.pending, Together)
    assert t.pending.secret


def test_ask_8_the_tormented_one_is_asked_alone() -> None:
    mine = same_back("ramen-1", 2)
    seats = {"A": {**SPIRIT, "hand": mine[:1]}, "B": {"sake": ["sheet"], "hand": ["disciple-1", "stench-1"]}, "C": {}}
    t = Table.of(seats, phase="third", pile=["ramen-1"]).do("B pass", f"torment:B:{mine[0]}")
    assert isinstance(t.pending, Choice)
    assert {"defend:stench-1", "burn_draw:sheet", "soul:1", "pass"} <= t.ids()
    assert t.refused("sacrifice:disciple-1") == "SPI-8"


def test_ask_9_the_active_samurai_is_not_asked_in_his_own_windows() -> None:
    seats = {"A": katana(1, hand=["stomach-1", "ramen-1"], sake=["life"]), "B": {}, "C": {}}
    assert Table.of(seats, {"AB": 1}).do("attack:stomach-1:B:katana-1").asked() == "BC"


def test_pil_1_the_top_card_shows_its_back() -> None:
    t = Table.of({"A": {}, "B": {}, "C": {}}, pile=["ramen-1", "ramen-2"])
    assert SYSTEM.view(t.state, "B")["pile"][:2] == ["?:brawl", "?"]


def test_pil_2_an_empty_pile_is_made_of_the_discards_at_once() -> None:
    start = Table.of({"A": {"hand": []}, "B": {}, "C": {}}).json
    start["discard"], start["pile"] = start["pile"], []
    t = Table(start)
    assert isinstance(t.pending, Roll)
    assert {die.owner for die in t.pending.dice} == {"pile"}
    assert t.pending.seat == "A"
    t.roll()
    assert t.json["discard"] == []


def test_pil_3_discards_lie_open() -> None:
    t = attacked().passing()
    assert SYSTEM.view(t.state, "C")["discard"] == ["stomach-1"]


def test_pil_4_the_owner_discards_down_to_four() -> None:
    t = Table.of({"A": {"hand": ["ramen-1", "ramen-2", "ramen-3"]}, "B": {}, "C": {}}, phase="play").do("end_phase")
    assert (t.pending.seat, len(t.ids())) == ("A", 5)
    t.do("discard:ramen-2")
    assert t.json["phase"] == "hold"
    ghost = {"A": {**SPIRIT, "hand": ["ramen-1", "ramen-2", "ramen-3", "ramen-4"]}, "B": {"life": 1}, "C": {"life": 1}}
    assert Table.of(ghost, phase="draw").kinds() == {"discard"}
    free = Table.of(ghost, phase="draw", options={"spirit_hand_limit": False})
    assert len(free.seat("A")["hand"]) == 5


def test_pil_5_whoever_must_discard_chooses_the_cards_himself() -> None:
    hand = ["ramen-1", "ramen-2", "stench-1"]
    t = Table.of({"A": {"hand": ["dumplings-1"]}, "B": {"hand": hand}, "C": {}}, {"AB": 5, "CA": 5})
    t.do("event:dumplings-1:B").passing()
    assert (t.pending.seat, t.ids()) == ("B", {f"discard:{card}" for card in hand})
    t.do("discard:ramen-2", "discard:stench-1")
    assert t.seat("B")["hand"] == ["ramen-1"]


def test_hid_1_a_view_is_what_its_seat_may_know() -> None:
    seats = {"A": {"hand": ["ramen-1"]}, "B": {"hand": ["stench-1", "ramen-2"], "wounds": 1}, "C": {}}
    t = Table.of(seats)
    seen = SYSTEM.view(t.state, "A")
    assert seen["seats"][0]["hand"] == ["ramen-1"]
    assert seen["seats"][1]["hand"] == ["?:doze", "?:doze"]
    assert all(card.startswith("?:") for seat in seen["seats"] for card in (*seat["life"], *seat["wounds"]))
    everybody = SYSTEM.view(t.state, SPECTATOR)
    assert all(card.startswith("?:") for seat in everybody["seats"] for card in seat["hand"])
    assert SYSTEM.view(t.state, None) == SYSTEM.encode(t.state)


def test_hid_2_a_card_drawn_is_told_to_its_owner_alone() -> None:
    t = Table.of({"A": {"hand": ["sakuragi-1"]}, "B": {}, "C": {}}).do("event:sakuragi-1")
    drawn = next(event for event in t.events if event.kind == "CardDrawn")
    assert SYSTEM.event_json(t.state, SYSTEM.seen(t.state, drawn, "B"))["card"] == "?"
    assert SYSTEM.event_json(t.state, SYSTEM.seen(t.state, drawn, "A"))["card"] in t.json["seats"][0]["hand"]


def test_hid_3_spirits_do_not_see_each_others_fronts() -> None:
    t = Table.of({"A": {**SPIRIT, "hand": ["ramen-1"]}, "B": {**SPIRIT, "hand": ["ramen-2"]}, "C": {}}, phase="draw")
    assert SYSTEM.view(t.state, "A")["seats"][1]["hand"] == [f"?:{BACKS['ramen-2']}"]


def test_dec_0_also_a_single_option_is_asked() -> None:
    t = Table.of({"A": {"hand": ["ramen-1"], "sake": ["life"]}, "B": {"life": 1}, "C": {"life": 1}}).do("drink:ramen-1")
    assert t.ids() == {"place:sheet"}
    assert t.refused("end_phase") == "TUR-3"
    assert t.refused("steal") == "SPI-5"


def test_answers_of_a_round_are_shown_as_far_as_they_may_be_known() -> None:
    seats = {"A": {"hand": ["stench-1"]}, "B": {"hand": ["stagger-1"]}, "C": {"hand": ["ramen-1"]}}
    t = Table.of(seats).do("move:stench-1:left:1", "B interrupt:stagger-1")
    assert t.asked() == "C"
    assert [seat for seat, _ in t.pending.answers] == ["B"]
    for viewer in ("A", "C", SPECTATOR):
        assert "stagger" not in str(SYSTEM.view(t.state, viewer))
    assert "interrupt:stagger-1" in str(SYSTEM.view(t.state, "B"))
