"""The sheet of keys: what is bound now, where it holds, and the place to bind it anew."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QKeySequence, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from companion.model.core.words import say
from companion.ui.kit import keys
from companion.ui.kit.buttons import InkButton, KeyHint, key_size, paint_key
from companion.ui.kit.label import Label
from companion.ui.kit.settings_service import SettingsService
from companion.ui.kit.theme import fonts, palette
from companion.ui.kit.translator import tr
from companion.ui.kit.widget import PaintedButton, Translated
from companion.ui.play.game_ui import CommandList

Look: TypeAlias = tuple[Sequence[keys.Context], Sequence[tuple[str, Sequence[str]]]]
"""Whose keys hold on the screen that shows, and what keys do there that cannot be bound anew."""
_HELD = (Qt.Key.Key_Control, Qt.Key.Key_Shift, Qt.Key.Key_Alt, Qt.Key.Key_Meta, Qt.Key.Key_AltGr)


class KeyCap(PaintedButton):
    """The key of one action. A click (or Enter) waits for another one: `wanted` carries it (None: as shipped)."""

    wanted = Signal(str, object)

    def __init__(self, id: str, parent: QWidget | None = None) -> None:
        """Shows what is bound to the action `id`."""
        super().__init__(parent)
        self.id = id
        self.setCheckable(True)
        self.toggled.connect(self.show_key)
        self.show_key()

    def show_key(self, *_: object) -> None:
        """Show what is bound now, or that a key is waited for."""
        deed = keys.BY_ID[self.id]
        waits = tr(say("Press a key"))
        self.setText(waits if self.isChecked() else keys.shown(self.id))
        bound = ", ".join(keys.named(key) for key in keys.bound(self.id)) or tr(say("no key"))
        self.setAccessibleName(f"{tr(deed.title)}: {waits if self.isChecked() else bound}")
        self.setToolTip(tr(say("{keys} · click to change", keys=bound)))
        self.refresh()

    def sizeHint(self) -> QSize:
        size = key_size(self.text() or "–")
        return QSize(size.width() + fonts.px(6), size.height() + fonts.px(6))

    def event(self, event: QEvent) -> bool:
        """While it waits every key is its own, whatever else that key does."""
        if self.isChecked() and event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        if self.isChecked() and event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            self._take(event)
            return True
        return bool(super().event(event))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter is a click; Delete is the key as shipped."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        elif event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.wanted.emit(self.id, None)
        else:
            super().keyPressEvent(event)

    def _take(self, event: QKeyEvent) -> None:
        key, held = Qt.Key(event.key()), event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if key in _HELD:
            return
        self.setChecked(False)
        if key == Qt.Key.Key_Escape:
            return
        if key == Qt.Key.Key_Backspace:
            self.wanted.emit(self.id, None)
            return
        if key == Qt.Key.Key_Backtab:
            key, held = Qt.Key.Key_Tab, held | Qt.KeyboardModifier.ShiftModifier
        if event.text().isprintable() and event.text() and not event.text().isalpha():
            held &= ~Qt.KeyboardModifier.ShiftModifier  # Shift is how such a sign is typed
        self.wanted.emit(self.id, keys.portable(QKeySequence(held.value | key.value).toString()))

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self.setChecked(False)
        super().focusOutEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = palette.current()
        pen = QPainter(self)
        pen.setRenderHint(QPainter.RenderHint.Antialiasing)
        inner = self.rect().adjusted(fonts.px(3), fonts.px(3), -fonts.px(3), -fonts.px(3))
        role: palette.Role = "vermilion" if self.isChecked() else "ink" if self._lit() else "faded"
        paint_key(pen, inner.toRectF(), self.text() or "–", theme.color(role))
        if self.id in keys.own():
            pen.setPen(Qt.PenStyle.NoPen)
            pen.setBrush(theme.color("vermilion"))
            pen.drawEllipse(inner.topRight().toPointF(), fonts.px(3), fonts.px(3))
        if self.hasFocus():
            pen.setBrush(Qt.BrushStyle.NoBrush)
            pen.setPen(QPen(theme.color("vermilion"), 1.4, Qt.PenStyle.DotLine))
            pen.drawRoundedRect(self.rect().adjusted(1, 1, -1, -1), 3, 3)
        pen.end()

    def _lit(self) -> bool:
        return self.underMouse() or self.hasFocus() or self.id in keys.own()


class KeysOverview(Translated, QWidget):
    """Every action with its key: first those that hold on the screen that shows, then all others."""

    def __init__(
        self,
        keeper: SettingsService,
        look: Callable[[], Look],
        commands: Sequence[Callable[[], Sequence[CommandList]]] = (),
        parent: QWidget | None = None,
    ) -> None:
        """`look` says what holds on the screen that shows; it is asked again each time the sheet opens.

        `commands`: what can be typed at the tables of the games.
        """
        super().__init__(parent)
        self._keeper, self._look, self._commands = keeper, look, commands
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, fonts.px(6), 0)
        self._hint = Label(
            self, font="small", text=say("Click a key to change it. Esc cancels, Backspace restores the default.")
        )
        self.line = Label(self, role="ink", font="strong")
        """What came of the last binding."""
        self.all = InkButton(say("Restore all default keys"), "quiet", self, sign="undo")
        self.all.clicked.connect(self._all_as_shipped)
        self._page = QWidget(self)
        self._grid = QGridLayout(self._page)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setVerticalSpacing(fonts.px(2))
        self._grid.setColumnStretch(0, 1)
        column.addWidget(self._hint)
        column.addWidget(self.line)
        column.addWidget(self._page, 1)
        column.addWidget(self.all, 0, Qt.AlignmentFlag.AlignLeft)
        self.caps: dict[str, KeyCap] = {}
        keys.changed.connect(self._show_keys)

    def retranslate(self) -> None:
        self._tell("")
        self._clear()
        here, fixed = self._look()
        self._row = 0
        for n, context in enumerate(here):
            title = tr(say("On this screen")) if n == 0 else tr(keys.CONTEXT_WORDS[context])
            self._section(title, context, fixed if n == 0 else ())
            if context == "table":
                self._tell_commands()
        if not here:
            self._section(tr(say("On this screen")), None, fixed)
        others = [context for context in keys.CONTEXT_WORDS if context not in here]
        for context in others:
            self._section(tr(keys.CONTEXT_WORDS[context]), context, ())
        if "table" not in here:
            self._tell_commands()
        self._grid.setRowStretch(self._row, 1)
        self._show_keys()

    def _clear(self) -> None:
        self.caps = {}
        while self._grid.count():
            item = self._grid.takeAt(0)
            widget = item.widget() if item is not None else None
            if widget is not None:
                widget.hide()
                widget.deleteLater()

    def _tell_commands(self) -> None:
        """What can be typed into the command lines of games."""
        for part in (part for commands in self._commands for part in commands()):
            self._head(tr(say("Command line: {part}", part=part.title)))
            if part.hint is not None:
                hint = Label(self._page, font="small")
                hint.setText(tr(part.hint))
                self._grid.addWidget(hint, self._row, 0, 1, 2)
                hint.show()
                self._row += 1
            for words, example in part.lines:
                self._line(tr(words), KeyHint(tr(example), self._page), below=True)

    def _head(self, title: str) -> None:
        if self._row:
            self._grid.setRowMinimumHeight(self._row, fonts.px(14))
            self._row += 1
        heading = Label(self._page, font="name", role="ink")
        heading.setText(title)
        heading.show()
        self._grid.addWidget(heading, self._row, 0, 1, 2)
        self._row += 1

    def _section(self, title: str, context: keys.Context | None, fixed: Sequence[tuple[str, Sequence[str]]]) -> None:
        deeds = [deed for deed in keys.DEEDS if deed.context == context]
        if not deeds and not fixed:
            return
        self._head(title)
        for words, names in fixed:
            self._line(words, KeyHint(" ".join(keys.named(name) for name in names), self._page))
        for deed in deeds:
            cap = self.caps[deed.id] = KeyCap(deed.id, self._page)
            cap.wanted.connect(self._bind)
            self._line(tr(deed.title), cap)

    def _line(self, words: str, key: QWidget, *, below: bool = False) -> None:
        """What it does, and its key; a long one stands `below`, where it takes no room from the words."""
        label = Label(self._page, role="ink")
        label.setText(words)
        self._grid.addWidget(label, self._row, 0, 1, 2 if below else 1)
        self._row += below
        place = (self._row, 0, 1, 2) if below else (self._row, 1, 1, 1)
        self._grid.addWidget(key, *place, Qt.AlignmentFlag.AlignRight)
        label.show()
        key.show()
        self._row += 1

    def _bind(self, id: str, key: str | None) -> None:
        deed = keys.BY_ID[id]
        why = self._keeper.rebind(id, key)
        now = say("“{deed}” now uses {cap}.", deed=deed.title, cap=keys.shown(id) or "–")
        self._tell(tr(why if why is not None else now), wrong=why is not None)

    def _all_as_shipped(self) -> None:
        self._keeper.change(keys={})
        self._tell(tr(say("All keys have been reset.")))

    def _tell(self, words: str, *, wrong: bool = False) -> None:
        self.line.set_role("vermilion" if wrong else "ink")
        self.line.setText(words)
        self.line.setVisible(bool(words))

    def _show_keys(self) -> None:
        for cap in self.caps.values():
            cap.show_key()
        self.all.setVisible(bool(keys.own()))
