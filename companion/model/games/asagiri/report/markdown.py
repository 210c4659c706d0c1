"""A battle report as Markdown: plain enough to be read as it is, with pictures beside it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

from companion.model.core.words import Message, Name, say
from companion.model.games.asagiri.state.formatting import STATE_WORDS
from companion.model.games.asagiri.state.state import State

from . import words
from .story import Moment, Report, Shot, Side

Tell = Callable[[Message | Name], str]
_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~&])")


def escaped(text: str) -> str:
    """Words as they are, whatever signs are in them: a name like ``*`` makes nothing bold. Lines become one."""
    plain = _SPECIAL.sub(r"\\\1", " ".join(text.split()))
    return re.sub(r"^(\d+)([.)])(?=\s|$)", r"\1\\\2", re.sub(r"^([-+])(?=\s|$)", r"\\\1", plain))


def markdown(
    report: Report, tell: Tell, pictures: Mapping[int, str], state_at: Callable[[int], State], day: str = ""
) -> str:
    """The text; `pictures`: the files of the positions after so many steps, as the text has to name them."""
    return "\n".join(_lines(report, lambda message: escaped(tell(message)), pictures, state_at, day)) + "\n"


def _lines(
    report: Report, tell: Tell, pictures: Mapping[int, str], state_at: Callable[[int], State], day: str
) -> Iterator[str]:
    yield f"# {tell(words.title(report))}"
    yield ""
    if report.adventure is not None:
        yield f"*{tell(report.adventure)}*"
        yield ""
    if day:
        yield f"{escaped(day)}"
        yield ""
    why = f" {tell(report.why).rstrip('.')}." if report.why is not None else ""
    yield f"**{tell(words.result(report)).rstrip('.')}.**{why}"
    yield ""
    if report.last_turn:
        yield f"{tell(words.numbers(report))}."
        yield ""
    if report.ending is not None:
        yield f"> {tell(report.ending)}"
        yield ""
    yield f"## {tell(say('The bands'))}"
    for n, side in enumerate(report.sides):
        yield ""
        yield f"### {tell(words.side_name(report, n))}"
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
        yield f"### {tell(words.heading(report, told))}"
        for moment in told.moments:
            yield ""
            yield from _moment(moment, tell, pictures, state_at)
    yield ""
    yield f"## {tell(say('Dice'))}"
    yield ""
    for n, side in enumerate(report.sides):
        told_ = [words.combat_dice(side), words.test_dice(side), words.inspiration(side)]
        said = " ".join(tell(message) for message in told_ if message is not None)
        yield f"- **{tell(words.short_name(report, n))}**: {said}"
    entered = words.entered(report)
    if entered is not None:
        yield ""
        yield tell(entered)


def _people(side: Side, tell: Tell) -> Iterator[str]:
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
    yield f"| {tell(say('Turns'))} | {tell(words.short_name(report, 0))} | {tell(words.short_name(report, 1))} |"
    yield "| ---: | ---: | ---: |"
    for zeni in report.zeni:
        yield f"| {zeni.turn} | {zeni.of[0]} | {zeni.of[1]} |"


def _moment(moment: Moment, tell: Tell, pictures: Mapping[int, str], state_at: Callable[[int], State]) -> Iterator[str]:
    said = " ".join(f"{tell(message).rstrip('.')}." for message in moment.words)
    against = " ".join(tell(words.against(rule)) for rule in moment.rules)
    mark = "⚑ " if moment.bookmark else ""
    yield f"{mark}{said}" + (f" *{against}*" if against else "")
    for line in filter(None, (escaped(line) for line in moment.note.split("\n"))):
        yield ""
        yield f"> {line}"
    if moment.shot is not None:
        yield from _picture(moment.shot, tell(moment.words[-1]), tell, pictures, state_at)


def _picture(
    shot: Shot, title: str, tell: Tell, pictures: Mapping[int, str], state_at: Callable[[int], State]
) -> Iterator[str]:
    if shot.cursor not in pictures:
        return
    where = "; ".join(tell(message) for message in words.position(state_at(shot.cursor)))
    alt = f"{title.rstrip('.')}. {where}." if where else title
    yield ""
    yield f"![{alt}](<{pictures[shot.cursor]}>)"
