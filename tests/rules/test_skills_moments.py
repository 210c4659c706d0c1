"""SKL-3: moments beside one's own fights: activations end, others act, recover, are about to fall."""

from __future__ import annotations

from typing import Any

import pytest

from companion.model.core.contract import Choice, Json, Roll
from companion.model.games.asagiri import SYSTEM

from .table import CONTENT, Table
from .test_skills_numbers import FLOOR, does, totals, with_skills

SELF, FOE = {"of": "self"}, {"of": "opponent"}
HERE = {"of": "friends", "within": 0, "centre": "place"}
BOW = does("bow", ["shot"], {"type": "shot", "range": 6, "value": 4})
GLAD = {"type": "token", "name": "glad"}


def saved(table: Table) -> Table:
    """The same table, written and read again."""
    table.state = SYSTEM.decode(SYSTEM.encode(table.state), CONTENT)
    return table


def glad(table: Table, who: str) -> bool:
    return bool(table.person(who).get("lasting"))


def table_of(people: dict[str, str], *skills: Json, bearer: str = "a1", **more: Any) -> Table:
    return Table(FLOOR, people, **{bearer: {**with_skills(*skills), **more.pop("bearer_has", {})}}, **more)


# activations ---------------------------------------------------------------------------------------------------------


def test_skl_3_an_activation_ends_before_the_next_one_begins() -> None:
    table = table_of({"a1": "4,5N", "a2": "6,6N", "b1": "4,4S"}, does("it", ["activation_end"], {"type": "turn"}))
    table.do("activate", character="a1").do("activate", character="a2")
    saved(table).do("face", facing="E")
    assert (table.person("a1")["facing"], table.kinds[1:]) == ("E", ["ActivationEnded", "CharacterActivated"])
    over = table_of({"a1": "4,5N", "b1": "4,4S"}, does("it", ["activation_end"], {"type": "turn"}))
    over.do("activate", character="a1").do("end_activations").do("pass")
    assert (over.state.active, over.state.phase) == (None, 1)


def test_skl_3_something_may_be_chosen_as_its_activation_begins() -> None:
    tea = does("tea", ["activated"], {"type": "bonus", "to": "willpower", "amount": 2, "lasts": "activation"},
               optional=True)  # fmt: skip
    for drunk, state in ((True, "vigilant"), (False, "shaken")):
        table = table_of({"a1": "4,5N!", "a2": "6,6N!", "b1": "0,0S"}, tea).do("activate", character="a1")
        saved(table)
        assert table.can("use_skill") and table.can("pass") and not table.can("step")
        table.do("use_skill", skill="test:tea") if drunk else table.do("pass")
        assert not table.can("use_skill"), "later it is too late"
        assert table.do("test_willpower").passing().roll(4).person("a1")["state"] == state


def test_skl_3_a_die_is_given_on_as_an_activation_begins_or_not() -> None:
    gourd = does("gourd", ["activated"], {"type": "give_die", "where": "reserve", "who": {
        "of": "friends", "within": 3, "reserve": False, "choose": 1}}, optional=True)  # fmt: skip
    people = {"a1": "4,5N", "a2": "6,6N", "b1": "0,0S"}
    table = table_of(people, gourd, bearer_has={"reserve": "air"}).do("activate", character="a1")
    table.do("use_skill", skill="test:gourd")
    assert (table.person("a1")["reserve"], table.person("a2")["reserve"]) == (None, "air")
    full = table_of(people, gourd, bearer_has={"reserve": "air"}, a2={"reserve": "fire"})
    assert full.do("activate", character="a1").can("step"), "nobody without one: nobody is asked"


def test_skl_3_one_thing_or_nothing() -> None:
    cut = does("cut", ["activation"], {"type": "take_die", "who": {"of": "enemies", "controlled": True, "choose": 1}},
               {"type": "either", "or_none": True, "ways": [[{"type": "give_die", "who": SELF}]]},
               element="air", action=True)  # fmt: skip
    for taken in (True, False):
        table = table_of({"a1": "4,5N", "b1": "4,4S"}, cut, b1={"reserve": "fire"}, pool=("air", "earth"))
        table.do("activate", character="a1").do("use_skill", skill="test:cut")
        table.do("way") if taken else table.do("pass")
        assert (table.person("b1")["reserve"], table.person("a1")["reserve"]) == (None, "earth" if taken else None)


def test_mov_8_the_movement_ends_before_the_activation_does() -> None:
    ready = does("it", ["activation_end"], GLAD, conditions=[{"type": "own", "state": "shaken"}])
    table = table_of({"a1": "4,5N", "b1": "4,4S"}, ready).do("activate", character="a1").walk([4, 6])
    table.do("end_activation")
    assert (table.person("a1")["state"], glad(table, "a1")) == ("shaken", True)


@pytest.mark.parametrize(
    ("window", "mover", "phase"),
    [("friend_activated", "a2", "A"), ("friend_activation_end", "a2", "A"),
     ("enemy_activated", "b1", "B"), ("enemy_activation_end", "b1", "B")],
)  # fmt: skip
def test_skl_3_others_are_activated_and_end(window: str, mover: str, phase: str) -> None:
    near = {"of": "all", "within": 0, "centre": "place"}
    table = table_of({"a1": "4,5N", "a2": "6,6N", "b1": "4,3S"}, does("it", [window], {**GLAD, "who": near}),
                     phase=phase)  # fmt: skip
    table.do("activate", character=mover)
    assert glad(table, mover) == window.endswith("activated")
    assert glad(table.do("end_activation"), mover)


def test_skl_3_an_enemy_ends_its_movement_in_sight() -> None:
    watch = does("watch", ["stopped"], {"type": "shoot_at"})
    table = table_of({"a1": "4,8N", "b1": "4,4S"}, watch, BOW, bearer="b1").do("activate", character="a1")
    assert "ShotDeclared" not in table.walk([4, 7]).kinds
    assert "ShotDeclared" in table.do("end_movement").kinds
    acting = table_of({"a1": "4,8N", "b1": "4,4S"}, watch, BOW, bearer="b1", a1=with_skills(BOW))
    acting.do("activate", character="a1").walk([4, 7]).do("shoot", target="b1")
    assert [kind for kind in acting.kinds if kind == "ShotDeclared"] == ["ShotDeclared"] * 2, "it moved before"


def test_skl_3_once_everybody_stands() -> None:
    chosen = {"of": "friends", "choose": 1}
    table = table_of({"a1": "0,8N", "a2": "1,8N", "a3": "2,8N", "b1": "-"},
                     does("it", ["deployed"], {**GLAD, "who": chosen}), stage="deploy", root={"side": "S"},
                     b1={"at": None, "state": "vigilant"})  # fmt: skip
    table.do("deploy", character="b1", at=[4, 0], facing="S")
    saved(table).do("pick", character="a3")
    assert (glad(table, "a3"), table.state.turn, table.state.stage) == (True, 1, "roll")


# a friend's fight ----------------------------------------------------------------------------------------------------

FIGHT = {"a1": "4,6N", "a2": "4,5N", "b1": "4,4S"}


def test_skl_3_a_friend_attacks_with_what_another_gives_it() -> None:
    cheer = does("cheer", ["friend_attacking"], {"type": "bonus", "to": "attack", "amount": 2, "who": HERE},
                 element="fire")  # fmt: skip
    table = table_of(FIGHT, cheer, pool=("fire",)).do("activate", character="a2").do("attack", target="b1")
    saved(table).do("use_skill", skill="test:cheer").passing().roll(3, 3)
    assert table.can("retreat")
    table.do("retreat", at=[4, 3])
    assert not table.person("a2").get("lasting"), "for this attack alone"


def test_skl_3_the_dice_of_a_friend_are_rolled_again() -> None:
    jinx = does("jinx", ["friend_rolled"], {"type": "reroll", "whose": "enemy"}, element="tori")
    table = table_of(FIGHT, jinx, pool=("tori",)).do("activate", character="a2").do("attack", target="b1")
    table.passing().roll(3, 6)
    saved(table).do("use_skill", skill="test:jinx").roll(1)
    assert table.can("retreat", at=[4, 3])


def test_skl_3_what_an_enemy_announces_is_cancelled() -> None:
    hush = does("hush", ["enemy_used"], {"type": "cancel", "what": "skills"}, optional=True,
                conditions=[{"type": "used", "what": "skill"}])  # fmt: skip
    boast = does("boast", ["attack"], {"type": "bonus", "to": "attack", "amount": 4}, element="fire")
    shove = does("shove", ["activation"], {"type": "push", "who": {"of": "enemies", "choose": 1}}, element="air")

    def used(name: str, hushed: bool) -> Table:
        table = Table(FLOOR, {"a1": "4,5N", "b1": "4,4S"}, a1=with_skills(boast, shove), b1=with_skills(hush),
                      pool=("fire", "air"))  # fmt: skip
        table.do("activate", character="a1")
        if name == "boast":
            table.do("attack", target="b1")
        saved(table.do("use_skill", skill=f"test:{name}"))
        return table.do("use_skill", skill="test:hush") if hushed else table.do("pass")

    assert used("shove", hushed=False).person("b1")["at"] == [4, 3]
    assert used("shove", hushed=True).person("b1")["at"] == [4, 4]
    assert used("boast", hushed=False).passing().roll(3, 3).person("b1")["state"] == "disabled"
    assert used("boast", hushed=True).passing().roll(3, 3).person("b1")["state"] == "vigilant"


def test_ins_3_only_dice_of_an_element_are_noticed() -> None:
    damp = does("damp", ["enemy_used"], GLAD, conditions=[{"type": "used", "what": "die", "element": "fire"}])
    table = table_of({"a1": "4,5N", "b1": "4,4S"}, damp, bearer="b1", pool=("fire", "air"))
    table.do("activate", character="a1").do("use_die", element="air")
    assert not glad(table, "b1")
    table.do("attack", target="b1").do("use_die", element="fire")
    assert glad(table, "b1")


def test_skl_3_a_shot_is_cancelled() -> None:
    hush = does("hush", ["enemy_used"], {"type": "cancel", "what": "skills"})
    table = table_of({"a1": "4,8N", "b1": "4,4S"}, BOW, b1=with_skills(hush)).do("activate", character="a1")
    table.do("shoot", target="b1")
    assert not table.state.frames
    assert isinstance(table.pending, Choice)


# states of others ----------------------------------------------------------------------------------------------------


def test_skl_3_who_recovers_and_its_friends_speak() -> None:
    table = table_of({"a1": "4,8N!", "a2": "0,8N", "b1": "0,0S"}, does("it", ["vigilant"], GLAD),
                     a2=with_skills(does("cheer", ["friend_vigilant"], GLAD)))  # fmt: skip
    table.do("activate", character="a1").do("test_willpower").passing().roll(1)
    assert (glad(table, "a1"), glad(table, "a2")) == (True, True)


def test_skl_3_a_friend_falls_in_its_stead() -> None:
    gift = does("gift", ["friend_falling"], {"type": "prevent", "what": ["disabled"], "who": HERE},
                {"type": "become", "state": "disabled", "who": SELF},
                {"type": "become", "state": "shaken", "who": HERE}, optional=True)  # fmt: skip
    table = table_of({"a1": "4,5N", "b1": "4,4S", "b2": "5,3S", "b3": "8,8N"}, gift, bearer="b2")
    table.do("activate", character="a1").fight("b1", 6, 1)
    saved(table).do("use_skill", skill="test:gift")
    states = [table.person(who)["state"] for who in ("b1", "b2", "b3")]
    assert states == ["shaken", "disabled", "vigilant"]


def test_skl_3_a_friend_is_kept_from_becoming_shaken() -> None:
    calm = does("calm", ["friend_shaking"], {"type": "prevent", "what": ["shaken"], "who": HERE}, element="water")
    table = table_of({"a1": "4,5N", "b1": "4,4S", "b2": "6,3S"}, calm, bearer="b2", bearer_has={"reserve": "water"})
    table.do("activate", character="a1").fight("b1", 6, 3)
    table.do("use_skill", skill="test:calm")
    assert (table.person("b1")["state"], bool(table.can("retreat"))) == ("vigilant", True)


@pytest.mark.parametrize(("window", "dice"), [("enemy_shaken", (6, 3)), ("enemy_disabled", (6, 1))])
def test_skl_3_what_befalls_an_enemy_is_spoken_of(window: str, dice: tuple[int, int]) -> None:
    asked = {"type": "there", "of": {"of": "self", "within": 1, "centre": "place"}}
    table = table_of({"a1": "4,5N", "a2": "0,0N", "b1": "4,4S", "b2": "8,8N"}, does("it", [window], GLAD,
                     conditions=[asked]), a2=with_skills(does("far", [window], GLAD, conditions=[asked])))  # fmt: skip
    table.do("activate", character="a1").fight("b1", *dice)
    assert (glad(table, "a1"), glad(table, "a2")) == (True, False)


@pytest.mark.parametrize(("steps", "shot"), [([[4, 6], [4, 5]], True), ([[4, 6]], False)])
def test_sht_1_a_shot_of_the_moment_has_its_own_range_and_value(steps: list[list[int]], shot: bool) -> None:
    """Not the bow's, which could reach; all that any shot needs is asked, and it has no limit of its own."""
    bow = does("bow", ["shot"], {"type": "shot", "range": 8, "value": 6}, element="fire")
    halt = does("halt", ["stopped"], {"type": "shoot_at", "range": 4, "value": 2}, element="air")
    cards = {"b1": {**with_skills(bow, halt), "reserve": "air"}}
    table = Table(FLOOR, {"a1": "4,7N", "a2": "8,8N", "b1": "4,1S"}, **cards).do("activate", character="a1")
    table.walk(*steps).do("activate", character="a2")
    assert bool(table.can("use_skill", skill="test:halt")) == shot
    if shot:
        table.do("use_skill", skill="test:halt").passing()
        kept = SYSTEM.encode(table.state)
        table.state = SYSTEM.decode(kept, CONTENT)
        assert SYSTEM.encode(table.state) == kept
        assert totals(table.roll(1, 1)) == (3, 5)
        assert table.person("b1").get("reserve") is None


@pytest.mark.parametrize(("second", "shots"), [("b2", 2), ("b1", 1), ("b3", 1)])
def test_sht_1_a_volley_goes_on_to_a_second_target(second: str, shots: int) -> None:
    """Of the same range and value, with no other Shot of the card, at whom the shooter still sees."""
    marked = {"of": "enemies", "token": "volley", "own_token": True}
    again = [{"type": "shoot_at", "who": marked, "range": 3, "value": 3},
             {"type": "token", "name": "volley", "who": marked, "remove": True}]  # fmt: skip
    rain = does("rain", ["shot"], {"type": "shot", "range": 3, "value": 3, "after": again},
                {"type": "token", "name": "volley", "who": {"of": "enemies", "within": 3, "choose": 1}},
                {"type": "token", "name": "volley", "who": FOE, "remove": True}, element="air")  # fmt: skip
    table = table_of({"a1": "4,6N", "b1": "4,4S", "b2": "5,4S", "b3": "4,8S"}, rain, BOW, pool=("air",))
    table.do("activate", character="a1").do("shoot", target="b1", skill="test:rain").do("pick", character=second)
    saved(table.passing()).roll(1, 1)
    if shots == 2:
        assert (totals(table.roll(2, 1)), table.person("b2")["state"]) == ((5, 5), "vigilant")
    assert not table.can("shoot") and not isinstance(table.pending, Roll)
    assert not any(glad(table, who) for who in ("b1", "b2", "b3"))
