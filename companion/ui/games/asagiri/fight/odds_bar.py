"""The exact odds of a fight: a bar of seven parts, and each part in thirty-sixths and percent."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Generator, Mapping
from fractions import Fraction
from typing import Any, TypeVar

from PySide6.QtCore import QObject, QPointF, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from companion.ui.games.asagiri.cards.parts import draw_line
from companion.ui.games.asagiri.fight.numbers import LOSSES, ORDER, WINS, Ways, percent
from companion.ui.kit.accessibility import announce
from companion.ui.kit.theme import fonts, ink
from companion.ui.kit.theme.palette import Role, Theme
from companion.ui.kit.widget import Backdrop, InkWidget

SLICE = 0.006
"""Seconds that are worked at a time."""
T = TypeVar("T")


class Reckoner(QObject):
    """One question at a time: whatever was asked before is forgotten, so no answer comes that has become untrue."""

    def __init__(self, parent: QObject) -> None:
        """Nothing is asked yet."""
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


class OddsBar(InkWidget):
    """Seven parts from the attacker's best to its worst; a shot has four, for nothing befalls the shooter."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._backdrop, self._serial = Backdrop(self._draw), 0
        self._ways: Mapping[str, Ways] = {}
        self._names = self._fates = ("", "", "")
        self._draw_word = self._heads = ""
        self._shot = False
        self._notes = ("", "")
        self._said = ""
        self.reckoner = Reckoner(self)
        """Works out what is to be told."""
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    @property
    def ways(self) -> dict[str, Ways]:
        """The seven results in thirty-sixths."""
        return dict(self._ways)

    def wait(self, notes: tuple[str, str] = ("", "")) -> None:
        """Show nothing in the place of what is being worked out: what was shown is not true any more."""
        self.reckoner.drop()
        self._ways, self._notes = {}, notes
        self.setAccessibleName("…")
        self.updateGeometry()
        self._serial += 1
        self.update()

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
        self._ways, self._fates, self._draw_word, self._shot, self._notes = ways, fates, draw, shot, notes
        self._names = (heads[0], heads[1], "")
        self.setAccessibleName(said)
        if self.isVisible() and said != self._said:
            announce(self, said)
        self._said = said
        self.updateGeometry()
        self._serial += 1
        self.update()

    def _left(self) -> Ways:
        return sum(self._ways.get(name, 0) for name in WINS)

    def _right(self) -> Ways:
        lost = sum(self._ways.get(name, 0) for name in LOSSES)
        return lost + self._ways.get("draw", 0) if self._shot else lost

    def parts(self) -> list[tuple[str, Ways]]:
        """The parts drawn, left to right, with their thirty-sixths (which add up to 36)."""
        if self._shot:
            return [*((name, self._ways[name]) for name in WINS), ("draw", self._right())]
        return [(name, self._ways[name]) for name in ORDER]

    def sizeHint(self) -> QSize:
        """Heads, bar, three lines (and the draw)."""
        lines = 3 + any(self._notes)
        return QSize(fonts.px(296), fonts.px(28 + 22 + 6 + 18 * lines))

    def minimumSizeHint(self) -> QSize:
        """Narrow."""
        return QSize(fonts.px(220), self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint heads, bar and lines."""
        with ink.painting(self) as pen:
            pen.drawPixmap(0, 0, self._backdrop.get(self, self._serial))

    def _draw(self, pen: QPainter, size: QSize, theme: Theme) -> None:
        if not self._ways:
            return
        wide = float(self.width())
        self._paint_heads(pen, QRectF(0, 0, wide, fonts.px(26)), theme)
        bar = QRectF(1, fonts.px(28), wide - 2, fonts.px(20))
        self._paint_bar(pen, bar, theme)
        self._paint_lines(pen, QRectF(0, bar.bottom() + fonts.px(6), wide, self.height()), theme)

    def _paint_heads(self, pen: QPainter, row: QRectF, theme: Theme) -> None:
        number, words = fonts.font("numeral", 20 / 24), fonts.font("small")
        between = 0.0 if self._shot else QFontMetricsF(words).horizontalAdvance(self._draw_said()) / 2 + fonts.px(4)
        for text, ways, flags in (
            (self._names[0], self._left(), LEFT),
            (self._names[1], self._right(), RIGHT),
        ):
            chance = f"{percent(ways)} %"
            wide = QFontMetricsF(number).horizontalAdvance(chance) + fonts.px(6)
            room = row.width() / 2 - wide - fonts.px(6) - between
            if QFontMetricsF(words).horizontalAdvance(text) > room:
                text = ""  # each side's number stands below its figure
            if flags == LEFT:
                draw_line(pen, row, chance, number, theme.color("vermilion"), LEFT)
                draw_line(
                    pen,
                    QRectF(wide, row.top() + 2, room, row.height()),
                    text,
                    words,
                    theme.color("ink"),
                    LEFT,
                )
            else:
                draw_line(pen, row, chance, number, theme.color("ink"), RIGHT)
                left = row.right() - wide - room
                draw_line(
                    pen,
                    QRectF(left, row.top() + 2, room, row.height()),
                    text,
                    words,
                    theme.color("ink"),
                    RIGHT,
                )

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
        pen.setBrush(Qt.BrushStyle.NoBrush)
        pen.setPen(QPen(theme.color("ink", 0.75), 1.1))
        pen.drawPath(edge)

    def _paint_lines(self, pen: QPainter, box: QRectF, theme: Theme) -> None:
        """Three fates in the middle, the attacker's chances of each on the left, the defender's on the right."""
        font, digits, high = fonts.font("small"), fonts.font("digits", 13 / 14), fonts.px(18)
        middle = max(QFontMetricsF(font).horizontalAdvance(word) for word in self._fates) + fonts.px(10)
        for n, (word, left, right) in enumerate(zip(self._fates, WINS, LOSSES, strict=True)):
            row = QRectF(box.left(), box.top() + n * high, box.width(), high)
            if self._shot:
                self._paint_shot_line(pen, row, word, left, middle, theme, digits)
                continue
            self._paint_count(pen, row, left, theme, digits, middle, mirrored=True)
            draw_line(pen, row, word, font, theme.color("ink"), MIDDLE)
            self._paint_count(pen, row, right, theme, digits, middle, mirrored=False)
        if self._shot:
            count, share = (QFontMetricsF(digits).horizontalAdvance(one) for one in ("36/36", "100 %"))
            row = box.adjusted(fonts.px(25) + middle + count + share, 0, 0, high - box.height())
            if row.width() > share:  # the same share stands above the bar
                self._count_text(pen, row, self._right(), theme, digits, RIGHT)
        else:
            # the draw needs no line of its own: its share is the bare middle of the bar
            self._paint_draw(pen, self._draw_said(), font, theme)
        if any(self._notes):
            row = QRectF(box.left(), box.top() + 3 * high, box.width(), high)
            for note, flags in zip(self._notes, (LEFT, RIGHT), strict=True):
                draw_line(pen, row, note, fonts.font("small", 11 / 12), theme.color("vermilion"), flags)

    def _paint_shot_line(
        self, pen: QPainter, row: QRectF, word: str, part: str, middle: float, theme: Theme, digits: QFont
    ) -> None:
        """Swatch, fate, thirty-sixths and percent, from the left."""
        self._paint_swatch(pen, QPointF(row.left() + 1, row.center().y()), part, theme)
        left = row.adjusted(fonts.px(18), 0, 0, 0)
        draw_line(pen, left, word, fonts.font("small"), theme.color("ink"), LEFT)
        self._count_text(pen, left.adjusted(middle, 0, 0, 0), self._ways[part], theme, digits, LEFT)

    def _paint_swatch(self, pen: QPainter, at: QPointF, part: str, theme: Theme) -> None:
        """A small field of a part, its left edge's middle at a point."""
        side = fonts.px(11)
        box = QRectF(at.x(), at.y() - side / 2, side, side)
        paint_part(pen, box, part, theme)
        pen.setBrush(Qt.BrushStyle.NoBrush)
        pen.setPen(QPen(theme.color("ink", 0.6), 0.8))
        pen.drawRect(box)

    def _draw_said(self) -> str:
        return f"{self._draw_word} {percent(self._ways['draw'])} %"

    def _paint_draw(self, pen: QPainter, text: str, font: QFont, theme: Theme) -> None:
        wide = QFontMetricsF(font).horizontalAdvance(text) + fonts.px(4)
        room = QRectF(self.width() / 2 - wide / 2, fonts.px(2), wide, fonts.px(26))
        draw_line(pen, room, text, font, theme.color("faded"), MIDDLE)

    def _paint_count(
        self,
        pen: QPainter,
        row: QRectF,
        part: str,
        theme: Theme,
        font: QFont,
        middle: float,
        *,
        mirrored: bool,
    ) -> None:
        """Swatch, thirty-sixths and percent, running outward from the middle."""
        side, ways = fonts.px(11), self._ways[part]
        x = row.center().x() - middle / 2 - side if mirrored else row.center().x() + middle / 2
        self._paint_swatch(pen, QPointF(x, row.center().y()), part, theme)
        gap = fonts.px(6)
        if mirrored:
            self._count_text(
                pen,
                QRectF(row.left(), row.top(), x - gap - row.left(), row.height()),
                ways,
                theme,
                font,
                RIGHT,
            )
        else:
            self._count_text(
                pen,
                QRectF(x + side + gap, row.top(), row.right() - x - side - gap, row.height()),
                ways,
                theme,
                font,
                LEFT,
            )

    def _count_text(
        self, pen: QPainter, box: QRectF, ways: Ways, theme: Theme, font: QFont, flags: Qt.AlignmentFlag
    ) -> None:
        """`10/36` and its percentage, in columns."""
        count, share = exactly(ways), f"{percent(ways)} %"
        colour = theme.color("ink" if ways else "faded")
        wide = QFontMetricsF(font).horizontalAdvance("36/36") + fonts.px(5)
        small = fonts.font("small")
        per = QFontMetricsF(font).horizontalAdvance(share) + 1
        if wide + per > box.width():
            draw_line(pen, box, share, font, colour, flags)  # of two ways to say it, the one that is read
            return
        per = min(QFontMetricsF(font).horizontalAdvance("100 %") + 1, box.width() - wide)
        if flags == RIGHT:
            draw_line(
                pen,
                QRectF(box.right() - wide, box.top(), wide, box.height()),
                count,
                small,
                theme.color("faded"),
                RIGHT,
            )
            draw_line(
                pen,
                QRectF(box.right() - wide - per, box.top(), per, box.height()),
                share,
                font,
                colour,
                RIGHT,
            )
        else:
            draw_line(
                pen,
                QRectF(box.left(), box.top(), wide, box.height()),
                count,
                small,
                theme.color("faded"),
                LEFT,
            )
            draw_line(pen, QRectF(box.left() + wide, box.top(), per, box.height()), share, font, colour, RIGHT)
