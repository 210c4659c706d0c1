"""Small adventures for rule tests: one tile, figures on their squares, and whatever a test adds."""

from __future__ import annotations

from typing import Any

import msgspec

from companion.model.content.kinds import Manifest
from companion.model.content.library import Library, Pack
from companion.model.core.contract import Choice, Json, Roll
from companion.model.games.asagiri import SYSTEM

from .table import CONTENT, Table

STATS = {"attack": 4, "defense": 4, "movement": 5, "willpower": 4, "skills": []}
CARD = {"name": {"en": "Man"}, "alignment": "mercenary", "zeni": 3, "silhouette": "ronin", "traits": ["human"],
        "vigilant": STATS, "shaken": STATS}  # fmt: skip
ARCHER = {**CARD, "vigilant": {**STATS, "skills": ["house:longbow"]}}
BOSS = {**CARD, "zeni": 5, "traits": ["oni"]}
NURSE = {**CARD, "zeni": 1, "traits": ["civilian"]}
CLEAR = ["........"] * 8


def hire(at: tuple[int, ...] | None = None, facing: str = "N", **more: Json) -> Json:
    """A figure of the adventure's own."""
    placed = {} if at is None else {"at": [*at, 0][:3]}
    return {"card": "t:man", "facing": facing, **placed, **more}


def side(*fixed: Json, goals: list[Json] | None = None, **more: Json) -> Json:
    """A side whose goals are conditions."""
    band = {"fixed": list(fixed), **more.pop("band", {})}
    made = {"name": {"en": "Side"}, "briefing": {"en": "Do it."}, "band": band}
    return made | {"goals": [{"when": goal} for goal in goals or []], **more}


def zone(id: str, *squares: tuple[int, ...], **more: Json) -> Json:
    """A zone; squares of the ground floor need no floor."""
    return {"id": id, "name": {"en": id}, "squares": [[*at, 0][:3] for at in squares], **more}


def adventure(one: Json | None = None, two: Json | None = None, floors: int = 1, **more: Json) -> Json:
    """A record: player one begins, both have one figure on opposite sides of a clear tile."""
    laid = {"tiles": [{"tile": "t:floor", "at": [0, 0]}]}
    return {
        "id": "t:test",
        "name": {"en": "Test"},
        "intro": {"en": "Single use."},
        "sides": [one or side(hire((1, 7))), two or side(hire((6, 0), "S"))],
        "floors": [laid] * floors,
        "begins": "one",
        **more,
    }


def library(*records: Json, rows: list[str] | None = None, tiles: dict[str, Json] | None = None) -> Library:
    """The house box and a pack with these adventures."""
    manifest = msgspec.convert(
        {"format": "okko-pack/1", "namespace": "t", "version": "1.0.0", "name": {"en": "T"}, "license": "x",
         "languages": ["en"], "needs": ["house"]},
        Manifest,
    )  # fmt: skip
    cards = {"man": CARD, "archer": ARCHER, "boss": BOSS, "nurse": NURSE}
    floor = {"id": "t:floor", "name": {"en": "Floor"}, "rows": rows or CLEAR}
    made = {
        "character": {f"t:{name}": {"id": f"t:{name}", **card} for name, card in cards.items()},
        "tile": {"t:floor": floor, **(tiles or {})},
        "adventure": {record["id"]: record for record in records},
    }
    return Library((*CONTENT.packs, Pack(manifest, made)))


class Quest(Table):
    """A table at which an adventure is played; the first dice have been rolled, all of them tori."""

    def __init__(
        self,
        record: Json,
        *,
        rows: list[str] | None = None,
        before: dict[str, bool] | None = None,
        bands: dict[str, Json] | None = None,
        rolled: bool = True,
        others: tuple[Json, ...] = (),
    ) -> None:
        self.content = library(record, *others, rows=rows)
        setup: dict[str, Any] = {"adventure": record["id"], "before": before or {}}
        if bands is not None:
            setup["bands"] = bands
        self.state = SYSTEM.new(setup, self.content)
        self.events = []
        if rolled:
            self.dice()

    def dice(self) -> Quest:
        """Roll tori, if dice are asked for."""
        if isinstance(pending := SYSTEM.pending(self.state), Roll):
            self.roll(*["tori"] * len(pending.dice))
        return self

    def activate(self, who: str) -> Quest:
        """An activation begins."""
        self.do("activate", character=who)
        return self

    def pass_phase(self) -> Quest:
        """Nobody else does anything in this phase, nor keeps dice; the next phase's dice are rolled."""
        phase = self.state.phase
        while self.state.phase == phase and not self.state.over:
            pending = SYSTEM.pending(self.state)
            if not isinstance(pending, Choice):
                self.dice()
            elif self.can("end_activations"):
                self.do("end_activations")
            elif self.can("end_phase"):
                self.do("end_phase")
            else:
                break
        return self.dice()

    def pass_turn(self) -> Quest:
        """Both phases."""
        return self.pass_phase().pass_phase()

    def again(self) -> Quest:
        """Through text and back: nothing is lost."""
        written = SYSTEM.encode(self.state)
        read = SYSTEM.decode(written, CONTENT)
        assert read == self.state
        assert SYSTEM.encode(read) == written
        self.state = read
        return self

    @property
    def quest(self) -> dict[str, Json]:
        """What the adventure remembers, as a position writes it."""
        found: dict[str, Json] = SYSTEM.encode(self.state)["quest"]
        return found


def everything() -> Json:
    """One of each thing that an adventure may hold, near one another."""
    arrival = {"side": "two", "zone": "top", "turn": 2, "members": [hire(part="late"), hire(card="t:nurse")]}
    hunters = side(
        goals=[
            {"type": "carry", "side": "one", "object": "scroll", "zone": "gate"},
            {"type": "some", "of": [{"type": "rescue", "figure": "friend", "zone": "gate"},
                                    {"type": "escape", "side": "one", "zone": "gate", "count": 3}]},
            {"type": "find", "object": "key", "side": "one"},
        ],
        deploy="gate",
        band={"budget": 4, "suggested": [{"card": "t:nurse"}]},
    )  # fmt: skip
    demons = side(
        hire((4, 2), "S", card="t:boss", part="boss"),
        hire(),
        goals=[{"type": "hold", "side": "two", "zone": "gate", "turns": 2}, {"type": "protect", "object": "scroll"},
               {"type": "eliminate", "side": "one", "count": 3}],
        least=2,
        deploy="top",
    )  # fmt: skip
    hunters["band"] |= {"fixed": [hire((3, 4), part="hero"), hire(card="t:archer")]}
    return adventure(
        hunters,
        demons,
        floors=2,
        id="t:everything",
        begins="roll",
        stairs=[{"start": [3, 3, 0], "end": [3, 3, 1]}, {"start": [7, 7, 1], "end": [7, 7, 0], "back": False}],
        zones=[zone("top", *[(c, 0) for c in range(8)], exit=["two"]),
               zone("gate", *[(c, 6) for c in range(8)], *[(c, 7) for c in range(8)], exit=["one"])],
        objects=[{"id": "scroll", "name": {"en": "Scroll"}, "look": "scroll", "at": [4, 4, 0], "burden": 1},
                 {"id": "key", "name": {"en": "Key"}, "look": "key"}],
        caches=[{"id": "jar", "name": {"en": "Jar"}, "look": "jar", "holds": "key",
                 "places": [[2, 4, 0], [5, 4, 0], [3, 2, 1]]}],
        captives=[{"part": "friend", "card": "t:nurse", "side": "one", "at": [4, 5, 0]}],
        reinforcements=[arrival],
        rules=[{"type": "dice", "side": "two", "count": 5}, {"type": "night", "range": 4}],
        turns=6,
        then="two",
        facts=[{"fact": "won", "words": {"en": "Won"}, "when": {"type": "won", "side": "one"}}],
        links=[{"fact": "bell-rung", "origin": "t:before", "words": {"en": "Rung"},
                "changes": [{"type": "add_rule", "rule": {"type": "begins_shaken", "side": "two"}}]},
               {"fact": "bell-rung", "origin": "t:before", "words": {"en": "Not rung"}, "holds": False,
                "changes": [{"type": "set_turns", "turns": 5}]}],
    )  # fmt: skip
