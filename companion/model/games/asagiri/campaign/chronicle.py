"""A campaign with all its branches (`core/branches`), and the places of each that one may want to go back to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from companion.model.content.record_checks import refuse_unsound
from companion.model.core.branches import Campaign
from companion.model.core.contract import Content, System
from companion.model.core.record import Chosen, Mode, Record, Step
from companion.model.core.session import Session
from companion.model.core.words import Message, say

from .battle import begin_game
from .state import State
from .system import CAMPAIGN


class BranchPlace(msgspec.Struct, frozen=True):
    """A point of a branch that a person may want to go back to."""

    cursor: int
    chapter: int
    """Counted from 0."""
    words: Message


class Chronicle(Campaign[State]):
    """The branches of one campaign."""

    system = CAMPAIGN

    @property
    def chapter(self) -> int:
        return self.state.now.chapter

    def begin_game(self, system: System[Any], content: Content, packs: Mapping[str, str], mode: Mode) -> Session[Any]:
        return begin_game(system, self.state, content, packs=packs, dice=self.session.dice, mode=mode)

    @classmethod
    def check_cards(cls, header: Record, content: Content, path: str) -> None:
        refuse_unsound(header, CAMPAIGN, content, path)

    def counts(self, step: Step) -> bool:
        """A chapter that was approved is never forgotten."""
        return isinstance(step.intent, Chosen) and step.intent.option == "approve"

    def places(self, branch: int | None = None) -> tuple[BranchPlace, ...]:
        """Where each chapter of a branch began, was fought, and was approved: the stops of the time machine."""
        session = self.session_of(self.current if branch is None else branch)
        found = [BranchPlace(0, session.state_at(0).now.chapter, say("Start of the campaign"))]
        for n, step in enumerate(session.steps):
            if isinstance(step.intent, Chosen) and step.intent.option.partition(":")[0] in ("won", "approve"):
                before = session.state_at(n)
                found.append(BranchPlace(n + 1, before.now.chapter, session.describe_step(n)))
        return tuple(found)
