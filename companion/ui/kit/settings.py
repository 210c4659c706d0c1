"""What the window remembers, and the object that applies it. A value that makes no sense counts as not there."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import Any, Literal, TypeAlias, get_args

import msgspec
from msgspec.structs import replace
from PySide6.QtCore import QObject, QSize, Qt, Signal
from PySide6.QtGui import QGuiApplication

from companion.model.core.words import LANGUAGES, Message, Words
from companion.ui.kit.theme import fonts, motion, palette
from companion.ui.kit.theme.motion import Speed
from companion.ui.kit.translator import tr

PREFIX = "window."
"""Before each field's name, where settings of several owners are kept together."""

ThemeChoice: TypeAlias = Literal["system", "paper", "night"]
DiceChoice: TypeAlias = Literal["virtual", "typed", "ask"]
TableMode: TypeAlias = Literal["track", "assist"]
_WORDS: dict[str, tuple[str, ...]] = {
    "theme": get_args(ThemeChoice),
    "language": ("", *LANGUAGES),
    "second_language": ("", *LANGUAGES),
    "dice": get_args(DiceChoice),
    "table_dice": get_args(DiceChoice),
    "table_mode": get_args(TableMode),
    "enemy_speed": get_args(Speed),
}
_MOST: dict[str, int] = {"geometry": 8_192, "second": 8_192, "database": 500}
SCALES = 0.5, 3.0
MOST_ZENI = 99


class Settings(msgspec.Struct, frozen=True):
    """Everything remembered; the defaults are those of the first start."""

    theme: ThemeChoice = "system"
    language: str = ""
    """`en`, `fr`, `it`; empty: the system's."""
    text_scale: float = 1.0
    """Multiplies the size that goes with the window."""
    reduced_motion: bool = False
    geometry: str = ""
    """Of the window, as Qt writes it, in base 64."""
    dice: DiceChoice = "virtual"
    """How dice are entered in a new game on the screen."""
    first_name: str = ""
    second_name: str = ""
    """The players' names in a new game."""
    house: dict[str, str] = {}
    """House rules: automatic things, and rules nobody wants to be reminded of, with how they stand in every game."""
    database: str = ""
    """Address of the PostgreSQL server where games are kept; empty: on this computer. Used at the next start."""
    second_language: str = ""
    """A second language for large cards; empty: none."""
    sounds: bool = True
    """Whether a few soft sounds go with what is seen anyway, where something can play them."""
    enemy_speed: Speed = "wait"
    """How fast automatic players act: their fights wait to be read, are slow or fast, or everything comes at once."""
    ask_unacted: bool = True
    """Whether a person is asked before a phase ends while figures could still act."""
    keys: dict[str, tuple[str, ...]] = {}
    """Actions bound to other keys than those shipped: id, key sequences (`companion.ui.kit.keys`)."""
    second: str = ""
    """Where the second window stood, as `geometry`."""
    second_turn: int = -1
    """The quarter-turns it shows the board after; -1: it has not been opened yet."""
    table_dice: DiceChoice = "typed"
    """How they are entered in a new game at the table."""
    table_mode: TableMode = "assist"
    """Who has the last word in a new game at the table."""
    budget: int = 16
    """Zeni of each band in a new game."""
    large_targets: bool = False
    """Whether whatever can be clicked is at least as large as a finger (`theme.fonts.target`)."""
    seen_version: str = ""
    """The version whose news the person has been shown; empty: none yet."""
    lessons: dict[str, dict[str, Any]] = {}
    """How far the lessons have come, by id, as `companion.ui.play.lessons` writes it."""
    game: str = ""
    """The game that was looked at last, by its id: home shows its doors; empty: the first."""

    @property
    def names(self) -> tuple[str, str]:
        return self.first_name, self.second_name


def cleaned(data: Mapping[str, Any]) -> Settings:
    """Settings as they were kept; every value that fits is taken, the others stay as they are by default."""
    default = Settings()
    found: dict[str, Any] = {}
    for name in Settings.__struct_fields__:
        value: Any = data.get(PREFIX + name)
        if name == "text_scale":
            number = isinstance(value, (int, float)) and not isinstance(value, bool)
            if number and SCALES[0] <= value <= SCALES[1]:
                found[name] = float(value)
        elif name == "keys" and value:
            from companion.ui.kit import keys  # most people bind none, and it need not be read before the first paint

            found[name] = keys.clean(value)
        elif name == "house":
            found[name] = _clean_house(value)
        elif name == "lessons":
            found[name] = _clean_lessons(value)
        elif name == "budget":
            if type(value) is int and 1 <= value <= MOST_ZENI:
                found[name] = value
        elif type(value) is type(getattr(default, name)) and _fits(name, value):
            found[name] = value
    return Settings(**found)


def kept(settings: Settings) -> dict[str, Any]:
    """Settings as they are kept."""
    return {PREFIX + name: value for name, value in msgspec.structs.asdict(settings).items()}


def _clean_house(value: Any) -> dict[str, str]:
    """Ids, and stops there are; whether an id is known, a game knows."""
    pairs = value.items() if isinstance(value, dict) else ()
    return {id: stop for id, stop in pairs if isinstance(id, str) and len(id) <= 20 and stop in ("off", "remind", "do")}


MOST_LESSONS = 1_000


def _clean_lessons(value: Any) -> dict[str, dict[str, Any]]:
    """Ids, and something about each; what it says, whoever reads it looks at."""
    pairs = value.items() if isinstance(value, dict) and len(value) <= MOST_LESSONS else ()
    return {id: one for id, one in pairs if isinstance(id, str) and len(id) <= 80 and isinstance(one, dict)}


def _fits(name: str, value: Any) -> bool:
    if not isinstance(value, str):
        return True
    return value in _WORDS[name] if name in _WORDS else len(value) <= _MOST.get(name, 80)


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


def next_text_scale(now: float, way: int) -> float:
    """One size larger, or smaller where `way` is negative; `now` where there is none."""
    others = [s for s in TEXT_SCALES if (s > now + 0.01 if way > 0 else s < now - 0.01)]
    return now if not others else others[0] if way > 0 else others[-1]


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
        fonts.set_large_targets(settings.large_targets)
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
        self.change(text_scale=next_text_scale(self.settings.text_scale, way))
