"""Missions and objectives: how personal ones are dealt, what counts towards each, who has won it (SET-4, MIS, FX-6).

Rules know nothing of missions: what happened is looked through once, after it happened (`look`). What only the table
can see, such as who holds a zone where figures have no places, the table decides by hand (`ruled`).
"""

from __future__ import annotations

from typing import Final, Literal

from companion.model.core.chance import Die
from companion.model.core.contract import Event, Option, Outcome, Pending, Roll
from companion.model.core.words import say
from companion.model.games.chronicles.box.effects import Colour, Condition
from companion.model.games.chronicles.box.records import Mission, PersonalGoal, PersonalMission
from companion.model.games.chronicles.rules import dials, effects
from companion.model.games.chronicles.rules import events as e
from companion.model.games.chronicles.rules import story_events as se
from companion.model.games.chronicles.rules.conditions import COUNTED, held, met, worth
from companion.model.games.chronicles.rules.damage import chapter_of, place, take_back
from companion.model.games.chronicles.rules.mission_places import record_of
from companion.model.games.chronicles.rules.part import asks
from companion.model.games.chronicles.rules.transition import Transition
from companion.model.games.chronicles.state import frames as f
from companion.model.games.chronicles.state import options as o
from companion.model.games.chronicles.state.state import ONI, CardId, Figure, Score, Seat, State, replace

WHICH = say("Which personal mission did the die give?")
COLOURS: Final[tuple[Colour, ...]] = ("blue", "red")
"""MIS-1: both at once, the heroes' first."""


# personal missions ----------------------------------------------------------------------------------------------------


def personal(state: State, seat: Seat) -> PersonalMission | None:
    """A hero's card of personal missions; None: no pack has one."""
    card = state.hero(seat).card
    return next((one for one in state.table.box.personal.values() if one.hero == card), None)


def goal(state: State, seat: Seat) -> PersonalGoal | None:
    """What a hero's personal mission asks; None: there is none, or nobody told which."""
    record, n = personal(state, seat), state.hero(seat).mission
    return record.missions[n] if record is not None and 0 <= n < len(record.missions) else None


def own_id(state: State, seat: Seat) -> CardId:
    """What a hero's personal mission is called: by its card, else by the hero's."""
    record = personal(state, seat)
    return state.hero(seat).card if record is None else record.id


def deals(t: Transition, frame: f.DealFrame) -> bool:
    """SET-4: False while a die, or the table, has to say which it is."""
    if frame.seat != ONI and frame.left and personal(t.now, frame.seat) is not None:
        return False
    t.pop()
    return True


def ask_deal(state: State, frame: f.DealFrame) -> Pending:
    """SET-4: one combat die a hero; where dice lie on the table, what the card said to it."""
    if state.table.options.dice_entry != "typed":
        return Roll(frame.seat, (Die(state.table.box.dice["combat"], frame.seat),), "mission")
    record = personal(state, frame.seat)
    assert record is not None
    told = [*range(len(record.missions)), -1]
    return asks(frame.seat, WHICH, [o.TakeMission(frame.seat, record.id, n) for n in told])


def told(t: Transition, frame: f.DealFrame, option: Option) -> None:
    """SET-4, at a table."""
    assert isinstance(option, o.TakeMission)
    _dealt(t, frame, option.n)


def rolled(t: Transition, frame: f.DealFrame, outcome: Outcome) -> None:
    """SET-4: the card says which mission belongs to the face."""
    record = personal(t.now, frame.seat)
    assert record is not None
    t.tell(e.DiceRolled(frame.seat, "mission", outcome))
    _dealt(t, frame, next((n for n, one in enumerate(record.missions) if outcome[0] in one.faces), 0))


def _dealt(t: Transition, frame: f.DealFrame, n: int) -> None:
    t.become(replace(frame, left=0))
    t.hero(frame.seat, mission=n)
    t.tell(se.MissionDealt(frame.seat, own_id(t.now, frame.seat), n))


# what counts (FX-6) ---------------------------------------------------------------------------------------------------


def look(t: Transition) -> None:
    """Count what has happened since the last look, and decide what is met by it (MIS-1)."""
    new, t.looked = t.events[t.looked :], len(t.events)
    doer: Seat | None = None
    for event in new:
        if not isinstance(event, COUNTED):
            continue
        if isinstance(event, e.FollowerJoined) and event.card in t.box.kami:
            _summoned(t, event.seat, t.box.kami[event.card].element)
        by = event.figure if isinstance(event, e.TestResolved) else getattr(event, "by", None)
        doer = by if by in t.now.seats else doer
        if isinstance(event, e.TestResolved):
            _done_again(t, event)
        for seat in t.now.in_play:
            _count_own(t, seat, event)
        for figure in t.now.figures:
            _count_follower(t, figure, event)
        for score in t.now.scores:
            if score.done is None:
                _count(t, score, event)
    if new and t.now.stage not in ("setup", "over"):
        decide_met(t, doer=doer)


def _summoned(t: Transition, seat: Seat, element: str) -> None:
    known = t.now.hero(seat).summoned
    if element not in known:
        t.hero(seat, summoned=tuple(sorted([*known, element])))


def _count_own(t: Transition, seat: Seat, event: Event) -> None:
    own, bearer = goal(t.now, seat), t.now.figure(seat)
    if own is None or bearer is None:
        return
    so_far = t.now.hero(seat).counted
    count = min(own.condition.count, so_far + worth(t.now, own.condition, event, bearer))
    if count > so_far:
        t.hero(seat, counted=count)
        t.tell(se.MissionCounted(own_id(t.now, seat), "blue", count))


def goal_of(state: State, figure: Figure) -> PersonalGoal | None:
    """FOL-9: what a follower's mission asks; None: it has none."""
    box = state.table.box
    host = box.hosts.get(figure.card)
    record = box.followers.get(figure.card) or (host.can_follow if host is not None else None)
    goals = record.missions if record is not None else ()
    return goals[figure.mission] if 0 <= figure.mission < len(goals) else None


def _count_follower(t: Transition, figure: Figure, event: Event) -> None:
    own = goal_of(t.now, figure)
    if own is not None:
        count = min(own.condition.count, figure.counted + worth(t.now, own.condition, event, figure))
        if count > figure.counted:
            t.figure(figure.id, counted=count)
            t.tell(se.MissionCounted(figure.id, "blue", count))


def _count(t: Transition, score: Score, event: Event) -> None:
    for colour in COLOURS:
        for n, (condition, count) in enumerate(counts(t.now, score.id, colour)):
            more = worth(t.now, condition, event, None, score.id)
            if more and count < condition.count:
                _counted(t, score.id, colour, n, min(condition.count, count + more))


# who has won (MIS) ----------------------------------------------------------------------------------------------------


def is_end(state: State, score: Score) -> bool:
    """END-5: it counts towards the scenario's own end."""
    return score.id == state.table.scenario


def conditions_of(state: State, mission: CardId, colour: Colour) -> tuple[Condition, ...]:
    """What wins it for a camp: one of these met is enough."""
    record = record_of(state, mission)
    if record is None:
        scenario = state.table.box.scenarios.get(mission) if colour == "blue" else None
        return () if scenario is None else scenario.ends
    return record.heroes if colour == "blue" else record.oni


Moment = Literal["always", "end_of_turn", "end"]


def missions_due(t: Transition, score: Score, won: Colour, doer: Seat | None) -> bool:
    """Whether it is decided by itself (TAB-7); a scenario's own end always is."""
    return is_end(t.now, score) or dials.due(t, "missions", score.id, won, doer or "")


def decide_met(t: Transition, moment: Moment = "always", doer: Seat | None = None) -> None:
    """MIS-1: what is met goes to its camp; what is looked at always is looked at now, too. `doer`: who met it."""
    if moment != "always":
        _count_held(t, moment)
    for score in t.now.scores:
        won = _won(t.now, score, moment) if score.done is None else None
        if won is not None and score.left != won and missions_due(t, score, won, doer):
            decide(t, score.id, won, doer)


def _count_held(t: Transition, moment: Moment) -> None:
    """FX-6 `holds`: counted once per look."""
    for score in t.now.scores:
        for colour in COLOURS if score.done is None else ():
            told = counts(t.now, score.id, colour)
            for n, (condition, count) in enumerate(told):
                if condition.look == moment and count < condition.count and held(t.now, condition, score.id):
                    _counted(t, score.id, colour, n, count + 1)


def _counted(t: Transition, mission: CardId, colour: Colour, n: int, count: int) -> None:
    """So often a condition has been counted now."""
    told = [so_far for _, so_far in counts(t.now, mission, colour)]
    told[n] = count
    _score(t, mission, **{colour: tuple(told)})
    t.tell(se.MissionCounted(mission, colour, count))


def _won(state: State, score: Score, moment: Moment) -> Colour | None:
    for colour in COLOURS:
        for condition, count in counts(state, score.id, colour):
            looked = condition.look in ("always", moment)
            if looked and met(state, condition, count, moment == "end_of_turn", mission=score.id):
                return colour
    return None


def _open(state: State, mission: CardId) -> bool:
    return any(one.id == mission and one.done is None for one in state.scores)


def counts(state: State, mission: CardId, colour: Colour) -> list[tuple[Condition, int]]:
    """A camp's conditions, and how often each was counted."""
    known: tuple[int, ...] = next(getattr(one, colour) for one in state.scores if one.id == mission)
    conditions = conditions_of(state, mission, colour)
    return [(one, known[n] if n < len(known) else 0) for n, one in enumerate(conditions)]


def decide(t: Transition, mission: CardId, colour: Colour, doer: Seat | None = None) -> None:
    """MIS-1, MIS-2: a mission or an objective is won by a camp; what an objective gives is for the hero who met it."""
    _score(t, mission, done=colour)
    if mission == t.now.table.scenario:  # END-5: nobody has won it
        return
    t.tell(se.MissionDecided(mission, colour))
    chapter = chapter_for(t.now, mission, colour)
    if chapter is not None:
        place(t, chapter, colour)
    if colour == "blue":
        _reward(t, mission, doer)


def _reward(t: Transition, mission: CardId, doer: Seat | None) -> None:
    """MIS-2: what an objective does for the hero who met it; for the captain when nobody in particular did."""
    if mission in t.box.objectives:
        hero = doer if doer in t.now.in_play else t.now.captain
        effects.whole(t, mission, hero, hero)


def _done_again(t: Transition, event: e.TestResolved) -> None:
    """An objective that may be met more than once gives what it gives at each success."""
    objective = t.box.objectives.get(event.place)
    if event.passed and objective is not None and not objective.once and not _open(t.now, event.place):
        _reward(t, event.place, event.figure)


def chapter_for(state: State, mission: CardId, colour: Colour) -> CardId | None:
    """MEM-2: what is placed when a camp wins a mission or an objective; None: nothing is."""
    record = record_of(state, mission)
    if isinstance(record, Mission):
        return record.chapter or mission
    if record is None:
        return mission
    return record.chapter.id if record.chapter is not None and record.chapter.colour == colour else None


def last_turns(t: Transition) -> None:
    """END-4: missions whose last turn this was."""
    for score in t.now.scores:
        record = t.box.missions.get(score.id)
        last = record.last_turn if record is not None else None
        if score.done is None and last is not None and t.now.turn >= last.turn:
            decide(t, score.id, last.colour)


def settle(t: Transition) -> None:
    """MIS-3, MEM-3, END-2: what is looked at when the game ends."""
    if t.now.in_play:
        decide_met(t, "end")
    else:
        for one in t.now.scores:
            if one.done is None:
                decide(t, one.id, "red")
    for seat in t.now.in_play:
        if fulfilled(t.now, seat):
            t.tell(se.MissionDecided(own_id(t.now, seat), "blue"))
            place(t, hero_chapter(t.now, seat), "blue")
    for figure in t.now.figures:
        if follower_fulfilled(t.now, figure):
            t.tell(se.MissionDecided(figure.id, "blue"))
            place(t, _of_follower(t.now, figure), "blue")


def follower_fulfilled(state: State, figure: Figure) -> bool:
    """FOL-9: alive at the end, and its mission met; what the table said of it comes first."""
    own = goal_of(state, figure)
    if own is None or figure.fulfilled is not None:
        return own is not None and bool(figure.fulfilled)
    return met(state, own.condition, figure.counted, False, figure)


def _of_follower(state: State, figure: Figure) -> CardId:
    """The chapter of followers, or one by the follower's name when that lies already."""
    chapter = chapter_of(state, "follower")
    return chapter if all(one.chapter != chapter for one in state.memoirs) else f"follower:{figure.id}"


def fulfilled(state: State, seat: Seat) -> bool:
    """MIS-3: a personal mission as it stands; what the table said of it comes first."""
    hero, own = state.hero(seat), goal(state, seat)
    if hero.fulfilled is not None:
        return hero.fulfilled
    return own is not None and met(state, own.condition, hero.counted, False, state.figure(seat))


def hero_chapter(state: State, seat: Seat) -> CardId:
    """MEM-2: one card with two faces, whichever becomes of the hero."""
    return chapter_of(state, "hero", state.hero(seat).card)


def _score(t: Transition, mission: CardId, **changes: object) -> None:
    t.set(scores=tuple([replace(one, **changes) if one.id == mission else one for one in t.now.scores]))


# by hand --------------------------------------------------------------------------------------------------------------


def hero_with(state: State, mission: CardId) -> Seat | None:
    """The hero in play whose personal mission this is."""
    return next((seat for seat in state.in_play if own_id(state, seat) == mission), None)


def ruled(t: Transition, mission: CardId, colour: Colour | None) -> None:
    """The table says who has won a mission, an objective or a hero's personal mission; None: nobody has."""
    follower = t.now.figure(mission)
    if follower is not None and goal_of(t.now, follower) is not None:
        _ruled_of_follower(t, follower, colour)
        return
    seat = hero_with(t.now, mission)
    if seat is None:
        _ruled(t, mission, colour)
        return
    t.hero(seat, fulfilled=None if colour is None else colour == "blue")
    if t.now.stage != "over":  # MEM-3: its chapter is placed at the end
        t.tell(se.MissionReopened(mission) if colour is None else se.MissionDecided(mission, colour))
        return
    take_back(t, hero_chapter(t.now, seat))
    if fulfilled(t.now, seat):
        place(t, hero_chapter(t.now, seat), "blue")


def _ruled_of_follower(t: Transition, follower: Figure, colour: Colour | None) -> None:
    """FOL-9: its chapter is placed at the end."""
    chapters = (chapter_of(t.now, "follower"), f"follower:{follower.id}")
    told = t.figure(follower.id, fulfilled=None if colour is None else colour == "blue")
    if t.now.stage != "over":
        t.tell(se.MissionReopened(told.id) if colour is None else se.MissionDecided(told.id, colour))
        return
    lies = next((one for one in reversed(chapters) if any(placed.chapter == one for placed in t.now.memoirs)), None)
    if follower_fulfilled(t.now, told):
        place(t, _of_follower(t.now, told), "blue")
    elif lies is not None:
        take_back(t, lies)


def _ruled(t: Transition, mission: CardId, colour: Colour | None) -> None:
    """Chapter, counts and what goes on of it are taken back; what it did at once is not."""
    done = next(one.done for one in t.now.scores if one.id == mission)
    if done is not None:
        again = any(count >= condition.count for condition, count in counts(t.now, mission, done))
        _score(t, mission, done=None, **({done: ()} if again else {}))  # what was counted would decide it anew
        t.set(in_force=tuple([one for one in t.now.in_force if one.card != mission]))
        chapter = chapter_for(t.now, mission, done)
        if chapter is not None:
            take_back(t, chapter)
    if colour is None:
        t.tell(se.MissionReopened(mission))
    else:
        decide(t, mission, colour)
