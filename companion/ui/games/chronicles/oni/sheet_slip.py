"""A sheet of the Oni's, painted: mask and name, the numbers of the turn, figures in play, token and technique."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPen

from companion.ui.games.chronicles.oni.marks import paint_back, paint_mark
from companion.ui.games.chronicles.oni.parts import Part
from companion.ui.games.chronicles.oni.seen import FigureSeen, Number, SheetSeen
from companion.ui.kit.theme import fonts, ink
from companion.ui.kit.theme.palette import Role, Theme

CENTRED = int(Qt.AlignmentFlag.AlignCenter)
RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
LINES, BASE = (22, 20, 26), 22
"""How high its lines are, and the side of a figure; closer together where there is less room."""
NAMED = 64
"""How much room beside the numbers a technique's name needs."""
PLATES: dict[str, tuple[Role, Role]] = {
    "guard": ("mercenary", "on_state"),
    "creature": ("stone_black", "stone_light"),
    "demon": ("vermilion", "on_vermilion"),
}
"""Ground of a mask, and the mask."""


class SheetSlip:
    """Where its parts lie, and how it is painted."""

    def __init__(self, room: QRectF, seen: SheetSeen) -> None:
        self.room, self.seen = room, seen
        px = fonts.px
        self.plate = QRectF(room.left(), room.top(), px(36), room.height())
        left, wide = room.left() + px(44), room.width() - px(52)
        closer = min(1.0, room.height() / px(sum(LINES)))
        lines = [px(line) * closer for line in LINES]
        spare = max(0.0, room.height() - sum(lines)) / 4
        tops = [room.top() + spare, room.top() + 2 * spare + lines[0], room.top() + 3 * spare + lines[0] + lines[1]]
        self.title, self.row, self.stand = (
            QRectF(left, top, wide, high) for top, high in zip(tops, lines, strict=True)
        )
        side = px(BASE) * closer
        box = QFontMetricsF(fonts.font("small", 0.9)).horizontalAdvance(seen.left) + px(8)
        count = max(1, len(seen.figures))
        step = min(side + px(5), max(0.0, self.stand.width() - box - side) / max(1, count - 1))
        top = self.stand.center().y() - side / 2
        self.bases = [QRectF(left + n * step, top, side, side) for n in range(len(seen.figures))]

    def parts(self) -> list[Part]:
        one = self.seen
        return [
            Part(f"sheet:{one.id}", self.room, one.name, one.words),
            *[Part(f"figure:{figure.id}", base.adjusted(-1, -1, 1, 1), figure.name, figure.words, "disc")
              for figure, base in zip(one.figures, self.bases, strict=True)],
        ]  # fmt: skip

    # painting ---------------------------------------------------------------------------------------------------------

    def paint(self, pen: QPainter, theme: Theme) -> None:
        seen, px = self.seen, fonts.px
        edge = ink.rough_rect(self.room.adjusted(1, 1, -2, -2), f"sheet{seen.id}", 0.9, 28)
        ink.soft_shadow(pen, edge, theme.color("shadow", 0.4 if theme.dark else 0.2), px(3), 1, px(1))
        ink.fill(pen, edge, theme.color("surface"))
        ground, light = PLATES[seen.sort]
        pen.save()
        pen.setClipPath(edge)
        pen.fillRect(self.plate, theme.color(ground))
        if seen.sort == "demon":
            pen.fillRect(self.plate.adjusted(0, self.plate.height() * 0.7, 0, 0), theme.color("stone_black"))
        pen.restore()
        if seen.sort == "creature" and theme.dark:
            rim = ink.line((self.plate.right(), self.plate.top() + 2), (self.plate.right(), self.plate.bottom() - 3))
            ink.outline(pen, rim, theme.color("mask_rim", 0.4), 1)
        side = px(28)
        mask = QRectF(self.plate.center().x() - side / 2, self.plate.center().y() - side / 2, side, side)
        paint_mark(pen, mask, seen.sort, theme.color(light))
        self._paint_numbers(pen, theme)
        crowded = self.row.right() - self._after < px(NAMED)
        self._paint_title(pen, theme, self._told() if crowded else "")
        self._paint_technique(pen, theme, named=not crowded)
        for figure, base in zip(seen.figures, self.bases, strict=True):
            self._paint_base(pen, base, figure, theme)
        ink.write(pen, self.stand, seen.left, fonts.font("small", 0.9), theme.color("faded"), RIGHT)

    def _told(self) -> str:
        """The technique, as far as it is known."""
        return self.seen.technique or ("?" if self.seen.told and self.seen.technique is not None else "")

    def _paint_title(self, pen: QPainter, theme: Theme, technique: str) -> None:
        """The name, and the activation token with a word: spent, ready, or not to be had; instead of the word, which
        the token shows as well, a technique that finds no room below.
        """
        seen, px = self.seen, fonts.px
        words = technique or seen.may
        token = QRectF(self.title.right() - px(16), self.title.center().y() - px(8), px(16), px(16))
        font = fonts.font("small", 0.92)
        word = min(QFontMetricsF(font).horizontalAdvance(words) + px(2), self.title.width() * 0.45)
        said = QRectF(token.left() - px(5) - word, self.title.top(), word, self.title.height())
        font = fonts.fitted("small", words, word, 0.92, 0.8)
        loud = seen.can is not False
        colour = theme.color("vermilion" if seen.acted else "ink" if loud else "faded")
        shown = QFontMetricsF(font).elidedText(words, Qt.TextElideMode.ElideRight, word)
        ink.write(pen, said, shown, font, theme.color("ink") if technique else colour, RIGHT)
        if technique:
            self._underline(pen, said, word, theme)
        disc = ink.rough_disc(token.center(), token.width() / 2, "token")
        if seen.acted:
            ink.fill(pen, disc, theme.color("vermilion"))
            paint_mark(pen, token.adjusted(px(3), px(3), -px(3), -px(3)), "acted", theme.color("on_vermilion"))
        else:
            pen.setBrush(Qt.BrushStyle.NoBrush)
            pen.setPen(QPen(colour, 1.5, Qt.PenStyle.SolidLine if seen.can else Qt.PenStyle.DotLine))
            pen.drawPath(disc)
            if seen.can is False:
                pen.drawLine(token.bottomLeft() + QPointF(px(2), -px(2)), token.topRight() + QPointF(-px(2), px(2)))
        room = QRectF(self.title.left(), self.title.top(), said.left() - self.title.left() - px(4), self.title.height())
        name = fonts.fitted("name", seen.name, room.width(), 0.9, 0.72)
        shown = QFontMetricsF(name).elidedText(seen.name, Qt.TextElideMode.ElideRight, room.width())
        ink.write(pen, room, shown, name, theme.color("ink"))

    def _paint_numbers(self, pen: QPainter, theme: Theme) -> None:
        x, px = self.row.left(), fonts.px
        changed = sum((number.total != number.printed) + bool(number.more) for number in self.seen.numbers)
        gap = px(max(3, 7 - changed))
        for number in self.seen.numbers:
            sign = QRectF(x, self.row.center().y() - px(8.5), px(17), px(17))
            paint_mark(pen, sign, number.sign, theme.color("faded"))
            x = sign.right() + px(3)
            x = self._paint_dice(pen, x, number, theme) if number.sign == "attack" else self._paint_total(
                pen, x, number, theme
            )  # fmt: skip
            x += gap
        self._after = x

    def _paint_total(self, pen: QPainter, x: float, number: Number, theme: Theme) -> float:
        """A number; what is not as printed is red, with an arrow."""
        more = number.total - number.printed
        text = f"{number.total}{'↑' if more > 0 else '↓' if more < 0 else ''}"
        font = fonts.font("strong", 1.05)
        wide = QFontMetricsF(font).horizontalAdvance(text)
        room = QRectF(x, self.row.top(), wide + 1, self.row.height())
        ink.write(pen, room, text, font, theme.color("vermilion" if more else "ink"))
        return room.right()

    def _paint_dice(self, pen: QPainter, x: float, number: Number, theme: Theme) -> float:
        """Combat dice as a full square, action dice as an open one with a plus."""
        px, font = fonts.px, fonts.font("strong", 0.95)
        square = QRectF(x, self.row.center().y() - px(8.5), px(17), px(17))
        ink.fill(pen, ink.rough_rect(square, "combat", 0.5, 9), theme.color("ink"))
        less = number.total < number.printed
        ink.write(pen, square, str(number.total), font, theme.color("surface"), CENTRED)
        x = square.right()
        if less:
            wide = QFontMetricsF(font).horizontalAdvance("↓")
            ink.write(pen, QRectF(x, self.row.top(), wide + 1, self.row.height()), "↓", font, theme.color("vermilion"))
            x += wide
        if not number.more:
            return x
        square = QRectF(x + px(3), square.top(), px(24), px(17))
        ink.outline(pen, ink.rough_rect(square, "action", 0.5, 9), theme.color("vermilion"), 1.4)
        ink.write(pen, square, f"+{number.more}", font, theme.color("vermilion"), CENTRED)
        return square.right()

    def _paint_technique(self, pen: QPainter, theme: Theme, *, named: bool) -> None:
        """The card that lies at the sheet: its back, and its name on a slip where there is room for it."""
        seen, px = self.seen, fonts.px
        if seen.technique is None:
            return
        room = QRectF(self._after + px(2), self.row.top(), self.row.right() - self._after - px(2), self.row.height())
        if not seen.told:
            back = QRectF(room.right() - px(15), room.top(), px(15), px(20))
            paint_back(pen, back, theme)
            room.setRight(back.left() - px(4))
        words = self._told()
        if words and named:
            font = fonts.fitted("small", words, room.width(), 0.95, 0.8)
            text = QFontMetricsF(font).elidedText(words, Qt.TextElideMode.ElideRight, room.width())
            ink.write(pen, room, text, font, theme.color("ink"), RIGHT)
            self._underline(pen, room, min(room.width(), QFontMetricsF(font).horizontalAdvance(text)), theme)

    def _underline(self, pen: QPainter, room: QRectF, wide: float, theme: Theme) -> None:
        """The slip that a technique's name is written on: a stroke of the brush."""
        way = ink.line((room.right() - wide, room.bottom() - 1), (room.right(), room.bottom() - 2))
        ink.fill(pen, ink.brush_stroke(way, fonts.px(2), self.seen.id, rough=0.1), theme.color("vermilion"))

    def _paint_base(self, pen: QPainter, base: QRectF, figure: FigureSeen, theme: Theme) -> None:
        """A base with its number; damage as notches out of its rim, a dot a status."""
        px, seen = fonts.px, self.seen
        ground, light = PLATES[seen.sort]
        disc = ink.rough_disc(base.center(), base.width() / 2, figure.id)
        ink.fill(pen, disc, theme.color(ground))
        ink.outline(pen, disc, theme.color("mask_rim" if seen.sort == "creature" else "ink", 0.6), 1)
        if figure.number:
            ink.write(pen, base, figure.number, fonts.font("strong", 0.82), theme.color(light), CENTRED)
        else:
            inner = base.adjusted(px(4), px(4), -px(4), -px(4))
            paint_mark(pen, inner, seen.sort, theme.color(light))
        end = self._paint_health(pen, base, figure, theme) if figure.health > 1 else base.right()
        alone = len(self.bases) == 1
        side = px(18 if alone else 12)
        for n, kind in enumerate(figure.statuses):
            corner = QPointF(base.right() - px(7), base.top() - px(1) + n * px(8))
            if alone:
                corner = QPointF(end + px(6) + n * (side + px(3)), base.center().y() - side / 2)
            at = QRectF(corner, QSizeF(side, side))
            ink.fill(pen, ink.rough_disc(at.center(), side / 2 + 1, kind), theme.color("surface"))
            ink.fill(pen, ink.rough_disc(at.center(), side / 2, kind), theme.color("shaken"))
            cut = side * 0.12
            paint_mark(pen, at.adjusted(cut, cut, -cut, -cut), kind, theme.color("on_state"))

    def _paint_health(self, pen: QPainter, base: QRectF, figure: FigureSeen, theme: Theme) -> float:
        """Notches in a row: as many as Health, those cut away red and crossed; where they end."""
        px = fonts.px
        x = base.right() + px(7)
        room = self.stand.right() - x - px(4)
        box = QFontMetricsF(fonts.font("small", 0.9)).horizontalAdvance(self.seen.left)
        step = min(px(9), max(px(4), (room - box) / figure.health))
        if len(self.bases) > 1:
            x, step = base.left(), base.width() / figure.health
        for n in range(figure.health):
            top = base.center().y() - px(6) if len(self.bases) == 1 else base.bottom() - px(1)
            high = px(12) if len(self.bases) == 1 else px(4)
            notch = QRectF(x + n * step, top, max(2.0, step - px(3)), high)
            if n < figure.damage:
                ink.fill(pen, ink.rough_rect(notch, f"cut{n}", 0.5, 6), theme.color("vermilion"))
                pen.setPen(QPen(theme.color("surface"), 1.2))
                pen.drawLine(notch.bottomLeft(), notch.topRight())
            else:
                ink.outline(pen, ink.rough_rect(notch, f"cut{n}", 0.5, 6), theme.color("ink"), 1.1)
        return x + figure.health * step
