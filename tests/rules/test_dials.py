"""The dials: each automatic thing done by itself, on being asked, or not at all, by the rule that it is of."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.model.core.contract import Choice, Json, Over
from companion.model.core.refusal import InvalidInput
from companion.model.games.asagiri import SYSTEM
from companion.model.games.asagiri.state.state import State
from companion.model.games.asagiri.table.automation import DIALS, PRESETS, STOPS, Stop

from .table import CONTENT, Table, open_floor, skill

BOW: Json = {"id": "test:bow", "name": {"en": "Bow"}, "element": None, "when": ["shot"],
             "effects": [{"type": "shot", "range": 5, "value": 4}]}  # fmt: skip
FRENZY = skill(None, ["won"], name="frenzy", effects=[{"type": "become", "who": {"of": "self"}, "state": "shaken"}])
Scene = tuple[Callable[[Json], Table], Callable[[Table], bool]]
"""A table on which something is due in a moment, by its dials; and whether it has happened."""


def dialled(dials: Json, people: dict[str, str], rows: list[str] | None = None, **more: Json) -> Table:
    root = {**more.pop("root", {}), "dials": dials} if dials else more.pop("root", {})
    return Table(rows or open_floor(5, 6), people, root=root, **more)


def duel(dials: Json, b: str = "2,2S", **more: Json) -> Table:
    """a1 stands before b1 and attacks."""
    return dialled(dials, {"a1": "2,3N", "b1": b, **more.pop("people", {})}, **more).do("activate", character="a1")


def beaten(attack: int, defense: int, **more: Json) -> Callable[[Json], Table]:
    return lambda dials: duel(dials, **more).fight("b1", attack, defense)


def moved(dials: Json, people: dict[str, str], at: list[int], end: bool = False) -> Table:
    table = dialled(dials, people).do("activate", character="a1").walk(at)
    return table.do("end_movement") if end else table


def announced(dials: Json, people: dict[str, str], target: str = "b1", **more: Json) -> Table:
    """Up to the dice."""
    table = dialled(dials, people, **more).do("activate", character="a1")
    return table.do("shoot" if "a1" in more else "attack", target=target).passing()


def counted(table: Table, side: int) -> int:
    """What counts beside the stats when the dice fall."""
    while table.can("do_it"):
        table.do("do_it")
    totals: tuple[int, int] = next(e for e in table.roll(1, 1).events if e.kind.endswith("Rolled")).totals
    return totals[side] - 5


def turn(table: Table, stops: Json) -> State:
    """The dials are turned."""
    turned = SYSTEM.edit(table.state, SYSTEM.correction_of(table.state, {"kind": "set_dials", "stops": stops}))
    assert turned.events[0].kind == "DialsSet"
    return turned.state


def kami_table(dials: Json) -> Table:
    """A sorcerer that has called a Kami is about to be disabled."""
    called = {"traits": ["sorcerer"]}
    kami = {"kami": "fire", "summoner": "b1", "zeni": 0}
    people = {"a1": "2,3N", "b1": "2,2S", "b2": "0,0S", "b3": "4,0S"}
    return dialled(dials, people, b1=called, b2=kami).do("activate", character="a1").fight("b1", 6, 1)


def at_the_limit(dials: Json) -> Table:
    return duel(dials, bands={"B": {"lost": 10}}, people={"b2": "0,0S"}).fight("b1", 6, 1)


SCENES: dict[str, Scene] = {
    "cards": (beaten(4, 1), lambda t: t.person("b1")["state"] == "shaken"),
    "disabling": (beaten(6, 1, people={"b2": "0,0S"}), lambda t: t.person("b1")["state"] == "disabled"),
    "reserve": (
        beaten(4, 1, b1={"reserve": "earth"}),
        lambda t: t.person("b1")["reserve"] is None and t.person("b1")["state"] == "shaken",
    ),
    "turning": (lambda d: announced(d, {"a1": "2,3N", "b1": "2,2N"}), lambda t: t.person("b1")["facing"] == "S"),
    "retreats": (beaten(2, 1), lambda t: bool(t.can("retreat"))),
    "difficult": (
        lambda d: dialled(d, {"a1": "1,2N", "b1": "1,1S"}, ["hhh", "...", "..."])
        .do("activate", character="a1").fight("b1", 2, 1).do("retreat", at=[1, 0]),
        lambda t: t.person("b1")["state"] == "shaken",
    ),
    "zones": (
        lambda d: moved(d, {"a1": "2,5N", "b1": "2,2S"}, [2, 4]).do("step", at=[2, 3]),
        lambda t: not t.can("step"),
    ),
    "leaving": (
        lambda d: moved(d, {"a1": "2,3N", "b1": "2,2S"}, [2, 4], end=True),
        lambda t: t.person("a1")["state"] == "shaken",
    ),
    "support": (lambda d: announced(d, {"a1": "2,3N", "a2": "1,3N", "b1": "2,2S"}), lambda t: counted(t, 0) == 1),
    "behind": (lambda d: announced(d, {"a1": "2,3N", "b1": "2,2N"}), lambda t: counted(t, 0) == 1),
    "cover": (
        lambda d: announced(d, {"a1": "2,5N", "b1": "2,2S"}, rows=[*open_floor(5, 3), "..h..", *open_floor(5, 2)],
                            a1={"stats": {"skills": [BOW]}}),
        lambda t: counted(t, 1) == 1,
    ),
    "skills": (
        beaten(6, 1, people={"b2": "0,0S"}, a1={"stats": {"skills": [FRENZY]}}),
        lambda t: t.person("a1")["state"] == "shaken",
    ),
    "civilian": (
        beaten(6, 1, b1={"traits": ["civilian"]}, people={"b2": "0,0S"}, bands={"B": {"pool": ["fire"], "aside": 3}}),
        lambda t: bool(t.can("give_up_die")),
    ),
    "kami": (kami_table, lambda t: t.person("b2")["state"] == "disabled"),
    "victory": (at_the_limit, lambda t: isinstance(t.pending, Over)),
}  # fmt: skip


def test_each_dial_has_a_scene() -> None:
    assert set(SCENES) == set(DIALS) - {"scenario"}  # the card's is below


@pytest.mark.parametrize("dial", SCENES)
def test_what_is_due_happens_by_itself_unless_a_table_says_otherwise(dial: str) -> None:
    make, happened = SCENES[dial]
    assert happened(make({}))
    assert happened(make({dial: "do"}))


@pytest.mark.parametrize("dial", SCENES)
def test_off_it_does_not_happen_and_the_game_goes_on(dial: str) -> None:
    make, happened = SCENES[dial]
    table = make({dial: "off"})
    assert not table.can("do_it")
    assert not happened(table)
    assert not isinstance(table.pending, Over)


@pytest.mark.parametrize("dial", SCENES)
def test_asked_it_happens_when_somebody_says_so_and_the_rule_is_named(dial: str) -> None:
    make, happened = SCENES[dial]
    table = make({dial: "remind"})
    asked = table.pending
    assert isinstance(asked, Choice)
    assert [option.kind for option in asked.options] == ["do_it", "leave_it"]
    rule = SYSTEM.encode(table.state)["frames"][-1]["rule"]
    assert rule in (DIALS[dial].rule, "RET-3", "CBT-3", "KAR-2", "SHT-6")
    table.do("do_it", dial=dial)
    assert table.kinds[0] == "DueDone"
    assert happened(table)


@pytest.mark.parametrize("dial", SCENES)
def test_asked_it_does_not_happen_when_it_is_left(dial: str) -> None:
    make, happened = SCENES[dial]
    table = make({dial: "remind"}).do("leave_it", dial=dial)
    assert table.kinds[0] == "DueLeft"
    assert not happened(table)
    assert not table.can("do_it")


@pytest.mark.parametrize("dial", SCENES)
def test_a_table_in_the_middle_of_a_question_is_written_and_read(dial: str) -> None:
    state = SCENES[dial][0]({dial: "remind", "GEO-2": "off"}).state
    plain = SYSTEM.encode(state)
    assert plain["dials"] == {"GEO-2": "off", dial: "remind"}
    assert SYSTEM.decode(plain, CONTENT) == state


@pytest.mark.parametrize("dial", SCENES)
@pytest.mark.parametrize("stop", ["do", "off"])
def test_turning_the_dial_answers_the_question(dial: str, stop: Stop) -> None:
    make, happened = SCENES[dial]
    table = make({dial: "remind"})
    table.state = turn(table, {dial: stop})
    assert not table.can("do_it")
    assert happened(table) is (stop == "do")


def test_end_1_a_game_that_is_not_ended_goes_on_and_is_asked_about_no_more() -> None:
    table = at_the_limit({"victory": "remind"}).do("leave_it")
    assert SYSTEM.encode(table.state)["dials"] == {"victory": "off"}
    table.do("end_activations")
    assert isinstance(SYSTEM.pending(turn(table, {"victory": "do"})), Over)


def test_end_1_a_game_over_by_hand_stays_over_when_it_is_read_again() -> None:
    state = at_the_limit({"victory": "remind"}).do("do_it").state
    assert SYSTEM.encode(state)["over"] is True
    assert SYSTEM.decode(SYSTEM.encode(state), CONTENT) == state
    with pytest.raises(InvalidInput) as wrong:
        SYSTEM.decode(SYSTEM.encode(at_the_limit({}).state) | {"over": True}, CONTENT)
    assert wrong.value.path == "over"


def test_mov_6_a_walk_through_a_control_zone_is_offered_where_zones_stop_nobody() -> None:
    people = {"a1": "2,5N", "b1": "2,3E"}  # b1 controls column 3
    across = [3, 1]
    stopped, free = (dialled(d, people).ask("reach", id="a1") for d in ({}, {"zones": "off"}))
    there, beyond = ({tuple(found["at"]) for found in reached} for reached in (stopped, free))
    assert there < beyond
    assert tuple(across) in beyond


def test_cbt_4_support_that_is_left_does_not_count_in_this_fight_and_counts_in_the_next() -> None:
    people = {"a1": "2,3N", "a2": "1,3N", "b1": "2,2S", "b2": "0,2S"}
    table = announced({"support": "remind"}, people).do("leave_it")
    assert counted(table, 0) == 0
    table.do("activate", character="a2").do("attack", target="b1").passing()
    assert table.can("do_it", dial="support")


def test_kar_6_the_scenario_card_speaks_when_the_table_lets_it() -> None:
    contest = {"turns": 6, "scenario": next(id for id, card in CONTENT.every("scenario") if _rallies(card))}
    rally = next(e for e in CONTENT.find("scenario", contest["scenario"])["effects"] if e["type"] == "rally")

    def begun(dials: Json) -> Table:
        more = {"contest": contest, "turn": rally["turn"] - 1, "side": "S"}
        table = dialled(dials, {"a1": "2,5N!", "b1": "2,0S"}, phase="B", root=more)
        return table.do("end_activations")

    for dials, state in (({}, "vigilant"), ({"scenario": "off"}, "shaken")):
        assert begun(dials).person("a1")["state"] == state
    asked = begun({"scenario": "remind"})
    assert asked.person("a1")["state"] == "shaken"
    assert asked.do("do_it").person("a1")["state"] == "vigilant"


def _rallies(card: Json) -> bool:
    return any(effect["type"] == "rally" for effect in card["effects"])


# what tables say ----------------------------------------------------------------------------------------------------


def test_presets_turn_only_what_there_is_and_every_stop_is_used() -> None:
    for stops in PRESETS.values():
        assert {id for id, _ in stops} <= set(DIALS)
    assert {stop for stops in PRESETS.values() for _, stop in stops} | {"do"} == set(STOPS)


@pytest.mark.parametrize(
    ("dials", "path"),
    [
        ({"wishes": "off"}, "dials.wishes"),
        ({"cards": "maybe"}, "dials.cards"),
        ({"MOV-5": "do"}, "dials.MOV-5"),
        ({"mov-5": "off"}, "dials.mov-5"),
        (["cards"], "dials"),
    ],
)
def test_dials_nobody_knows_are_refused_by_their_field(dials: Json, path: str) -> None:
    for read in (lambda: SYSTEM.new({"quick": True, "dials": dials}, CONTENT), lambda: dialled(dials, {"a1": "0,0N"})):
        with pytest.raises(InvalidInput) as wrong:
            read()
        assert wrong.value.path == path


def test_a_set_up_brings_its_dials_and_rules_to_be_silent_about() -> None:
    state = SYSTEM.new({"quick": True, "dials": {"cards": "off", "reserve": "do", "MOV-5": "off"}}, CONTENT)
    assert state.table.dials == (("MOV-5", "off"), ("cards", "off"))
    assert SYSTEM.refereed(state) is not None
    assert SYSTEM.edit(state, SYSTEM.refereed(state)).state.table.dials == (("MOV-5", "off"),)
    assert SYSTEM.refereed(SYSTEM.new({"quick": True, "dials": {"MOV-5": "off"}}, CONTENT)) is None
