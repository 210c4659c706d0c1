"""What depends on where a figure stands: who may act, what raises the alert (ONI-3, COR, ALR)."""

from __future__ import annotations

from companion.model.core.contract import Json
from companion.model.games.chronicles.state.state import State

from .tables import active, changed, choose, chosen, done, known, offered, oni_acts, refused, said

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
