"""Personal missions, mission tiles and objectives (SET-4, MIS, FX-6, END-2 to END-4, MEM-3)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.model.core.contract import Choice, Event, Json, Over, Roll, choices_of
from companion.model.core.refusal import InvalidInput
from companion.model.games.chronicles import SYSTEM
from companion.model.games.chronicles.box.effects import Condition, Draw, Heal, Whom
from companion.model.games.chronicles.rules import accusation, conditions, damage, followers, missions, play
from companion.model.games.chronicles.rules import events as e
from companion.model.games.chronicles.rules import story_events as se
from companion.model.games.chronicles.rules.transition import Transition
from companion.model.games.chronicles.state import frames as f
from companion.model.games.chronicles.state import options as o
from companion.model.games.chronicles.state.state import Figure, Score, State, replace
from tests.chronicles.tables import CONTENT, HEROES, begun, dealt, outfitted, played, setup

WELL, LIST, SHELF, BAR = "house:the-well", "house:the-lamp-list", "house:the-shelf", "house:the-gate-bar"
OPEN_FIGHT: Json = {
    "heroes": ["house:noshin", "house:setsuka"],
    "sheets": [{"sheet": "house:ashigaru", "figures": 4}, {"sheet": "house:yurei", "figures": 2}],
    "options": {"places": "none"},
}


def edited(state: State, **correction: Any) -> tuple[State, tuple[Event, ...]]:
    applied = SYSTEM.edit(state, SYSTEM.correction_of(state, {"kind": "decide", **correction}))
    return applied.state, applied.events


def with_mission(seat: str, n: int, heroes: int = 4, **options: Any) -> State:
    """A game in its first turn in which one hero has that mission of the card, the others none."""
    t = Transition(begun(heroes, **options))
    for one in t.now.seats:
        t.hero(one, mission=n if one == seat else -1)
    return t.now


def told(state: State, *events: Event) -> tuple[State, list[Event]]:
    """What comes of events that the rules told."""
    t = Transition(state)
    for event in events:
        t.tell(event)
    missions.look(t)
    return t.now, t.events[len(events) :]


def chapters(state: State) -> dict[str, str]:
    return {one.chapter: one.colour for one in state.memoirs}


def ended(state: State) -> State:
    t = Transition(state)
    accusation.finish(t)
    return t.now


# SET-4 ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("face", "n"), [(0, 0), (1, 1), (2, 2), ("ki", 2)])
def test_SET_4_a_combat_die_says_which_mission(face: Any, n: int) -> None:
    state = outfitted(setup(2))
    asked = SYSTEM.pending(state)
    assert isinstance(asked, Roll)
    assert (asked.seat, asked.kind, [die.kind.id for die in asked.dice]) == ("h1", "mission", ["combat"])
    applied = SYSTEM.rolled(state, (face,))
    dealt_it = se.MissionDealt("h1", "house:okko-mission", n)
    assert applied.events == (e.DiceRolled("h1", "mission", (face,)), dealt_it)
    assert applied.state.hero("h1").mission == n
    after = SYSTEM.pending(applied.state)
    assert isinstance(after, Roll)
    assert (after.seat, after.kind) == ("h2", "mission")


def test_SET_4_at_a_table_it_is_told_and_may_be_left_open() -> None:
    state = outfitted(setup(1, tracked=True))
    asked = SYSTEM.pending(state)
    assert isinstance(asked, Choice)
    assert [option.n for option in asked.options if isinstance(option, o.TakeMission)] == [0, 1, 2, -1]
    for n, option in zip([0, 1, 2, -1], asked.options, strict=True):
        assert SYSTEM.apply(state, option).state.hero("h1").mission == n


def test_SET_4_without_an_investigation_it_is_the_first() -> None:
    state = dealt({**OPEN_FIGHT, "investigation": False})
    assert [hero.mission for hero in state.heroes] == [0, 0]


# FX-6 -----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seat", "n", "event", "count"),
    [
        ("h1", 0, e.FigureRemoved("yurei-1", "house:yurei", "h1"), 1),
        ("h1", 0, e.FigureRemoved("ashigaru-1", "house:ashigaru", "h1"), 0),  # no creature
        ("h1", 0, e.FigureRemoved("yurei-1", "house:yurei", "h2"), 0),  # not its deed
        ("h1", 0, e.FigureRemoved("yurei-1", "house:yurei"), 0),  # nobody's deed
        ("h1", 0, e.FigureRemoved("oni-of-the-tide-1", "house:oni-of-the-tide", "h1"), 1),  # FIG-2
        ("h1", 1, e.FigureRemoved("oni-of-the-tide-1", "house:oni-of-the-tide", "h1", True), 1),
        ("h1", 1, e.FigureRemoved("oni-of-the-tide-1", "house:oni-of-the-tide", "h1"), 0),  # no attack
        ("h2", 0, e.FigureRemoved("ashigaru-1", "house:ashigaru", "h2"), 1),
        ("h2", 0, e.FigureRemoved("tikku", "house:tikku", "h2"), 0),  # no opponent
        ("h2", 1, e.FigureRemoved("bakemono-1", "house:bakemono", "h2"), 1),
        ("h2", 2, e.DamageTaken("h2", 2, 5), 2),
        ("h2", 2, e.DamageTaken("h1", 2, 5), 0),
        ("h3", 0, e.TestResolved("h3", "clue", -1, True, "investigation"), 1),
        ("h3", 0, e.TestResolved("h3", "scroll", -1, True, "deciphering"), 1),
        ("h3", 0, e.TestResolved("h3", "host", -1, True, "interrogation"), 0),
        ("h3", 0, e.TestResolved("h3", "clue", -1, False, "investigation"), 0),
        ("h3", 2, e.Healed("h1", 2, 0, "h3"), 2),
        ("h3", 2, e.Healed("h3", 2, 0, "h3"), 0),  # of others
        ("h3", 2, e.Healed("h1", 4, 1), 0),  # a wound drawn heals nobody
        ("h4", 2, e.TestResolved("h4", "chest-1", 3, True, "chest"), 1),
    ],
)
def test_FX_6_what_a_personal_mission_counts(seat: str, n: int, event: Event, count: int) -> None:
    state, after = told(with_mission(seat, n), event)
    assert state.hero(seat).counted == count
    assert bool(after) is bool(count)
    assert all(isinstance(one, se.MissionCounted) and one.count == count for one in after)


def test_FX_6_different_elements_are_summoned() -> None:
    state = with_mission("h3", 1)
    for card in ("fire-a", "water-a", "fire-b", "air-a"):
        assert not missions.fulfilled(state, "h3")
        state, _ = told(state, e.FollowerJoined(card, f"house:{card}", "h3"))
    assert state.hero("h3").summoned == ("air", "fire", "water")
    assert missions.fulfilled(state, "h3")


def test_FX_6_a_kami_that_comes_is_counted() -> None:
    t = Transition(with_mission("h3", 1))
    assert followers.summon(t, "h3", "fire")
    play.go_on(t)
    after = SYSTEM.apply(t.now, choices_of(SYSTEM.pending(t.now))[0].options[0]).state
    assert after.hero("h3").summoned == ("fire",)


def test_FX_6_unhurt_is_looked_at_as_it_is() -> None:
    t = Transition(with_mission("h1", 2))
    assert missions.fulfilled(t.now, "h1")
    t.hero("h1", spent_wounds=("house:fever",))
    assert not missions.fulfilled(t.now, "h1")


def test_FX_6_no_more_is_counted_than_is_asked() -> None:
    state, _ = told(with_mission("h2", 2), e.DamageTaken("h2", 5, 5), e.DamageTaken("h2", 5, 5))
    assert state.hero("h2").counted == 6
    assert told(state, e.DamageTaken("h2", 1, 1))[1] == []


def test_FX_6_an_attack_that_removes_is_its_attackers_deed() -> None:
    t = Transition(with_mission("h1", 0))
    t.push(f.AttackFrame("h1", "yurei-1", "attack", step="hit", total=9, defense=4))
    play.go_on(t)
    assert t.now.hero("h1").counted == 1
    assert any(isinstance(one, e.FigureRemoved) and one.by == "h1" and one.attack for one in t.events)


def test_FX_6_what_a_talent_heals_or_removes_is_its_heros_deed() -> None:
    t = Transition(replace(with_mission("h3", 2), stage="hero", next="h3"))
    t.figure("h1", damage=3)
    t.push(f.EffectFrame("house:noshin-6", "h3", "h3", (0,), ("h1",), True))
    play.go_on(t)
    assert t.now.hero("h3").counted == 1
    t.tell(e.FigureRemoved("ashigaru-1", "house:ashigaru", "oni"))  # an event card: no hero's deed
    missions.look(t)
    assert not isinstance(t.events[-1], se.MissionCounted)


# MIS, MEM -------------------------------------------------------------------------------------------------------------


def passed(state: State, place: str, seat: str = "h1") -> tuple[State, list[Event]]:
    """What comes of a test passed at a place."""
    t = Transition(state)
    t.push(f.TestFrame(seat, place, "mental", 0, "place", False, total=0))
    play.go_on(t)
    return t.now, t.events


def test_MIS_1_each_test_passed_counts_and_the_third_wins() -> None:
    state = begun(2)
    for n in (1, 2, 3):
        state, events = passed(state, WELL)
        assert se.MissionCounted(WELL, "blue", n) in events
    assert se.MissionDecided(WELL, "blue") in events
    assert chapters(state)[WELL] == "blue"
    assert next(one for one in state.scores if one.id == WELL).done == "blue"
    _, events = passed(state, WELL)
    assert not [one for one in events if isinstance(one, se.MissionCounted)]


def test_TST_4_the_tokens_go_when_the_test_is_passed() -> None:
    state = begun(2)
    state = replace(state, scores=tuple([replace(one, minus=3) for one in state.scores]))
    state, _ = passed(state, WELL)
    assert {one.id: one.minus for one in state.scores if one.id in (WELL, LIST)} == {WELL: 0, LIST: 3}


def test_MIS_2_an_objective_gives_its_chapter_and_its_cards() -> None:
    state, _ = passed(begun(2), LIST, "h2")
    assert chapters(state)[LIST] == "blue"
    assert state.frames[-1] == f.DrawFrame("clue", 1, "h2")
    assert isinstance(SYSTEM.pending(state), Roll)


def test_MIS_2_an_objective_without_a_chapter_places_none() -> None:
    state, events = passed(begun(2), BAR)
    assert se.MissionDecided(BAR, "blue") in events
    assert e.EffectBegan(BAR, 0, (), "h1") in events
    assert [one.card for one in state.in_force] == [BAR]
    assert not [one for one in events if isinstance(one, se.ChapterPlaced)]


def boxed(state: State, objective: str, **changes: Any) -> State:
    """The game with a changed record of an objective."""
    box = state.table.box
    record = replace(box.objectives[objective], **changes)
    box = replace(box, objectives={**box.objectives, objective: record})
    return replace(state, table=replace(state.table, box=box))


def test_MIS_2_what_is_not_once_gives_again_and_again() -> None:
    effects = (Heal(n=1), Draw(pile="clue", n=1))
    state = boxed(begun(2), LIST, once=False, effects=effects)
    first, _ = passed(state, LIST)
    again, events = passed(replace(first, frames=()), LIST)
    assert again.frames[-1] == f.DrawFrame("clue", 1, "h1")
    assert not [one for one in events if isinstance(one, se.ChapterPlaced)]


def test_MIS_1_both_at_once_is_the_heroes() -> None:
    both = (Condition("turns", count=1),)
    t = Transition(boxed(begun(2), LIST, heroes=both, oni=both))
    missions.decide_met(t)
    assert all(one.done is None for one in t.now.scores)  # the turn has not ended
    missions.decide_met(t, "end_of_turn")
    assert next(one.done for one in t.now.scores if one.id == LIST) == "blue"


def test_FX_6_conditions_of_one_camp_are_counted_apart() -> None:
    conditions = (
        Condition("removes", by=Whom(("hero",)), of=Whom(("guard",)), count=2),
        Condition("removes", by=Whom(("hero",)), of=Whom(("creature",)), count=2),
    )
    state = boxed(begun(2), LIST, heroes=conditions)
    guard, creature = e.FigureRemoved("ashigaru-1", "house:ashigaru", "h1"), e.FigureRemoved("yurei-1", "y", "h2")
    state, _ = told(state, guard, creature)
    assert next(one for one in state.scores if one.id == LIST).blue == (1, 1)
    state, events = told(state, creature)
    assert events[:2] == [se.MissionCounted(LIST, "blue", 2), se.MissionDecided(LIST, "blue")]


def test_MIS_2_what_it_gives_is_for_the_hero_whose_deed_met_it() -> None:
    removed = Condition("removes", by=Whom(("hero",)), of=Whom(("guard",)))
    state = boxed(begun(3), LIST, heroes=(removed,))
    after, _ = told(state, e.FigureRemoved("ashigaru-1", "house:ashigaru", "h3", True))
    assert after.frames[-1] == f.EffectFrame(LIST, "h3", "h3", (0,))
    by_hand, _ = edited(state, mission=LIST, colour="blue")
    assert by_hand.frames[-1] == f.DrawFrame("clue", 1, "h1")  # nobody's in particular: the captain's


def test_FX_6_what_is_looked_at_in_the_end_waits_for_it() -> None:
    state = boxed(begun(2), LIST, heroes=(Condition("unhurt", by=Whom(("hero",)), look="end"),))
    t = Transition(state)
    missions.decide_met(t, "end_of_turn")
    assert next(one.done for one in t.now.scores if one.id == LIST) is None
    assert chapters(ended(state))[LIST] == "blue"


def test_MEM_3_a_fulfilled_mission_is_placed_at_the_end_and_only_then() -> None:
    state, _ = told(with_mission("h2", 2), e.DamageTaken("h2", 6, 6))
    assert missions.fulfilled(state, "h2")
    assert "house:noburo-fate" not in chapters(state)
    assert chapters(ended(state))["house:noburo-fate"] == "blue"


def test_MIS_3_who_was_out_has_fulfilled_nothing() -> None:
    state, _ = told(with_mission("h2", 2), e.DamageTaken("h2", 6, 6))
    t = Transition(state)
    damage.put_out(t, "h2")
    assert chapters(ended(t.now))["house:noburo-fate"] == "red"


def test_END_2_with_no_hero_left_all_that_is_open_is_red() -> None:
    t = Transition(begun(1))
    damage.put_out(t, "h1")
    play.go_on(t)
    assert t.now.stage == "over"
    assert {one.done for one in t.now.scores} == {"red"}
    assert chapters(t.now)[WELL] == "red"


def test_END_4_a_mission_is_red_after_its_last_turn() -> None:
    t = Transition(replace(begun(1), turn=10))
    t.set(frames=(f.EndFrame(5),), stage="accusation")
    play.go_on(t)
    assert chapters(t.now)[WELL] == "red"


def test_END_3_without_missions_it_ends_with_turn_8_or_with_a_camp() -> None:
    state = dealt({**OPEN_FIGHT, "investigation": False})
    assert not accusation.ends(state)
    last = replace(state, turn=8, stage="accusation", frames=(f.EndFrame(10),))
    assert accusation.ends(last)
    assert not accusation.ends(replace(last, turn=7))
    heroes = tuple([one for one in state.figures if one.group == "hero"])
    assert accusation.ends(replace(state, figures=heroes))
    nobody = {**OPEN_FIGHT, "investigation": False, "sheets": [{"sheet": "house:ashigaru"}]}
    with pytest.raises(InvalidInput, match="sheets"):
        SYSTEM.new(nobody, CONTENT)


# by hand --------------------------------------------------------------------------------------------------------------


def test_MIS_1_the_table_decides_and_takes_back() -> None:
    state, events = edited(begun(2), mission=WELL, colour="red")
    assert events == (se.MissionDecided(WELL, "red"), se.ChapterPlaced(WELL, "red"))
    state, events = edited(state, mission=WELL, colour="blue")
    assert events == (se.ChapterTakenBack(WELL), se.MissionDecided(WELL, "blue"), se.ChapterPlaced(WELL, "blue"))
    state, events = edited(state, mission=WELL, colour=None)
    assert events == (se.ChapterTakenBack(WELL), se.MissionReopened(WELL))
    assert state == begun(2)


def test_MIS_1_what_was_counted_does_not_decide_again_what_is_taken_back() -> None:
    state = begun(2)
    for _ in range(3):
        state, _events = passed(state, WELL)
    after, _ = edited(state, mission=WELL, colour=None)
    assert next(one for one in after.scores if one.id == WELL) == Score(WELL)
    assert WELL not in chapters(after)


def test_FX_6_what_the_table_counts_decides_as_well() -> None:
    state = replace(begun(2), stage="accusation", frames=(f.EndFrame(5),))
    correction = SYSTEM.correction_of(state, {"kind": "set", "at": f"places.{WELL}.red", "value": [3]})
    after = SYSTEM.edit(state, correction).state
    assert chapters(after)[WELL] == "red"


def test_MIS_1_a_mission_known_only_by_its_name_is_decided_too() -> None:
    state = dealt({**OPEN_FIGHT, "hosts": ["house:poet", "house:armourer"], "missions": ["The broken bridge"]})
    state, events = edited(state, mission="mission-1", colour="blue")
    assert chapters(state) == {"mission-1": "blue"}
    assert SYSTEM.tell(state, events[0]).key


def test_MIS_3_the_table_says_whether_a_personal_mission_is_fulfilled() -> None:
    state = with_mission("h1", 0)
    said, events = edited(state, mission="house:okko-mission", colour="blue")
    assert events == (se.MissionDecided("house:okko-mission", "blue"),)
    assert said.memoirs == state.memoirs
    assert chapters(ended(said))["house:okko-fate"] == "blue"
    assert edited(said, mission="house:okko-mission", colour=None)[0] == state
    unhurt, _ = edited(with_mission("h1", 2), mission="house:okko-mission", colour="red")
    assert "house:okko-fate" not in chapters(ended(unhurt))


def test_MIS_3_of_a_hero_who_is_out_nothing_is_said() -> None:
    t = Transition(begun(2))
    damage.put_out(t, "h1")
    for mission in ("house:okko-mission", "house:nothing"):
        with pytest.raises(InvalidInput, match="mission"):
            edited(t.now, mission=mission, colour="blue")


def test_MEM_4_points_are_counted_again_when_the_game_is_over() -> None:
    t = Transition(replace(begun(2), memoirs=()))
    t.oni(demon="slain", demon_since=3)
    t.set(scores=(Score(WELL, done="red"),))
    damage.place(t, WELL, "red")
    over = ended(t.now)
    assert SYSTEM.pending(over).winners == ("oni",)  # type: ignore[union-attr]
    blue, events = edited(over, mission=WELL, colour="blue")
    asked = SYSTEM.pending(blue)
    assert isinstance(asked, Over)
    assert asked.winners == ("h1", "h2")
    assert se.GameEnded("heroes") in events
    with_fate, _ = edited(blue, mission="house:noburo-mission", colour="blue")
    assert chapters(with_fate)["house:noburo-fate"] == "blue"
    again, _ = edited(with_fate, mission="house:noburo-mission", colour="red")
    assert "house:noburo-fate" not in chapters(again)


@given(st.integers(0, 10_000), st.sampled_from([WELL, LIST, SHELF, BAR]), st.sampled_from(["blue", "red"]))
def test_MIS_1_what_is_decided_and_taken_back_leaves_the_table_as_it_was(seed: int, mission: str, colour: str) -> None:
    state = played(begun(2, seed=seed % 50), Random(seed), seed % 300)
    if state.stage == "over" or any(one.done for one in state.scores if one.id == mission):
        return
    after, _ = edited(state, mission=mission, colour=colour)
    if after.stage == "over" or after.frames != state.frames:  # it has ended, or gives cards
        return
    assert edited(after, mission=mission, colour=None)[0] == state


@pytest.mark.parametrize("seed", range(4))
def test_MIS_3_whole_games_place_each_heros_chapter_by_the_rule(seed: int) -> None:
    state = played(begun(seed % 4 + 1, seed=seed), Random(seed), 12_000)
    assert state.stage == "over"
    placed = chapters(state)
    for seat, card in zip(state.seats, HEROES, strict=False):
        fate = placed.get(f"{card}-fate")
        hero = state.hero(seat)
        assert fate == ("red" if hero.out else "blue" if missions.fulfilled(state, seat) else None)


def test_FX_6_a_figure_that_is_gone_is_still_known_for_what_it_was() -> None:
    state = begun(2)
    found = conditions.figure_of(state, "yurei-9")
    assert found == Figure("yurei-9", "house:yurei", "creature")
    assert conditions.figure_of(state, "nobody") is None


def test_FX_6_a_mission_that_names_nobody_counts_whoever_does_it() -> None:
    """A personal one counts its hero's deeds alone."""
    state, passes = begun(2), Condition("passes", kinds=("investigation",))
    passed = e.TestResolved("h2", "clue", 1, True, "investigation")
    assert conditions.worth(state, passes, passed, None) == 1
    assert conditions.worth(state, passes, passed, state.figure("h2")) == 1
    assert conditions.worth(state, passes, passed, state.figure("h1")) == 0
    other = e.TestResolved("h2", "scroll", 1, True, "deciphering")
    assert conditions.worth(state, passes, other, None) == 0
