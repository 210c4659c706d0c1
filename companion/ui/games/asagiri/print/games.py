"""A game in storage as something to be printed: only looked at, with its people by seat."""

from __future__ import annotations

from companion.ui.play.storage import Opened

from .order import GameOrder


def game_order(opened: Opened) -> GameOrder:
    """The game; its session keeps nothing from now on."""
    from companion.ui.games.asagiri.table.host import exchanged, names_of

    opened.session.attach(None)
    turned = exchanged(opened.session)
    one, other = opened.settings.bands[:: -1 if turned else 1]
    names = names_of(opened.settings, turned)
    return GameOrder(opened.entry.name, opened.session, names, (one, other), opened.entry.changed)
