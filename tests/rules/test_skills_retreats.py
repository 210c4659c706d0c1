"""SKL-3, RET-1 to RET-3: what skills make of a retreat, and retreats outside a fight."""

from __future__ import annotations

import pytest

from companion.model.core.contract import Json

from .table import Table
from .test_skills_numbers import FLOOR, after, does, duel, with_skills

MARSH = [*["." * 9] * 3, "hhhhhhhhh", *["." * 9] * 5]
FOE = {"of": "enemies", "controlled": True, "choose": 1}


def palm(rows: list[str] = FLOOR, foe: str = "4,4S", **fields: Json) -> Table:
    card = with_skills(does("palm", ["activation"], {"type": "fall_back", "who": FOE, **fields}, action=True))
    table = Table(rows, {"a1": "4,5N", "b1": foe, "b2": "0,0S"}, a1=card)
    return table.do("activate", character="a1").do("use_skill")


def test_ret_1_a_retreat_outside_a_fight() -> None:
    table = palm()
    assert table.pending.seat == "B"
    assert sorted(option["at"] for option in table.can("retreat")) == [[3, 3], [4, 3], [5, 3]]
    assert table.do("retreat", at=[4, 3]).person("b1")["state"] == "vigilant"
    assert not table.can("attack")
    assert palm(MARSH).do("retreat", at=[4, 3]).person("b1")["state"] == "shaken"
    assert palm(foe="4,4N").do("retreat", at=[3, 5]).person("b1")["facing"] == "N", "nobody turns first"


def test_ret_2_nowhere_to_retreat_to_shakes_and_the_shaken_fall() -> None:
    wall = ["." * 9] * 3 + ["bbbbbbbbb"] + ["." * 9] * 5
    assert palm(wall).person("b1")["state"] == "shaken"
    assert palm(wall, "4,4S!").person("b1")["state"] == "disabled"


def test_ret_1_two_squares_as_the_bearer_chooses() -> None:
    table = palm(squares=2, bearer_chooses=True)
    assert table.pending.seat == "A"
    assert table.do("retreat", at=[3, 3]).do("retreat", at=[3, 2]).person("b1")["at"] == [3, 2]


def test_sta_4_a_retreat_pays_for_another_roll_of_the_test() -> None:
    lesson = does("lesson", ["deployed", "phase_start"],
                  {"type": "gain", "when": ["tested"], "who": {"of": "friends"}, "lasts": "game", "optional": True,
                   "conditions": [{"type": "of_test", "why": "vigilant", "passed": False}],
                   "effects": [{"type": "pay", "price": [{"type": "fall_back", "who": {"of": "self"}}]},
                               {"type": "reroll"}]})  # fmt: skip
    table = Table(FLOOR, {"a1": "8,8N", "a2": "4,5N!", "b1": "0,0S"}, stage="roll", a1=with_skills(lesson))
    table.roll("air", "air", "air", "air").do("activate", character="a2").do("test_willpower").passing().roll(6)
    table.do("use_skill").do("retreat", at=[4, 6]).roll(1)
    assert (table.person("a2")["at"], table.person("a2")["state"]) == ([4, 6], "vigilant")


@pytest.mark.parametrize("window", ["attack", "winning"])
@pytest.mark.parametrize(("length", "edition", "squares"), [(None, 4, 1), (2, 4, 2), (0, 4, 0), (2, 3, 1)])
def test_ret_1_choosing_where_to_leaves_the_length_of_the_retreat(
    window: str, length: int | None, edition: int, squares: int
) -> None:
    """What makes it longer is the winner's, what calls it off the loser's."""
    drive = does("drive", [window], {"type": "retreat", "winner_chooses": True})
    long = does("long", [window], {"type": "retreat", "squares": 2})
    stands = does("stands", ["losing"], {"type": "retreat", "squares": 0})
    winner = with_skills(*([long] if length == 2 else []), drive)
    table = duel(winner, with_skills(*([stands] if length == 0 else [])), root={"edition": edition})
    after(table, 2, 1)
    for left in range(squares):
        assert table.pending.seat == "A"
        table.do("retreat", at=[4, 3 - left])
    assert not table.can("retreat") and table.person("b1")["at"] == [4, 4 - squares]
