"""Simulated games that are kept, and the measured curve: the commands that make both."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.app.loader import figuring
from companion.cli import main
from companion.model.analysis import calibrate
from companion.model.content.library import Library
from companion.model.games import SYSTEMS
from companion.model.games.asagiri import statistics
from companion.model.games.asagiri.statistics import STEEPNESS
from companion.model.games.asagiri.statistics.many_games import SUMMARIES
from companion.model.store.repository import Repository

DOCS = Path(__file__).parents[2] / "docs"


def test_simulated_games_are_kept_with_their_logs_and_figures(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "games.sqlite"
    assert main(["simulate", "--games", "2", "--seed", "4", "--into", str(target), "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"games": 2, "into": str(target)}
    repository = Repository(target, figuring=figuring())
    found = SUMMARIES.sum_up((kept.game, kept.title, kept.summary, kept.data) for kept in repository.figures())
    assert found.games == 2 and repository.lacking_figures() == ()
    for info in repository.games():
        session = repository.open(info.id, SYSTEMS.get, Library.shipped())
        assert info.finished and session.cursor == info.cursor > 50
    repository.close()


@pytest.mark.parametrize(
    "more",
    [["--into", "x.sqlite", "--balance"], ["--into", "x.sqlite", "--calibrate"], ["--calibrate", "--a", "random"]],
)
def test_what_does_not_go_together_is_told(more: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--games", "2", *more]) == 2
    assert capsys.readouterr().err


def test_a_place_that_is_no_database_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "notes.txt"
    target.write_text("no database at all, but long enough to be looked at\n" * 40)
    assert main(["simulate", "--games", "1", "--into", str(target)]) == 2
    assert str(target) in capsys.readouterr().err
    assert target.read_text().startswith("no database")


def test_games_to_be_calibrated_with_are_of_all_bands_boards_and_adventures() -> None:
    content = Library.shipped()
    wanted = calibrate.tasks("asagiri", "greedy", 40, 1)
    assert {task.setup["adventure"] for task in wanted["adventures"]} == {id for id, _ in content.every("adventure")}
    boards = {json.dumps(task.setup["tiles"]) for task in wanted["bands"]}
    assert len(boards) == min(len(list(content.every("board"))), 40 // len(statistics.pairings(content)) + 1)


def test_a_simulated_game_is_sampled_from_the_first_phase_to_its_end() -> None:
    found = calibrate.sample(calibrate.tasks("asagiri", "greedy", 1, 1)["bands"][0])
    assert len(found.scores) > 5 and found.end in (0.0, 0.5, 1.0)


def test_the_curve_that_is_used_is_the_one_of_the_page() -> None:
    page = (DOCS / "chance.md").read_text("utf-8")
    assert f"steepness **{STEEPNESS:.3f}**" in page
