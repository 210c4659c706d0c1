"""What the program does about each rule: it enforces it, reminds of it, or leaves it to the table."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Literal, TypeAlias

import msgspec

Enforcement: TypeAlias = Literal["enforced", "reminded", "yours"]
"""``enforced``: the rules refuse or do it; ``reminded``: a hint or a reminder, nothing is refused; ``yours``: what the
people at the table see to, as the program cannot."""
FILE = "ledger.json"


@cache
def read_ledger(folder: Path) -> Mapping[str, Mapping[str, Enforcement]]:
    """By section (two games call different rules alike) and the id of a rule, out of a folder of help pages; empty
    where there is none. Written by ``packaging/rules_ledger.py``.
    """
    path = folder / FILE
    return msgspec.json.decode(path.read_bytes(), type=dict[str, dict[str, Enforcement]]) if path.is_file() else {}
