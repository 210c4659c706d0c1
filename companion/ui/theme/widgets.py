"""The painted widgets of the window, in one place to import from."""

from __future__ import annotations

from companion.ui.theme._widget import Backdrop, InkWidget, follow
from companion.ui.theme.buttons import ButtonKind, InkButton, KeyHint, paint_key
from companion.ui.theme.marks import (
    STAT_ELEMENT,
    ElementMark,
    Mask,
    MaskMark,
    Stat,
    StatBadge,
    ZeniMeter,
    paint_element,
    paint_mask,
    paint_stat,
    paint_zeni,
)
from companion.ui.theme.panels import Heading, PaperPanel, Rule, SealLabel, Toast, paint_rule, paint_seal, paint_sheet

__all__ = [
    "STAT_ELEMENT",
    "Backdrop",
    "ButtonKind",
    "ElementMark",
    "Heading",
    "InkButton",
    "InkWidget",
    "KeyHint",
    "Mask",
    "MaskMark",
    "PaperPanel",
    "Rule",
    "SealLabel",
    "Stat",
    "StatBadge",
    "Toast",
    "ZeniMeter",
    "follow",
    "paint_element",
    "paint_key",
    "paint_mask",
    "paint_rule",
    "paint_seal",
    "paint_sheet",
    "paint_stat",
    "paint_zeni",
]
