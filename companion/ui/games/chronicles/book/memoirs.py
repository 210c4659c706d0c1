"""Tikku's memoirs (MEM): a scroll of blue and red chapters, the points of both, and what is still to be decided."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PySide6.QtWidgets import QWidget

from companion.model.core.words import Message, plural, say
from companion.model.games.chronicles.box.condition_words import HERO, condition_sentence
from companion.model.games.chronicles.box.effects import Condition
from companion.model.games.chronicles.box.records import Mission, TestPlace
from companion.model.games.chronicles.rules import accusation, mission_places, missions
from companion.model.games.chronicles.state.frames import OverFrame
from companion.model.games.chronicles.state.state import Placed, Score, Seat, State
from companion.model.games.chronicles.wire.narration import named
from companion.ui.games.chronicles.book.chapters import Asked, Blank, Chapter, Points, Roller, Winner
from companion.ui.games.chronicles.book.entries import Entry, Title, Words, called
from companion.ui.games.chronicles.book.leaf import Page
from companion.ui.kit.translator import tr

CAMPS = {"blue": say("the heroes"), "red": say("the Oni")}
UNCOUNTED = ("unhurt", "turns", "near_owner", "stands")
"""Facts that hold or do not hold: nothing is counted of them."""
WHY = {
    "points": say("{ours} points against {theirs}."),
    "chapters": say("Equal in points; {ours} chapters against {theirs}."),
    "large": say("Equal in points and chapters; {ours} large chapters against {theirs}."),
}


class MemoirsPage(Page):
    """460 × 560 or 900 × 600; picks ``chapter:<id>``, ``mission:<id>`` and ``hero:<seat>``."""

    help_page = "chronicles/final-combat"

    def __init__(self, parent: QWidget | None = None, *, veiled: bool = False) -> None:
        """`veiled`: points stay under a fold until the end."""
        super().__init__(say("The memoirs of Tikku"), "筆", 32, parent)
        self._veiled = veiled

    def veil(self, on: bool) -> None:
        """Hide the running points under a fold, or show them."""
        self._veiled = on
        self.say_again()

    def entries(self, state: State, viewer: str | None) -> tuple[Sequence[Entry], Sequence[Entry]]:
        left: list[Entry] = [*_winner(state), _points(state, veiled=self._veiled and state.stage != "over")]
        left.append(Roller(key="head"))
        left += [_chapter(state, one) for one in state.memoirs]
        empty = tr(say("Nothing is written yet.")) if not state.memoirs else ""
        left += [Blank(key="blank", name=empty, stops=bool(empty)), Roller(key="foot")]
        open_ = [_mission(state, one) for one in state.scores if one.done is None]
        own = [_personal(state, seat) for seat in state.seats]
        right: list[Entry] = []
        if state.stage != "over":
            right += [Title(name=tr(say("Still open"))), *open_] if open_ else []
            if not open_ and state.scores:
                right.append(Words(name=tr(say("All missions and objectives are decided."))))
        right += [Title(name=tr(say("Personal missions"))), *own]
        return left, right


def _winner(state: State) -> Iterator[Entry]:
    top = state.frames[-1] if state.frames else None
    if not isinstance(top, OverFrame) or top.winner is None:
        return
    colour, other = ("blue", "red") if top.winner == "heroes" else ("red", "blue")
    by, told = accusation.decided_by(state), accusation.points(state)
    why = say("Equal in everything: a coin has decided.")
    if by != "coin":
        at = tuple(WHY).index(by)
        why = Message(WHY[by].key, (("ours", told[colour][at]), ("theirs", told[other][at])))
    name = say("The heroes have won") if colour == "blue" else say("The Oni has won")
    yield Winner(key="winner", name=tr(name), description=tr(why), colour=colour)


def _points(state: State, *, veiled: bool) -> Points:
    if veiled:
        return Points(key="points", name=tr(say("The points stay under the fold until the end.")), veiled=True)
    told = accusation.points(state)
    words = {colour: plural("{camp}: {count} chapter", "{camp}: {count} chapters", told[colour][1], camp=CAMPS[colour])
             for colour in ("blue", "red")}  # fmt: skip
    said = [plural("{camp}: {count} point", "{camp}: {count} points", told[colour][0], camp=CAMPS[colour])
            for colour in ("blue", "red")]  # fmt: skip
    return Points(key="points", name=tr(say("Points")), blue=told["blue"][0], red=told["red"][0],
                  told=(tr(words["blue"]), tr(words["red"])),
                  description=". ".join(map(tr, [*said, *words.values()])))  # fmt: skip


def _chapter(state: State, placed: Placed) -> Chapter:
    record, title = state.table.box.chapters.get(placed.chapter), called(state, placed.chapter)
    points, large = (1, False) if record is None else (record.points, record.large)
    told = [plural("{count} point for {camp}", "{count} points for {camp}", points, camp=CAMPS[placed.colour])]
    told += [say("a large chapter")] if large else []
    return Chapter(id=f"chapter:{placed.chapter}", key=f"chapter:{placed.chapter}:{placed.colour}", name=title,
                   description=", ".join(map(tr, told)), title=title, colour=placed.colour, points=points,
                   large=large)  # fmt: skip


def _mission(state: State, score: Score) -> Asked:
    record = mission_places.record_of(state, score.id)
    place = None if record is None else record.place
    lines = tuple([_line(state, colour, condition, count, place) for colour in missions.COLOURS
                   for condition, count in missions.counts(state, score.id, colour)])  # fmt: skip
    note = ""
    if isinstance(record, Mission) and record.last_turn is not None:
        late = say("Undecided at the end of turn {turn}, it goes to {camp}.", turn=record.last_turn.turn,
                   camp=CAMPS[record.last_turn.colour])  # fmt: skip
        note = tr(late)
    elif not lines:
        note = tr(say("The table says who has won it."))
    kind = tr(say("Mission") if score.mission else say("Objective"))
    return _asked(f"mission:{score.id}", called(state, score.id), kind, lines, note)


def _line(
    state: State, colour: str, condition: Condition, count: int, place: TestPlace | None, bearer: str = ""
) -> tuple[str, str, int, int]:
    who = Message("{name}", (("name", bearer),)) if bearer else HERO
    words = condition_sentence(condition, place, lambda id: named(state, id), who)
    needed = 0 if condition.fact in UNCOUNTED else condition.count
    return colour, tr(words), count, needed


def _personal(state: State, seat: Seat) -> Asked:
    goal, hero, name = missions.goal(state, seat), state.hero(seat), called(state, seat)
    if hero.out:
        kind = say("Out of the fight: the mission is lost")
    elif goal is None:
        kind = say("Nobody told which mission it is")
    elif missions.fulfilled(state, seat):
        kind = say("Fulfilled") if state.stage == "over" else say("Fulfilled, if the game ended now")
    else:
        kind = say("Not fulfilled") if state.stage == "over" else say("Not fulfilled yet")
    counted = len(hero.summoned) if goal is not None and goal.condition.fact == "summons" else hero.counted
    lines = () if goal is None else (_line(state, "blue", goal.condition, counted, None, name),)
    return _asked(f"hero:{seat}", name, tr(kind), lines, "")


def _asked(id: str, name: str, kind: str, lines: tuple[tuple[str, str, int, int], ...], note: str) -> Asked:
    told = [kind]
    for colour, words, count, needed in lines:
        counted = tr(say("{count} of {needed}", count=count, needed=needed)) if needed > 1 else ""
        told.append(": ".join([tr(CAMPS[colour]), " ".join(filter(None, (words, counted)))]))
    return Asked(
        id=id, key=id, name=name, description=" ".join([*told, note]).strip(), kind=kind, lines=lines, note=note
    )
