"""When something happens of which skills may speak: who is asked, and in which order.

The player whose phase it is comes first, figures in the order of their bands; of one figure's skills the automatic
ones speak first, in the order of the card, then its player may use others, one by one.
"""

from __future__ import annotations

from companion.model.core.refusal import refuse
from companion.model.core.words import Name
from companion.model.games.asagiri.rules import dice
from companion.model.games.asagiri.rules.fight_numbers import of_reaction
from companion.model.games.asagiri.rules.options import UseDie, UseSkill
from companion.model.games.asagiri.rules.skill_events import SquareTokenEntered
from companion.model.games.asagiri.rules.transition import Transition
from companion.model.games.asagiri.state.stack import Announced, EffectFrame, Reacting, Shaking
from companion.model.games.asagiri.state.state import State, replace
from companion.model.games.asagiri.state.table import HONOUR_OF_SKILL
from companion.model.games.asagiri.state.vocabulary import ENEMY_OF, NO_SQUARE, BandId, FigureId, SquareId

from .language.skill import Skill
from .language.vocabulary import Window
from .modifiers import automatic
from .operation import useful
from .trigger_context import TriggerContext, sees

MOST_SPOKEN = 500
"""Automatic skills one after the other, with no decision and no roll between them: no table has as many."""

AFTER_ATTACK: frozenset[str] = frozenset({"CBT-3", "SHT-6", "RET-2", "RET-3"})
"""The rules that shake after an attack or a shot: by its result, or by the retreat that follows."""


def announcements(state: State, frame: Reacting) -> list[UseDie | UseSkill]:
    """The skills that the figure may use of what happens."""
    if state.figures[frame.who].at < 0:
        return []
    return [
        found
        for found in dice.skill_uses(state, of_reaction(frame))
        if isinstance(found, UseSkill) and found.skill not in frame.done and _concerns(state, found.skill)
    ]


def _concerns(state: State, skill: str) -> bool:
    """CAM-3: *Determined* helps against what an attack brings, not against other things that shake."""
    if HONOUR_OF_SKILL.get(skill) != "determined":
        return True
    below = state.frames[-2] if len(state.frames) > 1 else None
    return isinstance(below, Shaking) and below.rule in AFTER_ATTACK


def settle(flow: Transition, frame: Reacting) -> bool:
    """Let the next automatic skill speak; True when the figure's player has a choice."""
    seen = of_reaction(frame)
    if flow.state.figures[frame.who].at >= 0:
        for skill in automatic(flow.state, seen):
            if seen.window in skill.when and skill.id not in frame.done and useful(flow.state, skill, seen):
                flow.state = flow.state.swap_top(replace(frame, done=(*frame.done, skill.id)))
                dice.note_use(flow, frame.who, skill)
                speak(flow, skill, seen)
                return False
    if frame.window != "activation" and announcements(flow.state, frame):  # there is time for these in the activation
        return True
    flow.state = flow.state.pop()
    return False


def speak(flow: Transition, skill: Skill, seen: TriggerContext) -> None:
    """An automatic skill does what it does in a window (SKL-1).

    Skills that set each other off without anybody deciding or rolling anything could go on for ever: such a chain is
    cut here, and refused as a whole by `play` where it is meant.
    """
    flow.spoken += 1
    if flow.spoken > MOST_SPOKEN:
        flow.endless = refuse(
            "SKL-1",
            "“{skill}” of {who} would set itself off without end. Turn off skills that happen by themselves,"
            " or correct the table by hand.",
            skill=Name.of(skill.name),
            who=flow.table.called[seen.who],
        )
        return
    about = {"opponent": seen.opponent, "window": seen.window, "margin": seen.margin, "square": seen.square,
             "fell": seen.fell}  # fmt: skip
    if flow.due("skills", seen.who, "SKL-1", skill=skill, **about):
        begin(flow, skill, seen)


def begin(flow: Transition, skill: Skill, seen: TriggerContext) -> None:
    """What a skill does in this moment is done next."""
    effects = skill.done_in(seen.window)
    if effects:
        flow.push(
            EffectFrame(
                seen.who,
                seen.opponent,
                skill,
                seen.window,
                effects,
                margin=seen.margin,
                square=seen.square,
                fell=seen.fell,
                used=seen.used,
                stood=seen.stood,
            )
        )


def raise_for(flow: Transition, whose: BandId, own: Window, enemys: Window) -> None:
    """A phase of a band begins or ends: skills of both bands may speak, those of the phase's player first."""
    if own not in flow.table.speaks and enemys not in flow.table.speaks:
        return
    state = flow.state
    asked = [(who, own) for who in state.on_board(whose)] + [(who, enemys) for who in state.on_board(ENEMY_OF[whose])]
    flow.push(*(Reacting(who, window) for who, window in reversed(asked) if flow.has(who, window)))


def activated(flow: Transition, who: FigureId) -> None:
    """An activation begins: skills of that moment speak first, then those that do something in it by themselves."""
    flow.watched(who, "friend_activated", "enemy_activated", flow.state.figures[who].at)
    if "activation" in flow.table.speaks and any(
        skill.is_automatic and "activation" in skill.when and skill.done_in("activation")
        for skill in flow.state.skills(who)
    ):
        flow.push(Reacting(who, "activation"))
    if flow.has(who, "activated"):
        flow.push(Reacting(who, "activated"))


def used(flow: Transition, use: Announced) -> None:
    """A figure has announced a die or a skill: others may speak before anything comes of it."""
    flow.watched(use.who, "friend_used", "enemy_used", flow.state.figures[use.who].at, used=use.what,
                 element=use.element)  # fmt: skip


def stepped(flow: Transition, mover: FigureId, start: SquareId) -> None:
    """An enemy has made a step: first those may react whose control zone it has left, then those into whose zone it has
    come, then those who see it there, in the order of the band.
    """
    if flow.table.speaks.isdisjoint(("approached", "left", "sighted")):
        return
    state = flow.state
    at = state.figures[mover].at
    enemies = state.on_board(ENEMY_OF[state.band_of(mover)]) if at >= 0 else []
    near = [n for n in enemies if state.zone(n, other=mover) >> at & 1]
    left = [n for n in enemies if n not in near and state.zone(n, other=mover) >> start & 1]
    seen = [n for n in enemies if flow.has(n, "sighted") and sees(state, n, mover)]
    flow.push(*(Reacting(n, "sighted", mover, square=at) for n in reversed(seen)))
    flow.push(*(Reacting(n, "approached", mover, square=at) for n in reversed(near) if flow.has(n, "approached")))
    flow.push(*(Reacting(n, "left", mover, square=start) for n in reversed(left) if flow.has(n, "left")))


def entered(flow: Transition, mover: FigureId) -> None:
    """A figure has come to stand on a square: a token there that it sets off does what it does, and may be gone."""
    state = flow.state
    token = state.token_at(state.figures[mover].at)
    if token is None or not state.sets_off(token, state.band_of(mover)):
        return
    spent = (replace(token, uses=token.uses - 1),) if token.uses != 1 else ()
    if token.uses:
        flow.set(tokens=(*(one for one in state.tokens if one != token), *spent))
    flow.tell(SquareTokenEntered(mover, token.at, token.name))
    if token.stops and state.active is not None and state.active.who == mover:
        flow.end_movement()
    if token.skill.when == ("approached",):  # else it is the skill that has laid it: nothing else comes of entering
        stood = NO_SQUARE if state.figures[token.source].at >= 0 else token.at
        speak(flow, token.skill, TriggerContext("approached", token.source, mover, square=token.at, stood=stood))
