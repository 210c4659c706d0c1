"""Goes on with a campaign in the real window for ever, telling what it shows. Run by test_campaign_crash."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

from PySide6.QtWidgets import QApplication

from companion.ui.games.asagiri.campaign.screen import CampaignScreen

from .players import Sitting, settle


def shown(screen: CampaignScreen) -> list[str]:
    """Everything that the overview says: the road, both rosters with how each member is, where the campaign stands."""
    found = [f"{stop.accessibleName()}: {stop.accessibleDescription()}" for stop in screen.road.stops]
    for roster in screen.rosters:
        found.append(roster.title.text())
        found += [f"{line.title}: {line.words}" for line in roster.lines.by_id.values()]
    return found


def main(folder: str, seed: int) -> None:
    """Decide, roll, undo and branch until killed; a line is told when it has been shown."""
    QApplication.instance() or QApplication([])
    rng = Random(seed)
    sitting = Sitting(Path(folder))
    navigator = sitting.window.navigator
    assert navigator is not None
    navigator.screens("asagiri").show_campaigns()
    ways = navigator.screens("asagiri").campaigns
    assert ways is not None
    assert ways.list is not None
    ways.list.step()
    screen = ways.screen
    assert screen is not None
    controller = screen.controller
    print("ready", flush=True)
    while True:
        session = controller.session
        options = controller.options
        draw = rng.random()
        if draw < 0.04 and len(controller.chronicle.branches) < 6:
            controller.fork(f"Way {seed}")
        elif draw < 0.10 and session.cursor:
            controller.undo()
        elif controller.to_roll() is not None:
            controller.roll()
        elif options:
            some = [option for option in options if option.kind != "hire" or rng.random() < 0.2]
            controller.choose(rng.choice(some or list(options)))
        else:
            controller.undo()
        settle()
        session = controller.session
        told = {"branch": controller.chronicle.current, "branches": len(controller.chronicle.branches),
                "cursor": session.cursor, "steps": len(session.steps), "shown": shown(screen)}  # fmt: skip
        print(json.dumps(told), flush=True)
