"""From a campaign to the game it waits for."""

from __future__ import annotations

from collections.abc import Mapping

from companion.model.core.contract import Content
from companion.model.core.record import Dice, Mode
from companion.model.core.refusal import UnknownOption
from companion.model.core.session import Session
from companion.model.core.words import say
from companion.model.games.asagiri import SYSTEM
from companion.model.games.asagiri.state.state import State as Game
from companion.model.games.asagiri.table.automation import PRESETS
from companion.model.games.asagiri.table.corrections import SetDials

from .chapter_page import game_setup
from .state import State


def begin_game(
    state: State,
    content: Content,
    seed: int | None = None,
    *,
    packs: Mapping[str, str] | None = None,
    dice: Dice = "virtual",
    mode: Mode | None = None,
) -> Session[Game]:
    """The present chapter as a game to be played, with the campaign's settings and house rules.

    In another `mode` than the campaign's, automatic things stand as is usual there.
    Raises UnknownOption when no game is waited for now, InvalidInput or RuleBroken when its set-up cannot be played.
    """
    if state.now.stage != "battle":
        raise UnknownOption(say("The campaign is not waiting for a game now."))
    settings = state.now.settings
    setup = game_setup(state, content)
    mode = settings.mode if mode is None else mode
    dials = tuple(sorted(settings.dials.items())) if mode == settings.mode else PRESETS[mode]
    session = Session.new(SYSTEM, setup, content, seed, packs=packs, dice=dice, mode=mode)
    if dials and mode != "enforce":  # under the rules everything happens by itself
        session.edit(SetDials(dials))
    return session
