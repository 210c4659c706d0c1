"""The store as the rest of the program knows it: games, settings, bands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeAlias

import msgspec
from sqlalchemy import Connection, Select, delete, select, update

from companion.model.content.record_checks import refuse_unsound
from companion.model.core.contract import About, Content, Describes, Json, System, part
from companion.model.core.file_names import title_of
from companion.model.core.record import Record
from companion.model.core.refusal import InvalidInput, StorageError
from companion.model.core.session import Session
from companion.model.core.timeline import Change
from companion.model.core.words import one_line, say

from . import library
from .backups import Backup, Backups
from .campaigns import Campaigns
from .database import Database
from .files import read_member, read_record_bytes, read_record_file, record_text, write_many, write_text
from .game_library import AT_ONCE, Bands, GameInfo, GameLibrary, game_of, json_of, json_text, people_of, title_line
from .library import Figuring, KeptFigures, LibraryQuery, PageEnd
from .logs import DamagedStep, LogJournal, fingerprint, kept_row, missing, put_log, read_head, read_steps
from .tables import Game, Setting, reseal, sealed

FindSystem: TypeAlias = Callable[[str], System[Any] | None]
"""The system of an id, or None when it is not known."""

_ALL = LibraryQuery()
_NONE: frozenset[int] = frozenset()

_GAMES = Game.__table__
_SETTINGS = Setting.__table__


def utc_now() -> str:
    """Now, as the tables write it."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


class Repository:
    """What is kept. Every method may raise StorageError, and then has done nothing."""

    def __init__(
        self,
        where: str | Path,
        *,
        now: Callable[[], str] = utc_now,
        figuring: Figuring | None = None,
        copy: bool = False,
    ) -> None:
        """Open the file at a path (made when it is not there) or a URL.

        ``sqlite://`` keeps all in memory, ``postgresql://user@host/name`` on a server. `figuring`: how the figures of
        games that have ended are worked out; None: they are not. `copy`: as for `Database`.
        """
        self.now, self._figuring = now, figuring
        self._database = Database(where, copy=copy)

    @property
    def in_memory(self) -> bool:
        return self._database.in_memory

    @property
    def database(self) -> Database:
        return self._database

    def close(self) -> None:
        self._database.close()

    @property
    def bands(self) -> Bands:
        return Bands(self._database, self.now)

    @property
    def campaigns(self) -> Campaigns:
        return Campaigns(self._database, self.now)

    def restore(self, backups: Backups, backup: Backup) -> Backup | None:
        """Have a copy of the file take its place, brought up to date; see `Backups.restore`.

        Should it not come up to date, the file is as it was.
        """
        self._database.rest()
        kept = backups.restore(backup)
        try:
            self._database.wake()
        except StorageError:
            if kept is not None:
                backups.pour_back(kept)
                self._database.wake()
            raise
        return kept

    @property
    def library(self) -> GameLibrary:
        return GameLibrary(self._database, self.now)

    # Games

    def create(
        self,
        session: Session[Any],
        title: str,
        summary: Json = None,
        people: Sequence[str] = (),
        *,
        also: Callable[[Connection, int], None] | None = None,
    ) -> GameInfo:
        """Store the game of `session` with all its steps, and keep every later change of it.

        `people`: who plays and what their bands are called, to find it by. `also`: done in the same transaction.
        """
        with self._database.writing() as connection:
            game = self._insert(connection, session, title, summary, people)
            if also is not None:
                also(connection, game)
        session.attach(LogJournal(self._database, game, 0, len(session.steps), self.now))
        self._follow(game, session)
        return self.game(game)

    def take_all(self, games: Iterable[tuple[Session[Any], str, Sequence[str]]]) -> int:
        """Store many games at once (session, title, people), all or none; their later changes are not kept.

        Returns how many they were.
        """
        many = 0
        with self._database.writing() as connection:
            for session, title, people in games:
                self._insert(connection, session, title, None, people)
                many += 1
        return many

    def _insert(
        self, connection: Connection, session: Session[Any], title: str, summary: Json, people: Sequence[str]
    ) -> int:
        now = self.now()
        row = {
            **kept_row(session, now),
            "system": session.header.system,
            "title": title_line(title),
            "created": now,
            "fingerprint": fingerprint(session.header),
            "summary": None if summary is None else json_text(summary),
        }
        game = put_log(connection, row, session.steps)
        describing = part(session.system, Describes)
        about = About() if describing is None else describing.about(session.state)
        library.describe(connection, game, title_line(title), about=about, people=people, new=True)
        if self._figuring is not None:
            library.keep_figures(self._database, connection, game, self._figuring, session)
        return game

    def games(self) -> tuple[GameInfo, ...]:
        with self._database.reading() as connection:
            rows = connection.execute(_LIST.order_by(_GAMES.c.updated.desc(), _GAMES.c.id.desc())).all()
        return tuple(game_of(row) for row in rows)

    def infos(self, games: Sequence[int]) -> tuple[GameInfo, ...]:
        """These games in this order; those that are gone are left out."""
        found: dict[int, GameInfo] = {}
        with self._database.reading() as connection:
            for n in range(0, len(games), AT_ONCE):
                rows = connection.execute(_LIST.where(_GAMES.c.id.in_(games[n : n + AT_ONCE]))).all()
                found.update((row.id, game_of(row)) for row in rows)
        return tuple(found[id] for id in games if id in found)

    def game(self, game: int) -> GameInfo:
        """One game; raises StorageError (``missing``)."""
        with self._database.reading() as connection:
            row = connection.execute(_LIST.where(_GAMES.c.id == game)).first()
        if row is None:
            raise missing()
        return game_of(row)

    def record(self, game: int) -> tuple[Record, int]:
        """A game's whole record, what can be redone included, and its cursor."""
        record, cursor, _ = self._sound(game)
        return record, cursor

    def open(self, game: int, find_system: FindSystem, content: Content) -> Session[Any]:
        """Go on with a game, at the place where it was left; its changes are kept.

        Raises InvalidInput when its steps cannot be played any more (`rescue` then takes what can).
        """
        record, cursor, revision = self._read(game)
        session = Session.replay(_system(record, find_system), record, content, cursor=cursor)
        session.attach(LogJournal(self._database, game, revision, len(record.steps), self.now))
        self._follow(game, session)
        return session

    def look(self, game: int, find_system: FindSystem, content: Content) -> Session[Any]:
        """A game only to look at: nothing that is done to it is kept. Raises InvalidInput as `open` does."""
        record, cursor, _ = self._read(game)
        return Session.replay(_system(record, find_system), record, content, cursor=cursor)

    def rescue(self, game: int, find_system: FindSystem, content: Content) -> Session[Any]:
        """A new game out of the steps of an old one that can still be played; the old one stays as it is."""
        record, cursor, _ = self._read(game, lenient=True)
        system = _system(record, find_system)
        session = Session.replay(system, record, content, cursor=cursor, lenient=True)
        self.create(session, self.game(game).title)
        return session

    def rename(self, game: int, title: str) -> None:
        self._change(game, title=title_line(title))

    def summarise(self, game: int, summary: Json, people: Sequence[str] | None = None) -> None:
        """Keep what the home screen draws of a game, and who plays it now (None: as before)."""
        self._change(game, people, summary=None if summary is None else json_text(summary))

    # The library

    def find(self, wanted: LibraryQuery, after: PageEnd | None = None, most: int = 50) -> tuple[GameInfo, ...]:
        """A page of the games wanted, the one played last first; `after`: where the page before ended."""
        with self._database.reading() as connection:
            rows = connection.execute(library.page(_LIST, wanted, after, most)).all()
        return tuple(game_of(row) for row in rows)

    def count(self, wanted: LibraryQuery) -> int:
        with self._database.reading() as connection:
            return int(connection.execute(library.count(wanted)).scalar_one())

    def set_tags(self, game: int, tags: Sequence[str]) -> None:
        self.game(game)
        with self._database.writing() as connection:
            library.set_tags(connection, game, tags)

    def tags(self) -> tuple[tuple[str, int], ...]:
        return self._pairs(library.all_tags())

    def systems(self) -> tuple[tuple[str, int], ...]:
        """The id of every game that is played and how often, the most played first."""
        return self._pairs(library.all_systems())

    def adventures(self) -> tuple[tuple[str, int], ...]:
        """The id of every adventure played and how often, the most played first."""
        return self._pairs(library.all_adventures())

    def _pairs(self, statement: Select[Any]) -> tuple[tuple[str, int], ...]:
        with self._database.reading() as connection:
            return tuple((str(what), int(many)) for what, many in connection.execute(statement))

    # Figures

    def figures(self, wanted: LibraryQuery = _ALL, campaign: int | None = None) -> tuple[KeptFigures, ...]:
        """Those of the games wanted that have ended, as far as known, the one played first at the front.

        `campaign`: only the games played for it.
        """
        if self._figuring is None:
            return ()
        with self._database.reading() as connection:
            rows = connection.execute(library.wanted_figures(self._figuring.version, wanted, campaign)).all()
        return tuple([KeptFigures(*row) for row in rows])

    def lacking_figures(self, wanted: LibraryQuery = _ALL, campaign: int | None = None) -> tuple[int, ...]:
        """The games wanted that have ended and whose figures have still to be worked out."""
        if self._figuring is None:
            return ()
        with self._database.reading() as connection:
            found = connection.execute(library.lacking_figures(self._figuring.version, wanted, campaign)).scalars()
            return tuple(int(id) for id in found)

    def work_out(self, game: int, find_system: FindSystem, content: Content) -> bool:
        """Work out the figures of a game that has ended and keep them; returns whether it has any.

        Raises InvalidInput when its steps cannot be played any more.
        """
        if self._figuring is None:
            return False
        record, cursor, revision = self._read(game)
        session = Session.replay(_system(record, find_system), record, content, cursor=cursor)
        with self._database.writing() as connection:
            known = connection.execute(select(_GAMES.c.revision).where(_GAMES.c.id == game)).scalar()
            if known != revision:
                return False  # somebody has gone on with it: it will be asked for again
            return library.keep_figures(self._database, connection, game, self._figuring, session)

    def _follow(self, game: int, session: Session[Any]) -> None:
        """Keep the figures of a game whenever it comes to its end."""
        figuring = self._figuring
        if figuring is None:
            return

        def changed(change: Change) -> None:
            if change.cause == "look" or not session.standing.finished:
                return
            # the step is kept already; figures that could not be are lacking, and worked out when they are wanted
            with suppress(StorageError), self._database.writing() as connection:
                library.keep_figures(self._database, connection, game, figuring, session)

        session.subscribe(changed)

    # Changes

    def delete(self, game: int) -> None:
        with self._database.writing() as connection:
            if connection.execute(delete(_GAMES).where(_GAMES.c.id == game)).rowcount != 1:
                raise missing()

    def export_game(self, game: int, path: str | Path) -> None:
        """Write a game, up to its cursor, into one readable file (``*.okko-game``)."""
        write_text(path, self._portable(game))

    def export_games(self, games: Sequence[int], target: str | Path) -> tuple[int, tuple[str, ...]]:
        """Write games, a file each, into a folder or (a name that ends in ``.zip``) an archive.

        Nothing that is in the folder is written over. An archive is there as a whole or not at all. Returns how many
        games were written, and the titles of those that are damaged.
        """
        titles = {info.id: info.title for info in self.infos(games)}
        damaged: list[str] = []

        def texts() -> Iterator[tuple[str, str]]:
            for game in games:
                try:
                    yield titles[game], self._portable(game)
                except KeyError:
                    continue  # thrown away in another window
                except StorageError as wrong:
                    if wrong.kind not in ("corrupt", "missing"):
                        raise
                    damaged.append(titles[game])

        return write_many(Path(target), texts()), tuple(damaged)

    def _portable(self, game: int) -> str:
        """A game up to its cursor, and who played it, as the text of a file."""
        record, cursor = self.record(game)
        people = people_of(self.game(game).summary)
        return record_text(msgspec.structs.replace(record, steps=record.steps[:cursor], people=people))

    def _take(self, record: Record, session: Session[Any], title: str) -> GameInfo:
        """Store a game out of a file, with those who played it."""
        people = record.people
        if isinstance(people, msgspec.UnsetType):
            return self.create(session, title)
        names, bands = ([*map(one_line, each)] for each in people.of_seats(len(session.system.seats(session.state))))
        return self.create(session, title, {"names": names, "bands": bands}, (*names, *bands))

    def take_game(
        self,
        path: Path,
        find_system: FindSystem,
        content: Content,
        *,
        member: str = "",
        again: bool = False,
        but: Set[int] = _NONE,
    ) -> tuple[GameInfo, int, bool]:
        """Store the game of a file, after it was played from its first step to its last.

        One that is stored already (`GameLibrary.twin`) is not stored `again`. `member`: of which file in the archive at
        `path`. `but`: games that do not count.
        Returns the game, the number of steps in the file, and whether it is new.
        """
        record = read_record_bytes(read_member(path, member)) if member else read_record_file(path)
        session = _replayed(record, find_system, content)
        twin = None if again else self.library.twin(session, but)
        if twin is not None:
            return self.game(twin), session.cursor, False
        return self._take(record, session, title_of(member or path)), session.cursor, True

    def _read(self, game: int, *, lenient: bool = False) -> tuple[Record, int, int]:
        """A game's whole record, its cursor and its revision; `lenient`: as much of it as is sound.

        Raises InvalidInput naming what of it is damaged, StorageError.
        """
        row: Any = None
        try:
            with self._database.reading() as connection:
                row = connection.execute(_WHOLE.where(_GAMES.c.id == game)).first()
                if row is None:
                    raise missing()
                steps = read_steps(connection, game)
        except DamagedStep as wrong:  # out here: a transaction of a damaged file cannot even be ended well
            if not lenient:
                raise
            steps = wrong.before
        return read_head("game", row._mapping, steps, lenient=lenient), min(row.cursor, len(steps)), row.revision

    def _sound(self, game: int) -> tuple[Record, int, int]:
        try:
            return self._read(game)
        except InvalidInput as wrong:
            raise StorageError("corrupt", wrong.why) from wrong

    def _change(self, game: int, people: Sequence[str] | None = None, **values: object) -> None:
        with self._database.writing() as connection:
            if connection.execute(update(_GAMES).where(_GAMES.c.id == game).values(**values)).rowcount != 1:
                raise missing()
            reseal(connection, _GAMES, _GAMES.c.id == game, "seal_told")
            if people is not None or "title" in values:
                title = connection.execute(select(_GAMES.c.title).where(_GAMES.c.id == game)).scalar_one()
                library.describe(connection, game, title, people=people)

    # Settings

    def settings(self) -> dict[str, Json]:
        with self._database.reading() as connection:
            rows = connection.execute(select(_SETTINGS.c.key, _SETTINGS.c.value)).all()
        return {key: json_of(value) for key, value in rows}

    def set_settings(self, values: Mapping[str, Json]) -> None:
        if not values:
            return
        rows = [sealed(_SETTINGS, {"key": key, "value": json_text(value)}) for key, value in values.items()]
        with self._database.writing() as connection:
            connection.execute(self._database.put(_SETTINGS, ("key",)), rows)

    def set_setting(self, key: str, value: Json) -> None:
        self.set_settings({key: value})


_LIST = select(*(_GAMES.c[name] for name in GameInfo.__struct_fields__))
_WHOLE = select(*(_GAMES.c[name] for name in ("system", "header", "seal", "cursor", "revision")))


def _replayed(record: Record, find_system: FindSystem, content: Content) -> Session[Any]:
    """The game of a file, played from its first step to its last; who played it is no part of a stored game."""
    bare, system = msgspec.structs.replace(record, people=msgspec.UNSET), _system(record, find_system)
    refuse_unsound(bare, system, content)
    return Session.replay(system, bare, content)


def _system(record: Record, find_system: FindSystem) -> System[Any]:
    system = find_system(record.system)
    if system is None:
        raise InvalidInput("record.system", say("The game system {system} is unknown here.", system=record.system))
    return system
