"""The mission book: what every mission asks of whom, how far it has come, and which chapters are still to be placed.

It reads a state as its viewer may know it, and knows nothing that is not in there (HID-1).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal

import msgspec

from companion.model.core.words import Arg, Message, Name, plural, say
from companion.model.games.chronicles.box.condition_words import FOLLOWER, HERO, condition_sentence
from companion.model.games.chronicles.box.effect_words import words_of
from companion.model.games.chronicles.box.effects import Colour, Condition
from companion.model.games.chronicles.box.places import Scenario
from companion.model.games.chronicles.box.records import Mission, Objective, PersonalGoal
from companion.model.games.chronicles.rules import accusation, mission_places, missions, places
from companion.model.games.chronicles.rules.damage import ROLE, chapter_of
from companion.model.games.chronicles.state.state import CardId, Figure, Score, Seat, State, replace
from companion.model.games.chronicles.wire.narration import chapter_name, named, place

CAMPS: Mapping[str, Message] = {"blue": say("the heroes"), "red": say("the Oni")}
WON: Mapping[str, Message] = {"blue": say("Won by the heroes"), "red": say("Won by the Oni")}
UNCOUNTED = ("unhurt", "turns", "near_owner", "stands")
"""Facts that hold or do not hold: nothing is counted of them."""
WRONG: tuple[ROLE, ROLE, ROLE] = accusation.WRONG_ROLE
Sort = Literal["mission", "objective", "hero", "follower"]


class Asked(msgspec.Struct, frozen=True):
    """What has to be done for a camp, and how often it has been counted; `needed` 0: it is not counted."""

    colour: Colour
    words: Message
    count: int
    needed: int


class Task(msgspec.Struct, frozen=True):
    """A mission, an objective, or a personal mission."""

    id: str
    sort: Sort
    name: Arg
    standing: Message
    """Whose it is, or that it is open."""
    asked: tuple[Asked, ...]
    notes: tuple[Message, ...]
    """Where it is tested, what it brings, when it ends."""
    done: Colour | None = None


class Ahead(msgspec.Struct, frozen=True):
    """A chapter that can still be placed, and what it would be worth in either colour."""

    chapter: CardId
    name: Arg
    blue: int = 0
    red: int = 0


def story(state: State) -> Name | None:
    """What is told at the beginning."""
    found = _scenario(state)
    return None if found is None or not found.story else Name.of(found.story)


def _scenario(state: State) -> Scenario | None:
    return state.table.box.scenarios.get(state.table.scenario or "")


# what is asked --------------------------------------------------------------------------------------------------------


def tasks(state: State) -> list[Task]:
    """Missions and objectives in the scenario's order, then personal missions, then those of followers."""
    own = [_of_hero(state, seat) for seat in state.seats]
    followers = [_of_follower(state, one, goal) for one in state.figures if (goal := missions.goal_of(state, one))]
    return [*[_task(state, one) for one in state.scores if not missions.is_end(state, one)], *own, *followers]


def _task(state: State, score: Score) -> Task:
    record = mission_places.record_of(state, score.id)
    asked = tuple([
        _asked(state, colour, _on_board(state, score.id, condition), count, record)
        for colour in missions.COLOURS
        for condition, count in missions.counts(state, score.id, colour)
    ])  # fmt: skip
    standing = say("Not decided yet") if score.done is None else WON[score.done]
    notes = [*_where(state, record, score), *_reward(state, record), *_late(record), *_worth(state, score.id)]
    if not asked:
        notes.insert(0, say("The table says who has won it."))
    sort: Sort = "mission" if score.mission else "objective"
    return Task(score.id, sort, named(state, score.id), standing, asked, tuple(notes), score.done)


def _asked(
    state: State,
    colour: Colour,
    condition: Condition,
    count: int,
    record: Mission | Objective | None = None,
    bearer: Message = HERO,
) -> Asked:
    where = None if record is None else record.place
    words = condition_sentence(condition, where, lambda id: named(state, id), bearer)
    return Asked(colour, words, count, 0 if condition.fact in UNCOUNTED else condition.count)


def _on_board(state: State, mission: CardId, condition: Condition) -> Condition:
    at = condition.at
    return condition if at is None else replace(condition, at=mission_places.on_board(state, mission, at))


def _where(state: State, record: Mission | Objective | None, score: Score) -> Iterator[Message]:
    """On which spaces, as the board has them; where nobody knows the board, as the record does."""
    if record is None or record.place is None:
        return
    board = places.laid(state)
    for at in mission_places.spaces(state, score.id):
        if board is not None and at in board.index:
            zone = board.zones[board.zone_of[board.index[at]]]
            yield say("Tested at {place} ({zone}).", place=place(at), zone=zone)
        else:
            yield say("Tested at {place}.", place=place(at))
    if score.minus:
        yield plural("{count} token −1 lies there.", "{count} tokens −1 lie there.", score.minus)


def _reward(state: State, record: Mission | Objective | None) -> Iterator[Message]:
    if isinstance(record, Objective) and record.effects:
        for said in words_of(record, lambda id: named(state, id)).get("/effects", ()):
            yield say("It brings: {effect}", effect=said)
        if not record.once:
            yield say("It can be done again and again.")


def _late(record: Mission | Objective | None) -> Iterator[Message]:
    if isinstance(record, Mission) and record.last_turn is not None:
        late = record.last_turn
        yield say("Undecided at the end of turn {turn}, it goes to {camp}.", turn=late.turn, camp=CAMPS[late.colour])


def _worth(state: State, mission: CardId) -> Iterator[Message]:
    """The chapters that it places, in words."""
    placed = {colour: missions.chapter_for(state, mission, colour) for colour in missions.COLOURS
              if _can_win(state, mission, colour)}  # fmt: skip
    found = {colour: chapter for colour, chapter in placed.items() if chapter is not None}
    if len(found) == len(missions.COLOURS):
        points = worth(state, next(iter(found.values())))
        yield plural("Chapter: {count} point for whoever wins it.", "Chapter: {count} points for whoever wins it.",
                     points)  # fmt: skip
        return
    for colour, chapter in found.items():
        yield plural("Chapter: {count} point for {camp}.", "Chapter: {count} points for {camp}.",
                     worth(state, chapter), camp=CAMPS[colour])  # fmt: skip
    if not found:
        yield say("It places no chapter.")


def _can_win(state: State, mission: CardId, colour: Colour) -> bool:
    """Whether a camp may come to win it; what only the table knows, either may."""
    record = mission_places.record_of(state, mission)
    late = record.last_turn if isinstance(record, Mission) else None
    return record is None or isinstance(record, Mission) or bool(missions.conditions_of(state, mission, colour)) or (
        late is not None and late.colour == colour
    )  # fmt: skip


def worth(state: State, chapter: CardId) -> int:
    """The points of a chapter; one that no record describes counts 1 (MEM-1)."""
    record = state.table.box.chapters.get(chapter)
    return 1 if record is None else record.points


def _of_hero(state: State, seat: Seat) -> Task:
    goal, hero = missions.goal(state, seat), state.hero(seat)
    name = named(state, seat)
    done: Colour | None = None
    if hero.out:
        standing, done = say("Out of the fight: the mission is lost"), "red"
    elif goal is None:
        dealt = state.stage != "setup"
        standing = say("Nobody told which mission it is") if dealt else say("Not dealt yet")
    else:
        fulfilled = missions.fulfilled(state, seat)
        standing = _fulfilled(state, fulfilled=fulfilled)
        done = "blue" if fulfilled and state.stage == "over" else None
    points = worth(state, missions.hero_chapter(state, seat))
    notes = [] if goal is None else [
        plural("Chapter: {count} point for the heroes when fulfilled, for the Oni when {hero} is out.",
               "Chapter: {count} points for the heroes when fulfilled, for the Oni when {hero} is out.",
               points, hero=name)
    ]  # fmt: skip
    own = goal is not None and goal.condition.fact == "summons"
    counted = len(hero.summoned) if own else hero.counted
    return Task(seat, "hero", name, standing, _goal(state, goal, counted, name), tuple(notes), done)


def _of_follower(state: State, figure: Figure, goal: PersonalGoal) -> Task:
    name, fulfilled = named(state, figure.id), missions.follower_fulfilled(state, figure)
    points = worth(state, chapter_of(state, "follower"))
    note = plural("Chapter: {count} point for the heroes when fulfilled.",
                  "Chapter: {count} points for the heroes when fulfilled.", points)  # fmt: skip
    done: Colour | None = "blue" if fulfilled and state.stage == "over" else None
    standing = _fulfilled(state, fulfilled=fulfilled)
    asked = _goal(state, goal, figure.counted, FOLLOWER)
    return Task(figure.id, "follower", name, standing, asked, (note,), done)


def _goal(state: State, goal: PersonalGoal | None, counted: int, bearer: Arg) -> tuple[Asked, ...]:
    if goal is None:
        return ()
    return (_asked(state, "blue", goal.condition, counted, bearer=Message("{name}", (("name", bearer),))),)


def _fulfilled(state: State, *, fulfilled: bool) -> Message:
    if fulfilled:
        return say("Fulfilled") if state.stage == "over" else say("Fulfilled, if the game ended now")
    return say("Not fulfilled") if state.stage == "over" else say("Not fulfilled yet")


# how it ends ----------------------------------------------------------------------------------------------------------


def rules(state: State) -> tuple[Message, ...]:
    """What the scenario changes for the whole game."""
    found = _scenario(state)
    return () if found is None else words_of(found, lambda id: named(state, id)).get("/rules", ())


def endings(state: State) -> list[Message]:
    """END-1 to END-5, as far as they concern this game."""
    found = [say("With no hero in play the game ends at once.")]
    if state.table.investigation:
        found.insert(0, say("It ends when the final combat and every mission are decided."))
    elif any(not missions.is_end(state, one) for one in state.scores):
        found.insert(0, say("It ends when all missions and objectives are decided."))
    else:
        found.insert(0, say("It ends after turn 8, or when one camp has no figure left."))
    scenario = _scenario(state)
    for condition in scenario.ends if scenario is not None else ():
        found.append(say("It ends, too: {when}", when=condition_sentence(condition, None, lambda id: named(state, id))))
    return found


# chapters -------------------------------------------------------------------------------------------------------------


def ahead(state: State) -> list[Ahead]:
    """The chapters that can still be placed, those of missions first (MEM-2)."""
    if state.stage == "over":
        return []
    found = []
    for score in state.scores:
        if score.done is None and not missions.is_end(state, score):
            found += _merged(state, [
                (chapter, colour) for colour in missions.COLOURS
                if _can_win(state, score.id, colour)
                and (chapter := missions.chapter_for(state, score.id, colour)) is not None
            ])  # fmt: skip
    found += _merged(state, [(chapter_of(state, role), colour) for role, colour in _roles(state)])
    for seat in state.in_play:
        goal, chapter = missions.goal(state, seat), missions.hero_chapter(state, seat)
        points = worth(state, chapter)
        found.append(Ahead(chapter, chapter_name(state, chapter), points if goal is not None else 0, points))
    return found


def _roles(state: State) -> Iterator[tuple[ROLE, Colour]]:
    if state.table.investigation:
        if accusation.may_accuse(state):
            yield "unmasked", "blue"
            for role in WRONG[state.wrong :]:
                yield role, "red"
        if state.oni.demon not in ("slain", "escaped"):
            yield "slain", "blue"
            yield "escaped", "red"
    if not state.oni.alert:
        yield "alert", "red"


def _merged(state: State, placed: Iterable[tuple[CardId, Colour]]) -> list[Ahead]:
    """A chapter that either camp can win stands once."""
    told: dict[CardId, dict[str, int]] = {}
    for chapter, colour in placed:
        told.setdefault(chapter, {})[colour] = worth(state, chapter)
    return [Ahead(chapter, chapter_name(state, chapter), **points) for chapter, points in told.items()]
