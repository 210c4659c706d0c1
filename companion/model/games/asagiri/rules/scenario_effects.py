"""What a scenario card does while a contest is played: to the table, at the start of a phase, at the end of a turn."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from companion.model.games.asagiri.state import scenario_game
from companion.model.games.asagiri.state import scenarios as card
from companion.model.games.asagiri.state.board import board_of
from companion.model.games.asagiri.state.stack import Arriving
from companion.model.games.asagiri.state.state import State, replace
from companion.model.games.asagiri.state.vocabulary import BANDS, ENEMY_OF, NO_FIGURE, by_figure

from .transition import Transition

LETTERS = {"hindering": "h", "aquatic": "a"}


def begin(flow: Transition) -> None:
    """Everything on the card that changes the table once: turns, dice, floor, who begins shaken."""
    table = flow.table
    assert table.contest is not None
    for lasts in scenario_game.effects(table, card.Lasts):
        table = replace(table, contest=replace(table.contest, turns=lasts.turns))
    board = table.board
    for ground in scenario_game.effects(table, card.RoughGround):
        board = scenario_game.covered(board, ground.where, LETTERS[ground.terrain])
    if scenario_game.effects(table, card.Doors):
        board = board_of(tuple(replace(plan, doors=frozenset()) for plan in board.floors))
    flow.set(table=replace(table, board=board))
    for dice in scenario_game.effects(table, card.ExtraDice):
        for band in BANDS:
            flow.band(band, aside=max(0, flow.state.bands[band].aside + dice.more))
    for shaken in scenario_game.effects(table, card.Shaken):
        for band in BANDS:
            for who in scenario_game.chosen(flow.state, band, shaken.who):
                flow.figure(who, state="shaken")


def begin_phase(flow: Transition) -> None:
    """What a card does when a phase begins: all recover, somebody comes back."""
    state = flow.state
    if state.table.contest is None or not _acts(state) or not flow.due("scenario", NO_FIGURE, "KAR-6"):
        return
    do(flow)


def _acts(state: State) -> bool:
    """Whether the card does something as this phase begins."""
    rallies = any(
        rally.turn == state.turn and state.phase == 0 for rally in scenario_game.effects(state.table, card.Rally)
    )
    return rallies or any(returns.turn == state.turn for returns in scenario_game.effects(state.table, card.Returns))


def do(flow: Transition) -> None:
    """What the card says for this phase."""
    state = flow.state
    for rally in scenario_game.effects(state.table, card.Rally):
        if rally.turn == state.turn and state.phase == 0:
            for who, figure in by_figure(state.figures):
                if figure.at >= 0 and figure.state == "shaken":
                    flow.recover(who, "KAR-6", sure=True)
    for returns in scenario_game.effects(state.table, card.Returns):
        if returns.turn == state.turn:
            flow.push(Arriving(state.phase, returns.value))


def end_turn(flow: Transition) -> bool:
    """Both phases of a turn are over: count. Whether that was the last turn, and the game is over."""
    played = flow.table.contest
    if played is None:
        return False
    _count(flow, scenario_game.effects(flow.table, card.HoldZeni), "turn")
    flow.end_if_won()
    if flow.state.over:
        return True
    if flow.state.turn != played.turns:  # a table may play on
        return False
    _count(flow, scenario_game.effects(flow.table, card.HoldZeni), "game")
    for band in BANDS:
        state = flow.state
        own = scenario_game.people(state, band, "vigilant")
        flow.earn(
            band, len(own) * sum(e.zeni for e in scenario_game.effects(flow.table, card.StandingZeni)), "standing"
        )
        foes = scenario_game.people(state, ENEMY_OF[band], "shaken")
        flow.earn(band, len(foes) * sum(e.zeni for e in scenario_game.effects(flow.table, card.Wavering)), "wavering")
        across = [
            n
            for n in scenario_game.people(state, band)
            if state.figures[n].at in scenario_game.first_row(state, ENEMY_OF[band])
        ]
        flow.earn(
            band, len(across) * sum(e.zeni for e in scenario_game.effects(flow.table, card.CrossingZeni)), "crossing"
        )
    flow.set(turn=flow.state.turn + 1, phase=0, stage="take_back", active=None)
    flow.end_if_won()
    return True


def _count(flow: Transition, holds: Iterable[card.HoldZeni], when: Literal["turn", "game"]) -> None:
    for hold in holds:
        if hold.when == when:
            squares = scenario_game.place(flow.table.board, hold.where)
            figures, standing = (
                flow.state.figures,
                [scenario_game.people(flow.state, band, "vigilant") for band in BANDS],
            )
            there = [sum(figures[n].at in squares for n in people) for people in standing]
            if there[0] != there[1]:
                flow.earn(BANDS[0 if there[0] > there[1] else 1], hold.zeni, "hold")
