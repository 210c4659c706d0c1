"""Campaigns (CAM-1 to CAM-4, ADV-14): a sequence of adventures between two rosters, played like a game.

A campaign fulfils the contract of a game system, so a `Session` drives it: its log, undo, chance, records and journal
are those of games. `docs/decisions/0100-campaigns.md` says why.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

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
)
from companion.model.core.record import plain
from companion.model.core.refusal import InvalidInput, RuleBroken
from companion.model.core.ruled import check_outcome
from companion.model.core.schema import one_of
from companion.model.core.words import N_
from companion.model.games.asagiri.campaign import (
    answers,
    corrections,
    events,
    legal_options,
    options,
    position,
)
from companion.model.games.asagiri.campaign.state import EDITION, SEATS, State
from companion.model.games.asagiri.state.record_kinds import KINDS


class CampaignSystem:
    """Everything lies open, and everything that needs no answer happens by itself."""

    facts = Facts(
        id=position.SYSTEM_ID,
        name=N_("Campaign of the Asagiri"),
        players=(2, 2),
        hidden=False,
        rolls=("heal", "pray", "seek"),
        edition=EDITION,
    )
    kinds = KINDS

    new = staticmethod(position.new)
    encode = staticmethod(position.encode)
    decode = staticmethod(position.decode)
    pending = staticmethod(legal_options.pending)
    check = staticmethod(legal_options.check)
    label = staticmethod(options.label)
    tell = staticmethod(events.tell)
    edit = staticmethod(corrections.edit)
    correction_of = staticmethod(corrections.correction_of)

    def seats(self, state: State) -> tuple[str, ...]:
        return SEATS

    def apply(self, state: State, option: Option) -> Applied[State]:
        refused = legal_options.check(state, option)
        if refused is not None:
            raise RuleBroken(refused)
        return answers.apply(state, option)

    def rolled(self, state: State, outcome: Outcome) -> Applied[State]:
        check_outcome(legal_options.pending(state), outcome)
        return answers.rolled(state, outcome)

    def refereed(self, state: State) -> Correction | None:
        return None

    def view(self, state: State, seat: str | None) -> Json:
        if seat is not None:
            one_of(seat, (*SEATS, SPECTATOR), "viewer")
        return position.encode(state)

    def option_id(self, state: State, option: Option) -> str:
        return options.option_id(option)

    def option_of(self, state: State, text: str) -> Option:
        return options.option_of(text)

    def fields(self, state: State, option: Option) -> Mapping[str, Json]:
        return {name: getattr(option, name) for name in option.__struct_fields__}

    def correction_json(self, state: State, correction: Correction) -> Json:
        return plain(correction)

    def event_json(self, state: State, event: Event) -> Json:
        return {"kind": event.kind, **{name: getattr(event, name) for name in event.__struct_fields__}}

    def sample_world(self, view: Json, seat: str, rng: Random, content: Content) -> State:
        try:
            return position.decode(view, content)
        except InvalidInput as wrong:
            raise InvalidInput(f"view.{wrong.path}", wrong.why) from None


CAMPAIGN = CampaignSystem()
