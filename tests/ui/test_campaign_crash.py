"""The window is killed at random moments of a campaign: what it has shown is there when it is opened again."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from companion.app.program import FILE
from companion.app.storage import StoredGames
from companion.model.content.library import Library
from companion.model.store.repository import Repository
from tests.budget import KILLS
from tests.forked import Copies, copies_of, kill

from .campaign_crashing import shown
from .test_window_kit import window


@pytest.fixture(scope="module")
def copies() -> Iterator[Copies]:
    with copies_of("tests.ui.campaign_crashing") as made:
        yield made


def test_killed_at_any_moment_a_campaign_shows_again_what_it_has_shown(
    qtbot: QtBot, tmp_path: Path, copies: Copies, tried: Callable[..., None]
) -> None:
    rng, told = Random(11), 0
    for seed in range(KILLS):
        with copies.heard(str(tmp_path), seed) as (program, said):
            assert said.readline() == "ready\n"
            first = [said.readline() for _ in range(rng.randint(1, 14))]
            time.sleep(rng.random() * 0.2)
            kill(program)
            lines = [*first, *said.read().split("\n")[:-1]]
        told += len(lines)
        _same_again(tmp_path, json.loads(lines[-1]))
    assert told > 3 * KILLS
    tried(KILLS)


def _same_again(folder: Path, seen: dict[str, Any]) -> None:
    """The window shows what was told last; at most one change more was made that nobody was told of."""
    storage = StoredGames(Repository(folder / FILE), Library.shipped())
    with window(storage) as w:
        assert w.navigator is not None
        w.navigator.screens("asagiri").show_campaigns()
        ways = w.navigator.screens("asagiri").campaigns
        assert ways is not None
        assert ways.list is not None
        assert len(ways.list.campaigns.by_id) == 1
        ways.list.step()
        screen = ways.screen
        assert screen is not None
        controller = screen.controller
        assert len(controller.chronicle.branches) in (seen["branches"], seen["branches"] + 1)
        assert controller.switch(seen["branch"])
        session = controller.session
        assert abs(session.cursor - seen["cursor"]) <= 1
        assert len(session.steps) >= seen["cursor"] - 1
        if session.cursor != seen["cursor"]:
            assert controller.look(seen["cursor"])
        assert shown(screen) == seen["shown"]
        if session.looking:
            assert controller.look(None)
    storage.close()
