"""Reads back a PDF that Qt wrote: its pages, the rectangles it clips to, the lines it draws, its fonts and its letters.

Just enough of the format for that: Qt writes plain objects, one after the other, and zipped contents.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable
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
    words: list[str] = field(default_factory=list)
    """What they say, a line each as it was written."""
    silent: int = 0
    """Signs that stand for nothing: seen on the page, and lost to whoever searches or copies."""
    places: list[tuple[float, float]] = field(default_factory=list)
    """Where each letter begins, on its base line."""
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
        used = re.findall(rb"/(F\d+) (\d+) 0 R", _resources(objects, body))
        named = {name: _meanings(objects, int(n)) for name, n in used}
        _follow(_stream(objects[int(contents[1])]), sheet, named)
        sheets.append(sheet)
    return sheets


def text(sheet: Sheet) -> str:
    """Everything that is written on a page, in one line."""
    return " ".join(" ".join(sheet.words).split())


def everything(sheets: Iterable[Sheet]) -> str:
    """Everything that is written on some pages, in one line."""
    return " ".join(map(text, sheets))


def _stream(body: bytes) -> bytes:
    raw = body.partition(b"stream")[2].strip(b"\r\n").removesuffix(b"endstream")
    return zlib.decompressobj().decompress(raw) if raw[:1] == b"x" else raw


def _resources(objects: dict[int, bytes], page: bytes) -> bytes:
    found = re.search(rb"/Resources (\d+) 0 R", page)
    return objects[int(found[1])] if found else b""


def _meanings(objects: dict[int, bytes], font: int) -> dict[int, str]:
    """What each sign of a font in the file stands for."""
    link = re.search(rb"/ToUnicode (\d+) 0 R", objects[font])
    found: dict[int, str] = {}
    table = _stream(objects[int(link[1])]) if link else b""
    for first, signs in re.findall(rb"<([0-9A-F]{4})> <[0-9A-F]{4}> (\[[^\]]*\]|<[0-9A-F]+>)", table):
        for n, sign in enumerate(re.findall(rb"<([0-9A-F]+)>", signs)):
            found[int(first, 16) + n] = bytes.fromhex(sign.decode()).decode("utf-16-be")
    return found


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


_TOKEN = re.compile(rb"\((?:\\\\.|[^()\\\\])*\)|<<|>>|<[0-9A-Fa-f]*>|[\[\]]|[^\s<>\[\]()]+")


def _follow(stream: bytes, sheet: Sheet, named: dict[bytes, dict[int, str]]) -> None:
    matrix, kept = ONE, []
    numbers: list[float] = []
    path: list[tuple[float, float]] = []
    line, at, font, signs = "", ONE, b"", b""
    for token in _TOKEN.findall(stream):
        if re.fullmatch(rb"-?[\d.]+", token):
            numbers.append(float(token))
            continue
        if token.startswith(b"<") and token != b"<<":
            signs += token[1:-1]
            continue
        if token.startswith(b"/"):
            font = token[1:] if token[1:] in named else font
        elif token == b"q":
            kept.append(matrix)
        elif token == b"Q":
            matrix = kept.pop()
        elif token == b"cm":
            matrix = _times(tuple(numbers[-6:]), matrix)
        elif token in (b"m", b"l"):
            path.append(_place(matrix, *numbers[-2:], sheet))
        elif token in (b"W", b"W*"):
            xs, ys = [x for x, _ in path], [y for _, y in path]
            sheet.clips.append((min(xs), min(ys), max(xs), max(ys)))
        elif token in (b"S", b"f", b"f*", b"B", b"b", b"n"):
            if token == b"S" and len(path) == 2:
                sheet.lines.append((*path[0], *path[1]))
            path = []
        elif token == b"Tm":
            at = tuple(numbers[-6:])
        elif token == b"Td":
            at = _times((1, 0, 0, 1, *numbers[-2:]), at)
        elif token in (b"Tj", b"TJ"):
            sheet.letters += 1
            meanings = [named.get(font, {}).get(int(signs[n : n + 4], 16), "") for n in range(0, len(signs), 4)]
            sheet.silent += sum(meaning.strip("\0") == "" for meaning in meanings)
            line += "".join(meanings)
            sheet.places.append(_place(_times(at, matrix), 0, 0, sheet))
        elif token == b"ET" and line:
            sheet.words.append(line)
            line = ""
        elif token == b"Do":
            sheet.images += 1
        numbers, signs = [], b""


def _place(matrix: Matrix, x: float, y: float, sheet: Sheet) -> tuple[float, float]:
    at = (matrix[0] * x + matrix[2] * y + matrix[4], matrix[1] * x + matrix[3] * y + matrix[5])
    return at[0] * POINT, sheet.height - at[1] * POINT
