"""Pictures that lie under what is being drawn in the workshop: a photo of a printed tile. No pack ever holds one."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec

from companion.model.core import atomic

from .kinds import name_fault
from .pack_folder import guarded

MOST_BYTES = 4 * 2**20
"""Of one picture."""
_Share = Annotated[float, msgspec.Meta(ge=0, le=1)]
_Place = Annotated[float, msgspec.Meta(ge=-1000, le=1000)]


class Placing(msgspec.Struct, frozen=True):
    """Where a picture lies: its edges in cells from the north-west corner of what is drawn; how well it is seen."""

    left: _Place = 0.0
    top: _Place = 0.0
    right: _Place = 1.0
    bottom: _Place = 1.0
    opacity: _Share = 0.6


class Backdrops:
    """A folder beside that of the packs: a JPEG and a placing for each record that has one."""

    def __init__(self, packs: Path) -> None:
        """`packs`: the folder of packs."""
        self.root = packs.parent / "workshop"

    def find(self, kind: str, id: str) -> tuple[bytes, Placing] | None:
        """The picture of a record and its placing; None: there is none that can be read. Raises WorkshopError."""
        file = self._file(kind, id)
        with guarded():
            if not file.is_file() or file.stat().st_size > MOST_BYTES:
                return None
            data = file.read_bytes()
            beside = file.with_suffix(".json")
            text = beside.read_bytes() if beside.is_file() else b"{}"
        try:
            return data, msgspec.json.decode(text, type=Placing)
        except msgspec.MsgspecError:
            return data, Placing()

    def keep(self, kind: str, id: str, data: bytes) -> None:
        """Keep a picture in the place of the one before. Raises WorkshopError."""
        file = self._file(kind, id)
        with guarded():
            file.parent.mkdir(parents=True, exist_ok=True)
            atomic.write(file, data)

    def place(self, kind: str, id: str, placing: Placing) -> None:
        """Keep where it lies. Raises WorkshopError."""
        file = self._file(kind, id).with_suffix(".json")
        with guarded():
            file.parent.mkdir(parents=True, exist_ok=True)
            atomic.write(file, msgspec.json.encode(placing))

    def remove(self, kind: str, id: str) -> None:
        """Forget a picture. Raises WorkshopError."""
        file = self._file(kind, id)
        with guarded():
            file.unlink(missing_ok=True)
            file.with_suffix(".json").unlink(missing_ok=True)

    def _file(self, kind: str, id: str) -> Path:
        """Raises ValueError for an id that could lead elsewhere."""
        namespace, _, stem = id.partition(":")
        for part in (namespace, stem):
            if not part or not part.replace("-", "").isalnum() or name_fault(part) is not None:
                raise ValueError(id)
        return self.root / namespace / f"{kind.replace('_', '-')}-{stem}.jpg"
