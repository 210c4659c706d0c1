"""SKL-3: dice that are used as if they showed another face."""

from __future__ import annotations

import pytest

from companion.model.core.contract import Json

from .table import Table
from .test_skills_numbers import FLOOR, does, duel, totals, with_skills

DANCE = does("dance", ["movement"], {"type": "bonus", "to": "movement", "amount": 3}, element="air")
GUARD = does("guard", ["defense"], {"type": "bonus", "to": "die", "amount": 2}, element="air",
             conditions=[{"type": "from_reserve"}])  # fmt: skip
BOW = does("bow", ["shot"], {"type": "shot", "range": 6, "value": 4}, element="air")


def fox(**more: Json) -> Json:
    return does("fox", ["always"], {"type": "stands_for", "of": "tori", "to": "air", **more})


def test_ins_2_a_die_raises_the_stat_of_the_face_that_it_stands_for() -> None:
    table = duel(with_skills(fox()), pool=("tori", "tori"))
    table.do("use_die", element="tori")
    assert table.walk([4, 6]).state.active.points == 4
    assert not table.can("use_die"), "once a phase (INS-3)"
    assert not duel(pool=("tori",)).can("use_die")


def test_ins_2_in_a_fight_it_counts_as_one_point_under_its_own_name() -> None:
    belly = does("belly", ["always"], {"type": "stands_for", "of": "earth", "to": "fire", "only": "stats"})
    table = duel(with_skills(belly), pool=("earth", "fire")).do("attack", target="b1")
    assert [found["element"] for found in table.can("use_die")] == ["fire", "earth"]
    assert totals(table.do("use_die", element="earth").passing().roll(1, 1)) == (6, 5)


@pytest.mark.parametrize(("only", "skill", "stat"), [(None, 1, 1), ("stats", 0, 1), ("skills", 1, 0)])
def test_ins_4_it_pays_for_skills_of_that_face(only: str | None, skill: int, stat: int) -> None:
    table = duel(with_skills(fox(**({"only": only} if only else {})), DANCE), pool=("tori",))
    assert (len(table.can("use_skill")), len(table.can("use_die"))) == (skill, stat)
    if skill:
        table.do("use_skill", skill="test:dance")
        assert (table.walk([4, 6]).state.active.points, table.state.bands[0].pool) == (6, ())


def test_ins_4_both_faces_at_hand_are_told_apart() -> None:
    table = duel(with_skills(fox(), DANCE), pool=("tori", "air"))
    assert [found.get("from") for found in table.can("use_skill")] == ["pool", None]
    assert table.do("use_skill", origin="pool").state.bands[0].pool == ("tori",)


def test_ins_8_in_the_enemy_phase_it_comes_from_the_reserve() -> None:
    table = Table(FLOOR, {"a1": "4,5N", "b1": "4,4S"}, b1={**with_skills(fox(), GUARD), "reserve": "tori"})
    table.do("activate", character="a1").do("attack", target="b1").do("use_skill", skill="test:guard")
    assert (totals(table.passing().roll(1, 1)), table.person("b1").get("reserve")) == ((5, 7), None)


def test_sht_1_it_pays_for_a_shot() -> None:
    table = duel(with_skills(fox(), BOW), people={"a1": "4,7N"}, pool=("tori",)).do("shoot", target="b1")
    assert totals(table.passing().roll(1, 1)) == (5, 5)
    assert table.state.bands[0].pool == ()


def test_skl_3_it_may_last_and_be_for_others() -> None:
    forms = does("forms", ["activation"], {"type": "stands_for", "of": "tori", "to": "air",
                                           "who": {"of": "friends"}, "lasts": "phase"}, optional=True)  # fmt: skip
    table = duel(with_skills(forms), people={"a2": "8,8N"}, pool=("tori",)).do("use_skill", skill="test:forms")
    assert not table.can("use_die")
    assert table.do("activate", character="a2").can("use_die", element="tori")
