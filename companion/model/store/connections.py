"""Where games are kept (a file, or a PostgreSQL server by an address that somebody typed), and how it is opened."""

from __future__ import annotations

import ipaddress
import sqlite3
from collections.abc import Sequence
from pathlib import Path

from sqlalchemy import URL, Connection, Engine, event, inspect
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from companion.model.core.masking import joined, masked, parted
from companion.model.core.refusal import StorageError
from companion.model.core.words import Message, say
from companion.model.store.errors import foreign

MOST_LABEL, MOST_HOST = 63, 253
"""Letters in a part of a server's name, and in the whole of it."""
SERVERS = ("postgresql", "postgres")
_NUMBERS = ("connect_timeout", "keepalives", "keepalives_idle", "keepalives_interval", "keepalives_count",
            "tcp_user_timeout")  # fmt: skip
_CHOICES = {
    "sslmode": ("disable", "allow", "prefer", "require", "verify-ca", "verify-full"),
    "target_session_attrs": ("any", "read-write", "read-only", "primary", "standby", "prefer-standby"),
}


def address(where: str | Path) -> URL:
    """Where games are kept, as a URL; raises StorageError, which names what is wrong with an address."""
    text = str(where)
    if isinstance(where, Path) or "://" not in text:
        return make_url("sqlite://").set(database=text)
    place, mark, settings = joined(*parted(text)).partition("?")
    text = f"{place}{mark}{settings.replace('@', '%40')}"  # which would be taken for the end of a password
    if not text.isprintable():
        raise _wrong(say("The address contains an invisible character."))
    scheme = text.partition("://")[0]
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):  # which say the whole address, or its password taken for a port
        raise _wrong(_no_url(text) if scheme in SERVERS else _no_address()) from None
    if url.drivername in SERVERS:
        found = url.set(drivername="postgresql+psycopg")
        wrong = _fault(found)
        if wrong is not None:
            raise _wrong(wrong)
        return found
    if url.drivername != "sqlite":
        raise _wrong(_no_address())
    return url


def without_password(url: URL) -> str:
    """An address as it may be written down."""
    try:
        return masked(url.render_as_string(hide_password=False))
    except UnicodeEncodeError:  # a folder whose name is no UTF-8
        return f"{url.drivername}:///{url.database!a}"


def _no_url(text: str) -> Message:
    """Which part of a server's address cannot be read."""
    _, at, place = text.partition("://")[2].partition("/")[0].partition("?")[0].rpartition("@")
    _, colon, port = place.rpartition(":")
    if colon and "]" not in port and not port.isdecimal():
        # without an @ before it, it may be a password
        return _port(port) if at else say("The port must be a number from 1 to 65535.")
    return say("The address cannot be read. It looks like this: {example}", example="postgresql://name@server/games")


def _fault(url: URL) -> Message | None:
    """What is wrong with the address of a server; None: it can be asked."""
    hosts, ports = [url.host] if url.host else [], [str(url.port)] if url.port is not None else []
    for host in _each(url, "host"):
        name, colon, port = host.rpartition(":")
        plain = not colon or host.startswith(("/", "@")) or not port.isdecimal()
        hosts += (host if plain else name).split(",")
        ports += [] if plain else [port]
    ports += [part for value in _each(url, "port") for part in value.split(",")]
    for host in hosts:
        wrong = None if host.startswith(("/", "@")) else _host(host)
        if wrong is not None:
            return wrong
    for port in ports:
        if port and not (port.isascii() and port.isdecimal() and 0 < int(port[:6]) < 65_536):
            return _port(port)
    return _settings(url)


def _host(host: str) -> Message | None:
    name = host.removesuffix(".")
    if ":" in name or name.replace(".", "").isdecimal():
        try:
            ipaddress.ip_address(name.partition("%")[0])
        except ValueError:
            return say("“{host}” is not a server address: the numbers are not valid.", host=host)
        return None
    for label in name.split("."):
        if not label:
            return say("The server name “{host}” has one dot too many.", host=host)
        if not all(letter.isalnum() or letter in "-_" for letter in label):
            odd = next(letter for letter in label if not letter.isalnum() and letter not in "-_")
            return say("The server name “{host}” cannot contain “{sign}”.", host=host, sign=odd)
        if len(label) > MOST_LABEL:
            return _long(label)
        try:
            label.encode("idna")
        except UnicodeError:
            return _long(label)
    if len(name) > MOST_HOST:
        return say("The server name is too long: at most {most} letters.", most=MOST_HOST)
    return None


def _settings(url: URL) -> Message | None:
    """What is wrong with what follows the question mark."""
    if not url.query:
        return None
    from psycopg import pq  # slow to import, and rarely needed

    known = {option.keyword.decode() for option in pq.Conninfo.get_defaults()}
    for name in url.query:
        if name not in known:
            return say("The address contains an unknown setting: {name}", name=name)
        for value in _each(url, name):
            fits = value in _CHOICES.get(name, (value,)) and (name not in _NUMBERS or value.isdecimal())
            if not fits:
                return say("In the address, {name} cannot be “{value}”.", name=name, value=value)
    return None


def _each(url: URL, name: str) -> Sequence[str]:
    found = url.query.get(name, ())
    return (found,) if isinstance(found, str) else found


def _long(label: str) -> Message:
    shown = label if len(label) <= 24 else f"{label[:23]}…"
    return say("Part of the server name is too long (at most {most} letters): {part}", most=MOST_LABEL, part=shown)


def _port(port: str) -> Message:
    return say("The port must be a number from 1 to 65535, not “{port}”.", port=port)


def _no_address() -> Message:
    return say("Games are stored in a file or on a PostgreSQL server; this is not a valid address.")


def _wrong(why: Message) -> StorageError:
    return StorageError("unreadable", why)


REVISIONS = ("0001", "0002", "0003", "0004", "0005", "0006", "0007", "0008")
"""Every schema there has been, oldest first; each is a file of `versions`."""
APPLICATION = 0x4F6B6B6F
"""Marks a file as ours (``Okko``)."""


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def prepare(engine: Engine, *, keys: bool = True) -> None:
    """Set up each connection of `engine`; `keys`: foreign keys are enforced."""

    @event.listens_for(engine, "connect")
    def _connected(raw: sqlite3.Connection, _: object) -> None:
        # Transactions are begun by us: sqlite3 alone would begin too late, and not for every statement.
        raw.isolation_level = None
        # One letter that is none must not keep all other rows from being read; its row's seal tells of it.
        raw.text_factory = _text
        for pragma in ("journal_mode = WAL", "synchronous = FULL", f"foreign_keys = {'ON' if keys else 'OFF'}"):
            raw.execute(f"PRAGMA {pragma}").close()

    @event.listens_for(engine, "begin")
    def _began(connection: Connection) -> None:
        kind = connection.get_execution_options().get("okko_begin", "DEFERRED")
        connection.exec_driver_sql(f"BEGIN {kind}")


def revision_of(connection: Connection) -> str | None:
    """The schema of the file; None for an empty one. Raises StorageError when the file is something else."""
    tables = set(inspect(connection).get_table_names())
    if not tables:
        return None
    if connection.dialect.name == "sqlite":
        ours = connection.exec_driver_sql("PRAGMA application_id").scalar() == APPLICATION
    else:
        ours = {"game", "step", "setting"} <= tables
    if "alembic_version" not in tables or not ours:
        raise foreign()
    revisions = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalars().all()
    if len(revisions) != 1:
        raise foreign()
    return str(revisions[0])
