"""Where a lesson's targets are seen on the table."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtWidgets import QWidget

from companion.model.games.chronicles.rules import places
from companion.ui.games.chronicles.board import words
from companion.ui.games.chronicles.board.contents import contents
from companion.ui.games.chronicles.heroes.words import name_of
from companion.ui.games.chronicles.table.screen import ChroniclesScreen
from companion.ui.play.pointing import Spot

AREAS: dict[str, Callable[[ChroniclesScreen], QWidget]] = {
    "step": lambda screen: screen.step,
    "board": lambda screen: screen.board,
    "heroes": lambda screen: screen.heroes,
    "oni": lambda screen: screen.oni,
    "track": lambda screen: screen.track,
    "strip": lambda screen: screen.strip,
    "plan": lambda screen: screen.plan,
    "slip": lambda screen: screen.slip,
    "options": lambda screen: screen.options,
    "pages": lambda screen: screen.leaf,
}
"""What can be pointed at as a whole."""


def spots(screen: ChroniclesScreen, target: str) -> Sequence[Spot]:
    """``figure:h1``, ``token:clue-1``, ``cell:3,4``; ``card:ID`` in a hand, and ``card:ID:right``, one side of it;
    ``sheet:ID``, ``upgrade:ID`` and any other part of the columns; ``area:`` of `AREAS`.
    """
    kind, _, id = target.partition(":")
    if kind == "area":
        found = AREAS[id](screen) if id in AREAS else None
    elif kind in ("figure", "token", "cell") and screen.board.view is not None and screen.board.view.isVisible():
        return screen.board.view.spots(target)
    else:
        found = part(screen, target)
    return [] if found is None else [(found, found.rect())]


def part(screen: ChroniclesScreen, target: str) -> QWidget | None:
    """The part of the table that is clicked for it; a card of a hand that is planned, or a suspect, first."""
    kind, _, id = target.partition(":")
    if kind == "card" and screen.plan.isVisibleTo(screen):
        for card in screen.plan.cards:
            sides = {card.card: card, **{f"{card.card}:{side}": one for side, one in card.sides.items()}}
            if id in sides:
                return sides[id]
    if screen.ending.isVisibleTo(screen) and (suspect := screen.ending.part(target)) is not None:
        return suspect
    parts = (column.part(target) for column in (screen.heroes, screen.oni, screen.track, screen.strip))
    return next((one for one in parts if one is not None), None)


def spot_name(screen: ChroniclesScreen, target: str) -> str:
    """The same as a screen reader hears it."""
    kind, _, id = target.partition(":")
    seen, board = screen.seen, places.laid(screen.seen)
    if kind == "figure":
        return name_of(seen, id)
    if kind == "token":
        return next((words.token_words(seen, one) for one in contents(seen).tokens if one.id == id), "")
    if kind == "cell" and board is not None:
        column, _, row = id.partition(",")
        return words.cell_words(seen, board, contents(seen), (int(column), int(row)))
    found = part(screen, target)
    return "" if found is None else found.accessibleName()
