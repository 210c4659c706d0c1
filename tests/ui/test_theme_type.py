"""Type: the shipped fonts, found by family name, with every letter the app writes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest
from PySide6.QtGui import QFontDatabase, QFontInfo, QFontMetricsF, QRawFont
from PySide6.QtWidgets import QApplication

import companion
from companion.ui.kit.theme import fonts as lettering
from companion.ui.kit.theme.fonts import FontRole, resource_root

ROLES: tuple[FontRole, ...] = get_args(FontRole)
WRITTEN = (
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.,;:!?…-–—'\"’‘“”«»()[]/+×·→←≥≤ "
    "ÀÂÆÇÉÈÊËÎÏÔŒÙÛÜŸàâæçéèêëîïôœùûüÿÌÒìòÍÓÚíóúáŌōŪūĀāĪīĒē€\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}"
)
PAINTED = sorted({
    sign for path in (Path(companion.__file__).parent / "ui").rglob("*.py")
    for sign in re.findall(r"[\u4e00-\u9fff]", path.read_text("utf-8"))
})  # fmt: skip
"""Every ornament that a module of the window names: a machine without Japanese fonts shows an empty box."""


@pytest.fixture(autouse=True)
def _scale_again() -> Iterator[None]:
    yield
    lettering.set_text_scale(1.0)


def test_the_families_are_there(qapp: QApplication) -> None:
    families = lettering.load_fonts()
    assert {lettering.MINCHO, lettering.SANS} <= set(families)
    assert {lettering.MINCHO, lettering.SANS} <= set(QFontDatabase.families())


@pytest.mark.parametrize("role", ROLES)
def test_a_role_gets_its_own_family(qapp: QApplication, role: FontRole) -> None:
    font = lettering.font(role)
    assert QFontInfo(font).family() in {lettering.MINCHO, lettering.SANS}
    assert QFontInfo(font).family() == font.family()


@pytest.mark.parametrize("role", ROLES)
def test_no_letter_is_missing(qapp: QApplication, role: FontRole) -> None:
    raw = QRawFont.fromFont(lettering.font(role))
    assert [c for c in WRITTEN if not raw.supportsCharacter(ord(c))] == []


@pytest.mark.parametrize("role", ["display", "title", "name", "numeral"])
def test_ornaments_are_in_the_mincho(qapp: QApplication, role: FontRole) -> None:
    raw = QRawFont.fromFont(lettering.font(role))
    assert [c for c in PAINTED if not raw.supportsCharacter(ord(c))] == []


@pytest.mark.parametrize("role", ROLES)
def test_numerals_line_up(qapp: QApplication, role: FontRole) -> None:
    metrics = QFontMetricsF(lettering.font(role))
    assert len({round(metrics.horizontalAdvance(digit * 8), 2) for digit in "0123456789"}) == 1


@pytest.mark.parametrize("role", ROLES)
def test_only_numerals_have_the_width_of_a_numeral(qapp: QApplication, role: FontRole) -> None:
    font = lettering.font(role)
    digit = QFontMetricsF(font).horizontalAdvance("0")
    for sign in ".,:;-()":
        assert QFontMetricsF(font).horizontalAdvance(sign) < 0.85 * digit, sign


def test_the_text_scale_is_kept_in_bounds_and_told(qapp: QApplication) -> None:
    heard: list[float] = []

    def hear() -> None:
        heard.append(lettering.text_scale())

    lettering.text_scale_changed.connect(hear)
    try:
        lettering.set_text_scale(9)
        assert lettering.font("text").pixelSize() == 112
        assert lettering.px(10) == 80
        lettering.set_text_scale(0.1)
        lettering.set_text_scale(0.8)
    finally:
        lettering.text_scale_changed.disconnect(hear)
    assert heard == [8.0, 0.8]


def test_every_font_has_its_licence_beside_it() -> None:
    folder = resource_root() / "fonts"
    families = {path.stem.split("-")[0] for path in folder.glob("*.ttf")}
    assert families
    for family in families:
        assert "SIL Open Font License" in (folder / f"OFL-{family}.txt").read_text(encoding="utf-8")
