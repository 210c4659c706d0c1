"""Accusations, the final combat, the end and the memoirs (ACC, FIN, END, MEM)."""

from __future__ import annotations

from random import Random

import pytest

from companion.model.core.contract import Json, Over, Roll
from companion.model.games.chronicles import SYSTEM
from companion.model.games.chronicles.rules import accusation, missions
from companion.model.games.chronicles.rules import story_events as se
from companion.model.games.chronicles.rules.damage import chapter_of, damage
from companion.model.games.chronicles.rules.transition import Transition
from companion.model.games.chronicles.state.state import Placed, State, replace

from .tables import (
    CONTENT,
    Box,
    acting,
    active,
    changed,
    choose,
    chosen,
    dealt,
    demon,
    done,
    figure,
    known,
    memoirs,
    offered,
    oni_acts,
    out,
    played,
    proposed,
    refused,
    rolled,
    said,
    settled,
    setup,
    turn_ends,
)

TWO = known(2)
GUILTY, NATURE = str(TWO.oni.guilty), str(TWO.oni.nature)
INNOCENT = next(id for id in TWO.suspects if id != GUILTY)
OTHER = next(id for id in TWO.natures if id != NATURE)
NONE = "no_accusation"
RED_TURN: dict[str, Json] = {
    "turn": 4, "oni.corruption.board": [{"piece": "T1"}, {"piece": "T2", "red": True}], "oni.corruption.track": [6, 8],
}  # fmt: skip


def asked(fields: dict[str, Json] | None = None, state: State = TWO) -> State:
    """The captain may accuse."""
    return turn_ends(state, {"turn": 3, **(fields or {})}, step=2).now


def wrong(n: int) -> dict[str, Json]:
    """So many wrong accusations before."""
    roles = ("first-accusation", "second-accusation")[:n]
    chapters: dict[str, Json] = {f"memoirs.house:{role}": {"colour": "red"} for role in roles}
    return {"accusations.wrong": n, **chapters}


def accuses(state: State, *texts: str) -> tuple[State, list[str]]:
    """What the captain declares, and all that is told of it."""
    told: list[str] = []
    for text in texts:
        applied = done(state, text, "h1")
        state = applied.state
        told += said(applied.events)
    return state, told


def is_over(state: State) -> Over:
    pending = SYSTEM.pending(state)
    assert isinstance(pending, Over)
    return pending


# accusations ----------------------------------------------------------------------------------------------------------


def test_ACC_1_a_nature_a_host_both_or_none() -> None:
    state = asked()
    assert offered(state, "h1") == {
        *[f"accuse_nature:{id}" for id in state.natures], *[f"accuse_host:{id}" for id in state.suspects], NONE,
    }  # fmt: skip
    state = choose(state, f"accuse_nature:{OTHER}", "h1")
    assert refused(state, f"accuse_nature:{NATURE}", "h1") == "ACC-1"  # at most one of each kind
    assert f"accuse_host:{GUILTY}" in offered(state, "h1")


def test_ACC_1_nobody_is_accused_once_the_final_combat_has_begun() -> None:
    t = turn_ends(TWO, demon(TWO, "house:miryoku"), step=2)
    assert "Accused" not in said(t.events)
    assert NONE not in offered(t.now, "h1")


def test_ACC_2_who_was_proved_innocent_or_accused_may_be_named_again() -> None:
    made = [{"turn": 2, "kind": "host", "named": INNOCENT, "right": False}]
    clues = [{"card": INNOCENT, "turn": 1}]
    pile = [card for card in TWO.piles.clue if card != INNOCENT]
    state = asked({**wrong(1), "accusations.made": made, "clues_drawn": clues, "piles.clue": pile})
    assert f"accuse_host:{INNOCENT}" in offered(state, "h1")


def test_ACC_2_a_nature_already_found_is_not_accused_again() -> None:
    state = asked({"oni.nature_found": True})
    assert not [text for text in offered(state, "h1") if text.startswith("accuse_nature")]


def test_ACC_3_both_are_declared_before_the_nature_is_answered_first() -> None:
    state, told = accuses(asked(), f"accuse_host:{INNOCENT}")
    assert told == ["Accused"]
    applied = done(state, f"accuse_nature:{OTHER}", "h1")
    answers = [one for one in applied.events if isinstance(one, se.AccusationAnswered)]
    assert [(one.of, one.right, one.wrong) for one in answers] == [("nature", False, 1), ("host", False, 2)]


def test_ACC_4_a_nature_rightly_accused_is_known_and_places_no_chapter() -> None:
    state, _ = accuses(asked(), f"accuse_nature:{NATURE}", NONE)
    assert state.oni.nature_found
    assert SYSTEM.view(state, "h1")["oni"]["nature"] == NATURE  # type: ignore[index,call-overload]
    assert (memoirs(state), state.wrong) == ([], 0)


def test_ACC_5_a_host_rightly_accused_brings_the_demon_and_closes_the_track() -> None:
    """FIN-1, TRK-7."""
    token: dict[str, Json] = {"tokens.lady": {"type": "host", "card": GUILTY}}
    state, told = accuses(asked(token), f"accuse_host:{GUILTY}", NONE)
    assert told[:4] == ["Accused", "AccusationAnswered", "ChapterPlaced", "TrackClosed"]
    assert {"DemonCame", "FigurePlaced"} <= set(told)
    assert memoirs(state) == [("unmasked", "blue")]
    assert (state.oni.closed, state.oni.demon, state.tokens) == (True, "here", ())
    assert figure(state, "oni-of-the-mirror-1").damage == 0
    assert SYSTEM.view(state, "h1")["oni"]["nature"] == NATURE  # type: ignore[index,call-overload]


def test_ACC_6_wrong_accusations_place_first_second_and_last_in_red() -> None:
    state, _ = accuses(asked(), f"accuse_nature:{OTHER}", f"accuse_host:{INNOCENT}")
    assert (memoirs(state), state.wrong) == ([("first-accusation", "red"), ("second-accusation", "red")], 2)
    last, told = accuses(asked(wrong(2)), f"accuse_host:{INNOCENT}", NONE)
    assert memoirs(last)[-1] == ("last-accusation", "red")
    assert "DemonCame" in told
    assert "TrackClosed" not in told
    assert not last.oni.closed


def test_ACC_6_three_told_by_hand_after_a_declaration_let_it_bring_the_demon() -> None:
    """The table says that three were wrong, while another is declared and not answered."""
    declared = choose(asked(), f"accuse_host:{INNOCENT}", "h1")
    told = SYSTEM.correction_of(declared, {"kind": "set", "at": "accusations.wrong", "value": 3})
    applied = SYSTEM.edit(declared, told)
    assert se.AccusationAnswered("host", INNOCENT, False, 3) in applied.events
    assert "DemonCame" in said(applied.events)


def test_ACC_6_a_third_wrong_nature_leaves_the_host_unanswered() -> None:
    state, told = accuses(asked(wrong(2)), f"accuse_nature:{OTHER}", f"accuse_host:{GUILTY}")
    assert told.count("AccusationAnswered") == 1
    assert ("unmasked", "blue") not in memoirs(state)
    assert state.oni.demon == "here"
    assert not state.oni.closed


def test_ACC_6_wrong_natures_may_be_left_out_of_the_count() -> None:
    state = asked(state=known(2, wrong_counts="host"))
    state, _ = accuses(state, f"accuse_nature:{OTHER}", f"accuse_host:{INNOCENT}")
    assert (memoirs(state), state.wrong) == ([("first-accusation", "red")], 1)


def test_ACC_7_when_the_red_token_came_somebody_has_to_be_accused() -> None:
    state = asked(RED_TURN)
    assert refused(state, NONE, "h1") == "ACC-7"
    assert NONE in offered(choose(state, f"accuse_nature:{OTHER}", "h1"), "h1")
    assert NONE in offered(asked({**RED_TURN, "turn": 5}), "h1")


def test_ACC_8_no_accusation_at_the_end_of_turn_eight() -> None:
    """FIN-2: the Oni reveals itself at its start, without a chapter."""
    t = turn_ends(TWO, {"turn": 8, "oni.corruption.track": []})
    assert "DemonCame" in said(t.events)
    assert NONE not in offered(t.now, "h1")
    assert memoirs(t.now) == []
    assert not t.now.oni.closed


def test_example_18_duty_and_two_accusations() -> None:
    state = asked(RED_TURN)
    assert NONE not in offered(state, "h1")
    state, _ = accuses(state, f"accuse_nature:{OTHER}", f"accuse_host:{INNOCENT}")
    assert (memoirs(state), state.wrong) == ([("first-accusation", "red"), ("second-accusation", "red")], 2)
    six = asked({"turn": 6, "oni.corruption.track": [8]}, changed(TWO, wrong(2)))
    six, told = accuses(six, f"accuse_nature:{OTHER}", f"accuse_host:{INNOCENT}")
    assert memoirs(six)[-1] == ("last-accusation", "red")
    assert (told.count("AccusationAnswered"), six.oni.demon, six.oni.closed) == (1, "here", False)


def test_example_19_right_host() -> None:
    """Nature found on turn 3; at the end of turn 5 the host is right."""
    pile = [card for card in TWO.piles.clue if card != "house:miryoku"]
    fields: dict[str, Json] = {
        "turn": 5, "oni.nature": "house:miryoku", "oni.nature_found": True, "piles.clue": [*pile, NATURE],
        "oni.corruption.track": [6, 8], "oni.upgrades": ["t1-middle", "t2-up", "t3-up", "t4-middle", "t5-up"],
    }  # fmt: skip
    state, _ = accuses(asked(fields), f"accuse_host:{GUILTY}")
    assert memoirs(state) == [("unmasked", "blue")]
    assert figure(state, "oni-miryoku-1").damage == 0
    six = turn_ends(state, step=10).now
    assert (six.turn, six.stage) == (6, "calls")  # no corruption token, no upgrade
    assert "call:house:ashigaru" in offered(six, "oni")
    fight = active(six, "h1")
    assert SYSTEM.pending(choose(fight, "attack:oni-miryoku-1", "h1")).kind == "attack"  # type: ignore[union-attr]
    assert "activate:house:oni-miryoku" in offered(oni_acts(six), "oni")


def test_example_20_turn_eight() -> None:
    fields = {
        "turn": 8, "oni.corruption.track": [], "figures.h1.damage": 4,
        "heroes.h1.hand": [*TWO.hero("h1").hand, "house:fever", "house:limp"],
    }  # fmt: skip
    t = turn_ends(TWO, fields)
    assert memoirs(t.now) == []
    state = rolled(through_gear(t.now), "house:split-brow")
    assert (state.hero("h1").out, state.oni.out_since) == (True, True)
    nine = oni_acts(state, {**acting(state, "h2"), "stage": "oni", "next": "oni", "turn": 9, "frames": []})
    nine = chosen(nine, "oni", "activate:house:oni-of-the-mirror", "figure:oni-of-the-mirror-1")
    applied = done(nine, "escape", "oni")
    assert said(applied.events)[:2] == ["DemonEscaped", "ChapterPlaced"]
    assert memoirs(applied.state)[-1] == ("demon-escaped", "red")
    assert not isinstance(SYSTEM.pending(applied.state), Over)  # the well goes on
    assert applied.state.figure("oni-of-the-mirror-1") is None


def through_gear(state: State) -> State:
    """EOT-3: whoever may rearrange leaves everything where it lies."""
    while not isinstance(pending := SYSTEM.pending(state), Roll):
        seat = pending.choices[0].seat if hasattr(pending, "choices") else pending.seat  # type: ignore[union-attr]
        state = choose(state, "arranged", seat)
    return state


@pytest.mark.parametrize("turn", [8, 9])
def test_FIN_2_at_the_end_of_turn_eight_the_oni_reveals_itself_and_places_no_chapter(turn: int) -> None:
    """EOT-1, ACC-8: neither *unmasked* nor *last accusation*, and the track stays open."""
    fields: dict[str, Json] = {"turn": turn, "oni.corruption.track": []}
    t = turn_ends(TWO, fields)
    assert "DemonCame" in said(tuple(t.events))
    assert (memoirs(t.now), t.now.oni.demon, t.now.oni.closed) == ([], "here", False)
    assert not {one for one in offered(t.now, "h1") if one.startswith("accuse")}
    assert turn_ends(TWO, {**fields, "turn": 7, "oni.corruption.track": [8]}).now.oni.demon == "hidden"


# the final combat -----------------------------------------------------------------------------------------------------


def test_FIN_3_the_demon_needs_no_corruption() -> None:
    state = oni_acts(TWO, demon(TWO, "house:ashes"))
    assert {"activate:house:oni-of-the-ashes", "activate:house:yurei"} == offered(state, "oni")


@pytest.mark.parametrize("well", [None, "blue"])
def test_END_1_FIN_4_a_demon_removed_is_a_blue_chapter_and_the_game_waits_for_the_missions(well: str | None) -> None:
    """END-1: looked at at once."""
    fields = {**demon(TWO, "house:ashes"), "places.house:the-well.done": well, "figures.oni-of-the-ashes-1.damage": 8}
    if well:
        fields["memoirs.house:the-well"] = {"colour": "blue"}
    state = active(TWO, "h1", fields)
    state = rolled(choose(state, "attack:oni-of-the-ashes-1", "h1"), 2, 2, 2, 2, 2)
    assert ("demon-slain", "blue") in memoirs(state)
    assert state.oni.demon == "slain"
    if well:
        assert is_over(state).winners == ("h1", "h2")
    else:
        assert "stand:?" in offered(state, "h1")


def test_FIN_5_the_demon_escapes_only_after_a_hero_was_put_out_since() -> None:
    state = oni_acts(TWO, demon(TWO, "house:ashes"))
    state = chosen(state, "oni", "activate:house:oni-of-the-ashes", "figure:oni-of-the-ashes-1")
    assert refused(state, "escape", "oni") == "FIN-5"
    before = oni_acts(TWO, {**demon(TWO, "house:ashes"), **out(TWO, "h2")})
    before = chosen(before, "oni", "activate:house:oni-of-the-ashes", "figure:oni-of-the-ashes-1")
    assert refused(before, "escape", "oni") == "FIN-5"


def test_FIN_6_reinforcements_and_upgrades_go_on_unless_the_track_is_closed() -> None:
    fields = {**demon(TWO, "house:ashes"), "turn": 4, "oni.upgrades": ["t1-middle", "t2-up", "t3-up"],
              "oni.corruption.track": []}  # fmt: skip
    open_ = turn_ends(TWO, fields, step=10).now
    assert "upgrade:t5-up" in offered(open_, "oni")
    closed = turn_ends(TWO, {**fields, "oni.closed": True}, step=10).now
    assert "call:house:ashigaru" in offered(closed, "oni")


# the end --------------------------------------------------------------------------------------------------------------


def falls(fields: dict[str, Json], state: State) -> State:
    """The only hero draws its third wound at the end of a turn."""
    hand = [*state.hero("h1").hand, "house:fever", "house:limp"]
    before = turn_ends(state, {"heroes.h1.hand": hand, "figures.h1.damage": 4, **fields}, step=4).now
    return rolled(before, "house:split-brow")


@pytest.mark.parametrize("begun", [False, True])
def test_END_2_without_a_hero_in_play_the_game_ends_at_once(begun: bool) -> None:
    """The demon escapes, also when the final combat has not begun, and open mission tiles are the Oni's."""
    one = known(1)
    state = falls(demon(one, "house:ashes") if begun else {}, one)
    assert is_over(state).winners == ("oni",)
    assert set(memoirs(state)) == {("okko-fate", "red"), ("demon-escaped", "red"), ("the-well", "red")}
    assert {one.done for one in state.scores} == {"red"}


@pytest.mark.parametrize("begun", [False, True])
def test_END_2_such_an_end_is_a_position(begun: bool) -> None:
    one = known(1)
    state = falls(demon(one, "house:ashes") if begun else {}, one)
    assert SYSTEM.decode(SYSTEM.encode(state), CONTENT) == state


def without_investigation(**more: Json) -> State:
    said_: dict[str, Json] = {
        "heroes": ["house:okko", "house:noburo"], "investigation": False, "options": {"places": "none"},
        "sheets": [{"sheet": "house:yurei", "figures": 1}], **more,
    }  # fmt: skip
    return dealt(said_)


def test_END_3_without_investigation_the_game_ends_when_its_missions_are_decided() -> None:
    state = without_investigation(missions=["The bridge"])
    assert not isinstance(SYSTEM.pending(state), Over)
    placed = {"places.mission-1.done": "blue", "memoirs.mission-1": {"colour": "blue"}}
    assert is_over(changed(state, placed)).winners == ("h1", "h2")


def test_END_3_without_any_mission_it_ends_with_turn_eight() -> None:
    state = without_investigation()
    seven = turn_ends(state, {"turn": 7, "oni.corruption.track": []}, step=6).now
    assert seven.turn == 8
    assert turn_ends(state, {"turn": 8, "oni.corruption.track": []}, step=6).now.stage == "over"


def test_END_3_or_when_the_oni_has_no_figure_in_play() -> None:
    state = active(without_investigation())
    assert rolled(choose(state, "attack:yurei-1", "h1"), 2, 2, 2, 2, 2).stage == "over"


def ending(*ends: Json) -> State:
    state = SYSTEM.new(setup(2), Box(scenario={"house:the-well-of-mists": {"ends": ends}}))
    rng = Random(1)
    while state.stage == "setup" or isinstance(SYSTEM.pending(state), Roll):
        state = proposed(state) if not isinstance(SYSTEM.pending(state), Roll) else played(state, rng, 1)
    return state


def test_END_5_a_scenario_may_add_an_end() -> None:
    """No colour is given for it: what lies in the memoirs decides."""
    state = ending({"fact": "turns", "count": 2})
    rng = Random(3)
    while not isinstance(pending := SYSTEM.pending(state), Over):
        assert state.turn <= 2
        state = played(state, rng, 1)
    assert state.turn == 2
    assert pending.winners
    assert not any(one.chapter == state.table.scenario for one in state.memoirs)


def test_END_5_what_ends_it_is_counted_like_a_mission() -> None:
    slain = {"fact": "removes", "by": {"who": ["hero"]}, "of": {"who": ["creature"]}, "count": 2}
    state = ending(slain)
    t = Transition(state)
    for id in ("yurei-1", "yurei-2"):
        assert not accusation.ends(t.now)
        damage(t, id, 1, "h1", attack=True)
        missions.look(t)
    assert accusation.ends(t.now)


# memoirs --------------------------------------------------------------------------------------------------------------


def ended(chapters: dict[str, str]) -> State:
    """A game decided with these chapters, the last question being who tells the memoirs."""
    fields: dict[str, Json] = {
        **acting(TWO), "turn": 5, "oni.demon": "slain", "oni.demon_since": 4, "places.house:the-well.done": "red",
        **{f"heroes.{seat}.mission.id": -1 for seat in ("h1", "h2")},
        **{f"memoirs.house:{chapter}": {"colour": colour} for chapter, colour in chapters.items()},
    }  # fmt: skip
    count = len({"first-accusation", "second-accusation"} & set(chapters))
    return settled(TWO, {**fields, "accusations.wrong": count, "oni.alert": "alert" in chapters}).now


def test_MEM_1_a_chapter_is_placed_once() -> None:
    state = active(TWO, "h1", {"oni.alert": True, "memoirs.house:alert": {"colour": "red"}})
    state = rolled(choose(state, "attack:ashigaru-1", "h1"), 0, 0, 0, 0)
    assert memoirs(state) == [("alert", "red")]


def test_MEM_2_every_chapter_of_the_rules_has_its_record() -> None:
    roles = ("slain", "escaped", "unmasked", "first", "second", "last", "alert")
    assert {chapter_of(TWO, role) for role in roles} <= set(TWO.table.box.chapters)  # type: ignore[arg-type]
    assert chapter_of(TWO, "hero", "house:okko") == "house:okko-fate"


def test_MEM_4_more_points_win() -> None:
    assert is_over(ended({"demon-slain": "blue", "the-well": "red"})).winners == ("h1", "h2")
    assert is_over(
        ended({"demon-slain": "blue", "the-well": "red", "first-accusation": "red", "alert": "red"})
    ).winners == ("oni",)


def test_MEM_4_equal_points_and_chapters_more_large_ones_win() -> None:
    blue = {"demon-slain": "blue", "okko-fate": "blue", "noburo-fate": "blue"}
    red = {"the-well": "red", "last-accusation": "red", "alert": "red"}
    assert is_over(ended({**blue, **red})).winners == ("oni",)


def test_MEM_4_equal_in_everything_chance_decides() -> None:
    tie = ended({"demon-slain": "blue", "unmasked": "blue", "the-well": "red", "demon-escaped": "red"})
    pending = SYSTEM.pending(tie)
    assert isinstance(pending, Roll)
    assert (pending.kind, pending.dice[0].kind.faces) == ("tie", ("blue", "red"))
    assert is_over(rolled(tie, "blue")).winners == ("h1", "h2")
    assert is_over(rolled(tie, "red")).winners == ("oni",)


def test_example_23_memoirs() -> None:
    """Six points each; red has a chapter more."""
    blue = {"demon-slain": "blue", "okko-fate": "blue", "noburo-fate": "blue"}
    red = {"first-accusation": "red", "second-accusation": "red", "alert": "red", "the-well": "red"}
    assert is_over(ended({**blue, **red})).winners == ("oni",)


@pytest.mark.parametrize(
    ("blue", "red", "by"),
    [
        ("", "alert", "points"),
        ("the-well", "alert first-accusation second-accusation", "chapters"),
        ("demon-slain okko-fate noshin-fate", "the-well last-accusation alert", "large"),
        ("okko-fate", "alert", "coin"),
    ],
)
def test_MEM_4_the_first_thing_in_which_the_colours_differ_decides(blue: str, red: str, by: str) -> None:
    ours = [Placed(f"house:{id}", "blue") for id in blue.split()]
    theirs = [Placed(f"house:{id}", "red") for id in red.split()]
    assert accusation.decided_by(replace(TWO, memoirs=(*ours, *theirs))) == by


def test_ACC_6_after_the_third_wrong_one_nobody_accuses_even_where_it_was_set_by_hand() -> None:
    t = turn_ends(known(2), {"accusations.wrong": 3}, 2)
    assert not [text for text in offered(t.now, "h1") if text.startswith("accuse")]


def test_ACC_3_what_ends_a_declaration_is_called_what_it_is() -> None:
    state = turn_ends(known(2), {}, 2).now
    none = SYSTEM.option_by(state, "no_accusation", "h1")
    assert "No accusation" in str(SYSTEM.label(state, none))
    state = choose(state, f"accuse_host:{state.suspects[0]}", "h1")
    assert "Hear the answer" in str(SYSTEM.label(state, none))
