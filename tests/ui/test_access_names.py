"""Everything that can be focused or clicked, on every screen, has a name, a role and a state; no sign lacks words; and
all that is said follows when the language changes while the window runs.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QAbstractButton, QAbstractScrollArea, QLabel, QLineEdit, QScrollBar, QWidget

from companion.model.core.words import Words
from companion.ui.games.asagiri.print.subjects import CountList
from companion.ui.games.asagiri.table.text_board import Square
from companion.ui.kit.list_view import ListView

from .test_window_kit import FAST
from .tour_kit import PARTS, TRANSLATIONS, settle, small, stacked, touring, walk

NAME = QAccessible.Text.Name
SILENT = (QAccessible.Role.NoRole, QAccessible.Role.Client)


def nameless(page: QWidget) -> list[str]:
    """The controls seen on a page that a screen reader cannot call by a name, or not by a role."""
    found = []
    for widget in page.findChildren(QWidget):
        control = isinstance(widget, QAbstractButton) or widget.focusPolicy() & Qt.FocusPolicy.TabFocus
        if not widget.isVisible() or not control or isinstance(widget, QScrollBar):
            continue
        if widget.focusProxy() is not None or (isinstance(widget.parentWidget(), QAbstractScrollArea)):
            continue
        node = QAccessible.queryAccessibleInterface(widget)
        if isinstance(widget, ListView) and any(not (line.heard or line.title).strip() for line in widget.rows.lines):
            found.append(f"a row of {node.text(NAME)} has no name")
        where = f"{type(widget).__module__}.{type(widget).__qualname__}"
        if node is None or not node.text(NAME).strip():
            found.append(f"{where} in {type(widget.parentWidget()).__qualname__} has no name")
        elif isinstance(widget, QAbstractButton) and node.role() in SILENT:
            found.append(f"{where} has no role")
        elif node.state().disabled != (not widget.isEnabled()):
            found.append(f"{where} tells a wrong state")
    return sorted(set(found))


def unlabelled(page: QWidget) -> list[str]:
    """The buttons that are seen without words, and have no tip that says what they do."""
    return sorted(
        {
            f"{type(button).__module__}.{type(button).__qualname__} “{button.accessibleName()}” has no tip"
            for button in page.findChildren(QAbstractButton)
            if button.isVisible() and not button.text().strip() and not button.toolTip().strip()
            if not isinstance(button, Square)  # letters: the board for those who have it read to them
        }
    )


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


GIVEN = {"Board", "Tile", "My pack", "New samurai"}
"""Names that the walk gave its records."""


@pytest.mark.parametrize("part", PARTS)
def test_every_open_screen_follows_another_language_and_every_control_has_a_name_a_role_and_a_state(
    qtbot: object, tmp_path: Path, part: int
) -> None:
    """And each can be hit: 24 × 24 pixels, what WCAG 2.5.8 asks for."""
    french, english, silent, one_by_one, tiny = Words("fr", TRANSLATIONS), [], [], [], []
    same = {"Français", "Italiano", "English", *GIVEN}
    with touring(tmp_path, msgspec.structs.replace(FAST, language="en")) as w:
        for name, page in walk(w, part):
            w.keeper.change(language="fr")
            settle()
            left = {words for words in sentences(page) if words and words not in same and french(words) != words}
            english += [f"{name}: “{words}” is not yet “{french(words)}”" for words in sorted(left)]
            one_by_one += [f"{name}: {what}" for what in stacked(page)]
            tiny += [f"{name}: {what}" for what in small(w if page is w else w.room, 24)]
            silent += [f"{name}: {what}" for what in (*nameless(page), *unlabelled(page))]
            w.keeper.change(language="en")
    assert not english, "\n".join(english)
    assert not silent, "\n".join(silent)
    assert not tiny, "\n".join(tiny)
    assert not one_by_one, "choices in a column, in the language with the longest words: " + "\n".join(one_by_one)
