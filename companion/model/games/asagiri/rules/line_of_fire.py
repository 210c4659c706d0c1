"""Lines of fire as the rules, the board and the ear want them: past which figures, and in words what is in the way."""

from __future__ import annotations

from companion.model.core.words import Message, say
from companion.model.games.asagiri.state.board import DIRECTIONS
from companion.model.games.asagiri.state.formatting import square_words
from companion.model.games.asagiri.state.state import State
from companion.model.games.asagiri.state.vocabulary import EVERY_FACING, NO_FIGURE, FigureId, SquareId, by_figure

from .lines import LineCrossing, SightLine, sight
from .rule_modifiers import freedom, passable


def line_of_fire(state: State, shooter: FigureId, at: SquareId) -> SightLine:
    """The line of a shot from a figure on the board to another square (SHT-4, SHT-5); some shoot past figures."""
    in_the_way = state.occupied() & ~passable(state, shooter, freedom(state, shooter, "shot"))
    return sight(state.table.board, state.figures[shooter].at, at, in_the_way, state.smoke())


def obstacle_words(state: State, blocked: LineCrossing) -> Message:
    """What blocks a line, and where: a wall, a closed door, a figure, a statue, a closed corner (SHT-4, GEO-2)."""
    at = square_words(state, blocked.square)
    if blocked.kind == "side":
        return _side_words(state, blocked)
    if blocked.kind == "corner":
        return _corner_words(state, blocked)
    who = next((n for n, figure in by_figure(state.figures) if figure.at == blocked.square), NO_FIGURE)
    if state.table.board.terrain[blocked.square] == "b":
        return say("the blocking terrain on {at}", at=at)
    if blocked.closed:
        return say("another floor")
    if state.smoke() >> blocked.square & 1:
        return say("smoke on {at}", at=at)
    if who >= 0:
        return say("{who} on {at}", who=state.table.called[who], at=at)
    return say("a captive on {at}", at=at)


def _side_words(state: State, blocked: LineCrossing) -> Message:
    board, at = state.table.board, square_words(state, blocked.square)
    column, row, floor = board.squares[blocked.square]
    dx, dy = blocked.place[0] - 2 * column - 1, blocked.place[1] - 2 * row - 1
    beyond = board.index.get((column + dx, row + dy, floor))
    if beyond is None:
        return say("the edge of the board at {at}", at=at)
    if board.door(blocked.square, EVERY_FACING[DIRECTIONS.index((dx, dy)) // 2]) is not None:
        return say("the closed door between {at} and {beyond}", at=at, beyond=square_words(state, beyond))
    return say("the wall between {at} and {beyond}", at=at, beyond=square_words(state, beyond))


def _corner_words(state: State, blocked: LineCrossing) -> Message:
    board, at = state.table.board, square_words(state, blocked.square)
    column, row, floor = board.squares[blocked.square]
    beyond = board.index.get((2 * (blocked.place[0] // 2) - column - 1, 2 * (blocked.place[1] // 2) - row - 1, floor))
    if beyond is None:
        return say("the edge of the board at {at}", at=at)
    return say("the corner between {at} and {beyond}, closed on both sides", at=at, beyond=square_words(state, beyond))


def cover_words(state: State, covering: LineCrossing) -> Message:
    """One thing that covers the target, and where (SHT-5)."""
    at = square_words(state, covering.square)
    if covering.kind == "corner":
        return say("+1 at the corner of {at}, between two hindering squares", at=at)
    return say("+1 from {at}", at=at)
