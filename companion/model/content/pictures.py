"""Pictures of a pack: PNG or JPEG, of a modest size. Only headers are read here; nothing is ever decoded.

No SVG: a drawing is a small program, with references outwards and costs that no header tells.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from struct import unpack_from

from companion.model.content.kinds import MOST_PICTURE_BYTES, MOST_PICTURE_SIDE
from companion.model.core.words import Message, say

FOLDER = "pictures"
KIND = "picture"
"""A `Reference` of this kind names a file of the pack's folder of pictures (``hero.png``)."""
ENDINGS = {".png": "png", ".jpg": "jpeg"}

_PNG = b"\x89PNG\r\n\x1a\n"
_PNG_KEPT = {b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND", b"gAMA", b"cHRM", b"sRGB", b"pHYs"}
_MARKER = re.compile(rb"\xff+([^\x00\xff\xd0-\xd7])", re.DOTALL)
_SIZES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_SCAN, _END, _ABOUT = 0xDA, 0xD9, {*range(0xE1, 0xEE), 0xEF, 0xFE}
MOST_SCANS = 64
"""Of a JPEG; a progressive one has ten. Each costs as much as the whole picture."""
MOST_PARTS = 4_000


class Broken(Exception):  # noqa: N818 - said of a picture, not of us
    """A picture that cannot be one."""


def fault(data: bytes, ending: str) -> Message | None:
    """What is wrong with the picture in a file with this `ending`; None: nothing, and it is safe to decode."""
    if len(data) > MOST_PICTURE_BYTES:
        return say("This picture is too large: at most {most} kB.", most=MOST_PICTURE_BYTES // 1024)
    found = kind(data)
    if found is None:
        return say("This is not a PNG or JPEG picture.")
    if ENDINGS.get(ending) != found:
        return say("The file name ends in {ending}, but the picture is of another kind.", ending=ending)
    try:
        width, height = size(data)
    except (Broken, IndexError):
        return say("This picture is damaged.")
    if not (0 < width <= MOST_PICTURE_SIDE and 0 < height <= MOST_PICTURE_SIDE):
        return say("This picture has {width} × {height} pixels; each side may have at most {most}.",
                   width=width, height=height, most=MOST_PICTURE_SIDE)  # fmt: skip
    return None


def kind(data: bytes) -> str | None:
    """``png`` or ``jpeg`` by the first bytes, or None."""
    return "png" if data.startswith(_PNG) else "jpeg" if data.startswith(b"\xff\xd8\xff") else None


def size(data: bytes) -> tuple[int, int]:
    """Width and height in dots, as the header tells; raises Broken."""
    parts = list(_png_parts(data) if kind(data) == "png" else _jpeg_parts(data))
    if kind(data) == "png":
        if parts[0][0] != b"IHDR" or parts[-1][0] != b"IEND" or parts[0][2] - parts[0][1] != 25:
            raise Broken
        width, height = unpack_from(">II", data, parts[0][1] + 8)
        return width, height
    frames = [start for marker, start, _ in parts if marker in _SIZES]
    if len(frames) != 1 or not 0 < sum(marker == _SCAN for marker, _, _ in parts) <= MOST_SCANS:
        raise Broken
    height, width = unpack_from(">HH", data, frames[0] + 5)
    return width, height


def cleaned(data: bytes) -> bytes:
    """The picture without what was written about it: place, camera, program. Raises Broken.

    A photograph that lies on its side stays so: whoever hands it in turns it upright before.
    """
    if kind(data) == "png":
        return _PNG + b"".join(data[start:end] for name, start, end in _png_parts(data) if name in _PNG_KEPT)
    return b"\xff\xd8" + b"".join(data[start:end] for mark, start, end in _jpeg_parts(data) if mark not in _ABOUT)


def _png_parts(data: bytes) -> Iterator[tuple[bytes, int, int]]:
    """Name, begin and end of each chunk, up to the last."""
    at = len(_PNG)
    for _ in range(MOST_PARTS):
        if at + 12 > len(data):
            raise Broken
        length, name = unpack_from(">I4s", data, at)
        end = at + 12 + length
        if end > len(data):
            raise Broken
        yield name, at, end
        if name == b"IEND":
            return
        at = end
    raise Broken


def _jpeg_parts(data: bytes) -> Iterator[tuple[int, int, int]]:
    """Marker, begin and end of each segment after the first; a scan with what follows it."""
    at = 2
    for _ in range(MOST_PARTS):
        found = _MARKER.match(data, at)
        if found is None or found.end() + 2 > len(data):
            if found is not None and found[1][0] == _END:
                yield _END, found.end() - 2, found.end()
                return
            raise Broken
        marker, begin = found[1][0], found.end() - 2
        if marker == _END:
            yield _END, begin, found.end()
            return
        (length,) = unpack_from(">H", data, found.end())
        end = found.end() + length
        if length < 2 or end > len(data) or (marker in _SIZES and length < 8):
            raise Broken
        if marker == _SCAN:
            after = _MARKER.search(data, end)
            if after is None:
                raise Broken
            end = after.start()
        yield marker, begin, end
        at = end
    raise Broken
