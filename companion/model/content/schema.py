"""JSON Schema of each kind of record, generated from the types, for editors outside and inside the app."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec

from .kinds import Kind
from .manifest import Manifest

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def schemas(kinds: Iterable[Kind]) -> dict[str, bytes]:
    """File name to schema: ``pack.json`` and one a kind."""
    types: dict[str, type[msgspec.Struct]] = {"pack": Manifest, **{kind.id: kind.type for kind in kinds}}
    return {f"{name}.json": _schema(name, type_) for name, type_ in types.items()}


def _schema(name: str, type_: type[msgspec.Struct]) -> bytes:
    (root,), parts = msgspec.json.schema_components([type_], ref_template="#/$defs/{name}")
    written: dict[str, Any] = {"$schema": DIALECT, "title": name, **root, "$defs": parts}
    return msgspec.json.format(msgspec.json.encode(written, order="deterministic"), indent=2) + b"\n"


def write(kinds: Iterable[Kind], folder: Path) -> None:
    """Write the schemas into `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in schemas(kinds).items():
        (folder / name).write_bytes(text)
