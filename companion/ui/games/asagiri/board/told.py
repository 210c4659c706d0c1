"""What the board tells when it is asked: who stands where, a row, a zone, threats, what a figure sees; in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from companion.model.core.words import Message, say
from companion.model.games.asagiri.insight.threats import Threats
from companion.model.games.asagiri.rules.fights import Aimed, lines_from
from companion.model.games.asagiri.rules.fights import aimed as sight_of
from companion.model.games.asagiri.rules.line_of_fire import obstacle_words
from companion.model.games.asagiri.state.board import members
from companion.model.games.asagiri.state.formatting import STATE_WORDS, square_words
from companion.model.games.asagiri.state.state import SEATS, State
from companion.ui.games.asagiri.controller.game import Game

from . import asks
from .words import TERRAIN_WORDS, adventure_words, describe_figure, describe_sight, describe_threats


def everybody(game: Game) -> str:
    """Every figure with its square, facing and state: those on the board first, then the others."""
    state, lines, away = game.state, [], []
    for who, figure in enumerate(state.figures):
        if figure.at >= 0:
            lines.append(f"{game.say(square_words(state, figure.at))}: {describe_figure(game, who)}")
        else:
            words = say("off the board") if figure.state != "disabled" else Message(STATE_WORDS["disabled"])
            away.append(f"{game.name(who)}: {game.say(words)}")
    return "\n".join([*lines, *away])


def row(game: Game, at: int) -> str:
    """The row of a square from west to east: what is not a clear, empty square."""
    board = game.state.table.board
    _, y, floor = board.squares[at]
    return _line(game, (n for n, (_, row, on) in enumerate(board.squares) if (row, on) == (y, floor)))


def column(game: Game, at: int) -> str:
    """The column of a square from north to south: what is not a clear, empty square."""
    board = game.state.table.board
    x, _, floor = board.squares[at]
    return _line(game, (n for n, (column, _, on) in enumerate(board.squares) if (column, on) == (x, floor)))


def _line(game: Game, squares: Iterable[int]) -> str:
    state = game.state
    line = sorted(squares, key=lambda at: state.table.board.squares[at])
    first, last = square_words(state, line[0]), square_words(state, line[-1])
    told = [game.say(say("{first} to {last}", first=first, last=last))]
    told += [words for at in line if (words := _brief(game, at))]
    told.append(game.say(say("All other squares are clear and empty")))
    return ". ".join(told)


def _brief(game: Game, at: int) -> str:
    """A square in a few words; none for a clear, empty one."""
    state = game.state
    who, terrain = asks.standing(state, at), state.table.board.terrain[at]
    parts = [game.say(Message(TERRAIN_WORDS[terrain]))] if terrain != "." else []
    parts += [describe_figure(game, who)] if who >= 0 else []
    parts += [game.say(words) for words in adventure_words(state, at)]
    return f"{game.say(square_words(state, at))}: {', '.join(parts)}" if parts else ""


def zone(game: Game, at: int) -> str:
    """Whose control zones a square lies in."""
    state = game.state
    found = [who for who in range(len(state.figures)) if state.zone(who) >> at & 1]
    if not found:
        return game.say(say("{square}: in nobody's control zone", square=square_words(state, at)))
    names = tuple(
        say("{who} (band {band})", who=state.table.called[who], band=SEATS[state.band_of(who)]) for who in found
    )
    return game.say(say("{square}: in the control zone of {names}", square=square_words(state, at), names=names))


def threatened(game: Game, found: Threats, at: int) -> str:
    """Who could hit a square next, and how."""
    words = describe_threats(game, found, at).splitlines()
    place = game.say(square_words(game.state, at))
    return ". ".join([place, *(words or [game.say(say("No enemy threatens this square"))])])


def sees(game: Game, who: int) -> str:
    """Which enemies a figure sees (VIS-1), how far away, with what cover; what hides the others; what it controls."""
    state, name = game.state, game.state.table.called[who]
    lines = lines_from(state, who)
    told = [game.say(words) for found in lines for words in _seen(state, found)]
    told = told or [game.say(say("{who} has no enemies on this floor", who=name))]
    controlled = tuple(square_words(state, at) for at in members(state.zone(who)))
    told += [game.say(say("{who} controls {squares}", who=name, squares=controlled))] if controlled else []
    return "\n".join(told)


def _seen(state: State, found: Aimed) -> Iterator[Message]:
    figure, other = state.figures[found.shooter], state.table.called[found.target]
    at = state.figures[found.target].at
    where = say("{who} on {at}", who=other, at=square_words(state, at))
    if found.sight.blocked_by is not None:
        yield say("{who}: hidden by {what}", who=where, what=obstacle_words(state, found.sight.blocked_by))
    elif at not in state.table.board.vision(figure.at, figure.facing):
        yield say("{who}: behind, distance {distance}", who=where, distance=found.distance)
    elif found.sight.cover:
        yield say("{who}: seen, distance {distance}, cover {cover}", who=where, distance=found.distance,
                  cover=found.sight.cover)  # fmt: skip
    else:
        yield say("{who}: seen, distance {distance}", who=where, distance=found.distance)


def aimed(game: Game, who: int, at: int) -> str:
    """The line of fire from a figure to a square, or to the enemy there: free, covered or blocked, and by what."""
    state, target = game.state, asks.standing(game.state, at)
    told = [describe_sight(game, who, at)]
    found = sight_of(state, who, target) if target >= 0 and state.band_of(target) != state.band_of(who) else None
    if found is not None:
        seen = [game.say(words) for words in _seen(state, found)]
        told = seen if found.sight.blocked_by is not None else [*seen, *told[0].splitlines()]
    return ". ".join(filter(None, told)) or game.say(
        say("The line of fire to {at} is clear", at=square_words(state, at))
    )


def next_among(game: Game, figures: Sequence[int], at: int) -> int:
    """The square of the next of some figures after who stands on `at`, the first one otherwise; -1 for none."""
    here = asks.standing(game.state, at)
    if not figures:
        return -1
    n = figures.index(here) + 1 if here in figures else 0
    return game.state.figures[figures[n % len(figures)]].at
