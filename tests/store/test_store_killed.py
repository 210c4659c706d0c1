"""Killed in the midst of saving, updating, importing, exporting, copying, or beside another window: all or nothing."""

from __future__ import annotations

import shutil
import time
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any
from uuid import uuid4

import pytest
from sqlalchemy.engine import make_url

from companion.model.content.workshop import Workshop
from companion.model.core.record import NoContent, Record
from companion.model.core.session import Session
from companion.model.store import backups, connections, database, migrate
from companion.model.store.backups import Backups
from companion.model.store.files import members, read_member, read_record_bytes, read_record_file
from companion.model.store.library import LibraryQuery
from companion.model.store.repository import Repository
from tests.budget import tries
from tests.forked import Copies, copies_of, kill

from ..content.shop import hero, workshop
from ..core.counter import Counter
from .conftest import KILLED, find, place
from .killing import KEYS, STEPS, THROWN, _counted

RELEASES = Path(__file__).parent / "releases"
NONE = NoContent()
TRIES = tries(4)


@dataclass
class Killer:
    """Programs to kill."""

    copies: Copies

    def kill(self, what: str, where: Path | str, folder: Path, n: int, rng: Random) -> list[str]:
        """The lines of a program that is killed in the midst of the second thing it does."""
        arguments = (what, str(where), str(folder), n, rng.randrange(2**32), rng.random())
        with self.copies.heard(*arguments) as (_, told):
            return told.read().split("\n")[:-1]


@pytest.fixture(scope="module")
def killer() -> Iterator[Killer]:
    with copies_of("tests.store.killing") as copies:
        yield Killer(copies)


@pytest.fixture(params=KILLED)
def where(request: pytest.FixtureRequest, tmp_path: Path) -> Path | str:
    return place(request, tmp_path)


def sound(repository: Repository) -> dict[str, Session[Any]]:
    """Every game, played from its first step; nothing in the tables belongs to a game that is not there."""
    with repository._database.reading() as connection:
        if connection.dialect.name == "sqlite":
            assert connection.exec_driver_sql("PRAGMA integrity_check").scalar() == "ok"
            assert connection.exec_driver_sql("PRAGMA foreign_key_check").first() is None
        for table in ("step", "game_words", "game_tag"):
            lost = f"SELECT count(*) FROM {table} WHERE game_id NOT IN (SELECT id FROM game)"
            assert connection.exec_driver_sql(lost).scalar() == 0, table
    return {info.title: repository.open(info.id, find, NONE) for info in repository.games()}


def told_of(lines: list[str], n: int) -> tuple[str, int]:
    """What was done, and the number of the last that is known to have been done."""
    assert lines, "the first one was not done at all"
    assert lines[0].split()[1] == str(n)
    return lines[0].split()[0], n + len(lines) - 1


def note_of(kinds: dict[str, int], midst: int) -> str:
    """How often each kind of thing was under way, for the table."""
    return ", ".join(f"{kind} {many}" for kind, many in sorted(kinds.items())) + f"; {midst} in the midst"


Tried = Callable[..., None]


def test_killed_while_saving(killer: Killer, where: Path | str, tmp_path: Path, tried: Tried) -> None:
    rng, kinds, midst = Random(1), dict[str, int](), 0
    repository = Repository(where)
    repository.create(_counted(0), "Title 0", {"names": ["Anna", "Bea"]}, ("Anna", "Bea"))
    repository.bands.save("Mine", "counter", {"members": [0] * 200})
    repository.set_settings(dict.fromkeys(KEYS, 0))
    for n in range(10, 10 + 2 * TRIES, 2):
        for m in range(2 * THROWN - len(repository.find(LibraryQuery("thrown")))):
            repository.create(_counted(m), f"Thrown {n} {m}")
        before = {info.title for info in repository.games()}
        repository.close()
        kind, known = told_of(killer.kill("save", where, tmp_path, n, rng), n)
        kinds[kind], midst = kinds.get(kind, 0) + 1, midst + (known == n)
        repository = Repository(where)
        games = sound(repository)
        allowed = {known, n + 1}
        values = {repository.settings()[key] for key in KEYS}
        assert len(values) == 1
        (band,) = repository.bands.all()
        assert len(set(band.data["members"])) == 1
        if kind == "settings":
            assert values <= allowed
        elif kind == "band":
            assert set(band.data["members"]) <= allowed
        elif kind == "create":
            made = set(games) - before
            assert {f"Game {n}"} <= made <= {f"Game {n}", f"Game {n + 1}"}
            for title in made:
                (info,) = repository.find(LibraryQuery(f"a{title.split()[1]}"))
                assert (info.title, info.cursor, games[title].cursor) == (title, STEPS, STEPS)
        elif kind == "rename":
            title = repository.game(1).title
            assert title in {f"Title {one}" for one in allowed}
            assert [info.id for info in repository.find(LibraryQuery(title.lower()))] == [1]
        elif kind == "tags":
            tags = {tag for tag, _ in repository.tags()}
            assert tags in [{f"t{one}", f"u{one}"} for one in allowed]
        else:
            left = len(repository.find(LibraryQuery("thrown")))
            assert left in ({THROWN, 0} if known == n else {0})
    repository.close()
    tried(TRIES, note_of(kinds, midst))


def test_killed_while_saving_a_pack(killer: Killer, tmp_path: Path, tried: Tried) -> None:
    rng, midst = Random(2), 0
    shop = workshop(tmp_path)
    name = shop.create("Mine")
    shop.save(name, "character", hero(name))
    for n in range(10, 10 + 2 * TRIES, 2):
        lines = killer.kill("pack", tmp_path / "okko.db", tmp_path, n, rng)
        _, known = told_of(lines, n)
        midst += known == n
        again = workshop(tmp_path)
        (listed,) = again.manifests()
        assert listed.own and listed.manifest is not None
        assert again.check(name) == []
        card = again.record(name, "character", f"{name}:hero")
        assert card is not None
    tried(TRIES, note_of({"pack": TRIES}, midst))


def release(number: str, path: Path) -> None:
    """A file as an earlier release has left it."""
    import sqlite3
    from contextlib import closing

    with closing(sqlite3.connect(path)) as connection:
        connection.executescript((RELEASES / f"{number}.sql").read_text("utf-8"))
        connection.execute(f"PRAGMA application_id = {connections.APPLICATION}")


def titles(where: Path | str) -> list[str]:
    repository = Repository(where)
    try:
        return sorted(info.title for info in repository.games())
    finally:
        repository.close()


def test_killed_while_a_file_is_brought_up_to_date(killer: Killer, tmp_path: Path, tried: Tried) -> None:
    rng, kinds, midst = Random(3), dict[str, int](), 0
    numbers = sorted(path.stem for path in RELEASES.glob("*.sql"))
    expected = dict[str, list[str]]()
    for n in range(TRIES):
        folder, number = tmp_path / str(n), rng.choice(numbers)
        folder.mkdir()
        path = folder / "second.db"
        if number not in expected:
            release(number, tmp_path / f"{number}.old")
            shutil.copy(tmp_path / f"{number}.old", tmp_path / "whole.db")
            expected[number] = titles(tmp_path / "whole.db")
            (tmp_path / "whole.db").unlink()
        for name in ("first.db", "second.db"):
            shutil.copy(tmp_path / f"{number}.old", folder / name)
        lines = killer.kill("migration", folder / "@@.db", folder, 0, rng)
        kinds[number], midst = kinds.get(number, 0) + 1, midst + (len(lines) == 1)
        assert titles(path) == expected[number]
        assert backups.check(path) == connections.REVISIONS[-1]
        for copy in Backups(path).listed():
            assert backups.check(copy.path) == number
        shutil.rmtree(folder)
    tried(TRIES, note_of(kinds, midst))


@pytest.mark.soak
def test_killed_while_a_server_is_brought_up_to_date(killer: Killer, server: str, tmp_path: Path, tried: Tried) -> None:
    import psycopg

    rng, midst, header = Random(4), 0, '{"format":"okko-record/1","system":"counter","setup":{"goal":5},"seed":7}'

    model = f"okko_model_{uuid4().hex}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{model}"'.encode())
    url = make_url(server).set(database=model).render_as_string(hide_password=False)
    engine = database.Database(url)._engine
    engine.dispose()
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("DROP SCHEMA public CASCADE")
        connection.execute("CREATE SCHEMA public")
    migrate.upgrade(engine, None, None, to="0001")
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(
            "INSERT INTO game (system, title, created, updated, revision, cursor, mode, finished, header) VALUES "
            f"('counter', 'Old evening', '2026', '2026', 0, 0, 'enforce', false, '{header}')".encode()
        )
    engine.dispose()
    for n in range(TRIES):
        tag = uuid4().hex
        names = [f"okko_{tag}_{which}" for which in ("first", "second")]
        with psycopg.connect(server, autocommit=True) as connection:
            for name in names:
                connection.execute(f'CREATE DATABASE "{name}" TEMPLATE "{model}"'.encode())
        where = url.replace(model, names[1])
        midst += len(killer.kill("migration", where.replace("second", "@@"), tmp_path, 0, rng)) == 1
        assert titles(where) == ["Old evening"], n
        with psycopg.connect(server, autocommit=True) as connection:
            for name in names:
                connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)'.encode())
    tried(TRIES, f"PostgreSQL: {midst} in the midst")


def packs(folder: Path) -> None:
    """Two packs of one name that can be installed, of a thousand and of two thousand records."""
    shop = Workshop((folder / "made"), workshop(folder).kinds.values(), workshop(folder).base)
    name = shop.create("Given")
    for n in range(2):
        shop.save_all(name, [("character", hero(name, f"hero{m}", zeni=1 + n)) for m in range(20)])
        shop.export(name, folder / f"pack{n}.okko-pack")


def test_killed_while_importing(killer: Killer, where: Path | str, tmp_path: Path, tried: Tried) -> None:
    rng, kinds, midst = Random(5), dict[str, int](), 0
    folder = tmp_path / "in"
    folder.mkdir()
    packs(folder)
    shutil.rmtree(folder / "made")
    repository = Repository(where)
    first = repository.create(_counted(3), "one").id
    repository.export_game(first, folder / "one.okko.json")
    repository.export_games([first], folder / "games.zip")
    repository.close()
    for n in range(10, 10 + 2 * TRIES, 2):
        before = len(titles(where))
        lines = killer.kill("import", where, tmp_path, n, rng)
        kind, known = told_of(lines, n)
        kinds[kind], midst = kinds.get(kind, 0) + 1, midst + (known == n)
        repository = Repository(where)
        games = repository.games()
        assert all(info.cursor == STEPS for info in games)
        assert all(repository.look(info.id, find, NONE).cursor == STEPS for info in games[:10])
        if kind == "pack":
            shop = workshop(tmp_path / "shop")
            (listed,) = shop.manifests()
            cards = shop.records(listed.namespace, "character").values()
            assert len(cards) == 20
            assert len({card["zeni"] for card in cards if isinstance(card, dict)}) == 1
            assert shop.check(listed.namespace) == []
            assert not [path.name for path in shop.root.iterdir() if path.name.startswith(".new-")]
        else:
            each = 5 if kind == "many" else 1
            assert len(games) - before in ({each, 2 * each} if known == n else {2 * each})
        if len(games) > 60:
            repository.library.forget([info.id for info in games[:-1]])
        sound(repository) if n % 20 == 0 else None
        repository.close()
    tried(TRIES, note_of(kinds, midst))


def whole(record: Record) -> None:
    """Play a record that was exported, to its end."""
    assert Session.replay(Counter(), record, NONE).cursor == STEPS


def test_killed_while_exporting(killer: Killer, tmp_path: Path, tried: Tried) -> None:
    rng, kinds, midst, unfinished = Random(6), dict[str, int](), 0, set[Path]()
    out = tmp_path / "out"
    out.mkdir()
    shop = workshop(tmp_path)
    name = shop.create("Mine")
    shop.save(name, "character", hero(name))
    repository = Repository(tmp_path / "okko.db")
    for n in range(30):
        repository.create(_counted(n), f"Game {n}")
    repository.close()
    for n in range(10, 10 + 2 * TRIES, 2):
        lines = killer.kill("export", tmp_path / "okko.db", tmp_path, n, rng)
        kind, known = told_of(lines, n)
        kinds[kind], midst = kinds.get(kind, 0) + 1, midst + (known == n)
        for path in sorted(out.rglob("*")):
            if path.is_dir():
                continue
            if path.name.endswith(".part"):
                assert path.name.startswith(".okko-companion-")
                unfinished.add(path)
            elif path.suffix == ".zip":
                with zipfile.ZipFile(path) as archive:
                    assert archive.testzip() is None
                assert len(members(path)) == 30
                whole(read_record_bytes(read_member(path, members(path)[0])))
            elif path.suffix in (".json", ".okko-game"):
                whole(read_record_file(path))
            else:
                assert shop.look(path).sound
        assert len(list(out.glob(".*"))) <= 1, "the next one into this folder removes what was left"
        if kind == "folder":
            shutil.rmtree(out / "games")
    again = Repository(tmp_path / "okko.db")
    assert len(sound(again)) == 30
    again.export_game(again.games()[0].id, out / "game.okko-game")
    again.close()
    assert not list(out.rglob(".*"))
    tried(TRIES, f"{note_of(kinds, midst)}; {len(unfinished)} unfinished files, each removed by the next export")


def test_killed_while_copying_and_bringing_back(killer: Killer, tmp_path: Path, tried: Tried) -> None:
    rng, kinds, midst, path = Random(7), dict[str, int](), 0, tmp_path / "okko.db"
    repository = Repository(path)
    made = list[set[str]]()
    for count in (3, 6):
        for n in range(len(repository.games()), count):
            repository.create(_counted(n), f"Game {n}")
        made.append({f"Game {n}" for n in range(count)})
        Backups(path).make()
    repository.close()
    ended = list[set[str]]()
    for n in range(10, 10 + 2 * TRIES, 2):
        kind, known = told_of(killer.kill("backup", path, tmp_path, n, rng), n)
        kinds[kind], midst = kinds.get(kind, 0) + 1, midst + (known == n)
        for copy in Backups(path).listed():
            assert backups.check(copy.path) == connections.REVISIONS[-1]
        repository = Repository(path)
        ended.append(set(sound(repository)))
        assert ended[-1] in made
        repository.close()
    assert len({len(one) for one in ended}) == 2, "each came back"
    tried(TRIES, note_of(kinds, midst))


def test_two_windows_play_one_game_and_either_is_killed(killer: Killer, where: Path | str, tried: Tried) -> None:
    rng, done = Random(8), 0
    repository = Repository(where)
    repository.create(Session.new(Counter(), {"goal": 10**6}, NONE, 1), "Ours")
    for n in range(TRIES):
        _, _, before = repository._read(1)
        repository.close()
        windows = [killer.copies.heard("window", str(where), "", 0, 2 * n + m, 0.0) for m in range(2)]
        with windows[0] as (program, one), windows[1] as (another, other):
            assert [stream.readline() for stream in (one, other)] == ["ready\n"] * 2
            first = [one.readline() for _ in range(rng.randint(0, 6))]
            time.sleep(rng.random() * 0.02)
            kill(program)
            # the other one is not held up: it goes on
            second = [other.readline() for _ in range(4)]
            assert second == ["did\n"] * 4
            kill(another)
            lines = [*first, *second, *one, *other]
        seen = sum(line == "did\n" for line in lines)
        repository = Repository(where)
        _, _, revision = repository._read(1)
        assert revision - before - seen in (0, 1, 2), "at most the change that each was making"
        sound(repository)
        done += seen
    repository.close()
    tried(TRIES, f"{done} changes by both")
