"""The words of the forms of adventures, and what can be chosen out of the record and the packs."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from companion.model.content.library import slug
from companion.model.core.contract import Json
from companion.model.core.words import Message, Name, say
from companion.model.games.asagiri.adventure import conditions as c
from companion.model.games.asagiri.adventure import record as r
from companion.model.games.asagiri.adventure.explain import Cast, explain
from companion.model.games.asagiri.state.board import BLOCKING, CLEAR
from companion.ui.kit.translator import tr
from companion.ui.workshop import PackContext, name_of
from companion.ui.workshop.form_shapes import (
    Alternative,
    Field,
    Lexicon,
    OneOf,
    StructType,
    blank,
    value_at,
)

from .adventure_laying import Place, floors_of, places, typed

LABELS: Mapping[str | tuple[StructType, str], Message] = {
    "name": say("Name"), "side": say("Side"), "zone": say("Zone"), "figure": say("Figure"), "object": say("Object"),
    "count": say("How many"), "trait": say("With the trait"), "zeni": say("Zeni lost"), "turns": say("Turns"),
    "turn": say("Turn number"), "at": say("Square"), "least": say("At least"), "of": say("Of these"),
    "card": say("Card"),
    "equipment": say("Equipment"), "facing": say("Appearance"), "state": say("State"), "look": say("Drawn as"),
    "words": say("Your wording"), "when": say("When"), "intro": say("Opening text"), "teaches": say("Teaches"),
    "number": say("Number in the book"), "draw": say("Text after a draw"), "stairs": say("Stairs"),
    "zones": say("Zones"), "objects": say("Objects"), "caches": say("Hiding places"), "captives": say("Captives"),
    "begins": say("Player A"), "deploys": say("Deploys first"), "then": say("After the last turn"),
    "priority": say("If both win at once"), "zeni_loses": say("A band that loses too many zeni loses the game (END-1)"),
    "alone_loses": say("A band with nobody left on the board loses the game (END-2)"),
    "reinforcements": say("Reinforcements"),
    "rules": say("Special rules"), "facts": say("Facts to remember"), "links": say("Earlier adventures"),
    "briefing": say("Briefing"), "band": say("Band"), "goals": say("Goals"), "deploy": say("Deploys in"),
    "limit": say("Zeni limit"), "ending": say("Text when it wins"), "fixed": say("Fixed figures"),
    "budget": say("Budget in zeni"), "alignments": say("Recruits"), "traits": say("With a trait"),
    "most": say("Most recruits"), "suggested": say("Suggested recruits"), "exit": say("May leave here"),
    "start": say("From"), "end": say("To"), "back": say("Both ways"), "burden": say("Burden"),
    "bearers": say("May carry it"), "places": say("Places"), "holds": say("Hides"), "searchers": say("May search"),
    "members": say("Figures"), "fact": say("Fact"), "origin": say("Earlier adventure"), "changes": say("Then"),
    "squares": say("Squares"), "range": say("Longest shot"), "rule": say("Rule"),
    "reinforcement": say("Reinforcement"),
    (r.Adventure, "turns"): say("Turn limit"),
    (r.Reinforcement, "turn"): say("From turn"),
    (r.Reinforcement, "zone"): say("Through"),
    (r.Reinforcement, "when"): say("Only when"),
    (r.Party, "least"): say("Goals needed to win"),
    (c.HoldZone, "at"): say("Or at the end of turn"),
    (c.HoldZone, "turns"): say("Turns in a row"),
    (c.FromTurn, "least"): say("From turn"),
    (c.Opposite, "of"): say("This"),
    (r.SideDice, "count"): say("Dice"),
    (r.Link, "holds"): say("When it is true (otherwise: when it is false)"),
    (r.Fact, "fact"): say("Name"),
    (r.Floor, "name"): say("This floor"),
    (r.Goal, "when"): say("Condition"),
    (r.Fact, "when"): say("Condition"),
}  # fmt: skip
TITLES: Mapping[StructType, Message] = {
    c.Eliminate: say("Disable"), c.Escape: say("Leave the board"), c.Rescue: say("Free a captive"),
    c.ReachZone: say("Reach a zone"), c.HoldZone: say("Hold a zone"), c.Carry: say("Carry an object"),
    c.Find: say("Find an object"), c.Survive: say("Survive"), c.Protect: say("Protect"),
    c.FromTurn: say("A turn is reached"), c.WonBy: say("A side has won"), c.All: say("All of these"),
    c.Some: say("Some of these"), c.Opposite: say("Not this"),
    r.Goal: say("Goal"), r.Zone: say("Zone"), r.Object: say("Object"), r.Cache: say("Hiding places"),
    r.Captive: say("Captive"), r.Stairs: say("Stairs"), r.Hired: say("Figure"), r.BandPick: say("Recruit"),
    r.Reinforcement: say("Reinforcement"), r.Fact: say("Fact"), r.Link: say("Link"), r.SideBand: say("Band"),
    r.SideDice: say("Inspiration dice"), r.NoShooting: say("No shooting"), r.NoAttacks: say("No attacks"),
    r.Night: say("Night"),
    r.BeginsShaken: say("Begins shaken"), r.Locked: say("Locked doors"), r.AddFigure: say("An extra figure"),
    r.RemoveFigure: say("A figure is missing"), r.SetBudget: say("Different budget"),
    r.SetDeploy: say("Different deployment"), r.SetTurns: say("Different turn limit"), r.AddRule: say("An extra rule"),
    r.AddReinforcement: say("More reinforcements"), r.PlaceObject: say("An object is elsewhere"),
}  # fmt: skip
LINES: Mapping[StructType, Message] = {
    c.Eliminate: say("Figures of a side are disabled, or the side has lost a number of zeni."),
    c.Escape: say("Figures have left the board through a zone."),
    c.Rescue: say("A captive is free, and possibly in a safe zone."),
    c.ReachZone: say("Figures of a side are in a zone now."),
    c.HoldZone: say("At the end of a turn a side is in a zone and no enemy is."),
    c.Carry: say("A side has carried an object to a zone."),
    c.Find: say("A hidden object has been found."),
    c.Survive: say("A turn has ended, and a side still has figures."),
    c.Protect: say("A figure is not disabled, or an object is still there."),
    c.FromTurn: say("The game has reached a turn."),
    c.WonBy: say("For facts to remember: which side won?"),
    c.All: say("All of several conditions."),
    c.Some: say("One of several conditions, or any number of them."),
    c.Opposite: say("The opposite of a condition."),
    r.SideDice: say("A side has a different number of inspiration dice."),
    r.NoShooting: say("Nobody may shoot, or nobody of one side."),
    r.NoAttacks: say("Nobody may attack, or nobody of one side."),
    r.Night: say("No shot reaches farther than this."),
    r.BeginsShaken: say("A side or a figure begins shaken."),
    r.Locked: say("Only one side, or the bearer of an object, can open doors."),
    r.AddFigure: say("A side has one more figure."),
    r.RemoveFigure: say("A figure of this adventure is missing."),
    r.SetBudget: say("A side has a different budget."),
    r.SetDeploy: say("A side deploys in another zone."),
    r.SetTurns: say("The game is longer or shorter."),
    r.AddRule: say("One more special rule applies."),
    r.AddReinforcement: say("More figures arrive later."),
    r.PlaceObject: say("An object is on another square."),
}  # fmt: skip
VALUES: Mapping[str, Message] = {
    "N": say("north"), "E": say("east"), "S": say("south"), "W": say("west"),
    "vigilant": say("vigilant"), "shaken": say("shaken"), "roll": say("by die roll"), "draw": say("a draw"),
    "demon_hunter": say("Demon Hunters"), "evil_creature": say("Evil Creatures"), "mercenary": say("Mercenaries"),
    "chest": say("chest"), "scroll": say("scroll"), "sword": say("sword"), "lantern": say("lantern"),
    "idol": say("idol"), "key": say("key"), "sack": say("sack"), "child": say("child"), "casket": say("casket"),
    "jar": say("jar"), "grave": say("grave"),
}  # fmt: skip
OPEN: Mapping[str | tuple[StructType, str], Message] = {
    "figure": say("any"), "trait": say("any"), "zeni": say("not asked"), "side": say("either side"),
    "zone": say("anywhere"), "object": say("none"), "equipment": say("nothing"), "at": say("no square"),
    "deploy": say("first row"), "limit": say("as usual"), "turns": say("no limit"), "deploys": say("player A"),
    "priority": say("whose phase it is"), "least": say("all"), "words": say("same as the condition"),
    "ending": say("nothing"), "draw": say("nothing"), "teaches": say("nothing"), "most": say("any number"),
    "traits": say("any"), "name": say("no name"),
    (c.Eliminate, "count"): say("all"),
    (c.HoldZone, "at"): say("any turn"),
    (r.Object, "at"): say("hidden"),
    (r.Hired, "at"): say("to be deployed"),
}  # fmt: skip
HIDDEN: Collection[str | tuple[StructType, str]] = {
    "id", "part", "provenance", (r.Fact, "fact"), (r.Adventure, "sides"), (r.Adventure, "floors"),
    (r.Adventure, "name"),
}  # fmt: skip
"""Ids are nobody's business; floors and sides have pages of their own."""

CARDS = {"card": "character", "equipment": "equipment"}
SIDES = {"one", "two"}
MASKS = {"demon_hunter": "mask-hunter", "evil_creature": "mask-creature", "mercenary": "mask-mercenary"}


class AdventureLexicon(Lexicon):
    """The words of adventures; what can be chosen out of the record and the packs, live words, new things that fit."""

    labels, titles, lines, values, open, hidden = LABELS, TITLES, LINES, VALUES, OPEN, HIDDEN

    def __init__(self, bench: PackContext) -> None:
        self._bench = bench
        self._cast: tuple[object, Cast | None] = (None, None)

    def word(self, field: Field, value: str) -> Message:
        """A word of the type; sides by the names that the adventure gives them."""
        if value in SIDES:
            return say("{name}", name=self._side(value))
        return super().word(field, value)

    def _side(self, side: str) -> Name:
        names = name_of(value_at(self._record, f"/sides/{('one', 'two').index(side)}"))
        return Name.of(names or side)

    _record: Json = None
    """The record as it was seen last: sides are called by it."""

    def look_at(self, record: Json) -> None:
        self._record = record

    def choices(self, field: Field, record: Json) -> Sequence[Alternative] | None:
        """Zones, figures and objects of the record; cards of the packs; adventures and what they remember."""
        name = field.name
        if name in CARDS:
            return self._cards(CARDS[name])
        if name in ("zone", "deploy"):
            return [_named(zone) for zone in _many(record, "/zones")]
        if name == "object" or (name == "holds" and field.owner is r.Cache):
            return [_named(thing) for thing in _many(record, "/objects")]
        if name == "figure" and not isinstance(field.shape, type(None)) and field.owner is not r.AddFigure:
            return list(self._figures(record))
        if name == "origin":
            return [Alternative(id, Name.of(name_of(data) or id)) for id, data in self._before(record)]
        if name == "fact" and field.owner is r.Link:
            return [
                Alternative(fact["fact"], Name.of(fact.get("words") or fact["fact"]), Name.of(name_of(data) or id))
                for id, data in self._before(record)
                for fact in _many(data, "/facts")
            ]
        if isinstance(field.shape, OneOf) and set(field.shape.values) <= SIDES | {"roll", "draw"}:
            return [Alternative(value, self.word(field, value)) for value in field.shape.values]
        return None

    def _cards(self, kind: str) -> list[Alternative]:
        made = [
            Alternative(id, Name.of(name_of(data) or id), note=str(data.get("zeni", "")),
                   sign=MASKS.get(str(data.get("alignment", "")), ""))
            for id, data in self._bench.every(kind).items()
            if isinstance(data, dict)
        ]  # fmt: skip
        return sorted(made, key=lambda choice: tr(choice.title))

    def _before(self, record: Json) -> list[tuple[str, Json]]:
        """The adventures that this one may go on from: all but itself."""
        own = record.get("id") if isinstance(record, dict) else None
        return [(id, data) for id, data in self._bench.content.every("adventure") if id != own]

    def _figures(self, record: Json) -> Iterator[Alternative]:
        for data in _hired(record):
            if isinstance(data.get("part"), str):
                yield Alternative(data["part"], self._card_name(data), data["part"])

    def _card_name(self, data: Json) -> Name:
        id = str(data.get("card", "")) if isinstance(data, dict) else ""
        return Name.of(name_of(self._bench.find("character", id)) or id)

    def sentence(self, value: Json, struct: StructType, record: Json) -> Message | Name | str:
        data = value if isinstance(value, dict) else {}
        if issubclass(struct, r.Goal | r.Fact):
            return self._goal(data, record)
        if struct.__name__ in {kind.__name__ for kind in CONDITIONS}:
            return self._condition(value, record)
        if issubclass(struct, r.Hired | r.BandPick | r.Captive):
            return self._figure(data)
        if issubclass(struct, r.Reinforcement):
            return say("{side}, from turn {turn}: {count} figures", side=self._side(str(data.get("side", "one"))),
                       turn=int(data.get("turn", 1)), count=len(data.get("members", ())))  # fmt: skip
        if issubclass(struct, r.Stairs):
            return self._stairs(data, record)
        if issubclass(struct, r.Link):
            return Name.of(data.get("words") or "…")
        if name_of(data):
            return Name.of(name_of(data))
        return TITLES.get(struct) or struct.__name__

    def _goal(self, data: dict[str, Any], record: Json) -> Message | Name | str:
        words = data.get("words")
        return Name.of(words) if isinstance(words, dict) and words else self._condition(data.get("when"), record)

    def _condition(self, value: Json, record: Json) -> Message | str:
        cast = self._cast_of(record)
        try:
            condition = msgspec.convert(value, c.Condition)
        except msgspec.ValidationError:
            return "…"
        return explain(condition, cast) if cast is not None else "…"

    def _cast_of(self, record: Json) -> Cast | None:
        if self._cast[0] is not record:
            whole = typed(record)
            self._cast = (record, Cast(whole, self._bench.content) if whole is not None else None)
        return self._cast[1]

    def _figure(self, data: dict[str, Any]) -> Message | Name:
        name, id = self._card_name(data), data.get("equipment")
        if not isinstance(id, str):
            return name
        bears = Name.of(name_of(self._bench.find("equipment", id)) or id)
        return say("{who} with {equipment}", who=name, equipment=bears)

    def _stairs(self, data: dict[str, Any], record: Json) -> Message:
        ends = [self.spot(data.get(end)) for end in ("start", "end")]
        return say("{start} – {end}", start=ends[0], end=ends[1])

    def spot(self, at: Any) -> str:
        """A square in words: with its floor, where there are several."""
        from companion.model.games.asagiri.state.formatting import place_words

        if not isinstance(at, list | tuple) or len(at) != 3:
            return "…"
        words = place_words(at[0], at[1])
        return f"{words}/{at[2] + 1}" if len(_many(self._record, "/floors")) > 1 else words

    def fresh(self, struct: StructType, record: Json) -> dict[str, Any]:
        """A new thing that passes the check, as far as there is one."""
        made = blank(struct, record, self, self._bench.languages)
        if issubclass(struct, r.Zone):
            self._named_new(made, record, "/zones", say("Zone"))
            made["squares"] = self._free(record, 4)
        elif issubclass(struct, r.Object):
            self._named_new(made, record, "/objects", say("Object"))
            made["at"] = self._free(record, 1)[0]
        elif issubclass(struct, r.Cache):
            self._named_new(made, record, "/caches", say("Hiding place"))
            made["places"] = self._free(record, 2)
        elif issubclass(struct, r.Captive):
            made["at"] = self._free(record, 1)[0]
            made["part"] = self._part(made, record)
        elif issubclass(struct, r.Hired):
            made["part"] = self._part(made, record)
        elif issubclass(struct, r.Fact):
            made["fact"] = _unique("fact", {str(fact.get("fact")) for fact in _many(record, "/facts")})
            made["when"] = {"type": "won", "side": "one"}
        elif issubclass(struct, r.Goal):
            made["when"] = {"type": "eliminate", "side": "two"}
        elif issubclass(struct, r.Stairs):
            made["start"], made["end"] = self._free(record, 1)[0], self._free(record, 1, floor=1)[0]
        elif issubclass(struct, c.Protect):
            figures, objects = list(self._figures(record)), _many(record, "/objects")
            made["figure" if figures or not objects else "object"] = (
                figures[0].value if figures else objects[0]["id"] if objects else "none"
            )
        elif issubclass(struct, r.BeginsShaken):
            made["side"] = "one"
        elif issubclass(struct, r.Locked):
            made["side"] = "two"
        return made

    def _named_new(self, made: dict[str, Any], record: Json, pointer: str, called: Message) -> None:
        """A name with a number, and an id after it."""
        known = _many(record, pointer)
        word = f"{tr(called)} {len(known) + 1}"
        made["name"] = dict.fromkeys(self._bench.languages, word)
        made["id"] = _unique(slug(word, "thing"), {str(one.get("id")) for one in known})

    def _part(self, made: dict[str, Any], record: Json) -> str:
        stem = slug(str(made.get("card", "")).partition(":")[2], "figure")[:30].strip("-")
        return _unique(stem, {str(one.get("part")) for one in _hired(record)})

    def _free(self, record: Json, count: int, floor: int = 0) -> list[list[int]]:
        """Some squares where nothing is yet, near the middle of a floor; at worst its first."""
        taken = {place for _, place in places(record)}
        found: list[Place] = []
        for n, laid in enumerate(floors_of(record, lambda id: self._bench.find("tile", id))):
            for tile in laid if n == floor else ():
                for row, line in enumerate(tile.plan.rows):
                    for column, letter in enumerate(line):
                        place = (tile.at[0] + column, tile.at[1] + row, n)
                        if letter == CLEAR and place not in taken and letter != BLOCKING:
                            found.append(place)
        if not found:
            return [[0, 0, floor]] * count
        x = sum(place[0] for place in found) / len(found)
        y = sum(place[1] for place in found) / len(found)
        found.sort(key=lambda place: (place[0] - x) ** 2 + (place[1] - y) ** 2)
        return [list(place) for place in (found * count)[:count]]


CONDITIONS: tuple[StructType, ...] = (
    c.Eliminate,
    c.Escape,
    c.Rescue,
    c.ReachZone,
    c.HoldZone,
    c.Carry,
    c.Find,
    c.Survive,
    c.Protect,
    c.FromTurn,
    c.WonBy,
    c.All,
    c.Some,
    c.Opposite,
)


def _many(record: Json, pointer: str) -> list[Any]:
    found = value_at(record, pointer)
    return [item for item in found if isinstance(item, dict)] if isinstance(found, list | tuple) else []


def _hired(record: Json) -> list[Any]:
    """Everybody with a part: fixed figures, those who come later, captives."""
    found = [one for side in (0, 1) for one in _many(record, f"/sides/{side}/band/fixed")]
    found += [one for arrival in _many(record, "/reinforcements") for one in _many(arrival, "/members")]
    return found + _many(record, "/captives")


def _named(data: Json) -> Alternative:
    return Alternative(data.get("id"), Name.of(name_of(data) or str(data.get("id"))))


def _unique(stem: str, taken: set[str]) -> str:
    n = 1
    while (made := stem if n == 1 else f"{stem}-{n}") in taken:
        n += 1
    return made
