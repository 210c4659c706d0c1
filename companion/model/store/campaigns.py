"""Stored campaigns: several side by side, each with its branches; every step on the disk before it is seen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, Protocol

import msgspec
from sqlalchemy import Connection, delete, select, update

from companion.model.core.contract import Content, System
from companion.model.core.record import Record, Step
from companion.model.core.refusal import InvalidInput, StorageError
from companion.model.core.session import Session
from companion.model.core.words import say
from companion.model.store.game_library import title_line

from .database import Database
from .errors import changed, corrupt
from .logs import BRANCHES, DamagedStep, LogJournal, insert_row, kept_row, put_log, read_head, read_steps
from .tables import BranchRow, CampaignGameRow, CampaignRow, reseal

_CAMPAIGNS = CampaignRow.__table__
_BRANCHES = BranchRow.__table__
_GAMES = CampaignGameRow.__table__


class Fork(Protocol):
    """What is told of a branch beside its log."""

    @property
    def name(self) -> str:
        """What a person calls it."""

    @property
    def origin(self) -> int | None:
        """The number of the branch it came from."""

    @property
    def at(self) -> int:
        """So many steps were its origin's."""


class CampaignInfo(msgspec.Struct, frozen=True):
    """A stored campaign, without opening it. Dates are UTC, ISO; the rest is told of the branch shown."""

    id: int
    title: str
    created: str
    updated: str
    branches: int
    finished: bool
    winner: str | None


class KeptFork(msgspec.Struct, frozen=True):
    """A `Fork`, as it is kept."""

    name: str
    origin: int | None
    at: int


class KeptBranch(KeptFork, frozen=True):
    """One branch of a stored campaign; `open` plays its log, and keeps its later changes."""

    open: Callable[[], Session[Any]]


class CampaignKeeper:
    """Keeps what happens to the branches of one campaign."""

    def __init__(self, database: Database, campaign: int, branches: int, now: Callable[[], str]) -> None:
        """Of `campaign`, which is there and has so many branches."""
        self._database, self._campaign, self._branches, self._now = database, campaign, branches, now

    @property
    def campaign_id(self) -> int:
        return self._campaign

    def forked(self, branch: Fork, session: Session[Any]) -> LogJournal:
        """Keep a further branch, which is shown from now on; returns the journal of its session.

        Raises StorageError, ``changed`` when somebody else has begun one meanwhile.
        """
        with self._database.writing() as connection:
            known = select(_BRANCHES.c.number).where(_BRANCHES.c.campaign_id == self._campaign)
            number = len(connection.execute(known).all())
            if not number:
                raise _missing()
            if number != self._branches:
                raise changed()
            row = _insert(connection, self._campaign, number, branch, session, self._now())
            self._show(connection, number)
        self._branches += 1
        return LogJournal(self._database, row, 0, len(session.steps), self._now, BRANCHES)

    def switched(self, current: int) -> None:
        with self._database.writing() as connection:
            self._show(connection, current)

    def renamed(self, branch: int, name: str) -> None:
        of = (_BRANCHES.c.campaign_id == self._campaign) & (_BRANCHES.c.number == branch)
        with self._database.writing() as connection:
            if connection.execute(update(_BRANCHES).where(of).values(name=name)).rowcount != 1:
                raise _missing()
            reseal(connection, _BRANCHES, of, "seal_told")

    def _show(self, connection: Connection, number: int) -> None:
        shown = update(_CAMPAIGNS).where(_CAMPAIGNS.c.id == self._campaign)
        if connection.execute(shown.values(current=number, updated=self._now())).rowcount != 1:
            raise _missing()
        reseal(connection, _CAMPAIGNS, _CAMPAIGNS.c.id == self._campaign)


class Campaigns:
    """What is kept of campaigns. Every method may raise StorageError, and then has done nothing."""

    def __init__(self, database: Database, now: Callable[[], str]) -> None:
        """In the file or on the server that `database` is."""
        self._database, self._now = database, now

    def all(self) -> tuple[CampaignInfo, ...]:
        """All campaigns, the one played last first."""
        with self._database.reading() as connection:
            campaigns = connection.execute(select(_CAMPAIGNS)).all()
            columns = (_BRANCHES.c[name] for name in ("campaign_id", "number", "updated", "finished", "winner"))
            rows = connection.execute(select(*columns)).all()
        found = []
        for one in campaigns:
            own = [row for row in rows if row.campaign_id == one.id]
            shown = next((row for row in own if row.number == one.current), None)
            finished, winner = (shown.finished, shown.winner) if shown is not None else (False, None)
            updated = max([one.updated, *(row.updated for row in own)])
            found.append(CampaignInfo(one.id, one.title, one.created, updated, len(own), finished, winner))
        return tuple(sorted(found, key=lambda info: (info.updated, info.id), reverse=True))

    def create(self, title: str, branches: Sequence[tuple[Fork, Session[Any]]], current: int = 0) -> CampaignKeeper:
        """Store a campaign with all its branches, and keep every later change of their sessions."""
        if not 0 <= current < len(branches):
            raise ValueError(f"branch {current} of {len(branches)}")
        now, rows = self._now(), []
        with self._database.writing() as connection:
            values = {"title": title_line(title), "created": now, "updated": now, "current": current}
            campaign = insert_row(connection, _CAMPAIGNS, values)
            for number, (branch, session) in enumerate(branches):
                rows.append(_insert(connection, campaign, number, branch, session, now))
        for row, (_, session) in zip(rows, branches, strict=True):
            session.attach(LogJournal(self._database, row, 0, len(session.steps), self._now, BRANCHES))
        return CampaignKeeper(self._database, campaign, len(branches), self._now)

    def open(
        self, campaign: int, system: System[Any], content: Content
    ) -> tuple[tuple[KeptBranch, ...], int, CampaignKeeper]:
        """A campaign's branches, the number of the one shown, and what keeps further ones.

        A branch's log is played when it is opened, but for what it shares with its origin where that was opened
        before; this raises InvalidInput when it cannot be played any more.
        """
        rows, current = self._branches(campaign)
        if [row.number for row in rows] != list(range(len(rows))) or not 0 <= current < len(rows):
            raise corrupt()
        made: dict[int, Session[Any]] = {}

        def opening(row: Any) -> Session[Any]:
            made[row.number] = self._session(row.id, system, content, made.get(row.origin))
            return made[row.number]

        branches = tuple(KeptBranch(row.name, row.origin, row.at, partial(opening, row)) for row in rows)
        return branches, current, CampaignKeeper(self._database, campaign, len(rows), self._now)

    def _branches(self, campaign: int) -> tuple[Sequence[Any], int]:
        """What is told of each branch, and the number of the one shown."""
        with self._database.reading() as connection:
            current = connection.execute(select(_CAMPAIGNS.c.current).where(_CAMPAIGNS.c.id == campaign)).scalar()
            columns = (_BRANCHES.c[name] for name in ("id", "number", "name", "origin", "at"))
            of = _BRANCHES.c.campaign_id == campaign
            rows = connection.execute(select(*columns).where(of).order_by(_BRANCHES.c.number)).all()
        if current is None:
            raise _missing()
        return rows, int(current)

    def _session(self, branch: int, system: System[Any], content: Content, origin: Session[Any] | None) -> Session[Any]:
        row, steps, harm = self._read(branch)
        if harm is not None:
            raise harm
        record = read_head("branch", row._mapping, steps)
        onto = origin if origin is not None and _beginning(record) == _beginning(origin.header) else None
        session = Session.replay(system, record, content, cursor=row.cursor, onto=onto)
        session.attach(LogJournal(self._database, branch, row.revision, len(steps), self._now, BRANCHES))
        return session

    def _read(self, branch: int) -> tuple[Any, tuple[Step, ...], DamagedStep | None]:
        """A branch's row, its steps, and the first one damaged, if there is one: then only those before it."""
        row: Any = None
        try:
            with self._database.reading() as connection:
                columns = (_BRANCHES.c[name] for name in ("number", "header", "seal", "cursor", "revision"))
                row = connection.execute(select(*columns).where(_BRANCHES.c.id == branch)).first()
                if row is None:
                    raise _missing()
                return row, read_steps(connection, branch, BRANCHES), None
        except DamagedStep as wrong:  # out here: a transaction of a damaged file cannot even be ended well
            return row, wrong.before, wrong

    def rescue(self, campaign: int, system: System[Any], content: Content) -> int:
        """A new campaign of the steps of an old one that can still be played, with its games; returns its number.

        The old one stays as it is, without them. Raises InvalidInput when nothing of it can be played.
        """
        branches, current = self._branches(campaign)
        found = [(branch, *self._read(branch.id)[:2]) for branch in branches]
        heads: list[Record] = []
        for _, row, steps in found:
            with suppress(InvalidInput):
                heads.append(read_head("branch", row._mapping, steps, lenient=True))
        if not heads:
            raise InvalidInput("record", say("This campaign is damaged on disk."))
        whole = msgspec.structs.replace(heads[0], replaced=msgspec.UNSET)  # all branches begin alike
        made: list[tuple[Fork, Session[Any]]] = []
        for branch, row, steps in found:
            record = msgspec.structs.replace(whole, steps=steps)
            session = Session.replay(system, record, content, cursor=row.cursor, lenient=True)
            origin = min(branch.origin or 0, len(made) - 1) if made else None
            fork = KeptFork(branch.name, origin, min(branch.at, len(session.steps)))
            made.append((fork, session))
        title = next((info.title for info in self.all() if info.id == campaign), "")
        keeper = self.create(title, made, min(current, len(made) - 1))
        with self._database.writing() as connection:
            moved = update(_GAMES).where(_GAMES.c.campaign_id == campaign)
            connection.execute(moved.values(campaign_id=keeper.campaign_id))
        return keeper.campaign_id

    def rename(self, campaign: int, title: str) -> None:
        with self._database.writing() as connection:
            renamed = update(_CAMPAIGNS).where(_CAMPAIGNS.c.id == campaign).values(title=title_line(title))
            if connection.execute(renamed).rowcount != 1:
                raise _missing()
            reseal(connection, _CAMPAIGNS, _CAMPAIGNS.c.id == campaign)

    def delete(self, campaign: int) -> None:
        """Forget a campaign; the games it has played stay."""
        with self._database.writing() as connection:
            if connection.execute(delete(_CAMPAIGNS).where(_CAMPAIGNS.c.id == campaign)).rowcount != 1:
                raise _missing()

    # games

    def link(self, game: int, campaign: int, branch: int, chapter: int) -> None:
        """A stored game is the one that a branch plays as its chapter (counted from 0)."""
        row = {"game_id": game, "campaign_id": campaign, "branch": branch, "chapter": chapter}
        with self._database.writing() as connection:
            connection.execute(self._database.put(_GAMES, ("game_id",)), [row])

    def played_for(self, game: int) -> tuple[int, int, int] | None:
        """The campaign, branch and chapter that a stored game was begun for."""
        with self._database.reading() as connection:
            columns = select(_GAMES.c.campaign_id, _GAMES.c.branch, _GAMES.c.chapter)
            row = connection.execute(columns.where(_GAMES.c.game_id == game)).first()
        return None if row is None else (int(row[0]), int(row[1]), int(row[2]))

    def games(self, campaign: int) -> tuple[tuple[int, int, int], ...]:
        """The stored games of a campaign: branch, chapter, game, in this order."""
        columns = select(_GAMES.c.branch, _GAMES.c.chapter, _GAMES.c.game_id).where(_GAMES.c.campaign_id == campaign)
        with self._database.reading() as connection:
            rows = connection.execute(columns.order_by(_GAMES.c.branch, _GAMES.c.chapter, _GAMES.c.game_id)).all()
        return tuple((int(row[0]), int(row[1]), int(row[2])) for row in rows)


def _insert(connection: Connection, campaign: int, number: int, branch: Fork, session: Session[Any], now: str) -> int:
    told = {"campaign_id": campaign, "number": number, "name": branch.name, "origin": branch.origin, "at": branch.at}
    return put_log(connection, {**kept_row(session, now), **told}, session.steps, BRANCHES)


def _beginning(record: Record) -> Record:
    return msgspec.structs.replace(record, steps=(), replaced=msgspec.UNSET)


def _missing() -> StorageError:
    return StorageError("missing", say("This campaign no longer exists."))
