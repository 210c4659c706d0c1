"""JSON-RPC 2.0 by the letter: one line in, one line out, whatever the line holds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from companion.model.core.contract import Json

PARSE_ERROR, INVALID_REQUEST, METHOD_NOT_FOUND, INVALID_PARAMS, INTERNAL_ERROR = -32700, -32600, -32601, -32602, -32603
REFUSED, INVALID_INPUT = -32000, -32001
MOST_BYTES = 16 * 1024 * 1024
DEEPEST = 200
"""Lists and objects inside one another; real messages need a dozen."""

Method = Callable[[Mapping[str, Json]], Json]


class RpcError(Exception):
    """An error to answer with."""

    def __init__(self, code: int, message: str, data: Json = None) -> None:
        """`data` is left out of the answer when it is None."""
        super().__init__(message)
        self.code = code
        self.message = message
        self.data = data


def error(id: Json, wrong: RpcError) -> Json:
    """The answer that carries an error."""
    told: dict[str, Json] = {"code": wrong.code, "message": wrong.message}
    if wrong.data is not None:
        told["data"] = wrong.data
    return {"jsonrpc": "2.0", "id": id, "error": told}


def handle(line: bytes, call: Callable[[str, Mapping[str, Json]], Json]) -> bytes | None:
    """Answer one line; None when nothing is to be answered (notifications)."""
    answer = _answer(line, call)
    return None if answer is None else msgspec.json.encode(answer)


def _answer(line: bytes, call: Callable[[str, Mapping[str, Json]], Json]) -> Json | None:
    if len(line) > MOST_BYTES:
        return error(None, RpcError(INVALID_REQUEST, "A message is at most 16 MiB long."))
    try:
        _refuse_deep(line)
        message = msgspec.json.decode(line)
        _refuse_surrogates(line, message)
    except (msgspec.DecodeError, UnicodeError, RecursionError, ValueError) as wrong:
        return error(None, RpcError(PARSE_ERROR, f"This line is no JSON: {wrong}"))
    if isinstance(message, list):
        if not message:
            return error(None, RpcError(INVALID_REQUEST, "A batch holds at least one message."))
        answers = [answer for one in message if (answer := _one(one, call)) is not None]
        return answers or None
    return _one(message, call)


def _refuse_deep(line: bytes) -> None:
    """A cheap upper bound that never recurses: brackets opened, those inside strings included."""
    if line.count(b"[") + line.count(b"{") <= DEEPEST:
        return
    depth, deepest, quoted, escaped = 0, 0, False, False
    for byte in line:
        if quoted:
            if escaped:
                escaped = False
            elif byte == 0x5C:
                escaped = True
            elif byte == 0x22:
                quoted = False
        elif byte == 0x22:
            quoted = True
        elif byte in b"[{":
            depth += 1
            deepest = max(deepest, depth)
            if deepest > DEEPEST:
                raise ValueError("lists and objects are too deep inside one another")
        elif byte in b"]}":
            depth -= 1


def _refuse_surrogates(line: bytes, message: Any) -> None:
    """A lone surrogate cannot be written back as UTF-8."""
    if b"\\ud" in line.lower():
        msgspec.json.encode(message)


def _one(message: Any, call: Callable[[str, Mapping[str, Json]], Json]) -> Json | None:
    if not isinstance(message, dict):
        return error(None, RpcError(INVALID_REQUEST, "A message is an object."))
    id = message.get("id")
    known_id = id is None or type(id) in (int, str, float)
    silent = "id" not in message
    if message.get("jsonrpc") != "2.0" or not isinstance(message.get("method"), str) or not known_id:
        return error(id if known_id else None, RpcError(INVALID_REQUEST, "This is no JSON-RPC 2.0 request."))
    params = message.get("params", {})
    if not isinstance(params, dict):
        if not isinstance(params, list):
            wrong = RpcError(INVALID_REQUEST, "Parameters are an object.")
        else:
            wrong = RpcError(INVALID_PARAMS, "Parameters are given by name.")
            params = {} if not params else params
        if params != {}:
            return None if silent else error(id, wrong)
    try:
        result = call(message["method"], params)
    except RpcError as wrong:
        return None if silent else error(id, wrong)
    return None if silent else {"jsonrpc": "2.0", "id": id, "result": result}
