"""The dice of the box: black for combat, red for action, bone for tests; KI is a sign of its own."""

from __future__ import annotations

from dataclasses import dataclass, replace

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from companion.ui.kit.theme import fonts, ink
from companion.ui.kit.theme.palette import Theme

CENTRE = Qt.AlignmentFlag.AlignCenter
MOST = 6
"""More dice than these are a number."""


@dataclass(frozen=True)
class Die:
    """A die that shows a face; empty: it has not been rolled."""

    kind: str
    face: str = ""
    again: bool = False
    """Whether it is to be rolled once more."""

    def paint(self, pen: QPainter, box: QRectF, theme: Theme) -> None:
        side = box.width()
        inner = box.adjusted(1.5, 1.5, -1.5, -2.5)
        body, words = _colours(self.kind, theme)
        edge = ink.rough_rect(inner, f"die{self.kind}", side * 0.02, side / 3)
        ink.soft_shadow(pen, edge, theme.color("shadow", 0.35), 3, 0.8, 1.6)
        ink.fill(pen, edge, body)
        ink.outline(pen, edge, theme.color("hairline") if self.kind != "test" else theme.color("bone_shade"), 1)
        if self.face:
            font = fonts.font("name")
            font.setPixelSize(max(8, round(side * 0.58)))
            ink.write(pen, inner, "気" if self.face == "ki" else self.face, font, words, CENTRE)
        else:
            self._mark(pen, inner, words)
        if self.again:
            ink.corners(pen, box.adjusted(-1, -1, 1, 1), theme.color("vermilion"), side * 0.3, 2.4)

    def _mark(self, pen: QPainter, box: QRectF, colour: QColor) -> None:
        """What tells the kinds apart without their colours: a stroke, two strokes, a ring."""
        far = box.width() * 0.2
        middle = box.center()
        if self.kind == "test":
            ink.outline(pen, ink.rough_disc(middle, far, "ring"), colour, 1.6)
            return
        for x in (0.0,) if self.kind == "combat" else (-far * 0.7, far * 0.7):
            way = ink.line(
                (middle.x() + x - far * 0.5, middle.y() + far), (middle.x() + x + far * 0.5, middle.y() - far)
            )
            ink.fill(pen, ink.brush_stroke(ink.sampled(way, 3), box.width() * 0.12, None, rough=0), colour)


def _colours(kind: str, theme: Theme) -> tuple[QColor, QColor]:
    if kind == "combat":
        return theme.color("stone_black"), theme.color("bone")
    if kind == "action":
        return theme.color("vermilion_deep"), QColor("#FFF9EF")
    return theme.color("bone"), theme.color("bone_ink")


@dataclass(frozen=True)
class DiceRow:
    """Dice of one roll, in their order."""

    dice: tuple[Die, ...]

    @classmethod
    def of(cls, faces: tuple[str | int, ...], kind: str, combat: int) -> DiceRow:
        """`kind`, or black dice first, so many; below 0: it is not known which are which."""
        kinds = [kind or ("combat" if combat < 0 or n < combat else "action") for n in range(len(faces))]
        return cls(tuple([Die(one, str(face)) for one, face in zip(kinds, faces, strict=True)]))

    def chosen(self, places: frozenset[int]) -> DiceRow:
        """With these to be rolled again."""
        return DiceRow(tuple([replace(die, again=n in places) for n, die in enumerate(self.dice)]))

    def ki(self, kind: str) -> int:
        """How many of a kind show KI."""
        return sum(die.kind == kind and die.face == "ki" for die in self.dice)

    def exchanged(self, places: tuple[int, ...], rolled: DiceRow) -> DiceRow:
        """With the faces of dice that were rolled again; those alone where nobody saw which they were."""
        if len(places) != len(rolled.dice) or any(n >= len(self.dice) for n in places):
            return rolled
        new = dict(zip(places, rolled.dice, strict=True))
        return DiceRow(tuple([replace(die, face=new[n].face) if n in new else die for n, die in enumerate(self.dice)]))

    def words(self) -> str:
        return ", ".join("KI" if die.face == "ki" else die.face for die in self.dice)


def _seen(count: int, wide: float, side: float) -> int:
    """How many dice are painted: all, or one with their number."""
    fits = min(MOST, int((wide + fonts.px(3)) // (side + fonts.px(3))))
    return count if count <= fits else 1


def dice_wide(count: int, wide: float, side: float) -> float:
    """How much of a row dice to take need, their number included."""
    return _seen(count, wide, side) * (side + fonts.px(3)) + fonts.px(26 if 0 < count <= 9 else 44)


def paint_dice(pen: QPainter, room: QRectF, kind: str, count: int, theme: Theme) -> None:
    """Dice to take: as many as there are, or one with a number."""
    side = room.height()
    step = side + fonts.px(3)
    shown = _seen(count, room.width(), side)
    for n in range(shown):
        Die(kind).paint(pen, QRectF(room.left() + n * step, room.top(), side, side), theme)
    if shown != count or not count:
        words = QRectF(room.left() + shown * step + fonts.px(4), room.top(), room.width(), side)
        ink.write(pen, words, f"× {count}", fonts.font("name"), theme.color("ink" if count else "faded"))
    elif count:
        at = QPointF(room.left() + shown * step + fonts.px(4), room.top())
        words = QRectF(at.x(), at.y(), room.width(), side)
        ink.write(pen, words, str(count), fonts.font("name", 0.8), theme.color("faded"))
