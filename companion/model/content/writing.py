"""How packs are written: typed, in one form, under names that every system takes."""

from __future__ import annotations

import re
import secrets
import unicodedata
from pathlib import Path

import msgspec

from companion.model.core.contract import Json
from companion.model.core.record import plain
from companion.model.core.refusal import InvalidInput
from companion.model.core.schema import dotted, shape

from . import files, pictures
from .library import open_pack
from .limits import MOST_BYTES, MOST_PICTURE_BYTES
from .manifest import Manifest
from .offer import number
from .source import Unreadable

_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"


def everything(path: Path) -> dict[str, bytes]:
    """All files of a pack that belong to it; raises InvalidInput."""
    source = open_pack(path)
    strange = set(files.strangers(source))
    content: dict[str, bytes] = {}
    for name in source.sizes:
        if name in strange or name.partition("/")[0] in strange:
            continue
        most = MOST_PICTURE_BYTES if name.startswith(pictures.FOLDER + "/") else MOST_BYTES
        try:
            content[name] = source.read(name, most)
        except Unreadable as wrong:
            raise InvalidInput(name, wrong.why) from None
    return content


def typed(record: Json, type_: type[msgspec.Struct]) -> dict[str, Json]:
    """A copy of a record that is known to be of its type; raises InvalidInput at the field at fault."""
    for problem in shape(record, type_):
        raise InvalidInput(dotted(problem.pointer).removeprefix("."), problem.what)
    copy: dict[str, Json] = plain(record)
    return copy


def text(data: Json) -> bytes:
    """JSON as people like to read it."""
    return msgspec.json.format(msgspec.json.encode(data), indent=2) + b"\n"


def slug(words: str, otherwise: str) -> str:
    """A word for ids and files out of any name."""
    plain = unicodedata.normalize("NFKD", words.replace("ß", "ss").replace("œ", "oe").replace("Œ", "oe"))
    return re.sub(r"[^a-z0-9]+", "-", plain.encode("ascii", "ignore").decode().lower()).strip("-") or otherwise


def token(length: int) -> str:
    """A few letters so that packs of two people are never called the same."""
    return "".join(secrets.choice(_LETTERS) for _ in range(length))


def later(manifest: Manifest) -> str:
    """The version after that of a pack."""
    major, minor, patch = number(manifest)
    return f"{major}.{minor}.{patch + 1}" if patch < 999_999 else f"{major}.{minor + 1}.0"
