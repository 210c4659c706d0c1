"""The sentences of a report: who won, sides, dice, where everybody stands; and the whole as a Markdown text."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from companion.model.core.words import Message, Name, as_markdown, plural, say
from companion.model.games.asagiri.state.formatting import ELEMENT_WORDS, FACING_WORDS, STATE_WORDS, square_words
from companion.model.games.asagiri.state.state import SEATS, State
from companion.model.games.asagiri.state.vocabulary import BANDS, BandId, by_band, by_figure

from .report import BandAccount, KeyMoment, PicturedMoment, Report, TurnTold, called


def side_name(report: Report, band: BandId) -> Message:
    """What a side is called: its player with the band, one of them, or its letter."""
    side = report.sides[band]
    if side.player and side.band:
        return say("{player} ({band})", player=side.player, band=side.band)
    return short_name(report, band)


def short_name(report: Report, band: BandId) -> Message:
    """The same, shorter."""
    first, second = report.sides
    return called(band, (first.player, second.player), (first.band, second.band))


def title(report: Report) -> Message:
    """What the report is called."""
    return say("{first} against {second}", first=short_name(report, BANDS[0]), second=short_name(report, BANDS[1]))


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
        for n, side in by_band(report.sides)
    )  # fmt: skip
    turns = plural("{count} turn", "{count} turns", report.last_turn)
    if report.earned:
        return say("Zeni earned: {counts}; {turns}", counts=counts, turns=turns)
    return say("Zeni lost: {counts}; {turns}", counts=counts, turns=turns)


def _last(report: Report, band: BandId) -> int:
    return report.zeni[-1].of[band] if report.zeni else 0


def heading(report: Report, told: TurnTold) -> Message:
    """Of a phase."""
    if not told.turn:
        return say("Before turn 1")
    return say("Turn {turn}: {name}", turn=told.turn, name=short_name(report, told.band))


def against(rule: str) -> Message:
    """Something was done against a rule."""
    return say("Breaks {rule}.", rule=rule)


def combat_dice(side: BandAccount) -> Message:
    """The combat dice of a side, in words."""
    if not side.dice.combat:
        return say("No combat dice rolled.")
    mean = round(side.dice.mean * 10)
    return plural("{count} combat die, {whole}.{tenth} on average (expected 3.5).",
                   "{count} combat dice, {whole}.{tenth} on average (expected 3.5).",
                   side.dice.combat, whole=mean // 10, tenth=mean % 10)  # fmt: skip


def test_dice(side: BandAccount) -> Message | None:
    """The tests of a side; None: it made none."""
    if not side.dice.tests:
        return None
    return plural("{count} test, {passed} passed.", "{count} tests, {passed} passed.", side.dice.tests,
                  passed=side.dice.passed)  # fmt: skip


def inspiration(side: BandAccount) -> Message | None:
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
    for who, figure in by_figure(state.figures):
        if figure.at < 0:
            continue
        name, seat = state.table.called[who], SEATS[state.band_of(who)]
        words = say("{who} ({seat}) on {at}, facing {facing}", who=name, seat=seat, at=square_words(state, figure.at),
                    facing=Message(FACING_WORDS[figure.facing]))  # fmt: skip
        if figure.state == "shaken":
            words = say("{words}, {state}", words=words, state=Message(STATE_WORDS["shaken"]))
        found.append(words)
    return tuple(found)


Tell = Callable[[Message | Name], str]


def markdown(
    report: Report, tell: Tell, pictures: Mapping[int, str], state_at: Callable[[int], State], day: str = ""
) -> str:
    """The text; `pictures`: the files of the positions after so many steps, as the text has to name them."""
    return "\n".join(_lines(report, lambda message: as_markdown(tell(message)), pictures, state_at, day)) + "\n"


def _lines(
    report: Report, tell: Tell, pictures: Mapping[int, str], state_at: Callable[[int], State], day: str
) -> Iterator[str]:
    yield f"# {tell(title(report))}"
    yield ""
    if report.adventure is not None:
        yield f"*{tell(report.adventure)}*"
        yield ""
    if day:
        yield f"{as_markdown(day)}"
        yield ""
    why = f" {tell(report.why).rstrip('.')}." if report.why is not None else ""
    yield f"**{tell(result(report)).rstrip('.')}.**{why}"
    yield ""
    if report.last_turn:
        yield f"{tell(numbers(report))}."
        yield ""
    if report.ending is not None:
        yield f"> {tell(report.ending)}"
        yield ""
    yield f"## {tell(say('The bands'))}"
    for n, side in by_band(report.sides):
        yield ""
        yield f"### {tell(side_name(report, n))}"
        yield ""
        yield from _people(side, tell)
    if report.zeni:
        yield ""
        yield f"## {tell(say('Zeni earned by turn') if report.earned else say('Zeni lost by turn'))}"
        yield ""
        yield from _zeni(report, tell)
    yield ""
    yield f"## {tell(say('Course of the game'))}"
    if not report.turns:
        yield ""
        yield tell(say("Nothing has happened yet."))
    if report.first is not None:
        yield from _picture(report.first, tell(say("The first position")), tell, pictures, state_at)
    for told in report.turns:
        yield ""
        yield f"### {tell(heading(report, told))}"
        for moment in told.moments:
            yield ""
            yield from _moment(moment, tell, pictures, state_at)
    yield ""
    yield f"## {tell(say('Dice'))}"
    yield ""
    for n, side in by_band(report.sides):
        told_ = [combat_dice(side), test_dice(side), inspiration(side)]
        said = " ".join(tell(message) for message in told_ if message is not None)
        yield f"- **{tell(short_name(report, n))}**: {said}"
    typed = entered(report)
    if typed is not None:
        yield ""
        yield tell(typed)


def _people(side: BandAccount, tell: Tell) -> Iterator[str]:
    heads = (
        say("Character"),
        say("Zeni"),
        say("Equipment"),
        say("Honour"),
        say("State"),
        say("Attacks"),
        say("Disabled enemies"),
    )
    yield "| " + " | ".join(tell(head) for head in heads) + " |"
    yield "|" + "|".join((" --- ", " ---: ", " --- ", " --- ", " --- ", " ---: ", " ---: ")) + "|"
    for person in side.people:
        cells = (
            tell(person.name), str(person.value), tell(person.equipment) if person.equipment is not None else "–",
            tell(person.honour) if person.honour is not None else "–", tell(Message(STATE_WORDS[person.state])),
            str(person.attacks), str(person.disabled),
        )  # fmt: skip
        yield "| " + " | ".join(cells) + " |"


def _zeni(report: Report, tell: Tell) -> Iterator[str]:
    yield f"| {tell(say('Turns'))} | {tell(short_name(report, BANDS[0]))} | {tell(short_name(report, BANDS[1]))} |"
    yield "| ---: | ---: | ---: |"
    for zeni in report.zeni:
        yield f"| {zeni.turn} | {zeni.of[0]} | {zeni.of[1]} |"


def _moment(
    moment: KeyMoment, tell: Tell, pictures: Mapping[int, str], state_at: Callable[[int], State]
) -> Iterator[str]:
    said = " ".join(f"{tell(message).rstrip('.')}." for message in moment.words)
    broken = " ".join(tell(against(rule)) for rule in moment.rules)
    mark = "⚑ " if moment.bookmark else ""
    yield f"{mark}{said}" + (f" *{broken}*" if broken else "")
    for line in filter(None, (as_markdown(line) for line in moment.note.split("\n"))):
        yield ""
        yield f"> {line}"
    if moment.shot is not None:
        yield from _picture(moment.shot, tell(moment.words[-1]), tell, pictures, state_at)


def _picture(
    shot: PicturedMoment, title: str, tell: Tell, pictures: Mapping[int, str], state_at: Callable[[int], State]
) -> Iterator[str]:
    if shot.cursor not in pictures:
        return
    where = "; ".join(tell(message) for message in position(state_at(shot.cursor)))
    alt = f"{title.rstrip('.')}. {where}." if where else title
    yield ""
    yield f"![{alt}](<{pictures[shot.cursor]}>)"
