"""Games for tests of figures: one played by automatic players under the rules, its dice partly typed and corrected."""

from __future__ import annotations

from functools import lru_cache
from random import Random

from companion.model.analysis import Match, play_session
from companion.model.bots import BOTS, ask_bot
from companion.model.content.library import Library
from companion.model.core.chance import drawn
from companion.model.core.contract import Choice, Over, Roll
from companion.model.core.record import Source
from companion.model.core.session import Session
from companion.model.games.asagiri import SYSTEM
from companion.model.games.asagiri.state.state import State

MATCH = Match("asagiri", ("greedy", "greedy"), ({"quick": True},), seed=4)


@lru_cache
def simulated(number: int = 0) -> Session[State]:
    """A game of two automatic players, to be looked at only."""
    return play_session(MATCH, number)


@lru_cache
def typed() -> Session[State]:
    """A game in which A types its dice and some are put right afterwards; to be looked at only."""
    content, rng = Library.shipped(), Random(8)
    session = Session.new(SYSTEM, {"quick": True}, content, 5)
    bot = BOTS["greedy"]()
    while not isinstance(pending := session.pending, Over):
        if isinstance(pending, Roll):
            sources: list[Source] = ["typed" if seat == "A" else "seed" for seat in pending.owners()]
            session.roll(drawn(pending.dice, rng), sources)
            if rng.random() < 0.2:
                session.retype(drawn(pending.dice, rng))
        else:
            assert isinstance(pending, Choice)
            session.choose(ask_bot(bot, SYSTEM, session.state, pending, rng).option)
    return session
