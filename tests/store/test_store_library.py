"""The library of games: looked up by words, tags, adventure, date and result, and brought up from older files."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.model.content.library import Library
from companion.model.core.contract import About
from companion.model.core.refusal import StorageError
from companion.model.core.session import Session
from companion.model.games import SYSTEMS
from companion.model.store import connections
from companion.model.store.library import LibraryQuery, PageEnd
from companion.model.store.repository import Repository

from ..core.counter import Counter, State
from .conftest import PLACES, Opens, begun, find, place

RELEASES = Path(__file__).parent / "releases"


class Famous(Counter):
    """A counter that tells what it is about."""

    def about(self, state: State) -> About:
        return About(("Sorcière aux corbeaux", "Crow witch"), "house:bell" if state.goal == 7 else None)


@pytest.fixture(params=PLACES)
def where(request: pytest.FixtureRequest, tmp_path: Path) -> Path | str:
    return place(request, tmp_path)


@pytest.fixture
def clock() -> Iterator[str]:
    return (f"2026-01-{day:02}T00:00:00.000" for day in range(1, 29))


@pytest.fixture
def storage(opens: Opens, clock: Iterator[str]) -> Repository:
    """Twelve games, one a day from the first of January on."""
    repository = opens(now=lambda: next(clock))
    for n in range(12):
        repository.create(begun(), f"Game {n}", people=("Élodie" if n % 3 == 0 else "Marc", "50% of_it"))
    return repository


def titles(repository: Repository, wanted: LibraryQuery) -> list[str]:
    return [info.title for info in repository.find(wanted)]


def test_words_are_found_in_title_and_people_without_case_or_accents(storage: Repository) -> None:
    assert titles(storage, LibraryQuery("ELODIE")) == ["Game 9", "Game 6", "Game 3", "Game 0"]
    assert titles(storage, LibraryQuery("élo 9")) == ["Game 9"]
    assert storage.count(LibraryQuery("marc game")) == 8
    assert titles(storage, LibraryQuery("nobody")) == []
    assert storage.count(LibraryQuery()) == 12


@pytest.mark.parametrize(
    ("typed", "many"), [("%", 12), ("0% of", 12), ("of_it", 12), ("ofxit", 0), ("\\", 0), ("'", 0)]
)
def test_signs_of_the_database_are_letters_like_others(storage: Repository, typed: str, many: int) -> None:
    assert storage.count(LibraryQuery(typed)) == many


def test_pages_follow_each_other_without_gap_or_double(storage: Repository) -> None:
    seen: list[str] = []
    after: PageEnd | None = None
    while found := storage.find(LibraryQuery(), after, most=5):
        seen += [info.title for info in found]
        after = PageEnd(found[-1].updated, found[-1].id)
    assert seen == [f"Game {n}" for n in range(11, -1, -1)]


def test_pages_of_games_of_the_same_moment(opens: Opens) -> None:
    repository = opens(now=lambda: "2026-01-01T00:00:00.000")
    for n in range(5):
        repository.create(begun(), str(n))
    first = repository.find(LibraryQuery(), most=2)
    second = repository.find(LibraryQuery(), PageEnd(first[-1].updated, first[-1].id), most=9)
    assert [info.title for info in (*first, *second)] == ["4", "3", "2", "1", "0"]


def test_dates_bound_what_is_found(storage: Repository) -> None:
    wanted = LibraryQuery(since="2026-01-03", until="2026-01-05")
    assert titles(storage, wanted) == ["Game 3", "Game 2"]


def test_what_a_system_tells_about_a_game_finds_it(opens: Opens) -> None:
    repository = opens()
    for goal in (7, 8):
        repository.create(Session.new(Famous(), {"goal": goal}, Library.shipped(), 1), f"to {goal}")
    assert (
        titles(repository, LibraryQuery("sorciere"))
        == titles(repository, LibraryQuery("crow WITCH"))
        == ["to 8", "to 7"]
    )
    assert titles(repository, LibraryQuery(adventure="house:bell")) == ["to 7"]
    assert repository.adventures() == (("house:bell", 1),)


def test_results_and_modes(storage: Repository) -> None:
    short = begun(goal=1)
    storage.create(short, "short")
    short.choose("add:1")
    winner = storage.find(LibraryQuery(finished=True))[0].winner
    assert winner is not None
    assert titles(storage, LibraryQuery(finished=True)) == ["short"]
    assert titles(storage, LibraryQuery(winner=winner)) == ["short"]
    assert titles(storage, LibraryQuery(winner="nobody")) == []
    assert storage.count(LibraryQuery(finished=False)) == 12
    assert storage.count(LibraryQuery(mode="track")) == 0


def test_tags_are_put_on_and_taken_off(storage: Repository) -> None:
    newest, older = (info.id for info in storage.find(LibraryQuery(), most=2))
    storage.set_tags(newest, ["club", "  close   call ", "club", ""])
    storage.set_tags(older, ["club"])
    assert storage.library.details([newest])[newest].tags == ("close call", "club")
    assert storage.tags() == (("club", 2), ("close call", 1))
    assert titles(storage, LibraryQuery(tags=("club",))) == ["Game 11", "Game 10"]
    assert titles(storage, LibraryQuery(tags=("club", "close call"))) == ["Game 11"]
    storage.set_tags(newest, [])
    assert storage.tags() == (("club", 1),)
    storage.delete(older)
    assert storage.tags() == ()


@pytest.mark.parametrize("typed", ["l'ultimo p", "L’ULTIMO", "ultimo l'"])
def test_an_apostrophe_is_typed_straight_and_kept_curled(opens: Opens, typed: str) -> None:
    repository = opens()
    repository.create(begun(), "L’ultimo ponte")
    assert titles(repository, LibraryQuery(typed)) == ["L’ultimo ponte"]


@pytest.mark.parametrize("tags", [["x" * 41], [str(n) for n in range(21)]])
def test_too_many_or_too_long_tags_are_refused_and_nothing_changes(storage: Repository, tags: list[str]) -> None:
    game = storage.find(LibraryQuery(), most=1)[0].id
    storage.set_tags(game, ["club"])
    with pytest.raises(StorageError):
        storage.set_tags(game, tags)
    assert storage.library.details([game])[game].tags == ("club",)


def test_tags_of_a_game_that_is_gone(storage: Repository) -> None:
    with pytest.raises(StorageError):
        storage.set_tags(999, ["club"])


def test_a_new_title_and_new_players_are_found_and_the_old_ones_not(storage: Repository) -> None:
    game = storage.find(LibraryQuery("elodie"))[0].id
    storage.rename(game, "Nuit d'été")
    assert titles(storage, LibraryQuery("ete elodie")) == ["Nuit d'été"]
    assert storage.count(LibraryQuery("Game 9")) == 0
    storage.summarise(game, None, people=("Bruno",))
    assert storage.count(LibraryQuery("ete elodie")) == 0
    assert titles(storage, LibraryQuery("bruno")) == ["Nuit d'été"]


def test_the_house_box_finds_a_game_by_its_characters_in_every_language(opens: Opens) -> None:
    system = SYSTEMS["asagiri"]
    repository = opens()
    repository.create(Session.new(system, {"quick": True}, Library.shipped(), 1), "quick")
    repository.create(Session.new(system, {"adventure": "house:first-lanterns"}, Library.shipped(), 1), "lanterns")
    assert titles(repository, LibraryQuery("okko tikku")) == ["quick"]
    assert titles(repository, LibraryQuery(adventure="house:first-lanterns")) == ["lanterns"]
    name = Library.shipped().find("adventure", "house:first-lanterns")
    assert name is not None
    for word in name["name"].values():
        assert titles(repository, LibraryQuery(word)) == ["lanterns"]


def old(tmp_path: Path, release: str) -> Path:
    """A file as the program wrote it when its schema was `release`."""
    path = tmp_path / "old.db"
    connection = sqlite3.connect(path)
    connection.executescript((RELEASES / f"{release}.sql").read_text("utf-8"))
    connection.execute(f"PRAGMA application_id = {connections.APPLICATION}")
    connection.close()
    return path


@pytest.mark.parametrize("release", sorted(path.stem for path in RELEASES.glob("*.sql")))
def test_a_file_of_an_earlier_release_is_brought_up_to_date(opens: Opens, tmp_path: Path, release: str) -> None:
    path = old(tmp_path, release)
    repository = opens(path)
    assert titles(repository, LibraryQuery()) == ["Second evening", "Premier soir"]
    assert titles(repository, LibraryQuery("elodie chasseurs")) == ["Premier soir"]
    assert titles(repository, LibraryQuery("anna OKKO")) == ["Second evening"]
    assert titles(repository, LibraryQuery(adventure="house:first-lanterns")) == ["Premier soir"]
    assert repository.settings()["language"] == "fr"
    assert [band.name for band in repository.bands.all()] == ["Mine"]
    for info in repository.find(LibraryQuery()):
        session = repository.open(info.id, SYSTEMS.get, Library.shipped())
        assert session.cursor == info.cursor > 20
        assert repository.library.twin(session) == info.id
    assert Path(f"{path}.before-{connections.REVISIONS[-1]}.backup").exists()


@pytest.mark.parametrize("harm", ["header = '{'", "header = '[]'", "header = '{\"cards\": 3}'", "summary = '[1]'"])
def test_a_damaged_game_of_an_earlier_release_is_still_found_by_its_title(
    opens: Opens, tmp_path: Path, harm: str
) -> None:
    path = old(tmp_path, "0001")
    connection = sqlite3.connect(path)
    connection.execute(f"UPDATE game SET {harm}")
    connection.commit()
    connection.close()
    assert titles(opens(path), LibraryQuery("second")) == ["Second evening"]


def test_two_windows_see_each_others_tags(opens: Opens) -> None:
    one, other = opens(), opens()
    game = one.create(begun(), "x").id
    other.set_tags(game, ["club"])
    assert one.library.details([game])[game].tags == ("club",)
    assert one.open(game, find, Library.shipped()).cursor == 0


def test_many_games_are_taken_at_once_or_none(opens: Opens) -> None:
    repository = opens()
    assert repository.take_all((begun(), f"Game {n}", ("Anna",)) for n in range(30)) == 30
    assert repository.count(LibraryQuery("anna")) == 30

    def broken() -> Iterator[tuple[Session[State], str, tuple[str, ...]]]:
        yield begun(), "one more", ()
        raise ValueError("the second is broken")

    with pytest.raises(ValueError, match="second"):
        repository.take_all(broken())
    assert repository.count(LibraryQuery()) == 30
