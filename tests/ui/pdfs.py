"""Reads back a PDF that Qt wrote: its pages, the rectangles it clips to, the lines it draws, its fonts and its letters.

Just enough of the format for that: Qt writes plain objects, one after the other, and zipped contents.
"""

from __future__ import annotations

import re
import zlib
from dataclasses import dataclass, field

POINT = 25.4 / 72
Matrix = tuple[float, float, float, float, float, float]
ONE: Matrix = (1, 0, 0, 1, 0, 0)


@dataclass
class Sheet:
    """A page, in millimetres from its upper left corner."""

    width: float
    height: float
    clips: list[tuple[float, float, float, float]] = field(default_factory=list)
    """Left, top, right, bottom of everything painting was limited to."""
    lines: list[tuple[float, float, float, float]] = field(default_factory=list)
    """Straight lines drawn alone."""
    letters: int = 0
    """How often words were written as words."""
    images: int = 0


def read(data: bytes) -> list[Sheet]:
    """The pages."""
    objects = {int(n): body for n, body in re.findall(rb"(\d+) 0 obj\s(.*?)\sendobj", data, re.DOTALL)}
    sheets = []
    for body in objects.values():
        if not re.search(rb"/Type\s*/Page\b", body):
            continue
        box = re.search(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", body)
        contents = re.search(rb"/Contents (\d+) 0 R", body)
        assert box
        assert contents
        points = (float(box[1]), float(box[2]))
        sheet = Sheet(points[0] * POINT, points[1] * POINT)
        stream = objects[int(contents[1])].partition(b"stream")[2].strip(b"\r\n").removesuffix(b"endstream")
        _follow(zlib.decompressobj().decompress(stream), sheet)
        sheets.append(sheet)
    return sheets


def fonts(data: bytes) -> dict[str, bool]:
    """Every font that is named, and whether it is inside the file."""
    found = {}
    for body in re.findall(rb"/Type /FontDescriptor(.*?)endobj", data, re.DOTALL):
        name = re.search(rb"/FontName /(\S+)", body)
        assert name
        found[name[1].decode()] = b"/FontFile" in body
    return found


def _times(a: Matrix, b: Matrix) -> Matrix:
    return (
        a[0] * b[0] + a[1] * b[2], a[0] * b[1] + a[1] * b[3],
        a[2] * b[0] + a[3] * b[2], a[2] * b[1] + a[3] * b[3],
        a[4] * b[0] + a[5] * b[2] + b[4], a[4] * b[1] + a[5] * b[3] + b[5],
    )  # fmt: skip


def _follow(stream: bytes, sheet: Sheet) -> None:
    matrix, kept = ONE, []
    numbers: list[float] = []
    path: list[tuple[float, float]] = []
    for token in re.sub(rb"\(.*?\)|<[0-9A-Fa-f]*>", b"", stream, flags=re.DOTALL).split():
        if re.fullmatch(rb"-?[\d.]+", token):
            numbers.append(float(token))
            continue
        if token == b"q":
            kept.append(matrix)
        elif token == b"Q":
            matrix = kept.pop()
        elif token == b"cm":
            matrix = _times(tuple(numbers[-6:]), matrix)  # type: ignore[arg-type]
        elif token in (b"m", b"l"):
            x, y = numbers[-2:]
            at = (matrix[0] * x + matrix[2] * y + matrix[4], matrix[1] * x + matrix[3] * y + matrix[5])
            path.append((at[0] * POINT, sheet.height - at[1] * POINT))
        elif token in (b"W", b"W*"):
            xs, ys = [x for x, _ in path], [y for _, y in path]
            sheet.clips.append((min(xs), min(ys), max(xs), max(ys)))
        elif token in (b"S", b"f", b"f*", b"B", b"b", b"n"):
            if token == b"S" and len(path) == 2:
                sheet.lines.append((*path[0], *path[1]))
            path = []
        elif token in (b"Tj", b"TJ"):
            sheet.letters += 1
        elif token == b"Do":
            sheet.images += 1
        numbers = []
