"""The properties of the rules page (P1 … P20), in random games of three to eight seats with options drawn at random."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.model.core.chance import drawn
from companion.model.core.contract import Json, Over, Roll, Together, choices_of
from companion.model.core.refusal import RuleBroken
from companion.model.core.session import Session
from companion.model.games.sake import SYSTEM
from companion.model.games.sake.rules.events import AttackDeclared, FatalRoundBegan, Struck, TurnBegan
from companion.model.games.sake.rules.legal import equal_lines
from companion.model.games.sake.state import frames as f
from companion.model.games.sake.state import options as o
from companion.model.games.sake.state.ring import addable, removable, stations
from companion.model.games.sake.state.state import OUT, PLAY, SAMURAI, SPIRIT, Line, State, box, counters, in_game
from companion.model.games.sake.table.corrections import Leave
from companion.model.games.sake.wire.reader import in_hand, refuse_unsound
from tests.budget import examples

from .tables import CHOICES, CONTENT, LETTERS


def set_up(rng: Random) -> Json:
    """A set-up with any options, but that Fatal Rounds end (FAT-6): without, who only waits plays for ever."""
    options = {name: rng.choice(values) for name, values in CHOICES.items() if rng.random() < 0.4}
    if options.get("fatal_limit", 3) is None:
        del options["fatal_limit"]
    return {"quick": True, "players": rng.randint(3, 8), "options": options}


def moments(seed: int, most: int = 1500) -> Iterator[tuple[State, Any, Any]]:
    """A whole random game: each state, what came of the answer, and the answer."""
    rng = Random(seed)
    state = SYSTEM.new(set_up(rng), CONTENT)
    for _ in range(most):
        asked = SYSTEM.pending(state)
        if isinstance(asked, Over):
            yield state, None, None
            return
        if isinstance(asked, Roll):
            answer: Any = drawn(asked.dice, rng, asked.distinct)
            applied = SYSTEM.rolled(state, answer)
        else:
            answer = rng.choice(rng.choice(choices_of(asked)).options)
            applied = SYSTEM.apply(state, answer)
        yield state, applied, answer
        state = applied.state
    raise AssertionError("P20: the game does not end")


def games(count: int) -> Any:
    """Run a test on the seeds of random games."""

    def decorate(test: Any) -> Any:
        return settings(max_examples=examples(count))(given(seed=st.integers(0, 2**32 - 1))(test))

    return decorate


@games(30)
def test_p1_to_p11_hold_at_every_pending_decision(seed: int) -> None:
    for state, _, _ in moments(seed):
        zones = [
            state.pile,
            state.discard,
            state.air,
            *[zone for s in state.seats for zone in (s.hand, s.life, s.wounds, s.gear)],
        ]
        zones.append(tuple(one.card for line in state.lines for one in (*line.ours, *line.theirs)))
        cards = [card for zone in zones for card in zone]
        if state.turn or not isinstance(state.frames[0], f.SetupFrame):
            assert sorted(cards) == sorted(in_game(state.table)), "P1"
        held = sum(len(s.sake) + s.jar for s in state.seats)
        assert state.masu + state.gone + held + in_hand(state) == counters(state.count), "P2"
        assert min(state.masu, state.gone, state.plays) >= 0, "P2, P14"
        refuse_unsound(state, bool(state.frames))
        assert state.pile or not state.discard or isinstance(SYSTEM.pending(state), Roll | Over), "P5"
        dying = [frame.seat for frame in state.frames if isinstance(frame, f.DeathFrame)]
        for n, seat in enumerate(state.seats):
            assert seat.life or seat.kind != SAMURAI or n in dying or not state.turn, "P7"
        assert any(seat.kind == SAMURAI for seat in state.seats), "P8"
        assert state.frames or not state.air, "P11"


@games(20)
def test_p14_p15_p16_numbers_that_only_go_one_way(seed: int) -> None:
    before: State | None = None
    for state, applied, _ in moments(seed):
        if before is not None and before.turn:
            for old, new in zip(before.seats, state.seats, strict=True):
                assert new.seated <= old.seated, "P15"
                if new.kind == old.kind == SAMURAI:
                    assert len(new.life) + len(new.wounds) <= len(old.life) + len(old.wounds), "P14"
            assert state.gone >= before.gone, "P15"
            assert state.fatal is None or not state.masu, "P15"
            if state.turn == before.turn:
                assert state.soul & before.soul == before.soul, "P14"
        before = state
        for event in applied.events if applied else ():
            if isinstance(event, AttackDeclared):
                assert event.value >= 0, "P16"
            if isinstance(event, Struck):
                assert event.value >= 0 <= event.damage, "P16"


ONLY_CANCELLED = {"AttackDeclared", "IaidoDeclared", "MoveDeclared", "EventPlayed", "AnswerGiven", "Interrupted"}
ONLY_CANCELLED |= {"CardsDiscarded", "PileShuffled", "Moved"}


@games(20)
def test_p16_what_is_cancelled_changes_nothing_but_cards_plays_and_the_marker(seed: int) -> None:
    """An iaido of which only the Attack is cancelled: also the place; not looked at where somebody burns meanwhile."""
    menu, told = None, list[Any]()
    for state, applied, _ in moments(seed):
        if state.turn and not state.frames and state.phase == PLAY and state.pile:
            kinds = [event.kind for event in told]
            if menu is not None and "Interrupted" in kinds and set(kinds) <= ONLY_CANCELLED:
                assert (state.lines == menu.lines) or "IaidoDeclared" in kinds
                assert ("Moved" in kinds) <= ("IaidoDeclared" in kinds)
                assert state.plays == menu.plays - 1
                for old, new in zip(menu.seats, state.seats, strict=True):
                    assert msgspec.structs.replace(old, hand=new.hand, seated=new.seated) == new
                assert (state.masu, state.gone, state.soul) == (menu.masu, menu.gone, menu.soul)
            menu, told = state, []
        told += applied.events if applied else ()


@games(15)
def test_p15_every_seat_has_one_turn_in_a_fatal_round(seed: int) -> None:
    turns: list[tuple[int, int]] = []
    last: State | None = None
    extra = -1
    for state, applied, _ in moments(seed):
        for event in applied.events if applied else ():
            if isinstance(event, FatalRoundBegan):
                extra = event.extra
            elif isinstance(event, TurnBegan):
                turns.append((extra, event.seat))
        last = state
    assert last is not None
    if last.fatal is not None:
        final = [seat for extra, seat in turns if extra == last.fatal.extra]
        assert sorted(final) == [n for n, seat in enumerate(last.seats) if seat.kind != OUT]


@games(6)
def test_p12_everything_offered_applies_and_all_else_is_refused(seed: int) -> None:
    rng, pool = Random(seed), set[Any]()
    for state, _, _ in moments(seed):
        asked = SYSTEM.pending(state)
        offered = [option for choice in choices_of(asked) for option in choice.options]
        for choice in choices_of(asked):
            assert choice.options
            assert len(set(choice.options)) == len(choice.options)
            assert state.seats[LETTERS.index(choice.seat)].kind != OUT
        for option in rng.sample(offered, min(3, len(offered))):
            SYSTEM.apply(state, option)
        for option in rng.sample(sorted(pool, key=repr), min(12, len(pool))):
            if option not in offered:
                with pytest.raises(RuleBroken):
                    SYSTEM.apply(state, option)
        pool |= set(offered)


def mirrored(state: State) -> State:
    """Seats in the reverse order, so that left and right change places."""
    flip = state.count - 1
    seats = tuple(reversed(state.seats))
    lines = []
    for line in state.lines:
        turned = [
            tuple(sorted(msgspec.structs.replace(one, at=line.steps - one.at) for one in row))
            for row in (line.theirs, line.ours)
        ]
        start, end, rows = flip - line.end, flip - line.start, turned
        if len(state.lines) == 1 and start > end:
            start, end, rows = end, start, [line.ours, line.theirs]
        lines.append(msgspec.structs.replace(line, start=start, end=end, ours=rows[0], theirs=rows[1]))
    table = msgspec.structs.replace(state.table, sheets=tuple(reversed(state.table.sheets)))
    ordered = tuple(sorted(lines, key=lambda line: line.start))
    return msgspec.structs.replace(state, seats=seats, lines=ordered, table=table, active=flip - state.active)


@games(8)
def test_p17_the_mirrored_table_gives_mirrored_answers(seed: int) -> None:
    rng = Random(seed)
    swap = {"left": "right", "right": "left", "toward": "toward", "away": "away"}
    for state, _, _ in moments(seed):
        if rng.random() < 0.9 or not state.turn:
            continue
        other, flip = mirrored(state), state.count - 1
        letter = {LETTERS[n]: LETTERS[flip - n] for n in range(state.count)}
        for n in range(state.count):
            here, there = {"seat": LETTERS[n]}, {"seat": LETTERS[flip - n]}
            ask = SYSTEM.queries
            one, two = ask["distances"](state, here), ask["distances"](other, there)
            assert {letter.get(k, k): v[::-1] if v[0] else v for k, v in one.items()} == two
            one, two = ask["reach"](state, here), ask["reach"](other, there)
            assert {k: sorted(letter.get(t, t) for t in v) for k, v in one.items()} == {
                k: sorted(v) for k, v in two.items()
            }
            one, two = ask["moves"](state, {**here, "steps": 9}), ask["moves"](other, {**there, "steps": 9})
            assert {swap[k]: v for k, v in one.items()} == two
        assert stretches(state) == {(ends_of(flip, two), high, low, add) for two, low, high, add in stretches(other)}
        for dead in [n for n, seat in enumerate(state.seats) if seat.kind == SAMURAI]:
            kept = {ends_of(0, ends(state.lines[n])) for n in equal_lines(state, dead)}
            assert kept == {ends_of(flip, ends(other.lines[n])) for n in equal_lines(other, flip - dead)}


@games(8)
def test_tbl_1_seats_leave_and_the_others_play_on_to_an_end(seed: int) -> None:
    rng, left = Random(seed), 0
    state = SYSTEM.new(set_up(rng), CONTENT)
    for _ in range(2500):
        asked = SYSTEM.pending(state)
        if isinstance(asked, Over):
            break
        if isinstance(asked, Roll):
            state = SYSTEM.rolled(state, drawn(asked.dice, rng, asked.distinct)).state
        elif not state.frames and left < 3 and rng.random() < 0.1:
            who = rng.choice([n for n, seat in enumerate(state.seats) if seat.kind != OUT])
            turn, mine = state.turn, who == state.active
            state, left = SYSTEM.edit(state, Leave(who)).state, left + 1
            leaving = [frame.stage for frame in state.frames if isinstance(frame, f.DeathFrame)]
            assert (state.seats[who].kind == OUT) is (leaving in ([], ["over"])), "D16 is answered before"
            resolving = leaving or isinstance(SYSTEM.pending(state), Over | Roll)
            assert resolving or (state.turn > turn) is mine, "his turn ends, nobody else's"
        else:
            state = SYSTEM.apply(state, rng.choice(rng.choice(choices_of(asked)).options)).state
        refuse_unsound(state, bool(state.frames))
    assert isinstance(SYSTEM.pending(state), Over)


Ends = tuple[int, int]


def ends(line: Line) -> Ends:
    """Whom a line joins."""
    return line.start, line.end


def ends_of(flip: int, two: Ends) -> Ends:
    """The same two in the mirror (0: as they are), the lower one first."""
    low, high = sorted(abs(flip - n) for n in two)
    return low, high


def stretches(state: State) -> set[tuple[Ends, int, int, bool]]:
    """Where a step can be added (True) or removed: whom the line joins, and the stretch from either of them on."""
    found = set()
    for add, places in ((True, addable(state.lines, box(state))), (False, removable(state.lines))):
        for number, stretch in places:
            line = state.lines[number]
            both = stretch, len(stations(line)[0]) - 2 - stretch
            found.add((ends_of(0, ends(line)), *(both if line.start < line.end else reversed(both)), add))
    return found


def test_p18_names_change_names_only() -> None:
    seats = [
        {"seat": letter, "sheet": f"house:{sheet}"}
        for letter, sheet in zip("ABC", ("goro", "daigo", "tetsuo"), strict=True)
    ]
    plain = SYSTEM.new({"seats": seats}, CONTENT)
    named = SYSTEM.new({"seats": [{**seat, "name": f"N{n}"} for n, seat in enumerate(seats)]}, CONTENT)
    assert {k: v for k, v in SYSTEM.encode(named).items() if k != "_about"} == SYSTEM.encode(plain)
    assert SYSTEM.pending(named) == SYSTEM.pending(plain)


@games(4)
def test_p19_saved_replayed_undone_and_redone_games_are_equal(seed: int) -> None:
    rng = Random(seed)
    session = Session.new(SYSTEM, set_up(rng), CONTENT, seed=seed % 1000)
    while not isinstance(session.pending, Over) and session.cursor < 120:
        if isinstance(session.pending, Roll):
            faces = drawn(session.pending.dice, rng, session.pending.distinct)
            session.roll(faces if rng.random() < 0.5 else None)
            continue
        choice = rng.choice(choices_of(session.pending))
        session.choose(rng.choice(choice.options), seat=choice.seat)
    last, count = session.state, session.cursor
    again = Session.replay(SYSTEM, session.save(), CONTENT)
    assert again.state == last
    session.undo(count)
    assert session.state == session.state_at(0)
    session.redo(count)
    assert session.state == last


@games(10)
def test_p20_random_games_end(seed: int) -> None:
    last = [state for state, _, _ in moments(seed)][-1]
    over = SYSTEM.pending(last)
    assert isinstance(over, Over)
    found = query_of(last)
    assert set(found["winners"]) == set(over.winners)
    assert over.why.key == found["why"]


def query_of(state: State) -> Json:
    """`sake.standing`."""
    return SYSTEM.queries["standing"](state, {})


@games(4)
def test_secret_answers_are_asked_together_and_open_ones_openly(seed: int) -> None:
    for state, _, answer in moments(seed):
        asked = SYSTEM.pending(state)
        if isinstance(asked, Together):
            assert asked.secret == (not isinstance(answer, o.Help))
            kinds = {state.seats[LETTERS.index(choice.seat)].kind for choice in asked.choices}
            assert kinds <= {SAMURAI, SPIRIT}
