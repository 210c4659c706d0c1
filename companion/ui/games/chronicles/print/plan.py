"""What is laid on a table: the scenario and the heroes of a game, or a scenario for any heroes. No widgets."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from companion.model.core.contract import Content
from companion.model.core.words import Arg, Name
from companion.model.games.chronicles import SYSTEM
from companion.model.games.chronicles.box.box import Box
from companion.model.games.chronicles.box.places import Scenario
from companion.model.games.chronicles.box.records import Record
from companion.model.games.chronicles.state.state import HERO_SEATS, State

HOUSE = "house"


class Plan(NamedTuple):
    """See the module. `known`: who the heroes are."""

    state: State
    known: bool

    @property
    def box(self) -> Box:
        return self.state.table.box

    @property
    def scenario(self) -> Scenario | None:
        return self.box.scenarios.get(self.state.table.scenario or "")

    @property
    def heroes(self) -> tuple[str, ...]:
        """The heroes of the game; else all of the box."""
        return self.state.table.heroes if self.known else tuple(self.box.heroes)

    @property
    def counts(self) -> tuple[int, ...]:
        """The numbers of heroes that it is laid for."""
        scenario = self.scenario
        if self.known or scenario is None:
            return (len(self.state.table.heroes),)
        return tuple(range(scenario.heroes.min, scenario.heroes.max + 1))

    @property
    def sheets(self) -> tuple[str, ...]:
        """The Oni's sheets for any of these numbers, the demons' last."""
        scenario = self.scenario
        if self.known or scenario is None:
            mine = list(self.state.table.sheets)
        else:
            mine = [one if isinstance(one, str) else one.sheet for one in scenario.sheets]
        demons = [self.box.natures[nature].demon for nature in self.state.natures]
        return tuple(dict.fromkeys([*mine, *demons]))

    def called(self, id: str) -> Arg:
        """A card by its name."""
        names = self.box.name_of(id)
        return Name.of(names) if names is not None else id.rpartition(":")[2]


def plan_of(content: Content, scenario: str) -> Plan:
    """A scenario for any heroes; raises InvalidInput when it cannot be laid."""
    own = scenario.partition(":")[0]
    packs = tuple(dict.fromkeys((HOUSE, own)))
    heroes = [id for id, _ in content.every("chronicles_hero") if id.partition(":")[0] in packs]
    record = content.find("chronicles_scenario", scenario)
    wanted = record.get("heroes") if isinstance(record, dict) else None
    least = int(wanted.get("min", 1)) if isinstance(wanted, dict) else 1
    count = max(least, min(2, len(HERO_SEATS)))
    return Plan(SYSTEM.new({"scenario": scenario, "heroes": heroes[:count], "packs": list(packs)}, content), False)


def scenarios(content: Content) -> Iterator[tuple[str, Name]]:
    """The scenarios of the packs, by id, with their names."""
    for id, record in content.every("chronicles_scenario"):
        if isinstance(record, dict) and isinstance(record.get("names"), dict):
            yield id, Name.of({code: str(word) for code, word in record["names"].items()})


def name_of(record: Record) -> Name:
    """What a record is called."""
    return Name.of(record.names)
