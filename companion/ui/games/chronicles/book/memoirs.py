"""Tikku's memoirs (MEM): a scroll of blue and red chapters, the points of both, and what is still to be written."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget

from companion.model.core.words import plural, say
from companion.model.games.chronicles.insight import mission_book
from companion.model.games.chronicles.insight.mission_book import CAMPS
from companion.model.games.chronicles.rules import accusation
from companion.model.games.chronicles.state.frames import OverFrame
from companion.model.games.chronicles.state.state import Placed, State
from companion.model.games.chronicles.statistics.report import decided
from companion.model.games.chronicles.wire.narration import chapter_name
from companion.ui.games.chronicles.book.chapters import Ahead, Blank, Chapter, Points, Roller, Winner
from companion.ui.games.chronicles.book.entries import Entry, Title
from companion.ui.games.chronicles.book.leaf import Page
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.translator import tr


class MemoirsPage(Page):
    """460 × 560 or 900 × 600; picks ``chapter:<id>``."""

    help_page = "chronicles/final-combat"

    def __init__(self, parent: QWidget | None = None, *, veiled: bool = False) -> None:
        """`veiled`: points stay under a fold until the end."""
        super().__init__(say("The memoirs of Tikku"), "筆", 32, parent)
        self._veiled = veiled
        self._read = False
        """Whether the scroll has been unrolled at the end."""
        self.fold = InkButton("", "quiet", self, sign="eye", clicked=lambda: self.veil(not self._veiled))
        self.inside.insertWidget(2, self.fold, 0, Qt.AlignmentFlag.AlignLeft)

    def veil(self, on: bool) -> None:
        """Hide the running points under a fold, or show them."""
        self._veiled = on
        self.say_again()

    def say_again(self) -> None:
        super().say_again()
        self.fold.setText(tr(say("Show the points") if self._veiled else say("Hide the points until the end")))
        over = self._state is not None and self._state.stage == "over"
        self.fold.setHidden(over)
        if over and not self._read and self.isVisible():
            self._unroll()
        self._read = over and self._read

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._state is not None and self._state.stage == "over" and not self._read:
            self._unroll()

    def _unroll(self) -> None:
        """Once, when the game is over and somebody looks."""
        self._read = True
        self.sheet.unroll()

    def entries(self, state: State, viewer: str | None) -> tuple[Sequence[Entry], Sequence[Entry]]:
        left: list[Entry] = [*_winner(state), _points(state, veiled=self._veiled and state.stage != "over")]
        left.append(Roller(key="head"))
        left += [_chapter(state, one) for one in state.memoirs]
        empty = tr(say("Nothing is written yet.")) if not state.memoirs else ""
        left += [Blank(key="blank", name=empty, stops=bool(empty)), Roller(key="foot")]
        right: list[Entry] = [_ahead(state, one) for one in mission_book.ahead(state)]
        if right:
            right.insert(0, Title(name=tr(say("Still to be written"))))
        return left, right


def _winner(state: State) -> Iterator[Entry]:
    top = state.frames[-1] if state.frames else None
    if not isinstance(top, OverFrame) or top.winner is None:
        return
    colour = "blue" if top.winner == "heroes" else "red"
    name = say("The heroes have won") if colour == "blue" else say("The Oni has won")
    yield Winner(key="winner", name=tr(name), description=tr(decided(state)), colour=colour)


def _points(state: State, *, veiled: bool) -> Points:
    if veiled:
        return Points(key="points", name=tr(say("The points stay hidden until the end.")), veiled=True)
    told = accusation.points(state)
    words = {colour: plural("{camp}: {count} chapter", "{camp}: {count} chapters", told[colour][1], camp=CAMPS[colour])
             for colour in ("blue", "red")}  # fmt: skip
    said = [plural("{camp}: {count} point", "{camp}: {count} points", told[colour][0], camp=CAMPS[colour])
            for colour in ("blue", "red")]  # fmt: skip
    return Points(key="points", name=tr(say("Points")), blue=told["blue"][0], red=told["red"][0],
                  told=(tr(words["blue"]), tr(words["red"])),
                  description=". ".join(map(tr, [*said, *words.values()])))  # fmt: skip


def _chapter(state: State, placed: Placed) -> Chapter:
    record = state.table.box.chapters.get(placed.chapter)
    title = tr(say("{name}", name=chapter_name(state, placed.chapter)))
    points, large = (1, False) if record is None else (record.points, record.large)
    told = [plural("{count} point for {camp}", "{count} points for {camp}", points, camp=CAMPS[placed.colour])]
    told += [say("a large chapter")] if large else []
    return Chapter(id=f"chapter:{placed.chapter}", key=f"chapter:{placed.chapter}:{placed.colour}", name=title,
                   description=", ".join(map(tr, told)), title=title, colour=placed.colour, points=points,
                   large=large)  # fmt: skip


def _ahead(state: State, one: mission_book.Ahead) -> Ahead:
    told = [plural("{count} point for {camp}", "{count} points for {camp}", points, camp=CAMPS[colour])
            for colour, points in (("blue", one.blue), ("red", one.red)) if points]  # fmt: skip
    name = tr(say("{name}", name=one.name))
    return Ahead(key=f"ahead:{one.chapter}", name=name, description=", ".join(map(tr, told)), blue=one.blue,
                 red=one.red)  # fmt: skip
