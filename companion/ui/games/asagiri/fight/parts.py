"""What the slips of a fight are made of: a line to choose, and the exact odds as a bar of seven parts, each part in
thirty-sixths and percent.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeVar

from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QEnterEvent, QFont, QFontMetricsF, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from companion.model.core.contract import Option
from companion.model.games.asagiri.skills.language.vocabulary import Element
from companion.ui.games.asagiri.cards.parts import WRAP, draw_line, wrapped_height
from companion.ui.games.asagiri.fight.numbers import LOSSES, ORDER, WINS, Ways, percent
from companion.ui.kit.accessibility import announce
from companion.ui.kit.art.dice import paint_die
from companion.ui.kit.buttons import key_size, paint_key
from companion.ui.kit.explain import explainer
from companion.ui.kit.theme import fonts, icons, ink
from companion.ui.kit.theme.palette import Role, Theme
from companion.ui.kit.translator import percentage
from companion.ui.kit.widget import CachedInkWidget, Label, PaintedButton

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


@dataclass(frozen=True, slots=True)
class ChoiceText:
    """What a choice says: an option, its words, a smaller explanation, a picture, and chances before and after."""

    option: Option
    words: str
    detail: str = ""
    element: Element | None = None
    sign: str = ""
    in_reserve: bool = False
    chances: tuple[str, str] | None = None
    danger: bool = False
    told: str = ""
    """What else is told to those who listen: what it costs, what it does to the odds."""


class ChoiceLine(PaintedButton):
    """A line to click. `pointed` tells whether mouse or focus rests on it."""

    pointed = Signal(bool)
    enter_clicks = True

    def __init__(self, line: ChoiceText, key: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.line = line
        self._key, self._short = key, False
        said = (key if key.isalnum() else "", line.words, line.told, line.detail)
        self.setAccessibleName(", ".join(part for part in said if part))
        self.setText(line.words)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def shorten(self, on: bool) -> None:
        """Leave the explanation to the tip, or write it out."""
        if on != self._short:
            self._short = on
            self.setToolTip("\n".join(filter(None, (self.line.detail if on else "", explainer.tips(self.line.detail)))))
            self.refresh()

    def painted_words(self, at: QPointF | None) -> str:
        return f"{self.line.words}\n{self.line.detail}"

    @property
    def _detail(self) -> str:
        return "" if self._short else self.line.detail

    def hasHeightForWidth(self) -> bool:
        return True

    def _left(self) -> float:
        return fonts.px(8) + (key_size(self._key).width() + fonts.px(6) if self._key else 0) + fonts.px(36)

    def _right(self) -> float:
        if self.line.chances is None:
            return fonts.px(6)
        font = fonts.font("digits")
        return QFontMetricsF(font).horizontalAdvance(self.line.chances[1]) + fonts.px(12)

    def _heights(self, room: float) -> tuple[float, float]:
        """Of the words, in one line where there is no room to explain them; and of the explanation."""
        strong, words = fonts.font("strong"), float(fonts.px(19))
        if not self._short and QFontMetricsF(strong).horizontalAdvance(self.line.words) > room:
            words = wrapped_height(self.line.words, strong, room)
        return words, wrapped_height(self._detail, fonts.font("small"), room) if self._detail else 0.0

    def heightForWidth(self, width: int) -> int:
        words = sum(self._heights(width - self._left() - self._right()))
        return round(max(fonts.px(30 if self._short else 40), words + fonts.px(11)))

    def sizeHint(self) -> QSize:
        wide = self.width() if self.isVisible() and self.width() > 100 else fonts.px(284)
        return QSize(fonts.px(296), self.heightForWidth(wide))

    def minimumSizeHint(self) -> QSize:
        return QSize(fonts.px(200), self.sizeHint().height())

    def paint(self, pen: QPainter, theme: Theme) -> None:
        line = self.line
        self._paint_ground(pen, theme)
        if self._key:
            cap = QRectF(fonts.px(8), 0, *key_size(self._key).toTuple())
            cap.moveTop((self.height() - cap.height()) / 2)
            paint_key(pen, cap, self._key, theme.color("faded"))
        side = fonts.px(26 if self._short else 30)
        picture = QRectF(self._left() - fonts.px(36), (self.height() - side) / 2, side, side)
        if line.element is not None:
            paint_die(pen, picture, line.element, theme)
            if line.in_reserve:
                small = QRectF(0, 0, side * 0.42, side * 0.42)
                small.moveTopLeft(picture.bottomRight() - QPointF(side * 0.36, side * 0.34))
                pen.setPen(Qt.PenStyle.NoPen)
                pen.setBrush(theme.color("surface"))
                pen.drawEllipse(small.adjusted(-1, -1, 1, 1))
                icons.paint(pen, "tray", theme.color("ink"), small)
        elif line.sign:
            colour = theme.color("vermilion" if line.danger else "ink")
            icons.paint(pen, line.sign, colour, picture.adjusted(4, 4, -4, -4))
        self._paint_words(pen, theme)

    def _paint_words(self, pen: QPainter, theme: Theme) -> None:
        line, left, right = self.line, self._left(), self._right()
        room = self.width() - left - right
        strong, small = fonts.font("strong"), fonts.font("small")
        ink_or_less = theme.color("ink" if self.isEnabled() else "faded")
        words, detail = self._heights(room)
        top = (self.height() - words - detail) / 2
        if words > fonts.px(19):
            ink.write(pen, QRectF(left, top, room, words), line.words, strong, ink_or_less, WRAP)
        else:
            box = QRectF(left, top, room, fonts.px(20)) if detail else QRectF(left, 0, room, self.height())
            draw_line(pen, box, line.words, strong, ink_or_less)
        if detail:
            pen.setFont(small)
            pen.setPen(theme.color("vermilion" if line.danger else "faded"))
            pen.drawText(QRectF(left, top + words, room, detail + 4), WRAP, self._detail)
        if line.chances is not None:
            box = QRectF(self.width() - right, 0, right - fonts.px(8), self.height())
            middle = self.height() / 2
            upper = QRectF(box.left(), middle - fonts.px(17), box.width(), fonts.px(16))
            lower = QRectF(box.left(), middle - fonts.px(2), box.width(), fonts.px(20))
            draw_line(pen, upper, line.chances[0], fonts.font("small", 11 / 12), theme.color("faded"), RIGHT)
            draw_line(pen, lower, line.chances[1], fonts.font("digits"), theme.color("ink"), RIGHT)

    def _paint_ground(self, pen: QPainter, theme: Theme) -> None:
        box = QRectF(self.rect()).adjusted(1.5, 1.5, -1.5, -1.5)
        edge = ink.rough_rect(box, f"{self.line.words}{self.width()}", 0.6, 34)
        lit = self.underMouse() or self.hasFocus()
        pen.setBrush(theme.color("ink", 0.12 if self.isDown() else 0.06) if lit else Qt.BrushStyle.NoBrush)
        if self.hasFocus():
            pen.setPen(QPen(theme.color("vermilion"), 2))
        else:
            pen.setPen(QPen(theme.color("ink" if lit else "hairline"), 1.1))
        pen.drawPath(edge)

    def enterEvent(self, event: QEnterEvent) -> None:
        self.pointed.emit(True)
        super().enterEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        self.pointed.emit(False)
        super().leaveEvent(event)


class FightNote(Label):
    """A paragraph that shows itself while it says something."""

    def __init__(self, parent: QWidget | None = None, *, role: Role = "faded", font: fonts.FontRole = "small") -> None:
        super().__init__(parent, role=role, font=font)

    def say(self, text: str) -> None:
        self.setText(text)
        self.setVisible(bool(text))
