"""What the workshop tells: packs as a list shows them, a pack looked at from outside, and its refusals."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

from companion.model.core.refusal import InvalidInput
from companion.model.core.schema import dotted
from companion.model.core.words import Name, say

from .check import Finding
from .manifest import FILE, Manifest


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


class Offer(msgspec.Struct, frozen=True):
    """A pack in a file, looked at before it is installed."""

    manifest: Manifest
    findings: tuple[Finding, ...]
    installed: Manifest | None
    """The one of the same namespace that it would replace."""

    @property
    def sound(self) -> bool:
        """Whether it can be installed."""
        return not any(finding.broken for finding in self.findings)

    @property
    def newer(self) -> bool:
        """Whether it is a later version than the one installed, or none is."""
        return self.installed is None or number(self.manifest) > number(self.installed)


class Faulty(InvalidInput):
    """A pack with faults that forbid to install or to export it."""

    def __init__(self, findings: Sequence[Finding]) -> None:
        self.findings = tuple(findings)
        first = next(finding for finding in findings if finding.broken)
        super().__init__(first.file + dotted(first.pointer), first.what)


class AlreadyThere(InvalidInput):
    """A pack of this namespace is installed; ask, and then replace it."""

    def __init__(self, offer: Offer, installed: Manifest) -> None:
        self.offer, self.installed = offer, installed
        why = say("{name} {version} is already installed.", name=Name.of(installed.name), version=installed.version)
        super().__init__(FILE, why)


class InUse(InvalidInput):
    """Something cannot be deleted, because `users` (names of records or packs) name it."""

    def __init__(self, id: str, users: Sequence[Name]) -> None:
        self.users = tuple(users)
        super().__init__(id, say("Still used by: {names}.", names=self.users))


def number(manifest: Manifest) -> tuple[int, ...]:
    """The version of a pack, to be compared."""
    return tuple(int(part) for part in manifest.version.split("."))
