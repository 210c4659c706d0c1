"""What the library says of games: results, orders, spans of days, who played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, timedelta

from companion.model.core.words import Message, plural, say
from companion.ui.play.storage import GameSettings, LibraryEntry, LibrarySearch, Order, Result

RESULTS: Mapping[Result, Message] = {
    "": say("Any result"),
    "open": say("In progress"),
    "over": say("Finished"),
    "A": say("Won by player A"),
    "B": say("Won by player B"),
    "draw": say("A draw"),
}
ORDERS: Mapping[Order, Message] = {
    "changed": say("Last played"),
    "begun": say("Started"),
    "name": say("Name"),
    "length": say("Length"),
}
MODES: Mapping[str, Message] = {
    "": say("Any mode"),
    "track": say("At the table"),
    "assist": say("At the table, with advice"),
    "enforce": say("On screen"),
}
SPANS: Mapping[str, Message] = {
    "": say("Any day"),
    "today": say("Today"),
    "week": say("Last seven days"),
    "month": say("This month"),
    "year": say("This year"),
    "own": say("Between two days…"),
}


def span(name: str, today: date) -> tuple[date | None, date | None]:
    """The first and the last day of a span of `SPANS` (but "own")."""
    first = {
        "today": today,
        "week": today - timedelta(days=6),
        "month": today.replace(day=1),
        "year": today.replace(month=1, day=1),
    }.get(name)
    return first, (today if name == "today" else None)


def span_of(search: LibrarySearch, today: date) -> str:
    """The name of the span that is looked for."""
    for name in SPANS:
        if name != "own" and span(name, today) == (search.since, search.until):
            return name
    return "own"


def result(entry: LibraryEntry) -> Message:
    """How a game has ended, or how far it is."""
    game = entry.game
    if not game.finished:
        return steps(game.steps)
    return say("Victory for {name}", name=winner(entry, entry.seated)) if game.winner else say("a draw")


def winner(entry: LibraryEntry, seated: Sequence[int] | None) -> str:
    """Who has won: by name, when it is known who of the players listed has which seat."""
    won, names = entry.game.winner or "", players(entry.settings)
    seats = [seat(n) for n in range(len(entry.settings.names))]
    if names is None or seated is None or won not in seats:
        return won
    return names[seated[seats.index(won)]].strip("–") or won


def seat(n: int) -> str:
    """What the games call their seats: A, B, C."""
    return chr(ord("A") + n)


def steps(count: int) -> Message:
    """So many steps."""
    return plural("{count} step", "{count} steps", count=count)


def games(count: int) -> Message:
    """So many games."""
    return plural("{count} game", "{count} games", count=count)


def players(settings: GameSettings) -> tuple[str, ...] | None:
    """Who plays, by names or bands; None: nobody wrote it down."""
    found = tuple(name or band for name, band in zip(settings.names, settings.bands, strict=True))
    return tuple(name or "–" for name in found) if any(found) else None


def against(players: Sequence[str]) -> Message | str:
    """Who plays against whom."""
    if len(players) != 2:
        return ", ".join(players)
    return say("{first} against {second}", first=players[0], second=players[1])


def files(count: int) -> Message:
    """So many files."""
    return plural("{count} file", "{count} files", count=count)
