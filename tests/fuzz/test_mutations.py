"""Mutants of everything that comes in: each is refused in words or accepted, soon, and the memory stays small."""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from tests.budget import tries
from tests.flat import megabytes

from .targets import TARGETS, still

TRIES = tries(120)
SECONDS = 2.0
"""Of the processor, for each."""
MEGABYTES = 500
"""Of the whole process, which is one for each target in `make soak`; in `make test`, what is added to it."""


@pytest.mark.parametrize("name", TARGETS)
def test_mutants_are_refused_in_words_or_accepted(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, tried: Callable[..., None]
) -> None:
    still(monkeypatch)
    target = TARGETS[name](tmp_path)
    Path("/proc/self/clear_refs").write_text("5")  # the highest so far is forgotten
    before = megabytes()
    accepted, slowest, faults = 0, 0.0, dict[str, str]()
    for n in range(TRIES):
        begun = time.process_time()
        try:
            accepted += target(Random(f"{name} {n}"))
        except Exception as wrong:
            last = traceback.extract_tb(wrong.__traceback__)[-1]
            place = f"{type(wrong).__name__} at {last.filename}:{last.lineno}"
            faults.setdefault(place, f"{n}: {traceback.format_exc()[-1500:]}")
        took = time.process_time() - begun
        slowest = max(slowest, took)
        if took > SECONDS:
            faults.setdefault("slow", f"{n}: {took:.1f} s")
    most = megabytes("VmHWM")
    tried(TRIES, f"{accepted:,} accepted, slowest {slowest * 1000:.0f} ms, at most {most:.0f} MB")
    assert not faults, "\n\n".join(f"{place}: {told}" for place, told in faults.items())
    assert most - before < MEGABYTES / 2
    assert most < MEGABYTES or before > MEGABYTES / 2
