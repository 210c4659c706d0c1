"""A campaign as the contract wants it: a game of two rosters and chance, driven by a `Session` like any other."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from companion.model.core.chance import fits
from companion.model.core.contract import (
    SPECTATOR,
    Applied,
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
from companion.model.core.reading import Reader
from companion.model.core.refusal import InvalidInput, Refusal, RuleBroken, UnknownOption
from companion.model.core.words import N_, Message, say
from companion.model.games.asagiri.state.record_kinds import KINDS

from . import answers, events, legal_options, options, position
from . import edit as hand
from .state import EDITION, SEATS, State


class Campaign:
    """See the module."""

    facts = Facts(
        id=position.SYSTEM_ID,
        name=N_("Campaign of the Asagiri"),
        players=(2, 2),
        hidden=False,
        rolls=("heal", "pray", "seek"),
        edition=EDITION,
    )
    kinds = KINDS

    def new(self, setup: Json, content: Content) -> State:
        """A campaign before its first adventure."""
        return position.new(setup, content)

    def seats(self, state: State) -> tuple[str, ...]:
        """A and B: the two rosters."""
        return SEATS

    def pending(self, state: State) -> Pending:
        """What the campaign waits for."""
        return legal_options.pending(state)

    def check(self, state: State, option: Option) -> Refusal | None:
        """The rule that refuses the option, or None."""
        return legal_options.check(state, option)

    def apply(self, state: State, option: Option) -> Applied[State]:
        """Choose."""
        refused = legal_options.check(state, option)
        if refused is not None:
            raise RuleBroken(refused)
        return answers.apply(state, option)

    def rolled(self, state: State, outcome: Outcome) -> Applied[State]:
        """Hand in the faces asked for."""
        found = legal_options.pending(state)
        if not isinstance(found, Roll):
            raise UnknownOption(say("There are no dice to roll now."))
        if not fits(found.dice, outcome):
            raise UnknownOption(say("These are not the dice that have to be rolled."))
        return answers.rolled(state, outcome)

    def edit(self, state: State, correction: Correction) -> Applied[State]:
        """Correct by hand."""
        return hand.edit(state, correction)

    def refereed(self, state: State) -> Correction | None:
        """Everything always happens by itself."""
        return None

    def view(self, state: State, seat: str | None) -> Json:
        """Everything lies open."""
        if seat is not None:
            Reader(seat, "viewer").one_of((*SEATS, SPECTATOR))
        return position.encode(state)

    def encode(self, state: State) -> Json:
        """The whole state as JSON."""
        return position.encode(state)

    def decode(self, position_: Json, content: Content) -> State:
        """A state out of JSON."""
        return position.decode(position_, content)

    def option_id(self, state: State, option: Option) -> str:
        """The option as text."""
        return options.option_id(option)

    def option_of(self, state: State, text: str) -> Option:
        """The option of a text."""
        return options.option_of(text)

    def fields(self, state: State, option: Option) -> Mapping[str, Json]:
        """What the option is about."""
        return options.fields(option)

    def label(self, state: State, option: Option) -> Message:
        """The option in words."""
        return options.label(state, option)

    def correction_of(self, state: State, data: Json) -> Correction:
        """A correction out of JSON."""
        return hand.correction_of(state, data)

    def correction_json(self, state: State, correction: Correction) -> Json:
        """A correction as JSON."""
        return hand.correction_json(correction)

    def tell(self, state: State, event: Event) -> Message:
        """The event in words."""
        return events.tell(state, event)

    def event_json(self, state: State, event: Event) -> Json:
        """The event as JSON."""
        return events.event_json(event)

    def sample_world(self, view: Json, seat: str, rng: Random, content: Content) -> State:
        """Everything lies open: the one there is."""
        try:
            return position.decode(view, content)
        except InvalidInput as wrong:
            raise InvalidInput(f"view.{wrong.path}", wrong.why) from None


CAMPAIGN = Campaign()
