"""Cards as JSON, changed value by value, drawn as the game draws them; and what they can be given, picked by typing."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, Literal, TypeAlias, TypeVar

import msgspec
from PySide6.QtCore import QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QCloseEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from companion.model.core.contract import Content, Json
from companion.model.core.refusal import InvalidInput
from companion.model.core.schema import Source, read
from companion.model.core.words import Message, Name, folded, say
from companion.model.games.asagiri.skills.language.skill import Skill
from companion.model.games.asagiri.skills.language.vocabulary import TRAIT_WORDS, trait
from companion.model.games.asagiri.skills.record import SkillRecord
from companion.model.games.asagiri.state import record_kinds
from companion.model.games.asagiri.state.cards import ALIGNMENTS, CharacterCard, EquipmentCard
from companion.ui.games.asagiri.cards.face import ALIGNMENT_WORDS, CardFace, SkillLine, face_of_card, skill_line
from companion.ui.games.asagiri.cards.profile import GearFace, face_of_gear
from companion.ui.games.asagiri.editors.cards.skill_record import owned
from companion.ui.kit.layouts import vbox
from companion.ui.kit.list_view import Line, ListView
from companion.ui.kit.panels import PaperPanel
from companion.ui.kit.screen import ModalLayer
from companion.ui.kit.theme import fonts
from companion.ui.kit.translator import tr
from companion.ui.workshop import PackContext, name_of
from companion.ui.workshop.form_shapes import value_at, with_value

C = TypeVar("C", CharacterCard, EquipmentCard)
Side: TypeAlias = Literal["vigilant", "shaken"]
STATS = ("attack", "movement", "defense", "willpower")
Find: TypeAlias = Callable[[str, str], Json | None]
"""Finds a record by kind and id, sound or not."""


def blank_character(id: str, name: Mapping[str, str]) -> dict[str, Any]:
    """A card that nobody has written on."""
    stats = {"attack": 0, "defense": 0, "movement": 0, "willpower": 0}
    return {"id": id, "name": dict(name), "alignment": "mercenary", "zeni": 0, "silhouette": "ronin",
            "vigilant": dict(stats), "shaken": dict(stats)}  # fmt: skip


def blank_equipment(id: str, name: Mapping[str, str]) -> dict[str, Any]:
    """An equipment card that nobody has written on."""
    return {"id": id, "name": dict(name), "zeni": 1, "use": "permanent"}


def unwritten(record: Json, side: Side) -> bool:
    """Whether nobody has written the stats of a face yet: nobody in the game is as weak as all that."""
    return not any(value_at(record, f"/{side}/{stat}") for stat in STATS)


def typed(record: Json, pointer: str, value: Json, source: Source) -> Json:
    """With another value. What stands on the shaken face as on the vigilant one goes on doing so, until it is changed.

    `source`: where fields of the pack are from that nobody says more about.
    """
    changed, fields = with_value(record, pointer, value), [pointer]
    if pointer.startswith("/vigilant/"):
        other = pointer.replace("/vigilant/", "/shaken/", 1)
        if value_at(record, other, ()) == value_at(record, pointer, ()):
            changed = with_value(changed, other, value)
            fields.append(other)
    return owned(changed, fields, source)


def skill_ids(record: Json, pointer: str) -> tuple[str, ...]:
    """The skills named there."""
    found = value_at(record, pointer)
    return tuple(id for id in found if isinstance(id, str)) if isinstance(found, list | tuple) else ()


def character_of(record: Json) -> CharacterCard:
    """The card as far as it can be read: what is wrong is left blank."""
    return _readable(record, blank_character, CharacterCard)


def equipment_of(record: Json) -> EquipmentCard:
    """The card as far as it can be read: what is wrong is left blank."""
    return _readable(record, blank_equipment, EquipmentCard)


def _readable(record: Json, blank: Callable[[str, Mapping[str, str]], dict[str, Any]], type_: type[C]) -> C:
    """The card, else a blank one with every field of the record that can be read."""
    with suppress(InvalidInput):
        return read(record, type_)
    plain = blank(str(value_at(record, "/id") or "x:x"), name_of(record) or {"en": "?"})
    for field in record if isinstance(record, dict) else ():
        if field not in ("id", "name"):
            with suppress(InvalidInput):
                read({**plain, field: record[field]}, type_)
                plain[field] = record[field]
    return read(plain, type_)


def skill_of(find: Find, id: str) -> Skill | None:
    """A skill by its id, if there is one that can be read."""
    try:
        return read(find("skill", id), SkillRecord)
    except InvalidInput:
        return None


def title_of(record: Json, say: Callable[[Name], str]) -> str:
    """What a record is called."""
    names = name_of(record)
    return say(Name.of(names)) if names else str(value_at(record, "/id") or "")


NEW = "new:"
"""Before what somebody typed that is to become a new skill."""


class InPack:
    """The bench as content: the records of its pack as they are at this moment, sound or not, before all others."""

    def __init__(self, bench: PackContext) -> None:
        self._bench = bench

    def find(self, kind: str, id: str) -> Json | None:
        return self._bench.find(kind, id)

    def every(self, kind: str) -> Iterator[tuple[str, Json]]:
        yield from self._bench.content.every(kind)

    def picture(self, id: str, name: str) -> bytes | None:
        return self._bench.picture_data(id, name)


def drawn_character(record: Json, bench: PackContext) -> CardFace:
    """The card as the game draws it, as far as it can be read."""
    card = character_of(record)

    def sound(ids: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(id for id in ids if skill_of(bench.find, id) is not None)

    replace = msgspec.structs.replace
    vigilant = replace(card.vigilant, skills=sound(card.vigilant.skills))
    shaken = replace(card.shaken, skills=sound(card.shaken.skills))
    return face_of_card(replace(card, vigilant=vigilant, shaken=shaken), InPack(bench), tr)


def drawn_gear(record: Json, bench: PackContext) -> GearFace:
    """The equipment card as the game draws it, as far as it can be read."""
    card = equipment_of(record)
    sound = tuple(id for id in card.skills if skill_of(bench.find, id) is not None)
    return face_of_gear(msgspec.structs.replace(card, skills=sound), InPack(bench), tr)


def skill_lines(bench: PackContext, without: tuple[str, ...] = ()) -> list[Line]:
    """Every skill there is, those of the pack first, then by name; not those `without`."""
    own, content = bench.records("skill"), bench.content
    found = {id: skill_of(bench.find, id) for id in bench.every("skill") if id not in without}
    # one that has faults nobody can bear as it is: storage tells of them
    made = [(id not in own, skill_line(skill, tr, content)) for id, skill in found.items() if skill is not None]
    ordered = sorted(made, key=lambda one: (one[0], one[1].name.casefold()))
    return [line_of(line) for _, line in ordered]


def line_of(line: SkillLine) -> Line:
    """A skill as a line to pick."""
    return Line(line.id, line.name, line.words, sign=line.element or "automatic")


def new_line(typed: str, bench: PackContext) -> Line:
    """What was typed as the name of a new skill."""
    return Line(NEW + typed, tr(say("New skill “{name}”", name=typed)), sign="plus")


def bearer_lines(bench: PackContext, content: Content, record: Json) -> list[Line]:
    """Who may bear something: alignments, traits, single characters (BND-5)."""
    lines = [Line(word, tr(Message(ALIGNMENT_WORDS[word]))) for word in ALIGNMENTS]
    lines += trait_lines(bench, record)
    named = ((id, name_of(data)) for id, data in content.every("character"))
    return lines + [Line(id, tr(Name.of(names)), sign="person") for id, names in named if names]


def trait_lines(bench: PackContext, record: Json) -> list[Line]:
    """The traits that cards bear, in the order of the language."""
    words = [*TRAIT_WORDS, *sorted(_traits(bench, record) - TRAIT_WORDS.keys())]
    return [Line(word, tr(trait(word))) for word in words]


def _traits(bench: PackContext, record: Json) -> set[str]:
    cards = [record, *(data for _, data in bench.content.every("character"))]
    return {
        word for data in cards if isinstance(data, dict) for word in data.get("traits") or () if isinstance(word, str)
    }


SKILL, NEW_SKILL = "skill:", "new-skill:"
"""Before what is no trait but a skill: one that is there, or the name of one to be made."""


def free_trait(typed: str, bench: PackContext, *, skills: bool = False) -> list[Line]:
    """What somebody may mean who types a trait that nobody bears: a trait misspelled, a new word; with `skills` one of
    those, whose name was typed where traits are written.
    """
    word, content = record_kinds.spelled(typed), bench.content
    if not word:
        return []
    found = []
    skill = record_kinds.skill_called(word, content) if skills else None
    names = name_of(content.find("skill", skill)) if skill is not None else {}
    if skill is not None:
        found.append(
            Line(SKILL + skill, tr(Name.of(names)), tr(say("A skill: it goes among the skills.")), sign="plus")
        )
    other = record_kinds.near(word, sorted(record_kinds.known_traits(content)))
    if other is not None and other != word:
        found.append(Line(other, tr(trait(other)), tr(say("Is this trait meant?"))))
    idle = tr(say("It does nothing until a skill asks for it."))
    found.append(Line(word, tr(say("New word “{word}”", word=word)), idle, sign="plus"))
    if skills and skill is None:
        found.append(Line(NEW_SKILL + typed, tr(say("New skill “{name}”", name=typed)), sign="plus"))
    return found


def card_lines(bench: PackContext) -> list[Line]:
    """Every profile card, those of the pack first."""
    found = {id: name_of(data) for id, data in bench.every("character").items()}
    return [Line(id, tr(Name.of(names)), sign="person") for id, names in found.items() if names]


MOST = 60
"""Lines shown at once; for more one types another letter."""
Free = Callable[[str], Line | Sequence[Line] | None]
"""The lines made of what was typed, if that may be picked as it is."""


class SearchEdit(QLineEdit):
    """Where one types; all keys that mean something to the list go there. `keyed`: such a key."""

    keyed = Signal(int, bool)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        if key in (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown, Qt.Key.Key_Return,
                   Qt.Key.Key_Enter, Qt.Key.Key_Escape, Qt.Key.Key_Tab, Qt.Key.Key_Backtab):  # fmt: skip
            self.keyed.emit(int(key), control)
            event.accept()
            return
        super().keyPressEvent(event)

    def focusNextPrevChild(self, forward: bool) -> bool:
        self.keyed.emit(int(Qt.Key.Key_Tab if forward else Qt.Key.Key_Backtab), False)
        return True


def ranked(lines: Sequence[Line], typed: str) -> list[Line]:
    """The lines that hold every word typed: first those whose title begins with it, then the others in their order."""
    words = folded(typed).split()
    if not words:
        return list(lines)
    found: list[tuple[int, int, Line]] = []
    for n, line in enumerate(lines):
        title, said = folded(line.title), folded(line.words)
        if all(word in title or word in said for word in words):
            whole = " ".join(words)
            rank = 0 if title == whole else 1 if title.startswith(whole) else 3 if whole not in title else 2
            if rank == 2 and any(part.startswith(words[0]) for part in title.split()):
                rank = 1
            found.append((rank, n, line))
    return [line for _, _, line in sorted(found, key=lambda one: one[:2])]


class Picker(ModalLayer):
    """See the module. `picked` carries the id of a line; with `many` it stays open, and `picked` is a toggle.

    `finished`: enough has been picked, go on. `passed`: Enter without anything typed, nothing is wanted.
    """

    picked = Signal(str)
    finished = Signal()
    passed = Signal()
    closed = Signal()

    def __init__(
        self,
        lines: Sequence[Line],
        parent: QWidget,
        *,
        name: str,
        typed: str = "",
        hint: str = "",
        free: Free | None = None,
        many: bool = False,
        ready: bool = True,
        chosen: Collection[str] = (),
        width: int = 340,
    ) -> None:
        """Over the window of `parent`, which gets the keys back. `name` is for screen readers, `hint` stands grey where
        one types, `chosen` lines are marked. `ready`: Enter takes the first line even if nothing was typed.
        """
        super().__init__(parent)
        self.give_back_to(parent)
        self._parent = parent
        self.setAccessibleName(name)
        self._lines, self._free, self._many, self._wide = list(lines), free, many, width
        self._ready = ready and not many
        self._chosen = set(chosen)
        self._at = self._first(typed)
        self._below: QWidget | QRect = parent
        self._slip = PaperPanel(self, margin=6, seed=23)
        self.edit = SearchEdit(typed, self._slip)
        self.edit.setPlaceholderText(hint or name)
        self.edit.setAccessibleName(name)
        self.edit.keyed.connect(self._keyed)
        self.edit.textChanged.connect(self._typed)
        self.lines = ListView(self._slip)
        self.lines.setAccessibleName(name)
        self.lines.led, self.lines.takes_keys = True, False  # the keys stay where one types
        self.lines.chosen.connect(lambda id: self._pick(self.lines.by_id[id]))
        vbox(self.edit, (self.lines, 1), on=self._slip, spacing=3)

    @property
    def offered(self) -> list[Line]:
        typed = self.edit.text()
        found = ranked(self._lines, typed)
        made = self._free(typed.strip()) if self._free is not None and typed.strip() else None
        own = [made] if isinstance(made, Line) else list(made or ())
        there = {line.id for line in found}
        own = [line for line in own if line.id not in there]
        return [*found[: MOST - len(own)], *own]

    def _first(self, typed: str) -> int:
        return 0 if typed or self._ready else -1

    def _typed(self, *_: object) -> None:
        self._at = self._first(self.edit.text())
        self._fill()
        self._place()

    def _fill(self) -> None:
        self.lines.show_lines(self.offered)
        self._mark()

    def _mark(self) -> None:
        lines = self.lines.rows.lines
        self.lines.show_lines(
            [replace(line, chosen=n == self._at or line.id in self._chosen) for n, line in enumerate(lines)]
        )
        self.lines.setCurrentIndex(self.lines.rows.index(self._at))

    def popup(self, below: QWidget | QRect | None = None) -> None:
        """Show it under a widget, or under a rectangle of the window; above, where there is no room below."""
        self._below = below if below is not None else self._parent
        self._fill()
        chosen = next((n for n, line in enumerate(self.lines.rows.lines) if line.chosen and n), None)
        if chosen is not None and not self.edit.text() and not self._many:
            self._at = chosen
            self._mark()
        self._place()
        self.show()
        self.raise_()
        self.edit.setFocus(Qt.FocusReason.PopupFocusReason)
        self.edit.deselect()

    def _place(self) -> None:
        window = self.parentWidget()
        assert window is not None
        self.setGeometry(window.rect())
        edge = self._slip.SHADOW + fonts.px(6)
        wide = min(fonts.px(self._wide), window.width())
        inner = wide - 2 * edge - fonts.px(12)
        # an empty list takes room too, and would squeeze the line one types into
        self.lines.setVisible(bool(self.lines.rows.lines))
        high = self.lines.heightForWidth(inner) + self.edit.sizeHint().height() + fonts.px(10) + 2 * edge
        below = self._below
        if isinstance(below, QWidget):
            place = QRect(below.mapTo(window, QPoint(0, 0)), below.size())
        else:
            place = below
        under, over = window.height() - place.bottom(), place.top()
        high = min(high, max(under, over, fonts.px(160)), window.height())
        y = place.bottom() - 3 if high <= under or under >= over else place.top() - high + 3
        x = max(0, min(place.left() - self._slip.SHADOW, window.width() - wide))
        self._slip.setGeometry(QRect(QPoint(x, max(0, y)), QSize(wide, high)))

    def _keyed(self, key: int, control: bool) -> None:
        if key == Qt.Key.Key_Escape:
            self.close()
        elif key in (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown):
            step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1, Qt.Key.Key_PageUp: -8}.get(Qt.Key(key), 8)
            if self.lines.rows.lines:
                last = len(self.lines.rows.lines) - 1
                at = self._at + step
                self._at = max(0, min(last, at)) if abs(step) > 1 else at % (last + 1) if at != -2 else last
                self._mark()
        elif control or self._at < 0:
            self.close()
            if key != Qt.Key.Key_Backtab:
                (self.finished if self._many else self.passed).emit()
        elif 0 <= self._at < len(self.lines.rows.lines):
            self._pick(self.lines.rows.lines[self._at])
        else:
            self.close()

    def _pick(self, line: Line) -> None:
        if line.refusal:
            return
        if not self._many:
            self.close()
            self.picked.emit(line.id)
            return
        self._chosen ^= {line.id}
        self._at = -1
        self.edit.clear()
        self._fill()
        self.picked.emit(line.id)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if not self._slip.geometry().contains(event.position().toPoint()):
            self.close()

    def closeEvent(self, event: QCloseEvent) -> None:
        super().closeEvent(event)
        self.closed.emit()
