"""Anybody at the page after a battle, doing anything in any order: it always shows what the campaign waits for."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from companion.model.core.contract import Choice, Roll
from companion.model.core.timeline import Change
from companion.model.games.asagiri.campaign.assistant import APPROVE, RESULT, station, stations, subject
from companion.model.games.asagiri.campaign.chronicle import Chronicle
from companion.ui.games.asagiri.campaign.after_battle import AfterBattle
from companion.ui.kit.theme import motion
from tests.campaign.kit import CONTENT, some_way

from .campaign_kit import controller
from .rows import rows
from .test_cards_kit import hold
from .tour_kit import settle

CONDITIONS = ("vigilant", "shaken", "disabled")


@pytest.fixture(autouse=True)
def still() -> Iterator[None]:
    before = motion.reduced()
    motion.set_reduced(True)
    yield
    motion.set_reduced(before)


def anything(page: AfterBattle, rng: Random) -> str:
    """One thing that a person might do; what it was."""
    state = page.controller.state
    done = [id for id, bead in page.strip.beads.items() if bead.isEnabled()]
    what = rng.choices(
        ("go", "type", "choose", "back", "undo", "redo", "dice", "result"), (30, 25, 20, 5, 4, 4, 2, 10)
    )[0]
    if what == "go":
        page.go()
    elif what == "type" and page.panel is page.rolling and page.rolling.typing:
        assert page.rolling.picks.kind is not None
        page._typed(rng.choice(page.rolling.picks.kind.faces))
    elif what == "type" and page.panel is page.seeking and page.seeking.lines.by_id:
        rng.choice(rows(page.seeking.lines)).click()
    elif what == "choose" and page.panel in (page.choosing, page.seeking):
        page._number(rng.randrange(1, 5))
    elif what == "choose" and page.panel is page.replacing:
        rng.choice(rows(page.replacing.lines)).click()
    elif what == "back" and done:
        page.go_to(rng.choice(done))
    elif what == "undo" and state.now.stage != "result":
        page.undo()
    elif what == "redo" and page.redo_button.isEnabled():
        page.redo()
    elif what == "dice":
        page.controller.set_dice(rng.choice(("virtual", "typed", "ask")))
    elif what == "result" and page.panel is page.result and page.result.rows:
        rng.choice(page.result.rows).put(
            state=rng.choice(CONDITIONS), spent=rng.random() < 0.5, used=rng.random() < 0.5
        )
    return what


def check(page: AfterBattle) -> None:
    """What shows is what is asked, or the roll that lies there."""
    state = page.controller.state
    here = station(state if page._fallen is None else page.questions.state(page._fallen))
    if page.holding:
        assert page.panel is page.ending
        return
    beads = {id: bead.stop.progress for id, bead in page.strip.beads.items()}
    assert tuple(beads) == stations(state)
    assert [id for id, progress in beads.items() if progress == "present"] == [here]
    pending = page.controller.pending
    if page._fallen is None:
        assert (page.panel is page.result) == (here == RESULT)
        assert (page.panel is page.approval) == (here == APPROVE)
        if isinstance(pending, Roll):
            assert page.panel in (page.rolling, page.seeking)
        else:
            assert isinstance(pending, Choice)
    if subject(state):
        assert page.card is not None
    assert page.question.text()
    assert "{" not in page.question.text() + page.rule.text() + page.next.text()


@pytest.mark.parametrize("seed", range(3))
def test_the_page_always_shows_what_the_campaign_waits_for(qtbot: Any, seed: int) -> None:
    rng = Random(seed)
    setup = {} if seed % 2 else {"chapters": ["", "", ""], "budget": 14}
    made = Chronicle.new(setup, CONTENT, seed, dice=rng.choice(("virtual", "typed", "ask")))
    page = None
    for _ in range(2):
        while made.state.now.stage in ("muster", "battle"):
            some_way(made, rng, 1)
        if page is None:
            page = hold(qtbot, AfterBattle(controller(made)))
            page.resize(1280, 800)
            page.show()
        page.controller.changed.emit(Change(0, 0, (), "jump"))
        for _ in range(100):
            anything(page, rng)
            settle()
            if made.state.now.stage in ("muster", "battle", "over") and not page.holding:
                break
            check(page)
            if page.holding:
                break
        while not page.holding and made.state.now.stage not in ("muster", "battle", "over"):
            page.rest_by_chance()
            page.go()
        if page.holding:
            page.go()
        if made.state.now.stage == "over":
            break
    assert made.state.now.chapter >= 1
