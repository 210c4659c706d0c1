"""SKL-3: what a card promises it keeps: no chain without end, no bonus lost or left over, nothing left undone."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from companion.model.bots import Greedy
from companion.model.core.contract import Choice, Json
from companion.model.core.refusal import RuleBroken
from companion.model.core.session import Session
from companion.model.games.asagiri.skills.record import SkillRecord, catching, problems
from companion.model.games.asagiri.state import record_kinds
from companion.model.games.asagiri.state.state import State
from tests.effects.trees import do, on, plus, who

from .table import CONTENT, SYSTEM, Table
from .test_skills_numbers import FLOOR, after, does, duel, totals, with_skills

NEAR = {"of": "friends", "within": 2}
SELF = {"of": "self"}


def fall(state: str, whom: Json = SELF) -> Json:
    return {"type": "become", "state": state, "who": whom}


def read_again(state: State) -> State:
    """The state as it comes back from a file: the same."""
    found = SYSTEM.decode(SYSTEM.encode(state), CONTENT)
    assert found == state
    return found


# cards that fell each other ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("state", ["shaken", "disabled"])
def test_skl_3_who_is_about_to_fall_is_not_made_to_fall_again(state: str) -> None:
    """Neighbours that fall with each other, and an enemy that falls with whoever fells it."""
    with_me = does("with-me", [state], fall(state, NEAR), fall(state, {"of": "enemies", "within": 1}))
    people = {"a2": "3,6N", "a3": "6,6N", "a4": "0,8N", "b2": "8,0S"}
    table = duel(with_skills(with_me), with_skills(with_me), people=people, a2=with_skills(with_me))
    fought = after(table, 1, 4 if state == "shaken" else 6)
    while fought.can("retreat"):
        fought.do("retreat", at=fought.can("retreat")[0]["at"])
    assert [fought.person(one)["state"] for one in ("a1", "a2", "a3", "b1")] == [state] * 4


def test_skl_1_a_chain_without_end_is_refused_whole_and_names_the_skill() -> None:
    """Each of two gets away and passes it on to the other."""
    pass_on = with_skills(does("pass-on", ["shaken"], {"type": "prevent", "what": ["shaken"]}, fall("shaken", NEAR)))
    table = Table(FLOOR, {"a1": "4,5N", "a2": "5,6N", "b1": "4,4S"}, a1=pass_on, a2=pass_on)
    table.do("activate", character="a1").walk([4, 6])
    pending = SYSTEM.pending(table.state)
    end = next(option for option in pending.options if option.kind == "end_movement")
    refused = SYSTEM.check(table.state, end)
    assert refused is not None and refused.rule == "SKL-1" and "skill" in dict(refused.why.args)
    session = Session.load(SYSTEM, SYSTEM.encode(table.state), CONTENT)
    before = session.state
    with pytest.raises(RuleBroken):
        session.choose(end)
    assert session.state == before and session.cursor == 0


@pytest.mark.parametrize(
    ("tree", "sure"),
    [
        (on("shaken", do("prevent", what=["shaken"]), do("become", state="shaken", who=who())), True),
        (on("disabled", do("return", card="test:oni"), do("become", state="disabled", who=who("all"))), True),
        (on("disabled", do("prevent", what=["disabled"]), do("become", state="shaken", who=who())), True),
        (on("willpower", do("test", who=who(), failed=[do("turn")])), True),
        (on("shaken", do("prevent", what=["shaken"]), do("become", state="shaken", who=who("friends"))), False),
        (on("test", do("test", stat="attack", failed=[do("turn")])), False),
    ],
)  # fmt: skip
def test_the_checker_tells_what_never_ends(tree: Json, sure: bool) -> None:
    def skill(**more: Json) -> SkillRecord:
        return msgspec.convert({"id": "test:x", "name": {"en": "x"}, **tree, **more}, SkillRecord)

    told = [*problems(skill())], [*catching(skill())]
    assert [len(found) for found in told] == ([1, 0] if sure else [0, 1])
    assert told[not sure][0].pointer == f"/effects/{len(skill().effects) - 1}"
    assert not [*problems(skill(once="turn")), *catching(skill(once="turn"))]


# as often as it says, as long as it says -----------------------------------------------------------------------------


def test_skl_1_what_just_holds_holds_as_often_as_it_says() -> None:
    """Once a turn: in the first fight, all through it, and in no second one."""
    once = does("once", ["attack"], {"type": "bonus", "to": "attack", "amount": 2}, once="turn")
    table = duel(with_skills(once), people={"b2": "3,4N", "b3": "5,4N"})
    table.state = read_again(table.do("attack", target="b1").state)
    assert totals(table.passing().roll(3, 1)) == (9, 5)
    again = does("again", ["activation"], {"type": "strike", "who": {"of": "enemies", "controlled": True}}, action=True)
    table = duel(with_skills(once, again), people={"b2": "3,4S"}).do("use_skill", skill="test:again")
    first = totals(table.passing().roll(1, 1))
    table.passing()
    while table.can("retreat"):
        table.do("retreat", at=table.can("retreat")[0]["at"])
    table.passing()
    while table.can("face"):
        table.do("face", facing=table.can("face")[0]["facing"])
    assert (first, totals(table.passing().roll(1, 1))) == ((7, 6), (5, 5))


def test_skl_1_what_cannot_be_counted_is_not_accepted() -> None:
    for window, effect in (("movement", plus("movement")), ("shot", plus("range")), ("always", plus("attack"))):
        made = msgspec.convert({"id": "test:x", "name": {"en": "x"}, **on(window, effect, once="turn")}, SkillRecord)
        assert "/once" in [problem.pointer for problem in problems(made)]


def test_skl_3_for_the_use_ends_with_the_fight() -> None:
    """Given in the middle of a fight by a choice, after a test, or when losing: the next fight knows nothing of it."""
    more = {"type": "bonus", "to": "attack", "amount": 2}
    either = does("either", ["attack"], {"type": "either", "ways": [[more], [{"type": "turn"}]]})
    tested = does("tested", ["attack"], {"type": "test", "failed": [more], "passed": [more]})
    kept = does("kept", ["losing"], {"type": "prevent", "what": ["shaken", "retreat"]})
    for skill, faces in ((either, (1, 1)), (tested, (1, 1)), (kept, (1, 4))):
        table = duel(with_skills(skill)).do("attack", target="b1")
        if skill is either:
            table.do("way", way=0)
            table.state = read_again(table.state)
        elif skill is tested:
            table.passing().roll(6)
            table.state = read_again(table.state)
        table.passing().roll(*faces)
        assert totals(table)[0] == 4 + faces[0] + (0 if skill is kept else 2)
        assert table.person("a1")["state"] == "vigilant"
        assert table.person("a1")["at"] == [4, 5]
        while table.can("retreat"):
            table.do("retreat", at=table.can("retreat")[0]["at"])
        assert table.state.figures[0].lasting == () and table.state.frames == ()


def test_skl_3_what_is_paid_for_holds_although_the_card_turns() -> None:
    """A test in the middle of the fight shakes the attacker; what the vigilant face has announced still counts."""
    strong = does("strong", ["attack"], {"type": "bonus", "to": "attack", "amount": 2}, element="fire")
    stare = does("stare", ["defense"], {"type": "test", "failed": [fall("shaken", {"of": "opponent"})]})
    a1: Json = {"vigilant": {"attack": 4, "defense": 4, "movement": 5, "willpower": 4, "skills": [strong]}}
    table = duel(a1, with_skills(stare), pool=("fire",)).do("attack", target="b1")
    table.do("use_skill", skill="test:strong").passing().roll(6)
    assert table.person("a1")["state"] == "shaken"
    assert totals(table.passing().roll(1, 1)) == (3 + 2 + 1, 5)


def test_mov_1_movement_that_is_switched_on_before_the_first_step_counts() -> None:
    swift = does("swift", ["always"], {"type": "bonus", "to": "movement", "amount": 2},
                 conditions=[{"type": "there", "of": {"of": "self", "token": "oath"}}])  # fmt: skip
    swear = does("swear", ["activation"], {"type": "token", "name": "oath"}, optional=True)
    table = Table(FLOOR, {"a1": "4,5N", "b1": "0,0S"}, a1=with_skills(swift, swear)).do("activate", character="a1")

    def points() -> int:
        assert table.state.active is not None
        return table.state.active.points

    assert points() == 5
    table.do("use_skill", skill="test:swear")
    assert points() == 7
    table.state = read_again(table.state)
    late = Table(FLOOR, {"a1": "4,5N", "b1": "0,0S"}, a1=with_skills(swift, swear)).do("activate", character="a1")
    late.walk([4, 4]).do("use_skill", skill="test:swear")
    assert late.state.active is not None and late.state.active.points == 4, "a movement keeps what it began with"


# dice that count as others -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("stat", ["willpower", "attack"])
def test_sta_3_a_die_that_counts_as_another_counts_so_in_a_test(stat: str) -> None:
    window = "willpower" if stat == "willpower" else "test"
    calm = does("calm", [window], {"type": "set", "to": "die", "amount": 1})
    ask = does("ask", ["activation"], {"type": "test", "stat": stat, "who": {"of": "enemies"},
                                       "failed": [fall("disabled", {"of": "opponent"})]}, action=True)  # fmt: skip
    for b1, state in ((with_skills(calm), "vigilant"), ({}, "disabled")):
        table = duel(with_skills(ask), b1, people={"b2": "0,0S"}).do("use_skill", skill="test:ask")
        while table.person("b1")["state"] == "vigilant" and not table.can("attack"):
            table.passing()
            if not hasattr(table.pending, "dice"):
                break
            table.roll(6)
        assert table.person("b1")["state"] == state


def test_skl_1_automatic_skills_speak_of_a_test() -> None:
    brace = does("brace", ["willpower"], {"type": "turn"}, fall("vigilant"))
    table = Table(FLOOR, {"a1": "4,5N!", "b1": "0,0S"}, a1=with_skills(brace)).do("activate", character="a1")
    table.do("test_willpower")
    assert table.do("face", facing="E").person("a1")["state"] == "vigilant"


# where somebody stood ------------------------------------------------------------------------------------------------


def test_skl_3_a_sacrifice_is_carried_out_to_its_end() -> None:
    """The bearer leaves first; those around where it stood fall, and the steps can be saved on the way."""
    steps = [{"type": "dismiss", "who": SELF}, {"type": "test", "who": {"of": "enemies", "within": 1},
             "failed": [fall("disabled", {"of": "opponent"})]}, fall("disabled", {"of": "enemies", "within": 1}),
             {"type": "push", "who": {"of": "friends", "within": 1}}]  # fmt: skip
    burn = does("burn", ["activation"], *steps, action=True)
    people = {"b2": "5,4S", "b3": "8,0S", "a2": "3,5N"}
    table = duel(with_skills(burn), people=people).do("use_skill", skill="test:burn")
    assert table.person("a1")["at"] is None
    table.state = read_again(table.state)
    table.passing().roll(6).passing().roll(1)
    assert [table.person(one)["state"] for one in ("b1", "b2", "b3")] == ["disabled", "disabled", "vigilant"]
    assert table.person("a2")["at"] == [2, 5]
    assert table.state.frames == () and table.state.active is None


@pytest.mark.parametrize(
    "late",
    [
        {"type": "turn", "who": SELF},
        {"type": "go", "who": SELF},
        {"type": "token", "name": "oath"},
        {"type": "test", "who": SELF, "failed": [fall("disabled", {"of": "enemies", "within": 1})]},
        {"type": "strike", "who": {"of": "enemies", "within": 1}},
        {"type": "swap", "who": {"of": "friends", "choose": 1}},
        {"type": "again", "what": "attack"},
    ],
)
def test_skl_3_what_a_figure_that_has_left_would_do_is_not_done_and_check_says_so(late: Json) -> None:
    near = fall("shaken", {"of": "enemies", "within": 1})
    leave = does("leave", ["activation"], {"type": "dismiss", "who": SELF}, late, near, action=True)
    notes = next(kind for kind in record_kinds.KINDS if kind.id == "skill").notes
    assert [found.pointer for found in notes(msgspec.convert(leave, SkillRecord), CONTENT)] == ["/effects/1"]
    table = duel(with_skills(leave), people={"a2": "3,5N", "b2": "8,0S"}).do("use_skill", skill="test:leave")
    assert table.kinds == ["SkillUsed", "CharacterDismissed", "CharacterShaken"]


def test_skl_3_a_figure_that_has_left_begins_nothing_more() -> None:
    first = does("first", ["activation"], {"type": "dismiss", "who": SELF})
    second = does("second", ["activation"], fall("disabled", {"of": "enemies"}))
    table = duel(with_skills(first, second), people={"a2": "0,8N"})
    assert table.person("b1")["state"] == "vigilant"


def test_skl_3_around_the_opponent_is_where_it_fell() -> None:
    spread = does("spread", ["won"], fall("shaken", {"of": "enemies", "within": 1, "centre": "opponent"}))
    table = after(duel(with_skills(spread), people={"b2": "4,3S", "b3": "0,0S", "b4": "8,8N"}), 6, 1)
    assert [table.person(one)["state"] for one in ("b1", "b2", "b3", "b4")] == [
        "disabled", "shaken", "vigilant", "vigilant"]  # fmt: skip


def test_skl_3_who_has_lost_strikes_back_over_its_own_retreat() -> None:
    riposte = does("riposte", ["lost"], {"type": "strike", "who": {"of": "opponent"}})
    table = after(duel(b=with_skills(riposte)), 2, 1).do("retreat", at=[4, 3])
    while table.can("face"):
        table.do("face", facing=table.can("face")[0]["facing"])
    assert table.kinds[-1] != "CharacterDisabled"
    assert totals(table.passing().roll(6, 1))[0] == 10
    assert table.person("a1")["state"] == "disabled"


def test_skl_3_a_shot_has_a_square_to_follow_to() -> None:
    bow = {"type": "shot", "range": 5, "value": 9, "hit": [{"type": "follow"}]}
    table = Table(FLOOR, {"a1": "4,5N", "b1": "4,2S", "b2": "0,0S"}, a1=with_skills(does("bow", ["shot"], bow)))
    table.do("activate", character="a1").do("shoot", target="b1").passing().roll(6, 1)
    assert [option["at"] for option in table.can("place")] == [[4, 2]]


def test_automatic_players_go_around_a_chain_without_end() -> None:
    pass_on = with_skills(does("pass-on", ["shaken"], {"type": "prevent", "what": ["shaken"]}, fall("shaken", NEAR)))
    table = Table(FLOOR, {"a1": "4,5N", "a2": "5,6N", "b1": "4,4S"}, a1=pass_on, a2=pass_on)
    state = table.do("activate", character="a1").walk([4, 6]).state
    choice = SYSTEM.pending(state)
    assert isinstance(choice, Choice)
    chosen = Greedy().think(SYSTEM, state, choice, Random(1)).option
    assert SYSTEM.check(state, chosen) is None


AGAIN = does("again", ["activation"], {"type": "test", "who": {"of": "self"}, "to_recover": True}, optional=True)


def shaken(foe: str = "4,0S", *more: Json) -> Table:
    cards = {"a1": with_skills(AGAIN, *more), "b1": with_skills()}
    return Table(FLOOR, {"a1": "4,5N!", "b1": foe}, **cards).do("activate", character="a1")


def test_sta_4_a_test_to_become_vigilant_through_a_skill_is_one() -> None:
    """It takes no action, and what speaks of such tests speaks of it."""
    calm = does("calm", ["willpower"], {"type": "bonus", "to": "willpower", "amount": 2},
                conditions=[{"type": "of_test", "why": "vigilant"}])  # fmt: skip
    table = shaken("4,0S", calm).do("use_skill", skill="test:again").roll(5)
    assert table.person("a1")["state"] == "vigilant" and not table.can("test_willpower")
    failed = shaken().do("use_skill", skill="test:again").roll(5)
    assert failed.person("a1")["state"] == "shaken" and failed.can("test_willpower")


def test_sta_4_it_is_not_made_where_no_such_test_is() -> None:
    oath = does("oath", ["always"], {"type": "forbid", "what": ["test"]})
    assert not shaken("4,4S").can("use_skill"), "in an enemy control zone"
    assert not shaken("4,0S", oath).can("use_skill")
    assert not duel(with_skills(AGAIN)).can("use_skill"), "while vigilant"
