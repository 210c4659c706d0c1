"""The free hand on what goes on for a figure: lay a token or take it off, end an effect. Shared by card and board."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from companion.model.core.contract import Correction
from companion.model.core.words import Message, say
from companion.model.games.asagiri.skills import skill_use
from companion.model.games.asagiri.table import corrections
from companion.ui.kit.theme import icons

if TYPE_CHECKING:
    from companion.ui.games.asagiri.controller.game import Game


def add_lasting(menu: QMenu, game: Game, who: int) -> None:
    """A menu in the menu, when a figure that stands there bears something, or a token could be laid on it."""
    state = game.state
    borne, going = skill_use.borne(state, who), skill_use.effects(state, who)
    known = dict.fromkeys((*skill_use.tokens(state), *borne)) if state.figures[who].state != "disabled" else {}
    if not known and not going:
        return
    inner = menu.addMenu(icons.icon("hourglass"), game.say(say("Tokens and effects")))
    for token in known:
        words = say("Token: {token}", token=skill_use.token_words(token))
        entry = _entry(inner, game, words, corrections.SetToken(who, token, token not in borne))
        entry.setCheckable(True)
        entry.setChecked(token in borne)
    if known and going:
        inner.addSeparator()
    for n, words in going:
        entry = _entry(inner, game, say("End: {effect}", effect=words), corrections.EndEffect(who, n))
        entry.setIcon(icons.icon("close"))


def _entry(menu: QMenu, game: Game, words: Message, correction: Correction) -> QAction:
    entry = menu.addAction(game.say(words))
    do: Callable[[], object] = partial(game.correct, correction)
    entry.triggered.connect(lambda _=False: do())
    return entry
