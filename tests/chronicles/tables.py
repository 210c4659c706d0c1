"""Games and positions of Okko Chronicles to test with."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random
from typing import Any

from companion.model.content.library import Library
from companion.model.core.chance import drawn
from companion.model.core.contract import Applied, Choice, Event, Json, Over, Roll, choices_of
from companion.model.games.chronicles import SYSTEM
from companion.model.games.chronicles.rules import play
from companion.model.games.chronicles.rules.transition import Transition
from companion.model.games.chronicles.state.frames import OutfitFrame
from companion.model.games.chronicles.state.options import Arranged
from companion.model.games.chronicles.state.state import Figure, FigureId, State, replace
from companion.model.games.chronicles.table.corrections import put
from companion.model.games.chronicles.wire import position, soundness

CONTENT = Library.shipped()
HEROES = ("house:okko", "house:noburo", "house:noshin", "house:setsuka")
AT_A_TABLE = dict.fromkeys(("guilty", "clues", "events", "plans", "order", "backs", "wounds", "objects"), "box")


class Box:
    """The house's records, some changed or new: by kind and id their fields. Without a name it has that of the id."""

    def __init__(self, **kinds: Mapping[str, Mapping[str, Json]]) -> None:
        self._kinds = {f"chronicles_{kind}": records for kind, records in kinds.items()}

    def find(self, kind: str, id: str) -> Json | None:
        return dict(self.every(kind)).get(id)

    def every(self, kind: str) -> list[tuple[str, Json]]:
        found: dict[str, Any] = dict(CONTENT.every(kind))
        for id, fields in self._kinds.get(kind, {}).items():
            named = {"id": id, "names": {"en": id}}
            found[id] = {**found.get(id, named), **fields}
        return list(found.items())


def setup(heroes: int = 2, tracked: bool = False, **options: Any) -> dict[str, Json]:
    """The house scenario without places: on the screen, or beside a table whose secrets lie in cardboard."""
    chosen: dict[str, Json] = {"places": "none", **options}
    said: dict[str, Json] = {"heroes": list(HEROES[:heroes]), "scenario": "house:the-well-of-mists"}
    if tracked:
        chosen = {"dice_entry": "typed", "enforcement": "track", "keepers": AT_A_TABLE, **chosen}
        hosts = [id for id, _ in CONTENT.every("chronicles_host")]
        said["hosts"] = hosts[: heroes + 2]
    return {**said, "options": chosen}


def begun(heroes: int = 2, tracked: bool = False, seed: int = 1, **options: Any) -> State:
    """A game in its first turn."""
    return dealt(setup(heroes, tracked, **options), seed)


def dealt(said: Json, seed: int = 1) -> State:
    """A game of any set-up, when all is dealt; heroes have what is proposed first, missions and objects."""
    state, rng = SYSTEM.new(said, CONTENT), Random(seed)
    while state.stage == "setup" or isinstance(SYSTEM.pending(state), Roll):
        pending = SYSTEM.pending(state)
        if isinstance(pending, Roll):
            state = SYSTEM.rolled(state, drawn(pending.dice, rng, pending.distinct)).state
        else:
            state = proposed(state)
    return state


def outfitted(said: Json) -> State:
    """A new game whose heroes have what is proposed (SET-3), and nothing is dealt."""
    state = SYSTEM.new(said, CONTENT)
    while state.frames and isinstance(state.frames[-1], OutfitFrame):
        state = proposed(state)
    return state


def proposed(state: State) -> State:
    """One answer at set-up: the first mission, the first version of a follower, objects where they lie."""
    options = choices_of(SYSTEM.pending(state))[0].options
    stays = next((one for one in options if isinstance(one, Arranged)), options[0])
    return SYSTEM.apply(state, stays).state


def played(state: State, rng: Random, steps: int) -> State:
    """A game after so many random answers, or when it is over."""
    for _ in range(steps):
        pending = SYSTEM.pending(state)
        if isinstance(pending, Over):
            break
        if isinstance(pending, Roll):
            state = SYSTEM.rolled(state, drawn(pending.dice, rng, pending.distinct)).state
        else:
            choice: Choice = rng.choice(choices_of(pending))
            state = SYSTEM.apply(state, rng.choice(choice.options)).state
    return state


def choose(state: State, text: str, seat: str) -> State:
    """What comes of an option, named by its id."""
    return SYSTEM.apply(state, SYSTEM.option_by(state, text, seat)).state


DRAWN_FIRST = (
    "house:servant", "house:court-astrologer", "house:poet", "house:armourer", "house:lady-of-the-veils",
    "house:mirror", "house:blood-rite", "house:thick-fog", "house:whispers", "house:venom",
)  # fmt: skip
"""What chance deals to `known`, each once: hosts, the guilty one (the Lady), the nature, event cards."""


def known(heroes: int = 2, **options: Any) -> State:
    """A game on the screen in which everybody knows what was dealt, whatever the order of dealing."""
    state, drawn_ = SYSTEM.new(setup(heroes, **options), CONTENT), set[str]()
    while state.stage == "setup" or isinstance(SYSTEM.pending(state), Roll):
        pending = SYSTEM.pending(state)
        if not isinstance(pending, Roll):
            state = proposed(state)
            continue
        faces = pending.dice[0].kind.faces
        card = next((card for card in DRAWN_FIRST if card in faces and card not in drawn_), faces[0])
        drawn_.add(str(card))
        state = SYSTEM.rolled(state, (card,) * len(pending.dice)).state
    return state


# situations -----------------------------------------------------------------------------------------------------------


def settled(state: State, fields: Mapping[str, Json]) -> Transition:
    """A position with some fields changed, by address as corrections name them, and what follows from it by itself."""
    data = SYSTEM.encode(state)
    for at, value in fields.items():
        put(data, at.split("."), value)
    whole = position.decode(data, CONTENT)
    soundness.check(whole)
    t = Transition(whole)
    play.go_on(t)
    return t


def changed(state: State, fields: Mapping[str, Json]) -> State:
    """A position with some fields changed."""
    return settled(state, fields).now


def laid(state: State, seat: str, right: str | None = None, left: str | None = None) -> dict[str, Json]:
    """The fields of a plan that lies before a hero, its action cards being out of the hand."""
    hand = [card for card in state.hero(seat).hand if card not in (right, left)]
    plan = {side: card for side, card in (("right", right), ("left", left)) if card is not None}
    return {f"heroes.{seat}.hand": hand, f"heroes.{seat}.plan": plan}


def active(state: State, seat: str = "h1", fields: Mapping[str, Json] | None = None) -> State:
    """The first activation of the turn, that of a hero."""
    return changed(state, {**acting(state, seat), **(fields or {})})


def acting(state: State, seat: str = "h1") -> dict[str, Json]:
    """The fields of a hero's activation, the first of the turn."""
    order = [seat, *[one for one in state.in_play if one != seat]]
    return {
        "stage": "hero", "next": seat, "order": {"cards": order, "turned": 1},
        f"heroes.{seat}.activated": True, f"heroes.{seat}.actions": 3,
    }  # fmt: skip


def oni_acts(state: State, fields: Mapping[str, Json] | None = None) -> State:
    """The Oni's activation behind that of the first hero."""
    return changed(state, {**acting(state), "heroes.h1.actions": 0, "stage": "oni", "next": "oni", **(fields or {})})


def turn_ends(state: State, fields: Mapping[str, Json] | None = None, step: int = 1) -> Transition:
    """The end of turn, from one of its steps on, as far as nobody is asked."""
    done = {f"heroes.{seat}.activated": True for seat in state.in_play}
    frames = [{"type": "end", "step": step}]
    return settled(state, {"stage": "accusation", "next": None, "frames": frames, **done, **(fields or {})})


def out(state: State, seat: str) -> dict[str, Json]:
    """The fields of a hero that is out of the fight."""
    gone = {f"figures.{seat}": None, f"heroes.{seat}.out": True, f"heroes.{seat}.hand": []}
    followers = [one.id for one in state.figures if one.owner == seat]
    return {**gone, **{f"figures.{id}.owner": None for id in followers}}


def figure(state: State, id: FigureId) -> Figure:
    found = state.figure(id)
    assert found is not None
    return found


def demon(state: State, nature: str) -> dict[str, Json]:
    """The fields of a final combat that began in an earlier turn."""
    sheet = state.table.box.natures[nature].demon
    others = [id for id in state.natures if id != nature]
    hosts = [id for id in state.suspects if id != state.oni.guilty]
    return {
        f"figures.{sheet.rpartition(':')[2]}-1": {"card": sheet, "group": "creature"},
        "oni.nature": nature, "oni.demon": "here", "oni.demon_since": 1, "turn": 3, "piles.clue": [*hosts, *others],
    }  # fmt: skip


def offered(state: State, seat: str) -> set[str]:
    """The ids of all that a seat may choose now."""
    choices = [one for one in choices_of(SYSTEM.pending(state)) if one.seat == seat]
    return {SYSTEM.option_id(state, option) for one in choices for option in one.options}


def refused(state: State, text: str, seat: str) -> str | None:
    """The rule against an option; None: it is possible."""
    refusal = SYSTEM.check(state, SYSTEM.option_by(state, text, seat))
    return None if refusal is None else refusal.rule


def done(state: State, text: str, seat: str) -> Applied[State]:
    """What comes of an option, and what is told of it."""
    return SYSTEM.apply(state, SYSTEM.option_by(state, text, seat))


def chosen(state: State, seat: str, *texts: str) -> State:
    """What comes of several options of one seat."""
    for text in texts:
        state = choose(state, text, seat)
    return state


def thrown(state: State, *faces: Any) -> Applied[State]:
    """What comes of a roll with these faces."""
    return SYSTEM.rolled(state, faces)


def rolled(state: State, *faces: Any) -> State:
    """The state after a roll with these faces."""
    return thrown(state, *faces).state


def roll(state: State) -> Roll:
    """The roll that is asked for."""
    pending = SYSTEM.pending(state)
    assert isinstance(pending, Roll), pending
    return pending


def dice_of(state: State) -> list[str]:
    """The kinds of dice that are to be rolled."""
    return [one.kind.id for one in roll(state).dice]


def said(events: Iterable[Event]) -> list[str]:
    """The names of events."""
    return [one.kind for one in events]


def memoirs(state: State) -> list[tuple[str, str]]:
    """Chapters placed, without the pack's name, and their colours."""
    return [(one.chapter.rpartition(":")[2], one.colour) for one in state.memoirs]


def with_records(state: State, **records: Mapping[str, Any]) -> State:
    """The same game with some records of its box changed: by the field of the box, by id, field by field."""
    box = state.table.box
    for field, changes in records.items():
        found = dict(getattr(box, field))
        for id, fields in changes.items():
            found[id] = replace(found[id], **fields)
        box = replace(box, **{field: found})
    return replace(state, table=replace(state.table, box=box))
