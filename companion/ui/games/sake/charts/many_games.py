"""The charts of many games of Saké & Samouraï, and the ways to all charts."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from companion.model.content.library import called
from companion.model.core.contract import Content
from companion.model.core.session import Session
from companion.model.core.words import plural, say
from companion.model.games.sake.statistics import game_statistics
from companion.model.games.sake.statistics.many_games import Many, Tally
from companion.model.games.sake.wire.narration import WHY
from companion.ui.games.sake.charts.one_game import A_CARD, DRAWS, LUCK, game_charts
from companion.ui.games.sake.vocabulary import player_name
from companion.ui.kit.charts.builders import GAMES, MOST_ROWS, lengths, luck_bars, of_named, ranked_rows, stacked_rows
from companion.ui.kit.charts.chart import Chart, Say
from companion.ui.kit.translator import tr
from companion.ui.play.chart_routes import ChartRoutes, Names, Told
from companion.ui.play.storage import Opened

RESULTS = (say("won alone"), say("victory shared"), say("not won"))
BOXES = say("The boxes of the cards that chance gave to each player, against the average of the deck.")


def many_charts(found: Many, content: Content, tell: Say) -> tuple[Chart, ...]:
    """Everything about many games; `content` knows what samurai are called."""
    samurai = [(tell(called(content.find("sake_sheet", id), id)), tally) for id, tally in found.samurai]
    players = list(found.players)
    drinkers = [(name, one.drunk / one.games) for name, one in players]
    fighters = [(name, one.damage / one.games) for name, one in players]
    patient = [(name, one.sober) for name, one in players]
    kills = [(tell(say("{by} killed {whom}", by=by, whom=whom)), count) for by, whom, count in found.kills]
    endings = [(tell(WHY.get(why, say("otherwise"))), count) for why, count in found.endings]
    ranked = partial(ranked_rows, tell)
    by_name = (
        stacked_rows(tell, "players", say("Players"), say("The games of everybody who has a name."),
                     _results(players), RESULTS),
        ranked("kills", say("Who killed whom"), say("Named players, over all games."), say("times"), kills),
        ranked("drunk", say("Thirst"), say("Sake drunk in a game, on average."), say("sake a game"), drinkers),
        ranked("damage", say("Blades"), say("Damage done to Samurai in a game, on average."), say("damage a game"),
               fighters),
        ranked("sober", say("Longest sober streaks"), say("The most turns in a row without drinking, in any game."),
               say("turns"), patient),
        luck_bars(tell, LUCK, BOXES, A_CARD, [(name, one.luck) for name, one in players[:MOST_ROWS]], DRAWS),
    )  # fmt: skip
    tables = ", ".join(
        tell(plural("{count} game with {seats} players", "{count} games with {seats} players", count, seats=seats))
        for seats, count in found.seats
    )
    return (
        stacked_rows(tell, "samurai", say("Samurai"), say("The games of each samurai, by result."), _results(samurai),
                     RESULTS),
        *(of_named(chart, tell) for chart in by_name),
        ranked("endings", say("How games end"), say("Why games were over."), GAMES, endings),
        lengths(tell, found.turns, f"{tables}." if tables else ""),
    )  # fmt: skip


def _results(tallied: Sequence[tuple[str, Tally]]) -> list[tuple[str, tuple[int, int, int]]]:
    return [(name, (one.alone, one.shared, one.games - one.won)) for name, one in tallied]


class SakeChartRoutes(ChartRoutes):
    """See `companion.ui.play.chart_routes`."""

    title, system = say("All games of Saké & Samouraï"), "sake"

    def names(self, opened: Opened) -> Names:
        return lambda: [
            tr(player_name(opened.settings, seat)) for seat in opened.session.system.seats(opened.session.state)
        ]

    def of_game(self, session: Session[Any], names: Names) -> Told:
        found = game_statistics(session)

        def lead() -> str:
            counts = {"turn": found.turns, "steps": found.steps}
            if not found.finished:
                return tr(say("Turn {turn}, steps so far: {steps}.", **counts))
            if not found.winners:
                return tr(say("No winner; turns: {turn}, steps: {steps}.", **counts))
            called = tuple(names()[seat] for seat in found.winners)
            if len(called) == 1:
                return tr(say("{name} won in turn {turn}, after {steps} steps.", name=called[0], **counts))
            return tr(say("{names} won together in turn {turn}, after {steps} steps.", names=called, **counts))

        return Told(lead, lambda: game_charts(found, names(), tr))

    def of_all(self, summed: Any) -> tuple[Chart, ...]:
        return many_charts(summed, self.shell.storage.content, tr)
