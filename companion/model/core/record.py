"""The log of a game as data: what was chosen, what came of it, and the cards it was played with.

A record is JSON and for ever: it replays after the packs have changed, because it carries the cards that were
looked up. What it holds is hostile until `record_reader` took it and `Session.replay` played it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Literal, TypeAlias, get_args

import msgspec

from .chance import Face
from .contract import Content, Json
from .refusal import InvalidInput
from .schema import MOST, unfit
from .words import amiss, say

Mode: TypeAlias = Literal["track", "assist", "enforce"]
"""`track`: a table is recorded, without a word; `assist`: recorded, and reminded of the rules; `enforce`: only what
the rules allow.
"""
MODES: tuple[Mode, ...] = get_args(Mode)

Mark: TypeAlias = Literal["enforced", "observed", "overridden"]
"""How a step was entered: under the rules, as seen at a table, or against a rule (which the step names)."""

Source: TypeAlias = Literal["seed", "typed", "corrected"]
"""Where the face of a die is from: the seed, a person's real die, or a face put right afterwards."""

DiceMode: TypeAlias = Literal["virtual", "typed", "ask"]
"""Who rolls: the seed, a person with real dice, or whoever is asked at each roll."""

Dice: TypeAlias = DiceMode | dict[str, DiceMode | dict[str, DiceMode]]
"""Who rolls: for all; or by seat, for all its dice or by kind of roll (`contract.Roll.kind`)."""


def dice_mode(dice: Dice, seat: str, kind: str = "") -> DiceMode:
    """Who rolls the dice of `seat` in rolls of this kind; what is not said is rolled by the seed."""
    of_seat = dice if isinstance(dice, str) else dice.get(seat, "virtual")
    return of_seat if isinstance(of_seat, str) else of_seat.get(kind, "virtual")


FORMAT: Literal["okko-record/1"] = "okko-record/1"
MOST_STEPS = 50_000
MOST_REPLACED = 5
"""Older ends of a log that are kept; the oldest gives way."""
MOST_SEATS = 16
MOST_NOTE = 2_000
"""Letters of a note."""
SEED_LEAST, SEED_MOST = -(2**63), 2**63 - 1


class Chosen(msgspec.Struct, frozen=True, tag="chosen", tag_field="kind", forbid_unknown_fields=True):
    """A seat chose the option of this text (`System.option_id`)."""

    option: str
    seat: str | msgspec.UnsetType = msgspec.UNSET
    """Whose option it was; only where the text does not say."""


class Rolled(msgspec.Struct, frozen=True, tag="rolled", tag_field="kind", forbid_unknown_fields=True):
    """The dice asked for were rolled."""


class Corrected(msgspec.Struct, frozen=True, tag="corrected", tag_field="kind", forbid_unknown_fields=True):
    """The table was corrected by hand (`System.correction_json`)."""

    correction: Json


class Switched(msgspec.Struct, frozen=True, tag="switched", tag_field="kind", forbid_unknown_fields=True):
    """From here on the game is in this mode."""

    mode: Mode


class Diced(msgspec.Struct, frozen=True, tag="diced", tag_field="kind", forbid_unknown_fields=True):
    """From here on the dice are rolled by these."""

    dice: Dice


class Noted(msgspec.Struct, frozen=True, tag="noted", tag_field="kind", forbid_unknown_fields=True):
    """Something the log has to know and the state has not: a help was looked at, or what help is allowed was agreed.

    Undo passes over it, and it never makes what was undone forgotten.
    """

    about: Literal["help", "agreed"]
    what: Annotated[str, msgspec.Meta(max_length=200)]
    """Which help, with what it was about (``odds:a1,b2``); or the help agreed: ``none``, ``odds``, ``all``."""


Intent: TypeAlias = Chosen | Rolled | Corrected | Switched | Diced | Noted
"""What was decided."""


class Result(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What came of an intent: the faces and where each is from (rolls only), and the events as JSON."""

    faces: tuple[Face, ...] | None = None
    sources: tuple[Source, ...] | None = None
    events: tuple[Json, ...] = ()


class Step(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One entry of the log. Steps next to each other with the same `group` (not 0) were done as one."""

    intent: Intent
    result: Result = Result()
    mark: Mark = "enforced"
    rule: str | None = None
    """The rule an overridden step was done against, if it is known."""
    group: int = 0
    note: str | None = None
    """What a person wrote beside it."""
    bookmark: bool = False
    """Somebody wants to find the moment after this step again."""
    revised: bool = False
    """It came into the log when the past was put right, not when it happened."""


class SupersededEnd(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The end of a log as it was before the past was put right: `steps` stood from the place `at` on."""

    at: Annotated[int, msgspec.Meta(ge=0)]
    steps: tuple[Step, ...]
    cursor: Annotated[int, msgspec.Meta(ge=0)]
    """Where the game stood; what comes after had been undone."""


_Called: TypeAlias = Annotated[str, msgspec.Meta(max_length=200)]
_Each: TypeAlias = Annotated[tuple[_Called, ...], msgspec.Meta(max_length=MOST_SEATS)]


def _each_of(field: str, given: tuple[str, ...], count: int) -> tuple[str, ...]:
    if any(given) and len(given) != count:
        raise InvalidInput(f"record.people.{field}", "{count} values are needed here.", count=count)
    return given if len(given) == count else ("",) * count


class People(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Who played, for readers of a file; no rule looks at it. In the order of the seats as they were set up."""

    names: _Each = ("", "")
    bands: _Each = ("", "")
    """What the bands are called."""

    def of_seats(self, count: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Names and bands, one for each of `count` seats; raises InvalidInput when a file gives more or fewer."""
        return _each_of("names", self.names, count), _each_of("bands", self.bands, count)


class Record(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A whole game: where it began, its seed, its cards, every step. Only `system` and `seed` are a must."""

    format: Literal["okko-record/1"] = FORMAT
    system: str
    setup: Json = None
    seed: Annotated[int, msgspec.Meta(ge=SEED_LEAST, le=SEED_MOST)]
    cards: dict[str, dict[str, Json]] = {}
    """The records of packs it was made with: kind, id, JSON."""
    every: dict[str, tuple[str, ...]] | msgspec.UnsetType = msgspec.UNSET
    """The kinds of which all records were looked through, and which these were, in their order; left out when none."""
    packs: dict[str, str] = {}
    """The packs that its cards are from, as they were at the time: namespace, version."""
    dice: Dice = "virtual"
    """Who rolled when it began."""
    mode: Mode = "enforce"
    """The mode in which it began."""
    start: Json = None
    """The position it began from, when it was not set up."""
    people: People | msgspec.UnsetType = msgspec.UNSET
    """Who played; only in a file that was written for somebody."""
    steps: tuple[Step, ...] = ()
    replaced: tuple[SupersededEnd, ...] | msgspec.UnsetType = msgspec.UNSET
    """Older ends of the log, kept when the past was put right, the last one last; left out when none."""


class FrozenContent:
    """The cards a record carries, before those of today's packs."""

    def __init__(
        self,
        cards: Mapping[str, Mapping[str, Json]],
        fallback: Content,
        every: Mapping[str, Sequence[str]] | msgspec.UnsetType = msgspec.UNSET,
    ) -> None:
        """Answer from `cards` (kind, id, JSON) first, then from `fallback`; `every`: as in `Record`."""
        self._cards = cards
        self._fallback = fallback
        self._every = {} if every is msgspec.UNSET else every

    @property
    def foreign(self) -> bool:
        """Whether a card differs from the packs' own, so that nobody has checked it."""
        return any(
            self._fallback.find(kind, id) != card for kind, cards in self._cards.items() for id, card in cards.items()
        )

    def find(self, kind: str, id: str) -> Json | None:
        """The record `id` of `kind`, as it was; else as it is today."""
        found = self._cards.get(kind, {}).get(id)
        return self._fallback.find(kind, id) if found is None else found

    def every(self, kind: str) -> Iterable[tuple[str, Json]]:
        """All there were, in their order: a pack that came later brings nothing into this game.

        Where the record does not say which those were, the carried ones in their order, then today's others.
        """
        if kind in self._every:
            found = ((id, self.find(kind, id)) for id in self._every[kind])
            yield from ((id, card) for id, card in found if card is not None)
            return
        carried = self._cards.get(kind, {})
        yield from carried.items()
        yield from ((id, card) for id, card in self._fallback.every(kind) if id not in carried)


class Recording:
    """Content that notes what was looked up: in `cards` each record, in `whole` the kinds that were seen to their end.

    A system asks for cards in `new` and `decode` alone; so this is all that its game will ever need.
    """

    def __init__(self, content: Content) -> None:
        """Hand on to `content`."""
        self._content = content
        self.cards: dict[str, dict[str, Json]] = {}
        self.whole: dict[str, tuple[str, ...]] = {}

    def find(self, kind: str, id: str) -> Json | None:
        """The record `id` of `kind`, noted."""
        found = self._content.find(kind, id)
        if found is not None:
            self.cards.setdefault(kind, {})[id] = found
        return found

    def every(self, kind: str) -> Iterator[tuple[str, Json]]:
        """All records of `kind`, each noted as it is handed out."""
        ids = []
        for id, found in self._content.every(kind):
            self.cards.setdefault(kind, {})[id] = found
            ids.append(id)
            yield id, found
        self.whole[kind] = tuple(ids)


class NoContent:
    """No packs at all; for systems that need none, and for tests."""

    def find(self, kind: str, id: str) -> Json | None:
        return None

    def every(self, kind: str) -> Iterable[tuple[str, Json]]:
        return ()


def plain(value: Json) -> Json:
    """A copy as it comes back from a file: lists instead of tuples. Raises InvalidInput when it is no JSON."""
    try:
        return msgspec.json.decode(msgspec.json.encode(value))
    except (TypeError, ValueError, OverflowError, RecursionError):
        raise InvalidInput("", say("This cannot be written as JSON.")) from None


def record_json(record: Record) -> Json:
    """The record as plain JSON."""
    return plain(record)


DEEPEST = 64
"""Levels of lists and objects; more than any record needs, and far fewer than Python can follow."""


def read_record(data: Json, path: str = "record") -> Record:
    """A record out of JSON nobody has checked; raises InvalidInput naming the field at fault, and its `others`.

    Its form is sound afterwards; whether its steps can be played, only a replay shows.
    """
    refuse_deep(data, path)
    if isinstance(data, dict):
        steps = data.get("steps")
        if isinstance(steps, list | tuple) and len(steps) > MOST_STEPS:
            raise InvalidInput(
                f"{path}.steps",
                say(
                    "This list is too long: {count} entries, at most {most} are allowed.",
                    count=len(steps),
                    most=MOST_STEPS,
                ),
            )
        if data.get("format", FORMAT) != FORMAT:
            raise InvalidInput(f"{path}.format", say("Only format {format} can be read.", format=FORMAT))
    try:
        record = msgspec.convert(data, Record)
        msgspec.json.encode(record)
    except msgspec.ValidationError as wrong:
        first = unfit(data, Record, path, wrong)
        first.others = (*first.others, *_amiss_in(data, path))[: MOST - 1]
        raise first from None
    except UnicodeEncodeError:
        raise InvalidInput(path, say("A text contains characters that cannot be written.")) from None
    except (TypeError, ValueError, OverflowError, RecursionError):
        raise InvalidInput(path, say("This cannot be written as JSON.")) from None
    found = [fault for n, step in enumerate(record.steps) for fault in _amiss(step, f"{path}.steps[{n}]")]
    if record.people is not msgspec.UNSET:
        found += _misnamed(record.people, f"{path}.people")
    if record.replaced is not msgspec.UNSET:
        found += _too_many(record.replaced, f"{path}.replaced")
    if found:
        found[0].others = tuple(found[1:MOST])
        raise found[0]
    return record


def _misnamed(people: People, path: str) -> Iterator[InvalidInput]:
    """Players and bands of a file that nobody can be called; empty: it does not say."""
    for field in ("names", "bands"):
        for n, name in enumerate(getattr(people, field)):
            if name and (why := amiss(name)) is not None:
                yield InvalidInput(f"{path}.{field}[{n}]", why)


def refuse_deep(data: Json, path: str) -> None:
    """Raise InvalidInput when lists and objects are nested deeper than `DEEPEST`."""
    level: list[Json] = [data]
    for _ in range(DEEPEST + 1):
        below = [value.values() if isinstance(value, dict) else value for value in level if isinstance(value, _NESTS)]
        if not below:
            return
        level = [inner for values in below for inner in values]
    raise InvalidInput(path, say("This is nested too deeply."))


_NESTS = (dict, list, tuple)


def _amiss_in(data: Json, path: str) -> Iterator[InvalidInput]:
    """The same as `_amiss` for those steps of a record that have the form of one."""
    steps = data.get("steps") if isinstance(data, dict) else None
    for n, step in enumerate(steps if isinstance(steps, list | tuple) else ()):
        try:
            yield from _amiss(msgspec.convert(step, Step), f"{path}.steps[{n}]")
        except msgspec.ValidationError:
            continue  # its form has been told


def _amiss(step: Step, path: str) -> Iterator[InvalidInput]:
    """What is wrong with a step that has the form of one."""
    if type(step.intent) is Rolled and not _each_has_its_source(step.result):
        yield InvalidInput(f"{path}.result.sources", say("Each die needs one face and one source."))
    if step.note is not None and len(step.note) > MOST_NOTE:
        yield InvalidInput(f"{path}.note", say("This text is too long."))


def _each_has_its_source(result: Result) -> bool:
    return result.sources is None or len(result.sources) == len(result.faces or ())


def _too_many(replaced: Sequence[SupersededEnd], path: str) -> Iterator[InvalidInput]:
    count = sum(len(branch.steps) for branch in replaced)
    if len(replaced) > MOST_REPLACED or count > MOST_STEPS:
        words = say(
            "This list is too long: {count} entries, at most {most} are allowed.",
            count=max(len(replaced), count),
            most=MOST_STEPS,
        )
        yield InvalidInput(path, words)
