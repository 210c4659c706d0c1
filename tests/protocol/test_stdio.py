"""The thin shell: lines in, lines out, in this process and in one of its own."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from companion.model.core.contract import Json
from companion.model.protocol import run
from companion.model.protocol.jsonrpc import MOST_BYTES

ROOT = Path(__file__).parents[2]


def message(method: str, id: Json = 1, **params: Json) -> bytes:
    """A request on its line."""
    return json.dumps({"jsonrpc": "2.0", "id": id, "method": method, "params": params}).encode() + b"\n"


def answers(given: bytes) -> list[Json]:
    """All answers to an input, which must end with status 0 and no word on the error stream."""
    out, errors = io.BytesIO(), io.StringIO()
    assert run(io.BytesIO(given), out, errors) == 0
    assert errors.getvalue() == ""
    assert out.getvalue() == b"" or out.getvalue().endswith(b"\n")
    return [json.loads(line) for line in out.getvalue().splitlines()]


def test_the_end_of_the_input_ends_it() -> None:
    assert answers(b"") == []
    assert len(answers(message("initialize"))) == 1


def test_a_last_line_without_its_end_is_answered() -> None:
    assert answers(message("initialize").rstrip())[0]["result"]["protocol"] == 1


def test_shutdown_ends_it_at_once() -> None:
    found = answers(message("shutdown", 1) + message("initialize", 2))
    assert found == [{"jsonrpc": "2.0", "id": 1, "result": None}]


def test_answers_come_in_order_and_none_to_blank_lines_and_notifications() -> None:
    notification = b'{"jsonrpc": "2.0", "method": "initialize"}\n'
    given = message("initialize", 1) + b"\n  \r\n" + notification + b"oops\r\n" + message("game.view", 2)
    assert [one["id"] for one in answers(given)] == [1, None, 2]


def test_lines_may_end_as_on_windows() -> None:
    assert answers(message("initialize").rstrip() + b"\r\n")[0]["result"]["protocol"] == 1


def test_answers_are_one_line_each() -> None:
    system = "a\nb\r\u2028\u0085"
    out = io.BytesIO()
    run(io.BytesIO(message("game.new", "\n\u2028", system=system, setup={})), out, io.StringIO())
    assert out.getvalue().count(b"\n") == 1
    assert b"\r" not in out.getvalue()


@pytest.mark.parametrize("more", [1, 2, 3, MOST_BYTES, 3 * MOST_BYTES + 1])
def test_a_line_too_long_is_refused_and_the_next_one_answered(more: int) -> None:
    found = answers(b"x" * (MOST_BYTES + more) + b"\n" + message("initialize", 5))
    assert [(one["id"], "error" in one) for one in found] == [(None, True), (5, False)]
    assert found[0]["error"]["code"] == -32600


def test_a_line_just_not_too_long_is_read_whichever_way_it_ends() -> None:
    head = message("initialize", 5).rstrip()
    for end in (b"\n", b"\r\n", b""):
        found = answers(head + b" " * (MOST_BYTES - len(head)) + end)
        assert [one["id"] for one in found] == [5]


class Endless(io.RawIOBase):
    """A line that never ends, until so many bytes have been read."""

    def __init__(self, size: int) -> None:
        self.left = size
        self.longest = 0

    def readable(self) -> bool:
        return True

    def readline(self, size: int | None = -1, /) -> bytes:
        assert size is not None
        assert size > 0, "a line of any length would be read"
        self.longest = max(self.longest, size)
        given, self.left = min(size, self.left), self.left - min(size, self.left)
        return b"x" * given


def test_a_line_without_end_is_never_held_in_memory() -> None:
    endless, out = Endless(40 * MOST_BYTES), io.BytesIO()
    assert run(endless, out, io.StringIO()) == 0
    assert endless.left == 0
    assert endless.longest <= MOST_BYTES + 2
    assert json.loads(out.getvalue())["error"]["code"] == -32600


# a process of its own


@pytest.fixture
def engine() -> Iterator[subprocess.Popen[bytes]]:
    """`python -m companion engine`."""
    command = [sys.executable, "-X", "dev", "-W", "error", "-m", "companion", "engine"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, cwd=ROOT) as process:
        try:
            yield process
        finally:
            process.kill()


def test_a_whole_game_over_the_pipe(engine: subprocess.Popen[bytes]) -> None:
    assert engine.stdin is not None
    assert engine.stdout is not None
    assert engine.stderr is not None
    rng = Random(3)

    def ask(method: str, **params: Json) -> Json:
        assert engine.stdin is not None
        assert engine.stdout is not None
        engine.stdin.write(message(method, **params))
        engine.stdin.flush()
        return json.loads(engine.stdout.readline())

    assert ask("initialize", language="fr")["result"]["name"] == "Okko Companion"
    pending = ask("game.new", system="asagiri", setup={"quick": True}, seed=1)["result"]["pending"]
    for _ in range(150):
        if pending["kind"] == "over":
            break
        if pending["kind"] == "roll":
            pending = ask("game.roll")["result"]["pending"]
        else:
            pending = ask("game.choose", option=rng.choice(pending["options"])["id"])["result"]["pending"]
    engine.stdin.write(b"\xff\n")
    engine.stdin.flush()
    assert json.loads(engine.stdout.readline())["error"]["code"] == -32700
    record = ask("game.save")["result"]["record"]
    assert ask("game.replay", record=record)["result"]["pending"] == pending
    assert ask("shutdown")["result"] is None
    assert engine.wait(20) == 0
    assert engine.stdout.read() == b""
    assert engine.stderr.read() == b""


def test_the_end_of_the_pipe_ends_the_process(engine: subprocess.Popen[bytes]) -> None:
    out, errors = engine.communicate(message("initialize"), timeout=60)
    assert (engine.returncode, errors) == (0, b"")
    assert out.count(b"\n") == 1


def test_the_engine_loads_no_window_and_no_database() -> None:
    code = (
        "import io, sys; from companion.model.protocol import run; run(io.BytesIO(), io.BytesIO(), sys.stderr);"
        "print(sorted(m for m in sys.modules if m.split('.')[0] in ('PySide6', 'shiboken6', 'sqlmodel', 'sqlalchemy')))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, timeout=60, check=True)
    assert done.stdout == b"[]\n"
