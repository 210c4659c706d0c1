"""A pack's own page, ``pack.json``: what it is called, whose it is, in which languages it speaks."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec

from companion.model.core.schema import Node, Source, Words

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
