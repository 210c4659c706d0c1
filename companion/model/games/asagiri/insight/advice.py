"""What the dice at hand could do: every stat and skill that they pay for now, later this phase, or kept in reserve.

Nothing new is computed: what is offered says whether something can be used now, `whynot` why it cannot, `forecast` and
`fights` what a total would be, `movement.reach` how far a point leads, `explain` what a skill does.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, TypeAlias

import msgspec

from companion.model.core.refusal import Refusal, refuse
from companion.model.core.words import Message, say
from companion.model.games.asagiri.rules import answers, dice, fight_numbers, fights, legal_options, movement, willpower
from companion.model.games.asagiri.rules import options as o
from companion.model.games.asagiri.rules.fight_results import outcomes
from companion.model.games.asagiri.rules.rule_modifiers import has_room
from companion.model.games.asagiri.skills.availability import skill_refused
from companion.model.games.asagiri.skills.language.skill import Skill
from companion.model.games.asagiri.skills.language.vocabulary import MET, Element, Window
from companion.model.games.asagiri.skills.modifiers import movement_points, number, skill_named, used_up
from companion.model.games.asagiri.skills.operations.numbers import Bonus
from companion.model.games.asagiri.skills.trigger_context import TriggerContext
from companion.model.games.asagiri.state.formatting import ELEMENT_WORDS, STAT_WORDS
from companion.model.games.asagiri.state.stack import Fight, Test
from companion.model.games.asagiri.state.state import State
from companion.model.games.asagiri.state.vocabulary import STAT_OF, BandId, FigureId, Stat

from . import fight_odds

When: TypeAlias = Literal["now", "later", "enemy", "never"]
"""Now; later this phase; in the enemy's phase, kept in reserve; not this time."""

_ENEMYS: frozenset[Window] = frozenset(
    {"targeted", *MET, "defense", "shot_at", "defense_rolled", "shot_at_rolled", "losing", "lost",
     "shaken", "disabled", "enemy_phase_start", "enemy_phase_end"}
)  # fmt: skip
"""What happens to whoever is attacked, shot at or approached."""
_OF_NUMBERS: tuple[Window, ...] = ("attack", "defense", "shot", "shot_at", "willpower")
_WINS = ("defender_out", "defender_shaken", "defender_retreats")
_ORDER: tuple[When, ...] = ("now", "later", "enemy", "never")


class Advice(msgspec.Struct, frozen=True):
    """One use of dice by one figure. `skill` is None for a stat; `refusal` says why not (only with ``never``)."""

    who: FigureId
    cost: tuple[tuple[Element, ...], ...]
    """For each die it costs, the elements that it may have."""
    when: When
    changes: tuple[Message, ...]
    """What it would change: numbers before and after, in words."""
    skill: Skill | None = None
    stat: Stat | None = None
    reserved: bool = False
    """It is paid out of the figure's reserve."""
    option: o.UseDie | o.UseSkill | None = None
    """How it is used, where that can be done at once."""
    refusal: Refusal | None = None


def advice(state: State, who: FigureId) -> tuple[Advice, ...]:
    """Every use of dice by a figure on the board, what can be done soonest first; empty off the board."""
    if state.figures[who].at < 0 or state.over:
        return ()
    found = [*_stats(state, who), *_skills(state, who)]
    return tuple(sorted(found, key=lambda one: _ORDER.index(one.when)))


def for_band(state: State, band: BandId) -> tuple[Advice, ...]:
    """The uses of every figure of a band, figure by figure."""
    return tuple(one for who in state.on_board(band) for one in advice(state, who))


# stats -------------------------------------------------------------------------------------------------------------


def _stats(state: State, who: FigureId) -> Iterator[Advice]:
    if state.table.characters[who].kami is not None:
        return  # KAR-3
    for element, stat in STAT_OF.items():
        held, kept = _held(state, who, element)
        option = _offered_die(state, who, element)
        refused = None if option is not None else _stat_refused(state, who, element, stat, held, kept)
        when: When = (
            "now" if option is not None else "never" if refused is not None else _stat_time(state, who, element)
        )
        yield Advice(
            who, ((element,),), when, _stat_changes(state, who, stat), stat=stat, option=option, refusal=refused,
            reserved=kept and not held,
        )  # fmt: skip


def _held(state: State, who: FigureId, element: Element) -> tuple[bool, bool]:
    """Whether the pool, and whether the figure's reserve has such a die."""
    band = state.band_of(who)
    return band == state.phase and element in state.bands[band].pool, element in state.figures[who].kept


def _offered_die(state: State, who: FigureId, element: Element) -> o.UseDie | None:
    found = getattr(legal_options.pending(state), "options", ())
    return next((one for one in found if isinstance(one, o.UseDie) and (one.who, one.element) == (who, element)), None)


def _stat_refused(state: State, who: FigureId, element: Element, stat: Stat, held: bool, kept: bool) -> Refusal | None:
    figure, own = state.figures[who], state.band_of(who) == state.phase
    words = Message(ELEMENT_WORDS[element])
    if not held and not kept:
        return refuse("INS-8", "No {element} die is available.", element=words)
    if element == "earth":
        if not kept and not _may_keep(state, who):
            return refuse("INS-6", "This card cannot hold a die in reserve.")
        return None
    if stat in figure.used:
        return refuse("INS-3", "Only one die per stat, figure and phase.")
    if element == "water" and figure.state != "shaken":
        return refuse("STA-4", "Only a shaken figure can test its willpower, unless a skill forces it to.")
    if own and _finished(state, who):
        return refuse("TRN-3", "{who} has already been activated this phase.", who=state.table.called[who])
    if not own and element != "water":
        return refuse("TRN-6", "In the enemy phase a figure can neither move nor attack.")
    return None


def _stat_time(state: State, who: FigureId, element: Element) -> When:
    return "later" if element != "earth" and state.band_of(who) == state.phase else "enemy"


def _finished(state: State, who: FigureId) -> bool:
    """Whether a figure has had its activation this phase."""
    active = state.active
    return state.stage == "reserve" or (state.figures[who].activated and (active is None or active.who != who))


def _may_keep(state: State, who: FigureId) -> bool:
    """Whether the card could hold another die in reserve (INS-6)."""
    return has_room(state, who)


def _stat_changes(state: State, who: FigureId, stat: Stat) -> tuple[Message, ...]:
    if stat == "movement":
        return _farther(state, who)
    if stat == "willpower":
        return _likelier(state, who)
    window: Window = "attack" if stat == "attack" else "defense"
    now = number(state, TriggerContext(window, who), stat, getattr(state.face(who), stat))
    plain = say("{stat} {before} → {after}", stat=Message(STAT_WORDS[stat]), before=now, after=now + 1)
    return (plain, *(_in_fights(state, who, 1) if stat == "attack" else ()))


def _farther(state: State, who: FigureId) -> tuple[Message, ...]:
    """MOV-1: a point more, and the squares that it opens."""
    active = state.active
    going = active is not None and active.who == who and not active.over
    points = active.points if going and active is not None else movement_points(state, who)
    fresh = not (going and active is not None and active.moved)
    began = active.began if going and active is not None else None
    squares = [
        len({found.at for found in movement.reach(state, who, more, began, fresh=fresh)})
        for more in (points, points + 1)
    ]
    return (
        say("{stat} {before} → {after}", stat=Message(STAT_WORDS["movement"]), before=points, after=points + 1),
        say("reachable squares {before} → {after}", before=squares[0] - 1, after=squares[1] - 1),
    )


def _likelier(state: State, who: FigureId) -> tuple[Message, ...]:
    """STA-3: the face that passes, and how likely it is."""
    need = willpower.needed(state, Test(who))
    chances = [max(0, min(6, face)) * 100 // 6 for face in (need, need + 1)]
    return (
        say("{stat} {before} → {after}", stat=Message(STAT_WORDS["willpower"]), before=need, after=need + 1),
        say("chance to pass the test {before}% → {after}%", before=chances[0], after=chances[1]),
    )


def _in_fights(state: State, who: FigureId, more: int) -> Iterator[Message]:
    """What so much more would be against each enemy whom the figure could attack from where it stands."""
    for enemy in fights.targets(state, who):
        begun = _fight(state, who, enemy)
        if begun is not None:
            attack, defense = fight_numbers.totals(*begun)
            yield _against(state, enemy, attack, attack + more, defense, defense)


def _fight(state: State, who: FigureId, enemy: FigureId) -> tuple[State, Fight] | None:
    """The fight as it stands when it is this one, else as it would begin; with the state that it is in."""
    top = state.frames[-1] if state.frames else None
    if isinstance(top, Fight):
        return (state, top) if (top.attacker, top.defender) == (who, enemy) and top.faces is None else None
    if state.frames:
        return None
    begun = fight_odds.suppose(state, who, enemy)
    top = begun.frames[-1] if begun is not None else None
    return (begun, top) if begun is not None and isinstance(top, Fight) else None


def _against(state: State, enemy: FigureId, before: int, after: int, then: int, now: int) -> Message:
    wins = [
        sum(outcomes(mine, yours)[name] for name in _WINS) * 100 // 36 for mine, yours in ((before, then), (after, now))
    ]
    return say(
        "against {enemy} {before} → {after}, chance to win {chance}% → {better}%",
        enemy=state.table.called[enemy], before=before, after=after, chance=wins[0], better=wins[1],
    )  # fmt: skip


# skills ------------------------------------------------------------------------------------------------------------


def _skills(state: State, who: FigureId) -> Iterator[Advice]:
    for skill in state.skills(who):
        if not skill.cost:
            continue
        option = _offered_skill(state, who, skill)
        refused = None if option is not None else skill_refused(state, who, skill)
        when = "now" if refused is None else _skill_time(state, who, skill)
        held = dice.affordable(state, who, skill.cost)
        pooled = state.band_of(who) == state.phase and any(
            die in skill.cost[0] for die in state.bands[state.phase].pool
        )
        yield Advice(
            who, skill.cost, when, tuple(_skill_changes(state, who, skill, option)), skill=skill, option=option,
            refusal=_why(state, skill, refused, held) if when == "never" else None, reserved=held and not pooled,
        )  # fmt: skip


def _offered_skill(state: State, who: FigureId, skill: Skill) -> o.UseSkill | None:
    found = getattr(legal_options.pending(state), "options", ())
    return next((one for one in found if isinstance(one, o.UseSkill) and (one.who, one.skill) == (who, skill.id)), None)


def _skill_time(state: State, who: FigureId, skill: Skill) -> When:
    """When a skill that cannot be used now could be, with the dice at hand."""
    if used_up(state, who, skill) or skill_named(state, who, skill.id) is None:
        return "never"
    own = state.band_of(who) == state.phase
    if own and dice.affordable(state, who, skill.cost) and not _finished(state, who) and not {*skill.when} <= _ENEMYS:
        return "later"
    if _ENEMYS & {*skill.when} and len(skill.cost) == 1:
        kept = any(die in skill.cost[0] for die in state.figures[who].kept)
        pool = state.bands[state.phase].pool if own else ()
        if kept or (_may_keep(state, who) and any(die in skill.cost[0] for die in pool)):
            return "enemy"
    return "never"


def _why(state: State, skill: Skill, refused: Refusal | None, held: bool) -> Refusal | None:
    """What stands in the way for good: the dice, before the moment."""
    if refused is not None and refused.rule in ("SKL-2", "SKL-1") and not held:
        return refuse("INS-4", "You do not have the dice to pay for it.")
    return refused


def _skill_changes(state: State, who: FigureId, skill: Skill, option: o.UseSkill | None) -> Iterator[Message]:
    """Numbers that the skill raises for its bearer, and what an attack from here would be with it."""
    window: Window = next((one for one in _OF_NUMBERS if one in skill.when), "movement")
    for effect in skill.effects:
        if not isinstance(effect, Bonus) or not isinstance(effect.amount, int) or effect.to not in STAT_WORDS:
            continue
        stat = effect.to
        plain = state.face(who).movement if stat == "movement" else getattr(state.face(who), stat)
        now = number(state, TriggerContext(window, who), stat, plain)
        yield say(
            "{stat} {before} → {after}", stat=Message(STAT_WORDS[stat]), before=now, after=max(0, now + effect.amount)
        )
    if "attack" in skill.when and state.band_of(who) == state.phase:
        yield from _with_skill(state, who, skill)


def _with_skill(state: State, who: FigureId, skill: Skill) -> Iterator[Message]:
    for enemy in fights.targets(state, who):
        begun = _fight(state, who, enemy)
        if begun is None:
            continue
        use = _offered_skill(begun[0], who, skill)
        after = answers.apply(begun[0], use).state if use is not None else None
        top = after.frames[-1] if after is not None else None
        if after is None or not isinstance(top, Fight):
            continue
        then, now = fight_numbers.totals(*begun), fight_numbers.totals(after, top)
        if then != now:
            yield _against(state, enemy, then[0], now[0], then[1], now[1])
