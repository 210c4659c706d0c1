"""SKL-3: skills that move figures, change dice, states, equipment and sides, and what an activation allows."""

from __future__ import annotations

import pytest

from companion.model.core.contract import Choice, Json
from companion.model.core.words import Words
from companion.model.games.asagiri.rules.options import label
from companion.resources import resources_dir

from .table import CONTENT, SYSTEM, Table, skill
from .test_skills_numbers import FLOOR, after, does, duel, totals, with_skills

AT_ONCE = ["activation"]


def act(name: str, *effects: Json, **more: Json) -> Json:
    """A skill that its bearer may use for nothing when it is activated."""
    return does(name, AT_ONCE, *effects, **{"optional": True, **more})


def using(*effects: Json, pool: tuple[str, ...] = (), people: dict[str, str] | None = None, b: Json = None,
          a: Json = None, rows: list[str] | None = None, **more: Json) -> Table:  # fmt: skip
    """a1 at D6 looks north at b1 and has just used such a skill."""
    table = Table(rows or FLOOR, {"a1": "4,5N", "b1": "4,4S", **(people or {})}, pool=pool,
                  a1={**with_skills(act("it", *effects)), **(a or {})}, b1=b or {}, **more)  # fmt: skip
    return table.do("activate", character="a1").do("use_skill", skill="test:it")


# places --------------------------------------------------------------------------------------------------------------


def test_skl_3_an_enemy_is_pushed_as_far_as_there_is_room() -> None:
    who = {"of": "enemies", "controlled": True}
    assert using({"type": "push", "squares": 2, "who": who}).person("b1")["at"] == [4, 2]
    walled = [*["." * 9] * 3, "....b....", *["." * 9] * 5]
    assert using({"type": "push", "squares": 2, "who": who}, rows=walled).person("b1")["at"] == [4, 4]
    pulled = using({"type": "push", "squares": 2, "towards": True, "who": {"of": "enemies"}}, people={"b1": "7,2S"})
    assert pulled.person("b1")["at"] == [5, 4]


def test_skl_3_the_winner_follows_up_into_the_square_left() -> None:
    table = after(duel(with_skills(does("after", ["won"], {"type": "follow"}))), 2, 1).do("retreat", at=[4, 3])
    assert [option["at"] for option in table.can("place")] == [[4, 4]]
    assert table.do("place").person("a1")["at"] == [4, 4]


def test_skl_3_the_winner_need_not_follow() -> None:
    table = after(duel(with_skills(does("after", ["won"], {"type": "follow"}))), 2, 1).do("retreat", at=[4, 3])
    assert table.do("pass").person("a1")["at"] == [4, 5]


def test_skl_3_two_figures_exchange_places() -> None:
    table = using({"type": "swap", "who": {"of": "friends", "choose": 1}}, people={"a2": "0,0N", "a3": "8,8N"})
    table.do("pick", character="a2")
    assert (table.person("a1")["at"], table.person("a2")["at"]) == ([0, 0], [4, 5])


def test_skl_3_a_figure_turns_for_nothing_and_turns_an_enemy() -> None:
    table = using({"type": "turn"}, {"type": "turn", "who": {"of": "enemies"}})
    points = SYSTEM.encode(table.state)["active"]["points"]
    table.do("face", facing="E").do("face", facing="N")
    assert (table.person("a1")["facing"], table.person("b1")["facing"]) == ("E", "N")
    assert SYSTEM.encode(table.state)["active"]["points"] == points


def test_skl_3_a_free_movement_step_by_step_through_zones() -> None:
    table = using({"type": "go", "squares": 2})
    table.do("place", at=[3, 5]).do("place", at=[3, 4])
    assert table.person("a1")["at"] == [3, 4]
    assert table.can("step"), "the movement itself has not begun"


def test_skl_3_a_leap_over_whatever_lies_between() -> None:
    rows = [*["." * 9] * 4, "bbbbbbbbb", *["." * 9] * 4]
    table = using({"type": "leap", "squares": 2}, rows=rows, people={"b1": "4,0S"})
    assert table.do("place", at=[4, 3]).person("a1")["at"] == [4, 3]


TRAP = {"type": "lay", "name": "trap", "within": 2, "entered": [
    {"type": "become", "state": "shaken", "who": {"of": "opponent"}}]}  # fmt: skip


def test_skl_3_an_enemy_sets_off_a_token_on_a_square_and_a_friend_does_not() -> None:
    table = using(TRAP, people={"a2": "4,4N", "b1": "0,0S", "b2": "2,4N"}, bands={"A": {"aside": 4}, "B": {"aside": 4}})
    assert [0, 0] not in [option["at"] for option in table.can("place")]
    table.do("place", at=[3, 4])
    assert SYSTEM.decode(SYSTEM.encode(table.state), CONTENT) == table.state
    table.do("activate", character="a2").walk([3, 4], [3, 3])
    assert table.state.tokens
    table.do("end_activations").roll(*["fire"] * 4).do("activate", character="b2").walk([3, 4])
    assert table.person("b2")["state"] == "shaken"
    assert not table.state.tokens


def test_skl_3_whoever_is_pushed_onto_a_token_sets_it_off() -> None:
    push = {"type": "push", "who": {"of": "enemies", "controlled": True}}
    assert using({**TRAP, "within": 3}, push).do("place", at=[4, 3]).person("b1")["state"] == "shaken"


# what an activation allows -------------------------------------------------------------------------------------------


def test_skl_3_an_attack_reaches_two_squares() -> None:
    spear = does("spear", ["always"], {"type": "lengthen", "squares": 2})
    far = {"b1": "4,3S", "b2": "6,3S", "b3": "4,2S"}
    table = duel(with_skills(spear), people=far)
    assert {option["target"] for option in table.can("attack")} == {"b1", "b2"}
    table.fight("b1", 2, 1)
    assert totals(table) == (6, 5)
    assert duel(people=far).can("attack") == []


def test_skl_3_all_controlled_enemies_are_attacked() -> None:
    whirl = does("whirl", AT_ONCE, {"type": "strike", "who": {"of": "enemies", "controlled": True}}, action=True)
    table = duel(with_skills(whirl), people={"b2": "3,4S", "b3": "0,0S"}).do("use_skill", skill="test:whirl")
    table.roll(6, 1)
    assert table.person("b1")["state"] == "disabled"
    table.roll(6, 1)
    assert table.person("b2")["state"] == "disabled"
    assert not table.can("attack")


def test_skl_3_a_second_attack_and_no_third() -> None:
    twice = does("twice", ["won"], {"type": "again", "what": "attack"}, once="turn")
    table = after(duel(with_skills(twice), people={"b2": "3,4N", "b3": "5,4N"}), 6, 1)
    assert {option["target"] for option in table.can("attack")} == {"b2", "b3"}
    table.do("attack", target="b2").do("face", facing="S").roll(6, 1)
    assert not table.can("attack")


def test_skl_3_acting_twice() -> None:
    table = using({"type": "again", "what": "action"})
    assert after(table, 1, 1).can("attack")
    assert not after(table, 1, 1).can("attack")


def test_skl_3_the_movement_goes_on_after_the_action() -> None:
    plain = Table(FLOOR, {"a1": "4,5N", "b1": "4,3N"}).do("activate", character="a1").walk([4, 4])
    assert not plain.fight("b1", 1, 2).can("step")
    free = using({"type": "again", "what": "movement"}, people={"b1": "4,3N"}).walk([4, 4])
    assert free.fight("b1", 1, 2).can("step")


@pytest.mark.parametrize(
    ("what", "rows", "walls", "people", "reached", "cost"),
    [
        ("terrain", [*["." * 5] * 3, "..h..", "....."], "", {}, [2, 3], 1),
        ("hindering", [*["." * 5] * 3, "..h..", "....."], "", {}, [2, 3], 1),
        ("aquatic", [*["." * 5] * 3, "..a..", "....."], "", {}, [2, 3], 1),
        ("facing", ["." * 5] * 5, "", {"a1": "2,3N"}, [2, 4], 1),
        ("figures", ["bb.bb", "bb.bb", "bb.bb"], "", {"a1": "2,2N", "a2": "2,1N"}, [2, 0], 2),
        ("walls", ["." * 5] * 5, "2,3S", {}, [2, 3], 1),
        ("walls", ["bb.bb", "bbbbb", "bb.bb"], "", {"a1": "2,2N"}, [2, 0], 2),
        ("corners", ["b.b", "bb.", "bbb"], "", {"a1": "2,1N"}, [1, 0], 1),
    ],
)  # fmt: skip
def test_skl_3_a_movement_ignores(
    what: str, rows: list[str], walls: str, people: dict[str, str], reached: list[int], cost: int
) -> None:
    free = does("free", ["movement"], {"type": "ignore", "what": [what]})
    people = {"a1": "2,4N", "b1": "0,0N", **people}
    if rows[0][0] == "b":
        people["b1"] = "-"
        people["b2"] = {"bb.bb": "2,0S", "b.b": "1,0S"}.get(rows[0], "0,0S")
        if people["b2"] == f"{reached[0]},{reached[1]}S":
            rows, people["b2"] = [*rows, "." * len(rows[0])], f"0,{len(rows)}S"
    for skills, expected in (((free,), cost), ((), None)):
        table = Table(rows, people, walls=walls, a1=with_skills(*skills)).do("activate", character="a1")
        steps = [option["cost"] for option in table.can("step", at=reached)]
        if expected is None:
            assert steps != [cost]
        else:
            assert steps == [cost]
            assert any(r["at"] == reached and r["cost"] == cost for r in table.ask("reach", id="a1"))


def test_skl_3_enemy_zones_neither_stop_nor_shake() -> None:
    ghost = does("ghost", ["movement"], {"type": "ignore", "what": ["zones"]})
    table = duel(with_skills(ghost), people={"b1": "4,4S"}).walk([3, 5], [3, 4])
    assert table.can("step")
    table.do("end_movement")
    assert table.person("a1")["state"] == "vigilant"


# shots with riders ---------------------------------------------------------------------------------------------------


def test_skl_3_a_shot_takes_the_reserve_die_and_shakes_the_shooter() -> None:
    gun = skill(None, ["shot"], name="gun", conditions=[{"type": "own", "moved": False}], effects=[
        {"type": "shot", "range": 8, "value": 6, "hit": [{"type": "take_die"}],
         "after": [{"type": "become", "state": "shaken", "who": {"of": "self"}}]}])  # fmt: skip
    cards = {"a1": with_skills(gun), "b1": {"reserve": "fire"}}
    people = {"a1": "4,8N", "b1": "4,2S"}
    table = Table(FLOOR, people, **cards).do("activate", character="a1").do("shoot", target="b1").roll(2, 3)
    table.do("retreat", at=[4, 1])
    assert table.person("b1")["reserve"] is None
    assert table.person("a1")["state"] == "shaken"
    missed = Table(FLOOR, people, **cards).do("activate", character="a1").do("shoot", target="b1").roll(1, 6)
    assert missed.person("b1")["reserve"] == "fire"
    assert missed.person("a1")["state"] == "shaken"
    moved = Table(FLOOR, people, **cards).do("activate", character="a1").do("turn", facing="E").do("turn", facing="N")
    assert not moved.can("shoot")


def test_skl_3_the_taunted_attack_and_shoot_at_nobody_else() -> None:
    taunt = with_skills(does("it", ["always"], {"type": "taunt", "who": {"of": "enemies", "within": 3}}))
    bow = with_skills(does("bow", ["shot"], {"type": "shot", "range": 5, "value": 3}))
    near = Table(FLOOR, {"a1": "4,5S", "b1": "4,6N", "b2": "5,6N"}, a1=bow, b1=taunt).do("activate", character="a1")
    assert [option["target"] for option in near.can("attack")] == ["b1"]
    assert near.refusal("attack:b2") == "SKL-3"
    away = Table(FLOOR, {"a1": "4,1S", "b1": "4,4N", "b2": "5,4N"}, a1=bow, b1=taunt).do("activate", character="a1")
    assert [option["target"] for option in away.can("shoot")] == ["b1"]
    assert away.refusal("shoot:b2,test:bow,") == "SKL-3"
    assert away.ask("shot", id="a1", target="b2", range=5) == {"legal": False, "rule": "SKL-3"}
    away.walk([4, 0])
    assert len(away.can("shoot")) == 2, "too far away to be taunted"


@pytest.mark.parametrize(("what", "bound"), [(["attack"], (1, 2)), (["shot"], (2, 1)), ([], (1, 1))])
def test_skl_3_a_taunt_is_of_attacks_or_of_shots_alone(what: list[str], bound: tuple[int, int]) -> None:
    taunt = with_skills(does("it", ["always"], {"type": "taunt", "who": {"of": "enemies"}, "what": what}))
    bow = with_skills(does("bow", ["shot"], {"type": "shot", "range": 5, "value": 3}))
    for people, kind, most in (({"b1": "4,6N", "b2": "5,6N"}, "attack", bound[0]),
                               ({"b1": "4,8N", "b2": "5,8N"}, "shoot", bound[1])):  # fmt: skip
        table = Table(FLOOR, {"a1": "4,5S", **people}, a1=bow, b1=taunt).do("activate", character="a1")
        assert len(table.can(kind)) == most


def test_skl_3_a_taunt_binds_in_the_next_phase_of_the_taunted_alone() -> None:
    """What it does in the bearer's own phase, by a skill, is free."""
    taunt = act("it", {"type": "taunt", "who": {"of": "enemies"}, "lasts": "turn", "own_phase": True})
    hook = does("hook", ["enemy_activation_end"],
                {"type": "strike", "who": {"of": "enemies", "controlled": True, "choose": 1}},
                optional=True)  # fmt: skip
    table = Table(FLOOR, {"a1": "4,5N", "a2": "3,5N", "b1": "4,4S"}, a1=with_skills(taunt), b1=with_skills(hook))
    table.do("activate", character="a1").do("use_skill", skill="test:it")
    table.do("end_activations").do("use_skill", skill="test:hook").do("pick", character="a2")
    assert "AttackDeclared" in table.kinds
    table.passing().roll(2, 1)
    table.roll(*["fire"] * 4).do("activate", character="b1")
    assert [option["target"] for option in table.can("attack")] == ["a1"]


def test_skl_3_whoever_was_taunted_is_until_the_end_of_the_next_phase() -> None:
    taunt = {"type": "taunt", "who": {"of": "enemies"}, "lasts": "turn"}
    table = using(taunt, people={"a2": "3,5N"}, bands={"A": {"aside": 4}, "B": {"aside": 4}})
    table.do("end_activations").roll(*["fire"] * 4).do("activate", character="b1")
    assert [option["target"] for option in table.can("attack")] == ["a1"]


def test_skl_3_one_skill_of_a_neighbour_is_borrowed_for_this_activation() -> None:
    mask = does("mask", ["activation"], {"type": "borrow", "who": {"of": "others", "within": 1, "choose": 1},
                                         "lasts": "activation"}, element="tori")  # fmt: skip
    cry = act("cry", {"type": "become", "state": "shaken", "who": {"of": "enemies"}}, element="fire", optional=False)
    hide = does("hide", ["always"], {"type": "bonus", "to": "attack", "amount": 2})
    table = Table(FLOOR, {"a1": "4,5N", "a2": "8,8N", "b1": "4,4S"}, a1=with_skills(mask), b1=with_skills(cry, hide),
                  pool=("tori", "fire")).do("activate", character="a1").do("use_skill", skill="test:mask")  # fmt: skip
    choice = table.pending
    assert isinstance(choice, Choice)
    assert [Words()(label(table.state, option)) for option in choice.options] == ["Cry", "Hide"]
    table.state = SYSTEM.decode(SYSTEM.encode(table.state), CONTENT)
    table.do("way", way=0)
    table.state = SYSTEM.decode(SYSTEM.encode(table.state), CONTENT)
    assert [option["skill"] for option in table.can("use_skill")] == ["test:cry"], "for its die, not the other skill"
    table.do("use_skill", skill="test:cry")
    assert (table.person("b1")["state"], table.band("A")["pool"]) == ("shaken", [])
    ended = table.do("activate", character="a2").do("end_activations")
    assert not ended.person("a1").get("lasting")


def test_skl_3_a_borrowed_skill_just_holds_if_it_does() -> None:
    mask = act("mask", {"type": "borrow", "who": {"of": "others", "within": 1, "choose": 1}, "lasts": "activation"})
    strong = does("strong", ["always"], {"type": "bonus", "to": "attack", "amount": 2})
    table = Table(FLOOR, {"a1": "4,5N", "b1": "4,4S"}, a1=with_skills(mask), b1=with_skills(strong))
    table.do("activate", character="a1").do("use_skill", skill="test:mask").fight("b1", 1, 1)
    assert next(event for event in table.events if event.kind == "CombatRolled").totals == (7, 5)


def test_skl_3_a_neighbours_skills_are_borrowed_while_it_stands_there() -> None:
    borrow = does("it", ["always"], {"type": "borrow", "who": {"of": "friends", "within": 1}})
    cry = act("cry", {"type": "become", "state": "shaken", "who": {"of": "enemies"}})
    table = Table(FLOOR, {"a1": "4,5N", "a2": "4,6N", "a3": "4,7N", "b1": "0,0S"}, a1=with_skills(borrow),
                  a2=with_skills(borrow), a3=with_skills(cry)).do("activate", character="a1")  # fmt: skip
    assert not table.can("use_skill"), "what a2 borrows is not borrowed from it"
    table.do("activate", character="a2")
    assert [option["skill"] for option in table.can("use_skill")] == ["test:cry"]
    table.do("use_skill", skill="test:cry")
    assert table.person("b1")["state"] == "shaken"
    assert not table.can("use_skill"), "once a phase"
    table.do("activate", character="a3")
    assert table.can("use_skill"), "its owner has not used it"


def test_skl_3_whom_a_skill_keeps_from_being_activated_waits_for_a_phase() -> None:
    barred = {"type": "prevent", "what": ["activation"], "who": {"of": "enemies", "choose": 1}, "lasts": "turn"}
    table = using(barred, people={"b2": "0,0S"}, bands={"A": {"aside": 4}, "B": {"aside": 4}}).do(
        "pick", character="b1"
    )
    table.do("end_activations").roll(*["fire"] * 4)
    assert [option["character"] for option in table.can("activate")] == ["b2"]
    assert table.refusal("activate:b1") == "SKL-3"


def test_skl_3_a_friend_is_activated_again_but_once() -> None:
    ready = {"type": "ready", "who": {"of": "friends", "choose": 1}}
    table = Table(FLOOR, {"a1": "4,5N", "a2": "0,8N", "b1": "4,0S"}, a1=with_skills(act("it", ready)))
    table.do("activate", character="a2").walk([0, 7]).do("activate", character="a1")
    assert table.refusal("activate:a2") == "TRN-3"
    table.do("use_skill", skill="test:it").do("activate", character="a2")
    assert table.can("step")
    table.do("end_activation")
    assert not table.can("activate")


def test_skl_3_the_active_figure_is_ready_again_once_its_activation_has_ended() -> None:
    table = using({"type": "ready"})
    assert not table.can("activate")
    assert SYSTEM.encode(table.state)["active"]["extra"] == ["activation"]
    table.do("end_activation").do("activate", character="a1")
    assert not table.can("use_skill")
    table.do("end_activation")
    assert not table.can("activate")


# inspiration dice ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("face", "state", "at"), [(4, "shaken", [4, 4]), (3, "vigilant", [4, 3])])
def test_skl_3_a_die_decides(face: int, state: str, at: list[int]) -> None:
    foes = {"of": "enemies"}
    table = using({"type": "roll", "least": 4, "then": [{"type": "become", "state": "shaken", "who": foes}],
                   "otherwise": [{"type": "push", "who": foes}]}).roll(face)  # fmt: skip
    assert table.kinds[0] == "SkillDieRolled"
    assert (table.person("b1")["state"], table.person("b1")["at"]) == (state, at)


def test_skl_3_the_enemy_may_pay_so_that_it_does_not_happen() -> None:
    def push(**price: Json) -> Json:
        return {"type": "unless", "then": [{"type": "push", "who": {"of": "enemies"}}], **price}

    dice = {"b": {"reserve": "fire"}, "people": {"b2": "0,0S"}, "b2": {"reserve": "air"}}
    asked = using(push(), **dice)
    assert (asked.pending.seat, [one["element"] for one in asked.can("give_up_die")]) == ("B", ["fire", "air"])
    asked.do("give_up_die", element="air")
    assert (asked.kinds, asked.person("b1")["at"], asked.band("B")["aside"]) == (["PricePaid"], [4, 4], 5)
    assert using(push(), **dice).do("pass").person("b1")["at"] == [4, 3]
    assert using(push(element="tori"), **dice).person("b1")["at"] == [4, 3], "nobody is asked who cannot pay"
    paid = using(push(price="zeni", zeni=2)).do("way", way=0)
    assert (paid.band("B")["lost"], paid.person("b1")["at"]) == (2, [4, 4])
    ruined = using(push(price="zeni", zeni=9), bands={"B": {"lost": 3}}).do("way", way=0)
    assert ruined.kinds == ["PricePaid", "GameEnded"]
    daunt = does("daunt", ["won"], {"type": "unless", "price": "shaken", "then": [{"type": "disarm"}]})
    daunted = after(duel(with_skills(daunt), b=EQUIPPED), 4, 1).do("retreat", at=[4, 3])
    assert daunted.pending.seat == "B"
    assert daunted.do("way", way=0).person("b1")["state"] == "shaken"


def test_skl_3_dice_are_taken_given_turned_rolled_again_and_regained() -> None:
    who = {"of": "enemies"}
    assert using({"type": "take_die", "who": who}, b={"reserve": "air"}).person("b1")["reserve"] is None
    kept = using({"type": "take_die", "who": who, "keep": True}, b={"reserve": "air"})
    assert kept.band("A")["pool"] == ["air"]
    assert kept.band("A")["aside"] == 3, "one of one's own dice shows the face"
    given = using({"type": "give_die", "who": {"of": "friends", "choose": 1}}, pool=("fire", "air"),
                  people={"a2": "0,8N"})  # fmt: skip
    assert given.do("pick_die", element="air").person("a2")["reserve"] == "air"
    handed = using({"type": "give_die", "who": {"of": "friends", "choose": 1}, "where": "reserve"},
                   a={"reserve": "tori"}, people={"a2": "0,8N"})  # fmt: skip
    assert (handed.person("a1")["reserve"], handed.person("a2")["reserve"]) == (None, "tori")
    turned = using({"type": "convert", "to": "tori", "most": 2}, pool=("fire", "air"))
    assert sorted(turned.do("pick_die", element="air").do("pass").band("A")["pool"]) == ["fire", "tori"]
    again = using({"type": "roll_again"}, pool=("fire", "air", "earth"))
    again.do("pick_die", element="air").do("pick_die", element="earth").roll("tori", "water")
    assert sorted(again.band("A")["pool"]) == ["fire", "tori", "water"]
    back = using({"type": "regain", "count": 2}, pool=("fire",)).roll("air", "air")
    assert (back.band("A")["pool"], back.band("A")["aside"]) == (["fire", "air", "air"], 1)


def test_skl_3_a_card_holds_a_second_die_in_reserve() -> None:
    deep = does("deep", ["always"], {"type": "reserves", "most": 2})
    table = Table(FLOOR, {"a1": "4,5N", "b1": "0,0S"}, pool=("fire", "air", "air"), a1=with_skills(deep))
    table.do("end_activations").do("reserve", character="a1", element="air")
    table.do("reserve", character="a1", element="fire")
    assert SYSTEM.encode(table.state)["phase"] == "B", "the third die has no place"
    assert (table.person("a1")["reserve"], table.person("a1")["more"]) == ("air", ["fire"])


# payment -------------------------------------------------------------------------------------------------------------


def test_skl_1_either_of_two_any_die_and_two_dice_pay() -> None:
    costly = act("costly", {"type": "become", "state": "shaken", "who": {"of": "enemies"}}, optional=False,
                 dice=[["fire", "water"], ["fire", "water", "air", "earth", "tori"]])  # fmt: skip
    people = {"a1": "4,5N", "b1": "4,4S"}
    poor = Table(FLOOR, people, pool=("fire",), a1=with_skills(costly)).do("activate", character="a1")
    assert not poor.can("use_skill")
    rich = Table(FLOOR, people, pool=("fire", "water", "air"), a1=with_skills(costly)).do("activate", character="a1")
    rich.do("use_skill", skill="test:costly")
    assert {option["element"] for option in rich.can("pick_die")} == {"fire", "water"}
    rich.do("pick_die", element="water")
    rich.do("pick_die", element="air")
    assert rich.person("b1")["state"] == "shaken"
    assert (rich.band("A")["pool"], rich.band("A")["aside"]) == (["fire"], 3)
    assert not rich.can("use_skill"), "once a phase"


@pytest.mark.parametrize(("once", "again_in_b", "again_next_turn"), [("phase", True, True), ("turn", False, True), ("game", False, False)])  # fmt: skip  # noqa: E501
def test_skl_1_once_a_phase_a_turn_or_a_game(once: str, again_in_b: bool, again_next_turn: bool) -> None:
    ward = does("ward", ["defense", "attack"], {"type": "bonus", "to": "die", "amount": 1}, optional=True, once=once)
    table = Table(FLOOR, {"a1": "4,5N", "b1": "4,4S"}, a1=with_skills(ward))

    table.do("activate", character="a1")
    table.do("attack", target="b1").do("use_skill").roll(1, 2)
    table.do("end_activations").roll(*["air"] * 4)
    table.do("activate", character="b1").do("attack", target="a1")
    found = bool(table.can("use_skill"))
    assert found == again_in_b
    if found:
        table.do("use_skill")
    table.roll(2, 1) if found else table.roll(1, 1)
    table.do("end_activations").do("end_phase").roll(*["air"] * 4)
    table.do("activate", character="a1").do("attack", target="b1")
    assert bool(table.can("use_skill")) == again_next_turn


# states --------------------------------------------------------------------------------------------------------------


def test_skl_3_vigilant_without_a_test() -> None:
    table = using({"type": "become", "state": "vigilant", "who": {"of": "friends", "state": "shaken"}},
                  people={"a2": "0,8N!"})  # fmt: skip
    assert table.person("a2")["state"] == "vigilant"


def test_skl_3_never_shaken() -> None:
    calm = does("calm", ["always"], {"type": "prevent", "what": ["shaken"]})
    table = after(duel(b=with_skills(calm)), 4, 1)
    assert table.person("b1")["state"] == "vigilant"
    assert "HarmPrevented" in table.kinds


def test_skl_3_the_first_disabling_is_ignored_and_the_second_is_not() -> None:
    lives = does("lives", ["disabled"], {"type": "prevent", "what": ["disabled"]}, once="game")
    table = after(duel(b=with_skills(lives), people={"a2": "3,5N"}), 6, 1)
    assert table.person("b1")["at"] == [4, 4]
    table.do("activate", character="a2").fight("b1", 6, 1)
    assert table.person("b1")["state"] == "disabled"


def test_skl_3_a_die_saves_from_becoming_shaken() -> None:
    grit = does("grit", ["shaken"], {"type": "prevent", "what": ["shaken"]}, element="water")
    table = duel(b={**with_skills(grit), "reserve": "water"})
    after(table, 4, 1)
    table.do("use_skill", origin="reserve")
    assert table.can("retreat")
    assert table.person("b1")["state"] == "vigilant"
    other = duel(b={**with_skills(grit), "reserve": "water"})
    assert after(other, 4, 1).do("pass").person("b1")["state"] == "shaken"


def test_skl_3_comes_back_as_another_profile() -> None:
    rise = does("rise", ["disabled"], {"type": "return", "card": "house:tikku"}, once="game")
    table = after(duel(b=with_skills(rise)), 6, 1)
    assert table.person("b1")["card"] == "house:tikku"
    assert table.person("b1")["at"] == [4, 4]
    assert table.person("b1")["zeni"] == 3, "its value stays"
    assert table.band("B")["lost"] == 0


def test_skl_3_a_reaction_in_the_enemy_phase() -> None:
    strike = does("strike", ["approached"], {"type": "strike", "who": {"of": "opponent"}}, element="fire")
    table = Table(FLOOR, {"a1": "4,6N", "b1": "4,4S"}, b1={**with_skills(strike), "reserve": "fire"})
    table.do("activate", character="a1").walk([4, 5])
    assert table.pending.seat == "B"
    table.do("use_skill", skill="test:strike")
    assert table.roll(6, 1).person("a1")["state"] == "disabled"


def test_skl_3_skills_speak_as_phases_begin_and_end() -> None:
    breath = does("breath", ["phase_start"], {"type": "become", "state": "vigilant", "who": {"of": "self"}},
                  conditions=[{"type": "own", "state": "shaken"}])  # fmt: skip
    poison = does("poison", ["enemy_phase_end"], {"type": "become", "state": "shaken",
                                                  "who": {"of": "enemies", "within": 1}})  # fmt: skip
    table = Table(FLOOR, {"a1": "4,5N!", "b1": "4,4N"}, stage="roll", a1=with_skills(breath), b1=with_skills(poison))
    table.roll("fire", "fire", "air", "air")
    assert table.person("a1")["state"] == "vigilant"
    assert table.do("end_activations").person("a1")["state"] == "shaken"
    assert table.can("reserve"), "then dice go in reserve"


def test_sta_4_in_an_enemy_zone_nobody_becomes_vigilant_by_whatever_means() -> None:
    """Not by a skill either, unless it says "even in a control zone": nothing is offered that would do nothing."""
    calm = does("calm", ["activation"], {"type": "become", "state": "vigilant", "who": {"of": "self"}}, element="water")
    even = does("even", ["activation"], {"type": "ignore", "what": ["zones"], "lasts": "activation"},
                {"type": "become", "state": "vigilant", "who": {"of": "self"}}, element="water")  # fmt: skip
    rally = does("rally", ["phase_start"], {"type": "become", "state": "vigilant", "who": {"of": "friends"}})
    people = {"a1": "4,5N!", "a2": "8,8S", "b1": "4,4S"}
    table = Table(FLOOR, people, stage="roll", a1=with_skills(calm, even), a2=with_skills(rally))
    table.roll("fire", "fire", "water", "water").do("activate", character="a1")
    assert table.person("a1")["state"] == "shaken", "nor by a friend's"
    assert not table.can("use_skill", skill="test:calm")
    table.do("use_skill", skill="test:even")
    assert table.person("a1")["state"] == "vigilant"
    out = Table(FLOOR, {**people, "b1": "4,4N"}, stage="roll", a1=with_skills(calm), a2=with_skills(rally))
    assert out.roll("fire", "fire", "water", "water").person("a1")["state"] == "vigilant"


# skills, equipment, figures ------------------------------------------------------------------------------------------


def test_skl_3_announced_skills_are_cancelled_and_their_dice_lost() -> None:
    blow = does("blow", ["attack"], {"type": "bonus", "to": "die", "amount": 3}, element="fire")
    no = does("no", ["defense"], {"type": "cancel", "what": "skills"}, element="earth")
    table = Table(FLOOR, {"a1": "4,5N", "b1": "4,4S"}, pool=("fire",), a1=with_skills(blow),
                  b1={**with_skills(no), "reserve": "earth"})  # fmt: skip
    table.do("activate", character="a1").do("attack", target="b1").do("use_skill", skill="test:blow")
    table.do("use_skill", skill="test:no").roll(2, 2)
    assert totals(table) == (6, 6)
    assert table.band("A")["pool"] == []


def test_skl_3_a_silenced_figure_has_no_skills_for_a_turn() -> None:
    loud = skill(None, ["defense"], to="defense", amount=3)
    table = using({"type": "silence", "who": {"of": "enemies"}}, b=with_skills(loud))
    assert totals(after(table))[1] == 5
    assert totals(after(duel(b=with_skills(loud))))[1] == 8


EQUIPPED = {"equipment": {"name": "Mail", "zeni": 2, "skills": [skill(None, ["defense"], amount=2, name="mail")]}}


def test_skl_3_equipment_is_destroyed_or_stolen() -> None:
    table = using({"type": "disarm", "who": {"of": "enemies"}}, b=EQUIPPED)
    assert "equipment" not in table.person("b1")
    stolen = using({"type": "disarm", "steal": True, "who": {"of": "enemies"}}, b=EQUIPPED)
    assert stolen.person("a1")["equipment"]["name"] == "Mail"
    assert "equipment" not in stolen.person("b1")


def test_skl_3_figures_are_summoned_and_dismissed() -> None:
    table = using({"type": "summon", "card": "house:tikku", "most": 1})
    assert len(table.can("place")) == 7 * 4, "every free square around, with every facing"
    table.do("place", at=[5, 5], facing="E")
    came = table.person("a2")
    assert (came["card"], came["at"], came["facing"], came["activated"]) == ("house:tikku", [5, 5], "E", True)
    assert SYSTEM.decode(SYSTEM.encode(table.state), CONTENT) == table.state
    gone = using({"type": "dismiss", "who": {"of": "enemies"}}, people={"b2": "0,0S"}, b2={"traits": ["x"]}).person
    assert gone("b1")["at"] is None
    assert gone("b2")["state"] == "disabled"


def test_skl_3_a_figure_changes_sides_for_a_while() -> None:
    table = using({"type": "defect", "who": {"of": "enemies", "within": 1}, "lasts": "phase"}, people={"b2": "0,0S"})
    assert [person["id"] for person in table.band("A")["characters"]] == ["a1", "b1"]
    assert table.can("activate", character="b1")
    table.do("end_activations")
    assert [person["id"] for person in table.band("B")["characters"]] == ["b1", "b2"]


@pytest.mark.parametrize(
    ("shield", "effect"),
    [("tests", {"type": "test", "who": {"of": "enemies"}, "failed": [{"type": "become", "state": "shaken"}]}),
     ("dice", {"type": "take_die", "who": {"of": "enemies"}}),
     ("equipment", {"type": "disarm", "who": {"of": "enemies"}}),
     ("summons", {"type": "dismiss", "who": {"of": "enemies"}}),
     ("skills", {"type": "become", "state": "shaken", "who": {"of": "enemies"}})],
)  # fmt: skip
def test_skl_3_immunity_to_a_kind_of_thing(shield: str, effect: Json) -> None:
    immune = does("immune", ["always"], {"type": "immune", "to": [shield]})
    card = {**EQUIPPED, "reserve": "fire"}
    touched = Table(FLOOR, {"a1": "4,5N", "b1": "4,4S"}, a1=with_skills(act("it", effect)), b1=card)
    assert touched.do("activate", character="a1").can("use_skill")
    safe = Table(
        FLOOR, {"a1": "4,5N", "b1": "4,4S"}, a1=with_skills(act("it", effect)), b1={**card, **with_skills(immune)}
    )
    assert not safe.do("activate", character="a1").can("use_skill"), "it would do nothing"


def test_skl_3_immune_to_shots_and_to_penalties() -> None:
    bow = skill(None, ["shot"], name="bow", effects=[{"type": "shot", "range": 8, "value": 4}])
    veil = does("veil", ["always"], {"type": "immune", "to": ["shots"]})
    table = Table(FLOOR, {"a1": "4,8N", "b1": "4,2S"}, a1=with_skills(bow), b1=with_skills(veil))
    assert not table.do("activate", character="a1").can("shoot")
    assert table.refusal("shoot:b1,test:bow,") == "SKL-3"
    curse = does("curse", ["attack"], {"type": "bonus", "to": "defense", "amount": -2, "who": {"of": "opponent"}})
    proud = does("proud", ["always"], {"type": "immune", "to": ["penalties"]})
    assert totals(after(duel(with_skills(curse), with_skills(proud))))[1] == 5


def test_skl_3_a_token_with_a_duration() -> None:
    mark = {"type": "token", "name": "marked", "who": {"of": "enemies"}, "turns": 1}
    hunt = skill(None, ["attack"], amount=2, name="hunt", conditions=[
        {"type": "there", "of": {"of": "opponent", "token": "marked"}}])  # fmt: skip
    table = Table(FLOOR, {"a1": "4,5N", "b1": "4,4S"}, a1=with_skills(act("mark", mark), hunt))
    table.do("activate", character="a1").do("use_skill", skill="test:mark")
    assert totals(after(table, 1, 3))[0] == 7
    table.do("end_activations").roll(*["air"] * 4).do("end_activations").do("end_phase")
    assert "TokenLost" in table.kinds
    assert "lasting" not in table.person("b1")


def test_skl_3_one_of_several_ways() -> None:
    either = {"type": "either", "ways": [[{"type": "become", "state": "shaken", "who": {"of": "enemies"}}],
                                         [{"type": "push", "who": {"of": "enemies"}}]]}  # fmt: skip
    table = using(either)
    assert len(table.can("way")) == 2
    assert table.do("way", way=1).person("b1")["at"] == [4, 3]


def test_skl_3_a_bonus_for_the_phase_and_no_longer() -> None:
    song = {
        "type": "bonus",
        "to": "attack",
        "amount": 2,
        "who": {"of": "all", "alignment": "mercenary"},
        "lasts": "phase",
    }
    table = using(song)
    assert totals(after(table, 1, 3))[0] == 7
    table.do("end_activations").roll(*["air"] * 4)
    assert "lasting" not in table.person("a1")


def test_each_of_several_ways_says_what_it_does() -> None:
    table = using({"type": "either", "ways": [[{"type": "turn"}], [{"type": "go"}, {"type": "turn"}]]})
    asked, say = table.pending, Words("en", resources_dir() / "translations")
    assert isinstance(asked, Choice)
    words = [say(SYSTEM.label(table.state, option)) for option in asked.options]
    assert words == [
        "This character may be turned as wanted",
        "This character may move 1 square at no cost, then this character may be turned as wanted",
    ]


def test_ins_1_a_die_is_turned_while_others_lie_on_the_table() -> None:
    """For a reroll that wants a tori, after the dice have fallen; and when the result is known."""
    ways = [[{"type": "convert", "to": face}] for face in ("water", "tori")]
    ashes = does("ashes", ["attack_rolled", "losing"], {"type": "either", "ways": ways}, optional=True)
    again = does("again", ["attack_rolled"], {"type": "reroll"}, element="tori")
    rolled = duel(with_skills(ashes, again), pool=("fire",)).do("attack", target="b1").passing().roll(1, 6)
    assert not rolled.can("use_skill", skill="test:again")
    rolled.do("use_skill", skill="test:ashes").do("way", way=1).do("pick_die", element="fire")
    rolled.do("use_skill", skill="test:again")
    assert rolled.roll(6).person("b1")["at"] == [4, 4] and totals(rolled) == (10, 10)
