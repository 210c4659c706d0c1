"""What a position is worth to a camp, in points of the memoirs: those placed, and what may still be had.

Nothing is looked at that the seat may not know: of hidden cards their number counts, of the truth what the notebook
makes of it. The weights are ours; `okko-companion simulate` tells what they are worth.
"""

from __future__ import annotations

from typing import Final

from companion.model.games.chronicles.box import effects as fx
from companion.model.games.chronicles.box.cards import Technique
from companion.model.games.chronicles.insight.errands import Field, field
from companion.model.games.chronicles.rules import (
    accusation,
    damage,
    equipment,
    mission_places,
    missions,
    totals,
    track,
)
from companion.model.games.chronicles.state import frames as f
from companion.model.games.chronicles.state.state import (
    LAST_COLUMN,
    ONI,
    CardId,
    Figure,
    HeroState,
    OniState,
    Plan,
    Seat,
    State,
)
from companion.model.games.chronicles.wire.position import kind_of

SPREAD: Final = 4.0
"""A lead of so many points wins three games of four; more never is as good as won, so that more is better still."""
LOST: Final = -0.3
"""A game lost by a hair. By more it is worse, so nobody puts off an end that makes it better (FIN-4)."""
HASTE: Final = 1.0
"""Accusing one of three or more while clues can still be found."""
HOST, NATURE = 2.4, 0.8
"""Being sure of the host, and of the nature, before the demon has come."""
SLAIN = (0.4, 0.55, 0.12, 0.35)
"""The chance that a demon is slain: fresh; all its Health more; its nature found; the part left once it may flee."""
OPEN_MISSION: Final = 0.95
"""A mission all but won, in parts of its points; less done counts less."""
GONE, HARM = 2.0, 2.8
"""A hero out of the fight, beside its chapter; one at the end of its strength."""
WORSE: Final = 1.15
"""A hero who has lost strength already has more to lose."""
WOUND, SPENT, HURT = 0.38, 0.2, 0.45
"""Strength lost by a wound in hand, one in the discard, and damage as much as Health."""
MINION, LIEUTENANT = 0.25, 0.6
ALERT, CORRUPTED, UPGRADE = 0.4, 0.1, 0.2
EVENT, HOST_CARD, OBJECT, FOLLOWER, STATUS = 0.08, 0.12, 0.05, 0.3, 0.1
LASTING: Final = 0.07
"""An effect in force."""
NUMBER, LAID, TALENT = 0.05, 0.05, 0.1
"""Of a card laid: each number that it adds, the card itself, a talent."""
ACTION: Final = 0.01
"""An action left: less than whatever it may do."""
NOW: Final = 0.5
"""Of a figure's threat, when it still has something to do in the activation that is going on."""
FEW: Final = 3
"""Figures that make a sheet worth activating by their number; more stand about."""


def evaluate(state: State, seat: Seat) -> float:
    """How good it looks for a seat, from -1 (lost) to 1 (won)."""
    sign = -1 if seat == ONI else 1
    top = state.frames[-1] if state.frames else None
    ahead = sign * lead(state, seat)
    value = ahead / (SPREAD + abs(ahead))
    if isinstance(top, f.OverFrame):
        won = top.winner == ("oni" if seat == ONI else "heroes")
        return 0.0 if top.winner is None else 1.0 if won else min(value, LOST)
    return value


def lead(state: State, seat: Seat) -> float:
    """By how much the heroes are ahead, in points, as a seat sees it."""
    placed = accusation.points(state)
    found: float = placed["blue"][0] - placed["red"][0]
    if state.table.investigation:
        found += _truth(state, seat)
    found += _missions(state) + _lasting(state)
    for one, hero in zip(state.seats, state.heroes, strict=True):
        found += -GONE if hero.out else _hero(state, one, hero, seat)
    for figure in state.figures:
        if figure.group in ("guard", "creature", "adversary"):
            found -= _opponent(state, figure)
        elif figure.owner is not None:
            found += FOLLOWER * (1 - figure.damage / totals.health(state, figure))
        found -= STATUS * len(figure.statuses) * (1 if figure.camp == "heroes" else -0.5)
    floor = field(state)
    found += 0.0 if floor is None else floor.lead("oni" if seat == ONI else "heroes")
    return found + HOST_CARD * len(state.hosts_in_hand) - _oni(state, state.oni, seat) - _acting(state, floor)


# the investigation ----------------------------------------------------------------------------------------------------


def _truth(state: State, seat: Seat) -> float:
    """What is known before the demon has come; after that, whether it will be slain."""
    oni = state.oni
    if oni.demon == "here":
        return _demon(state)
    if oni.demon in ("slain", "escaped"):
        return 0.0
    hosts, natures = possible(state, seat)
    found = NATURE * (1 if oni.nature_found else _sure(natures, len(state.natures)))
    if not oni.demon_since:
        found += HOST * _sure(hosts, len(state.suspects)) + _fresh(state)
    top = state.frames[-1] if state.frames else None
    if isinstance(top, f.AccuseFrame):
        found += _declared(state, top, seat, hosts, natures)
    return found


def _sure(left: int, of: int) -> float:
    """What it is worth to have so many possible ones left, from 0 to 1: who is left is named, who is not saves time."""
    return (1 / left + (of - left) / max(1, of - 1)) / 2


def possible(state: State, seat: Seat) -> tuple[int, int]:
    """How many hosts and natures are still possible to the heroes, as a seat can count them (INV-5)."""
    box = state.table.box
    hosts = {one.named for one in state.made if one.kind == "host" and not one.right}
    natures = {one.named for one in state.made if one.kind == "nature" and not one.right}
    unseen = [0, 0]
    for clue in state.clues_drawn:
        card = _seen(state, clue.card, seat)
        if card in box.hosts:
            hosts.add(card)
        elif card in box.natures:
            natures.add(card)
        elif card not in box.surprises:
            unseen[card == "?nature"] += 1
    left = len(state.suspects) - len(hosts) - unseen[0], len(state.natures) - len(natures) - unseen[1]
    return max(1, left[0]), max(1, left[1])


def _seen(state: State, card: CardId, seat: Seat) -> CardId:
    return kind_of(state, card) if seat == ONI else card


def _declared(state: State, frame: f.AccuseFrame, seat: Seat, hosts: int, natures: int) -> float:
    """What an accusation is worth before it is answered (ACC-4 to ACC-6): its chance, not the truth."""
    found = 0.0
    seen = {_seen(state, clue.card, seat) for clue in state.clues_drawn} | {one.named for one in state.made}
    for kind, named, left in (("nature", frame.nature, natures), ("host", frame.host, hosts)):
        if named is None:
            continue
        vain = named in seen
        right = 0.0 if vain else 1 / left
        worth, of = (NATURE, len(state.natures)) if kind == "nature" else (HOST, len(state.suspects))
        so_far = worth * _sure(left, of)
        wrong = -_chapter(state, ("first", "second", "last")[min(state.wrong, 2)])
        if kind == "nature" and state.table.options.wrong_counts == "host":
            wrong = 0.0
        if left > 2 and state.turn < LAST_COLUMN - 1:
            wrong -= HASTE
        gain = (worth if kind == "nature" else _chapter(state, "unmasked")) - so_far
        better = 0.0 if vain or left < 2 else worth * _sure(left - 1, of) - so_far
        found += right * gain + (1 - right) * (wrong + better)
    return found


def _chapter(state: State, role: damage.ROLE) -> float:
    chapter = state.table.box.chapters.get(damage.chapter_of(state, role))
    return 1.0 if chapter is None else float(chapter.points)


def _fresh(state: State) -> float:
    """The final combat that will come (FIN-2)."""
    return _stake(state, SLAIN[0] + (SLAIN[2] if state.oni.nature_found else 0.0))


def _stake(state: State, chance: float) -> float:
    strength = len(state.in_play) / len(state.seats)
    slain, escaped = _chapter(state, "slain"), _chapter(state, "escaped")
    return (slain + escaped) * chance * (0.5 + 0.5 * strength) - escaped


def _demon(state: State) -> float:
    demon = next((one for one in state.figures if totals.is_demon(state, one)), None)
    if demon is None:
        return 0.0
    fresh, hurt, found, fleeing = SLAIN
    chance = fresh + hurt * demon.damage / totals.health(state, demon) + (found if state.oni.nature_found else 0.0)
    return _stake(state, chance * (fleeing if state.oni.out_since else 1.0))


# missions, figures, cards ---------------------------------------------------------------------------------------------


def _missions(state: State) -> float:
    found = 0.0
    for score in state.scores:
        if score.done is not None:
            continue
        record = mission_places.record_of(state, score.id)
        named = getattr(record, "chapter", None)
        chapter = state.table.box.chapters.get(getattr(named, "id", named) or "")
        worth = OPEN_MISSION * (1.0 if chapter is None else chapter.points)
        for sign, colour in ((1, missions.COLOURS[0]), (-1, missions.COLOURS[1])):
            done = [min(1.0, n / one.count) for one, n in missions.counts(state, score.id, colour) if n]
            found += sign * worth * max(done, default=0.0)
    return found


def _lasting(state: State) -> float:
    """Effects in force, by the camp whose card it is."""
    box = state.table.box
    found = 0.0
    for one in state.in_force:
        bearer = state.figure(one.bearer)
        listed = totals.effects_of(state, one.card, bearer)
        effect = listed[one.index] if one.index < len(listed) else None
        theirs = one.card in box.events or (bearer is not None and bearer.camp == "oni")
        good = getattr(effect, "n", 1) > 0 and not isinstance(effect, fx.Void | fx.Blind | fx.NoHeal)
        on_theirs = theirs if not one.figures else any(id not in state.seats for id in one.figures)
        found += LASTING * ((-1 if on_theirs else 1) if good else (-1 if theirs else 1))
    return found


def _hero(state: State, seat: Seat, hero: HeroState, viewer: Seat) -> float:
    figure = state.figure(seat)
    if figure is None:
        return -GONE
    health = totals.health(state, figure)
    hidden = viewer == ONI and state.stage in totals.HIDDEN_STAGES
    wounds = len(hero.wounds) + (_planned_wounds(state, hero.plan) if hidden else 0)  # WND-3
    lost = HURT * min(2.0, figure.damage / health) + WOUND * wounds + SPENT * len(hero.spent_wounds)
    found: float = -HARM * min(1.0, lost) ** WORSE
    found += ACTION * hero.actions + OBJECT * len(equipment.objects_of(hero.gear))
    if not hidden:
        found += _plan(state, hero.plan, HURT * HARM * min(1.0, figure.damage / health))
    goal = missions.goal(state, seat)
    if hero.fulfilled or (goal is not None and missions.fulfilled(state, seat)):
        found += 0.7
    elif goal is not None:
        found += 0.6 * min(1.0, hero.counted / goal.condition.count)
    return found


def _planned_wounds(state: State, plan: Plan) -> int:
    return sum(card in state.table.box.wounds for card in (plan.right, plan.left))


def _plan(state: State, plan: Plan, hurt: float) -> float:
    """Cards laid; a weakness is worth the damage it heals (CRD-7)."""
    box, found = state.table.box, 0.0
    if plan.right is not None:
        card = box.actions.get(plan.right) or box.wounds.get(plan.right)
        found += LAID + NUMBER * _sum(card.technique if card is not None else None)
    if plan.left in box.actions:
        action = box.actions[plan.left]
        if action.weakness:
            found += hurt if state.stage in totals.HIDDEN_STAGES else 0.0
        else:
            found += LAID + TALENT
    return found


def _sum(technique: Technique | None) -> int:
    if technique is None:
        return 0
    return technique.speed + technique.attack + technique.defense + technique.mental + 2 * technique.actions


def _opponent(state: State, figure: Figure) -> float:
    rank = track.rank(state, figure)
    if rank == "demon":
        return 0.0
    whole = LIEUTENANT if rank == "lieutenant" else MINION
    return whole * (1 - 0.7 * figure.damage / totals.health(state, figure))


def _oni(state: State, oni: OniState, viewer: Seat) -> float:
    found = EVENT * len(oni.hand) + HOST_CARD * len(oni.black) + ALERT * oni.alert
    found += CORRUPTED * len(oni.corruption) + UPGRADE * len(oni.upgrades)
    for one in oni.techniques:
        found += EVENT + LAID
        if viewer == ONI or one.told:
            card = state.table.box.events.get(one.card)
            found += NUMBER * _sum(card.technique if card is not None else None)
    return found


def _acting(state: State, floor: Field | None) -> float:
    """Actions of the activation that is going on: the Oni's, less those of a follower."""
    found = 0.0
    for frame in state.frames:
        if isinstance(frame, f.OniFrame):
            to_come = [one for one in state.figures if one.card == frame.sheet and one.id not in frame.done]
            found += ACTION * (frame.actions + min(FEW, len(to_come)))
            if frame.actions and (acting := state.figure(frame.figure or "")) is not None:
                to_come.append(acting)
            found += 0.0 if floor is None else NOW * sum([floor.threat(one) for one in to_come])
        elif isinstance(frame, f.FollowerFrame):
            found -= ACTION * frame.actions
    return found
