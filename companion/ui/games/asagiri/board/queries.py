"""What the board asks the model about a game, and the menu of what can be done on a square.

The questions are pure functions of the game shown; every answer is the model's own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from PySide6.QtWidgets import QWidget

from companion.model.core.contract import Choice, Correction, Option, options_of
from companion.model.core.words import Message, say
from companion.model.games.asagiri.adventure.conditions import walk
from companion.model.games.asagiri.adventure.play import Play
from companion.model.games.asagiri.rules import fights, legal_options, movement, turn
from companion.model.games.asagiri.rules import options as o
from companion.model.games.asagiri.rules.movement import Reached
from companion.model.games.asagiri.rules.options import label
from companion.model.games.asagiri.skills import skill_use
from companion.model.games.asagiri.skills.modifiers import movement_points
from companion.model.games.asagiri.state.board import BLOCKING
from companion.model.games.asagiri.state.formatting import FACING_WORDS, square_words
from companion.model.games.asagiri.state.stack import EffectFrame, Retreating, TurningToFace
from companion.model.games.asagiri.state.state import State, band_of_seat
from companion.model.games.asagiri.state.vocabulary import (
    NO_BAND,
    NO_FIGURE,
    NO_SQUARE,
    NORTH,
    BandId,
    Facing,
    FigureId,
    SquareId,
    by_facing,
    by_figure,
    turned_by,
)
from companion.model.games.asagiri.table import corrections
from companion.model.games.asagiri.table.corrections import (
    PlaceFigure,
    SetDoor,
    SetOpening,
    SetPoints,
    SetSquareToken,
    SetState,
)
from companion.ui.games.asagiri.cards.large import add_odds, add_state
from companion.ui.games.asagiri.controller import AsagiriController
from companion.ui.kit.choices import Menu


def standing(state: State, at: SquareId) -> FigureId:
    """The figure on a square, or -1."""
    if at < 0:
        return NO_FIGURE
    return next((who for who, figure in by_figure(state.figures) if figure.at == at), NO_FIGURE)


def acting_band(game: AsagiriController) -> BandId:
    """The band for which a person has to choose now, or -1."""
    pending = game.pending
    return band_of_seat(pending.seat) if isinstance(pending, Choice) and game.options else NO_BAND


def own(game: AsagiriController, who: FigureId) -> bool:
    """Whether a figure is one of those whom the person to choose leads."""
    return who >= 0 and game.state.band_of(who) == acting_band(game)


def acting(game: AsagiriController) -> FigureId:
    """The figure that is active, when a person leads it and nothing else is being resolved; else -1."""
    state = game.state
    if state.active is None or state.frames or not own(game, state.active.who):
        return NO_FIGURE
    return state.active.who


def spent(game: AsagiriController) -> bool:
    """Whether the active figure has nothing left to do, or none is active: another one may begin."""
    active = game.state.active
    return active is None or (active.over and active.acted)


def can_begin(game: AsagiriController, who: FigureId) -> bool:
    """Whether this figure may be activated now."""
    return who >= 0 and o.Activate(who) in game.options


def reach(game: AsagiriController, who: FigureId) -> list[Reached]:
    """Where a figure can go: now, for one that may move now; in a movement of its own, for an enemy to look at."""
    state = game.state
    if who < 0 or state.figures[who].at < 0:
        return []
    if own(game, who) or (game.tracking and state.band_of(who) == state.phase):
        return corrections.reachable(state, who)
    if state.band_of(who) != state.phase and state.stage in ("activations", "reserve", "take_back", "roll"):
        return movement.reach(state, who, movement_points(state, who))
    return []


def cheapest(found: list[Reached]) -> dict[SquareId, Reached]:
    """By square: the cheapest way there, whatever the facing."""
    best: dict[SquareId, Reached] = {}
    for reached in found:
        if reached.at not in best or reached.cost < best[reached.at].cost:
            best[reached.at] = reached
    return best


def attacks(game: AsagiriController, who: FigureId) -> list[FigureId]:
    """The enemies this figure may attack now: offered, or offered once it is activated."""
    if acting(game) == who:
        return [option.target for option in game.options if isinstance(option, o.Attack)]
    return fights.targets(game.state, who) if _fresh(game, who) else []


def shots(game: AsagiriController, who: FigureId) -> dict[FigureId, list[o.Shoot]]:
    """By enemy: the shots this figure may announce now."""
    found: dict[FigureId, list[o.Shoot]] = {}
    if acting(game) == who:
        for option in game.options:
            if isinstance(option, o.Shoot):
                found.setdefault(option.target, []).append(option)
    elif _fresh(game, who):
        for target, skill, origin in fights.shots(game.state, who):
            found.setdefault(target, []).append(o.Shoot(target, skill.id, origin))
    return found


def _fresh(game: AsagiriController, who: FigureId) -> bool:
    return spent(game) and not game.state.frames and can_begin(game, who)


def shooter(state: State, who: FigureId) -> bool:
    """Whether a figure has a skill marked Shot."""
    return who >= 0 and any(skill.shot is not None for skill in state.skills(who))


def retreating(game: AsagiriController) -> FigureId:
    """The figure for which a person chooses a retreat, or -1."""
    top = game.state.frames[-1] if game.state.frames else None
    return top.who if isinstance(top, Retreating) and game.options_like(o.Retreat) else NO_FIGURE


def turning(game: AsagiriController) -> FigureId:
    """The figure for which a person chooses a facing, or -1."""
    top = game.state.frames[-1] if game.state.frames else None
    if not game.options_like(o.Face):
        return NO_FIGURE
    return top.who if isinstance(top, TurningToFace) else top.target if isinstance(top, EffectFrame) else NO_FIGURE


def places(game: AsagiriController) -> list[SquareId]:
    """The squares among which a person chooses for a skill."""
    return list(dict.fromkeys(option.at for option in game.options if isinstance(option, o.Place)))


def pickable(game: AsagiriController) -> list[FigureId]:
    """The figures among which a person chooses for a skill."""
    return [option.who for option in game.options if isinstance(option, o.Pick)]


def deployable(game: AsagiriController) -> list[FigureId]:
    """The figures that a person has to put on the board now."""
    if game.state.stage == "deploy" and game.options:
        return turn.undeployed(game.state, turn.deploying(game.state))
    return list(dict.fromkeys(option.who for option in coming(game)))


def deployment(game: AsagiriController) -> list[SquareId]:
    """The squares on which a person may put them."""
    if not deployable(game):
        return []
    if game.state.stage == "deploy":
        return turn.deployment_squares(game.state, turn.deploying(game.state))
    return list(dict.fromkeys(option.at for option in coming(game) if option.who == chosen_to_deploy(game)))


def chosen_to_deploy(game: AsagiriController) -> FigureId:
    """Whom a click puts on the board: the one selected, or the only one; -1: nobody yet."""
    waiting = deployable(game)
    return game.selection if game.selection in waiting else waiting[0] if len(waiting) == 1 else NO_FIGURE


def coming(game: AsagiriController) -> list[o.Deploy | o.Enter]:
    """The ways in which somebody comes onto the board in the middle of a game (ADV-9, KAR-6 scenario cards)."""
    if game.state.stage == "deploy":
        return []
    return [option for option in game.options if isinstance(option, o.Deploy | o.Enter)]


def deploys(game: AsagiriController, who: FigureId, at: SquareId, facing: Facing) -> o.Deploy | o.Enter:
    """The option that puts a figure on a square now."""
    return o.Enter(who, at, facing) if game.state.stage == "enter" else o.Deploy(who, at, facing)


def deployment_facing(state: State) -> Facing:
    """Towards the enemy: away from the band's own side, or from where the adventure lets it begin."""
    if state.quest is not None or state.stage != "deploy":
        return _coming_facing(state)
    return turned_by(turn.side_of(state, turn.deploying(state)), 2)


def _coming_facing(state: State) -> Facing:
    pending = legal_options.pending(state)
    found = options_of(pending) if isinstance(pending, Choice) else ()
    first = next((option for option in found if isinstance(option, o.Deploy | o.Enter)), None)
    return NORTH if first is None else turn.inward(state, first.who, first.at)


def turns(game: AsagiriController, who: FigureId) -> list[Facing]:
    """The facings to which this figure may turn a quarter now, by the options offered."""
    if acting(game) != who:
        return []
    return [option.facing for option in game.options if isinstance(option, o.Turn)]


def standable(state: State, who: FigureId, at: SquareId) -> bool:
    """Whether a hand may put a figure on a square: nothing solid and nobody else is there."""
    return at >= 0 and state.table.board.terrain[at] != BLOCKING and standing(state, at) in (-1, who)


def off_board(state: State) -> list[FigureId]:
    """The figures that stand nowhere."""
    return [who for who, figure in by_figure(state.figures) if figure.at < 0]


def named_zones(play: Play) -> Iterator[str]:
    """The zones that matter in the game: exits, those that goals speak of, those through which somebody comes."""
    record = play.record
    asked = [goal.when for party in record.sides for goal in party.goals]
    spoken = [getattr(part, "zone", None) for condition in asked for _, part in walk(condition)]
    spoken += [arrival.zone for arrival in record.reinforcements]
    wanted = {*spoken, *(zone for zones in play.exits for zone in zones)}
    return (zone.id for zone in record.zones if zone.id in wanted)


def figure_menu(game: AsagiriController, who: FigureId, parent: QWidget) -> Menu:
    """Everything a hand can do to a figure that stands on the board."""
    menu = Menu(game.say, game.name(who), parent)
    figure = game.state.figures[who]
    add_odds(menu, game, who)
    turn = menu.inner(say("Turn"), "rotate")
    for facing, name in by_facing(FACING_WORDS):
        entry = turn.add(Message(name), partial(game.move_by_hand, who, figure.at, facing))
        entry.setEnabled(facing != figure.facing)
    add_state(menu, game, who)
    active = game.state.active
    if active is not None and active.who == who:
        points = menu.inner(say("Movement points left"), "footprints")
        for left in range(max(active.points, game.state.face(who).movement) + 2):
            words, kept = say("{points}", points=left), SetPoints(who, left)
            points.add(words, partial(game.correct, kept), on=left == active.points)
    _add_tokens(menu, game, figure.at)
    _add_sides(menu.inner(say("Doors and walls"), "door"), game, figure.at)
    menu.addSeparator()
    menu.add(say("Disabled"), partial(game.correct, SetState(who, "disabled")), "skull")
    menu.add(say("Take off the board"), partial(game.correct, PlaceFigure(who, NO_SQUARE, figure.facing)), "trash")
    return menu


def odds_menu(game: AsagiriController, who: FigureId, parent: QWidget) -> Menu:
    """What there is to ask about a figure where hands have no say."""
    menu = Menu(game.say, game.name(who), parent)
    add_odds(menu, game, who)
    return menu


def square_menu(game: AsagiriController, at: SquareId, parent: QWidget) -> Menu:
    """What a hand can do on a free square: put figures back, set doors."""
    state = game.state
    menu = Menu(game.say, square_words(state, at), parent)
    if standable(state, NO_FIGURE, at):
        for who in off_board(state):
            words, back = (
                say("Place {who} here", who=state.table.called[who]),
                PlaceFigure(who, at, state.figures[who].facing),
            )
            menu.add(words, partial(game.correct, back), "person")
        _add_tokens(menu, game, at)
    _add_sides(menu, game, at)
    return menu


def _add_tokens(menu: Menu, game: AsagiriController, at: SquareId) -> None:
    """Tokens that skills of this table lay on squares."""
    lying = game.state.token_at(at)
    for name in dict.fromkeys((*skill_use.square_tokens(game.state, at), *([lying.name] if lying else ()))):
        there = lying is not None and lying.name == name
        words = say("Token on this square: {token}", token=skill_use.token_words(name))
        menu.add(words, partial(game.correct, SetSquareToken(at, name, not there)), on=there)


def _add_sides(menu: Menu, game: AsagiriController, at: SquareId) -> None:
    """Doors and walls on the sides of a square: opened, closed, laid, taken away (KAR-5)."""
    board, first = game.state.table.board, game.session.state_at(0).table.board

    def add(words: Message, *changes: Correction) -> None:
        menu.add(words, partial(game.correct, *changes), "door")

    for facing, name in by_facing(FACING_WORDS):
        edge, side = board.edge(at, facing), Message(name)
        if edge is None:
            continue
        if board.door(at, facing) is not None:
            add(say("Open the door {facing}", facing=side), SetDoor(at, facing, False))
        elif board.wall(at, facing) is None:
            add(say("Close a door {facing}", facing=side), SetDoor(at, facing, True))
        else:
            opened = SetOpening(at, facing, True)
            add(say("Open the wall {facing}", facing=side), opened)
            add(say("Place a door in the wall {facing}", facing=side), opened, SetDoor(at, facing, True))
        known = at < len(first.squares) and first.squares[at] == board.squares[at]
        if known and first.wall(at, facing) is not None and board.wall(at, facing) is None:
            add(say("Close the wall {facing}", facing=side), SetOpening(at, facing, False))


def choice_menu(
    game: AsagiriController, first: Sequence[Option], ways: Sequence[Option], parent: QWidget, name: str = ""
) -> Menu:
    """Several ways to do the same after the `first` options: one entry each."""
    menu = Menu(game.say, name or say("Several choices"), parent)
    for way in ways:
        menu.add(label(game.state, way), partial(game.choose, *first, way))
    return menu
