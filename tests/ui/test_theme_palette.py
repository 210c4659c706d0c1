"""Colours: roles complete, contrasts sufficient, one signal."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

import pytest
from PySide6.QtGui import QColor

from companion.ui.kit.theme import palette
from companion.ui.kit.theme.palette import MARK_ROLES, NIGHT, PAPER, TEXT_ROLES, Role, Theme, contrast


@pytest.fixture(autouse=True)
def _paper_again() -> Iterator[None]:
    yield
    palette.set_theme("paper")


@pytest.mark.parametrize("theme", [PAPER, NIGHT], ids=lambda t: t.name)
@pytest.mark.parametrize("role", TEXT_ROLES)
@pytest.mark.parametrize("under", ["ground", "surface"])
def test_words_are_readable(theme: Theme, role: Role, under: Role) -> None:
    assert contrast(theme.color(role), theme.color(under)) >= 4.5


@pytest.mark.parametrize("theme", [PAPER, NIGHT], ids=lambda t: t.name)
@pytest.mark.parametrize("role", MARK_ROLES)
@pytest.mark.parametrize("under", ["ground", "surface"])
def test_marks_are_visible(theme: Theme, role: Role, under: Role) -> None:
    assert contrast(theme.color(role), theme.color(under)) >= 3


@pytest.mark.parametrize("theme", [PAPER, NIGHT], ids=lambda t: t.name)
@pytest.mark.parametrize(
    ("over", "under"),
    [
        ("on_vermilion", "vermilion"),
        ("on_vermilion", "vermilion_deep"),
        ("on_state", "vigilant"),
        ("on_state", "shaken"),
        ("bone_ink", "bone"),
        ("figure_ink", "figure_light"),
        ("figure_ink", "stone_white"),
        ("stone_light", "stone_black"),
    ],
)
def test_words_on_colour_are_readable(theme: Theme, over: Role, under: Role) -> None:
    least = 3.0 if under == "vermilion_deep" else 4.5  # the pressed button, shown for a moment
    assert contrast(theme.color(over), theme.color(under)) >= least


@pytest.mark.parametrize("theme", [PAPER, NIGHT], ids=lambda t: t.name)
@pytest.mark.parametrize("under", ["fire", "water", "air", "earth", "tori", "hindering", "aquatic", "blocking"])
def test_numerals_and_signs_stand_out_of_their_mark(theme: Theme, under: Role) -> None:
    assert contrast(theme.color("on_element"), theme.color(under)) >= 3


@pytest.mark.parametrize("theme", [PAPER, NIGHT], ids=lambda t: t.name)
def test_a_mask_is_seen_by_itself_or_by_its_rim(theme: Theme) -> None:
    for mask in ("hunter", "creature", "mercenary"):
        itself = contrast(theme.color(mask), theme.color("surface"))
        assert max(itself, contrast(theme.color("mask_rim"), theme.color("surface"))) >= 3


def test_every_role_is_a_colour() -> None:
    for theme in (PAPER, NIGHT):
        for role in palette.roles():
            assert QColor(getattr(theme, role)).isValid(), role


def test_a_theme_cannot_be_changed_and_can_be_a_key() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        PAPER.ink = "#000000"
    assert len({PAPER: 1, NIGHT: 2}) == 2


def test_a_painter_cannot_spoil_a_theme() -> None:
    PAPER.color("ink").setAlpha(3)
    assert PAPER.color("ink").alpha() == 255


def test_the_signal_comes_once_for_a_change() -> None:
    heard: list[str] = []

    def hear() -> None:
        heard.append(palette.current().name)

    palette.theme_changed.connect(hear)
    try:
        palette.set_theme("night")
        palette.set_theme(NIGHT)
        palette.set_theme("paper")
    finally:
        palette.theme_changed.disconnect(hear)
    assert heard == ["night", "paper"]


def test_contrast_of_black_on_white() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#808080", "#808080") == pytest.approx(1)
