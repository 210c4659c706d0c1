"""Sheets, locations and card texts on the desk: what the rules know to choose from, beside a picture of it."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import Any, cast

import msgspec
from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget

from companion.model.core.contract import Json
from companion.model.core.words import Message, Name, say
from companion.model.games.sake.box.deck import CardType, Location, Sheet, Text
from companion.model.games.sake.box.deck_entry import Entry
from companion.model.games.sake.box.text_shapes import LABELS, SHAPES, numbers_of, shape_of, shaped, with_number
from companion.ui.games.sake.drawing.emblems import paint_emblem
from companion.ui.games.sake.drawing.pieces import BACK_ROLES, BACK_SIGNS, paint_flame, paint_mask
from companion.ui.kit.choices import Choices
from companion.ui.kit.fields import Spin, Tick
from companion.ui.kit.layouts import LEFT, TOP, FlowRow, Gap, fold, vbox
from companion.ui.kit.list_view import Line, ListView
from companion.ui.kit.theme import fonts, ink
from companion.ui.kit.theme.palette import Theme
from companion.ui.kit.translator import says, tr
from companion.ui.kit.widget import InkWidget, Label, Translated

from ..vocabulary import ABILITIES, BACKS, LOCATIONS, TEXTS, card_text
from .card_blank import CardBlank


class RecordForm(Translated, QWidget):
    """`changed` carries the record as it is now."""

    changed = Signal(object)
    record: Json = {}  # noqa: RUF012 - never changed in place
    own = False

    @abstractmethod
    def show_record(self, record: Json, *, own: bool) -> None:
        """Show a record, to be changed if it is `own`; nothing is emitted."""

    def _change(self, record: Json) -> None:
        if record != self.record:
            self.changed.emit(record)


def _choices(words: Mapping[str, Message], now: str, *, own: bool) -> list[Line]:
    """One of several sentences; what cannot be changed shows only which it is."""
    return [Line(id, tr(said), chosen=id == now, on=own or id == now) for id, said in words.items()]


class SheetFaces(InkWidget):
    """Both faces of a sheet: the Samurai, and the Spirit that he becomes."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.sheet = Sheet("x:x", "?", 5)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(500), fonts.px(300))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def show_sheet(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.setAccessibleName(f"{sheet.name}. {tr(say('Life {life}', life=sheet.life))}. "
                               f"{tr(ABILITIES[sheet.ability])}")  # fmt: skip
        self.update()

    def paint(self, pen: QPainter, theme: Theme) -> None:
        edge, gap = fonts.px(7), fonts.px(12)
        wide = (self.width() - 2 * edge - gap) / 2
        for n in range(2):
            sheet = QRectF(edge + n * (wide + gap), edge, wide, self.height() - 2 * edge)
            shape = ink.rough_rect(sheet, f"face{n}", 0.9, 30)
            ink.soft_shadow(pen, shape, theme.color("shadow", 0.5 if theme.dark else 0.28), fonts.px(6), 1, fonts.px(3))
            ink.fill(pen, shape, theme.color("bone"))
            ink.outline(pen, shape, theme.color("bone_shade"), 1)
            (self._paint_spirit if n else self._paint_samurai)(pen, sheet, theme)

    def _head(self, pen: QPainter, sheet: QRectF, word: str, theme: Theme) -> QRectF:
        """Name and kind; the room for the picture below."""
        dark = theme.color("bone_ink")
        room = sheet.adjusted(fonts.px(12), fonts.px(8), -fonts.px(12), 0)
        font = fonts.fitted("name", self.sheet.name, room.width(), 1.1)
        high = QFontMetricsF(font).height()
        ink.write(pen, QRectF(room.left(), room.top(), room.width(), high), self.sheet.name, font, dark)
        small = fonts.font("small")
        row = QRectF(room.left(), room.top() + high, room.width(), QFontMetricsF(small).height())
        ink.write(pen, row, word, small, theme.color("bone_ink", 0.7))
        side = fonts.px(108)
        return QRectF(sheet.center().x() - side / 2, row.bottom() + fonts.px(24), side, side)

    def _paint_samurai(self, pen: QPainter, sheet: QRectF, theme: Theme) -> None:
        face = self._head(pen, sheet, tr(say("Samurai")), theme)
        paint_mask(pen, face, self.sheet.id, theme)
        words = (tr(say("Life {life}", life=self.sheet.life)), tr(ABILITIES[self.sheet.ability]))
        self._paint_words(pen, sheet, face.bottom() + fonts.px(10), words, theme)

    def _paint_spirit(self, pen: QPainter, sheet: QRectF, theme: Theme) -> None:
        face = self._head(pen, sheet, tr(say("Spirit of Enma")), theme)
        paint_flame(pen, face, theme)
        top, step = face.bottom() + fonts.px(12), fonts.px(24)
        for n, words in ((1, say("add or remove a step")), (2, say("move a sake")), (3, say("pass a card on"))):
            box = QRectF(sheet.left() + fonts.px(12), top + (n - 1) * step, fonts.px(18), fonts.px(18))
            pen.fillRect(box, theme.mix(BACK_ROLES[n], "stone_black", 0.35 if theme.dark else 0.1))
            paint_emblem(pen, box.adjusted(3, 3, -3, -3), BACK_SIGNS[n], theme.color("bone"))
            row = QRectF(box.right() + fonts.px(7), box.top(), sheet.right() - box.right() - fonts.px(12), box.height())
            text = tr(say("{back}: {power}", back=BACKS[n], power=words))
            font = fonts.fitted("small", text, row.width())
            ink.write(pen, row, text, font, theme.color("bone_ink", 0.85), Qt.AlignmentFlag.AlignVCenter)

    def _paint_words(self, pen: QPainter, sheet: QRectF, top: float, words: tuple[str, str], theme: Theme) -> None:
        room = sheet.width() - fonts.px(24)
        for text, font in ((words[0], fonts.font("text")), (words[1], fonts.font("small"))):
            metrics = QFontMetricsF(font)
            for line in fonts.wrapped(text, metrics, room, 3):
                row = QRectF(sheet.left() + fonts.px(12), top, room, metrics.lineSpacing())
                ink.write(pen, row, line, font, theme.color("bone_ink"))
                top += metrics.lineSpacing()


class SheetForm(RecordForm):
    """Life and ability, beside both faces."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.faces = SheetFaces(self)
        self.life = Choices(say("Life"), [(str(n), str(n), "") for n in range(1, 10)], self, large=True, flowing=True)
        self.ability = says(ListView(self, grows=True), name=say("Ability"))
        self.life.chosen.connect(lambda id: self._change({**self.record, "life": int(id)}))
        self.ability.chosen.connect(self._set_ability)
        right = vbox(Label(self, text=say("Life")), self.life, Gap(10), Label(self, text=say("Ability")), self.ability,
                     1, spacing=2)  # fmt: skip
        fold((self.faces, TOP), (right, 1), on=self, spacing=26)
        self.setFocusProxy(self.life.words["5"])

    def show_record(self, record: Json, *, own: bool) -> None:
        self.record = record
        sheet = msgspec.convert(record, Sheet)
        self.own = own
        self.faces.show_sheet(sheet)
        self.life.show_choice(str(sheet.life))
        self.life.setEnabled(own)
        self.retranslate()

    def retranslate(self) -> None:
        now = self.record.get("ability") or ""
        self.ability.show_lines(_choices({id or "": words for id, words in ABILITIES.items()}, now, own=self.own))

    def _set_ability(self, id: str) -> None:
        record = {field: value for field, value in self.record.items() if field != "ability"}
        self._change({**record, "ability": id} if id else record)


PLACES: Mapping[str, str] = {"distillery": "bottle", "alley": "lanterns", "spring": "stench", "market": "purchase"}
"""The drawing for each rule."""


class LocationFace(InkWidget):
    """A location as a card that lies beside the table."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.location = Location("x:x", {"en": "?"}, "distillery")
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(380), fonts.px(230))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def show_location(self, location: Location) -> None:
        self.location = location
        self.setAccessibleName(f"{tr(Name.of(location.names))}. {tr(LOCATIONS[location.rule])}")
        self.update()

    def paint(self, pen: QPainter, theme: Theme) -> None:
        edge = fonts.px(7)
        sheet = QRectF(self.rect()).adjusted(edge, edge, -edge, -edge)
        shape = ink.rough_rect(sheet, "location", 0.9, 30)
        ink.soft_shadow(pen, shape, theme.color("shadow", 0.5 if theme.dark else 0.28), fonts.px(6), 1, fonts.px(3))
        ink.fill(pen, shape, theme.color("bone"))
        ink.outline(pen, shape, theme.color("bone_shade"), 1)
        dark, side = theme.color("bone_ink"), fonts.px(84)
        room = sheet.adjusted(fonts.px(16), fonts.px(14), -fonts.px(16), -fonts.px(12))
        picture = QRectF(room.right() - side, room.top(), side, side)
        paint_emblem(pen, picture, PLACES[self.location.rule], theme.color("bone_ink", 0.85))
        name = tr(Name.of(self.location.names))
        font = fonts.fitted("title", name, picture.left() - room.left() - fonts.px(10))
        line = QRectF(room.left(), room.top(), picture.left() - room.left(), QFontMetricsF(font).height())
        ink.write(pen, line, name, font, dark)
        small = fonts.font("small")
        kind = QRectF(room.left(), line.bottom(), line.width(), QFontMetricsF(small).height())
        ink.write(pen, kind, tr(say("Location")), small, theme.color("bone_ink", 0.7))
        text = fonts.font("text")
        metrics, top = QFontMetricsF(text), picture.bottom() + fonts.px(14)
        for words in fonts.wrapped(tr(LOCATIONS[self.location.rule]), metrics, room.width(), 4):
            row = QRectF(room.left(), top, room.width(), metrics.lineSpacing())
            ink.write(pen, row, words, text, dark)
            top += metrics.lineSpacing()


class LocationForm(RecordForm):
    """Which rule a location changes."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rule = says(ListView(self, grows=True), name=say("What the place changes"))
        self.rule.chosen.connect(lambda id: self._change({**self.record, "rule": id}))
        self.face = LocationFace(self)
        title = Label(self, text=say("What the place changes"))
        vbox((self.face, LEFT), Gap(10), title, self.rule, 1, on=self, spacing=4)
        self.setFocusProxy(self.rule)

    def show_record(self, record: Json, *, own: bool) -> None:
        self.record = record
        self.own = own
        self.face.show_location(msgspec.convert(record, Location))
        self.retranslate()

    def retranslate(self) -> None:
        self.rule.show_lines(_choices(LOCATIONS, self.record.get("rule", ""), own=self.own))


class TextForm(RecordForm):
    """What the text of a card does: its kind, its shape, its numbers; the sentence stands on the card."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.kind = CardType("x:x", "event", {"en": "?"})
        self.card = CardBlank(self)
        self.card.writable = False
        self.card.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.texts = Choices(say("Kind of card"), [(id, words, "") for id, words in TEXTS.items()], self, flowing=True)
        self.texts.chosen.connect(lambda id: self._put(shaped(self.kind, cast(Text, id))))
        self.shapes = says(ListView(self, grows=True), name=say("What it does"))
        self.shapes.chosen.connect(lambda id: self._put(shaped(self.kind, self.kind.text, id)))
        self.numbers = FlowRow(self)
        self._shown: list[tuple[str, ...]] = []
        self._fields: list[QWidget] = []
        right = vbox(Label(self, text=say("Kind of card")), self.texts, Gap(8), Label(self, text=say("What it does")),
                     self.shapes, Gap(8), self.numbers, 1, spacing=2)  # fmt: skip
        fold((self.card, TOP), (right, 1), on=self, spacing=26)
        self.setFocusProxy(self.shapes)

    def show_record(self, record: Json, *, own: bool) -> None:
        self.record, self.own = record, own
        self.kind = msgspec.convert(record, CardType)
        self.retranslate()

    def retranslate(self) -> None:
        kind = self.kind
        self.card.types = {kind.id: kind}
        self.card.show_entry(Entry(kind.id), known=False)
        self.texts.show_choice(kind.text)
        self.texts.setEnabled(self.own)
        now = shape_of(kind)
        lines = []
        for id in SHAPES[kind.text]:
            shown = kind if id == now else shaped(kind, kind.text, id)
            lines.append(Line(id, tr(card_text(shown)), chosen=id == now, on=self.own or id == now))
        self.shapes.show_lines(lines)
        self._show_numbers()

    def _show_numbers(self) -> None:
        numbers = numbers_of(self.kind)
        if [number.path for number in numbers] != self._shown:
            self._shown = [number.path for number in numbers]
            for field in self._fields:
                self.numbers.drop(field)
            self._fields = []
            for number in numbers:
                self._fields += self._field(number.path, number.label, number.least, number.most, yes=number.yes)
            for field in self._fields:
                self.numbers.add(field)
                field.show()
            self.numbers.refresh()
        fields = iter(field for field in self._fields if not isinstance(field, Label))
        for number, field in zip(numbers, fields, strict=True):
            field.setEnabled(self.own)
            if isinstance(field, Spin) and field.value() != number.value:
                field.setValue(number.value)
            elif isinstance(field, Tick):
                field.setChecked(bool(number.value))
                field.say(tr(LABELS[number.label]))

    def _field(self, path: tuple[str, ...], label: str, least: int, most: int, *, yes: bool) -> list[QWidget]:
        if yes:
            tick = Tick(self.numbers)
            tick.clicked.connect(lambda on: self._set(path, int(on)))
            return [tick]
        spin = says(Spin(self.numbers), name=LABELS[label])
        spin.setRange(least, most)
        spin.valueChanged.connect(lambda value: self._set(path, value))
        return [Label(self.numbers, text=LABELS[label], wrap=False), spin]

    def _set(self, path: tuple[str, ...], value: int) -> None:
        number = next((one for one in numbers_of(self.kind) if one.path == path), None)
        if number is not None and number.value != value:
            self._put(with_number(self.kind, number, value))

    def _put(self, kind: CardType) -> None:
        made: dict[str, Any] = msgspec.to_builtins(kind)
        self._change(made)


def named(record: Json, names: Name) -> Json:
    """A record under another name."""
    words = dict(names.words)
    return {**record, "names": words} if "names" in record else {**record, "name": next(iter(words.values()))}
