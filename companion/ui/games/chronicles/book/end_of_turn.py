"""The end of a turn (§21): its steps tick themselves off, and accusations are made and answered."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QPainter
from PySide6.QtWidgets import QWidget

from companion.model.core.contract import SPECTATOR
from companion.model.core.words import Message, say
from companion.model.games.chronicles.insight import notebook
from companion.model.games.chronicles.rules import accusation
from companion.model.games.chronicles.rules.story_events import StepDone
from companion.model.games.chronicles.state.frames import AccuseFrame, EndFrame
from companion.model.games.chronicles.state.state import LAST_COLUMN, State
from companion.model.games.chronicles.wire.narration import tell
from companion.ui.games.chronicles.book.entries import Entry, Title, Words, called, high_of, write_lines
from companion.ui.games.chronicles.book.leaf import Page
from companion.ui.games.chronicles.book.suspects import Answered, suspect, wrongs
from companion.ui.kit.theme import fonts, ink
from companion.ui.kit.theme.palette import Role, Theme
from companion.ui.kit.translator import tr

STEPS: Mapping[int, Message] = {
    1: say("In turn 8 or later, the Oni reveals itself"),
    2: say("Accusations"),
    3: say("Equipment is rearranged"),
    4: say("Plans are discarded, wounds drawn"),
    5: say("The Oni draws two event cards; missions are checked"),
    6: say("Statuses are turned or removed"),
    7: say("Degeneration and sacred tokens"),
    8: say("Fire spreads"),
    9: say("Activation tokens come back"),
    10: say("Has the game ended?"),
}
NUMBER = 27
ACCUSING = 2


@dataclass(frozen=True)
class Step(Entry):
    """A step: ticked off with what happened in it, lit, or to come."""

    number: int = 0
    done: bool = False
    now: bool = False
    told: tuple[str, ...] = ()

    def height(self, wide: float) -> float:
        inner, small = wide - fonts.px(NUMBER + 10), fonts.font("small")
        told = sum(high_of(one, small, inner) for one in self.told)
        return max(fonts.px(NUMBER), high_of(self.name, self._title(), inner) + fonts.px(4) + told) + fonts.px(6)

    def _title(self) -> QFont:
        return fonts.font("name", 0.92 if self.now else 0.8)

    def paint(self, pen: QPainter, room: QRectF, theme: Theme) -> None:
        side = fonts.px(NUMBER)
        box = QRectF(room.left(), room.top(), side, side)
        disc = ink.rough_disc(box.center(), side * 0.43, f"step{self.number}")
        if self.now:
            ink.fill(pen, disc, theme.color("vermilion"))
        elif self.done:
            ink.fill(pen, disc, theme.color("ink", 0.1))
        ink.outline(pen, disc, theme.color("vermilion" if self.now else "faded"), 1.3)
        role: Role = "on_vermilion" if self.now else "faded"
        ink.write(pen, box, str(self.number), fonts.font("name", 0.75), theme.color(role), Qt.AlignmentFlag.AlignCenter)
        if self.done:
            x, y = box.center().x(), box.center().y()
            way = ink.line((x - side * 0.22, y + side * 0.02), (x - side * 0.04, y + side * 0.24),
                           (x + side * 0.42, y - side * 0.34))  # fmt: skip
            stroke = ink.brush_stroke(ink.sampled(way, 3), fonts.px(3.4), None, rough=0)
            ink.fill(pen, stroke, theme.color("ink"))
        left = box.right() + fonts.px(10)
        wide = room.right() - left
        font = self._title()
        colour = theme.color("vermilion" if self.now else "ink" if self.done else "faded")
        top = room.top() + fonts.px(2)
        y = write_lines(pen, QPointF(left, top), wide, self.name, font, colour) + fonts.px(1)
        for one in self.told:
            y = write_lines(pen, QPointF(left, y), wide, one, fonts.font("small"), theme.color("ink"))


class EndOfTurnPage(Page):
    """460 × 560 or 900 × 600; picks ``card:<host or nature>`` of what may be accused."""

    help_page = "chronicles/end-of-turn"

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(say("The end of the turn"), "月", 33, parent)
        self._events: tuple[Message, ...] = ()

    def tell(self, events: Sequence[Message]) -> None:
        """All that was told since this end of turn began, its steps included (`narration.tell`)."""
        self._events = tuple(events)
        self.say_again()

    def entries(self, state: State, viewer: str | None) -> tuple[Sequence[Entry], Sequence[Entry]]:
        end = next((one for one in state.frames if isinstance(one, EndFrame)), None)
        ended = end is None and any(one == _done(state, 1) for one in self._events)
        present = accusation.LAST_STEP + 1 if ended else 0 if end is None else end.step
        told = self._by_step(state, present)
        left: list[Entry] = [_step(n, present, told.get(n, ())) for n in STEPS]
        if not present:
            over = state.stage == "over"
            left.insert(0, Words(name=tr(say("The game has ended.") if over else say("The turn still goes on."))))
        right = [*_accusation(state, viewer or SPECTATOR)] if state.table.investigation else []
        self.sheet.second_first = present == ACCUSING  # what is asked is never below the fold
        return left, right

    def _by_step(self, state: State, present: int) -> dict[int, tuple[str, ...]]:
        """What happened in each step: it is told before the step is told to be done."""
        marks = {_done(state, n): n for n in range(1, accusation.LAST_STEP)}
        found: dict[int, tuple[str, ...]] = {}
        told: list[str] = []
        for one in self._events:
            if one in marks:
                found[marks[one]] = tuple(told)
                told = []
            else:
                told.append(tr(one))
        return {**found, present: tuple(told)} if told else found


def _done(state: State, n: int) -> Message:
    return tell(state, StepDone(f"EOT-{n}"))


def _step(n: int, present: int, told: tuple[str, ...]) -> Step:
    done, now = n < present, n == present
    how = say("done") if done else say("now") if now else say("to come")
    return Step(key=f"step:{n}", name=tr(STEPS[n]), description=". ".join([tr(how), *told]), number=n, done=done,
                now=now, tight=True, told=told if done or now else ())  # fmt: skip


# accusations ----------------------------------------------------------------------------------------------------------


def _accusation(state: State, viewer: str) -> Iterator[Entry]:
    yield Title(name=tr(say("Accusation")))
    frame = next((one for one in state.frames if isinstance(one, AccuseFrame)), None)
    for one in state.made:
        if one.turn == state.turn:
            right, wrong = say("The accusation is right."), say("The accusation is wrong.")
            yield Answered(id=f"card:{one.named}", key=f"answer:{one.kind}:{one.named}", name=called(state, one.named),
                           description=tr(right if one.right else wrong), right=one.right)  # fmt: skip
    for card in (frame.nature, frame.host) if frame is not None else ():
        if card is not None:
            yield Answered(id=f"card:{card}", key=f"declared:{card}", name=called(state, card),
                           description=tr(say("Declared; not answered yet.")), pending=True)  # fmt: skip
    yield wrongs(state)
    if frame is None or frame.closed:
        why = _why_not(state)
        if why is not None:
            yield Words(name=tr(why))
        return
    must = accusation.must_accuse(state) and frame.nature is None and frame.host is None
    yield Words(name=tr(say("Somebody must be accused in this turn.") if must else accusation.ACCUSE), role="ink",
                font="strong", key="ask")  # fmt: skip
    book = notebook.notebook(state, viewer)
    if frame.host is None:
        yield from [suspect(state, "host", one) for one in book.hosts]
    if frame.nature is None and not state.oni.nature_found:
        yield from [suspect(state, "nature", one) for one in book.natures]


def _why_not(state: State) -> Message | None:
    if state.oni.demon_since:
        return say("The demon has come: nobody is accused any more.")
    if state.turn >= LAST_COLUMN:
        return say("From turn 8 on nobody is accused any more.")
    return None
