"""Everything that reads what others wrote: sound material, mutants of it, and the door through which it comes in.

A target is called with a number's randomness, again and again; it raises only what is a fault. It tells whether what it
was given was accepted.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import shutil
import zipfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from companion import cli
from companion.model import analysis
from companion.model.analysis import calibrate
from companion.model.content.check import read_pack
from companion.model.content.library import Library
from companion.model.content.record_checks import Memory
from companion.model.content.source import Archive, Unreadable
from companion.model.core.branches import Branch
from companion.model.core.contract import Json, Over, Roll, choices_of
from companion.model.core.record import record_json
from companion.model.core.refusal import InvalidInput, StorageError
from companion.model.core.session import Session
from companion.model.core.words import Name, Words
from companion.model.games import SYSTEMS, record_kinds
from companion.model.games.asagiri.campaign import CAMPAIGN
from companion.model.games.asagiri.campaign.chronicle import Chronicle
from companion.model.games.asagiri.table.commands import Misunderstood
from companion.model.games.asagiri.table.commands.complete import advised, complete
from companion.model.games.asagiri.table.commands.understand import plan
from companion.model.games.chronicles.checks.kinds import KINDS as CHRONICLES
from companion.model.games.sake.box import deck_table
from companion.model.games.sake.box.deck import CardType
from companion.model.phones import Ask, Desk, Face
from companion.model.phones.requests import Speak, Take, parse
from companion.model.protocol import words as catalog
from companion.model.protocol.jsonrpc import RpcError
from companion.model.store import repository
from companion.model.store.files import members, parse_json, read_member, read_record_bytes

from ..contract.samples import SAMPLES
from .strange import VALUES, bytes_changed, json_changed
from .watch import Watched

CONTENT = Library.shipped()
DATA = Path(__file__).parents[2] / "data"
WORDS = Words()
Target = Callable[[Random], bool]


def said(why: object) -> None:
    """A sentence, and one that can be shown."""
    assert str(why).strip()
    assert len(str(why)) < 5_000


@cache
def games() -> tuple[Session[Any], ...]:
    """A game of each kind, and a campaign, some decisions in."""
    made = []
    for id, system in (*SYSTEMS.items(), (CAMPAIGN.facts.id, CAMPAIGN)):
        for seed, setup in enumerate(SAMPLES[id].setups[:3]):
            session, rng = Session.new(system, setup, CONTENT, seed), Random(seed)
            for _ in range(25):
                asked = session.pending
                if isinstance(asked, Over):
                    break
                if isinstance(asked, Roll):
                    session.roll()
                else:
                    choice = rng.choice(choices_of(asked))
                    session.choose(rng.choice(choice.options), seat=choice.seat)
            made.append(session)
    return tuple(made)


def lines(folder: Path) -> Target:
    """The engine protocol."""
    sound = [
        ("initialize", {"language": "fr"}),
        ("game.view", {"viewer": "A"}),
        ("game.undo", {"steps": 1}),
        ("game.redo", {"steps": 1}),
        ("game.save", {}),
        ("bot.suggest", {"level": "random"}),
        ("asagiri.reach", {"id": "a1", "points": 3}),
        ("asagiri.shot", {"id": "a1", "target": "b1", "range": 4}),
        ("asagiri.odds", {"attack": 4, "defense": 2}),
        ("asagiri.line_of_fire", {"from": [0, 0], "to": [1, 1]}),
        *(("game.new", {"system": id, "setup": sample.setups[0], "seed": 3}) for id, sample in SAMPLES.items()),
    ]
    clients = []
    for id in SYSTEMS:
        client = Watched()
        client.new(id, SAMPLES[id].setups[0])
        clients.append((id, client))

    def send(rng: Random) -> bool:
        id, client = rng.choice(clients)
        if client.server.session is None:
            client.new(id, SAMPLES[id].setups[0])
        choices = choices_of(client.server.session.pending)  # type: ignore[union-attr]
        method, params = rng.choice(sound)
        if rng.random() < 0.4 and choices:
            choice = rng.choice(choices)
            system, state = client.server.session.system, client.server.session.state  # type: ignore[union-attr]
            option = system.option_id(state, rng.choice(choice.options))
            method, params = "game.choose", {"option": option, "seat": choice.seat}
        elif rng.random() < 0.2:
            method, params = "game.roll", {"outcome": [rng.randint(1, 6)] * rng.randint(1, 3)}
        message = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
        sent = json.dumps(message).encode() if rng.random() < 0.15 else json_changed(message, rng)
        answer = client.send(sent.replace(b"\n", b" "))
        return isinstance(answer, dict) and "result" in answer

    return send


def pack_folders(folder: Path) -> Target:
    """Packs in folders: a file of one is another one."""
    kinds, places = tuple({kind.id: kind for kind in (*record_kinds(), *CHRONICLES)}.values()), []
    for name in ("house", "house-sake", "house-chronicles"):
        into = folder / name
        for path in sorted((DATA / name).rglob("*.json")):
            if path.name == "pack.json" or sorted(path.parent.glob("*.json")).index(path) < 3:
                target = into / path.relative_to(DATA / name)
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(path, target)
        places.append((into, sorted(into.rglob("*.json"))))
    sound = {path: path.read_bytes() for _, paths in places for path in paths}
    memories = {into: Memory() for into, _ in places}  # as in the workshop, which reads what has changed

    def check(rng: Random) -> bool:
        into, paths = rng.choice(places)
        path = rng.choice(paths)
        path.write_bytes(json_changed(json.loads(sound[path]), rng))
        reading = read_pack(into, kinds, memory=memories[into] if rng.random() < 0.9 else None)
        path.write_bytes(sound[path])
        for finding in reading.findings:
            said(WORDS(finding.what))
        name = path.relative_to(into).as_posix()
        return not any(finding.file == name and finding.broken for finding in reading.findings)

    return check


def records(folder: Path) -> Target:
    """Games and campaigns in files."""
    sound = [record_json(session.save()) for session in games() if session.system is not CAMPAIGN]
    campaigns: list[Json] = [
        json.loads(json.dumps(Chronicle([(Branch("", None, 0), session)], 0, CONTENT).save()))
        for session in games()
        if session.system is CAMPAIGN
    ]

    def take(rng: Random) -> bool:
        try:
            if rng.random() < 0.2:
                Chronicle.load(parse_json(json_changed(rng.choice(campaigns), rng)), CONTENT)
            else:
                record = read_record_bytes(json_changed(rng.choice(sound), rng))
                repository._replayed(record, SYSTEMS.get, CONTENT)
        except (InvalidInput, StorageError) as wrong:
            said(WORDS(wrong.why))
            return False
        return True

    return take


def archives(folder: Path) -> Target:
    """Packs and games in archives."""
    kinds = tuple(record_kinds())
    made = []
    for n, method in enumerate((zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)):
        path = folder / f"{n}.zip"
        with zipfile.ZipFile(path, "w", method) as archive:
            for one in [DATA / "house" / "pack.json", *sorted((DATA / "house" / "bands").glob("*.json"))[:3]]:
                archive.write(one, one.relative_to(DATA / "house").as_posix())
            record = record_json(games()[0].save())
            archive.writestr("game.okko.json", json.dumps(record))
        made.append(path.read_bytes())
    path = folder / "mutant.zip"
    pieces = (b"PK\5\6", b"PK\1\2", b"PK\3\4", b"\xff\xff\xff\xff", b"\0\0\0\0", b"../", b"/", b"\\", b"\xff\xff")

    def take(rng: Random) -> bool:
        data = rng.choice(made)
        if rng.random() < 0.5:  # what is said of the files, and not what is in them
            at = data.rfind(b"PK\1\2") if rng.random() < 0.5 else data.rfind(b"PK\5\6")
            path.write_bytes(data[:at] + bytes_changed(data[at:], rng, pieces))
        else:
            path.write_bytes(bytes_changed(data, rng, pieces))
        good = True
        try:
            for name in members(path):
                with contextlib.suppress(InvalidInput):
                    read_record_bytes(read_member(path, name))
        except (InvalidInput, StorageError) as wrong:
            said(WORDS(wrong.why))
            good = False
        try:
            for name in (archive := Archive(path)).sizes:
                with contextlib.suppress(Unreadable):
                    archive.read(name, 100_000)
        except Unreadable as wrong:
            said(WORDS(wrong.why))
            good = False
        for finding in read_pack(path, kinds).findings:
            said(WORDS(finding.what))
        return good

    return take


def tables(folder: Path) -> Target:
    """Decks as tables of a spreadsheet."""
    types = [msgspec.convert(data, CardType) for _, data in CONTENT.every("sake_card_type")]
    speaking = [catalog(language) for language in ("en", "fr", "it")]
    rows = "".join(f"{speaking[0](Name.of(one.names))},1,2,3,4,push\n" for one in types)
    lines = deck_table.read_table("Card,Attack,Defence,Move,Drink,Card back\n" + rows, types, speaking).lines
    assert lines, "the sound table is read"
    by_id = {one.id: one for one in types}
    sound = [
        deck_table.write_table(lines, by_id, words, separator).encode(encoding)
        for words in speaking
        for separator in (None, "\t")
        for encoding in ("utf-8", "utf-16", "cp1252")
    ]
    pieces = (
        b'"',
        b";",
        b",",
        b"\t",
        b"\r",
        b"\n",
        b"\0",
        b"=1+1",
        b"\xff\xfe",
        b"\xef\xbb\xbf",
        b"9" * 50,
        b'"' * 9,
        b"\xe9",
    )

    def take(rng: Random) -> bool:
        try:
            text = deck_table.decoded(bytes_changed(rng.choice(sound), rng, pieces))
        except InvalidInput as wrong:
            said(WORDS(wrong.why))
            return False
        found = deck_table.read_table(text, types, speaking)
        assert not (found.lines and found.faults)
        for fault in found.faults:
            said(WORDS(fault.told))
        return bool(found.lines)

    return take


def frames(folder: Path) -> Target:
    """What phones say."""

    class Seat:
        def __init__(self, session: Session[Any]) -> None:
            self.session = session

        def closed(self, seat: str) -> None:
            return None

        def answer(self, seat: str, option: str) -> None:
            self.session.choose(option, seat=seat)

        def roll(self, faces: Any) -> None:
            self.session.roll(faces)

    faults: list[str] = []
    desks = []
    for session in games():
        if session.system is not CAMPAIGN:
            seat = Seat(Session.replay(session.system, session.save(), CONTENT))
            desk = Desk(seat, Face(seat, lambda seat: f"Player {seat}"), catalog, faults.append)
            seat.session.subscribe(lambda change, desk=desk: desk.moved())  # type: ignore[misc]
            desks.append(desk)

    def hear(rng: Random) -> bool:
        desk = rng.choice(desks)
        session = desk.game.session
        if isinstance(session.pending, Over) or session.cursor > 200:
            session.undo(session.cursor // 2)
        choices = choices_of(session.pending)
        viewer = rng.choice([*desk.seats, *(choice.seat for choice in choices)])
        shown = (
            json.loads(desk.frame(viewer, catalog("en")))["params"]
            if rng.random() < 0.3
            else {"number": desk._numbers[viewer]}
        )
        sound = [
            ("game.roll", {"number": shown["number"], "outcome": [1, 2]}),
            ("game.roll", {"number": shown["number"]}),
            ("game.choose", {"option": rng.choice(["pass", *_ids(shown.get("nodes", []))]), "number": shown["number"]}),
            ("seat.switch", {"id": "hidden", "on": True}),
            ("seat.language", {"language": "fr"}),
            ("seat.take", {"secret": "x" * 22, "language": "it"}),
        ]
        method, params = rng.choice(sound)
        request = {"jsonrpc": "2.0", "id": 3, "method": method, "params": params}
        message = json.dumps(request).encode() if rng.random() < 0.15 else json_changed(request, rng)
        line = message if rng.random() < 0.02 else message.decode("utf-8", "surrogateescape")
        try:
            id, form = parse(line)
        except (RpcError, InvalidInput) as wrong:
            said(wrong)
            return False
        if isinstance(form, Take | Speak):
            return True
        answer = json.loads(desk.answer(Ask(1, id, viewer, "en", form)))
        assert not faults, faults[0]
        assert answer["id"] == id
        if "error" in answer:
            said(answer["error"]["message"])
        return "result" in answer

    return hear


def _ids(nodes: Json) -> list[str]:
    found = []
    for node in nodes:
        found += [node["option"]] if "option" in node else []
        found += _ids(node.get("next") or [])
    return found


class Ran(Exception):
    """The command line was understood, and what takes long begins."""


def still(patch: pytest.MonkeyPatch) -> None:
    """Let nothing that takes long be done by a command line, and no window be opened."""
    from companion.app import program

    def ran(*_: object, **__: object) -> None:
        raise Ran

    for owner, name in (
        (program, "run"), (analysis, "simulate"), (analysis, "weigh"), (calibrate, "calibrate"), (calibrate, "perft"),
        (cli, "_simulate_into"), (cli, "_simulate_seats"), (cli, "_bench"),
    ):  # fmt: skip
        patch.setattr(owner, name, ran)
    patch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"")))


def arguments(folder: Path) -> Target:
    """Command lines of the shell, where everything is `still`."""
    deep = folder / "a" / "b" / "c"
    deep.mkdir(parents=True)
    (deep / "position.json").write_text(json.dumps(games()[0].system.encode(games()[0].state)))
    (deep / "setup.json").write_text("{}")
    shutil.copytree(DATA / "house-sake" / "sake-decks", deep / "pack" / "sake-decks")
    sound = [
        ["--language", "fr", "--data-dir", "data"],
        ["--database", "", "--version"],
        ["check", "pack", "position.json"],
        ["engine", "--pack", "pack"],
        ["simulate", "--game", "sake", "--seats", "3", "8", "--a", "random", "--games", "2", "--seed", "1", "--json"],
        ["simulate", "--bands", "lanterns", "oni", "--board", "yard", "--mirrored", "--games", "2", "--jobs", "1"],
        ["simulate", "--setup", "setup.json", "--into", "games.sqlite"],
        ["simulate", "--balance", "--calibrate"],
        ["bench", "--json"],
        ["perft", "position.json", "--depth", "2"],
    ]
    odd = [
        *(str(value) for value in VALUES),
        "\udcff",
        "é",
        "--",
        "-",
        "--pack",
        "--help",
        "\x1b[31m",
        "-1",
        "1e9",
        "9" * 40,
    ]

    def call(rng: Random) -> bool:
        line = list(rng.choice(sound))
        for _ in range(rng.choice([1, 1, 2, 4])):
            at, what = rng.randrange(len(line) + 1), rng.randrange(5)
            if what == 0:
                line.insert(at, rng.choice(odd))
            elif at == len(line):
                continue
            elif what == 1:
                line[at] = rng.choice(odd)
            elif what == 2:
                del line[at]
            elif what == 3:
                line.insert(at, rng.choice(line))
            else:
                line[at] = (
                    bytes_changed(os.fsencode(line[at]), rng).replace(b"/", b"|").decode("utf-8", "surrogateescape")
                )
        out, err = io.StringIO(), io.StringIO()
        with (
            contextlib.chdir(deep),
            contextlib.redirect_stdout(_Terminal(out)),
            contextlib.redirect_stderr(_Terminal(err)),
        ):
            try:
                status = cli.main(line)
            except SystemExit as ended:
                status = int(ended.code or 0)
            except Ran:
                return True
        assert status in (0, 1, 2), line
        if status:
            assert (out.getvalue() + err.getvalue()).strip(), line
        return status == 0

    return call


class _Terminal(io.TextIOWrapper):
    """A stream of text with bytes below, as a terminal's: what it cannot write is written as it is escaped."""

    def __init__(self, into: io.StringIO) -> None:
        super().__init__(io.BytesIO(), "utf-8", errors="backslashreplace", write_through=True)
        self.into = into

    def write(self, text: str) -> int:
        self.into.write(text)
        return super().write(text)


def typed(folder: Path) -> Target:
    """Commands typed at a table."""
    states = [session.state for session in games() if session.system.facts.id == "asagiri"]
    sound = [
        "okko e4", "oni disabled", "okko attacks oni", "fire 2 water", "6 5 4", "roll", "undo", "remove oni", "a1 n",
        "okko d5; oni c4", "noburo tire sur oni", "reserve tori", "fin", "kill loup d'ombre", "okko 3 zeni",
    ]  # fmt: skip
    pieces = (
        b" ",
        b";",
        b"/",
        b"'",
        "é".encode(),
        "１".encode(),
        "\u202e".encode(),
        b"\0",
        b"9" * 30,
        "𝒶".encode(),
        b"\n",
    )

    def hear(rng: Random) -> bool:
        state, line = rng.choice(states), " ".join(rng.sample(sound, rng.choice([1, 1, 2])))
        text = bytes_changed(line.encode(), rng, pieces).decode("utf-8", rng.choice(["replace", "surrogateescape"]))
        language, free = rng.choice(["en", "fr", "it"]), rng.random() < 0.5
        found = plan(state, text, free=free)
        if rng.random() < 0.2:
            complete(state, text, free=free, language=language)
        if not isinstance(found, Misunderstood):
            return True
        said(catalog(language)(advised(state, text, found, free=free, language=language)))
        return False

    return hear


TARGETS: dict[str, Callable[[Path], Target]] = {
    "lines": lines,
    "packs": pack_folders,
    "records": records,
    "archives": archives,
    "tables": tables,
    "frames": frames,
    "arguments": arguments,
    "typed": typed,
}
