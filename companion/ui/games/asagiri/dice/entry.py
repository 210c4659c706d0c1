"""Typing the dice that somebody really rolled: one key a face, or a click on its picture."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QFontMetricsF, QKeyEvent, QPainter
from PySide6.QtWidgets import QBoxLayout, QGridLayout, QHBoxLayout, QWidget

from companion.model.core.chance import Die, Face
from companion.model.core.words import Message, Name, say
from companion.model.games.asagiri.skills.language.vocabulary import ELEMENTS
from companion.model.games.asagiri.state.formatting import ELEMENT_WORDS
from companion.model.games.asagiri.state.vocabulary import SquareId
from companion.ui.kit.art.dice import Entry, die_pixmap
from companion.ui.kit.buttons import key_size, paint_key
from companion.ui.kit.theme import fonts, icons
from companion.ui.kit.theme.palette import Theme
from companion.ui.kit.widget import PaintedButton, discard
from companion.ui.play.correction_panel import DiceField

KEYS: dict[str, Face] = {"f": "fire", "w": "water", "a": "air", "e": "earth", "t": "tori"}
"""The keys of an inspiration die; ``1`` to ``5`` do as well, in the order of the pictures."""
SHARES = (1.0, 0.9, 0.8, 0.7, 0.6, 0.5)
"""Of the size of a die, where there is little room."""
PICK = 0.76
"""The size of a picture to click, of that of a die."""
LETTERS: dict[Face, str] = {face: key.upper() for key, face in KEYS.items()}


def face_of_key(die: Die, text: str) -> Face | None:
    """The face that a typed letter or digit means on this die, or None."""
    faces = die.kind.faces
    if faces[0] in ELEMENTS:
        if text.isdecimal() and text.isascii() and 1 <= int(text) <= len(faces):
            return faces[int(text) - 1]
        return KEYS.get(text.lower())
    return next((face for face in faces if str(face) == text), None)


class _DieButton(PaintedButton):
    """A die to click on, of a size that can be shrunk."""

    def __init__(self, size: int, parent: QWidget) -> None:
        super().__init__(parent)
        self._size = size
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def shrink(self, size: int) -> None:
        self._size = size
        self.refresh()


class _Slot(_DieButton):
    """One die being entered, with a name below where several people's dice are asked for."""

    def __init__(self, label: str, size: int, parent: QWidget) -> None:
        super().__init__(size, parent)
        self._label, self._whole = label, size
        self._face: Face | None = None
        self._entry: Entry = "rolled"
        self._current = self._here = False

    def tell(self, face: Face | None, entry: Entry, current: bool, name: str, here: bool = False) -> None:
        """Show a face (None: not entered yet), how it came about, and whether it is the next one to be typed.

        `here`: nobody types it, it is rolled here.
        """
        self._face, self._entry, self._current, self._here = face, entry, current, here
        self.setAccessibleName(f"{self._label} {name}".strip())
        self.update()

    def sizeHint(self) -> QSize:
        die = fonts.px(self._size)
        if not self._label:
            return QSize(die, die)
        wide = QFontMetricsF(fonts.font("small")).horizontalAdvance(self._label)
        most = round(fonts.px(150) * self._size / self._whole)
        return QSize(max(die, min(round(wide) + 4, most)), die + fonts.px(17))

    def paint(self, pen: QPainter, theme: Theme) -> None:
        die = fonts.px(self._size)
        box = QRectF((self.width() - die) / 2, 0, die, die)
        blank = self._face is None and not self._current
        picture = die_pixmap(self._face, die, theme, entry=self._entry, spent=blank, chosen=self._current,
                             dpr=self.devicePixelRatioF())  # fmt: skip
        pen.drawPixmap(box.topLeft(), picture)
        if self._here:
            icons.paint(pen, "dice", theme.color("faded"), box.adjusted(die / 4, die / 4, -die / 4, -die / 4))
        if self._label:
            font = fonts.font("small")
            words = QFontMetricsF(font).elidedText(self._label, Qt.TextElideMode.ElideRight, self.width())
            pen.setFont(font)
            pen.setPen(theme.color("ink" if self._current else "faded"))
            pen.drawText(QRectF(0, die, self.width(), self.height() - die), Qt.AlignmentFlag.AlignCenter, words)


class FacePick(_DieButton):
    """A picture of a face to click, with the key that does the same."""

    def __init__(self, face: Face, key: str, name: str, size: int, parent: QWidget) -> None:
        super().__init__(size, parent)
        self.face = face
        self._key = key
        self.setText(name)
        self.setToolTip(name)
        self.setAccessibleName(name)

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(self._size), fonts.px(self._size) + key_size(self._key).height())

    def paint(self, pen: QPainter, theme: Theme) -> None:
        die = fonts.px(self._size)
        lift = 1.5 if self.underMouse() and not self.isDown() else 0.0
        dpr = self.devicePixelRatioF()
        picture = die_pixmap(self.face, die - 2, theme, chosen=self.underMouse(), dpr=dpr)
        pen.drawPixmap(QPointF(1, 1 - lift), picture)
        cap = key_size(self._key)
        place = QRectF((self.width() - cap.width()) / 2, die, cap.width(), cap.height())
        paint_key(pen, place, self._key, theme.color("faded"))


class TypedDice(DiceField):
    """The faces of a roll, typed one after the other.

    `entered` carries the faces as soon as they are complete. A roll to be put right is complete again with its last
    die, or with the one that was picked by a click or the arrows; where it is put right in place, each other face is
    told `at_once`, and the entry is `finished` only then. `changed` after each key. Backspace takes the last one back.
    Dice that are rolled here are None in `entered`.
    """

    changed = Signal()

    def __init__(
        self,
        speak: Callable[[Message | Name | str], str],
        parent: QWidget | None = None,
        *,
        upright: bool = False,
        size: int = 48,
    ) -> None:
        """`speak`: `Game.say`; `upright`: the pictures below the dice instead of beside them; `size` of a die."""
        super().__init__(parent)
        self._speak, self._size = speak, size
        self.dice: tuple[Die, ...] = ()
        self._faces: list[Face | None] = []
        self._before: tuple[Face, ...] = ()
        self.at = 0
        self._picked = self._at_once = False
        self.finished = False
        """Whether nothing more is to be typed."""
        self._rolled: frozenset[int] = frozenset()
        self._least = 0
        self._slots: list[_Slot] = []
        self._picks: list[FacePick] = []
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        ways = QBoxLayout.Direction
        self._page = QBoxLayout(ways.TopToBottom if upright else ways.LeftToRight, self)
        self._page.setContentsMargins(2, 2, 2, 2)
        self._page.setSpacing(fonts.px(8 if upright else 18))
        self._slot_row, self._pick_row = QHBoxLayout(), QGridLayout()
        self._slot_row.setSpacing(fonts.px(4))
        self._pick_row.setHorizontalSpacing(fonts.px(3))
        self._pick_row.setVerticalSpacing(2)
        centre = Qt.AlignmentFlag.AlignCenter
        self._page.addLayout(self._slot_row)
        self._page.addLayout(self._pick_row)
        self._slot_row.setAlignment(centre)
        self._pick_row.setAlignment(centre)

    @property
    def faces(self) -> tuple[Face | None, ...]:
        return tuple(self._faces)

    @property
    def complete(self) -> bool:
        return bool(self._faces) and None not in [self._faces[n] for n in self._typed()]

    def _typed(self) -> list[int]:
        return [n for n in range(len(self._faces)) if n not in self._rolled]

    def ask(
        self,
        dice: Sequence[Die],
        labels: Sequence[str] = (),
        *,
        rolled: Collection[int] = (),
        faces: Sequence[Face] = (),
        at: int = 0,
        at_once: bool = False,
        least: int = 0,
    ) -> None:
        """Ask for these dice; `labels` name their owners; `rolled` are those that nobody types.

        `faces`: a roll to be put right instead of a new one, from the die `at` on. With `least`, Enter is enough as
        soon as so many are typed.
        """
        self.dice, self._rolled, self._least = tuple(dice), frozenset(rolled), least
        self._before = tuple(faces)
        self._at_once = at_once
        self._begin()
        self.at = max(self.at, at)
        self._fill(labels)
        self._show()

    def fit(self, width: int) -> None:
        """Be as large as `width` allows, down to half."""
        for share in SHARES:
            size = round(self._size * share)
            for slot in self._slots:
                slot.shrink(size)
            for pick in self._picks:
                pick.shrink(round(size * PICK))
            if self.wide <= width:
                break

    @property
    def wide(self) -> int:
        """The width that dice and faces take side by side."""
        rows = ((self._slots, self._slot_row.spacing()), (self._picks, self._pick_row.horizontalSpacing()))
        parts = [sum(one.sizeHint().width() for one in row) + gap * max(0, len(row) - 1) for row, gap in rows]
        return sum(parts) + self._page.spacing() + fonts.px(8)

    def clear(self) -> None:
        self._begin()
        self._show()
        self.changed.emit()

    def _begin(self) -> None:
        self._faces = list(self._before) if self._before else [None] * len(self.dice)
        self.at = next(iter(self._typed()), 0)
        self._picked = self.finished = False

    def _fill(self, labels: Sequence[str]) -> None:
        discard(*self._slots, *self._picks)
        self._slots = []
        for n in range(len(self.dice)):
            slot = _Slot(labels[n] if n < len(labels) else "", self._size, self)
            slot.clicked.connect(lambda _=False, n=n: self._go(n))
            self._slots.append(slot)
            self._slot_row.addWidget(slot)
            slot.show()
        self._picks = []
        faces = self.dice[0].kind.faces if self.dice else ()
        for n, face in enumerate(faces):
            key = LETTERS.get(face, str(face))
            pick = FacePick(face, key, self._name(face), round(self._size * PICK), self)
            pick.clicked.connect(lambda _=False, face=face: self.put(face))
            self._picks.append(pick)
            self._pick_row.addWidget(pick, 0, n)
            pick.show()

    def _name(self, face: Face | None) -> str:
        if face is None:
            return self._speak(say("not typed yet"))
        return self._speak(Message(ELEMENT_WORDS[face])) if isinstance(face, str) else str(face)

    def _show(self) -> None:
        for n, slot in enumerate(self._slots):
            face = self._faces[n]
            entry: Entry = "rolled" if face is None else "typed"
            if self._before and face is not None:
                entry = "corrected" if face != self._before[n] else "typed"
            here = n in self._rolled
            name = self._speak(say("rolled here")) if here else self._name(face)
            slot.tell(face, entry, n == self.at, name, here)
        count = sum(face is not None for face in self._faces)
        words = say("Type the dice: {count} of {all}", count=count, all=len(self._typed()))
        self.setAccessibleName(self._speak(words))

    def _go(self, at: SquareId) -> None:
        if at not in self._rolled:
            self.at = max(0, min(at, len(self._faces)))
            self._picked = True
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        self._show()

    def put(self, face: Face) -> bool:
        """Give the die whose turn it is a face; False when all have one already."""
        if self.at >= len(self.dice) or face not in self.dice[self.at].kind.faces:
            return False
        alone = self._picked or self._faces[self.at] is None  # one die put right, rather than one after the other
        self._faces[self.at] = face
        empty = [n for n in self._typed() if self._faces[n] is None]
        after = [n for n in empty if n > self.at]
        self.at = after[0] if after else empty[0] if empty else self.at + 1
        self._picked = False
        self._show()
        self.changed.emit()
        self.finished = self.complete and (not self._before or alone or self.at >= len(self.dice))
        if self.finished or (self._at_once and self.complete and self.faces != self._before):
            self._commit()
        return True

    def write(self, text: str) -> bool:
        """Type several faces in one go (``ffwt``, ``36``); False at the first letter that is no face."""
        for letter in text:
            at = min(self.at, len(self.dice) - 1)
            face = face_of_key(self.dice[at], letter) if self.dice else None
            if face is None or not self.put(face):
                return False
        return True

    def take_back(self) -> None:
        """Forget the die typed last (or the one whose turn it is, when it has a face)."""
        if not self._faces:
            return
        at = min(self.at, len(self._faces) - 1)
        if self._faces[at] is None or self.at >= len(self._faces):
            at = min(self.at, len(self._faces)) - 1
        while at in self._rolled:
            at -= 1
        if at >= 0:
            self.at = at
            self._faces[at] = None
            self._show()
            self.changed.emit()

    def _commit(self) -> None:
        if self._before and self.faces == self._before:
            self.left.emit()  # nothing was wrong
        elif self.complete:
            self.entered.emit(tuple(self._faces))
        elif self._least:
            typed = tuple(face for face in self._faces if face is not None)
            if len(typed) >= self._least:
                self.entered.emit(typed)

    def handles(self, event: QKeyEvent) -> bool:
        """Whether a key is one of its own."""
        if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier & ~Qt.KeyboardModifier.ShiftModifier:
            return False
        if event.key() in (Qt.Key.Key_Backspace, Qt.Key.Key_Delete, Qt.Key.Key_Left, Qt.Key.Key_Right):
            return True
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            return True
        text = event.text()
        if text.isalpha() and event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            return False  # a question about the board; Shift is part of a digit on some keyboards
        return bool(text and self.dice) and face_of_key(self.dice[0], text) is not None

    def press(self, event: QKeyEvent) -> bool:
        """Take a key, its own or one handed on by the window; False when it is none of its keys."""
        if not self.handles(event):
            return False
        key = event.key()
        if key in (Qt.Key.Key_Backspace, Qt.Key.Key_Delete):
            self.take_back()
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            way = 1 if key == Qt.Key.Key_Right else -1
            there = [n for n in self._typed() if (n - self.at) * way > 0]
            self.at = min(there, key=lambda n: abs(n - self.at), default=self.at)
            self._picked = True
            self._show()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._commit()
        else:
            self.write(event.text())
        return True

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            untouched = self.faces == (self._before or (None,) * len(self.dice))
            self.left.emit() if untouched else self.clear()
        elif not self.press(event):
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and self.handles(event):
            event.accept()
            return True
        return super().event(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._show()
