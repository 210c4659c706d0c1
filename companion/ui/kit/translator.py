"""The window's language: one object that says every sentence, and tells when the language changes."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Signal

from companion.model.core.words import LANGUAGES, Message, Name, Words

LANGUAGE_NAMES = {"en": "English", "fr": "Français", "it": "Italiano"}
"""Each language called by its own name; never translated."""


class Translator(QObject):
    """Says messages in the language of the window; widgets say theirs again on `changed`."""

    changed = Signal()

    def __init__(self, language: str = "en", folder: Path | None = None, parent: QObject | None = None) -> None:
        """Speak `language`, with the catalogs of `folder`."""
        super().__init__(parent)
        self._folder = folder
        self.words = Words(language, folder)

    @property
    def language(self) -> str:
        """The language spoken: `en`, `fr` or `it`."""
        return self.words.language

    def set_language(self, language: str) -> None:
        """Speak another language from now on; an unknown one changes nothing."""
        if language in LANGUAGES and language != self.language:
            self.words = Words(language, self._folder)
            self.changed.emit()

    def speaking(self, language: str) -> Words:
        """The words of another language, for things that are not the window's: a printed card."""
        return self.words if language == self.language else Words(language, self._folder)

    def __call__(self, message: Message | Name | str | int) -> str:
        """Say it."""
        return self.words(message)
