"""A state as JSON, the position of PROTOCOL.md; nothing is hidden in Asagiri. `position_reader` reads it."""

from __future__ import annotations

import msgspec

from companion.model.core.contract import Json

from . import contest_codec, frames
from .adventure import text as adventure_text
from .board import FACINGS, Edge, Plan
from .characters import Character, Profile
from .language.skill import Skill
from .limits import EDITION
from .state import SEATS, Lasting, Options, State
from .text import name_json, square_json

FORMAT = "okko-position/1"


def encode(state: State) -> Json:
    """The whole state; ``decode(encode(state)) == state``."""
    table = state.table
    floors = [_floor_json(plan) for plan in table.board.floors]
    written: dict[str, Json] = {
        "format": FORMAT,
        "system": "asagiri",
        "options": _options_json(table.options),
        **({"floors": floors} if table.several_floors else {"board": floors[0]}),
        "bands": {seat: _band_json(state, n) for n, seat in enumerate(SEATS)},
        "turn": state.turn,
        "phase": SEATS[state.phase],
        "active": _active_json(state),
        "stage": state.stage,
    }
    order = [character.id for character in table.characters]
    if order != [c["id"] for seat in SEATS for c in written["bands"][seat]["characters"]]:
        written["order"] = order
    if table.cards:
        written["cards"] = [_card_json(card) for card in table.cards]
    if table.contest is not None:
        written["contest"] = contest_codec.contest_json(table.contest)
    if state.draft is not None:
        written["draft"] = contest_codec.draft_json(state.draft)
    if state.side >= 0:
        written["side"] = FACINGS[state.side]
    if table.board.stairs:
        written["stairs"] = [[list(start), list(end)] for start, end in sorted(table.board.stairs)]
    if state.quest is not None:
        written |= adventure_text.encode(state)
    if table.edition != EDITION:
        written["edition"] = table.edition
    if table.dials:
        written["dials"] = dict(table.dials)
    if state.over and "victory" in table.off | table.asked:
        written["over"] = True
    if state.frames:
        written["frames"] = [frames.encode(state, frame) for frame in state.frames]
    return written


def _floor_json(plan: Plan) -> Json:
    def edges(found: frozenset[Edge]) -> Json:
        return [[[edge.column, edge.row], edge.side] for edge in sorted(found)]

    return {"rows": list(plan.rows), "walls": edges(plan.walls), "doors": edges(plan.doors)}


def _options_json(options: Options) -> Json:
    return {name: value for name, value in msgspec.structs.asdict(options).items() if value is not None}


def _band_json(state: State, which: int) -> Json:
    band, table = state.bands[which], state.table
    return {
        "budget": table.budgets[which],
        "limit": table.limits[which],
        "pool": list(band.pool),
        "aside": band.aside,
        "gone": band.gone,
        "lost": band.lost,
        **({"earned": band.earned} if band.earned else {}),
        "characters": [
            _character_json(state, n) for n, character in enumerate(table.characters) if character.band == which
        ],
    }


def _character_json(state: State, who: int) -> Json:
    character, figure = state.table.characters[who], state.figures[who]
    written: dict[str, Json] = {
        "id": character.id,
        **_card_json(character),
        "at": square_json(state, figure.at) if figure.at >= 0 else None,
        "facing": FACINGS[figure.facing],
        "state": figure.state,
        "reserve": figure.reserve,
        "activated": figure.activated,
    }
    if character.summoner is not None:
        written["summoner"] = character.summoner
    if figure.more:
        written["more"] = list(figure.more)
    if figure.lasting:
        written["lasting"] = [_lasting_json(state, found) for found in figure.lasting]
    if figure.used:
        written["used"] = list(figure.used)
    if character.equipment is not None:
        equipment = character.equipment
        written["equipment"] = equipment.id or {
            "name": name_json(equipment.name),
            "zeni": equipment.zeni,
            "single": equipment.single,
            "skills": [skill_json(skill) for skill in equipment.skills],
        }
    if figure.spent:
        written["spent"] = True
    if figure.away:
        written["away"] = figure.away
    if character.part:
        written["part"] = character.part
    if character.honour is not None:
        written["honour"] = character.honour
    if figure.honour_lost:
        written["honour_lost"] = True
    if character.member:
        written["member"] = character.member
    return written


def _card_json(character: Character) -> dict[str, Json]:
    written: dict[str, Json] = {
        "name": name_json(character.name),
        "zeni": character.zeni,
        "traits": sorted(character.traits),
        "profile": {"vigilant": _profile_json(character.vigilant), "shaken": _profile_json(character.shaken)},
        "alignment": character.alignment,
        "silhouette": character.silhouette,
    }
    if character.card is not None:
        written["card"] = character.card
    if character.kami is not None:
        written["kami"] = character.kami
    return written


def _lasting_json(state: State, lasting: Lasting) -> Json:
    return {
        "effect": msgspec.json.decode(msgspec.json.encode(lasting.effect)),
        "skill": lasting.skill,
        "source": state.table.characters[lasting.source].id,
        "left": lasting.left,
    }


def _profile_json(profile: Profile) -> Json:
    return {**msgspec.structs.asdict(profile), "skills": [skill_json(skill) for skill in profile.skills]}


def skill_json(skill: Skill) -> Json:
    """A skill as a tree: a saved position needs no pack to be read again."""
    return msgspec.json.decode(msgspec.json.encode(skill))


def _active_json(state: State) -> Json:
    active = state.active
    if active is None:
        return None
    written: dict[str, Json] = {
        "id": state.table.characters[active.who].id,
        "trail": [square_json(state, at) for at in active.trail],
        "points": active.points,
        "acted": active.acted,
        "moved": active.moved,
        "over": active.over,
    }
    if active.began is not None:
        written["began"] = {"in_zone": active.began.in_zone, "state": active.began.state}
        written["stepped"] = active.stepped
    if active.brought:
        written["brought"] = True
    if active.extra:
        written["extra"] = list(active.extra)
    return written
