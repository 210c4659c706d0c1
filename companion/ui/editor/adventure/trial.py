"""An adventure tried out: who plays it, and with which bands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from companion.model.core.contract import Json
from companion.model.core.words import Message, Name, say
from companion.ui.bands.popup import Line
from companion.ui.editor.bench import Bench
from companion.ui.editor.seam import name_of
from companion.ui.home.shelf import GameSettings, Player


@dataclass(frozen=True, slots=True)
class Trial:
    """A way to try it out."""

    id: str
    title: Message
    players: tuple[Player, Player]
    sign: str


def trials(record: Json) -> Sequence[Trial]:
    """You on either side, two persons, or only to watch."""
    one, two = _sides(record)
    return (
        Trial("one", say("You play {side}", side=one), ("person", "greedy"), "person"),
        Trial("two", say("You play {side}", side=two), ("greedy", "person"), "person"),
        Trial("both", say("You play both sides"), ("person", "person"), "people"),
        Trial("watch", say("Watch the automatic players"), ("greedy", "greedy"), "bot"),
    )


def lines(record: Json, bench: Bench) -> list[Line]:
    """The ways, to choose from."""
    return [Line(trial.id, bench.tongue(trial.title), sign=trial.sign) for trial in trials(record)]


def settings(record: Json, bench: Bench, id: str) -> tuple[dict[str, Any], GameSettings]:
    """Set-up and settings of a trial; recruits are those that the adventure suggests."""
    trial = next(one for one in trials(record) if one.id == id)
    one, two = (bench.tongue(name) for name in _sides(record))
    return {"adventure": record["id"]}, GameSettings(players=trial.players, bands=(one, two))


def _sides(record: Json) -> tuple[Name, Name]:
    sides = record.get("sides", ()) if isinstance(record, dict) else ()
    names = [Name.of(name_of(side) or "?") for side in list(sides)[:2]]
    names += [Name.of("?")] * (2 - len(names))
    return names[0], names[1]
