"""What depends on where a figure stands: who may act, what raises the alert (ONI-3, COR, ALR)."""

from __future__ import annotations

from companion.model.core.contract import Json
from companion.model.games.chronicles.state.state import State

from .boards import on_board
from .tables import (
    active,
    changed,
    choose,
    chosen,
    done,
    figure,
    known,
    laid,
    offered,
    oni_acts,
    refused,
    rolled,
    said,
    turn_ends,
)

TWO, THREE = known(2), known(3)
ON_T4: dict[str, Json] = {"oni.corruption": {"board": [{"piece": "T4"}], "track": [4, 6, 8]}}
"""Turn 2's token lies on T4."""


def standing(state: State, depth: str, **where: Json) -> dict[str, Json]:
    """The fields of figures that stand there: cells, or the zones of a table that tells no more."""
    at: dict[str, Json] = {f"figures.{id.replace('_', '-')}.at": place for id, place in where.items()}
    return {"options.places": depth, **ON_T4, **at}


GUARDS = {"ashigaru_1": [0, 5], "hiroji_san_1": [4, 9]}
"""An Ashigaru on a clean tile, Hiroji-San on the corrupted one."""


def test_example_14_a_guard_acts_if_it_begins_on_a_corrupted_tile() -> None:
    """ONI-1 to ONI-3: the Oni may not pass; having begun, a guard goes wherever it likes."""
    elsewhere = {f"ashigaru_{n}": [n - 1, 5] for n in range(2, 7)}
    state = oni_acts(THREE, standing(THREE, "spaces", **GUARDS, **elsewhere))
    assert offered(state, "oni") == {f"activate:house:{sheet}" for sheet in ("hiroji-san", "yurei", "ninja")}
    assert refused(state, "activate:house:ashigaru", "oni") == "ONI-3"
    state = chosen(state, "oni", "activate:house:hiroji-san", "figure:hiroji-san-1")
    away = changed(state, {"figures.hiroji-san-1.at": [5, 4]})
    assert away.frames == state.frames  # he has begun
    alert = changed(state, {"oni.alert": True, "memoirs.house:alert": {"colour": "red"}, "frames": []})
    assert "activate:house:ashigaru" in offered(alert, "oni")


def test_ONI_2_no_sheet_can_act_so_an_event_card_is_drawn() -> None:
    """Example 14: after the third hero no sheet is left."""
    told = ["house:yurei", "house:ninja", "house:hiroji-san"]
    elsewhere = {f"ashigaru_{n}": [n - 1, 5] for n in range(1, 7)}
    state = oni_acts(THREE, {**standing(THREE, "spaces", **elsewhere), "oni.activated": told})
    assert state.frames[-1].pile == "event"  # type: ignore[union-attr]


def test_ONI_3_of_a_sheet_the_figures_that_stand_right_act() -> None:
    state = oni_acts(TWO, standing(TWO, "zones", ashigaru_1="T4.a", ashigaru_2="T1.c", ashigaru_3="T5.d"))
    state = choose(state, "activate:house:ashigaru", "oni")
    assert {"figure:ashigaru-1", "figure:ashigaru-4"} <= offered(state, "oni")  # nobody told where the fourth is
    assert not {"figure:ashigaru-2", "figure:ashigaru-3"} & offered(state, "oni")
    assert refused(state, "figure:ashigaru-2", "oni") == "ONI-3"


def test_ALR_1_a_guard_on_a_corrupted_tile_is_attacked_without_alert() -> None:
    fields = standing(TWO, "zones", ashigaru_1="T4.a", ashigaru_2="T1.a", h1="T1.a")
    state = active(TWO, "h1", fields)
    assert "AlertRaised" in said(done(state, "attack:ashigaru-2", "h1").events)
    on_it = changed(state, {"figures.h1.at": "T4.a"})
    quiet = done(on_it, "attack:ashigaru-1", "h1")
    assert "AlertRaised" not in said(quiet.events)
    assert "alert" not in offered(quiet.state, "h1")


# corruption -----------------------------------------------------------------------------------------------------------


def corrupting(turn: int, on_track: list[int], **options: str) -> State:
    """The strategy of the Oni, T4 being corrupted."""
    fields: dict[str, Json] = {f"options.{name}": value for name, value in options.items()}
    board = {"board": [{"piece": "T4"}], "track": on_track}
    return changed(THREE, {"stage": "corruption", "turn": turn, "oni.corruption": board, **fields})


def test_example_26_corruption_moves_to_a_tile_with_a_side_in_common_or_stays() -> None:
    """COR-3, BRD-10."""
    for depth in ("none", "spaces"):
        state = corrupting(3, [4, 6, 8], places=depth)
        assert offered(state, "oni") == {"shift:T4:T1", "shift:T4:T5", "no_shift"}
        assert refused(state, "shift:T4:T2", "oni") == "COR-3"
    assert "no_shift" not in offered(corrupting(3, [4, 6, 8], corruption_move="must"), "oni")


def test_example_26_the_red_token_comes_on_any_other_tile_and_its_guards_act() -> None:
    """COR-2, ONI-3: in this turn already."""
    state = corrupting(4, [4, 6, 8])
    assert offered(state, "oni") == {f"corrupt:T{n}" for n in (1, 2, 3, 5, 6)}
    after = choose(state, "corrupt:T5", "oni")
    assert ("T5", True) in [(one.piece, one.red) for one in after.oni.corruption]
    board = {"board": [{"piece": "T4"}, {"piece": "T5", "red": True}], "track": [6, 8]}
    guards = standing(TWO, "spaces", ashigaru_3=[10, 7], ashigaru_1=[0, 5], h1=[0, 0])
    acts = oni_acts(TWO, {**guards, "oni.corruption": board, "figures.hiroji-san-1.at": [1, 5]})
    assert "activate:house:ashigaru" in offered(acts, "oni")
    attacked = active(TWO, "h1", {**guards, "oni.corruption": board, "figures.h1.at": [10, 8]})
    assert "AlertRaised" not in said(done(attacked, "attack:ashigaru-3", "h1").events)


# who comes, and who goes ----------------------------------------------------------------------------------------------

WATER = laid(THREE, "h3", left="house:noshin-1")
"""Call of water lies before Noshin."""


def test_KAM_2_a_kami_appears_on_a_free_space_adjacent_to_its_summoner() -> None:
    state = on_board("h3", {"h3": [2, 1], "ashigaru-1": [1, 0]}, {"clue-1": [2, 2]}, WATER)
    state = choose(state, "talent:house:noshin-1:0", "h3")
    assert offered(state, "h3") == {"kami:house:water-a", "kami:house:water-b"}
    state = choose(state, "kami:house:water-a", "h3")
    cells = {"2,0", "1,1", "1,2"}  # not through the wall (2,1)E, nor where somebody stands or a token lies
    assert offered(state, "h3") == {f"deploy:water-a:{cell}" for cell in cells}
    assert refused(state, "deploy:water-a:1,0", "h3") == "KAM-2"
    assert figure(choose(state, "deploy:water-a:1,2", "h3"), "water-a").at == (1, 2)


def test_KAM_2_without_such_a_space_summoning_is_not_possible() -> None:
    around = {"ashigaru-1": [1, 0], "ashigaru-2": [0, 1], "yurei-1": [1, 1]}
    full = on_board("h3", {"h3": [0, 0], **around}, None, WATER)
    assert "talent:house:noshin-1:0" not in offered(full, "h3")
    assert "talent:house:noshin-1:0" in offered(changed(full, {"figures.yurei-1": None}), "h3")


def test_KAM_2_a_table_of_zones_says_in_which_one_it_appears() -> None:
    state = on_board("h3", {"h3": "T1.a"}, None, WATER, depth="zones")
    state = chosen(state, "h3", "talent:house:noshin-1:0", "kami:house:water-a")
    assert offered(state, "h3") == {f"deploy:water-a:{zone}" for zone in ("T1.a", "T1.b", "T1.c")}


def test_FIN_1_the_demon_stands_where_its_host_stood() -> None:
    guilty = str(THREE.oni.guilty)
    token: Json = {"type": "host", "card": guilty, "at": [13, 2]}
    fields = {"turn": 8, "oni.corruption.track": [], "options.places": "spaces"}
    away: dict[str, Json] = {f"figures.{one.id}.at": [6 + n, 11] for n, one in enumerate(THREE.figures[:4]) if n != 1}
    state = turn_ends(THREE, {**fields, **away, "tokens.host-1": token}).now
    demon = next(one for one in state.figures if one.card == state.table.box.natures[str(state.oni.nature)].demon)
    assert demon.at == (13, 2)
    assert all(one.id != "host-1" for one in state.tokens)
    lost = turn_ends(THREE, {**fields, **away}).now  # nobody knows where its token was
    assert f"deploy:{demon.id}:13,2" in offered(lost, "oni")


def test_WND_2_FOL_7_the_hero_leaves_the_board_and_its_follower_stays_where_it_is() -> None:
    hand = [*TWO.hero("h1").hand, "house:fever", "house:limp"]
    fields = standing(TWO, "spaces", h1=[1, 1], tikku=[2, 1], h2=[2, 2])
    t = turn_ends(TWO, {**fields, "heroes.h1.hand": hand, "figures.h1.damage": 4}, step=4)
    state = rolled(t.now, "house:split-brow")
    assert state.figure("h1") is None
    assert (figure(state, "tikku").at, figure(state, "tikku").owner) == ((2, 1), None)
