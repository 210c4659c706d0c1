"""Repositories that are closed after each test."""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from sqlalchemy.engine import make_url

from companion.model.core.contract import System
from companion.model.core.record import NoContent
from companion.model.core.session import Session
from companion.model.store.repository import Repository

from ..core.counter import Counter, State

Opens = Callable[..., Repository]
SERVER = Path(__file__).parents[2] / "packaging" / "postgres.sh"
NOT_INSTALLED = 3
PLACES = ("file", "server")
KILLED = ("file", pytest.param("server", marks=pytest.mark.soak))
"""For programs that are killed: what a server loses when its client dies is PostgreSQL's own affair."""


def place(request: pytest.FixtureRequest, tmp_path: Path) -> Path | str:
    """A `where` by its name in `PLACES`."""
    return tmp_path / "okko.db" if request.param == "file" else str(request.getfixturevalue("on_server"))


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """The address of a PostgreSQL server: the one that OKKO_POSTGRES names, else one of our own."""
    given = os.environ.get("OKKO_POSTGRES")
    if given:
        yield given
        return
    folder = tempfile.mkdtemp(prefix="okko-pg-")  # a socket's path must be short
    begun = subprocess.run([SERVER, "start", folder], capture_output=True, text=True)
    if begun.returncode == NOT_INSTALLED:
        pytest.skip("PostgreSQL is not installed")
    assert begun.returncode == 0, begun.stderr + (Path(folder) / "log").read_text("utf-8")
    yield begun.stdout.strip()
    subprocess.run([SERVER, "stop", folder], check=True)


@pytest.fixture(scope="session")
def model(server: str) -> str:
    """A database with today's tables, from which those of the tests are copied."""
    name = f"okko_model_{uuid4().hex}"
    url = database_on(server, name)
    Repository(url).close()
    return name


@pytest.fixture
def empty(server: str) -> str:
    """The address of a database that holds nothing."""
    return database_on(server, f"okko_{uuid4().hex}")


@pytest.fixture
def on_server(server: str, model: str) -> str:
    """The address of a database with today's tables."""
    return database_on(server, f"okko_{uuid4().hex}", model)


def database_on(server: str, name: str, model: str = "template0") -> str:
    """Make a database; returns its address."""
    import psycopg

    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}" TEMPLATE "{model}"'.encode())
    return make_url(server).set(database=name).render_as_string(hide_password=False)


@pytest.fixture
def where(tmp_path: Path) -> Path | str:
    """Where `opens` keeps games; modules whose tests are for every kind of place have a `where` of their own."""
    return tmp_path / "okko.db"


@pytest.fixture
def opens(where: Path | str) -> Iterator[Opens]:
    """Open a repository, by default always the same file or database."""
    opened: list[Repository] = []

    def repository(path: Path | str = where, **options: Any) -> Repository:
        opened.append(Repository(path, **options))
        return opened[-1]

    yield repository
    for one in opened:
        one.close()


@pytest.fixture
def repository(opens: Opens) -> Repository:
    """A new one."""
    return opens()


def find(id: str) -> System[Any] | None:
    """The systems known in these tests."""
    return Counter() if id == "counter" else None


def begun(goal: int = 1000, seed: int = 7) -> Session[State]:
    """A new game of the counter."""
    return Session.new(Counter(), {"goal": goal}, NoContent(), seed)
