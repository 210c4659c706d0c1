"""The folder that packs are kept in: what is there, in which order, and new ones put there whole or not at all."""

from __future__ import annotations

import os
import secrets
import shutil
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import msgspec

from companion.model.core import atomic
from companion.model.core.refusal import Failure, InvalidInput
from companion.model.core.schema import dotted
from companion.model.core.words import Name, say

from .check import Finding
from .kinds import FILE, Manifest, is_hidden
from .source import ENDINGS

STATE = "packs.json"
_OLD, _PART, _NEW = ".old", ".part-", ".new-"
MOST_PACKS = 200
MOST_BACKUPS = 3
"""Of one pack."""
STALE = 600.0
"""Seconds after which nobody can still be writing a pack."""


class WorkshopError(Failure):
    """The disk did not do what was asked, and nothing was changed; `why` is a sentence."""


class FolderState(msgspec.Struct):
    """What is known of the packs beside what they say themselves."""

    order: list[str] = []
    off: list[str] = []
    own: list[str] = []
    """Packs that are edited here."""
    retired: dict[str, list[str]] = {}
    """Pack to ids that records had which are deleted; no other record gets them."""
    exported: dict[str, tuple[str, str]] = {}
    """Pack to version and digest of what was exported last."""


@contextmanager
def guarded() -> Iterator[None]:
    """Turn errors of the disk into WorkshopError."""
    try:
        yield
    except OSError as wrong:
        why = say("The packs cannot be changed now ({problem}).", problem=wrong.strerror or "?")
        raise WorkshopError(why) from wrong


class PackFolder:
    """The folder. Paths only; what is in a pack is not its business."""

    def __init__(self, root: Path) -> None:
        """Finish or clear away what a crash left. The folder is made when something is put there."""
        self.root = root
        self.state = FolderState()
        self._load()
        self._recover()

    def _load(self) -> None:
        path = self.root / STATE
        try:
            with atomic.reading(path) as file:
                self.state = msgspec.json.decode(file.read(), type=FolderState)
        except FileNotFoundError:
            return
        except (OSError, msgspec.DecodeError, UnicodeDecodeError):
            # Order and switches are soon set again; who looks for the file finds it.
            with suppress(OSError):
                path.replace(path.with_name(f"{STATE}.damaged"))

    def keep(self) -> None:
        """Write `state`; raises WorkshopError."""
        with guarded():
            self.root.mkdir(parents=True, exist_ok=True)
            text = msgspec.json.format(msgspec.json.encode(self.state), indent=1)
            atomic.write(self.root / STATE, text + b"\n")

    def places(self) -> list[Path]:
        """Every folder and archive that may be a pack, by name; no links."""
        try:
            with os.scandir(self.root) as entries:
                found = [
                    Path(entry.path)
                    for entry in entries
                    if not is_hidden(entry.name) and not entry.is_symlink() and (
                        entry.is_dir() or entry.name.lower().endswith(ENDINGS)
                    )
                ]  # fmt: skip
        except OSError:
            return []
        return sorted(found)[:MOST_PACKS]

    def put(self, namespace: str, files: Mapping[str, bytes], before: Path | None, version: str = "") -> None:
        """Put a pack there, in the place of the one at `before`, which is kept aside. Raises WorkshopError."""
        part, new = self.root / f"{_PART}{secrets.token_hex(4)}", self.root / f"{_NEW}{namespace}"
        with guarded():
            try:
                for name, data in files.items():
                    file = part / name
                    file.parent.mkdir(parents=True, exist_ok=True)
                    file.write_bytes(data)
                atomic.settle(part / name for name in files)
                part.rename(new)
            finally:
                shutil.rmtree(part, ignore_errors=True)
            aside = None
            try:
                if before is not None:
                    aside = self._set_aside(before, namespace, version)
                new.rename(self.root / namespace)
            except OSError:
                if aside is not None and before is not None:
                    aside.rename(before)
                shutil.rmtree(new, ignore_errors=True)  # a crash, though, leaves it: it is whole, and will be put there
                raise

    def take_away(self, namespace: str, place: Path, version: str) -> None:
        """Put a pack aside; raises WorkshopError."""
        with guarded():
            self._set_aside(place, namespace, version)

    def bring_back(self, namespace: str) -> bool:
        """Put the copy kept last back in its place; False when there is none, or the place is taken."""
        kept = self._backups(namespace)
        if not kept or (self.root / namespace).exists():
            return False
        last = kept[-1]
        back = namespace + (last.suffix if last.is_file() else "")
        with guarded():
            last.rename(self.root / back)
        return True

    def kept(self, namespace: str) -> bool:
        """Whether a copy of this pack was ever kept aside: its name is not given to another."""
        return bool(self._backups(namespace))

    def _set_aside(self, place: Path, namespace: str, version: str) -> Path:
        old = self.root / _OLD
        old.mkdir(exist_ok=True)
        kept = self._backups(namespace)
        number = int(kept[-1].name.split("@")[1].split("-")[0]) + 1 if kept else 1
        aside = old / f"{namespace}@{number:06}-{version}{place.suffix if place.is_file() else ''}"
        place.rename(aside)
        for surplus in self._backups(namespace)[:-MOST_BACKUPS]:
            if surplus.is_dir():
                shutil.rmtree(surplus, ignore_errors=True)
            else:
                surplus.unlink(missing_ok=True)
        return aside

    def _backups(self, namespace: str) -> list[Path]:
        return sorted((self.root / _OLD).glob(f"{namespace}@[0-9]*-*"))

    def _recover(self) -> None:
        """A pack that was written whole is put in its place, one that was not is cleared away."""
        with suppress(OSError):
            for new in self.root.glob(f"{_NEW}*"):
                namespace = new.name.removeprefix(_NEW)
                if (self.root / namespace).exists():
                    self._set_aside(self.root / namespace, namespace, "")
                new.rename(self.root / namespace)
            for part in self.root.glob(f"{_PART}*"):
                if part.stat().st_mtime < time.time() - STALE:
                    shutil.rmtree(part, ignore_errors=True)


class Listed(msgspec.Struct, frozen=True):
    """A pack of the workshop."""

    namespace: str
    path: Path
    manifest: Manifest | None
    """None when it cannot be read; `Workshop.check` tells why."""
    own: bool
    """It may be edited here."""
    on: bool
    """Its cards are played with."""


class PackOffer(msgspec.Struct, frozen=True):
    """A pack in a file, looked at before it is installed."""

    manifest: Manifest
    findings: tuple[Finding, ...]
    installed: Manifest | None
    """The one of the same namespace that it would replace."""

    @property
    def sound(self) -> bool:
        return not any(finding.broken for finding in self.findings)

    @property
    def newer(self) -> bool:
        """Whether it is a later version than the one installed, or none is."""
        return self.installed is None or self.manifest.number > self.installed.number


class Faulty(InvalidInput):
    """A pack with faults that forbid to install or to export it."""

    def __init__(self, findings: Sequence[Finding]) -> None:
        self.findings = tuple(findings)
        first = next(finding for finding in findings if finding.broken)
        super().__init__(first.file + dotted(first.pointer), first.what)


class AlreadyThere(InvalidInput):
    """A pack of this namespace is installed; ask, and then replace it."""

    def __init__(self, offer: PackOffer, installed: Manifest) -> None:
        self.offer, self.installed = offer, installed
        why = say("{name} {version} is already installed.", name=Name.of(installed.name), version=installed.version)
        super().__init__(FILE, why)


class InUse(InvalidInput):
    """Something cannot be deleted, because `users` (names of records or packs) name it."""

    def __init__(self, id: str, users: Sequence[Name]) -> None:
        self.users = tuple(users)
        super().__init__(id, say("Still used by: {names}.", names=self.users))
