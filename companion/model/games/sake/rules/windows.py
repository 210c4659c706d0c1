"""Windows (ASK): rounds of answers at the same time, the instants among them, and what they come to."""

from __future__ import annotations

from typing import Any

import msgspec

from companion.model.core.contract import Option
from companion.model.games.sake.box.deck import NO_CARD
from companion.model.games.sake.rules import events as e
from companion.model.games.sake.rules.legal import is_asked
from companion.model.games.sake.rules.transition import Transition
from companion.model.games.sake.rules.turns import burn_draw, soul
from companion.model.games.sake.state.frames import WindowFrame
from companion.model.games.sake.state.options import BurnDraw, Interrupt, Pass, Soul, is_seat
from companion.model.games.sake.state.state import SAMURAI, SPIRIT, State, clockwise, replace

ALONE = ("named", "torment")
"""Windows of one seat, which is asked before everybody (D11, D22)."""


class Reply(msgspec.Struct, frozen=True):
    """What a window came to: the Interruption that counts, else everybody's answer."""

    interrupt: Interrupt | None
    answers: dict[int, Option]


def listed(state: State, window: WindowFrame) -> list[int]:
    """ASK-3 … ASK-8: the seats of a window, clockwise from the one after the active one."""
    order = clockwise(state.active, state.count)[1:]
    if window.kind in ALONE:
        return [window.target]
    samurai = [n for n in order if state.seats[n].kind == SAMURAI]
    if window.kind in ("pipe", "third"):
        return samurai
    ghost = window.target >= 0 and state.seats[window.target].kind == SPIRIT
    if window.cancels:
        return [n for n in order if state.seats[n].kind == SAMURAI or (ghost and state.seats[n].kind == SPIRIT)]
    return [n for n in order if state.seats[n].kind == SPIRIT] if ghost else [n for n in samurai if n == window.target]


def resume(t: Transition, window: WindowFrame) -> Reply | bool:
    """Go on with a window; False: it waits for answers."""
    if window.instants:
        option = window.instants[0]
        t.become(replace(window, instants=window.instants[1:]))
        _instant(t, option)
        return True
    if not window.seats:
        state = t.state()
        asked = [n for n in listed(state, window) if n not in window.passed and is_asked(state, window, n)]
        if not asked:
            t.frames.pop()
            return Reply(None, {})
        t.become(replace(window, seats=tuple(asked), answers=(None,) * len(asked)))
        return False
    interrupts = [option for option in window.answers if isinstance(option, Interrupt)]
    if interrupts and t.table.options.race == "first":
        t.frames.pop()
        return Reply(interrupts[0], {})
    if None in window.answers:
        return False
    instants = tuple([option for option in window.answers if isinstance(option, BurnDraw | Soul)])
    if instants:
        passed = [option.seat for option in window.answers if isinstance(option, Pass)]
        t.become(
            replace(window, seats=(), answers=(), passed=tuple(sorted((*window.passed, *passed))), instants=instants)
        )
        return True
    t.frames.pop()
    answers = {seat: option for seat, option in zip(window.seats, window.answers, strict=True) if option is not None}
    return Reply(interrupts[0] if interrupts else None, answers)


def _instant(t: Transition, option: Any) -> None:
    if isinstance(option, BurnDraw):
        burn_draw(t, option.seat, option.from_)
    else:
        soul(t, option.seat, option.count)


def answer(t: Transition, window: WindowFrame, option: Any) -> None:
    """A seat has answered; at a real table the card lies open now (TRK-2)."""
    card = getattr(option, "card", NO_CARD)
    if card >= 0 and card not in t.seats[option.seat].hand:
        t.from_hand(option.seat, (card,))
        t.to_hand(option.seat, (card,))
    at = window.seats.index(option.seat)
    given = (*window.answers[:at], option, *window.answers[at + 1 :])
    t.become(replace(window, answers=given))
    t.tell(e.AnswerGiven(option.seat))


def window_against(target: int, owner: int, cancels: int) -> WindowFrame:
    """ASK-4: of an Attack on a seat, or on a Disciple of `owner`, who then only looks on."""
    return WindowFrame("action", cancels, owner if is_seat(target) else -1)
