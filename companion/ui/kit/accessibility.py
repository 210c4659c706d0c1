"""What a screen reader is told: the role of a painted widget, and what has just happened.

Orca 43 (Debian 12) does not know Qt's announcements. It does speak a notification that comes into view, and so do all
later ones; so on Linux what is announced is a notification, and nowhere both. Measured with Orca 43.1 and Qt 6.11.
"""

from __future__ import annotations

import re
import sys

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QAccessibleEvent, QAccessibleInterface
from PySide6.QtWidgets import QAccessibleWidget, QWidget

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
