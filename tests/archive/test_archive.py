"""Games written by an older program (the commit in a file's name) are opened, and stand where they stood."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.model.core.record import read_record, record_json
from companion.model.core.session import Session
from tests.contract.samples import CONTENT, SYSTEMS

FILES = sorted(Path(__file__).parent.glob("*.json"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_game_of_an_older_program_replays_to_where_it_stood(path: Path) -> None:
    kept = json.loads(path.read_text("utf-8"))
    record = read_record(kept["record"])
    system = SYSTEMS[record.system]
    session = Session.replay(system, record, CONTENT)
    assert session.diverged is None
    assert record_json(session.save()) == kept["record"]
    now = json.loads(json.dumps(system.encode(session.state)))
    if system.facts.edition > 1:
        assert now.pop("edition") == 1, "nothing said was the first edition of the rules"
    assert now == kept["position"]
    assert system.decode(kept["position"], CONTENT)
