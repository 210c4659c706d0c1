"""Packs that mean harm are refused in less than a second, with less than 200 MB, and nothing is written."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.model.content import files
from companion.model.content.check import read_pack
from companion.model.content.kinds import Kind, Reference
from companion.model.content.library import Library
from companion.model.content.source import Archive, Unreadable, write_archive
from companion.model.core.refusal import InvalidInput
from companion.model.core.schema import Id, Node, Words
from companion.model.games.asagiri.state.record_kinds import KINDS
from tests.budget import examples

from .broken import SOUND, pack
from .hostile import CASES, PARTS, zipped
from .shop import workshop

MOST_SECONDS = 1.0
"""Of the processor, from the first line of the program to its last, where nothing else runs. Two threads share a core
and its memory, so the same work takes up to twice as long beside others; a known sum beside it tells how much.
"""
SUM_SECONDS = 0.0125
"""What that sum takes where nothing else runs."""
MOST_MEGABYTES = 200
HARMLESS = {
    "many languages",
    "archives in archives",
    "a program for a picture",
    "mazes",
    "many halls",
    "an adventure",
    "many adventures",
    "many skills of some conditions",
}
"""What remains when the odd parts are left out."""
RUN = """
import contextlib, io, json, os, resource, sys, time
from companion.cli import main
with contextlib.redirect_stdout(io.StringIO()):
    main(["check", sys.argv[1]])
loaded = time.process_time()
for line in sys.stdin:
    path, *places = json.loads(line)
    if child := os.fork():
        print(os.waitpid(child, 0)[1], flush=True)
        continue
    for stream, place in enumerate(places, 1):
        os.dup2(os.open(place, os.O_WRONLY | os.O_CREAT), stream)
    resource.setrlimit(resource.RLIMIT_AS, (2**30, 2**30))
    resource.setrlimit(resource.RLIMIT_CPU, (20, 20))
    status = main(["check", path])
    used = resource.getrusage(resource.RUSAGE_SELF)
    lines = open("/proc/self/status").read().splitlines()  # ru_maxrss has the memory of the parent in it
    peak = next(line.split()[1] for line in lines if line.startswith("VmHWM"))
    begun, total = time.process_time(), 0
    for n in range(200_000):
        total += n * n & 7
    summed = time.process_time() - begun
    print(status, loaded + used.ru_utime + used.ru_stime, int(peak) / 1024, summed, file=sys.stderr, flush=True)
    sys.stdout.flush()
    os._exit(0)  # to take down all that is loaded, shared with the original as it is, takes 0.14 s
"""
"""A program that has checked a sound pack, and does what it is asked in copies of itself: what it takes to load and to
check that pack counts for each of them.
"""


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Iterator[subprocess.Popen[str]]:
    sound = str(pack(tmp_path_factory.mktemp("sound")))
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, "-c", RUN, sound], stdin=pipe, stdout=pipe, text=True) as running:
        yield running


@pytest.mark.skipif(sys.platform != "linux", reason="limits and memory are measured as Linux does it")
@pytest.mark.parametrize("case", CASES)
def test_harm_is_refused_soon_and_cheaply_and_not_installed(
    tmp_path: Path, program: subprocess.Popen[str], case: str
) -> None:
    build, says = CASES[case]
    path = build(tmp_path)
    said, told = tmp_path / "said", tmp_path / "told"
    assert program.stdin is not None and program.stdout is not None
    print(json.dumps([str(path), str(said), str(told)]), file=program.stdin, flush=True)
    assert int(program.stdout.readline()) == 0, told.read_text()[-2000:]
    status, seconds, megabytes, sum_seconds = told.read_text().split()
    output = said.read_text()
    assert says in output
    assert int(status) == (says != "")
    assert float(seconds) < MOST_SECONDS * max(1.0, float(sum_seconds) / SUM_SECONDS)
    assert float(megabytes) < MOST_MEGABYTES
    assert all(line.isprintable() for line in output.splitlines()), "nothing gives orders to the terminal"
    assert len(output) < 200_000
    shop = workshop(tmp_path / "data")
    if case in HARMLESS:
        shop.install(path)
        return
    with pytest.raises(InvalidInput):
        shop.install(path)
    assert not shop.root.exists()


def test_what_is_odd_stays_outside(tmp_path: Path) -> None:
    shop = workshop(tmp_path / "data")
    shop.install(CASES["archives in archives"][0](tmp_path))
    assert sorted(path.name for path in (shop.root / "tiny").iterdir()) == [
        "bands", "boards", "characters", "equipment", "pack.json", "skills", "tiles"
    ]  # fmt: skip


# archives that other programs made ---------------------------------------------------------------------------------


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
def test_archives_of_other_programs_are_read(tmp_path: Path, method: int) -> None:
    read = read_pack(zipped(tmp_path, PARTS, method), KINDS)
    assert read.findings == ()
    assert read.pack is not None
    assert read.pack.records["character"]["tiny:hero"] == SOUND["characters/hero.json"]


def test_a_pack_may_lie_in_a_folder_of_the_archive_beside_what_systems_leave(tmp_path: Path) -> None:
    around = {f"My pack/{name}": data for name, data in PARTS.items()}
    left = {"__MACOSX/My pack/._pack.json": b"x", "My pack/.DS_Store": b"x", "My pack/characters/Thumbs.db": b"x"}
    assert read_pack(zipped(tmp_path, {**around, **left}), KINDS).findings == ()


def test_sizes_may_be_told_behind_the_entry(tmp_path: Path) -> None:
    path = tmp_path / "pack.zip"
    with path.open("wb") as raw, zipfile.ZipFile(_Stream(raw), "w", zipfile.ZIP_DEFLATED) as made:
        for name, data in PARTS.items():
            made.writestr(name, data)
    assert read_pack(path, KINDS).findings == ()


class _Stream:
    """A file that cannot go back, so that the writer tells sizes afterwards."""

    def __init__(self, raw: Any) -> None:
        self.write, self.flush = raw.write, raw.flush


def test_findings_in_an_archive_name_its_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from companion.cli import main

    broken = {**PARTS, "characters/hero.json": json.dumps({**SOUND["characters/hero.json"], "zeni": "x"}).encode()}
    path = zipped(tmp_path, broken)
    assert main(["check", str(path)]) == 1
    assert capsys.readouterr().out == f"{path}/characters/hero.json: /zeni: A whole number is needed here.\n"


def test_python_reads_what_we_write(tmp_path: Path) -> None:
    path = tmp_path / "out.okko-pack"
    path.write_bytes(write_archive(PARTS))
    with zipfile.ZipFile(path) as made:
        assert made.testzip() is None
        assert {name: made.read(name) for name in made.namelist()} == PARTS
    assert read_pack(path, KINDS).findings == ()


# circles -----------------------------------------------------------------------------------------------------------


class Stage(Node, frozen=True):
    """An adventure that another one follows."""

    id: Id
    name: Words
    then: tuple[Id, ...] = ()


def _then(stage: Stage) -> list[Reference]:
    return [Reference(f"/then/{n}", "stage", id) for n, id in enumerate(stage.then)]


STAGE = Kind("stage", Stage, references=_then, onward=True)


def test_adventures_do_not_lead_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(files.FOLDERS, "stage", "stages")
    links = {"a": "b", "b": "c", "c": "b", "d": "a", "e": "", "f": "ef", "g": "g"}
    folder = pack(tmp_path)
    (folder / "stages").mkdir()
    for name, then in links.items():
        record = {"id": f"tiny:{name}", "name": {"en": name, "fr": name}, "then": [f"tiny:{n}" for n in then]}
        (folder / "stages" / f"{name}.json").write_text(json.dumps(record))
    read = read_pack(folder, (*KINDS, STAGE))
    assert [(found.file, found.pointer) for found in read.findings] == [
        ("stages/b.json", "/then/0"),
        ("stages/c.json", "/then/0"),
        ("stages/f.json", "/then/1"),
        ("stages/g.json", "/then/0"),
    ]
    assert read.pack is not None
    assert list(read.pack.records["stage"]) == ["tiny:e"], "what leads into a circle cannot be played either"


def test_a_long_way_is_no_circle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(files.FOLDERS, "stage", "stages")
    folder = pack(tmp_path)
    (folder / "stages").mkdir()
    for n in range(1400):
        record = {
            "id": f"tiny:s{n}",
            "name": {"en": f"{n}", "fr": f"{n}"},
            "then": [f"tiny:s{n + 1}"] if n < 1399 else [],
        }
        (folder / "stages" / f"s{n}.json").write_text(json.dumps(record))
    assert read_pack(folder, (*KINDS, STAGE)).findings == ()


def test_packs_that_need_each_other_are_told(tmp_path: Path) -> None:
    shop = workshop(tmp_path)
    for name, needs in (("one", ["two"]), ("two", ["one"]), ("three", ["three"])):
        folder = pack(shop.root / name, "pack.json", "/needs", needs)
        manifest = json.loads((folder / "pack.json").read_text())
        (folder / "pack.json").write_text(json.dumps({**manifest, "namespace": name}))
    shop.refresh()
    assert set(shop.library().versions) == {"house"}
    assert {"one", "two", "three"} == set(shop.faults())


# anything ----------------------------------------------------------------------------------------------------------

SOUND_ARCHIVE = write_archive(PARTS)


@st.composite
def spoiled(draw: st.DrawFn) -> bytes:
    """A sound archive, deflated or not, with bytes changed, cut out, doubled or put in."""
    data = bytearray(draw(st.sampled_from([SOUND_ARCHIVE, DEFLATED])))
    for _ in range(draw(st.integers(1, 6))):
        # what matters lies around the signatures
        marks = [n for n in range(len(data)) if data[n : n + 2] == b"PK"] or [0]
        at = min(len(data), max(0, draw(st.sampled_from(marks)) + draw(st.integers(-4, 60))))
        what = draw(st.sampled_from(["change", "cut", "double", "insert"]))
        if what == "change":
            new = draw(st.binary(min_size=1, max_size=4))
            data[at : at + len(new)] = new
        elif what == "cut":
            del data[at : at + draw(st.integers(1, 200))]
        elif what == "double":
            data[at:at] = data[at : at + draw(st.integers(1, 200))]
        else:
            data[at:at] = draw(st.binary(max_size=8))
    return bytes(data)


def _deflated() -> bytes:
    import io

    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as made:
        for name, data in PARTS.items():
            made.writestr(name, data)
    return buffer.getvalue()


DEFLATED = _deflated()


@settings(max_examples=examples(300), deadline=1000, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=spoiled())
def test_a_spoiled_archive_is_told_never_raised(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "spoiled.zip"
    path.write_bytes(data)
    read = read_pack(path, KINDS, Library.shipped())
    if not read.findings:
        assert read.pack is not None
        assert {kind: dict(records) for kind, records in read.pack.records.items()}


@settings(max_examples=examples(200), deadline=1000, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.binary(max_size=300))
def test_any_bytes_are_told_never_raised(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "any.zip"
    path.write_bytes(data)
    with pytest.raises(Unreadable):
        Archive(path)
    assert read_pack(path, KINDS).broken


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


@st.composite
def spoiled_packs(draw: st.DrawFn) -> dict[str, Any]:
    """The sound pack with some values replaced by others of its own, or by any."""
    made = json.loads(json.dumps(SOUND))
    for _ in range(draw(st.integers(1, 4))):
        at = made[draw(st.sampled_from(sorted(made)))]
        while True:
            key = draw(st.sampled_from(sorted(at) if isinstance(at, dict) else list(range(len(at)))))
            if not isinstance(at[key], dict | list) or not at[key] or draw(st.booleans()):
                break
            at = at[key]
        other = made[draw(st.sampled_from(sorted(made)))]
        new = draw(JSON | st.sampled_from(list(other.values()) if isinstance(other, dict) else [other]))
        at[key] = json.loads(json.dumps(new))
    return dict(made)


@settings(max_examples=examples(150), deadline=2000, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(spoiled_packs())
def test_any_json_is_told_never_raised_and_what_is_sound_can_be_used(tmp_path: Path, made: dict[str, Any]) -> None:
    path = tmp_path / "spoiled.okko-pack"
    path.write_bytes(write_archive({name: json.dumps(data).encode() for name, data in made.items()}))
    read = read_pack(path, KINDS, Library.shipped())
    if read.pack is None:
        assert read.broken
        return
    library = Library([read.pack])
    for kind in KINDS:
        for id, record in library.every(kind.id):
            value = msgspec.convert(record, kind.type)
            assert list(kind.problems(value)) == []
            for reference in kind.references(value):
                assert library.find(reference.kind, reference.id) is not None or reference.kind == "picture"
            assert list(kind.rules(value, library)) == []
            assert id == record["id"]


@settings(max_examples=examples(60), deadline=2000, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(spoiled_packs())
def test_what_the_workshop_writes_is_typed_and_what_check_says_was_told(tmp_path: Path, made: dict[str, Any]) -> None:
    with tempfile.TemporaryDirectory(dir=tmp_path) as place:
        shop = workshop(Path(place))
        own = shop.create("Any", ("en", "fr"))
        for name, data in made.items():
            found = files.placed(name)
            if found is None or not isinstance(data, dict):
                continue
            before = shop.check(own)
            record = json.loads(json.dumps(data).replace("tiny:", f"{own}:"))
            try:
                told = shop.save(own, found[0], record)
            except InvalidInput:
                assert shop.check(own) == before
                continue
            after = shop.check(own)
            assert [finding for finding in after if finding not in before and finding not in told] == []
            assert not any(finding.pointer == "/id" for finding in after)
        fresh = workshop(Path(place))
        assert fresh.check(own) == shop.check(own)
