"""JSON-RPC 2.0 by the letter: one line in, one line out, whatever the line holds."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

import msgspec

from companion.model.core.contract import Json

PARSE_ERROR, INVALID_REQUEST, METHOD_NOT_FOUND, INVALID_PARAMS, INTERNAL_ERROR = -32700, -32600, -32601, -32602, -32603
REFUSED, INVALID_INPUT = -32000, -32001
MOST_BYTES = 16 * 1024 * 1024
MOST_MESSAGES = 10_000
"""In one batch: a line of nothing but commas must not be answered with gigabytes."""
DEEPEST = 100
"""Lists and objects inside one another; real messages need a dozen."""

Call = Callable[[str, Mapping[str, Json]], msgspec.Raw]
"""A method with its parameters to its result, written already; raises RpcError."""

_TEXT = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*"')
_ALIKE = bytes.maketrans(b"{}", b"[]")
_BUT_BRACKETS = bytes(byte for byte in range(256) if byte not in b"[]{}")


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


def handle(line: bytes, call: Call) -> bytes | None:
    """Answer one line; None when nothing is to be answered (notifications)."""
    answer = _answer(line, call)
    return None if answer is None else msgspec.json.encode(answer)


def _answer(line: bytes, call: Call) -> Json | None:
    try:
        message = read(line)
    except RpcError as wrong:
        return error(None, wrong)
    if not isinstance(message, list):
        return _one(message, call)
    if not 0 < len(message) <= MOST_MESSAGES:
        return error(None, RpcError(INVALID_REQUEST, f"A batch holds 1 to {MOST_MESSAGES} messages."))
    return [answer for one in message if (answer := _one(one, call)) is not None] or None


def read(line: bytes) -> Json:
    """The JSON of a line; RpcError when it is none, too long, too deep, or names a field twice."""
    if len(line) > MOST_BYTES:
        raise RpcError(INVALID_REQUEST, "A message is at most 16 MiB long.")
    try:
        message = msgspec.json.decode(line)
    except RecursionError:
        raise RpcError(PARSE_ERROR, "Lists and objects are too deep inside one another.") from None
    except (msgspec.MsgspecError, ValueError) as wrong:
        raise RpcError(PARSE_ERROR, f"This line is no JSON: {wrong}") from None
    bare = _TEXT.sub(b"", line)
    if bare.count(b":") != _fields(message):
        raise RpcError(INVALID_REQUEST, "An object names the same field twice.")
    if bare.count(b"[") + bare.count(b"{") > DEEPEST:
        _refuse_deep(bare.translate(_ALIKE, _BUT_BRACKETS))
    return message


def _fields(message: Json) -> int:
    """How many fields all objects have together."""
    found, rest = 0, [message]
    while rest:
        value = rest.pop()
        if type(value) is dict:
            found += len(value)
            rest.extend(value.values())
        elif type(value) is list:
            rest.extend(value)
    return found


def _refuse_deep(brackets: bytes) -> None:
    """Each round takes away what holds nothing: as many rounds as levels, each at the speed of `bytes.replace`."""
    for _ in range(DEEPEST):
        brackets = brackets.replace(b"[]", b"")
        if not brackets:
            return
    raise RpcError(PARSE_ERROR, "Lists and objects are too deep inside one another.")


def _one(message: Json, call: Call) -> Json | None:
    if not isinstance(message, dict):
        return error(None, RpcError(INVALID_REQUEST, "A message is an object."))
    id, method, params = message.get("id"), message.get("method"), message.get("params", {})
    if id is not None and type(id) not in (int, str, float):
        return error(None, RpcError(INVALID_REQUEST, "An id is a number or a text."))
    if message.get("jsonrpc") != "2.0" or not isinstance(method, str) or not isinstance(params, dict | list):
        return error(id, RpcError(INVALID_REQUEST, "This is no JSON-RPC 2.0 request."))
    try:
        if isinstance(params, list):
            params = _named(params)
        answer: Json = {"jsonrpc": "2.0", "id": id, "result": call(method, params)}
    except RpcError as wrong:
        answer = error(id, wrong)
    return answer if "id" in message else None


def _named(params: list[Json]) -> Mapping[str, Json]:
    """No parameters by position are as good as none by name."""
    if params:
        raise RpcError(INVALID_PARAMS, "Parameters are given by name.")
    return {}
