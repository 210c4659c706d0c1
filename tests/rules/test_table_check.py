"""The table check as a model: what is asked, what is seen, which missed step explains it; and hands that do what
steps did."""

from __future__ import annotations

from random import Random

import pytest

from companion.model.bots import Greedy
from companion.model.content.library import Library
from companion.model.core.contract import Choice, Over, Roll
from companion.model.core.refusal import InvalidInput
from companion.model.core.session import Session
from companion.model.core.words import Words
from companion.model.games.asagiri import SYSTEM
from companion.model.games.asagiri.state.formatting import column_words
from companion.model.games.asagiri.state.state import State
from companion.model.games.asagiri.table import corrections, missing_step_search, table_check
from companion.model.games.asagiri.table import edit as hand
from companion.model.games.asagiri.table.table_check import Check
from companion.ui.games.asagiri.board.geometry import Geometry

CONTENT = Library.shipped()
SAY = Words()


def played(seed: int, steps: int) -> Session[State]:
    """A game between two greedy players."""
    session = Session.new(SYSTEM, {"quick": True}, CONTENT, seed=seed)
    rng, mind = Random(seed), Greedy()
    while len(session.steps) < steps and not isinstance(session.pending, Over):
        pending = session.pending
        if isinstance(pending, Roll):
            session.roll()
        else:
            assert isinstance(pending, Choice)
            session.choose(mind.think(SYSTEM, session.state, pending, rng).option)
    return session


@pytest.fixture(scope="module")
def games() -> list[Session[State]]:
    return [played(seed, 170) for seed in (1, 4)]


def seen(check: Check, real: State) -> Check:
    """A check answered by somebody who looks at the real table."""
    for who, (known, figure) in enumerate(zip(check.figures, real.figures, strict=True)):
        if figure.at >= 0 and (known.at, known.facing) != (figure.at, figure.facing):
            check = check.put(who, figure.at, figure.facing)
        if known.state != figure.state:
            check = check.turned(who, figure.state)
        if figure.at >= 0 and known.reserve != figure.reserve:
            check = check.reserved(who, figure.reserve)
    for n, band in enumerate(real.bands):
        check = check.counted(n, pool=band.pool, lost=band.lost)
    return check


def lies(state: State) -> object:
    """What lies on the table."""
    figures = [(f.at, f.facing if f.at >= 0 else 0, f.state, f.reserve) for f in state.figures]
    return figures, [(sorted(band.pool), band.aside, band.lost) for band in state.bands]


def test_the_board_is_walked_row_by_row_then_the_cards(games: list[Session[State]]) -> None:
    state = games[0].state
    check = Check.begin(state)
    asked = check.questions()
    rows = [
        state.table.board.squares[state.figures[q.who].at][1]
        for q in asked
        if q.who >= 0 and state.figures[q.who].at >= 0
    ]
    assert rows == sorted(rows)
    assert {q.who for q in asked if q.kind == "figure"} == set(range(len(state.figures)))
    assert [q.band for q in asked if q.kind == "band"] == [0, 1]
    assert asked[-2].kind == "band"
    first = SAY(check.words(asked[0]))
    assert first.startswith(f"Row {rows[0] + 1}: ")
    assert first.endswith("Is that right?")


@pytest.mark.parametrize("quarters", [1, 2, 3])
def test_a_board_that_lies_turned_is_walked_as_it_is_seen(games: list[Session[State]], quarters: int) -> None:
    state = games[0].state
    check, board = Check.begin(state, quarters), state.table.board
    seen = Geometry(board, 0, quarters)
    on = [state.figures[q.who].at for q in check.questions() if q.who >= 0 and state.figures[q.who].at >= 0]
    places = [seen.centre(at) for at in on]
    assert [(place.y(), place.x()) for place in places] == sorted((place.y(), place.x()) for place in places)
    column, row, _ = board.squares[on[0]]
    said = SAY(check.words(check.questions()[0]))
    assert said.startswith(f"Row {row + 1 if quarters == 2 else column_words(column)}: ")


def test_a_figure_seen_off_the_board_loses_its_zeni_and_is_paid_back_when_it_is_seen_again(
    games: list[Session[State]],
) -> None:
    state = games[0].state_at(60)
    who = state.on_board(0)[0]
    figure, value = state.figures[who], state.table.characters[who].value
    gone = Check.begin(state).turned(who, "disabled")
    assert gone.bands[0].lost == state.bands[0].lost + value
    assert gone.figures[who].at == -1
    assert gone.put(who, figure.at, figure.facing).bands[0].lost == state.bands[0].lost
    corrected = state
    for correction in gone.corrections():
        corrected = SYSTEM.edit(corrected, correction).state
    assert corrected.figures[who].state == "disabled"
    assert corrected.bands[0].lost == state.bands[0].lost + value


def test_two_figures_on_one_square_are_told_apart_from_a_table(games: list[Session[State]]) -> None:
    state = games[0].state_at(60)
    one, two = state.on_board(0)[0], state.on_board(1)[0]
    check = Check.begin(state).put(one, state.figures[two].at, 0)
    assert set(check.crowded()) == {one, two}
    with pytest.raises(InvalidInput):
        check.corrections()


def test_figures_that_change_places_can_be_put_so_by_hand(games: list[Session[State]]) -> None:
    state = games[0].state_at(60)
    one, two = state.on_board(0)[0], state.on_board(1)[0]
    a, b = state.figures[one], state.figures[two]
    check = Check.begin(state).put(one, b.at, b.facing).put(two, a.at, a.facing)
    after = state
    for correction in check.corrections():
        after = SYSTEM.edit(after, correction).state
    assert lies(after) == lies(check.onto(state))


def test_hands_can_do_what_any_steps_did(games: list[Session[State]]) -> None:
    """Between any two moments of one phase, corrections make the table of the first look as that of the second."""
    checked = 0
    for session in games:
        rng = Random(3)
        for _ in range(60):
            start = rng.randrange(20, session.present - 12)
            end = start + rng.randrange(1, 12)
            before, after = session.state_at(start), session.state_at(end)
            if (before.turn, before.phase) != (after.turn, after.phase):
                continue
            state = before
            for correction in table_check.mend(before, before, after):
                state = SYSTEM.edit(state, correction).state
            assert lies(state) == lies(after)
            checked += 1
    assert checked > 40


def test_mending_leaves_alone_what_the_steps_did_not_touch(games: list[Session[State]]) -> None:
    session = games[0]
    at = next(
        n for n in range(60, session.present) if getattr(session.steps[n].intent, "option", "").startswith("step:")
    )
    before, after = session.state_at(at), session.state_at(at + 1)
    assert before.active is not None
    other = next(n for n in before.on_board(0) if n != before.active.who)
    elsewhere = (
        hand.edit(before, corrections.SetState(other, "shaken")).state
        if (before.figures[other].state == "vigilant")
        else before
    )
    state = elsewhere
    for correction in table_check.mend(elsewhere, before, after):
        state = SYSTEM.edit(state, correction).state
    assert state.figures[other] == elsewhere.figures[other]
    assert state.figures[before.active.who].at == after.figures[before.active.who].at


def test_steps_that_were_not_entered_are_found(games: list[Session[State]]) -> None:
    """In four of five cases at least, exactly; whatever is offered explains what it says it explains."""
    tried = found = 0
    for session in games:
        whole = session.present
        for start in range(30, whole - 12, 9):
            begin = start
            while begin < whole - 12 and (
                session.state_at(begin).frames or session.state_at(begin).stage != "activations"
            ):
                begin += 1
            end = begin + 1 + start % 4
            while session.state_at(end).frames:
                end += 1
            real = session.state_at(end)
            session.jump(begin)
            check = seen(Check.begin(session.state), real)
            if check.gap(session.state) and real.phase == session.state.phase:
                tried += 1
                guesses = missing_step_search.explanations(session, check, 3.0)
                for guess in guesses:
                    revision = missing_step_search.accepted(session, guess)
                    assert check.gap(revision.state) == pytest.approx(guess.gap)
                    after = revision.state
                    for correction in guess.left:
                        after = SYSTEM.edit(after, correction).state
                    assert lies(after) == lies(check.onto(after))
                found += bool(guesses) and guesses[0].gap < 0.01
            session.jump(whole)
    assert tried >= 10
    assert found >= 0.8 * tried


def test_a_movement_entered_to_the_wrong_square_is_found_steps_later(games: list[Session[State]]) -> None:
    """The last movement went elsewhere: the likeliest guess names it, and everything after it still fits."""
    session = games[1]
    whole = session.present
    tried = found = 0
    for at in range(40, whole - 4):
        before = session.state_at(at)
        option = getattr(session.steps[at].intent, "option", "")
        if not option.startswith("step:") or before.active is None or before.active.moved:
            continue
        who = before.active.who
        others = [
            o for o in SYSTEM.pending(before).options if o.kind == "step" and SYSTEM.option_id(before, o) != option
        ]
        if not others:
            continue
        real = SYSTEM.apply(before, others[0]).state.figures[who]
        session.jump(at + 1)
        check = Check.begin(session.state).put(who, real.at, real.facing)
        tried += 1
        guesses = missing_step_search.explanations(session, check, 3.0)
        found += any(guess.gap < 0.01 and guess.removed for guess in guesses)
        session.jump(whole)
        if tried == 6:
            break
    assert tried == 6
    assert found >= 5
