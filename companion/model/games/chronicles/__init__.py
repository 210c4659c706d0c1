"""Okko Chronicles: heroes of the palace against a player who hides behind one of its hosts (§1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec

from companion.model.core.chance import HIDDEN
from companion.model.core.contract import (
    SPECTATOR,
    About,
    Camp,
    Choice,
    Content,
    Correction,
    Event,
    Facts,
    Json,
    Option,
    choices_of,
)
from companion.model.core.refusal import Refusal
from companion.model.core.ruled import Ruled, only_seat
from companion.model.core.schema import one_of
from companion.model.core.words import N_, Message, say
from companion.model.games.chronicles.checks.kinds import KINDS
from companion.model.games.chronicles.insight import automatic_oni, contests, foresight, judgement, sampling
from companion.model.games.chronicles.insight.queries import QUERIES
from companion.model.games.chronicles.rules import events as e
from companion.model.games.chronicles.rules import play, refusals, setup
from companion.model.games.chronicles.rules import story_events as se
from companion.model.games.chronicles.rules.transition import Transition
from companion.model.games.chronicles.state.state import ONI, State
from companion.model.games.chronicles.table import corrections
from companion.model.games.chronicles.wire import codec, narration, position, soundness
from companion.model.games.chronicles.wire.position import kind_of

if TYPE_CHECKING:
    from companion.model.core.summaries import Summaries


class Chronicles(Ruled[State]):
    """One Oni, one to four heroes."""

    facts = Facts(
        id="chronicles",
        name=N_("Okko Chronicles"),
        players=(2, 5),
        hidden=True,
        rolls=("attack", "ki", "test", "mission", "fire", "setup", "clock", "tie", "draw"),
        tells_rules=True,
    )
    judges_alike = True
    """HID-1: the judgement looks at nothing that a seat may not know."""
    kinds = KINDS
    queries = QUERIES
    rules = play

    # the rules

    def new(self, setup_: Json, content: Content) -> State:
        t = setup.begun(setup_, content)
        play.go_on(t)
        return t.now

    def seats(self, state: State) -> tuple[str, ...]:
        return (ONI, *state.seats)

    def camps(self, state: State) -> tuple[Camp, ...]:
        return (Camp(ONI + "-camp", say("The Oni"), (ONI,)), Camp("heroes", say("The heroes"), state.seats))

    def check(self, state: State, option: Option) -> Refusal | None:
        asked = self.pending(state)
        if any(option in choice.options for choice in choices_of(asked)):
            return None
        return refusals.refusal(state, asked, option)

    # the table's free hand

    edit = staticmethod(corrections.edit)

    def refereed(self, state: State) -> Correction | None:
        return corrections.refereed(state)

    mend = staticmethod(corrections.mend)

    def correction_of(self, state: State, data: Json) -> Correction:
        return corrections.correction_of(data)

    def correction_json(self, state: State, correction: Correction) -> Json:
        return corrections.correction_json(correction)

    # players made of code

    def imagine(self, state: State, seat: str, rng: Random) -> State:
        return sampling.world(position.form_seen(state, seat), state.table.box, seat, rng)

    def urge(self, state: State) -> float:
        return 0.0

    def evaluate(self, state: State, seat: str, urge: float = 0.0) -> float:
        return judgement.evaluate(state, seat)

    outlook = staticmethod(foresight.outlook)
    alike = staticmethod(foresight.alike)
    resolving = staticmethod(foresight.resolving)
    likely = staticmethod(foresight.likely)

    def automatic_seats(self, state: State) -> tuple[str, ...]:
        return (ONI,) if state.table.options.oni == "automatic" else ()

    def answers(self, state: State, choice: Choice) -> bool:
        return automatic_oni.answers(choice)

    automatic = staticmethod(automatic_oni.decide)

    def turns(self, state: State) -> int:
        return state.turn

    def contests(self, content: Content) -> Mapping[str, tuple[str, int]]:
        return contests.contests(content)

    def contest(self, content: Content, scenario: str, seats: int, rng: Random) -> Json:
        return contests.contest(content, scenario, seats, rng)

    def marks(self, state: State) -> Sequence[str]:
        return contests.marks(state)

    def columns(self) -> Sequence[str]:
        return contests.COLUMNS

    # as text

    encode = staticmethod(position.encode)

    def decode(self, position_: Json, content: Content) -> State:
        state = position.decode(position_, content)
        soundness.check(state)
        t = Transition(state)
        play.go_on(t)
        return t.now

    def view(self, state: State, seat: str | None) -> Json:
        if seat is None:
            return position.encode(state)
        return position.view(state, one_of(seat, (*self.seats(state), SPECTATOR), "viewer"))

    sample_world = staticmethod(sampling.sample_world)

    def option_id(self, state: State, option: Option) -> str:
        return codec.option_id(option)

    def option_of(self, state: State, text: str) -> Option:
        return codec.parse_option(only_seat(self.pending(state), text), text)

    def option_by(self, state: State, text: str, seat: str) -> Option:
        """SEA-2: what the captain is asked, any hero may say."""
        said = one_of(seat, self.seats(state), "seat")
        asked = [choice.seat for choice in choices_of(self.pending(state)) if choice.camp and said in state.seats]
        return codec.parse_option(asked[0] if asked else said, text)

    def fields(self, state: State, option: Option) -> Mapping[str, Json]:
        return codec.option_fields(option)

    def event_json(self, state: State, event: Event) -> Json:
        return codec.event_json(event)

    def seen(self, state: State, event: Event, viewer: str) -> Event | None:
        """§30."""
        hero = viewer in state.seats
        ours = hero and (state.table.options.hero_hands == "shared" or viewer == getattr(event, "seat", None))
        match event:
            case e.CardsDealt(what, _, _) if what != "host" and (viewer != ONI or what == "surprise"):
                return msgspec.structs.replace(event, card=HIDDEN)
            case e.OrderSet() if not hero:
                return e.OrderSet(HIDDEN)
            case e.TechniqueLaid() | e.EventDrawn() if viewer != ONI:
                return msgspec.structs.replace(event, card=HIDDEN)
            case e.WoundDrawn() if not ours:
                return msgspec.structs.replace(event, card=HIDDEN)
            case se.ClueDrawn(_, card) if not hero:
                return msgspec.structs.replace(event, card=kind_of(state, card))
            case se.HostTaken(card) if not hero:
                return se.HostTaken(kind_of(state, card))
        return event

    # in words

    label = staticmethod(narration.label)
    tell = staticmethod(narration.tell)

    def about(self, state: State) -> About:
        names = [state.table.box.heroes[hero].names for hero in state.table.heroes]
        return About(tuple(dict.fromkeys(word for words in names for word in words.values())), state.table.scenario)

    @property
    def summaries(self) -> Summaries[Any, Any]:
        from .statistics.many_games import SUMMARIES

        return SUMMARIES

    def missing(self, state: State) -> Message | None:
        match state.table.options.places:
            case "none":
                return say("Without places the app cannot enforce the rules.")
            case "zones":
                return say("With zones alone the app cannot enforce the rules: only the table sees who is adjacent.")
        return None


SYSTEM = Chronicles()
