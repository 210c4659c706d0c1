"""What cards do when they are used (FX-1 to FX-5), at a table without places."""

from __future__ import annotations

from typing import Any

from companion.model.core.contract import Json, Roll, options_of
from companion.model.games.chronicles import SYSTEM
from companion.model.games.chronicles.rules import totals
from companion.model.games.chronicles.rules.events import ToBeDone
from companion.model.games.chronicles.state.state import ONI, State
from companion.model.games.chronicles.table import corrections

from .tables import CONTENT, begun, choose, chosen


def situation(heroes: int = 2, **changes: Json) -> State:
    """The first hero's activation in the first turn, plans shown; `changes` by address, dots written ``__``."""
    data: dict[str, Any] = SYSTEM.encode(begun(heroes))
    seats = [f"h{n}" for n in range(1, heroes + 1)]
    data.update(stage="hero", next="h1", order={"cards": seats, "turned": 1})
    data["heroes"]["h1"].update(actions=3, activated=True)
    for at, value in changes.items():
        corrections.put(data, at.replace("__", ".").split("."), value)
    return SYSTEM.decode(data, CONTENT)


def planned(hero: str, card: str, side: str) -> dict[str, Json]:
    """Changes that lay a card."""
    box = begun(2).table.box
    name = {"h1": "okko", "h2": "noburo"}[hero]
    left = [id for id in box.hand_of(f"house:{name}") if id != card]
    return {f"heroes__{hero}__plan": {side: card}, f"heroes__{hero}__hand": left}


def onis(heroes: int = 2, **changes: Json) -> State:
    """The Oni has activated its Yurei, with these event cards in hand."""
    frame = {"type": "oni", "sheet": "house:yurei"}
    yurei = {"card": "house:yurei", "group": "creature"}
    return situation(heroes, **{
        "stage": "oni", "next": "oni", "oni__activated": ["house:yurei"], "frames": [frame], "figures__yurei-1": yurei,
        **changes,
    })  # fmt: skip


def playing(event: str, heroes: int = 2, **changes: Json) -> State:
    """The Oni plays an event card of its hand."""
    first = begun(heroes)
    whole = [*first.piles.event, *first.oni.hand]
    whole.remove(event)
    return choose(onis(heroes, oni__hand=[event], piles__event=whole, **changes), f"event:{event}", ONI)


def test_fx_2_a_talent_heals_a_hero_of_its_players_choice() -> None:
    changes = planned("h1", "house:okko-5", "left")
    state = choose(situation(**changes, figures__h2__damage=2), "talent:house:okko-5:0", "h1")
    assert {SYSTEM.option_id(state, option) for option in options_of(SYSTEM.pending(state))} >= {"choose:h2", "done"}
    state = choose(state, "choose:h2", "h1")
    assert state.figure("h2").damage == 1  # type: ignore[union-attr]
    assert state.hero("h1").actions == 2


def test_fx_5_actions_count_in_the_next_activation_of_the_turn() -> None:
    changes = planned("h1", "house:okko-7", "left")
    state = choose(choose(situation(**changes), "talent:house:okko-7:0", "h1"), "choose:h2", "h1")
    figure = state.figure("h2")
    assert figure is not None
    assert totals.actions_of(state, figure) == 4
    refused = SYSTEM.check(state, SYSTEM.option_by(state, "talent:house:okko-7:0", "h1"))
    assert refused is not None
    assert refused.rule == "CRD-4"  # ACTION ONCE


def test_fx_2_who_was_activated_is_not_inactive() -> None:
    changes = planned("h1", "house:okko-7", "left")
    state = situation(**changes, heroes__h2__activated=True)
    state = choose(state, "talent:house:okko-7:0", "h1")
    assert not state.in_force


def test_atk_4_dice_are_rolled_once_more_before_ki() -> None:
    state = situation(**planned("h1", "house:okko-6", "left"))
    target = next(one.id for one in state.figures if one.card == "house:ashigaru")
    state = choose(state, f"attack:{target}", "h1")
    pending = SYSTEM.pending(state)
    assert isinstance(pending, Roll)
    many = len(pending.dice)
    state = SYSTEM.rolled(state, ("ki", *[0] * (many - 1))).state
    state = choose(state, "reroll:0+1", "h1")
    again = SYSTEM.pending(state)
    assert isinstance(again, Roll)
    assert len(again.dice) == 2
    applied = SYSTEM.rolled(state, (2, 1))
    assert any(event.kind == "AttackResolved" for event in applied.events), "no KI is left to roll"
    kept = SYSTEM.apply(choose_before(state, many), SYSTEM.option_by(state, "keep", "h1")).state
    assert isinstance(SYSTEM.pending(kept), Roll), "the KI is rolled again"


def choose_before(state: State, many: int) -> State:
    """The same attack, its dice on the table again."""
    frame = state.frames[-1]
    data = SYSTEM.encode(state)
    data["frames"][-1].update(again=[], faces=["ki", *[0] * (many - 1)])
    assert frame.rerolls == 2  # type: ignore[union-attr]
    return SYSTEM.decode(data, CONTENT)


def test_obj_9_an_object_is_discarded_for_its_effect() -> None:
    state = situation(heroes__h1__hands={"right": "house:inro"}, heroes__h1__marked="right", figures__h1__damage=3)
    state = choose(choose(state, "object:house:inro:0", "h1"), "choose:h1", "h1")
    assert state.figure("h1").damage == 1  # type: ignore[union-attr]
    assert state.hero("h1").gear.right is None
    assert "house:inro" in state.piles.used_objects


def test_evt_2_damage_of_an_event_on_one_hero() -> None:
    state = choose(playing("house:blood-rite"), "choose:h2", ONI)
    assert state.figure("h2").damage == 1  # type: ignore[union-attr]
    state = chosen(state, ONI, "end_activation")
    assert "house:blood-rite" in state.piles.used_events


def test_fx_3_a_modifier_lasts_to_the_end_of_the_turn() -> None:
    state = choose(playing("house:whispers"), "choose:h2", ONI)
    figure = state.figure("h2")
    assert figure is not None
    assert totals.value(state, figure, "mental") == 0  # Noburo has 2
    assert [one.n for one in totals.reasons(state, figure, "mental")] == [-2]
    assert state.in_force[0].until == "turn"


def test_evt_a_lost_object_is_of_the_onis_choice() -> None:
    state = playing("house:lost-object", heroes__h1__reserve=["house:lantern"])
    state = choose(choose(state, "choose:h1", ONI), "choose:house:lantern", ONI)
    assert state.hero("h1").gear.reserve == ()
    assert state.hero("h1").gear.right == "house:katana"


def test_evt_a_status_is_given() -> None:
    state = choose(playing("house:shackles-of-mist"), "choose:h1", ONI)
    assert [one.kind for one in state.figure("h1").statuses] == ["stunned"]  # type: ignore[union-attr]


def test_evt_a_call_brings_minions_without_paying() -> None:
    before = sum(one.card == "house:ashigaru" for one in begun(2).figures)
    state = choose(playing("house:sudden-guard"), "choose:house:ashigaru", ONI)
    assert sum(one.card == "house:ashigaru" for one in state.figures) == before + 1
    assert not state.oni.hand


def test_evt_iron_discipline_is_on_every_guard() -> None:
    state = playing("house:iron-discipline")
    for figure in state.figures:
        worth = [one.n for one in totals.reasons(state, figure, "defense") if one.source == "house:iron-discipline"]
        assert worth == ([1] if figure.group == "guard" else [])


def test_evt_5_panic_leaves_the_order_to_chance() -> None:
    state = playing("house:panic", heroes=3)
    assert state.order == ("h1", "?", "?")
    state = choose(state, "end_activation", ONI)
    pending = SYSTEM.pending(state)
    assert isinstance(pending, Roll)
    assert set(pending.dice[0].kind.faces) == {"h2", "h3"}
    assert SYSTEM.rolled(state, ("h3",)).state.next == "h3"


def test_fog_forbids_ranged_attacks_of_heroes() -> None:
    fog = {"card": "house:thick-fog", "index": 0, "figures": [], "until": "turn"}
    clear = situation(
        4, next="h4", heroes__h4__hands={"right": "house:shuriken"}, heroes__h4__marked="right",
        heroes__h4__actions=3, heroes__h4__activated=True, order={"cards": ["h4"], "turned": 1},
    )  # fmt: skip
    assert any(option.kind == "shoot" for option in options_of(SYSTEM.pending(clear)))
    data = SYSTEM.encode(clear)
    data["in_force"] = [fog]
    blind = SYSTEM.decode(data, CONTENT)
    assert not any(option.kind == "shoot" for option in options_of(SYSTEM.pending(blind)))


def test_the_daimyos_guards_fight_creatures_and_each_other() -> None:
    """Effect `guards` [P]."""
    state = situation(
        hosts_in_hand=["house:daimyo"], **{"figures__yurei-1": {"card": "house:yurei", "group": "creature"}}
    )
    state = choose(state, "host_card:house:daimyo", "h1")
    guards = [one.id for one in state.figures if one.group == "guard"]
    assert guards
    state = choose(state, f"figure:{guards[0]}", "h1")
    offered = {SYSTEM.option_id(state, option) for option in options_of(SYSTEM.pending(state))}
    assert "attack:yurei-1" in offered
    assert f"attack:{guards[1]}" in offered
    assert not offered & {"attack:h1", "attack:h2"}
    assert not choose(state, "attack:yurei-1", "h1").oni.alert


def test_the_nature_found_weakens_the_demon() -> None:
    """ACC-4: the malus counts from the demon."""
    demon = {"card": "house:oni-of-the-tide", "group": "creature"}
    first = begun(2)
    clues = [first.oni.nature if card == "house:tide" else card for card in first.piles.clue]
    state = situation(
        oni__demon="here",
        oni__demon_since=1,
        oni__nature="house:tide",
        oni__nature_found=True,
        piles__clue=clues,
        **{"figures__oni-of-the-tide-1": demon},
    )
    figure = state.figure("oni-of-the-tide-1")
    assert figure is not None
    assert totals.value(state, figure, "speed") == 2


def test_what_needs_the_board_is_told_to_the_table() -> None:
    """TAB-4 `none`."""
    state = situation(
        **planned("h2", "house:noburo-4", "left"), next="h2", heroes__h2__actions=3, heroes__h2__activated=True,
        heroes__h1__actions=0, order={"cards": ["h1", "h2"], "turned": 2},
    )  # fmt: skip
    applied = SYSTEM.apply(state, SYSTEM.option_by(state, "talent:house:noburo-4:0", "h2"))
    assert any(isinstance(event, ToBeDone) for event in applied.events)


def test_inv_6_a_surprise_strikes_the_hero_who_drew_it() -> None:
    state = situation(frames=[{"type": "draw", "pile": "clue", "left": 1, "seat": "h1"}])
    state = SYSTEM.rolled(state, ("house:a-trap",)).state
    assert state.figure("h1").damage == 1  # type: ignore[union-attr]
