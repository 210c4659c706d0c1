"""Fights, skills and dice that the table begins by hand: what follows goes by the rules."""

from __future__ import annotations

from companion.model.core.contract import Event
from companion.model.core.refusal import InvalidInput
from companion.model.core.words import say
from companion.model.games.asagiri.rules import answers, dice, fights, resolution
from companion.model.games.asagiri.rules.fight_events import ShotDeclared
from companion.model.games.asagiri.rules.options import UseDie, UseSkill
from companion.model.games.asagiri.rules.refusals import die_may_be_let
from companion.model.games.asagiri.rules.transition import Flow
from companion.model.games.asagiri.skills import skill_use
from companion.model.games.asagiri.skills.availability import may_be_let, skill_by_hand
from companion.model.games.asagiri.state.stack import Fight, Reacting, Test
from companion.model.games.asagiri.state.vocabulary import BEFORE

from .corrections import Clash, Spend, Use


def clash(flow: Flow, c: Clash) -> Event:
    """Begin a fight between enemies; it costs no action, and ends what was only offered."""
    _pass_by(flow)
    state = flow.state
    if state.frames:
        raise InvalidInput("kind", say("Finish what is in progress first."))
    if state.stage in BEFORE or state.over:
        raise InvalidInput("kind", say("There are no fights before the first turn or after the end."))
    for name, who in (("who", c.who), ("target", c.target)):
        if state.figures[who].at < 0:
            raise InvalidInput(name, say("This character is not on the board."))
    if state.band_of(c.who) == state.band_of(c.target):
        raise InvalidInput("target", say("Only enemies can be fought."))
    if c.skill is None:
        fights.begin_attack(flow, c.who, c.target)
        return flow.events.pop(0)
    skill = next((own for own in state.skills(c.who) if own.id == c.skill and own.shot is not None), None)
    if skill is None:
        raise InvalidInput("skill", say("A shot needs a skill marked Shot."))
    fights.begin_shot(flow, c.who, c.target, skill)
    return ShotDeclared(c.who, c.target, skill.id)


def _pass_by(flow: Flow) -> None:
    """Nobody takes up what is being offered once a fight or a test has been rolled."""
    while flow.state.frames:
        top = flow.state.frames[-1]
        thrown = (isinstance(top, Fight) and top.faces is not None) or (isinstance(top, Test) and top.face > 0)
        if not (thrown or isinstance(top, Reacting)):
            return
        answers.pass_by(flow)
        resolution.settle(flow)


def use(flow: Flow, c: Use) -> Event:
    """Use a skill without spending an action; outside its moment it is only noted, and the table does the rest."""
    skill = skill_by_hand(flow.state, c.who, c.skill)
    if skill is None:
        raise InvalidInput("skill", say("This skill cannot be used now, even by hand."))
    for element in c.paid:
        own = flow.state.bands[flow.state.band_of(c.who)]
        if element not in own.pool and element not in flow.state.figures[c.who].kept:
            raise InvalidInput("paid", say("You do not have that die to pay for it."))
        dice.take(flow, c.who, element, "pool" if element in own.pool else "reserve")
    if may_be_let(flow.state, c.who, skill) is not None:
        skill_use.use(flow, UseSkill(c.skill, None, c.who), by_hand=True)
    else:
        dice.use_skill(flow, c.who, skill, None)
    return flow.events.pop(0)


def spend(flow: Flow, c: Spend) -> Event:
    """Spend an inspiration die, whatever the rule that forbids it."""
    option = UseDie(c.element, c.origin, c.who)
    if die_may_be_let(flow.state, option) is None:
        raise InvalidInput("element", say("This die cannot be used now, even by hand."))
    answers.use_die(flow, option)
    return flow.events.pop(0)
