"""Bytes: noise, and requests with some bytes changed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from .strange import bytes_changed
from .watch import Watched

SOUND = [
    json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).encode()
    for method, params in (
        ("initialize", {"language": "fr"}),
        ("game.view", {"viewer": "A"}),
        ("game.choose", {"option": "pick:A,1"}),
        ("game.roll", {"outcome": [1, 2]}),
        ("game.undo", {"steps": 1}),
        ("game.save", {}),
        ("bot.suggest", {"level": "random"}),
        ("asagiri.odds", {"attack": 1, "defense": 2}),
        ("game.new", {"system": "blank", "setup": {"rounds": 2}, "seed": 3}),
    )
] + [b'[{"jsonrpc":"2.0","id":1,"method":"game.view"},{"jsonrpc":"2.0","method":"game.undo"},1]']


@pytest.fixture(scope="module")
def client() -> Iterator[Watched]:
    """One engine for all lines, with a game, as in life."""
    client = Watched()
    client.new("blank", {})
    client.walk(3)
    yield client
    client.still_sound()


@given(line=st.binary(max_size=200))
@example(b"")
@example(b"\x00" * 50)
@example(b'"\\u"')
@example(b'{"jsonrpc":"2.0","id":1,"method":"game.undo","params":{"steps":1e0}}')
def test_noise(client: Watched, line: bytes) -> None:
    client.send(line)
    assert not client.bugs


@given(line=st.text(alphabet='{}[]",:\\ue019.-+tfn \n"jsonrpcidmethodparams', max_size=120))
def test_noise_that_looks_like_json(client: Watched, line: str) -> None:
    client.send(line.encode())
    assert not client.bugs


@given(line=st.sampled_from(SOUND), seed=st.integers(0, 2**32))
def test_requests_with_some_bytes_changed(client: Watched, line: bytes, seed: int) -> None:
    client.send(bytes_changed(line, Random(seed)))
    if client.server.session is None or client.server.ended:
        raise AssertionError("a changed byte has ended the game")


@given(parts=st.lists(st.sampled_from(SOUND[:-1]), max_size=8), cut=st.integers(0, 40))
def test_batches_of_anything(client: Watched, parts: list[bytes], cut: int) -> None:
    line = b"[" + b",".join(parts) + b"]"
    client.send(line[: len(line) - cut])
    assert not client.bugs
