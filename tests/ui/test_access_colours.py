"""Nothing by colour alone: contrasts hold for the three colour-blindnesses, and what colours tell apart, shapes do too.

Simulated with the matrices of Machado, Oliveira and Fernandes, "A Physiologically-based Model for Simulation of Color
Vision Deficiency" (IEEE TVCG 15, 2009), severity 1.0, applied to linear RGB.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import combinations
from typing import get_args

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPixmap

from companion.ui.kit.art import marks
from companion.ui.kit.art.figures import figure_pixmap
from companion.ui.kit.theme import ink, palette
from companion.ui.kit.theme.palette import MARK_ROLES, NIGHT, PAPER, TEXT_ROLES, Element, Role, Theme, contrast

Matrix = tuple[tuple[float, float, float], ...]
MACHADO: Mapping[str, Matrix] = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900),
    ),
}  # fmt: skip
THEMES = (PAPER, NIGHT)
ELEMENTS: tuple[Element, ...] = get_args(Element)


def seen(colour: QColor, blindness: str) -> QColor:
    """A colour as somebody with this colour-blindness sees it."""

    def linear(channel: float) -> float:
        return channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4

    def gamma(channel: float) -> float:
        kept = min(1.0, max(0.0, channel))
        return kept * 12.92 if kept <= 0.0031308 else 1.055 * kept ** (1 / 2.4) - 0.055

    rgb = [linear(channel) for channel in (colour.redF(), colour.greenF(), colour.blueF())]
    red, green, blue = (gamma(sum(a * b for a, b in zip(row, rgb, strict=True))) for row in MACHADO[blindness])
    return QColor.fromRgbF(red, green, blue)


def test_the_simulation_is_the_published_one() -> None:
    """White stays white, red and green come near each other for those who miss a cone, blue and yellow do not."""
    for blindness in MACHADO:
        assert contrast(seen(QColor("white"), blindness), "white") < 1.01
        assert all(abs(sum(row) - 1) < 1e-5 for row in MACHADO[blindness])
    red, green = QColor("#C04030"), QColor("#707010")
    apart = {b: abs(seen(red, b).hueF() - seen(green, b).hueF()) for b in MACHADO}
    assert apart["deuteranopia"] < abs(red.hueF() - green.hueF()) + 1
    assert contrast(seen(QColor("blue"), "protanopia"), seen(QColor("yellow"), "protanopia")) > 4


@pytest.mark.parametrize("blindness", MACHADO)
@pytest.mark.parametrize("theme", THEMES, ids=lambda t: t.name)
def test_words_and_marks_stand_out_for_everybody(theme: Theme, blindness: str) -> None:
    faint = []
    for roles, least in ((TEXT_ROLES, 4.5), (MARK_ROLES, 3.0)):
        for role in roles:
            for under in ("ground", "surface"):
                found = contrast(seen(theme.color(role), blindness), seen(theme.color(under), blindness))
                if found < least:
                    faint.append(f"{role} on {under}: {found:.2f} < {least}")
    assert faint == []


ON_COLOUR: tuple[tuple[Role, Role, float], ...] = (
    ("on_vermilion", "vermilion", 4.5),
    ("on_state", "vigilant", 4.5),
    ("on_state", "shaken", 4.5),
    ("bone_ink", "bone", 4.5),
    ("figure_ink", "figure_light", 4.5),
    ("figure_ink", "stone_white", 4.5),
    ("stone_light", "stone_black", 4.5),
    *(("on_element", element, 3.0) for element in ELEMENTS),
    *(("on_sign", sign, 3.0) for sign in ("hindering", "aquatic", "blocking")),
)


@pytest.mark.parametrize("blindness", MACHADO)
@pytest.mark.parametrize("theme", THEMES, ids=lambda t: t.name)
def test_words_on_colour_are_readable_for_everybody(theme: Theme, blindness: str) -> None:
    faint = []
    for over, under, least in ON_COLOUR:
        found = contrast(seen(theme.color(over), blindness), seen(theme.color(under), blindness))
        if found < least:
            faint.append(f"{over} on {under}: {found:.2f} < {least}")
    assert faint == []


# --- shapes --------------------------------------------------------------------------------------------------------


def bare(draw: Callable[[QPainter, QRectF], None], side: int = 48) -> QImage:
    """What is drawn, as light and dark alone: colour is taken away, brightness stays."""
    pixmap = ink.blank(side, side, 1.0)
    with ink.painting(pixmap) as pen:
        draw(pen, QRectF(0, 0, side, side))
    return on_white(pixmap, side)


def on_white(pixmap: QPixmap, side: int) -> QImage:
    """A picture on white paper, in 64 × 64 greys."""
    image = QImage(side, side, QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    pen = QPainter(image)
    pen.drawPixmap(0, 0, pixmap)
    pen.end()
    grey = image.convertToFormat(QImage.Format.Format_Grayscale8)
    return grey.scaled(48, 48, Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation)


def outline(image: QImage) -> frozenset[tuple[int, int]]:
    """Where there is anything at all: its shape, whatever its colour."""
    return frozenset((x, y) for x in range(48) for y in range(48) if image.pixelColor(x, y).value() < 215)


def apart(one: QImage, other: QImage) -> float:
    """How much two shapes differ: the share of squares that only one of them fills."""
    a, b = outline(one), outline(other)
    return len(a ^ b) / max(1, len(a | b))


@pytest.mark.parametrize("theme", THEMES, ids=lambda t: t.name)
def test_the_five_elements_have_five_shapes(qapp: object, theme: Theme) -> None:
    before = palette.current()
    palette.set_theme(theme)
    try:
        shapes = {
            element: bare(lambda pen, box, e=element: marks.paint_element(pen, box, e, theme)) for element in ELEMENTS
        }
    finally:
        palette.set_theme(before)
    alike = [(a, b) for a, b in combinations(shapes, 2) if apart(shapes[a], shapes[b]) < 0.12]
    assert alike == []


@pytest.mark.parametrize("theme", THEMES, ids=lambda t: t.name)
def test_bands_and_states_of_figures_differ_without_colour(qapp: object, theme: Theme) -> None:
    before = palette.current()
    palette.set_theme(theme)

    def figure(base: str, state: str, spent: bool) -> QImage:
        return on_white(figure_pixmap("oni-warrior", base, state, spent, "N", 96, dpr=1.0), 96)

    try:
        round_, eight = figure("round", "vigilant", False), figure("octagon", "vigilant", False)
        shaken, spent = figure("round", "shaken", False), figure("round", "vigilant", True)
    finally:
        palette.set_theme(before)
    for other in (eight, shaken, spent):
        differs = sum(
            abs(round_.pixelColor(x, y).value() - other.pixelColor(x, y).value()) > 24
            for x in range(48)
            for y in range(48)
        )
        assert differs > 40, differs
