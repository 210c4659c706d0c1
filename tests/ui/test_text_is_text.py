"""Names out of other people's files are words, whatever signs are in them: no label or tooltip makes HTML of one."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QApplication, QLabel, QMessageBox, QToolTip, QWidget
from pytestqt.qtbot import QtBot

from companion.ui.kit import rich_text
from companion.ui.kit.theme import style

from . import tour_kit as tour
from .campaign_window_kit import begun as campaign_begun
from .editor_kit import shelf_over
from .test_window_kit import FAST, begun, window

HOSTILE = "<img src='file:///nowhere.png'><b>{}</b>"
COMPANION = Path(__file__).parents[2] / "companion"
RICH = {
    "setHtml", "insertHtml", "appendHtml", "setMarkdown", "insertMarkdown", "setWhatsThis", "QTextBrowser",
    "QTextDocument", "QStaticText", "QErrorMessage", "QWhatsThis", "QProxyStyle", "QStyleFactory", "RichText",
    "MarkdownText", "AutoText",
}  # fmt: skip
"""Ways around the style of the theme, and of making HTML of a text at all."""


def tip_of(widget: QWidget) -> QLabel:
    """What Qt shows while the mouse rests on a widget."""
    middle = widget.rect().center()
    QApplication.sendEvent(widget, QHelpEvent(QEvent.Type.ToolTip, middle, widget.mapToGlobal(middle)))
    (tip,) = (one for one in QApplication.topLevelWidgets() if one.inherits("QTipLabel") and isinstance(one, QLabel))
    return tip


def rich(page: QWidget) -> Iterator[str]:
    """The labels of a page that would make HTML of a text."""
    for label in page.findChildren(QLabel):
        label.ensurePolished()
        if label.textFormat() != Qt.TextFormat.PlainText:
            yield f"{type(label).__qualname__} “{label.text()[:60]}”"


def test_names_are_shown_as_they_are_on_every_screen(qtbot: QtBot, tmp_path: Path) -> None:
    storage, name = shelf_over(tmp_path), HOSTILE.format
    game = begun(storage, name("title"), names=(name("Anna"), name("Bruno")), bands=(name("one"), name("two")))
    storage.library.set_tags(game, ["<img src='x'>tag"])
    assert storage.workshop is not None
    storage.workshop.create(name("pack"))
    wrong, tipped = [], set()
    with window(storage, FAST) as w:
        w.setUpdatesEnabled(False)
        assert w.navigator is not None
        for where in ("home", "library", "workshop", "game", "campaign", "campaigns"):
            if where == "game":
                w.navigator.open_game(game)
            elif where == "campaign":
                campaign_begun(w, title=name("campaign"))
            else:
                getattr(tour, where)(w)
            tour.settle()
            wrong += [f"{where}: {what}" for what in rich(w)]
            for widget in w.findChildren(QWidget):
                if "<img" in widget.toolTip() and widget.isVisible():
                    tip = tip_of(widget)
                    tipped.add(where)
                    if tip.textFormat() != Qt.TextFormat.PlainText or "<img" not in tip.text():
                        wrong.append(f"{where}: the tip of {type(widget).__qualname__}")
            QToolTip.hideText()
    storage.close()
    assert not wrong, "\n".join(wrong)
    assert {"library", "game"} <= tipped


def test_message_boxes_show_text(qtbot: QtBot) -> None:
    box = QMessageBox(QMessageBox.Icon.Warning, "title", HOSTILE.format("words"))
    qtbot.addWidget(box)
    box.setInformativeText(HOSTILE.format("more"))
    box.ensurePolished()
    assert not list(rich(box))


def ways_around(text: str) -> list[str]:
    """Where a module names one of the ways."""
    found: list[str] = []
    if not any(way in text for way in RICH):  # most modules need not be parsed
        return found
    for node in ast.walk(ast.parse(text)):
        name = node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
        if name in RICH:
            found.append(f"{node.lineno}: {name}")
    return found


@pytest.mark.parametrize("text", ["label.setTextFormat(Qt.TextFormat.RichText)", "QTextBrowser()", "page.setHtml(x)"])
def test_a_way_around_is_found(text: str) -> None:
    assert ways_around(text)


def test_nobody_goes_around_the_style() -> None:
    # help pages are HTML that `model.help` makes of our own blocks (tests/help)
    known = {Path(style.__file__), Path(rich_text.__file__)}
    found = [f"{path.relative_to(COMPANION)}:{way}" for path in sorted(COMPANION.rglob("*.py"))
             if path not in known for way in ways_around(path.read_text("utf-8"))]  # fmt: skip
    assert not found
