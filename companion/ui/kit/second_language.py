"""The other language of a large card: at a table where two languages are spoken, both read the same card."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from companion.model.core.words import Words


class _Signals(QObject):
    changed = Signal()


_signals = _Signals()
changed = _signals.changed
"""Emitted (without arguments) after another language, or none, was asked for."""
_words: Words | None = None


def set_words(words: Words | None) -> None:
    """Show large cards in this language too; None: in the window's alone."""
    global _words
    before = _words.language if _words is not None else ""
    _words = words
    if (words.language if words is not None else "") != before:
        changed.emit()


def words_beside(language: str) -> Words | None:
    """The words of the other language, beside a card in `language`; None: nobody asked, or it is the same one."""
    return _words if _words is not None and _words.language != language else None
