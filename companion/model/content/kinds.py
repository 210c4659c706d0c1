"""What a pack is made of: its own page, and the kinds of record that a game tells of, which are checked unseen."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, Protocol, TypeAlias, runtime_checkable

import msgspec

from companion.model.core.contract import Content
from companion.model.core.refusal import Problem
from companion.model.core.schema import Node, Source, Words
from companion.model.core.words import Message

from .names import MOST_RECORDS, MOST_VALUES


class Reference(msgspec.Struct, frozen=True):
    """A place in a record that names another record, or a picture of the pack (`pictures.KIND`)."""

    pointer: str
    kind: str
    id: str


def nothing(_: Any) -> Iterable[Any]:
    """Say that a record has no further problems or references."""
    return ()


def no_rules(_: Any, __: Content) -> Iterable[Problem]:
    """Say that no rule of the game looks at a record."""
    return ()


def no_together(_: Mapping[str, Any], __: Content) -> Iterable[tuple[str, Problem]]:
    """Say that records of a kind are no more than each of them."""
    return ()


class Kind(msgspec.Struct, frozen=True):
    """A kind of record: ``character``. The functions get the decoded record, its types being right."""

    id: str
    type: type[msgspec.Struct]
    problems: Callable[[Any], Iterable[Problem]] = nothing
    """What is wrong with it beyond its types, taken alone."""
    references: Callable[[Any], Iterable[Reference]] = nothing
    """The records it names."""
    rules: Callable[[Any, Content], Iterable[Problem]] = no_rules
    """The rules of the game it breaks; asked when every record it names is found and sound."""
    notes: Callable[[Any, Content], Iterable[Problem]] = no_rules
    """What its author should look at, and nobody else: it can be played with all the same. Asked like `rules`."""
    together: Callable[[Mapping[str, Any], Content], Iterable[tuple[str, Problem]]] = no_together
    """The same of all sound records of this kind in a pack at once (by their ids), each with the id it is about."""
    onward: bool = False
    """Records of this kind may not lead back to themselves by way of others of it (linked adventures)."""
    most: int = MOST_RECORDS
    """Records of this kind in one pack; fewer where looking at one takes long."""
    values: int = MOST_VALUES
    """Values in one record of this kind, a field's name being one; fewer where they are compared with each other."""
    idle: Message | None = None
    """What is said of a record that no other names, where that makes no sense (a skill that nobody bears)."""


@runtime_checkable
class ReadsCards(Protocol):
    """A game system that reads records of packs: cards inside a record from elsewhere are checked as a pack's."""

    @property
    def kinds(self) -> Iterable[Kind]:
        """The kinds of record it reads."""


FORMAT = "okko-pack/1"
FILE = "pack.json"

Namespace: TypeAlias = Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=40)]
Version: TypeAlias = Annotated[str, msgspec.Meta(pattern=r"^[0-9]{1,6}\.[0-9]{1,6}\.[0-9]{1,6}$")]
Language: TypeAlias = Annotated[str, msgspec.Meta(pattern=r"^[a-z]{2,3}$")]


class Manifest(Node, frozen=True):
    """What a pack says about itself."""

    format: Literal["okko-pack/1"]
    namespace: Namespace
    """Every id of the pack begins with it: ``house:okko``."""
    version: Version
    name: Words
    license: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
    languages: Annotated[tuple[Language, ...], msgspec.Meta(min_length=1)]
    """The languages in which every record has its name; English among them."""
    source: Source = "house"
    """Where fields are from that no record's provenance names."""
    needs: tuple[Namespace, ...] = ()
    """Other packs whose records this one names."""

    @property
    def number(self) -> tuple[int, ...]:
        return tuple(int(part) for part in self.version.split("."))


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
