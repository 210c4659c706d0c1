"""The report of a game of Saké & Samouraï: who sat there, who killed whom, and the evening told turn by turn.

It tells what everybody at the table has seen; what hands hold and held stays untold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeAlias

import msgspec

from companion.model.core.contract import SPECTATOR, Event
from companion.model.core.course import Moment, Passage, passages
from companion.model.core.session import Session
from companion.model.core.words import Arg, Message, Name, as_markdown, plural, say
from companion.model.games.sake.box.deck import NO_CARD
from companion.model.games.sake.rules import events as e
from companion.model.games.sake.state.state import NOBODY, SAMURAI, SPIRIT, State
from companion.model.games.sake.wire.narration import WHY, seat_name, tell

from . import game_statistics
from .counted import Blow, GameStatistics, SeatStatistics

LOUD = (
    e.PutInPlay, e.DisciplePlaced, e.ItemUsed, e.MasuStolen,
    e.SeppukuCommitted, e.FatalRoundBegan, e.SeatLeft, e.TableCorrected, e.AttackGivenUp,
)  # fmt: skip
"""Told as the log tells them."""


class TurnTold(msgspec.Struct, frozen=True):
    """A turn of which there is something to tell; turn 0 is what was before the first."""

    turn: int
    seat: int
    spirit: bool
    moments: tuple[Moment, ...]


class Report(msgspec.Struct, frozen=True):
    """The whole of it. `state`: how the game stands, for names."""

    found: GameStatistics
    state: State
    turns: tuple[TurnTold, ...]


def report(session: Session[Any]) -> Report:
    """Of a game of Saké & Samouraï, up to its present."""
    found = game_statistics(session)
    turns = _Story(found, session).turns()
    return Report(found, session.state_at(session.present), tuple(turns))


class _Story:
    """Goes along the game and tells it."""

    def __init__(self, found: GameStatistics, session: Session[Any]) -> None:
        self._found, self._session = found, session
        self._blows = list(found.blows)
        self._steps = session.steps
        self._moving = NOBODY
        """Who has declared a move."""

    def turns(self) -> Iterator[TurnTold]:
        first = self._session.state_at(0)
        turn, seat, spirit = first.turn, first.active, _is_spirit(first, first.active)
        moments: list[Moment] = []
        for passage in passages(self._session):
            before, after = self._split(passage)
            moments += self._moment(passage, before, last=not after)
            for began in (event for event in after[:1] if isinstance(event, e.TurnBegan)):
                if moments:
                    yield TurnTold(turn, seat, spirit, tuple(moments))
                turn, seat, spirit, moments = began.turn, began.seat, _is_spirit(passage.after, began.seat), []
            if after:
                moments += self._moment(passage, after[1:], last=True)
        if moments:
            yield TurnTold(turn, seat, spirit, tuple(moments))

    @staticmethod
    def _split(passage: Passage[State]) -> tuple[tuple[Event, ...], tuple[Event, ...]]:
        """What happened before the last turn began in this step, and from there on."""
        starts = [n for n, event in enumerate(passage.events) if isinstance(event, e.TurnBegan)]
        at = starts[-1] if starts else len(passage.events)
        return passage.events[:at], passage.events[at:]

    def _moment(self, passage: Passage[State], events: Sequence[Event], *, last: bool) -> list[Moment]:
        step = self._steps[passage.step - 1]
        said = tuple(words for event in events for words in self._told(event, passage))
        note, bookmark = (step.note or "", bool(step.bookmark)) if last else ("", False)
        rule = step.rule or "" if last else ""
        if not (said or note or bookmark or rule):
            return []
        if not said:
            said = (self._session.describe_step(passage.step - 1, SPECTATOR),)
        return [Moment(passage.step, said, rule, note, bookmark)]

    def _told(self, event: Event, at: Passage[State]) -> Iterator[Message]:
        state = at.after
        if isinstance(event, e.AttackDeclared | e.IaidoDeclared):
            if self._blows and self._blows[0].step == at.step:
                yield blow_words(self._blows.pop(0), state)
        elif isinstance(event, e.Drunk):
            yield plural(
                "{seat} drinks {count} sake ({left} left in the Masu).",
                "{seat} drinks {count} sake ({left} left in the Masu).",
                event.count, seat=seat_name(state, event.seat), left=state.masu,
            )  # fmt: skip
        elif isinstance(event, e.SakeGiven):
            yield plural(
                "The Spirit of {name} carries off {count} sake.",
                "The Spirit of {name} carries off {count} sake.",
                event.count, name=seat_name(state, event.spirit),
            )  # fmt: skip
        elif isinstance(event, e.TormentDeclared):
            yield say("The Spirit of {spirit} torments {samurai}.", spirit=seat_name(state, event.spirit),
                      samurai=seat_name(state, event.samurai))  # fmt: skip
        elif isinstance(event, e.GameEnded):
            yield from (ended(self._found, state), *((WHY[event.why],) if event.why in WHY else ()))
        elif isinstance(event, e.MoveDeclared | e.Moved):
            self._moving = event.seat if isinstance(event, e.MoveDeclared) else NOBODY
        elif isinstance(event, e.Interrupted) and self._moving != NOBODY:
            yield say("{seat} makes {whom} stagger.", seat=seat_name(state, event.seat),
                      whom=seat_name(state, self._moving))  # fmt: skip
            self._moving = NOBODY
        elif isinstance(event, LOUD) or (isinstance(event, e.EventPlayed) and _names_somebody(event, state)):
            yield tell(state, event)


def _names_somebody(event: e.EventPlayed, state: State) -> bool:
    """An event that attacks is told as its Attack."""
    return event.target != NO_CARD and state.table.deck.effect[event.card].attack is None


def _is_spirit(state: State, seat: int) -> bool:
    return seat != NOBODY and state.seats[seat].kind == SPIRIT


# sentences ------------------------------------------------------------------------------------------------------------


def tool_name(blow: Blow, state: State) -> Arg:
    """What an Attack was made with."""
    types = state.table.deck.types
    if blow.means == "disciple":
        return say("a Disciple")
    if not 0 <= blow.tool < len(types):
        return say("bare hands") if blow.means in ("hands", "iaido") else say("a card")
    name = _type_name(state, blow.tool)
    return say("{weapon} in an iaido", weapon=name) if blow.means == "iaido" else name


def _type_name(state: State, kind: int) -> Arg:
    types = state.table.deck.types
    return Name.of(types[kind].names) if 0 <= kind < len(types) else say("a card")


def blow_words(blow: Blow, state: State) -> Message:
    """An Attack and what came of it, in a sentence."""
    by, tool = seat_name(state, blow.by), tool_name(blow, state)
    target = seat_name(state, blow.target) if blow.target != NOBODY else say("somebody")
    stopper, card = blow.stopped_by
    if blow.cancelled:
        return say("{by} attacks {target} with {tool}, but {stopper} plays {card}.", by=by, target=target, tool=tool,
                   stopper=seat_name(state, stopper), card=_type_name(state, card))  # fmt: skip
    if blow.at_disciple and blow.killed:
        return say("{by} strikes down a Disciple of {target} with {tool}.", by=by, target=target, tool=tool)
    if blow.at_disciple:
        return say("{by} attacks a Disciple of {target} with {tool}, in vain.", by=by, target=target, tool=tool)
    if blow.killed:
        return say("{by} kills {target} with {tool}, and {target} rises as a Spirit of Enma.", by=by, target=target,
                   tool=tool)  # fmt: skip
    if blow.saved == "disciple":
        return say("{by} attacks {target} with {tool}; a Disciple takes the blow.", by=by, target=target, tool=tool)
    if blow.saved:
        return say("{by} attacks the Spirit of {target} with {tool}, through thin air.", by=by, target=target,
                   tool=tool)  # fmt: skip
    counts = {"by": by, "target": target, "tool": tool, "value": blow.value, "defence": max(0, blow.defence)}
    if blow.wounds:
        return plural(
            "{by} attacks {target} with {tool}, {value} against {defence}: {count} wound.",
            "{by} attacks {target} with {tool}, {value} against {defence}: {count} wounds.",
            blow.wounds, **counts,
        )  # fmt: skip
    if blow.damage:
        return say("{by} attacks {target} with {tool}, {value} against {defence}: only sake is spilt.", **counts)
    return say("{by} attacks {target} with {tool}, {value} against {defence}: nothing gets through.", **counts)


def ended(found: GameStatistics, state: State) -> Message:
    """Who has won."""
    if not found.finished:
        return say("The game is not over.")
    if not found.winners:
        return say("The game ends without a winner.")
    names = tuple(seat_name(state, seat) for seat in found.winners)
    return plural("{winners} wins.", "{winners} win.", len(names), winners=names)


def how_it_ended(one: SeatStatistics) -> Message:
    """What became of a seat."""
    if one.won:
        return say("victory")
    if one.kind == SPIRIT:
        return say("Spirit of Enma")
    return say("alive") if one.kind == SAMURAI else say("out")


def killings(told: Report) -> tuple[Message, ...]:
    """Who killed whom, and who fell by his own hand."""
    lines = []
    for death in told.found.deaths:
        whom = seat_name(told.state, death.seat)
        if death.blow is None:
            lines.append(say("Turn {turn}: {whom} commits seppuku.", turn=death.turn, whom=whom))
        else:
            lines.append(say("Turn {turn}: {by} kills {whom} with {tool}.", turn=death.turn,
                             by=seat_name(told.state, death.blow.by), whom=whom,
                             tool=tool_name(death.blow, told.state)))  # fmt: skip
    return tuple(lines)


def heading(told: TurnTold, state: State) -> Message:
    """Of a turn."""
    if not told.turn:
        return say("Before turn 1")
    name = seat_name(state, told.seat)
    if told.spirit:
        return say("Turn {turn}: the Spirit of {name}", turn=told.turn, name=name)
    return say("Turn {turn}: {name}", turn=told.turn, name=name)


COLUMNS: tuple[Message, ...] = (
    say("Player"), say("Samurai"), say("At the end"), say("Sake held"), say("Sake drunk"), say("Longest sober streak"),
    say("Damage dealt"), say("Wounds"), say("Killed"), say("Luck, of 100"),
)  # fmt: skip
"""Of the table of the players."""


def player_rows(told: Report) -> tuple[tuple[Arg, ...], ...]:
    """The table of the players, the winners first, then by sake; luck is how many of 100 would have got worse cards."""
    sheets = told.state.table.sheets
    found = []
    for one in sorted(told.found.seats, key=lambda one: (not one.won, one.kind, -one.sake, one.seat)):
        sheet = sheets[one.seat]
        luck = f"{round(100 * one.luck.share)}" if one.luck.draws else "–"
        found.append((
            seat_name(told.state, one.seat), sheet.name if sheet is not None else "–", how_it_ended(one), one.sake,
            one.drunk, one.sober, one.damage, one.wounds, one.killed, luck,
        ))  # fmt: skip
    return tuple(found)


def luck_words(told: Report) -> tuple[Message, ...]:
    """What chance gave to each, in sentences; nothing of those of whom no card is known."""
    found = []
    for one in told.found.seats:
        name = seat_name(told.state, one.seat)
        if one.drawn.draws:
            found.append(plural(
                "{count} card was drawn by {name}, with better boxes than {share} in 100 such draws.",
                "{count} cards were drawn by {name}, with better boxes than {share} in 100 such draws.",
                one.drawn.draws, name=name, share=round(100 * one.drawn.share),
            ))  # fmt: skip
        if one.turned.draws:
            found.append(plural(
                "{count} card was turned up for the Disciples of {name}, better than {share} in 100 such draws.",
                "{count} cards were turned up for the Disciples of {name}, better than {share} in 100 such draws.",
                one.turned.draws, name=name, share=round(100 * one.turned.share),
            ))  # fmt: skip
    return tuple(found)


def last_cup(told: Report) -> Message | None:
    """Who drank last; None: the Masu is not empty."""
    if told.found.last_cup == NOBODY:
        return None
    return say("{name} emptied the Masu.", name=seat_name(told.state, told.found.last_cup))


Tell: TypeAlias = Callable[[Message | Name | str | int], str]


def said(value: Arg, tell_: Tell) -> str:
    """What stands in a cell of `player_rows`: what people are called is never translated."""
    return tell_(value) if isinstance(value, Message) else str(value)


def markdown(told: Report, tell_: Tell, title: str, day: str = "") -> str:
    """The text; `day`: when it was played."""

    def cell(value: Arg) -> str:
        return as_markdown(said(value, tell_))

    return "\n".join(_lines(told, cell, title, day)) + "\n"


def _lines(told: Report, cell: Callable[[Arg], str], title: str, day: str) -> Iterator[str]:
    yield from (f"# {cell(title)}", "")
    if day:
        yield from (cell(day), "")
    why = f" {cell(WHY[told.found.why])}" if told.found.why in WHY else ""
    yield from (f"**{cell(ended(told.found, told.state))}**{why}", "")
    yield from ("| " + " | ".join(cell(head) for head in COLUMNS) + " |", "| --- | --- | --- |" + " ---: |" * 7)
    for row in player_rows(told):
        yield "| " + " | ".join(cell(value) for value in row) + " |"
    yield from ("", f"## {cell(say('Who killed whom'))}", "")
    yield from [f"- {cell(line)}" for line in killings(told)] or [cell(say("Nobody has died."))]
    yield from ("", f"## {cell(say('Course of the game'))}")
    if not told.turns:
        yield from ("", cell(say("Nothing has happened yet.")))
    for turn in told.turns:
        yield from ("", f"### {cell(heading(turn, told.state))}")
        paragraph: list[str] = []
        for moment in turn.moments:
            mark = "⚑ " if moment.bookmark else ""
            broken = f" *{cell(say('Breaks {rule}.', rule=moment.rule))}*" if moment.rule else ""
            paragraph.append(mark + " ".join(cell(words) for words in moment.words) + broken)
            if moment.note:
                yield from ("", " ".join(paragraph))
                paragraph = []
                for line in filter(None, moment.note.split("\n")):
                    yield from ("", f"> {cell(line)}")
        if paragraph:
            yield from ("", " ".join(paragraph))
    lucky = [*filter(None, (last_cup(told),)), *luck_words(told)]
    if lucky:
        yield from ("", f"## {cell(say('Sake and luck'))}", "")
        yield from (f"- {cell(line)}" for line in lucky)
