"""Charts that several games draw, made of what they have counted."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from companion.model.core.luck import Luck
from companion.model.core.words import Message, plural, say

from .chart import Chart, Look, Point, Say, Series, percent, signed, written

MOST_ROWS = 14
"""Rows of one chart."""
NOTHING = say("No game has ended yet. Play one to its end, and it is counted here.")
GAMES = say("games")
RESULTS = (say("won"), say("drawn"), say("lost"))
TURNS = say("turns played")
NOT_YET = say("The first turn has not been played yet.")
UNNAMED = say("No player has a name yet: names are entered when a game begins.")


def stacked_rows(
    tell: Say, id: str, title: Message, about: Message, rows: Sequence[tuple[str, Sequence[int]]],
    parts: Sequence[Message] = RESULTS, *, counted: Message = GAMES, looks: Sequence[Look] = ("ink", "faded", "open"),
) -> Chart:  # fmt: skip
    """Bars to the right, of a part each for what `rows` count, by name."""
    series = []
    for k, (part, look) in enumerate(zip(parts, looks, strict=True)):
        points = []
        for row, (name, counts) in enumerate(rows[:MOST_ROWS]):
            if counts[k]:
                low = sum(counts[:k])
                words = say("{who}: {n} of {all} {part}", who=name, n=counts[k], all=sum(counts), part=part)
                points.append(Point(-row, low + counts[k], tell(words), low=low))
        if points:
            series.append(Series(tell(part), look, tuple(points)))
    more = len(rows) - MOST_ROWS
    return Chart(
        id=id,
        title=tell(title),
        about=tell(about),
        kind="rows",
        x_name=tell(counted),
        y_name="",
        series=tuple(series),
        x_ticks=tuple((float(-row), name) for row, (name, _) in enumerate(rows[:MOST_ROWS])),
        sums=tell(plural("{count} more is not shown.", "{count} more are not shown.", more)) if more > 0 else "",
        empty=tell(NOTHING),
    )


def ranked_rows(
    tell: Say, id: str, title: Message, about: Message, measure: Message, rows: Sequence[tuple[str, float]]
) -> Chart:
    """A bar to the right for each name, the longest first."""
    order = sorted(rows, key=lambda one: (-one[1], one[0]))[:MOST_ROWS]
    points = tuple([Point(-n, value, f"{name}: {written(value)}") for n, (name, value) in enumerate(order)])
    return Chart(
        id=id,
        title=tell(title),
        about=tell(about),
        kind="rows",
        x_name=tell(measure),
        y_name="",
        series=(Series(tell(measure), "ink", points),) if points else (),
        x_ticks=tuple((float(-n), name) for n, (name, _) in enumerate(order)),
        empty=tell(NOTHING),
    )


def over_turns(
    tell: Say, turns: int, id: str, title: Message, about: Message, measure: Message, series: Sequence[Series],
    sums: str = "", empty: Message = NOT_YET,
) -> Chart:  # fmt: skip
    """What rose and fell in a game of so many turns; 0: none has been played."""
    most = max((point.y for one in series for point in one.points), default=1)
    return Chart(
        id=id,
        title=tell(title),
        about=tell(about),
        kind="steps",
        x_name=tell(TURNS),
        y_name=tell(measure),
        series=tuple(series) if turns else (),
        x_range=(0, max(1, turns) * 1.01),
        y_range=(-0.04 * most - 0.05, most * 1.06 + 0.2),
        sums=sums,
        empty=tell(empty),
    )


def luck_bars(
    tell: Say, title: Message, about: Message, measure: Message, rows: Sequence[tuple[str, Luck]], words: Message,
    empty: Message = NOTHING,
) -> Chart:  # fmt: skip
    """What chance brought each, against the average; `words` are told with `name`, `each`, `draws` and `share`."""
    found = [(name, luck, luck.surplus / luck.draws) for name, luck in rows if luck.draws]
    points = []
    for n, (name, luck, each) in enumerate(found):
        said = ("name", name), ("each", signed(each)), ("draws", luck.draws), ("share", percent(luck.share))
        points.append(Point(n, each, tell(Message(words.key, said))))
    return Chart(
        id="luck",
        title=tell(title),
        about=tell(about),
        kind="bars",
        x_name="",
        y_name=tell(measure),
        series=(Series(tell(say("above or below the average")), "ink", tuple(points)),) if points else (),
        x_ticks=tuple((float(n), name) for n, (name, _, _) in enumerate(found)),
        x_range=(-0.6, len(found) - 0.4) if found else None,
        level=0,
        empty=tell(empty),
    )


def lengths(tell: Say, turns: Sequence[tuple[int, int]], sums: str) -> Chart:
    """How many games lasted so many turns."""
    words = [
        tell(plural("{count} game of {turns} turns", "{count} games of {turns} turns", count, turns=turn))
        for turn, count in turns
    ]
    points = tuple([Point(*one, told) for one, told in zip(turns, words, strict=True)])
    return Chart(
        id="length",
        title=tell(say("How long a game lasts")),
        about=tell(say("Games by the turn they ended in.")),
        kind="bars",
        x_name=tell(say("turns")),
        y_name=tell(GAMES),
        series=(Series(tell(GAMES), "ink", points),) if points else (),
        sums=sums,
        empty=tell(NOTHING),
    )


def of_named(chart: Chart, tell: Say) -> Chart:
    """A chart of people by name, which says what to do where nobody has one."""
    return replace(chart, empty=tell(UNNAMED)) if chart.is_empty else chart
