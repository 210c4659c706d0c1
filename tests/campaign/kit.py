"""Campaigns for tests: played by a seed through a session, or answered line by line."""

from __future__ import annotations

from random import Random
from typing import Any

from companion.model.content.library import Library
from companion.model.core.contract import Choice, Event, Json, Option, Over, Roll
from companion.model.core.session import Session
from companion.model.games.asagiri.campaign import CAMPAIGN
from companion.model.games.asagiri.campaign.chronicle import Chronicle
from companion.model.games.asagiri.campaign.state import State

CONTENT = Library.shipped()
GUARD, RONIN, OKKO = "house:temple-guard", "house:wandering-ronin", "house:okko"

BATTLES: Json = {
    "chapters": ["", "", ""],
    "budget": 9,
    "rosters": {"A": [{"card": OKKO}, {"card": GUARD}], "B": [{"card": RONIN}, {"card": RONIN}]},
}


def some_way(chronicle: Chronicle, rng: Random, steps: int = 1_000, chapters: int = 99) -> None:
    """Random decisions, until so many steps are made, or chapters are over."""
    for _ in range(steps):
        asked = chronicle.session.pending
        if isinstance(asked, Over) or chronicle.state.now.chapter >= chapters:
            return
        if isinstance(asked, Roll):
            chronicle.roll()
        else:
            assert isinstance(asked, Choice)
            chronicle.choose(rng.choice(asked.options))


class Table:
    """A campaign of one's own: battles without an adventure, between rosters that are written out."""

    def __init__(self, a: list[Json], b: list[Json] | None = None, chapters: list[str] | None = None, **more: Json):
        setup = {"rosters": {"A": a, "B": b or [{"card": RONIN}]}, "chapters": chapters or ["", ""], **more}
        self.session: Session[State] = Session.new(CAMPAIGN, setup, CONTENT, 1)
        self.events: list[Event] = []

    @property
    def state(self) -> State:
        """Where it stands."""
        return self.session.state

    def options(self, kind: str = "") -> list[str]:
        """What may be chosen now, as text."""
        asked = self.session.pending
        found = asked.options if isinstance(asked, Choice) else ()
        return [CAMPAIGN.option_id(self.state, option) for option in found if kind in ("", option.kind)]

    def do(self, *texts: str) -> Table:
        """Choose one after another."""
        for text in texts:
            self.events = list(self.session.choose(text).events)
        return self

    def roll(self, *faces: int | str) -> Table:
        """Roll one die after another."""
        for face in faces:
            self.events = list(self.session.roll([face]).events)
        return self

    def fought(self, *ended: str, winner: str = "A") -> Table:
        """Everybody goes along, then it ended like this (``A1,disabled``; after it: equipment gone, honour used)."""
        while self.state.now.stage == "muster":
            taken = self.options("take")
            self.do(taken[0] if taken else "ready")
        self.do(f"won:{winner}")
        told = {text.split(",")[0]: text for text in ended}
        while self.state.now.stage == "result":
            who = self.options()[0].partition(":")[2].split(",")[0]
            words = [*told.get(who, f"{who},vigilant").split(","), "no", "no"][:4]
            self.do(f"ended:{','.join(words)}")
        return self

    def member(self, who: str) -> Any:
        """A member."""
        return self.state.anybody(who)

    @property
    def kinds(self) -> list[str]:
        """What happened last."""
        return [event.kind for event in self.events]


def random_answer(session: Session[State], rng: Random, hire: float = 0.3) -> tuple[Event, ...]:
    """One random decision or roll."""
    asked = session.pending
    if isinstance(asked, Roll):
        return session.roll().events
    assert isinstance(asked, Choice)
    some: list[Option] = [option for option in asked.options if option.kind != "hire" or rng.random() < hire]
    return session.choose(rng.choice(some or list(asked.options))).events


def random_campaign(seed: int, steps: int = 10_000, setup: Json = None) -> Session[State]:
    """A campaign of random decisions, to its end or so many steps on."""
    rng = Random(f"campaign:{seed}")
    session: Session[State] = Session.new(CAMPAIGN, {} if setup is None else setup, CONTENT, seed)
    for _ in range(steps):
        if isinstance(session.pending, Over):
            break
        random_answer(session, rng)
    return session
