"""Costs that grow with the work and no faster: what a thing costs at n against what it costs at several times n."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from random import Random
from sys import getsizeof
from time import process_time

import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QImage, QPainter, QPainterPath

from companion.bench import played
from companion.model.core.record import NoContent, Step
from companion.model.core.session import Session
from companion.model.core.timeline import LogTail
from companion.model.games.asagiri.rules import lines
from companion.model.games.asagiri.state.board import Board, FloorPlan
from companion.model.games.asagiri.statistics.report import report
from companion.model.store.repository import Repository
from companion.ui.kit import panels
from companion.ui.kit.art import dice
from companion.ui.kit.theme import ink
from companion.ui.kit.theme.palette import PAPER
from tests.campaign.kit import some_way
from tests.campaign.test_campaign_store import opened, stored
from tests.core.counter import Add, Counter, State
from tests.store.conftest import begun

SLACK = 2.5
"""On a busy machine short times are uneven; what grows too fast is farther off than this."""


def cost(do: Callable[[], object]) -> float:
    """Processor time, the least of several."""
    times = []
    for _ in range(9):
        start = process_time()
        do()
        times.append(process_time() - start)
    return min(times)


def counted(steps: int) -> Session[State]:
    session = Session.new(Counter(), {"goal": 10**9}, NoContent(), 7)
    session.note("agreed", "odds")
    session.choose_all([Add(1)] * steps)
    return session


def test_a_step_costs_the_same_however_long_the_log_is() -> None:
    def go_on(session: Session[State]) -> None:
        for _ in range(100):
            session.choose(Add(1))
            assert session.agreed() == "odds"
            assert session.steps[-1].intent

    short, long = counted(500), counted(16_000)
    assert cost(lambda: go_on(long)) < SLACK * cost(lambda: go_on(short))


def test_steps_once_read_never_change() -> None:
    session = counted(3)
    read = session.steps
    session.choose(Add(2))
    session.undo(3)
    session.choose(Add(3))
    session.annotate(0, note="begins")
    assert len(read) == 4 and read == read[:] and read != session.steps
    assert [step.note for step in read] == [None] * 4
    assert [step.intent for step in read[-1:]] == [read[3].intent] != [session.steps[-1].intent]


def test_a_report_grows_with_the_steps() -> None:
    session = played(1600)
    session.jump(400)
    short = cost(lambda: report(session))
    session.jump(1600)
    assert cost(lambda: report(session)) < SLACK * 4 * short


def test_lines_of_fire_take_little_room_and_never_more_than_their_share(monkeypatch: pytest.MonkeyPatch) -> None:
    def size(side: int) -> int:
        board = Board((FloorPlan(("." * side,) * side, frozenset(), frozenset()),))
        kept = [lines.line(board, 0, n) for n in range(1, side * side)]
        return sum(getsizeof(one) + getsizeof(one.inner) + getsizeof(one.gaps) for one in kept) // len(kept)

    assert size(24) < SLACK * size(6)
    monkeypatch.setattr(lines, "MOST_LINES", 50)
    board = Board((FloorPlan(("....",) * 4, frozenset(), frozenset()),))
    for start in range(16):
        for end in range(start):
            assert lines.line(board, start, end) == lines.line(board, start, end)
            assert len(board.lines) <= 50


def test_a_game_that_comes_again_is_found_as_fast_in_a_large_library(tmp_path: Path) -> None:
    def library(games: int) -> Callable[[], object]:
        repository = Repository(tmp_path / f"{games}.db")
        repository.take_all((begun(seed=seed), "", ()) for seed in range(games))
        stored = repository.create(begun(seed=games), "it").id
        assert repository.library.twin(begun(seed=games)) == stored
        return lambda: [repository.library.twin(begun(seed=-seed)) for seed in range(1, 20)]

    assert cost(library(2_000)) < SLACK * cost(library(50))


def test_opening_a_campaign_plays_what_branches_share_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    repository, rng, played = Repository(tmp_path / "campaign.db"), Random(1), list[Step]()
    chronicle, campaign = stored(repository)
    some_way(chronicle, rng, steps=30)
    for _ in range(8):
        chronicle.fork("", len(chronicle.session.steps) - 2)
        some_way(chronicle, rng, steps=4)
    again = LogTail.again
    monkeypatch.setattr(LogTail, "again", lambda self, step, seed: (played.append(step), again(self, step, seed))[1])
    there = opened(repository, campaign)
    assert [there.session_of(n).state for n in range(9)] == [chronicle.session_of(n).state for n in range(9)]
    assert 30 <= len(played) <= 30 + 8 * 4


def zigzag(corners: int) -> QPainterPath:
    return ink.line(*((10.0 * n, 10.0 * (n % 2)) for n in range(corners)))


def test_a_stroke_grows_with_its_length() -> None:
    few, many = zigzag(40), zigzag(320)
    assert cost(lambda: ink.sampled(many, 3.0)) < SLACK * 8 * cost(lambda: ink.sampled(few, 3.0))
    points = ink.sampled(many, 3.0)
    assert (points[0], points[-1]) == (many.pointAtPercent(0), many.pointAtPercent(1))
    gaps = [(a - b).manhattanLength() for a, b in pairwise(points)]
    assert 2 < min(gaps) <= max(gaps) < 5
    assert ink.sampled(QPainterPath(), 3.0) == []


def test_a_stroke_painted_again_is_not_made_again() -> None:
    made = ink.brush_stroke(zigzag(40), 4.0, "seed")
    kept = QPainterPath(made)
    made.translate(5, 5)
    before = ink._kept_stroke.cache_info().misses
    assert ink.brush_stroke(zigzag(40), 4.0, "seed") == kept != made
    assert ink._kept_stroke.cache_info().misses == before


@pytest.mark.parametrize(
    "paint",
    [
        lambda pen: panels.paint_rule(pen, QPointF(4, 4), 60, 4, PAPER),
        lambda pen: dice.paint_die(pen, QRectF(0, 0, 30, 30), 6, PAPER, entry="corrected"),
    ],
)
def test_what_is_painted_again_finds_its_strokes_again(paint: Callable[[QPainter], None]) -> None:
    """A pressure that is made anew at each painting is another one each time: what was kept is never found."""
    with ink.painting(QImage(80, 40, QImage.Format.Format_ARGB32_Premultiplied)) as pen:
        paint(pen)
        before = ink._kept_stroke.cache_info().misses
        paint(pen)
    assert ink._kept_stroke.cache_info().misses == before
