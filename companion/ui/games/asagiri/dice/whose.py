"""Whose dice are how, beside the tray: rolled here, typed in, or either; a click leads to where that is set."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from companion.model.core.contract import Roll
from companion.model.core.journal import LOG
from companion.model.core.record import DiceMode
from companion.model.core.words import Message, say
from companion.model.games.asagiri.state.state import SEATS
from companion.model.games.asagiri.system import SYSTEM
from companion.ui.kit.theme import fonts, icons, ink, palette
from companion.ui.kit.widget import follow

if TYPE_CHECKING:
    from companion.ui.games.asagiri.controller.game import Game

SIGNS: dict[DiceMode, str] = {"virtual": "dice", "typed": "pen", "ask": "dice-five"}
WORDS: dict[DiceMode, Message] = {
    "virtual": say("rolled here"), "typed": say("typed in"), "ask": say("rolled here or typed in"),
}  # fmt: skip


class WhoseDice(QAbstractButton):
    """A line a player: how the dice asked for are entered; between rolls, every way in which that player's are."""

    def __init__(self, game: Game, parent: QWidget | None = None) -> None:
        """Follow `game`."""
        super().__init__(parent)
        self._game = game
        self._names = ("", "")
        self._lines: tuple[tuple[str, tuple[DiceMode, ...]], ...] = ()
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        game.keep_current(self, self.rewrite, LOG)
        follow(self)
        self.rewrite()

    def refresh(self) -> None:
        self.updateGeometry()
        self.update()

    def set_names(self, names: tuple[str, str]) -> None:
        """Name the players of A and B."""
        self._names = names
        self.rewrite()

    def rewrite(self, *_: object) -> None:
        """Show who rolls now."""
        lines = tuple((self._names[n] or seat, self._modes(seat)) for n, seat in enumerate(SEATS))
        told = [
            self._game.say(say("{who}: {ways}", who=who, ways=tuple(WORDS[mode] for mode in modes)))
            for who, modes in lines
        ]
        self.setAccessibleName(self._game.say(say("Dice: {players}", players=tuple(told))))
        self.setToolTip("\n".join(told))
        if lines != self._lines:
            self._lines = lines
            self.refresh()

    def _modes(self, seat: str) -> tuple[DiceMode, ...]:
        session, pending = self._game.session, self._game.pending
        if isinstance(pending, Roll):
            asked = zip(pending.owners(), session.dice_modes(pending), strict=True)
            now = tuple(dict.fromkeys(mode for owner, mode in asked if owner == seat))
            if now:
                return now
        return tuple(dict.fromkeys(session.dice_mode(seat, kind) for kind in SYSTEM.facts.rolls))

    def sizeHint(self) -> QSize:
        metrics = QFontMetricsF(fonts.font("small"))
        names = max((metrics.horizontalAdvance(who) for who, _ in self._lines), default=0.0)
        signs = max((len(modes) for _, modes in self._lines), default=1)
        wide = fonts.px(12) + signs * fonts.px(17) + min(round(names) + 2, fonts.px(110))
        return QSize(wide, 2 * fonts.px(22) + fonts.px(6))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = palette.current()
        lit = self.hasFocus() or self.underMouse()
        colour = theme.color("ink" if lit else "faded")
        font = fonts.font("small")
        with ink.painting(self) as pen:
            pen.setFont(font)
            side, high = fonts.px(14), fonts.px(22)
            for n, (who, modes) in enumerate(self._lines):
                y, x = fonts.px(3) + n * high, float(fonts.px(6))
                for mode in modes:
                    icons.paint(pen, SIGNS[mode], colour, QRectF(x, y + (high - side) / 2, side, side))
                    x += fonts.px(17)
                box = QRectF(x, y, self.width() - x - fonts.px(4), high)
                words = QFontMetricsF(font).elidedText(who, Qt.TextElideMode.ElideRight, box.width())
                pen.setPen(colour)
                pen.drawText(box, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, words)
            if self.hasFocus():
                pen.setPen(QPen(theme.color("vermilion"), 1.4, Qt.PenStyle.DotLine))
                pen.setBrush(Qt.BrushStyle.NoBrush)
                pen.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 3, 3)
