"""What a pack is made of: its own page, and the kinds of record that a game tells of, which are checked unseen.

How its files may be called (meaning the same on every system), and how much it may hold: far more than the largest box,
far less than what would harm a machine. Its pictures are PNG or JPEG, of a modest size: only headers are read here,
nothing is ever decoded. No SVG: a drawing is a small program, with references outwards and costs that no header tells.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from struct import unpack_from
from typing import Annotated, Any, Literal, Protocol, TypeAlias, runtime_checkable

import msgspec

from companion.model.core.contract import Content
from companion.model.core.refusal import Problem
from companion.model.core.schema import Node, Source, Words
from companion.model.core.words import Message, say

STEM = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
"""What a record or a picture may be called, without its ending; as in ids."""
_FORBIDDEN = re.compile(r'[\\:*?"<>|]')
_DEVICES = {"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(1, 10))}


def name_fault(name: str) -> Message | None:
    """Why a file called `name`, relative and with ``/``, can lie in no pack; None when it can.

    Absolute names, names that lead out of the pack, and names that some system writes elsewhere or not at all.
    """
    if len(name) > MOST_NAME:
        return say("This name is too long.")
    if not name.isprintable() or _FORBIDDEN.search(name):
        return say("This name contains characters that not every system supports.")
    for part in name.split("/"):
        if part in ("", ".", ".."):
            return say("This name points outside the pack.")
        if part[-1] in ". ":
            return say("This name contains characters that not every system supports.")
        if is_device(part):
            return say("This name is reserved for a device on some systems.")
    return None


def is_device(part: str) -> bool:
    """Whether a file called so would be a device on some systems (``nul.json``)."""
    return part.split(".")[0].rstrip().casefold() in _DEVICES


def is_hidden(name: str) -> bool:
    """Whether a file is one that systems leave behind, and nobody means to be part of a pack."""
    parts = name.split("/")
    return parts[0] == "__MACOSX" or parts[-1] in ("Thumbs.db", "desktop.ini") or any(p[0] == "." for p in parts)


def printable(name: str, most: int = 160) -> str:
    """A name nobody has checked, fit for a terminal and a window."""
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in name[:most])


MOST_BYTES = 256 * 1024
"""Of one record; a tile, the largest, has some 3,000."""
MOST_DEPTH = 16
"""Lists and objects inside one another, in one record."""
MOST_VALUES = 30_000
"""Values in one record: the largest tile, walled everywhere, has some 20,000."""
MOST_FILES = 4_000
"""In one pack."""
MOST_RECORDS = 1_500
"""Of one kind in one pack."""
MOST_RECORDS_BYTES = 8 * 2**20
"""Of all records of a pack together."""
MOST_RECORDS_VALUES = 250_000
"""Values in all records of a pack together; the house box has some 5,000."""
MOST_PACK_BYTES = 64 * 2**20
"""Of everything in a pack, and of the archive that it comes in."""
MOST_NAME = 120
"""Characters in the name of a file, its folder included."""
MOST_PICTURE_BYTES = 2**20
MOST_PICTURE_SIDE = 2_048
"""Pixels; a card at 300 dots an inch has 744 × 1,039."""
MOST_FINDINGS = 300
"""No more problems of one pack than these are looked for."""
MOST_FINDINGS_HERE = 40
"""No more problems of one record than these are looked for."""


class Reference(msgspec.Struct, frozen=True):
    """A place in a record that names another record, or a picture of the pack (`PICTURE`)."""

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


SHARED = "shared"
MANY = 10
"""Kinds: what so many are made of is written once, in ``shared.json``."""


def schemas(kinds: Iterable[Kind]) -> dict[str, bytes]:
    """File name to schema: ``pack.json``, one a kind, and ``shared.json``, to which they refer."""
    types: dict[str, type[msgspec.Struct]] = {"pack": Manifest, **{kind.id: kind.type for kind in kinds}}
    made = {name: msgspec.json.schema_components([type_], ref_template=_REF) for name, type_ in types.items()}
    uses = Counter([(part, str(one)) for _, parts in made.values() for part, one in parts.items()])
    once: dict[str, Any] = {}
    texts = {}
    for name, ((root,), parts) in made.items():
        shared = {part: one for part, one in parts.items() if uses[part, str(one)] >= MANY}
        own = {part: one for part, one in parts.items() if part not in shared}
        texts[f"{name}.json"] = _outward(_text(name, {**root, "$defs": own}), shared)
        once |= shared
    return {**texts, **({f"{SHARED}.json": _text(SHARED, {"$defs": once})} if once else {})}


_REF = "#/$defs/{name}"


def _text(name: str, schema: dict[str, Any]) -> bytes:
    written = {"$schema": DIALECT, "title": name, **schema}
    return msgspec.json.format(msgspec.json.encode(written, order="deterministic"), indent=2) + b"\n"


def _outward(text: bytes, shared: Iterable[str]) -> bytes:
    """A schema whose references to what is shared lead into that file."""
    for part in shared:
        here = f'"{_REF.format(name=part)}"'
        text = text.replace(here.encode(), f'"{SHARED}.json{here[1:]}'.encode())
    return text


def write(kinds: Iterable[Kind], folder: Path) -> None:
    """Write the schemas into `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in schemas(kinds).items():
        (folder / name).write_bytes(text)


# pictures ------------------------------------------------------------------------------------------------------------

PICTURES = "pictures"
PICTURE = "picture"
"""A `Reference` of this kind names a file of the pack's folder of pictures (``hero.png``)."""
PICTURE_ENDINGS = {".png": "png", ".jpg": "jpeg"}

_PNG = b"\x89PNG\r\n\x1a\n"
_PNG_KEPT = {b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND", b"gAMA", b"cHRM", b"sRGB", b"pHYs"}
_MARKER = re.compile(rb"\xff+([^\x00\xff\xd0-\xd7])", re.DOTALL)
_SIZES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_SCAN, _END, _ABOUT = 0xDA, 0xD9, {*range(0xE1, 0xEE), 0xEF, 0xFE}
MOST_SCANS = 64
"""Of a JPEG; a progressive one has ten. Each costs as much as the whole picture."""
MOST_PARTS = 4_000


class BrokenPicture(Exception):  # noqa: N818 - said of a picture, not of us
    """A picture that cannot be one."""


def picture_fault(data: bytes, ending: str) -> Message | None:
    """What is wrong with the picture in a file with this `ending`; None: nothing, and it is safe to decode."""
    if len(data) > MOST_PICTURE_BYTES:
        return say("This picture is too large: at most {most} kB.", most=MOST_PICTURE_BYTES // 1024)
    found = picture_kind(data)
    if found is None:
        return say("This is not a PNG or JPEG picture.")
    if PICTURE_ENDINGS.get(ending) != found:
        return say("The file name ends in {ending}, but the picture is of another kind.", ending=ending)
    try:
        width, height = picture_size(data)
    except (BrokenPicture, IndexError):
        return say("This picture is damaged.")
    if not (0 < width <= MOST_PICTURE_SIDE and 0 < height <= MOST_PICTURE_SIDE):
        return say("This picture has {width} × {height} pixels; each side may have at most {most}.",
                   width=width, height=height, most=MOST_PICTURE_SIDE)  # fmt: skip
    return None


def picture_kind(data: bytes) -> str | None:
    """``png`` or ``jpeg`` by the first bytes, or None."""
    return "png" if data.startswith(_PNG) else "jpeg" if data.startswith(b"\xff\xd8\xff") else None


def picture_size(data: bytes) -> tuple[int, int]:
    """Width and height in dots, as the header tells; raises BrokenPicture."""
    parts = list(_png_parts(data) if picture_kind(data) == "png" else _jpeg_parts(data))
    if picture_kind(data) == "png":
        if parts[0][0] != b"IHDR" or parts[-1][0] != b"IEND" or parts[0][2] - parts[0][1] != 25:
            raise BrokenPicture
        width, height = unpack_from(">II", data, parts[0][1] + 8)
        return width, height
    frames = [start for marker, start, _ in parts if marker in _SIZES]
    if len(frames) != 1 or not 0 < sum(marker == _SCAN for marker, _, _ in parts) <= MOST_SCANS:
        raise BrokenPicture
    height, width = unpack_from(">HH", data, frames[0] + 5)
    return width, height


def cleaned_picture(data: bytes) -> bytes:
    """The picture without what was written about it: place, camera, program. Raises BrokenPicture.

    A photograph that lies on its side stays so: whoever hands it in turns it upright before.
    """
    if picture_kind(data) == "png":
        return _PNG + b"".join(data[start:end] for name, start, end in _png_parts(data) if name in _PNG_KEPT)
    return b"\xff\xd8" + b"".join(data[start:end] for mark, start, end in _jpeg_parts(data) if mark not in _ABOUT)


def _png_parts(data: bytes) -> Iterator[tuple[bytes, int, int]]:
    """Name, begin and end of each chunk, up to the last."""
    at = len(_PNG)
    for _ in range(MOST_PARTS):
        if at + 12 > len(data):
            raise BrokenPicture
        length, name = unpack_from(">I4s", data, at)
        end = at + 12 + length
        if end > len(data):
            raise BrokenPicture
        yield name, at, end
        if name == b"IEND":
            return
        at = end
    raise BrokenPicture


def _jpeg_parts(data: bytes) -> Iterator[tuple[int, int, int]]:
    """Marker, begin and end of each segment after the first; a scan with what follows it."""
    at = 2
    for _ in range(MOST_PARTS):
        found = _MARKER.match(data, at)
        if found is None or found.end() + 2 > len(data):
            if found is not None and found[1][0] == _END:
                yield _END, found.end() - 2, found.end()
                return
            raise BrokenPicture
        marker, begin = found[1][0], found.end() - 2
        if marker == _END:
            yield _END, begin, found.end()
            return
        (length,) = unpack_from(">H", data, found.end())
        end = found.end() + length
        if length < 2 or end > len(data) or (marker in _SIZES and length < 8):
            raise BrokenPicture
        if marker == _SCAN:
            after = _MARKER.search(data, end)
            if after is None:
                raise BrokenPicture
            end = after.start()
        yield marker, begin, end
        at = end
    raise BrokenPicture
