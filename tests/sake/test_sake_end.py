"""The Fatal Round, locations, sheets and the table's own affairs (FAT, LOC, SAM, TBL), a test a rule."""

from __future__ import annotations

import pytest

from companion.model.core.contract import Json, Over
from companion.model.core.refusal import InvalidInput
from companion.model.core.session import Session
from companion.model.games.sake import SYSTEM

from .tables import CONTENT, Table, katana, position, query
from .test_sake_setup import begun, setup

SPIRIT = {"is": "spirit"}
SPOTS = ["life", "sheet", "sandals-1"]


def judged(a: int, b: int, jar: int | None = None, extra: int = 0, **options: Json) -> Table:
    """The end of a Fatal Round, C being a Spirit or a Samurai without sake."""
    seats = {
        "A": {"gear": ["sandals-1"], "sake": SPOTS[:a]},
        "B": {"gear": ["sandals-2"], "sake": [*SPOTS[:2], "sandals-2"][:b]},
        "C": {} if jar is None else {**SPIRIT, "jar": jar},
    }  # fmt: skip
    fatal = {"first": "A", "left": [], "extra": extra}
    t = Table.of(seats, masu=0, phase="hold", fatal=fatal, options=options)
    return t.do("hold:nothing")


def test_fat_1_the_turn_ends_at_once_or_is_finished() -> None:
    seats = {"A": {"hand": ["ramen-1", "stench-1"]}, "B": {}, "C": {}}
    t = Table.of(seats, masu=1).do("drink:ramen-1", "place:life")
    assert (t.json["turn"], t.json["plays"]) == (2, 2)
    assert t.refused("drink:stench-1") == "FAT-1"
    t = Table.of(seats, masu=1, options={"fatal_turn": "finish"}).do("drink:ramen-1", "place:life")
    assert (t.json["fatal"], t.json["plays"]) == (None, 1)
    t.do("end_phase", "hold:nothing")
    assert t.json["fatal"] == {"first": "A", "left": ["B", "C"], "extra": 0}


def test_fat_1_a_spirit_takes_the_last_one() -> None:
    t = Table.of({"A": SPIRIT, "B": {}, "C": {}}, masu=1, phase="third").do("steal")
    assert next(event.seat for event in t.events if event.kind == "TurnBegan") == 0
    assert t.json["fatal"]["first"] == "A"


def test_fat_2_and_fat_3_the_most_sake_against_all_spirits() -> None:
    assert judged(2, 1, 1).over == ("A", "most sake")
    assert judged(2, 1, 3).over == ("C", "spirits")
    assert judged(1, 0).over == ("A", "most sake")


def test_fat_4_several_with_the_most_begin_another_round() -> None:
    t = judged(1, 1)
    assert (t.seat("C")["is"], t.json["fatal"]) == ("out", {"first": "A", "left": ["B"], "extra": 1})
    assert judged(0, 0).json["fatal"]["extra"] == 1


def test_fat_5_equal_to_the_spirits() -> None:
    assert judged(2, 1, 2).json["fatal"]["extra"] == 1
    assert judged(2, 1, 2, equal_to_spirits="draw").over == ("AC", "shared")
    seats = {"A": {}, "B": SPIRIT, "C": SPIRIT}
    t = Table.of(seats, masu=0, phase="hold", fatal={"first": "A", "left": [], "extra": 0}).do("hold:nothing")
    assert t.over == ("", "nobody has sake")


def test_fat_6_after_the_last_added_round() -> None:
    assert judged(2, 2, 3, extra=3).over == ("C", "spirits")
    assert judged(0, 0, extra=3).over == ("", "nobody has sake")
    assert judged(2, 2, 2, extra=3).over == ("ABC", "shared")
    assert judged(2, 2, 1, extra=3).over == ("AB", "shared")
    assert judged(2, 1, 1, extra=3).over == ("A", "most sake")
    assert judged(2, 2, 1, fatal_limit=0).over == ("AB", "shared")
    assert judged(0, 0, 0, fatal_limit=None).over == ("", "nobody has sake")
    assert judged(1, 1, 0, extra=9, fatal_limit=None).json["fatal"]["extra"] == 10


def test_fat_7_seppuku_discards_everything_and_closes_the_ring() -> None:
    seats = {"A": {"sake": ["life"]}, "B": {"sake": ["life"]}, "C": {"hand": ["ramen-1"], "wounds": 1}}
    t = Table.of(seats, masu=0, phase="hold", fatal={"first": "A", "left": [], "extra": 0}).do("hold:nothing")
    c = t.seat("C")
    assert (c["is"], c["hand"], c["life"], c["wounds"]) == ("out", [], [], [])
    assert (len(t.json["discard"]), list(t.steps())) == (7, ["AB"])


def test_fat_8_at_the_end_the_table_stays_as_it_is() -> None:
    t = judged(2, 1)
    assert (t.seat("B")["is"], t.json["phase"]) == ("samurai", "hold")


def test_fat_9_the_table_may_stop() -> None:
    session = Session.load(SYSTEM, position({"A": {}, "B": {}, "C": {}}), CONTENT)
    session.edit({"kind": "stop"}, override=True)
    assert isinstance(session.pending, Over)
    assert (session.pending.winners, session.pending.why.key) == ((), "stopped")


def at_turn_of_a(a: Json, location: str, **more: Json) -> Table:
    t = Table.of({"A": a, "B": {}, "C": {}}, active="C", phase="hold", options={"location": location}, **more)
    return t.do("hold:nothing")


def test_loc_1_a_location_with_nothing_to_give_gives_nothing() -> None:
    assert at_turn_of_a({"sake": ["life", "sheet"]}, "distillery").ids() >= {"end_phase"}
    assert "spring" not in str(at_turn_of_a({}, "house:spring").events)


def test_loc_2_distillery_gives_a_sake_at_the_beginning() -> None:
    t = at_turn_of_a({}, "distillery").do("place:sheet")
    assert (t.json["masu"], t.json["phase"], t.seat("A")["sake"]) == (7, "play", ["sheet"])


def test_loc_3_the_alley_has_two_steps() -> None:
    assert begun(setup(location="house:alley")).steps() == {"AB": 2, "BC": 2, "CA": 2}


def test_loc_4_the_spring_heals() -> None:
    assert len(at_turn_of_a({"wounds": 2}, "house:spring").seat("A")["wounds"]) == 1


def test_loc_5_the_market_lets_five_cards_be_held() -> None:
    seats = {"A": {"hand": ["ramen-1", "ramen-2", "ramen-3"]}, "B": {}, "C": {}}
    t = Table.of(seats, options={"location": "house:market"}).do("end_phase")
    assert (len(t.seat("A")["hand"]), t.json["phase"]) == (5, "hold")


def test_sam_1_every_ability_sleeps_under_a_sake() -> None:
    t = begun(setup(3, sheets=("kiyomi", "goro", "daigo")))
    assert (t.pending.seat, len(t.ids()), t.json["turn"]) == ("A", 6, 0)
    t.do(sorted(t.ids())[0]).do(sorted(t.ids())[0])
    assert (t.json["turn"], len(t.seat("A")["hand"])) == (1, 4)
    for sake, count in (([], 3), (["sheet"], 2)):
        t = Table.of({"A": {"sheet": "house:sayuri", "sake": sake}, "B": {}, "C": {}}).do("end_phase")
        assert len(t.seat("A")["hand"]) == count
    iron = {"sheet": "house:tetsuo", "hand": ["ramen-1"]}
    t = Table.of({"A": katana(1, hand=["chopsticks-1"]), "B": iron, "C": {"life": 1}}, {"AB": 1})
    t.do("attack:chopsticks-1:B:katana-1", "B defend:ramen-1")
    assert len(t.seat("B")["wounds"]) == 2


def session(seats: Json, **more: Json) -> Session:  # type: ignore[type-arg]
    return Session.load(SYSTEM, position(seats, **more), CONTENT)


def test_tbl_1_who_leaves_goes_as_by_seppuku() -> None:
    game = session({"A": {}, "B": {"sake": ["life"]}, "C": {}, "D": {}})
    game.edit({"kind": "leave", "seat": "B"}, override=True)
    after = SYSTEM.encode(game.state)
    assert (after["seats"][1]["is"], after["gone"], len(after["lines"]), after["active"]) == ("out", 1, 3, "A")
    game.edit({"kind": "leave", "seat": "A"}, override=True)
    assert SYSTEM.encode(game.state)["active"] == "C"
    game = session({"A": {**SPIRIT, "jar": 2}, "B": {}, "C": SPIRIT}, phase="power", pile=["chopsticks-1"])
    game.edit({"kind": "leave", "seat": "A"}, override=True)
    assert SYSTEM.encode(game.state)["seats"][2]["jar"] == 2
    game.edit({"kind": "leave", "seat": "B"}, override=True)
    assert isinstance(game.pending, Over)
    assert (game.pending.winners, game.pending.why.key) == (("C",), "left")


def test_tbl_2_and_tbl_3_seats_are_fixed_and_secret_from_each_other() -> None:
    t = Table.of({"A": {"hand": ["ramen-1"]}, "B": {"hand": ["ramen-2"]}, "C": {}})
    assert SYSTEM.view(t.state, "A")["seats"][1]["hand"] == ["?:doze"]


def test_tbl_4_corrections_set_the_table_or_name_the_property() -> None:
    game = session({"A": {"hand": ["ramen-1"]}, "B": {}, "C": {}})
    game.edit({"kind": "edit", "set": {"plays": 1, "seats": {"B": {"seated": True}}}}, override=True)
    after = SYSTEM.encode(game.state)
    assert (after["plays"], after["seats"][1]["seated"]) == (1, True)
    for wrong, path in (({"masu": 3}, "P2"), ({"seats": {"B": {"sake": ["yumi-1"]}}}, "P6"), ({"lines": []}, "P4")):
        with pytest.raises(InvalidInput) as refused:
            game.edit({"kind": "edit", "set": wrong}, override=True)
        assert refused.value.why.key.startswith(path)


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({"masu": 3}, "masu"),
        ({"options": {"colour": 1}}, "options"),
        ({"turn": "1"}, "turn"),
        ({"turn": 3.0}, "turn"),
        ({"phase": "power"}, "phase"),
        ({"fatal": {"first": "A", "left": [], "extra": 0}}, "fatal"),
        ({"lines": []}, "lines"),
        ({"deck": "house:none"}, "deck"),
    ],
)
def test_positions_that_cannot_be_are_refused_at_their_field(change: Json, path: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        SYSTEM.decode({**position({"A": {}, "B": {}, "C": {}}), **change}, CONTENT)
    assert refused.value.path.startswith(path)


def test_standing_says_who_would_win_now() -> None:
    t = Table.of({"A": {"sake": ["life"]}, "B": {}, "C": {**SPIRIT, "jar": 1}})
    assert query(t, "standing") == {
        "sake": {"A": 1, "B": 0, "C": 1},
        "spirits": 1,
        "winners": ["A", "C"],
        "why": "shared",
    }
