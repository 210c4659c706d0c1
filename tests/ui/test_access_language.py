"""The language changes while the window runs: every open screen follows; a large card speaks two at once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from PySide6.QtWidgets import QAbstractButton, QLabel, QLineEdit, QWidget

from companion.model.core.words import Words
from companion.ui.games.asagiri.cards.large import LargeCard
from companion.ui.games.asagiri.print.subjects import CountList
from companion.ui.kit.list_view import ListView

from .test_window_kit import FAST
from .tour_kit import PARTS, TRANSLATIONS, card, settle, touring, walk


def sentences(page: QWidget) -> Iterator[str]:
    """Everything that a page says, to eyes and to ears."""
    for widget in page.findChildren(QWidget):
        if not widget.isVisible() or isinstance(widget, CountList):  # a card to be printed has its own language
            continue
        if isinstance(widget, ListView):
            for line in widget.rows.lines:
                yield from (line.title, line.words, line.refusal)
        if isinstance(widget, QLabel | QAbstractButton):
            yield widget.text()
        if isinstance(widget, QLineEdit):
            yield widget.placeholderText()
        yield widget.accessibleName()
        yield widget.toolTip().split(" (")[0]


@pytest.mark.parametrize("part", PARTS)
def test_every_open_screen_follows_another_language(qtbot: object, tmp_path: Path, part: int) -> None:
    french, english = Words("fr", TRANSLATIONS), []
    same = {"Français", "Italiano", "English", "Board", "Tile"}  # the last two are names that the walk gave its records
    with touring(tmp_path, msgspec.structs.replace(FAST, language="en")) as w:
        for name, page in walk(w, part):
            w.keeper.change(language="fr")
            settle()
            left = {words for words in sentences(page) if words and words not in same and french(words) != words}
            english += [f"{name}: “{words}” is not yet “{french(words)}”" for words in sorted(left)]
            w.keeper.change(language="en")
    assert not english, "\n".join(english)


def test_a_large_card_is_read_in_two_languages_side_by_side(qtbot: object, tmp_path: Path) -> None:
    with touring(tmp_path, msgspec.structs.replace(FAST, language="en")) as w:
        card(w)
        alone = w.findChildren(LargeCard)[0]
        assert alone.twin is None
        alone.close()
        w.keeper.change(second_language="it")
        card(w)
        both = w.findChildren(LargeCard)[-1]
        assert both.twin is not None
        assert not both.card.geometry().intersects(both.twin.geometry())
        assert both.rect().contains(both.card.geometry())
        assert both.rect().contains(both.twin.geometry())
        own, other = both.card.face.vigilant.skills, both.twin.face.vigilant.skills
        assert [line.id for line in own] == [line.id for line in other]
        assert [line.words for line in own] != [line.words for line in other]
        both.turn_over()
        assert both.twin.status.condition == both.card.status.condition == "shaken"
        both.close()
        w.keeper.change(second_language="en")
        card(w)
        assert w.findChildren(LargeCard)[-1].twin is None, "twice the same language is once too often"
