"""The pages after a battle in French, at any size of text: nothing is cut, nothing scrolls sideways, all has a name."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from companion.ui.games.asagiri.campaign.after_battle import AfterBattle

from .campaign_kit import controller, mustered
from .test_access_names import nameless
from .test_window_kit import FAST, window
from .tour_kit import TRANSLATIONS, cut, settle


@pytest.mark.parametrize("scale", [1.0, 1.5, 2.0])
def test_in_french_nothing_is_cut_in_any_question(qtbot: Any, scale: float) -> None:
    lost: list[str] = []
    with window(settings=msgspec.structs.replace(FAST, language="fr", text_scale=scale), folder=TRANSLATIONS) as w:
        made = mustered()
        made.choose("won:A")
        page = AfterBattle(controller(made, "fr"))

        def look(name: str) -> None:
            settle()
            lost.extend(f"{name}: {what}" for what in [*cut(w.room), *nameless(page)])
            if w.room.horizontalScrollBar().maximum():
                lost.append(f"{name} scrolls sideways")

        w.show_screen(page)
        page.refresh()
        look("result")
        page.result.rows[0].put(state="disabled")
        page.go()
        look("heal")
        page._typed(1)
        look("dead")
        page.go()
        look("replace")
        page.go()
        while page.panel is page.replacing:
            page.go()
        look("pray or seek")
        page.choosing.choose(2)
        look("seek")
        for id in ("house:inro", "house:gourd-of-sake", "house:straw-sandals"):
            page._roll(id)
        look("keep")
        page.go()
        page.rest_by_chance()
        look("approval")
        page.go()
        look("end")
        w.throw_away(page)
    assert not lost, "\n".join(lost)
