"""What is put off is put off for somebody: it never happens to a widget that has been deleted meanwhile.

PySide keeps the error of such a call for whatever Python code Qt calls next, and ends the process in reporting it.
"""

from __future__ import annotations

import ast
from pathlib import Path

COMPANION = Path(__file__).parents[2] / "companion"


def test_whatever_is_put_off_says_for_whom() -> None:
    bare = [
        f"{path.relative_to(COMPANION)}:{node.lineno}"
        for path in sorted(COMPANION.rglob("*.py"))
        if "bench" not in path.parts
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "singleShot"
        and len(node.args) < 3
    ]
    assert bare == []
