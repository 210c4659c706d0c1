"""What a figure could do with its activation, seen as wholes: where it could end, and what it could do from there.

Players made of code judge the states that these plans lead to. A plan only lists what the rules offer; going there
step by step is left to the game, so nothing here can break a rule.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TypeAlias

from companion.model.core.contract import Choice, Option
from companion.model.games.asagiri.adventure import objects
from companion.model.games.asagiri.rules import answers, dice, drafting, legal_options, movement, turn
from companion.model.games.asagiri.rules import options as o
from companion.model.games.asagiri.rules.movement import Reached
from companion.model.games.asagiri.rules.transition import Transition
from companion.model.games.asagiri.skills import skill_use
from companion.model.games.asagiri.skills.trigger_context import TriggerContext
from companion.model.games.asagiri.state.stack import Active, Began, EffectFrame, Retreating, TurningToFace
from companion.model.games.asagiri.state.state import SEATS, State, replace
from companion.model.games.asagiri.state.table import HONOUR_OF_SKILL
from companion.model.games.asagiri.state.vocabulary import ENEMY_OF, FigureId
from companion.model.games.asagiri.table.corrections import reachable as possible

from .evaluate import Look, promise, urge

PLACES, SPOTS = 8, 1
"""Places where a movement could end that are looked at; and those to act from against the same enemies alike."""
WAYS = 6
"""Of what a skill could do to whom or where: so many ways are looked at before it is used."""

Plan: TypeAlias = tuple[tuple[Option, ...], State]
"""Decisions that belong together, and the state in which to judge them."""


def outlook(state: State, choice: Choice) -> Iterator[Plan]:
    """Every plan worth a thought; each begins with one of the choice's options."""
    if state.draft is not None and state.stage == "tiles":
        # the floor is looked at tile by tile: no board is built for each way it could be
        for option in choice.options:
            if isinstance(option, o.PlaceTile):
                yield (option,), replace(state, draft=drafting.with_tile(state.draft, option))
        return
    if state.frames or state.stage != "activations":
        for option in choice.options:
            if isinstance(option, o.Deploy | o.Enter) and option.facing != turn.inward(state, option.who, option.at):
                continue  # whoever deploys looks at the board
            if isinstance(option, o.LeaveIt):
                continue  # automatic players keep to the rules
            yield (option,), answers.apply(state, option).state
        return
    acting = state.active
    for option in choice.options:
        if isinstance(option, o.Activate):
            yield from _activation(state, option)
        elif acting is None or not isinstance(option, o.Step | o.Turn | o.EndMovement):
            yield (option,), answers.apply(state, option).state
    if acting is not None and not acting.over:
        yield from _walks(state, acting.who)


def _activation(state: State, option: o.Activate) -> Iterator[Plan]:
    after, who = answers.apply(state, option).state, option.who
    if after.over or after.active is None:
        yield (option,), after
        return
    for action, then in _actions(after, who):
        yield (option, action), then
    for use in skill_use.activation_skills(after, who, acting=False) if "activation" in after.table.speaks else ():
        yield (option, use), answers.apply(after, use).state
    for walk, then in _walks(after, who):
        yield (option, *walk), then
    if after.quest is not None:
        for zone in objects.exits(after, after.active):
            yield (option, o.LeaveBoard(zone)), answers.apply(after, o.LeaveBoard(zone)).state
    for door in legal_options.door_options(after, who):
        for walk, then in _walks(answers.apply(after, door).state, who):
            yield (option, door, *walk), then
    yield from _hurried(after, option)


def _actions(state: State, who: FigureId) -> Iterator[tuple[Option, State]]:
    """What the active figure could do where it stands."""
    active = state.active
    if active is None or active.who != who or state.over or (active.acted and not active.extra):
        return
    for action in legal_options.actions(state, active):
        yield action, answers.apply(state, action).state


def reachable(state: State, who: FigureId) -> list[Reached]:
    """Where the figure could go without setting off a token, but for what its own side has laid for itself."""
    band = state.band_of(who)
    laid = (1 << token.at for token in state.tokens if token.by != "friends" and state.sets_off(token, band))
    return possible(state, who, sum(laid))


def _walks(state: State, who: FigureId) -> Iterator[Plan]:
    """The most promising places the active figure could go to, and what it could do there."""
    figure = state.figures[who]
    for found, to_stay, to_act in _worth_a_look(state, who, reachable(state, who)):
        walk = movement.along(state, who, found.path)
        landed = _landed(state, who, found)
        if to_stay:
            yield walk, landed
        for action, then in _actions(landed, who) if to_act else ():
            shaken = landed.figures[who].state != figure.state
            # only a shaken figure tests its willpower: the walk that shakes it has to be ended first
            ended = (legal_options.END_MOVEMENT,) if shaken and action is legal_options.TEST_WILLPOWER else ()
            yield (*walk, *ended, action), then
    if state.quest is not None:
        yield from _departures(state, who)


def _departures(state: State, who: FigureId) -> Iterator[Plan]:
    """Walking to an exit and leaving the board there (ADV-5)."""
    mask = objects.exit_squares(state, who)
    for found in reachable(state, who) if mask else ():
        if mask >> found.at & 1 and found.path and not found.stops:
            there = _walked(state, who, found)
            assert there.active is not None
            for zone in objects.exits(there, there.active):
                walk = movement.along(state, who, found.path)
                yield (*walk, o.LeaveBoard(zone)), answers.apply(there, o.LeaveBoard(zone)).state


def _hurried(state: State, option: o.Activate) -> Iterator[Plan]:
    """With a die or a skill that lengthens the movement: the attacks that are out of reach without."""
    who = option.who
    uses = dice.announcements(state, TriggerContext("movement", who), "air")
    near = {(found.at, found.facing) for found in reachable(state, who)} if uses else set()
    for use in uses:
        further = answers.apply(state, use).state
        enemies = sum(1 << further.figures[n].at for n in further.on_board(ENEMY_OF[further.band_of(who)]))
        for found in reachable(further, who):
            zone = further.zone_from(who, found.at, found.facing, "attacks")
            if (found.at, found.facing) in near or not zone & enemies:
                continue
            walk = movement.along(further, who, found.path)
            for action, then in _actions(_landed(further, who, found), who):
                yield (option, use, *walk, action), then


def _worth_a_look(state: State, who: FigureId, reached: list[Reached]) -> Iterator[tuple[Reached, bool, bool]]:
    """The most promising places, to stay or to act there; and, to act there alone, others with an enemy to attack.

    Of the places from where the same enemies are attacked, from behind or not, some are enough.
    """
    look = Look(state, state.band_of(who), urge(state))
    enemies = look.sides[ENEMY_OF[look.mine]]
    ranked = sorted(
        [(promise(look, look.stand(who, r.at, r.facing)), n) for n, r in enumerate(reached) if r.path], reverse=True
    )
    spots: Counter[tuple[int, ...]] = Counter()
    for place, (_, n) in enumerate(ranked):
        found = reached[n]
        near = state.zone_from(who, found.at, found.facing, "attacks") & look.places[ENEMY_OF[look.mine]]
        if near:
            spot = (near, *[foe.bit for foe in enemies if foe.bit & near and foe.unseen >> found.at & 1])
            spots[spot] += 1
            if place < PLACES or spots[spot] <= SPOTS:
                yield found, place < PLACES, spots[spot] <= SPOTS
        elif place < PLACES:
            yield found, True, True


def _landed(state: State, who: FigureId, found: Reached) -> State:
    """The state after the walk and the end of its movement."""
    flow = Transition(_walked(state, who, found))
    flow.end_movement()
    return flow.state


def _walked(state: State, who: FigureId, found: Reached) -> State:
    """The state after the walk, computed in one go; the walk itself is made step by step."""
    active = state.active
    assert active is not None
    began = active.began or Began(state.in_enemy_zone(who, "movement"), state.figures[who].state)
    trail = list(active.trail)
    for square, _ in found.path:
        if square != trail[-1]:
            trail.append(square)
    stepped = active.stepped or len(trail) > len(active.trail)
    walked = Active(who, tuple(trail), active.points - found.cost, active.acted, True, False, stepped, began)
    flow = Transition(state)
    flow.figure(who, at=found.at, facing=found.facing)
    flow.set(active=walked)
    return flow.state


def likely(state: State, choice: Choice) -> Sequence[Option]:
    """What to expect of whoever is asked while something is resolved: it takes the best of these.

    Dice and skills that help are announced, and a figure goes or looks where it stands best, without judging every way
    that it could go on; only what a skill is to do is looked at closely.
    """
    top = state.frames[-1]
    if isinstance(top, EffectFrame):
        return choice.options[:WAYS]
    if not isinstance(top, Retreating | TurningToFace):
        if any(isinstance(option, o.UseSkill) and option.skill in HONOUR_OF_SKILL for option in choice.options):
            return choice.options  # an honour is no matter of course
        return choice.options[:1]
    look, figure = Look(state, state.band_of(top.who), urge(state)), state.figures[top.who]

    def worth(option: Option) -> float:
        at, facing = getattr(option, "at", figure.at), getattr(option, "facing", figure.facing)
        return promise(look, look.stand(top.who, at, facing))

    # whoever drives an enemy back chooses the worst for it
    return [(max if choice.seat == SEATS[look.mine] else min)(choice.options, key=worth)]
