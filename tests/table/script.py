"""A script of a game as people tell it: a position and lines of commands, and what each of them records."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import msgspec

from companion.model.content.library import Library
from companion.model.core.contract import Json
from companion.model.core.session import Session
from companion.model.games.asagiri import SYSTEM
from companion.model.games.asagiri.rules import options as o
from companion.model.games.asagiri.state.state import State
from companion.model.games.asagiri.table.commands import ChooseIntent, Correcting, Intent, Typing
from companion.model.games.asagiri.table.commands.understand import CommandPlan, plan

FOLDER = Path(__file__).resolve().parent
_FACTS = (
    o.Attack, o.Shoot, o.TestWillpower, o.UseDie, o.UseSkill, o.OpenDoor, o.Reserve, o.TakeBack, o.Side, o.Retreat,
    o.Face, o.Pick, o.PickDie, o.Place, o.Way, o.GiveUpDie,
)  # fmt: skip
"""What is announced or chosen: one fact each. Whoever is activated, passes or ends something says nothing new."""


@dataclass(frozen=True)
class Script:
    """Where a game begins (a position, or a set-up to begin from), and what then happens, a command a line."""

    start: Json
    lines: tuple[str, ...]

    def session(self) -> Session[State]:
        """The game before its first line: a table is followed, its dice are typed."""
        make = Session.load if "format" in self.start else Session.new
        return make(SYSTEM, self.start, Library.shipped(), 7, mode="track", dice="typed")


def read_script(name: str) -> Script:
    """The script of this name; FileNotFoundError where there is no source tree."""
    lines = (line.partition("#")[0].strip() for line in (FOLDER / f"{name}.txt").read_text("utf-8").splitlines())
    start = msgspec.json.decode((FOLDER / f"{name}.json").read_bytes())
    return Script(start, tuple(line for line in lines if line))


def meaning(state: State, line: str) -> tuple[Intent, State]:
    """What a line means, and the table after it; ValueError when the script does not fit the game."""
    found = plan(state, line, free=True)
    if not isinstance(found, CommandPlan) or found.presses:
        raise ValueError(f"{line!r} cannot be recorded: {found}")
    ((_, intent),) = found.steps
    return intent, found.end


def facts(state: State, intent: Intent) -> int:
    """How many facts a line records: dice, a square reached, a facing that changes, announcements, results."""
    if isinstance(intent, Typing):
        return len(intent.faces)
    if isinstance(intent, Correcting):
        return len(intent.corrections)
    assert isinstance(intent, ChooseIntent)
    found = sum(isinstance(option, _FACTS) for option in intent.options)
    found += any(isinstance(option, o.Step | o.Deploy) for option in intent.options)
    return found + turns(state, intent)


def turns(state: State, intent: ChooseIntent) -> bool:
    """Whether a figure ends a movement with another facing."""
    last = [option.facing for option in intent.options if isinstance(option, o.Turn)][-1:]
    return bool(last) and last[0] != state.figures[mover(state, intent)].facing


def mover(state: State, intent: ChooseIntent) -> int:
    """The figure that a line is about."""
    first = intent.options[0] if intent.options else None
    if isinstance(first, o.Activate):
        return first.who
    return state.active.who if state.active is not None else -1
