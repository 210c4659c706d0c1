"""Objects: slots, rearranging, giving, discarding, chests, curses (OBJ, EOT-3, SET-3)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.model.core.contract import Json, Roll
from companion.model.core.refusal import InvalidInput
from companion.model.games.chronicles import SYSTEM
from companion.model.games.chronicles.insight.chances import test_chance as chance_of_test
from companion.model.games.chronicles.rules import chests, equipment, play, totals
from companion.model.games.chronicles.rules import events as e
from companion.model.games.chronicles.rules.transition import Transition
from companion.model.games.chronicles.state import frames as f
from companion.model.games.chronicles.state import options as o
from companion.model.games.chronicles.state.state import Gear, State, replace

from .tables import (
    CONTENT,
    acting,
    begun,
    changed,
    choose,
    chosen,
    done,
    known,
    offered,
    refused,
    roll,
    rolled,
    said,
    setup,
    turn_ends,
)

TWO, THREE = known(2), known(3)
TABLE = begun(2, tracked=True)
FOUR = known(4)
WAKIZASHI, INRO, NAGINATA, KATANA = "house:wakizashi", "house:inro", "house:naginata", "house:katana"


def with_gear(state: State, seat: str = "h1", **gear: Any) -> State:
    """The hero's activation, with these objects."""
    fields: dict[str, Json] = {f"heroes.{seat}.hands": {}, f"heroes.{seat}.clothing": None}
    hands = {slot: item for slot, item in gear.items() if slot in ("right", "left", "both")}
    rest = {f"heroes.{seat}.{name}": value for name, value in gear.items() if name not in hands}
    reserve = {f"heroes.{seat}.reserve": []}
    return changed(state, {**acting(state, seat), **fields, **reserve, f"heroes.{seat}.hands": hands, **rest})


def gear(state: State, seat: str = "h1") -> Gear:
    return state.hero(seat).gear


def cursed(state: State, *items: str) -> State:
    """The same game in whose box these objects are cursed."""
    box = state.table.box
    objects = {id: msgspec.structs.replace(one, cursed=id in items) for id, one in box.objects.items()}
    return replace(state, table=replace(state.table, box=replace(box, objects=objects)))


def drawing(state: State, *items: str, keep: int = 1, seat: str = "h1") -> State:
    """Objects that have been drawn from a chest."""
    t = Transition(state)
    t.push(f.ChestFrame(seat, tuple(sorted(items)), keep))
    play.go_on(t)
    return t.now


# slots ----------------------------------------------------------------------------------------------------------------


def test_obj_1_and_obj_2_where_objects_may_lie() -> None:
    box = TWO.table.box
    places = {item: [slot for slot in equipment.SLOTS if equipment.may_lie(box, "house:okko", item, slot)]
              for item in (KATANA, NAGINATA, "house:bo", "house:heavy-armour", "house:scroll-of-flames")}  # fmt: skip
    assert places == {
        KATANA: ["right", "left", "reserve"],
        NAGINATA: ["both", "reserve"],
        "house:bo": ["reserve"],  # not a samurai's
        "house:heavy-armour": ["clothing", "reserve"],
        "house:scroll-of-flames": ["reserve"],
    }


def test_obj_2_in_the_reserve_works_only_what_is_for_it_and_for_the_class() -> None:
    lying = [KATANA, "house:scroll-of-flames"]
    assert totals.working(with_gear(TWO, reserve=lying), "h1") == []  # the scroll is a mahotsukai's
    assert totals.working(with_gear(TWO, reserve=["house:rope-and-hook"]), "h1") == ["house:rope-and-hook"]


@pytest.mark.parametrize(
    ("at", "value", "path"),
    [
        ("heroes.h1.clothing", KATANA, "heroes.h1.clothing"),
        ("heroes.h1.hands", {"right": NAGINATA}, "heroes.h1.hands.right"),
        ("heroes.h1.hands", {"both": "house:bo"}, "heroes.h1.hands.both"),
        ("heroes.h1.hands", {"both": NAGINATA, "left": INRO}, "heroes.h1.hands"),
        ("heroes.h1.reserve", [INRO, INRO, WAKIZASHI], "heroes.h1.reserve"),
        ("heroes.h1.aside", [INRO], "heroes.h1.aside"),
        ("heroes.h2.reserve", [KATANA, KATANA], "discards.object"),
    ],
)
def test_obj_2_a_position_against_the_slots_is_refused_by_its_place(at: str, value: Json, path: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        changed(TWO, {at: value})
    assert caught.value.path == path


def test_obj_2_corrections_by_address_still_put_objects() -> None:
    edited = SYSTEM.edit(
        TABLE, SYSTEM.correction_of(TABLE, {"kind": "set", "at": "heroes.h1.clothing", "value": "house:light-armour"})
    ).state
    assert gear(edited).clothing == "house:light-armour"


def test_obj_3_a_two_handed_object_takes_both_hands_and_always_works() -> None:
    state = with_gear(TWO, right=KATANA, left=INRO, reserve=[NAGINATA], marked="right")
    both = chosen(state, "h1", "rearrange", f"put:{NAGINATA}:both")
    assert (gear(both).right, gear(both).left, gear(both).both) == (None, None, NAGINATA)
    assert gear(both).aside == (INRO, KATANA)
    assert totals.working(both, "h1") == [NAGINATA]


def test_obj_4_of_two_one_handed_objects_only_the_marked_one_works() -> None:
    state = with_gear(TWO, right=WAKIZASHI, left=KATANA, marked="left")
    assert totals.working(state, "h1") == [KATANA]
    assert totals.working(with_gear(TWO, left=KATANA), "h1") == [KATANA]  # a single one always


def test_obj_4_with_hand_item_activation_the_mark_comes_first() -> None:
    state = known(2, hand_item="activation")
    held: dict[str, Json] = {"heroes.h1.hands": {"right": WAKIZASHI, "left": KATANA}, "heroes.h1.marked": "right"}
    before = changed(state, held)
    assert not before.hero("h1").activated
    assert totals.working(before, "h1") == []
    asked = changed(before, acting(before))
    assert offered(asked, "h1") == {"mark:right", "mark:left"}
    marked = choose(asked, "mark:left", "h1")
    assert totals.working(marked, "h1") == [KATANA]
    assert "mark:right" not in offered(marked, "h1")
    assert refused(marked, "mark:right", "h1") == "OBJ-4"


# rearranging ----------------------------------------------------------------------------------------------------------


def test_obj_5_worked_example_25() -> None:
    state = with_gear(TWO, "h2", both=NAGINATA, reserve=[INRO, WAKIZASHI])
    puts = ("rearrange", f"put:{WAKIZASHI}:right", f"put:{INRO}:left", f"put:{NAGINATA}:reserve")
    arranged = chosen(state, "h2", *puts)
    assert arranged.hero("h2").actions == 2
    assert totals.working(arranged, "h2") == [WAKIZASHI]  # at first the right hand's
    used = chosen(arranged, "h2", "mark:left", "arranged")
    assert totals.working(used, "h2") == [INRO]
    assert f"object:{INRO}:0" in offered(used, "h2")


def test_obj_5_it_ends_with_nothing_aside_and_everything_legal() -> None:
    state = chosen(with_gear(TWO, right=KATANA, reserve=[INRO, WAKIZASHI]), "h1", "rearrange")
    aside = choose(state, f"put:{INRO}:right", "h1")
    assert gear(aside).aside == (KATANA,)
    assert "arranged" not in offered(aside, "h1")
    assert refused(aside, "arranged", "h1") == "OBJ-5"
    assert refused(aside, f"put:{KATANA}:clothing", "h1") == "OBJ-2"
    assert refused(aside, f"put:{NAGINATA}:both", "h1") == "OBJ-5"
    assert SYSTEM.decode(SYSTEM.encode(aside), CONTENT) == aside


def test_obj_5_the_mark_stays_with_its_object_while_the_hands_hold_the_same() -> None:
    state = with_gear(TWO, right=KATANA, left=WAKIZASHI, marked="left")
    swapped = chosen(state, "h1", "rearrange", f"put:{WAKIZASHI}:right", f"put:{KATANA}:left")
    assert gear(swapped).marked == "right"
    assert not {"mark:left", "mark:right"} & offered(swapped, "h1")


def test_obj_5_it_is_not_offered_without_another_place() -> None:
    state = with_gear(TWO, reserve=["house:scroll-of-warding", "house:rope-and-hook"])
    assert "rearrange" not in offered(state, "h1")
    assert refused(state, "rearrange", "h1") == "OBJ-5"


def test_eot_3_every_hero_may_rearrange_free_in_natural_order() -> None:
    ended = turn_ends(TWO, step=3).now
    assert ended.stage == "equipment"
    assert f"put:{KATANA}:reserve" in offered(ended, "h1")
    assert not offered(ended, "h2")
    second = chosen(ended, "h1", f"put:{KATANA}:reserve", "arranged")
    assert gear(second).reserve == (KATANA,)
    assert f"put:{NAGINATA}:reserve" in offered(second, "h2")
    assert roll(choose(second, "arranged", "h2")).kind == "draw"  # EOT-5


def test_eot_3_a_table_types_nothing() -> None:
    ended = turn_ends(TABLE, step=3)
    assert not any(isinstance(frame, f.ArrangeFrame) for frame in ended.now.frames)
    assert "StepDone" in said(ended.events)


@given(st.data())
def test_obj_5_nothing_is_dropped_by_any_rearranging(data: st.DataObject) -> None:
    lying = data.draw(
        st.lists(st.sampled_from([WAKIZASHI, INRO, NAGINATA, "house:light-armour"]), max_size=2, unique=True)
    )
    state = with_gear(TWO, right=KATANA, left="house:tessen", marked="right", reserve=sorted(lying))
    owned = Counter(equipment.objects_of(gear(state)))
    state = choose(state, "rearrange", "h1")
    for _ in range(12):
        options = sorted(one for one in offered(state, "h1") if one.startswith("put:"))
        state = choose(state, data.draw(st.sampled_from(options)), "h1")
        assert Counter(equipment.objects_of(gear(state))) == owned
        assert equipment.room(state, "h1") >= 0
        assert (gear(state).marked is not None) is equipment.two(gear(state))
        assert "arranged" in offered(state, "h1") or gear(state).aside


# giving, discarding ---------------------------------------------------------------------------------------------------


def test_obj_6_an_object_of_the_reserve_goes_to_a_reserve_with_room() -> None:
    state = with_gear(THREE, right=KATANA, reserve=[INRO])
    assert {f"give:{INRO}:h2", f"give:{INRO}:h3"} <= offered(state, "h1")
    assert refused(state, f"give:{KATANA}:h2", "h1") == "OBJ-6"
    applied = done(state, f"give:{INRO}:h2", "h1")
    assert applied.state.hero("h1").actions == 2
    assert (gear(applied.state).reserve, gear(applied.state, "h2").reserve) == ((), (INRO,))
    assert e.ObjectMoved("h2", INRO, "reserve") in applied.events
    full = changed(state, {"heroes.h2.reserve": [WAKIZASHI, WAKIZASHI]})
    assert refused(full, f"give:{INRO}:h2", "h1") == "OBJ-6"


def test_obj_7_one_object_is_discarded_free_once_an_activation() -> None:
    state = with_gear(TWO, right=KATANA, reserve=[INRO])
    dropped = choose(state, f"drop:{KATANA}", "h1")
    assert dropped.hero("h1").actions == 3
    assert gear(dropped).right is None
    assert dropped.piles.used_objects == (KATANA,)
    assert refused(dropped, f"drop:{INRO}", "h1") == "OBJ-7"


def test_obj_9_what_is_discarded_for_its_effect_goes_to_the_discard() -> None:
    t = Transition(with_gear(TWO, right=INRO, left=KATANA, marked="left"))
    equipment.discard(t, "h1", INRO)
    assert (t.now.piles.used_objects, gear(t.now).right, gear(t.now).marked) == ((INRO,), None, None)


# chests ---------------------------------------------------------------------------------------------------------------


def test_obj_8_worked_example_24() -> None:
    token: Json = {"type": "chest", "card": "house:chest-4-5"}
    state = with_gear(FOUR, "h4", right="house:tessen", reserve=[INRO])
    state = choose(changed(state, {"tokens.chest-1": token}), "chest:chest-1", "h4")
    asked = SYSTEM.pending(state)
    assert isinstance(asked, Roll)
    assert len(asked.dice) == 4
    box = state.table.box
    assert (chance_of_test(box, 4, 2), chance_of_test(box, 3, 2)) == (Fraction(1107, 4096), Fraction(243, 512))
    failed = rolled(state, 2, 2, 0, 0)
    assert failed.tokens[0].minus == 1
    again = choose(failed, "chest:chest-1", "h4")
    passed = rolled(again, 0, 1, 1)
    assert passed.tokens == ()
    for item in (KATANA, WAKIZASHI, "house:bo", "house:lantern", "house:bo"):
        passed = rolled(passed, item)
    assert sum(one.startswith("keep:") for one in offered(passed, "h4")) == 4  # two are alike
    one = choose(passed, f"keep:{WAKIZASHI}", "h4")
    assert offered(one, "h4") == {f"discard:{INRO}", f"discard:{WAKIZASHI}", "enough"}
    freed = choose(one, f"discard:{INRO}", "h4")
    assert "enough" not in offered(freed, "h4")
    kept = choose(freed, f"keep:{KATANA}", "h4")
    ended = choose(kept, "enough", "h4")
    assert gear(ended, "h4").reserve == (KATANA, WAKIZASHI)
    assert ended.piles.used_objects == ("house:bo", "house:bo", INRO, "house:lantern")


def test_obj_8_without_tokens_the_table_says_what_a_chest_gives() -> None:
    state = chosen(with_gear(TWO, right=KATANA), "h1", "chest:chest")
    assert offered(state, "h1") == {"answer:passed", "answer:failed"}
    state = chosen(state, "h1", "answer:passed", "total:2")
    state = rolled(rolled(state, INRO), WAKIZASHI)
    assert offered(state, "h1") == {"total:0", "total:1", "total:2"}
    kept = chosen(state, "h1", "total:1", f"keep:{INRO}")
    assert (gear(kept).reserve, kept.piles.used_objects) == ((INRO,), (WAKIZASHI,))
    failed = chosen(with_gear(TWO), "h1", "chest:chest", "answer:failed")
    assert failed.hero("h1").actions == 2


def test_obj_8_a_tracked_table_tells_what_was_drawn_and_what_it_keeps_to_itself_stays_unknown() -> None:
    state = chosen(with_gear(TABLE, right=KATANA), "h1", "chest:chest", "answer:passed")
    assert {"done", "tell:?", f"tell:{INRO}"} <= offered(state, "h1")
    state = chosen(state, "h1", f"tell:{INRO}", "tell:?", "done", "total:2", "keep:?", f"keep:{INRO}")
    assert gear(state).reserve == (INRO, "?")
    assert totals.working(state, "h1") == [KATANA]
    assert len(state.piles.object) == len(TABLE.piles.object) - 2
    assert gear(choose(state, "drop:?", "h1")).reserve == (INRO,)


def test_obj_8_a_table_is_not_offered_what_lies_elsewhere() -> None:
    both = with_gear(TABLE, right=INRO, left=INRO, marked="right")
    assert INRO not in chests.unseen(both)
    assert INRO in chests.unseen(TABLE)


def test_obj_8_what_is_drawn_and_kept_lies_open_and_the_pile_does_not() -> None:
    state = drawing(with_gear(TWO, right=KATANA), INRO, WAKIZASHI)
    for viewer in ("oni", "h2", "*"):
        seen = SYSTEM.view(state, viewer)
        assert seen["frames"][-1]["drawn"] == [INRO, WAKIZASHI]
        assert seen["heroes"]["h1"]["hands"] == {"right": KATANA, "left": None, "both": None}
        assert set(seen["piles"]["object"]) == {"?"}
    assert SYSTEM.seen(state, e.ObjectDrawn("h1", INRO), "oni") == e.ObjectDrawn("h1", INRO)


@given(st.lists(st.sampled_from([INRO, WAKIZASHI, "house:bo", "house:lantern"]), min_size=1, max_size=5), st.data())
def test_obj_8_never_more_is_kept_than_the_chest_and_the_reserve_allow(items: list[str], data: st.DataObject) -> None:
    items = [item for n, item in enumerate(items) if items[:n].count(item) < 2]
    keep = data.draw(st.integers(0, 4))
    before = with_gear(TWO, right=KATANA, reserve=["house:tessen"])
    state = drawing(before, *items, keep=keep)
    while state.frames:
        options = sorted(offered(state, "h1"))
        state = choose(state, data.draw(st.sampled_from(options)), "h1")
        assert equipment.room(state, "h1") >= 0
    gained = [item for item in gear(state).reserve if item != "house:tessen"]
    assert len(gained) <= keep
    everything = [*equipment.objects_of(gear(state)), *state.piles.used_objects]
    assert Counter(everything) == Counter([*items, KATANA, "house:tessen"])


# legendary, cursed ----------------------------------------------------------------------------------------------------


def test_obj_10_legendary_is_told_of_a_card() -> None:
    legendary = {id for id, one in TWO.table.box.objects.items() if one.legendary}
    assert legendary == {KATANA, "house:silver-bow", "house:scroll-of-warding", "house:scroll-of-flames"}


def test_obj_11_a_cursed_object_is_put_on_at_once_and_does_not_count() -> None:
    state = cursed(with_gear(TWO, right=KATANA, left=WAKIZASHI, marked="right"), "house:tessen")
    asked = drawing(state, "house:tessen", INRO, keep=1)
    assert offered(asked, "h1") == {"put:house:tessen:right", "put:house:tessen:left"}
    worn = choose(asked, "put:house:tessen:left", "h1")
    assert (gear(worn).right, gear(worn).left) == (KATANA, "house:tessen")
    assert worn.piles.used_objects == (WAKIZASHI,)
    assert f"keep:{INRO}" in offered(worn, "h1")


def test_obj_11_it_cannot_be_given_discarded_or_moved() -> None:
    state = cursed(with_gear(TWO, right=KATANA, left="house:tessen", marked="right", reserve=[INRO]), "house:tessen")
    assert refused(state, "drop:house:tessen", "h1") == "OBJ-7"
    arranging = choose(state, "rearrange", "h1")
    assert refused(arranging, "put:house:tessen:reserve", "h1") == "OBJ-11"
    assert not any(one.endswith((":left", ":both")) for one in offered(arranging, "h1"))


def test_obj_11_with_nothing_but_curses_in_the_way_it_goes_to_the_discard() -> None:
    state = cursed(with_gear(TWO, clothing="house:light-armour"), "house:light-armour", "house:heavy-armour")
    drawn = drawing(state, "house:heavy-armour", keep=0)
    assert drawn.piles.used_objects == ("house:heavy-armour",)
    assert gear(drawn).clothing == "house:light-armour"


def test_obj_11_an_altar_may_lift_the_curse() -> None:
    state = cursed(with_gear(TWO, clothing="house:light-armour"), "house:light-armour")
    lifting = choose(state, "special:lift_curse:house:light-armour", "h1")
    assert gear(choose(lifting, "answer:failed", "h1")).clothing == "house:light-armour"
    freed = choose(lifting, "answer:passed", "h1")
    assert (gear(freed).clothing, freed.piles.used_objects) == (None, ("house:light-armour",))


# set-up ---------------------------------------------------------------------------------------------------------------


def test_set_3_heroes_put_their_base_equipment_together_as_they_like() -> None:
    state = SYSTEM.new(setup(2), CONTENT)
    assert gear(state).right == KATANA
    assert {f"put:{KATANA}:left", f"put:{KATANA}:reserve", "version:0", "version:1"} == offered(state, "h1")
    assert {f"put:{NAGINATA}:reserve", "arranged"} == offered(state, "h2")
    state = chosen(state, "h1", f"put:{KATANA}:reserve", "version:1", "arranged")
    assert (gear(state).reserve, state.figures[2].version) == ((KATANA,), 1)
    assert f"put:{NAGINATA}:reserve" in offered(state, "h2")


def test_set_3_two_one_handed_objects_may_be_marked_and_scrolls_lie_in_the_reserve() -> None:
    state = SYSTEM.new({**setup(2), "heroes": ["house:setsuka", "house:noshin"]}, CONTENT)
    assert gear(state) == Gear("house:tessen", "house:shuriken", marked="right")
    assert "mark:left" in offered(state, "h1")
    assert gear(state, "h2").reserve == ("house:scroll-of-warding", "house:scroll-of-warding")
    assert not offered(state, "h2")  # they fit nowhere else


def test_set_3_a_table_tells_the_version_alone() -> None:
    state = SYSTEM.new(setup(2, tracked=True), CONTENT)
    assert offered(state, "h1") == {"version:0", "version:1"}
    assert not isinstance(choose(state, "version:1", "h1").frames[-1], f.OutfitFrame)


def test_every_refusal_of_equipment_names_its_rule() -> None:
    state = with_gear(TWO, right=KATANA)
    for option, rule in (
        (o.OpenChest("h1", "nothing"), "OBJ-8"),
        (o.Keep("h1", INRO), "OBJ-8"),
        (o.Discard("h1", INRO), "OBJ-8"),
        (o.Put("h1", INRO, "right"), "OBJ-5"),
        (o.Arranged("h1"), "OBJ-5"),
        (o.Give("h1", INRO, "h2"), "OBJ-6"),
    ):
        refusal = SYSTEM.check(state, option)
        assert refusal is not None
        assert refusal.rule == rule


def test_eot_3_a_table_says_where_an_object_lies_now() -> None:
    """Its own rearranging asks nothing (TAB-5); what lay there comes into the reserve, the mark stays where it was."""
    state = with_gear(TABLE, right=KATANA, left=WAKIZASHI, marked="left", reserve=[INRO])
    put = {"kind": "put", "seat": "h1", "item": INRO, "slot": "right"}
    correction = SYSTEM.correction_of(state, put)
    assert SYSTEM.correction_json(state, correction) == put
    applied = SYSTEM.edit(state, correction)
    gear = applied.state.hero("h1").gear
    assert (gear.right, gear.left, gear.reserve, gear.aside, gear.marked) == (INRO, WAKIZASHI, (KATANA,), (), "left")
    assert e.ObjectMoved("h1", INRO, "right") in applied.events
    gone = SYSTEM.edit(applied.state, SYSTEM.correction_of(state, {**put, "slot": None})).state
    assert gone.piles.used_objects == (INRO,)
    for wrong in ({"seat": "h2"}, {"item": "house:bo"}, {"item": KATANA, "slot": "clothing"}):
        with pytest.raises(InvalidInput):
            SYSTEM.edit(state, SYSTEM.correction_of(state, {**put, **wrong}))
