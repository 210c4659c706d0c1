"""A fight from the dice to its result: who is ahead, what befalls whom, who turns (CBT-3 to CBT-6, SHT-6)."""

from __future__ import annotations

from typing import Literal

from companion.model.games.asagiri.rules import dice
from companion.model.games.asagiri.rules.events import CombatRolled, ShotRolled
from companion.model.games.asagiri.rules.fight_numbers import (
    ahead_by,
    counted,
    is_attackers,
    modifiers,
    moment,
    of_fight,
    paid,
    totals,
)
from companion.model.games.asagiri.rules.rule_modifiers import prevented
from companion.model.games.asagiri.rules.transition import Transition
from companion.model.games.asagiri.skills import triggers
from companion.model.games.asagiri.skills.language.vocabulary import ROLLED, Window
from companion.model.games.asagiri.skills.modifiers import automatic, touching, used_up
from companion.model.games.asagiri.skills.operation import useful
from companion.model.games.asagiri.skills.trigger_context import TriggerContext, announced_window, by_of
from companion.model.games.asagiri.state.stack import (
    STEPS,
    EffectFrame,
    Fight,
    Frame,
    Reacting,
    Retreating,
    Shaking,
    Step,
    StruckAs,
    TurningToFace,
)
from companion.model.games.asagiri.state.state import State, replace
from companion.model.games.asagiri.state.vocabulary import (
    EVERY_FACING,
    NO_FIGURE,
    Facing,
    FigureId,
    SquareId,
    by_figure,
)
from companion.model.games.asagiri.table.automation import DIALS


def facings_into_zone(state: State, who: FigureId, square: SquareId) -> list[Facing]:
    """The facings with `square` in the figure's control zone; just the present one when it already is (CBT-2)."""
    figure = state.figures[who]
    foe = next((n for n, other in by_figure(state.figures) if other.at == square), NO_FIGURE)
    if state.zone(who, "attacks", foe) >> square & 1:
        return [figure.facing]
    return [facing for facing in EVERY_FACING if state.zone_from(who, figure.at, facing, "attacks", foe) >> square & 1]


def facings_into_vision(state: State, who: FigureId, square: SquareId) -> list[Facing]:
    """The facings with `square` in the field of vision; just the present one when it already is (SHT-6)."""
    figure, board = state.figures[who], state.table.board
    if board.forward(figure.at, figure.facing, square) >= 1:
        return [figure.facing]
    return [facing for facing in EVERY_FACING if board.forward(figure.at, facing, square) >= 1]


def at_step(fight: Fight, step: Step) -> Fight:
    """The fight at another step."""
    return replace(fight, step=step)


def _remind(flow: Transition, fight: Fight) -> None:
    """Before the dice are rolled: what would count, and the table wants to be asked about."""
    wanted = [dial for dial in ("support", "behind", "cover") if dial in flow.table.asked]
    for dial in wanted:
        sides = [found.side for found in modifiers(flow.state, fight) if found.source == dial]
        if sides and dial not in fight.declined:
            flow.due(dial, fight.attacker if "attacker" in sides else fight.defender, DIALS[dial].rule)


_LATE: frozenset[str] = frozenset(
    {"attack_rolled", "defense_rolled", "shot_rolled", "shot_at_rolled", "winning", "losing", "drawing",
     "shift", "outcome", "retreat"}
)  # fmt: skip
"""What makes it worth asking between the dice and the result."""


def rolled(flow: Transition, fight: Fight, faces: tuple[int, int]) -> None:
    """The dice lie on the table; skills that may speak before the result are asked first."""
    thrown = replace(fight, faces=faces)
    flow.state = flow.state.swap_top(thrown)
    tell_dice(flow, thrown)
    watching = _watching(flow, thrown)
    if watching or _spoken_of(flow.state, thrown):
        enter(flow, "attacker_rolled")
        flow.push(*watching)
    else:
        conclude(flow, thrown)


def _watching(flow: Transition, fight: Fight) -> list[Reacting]:
    """Others may speak of the dice of a friend: those of the attacker first."""
    sides = ((fight.defender, fight.attacker), (fight.attacker, fight.defender))
    return [
        Reacting(n, "friend_rolled", foe, by=by_of(fight), square=flow.state.figures[who].at)
        for who, foe in sides
        for n in reversed(flow.friends_with(who, "friend_rolled"))
    ]


def _spoken_of(state: State, fight: Fight) -> bool:
    """Whether a skill of either side, or one announced, could speak between the dice and the result."""
    if _LATE.isdisjoint(state.table.speaks):
        return False
    own = (skill for who in (fight.attacker, fight.defender) for skill in state.skills(who))
    announced = (skill for _, skill in paid(state, fight))
    return any(not _LATE.isdisjoint(skill.marks) for skill in (*own, *announced))


def tell_dice(flow: Transition, fight: Fight) -> None:
    """Say what the dice show and what that makes."""
    assert fight.faces is not None
    attack, defense = totals(flow.state, fight)
    faces = counted(flow.state, fight)
    result = (attack + faces[0], defense + faces[1])
    made = CombatRolled if fight.shot is None else ShotRolled
    flow.tell(made(fight.attacker, fight.defender, fight.faces, result))


def enter(flow: Transition, step: Step) -> None:
    """The fight on top goes on to a step: automatic skills that do something there do it first."""
    fight = flow.state.frames[-1]
    assert isinstance(fight, Fight)
    fight = at_step(fight, step)
    if step == "attacker_result":
        fight = _announced_results(flow.state, fight)
    flow.state = flow.state.swap_top(fight)
    if step == "roll":
        _remind(flow, fight)
        return
    seen = moment(flow.state, fight, is_attackers(fight))
    speaking = [
        skill
        for skill in automatic(flow.state, seen)
        if seen.window in skill.when
        and skill.done_in(seen.window)
        and (seen.window not in ROLLED or useful(flow.state, skill, seen))
    ]
    _count_holding(flow, seen)
    for skill in speaking:
        if not used_up(flow.state, seen.who, skill):
            dice.note_use(flow, seen.who, skill)
    for skill in reversed(speaking):
        triggers.speak(flow, skill, seen)
    if step == "attacker" and flow.has(fight.defender, "targeted"):
        flow.push(Reacting(fight.defender, "targeted", fight.attacker, "defender", by_of(fight)))


def _count_holding(flow: Transition, seen: TriggerContext) -> None:
    """An automatic skill that may hold so often only is used up by this fight, and holds all through it."""
    fight = flow.state.frames[-1]
    assert isinstance(fight, Fight)
    if fight.step in ("attacker", "defender"):
        uses = (*fight.uses, *dice.holding(flow, seen))
        flow.state = flow.state.swap_top(replace(fight, uses=uses))


def _announced_results(state: State, fight: Fight) -> Fight:
    """What skills announced beforehand make of the result: they hold for whoever wins."""
    ahead = ahead_by(state, fight)
    if ahead == 0:
        return fight
    seen = of_fight(fight, ahead > 0, announced_window(fight, ahead > 0), paid=paid(state, fight))
    for touch in touching(state, seen, "shift", "outcome", "retreat"):
        if touch.bearer == seen.who:
            fight = touch.effect.change(fight, state.table.edition)
    return fight


def next_step(flow: Transition, fight: Fight) -> None:
    """From the attacker's announcements to the defender's, the turn of CBT-2, the dice, and on to the result."""
    if fight.step == "defender_result":
        conclude(flow, fight)
        return
    enter(flow, STEPS[STEPS.index(fight.step) + 1])
    if fight.step == "defender" and fight.shot is None:
        must_turn(flow, fight.defender, fight.attacker, "zone")


def conclude(flow: Transition, fight: Fight) -> None:
    """CBT-3, SHT-6: put what befalls the loser on the stack, then what skills make of it."""
    ahead = ahead_by(flow.state, fight)
    margin = abs(ahead)
    flow.state = flow.state.pop()
    flow.fought(fight)
    if "strike" in flow.table.speaks:
        flow.set(frames=tuple(frame for frame in flow.state.frames if not _called_off(frame, fight, ahead)))
    winner, loser = (fight.attacker, fight.defender) if ahead >= 0 else (fight.defender, fight.attacker)
    if ahead == 0 and fight.against >= 0:
        winner, loser = (loser, winner) if fight.against == winner else (winner, loser)
    _after(flow, fight, ahead, winner, loser)
    harmless = ahead == 0 or (fight.shot is not None and ahead < 0)
    result = fight.counts_as or ("retreat" if margin < 3 else "shaken" if margin == 3 else "disabled")
    if result == "nothing" or (harmless and (fight.counts_as is None or ahead != 0)):
        return
    _befall(flow, fight, result, winner, loser)


def _called_off(frame: Frame, fight: Fight, ahead: int) -> bool:
    """Whether it is a further attack of a row that this one has ended."""
    return isinstance(frame, EffectFrame) and frame.who == fight.attacker and bool(frame.effects) \
        and frame.effects[0].breaks_off(ahead)  # fmt: skip


def _befall(flow: Transition, fight: Fight, result: str, winner: FigureId, loser: FigureId) -> None:
    rule = "CBT-3" if fight.shot is None else "SHT-6"
    struck: StruckAs = "attacker" if loser == fight.attacker else "defender" if fight.shot is None else "target"
    if result == "disabled":
        flow.disable(loser, rule, by=winner, struck_as=struck)
        return
    if fight.squares and not prevented(flow.state, loser, "retreat"):
        chooser = winner if fight.winner_chooses else NO_FIGURE
        if flow.due("retreats", loser, "RET-1", squares=fight.squares, chooser=chooser, opponent=winner,
                    struck_as=struck, anywhere=fight.anywhere):  # fmt: skip
            flow.push(Retreating(loser, fight.squares, chooser, winner, struck, fight.anywhere))
    if result == "shaken":
        flow.push(Shaking(loser, source=winner, struck_as=struck))
    if fight.shot is not None:
        must_turn(flow, loser, fight.attacker, "vision")


def must_turn(flow: Transition, who: FigureId, foe: FigureId, into: Literal["zone", "vision"]) -> None:
    """A figure has to turn to an enemy (CBT-2, SHT-6)."""
    state, square = flow.state, flow.state.figures[foe].at
    if "turning" in state.table.asked:
        possible = (facings_into_zone if into == "zone" else facings_into_vision)(state, who, square)
        if possible == [state.figures[who].facing]:
            return  # nobody has to be asked
    if flow.due("turning", who, "CBT-2" if into == "zone" else "SHT-6", square=square, into=into):
        flow.push(TurningToFace(who, square, into))


def _after(flow: Transition, fight: Fight, ahead: int, winner: FigureId, loser: FigureId) -> None:
    """What skills do once it is over, the winner's first; a shot's own riders before that."""
    by, at = by_of(fight), flow.state.figures[loser].at
    part: Literal["attacker", "defender"] = "attacker" if winner == fight.attacker else "defender"
    other: Literal["attacker", "defender"] = "defender" if part == "attacker" else "attacker"
    lost: Window = "lost" if ahead else "drawn"
    won: Window = "won" if ahead else "drawn"
    for who, foe, role, window in ((loser, winner, other, lost), (winner, loser, part, won)):
        if flow.has(who, window):
            flow.push(Reacting(who, window, foe, role, by, abs(ahead), at, start=flow.state.figures[who].at))
    shot = fight.shot.shot if fight.shot is not None else None
    if fight.shot is not None and shot is not None:
        riders = (shot.hit if ahead > 0 else ()) + shot.after
        if riders:
            flow.push(
                EffectFrame(fight.attacker, fight.defender, fight.shot, "shot", riders, margin=abs(ahead), square=at)
            )


def margins(attack: int, defense: int) -> dict[int, int]:
    """How many of the 36 pairs of dice give each margin (attacker's total less the defender's)."""
    found: dict[int, int] = {}
    for difference in range(-5, 6):
        found[attack - defense + difference] = 6 - abs(difference)
    return found


def outcomes(attack: int, defense: int) -> dict[str, int]:
    """The seven results of a combat by margin alone, in thirty-sixths."""
    found = dict.fromkeys(
        ("attacker_out", "attacker_shaken", "attacker_retreats", "draw", "defender_retreats", "defender_shaken",
         "defender_out"),
        0,
    )  # fmt: skip
    for margin, ways in margins(attack, defense).items():
        found[result_of(margin)] += ways
    return found


def result_of(margin: int) -> str:
    """What a margin means (CBT-3)."""
    loser = "defender" if margin > 0 else "attacker"
    size = abs(margin)
    if size == 0:
        return "draw"
    return f"{loser}_{'retreats' if size < 3 else 'shaken' if size == 3 else 'out'}"
