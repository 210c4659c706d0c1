"""The tables as they are today. A change here needs a migration; a test compares the two.

A row has a checksum, its seal, for each group of columns that are written together: damage inside a value is no error
to a database, so nothing else would find it. None: the row is older than seals are.
"""

from __future__ import annotations

import sqlite3
import time
import zlib
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any, ClassVar

import msgspec
import sqlalchemy
from sqlalchemy import (
    Boolean,
    Column,
    Connection,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Text,
    UniqueConstraint,
    select,
    update,
)
from sqlalchemy.types import TypeDecorator, TypeEngine
from sqlmodel import Field, SQLModel

_STAND = ("updated", "revision", "cursor", "mode", "finished", "winner")
_STEP = ("index", "intent", "result", "mark", "rule", "group", "aside")
SEALED: dict[str, dict[str, tuple[str, ...]]] = {
    "game": {"seal": ("system", "header"), "seal_told": ("title", "created", "summary"), "seal_stand": _STAND},
    "branch": {"seal": ("number", "header"), "seal_told": ("name", "origin", "at"), "seal_stand": _STAND},
    "step": {"seal": _STEP},
    "branch_step": {"seal": _STEP},
    "campaign": {"seal": ("title", "created", "updated", "current")},
    "band": {"seal": ("name", "system", "created", "updated", "data")},
    "setting": {"seal": ("key", "value")},
}
"""By table: its seals, each with the columns that it is of. What can be worked out anew has none."""
_FLAGS = frozenset({"finished"})


def seal(values: Sequence[Any]) -> int:
    """The seal of some values."""
    return zlib.crc32(msgspec.json.encode(values)) & 0x7FFF_FFFF


def sealed(table: Any, row: Mapping[str, Any]) -> dict[str, Any]:
    """A row, with the seals of those groups that are in it as a whole."""
    groups = SEALED[table.name].items()
    whole = {name: columns for name, columns in groups if all(column in row for column in columns)}
    return {**row, **{name: seal([row[column] for column in columns]) for name, columns in whole.items()}}


def reseal(connection: Connection, table: Any, which: Any, name: str = "seal") -> None:
    """Seal rows anew after some of their values have changed."""
    columns, keys = SEALED[table.name][name], list(table.primary_key.columns)
    found = select(*keys, *(table.c[column] for column in columns)).where(which)
    for row in connection.execute(found).all():
        this = [key == value for key, value in zip(keys, row, strict=False)]
        connection.execute(update(table).where(*this).values({name: seal(list(row[len(keys) :]))}))


def broken(table: str, row: Mapping[Any, Any], name: str = "seal") -> bool:
    """Whether a row's values are not those that were sealed; `row`: its seal and the values it is of."""
    return row[name] is not None and row[name] != seal([row[column] for column in SEALED[table][name]])


def damaged(file: sqlite3.Connection) -> dict[str, list[Any]]:
    """The rows of a file whose seals are broken: by table, the first columns of their keys. No error of the database.

    Steps are named by the game, or the branch, that they are of.
    """
    found: dict[str, list[Any]] = {}
    for table, groups in SEALED.items():
        there = [row[1] for row in file.execute(f"PRAGMA table_info({table})")]
        for name, columns in groups.items():
            if name not in there:
                continue
            listed = ", ".join(f'"{column}"' for column in columns)
            broken_keys = dict.fromkeys(_broken(file, f'SELECT "{there[0]}", {name}, {listed} FROM {table}', columns))
            if broken_keys:
                found[table] = list(dict.fromkeys([*found.get(table, ()), *broken_keys]))
    return found


def _broken(file: sqlite3.Connection, statement: str, columns: Sequence[str]) -> list[Any]:
    flags = [n for n, column in enumerate(columns) if column in _FLAGS]
    found = []
    for n, (key, known, *values) in enumerate(file.execute(statement)):
        for at in flags:
            values[at] = bool(values[at])
        if known is not None and known != seal(values):
            found.append(key)
        if not n % 2_000:
            time.sleep(0)  # it may be a long way, and a window is shown meanwhile
    return found


NEVER = "1970-01-01T00:00:00.000+00:00"
"""Stands for a date that cannot be read."""


def _column(type_: type[TypeEngine[Any]], read: Callable[[Any], Any]) -> type[TypeDecorator[Any]]:
    """A kind of column whose values have their type, whatever is there.

    SQLite keeps a value of any type in any column, and a file that somebody's disk has damaged may hold anything
    anywhere: one wrong bit turns a text into a number, bytes or nothing. Whether a value is the one that was kept, its
    row's seal tells (`seals`).
    """

    class Tolerant(TypeDecorator[Any]):
        impl = type_
        cache_ok = True

        def process_result_value(self, value: Any, dialect: object) -> Any:
            return read(value)

    return Tolerant


def _text(value: Any) -> str:
    if type(value) is str:
        return value
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else "" if value is None else str(value)


def _maybe_text(value: Any) -> str | None:
    return None if value is None else _text(value)


def _moment(value: Any) -> str:
    try:
        datetime.fromisoformat(value)
    except (TypeError, ValueError):
        return NEVER
    return str(value)


def _maybe_number(value: Any) -> int | None:
    return value if type(value) is int and abs(value) < 2**31 else None


Line, MaybeLine = _column(String, _text), _column(String, _maybe_text)
Words, MaybeWords = _column(Text, _text), _column(Text, _maybe_text)
Moment = _column(String, _moment)
"""A date, UTC, ISO."""
Number, MaybeNumber = _column(Integer, lambda value: _maybe_number(value) or 0), _column(Integer, _maybe_number)
Flag = _column(Boolean, lambda value: value is True)

_NAMES = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}


class TableRow(SQLModel):
    """What all our tables share."""

    metadata: ClassVar[MetaData] = MetaData(naming_convention=_NAMES)
    __table__: ClassVar[sqlalchemy.Table]
    """Made by SQLModel for each class with ``table=True``."""


def _json(nullable: bool = False) -> Any:
    return Field(sa_column=Column(MaybeWords if nullable else Words, nullable=nullable))


def _seal() -> Any:
    return Field(default=None, sa_type=MaybeNumber)


class Game(TableRow, table=True):
    """A game without its steps. Dates are UTC, ISO."""

    __tablename__ = "game"
    __table_args__ = (Index("ix_game_list", "updated", "id", "finished", "winner", "mode", "created", "cursor"),)
    """The index holds all that a list of games is narrowed and put in order by."""

    id: int | None = Field(default=None, primary_key=True)
    system: str = Field(sa_type=Line)
    title: str = Field(sa_type=Line)
    created: str = Field(sa_type=Moment)
    updated: str = Field(sa_type=Moment)
    revision: int = Field(sa_type=Number)
    """Grows with every change, so that whoever goes on from an older one is told."""
    cursor: int = Field(sa_type=Number)
    mode: str = Field(sa_type=Line)
    finished: bool = Field(sa_type=Flag)
    winner: str | None = Field(default=None, sa_type=MaybeLine)
    header: str = _json()
    """The record without its steps, JSON."""
    summary: str | None = _json(nullable=True)
    """What the home screen draws of it, JSON."""
    seal: int | None = _seal()
    """Of the header (see `seals`)."""
    seal_told: int | None = _seal()
    """Of what is told of it in lists."""
    seal_stand: int | None = _seal()
    """Of how it stands."""
    fingerprint: str | None = Field(default=None, sa_type=MaybeLine, index=True)
    """Of how it began (`journal.fingerprint`)."""


class StepRow(TableRow, table=True):
    """One step of a game's log; those from the game's cursor on can be redone."""

    __tablename__ = "step"

    game_id: int = Field(sa_column=Column(ForeignKey("game.id", ondelete="CASCADE"), primary_key=True))
    index: int = Field(primary_key=True, sa_type=Number)
    intent: str = _json()
    result: str = _json()
    mark: str = Field(sa_type=Line)
    rule: str | None = Field(default=None, sa_type=MaybeLine)
    group: int = Field(sa_type=Number)
    aside: str | None = _json(nullable=True)
    """Note, bookmark, and whether it was put in later, JSON; none when there is nothing of it."""
    seal: int | None = _seal()


class GameWords(TableRow, table=True):
    """What a game is found by. In a table of its own, so that a search reads no records."""

    __tablename__ = "game_words"

    game_id: int = Field(sa_column=Column(ForeignKey("game.id", ondelete="CASCADE"), primary_key=True))
    adventure: str | None = Field(default=None, index=True, sa_type=MaybeLine)
    names: str = Field(sa_column=Column(Words, nullable=False))
    """Characters and adventure, in every language: a line each."""
    people: str = Field(sa_column=Column(Words, nullable=False))
    """Persons and what their bands are called: a line each."""
    words: str = Field(sa_column=Column(Words, nullable=False))
    """Title, names, people and tags, folded (`library.fold`): the title comes first, games are put in order by it."""


class GameTag(TableRow, table=True):
    """A word a person has put on a game."""

    __tablename__ = "game_tag"

    game_id: int = Field(sa_column=Column(ForeignKey("game.id", ondelete="CASCADE"), primary_key=True))
    tag: str = Field(primary_key=True, index=True, sa_type=Line)


class StatisticsRow(TableRow, table=True):
    """What figures over many games are drawn from: a game that has ended, in short."""

    __tablename__ = "game_figures"

    game_id: int = Field(sa_column=Column(ForeignKey("game.id", ondelete="CASCADE"), primary_key=True))
    revision: int = Field(sa_type=Number)
    """Of the game when they were worked out; one that went on since has others."""
    version: int = Field(sa_type=Number)
    """Of the way in which they are worked out."""
    data: str = _json()


class Setting(TableRow, table=True):
    """A setting of the program, JSON."""

    __tablename__ = "setting"

    key: str = Field(primary_key=True, sa_type=Line)
    value: str = _json()
    seal: int | None = _seal()


class GamePosition(TableRow, table=True):
    """How a game stands, so that it can be shown without playing it; counts while the game has this revision."""

    __tablename__ = "game_position"

    game_id: int = Field(sa_column=Column(ForeignKey("game.id", ondelete="CASCADE"), primary_key=True))
    revision: int = Field(sa_type=Number)
    data: str = _json()


class SavedBand(TableRow, table=True):
    """A band somebody put together."""

    __tablename__ = "band"

    id: int | None = Field(default=None, primary_key=True)
    name: str = Field(sa_type=Line)
    system: str = Field(sa_type=Line)
    created: str = Field(sa_type=Moment)
    updated: str = Field(sa_type=Moment)
    data: str = _json()
    seal: int | None = _seal()


class CampaignRow(TableRow, table=True):
    """A campaign without its branches."""

    __tablename__ = "campaign"

    id: int | None = Field(default=None, primary_key=True)
    title: str = Field(sa_type=Line)
    created: str = Field(sa_type=Moment)
    updated: str = Field(sa_type=Moment)
    current: int = Field(sa_type=Number)
    """The number of the branch shown."""
    seal: int | None = _seal()


class BranchRow(TableRow, table=True):
    """One branch of a campaign, kept as a game is: header, cursor, revision, and steps of its own."""

    __tablename__ = "branch"
    __table_args__ = (UniqueConstraint("campaign_id", "number"),)

    id: int | None = Field(default=None, primary_key=True)
    campaign_id: int = Field(sa_column=Column(ForeignKey("campaign.id", ondelete="CASCADE"), nullable=False))
    number: int = Field(sa_type=Number)
    """Its place among the branches, from 0 on."""
    name: str = Field(sa_type=Line)
    origin: int | None = Field(default=None, sa_type=MaybeNumber)
    """The number of the branch it came from."""
    at: int = Field(sa_type=Number)
    """So many steps were its origin's."""
    updated: str = Field(sa_type=Moment)
    revision: int = Field(sa_type=Number)
    cursor: int = Field(sa_type=Number)
    mode: str = Field(sa_type=Line)
    finished: bool = Field(sa_type=Flag)
    winner: str | None = Field(default=None, sa_type=MaybeLine)
    header: str = _json()
    seal: int | None = _seal()
    seal_told: int | None = _seal()
    seal_stand: int | None = _seal()


class BranchStep(TableRow, table=True):
    """One step of a branch's log."""

    __tablename__ = "branch_step"

    branch_id: int = Field(sa_column=Column(ForeignKey("branch.id", ondelete="CASCADE"), primary_key=True))
    index: int = Field(primary_key=True, sa_type=Number)
    intent: str = _json()
    result: str = _json()
    mark: str = Field(sa_type=Line)
    rule: str | None = Field(default=None, sa_type=MaybeLine)
    group: int = Field(sa_type=Number)
    aside: str | None = _json(nullable=True)
    seal: int | None = _seal()


class CampaignGameRow(TableRow, table=True):
    """A stored game that a campaign has played."""

    __tablename__ = "campaign_game"

    game_id: int = Field(sa_column=Column(ForeignKey("game.id", ondelete="CASCADE"), primary_key=True))
    campaign_id: int = Field(sa_column=Column(ForeignKey("campaign.id", ondelete="CASCADE"), nullable=False))
    branch: int = Field(sa_type=Number)
    """The number of the branch in which it was begun."""
    chapter: int = Field(sa_type=Number)
    """Which of the campaign's adventures, counted from 0."""


class StandInRow(TableRow, table=True):
    """A game here that stands for one on a server: played while the server does not answer."""

    __tablename__ = "standin"

    game_id: int = Field(sa_column=Column(ForeignKey("game.id", ondelete="CASCADE"), primary_key=True))
    server: str = Field(sa_type=Line)
    """Its address, without a password."""
    there: int | None = Field(default=None, sa_type=MaybeNumber)
    """The number of the game there; none: it was begun here."""
    revision: int = Field(sa_type=Number)
    """Of the game there, when it was known last."""
    sent: int = Field(sa_type=Number)
    """The revision of the game here that the server has; -1: none."""
