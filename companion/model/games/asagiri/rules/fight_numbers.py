"""The numbers of a fight: who helps, what changes them, each with its reason, and their sums (CBT-3, CBT-4, SHT-5).

With the line of a shot: past which figures, and in words what is in its way.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from companion.model.core.words import N_, Message, Name, say
from companion.model.games.asagiri.rules.lines import LineCrossing, SightLine, sight
from companion.model.games.asagiri.rules.rule_modifiers import forbidden, freedom, ignored, passable
from companion.model.games.asagiri.skills.language.skill import Skill
from companion.model.games.asagiri.skills.language.vocabulary import PLACED, Window
from companion.model.games.asagiri.skills.modifiers import Touch, across, added, number, settled, skill_named, touching
from companion.model.games.asagiri.skills.trigger_context import (
    Part,
    TriggerContext,
    announced_window,
    by_of,
    window_of,
)
from companion.model.games.asagiri.state import scenario_game
from companion.model.games.asagiri.state.board import DIRECTIONS
from companion.model.games.asagiri.state.formatting import ELEMENT_WORDS, skill_name, square_words
from companion.model.games.asagiri.state.stack import Fight, Reacting
from companion.model.games.asagiri.state.state import State, replace
from companion.model.games.asagiri.state.vocabulary import (
    EVERY_FACING,
    NO_FIGURE,
    STAT_OF,
    FigureId,
    SquareId,
    by_figure,
)


def line_of_fire(state: State, shooter: FigureId, at: SquareId) -> SightLine:
    """The line of a shot from a figure on the board to another square (SHT-4, SHT-5); some shoot past figures."""
    in_the_way = state.occupied() & ~passable(state, shooter, freedom(state, shooter, "shot"))
    return sight(state.table.board, state.figures[shooter].at, at, in_the_way, state.smoke())


def obstacle_words(state: State, blocked: LineCrossing) -> Message:
    """What blocks a line, and where: a wall, a closed door, a figure, a statue, a closed corner (SHT-4, GEO-2)."""
    at = square_words(state, blocked.square)
    if blocked.kind == "side":
        return _side_words(state, blocked)
    if blocked.kind == "corner":
        return _corner_words(state, blocked)
    who = next((n for n, figure in by_figure(state.figures) if figure.at == blocked.square), NO_FIGURE)
    if state.table.board.terrain[blocked.square] == "b":
        return say("the blocking terrain on {at}", at=at)
    if blocked.closed:
        return say("another floor")
    if state.smoke() >> blocked.square & 1:
        return say("smoke on {at}", at=at)
    if who >= 0:
        return say("{who} on {at}", who=state.table.called[who], at=at)
    return say("a captive on {at}", at=at)


def _side_words(state: State, blocked: LineCrossing) -> Message:
    board, at = state.table.board, square_words(state, blocked.square)
    column, row, floor = board.squares[blocked.square]
    dx, dy = blocked.place[0] - 2 * column - 1, blocked.place[1] - 2 * row - 1
    beyond = board.index.get((column + dx, row + dy, floor))
    if beyond is None:
        return say("the edge of the board at {at}", at=at)
    if board.door(blocked.square, EVERY_FACING[DIRECTIONS.index((dx, dy)) // 2]) is not None:
        return say("the closed door between {at} and {beyond}", at=at, beyond=square_words(state, beyond))
    return say("the wall between {at} and {beyond}", at=at, beyond=square_words(state, beyond))


def _corner_words(state: State, blocked: LineCrossing) -> Message:
    board, at = state.table.board, square_words(state, blocked.square)
    column, row, floor = board.squares[blocked.square]
    beyond = board.index.get((2 * (blocked.place[0] // 2) - column - 1, 2 * (blocked.place[1] // 2) - row - 1, floor))
    if beyond is None:
        return say("the edge of the board at {at}", at=at)
    return say("the corner between {at} and {beyond}, closed on both sides", at=at, beyond=square_words(state, beyond))


def cover_words(state: State, covering: LineCrossing) -> Message:
    """One thing that covers the target, and where (SHT-5)."""
    at = square_words(state, covering.square)
    if covering.kind == "corner":
        return say("+1 at the corner of {at}, between two hindering squares", at=at)
    return say("+1 from {at}", at=at)


class Modifier(msgspec.Struct, frozen=True, gc=False):
    """Something that counts in a total; `source` is ``stat``, ``die``, ``skill``, ``support``, ``behind``, ``cover``,
    ``scenario`` or ``shot``; `who` is the figure it comes from.
    """

    side: Literal["attacker", "defender"]
    amount: int
    source: str
    reason: Message
    who: FigureId = NO_FIGURE


def supporters(state: State, friend: FigureId, foe: FigureId, part: Part) -> list[FigureId]:
    """The other friends of `friend` with `foe` in their control zone (CBT-4); a scenario card may forbid it (KAR-6).

    `part`: what the friend is; for skills that let others support as if they stood there (SKL-3).
    """
    if not scenario_game.has_support(state.table):
        return []
    afar = _from_afar(state, foe, part)
    found = (n for n in state.on_board(state.band_of(friend)) if n != friend)
    return [
        n
        for n in found
        if (n in afar or _controls(state, n, foe)) and not forbidden(state, TriggerContext("always", n), "support")
    ]


def _from_afar(state: State, foe: FigureId, part: Part) -> list[FigureId]:
    """The figures that skills let support against an enemy wherever they stand."""
    if "support" not in state.table.speaks or state.figures[foe].at < 0:
        return []
    touched = touching(state, TriggerContext("always", foe), "support")
    return [touch.bearer for touch in touched if touch.effect.part in (None, part)]


def _controls(state: State, n: FigureId, foe: FigureId) -> bool:
    at = state.figures[foe].at
    return at >= 0 and bool(state.zone(n, "support", foe) >> at & 1)


class FightMoment(TriggerContext, frozen=True, gc=False):
    """A moment of a fight, or of a friend's."""

    def supports(self, state: State, n: FigureId) -> bool:
        return self.by == "combat" and supports(state, n, self)


def of_fight(fight: Fight, attacking: bool, window: Window, margin: int = 0,
             paid: tuple[tuple[FigureId, Skill], ...] = ()) -> FightMoment:  # fmt: skip
    """A moment of a fight, seen from one side."""
    who, other = (fight.attacker, fight.defender) if attacking else (fight.defender, fight.attacker)
    faces = fight.faces
    if faces is not None and not attacking:
        faces = faces[::-1]
    part: Part = "attacker" if attacking else "defender"
    return FightMoment(window, who, other, part, by_of(fight), fight.from_behind, faces, margin, paid=paid,
                          uses=fight.uses)  # fmt: skip


def of_reaction(frame: Reacting) -> FightMoment:
    """A moment of which skills may speak."""
    return FightMoment(frame.window, frame.who, frame.opponent, frame.part, frame.by, margin=frame.margin,
                  square=frame.square, fell=frame.fell, used=frame.used, element=frame.element,
                  start=frame.start)  # fmt: skip


def supports(state: State, n: FigureId, seen: TriggerContext) -> bool:
    """Whether a figure supports its side in the combat of this moment, and is not ignored by the other one."""
    fighter = seen.who
    if seen.window in PLACED:  # it is a friend of the moment's figure that fights
        here = state.on_board(state.band_of(fighter))
        fighter = next((one for one in here if state.figures[one].at == seen.square), fighter)
    mine = state.band_of(n) == state.band_of(fighter)
    friend, foe = (fighter, seen.opponent) if mine else (seen.opponent, fighter)
    if friend < 0 or foe < 0 or n not in supporters(state, friend, foe, _part_of(state, seen, friend)):
        return False
    return seen.support_settled or "support" not in ignored(state, _announcing(state, seen, foe))


def _part_of(state: State, seen: TriggerContext, friend: FigureId) -> Part:
    """Whether one of those who fight in this moment attacks or defends."""
    attacking = seen.part == ("attacker" if friend == seen.who else "defender")
    if seen.window in PLACED:
        fight = next((found for found in reversed(state.frames) if isinstance(found, Fight)), None)
        attacking = fight is not None and fight.attacker == friend
    return "attacker" if attacking else "defender"


def _announcing(state: State, seen: TriggerContext, who: FigureId) -> TriggerContext:
    """The moment in which one of those who fight announces."""
    if seen.window not in PLACED:
        theirs = seen if who == seen.who else across(seen, "defense")
        return replace(theirs, window="attack" if theirs.part == "attacker" else "defense")
    fight = next((found for found in reversed(state.frames) if isinstance(found, Fight)), None)
    if fight is None:
        return TriggerContext("always", who)
    attacking = who == fight.attacker
    return of_fight(fight, attacking, announced_window(fight, attacking), paid=paid(state, fight))


def trail_of(state: State, who: FigureId) -> tuple[SquareId, ...]:
    """Every square stood on in this activation; its square alone for a figure that is not active."""
    active = state.active
    at = state.figures[who].at
    if active is None or active.who != who:
        return (at,)
    return active.trail if at in active.trail else (*active.trail, at)


def is_behind(state: State, attacker: FigureId, target: FigureId) -> bool:
    """CBT-5: whether every square of the attacker's trail lies outside the defender's field of vision."""
    board, aim = state.table.board, state.figures[target]
    return all(board.forward(aim.at, aim.facing, square) <= 0 for square in trail_of(state, attacker))


def is_attackers(fight: Fight) -> bool:
    """Whether it is the attacker's turn to speak."""
    return fight.step.startswith("attacker")


def announcer(fight: Fight) -> FigureId:
    """The figure that announces at this step."""
    return fight.attacker if is_attackers(fight) else fight.defender


def paid(state: State, fight: Fight) -> tuple[tuple[FigureId, Skill], ...]:
    """The Shot, if it is one, and the skills announced by either side, each with its bearer."""
    shot = ((fight.attacker, fight.shot),) if fight.shot is not None else ()
    named = ((use.who, skill_named(state, use.who, use.what.removeprefix("skill:")))
             for use in fight.uses if use.what.startswith("skill:"))  # fmt: skip
    return shot + tuple((who, skill) for who, skill in named if skill is not None)


def moment(state: State, fight: Fight, attacking: bool) -> TriggerContext:
    """The moment of the fight, as the skills of one side see it."""
    ahead = ahead_by(state, fight) if fight.step.endswith("_result") else 0
    window = window_of(fight, attacking, ahead if attacking else -ahead)
    return of_fight(fight, attacking, window, abs(ahead), paid(state, fight))


def modifiers(state: State, fight: Fight) -> list[Modifier]:
    """Everything added to the two dice, each with its reason (CBT-2 to CBT-5, SHT-6)."""
    announced = paid(state, fight)
    moments = [of_fight(fight, side, announced_window(fight, side), paid=announced) for side in (True, False)]
    printed = state.face(fight.defender).defense
    found = [
        _base(state, fight, moments[0]),
        Modifier("defender", settled(state, moments[1], "defense", printed), "stat", say("Defense")),
    ]
    free = [ignored(state, seen) for seen in moments]
    found += _scenario(state, fight)
    found += _skills(state, fight, moments[0], free[1], found) + _skills(state, fight, moments[1], free[0], found)
    for use in fight.uses:
        mine: Literal["attacker", "defender"] = "attacker" if use.who == fight.attacker else "defender"
        if use.what in STAT_OF.values() and use.element is not None:
            reason = say("{element} die", element=Message(ELEMENT_WORDS[use.element]))
            found.append(Modifier(mine, 1, "die", reason, use.who))
    if fight.shot is None:
        found += _circumstances(state, fight, moments, free)
    else:
        a, b = state.figures[fight.attacker].at, state.figures[fight.defender].at
        if a >= 0 and b >= 0:
            cover = 0 if "cover" in free[0] else line_of_fire(state, fight.attacker, b).cover
            cover = cover if counts(state, fight, "cover") else 0
            found += [Modifier("defender", cover, "cover", say("Cover"))] if cover else []
    return found


def counts(state: State, fight: Fight, dial: str) -> bool:
    """Whether a table lets something count in a fight; what it wants to be asked about counts until it is declined."""
    return dial not in state.table.off and dial not in fight.declined


def _scenario(state: State, fight: Fight) -> list[Modifier]:
    """What the scenario card adds (KAR-6)."""
    table = state.table
    if table.contest is None or table.contest.scenario is None:
        return []
    attack = scenario_game.stat(table, "attack") if fight.shot is None else 0
    defense = scenario_game.stat(table, "defense") + (scenario_game.mist(table) if fight.shot is not None else 0)
    reason = say("{scenario}", scenario=scenario_game.name(table))
    sides: tuple[tuple[Literal["attacker", "defender"], int], ...] = (("attacker", attack), ("defender", defense))
    return [Modifier(side, amount, "scenario", reason) for side, amount in sides if amount]


def _base(state: State, fight: Fight, seen: TriggerContext) -> Modifier:
    if fight.shot is None:
        printed = state.face(fight.attacker).attack
        return Modifier("attacker", settled(state, seen, "attack", printed), "stat", say("Attack"))
    shot = fight.shot.shot
    assert shot is not None
    value = settled(state, seen, "shot", shot.value)
    return Modifier("attacker", value, "shot", say("{skill}", skill=Name.of(fight.shot.name)), fight.attacker)


def _skills(
    state: State, fight: Fight, seen: TriggerContext, foe_ignores: frozenset[str], known: Sequence[Modifier]
) -> list[Modifier]:
    side: Literal["attacker", "defender"] = "attacker" if seen.who == fight.attacker else "defender"
    stat = ("shot" if fight.shot else "attack") if side == "attacker" else "defense"
    found: list[Modifier] = []
    before = sum(one.amount for one in known if one.side == side)
    for touch, amount in added(state, seen, stat, "die", before=before, raised="bonuses" not in foe_ignores):
        name = Name.of(touch.skill.name) if touch.skill is not None else _going_on(state, seen.who, touch)
        found.append(Modifier(side, amount, "skill", say("{skill}", skill=name), touch.bearer))
    return found


def _going_on(state: State, who: FigureId, touch: Touch) -> Name | Message | str:
    lasting = next(found for found in state.figures[who].lasting if found.effect is touch.effect)
    return skill_name(state, lasting.skill)


def _circumstances(
    state: State, fight: Fight, moments: Sequence[TriggerContext], free: list[frozenset[str]]
) -> list[Modifier]:
    found: list[Modifier] = []
    for seen, foe_ignores in zip(moments, reversed(free), strict=True):
        if "support" in foe_ignores or not counts(state, fight, "support"):
            continue
        assert seen.part is not None
        for n in supporters(state, seen.who, seen.opponent, seen.part):
            reason = Message(N_("Support of {who}"), (("who", state.table.called[n]),))
            beside = TriggerContext("always", n, part=seen.part, by="combat", fight=seen)
            found.append(Modifier(seen.part, number(state, beside, "support", 1), "support", reason, n))
    if fight.from_behind and "behind" not in free[1] and counts(state, fight, "behind"):
        found.append(Modifier("attacker", 1, "behind", say("From behind"), fight.attacker))
    return found


_last: tuple[State, Fight, tuple[int, int]] | None = None


def totals(state: State, fight: Fight) -> tuple[int, int]:
    """What is added to the attacker's and to the defender's die.

    The last answer is remembered: it is asked for again at every outcome of the dice.
    """
    global _last
    asked = fight if "rolled" in state.table.speaks else replace(fight, faces=None, step="roll")
    if _last is not None and _last[1] == asked and _all_the_same(_last[0], state):
        return _last[2]
    found = modifiers(state, fight)
    answer = (
        sum(modifier.amount for modifier in found if modifier.side == "attacker"),
        sum(modifier.amount for modifier in found if modifier.side == "defender"),
    )
    _last = state, asked, answer
    return answer


def _all_the_same(one: State, other: State) -> bool:
    """Whether two states differ in what is being resolved at the most."""
    return (
        one.figures is other.figures
        and one.bands is other.bands
        and one.table is other.table
        and one.active is other.active
        and one.quest is other.quest
        and (one.turn, one.phase) == (other.turn, other.phase)
    )


def counted(state: State, fight: Fight) -> tuple[int, int]:
    """What the dice count: the faces, or what skills make of them (SKL-3)."""
    assert fight.faces is not None
    if "set:die" not in state.table.speaks:
        return fight.faces
    announced = paid(state, fight)
    moments = [of_fight(fight, side, announced_window(fight, side), paid=announced) for side in (True, False)]
    return settled(state, moments[0], "die", fight.faces[0]), settled(state, moments[1], "die", fight.faces[1])


def ahead_by(state: State, fight: Fight) -> int:
    """How far the attacker is ahead with the dice on the table, skills that shift the margin included."""
    assert fight.faces is not None
    attack, defense = totals(state, fight)
    faces = counted(state, fight)
    ahead = attack + faces[0] - defense - faces[1]
    if ahead == 0:
        return 0
    margin = max(0, (abs(ahead) if fight.margin < 0 else fight.margin) + fight.shift)
    return margin if ahead > 0 else -margin
