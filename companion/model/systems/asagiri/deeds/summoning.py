"""Summoning a Kami: the tori is rolled, the Kami of its element appears (KAR-2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from companion.model.core.chance import Die, Face
from companion.model.core.contract import Option
from companion.model.effects import operations as op
from companion.model.effects.tree import Effect, Element

from .. import kami
from .. import options as o
from ..flow import Flow
from ..skill_events import CharacterDefected, KamiSummoned, SummoningRolled
from ..stack import Doing
from ..state import INSPIRATION, SEATS, Figure, State, replace
from .deed import Deed


def _ask(state: State, frame: Doing, effect: op.SummonKami) -> Sequence[Option]:
    if not frame.dice or kami.form(state, frame.who, frame.dice[0]) is None:
        return ()
    return [o.Place(at, facing) for at in kami.squares(state, frame.who, frame.dice[0]) for facing in range(4)]


def _do(flow: Flow, frame: Doing, effect: op.SummonKami, option: Option | None) -> None:
    """First the die is rolled, then the Kami put on the board."""
    if not frame.dice:
        flow.push(replace(frame, rolling=True))
    elif isinstance(option, o.Place):
        summon(flow, frame.who, frame.dice[0], option)


def _die(state: State, frame: Doing, effect: op.SummonKami) -> tuple[Die, ...]:
    return (Die(INSPIRATION, SEATS[state.band_of(frame.who)]),)


def _fallen(flow: Flow, frame: Doing, effect: op.SummonKami, faces: tuple[Face, ...]) -> None:
    """A tori has no effect, nor has an element whose Kami no pack of this game holds."""
    face = cast(Element, faces[0])
    flow.tell(SummoningRolled(frame.who, face))
    if kami.form(flow.state, frame.who, face) is not None:
        flow.push(replace(frame, dice=(face,)))


def summon(flow: Flow, who: int, element: Element, option: o.Place) -> None:
    """The Kami stands on the board, already activated; one that the enemy controls changes sides."""
    state, sorcerer = flow.state, flow.table.characters[who]
    card = kami.form(state, who, element)
    assert card is not None
    known = kami.entry(state, element)
    id = f"kami-{element}" if known < 0 else flow.table.characters[known].id
    made = replace(card, id=id, band=sorcerer.band, summoner=sorcerer.id)
    figure = Figure(option.at, option.facing, activated=True)
    characters, figures = list(flow.table.characters), list(state.figures)
    before = characters[known] if known >= 0 and figures[known].at >= 0 else None
    if known >= 0:
        flow.leave(known)
        characters[known], figures[known] = made, figure
    else:
        known = len(characters)
        characters.append(made)
        figures.append(figure)
    flow.set(table=replace(flow.table, characters=tuple(characters)), figures=tuple(figures))
    if before is not None and before.band != sorcerer.band:
        flow.tell(CharacterDefected(known, sorcerer.band))
    flow.tell(KamiSummoned(known, option.at, option.facing))


DEEDS: Mapping[type[Effect], Deed] = {op.SummonKami: Deed(_do, _ask, _die, _fallen)}
