"""The report of a game of Okko Chronicles: the memoirs, who played whom, and the game told turn by turn.

As long as it goes on it tells what everybody at the table has seen; once it is over, everything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeAlias

import msgspec

from companion.model.core.contract import SPECTATOR, Event
from companion.model.core.course import Moment, moment, passages
from companion.model.core.session import Session
from companion.model.core.words import Arg, Message, as_markdown, plural, say
from companion.model.games.chronicles.insight import mission_book
from companion.model.games.chronicles.insight.mission_book import CAMPS, Task
from companion.model.games.chronicles.rules import accusation
from companion.model.games.chronicles.rules import events as e
from companion.model.games.chronicles.rules import story_events as se
from companion.model.games.chronicles.state.state import ONI, State
from companion.model.games.chronicles.wire.narration import chapter_name, named, tell

from . import game_statistics
from .counted import Accused, GameStatistics, SeatStatistics

LOUD = (
    e.TrialTurned, e.TileCorrupted, e.CorruptionMoved, e.UpgradeTaken, e.CallMade, e.AttackResolved, e.TestResolved,
    e.DamageTaken, e.Healed, e.FigureRemoved, e.StatusGiven, e.AlertRaised, e.WoundDrawn, e.HeroOut, e.WeaknessHealed,
    e.EventPlayed, e.TalentUsed, e.ObjectUsed, e.ObjectDrawn, e.FollowerJoined, e.FollowerLeft, e.SetByHand,
    se.MissionDealt, se.ClueDrawn, se.SurpriseResolved, se.HostFollows, se.HostGivenToOni, se.HostPlayed, se.Accused,
    se.AccusationAnswered, se.DemonCame, se.DemonEscaped, se.TrackClosed, se.ChapterPlaced, se.ChapterTakenBack,
    se.MissionDecided, se.MissionReopened, se.GameEnded,
)  # fmt: skip
"""What is told, in the words of the log."""
WHY = {
    "points": say("{ours} points against {theirs}."),
    "chapters": say("Equal in points; {ours} chapters against {theirs}."),
    "large": say("Equal in points and chapters; {ours} large chapters against {theirs}."),
}


class TurnTold(msgspec.Struct, frozen=True):
    """A turn of which there is something to tell; turn 0 is what was before the first."""

    turn: int
    moments: tuple[Moment, ...]


class Report(msgspec.Struct, frozen=True):
    """The whole of it. `state`: how the game stands, as far as it may be told."""

    found: GameStatistics
    state: State
    turns: tuple[TurnTold, ...]


def report(session: Session[Any]) -> Report:
    """Of a game of Okko Chronicles, up to its present."""
    found = game_statistics(session)
    turns = tuple(_turns(session, None if found.finished else SPECTATOR))
    return Report(found, session.state_at(session.present), turns)


def _turns(session: Session[Any], viewer: str | None) -> Iterator[TurnTold]:
    turn, moments = 0, list[Moment]()
    for passage in passages(session, viewer):
        starts = [n for n, event in enumerate(passage.events) if isinstance(event, e.TurnBegan)]
        at = starts[-1] if starts else len(passage.events)
        before, after = passage.events[:at], passage.events[at:]
        for events, last in ((before, not after), (after, True)):
            if events and isinstance(events[0], e.TurnBegan):
                if moments:
                    yield TurnTold(turn, tuple(moments))
                turn, moments = events[0].turn, []
            words = tuple(_told(passage.after, events))
            told = moment(session, passage.step, words, viewer) if last else Moment(passage.step, words)
            if told is not None and (last or words):
                moments.append(told)
    if moments:
        yield TurnTold(turn, tuple(moments))


def _told(state: State, events: Sequence[Event]) -> Iterator[Message]:
    for event in events:
        if isinstance(event, LOUD):
            yield tell(state, event)


# sentences ------------------------------------------------------------------------------------------------------------


def ended(told: Report) -> tuple[Message, ...]:
    """Who has won, and why."""
    found = told.found
    if found.winner is None:
        return (say("The game is not over."),)
    won = say("The heroes have won.") if found.winner == "heroes" else say("The Oni has won.")
    return won, decided(told.state)


def decided(state: State) -> Message:
    """MEM-4: what decided a game that is over."""
    by, told = accusation.decided_by(state), accusation.points(state)
    if by == "coin":
        return say("Equal in everything: a coin has decided.")
    at = tuple(WHY).index(by)
    ours, theirs = sorted((told["blue"][at], told["red"][at]), reverse=True)
    return Message(WHY[by].key, (("ours", ours), ("theirs", theirs)))


def truth(told: Report) -> tuple[Message, ...]:
    """The turns of the truth: who the Oni was, how it came out, what became of it."""
    found, state = told.found, told.state
    lines = [(one.turn, _accused(one, state)) for one in found.accusations]
    if found.came:
        oni = {"turn": found.came, "host": named(state, state.oni.guilty), "nature": named(state, state.oni.nature)}
        lines.append((found.came, {
            "unmasked": say("Turn {turn}: unmasked! The Oni hid behind {host}, and is {nature}.", **oni),
            "wrong": say(
                "Turn {turn}: after the third wrong accusation {nature} appears; it hid behind {host}.", **oni
            ),
            "revealed": say("Turn {turn}: {nature} reveals itself; it hid behind {host}.", **oni),
        }[found.why or "revealed"]))  # fmt: skip
    elif found.finished and state.oni.guilty is not None:
        hid = say("The Oni hid behind {host}, and was {nature}.", host=named(state, state.oni.guilty),
                  nature=named(state, state.oni.nature))  # fmt: skip
        lines.append((found.turns, hid))
    if found.decided:
        slain, fled = say("Turn {turn}: the demon is slain.", turn=found.decided), say(
            "Turn {turn}: the demon escapes.", turn=found.decided
        )  # fmt: skip
        lines.append((found.decided, slain if found.demon == "slain" else fled))
    if found.alert:
        lines.append((found.alert, say("Turn {turn}: the alert is raised.", turn=found.alert)))
    return tuple([line for _, line in sorted(lines, key=lambda one: one[0])])


def _accused(one: Accused, state: State) -> Message:
    args = {"turn": one.turn, "card": named(state, one.named)}
    if one.of == "nature":
        return say("Turn {turn}: is the Oni {card}? Right.", **args) if one.right else say(
            "Turn {turn}: is the Oni {card}? Wrong.", **args
        )  # fmt: skip
    return say("Turn {turn}: is {card} the Oni? Right.", **args) if one.right else say(
        "Turn {turn}: is {card} the Oni? Wrong.", **args
    )  # fmt: skip


def chapters(state: State) -> list[tuple[str, Arg, int]]:
    """The memoirs: colour, name and points of each chapter, in their order."""
    return [
        (one.colour, chapter_name(state, one.chapter), mission_book.worth(state, one.chapter))
        for one in state.memoirs
    ]  # fmt: skip


def score(state: State) -> tuple[Message, Message]:
    """The points of both colours."""
    told = accusation.points(state)
    blue, red = (
        plural("{camp}: {count} point", "{camp}: {count} points", told[colour][0], camp=CAMPS[colour])
        for colour in ("blue", "red")
    )
    return blue, red


def tasks(state: State) -> list[Task]:
    """Missions, objectives and personal missions with what became of them."""
    return mission_book.tasks(state)


COLUMNS: tuple[Message, ...] = (
    say("Seat"), say("Attacks"), say("Hits"), say("Damage dealt"), say("Figures removed"), say("Damage taken"),
    say("Tests"), say("Passed"), say("Luck, of 100"),
)  # fmt: skip
"""Of the table of the seats."""


def seat_rows(told: Report, called: Callable[[str], str]) -> list[tuple[Arg, ...]]:
    """The table of the seats; luck is how many of 100 would have rolled worse dice. `called`: the player of a seat."""
    found = list[tuple[Arg, ...]]()
    for one in told.found.seats:
        luck = f"{round(100 * one.dice.share)}" if one.dice.draws else "–"
        name = _seat(told.state, one, called(one.seat))
        found.append((name, one.attacks, one.hits, one.dealt, one.removed, one.taken, one.tests, one.passed, luck))
    return found


def _seat(state: State, one: SeatStatistics, player: str) -> Arg:
    who = named(state, one.seat) if one.seat != ONI else say("The Oni")
    name = say("{who} ({player})", who=who, player=player) if player else say("{who}", who=who)
    return say("{who}, out in turn {turn}", who=name, turn=one.out) if one.out else name


def luck_words(told: Report) -> tuple[Message, ...]:
    """Hits and tests against their chances, in sentences; nothing of those whose chances are not known."""
    found = []
    for one in told.found.seats:
        name = named(told.state, one.seat)
        if one.hit_luck.draws:
            due = f"{one.hits_known - one.hit_luck.surplus:.1f}"
            found.append(say("{name}: {count} hits of {all}; {due} were to be expected", name=name,
                             count=one.hits_known, all=one.hit_luck.draws, due=due))  # fmt: skip
        if one.test_luck.draws:
            due = f"{one.passed_known - one.test_luck.surplus:.1f}"
            found.append(say("{name}: {count} tests passed of {all}; {due} were to be expected", name=name,
                             count=one.passed_known, all=one.test_luck.draws, due=due))  # fmt: skip
    return tuple(found)


def heading(told: TurnTold) -> Message:
    """Of a turn."""
    return say("Turn {turn}", turn=told.turn) if told.turn else say("Before turn 1")


Tell: TypeAlias = Callable[[Any], str]


def said(value: Arg, tell_: Tell) -> str:
    """What stands in a cell: a number, a name or words."""
    return str(value) if isinstance(value, str | int) else tell_(say("{name}", name=value))


def markdown(told: Report, tell_: Tell, title: str, called: Callable[[str], str], day: str = "") -> str:
    """The text; `called`: the player of a seat, `day`: when it was played."""

    def cell(value: Arg) -> str:
        return as_markdown(said(value, tell_))

    return "\n".join(_lines(told, cell, title, called, day)) + "\n"


def _lines(
    told: Report, cell: Callable[[Arg], str], title: str, called: Callable[[str], str], day: str
) -> Iterator[str]:
    state = told.state
    yield from (f"# {cell(title)}", "")
    if day:
        yield from (cell(day), "")
    first, *rest = ended(told)
    yield from (" ".join([f"**{cell(first)}**", *map(cell, rest)]), "")
    yield from (f"## {cell(say('The memoirs of Tikku'))}", "", " · ".join(map(cell, score(state))), "")
    for colour, name, points in chapters(state):
        yield f"- {'●' if colour == 'blue' else '■'} {cell(name)} ({points})"
    yield from ("", f"## {cell(say('The turns of the truth'))}", "")
    yield from [f"- {cell(line)}" for line in truth(told)] or [cell(say("Nothing has come out."))]
    yield from ("", f"## {cell(say('Missions'))}", "")
    for task in tasks(state):
        yield f"- {cell(task.name)}: {cell(task.standing)}"
    yield from ("", "| " + " | ".join(cell(head) for head in COLUMNS) + " |", "| --- |" + " ---: |" * 8)
    for row in seat_rows(told, called):
        yield "| " + " | ".join(cell(value) for value in row) + " |"
    yield from ("", f"## {cell(say('Course of the game'))}")
    for turn in told.turns:
        yield from ("", f"### {cell(heading(turn))}", "")
        for one in turn.moments:
            broken = f" *{cell(say('Breaks {rule}.', rule=one.rule))}*" if one.rule else ""
            yield "- " + ("⚑ " if one.bookmark else "") + " · ".join(map(cell, one.words)) + broken
            for line in filter(None, one.note.split("\n")):
                yield f"  > {cell(line)}"
    lucky = luck_words(told)
    if lucky:
        yield from ("", f"## {cell(say('Chance'))}", "")
        yield from (f"- {cell(line)}" for line in lucky)
