"""The table's free hand: a menu on a figure or a square, each entry one correction."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from companion.model.core.contract import Correction, Option
from companion.model.core.words import Message, say
from companion.model.games.asagiri.rules.options import label
from companion.model.games.asagiri.skills import skill_use
from companion.model.games.asagiri.state.formatting import ELEMENT_WORDS, FACING_WORDS, square_words
from companion.model.games.asagiri.state.stack import Active
from companion.model.games.asagiri.state.vocabulary import Condition
from companion.model.games.asagiri.table.corrections import (
    Place,
    SetActivated,
    SetDoor,
    SetOpening,
    SetPoints,
    SetReserve,
    SetSquareToken,
    SetState,
)
from companion.ui.games.asagiri.cards.menu import add_lasting
from companion.ui.games.asagiri.controller.game import AsagiriController
from companion.ui.kit.theme import icons
from companion.ui.kit.theme.palette import ELEMENTS, current

from . import queries


def figure_menu(game: AsagiriController, who: int, parent: QWidget) -> QMenu:
    """Everything a hand can do to a figure that stands on the board."""
    menu = QMenu(parent)
    figure = game.state.figures[who]
    menu.setTitle(game.name(who))
    menu.setAccessibleName(menu.title())
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
    activated = _correction(menu, game, say("Activated"), SetActivated(who, not figure.activated), "check")
    activated.setCheckable(True)
    activated.setChecked(figure.activated)
    active = game.state.active
    if active is not None and active.who == who:
        _add_points(menu, game, active)
    add_lasting(menu, game, who)
    _add_tokens(menu, game, figure.at)
    sides = menu.addMenu(icons.icon("door"), game.say(say("Doors and walls")))
    _add_sides(sides, game, figure.at)
    menu.addSeparator()
    _correction(menu, game, say("Disabled"), SetState(who, "disabled"), "skull")
    _correction(menu, game, say("Take off the board"), Place(who, -1, figure.facing), "trash")
    return menu


def _add_points(menu: QMenu, game: AsagiriController, active: Active) -> None:
    points = menu.addMenu(icons.icon("footprints"), game.say(say("Movement points left")))
    for left in range(max(active.points, game.state.face(active.who).movement) + 2):
        entry = _correction(points, game, say("{points}", points=left), SetPoints(active.who, left))
        entry.setCheckable(True)
        entry.setChecked(left == active.points)


def odds_menu(game: AsagiriController, who: int, parent: QWidget) -> QMenu:
    """What there is to ask about a figure where hands have no say."""
    menu = QMenu(parent)
    menu.setTitle(game.name(who))
    menu.setAccessibleName(menu.title())
    add_odds(menu, game, who)
    return menu


def add_odds(menu: QMenu, game: AsagiriController, who: int) -> None:
    """An entry that asks for the odds of a fight with a figure, where such help is agreed."""
    if game.allows("odds"):
        entry = _entry(menu, game, say("Odds of a fight"), partial(game.odds_asked.emit, who))
        entry.setIcon(icons.icon("chart"))


def square_menu(game: AsagiriController, at: int, parent: QWidget) -> QMenu:
    """What a hand can do on a free square: put figures back, set doors."""
    menu = QMenu(parent)
    state = game.state
    menu.setTitle(square_words(state, at))
    menu.setAccessibleName(menu.title())
    if queries.standable(state, -1, at):
        for who in queries.off_board(state):
            words = say("Place {who} here", who=state.table.called[who])
            _correction(menu, game, words, Place(who, at, state.figures[who].facing), "person")
        _add_tokens(menu, game, at)
    _add_sides(menu, game, at)
    return menu


def _add_tokens(menu: QMenu, game: AsagiriController, at: int) -> None:
    """Tokens that skills of this table lay on squares."""
    lying = game.state.token_at(at)
    names = dict.fromkeys((*skill_use.square_tokens(game.state, at), *([lying.name] if lying else ())))
    for name in names:
        there = lying is not None and lying.name == name
        words = say("Token on this square: {token}", token=skill_use.token_words(name))
        entry = _correction(menu, game, words, SetSquareToken(at, name, not there))
        entry.setCheckable(True)
        entry.setChecked(there)


def _add_sides(menu: QMenu, game: AsagiriController, at: int) -> None:
    """Doors and walls on the sides of a square: opened, closed, laid, taken away (KAR-5)."""
    board, first = game.state.table.board, game.session.state_at(0).table.board
    for facing, name in enumerate(FACING_WORDS):
        edge, side = board.edge(at, facing), Message(name)
        if edge is None:
            continue
        if board.door(at, facing) is not None:
            _correction(menu, game, say("Open the door {facing}", facing=side), SetDoor(at, facing, False), "door")
        elif board.wall(at, facing) is None:
            _correction(menu, game, say("Close a door {facing}", facing=side), SetDoor(at, facing, True), "door")
        else:
            opened = SetOpening(at, facing, True)
            _correction(menu, game, say("Open the wall {facing}", facing=side), opened, "door")
            door = partial(game.correct, opened, SetDoor(at, facing, True))
            _entry(menu, game, say("Place a door in the wall {facing}", facing=side), door).setIcon(icons.icon("door"))
        known = at < len(first.squares) and first.squares[at] == board.squares[at]
        if known and first.wall(at, facing) is not None and board.wall(at, facing) is None:
            _correction(menu, game, say("Close the wall {facing}", facing=side), SetOpening(at, facing, False), "door")


def choice_menu(game: AsagiriController, first: tuple[Option, ...], ways: tuple[Option, ...], parent: QWidget) -> QMenu:
    """Several ways to do the same: one entry each."""
    menu = QMenu(parent)
    menu.setAccessibleName(game.say(say("Several choices")))
    for way in ways:
        _entry(menu, game, label(game.state, way), partial(game.choose, *first, way))
    return menu


def _entry(menu: QMenu, game: AsagiriController, words: Message, do: Callable[[], object]) -> QAction:
    action = menu.addAction(game.say(words))
    action.triggered.connect(lambda _=False: do())
    return action


def _correction(
    menu: QMenu, game: AsagiriController, words: Message, correction: Correction, sign: str = ""
) -> QAction:
    action = _entry(menu, game, words, partial(game.correct, correction))
    if sign:
        action.setIcon(icons.icon(sign))
    return action
