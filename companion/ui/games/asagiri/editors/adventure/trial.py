"""An adventure tried out: who plays it, and with which bands. Asked on slips, one after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeAlias

from PySide6.QtWidgets import QWidget

from companion.model.core.contract import Json
from companion.model.core.refusal import InvalidInput
from companion.model.core.words import Message, Name, say
from companion.model.games.asagiri.adventure import record as r
from companion.model.games.asagiri.state.state import SEATS
from companion.ui.games.asagiri.bands.offers import may_join
from companion.ui.games.asagiri.bands.roster import Box, read_roster
from companion.ui.games.asagiri.editors.bench import Bench
from companion.ui.games.asagiri.editors.seam import name_of
from companion.ui.kit.list_lines import Line
from companion.ui.kit.popup import ChoicePopup
from companion.ui.kit.translator import tr
from companion.ui.play.storage import GameSettings, Player

from .laying import typed

Picks: TypeAlias = list[dict[str, Any]]
BANDS, SUGGESTED = "bands", "suggested"
WAYS: tuple[tuple[str, tuple[Player, Player], str], ...] = (
    ("one", ("person", "greedy"), "person"),
    ("two", ("greedy", "person"), "person"),
    ("both", ("person", "person"), "people"),
    ("watch", ("greedy", "greedy"), "bot"),
)


@dataclass
class Trial:
    """What has been decided so far. `begin` carries set-up and settings, when all is."""

    record: Json
    bench: Bench
    anchor: QWidget
    begin: Callable[[dict[str, Any], GameSettings], None]
    picks: dict[str, Picks] = field(default_factory=dict)
    """Recruits by seat, for sides that do not play with those suggested."""

    def ask(self) -> None:
        """Who plays? Or first: with which bands?"""
        lines = [Line(id, tr(self._way(id)), sign=sign) for id, _, sign in WAYS]
        sides = [n for n in (0, 1) if list(self._offers(n))]
        if sides and not self.picks:
            lines.append(Line(BANDS, tr(say("With other bands…")), sign="cards"))
        self._show(lines, say("Play it now"), partial(self._answered, sides))

    def _way(self, id: str) -> Message:
        one, two = self._names()
        return {
            "one": say("You play {side}", side=one),
            "two": say("You play {side}", side=two),
            "both": say("You play both sides"),
            "watch": say("Watch the computer play"),
        }[id]

    def _answered(self, sides: list[int], id: str) -> None:
        if id == BANDS:
            self._ask_band(sides)
            return
        players = next(players for way, players, _ in WAYS if way == id)
        one, two = (tr(name) for name in self._names())
        setup: dict[str, Any] = {"adventure": self.record["id"]}
        if self.picks:
            setup["bands"] = self.picks
        self.begin(setup, GameSettings(players=players, bands=(one, two)))

    def _ask_band(self, sides: list[int]) -> None:
        """Which band for the first of these sides? Then the others."""
        side, rest = sides[0], sides[1:]
        offers = dict(self._offers(side))
        lines = [Line(SUGGESTED, tr(say("As suggested")), sign="check")]
        lines += [Line(name, name, ", ".join(self._card(one["card"]) for one in picks), sign="people")
                  for name, picks in offers.items()]  # fmt: skip

        def chosen(id: str) -> None:
            if id in offers:
                self.picks[SEATS[side]] = offers[id]
            if rest:
                self._ask_band(rest)
            else:
                self.ask()

        self._show(lines, say("Band for {side}", side=self._names()[side]), chosen)

    def _card(self, id: str) -> str:
        return tr(Name.of(name_of(self.bench.find("character", id)) or id))

    def _show(self, lines: list[Line], title: Message, do: Callable[[str], None]) -> None:
        picker = ChoicePopup(lines, self.anchor, name=tr(title), find=tr(say("Search")), width=330)
        picker.chosen.connect(do)
        picker.popup(self.anchor)

    def _names(self) -> tuple[Name, Name]:
        sides = list(self.record.get("sides", ()))[:2] if isinstance(self.record, dict) else []
        names = [Name.of(name_of(side) or "?") for side in sides] + [Name.of("?")] * 2
        return names[0], names[1]

    def _offers(self, side: int) -> Iterator[tuple[str, Picks]]:
        """The ready and kept bands that a side may recruit, by their names."""
        record = typed(self.record)
        if record is None or not record.sides[side].band.budget:
            return
        content = self.bench.content
        ready = [(tr(Name.of(name_of(data))), data.get("members", ())) for _, data in content.every("band")]
        for name, members in [*ready, *self.bench.kept_bands()]:
            picks = [{key: value for key, value in one.items() if value is not None} for one in members]
            if picks and self._may(record.sides[side].band, picks):
                yield name, picks

    def _may(self, band: r.Band, picks: Picks) -> bool:
        try:
            return may_join(Box(self.bench.content), band, read_roster(picks)) is None
        except InvalidInput:
            return False
