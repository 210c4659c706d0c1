"""Using a skill: announced, paid for, and what it does put on the stack (SKL-1, SKL-4); what goes on for
a figure afterwards: tokens on its card and effects that last.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.model.core.schema import nodes
from companion.model.core.words import Arg, Message, say
from companion.model.games.asagiri.rules import dice, fight_numbers, fights, willpower
from companion.model.games.asagiri.rules import options as o
from companion.model.games.asagiri.rules.fight_numbers import of_reaction
from companion.model.games.asagiri.rules.transition import Transition
from companion.model.games.asagiri.skills import triggers
from companion.model.games.asagiri.skills.language.skill import Skill, Voice
from companion.model.games.asagiri.skills.language.vocabulary import trait
from companion.model.games.asagiri.skills.operations.figures import Token
from companion.model.games.asagiri.skills.operations.squares import Lay
from companion.model.games.asagiri.skills.trigger_context import TriggerContext
from companion.model.games.asagiri.state.formatting import skill_name
from companion.model.games.asagiri.state.stack import Fight, Paying, Reacting, Test
from companion.model.games.asagiri.state.state import Lasting, SquareToken, State, replace
from companion.model.games.asagiri.state.table import HONOUR_OF_SKILL
from companion.model.games.asagiri.state.vocabulary import FigureId, SquareId, by_figure


def moment_of(state: State, who: FigureId) -> TriggerContext:
    """The moment in which a skill of the figure would be used now."""
    top = state.frames[-1] if state.frames else None
    if isinstance(top, Fight):
        return fight_numbers.moment(state, top, who == top.attacker)
    if isinstance(top, Test):
        return willpower.moment(state, top)
    if isinstance(top, Reacting):
        return of_reaction(top)
    return TriggerContext("activation", who)


def activation_skills(state: State, who: FigureId, acting: bool) -> list[o.UseDie | o.UseSkill]:
    """The skills that an active figure may use outside a fight; `acting`: those that are its action (SKL-4)."""
    return dice.skill_uses(state, TriggerContext("activation", who), action=acting)


def use(flow: Transition, option: o.UseSkill, *, by_hand: bool = False) -> None:
    """A skill is announced: its die spent, then what it does; dice that have to be named are asked for first.

    `by_hand`: the table lets it be used whatever it costs; nothing is paid, no action is spent.
    """
    who, skill = option.who, dice.skill_of(flow.state, option)
    seen = moment_of(flow.state, who)
    if not flow.state.frames and seen.window not in skill.when:
        seen = replace(seen, window="movement")
    if skill.action and not by_hand:
        flow.act("action")
    use_ = dice.use_skill(flow, who, skill, option.origin)
    if HONOUR_OF_SKILL.get(skill.id) == "courageous":
        willpower.spared(flow)
        return
    top = flow.state.frames[-1] if flow.state.frames else None
    if isinstance(top, Fight | Test):
        flow.state = flow.state.swap_top(fights.with_use(top, use_))
    elif isinstance(top, Reacting):
        flow.state = flow.state.swap_top(replace(top, done=(*top.done, skill.id)))
    triggers.begin(flow, skill, seen)
    if skill.id not in HONOUR_OF_SKILL:
        triggers.used(flow, use_)
    if skill.cost and option.origin is None and not by_hand:
        flow.push(Paying(who, skill, dice.owed(flow.state, who, skill)))


def payment_options(state: State, frame: Paying) -> list[o.PickDie]:
    """The dice that may pay for what is owed next."""
    return [o.PickDie(element, origin) for element, origin in dice.slot_payments(state, frame)]


def pay(flow: Transition, frame: Paying, option: o.PickDie) -> None:
    """One die is paid."""
    dice.take(flow, frame.who, option.element, option.origin)
    flow.state = flow.state.pop()
    if len(frame.slots) > 1:
        flow.push(replace(frame, slots=frame.slots[1:]))


def tokens(state: State) -> dict[str, Lasting]:
    """By name: every token that a skill of this table lays, as if it had just been laid by it."""
    found: dict[str, Lasting] = {}
    for who, skill, node in _printed(state):
        if isinstance(node, Token) and not node.remove:
            found.setdefault(node.name, Lasting(node.laid, skill.id, who, node.left))
    return found


def square_tokens(state: State, at: SquareId) -> dict[str, SquareToken]:
    """By name: every token that a skill of a figure on the board could lay on squares, as if it now lay on this one."""
    found: dict[str, SquareToken] = {}
    for who, skill, node in _printed(state):
        if isinstance(node, Lay) and state.figures[who].at >= 0:
            found.setdefault(node.name, node.laid(at, skill, who))
    return found


def _printed(state: State) -> Iterator[tuple[FigureId, Skill, object]]:
    """Every node of every skill that cards of the table have."""
    for who, character in by_figure(state.table.characters):
        gear = character.equipment.skills if character.equipment is not None else ()
        for skill in (*character.printed, *gear):
            for _, node in nodes(skill):
                yield who, skill, node


def borne(state: State, who: FigureId) -> list[str]:
    """The tokens on a figure's card."""
    return [token for found in state.figures[who].lasting if (token := found.effect.token) is not None]


def token_words(token: str) -> Message:
    """What a token is called."""
    return trait(token)


def effects(state: State, who: FigureId) -> list[tuple[int, Message]]:
    """Place in the list, and words, of every effect that lasts for a figure and is no token."""
    return [
        (n, say("{effect} ({skill})", effect=found.effect.words(Voice()), skill=_skill(state, found)))
        for n, found in enumerate(state.figures[who].lasting)
        if found.effect.token is None
    ]


def _skill(state: State, lasting: Lasting) -> Arg:
    return skill_name(state, lasting.skill)
