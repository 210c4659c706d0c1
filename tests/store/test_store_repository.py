"""Games, settings and bands: kept, listed, opened, changed, forgotten."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.model.core.record import NoContent
from companion.model.core.refusal import InvalidInput, StorageError
from companion.model.core.words import Words
from companion.model.store import peek_settings
from companion.model.store.library import LibraryQuery
from companion.model.store.repository import Repository

from ..core.counter import Put
from .conftest import PLACES, Opens, begun, find, place

NONE = NoContent()


@pytest.fixture(params=PLACES)
def where(request: pytest.FixtureRequest, tmp_path: Path) -> Path | str:
    return place(request, tmp_path)


def test_every_change_is_kept_and_a_game_opens_where_it_was_left(opens: Opens) -> None:
    session = begun()
    session.choose("add:1")
    game = opens().create(session, "An evening").id
    session.choose("throw:2")
    session.roll()
    session.retype((6, 6))
    session.switch("track")
    session.edit(Put(40), rule="ADD-1")
    session.choose_all(["add:1", "add:2", "add:3"])
    session.undo_group()
    again = opens().open(game, find, NONE)
    assert (again.state, again.cursor, again.mode) == (session.state, session.cursor, session.mode)
    assert again.steps == session.steps
    assert again.header == session.header
    again.redo_group()
    again.undo(4)
    again.choose("add:1")
    third = opens().open(game, find, NONE)
    assert third.steps == again.steps
    assert third.state == again.state


def test_the_list_tells_how_each_game_stands(opens: Opens) -> None:
    clock = iter(f"2026-11-21T10:{n:02}:00.000+00:00" for n in range(60))
    repository = opens(now=lambda: next(clock))
    one, two = begun(goal=2), begun()
    first = repository.create(one, "One", {"turn": 0}).id
    second = repository.create(two, "Two").id
    assert [info.id for info in repository.games()] == [second, first]
    one.choose("add:1")
    assert [info.id for info in repository.games()] == [first, second]
    last = next(iter(repository.find(LibraryQuery(finished=False), most=1)), None)
    assert last is not None
    assert last.id == first
    one.choose("add:1")
    info = repository.game(first)
    assert (info.finished, info.winner, info.cursor, info.mode, info.system) == (True, "B", 2, "enforce", "counter")
    assert info.summary == {"turn": 0}
    assert info.created < info.updated
    last = next(iter(repository.find(LibraryQuery(finished=False), most=1)), None)
    assert last is not None
    assert last.id == second
    one.undo()
    assert not repository.game(first).finished
    repository.delete(first)
    repository.delete(second)
    assert next(iter(repository.find(LibraryQuery(finished=False), most=1)), None) is None


def test_dates_are_utc_iso(repository: Repository) -> None:
    info = repository.create(begun(), "x")
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00", info.created)


def test_titles_and_summaries(repository: Repository) -> None:
    game = repository.create(begun(), "  Okko\n against\x00 the oni ").id
    assert repository.game(game).title == "Okko against the oni"
    repository.rename(game, "鬼" * 500)
    assert repository.game(game).title == "鬼" * 200
    repository.rename(game, "\n")
    assert repository.game(game).title == "–"
    repository.summarise(game, {"board": [1, 2]})
    assert repository.game(game).summary == {"board": [1, 2]}
    repository.summarise(game, None)
    assert repository.game(game).summary is None


def test_changing_title_and_summary_does_not_disturb_the_game(repository: Repository) -> None:
    session = begun()
    game = repository.create(session, "x").id
    repository.rename(game, "y")
    repository.summarise(game, {})
    session.choose("add:1")
    again = repository.open(game, find, NONE)
    assert again.cursor == 1


def test_who_rolls_is_kept_as_soon_as_it_is_said(repository: Repository) -> None:
    session = begun()
    game = repository.create(session, "x").id
    session.set_dice({"A": {"combat": "typed"}, "B": "ask"})
    again = repository.open(game, find, NONE)
    assert (again.dice_mode("A", "combat"), again.dice_mode("A"), again.dice_mode("B")) == ("typed", "virtual", "ask")
    again.undo()
    assert repository.open(game, find, NONE).dice == "virtual"


def test_a_forgotten_game_is_gone_with_its_steps(repository: Repository) -> None:
    session = begun()
    game = repository.create(session, "x").id
    session.choose("add:1")
    repository.delete(game)
    for act in (
        lambda: repository.game(game),
        lambda: repository.open(game, find, NONE),
        lambda: repository.delete(game),
        lambda: repository.rename(game, "y"),
        lambda: session.choose("add:1"),
    ):
        with pytest.raises(StorageError) as caught:
            act()
        assert caught.value.kind == "missing"
    assert session.cursor == 1
    with repository._database.reading() as connection:
        assert connection.exec_driver_sql("SELECT count(*) FROM step").scalar() == 0


def test_two_sessions_of_one_game_do_not_mix(opens: Opens) -> None:
    one, two = opens(), opens()
    mine = begun()
    game = one.create(mine, "x").id
    mine.choose("add:1")
    theirs = two.open(game, find, NONE)
    theirs.choose("add:3")
    before = (mine.state, mine.steps)
    acts: list[Callable[[], object]] = [
        lambda: mine.choose("add:2"),
        mine.undo,
        lambda: mine.jump(0),
        lambda: mine.switch("track"),
    ]
    for act in acts:
        with pytest.raises(StorageError) as caught:
            act()
        assert caught.value.kind == "changed"
    assert (mine.state, mine.steps) == before
    theirs.choose("add:3")
    again = one.open(game, find, NONE)
    assert again.state.total == 7
    again.choose("add:1")
    with pytest.raises(StorageError):
        theirs.undo()


def test_two_repositories_see_each_others_work(opens: Opens) -> None:
    one, two = opens(), opens()
    games = [one.create(begun(), "a").id, two.create(begun(), "b").id]
    assert sorted(info.id for info in one.games()) == games == sorted(info.id for info in two.games())
    first, second = one.open(games[0], find, NONE), two.open(games[1], find, NONE)
    for _ in range(20):
        first.choose("add:1")
        second.choose("add:2")
    assert two.open(games[0], find, NONE).state == first.state
    assert one.open(games[1], find, NONE).state == second.state
    two.set_setting("language", "fr")
    assert one.settings()["language"] == "fr"


def test_a_game_that_cannot_be_played_any_more_is_rescued_up_to_there(repository: Repository) -> None:
    session = begun()
    game = repository.create(session, "Old").id
    session.choose_all(["add:1", "add:2", "add:3"])
    with repository._database.writing() as connection:
        statement = """UPDATE step SET intent = '{"kind":"chosen","option":"add:9"}', seal = NULL WHERE "index" = 1"""
        connection.exec_driver_sql(statement)
    with pytest.raises(InvalidInput) as caught:
        repository.open(game, find, NONE)
    assert caught.value.path == "record.steps[1]"
    saved = repository.rescue(game, find, NONE)
    assert saved.cursor == 1
    saved.choose("add:2")
    newest = repository.games()[0]
    assert (newest.title, newest.cursor) == ("Old", 2)
    assert repository.record(game)[1] == 3


def test_a_game_of_an_unknown_system(repository: Repository) -> None:
    game = repository.create(begun(), "x").id
    with pytest.raises(InvalidInput) as caught:
        repository.open(game, lambda _: None, NONE)
    assert caught.value.path == "record.system"


@pytest.mark.parametrize(
    "harm",
    [
        """UPDATE step SET intent = '{"kind":"chosen"}' WHERE "index" = 1""",
        """UPDATE step SET result = 'nothing' WHERE "index" = 1""",
        """DELETE FROM step WHERE "index" = 1""",
        """UPDATE game SET header = '{}'""",
        """UPDATE game SET cursor = 9""",
    ],
)
def test_damaged_rows_are_told(repository: Repository, harm: str) -> None:
    session = begun()
    game = repository.create(session, "x").id
    session.choose_all(["add:1", "add:2", "add:3"])
    with repository._database.writing() as connection:
        connection.exec_driver_sql(harm)
    with pytest.raises(InvalidInput) as caught:
        repository.open(game, find, NONE)
    assert "damaged" in Words()(caught.value.why)
    with pytest.raises(StorageError) as told:
        repository.record(game)
    assert told.value.kind == "corrupt"


def test_a_journal_does_not_take_steps_out_of_order(repository: Repository) -> None:
    session = begun()
    repository.create(session, "x")
    journal = session.journal
    assert journal is not None
    with pytest.raises(ValueError, match="journal"):
        journal.commit(1, (), 1, session.standing)
    with pytest.raises(ValueError, match="journal"):
        journal.commit(0, (), 1, session.standing)


def test_settings(repository: Repository) -> None:
    repository.set_setting("volume", 7)
    repository.set_settings({"volume": None, "window": {"at": [1, 2]}})
    repository.set_settings({})
    assert repository.settings() == {"volume": None, "window": {"at": [1, 2]}}
    with pytest.raises(InvalidInput):
        repository.set_settings({"volume": 1, "bad": object()})
    with pytest.raises(InvalidInput):
        repository.set_setting("bad", "\ud800")
    assert repository.settings()["volume"] is None


def test_settings_are_peeked_at_without_the_database_library(tmp_path: Path) -> None:
    repository = Repository(tmp_path / "peek.db")
    assert peek_settings(tmp_path / "peek.db") == {}
    repository.set_settings({"volume": None, "window": {"at": [1, 2]}})
    assert peek_settings(tmp_path / "peek.db") == {"volume": None, "window": {"at": [1, 2]}}
    repository.close()


def test_peeking_at_settings_never_raises(tmp_path: Path) -> None:
    assert peek_settings(tmp_path / "none.db") == {}
    assert peek_settings(tmp_path) == {}
    (tmp_path / "bad # ?.db").write_bytes(b"no database" * 100)
    assert peek_settings(tmp_path / "bad # ?.db") == {}


def test_bands(repository: Repository) -> None:
    oni = repository.bands.save("Oni", "asagiri", {"cards": ["house:oni"]})
    okko = repository.bands.save("Okko", "asagiri", {"cards": ["house:okko"]})
    other = repository.bands.save("Others", "sake", {})
    assert repository.bands.all() == (okko, oni, other)
    assert repository.bands.all("asagiri") == (okko, oni)
    changed = repository.bands.save("Zoku", "asagiri", {"cards": []}, oni.id)
    assert changed.id == oni.id
    assert changed.created == oni.created
    assert repository.bands.all("asagiri") == (okko, changed)
    repository.bands.delete(oni.id)
    for act in (lambda: repository.bands.delete(oni.id), lambda: repository.bands.save("x", "y", {}, oni.id)):
        with pytest.raises(StorageError) as caught:
            act()
        assert caught.value.kind == "missing"


def test_a_repository_in_memory(opens: Opens) -> None:
    repository = opens("sqlite://")
    session = begun()
    game = repository.create(session, "x").id
    session.choose("add:1")
    assert repository.open(game, find, NONE).state == session.state


def test_a_url_and_a_path_mean_the_same_file(opens: Opens, tmp_path: Path) -> None:
    game = opens(tmp_path / "new" / "deep" / "okko.db").create(begun(), "x").id
    assert opens(f"sqlite:///{tmp_path}/new/deep/okko.db").game(game).title == "x"
    assert opens(str(tmp_path / "new/deep/okko.db")).game(game).title == "x"


def test_choosing_is_fast_and_long_games_open_fast(repository: Repository) -> None:
    session = begun(goal=10**6)
    game = repository.create(session, "x").id
    took = []
    for _ in range(1000):
        began = time.perf_counter()
        session.choose("add:1")
        took.append(time.perf_counter() - began)
    assert sorted(took)[500] < 0.010
    began = time.process_time()
    assert repository.open(game, find, NONE).state == session.state
    assert time.process_time() - began < 0.5
