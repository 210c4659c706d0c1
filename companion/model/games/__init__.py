"""The games of this program; they never import each other, and each is loaded when it is first asked for."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from companion.model.content.kinds import Kind, ReadsCards
from companion.model.content.lesson_check import lesson_kind
from companion.model.core.contract import Facts, System, part
from companion.model.core.registry import GameUnavailable, Registry


def _asagiri() -> System[Any]:
    from .asagiri import SYSTEM

    return SYSTEM


def _blank() -> System[Any]:
    from .blank import SYSTEM

    return SYSTEM


def _chronicles() -> System[Any]:
    from .chronicles import SYSTEM

    return SYSTEM


def _sake() -> System[Any]:
    from .sake import SYSTEM

    return SYSTEM


def _id_of(system: Any) -> str | None:
    return system.facts.id if isinstance(system.facts, Facts) else None


SYSTEMS: Registry[System[Any]] = Registry(
    {"asagiri": _asagiri, "blank": _blank, "chronicles": _chronicles, "sake": _sake}, "SYSTEM", _id_of
)
"""By id. `blank` is a toy, for tests. An installed package adds the entry point ``<id>`` to the group `registry.GROUP`.
"""


def usable() -> Iterator[System[Any]]:
    """All that can be loaded."""
    for id in SYSTEMS:
        with suppress(GameUnavailable):  # the window says so
            yield SYSTEMS[id]


def record_kinds(*ids: str) -> tuple[Kind, ...]:
    """The kinds of records that content packs of these games (of all, without any) may hold."""
    readers = (part(system, ReadsCards) for system in (map(SYSTEMS.__getitem__, ids) if ids else usable()))
    of_games = tuple(kind for reader in readers if reader is not None for kind in reader.kinds)
    return (*of_games, lesson_kind(SYSTEMS.get))
