"""Activations: how they begin and end, what goes on for their length, and the end of all of a phase's (TRN-3)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Literal

from companion.model.games.asagiri.rules.events import ActivationEnded, CharacterActivated
from companion.model.games.asagiri.rules.skill_events import SquareTokenLifted
from companion.model.games.asagiri.rules.transition import Transition
from companion.model.games.asagiri.skills import triggers
from companion.model.games.asagiri.skills.modifiers import movement_points
from companion.model.games.asagiri.skills.operations.actions import less, owed
from companion.model.games.asagiri.skills.operations.figures import expired
from companion.model.games.asagiri.state import scenario_game
from companion.model.games.asagiri.state import scenarios as card
from companion.model.games.asagiri.state.board import board_of
from companion.model.games.asagiri.state.stack import Active, Arriving, Ending, Reacting
from companion.model.games.asagiri.state.state import Lasting, State, replace
from companion.model.games.asagiri.state.vocabulary import BANDS, ENEMY_OF, NO_FIGURE, FigureId, by_figure

END = Ending()
"""An activation ends; nothing has been chosen yet."""
ENDINGS = ("activation_end", "friend_activation_end", "enemy_activation_end")


def activate(flow: Transition, who: FigureId) -> None:
    """TRN-3: an activation begins; the one going on ends."""
    end_activation(flow, Ending(who))


def _begin_activation(flow: Transition, ending: Ending) -> None:
    who = ending.next
    if flow.state.over or flow.state.figures[who].at < 0:
        return
    expire(flow, lambda _, found: found.effect.lasts == "next_activation" and found.source == who)
    flow.figure(who, activated=True)
    points = movement_points(flow.state, who)
    more = max(0, points + ending.points)
    flow.set(active=Active(who, (flow.state.figures[who].at,), more, base=points))
    flow.tell(CharacterActivated(who))
    if ending.without:
        less(flow, ending.without)
    owed(flow, who)
    triggers.activated(flow, who)


def end_activation(flow: Transition, ending: Ending = END) -> None:
    """The activation going on ends, and with it its movement (MOV-8), once skills have spoken of it."""
    active, below = flow.state.active, len(flow.state.frames)
    if active is None or ending.spoken or flow.table.speaks.isdisjoint(ENDINGS):
        conclude_activation(flow, ending)
        return
    flow.end_movement()
    brought = flow.state.frames[below:]
    flow.set(frames=(*flow.state.frames[:below], replace(ending, spoken=True)))
    if flow.state.active is not None:
        flow.watched(active.who, "friend_activation_end", "enemy_activation_end", flow.state.figures[active.who].at)
        if flow.has(active.who, "activation_end"):
            flow.push(Reacting(active.who, "activation_end"))
    flow.push(*brought)


def conclude_activation(flow: Transition, ending: Ending) -> None:
    """The activation going on is over; then comes what its player chose, or a skill brings."""
    if flow.state.active is not None:
        _close_activation(flow, flow.state.active)
    if ending.next >= 0:
        _begin_activation(flow, ending)
    elif ending.phase:
        _leave_activations(flow)


def _close_activation(flow: Transition, active: Active) -> None:
    flow.end_movement()
    if flow.state.active is not None:
        flow.set(active=None)
        flow.tell(ActivationEnded(active.who))
        if "activation" in active.extra:
            flow.figure(active.who, activated=False)
    wear_off(flow, phase=False)


def wear_off(flow: Transition, *, phase: bool) -> None:
    """An activation, or a phase, is over: what skills gave for so long ends."""
    expire(flow, lambda _, found: found.left in (0, 1 if phase else 0) or found.left < -1)
    if phase and flow.state.tokens:
        _lift(flow)
    for who, figure in by_figure(flow.state.figures):
        if phase and figure.lasting:
            kept = (replace(found, left=found.left - 1) if found.left > 0 else found for found in figure.lasting)
            flow.figure(who, lasting=tuple(kept))


def _lift(flow: Transition) -> None:
    """A phase is over: tokens on squares whose time has come are gone."""
    left = []
    for token in flow.state.tokens:
        if token.left in (0, 1):
            flow.tell(SquareTokenLifted(token.at, token.name))
        else:
            left.append(replace(token, left=token.left - 1) if token.left > 0 else token)
    flow.set(tokens=tuple(left))


def expire(flow: Transition, over: Callable[[FigureId, Lasting], bool]) -> None:
    """What goes on for a figure ends where it is `over`."""
    for who, figure in by_figure(flow.state.figures):
        gone = [found for found in figure.lasting if over(who, found)]
        if gone:
            flow.figure(who, lasting=tuple(found for found in figure.lasting if found not in gone))
            for found in gone:
                expired(flow, who, found)


def part(flow: Transition) -> None:
    """What holds as long as two figures stand together, or are vigilant, ends when they do not."""
    expire(flow, lambda who, found: found.effect.lasts in ("together", "unshaken") and _parted(flow.state, who, found))


def _parted(state: State, who: FigureId, found: Lasting) -> bool:
    one, other = state.figures[who], state.figures[found.source]
    if one.at < 0 or other.at < 0:
        return True
    if found.effect.lasts == "unshaken":
        return "shaken" in (one.state, other.state)
    board = state.table.board
    far = board.squares[one.at][2] != board.squares[other.at][2]
    return far or board.distance(one.at, other.at, "chebyshev") > 1


def close(flow: Transition) -> None:
    """A fight or a test is over, with all that it brought: so is what skills gave for its length."""
    depth = len(flow.state.frames) - 1
    flow.state = flow.state.pop()
    expire(flow, lambda _, found: found.left <= -2 - depth)


def end_activations(flow: Transition) -> None:
    """On to the reserve; with nothing to put there, the phase ends."""
    end_activation(flow, Ending(phase=True))


def _leave_activations(flow: Transition) -> None:
    if flow.state.over:
        return
    flow.set(stage="reserve")
    triggers.raise_for(flow, flow.state.phase, "phase_end", "enemy_phase_end")


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
