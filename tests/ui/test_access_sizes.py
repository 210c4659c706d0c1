"""Text from 80 to 200 %, and a window of 800 × 600, in three languages: nothing is cut, everything can be reached."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from companion.ui.kit.theme import fonts

from .test_window_kit import FAST
from .tour_kit import PARTS, cut, settle, stacked, touring, walk

USUAL, SMALL, LARGE = (1280, 800), (800, 600), (3840, 2160)
Look = tuple[tuple[int, int], float]
"""A size of the window, and of text."""
SIZES = [
    ("fr", ((USUAL, 2.0), (SMALL, 1.0))),  # the longest words, as large as they get
    *(
        pytest.param(
            language,
            (*((USUAL, scale) for scale in (0.8, 1.0, 1.5, 2.0)), (SMALL, 1.0), (LARGE, 1.0)),
            marks=pytest.mark.soak,
        )
        for language in ("en", "fr", "it")
    ),
]


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize(("language", "looks"), SIZES)
def test_no_words_are_cut_at_any_size_of_text_and_window(
    qtbot: object, tmp_path: Path, language: str, looks: tuple[Look, ...], part: int
) -> None:
    lost = []
    with touring(tmp_path, msgspec.structs.replace(FAST, language=language), paints=len(looks) > 2) as w:
        for size, scale in looks:  # screens that were made at one size are met again at the next
            w.resize(*size)
            w.keeper.change(text_scale=scale)
            w._grown()
            for name, page in walk(w, part):
                settle()
                assert fonts.text_scale() == scale * (2 if size == LARGE else 1)
                assert (w.width(), w.height()) == size, "the window does not grow with its text"
                if size != SMALL or not name.startswith("table, "):  # a slip over a fight lies over its choices there
                    lost += [f"{name} at {size}, {scale}: {what}" for what in cut(w if page is w else w.room)]
                if (size, scale) == (USUAL, 1.0):
                    lost += [f"{name}: {what} lie in a column" for what in stacked(w.room)]
                over = w.room.horizontalScrollBar().maximum()
                lost += [f"{name} at {size}, {scale} scrolls {over} px sideways"] if over else []
        w.resize(*USUAL)
        w._grown()
        w.keeper.change(text_scale=1.0)
    assert not lost, "\n".join(lost)
