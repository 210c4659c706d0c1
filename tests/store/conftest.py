"""Repositories that are closed after each test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.model.core.contract import System
from companion.model.core.record import NoContent
from companion.model.core.session import Session
from companion.model.store import Repository

from ..core.counter import Counter, State

Opens = Callable[..., Repository]


@pytest.fixture
def opens(tmp_path: Path) -> Iterator[Opens]:
    """Open a repository, by default always the same file."""
    opened: list[Repository] = []

    def repository(path: Path | str = tmp_path / "okko.db", **options: Any) -> Repository:
        opened.append(Repository(path, **options))
        return opened[-1]

    yield repository
    for one in opened:
        one.close()


@pytest.fixture
def repository(opens: Opens) -> Repository:
    """A new one."""
    return opens()


def find(id: str) -> System[Any] | None:
    """The systems known in these tests."""
    return Counter() if id == "counter" else None


def begun(goal: int = 1000, seed: int = 7) -> Session[State]:
    """A new game of the counter."""
    return Session.new(Counter(), {"goal": goal}, NoContent(), seed)
