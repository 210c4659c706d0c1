"""What the forms of the workshop say and offer: words of fields, effects that fit where they stand, records to name."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from typing import Any

import msgspec

from companion.model.core.contract import Json
from companion.model.core.words import Arg, Message, Name, say
from companion.model.games.chronicles.box import effects as fx
from companion.model.games.chronicles.box import records as r
from companion.model.games.chronicles.box.card_checks import COLUMNS
from companion.model.games.chronicles.box.condition_words import HERO, condition_sentence
from companion.model.games.chronicles.box.effect_words import sentence as effect_sentence
from companion.model.games.chronicles.box.fitting import (
    TRAITS,
    WITHOUT_WHOM,
    Fit,
    effect_faults,
    fit_at,
    fits_condition,
    fits_field,
)
from companion.ui.games.chronicles.board.tile_face import VOID, TileFace
from companion.ui.kit.translator import tr
from companion.ui.workshop import PackContext, RecordSource, name_of
from companion.ui.workshop.form_shapes import Alternative, Field, Lexicon, One, StructType, blank, value_at

from . import words
from .scenario_sketch import pieces_of
from .shorthand import EXAMPLE, WORDS, in_language, parse, vocabulary
from .tile_sketch import face_of_record

EFFECTS: tuple[type[fx.Effect], ...] = fx.AnyEffect.__args__
REFERENCES: Mapping[tuple[StructType, str], str] = {
    (r.Hero, "base"): "chronicles_object", (r.Hero, "follower"): "chronicles_follower",
    (r.Hero, "mission"): "chronicles_personal_mission", (r.ActionCard, "hero"): "chronicles_hero",
    (r.Nature, "demon"): "chronicles_sheet", (r.Token, "host"): "chronicles_host",
    (r.Tile, "back"): "chronicles_tile", (r.Mission, "tile"): "chronicles_tile",
    (r.Mission, "chapter"): "chronicles_chapter", (r.ObjectiveChapter, "id"): "chronicles_chapter",
    (r.Chapter, "hero"): "chronicles_hero", (r.PersonalMission, "hero"): "chronicles_hero",
    (r.Piece, "tile"): "chronicles_tile", (r.HostAt, "host"): "chronicles_host",
    (r.SheetFrom, "sheet"): "chronicles_sheet", (r.FigureAt, "sheet"): "chronicles_sheet",
    (r.Scenario, "missions"): "chronicles_mission", (r.Scenario, "objectives"): "chronicles_objective",
    (r.Scenario, "track"): "chronicles_track", (r.Act, "scenarios"): "chronicles_scenario",
}  # fmt: skip
"""Fields that name another record, and of what kind it is."""


class ChroniclesLexicon(Lexicon):
    """See the module. `kind`: of the record on the form."""

    labels, titles, values = words.LABELS, words.TITLES, words.VALUES
    open, numbers = words.OPEN, words.NUMBERS
    hidden: Collection[str | tuple[StructType, str]] = (
        "id", "names", "provenance", "branching", (r.Scenario, "zones"),
    )  # fmt: skip
    inline: Collection[str] = ("technique", "whom", "by", "test", "front", "call", "heroes")

    def __init__(self, bench: RecordSource, kind: str) -> None:
        self._bench, self._type = bench, r.KIND_TYPES[kind]

    # words -----------------------------------------------------------------------------------------------------------

    @property
    def _pack(self) -> PackContext:
        """Only who edits a pack is asked what there is to choose from."""
        assert isinstance(self._bench, PackContext)
        return self._bench

    def shown(self, field: Field) -> bool:
        if (field.owner, field.name) in ((r.ObjectiveChapter, "id"), (r.Upgrade, "id")):
            return True
        if issubclass(field.owner, r.Technique) and self._type is not r.EventCard and field.name == "actions":
            return False
        return super().shown(field) and not (self._type is r.EventCard and _is(field, r.Technique, "mental"))

    def word(self, field: Field, value: str) -> Message:
        own = words.OWN_VALUES.get((field.owner, field.name), {})
        return own.get(value) or super().word(field, value)

    def called(self, id: str) -> Arg:
        """The name of a sheet."""
        names = name_of(self._bench.find("chronicles_sheet", id))
        return Name.of(names) if names else id.rpartition(":")[2]

    def sentence(self, value: Json, struct: StructType, record: Json) -> Message | Name | str:
        return self.sentence_at(value, struct, record, "")

    def sentence_at(self, value: Json, struct: StructType, record: Json, at: str) -> Message | Name | str:
        """An effect or a condition as the card says it; a thing by what it names, else by its sort."""
        if issubclass(struct, fx.Effect):
            return self._effect(value, self._fit(record, at)) or self.title(struct)
        if struct is fx.Condition:
            return self._condition(value, record) or self.title(struct)
        if struct is r.PersonalGoal and isinstance(value, dict):
            return self._condition(value.get("condition"), record) or self.title(struct)
        if struct is r.Column:
            return say("Turn {turn}", turn=int(at.rpartition("/")[2] or 0) + 1)
        if struct is r.Upgrade and isinstance(value, dict):
            return str(value.get("id", "?"))
        for name in ("sheet", "host", "tile"):
            kind = REFERENCES.get((struct, name))
            if kind is not None and isinstance(value, str):
                return self._named(kind, value)
            if kind is not None and isinstance(value, dict) and value.get(name):
                return self._named(kind, str(value[name]))
        return self.title(struct)

    def _named(self, kind: str, id: str) -> Name | str:
        names = name_of(self._bench.find(kind, id))
        return Name.of(names) if names else id

    def _effect(self, value: Json, fit: Fit | None) -> Message | None:
        try:
            effect = msgspec.convert(value, fx.AnyEffect)
        except msgspec.ValidationError:
            return None
        return effect_sentence(effect, fit or Fit(None), self.called)

    def _condition(self, value: Json, record: Json) -> Message | None:
        try:
            condition = msgspec.convert(value, fx.Condition)
        except msgspec.ValidationError:
            return None
        try:
            place = msgspec.convert(value_at(record, "/place"), r.TestPlace)
        except msgspec.ValidationError:
            place = None
        return condition_sentence(condition, place, self.called, HERO)

    # what fits -------------------------------------------------------------------------------------------------------

    def _fit(self, record: Json, at: str) -> Fit | None:
        """What fits the list of effects that a pointer leads into."""
        while at:
            found = fit_at(self._type, record, at)
            if found is not None:
                return found
            at = at.rpartition("/")[0]
        return None

    def fits(self, field: Field, record: Json, at: str) -> bool:
        above = at.rpartition("/")[0]
        if issubclass(field.owner, fx.Effect):
            fit = self._fit(record, at)
            when = value_at(record, f"{above}/when")
            return fit is None or field.name not in fx.Effect.__struct_encode_fields__ or fits_field(
                field.owner, field.name, fit, when)  # fmt: skip
        if field.owner is fx.Condition:
            return fits_condition(field.name, str(value_at(record, f"{above}/fact", "")))
        if field.owner is fx.Whom and field.name in ("where", "one_zone"):
            fit = self._fit(record, at)
            where = value_at(record, f"{above}/where") or ()
            return (fit is None or fit.bearer) and (field.name == "where" or bool(where))
        if field.owner is r.Token:
            type_ = value_at(record, "/type")
            return field.name not in ("host", "back") or (field.name == "host") == (type_ == "host")
        if field.owner is r.Face:
            chest = value_at(record, "/type") == "chest" and above.endswith("back")
            return bool((field.name == "keep") == chest)
        if field.owner is r.Chapter and field.name == "hero":
            return bool(value_at(record, "/role") == "hero")
        return True

    def nodes_at(self, of: One, record: Json, at: str) -> tuple[StructType, ...]:
        """The effects that can be said there."""
        fit = self._fit(record, at)
        if fit is None or not issubclass(of.types[0], fx.Effect):
            return of.types
        return tuple(type_ for type_ in of.types if fresh_effect(type_, fit) is not None)

    def example(self, of: One, at: str) -> str:
        return in_language(EXAMPLE, _said()) if issubclass(of.types[0], fx.Effect) else ""

    def parsed(self, text: str, record: Json, at: str) -> dict[str, Any] | None:
        return parse(text, self._traits(), _said())

    def line(self, struct: StructType) -> Message | None:
        made = fresh_effect(struct, Fit("always", ("always", "action"))) if issubclass(struct, fx.Effect) else None
        return self._effect(made, None) if made is not None else None

    # what can be chosen ----------------------------------------------------------------------------------------------

    def choices(self, field: Field, record: Json) -> Sequence[Alternative] | None:
        return self.choices_at(field, record, "")

    def choices_at(self, field: Field, record: Json, at: str) -> Sequence[Alternative] | None:
        kind = REFERENCES.get((field.owner, field.name))
        if kind is not None:
            return self._records(kind, lambda data: self._may_name(field, data, record))
        if (field.owner is fx.Whom and field.name == "who") or field.name == "vs":
            return list(self._sorts(self._fit(record, at), words_only=field.name == "vs"))
        if field.name == "when" and (fit := self._fit(record, at)) is not None:
            return [Alternative(when, self.word(field, when)) for when in fit.windows]
        if field.owner is r.Sheet and field.name == "traits":
            return [Alternative(trait, words.SORTS[trait]) for trait in sorted(self._traits())
                    if trait in words.SORTS] + [Alternative(trait, trait) for trait in sorted(self._traits())
                                                if trait not in words.SORTS]  # fmt: skip
        if field.name in ("zone", "start") or (field.owner is fx.At and field.name == "tile"):
            return self._places(field, record)
        if field.owner is r.Upgrade and field.name == "next":
            return [Alternative(id, id) for id in _upgrades(record, at)]
        return None

    def _places(self, field: Field, record: Json) -> list[Alternative] | None:
        """Zones and tiles of a scenario's board, zones of a mission's tile; None: they are typed."""
        find = partial(self._bench.find, "chronicles_tile")
        if self._type is r.Scenario:
            pieces = pieces_of(record, find)
            if field.name == "tile":
                return [Alternative(piece.name, piece.name) for piece in pieces]
            zones = [f"{piece.name}.{zone}" for piece in pieces for zone in _zones(piece.face)]
            return [Alternative(zone, zone) for zone in zones]
        tile = find(str(value_at(record, "/tile"))) if self._type is r.Mission else None
        if tile is None or field.name == "tile":
            return None
        return [Alternative(zone, zone) for zone in _zones(face_of_record(tile))]

    def _may_name(self, field: Field, data: Json, record: Json) -> bool:
        """Whether naming this record could be right: demons for natures, the hero's own missions, free chapters."""
        if _is(field, r.Nature, "demon"):
            return bool(data.get("rank") == "demon")
        if _is(field, r.Hero, "mission"):
            return data.get("hero") in (None, record.get("id"))
        if _is(field, r.Tile, "back"):
            return bool(data.get("id") != record.get("id"))
        return not _is(field, r.Mission, "chapter") or bool(data.get("both"))

    def _records(self, kind: str, fits: Callable[[Json], bool]) -> list[Alternative]:
        made = [
            Alternative(id, Name.of(name_of(data) or id))
            for id, data in self._pack.every(kind).items()
            if isinstance(data, dict) and fits(data)
        ]
        return sorted(made, key=lambda one: tr(one.title).casefold())

    def _traits(self) -> set[str]:
        sheets = self._pack.every("chronicles_sheet").values()
        return set(TRAITS).union(*(data.get("traits", ()) for data in sheets if isinstance(data, dict)))

    def _sorts(self, fit: Fit | None, *, words_only: bool) -> Iterator[Alternative]:
        """Whom FX-2 knows, as far as it means something here; traits; sheets by their names."""
        for word, said in words.SORTS.items():
            meant = {"self": fit is None or fit.bearer, "owner": fit is None or fit.owner,
                     "sheet": fit is None or fit.activated}.get(word, True)  # fmt: skip
            if meant and not (words_only and word in ("self", "owner", "sheet", "target")):
                yield Alternative(word, said)
        for trait in sorted(self._traits() - words.SORTS.keys()):
            yield Alternative(trait, trait)
        for sheet in self._records("chronicles_sheet", lambda _: True):
            yield Alternative(f"sheet:{sheet.value}", sheet.title)

    # new things ------------------------------------------------------------------------------------------------------

    def fresh(self, struct: StructType, record: Json) -> dict[str, Any]:
        return self.fresh_at(struct, record, "")

    def fresh_at(self, struct: StructType, record: Json, at: str) -> dict[str, Any]:
        if issubclass(struct, fx.Effect):
            fit = self._fit(record, at) or Fit("always", ("always", "action"))
            return fresh_effect(struct, fit) or {"do": struct.__struct_config__.tag}
        if struct is fx.Condition:
            return self._fresh_condition(record)
        if struct is r.PersonalGoal:
            return {"condition": {"fact": "removes", "of": {"who": ["opponent"]}}}
        if struct is r.TestPlace:
            return {"spaces": [], "test": {"characteristic": "mental", "difficulty": 3}}
        if struct is r.Upgrade:
            return {"id": _upgrade_id(record, at), "place": "middle", "effects": [
                {"do": "mod", "stat": "attack", "n": 1,
                 "whom": {"who": ["guard" if "/guards/" in at else "creature"]}}]}  # fmt: skip
        if struct is r.Talent:
            return {"type": "attack", "effects": []}
        made = blank(struct, record, self, self._pack.languages)
        if struct is r.Technique:
            made["attack"] = 1
        return made

    def _fresh_condition(self, record: Json) -> dict[str, Any]:
        if isinstance(record, dict) and record.get("place"):
            return {"fact": "tests"}
        return {"fact": "removes", "by": {"who": ["hero"]}, "of": {"who": ["opponent"]}}


def _zones(face: TileFace) -> list[str]:
    return sorted(set("".join(face.zones)) - {VOID})


def _is(field: Field, struct: StructType, name: str) -> bool:
    return field.owner is struct and field.name == name


def _upgrades(record: Json, at: str) -> list[str]:
    """The ids that an upgrade may lead to: those of its kind in the next turn that has some."""
    parts = at.split("/")
    if len(parts) < 5 or parts[1] != "columns" or not parts[2].isdigit():
        return []
    for n in range(int(parts[2]) + 1, COLUMNS):
        found = [str(one.get("id")) for one in value_at(record, f"/columns/{n}/{parts[3]}") or ()
                 if isinstance(one, dict)]  # fmt: skip
        if found:
            return found
    return []


def _upgrade_id(record: Json, at: str) -> str:
    """A name on the track that no other upgrade has (``t3-2``)."""
    parts = at.split("/")
    turn = int(parts[2]) + 1 if len(parts) > 2 and parts[2].isdigit() else 1
    columns = [column for column in value_at(record, "/columns") or () if isinstance(column, dict)]
    upgrades = [one for column in columns for kind in ("guards", "creatures") for one in column.get(kind) or ()]
    taken = {str(one.get("id")) for one in upgrades if isinstance(one, dict)}
    return next(id for n in range(1, 200) if (id := f"t{turn}-{n}") not in taken)


@lru_cache(maxsize=1024)
def _fresh(struct: type[fx.Effect], fit: Fit) -> bytes | None:
    """Of all that a new effect could begin with, the first that nothing is wrong with; None: it does not fit there."""
    begun = _least(struct)
    whoms: list[dict[str, Any] | None] = [None]
    if not issubclass(struct, WITHOUT_WHOM):
        whoms = [None, {"who": ["hero"]}, {"who": ["creature"]}]
    for whom in whoms:
        for when in (None, *fit.windows):
            made = {**begun, **({"when": when} if when else {}), **({"whom": whom} if whom else {})}
            effect = msgspec.convert(made, fx.AnyEffect)
            if not list(effect_faults(effect, fit)):
                return msgspec.json.encode(made)
    return None


def _said() -> dict[str, str]:
    """The words of the language of the window, as effects are typed in it."""
    return vocabulary([tr(line) for line in WORDS])


def fresh_effect(struct: StructType, fit: Fit) -> dict[str, Any] | None:
    """A new effect of a sort that passes the check where this fits; None: none does."""
    assert issubclass(struct, fx.Effect)
    found = _fresh(struct, fit)
    return msgspec.json.decode(found) if found is not None else None


def _least(struct: type[fx.Effect]) -> dict[str, Any]:
    made = dict(blank(struct, {}, _Bare()))
    if "n" in struct.__struct_encode_fields__:
        made["n"] = 2 if struct in (fx.Hit, fx.Move) else 1
    if struct in (fx.Test, fx.Pass):
        made["kinds"] = ["investigation"]
    if struct is fx.Reinforce or struct is fx.Dread:
        made["difficulty"] = 3
    if struct is fx.OnHit:
        made["effect"] = {"do": "damage", "n": 1}
    return made


class _Bare(Lexicon):
    """Offers nothing: what the types alone ask for."""

    def choices(self, field: Field, record: Json) -> Sequence[Alternative] | None:
        return None

    def sentence(self, value: Json, struct: StructType, record: Json) -> Message | Name | str:
        return self.title(struct)

    def fresh(self, struct: StructType, record: Json) -> dict[str, Any]:
        return blank(struct, record, self)
