"""Forbidden tiles, and the guards that come (MOV-11)."""

from __future__ import annotations

from typing import Any

import msgspec

from companion.model.core.contract import Json
from companion.model.games.chronicles.insight.chances import attack_chance
from companion.model.games.chronicles.insight.odds import chance_now
from companion.model.games.chronicles.state import frames as f
from companion.model.games.chronicles.state.state import State, replace

from .boards import Places, on_board
from .tables import choose, chosen, dice_of, figure, known, memoirs, offered, rolled, said, thrown

GUARDS = {"ashigaru-1": [16, 4], "ashigaru-2": [13, 4]}
"""The two of T3, the archive."""
SETSUKA = "h4"


def heard(figures: Places = GUARDS, more: dict[str, Json] | None = None, **options: Any) -> State:
    """Setsuka came to (12,4) in the archive, and was heard."""
    state = moved(figures, more, **options)
    assert dice_of(state) == ["test"] * 3
    return rolled(state, 2, 2, 2)


def moved(figures: Places = GUARDS, more: dict[str, Json] | None = None, **options: Any) -> State:
    marked: dict[str, Json] = {f"heroes.{SETSUKA}.marked": "left", **(more or {})}  # the Shuriken
    state = on_board(SETSUKA, {**figures, SETSUKA: [12, 5]}, None, marked, heroes=4, **options)
    return choose(state, "stand:12,4", SETSUKA)  # MOV-1b is a move action, too


def test_example_13_stealth() -> None:
    """Heard, the guards come, and those adjacent attack; no token, no alert, and she keeps her actions."""
    state = moved()
    assert dice_of(state) == ["test"] * 3
    state = rolled(state, 2, 2, 0)  # 4 against Speed 2 + 1
    puts = offered(state, "oni")
    assert {f"deploy:ashigaru-1:{at}" for at in ("12,3", "12,5", "13,5", "17,5")} <= puts
    assert not {f"deploy:ashigaru-1:{at}" for at in ("13,3", "11,4", "13,4", "12,4")} & puts  # no space, T2, taken
    assert "enough" in puts
    state = choose(state, "deploy:ashigaru-1:12,3", "oni")
    assert not {one for one in offered(state, "oni") if one.startswith("deploy:ashigaru-1")}  # each once
    state = choose(state, "enough", "oni")
    assert offered(state, "oni") == {"strike:ashigaru-1", "strike:ashigaru-2"}
    state = choose(state, "strike:ashigaru-2", "oni")
    assert dice_of(state) == ["combat"] * 3
    top = state.frames[-1]
    assert isinstance(top, f.AttackFrame)
    assert top.free
    assert top.defense == 4  # the Shuriken are marked
    assert str(attack_chance(state.table.box, 3, 0, 4)) == "515/1458"
    state = rolled(state, 2, 2, 0)
    assert figure(state, SETSUKA).damage == 1
    state = choose(state, "leave", "oni") if "leave" in offered(state, "oni") else state
    state = rolled(state, 0, 0, 0)  # the other strikes by itself
    assert state.hero(SETSUKA).actions == 2
    assert not state.oni.alert
    assert memoirs(state) == []
    again = choose(state, "stand:12,5", SETSUKA)
    assert dice_of(again) == ["test"] * 3  # her next move there is tested again


def test_example_13_the_chances() -> None:
    state = moved()
    assert str(chance_now(state)) == "189/256"
    okko = choose(on_board("h1", {**GUARDS, "h1": [12, 5]}, heroes=4), "stand:12,4", "h1")
    assert str(chance_now(okko)) == "243/512"


def test_MOV_11_passed_she_goes_on_unseen() -> None:
    state = thrown(moved(), 1, 1, 1)
    assert said(state.events) == ["DiceRolled", "TestResolved"]
    assert "end_activation" in offered(state.state, SETSUKA)


def test_MOV_11_followers_and_passing_through_are_not_tested() -> None:
    state = on_board("h1", {"h1": [17, 0], "tikku": [12, 5], **GUARDS}, heroes=2)
    state = choose(state, "end_activation", "h1")
    assert choose(state, "stand:12,4", "h1").frames[-1:] == (f.FollowerFrame("tikku", 1),)
    state = on_board("h1", {"h1": [11, 4]}, heroes=2)
    state = choose(state, "go:T3.c", "h1")
    assert not isinstance(state.frames[-1], f.TestFrame)  # only where the move is complete


def test_MOV_11_without_guards_nothing_happens() -> None:
    state = rolled(moved({}), 2, 2, 2)
    assert "end_activation" in offered(state, SETSUKA)


def test_MOV_11_only_those_adjacent_attack_wherever_they_stand() -> None:
    """A guard beside her on another tile attacks, too; one left far away does not."""
    far = {"ashigaru-1": [17, 5], "ashigaru-2": [11, 4]}
    state = heard(far)
    assert not {one for one in offered(state, "oni") if one.startswith("deploy:ashigaru-2")}
    state = choose(state, "enough", "oni")
    top = state.frames[-1]
    assert isinstance(top, f.AttackFrame)
    assert top.attacker == "ashigaru-2"


def test_MOV_11_always_fails_without_dice() -> None:
    state = on_board(SETSUKA, {**GUARDS, SETSUKA: [12, 5]}, heroes=4)
    box = state.table.box
    archive = msgspec.structs.replace(box.tiles["house:archive"], forbidden="always")
    strict = replace(box, tiles={**box.tiles, "house:archive": archive})
    state = replace(state, table=replace(state.table, box=strict))
    state = choose(state, "stand:12,4", SETSUKA)
    assert isinstance(state.frames[-1], f.StealthFrame)


def test_MOV_11_a_talent_passes_it() -> None:
    """Shadow step: `pass stealth`."""
    hand = [one for one in known(4).hero(SETSUKA).hand if one != "house:setsuka-5"]
    laid: dict[str, Json] = {f"heroes.{SETSUKA}.plan.left": "house:setsuka-5", f"heroes.{SETSUKA}.hand": hand}
    assert "end_activation" in offered(moved(more=laid), SETSUKA)


def test_MOV_11_pushed_away_she_is_out_of_reach_of_the_next() -> None:
    state = chosen(heard({"ashigaru-1": [12, 3], "ashigaru-2": [13, 5]}), "oni", "enough", "strike:ashigaru-1")
    state = rolled(state, 2, 2, 0)
    state = choose(state, "push:12,2", "oni")
    assert "end_activation" in offered(state, SETSUKA)


def test_MOV_11_in_zones_the_table_sees_who_is_adjacent() -> None:
    figures = {"ashigaru-1": "T3.a", "ashigaru-2": "T6.e", SETSUKA: "T3.c"}
    state = on_board(SETSUKA, figures, heroes=4, depth="zones")
    state = rolled(choose(state, "stand:T3.c", SETSUKA), 2, 2, 2)
    assert offered(state, "oni") == {"deploy:ashigaru-1:T3.b", "deploy:ashigaru-1:T3.c", "enough"}
    state = choose(state, "deploy:ashigaru-1:T3.c", "oni")
    assert offered(state, "oni") == {"strike:ashigaru-1", "enough"}
    assert "end_activation" in offered(choose(state, "enough", "oni"), SETSUKA)


def test_MOV_10_being_put_there_is_no_move() -> None:
    state = on_board("h1", {"h1": [12, 4], "ashigaru-1": [12, 3]}, heroes=2)
    free = f.AttackFrame("ashigaru-1", "h1", "attack", "dice", 3, 0, 3, free=True)
    state = rolled(replace(state, frames=(free,)), 2, 2, 0)
    state = choose(state, next(one for one in sorted(offered(state, "oni")) if one.startswith("push:")), "oni")
    assert "end_activation" in offered(state, "h1")
