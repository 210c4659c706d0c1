"""Inspiration dice moved by hand between pool, cards and what is set aside. None is made, none disappears (INS-1)."""

from __future__ import annotations

from companion.model.core.refusal import InvalidInput
from companion.model.core.words import plural, say
from companion.model.games.asagiri.rules.hand_events import DiceSet, ReserveSet
from companion.model.games.asagiri.rules.transition import Flow
from companion.model.games.asagiri.skills.language.vocabulary import Element
from companion.model.games.asagiri.state.state import State


def total(state: State, band: int) -> int:
    """How many dice a band has, wherever they lie, those given up for good included (INS-1, BND-6)."""
    own = state.bands[band]
    return len(own.pool) + own.aside + own.gone + _on_cards(state, band)


def to_card(flow: Flow, who: int, kept: tuple[Element, ...]) -> None:
    """Let a card hold exactly these dice; raise InvalidInput when the band has not so many.

    A die that lay there already is the same one, whatever its face; what is taken off is set aside.
    """
    band, before = flow.state.band_of(who), flow.state.figures[who].kept
    flow.keep(who, kept[: len(before)])
    for element in kept[len(before) :]:
        _fetch(flow, band, element, who)
        flow.keep(who, (*flow.state.figures[who].kept, element))
    taken_off = max(0, len(before) - len(kept))
    flow.band(band, aside=flow.state.bands[band].aside + taken_off)


def to_pool(flow: Flow, band: int, faces: tuple[Element, ...], aside: int) -> None:
    """Let these dice lie in the pool; raise InvalidInput when the band has not so many.

    The others are set aside, whatever `aside` says; where a civilian is out and its die still owed, what is missing of
    them has been given up (BND-6). Dice that the pool lacks come off the cards.
    """
    short = len(faces) - len(flow.state.bands[band].pool) - flow.state.bands[band].aside
    if short > _on_cards(flow.state, band):
        count = len(faces) - short + _on_cards(flow.state, band)
        raise InvalidInput("faces", plural("The band has only {count} die.", "The band has only {count} dice.", count))
    while short > 0:
        _off_a_card(flow, band)
        short -= 1
    own = flow.state.bands[band]
    rest = len(own.pool) + own.aside - len(faces)
    given_up = min(max(0, rest - aside), max(0, owed(flow.state, band)))
    flow.band(band, pool=faces, aside=rest - given_up, gone=own.gone + given_up)


def owed(state: State, band: int) -> int:
    """How many dice a band still has to give up for good: one for each disabled civilian (BND-6)."""
    out = sum(
        character.band == band and "civilian" in character.traits and figure.state == "disabled"
        for character, figure in zip(state.table.characters, state.figures, strict=True)
    )
    return out - state.bands[band].gone


def owes(state: State, band: int) -> bool:
    """Whether a band has to give up a die."""
    return owed(state, band) > 0


def regain(flow: Flow, who: int) -> None:
    """A civilian that is back on the board has its die again."""
    band = flow.state.band_of(who)
    own = flow.state.bands[band]
    if "civilian" in flow.table.characters[who].traits and own.gone:
        flow.band(band, aside=own.aside + 1, gone=own.gone - 1)


def _on_cards(state: State, band: int) -> int:
    return sum(len(figure.kept) for n, figure in enumerate(state.figures) if state.band_of(n) == band)


def _fetch(flow: Flow, band: int, element: Element, to: int) -> None:
    """Take a die from where it most likely lay: in the pool with this face, set aside, in the pool, on another card."""
    own = flow.state.bands[band]
    if element in own.pool:
        flow.leave_pool(band, element)
    elif own.aside:
        flow.band(band, aside=own.aside - 1)
    elif own.pool:
        flow.band(band, pool=own.pool[:-1])
        flow.tell(DiceSet(band, own.pool[:-1], 0))
    else:
        _off_a_card(flow, band, to)
        flow.band(band, aside=flow.state.bands[band].aside - 1)


def _off_a_card(flow: Flow, band: int, but: int = -1) -> None:
    """Set the die of some card aside; raise InvalidInput when no other card has one."""
    state = flow.state
    held = [n for n, figure in enumerate(state.figures) if figure.kept and n != but and state.band_of(n) == band]
    if not held:
        raise InvalidInput("element", say("The band has no other die."))
    kept = state.figures[held[-1]].kept[:-1]
    flow.keep(held[-1], kept)
    flow.band(band, aside=state.bands[band].aside + 1)
    flow.tell(ReserveSet(held[-1], kept[0] if kept else None))
