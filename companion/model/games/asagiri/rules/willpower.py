"""Tests of a stat: to become vigilant, or forced by a skill; who may try, and what the die says (STA-3, STA-4)."""

from __future__ import annotations

from companion.model.core.refusal import Refusal, refuse
from companion.model.games.asagiri.skills import triggers
from companion.model.games.asagiri.skills.language.skill import Skill
from companion.model.games.asagiri.skills.language.vocabulary import Element
from companion.model.games.asagiri.skills.modifiers import added, automatic, number, settled, skill_named, used_up
from companion.model.games.asagiri.skills.operation import useful
from companion.model.games.asagiri.skills.trigger_context import TriggerContext, of_test
from companion.model.games.asagiri.state.stack import EffectFrame, Test
from companion.model.games.asagiri.state.state import State, replace
from companion.model.games.asagiri.state.vocabulary import STAT_OF, FigureId

from . import dice
from .events import WillpowerTestDeclared, WillpowerTested
from .options import UseDie, UseSkill
from .rule_modifiers import forbidden, held_down
from .skill_events import StatTested, StatTestForced
from .transition import Transition

ELEMENT_OF: dict[str, Element] = {stat: element for element, stat in STAT_OF.items()}


def refused(state: State, who: FigureId) -> Refusal | None:
    """STA-4: only a shaken figure outside enemy control zones tests to become vigilant."""
    if state.figures[who].state != "shaken":
        return refuse("STA-4", "Only a shaken figure can test its willpower to become vigilant.")
    if held_down(state, who):
        return refuse("STA-4", "A figure cannot become vigilant in an enemy control zone.")
    if forbidden(state, TriggerContext("willpower", who, test=Test(who)), "test"):
        return refuse("SKL-3", "A skill forbids this.")
    return None


def declare(flow: Transition, who: FigureId) -> None:
    """The action is spent, whatever the die says."""
    flow.act("willpower")
    attempt(flow, who)


def attempt(flow: Transition, who: FigureId) -> None:
    """A test to become vigilant, as an action or through a skill."""
    flow.tell(WillpowerTestDeclared(who))
    _begin(flow, Test(who))


def force(flow: Transition, test: Test) -> None:
    """A skill forces a test on a figure."""
    flow.tell(StatTestForced(test.who, test.stat, test.skill.id if test.skill is not None else ""))
    _begin(flow, test)


def _begin(flow: Transition, test: Test) -> None:
    """What the tester's automatic skills do of it, they do before anything is announced (SKL-1)."""
    seen = of_test(test)
    speaking = _speaking(flow.state, seen)
    flow.push(replace(test, uses=tuple(dice.holding(flow, seen))))
    _speak(flow, seen, speaking)


def _speaking(state: State, seen: TriggerContext) -> list[Skill]:
    """The automatic skills that do something at this moment of a test."""
    return [
        skill
        for skill in automatic(state, seen)
        if seen.window in skill.when and skill.done_in(seen.window) and useful(state, skill, seen)
    ]


def _speak(flow: Transition, seen: TriggerContext, speaking: list[Skill]) -> None:
    for skill in reversed(speaking):
        if not used_up(flow.state, seen.who, skill):
            dice.note_use(flow, seen.who, skill)
        triggers.speak(flow, skill, seen)


def paid(state: State, test: Test) -> tuple[tuple[FigureId, Skill], ...]:
    """The skills announced for the test, with their bearers."""
    named = ((use.who, skill_named(state, use.who, use.what.removeprefix("skill:")))
             for use in test.uses if use.what.startswith("skill:"))  # fmt: skip
    return tuple((who, skill) for who, skill in named if skill is not None)


def moment(state: State, test: Test) -> TriggerContext:
    """The moment of a test as its skills see it."""
    seen = of_test(test, paid(state, test))
    if test.step != "rolled":
        return seen
    spare = needed(state, test) - counted(state, test)
    return replace(seen, margin=abs(spare), passed=spare >= 0)


def announcements(state: State, test: Test) -> list[UseDie | UseSkill]:
    """Dice of the stat's element and skills that help; once the die has fallen, skills that roll it again."""
    if test.step == "rolled":
        return dice.skill_uses(state, moment(state, test))
    return dice.announcements(state, moment(state, test), ELEMENT_OF[test.stat])


def _announced(state: State, test: Test) -> TriggerContext:
    """The moment in which dice and skills for the test are announced."""
    return replace(of_test(test, paid(state, test)), window="willpower" if test.stat == "willpower" else "test")


def counted(state: State, test: Test) -> int:
    """What the die counts: its face, or what skills make of it."""
    if "set:die" not in state.table.speaks:
        return test.face
    return settled(state, _announced(state, test), "die", test.face)


def needed(state: State, test: Test) -> int:
    """The highest face that passes (STA-3)."""
    seen = _announced(state, test)
    helped = sum(use.what == test.stat for use in test.uses)
    # what is added to the tester's die makes the test easier: d6 - die <= stat
    easier = sum(more for _, more in added(state, seen, "die"))
    return number(state, seen, test.stat, getattr(state.face(test.who), test.stat)) + helped + easier


def _disables(state: State, test: Test) -> bool:
    """KAR-4: a shaken enemy that does not resist a Kami is disabled."""
    if test.source < 0 or state.figures[test.who].state != "shaken":
        return False
    enemies = state.band_of(test.source) != state.band_of(test.who)
    return enemies and state.table.characters[test.source].kami is not None


def rolled(flow: Transition, test: Test, die: int) -> None:
    """The die lies on the table: skills may speak of it, if there are any."""
    thrown = replace(test, face=die, step="rolled")
    flow.state = flow.state.swap_top(thrown)
    if "tested" in flow.table.speaks:
        seen = moment(flow.state, thrown)
        speaking = _speaking(flow.state, seen)
        _speak(flow, seen, speaking)
        if speaking or announcements(flow.state, thrown):
            return
    resolve(flow, thrown)


def spared(flow: Transition) -> None:
    """CAM-3: whoever is courageous passes the test without a roll, by nothing."""
    test = flow.state.frames[-1]
    assert isinstance(test, Test)
    flow.state = flow.state.pop()
    _follow(flow, test, passed=True, margin=0)


def resolve(flow: Transition, test: Test) -> None:
    """The die lies on the table and nobody says anything more."""
    limit = needed(flow.state, test)
    flow.state = flow.state.pop()
    face = counted(flow.state, test)
    passed = face <= limit
    if test.skill is not None:
        flow.tell(StatTested(test.who, test.stat, test.face, limit, passed))
    else:
        flow.tell(WillpowerTested(test.who, test.face, limit, passed))
    _follow(flow, test, passed, abs(limit - face))


def _follow(flow: Transition, test: Test, passed: bool, margin: int) -> None:
    """Passed: the card turns, a die in reserve is lost (INS-7), or what the skill says follows. Failed: likewise."""
    if test.skill is not None:
        if not passed and _disables(flow.state, test):
            flow.disable(test.who, "KAR-4", by=test.source)
            return
        following = test.passed if passed else test.failed
        if following and (test.source < 0 or test.stood >= 0 or flow.state.figures[test.source].at >= 0):
            window = test.skill.when[0]
            flow.push(
                EffectFrame(test.source, test.who, test.skill, window, following, margin=margin, stood=test.stood)
            )
        return
    if passed:
        flow.recover(test.who, "STA-4")
