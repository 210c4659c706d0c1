"""The table's free hand: a menu on a figure or a square, each entry one correction."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from companion.model.core.contract import Correction, Option
from companion.model.core.words import Message, say
from companion.model.systems.asagiri.corrections import Place, SetActivated, SetDoor, SetReserve, SetState
from companion.model.systems.asagiri.options import label
from companion.model.systems.asagiri.terms import Condition
from companion.model.systems.asagiri.text import ELEMENT_WORDS, FACING_WORDS, square_words
from companion.ui.cards.lasting_menu import add_lasting
from companion.ui.table.game import Game
from companion.ui.theme import icons
from companion.ui.theme.palette import ELEMENTS, current

from . import asks


def figure_menu(game: Game, who: int, parent: QWidget) -> QMenu:
    """Everything a hand can do to a figure that stands on the board."""
    menu = QMenu(parent)
    figure = game.state.figures[who]
    menu.setTitle(game.name(who))
    add_odds(menu, game, who)
    turn = menu.addMenu(icons.icon("rotate"), game.say(say("Turn")))
    for facing, name in enumerate(FACING_WORDS):
        entry = _entry(turn, game, Message(name), partial(game.move_by_hand, who, figure.at, facing))
        entry.setEnabled(facing != figure.facing)
    other: Condition = "shaken" if figure.state == "vigilant" else "vigilant"
    words = say("Turn the card: shaken") if other == "shaken" else say("Turn the card: vigilant")
    _correction(menu, game, words, SetState(who, other), "flip")
    reserve = menu.addMenu(icons.icon("tray"), game.say(say("Die in reserve")))
    for element in ELEMENTS:
        entry = _correction(reserve, game, Message(ELEMENT_WORDS[element]), SetReserve(who, element))
        entry.setIcon(icons.icon(element, current().element(element)))
        entry.setCheckable(True)
        entry.setChecked(figure.reserve == element)
    none = _correction(reserve, game, say("none"), SetReserve(who, None))
    none.setCheckable(True)
    none.setChecked(figure.reserve is None)
    activated = _correction(menu, game, say("Has been activated"), SetActivated(who, not figure.activated), "check")
    activated.setCheckable(True)
    activated.setChecked(figure.activated)
    add_lasting(menu, game, who)
    menu.addSeparator()
    _correction(menu, game, say("Disabled"), SetState(who, "disabled"), "skull")
    _correction(menu, game, say("Take off the board"), Place(who, -1, figure.facing), "trash")
    return menu


def odds_menu(game: Game, who: int, parent: QWidget) -> QMenu:
    """What there is to ask about a figure where hands have no say."""
    menu = QMenu(parent)
    menu.setTitle(game.name(who))
    add_odds(menu, game, who)
    return menu


def add_odds(menu: QMenu, game: Game, who: int) -> None:
    """An entry that asks for the odds of a fight with a figure, where such help is agreed."""
    if game.allows("odds"):
        entry = _entry(menu, game, say("What if: odds"), partial(game.odds_asked.emit, who))
        entry.setIcon(icons.icon("chart"))


def square_menu(game: Game, at: int, parent: QWidget) -> QMenu:
    """What a hand can do on a free square: put figures back, set doors."""
    menu = QMenu(parent)
    state = game.state
    board = state.table.board
    menu.setTitle(square_words(state, at))
    if asks.standable(state, -1, at):
        for who in asks.off_board(state):
            words = say("Put {who} here", who=state.table.called[who])
            _correction(menu, game, words, Place(who, at, state.figures[who].facing), "person")
    for facing, words_ in enumerate(FACING_WORDS):
        edge = board.edge(at, facing)
        if edge is None:
            continue
        if board.door(at, facing) is not None:
            words = say("Open the door {facing}", facing=Message(words_))
            _correction(menu, game, words, SetDoor(at, facing, False), "door")
        elif edge not in board.floors[board.squares[at][2]].walls:
            words = say("Close a door {facing}", facing=Message(words_))
            _correction(menu, game, words, SetDoor(at, facing, True), "door")
    return menu


def choice_menu(game: Game, first: tuple[Option, ...], ways: tuple[Option, ...], parent: QWidget) -> QMenu:
    """Several ways to do the same: one entry each."""
    menu = QMenu(parent)
    for way in ways:
        _entry(menu, game, label(game.state, way), partial(game.choose, *first, way))
    return menu


def _entry(menu: QMenu, game: Game, words: Message, do: Callable[[], object]) -> QAction:
    action = menu.addAction(game.say(words))
    action.triggered.connect(lambda _=False: do())
    return action


def _correction(menu: QMenu, game: Game, words: Message, correction: Correction, sign: str = "") -> QAction:
    action = _entry(menu, game, words, partial(game.correct, correction))
    if sign:
        action.setIcon(icons.icon(sign))
    return action
