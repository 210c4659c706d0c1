"""What has changed before each seat since the last turn of whoever looks: life and sake, which everybody sees."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QFont, QPainter

from companion.model.core.session import Session
from companion.model.core.words import Message, say
from companion.model.games.sake.state.state import LIFE, SAMURAI, Seat, State
from companion.ui.games.sake.drawing.pieces import CENTRED, paint_cup
from companion.ui.kit.theme import ink
from companion.ui.kit.theme.palette import Theme

MINUS = "\N{MINUS SIGN}"


class Changed(NamedTuple):
    """By how much; a Samurai who has died since has lost all his life."""

    life: int
    sake: int


def since_last_turn(session: Session[State], seat: int | None) -> Mapping[int, Changed]:
    """By seat, where there is a change; none before the first turn of `seat` is over."""
    at, state = session.cursor, session.state
    if seat is None or state.turn < 2:
        return {}
    if state.active == seat:  # the turn that goes on is not the last one
        while at > 0 and session.state_at(at).turn == state.turn:
            at -= 1
    while at > 0 and session.state_at(at).active != seat:
        at -= 1
    if not at:
        return {}
    before = session.state_at(min(at + 1, session.cursor))
    changed = (
        Changed(_life(now) - _life(then), _sake(now) - _sake(then))
        for now, then in zip(state.seats, before.seats, strict=True)
    )
    return {n: one for n, one in enumerate(changed) if any(one)}


def _life(seat: Seat) -> int:
    return len(seat.life) + (LIFE in seat.sake) if seat.kind == SAMURAI else 0


def _sake(seat: Seat) -> int:
    return len(seat.sake) + seat.jar


def signed(number: int) -> str:
    """With its sign, as people write it."""
    return f"{MINUS if number < 0 else '+'}{abs(number)}"


def changed_words(one: Changed) -> Message:
    """For the eye that points there, and for the ear."""
    if one.life and one.sake:
        return say("Since your last turn: life {life}, sake {sake}", life=signed(one.life), sake=signed(one.sake))
    if one.life:
        return say("Since your last turn: life {life}", life=signed(one.life))
    return say("Since your last turn: sake {sake}", sake=signed(one.sake))


def paint_changed(pen: QPainter, room: QRectF, one: Changed, font: QFont, theme: Theme) -> None:
    """A tag for each number, one above the other; that of sake has a cup."""
    high = room.height() / 2
    y = room.bottom()
    for number, cup in ((one.sake, True), (one.life, False)):
        if not number:
            continue
        y -= high
        tag = QRectF(room.left(), y, room.width() if cup else room.width() * 0.68, high * 0.92)
        slip = ink.rough_rect(tag, f"since{round(tag.width())}", 0.8, 14)
        ink.soft_shadow(pen, slip, theme.color("shadow", 0.4), high * 0.15, 0, high * 0.08)
        ink.fill(pen, slip, theme.color("vermilion" if number < 0 and not cup else "ink"))
        words = QRectF(tag)
        if cup:
            paint_cup(pen, QPointF(tag.right() - high * 0.46, tag.center().y()), high * 0.3, theme)
            words.setRight(tag.right() - high * 0.72)
        light = theme.color("on_vermilion" if number < 0 and not cup else "ground")
        ink.write(pen, words, signed(number), font, light, CENTRED)
