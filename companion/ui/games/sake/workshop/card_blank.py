"""The card being typed, large: its text, its four boxes and its back, and where the next key goes."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QAccessible, QFontMetricsF, QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget

from companion.model.core.words import Message, folded, say
from companion.model.games.sake.box import deck_entry
from companion.model.games.sake.box.deck import BACKS, CardType
from companion.model.games.sake.box.deck_entry import BACK_FIELD, TEXT_FIELD, Entry
from companion.ui.games.sake.drawing.emblems import emblem_name, paint_emblem
from companion.ui.games.sake.drawing.pieces import BACK_ROLES, BACK_SIGNS, CENTRED, paint_back
from companion.ui.kit.buttons import key_size, paint_key
from companion.ui.kit.theme import fonts, ink
from companion.ui.kit.theme.palette import Theme
from companion.ui.kit.translator import says, tr
from companion.ui.kit.widget import InkWidget

from ..hand import BOX_NAMES, BOXES
from ..vocabulary import BACKS as BACK_NAMES
from ..vocabulary import TEXTS, card_text, type_name

WIDE, HIGH = 268.0, 342.0
MARK = "#B5321C"
"""On bone, which is light in both themes."""


class CardBlank(InkWidget):
    """Takes keys and clicks. `typed`: an entry, and whether the card is complete with it; `stepped`: to the card
    before or after; `removed`: the card goes.
    """

    typed = Signal(object, bool)
    stepped = Signal(int)
    removed = Signal()
    accessible_role = QAccessible.Role.EditableText

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.entry = Entry()
        self.types: Mapping[str, CardType] = {}
        self.writable, self.known = True, False
        """`known`: a card of the deck that is typed over, not a new one."""
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        says(self, name=say("Card"))

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(WIDE), fonts.px(HIGH))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def show_entry(self, entry: Entry, *, known: bool) -> None:
        self.entry, self.known = entry, known
        self.retranslate()
        self.update()

    @property
    def texts(self) -> list[tuple[str, str]]:
        """What can be typed, in the language of the window."""
        return [(id, tr(type_name(kind))) for id, kind in self.types.items()]

    @property
    def backs(self) -> list[str]:
        return [tr(BACK_NAMES[n]) for n in (1, 2, 3)]

    def retranslate(self) -> None:
        kind = self.types.get(self.entry.type)
        parts = [tr(type_name(kind)) if kind is not None else tr(say("no text yet"))]
        for box, number in zip(BOXES, self.entry.boxes, strict=True):
            if number is not None:
                parts.append(tr(Message(BOX_NAMES[box].key, (("number", number),))))
        if self.entry.back is not None:
            parts.append(tr(say("back: {back}", back=BACK_NAMES[1 + BACKS.index(self.entry.back)])))
        self.setAccessibleDescription(", ".join(parts))

    # keys and clicks ------------------------------------------------------------------------------------------------

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and self._letter(event):
            event.accept()  # what is typed here is no shortcut of the window
            return True
        return bool(super().event(event))

    def _letter(self, event: QKeyEvent) -> str:
        held = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier
        text = event.text()
        return text if self.writable and len(text) == 1 and text.isprintable() and not event.modifiers() & held else ""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, letter = event.key(), self._letter(event)
        if letter and not (letter == " " and not self.entry.typed):
            self.type(letter)
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Right) and self.writable:
            self._take(deck_entry.go(self.entry, 1 if key == Qt.Key.Key_Right else -1))
        elif key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            way = 1 if key == Qt.Key.Key_Down else -1
            if self.entry.typed:
                self._other_match(way)
            else:
                self.stepped.emit(way)
        elif key == Qt.Key.Key_Backspace and self.writable:
            self._take(deck_entry.rub_out(self.entry, self.texts))
        elif key == Qt.Key.Key_Delete and self.writable:
            self.removed.emit()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if self.entry.typed and self.entry.type:
                self._take(deck_entry.choose(self.entry, self.entry.type))
            elif self.known:
                self.stepped.emit(1)
        elif key == Qt.Key.Key_Escape and self.writable and not self.known and not self.entry.blank:
            self._take(Entry(self.entry.type))
        else:
            super().keyPressEvent(event)

    def type(self, letter: str) -> None:
        """One letter or digit."""
        entry, step = deck_entry.press(self.entry, letter, self.texts, self.backs)
        if step != "refused":
            self._take(entry, complete=step == "complete")

    def choose(self, type: str) -> None:
        """Take a text from the list."""
        self._take(deck_entry.choose(self.entry, type))

    def _other_match(self, way: int) -> None:
        found = deck_entry.matches(self.texts, self.entry.typed)
        at = found.index(self.entry.type) if self.entry.type in found else 0
        chosen = found[(at + way) % len(found)]
        self._take(Entry(chosen, self.entry.boxes, self.entry.back, self.entry.at, self.entry.typed))

    def _take(self, entry: Entry, *, complete: bool = False) -> None:
        if complete or entry != self.entry:
            self.typed.emit(entry, complete)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        if not self.writable:
            return
        point = event.position()
        for n, place in enumerate(self._backs_places()):
            if place.contains(point):
                entry = Entry(self.entry.type, self.entry.boxes, self.entry.back, BACK_FIELD)
                made, step = deck_entry.press(entry, str(n + 1), self.texts, self.backs)
                self._take(made, complete=step == "complete")
                return
        for n, place in enumerate(self._box_places()):
            if place.contains(point):
                self._take(deck_entry.go(self.entry, n + 1 - self.entry.at))
                return
        self._take(deck_entry.go(self.entry, TEXT_FIELD - self.entry.at))

    # painting -------------------------------------------------------------------------------------------------------

    def _sheet(self) -> QRectF:
        edge = fonts.px(7)
        return QRectF(self.rect()).adjusted(edge, edge, -edge, -edge)

    def _box_places(self) -> list[QRectF]:
        sheet = self._sheet()
        high, inset = fonts.px(62), fonts.px(9)
        wide = (sheet.width() - 2 * inset) / 4
        top = sheet.bottom() - high - fonts.px(50)
        return [QRectF(sheet.left() + inset + n * wide, top, wide, high) for n in range(4)]

    def _backs_places(self) -> list[QRectF]:
        sheet = self._sheet()
        inset = fonts.px(9)
        wide = (sheet.width() - 2 * inset) / 3
        return [QRectF(sheet.left() + inset + n * wide, sheet.bottom() - fonts.px(46), wide, fonts.px(40))
                for n in range(3)]  # fmt: skip

    def paint(self, pen: QPainter, theme: Theme) -> None:
        sheet, entry = self._sheet(), self.entry
        edge = ink.rough_rect(sheet, "blank card", 0.9, 30)
        ink.soft_shadow(pen, edge, theme.color("shadow", 0.5 if theme.dark else 0.28), fonts.px(6), 1, fonts.px(3))
        ink.fill(pen, edge, theme.color("bone"))
        number = 0 if entry.back is None else 1 + BACKS.index(entry.back)
        if number:
            pen.save()
            pen.setClipPath(edge)
            strip = QRectF(sheet.left(), sheet.top(), fonts.px(17), self._box_places()[0].top() - sheet.top() - 4)
            pen.fillRect(strip, theme.mix(BACK_ROLES[number], "stone_black", 0.35 if theme.dark else 0.1))
            side = fonts.px(12)
            sign = QRectF(strip.center().x() - side / 2, sheet.top() + fonts.px(8), side, side)
            paint_emblem(pen, sign, BACK_SIGNS[number], theme.color("bone"))
            pen.restore()
        self._paint_text(pen, theme)
        for n, place in enumerate(self._box_places()):
            self._paint_box(pen, place, n, theme)
        places = self._backs_places()
        for n, place in enumerate(places):
            self._paint_back(pen, place, n, theme)
        if entry.at == BACK_FIELD and self.hasFocus() and self.writable:
            self._mark(pen, places[0].united(places[-1]), theme)
        loud = self.hasFocus()
        ink.outline(pen, edge, theme.color("vermilion" if loud else "bone_shade"), 2.2 if loud else 1)

    def _mark(self, pen: QPainter, place: QRectF, theme: Theme) -> None:
        """Where the next key goes."""
        frame = ink.rough_rect(place, f"mark{round(place.left())}", 0.6, 18)
        ink.outline(pen, frame, theme.color("vermilion"), 2.4)

    def _paint_text(self, pen: QPainter, theme: Theme) -> None:
        sheet, entry = self._sheet(), self.entry
        room = QRectF(sheet.left() + fonts.px(24), sheet.top() + fonts.px(10), sheet.width() - fonts.px(34),
                      self._box_places()[0].top() - sheet.top() - fonts.px(18))  # fmt: skip
        kind, dark = self.types.get(entry.type), theme.color("bone_ink")
        here = entry.at == TEXT_FIELD and self.writable
        if here and self.hasFocus():
            self._mark(pen, room.adjusted(-fonts.px(4), -fonts.px(3), fonts.px(4), fonts.px(5)), theme)
        if kind is None:
            text = tr(say("Type the first letters of the text"))
            font = fonts.font("text")
            lines = fonts.wrapped(text, QFontMetricsF(font), room.width() - fonts.px(16), 4)
            high = QFontMetricsF(font).lineSpacing()
            at = room.center().y() - high * len(lines) / 2
            for n, line in enumerate(lines):
                row = QRectF(room.left(), at + n * high, room.width(), high)
                ink.write(pen, row, line, font, theme.color("bone_ink", 0.65), CENTRED)
            return
        side = fonts.px(46)
        emblem = QRectF(room.left() + fonts.px(4), room.top() + fonts.px(4), side, side)
        paint_emblem(pen, emblem, emblem_name(kind.id.partition(":")[2], kind.text), dark)
        word = QRectF(emblem.right() + fonts.px(8), emblem.top(), room.right() - emblem.right(), side)
        ink.write(pen, word, tr(TEXTS[kind.text]), fonts.font("small"), theme.color("bone_ink", 0.7),
                  Qt.AlignmentFlag.AlignVCenter)  # fmt: skip
        name = tr(type_name(kind))
        font = fonts.fitted("name", name, room.width() - fonts.px(8), 1.1, 0.75)
        metrics = QFontMetricsF(font)
        title = QRectF(room.left() + fonts.px(4), emblem.bottom() + fonts.px(5), room.width(), metrics.height())
        if entry.typed and folded(name).startswith(folded(entry.typed)):
            done = metrics.horizontalAdvance(name[: len(entry.typed)])
            under = QRectF(title.left(), title.bottom() - fonts.px(2), done, fonts.px(2.5))
            pen.fillRect(under, theme.color("vermilion"))
        ink.write(pen, title, name, font, dark, Qt.AlignmentFlag.AlignVCenter)
        small = fonts.font("small")
        step, at = QFontMetricsF(small).lineSpacing(), title.bottom() + fonts.px(6)
        most = max(1, int((room.bottom() - at) / step))
        for words in fonts.wrapped(tr(card_text(kind)), QFontMetricsF(small), room.width() - fonts.px(8), most):
            row = QRectF(title.left(), at, room.width(), step)
            ink.write(pen, row, words, small, theme.color("bone_ink", 0.85))
            at += step

    def _paint_box(self, pen: QPainter, place: QRectF, n: int, theme: Theme) -> None:
        inner = place.adjusted(fonts.px(2.5), 0, -fonts.px(2.5), 0)
        here = self.entry.at == n + 1 and self.hasFocus() and self.writable
        if here:
            self._mark(pen, inner, theme)
        else:
            ink.outline(pen, ink.rough_rect(inner, f"box{n}", 0.7, 16), theme.color("bone_ink", 0.3), 1)
        side, number = fonts.px(18), self.entry.boxes[n]
        sign = QRectF(inner.center().x() - side / 2, inner.top() + fonts.px(5), side, side)
        paint_emblem(pen, sign, BOXES[n], theme.color("bone_ink", 0.75))
        font = fonts.font("numeral")
        font.setPixelSize(fonts.px(27))
        room = QRectF(inner.left(), sign.bottom(), inner.width(), inner.bottom() - sign.bottom())
        text = "–" if number is None else str(number)
        ink.write(pen, room, text, font, theme.color("bone_ink", 0.35 if number is None else 1.0), CENTRED)

    def _paint_back(self, pen: QPainter, place: QRectF, n: int, theme: Theme) -> None:
        chosen = self.entry.back == BACKS[n]
        inner = place.adjusted(fonts.px(2), fonts.px(2), -fonts.px(2), -fonts.px(2))
        high = inner.height() - fonts.px(6)
        card = QRectF(inner.left() + fonts.px(4), inner.top() + fonts.px(3), high * 0.76, high)
        if chosen:
            ink.fill(pen, ink.rough_rect(inner, f"chosen{n}", 0.6, 18), theme.color("bone_ink", 0.12))
        pen.save()
        pen.setOpacity(1.0 if chosen or self.entry.back is None else 0.45)
        paint_back(pen, card, n + 1, theme)
        pen.restore()
        key = deck_entry.back_keys(self.backs)[n].upper()
        size = key_size(key)
        cap = QRectF(inner.right() - size.width() - fonts.px(4), inner.center().y() - size.height() / 2, size.width(),
                     size.height())  # fmt: skip
        if self.writable:
            pen.setBrush(Qt.BrushStyle.NoBrush)
            paint_key(pen, cap, key, theme.color("bone_ink", 0.9))
