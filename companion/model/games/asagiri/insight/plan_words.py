"""A plan of a player made of code in words for people: what is done, and what speaks for it.

Odds are those of `fight_odds`, which has the rules play every outcome; reasons of places are the terms of `evaluate`
that the plan betters most. Nothing is said that is not computed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction

from companion.model.core.contract import Option
from companion.model.core.words import Message, Name, plural, say
from companion.model.games.asagiri.rules import answers, fight_numbers, movement, willpower
from companion.model.games.asagiri.rules import options as o
from companion.model.games.asagiri.rules.options import label
from companion.model.games.asagiri.skills.modifiers import skill_named
from companion.model.games.asagiri.state.formatting import spoken
from companion.model.games.asagiri.state.stack import Fight, Reminding, Retreating, Test
from companion.model.games.asagiri.state.state import State, band_of_seat
from companion.model.games.asagiri.state.vocabulary import ENEMY_OF, NO_FIGURE, FigureId, Ref

from . import evaluate as e
from . import fight_odds
from .fight_odds import Forecast

TELLING = 0.01
"""Of a term of `evaluate`: what changes less is not worth a sentence."""
MOST = 3
"""Reasons given: who is told everything is told nothing."""
MOVES = (o.Activate, o.Step, o.Turn, o.EndMovement)


def plan_words(state: State, plan: Sequence[Option]) -> Message:
    """What a plan does, as one thing."""
    who, moved, last = _figure(state, plan), _walks(plan), plan[-1]
    if who < 0 or len(plan) == 1:
        return _alone(state, plan[0])
    before = before_last(state, plan)
    name = state.table.called[who]
    at = spoken(before, Ref.SQUARE, before.figures[who].at)
    if isinstance(last, MOVES):
        end = answers.apply(before, last).state
        at = spoken(end, Ref.SQUARE, end.figures[who].at)
        facing = spoken(end, Ref.FACING, end.figures[who].facing)
        if end.figures[who].at == state.figures[who].at:
            return say("Turn {who} to face {facing}", who=name, facing=facing)
        return say("Move {who} to {at}, facing {facing}", who=name, at=at, facing=facing)
    if isinstance(last, o.Attack | o.Shoot):
        target = state.table.called[last.target]
        if isinstance(last, o.Attack):
            if moved:
                return say("Move {who} to {at} and attack {target}", who=name, at=at, target=target)
            return say("Activate {who} and attack {target}", who=name, target=target)
        if moved:
            return say("Move {who} to {at} and shoot at {target}", who=name, at=at, target=target)
        return say("Activate {who} and shoot at {target}", who=name, target=target)
    what = label(before, last)
    if moved:
        return say("Move {who} to {at}, then: {what}", who=name, at=at, what=what)
    return say("Activate {who}, then: {what}", who=name, what=what)


def _alone(state: State, option: Option) -> Message:
    active = state.active
    if isinstance(option, o.Attack) and active is not None:
        called = state.table.called
        return say("Attack {target} with {who}", target=called[option.target], who=called[active.who])
    return label(state, option)


def _figure(state: State, plan: Sequence[Option]) -> FigureId:
    """Whose plan it is; -1: nobody's."""
    first = plan[0]
    if isinstance(first, o.Activate):
        return first.who
    return state.active.who if state.active is not None and not state.frames else NO_FIGURE


def _walks(plan: Sequence[Option]) -> bool:
    return any(isinstance(option, o.Step) for option in plan)


def before_last(state: State, plan: Sequence[Option]) -> State:
    """The table when all of a plan but its last decision is done, and all that is due meanwhile."""
    for option in plan[:-1]:
        state = answers.apply(state, option).state
        while state.frames and isinstance(top := state.frames[-1], Reminding):
            state = answers.apply(state, o.DoIt(top.dial)).state
    return state


# why ---------------------------------------------------------------------------------------------------------------


def reasons(state: State, seat: str, plan: Sequence[Option]) -> Sequence[Message]:
    """What speaks for a plan, the most telling first."""
    if state.draft is not None:
        return ()
    if state.frames:
        return tuple(_in_between(state, plan[0]))[:MOST]
    before, last = before_last(state, plan), plan[-1]
    found: list[Message] = []
    if isinstance(last, o.Attack | o.Shoot):
        found += _of_fight(before, last)
    elif isinstance(last, o.TestWillpower) and before.active is not None:
        found += _of_test(before, before.active.who)
    if isinstance(last, MOVES) or _walks(plan):
        end = answers.apply(before, last).state if isinstance(last, MOVES) else before
        found += _of_place(state, end, seat, _figure(state, plan))
    return tuple(found)[:MOST]


def _of_fight(before: State, last: o.Attack | o.Shoot) -> Iterator[Message]:
    """The odds without any announcement, which are still to come, and what helps."""
    active = before.active
    if active is None:
        return
    who, target, called = active.who, last.target, before.table.called
    shot = skill_named(before, who, last.skill) if isinstance(last, o.Shoot) else None
    begun = fight_odds.suppose(before, who, target, shot)
    found = None if begun is None else fight_odds.forecast(begun)
    if found is not None:
        yield _odds(found, called[who], called[target])
    if isinstance(last, o.Attack):
        if fight_numbers.is_behind(before, who, target):
            yield say("{who} attacks from behind.", who=called[who])
        helpers = fight_numbers.supporters(before, who, target, "attacker")
        if helpers:
            yield plural("{count} friend supports the attack.", "{count} friends support the attack.", len(helpers))


def _odds(found: Forecast, attacker: Name, target: Name) -> Message:
    harmed, harm = suffers(found, 1), suffers(found, 0)
    return say(
        "Chance to shake or disable {target}: {good}%; risk for {who}: {bad}%.",
        target=target, good=percent(harmed), who=attacker, bad=percent(harm),
    )  # fmt: skip


def suffers(found: Forecast, side: int) -> Fraction:
    """The chance that the attacker (0) or the target (1) is shaken or disabled."""
    return sum((share for fates, share in found.chances.items() if fates[side] in ("shaken", "out")), Fraction(0))


def percent(share: Fraction | float) -> int:
    """As people read it."""
    return round(100 * share)


def _of_test(before: State, who: FigureId) -> Iterator[Message]:
    begun = answers.apply(before, o.TestWillpower()).state
    top = begun.frames[-1] if begun.frames else None
    if isinstance(top, Test):
        chance = Fraction(max(0, min(6, willpower.needed(begun, top))), 6)
        yield say(
            "Chance that {who} becomes vigilant: {chance}%.", who=before.table.called[who], chance=percent(chance)
        )


def _in_between(state: State, option: Option) -> Iterator[Message]:
    """Of an answer while something is resolved: what it changes."""
    top, called = state.frames[-1], state.table.called
    if isinstance(top, Fight) and isinstance(option, o.UseDie | o.UseSkill | o.Pass):
        without = fight_odds.forecast(state)
        using = fight_odds.forecast(state, (option,)) if isinstance(option, o.UseDie | o.UseSkill) else None
        if without is None:
            return
        if using is None:
            yield _odds(without, called[top.attacker], called[top.defender])
            return
        for side, who in enumerate((top.attacker, top.defender)):
            now, then = percent(suffers(without, side)), percent(suffers(using, side))
            if now != then:
                yield say(
                    "Chance that {who} is shaken or disabled: {now}% → {then}%.", who=called[who], now=now, then=then
                )
    elif isinstance(top, Retreating) and isinstance(option, o.Retreat):
        shaking = dict(movement.retreats(state, top.who, anywhere=top.anywhere))
        if all(shaking.values()):
            yield say("{who} is shaken wherever the retreat leads.", who=called[top.who])
        elif not shaking[option.at] and any(shaking.values()):
            yield say("{who} is not shaken there.", who=called[top.who])


# places ------------------------------------------------------------------------------------------------------------

_BETTER: Mapping[Callable[[e.Look, e.Stand], float], tuple[Message | None, Message | None]] = {
    e.face: (None, None),
    e.exposure: (
        say("Your figures are in less danger from the enemy's next attacks."),
        say("Enemies are in more danger from your next attacks."),
    ),
    e.contact: (say("More enemies stand in your control zones."), say("You stand in fewer enemy control zones.")),
    e.approach: (say("It gets closer to the enemy."), None),
    e.errand: (say("It gets closer to a goal of the adventure."), None),
}
"""Of each term about places: what is said when it is better for one's own figure, and for the enemy's."""


def _of_place(state: State, end: State, seat: str, who: FigureId) -> Iterator[Message]:
    """The terms that the new place betters, the one that gains most first."""
    mine = band_of_seat(seat)
    looks = e.Look(state, mine, 0.0), e.Look(end, mine, 0.0)
    gains: list[tuple[float, Message]] = []
    for term, (own, others) in _BETTER.items():
        sums = [
            [sum(term(look, stand) for stand in look.sides[band]) for look in looks] for band in (mine, ENEMY_OF[mine])
        ]
        (before, after), (theirs, then) = sums
        gains += [(gain, words) for gain, words in ((after - before, own), (theirs - then, others))
                  if words is not None and gain > TELLING]  # fmt: skip
    shaken = end.figures[who].state != state.figures[who].state if who >= 0 else False
    if shaken:
        yield say("{who} is shaken by leaving the control zone.", who=state.table.called[who])
    for _, words in sorted(gains, key=lambda found: -found[0]):
        yield words
