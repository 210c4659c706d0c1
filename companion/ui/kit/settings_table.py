"""Every setting as one table: what it is called, what it does, what it is found by, and how it is chosen.

The screen of settings, the presets and `docs/settings.md` (by `packaging/settings_page.py`) are made of it. To add a
setting: a field of `companion.ui.kit.settings.Settings`, whose default is the one shipped, and one entry here; a game
declares its own, on a page of its own, in its `GameUI`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from companion.model.core.words import LANGUAGE_NAMES, Message, has_words, say
from companion.ui.kit import sound
from companion.ui.kit.settings import Settings
from companion.ui.kit.theme import motion
from companion.ui.kit.translator import tr


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of a few: id, words, icon (or none)."""

    options: Sequence[tuple[str, Message | str, str]]


@dataclass(frozen=True, slots=True)
class Switch:
    """On or off."""


@dataclass(frozen=True, slots=True)
class TextSize:
    """A share of the usual size of text."""


@dataclass(frozen=True, slots=True)
class Words:
    """A line that is typed, of so many letters at most."""

    most: int


@dataclass(frozen=True, slots=True)
class Count:
    """A whole number."""

    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """A page or sheet of its own that is opened from here: the id of an action, and the words on its button."""

    action: str
    button: Message


Control: TypeAlias = OneOf | Switch | TextSize | Words | Count | Elsewhere


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting. `id` is a field of `Settings`; ``house.MOV-5`` is one entry of a field that holds several.

    `words` are further words to search by, in one line. `held` says why it makes no difference now.
    """

    id: str
    page: str
    title: Message
    line: Message
    words: Message
    control: Control
    held: Callable[[], Message | None] = lambda: None
    section: Message | None = None
    """A title above it: the first of several that belong together."""

    def fits(self, typed: str) -> bool:
        """Whether all typed words are found in title, sentence, options or search words, in the window's language."""
        options = [tr(name) for _, name, _ in self.control.options] if isinstance(self.control, OneOf) else []
        return has_words(" ".join((tr(self.title), tr(self.line), tr(self.words), *options)), typed)


@dataclass(frozen=True, slots=True)
class SettingsPage:
    """A page of settings: its name, an icon, and what it is about in one sentence."""

    id: str
    sign: str
    title: Message
    line: Message


@dataclass(frozen=True, slots=True)
class Preset:
    """Several settings at once, for an occasion."""

    id: str
    sign: str
    title: Message
    line: Message
    values: Mapping[str, Any]


def value(settings: Settings, id: str) -> Any:
    """What a setting is; an entry that a field does not hold is empty."""
    field, _, entry = id.partition(".")
    found = getattr(settings, field)
    return found.get(entry, "") if entry else found


def default(id: str) -> Any:
    """What it is as shipped."""
    return value(Settings(), id)


def changes(settings: Settings, values: Mapping[str, Any]) -> dict[str, Any]:
    """The fields to change (`SettingsService.change`) so that settings have these values."""
    found: dict[str, Any] = {}
    for id, wanted in values.items():
        field, _, entry = id.partition(".")
        if not entry:
            found[field] = wanted
            continue
        held = {key: one for key, one in found.get(field, getattr(settings, field)).items() if key != entry}
        found[field] = {**held, entry: wanted} if wanted else held
    return found


def _still() -> Message | None:
    if not motion.less_motion():
        return None
    return say("The system asks for reduced motion: nothing moves, whatever you choose here.")


def _mute() -> Message | None:
    return None if sound.player() is not None else say("No sound player was found (pw-play, paplay or aplay).")


_SPOKEN = tuple((id, name, "") for id, name in LANGUAGE_NAMES.items())
PRESETS_PAGE, STORAGE_PAGE = "presets", "storage"
PAGES: tuple[SettingsPage, ...] = (
    SettingsPage(PRESETS_PAGE, "star", say("Presets"), say("Several settings at once, for an occasion.")),
    SettingsPage("look", "eye", say("Look"), say("Colours, text and motion.")),
    SettingsPage("language", "book", say("Language"), say("What the window and the cards speak.")),
    SettingsPage("hands", "person", say("Hands and ears"), say("How you point, press and listen.")),
    SettingsPage("play", "play", say("Playing"), say("What a game does while you play, whichever game it is.")),
)
"""The pages of the program; those of games follow, then saved games."""
STORAGE = SettingsPage(
    STORAGE_PAGE, "save", say("Saved games"), say("Where your games are kept, and how to get them back.")
)
SETTINGS: tuple[Setting, ...] = (
    Setting(
        "theme", "look", say("Theme"), say("Dark ink on paper, light ink on night, or as your system has it."),
        say("colours dark light night black white appearance mode"),
        OneOf((("paper", say("Light"), "sun"), ("night", say("Dark"), "moon"), ("system", say("System"), ""))),
    ),
    Setting(
        "text_scale", "look", say("Text size"), say("100% fits this screen. Text and icons change together."),
        say("font letters zoom larger smaller big small scale read"), TextSize(),
    ),
    Setting(
        "reduced_motion", "look", say("Reduce motion"),
        say("Nothing slides, tumbles or fades; everything is there at once."),
        say("animation still movement speed dizzy"), Switch(), _still,
    ),
    Setting(
        "language", "language", say("Language"), say("The language of the window; it changes at once."),
        say("english french italian translation speak tongue"), OneOf(_SPOKEN),
    ),
    Setting(
        "second_language", "language", say("Cards in a second language"),
        say("Large cards show their words in this language too, beside the first."),
        say("bilingual translation two learn text"), OneOf((("", say("No"), ""), *_SPOKEN)),
    ),
    Setting(
        "large_targets", "hands", say("Large targets"),
        say("Buttons, rows and fields are at least 44 pixels high and wide, for a finger or an unsteady hand."),
        say("touch finger buttons big one hand tremor accessibility click tablet"), Switch(),
    ),
    Setting(
        "sounds", "hands", say("Sounds"), say("Dice, a bell and a drum, softly, with what is seen anyway."),
        say("audio mute noise volume silent quiet"), Switch(), _mute,
    ),
    Setting(
        "keys", "hands", say("Keys"), say("Every action can be bound to another key."),
        say("shortcut keyboard hotkey bind press"), Elsewhere("keys", say("Change keys…")),
    ),
    Setting(
        "enemy_speed", "play", say("The computer's turn"),
        say("“Wait for me”: a fight stays until you press Space, Enter or Continue."),
        say("speed bot opponent enemy fast slow pause delay automatic"),
        OneOf((
            ("wait", say("Wait for me"), ""), ("slow", say("Slow"), ""),
            ("fast", say("Fast"), ""), ("at_once", say("At once"), ""),
        )),
    ),
    Setting(
        "first_name", "play", say("First player"), say("The name written first in a new game; yours, most likely."),
        say("name player me who"), Words(40),
    ),
    Setting(
        "second_name", "play", say("Second player"), say("The name of whoever sits across from you most evenings."),
        say("name player opponent who"), Words(40),
    ),
)  # fmt: skip
"""The settings of the program, page by page."""
PRESETS: tuple[Preset, ...] = (
    Preset(
        "first", "book", say("First game"), say("Everything waits for you, asks before it ends, and is easy to read."),
        {"enemy_speed": "wait", "ask_unacted": True, "text_scale": 1.15, "reduced_motion": False, "sounds": True},
    ),
    Preset(
        "table", "people", say("At the table"),
        say("The screen lies beside the box: read from afar, touched with a finger, dice rolled by hand."),
        {"text_scale": 1.3, "large_targets": True, "table_dice": "typed", "sounds": False},
    ),
    Preset(
        "screen", "person", say("On screen"), say("You sit before it with a mouse, and the computer gets on with it."),
        {"text_scale": 1.0, "large_targets": False, "dice": "virtual", "enemy_speed": "slow", "sounds": True},
    ),
    Preset(
        "presentation", "external", say("Presentation"),
        say("For a projector or an audience: large and light, and every fight can be followed."),
        {"theme": "paper", "text_scale": 1.5, "reduced_motion": False, "enemy_speed": "slow"},
    ),
    Preset(
        "one_hand", "flag", say("One hand free"),
        say("Large targets, and nothing runs on while your other hand holds a cup or a child."),
        {"large_targets": True, "text_scale": 1.15, "enemy_speed": "wait", "ask_unacted": True},
    ),
)  # fmt: skip
