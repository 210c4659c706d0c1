"""A stage for the cards of the house box: who stands where, what is chosen, how dice fall, and what is noticed then.

Cards play with the stats of a plain figure, so that a scene is about the skill and stays right when values change.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from companion.model.core.contract import Choice, Json, Roll
from companion.model.games.asagiri import SYSTEM
from companion.model.games.asagiri.state import cards

from ..rules.table import CONTENT, SHAKEN, VIGILANT, Table, open_floor

FLOOR = open_floor(9, 9)
FACE_TO_FACE = {"a1": "4,5N", "b1": "4,4S"}


class Scene(msgspec.Struct, frozen=True):
    """How a skill is seen to speak."""

    skill: str
    """Without the ``house:`` that all of them have, like every name of a card here."""
    bears: Mapping[str, str]
    """Who is of which card."""
    play: str
    """What happens, word by word, steps set apart by semicolons; see `_play`."""
    seen: Mapping[str, Json]
    """What is noticed at the end; see `_notice`."""
    people: Mapping[str, str] = {}
    """Where they stand, as in `Table`: beside or in place of a1 and b1, face to face."""
    gear: Mapping[str, str] = {}
    """Who bears which equipment."""
    more: Mapping[str, dict[str, Json]] = {}
    """What else is particular about them: a die in reserve, traits, stats."""
    pool: tuple[str, ...] = ()
    """Dice of band A."""
    rows: tuple[str, ...] = tuple(FLOOR)
    walls: str = ""
    doors: str = ""
    stage: str = "activations"

    def noticed(self, *, silent: bool = False) -> dict[str, Json]:
        """Play it, and what is noticed; `silent`: the skill is struck from every card, what cannot be done is not."""
        table = self._set(silent)
        rolled: list[Any] = []
        happened: set[str] = set()
        for step in (words.split() for words in self.play.split(";")):
            try:
                _play(table, step)
            except (AssertionError, Impossible):
                if not silent:
                    raise
            happened.update(table.kinds)
            rolled += [event.totals for event in table.events if event.kind in ("CombatRolled", "ShotRolled")]
            table.events = []
        return {probe: _notice(table, probe.split(), rolled, happened) for probe in self.seen}

    def _set(self, silent: bool) -> Table:
        people = {**FACE_TO_FACE, **self.people}
        struck = f"house:{self.skill}" if silent else ""
        known = {who: _card(self.bears[who], struck) if who in self.bears else {} for who in people}
        for who, name in self.gear.items():
            known[who]["equipment"] = _equipment(name, struck)
        for who, more in self.more.items():
            known[who].update(more)
        aside = {s: 4 - sum("reserve" in card for who, card in known.items() if who[0] == s.lower()) for s in "AB"}
        bands = {"A": {"aside": aside["A"] - len(self.pool)}, "B": {"aside": aside["B"]}}
        table = Table(list(self.rows), people, walls=self.walls, doors=self.doors, pool=self.pool, stage=self.stage,
                      bands=bands, root={"side": "S"} if self.stage == "deploy" else None, **known)  # fmt: skip
        summoned = {who: card["card"] for who, card in known.items() if "kami" in card.get("card", "")}
        return _with_kami(table, summoned, struck) if summoned else table


class Impossible(AssertionError):
    """A step that the rules do not offer here."""


def _card(name: str, struck: str) -> dict[str, Json]:
    """A figure with the skills and marks of a card, or a Kami."""
    if name.startswith("kami"):
        return {"card": f"house:{name}"}
    card = cards.character(CONTENT, f"house:{name}")
    return {
        "card": card.id,
        "traits": list(card.traits),
        "alignment": card.alignment,
        "vigilant": {**VIGILANT, "skills": [id for id in card.vigilant.skills if id != struck]},
        "shaken": {**SHAKEN, "skills": [id for id in card.shaken.skills if id != struck]},
    }


def _equipment(name: str, struck: str) -> Json:
    card = cards.equipment(CONTENT, f"house:{name}")
    skills = [id for id in card.skills if id != struck]
    if len(skills) == len(card.skills):
        return card.id
    return {"name": card.name["en"], "zeni": card.zeni, "single": card.use == "single", "skills": skills}


def _with_kami(table: Table, summoned: dict[str, str], struck: str) -> Table:
    """Kami have their own cards, and somebody who has summoned them: the first of their band."""
    plain = SYSTEM.encode(table.state)
    for person in (person for band in plain["bands"].values() for person in band["characters"]):
        if person["id"] in summoned:
            kept = {field: person[field] for field in ("id", "at", "facing")}
            person.clear()
            person.update(kept, profile=summoned[kept["id"]], summoner=f"{kept['id'][0]}1")
    state = SYSTEM.decode(plain, CONTENT)
    if struck:
        plain = SYSTEM.encode(state)
        for person in (person for band in plain["bands"].values() for person in band["characters"]):
            for face in person["profile"].values() if isinstance(person["profile"], dict) else ():
                face["skills"] = [found for found in face["skills"] if struck not in (found, found.get("id"))]
        state = SYSTEM.decode(plain, CONTENT)
    table.state = state
    return table


# what is chosen ------------------------------------------------------------------------------------------------------

_FIELDS = {
    "activate": "character", "attack": "target", "shoot": "target", "pick": "character", "face": "facing",
    "step": "at", "retreat": "at", "place": "at",
    "deploy": "at", "pick_die": "element", "use_skill": "skill", "way": "way",
}  # fmt: skip
"""The kinds of choice that name something, and what."""


def _play(table: Table, step: list[str]) -> None:
    """One step: ``roll 3 4`` · ``use veteran-hunter`` · ``die fire`` · ``reserve a1 fire`` · ``pass`` · or any kind of
    choice with what it names: ``attack b1``, ``place 4,3 N``. Before dice and skills everybody else lets it go.
    """
    kind, words = step[0], step[1:]
    if kind == "roll":
        _roll(table, [int(word) if word.isdigit() else word for word in words])
        return
    if kind == "use":
        kind, words = "use_skill", [f"house:{words[0]}"]
        while not table.can(kind, skill=words[0]) and table.can("pass"):
            table.do("pass")
    kind = {"die": "pick_die", "end": "end_activations", "test": "test_willpower"}.get(kind, kind)
    fields: dict[str, Json] = {}
    if kind == "reserve":
        fields = {"character": words[0], "element": words[1]}
    elif words:
        value: Json = [int(n) for n in words[0].split(",")] if "," in words[0] else words[0]
        fields = {_FIELDS[kind]: int(value) if kind == "way" else value}
        if len(words) > 1:
            fields["facing"] = words[1]
    if len(table.can(kind, **fields)) != 1:
        offered = [option.kind for option in table.pending.options] if isinstance(table.pending, Choice) else "dice"
        raise Impossible(f"{step}: {table.can(kind)} of {offered}")
    before = table.events
    table.do(kind, **fields)
    table.events = [*before, *table.events]


def _roll(table: Table, faces: list[int | str]) -> None:
    """Dice fall; whoever could announce something before does not."""
    events = list(table.events)
    while isinstance(table.pending, Choice):
        if not table.can("pass"):
            raise Impossible(f"dice, when {[option.kind for option in table.pending.options]} is asked")
        table.do("pass")
        events += table.events
    if not isinstance(table.pending, Roll) or len(table.pending.dice) != len(faces):
        raise Impossible(f"{faces}: other dice are rolled")
    table.roll(*faces)
    table.events = [*events, *table.events]


# what is noticed -----------------------------------------------------------------------------------------------------


def _notice(table: Table, probe: list[str], rolled: list[Any], happened: set[str]) -> Json:
    """``totals`` of the last fight or shot · ``points`` of the active figure · ``happened EVENT`` · ``may KIND FIELD``,
    what is offered · ``A pool``, something of a band · ``b1 state``, something of a figure; ``b1 bears`` its tokens,
    ``b1 equipment`` whether it has any.
    """
    match probe:
        case ["totals"]:
            return rolled[-1] if rolled else None
        case ["points"]:
            return table.state.active.points if table.state.active is not None else None
        case ["happened", kind]:
            return kind in happened
        case ["may", kind, field]:
            return sorted({str(option[field]) for option in table.can(kind)})
        case ["A" | "B" as seat, "characters"]:
            return [person["id"] for person in table.band(seat)["characters"]]
        case ["A" | "B" as seat, field]:
            found = table.band(seat)[field]
            return sorted(found) if isinstance(found, list) else found
        case [who, "bears"]:
            lasting = table.person(who).get("lasting", [])
            return [found["effect"]["name"] for found in lasting if found["effect"]["type"] == "token"]
        case [who, "equipment"]:
            return "equipment" in table.person(who)
        case [who, field]:
            known = [person["id"] for seat in "AB" for person in table.band(seat)["characters"]]
            return table.person(who).get(field) if who in known else None
    raise AssertionError(probe)
