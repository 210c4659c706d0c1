"""A record out of JSON that nobody has checked: of sound form, or every fault it has, each with its place."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, get_type_hints

import msgspec

from .contract import Json
from .record import FORMAT, MOST_NOTE, MOST_REPLACED, MOST_STEPS, Branch, Record, Result, Rolled, Step
from .refusal import InvalidInput
from .words import N_, say

DEEPEST = 64
"""Levels of lists and objects; more than any record needs, and far fewer than Python can follow."""
MOST_FAULTS = 20
"""So many are told; whoever wrote the file has enough to do with those."""


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
                say("This list is too long: {count}, {most} at most.", count=len(steps), most=MOST_STEPS),
            )
        if data.get("format", FORMAT) != FORMAT:
            raise InvalidInput(f"{path}.format", say("Only the format {format} can be read.", format=FORMAT))
    try:
        record = msgspec.convert(data, Record)
        msgspec.json.encode(record)
    except msgspec.ValidationError as wrong:
        raise _together([*_faults(data, path)] or [_invalid(str(wrong), path)]) from None
    except UnicodeEncodeError:
        raise InvalidInput(path, say("A text holds characters that cannot be written.")) from None
    except (TypeError, ValueError, OverflowError, RecursionError):
        raise InvalidInput(path, say("This cannot be written as JSON.")) from None
    found = [fault for n, step in enumerate(record.steps) for fault in _amiss(step, f"{path}.steps[{n}]")]
    if record.replaced is not msgspec.UNSET:
        found += _too_many(record.replaced, f"{path}.replaced")
    if found:
        raise _together(found)
    return record


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


def _together(faults: Sequence[InvalidInput]) -> InvalidInput:
    first, *others = faults[:MOST_FAULTS]
    first.others = tuple(others)
    return first


def _faults(data: Json, path: str) -> Iterator[InvalidInput]:
    """What is wrong with the form of a record: field by field, and step by step."""
    if not isinstance(data, dict):
        return
    kinds = get_type_hints(Record, include_extras=True)
    for field in msgspec.structs.fields(Record):
        if field.required and field.name not in data:
            yield InvalidInput(f"{path}.{field.name}", say(_MISSING))
    for name, value in data.items():
        if name not in kinds:
            yield InvalidInput(f"{path}.{name}", say(_UNKNOWN))
        elif name == "steps" and isinstance(value, list | tuple):
            for n, step in enumerate(value):
                at = f"{path}.steps[{n}]"
                yield from _unfit(step, Step, at) or _amiss(msgspec.convert(step, Step), at)
        else:
            yield from _unfit(value, kinds[name], f"{path}.{name}")


def _unfit(value: Json, kind: Any, path: str) -> list[InvalidInput]:
    """Why a value is none of its kind; one reason is enough."""
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError as wrong:
        return [_invalid(str(wrong), path)]
    return []


def _amiss(step: Step, path: str) -> Iterator[InvalidInput]:
    """What is wrong with a step that has the form of one."""
    if type(step.intent) is Rolled and not _each_has_its_source(step.result):
        yield InvalidInput(f"{path}.result.sources", say("Each die has one face and one source."))
    if step.note is not None and len(step.note) > MOST_NOTE:
        yield InvalidInput(f"{path}.note", say("This text is too long."))


def _each_has_its_source(result: Result) -> bool:
    return result.sources is None or len(result.sources) == len(result.faces or ())


def _too_many(replaced: Sequence[Branch], path: str) -> Iterator[InvalidInput]:
    count = sum(len(branch.steps) for branch in replaced)
    if len(replaced) > MOST_REPLACED or count > MOST_STEPS:
        words = say("This list is too long: {count}, {most} at most.", count=max(len(replaced), count), most=MOST_STEPS)
        yield InvalidInput(path, words)


_MISSING, _UNKNOWN = N_("This field is missing."), N_("This field is not known.")
_WORDING = (
    (re.compile(r"Object missing required field `(.+)`"), _MISSING),
    (re.compile(r"Object contains unknown field `(.+)`"), _UNKNOWN),
)
_PLACE = re.compile(r"^(.*?)(?: - at (?:`key` in )?`\$(.*)`)?$", re.DOTALL)


def _invalid(problem: str, path: str) -> InvalidInput:
    """The words of msgspec (a sentence and a place like ``$.steps[0].mark``) as ours."""
    match = _PLACE.match(problem)
    what, place = (match[1], match[2] or "") if match else (problem, "")
    where = path + place.replace("[...]", "[]")
    for pattern, why in _WORDING:
        if field := pattern.fullmatch(what):
            return InvalidInput(f"{where}.{field[1]}", say(why))
    return InvalidInput(where, say("This is not what is expected here: {problem}.", problem=what.replace("`", "")))
