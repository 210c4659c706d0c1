"""The cards inside a record that comes from elsewhere, looked at as those of a pack are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

import msgspec

from companion.model.core.contract import Content, System, part
from companion.model.core.record import FrozenContent, Record
from companion.model.core.refusal import InvalidInput, Problem
from companion.model.core.schema import MOST, dotted
from companion.model.core.words import say

from . import names, pictures
from .among import Known, leading_back
from .kinds import Kind, ReadsCards
from .limits import MOST_BYTES, MOST_RECORDS_BYTES, MOST_RECORDS_VALUES
from .look import look, ruled


def refuse_unsound(record: Record, system: System[Any], content: Content, path: str = "record") -> None:
    """Raise InvalidInput, with its `others`, when `record` carries a card that no pack of `system` could hold.

    A card that `content` has just so was checked with its pack. A card that another one names may be missing, unlike
    in a pack: a record carries only what its game looked up.
    """
    reading = part(system, ReadsCards)
    faults = _faults(record, () if reading is None else reading.kinds, content)
    found = [
        InvalidInput(f"{path}.cards.{place}{dotted(problem.pointer)}", problem.what)
        for place, problem in islice(faults, MOST)
    ]
    if found:
        found[0].others = tuple(found[1:])
        raise found[0]


def _faults(record: Record, kinds: Iterable[Kind], content: Content) -> Iterator[tuple[str, Problem]]:
    """Each fault with its place; those among the cards when each by itself is right."""
    carried = FrozenContent(record.cards, content, record.every)
    foreign = [
        (kind, id, card)
        for kind in kinds
        for id, card in record.cards.get(kind.id, {}).items()
        if content.find(kind.id, id) != card
    ]
    counted = Counter(kind for kind, _, _ in foreign)
    for kind in counted:
        if counted[kind] > kind.most:
            yield kind.id, Problem("", say("Too many records of kind {kind}: at most {most}.",
                                           kind=kind.id, most=kind.most))  # fmt: skip
            return
    sound: list[Known] = []
    size = values = 0
    for kind, id, card in foreign:
        text = msgspec.json.encode(card)
        size += len(text)
        if len(text) > MOST_BYTES or size > MOST_RECORDS_BYTES or values > MOST_RECORDS_VALUES:
            yield kind.id, Problem("", say("The cards in this file are too large in total."))
            return
        alone = look(text, kind, id, None)
        values += alone.values
        place = f"{kind.id}.{names.shown(id)}"
        yield from ((place, problem) for problem in alone.broken)
        if alone.value is not None:
            sound.append(Known(kind, place, id, alone.value, alone.names))
    if len(sound) < len(foreign):
        return
    yield from ((one.file, problem) for one, problem in leading_back(sound))
    for one in sound:
        if all(there.kind == pictures.KIND or carried.find(there.kind, there.id) is not None for there in one.names):
            yield from ((one.file, problem) for problem in ruled(one, carried).broken)
