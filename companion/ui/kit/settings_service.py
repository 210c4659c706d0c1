"""The settings in use: one object holds them, applies them to the window and tells who listens."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

from msgspec.structs import replace
from PySide6.QtCore import QObject, QSize, Qt, Signal
from PySide6.QtGui import QGuiApplication

from companion.model.core.words import LANGUAGES, Message, Words
from companion.ui.kit.settings import Settings
from companion.ui.kit.theme import fonts, motion, palette
from companion.ui.kit.translator import tr

_asks = True


def set_asks(on: bool) -> None:
    """Ask, or do at once what is wanted."""
    global _asks
    _asks = on


def asks() -> bool:
    """Whether a person is asked."""
    return _asks


class _SettingsSignals(QObject):
    changed = Signal()


_signals = _SettingsSignals()
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


TEXT_SCALES = (0.8, 0.9, 1.0, 1.15, 1.3, 1.5, 1.75, 2.0)
"""The sizes of text that are offered."""
ROOM = (1920, 1080)
"""On a screen, or in a window, larger than this, text and icons grow with it."""
LEAST = (1280, 800)
"""So much room, at text scale 1, is left in a window on a large screen."""
STEPS = (1.0, 1.15, 1.3, 1.5, 1.75, 2.0, 2.5, 3.0, 4.0)


def system_language() -> str:
    """The language of the system if we speak it, else English."""
    named = next((os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)), "")
    if not named:
        from PySide6.QtCore import QLocale  # slow to import, and rarely needed

        named = QLocale.system().name()
    found = named[:2]
    return found if found in LANGUAGES else "en"


def room_on(window: QSize, screen: QSize) -> float:
    """How many times as large everything is in a window on a screen: as on a screen of 1920 × 1080 (`ROOM`).

    A window that is small on a large screen shows as much as one of 1280 × 800 (`LEAST`).
    """
    share = max(_times(window, ROOM), min(_times(screen, ROOM), _times(window, LEAST)))
    return max((step for step in STEPS if step <= share + 0.01), default=1.0)


def _times(size: QSize, unit: tuple[int, int]) -> float:
    return min(size.width() / unit[0], size.height() / unit[1])


class SettingsService(QObject):
    """The settings as they are now. `change` applies and keeps at once."""

    changed = Signal()

    def __init__(
        self, settings: Settings, language: str = "", parent: QObject | None = None, *,
        early: bool = False,
    ) -> None:  # fmt: skip
        """`language`: spoken until the person chooses another, whatever the settings say. `early`: nobody can press a
        key or hear a sound yet; `grow` sees to that, after the first paint.
        """
        super().__init__(parent)
        self.settings = settings
        self.keep: Callable[[Settings], None] | None = None
        """Puts settings where the next start finds them; may come later, `keep_now` then makes up for it."""
        self._unkept = False
        self._forced = language
        self._early = early
        self._room = 1.0
        QGuiApplication.styleHints().colorSchemeChanged.connect(self.apply)
        self.apply()

    def change(self, **values: Any) -> None:
        """Set some of the fields of `Settings`; nothing happens when all of them are so already."""
        if "language" in values:
            self._forced = ""
        settings = replace(self.settings, **values)
        if settings != self.settings:
            self.settings = settings
            self._unkept = True
            self.apply()
            self.keep_now()
            self.changed.emit()
        elif "language" in values:
            self.apply()

    def keep_now(self) -> None:
        if self._unkept and self.keep is not None:
            self._unkept = False
            self.keep(self.settings)

    def apply(self, *_: object) -> None:
        settings = self.settings
        motion.set_reduced(settings.reduced_motion or motion.less_motion())
        motion.set_speed(settings.enemy_speed)
        set_asks(settings.ask_unacted)
        palette.set_theme(self.theme)
        self._scale()
        tr.set_language(self._forced or settings.language or system_language())
        if not self._early:
            self._equip()
        set_words(tr.speaking(settings.second_language) if settings.second_language else None)

    def grow(self) -> None:
        """The window is seen: keys and sounds too are as the settings say."""
        if self._early:
            self._early = False
            self._equip()

    def _equip(self) -> None:
        from companion.ui.kit import keys, sound

        sound.set_on(self.settings.sounds)
        keys.set_own(self.settings.keys)

    def set_room(self, window: QSize, screen: QSize) -> None:
        """The window and its screen have these sizes (logical pixels): text grows on large ones."""
        room = room_on(window, screen)
        if room != self._room:
            self._room = room
            self._scale()

    def _scale(self) -> None:
        """Text as large as the person wants it; a screen that no longer fits the window folds and scrolls."""
        fonts.set_text_scale(self.settings.text_scale * self._room)

    @property
    def theme(self) -> palette.ThemeName:
        """The theme shown: the chosen one, or what the system prefers."""
        chosen = self.settings.theme
        if chosen != "system":
            return chosen
        dark = QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark
        return "night" if dark else "paper"

    def rebind(self, id: str, key: str | None) -> Message | None:
        """Bind an action to one key, or (None) as shipped, and keep it; a sentence when the key is taken."""
        from companion.ui.kit import keys

        why = keys.rebind(id, key)
        self.change(keys=keys.own())
        return why

    def toggle_theme(self) -> None:
        self.change(theme="paper" if self.theme == "night" else "night")

    def step_text(self, way: int) -> None:
        if way == 0:
            self.change(text_scale=1.0)
            return
        now = self.settings.text_scale
        others = [s for s in TEXT_SCALES if (s > now + 0.01 if way > 0 else s < now - 0.01)]
        if others:
            self.change(text_scale=others[0] if way > 0 else others[-1])
