"""What can be done from the end of a game: read about it, play it again, change sides, begin another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from companion.model.core.words import say

if TYPE_CHECKING:
    from companion.ui.games.asagiri.table.host import Host
    from companion.ui.shell.navigator import Navigator


def wire_end(navigator: Navigator, host: Host, *, of_campaign: bool) -> None:
    """Give the end slip of a game its ways on; a battle of a campaign is played once."""
    end = host.screen.end
    end.report.clicked.connect(lambda: navigator.show_report())
    if of_campaign:
        end.way_out = say("Back to the campaign")
    setup = host.opened.session.header.setup
    end.alone = not of_campaign and isinstance(setup, dict)
    end.again.clicked.connect(lambda: play_again(navigator, host, swapped=False))
    end.swap.clicked.connect(lambda: play_again(navigator, host, swapped=True))
    end.other.clicked.connect(lambda: navigator.new_game())


def play_again(navigator: Navigator, host: Host, *, swapped: bool) -> None:
    """Begin another game from the same set-up; `swapped`: the players have exchanged the bands."""
    settings, setup = replace(host.opened.settings, spent=(0.0, 0.0)), host.opened.session.header.setup
    if swapped:
        settings = replace(settings, players=settings.players[::-1], names=settings.names[::-1])
    if isinstance(setup, dict):
        navigator.begin(dict(setup), settings)
