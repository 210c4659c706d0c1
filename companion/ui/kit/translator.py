"""The one language of the window, as `theme.palette` holds its one look.

`tr(message)` says a sentence in it. Setting another language sends Qt's `LanguageChange` through all widgets once:
each says what it shows again. What was given a `Message` (by `says`, as the kit's labels and buttons do) needs no
help; what depends on what is shown is said by `widget.Translated.retranslate`.
"""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import TypeAlias, TypeVar

from PySide6.QtCore import QCoreApplication, QDate, QEvent, QLocale, QObject, QTime
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

from companion.model.core.words import LANGUAGES, Message, Name, Words, say

Sentence: TypeAlias = Message | Name
W = TypeVar("W", bound=QWidget)


class Translator:
    """Says messages in the language of the window."""

    def __init__(self) -> None:
        self.words = Words()
        self._folder: Path | None = None

    @property
    def language(self) -> str:
        """The language spoken: `en`, `fr`, …"""
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
            for widget in filter(isValid, QApplication.topLevelWidgets()):  # one may go while another is told
                QCoreApplication.sendEvent(widget, QEvent(QEvent.Type.LanguageChange))  # Qt hands it to the children

    def speaking(self, language: str) -> Words:
        """The words of another language, for things that are not the window's: a printed card."""
        return self.words if language == self.language else Words(language, self._folder)

    def in_all(self, message: Message | Name) -> dict[str, str]:
        """What is said in each language: to be kept where it is read in another one later."""
        return {language: self.speaking(language)(message) for language in LANGUAGES}

    def __call__(self, message: Message | Name | str | int) -> str:
        return self.words(message)


tr = Translator()
"""The one translator of this process."""


class Said(QObject):
    """The sentences of one widget. Qt hands a change of language to it, as to all children of a widget."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self._widget = widget
        self._sentences: dict[str, Sentence] = {}
        self._last = ""
        self._words = tr.words

    def put(self, setter: str, words: Sentence) -> None:
        self._sentences[setter] = words
        self._say(setter, words)

    def _say(self, setter: str, words: Sentence) -> None:
        getattr(self._widget, setter)(tr(words))
        if setter == "setText":
            self._last = self._text()

    def _text(self) -> str:
        return str(self._widget.text())  # type: ignore[attr-defined]

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LanguageChange:
            self.say()
        return super().event(event)

    def say(self) -> None:
        """Say them in the language of the window, if they are not said in it yet."""
        if self._words is tr.words:
            return
        self._words = tr.words
        if "setText" in self._sentences and self._text() != self._last:
            del self._sentences["setText"]  # it was given another text since
        for setter, words in self._sentences.items():
            self._say(setter, words)


def says(
    widget: W,
    text: Sentence | None = None,
    *,
    name: Sentence | None = None,
    tip: Sentence | None = None,
    hint: Sentence | None = None,
) -> W:
    """Have a widget say these in every language, and give it back.

    `name` is for screen readers; `hint` stands in an empty field.
    """
    said = next((child for child in widget.children() if isinstance(child, Said)), None) or Said(widget)
    for setter, words in (
        ("setText", text), ("setAccessibleName", name), ("setToolTip", tip), ("setPlaceholderText", hint),
    ):  # fmt: skip
        if words is not None:
            said.put(setter, words)
    return widget


def percentage(number: int) -> str:
    """A share in hundredths, with its sign."""
    return tr(say("{number}%", number=number))


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
