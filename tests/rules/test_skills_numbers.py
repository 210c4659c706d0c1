"""SKL-1, SKL-3: skills that change numbers, rolls and results of fights, shots and tests."""

from __future__ import annotations

import pytest

from companion.model.core.contract import Json
from companion.model.games.asagiri.skills.modifiers import movement_points

from .table import Table, open_floor, skill

FLOOR = open_floor(9, 9)


def with_skills(*skills: Json, **more: Json) -> dict[str, Json]:
    """A card with these skills on both faces."""
    return {"stats": {"skills": list(skills), **more}}


def does(name: str, when: list[str], *effects: Json, **more: Json) -> Json:
    """A skill with these operations."""
    return skill(more.pop("element", None), when, name=name, effects=list(effects), **more)


def totals(table: Table) -> tuple[int, int]:
    """The totals of the fight just rolled, the attacker's first."""
    rolled = next(event for event in reversed(table.events) if event.kind in ("CombatRolled", "ShotRolled"))
    return rolled.totals


def duel(a: Json = None, b: Json = None, **more: Json) -> Table:
    """a1 attacks b1, who looks at it; everybody announces nothing unless it is automatic."""
    cards = {"a1": a or {}, "b1": b or {}}
    people = {"a1": "4,5N", "b1": "4,4S", **more.pop("people", {})}
    return Table(FLOOR, people, **{**cards, **more}).do("activate", character="a1")


def after(table: Table, attack: int = 1, defense: int = 1) -> Table:
    """The fight to its dice."""
    return table.fight("b1", attack, defense)


@pytest.mark.parametrize(
    ("effect", "expected"),
    [
        ({"type": "bonus", "to": "attack", "amount": 2}, (7, 5)),
        ({"type": "bonus", "to": "die", "amount": 1}, (6, 5)),
        ({"type": "bonus", "to": "defense", "amount": -2, "who": {"of": "opponent"}}, (5, 3)),
        ({"type": "bonus", "to": "die", "amount": -1, "who": {"of": "opponent"}}, (5, 4)),
        ({"type": "set", "to": "attack", "amount": 6}, (7, 5)),
        ({"type": "set", "to": "die", "amount": 6}, (10, 5)),
        ({"type": "set", "to": "attack", "amount": 2, "only": "higher"}, (5, 5)),
        ({"type": "bonus", "to": "attack", "amount": {"type": "count", "of": {"of": "enemies", "within": 2}}}, (7, 5)),
        ({"type": "bonus", "to": "attack", "amount": {"type": "losses", "whose": "own"}}, (5, 5)),
    ],
)  # fmt: skip
def test_skl_3_numbers_are_raised_lowered_and_set(effect: Json, expected: tuple[int, int]) -> None:
    table = duel(with_skills(does("x", ["attack"], effect)), people={"b2": "5,3N"})
    assert totals(after(table)) == expected


@pytest.mark.parametrize(("state", "won"), [("4,4S", 0), ("4,4S!", 2)])
def test_skl_3_a_bonus_against_a_state_speaks_only_against_it(state: str, won: int) -> None:
    strike = skill(None, ["attack"], amount=2, conditions=[{"type": "opponent", "state": "shaken"}])
    table = duel(with_skills(strike), people={"b1": state})
    assert totals(after(table))[0] == 5 + won


def test_skl_3_two_conditions_must_both_hold() -> None:
    both = skill(None, ["attack"], amount=3, conditions=[
        {"type": "opponent", "trait": "oni"}, {"type": "there", "of": {"of": "friends", "within": 1}}])  # fmt: skip
    friend = {"a2": "3,6N"}
    assert totals(after(duel(with_skills(both), {"traits": ["oni"]}, people=friend)))[0] == 8
    assert totals(after(duel(with_skills(both), {"traits": ["oni"]}, people={"a2": "0,0N"})))[0] == 5
    assert totals(after(duel(with_skills(both), people=friend)))[0] == 5


def test_skl_3_the_stat_of_a_friend_is_used() -> None:
    lend = does("lend", ["attack"], {"type": "set", "to": "attack", "only": "higher",
                                     "amount": {"type": "stat", "stat": "attack", "of": {"of": "friends", "within": 1}}})  # fmt: skip  # noqa: E501
    table = duel(with_skills(lend), people={"a2": "3,6N"}, a2={"stats": {"attack": 9}})
    assert totals(after(table))[0] == 10


def test_skl_3_auras_reach_friends_and_enemies_near() -> None:
    friends = {"of": "friends", "within": 2}
    banner = does("banner", ["always"], {"type": "bonus", "to": "attack", "amount": 1, "who": friends},
                  {"type": "bonus", "to": "defense", "amount": -1, "who": {"of": "enemies", "within": 3}})  # fmt: skip
    near = duel(people={"a2": "3,6E"}, a2=with_skills(banner))
    assert totals(after(near)) == (6, 4)
    far = duel(people={"a2": "0,0E"}, a2=with_skills(banner))
    assert totals(after(far)) == (5, 5)


def test_skl_3_shot_value_and_range_are_raised() -> None:
    bow = skill(None, ["shot"], name="bow", effects=[{"type": "shot", "range": 3, "value": 4}])
    eye = does("eye", ["shot"], {"type": "bonus", "to": "range", "amount": 2},
               {"type": "bonus", "to": "shot", "amount": 1})  # fmt: skip
    table = Table(FLOOR, {"a1": "4,8N", "b1": "4,3S"}, a1=with_skills(bow, eye)).do("activate", character="a1")
    table.do("shoot", target="b1").roll(2, 2)
    assert totals(table) == (7, 6)


# dice rolled again, margins, results --------------------------------------------------------------------------------


@pytest.mark.parametrize(("keep", "again", "won"), [("second", 1, 1), ("best", 1, 4), ("best", 6, 6), ("worst", 2, 2)])
def test_skl_3_the_own_die_is_rolled_again(keep: str, again: int, won: int) -> None:
    reroll = does("luck", ["attack_rolled"], {"type": "reroll", "keep": keep}, element="tori")
    table = Table(FLOOR, {"a1": "4,5N", "b1": "4,4S"}, pool=("tori",), a1=with_skills(reroll))
    table.do("activate", character="a1").do("attack", target="b1").roll(4, 1)
    assert table.kinds == ["CombatRolled"]
    table.do("use_skill", skill="test:luck")
    table.roll(again)
    assert totals(table)[0] == 4 + won
    assert table.band("A")["aside"] == 4


def test_skl_3_the_enemys_die_is_rolled_again_or_not() -> None:
    curse = does("curse", ["defense_rolled"], {"type": "reroll", "whose": "enemy"}, once="always", optional=True)
    table = duel(b=with_skills(curse)).do("attack", target="b1").roll(6, 1)
    assert {option["kind"] for option in [*table.can("use_skill"), *table.can("pass")]} == {"use_skill", "pass"}
    table.do("use_skill", skill="test:curse").roll(1)
    assert totals(table) == (5, 5)
    again = duel(b=with_skills(curse)).do("attack", target="b1").roll(6, 1).do("pass")
    assert "CharacterDisabled" in again.kinds


def test_skl_3_a_face_counts_as_another() -> None:
    def counting(whose: str, once: str, face: int, **more: int) -> Json:
        effect = {"type": "count_die", "whose": whose, "counts_as": face, **more}
        return with_skills(does(f"{whose}-{once}", ["attack_rolled", "defense_rolled"], effect, once=once))

    six = duel(counting("enemy", "always", 1, least=6)).do("attack", target="b1").roll(2, 6)
    assert (totals(six), six.events[1].kind) == ((6, 5), "DieCounted")
    assert totals(duel(counting("enemy", "always", 1, least=6)).do("attack", target="b1").roll(2, 5)) == (6, 9)
    own = duel(b=counting("own", "turn", 5, most=2)).do("attack", target="b1").roll(3, 3)
    assert own.state.figures[1].used == (), "it is used only by a die that counts as another"


def test_skl_3_a_face_counts_as_another_in_a_test() -> None:
    calm = does("calm", ["tested"], {"type": "count_die", "least": 6, "counts_as": 1})
    for face, state in ((6, "vigilant"), (5, "shaken")):
        table = Table(FLOOR, {"a1": "4,5N!", "b1": "0,0S"}, a1=with_skills(calm)).do("activate", character="a1")
        assert table.do("test_willpower").roll(face).person("a1")["state"] == state


@pytest.mark.parametrize(
    ("by", "dice", "state", "retreats"),
    [(1, (3, 1), "shaken", True), (-1, (4, 1), "vigilant", True), (-3, (2, 1), "vigilant", False),
     (2, (3, 1), "disabled", False)],
)  # fmt: skip
def test_skl_3_the_margin_is_shifted(by: int, dice: tuple[int, int], state: str, retreats: bool) -> None:
    table = after(duel(with_skills(does("edge", ["winning"], {"type": "shift", "by": by}))), *dice)
    assert table.person("b1")["state"] == state
    assert bool(table.can("retreat")) == retreats


@pytest.mark.parametrize(("to", "dice", "state", "retreats"), [
    (1, (6, 1), "vigilant", True), (0, (6, 1), "vigilant", False), (3, (2, 1), "shaken", True),
])  # fmt: skip
def test_skl_3_the_margin_counts_as_another(to: int, dice: tuple[int, int], state: str, retreats: bool) -> None:
    lucky = does("lucky", ["losing"], {"type": "shift", "to": to}, conditions=[{"type": "role", "part": "defender"}])
    table = after(duel(b=with_skills(lucky)), *dice)
    assert (table.person("b1")["state"], bool(table.can("retreat"))) == (state, retreats)


def test_skl_3_a_margin_that_counts_as_another_is_changed_afterwards_as_any() -> None:
    edge = does("edge", ["winning"], {"type": "shift", "by": 2})
    lucky = does("lucky", ["losing"], {"type": "shift", "to": 1})
    assert after(duel(with_skills(edge), b=with_skills(lucky)), 6, 1).person("b1")["state"] == "vigilant"
    edge = does("edge", ["losing"], {"type": "shift", "to": 1}, {"type": "shift", "by": 2})
    assert after(duel(b=with_skills(edge)), 6, 1).person("b1")["state"] == "shaken"


def test_skl_3_a_margin_counts_as_another_result() -> None:
    """A loss by 3 is treated as a loss by less; a win by 1 disables."""
    stubborn = does("stubborn", ["losing"], {"type": "outcome", "counts_as": "retreat"},
                    conditions=[{"type": "by", "least": 3, "most": 3}])  # fmt: skip
    table = after(duel(b=with_skills(stubborn)), 4, 1)
    assert "CharacterShaken" not in table.kinds
    assert table.can("retreat")
    deadly = does("deadly", ["winning"], {"type": "outcome", "counts_as": "disabled"},
                  conditions=[{"type": "by", "least": 1, "most": 1}])  # fmt: skip
    assert "CharacterDisabled" in after(duel(with_skills(deadly)), 2, 1).kinds
    assert "CharacterDisabled" not in after(duel(with_skills(deadly)), 3, 1).kinds


def test_skl_3_a_draw_counts_against_the_opponent_of_whoever_says_so() -> None:
    even = does("even", ["drawing"], {"type": "outcome", "counts_as": "shaken"})
    assert after(duel(with_skills(even))).person("b1")["state"] == "shaken"
    assert after(duel(b=with_skills(even))).person("a1")["state"] == "shaken"


def test_skl_3_announced_beforehand_a_result_holds_for_whoever_wins() -> None:
    blow = does("blow", ["attack"], {"type": "retreat", "squares": 2}, element="fire")
    table = Table(FLOOR, {"a1": "4,5N", "b1": "4,4S"}, pool=("fire",), a1=with_skills(blow))
    table.do("activate", character="a1").do("attack", target="b1").do("use_skill", skill="test:blow").roll(2, 1)
    table.do("retreat", at=[4, 3])
    table.do("retreat", at=[4, 2])
    assert table.person("b1")["at"] == [4, 2]


def test_skl_3_the_winner_chooses_where_the_loser_retreats() -> None:
    herd = does("herd", ["winning"], {"type": "retreat", "squares": 1, "winner_chooses": True})
    table = after(duel(with_skills(herd)), 2, 1)
    assert table.pending.seat == "A"
    assert {tuple(option["at"]) for option in table.can("retreat")} == {(3, 3), (4, 3), (5, 3)}


def test_skl_3_no_retreat_at_all() -> None:
    rooted = does("rooted", ["always"], {"type": "prevent", "what": ["retreat"]})
    table = after(duel(b=with_skills(rooted)), 2, 1)
    assert table.person("b1")["at"] == [4, 4]
    assert not table.can("retreat")


# ignoring ------------------------------------------------------------------------------------------------------------


def test_skl_3_support_attack_from_behind_cover_and_bonuses_are_ignored() -> None:
    lone = does("lone", ["attack"], {"type": "ignore", "what": ["support"]})
    people = {"b1": "4,4S", "b2": "3,4S"}
    assert totals(after(duel(people=people)))[1] == 6
    assert totals(after(duel(with_skills(lone), people=people)))[1] == 5
    eyes = does("eyes", ["defense"], {"type": "ignore", "what": ["behind"]})
    assert totals(after(duel(people={"b1": "4,4N"})))[0] == 6
    assert totals(after(duel(b=with_skills(eyes), people={"b1": "4,4N"})))[0] == 5
    parry = does("parry", ["defense"], {"type": "bonus", "to": "die", "amount": 3})
    pierce = does("pierce", ["attack"], {"type": "ignore", "what": ["bonuses"]})
    assert totals(after(duel(b=with_skills(parry))))[1] == 8
    assert totals(after(duel(with_skills(pierce), with_skills(parry))))[1] == 5


def test_skl_3_cover_is_ignored_by_a_shot() -> None:
    bow = skill(None, ["shot"], name="bow", effects=[{"type": "shot", "range": 8, "value": 4}])
    true_ = does("true", ["shot"], {"type": "ignore", "what": ["cover"]})
    rows = ["." * 9] * 4 + ["....h...."] + ["." * 9] * 4
    for skills, covered in (((bow,), 1), ((bow, true_), 0)):
        table = Table(rows, {"a1": "4,8N", "b1": "4,2S"}, a1=with_skills(*skills)).do("activate", character="a1")
        assert totals(table.do("shoot", target="b1").roll(1, 1)) == (5, 5 + covered)


# tests ---------------------------------------------------------------------------------------------------------------


def test_skl_3_a_willpower_die_is_rolled_again() -> None:
    calm = does("calm", ["tested"], {"type": "reroll", "keep": "best"}, optional=True)
    table = Table(FLOOR, {"a1": "4,5N!", "b1": "0,0S"}, a1=with_skills(calm)).do("activate", character="a1")
    table.do("test_willpower").roll(6)
    assert table.can("pass")
    table.do("use_skill", skill="test:calm").roll(2)
    assert table.person("a1")["state"] == "vigilant"


def test_skl_3_a_fearsome_foe_is_faced_after_a_test() -> None:
    dread = does("dread", ["targeted"], {"type": "test", "who": {"of": "opponent"},
                                         "failed": [{"type": "cancel", "what": "attack"}]})  # fmt: skip
    table = duel(b=with_skills(dread)).do("attack", target="b1")
    assert table.pending.seat == "A", "the attacker is tested"
    failed = table.roll(5)
    assert "AttackCancelled" in failed.kinds
    assert not failed.can("attack"), "the action is spent"
    brave = duel(b=with_skills(dread)).do("attack", target="b1").roll(4)
    assert len(brave.pending.dice) == 2, "the fight goes on to its dice"
    bold = does("bold", ["attack"], {"type": "ignore", "what": ["fearsome"]})
    assert len(duel(with_skills(bold), with_skills(dread)).do("attack", target="b1").pending.dice) == 2


def test_skl_3_a_forced_test_shakes_the_target_or_its_user() -> None:
    glare = does("glare", ["activation"], {
        "type": "test", "stat": "willpower", "who": {"of": "enemies", "within": 3, "choose": 1},
        "failed": [{"type": "become", "state": "shaken"}],
        "passed": [{"type": "become", "state": "shaken", "who": {"of": "self"}}]}, action=True)  # fmt: skip
    for die, shaken in ((5, "b1"), (4, "a1")):
        table = duel(with_skills(glare)).do("use_skill", skill="test:glare")
        table.roll(die)
        assert table.person(shaken)["state"] == "shaken"
        assert not table.can("attack")


def test_skl_3_a_test_of_another_stat_is_helped_by_its_die() -> None:
    trip = does("trip", ["activation"], {"type": "test", "stat": "movement", "who": {"of": "enemies", "within": 3},
                                         "failed": [{"type": "become", "state": "shaken"}]}, optional=True)  # fmt: skip
    table = duel(with_skills(trip), {"stats": {"movement": 2}, "reserve": "air"}).do("use_skill", skill="test:trip")
    assert table.pending.seat == "B"
    assert table.do("use_die", element="air", origin="reserve").roll(3).person("b1")["state"] == "vigilant"


@pytest.mark.parametrize(
    ("movement", "more", "expected"),
    [(4, 0, 3), (2, 0, 1), (1, 0, 1), (2, -1, 1), (1, 1, 1), (3, -1, 1), (1, -1, 0), (5, 2, 6)],
)
def test_skl_3_a_penalty_leaves_a_least_number(movement: int, more: int, expected: int) -> None:
    """Whatever else there is: it is reckoned last, and gives nothing back that others have taken."""
    heavy = does("heavy", ["always"], {"type": "bonus", "to": "movement", "amount": -1, "least": 1})
    other = does("other", ["always"], {"type": "bonus", "to": "movement", "amount": more}) if more else heavy
    card = {"stats": {"movement": movement, "skills": [heavy, other] if more else [heavy]}}
    table = Table(FLOOR, {"a1": "4,5N", "b1": "4,0S"}, a1=card)
    assert movement_points(table.state, 0) == expected


@pytest.mark.parametrize(("attack", "raised", "expected"), [(4, 0, 3), (2, 0, 2), (1, 0, 2), (1, 2, 2), (5, 1, 5)])
def test_skl_3_a_penalty_of_a_fight_leaves_a_least_number(attack: int, raised: int, expected: int) -> None:
    dread = does("dread", ["defense"],
                 {"type": "bonus", "to": "attack", "amount": -2, "least": 1, "who": {"of": "opponent"}})  # fmt: skip
    edge = [does("edge", ["attack"], {"type": "bonus", "to": "attack", "amount": raised})] if raised else []
    table = Table(FLOOR, {"a1": "4,5N", "b1": "4,4S"}, a1={"stats": {"attack": attack, "skills": edge}},
                  b1=with_skills(dread))  # fmt: skip
    assert totals(table.do("activate", character="a1").do("attack", target="b1").roll(1, 1))[0] == expected
