"""The charts of Saké & Samouraï: of one game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from companion.model.core.words import Message, plural, say
from companion.model.games.sake.statistics.counted import Blow, GameStatistics, Standing
from companion.ui.kit.charts.builders import luck_bars, over_turns, stacked_rows
from companion.ui.kit.charts.chart import SEATS, Chart, Look, Mark, Point, Say, Series

LUCK = say("Luck of the cards")
A_CARD = say("points a card")
DRAWS = say("{name}: {each} a card, {draws} cards; better than {share} in 100 such draws")


def game_charts(found: GameStatistics, names: Sequence[str], tell: Say) -> tuple[Chart, ...]:
    """Everything about a game; `names`: of the players by seat."""
    made = _Made(found, names, tell)
    charts = (
        made.sake(), made.masu(), made.life(), made.kills(), made.felled(), made.blows(), made.drinking(),
        made.sober(), made.luck(),
    )  # fmt: skip
    # those with something to show come first
    return tuple(sorted(charts, key=lambda chart: chart.is_empty))


class _Made:
    """The charts of one game, one by one."""

    def __init__(self, found: GameStatistics, names: Sequence[str], tell: Say) -> None:
        self.found, self.names, self.tell = found, names, tell
        self._over_time = partial(over_turns, tell, found.turns if len(found.standings) > 1 else 0)

    # over time -------------------------------------------------------------------------------------------------------

    def sake(self) -> Chart:
        """The sake of everybody."""
        return self._over_time(
            "sake", say("Sake held"), say("The sake that everybody holds, Spirits included."), say("cups of sake"),
            self._lines(lambda one, seat: one.sake[seat], say("After turn {turn}: {name} holds {count} sake")),
        )  # fmt: skip

    def masu(self) -> Chart:
        """How the Masu was emptied: the clock of the game."""
        tell = self.tell
        points = tuple(
            Point(one.turn, one.masu, tell(say("After turn {turn}: the Masu holds {count} sake", turn=one.turn,
                                               count=one.masu)), one.step)
            for one in self.found.standings
        )  # fmt: skip
        return self._over_time(
            "masu", say("The Masu empties"), say("What is left in the Masu: the clock of the game."),
            say("cups of sake"),
            [Series(tell(say("Sake left in the Masu")), "ink", points)], self._rounds(),
        )  # fmt: skip

    def life(self) -> Chart:
        """The life of every Samurai; a cross where he died."""
        return self._over_time(
            "life", say("Life"), say("The life of every Samurai, with the sake upon it. A cross: he has died."),
            say("life"),
            self._lines(lambda one, seat: one.life[seat], say("After turn {turn}: life of {name} {count}"), alive=True),
        )  # fmt: skip

    def felled(self) -> Chart:
        """How many everybody has killed so far."""
        series = self._lines(lambda one, seat: one.felled[seat], say("After turn {turn}: {name} has killed {count}"))
        return self._over_time(
            "felled", say("Kills over time"), say("How many Samurai everybody has killed so far."), say("Samurai"),
            series if self.found.kills else [], empty=say("Nobody has died."),
        )  # fmt: skip

    def _lines(self, value: Callable[[Standing, int], int], words: Message, *, alive: bool = False) -> list[Series]:
        """A line a seat; `alive`: it ends where the Samurai does."""
        found = []
        for seat, name in enumerate(self.names):
            points = []
            for one in self.found.standings:
                dead = alive and not one.living[seat]
                args = (*words.args, ("turn", one.turn), ("name", name), ("count", value(one, seat)))
                mark: Mark = "fallen" if dead else ""
                points.append(
                    Point(one.turn, value(one, seat), self.tell(Message(words.key, args)), one.step, mark=mark)
                )
                if dead:
                    break
            found.append(Series(name, SEATS[seat % len(SEATS)], tuple(points)))
        return found

    def _rounds(self) -> str:
        """When the Masu was emptied, and by whom."""
        if not self.found.rounds:
            return ""
        first, more = self.found.rounds[0], len(self.found.rounds) - 1
        told = [self.tell(say("{name} emptied the Masu in turn {turn}.", name=self.names[self.found.last_cup],
                              turn=first.turn))] if self.found.last_cup >= 0 else []  # fmt: skip
        if more:
            told.append(
                self.tell(plural("{count} more Fatal Round followed.", "{count} more Fatal Rounds followed.", more))
            )
        return " ".join(told)

    # by seat ---------------------------------------------------------------------------------------------------------

    def kills(self) -> Chart:
        """Who killed whom."""
        tell, kills = self.tell, self.found.kills
        rows = [
            (name, [kills.get((by, whom), 0) for whom in range(len(self.names))])
            for by, name in enumerate(self.names)
        ]  # fmt: skip
        chart = stacked_rows(
            tell, "kills", say("Who killed whom"),
            say("Each row is somebody who killed, each colour a Samurai who was killed."),
            [row for row in rows if sum(row[1])], [say("Samurai")] * len(rows), counted=say("Samurai"),
            looks=self._looks(),
        )  # fmt: skip
        series = tuple(
            Series(
                self.names[self._looks().index(one.look)],
                one.look,
                tuple(Point(point.x, point.y, self._killing(chart, point, one), low=point.low) for point in one.points),
            )
            for one in chart.series
        )
        return _with(chart, series, tell(say("Nobody has died.")))

    def _looks(self) -> tuple[Look, ...]:
        return tuple(SEATS[: len(self.names)])

    def _killing(self, chart: Chart, point: Point, of: Series) -> str:
        by = chart.x_ticks[round(-point.x)][1]
        whom = self.names[self._looks().index(of.look)]
        return self.tell(say("{by} killed {whom}", by=by, whom=whom))

    def blows(self) -> Chart:
        """What became of everybody's attacks."""

        def became(blow: Blow) -> int:
            if blow.cancelled:
                return 2
            return 0 if blow.wounds or blow.killed or blow.damage else 1

        rows = []
        for seat, name in enumerate(self.names):
            counts = [0, 0, 0]
            for blow in self.found.blows:
                if blow.by == seat:
                    counts[became(blow)] += 1
            if sum(counts):
                rows.append((name, counts))
        chart = stacked_rows(
            self.tell, "blows", say("Attacks"), say("What became of everybody's attacks, those of Disciples included."),
            rows, (say("hit"), say("held off"), say("interrupted")), counted=say("attacks made"),
        )  # fmt: skip
        return _with(chart, chart.series, self.tell(say("Nobody has attacked yet.")))

    def drinking(self) -> Chart:
        """Where everybody's sake came from."""
        rows = [(self.names[one.seat], (one.drunk, one.stolen)) for one in self.found.seats if one.drunk + one.stolen]
        chart = stacked_rows(
            self.tell, "drinking", say("Who drank how much"),
            say("Sake drunk as a Samurai, and taken as a Spirit: from the Masu or from the tormented."),
            rows, (say("drunk"), say("taken as a Spirit")), counted=say("cups of sake"), looks=("ink", "faded"),
        )  # fmt: skip
        return _with(chart, chart.series, self.tell(say("Nobody has drunk yet.")))

    def sober(self) -> Chart:
        """The longest time without a drop."""
        tell = self.tell
        points = tuple(
            Point(
                -row, one.sober,
                tell(plural("{name}: {count} turn in a row without drinking",
                            "{name}: {count} turns in a row without drinking", one.sober, name=self.names[one.seat])),
            )
            for row, one in enumerate(self.found.seats)
        )  # fmt: skip
        return Chart(
            id="sober",
            title=tell(say("Longest sober streaks")),
            about=tell(say("The most of one's own turns in a row, as a Samurai, without drinking anything.")),
            kind="rows",
            x_name=tell(say("turns")),
            y_name="",
            series=(Series(tell(say("sober turns")), "ink", points),) if any(point.y for point in points) else (),
            x_ticks=tuple((float(-row), name) for row, name in enumerate(self.names)),
            empty=tell(say("The first turn has not been played yet.")),
        )

    def luck(self) -> Chart:
        """What the boxes of everybody's cards bring more or less than the deck does."""
        about = say(
            "The boxes of the cards that somebody drew, or turned up for Disciples, against the average of the "
            "deck. Cards drawn are counted once the game is over."
        )
        rows = [(self.names[one.seat], one.luck) for one in self.found.seats]
        return luck_bars(self.tell, LUCK, about, A_CARD, rows, DRAWS, say("No card that chance gave is known yet."))


def _with(chart: Chart, series: Sequence[Series], empty: str) -> Chart:
    from msgspec.structs import replace

    return replace(chart, series=tuple(series), empty=empty)
