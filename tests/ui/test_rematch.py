"""Another game of the same people, by one click at the end of one, at the tables of games with many seats."""

from __future__ import annotations

from random import Random

import pytest
from PySide6.QtWidgets import QApplication

from companion.model.core.chance import drawn
from companion.model.core.contract import Over, Roll, choices_of
from companion.model.core.session import Session

from . import blank_kit, sake_kit
from .test_window_kit import window


def to_the_end(session: Session[object]) -> None:
    """By chance alone."""
    rng = Random(5)
    while not isinstance(pending := session.pending, Over):
        if isinstance(pending, Roll):
            session.roll(drawn(pending.dice, rng, pending.distinct))
        else:
            choice = choices_of(pending)[0]
            session.choose(rng.choice(choice.options), seat=choice.seat)


@pytest.mark.parametrize("swapped", [False, True])
def test_an_evening_of_sake_is_played_again(swapped: bool) -> None:
    storage = sake_kit.house_games()
    with window(storage) as w:
        screen = sake_kit.on_table(w, 3)
        row = screen.slip.rematch
        assert row.isHidden(), "the game goes on"
        to_the_end(screen.game.session)
        QApplication.processEvents()
        assert not row.isHidden()
        assert w.navigator is not None and w.navigator.table is not None
        before = w.navigator.table.opened
        (row.swap if swapped else row.again).click()
        after = w.navigator.table.opened
        names = ("Bruno", "Camille", "David")
        assert after.entry.id != before.entry.id and not isinstance(after.session.pending, Over)
        assert after.settings.names == (("David", "Bruno", "Camille") if swapped else names)
        told = [(seat["name"], seat["sheet"]) for seat in after.session.header.setup["seats"]]
        sheets = [seat["sheet"] for seat in before.session.header.setup["seats"]]
        assert told == list(zip(after.settings.names, sheets, strict=True))
        assert after.session.header.seed != before.session.header.seed, "other cards"
    storage.close()


def test_the_toy_is_played_again_with_everybody_one_place_further() -> None:
    with window() as w:
        screen = blank_kit.on_table(w, blank_kit.THREE, rounds=1)
        to_the_end(screen.game.session)
        QApplication.processEvents()
        screen.rematch.swap.click()
        assert w.navigator is not None and w.navigator.table is not None
        assert w.navigator.table.opened.settings.names == ("Cleo", "Ann", "Bea")
