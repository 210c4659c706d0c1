"""A screen of its own, and somebody who sees the titles of windows and presses keys: for `package_test.py`."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep

import build

SCREEN = ":97"
_CORNER = ("Left",) * 9 + ("Up",) * 6
_OKKO, _TIKKU = (*_CORNER, *("Right",) * 4, *("Down",) * 5), (*_CORNER, "Right", "Right", *("Down",) * 5)
FIRST_LESSON: tuple[tuple[str, ...], ...] = (
    ("F9",),  # welcome
    ("space",),  # dice
    ("F6", *_OKKO, "Return", "Up", "Up", "Return"),
    ("ctrl+z",),
    (*_OKKO, "Return", "Up", "Up", "Right", "Return"),
    (*_TIKKU, "Return", "Up", "Up", "Return", "Return"),  # asked first: Okko could still act
    ("h",),
    ("space", "space"),  # the end of Tikku's activation, then of all
    ("space",),
    (),  # the other side plays
    ("F9",),
)
"""The keys of each step of “Your first turn”, on a board of 10 × 7."""


class BrokenError(AssertionError):
    """What a stranger would have stumbled over, as a sentence."""


@contextmanager
def screen() -> Iterator[None]:
    """A screen of its own, without anything on it."""
    server = subprocess.Popen(
        [build.needed("Xvfb", "package xvfb"), SCREEN, "-screen", "0", "1600x1000x24", "-noreset"],
        stderr=subprocess.DEVNULL,
    )
    try:
        until("the screen", lambda: Path(f"/tmp/.X11-unix/X{SCREEN[1:]}").exists())
        yield
    finally:
        server.terminate()
        server.wait()


def until(what: str, there: Callable[[], object], seconds: float = 60.0) -> float:
    """Wait for something; how long it took. Raises `BrokenError` when it does not come."""
    begin = monotonic()
    while not there():
        if monotonic() - begin > seconds:
            raise BrokenError(f"{what} did not come within {seconds:.0f} s")
        sleep(0.05)
    return monotonic() - begin


def windows(name: str) -> list[str]:
    """Windows that are seen, by a part of their title."""
    words = ["xdotool", "search", "--onlyvisible", "--name", name]
    found = subprocess.run(words, env={**os.environ, "DISPLAY": SCREEN}, capture_output=True, text=True, check=False)
    return found.stdout.split()


def press(*keys: str) -> None:
    """Press keys in the window, one after the other, as fast as a practised person."""
    for window in windows("Okko Companion")[-1:]:
        for words in (("windowfocus", window), *(("key", key) for key in keys)):
            subprocess.run(
                ["xdotool", *words], env={**os.environ, "DISPLAY": SCREEN}, stderr=subprocess.DEVNULL, check=False
            )
            sleep(0.15 if words[-1] in ("Left", "Right", "Up", "Down") else 0.4)


def leave(program: subprocess.Popen[str]) -> str:
    """Quit by key; what the program said."""
    until("the end of the program", lambda: program.poll() is not None or press("ctrl+q"))
    said, _ = program.communicate()
    if program.returncode or "Traceback" in (said or ""):
        raise BrokenError(f"the program ended with status {program.returncode}: {said}")
    return said or ""
