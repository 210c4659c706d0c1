"""Every name of every pack is markup, names a file and a server: on no screen is it obeyed, or a letter of it lost."""

from __future__ import annotations

import ctypes
import os
import select
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAction, QFontMetrics
from PySide6.QtWidgets import QAbstractButton, QApplication, QGroupBox, QLabel, QTabBar, QWidget
from pytestqt.qtbot import QtBot

from companion.model.core.words import Name
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.choices import Menu

from .test_text_is_text import rich, tip_of
from .tour_kit import PARTS, touring, walk

IN_OPEN, IN_NONBLOCK = 0x20, 0o4000
SIGN = "<u>A&B"
"""What is looked for: a tag that no screen shows, and a sign that buttons take for a key."""


@contextmanager
def untouched(folder: Path) -> Iterator[str]:
    """A text that names a picture and a page; at the end nobody has opened the one or asked for the other.

    Python's own audit would not see what Qt opens, so the system is asked.
    """
    canary = folder / "canary.png"
    canary.write_bytes(b"\x89PNG\r\n\x1a\n")
    libc = ctypes.CDLL(None, use_errno=True)
    watch = libc.inotify_init1(IN_NONBLOCK)
    assert watch >= 0 and libc.inotify_add_watch(watch, os.fsencode(canary), IN_OPEN) >= 0
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        yield f"{SIGN}<img src='{canary.as_uri()}'><img src='http://127.0.0.1:{port}/x.png'>"
        assert not select.select([server], [], [], 0)[0], "somebody has asked for the page"
    assert not select.select([watch], [], [], 0)[0], "somebody has opened the picture"
    canary.read_bytes()
    assert select.select([watch], [], [], 1)[0], "it would have been noticed"
    os.close(watch)


def test_a_name_binds_no_key_and_loses_no_letter(qtbot: QtBot) -> None:
    button, menu = InkButton("Saké & Samouraï"), Menu(str, "Anna & Bea", None)
    qtbot.addWidget(button)
    qtbot.addWidget(menu)
    assert button.text() == "Saké & Samouraï"
    assert button.shortcut().isEmpty()
    node = QAccessible.queryAccessibleInterface(button)
    assert node.text(QAccessible.Text.Name) == "Saké & Samouraï"
    assert button.sizeHint().width() >= QFontMetrics(button._font()).horizontalAdvance("Saké & Samouraï")
    assert menu.add("A&B", str).text() == "A&&B"
    assert menu.accessibleName() == "Anna & Bea"


def swallowed(page: QWidget) -> Iterator[str]:
    """Where a sign of a name would be taken for the key of a control, and not be seen."""
    for widget in page.findChildren(QWidget):
        texts: list[str] = []
        if isinstance(widget, QAbstractButton):
            texts.append(str(widget.property("text")))  # as Qt has it
        elif isinstance(widget, QGroupBox):
            texts.append(widget.title())
        elif isinstance(widget, QTabBar):
            texts += [widget.tabText(n) for n in range(widget.count())]
        elif isinstance(widget, QLabel) and widget.buddy() is not None:
            texts.append(widget.text())
        for text in texts:
            if "A&B" in text.replace("&&", ""):
                yield f"{type(widget).__module__}.{type(widget).__qualname__} “{text[:60]}”"
    for action in page.findChildren(QAction):
        if "A&B" in action.text().replace("&&", ""):
            yield f"an action “{action.text()[:60]}”"


@pytest.mark.skipif(sys.platform != "linux", reason="who opens a file is asked as Linux answers it")
@pytest.mark.timeout(300)
@pytest.mark.parametrize("part", [PARTS[0], *(pytest.param(part, marks=pytest.mark.soak) for part in PARTS[1:])])
def test_no_name_is_obeyed_on_any_screen(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, part: int, tried: Callable[..., None]
) -> None:
    said, wrong, tips, screens = Name.in_language, list[str](), 0, 0
    with untouched(tmp_path) as hostile:
        monkeypatch.setattr(Name, "in_language", lambda self, language: said(self, language) + hostile)
        with touring(tmp_path) as w:
            for where, page in walk(w, part):
                screens += 1
                wrong += [f"{where}: {what}" for what in (*rich(w), *swallowed(w))]
                for widget in page.findChildren(QWidget):
                    if tips < 400 and widget.isVisible() and SIGN in widget.toolTip():
                        tips += 1
                        tip = tip_of(widget)
                        if tip.textFormat() != Qt.TextFormat.PlainText:
                            wrong.append(f"{where}: the tip of {type(widget).__qualname__}")
                page.grab()
        QApplication.processEvents()
    assert not wrong, "\n".join(sorted(set(wrong)))
    tried(screens, f"{screens} screens, {tips} tips")
