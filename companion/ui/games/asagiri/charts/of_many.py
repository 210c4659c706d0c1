"""The charts of many games, and of a campaign."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING

from companion.model.content.library import called
from companion.model.core.contract import Content
from companion.model.core.words import Message, say
from companion.model.games.asagiri.state.table import HONOUR_NAMES
from companion.model.games.asagiri.state.vocabulary import BANDS
from companion.model.games.asagiri.statistics.course import fewer
from companion.model.games.asagiri.statistics.many_games import CharacterRecord, Many
from companion.ui.kit.charts.builders import MOST_ROWS, NOTHING, lengths, stacked_rows
from companion.ui.kit.charts.chart import Chart, Look, Mark, Point, Say, Series, percent, signed

from .of_game import SIDES

if TYPE_CHECKING:
    from companion.model.games.asagiri.campaign.chronicle import CampaignStatistics

_HONOURS: Mapping[str, Message] = dict(HONOUR_NAMES.items())
"""Asked with whatever a kept game says."""


def _honour(id: str, tell: Callable[..., str]) -> str:
    return tell(_HONOURS[id]) if id in _HONOURS else id


NONE = Message("–")
"""The part of a bar that there is not."""


def many_charts(found: Many, content: Content, tell: Say) -> tuple[Chart, ...]:
    """Everything about many games; `content` knows what cards and adventures are called."""
    made = _Many(found, content, tell)
    who, stacked = made.who, partial(stacked_rows, tell)
    fighters = sorted((one for one in found.characters if one.fights), key=lambda one: -one.fights)
    charts = [
        stacked(
            "characters", say("Characters"), say("The games of each character, by result for its band."),
            [(who(one), (one.won, one.drawn, one.games - one.won - one.drawn)) for one in found.characters],
        ),
        stacked(
            "duels", say("Duels"), say("The fights of each character, including shots."),
            [(who(one), (one.fights_won, one.fights_drawn, one.fights_lost)) for one in fighters],
            counted=say("fights"),
        ),
        made.survival(),
        stacked(
            "bands", say("Bands"), say("Every named band and the results of its games."),
            [(name, (one.won, one.drawn, one.lost)) for name, one in found.bands],
        ),
        stacked(
            "adventures", say("Adventures"), say("Which side won each adventure."),
            [(made.named("adventure", id), (one.won, one.drawn, one.lost)) for id, one in found.adventures],
            (say("first side"), say("nobody"), say("second side")), looks=("a", "open", "b"),
        ),
        made.luck(),
        made.length(),
    ]  # fmt: skip
    if found.honours:
        rows = [(_honour(id, tell), (used, brought - used, 0)) for id, brought, used in found.honours]
        charts.append(
            stacked(
                "honours", say("Honours"), say("Honours that characters had in games, and those they used."), rows,
                (say("used"), say("not used"), NONE), looks=("ink", "open", "open"),
            )
        )  # fmt: skip
    return tuple(charts)


class _Many:
    """The charts of many games, one by one."""

    def __init__(self, found: Many, content: Content, tell: Say) -> None:
        self.found, self.content, self.tell = found, content, tell

    def named(self, kind: str, id: str) -> str:
        """What the packs call a record, else its id."""
        return self.tell(called(self.content.find(kind, id), id))

    def who(self, record: CharacterRecord) -> str:
        return self.named("character", record.card)

    def survival(self) -> Chart:
        """The part of its games that each character survived."""
        tell = self.tell
        records = sorted(self.found.characters, key=lambda one: (-(one.games - one.out) / one.games, one.card))
        points, names = [], []
        for row, one in enumerate(records[:MOST_ROWS]):
            share = 100 * (one.games - one.out) / one.games
            names.append((float(-row), self.who(one)))
            words = say(
                "{who}: not disabled in {n} of {games} games; enemies disabled: {felled}",
                who=names[-1][1], n=one.games - one.out, games=one.games, felled=one.felled,
            )  # fmt: skip
            points.append(Point(-row, share, tell(words)))
        return Chart(
            id="survival",
            title=tell(say("Survivors")),
            about=tell(say("How often each character was not disabled at the end of the game.")),
            kind="rows",
            x_name=tell(say("% of its games")),
            y_name="",
            series=(Series(tell(say("survived")), "ink", tuple(points)),),
            x_ticks=tuple(names),
            y_range=(0, 100),
            empty=tell(NOTHING),
        )

    def luck(self) -> Chart:
        """Each game a mark: whose dice were better."""
        tell, found = self.tell, self.found
        points = []
        for n, (game, title, surplus) in enumerate(found.luck, 1):
            words = say("{game}: {side} rolled {surplus} more points per 100 dice", game=title,
                        side="A" if surplus >= 0 else "B", surplus=signed(abs(surplus)))  # fmt: skip
            points.append(Point(n, surplus, tell(words), game=game))
        reach = 1.1 * max((abs(point.y) for point in points), default=1.0) or 1.0
        parts = []
        for weighed, name in ((found.virtual, say("virtual dice")), (found.typed, say("typed dice"))):
            if weighed.dice:
                words = say(
                    "{words}: {dice}, {mean} on average (3.5 expected), higher than {share} of 100 such series",
                    words=name,
                    dice=weighed.dice,
                    mean=f"{weighed.points / weighed.dice:.3f}",
                    share=percent(weighed.share),
                )
                parts.append(tell(words))
        dice, tori = found.tori
        if dice:
            parts.append(tell(say("tori: {tori} of {dice} inspiration dice, more than {share} of 100 such series have",
                                  tori=tori, dice=dice, share=percent(fewer(dice, tori)))))  # fmt: skip
        return Chart(
            id="luck",
            title=tell(say("Are the dice fair?")),
            about=tell(say("Each mark is a game: above the line A rolled better, below it B.")),
            kind="dots",
            x_name=tell(say("games, oldest first")),
            y_name=tell(say("points per 100 dice")),
            series=(Series(tell(say("A minus B")), "ink", tuple(points)),),
            y_range=(-reach, reach) if points else None,
            level=0,
            sums=". ".join([*parts, ""]).strip(),
            empty=tell(NOTHING),
        )

    def length(self) -> Chart:
        found = self.found
        total = sum(count for _, count in found.turns)
        mean = f"{sum(turns * count for turns, count in found.turns) / total:.1f}" if total else ""
        sums = say("{games} games: {a} won by A, {b} by B, {drawn} drawn; {mean} turns on average.",
                   games=found.games, a=found.a_won, b=found.b_won, drawn=found.drawn, mean=mean)  # fmt: skip
        return lengths(self.tell, found.turns, self.tell(sums) if total else "")


def campaign_charts(found: CampaignStatistics, names: tuple[str, str], tell: Callable[..., str]) -> tuple[Chart, ...]:
    """A campaign as it stands; `names`: of its two rosters."""
    return (
        _living(found, names, tell),
        _fallen(found, names, tell),
        _members(found, names, tell),
        _gained(found, tell),
    )


def _living(found: CampaignStatistics, names: tuple[str, str], tell: Callable[..., str]) -> Chart:
    series = []
    for side in BANDS:
        points = [
            Point(
                0, found.begun[side], tell(say("At the beginning: {name} {n}", name=names[side], n=found.begun[side]))
            )
        ]
        for chapter in found.chapters:
            words = say("{n}. {chapter}: {name} {living} living, {dead} dead", n=chapter.number, chapter=chapter.words,
                        name=names[side], living=chapter.living[side], dead=chapter.dead[side])  # fmt: skip
            mark: Mark = "fallen" if chapter.dead[side] else ""
            points.append(Point(chapter.number, chapter.living[side], tell(words), mark=mark))
        series.append(Series(names[side], SIDES[side], tuple(points)))
    most = max([*found.begun, *(n for chapter in found.chapters for n in chapter.living)])
    won = [sum(chapter.winner == side for chapter in found.chapters) for side in BANDS]
    sums = say("Adventures won: {a} {a_won}, {b} {b_won}.", a=names[0], b=names[1], a_won=won[0], b_won=won[1])
    return Chart(
        id="living",
        title=tell(say("Survivors")),
        about=tell(say("How many members of each roster were alive after each chapter. A cross: someone died.")),
        kind="steps",
        x_name=tell(say("chapter")),
        y_name=tell(say("members")),
        series=tuple(series) if found.chapters else (),
        x_ticks=tuple((float(chapter.number), str(chapter.number)) for chapter in found.chapters),
        x_range=(-0.15, len(found.chapters) + 0.15),
        y_range=(0, most + 1),
        sums=tell(sums),
        empty=tell(BEGUN),
    )


def _fallen(found: CampaignStatistics, names: tuple[str, str], tell: Callable[..., str]) -> Chart:
    series = []
    for side in BANDS:
        points = tuple(
            Point(
                chapter.number + (side - 0.5) * 0.4,
                chapter.lost[side],
                tell(say("{n}. {chapter}: {name} lost {zeni} zeni", n=chapter.number, chapter=chapter.words,
                         name=names[side], zeni=chapter.lost[side])),
            )
            for chapter in found.chapters
        )  # fmt: skip
        series.append(Series(names[side], SIDES[side], points))
    return Chart(
        id="fallen",
        title=tell(say("Losses per battle")),
        about=tell(say("The zeni of disabled characters, chapter by chapter.")),
        kind="bars",
        x_name=tell(say("chapter")),
        y_name=tell(say("zeni")),
        series=tuple(series) if found.chapters else (),
        x_ticks=tuple((float(chapter.number), str(chapter.number)) for chapter in found.chapters),
        empty=tell(BEGUN),
    )


def _members(found: CampaignStatistics, names: tuple[str, str], tell: Callable[..., str]) -> Chart:
    rows = sorted((one for one in found.members if one.chapters), key=lambda one: (-one.won, -one.chapters, one.who))
    rows = rows[:MOST_ROWS]
    called = [tell(say("{who}", who=one.words)) for one in rows]
    series = []
    looks: tuple[tuple[int, Look, Look], ...] = ((0, "a", "a_open"), (1, "b", "b_open"))
    for side, look, lost in looks:
        for won in (True, False):
            points = []
            for row, one in enumerate(rows):
                many = one.won if won else one.chapters - one.won
                if one.seat != side or not many:
                    continue
                words = say("{who}: {won} of {chapters} chapters won, disabled in {out}, honours: {honours}",
                            who=called[row], won=one.won, chapters=one.chapters, out=one.disabled,
                            honours=one.honours)  # fmt: skip
                low = 0 if won else one.won
                points.append(Point(-row, low + many, tell(words), low=low))
            if points:
                name = say("{name}, won", name=names[side]) if won else say("{name}, not won", name=names[side])
                series.append(Series(tell(name), look if won else lost, tuple(points)))
    return Chart(
        id="members",
        title=tell(say("Veterans")),
        about=tell(say("The chapters each member took part in, and those its side won.")),
        kind="rows",
        x_name=tell(say("chapters")),
        y_name="",
        series=tuple(series),
        x_ticks=tuple(
            (float(-row), f"{called[row]} †" if one.died is not None else called[row]) for row, one in enumerate(rows)
        ),
        empty=tell(BEGUN),
    )


def _gained(found: CampaignStatistics, tell: Callable[..., str]) -> Chart:
    rows = [(_honour(id, tell), n) for id, n in found.honours]
    return Chart(
        id="honours",
        title=tell(say("Honours")),
        about=tell(say("How often each honour was gained.")),
        kind="rows",
        x_name=tell(say("times")),
        y_name="",
        series=(
            Series(
                tell(say("gained")),
                "ink",
                tuple(
                    Point(-row, n, tell(say("{honour}: {n}", honour=name, n=n))) for row, (name, n) in enumerate(rows)
                ),
            ),
        ),
        x_ticks=tuple((float(-row), name) for row, (name, _) in enumerate(rows)),
        empty=tell(say("No honour has been gained yet.")),
    )


BEGUN = say("No chapter of this campaign is finished yet.")
