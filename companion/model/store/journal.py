"""The journal of a stored game: every change of a session in one transaction, on the disk before it is seen."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec
from sqlalchemy import Connection, bindparam, delete, insert, select, update

from companion.model.core.journal import Standing
from companion.model.core.record import Intent, Record, Result, Step
from companion.model.core.words import say

from .database import Database
from .errors import StoreError, corrupt
from .tables import Game, StepRow

_GAMES = Game.__table__  # type: ignore[attr-defined]
_STEPS = StepRow.__table__  # type: ignore[attr-defined]
_ON = (
    update(_GAMES)
    .where(_GAMES.c.id == bindparam("the_game"), _GAMES.c.revision == bindparam("known"))
    .values(
        revision=_GAMES.c.revision + 1,
        updated=bindparam("now"),
        cursor=bindparam("at"),
        mode=bindparam("in_mode"),
        finished=bindparam("over"),
        winner=bindparam("by"),
    )
)
_HEAD = update(_GAMES).where(_GAMES.c.id == bindparam("the_game")).values(header=bindparam("head"))
_BESIDE = (
    update(_STEPS)
    .where(_STEPS.c.game_id == bindparam("the_game"), _STEPS.c.index == bindparam("there"))
    .values(aside=bindparam("words"))
)
_CUT = delete(_STEPS).where(_STEPS.c.game_id == bindparam("the_game"), _STEPS.c.index >= bindparam("cut_at"))
_ADD = insert(_STEPS)
_READ = (
    select(
        _STEPS.c.index, _STEPS.c.intent, _STEPS.c.result, _STEPS.c.mark, _STEPS.c.rule, _STEPS.c.group, _STEPS.c.aside
    )
    .where(_STEPS.c.game_id == bindparam("the_game"))
    .order_by(_STEPS.c.index)
)
_INTENT: msgspec.json.Decoder[Intent] = msgspec.json.Decoder(Intent)
_RESULT = msgspec.json.Decoder(Result)


class _Aside(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the column ``aside`` holds."""

    note: str | None = None
    bookmark: bool = False
    revised: bool = False


_ASIDE = msgspec.json.Decoder(_Aside)


class GameJournal:
    """Keeps the changes of one session. Another one that went on with the same game makes `commit` raise."""

    def __init__(self, database: Database, game: int, revision: int, length: int, now: Callable[[], str]) -> None:
        """Go on with `game` as it was at `revision`, with `length` steps."""
        self._database, self._game, self._now = database, game, now
        self._revision, self._length = revision, length

    @property
    def game_id(self) -> int:
        """The game it belongs to."""
        return self._game

    def commit(self, cut_at: int, new_steps: Sequence[Step], cursor: int, standing: Standing) -> None:
        """Keep a change. Raises StoreError, ``changed`` or ``missing`` when the game went on or away elsewhere."""
        self._commit(cut_at, new_steps, cursor, standing, None)

    def replace(self, cut_at: int, new_steps: Sequence[Step], cursor: int, standing: Standing, header: Record) -> None:
        """Keep another end of the log and the header that holds the older one, in one transaction."""
        self._commit(cut_at, new_steps, cursor, standing, header)

    def annotate(self, index: int, step: Step) -> None:
        """Keep what is written beside a step. Raises StoreError as `commit` does."""
        with self._database.writing() as connection:
            known = select(_GAMES.c.revision).where(_GAMES.c.id == self._game)
            found = connection.execute(known).scalar()
            if found != self._revision:
                raise missing() if found is None else _changed()
            connection.execute(_BESIDE, {"the_game": self._game, "there": index, "words": _aside(step)})

    def _commit(
        self, cut_at: int, new_steps: Sequence[Step], cursor: int, standing: Standing, header: Record | None
    ) -> None:
        if not 0 <= cut_at <= self._length or not 0 <= cursor <= cut_at + len(new_steps):
            raise ValueError(f"steps {cut_at}+{len(new_steps)}, cursor {cursor}: the journal has {self._length}")
        values = {
            "the_game": self._game,
            "known": self._revision,
            "now": self._now(),
            "at": cursor,
            "in_mode": standing.mode,
            "over": standing.finished,
            "by": standing.winner,
        }
        rows = step_rows(self._game, cut_at, new_steps)
        with self._database.writing() as connection:
            if connection.execute(_ON, values).rowcount != 1:
                there = connection.execute(select(_GAMES.c.id).where(_GAMES.c.id == self._game)).first()
                raise _changed() if there else missing()
            if header is not None:
                connection.execute(_HEAD, {"the_game": self._game, "head": header_text(header)})
            if cut_at < self._length:
                connection.execute(_CUT, {"the_game": self._game, "cut_at": cut_at})
            if rows:
                connection.execute(_ADD, rows)
        self._revision += 1
        self._length = cut_at + len(new_steps)


def step_rows(game: int, first: int, steps: Sequence[Step]) -> list[dict[str, object]]:
    """The rows of the table for `steps`, the first of which has the index `first`."""
    encode = msgspec.json.encode
    return [
        {
            "game_id": game,
            "index": first + n,
            "intent": encode(step.intent).decode(),
            "result": encode(step.result).decode(),
            "mark": step.mark,
            "rule": step.rule,
            "group": step.group,
            "aside": _aside(step),
        }
        for n, step in enumerate(steps)
    ]


def read_steps(connection: Connection, game: int) -> tuple[Step, ...]:
    """All steps of a game; raises StoreError when they are damaged."""
    rows = connection.execute(_READ, {"the_game": game}).all()
    try:
        if any(row[0] != n for n, row in enumerate(rows)):
            raise corrupt()
        return tuple(
            [
                Step(_INTENT.decode(intent), _RESULT.decode(result), mark, rule, group)
                if aside is None
                else _with_aside(Step(_INTENT.decode(intent), _RESULT.decode(result), mark, rule, group), aside)
                for _, intent, result, mark, rule, group, aside in rows
            ]
        )
    except msgspec.DecodeError as wrong:
        raise corrupt() from wrong


def header_text(record: Record) -> str:
    """The record without its steps, as the table keeps it."""
    return msgspec.json.encode(msgspec.structs.replace(record, steps=())).decode()


def _aside(step: Step) -> str | None:
    if step.note is None and not step.bookmark and not step.revised:
        return None
    return msgspec.json.encode(_Aside(step.note, step.bookmark, step.revised)).decode()


def _with_aside(step: Step, text: str) -> Step:
    aside = _ASIDE.decode(text)
    return msgspec.structs.replace(step, note=aside.note, bookmark=aside.bookmark, revised=aside.revised)


def missing() -> StoreError:
    """There is no such game."""
    return StoreError("missing", say("This game is not there any more."))


def _changed() -> StoreError:
    return StoreError("changed", say("This game went on in another window. Open it again to see it as it is now."))
