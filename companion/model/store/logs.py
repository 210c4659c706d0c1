"""How a log is kept, of a game or of a campaign's branch: a row, and one a step, on the disk before it is seen."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from hashlib import blake2b
from typing import Any

import msgspec
from sqlalchemy import Connection, bindparam, delete, insert, select, update
from sqlalchemy.exc import DatabaseError

from companion.model.core.record import Intent, Record, Result, Step
from companion.model.core.refusal import InvalidInput, StorageError
from companion.model.core.session import Session
from companion.model.core.timeline import Standing
from companion.model.core.words import say

from .database import Database
from .errors import changed
from .tables import BranchRow, BranchStep, Game, StepRow, broken, reseal, seal, sealed


class LogTables:
    """The statements for logs that are kept in a pair of tables: one row a log, one row a step."""

    def __init__(self, heads: Any, steps: Any, key: str) -> None:
        """`key`: the column of `steps` that names the log."""
        self.heads, self.steps, self.key = heads, steps, key
        of = steps.c[key] == bindparam("the_log")
        self.go_on = (
            update(heads)
            .where(heads.c.id == bindparam("the_log"), heads.c.revision == bindparam("known"))
            .values(
                revision=heads.c.revision + 1,
                updated=bindparam("now"),
                cursor=bindparam("at_step"),
                mode=bindparam("in_mode"),
                finished=bindparam("over"),
                winner=bindparam("by"),
                seal_stand=bindparam("sealed"),
            )
        )
        self.head = update(heads).where(heads.c.id == bindparam("the_log")).values(header=bindparam("head"))
        self.step = of & (steps.c.index == bindparam("there"))
        self.beside = update(steps).where(self.step).values(aside=bindparam("words"))
        self.cut = delete(steps).where(of, steps.c.index >= bindparam("cut_at"))
        self.add = insert(steps)
        columns = (steps.c[name] for name in ("index", "intent", "result", "mark", "rule", "group", "aside", "seal"))
        self.read = select(*columns).where(of).order_by(steps.c.index)


GAMES = LogTables(Game.__table__, StepRow.__table__, "game_id")
BRANCHES = LogTables(BranchRow.__table__, BranchStep.__table__, "branch_id")
_INTENT: msgspec.json.Decoder[Intent] = msgspec.json.Decoder(Intent)
_RESULT = msgspec.json.Decoder(Result)
_HEADER = msgspec.json.Decoder(Record)


class _Aside(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the column ``aside`` holds."""

    note: str | None = None
    bookmark: bool = False
    revised: bool = False


_ASIDE = msgspec.json.Decoder(_Aside)


class LogJournal:
    """Keeps the changes of one session. Another one that went on with the same log makes `commit` raise."""

    def __init__(
        self, database: Database, game: int, revision: int, length: int, now: Callable[[], str], log: LogTables = GAMES
    ) -> None:
        """Go on with `game` as it was at `revision`, with `length` steps; `log`: a game's, or a campaign's branch."""
        self._database, self._game, self._now, self._log = database, game, now, log
        self.revision, self._length = revision, length
        """`revision`: of the log, after the last change that was kept."""

    def commit(self, cut_at: int, new_steps: Sequence[Step], cursor: int, standing: Standing) -> None:
        """Keep a change. Raises StorageError, ``changed`` or ``missing`` when the log went on or away elsewhere."""
        self.replace(cut_at, new_steps, cursor, standing, None)

    def replace(
        self, cut_at: int, new_steps: Sequence[Step], cursor: int, standing: Standing, header: Record | None
    ) -> None:
        """The same with another header, in one transaction."""
        if not 0 <= cut_at <= self._length or not 0 <= cursor <= cut_at + len(new_steps):
            raise ValueError(f"steps {cut_at}+{len(new_steps)}, cursor {cursor}: the journal has {self._length}")
        values: dict[str, object] = {
            "the_log": self._game,
            "known": self.revision,
            "now": self._now(),
            "at_step": cursor,
            "in_mode": standing.mode,
            "over": standing.finished,
            "by": standing.winner,
        }
        stands = (values["now"], self.revision + 1, cursor, standing.mode, standing.finished, standing.winner)
        values["sealed"] = seal(stands)
        log = self._log
        rows = step_rows(self._game, cut_at, new_steps, log)
        with self._database.writing() as connection:
            if connection.execute(log.go_on, values).rowcount != 1:
                there = connection.execute(select(log.heads.c.id).where(log.heads.c.id == self._game)).first()
                raise changed() if there else missing()
            if header is not None:
                connection.execute(log.head, {"the_log": self._game, "head": header_text(header)})
                reseal(connection, log.heads, log.heads.c.id == self._game)
            if cut_at < self._length:
                connection.execute(log.cut, {"the_log": self._game, "cut_at": cut_at})
            if rows:
                connection.execute(log.add, rows)
        self.revision += 1
        self._length = cut_at + len(new_steps)

    def annotate(self, index: int, step: Step) -> None:
        """Keep what is written beside a step. Raises StorageError as `commit` does."""
        with self._database.writing() as connection:
            heads = self._log.heads
            known = select(heads.c.revision).where(heads.c.id == self._game)
            found = connection.execute(known).scalar()
            if found != self.revision:
                raise missing() if found is None else changed()
            connection.execute(self._log.beside, {"the_log": self._game, "there": index, "words": _aside(step)})
            steps = self._log.steps
            reseal(connection, steps, (steps.c[self._log.key] == self._game) & (steps.c.index == index))


def kept_row(session: Session[Any], now: str) -> dict[str, Any]:
    """What a row tells of a log that is kept for the first time."""
    standing = session.standing
    return {
        "updated": now,
        "revision": 0,
        "cursor": session.cursor,
        "mode": standing.mode,
        "finished": standing.finished,
        "winner": standing.winner,
        "header": header_text(session.header),
    }


def insert_row(connection: Connection, table: Any, values: Mapping[str, Any]) -> int:
    """Put a row into a table whose keys are numbers, with its seals; returns its number."""
    made = connection.execute(insert(table), sealed(table, values)).inserted_primary_key
    assert made is not None
    return int(made[0])


def put_log(
    connection: Connection, values: Mapping[str, Any], steps: Sequence[Step], log: LogTables = GAMES, at: int = 0
) -> int:
    """Keep a whole log, a new one or (`at`) in the place of another; returns its number."""
    if at:
        connection.execute(update(log.heads).where(log.heads.c.id == at).values(**sealed(log.heads, values)))
        connection.execute(log.cut, {"the_log": at, "cut_at": 0})
    number = at or insert_row(connection, log.heads, values)
    rows = step_rows(number, 0, steps, log)
    if rows:
        connection.execute(log.add, rows)
    return number


def step_rows(game: int, first: int, steps: Sequence[Step], log: LogTables = GAMES) -> list[dict[str, object]]:
    """The rows of the table for `steps`, the first of which has the index `first`."""
    encode = msgspec.json.encode
    return [
        sealed(
            log.steps,
            {
                log.key: game,
                "index": first + n,
                "intent": encode(step.intent).decode(),
                "result": encode(step.result).decode(),
                "mark": step.mark,
                "rule": step.rule,
                "group": step.group,
                "aside": _aside(step),
            },
        )
        for n, step in enumerate(steps)
    ]


class DamagedStep(InvalidInput):
    """A step that is not as it was kept; `before` are those before it."""

    def __init__(self, before: tuple[Step, ...]) -> None:
        self.before = before
        where = len(before)
        super().__init__(f"record.steps[{where}]", say("Step {number} is damaged on disk.", number=where + 1))


def read_steps(connection: Connection, number: int, log: LogTables = GAMES) -> tuple[Step, ...]:
    """All steps of a log; raises DamagedStep."""
    found: list[Step] = []
    result = connection.execute(log.read, {"the_log": number})
    try:
        while (row := result.fetchone()) is not None:
            n, intent, _result, mark, rule, group, aside, _ = row
            if n != len(found) or broken(log.steps.name, row._mapping):
                raise DamagedStep(tuple(found))
            step = Step(_INTENT.decode(intent), _RESULT.decode(_result), mark, rule, group)
            found.append(step if aside is None else _with_aside(step, aside))
    except (msgspec.DecodeError, DatabaseError) as wrong:
        # what comes after cannot be had any more, or nobody knows; what came before can
        raise DamagedStep(tuple(found)) from wrong
    return tuple(found)


def sound_steps(connection: Connection, number: int, log: LogTables = GAMES) -> tuple[Step, ...]:
    """The steps of a log as far as they are as they were kept."""
    try:
        return read_steps(connection, number, log)
    except DamagedStep as wrong:
        return wrong.before


def read_head(table: str, row: Mapping[Any, Any], steps: tuple[Step, ...], *, lenient: bool = False) -> Record:
    """The record of a game or a branch out of its row and its steps; raises InvalidInput when it is damaged.

    `lenient`: a header that only looks sound will do.
    """
    try:
        header = _HEADER.decode(row["header"])
    except msgspec.DecodeError as wrong:
        raise _damaged() from wrong
    if not lenient and (broken(table, row) or not 0 <= row["cursor"] <= len(steps)):
        raise _damaged()
    return msgspec.structs.replace(header, steps=steps)


def _damaged() -> InvalidInput:
    return InvalidInput("record", say("This game is damaged on disk."))


def header_text(record: Record) -> str:
    """The record without its steps, as the table keeps it."""
    return msgspec.json.encode(msgspec.structs.replace(record, steps=())).decode()


def fingerprint(record: Record) -> str:
    """How a game began in short: from which seed, of which system, set up how. Games alike in it may be one game."""
    text = msgspec.json.encode([record.seed, record.system, record.setup, record.start], order="sorted")
    return blake2b(text, digest_size=12).hexdigest()


def _aside(step: Step) -> str | None:
    if step.note is None and not step.bookmark and not step.revised:
        return None
    return msgspec.json.encode(_Aside(step.note, step.bookmark, step.revised)).decode()


def _with_aside(step: Step, text: str) -> Step:
    aside = _ASIDE.decode(text)
    return msgspec.structs.replace(step, note=aside.note, bookmark=aside.bookmark, revised=aside.revised)


def missing() -> StorageError:
    """There is no such game."""
    return StorageError("missing", say("This game no longer exists."))
