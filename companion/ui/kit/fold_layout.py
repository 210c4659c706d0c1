"""Layouts that lose nothing when text is large or the window small: what lies side by side folds into a column."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QRect, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QHBoxLayout,
    QLayout,
    QLayoutItem,
    QScrollArea,
    QStackedWidget,
    QWidget,
)

from companion.ui.kit.theme import fonts


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
        """Lay out in this room, in the one way or the other."""
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
        """The least height at an inner width."""
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
        """The least height at a width."""
        return self._high(width - self._edges()[0]) + self._edges()[1]

    def minimumSize(self) -> QSize:
        """As wide as the widest part; as high as the way it lies needs."""
        wide, high = self._edges()
        least = max((item.minimumSize().width() for item in self._items()), default=0)
        inner = self.geometry().width() - wide
        return QSize(least + wide, (self._high(inner) if inner > 0 else super().minimumSize().height() - high) + high)

    def sizeHint(self) -> QSize:
        hint = super().sizeHint()
        return QSize(hint.width(), max(hint.height(), self.minimumSize().height()))


def least_height(item: QLayoutItem, wide: int) -> int:
    """How high a part must be at a width, with all its words wrapped."""
    return max(item.minimumSize().height(), item.minimumHeightForWidth(wide) if item.hasHeightForWidth() else 0)


def side_by_side(*parts: QWidget, gap: int) -> int:
    """The width that parts need beside each other with all their words."""
    shown = [part for part in parts if not part.isHidden()]
    return sum(part.sizeHint().width() for part in shown) + gap * len(shown)


class OnePage(QStackedWidget):
    """Pages of which one shows: only that one asks for room."""

    least = 0
    """The least height of any page, in pixels at text scale 1."""

    def minimumSizeHint(self) -> QSize:
        shown, least = self.currentWidget(), QSize(0, fonts.px(self.least))
        if shown is None:
            return least
        inside = shown.layout()
        if inside is not None and inside.hasHeightForWidth():
            least.setHeight(max(least.height(), inside.minimumHeightForWidth(self.width())))
        return shown.minimumSizeHint().expandedTo(shown.minimumSize()).expandedTo(least)


class Tall(QScrollArea):
    """Scrolls up and down only, and is never narrower than what it holds: what can't be scrolled to is not cut."""

    _settling = False
    """What fits without the bar and not beside it would put the bar on and off for ever, each within the other."""

    def __init__(self, held: QWidget, parent: QWidget | None = None) -> None:
        """`held` is as wide as the area, and as high as it has to be."""
        super().__init__(parent)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidget(held)
        self.viewport().setAutoFillBackground(False)
        held.setAutoFillBackground(False)

    def minimumSizeHint(self) -> QSize:
        held, least = self.widget(), super().minimumSizeHint()
        if held is None:
            return least
        return QSize(held.minimumSizeHint().width() + self.verticalScrollBar().sizeHint().width(), least.height())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """What is held has become wider or narrower."""
        if watched is self.widget() and event.type() == QEvent.Type.LayoutRequest:
            self.updateGeometry()
        if self._settling:
            return False
        self._settling = True
        try:
            return bool(super().eventFilter(watched, event))
        finally:
            self._settling = False


class Room(QScrollArea):
    """All of a screen can be reached, however small the window and however large the text: where it does not fit, it
    scrolls, and follows the keys.
    """

    def __init__(self, screen: QWidget, parent: QWidget | None = None) -> None:
        """`screen` fills the room as long as there is enough."""
        super().__init__(parent)
        self._screen = screen
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setViewport(QWidget(self))  # one of our own: to ask for Qt's, all its widgets have to be known (20 ms)
        self.viewport().setAutoFillBackground(False)
        self.setWidget(screen)
        screen.setAutoFillBackground(False)
        screen.installEventFilter(self)
        application = QApplication.instance()
        assert isinstance(application, QApplication)  # no widget without it
        application.focusChanged.connect(self._follow)

    def minimumSizeHint(self) -> QSize:
        return QSize(320, 240)

    def sizeHint(self) -> QSize:
        return self._screen.sizeHint()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The screen needs more or less room than before."""
        if watched is self._screen and event.type() == QEvent.Type.LayoutRequest:
            self._fit()
        return bool(super().eventFilter(watched, event))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the screen what there is."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """As large as the window, and never smaller than it needs to be."""
        whole = self.maximumViewportSize()
        for _ in range(3):
            need = self._screen.minimumSizeHint()
            bar_v = self.verticalScrollBar().sizeHint().width() if need.height() > whole.height() else 0
            bar_h = self.horizontalScrollBar().sizeHint().height() if need.width() > whole.width() - bar_v else 0
            if bar_h and need.height() > whole.height() - bar_h:
                bar_v = self.verticalScrollBar().sizeHint().width()
            size = QSize(max(need.width(), whole.width() - bar_v), max(need.height(), whole.height() - bar_h))
            if size == self._screen.size():
                break
            self._screen.resize(size)

    @staticmethod
    def around(widget: QWidget) -> Room | None:
        """The room that a widget is in, if it is in one."""
        around = widget.parentWidget()
        while around is not None and not isinstance(around, Room):
            around = around.parentWidget()
        return around

    @staticmethod
    def reveal(widget: QWidget) -> None:
        """Scroll to a widget of a screen, if it is in a room that scrolls."""
        room = Room.around(widget)
        if room is not None:
            room.ensureWidgetVisible(widget, 0, 0)

    def _follow(self, _: QWidget | None, now: QWidget | None) -> None:
        """What has the keys is seen."""
        if now is not None and self._screen.isAncestorOf(now) and now.size().width() < self.viewport().width():
            self.ensureWidgetVisible(now, fonts.px(16), fonts.px(16))
