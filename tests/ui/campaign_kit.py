"""Campaigns at the moment a test wants, and pages over them. Helpers for the tests of the pages of a campaign."""

from __future__ import annotations

from typing import Any

from companion.model.core.contract import Choice
from companion.model.core.record import Dice
from companion.model.games.asagiri.campaign.chronicle import Chronicle
from companion.ui.games.asagiri.campaign import CampaignController
from companion.ui.games.asagiri.campaign.after_battle import AfterBattle
from companion.ui.kit.translator import tr
from tests.campaign.kit import CONTENT, GUARD, OKKO, RONIN

from .test_cards_kit import hold
from .tour_kit import TRANSLATIONS, settle

ROSTERS = {
    "A": [{"card": OKKO}, {"card": GUARD, "equipment": "house:lacquered-armour"}],
    "B": [{"card": RONIN}, {"card": RONIN, "equipment": "house:rice-balls"}],
}


def mustered(dice: Dice = "typed", **more: Any) -> Chronicle:
    """A campaign whose first battle is to be fought by everybody."""
    setup = {"chapters": ["", ""], "budget": 12, "rosters": ROSTERS, **more}
    made = Chronicle.new(setup, CONTENT, 5, dice=dice)
    muster(made)
    return made


def muster(made: Chronicle) -> None:
    """Everybody goes along."""
    while made.state.now.stage == "muster":
        pending = made.session.pending
        assert isinstance(pending, Choice)
        options = [made.session.system.option_id(made.state, option) for option in pending.options]
        takes = [text for text in options if text.startswith("take:")]
        made.choose(takes[0] if takes else "ready")


def fought(*states: str, dice: Dice = "typed", won: str = "A", **more: Any) -> Chronicle:
    """The battle has ended so for everybody, in their order."""
    made = mustered(dice, **more)
    made.choose(f"won:{won}")
    for who, state in zip(made.state.fighters(), states, strict=True):
        made.choose(f"ended:{who},{state},no,no")
    return made


def controller(made: Chronicle, language: str = "en") -> CampaignController:
    """The one object that pages look at."""
    tr.load(TRANSLATIONS, language)
    return CampaignController(made, CONTENT)


def after(qtbot: Any, made: Chronicle, language: str = "en") -> AfterBattle:
    """The page after the battle, shown."""
    page = hold(qtbot, AfterBattle(controller(made, language)))
    page.resize(1280, 800)
    page.show()
    page.activateWindow()
    page.setFocus()
    page.refresh()
    settle()
    return page
