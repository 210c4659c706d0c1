"""Sorcerers and Kami: who may summon, which form comes, where it appears, when it goes (KAR-2, KAR-3)."""

from __future__ import annotations

from collections.abc import Iterator

from companion.model.core.refusal import Refusal, refuse
from companion.model.games.asagiri.skills.language.vocabulary import Element
from companion.model.games.asagiri.state.board import BLOCKING, HINDERING
from companion.model.games.asagiri.state.state import State
from companion.model.games.asagiri.state.table import Character
from companion.model.games.asagiri.state.vocabulary import NO_FIGURE, BandId, FigureId, SquareId, by_figure

FORMS = {"demon_hunter": "celestial", "evil_creature": "corrupted"}
"""The form of a Kami shows in its alignment."""


def on_board(state: State, band: BandId) -> list[FigureId]:
    """The Kami that a band controls."""
    return [
        n
        for n, character in by_figure(state.table.characters)
        if character.kami is not None and character.band == band and state.figures[n].at >= 0
    ]


def alignment_for(state: State, who: FigureId) -> str:
    """Whose form a sorcerer summons: its own; a Mercenary's is its band's, celestial in an all-Mercenary band."""
    characters = state.table.characters
    own = characters[who]
    kin = [own, *(c for c in characters if c.band == own.band and c.kami is None)]
    return next((c.alignment for c in kin if c.alignment in FORMS), "demon_hunter")


def form(state: State, who: FigureId, element: Element) -> Character | None:
    """The card of the Kami that a sorcerer would summon; None: the packs of this game have none. Of several that of the
    last pack: one's own comes after those of the program.
    """
    wanted = alignment_for(state, who)
    found = [c for c in state.table.cards if c.kami == element and c.alignment == wanted]
    return None if not found else found[0] if state.table.edition == 1 else found[-1]


def entry(state: State, element: Element) -> FigureId:
    """The Kami of an element that has been in this game, on the board if one is; -1: none has."""
    known = [n for n, character in by_figure(state.table.characters) if character.kami == element]
    return next((n for n in known if state.figures[n].at >= 0), known[-1] if known else NO_FIGURE)


def squares(state: State, who: FigureId, element: Element | None = None) -> list[SquareId]:
    """Where a summoned Kami may appear: free squares that the sorcerer could step to, neither hindering nor blocking.

    With `element` the square that this Kami leaves is free too.
    """
    at = state.figures[who].at
    if at < 0:
        return []
    board, occupied = state.table.board, state.in_the_way(who)
    leaving = entry(state, element) if element is not None else -1
    if leaving >= 0 and state.figures[leaving].at >= 0:
        occupied &= ~(1 << state.figures[leaving].at)
    return [
        way.target
        for way in board.ways[at]
        if way.open(occupied) and board.terrain[way.target] not in (HINDERING, BLOCKING)
    ]


def summon_refused(state: State, who: FigureId) -> Refusal | None:
    """KAR-2: why a figure cannot summon now."""
    if state.in_enemy_zone(who):
        return refuse("KAR-2", "A sorcerer cannot summon in an enemy control zone.")
    if on_board(state, state.band_of(who)):
        return refuse("KAR-2", "The band already has a Kami.")
    if not any(card.kami is not None for card in state.table.cards):
        return refuse("KAR-2", "The packs of this game contain no Kami.")
    if not _room(state, who):
        return refuse("KAR-2", "There is no free square beside the sorcerer.")
    return None


def _room(state: State, who: FigureId) -> bool:
    """A square free now, or that the enemy's Kami of some element would leave."""
    if squares(state, who):
        return True
    elements = dict.fromkeys(card.kami for card in state.table.cards if card.kami is not None)
    return any(form(state, who, element) is not None and squares(state, who, element) for element in elements)


def summoned_by(state: State, who: FigureId) -> Iterator[FigureId]:
    """The Kami on the board that a figure has summoned."""
    id = state.table.characters[who].id
    for n, (character, figure) in by_figure(zip(state.table.characters, state.figures, strict=True)):
        if figure.at >= 0 and character.kami is not None and character.summoner == id:
            yield n
