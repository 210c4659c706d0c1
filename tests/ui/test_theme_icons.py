"""Signs and silhouettes: every drawing parses, shows something, takes the colour it is given."""

from __future__ import annotations

import re

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QIcon, QImage, QPixmap
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QApplication

from companion.ui.kit.art.figures import silhouettes
from companion.ui.kit.theme import fonts, icons
from companion.ui.kit.theme.palette import NIGHT, PAPER
from companion.ui.kit.theme.style import style_sheet

WANTED = {
    "fire",
    "water",
    "air",
    "earth",
    "tori",
    "mask-hunter",
    "mask-creature",
    "mask-mercenary",
    "undo",
    "redo",
    "turn-left",
    "turn-right",
    "end",
    "dice",
    "home",
    "flip",
    "zoom-in",
    "zoom-out",
    "settings",
    "sun",
    "moon",
    "pen",
    "seal",
    "crosshair",
    "shield",
    "sword",
    "footprints",
    "fan",
    "lock",
    "tray",
    "zeni",
    "skull",
    "eye",
    "door",
}
DRAWINGS = [*icons.icon_names(), *(f"figures/{name}" for name in silhouettes())]


def inked(pixmap: QPixmap) -> int:
    """How many pixels are not clear."""
    image = pixmap.toImage().convertToFormat(QImage.Format.Format_Alpha8)
    return sum(1 for y in range(image.height()) for x in range(image.width()) if image.pixelColor(x, y).alpha() > 40)


def test_the_promised_signs_are_drawn() -> None:
    assert set(icons.icon_names()) >= WANTED


@pytest.mark.parametrize("name", DRAWINGS)
def test_a_drawing_parses_and_shows(qapp: QApplication, name: str) -> None:
    text = icons.coloured(name, "#123456")
    assert b"currentColor" not in text.data()
    assert b"var(" not in text.data()
    assert QSvgRenderer(text).isValid()
    pixmap = icons.pixmap(name, "#123456", 24, 1.0)
    assert pixmap.width() == 24
    assert 40 < inked(pixmap) < 24 * 24


@pytest.mark.parametrize("name", icons.icon_names())
def test_a_sign_has_one_colour_and_is_small(name: str) -> None:
    text = icons.source(name)
    assert re.findall(r'fill="([^"]+)"', text) == ["currentColor"]
    assert len(text) < 16_000


def test_a_sign_takes_its_colour(qapp: QApplication) -> None:
    middle = icons.pixmap("seal", "#ff0000", 48, 1.0).toImage().pixelColor(9, 24)
    assert middle == QColor("#ff0000")


def test_a_sign_is_painted_once(qapp: QApplication) -> None:
    assert icons.pixmap("fire", "#112233", 20, 2.0) is icons.pixmap("fire", "#112233", 20, 2.0)
    assert icons.icon("fire", "#112233") is icons.icon("fire", "#112233")


def test_a_sign_is_sharp_on_a_sharp_screen(qapp: QApplication) -> None:
    pixmap = icons.pixmap("fire", "#112233", 20, 2.0)
    assert (pixmap.width(), pixmap.devicePixelRatio()) == (40, 2.0)
    icon = icons.icon("fire")
    assert isinstance(icon, QIcon)
    assert not icon.pixmap(20, 20).isNull()


def test_the_sign_of_a_menu_grows_with_the_text(qapp: QApplication) -> None:
    before = fonts.text_scale()
    try:
        for scale in (1.0, 2.0):
            fonts.set_text_scale(scale)
            assert QSize(round(20 * scale), round(20 * scale)) in icons.icon("undo").availableSizes()
            assert f"icon-size: {round(16 * scale)}px" in style_sheet(PAPER)
    finally:
        fonts.set_text_scale(before)


def test_an_unknown_sign_is_refused(qapp: QApplication) -> None:
    with pytest.raises(KeyError):
        icons.pixmap("no-such-sign", PAPER.ink, 20)


def test_signs_follow_the_theme(qapp: QApplication) -> None:
    assert icons.pixmap("end", PAPER.ink, 20).toImage() != icons.pixmap("end", NIGHT.ink, 20).toImage()
