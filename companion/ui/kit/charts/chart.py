"""A chart as data: what is drawn, what is said of every point, and where in the timeline it happened."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import floor, log10
from typing import Literal, TypeAlias, get_args

import msgspec

from companion.model.core.words import Message, Name

Say: TypeAlias = Callable[[Message | Name | str | int], str]
"""Says a message in the language of the window."""

Kind: TypeAlias = Literal["line", "steps", "bars", "rows", "dots"]
"""Lines; lines that rise in steps; bars upwards; bars to the right, with a name each; single marks."""
SeatLook: TypeAlias = Literal["s1", "s2", "s3", "s4", "s5", "s6", "s7", "s8"]
Look: TypeAlias = Literal["a", "b", "ink", "faded", "a_open", "b_open", "open"] | SeatLook
"""How a series is drawn. `a` and `b` are the two sides: full and round the one, hatched and square the other; `s1` to
`s8` are seats around a table, of which lines that lie on each other are drawn side by side. No two looks differ by
their colour alone.
"""
SEATS: tuple[SeatLook, ...] = get_args(SeatLook)
Mark: TypeAlias = Literal["", "fallen", "shot"]


class Point(msgspec.Struct, frozen=True, gc=False):
    """One value. In rows `x` is the number of the row and `y` the length of the bar."""

    x: float
    y: float
    words: str
    """What a person is told about it, whole."""
    step: int = -1
    """The place in the timeline that shows it; -1: none."""
    game: int = -1
    """The stored game that it is; -1: none."""
    low: float = 0.0
    """Where its bar begins."""
    mark: Mark = ""
    hollow: bool = False
    """It is told apart from the others of its series: a die that somebody typed."""


class Series(msgspec.Struct, frozen=True):
    """Points that belong together."""

    name: str
    look: Look
    points: tuple[Point, ...]


class Chart(msgspec.Struct, frozen=True, kw_only=True):
    """One chart. All texts are in the language of the window."""

    id: str
    title: str
    about: str
    """What can be seen in it, in a sentence or two."""
    kind: Kind
    x_name: str
    y_name: str
    series: tuple[Series, ...]
    x_ticks: tuple[tuple[float, str], ...] = ()
    """None: round numbers."""
    y_ticks: tuple[tuple[float, str], ...] = ()
    x_range: tuple[float, float] | None = None
    y_range: tuple[float, float] | None = None
    level: float | None = None
    """A line across, where nothing is ahead, or where the end is."""
    level_words: str = ""
    levels: tuple[tuple[float, float, str], ...] = ()
    """What was to be expected, over one bar each: where, how high, in words."""
    fan: tuple[tuple[float, float], ...] = ()
    """How far chance alone leads away from 0: (x, one standard deviation)."""
    washed: bool = False
    """The room between a line and the level belongs to the side that is ahead."""
    sums: str = ""
    """The figures behind it, in a sentence: what the chart says to someone who cannot see it."""
    empty: str = ""
    """What is said in its place when there is nothing to draw."""

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to draw."""
        return not any(series.points for series in self.series)

    def points(self) -> Iterator[tuple[int, int, Point]]:
        """Every point with the number of its series and its own."""
        for n, series in enumerate(self.series):
            for m, point in enumerate(series.points):
                yield n, m, point

    def ranges(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """What is to be seen, from where to where, for x and y (of rows: the number of the row, the length)."""
        xs = [point.x for _, _, point in self.points()]
        ys = [value for _, _, point in self.points() for value in (point.y, point.low if self.filled else point.y)]
        ys += [height for _, height, _ in self.levels]
        if self.level is not None and self.kind != "dots":
            ys.append(self.level)
        if self.fan:
            # twice the deviation may be beyond what happened: it is shown up to there, and a little more
            ys += [min(2 * self.fan[-1][1], 1.3 * max(map(abs, ys), default=1)) * sign for sign in (-1, 1)]
        across = 0.55 if self.filled or (self.kind == "dots" and len(xs) < MANY) else 0.0
        x = self.x_range or _around(xs, across)
        y = self.y_range or _around(ys, 0.0, 0.06)
        return x, y

    @property
    def least(self) -> float:
        """How near to each other the numbers of the scale may be: what is counted comes in whole numbers."""
        whole = all(point.y == int(point.y) and point.low == int(point.low) for _, _, point in self.points())
        return 1.0 if whole else 0.0

    @property
    def filled(self) -> bool:
        """Whether it is made of bars."""
        return self.kind in ("bars", "rows")


MANY = 400
"""More points than so many are drawn small, without marks of their own."""


def _around(values: Sequence[float], more: float, share: float = 0.0) -> tuple[float, float]:
    """From the least value to the greatest, and some room; never nothing."""
    if not values:
        return 0.0, 1.0
    low, high = min(values) - more, max(values) + more
    if high - low < 1e-9:
        low, high = low - 1, high + 1
    room = (high - low) * share
    # a scale that begins at nothing begins there exactly
    return (low if low == 0 else low - room), high + room


def nice_ticks(low: float, high: float, most: int = 6, least: float = 0.0) -> tuple[tuple[float, str], ...]:
    """Round numbers between two, at most so many and not nearer than `least` to each other, as they are written."""
    if high <= low or most < 2:
        return ()
    rough = (high - low) / most
    power = 10.0 ** floor(log10(rough))
    step = max(least, next(step * power for step in (1, 2, 5, 10) if step * power >= rough * 0.999))
    first = -floor(-low / step + 1e-9)
    found = []
    n = first
    while n * step <= high + step * 1e-6:
        found.append((n * step, written(n * step)))
        n += 1
    return tuple(found)


def written(value: float) -> str:
    """A number for people: whole where it is, else with one digit; a true minus."""
    text = f"{value:.0f}" if abs(value - round(value)) < 1e-9 else f"{value:.1f}"
    return text.replace("-", "−").replace("−0.0", "0.0") if text != "-0" else "0"


def signed(value: float) -> str:
    """A number that is told with its sign."""
    text = written(value)
    return text if value < 0 or text in ("0", "0.0") else f"+{text}"


def percent(share: float) -> int:
    """A share in whole hundredths; never 0 or 100 unless it is."""
    whole = round(100 * share)
    return whole if share in (0.0, 1.0) else max(1, min(99, whole))
