"""What cards that one writes on have in common: spots, the way through them, skills, and what is wrong."""

from __future__ import annotations

import itertools
from abc import abstractmethod
from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPixmap, QResizeEvent
from PySide6.QtWidgets import QWidget

from companion.model.core.schema import Source
from companion.model.core.words import Message, one_line, say
from companion.ui.games.asagiri.cards import portrait
from companion.ui.games.asagiri.editors.cards.skill_record import moved, owned
from companion.ui.kit.list_view import Line
from companion.ui.kit.theme import fonts, ink, palette
from companion.ui.kit.translator import tr
from companion.ui.kit.widget import Translated, discard, follow
from companion.ui.workshop import PackContext, RecordDraft, name_of
from companion.ui.workshop.form_shapes import value_at, with_value

from .card_record import NEW, Picker, free_trait, new_line, skill_ids, skill_lines, skill_of, typed
from .spots import AddSpot, CardSpot, DigitSpot, NameSpot, sent

GAP = 18
"""Between the sides of a card."""
ROOM = 24
"""Kept free below the skills, for another one to be written there."""


class CardStage(Translated, QWidget):
    """See the module. A card has skills at one `place` or more (`places`: name to JSON pointer).

    `skill_opened` carries a place and a skill to be looked at closely, `skill_made` a place and the name of a new one;
    `figure_wanted`: somebody points at the picture; `ended`: beyond the last spot.
    """

    came = Signal()
    """The keys came to another spot, or left."""
    skill_opened = Signal(str, str)
    skill_made = Signal(str, str)
    figure_wanted = Signal()
    ended = Signal()

    def __init__(self, draft: RecordDraft, bench: PackContext, places: dict[str, str], every: tuple[str, ...]) -> None:
        """Spots for what every card has; the rest is made by its kind, which calls `begin` at last. `every` side."""
        super().__init__()
        self.draft, self.bench, self.places = draft, bench, places
        self.sides = self.every = every
        """The sides that are shown, of all."""
        self._pictures: dict[object, QPixmap] = {}
        self.name = NameSpot(self)
        self.zeni = DigitSpot("/zeni", self, most=30, waits=True)
        self.crest = CardSpot("/picture", self, quiet=True)
        self.skills: dict[str, list[CardSpot]] = {place: [] for place in places}
        self.adds = {place: AddSpot(pointer, self) for place, pointer in places.items()}
        self.picker: Picker | None = None
        self.name.textEdited.connect(self._name)
        self.zeni.numbered.connect(lambda value: self.set_value("/zeni", value, say("Zeni"), merge="/zeni"))
        self.zeni.typed.connect(self._forward)
        self.zeni.pressed.connect(lambda: self.pick_number(self.zeni, 12, say("Zeni")))
        self.crest.pressed.connect(self.figure_wanted)
        for place, add in self.adds.items():
            add.pressed.connect(lambda place=place: self.pick_skill(place, ""))
            add.typed.connect(lambda words, place=place: self.pick_skill(place, words))
        self.setFocusProxy(self.zeni)

    def begin(self) -> None:
        """All spots are made: show the card, and follow it."""
        for spot in (*self.order, self.crest):
            if isinstance(spot, CardSpot | NameSpot):
                spot.advance.connect(lambda spot=spot: self.step(spot, 1))
                spot.back.connect(lambda spot=spot: self.step(spot, -1))
                spot.installEventFilter(self)
        self.draft.changed.connect(self.show_record)
        self.draft.checked.connect(self._show_faults)
        self.bench.changed.connect(self.show_record)
        self.bench.writing_changed.connect(self.show_record)
        follow(self)
        self.show_record()
        self._show_faults()

    def retranslate(self) -> None:
        self.show_record()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.FocusIn, QEvent.Type.FocusOut):
            self._mark_next()
            self.came.emit()
        return super().eventFilter(watched, event)

    def now_and_next(self) -> tuple[QWidget | None, QWidget | None]:
        """The spot of the way that has the keys (or its slip has), and the one that follows; None: there is none."""
        order = self.order
        at = next((n for n, spot in enumerate(order) if spot.hasFocus()), -1)
        return (order[at] if at >= 0 else None), (order[at + 1] if 0 <= at < len(order) - 1 else None)

    def _mark_next(self) -> None:
        _, after = self.now_and_next()
        for spot in self.order:
            if isinstance(spot, CardSpot):
                spot.set_next(spot is after)

    @property
    @abstractmethod
    def order(self) -> list[QWidget]:
        """The spots in the order in which a card is written."""

    @property
    @abstractmethod
    def chain(self) -> Sequence[QWidget]:
        """All spots, in the order of the Tab key."""

    @abstractmethod
    def show_kind(self) -> None:
        """Draw the card, and say what its own spots are."""

    @abstractmethod
    def offered(self) -> tuple[Message, list[Line], int]:
        """What the list of words is called, what can be chosen for it, and how wide the slip is."""

    def free_words(self, typed: str) -> list[Line]:
        return free_trait(typed, self.bench)

    @abstractmethod
    def place_kind(self) -> None:
        """Put every spot over what it is about."""

    @abstractmethod
    def paint_side(self, pen: QPainter, side: str, size: QSize) -> None: ...

    @abstractmethod
    def seen(self, side: str) -> object:
        """What a side is painted from: the same gives the same picture."""

    @abstractmethod
    def missing(self) -> tuple[CardSpot, Message] | None:
        """The list that nothing is written in yet, and what is said there."""

    @abstractmethod
    def skill_title(self, place: str, n: int) -> tuple[str, str]:
        """Name and words of the skill drawn at a place as number `n`."""

    def step(self, spot: QWidget, way: int) -> None:
        """Bring the keys to the next spot, or to the one before."""
        order = self.order
        n = order.index(spot) + way if spot in order else 0
        if n >= len(order):
            self.ended.emit()
        elif n >= 0:
            order[n].setFocus(Qt.FocusReason.TabFocusReason)

    def _forward(self, text: str) -> None:
        """A letter that ended a number is meant for the spot that has the keys now."""
        held = next((spot for spot in self.order if spot.hasFocus()), None)
        if held is not None and held is not self.zeni:
            sent(held, text)

    def show_field(self, pointer: str) -> bool:
        every = [spot for spot in self.chain if isinstance(spot, CardSpot | NameSpot)]
        fits = [spot for spot in every if f"{pointer}/".startswith(f"{spot.pointer}/")]
        if not fits:
            return False
        max(fits, key=lambda spot: len(spot.pointer)).setFocus(Qt.FocusReason.OtherFocusReason)
        return True

    @property
    def source(self) -> Source:
        """Where fields of the pack are from that nobody says more about."""
        manifest = self.bench.manifest
        return manifest.source if manifest is not None else "owner"

    def set_value(self, pointer: str, value: object, deed: Message, merge: str = "") -> None:
        self.draft.change(typed(self.draft.record, pointer, value, self.source), tr(deed), merge=merge)

    def _name(self, text: str) -> None:
        names = self.bench.spoken(name_of(self.draft.record), one_line(text))
        changed = owned({**self.draft.record, "name": names}, ["/name"], self.source)
        self.draft.change(changed, tr(say("Name")), merge="name")

    def toggle(self, pointer: str, word: str, deed: Message) -> None:
        """Put a word into a list, or take it out."""
        before = list(value_at(self.draft.record, pointer) or ())
        after = [one for one in before if one != word]
        self.set_value(pointer, after if len(after) < len(before) else [*before, word], deed)

    def drop_last(self, pointer: str, deed: Message) -> None:
        held = list(value_at(self.draft.record, pointer) or ())
        if held:
            self.set_value(pointer, held[:-1], deed)

    def word_list(self, pointer: str, what: Message) -> CardSpot:
        """A spot for a list of words, chosen by their first letters, several one after the other."""
        spot = CardSpot(pointer, self)
        spot.pressed.connect(lambda: self.pick_words(spot, what, ""))
        spot.typed.connect(lambda words: self.pick_words(spot, what, words))
        spot.removed.connect(lambda: self.drop_last(pointer, what))
        return spot

    def pick_words(self, spot: CardSpot, what: Message, words: str) -> None:
        name, lines, width = self.offered()
        chosen = value_at(self.draft.record, spot.pointer) or ()
        picker = self.open_picker(
            Picker(lines, spot, name=tr(name), typed=words, free=self.free_words, many=True, chosen=chosen, width=width)
        )
        picker.picked.connect(lambda word: self.picked_word(spot.pointer, word, what))
        picker.finished.connect(lambda: self.step(spot, 1))
        picker.edit.textChanged.connect(lambda words: self._digit_goes_on(picker, spot, words))

    def _digit_goes_on(self, picker: Picker, spot: CardSpot, words: str) -> None:
        """A digit begins no word: it is meant for the number that comes next."""
        following = self.order[self.order.index(spot) + 1 :][:1]
        if len(words) == 1 and words.isdigit() and following and isinstance(following[0], DigitSpot):
            picker.close()
            self.step(spot, 1)
            sent(following[0], words)

    def picked_word(self, pointer: str, word: str, what: Message) -> None:
        self.toggle(pointer, word, what)

    def open_picker(self, picker: Picker) -> Picker:
        self.picker = picker
        picker.closed.connect(self._closed)
        picker.popup()
        return picker

    def _closed(self) -> None:
        self.picker = None

    def pick_number(self, spot: DigitSpot, most: int, what: Message) -> None:
        lines = [Line(str(n), str(n), chosen=n == spot.value) for n in range(min(most, spot.most) + 1)]
        picker = self.open_picker(Picker(lines, spot, name=tr(what), width=120))
        picker.picked.connect(lambda number: self.set_value(spot.pointer, int(number), what))

    def pick_skill(self, place: str, words: str) -> None:
        """Choose a skill by its first letters, or begin a new one."""
        picker = self.open_picker(
            Picker(
                skill_lines(self.bench, skill_ids(self.draft.record, self.places[place])),
                self.adds[place],
                name=tr(say("Skill")),
                hint=tr(say("First letters, or the name of a new skill")),
                ready=False,
                typed=words,
                free=lambda typed: new_line(typed, self.bench),
                width=420,
            )
        )
        picker.picked.connect(lambda id: self._picked_skill(place, id))
        picker.passed.connect(lambda: self.step(self.adds[place], 1))

    def _picked_skill(self, place: str, id: str) -> None:
        if id.startswith(NEW):
            self.skill_made.emit(place, id.removeprefix(NEW))
        else:
            self.add_skill(place, id)

    def add_skill(self, place: str, id: str) -> None:
        pointer = self.places[place]
        self.set_value(pointer, [*skill_ids(self.draft.record, pointer), id], say("Skill"))

    def replace_skill(self, place: str, old: str, new: str) -> None:
        """Another skill in the place of one, wherever the card bears it."""
        record = self.draft.record
        for pointer in self.places.values():
            ids = skill_ids(record, pointer)
            if old in ids:
                changed = with_value(record, pointer, [new if id == old else id for id in ids])
                record = owned(changed, [pointer], self.source)
        self.draft.change(record, tr(say("Skill")))

    def remove_skill(self, place: str, id: str) -> None:
        pointer = self.places[place]
        self.set_value(pointer, [one for one in skill_ids(self.draft.record, pointer) if one != id], say("Skill"))
        self.adds[place].setFocus(Qt.FocusReason.OtherFocusReason)

    def _move_skill(self, spot: CardSpot, step: int) -> None:
        above, _, last = spot.pointer.rpartition("/")
        before = value_at(self.draft.record, above)
        after = value_at(moved(self.draft.record, spot.pointer, step), above)
        if after != before:
            self.set_value(above, after, say("Skill"))
            self.show_field(f"{above}/{int(last) + step}")

    def _skill_spot(self, place: str) -> CardSpot:
        spot = CardSpot("", self)
        spot.pressed.connect(lambda: self.skill_opened.emit(place, spot.objectName()))
        spot.removed.connect(lambda: self.remove_skill(place, spot.objectName()))
        spot.moved.connect(lambda step: self._move_skill(spot, step))
        spot.advance.connect(lambda: self._along(place, spot, 1))
        spot.back.connect(lambda: self._along(place, spot, -1))
        spot.show()
        return spot

    def _along(self, place: str, spot: CardSpot, way: int) -> None:
        """From one skill to the next, and on to where one is added, or back to what is written before them."""
        row: list[QWidget] = [*self.skills[place], self.adds[place]]
        n = row.index(spot) + way
        if n >= 0:
            row[n].setFocus(Qt.FocusReason.TabFocusReason)
        else:
            self.step(self.adds[place], -1)

    def show_sides(self, *sides: str) -> None:
        if sides != self.sides:
            self.sides = sides
            self.place_spots()
            self.updateGeometry()
            self.update()

    def card_rect(self, side: str) -> QRect:
        """Where a side lies; nothing when it is not shown."""
        if side not in self.sides:
            return QRect()
        count, gap = len(self.sides), fonts.px(GAP)
        high = min(self.height(), round((self.width() - gap * (count - 1)) / count * portrait.RATIO))
        wide = round(high / portrait.RATIO)
        left = (self.width() - wide * count - gap * (count - 1)) // 2
        return QRect(left + self.sides.index(side) * (wide + gap), (self.height() - high) // 2, wide, high)

    def put(self, side: str, *pairs: tuple[QWidget, QRectF]) -> None:
        """Put spots over places of a side."""
        corner = QPointF(self.card_rect(side).topLeft())
        for spot, place in pairs:
            spot.setGeometry(place.translated(corner).toAlignedRect())

    def put_head(self, side: str, places: portrait.CardPlaces) -> None:
        self.name.set_height(places.name.height() * 0.62)
        self.put(
            side,
            (self.name, places.name.adjusted(-1, 0, 0, 3)),
            (self.crest, places.crest),
            (self.zeni, places.coin.adjusted(-2, -4, 4, 4)),
        )
        self.crest.lower()

    def put_skills(self, side: str, place: str, places: portrait.CardPlaces) -> None:
        """The skills of a place, and below them where one is added."""
        top = places.skills[-1].bottom() + fonts.px(5) if places.skills else places.words.top()
        wide = min(places.words.width(), fonts.px(150))
        drawn = [one.adjusted(-3, -2, 3, 2) for one in places.skills]
        self.put(side, *zip(self.skills[place], drawn, strict=False),
                 (self.adds[place], QRectF(places.words.left(), top, wide, fonts.px(ROOM - 3))))  # fmt: skip

    def place_spots(self) -> None:
        if self.width() >= 60 and self.height() >= 60:
            self.place_kind()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.place_spots()

    def _size(self, high: int) -> QSize:
        return QSize(round(high / portrait.RATIO) * len(self.sides) + fonts.px(GAP), high)

    def sizeHint(self) -> QSize:
        return self._size(fonts.px(520))

    def minimumSizeHint(self) -> QSize:
        return self._size(fonts.px(340))

    def _picture(self, side: str, size: QSize) -> QPixmap:
        dpr = self.devicePixelRatioF()
        key = (side, size.toTuple(), palette.current().name, dpr, fonts.text_scale(), self.seen(side))
        if key not in self._pictures:
            made = self._pictures[key] = ink.blank(size.width(), size.height(), dpr)
            with ink.painting(made) as pen:
                self.paint_side(pen, side, size)
            while len(self._pictures) > 6:
                self._pictures.pop(next(iter(self._pictures)))
        return self._pictures[key]

    def paintEvent(self, event: QPaintEvent) -> None:
        with ink.painting(self) as pen:
            for side in self.sides:
                rect = self.card_rect(side)
                pen.drawPixmap(rect.topLeft(), self._picture(side, rect.size()))
            if (missing := self.missing()) is not None:
                spot, words = missing
                pen.setFont(fonts.font("small", 12.5 / 12))
                pen.setPen(palette.current().color("faded", 0.75))
                pen.drawText(spot.geometry().adjusted(3, 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, f"+ {tr(words)}")

    def refresh(self) -> None:
        self.place_spots()
        self.update()

    def show_record(self) -> None:
        written = name_of(self.draft.record).get(self.bench.writing, "")
        if self.name.text().strip() != written:
            self.name.setText(written)
        self.name.say(tr(say("Name")))
        self.show_kind()
        for add in self.adds.values():
            add.say_words(tr(say("skill")))
        self._show_skills()
        self.place_spots()
        self.update()

    def _show_skills(self) -> None:
        for place, pointer in self.places.items():
            ids = skill_ids(self.draft.record, pointer)
            drawn = [n for n, id in enumerate(ids) if skill_of(self.bench.find, id) is not None]
            row = self.skills[place]
            while len(row) > len(drawn):
                spot = row.pop()
                discard(spot)
            while len(row) < len(drawn):
                row.append(self._skill_spot(place))
            for at, (spot, n) in enumerate(zip(row, drawn, strict=True)):
                spot.pointer = f"{pointer}/{n}"
                spot.setObjectName(ids[n])
                spot.say(*self.skill_title(place, at))
        for before, after in itertools.pairwise(self.chain):
            QWidget.setTabOrder(before, after)

    def _show_faults(self) -> None:
        wrong = [found.pointer for found in self.draft.findings if found.broken]
        for spot in self.chain:
            if isinstance(spot, AddSpot):
                spot.set_fault(spot.pointer in wrong)
            elif isinstance(spot, CardSpot):
                spot.set_fault(any(f"{pointer}/".startswith(f"{spot.pointer}/") for pointer in wrong))
