"""The Fatal Round: who still has a turn, the most sake of a Samurai beside that of the Spirits, who would win now."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter
from PySide6.QtWidgets import QSizePolicy

from companion.model.core.words import Message, plural, say
from companion.model.games.sake.state.state import LETTERS, SAMURAI, State
from companion.ui.games.sake.drawing.pieces import CENTRED, paint_cup, paint_flame
from companion.ui.games.sake.seen import SeenTable
from companion.ui.kit.theme import fonts, ink
from companion.ui.kit.theme.palette import Theme, seat_colour
from companion.ui.kit.translator import tr
from companion.ui.kit.widget import InkWidget


class FatalBar(InkWidget):
    """Hidden until the Masu is empty."""

    def __init__(self, name: Callable[[int], str]) -> None:
        super().__init__()
        self._name = name
        self.order: list[int] = []
        self.most, self.spirits, self.haunted = 0, 0, False
        self.verdict = ""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.hide()

    def show_game(self, table: SeenTable, state: State, system: Any, *, over: bool) -> None:
        fatal = table.fatal
        self.setVisible(fatal is not None and not over)
        if fatal is None or over:
            return
        told = system.queries["standing"](state, {})
        living = [seat for seat in table.seats if seat.kind == SAMURAI]
        self.most = max((seat.cups for seat in living), default=0)
        self.spirits, self.haunted = table.spirits(), any(seat.kind == 1 for seat in table.seats)
        self.order = [] if table.active is None else [table.active]
        self.order += [LETTERS.index(seat) for seat in fatal["left"]]
        winners = [self._name(LETTERS.index(seat)) for seat in told["winners"]]
        self.verdict = tr(self._verdict(winners))
        names = tuple(self._name(n) for n in self.order)
        self.setAccessibleName(tr(say("Fatal Round: still to play {names}", names=names)))
        self.setAccessibleDescription(self.verdict)
        self.setToolTip(self.verdict)
        self.update()

    def _verdict(self, winners: list[str]) -> Message:
        if not winners:
            return say("Nobody would win now")
        ahead = abs(self.most - self.spirits)
        by = plural("by {count}", "by {count}", ahead)
        if len(winners) == 1:
            return say("{name} would win now, {by}", name=winners[0], by=by) if self.haunted else (
                say("{name} would win now", name=winners[0]))  # fmt: skip
        return say("{names} would win now", names=tuple(winners))

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(500), fonts.px(40))

    def minimumSizeHint(self) -> QSize:
        return QSize(fonts.px(300), fonts.px(40))

    def paint(self, pen: QPainter, theme: Theme) -> None:
        box = QRectF(self.rect()).adjusted(4, 3, -4, -3)
        slab = ink.rough_rect(box, "fatal", 1.0, 34)
        ink.fill(pen, slab, theme.color("vermilion_deep"))
        light = theme.color("on_vermilion") if not theme.dark else theme.color("ink")
        font = fonts.font("name", 0.86)
        pen.setFont(font)
        title, radius, x = tr(say("Fatal Round")), fonts.px(10), box.left() + fonts.px(14)
        wide = pen.fontMetrics().horizontalAdvance(title)
        if self._rest(box.width()) > wide + fonts.px(20):  # the title of the screen says it as well
            ink.write(pen, QRectF(x, box.top(), wide + 4, box.height()), title, font, light)
            x += wide + fonts.px(20)
        for k, n in enumerate(self.order):
            disc = ink.rough_disc(QPointF(x + radius, box.center().y()), radius, f"fatal{n}")
            ink.fill(pen, disc, light if k == 0 else seat_colour(n, theme))
            ink.outline(pen, disc, light, 1.2)
            words = QRectF(x, box.center().y() - radius, 2 * radius, 2 * radius)
            ink.write(pen, words, LETTERS[n], fonts.font("name", 0.68),
                      theme.color("vermilion_deep") if k == 0 else theme.color("on_element"), CENTRED)  # fmt: skip
            x += 2 * radius + fonts.px(6)
        x += fonts.px(16)
        for number, flame in ((self.most, False), (self.spirits, True)):
            at = QPointF(x + radius, box.center().y())
            if flame:
                paint_flame(
                    pen, QRectF(at.x() - radius * 1.3, at.y() - radius * 1.4, radius * 2.6, radius * 2.6), theme
                )
            else:
                paint_cup(pen, at, radius * 0.8, theme)
            ink.write(pen, QRectF(x + 2.4 * radius, box.top(), fonts.px(30), box.height()), str(number),
                      fonts.font("numeral", 0.8), light)  # fmt: skip
            x += 2.4 * radius + fonts.px(40)
        room = QRectF(x, box.top(), box.right() - x - fonts.px(12), box.height())
        font = fonts.fitted("text", self.verdict, room.width(), 1.0, 0.8)
        verdict = QFontMetrics(font).elidedText(self.verdict, Qt.TextElideMode.ElideRight, round(room.width()))
        ink.write(pen, room, verdict, font, light)

    def _rest(self, wide: float) -> float:
        """What is left of a width when everything but the title has what it needs."""
        seats = len(self.order) * fonts.px(26) + 2 * fonts.px(64) + fonts.px(42)
        return wide - seats - QFontMetrics(fonts.font("text")).horizontalAdvance(self.verdict)
