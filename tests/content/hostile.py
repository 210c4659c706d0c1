"""Packs that mean harm. Each builder writes one and gives its path; `CASES` tells what has to be said of it."""

from __future__ import annotations

import io
import json
import os
import stat
import struct
import zipfile
import zlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from .broken import SOUND, pack
from .shop import chunk, jpeg, png

HERO = "characters/hero.json"
PARTS = {name: json.dumps(data).encode() for name, data in SOUND.items()}

Builder = Callable[[Path], Path]


def zipped(place: Path, files: Mapping[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> Path:
    """An archive as other programs make them."""
    path = place / "pack.zip"
    with zipfile.ZipFile(path, "w", method) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return path


def patched(place: Path, files: Mapping[str, bytes], **fields: int) -> Path:
    """An archive whose last entry says something else of itself, in the list and in its own header."""
    path = zipped(place, files)
    data = bytearray(path.read_bytes())
    listed, header = data.rfind(b"PK\1\2"), data.rfind(b"PK\3\4")
    places = {"flags": (8, 6, "<H"), "method": (10, 8, "<H"), "crc": (16, 14, "<I"), "packed": (20, 18, "<I"),
              "size": (24, 22, "<I")}  # fmt: skip
    for name, value in fields.items():
        if name == "rights":
            struct.pack_into("<I", data, listed + 38, value)
            data[listed + 5] = 3
            continue
        if name == "at":
            struct.pack_into("<I", data, listed + 42, value)
            continue
        first, second, form = places[name]
        struct.pack_into(form, data, listed + first, value)
        struct.pack_into(form, data, header + second, value)
    path.write_bytes(data)
    return path


def end_says(place: Path, offset: int, form: str, value: int) -> Path:
    """An archive whose end says something else of the list."""
    path = zipped(place, PARTS)
    data = bytearray(path.read_bytes())
    struct.pack_into(form, data, data.rfind(b"PK\5\6") + offset, value)
    path.write_bytes(data)
    return path


def named(name: str) -> Builder:
    """A sound pack with one entry more, of this name."""

    def build(place: Path) -> Path:
        # Python's writer repairs names; the bytes are put in afterwards
        path = zipped(place, {**PARTS, "@" * len(name.encode()): b"x"})
        path.write_bytes(path.read_bytes().replace(b"@" * len(name.encode()), name.encode()))
        if not name.isascii():
            data = bytearray(path.read_bytes())
            struct.pack_into("<H", data, data.rfind(b"PK\1\2") + 8, 0x800)
            struct.pack_into("<H", data, data.rfind(b"PK\3\4") + 6, 0x800)
            path.write_bytes(data)
        return path

    return build


def with_file(name: str, data: bytes | str) -> Builder:
    """A sound pack in a folder, with a file more or another."""

    def build(place: Path) -> Path:
        folder = pack(place / "tiny")
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(data.encode() if isinstance(data, str) else data)
        return folder

    return build


def hero(text: str, field: str = "zeni") -> Builder:
    """A sound pack whose hero has this JSON in a field."""
    card = json.dumps({**SOUND[HERO], field: "@"}).replace('"@"', text)
    return with_file(HERO, card)


def bomb(place: Path) -> Path:
    """A gigabyte in a megabyte, honestly announced."""
    packer = zlib.compressobj(1, zlib.DEFLATED, -15)
    block = b"\0" * 2**20
    begin, middle = packer.compress(block), packer.compress(block) + packer.flush(zlib.Z_FULL_FLUSH)
    again = packer.compress(block) + packer.flush(zlib.Z_FULL_FLUSH)  # the same bytes for each block from here on
    return raw_entry(place, HERO, begin + middle + again * 1022 + packer.flush(), 2**30)


def raw_entry(place: Path, name: str, raw: bytes, size: int) -> Path:
    """An archive with a manifest and one deflated entry of these bytes."""
    path = zipped(place, {"pack.json": PARTS["pack.json"]})
    data = path.read_bytes()
    middle, end = data.rfind(b"PK\1\2"), data.rfind(b"PK\5\6")
    about = struct.pack("<HHHHHIIIHH", 20, 0, 8, 0, 33, 0, len(raw), size, len(name), 0)
    local = b"PK\3\4" + about + name.encode() + raw
    listed = (
        data[middle:end] + b"PK\1\2" + b"\x14\x03" + about + struct.pack("<HHHII", 0, 0, 0, 0, middle) + name.encode()
    )
    tail = struct.pack("<HHHHIIH", 0, 0, 2, 2, len(listed), middle + len(local), 0)
    path.write_bytes(data[:middle] + local + listed + b"PK\5\6" + tail)
    return path


def liar(place: Path) -> Path:
    """A hundred megabytes, announced as a hundred bytes."""
    packer = zlib.compressobj(1, zlib.DEFLATED, -15)
    return raw_entry(place, HERO, packer.compress(b"\0" * 10**8) + packer.flush(), 100)


def many_bombs(place: Path) -> Path:
    """Each as large as is allowed, together far too large."""
    return zipped(place, {**PARTS, **{f"characters/x{n}.json": b" " * 2**18 for n in range(300)}})


def full(place: Path) -> Path:
    """As much as a pack may hold, all of it nothing but space."""
    return zipped(place, {**PARTS, **{f"characters/x{n}.json": b" " * 2**18 for n in range(250)}})


def overlapping(place: Path) -> Path:
    """A thousand entries that are all the same bytes."""
    path = zipped(place, PARTS)
    data = path.read_bytes()
    begin, end = data.index(b"PK\1\2"), data.rfind(b"PK\5\6")
    last = data[data.rfind(b"PK\1\2") : end]
    listed = data[begin:end] + last * 1000
    count = len(PARTS) + 1000
    tail = struct.pack("<HHHHIIH", 0, 0, count, count, len(listed), begin, 0)
    names = iter(range(1000))
    length = struct.unpack_from("<H", last, 28)[0]
    shown = last[46 : 46 + length]
    parts = listed.split(shown)
    fresh = [f"{next(names):0{length}d}".encode() for _ in range(len(parts) - 2)]
    joined = parts[0] + shown + b"".join(part + name for part, name in zip(parts[1:-1], fresh, strict=True)) + parts[-1]
    path.write_bytes(data[:begin] + joined + b"PK\5\6" + tail)
    return path


def nested(place: Path) -> Path:
    """An archive in an archive in an archive…"""
    inner = b"x" * 1000
    for _ in range(20):
        buffer = io.BytesIO()
        with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("inner.zip", inner)
        inner = buffer.getvalue()
    return zipped(place, {**PARTS, "inner.zip": inner})


def ten_thousand(place: Path) -> Path:
    return zipped(place, {**PARTS, **{f"characters/x{n}.json": b"{}" for n in range(10_000)}}, zipfile.ZIP_STORED)


def million_listed(place: Path) -> Path:
    """Half a million entries in the list, and a count that fits."""
    path = zipped(place, PARTS)
    data = path.read_bytes()
    begin, end = data.index(b"PK\1\2"), data.rfind(b"PK\5\6")
    listed = data[begin:end] * (500_000 // len(PARTS))
    tail = struct.pack("<HHHHIIH", 0, 0, 3000, 3000, len(listed), begin, 0)
    path.write_bytes(data[:begin] + listed + b"PK\5\6" + tail)
    return path


def huge(place: Path) -> Path:
    path = zipped(place, PARTS)
    with path.open("r+b") as file:
        file.truncate(2**32)
    return path


def folder_of_ten_thousand(place: Path) -> Path:
    folder = pack(place / "tiny")
    for n in range(10_000):
        os.close(os.open(folder / "characters" / f"x{n}.json", os.O_CREAT))
    return folder


def all_broken(place: Path) -> Path:
    """As many records as there may be, each with as many faults as it can hold."""
    faults = json.dumps({f"f{n}": n for n in range(160)}).encode()
    return zipped(place, {**PARTS, **{f"characters/x{n}.json": faults for n in range(1400)}})


def sparse(place: Path) -> Path:
    """A number of a gigabyte."""
    folder = pack(place / "tiny")
    with (folder / HERO).open("r+b") as file:
        file.seek(2**30)
        file.write(b"1")
    return folder


def pipe(place: Path) -> Path:
    """A file that never ends, and one that never begins."""
    folder = pack(place / "tiny")
    os.mkfifo(folder / "characters" / "pipe.json")
    (folder / "characters" / "zero.json").symlink_to("/dev/zero")
    return folder


def maze(place: Path) -> Path:
    """The largest boards there may be, one long way through each, as many as there may be."""
    rows = ["." * 32] * 32
    walls = [[[c, r], "S"] for r in range(31) for c in range(32) if c != (31 if r % 2 else 0)]
    tile = {"id": "tiny:maze", "name": {"en": "Maze", "fr": "Dédale"}, "rows": rows, "walls": walls}
    boards = {
        f"boards/b{n}.json": {
            "id": f"tiny:b{n}",
            "name": {"en": f"B{n}", "fr": f"B{n}"},
            "tiles": [{"tile": "tiny:maze", "turns": n % 4} for _ in range(4)],
        }
        for n in range(38)
    }
    files = {"tiles/maze.json": tile, **boards}
    return zipped(place, {**PARTS, **{name: json.dumps(data).encode() for name, data in files.items()}})


def wide_skill(**fields: Any) -> Builder:
    return with_file("skills/parry.json", json.dumps({**SOUND["skills/parry.json"], **fields}))


def word(number: int) -> str:
    """A word of three letters, another for each number."""
    return "".join(chr(97 + number // 26**place % 26) for place in range(3))


def many_conditions(count: int) -> Builder:
    """Conditions that have to be compared with each other."""
    return wide_skill(conditions=[{"type": "opponent", "trait": word(n)} for n in range(count)])


def many_skills(place: Path) -> Path:
    """As many skills as there may be, each with as many conditions."""
    folder = pack(place / "tiny")
    parry = SOUND["skills/parry.json"]
    for n in range(590):
        name = dict.fromkeys(("en", "fr"), f"{n}")
        conditions = [{"type": "opponent", "trait": word(n + m)} for m in range(12)]
        record = {**parry, "id": f"tiny:s{n}", "name": name, "conditions": conditions}
        (folder / "skills" / f"s{n}.json").write_text(json.dumps(record))
    return folder


def many_bands(place: Path) -> Path:
    """As many bands as there may be, each as large as may be, none of them by the rules."""
    band = {**SOUND["bands/duo.json"], "members": [{"card": "tiny:hero", "equipment": "tiny:spear"}] * 24}
    names = [f"b{n}" for n in range(290)]
    bands = {f"bands/{name}.json": {**band, "id": f"tiny:{name}", "name": {"en": name, "fr": name}} for name in names}
    return zipped(place, {**PARTS, **{name: json.dumps(data).encode() for name, data in bands.items()}})


def many_halls(place: Path) -> Path:
    """The largest tiles there may be, as many as there may be."""
    tiles = {}
    for n in range(145):
        name = f"hall-{word(n)}"
        rows = [".h" * 16] * 32
        tiles[f"tiles/{name}.json"] = {"id": f"tiny:{name}", "name": {"en": name, "fr": name}, "rows": rows}
    return zipped(place, {**PARTS, **{name: json.dumps(data).encode() for name, data in tiles.items()}})


def adventures(count: int, floors: int) -> Builder:
    """Adventures on floors of the largest size there may be."""

    def build(place: Path) -> Path:
        tile = {"id": "tiny:field", "name": {"en": "Field", "fr": "Champ"}, "rows": ["." * 32] * 32}
        laid = [{"tile": "tiny:field", "at": [column, row]} for column in (0, 32) for row in (0, 32)]
        both = {"en": "Go.", "fr": "Va."}
        fighter = {"card": "tiny:fiend"}
        sides = [
            {"name": both, "briefing": both, "band": {"fixed": [{**fighter, "at": [at, at, 0]}]}} for at in (0, 63)
        ]
        link = {"fact": "won", "origin": "tiny:a0", "words": both, "changes": [{"type": "set_turns", "turns": 9}]}
        goal = {"when": {"type": "eliminate", "side": "two"}}
        files: dict[str, Any] = {"tiles/field.json": tile}
        for n in range(count):
            files[f"adventures/a{n}.json"] = {
                "id": f"tiny:a{n}",
                "name": {"en": f"A{n}", "fr": f"A{n}"},
                "intro": both,
                "sides": [{**sides[0], "goals": [goal]}, sides[1]],
                "floors": [{"tiles": laid}] * floors,
                "turns": 6,
                "facts": [{"fact": "won", "words": both, "when": {"type": "won", "side": "one"}}],
                "links": [link] * 24 if n else [],
            }
        return zipped(place, {**PARTS, **{name: json.dumps(data).encode() for name, data in files.items()}})

    return build


DIGITS = "1" * 250_000
FIELDS = "{" + ",".join(f'"f{n}":{n}' for n in range(9_000)) + "}"
ITEMS = "[" + ",".join("0" for _ in range(29_000)) + "]"
LINK = (stat.S_IFLNK | 0o777) << 16

CASES: dict[str, tuple[Builder, str]] = {
    # archives that grow
    "a bomb": (bomb, "too large"),
    "a bomb that lies": (liar, "damaged"),
    "many bombs": (many_bombs, "too large"),
    "as much as is allowed": (full, "too large in total"),
    "entries in one another": (overlapping, "Files in the archive overlap."),
    "archives in archives": (nested, "This does not belong to any pack."),
    "ten thousand files": (ten_thousand, "too many files"),
    "a million entries": (million_listed, "too many files"),
    "four gigabytes": (huge, "too large"),
    # archives that lie
    "a size that is not so": (lambda p: patched(p, PARTS, size=7), "damaged"),
    "a packed size that is not so": (lambda p: patched(p, PARTS, packed=2**31), "damaged"),
    "a checksum that is not so": (lambda p: patched(p, PARTS, crc=7), "damaged"),
    "a place that is not so": (lambda p: patched(p, PARTS, at=7), "Files in the archive overlap."),
    "a place far behind the end": (lambda p: patched(p, PARTS, at=2**32 - 2), "damaged"),
    "a count that is not so": (lambda p: end_says(p, 10, "<H", 3), "damaged"),
    "a list that is longer": (lambda p: end_says(p, 12, "<I", 2**31), "damaged"),
    "a list elsewhere": (lambda p: end_says(p, 16, "<I", 2**32 - 1), "damaged"),
    "a second disk": (lambda p: end_says(p, 4, "<H", 1), "damaged"),
    "a comment without end": (lambda p: end_says(p, 20, "<H", 65_535), "damaged"),
    "a password": (lambda p: patched(p, PARTS, flags=1), "password"),
    "a strong password": (lambda p: patched(p, PARTS, flags=0x40), "password"),
    "a packer that wants gigabytes": (
        lambda p: patched(p, PARTS, method=14),
        "The archive uses a compression that is not supported.",
    ),
    # names
    "up": (named("../../evil.json"), "This name points outside the pack."),
    "up from within": (named("characters/../../evil.json"), "This name points outside the pack."),
    "from the root": (named("/etc/passwd"), "This name points outside the pack."),
    "nothing between": (named("characters//evil.json"), "This name points outside the pack."),
    "a drive": (named("C:/evil.json"), "not every system"),
    "a share": (named("\\\\host\\evil.json"), "not every system"),
    "backslashes": (named("characters\\..\\..\\evil.json"), "not every system"),
    "a device": (named("characters/con.json"), "device"),
    "another device": (named("characters/LPT1 .json"), "device"),
    "a stream": (named("characters/hero.json:evil"), "not every system"),
    "a dot at the end": (named("characters./evil.json"), "not every system"),
    "orders for a terminal": (named("\x1b[31mred.json"), "not every system"),
    "the end of a name": (named("evil\0.json"), "not every system"),
    "words turned round": (named("evil\u202egpj.json"), "not every system"),
    "a long name": (named("characters/" + "x" * 5_000 + ".json"), "too long"),
    "a longer name": (named("x" * 60_000), "too long"),
    "a case apart": (named("characters/HERO.json"), "The archive has two files named"),
    "a letter apart": (
        lambda p: zipped(p, {**PARTS, "stra\u00dfe.md": b"", "STRASSE.md": b""}),
        "The archive has two files named",
    ),
    "the same twice": (lambda p: zipped_twice(p), "The archive has two files named"),
    "a link": (
        lambda p: patched(p, {**PARTS, "characters/link.json": b"/etc/passwd"}, rights=LINK),
        "This is not a regular file.",
    ),
    # JSON
    "a gigabyte of a number": (sparse, "too large"),
    "many digits": (hero(DIGITS), "not valid JSON"),
    "many digits below zero": (hero("-" + "1" * 4_000), "between 0 and 30"),
    "many digits after the point": (hero("0." + DIGITS[:1_000]), "whole number"),
    "a large exponent": (hero("1e400000000"), "not valid JSON"),
    "no number": (hero("NaN"), "not valid JSON"),
    "deep lists": (hero("[" * 100_000), "too deep"),
    "deep objects": (hero('{"a":' * 20_000 + "1" + "}" * 20_000), "too deep"),
    "a field twice": (hero('3, "zeni": 4'), "This appears twice."),
    "a field twice, below": (hero('{"attack": 1, "attack": 2}', "vigilant"), "This appears twice."),
    "no letters": (with_file(HERO, b'{"id": "\xff\xfe"}'), "not valid JSON"),
    "half a letter": (hero('"\\ud800"', "silhouette"), "not valid JSON"),
    "half a letter, written out": (with_file(HERO, b'{"id": "\xed\xa0\x80"}'), "not valid JSON"),
    "many fields": (hero(FIELDS, "vigilant"), "unknown"),
    "many items": (hero(ITEMS, "traits"), "A text"),
    "many values": (hero("[" + "[],[]," * 40_000 + "0]", "traits"), "too many values"),
    "a long word": (hero(json.dumps({"en": "x" * 200_000, "fr": "y"}), "name"), "too long"),
    "orders in a word": (hero('"\\u001b[2J"', "silhouette"), "needed here"),
    "orders in a field": (hero('{"\\u001b[2J": 1}', "vigilant"), "unknown"),
    "everything broken": (all_broken, "Too many problems; the check stopped here."),
    "many languages": (
        hero("{" + ",".join(f'"l{n}":"x"' for n in range(9_000)) + "}", "name"),
        "The pack does not list this language.",
    ),
    "much that is said twice": (
        hero("[" + ",".join('"unique"' for _ in range(9_000)) + "]", "traits"),
        "This appears twice.",
    ),
    "a skill of many conditions": (many_conditions(4_000), "too many values"),
    "a skill of some conditions": (many_conditions(60), "too short or too long"),
    "many skills of some conditions": (many_skills, "never be used"),
    "a band of thousands": (
        with_file(
            "bands/duo.json", json.dumps({**SOUND["bands/duo.json"], "members": [{"card": "tiny:hero"}] * 4_000})
        ),
        "too short or too long",
    ),
    "many bands": (many_bands, "Too many problems; the check stopped here."),
    # folders
    "a folder of ten thousand": (folder_of_ten_thousand, "too many files"),
    "pipes and devices": (pipe, "This is not a regular file."),
    # boards
    "mazes": (maze, ""),
    "many halls": (many_halls, ""),
    "an adventure without end": (adventures(1, 8), "at most"),
    "an adventure": (adventures(1, 1), ""),
    "many adventures": (adventures(30, 1), ""),
    # pictures
    "a picture as large as a town": (with_file("pictures/town.png", png(60_000, 60_000)), "pixels"),
    "a photograph as large as a town": (with_file("pictures/town.jpg", jpeg(60_000, 60_000)), "pixels"),
    "a picture that is not": (with_file("pictures/town.png", b"\x89PNG\r\n\x1a\n" + b"\xff" * 9_000), "damaged"),
    "a picture of many bytes": (with_file("pictures/town.png", b"\x89PNG\r\n\x1a\n" + b"\0" * 3_000_000), "too large"),
    "many scans": (with_file("pictures/town.jpg", jpeg(scans=20_000)), "damaged"),
    "many chunks": (with_file("pictures/town.png", png(2, 2, *[chunk(b"tEXt", b"")] * 50_000)), "damaged"),
    "a program for a picture": (with_file("pictures/town.svg", "<svg/>"), "This does not belong to any pack."),
    "another kind of picture": (with_file("pictures/town.png", jpeg()), "another kind"),
}


def zipped_twice(place: Path) -> Path:
    path = zipped(place, {**PARTS, "characters/herp.json": b"{}"})
    path.write_bytes(path.read_bytes().replace(b"herp", b"hero"))
    return path
