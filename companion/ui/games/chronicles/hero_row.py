"""A row of the page of a new game: which hero plays, with its numbers, and who plays it; and the page's picture."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QRectF, QSize, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget

from companion.model.core.words import say
from companion.model.games.chronicles.box.effect_words import STATS
from companion.ui.games.chronicles.drawing.palace import paint_palace
from companion.ui.games.chronicles.heroes.words import BASE, CLASSES
from companion.ui.games.chronicles.oni.marks import paint_mark
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.fields import WrittenLine
from companion.ui.kit.layouts import hbox, vbox
from companion.ui.kit.theme import fonts, ink
from companion.ui.kit.theme.palette import Theme
from companion.ui.kit.translator import says, tr
from companion.ui.kit.widget import CachedInkWidget, Label

LEAST_PICTURE = 70
"""From which height on the palace is drawn."""


def numbers(hero: Mapping[str, Any]) -> str:
    """What stands on a hero's sheet, in one line."""
    parts = [tr(CLASSES[hero["class"]])] if hero.get("class") in CLASSES else []
    parts += [tr(say("{stat} {number}", stat=STATS[stat], number=hero[stat])) for stat in BASE if stat in hero]
    return " · ".join(parts)


class Emblem(CachedInkWidget):
    """The sign of a class of heroes, or of the Oni, on a disc of its camp's colour."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._sign = ""
        self.setFixedSize(fonts.px(34), fonts.px(34))

    def show_sign(self, sign: str) -> None:
        if sign != self._sign:
            self._sign = sign
            self.redraw()

    def draw(self, pen: QPainter, size: QSize, theme: Theme) -> None:
        room = QRectF(0, 0, size.width(), size.height()).adjusted(2, 2, -2, -2)
        ground = theme.color("stone_black" if self._sign == "demon" else "vigilant")
        ink.fill(pen, ink.rough_disc(room.center(), room.width() / 2, self._sign), ground)
        if self._sign:
            inner = room.width() * 0.16
            light = theme.color("mask_rim" if self._sign == "demon" else "on_state")
            paint_mark(pen, room.adjusted(inner, inner, -inner, -inner), self._sign, light)


class PalacePicture(CachedInkWidget):
    """The palace at night, in the room that the page leaves."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def minimumSizeHint(self) -> QSize:
        return QSize(fonts.px(60), 0)

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(400), fonts.px(150))

    def draw(self, pen: QPainter, size: QSize, theme: Theme) -> None:
        room = QRectF(0, 0, size.width(), size.height())
        if room.height() >= fonts.px(LEAST_PICTURE):
            paint_palace(pen, room, theme)


class HeroRow(QWidget):
    """One hero's seat: which hero with its numbers, and who plays it."""

    hero_wanted = Signal(int)
    player_wanted = Signal(int)

    def __init__(self, n: int, parent: QWidget) -> None:
        super().__init__(parent)
        self.n = n
        self.hero, self.player = "", "person"
        self.button = InkButton("", "quiet", self, clicked=lambda: self.hero_wanted.emit(n))
        self.player_button = InkButton("", "quiet", self, clicked=lambda: self.player_wanted.emit(n))
        self.name = says(WrittenLine(self), hint=say("Player"), name=say("Player of hero {number}", number=n + 1))
        self.emblem, self.numbers = Emblem(self), Label(self, font="small")
        who = vbox(hbox(self.button, self.player_button, 1), self.numbers, spacing=0)
        hbox(self.emblem, (who, 1), self.name, on=self, spacing=10, margins=(0, 2, 0, 2))
        self.name.setFixedWidth(fonts.px(150))
