"""Whether what goes on for long takes more and more: memory, widgets, timers, threads, measured again and again."""

from __future__ import annotations

import ctypes
import gc
from collections.abc import Callable, Mapping
from pathlib import Path

import msgspec

EXTRA_MEGABYTES = 16.0
"""More than at the end of the first tenth: pages of which a part is in use."""
FILLING_MEGABYTES = 80.0
"""More than that, where so little is done that the pictures kept for the next time are still being made."""


def megabytes(field: str = "VmRSS") -> float:
    """Of this process: ``VmRSS`` now, ``VmHWM`` at the most so far."""
    status = Path("/proc/self/status").read_text()
    return int(status.partition(f"{field}:")[2].split()[0]) / 1024


def _give_back() -> None:
    """glibc keeps what was freed, 20 to 50 MB after a game in a window, in pieces that differ from game to game."""
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)


class Growth(msgspec.Struct):
    """What was measured at the ends of tenths."""

    counts: Mapping[str, Callable[[], int]]
    """What else is counted beside the memory and the objects of Python."""
    seen: list[dict[str, float]] = []

    def measure(self) -> None:
        """Look at everything now, and at no memory that is free and only kept for the next time."""
        gc.collect()
        _give_back()
        found: dict[str, float] = {name: count() for name, count in self.counts.items()}
        self.seen.append({"MB": megabytes(), "objects": len(gc.get_objects()), **found})

    def check(self, *, filling: bool = False) -> None:
        """Nothing is more than after the first tenth, but for what comes and goes; `filling`: caches are not full."""
        first, last = self.seen[0], self.seen[-1]
        assert last["MB"] <= first["MB"] + (FILLING_MEGABYTES if filling else EXTRA_MEGABYTES), self.told()
        assert last["objects"] <= first["objects"] * (1.2 if filling else 1.02) + 2_000, self.told()
        for name in self.counts:
            assert last[name] <= first[name], self.told()

    def told(self) -> str:
        """From the first tenth to the end."""
        first, last = self.seen[0], self.seen[-1]
        return ", ".join(f"{name} {first[name]:,.0f} → {last[name]:,.0f}" for name in first)
