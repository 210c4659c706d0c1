"""Layouts that lose nothing when text is large or the window small: what lies side by side folds into a column."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias, TypeVar

from PySide6.QtCore import QEvent, QRect, QSize, Qt
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QHBoxLayout,
    QLayout,
    QLayoutItem,
    QSizePolicy,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from companion.ui.kit.theme import fonts
from companion.ui.kit.widget import discard, follow

B = TypeVar("B", bound=QBoxLayout)


class FoldLayout(QHBoxLayout):
    """Side by side while there is room for all, else one below the other.

    Below each other, everything is as high as it wants to be, between its least height and `most` pixels (at text
    scale 1): what scrolls by itself goes on doing so.
    """

    def __init__(self, parent: QWidget | None = None, *, most: int = 380, first: int = 0) -> None:
        """As a `QHBoxLayout`; the part `first` comes first in a column."""
        if parent is None:
            super().__init__()
        else:
            super().__init__(parent)
        self._most, self._first = most, first
        self.folded = False
        """Whether things lie one below the other now."""

    def setGeometry(self, rect: QRect) -> None:
        inner = rect.marginsRemoved(self.contentsMargins())
        folded = inner.width() < self._beside().width()
        if folded != self.folded:
            self.folded = folded
            self.update()
            parent = self.parentWidget()
            if parent is not None:
                parent.updateGeometry()
        if not folded:
            super().setGeometry(rect)
            return
        QLayout.setGeometry(self, rect)
        heights = self._heights(inner.width())
        spare = inner.height() - sum(heights) - self.spacing() * max(0, len(heights) - 1)
        stretched = [n for n, item in enumerate(self._items()) if item.expandingDirections() & Qt.Orientation.Vertical]
        y = inner.top()
        for n, (item, height) in enumerate(zip(self._items(), heights, strict=True)):
            more = max(0, spare) // len(stretched) if n in stretched else 0
            wide = min(inner.width(), item.maximumSize().width())
            item.setGeometry(QRect(inner.left(), y, wide, height + more))
            y += height + more + self.spacing()

    def _items(self) -> list[QLayoutItem]:
        """What takes room: no stretches, nothing hidden."""
        found = [self.itemAt(n) for n in range(self.count())]
        found.insert(0, found.pop(self._first)) if found else None
        return [item for item in found if item is not None and not item.isEmpty() and item.spacerItem() is None]

    def _heights(self, wide: int) -> list[int]:
        most = fonts.px(self._most)
        return [max(least_height(item, wide), min(item.sizeHint().height(), most)) for item in self._items()]

    def _edges(self) -> tuple[int, int]:
        edge = self.contentsMargins()
        return edge.left() + edge.right(), edge.top() + edge.bottom()

    def _beside(self) -> QSize:
        least = super().minimumSize()
        return QSize(least.width() - self._edges()[0], least.height())

    def _high(self, wide: int) -> int:
        if wide < self._beside().width():
            heights = self._heights(wide)
            return sum(heights) + self.spacing() * max(0, len(heights) - 1)
        return max((least_height(item, item.geometry().width() or wide) for item in self._items()), default=0)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        inner = width - self._edges()[0]
        if inner < self._beside().width():
            return self._high(inner) + self._edges()[1]
        return super().heightForWidth(width) if super().hasHeightForWidth() else super().sizeHint().height()

    def minimumHeightForWidth(self, width: int) -> int:
        return self._high(width - self._edges()[0]) + self._edges()[1]

    def minimumSize(self) -> QSize:
        wide, high = self._edges()
        least = max((item.minimumSize().width() for item in self._items()), default=0)
        inner = self.geometry().width() - wide
        return QSize(least + wide, (self._high(inner) if inner > 0 else super().minimumSize().height() - high) + high)

    def sizeHint(self) -> QSize:
        hint = super().sizeHint()
        return QSize(hint.width(), max(hint.height(), self.minimumSize().height()))


LEFT, CENTER, RIGHT = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignHCenter, Qt.AlignmentFlag.AlignRight
TOP = Qt.AlignmentFlag.AlignTop
Item: TypeAlias = QWidget | QLayout
Margins: TypeAlias = int | tuple[int, int, int, int] | None


class Gap(int):
    """Empty room between two parts of a layout, in pixels at text scale 1."""


Part: TypeAlias = Item | int | tuple[Item, int] | tuple[Item, Qt.AlignmentFlag] | tuple[Item, int, Qt.AlignmentFlag]
"""A widget or a layout, with its stretch, its alignment or both; a number is a stretch alone, a `Gap` room."""


def vbox(*parts: Part, on: QWidget | None = None, spacing: int | None = None, margins: Margins = 0) -> QVBoxLayout:
    """Lay out parts one below the other, on a widget or within another layout.

    In pixels at text scale 1; without `spacing`, or with None for `margins`, as Qt's style has it.
    """
    return _filled(QVBoxLayout() if on is None else QVBoxLayout(on), parts, spacing, margins)


def hbox(*parts: Part, on: QWidget | None = None, spacing: int | None = None, margins: Margins = 0) -> QHBoxLayout:
    """Lay out parts side by side, as `vbox` does below each other."""
    return _filled(QHBoxLayout() if on is None else QHBoxLayout(on), parts, spacing, margins)


def fold(
    *parts: Part,
    on: QWidget | None = None,
    spacing: int | None = None,
    margins: Margins = 0,
    most: int = 380,
    first: int = 0,
) -> FoldLayout:
    """Lay out parts side by side while there is room for them, as `FoldLayout` says."""
    return _filled(FoldLayout(on, most=most, first=first), parts, spacing, margins)


def _filled(box: B, parts: Iterable[Part], spacing: int | None, margins: Margins) -> B:
    if spacing is not None:
        box.setSpacing(fonts.px(spacing))
    if margins is not None:
        edges = (margins,) * 4 if isinstance(margins, int) else margins
        box.setContentsMargins(*map(fonts.px, edges))
    for part in parts:
        if isinstance(part, Gap):
            box.addSpacing(fonts.px(part))
            continue
        if isinstance(part, int):
            box.addStretch(part)
            continue
        item, *how = part if isinstance(part, tuple) else (part,)
        align = next((one for one in how if isinstance(one, Qt.AlignmentFlag)), Qt.AlignmentFlag(0))
        stretch = next((one for one in how if not isinstance(one, Qt.AlignmentFlag)), 0)
        if isinstance(item, QWidget):
            box.addWidget(item, stretch, align)
        else:
            box.addLayout(item, stretch)
    return box


def least_height(item: QLayoutItem, wide: int) -> int:
    """How high a part must be at a width, with all its words wrapped."""
    return max(item.minimumSize().height(), item.minimumHeightForWidth(wide) if item.hasHeightForWidth() else 0)


def column_height(widgets: Iterable[QWidget], wide: int, gap: int) -> int:
    """How high widgets are below each other at a width, all their words wrapped.

    Layouts are not asked: they remember what inner ones have outgrown, and what PySide takes out of a layout's item it
    takes for a part of the item, and deletes with it.
    """
    highs = [
        max(one.minimumHeight(), one.heightForWidth(wide) if one.hasHeightForWidth() else one.sizeHint().height())
        for one in widgets
        if not one.isHidden()
    ]
    return sum(highs) + gap * max(0, len(highs) - 1)


def side_by_side(*parts: QWidget, gap: int) -> int:
    """The width that parts need beside each other with all their words."""
    shown = [part for part in parts if not part.isHidden()]
    return sum(part.sizeHint().width() for part in shown) + gap * len(shown)


class OnePage(QStackedWidget):
    """Pages of which one shows: only that one asks for room."""

    least = 0
    """The least height of any page, in pixels at text scale 1."""

    def hasHeightForWidth(self) -> bool:
        return False  # a layout around it would take the height that a page likes for the least that it needs

    def minimumSizeHint(self) -> QSize:
        shown, least = self.currentWidget(), QSize(0, fonts.px(self.least))
        if shown is None:
            return least
        inside = shown.layout()
        if inside is not None and inside.hasHeightForWidth():
            least.setHeight(max(least.height(), inside.minimumHeightForWidth(self.width())))
        return shown.minimumSizeHint().expandedTo(shown.minimumSize()).expandedTo(least)


class CenteredColumn(QWidget):
    """In the middle of `on`, and no wider than `most` pixels at text scale 1: on a wide screen things stay together."""

    def __init__(self, on: QWidget, most: int) -> None:
        super().__init__(on)
        self._most = most
        hbox(1, (self, 10_000), 1, on=on)  # the edges get nothing before it is as wide as it may be
        follow(self)
        self.refresh()

    def refresh(self) -> None:
        self.setMaximumWidth(fonts.px(self._most))


class FlowRow(QWidget):
    """Words one after the other, on as many lines as it takes."""

    def __init__(self, parent: QWidget | None = None, words: Iterable[QWidget] = ()) -> None:
        super().__init__(parent)
        self.words: list[QWidget] = []
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        follow(self)
        for word in words:
            self.add(word)

    def add(self, word: QWidget) -> None:
        word.setParent(self)
        self.words.append(word)

    def drop(self, word: QWidget) -> None:
        """One less, for good; `refresh` closes the gap."""
        self.words.remove(word)
        discard(word)

    def refresh(self) -> None:
        """Words have changed, or their size."""
        self._lay_out()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            self._lay_out()
        return bool(super().event(event))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._lay_out()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._lay_out()

    @staticmethod
    def _size(word: QWidget) -> QSize:
        return word.sizeHint().expandedTo(word.minimumSize())

    def sizeHint(self) -> QSize:
        wide = sum(self._size(word).width() + fonts.px(2) for word in self.words if not word.isHidden())
        return QSize(wide, self.minimumSizeHint().height())

    def minimumSizeHint(self) -> QSize:
        wide = max((self._size(word).width() for word in self.words), default=0)
        return QSize(wide, self._size(self.words[0]).height() if self.words else 0)

    def _lay_out(self) -> None:
        y = 0
        for line in self._lines():
            high = max(self._size(word).height() for word in line)
            x = 0
            for word in line:
                size = self._size(word)
                word.setGeometry(x, y + (high - size.height()) // 2, size.width(), size.height())
                x += size.width() + fonts.px(2)
            y += high
        self.setFixedHeight(max(1, y))

    def _lines(self) -> list[list[QWidget]]:
        lines: list[list[QWidget]] = []
        x = 0
        for word in self.words:
            if word.isHidden():
                continue
            wide = self._size(word).width()
            if not lines or x + wide > self.width():
                lines.append([])
                x = 0
            lines[-1].append(word)
            x += wide + fonts.px(2)
        return lines
