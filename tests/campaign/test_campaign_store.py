"""Stored campaigns: on the disk before they are seen, several side by side, with their branches and games."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from companion.model.core.branches import Branch, branches_text
from companion.model.core.contract import Choice, Over, Roll
from companion.model.core.refusal import InvalidInput, StorageError
from companion.model.core.words import Words
from companion.model.games.asagiri.campaign import CAMPAIGN
from companion.model.games.asagiri.campaign.chronicle import Chronicle
from companion.model.store import connections
from companion.model.store.files import read_json, write_text
from companion.model.store.repository import Repository
from tests.budget import KILLS
from tests.forked import Copies, copies_of, kill

from ..store.conftest import KILLED, PLACES, Opens, begun, empty, model, on_server, opens, place, server
from .kit import BATTLES, CONTENT, some_way

__all__ = ["empty", "model", "on_server", "opens", "server"]
ROOT = Path(__file__).parents[2]
RELEASES = ROOT / "tests" / "store" / "releases"


@pytest.fixture(params=PLACES)
def where(request: pytest.FixtureRequest, tmp_path: Path) -> Path | str:
    return place(request, tmp_path)


def stored(repository: Repository, title: str = "Sunday", seed: int = 3) -> tuple[Chronicle, int]:
    """A new campaign that is kept; its id."""
    chronicle = Chronicle.new(BATTLES, CONTENT, seed)
    keeper = repository.campaigns.create(title, [(chronicle.branches[0], chronicle.session)])
    chronicle.keep(keeper)
    return chronicle, keeper.campaign_id


def opened(repository: Repository, campaign: int) -> Chronicle:
    """The campaign as it is kept."""
    branches, current, keeper = repository.campaigns.open(campaign, CAMPAIGN, CONTENT)
    made = [(Branch(one.name, one.origin, one.at), one.open) for one in branches]
    return Chronicle(made, current, CONTENT, keeper)


def test_every_step_and_every_branch_is_there_again(opens: Opens) -> None:
    chronicle, campaign = stored(opens())
    rng = Random(1)
    for n in range(60):
        some_way(chronicle, rng, steps=1)
        if n == 30:
            chronicle.session.undo(4)
        if n == 40:
            chronicle.fork("What if", 10)
        if n == 50:
            chronicle.rename(1, "And if")
    chronicle.session.undo(2)
    again = opened(opens(), campaign)
    assert again.branches == chronicle.branches and again.current == chronicle.current >= 1
    for n in range(len(again.branches)):
        one, other = chronicle.session_of(n), again.session_of(n)
        assert (one.steps, one.cursor, one.state) == (other.steps, other.cursor, other.state)
    again.switch(0)
    some_way(again, rng, steps=5)
    third = opened(opens(), campaign)
    assert third.current == again.current and third.state == again.state


def test_several_campaigns_lie_side_by_side(opens: Opens) -> None:
    repository = opens()
    first, one = stored(repository, "First")
    _, two = stored(repository, "Second", 9)
    some_way(first, Random(2))
    assert isinstance(first.session.pending, Over)
    listed = {info.id: info for info in repository.campaigns.all()}
    assert {one, two} == set(listed)
    assert (listed[one].title, listed[one].finished, listed[one].branches) == ("First", True, 1)
    assert (listed[two].title, listed[two].finished) == ("Second", False)
    repository.campaigns.rename(two, "Ot\u202eher\n")
    repository.campaigns.delete(one)
    assert [info.title for info in repository.campaigns.all()] == ["Ot her"], "as it can be shown"
    assert opened(repository, two).session.steps == ()
    with pytest.raises(StorageError):
        opened(repository, one)
    with pytest.raises(StorageError):
        first.session.undo()


def test_whoever_goes_on_from_an_older_moment_is_told(opens: Opens) -> None:
    chronicle, campaign = stored(opens())
    other = opened(opens(), campaign)
    some_way(other, Random(1), steps=1)
    steps = chronicle.session.steps
    with pytest.raises(StorageError) as caught:
        some_way(chronicle, Random(1), steps=1)
    assert caught.value.kind == "changed"
    assert chronicle.session.steps == steps


def test_of_two_who_branch_at_once_the_second_is_told_that_somebody_continued_it(opens: Opens) -> None:
    chronicle, campaign = stored(opens())
    other = opened(opens(), campaign)
    chronicle.fork("Hers", 0)
    with pytest.raises(StorageError) as caught:
        other.fork("His", 0)
    assert caught.value.kind == "changed"
    assert "This was continued elsewhere in the meantime. Open it again to see its current state." in Words()(
        caught.value.why
    )
    assert len(other.branches) == 1
    assert [branch.name for branch in opened(opens(), campaign).branches] == ["", "Hers"]


def test_a_game_knows_the_campaign_it_is_played_for(opens: Opens) -> None:
    repository = opens()
    _, campaign = stored(repository)
    game = repository.create(begun(), "x").id
    assert repository.campaigns.played_for(game) is None
    repository.campaigns.link(game, campaign, 0, 2)
    repository.campaigns.link(game, campaign, 1, 2)
    assert repository.campaigns.played_for(game) == (campaign, 1, 2)
    assert repository.campaigns.games(campaign) == ((1, 2, game),)
    repository.delete(game)
    assert repository.campaigns.games(campaign) == ()
    other = repository.create(begun(), "y").id
    repository.campaigns.link(other, campaign, 0, 0)
    repository.campaigns.delete(campaign)
    assert repository.campaigns.played_for(other) is None and repository.game(other).title == "y"


def test_campaigns_are_no_games_of_the_library(opens: Opens) -> None:
    repository = opens()
    stored(repository)
    assert repository.games() == ()


def test_a_campaign_of_a_file_is_stored_with_all_its_branches(opens: Opens) -> None:
    chronicle = Chronicle.new(BATTLES, CONTENT, 5)
    some_way(chronicle, Random(5), chapters=2)
    chronicle.fork("What if", 12)
    some_way(chronicle, Random(6), steps=7)
    read = Chronicle.load(chronicle.save(), CONTENT)
    repository = opens()
    kept = [(branch, read.session_of(n)) for n, branch in enumerate(read.branches)]
    keeper = repository.campaigns.create("Read", kept, read.current)
    again = opened(repository, keeper.campaign_id)
    assert again.state == chronicle.state and again.branches == read.branches
    for n in range(2):
        assert again.session_of(n).steps == chronicle.session_of(n).steps


def test_a_campaign_is_written_into_one_file_and_read_again(tmp_path: Path) -> None:
    chronicle = Chronicle.new(BATTLES, CONTENT, 5)
    some_way(chronicle, Random(5), chapters=1)
    write_text(tmp_path / "campaign.okko.json", branches_text(chronicle.save()))
    again = Chronicle.load(read_json(tmp_path / "campaign.okko.json"), CONTENT)
    assert again.state == chronicle.state


@pytest.fixture(scope="module")
def copies() -> Iterator[Copies]:
    with copies_of("tests.campaign.crashing") as made:
        yield made


@pytest.mark.parametrize("where", KILLED, indirect=True)
def test_killed_at_any_moment_nothing_seen_of_a_campaign_is_lost(
    opens: Opens, where: Path | str, copies: Copies, tried: Callable[..., None]
) -> None:
    first = opens()
    _, campaign = stored(first)
    first.close()
    rng, total = Random(5), 0
    for seed in range(KILLS):
        with copies.heard(str(where), campaign, seed) as (program, said):
            assert said.readline() == "ready\n"
            time.sleep(rng.random() * 0.4)
            kill(program)
            lines = said.read().split("\n")
        seen = [tuple(map(int, line.split())) for line in lines[:-1]]
        total += len(seen)
        repository = opens()
        again = opened(repository, campaign)
        for n in range(len(again.branches)):
            assert again.session_of(n).diverged is None  # opening it has played it from its first step
        _nothing_lost(again, seen)
        repository.close()
    assert total > 4 * KILLS
    tried(KILLS)


def _nothing_lost(again: Chronicle, seen: list[tuple[int, ...]]) -> None:
    """What was told last is there, or one change more: at most the one being made was not told any more."""
    if not seen:
        return
    branches, current, steps, cursor = seen[-1]
    assert len(again.branches) in (branches, branches + 1)
    session = again.session_of(current)
    if len(again.branches) == branches:
        assert abs(session.cursor - cursor) <= 1
        assert len(session.steps) == steps or len(session.steps) == cursor + 1
    else:
        assert (len(session.steps), session.cursor) == (steps, cursor)


@pytest.mark.parametrize("release", sorted(path.stem for path in RELEASES.glob("*.sql")))
def test_a_file_of_an_earlier_release_takes_campaigns(tmp_path: Path, release: str) -> None:
    path = tmp_path / "old.db"
    connection = sqlite3.connect(path)
    connection.executescript((RELEASES / f"{release}.sql").read_text("utf-8"))
    connection.execute(f"PRAGMA application_id = {connections.APPLICATION}")
    connection.close()
    repository = Repository(path)
    before = [info.title for info in repository.games()]
    assert before == ["Second evening", "Premier soir"]
    chronicle, campaign = stored(repository)
    some_way(chronicle, Random(1), steps=20)
    repository.campaigns.link(repository.games()[0].id, campaign, 0, 0)
    assert opened(repository, campaign).state == chronicle.state
    assert [info.title for info in repository.games()] == before
    repository.close()


def test_the_answers_to_a_roll_keep_their_provenance(opens: Opens) -> None:
    repository = opens()
    chronicle, campaign = stored(repository)
    while not isinstance(chronicle.session.pending, Roll):
        asked = chronicle.session.pending
        assert isinstance(asked, Choice)
        chronicle.choose(next((o for o in asked.options if o.kind == "pray"), asked.options[0]))
    chronicle.roll([chronicle.session.pending.dice[0].kind.faces[0]])
    chronicle.session.retype([_other_face(chronicle)])
    step = opened(repository, campaign).session.steps[chronicle.session.cursor - 1]
    assert step.result.sources == ("corrected",)


def _other_face(chronicle: Chronicle) -> str | int:
    before = CAMPAIGN.pending(chronicle.session.state_at(chronicle.session.cursor - 1))
    assert isinstance(before, Roll)
    return before.dice[0].kind.faces[1]


def test_a_campaign_of_an_earlier_release_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "old.db"
    connection = sqlite3.connect(path)
    connection.executescript((RELEASES / "0004.sql").read_text("utf-8"))
    connection.execute(f"PRAGMA application_id = {connections.APPLICATION}")
    connection.close()
    repository = Repository(path)
    (info,) = repository.campaigns.all()
    assert info.title == "Les lanternes"
    chronicle = opened(repository, info.id)
    assert chronicle.session.cursor == 14
    assert [(branch, chapter) for branch, chapter, _ in repository.campaigns.games(info.id)] == [(0, 0)]
    some_way(chronicle, Random(1), steps=5)
    assert opened(repository, info.id).state == chronicle.state
    repository.close()


def test_one_damaged_step_of_one_branch_costs_what_came_after_it_there(opens: Opens) -> None:
    repository = opens()
    chronicle, campaign = stored(repository)
    some_way(chronicle, Random(1), steps=30)
    chronicle.fork("Hers", 20)
    some_way(chronicle, Random(2), steps=15)
    hers = chronicle.session.steps
    chronicle.switch(0)
    game = repository.create(begun(), "Battle").id
    repository.campaigns.link(game, campaign, 1, 0)
    first = "branch_id = (SELECT min(id) FROM branch)"
    with repository.database.writing() as connection:
        connection.exec_driver_sql(f"""UPDATE branch_step SET mark = 'observed' WHERE {first} AND "index" = 25""")
    with pytest.raises(InvalidInput) as caught:
        opened(repository, campaign).session_of(0)
    assert Words()(caught.value.why) == "Step 26 is damaged on disk."
    saved = repository.campaigns.rescue(campaign, CAMPAIGN, CONTENT)
    again = opened(repository, saved)
    assert [(one.name, one.origin, one.at) for one in again.branches] == [("", None, 0), ("Hers", 0, 20)]
    assert again.session_of(0).steps == chronicle.session_of(0).steps[:25]
    assert again.session_of(1).steps == hers
    assert repository.campaigns.played_for(game) == (saved, 1, 0)
    assert {info.id for info in repository.campaigns.all()} == {campaign, saved}
    some_way(again, Random(3), steps=1)
    assert len(opened(repository, saved).session.steps) >= 25, "it is gone on with"


def test_a_campaign_whose_first_branch_has_no_beginning_any_more_begins_as_the_others(opens: Opens) -> None:
    repository = opens()
    chronicle, campaign = stored(repository)
    some_way(chronicle, Random(1), steps=12)
    chronicle.fork("Hers", 8)
    with repository.database.writing() as connection:
        connection.exec_driver_sql("UPDATE branch SET header = 'nothing' WHERE number = 0")
    again = opened(repository, repository.campaigns.rescue(campaign, CAMPAIGN, CONTENT))
    assert [len(again.session_of(n).steps) for n in (0, 1)] == [12, 8]
    with repository.database.writing() as connection:
        connection.exec_driver_sql("UPDATE branch SET header = 'nothing'")
    with pytest.raises(InvalidInput) as caught:
        repository.campaigns.rescue(campaign, CAMPAIGN, CONTENT)
    assert Words()(caught.value.why) == "This campaign is damaged on disk."
