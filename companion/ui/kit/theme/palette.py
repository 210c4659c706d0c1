"""The colours, by role: one set for "paper" (light), one for "night" (dark).

Colours are hex text so that a theme stays immutable and fits into a style sheet; `Theme.color` makes the `QColor`
for a painter. Widgets read `current()` when they paint and repaint on `theme_changed`.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Literal, get_args

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QColor

ThemeName = Literal["paper", "night"]
Role = Literal[
    "ground", "surface", "sunken", "ink", "faded", "hairline", "shadow", "vermilion", "vermilion_deep", "on_vermilion",
    "vigilant", "shaken", "on_state", "fire", "water", "air", "earth", "tori", "on_element", "hunter", "creature",
    "mercenary", "mask_rim", "hindering", "aquatic", "blocking", "on_sign", "figure_ink", "figure_light", "stone_white",
    "stone_black", "stone_light", "bone", "bone_shade", "bone_ink", "gold",
]  # fmt: skip
TEXT_ROLES: tuple[Role, ...] = ("ink", "faded", "vermilion", "vigilant", "shaken")
"""Roles that write words: 4.5 or more against ground and surface."""
MARK_ROLES: tuple[Role, ...] = (
    "fire", "water", "air", "earth", "tori", "hunter", "mercenary", "hindering", "aquatic", "blocking", "gold",
)  # fmt: skip
"""Roles that draw signs: 3 or more against ground and surface. ("creature" stands on its light rim at night.)"""
Element = Literal["fire", "water", "air", "earth", "tori"]
ELEMENTS: tuple[Element, ...] = get_args(Element)


@dataclass(frozen=True, slots=True)
class Theme:
    """Every colour of one look, as `#rrggbb`; frozen, hashable, so it can be part of a cache key."""

    name: ThemeName
    dark: bool
    ground: str
    surface: str
    sunken: str
    ink: str
    faded: str
    hairline: str
    shadow: str
    vermilion: str
    vermilion_deep: str
    on_vermilion: str
    vigilant: str
    shaken: str
    on_state: str
    fire: str
    water: str
    air: str
    earth: str
    tori: str
    on_element: str
    hunter: str
    creature: str
    mercenary: str
    mask_rim: str
    hindering: str
    aquatic: str
    blocking: str
    on_sign: str
    figure_ink: str
    figure_light: str
    stone_white: str
    stone_black: str
    stone_light: str
    bone: str
    bone_shade: str
    bone_ink: str
    gold: str

    def color(self, role: Role, alpha: float = 1.0) -> QColor:
        """A fresh `QColor` of a role; `alpha` from 0 (clear) to 1 (solid)."""
        colour = QColor(getattr(self, role))
        colour.setAlphaF(alpha)
        return colour

    def element(self, element: Element, alpha: float = 1.0) -> QColor:
        """The colour of one of the five elements' signs."""
        return self.color(element, alpha)

    def mix(self, first: Role, second: Role, share: float) -> QColor:
        """A solid colour between two roles: `share` 0 is the first, 1 the second."""
        return blend(self.color(first), self.color(second), share)


PAPER = Theme(
    name="paper",
    dark=False,
    ground="#F4EDE0",
    surface="#FBF7EE",
    sunken="#E9DFCC",
    ink="#1F1B16",
    faded="#5B5248",
    hairline="#CFC3AE",
    shadow="#3A2A18",
    vermilion="#B5321C",
    vermilion_deep="#9A2A16",
    on_vermilion="#FFF9EF",
    vigilant="#2B4F7E",
    shaken="#A3261B",
    on_state="#FFF9EF",
    fire="#C23B22",
    water="#2F6CA3",
    air="#3F807A",
    earth="#946420",
    tori="#C23B22",
    on_element="#FFF9EF",
    hunter="#B3301C",
    creature="#1F1B16",
    mercenary="#6E6A66",
    mask_rim="#FBF7EE",
    hindering="#C0610A",
    aquatic="#2F6CA3",
    blocking="#B3261B",
    on_sign="#FFF9EF",
    figure_ink="#1F1B16",
    figure_light="#F8F1E2",
    stone_white="#FDF9EF",
    stone_black="#1D1B19",
    stone_light="#F4EDE0",
    bone="#F7F0E1",
    bone_shade="#D9CCB2",
    bone_ink="#1F1B16",
    gold="#96701A",
)

NIGHT = Theme(
    name="night",
    dark=True,
    ground="#14161B",
    surface="#1E222A",
    sunken="#0E1014",
    ink="#EDE6D6",
    faded="#A79F90",
    hairline="#3A3F4A",
    shadow="#000000",
    vermilion="#EF795C",
    vermilion_deep="#B9442A",
    on_vermilion="#1A0D08",
    vigilant="#7FA3D4",
    shaken="#E8776B",
    on_state="#14161B",
    fire="#E8674A",
    water="#6AA5DB",
    air="#78B8B0",
    earth="#CF9C50",
    tori="#E8674A",
    on_element="#14161B",
    hunter="#E0593C",
    creature="#0B0C0F",
    mercenary="#85827D",
    mask_rim="#D9CFBB",
    hindering="#E8903A",
    aquatic="#6AA5DB",
    blocking="#EC6A5C",
    on_sign="#14161B",
    figure_ink="#14130F",
    figure_light="#E6DCC6",
    stone_white="#F1E9D8",
    stone_black="#0A0B0E",
    stone_light="#F1E9D8",
    bone="#EFE5D0",
    bone_shade="#B5A88D",
    bone_ink="#1F1B16",
    gold="#D3AC55",
)

THEMES: dict[ThemeName, Theme] = {"paper": PAPER, "night": NIGHT}


class _Signals(QObject):
    """Carries the module's signal: a signal needs an object to live on."""

    theme_changed = Signal()


_signals = _Signals()
theme_changed = _signals.theme_changed
"""Emitted (without arguments) after `set_theme` changed the look."""
_current: Theme = PAPER


def current() -> Theme:
    """The theme the window is painted with now."""
    return _current


def set_theme(theme: Theme | ThemeName) -> None:
    """Change the look of the whole window; emits `theme_changed` when it is a different one."""
    global _current
    chosen = THEMES[theme] if isinstance(theme, str) else theme
    if chosen != _current:
        _current = chosen
        theme_changed.emit()


def blend(first: QColor, second: QColor, share: float) -> QColor:
    """A colour between two: `share` 0 is the first, 1 the second; alpha too."""
    return QColor.fromRgbF(
        first.redF() + (second.redF() - first.redF()) * share,
        first.greenF() + (second.greenF() - first.greenF()) * share,
        first.blueF() + (second.blueF() - first.blueF()) * share,
        first.alphaF() + (second.alphaF() - first.alphaF()) * share,
    )


def luminance(colour: QColor) -> float:
    """Relative luminance (0 black … 1 white) as WCAG 2 defines it."""

    def linear(channel: float) -> float:
        return channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4

    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) + 0.0722 * linear(colour.blueF())


def contrast(first: QColor | str, second: QColor | str) -> float:
    """Contrast ratio of two colours, 1 (same) to 21 (black on white), as WCAG 2 defines it."""
    a, b = luminance(QColor(first)), luminance(QColor(second))
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)


def roles() -> tuple[Role, ...]:
    """Every colour role, in the order of the `Theme` fields."""
    known: tuple[Role, ...] = get_args(Role)
    assert {f.name for f in fields(Theme)} == {*known, "name", "dark"}
    return known


SEAT_COLOURS = (
    ("#C23B22", "#E8674A"), ("#2F6CA3", "#6AA5DB"), ("#3F807A", "#78B8B0"), ("#946420", "#CF9C50"),
    ("#6A4C93", "#A991CC"), ("#A8326A", "#D27DA2"), ("#4E6B2E", "#9DB36B"), ("#55504A", "#A79F90"),
)  # fmt: skip
"""Of seats around a table, clockwise, by day and by night; a letter, a mark or a name tells as well."""


def seat_colour(n: int, theme: Theme) -> QColor:
    """The colour of a seat's pieces and lines."""
    paper, night = SEAT_COLOURS[n % len(SEAT_COLOURS)]
    return QColor(night if theme.dark else paper)
