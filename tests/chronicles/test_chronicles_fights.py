"""Attacks where everybody stands on a space of the house board (ATK-1, ATK-6, ATK-8, BRD-7 to BRD-9)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.model.core.contract import Json
from companion.model.games.chronicles import SYSTEM
from companion.model.games.chronicles.rules import events as e
from companion.model.games.chronicles.state.state import State, replace

from .tables import (
    active,
    begun,
    changed,
    choose,
    demon,
    dice_of,
    done,
    figure,
    known,
    laid,
    offered,
    oni_acts,
    refused,
    rolled,
)

TWO = known(2)
FOUR = known(4)
Cells = dict[str, tuple[int, int]]


def standing(state: State, at: Cells) -> dict[str, Json]:
    """The fields of a board on which these figures stand, and nobody else."""
    fields: dict[str, Json] = {"options.places": "spaces"}
    for one in state.figures:
        if one.id not in at and one.group != "hero":
            fields[f"figures.{one.id}"] = None
    return {**fields, **{f"figures.{id}.at": list(cell) for id, cell in at.items()}}


def placed(state: State, at: Cells, seat: str = "h1", fields: dict[str, Json] | None = None) -> State:
    """A hero's activation with these figures on the board; heroes not named stand far away."""
    spare = iter([(17, 5), (17, 4), (17, 3), (17, 2)])
    far = {one: next(spare) for one in state.in_play if one not in at}
    return active(state, seat, {**standing(state, {**far, **at}), **(fields or {})})


def oni_turn(state: State, at: Cells, id: str, fields: dict[str, Json] | None = None) -> State:
    """The turn of a figure of the Oni, the only one of its side that can act."""
    spare = iter([(17, 5), (17, 4), (17, 3), (17, 2)])
    far = {one: next(spare) for one in state.in_play if one not in at}
    alert = {"oni.alert": True, "memoirs.house:alert": {"colour": "red"}}
    return choose(oni_acts(state, {**standing(state, {**far, **at}), **alert, **(fields or {})}), f"figure:{id}", "oni")


def attacks(state: State, seat: str = "h1") -> set[str]:
    return {text for text in offered(state, seat) if text.split(":")[0] in ("attack", "shoot")}


def hits(state: State, text: str, seat: str = "h1", face: int = 2) -> State:
    """An attack all of whose dice show this."""
    state = choose(state, text, seat)
    return rolled(state, *([face] * len(dice_of(state))))


# whom -----------------------------------------------------------------------------------------------------------------


def test_ATK_1_melee_goes_to_adjacent_spaces_whatever_the_zone() -> None:
    at: Cells = {"h1": (2, 3), "ashigaru-1": (3, 2), "ashigaru-2": (1, 3), "ashigaru-3": (4, 3), "yurei-1": (2, 5)}
    assert attacks(placed(TWO, at)) == {"attack:ashigaru-1", "attack:ashigaru-2"}


def test_ATK_1_an_open_door_joins_what_a_wall_parts() -> None:
    """Worked example 11."""
    at: Cells = {"h1": (5, 2), "ashigaru-1": (6, 2), "ashigaru-2": (6, 1), "ashigaru-3": (6, 3)}
    state = placed(TWO, at)
    assert attacks(state) == {"attack:ashigaru-1"}
    assert refused(state, "attack:ashigaru-2", "h1") == "BRD-9"
    grazed = placed(TWO, at, fields={"options.wall_ends": "graze"})
    assert attacks(grazed) == {f"attack:ashigaru-{n}" for n in (1, 2, 3)}


def test_ATK_1_a_refusal_says_what_is_possible_instead() -> None:
    four: Cells = {"h4": (0, 2), "ashigaru-1": (4, 2), "ashigaru-2": (0, 5)}
    needle = laid(FOUR, "h4", left="house:setsuka-2")
    state = placed(FOUR, four, "h4", needle)
    refusal = SYSTEM.check(state, SYSTEM.option_by(state, "attack:ashigaru-1", "h4"))
    assert refusal is not None
    assert refusal.rule == "ATK-1"
    assert "Shoot" in str(refusal.why.key)
    assert dict(refusal.why.args)["attacker"] != "h4"


def test_ATK_1_without_a_place_the_table_sees_it() -> None:
    state = active(TWO, "h1", {"options.places": "spaces", "figures.h1.at": [1, 1], "figures.ashigaru-1.at": [5, 5]})
    assert "attack:ashigaru-1" not in offered(state, "h1")
    assert "attack:ashigaru-2" in offered(state, "h1")


def test_TAB_4_with_zones_adjacency_is_asked_of_the_table() -> None:
    zones = {"options.places": "zones", "figures.h1.at": "T1.a", "figures.ashigaru-1.at": "T6.c"}
    assert "attack:ashigaru-1" in offered(active(TWO, "h1", zones), "h1")


def test_ATK_1_reach_goes_to_whom_it_sees_in_its_own_zone() -> None:
    """The Ashigaru's power; the wall (2,1)E parts the middle of T1.a from T1.b."""
    at: Cells = {"ashigaru-1": (0, 0), "h1": (2, 2), "h2": (4, 2)}
    state = oni_turn(TWO, at, "ashigaru-1")
    assert attacks(state, "oni") == {"attack:h1"}
    assert refused(state, "attack:h2", "oni") == "ATK-1"


def test_BRD_8_a_shot_needs_a_line_of_fire() -> None:
    """Worked example 12."""
    needle = laid(FOUR, "h4", left="house:setsuka-2")
    open_: Cells = {"h4": (0, 2), "ashigaru-1": (4, 2), "h1": (3, 2)}
    assert "shoot:ashigaru-1" in offered(placed(FOUR, open_, "h4", needle), "h4")
    state = placed(FOUR, {**open_, "h1": (0, 5), "ashigaru-2": (3, 2)}, "h4", needle)
    assert refused(state, "shoot:ashigaru-1", "h4") == "BRD-8"
    walled = placed(FOUR, {"h4": (0, 1), "ashigaru-1": (4, 1)}, "h4", needle)
    assert refused(walled, "shoot:ashigaru-1", "h4") == "BRD-7"
    door = placed(FOUR, {"h4": (4, 2), "ashigaru-1": (8, 2)}, "h4", needle)
    assert "shoot:ashigaru-1" in offered(door, "h4")
    assert refused(placed(TWO, {"h1": (0, 2), "ashigaru-1": (4, 2)}), "shoot:ashigaru-1", "h1") == "ATK-1"


def test_BRD_8_two_opponents_beside_a_corner_block_it() -> None:
    needle = laid(FOUR, "h4", left="house:setsuka-2")
    at: Cells = {"h4": (3, 3), "yurei-1": (5, 5), "ashigaru-1": (4, 3), "ashigaru-2": (3, 4)}
    assert refused(placed(FOUR, at, "h4", needle), "shoot:yurei-1", "h4") == "BRD-8"
    one = {id: cell for id, cell in at.items() if id != "ashigaru-2"}
    assert "shoot:yurei-1" in offered(placed(FOUR, one, "h4", needle), "h4")
    assert refused(placed(FOUR, {**one, "ashigaru-1": (4, 4)}, "h4", needle), "shoot:yurei-1", "h4") == "BRD-8"


def test_ATK_1_an_adjacent_opponent_may_be_shot() -> None:
    needle = laid(FOUR, "h4", left="house:setsuka-2")
    state = placed(FOUR, {"h4": (1, 1), "ashigaru-1": (2, 2)}, "h4", needle)
    assert attacks(state, "h4") == {"attack:ashigaru-1", "shoot:ashigaru-1"}


def test_ATK_8_figures_attack_opponents_only() -> None:
    state = placed(TWO, {"h1": (1, 1), "h2": (2, 2), "ashigaru-1": (0, 0)})
    assert refused(state, "attack:h2", "h1") == "ATK-8"


# the push -------------------------------------------------------------------------------------------------------------


PUSHED = {"h1": (1, 1), "hiroji-san-1": (2, 2)}


def test_ATK_6_a_target_that_was_hit_goes_to_a_free_space_adjacent_to_the_attacker() -> None:
    state = hits(placed(TWO, {**PUSHED, "ashigaru-1": (0, 0), "h2": (1, 0)}), "attack:hiroji-san-1")
    assert offered(state, "h1") == {
        "push:2,0", "push:0,1", "push:2,1", "push:0,2", "push:1,2", "leave",
    }  # fmt: skip
    assert figure(state, "hiroji-san-1").damage == 1
    applied = done(state, "push:0,2", "h1")
    assert applied.events[-1] == e.FigurePushed("hiroji-san-1", (0, 2))
    assert figure(applied.state, "hiroji-san-1").at == (0, 2)
    assert not applied.state.frames
    stays = choose(state, "leave", "h1")
    assert figure(stays, "hiroji-san-1").at == (2, 2)
    assert refused(state, "push:5,5", "h1") == "ATK-6"


def test_ATK_6_walls_part_the_attacker_from_a_space() -> None:
    """(3,1) and (3,2) lie behind the wall (2,1)E or touch its end."""
    state = hits(placed(TWO, {"h1": (2, 1), "hiroji-san-1": (1, 1)}), "attack:hiroji-san-1")
    assert offered(state, "h1") == {"push:1,0", "push:2,0", "push:1,2", "push:2,2", "leave"}


def test_ATK_6_heroes_are_not_pushed_onto_a_reinforcement_space() -> None:
    """BRD-3: (0,6) is one; a token’s space is taken (BRD-11); (1,5) lies behind the door."""
    at: Cells = {"ashigaru-1": (1, 6), "h1": (2, 7)}
    token = {"tokens": [{"id": "host-1", "type": "host", "at": [1, 7], "card": "house:captain"}]}
    state = oni_turn(TWO, at, "ashigaru-1", token)
    state = hits(state, "attack:h1", "oni")
    assert offered(state, "oni") == {"push:1,5", "push:2,6", "push:0,7", "leave"}


def test_ATK_6_no_push_after_a_miss_unless_the_table_wants_it() -> None:
    missed = hits(placed(TWO, PUSHED), "attack:hiroji-san-1", face=0)
    assert not missed.frames
    anyhow = hits(placed(TWO, PUSHED, fields={"options.push_on": "any"}), "attack:hiroji-san-1", face=0)
    assert "push:0,0" in offered(anyhow, "h1")


def test_ATK_6_who_was_removed_is_not_pushed() -> None:
    state = hits(placed(TWO, {"h1": (1, 1), "ashigaru-1": (2, 2)}), "attack:ashigaru-1")
    assert state.figure("ashigaru-1") is None
    assert not state.frames


def test_ATK_6_who_was_hit_from_afar_is_not_pulled() -> None:
    at: Cells = {"ashigaru-1": (0, 0), "h1": (2, 2), "h2": (17, 5)}
    state = oni_turn(TWO, at, "ashigaru-1")
    state = hits(state, "attack:h1", "oni")
    assert figure(state, "h1").damage == 1
    assert "leave" not in offered(state, "oni")


def test_ATK_6_who_stands_firm_and_whoever_is_shot_is_not_pushed() -> None:
    at: Cells = {"ashigaru-1": (1, 1), "h2": (2, 2)}
    state = oni_turn(TWO, at, "ashigaru-1")
    assert "leave" not in offered(hits(state, "attack:h2", "oni"), "oni")
    needle = laid(FOUR, "h4", left="house:setsuka-2")
    shot = placed(FOUR, {"h4": (1, 1), "hiroji-san-1": (2, 2)}, "h4", needle)
    assert not hits(shot, "shoot:hiroji-san-1", "h4").frames


def test_ATK_6_with_zones_nothing_is_asked() -> None:
    zones = {"options.places": "zones", "figures.h1.at": "T1.a", "figures.hiroji-san-1.at": "T1.a"}
    assert not hits(active(TWO, "h1", zones), "attack:hiroji-san-1").frames


def test_ATK_2_riders_come_after_the_push() -> None:
    """A poisoned pin; the status is given when the target stands where it was pushed."""
    pin = laid(FOUR, "h4", left="house:setsuka-6")
    state = placed(FOUR, {"h4": (1, 1), "hiroji-san-1": (2, 2)}, "h4", pin)
    state = hits(state, "attack:hiroji-san-1", "h4")
    assert not figure(state, "hiroji-san-1").statuses
    after = choose(state, "push:0,0", "h4")
    assert [one.kind for one in figure(after, "hiroji-san-1").statuses] == ["poisoned"]


# guards that a card lets act ------------------------------------------------------------------------------------------


def test_ATK_8_guards_of_a_card_attack_whom_it_names_on_adjacent_spaces() -> None:
    """Daimyo's also guards; whoever played the card says where the target is pushed."""
    at: Cells = {"h1": (1, 1), "ashigaru-1": (2, 2), "ashigaru-2": (1, 0), "yurei-1": (3, 3), "ninja-1": (5, 5)}
    frame = {"type": "guards", "seat": "h1", "left": 0, "at": ["guards"], "done": ["ashigaru-1"],
             "figure": "ashigaru-1", "actions": 2}  # fmt: skip
    far = {one: (17, n) for n, one in enumerate(FOUR.in_play) if one != "h1"}
    state = active(FOUR, "h1", {**standing(FOUR, {**far, **at}), "frames": [frame]})
    assert attacks(state) == {"attack:ashigaru-2", "attack:yurei-1"}
    assert refused(state, "attack:h2", "h1") == "ATK-8"
    assert refused(state, "attack:ninja-1", "h1") == "ATK-1"
    card = {"card": "house:hiroji-san", "group": "guard", "at": [1, 1]}
    state = hits(changed(state, {"figures.h1.at": [16, 0], "figures.hiroji-san-1": card}), "attack:hiroji-san-1")
    assert "leave" in offered(state, "h1")


# the final combat -----------------------------------------------------------------------------------------------------


def test_FIN_5_the_demon_escapes_wherever_it_stands() -> None:
    """Once a hero is out; it is no attack, nor does anybody have to be near."""
    card = {"card": "house:oni-of-the-ashes", "group": "creature", "at": [0, 0]}
    fields = {**demon(TWO, "house:ashes"), "figures.oni-of-the-ashes-1": card}
    state = oni_turn(TWO, {}, "oni-of-the-ashes-1", fields)
    assert attacks(state, "oni") == set()
    assert refused(state, "escape", "oni") == "FIN-5"
    freed = replace(state, oni=replace(state.oni, out_since=True))
    gone = done(freed, "escape", "oni")
    assert gone.state.oni.demon == "escaped"
    assert gone.state.figure("oni-of-the-ashes-1") is None


# queries --------------------------------------------------------------------------------------------------------------


def ask(state: State, name: str, **params: Any) -> Any:
    return SYSTEM.queries[name](state, params)


def test_POS_2_sight_tells_what_is_in_the_way() -> None:
    state = placed(TWO, {"h1": (0, 2), "ashigaru-1": (4, 2)})
    assert ask(state, "sight", **{"from": [0, 2], "to": [4, 2]}) == {"blocked": False, "by": None}
    wall = {"kind": "side", "at": [2, 1], "side": "E", "figure": None}
    assert ask(state, "sight", **{"from": [0, 1], "to": [4, 1]}) == {"blocked": True, "by": wall}
    assert ask(state, "sight", **{"from": [5, 2], "to": [6, 1]})["by"]["kind"] == "corner"


def test_POS_2_fire_names_the_opponent_in_the_way() -> None:
    state = placed(TWO, {"h1": (0, 2), "ashigaru-1": (4, 2), "yurei-1": (3, 2)})
    by = {"kind": "cell", "at": [3, 2], "side": None, "figure": "yurei-1"}
    assert ask(state, "fire", id="h1", target="ashigaru-1") == {"legal": False, "rule": "BRD-8", "by": by}
    assert ask(state, "fire", id="h1", target="yurei-1") == {"legal": True, "rule": None, "by": None}
    assert ask(state, "fire", id="h1", target="h2")["rule"] == "ATK-8"
    walled = placed(TWO, {"h1": (0, 1), "ashigaru-1": (4, 1)})
    assert ask(walled, "fire", id="h1", target="ashigaru-1")["rule"] == "BRD-7"
    assert ask(begun(2), "fire", id="h1", target="ashigaru-1") == {"legal": None, "rule": None, "by": None}


@pytest.mark.parametrize(("target", "rule"), [("ashigaru-1", None), ("ashigaru-2", "ATK-1"), ("ashigaru-3", "BRD-9")])
def test_POS_2_an_attack_names_the_rule_against_it(target: str, rule: str | None) -> None:
    at: Cells = {"h1": (2, 0), "ashigaru-1": (1, 0), "ashigaru-2": (0, 5), "ashigaru-3": (3, 0)}
    found = ask(placed(TWO, at), "attack", id="h1", target=target)
    assert (found["legal"], found["rule"]) == (rule is None, rule)
    assert (found["combat"], found["action"], found["defense"]) == (3, 1, 3)
