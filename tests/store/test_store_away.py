"""A server that falls silent in the middle of a game: the game goes on here, and reaches the server when it is back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from time import monotonic

import pytest

from companion.model.core.record import NoContent
from companion.model.core.session import Session
from companion.model.store import server as store_server
from companion.model.store.away import Away, meant_for
from companion.model.store.offline import Sent
from companion.model.store.repository import Repository

from ..core.counter import State
from .conftest import Opens, begun, find
from .faking import Way, listening

NONE = NoContent()


@pytest.fixture
def way(on_server: str, monkeypatch: pytest.MonkeyPatch) -> Way:
    monkeypatch.setattr(store_server.Bounded, "patience", 0.3)
    return Way(on_server)


@pytest.fixture
def away(way: Way, opens: Opens, tmp_path: Path) -> Iterator[Away]:
    with listening(way.serve) as port:
        server, here = Repository(way.address(port)), opens(tmp_path / "here.db")
        yield Away(server, here, lambda title: f"{title} again")
        way.cut.clear()
        server.close()


def played(away: Away) -> tuple[Session[State], int]:
    """A game on the server, two steps old."""
    session = begun(goal=10**6)
    info = away.server.create(session, "Club", {"names": ["Anna", "Bea"]}, ("Anna",))
    away.follow(info.id, info, session)
    session.choose_all(["add:1", "add:2"])
    return session, info.id


def brought(away: Away) -> list[Sent]:
    assert away.server.database.knock()
    sent = list(away.send())
    for one in sent:
        away.settle(one)
    return sent


def test_a_game_goes_on_and_is_where_it_was_as_if_nothing_had_been(away: Away, way: Way) -> None:
    session, game = played(away)
    assert away.here.games() == (), "nothing is kept twice while the server answers"
    way.cut.set()
    at = monotonic()
    session.choose("add:3")
    assert monotonic() - at < 1
    at = monotonic()
    session.choose("add:1")
    session.undo()
    session.annotate(0, note="dark", bookmark=True)
    assert monotonic() - at < 0.5, "the server is not asked any more"
    assert away.at(game)[0] is away.here
    assert [info.id for info in away.listed()] == [game]
    assert [info.title for info in away.here.games()] == ["Club"]
    way.cut.clear()
    (sent,) = brought(away)
    assert (sent.how, sent.there) == ("same", game)
    assert away.here.games() == ()
    assert away.at(game) == (away.server, game)
    session.choose("add:2")
    kept = away.server.open(game, find, NONE)
    assert (kept.state, kept.steps) == (session.state, session.steps)
    assert away.server.games()[0].id == game


def test_what_somebody_else_went_on_with_meanwhile_is_kept_beside_it(away: Away, way: Way, on_server: str) -> None:
    session, game = played(away)
    way.cut.set()
    session.choose("add:3")
    other = Repository(on_server)
    others = other.open(game, find, NONE)
    others.choose("add:1")
    way.cut.clear()
    (sent,) = brought(away)
    assert (sent.how, sent.title) == ("copy", "Club again")
    session.choose("add:3")
    assert away.at(game) == (away.server, sent.there)
    assert other.open(game, find, NONE).steps == others.steps
    assert other.open(sent.there, find, NONE).steps == session.steps
    other.close()


def test_an_answer_that_got_lost_is_no_other_person(away: Away, way: Way, on_server: str) -> None:
    session, game = played(away)
    journal = session.journal
    way.cut.set()
    session.choose("add:3")
    other = Repository(on_server)
    session_there = other.open(game, find, NONE)
    session_there.choose("add:3")  # as the server took it, before it fell silent
    other.close()
    assert journal is not None
    way.cut.clear()
    assert [(sent.how, sent.there) for sent in brought(away)] == [("same", game)]
    assert len(away.server.games()) == 1


def test_a_game_begun_without_the_server_gets_there_and_only_once(away: Away, way: Way) -> None:
    way.cut.set()
    session = begun(goal=10**6)
    info = away.begin(session, "Dark", None, ("Cleo",))
    assert info.id < 0
    session.choose("add:1")
    assert [one.id for one in away.listed()] == [info.id]
    way.cut.clear()
    assert [sent.how for sent in brought(away)] == ["new"]
    session.choose("add:2")
    assert away.at(info.id) == (away.server, 1)
    assert away.server.open(1, find, NONE).steps == session.steps
    assert len(away.server.games()) == 1
    assert brought(away) == []


def test_what_an_earlier_run_could_not_send_is_sent_and_until_then_it_is_the_one_that_is_opened(
    away: Away, way: Way
) -> None:
    session, game = played(away)
    way.cut.set()
    session.choose("add:3")
    away.here.create(begun(), "Meant for it", also=meant_for(away.server.database.name))
    away.here.create(begun(), "Mine")
    way.cut.clear()
    again = Away(away.server, away.here)
    assert away.server.database.knock()
    place, number = again.at(game)
    assert place is away.here
    assert place.open(number, find, NONE).steps == session.steps
    assert sorted(sent.how for sent in brought(again)) == ["new", "same"]
    assert [info.title for info in away.here.games()] == ["Mine"]
    assert away.server.open(game, find, NONE).steps == session.steps
