"""Which skills speak, and the numbers they make.

Everything that holds for a figure at a moment is found by `touching`: its own automatic skills, those of its opponent,
skills announced by either side, auras of others, and effects that go on from earlier (SKL-1, SKL-3). Where two of them
collide: numbers set come before bonuses; the bearer's own are read first, then its opponent's, then those announced,
then auras in the order of the figures, then effects that go on; of several that set a number the last one read stands.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from companion.model.games.asagiri.adventure.goals import burden
from companion.model.games.asagiri.state import scenario_game
from companion.model.games.asagiri.state.state import State
from companion.model.games.asagiri.state.vocabulary import NO_SQUARE, FigureId, SquareId

from .amounts import amount
from .language.skill import Skill, open_to
from .language.vocabulary import MIRRORED, Window
from .language.who import SELF
from .trigger_context import TriggerContext, figures


class Touch(msgspec.Struct, frozen=True, gc=False):
    """An effect that holds for a figure, whose skill it is, and the moment as its bearer sees it."""

    bearer: FigureId
    skill: Skill | None
    """None: an effect that goes on."""
    effect: Any
    """The operation, of the kind that was asked for."""
    moment: TriggerContext


def applies(state: State, skill: Skill, moment: TriggerContext) -> bool:
    """Whether the skill speaks in this moment: its window is here, or always, and its conditions hold."""
    if moment.window not in skill.when and "always" not in skill.when:
        return False
    return all(condition.met(state, moment) for condition in skill.conditions)


def automatic(state: State, moment: TriggerContext) -> Iterator[Skill]:
    """The automatic skills of the moment's figure that speak now (SKL-1)."""
    for skill in state.skills(moment.who):
        if skill.is_automatic and applies(state, skill, moment) and not used_up(state, moment.who, skill):
            yield skill


def use_key(skill: Skill) -> str | None:
    """How a use is noted on the figure; None: it may be used again and again."""
    limit = skill.limit
    if limit == "always":
        return None
    return f"skill:{skill.id}" if limit == "phase" else f"{limit}:skill:{skill.id}"


def used_up(state: State, who: FigureId, skill: Skill) -> bool:
    """Whether the figure has used the skill as often as it may (SKL-1)."""
    used = state.figures[who].used
    return bool(used) and used.count(str(use_key(skill))) >= skill.times


def touching(state: State, moment: TriggerContext, *about: str) -> Iterator[Touch]:
    """Every effect about one of these (`Effect.key`) that holds for the moment's figure."""
    if state.table.speaks.isdisjoint(about):
        return
    for touch in _all_touching(state, moment, about):
        if "immune" in about or _lets(state, touch, moment.who):
            yield touch


def _all_touching(state: State, moment: TriggerContext, about: tuple[str, ...]) -> Iterator[Touch]:
    n = moment.who
    for skill in _speaking(state, moment, about):
        yield from _of(state, n, skill, moment, n, about)
    window = MIRRORED.get(moment.window)
    if moment.opponent >= 0 and window is not None:
        seen = across(moment, window)
        for skill in _speaking(state, seen, about):
            if window in skill.when:
                yield from _of(state, moment.opponent, skill, seen, n, about)
    for bearer, skill in moment.paid:
        if not skill.about.isdisjoint(about):
            seen = moment if bearer == n else across(moment, window or moment.window)
            yield from _of(state, bearer, skill, seen, n, about)
    for bearer, reaching in state.table.auras:
        if bearer != n and state.figures[bearer].at >= 0 and not reaching.isdisjoint(about):
            yield from _aura(state, bearer, moment, about)
    for token in state.tokens:
        seen = _beside(moment, token.source, token.at)
        for guards, effect in token.holding:
            if effect.key in about and open_to(guards, state, seen) and n in figures(state, effect.who or SELF, seen):
                yield Touch(token.source, token.skill, effect, seen)
    for found in state.figures[n].lasting:
        if found.effect.key in about:
            yield Touch(found.source, None, found.effect, msgspec.structs.replace(moment, who=found.source))


def _speaking(state: State, moment: TriggerContext, about: tuple[str, ...]) -> Iterator[Skill]:
    """`automatic`, of skills that are about one of these at all."""
    for skill in state.skills(moment.who):
        if (
            not skill.about.isdisjoint(about)
            and skill.is_automatic
            and applies(state, skill, moment)
            and not used_up(state, moment.who, skill)
        ):
            yield skill


def _aura(state: State, bearer: FigureId, moment: TriggerContext, about: tuple[str, ...]) -> Iterator[Touch]:
    n = moment.who
    around = _beside(moment, bearer)
    for skill in state.skills(bearer):
        if not skill.reaching.isdisjoint(about) and applies(state, skill, around):
            yield from _of(state, bearer, skill, around, n, about)


def _beside(moment: TriggerContext, bearer: FigureId, square: SquareId = NO_SQUARE) -> TriggerContext:
    """A moment as what always holds sees it, of a bearer or of the token that it has laid on a square."""
    return TriggerContext("always", bearer, part=moment.part, by=moment.by, test=moment.test, square=square,
                          fight=moment.fight or moment)  # fmt: skip


def _of(
    state: State, bearer: FigureId, skill: Skill, moment: TriggerContext, n: FigureId, about: tuple[str, ...]
) -> Iterator[Touch]:
    for guards, effect, word in skill.parts:
        # what lasts longer goes on from where it was done, and is found there
        if word in about and effect.lasts == "use" and (not guards or open_to(guards, state, moment)):
            who = effect.who or SELF
            if bearer == n if who is SELF or who == SELF else n in figures(state, who, moment):
                yield Touch(bearer, skill, effect, moment)


def across(moment: TriggerContext, window: Window) -> TriggerContext:
    """The same moment seen from the other side."""
    return msgspec.structs.replace(
        moment,
        window=window,
        who=moment.opponent,
        opponent=moment.who,
        part=None if moment.part is None else "defender" if moment.part == "attacker" else "attacker",
        faces=None if moment.faces is None else moment.faces[::-1],
        origin=None,
    )


def from_behind(state: State, moment: TriggerContext) -> bool:
    """Whether an attack counts as one from behind (CBT-5): not against a target that ignores it."""
    if not moment.behind or moment.behind_settled or "ignore" not in state.table.speaks or state.table.edition < 3:
        return moment.behind
    target = moment if moment.part == "defender" else across(moment, "defense")
    seen = msgspec.structs.replace(target, window="defense", behind_settled=True)
    return not any("behind" in touch.effect.what for touch in touching(state, seen, "ignore"))


# immunity ----------------------------------------------------------------------------------------------------------


def shields(state: State, who: FigureId) -> frozenset[str]:
    """What a figure is immune to."""
    if "immune" not in state.table.speaks:
        return frozenset()
    return frozenset(
        word for touch in touching(state, TriggerContext("always", who), "immune") for word in touch.effect.to
    )


def shielded(state: State, who: FigureId, bearer: FigureId, *words: str) -> bool:
    """Whether a figure is immune to what a skill of `bearer` does: to these things, to enemy skills, to the Kami's."""
    if "immune" not in state.table.speaks:
        return False
    known = shields(state, who)
    if not known.isdisjoint(words):
        return True
    if state.band_of(who) == state.band_of(bearer):
        return False
    return "skills" in known or ("kami" in known and "kami" in state.table.characters[bearer].traits)


def _lets(state: State, touch: Touch, who: FigureId) -> bool:
    if touch.bearer == who or "immune" not in state.table.speaks:
        return True
    lowers = touch.effect.tag == "bonus" and amount(state, touch.effect.amount, touch.moment) < 0
    return not shielded(state, who, touch.bearer, *(("penalties",) if lowers else ()))


# numbers -----------------------------------------------------------------------------------------------------------


def added(
    state: State, moment: TriggerContext, *names: str, before: int = 0, raised: bool = True
) -> Iterator[tuple[Touch, int]]:
    """Every bonus and penalty to one of these numbers of the moment's figure, those that leave it a `least` last.

    `before`: the number that they change; not `raised`: penalties alone.
    """
    once, limited = set[object](), list[tuple[Touch, int]]()
    for touch in touching(state, moment, *(f"bonus:{name}" for name in names)):
        effect = touch.effect
        if (effect.by is not None and effect.by != moment.by) or (effect.alone and effect in once):
            continue
        found = amount(state, effect.amount, touch.moment)
        if found < 0 or (found and raised):
            if effect.alone:
                once.add(effect)
            if effect.least is not None:
                limited.append((touch, found))
                continue
            before += 0 if effect.to == "die" else found
            yield touch, found
    for touch, found in limited:
        kept = touch.effect.kept(found, before)
        if kept:
            before += kept
            yield touch, kept


def settled(state: State, moment: TriggerContext, name: str, printed: int) -> int:
    """The number before bonuses: what is printed, or what skills set it to."""
    for touch in touching(state, moment, f"set:{name}"):
        found, only = amount(state, touch.effect.amount, touch.moment), touch.effect.only
        if only == "always" or (found > printed if only == "higher" else found < printed):
            printed = found
    return printed


def number(state: State, moment: TriggerContext, name: str, printed: int) -> int:
    """The number as it counts now, with skills and scenario card (KAR-6), never below 0."""
    before = settled(state, moment, name, printed) + scenario_game.stat(state.table, name)
    return max(0, before + sum(more for _, more in added(state, moment, name, before=before)))


def movement_points(state: State, who: FigureId) -> int:
    """Movement of the face showing, with the skills that change it (MOV-1), less a load (ADV-6)."""
    points = number(state, TriggerContext("movement", who), "movement", state.face(who).movement)
    return points if state.quest is None else max(0, points - burden(state, who))


# where skills are printed ------------------------------------------------------------------------------------------


def skill_named(state: State, who: FigureId, skill: str) -> Skill | None:
    """The skill with this id on the card, its equipment, or the honour: also one just used up, or on a face that has
    been turned away since it was announced, or of another figure that lends it, or did.
    """
    known = state.face(who).skills + state.table.characters[who].printed
    if not state.table.speaks.isdisjoint(("borrow", "gain")):
        known += state.skills(who)
        if state.frames:
            known += tuple(found for character in state.table.characters for found in character.printed)
    return next((found for found in known if found.id == skill), None)


def lent(state: State, who: FigureId) -> tuple[Skill, ...]:
    """The skills that a figure has besides those printed on the face showing and on its equipment, and its honour."""
    character = state.table.characters[who]
    gear = character.equipment.skills if character.equipment is not None else ()
    own = {skill.id for skill in (*state.face(who).skills, *gear)}
    return tuple(skill for skill in state.skills(who) if skill.id not in own and skill is not character.boon)


def uses_up(state: State, who: FigureId, skill: str) -> bool:
    """Whether using this skill turns over the single-use equipment that carries it (BND-5)."""
    equipment = state.table.characters[who].equipment
    return equipment is not None and equipment.single and any(found.id == skill for found in equipment.skills)
