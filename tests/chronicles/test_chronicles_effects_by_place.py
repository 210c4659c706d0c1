"""Whom cards reach from where their bearer stands, and what they put elsewhere (FX-2, FX-5, FIG-5)."""

from __future__ import annotations

from typing import Any

from companion.model.core.contract import Json
from companion.model.games.chronicles.box import effects as fx
from companion.model.games.chronicles.rules import play, totals
from companion.model.games.chronicles.rules.transition import Transition
from companion.model.games.chronicles.state import frames as f
from companion.model.games.chronicles.state.state import State, replace

from .boards import Places, fields, moves, on_board
from .tables import choose, chosen, done, figure, known, offered, oni_acts, refused, said

HERO = "h3"
"""Noshin."""


def planned(seat: str, card: str, side: str = "left", heroes: int = 3) -> dict[str, Json]:
    hand = [one for one in known(heroes).hero(seat).hand if one != card]
    return {f"heroes.{seat}.hand": hand, f"heroes.{seat}.plan.{side}": card}


def having(seat: str, item: str) -> dict[str, Json]:
    pile, base = list(known(3).piles.object), list(known(3).hero(seat).gear.reserve)
    if item in base:
        return {}
    pile.remove(item)
    return {f"heroes.{seat}.reserve": [item], "piles.object": pile, "discards.object": base}


def defense(state: State, id: str) -> int:
    return totals.value(state, figure(state, id), "defense")


def test_FX_2_near_reaches_only_whom_the_bearer_is_beside() -> None:
    """Prayer: `heal 1` hero near, choose 1."""
    hurt: dict[str, Json] = {"figures.h1.damage": 1, "figures.h2.damage": 1, **planned(HERO, "house:noshin-6")}
    state = on_board(HERO, {HERO: [1, 1], "h1": [2, 2], "h2": [4, 4]}, None, hurt)
    healed = choose(state, "talent:house:noshin-6:0", HERO)  # one alone: nothing is asked
    assert (figure(healed, "h1").damage, figure(healed, "h2").damage) == (0, 1)
    both = on_board(HERO, {HERO: [1, 1], "h1": [2, 2], "h2": [0, 0]}, None, hurt)
    asked = choose(both, "talent:house:noshin-6:0", HERO)
    assert offered(asked, HERO) == {"choose:h1", "choose:h2"}


def test_FX_2_a_card_that_reaches_nobody_is_not_offered() -> None:
    state = on_board(HERO, {HERO: [1, 1], "h1": [4, 4], "h2": [4, 5]}, None, planned(HERO, "house:noshin-6"))
    assert "talent:house:noshin-6:0" not in offered(state, HERO)
    assert refused(state, "talent:house:noshin-6:0", HERO) == "FX-2"
    moved = choose(state, "go:T1.b", HERO)
    assert "talent:house:noshin-6:0" in offered(chosen(moved, HERO, "go:T1.d", "stand:3,4"), HERO)
    table = on_board(HERO, {}, None, planned(HERO, "house:noshin-6"), depth="none")
    assert "talent:house:noshin-6:0" in offered(table, HERO)


def test_FX_2_no_place_is_asked_of_oneself() -> None:
    """Inro: `heal 2` self or hero near, choose 1."""
    inro: dict[str, Json] = {"figures.h3.damage": 2, "heroes.h3.hands": {"right": "house:inro"}}
    pile = list(known(3).piles.object)
    pile.remove("house:inro")
    state = on_board(HERO, {HERO: [1, 1]}, None, {**inro, "piles.object": pile})
    assert figure(choose(state, "object:house:inro:0", HERO), HERO).damage == 0


def test_FX_3_a_lasting_effect_is_looked_at_at_every_moment() -> None:
    """Bodyguard: `mod defense +1` hero near."""
    plan = planned("h2", "house:noburo-6")
    near = on_board(HERO, {HERO: [1, 1], "h2": [2, 2], "h1": [5, 5]}, None, plan)
    far = on_board(HERO, {HERO: [0, 0], "h2": [2, 2], "h1": [5, 5]}, None, plan)
    assert defense(near, HERO) == defense(far, HERO) + 1
    assert defense(near, "h1") == defense(far, "h1")
    away = chosen(near, HERO, "stand:0,0")
    assert defense(away, HERO) == defense(far, HERO)
    unsure = [one for one in totals.reasons(on_board(HERO, {}, None, plan, depth="none"),
              figure(known(3), HERO), "defense") if one.source == "house:noburo-6"]  # fmt: skip
    assert [one.sure for one in unsure] == [False]


def test_FX_2_what_was_put_in_force_stays_on_those_it_was_put_on() -> None:
    """Scroll of warding: `mod defense +2` heroes and allies of the zone."""
    figures = {HERO: [1, 1], "h1": [2, 2], "h2": [3, 2], "tikku": [0, 0]}
    state = on_board(HERO, figures, None, having(HERO, "house:scroll-of-warding"))
    before = {id: defense(state, id) for id in figures}
    after = choose(state, "object:house:scroll-of-warding:0", HERO)
    assert {id: defense(after, id) - before[id] for id in figures} == {HERO: 2, "h1": 2, "h2": 0, "tikku": 2}
    away = chosen(after, HERO, "go:T1.b", "stand:3,0")
    assert defense(away, HERO) == before[HERO] + 2


def attack(state: State, id: str) -> int:
    return totals.value(state, figure(state, id), "attack")


def test_FIG_5_a_power_over_a_zone_reaches_whom_its_bearer_sees() -> None:
    """Hiroji-San: `mod attack +1` guards of his zone, others."""
    figures = {"hiroji-san-1": [1, 9], "ashigaru-1": [3, 10], "ashigaru-2": [0, 8], "yurei-1": [2, 10]}
    state = on_board(HERO, figures)
    base = totals.base(state, figure(state, "ashigaru-1"), "attack")
    assert base is not None
    assert attack(state, "ashigaru-1") == base + 1
    assert attack(state, "ashigaru-2") == base  # another zone
    assert attack(state, "hiroji-san-1") == totals.base(state, figure(state, "hiroji-san-1"), "attack")
    zones = on_board(HERO, {"hiroji-san-1": "T4.c", "ashigaru-1": "T4.c", "ashigaru-2": "T4.a"}, depth="zones")
    told = {id: totals.reasons(zones, figure(zones, id), "attack") for id in ("ashigaru-1", "ashigaru-2")}
    assert [one.sure for one in told["ashigaru-1"]] == [False]  # only the table sees whether he sees it
    assert not told["ashigaru-2"]


def test_FIG_5_a_wall_inside_a_zone_hides() -> None:
    state = on_board(HERO, {"hiroji-san-1": [0, 10], "ashigaru-1": [2, 10]})
    base = totals.base(state, figure(state, "ashigaru-1"), "attack")
    assert base is not None
    assert attack(state, "ashigaru-1") == base + 1
    room = state.table.box.tiles["house:guardroom"]
    wall = type(room.walls[0])((1, 4), "E")
    box = replace(state.table.box, tiles={**state.table.box.tiles, room.id: replace(room, walls=(*room.walls, wall))})
    walled = replace(state, table=replace(state.table, box=box), layout=replace(state.layout))
    assert attack(walled, "ashigaru-1") == base


def test_FX_4_a_power_of_a_sheet_counts_once_however_many_figures_give_it() -> None:
    """Ashigaru that help all guards of their zone, as no house card has it."""
    state = on_board(HERO, {"ashigaru-1": [1, 9], "ashigaru-2": [2, 9], "hiroji-san-1": [0, 10], "samurai-1": [0, 7]})
    sheets = state.table.box.sheets
    help_ = fx.Mod(stat="attack", n=1, whom=fx.Whom(("guard",), where=("zone",)))
    helpful = replace(sheets["house:ashigaru"], powers=(help_,))
    box = replace(state.table.box, sheets={**sheets, "house:ashigaru": helpful})
    state = replace(state, table=replace(state.table, box=box))
    assert attack(state, "hiroji-san-1") == 5 + 1
    assert attack(state, "ashigaru-1") == 3 + 1 + 1  # Hiroji-San's, too
    assert attack(state, "samurai-1") == 4


def test_FX_2_beside_is_another_figure_of_the_sheet() -> None:
    """Samurai: `mod defense +1` if `beside`."""
    pair = on_board(HERO, {"samurai-1": [1, 9], "samurai-2": [2, 9], "ashigaru-1": [4, 9]})
    alone = on_board(HERO, {"samurai-1": [1, 9], "samurai-2": [4, 9], "ashigaru-1": [2, 9]})
    assert defense(pair, "samurai-1") == defense(alone, "samurai-1") + 1


FLAMES = "house:scroll-of-flames"


def test_FX_2_one_zone_is_picked_when_there_are_several() -> None:
    """Scroll of flames: `damage 1` opponents of one neighbour zone in sight."""
    figures = {HERO: [2, 2], "yurei-1": [3, 2], "hiroji-san-1": [4, 2], "bakemono-1": [2, 3]}
    state = on_board(HERO, figures, None, having(HERO, FLAMES))
    asked = choose(state, f"object:{FLAMES}:0", HERO)
    assert offered(asked, HERO) == {"choose:T1.b", "choose:T1.c"}
    burnt = choose(asked, "choose:T1.c", HERO)
    assert figure(burnt, "bakemono-1").damage == 1
    assert figure(burnt, "hiroji-san-1").damage == 0
    other = choose(asked, "choose:T1.b", HERO)
    assert other.figure("yurei-1") is None
    one = on_board(HERO, {HERO: [2, 2], "bakemono-1": [2, 3], "hiroji-san-1": [1, 2]}, None, having(HERO, FLAMES))
    burnt = choose(one, f"object:{FLAMES}:0", HERO)
    assert (figure(burnt, "bakemono-1").damage, figure(burnt, "hiroji-san-1").damage) == (1, 0)


def test_FX_2_a_lasting_effect_on_one_of_several_zones_is_left_to_the_table() -> None:
    """Nobody has picked the zone of a card that works by lying there."""
    state = on_board(HERO, {HERO: [2, 2], "yurei-1": [3, 2]})
    whom = fx.Whom(("opponent",), where=("neighbour",), one_zone=True)
    source = totals.Source("house:okko", fx.Mod(stat="speed", n=-1, whom=whom), figure(state, HERO))
    assert totals.reaches(state, source, figure(state, "yurei-1")) is None


def test_FX_2_sight_and_inactive() -> None:
    """Standing orders: `actions +1` hero in sight, not yet activated, choose 1."""
    plan = planned("h1", "house:okko-7")
    figures = {"h1": [4, 4], "h2": [5, 5], HERO: [17, 0]}
    state = on_board("h1", figures, None, plan)
    after = choose(state, "talent:house:okko-7:0", "h1")
    assert totals.actions_of(after, figure(after, "h2")) == 4
    assert totals.actions_of(after, figure(after, HERO)) == 3


# events and hosts: from the figure activated -----------------------------------------------------------------------


def event(card: str, figures: Places, tokens: Places | None = None, **more: Json) -> State:
    """The Oni plays an event card while it has one sheet activated."""
    first = known(2)
    whole = [*first.piles.event, *first.oni.hand]
    whole.remove(card)
    frame: Json = {"type": "oni", "sheet": "house:yurei"}
    told = {"oni.activated": ["house:yurei"], "frames": [frame], "oni.hand": [card], "piles.event": whole}
    state = oni_acts(first, {**fields(first, figures, tokens), **told, **more})
    return choose(state, f"event:{card}", "oni")


YUREI = {"yurei-1": [3, 0], "yurei-2": [9, 4], "ashigaru-1": [2, 7]}


def test_FX_2_corrupted_asks_the_tile() -> None:
    """Blood rite: `damage 1` hero on a corrupted tile, choose 1."""
    on_it: dict[str, Json] = {"oni.corruption": {"board": [{"piece": "T1"}], "track": [4, 6, 8]}}
    state = event("house:blood-rite", {**YUREI, "h1": [0, 0], "h2": [9, 0]}, **on_it)
    assert (figure(state, "h1").damage, figure(state, "h2").damage) == (1, 0)
    nobody = event("house:blood-rite", {**YUREI, "h1": [0, 0], "h2": [9, 0]})
    assert (figure(nobody, "h1").damage, figure(nobody, "h2").damage) == (0, 0)


def test_FX_5_place_puts_a_figure_into_a_zone_beside_its_own() -> None:
    """Secret passage: `place` in a neighbouring zone, sheet choose 1; MOV-10, no move."""
    state = event("house:secret-passage", {**YUREI, "h1": [0, 0], "h2": [0, 1], "tikku": [4, 0]})
    assert offered(state, "oni") == {"choose:yurei-1", "choose:yurei-2"}
    state = choose(state, "choose:yurei-1", "oni")
    puts = offered(state, "oni")
    assert {"deploy:yurei-1:0,2", "deploy:yurei-1:5,3"} <= puts  # T1.a, T1.d
    assert not {"deploy:yurei-1:0,0", "deploy:yurei-1:3,1", "deploy:yurei-1:9,4"} & puts
    put = done(state, "deploy:yurei-1:0,2", "oni")
    assert said(put.events)[0] == "FigurePlaced"
    assert figure(put.state, "yurei-1").at == (0, 2)


def test_FX_5_hosts_are_put_into_neighbouring_zones() -> None:
    """Dark influence: `hosts 2`, on spaces that are free for a hero."""
    tokens = {"host-1": [4, 0], "host-2": [9, 4], "clue-1": [0, 2]}
    state = event("house:dark-influence", {**YUREI, "yurei-2": [6, 4], "h1": [0, 0], "h2": [17, 0]}, tokens)
    puts = offered(state, "oni")
    assert {"site:host-1:0,1", "site:host-1:5,3", "site:host-1:6,0", "enough"} <= puts
    assert not {"site:host-1:0,0", "site:host-1:0,2", "site:host-1:3,1", "site:host-2:6,5", "site:clue-1:3,1"} & puts
    one = choose(state, "site:host-1:0,1", "oni")
    assert {token.id: token.at for token in one.tokens}["host-1"] == (0, 1)
    assert not {text for text in offered(one, "oni") if text.startswith("site:host-1")}
    both = choose(one, next(text for text in sorted(offered(one, "oni")) if text.startswith("site:host-2")), "oni")
    assert "end_activation" in offered(both, "oni")
    assert "end_activation" in offered(choose(state, "enough", "oni"), "oni")


def test_FX_5_doors_are_reinforced() -> None:
    """Reinforced doors, a trial card: `reinforce 2`, Mental test 3."""
    state = on_board(HERO, {HERO: [5, 2]})
    t = Transition(replace(state, frames=(f.EffectFrame("house:reinforced-doors", "oni", "", (0,)),)))
    play.go_on(t)
    assert len(offered(t.now, "oni")) == 7
    barred = chosen(t.now, "oni", "choose:door-5-2-E", "choose:door-1-5-S")
    assert [one.at for one in barred.layout.doors if one.state == "reinforced"] == [(5, 2), (1, 5)]
    assert "go:T2.a" not in offered(barred, HERO)
    assert "open_door:5,2:E" in offered(barred, HERO)


def host(card: str, figures: Places, more: dict[str, Any] | None = None) -> State:
    """The first hero plays a grey host card at the start of its activation."""
    state = on_board("h1", figures, None, {"hosts_in_hand": [card], **clues_without(card), **(more or {})}, heroes=2)
    return choose(state, f"host_card:{card}", "h1")


def clues_without(card: str) -> dict[str, Json]:
    return {"piles.clue": [one for one in known(2).piles.clue if one != card]}


def test_FX_5_guards_move_and_attack_for_whoever_played_the_card() -> None:
    """The Lady of the Veils: `guards 3`; creatures only, heroes hold them, no corruption needed."""
    figures = {"ashigaru-1": [2, 4], "ashigaru-2": [5, 0], "yurei-1": [3, 4], "h1": [0, 0], "h2": [0, 1]}
    state = host("house:daimyo", figures, {"suspects": [*known(2).suspects, "house:daimyo"]})
    assert {"figure:ashigaru-1", "figure:ashigaru-2", "done"} == offered(state, "h1")
    acts = choose(state, "figure:ashigaru-1", "h1")
    assert {"attack:yurei-1", "go:T1.a", "go:T1.d"} <= offered(acts, "h1")
    assert "attack:ashigaru-2" not in offered(acts, "h1")  # too far, though the Daimyo's may
    moved = choose(acts, "go:T1.a", "h1")
    assert not [one for one in moves(moved, "h1") if one.startswith("go:")]  # heroes hold it
    moved = choose(moved, "stand:2,2", "h1")
    assert figure(moved, "ashigaru-1").at == (2, 2)
    assert "attack:h1" not in offered(moved, "h1")
    assert not moved.oni.alert
