"""Files that are there as a whole or not at all, beside what killed programs have left."""

from __future__ import annotations

import subprocess
import sys
from contextlib import suppress
from pathlib import Path

from companion.model.core import atomic

KILLED = """
import os, signal, sys
from pathlib import Path
from companion.model.core import atomic
with atomic.replacing(Path(sys.argv[1])) as file:
    file.write(b"half")
    file.flush()
    print("writing", flush=True)
    sys.stdin.readline()
"""


def writing(target: Path) -> subprocess.Popen[str]:
    """Another program that is in the midst of writing."""
    pipe = subprocess.PIPE
    program = subprocess.Popen([sys.executable, "-c", KILLED, str(target)], stdin=pipe, stdout=pipe, text=True)
    assert program.stdout is not None
    assert program.stdout.readline() == "writing\n"
    return program


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_the_next_file_removes_what_a_killed_program_left(tmp_path: Path) -> None:
    with writing(tmp_path / "Evening.okko-game") as program:
        program.kill()
    (left,) = names(tmp_path)
    assert left.startswith(".okko-companion-")
    atomic.write(tmp_path / "other.txt", b"whole")
    assert names(tmp_path) == ["other.txt"]


def test_what_a_living_program_writes_stays_and_comes_to_its_end(tmp_path: Path) -> None:
    with writing(tmp_path / "Evening.okko-game") as program:
        atomic.write(tmp_path / "other.txt", b"whole")
        assert len(names(tmp_path)) == 2
        program.communicate("\n", timeout=20)
    assert names(tmp_path) == ["Evening.okko-game", "other.txt"]
    assert (tmp_path / "Evening.okko-game").read_bytes() == b"half"


def test_nothing_else_is_touched(tmp_path: Path) -> None:
    mark = "0123456789abcdef"
    others = [
        "film.mp4.part", ".part", f"okko-companion-{mark}.part", f".okko-companion-{mark}.part.txt",
        ".okko-companion-.part", f".okko-companion-{mark}0.part",
    ]  # fmt: skip
    for name in others:
        (tmp_path / name).write_bytes(b"mine")
    (tmp_path / f".okko-companion-{mark[::-1]}.part").mkdir()
    (tmp_path / f".okko-companion-{mark}.part").symlink_to(tmp_path / "film.mp4.part")
    before = names(tmp_path)
    atomic.clear_away(tmp_path)
    assert names(tmp_path) == before
    atomic.clear_away(tmp_path / "nowhere")


def test_a_name_as_long_as_the_disk_takes_is_written(tmp_path: Path) -> None:
    target = tmp_path / ("鬼" * 80 + ".okko-game")
    atomic.write(target, b"whole")
    assert target.read_bytes() == b"whole"


def test_an_exception_leaves_nothing_and_keeps_what_was_there(tmp_path: Path) -> None:
    target = tmp_path / "kept"
    atomic.write(target, b"old")
    with suppress(ValueError), atomic.replacing(target) as file:
        file.write(b"new")
        raise ValueError("given up")
    assert names(tmp_path) == ["kept"]
    assert target.read_bytes() == b"old"
