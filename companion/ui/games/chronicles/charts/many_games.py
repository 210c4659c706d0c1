"""The charts of many games of Okko Chronicles, and the ways to all charts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from companion.model.content.library import called
from companion.model.core.contract import Content
from companion.model.core.session import Session
from companion.model.core.words import Message, plural, say
from companion.model.games.chronicles.statistics import game_statistics
from companion.model.games.chronicles.statistics.many_games import Many, Tally
from companion.ui.games.chronicles.charts.one_game import game_charts, luck_chart
from companion.ui.games.chronicles.vocabulary import seat_name
from companion.ui.kit.charts.builders import GAMES, MOST_ROWS, NOTHING, of_named, ranked_rows, stacked_rows
from companion.ui.kit.charts.chart import Chart, Point, Say, Series
from companion.ui.kit.translator import tr
from companion.ui.play.chart_routes import ChartRoutes, Names, Told
from companion.ui.play.storage import Opened

RESULTS = (say("won"), say("lost"))
SIDES = (say("won by the heroes"), say("won by the Oni"))
REASONS: Mapping[str, Message] = {
    "unmasked": say("unmasked by an accusation"), "wrong": say("after three wrong accusations"),
    "revealed": say("by itself, in turn 8"), "": say("it never came"),
}  # fmt: skip
DEMON: Mapping[str, Message] = {
    "slain": say("slain"), "escaped": say("escaped"), "here": say("still there"), "hidden": say("never seen"),
}  # fmt: skip


def many_charts(found: Many, content: Content, tell: Say) -> tuple[Chart, ...]:
    """Everything about many games; `content` knows what heroes and scenarios are called."""
    scenarios = [(_scenario(content, id, tell), sides) for id, sides in found.scenarios]
    heroes = [(tell(called(content.find("chronicles_hero", id), id)), tally) for id, tally in found.heroes]
    players = list(found.players)
    looks: tuple[Any, ...] = ("a", "b")
    ranked = partial(ranked_rows, tell)
    by_name = (
        _results("players", say("Players"), say("The games of everybody who has a name."), players, tell),
        luck_chart([(name, one.dice) for name, one in players[:MOST_ROWS]], tell, NOTHING),
    )  # fmt: skip
    named, luck = (of_named(chart, tell) for chart in by_name)
    return (
        stacked_rows(tell, "scenarios", say("Scenarios"), say("Who has won which scenario."), scenarios, SIDES,
                     looks=looks),
        _results("heroes", say("Heroes"), say("The games of each hero, by result."), heroes, tell),
        named,
        ranked("reasons", say("How the Oni shows itself"), say("Why the demon came."), GAMES,
               [(tell(REASONS[why]), count) for why, count in found.reasons]),
        _by_turn(found, tell),
        ranked("demon", say("The end of the demon"), say("What became of it."), GAMES,
               [(tell(DEMON[what]), count) for what, count in found.demon]),
        _points(found, tell),
        ranked("dealt", say("Blades"), say("Damage dealt in a game, on average."), say("damage a game"),
               [(name, one.dealt / one.games) for name, one in heroes]),
        ranked("out", say("Out of the fight"), say("Of how many of its games a hero was put out, in percent."),
               say("percent"), [(name, 100 * one.out / one.games) for name, one in heroes]),
        luck,
    )  # fmt: skip


def _scenario(content: Content, id: str, tell: Say) -> str:
    return tell(called(content.find("chronicles_scenario", id), id) if id else say("without a scenario"))


def _results(id: str, title: Message, about: Message, rows: Sequence[tuple[str, Tally]], tell: Say) -> Chart:
    counted = [(name, (one.won, one.games - one.won)) for name, one in rows]
    return stacked_rows(tell, id, title, about, counted, RESULTS, looks=("ink", "faded"))


def _by_turn(found: Many, tell: Say) -> Chart:
    points = tuple([
        Point(turn, count, tell(plural("The demon came in turn {turn} of {count} game",
                                       "The demon came in turn {turn} of {count} games", count, turn=turn)))
        for turn, count in found.came
    ])  # fmt: skip
    return Chart(
        id="came",
        title=tell(say("When the demon comes")),
        about=tell(say("Games by the turn in which the demon came.")),
        kind="bars",
        x_name=tell(say("turns")),
        y_name=tell(GAMES),
        series=(Series(tell(GAMES), "ink", points),) if points else (),
        empty=tell(NOTHING),
    )


def _points(found: Many, tell: Say) -> Chart:
    """Every game by its points: above the line the Oni has more."""
    dots = tuple([
        Point(blue, red, tell(say("{blue} points for the heroes, {red} for the Oni", blue=blue, red=red)))
        for blue, red in found.points
    ])  # fmt: skip
    most = max((max(pair) for pair in found.points), default=1)
    return Chart(
        id="points",
        title=tell(say("Points")),
        about=tell(say("Each game by its points: further right the heroes have more, further up the Oni.")),
        kind="dots",
        x_name=tell(say("points of the heroes")),
        y_name=tell(say("points of the Oni")),
        series=(Series(tell(GAMES), "ink", dots),) if dots else (),
        x_range=(-0.5, most + 1.0),
        y_range=(-0.5, most + 1.0),
        empty=tell(NOTHING),
    )


class ChroniclesChartRoutes(ChartRoutes):
    """See `companion.ui.play.chart_routes`."""

    title, system = say("All games of Okko Chronicles"), "chronicles"

    def names(self, opened: Opened) -> Names:
        state = opened.session.state
        return lambda: [tr(seat_name(state, opened.settings, seat)) for seat in opened.session.system.seats(state)]

    def of_game(self, session: Session[Any], names: Names) -> Told:
        found = game_statistics(session)

        def lead() -> str:
            counts = {"turn": found.turns, "steps": found.steps}
            if found.winner is None:
                return tr(say("Turn {turn}, steps so far: {steps}.", **counts))
            blue, red = found.points
            if found.winner == "heroes":
                return tr(say("The heroes won in turn {turn}, {blue} points against {red}.", turn=found.turns,
                              blue=blue, red=red))  # fmt: skip
            return tr(say("The Oni won in turn {turn}, {red} points against {blue}.", turn=found.turns, blue=blue,
                          red=red))  # fmt: skip

        return Told(lead, lambda: game_charts(found, names(), tr))

    def of_all(self, summed: Any) -> tuple[Chart, ...]:
        return many_charts(summed, self.shell.storage.content, tr)
