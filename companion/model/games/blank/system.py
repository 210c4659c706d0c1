"""The toy game as the contract wants it."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from companion.model.core.chance import fits
from companion.model.core.contract import (
    SPECTATOR,
    UNKNOWN,
    Applied,
    Camp,
    Content,
    Correction,
    Event,
    Facts,
    Json,
    Option,
    Outcome,
    Pending,
    Roll,
)
from companion.model.core.refusal import Refusal, RuleBroken, UnknownOption
from companion.model.core.schema import one_of
from companion.model.core.words import N_, Message, say

from . import edit as hand
from . import events, options, play, position
from .state import CAMPS, Picking, Showing, State


def neighbours(state: State, params: Mapping[str, Json]) -> Json:
    """Each place of the yard with those beside it."""
    if params or state.yard is None:
        raise UnknownOption(say("There is no path in this game."))
    return {place: list(others) for place, others in state.yard.neighbours().items()}


QUERIES = {"neighbours": neighbours}
"""By method name without the system's prefix; wrong parameters raise UnknownOption."""


class Blank:
    """Three seats or two camps; the rules are told in the package's docstring."""

    facts = Facts(id="blank", name=N_("Blank"), players=(3, 4), hidden=True, rolls=("tie", "omen"))
    queries = QUERIES

    def new(self, setup: Json, content: Content) -> State:
        return position.new(setup)

    def seats(self, state: State) -> tuple[str, ...]:
        return state.seats

    def camps(self, state: State) -> tuple[Camp, ...]:
        if state.yard is None:
            return ()
        return tuple(Camp(id, events.NAMES[id], state.seated(side)) for side, id in enumerate(CAMPS))

    def pending(self, state: State) -> Pending:
        return play.pending(state)

    def check(self, state: State, option: Option) -> Refusal | None:
        return play.check(state, option)

    def apply(self, state: State, option: Option) -> Applied[State]:
        refused = play.check(state, option)
        if refused is not None:
            raise RuleBroken(refused)
        return play.apply(state, option)

    def rolled(self, state: State, outcome: Outcome) -> Applied[State]:
        asked = play.pending(state)
        if not isinstance(asked, Roll):
            raise UnknownOption(say("There are no dice to roll now."))
        if not fits(asked.dice, outcome):
            raise UnknownOption(say("These are not the dice that have to be rolled."))
        return play.rolled(state, outcome)

    def edit(self, state: State, correction: Correction) -> Applied[State]:
        return hand.edit(state, correction)

    def refereed(self, state: State) -> Correction | None:
        return None

    def view(self, state: State, seat: str | None) -> Json:
        if seat is None:
            return position.encode(state)
        return position.view(state, one_of(seat, (*state.seats, SPECTATOR), "viewer"))

    def seen(self, state: State, event: Event, viewer: str) -> Event:
        return events.seen(state, event, viewer)

    def missing(self, state: State) -> Message | None:
        top = state.frames[-1] if state.frames else None
        picks = top.picks if isinstance(top, Picking | Showing) else ()
        values = [card for cards in (*state.hands, picks) for card in cards]
        if UNKNOWN in values or (state.yard is not None and state.yard.omen is UNKNOWN):
            return say("The app does not know every card. Enter them before it enforces the rules.")
        return None

    def encode(self, state: State) -> Json:
        return position.encode(state)

    def decode(self, position_: Json, content: Content) -> State:
        return position.decode(position_)

    def option_id(self, state: State, option: Option) -> str:
        return options.option_id(option)

    def option_of(self, state: State, text: str) -> Option:
        return options.option_of(state, text)

    def fields(self, state: State, option: Option) -> Mapping[str, Json]:
        return options.fields(option)

    def label(self, state: State, option: Option) -> Message:
        return options.label(state, option)

    def correction_of(self, state: State, data: Json) -> Correction:
        return hand.correction_of(state, data)

    def correction_json(self, state: State, correction: Correction) -> Json:
        return hand.correction_json(state, correction)

    def tell(self, state: State, event: Event) -> Message:
        return events.tell(event)

    def event_json(self, state: State, event: Event) -> Json:
        return events.event_json(event)

    def sample_world(self, view: Json, seat: str, rng: Random, content: Content) -> State:
        return position.sample_world(view, seat, rng)


SYSTEM = Blank()
