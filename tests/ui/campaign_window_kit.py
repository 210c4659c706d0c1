"""Campaigns in a real window, for the tests of `companion.ui.games.asagiri.campaign`."""

from __future__ import annotations

from random import Random
from typing import Any

from companion.model.bots import Greedy
from companion.model.core.contract import Choice, Over, Roll
from companion.model.core.session import Session
from companion.model.games.asagiri import SYSTEM
from companion.model.games.asagiri.campaign import options as o
from companion.ui.games.asagiri.campaign.routes import CampaignRoutes
from companion.ui.games.asagiri.campaign.screen import CampaignScreen
from companion.ui.shell.window import MainWindow

SHORT: dict[str, Any] = {
    "chapters": ["", ""],
    "budget": 9,
    "rosters": {
        "A": [{"card": "house:okko"}, {"card": "house:temple-guard"}],
        "B": [{"card": "house:wandering-ronin"}, {"card": "house:wandering-ronin"}],
    },
}
"""Two battles without an adventure, between rosters that are written out."""


def ways_of(w: MainWindow) -> CampaignRoutes:
    """The ways through campaigns, the list in front."""
    assert w.navigator is not None
    w.navigator.screens("asagiri").show_campaigns()
    assert w.navigator.screens("asagiri").campaigns is not None
    return w.navigator.screens("asagiri").campaigns


def begun(w: MainWindow, setup: dict[str, Any] | None = None, title: str = "A short one") -> CampaignScreen:
    """A campaign set up, its screen in front."""
    ways = ways_of(w)
    assert ways.begin(SHORT if setup is None else setup, title)
    assert ways.screen is not None
    assert w.stack.currentWidget() is ways.screen
    return ways.screen


def mustered(screen: CampaignScreen) -> None:
    """Everybody of both rosters goes along who may."""
    controller = screen.controller
    while controller.state.now.stage == "muster":
        taken = [option for option in controller.options if isinstance(option, o.Take)]
        assert controller.choose(taken[0] if taken else o.CompleteBand())


def finish(session: Session[Any], seed: int = 3) -> None:
    """Play a game to its end as two greedy players do."""
    rng, mind = Random(seed), Greedy()
    for _ in range(6000):
        pending = session.pending
        if isinstance(pending, Over):
            return
        if isinstance(pending, Roll):
            session.roll()
        elif isinstance(pending, Choice):
            session.choose(mind.think(SYSTEM, session.state, pending, rng).option)
    raise AssertionError("the game did not end")
