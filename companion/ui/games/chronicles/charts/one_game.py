"""The charts of Okko Chronicles: of one game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from msgspec.structs import replace

from companion.model.core.luck import Luck
from companion.model.core.words import Message, plural, say
from companion.model.games.chronicles.statistics.counted import GameStatistics, SeatStatistics, Standing
from companion.ui.kit.charts.builders import NOT_YET, luck_bars, over_turns, stacked_rows
from companion.ui.kit.charts.chart import SEATS, Chart, Look, Point, Say, Series, written


def game_charts(found: GameStatistics, names: Sequence[str], tell: Say) -> tuple[Chart, ...]:
    """Everything about a game; `names`: of the seats, the Oni's first."""
    made = _Made(found, names, tell)
    charts = (
        made.score(), made.truth(), made.damage(), made.wounds(), made.attacks(), made.hits(), made.tests(),
        made.luck(),
    )  # fmt: skip
    # those with something to show come first
    return tuple(sorted(charts, key=lambda chart: chart.is_empty))


class _Made:
    """The charts of one game, one by one."""

    def __init__(self, found: GameStatistics, names: Sequence[str], tell: Say) -> None:
        self.found, self.names, self.tell = found, names, tell
        self._over_time = partial(over_turns, tell, found.turns if len(found.standings) > 1 else 0)

    # over time -------------------------------------------------------------------------------------------------------

    def score(self) -> Chart:
        """The points of both colours."""
        series = [
            self._line(say("The heroes"), "a", say("After turn {turn}: the heroes have {count}"),
                       lambda one: one.points[0]),
            self._line(say("The Oni"), "b", say("After turn {turn}: the Oni has {count}"), lambda one: one.points[1]),
        ]  # fmt: skip
        return self._over_time("score", say("Score"), say("The points of the memoirs, chapter by chapter."),
                               say("points"), series)  # fmt: skip

    def truth(self) -> Chart:
        """How the investigation closes in."""
        found = self.found
        lines: list[tuple[Message, Look, Message, Callable[[Standing], int]]] = [
            (say("Hosts that can be the Oni"), "a", say("After turn {turn}: {count} hosts can be the Oni"),
             lambda one: one.hosts),
            (say("Natures that it can have"), "b", say("After turn {turn}: it can have {count} natures"),
             lambda one: one.natures),
            (say("Clue cards drawn"), "faded", say("After turn {turn}: {count} clue cards drawn"),
             lambda one: one.clues),
        ]  # fmt: skip
        if not found.finished:  # what the heroes have drawn would be read there
            lines = lines[2:]
        investigated = any(one.hosts for one in found.standings)
        series = [self._line(*line) for line in lines] if investigated else []
        told = [say("The demon came in turn {turn}.", turn=found.came)] if found.came else []
        wrong = sum(not one.right for one in found.accusations)
        if found.accusations:
            told.append(plural("{count} accusation was wrong.", "{count} accusations were wrong.", wrong))
        return self._over_time(
            "truth", say("The turns of the truth"),
            say("What the heroes know of hosts and natures, told once the game is over, and the clue cards drawn."),
            say("cards"), series, " ".join(map(self.tell, told)), say("This game has no investigation."),
        )  # fmt: skip

    def damage(self) -> Chart:
        """The damage that everybody's figures have taken."""
        about = say("The damage that everybody's figures have taken so far.")
        words = say("After turn {turn}: {name} has taken {count}")
        return self._by_seat(
            "damage",
            say("Damage taken"),
            about,
            say("damage"),
            words,
            lambda one, seat: one.taken[seat],
            empty=say("Nobody has been hurt yet."),
        )

    def wounds(self) -> Chart:
        """The wounds of the heroes: with three in the hand one is out."""
        return self._by_seat("wounds", say("Wounds"), say("The wounds of every hero, wherever they lie."),
                             say("wounds"), say("After turn {turn}: {name} has {count} wounds"),
                             lambda one, seat: one.wounds[seat - 1], first=1,
                             empty=say("No hero has been wounded yet."))  # fmt: skip

    def _by_seat(
        self, id: str, title: Message, about: Message, measure: Message, words: Message,
        value: Callable[[Standing, int], int], first: int = 0, empty: Message = NOT_YET,
    ) -> Chart:  # fmt: skip
        series = [
            self._line(name, SEATS[seat], Message(words.key, (*words.args, ("name", name))),
                       lambda one, seat=seat: value(one, seat))  # type: ignore[misc]
            for seat, name in enumerate(self.names)
            if seat >= first
        ]  # fmt: skip
        some = any(point.y for one in series for point in one.points)
        return self._over_time(id, title, about, measure, series if some else (), empty=empty)

    def _line(self, name: Message | str, look: Look, words: Message, value: Callable[[Standing], int]) -> Series:
        points = []
        for one in self.found.standings:
            args = (*words.args, ("turn", one.turn), ("count", value(one)))
            points.append(Point(one.turn, value(one), self.tell(Message(words.key, args)), one.step))
        return Series(self.tell(name), look, tuple(points))

    # by seat ---------------------------------------------------------------------------------------------------------

    def attacks(self) -> Chart:
        """What became of everybody's attacks."""
        rows = [(name, (one.hits, one.attacks - one.hits)) for name, one in self._seats() if one.attacks]
        about = say("What became of everybody's attacks, those of followers included.")
        chart = stacked_rows(self.tell, "attacks", say("Attacks"), about, rows, (say("hit"), say("missed")),
                             counted=say("attacks made"), looks=("ink", "faded"))  # fmt: skip
        return replace(chart, empty=self.tell(say("Nobody has attacked yet.")))

    def hits(self) -> Chart:
        """Attacks that hit, against their chances."""
        rows = [(name, one.hits_known, one.hit_luck) for name, one in self._seats() if one.hit_luck.draws]
        return self._against(
            "hits", say("Hits against chance"),
            say("The attacks that hit; the mark says how many the chances of their dice let expect."), say("hits"),
            rows, say("{name}: {count} hits of {all}; {due} were to be expected"), say("Nobody has attacked yet."),
        )  # fmt: skip

    def tests(self) -> Chart:
        """Tests passed, against their chances."""
        rows = [(name, one.passed_known, one.test_luck) for name, one in self._seats() if one.test_luck.draws]
        return self._against(
            "tests", say("Tests against chance"),
            say("The tests passed; the mark says how many their chances let expect. Tests of unknown difficulty are "
                "left out of it."),
            say("tests passed"), rows, say("{name}: {count} tests passed of {all}; {due} were to be expected"),
            say("No test has been made yet whose difficulty is known."),
        )  # fmt: skip

    def _against(
        self, id: str, title: Message, about: Message, measure: Message, rows: Sequence[tuple[str, int, Luck]],
        words: Message, empty: Message,
    ) -> Chart:  # fmt: skip
        points, levels, dues = list[Point](), list[tuple[float, float, str]](), list[str]()
        for n, (name, count, luck) in enumerate(rows):
            due = max(0.0, count - luck.surplus)
            args = (*words.args, ("name", name), ("count", count), ("all", luck.draws), ("due", written(due)))
            points.append(Point(n, count, self.tell(Message(words.key, args))))
            levels.append((n, due, self.tell(say("{due} to be expected", due=written(due)))))
            dues.append(self.tell(Message(words.key, args)))
        return Chart(
            id=id,
            title=self.tell(title),
            about=self.tell(about),
            kind="bars",
            x_name="",
            y_name=self.tell(measure),
            series=(Series(self.tell(measure), "ink", tuple(points)),) if points else (),
            x_ticks=tuple((float(n), name) for n, (name, _, _) in enumerate(rows)),
            x_range=(-0.6, len(rows) - 0.4) if rows else None,
            levels=tuple(levels),
            sums=". ".join(dues) + "." if dues else "",
            empty=self.tell(empty),
        )

    def luck(self) -> Chart:
        """What everybody's dice bring more or less than dice do."""
        return luck_chart([(name, one.dice) for name, one in self._seats()], self.tell,
                          say("No die has been rolled yet that the app has seen."))  # fmt: skip

    def _seats(self) -> list[tuple[str, SeatStatistics]]:
        return list(zip(self.names, self.found.seats, strict=True))


def luck_chart(rows: Sequence[tuple[str, Luck]], tell: Say, empty: Message) -> Chart:
    """The dice of each against the average."""
    return luck_bars(
        tell, say("Luck of the dice"),
        say("Dice of attacks above the average, dice of tests below it: what chance gave to each."),
        say("successes a die"), rows,
        say("{name}: {each} a die, {draws} dice; better than {share} in 100 such rolls"), empty,
    )  # fmt: skip
