"""The letter of JSON-RPC 2.0: the examples of its specification, and lines that nobody should send."""

from __future__ import annotations

import json
import sys
import time

import msgspec
import pytest

from companion.model.core.contract import Json
from companion.model.protocol.jsonrpc import DEEPEST, MOST_BYTES, MOST_MESSAGES, RpcError, handle, read

PARSE, INVALID, NO_METHOD, BAD_PARAMS = -32700, -32600, -32601, -32602


def echo(method: str, params: Json) -> msgspec.Raw:
    """Two methods: one answers with its parameters, one has none."""
    if method == "echo":
        return msgspec.Raw(msgspec.json.encode(params))
    raise RpcError(NO_METHOD, "no such method")


def answer(line: str | bytes) -> Json:
    """The answer as JSON, or None."""
    found = handle(line.encode() if isinstance(line, str) else line, echo)
    return None if found is None else json.loads(found)


def code(line: str | bytes) -> tuple[int, Json]:
    """Code and id of the error that a line is answered with."""
    found = answer(line)
    assert set(found) == {"jsonrpc", "id", "error"}
    assert isinstance(found["error"]["message"], str)
    return found["error"]["code"], found["id"]


@pytest.mark.parametrize("id", ["1", "0", "-7", '"a"', '""', "null", "1.5", "123456789012345678901234567890"])
def test_the_id_comes_back_as_it_was(id: str) -> None:
    found = answer(f'{{"jsonrpc": "2.0", "method": "echo", "params": {{"x": [1]}}, "id": {id}}}')
    assert found == {"jsonrpc": "2.0", "id": json.loads(id), "result": {"x": [1]}}


@pytest.mark.parametrize("id", ["true", "false", "[]", "{}", "[1]"])
def test_an_id_is_a_number_a_text_or_null(id: str) -> None:
    assert code(f'{{"jsonrpc": "2.0", "method": "echo", "id": {id}}}') == (INVALID, None)


def test_parameters_may_be_left_out_but_not_given_by_place() -> None:
    assert answer('{"jsonrpc": "2.0", "method": "echo", "id": 1}')["result"] == {}
    assert answer('{"jsonrpc": "2.0", "method": "echo", "params": [], "id": 1}')["result"] == {}
    assert code('{"jsonrpc": "2.0", "method": "echo", "params": [42, 23], "id": 1}') == (BAD_PARAMS, 1)


def test_a_notification_gets_no_answer_even_when_it_fails() -> None:
    assert answer('{"jsonrpc": "2.0", "method": "echo", "params": {"a": 1}}') is None
    assert answer('{"jsonrpc": "2.0", "method": "foobar"}') is None
    assert answer('{"jsonrpc": "2.0", "method": "echo", "params": [1]}') is None


def test_examples_of_the_specification() -> None:
    assert code('{"jsonrpc": "2.0", "method": "foobar", "id": "1"}') == (NO_METHOD, "1")
    assert code('{"jsonrpc": "2.0", "method": "foobar, "params": "bar", "baz]') == (PARSE, None)
    assert code('{"jsonrpc": "2.0", "method": 1, "params": "bar"}') == (INVALID, None)
    assert code('[{"jsonrpc": "2.0", "method": "sum", "id": "1"},{"jsonrpc": "2.0", "method"]') == (PARSE, None)
    assert code("[]") == (INVALID, None)
    ones = answer("[1,2,3]")
    assert [(one["error"]["code"], one["id"]) for one in ones] == [(INVALID, None)] * 3
    assert answer('[{"jsonrpc": "2.0", "method": "echo"},{"jsonrpc": "2.0", "method": "foobar"}]') is None


def test_a_batch_is_answered_in_order_without_its_notifications() -> None:
    found = answer(
        '[{"jsonrpc": "2.0", "method": "echo", "params": {"n": 1}, "id": "1"},'
        '{"jsonrpc": "2.0", "method": "echo", "params": {"n": 2}},'
        '{"foo": "boo"}, [], null,'
        '{"jsonrpc": "2.0", "method": "foobar", "id": "5"}]'
    )
    assert [one["id"] for one in found] == ["1", None, None, None, "5"]
    assert found[0]["result"] == {"n": 1}
    assert [one["error"]["code"] for one in found[1:]] == [INVALID, INVALID, INVALID, NO_METHOD]


@pytest.mark.parametrize(
    "message",
    [
        '{"method": "echo", "id": 9}',
        '{"jsonrpc": "1.0", "method": "echo", "id": 9}',
        '{"jsonrpc": 2.0, "method": "echo", "id": 9}',
        '{"jsonrpc": "2.0", "id": 9}',
        '{"jsonrpc": "2.0", "method": null, "id": 9}',
        '{"jsonrpc": "2.0", "method": ["echo"], "id": 9}',
        '{"jsonrpc": "2.0", "method": "echo", "params": "bar", "id": 9}',
        '{"jsonrpc": "2.0", "method": "echo", "params": null, "id": 9}',
        '{"jsonrpc": "2.0", "method": "echo", "params": 3, "id": 9}',
    ],
)
def test_what_is_no_request_is_refused_with_its_id(message: str) -> None:
    assert code(message) == (INVALID, 9)


@pytest.mark.parametrize("value", ['"text"', "1", "null", "true", "1.5"])
def test_a_message_is_an_object(value: str) -> None:
    assert code(value) == (INVALID, None)


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"{",
        b"{}{}",
        b"{} x",
        b"\xff\xfe",
        b"\xef\xbb\xbf{}",
        b'{"jsonrpc": "2.0", "method": "\xff", "id": 1}',
        b'{"jsonrpc": "2.0", "method": "\xed\xa0\x80", "id": 1}',
        b'{"jsonrpc": "2.0", "method": "\\ud800", "id": 1}',
        b'{"jsonrpc": "2.0", "method": "echo", "id": "\\udfff"}',
        b'{"jsonrpc": "2.0", "method": "echo", "params": {"\\ud800x": 1}, "id": 1}',
        b'{"jsonrpc": "2.0", "method": "echo", "id": NaN}',
        b'{"jsonrpc": "2.0", "method": "echo", "id": -Infinity}',
        b'{"jsonrpc": "2.0", "method": "echo", "id": 1e999}',
        b'{"jsonrpc": "2.0", "method": "echo", "id": 01}',
        b'{"jsonrpc": "2.0", "method": "echo", "id": ' + b"9" * 5000 + b"}",
        b'{"jsonrpc": "2.0", "method": "a\x00b", "id": 1}',
        b"{'jsonrpc': '2.0'}",
        b'{"jsonrpc": "2.0", "method": "echo", "id": 1,}',
        b"\x00",
        b"[" * 100_000,
        b'{"a":' * 100_000,
        b"[" * 100_000 + b"]" * 100_000,
    ],
    ids=lambda line: repr(line[:50]),
)
def test_an_unreadable_line_is_a_parse_error_without_id(line: bytes) -> None:
    assert code(line) == (PARSE, None)


def test_depth_is_counted_in_lists_and_objects_and_not_in_texts() -> None:
    def nested(levels: int) -> str:
        return (
            '{"jsonrpc": "2.0", "method": "echo", "id": 1, "params": {"x": '
            + '[{"a":' * levels
            + "1"
            + "}]" * levels
            + "}}"
        )

    brackets = json.dumps({"jsonrpc": "2.0", "method": "echo", "id": 1, "params": {"x": '[{\\"' * 1000}})
    flat = json.dumps({"jsonrpc": "2.0", "method": "echo", "id": 1, "params": {"x": [[{}, []]] * 1000}})
    assert "result" in answer(brackets)
    assert "result" in answer(flat)
    assert "result" in answer(nested(DEEPEST // 2 - 1))
    assert code(nested(DEEPEST // 2)) == (PARSE, None)
    assert code(nested(sys.getrecursionlimit())) == (PARSE, None)


@pytest.mark.parametrize(
    "line",
    [
        '{"jsonrpc": "2.0", "jsonrpc": "2.0", "method": "echo", "id": 1}',
        '{"jsonrpc": "2.0", "method": "echo", "id": 1, "id": 2}',
        '{"jsonrpc": "2.0", "method": "echo", "id": 1, "params": {"a": {"b": 1, "\\u0062": 1}}}',
        '[{"jsonrpc": "2.0", "method": "echo", "id": 1, "params": {"": 1, "": 1}}]',
    ],
)
def test_a_field_named_twice_is_refused(line: str) -> None:
    assert code(line) == (INVALID, None)


def test_colons_and_quotes_in_texts_are_no_fields() -> None:
    params = {'a:"b': ':\\":', "c\\": ['":"', "\\", ":"], "": "", "é": {'"': ":"}}
    for ascii in (True, False):
        line = json.dumps({"jsonrpc": "2.0", "method": "echo", "id": 1, "params": params}, ensure_ascii=ascii)
        assert answer(line)["result"] == params


def test_sixteen_mebibytes_are_read_and_one_byte_more_is_not() -> None:
    head = b'{"jsonrpc": "2.0", "method": "echo", "id": 1, "params": {"x": "'
    whole = head + b"x" * (MOST_BYTES - len(head) - 3) + b'"}}'
    assert len(whole) == MOST_BYTES
    assert "result" in answer(whole)
    assert code(whole + b" ") == (INVALID, None)


def test_a_batch_of_too_many_messages_is_refused_as_one() -> None:
    assert len(answer("[" + "1," * (MOST_MESSAGES - 1) + "1]")) == MOST_MESSAGES
    assert code("[" + "1," * MOST_MESSAGES + "1]") == (INVALID, None)


LONG = MOST_BYTES // 8


@pytest.mark.parametrize(
    "line",
    [
        b"[" + b"1," * (LONG // 2) + b"1]",
        b"[" + b"[]," * (LONG // 3) + b"1]",
        b'{"a":"' + b"\\\\" * (LONG // 2) + b'"}',
        b'"' + b'\\"' * (LONG // 2),
        b"[" * LONG,
        b"{" + b",".join(b'"%d":1' % n for n in range(LONG // 10)) + b"}",
        b"[" + b",".join([b"[" * 99 + b"]" * 99] * (LONG // 200)) + b"]",
    ],
    ids=["numbers", "lists", "escapes", "unclosed", "brackets", "fields", "towers"],
)
def test_the_worst_lines_cost_time_in_proportion_and_a_short_answer(line: bytes) -> None:
    begun = time.process_time()
    found = handle(line, echo)
    assert found is not None
    assert len(found) < 1000
    assert time.process_time() - begun < 8


def test_reading_a_line_gives_what_it_says() -> None:
    assert read(b'{"a": [1, 2.5, "x", null, true]}') == {"a": [1, 2.5, "x", None, True]}
