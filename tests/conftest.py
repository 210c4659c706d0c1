"""For every test: no screen, no folder of the person at the keyboard, one language, one way to draw examples.

Set before anything imports Qt or the program, and in the environment, so that child processes inherit it.
"""

from __future__ import annotations

import atexit
import gc
import os
import secrets
import shutil
import tempfile
import time
from collections.abc import Callable, Generator, Iterator
from itertools import count
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, settings

from tests.budget import tries

_MEMORY = "/dev/shm"
if os.access(_MEMORY, os.W_OK) and shutil.disk_usage(_MEMORY).free > 4 << 30:
    os.environ.setdefault("TMPDIR", _MEMORY)  # a commit waits 2 ms for a disk, and a window test makes hundreds
_BASE = Path(tempfile.mkdtemp(prefix="okko-tests-"))
_NUMBERS = count()
_FOLDERS = {"XDG_DATA_HOME": "data", "XDG_CONFIG_HOME": "config", "XDG_STATE_HOME": "state", "XDG_CACHE_HOME": "cache"}

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.update({name: str(_BASE / "session" / folder) for name, folder in _FOLDERS.items()})
os.environ.update({"LC_ALL": "C.UTF-8", "LANGUAGE": "en", "TZ": "UTC"})
time.tzset()
atexit.register(shutil.rmtree, _BASE, ignore_errors=True)

# "dev" looks for new faults at every run; "ci" (make test, make quick) draws the same few examples each time, and games
# begun in a test have the same dice each time; "soak" (make soak) is for a night
# (`make soak TRIES=40`: a shorter one). What a test asks for with
# `tests.budget.examples` grows and shrinks with the profile.
# No deadline: two busy cores make any single example slow now and then.
settings.register_profile("dev", deadline=None, print_blob=True)
settings.register_profile("ci", deadline=None, max_examples=25, derandomize=True, database=None, print_blob=True)
settings.register_profile("soak", deadline=None, max_examples=tries(500), suppress_health_check=[HealthCheck.too_slow])
_PROFILE = os.environ.get("HYPOTHESIS_PROFILE") or ("ci" if os.environ.get("CI") else "dev")
settings.load_profile(_PROFILE)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Ten thousand collected tests are no garbage: nobody looks through them again and again.

    Else a look at everything takes 0.2 s, and a twelfth of what the tests without a window take goes into such looks.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.collect()
        gc.freeze()
        gc.enable()


def pytest_addoption(parser: pytest.Parser) -> None:
    """What stored answers (transcripts, counts) are compared with, or written anew to be read as a diff."""
    parser.addoption("--accept", action="store_true", help="store what the program answers now as what it should")


@pytest.fixture(scope="session")
def accept(request: pytest.FixtureRequest) -> bool:
    """Whether stored answers are to be written anew."""
    return bool(request.config.getoption("--accept"))


@pytest.fixture
def tried(record_property: Callable[[str, object], None]) -> Callable[..., None]:
    """Tell how often a fault was tried, and what is worth a note in the row of its class (`tests/soak.py`)."""

    def tell(times: int, note: str = "") -> None:
        record_property("tries", times)
        if note:
            record_property("note", note)

    return tell


@pytest.fixture(autouse=True)
def own_folders() -> Iterator[Path]:
    """The folder in which this test's program would keep its data: new for each test, made when first written."""
    base = _BASE / str(next(_NUMBERS))
    before = {name: os.environ.get(name) for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME")}
    os.environ.update({name: str(base / _FOLDERS[name]) for name in before})
    yield base / "data"
    for name, value in before.items():
        if value is None:
            os.environ.pop(name, None)
        else:
            os.environ[name] = value
    shutil.rmtree(base, ignore_errors=True)


@pytest.fixture(autouse=True)
def dice(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The seed of games begun in this test: a new one at each run under "dev", the test's own one under "ci".

    What went wrong is then found again by running that test alone.
    """
    if _PROFILE == "ci":
        drawn = Random(request.node.nodeid)
        monkeypatch.setattr(secrets, "randbits", drawn.getrandbits)
