"""The `Lexicon` of small records: their words as tables, what can be chosen out of the packs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from companion.model.core.contract import Json
from companion.model.core.words import Message, Name, say
from companion.model.games.asagiri.skills.language.vocabulary import TRAIT_WORDS, trait
from companion.model.games.asagiri.state import record_kinds
from companion.model.games.asagiri.state import scenarios as s
from companion.model.games.asagiri.state.cards import KamiCard, Member, ReadyBand, Stats
from companion.model.games.asagiri.state.formatting import STAT_WORDS
from companion.ui.games.asagiri.cards.face import skill_line
from companion.ui.games.asagiri.editors.bench import Bench, name_of
from companion.ui.games.asagiri.editors.cards.record import skill_of
from companion.ui.games.asagiri.editors.forms.shapes import Choice, Field, StructType, blank
from companion.ui.kit.translator import tr

KINDS = {"card": "character", "equipment": "equipment"}
HIDDEN = {"id", "name", "provenance"}
LABELS: Mapping[str, Message] = {
    **{stat: Message(words) for stat, words in STAT_WORDS.items()},
    "element": say("Element"), "form": say("Form"), "skills": say("Skills"), "traits": say("Traits"),
    "budget": say("Budget"), "members": say("Members"), "card": say("Character"), "equipment": say("Equipment"),
    "effects": say("What it changes"), "story": say("To be read aloud"), "turns": say("Turns"), "zeni": say("Zeni"),
    "more": say("How many more"), "stat": say("Stat"), "amount": say("How much more"), "who": say("Who"),
    "turn": say("Turn"), "range": say("Squares"), "cover": say("Cover"), "where": say("Where"),
    "terrain": say("Terrain"), "rows": say("Rows"), "value": say("Zeni at most"), "when": say("When"),
    "dearest": say("Only the dearest of each band"), "trait": say("Trait"), "alignment": say("Alignment"),
    "stats": say("Values"),
}  # fmt: skip
TITLES: Mapping[StructType, Message] = {
    Member: say("Member"), s.Lasts: say("Another number of turns"), s.Wins: say("Zeni that win the game"),
    s.Dice: say("More or fewer inspiration dice"), s.NoReserve: say("No dice in reserve"),
    s.Stat: say("Another stat"), s.Shaken: say("Shaken from the beginning"), s.Rally: say("All become vigilant"),
    s.NoShots: say("No shots"), s.Sight: say("Short sight"), s.Mist: say("Cover for everybody"),
    s.NoSupport: say("No support"), s.Ground: say("Difficult ground"), s.Doors: say("Open doors"),
    s.Rows: say("A deeper deployment"), s.Returns: say("Somebody comes back"), s.FirstBlood: say("First blood"),
    s.Bounty: say("A price on heads"), s.Hold: say("A place to be held"), s.Standing: say("Zeni for the vigilant"),
    s.Wavering: say("Zeni for shaken enemies"), s.Crossing: say("Zeni for crossing over"),
}  # fmt: skip
VALUES: Mapping[str, Message] = {
    "fire": say("fire"), "water": say("water"), "air": say("air"), "earth": say("earth"),
    "celestial": say("celestial"), "corrupted": say("corrupted"), "all": say("all"), "dearest": say("the dearest"),
    "cheapest": say("the cheapest"), "hindering": say("hindering"), "aquatic": say("aquatic"),
    "turn": say("every turn"), "game": say("at the end of the game"),
    "demon_hunter": say("Demon Hunters"), "evil_creature": say("Evil Creatures"), "mercenary": say("Mercenaries"),
    **{place: Message(words) for place, words in s.PLACE_WORDS.items()},
    **{stat: Message(words) for stat, words in STAT_WORDS.items()},
}  # fmt: skip
FRESH: Mapping[StructType, dict[str, Any]] = {
    s.Lasts: {"turns": 8}, s.Wins: {"zeni": 9}, s.Dice: {"more": 1}, s.Stat: {"amount": 1}, s.Rally: {"turn": 2},
    s.Sight: {"range": 4}, s.Returns: {"turn": 3, "value": 4},
}  # fmt: skip
"""What a new effect says, where the least that is possible would say little."""


class SheetLexicon:
    """See `companion.ui.games.asagiri.editors.forms.shapes.Lexicon`."""

    def __init__(self, bench: Bench) -> None:
        self._bench = bench

    def label(self, field: Field) -> Message:
        return LABELS.get(field.name) or Message(field.name)

    def shown(self, field: Field) -> bool:
        """Names have a line of their own; ids are nobody's business."""
        return field.name not in HIDDEN

    def title(self, struct: StructType) -> Message:
        return TITLES.get(struct) or Message(struct.__name__)

    def line(self, struct: StructType) -> Message | None:
        """What a new one of it would say on a card."""
        return _said(self.fresh(struct, {})) if issubclass(struct, tuple(s.EFFECTS)) else None

    def word(self, field: Field, value: str) -> Message:
        return VALUES.get(value) or Message(value)

    def left_open(self, field: Field) -> Message:
        return say("nothing") if field.name == "equipment" else say("any")

    def choices(self, field: Field, record: Json) -> Sequence[Choice] | None:
        """Cards and skills of the packs; traits."""
        if field.owner is Member:
            return self._cards(KINDS[field.name])
        if field.owner is Stats and field.name == "skills":
            return self._skills()
        if (field.owner is KamiCard and field.name == "traits") or field.name == "trait":
            words = sorted(record_kinds.known_traits(self._bench.content), key=lambda word: word not in TRAIT_WORDS)
            return [Choice(word, trait(word)) for word in words]
        return None

    def _cards(self, kind: str) -> list[Choice]:
        made = [Choice(id, Name.of(name_of(data) or id), note=str(data.get("zeni", "")))
                for id, data in self._bench.every(kind).items() if isinstance(data, dict)]  # fmt: skip
        return sorted(made, key=lambda choice: tr(choice.title))

    def _skills(self) -> list[Choice]:
        bench, made = self._bench, []
        for id in self._bench.every("skill"):
            skill = skill_of(bench.find, id)
            if skill is not None:
                line = skill_line(skill, tr, bench.content)
                made.append(Choice(id, line.name, line.words, sign=line.element or "automatic"))
        return sorted(made, key=lambda choice: str(choice.title).casefold())

    def sentence(self, value: Json, struct: StructType, record: Json) -> Message | Name | str:
        if struct is not Member:
            return _said(value) or self.title(struct)
        data = value if isinstance(value, dict) else {}
        names = [Name.of(name_of(self._bench.find(kind, str(data[field]))) or str(data[field]))
                 for field, kind in KINDS.items() if data.get(field)]  # fmt: skip
        return say("{who} with {equipment}", who=names[0], equipment=names[1]) if len(names) > 1 else names[0]

    def fresh(self, struct: StructType, record: Json) -> dict[str, Any]:
        """A new effect that changes something; a member: whoever the budget pays for."""
        made = {**blank(struct, record, self, self._bench.languages), **FRESH.get(struct, {})}
        if struct is Member:
            made["card"] = first_member(self._bench, record)
        return made


def _said(effect: Json) -> Message | None:
    try:
        card = msgspec.convert({"id": "x:x", "name": {"en": "x"}, "effects": [effect]}, s.Scenario)
    except msgspec.ValidationError:
        return None
    return s.explain(card)[0]


def first_member(bench: Bench, record: Json) -> str:
    """The cheapest character that may join a band beside its members; without one, the first there is."""
    data = record if isinstance(record, dict) else {}
    there = [one.get("card") for one in data.get("members", ()) if isinstance(one, dict)]
    cards = {id: card for id, card in bench.content.every("character") if isinstance(card, dict)}
    aligned = {str(cards[id].get("alignment")) for id in there if id in cards} - {"mercenary"}
    fits = [id for id, card in cards.items()
            if id not in there and card.get("zeni") and "civilian" not in card.get("traits", ())
            and (not aligned or card.get("alignment") in aligned | {"mercenary"})]  # fmt: skip
    return min(fits or cards, key=lambda id: int(cards[id].get("zeni") or 99), default="none:none")


STRUCTS: Mapping[str, StructType] = {"kami": KamiCard, "scenario": s.Scenario, "band": ReadyBand}
"""The kinds that are written on a form alone."""
