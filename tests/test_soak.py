"""What a night has tried: a row tells the truth also where pytest itself came to an end."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from tests import soak
from tests.soak import Fault, good, passed, run


@pytest.mark.parametrize(
    ("test", "passes", "told"),
    [
        ("def test_it(): pass", True, "1 tests passed, 0 failed, 0 skipped |"),
        ("def test_it(): raise ValueError", False, "0 tests passed, 1 failed, 0 skipped |"),
        ("import os\ndef test_it(): os.abort()", False, "0 tests passed, 0 failed, 0 skipped; pytest ended with"),
        ("def test_another(): pass", False, "0 tests passed, 0 failed, 0 skipped; pytest ended with status 5 |"),
    ],
)
def test_a_class_is_good_where_something_was_tried_and_nothing_failed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, test: str, passes: bool, told: str
) -> None:
    file = tmp_path / "test_tried.py"
    file.write_text(test)
    monkeypatch.setattr(soak, "ROOT", tmp_path)
    monkeypatch.setattr(soak, "commit", lambda: "59be102")
    row = run(Fault("tried", "something", f"{file} -k test_it"), ["-p", "no:cacheprovider"])
    assert told in row
    assert good(row) is passes


def test_a_class_that_is_broken_off_says_so_and_does_not_count_as_passed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "test_tried.py"
    file.write_text("def test_one(): pass\ndef test_two(): pass")
    monkeypatch.setattr(soak, "ROOT", tmp_path)
    monkeypatch.setattr(soak, "commit", lambda: "59be102")
    fault = Fault("tried", "something", str(file))
    further = ["-p", "no:cacheprovider", "-p", "no:randomly", "--session-timeout=0.000001"]
    monkeypatch.setattr(time, "monotonic", iter([0.0, 60.0, 61.0]).__next__)
    row = run(fault, further, minutes=1)
    assert "1 tests passed, 0 failed, 0 skipped; broken off after 1 minutes |" in row
    assert "MINUTES=1`" in row
    assert good(row)
    monkeypatch.setattr(soak, "rows", lambda: {"tried": row})
    assert not passed(fault, "59be102")
