"""Figures of games that have ended: kept beside them, never older than they are, worked out when they are lacking."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import text

from companion.model.core.record import NoContent
from companion.model.core.refusal import StorageError
from companion.model.core.session import Session
from companion.model.store.library import Figuring, LibraryQuery
from companion.model.store.repository import Repository

from ..core.counter import State
from .conftest import PLACES, Opens, begun, find, place


@pytest.fixture(params=PLACES)
def where(request: pytest.FixtureRequest, tmp_path: Path) -> Path | str:
    return place(request, tmp_path)


def short(session: Session[Any]) -> str | None:
    """How a game of the counter ended; one that went to 14 has no figures."""
    return None if session.header.setup["goal"] == 14 else msgspec.json.encode(len(session.steps)).decode()


FIRST, SECOND = Figuring(1, short), Figuring(2, short)


def ended(goal: int = 6) -> Session[State]:
    """A game of the counter that is over."""
    session = begun(goal)
    finish(session)
    return session


def finish(session: Session[State]) -> None:
    while not session.standing.finished:
        session.choose("add:2")


def kept(repository: Repository, wanted: LibraryQuery | None = None) -> list[tuple[str, str]]:
    return [(one.title, one.data) for one in repository.figures(wanted or LibraryQuery())]


def test_a_game_gets_its_figures_when_it_ends_and_loses_them_when_it_goes_on(opens: Opens) -> None:
    repository = opens(figuring=FIRST)
    session = begun(6)
    game = repository.create(session, "x").id
    assert kept(repository) == [] and repository.lacking_figures() == ()
    finish(session)
    many = len(session.steps)
    assert kept(repository) == [("x", str(many))]
    session.undo()
    assert kept(repository) == [] and repository.lacking_figures() == ()
    session.redo()
    assert kept(repository) == [("x", str(many))]
    again = opens(figuring=FIRST).open(game, find, NoContent())
    again.undo()
    again.choose("add:1")
    finish(again)
    assert kept(repository) == [("x", str(len(again.steps)))]


def test_games_of_before_are_worked_out_when_they_are_wanted(opens: Opens) -> None:
    old = opens()
    ids = [old.create(ended(), f"Game {n}", people=("Anna" if n else "Bruno",)).id for n in range(3)]
    old.create(begun(), "still going on")
    assert old.figures() == () and old.lacking_figures() == ()
    repository = opens(figuring=FIRST)
    assert repository.lacking_figures() == tuple(ids)
    assert repository.lacking_figures(LibraryQuery("anna")) == tuple(ids[1:])
    assert repository.work_out(ids[1], find, NoContent())
    assert [title for title, _ in kept(repository)] == ["Game 1"]
    assert repository.lacking_figures() == (ids[0], ids[2])
    for game in repository.lacking_figures():
        repository.work_out(game, find, NoContent())
    assert [title for title, _ in kept(repository)] == ["Game 0", "Game 1", "Game 2"]
    assert [title for title, _ in kept(repository, LibraryQuery("anna"))] == ["Game 1", "Game 2"]


def test_another_way_of_working_out_makes_the_older_figures_void(opens: Opens) -> None:
    game = opens(figuring=FIRST).create(ended(), "x").id
    repository = opens(figuring=SECOND)
    assert kept(repository) == [] and repository.lacking_figures() == (game,)
    repository.work_out(game, find, NoContent())
    assert len(kept(repository)) == 1


def test_a_game_without_figures_is_not_asked_again(opens: Opens) -> None:
    repository = opens(figuring=FIRST)
    repository.create(ended(14), "unlucky")
    assert repository.lacking_figures() == () and kept(repository) == []


def test_figures_that_cannot_be_kept_do_no_harm_to_the_step(opens: Opens) -> None:
    repository = opens(figuring=FIRST)
    session = begun(6)
    game = repository.create(session, "x").id
    with repository._database.writing() as connection:
        connection.execute(text("DROP TABLE game_figures"))
    finish(session)
    assert repository.game(game).finished and repository.game(game).cursor == len(session.steps)


def test_figures_go_with_their_game(opens: Opens) -> None:
    repository = opens(figuring=FIRST)
    game = repository.create(ended(), "x").id
    repository.delete(game)
    assert kept(repository) == []
    with pytest.raises(StorageError):
        repository.work_out(game, find, NoContent())


def test_only_the_games_of_a_campaign(opens: Opens) -> None:
    from companion.model.games.asagiri.campaign.chronicle import Chronicle

    from ..campaign.kit import BATTLES, CONTENT

    repository = opens(figuring=FIRST)
    ids = [repository.create(ended(), f"Game {n}").id for n in range(3)]
    chronicle = Chronicle.new(BATTLES, CONTENT, 1)
    campaign = repository.campaigns.create("Sunday", [(chronicle.branches[0], chronicle.session)]).campaign_id
    repository.campaigns.link(ids[2], campaign, 0, 0)
    repository.campaigns.link(ids[0], campaign, 0, 1)
    assert [one.title for one in repository.figures(campaign=campaign)] == ["Game 0", "Game 2"]


def test_many_games_taken_at_once_bring_their_figures(opens: Opens) -> None:
    repository = opens(figuring=FIRST)
    repository.take_all((ended(), f"Game {n}", ()) for n in range(20))
    assert len(kept(repository)) == 20 and repository.lacking_figures() == ()
