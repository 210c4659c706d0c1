"""The box a game is played with: every record that its rules may ever ask for, by id, and its dice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any, TypeVar

import msgspec

from companion.model.core.chance import DieKind
from companion.model.core.contract import Content, Json
from companion.model.core.refusal import InvalidInput
from companion.model.core.schema import read
from companion.model.games.chronicles.box import records as r

R = TypeVar("R", bound=r.Record)


class Box(msgspec.Struct, frozen=True, gc=False):
    """All records of a game's packs, by id; `packs` says which namespaces are in it."""

    packs: tuple[str, ...]
    dice: dict[str, DieKind]
    """``combat``, ``action``, ``test`` (CMP-3)."""
    heroes: dict[str, r.Hero]
    actions: dict[str, r.ActionCard]
    sheets: dict[str, r.Sheet]
    objects: dict[str, r.ObjectCard]
    wounds: dict[str, r.Wound]
    events: dict[str, r.EventCard]
    hosts: dict[str, r.Host]
    natures: dict[str, r.Nature]
    surprises: dict[str, r.Surprise]
    followers: dict[str, r.Follower]
    kami: dict[str, r.Kami]
    tokens: dict[str, r.Token]
    tracks: dict[str, r.Track]
    tiles: dict[str, r.Tile]
    missions: dict[str, r.Mission]
    objectives: dict[str, r.Objective]
    chapters: dict[str, r.Chapter]
    personal: dict[str, r.PersonalMission]
    scenarios: dict[str, r.Scenario]
    trials: dict[str, r.Trial]
    fronts: dict[str, str]
    """By id of a token one that shows the same as long as it was not turned: nobody tells their backs apart (SET-7)."""

    def name_of(self, id: str) -> dict[str, str] | None:
        """What a record is called in each language; None: no record has this id."""
        for field in FIELDS:
            record = getattr(self, field).get(id)
            if record is not None:
                return dict(record.names)
        return None

    def names(self) -> Iterator[str]:
        """The id of every record but dice."""
        for field in FIELDS:
            yield from getattr(self, field)

    def hand_of(self, hero: str) -> tuple[str, ...]:
        """CRD-1: the action cards that a hero begins with, sorted."""
        return tuple(sorted(id for id, card in self.actions.items() if card.hero == hero and card.pile is None))


FIELDS = {
    "heroes": "chronicles_hero",
    "actions": "chronicles_action",
    "sheets": "chronicles_sheet",
    "objects": "chronicles_object",
    "wounds": "chronicles_wound",
    "events": "chronicles_event",
    "hosts": "chronicles_host",
    "natures": "chronicles_nature",
    "surprises": "chronicles_surprise",
    "followers": "chronicles_follower",
    "kami": "chronicles_kami",
    "tokens": "chronicles_token",
    "tracks": "chronicles_track",
    "tiles": "chronicles_tile",
    "missions": "chronicles_mission",
    "objectives": "chronicles_objective",
    "chapters": "chronicles_chapter",
    "personal": "chronicles_personal_mission",
    "scenarios": "chronicles_scenario",
    "trials": "chronicles_trial",
}
"""The kind of record behind each field of a box."""


def box_of(content: Content, packs: tuple[str, ...]) -> Box:
    """The records of these packs (namespaces) together; raises InvalidInput when there are no dice among them."""
    whole: Any = content
    return _box_of(whole, packs)


@lru_cache(maxsize=2)
def _box_of(content: Content, packs: tuple[str, ...]) -> Box:
    """Content never changes, and worlds are guessed from views by the thousand."""
    dice = {
        die.use: DieKind(die.use, die.faces, die.weights)
        for die in _all(content, "chronicles_die", r.DieRecord, packs).values()
    }
    for use in ("combat", "action", "test"):
        if use not in dice:
            raise InvalidInput("packs", "These packs have no {use} die.", use=use)
    found = {name: _all(content, kind, r.KIND_TYPES[kind], packs) for name, kind in FIELDS.items()}
    return Box(packs=packs, dice=dice, **found, fronts=_fronts(found["tokens"]))  # type: ignore[arg-type]


def _fronts(tokens: dict[str, Any]) -> dict[str, str]:
    alike: dict[object, str] = {}
    return {id: alike.setdefault((one.type, one.host, one.front), id) for id, one in sorted(tokens.items())}


def _all(content: Content, kind: str, type_: type[R], packs: Iterable[str]) -> dict[str, R]:
    chosen = set(packs)
    return {id: _typed(data, type_) for id, data in content.every(kind) if id.partition(":")[0] in chosen}


def _typed(data: Json, type_: type[R]) -> R:
    """A record; raises InvalidInput. The reader that says what is wrong takes 0.3 s to look at all these types."""
    try:
        return msgspec.convert(data, type_)
    except msgspec.ValidationError:
        return read(data, type_, "packs")
