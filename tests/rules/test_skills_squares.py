"""SKL-3: what skills do to squares: tokens set off, in the way, around which something holds; smoke; another ground."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.model.core.contract import Json
from companion.model.core.words import Words
from companion.model.games.asagiri import SYSTEM
from companion.model.games.asagiri.insight import plan_search
from companion.model.games.asagiri.insight.threats import threats
from companion.model.games.asagiri.rules import fights, movement
from companion.model.games.asagiri.rules.refusals import step_refused
from companion.model.games.asagiri.rules.rule_modifiers import prevented
from companion.model.games.asagiri.skills import skill_use
from companion.model.games.asagiri.skills.modifiers import added
from companion.model.games.asagiri.skills.operations.places import free_within
from companion.model.games.asagiri.skills.record import SkillRecord, problems
from companion.model.games.asagiri.skills.trigger_context import TriggerContext
from companion.model.games.asagiri.state.state import replace
from companion.model.games.asagiri.state.vocabulary import FigureId

from .table import CONTENT, Table, open_floor
from .test_skills_deeds import act, using
from .test_skills_numbers import FLOOR, does, totals, with_skills

SHAKEN = [{"type": "become", "state": "shaken", "who": {"of": "opponent"}}]
BOW = does("bow", ["shot"], {"type": "shot", "range": 8, "value": 4})


def laid(at: list[int], people: dict[str, str] | None = None, rows: list[str] | None = None, **lay: Json) -> Table:
    """a1 (D6, looking north) has laid a token; b1 stands at D2 unless said otherwise."""
    return using({"type": "lay", "name": "trap", "within": 4, **lay}, people={"b1": "4,1S", **(people or {})},
                 rows=rows).do("place", at=at)  # fmt: skip


def enemys(table: Table) -> Table:
    """On to the enemy's activations."""
    table.do("end_activations")
    while table.can("pass") or table.can("end_phase"):
        table.do("pass" if table.can("pass") else "end_phase")
    if table.pending.kind == "inspiration":  # type: ignore[union-attr]
        table.roll("fire", "fire", "air", "air")
    return table


def test_skl_3_anybody_or_friends_set_it_off() -> None:
    for by, friend, foe in (("enemies", "vigilant", "shaken"), ("friends", "shaken", "vigilant"),
                            ("all", "shaken", "shaken")):  # fmt: skip
        mine = laid([4, 3], by=by, entered=SHAKEN).walk([4, 4], [4, 3])
        assert mine.person("a1")["state"] == friend
        theirs = enemys(laid([4, 3], by=by, entered=SHAKEN)).do("activate", character="b1").walk([4, 2], [4, 3])
        assert theirs.person("b1")["state"] == foe


def test_skl_3_it_ends_the_movement_and_its_uses_are_counted() -> None:
    table = enemys(laid([4, 3], entered=SHAKEN, stops=True, uses=2, people={"b2": "3,1S"}))
    table.do("activate", character="b1").walk([4, 2], [4, 3])
    assert not table.can("step")
    assert [token.uses for token in table.state.tokens] == [1]
    net = enemys(laid([4, 3], stops=True, uses=0)).do("activate", character="b1").walk([4, 2], [4, 3])
    assert not net.can("step")
    assert net.person("b1")["state"] == "vigilant"
    assert len(net.state.tokens) == 1, "it lies for good"
    gone = enemys(laid([4, 3], stops=True)).do("activate", character="b1").walk([4, 2], [4, 3])
    assert gone.state.tokens == ()


CALTROPS = act("it", {"type": "lay", "name": "caltrops", "where": "left", "most": 2, "by": "all", "stops": True,
                      "stays": True}, once="game", times=2)  # fmt: skip


def test_skl_3_it_is_laid_where_the_bearer_has_just_been() -> None:
    people = {"a1": "4,7N", "a2": "4,8N", "b1": "4,1S"}
    table = Table(FLOOR, people, a1=with_skills(CALTROPS)).do("activate", character="a1")
    assert not table.can("use_skill"), "it has left no square"
    table.walk([4, 6]).do("use_skill")
    assert not table.can("use_skill"), "one lies there"
    table.walk([4, 5], [4, 4]).do("use_skill")
    laid_on = {table.state.table.board.squares[token.at][:2] for token in table.state.tokens}
    assert laid_on == {(4, 7), (4, 5)}
    table.do("end_activation").do("activate", character="a2").walk([4, 7])
    assert not table.can("step"), "friends set it off as well"
    assert len(table.state.tokens) == 1


def test_skl_3_the_square_just_left_is_not_that_of_an_earlier_movement() -> None:
    table = Table(FLOOR, {"a1": "4,6N", "b1": "4,4S"}, a1=with_skills(CALTROPS)).do("activate", character="a1")
    assert table.walk([4, 5]).can("use_skill"), "an enemy control zone has ended the movement just now"
    assert not table.fight("b1", 1, 1).passing().can("use_skill"), "it has acted since"


WIRE = {"type": "lay", "name": "wire", "where": "adjacent", "stays": True, "entered": [{"type": "test", "failed": [
    *SHAKEN, {"type": "if", "conditions": [{"type": "there", "of": {"of": "opponent", "moved": True}}],
              "then": [{"type": "lose", "what": "movement", "who": {"of": "opponent"}}]}]}]}  # fmt: skip


@pytest.mark.parametrize(("face", "state"), [(6, "shaken"), (1, "vigilant")])
def test_skl_3_it_may_outlast_whoever_has_laid_it(face: int, state: str) -> None:
    table = enemys(using(WIRE, people={"a2": "0,8N", "b2": "7,5W"}).do("place", at=[5, 5]))
    table.do("activate", character="b1").fight("a1", 6, 1).passing()
    assert table.person("a1")["state"] == "disabled"
    table.do("activate", character="b2").walk([6, 5], [5, 5]).passing().roll(face)
    assert table.person("b2")["state"] == state
    assert bool(table.can("step")) == (state == "vigilant")
    assert table.state.tokens == ()
    gone = enemys(using({**WIRE, "stays": False}).do("place", at=[5, 5]))
    assert gone.do("activate", character="b1").fight("a1", 6, 1).state.tokens == ()


def test_skl_3_adjacent_is_not_behind_a_wall() -> None:
    table = using(WIRE, people={"a2": "3,5N", "a3": "4,6N", "b1": "8,0S"}, walls="4,4S")
    found = [option["at"] for option in table.can("place")]
    assert [4, 4] not in found
    assert {(5, 5), (5, 6), (3, 6)} <= {tuple(at) for at in found}, "also between two figures"


def test_mov_5_it_bars_the_way_of_enemies_and_they_walk_around() -> None:
    rows = ["bb.bb"] * 2 + ["....."] + ["bb.bb"] * 6
    table = using({"type": "lay", "name": "rats", "within": 6, "blocks": "enemies"}, rows=rows,
                  people={"a1": "2,8N", "b1": "2,0S"}).do("place", at=[2, 3])  # fmt: skip
    assert table.walk([2, 7], [2, 6], [2, 5], [2, 4]).can("step", at=[2, 3]), "its own side passes"
    foe = enemys(using({"type": "lay", "name": "rats", "within": 6, "blocks": "enemies"}, rows=rows,
                       people={"a1": "2,8N", "b1": "2,0S"}).do("place", at=[2, 3]))  # fmt: skip
    foe.do("activate", character="b1").walk([2, 1], [2, 2])
    assert not foe.can("step", at=[2, 3])
    assert foe.refusal("step:C4:1") in ("MOV-5", "unknown")
    assert [2, 3] not in [r["at"] for r in foe.ask("reach", id="b1")]


def test_ret_2_a_barred_square_is_no_way_back() -> None:
    wall = using({"type": "lay", "name": "rats", "within": 3, "blocks": "enemies", "most": 3}, people={"b1": "4,4S"})
    table = wall.do("place", at=[4, 3])
    table.do("attack", target="b1").passing().roll(2, 1)
    assert [4, 3] not in [option["at"] for option in table.can("retreat")]
    assert [3, 3] in [option["at"] for option in table.can("retreat")]


def test_sht_4_no_line_of_fire_leads_through_smoke_or_into_it() -> None:
    def shoots(smoke: int | None, at: list[int], b1: str = "4,1S") -> bool:
        lay = {} if smoke is None else {"smoke": smoke}
        table = using({"type": "lay", "name": "smoke", "within": 6, "stops": smoke is None, **lay},
                      people={"a1": "4,8N", "b1": b1}, a=with_skills(BOW, act("it", {
                          "type": "lay", "name": "smoke", "within": 6, "stops": smoke is None, **lay})))  # fmt: skip
        table.do("place", at=at)
        seen = fights.aimed(table.state, 0, 1)
        assert seen is not None
        found = bool(table.can("shoot", target="b1"))
        assert found == seen.sight.open
        assert seen.sight.open or seen.sight.blocked_by is not None
        if not found:
            assert table.refusal("shoot:b1:test:bow") in ("SHT-4", "unknown")
        line = table.ask("line_of_fire", start=[4, 8], to=[int(n) for n in b1[:-1].split(",")])
        assert line["blocked"] != found
        return found

    assert shoots(None, [4, 4])
    assert not shoots(0, [4, 4])
    assert shoots(0, [3, 4])
    assert not shoots(1, [3, 4])
    assert not shoots(1, [4, 2]), "the target stands in it"
    assert not shoots(1, [4, 7]), "the shooter stands in it"


def test_skl_3_smoke_lies_for_a_while() -> None:
    table = enemys(laid([4, 3], smoke=1, lasts="turn"))
    assert len(table.state.tokens) == 1
    table.do("end_activations")
    while table.can("pass") or table.can("end_phase"):
        table.do("pass" if table.can("pass") else "end_phase")
    assert table.state.tokens == ()


WILL = {"type": "bonus", "to": "defense", "amount": 2, "who": {"of": "friends", "within": 1, "centre": "token"}}


def test_skl_3_what_holds_around_a_token() -> None:
    def defence(b1: str) -> tuple[int, int]:
        lay = act("it", {"type": "lay", "name": "shrine", "within": 0, "holds": [WILL]})
        table = Table(FLOOR, {"a1": "4,5N", "a2": "0,8N", "b1": b1, "b2": "4,3S"}, phase="B", b2=with_skills(lay))
        table.do("activate", character="b2").do("use_skill", skill="test:it").do("end_activation")
        enemys(table).do("activate", character="a1")
        return totals(table.fight("b1", 1, 1))

    assert defence("4,4S")[1] == 7, "a square away from b2, on whose square it lies"
    assert defence("4,4N")[1] == 7


def test_skl_3_nobody_controls_anything_in_an_area() -> None:
    fog = {"type": "zone", "who": {"of": "all", "within": 1, "centre": "token"}}
    table = laid([4, 2], holds=[fog])
    assert table.ask("control_zone", id="b1") == []
    assert table.ask("control_zone", id="a1")


def test_skl_3_a_bonus_in_shots_alone_that_is_not_added_up() -> None:
    ward = with_skills(does("ward", ["always"], {"type": "bonus", "to": "defense", "amount": 1, "by": "shot",
                                                 "alone": True, "who": {"of": "friends", "within": 1}}))  # fmt: skip
    people = {"a1": "4,8N", "b1": "4,2S", "b2": "3,2S", "b3": "5,2S"}
    shot = Table(FLOOR, people, a1=with_skills(BOW), b2=ward, b3=ward).do("activate", character="a1")
    assert totals(shot.do("shoot", target="b1").passing().roll(1, 1)) == (5, 6)
    near = {"a1": "4,3N", "b1": "4,2S", "b2": "3,2N", "b3": "5,2N"}
    fight = Table(FLOOR, near, b2=ward, b3=ward).do("activate", character="a1")
    assert totals(fight.fight("b1", 1, 1)) == (5, 5)


def test_skl_3_squares_become_another_ground_for_the_rest_of_the_game() -> None:
    rows = [*["." * 9] * 3, "...hh....", *["." * 9] * 5]
    table = using({"type": "terrain", "to": "clear", "within": 3, "of": ["hindering"], "line": True}, rows=rows,
                  people={"b1": "4,4S", "a1": "3,5N"})  # fmt: skip
    assert SYSTEM.encode(table.state)["board"]["rows"][3] == "....h...."
    marsh = using({"type": "terrain", "to": "aquatic", "within": 2, "around": 1}).do("place", at=[6, 5])
    assert [row[5:8] for row in SYSTEM.encode(marsh.state)["board"]["rows"][4:7]] == ["aaa"] * 3
    assert marsh.can("step", at=[5, 4], cost=2)
    again = SYSTEM.decode(SYSTEM.encode(marsh.state), CONTENT)
    assert again == marsh.state


TOKENS = st.fixed_dictionaries({
    "by": st.sampled_from(["enemies", "friends", "all"]), "stops": st.booleans(), "uses": st.integers(0, 2),
    "blocks": st.sampled_from([None, "enemies", "all"]), "smoke": st.sampled_from([None, 0, 1]),
    "lasts": st.sampled_from(["turn", "game"]), "stays": st.booleans(),
})  # fmt: skip


@given(TOKENS, st.permutations([(c, r) for c in range(6) for r in range(6)]), st.data())
def test_skl_3_a_token_of_any_kind_is_read_back_and_everybody_sees_the_same(
    token: dict[str, Json], squares: list[tuple[int, int]], data: st.DataObject
) -> None:
    """It comes back out of a position; refusals, ways, shots and threats agree about what it bars and hides."""
    lay = {key: value for key, value in token.items() if value is not None}
    if token["blocks"] is None:
        lay["entered"] = SHAKEN
    else:  # nobody whom it bars could set it off
        lay = {key: value for key, value in lay.items() if key not in ("by", "stops", "uses")}
    skill = act("it", {"type": "lay", "name": "thing", "within": 12, **lay})
    cards = {"a1": with_skills(skill, BOW), "b1": with_skills(BOW)}
    people = {who: f"{c},{r}{data.draw(st.sampled_from('NESW'))}"
              for who, (c, r) in zip(("a1", "a2", "b1", "b2"), squares, strict=False)}  # fmt: skip
    table = Table(open_floor(6, 6), people, **cards).do("activate", character="a1").do("use_skill", skill="test:it")
    table.do("place", at=list(squares[4]))
    state = table.state
    assert SYSTEM.decode(SYSTEM.encode(state), CONTENT) == state
    hidden = state.smoke()
    for shooter, target in ((0, 2), (2, 0), (0, 3), (2, 1)):
        seen = fights.aimed(state, shooter, target)
        ends = 1 << state.figures[shooter].at | 1 << state.figures[target].at
        if seen is not None and hidden & ends:
            assert not seen.sight.open
            assert seen.sight.blocked_by is not None
    for who in (0, 2):
        barred = state.in_the_way(who)
        assert all(not barred >> found.at & 1 for found in movement.reach(state, who, 5))
    for threat in threats(state, 0).found:
        if threat.way == "shot":
            assert not threat.squares & hidden


def test_skl_3_what_holds_may_ask_conditions_and_keep_harm_off() -> None:
    lay = {"type": "lay", "name": "shrine", "within": 0, "holds": [
        {"type": "if", "conditions": [{"type": "own", "state": "vigilant"}], "then": [WILL]},
        {"type": "prevent", "what": ["push"], "who": {"of": "friends", "within": 1, "centre": "token"}},
        {"type": "if", "conditions": [{"type": "own", "state": "shaken"}], "then": [
            {"type": "zone", "who": {"of": "enemies", "within": 9, "centre": "token"}}]}]}  # fmt: skip
    table = using(lay, people={"a2": "4,6N", "b1": "4,4S"})

    def defence(state: str) -> int:
        it = replace(table.state, figures=(replace(table.state.figures[0], state=state), *table.state.figures[1:]))
        assert prevented(it, 1, "push")
        assert bool(it.zone(2)) == (state == "vigilant"), "the shaken keeper takes their zones away"
        return sum(more for _, more in added(it, TriggerContext("defense", FigureId(1)), "defense"))

    assert (defence("vigilant"), defence("shaken")) == (2, 0)
    again = SYSTEM.decode(SYSTEM.encode(table.state), CONTENT)
    assert again == table.state


def test_cbt_4_what_holds_around_a_token_knows_who_supports() -> None:
    """The bonus of whoever supports counts in the fight beside which it holds, as an aura's does."""
    banner = {"type": "bonus", "to": "attack", "amount": 2, "by": "combat",
              "who": {"of": "all", "within": 9, "centre": "token"}}  # fmt: skip
    helped = [{"type": "there", "of": {"of": "friends", "supporting": True}}]
    holds = [{"type": "if", "conditions": helped, "then": [banner]}]

    def attack(friend: str) -> int:
        lay = act("it", {"type": "lay", "name": "banner", "within": 0, "holds": holds})
        table = Table(FLOOR, {"a1": "0,8N", "a2": "4,5N", "a3": friend, "b1": "4,4S"}, a1=with_skills(lay))
        table.do("activate", character="a1").do("use_skill", skill="test:it").do("end_activation")
        return totals(table.do("activate", character="a2").fight("b1", 1, 1))[0]

    assert attack("3,5N") - attack("8,0N") == 2 + 1, "the banner, and the support itself"


def test_mov_5_nobody_is_put_on_a_barred_square() -> None:
    table = laid([4, 3], blocks="enemies", within=4)
    state = table.state
    assert state.barred(1) == 1 << state.tokens[0].at
    assert state.barred(0) == 0
    at = state.tokens[0].at
    assert at in free_within(state, state.figures[0].at, 6, 0)
    assert at not in free_within(state, state.figures[0].at, 6, 1)
    foe = enemys(table).do("activate", character="b1").walk([4, 2])
    refused = step_refused(foe.state, foe.state.active, at)  # type: ignore[arg-type]
    assert refused is not None
    assert Words()(refused.why) == "The token trap bars E4."


def test_skl_3_bots_keep_off_what_they_would_set_off() -> None:
    def avoided(by: str, foe: bool) -> bool:
        table = laid([4, 4], by=by, entered=SHAKEN, people={"b1": "4,2S"})
        if foe:
            enemys(table).do("activate", character="b1")
        who = FigureId(1 if foe else 0)
        return table.state.tokens[0].at not in [found.at for found in plan_search.reachable(table.state, who)]

    assert [avoided(by, False) for by in ("enemies", "friends", "all")] == [False, False, True]
    assert [avoided(by, True) for by in ("enemies", "friends", "all")] == [True, False, True]


def test_skl_3_a_token_laid_by_hand_lies_as_long_as_by_the_skill() -> None:
    table = laid([4, 3], smoke=0, lasts="turn")
    by_hand = skill_use.square_tokens(table.state, table.state.tokens[0].at)["trap"]
    assert by_hand.left == 2
    assert replace(by_hand, left=table.state.tokens[0].left) == table.state.tokens[0]


@pytest.mark.parametrize(
    ("effect", "pointer"),
    [
        ({"type": "lay", "name": "x"}, "/entered"),
        ({"type": "lay", "name": "x", "entered": SHAKEN, "blocks": "enemies"}, "/blocks"),
        ({"type": "lay", "name": "x", "stops": True, "by": "friends", "blocks": "all"}, "/blocks"),
        ({"type": "lay", "name": "x", "smoke": 1, "uses": 2}, "/by"),
        ({"type": "lay", "name": "x", "smoke": 1, "lasts": "activation"}, "/lasts"),
        ({"type": "lay", "name": "x", "smoke": 1, "within": 0, "line": True}, "/line"),
        ({"type": "lay", "name": "x", "stops": True, "where": "left", "within": 2}, "/where"),
        ({"type": "lay", "name": "x", "stops": True, "where": "adjacent", "line": True}, "/where"),
        ({"type": "lay", "name": "x", "uses": 0, "entered": [{"type": "push"}]}, "/entered/0"),
        ({"type": "lay", "name": "x", "holds": [{"type": "push"}]}, "/holds/0"),
        ({"type": "lay", "name": "x", "holds": [{"type": "borrow", "who": {"of": "friends"}}]}, "/holds/0"),
        ({"type": "lay", "name": "x", "entered": [{"type": "become", "state": "shaken",
                                                   "who": {"of": "enemies", "within": 1, "centre": "token"}}]},
         "/entered/0"),
        ({"type": "lay", "name": "x", "holds": [{"type": "immune", "to": ["shots"], "who": {
            "of": "all", "supporting": True}}]}, "/holds/0/who"),
        ({"type": "terrain", "to": "clear", "of": ["clear"]}, "/of"),
        ({"type": "terrain", "to": "clear", "within": 0, "line": True}, "/line"),
    ],
)  # fmt: skip
def test_skl_3_what_means_nothing_is_refused(effect: dict[str, Json], pointer: str) -> None:
    written = {"id": "test:it", "name": {"en": "It"}, "when": ["activation"], "action": True, "effects": [effect]}
    found = [problem.pointer for problem in problems(msgspec.convert(written, SkillRecord))]
    assert f"/effects/0{pointer}" in found


@pytest.mark.parametrize(
    ("when", "to", "by", "fits"),
    [("attack", "attack", "combat", True), ("attack", "attack", "shot", False), ("always", "movement", "shot", False),
     ("always", "defense", "shot", True), ("defense", "die", "shot", False), ("shot_at", "die", "shot", True)],
)  # fmt: skip
def test_skl_3_a_bonus_in_a_fight_that_is_none_is_refused(when: str, to: str, by: str, fits: bool) -> None:
    effect = {"type": "bonus", "to": to, "amount": 1, "by": by}
    written = {"id": "test:it", "name": {"en": "It"}, "when": [when], "effects": [effect]}
    assert ([*problems(msgspec.convert(written, SkillRecord))] == []) == fits
