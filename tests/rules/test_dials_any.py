"""Any dials, turned at any moment, in any mode: the game never stands still, and its record is the game."""

from __future__ import annotations

from random import Random

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.model.core.contract import Choice, Over, Roll
from companion.model.core.record import MODES, read_record
from companion.model.core.session import Session
from companion.model.games.asagiri import SYSTEM
from companion.model.games.asagiri.state.state import State
from companion.model.games.asagiri.table.automation import DIALS, PRESETS, STOPS, Stop, usual
from companion.model.games.asagiri.table.corrections import SetDials
from tests.budget import examples
from tests.contract.samples import CONTENT, archers, contested, house_melee, sorcery

MAKES = (house_melee, archers, sorcery, contested)


def turn(session: Session[State], rng: Random) -> None:
    """Somebody turns a dial, or the large one."""
    if rng.random() < 0.3:
        mode = rng.choice(MODES)
        stops = {**dict.fromkeys(DIALS, "do"), **dict(PRESETS[mode])}
        session.switch(mode, SetDials(tuple(sorted(stops.items()))))
    elif session.mode != "enforce":
        stops_: tuple[tuple[str, Stop], ...] = tuple(
            (id, rng.choice(STOPS)) for id in sorted(rng.sample(list(DIALS), 5))
        )
        session.edit(SetDials(stops_))


@settings(max_examples=examples(8), deadline=None)
@given(st.integers(0, 2**40))
def test_dials_turned_in_the_middle_of_anything(seed: int) -> None:
    rng = Random(seed)
    session = Session.load(SYSTEM, rng.choice(MAKES)(rng), CONTENT, seed, mode="assist")
    for _ in range(70):
        pending = session.pending
        if rng.random() < 0.2:
            turn(session, rng)
        elif isinstance(pending, Roll):
            session.roll()
        elif isinstance(pending, Choice):
            assert pending.options, SYSTEM.encode(session.state)
            session.choose(rng.choice(pending.options))
        elif isinstance(pending, Over) and session.mode != "enforce" and rng.random() < 0.5:
            session.edit(SetDials((("victory", "off"),)))  # a table may play on
        if session.mode == "enforce":
            assert SYSTEM.refereed(session.state) is None
        state = session.state
        assert all(stop != usual(id) for id, stop in state.table.dials)
        assert SYSTEM.decode(msgspec.json.decode(msgspec.json.encode(SYSTEM.encode(state))), CONTENT) == state
    record = read_record(msgspec.json.decode(msgspec.json.encode(session.save())))
    again = Session.replay(SYSTEM, record, CONTENT)
    assert (again.state, again.mode, again.diverged) == (session.state, session.mode, None)
    while session.cursor:
        session.undo_group()
    assert session.state == again.state_at(0)
