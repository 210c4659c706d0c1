"""A PostgreSQL server that may fall silent: nobody waits for it longer than a moment, and then nobody asks for a while.

A connection that is up, and whose other end says nothing, is not ended by TCP: what answers may be a box in between.
So it is given up here, after `PATIENCE` seconds.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import local
from time import monotonic
from typing import Any

import psycopg
from psycopg import errors
from sqlalchemy import URL, Engine, create_engine, event

PATIENCE = 1.5
"""Seconds after which a server that owes an answer is silent."""
LOCKED = 1.0
"""Seconds for which the server waits for another program that is writing."""
CONNECTING = 3
"""Seconds in which a connection has to be made."""
QUIET = 8.0
"""Seconds for which a server that did not answer is not asked again, but by whoever looks whether it is back."""
AT_WORK = 600.0
"""Seconds that bringing it up to date may take."""


class Silent(psycopg.OperationalError):
    """The server does not answer."""


class ServerLink:
    """The way to one server, and whether it is worth trying now. Any thread may ask."""

    def __init__(self) -> None:
        self._quiet_until = 0.0
        self._mine = local()

    @property
    def quiet(self) -> bool:
        """Whether it did not answer just now; never for whoever is `knocking`."""
        return monotonic() < self._quiet_until and not getattr(self._mine, "knocks", False)

    def lost(self) -> None:
        self._quiet_until = monotonic() + QUIET

    @contextmanager
    def knocking(self) -> Iterator[None]:
        """Try it in spite of that; it may be asked again when that went well."""
        self._mine.knocks = True
        try:
            yield
            self._quiet_until = 0.0
        finally:
            self._mine.knocks = False


class Bounded(psycopg.Connection[Any]):
    """A connection that is given up when its other end falls silent."""

    line: ServerLink
    patience = PATIENCE

    def wait(self, gen: Any, interval: float = 0.1, timeout: float | None = None) -> Any:
        """As psycopg's own, but not longer than `patience`; raises Silent."""
        try:
            return super().wait(gen, interval, self.patience if timeout is None else timeout)
        except errors._WaitTimeout:
            self.line.lost()
            self.pgconn.finish()
            raise Silent("the server does not answer") from None


def engine_of(url: URL, line: ServerLink) -> Engine:
    """The engine for a server; its connections are `Bounded`."""
    milliseconds = {"lock_timeout": LOCKED * 1000, "statement_timeout": 30_000}
    options = [f"-c {name}={int(value)}" for name, value in milliseconds.items()]
    arguments = {
        "connect_timeout": CONNECTING,
        "options": " ".join([*options, "-c client_min_messages=warning"]),
        "keepalives_idle": 10,
        "keepalives_interval": 5,
        "keepalives_count": 2,
        "tcp_user_timeout": 5_000,
    }
    engine = create_engine(url, connect_args=arguments, pool_pre_ping=True)

    @event.listens_for(engine, "do_connect")
    def _connect(_dialect: Any, _record: Any, given: Any, named: Any) -> Any:
        if line.quiet:
            raise Silent("the server did not answer just now")
        try:
            connection = Bounded.connect(*given, **named)
        except errors.ConnectionTimeout:
            line.lost()
            raise
        connection.line = line
        return connection

    return engine


def at_work(raw: Any) -> None:
    """Wait longer on this connection: what it is asked takes its time."""
    if isinstance(raw, Bounded):
        raw.patience = AT_WORK
