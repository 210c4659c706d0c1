"""A game as clients are shown it: the position, what is asked, what happened, each as one viewer may have it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.model.core import chance
from companion.model.core.chance import Die
from companion.model.core.contract import (
    Choice,
    Event,
    Json,
    Option,
    Over,
    Pending,
    Roll,
    Together,
    may_see_options,
    seen_events,
)
from companion.model.core.session import Session
from companion.model.core.words import Words

MOST_EXACT = 2**53
"""Larger whole numbers are not exact in every reader of JSON."""
PRINTED_DICE = ("d6", "inspiration")
"""The dice that PROTOCOL.md describes."""


def view(session: Session[Any], words: Words, viewer: str | None = None) -> dict[str, Json]:
    """The *view* of the page, as `viewer` may have it (None: everything).

    What a system writes under a name that begins with ``_`` is for itself and for its automatic players.
    """
    state = session.system.view(session.state, viewer)
    return {
        "state": {name: value for name, value in state.items() if name[0] != "_"},
        "pending": _pending(session, session.pending, words, viewer),
    }


def events(session: Session[Any], words: Words, happened: Sequence[Event], viewer: str | None = None) -> list[Json]:
    """Events that led to the position as `viewer` may hear them (None: all), each with its sentence."""
    system, state = session.system, session.state
    heard = seen_events(system, state, happened, viewer)
    return [{**system.event_json(state, event), "words": words(system.tell(state, event))} for event in heard]


def _pending(session: Session[Any], pending: Pending, words: Words, viewer: str | None) -> Json:
    if isinstance(pending, Roll):
        return _roll(pending, viewer)
    if isinstance(pending, Over):
        winners = list(pending.winners)
        return {"kind": "over", "winner": pending.winner, "winners": winners, "why": words(pending.why)}
    if isinstance(pending, Together):
        return {**_together(session, pending, words, viewer), **_answers(session, pending, viewer)}
    return _choice(session, pending, words, viewer)


def _together(session: Session[Any], pending: Together, words: Words, viewer: str | None) -> dict[str, Json]:
    mine = [choice for choice in pending.choices if viewer in (None, choice.seat)]
    shown = _choice(session, (mine or pending.choices)[0], words, viewer)
    for choice in mine[1:]:
        shown["options"] += _choice(session, choice, words, viewer)["options"]
    return {**shown, "seats": [choice.seat for choice in pending.choices], "secret": pending.secret}


def _answers(session: Session[Any], pending: Together, viewer: str | None) -> dict[str, Json]:
    """The answers given so far which `viewer` may know, by seat; nothing for games that do not keep them."""
    if pending.answers is None:
        return {}
    system, state = session.system, session.state
    known = [(seat, option) for seat, option in pending.answers if viewer in (None, seat) or not pending.secret]
    return {"answers": {seat: system.option_id(state, option) for seat, option in known}}


def _roll(roll: Roll, viewer: str | None) -> Json:
    """A roll; where not all may see its faces, no viewer is told what may fall: it might tell what others hold."""
    blind = (roll.seen_by is not None or roll.distinct) and viewer is not None
    dice = [_die(die, blind or roll.distinct) for die in roll.dice]
    shown: dict[str, Json] = {"kind": "roll", "seat": roll.seat, "dice": dice}
    if roll.distinct and not blind:
        shown["faces"] = list(roll.dice[0].kind.faces)
    if not blind and (outcomes := chance.count(roll.dice, roll.distinct)) <= MOST_EXACT:
        shown["outcomes"] = outcomes
    return shown if roll.seen_by is None else {**shown, "seen_by": list(roll.seen_by)}


def _die(die: Die, blind: bool) -> Json:
    """A die; one that the page does not describe (cards to draw from) names its faces."""
    known = {"die": die.kind.id, "for": die.owner}
    return known if blind or die.kind.id in PRINTED_DICE else {**known, "faces": list(die.kind.faces)}


def _choice(session: Session[Any], choice: Choice, words: Words, viewer: str | None) -> dict[str, Json]:
    """A choice; where seats know different things, what another may choose is no business of `viewer`."""
    open_to = may_see_options(session.system, session.state, choice, viewer)
    return {
        "kind": "choice",
        "seat": choice.seat,
        **({"camp": choice.camp} if choice.camp else {}),
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
