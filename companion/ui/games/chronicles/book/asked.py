"""What stands in the mission book: a mission with what it asks of either camp, and how far that has come."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter

from companion.model.core.words import Capital, say
from companion.model.games.chronicles.insight.mission_book import CAMPS, Sort, Task
from companion.ui.games.chronicles.book.chapters import ROLES
from companion.ui.games.chronicles.book.entries import Entry, high_of, write_lines
from companion.ui.kit.panels import paint_seal
from companion.ui.kit.theme import fonts, ink
from companion.ui.kit.theme.palette import Role, Theme
from companion.ui.kit.translator import tr

LEFT, SEAL, BEADS, MOST_BEADS = 22, 34, 18, 12
SEALS = {"blue": "勝", "red": "敗"}
PARTS: dict[Sort, str] = {"mission": "mission", "objective": "mission", "hero": "hero", "follower": "figure"}
"""What a click on it picks."""


def asked(task: Task) -> Asked:
    """A task of the mission book as an entry."""
    lines = tuple([(one.colour, tr(one.words), one.count, one.needed) for one in task.asked])
    told = [tr(task.standing)]
    for colour, words, count, needed in lines:
        counted = tr(say("{count} of {needed}", count=count, needed=needed)) if needed > 1 else ""
        told.append(
            tr(say("{seat}: {prompt}", seat=Capital(CAMPS[colour]), prompt=" ".join(filter(None, (words, counted)))))
        )
    notes = tuple(map(tr, task.notes))
    id, name = f"{PARTS[task.sort]}:{task.id}", tr(say("{name}", name=task.name))
    return Asked(id=id, key=f"{task.sort}:{task.id}", name=name, description=" ".join((*told, *notes)),
                 kind=tr(task.standing), lines=lines, notes=notes, won=task.done or "")  # fmt: skip


@dataclass(frozen=True)
class Asked(Entry):
    """A mission, an objective or a personal mission: what it asks of whom, and how much of it is counted."""

    kind: str = ""
    lines: tuple[tuple[str, str, int, int], ...] = ()
    """Colour, words, how often counted, how often needed (0: it is not counted)."""
    notes: tuple[str, ...] = ()
    won: str = ""
    """The colour of whoever has won it."""

    def _head(self, wide: float) -> float:
        return wide - (fonts.px(SEAL + 8) if self.won else 0)

    def _rows(self, wide: float) -> list[float]:
        small, inner = fonts.font("small"), wide - fonts.px(LEFT)
        return [high_of(words, small, inner) + (fonts.px(BEADS) if needed > 1 else 0) + fonts.px(4)
                for _, words, _, needed in self.lines]  # fmt: skip

    def height(self, wide: float) -> float:
        small, head = fonts.font("small"), self._head(wide)
        top = high_of(self.name, fonts.font("name", 0.86), head) + high_of(self.kind, small, head)
        notes = sum(high_of(one, small, wide - fonts.px(LEFT)) for one in self.notes)
        return max(top, fonts.px(SEAL) if self.won else 0) + fonts.px(3) + sum(self._rows(wide)) + notes

    def paint(self, pen: QPainter, room: QRectF, theme: Theme) -> None:
        small, head = fonts.font("small"), self._head(room.width())
        role: Role = ROLES[self.won] if self.won else "faded"
        y = write_lines(pen, room.topLeft(), head, self.name, fonts.font("name", 0.86), theme.color("ink"))
        y = write_lines(pen, QPointF(room.left(), y), head, self.kind, small, theme.color(role))
        if self.won:
            side = fonts.px(SEAL)
            paint_seal(pen, QRectF(room.right() - side, room.top(), side, side), SEALS[self.won], theme, role)
            y = max(y, room.top() + side)
        y += fonts.px(3)
        left, wide = room.left() + fonts.px(LEFT), room.width() - fonts.px(LEFT)
        for (colour, words, count, needed), high in zip(self.lines, self._rows(room.width()), strict=True):
            _mark(pen, QPointF(room.left() + fonts.px(9), y + fonts.px(8)), theme, colour)
            below = write_lines(pen, QPointF(left, y), wide, words, small, theme.color("ink"))
            if needed > 1:
                beads = QRectF(left, below, wide, fonts.px(BEADS))
                _beads(pen, beads, theme.color("ink"), theme.color(ROLES[colour]), count, needed)
            y += high
        for note in self.notes:
            y = write_lines(pen, QPointF(left, y), wide, note, small, theme.color("faded"))


def _mark(pen: QPainter, at: QPointF, theme: Theme, colour: str) -> None:
    """Whose condition it is: the heroes' is round, the Oni's square."""
    far = fonts.px(4.5)
    if colour == "blue":
        ink.fill(pen, ink.rough_disc(at, far, "ours"), theme.color("vigilant"))
    else:
        box = QRectF(at.x() - far, at.y() - far, 2 * far, 2 * far)
        ink.fill(pen, ink.rough_rect(box, "theirs", 0.5, 6), theme.color("shaken"))


def _beads(pen: QPainter, room: QRectF, words: QColor, colour: QColor, count: int, needed: int) -> None:
    x, y = room.left() + fonts.px(6), room.center().y()
    if needed <= MOST_BEADS:
        for n in range(needed):
            bead = ink.rough_disc(QPointF(x, y), fonts.px(5), f"bead{n}")
            if n < count:
                ink.fill(pen, bead, colour)
            ink.outline(pen, bead, colour, 1.2)
            x += fonts.px(14)
    at = QRectF(x + fonts.px(4), room.top(), room.right() - x, room.height())
    ink.write(pen, at, f"{count}/{needed}", fonts.font("digits", 0.85), words)
