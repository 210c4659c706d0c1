"""The list of the kit: one model, one delegate and one view for everything that is looked at or chosen line by line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QFont,
    QFontMetrics,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QScrollArea,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QToolTip,
    QWidget,
)

from companion.ui.kit.theme import fonts, icons, ink, palette
from companion.ui.kit.theme.palette import Theme
from companion.ui.kit.widget import follow

WRAP = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop) | int(Qt.TextFlag.TextWordWrap)
Index = QModelIndex | QPersistentModelIndex
NOWHERE = QModelIndex()


@dataclass(frozen=True, slots=True)
class Line:
    """A row: `value` stands at its end, `sign` before it. A `refusal` says why it can't be chosen now."""

    id: str
    title: str
    words: str = ""
    value: str = ""
    sign: str = ""
    refusal: str = ""
    chosen: bool = False
    on: bool = True
    """Whether it can be chosen, where no reason is written."""
    heading: bool = False
    """A title above the rows that follow."""
    tip: str = ""
    heard: str = ""
    """What a screen reader calls it, where that is not the title."""
    data: object = None
    """What a delegate of one's own paints."""

    @property
    def usable(self) -> bool:
        return self.on and not self.refusal and not self.heading


class LineModel(QAbstractListModel):
    """The rows of a list."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.lines: list[Line] = []

    def show_lines(self, lines: Sequence[Line]) -> bool:
        """Hold these; False when the same rows have only changed what they say."""
        if [(line.id, line.heading) for line in lines] == [(line.id, line.heading) for line in self.lines]:
            changed = [n for n, pair in enumerate(zip(lines, self.lines, strict=True)) if pair[0] != pair[1]]
            self.lines = list(lines)
            if changed:
                self.dataChanged.emit(self.index(changed[0]), self.index(changed[-1]))
            return False
        self.beginResetModel()
        self.lines = list(lines)
        self.endResetModel()
        return True

    def rowCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.lines)

    def flags(self, index: Index) -> Qt.ItemFlag:
        usable = index.isValid() and self.lines[index.row()].usable
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable if usable else Qt.ItemFlag.NoItemFlags

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        line, roles = self.lines[index.row()], Qt.ItemDataRole
        match role:
            case roles.DisplayRole:
                return line.title
            case roles.AccessibleTextRole:
                return line.heard or line.title
            case roles.AccessibleDescriptionRole:
                value = "" if line.value in line.heard else line.value  # once is enough
                return ", ".join(
                    part for part in (value, line.refusal or (line.words if line.on else line.tip)) if part
                )
            case roles.ToolTipRole:
                return line.refusal or line.tip
            case roles.CheckStateRole if line.chosen:
                return Qt.CheckState.Checked.value
            case roles.UserRole:
                return line
        return None


BESIDE = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter) | int(Qt.TextFlag.TextWordWrap)


class LineDelegate(QStyledItemDelegate):
    """Paints sign, title, value and explanation. A list of another look overrides `height` and `paint_line`."""

    least = 110
    """The width of the narrowest row, at text scale 1."""
    wide = 250
    heading: fonts.FontRole = "small"
    gap = 6
    """Above a heading, in pixels at text scale 1."""
    air = 4
    """Above and below a row, likewise."""

    def __init__(self, view: ListView) -> None:
        super().__init__(view)
        self.view = view

    def _left(self, line: Line) -> int:
        return fonts.px(34 if line.sign else 12)

    def height(self, line: Line, width: int) -> int:
        words, left = line.refusal or line.words, self._left(line)
        high = fonts.height("small", words, max(40, width - left - fonts.px(12))) if words else 0
        return self._title(line, width)[1] + high + fonts.px(2 * self.air + 3)

    def _title(self, line: Line, width: int) -> tuple[QFont, int]:
        """The font of the title and its height: a long one is a little smaller, then goes on in a second line."""
        right = width - fonts.px(12)
        if line.value:
            right -= QFontMetrics(fonts.font("digits", 13 / 14)).horizontalAdvance(line.value) + fonts.px(8)
        room, share = max(40, right - self._left(line)), 1.0
        font = fonts.font("name", 16 / 18)
        while share > 0.88 and QFontMetrics(font).horizontalAdvance(line.title) > room:
            share -= 0.04
            font = fonts.font("name", 16 / 18 * share)
        metrics = QFontMetrics(font)
        one = QFontMetrics(fonts.font("name", 16 / 18)).height()
        if metrics.horizontalAdvance(line.title) <= room:
            return font, one
        high = metrics.boundingRect(QRect(0, 0, room, 10_000), WRAP, line.title).height()
        return font, max(one, min(high, 2 * metrics.lineSpacing()))

    def paint_ground(self, pen: QPainter, box: QRectF, line: Line, theme: Theme, *, lit: bool, held: bool) -> None:
        """The wash under mouse and keys, and the bar of the row that has the keys or is chosen."""
        if lit:
            pen.fillRect(box, theme.color("ink", 0.06))
        if held or line.chosen:
            bar = QRectF(box.left(), box.top() + fonts.px(5), fonts.px(3), box.height() - fonts.px(10))
            pen.fillRect(bar, theme.color("vermilion" if held or self.loud else "ink"))

    loud = True
    """The row chosen has a vermilion bar, as the one with the keys."""

    def paint_line(self, pen: QPainter, box: QRectF, line: Line, theme: Theme, *, lit: bool) -> None:
        ink_ = theme.color("ink") if line.usable else theme.mix("faded", "ground", 0.35)
        left, right, top = box.left() + self._left(line), box.right() - fonts.px(12), box.top() + fonts.px(self.air)
        font, high = self._title(line, round(box.width()))
        one = QFontMetrics(fonts.font("name", 16 / 18)).height()
        if line.sign:
            side = fonts.px(16)
            icons.paint(pen, line.sign, ink_, QRectF(box.left() + fonts.px(11), top + (one - side) // 2, side, side))
        if line.value:
            pen.setFont(fonts.font("digits", 13 / 14))
            pen.setPen(theme.color("faded"))
            ends = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            pen.drawText(QRectF(left, top, right - left, one), ends, line.value)
            right -= pen.fontMetrics().horizontalAdvance(line.value) + fonts.px(8)
        ink.write(pen, QRectF(left, top, right - left, high), line.title, font, ink_, BESIDE)
        pen.setFont(fonts.font("small"))
        pen.setPen(theme.color("shaken" if line.refusal else "faded"))
        below = QRectF(left, top + high + 1, box.right() - fonts.px(12) - left, box.height())
        pen.drawText(below, WRAP, line.refusal or line.words)

    def row_height(self, line: Line, width: int) -> int:
        if not line.heading:
            high = self.height(line, width)
            return max(high, fonts.least_target(), fonts.HITTABLE) if line.usable else high
        return fonts.height(self.heading, line.title, max(40, width - fonts.px(2))) + fonts.px(self.gap)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        line: Line = index.data(Qt.ItemDataRole.UserRole)
        view = self.view
        if view.columns == 1:  # as wide as the view
            return QSize(1, self.row_height(line, view.viewport().width()))
        wide = view.maximumViewportSize().width()
        if view.verticalScrollBarPolicy() == Qt.ScrollBarPolicy.ScrollBarAsNeeded:  # Qt wraps as if it were there
            wide -= view.style().pixelMetric(QStyle.PixelMetric.PM_ScrollBarExtent, None, view.verticalScrollBar())
        width = (wide - 1) // view.columns  # and a row that fills it to the last pixel
        return QSize(width, self.row_height(line, width))

    def paint(self, pen: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        line: Line = index.data(Qt.ItemDataRole.UserRole)
        theme, box = palette.current(), QRectF(option.rect)
        pen.save()
        pen.setRenderHint(QPainter.RenderHint.Antialiasing)
        if line.heading:
            pen.setFont(fonts.font(self.heading))
            pen.setPen(theme.color("faded" if self.heading == "small" else "ink"))
            pen.drawText(box.adjusted(0, 0, 0, -fonts.px(2)), int(Qt.AlignmentFlag.AlignBottom) | WRAP, line.title)
        else:
            held = self.view.is_held(index)
            over = bool(option.state & QStyle.StateFlag.State_MouseOver) and line.usable
            self.paint_ground(pen, box, line, theme, lit=over or held, held=held)
            self.paint_line(pen, box, line, theme, lit=over or held)
        pen.restore()

    def tip(self, line: Line) -> str:
        """What is told while the pointer rests on a line."""
        return line.refusal or line.tip

    def helpEvent(self, event: QHelpEvent, view: QAbstractItemView, option: QStyleOptionViewItem, index: Index) -> bool:
        line = index.data(Qt.ItemDataRole.UserRole)
        if isinstance(line, Line):
            QToolTip.showText(event.globalPos(), self.tip(line), view)
        return True


class ListView(QListView):
    """Lines to choose from, with one Tab stop: arrows, Home, End and letters go along it, Enter and Space choose.

    `chosen` and `deleted` carry a line's id; `held`: the keys have come to a line. A list that `grows` is as high as
    its lines and scrolls with what it lies in. `led`: the line is lit though the keys are elsewhere, as in a search.
    """

    chosen = Signal(str)
    deleted = Signal(str)
    held = Signal(str)
    space_presses = True

    def __init__(self, parent: QWidget | None = None, *, grows: bool = False) -> None:
        super().__init__(parent)
        self._grows, self._keep, self._pressed = grows, None, -1
        self.columns = 1
        self.led, self.takes_keys = False, True
        self.searches = False
        """A letter goes to the next line that begins with it; else letters are keys of the screen."""
        self.rows = LineModel(self)
        self.setModel(self.rows)
        self.delegate = LineDelegate(self)
        self.setItemDelegate(self.delegate)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFrameShape(QListView.Shape.NoFrame)
        self.setStyleSheet("QListView { background: transparent; padding: 0; }")
        self.viewport().setAutoFillBackground(False)
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setMouseTracking(True)
        self.setTabKeyNavigation(False)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        if grows:
            self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
            self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        follow(self)

    _keep: Callable[[Line], bool] | None

    def set_delegate(self, delegate: LineDelegate) -> None:
        self.delegate = delegate
        self.setItemDelegate(delegate)
        self.refresh()

    def set_columns(self, columns: int) -> None:
        if columns != self.columns:
            self.columns = columns
            self.setFlow(QListView.Flow.LeftToRight if columns > 1 else QListView.Flow.TopToBottom)
            self.setWrapping(columns > 1)
            self.refresh()

    def refresh(self) -> None:
        self.scheduleDelayedItemsLayout()
        if self._grows:
            self.setFixedHeight(self.heightForWidth(self.width()))
        self.updateGeometry()
        self.viewport().update()

    @property
    def by_id(self) -> dict[str, Line]:
        return {line.id: line for line in self.rows.lines if not line.heading}

    def show_lines(self, lines: Sequence[Line]) -> None:
        """Show these; the keys stay on their line, or at its place when it is gone."""
        at, had = self.currentIndex().row(), self.line
        if self.rows.show_lines(lines) and had is not None:
            same = self.row_of(had.id)
            near = [row for row in range(min(at, len(lines) - 1), -1, -1) if lines[row].usable] + self.usable()
            row = same if same >= 0 and lines[same].usable else near[0] if near else -1
            self.setCurrentIndex(self.rows.index(row))
        if self._keep is not None:
            self.sift(self._keep)
        self._allow_keys()
        self.refresh()

    def mark(self, id: str) -> None:
        """Have this line, and no other, look chosen."""
        self.show_lines([replace(line, chosen=line.id == id and not line.heading) for line in self.rows.lines])

    def sift(self, keep: Callable[[Line], bool] | None) -> None:
        """Hide the lines that are not to be kept, and the headings above nothing."""
        self._keep, below = keep, False
        for row in range(len(self.rows.lines) - 1, -1, -1):
            line = self.rows.lines[row]
            stays = below if line.heading else keep is None or keep(line)
            below = not line.heading and (below or stays)
            self.setRowHidden(row, not stays)
        self._allow_keys()
        self.refresh()

    def usable(self) -> list[int]:
        return [n for n, line in enumerate(self.rows.lines) if line.usable and not self.isRowHidden(n)]

    def row_of(self, id: str) -> int:
        return next((n for n, line in enumerate(self.rows.lines) if line.id == id and not line.heading), -1)

    @property
    def line(self) -> Line | None:
        row = self.currentIndex().row()
        return self.rows.lines[row] if 0 <= row < len(self.rows.lines) else None

    def is_held(self, index: Index) -> bool:
        return (self.hasFocus() or self.led) and index.row() == self.currentIndex().row()

    def hold(self, id: str) -> None:
        """Bring the keys' place to a line, and the line into sight; the keys themselves come by `setFocus`."""
        self.setCurrentIndex(self.rows.index(self.row_of(id)))

    def step(self, way: int) -> None:
        usable, at = self.usable(), self.currentIndex().row()
        if usable:
            before = at if at in usable else usable[0 if way < 0 else -1]
            self.setCurrentIndex(self.rows.index(usable[(usable.index(before) + way) % len(usable)]))

    def _allow_keys(self) -> None:
        keys = self.takes_keys and self.usable()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if keys else Qt.FocusPolicy.NoFocus)

    def choose(self) -> None:
        self._choose(self.currentIndex().row())

    def _choose(self, row: int) -> None:
        if 0 <= row < len(self.rows.lines) and self.rows.lines[row].usable:
            self.chosen.emit(self.rows.lines[row].id)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._pressed = self.indexAt(event.position().toPoint()).row()
        super().mousePressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        row, pressed, self._pressed = self.indexAt(event.position().toPoint()).row(), self._pressed, -1
        super().mouseReleaseEvent(event)
        if event.button() == Qt.MouseButton.LeftButton and row == pressed:
            self._choose(row)

    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        if current.isValid():
            self._reveal(current)
            self.held.emit(self.rows.lines[current.row()].id)

    def _reveal(self, index: Index) -> None:
        """Scroll what the list lies in: of its own it only scrolls itself."""
        if not self._grows or not self.hasFocus():
            return
        rect, around = self.visualRect(index), self.parentWidget()
        while around is not None:
            inside = around.widget() if isinstance(around, QScrollArea) else None
            if inside is not None and isinstance(around, QScrollArea):
                at = self.viewport().mapTo(inside, rect.center())
                around.ensureVisible(at.x(), at.y(), 0, rect.height())
            around = around.parentWidget()

    def focusInEvent(self, event: QFocusEvent) -> None:
        usable, by_mouse = self.usable(), event.reason() == Qt.FocusReason.MouseFocusReason
        if not by_mouse and usable and self.currentIndex().row() not in usable:
            first = next((row for row in usable if self.rows.lines[row].chosen), usable[0])
            self.setCurrentIndex(self.rows.index(first))  # before Qt, which would take the first of all
        super().focusInEvent(event)
        if not by_mouse:
            self._reveal(self.currentIndex())

    def moveCursor(self, action: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier) -> QModelIndex:
        usable, at, go = self.usable(), self.currentIndex().row(), QAbstractItemView.CursorAction
        if not usable or action not in (go.MoveUp, go.MoveDown, go.MoveHome, go.MoveEnd):
            return super().moveCursor(action, modifiers)
        if action in (go.MoveHome, go.MoveEnd) or at not in usable:
            return self.rows.index(usable[-1 if action == go.MoveEnd else 0])
        return self.rows.index(usable[(usable.index(at) + (1 if action == go.MoveDown else -1)) % len(usable)])

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, line = event.key(), self.line
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space) and not _held_down(event):
            self.choose()
        elif key == Qt.Key.Key_Delete and line is not None:
            self.deleted.emit(line.id)
        elif key in (Qt.Key.Key_Escape, Qt.Key.Key_Left, Qt.Key.Key_Right):
            event.ignore()
        elif event.text().isprintable() and event.text():
            if self.searches and not _held_down(event):
                self.keyboardSearch(event.text())
            else:
                event.ignore()
        else:
            super().keyPressEvent(event)

    def heightForWidth(self, width: int) -> int:
        shown = (line for n, line in enumerate(self.rows.lines) if not self.isRowHidden(n))
        return sum(self.delegate.row_height(line, width) for line in shown)

    def sizeHint(self) -> QSize:
        wide = fonts.px(self.delegate.wide)
        return QSize(wide, self.height() if self._grows else self.heightForWidth(wide))

    def minimumSizeHint(self) -> QSize:
        return QSize(fonts.px(self.delegate.least), 0 if self._grows else fonts.px(28))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.refresh()  # words wrap otherwise

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self._grows:
            event.ignore()
        else:
            super().wheelEvent(event)


def _held_down(event: QKeyEvent) -> bool:
    held = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier
    return bool(event.modifiers() & held)
