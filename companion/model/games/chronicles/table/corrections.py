"""The table's free hand: any field of a position is set by its address, if a sound position comes of it.

An address is dotted (``heroes.h1.actions``); things in lists go by what they are called (``figures.ashigaru-3.damage``,
``memoirs.house:alert``). None takes a thing away, a whole one puts it there. What is being resolved cannot be set.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final

import msgspec

from companion.model.core.contract import Applied, Correction, Json
from companion.model.core.refusal import InvalidInput
from companion.model.core.schema import Document, read
from companion.model.core.words import say
from companion.model.games.chronicles.box.effects import Colour
from companion.model.games.chronicles.rules import accusation, deploy, equipment, missions, play, sites
from companion.model.games.chronicles.rules import events as e
from companion.model.games.chronicles.rules.transition import Transition
from companion.model.games.chronicles.state import frames as f
from companion.model.games.chronicles.state.options import Slot
from companion.model.games.chronicles.state.state import CardId, Dials, Gear, Seat, State, replace, without
from companion.model.games.chronicles.table.keeping import kept_anew
from companion.model.games.chronicles.wire import position, soundness

BY: Final[Mapping[str, str]] = {
    "figures": "id", "tokens": "id", "places": "id", "memoirs": "chapter", "techniques": "sheet", "board": "piece",
    "statuses": "kind",
}  # fmt: skip
"""What things in a list go by."""
OPEN: Final = (
    "options", "captain", "turn", "figures", "tokens", "places", "heroes", "hosts_in_hand", "order", "oni", "piles",
    "discards", "suspects", "natures", "clues_drawn", "accusations", "memoirs",
)  # fmt: skip
"""The fields of a position that may be set."""

PRESETS: Final[Mapping[str, Dials]] = {"assist": Dials(**dict.fromkeys(Dials.__struct_fields__, "remind"))}  # type: ignore[arg-type]
"""By mode how the duties stand when nobody has turned them; where nothing is said, the app does them."""


class Set(Correction, frozen=True, tag="set"):
    """A field of the position becomes a value."""

    at: str
    value: Json


class Decide(Correction, frozen=True, tag="decide"):
    """Who has won a mission, an objective or somebody's own mission, as only the table can see (MIS-1, FX-6)."""

    mission: str
    colour: Colour | None
    """None: nobody has, whatever was said before."""


class PutObject(Correction, frozen=True, tag="put"):
    """A hero's object lies elsewhere (EOT-3): what lay there comes into the reserve."""

    seat: Seat
    item: CardId
    slot: Slot | None
    """None: it is discarded."""


class Form(Document):
    """A field set, as JSON."""

    kind: str
    at: str
    value: Json = None


class DecideForm(Document):
    """A mission decided, as JSON."""

    kind: str
    mission: Annotated[str, msgspec.Meta(max_length=200)]
    colour: Colour | None


class PutForm(Document):
    """An object put somewhere, as JSON."""

    kind: str
    seat: Annotated[str, msgspec.Meta(max_length=9)]
    item: Annotated[str, msgspec.Meta(max_length=200)]
    slot: Slot | None = None


def correction_of(data: Json) -> Set | Decide | PutObject:
    """A correction out of JSON; raises InvalidInput."""
    kind = data.get("kind") if isinstance(data, dict) else None
    if kind == "decide":
        told = read(data, DecideForm)
        return Decide(told.mission, told.colour)
    if kind == "put":
        put_ = read(data, PutForm)
        return PutObject(put_.seat, put_.item, put_.slot)
    form = read(data, Form)
    if form.kind != "set":
        raise InvalidInput("kind", say("This is not a correction of this game."))
    if form.at.split(".")[0] not in OPEN or len(form.at) > 200:
        raise InvalidInput("at", say("This cannot be set by hand."))
    return Set(form.at, form.value)


def correction_json(correction: Correction) -> Json:
    """A correction as JSON."""
    if isinstance(correction, Decide):
        return {"kind": "decide", "mission": correction.mission, "colour": correction.colour}
    if isinstance(correction, PutObject):
        return {"kind": "put", "seat": correction.seat, "item": correction.item, "slot": correction.slot}
    assert isinstance(correction, Set)
    return {"kind": "set", "at": correction.at, "value": correction.value}


def refereed(state: State) -> Set | None:
    """TAB-7: under the rules everything is done by itself, and the app puts objects where they lie (EOT-3)."""
    options = state.table.options
    ruled = replace(options, dials=Dials(), enforcement="enforce")
    return None if options == ruled else Set("options", msgspec.to_builtins(ruled))


def at_the_table(state: State, dials: Dials) -> list[Correction]:
    """What is set when a table goes on by hand: who sees to what."""
    options = state.table.options
    found: list[Correction] = []
    if options.dials != dials:
        found.append(Set("options.dials", msgspec.to_builtins(dials)))
    if not state.table.tracked:
        found.append(Set("options.enforcement", "track"))
    return found


def edit(state: State, correction: Correction) -> Applied[State]:
    """Do what a correction says; raises InvalidInput when it makes no possible table."""
    if isinstance(correction, Decide):
        return _decided(state, correction)
    if isinstance(correction, PutObject):
        return _object_put(state, correction)
    if not isinstance(correction, Set):
        raise InvalidInput("kind", say("This is not a correction of this game."))
    data = position.encode(state)
    put(data, correction.at.split("."), correction.value)
    changed = _at_depth(state, position.of_form(read(data, position.Position), state.table.box))
    changed = kept_anew(state, changed)
    soundness.check(changed)
    t = Transition(changed)
    _locate(t, state)
    *about, what = correction.at.split(".")
    t.tell(e.SetByHand(what, about[-1] if about else "", _said(correction.value)))
    play.go_on(t)
    return Applied(t.now, tuple(t.events))


def _at_depth(before: State, after: State) -> State:
    """TAB-4: places as a new depth tells them; where no token was known, those of the scenario lie as at the start."""
    old, new = before.table.options.places, after.table.options.places
    if old == new:
        return after
    if after.stage == "setup":
        raise InvalidInput("at", say("The depth of places can be changed once the game has begun."))
    t = Transition(after)
    t.set(
        figures=tuple([replace(one, at=deploy.known_as(after, one.at)) for one in after.figures]),
        tokens=tuple([replace(one, at=deploy.known_as(after, one.at)) for one in after.tokens]),
    )
    if old == "none" and not after.tokens:
        sites.lay_all(t)
    return t.now


def _locate(t: Transition, before: State) -> None:
    """TAB-4: ask where those stand of whom that is not known, and was known or not asked before."""
    lost, already = deploy.lost(t.now), deploy.lost(before) or f.WhereFrame()
    if lost is None or t.now.stage in ("setup", "over"):
        return
    figures = tuple([id for id in lost.figures if id not in already.figures])
    tokens = tuple([id for id in lost.tokens if id not in already.tokens])
    if figures or tokens:
        t.push(f.WhereFrame(figures, tokens))


def _decided(state: State, correction: Decide) -> Applied[State]:
    mission, colour = correction.mission, correction.colour
    if any(missions.own_id(state, seat) == mission and state.hero(seat).out for seat in state.seats):
        raise InvalidInput("mission", say("A hero who is out fulfils no mission."))
    follower = state.figure(mission)
    own = missions.hero_with(state, mission) is not None
    own = own or (follower is not None and missions.goal_of(state, follower) is not None)
    if not own and all(one.id != mission for one in state.scores):
        raise InvalidInput("mission", say("There is no “{name}” here.", name=mission[:80]))
    t = Transition(state)
    missions.ruled(t, mission, colour)
    if state.stage == "over":
        accusation.count_points(t)
    play.go_on(t)
    return Applied(t.now, tuple(t.events))


def _object_put(state: State, correction: PutObject) -> Applied[State]:
    seat, item, slot = correction.seat, correction.item, correction.slot
    gear = state.hero(seat).gear if seat in state.in_play else Gear()
    lying = equipment.objects_of(gear)
    if item not in (without(tuple(lying), *gear.reserve) if slot == "reserve" else lying):
        raise InvalidInput("item", say("There is no “{name}” here.", name=item[:80]))
    t = Transition(state)
    if slot is None:
        equipment.discard(t, seat, item)
    elif not equipment.may_lie(t.box, t.now.hero(seat).card, item, slot):
        raise InvalidInput("slot", say("This object does not work there."))
    else:
        equipment.put_at_once(t, seat, item, slot)
    soundness.check(t.now)
    play.go_on(t)
    return Applied(t.now, tuple(t.events))


def put(data: Any, path: Sequence[str], value: Json) -> None:
    """Set what stands at an address; raises InvalidInput when there is no such place."""
    here, named = data, ""
    for n, step in enumerate(path):
        last = n == len(path) - 1
        if isinstance(here, list):
            by = BY.get(named, "")
            found = next((at for at, one in enumerate(here) if isinstance(one, dict) and one.get(by) == step), None)
            if last:
                if found is not None:
                    here.pop(found)
                if isinstance(value, dict):
                    here.insert(len(here) if found is None else found, {**value, by: step})
                return
            if found is None:
                raise InvalidInput("at", say("There is no “{name}” here.", name=step))
            here = here[found]
        elif isinstance(here, dict):
            if last:
                here.pop(step, None)
                if value is not None:
                    here[step] = value
                return
            here, named = here.setdefault(step, [] if step in BY else {}), step
        else:
            raise InvalidInput("at", say("There is no “{name}” here.", name=step))


def mend(state: State, before: State, after: State) -> list[Correction]:
    """The corrections that do to `state` what was done from `before` to `after`."""
    found: list[Correction] = []
    _differences(position.encode(before), position.encode(after), [], found)
    return [one for one in found if isinstance(one, Set) and one.at.split(".")[0] in OPEN]


def _differences(old: Json, new: Json, path: list[str], found: list[Correction]) -> None:
    if old == new:
        return
    by = BY.get(path[-1]) if path else None
    if by is not None and isinstance(old or [], list) and isinstance(new or [], list):
        old, new = {one[by]: one for one in old or []}, {one[by]: one for one in new or []}
    elif not (isinstance(old, dict) and isinstance(new, dict)):
        found.append(Set(".".join(path), new))
        return
    for key in dict.fromkeys([*old, *new]):
        if key not in old or key not in new:
            if old.get(key) != new.get(key):
                found.append(Set(".".join([*path, key]), new.get(key)))
        else:
            _differences(old[key], new[key], [*path, key], found)


def _said(value: Json) -> str:
    if isinstance(value, dict):
        return "…"
    if value is None or isinstance(value, bool):
        return "✓" if value else "–"
    return ", ".join(str(one) for one in value) if isinstance(value, list) else str(value)
