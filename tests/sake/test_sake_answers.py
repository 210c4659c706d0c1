"""Answers given at once, in whatever order they come; games looked at anywhere, undone, redone, written and read."""

from __future__ import annotations

from itertools import islice, permutations
from random import Random
from typing import Any

import msgspec

from companion.model.core.chance import drawn
from companion.model.core.contract import Over, Roll, Together, choices_of
from companion.model.core.record import read_record, record_json
from companion.model.core.session import Session
from companion.model.games.sake import SYSTEM
from companion.model.games.sake.rules.events import AnswerGiven, CardsAdded
from companion.model.games.sake.state.options import Interrupt

from .tables import CONTENT
from .test_sake_properties import games, moments, set_up


@games(12)
def test_ask_1_and_itr_4_the_order_in_which_answers_come_does_not_matter(seed: int) -> None:
    rng, met = Random(seed), 0
    for state, _, _ in moments(seed):
        asked = SYSTEM.pending(state)
        if not isinstance(asked, Together) or len(asked.choices) < 2:
            continue
        given = [rng.choice(choice.options) for choice in asked.choices]
        if state.table.options.race == "first" and any(isinstance(one, Interrupt) for one in given):
            continue  # there it does
        ends = set[Any]()
        for order in islice(permutations(given), 6):
            after, told = state, list[Any]()
            for option in order:
                applied = SYSTEM.apply(after, option)
                after = applied.state
                told += [one for one in applied.events if not isinstance(one, AnswerGiven | CardsAdded)]
            ends.add((msgspec.json.encode(SYSTEM.encode(after)), repr(told)))
        assert len(ends) == 1, given
        met += 1
    assert met


def bytes_of(session: Session[Any]) -> bytes:
    """The position and what is asked."""
    asked = SYSTEM.pending(session.state)
    ids = [[SYSTEM.option_id(session.state, one) for one in choice.options] for choice in choices_of(asked)]
    return msgspec.json.encode([SYSTEM.encode(session.state), type(asked).__name__, ids])


@games(10)
def test_p19_undo_redo_and_jumps_give_the_same_bytes_and_so_does_the_record_file(seed: int) -> None:
    rng = Random(seed)
    session = Session.new(SYSTEM, set_up(rng), CONTENT, seed=seed % 1000)
    seen = [bytes_of(session)]
    while not isinstance(session.pending, Over):
        if isinstance(session.pending, Roll):
            faces = drawn(session.pending.dice, rng, session.pending.distinct)
            session.roll(faces if rng.random() < 0.5 else None)
        else:
            choice = rng.choice(choices_of(session.pending))
            session.choose(rng.choice(choice.options), seat=choice.seat)
        seen.append(bytes_of(session))
        if rng.random() < 0.3:
            written = msgspec.json.encode(SYSTEM.encode(session.state))
            assert SYSTEM.decode(msgspec.json.decode(written), CONTENT) == session.state
    for _ in range(12):
        back = rng.randint(0, session.cursor)
        session.undo(back) if back else None
        assert bytes_of(session) == seen[session.cursor]
        on = rng.randint(0, len(seen) - 1 - session.cursor)
        session.redo(on) if on else None
        assert bytes_of(session) == seen[session.cursor]
        session.jump(rng.randint(0, len(seen) - 1))
        assert bytes_of(session) == seen[session.cursor]
    session.jump(len(seen) - 1)
    written = msgspec.json.encode(record_json(session.save()))
    again = Session.replay(SYSTEM, read_record(msgspec.json.decode(written)), CONTENT)
    for cursor in rng.sample(range(len(seen)), 10):
        again.jump(cursor)
        assert bytes_of(again) == seen[cursor]
    again.jump(len(seen) - 1)
    assert msgspec.json.encode(record_json(again.save())) == written
