"""What can I do with these dice: every stat and skill that they pay for, when, and what each would change."""

from __future__ import annotations

from random import Random

from companion.model.content.library import Library
from companion.model.core.chance import drawn
from companion.model.core.contract import Choice, Over, Roll
from companion.model.core.words import Words
from companion.model.games.asagiri import SYSTEM
from companion.model.games.asagiri.insight.advice import Advice, advice, for_band
from companion.model.games.asagiri.rules import options as o

from .table import Table, open_floor
from .test_skills_numbers import does, with_skills

SAY = Words()
HIT = does("hit", ["attack"], {"type": "bonus", "to": "attack", "amount": 2}, element="tori")
GUARD = does("guard", ["defense"], {"type": "bonus", "to": "defense", "amount": 2}, element="earth")


def table(pool: tuple[str, ...], **more: object) -> Table:
    """a1 stands before b1; a2 is far off."""
    people = {"a1": "2,5N", "a2": "6,7N", "b1": "2,4S", "b2": "7,0S"}
    return Table(open_floor(8, 8), people, pool=pool, a1=with_skills(HIT, GUARD), **more)


def by_name(found: tuple[Advice, ...]) -> dict[str, Advice]:
    return {one.stat or (one.skill.id if one.skill else ""): one for one in found}


def words(one: Advice) -> list[str]:
    return [SAY(change) for change in one.changes]


def test_ins_2_each_stat_says_its_number_before_and_after() -> None:
    found = by_name(advice(table(("fire", "air", "earth", "tori")).state, 0))
    assert words(found["attack"])[0] == "Attack 4 → 5"
    assert "against" in words(found["attack"])[1], "an enemy stands in its control zone"
    assert words(found["movement"])[0] == "Movement 5 → 6"
    before, after = words(found["movement"])[1].removeprefix("reachable squares ").split(" → ")
    assert int(before) < int(after)
    assert words(found["defense"])[0] == "Defense 4 → 5"
    assert found["attack"].when == found["movement"].when == "later", "nobody is active yet"
    assert found["defense"].when == "enemy", "INS-2: earth out of the reserve, in the enemy's phase"


def test_ins_4_skills_say_what_an_attack_would_be_with_them() -> None:
    state = table(("tori",)).state
    found = by_name(advice(state, 0))
    hit = next(one for key, one in found.items() if "hit" in key)
    assert hit.when == "later"
    assert any("4 → 6" in line for line in words(hit)), words(hit)
    guard = next(one for key, one in found.items() if "guard" in key)
    assert guard.when == "never"
    assert guard.refusal is not None
    assert guard.refusal.rule == "INS-4"


def test_a_skill_for_the_enemys_phase_asks_for_a_die_in_reserve() -> None:
    found = by_name(advice(table(("earth",)).state, 0))
    assert next(one for key, one in found.items() if "guard" in key).when == "enemy"


def test_ins_3_ins_8_what_cannot_be_paid_or_is_used_says_why() -> None:
    found = by_name(advice(table(()).state, 0))
    assert {one.when for one in found.values()} == {"never"}
    assert found["attack"].refusal is not None
    assert found["attack"].refusal.rule == "INS-8"
    used = table(("fire", "fire")).do("activate", character="a1").do("attack", target="b1")
    assert by_name(advice(used.state, 0))["attack"].when == "now"
    used.do("use_die", element="fire")
    after = by_name(advice(used.state, 0))["attack"]
    assert after.refusal is not None
    assert after.refusal.rule == "INS-3"


def test_trn_3_who_has_been_activated_has_no_later() -> None:
    state = table(("fire",)).do("activate", character="a1").do("activate", character="a2").state
    found = by_name(advice(state, 0))
    assert found["attack"].when == "never"
    assert found["attack"].refusal is not None
    assert found["attack"].refusal.rule == "TRN-3"


def test_what_is_said_to_be_possible_now_is_offered_and_the_other_way_round() -> None:
    """All through random games: `now` is exactly what can be chosen, and every sentence can be said."""
    rng, seen = Random(11), set()
    for _ in range(2):
        state = SYSTEM.new({"quick": True}, Library.shipped())
        for n in range(900):
            pending = SYSTEM.pending(state)
            if isinstance(pending, Over):
                break
            if isinstance(pending, Roll):
                state = SYSTEM.rolled(state, drawn(pending.dice, rng)).state
                continue
            assert isinstance(pending, Choice)
            if n % 5 == 0:
                band = "AB".index(pending.seat)
                found = for_band(state, band)
                now = {one.option for one in found if one.option is not None}
                assert now <= {*pending.options}
                paid = {one for one in pending.options if isinstance(one, o.UseDie)}
                assert {(one.who, one.element) for one in paid} == {
                    (one.who, one.element) for one in now if isinstance(one, o.UseDie)
                }
                for one in found:
                    assert (one.refusal is not None) == (one.when == "never"), (one.when, one.refusal)
                    seen.add(one.when)
                    assert all(SAY(change) for change in one.changes)
            state = SYSTEM.apply(state, rng.choice(pending.options)).state
    assert seen == {"now", "later", "enemy", "never"}
