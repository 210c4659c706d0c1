"""The tables as they are today. A change here needs a migration; a test compares the two."""

from __future__ import annotations

from typing import Any, ClassVar

import sqlalchemy
from sqlalchemy import Column, ForeignKey, Index, MetaData, Text, UniqueConstraint
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
    __table__: ClassVar[sqlalchemy.Table]
    """Made by SQLModel for each class with ``table=True``."""


def _json(nullable: bool = False) -> Any:
    return Field(sa_column=Column(Text, nullable=nullable))


class Game(Table, table=True):
    """A game without its steps. Dates are UTC, ISO."""

    __tablename__ = "game"
    __table_args__ = (Index("ix_game_list", "updated", "id", "finished", "winner", "mode", "created", "cursor"),)
    """The index holds all that a list of games is narrowed and put in order by."""

    id: int | None = Field(default=None, primary_key=True)
    system: str
    title: str
    created: str
    updated: str
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
    """Title, names, people and tags, folded (`library.fold`): the title comes first, games are put in order by it."""


class GameTag(Table, table=True):
    """A word a person has put on a game."""

    __tablename__ = "game_tag"

    game_id: int = Field(sa_column=Column(ForeignKey("game.id", ondelete="CASCADE"), primary_key=True))
    tag: str = Field(primary_key=True, index=True)


class GameFigures(Table, table=True):
    """What figures over many games are drawn from: a game that has ended, in short."""

    __tablename__ = "game_figures"

    game_id: int = Field(sa_column=Column(ForeignKey("game.id", ondelete="CASCADE"), primary_key=True))
    revision: int
    """Of the game when they were worked out; one that went on since has others."""
    version: int
    """Of the way in which they are worked out."""
    data: str = _json()


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


class CampaignRow(Table, table=True):
    """A campaign without its branches."""

    __tablename__ = "campaign"

    id: int | None = Field(default=None, primary_key=True)
    title: str
    created: str
    updated: str
    current: int
    """The number of the branch shown."""


class BranchRow(Table, table=True):
    """One branch of a campaign, kept as a game is: header, cursor, revision, and steps of its own."""

    __tablename__ = "branch"
    __table_args__ = (UniqueConstraint("campaign_id", "number"),)

    id: int | None = Field(default=None, primary_key=True)
    campaign_id: int = Field(sa_column=Column(ForeignKey("campaign.id", ondelete="CASCADE"), nullable=False))
    number: int
    """Its place among the branches, from 0 on."""
    name: str
    origin: int | None = None
    """The number of the branch it came from."""
    at: int
    """So many steps were its origin's."""
    updated: str
    revision: int
    cursor: int
    mode: str
    finished: bool
    winner: str | None = None
    header: str = _json()


class BranchStep(Table, table=True):
    """One step of a branch's log."""

    __tablename__ = "branch_step"

    branch_id: int = Field(sa_column=Column(ForeignKey("branch.id", ondelete="CASCADE"), primary_key=True))
    index: int = Field(primary_key=True)
    intent: str = _json()
    result: str = _json()
    mark: str
    rule: str | None = None
    group: int
    aside: str | None = _json(nullable=True)


class CampaignGame(Table, table=True):
    """A stored game that a campaign has played."""

    __tablename__ = "campaign_game"

    game_id: int = Field(sa_column=Column(ForeignKey("game.id", ondelete="CASCADE"), primary_key=True))
    campaign_id: int = Field(sa_column=Column(ForeignKey("campaign.id", ondelete="CASCADE"), nullable=False))
    branch: int
    """The number of the branch in which it was begun."""
    chapter: int
    """Which of the campaign's adventures, counted from 0."""
