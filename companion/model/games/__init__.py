"""The games of this program; they never import each other, and each is loaded when it is first asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from companion.model.core.contract import System


def _asagiri() -> System[Any]:
    from .asagiri import SYSTEM

    return SYSTEM


def _blank() -> System[Any]:
    from .blank import SYSTEM

    return SYSTEM


class _Registry(Mapping[str, System[Any]]):
    def __init__(self, loaders: Mapping[str, Callable[[], System[Any]]]) -> None:
        self._loaders = loaders

    def __getitem__(self, id: str) -> System[Any]:
        return self._loaders[id]()

    def __iter__(self) -> Iterator[str]:
        return iter(self._loaders)

    def __len__(self) -> int:
        return len(self._loaders)


SYSTEMS: Mapping[str, System[Any]] = _Registry({"asagiri": _asagiri, "blank": _blank})
"""By id. `blank` is a toy, for tests."""
