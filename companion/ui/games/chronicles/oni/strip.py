"""The row of activations: heroes and Oni by turns, the end of the turn last."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter

from companion.model.core.chance import HIDDEN
from companion.model.core.words import Message, say
from companion.model.games.chronicles.insight.turn_order import Activation, Standing, activations
from companion.model.games.chronicles.state.state import State
from companion.ui.games.chronicles.oni.marks import paint_mark
from companion.ui.games.chronicles.oni.parts import Part, PartsWidget
from companion.ui.games.chronicles.oni.seen import tr_name
from companion.ui.kit.theme import fonts, ink, palette
from companion.ui.kit.theme.palette import Theme
from companion.ui.kit.translator import tr

WIDE, HIGH = 640, 48
CENTRED = int(Qt.AlignmentFlag.AlignCenter)
SAYS: dict[Standing, Message] = {"done": say("Done."), "now": say("It is their turn."), "later": say("Yet to come.")}


class PlaceSeen(NamedTuple):
    """A place in the row."""

    id: str
    who: str
    standing: Standing
    label: str
    """On the card; empty: it lies face down."""
    name: str
    words: str


class ActivationStrip(PartsWidget):
    """Parts: ``figure:h1`` or, face down, ``order:N``; ``oni:N`` behind it; ``end``."""

    help_page = "chronicles/a-turn"

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(WIDE), fonts.px(HIGH))

    def minimumSizeHint(self) -> QSize:
        return QSize(fonts.px(420), fonts.px(HIGH))

    def retranslate(self) -> None:
        super().retranslate()
        self.setAccessibleName(tr(say("Activations of this turn")))

    def look(self, state: State, viewer: str | None) -> tuple[PlaceSeen, ...]:
        row = activations(state, viewer)
        return tuple([_place(state, n // 2 + 1, one) for n, one in enumerate(row)])

    def _row(self) -> tuple[PlaceSeen, ...]:
        return self._look if isinstance(self._look, tuple) else ()

    def lay_out(self) -> list[Part]:
        row = self._row()
        now = next((one for one in row if one.standing == "now"), None)
        self.setAccessibleDescription(now.name if now is not None else "")
        return [Part(one.id, rect, one.name, one.words) for one, rect in zip(row, self._rects(), strict=True)]

    def _rects(self) -> list[QRectF]:
        """Hero cards and words are wider than the Oni's tokens."""
        row = self._row()
        gap = fonts.px(5)
        shares = [1.0 if one.who == "oni" else 1.25 for one in row]
        unit = (self.width() - gap * (len(row) - 1)) / max(1.0, sum(shares))
        unit = min(unit, fonts.px(112))
        found, x = [], 0.0
        for share in shares:
            found.append(QRectF(x, 0, unit * share, self.height()))
            x += unit * share + gap
        return found

    # painting ---------------------------------------------------------------------------------------------------------

    def draw(self, pen: QPainter, size: QSize, theme: palette.Theme) -> None:
        for one, rect in zip(self._row(), self._rects(), strict=True):
            pen.setOpacity(0.55 if one.standing == "done" else 1.0)
            self._paint_place(pen, rect.adjusted(2, 2, -3, -4), one, theme)
            pen.setOpacity(1.0)
            if one.standing == "now":
                edge = ink.rough_rect(rect.adjusted(2, 2, -3, -4), f"place{one.who}", 0.8, 22)
                ink.outline(pen, edge, theme.color("vermilion"), fonts.px(3))

    def _paint_place(self, pen: QPainter, rect: QRectF, one: PlaceSeen, theme: Theme) -> None:
        px = fonts.px
        edge = ink.rough_rect(rect, f"place{one.who}", 0.8, 22)
        if one.who == "end":
            self._paint_words(pen, rect, one.label, "end", theme.color("faded"), theme.color("faded"))
            return
        ink.soft_shadow(pen, edge, theme.color("shadow", 0.4 if theme.dark else 0.2), px(3), 1, px(1))
        if one.who == "oni":
            ink.fill(pen, edge, theme.color("stone_black"))
            ink.outline(pen, edge, theme.color("mask_rim", 0.35), 1)
            light = theme.color("stone_light")
            self._paint_words(pen, rect, one.label, "demon", theme.color("vermilion") if theme.dark else light, light)
        elif one.label:
            ink.fill(pen, edge, theme.color("bone"))
            strip = QRectF(rect.left(), rect.bottom() - px(5), rect.width(), px(5))
            pen.save()
            pen.setClipPath(edge)
            pen.fillRect(strip, palette.PAPER.color("vigilant"))
            pen.restore()
            self._paint_words(pen, rect.adjusted(0, 0, 0, -px(4)), one.label, "hero", palette.PAPER.color("vigilant"),
                              theme.color("bone_ink"))  # fmt: skip
        else:
            ink.fill(pen, edge, palette.PAPER.color("vigilant"))
            ink.outline(pen, edge, theme.color("mask_rim", 0.5), 1)
            side = px(26)
            at = QRectF(rect.center().x() - side / 2, rect.center().y() - side / 2, side, side)
            paint_mark(pen, at, "hero", theme.color("stone_light", 0.9))

    def _paint_words(self, pen: QPainter, rect: QRectF, words: str, sign: str, mark: QColor, text: QColor) -> None:
        """A sign above, the words below it; the sign alone, in the middle, where there are none."""
        px = fonts.px
        side = px(22)
        top = rect.top() + px(4) if words else rect.center().y() - side / 2
        paint_mark(pen, QRectF(rect.center().x() - side / 2, top, side, side), sign, mark)
        room = QRectF(rect.left() + px(4), top + side, rect.width() - px(8), rect.bottom() - top - side - px(1))
        font = fonts.fitted("strong", words, room.width(), 0.9, 0.78)
        metrics = QFontMetricsF(font)
        if metrics.horizontalAdvance(words) <= room.width():
            ink.write(pen, room, words, font, text, CENTRED)
            return
        font = fonts.font("strong", 0.68)
        lines = fonts.wrapped(words, QFontMetricsF(font), room.width() + px(4), 2)
        room = room.adjusted(-px(3), -px(2), px(3), px(2))
        ink.write(pen, room, "\n".join(lines), font, text, CENTRED)


def _place(state: State, n: int, one: Activation) -> PlaceSeen:
    says = tr(SAYS[one.standing])
    if one.who == "end":
        label = tr(say("End of turn"))
        return PlaceSeen("end", "end", one.standing, label, label, says)
    hero = tr_name(state, one.seat) if one.seat != HIDDEN else ""
    if one.who == "hero":
        name = tr(say("Hero {number}: {hero}", number=n, hero=hero)) if hero else tr(
            say("Hero {number}: the initiative card lies face down", number=n)
        )  # fmt: skip
        return PlaceSeen(f"figure:{one.seat}" if hero else f"order:{n}", "hero", one.standing, hero, name, says)
    sheet = tr_name(state, one.sheet) if one.sheet is not None else ""
    name = tr(say("The Oni, activation {number}", number=n))
    words = f"{tr(say('Activated: {sheet}', sheet=sheet))}\n{says}" if sheet else says
    return PlaceSeen(f"oni:{n}", "oni", one.standing, sheet, name, words)
