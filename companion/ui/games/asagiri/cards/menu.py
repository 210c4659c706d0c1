"""The menu of a card: a closer look, what the figure may do, and the free hand while a table is tracked."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QMenu, QWidget

from companion.model.core.contract import Correction
from companion.model.core.words import Message, say
from companion.model.games.asagiri.rules import options as o
from companion.model.games.asagiri.skills import skill_use
from companion.model.games.asagiri.skills.language.vocabulary import ELEMENTS
from companion.model.games.asagiri.state.formatting import ELEMENT_WORDS
from companion.model.games.asagiri.state.vocabulary import Condition
from companion.model.games.asagiri.system import SYSTEM
from companion.model.games.asagiri.table import corrections, manual_actions
from companion.ui.games.asagiri.dice import actions
from companion.ui.kit.theme import icons, palette

if TYPE_CHECKING:
    from companion.ui.games.asagiri.controller.game import AsagiriController


def add_lasting(menu: QMenu, game: AsagiriController, who: int) -> None:
    """A menu in the menu, when a figure that stands there bears something, or a token could be laid on it."""
    state = game.state
    borne, going = skill_use.borne(state, who), skill_use.effects(state, who)
    known = dict.fromkeys((*skill_use.tokens(state), *borne)) if state.figures[who].state != "disabled" else {}
    if not known and not going:
        return
    inner = menu.addMenu(icons.icon("hourglass"), game.say(say("Tokens and effects")))
    for token in known:
        words, on = say("Token: {token}", token=skill_use.token_words(token)), token in borne
        _add(inner, game, words, "", corrections.SetToken(who, token, not on), checked=on)
    if known and going:
        inner.addSeparator()
    for n, effect in going:
        _add(inner, game, say("End: {effect}", effect=effect), "close", corrections.EndEffect(who, n))


def menu_for(game: AsagiriController, who: int, parent: QWidget, look: Callable[[bool], None]) -> QMenu:
    """The menu of a figure's card; it deletes itself when it closes.

    `look` opens the large card, told whether to begin with correcting its values.
    """
    menu = QMenu(parent)
    menu.setAccessibleName(game.name(who))
    game.changed.connect(menu.close)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    _add(menu, game, say("View the card"), "eye", lambda: look(False))
    if game.allows("odds") and game.figure(who).at >= 0:
        _add(menu, game, say("Odds of a fight"), "chart", partial(game.odds_asked.emit, who))
    for option in game.options:
        activates = isinstance(option, o.Activate) and option.who == who
        if activates or (isinstance(option, o.Reserve | o.TakeBack) and actions.user_of(game.state, option) == who):
            sign = "play" if activates else "tray"
            _add(menu, game, SYSTEM.label(game.state, option), sign, partial(game.choose, option))
    if game.tracking:
        menu.addSeparator()
        _by_hand(menu, game, who, look)
    return menu


def _add(
    menu: QMenu,
    game: AsagiriController,
    words: Message,
    sign: str | QIcon,
    do: Correction | Callable[[], object],
    *,
    checked: bool | None = None,
) -> None:
    """An entry that corrects something or does something else; `checked`: it is on or off."""
    icon = sign if isinstance(sign, QIcon) else icons.icon(sign) if sign else QIcon()
    action = menu.addAction(icon, game.say(words))
    action.setCheckable(checked is not None)
    action.setChecked(bool(checked))
    run: Callable[[], object] = do if callable(do) else partial(game.correct, do)
    action.triggered.connect(lambda _=False: run())


def _by_hand(menu: QMenu, game: AsagiriController, who: int, look: Callable[[bool], None]) -> None:
    """Corrections that ask no rule."""
    figure, character = game.figure(who), game.state.table.characters[who]
    if figure.state == "disabled":
        none = menu.addAction(game.say(say("Disabled: place the figure on the board again to bring it back")))
        none.setEnabled(False)
        _give_up(menu, game, character.band)
    else:
        other: Condition = "shaken" if figure.state == "vigilant" else "vigilant"
        words = say("Turn over: shaken") if other == "shaken" else say("Turn over: vigilant")
        _add(menu, game, words, "flip", corrections.SetState(who, other))
        turned = corrections.SetActivated(who, not figure.activated)
        _add(menu, game, say("Activated"), "", turned, checked=figure.activated)
        inner = menu.addMenu(icons.icon("tray"), game.say(say("Die in reserve")))
        for element in ELEMENTS:
            icon, held = icons.icon(element, palette.current().element(element)), figure.reserve == element
            kept = corrections.SetReserve(who, element)
            _add(inner, game, Message(ELEMENT_WORDS[element]), icon, kept, checked=held)
        inner.addSeparator()
        _add(inner, game, say("None"), "", corrections.SetReserve(who, None), checked=figure.reserve is None)
        add_lasting(menu, game, who)
    if character.equipment is not None and character.equipment.single:
        spent = corrections.SetEquipment(who, not figure.spent)
        _add(menu, game, say("Equipment used up"), "", spent, checked=figure.spent)
    _add(menu, game, say("Correct a value…"), "edit", lambda: look(True))
    if figure.state != "disabled":
        menu.addSeparator()
        _add(menu, game, say("Disabled"), "skull", corrections.SetState(who, "disabled"))


def _give_up(menu: QMenu, game: AsagiriController, band: int) -> None:
    """BND-6: the die that a band still owes for a civilian, by hand."""
    own = game.state.bands[band]
    if not manual_actions.owes(game.state, band):
        return
    inner = menu.addMenu(icons.icon("dice"), game.say(say("Lose a die for good")))
    if own.aside:
        _add(inner, game, say("one set aside"), "", corrections.SetDice(band, own.pool, own.aside - 1))
    for element in dict.fromkeys(own.pool):
        pool = list(own.pool)
        pool.remove(element)
        _add(inner, game, Message(ELEMENT_WORDS[element]), "", corrections.SetDice(band, tuple(pool), own.aside))
