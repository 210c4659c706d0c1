"""A choice of a few evident cards: pray or seek, which honour, which equipment, what is remembered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from companion.model.core.words import Message, say
from companion.ui.games.asagiri.campaign.controller import CampaignController, CampaignFaces
from companion.ui.games.asagiri.cards import profile as gearart
from companion.ui.games.asagiri.cards.parts import paint_star
from companion.ui.games.asagiri.cards.portrait import RATIO
from companion.ui.games.asagiri.cards.profile import GearFace
from companion.ui.kit.buttons import key_size, paint_key
from companion.ui.kit.layouts import FlowRow, vbox
from companion.ui.kit.panels import paint_seal, paint_sheet
from companion.ui.kit.theme import fonts, icons, ink, palette
from companion.ui.kit.theme.palette import Theme
from companion.ui.kit.widget import Label, SteppingButton

from .panel import AssistantPanel

WRAP = int(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop) | int(Qt.TextFlag.TextWordWrap)
WIDE = 226


@dataclass(frozen=True, slots=True)
class Card:
    """One thing to choose: `gear` is painted as the card it is; no `option`: it lies there, not to be had."""

    option: str
    title: str
    words: str = ""
    sign: str = ""
    kanji: str = ""
    gear: GearFace | None = None
    mark: str = ""
    """A word in its corner: the own one, the one kept."""
    faded: bool = False
    hidden: bool = False
    """Not drawn yet: its back is seen."""


class BigChoice(SteppingButton):
    """A card to be chosen, with its key below; the lit one is what Space takes."""

    def __init__(self, card: Card, n: int, parent: QWidget | None = None) -> None:
        """Card number `n`, from 1 on; 0: it has no key."""
        super().__init__(parent)
        self.card, self._key = card, str(n) if n else ""
        self.lit = False
        self._beside: Sequence[BigChoice] = ()
        self.setText(card.title)
        self.setAccessibleName(", ".join(part for part in (card.title, card.mark) if part))
        self.setAccessibleDescription(card.words)
        self.setEnabled(bool(card.option))
        self.setCursor(Qt.CursorShape.PointingHandCursor if card.option else Qt.CursorShape.ArrowCursor)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if card.option else Qt.FocusPolicy.NoFocus)

    def set_lit(self, on: bool) -> None:
        if on != self.lit:
            self.lit = on
            self.update()

    def as_high_as(self, others: Sequence[BigChoice]) -> None:
        self._beside = list(others)
        self.updateGeometry()

    @property
    def _as_card(self) -> bool:
        return self.card.gear is not None or self.card.hidden

    def _body(self) -> QSize:
        if self._as_card:
            wide = fonts.px(196)
            return QSize(wide, round(wide * RATIO))
        return QSize(fonts.px(WIDE), max([self.own_height(), *(other.own_height() for other in self._beside)]))

    def own_height(self) -> int:
        """How high its words make it."""
        room = QRectF(0, 0, fonts.px(WIDE - 48), 10_000)
        title = QFontMetricsF(fonts.font("name")).boundingRect(room, WRAP, self.card.title).height()
        words = QFontMetricsF(fonts.font("text")).boundingRect(room, WRAP, self.card.words).height()
        return max(fonts.px(150), round(fonts.px(96) + title + words + fonts.px(44)))

    def sizeHint(self) -> QSize:
        body = self._body()
        return QSize(body.width() + fonts.px(18), body.height() + key_size("1").height() + fonts.px(32))

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, body = palette.current(), self._body()
        top = fonts.px(20)
        with ink.painting(self) as pen:
            if self.card.mark:
                pen.setFont(fonts.font("strong", 13 / 14))
                pen.setPen(theme.color("vermilion"))
                pen.drawText(QRectF(0, 0, body.width(), top), Qt.AlignmentFlag.AlignCenter, self.card.mark)
            lift = -2.0 if self.underMouse() and self.isEnabled() and not self.isDown() else 0.0
            pen.save()
            pen.translate(0, top + lift)
            if self.card.faded:
                pen.setOpacity(0.45)
            if self.card.hidden:
                self._paint_back(pen, body, theme)
            elif self.card.gear is not None:
                gearart.paint(pen, body, self.card.gear, theme)
            else:
                self._paint_words(pen, body, theme)
            pen.setOpacity(1.0)
            if self.lit or self.hasFocus():
                box = QRectF(3, 2, body.width() - 6, body.height() - 7)
                pen.setBrush(Qt.BrushStyle.NoBrush)
                pen.setPen(QPen(theme.color("vermilion"), 3.0 if self.lit else 1.6))
                pen.drawPath(ink.rough_rect(box, f"lit{self.text()}", 0.9, 34))
            pen.restore()
            if self._key and self.card.option:
                cap = key_size(self._key)
                at = QRectF(
                    (body.width() - cap.width()) / 2, top + body.height() + fonts.px(4), cap.width(), cap.height()
                )
                paint_key(pen, at, self._key, theme.color("faded"))

    def _paint_words(self, pen: QPainter, body: QSize, theme: Theme) -> None:
        paint_sheet(pen, QRectF(0, 0, body.width(), body.height()), theme, "surface", len(self.card.title), 7)
        side, card = fonts.px(52), self.card
        sign = QRectF((body.width() - side) / 2, fonts.px(26), side, side)
        if card.kanji:
            paint_seal(pen, sign, card.kanji, theme)
        elif card.sign:
            icons.paint(pen, card.sign, theme.color("ink"), sign.adjusted(5, 5, -5, -5))
        room = QRectF(fonts.px(24), sign.bottom() + fonts.px(10), body.width() - fonts.px(48), body.height())
        pen.setFont(fonts.font("name"))
        pen.setPen(theme.color("ink"))
        high = QFontMetricsF(pen.font()).boundingRect(room, WRAP, card.title).height()
        pen.drawText(QRectF(room.left(), room.top(), room.width(), high), WRAP, card.title)
        pen.setFont(fonts.font("text"))
        pen.setPen(theme.color("faded"))
        pen.drawText(room.adjusted(0, high + fonts.px(4), 0, 0), WRAP, card.words)

    def _paint_back(self, pen: QPainter, body: QSize, theme: Theme) -> None:
        box = QRectF(6, 4, body.width() - 12, body.height() - 12)
        cloth = ink.rough_rect(box, "back", 0.8, 34)
        pen.setPen(Qt.PenStyle.NoPen)
        pen.setBrush(palette.blend(theme.color("figure_ink"), theme.color("gold"), 0.34))
        pen.drawPath(cloth)
        pen.save()
        pen.setClipPath(cloth)
        paint_star(pen, box, box.width() / 9, theme.color("figure_light", 0.22))
        pen.restore()
        side = body.width() * 0.32
        paint_seal(pen, QRectF((body.width() - side) / 2, (body.height() - side) / 2 - 4, side, side),
                   gearart.KANJI, theme)  # fmt: skip


class ChoosePanel(AssistantPanel):
    """Cards side by side. `chosen` carries the text of an option; Space takes the lit one."""

    chosen = Signal(str)

    def __init__(self, controller: CampaignController, faces: CampaignFaces, parent: QWidget) -> None:
        super().__init__(controller, faces, parent)
        self.cards: list[BigChoice] = []
        self._at = 0
        self._done = False
        self.came = Label(self, role="ink", font="name")
        self._row = FlowRow(self)
        self._column = vbox(self._row, self.came, 1, on=self, spacing=12)

    def tell(self, cards: Sequence[Card], lit: int = 0, came: str = "", *, done: bool = False) -> None:
        """Lay these cards; `lit`: which of those to be had Space takes; `done`: it is over, Space goes on."""
        if [one.card for one in self.cards] != list(cards):
            for old in self.cards:
                self._row.drop(old)
            self.cards, n = [], 0
            for card in cards:
                n += bool(card.option)
                made = BigChoice(card, n if card.option else 0, self._row)
                made.clicked.connect(lambda _=False, option=card.option: self.chosen.emit(option))
                made.stepped.connect(lambda along, across, made=made: self._step(made, along + across))
                self._row.add(made)
                made.show()
                self.cards.append(made)
            for made in self.cards:
                made.as_high_as(self.cards)
            self._row.refresh()
        self._done = done
        self.came.setText(came)
        self.came.setVisible(bool(came))
        self._light(lit)
        self.changed.emit()

    @property
    def ready(self) -> list[BigChoice]:
        return [card for card in self.cards if card.card.option]

    def _light(self, n: int) -> None:
        self._at = max(0, min(n, len(self.ready) - 1))
        for k, card in enumerate(self.ready):
            card.set_lit(k == self._at)

    def _step(self, card: BigChoice, way: int) -> None:
        ready = self.ready
        self._light((ready.index(card) + way) % len(ready))
        ready[self._at].setFocus(Qt.FocusReason.TabFocusReason)
        self.changed.emit()

    def choose(self, n: int) -> bool:
        """Take card number `n`, from 1 on; False: there is none."""
        if not 1 <= n <= len(self.ready):
            return False
        self.ready[n - 1].click()
        return True

    def next_words(self) -> Message | None:
        if self._done:
            return say("Next")
        return say("{choice}", choice=self.ready[self._at].card.title) if self.ready else None

    def go(self) -> None:
        if not self._done and self.ready:
            self.ready[self._at].click()

    def begin(self) -> None:
        (self.ready[self._at] if self.ready else self).setFocus()
