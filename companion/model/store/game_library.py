"""All the games at once: put in order, listed by their numbers, copied, known again when they come a second time."""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from typing import Any, Literal, TypeAlias

import msgspec
from sqlalchemy import Connection, Select, and_, delete, insert, literal, select, update

from companion.model.core.contract import About, Json
from companion.model.core.record import People, Record, Step
from companion.model.core.refusal import InvalidInput, StorageError
from companion.model.core.session import Session
from companion.model.core.words import one_line, say
from companion.model.store import library
from companion.model.store.database import Database
from companion.model.store.errors import corrupt
from companion.model.store.library import LibraryQuery
from companion.model.store.logs import DamagedStep, fingerprint, insert_row, missing, read_steps
from companion.model.store.tables import (
    Game,
    GamePosition,
    GameTag,
    GameWords,
    SavedBand,
    StatisticsRow,
    StepRow,
    reseal,
)


class GameInfo(msgspec.Struct, frozen=True):
    """A stored game, without opening it. Dates are UTC, ISO; `summary` is what `Repository.summarise` was given."""

    id: int
    system: str
    title: str
    created: str
    updated: str
    cursor: int
    mode: str
    finished: bool
    winner: str | None
    summary: Json


class StoredBand(msgspec.Struct, frozen=True):
    """A stored band; `data` is the system's own JSON."""

    id: int
    name: str
    system: str
    created: str
    updated: str
    data: Json


MOST_TITLE = 200


def title_line(text: str) -> str:
    """A title that can be shown and stored."""
    return one_line(text)[:MOST_TITLE] or "–"


def json_text(value: Json) -> str:
    """A value as it is stored; raises InvalidInput for what is no JSON."""
    try:
        return msgspec.json.encode(value).decode()
    except (TypeError, ValueError, RecursionError) as wrong:
        raise InvalidInput("", say("This cannot be written as JSON.")) from wrong


def json_of(text: str) -> Json:
    """A stored value; raises StorageError for a damaged one."""
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError as wrong:
        raise corrupt() from wrong


def game_of(row: Any) -> GameInfo:
    """A game out of its row; what is drawn of it is left out where it is damaged."""
    values = [*row[:-1], None if row.summary is None else json_or_nothing(row.summary)]
    return GameInfo(*values)


def band_of(row: Any) -> StoredBand:
    """A band out of its row; a damaged one is empty."""
    values = [*row[:-1], json_or_nothing(row.data)]
    return StoredBand(*values)


def json_or_nothing(text: str) -> Json:
    """A stored value; None for a damaged one."""
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError:
        return None


def people_of(summary: Json) -> People | msgspec.UnsetType:
    """Who plays, out of what the window keeps of a game; UNSET when that says nothing of it."""
    if not isinstance(summary, dict):
        return msgspec.UNSET
    try:
        found = msgspec.convert({key: summary[key] for key in ("names", "bands") if key in summary}, People)
    except msgspec.ValidationError:
        return msgspec.UNSET
    return found if any((*found.names, *found.bands)) else msgspec.UNSET


_BANDS = SavedBand.__table__
_LIST = select(*(_BANDS.c[name] for name in StoredBand.__struct_fields__))


class Bands:
    """What is kept of bands. Every method may raise StorageError, and then has done nothing."""

    def __init__(self, database: Database, now: Callable[[], str]) -> None:
        """In the file or on the server that `database` is."""
        self._database, self._now = database, now

    def all(self, system: str | None = None) -> tuple[StoredBand, ...]:
        """The bands of a system, or all, by name."""
        with self._database.reading() as connection:
            rows = connection.execute(_LIST.order_by(_BANDS.c.name, _BANDS.c.id)).all()
        return tuple(band_of(row) for row in rows if system in (None, row.system))

    def save(self, name: str, system: str, data: Json, band: int | None = None) -> StoredBand:
        """Keep a band: a new one, or in the place of `band`."""
        now = self._now()
        values = {"name": title_line(name), "system": system, "updated": now, "data": json_text(data)}
        with self._database.writing() as connection:
            if band is None:
                band = insert_row(connection, _BANDS, {**values, "created": now})
            elif connection.execute(update(_BANDS).where(_BANDS.c.id == band).values(**values)).rowcount != 1:
                raise _missing()
            else:
                reseal(connection, _BANDS, _BANDS.c.id == band)
            row = connection.execute(_LIST.where(_BANDS.c.id == band)).one()
        return band_of(row)

    def delete(self, band: int) -> None:
        with self._database.writing() as connection:
            if connection.execute(delete(_BANDS).where(_BANDS.c.id == band)).rowcount != 1:
                raise _missing()


def _missing() -> StorageError:
    return StorageError("missing", say("This band no longer exists."))


Order: TypeAlias = Literal["changed", "begun", "name", "length"]
"""By the moment of the last change, by that of the beginning, by title, by the number of steps."""
AT_ONCE = 500
"""So many numbers go into one statement: some databases take no more than a thousand."""

_GAMES = Game.__table__
_STEPS = StepRow.__table__
_WORDS = GameWords.__table__
_FIGURES = StatisticsRow.__table__
_TAGS = GameTag.__table__
_POSITIONS = GamePosition.__table__
_HEADER = msgspec.json.Decoder(Record)


class GameDetails(msgspec.Struct, frozen=True):
    """What a list tells of a game beside what the game itself tells."""

    adventure: str | None = None
    people: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    figures: str | None = None
    """What was kept of it in short when it ended (`figures.KeptFigures.data`)."""


class GameLibrary:
    """The games of one database, looked at as a whole. Every method may raise StorageError."""

    def __init__(self, database: Database, now: Callable[[], str]) -> None:
        self._database, self._now = database, now

    def ids(self, wanted: LibraryQuery, order: Order = "changed", *, backward: bool = False) -> tuple[int, ...]:
        """The numbers of the games wanted, in order: the newest, the longest or the first by alphabet first.

        `backward`: the other way round.
        """
        with self._database.reading() as connection:
            return tuple(connection.execute(_ordered(wanted, order, backward)).scalars())

    def details(self, games: Sequence[int]) -> dict[int, GameDetails]:
        """What is told of these games; those that are gone are left out."""
        found: dict[int, GameDetails] = {}
        with self._database.reading() as connection:
            for part in _parts(games):
                tags: dict[int, list[str]] = {}
                for game, tag in connection.execute(_ALL_TAGS.where(_TAGS.c.game_id.in_(part))):
                    tags.setdefault(game, []).append(tag)
                for game, adventure, people, figures in connection.execute(_TOLD.where(_GAMES.c.id.in_(part))):
                    lines = tuple((people or "").split("\n")) if people else ()
                    found[game] = GameDetails(adventure, lines, tuple(sorted(tags.get(game, ()))), figures)
        return found

    def copy(self, game: int, title: str) -> int:
        """Another game with the same steps, people and tags; returns its number."""
        now = self._now()
        with self._database.writing() as connection:
            row = connection.execute(select(_GAMES).where(_GAMES.c.id == game)).mappings().first()
            if row is None:
                raise missing()
            clean = one_line(title) or row["title"]
            fresh = {"title": clean, "created": now, "updated": now, "revision": 0}
            values = {**row, **fresh}
            copy = insert_row(connection, _GAMES, {name: value for name, value in values.items() if name != "id"})
            for table in (_STEPS, _TAGS):
                _copy_rows(connection, table, game, copy)
            _copy_words(connection, game, copy, clean)
        return copy

    def tag(self, games: Sequence[int], tag: str, *, on: bool) -> None:
        """Put a tag on all of these games, or take it off all of them; all or none. Games that are gone do not count.

        Raises StorageError when one of them has too many tags then, or the tag is too long.
        """
        clean = one_line(tag)
        if not clean:
            return
        with self._database.writing() as connection:
            for part in _parts(games):
                having = select(_TAGS.c.game_id).where(_TAGS.c.tag == clean, _TAGS.c.game_id.in_(part))
                bearing = set(connection.execute(having).scalars())
                if on:
                    there = set(connection.execute(select(_GAMES.c.id).where(_GAMES.c.id.in_(part))).scalars())
                    library.add_tag(connection, sorted(there - bearing), clean)
                    continue
                for game in bearing:
                    kept = library.tags_of(connection, game)
                    library.set_tags(connection, game, [other for other in kept if other != clean])

    def forget(self, games: Sequence[int]) -> None:
        """Forget these games, all or none; those that are gone do not count."""
        with self._database.writing() as connection:
            for part in _parts(games):
                connection.execute(delete(_GAMES).where(_GAMES.c.id.in_(part)))

    def twin(self, session: Session[Any], but: Set[int] = frozenset()) -> int | None:
        """The stored game that is the same as this one, or a part of it, or goes on from it.

        Of several the one that is as long, else the longest.

        The same: begun alike from the same seed, and every step that both have was decided alike and came out alike.
        `but`: games that do not count.
        """
        alike = select(_GAMES.c.id, _GAMES.c.cursor).where(_GAMES.c.fingerprint == fingerprint(session.header))
        best = ((_GAMES.c.cursor == session.cursor).desc(), _GAMES.c.cursor.desc(), _GAMES.c.id)
        with self._database.reading() as connection:
            for game, cursor in connection.execute(alike.order_by(*best)).all():
                if game not in but and self._is_twin(connection, game, cursor, session):
                    return int(game)
        return None

    def _is_twin(self, connection: Connection, game: int, cursor: int, session: Session[Any]) -> bool:
        header = session.header
        record = _header(connection.execute(select(_GAMES.c.header).where(_GAMES.c.id == game)).scalar_one())
        if record is None or (record.seed, record.system, record.setup, record.start) != (
            header.seed, header.system, header.setup, header.start,
        ):  # fmt: skip
            return False
        try:
            steps = read_steps(connection, game)
        except DamagedStep:
            return False
        return all(map(_came_alike, session.steps[: session.cursor], steps[:cursor]))

    def put_away(self, game: int, revision: int, session: Session[Any]) -> None:
        """Keep how a game stands at its `revision`, so that it can be shown without playing it."""
        row = {
            "game_id": game,
            "revision": revision,
            "data": json_text(session.system.encode(session.state_at(session.present))),
        }
        with self._database.writing() as connection:
            if connection.execute(select(_GAMES.c.id).where(_GAMES.c.id == game)).first() is not None:
                connection.execute(self._database.put(_POSITIONS, ("game_id",)), [row])

    def position(self, game: int) -> tuple[int, Record | None, Json]:
        """A game's revision, its header, and how it stands: None where that was not kept, or can no longer be read."""
        as_it_is = (_POSITIONS.c.game_id == _GAMES.c.id) & (_POSITIONS.c.revision == _GAMES.c.revision)
        found = select(_GAMES.c.revision, _GAMES.c.header, _POSITIONS.c.data).outerjoin(_POSITIONS, as_it_is)
        with self._database.reading() as connection:
            row = connection.execute(found.where(_GAMES.c.id == game)).first()
        if row is None:
            raise missing()
        return row.revision, _header(row.header), None if row.data is None else json_or_nothing(row.data)

    def stamp(self) -> str:
        """Changes whenever anybody has changed anything: cheap enough to be asked every few seconds."""
        return self._database.stamp()


def _ordered(wanted: LibraryQuery, order: Order, backward: bool) -> Select[Any]:
    statement = library.narrowed(select(_GAMES.c.id).select_from(_GAMES), wanted)
    if order == "name":
        if not library.needs_words(wanted):
            statement = statement.join(_WORDS, _WORDS.c.game_id == _GAMES.c.id)
        keys = [_WORDS.c.words, _GAMES.c.id]
        falling = backward
    else:
        column = {"changed": _GAMES.c.updated, "begun": _GAMES.c.created, "length": _GAMES.c.cursor}[order]
        keys = [column, _GAMES.c.id]
        falling = not backward
    return statement.order_by(*(key.desc() if falling else key for key in keys))


def _parts(games: Sequence[int]) -> list[Sequence[int]]:
    return [games[n : n + AT_ONCE] for n in range(0, len(games), AT_ONCE)]


_ALL_TAGS = select(_TAGS.c.game_id, _TAGS.c.tag)
_TOLD = (
    select(_GAMES.c.id, _WORDS.c.adventure, _WORDS.c.people, _FIGURES.c.data)
    .join(_WORDS, _WORDS.c.game_id == _GAMES.c.id, isouter=True)
    .join(_FIGURES, and_(_FIGURES.c.game_id == _GAMES.c.id, _FIGURES.c.revision == _GAMES.c.revision), isouter=True)
)


def _copy_rows(connection: Connection, table: Any, game: int, copy: int) -> None:
    names = [column.name for column in table.columns if column.name != "game_id"]
    chosen = select(literal(copy), *(table.c[name] for name in names)).where(table.c.game_id == game)
    connection.execute(insert(table).from_select(["game_id", *names], chosen))


def _copy_words(connection: Connection, game: int, copy: int, title: str) -> None:
    known = connection.execute(
        select(_WORDS.c.adventure, _WORDS.c.names, _WORDS.c.people).where(_WORDS.c.game_id == game)
    ).first()
    names, people = (known.names, known.people) if known is not None else ("", "")
    about = About(tuple(names.split("\n")), known.adventure if known is not None else None)
    library.describe(connection, copy, title, about=about, people=people.split("\n"))


def _came_alike(one: Step, other: Step) -> bool:
    return one.intent == other.intent and one.result.faces == other.result.faces


def _header(text: str) -> Record | None:
    try:
        return _HEADER.decode(text)
    except msgspec.DecodeError:
        return None  # a damaged game is nobody's twin; opening it says so
