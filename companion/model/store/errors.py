"""Everything that can go wrong with a disk, as one error that can be said to a person."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from companion.model.core.masking import masked
from companion.model.core.refusal import StorageError
from companion.model.core.words import say


@contextmanager
def guarded() -> Iterator[None]:
    """Turn errors of the database and of the disk into StorageError."""
    try:
        yield
    except (sqlite3.Error, sqlite3.Warning) as wrong:
        raise of_sqlite(wrong) from wrong
    except OSError as wrong:
        raise of_system(wrong) from wrong
    except UnicodeDecodeError as wrong:  # SQLite's own sentence quotes a damaged schema byte by byte
        raise corrupt() from wrong
    except Exception as wrong:
        # The database library wraps the errors of sqlite3; this module is loaded without it.
        inner = getattr(wrong, "orig", wrong)
        if isinstance(inner, sqlite3.Error | sqlite3.Warning):
            raise of_sqlite(inner) from wrong
        if any(kind.__module__.startswith("psycopg") for kind in type(inner).__mro__):
            raise of_server(inner) from wrong
        raise


def of_sqlite(wrong: Exception) -> StorageError:
    """The error for one of sqlite3's."""
    told = getattr(wrong, "sqlite_errorcode", 0)
    code = told & 0xFF
    if code == sqlite3.SQLITE_FULL or told == sqlite3.SQLITE_IOERR_SHMSIZE:  # no room for the list of what was written
        return _full()
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return locked()
    if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH):
        return _readonly()
    if code == sqlite3.SQLITE_CANTOPEN:
        return StorageError("unreadable", say("The file of saved games cannot be opened."))
    if code == sqlite3.SQLITE_NOTADB:
        return foreign()
    if code == sqlite3.SQLITE_CORRUPT or "decode to UTF-8" in str(wrong):
        return corrupt()
    if code == sqlite3.SQLITE_CONSTRAINT:
        return changed()
    if code == sqlite3.SQLITE_IOERR:
        return StorageError("other", say("The disk reports an error. Nothing was changed."))
    return StorageError("other", say("The saved games cannot be used now ({problem}).", problem=_short(wrong)))


def locked() -> StorageError:
    """Somebody else holds the file for longer than is waited."""
    return StorageError("locked", say("Another program is using the saved games. Nothing was changed; try again."))


def of_server(wrong: object) -> StorageError:
    """The error for one of a PostgreSQL server's, by its SQLSTATE; while connecting there is none."""
    state = getattr(wrong, "sqlstate", None)
    if state is None:
        return _not_connected(wrong)
    if state[:2] in ("08", "57"):
        return away()
    if state[:2] in ("28", "3D"):
        return _not_let_in(str(wrong))
    if state in ("53100", "53200"):
        return _full()
    if state in ("55P03", "40P01", "40001"):
        return StorageError("locked", say("Another program is using the saved games. Nothing was changed; try again."))
    if state in ("42501", "25006"):
        return _readonly()
    if state == "23503":
        return StorageError("missing", say("This game no longer exists."))
    if state == "23505":
        return changed()
    return StorageError("other", say("The saved games cannot be used now ({problem}).", problem=_short(wrong)))


def _not_connected(wrong: object) -> StorageError:
    """No connection came about. A server speaks its own language, so what it says is looked at last."""
    told, line = str(wrong), getattr(wrong, "pgconn", None)
    if "FATAL" in told or getattr(line, "used_password", False) or getattr(line, "needs_password", False):
        if getattr(line, "needs_password", False) or "no password supplied" in told:
            return StorageError("unreadable", say("The server with the saved games needs a password."))
        name, user = (bytes(getattr(line, part, None) or b"").decode("utf-8", "replace") for part in ("db", "user"))
        about_the_place = name not in ("", user) and name in told
        if getattr(line, "used_password", False) and not about_the_place:
            return StorageError("unreadable", say("The server with the saved games does not accept this password."))
        return _not_let_in(told)
    if "invalid" in told and "connection option" in told:
        return StorageError("unreadable", say("The server address cannot be used ({problem}).", problem=_short(told)))
    return away()


def _not_let_in(told: str) -> StorageError:
    problem = told.rpartition("FATAL:")[2]
    why = say("The server with the saved games refuses access ({problem}).", problem=_short(problem))
    return StorageError("unreadable", why)


def _short(told: object) -> str:
    return masked(" ".join(str(told).split()))[:200]


def away() -> StorageError:
    """The server does not answer."""
    return StorageError("away", say("The server with the saved games does not answer."))


def changed() -> StorageError:
    """Somebody else was quicker."""
    return StorageError(
        "changed", say("This was continued elsewhere in the meantime. Open it again to see its current state.")
    )


def of_system(wrong: OSError) -> StorageError:
    """The error for one of the operating system's."""
    if wrong.errno in (errno.ENOSPC, errno.EDQUOT):
        return _full()
    if wrong.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        return _readonly()
    if wrong.errno in (errno.ENOENT, errno.ENOTDIR):
        return StorageError("unreadable", say("This file does not exist."))
    return StorageError("unreadable", say("This file cannot be used ({problem}).", problem=wrong.strerror or "?"))


def corrupt() -> StorageError:
    """The file is damaged."""
    return StorageError("corrupt", say("The file of saved games is damaged. It has not been changed."))


def foreign() -> StorageError:
    """The file is something else."""
    return StorageError("foreign", say("This is not an Okko Companion file. It has not been changed."))


def newer(theirs: str, ours: str) -> StorageError:
    """The file has a schema that is not known here."""
    why = say(
        "These games were saved by a newer Okko Companion (data version {theirs}; this one reads up to {ours}). "
        "Please update. Nothing was changed.",
        theirs=theirs,
        ours=ours,
    )
    return StorageError("newer", why)


def _full() -> StorageError:
    return StorageError("full", say("The disk is full. The last change was not saved."))


def _readonly() -> StorageError:
    return StorageError("readonly", say("This location is read-only."))
