"""The own hand, large: four boxes and a text a card; what can be used now is lit, what cannot says why."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import partial

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QEnterEvent, QFocusEvent, QFont, QFontMetricsF, QMouseEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from companion.model.core.words import Message, say
from companion.model.games.sake.box.deck import Deck
from companion.ui.games.sake.drawing.emblems import paint_emblem
from companion.ui.games.sake.drawing.pieces import BACK_ROLES, BACK_SIGNS, CENTRED, drawing_of
from companion.ui.kit.buttons import key_size, paint_key
from companion.ui.kit.explain import explainer
from companion.ui.kit.theme import fonts, ink
from companion.ui.kit.theme.palette import Theme
from companion.ui.kit.translator import tr
from companion.ui.kit.widget import SteppingButton, discard

from .vocabulary import BACKS, TEXTS, card_text, type_name

BOXES = ("attack", "defence", "move", "drink")
BOX_NAMES: Mapping[str, Message] = {
    "attack": say("attack {number}"),
    "defence": say("defence {number}"),
    "move": say("move {number}"),
    "drink": say("drink {number}"),
}
WIDE, HIGH = 150.0, 190.0
LIT, LOUD = QColor("#B5321C"), QColor("#8E2613")
"""On bone, which is light in both themes."""


def boxes_of(deck: Deck, card: int) -> dict[str, int]:
    """The four numbers of a card."""
    return {"attack": deck.attack[card], "defence": deck.defence[card], "move": deck.move[card],
            "drink": deck.drink[card]}  # fmt: skip


def fitted_lines(words: str, wide: float, high: float) -> tuple[QFont, list[str]]:
    """Words in a small font, smaller still where they would not fit; at the smallest the last line ends in dots."""
    for share in (0.92, 0.86, 0.8, 0.74, 0.68):
        font = fonts.font("small", share)
        metrics = QFontMetricsF(font)
        most = max(1, int(high / metrics.lineSpacing()))
        lines = fonts.wrapped(words, metrics, wide, most)
        if " ".join(lines) == words:
            break
    return font, lines


class HandCard(SteppingButton):
    """A card of the hand. `used` carries what was clicked: the card, and the box or text ("" for the card alone)."""

    used = Signal(int, str)
    looked_at = Signal(int, str)
    lifted = Signal()
    """The mouse or the keys have come to the card, or gone."""
    space_presses = False

    def __init__(self, deck: Deck, card: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.deck, self.card = deck, card
        self.key = ""
        self.playable: frozenset[str] = frozenset()
        """Boxes (and "text") that can be used now, by what they are played for."""
        self.taken, self.zone = False, ""
        self.advised = False
        self.chosen_box = ""
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self.clicked.connect(self._use)
        self.retranslate()

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(WIDE), fonts.px(HIGH))

    def minimumSizeHint(self) -> QSize:
        return QSize(fonts.px(96), fonts.px(150))

    def show_state(self, playable: frozenset[str], key: str, *, taken: bool, box: str) -> None:
        self.playable, self.key, self.taken, self.chosen_box = playable, key, taken, box
        self.setEnabled(True)
        self.retranslate()
        self.update()

    def advise(self, on: bool) -> None:
        """Mark it as the card of a hint, or no more."""
        self.advised = on
        self.update()

    def retranslate(self) -> None:
        kind = self.deck.types[self.deck.type[self.card]]
        numbers = ", ".join(tr(Message(BOX_NAMES[box].key, (("number", number),)))
                            for box, number in boxes_of(self.deck, self.card).items())  # fmt: skip
        self.setAccessibleName(tr(type_name(kind)))
        back = self.deck.back[self.card]
        tail = tr(say("back: {back}", back=BACKS[back])) if back else ""
        self.setAccessibleDescription(". ".join(part for part in (numbers, tr(card_text(kind)), tail) if part))
        self.setToolTip(tr(card_text(kind)))

    # zones ---------------------------------------------------------------------------------------------------------

    def _sheet(self) -> QRectF:
        edge, rise = fonts.px(4), fonts.px(9)
        up = rise if self.taken or self.underMouse() or self.hasFocus() else 0
        return QRectF(edge, edge + rise - up, self.width() - 2 * edge, self.height() - 2 * edge - rise - fonts.px(2))

    def zones(self) -> dict[str, QRectF]:
        """Where text and boxes lie."""
        sheet = self._sheet()
        high = sheet.height() * 0.215
        row = QRectF(
            sheet.left() + fonts.px(6), sheet.bottom() - high - fonts.px(6), sheet.width() - fonts.px(12), high
        )
        found = {"text": QRectF(sheet.left(), sheet.top(), sheet.width(), row.top() - sheet.top() - fonts.px(3))}
        for k, box in enumerate(BOXES):
            found[box] = QRectF(row.left() + k * row.width() / 4, row.top(), row.width() / 4, row.height())
        return found

    def _at(self, point: QPointF) -> str:
        return next((name for name, rect in self.zones().items() if rect.contains(point)), "")

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        zone = self._at(event.position())
        if zone != self.zone:
            self.zone = zone
            self.looked_at.emit(self.card, zone)
            self.update()
        super().mouseMoveEvent(event)

    def painted_words(self, at: QPointF | None) -> str:
        return tr(card_text(self.deck.types[self.deck.type[self.card]]))

    def enterEvent(self, event: QEnterEvent) -> None:
        words = tr(card_text(self.deck.types[self.deck.type[self.card]]))
        self.setToolTip("\n".join(filter(None, (words, explainer.tips(words)))))
        super().enterEvent(event)
        self.lifted.emit()

    def leaveEvent(self, event: QEvent) -> None:
        self.zone = ""
        self.looked_at.emit(-1, "")
        super().leaveEvent(event)
        self.lifted.emit()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.lifted.emit()

    def _use(self) -> None:
        self.used.emit(self.card, self.zone if self.underMouse() else "")

    # painting ------------------------------------------------------------------------------------------------------

    def lit(self, zone: str) -> bool:
        """Whether a box or the text can be used now."""
        means = {"attack": ("attack", "iaido"), "defence": ("defence",), "move": ("move",), "drink": ("drink",)}
        return any(use in self.playable for use in means.get(zone, ("text", "interrupt", "sacrifice")))

    def paint(self, pen: QPainter, theme: Theme) -> None:
        sheet, zones = self._sheet(), self.zones()
        raised = self.taken or self.underMouse() or self.hasFocus()
        edge = ink.rough_rect(sheet, f"hand{round(sheet.width())}", 0.9, 30)
        depth = fonts.px(7 if raised else 4)
        ink.soft_shadow(pen, edge, theme.color("shadow", 0.5 if theme.dark else 0.28), depth, 1, depth * 0.5)
        usable = bool(self.playable)
        ink.fill(pen, edge, theme.color("bone"))
        if not usable:
            ink.fill(pen, edge, theme.color("bone_shade", 0.35))
        pen.save()
        pen.setClipPath(edge)
        back = self.deck.back[self.card]
        if back:
            strip = QRectF(sheet.left(), sheet.top(), fonts.px(15), zones["text"].height() + fonts.px(3))
            pen.fillRect(strip, theme.mix(BACK_ROLES[back], "stone_black", 0.35 if theme.dark else 0.1))
            side = fonts.px(10)
            paint_emblem(pen, QRectF(strip.center().x() - side / 2, sheet.top() + fonts.px(8), side, side),
                         BACK_SIGNS[back], theme.color("bone"))  # fmt: skip
        pen.restore()
        self._paint_text(pen, zones["text"].adjusted(fonts.px(15), 0, 0, 0), theme)
        for box, number in boxes_of(self.deck, self.card).items():
            self._paint_box(pen, zones[box], box, number, theme)
        loud = self.taken or self.hasFocus()
        ink.outline(pen, edge, theme.color("vermilion" if loud else "bone_shade"), 2.2 if loud else 1)
        if self.advised:
            ink.outline(pen, edge, theme.color("gold"), 5)
        if self.key and usable:
            size = key_size(self.key)
            cap = QRectF(
                sheet.right() - size.width() - fonts.px(5), sheet.top() + fonts.px(5), size.width(), size.height()
            )
            paint_key(pen, cap, self.key, theme.color("bone_ink"))

    def _paint_text(self, pen: QPainter, room: QRectF, theme: Theme) -> None:
        kind = self.deck.types[self.deck.type[self.card]]
        lit = self.lit("text")
        dark = theme.color("bone_ink", 1.0 if lit or not self.playable else 0.8)
        side = min(fonts.px(38), room.height() * 0.28)
        place = QRectF(room.left() + fonts.px(8), room.top() + fonts.px(7), side, side)
        paint_emblem(pen, place, drawing_of(self.deck, self.card), dark)
        left_ = place.right() + fonts.px(7)
        word = QRectF(left_, place.top() + side * 0.5, room.right() - left_ - fonts.px(5), side * 0.5)
        cap = key_size(self.key) if self.key else QSize(0, 0)
        if word.top() < room.top() + fonts.px(5) + cap.height():
            word.setRight(word.right() - cap.width() - fonts.px(3))  # its key lies in the corner
        text, small = tr(TEXTS[kind.text]), fonts.font("small", 0.62)
        if QFontMetricsF(small).horizontalAdvance(text) <= word.width():
            small = fonts.fitted("small", text, word.width(), 0.86)
            ink.write(pen, word, text, small, theme.color("bone_ink", 0.7))
        name = tr(type_name(kind))
        left, width = place.left(), room.right() - place.left() - fonts.px(7)
        title = fonts.fitted("name", name, width, 0.86, 0.74)
        high = QFontMetricsF(title).height()
        at = place.bottom() + fonts.px(3)
        lines = fonts.wrapped(name, QFontMetricsF(title), width, 2)
        for line in lines:
            ink.write(pen, QRectF(left, at, width, high), line, title, dark)
            at += high * 0.86
        at += fonts.px(3)
        if lit:
            way = ink.line((left, at), (left + width / 2, at + 1), (left + width * 0.92, at - 0.5))
            ink.fill(pen, ink.brush_stroke(way, fonts.px(3), self.card, rough=0.1), LOUD)
        at += fonts.px(4)
        small, lines = fitted_lines(tr(card_text(kind)), width, room.bottom() - at - fonts.px(1))
        step = QFontMetricsF(small).lineSpacing()
        for line in lines:
            ink.write(pen, QRectF(left, at, width, step), line, small, theme.color("bone_ink", 0.85))
            at += step

    def _paint_box(self, pen: QPainter, rect: QRectF, box: str, number: int, theme: Theme) -> None:
        lit, over = self.lit(box), self.zone == box and self.underMouse()
        inner = rect.adjusted(fonts.px(1.5), 0, -fonts.px(1.5), 0)
        tile = ink.rough_rect(inner, f"box{box}{round(inner.width())}", 0.7, 16)
        chosen = self.taken and self.chosen_box in ((box, "iaido") if box == "attack" else (box,))
        if lit or chosen:
            ink.fill(pen, tile, LOUD if over or chosen else LIT)
        else:
            ink.outline(pen, tile, theme.color("bone_ink", 0.25), 1)
        colour = theme.color("bone") if lit or chosen else theme.color("bone_ink", 0.5 if number else 0.28)
        side = min(rect.height() * 0.4, fonts.px(17))
        paint_emblem(
            pen, QRectF(rect.center().x() - side / 2, rect.top() + rect.height() * 0.08, side, side), box, colour
        )
        font = fonts.font("numeral")
        font.setPixelSize(max(9, round(rect.height() * 0.46)))
        words = QRectF(rect.left(), rect.top() + rect.height() * 0.44, rect.width(), rect.height() * 0.56)
        ink.write(pen, words, str(number), font, colour, CENTRED)


class HandView(QWidget):
    """All cards of the hand side by side."""

    used = Signal(int, str)
    looked_at = Signal(int, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.cards: list[HandCard] = []

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(WIDE * 4), fonts.px(HIGH))

    def minimumSizeHint(self) -> QSize:
        return QSize(fonts.px(300), fonts.px(HIGH))

    def show_cards(self, deck: Deck, cards: tuple[int, ...]) -> None:
        """Hold these; others leave the window at once, whoever sits down next."""
        known = tuple(card for card in cards if card >= 0)
        if [one.card for one in self.cards] == list(known):
            return
        for one in self.cards:
            one.setParent(None)
        discard(*self.cards)
        self.cards = [HandCard(deck, card, self) for card in known]
        for n, one in enumerate(self.cards):
            one.used.connect(self.used)
            one.looked_at.connect(self.looked_at)
            one.stepped.connect(partial(self._step, n))
            one.lifted.connect(self._stack)
            one.show()
        self._lay_out()

    def advise(self, cards: Collection[int]) -> None:
        """Mark the cards that a hint is about; none: nothing is marked."""
        for one in self.cards:
            one.advise(one.card in cards)

    def _step(self, n: int, dx: int, dy: int) -> None:
        if dx and self.cards:
            self.cards[(n + dx) % len(self.cards)].setFocus(Qt.FocusReason.TabFocusReason)

    def _stack(self) -> None:
        """Each lies over the one before it; on top what has the keys, and over that what is under the mouse."""
        for one in sorted(self.cards, key=lambda one: (one.underMouse(), one.hasFocus())):
            one.raise_()

    def card(self, card: int) -> HandCard | None:
        return next((one for one in self.cards if one.card == card), None)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._lay_out()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._lay_out()

    def _lay_out(self) -> None:
        """As wide as they like, closer where there are many."""
        count = len(self.cards)
        if not count:
            return
        wide = min(fonts.px(WIDE), round(self.height() * WIDE / HIGH))
        step = min(wide + fonts.px(4), (self.width() - wide) / max(1, count - 1)) if count > 1 else wide
        left = max(0.0, (self.width() - wide - step * (count - 1)) / 2)
        for k, one in enumerate(self.cards):
            one.setGeometry(round(left + k * step), 0, wide, self.height())
