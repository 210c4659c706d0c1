"""Games and campaigns of a server, played here while it does not answer, and brought to it when it does again.

A stand-in is a game or a campaign of the file here, with a note that says which one there it stands for and from where
it went on. Nothing waits for the server on the way: a step that cannot reach it goes to the stand-in, and is shown.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, Generic, Literal, TypeAlias, TypeVar

import msgspec
from sqlalchemy import Connection

from companion.model.core.record import Record, Step
from companion.model.core.refusal import InvalidInput, StorageError
from companion.model.core.session import Session
from companion.model.core.timeline import Standing

from .logs import LogJournal, LogTables, read_head, read_steps, sound_steps
from .repository import Repository, utc_now

_STANDS = ("updated", "cursor", "mode", "finished", "winner", "header")

Logs: TypeAlias = Sequence[tuple[Any, tuple[Step, ...]]]
"""The row of each log, and its steps."""
Stamp: TypeAlias = int | tuple[int, tuple[tuple[int, str], ...]]
"""How a game stands (its revision), or a campaign: the branch shown; of each branch its revision and name."""


class StandInNote(msgspec.Struct, frozen=True):
    """What makes something here a stand-in."""

    server: str
    there: int | None
    """The number there; None: it was begun here."""
    known: tuple[int, ...] = ()
    """The revisions of its logs there, when they were known last."""
    sent: Stamp | None = None
    """How the one here stood when it was sent last."""

    def named(self, here: int) -> int:
        """The number under which the window knows the stand-in; negative: it was begun here."""
        return -here if self.there is None else self.there


class Sent(msgspec.Struct, frozen=True):
    """A stand-in that has reached the server."""

    what: Literal["game", "campaign"]
    how: Literal["same", "new", "copy"]
    """In the place of the one it stood for; as a new one; beside one that went on elsewhere meanwhile."""
    here: int
    there: int
    title: str
    stamp: Stamp
    """How the stand-in stood when it was read."""
    journals: tuple[LogJournal, ...]
    """Of its logs there."""


class OfflineJournal:
    """The journal of a log that is kept on the server, or here while that does not answer."""

    def __init__(self, playing: Playing, journal: LogJournal) -> None:
        """`journal`: where it is kept now."""
        self._playing, self.journal = playing, journal

    @property
    def revision(self) -> int:
        """Of the log, wherever it is kept now, after the last change."""
        return self.journal.revision

    def commit(self, cut_at: int, new_steps: Sequence[Step], cursor: int, standing: Standing) -> None:
        """Keep a change there, or here. Raises StorageError as `LogJournal.commit`, but never ``away``."""
        self._playing.do(lambda: self.journal.commit(cut_at, new_steps, cursor, standing))

    def replace(self, cut_at: int, new_steps: Sequence[Step], cursor: int, standing: Standing, header: Record) -> None:
        self._playing.do(lambda: self.journal.replace(cut_at, new_steps, cursor, standing, header))

    def annotate(self, index: int, step: Step) -> None:
        self._playing.do(lambda: self.journal.annotate(index, step))


class Playing(ABC):
    """A game or a campaign that is being played; `id`: under which the window knows it."""

    def __init__(self, id: int, title: str, sessions: Sequence[Session[Any]]) -> None:
        self.id, self.title, self.sessions = id, title, list(sessions)
        self.here: int | None = None
        """The number of its stand-in, while it is kept here."""
        self._journals: list[OfflineJournal] = []

    def keep(self, journals: Sequence[Any], here: int | None) -> None:
        """Keep it in these journals from now on, which belong to the stand-in `here` or to the server."""
        self.here = here
        while len(self._journals) < len(journals):
            self._journals.append(OfflineJournal(self, journals[len(self._journals)]))
        for own, journal, session in zip(self._journals, journals, self.sessions, strict=True):
            own.journal = journal
            session.attach(own)

    @property
    def revisions(self) -> tuple[int, ...]:
        return tuple(own.revision for own in self._journals)

    @property
    @abstractmethod
    def stamp(self) -> Stamp: ...
    @abstractmethod
    def leave(self) -> None: ...
    def do(self, act: Callable[[], Any]) -> Any:
        """Do something where it is kept; on a server that does not answer, do it here instead."""
        try:
            return act()
        except StorageError as wrong:
            if wrong.kind != "away" or self.here is not None:
                raise
        self.leave()
        return act()


P = TypeVar("P", bound=Playing)


class Queue(ABC, Generic[P]):
    """The stand-ins of one kind for one server. To be used from the window's thread, but for `send`."""

    what: Literal["game", "campaign"]
    log: LogTables

    def __init__(self, server: Repository, here: Repository, called: Callable[[str], str] = str) -> None:
        """`here`: the file on this computer; `called`: the title of one that went on elsewhere meanwhile."""
        self.server, self.here, self._called = server, here, called
        self._open: dict[int, P] = {}
        """By the number under which the window knows them: those that were opened to be played."""
        self._moved: dict[int, int] = {}
        """By the same: where one is on the server now."""

    # the window's thread

    def at(self, id: int) -> tuple[Repository, int]:
        """Where something is now, by the number under which the window knows it; negative: it was begun here."""
        playing = self._open.get(id)
        if playing is not None and playing.here is not None:
            return self.here, playing.here
        if id in self._moved:
            return self.server, self._moved[id]
        if id < 0:
            return self.here, -id
        here = next((here for here, note in self._notes().items() if note.there == id), None)
        return (self.server, id) if here is None else (self.here, here)

    def known(self, here: int) -> int | None:
        """The number under which the window knows one here; None: it stands for none there."""
        note = self._notes().get(here)
        return None if note is None else note.named(here)

    def leave(self, id: int) -> None:
        if id in self._open:
            self._open[id].leave()

    def settle(self, sent: Sent) -> None:
        """A stand-in has reached the server: whoever plays it goes on there, and it is not needed any more."""
        playing = next((one for one in self._open.values() if one.here == sent.here), None)
        if playing is not None:
            if playing.stamp != sent.stamp:
                return
            self._moved[playing.id] = sent.there
            self._rejoin(playing, sent)
        self._forget(sent.here)

    def _note(self, id: int | None, known: tuple[int, ...]) -> StandInNote:
        """For one that goes on here, which the window knows under this number."""
        return StandInNote(self.server.database.name, None if id is None else self._moved.get(id, id), known)

    # any thread

    def send(self) -> tuple[Sent, ...]:
        """Bring to the server what it does not have yet. Raises StorageError; what has got there has."""
        sent = (self._send(here, note) for here, note in self._notes().items())
        return tuple(one for one in sent if one is not None)

    def _send(self, here: int, note: StandInNote) -> Sent | None:
        with self.here.database.reading() as connection:
            head, rows = self._rows(connection, here)
            logs = [(row, sound_steps(connection, row.id, self.log)) for row in rows]
        if head is None:
            self._write(here, None)
            return None
        stamp = self._stamp(head, rows)
        played = any(playing.here == here for playing in tuple(self._open.values()))
        if note.sent == stamp and played:
            return None
        how: Literal["same", "new", "copy"] = "new" if note.there is None else "same"
        title = head.title
        with self.server.database.writing() as connection:
            there = self._same(connection, head) if note.there is None else note.there
            if there is not None and not self._goes_on(connection, there, note, logs):
                how, there, title = "copy", None, self._called(title)
            there, title, kept = self._bring(connection, here, there, head, title, logs)
        self._write(here, StandInNote(note.server, there, tuple(revision for _, revision in kept), stamp))
        journals = (
            LogJournal(self.server.database, id, revision, len(steps), utc_now, self.log)
            for (id, revision), (_, steps) in zip(kept, logs, strict=True)
        )
        return Sent(self.what, how, here, there, title, stamp, tuple(journals))

    def _goes_on(self, connection: Connection, there: int, note: StandInNote, logs: Logs) -> bool:
        """Whether what is here goes on from what is there: nobody else has gone on, or only our answer got lost."""
        head, rows = self._rows(connection, there, lock=True)
        if head is None or len(rows) > len(logs):
            return False
        return tuple(row.revision for row in rows) == note.known or all(
            _begins(connection, row, mine, steps, self.log) for row, (mine, steps) in zip(rows, logs, strict=False)
        )

    @abstractmethod
    def _notes(self) -> dict[int, StandInNote]: ...
    @abstractmethod
    def _write(self, here: int, note: StandInNote | None) -> None: ...
    @abstractmethod
    def _forget(self, here: int) -> None: ...
    @abstractmethod
    def _rejoin(self, playing: P, sent: Sent) -> None: ...
    @abstractmethod
    def _stamp(self, head: Any, rows: Sequence[Any]) -> Stamp: ...
    @abstractmethod
    def _rows(self, connection: Connection, number: int, *, lock: bool = False) -> tuple[Any, Sequence[Any]]: ...
    @abstractmethod
    def _same(self, connection: Connection, head: Any) -> int | None: ...
    @abstractmethod
    def _bring(
        self, connection: Connection, here: int, there: int | None, head: Any, title: str, logs: Logs
    ) -> tuple[int, str, list[tuple[int, int]]]:
        """Write one there (None: a new one); its number, its title, and number and revision of each of its logs."""


def _begins(connection: Connection, there: Any, here: Any, steps: tuple[Step, ...], log: LogTables) -> bool:
    """Whether the log there is a beginning of the one here."""
    try:
        known = read_steps(connection, there.id, log)
        read_head(log.heads.name, there._mapping, known)
    except InvalidInput:
        return False
    return there.header == here.header and known == steps[: len(known)]


def log_values(row: Any, names: Sequence[str], steps: Sequence[Step], revision: int) -> dict[str, Any]:
    """A row as it is brought to the server: `names` beside how the log stands."""
    values = {name: row._mapping[name] for name in (*names, *_STANDS)}
    return {**values, "revision": revision, "cursor": min(row.cursor, len(steps))}
