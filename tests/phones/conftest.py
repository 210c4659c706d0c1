"""The faces of games, which their windows bring."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.model.phones import Face


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
