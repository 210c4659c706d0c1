"""Everything that can be focused or clicked, on every screen, has a name, a role and a state; no sign lacks words."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QAbstractButton, QAbstractScrollArea, QScrollBar, QWidget

from companion.ui.games.asagiri.table.text_board import Square
from companion.ui.kit.list_view import ListView

from .test_window_kit import FAST
from .tour_kit import PARTS, stacked, touring, walk

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


@pytest.mark.parametrize("part", PARTS)
def test_every_control_of_every_screen_has_a_name_a_role_and_a_state(qtbot: object, tmp_path: Path, part: int) -> None:
    silent, one_by_one = [], []
    with touring(tmp_path, msgspec.structs.replace(FAST, language="fr")) as w:
        for name, page in walk(w, part):
            one_by_one += [f"{name}: {what}" for what in stacked(page)]
            silent += [f"{name}: {what}" for what in (*nameless(page), *unlabelled(page))]
    assert not silent, "\n".join(silent)
    assert not one_by_one, "choices in a column, in the language with the longest words: " + "\n".join(one_by_one)
