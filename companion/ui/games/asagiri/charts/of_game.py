"""The charts of one game."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from math import sqrt

from companion.model.core.words import Message, plural, say
from companion.model.games.asagiri.state.vocabulary import BANDS
from companion.model.games.asagiri.statistics import GameStatistics
from companion.model.games.asagiri.statistics.course import (
    EXPECTED,
    FACES,
    TORI,
    VARIANCE,
    FightRecord,
    WeighedDice,
    fewer,
)
from companion.ui.kit.charts.chart import Chart, Look, Mark, Point, Say, Series, percent, signed
from companion.ui.kit.translator import percentage

SIDES: tuple[Look, Look] = ("a", "b")
OPEN: tuple[Look, Look] = ("a_open", "b_open")
ELEMENT_WORDS = {
    "fire": say("fire"),
    "water": say("water"),
    "air": say("air"),
    "earth": say("earth"),
    "tori": say("tori"),
}
HARM_WORDS = {
    "": say("no further effect"),
    "retreat": say("the loser retreated"),
    "shaken": say("the loser became shaken"),
    "disabled": say("the loser was disabled"),
}


def game_charts(found: GameStatistics, names: tuple[str, str], tell: Say) -> tuple[Chart, ...]:
    """Everything about a game; `names`: of the players of A and B."""
    made = _Made(found, names, tell)
    charts = (made.chance(), made.zeni(), made.luck(), made.who_was_lucky(), made.inspiration(), made.fights())
    # those with something to show come first
    return tuple(sorted((*charts, made.ground()), key=lambda chart: chart.is_empty))


class _Made:
    """The charts of one game, one by one."""

    def __init__(self, found: GameStatistics, names: tuple[str, str], tell: Say) -> None:
        self.found, self.names, self.tell = found, names, tell
        self.called = [tell(person.name) for person in found.people]

    def chance(self) -> Chart:
        tell, (a, b) = self.tell, self.names
        points = tuple(
            Point(
                one.step,
                100 * one.chance,
                tell(
                    say(
                        "Turn {turn}: {a} {a_share}%, {b} {b_share}%",
                        turn=one.turn, a=a, b=b, a_share=percent(one.chance), b_share=100 - percent(one.chance),
                    )
                ),
                one.step,
            )
            for one in self.found.chances
        )  # fmt: skip
        return Chart(
            id="chance",
            title=tell(say("Chance of winning")),
            about=tell(say("The chance of winning from each position, if both players were equally strong.")),
            kind="line",
            x_name=tell(say("step")),
            y_name=tell(say("chance of winning")),
            series=(Series(tell(say("Chance of {name}", name=a)), "ink", points),),
            x_range=(0, max(1, self.found.steps) * 1.01),
            y_range=(-1.5, 101.5),
            y_ticks=((0, b), (25, percentage(75)), (50, percentage(50)), (75, percentage(75)), (100, a)),
            level=50,
            washed=True,
            sums=self._turning(),
            empty=tell(say("The chance of winning is known from the first phase on, in games without an adventure.")),
        )

    def _turning(self) -> str:
        found, tell = self.found.chances, self.tell
        if len(found) < 2:
            return ""
        before, after = max(pairwise(found), key=lambda pair: abs(pair[1].chance - pair[0].chance))
        gained = 0 if after.chance > before.chance else 1
        points = round(100 * abs(after.chance - before.chance))
        return tell(
            say("Biggest change: {points} points for {name} in turn {turn}.",
                points=points, name=self.names[gained], turn=after.turn)
        )  # fmt: skip

    def zeni(self) -> Chart:
        tell, lost = self.tell, self.found.losses
        series = []
        for side in BANDS:
            points = []
            for n, one in enumerate(lost.points):
                fallen = [self.called[who] for who in one.fallen if self.found.people[who].band == side]
                before = lost.points[n - 1].lost[side] if n else 0
                if one.lost[side] == before and not fallen and 0 < n < len(lost.points) - 1:
                    continue
                words = say("Turn {turn}: {name} lost {zeni} zeni", turn=one.turn, name=self.names[side],
                            zeni=one.lost[side])  # fmt: skip
                if fallen:
                    words = say("{words} – {who} is disabled", words=words, who=", ".join(fallen))
                at = one.turn - 1 + one.phase / 2
                points.append(Point(at, one.lost[side], tell(words), one.step, mark="fallen" if fallen else ""))
            series.append(Series(self.names[side], SIDES[side], tuple(points)))
        limit = max(lost.limits)
        totals = "\u00a0· ".join(f"{name} {lost.points[-1].lost[n]}" for n, name in enumerate(self.names))
        return Chart(
            id="zeni",
            title=tell(say("Zeni lost")),
            about=tell(say("What each side had lost, turn by turn. A cross marks a disabled figure.")),
            kind="steps",
            x_name=tell(say("turn")),
            y_name=tell(say("zeni lost")),
            series=tuple(series),
            x_range=(-0.15, max(1, lost.turns) + 0.15),
            x_ticks=_turn_ticks(lost.turns),
            y_range=(-0.4, max(limit, *(max(one.lost) for one in lost.points), 1) * 1.08),
            level=float(limit) if limit else None,
            level_words=tell(say("losing limit")) if limit else "",
            sums=tell(say("Lost in total: {totals}.", totals=totals)) + self._heaviest() + self._earned(),
        )

    def _heaviest(self) -> str:
        ends = (self.found.losses.points[0].lost, *self.found.losses.by_turn)
        zeni, turn, side = max(
            (after[side] - before[side], -turn, side)
            for turn, (before, after) in enumerate(pairwise(ends), 1)
            for side in BANDS
        )
        if zeni <= 0:
            return ""
        words = say("Costliest turn: {turn}, {name} lost {zeni}.", turn=-turn, name=self.names[side], zeni=zeni)
        return f" {self.tell(words)}"

    def _earned(self) -> str:
        """In a game for zeni what decides is what was earned (KAR-6)."""
        earned = self.found.losses.earned
        if earned is None:
            return ""
        totals = "\u00a0· ".join(f"{name} {earned[n]}" for n, name in enumerate(self.names))
        return " " + self.tell(say("Earned: {totals}.", totals=totals))

    def luck(self) -> Chart:
        """Combat and test dice one after the other, against what they bring on average."""
        tell, throws = self.tell, self.found.luck.throws
        series, most = [], 0
        for side in BANDS:
            total, points = 0.0, list[Point]()
            for throw in throws:
                if throw.seat != side:
                    continue
                total += throw.points - 3.5
                kind = say("willpower or other test") if throw.test else say("combat")
                hand = say("typed") if throw.typed else say("virtual")
                who = self._called(throw.owner)
                words = say(
                    "{name}, die {n} ({who}): {face} – {kind}, {hand}. In total {sum} against the average",
                    name=self.names[side], n=len(points) + 1, who=who, face=throw.face, kind=kind, hand=hand,
                    sum=signed(total),
                )  # fmt: skip
                points.append(Point(len(points) + 1, total, tell(words), throw.step, hollow=throw.typed))
            most = max(most, len(points))
            series.append(Series(self.names[side], SIDES[side], tuple(points)))
        fan = tuple((float(n), sqrt(VARIANCE * n)) for n in range(most + 1)) if most else ()
        return Chart(
            id="luck",
            title=tell(say("Luck of the dice")),
            about=tell(
                say(
                    "All combat and test dice added up, minus the average of 3.5 per die; in a test, low is good. "
                    "Two thirds of all games stay within the dark area, 19 of 20 within the light one. Hollow marks "
                    "are typed dice."
                )
            ),
            kind="line",
            x_name=tell(say("dice rolled")),
            y_name=tell(say("points above average")),
            series=tuple(series),
            x_range=(0, most + 0.6) if most else None,
            level=0,
            fan=fan,
            sums=" ".join(self._lucky(side) for side in BANDS),
            empty=tell(say("No combat or test dice have been rolled yet.")),
        )

    def _lucky(self, side: int) -> str:
        """How lucky a side was, virtual and typed dice apart where there are both."""
        found, tell, parts = self.found.luck, self.tell, []
        for typed, words in ((False, say("virtual dice")), (True, say("typed dice"))):
            weighed = found.of(side, typed=typed)
            if weighed.dice:
                parts.append(tell(_share(words, weighed)))
        if not parts:
            return tell(say("{name}: no dice.", name=self.names[side]))
        return tell(say("{name}: {parts}.", name=self.names[side], parts="; ".join(parts)))

    def who_was_lucky(self) -> Chart:
        tell, found = self.tell, self.found
        rows = [n for n, person in enumerate(found.people) if found.luck.of(owner=person.id).dice]
        rows.sort(key=lambda n: -found.luck.of(owner=found.people[n].id).surplus)
        series = []
        for side in BANDS:
            for typed, look in ((False, SIDES[side]), (True, OPEN[side])):
                points = []
                for row, n in enumerate(rows):
                    person = found.people[n]
                    weighed = found.luck.of(owner=person.id, typed=typed)
                    if person.band != side or not weighed.dice:
                        continue
                    words = say("{who}: {words}", who=self.called[n],
                                words=_share(say("typed dice") if typed else say("virtual dice"), weighed))  # fmt: skip
                    low = found.luck.of(owner=person.id, typed=False).surplus if typed else 0.0
                    low = low if low * weighed.surplus > 0 else 0.0
                    points.append(Point(-row, low + weighed.surplus, tell(words), low=low))
                if points:
                    name = say("{name}, typed", name=self.names[side]) if typed else self.names[side]
                    series.append(Series(tell(name), look, tuple(points)))
        return Chart(
            id="lucky",
            title=tell(say("Who was lucky")),
            about=tell(say("How far the combat and test dice of each figure were above average.")),
            kind="rows",
            x_name=tell(say("points above average")),
            y_name="",
            series=tuple(series),
            x_ticks=tuple((float(-row), self.called[n]) for row, n in enumerate(rows)),
            level=0,
            empty=tell(say("No combat or test dice have been rolled yet.")),
        )

    def inspiration(self) -> Chart:
        """The faces of the inspiration dice against their chances."""
        tell, found, series, parts = self.tell, self.found.luck, [], []
        levels: list[tuple[float, float, str]] = []
        for side in BANDS:
            for typed, look in ((False, SIDES[side]), (True, OPEN[side])):
                faces, both = found.faces(side, typed), found.faces(side)
                if not sum(faces.values()):
                    continue
                low = found.faces(side, False) if typed else dict.fromkeys(FACES, 0)
                name = say("{name}, typed", name=self.names[side]) if typed else self.names[side]
                points = []
                for n, face in enumerate(FACES):
                    words = say(
                        "{name}: {face} {times} of {dice}, {expected} on average",
                        name=name, face=ELEMENT_WORDS[face], times=faces[face], dice=sum(faces.values()),
                        expected=f"{EXPECTED[face] * sum(faces.values()):.1f}",
                    )  # fmt: skip
                    at = n + (side - 0.5) * 0.4
                    points.append(Point(at, low[face] + faces[face], tell(words), low=low[face]))
                series.append(Series(tell(name), look, tuple(points)))
                if typed or not sum(found.faces(side, True).values()):
                    total = sum(both.values())
                    levels += [(n + (side - 0.5) * 0.4, EXPECTED[face] * total, "") for n, face in enumerate(FACES)]
                    share = percent(fewer(total, both["tori"], TORI))
                    words = say("{name}: {tori} tori in {dice} dice, more than in {share} of 100 games.",
                                name=self.names[side], tori=both["tori"], dice=total, share=share)  # fmt: skip
                    parts.append(tell(words))
        return Chart(
            id="inspiration",
            title=tell(say("Inspiration dice")),
            about=tell(say("How often each face came up; the line shows the expected number.")),
            kind="bars",
            x_name="",
            y_name=tell(say("dice")),
            series=tuple(series),
            x_ticks=tuple((float(n), tell(ELEMENT_WORDS[face])) for n, face in enumerate(FACES)),
            levels=tuple(levels),
            sums=" ".join(parts),
            empty=tell(say("No inspiration dice have been rolled yet.")),
        )

    def fights(self) -> Chart:
        """A mark for each fight, above its margin."""
        tell, fights, (a, b) = self.tell, self.found.fights, self.names
        height: Counter[int] = Counter()
        points: tuple[list[Point], list[Point]] = ([], [])
        for fight in fights:
            margin = max(-8, min(8, fight.margin_of(BANDS[0])))
            height[margin] += 1
            mark: Mark = "fallen" if fight.harm == "disabled" else "shot" if fight.shot else ""
            point = Point(margin, height[margin], self._fought(fight), fight.step, mark=mark)
            points[fight.band].append(point)
        won = [sum(fight.margin_of(side) > 0 for fight in fights) for side in BANDS]
        drawn, shots = len(fights) - sum(won), sum(fight.shot for fight in fights)
        sums = say(
            "{a} won {a_won}, {b} won {b_won}, {drawn} drawn; {shots} of them shots. Retreats: {retreats}.",
            a=a, b=b, a_won=won[0], b_won=won[1], drawn=drawn, shots=shots,
            retreats=sum(self.found.ground.driven.values()),
        )  # fmt: skip
        reach = max((abs(point.x) for side in points for point in side), default=0)
        return Chart(
            id="fights",
            title=tell(say("Fights")),
            about=tell(
                say("Each mark is a fight; its shape shows who attacked. Right: {a} won; left: {b} won. A cross: a "
                    "figure was disabled. A dot: a shot.", a=a, b=b)
            ),
            kind="dots",
            x_name=tell(say("margin of {name}", name=a)),
            y_name=tell(say("fights")),
            series=tuple(
                Series(tell(say("{name} attacks", name=self.names[side])), SIDES[side], tuple(points[side]))
                for side in BANDS
            ),
            x_range=(-max(4.0, reach) - 0.7, max(4.0, reach) + 0.7),
            x_ticks=tuple((float(n), signed(n)) for n in range(-int(max(4, reach)), int(max(4, reach)) + 1)),
            y_range=(0.3, max(4, *height.values()) + 0.8) if height else (0.3, 4.8),
            level=0,
            sums=tell(sums) if fights else "",
            empty=tell(say("Nobody has fought yet.")),
        )  # fmt: skip

    def _fought(self, fight: FightRecord) -> str:
        winner = fight.winner
        kind = say("shot") if fight.shot else say("combat")
        words = say("Turn {turn}, {kind}: {attacker} against {defender}", turn=fight.turn, kind=kind,
                    attacker=self.called[fight.attacker], defender=self.called[fight.defender])  # fmt: skip
        if winner is None:
            return self.tell(say("{words} – a draw", words=words))
        return self.tell(say("{words} – {winner} wins by {margin}; {harm}", words=words, winner=self.called[winner],
                             margin=abs(fight.margin), harm=HARM_WORDS[fight.harm]))  # fmt: skip

    def ground(self) -> Chart:
        tell, found = self.tell, self.found
        ground = found.ground
        kinds: tuple[tuple[dict[int, int], Message], ...] = (
            (ground.walked, say("walked")), (ground.driven, say("pushed back")), (ground.carried, say("moved by hand")),
        )  # fmt: skip
        total = {n: sum(kind.get(n, 0) for kind, _ in kinds) for n in range(len(found.people))}
        rows = sorted((n for n in total if total[n]), key=lambda n: -total[n])
        looks: tuple[tuple[Look, Look, Look], ...] = (("a", "a_open", "open"), ("b", "b_open", "open"))
        series = []
        for side in BANDS:
            for k, (kind, words) in enumerate(kinds):
                points = []
                for row, n in enumerate(rows):
                    many = kind.get(n, 0)
                    if not many or found.people[n].band != side:
                        continue
                    low = sum(before.get(n, 0) for before, _ in kinds[:k])
                    squares = plural("{count} square", "{count} squares", many)
                    points.append(Point(-row, low + many, tell(say("{who}: {squares} {how}", who=self.called[n],
                                                                   squares=squares, how=words)), low=low))  # fmt: skip
                if points:
                    name = say("{name}, {how}", name=self.names[side], how=words)
                    series.append(Series(tell(name), looks[side][k], tuple(points)))
        sums = ""
        if ground.longest is not None:
            who, many, _ = ground.longest
            sums = tell(say("Longest path in one activation: {who}, {n} squares.", who=self.called[who], n=many))
        return Chart(
            id="ground",
            title=tell(say("Distance covered")),
            about=tell(say("The squares each figure moved, and how many it was pushed back.")),
            kind="rows",
            x_name=tell(say("squares")),
            y_name="",
            series=tuple(series),
            x_ticks=tuple((float(-row), self.called[n]) for row, n in enumerate(rows)),
            sums=sums,
            empty=tell(say("Nobody has moved yet.")),
        )

    def _called(self, id: str) -> str:
        return next((self.called[n] for n, person in enumerate(self.found.people) if person.id == id), id)


def _share(words: Message, weighed: WeighedDice) -> Message:
    return say(
        "{words}: {surplus} over {dice} dice, luckier than {share} of 100 games",
        words=words, surplus=signed(weighed.surplus), dice=weighed.dice, share=percent(weighed.share),
    )  # fmt: skip


def _turn_ticks(turns: int) -> tuple[tuple[float, str], ...]:
    every = 1 if turns <= 16 else 2 if turns <= 32 else 5 if turns <= 80 else 10
    return tuple((turn - 0.5, str(turn)) for turn in range(every if every > 1 else 1, turns + 1, every))
