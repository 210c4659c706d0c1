"""Whole games that fit what a seat knows: unseen cards are dealt at random where they may lie."""

from __future__ import annotations

from random import Random
from typing import Any

from msgspec import UNSET

from companion.model.core.contract import Content, Json, Option
from companion.model.core.refusal import InvalidInput
from companion.model.core.schema import one_of, read

from . import frames as f
from . import options as o
from . import setup
from .deck import NO_CARD
from .legal import answers
from .position import About, PositionForm
from .reader import refuse_unsound, state_of, waits_for_sheets
from .records import sheets
from .state import LETTERS, Cards, State, replace
from .wire import read_frame


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
        state = replace(state, table=replace(state.table, dealable=sheets(content)))
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
    seats = [
        replace(
            of,
            hand=of.hand if n == me else tuple(sorted(state.table.deck.as_backs(of.hand))),
            life=state.table.deck.as_backs(of.life),
            wounds=state.table.deck.as_backs(of.wounds),
        )
        for n, of in enumerate(state.seats)
    ]
    begun = not (frames and isinstance(frames[0], f.SetupFrame))
    pile = state.pile
    if begun:
        pile = tuple([state.table.deck.unknown(0 if n else state.table.deck.back[c]) for n, c in enumerate(pile)])
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
    named: dict[int, list[int]] = {}
    """Unknown cards, by seat, that answers name: those cannot become others."""
    if isinstance(top, f.HelpFrame | f.WindowFrame):
        for answer in top.answers:
            cards = getattr(answer, "cards", None) or (getattr(answer, "card", NO_CARD),)
            if isinstance(answer, o.SeatOption) and answer.seat != me and cards != (NO_CARD,):
                there = seats[answer.seat]
                seats[answer.seat] = replace(there, hand=_with(deck, there.hand, cards))
                named[answer.seat] = [card for card in cards if card in seats[answer.seat].hand and card < 0]
    zones: list[Cards] = [state.pile]
    for seat in seats:
        zones += [seat.hand, seat.life, seat.wounds]
    zones += [state.discard, state.air, *[seat.gear for seat in seats]]
    zones += [tuple([one.card for one in (*line.ours, *line.theirs)]) for line in state.lines]
    known = {card for zone in zones for card in zone if card >= 0}
    pool: dict[int, list[int]] = {0: [], 1: [], 2: [], 3: []}
    for card in setup.in_game(state.table):
        if card not in known:
            pool[back[card]].append(card)
    for cards in pool.values():
        _shuffle(cards, rng)
    open_ = [(n, at) for n, zone in enumerate(zones[: 1 + 3 * len(seats)]) for at, card in enumerate(zone) if card < 0]
    open_ = [(n, at) for n, at in open_ if n != 1 + 3 * me and (n == 0 or back[zones[n][at]])]
    if state.pile and (not back[state.pile[0]] or isinstance(top, f.AttackFrame)):
        open_ = [place for place in open_ if place != (0, 0)]  # at a real table nobody has told the app
    stay = [(1 + 3 * n, card) for n, cards in named.items() for card in cards]
    for n, card in stay:
        place = next((one for one in open_ if one[0] == n and zones[n][one[1]] == card), None)
        if place is not None:
            open_.remove(place)
    filled = [list(zone) for zone in zones]
    elsewhere = [card for zone in zones[1 + 3 * len(seats) :] for card in zone]
    kept = [*seats[me].hand, *elsewhere, *[card for _, card in stay], *(() if (0, 0) in open_ else state.pile[:1])]
    for keep in kept:
        if keep < 0 and pool[back[keep]]:
            pool[back[keep]].pop()
    for n, at in open_:
        side = back[zones[n][at]]
        if side and pool[side]:
            filled[n][at] = pool[side].pop()
    rest = [card for cards in pool.values() for card in cards]
    _shuffle(rest, rng)
    for n, at in open_:
        if filled[n][at] < 0 and rest:  # a table may have told more of a back than there are
            filled[n][at] = rest.pop()
    for n, seat in enumerate(seats):
        hand, life, wounds = filled[1 + 3 * n : 4 + 3 * n]
        seats[n] = replace(seat, hand=tuple(sorted(hand)), life=tuple(life), wounds=tuple(wounds))
    return replace(state, seats=tuple(seats), pile=tuple(filled[0]))


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
