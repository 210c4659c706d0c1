"""The charts of many games of Saké & Samouraï, and the ways to all charts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.model.core.contract import Content
from companion.model.core.session import Session
from companion.model.core.words import Message, plural, say
from companion.model.games.sake.statistics import game_statistics
from companion.model.games.sake.statistics.many_games import Many, Tally
from companion.model.games.sake.wire.narration import WHY
from companion.ui.games.sake.charts.one_game import game_charts
from companion.ui.games.sake.vocabulary import player_name
from companion.ui.kit.charts.chart import (
    GAMES,
    MOST_ROWS,
    NOTHING,
    Chart,
    Point,
    Say,
    Series,
    percent,
    signed,
    stacked_rows,
    written,
)
from companion.ui.kit.translator import tr
from companion.ui.play.chart_routes import ChartRoutes, Names, Told
from companion.ui.play.storage import Opened

RESULTS = (say("won alone"), say("victory shared"), say("not won"))
UNNAMED = say("No player has a name yet: names are entered when a game begins.")


def many_charts(found: Many, content: Content, tell: Say) -> tuple[Chart, ...]:
    """Everything about many games; `content` knows what samurai are called."""
    samurai = [(_sheet_name(content, id), tally) for id, tally in found.samurai]
    players = list(found.players)
    drinkers = [(name, one.drunk / one.games) for name, one in players]
    fighters = [(name, one.damage / one.games) for name, one in players]
    patient = [(name, float(one.sober)) for name, one in players]
    kills = [(tell(say("{by} killed {whom}", by=by, whom=whom)), float(count)) for by, whom, count in found.kills]
    endings = [(tell(WHY.get(why, say("otherwise"))), float(count)) for why, count in found.endings]
    drunk = _bars("drunk", say("Thirst"), say("Sake drunk in a game, on average."), say("sake a game"), drinkers, tell)
    damage = _bars("damage", say("Blades"), say("Damage done to Samurai in a game, on average."),
                   say("damage a game"), fighters, tell)  # fmt: skip
    sober = _bars("sober", say("Longest sober streaks"), say("The most turns in a row without drinking, in any game."),
                  say("turns"), patient, tell)  # fmt: skip
    who = _bars("kills", say("Who killed whom"), say("Named players, over all games."), say("times"), kills, tell)
    by_name = stacked_rows(tell, "players", say("Players"), say("The games of everybody who has a name."),
                           _results(players), RESULTS)  # fmt: skip
    return (
        stacked_rows(tell, "samurai", say("Samurai"), say("The games of each samurai, by result."), _results(samurai),
                     RESULTS),
        *(_unnamed(chart, tell) for chart in (by_name, who, drunk, damage, sober, _luck(players, tell))),
        _bars("endings", say("How games end"), say("Why games were over."), GAMES, endings, tell),
        _length(found, tell),
    )  # fmt: skip


def _sheet_name(content: Content, id: str) -> str:
    sheet = content.find("sake_sheet", id)
    name = sheet.get("name") if isinstance(sheet, dict) else None
    return name if isinstance(name, str) else id


def _results(tallied: Sequence[tuple[str, Tally]]) -> list[tuple[str, tuple[int, int, int]]]:
    return [(name, (one.alone, one.shared, one.games - one.won)) for name, one in tallied]


def _unnamed(chart: Chart, tell: Say) -> Chart:
    """What to do where nothing is drawn because nobody has a name."""
    from msgspec.structs import replace

    return replace(chart, empty=tell(UNNAMED)) if chart.is_empty else chart


def _bars(
    id: str, title: Message, about: Message, measure: Message, rows: Sequence[tuple[str, float]], tell: Say
) -> Chart:
    """A bar each, the longest first."""
    order = sorted(rows, key=lambda one: (-one[1], one[0]))[:MOST_ROWS]
    points = tuple(Point(-n, value, f"{name}: {written(value)}") for n, (name, value) in enumerate(order))
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


def _luck(players: Sequence[tuple[str, Tally]], tell: Say) -> Chart:
    """The cards of each player against the average of the decks."""
    points = list[Point]()
    names = list[str]()
    for name, one in players[:MOST_ROWS]:
        if one.luck.draws:
            each = one.luck.surplus / one.luck.draws
            words = say("{name}: {each} a card, {cards} cards; better than {share} in 100 such draws", name=name,
                        each=signed(each), cards=one.luck.draws, share=percent(one.luck.share))  # fmt: skip
            points.append(Point(len(names), each, tell(words)))
            names.append(name)
    return Chart(
        id="luck",
        title=tell(say("Luck of the cards")),
        about=tell(say("The boxes of the cards that chance gave to each player, against the average of the deck.")),
        kind="bars",
        x_name="",
        y_name=tell(say("points a card")),
        series=(Series(tell(say("above or below the average")), "ink", tuple(points)),) if points else (),
        x_ticks=tuple((float(n), name) for n, name in enumerate(names)),
        x_range=(-0.6, len(names) - 0.4) if names else None,
        level=0,
        empty=tell(NOTHING),
    )


def _length(found: Many, tell: Say) -> Chart:
    points = tuple(
        Point(
            turns,
            count,
            tell(plural("{count} game of {turns} turns", "{count} games of {turns} turns", count, turns=turns)),
        )
        for turns, count in found.turns
    )
    tables = ", ".join(
        tell(plural("{count} game with {seats} players", "{count} games with {seats} players", count, seats=seats))
        for seats, count in found.seats
    )
    return Chart(
        id="length",
        title=tell(say("How long a game lasts")),
        about=tell(say("Games by the turn they ended in.")),
        kind="bars",
        x_name=tell(say("turns")),
        y_name=tell(say("games")),
        series=(Series(tell(say("games")), "ink", points),) if points else (),
        sums=f"{tables}." if tables else "",
        empty=tell(NOTHING),
    )


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
