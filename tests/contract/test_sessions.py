"""Games in a session: saved and replayed to the equal state, undone to the equal state, never rolled again."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from companion.model.core.chance import HIDDEN
from companion.model.core.contract import Over, Roll
from companion.model.core.record import NoContent, Record, read_record, record_json
from companion.model.core.refusal import InvalidInput, RuleBroken, UnknownOption
from companion.model.core.session import Session

from .games import Game, answer_to, every_game, every_system, through_text
from .samples import CONTENT, SAMPLES, SYSTEMS
from .test_words import assert_said

STEPS = 40


def sessions(game: Game) -> Iterator[Session[Any]]:
    """A session from a set-up and one from the position where the random game stands halfway."""
    system, rng = game.system, Random(game.seed)
    yield Session.new(system, rng.choice(game.sample.setups), CONTENT, game.seed)
    middle = game.moments[len(game.moments) // 2].state
    yield Session.load(system, through_text(system.encode(middle)), CONTENT, game.seed)


def play_on(session: Session[Any], rng: Random, steps: int = STEPS) -> None:
    """Random answers, dice from the seed or typed; corrections now and then, and back and forth."""
    sample = SAMPLES[session.system.facts.id]
    for _ in range(steps):
        whim = rng.random()
        if whim < 0.06 and session.cursor:
            session.undo(rng.randint(1, min(3, session.cursor)))
        elif whim < 0.09 and session.cursor < len(session.steps):
            session.redo()
        elif whim < 0.15:
            try:
                session.edit(sample.corrections(session.system.encode(session.state), rng), "BND-1")
            except InvalidInput:
                continue
        elif isinstance(session.pending, Over):
            return
        else:
            answer = answer_to(session.pending, rng, sample.weights)
            if not isinstance(answer, tuple):
                session.choose(answer)
            elif rng.random() < 0.5 or (session.mode == "enforce" and HIDDEN in answer):
                session.roll()
            else:
                session.roll(answer)


def through_file(record: Record) -> Record:
    """The record as a file would give it back."""
    return read_record(through_text(record_json(record)))


@every_game(8)
def test_a_saved_game_replays_to_the_equal_state(game: Game) -> None:
    """Every step with its events, from set-ups and from positions, with corrections in between."""
    for session in sessions(game):
        play_on(session, Random(game.seed))
        record = session.save()
        again = Session.replay(game.system, through_file(record), CONTENT)
        assert again.state == session.state
        assert again.steps == record.steps
        assert again.diverged is None
        assert again.pending == session.pending
        assert again.save() == record
        for n in range(session.cursor + 1):
            assert again.state_at(n) == session.state_at(n)


@every_game(8)
def test_a_game_needs_nothing_but_its_record(game: Game) -> None:
    """The cards that were looked up are carried, all of them: no pack is needed to go on."""
    for session in sessions(game):
        play_on(session, Random(game.seed))
        again = Session.replay(game.system, through_file(session.save()), NoContent())
        assert again.state == session.state
        assert again.pending == session.pending
        assert again.save() == session.save()


@every_game(8)
def test_undo_returns_the_equal_state_and_rolls_nothing_again(game: Game) -> None:
    system = game.system
    for session in sessions(game):
        play_on(session, Random(game.seed))
        session.jump(session.cursor)
        states = [system.encode(session.state_at(n)) for n in range(session.cursor + 1)]
        end, last = session.cursor, session.state
        for n in range(end, 0, -1):
            before = session.state_at(n - 1)
            session.undo()
            assert session.state is before
            assert system.encode(session.state) == states[n - 1]
            if isinstance(session.pending, Roll):
                session.redo()
                faces = session.steps[n - 1].result.faces
                if session.steps[n - 1].result.sources == ("seed",) * len(faces or ()):
                    session.undo()
                    saved = Session.replay(system, through_file(session.save()), CONTENT)
                    saved.roll()
                    assert saved.steps[-1].result.faces == faces, "going back must not change the dice"
                else:
                    session.undo()
        while session.cursor < end:
            session.redo()
        assert session.state == last


@every_game(5)
def test_every_step_has_a_name(game: Game) -> None:
    for session in sessions(game):
        play_on(session, Random(game.seed))
        for n in range(len(session.steps)):
            assert_said(session.describe_step(n))
        name = session.undo_name()
        assert (name is None) == (session.cursor == 0)
        if name is not None:
            assert_said(name)


@every_game(5)
def test_what_does_not_fit_leaves_the_session_as_it_was(game: Game) -> None:
    """Options of other moments, dice that are not asked for: refused, and no step is added."""
    system = game.system
    texts = {system.option_id(m.state, m.answer) for m in game.moments if m.answer and not isinstance(m.answer, tuple)}
    for session in sessions(game):
        play_on(session, Random(game.seed), 10)
        state, steps, cursor = session.state, session.steps, session.cursor
        for text in sorted(texts):
            try:
                session.choose(text)
            except (RuleBroken, UnknownOption):
                assert session.steps == steps
            else:
                session.undo()
                steps = session.steps
            assert (session.state, session.cursor) == (state, cursor)
        if not isinstance(session.pending, Roll):
            with pytest.raises(UnknownOption):
                session.roll((1, 2))
        assert session.state == state


@every_system
def test_the_same_seed_gives_the_same_game(id: str) -> None:
    first, second = (Session.new(SYSTEMS[id], SAMPLES[id].setups[0], CONTENT, 7) for _ in range(2))
    for session in (first, second):
        play_on(session, Random(3))
    assert first.save() == second.save()
