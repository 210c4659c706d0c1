"""The faces of games, which their windows bring."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from companion.model.phones import Face
from companion.ui.kit.theme import motion


@pytest.fixture(autouse=True)
def _moving() -> Iterator[None]:
    """Motion as it was: a sitting reduces it, and one that ends by a failure says nothing of it to other tests."""
    before = motion.reduced()
    yield
    motion.set_reduced(before)


@pytest.fixture
def sake_face() -> Callable[..., Face]:
    """How Saké & Samouraï shows itself on a phone."""
    from companion.ui.games.sake.phone import SakeFace

    return SakeFace


@pytest.fixture
def chronicles_face() -> Callable[..., Face]:
    """How Okko Chronicles shows itself on a phone."""
    from companion.ui.games.chronicles.phone import ChroniclesFace

    return ChroniclesFace
