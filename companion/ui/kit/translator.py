"""The one language of the window, as `theme.palette` holds its one look.

`tr(message)` says a sentence in it. Setting another language sends Qt's `LanguageChange` through all widgets once:
each says what it shows again (`widget.Translated`; labels and buttons that were given a `Message` need no help).
"""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QDate, QEvent, QLocale, QTime
from PySide6.QtWidgets import QApplication

from companion.model.core.words import LANGUAGES, Message, Name, Words

LANGUAGE_NAMES = {"en": "English", "fr": "Français", "it": "Italiano"}
"""Each language called by its own name; never translated."""


class Translator:
    """Says messages in the language of the window."""

    def __init__(self) -> None:
        self.words = Words()
        self._folder: Path | None = None

    @property
    def language(self) -> str:
        """The language spoken: `en`, `fr` or `it`."""
        return self.words.language

    def load(self, folder: Path | None, language: str = "en") -> None:
        """Take the catalogs out of `folder` (None: English sentences whatever the language) and speak `language`."""
        self._folder = folder
        self._speak(Words(language, folder))

    def set_language(self, language: str) -> None:
        """Speak another language from now on; an unknown one changes nothing."""
        if language in LANGUAGES and language != self.language:
            self._speak(Words(language, self._folder))

    def _speak(self, words: Words) -> None:
        self.words = words
        if isinstance(QCoreApplication.instance(), QApplication):
            for widget in QApplication.topLevelWidgets():
                QCoreApplication.sendEvent(widget, QEvent(QEvent.Type.LanguageChange))  # Qt hands it to the children

    def speaking(self, language: str) -> Words:
        """The words of another language, for things that are not the window's: a printed card."""
        return self.words if language == self.language else Words(language, self._folder)

    def __call__(self, message: Message | Name | str | int) -> str:
        """Say it."""
        return self.words(message)


tr = Translator()
"""The one translator of this process."""


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
