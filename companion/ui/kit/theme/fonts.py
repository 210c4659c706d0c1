"""Type: Shippori Mincho for titles, names and large numerals, Inter for text; pixel sizes at scale 1.

One text scale holds for the whole app (`set_text_scale`, 0.8 to 8.0); `px` scales a length with it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache, lru_cache
from pathlib import Path
from typing import Literal

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QFont, QFontDatabase, QFontMetrics, QFontMetricsF

from companion.resources import resources_dir


@cache
def resource_root() -> Path:
    """The `resources` folder; FileNotFoundError when there is none, which is a broken installation."""
    root = resources_dir()
    if not root.is_dir():
        raise FileNotFoundError(f"no resources folder at {root}")
    return root


FontRole = Literal["display", "title", "name", "text", "strong", "small", "numeral", "digits"]
MINCHO = "Shippori Mincho"
SANS = "Inter"
MIN_SCALE, MAX_SCALE = 0.8, 8.0
"""The largest: twice the size, on a screen of four times the width."""
_ROLES: dict[FontRole, tuple[str, int, int]] = {
    "display": (MINCHO, 36, 700),
    "title": (MINCHO, 24, 700),
    "name": (MINCHO, 18, 700),
    "text": (SANS, 14, 400),
    "strong": (SANS, 14, 600),
    "small": (SANS, 12, 400),
    "numeral": (MINCHO, 24, 700),
    "digits": (SANS, 14, 500),
}


class _FontSignals(QObject):
    """Carries the module's signal."""

    text_scale_changed = Signal()


_signals = _FontSignals()
text_scale_changed = _signals.text_scale_changed
"""Emitted (without arguments) after `set_text_scale` changed the size of all text."""
_scale = 1.0
_on_paper = False
_loaded: list[str] = []


def load_fonts() -> tuple[str, ...]:
    """Load the shipped fonts, once; the families found. Needs a `QGuiApplication`."""
    if not _loaded:
        for path in sorted((resource_root() / "fonts").glob("*.ttf")):
            number = QFontDatabase.addApplicationFont(str(path))
            _loaded.extend(f for f in QFontDatabase.applicationFontFamilies(number) if f not in _loaded)
    return tuple(_loaded)


def font(role: FontRole = "text", scale: float = 1.0) -> QFont:
    """The font of a role. `scale` multiplies the role's own size, the app's text scale multiplies again."""
    return QFont(_made(role, scale * _scale, _on_paper))


@lru_cache(maxsize=256)
def _made(role: FontRole, scale: float, on_paper: bool) -> QFont:
    load_fonts()
    family, size, weight = _ROLES[role]
    made = QFont(family)
    made.setPixelSize(max(1, round(size * scale)))
    made.setWeight(QFont.Weight(weight))
    made.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    if on_paper:
        plain(made)
    elif family == SANS:
        made.setFeature(QFont.Tag("tnum"), 1)
    if role in {"display", "title"}:
        made.setLetterSpacing(QFont.SpacingType.PercentageSpacing, 101)
    return made


def fitted(role: FontRole, text: str, width: float, scale: float = 1.0, least: float = 0.72) -> QFont:
    """The font of a role, made smaller (to a share of `least`) until the text fits."""
    share = scale
    found = font(role, share)
    while share > scale * least and QFontMetricsF(found).horizontalAdvance(text) > width:
        share -= 0.04 * scale
        found = font(role, share)
    return found


def height(role: FontRole, text: str, width: float) -> int:
    """How high a text is that wraps at a width; lists ask it of all their lines whenever one is added."""
    return _height(role, text, round(width), _scale, _on_paper)


@lru_cache(maxsize=4096)
def _height(role: FontRole, text: str, width: int, scale: float, on_paper: bool) -> int:
    metrics = QFontMetrics(_made(role, scale, on_paper))
    return metrics.boundingRect(0, 0, width, 10_000, Qt.TextFlag.TextWordWrap, text).height()


def wrapped(text: str, metrics: QFontMetricsF, width: float, most: int) -> list[str]:
    """A text in at most so many lines; the last one ends in an ellipsis where there is more."""
    lines, rest = [""], text.split(" ")
    while rest:
        longer = f"{lines[-1]} {rest[0]}".strip()
        if not lines[-1] or metrics.horizontalAdvance(longer) <= width:
            lines[-1] = longer
            rest.pop(0)
        elif len(lines) < most:
            lines.append("")
        else:
            lines[-1] = f"{lines[-1]} {' '.join(rest)}"
            break
    return [metrics.elidedText(line, Qt.TextElideMode.ElideRight, width) for line in lines]


def plain(font: QFont) -> None:
    """Let a font show figures and signs as the letters that they are: other forms that it would put in have no letters
    behind them in a PDF, where nobody could search or copy them.
    """
    font.clearFeatures()
    for form in ("calt", "liga", "tnum"):  # said, not only left out: the font of the window may ask for them
        font.setFeature(QFont.Tag(form), 0)


def text_scale() -> float:
    """The app-wide text scale: 1.0, unless the person chose another or the screen is large."""
    return _scale


def set_text_scale(scale: float) -> None:
    """Change the size of all text, kept between 0.8 and 8.0; emits `text_scale_changed`."""
    global _scale
    kept = min(MAX_SCALE, max(MIN_SCALE, scale))
    if kept != _scale:
        _scale = kept
        text_scale_changed.emit()


TARGET = 44
"""The side of the smallest thing to click where targets are large, in pixels at text scale 1 and below."""
HITTABLE = 24
"""The same for everybody, in pixels (WCAG 2.5.8)."""
_large_targets = False


def set_large_targets(on: bool) -> None:
    """Have whatever can be clicked be as large as a finger, or as small as it likes; emits `text_scale_changed`."""
    global _large_targets
    if on != _large_targets:
        _large_targets = on
        text_scale_changed.emit()


def least_target() -> int:
    """The least side of something that can be clicked, in pixels; 0: as small as it likes."""
    return max(TARGET, px(TARGET)) if _large_targets and not _on_paper else 0


def target(length: float) -> int:
    """The side of something that can be clicked: `px`, but no less than a finger where targets are large."""
    return max(px(length), least_target())


@contextmanager
def unscaled() -> Iterator[None]:
    """Paint at text scale 1, whatever the person chose: a card on paper has one size. Widgets notice nothing."""
    global _scale
    before, _scale = _scale, 1.0
    try:
        yield
    finally:
        _scale = before


@contextmanager
def on_paper() -> Iterator[None]:
    """Paint for a printer: as `unscaled`, in fonts whose every sign can be searched and copied (`plain`)."""
    global _on_paper
    before, _on_paper = _on_paper, True
    try:
        with unscaled():
            yield
    finally:
        _on_paper = before


def px(length: float) -> int:
    """A length in pixels that grows with the text."""
    return round(length * _scale)
