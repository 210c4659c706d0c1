"""Exact odds before anything is announced: a fight that is only supposed, played to its end for every outcome of dice.

Nothing is estimated: the engine itself plays every outcome (CBT-2 to CBT-6, SHT-6, RET-1 to RET-4), so skills,
terrain and control zones behind the loser count. Of what persons choose on the way this is supposed: whoever retreats
goes where it is not shaken if it can, whoever drives it back does the contrary; facings are the first possible; skills
that wait for the dice are not used.

Outcomes that the rules treat alike are played once: thirty-six pairs of dice have few ends. What is called alike leads
to equal states, where it is `exact`; `tests/bots/test_alike.py` holds this against the rules. Where a skill looks at
the dice themselves, which is rare, one of the middle stands for those that differ by as much.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Literal, TypeAlias, get_args

import msgspec

from companion.model.core import chance
from companion.model.core.contract import Choice, Option, Outcome, Roll
from companion.model.games.asagiri.adventure import objects
from companion.model.games.asagiri.rules import answers, dice, fight_numbers, fights, legal_options, movement, willpower
from companion.model.games.asagiri.rules import options as o
from companion.model.games.asagiri.rules.resolution import settle
from companion.model.games.asagiri.rules.transition import Transition
from companion.model.games.asagiri.rules.turn import supposed_phase
from companion.model.games.asagiri.skills.language.skill import Skill, marks
from companion.model.games.asagiri.skills.modifiers import movement_points
from companion.model.games.asagiri.state.stack import Active, Fight, Retreating, Searching, Test
from companion.model.games.asagiri.state.state import State, replace
from companion.model.games.asagiri.state.vocabulary import FigureId

PAIRS = [(attack, defense) for attack in range(1, 7) for defense in range(1, 7)]
"""The attacker's die and the defender's."""


def alike(state: State) -> Sequence[tuple[Outcome, float]] | None:
    """For each end that the pending roll can have, one outcome that leads there, and the chance of that end.

    None where every outcome has an end of its own.
    """
    top = state.frames[-1] if state.frames else None
    if isinstance(top, Fight):
        shot = top.shot.shot if top.shot is not None else None
        plain = not _heard(state, top, _OF_DICE | _OF_RESULTS) and (shot is None or not (shot.hit or shot.after))
        if "set:die" in state.table.speaks:
            return _end_classes(_counted(state, top), shot is not None, plain)
        return _fight_classes(*fight_numbers.totals(state, top), shot is not None, plain)
    if isinstance(top, Test):
        return _test_classes(willpower.needed(state, top))
    if isinstance(top, Searching):
        return _test_classes(objects.needed(state, top.thing))
    return None


def exact(state: State) -> bool:
    """Whether nothing but the margin of the pending roll matters."""
    top = state.frames[-1]
    if isinstance(top, Test):
        return not _heard(state, top, _OF_TESTS) and _OF_MARGINS.isdisjoint(marks(top.passed + top.failed))
    return not isinstance(top, Fight) or not _heard(state, top, _OF_DICE)


_OF_DICE: frozenset[str] = frozenset({"attack_rolled", "defense_rolled", "shot_rolled", "shot_at_rolled", "rolled"})
_OF_RESULTS: frozenset[str] = frozenset(
    {"winning", "losing", "drawing", "won", "lost", "drawn", "shift", "outcome", "retreat"}
)
_OF_TESTS: frozenset[str] = frozenset({"tested"})
_OF_MARGINS: frozenset[str] = frozenset({"margin", "by"})


def _heard(state: State, top: Fight | Test, words: frozenset[str]) -> bool:
    """Whether a skill of those whose dice roll speaks about one of these."""
    if words.isdisjoint(state.table.speaks):
        return False
    sides = (top.attacker, top.defender) if isinstance(top, Fight) else (top.who,)
    return any(not skill.marks.isdisjoint(words) for who in sides for skill in state.skills(who))


@lru_cache(maxsize=256)
def _fight_classes(attack: int, defense: int, shot: bool, by_size: bool) -> tuple[tuple[Outcome, float], ...]:
    """The ends of dice that count what they show."""
    ahead = attack - defense
    return _end_classes([(pair, ahead + pair[0] - pair[1]) for pair in PAIRS], shot, by_size)


def _counted(state: State, fight: Fight) -> list[tuple[tuple[int, int], int]]:
    """Each pair of dice with its margin, where a die may count as another one (SKL-3)."""
    found = []
    for pair in PAIRS:
        thrown = replace(fight, faces=pair)
        attack, defense = fight_numbers.totals(state, thrown)
        one, other = fight_numbers.counted(state, thrown)
        found.append((pair, attack + one - defense - other))
    return found


def _end_classes(
    margins: Sequence[tuple[tuple[int, int], int]], shot: bool, by_size: bool
) -> tuple[tuple[Outcome, float], ...]:
    """CBT-3, SHT-6: what counts is who is ahead, and whether by 1–2, by 3, or by 4 and more; or, where
    skills look at the result, by how much exactly. The middle one stands for all that end alike.
    """
    found: dict[int, list[Outcome]] = {}
    for pair, margin in margins:
        size = (0, 1, 1, 3, 4)[min(4, abs(margin))] if by_size else abs(margin)
        end = size if margin >= 0 else 0 if shot and by_size else -size
        found.setdefault(end, []).append(pair)
    return tuple((pairs[(len(pairs) - 1) // 2], len(pairs) / 36) for pairs in found.values())


@lru_cache(maxsize=64)
def _test_classes(needed: int) -> tuple[tuple[Outcome, float], ...]:
    """STA-3, ADV-7: passed or failed."""
    passing = max(0, min(6, needed))
    return tuple(found for found in (((1,), passing / 6), ((6,), 1 - passing / 6)) if found[1])


Fate: TypeAlias = Literal["unhurt", "retreats", "shaken", "out"]
"""What befalls a fighter, the worst of it."""
FATES: tuple[Fate, ...] = get_args(Fate)
Announcement: TypeAlias = o.UseDie | o.UseSkill

_DEEPEST = 400
"""More decisions than a fight ever takes: a skill that never ends is cut off as an error."""


class Forecast(msgspec.Struct, frozen=True):
    """How likely each pair of fates is: the attacker's (or shooter's), the defender's. The chances add up to one."""

    chances: Mapping[tuple[Fate, Fate], Fraction]

    def seven(self) -> dict[str, Fraction]:
        """The seven results as in `odds.outcomes`; where both suffer, what is worse, the attacker's when equal."""
        found = dict.fromkeys(
            ("attacker_out", "attacker_shaken", "attacker_retreats", "draw", "defender_retreats", "defender_shaken",
             "defender_out"),
            Fraction(0),
        )  # fmt: skip
        for (attacker, defender), share in self.chances.items():
            if attacker == defender == "unhurt":
                found["draw"] += share
            elif FATES.index(defender) > FATES.index(attacker):
                found[f"defender_{defender}"] += share
            else:
                found[f"attacker_{attacker}"] += share
        return found

    def thirty_sixths(self) -> dict[str, Fraction]:
        """The same in parts of the thirty-six pairs of dice."""
        return {name: share * 36 for name, share in self.seven().items()}

    @property
    def better(self) -> tuple[Fraction, Fraction]:
        """The chance that only, or above all, the defender suffers; that the attacker does."""
        seven = self.seven()
        return (
            sum((share for name, share in seven.items() if name.startswith("defender")), Fraction(0)),
            sum((share for name, share in seven.items() if name.startswith("attacker")), Fraction(0)),
        )


# supposing ---------------------------------------------------------------------------------------------------------


def suppose(state: State, attacker: FigureId, defender: FigureId, shot: Skill | None = None) -> State | None:
    """A fight between two figures on the board as they stand, at the attacker's announcements; None without them.

    Neither control zone nor range are asked for: what would be, were it allowed. The phase is the attacker's: the next
    one of its band, with the dice it has kept, when it is not its turn.
    """
    if state.over or state.figures[attacker].at < 0 or state.figures[defender].at < 0:
        return None
    base = supposed_phase(state, state.band_of(attacker))
    active = base.active
    if active is None or active.who != attacker:
        active = Active(attacker, (base.figures[attacker].at,), movement_points(base, attacker))
    flow = Transition(replace(base, active=replace(active, acted=False)))
    if shot is None:
        answers.acting(flow, lambda who: fights.declare_attack(flow, who, defender))
    else:
        answers.acting(flow, lambda who: _declare_shot(flow, who, defender, shot))
    settle(flow)
    return flow.state if _fight(flow.state) is not None else None


def _declare_shot(flow: Transition, shooter: FigureId, target: FigureId, shot: Skill) -> None:
    """The shot, paid for where a die is there to pay; else as if there were one."""
    plain = len(shot.cost) == 1 and len(shot.cost[0]) == 1
    paid = dice.origins(flow.state, shooter, shot.cost[0][0])[:1] if plain else []
    if paid or not shot.cost:
        fights.declare_shot(flow, shooter, target, shot, paid[0] if paid else None)
    else:
        flow.act("shot")
        fights.begin_shot(flow, shooter, target, shot)


def _fight(state: State) -> Fight | None:
    return next((frame for frame in reversed(state.frames) if isinstance(frame, Fight)), None)


def in_hand(begun: State) -> tuple[tuple[Announcement, ...], tuple[Announcement, ...]]:
    """What the attacker, and what the defender could announce before the dice, each by itself."""
    sides: list[tuple[Announcement, ...]] = []
    for step in ("attacker", "defender"):
        at = _until(begun, step)
        asked = legal_options.pending(at) if at is not None else None
        offered = asked.options if isinstance(asked, Choice) else ()
        sides.append(tuple(found for found in offered if isinstance(found, o.UseDie | o.UseSkill)))
    return sides[0], sides[1]


def _until(state: State, step: str) -> State | None:
    """The supposed fight at a side's announcements, nothing announced before; None when it never gets there."""
    for _ in range(_DEEPEST):
        top = state.frames[-1] if state.frames else None
        if isinstance(top, Fight) and (top.step == step or top.step == "roll"):
            return state if top.step == step else None
        asked = legal_options.pending(state) if top is not None else None
        if not isinstance(asked, Choice):
            return None
        state = answers.apply(state, _answer(state, asked)).state
    raise AssertionError("a fight that does not end")


# playing it out ----------------------------------------------------------------------------------------------------


def forecast(begun: State, uses: Sequence[Announcement] = ()) -> Forecast | None:
    """The fates of a fight out of `suppose`, with these dice and skills announced as soon as they can be.

    None when they cannot all be announced: two may want the same die.
    """
    steps = forecasting(begun, uses)
    while True:
        try:
            next(steps)
        except StopIteration as done:
            found: Forecast | None = done.value
            return found


def forecasting(begun: State, uses: Sequence[Announcement] = ()) -> Generator[None, None, Forecast | None]:
    """The same bit by bit, for whoever must not wait: it pauses after every step of every way that the fight can go."""
    fight = _fight(begun)
    if fight is None:
        return None
    fighters = (fight.attacker, fight.defender)
    found: dict[tuple[Fate, Fate], Fraction] = {}
    for ended in _ends(begun, tuple(uses), Fraction(1), 0):
        if ended is None:
            yield
            continue
        end, share = ended
        if end is None:
            return None
        fates = (_fate(begun, end, fighters[0]), _fate(begun, end, fighters[1]))
        found[fates] = found.get(fates, Fraction(0)) + share
    return Forecast(found)


def announced(begun: State, uses: Sequence[Announcement] = ()) -> State | None:
    """The supposed fight with these announcements, at its dice; None when they cannot all be made."""
    state, left = begun, list(uses)
    for _ in range(_DEEPEST):
        asked = legal_options.pending(state) if state.frames and not state.over else None
        if isinstance(asked, Roll):
            return state if isinstance(state.frames[-1], Fight) and not left else None
        if not isinstance(asked, Choice):
            return None
        use = next((use for use in left if use in asked.options), None)
        if use is not None:
            left.remove(use)
        state = answers.apply(state, use if use is not None else _answer(state, asked)).state
    raise AssertionError("a fight that does not end")


def _fate(before: State, after: State, who: FigureId) -> Fate:
    was, now = before.figures[who], after.figures[who]
    if now.at < 0:
        return "out"
    if now.state == "shaken" and was.state != "shaken":
        return "shaken"
    return "retreats" if now.at != was.at else "unhurt"


def _ends(
    state: State, uses: tuple[Announcement, ...], share: Fraction, deep: int
) -> Iterator[tuple[State | None, Fraction] | None]:
    """Every state the fight can end in, with its chance; None as a state when an announcement was not possible.

    None in between: a step has been taken.
    """
    while state.frames and not state.over:
        deep += 1
        if deep > _DEEPEST:
            raise AssertionError("a fight that does not end")
        asked = legal_options.pending(state)
        if isinstance(asked, Choice):
            use = next((use for use in uses if use in asked.options), None)
            if use is not None:
                uses = tuple(other for other in uses if other is not use)
            state = answers.apply(state, use if use is not None else _answer(state, asked)).state
            yield None
        elif isinstance(asked, Roll):
            if uses and isinstance(state.frames[-1], Fight):
                yield None, share
                return
            for faces, part in _outcomes(state, asked):
                led = answers.rolled(state, faces).state
                yield None
                yield from _ends(led, uses, share * part, deep)
            return
        else:
            break
    yield (None if uses else state), share


def _outcomes(state: State, asked: Roll) -> Iterator[tuple[tuple[chance.Face, ...], Fraction]]:
    """Every outcome of a roll; of two dice that only their difference tells apart, one for each difference."""
    top = state.frames[-1]
    if isinstance(top, Fight) and exact(state):
        for ahead in range(-5, 6):
            faces = (1 + ahead, 1) if ahead >= 0 else (1, 1 - ahead)
            yield faces, Fraction(6 - abs(ahead), 36)
    else:
        yield from chance.every(asked.dice)


def _answer(state: State, asked: Choice) -> Option:
    """What is supposed of whoever is asked (see the module)."""
    top = state.frames[-1]
    if isinstance(top, Retreating):
        shaking = dict(movement.retreats(state, top.who, anywhere=top.anywhere))
        driven = top.chooser >= 0 and state.band_of(top.chooser) != state.band_of(top.who)
        squares = [found for found in asked.options if isinstance(found, o.Retreat)]
        return next((found for found in squares if shaking[found.at] == driven), squares[0])
    return legal_options.PASS if legal_options.PASS in asked.options else asked.options[0]
