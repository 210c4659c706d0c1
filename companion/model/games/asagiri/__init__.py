"""Okko: Era of the Asagiri. `SYSTEM` fulfils the contract; the window also reads the pure rule functions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Any

from companion.model.core.advice import Topic
from companion.model.core.branches import Campaign
from companion.model.core.contract import (
    About,
    Applied,
    Choice,
    Content,
    Correction,
    Event,
    Facts,
    Json,
    Option,
    Outcome,
    Pairing,
    Pending,
    options_of,
)
from companion.model.core.refusal import Refusal, RuleBroken
from companion.model.core.ruled import check_outcome
from companion.model.core.words import N_, Message, Name
from companion.model.games.asagiri import statistics
from companion.model.games.asagiri.insight.evaluate import evaluate, urge
from companion.model.games.asagiri.insight.fight_odds import alike
from companion.model.games.asagiri.insight.plan_search import Plan, likely, outlook
from companion.model.games.asagiri.insight.queries import QUERIES
from companion.model.games.asagiri.rules import answers, legal_options, narration, options, refusals
from companion.model.games.asagiri.state import formatting, setup
from companion.model.games.asagiri.state.record_kinds import KINDS
from companion.model.games.asagiri.state.state import SEATS, State
from companion.model.games.asagiri.state.vocabulary import EDITION
from companion.model.games.asagiri.table import corrections, table_check
from companion.model.games.asagiri.table import edit as hand
from companion.model.games.asagiri.table.automation import DIALS
from companion.model.games.asagiri.wire import position, position_reader

if TYPE_CHECKING:
    from companion.model.core.summaries import Summaries


class Asagiri:
    """Okko: Era of the Asagiri. Everything is open: a view is the whole state."""

    facts = Facts(
        id="asagiri",
        name=N_("Okko: Era of the Asagiri"),
        players=(2, 2),
        hidden=False,
        rolls=("order", "inspiration", "combat", "test", "other"),
        edition=EDITION,
    )
    queries = QUERIES
    kinds = KINDS

    def __init__(self) -> None:
        """Remember the last question asked: listing options is most of the work."""
        self._asked: tuple[State, Pending] | None = None

    def new(self, setup_: Json, content: Content) -> State:
        return setup.new(setup_, content)

    def seats(self, state: State) -> tuple[str, ...]:
        return SEATS

    def pending(self, state: State) -> Pending:
        asked = self._asked
        if asked is not None and asked[0] is state:
            return asked[1]
        found = legal_options.pending(state)
        self._asked = (state, found)
        return found

    def check(self, state: State, option: Option) -> Refusal | None:
        if option not in options_of(self.pending(state)):
            return refusals.check(state, option)
        return self._endless(state, option)

    def _endless(self, state: State, option: Option) -> Refusal | None:
        """Why an option cannot be chosen that is offered: what skills bring of it has no end.

        Only of what is about to befall a figure, and of its tests, skills can set each other off.
        """
        if state.table.speaks.isdisjoint(("shaken", "disabled", "willpower", "test")):
            return None
        try:
            answers.apply(state, option, strict=True)
        except RuleBroken as broken:
            return broken.refusal
        return None

    def apply(self, state: State, option: Option) -> Applied[State]:
        if option not in options_of(self.pending(state)):
            refused = refusals.check(state, option)
            if refused is not None:
                raise RuleBroken(refused)
        return answers.apply(state, option, strict=True)

    def rolled(self, state: State, outcome: Outcome) -> Applied[State]:
        check_outcome(self.pending(state), outcome)
        return answers.rolled(state, outcome, strict=True)

    def edit(self, state: State, correction: Correction) -> Applied[State]:
        return hand.edit(state, correction)

    def refereed(self, state: State) -> Correction | None:
        turned = [id for id in DIALS if id in state.table.off | state.table.asked]
        return corrections.SetDials(tuple((id, "do") for id in sorted(turned))) if turned else None

    def mend(self, state: State, before: State, after: State) -> Sequence[Correction]:
        """The corrections that do to `state` what was done from `before` to `after`."""
        return table_check.mend(state, before, after)

    def view(self, state: State, seat: str | None) -> Json:
        return position.encode(state)

    def encode(self, state: State) -> Json:
        return position.encode(state)

    def decode(self, position_: Json, content: Content) -> State:
        return position_reader.decode(position_, content)

    def option_id(self, state: State, option: Option) -> str:
        return options.option_id(state, option)

    def option_of(self, state: State, text: str) -> Option:
        return options.option_of(state, text)

    def fields(self, state: State, option: Option) -> Mapping[str, Json]:
        return formatting.fields(state, option)

    def label(self, state: State, option: Option) -> Message:
        return options.label(state, option)

    def correction_of(self, state: State, data: Json) -> Correction:
        return corrections.correction_of(state, data)

    def correction_json(self, state: State, correction: Correction) -> Json:
        return corrections.correction_json(state, correction)

    def tell(self, state: State, event: Event) -> Message:
        return narration.tell(state, event)

    def event_json(self, state: State, event: Event) -> Json:
        return narration.event_json(state, event)

    def sample_world(self, view: Json, seat: str, rng: Random, content: Content) -> State:
        return position_reader.decode(view, content)

    def matchup(self, content: Content, sides: Sequence[str], board: str) -> Json:
        return statistics.matchup(content, sides, board)

    def boards(self, content: Content) -> Sequence[str]:
        return statistics.boards(content)

    def pairings(self, content: Content) -> Sequence[Pairing]:
        return statistics.pairings(content)

    def opening(self, number: int) -> tuple[Outcome, tuple[str, ...]]:
        return statistics.opening(number)

    def turns(self, state: State) -> int:
        return state.turn

    def samples(self, content: Content, games: int) -> Mapping[str, Sequence[Json]]:
        return statistics.samples(content, games)

    def judged(self, state: State) -> float | None:
        return statistics.judged(state)

    def about(self, state: State) -> About:
        table = state.table
        names = [character.name for character in table.characters]
        quest = None if table.adventure is None else table.adventure.record
        if quest is not None:
            names.append(Name.of(quest.name))
        words = dict.fromkeys(word for name in names for _, word in name.words)
        return About(tuple(words), None if quest is None else quest.id)

    def outlook(self, state: State, choice: Choice) -> Iterator[Plan]:
        """Whole plans: the decisions of each, and the state in which to judge it."""
        return outlook(state, choice)

    def alike(self, state: State) -> Sequence[tuple[Outcome, float]] | None:
        """Outcomes of the pending roll, one for each end it can have, with the chance of that end."""
        return alike(state)

    def resolving(self, state: State) -> bool:
        return bool(state.frames)

    def likely(self, state: State, choice: Choice) -> Sequence[Option]:
        """What whoever is asked in the middle of something may be expected to choose among: the best of these."""
        return likely(state, choice)

    def urge(self, state: State) -> float:
        """How badly players want the game to end, from 0 to 1."""
        return urge(state)

    def evaluate(self, state: State, seat: str, urge: float = 0.0) -> float:
        """How good the position looks, between -1 and 1, to someone with some urge for the game to end."""
        return evaluate(state, seat, urge)

    def plan_words(self, state: State, plan: Sequence[Option]) -> Message:
        from .insight.plan_words import plan_words

        return plan_words(state, plan)

    def reasons(self, state: State, seat: str, plan: Sequence[Option]) -> Sequence[Message]:
        from .insight.plan_words import reasons

        return reasons(state, seat, plan)

    def survey(self, state: State, choice: Choice) -> Sequence[Topic]:
        from .insight.survey import survey

        return survey(state, choice)

    @property
    def summaries(self) -> Summaries[Any, Any]:
        from .statistics.many_games import SUMMARIES

        return SUMMARIES

    @property
    def campaigns(self) -> type[Campaign[Any]]:
        """Adventures between two rosters (CAM-1)."""
        from .campaign.chronicle import Chronicle

        return Chronicle


SYSTEM = Asagiri()
