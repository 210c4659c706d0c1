"""The command line under a hostile shell: it ends with a sentence and a status, never with a traceback."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LONG = "n" * 100_000
NO_UTF8 = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}


def run(*words: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([sys.executable, "-m", "companion", *words], capture_output=True, cwd=ROOT, check=False,
                          env={**os.environ, **environment}, timeout=60)  # fmt: skip


@pytest.mark.parametrize(
    "words",
    [[LONG], ["check", LONG], ["perft", LONG], ["simulate", "--a", LONG], ["simulate", "--games", "1", "--into", LONG]],
)
def test_a_name_of_100_000_letters_is_answered_in_short(words: list[str]) -> None:
    done = run(*words)
    assert done.returncode in (1, 2)
    assert b"Traceback" not in done.stderr
    assert 0 < len(done.stdout + done.stderr) < 3_000


def test_what_is_typed_gives_no_orders_to_the_terminal() -> None:
    for words in (["\x1b[31mred"], ["bench", "\x1b[31mred"], ["simulate", "--games", "\x1b[31mred"]):
        done = run(*words)
        assert done.returncode == 2
        assert b"red" in done.stderr and b"\x1b" not in done.stdout + done.stderr


@pytest.mark.parametrize("environment", [{"PYTHONIOENCODING": "ascii"}, NO_UTF8])
def test_a_terminal_that_lacks_letters_shows_how_they_are_written(environment: dict[str, str]) -> None:
    for words, status in ((("--language", "fr", "check", "é-nichts"), 1), (("simulate", "--a", "“nobody”"), 2)):
        done = run(*words, **environment)
        assert done.returncode == status
        assert b"Traceback" not in done.stderr
        assert b"\\" in done.stdout + done.stderr
        assert (done.stdout + done.stderr).isascii()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device of Linux")
def test_a_full_output_is_told() -> None:
    with Path("/dev/full").open("wb") as full:
        for words in (["check", "nothing"], ["engine"]):
            done = subprocess.run(
                [sys.executable, "-m", "companion", *words], stdout=full, stderr=subprocess.PIPE,
                input=b'{"jsonrpc":"2.0","id":1,"method":"x"}\n', cwd=ROOT, check=False, timeout=60,
            )  # fmt: skip
            assert done.returncode == 74
            assert done.stderr.startswith(b"okko-companion: ")
            assert b"Traceback" not in done.stderr
            assert done.stderr.count(b"\n") == 1


@pytest.mark.parametrize("where", ["foo://x", "postgresql://[::1/x", "postgresql://h/x?port=x", "postgresql://a b/x"])
def test_an_odd_address_to_keep_games_at_is_refused(where: str) -> None:
    done = run("simulate", "--games", "1", "--into", where)
    assert done.returncode == 2
    assert done.stderr.startswith(f"okko-companion: {where}: ".encode())
    assert b"Traceback" not in done.stderr


def test_a_position_of_80_megabytes_is_refused_unread(tmp_path: Path) -> None:
    with (tmp_path / "big.json").open("wb") as file:
        file.truncate(80_000_000)
    done = run("perft", str(tmp_path / "big.json"))
    assert done.returncode == 2
    assert b"larger than 8 MB" in done.stderr
    assert b"Traceback" not in done.stderr
