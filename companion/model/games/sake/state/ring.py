"""Lines, distances, moves and stretches (RNG, WLK-2 … WLK-5): pure functions of the lines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.model.games.sake.state.options import Side, seat_target
from companion.model.games.sake.state.state import Disciple, Line

Lines = tuple[Line, ...]


class Places:
    """Where every piece stands, as cubes clockwise from the first living seat on."""

    __slots__ = ("around", "at", "owner")

    def __init__(self, lines: Sequence[Line]) -> None:
        self.at: dict[int, int] = {}
        """By target: seats first, each followed by the Disciples of the line that begins with him."""
        self.owner: dict[int, int] = {}
        """The seat of each piece."""
        passed = 0
        for line in lines:
            start, end = line.start, line.end
            self.at[seat_target(start)], self.owner[seat_target(start)] = passed, start
            for one in line.ours:
                self.at[one.card], self.owner[one.card] = passed + one.at, start
            for one in line.theirs:
                self.at[one.card], self.owner[one.card] = passed + one.at, end
            passed += line.steps
        self.around = passed if len(lines) > 1 else 0
        """The circumference; 0: there is no ring."""
        if len(lines) == 1:
            self.at[seat_target(lines[0].end)], self.owner[seat_target(lines[0].end)] = passed, lines[0].end

    def distances(self, one: int, other: int) -> tuple[int, ...]:
        """RNG-7: clockwise and the other way round; one with the single line."""
        between = self.at[other] - self.at[one]
        if not self.around:
            return (abs(between),)
        return between % self.around, self.around - between % self.around


def in_range(distances: tuple[int, ...], steps: int, plus: bool, either: bool) -> bool:
    """RNG-8; `either`: of "r+" one of the two distances is enough."""
    if not plus:
        return steps in distances
    return (max(distances) if either else min(distances)) >= steps


# stretches ------------------------------------------------------------------------------------------------------------


def stations(line: Line) -> tuple[list[int], int]:
    """RNG-4: the offsets of the stations, and which stretch is the opposing one."""
    if not line.ours and not line.theirs:
        return [0, line.steps], 0
    ours = sorted({one.at for one in line.ours})
    return [0, *ours, *sorted({one.at for one in line.theirs}), line.steps], len(ours)


def addable(lines: Lines, box: int) -> list[tuple[int, int]]:
    """Every line and stretch where a step can be added."""
    if box < 1:
        return []
    return [(n, stretch) for n, line in enumerate(lines) for stretch in range(len(stations(line)[0]) - 1)]


def removable(lines: Lines) -> list[tuple[int, int]]:
    """Every line and stretch where a step can be removed."""
    found = []
    for n, line in enumerate(lines):
        at, opposing = stations(line)
        for stretch in range(len(at) - 1):
            if at[stretch + 1] - at[stretch] >= (2 if stretch == opposing else 1):
                found.append((n, stretch))
    return found


def with_step(lines: Lines, number: int, stretch: int, change: int) -> Lines:
    """RNG-5: the lines with a step more (1) or less (-1) in a stretch."""
    line = lines[number]
    _, opposing = stations(line)
    mine = sorted({one.at for one in line.ours})
    yours = sorted({one.at for one in line.theirs})
    ours = tuple([Disciple(one.at + change * (1 + mine.index(one.at) > stretch), one.card) for one in line.ours])
    theirs = tuple(
        [Disciple(one.at + change * (1 + opposing + yours.index(one.at) > stretch), one.card) for one in line.theirs]
    )
    return changed(lines, number, Line(line.start, line.end, line.steps + change, ours, theirs))


def changed(lines: Lines, number: int, line: Line) -> Lines:
    """The lines with one of them put in the place of another."""
    return (*lines[:number], line, *lines[number + 1 :])


# moves ----------------------------------------------------------------------------------------------------------------


def left_of(lines: Lines, seat: int) -> int:
    """The number of the line that begins with a seat."""
    return next(n for n, line in enumerate(lines) if line.start == seat)


def right_of(lines: Lines, seat: int) -> int:
    """The number of the line that ends with a seat."""
    return next(n for n, line in enumerate(lines) if line.end == seat)


def ahead(line: Line, seat: int) -> int:
    """How many steps a Samurai at an end of a line may go along it (WLK-3)."""
    if line.start == seat:
        return (line.theirs[0].at if line.theirs else line.steps) - 1
    return line.steps - (line.ours[-1].at if line.ours else 0) - 1


def most_steps(lines: Lines, seat: int, wanted: int, box: int) -> dict[Side, int]:
    """Each side a Samurai may move to, and the most steps that fit, at most those wanted."""
    if len(lines) == 1:
        return {"toward": min(wanted, ahead(lines[0], seat)), "away": min(wanted, box)}
    if not lines:
        return {}
    left, right = lines[left_of(lines, seat)], lines[right_of(lines, seat)]
    return {"left": min(wanted, ahead(left, seat)), "right": min(wanted, ahead(right, seat))}


def moved(lines: Lines, seat: int, side: Side, steps: int) -> Lines:
    """WLK-2 … WLK-5: the lines after a move."""
    if side == "toward":
        return (shorter(lines[0], seat, steps),)
    if side == "away":
        return (shorter(lines[0], seat, -steps),)
    left, right = left_of(lines, seat), right_of(lines, seat)
    by = steps if side == "left" else -steps
    lines = changed(lines, left, shorter(lines[left], seat, by))
    return changed(lines, right, shorter(lines[right], seat, -by))


def shorter(line: Line, seat: int, steps: int) -> Line:
    """A line with so many steps less at the end of a seat, who pushes his Disciples on; below 0: more of them."""
    if line.start == seat:
        ours = tuple([Disciple(max(one.at - steps, 0), one.card) for one in line.ours])
        theirs = tuple([Disciple(one.at - steps, one.card) for one in line.theirs])
        return Line(line.start, line.end, line.steps - steps, _in_order(ours), theirs)
    length = line.steps - steps
    theirs = tuple([Disciple(min(one.at, length), one.card) for one in line.theirs])
    return Line(line.start, line.end, length, line.ours, _in_order(theirs))


def _in_order(disciples: Iterable[Disciple]) -> tuple[Disciple, ...]:
    return tuple(sorted(disciples))


# Disciples ------------------------------------------------------------------------------------------------------------


def disciples_of(lines: Lines, seat: int) -> list[int]:
    """The Disciples of a seat on the table."""
    found = []
    for line in lines:
        if line.start == seat:
            found += [one.card for one in line.ours]
        if line.end == seat:
            found += [one.card for one in line.theirs]
    return found


def line_of(lines: Lines, disciple: int) -> tuple[int, Disciple, bool]:
    """The line of a Disciple, itself, and whether it is one of the *from* end."""
    for n, line in enumerate(lines):
        for one in line.ours:
            if one.card == disciple:
                return n, one, True
        for one in line.theirs:
            if one.card == disciple:
                return n, one, False
    raise KeyError(disciple)


def without(lines: Lines, gone: Iterable[int]) -> Lines:
    """The lines without some Disciples."""
    gone = set(gone)
    return tuple(
        [
            Line(
                line.start,
                line.end,
                line.steps,
                tuple([one for one in line.ours if one.card not in gone]),
                tuple([one for one in line.theirs if one.card not in gone]),
            )
            for line in lines
        ]
    )


def with_disciple(lines: Lines, number: int, seat: int, disciple: int) -> Lines:
    """DSC-2: a Disciple is put beside its master."""
    line = lines[number]
    if line.start == seat:
        return changed(
            lines,
            number,
            Line(line.start, line.end, line.steps, _in_order((*line.ours, Disciple(0, disciple))), line.theirs),
        )
    theirs = _in_order((*line.theirs, Disciple(line.steps, disciple)))
    return changed(lines, number, Line(line.start, line.end, line.steps, line.ours, theirs))


def advanced(lines: Lines, disciple: int, most: int) -> tuple[Lines, int]:
    """DSC-4: the lines after the advance of a Disciple, and how far it went."""
    number, piece, ours = line_of(lines, disciple)
    line = lines[number]
    if ours:
        steps = min(most, (line.theirs[0].at if line.theirs else line.steps) - 1 - piece.at)
        row = _in_order([Disciple(one.at + steps * (one.card == disciple), one.card) for one in line.ours])
        return changed(lines, number, Line(line.start, line.end, line.steps, row, line.theirs)), steps
    steps = min(most, piece.at - (line.ours[-1].at if line.ours else 0) - 1)
    row = _in_order([Disciple(one.at - steps * (one.card == disciple), one.card) for one in line.theirs])
    return changed(lines, number, Line(line.start, line.end, line.steps, line.ours, row)), steps


def before(lines: Lines, disciple: int) -> list[int]:
    """DSC-5: the opponents at exactly 1 step ahead of a Disciple, as targets."""
    number, piece, ours = line_of(lines, disciple)
    line = lines[number]
    at = piece.at + (1 if ours else -1)
    found = [one.card for one in (line.theirs if ours else line.ours) if one.at == at]
    if at == (line.steps if ours else 0):
        found.append(seat_target(line.end if ours else line.start))
    return found


# a seat leaves the ring -----------------------------------------------------------------------------------------------


def closed(lines: Lines, dead: int, kept: int, seats: Sequence[int]) -> Lines:
    """DTH-2, DTH-3: the lines when one who has no Disciples has left them; the one with the number `kept` stays.

    `seats`: who lives on.
    """
    staying = lines[kept]
    right, left = lines[right_of(lines, dead)].start, lines[left_of(lines, dead)].end
    if len(seats) == 2:
        low, high = seats
        ours, theirs = staying.ours, staying.theirs
        mine = ours if staying.start != dead else ()
        yours = theirs if staying.end != dead else ()
        start = staying.start if staying.start != dead else right if staying.end == left else left
        if start == low:
            return (Line(low, high, staying.steps, mine, yours),)
        steps = staying.steps
        flip = [tuple(sorted(Disciple(steps - one.at, one.card) for one in row)) for row in (yours, mine)]
        return (Line(low, high, steps, flip[0], flip[1]),)
    joined = Line(right, left, staying.steps, staying.ours, staying.theirs)
    rest = [line for line in lines if dead not in (line.start, line.end)]
    return tuple(sorted([*rest, joined], key=lambda line: line.start))
