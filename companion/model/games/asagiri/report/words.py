"""The sentences of a battle report, the same on paper and as a text."""

from __future__ import annotations

from companion.model.core.words import Message, plural, say
from companion.model.games.asagiri.state.formatting import ELEMENT_WORDS, FACING_WORDS, STATE_WORDS, square_words
from companion.model.games.asagiri.state.state import SEATS, State

from .gather import called
from .story import Report, Side, TurnTold


def side_name(report: Report, band: int) -> Message:
    """What a side is called: its player with the band, one of them, or its letter."""
    side = report.sides[band]
    if side.player and side.band:
        return say("{player} ({band})", player=side.player, band=side.band)
    return short_name(report, band)


def short_name(report: Report, band: int) -> Message:
    """The same, shorter."""
    first, second = report.sides
    return called(band, (first.player, second.player), (first.band, second.band))


def title(report: Report) -> Message:
    """What the report is called."""
    return say("{first} against {second}", first=short_name(report, 0), second=short_name(report, 1))


def result(report: Report) -> Message:
    """How it ended."""
    if not report.over:
        return say("The game is not over.") if report.last_turn else say("The game has not started.")
    if report.winner is None:
        return say("No winner")
    return say("Victory for {name}", name=short_name(report, report.winner))


def numbers(report: Report) -> Message:
    """The zeni that decided it, and the turns."""
    counts = tuple(
        say("{name} {count}", name=short_name(report, n), count=_last(report, n)) if report.earned
        else say("{name} {count}/{limit}", name=short_name(report, n), count=side.lost, limit=side.limit)
        for n, side in enumerate(report.sides)
    )  # fmt: skip
    turns = plural("{count} turn", "{count} turns", report.last_turn)
    if report.earned:
        return say("Zeni earned: {counts}; {turns}", counts=counts, turns=turns)
    return say("Zeni lost: {counts}; {turns}", counts=counts, turns=turns)


def _last(report: Report, band: int) -> int:
    return report.zeni[-1].of[band] if report.zeni else 0


def heading(report: Report, told: TurnTold) -> Message:
    """Of a phase."""
    if not told.turn:
        return say("Before turn 1")
    return say("Turn {turn}: {name}", turn=told.turn, name=short_name(report, told.band))


def against(rule: str) -> Message:
    """Something was done against a rule."""
    return say("Breaks {rule}.", rule=rule)


def combat_dice(side: Side) -> Message:
    """The combat dice of a side, in words."""
    if not side.dice.combat:
        return say("No combat dice rolled.")
    mean = round(side.dice.mean * 10)
    return plural("{count} combat die, {whole}.{tenth} on average (expected 3.5).",
                   "{count} combat dice, {whole}.{tenth} on average (expected 3.5).",
                   side.dice.combat, whole=mean // 10, tenth=mean % 10)  # fmt: skip


def test_dice(side: Side) -> Message | None:
    """The tests of a side; None: it made none."""
    if not side.dice.tests:
        return None
    return plural("{count} test, {passed} passed.", "{count} tests, {passed} passed.", side.dice.tests,
                  passed=side.dice.passed)  # fmt: skip


def inspiration(side: Side) -> Message | None:
    """How often each element fell; None: never."""
    fallen = [(element, count) for element, count in side.dice.inspiration if count]
    if not fallen:
        return None
    each = tuple(say("{element} {count}", element=Message(ELEMENT_WORDS[e]), count=count) for e, count in fallen)
    return say("Inspiration dice: {each}.", each=each)


def entered(report: Report) -> Message | None:
    """How the game came into the program, where people rolled or moved by hand; None: the program did it all."""
    if not report.typed and not report.by_hand:
        return None
    return say("{typed} of {rolled} dice were rolled at the table; {by_hand} corrections by hand.",
               typed=report.typed, rolled=report.rolled, by_hand=report.by_hand)  # fmt: skip


def position(state: State) -> tuple[Message, ...]:
    """Where everybody stands, in words: for those who do not see the picture."""
    found = []
    for who, figure in enumerate(state.figures):
        if figure.at < 0:
            continue
        name, seat = state.table.called[who], SEATS[state.band_of(who)]
        words = say("{who} ({seat}) on {at}, facing {facing}", who=name, seat=seat, at=square_words(state, figure.at),
                    facing=Message(FACING_WORDS[figure.facing]))  # fmt: skip
        if figure.state == "shaken":
            words = say("{words}, {state}", words=words, state=Message(STATE_WORDS["shaken"]))
        found.append(words)
    return tuple(found)
