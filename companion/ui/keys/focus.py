"""Who gets the keys when the game moves on: never anybody while a person is writing."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QTextEdit, QWidget


def writing(widget: QWidget) -> bool:
    """Whether a person is writing somewhere in the window of `widget`: what is typed belongs there."""
    return isinstance(widget.window().focusWidget(), QLineEdit | QPlainTextEdit | QTextEdit)


def offer_keys(widget: QWidget, reason: Qt.FocusReason = Qt.FocusReason.OtherFocusReason) -> None:
    """Give `widget` the keys because of what has happened, unless a person is writing elsewhere.

    `setFocus` is for what a person points at; this is for everything that asks by itself.
    """
    if not writing(widget):
        widget.setFocus(reason)
