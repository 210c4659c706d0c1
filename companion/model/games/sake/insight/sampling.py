"""Whole games that fit what a seat knows: unseen cards are dealt at random where they may lie."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from random import Random
from typing import Any

from msgspec import UNSET

from companion.model.core.contract import Content, Json, Option
from companion.model.core.refusal import InvalidInput
from companion.model.core.schema import one_of, read
from companion.model.games.sake.box.deck import NO_CARD
from companion.model.games.sake.box.records import dealable
from companion.model.games.sake.rules.legal import answers
from companion.model.games.sake.state import frames as f
from companion.model.games.sake.state import options as o
from companion.model.games.sake.state.state import LETTERS, Cards, State, in_game, replace
from companion.model.games.sake.wire.codec import read_frame
from companion.model.games.sake.wire.position import About, PositionForm
from companion.model.games.sake.wire.reader import refuse_unsound, state_of, waits_for_sheets


def sample_world(view: Json, seat: str, rng: Random, content: Content) -> State:
    """A game that `seat`, knowing only `view`, must hold possible; raises InvalidInput."""
    form = read(view, PositionForm)
    about = About() if form.about is UNSET else form.about
    one_of(about.viewer, (seat,), "_about.viewer")
    state = state_of(form, content)
    me = LETTERS.index(one_of(seat, tuple(LETTERS[: state.count]), "_about.viewer"))
    hidden: list[tuple[int, int]] = []
    frames = []
    for n, shown in enumerate(about.frames):
        frame = read_frame(state.table.deck, state.count, _told(shown, hidden, n), f"_about.frames[{n}]")
        frames.append(frame)
    state = replace(state, frames=tuple(frames))
    refuse_unsound(state, bool(frames))
    if not (frames and (isinstance(frames[0], f.SetupFrame) or isinstance(frames[-1], f.FillFrame))):
        state = _dealt(state, me, rng)
    elif waits_for_sheets(state):
        state = replace(state, table=replace(state.table, dealable=dealable(content, state.table.deck.id, state.count)))
    return _answered(state, hidden, rng)


def imagined(state: State, me: int, rng: Random) -> State:
    """What `sample_world` makes of the view of a seat, without the way through text."""
    frames = list(state.frames)
    hidden: list[tuple[int, int]] = []
    for n, frame in enumerate(frames):
        if isinstance(frame, f.WindowFrame) and state.table.options.enforcement != "track":
            secret = [at for at, seat in enumerate(frame.seats) if seat != me and frame.answers[at] is not None]
            hidden += [(n, at) for at in secret]
            frames[n] = replace(
                frame,
                answers=tuple([None if at in secret else one for at, one in enumerate(frame.answers)]),
                instants=tuple([one for one in frame.instants if one is not None and one.seat == me]),  # type: ignore[attr-defined]
                passed=frame.passed if frame.seats else tuple([seat for seat in frame.passed if seat == me]),
            )
    back, nothing = state.table.deck.back, state.table.deck.unknown(0)
    seats = [
        replace(
            of,
            hand=of.hand if n == me else tuple(sorted([nothing - back[card] for card in of.hand])),
            life=tuple([nothing - back[card] for card in of.life]),
            wounds=tuple([nothing - back[card] for card in of.wounds]),
        )
        for n, of in enumerate(state.seats)
    ]
    begun = not (frames and isinstance(frames[0], f.SetupFrame))
    pile = state.pile
    if begun:
        pile = (nothing - back[pile[0]], *(nothing,) * (len(pile) - 1)) if pile else ()
    state = replace(state, seats=tuple(seats), pile=pile, frames=tuple(frames))
    if begun and not (frames and isinstance(frames[-1], f.FillFrame)):
        state = _dealt(state, me, rng)
    return _answered(state, hidden, rng)


def _told(shown: Any, hidden: list[tuple[int, int]], n: int) -> Any:
    """A frame as it is read, the secret answers left open; `hidden` notes where they are."""
    if not isinstance(shown, dict) or not isinstance(shown.get("answers"), list):
        return shown
    known = []
    for at, one in enumerate(shown["answers"]):
        if one == "?":
            hidden.append((n, at))
        known.append(None if one == "?" else one)
    return {**shown, "answers": known}


def _dealt(state: State, me: int, rng: Random) -> State:
    """Every card that `me` does not know is some card, but those of his own hand that the app does not know either."""
    deck = state.table.deck
    back = deck.back
    seats = list(state.seats)
    top = state.frames[-1] if state.frames else None
    laid: list[tuple[int, int]] = []
    """Cards that somebody has answered with, and nobody has told: they stay unknown."""
    if isinstance(top, f.HelpFrame | f.WindowFrame):
        for answer in top.answers:
            cards = getattr(answer, "cards", None) or (getattr(answer, "card", NO_CARD),)
            if isinstance(answer, o.SeatOption) and answer.seat != me and cards != (NO_CARD,):
                there = seats[answer.seat]
                seats[answer.seat] = replace(there, hand=_with(deck, there.hand, cards))
                held = seats[answer.seat].hand  # a card told by its box is one of those
                left = [card if card in held else deck.untold(held, card) for card in cards if card < 0]
                laid += [(1 + 3 * answer.seat, card) for card in left if card is not None]
    told = [*state.discard, *state.air, *[card for seat in seats for card in seat.gear]]
    told += [one.card for line in state.lines for one in (*line.ours, *line.theirs)]
    zones = [list(state.pile)]
    for seat in seats:
        zones += [list(seat.hand), list(seat.life), list(seat.wounds)]
    pool = _unseen(state, chain(told, *zones), rng)
    slots = [(n, at) for n, zone in enumerate(zones) if n != 1 + 3 * me for at, card in enumerate(zone) if card < 0]
    blind = bool(state.pile) and (not back[state.pile[0]] or isinstance(top, f.AttackFrame))
    if blind:  # at a real table nobody has told the app
        slots = [place for place in slots if place != (0, 0)]
    for n, card in laid:
        at = next((at for at, one in enumerate(zones[n]) if one == card and (n, at) in slots), None)
        if at is not None:
            slots.remove((n, at))
    for keep in (*seats[me].hand, *told, *[card for _, card in laid], *(state.pile[:1] if blind else ())):
        if keep < 0 and pool[back[keep]]:
            pool[back[keep]].pop()
    late = []
    for n, at in slots:
        side = back[zones[n][at]]
        if side and pool[side]:
            zones[n][at] = pool[side].pop()
        elif side or not n:  # a table may have told more of a back than there are
            late.append((n, at))
    rest = [card for cards in pool for card in cards]
    _shuffle(rest, rng)
    for n, at in late[: len(rest)]:
        zones[n][at] = rest.pop()
    for n, seat in enumerate(seats):
        hand, life, wounds = zones[1 + 3 * n : 4 + 3 * n]
        hand.sort()
        seats[n] = replace(seat, hand=tuple(hand), life=tuple(life), wounds=tuple(wounds))
    return replace(state, seats=tuple(seats), pile=tuple(zones[0]))


def _unseen(state: State, seen: Iterable[int], rng: Random) -> list[list[int]]:
    """The cards that lie somewhere unseen, by their backs, in any order."""
    known, back = set(seen), state.table.deck.back
    pool: list[list[int]] = [[], [], [], []]
    for card in in_game(state.table):
        if card not in known:
            pool[back[card]].append(card)
    for cards in pool:
        _shuffle(cards, rng)
    return pool


def _shuffle(cards: list[int], rng: Random) -> None:
    """As `Random.shuffle`, in a third of the time: players made of code imagine many tables."""
    chance = rng.random
    cards.sort(key=lambda _: chance())


def _with(deck: Any, hand: Cards, cards: Cards) -> Cards:
    """A hand in which cards lie that its seat has shown."""
    found = list(hand)
    for card in cards:
        if card >= 0 and card not in found:
            slot = deck.untold(found, card)
            if slot is None:
                raise InvalidInput("seats", "P1: a card that was shown is not in its hand.")
            found.remove(slot)
            found.append(card)
    return tuple(sorted(found))


def _answered(state: State, hidden: list[tuple[int, int]], rng: Random) -> State:
    """The game with an answer for everybody who has given a secret one."""
    frames: list[Any] = list(state.frames)
    for n, at in hidden:
        window = frames[n]
        if not isinstance(window, f.WindowFrame) or at >= len(window.seats):
            raise InvalidInput(f"_about.frames[{n}].answers", "This is no answer.")
        offered: list[Option] = answers(state, window, window.seats[at])
        if state.table.options.race == "first":
            offered = [one for one in offered if not isinstance(one, o.Interrupt)]
        given = (*window.answers[:at], rng.choice(offered), *window.answers[at + 1 :])
        frames[n] = replace(window, answers=given)
    return replace(state, frames=tuple(frames))
