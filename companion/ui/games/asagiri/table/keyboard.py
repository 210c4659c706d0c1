"""The table by keys: where Tab goes next, and what Escape closes."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QWidget

from companion.ui.kit.modal import go_round

if TYPE_CHECKING:
    from .screen import TableScreen


def tab_on(screen: TableScreen, *, forward: bool) -> bool:
    """Bring the keys to the next widget: from the board by what lies open to cards, dice and tools, and round again."""
    areas = (
        screen.board, screen.text, screen.draft, screen.end, screen.fight, screen.reminder, *screen.right_slips,
        screen.timeline, screen.command, *screen.columns, screen.dice, *screen.tools.bars, screen.bar, screen.seeing,
        screen.seeing.clock,
    )  # fmt: skip

    def area(widget: QWidget) -> int:
        return next((n for n, one in enumerate(areas) if one is widget or one.isAncestorOf(widget)), len(areas))

    return go_round(screen.window(), forward=forward, order=area)


class OpenedLast(QObject):
    """What lies open over a table, in the order in which it was opened."""

    def __init__(self, screen: TableScreen) -> None:
        """Listen to everything that Escape closes."""
        super().__init__(screen)
        slips = (screen.log, screen.settings, screen.skills, screen.scenario, screen.whatif, screen.advice)
        self._closing: dict[QWidget, Callable[[], object]] = {
            **{slip: partial(screen.toggle, slip) for slip in slips},
            screen.change: screen.amending.cancel,
            screen.check: screen.checking.cancel,
            screen.timeline: screen.timeline.close_strip,
            screen.command: screen.command.close_line,
        }
        self._open = [widget for widget in self._closing if not widget.isHidden()]
        for widget in self._closing:
            widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Something was opened."""
        if event.type() == QEvent.Type.ShowToParent and isinstance(watched, QWidget):
            self._open = [one for one in self._open if one is not watched] + [watched]
        return super().eventFilter(watched, event)

    def close_last(self) -> bool:
        """Close what was opened last; False when nothing is open."""
        self._open = [widget for widget in self._open if not widget.isHidden()]
        if self._open:
            self._closing[self._open[-1]]()
        return bool(self._open)
