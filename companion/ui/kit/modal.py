"""Over a whole window: the keys stay inside and go back where they were, and it closes with its screen."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, QStandardPaths, Qt
from PySide6.QtGui import QAccessible, QCloseEvent
from PySide6.QtWidgets import QFileDialog, QWidget
from shiboken6 import isValid

from companion.model.core.words import Message
from companion.ui.kit.layouts import OnePage
from companion.ui.kit.translator import tr
from companion.ui.kit.widget import Translated

FORBIDDEN = re.compile(r'[\\/:*?"<>|\x00-\x1f]')
"""What some system does not take in the name of a file."""


def ask_for_file(over: QWidget, title: Message, endings: str) -> Path | None:
    """Ask which file to open, in the system's own dialog; None if the person cancels."""
    chosen, _ = QFileDialog.getOpenFileName(over.window(), tr(title), "", endings)
    return Path(chosen) if chosen else None


def ask_where_to_save(over: QWidget, title: Message, name: str, ending: str) -> Path | None:
    """Ask where to save a file, in the system's own dialog; None if the person cancels.

    It begins in the documents folder, with a name that every system takes.
    """
    folder = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
    proposed = Path(folder) / f"{FORBIDDEN.sub('', name).strip() or 'okko'}{ending}"
    chosen, _ = QFileDialog.getSaveFileName(over.window(), tr(title), str(proposed), f"*{ending}")
    return Path(chosen) if chosen else None


def stops_in(panel: QWidget) -> list[QWidget]:
    """Where the Tab key stops inside `panel`.

    Not along `nextInFocusChain`: PySide takes what it returns for a child of what it was asked of, and for deleted
    together with it.
    """
    return [widget for widget in panel.findChildren(QWidget) if _stops(widget)]


def go_round(panel: QWidget, *, forward: bool, order: Callable[[QWidget], int] | None = None) -> bool:
    """Bring the keys to the next widget inside `panel`, from the last one to the first again; False if there is none.

    In the order in which the widgets were made, or in that of the numbers that `order` gives them.
    """
    inside = stops_in(panel)
    if order is not None:
        inside.sort(key=order)
    held = panel.window().focusWidget()
    if inside:
        # from a panel that has the keys as a whole, the next is the first thing on it
        on = next((n for n, one in enumerate(inside) if held is not None and held.isAncestorOf(one)), 0)
        before = inside.index(held) if held in inside else on - 1 if forward else on
        reason = Qt.FocusReason.TabFocusReason if forward else Qt.FocusReason.BacktabFocusReason
        inside[(before + (1 if forward else -1)) % len(inside)].setFocus(reason)
    return bool(inside)


def _stops(widget: QWidget) -> bool:
    by_tab = widget.focusPolicy() & Qt.FocusPolicy.TabFocus
    return bool(by_tab) and widget.isVisible() and widget.isEnabled() and widget.focusProxy() is None


def _screen(widget: QWidget) -> QWidget:
    """The outermost page that a widget lies on; its window, when that has no pages."""
    found, around = widget.window(), widget.parentWidget()
    while around is not None:
        if isinstance(around, OnePage):
            found = widget
        widget, around = around, around.parentWidget()
    return found


class ModalLayer(Translated, QWidget):
    """Over the window of `owner`; closes when the screen that `owner` lies on is hidden or gone."""

    accessible_role = QAccessible.Role.Dialog

    def __init__(self, owner: QWidget) -> None:
        """Not shown yet. The keys will go back to what has them now, unless `give_back_to` says another."""
        window = owner.window()
        super().__init__(window)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._back = window.focusWidget()
        _screen(owner).installEventFilter(self)

    def give_back_to(self, widget: QWidget) -> None:
        """Who gets the keys in the end."""
        self._back = widget

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Hide and not event.spontaneous() and self.isVisible():
            self.close()
        return super().eventFilter(watched, event)

    def focusNextPrevChild(self, forward: bool) -> bool:
        return go_round(self, forward=forward) or super().focusNextPrevChild(forward)

    def closeEvent(self, event: QCloseEvent) -> None:
        super().closeEvent(event)
        if self._back is not None and isValid(self._back) and self._back.isVisible():
            self._back.setFocus(Qt.FocusReason.PopupFocusReason)
