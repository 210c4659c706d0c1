"""Why a skill can or cannot be used now: one answer for the card, the list of skills and the protocol's refusal."""

from __future__ import annotations

import msgspec

from companion.model.core.contract import Choice
from companion.model.core.refusal import Refusal, refuse
from companion.model.core.words import Message, say
from companion.model.games.asagiri.rules import dice, kami, legal_options
from companion.model.games.asagiri.rules import options as o
from companion.model.games.asagiri.state import scenario_game
from companion.model.games.asagiri.state.stack import Fight, Paying, Reacting, Test
from companion.model.games.asagiri.state.state import State
from companion.model.games.asagiri.state.table import HONOUR_OF_SKILL
from companion.model.games.asagiri.state.vocabulary import BEFORE, FigureId

from .language.explain import cost
from .language.skill import Skill
from .language.vocabulary import Element
from .modifiers import applies, used_up
from .operation import payable, useful
from .operations.figures import SummonKami
from .skill_use import moment_of
from .trigger_context import TriggerContext


def skill_refused(state: State, who: FigureId, skill: Skill) -> Refusal | None:
    """The first rule that keeps a figure from using a skill now; None: it may, or the skill speaks by itself."""
    name = state.table.called[who]
    if state.figures[who].at < 0:
        return refuse("STA-2", "{who} is not on the board.", who=name)
    if all(known.id != skill.id for known in state.skills(who)):
        return _not_there(state, who, skill)
    if skill.is_automatic:
        return None
    if any(getattr(option, "skill", None) == skill.id for option in _offered(state, who)):
        return None
    if used_up(state, who, skill):
        if skill.times > 1:
            return refuse("SKL-1", "It has been used as often as it may be.")
        return refuse("SKL-1", _OFTEN[skill.limit])
    seen = _moment(state, who)
    if not _its_turn(state, who, seen):
        return refuse("SKL-2", "{who} cannot use a skill now.", who=name)
    if seen.window not in skill.when and not (seen.window == "activation" and {"movement", "shot"} & {*skill.when}):
        return refuse("SKL-1", "Cannot be used now.")
    return _now(state, who, skill, msgspec.structs.replace(seen, window=_window(seen, skill)))


def may_be_let(state: State, who: FigureId, skill: Skill) -> Refusal | None:
    """The rule that a table may set aside to let a figure use a skill now: its limit, its price, the action.

    None where there is no such rule: it may be used anyhow, or it is not its moment and nothing would come of it.
    """
    on_the_card = state.figures[who].at >= 0 and any(known.id == skill.id for known in state.skills(who))
    if skill.shot is not None or not on_the_card:
        return None
    seen = _moment(state, who)
    if not _its_turn(state, who, seen):
        return None
    if seen.window not in skill.when and not (seen.window == "activation" and "movement" in skill.when):
        return None
    refused = skill_refused(state, who, skill)
    if refused is None or not isinstance(legal_options.pending(state), Choice):
        return None
    seen = msgspec.structs.replace(seen, window=_window(seen, skill))
    if not _holds(state, skill, seen) or not useful(state, skill, seen):
        return None
    summons = any(isinstance(effect, SummonKami) for effect in skill.effects)
    return None if summons and kami.summon_refused(state, who) is not None else refused


def skill_by_hand(state: State, who: FigureId, id: str) -> Skill | None:
    """The skill with this id if a table may have used it, whatever the rules say: one of either face or of what the
    figure carries. None for one that the rules let it use now, that speaks by itself, or that is a shot.
    """
    if state.draft is not None or state.stage in BEFORE:
        return None
    skill = next((own for own in state.table.characters[who].printed if own.id == id), None)
    if skill is None or skill.shot is not None:
        return None
    if skill.is_automatic:
        return skill if "skills" in state.table.off else None
    return None if skill_refused(state, who, skill) is None else skill


def price_by_hand(state: State, who: FigureId, skill: Skill) -> tuple[Element, ...]:
    """The dice that a skill most likely has cost when it was used by hand: what it costs, as far as they are there."""
    held, paid = [die for die, _ in dice.at_hand(state, who)], list[Element]()
    for slot in skill.cost:
        die = next((die for die in held if die in slot), None)
        if die is None:
            return ()
        held.remove(die)
        paid.append(die)
    return tuple(paid)


def _holds(state: State, skill: Skill, seen: TriggerContext) -> bool:
    """Whether what the skill asks for is so now, with one die or another."""
    return applies(state, skill, seen) or applies(state, skill, msgspec.structs.replace(seen, origin="reserve"))


_OFTEN = {
    "phase": say("Each skill can be used only once per phase.").key,
    "turn": say("This skill can be used only once per turn.").key,
    "game": say("This skill can be used only once per game.").key,
    "always": "",
}


def _not_there(state: State, who: FigureId, skill: Skill) -> Refusal:
    character, figure = state.table.characters[who], state.figures[who]
    if skill.id in HONOUR_OF_SKILL:
        return refuse("CAM-3", "This honour is used up.")
    carried = character.equipment is not None and any(own.id == skill.id for own in character.equipment.skills)
    if carried and figure.spent:
        return refuse("BND-5", "The equipment is used up.")
    if any(own.id == skill.id for own in state.face(who).skills) or carried:
        return refuse("SKL-3", "The skills of {who} are silenced.", who=state.table.called[who])
    return refuse("SKL-1", "The visible face of the card does not have this skill.")


def _offered(state: State, who: FigureId) -> list[object]:
    pending = legal_options.pending(state)
    found = getattr(pending, "options", ())
    return [
        option
        for option in found
        if (isinstance(option, o.UseSkill) and option.who == who)
        or (isinstance(option, o.Shoot) and state.active is not None and state.active.who == who)
    ]


def _moment(state: State, who: FigureId) -> TriggerContext:
    top = state.frames[-1] if state.frames else None
    return (
        moment_of(state, who)
        if isinstance(top, Fight | Test | Reacting) or top is None
        else TriggerContext("always", who)
    )


def _window(seen: TriggerContext, skill: Skill) -> str:
    """The window of the skill in this moment: an activation holds movement and shots."""
    if seen.window in skill.when:
        return seen.window
    return "movement" if "movement" in skill.when else "shot"


def _its_turn(state: State, who: FigureId, seen: TriggerContext) -> bool:
    top = state.frames[-1] if state.frames else None
    if isinstance(top, Fight):
        return who in (top.attacker, top.defender)
    if isinstance(top, Test | Reacting | Paying):
        return who == top.who
    return top is None and state.active is not None and state.active.who == who


def _now(state: State, who: FigureId, skill: Skill, seen: TriggerContext) -> Refusal | None:
    active = state.active
    if skill.is_action and active is not None and active.acted and not active.extra:
        return refuse("TRN-4", "This activation has already had its action.")
    if skill.cost and not dice.affordable(state, who, skill.cost):
        if state.band_of(who) != state.phase:
            return refuse("TRN-6", "In the enemy phase you can only use a die in reserve.")
        return refuse("INS-4", "You do not have the dice to pay for it: {cost}.", cost=cost(skill))
    if not _holds(state, skill, seen):
        return refuse("SKL-1", "Its conditions are not met now.")
    if any(isinstance(effect, SummonKami) for effect in skill.effects):
        refused = kami.summon_refused(state, who)
        if refused is not None:
            return refused
    if skill.shot is not None:
        forbidden = scenario_game.shot_refused(state.table)
        if forbidden is not None:
            return forbidden
        return refuse("SHT-2", "Nobody can be shot at from here.")
    if not payable(skill.effects, state, seen):
        return refuse("SKL-1", "Its price cannot be paid now.")
    if not useful(state, skill, seen):
        return refuse("SKL-1", "This skill would have no effect now.")
    return refuse("SKL-1", "Cannot be used now.")


def standing_words(state: State, who: FigureId, skill: Skill) -> Message:
    """In a few words: speaks by itself, can be used now, or why not."""
    refused = skill_refused(state, who, skill)
    if refused is not None:
        return refused.why
    return say("Automatic") if skill.is_automatic else say("Ready")
