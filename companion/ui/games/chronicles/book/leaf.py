"""A page of paper: entries one below the other, in two columns where there is room; arrows walk over them.

A page shows entries, and keeps those that are the same as before.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QEasingCurve, QRectF, QSize, Qt, QVariantAnimation, Signal
from PySide6.QtGui import (
    QAccessible,
    QContextMenuEvent,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QWidget

from companion.model.core.words import say
from companion.model.games.chronicles.state.state import State
from companion.ui.games.chronicles.book.entries import Entry
from companion.ui.kit.layouts import vbox
from companion.ui.kit.panels import Heading, PaperPanel, Rule
from companion.ui.kit.scroll import ScrollColumn
from companion.ui.kit.theme import fonts, ink, motion
from companion.ui.kit.theme.palette import Theme
from companion.ui.kit.translator import Sentence, tr
from companion.ui.kit.widget import InkWidget, discard, follow

TWO_COLUMNS, GUTTER, EDGE = 640, 26, 14
FAR = 999
STEPS = {Qt.Key.Key_Up: -1, Qt.Key.Key_Left: -1, Qt.Key.Key_Down: 1, Qt.Key.Key_Right: 1, Qt.Key.Key_Home: -FAR,
         Qt.Key.Key_End: FAR}  # fmt: skip
"""How many entries a key goes on."""


# the sheet ------------------------------------------------------------------------------------------------------------


class EntryView(InkWidget):
    """An entry on its page."""

    accessible_role = QAccessible.Role.ListItem
    picked = Signal(str)
    by_hand = Signal(str)
    walked = Signal(int)
    """By so many entries; large numbers: to the first or the last."""
    reached = Signal()

    def __init__(self, entry: Entry, parent: QWidget) -> None:
        super().__init__(parent)
        self.entry = entry
        self.share = 1.0
        """How much of it is unrolled."""
        self.lit = self.chosen = False
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus if entry.stops else Qt.FocusPolicy.NoFocus)
        self.tell()

    def show_entry(self, entry: Entry) -> None:
        if entry != self.entry:
            self.entry = entry
            if not entry.stops:
                self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            self.tell()
            self.update()

    def mark(self, *, lit: bool, chosen: bool) -> None:
        if (lit, chosen) != (self.lit, self.chosen):
            self.lit, self.chosen = lit, chosen
            self.setCursor(Qt.CursorShape.PointingHandCursor if lit else Qt.CursorShape.ArrowCursor)
            self.tell()
            self.update()

    def tell(self) -> None:
        marks = [say("chosen")] if self.chosen else [say("can be chosen now")] if self.lit else []
        self.setAccessibleName(self.entry.name)
        self.setAccessibleDescription(". ".join([*filter(None, (self.entry.description,)), *map(tr, marks)]))

    def edge(self) -> tuple[int, int]:
        """Left and right of what is painted, above and below it."""
        return fonts.px(EDGE), 0 if self.entry.tight else fonts.px(5)

    def high(self, wide: int) -> int:
        beside, above = self.edge()
        return round((self.entry.height(wide - 2 * beside) + 2 * above) * self.share)

    def paint(self, pen: QPainter, theme: Theme) -> None:
        beside, above = self.edge()
        room = QRectF(beside, above, self.width() - 2 * beside, self.entry.height(self.width() - 2 * beside))
        if self.share < 1:
            pen.setClipRect(self.rect())
        self.entry.paint(pen, room, theme)
        if self.lit or self.chosen:
            x = beside * 0.4
            way = ink.sampled(ink.line((x, room.top()), (x + 1, room.center().y()), (x, room.bottom())), 6)
            wide = fonts.px(6 if self.chosen else 3)
            ink.fill(pen, ink.brush_stroke(way, wide, None, rough=0), theme.color("vermilion"))
        if self.hasFocus():
            ink.corners(pen, QRectF(self.rect()).adjusted(2, 2, -2, -2), theme.color("vermilion"))

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.reached.emit()
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if key in STEPS:
            self.walked.emit(STEPS[key])
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.entry.id:
            self.picked.emit(self.entry.id)
        else:
            super().keyPressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if (
            event.button() == Qt.MouseButton.LeftButton
            and self.entry.id
            and self.rect().contains(event.position().toPoint())
        ):
            self.picked.emit(self.entry.id)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        if self.entry.id:
            self.by_hand.emit(self.entry.id)


class Sheet(QWidget):
    """The entries of a page."""

    picked = Signal(str)
    by_hand = Signal(str)
    reached = Signal(QWidget)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.views: list[EntryView] = []
        self._second = 0
        """Where the second column begins."""
        self.second_first = False
        """Whether the second column comes first where there is room for one alone."""
        self._lit = self._chosen = frozenset[str]()
        self._laid_out = True
        self._unrolling = QVariantAnimation(self, startValue=0.0, endValue=1.0)
        self._unrolling.setEasingCurve(QEasingCurve.Type.OutCubic)
        self._unrolling.valueChanged.connect(self._unroll)
        follow(self)

    def refresh(self) -> None:
        self.lay_out()

    def show_entries(self, left: Sequence[Entry], right: Sequence[Entry]) -> None:
        """Show these; what was there stays as it is."""
        known = {view.entry.key: view for view in self.views}
        keyed = [(one.key or f"{n}/{type(one).__name__}", one) for n, one in enumerate((*left, *right))]
        views, new = [], []
        for key, one in keyed:
            entry = one if one.key else _keyed(one, key)
            view = known.pop(key, None)
            if view is None:
                view = self._made(entry)
                new += [view] if entry.grows else []
            view.show_entry(entry)
            views.append(view)
        focused = any(view.hasFocus() for view in known.values())
        discard(*known.values())
        self.views, self._second = views, len(left)
        self.light(self._lit, self._chosen)
        self._keep_one_stop()
        if focused and (stops := self._stops()):
            stops[0].setFocus()
        if new and self.isVisible():
            self._grow(new, motion.TURN)
        self.lay_out()

    def unroll(self) -> None:
        """Let everything that grows be seen growing, as when a scroll is opened."""
        self._grow([view for view in self.views if view.entry.grows], 3 * motion.TURN)

    def _grow(self, views: Sequence[EntryView], milliseconds: int) -> None:
        self._unrolling.stop()
        if views and not motion.reduced():
            self._unrolling.setDuration(motion.duration(milliseconds))
            for view in views:
                view.share = 0.0
            self._unrolling.start()

    def _made(self, entry: Entry) -> EntryView:
        view = EntryView(entry, self)
        view.picked.connect(self.picked)
        view.by_hand.connect(self.by_hand)
        view.walked.connect(lambda by: self._walk(view, by))
        view.reached.connect(lambda: self._reach(view))
        view.show()
        return view

    def light(self, lit: frozenset[str], chosen: frozenset[str]) -> None:
        self._lit, self._chosen = lit, chosen
        for view in self.views:
            view.mark(lit=view.entry.id in lit, chosen=view.entry.id in chosen)

    def _stops(self) -> list[EntryView]:
        return [view for view in self._ordered() if view.entry.stops]

    @property
    def stop(self) -> EntryView | None:
        """The entry that Tab comes to."""
        return next((one for one in self._stops() if one.focusPolicy() == Qt.FocusPolicy.StrongFocus), None)

    def _beside(self) -> bool:
        return self.width() >= fonts.px(TWO_COLUMNS) and 0 < self._second < len(self.views)

    def _ordered(self) -> list[EntryView]:
        """From top to bottom, column by column."""
        if self.second_first and not self._beside():
            return [*self.views[self._second :], *self.views[: self._second]]
        return self.views

    def _keep_one_stop(self, at: EntryView | None = None) -> None:
        """Tab comes to one entry of a page: the one that the keys were at last."""
        stops = self._stops()
        if at is None:
            at = next((one for one in stops if one.focusPolicy() == Qt.FocusPolicy.StrongFocus), None)
        for one in stops:
            here = one is (at or stops[0])
            one.setFocusPolicy(Qt.FocusPolicy.StrongFocus if here else Qt.FocusPolicy.ClickFocus)

    def _walk(self, view: EntryView, by: int) -> None:
        stops = self._stops()
        at = max(0, min(len(stops) - 1, stops.index(view) + by))
        stops[at].setFocus(Qt.FocusReason.TabFocusReason)

    def _reach(self, view: EntryView) -> None:
        self._keep_one_stop(view)
        self.reached.emit(view)

    def _unroll(self, share: float) -> None:
        for view in self.views:
            view.share = max(view.share, share)
        self.lay_out()

    def lay_out(self) -> None:
        """Two columns where there is room for them. A page that lies under others is laid out when it is turned up."""
        self._laid_out = self.isVisibleTo(self.window())
        if not self._laid_out:
            return
        wide, gutter = self.width(), fonts.px(GUTTER)
        second, beside, ends = self._second, self._beside(), list[int]()
        column = (wide - gutter) // 2 if beside else wide
        y = 0
        for n, view in enumerate(self._ordered()):
            if beside and n == second:
                ends.append(y)
                y = 0
            high = view.high(column)
            view.setGeometry(column + gutter if beside and n >= second else 0, y, column, high)
            y += high
        self.setMinimumHeight(max([*ends, y]) + fonts.px(8))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not self._laid_out:
            self.lay_out()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.lay_out()


def _keyed(entry: Entry, key: str) -> Entry:
    return replace(entry, key=key)


class Page(PaperPanel):
    """A page with a title; `fill` says what stands on it."""

    picked = Signal(str)
    by_hand = Signal(str)

    def __init__(self, title: Sentence, kanji: str, seed: int, parent: QWidget | None = None) -> None:
        super().__init__(parent, margin=14, seed=seed)
        self.heading = Heading(title, self, level=2, kanji=kanji)
        self.sheet = Sheet()
        self.column = ScrollColumn(self.sheet, self, fade="surface")
        self.sheet.picked.connect(self.picked)
        self.sheet.by_hand.connect(self.by_hand)
        self.sheet.reached.connect(lambda view: self.column.ensureWidgetVisible(view, 0, fonts.px(12)))
        self.inside = vbox(self.heading, Rule(self, seed=seed), (self.column, 1), on=self, spacing=4, margins=None)
        self._state: State | None = None
        self._viewer: str | None = None
        self._lit = self._chosen = frozenset[str]()

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(460), fonts.px(560))

    def minimumSizeHint(self) -> QSize:
        return QSize(fonts.px(300), fonts.px(220))

    @property
    def views(self) -> list[EntryView]:
        """What stands on it, in the order of the keys."""
        return self.sheet.views

    def setFocus(self, *args: Any) -> None:
        stop = self.sheet.stop
        if stop is not None:
            stop.setFocus(*args)

    def part(self, id: str) -> EntryView | None:
        """The entry that is picked as `id`."""
        return next((view for view in self.views if view.entry.id == id), None)

    @property
    def first_lit(self) -> EntryView | None:
        """The first of what can be chosen."""
        return next((view for view in self.views if view.lit), None)

    def show_state(self, state: State, viewer: str | None) -> None:
        """The game as its viewer may know it; None: everybody's eyes."""
        self._state, self._viewer = state, viewer
        self.say_again()

    def say_again(self) -> None:
        """Write everything that is shown anew."""
        self.setAccessibleName(self.heading.text())
        if self._state is not None:
            self.sheet.show_entries(*self.entries(self._state, self._viewer))

    def retranslate(self) -> None:
        self.say_again()

    @abstractmethod
    def entries(self, state: State, viewer: str | None) -> tuple[Sequence[Entry], Sequence[Entry]]:
        """What stands in the left and in the right column."""

    def light(self, ids: frozenset[str]) -> None:
        """These can be chosen now."""
        self._lit = ids
        self.sheet.light(self._lit, self._chosen)

    def chosen(self, ids: frozenset[str]) -> None:
        """These have been chosen."""
        self._chosen = ids
        self.sheet.light(self._lit, self._chosen)
