"""The tables as they are today. A change here needs a migration; a test compares the two."""

from __future__ import annotations

from typing import Any, ClassVar

from sqlalchemy import Column, ForeignKey, MetaData, Text
from sqlmodel import Field, SQLModel

_NAMES = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}


class Table(SQLModel):
    """What all our tables share."""

    metadata: ClassVar[MetaData] = MetaData(naming_convention=_NAMES)


def _json(nullable: bool = False) -> Any:
    return Field(sa_column=Column(Text, nullable=nullable))


class Game(Table, table=True):
    """A game without its steps. Dates are UTC, ISO."""

    __tablename__ = "game"

    id: int | None = Field(default=None, primary_key=True)
    system: str
    title: str
    created: str
    updated: str = Field(index=True)
    revision: int
    """Grows with every change, so that whoever goes on from an older one is told."""
    cursor: int
    mode: str
    finished: bool
    winner: str | None = None
    header: str = _json()
    """The record without its steps, JSON."""
    summary: str | None = _json(nullable=True)
    """What the home screen draws of it, JSON."""


class StepRow(Table, table=True):
    """One step of a game's log; those from the game's cursor on can be redone."""

    __tablename__ = "step"

    game_id: int = Field(sa_column=Column(ForeignKey("game.id", ondelete="CASCADE"), primary_key=True))
    index: int = Field(primary_key=True)
    intent: str = _json()
    result: str = _json()
    mark: str
    rule: str | None = None
    group: int
    aside: str | None = _json(nullable=True)
    """Note, bookmark, and whether it was put in later, JSON; none when there is nothing of it."""


class GameWords(Table, table=True):
    """What a game is found by. In a table of its own, so that a search reads no records."""

    __tablename__ = "game_words"

    game_id: int = Field(sa_column=Column(ForeignKey("game.id", ondelete="CASCADE"), primary_key=True))
    adventure: str | None = Field(default=None, index=True)
    names: str = Field(sa_column=Column(Text, nullable=False))
    """Characters and adventure, in every language: a line each."""
    people: str = Field(sa_column=Column(Text, nullable=False))
    """Persons and what their bands are called: a line each."""
    words: str = Field(sa_column=Column(Text, nullable=False))
    """Title, names and people, folded (`library.fold`)."""


class GameTag(Table, table=True):
    """A word a person has put on a game."""

    __tablename__ = "game_tag"

    game_id: int = Field(sa_column=Column(ForeignKey("game.id", ondelete="CASCADE"), primary_key=True))
    tag: str = Field(primary_key=True, index=True)


class Setting(Table, table=True):
    """A setting of the program, JSON."""

    __tablename__ = "setting"

    key: str = Field(primary_key=True)
    value: str = _json()


class SavedBand(Table, table=True):
    """A band somebody put together."""

    __tablename__ = "band"

    id: int | None = Field(default=None, primary_key=True)
    name: str
    system: str
    created: str
    updated: str
    data: str = _json()
