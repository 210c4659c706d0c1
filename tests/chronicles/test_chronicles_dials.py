"""What the rules make happen by itself, done, asked about or left to the table (TAB-7)."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

from companion.model.core.contract import Json, Roll
from companion.model.core.session import Session
from companion.model.games.chronicles import SYSTEM
from companion.model.games.chronicles.state.state import Dials, State
from companion.model.games.chronicles.table import corrections

from .sample import DIALS
from .tables import (
    CONTENT,
    acting,
    active,
    changed,
    choose,
    known,
    laid,
    offered,
    oni_acts,
    setup,
    turn_ends,
)
from .test_chronicles_stealth import moved

TWO = known(2)
THREE = known(3)
RED: dict[str, Json] = {
    "turn": 4, "oni.corruption.board": [{"piece": "T1"}, {"piece": "T2", "red": True}], "oni.corruption.track": [6, 8],
}  # fmt: skip
Go = Callable[[dict[str, Json]], State]


def _kami(dial: dict[str, Json]) -> State:
    fields = {"figures.water-a": {"card": "house:water-a", "group": "kami", "owner": "h3", "acted": True}}
    frames = [{"type": "follower", "figure": "water-a", "actions": 1}]
    return choose(changed(THREE, {**acting(THREE, "h3"), **fields, "frames": frames, **dial}), "end_activation", "h3")


def _reveal(dial: dict[str, Json]) -> State:
    plan = laid(TWO, "h1", left="house:okko-8")
    other = laid(TWO, "h2", right="house:noburo-1")
    ready = {"heroes.h1.plan.ready": True, "heroes.h2.plan.ready": True}
    order = {"order": {"cards": ["h1", "h2"], "turned": 0}}
    fields = {"stage": "techniques", "oni.hand": [], "figures.h1.damage": 2, **order, **plan, **other, **ready, **dial}
    return changed(TWO, fields)


SITUATIONS: dict[str, tuple[str, Go]] = {
    "alert": ("h1", lambda dial: choose(active(TWO, "h1", dial), "attack:ashigaru-1", "h1")),
    "revelation": ("oni", lambda dial: turn_ends(TWO, {"turn": 8, "oni.corruption.track": [], **dial}).now),
    "wounds": ("h1", lambda dial: turn_ends(TWO, {"figures.h1.damage": 5, **dial}, step=4).now),
    "taking_back": (
        "h1",
        lambda dial: turn_ends(
            TWO, {"heroes.h1.hand": [], "heroes.h1.discard": list(TWO.hero("h1").pool), **dial}, step=4
        ).now,
    ),
    "weakness": ("h1", _reveal),
    "statuses": (
        "h1",
        lambda dial: turn_ends(
            TWO,
            {"figures.h1.statuses": [{"kind": "stunned"}], "figures.h2.statuses": [{"kind": "stunned", "turned": True}],
             **dial},
            step=6,
        ).now,
    ),
    "kami": ("h3", _kami),
    "missions": (
        "h1",
        lambda dial: choose(active(TWO, "h1", {"places.house:the-well.blue": [3], **dial}), "end_activation", "h1"),
    ),
    "draw": ("oni", lambda dial: oni_acts(TWO, {"oni.activated": list(TWO.table.sheets), **dial})),
    "follower": ("h1", lambda dial: choose(active(TWO, "h1", dial), "end_activation", "h1")),
    "track": ("oni", lambda dial: turn_ends(TWO, dial, step=10).now),
    "stealth": ("h4", lambda dial: moved(more=dial)),
}  # fmt: skip


def plain(state: State) -> Json:
    """The position, without how the dials stand and what was left."""
    data = SYSTEM.encode(state)
    data["options"].pop("dials", None)
    for place in data["places"]:
        place.pop("left")
    return data


def test_TAB_7_every_duty_has_its_dial() -> None:
    assert {*SITUATIONS, "accusation"} == set(DIALS) == set(Dials.__struct_fields__)


@pytest.mark.parametrize("dial", SITUATIONS)
def test_TAB_7_a_duty_is_done_asked_about_or_left(dial: str) -> None:
    seat, go = SITUATIONS[dial]
    done, off = go({}), go({f"options.dials.{dial}": "off"})
    asked = go({f"options.dials.{dial}": "remind"})
    assert plain(done) != plain(off)
    assert offered(asked, seat) == {"do_it", "leave_it"}
    assert plain(choose(asked, "do_it", seat)) == plain(done)
    assert plain(choose(asked, "leave_it", seat)) == plain(off)


@pytest.mark.parametrize("dial", SITUATIONS)
def test_TAB_7_a_dial_turned_while_the_question_stands_is_the_answer(dial: str) -> None:
    _, go = SITUATIONS[dial]
    asked = go({f"options.dials.{dial}": "remind"})
    for stop in ("do", "off"):
        turned = SYSTEM.edit(asked, corrections.Set(f"options.dials.{dial}", stop)).state
        assert plain(turned) == plain(go({f"options.dials.{dial}": stop}))


def test_TAB_7_the_duty_to_accuse_is_a_duty_a_question_or_nothing() -> None:
    """ACC-7."""

    def ends(stop: str) -> State:
        return turn_ends(TWO, {**RED, "options.dials.accusation": stop}).now

    assert "no_accusation" not in offered(ends("do"), "h1")
    assert "no_accusation" in offered(ends("off"), "h1")
    asked = ends("remind")
    assert offered(asked, "h1") == {"do_it", "leave_it"}
    assert "no_accusation" not in offered(choose(asked, "do_it", "h1"), "h1")
    assert "no_accusation" in offered(choose(asked, "leave_it", "h1"), "h1")


def test_TAB_7_a_mission_left_open_is_not_asked_about_again() -> None:
    seat, go = SITUATIONS["missions"]
    left = choose(go({"options.dials.missions": "remind"}), "leave_it", seat)
    assert next(one.left for one in left.scores if one.id == "house:the-well") == "blue"
    assert "do_it" not in offered(left, seat)


def test_TAB_7_under_the_rules_everything_is_done() -> None:
    """A game with dials turned begins beside a table, and turns them back when the rules referee it."""
    state = changed(TWO, {"options.dials.alert": "off", "options.dials.track": "remind"})
    assert SYSTEM.refereed(TWO) is None
    correction = SYSTEM.refereed(state)
    assert correction is not None
    assert SYSTEM.edit(state, correction).state.table.options.dials == Dials()
    session = Session.new(SYSTEM, setup(1, dials={"alert": "off"}, places="spaces"), CONTENT, 1)
    session.switch("enforce")
    assert session.state.table.options.dials == Dials()


def test_TAB_7_with_all_dials_off_a_turn_still_goes_round() -> None:
    dials = msgspec.to_builtins(Dials(**dict.fromkeys(DIALS, "off")))
    state = turn_ends(TWO, {"options.dials": dials, "figures.h1.damage": 9, "turn": 3}).now
    while state.turn == 3:
        pending = SYSTEM.pending(state)
        if isinstance(pending, Roll):
            state = SYSTEM.rolled(state, tuple(die.kind.faces[0] for die in pending.dice)).state
        else:
            seat = "h1" if offered(state, "h1") else "h2" if offered(state, "h2") else "oni"
            text = min(offered(state, seat), key=lambda text: (not text.startswith(("arranged", "no_")), text))
            state = choose(state, text, seat)
    assert state.turn == 4
    assert next(one.damage for one in state.figures if one.id == "h1") == 9
