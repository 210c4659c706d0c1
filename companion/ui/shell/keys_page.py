"""The sheet of keys: what is bound now, where it holds, and the place to bind it anew."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from PySide6.QtCore import QEvent, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QFocusEvent, QFontMetrics, QKeyEvent, QKeySequence, QPainter
from PySide6.QtWidgets import QWidget

from companion.model.core.words import say
from companion.model.help.page import Link
from companion.ui.kit import keys
from companion.ui.kit.buttons import InkButton, key_size, paint_key
from companion.ui.kit.explain import explainer
from companion.ui.kit.layouts import FlowRow, vbox
from companion.ui.kit.list_view import BESIDE, WRAP, Line, LineDelegate, ListView
from companion.ui.kit.settings import SettingsService
from companion.ui.kit.theme import fonts, palette
from companion.ui.kit.theme.palette import Theme
from companion.ui.kit.translator import says, tr
from companion.ui.kit.widget import Label, Translated
from companion.ui.play.game_ui import CommandList

Look: TypeAlias = tuple[Sequence[keys.Context], Sequence[tuple[str, Sequence[str]]]]
"""Whose keys hold on the screen that shows, and what keys do there that cannot be bound anew."""
_HELD = (Qt.Key.Key_Control, Qt.Key.Key_Shift, Qt.Key.Key_Alt, Qt.Key.Key_Meta, Qt.Key.Key_AltGr)


class KeyDelegate(LineDelegate):
    """Paints what is done, and its key as a cap; a long one stands below, where it takes no room from the words."""

    heading, gap = "name", 16

    def _words(self, line: Line, width: int) -> tuple[QRect, bool]:
        """The room that the words take, and whether the key stands below them."""
        key, gap = key_size(line.value), fonts.px(14)
        metrics = QFontMetrics(fonts.font("text"))
        below = line.data == "command"
        room = QRect(0, 0, max(40, width - gap - (0 if below else key.width() + gap)), 10_000)
        return metrics.boundingRect(room, WRAP, line.title), below

    def height(self, line: Line, width: int) -> int:
        (words, below), key = self._words(line, width), key_size(line.value).height() if line.value else 0
        return (words.height() + key if below else max(words.height(), key)) + fonts.px(6)

    def paint_line(self, pen: QPainter, box: QRectF, line: Line, theme: Theme, *, lit: bool) -> None:
        (words, below), size = self._words(line, round(box.width())), key_size(line.value)
        cap = QRectF(0, 0, size.width(), size.height())
        cap.moveRight(box.right() - fonts.px(6))
        cap.moveTop(box.bottom() - cap.height() - fonts.px(3) if below else box.center().y() - cap.height() / 2)
        high = words.height() + fonts.px(6) if below else box.height()
        pen.setFont(fonts.font("text"))
        pen.setPen(theme.color("ink"))
        pen.drawText(QRectF(box.left() + fonts.px(8), box.top(), words.width() + 2, high), BESIDE, line.title)
        if not line.value:
            return
        role: palette.Role = "vermilion" if line.chosen else "ink" if lit or line.data == "own" else "faded"
        paint_key(pen, cap, line.value, theme.color(role))
        if line.data == "own":
            pen.setPen(Qt.PenStyle.NoPen)
            pen.setBrush(theme.color("vermilion"))
            pen.drawEllipse(cap.topRight(), fonts.px(3), fonts.px(3))


class KeyList(ListView):
    """Actions and their keys. One that is chosen waits for another key: `wanted` carries it (None: as shipped)."""

    wanted = Signal(str, object)
    waits = Signal()
    """Another action waits for its key, or none."""
    waiting = ""
    """The action that waits."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, grows=True)
        self.set_delegate(KeyDelegate(self))
        self.chosen.connect(lambda id: self._wait("" if id == self.waiting else id))
        self.deleted.connect(lambda id: self.wanted.emit(id, None))

    def _wait(self, id: str) -> None:
        if id != self.waiting:
            self.waiting = id
            self.waits.emit()

    def event(self, event: QEvent) -> bool:
        if self.waiting and event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        if self.waiting and event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            self._take(event)
            return True
        return bool(super().event(event))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Backspace and self.line is not None:
            self.deleted.emit(self.line.id)
        else:
            super().keyPressEvent(event)

    def _take(self, event: QKeyEvent) -> None:
        key, held = Qt.Key(event.key()), event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if key in _HELD:
            return
        id = self.waiting
        self._wait("")
        if key == Qt.Key.Key_Escape:
            return
        if key == Qt.Key.Key_Backspace:
            self.wanted.emit(id, None)
            return
        if key == Qt.Key.Key_Backtab:
            key, held = Qt.Key.Key_Tab, held | Qt.KeyboardModifier.ShiftModifier
        if event.text().isprintable() and event.text() and not event.text().isalpha():
            held &= ~Qt.KeyboardModifier.ShiftModifier  # Shift is how such a sign is typed
        self.wanted.emit(id, keys.portable(QKeySequence(held.value | key.value).toString()))

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self._wait("")
        super().focusOutEvent(event)


class KeysOverview(Translated, QWidget):
    """Every action with its key: first those that hold on the screen that shows, then all others."""

    help_page = "manual/keys"
    print_wanted = Signal()

    def __init__(
        self,
        keeper: SettingsService,
        look: Callable[[], Look],
        commands: Sequence[Callable[[], Sequence[CommandList]]] = (),
        said: Callable[[], Sequence[str]] = lambda: (),
        parent: QWidget | None = None,
    ) -> None:
        """`look` says what holds on the screen that shows, `said` what stands there in words; both are asked again
        each time the sheet opens. `commands`: what can be typed at the tables of the games.
        """
        super().__init__(parent)
        self._keeper, self._look, self._commands, self._said = keeper, look, commands, said
        self._links: dict[str, Link] = {}
        self.terms = says(ListView(self, grows=True), name=say("Words on this screen"))
        """The terms and rules that the screen names, what has the keys first; each leads to its page."""
        self.terms.chosen.connect(lambda id: explainer.wanted.emit(self._links[id]))
        self._here: Look = ((), ())
        hint = say("Click a key to change it. Esc cancels, Backspace restores the default.")
        self.line = Label(self, role="ink", font="strong")
        """What came of the last binding."""
        self.lines = says(KeyList(self), name=say("Keys"))
        self.lines.wanted.connect(self._bind)
        self.lines.waits.connect(self._show_keys)
        self.all = InkButton(say("Restore all default keys"), "quiet", self, sign="undo", clicked=self._all_as_shipped)
        self.print = InkButton(say("Print…"), "quiet", self, sign="print", clicked=self.print_wanted)
        vbox(
            self.terms,
            Label(self, font="small", text=hint),
            self.line,
            self.lines,
            1,
            FlowRow(self, (self.print, self.all)),
            on=self,
            margins=(0, 0, 6, 0),
        )
        keys.changed.connect(self._show_keys)

    def retranslate(self) -> None:
        self._tell("")
        self._here = self._look()
        self._show_terms()
        self._show_keys()

    def _show_terms(self) -> None:
        self._links = {str(link): link for link in explainer.links_in(self._said())}
        lines = [Line(id, *explainer.about(link)) for id, link in self._links.items()]
        self.terms.show_lines([Line("", tr(say("Words on this screen")), heading=True), *lines] if lines else [])
        self.terms.setVisible(bool(lines))

    def _show_keys(self) -> None:
        self.lines.show_lines(list(self._all_lines()))
        self.all.setVisible(bool(keys.own()))

    def _all_lines(self) -> Iterator[Line]:
        here, fixed = self._here
        for n, context in enumerate(here or (None,)):
            title = tr(say("On this screen") if n == 0 or context is None else keys.CONTEXT_WORDS[context])
            yield from self._section(title, context, fixed if n == 0 else ())
            if context == "table":
                yield from self._command_lines()
        for context in keys.CONTEXT_WORDS:
            if context not in here:
                yield from self._section(tr(keys.CONTEXT_WORDS[context]), context, ())
        if "table" not in here:
            yield from self._command_lines()

    def _command_lines(self) -> Iterator[Line]:
        for part in (part for commands in self._commands for part in commands()):
            yield Line("", tr(say("Command line: {part}", part=part.title)), heading=True)
            if part.hint is not None:
                yield Line(f"hint {part.title}", tr(part.hint), on=False, data="command")
            for words, example in part.lines:
                yield Line(f"command {tr(example)}", tr(words), value=tr(example), on=False, data="command")

    def _section(
        self, title: str, context: keys.Context | None, fixed: Sequence[tuple[str, Sequence[str]]]
    ) -> Iterator[Line]:
        deeds = [deed for deed in keys.DEEDS if deed.context == context]
        if deeds or fixed:
            yield Line("", title, heading=True)
        for words, names in fixed:
            yield Line(f"fixed {words}", words, value=" ".join(keys.named(name) for name in names), on=False)
        for deed in deeds:
            waits, bound = deed.id == self.lines.waiting, ", ".join(map(keys.named, keys.bound(deed.id)))
            value = tr(say("Press a key")) if waits else keys.shown(deed.id) or "–"
            told = tr(say("{keys} · click to change", keys=bound or tr(say("no key"))))
            own = "own" if deed.id in keys.own() else ""
            yield Line(deed.id, tr(deed.title), value=value, chosen=waits, tip=told, data=own)

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
