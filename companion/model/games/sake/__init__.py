"""Saké & Samouraï: three to eight drunken samurai round a table of cards. The rules stand in the page by their ids."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec

from companion.model.core.advice import Topic
from companion.model.core.contract import (
    SPECTATOR,
    UNKNOWN,
    About,
    Choice,
    Content,
    Correction,
    Event,
    Facts,
    Json,
    Option,
    choices_of,
    seats_to_act,
)
from companion.model.core.refusal import Refusal, UnknownOption
from companion.model.core.ruled import Ruled, only_seat
from companion.model.core.schema import one_of
from companion.model.core.words import N_, Message, say
from companion.model.games.sake.box import records
from companion.model.games.sake.insight import foresight, judgement, sampling
from companion.model.games.sake.insight.queries import QUERIES
from companion.model.games.sake.rules import events, play, refusals, tracking
from companion.model.games.sake.rules.play import go_on
from companion.model.games.sake.rules.transition import Transition
from companion.model.games.sake.state import frames
from companion.model.games.sake.state import options as o
from companion.model.games.sake.state.state import LETTERS, State
from companion.model.games.sake.table import corrections, table_check
from companion.model.games.sake.wire import codec, narration, position, reader

if TYPE_CHECKING:
    from companion.model.core.summaries import Summaries


class Sake(Ruled[State]):
    """Three to eight seats with hidden hands."""

    facts = Facts(
        id="sake",
        name=N_("Saké & Samouraï"),
        players=(3, 8),
        hidden=True,
        rolls=("sheets", "shuffle", "doze"),
        tells_rules=True,
    )
    queries = QUERIES
    rules = play
    misfit = say("These are not the cards that can come.")
    kinds = records.KINDS

    # the rules

    def new(self, setup: Json, content: Content) -> State:
        t = Transition(reader.begun(setup, content))
        go_on(t)
        return t.state()

    def seats(self, state: State) -> tuple[str, ...]:
        return tuple(LETTERS[: state.count])

    def check(self, state: State, option: Option) -> Refusal | None:
        asked = self.pending(state)
        for choice in choices_of(asked):
            if option in choice.options:
                return None
        return refusals.refusal(state, asked, option)

    # the table's free hand

    edit = staticmethod(corrections.edit)

    def refereed(self, state: State) -> Correction | None:
        return corrections.Fill() if tracking.fillable(state) else None

    mend = staticmethod(table_check.mend)
    correction_of = staticmethod(corrections.correction_of)

    def correction_json(self, state: State, correction: Correction) -> Json:
        return corrections.correction_json(correction)

    # players made of code

    def imagine(self, state: State, seat: str, rng: Random) -> State:
        return sampling.imagined(state, LETTERS.index(seat), rng)

    def urge(self, state: State) -> float:
        return 0.0

    def evaluate(self, state: State, seat: str, urge: float = 0.0) -> float:
        return 2 * judgement.chance(state, LETTERS.index(seat)) - 1

    outlook = staticmethod(foresight.outlook)
    alike = staticmethod(foresight.alike)
    resolving = staticmethod(foresight.resolving)

    def likely(self, state: State, choice: Choice) -> Sequence[Option]:
        return (foresight.likely(state, choice),)

    def plan_words(self, state: State, plan: Sequence[Option]) -> Message:
        return narration.label(state, plan[0])

    def reasons(self, state: State, seat: str, plan: Sequence[Option]) -> Sequence[Message]:
        from .insight.plan_words import reasons

        return reasons(state, seat, plan)

    def survey(self, state: State, choice: Choice) -> Sequence[Topic]:
        from .insight.survey import survey

        return survey(state, choice)

    def sides(self, content: Content) -> Mapping[str, str]:
        return {id: sheet.name for id, sheet in records.sheets(content).items()}

    def seated(self, content: Content, sides: Sequence[str]) -> Json:
        return {"seats": [{"seat": letter, "sheet": side} for letter, side in zip(LETTERS, sides, strict=False)]}

    def turns(self, state: State) -> int:
        return state.turn

    # as text

    encode = staticmethod(position.encode)

    def decode(self, position: Json, content: Content) -> State:
        t = Transition(reader.decoded(position, content))
        go_on(t)
        return t.state()

    def view(self, state: State, seat: str | None) -> Json:
        if seat is None:
            return position.encode(state)
        return position.view(state, one_of(seat, (*self.seats(state), SPECTATOR), "viewer"))

    sample_world = staticmethod(sampling.sample_world)

    def option_id(self, state: State, option: Option) -> str:
        return codec.option_id(state.table.deck, option)

    def option_of(self, state: State, text: str) -> Option:
        return self.option_by(state, text, only_seat(self.pending(state), text))

    def option_by(self, state: State, text: str, seat: str) -> Option:
        if seat not in seats_to_act(self.pending(state)):
            raise UnknownOption(say("{seat} has nothing to decide now.", seat=seat))
        at = LETTERS.index(seat)
        option = codec.parse_option(state.table.deck, state.count, at, text)
        top = state.frames[-1] if state.frames else None
        if isinstance(option, o.PickCard) and isinstance(top, frames.PickFrame) and top.what == "sake":
            return o.PickSpot(at, option.card)
        return option

    def fields(self, state: State, option: Option) -> Mapping[str, Json]:
        about = codec.option_fields(state.table.deck, option)
        top = state.frames[-1] if state.frames else None
        several = isinstance(top, frames.HelpFrame) or (
            isinstance(top, frames.WindowFrame) and top.kind not in ("named", "torment")
        )
        if several and isinstance(option, o.SeatOption):
            return {"seat": LETTERS[option.seat], **about}
        return about

    def event_json(self, state: State, event: Event) -> Json:
        return codec.event_json(state.table.deck, event)

    def seen(self, state: State, event: Event, viewer: str) -> Event:
        match event:
            case events.PileShuffled():
                return msgspec.structs.replace(event, order=UNKNOWN)
            case events.CardDrawn(seat, _) if LETTERS[seat] != viewer:
                return events.CardDrawn(seat, UNKNOWN)
            case events.SoulDrawn(seat, _, count) if LETTERS[seat] != viewer:
                return events.SoulDrawn(seat, UNKNOWN, count)
            case events.CardGiven(_, giver, receiver) if viewer not in (LETTERS[giver], LETTERS[receiver]):
                return events.CardGiven(UNKNOWN, giver, receiver)
        return event

    # in words

    label = staticmethod(narration.label)
    tell = staticmethod(narration.tell)

    def about(self, state: State) -> About:
        return About(tuple(name for name in state.table.names if name))

    @property
    def summaries(self) -> Summaries[Any, Any]:
        from .statistics.many_games import SUMMARIES

        return SUMMARIES

    def missing(self, state: State) -> Message | None:
        if state.frames and isinstance(state.frames[0], frames.SetupFrame):
            return None
        if tracking.hands_unknown(state):
            return say("The app does not know every card. Enter the hands before it enforces the rules.")
        return None


SYSTEM = Sake()
