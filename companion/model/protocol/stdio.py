"""The protocol on standard input and output."""

from __future__ import annotations

from functools import lru_cache
from typing import BinaryIO, TextIO

import msgspec

from companion.model.content.library import Library
from companion.model.core.contract import Content
from companion.model.core.words import Words
from companion.model.games import SYSTEMS
from companion.resources import resources_dir

from .jsonrpc import INVALID_REQUEST, MOST_BYTES, RpcError, error
from .server import Server


@lru_cache(maxsize=8)
def words(language: str) -> Words:
    """The catalog of a language."""
    return Words(language, resources_dir() / "translations")


def run(stdin: BinaryIO, stdout: BinaryIO, stderr: TextIO, content: Content | None = None) -> int:
    """Answer every line until the input ends or `shutdown`; returns 0. `content`: the shipped packs without."""
    server = Server(SYSTEMS, content or Library.shipped(), words, lambda text: print(text, file=stderr, flush=True))
    while not server.ended:
        line = stdin.readline(MOST_BYTES + 2)
        if not line:
            break
        if len(line.rstrip(b"\r\n")) > MOST_BYTES:
            while line and not line.endswith(b"\n"):
                line = stdin.readline(MOST_BYTES)
            wrong = RpcError(INVALID_REQUEST, "A message is at most 16 MiB long.")
            answer: bytes | None = msgspec.json.encode(error(None, wrong))
        elif not line.strip():
            continue
        else:
            answer = server.handle(line.strip())
        if answer is not None:
            stdout.write(answer + b"\n")
            stdout.flush()
    return 0
