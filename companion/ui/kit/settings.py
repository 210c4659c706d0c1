"""What the window remembers: its look, and what a new game begins with.

A value that makes no sense is as if it were not there: settings never stop the window.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeAlias, get_args

import msgspec

from companion.ui.kit.theme.motion import Speed

PREFIX = "window."
"""Before each field's name, where settings of several owners are kept together."""

ThemeChoice: TypeAlias = Literal["system", "paper", "night"]
DiceChoice: TypeAlias = Literal["virtual", "typed", "ask"]
TableMode: TypeAlias = Literal["track", "assist"]
_WORDS: dict[str, tuple[str, ...]] = {
    "theme": get_args(ThemeChoice),
    "language": ("", "en", "fr", "it"),
    "second_language": ("", "en", "fr", "it"),
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


def _fits(name: str, value: Any) -> bool:
    if not isinstance(value, str):
        return True
    return value in _WORDS[name] if name in _WORDS else len(value) <= _MOST.get(name, 80)
