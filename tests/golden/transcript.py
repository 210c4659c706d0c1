"""Transcripts: what a client sends and what the engine answers, as text that people review.

``#`` begins a remark, ``>`` a line sent, ``<`` the answer, spread over several lines where it is long. Remarks and
lines sent are written by hand; ``pytest tests/golden --accept`` writes the answers. A state is told once; of later ones
only what is different from the one before (``state_changes``: a path and what is there now, null where nothing is).
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from companion.model.content.library import Library
from companion.model.core.contract import Json
from companion.model.games import SYSTEMS
from companion.model.protocol import Server, words

FOLDER = Path(__file__).parent / "transcripts"
WIDTH = 118
FEW = 30
"""Changes of a state told as such; more of them are another state."""


def files() -> list[Path]:
    """Every transcript."""
    return sorted(FOLDER.glob("*.txt"))


def answered(text: str) -> Iterator[str]:
    """The lines of a transcript with the answers of today: one engine, one line sent after the other."""
    bugs: list[str] = []
    server = Server(SYSTEMS, Library.shipped(), words, bugs.append)
    state: Json = None
    for line in text.splitlines():
        if line.startswith("#") or not line:
            yield line
        elif line.startswith("> "):
            yield line
            answer = server.handle(line[2:].encode())
            if answer is not None:
                plain = json.loads(answer)
                state = _shorten(plain, state)
                first, *rest = spread(plain, 0)
                yield f"< {first}"
                yield from (f"  {one}" for one in rest)
        assert not bugs, bugs


def _shorten(answer: Json, before: Json) -> Json:
    """Tell the state in `answer` by its difference from the one before; returns the state to compare the next with."""
    result = answer.get("result") if isinstance(answer, dict) else None
    if not isinstance(result, dict) or not isinstance(result.get("state"), dict):
        return before
    state = result["state"]
    if before is not None:
        changes = dict(difference(before, state, ""))
        if len(changes) <= FEW:
            answer["result"] = {"state_changes": changes, **{k: v for k, v in result.items() if k != "state"}}
    return state


def difference(old: Json, new: Json, path: str) -> Iterator[tuple[str, Json]]:
    """Paths at which `new` is different, with what is there now."""
    if isinstance(old, dict) and isinstance(new, dict):
        for name in {**old, **new}:
            yield from difference(old.get(name), new.get(name), f"{path}.{name}" if path else name)
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for n, (was, now) in enumerate(zip(old, new, strict=True)):
            yield from difference(was, now, f"{path}[{n}]")
    elif (type(old), old) != (type(new), new):
        yield path, new


def spread(value: Json, depth: int, lead: int = 0) -> Iterator[str]:
    """JSON on as few lines as fit the width, `depth` columns in; `lead` are taken on the first of them."""
    whole = json.dumps(value, ensure_ascii=False)
    if len(whole) + depth + lead <= WIDTH or not isinstance(value, dict | list):
        yield whole
        return
    named = isinstance(value, dict)
    parts = value.items() if named else ((None, one) for one in value)
    yield "{" if named else "["
    last = len(value) - 1
    for n, (name, one) in enumerate(parts):
        first, *rest = spread(one, depth + 1, len(json.dumps(name)) + 2 if named else 0)
        lines = [f"{json.dumps(name, ensure_ascii=False)}: {first}" if named else first, *rest]
        lines[-1] += "," if n < last else ""
        yield from (f" {line}" for line in lines)
    yield "}" if named else "]"


def exchanges(text: str) -> Iterator[tuple[str, Json]]:
    """Each line sent with its answer as JSON (None: there is none)."""
    sent, parts = None, []
    for line in [*text.splitlines(), "#"]:
        if line[:1] in ("#", ">", ""):
            if sent is not None:
                yield sent, json.loads("\n".join(parts)) if parts else None
            sent, parts = (line[2:], []) if line.startswith(">") else (None, [])
        else:
            parts.append(line[2:])
