"""Where a text ceases to be JSON."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.model.core.schema import malformed


def place(text: bytes) -> tuple[object, object]:
    with pytest.raises((msgspec.DecodeError, UnicodeDecodeError)) as caught:
        msgspec.json.decode(text)
    args = dict(malformed(text, caught.value).args)
    return args["line"], args["column"]


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        (b"bread, milk", 1, 1),
        (b'{\n "a": 1,\n "b": oops\n}', 3, 7),
        ('{"é": oops}'.encode(), 1, 7),
        (b'{\n "a": [1, 2', 2, 12),
        (b"", 1, 1),
    ],
)
def test_line_and_column_are_told_as_an_editor_counts_them(text: bytes, line: int, column: int) -> None:
    assert place(text) == (line, column)


@given(st.binary(max_size=60))
def test_any_text_has_a_place(text: bytes) -> None:
    try:
        msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError):
        line, column = place(text)
        assert isinstance(line, int) and isinstance(column, int)
        assert 1 <= line <= text.count(b"\n") + 1 and 1 <= column <= len(text) + 1
