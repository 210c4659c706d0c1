"""Text from 80 to 200 %, in three languages, in a small window: nothing is cut, everything can be reached."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from companion.ui.theme import type

from .test_window_kit import FAST
from .tour_kit import PARTS, cut, settle, touring, walk

SIZES = [
    ("fr", (2.0,)),  # the longest words, as large as they get
    *(pytest.param(language, (0.8, 1.0, 1.5, 2.0), marks=pytest.mark.soak) for language in ("en", "fr", "it")),
]


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize(("language", "scales"), SIZES)
def test_no_words_are_cut_at_any_size_of_text(
    qtbot: object, tmp_path: Path, language: str, scales: tuple[float, ...], part: int
) -> None:
    lost = []
    with touring(tmp_path, msgspec.structs.replace(FAST, language=language), paints=len(scales) > 1) as w:
        for name, page in walk(w, part):
            for scale in scales:
                w.keeper.change(text_scale=scale)
                settle()
                assert type.text_scale() == scale
                assert (w.width(), w.height()) == (1280, 800), "the window does not grow with its text"
                lost += [f"{name} at {scale}: {what}" for what in cut(w if page is w else w.room)]
                assert w.room.horizontalScrollBar().maximum() == 0, f"{name} at {scale} scrolls sideways"
            w.keeper.change(text_scale=1.0)
    assert not lost, "\n".join(lost)
