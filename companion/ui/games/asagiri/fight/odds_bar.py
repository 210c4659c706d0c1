"""The exact odds of a fight: a bar of seven parts, and each part in thirty-sixths and percent."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Generator, Mapping
from fractions import Fraction
from typing import Any, TypeVar

from PySide6.QtCore import QObject, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from companion.ui.games.asagiri.cards.parts import draw_line
from companion.ui.games.asagiri.fight.numbers import LOSSES, ORDER, WINS, Ways, percent
from companion.ui.kit.accessibility import announce
from companion.ui.kit.theme import fonts, ink
from companion.ui.kit.theme.palette import Role, Theme
from companion.ui.kit.translator import percentage
from companion.ui.kit.widget import CachedInkWidget

SLICE = 0.006
"""Seconds that are worked at a time."""
T = TypeVar("T")


class Reckoner(QObject):
    """One question at a time: whatever was asked before is forgotten, so no answer comes that has become untrue."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._steps: Generator[None, None, Any] | None = None
        self._then: Callable[[Any], None] | None = None
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._work)

    @property
    def busy(self) -> bool:
        """Whether an answer is still to come."""
        return self._steps is not None

    def ask(self, steps: Generator[None, None, T], then: Callable[[T], None]) -> None:
        """Work through `steps`; `then` gets what they return: at once when that is found within a slice."""
        self.drop()
        self._steps, self._then = steps, then
        self._work()

    def drop(self) -> None:
        """Work at nothing; no answer comes."""
        self._timer.stop()
        steps, self._steps, self._then = self._steps, None, None
        if steps is not None:
            steps.close()

    def _work(self) -> None:
        steps, then = self._steps, self._then
        if steps is None or then is None:
            return
        until = time.perf_counter() + SLICE
        working = True
        while working:
            try:
                next(steps)
            except StopIteration as done:
                self.drop()
                then(done.value)
                return
            except BaseException:
                self.drop()
                raise
            working = time.perf_counter() < until
        if not self._timer.isActive():
            self._timer.start()


LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
MIDDLE = Qt.AlignmentFlag.AlignCenter


def exactly(ways: Ways) -> str:
    """So many thirty-sixths as a fraction; of a denominator of its own where thirty-six does not do."""
    whole = Fraction(ways)
    return f"{whole}/36" if whole.denominator == 1 else str(whole / 36)


def paint_part(pen: QPainter, rect: QRectF, part: str, theme: Theme) -> None:
    """One result as a field: vermilion where the defender suffers, ink where the attacker does; solid for out,
    hatched for shaken, a light wash for a retreat; bare for a draw.
    """
    role: Role = "vermilion" if part in WINS else "ink"
    pen.setPen(Qt.PenStyle.NoPen)
    if part == "draw":
        pen.setBrush(theme.mix("surface", "hairline", 0.4))
        pen.drawRect(rect)
        return
    strength = {"out": 1.0, "shaken": 0.18, "retreats": 0.30}[part.rpartition("_")[2]]
    pen.setBrush(theme.color(role, strength))
    pen.drawRect(rect)
    if part.endswith("shaken"):
        area = QPainterPath()
        area.addRect(rect)
        pen.setBrush(theme.color(role, 0.85))
        pen.drawPath(ink.hatch(area, 4.6, -52, random.Random(part), 1.7))


class OddsBar(CachedInkWidget):
    """Seven parts from the attacker's best to its worst; a shot has four, for nothing befalls the shooter."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.ways: Mapping[str, Ways] = {}
        """The seven results in thirty-sixths."""
        self._heads, self._fates, self._notes = ("", ""), ("", "", ""), ("", "")
        self._draw_word = self._said = ""
        self._shot = False
        self.reckoner = Reckoner(self)
        """Works out what is to be told."""
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def wait(self, notes: tuple[str, str] = ("", "")) -> None:
        """Show nothing in the place of what is being worked out: what was shown is not true any more."""
        self.reckoner.drop()
        self.ways, self._notes = {}, notes
        self.setAccessibleName("…")
        self.redraw()

    def tell(
        self,
        ways: Mapping[str, Ways],
        heads: tuple[str, str],
        fates: tuple[str, str, str],
        draw: str,
        *,
        shot: bool = False,
        notes: tuple[str, str] = ("", ""),
        said: str = "",
    ) -> None:
        """Show the odds, `said` for those who listen.

        `heads`: who wins, left and right; `fates`: what out, shaken and retreating are called; `draw` likewise; `notes`
        stand below each side's odds. For a `shot` the right side is the chance that nothing happens.
        """
        self.ways, self._heads, self._fates, self._draw_word = ways, heads, fates, draw
        self._shot, self._notes = shot, notes
        self.setAccessibleName(said)
        if self.isVisible() and said != self._said:
            announce(self, said)
        self._said = said
        self.redraw()

    def _chances(self) -> tuple[Ways, Ways]:
        """Of the left side and of the right one."""
        won, lost = (sum(self.ways.get(name, 0) for name in names) for names in (WINS, LOSSES))
        return won, lost + self.ways.get("draw", 0) if self._shot else lost

    def parts(self) -> list[tuple[str, Ways]]:
        """The parts drawn, left to right, with their thirty-sixths (which add up to 36)."""
        if self._shot:
            return [*((name, self.ways[name]) for name in WINS), ("draw", self._chances()[1])]
        return [(name, self.ways[name]) for name in ORDER]

    def sizeHint(self) -> QSize:
        lines = 3 + any(self._notes)
        return QSize(fonts.px(296), fonts.px(28 + 22 + 6 + 18 * lines))

    def minimumSizeHint(self) -> QSize:
        return QSize(fonts.px(220), self.sizeHint().height())

    def draw(self, pen: QPainter, size: QSize, theme: Theme) -> None:
        if not self.ways:
            return
        wide = float(size.width())
        self._paint_heads(pen, QRectF(0, 0, wide, fonts.px(26)), theme)
        bar = QRectF(1, fonts.px(28), wide - 2, fonts.px(20))
        self._paint_bar(pen, bar, theme)
        self._paint_lines(pen, QRectF(0, bar.bottom() + fonts.px(6), wide, size.height()), theme)

    def _paint_heads(self, pen: QPainter, row: QRectF, theme: Theme) -> None:
        """Each side's chance and what it is of; between them the draw, whose share is the bare middle of the bar."""
        number, words = fonts.font("numeral", 20 / 24), fonts.font("small")
        measure, between = QFontMetricsF(words).horizontalAdvance, 0.0
        if not self._shot:
            draw = f"{self._draw_word} {percentage(percent(self.ways['draw']))}"
            wide = measure(draw)
            between = wide / 2 + fonts.px(4)
            room = QRectF(row.center().x() - wide / 2 - fonts.px(2), fonts.px(2), wide + fonts.px(4), fonts.px(26))
            draw_line(pen, room, draw, words, theme.color("faded"), MIDDLE)
        roles: tuple[Role, Role] = ("vermilion", "ink")
        for text, ways, role, flags in zip(self._heads, self._chances(), roles, (LEFT, RIGHT), strict=True):
            chance = percentage(percent(ways))
            draw_line(pen, row, chance, number, theme.color(role), flags)
            wide = QFontMetricsF(number).horizontalAdvance(chance) + fonts.px(6)
            space = row.width() / 2 - wide - fonts.px(6) - between
            if measure(text) <= space:  # else its number, which stands below its figure, says enough
                left = wide if flags == LEFT else row.right() - wide - space
                draw_line(pen, QRectF(left, row.top() + 2, space, row.height()), text, words, theme.color("ink"), flags)

    def _paint_bar(self, pen: QPainter, bar: QRectF, theme: Theme) -> None:
        edge = ink.rough_rect(bar, "odds", 0.6, 30)
        pen.save()
        pen.setClipPath(edge)
        x = bar.left()
        for part, ways in self.parts():
            wide = bar.width() * float(ways) / 36
            if wide:
                paint_part(pen, QRectF(x, bar.top(), wide, bar.height()), part, theme)
                x += wide
                pen.setPen(QPen(theme.color("surface"), 1.2))
                pen.drawLine(int(x), int(bar.top()), int(x), int(bar.bottom()))
        pen.restore()
        ink.outline(pen, edge, theme.color("ink", 0.75), 1.1)

    def _paint_lines(self, pen: QPainter, box: QRectF, theme: Theme) -> None:
        """Three fates: between the chances of each side; of a shot on the left, with one chance."""
        font, digits, high = fonts.font("small"), fonts.font("digits", 13 / 14), fonts.px(18)
        middle = max(QFontMetricsF(font).horizontalAdvance(word) for word in self._fates) + fonts.px(10)
        side, gap = fonts.px(11), fonts.px(6)
        for n, (word, won, lost) in enumerate(zip(self._fates, WINS, LOSSES, strict=True)):
            row = QRectF(box.left(), box.top() + n * high, box.width(), high)
            if self._shot:
                self._paint_swatch(pen, row, row.left() + 1, won, theme)
                row.setLeft(row.left() + fonts.px(18))
                self._paint_count(pen, row.adjusted(middle, 0, 0, 0), self.ways[won], theme, digits, LEFT)
            else:
                left, right = row.center().x() - middle / 2, row.center().x() + middle / 2
                self._paint_swatch(pen, row, left - side, won, theme)
                self._paint_swatch(pen, row, right, lost, theme)
                outer = QRectF(row.left(), row.top(), left - side - gap - row.left(), high)
                self._paint_count(pen, outer, self.ways[won], theme, digits, RIGHT)
                self._paint_count(pen, row.adjusted(right + side + gap, 0, 0, 0), self.ways[lost], theme, digits, LEFT)
            draw_line(pen, row, word, font, theme.color("ink"), LEFT if self._shot else MIDDLE)
        if self._shot:
            count, share = (QFontMetricsF(digits).horizontalAdvance(one) for one in ("36/36", percentage(100)))
            row = box.adjusted(fonts.px(25) + middle + count + share, 0, 0, high - box.height())
            if row.width() > share:  # the same share stands above the bar
                self._paint_count(pen, row, self._chances()[1], theme, digits, RIGHT)
        row = QRectF(box.left(), box.top() + 3 * high, box.width(), high)
        for note, flags in zip(self._notes, (LEFT, RIGHT), strict=True):
            draw_line(pen, row, note, fonts.font("small", 11 / 12), theme.color("vermilion"), flags)

    def _paint_swatch(self, pen: QPainter, row: QRectF, left: float, part: str, theme: Theme) -> None:
        side = fonts.px(11)
        box = QRectF(left, row.center().y() - side / 2, side, side)
        paint_part(pen, box, part, theme)
        pen.setBrush(Qt.BrushStyle.NoBrush)
        pen.setPen(QPen(theme.color("ink", 0.6), 0.8))
        pen.drawRect(box)

    def _paint_count(
        self, pen: QPainter, box: QRectF, ways: Ways, theme: Theme, font: QFont, flags: Qt.AlignmentFlag
    ) -> None:
        """`10/36` and its percentage, in columns."""
        measure, share = QFontMetricsF(font).horizontalAdvance, percentage(percent(ways))
        colour = theme.color("ink" if ways else "faded")
        wide = measure("36/36") + fonts.px(5)
        if wide + measure(share) + 1 > box.width():
            draw_line(pen, box, share, font, colour, flags)  # of two ways to say it, the one that is read
            return
        per = min(measure(percentage(100)) + 1, box.width() - wide)
        left = box.left() if flags == LEFT else box.right() - wide
        count = QRectF(left, box.top(), wide, box.height())
        draw_line(pen, count, exactly(ways), fonts.font("small"), theme.color("faded"), flags)
        left = box.left() + wide if flags == LEFT else left - per
        draw_line(pen, QRectF(left, box.top(), per, box.height()), share, font, colour, RIGHT)
