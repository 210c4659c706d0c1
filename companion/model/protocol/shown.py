"""What a client is shown of a game: the position, what it waits for, what has happened."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.model.core import chance
from companion.model.core.chance import Die
from companion.model.core.contract import Choice, Event, Json, Option, Over, Pending, Roll, Together
from companion.model.core.session import Session
from companion.model.core.words import Words

PRINTED_DICE = ("d6", "inspiration")
"""The dice that PROTOCOL.md describes."""


def view(session: Session[Any], words: Words, viewer: str | None = None) -> dict[str, Json]:
    """The *view* of the page, as `viewer` may have it (None: everything)."""
    return {
        "state": session.system.view(session.state, viewer),
        "pending": _pending(session, session.pending, words, viewer),
    }


def events(session: Session[Any], words: Words, happened: Sequence[Event]) -> list[Json]:
    """Events that led to the position, each with its sentence."""
    system, state = session.system, session.state
    return [{**system.event_json(state, event), "words": words(system.tell(state, event))} for event in happened]


def _pending(session: Session[Any], pending: Pending, words: Words, viewer: str | None) -> Json:
    if isinstance(pending, Roll):
        dice = [_die(die) for die in pending.dice]
        return {"kind": "roll", "seat": pending.seat, "dice": dice, "outcomes": chance.count(pending.dice)}
    if isinstance(pending, Over):
        return {"kind": "over", "winner": pending.winner, "why": words(pending.why)}
    if isinstance(pending, Together):
        mine = [choice for choice in pending.choices if choice.seat == viewer]
        shown = _choice(session, (mine or pending.choices)[0], words, viewer)
        return {**shown, "seats": [choice.seat for choice in pending.choices]}
    return _choice(session, pending, words, viewer)


def _die(die: Die) -> Json:
    """A die; one that the page does not describe (cards to draw from) names its faces."""
    known = {"die": die.kind.id, "for": die.owner}
    return known if die.kind.id in PRINTED_DICE else {**known, "faces": list(die.kind.faces)}


def _choice(session: Session[Any], choice: Choice, words: Words, viewer: str | None) -> dict[str, Json]:
    """A choice; where seats know different things, what another may choose is no business of `viewer`."""
    open_to = not session.system.facts.hidden or viewer in (None, choice.seat)
    return {
        "kind": "choice",
        "seat": choice.seat,
        "prompt": words(choice.prompt),
        "options": [_option(session, option, words) for option in choice.options] if open_to else [],
    }


def _option(session: Session[Any], option: Option, words: Words) -> Json:
    system, state = session.system, session.state
    return {
        "id": system.option_id(state, option),
        "kind": option.kind,
        "label": words(system.label(state, option)),
        **system.fields(state, option),
    }
