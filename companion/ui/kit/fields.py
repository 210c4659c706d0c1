"""Fields on the paper itself (words, lines, boxes, names), and the tools of a row: small buttons, renaming in place."""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QFont,
    QFontMetrics,
    QFontMetricsF,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QSizePolicy, QSpinBox, QWidget

from companion.model.core.words import Message
from companion.ui.kit import keys
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.layouts import hbox
from companion.ui.kit.list_view import WRAP, Index, LineDelegate, ListView
from companion.ui.kit.theme import fonts, icons, ink, palette
from companion.ui.kit.theme.palette import Theme
from companion.ui.kit.translator import tr
from companion.ui.kit.widget import OFF, PaintedButton, Sized, Translated, discard, follow

LINES, MOST_LINES = 3, 10
"""Of ruled paper."""


class WordButton(PaintedButton):
    """A word that can be exchanged: underlined by a hair, with a small arrow."""

    opacity_off = OFF

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.faded = False
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def say(self, text: str, *, faded: bool = False) -> None:
        self.faded = faded
        self.setText(text)
        self.setAccessibleName(text)
        self.setToolTip(text)
        self.refresh()

    def sizeHint(self) -> QSize:
        metrics = QFontMetrics(fonts.font("text"))
        return QSize(metrics.horizontalAdvance(self.text()) + fonts.px(34), metrics.height() + fonts.px(11))

    def minimumSizeHint(self) -> QSize:
        return QSize(fonts.px(70), self.sizeHint().height())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Down):
            self.click()
        else:
            super().keyPressEvent(event)

    def paint(self, pen: QPainter, theme: Theme) -> None:
        lit = self.underMouse() or self.hasFocus()
        pen.setFont(fonts.font("text"))
        pen.setPen(theme.color("faded" if self.faded else "ink"))
        room = QRectF(fonts.px(3), 0, self.width() - fonts.px(26), self.height() - fonts.px(3))
        words = QFontMetrics(pen.font()).elidedText(self.text(), Qt.TextElideMode.ElideRight, int(room.width()))
        pen.drawText(room, Qt.AlignmentFlag.AlignVCenter, words)
        side = fonts.px(11)
        arrow = icons.pixmap("chevron-down", theme.color("ink" if lit else "faded"), side, self.devicePixelRatioF())
        pen.drawPixmap(self.width() - side - fonts.px(7), (self.height() - side) // 2, arrow)
        pen.setPen(QPen(theme.color("vermilion" if self.hasFocus() else "faded" if lit else "hairline"),
                        2 if self.hasFocus() else 1))  # fmt: skip
        y = self.height() - 2
        pen.drawLine(1, y, self.width() - 2, y)


class Tick(Sized, PaintedButton):
    """A box to be ticked by the brush, with a sentence beside it."""

    preferred, least = (200, 28), (90, 28)
    opacity_off = OFF
    enter_clicks = True

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setCheckable(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def say(self, text: str) -> None:
        self.setText(text)
        self.setAccessibleName(text)
        self.refresh()

    def refresh(self) -> None:
        self._fit()
        self.update()

    def _fit(self) -> None:
        room = QRect(0, 0, max(60, self.width() - fonts.px(28)), 10_000)
        high = QFontMetrics(fonts.font("text")).boundingRect(room, WRAP, self.text()).height()
        self.setFixedHeight(max(max(fonts.px(22), high) + fonts.px(6), fonts.least_target()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def paint(self, pen: QPainter, theme: Theme) -> None:
        side = fonts.px(15)
        box = QRectF(fonts.px(3), fonts.px(5), side, side)
        pen.setBrush(Qt.BrushStyle.NoBrush)
        lit = self.underMouse() or self.hasFocus()
        pen.setPen(QPen(theme.color("vermilion" if self.hasFocus() else "ink" if lit else "faded"), 1.3))
        pen.drawPath(ink.rough_rect(box, "tick", 0.6, 20))
        if self.isChecked():
            pen.setPen(Qt.PenStyle.NoPen)
            pen.setBrush(theme.color("vermilion"))
            stroke = ink.line(
                (box.left() + side * 0.1, box.center().y()), (box.left() + side * 0.42, box.bottom() - side * 0.1),
                (box.right() + side * 0.25, box.top() - side * 0.3),
            )  # fmt: skip
            pen.drawPath(ink.brush_stroke(stroke, fonts.px(3.4), self.text(), rough=0.09))
        pen.setFont(fonts.font("text"))
        pen.setPen(theme.color("ink" if self.isChecked() or lit else "faded"))
        pen.drawText(QRectF(fonts.px(28), fonts.px(3), self.width() - fonts.px(28), self.height()), WRAP, self.text())


def on_paper(widget: QWidget) -> None:
    """Let what is written stand on the paper itself, over a line."""
    theme = palette.current()
    kind = "QSpinBox" if isinstance(widget, QSpinBox) else "QLineEdit"
    widget.setStyleSheet(
        f"{kind} {{ background: transparent; border: none; border-bottom: 1px solid {theme.hairline};"
        f" padding: {fonts.px(3)}px {fonts.px(3)}px; }}"
        f"{kind}:focus {{ border-bottom: 2px solid {theme.vermilion}; }}"
    )


class WrittenLine(QLineEdit):
    """Words over a line."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        follow(self)
        self.refresh()

    def refresh(self) -> None:
        on_paper(self)


class Spin(QSpinBox):
    """A number that the wheel changes only when the keys are on it: else a page would not scroll past it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        follow(self)
        self.refresh()

    def refresh(self) -> None:
        on_paper(self)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()


class RuledPaper(QPlainTextEdit):
    """Ruled paper that grows with what is written on it; the Tab key goes on to the next blank."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTabChangesFocus(True)
        self.setFrameShape(QPlainTextEdit.Shape.NoFrame)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.document().setDocumentMargin(2)
        self.document().documentLayout().documentSizeChanged.connect(lambda _: self._fit())
        follow(self)
        self.refresh()

    def refresh(self) -> None:
        self.setStyleSheet("QPlainTextEdit { background: transparent; border: none; padding: 0; }")
        self.setFont(fonts.font("text"))
        self._fit()

    def _fit(self) -> None:
        """Three lines at least, ten at most; only what is longer scrolls."""
        written = int(self.document().size().height())
        lines = min(MOST_LINES, max(LINES, written))
        always, never = Qt.ScrollBarPolicy.ScrollBarAsNeeded, Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        self.setVerticalScrollBarPolicy(always if written > MOST_LINES else never)
        high = math.ceil(lines * QFontMetricsF(self.font()).lineSpacing()) + fonts.px(10)
        if self.height() != high or self.minimumHeight() != high:
            self.setFixedHeight(high)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = palette.current()
        with ink.painting(self.viewport()) as pen:
            pen.setPen(QPen(theme.color("vermilion", 0.8) if self.hasFocus() else theme.color("hairline"), 1))
            step = QFontMetricsF(self.font()).lineSpacing()
            y = self.contentOffset().y() + 2 + step - 1
            while y < self.viewport().height():
                pen.drawLine(0, round(y), self.viewport().width(), round(y))
                y += step
        super().paintEvent(event)


MOST = 80
"""Letters of a name."""


class InlineRename(QLineEdit):
    """Opens with the name chosen whole; Enter or going elsewhere keeps it, Escape does not.

    `renamed` carries another name; `over` comes always, and last. It goes by itself; whoever holds it lets go of it on
    `over`.
    """

    renamed = Signal(str)
    over = Signal()

    def __init__(self, name: str, font: QFont, place: QRect, parent: QWidget) -> None:
        """Over a part of `parent`, which gets the keys back."""
        super().__init__(name, parent)
        self._name, self._open = name, True
        self.setFont(font)
        self.setGeometry(place)
        self.setMaxLength(MOST)
        self.selectAll()
        self.editingFinished.connect(lambda: self._end(self.text().strip()))
        self.show()
        self.setFocus()

    def _end(self, name: str) -> None:
        if not self._open:
            return
        self._open = False
        discard(self)
        self.over.emit()
        if name and name != self._name:
            self.renamed.emit(name)

    def give_up(self) -> None:
        self._end("")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.give_up()
            return
        super().keyPressEvent(event)
        event.accept()


class NameEdit(QLineEdit):
    """A name written straight onto the paper."""

    focused = Signal()

    def __init__(self, parent: QWidget | None = None, *, share: float = 1.0) -> None:
        """`share` of the size of a title."""
        super().__init__(parent)
        self._share = share
        self.setMaxLength(40)
        self.textChanged.connect(self._fit)
        follow(self)
        self.refresh()

    def refresh(self) -> None:
        theme = palette.current()
        self._fit()
        self.setStyleSheet(
            f"QLineEdit {{ background: transparent; border: none; border-bottom: 1px solid {theme.hairline};"
            f" padding: 0 0 {fonts.px(2)}px 0; }}"
            f"QLineEdit:focus {{ border-bottom: 2px solid {theme.vermilion}; }}"
        )

    def _fit(self) -> None:
        """A long name is written smaller before it is cut."""
        self.setFont(fonts.fitted("title", self.text(), self.width() - fonts.px(8), self._share, 0.6))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def sizeHint(self) -> QSize:
        lost = QFontMetrics(fonts.font("title", self._share)).height() - self.fontMetrics().height()
        return super().sizeHint() + QSize(0, lost)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.modifiers():
            self.focusNextChild()
            return
        super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.focused.emit()


RENAME, DELETE = "rename", "delete"


@dataclass(frozen=True, slots=True)
class Tool:
    """A button at the end of a row; `id` ends the name of its action in the table of keys, too."""

    id: str
    sign: str
    words: Message


class ToolDelegate(LineDelegate):
    """Paints rows that have tools, and says where these and the name lie."""

    tools: RowTools | None = None

    def tools_place(self, row: QRect, size: QSize) -> QRect:
        return QRect(row.right() + 1 - size.width(), row.top(), size.width(), row.height())

    @abstractmethod
    def name_place(self, row: QRect) -> tuple[QRect, QFont]:
        """Where the name stands in a row, and in which font."""

    def tools_width(self, id: str) -> int:
        return self.tools.width() if self.tools is not None and self.tools.shown == id else 0


class RowTools(Translated, QWidget):
    """Puts itself on the rows of `view`. `wanted` carries tool and line, `renamed` line and name.

    Delete and the keys of a context's actions ("campaigns.copy" for the tool "copy") do the same as the buttons.
    """

    wanted = Signal(str, str)
    renamed = Signal(str, str)

    def __init__(
        self,
        view: ListView,
        delegate: ToolDelegate,
        tools: Sequence[Tool],
        context: keys.Context,
        title: Message,
    ) -> None:
        """`title` tells screen readers what is written when a row is renamed."""
        super().__init__(view.viewport())
        self._view, self._delegate = view, delegate
        self._tools, self._context, self._title = tuple(tools), context, title
        self._over = self.shown = ""
        self._edit: InlineRename | None = None
        row = hbox(on=self, spacing=0)
        self.buttons: dict[str, InkButton] = {}
        for tool in tools:
            button = InkButton("", "quiet", self, sign=tool.sign)
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            button.clicked.connect(lambda _=False, id=tool.id: self.do(id, self.shown))
            self.buttons[tool.id] = button
            row.addWidget(button)
        delegate.tools = self
        view.set_delegate(delegate)
        view.deleted.connect(lambda id: self.do(DELETE, id))
        view.held.connect(lambda _: self._place())
        view.entered.connect(self._enter)
        view.verticalScrollBar().valueChanged.connect(lambda _: self._place())
        view.rows.modelReset.connect(self._place)
        view.installEventFilter(self)
        view.viewport().installEventFilter(self)
        self.retranslate()
        self.hide()

    def retranslate(self) -> None:
        for tool in self._tools:
            self.buttons[tool.id].setToolTip(tr(tool.words))
            self.buttons[tool.id].setAccessibleName(tr(tool.words))

    def do(self, tool: str, id: str) -> None:
        if tool == RENAME:
            self.rename(id)
        elif id:
            self.wanted.emit(tool, id)

    def rename(self, id: str) -> None:
        """Write another name in its place; Enter keeps it, Escape does not."""
        line = self._view.by_id.get(id)
        if self._edit is not None or line is None:
            return
        self._view.hold(id)
        place, font = self._delegate.name_place(self._view.visualRect(self._view.currentIndex()))
        self._edit = InlineRename(line.title, font, place, self._view.viewport())
        self._edit.setAccessibleName(tr(self._title))
        self._edit.renamed.connect(lambda name: self.renamed.emit(id, name))
        self._edit.over.connect(self._rename_over)
        self._place()

    def _rename_over(self) -> None:
        self._edit = None
        self._view.setFocus()
        self._place()

    def _enter(self, index: Index) -> None:
        self._over = self._view.rows.lines[index.row()].id
        self._place()

    def _place(self) -> None:
        line = self._view.line if self._view.hasFocus() else None
        self.shown = self._over if self._over in self._view.by_id else line.id if line is not None else ""
        if self._edit is not None:
            self.shown = ""
        self.setVisible(bool(self.shown))
        if self.shown:
            row = self._view.visualRect(self._view.rows.index(self._view.row_of(self.shown)))
            self.setGeometry(self._delegate.tools_place(row, self.sizeHint()))
        self._view.viewport().update()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kind = event.type()
        if kind == QEvent.Type.Leave and watched is not self._view:
            self._over = ""
        if kind in (QEvent.Type.Leave, QEvent.Type.Resize) or (
            kind in (QEvent.Type.FocusIn, QEvent.Type.FocusOut) and watched is self._view
        ):
            self._place()
        elif kind == QEvent.Type.KeyPress and watched is self._view and isinstance(event, QKeyEvent):
            deed = keys.meant(self._context, event) or ""
            tool, line = deed.removeprefix(f"{self._context}."), self._view.line
            if deed and tool in self.buttons and line is not None:
                self.do(tool, line.id)
                return True
        return super().eventFilter(watched, event)
