"""A record out of JSON that nobody has checked: of sound form, or every fault it has, each with its place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from .contract import Json
from .names import amiss
from .record import FORMAT, MOST_NOTE, MOST_REPLACED, MOST_STEPS, Branch, People, Record, Result, Rolled, Step
from .refusal import InvalidInput
from .schema import MOST, unfit
from .words import say

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


def _too_many(replaced: Sequence[Branch], path: str) -> Iterator[InvalidInput]:
    count = sum(len(branch.steps) for branch in replaced)
    if len(replaced) > MOST_REPLACED or count > MOST_STEPS:
        words = say(
            "This list is too long: {count} entries, at most {most} are allowed.",
            count=max(len(replaced), count),
            most=MOST_STEPS,
        )
        yield InvalidInput(path, words)
