"""What is wrong with an adventure only shows when it is set up: a game that is over before it begins."""

from __future__ import annotations

from collections.abc import Iterator

from companion.model.core.contract import Content
from companion.model.core.refusal import InvalidInput, Problem
from companion.model.core.words import say
from companion.model.games.asagiri.state.board import Board
from companion.model.games.asagiri.state.state import Options

from . import build, cross_checks, goals
from . import record as r
from .campaign_links import changed
from .floors import board_of_record


def rules(record: r.Adventure, content: Content) -> Iterator[Problem]:
    """What is wrong with an adventure among its tiles and cards, and with the game that it makes."""
    try:
        board = board_of_record(record, content)  # no link changes the floors
    except InvalidInput as unfit:
        yield Problem(cross_checks.pointer_of(unfit.path), unfit.why)
        return
    wrong = list(cross_checks.rules(record, board, content))
    yield from wrong
    if wrong:
        return
    yield from _begun(changed(record, ()), board, content)
    for n, link in enumerate(record.links):
        for problem in _begun(changed(record, {(link.fact, link.holds)}), board, content):
            yield Problem(f"/links/{n}", say("With these facts: {problem}", problem=problem.what))


def _begun(record: r.Adventure, board: Board, content: Content) -> Iterator[Problem]:
    try:
        state = build.begin(record, board, build.AS_WRITTEN, (), Options(), content, "")
    except InvalidInput as unfit:
        yield Problem("", unfit.why)
        return
    for side in (0, 1):
        if goals.reached(state, side):
            yield Problem(f"/sides/{side}/goals", say("This side would win before the game starts."))
