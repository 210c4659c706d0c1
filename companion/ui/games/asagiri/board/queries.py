"""What the board asks the model about a game: who may act, where a figure can go, whom it may hit.

Pure functions of the game shown; every answer is the model's own.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.model.core.contract import Choice, options_of
from companion.model.games.asagiri.adventure.conditions import walk
from companion.model.games.asagiri.adventure.play import Play
from companion.model.games.asagiri.rules import fights, legal_options, movement, turn
from companion.model.games.asagiri.rules import options as o
from companion.model.games.asagiri.rules.movement import Reached
from companion.model.games.asagiri.skills.modifiers import movement_points
from companion.model.games.asagiri.state.board import BLOCKING
from companion.model.games.asagiri.state.stack import EffectFrame, Retreating, TurningToFace
from companion.model.games.asagiri.state.state import SEATS, State
from companion.model.games.asagiri.table import corrections
from companion.ui.games.asagiri.controller.game import AsagiriController


def standing(state: State, at: int) -> int:
    """The figure on a square, or -1."""
    if at < 0:
        return -1
    return next((who for who, figure in enumerate(state.figures) if figure.at == at), -1)


def acting_band(game: AsagiriController) -> int:
    """The band for which a person has to choose now, or -1."""
    pending = game.pending
    return SEATS.index(pending.seat) if isinstance(pending, Choice) and game.options else -1


def own(game: AsagiriController, who: int) -> bool:
    """Whether a figure is one of those whom the person to choose leads."""
    return who >= 0 and game.state.band_of(who) == acting_band(game)


def acting(game: AsagiriController) -> int:
    """The figure that is active, when a person leads it and nothing else is being resolved; else -1."""
    state = game.state
    if state.active is None or state.frames or not own(game, state.active.who):
        return -1
    return state.active.who


def spent(game: AsagiriController) -> bool:
    """Whether the active figure has nothing left to do, or none is active: another one may begin."""
    active = game.state.active
    return active is None or (active.over and active.acted)


def can_begin(game: AsagiriController, who: int) -> bool:
    """Whether this figure may be activated now."""
    return who >= 0 and o.Activate(who) in game.options


def reach(game: AsagiriController, who: int) -> list[Reached]:
    """Where a figure can go: now, for one that may move now; in a movement of its own, for an enemy to look at."""
    state = game.state
    if who < 0 or state.figures[who].at < 0:
        return []
    if own(game, who) or (game.tracking and state.band_of(who) == state.phase):
        return corrections.reachable(state, who)
    if state.band_of(who) != state.phase and state.stage in ("activations", "reserve", "take_back", "roll"):
        return movement.reach(state, who, movement_points(state, who))
    return []


def cheapest(found: list[Reached]) -> dict[int, Reached]:
    """By square: the cheapest way there, whatever the facing."""
    best: dict[int, Reached] = {}
    for reached in found:
        if reached.at not in best or reached.cost < best[reached.at].cost:
            best[reached.at] = reached
    return best


def attacks(game: AsagiriController, who: int) -> list[int]:
    """The enemies this figure may attack now: offered, or offered once it is activated."""
    if acting(game) == who:
        return [option.target for option in game.options if isinstance(option, o.Attack)]
    return fights.targets(game.state, who) if _fresh(game, who) else []


def shots(game: AsagiriController, who: int) -> dict[int, list[o.Shoot]]:
    """By enemy: the shots this figure may announce now."""
    found: dict[int, list[o.Shoot]] = {}
    if acting(game) == who:
        for option in game.options:
            if isinstance(option, o.Shoot):
                found.setdefault(option.target, []).append(option)
    elif _fresh(game, who):
        for target, skill, origin in fights.shots(game.state, who):
            found.setdefault(target, []).append(o.Shoot(target, skill.id, origin))
    return found


def _fresh(game: AsagiriController, who: int) -> bool:
    return spent(game) and not game.state.frames and can_begin(game, who)


def shooter(state: State, who: int) -> bool:
    """Whether a figure has a skill marked Shot."""
    return who >= 0 and any(skill.shot is not None for skill in state.skills(who))


def retreating(game: AsagiriController) -> int:
    """The figure for which a person chooses a retreat, or -1."""
    top = game.state.frames[-1] if game.state.frames else None
    return top.who if isinstance(top, Retreating) and game.options_like(o.Retreat) else -1


def turning(game: AsagiriController) -> int:
    """The figure for which a person chooses a facing, or -1."""
    top = game.state.frames[-1] if game.state.frames else None
    if not game.options_like(o.Face):
        return -1
    return top.who if isinstance(top, TurningToFace) else top.target if isinstance(top, EffectFrame) else -1


def places(game: AsagiriController) -> list[int]:
    """The squares among which a person chooses for a skill."""
    return list(dict.fromkeys(option.at for option in game.options if isinstance(option, o.Place)))


def pickable(game: AsagiriController) -> list[int]:
    """The figures among which a person chooses for a skill."""
    return [option.who for option in game.options if isinstance(option, o.Pick)]


def deployable(game: AsagiriController) -> list[int]:
    """The figures that a person has to put on the board now."""
    if game.state.stage == "deploy" and game.options:
        return turn.undeployed(game.state, turn.deploying(game.state))
    return list(dict.fromkeys(option.who for option in coming(game)))


def deployment(game: AsagiriController) -> list[int]:
    """The squares on which a person may put them."""
    if not deployable(game):
        return []
    if game.state.stage == "deploy":
        return turn.deployment_squares(game.state, turn.deploying(game.state))
    return list(dict.fromkeys(option.at for option in coming(game) if option.who == chosen_to_deploy(game)))


def chosen_to_deploy(game: AsagiriController) -> int:
    """Whom a click puts on the board: the one selected, or the only one; -1: nobody yet."""
    waiting = deployable(game)
    return game.selection if game.selection in waiting else waiting[0] if len(waiting) == 1 else -1


def coming(game: AsagiriController) -> list[o.Deploy | o.Enter]:
    """The ways in which somebody comes onto the board in the middle of a game (ADV-9, KAR-6 scenario cards)."""
    if game.state.stage == "deploy":
        return []
    return [option for option in game.options if isinstance(option, o.Deploy | o.Enter)]


def deploys(game: AsagiriController, who: int, at: int, facing: int) -> o.Deploy | o.Enter:
    """The option that puts a figure on a square now."""
    return o.Enter(who, at, facing) if game.state.stage == "enter" else o.Deploy(who, at, facing)


def deployment_facing(state: State) -> int:
    """Towards the enemy: away from the band's own side, or from where the adventure lets it begin."""
    if state.quest is not None or state.stage != "deploy":
        return _coming_facing(state)
    side = state.side if turn.deploying(state) == 0 else (state.side + 2) % 4
    return (side + 2) % 4


def _coming_facing(state: State) -> int:
    pending = legal_options.pending(state)
    found = options_of(pending) if isinstance(pending, Choice) else ()
    first = next((option for option in found if isinstance(option, o.Deploy | o.Enter)), None)
    return 0 if first is None else turn.inward(state, first.who, first.at)


def turns(game: AsagiriController, who: int) -> list[int]:
    """The facings to which this figure may turn a quarter now, by the options offered."""
    if acting(game) != who:
        return []
    return [option.facing for option in game.options if isinstance(option, o.Turn)]


def standable(state: State, who: int, at: int) -> bool:
    """Whether a hand may put a figure on a square: nothing solid and nobody else is there."""
    return at >= 0 and state.table.board.terrain[at] != BLOCKING and standing(state, at) in (-1, who)


def off_board(state: State) -> list[int]:
    """The figures that stand nowhere."""
    return [who for who, figure in enumerate(state.figures) if figure.at < 0]


def named_zones(play: Play) -> Iterator[str]:
    """The zones that matter in the game: exits, those that goals speak of, those through which somebody comes."""
    record = play.record
    asked = [goal.when for party in record.sides for goal in party.goals]
    spoken = [getattr(part, "zone", None) for condition in asked for _, part in walk(condition)]
    spoken += [arrival.zone for arrival in record.reinforcements]
    wanted = {*spoken, *(zone for zones in play.exits for zone in zones)}
    return (zone.id for zone in record.zones if zone.id in wanted)
