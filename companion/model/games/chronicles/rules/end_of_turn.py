"""The end of a turn, step by step in the printed order (EOT)."""

from __future__ import annotations

from companion.model.core.contract import Pending
from companion.model.games.chronicles.rules import accusation, dials, equipment, hands, missions, moments, totals, turns
from companion.model.games.chronicles.rules import events as e
from companion.model.games.chronicles.rules import story_events as se
from companion.model.games.chronicles.rules.damage import turn_statuses
from companion.model.games.chronicles.rules.part import Part
from companion.model.games.chronicles.rules.transition import Transition
from companion.model.games.chronicles.state import frames as f
from companion.model.games.chronicles.state.state import LAST_COLUMN, ONI, Seat, State, cards, replace

EVENTS_A_TURN = 2


def _goes_on(t: Transition, frame: f.EndFrame) -> bool:
    if frame.seat < _parts(t.now, frame.step):
        t.become(replace(frame, seat=frame.seat + 1))
        _does(t, frame.step, frame.seat)
    elif frame.step == accusation.LAST_STEP:
        t.pop()
        turns.begin(t)
    else:
        t.become(f.EndFrame(frame.step + 1))
        t.tell(se.StepDone(f"EOT-{frame.step}"))
    return True


def _parts(state: State, step: int) -> int:
    """What a step does, one after the other, each fully dealt with before the next; a hero's plan and wound are two."""
    return 2 * len(state.heroes) if step == 4 else int(step != accusation.LAST_STEP)


def _does(t: Transition, step: int, part: int) -> None:
    match step:
        case 1:
            reveals = t.now.table.investigation and t.now.turn >= LAST_COLUMN and not t.now.oni.demon_since
            if reveals and dials.due(t, "revelation"):
                accusation.come(t)
        case 2:
            if accusation.may_accuse(t.now):
                t.push(f.AccuseFrame())
                if accusation.red_came(t.now):
                    dials.due(t, "accusation")
        case 3:
            equipment.end_of_turn(t)
        case 4:
            _hero_step(t, part)
        case 5:
            techniques = [one.card for one in t.now.oni.techniques]
            t.piles(used_events=cards((*t.now.piles.used_events, *techniques)))
            t.oni(techniques=())
            missions.decide_met(t, "end_of_turn")
            missions.last_turns(t)
            moments.at_moment(t, "end")
            t.push(f.DrawFrame("event", EVENTS_A_TURN, ONI))
        case 6 if dials.due(t, "statuses"):
            turn_statuses(t)
        case 9:
            t.oni(activated=())
            t.set(in_force=tuple([one for one in t.now.in_force if one.until == "game"]))


def _hero_step(t: Transition, part: int) -> None:
    """EOT-4: a hero's plan goes, damage becomes a wound; once that is drawn its discard may come back."""
    seat: Seat = t.now.seats[part // 2]
    hero, figure = t.now.hero(seat), t.now.figure(seat)
    if hero.out or figure is None:
        return
    if part % 2 == 0:
        hands.discard_plan(t, seat)
        if figure.damage >= totals.health(t.now, figure) and dials.due(t, "wounds", seat):
            draw_wound(t, seat)
        return
    hands.take_back(t, seat)


def draw_wound(t: Transition, seat: Seat) -> None:
    """DMG-2: damage of Health becomes a wound."""
    figure = t.now.figure(seat)
    if figure is None:
        return
    health = totals.health(t.now, figure)
    left = max(0, figure.damage - health)
    t.figure(seat, damage=left)
    t.tell(e.Healed(seat, figure.damage - left, left))
    t.push(f.DrawFrame("wound", 1, seat))


def _never(state: State, frame: f.EndFrame) -> Pending:
    raise AssertionError(frame)


ENDING = Part(_never, resume=_goes_on)
