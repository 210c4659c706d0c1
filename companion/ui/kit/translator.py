"""The window's language: one object that says every sentence, and tells when the language changes."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from PySide6.QtCore import QDate, QLocale, QObject, QTime, Signal

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


def when(moment: datetime, language: str, now: datetime | None = None) -> str:
    """A moment as short as it can be said: the time today, else the day."""
    today = (now or datetime.now(moment.tzinfo)).date()
    locale = QLocale(language)
    if moment.date() == today:
        return locale.toString(QTime(moment.hour, moment.minute), QLocale.FormatType.ShortFormat)
    return locale.toString(QDate(moment.year, moment.month, moment.day), QLocale.FormatType.ShortFormat)


def moment(when: datetime, language: str) -> str:
    """Day and time, short."""
    locale, short = QLocale(language), QLocale.FormatType.ShortFormat
    day = locale.toString(QDate(when.year, when.month, when.day), short)
    return f"{day} {locale.toString(QTime(when.hour, when.minute), short)}"
