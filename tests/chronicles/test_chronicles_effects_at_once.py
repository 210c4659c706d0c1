"""Effects that do one thing and are over (FX-5): shields, cures, a token that moves, healing forbidden."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from companion.model.core.contract import Json, Roll
from companion.model.games.chronicles import SYSTEM
from companion.model.games.chronicles.box import effects as fx
from companion.model.games.chronicles.rules import damage
from companion.model.games.chronicles.rules.transition import Transition
from companion.model.games.chronicles.state.state import State, replace

from .tables import active, changed, choose, chosen, demon, figure, known, offered, oni_acts, turn_ends

TWO = known(2)


def saying(state: State, kind: str, id: str, *effects: Json) -> State:
    """The same table with a card that says something else."""
    box = state.table.box
    records: dict[str, Any] = getattr(box, kind)
    name = "powers" if kind in ("heroes", "sheets") else "effects"
    said = tuple([msgspec.convert(one, fx.AnyEffect) for one in effects])
    changed_ = replace(box, **{kind: {**records, id: replace(records[id], **{name: said})}})
    return replace(state, table=replace(state.table, box=changed_))


def hurt(state: State, id: str, n: int = 1) -> State:
    t = Transition(state)
    damage.damage(t, id, n)
    return t.now


def test_FX_5_a_shield_ignores_the_next_damage_of_the_turn_once() -> None:
    state = saying(changed(TWO, {"stage": "techniques", "order": {"cards": ["h1", "h2"], "turned": 0},
                                 "heroes.h1.plan": {"right": "house:okko-1", "ready": True},
                                 "heroes.h1.hand": list(TWO.hero("h1").hand[1:]),
                                 "heroes.h2.plan": {"right": "house:noburo-1", "ready": True},
                                 "heroes.h2.hand": list(TWO.hero("h2").hand[1:])}),
                   "heroes", "house:okko", {"do": "shield"})  # fmt: skip
    assert figure(hurt(state, "h1"), "h1").damage == 1, "it holds from the reveal on"
    state = choose(state, "techniques_done", "oni")
    once = hurt(state, "h1", 3)
    assert figure(once, "h1").damage == 0
    assert figure(hurt(once, "h1"), "h1").damage == 1
    assert figure(hurt(state, "h2"), "h2").damage == 1


def test_FX_5_a_shield_of_a_card_that_is_used_lasts_to_the_end_of_the_turn() -> None:
    state = active(TWO, "h1", {"heroes.h1.hands": {"right": "house:inro"}})
    state = saying(state, "objects", "house:inro", {"do": "shield", "when": "action"})
    used = choose(state, "object:house:inro:0", "h1")
    assert figure(hurt(used, "h1"), "h1").damage == 0
    assert used.hero("h1").actions == 2
    assert not turn_ends(used, step=9).now.in_force


@pytest.mark.parametrize("named", ["stunned", None])
def test_FX_5_cure_removes_the_status_named_or_one_of_its_player_s_choice(named: str | None) -> None:
    both = {"figures.h1.statuses": [{"kind": "stunned"}, {"kind": "poisoned"}], "hosts_in_hand": ["house:poet"]}
    cure: dict[str, Json] = {"do": "cure", "whom": {"who": ["hero"], "choose": 1}}
    state = saying(active(TWO, "h2", both), "hosts", "house:poet", {**cure, "status": named} if named else cure)
    state = chosen(state, "h2", "host_card:house:poet", "choose:h1")
    if named is None:
        assert offered(state, "oni") == set(), "it is for who played the card"
        assert {"choose:stunned", "choose:poisoned"} <= offered(state, "h2")
        state = choose(state, "choose:poisoned", "h2")
    assert [one.kind for one in figure(state, "h1").statuses] == (["poisoned"] if named else ["stunned"])


@pytest.mark.parametrize("found", [True, False])
def test_FX_5_no_heal_where_healing_does_nothing(found: bool) -> None:
    """The Tide heals at the end of each turn, unless its nature was found (ACC-4)."""
    fields = {**demon(TWO, "house:tide"), "oni.nature_found": found, "figures.oni-of-the-tide-1.damage": 3}
    after = turn_ends(TWO, fields, step=5).now
    while isinstance(asked := SYSTEM.pending(after), Roll):
        after = SYSTEM.rolled(after, asked.dice[0].kind.faces[:1]).state
    assert figure(after, "oni-of-the-tide-1").damage == (3 if found else 2)


def test_FX_5_shift_moves_one_corruption_token_to_an_adjacent_tile() -> None:
    """*Creeping stain* (COR-3), in whatever turn."""
    fields = {
        "oni.hand": ["house:creeping-stain"], "piles.event": [], "turn": 2, "oni.corruption.track": [4, 6, 8],
        "oni.corruption.board": [{"piece": "T1"}],
    }  # fmt: skip
    state = chosen(oni_acts(TWO, fields), "oni", "activate:house:yurei", "event:house:creeping-stain")
    assert offered(state, "oni") >= {"shift:T1:T2", "shift:T1:T4"}
    assert "shift:T1:T5" not in offered(state, "oni")
    state = choose(state, "shift:T1:T4", "oni")
    assert [one.piece for one in state.oni.corruption] == ["T4"]
    assert not {one for one in offered(state, "oni") if one.startswith("shift")}
