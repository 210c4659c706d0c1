"""For those who use keys or a screen reader: what is said aloud, who gets the keys, how Tab goes round.

Orca 43 (Debian 12) does not know Qt's announcements. It does speak a notification that comes into view, and so do all
later ones; so on Linux what is announced is a notification, and nowhere both. Measured with Orca 43.1 and Qt 6.11.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QAccessibleEvent, QAccessibleInterface, QKeyEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QAccessibleWidget,
    QApplication,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QTextEdit,
    QWidget,
)
from shiboken6 import isValid

from companion.ui.kit.inside import inside

MEMORY = 40
"""How many announcements are remembered."""
SETTLES_MS = 80
"""Said after the keys have gone where they go next: a reader breaks off what it says when they move."""

_RULE = re.compile(r" \([A-Z]{3}-\d+\)")


def _made(_key: str, thing: object) -> QAccessibleInterface | None:
    role = getattr(thing, "accessible_role", None)
    if not isinstance(thing, QWidget) or role is None:
        return None
    if role == QAccessible.Role.StaticText and thing.focusPolicy() != Qt.FocusPolicy.NoFocus:
        role = QAccessible.Role.Grouping  # the keys go there: not a label
    return QAccessibleWidget(thing, role)


QAccessible.installFactory(_made)


class LastAnnouncement(QWidget):
    """What was announced last in a window; a dot in its corner that only a screen reader sees."""

    accessible_role = QAccessible.Role.Notification

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.setFixedSize(1, 1)
        self._waiting: list[str] = []
        self._question = ""
        self._timer = QTimer(self, singleShot=True, interval=SETTLES_MS)
        self._timer.timeout.connect(self._speak)
        self.show()

    def add(self, words: str, question: str | None) -> None:
        """Say this together with what else is said at the moment, each sentence once, and the last question only."""
        if words and words not in self._waiting:
            self._waiting.append(words)
        if question is not None:
            self._question = without_rules(question)
        self._timer.start()

    def forget(self) -> None:
        """Say nothing of what waits, and show a reader nothing of what was said."""
        self._waiting.clear()
        self._question = ""
        self._timer.stop()
        self.setAccessibleName("")

    def _speak(self) -> None:
        words = " ".join(part for part in (*self._waiting, self._question) if part)
        self._waiting.clear()
        self._question = ""
        if not words:
            return
        self.setAccessibleName(words)
        if sys.platform == "linux":
            QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.ObjectShow))
        else:
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, words))


def without_rules(words: str) -> str:
    """A sentence without the ids of rules: they are small print, not for the ear."""
    return _RULE.sub("", words)


def announce(widget: QWidget, words: str, question: str | None = None) -> None:
    """Have the screen reader say something that has happened in a widget; nothing where none listens.

    `question`: what is asked now (empty: nothing); not said any more when it is answered at once.
    """
    if (words or question is not None) and QAccessible.isActive():
        window = widget.window()
        spoken = next(
            (child for child in window.children() if isinstance(child, LastAnnouncement)), None
        ) or LastAnnouncement(window)
        spoken.add(without_rules(words), question)


def hush(widget: QWidget) -> None:
    """Forget what was announced in the window of a widget: it was for whoever had the screen, who has it no more."""
    for child in widget.window().children():
        if isinstance(child, LastAnnouncement):
            child.forget()


def writing(widget: QWidget) -> bool:
    """Whether a person is writing somewhere in the window of `widget`: what is typed belongs there."""
    held = widget.window().focusWidget()
    return isinstance(held, QLineEdit | QPlainTextEdit | QTextEdit) and not held.isReadOnly()


def offer_keys(widget: QWidget, reason: Qt.FocusReason = Qt.FocusReason.OtherFocusReason) -> None:
    """Give `widget` the keys because of what has happened, unless a person is writing elsewhere.

    `setFocus` is for what a person points at; this is for everything that asks by itself.
    """
    if not writing(widget):
        widget.setFocus(reason)


def stops_in(panel: QWidget) -> list[QWidget]:
    """Where the Tab key stops inside `panel`.

    Not along `nextInFocusChain`: PySide takes what it returns for a child of what it was asked of, and for deleted
    together with it.
    """
    return [widget for widget in inside(panel, QWidget) if _stops(widget)]


def go_round(panel: QWidget, *, forward: bool, order: Callable[[QWidget], int] | None = None) -> bool:
    """Bring the keys to the next widget inside `panel`, from the last one to the first again; False if there is none.

    In the order in which the widgets were made, or in that of the numbers that `order` gives them.
    """
    inside = stops_in(panel)
    if order is not None:
        inside.sort(key=order)
    held = panel.window().focusWidget()
    if inside:
        # from a panel that has the keys as a whole, the next is the first thing on it
        on = next((n for n, one in enumerate(inside) if held is not None and held.isAncestorOf(one)), 0)
        before = inside.index(held) if held in inside else on - 1 if forward else on
        reason = Qt.FocusReason.TabFocusReason if forward else Qt.FocusReason.BacktabFocusReason
        inside[(before + (1 if forward else -1)) % len(inside)].setFocus(reason)
    return bool(inside)


def _stops(widget: QWidget) -> bool:
    by_tab = widget.focusPolicy() & Qt.FocusPolicy.TabFocus
    return bool(by_tab) and widget.isVisible() and widget.isEnabled() and widget.focusProxy() is None


class _Mouse(QObject):
    """Knows while a button that it watches is being clicked with the mouse: then no panel takes the keys."""

    clicking = False

    def watch(self, button: QWidget) -> None:
        button.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.MouseButtonRelease:
            self.clicking = True
            QTimer.singleShot(0, self, self._done)
        return super().eventFilter(watched, event)

    def _done(self) -> None:
        self.clicking = False


mouse = _Mouse()


class _Space(QObject):
    """Keeps Space for the button that the keys are on; where nothing is to be pressed, it is a shortcut of the screen.

    A button that the mouse has brought the keys to does not count: whoever clicks did not go there, and the next Space
    would do once more what was clicked. A class with `space_presses` says for itself whether Space is its own.
    """

    def __init__(self) -> None:
        super().__init__()
        self._clicked: QWidget | None = None
        self._listening = False

    def spare(self, owner: QObject) -> None:
        """From now on in everything inside `owner`."""
        owner.installEventFilter(self)
        application = QApplication.instance()
        if not self._listening and isinstance(application, QApplication):
            self._listening = True
            application.focusChanged.connect(self._moved)

    def _moved(self, _: QWidget | None, now: QWidget | None) -> None:
        self._clicked = now if QApplication.mouseButtons() != Qt.MouseButton.NoButton else None

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() != QEvent.Type.ShortcutOverride or not isinstance(event, QKeyEvent):
            return super().eventFilter(watched, event)
        if event.key() == Qt.Key.Key_Space and not event.modifiers() and self._pressed():
            event.accept()
            return True
        return super().eventFilter(watched, event)

    def _pressed(self) -> bool:
        held = QApplication.focusWidget()
        presses = getattr(held, "space_presses", isinstance(held, QAbstractButton | QComboBox))
        return bool(presses) and held is not self._clicked


_space = _Space()
spare_space = _space.spare


First = Callable[[], QWidget | None]


def give_back(panel: QWidget, back: QWidget | None) -> None:
    """The keys go from a panel back to where they were, or to what it lies on."""
    there = back is not None and isValid(back) and back.isVisible() and back.isEnabled()
    wanted = back if there else panel.parentWidget()
    if wanted is not None:
        wanted.setFocus(Qt.FocusReason.PopupFocusReason)


class Guest(QObject):
    """Watches one panel. Only its own opening brings the keys in, not that of the screen it lies on; and they do not
    come while a person is writing elsewhere, or has opened it with the mouse.
    """

    def __init__(self, panel: QWidget, first: First = lambda: None, wanted: Callable[[], bool] = lambda: True) -> None:
        """`first`: what gets the keys; where it names nothing, the first thing inside at which the Tab key stops,
        or the panel itself. `wanted`: whether it wants them at all.
        """
        super().__init__(panel)
        self._panel, self._first, self._wanted = panel, first, wanted
        self._back: QWidget | None = None
        panel.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShowToParent and self._panel.isVisible():
            self.come()
        elif event.type() == QEvent.Type.Hide and not event.spontaneous():
            self.leave()
        return super().eventFilter(watched, event)

    @property
    def here(self) -> bool:
        held = self._panel.window().focusWidget()
        return held is not None and (held is self._panel or self._panel.isAncestorOf(held))

    def come(self) -> None:
        if self.here or mouse.clicking or writing(self._panel) or not self._wanted():
            return
        self._back = self._panel.window().focusWidget()
        self._enter()

    def _enter(self) -> None:
        first = self._first()
        if first is None or not first.isVisible() or not self._panel.isAncestorOf(first):
            first = next(iter(stops_in(self._panel)), self._panel)
        first.setFocus(Qt.FocusReason.PopupFocusReason)

    @contextmanager
    def staying(self) -> Iterator[None]:
        """While things inside come and go, the keys stay inside, if that is where they were."""
        here = self.here
        yield
        if here and not self.here and self._panel.isVisible():
            self._enter()

    def leave(self) -> None:
        back, self._back = self._back, None
        if self.here:
            give_back(self._panel, back)
