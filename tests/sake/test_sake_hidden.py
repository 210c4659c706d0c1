"""What a seat is sent says nothing of what it cannot see: the same bytes whatever lies there (HID, P13); and what it is
sent is enough to play by.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from random import Random
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from companion.model.core.chance import drawn
from companion.model.core.contract import SPECTATOR, Applied, Event, Over, Roll, choices_of, find_option, options_of
from companion.model.core.words import Words
from companion.model.games.sake import SYSTEM
from companion.model.games.sake.state import frames as f
from companion.model.games.sake.state.state import State
from companion.model.protocol import views
from tests.budget import examples

from .tables import CONTENT, LETTERS
from .test_sake_properties import games, moments, set_up

WORDS = Words()
Slot = tuple[int, str, int]
"""A place where a card lies: the seat (-1: none), its zone, the place in it."""


def sent(state: State, viewer: str, events: Iterable[Event] = ()) -> bytes:
    """All that the protocol sends to a viewer: position, question, options, events, sentences."""
    session: Any = SimpleNamespace(system=SYSTEM, state=state, pending=SYSTEM.pending(state))
    return msgspec.json.encode(
        [views.view(session, WORDS, viewer), views.events(session, WORDS, tuple(events), viewer)]
    )


def viewers(state: State) -> list[tuple[int | None, str]]:
    return [*enumerate(LETTERS[: state.count]), (None, SPECTATOR)]


def named(state: State) -> set[int]:
    """Cards that an answer names: it stands for itself."""
    found = set()
    for frame in state.frames:
        for answer in frame.answers if isinstance(frame, f.WindowFrame | f.HelpFrame) else ():
            found |= {getattr(answer, "card", -1), *getattr(answer, "cards", ())}
    return found


def with_other_fronts(state: State, seat: int | None, rng: Random, fixed: Iterable[int] = ()) -> State:
    """The same to a seat: cards of equal backs change places between pile, lives, wounds and other hands."""
    back, fixed = state.table.deck.back, {*fixed, *named(state)}
    zones: dict[tuple[int, str], list[int]] = {(-1, "pile"): list(state.pile)}
    for n, one in enumerate(state.seats):
        for name in ("life", "wounds", *(() if n == seat else ("hand",))):
            zones[n, name] = list(getattr(one, name))
    slots: dict[int, list[Slot]] = defaultdict(list)
    for (n, name), cards in zones.items():
        for at, card in enumerate(cards):
            if card not in fixed:
                slots[back[card]].append((n, name, at))
    for places in slots.values():
        cards = [zones[n, name][at] for n, name, at in places]
        rng.shuffle(cards)
        for (n, name, at), card in zip(places, cards, strict=True):
            zones[n, name][at] = card
    seats = list(state.seats)
    for (n, name), cards in zones.items():
        if n >= 0:
            kept = tuple(sorted(cards)) if name == "hand" else tuple(cards)
            seats[n] = msgspec.structs.replace(seats[n], **{name: kept})
    return msgspec.structs.replace(state, seats=tuple(seats), pile=tuple(zones[-1, "pile"]))


def told(state: State, seat: int | None) -> set[int]:
    """The cards whose fronts a seat may know, by where they lie."""
    found = {*state.discard, *state.air, *named(state), *[card for one in state.seats for card in one.gear]}
    found |= {one.card for line in state.lines for one in (*line.ours, *line.theirs)}
    return found if seat is None else found | {*state.seats[seat].hand}


@games(12)
def test_p13_a_view_does_not_change_with_fronts_it_cannot_see(seed: int) -> None:
    rng = Random(seed)
    for state, _, _ in moments(seed):
        if rng.random() < 0.9 or not state.turn:
            continue
        for viewer, name in viewers(state):
            other = with_other_fronts(state, viewer, rng)
            assert msgspec.json.encode(SYSTEM.view(other, name)) == msgspec.json.encode(SYSTEM.view(state, name))
            assert sent(other, name) == sent(state, name)
            one, two = SYSTEM.pending(state), SYSTEM.pending(other)
            assert [c.seat for c in choices_of(one)] == [c.seat for c in choices_of(two)], "who is asked"


@games(8)
def test_hid_1_what_happens_is_told_alike_where_it_looks_alike(seed: int) -> None:
    """An answer is given in two worlds that one seat cannot tell apart, before or after: it is sent the same bytes."""
    rng = Random(seed)
    for state, applied, answer in moments(seed):
        if applied is None or isinstance(answer, tuple) or rng.random() < 0.9 or not state.turn:
            continue
        for viewer, name in viewers(state):
            card = {getattr(answer, "card", -1), *getattr(answer, "cards", ())}
            other = with_other_fronts(state, viewer, rng, card | told(applied.state, viewer))
            assert sent(state, name) == sent(other, name)
            if isinstance(SYSTEM.pending(applied.state), Over) or SYSTEM.check(other, answer) is None:
                after = SYSTEM.apply(other, answer)
                assert sent(after.state, name, after.events) == sent(applied.state, name, applied.events), answer


@games(20)
def test_hid_1_cards_that_fall_are_told_to_those_alone_who_get_them(seed: int) -> None:
    """Another order of the same backs, another card of the same back: others are sent the same bytes."""
    rng = Random(seed)
    met = 0
    for state, applied, answer in moments(seed):
        asked = SYSTEM.pending(state)
        if not isinstance(asked, Roll) or asked.kind == "sheets":
            continue
        for viewer, name in viewers(state):
            after = fallen_otherwise(state, asked, answer, applied, viewer, rng)
            assert sent(after.state, name, after.events) == sent(applied.state, name, applied.events)
            met += 1
    assert met


def fallen_otherwise(
    state: State, asked: Roll, answer: tuple[str, ...], applied: Applied[State], viewer: int | None, rng: Random
) -> Applied[State]:
    """The same roll with other cards of the same backs wherever a viewer does not learn the front."""
    deck = state.table.deck
    known = told(applied.state, viewer)
    if asked.kind == "doze":
        back = deck.back[deck.index[answer[0]]]
        alike = [str(id) for id in asked.dice[0].kind.faces if deck.back[deck.index[str(id)]] == back]
        seen = LETTERS[viewer] in (asked.seen_by or ()) if viewer is not None else False
        return SYSTEM.rolled(state, answer if seen else (rng.choice(alike),))
    order = list(answer)
    slots: dict[int, list[int]] = defaultdict(list)
    for at, id in enumerate(order):
        if deck.index[id] not in known:
            slots[deck.back[deck.index[id]]].append(at)
    for places in slots.values():
        cards = [order[at] for at in places]
        rng.shuffle(cards)
        for at, card in zip(places, cards, strict=True):
            order[at] = card
    return SYSTEM.rolled(state, tuple(order))


# a player who has only its view ---------------------------------------------------------------------------------------


def plays_by_its_view(seed: int) -> int:
    """A whole game: each answer is chosen in a world that the view of its seat allows, and taken by the true one."""
    rng = Random(seed)
    state = SYSTEM.new(set_up(rng), CONTENT)
    for n in range(2000):
        asked = SYSTEM.pending(state)
        if isinstance(asked, Over):
            return n
        if isinstance(asked, Roll):
            state = SYSTEM.rolled(state, drawn(asked.dice, rng, asked.distinct)).state
            continue
        seat = rng.choice(choices_of(asked)).seat
        view = msgspec.json.decode(msgspec.json.encode(SYSTEM.view(state, seat)))
        world = SYSTEM.sample_world(view, seat, rng, CONTENT)
        option = rng.choice(options_of(SYSTEM.pending(world), seat))
        id = SYSTEM.option_id(world, option)
        state = SYSTEM.apply(state, find_option(SYSTEM, state, id, seat)).state
    raise AssertionError("P20: the game does not end")


GAMES = examples(2000)


@pytest.mark.parametrize("count", [10, pytest.param(GAMES, marks=pytest.mark.soak)])
def test_whoever_has_only_its_view_is_never_refused(count: int) -> None:
    for seed in range(count):
        assert plays_by_its_view(seed)
