"""All games at once: in every order, copied, tagged and forgotten together, known again; other windows noticed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.model.core.contract import Correction
from companion.model.core.record import NoContent
from companion.model.core.refusal import StorageError
from companion.model.core.session import Session
from companion.model.store.library import LibraryQuery
from companion.model.store.repository import Repository

from ..core.counter import Counter, Put, State
from .conftest import PLACES, Opens, begun, find, place

TITLES = ("beta", "Alpha", "élan", "Zulu", "delta")


@pytest.fixture(params=PLACES)
def where(request: pytest.FixtureRequest, tmp_path: Path) -> Path | str:
    return place(request, tmp_path)


@pytest.fixture
def clock() -> Iterator[str]:
    return (f"2026-01-{day:02}T00:00:00.000" for day in range(1, 29))


@pytest.fixture
def storage(opens: Opens, clock: Iterator[str]) -> Repository:
    """Five games, one a day; the first one is played again at the end."""
    repository = opens(now=lambda: next(clock))
    for n, title in enumerate(TITLES):
        session = begun(seed=n)
        session.choose_all(["add:1"] * n)
        repository.create(session, title, people=("Anna", "Bruno"))
    repository.open(1, find, NoContent()).choose("add:1")
    return repository


def titles(repository: Repository, *given: object, **more: object) -> list[str]:
    ids = repository.library.ids(*given, **more)
    return [info.title for info in repository.infos(ids)]


def test_games_come_in_every_order_and_the_other_way_round(storage: Repository) -> None:
    orders = {
        "changed": ["beta", "delta", "Zulu", "élan", "Alpha"],
        "begun": ["delta", "Zulu", "élan", "Alpha", "beta"],
        "name": ["Alpha", "beta", "delta", "élan", "Zulu"],
        "length": ["delta", "Zulu", "élan", "Alpha", "beta"],
    }
    for order, expected in orders.items():
        assert sorted(titles(storage, LibraryQuery(), order)) == sorted(expected)
        if order != "length":
            assert titles(storage, LibraryQuery(), order) == expected, order
            assert titles(storage, LibraryQuery(), order, backward=True) == expected[::-1], order
    assert titles(storage, LibraryQuery("A"), "name") == ["Alpha", "beta", "delta", "élan", "Zulu"]
    assert titles(storage, LibraryQuery("elan"), "name") == ["élan"]


def test_length_counts_steps(storage: Repository) -> None:
    longest = storage.infos(storage.library.ids(LibraryQuery(), "length"))
    assert [info.cursor for info in longest] == sorted((info.cursor for info in longest), reverse=True)


def test_games_that_have_ended_without_a_winner(storage: Repository) -> None:
    assert storage.library.ids(LibraryQuery(drawn=True)) == ()


def test_tags_are_searched_as_words_and_survive_a_new_name(storage: Repository) -> None:
    storage.set_tags(2, ["Été au club"])
    assert titles(storage, LibraryQuery("ete club")) == ["Alpha"]
    storage.rename(2, "Omega")
    assert titles(storage, LibraryQuery("ete club")) == ["Omega"]
    storage.set_tags(2, [])
    assert titles(storage, LibraryQuery("ete club")) == []
    assert titles(storage, LibraryQuery("omega anna")) == ["Omega"]


def test_a_list_tells_people_and_tags(storage: Repository) -> None:
    storage.set_tags(3, ["b", "a"])
    told = storage.library.details([3, 4, 999])
    assert set(told) == {3, 4}
    assert told[3].tags == ("a", "b")
    assert told[3].people == ("Anna", "Bruno")
    assert [info.id for info in storage.infos([4, 999, 3])] == [4, 3]


def test_a_copy_has_everything_and_goes_its_own_way(storage: Repository) -> None:
    storage.set_tags(5, ["club"])
    copy = storage.library.copy(5, "  copy\nof it ")
    assert storage.game(copy).title == "copy of it"
    assert storage.record(copy) == storage.record(5)
    assert storage.library.details([copy])[copy].tags == ("club",)
    assert titles(storage, LibraryQuery("copy bruno")) == ["copy of it"]
    storage.open(copy, find, NoContent()).choose("add:1")
    assert storage.game(copy).cursor == storage.game(5).cursor + 1
    with pytest.raises(StorageError):
        storage.library.copy(999, "x")


def test_many_games_are_tagged_together_or_not_at_all(storage: Repository) -> None:
    ids = [1, 2, 3, 999]
    storage.set_tags(2, ["club", "old"])
    storage.library.tag(ids, " club ", on=True)
    assert [storage.library.details([id])[id].tags for id in (1, 2, 3)] == [("club",), ("club", "old"), ("club",)]
    storage.set_tags(3, [str(n) for n in range(20)])
    with pytest.raises(StorageError):
        storage.library.tag(ids, "one more", on=True)
    assert storage.library.details([1])[1].tags == ("club",)
    storage.library.tag(ids, "club", on=False)
    assert storage.library.details([2])[2].tags == ("old",)
    storage.library.tag(ids, "  ", on=True)
    assert storage.library.details([1])[1].tags == ()


def test_many_games_are_forgotten_together(storage: Repository) -> None:
    storage.set_tags(2, ["club"])
    storage.library.forget([1, 2, 999])
    assert sorted(titles(storage, LibraryQuery())) == ["Zulu", "delta", "élan"]
    assert storage.tags() == ()


def again(session: Session[State], cursor: int | None = None) -> Session[State]:
    """The same game, out of a file."""
    return Session.replay(Counter(), session.save(), NoContent(), cursor=cursor)


def test_a_game_is_known_again_whole_shorter_or_longer(opens: Opens) -> None:
    repository = opens()
    session = begun(seed=5)
    session.choose_all(["add:1", "add:2", "add:1", "add:2"])
    stored = repository.create(again(session), "it").id
    repository.create(begun(seed=6), "another")
    assert repository.library.twin(again(session)) == stored
    assert repository.library.twin(again(session, 2)) == stored
    session.choose("add:2")
    assert repository.library.twin(again(session)) == stored
    assert repository.library.twin(again(session), {stored}) is None


def test_the_longest_of_several_twins_is_named(opens: Opens) -> None:
    repository = opens()
    session = begun(seed=5)
    repository.create(again(session), "bare")
    session.choose_all(["add:1", "add:2"])
    longer = repository.create(again(session), "longer").id
    assert repository.library.twin(again(session)) == longer


@pytest.mark.parametrize("other", ["seed", "setup", "step", "middle"])
def test_a_game_that_went_otherwise_is_another(opens: Opens, other: str) -> None:
    repository = opens()
    session = begun(seed=5)
    session.choose_all(["add:1"] * 40)
    repository.create(again(session), "it")
    if other == "seed":
        unlike = begun(seed=6)
    elif other == "setup":
        unlike = begun(goal=900, seed=5)
    else:
        unlike = begun(seed=5)
    steps = ["add:1"] * 40
    if other in ("step", "middle"):
        steps[39 if other == "step" else 17] = "add:2"
    unlike.choose_all(steps)
    assert repository.library.twin(unlike) is None


def test_dice_that_fell_otherwise_make_another_game(opens: Opens) -> None:
    repository = opens()

    def thrown(face: int) -> Session[State]:
        session = Session.new(Counter(), {"goal": 1000}, NoContent(), 5, dice="typed")
        session.choose("throw:1")
        session.roll((face,))
        return session

    repository.create(thrown(3), "it")
    assert repository.library.twin(thrown(3)) is not None
    assert repository.library.twin(thrown(4)) is None


def test_corrections_count_too(opens: Opens) -> None:
    repository = opens()

    def corrected(total: int) -> Session[State]:
        session, correction = begun(seed=5), Put(total)
        assert isinstance(correction, Correction)
        session.edit(correction, override=True)
        return session

    repository.create(corrected(3), "it")
    assert repository.library.twin(corrected(3)) is not None
    assert repository.library.twin(corrected(4)) is None


def test_the_stamp_changes_with_whatever_another_window_does_and_only_then(opens: Opens) -> None:
    one, other = opens(), opens()
    game = one.create(begun(), "it").id
    stamps = [one.library.stamp()]

    def changed(do: object) -> None:
        stamps.append(one.library.stamp())
        assert stamps[-1] != stamps[-2], do

    other.rename(game, "called otherwise")
    changed("name")
    other.set_tags(game, ["club"])
    changed("tag")
    other.open(game, find, NoContent()).choose("add:1")
    changed("step")
    other.delete(game)
    changed("delete")


def test_the_stamp_stays_while_nobody_does_anything(opens: Opens, where: Path | str) -> None:
    one = opens()
    one.create(begun(), "it")
    stamps = {one.library.stamp() for _ in range(3)}
    if isinstance(where, Path):
        assert len(stamps) == 1  # a server serves others too


def test_how_a_game_stands_is_kept_until_somebody_goes_on_with_it(opens: Opens) -> None:
    shelves, session = (repository := opens()).library, begun(seed=5)
    session.choose_all(["add:1", "add:2"])
    game = repository.create(session, "it").id
    assert shelves.position(game) == (0, session.header, None)
    shelves.put_away(game, 0, session)
    assert shelves.position(game) == (0, session.header, Counter().encode(session.state))
    session.choose("add:1")
    assert shelves.position(game) == (1, session.header, None)
    session.look(0)
    shelves.put_away(game, 1, session)
    assert shelves.position(game)[2] == Counter().encode(session.state_at(3))
    shelves.forget([game])
    shelves.put_away(game, 1, session)
    with pytest.raises(StorageError):
        shelves.position(game)
