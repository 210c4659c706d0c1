"""A sheet of paper that slides in from the right, over the screen and never in its way for long."""

from __future__ import annotations

from PySide6.QtCore import QEasingCurve, QEvent, QObject, QPoint, QPropertyAnimation, QRect, Qt, Signal
from PySide6.QtGui import QAccessible, QKeyEvent
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from companion.model.core.words import Message, say
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.layouts import hbox, vbox
from companion.ui.kit.modal import go_round
from companion.ui.kit.panels import Heading, PaperPanel
from companion.ui.kit.scroll import ScrollColumn
from companion.ui.kit.theme import fonts, motion

from .translator import tr


class SideSheet(PaperPanel):
    """Title, content, a way to close. Not modal: the screen behind can be used."""

    accessible_role = QAccessible.Role.Dialog

    closed = Signal()

    def __init__(self, title: Message, kanji: str, content: QWidget, parent: QWidget, *, wide: int = 420) -> None:
        """`content` is shown below the title and scrolls when there is no room."""
        super().__init__(parent, margin=26, seed=31)
        self._title, self._wide = title, wide
        self.content = content
        self._heading = Heading("", self, level=2, kanji=kanji)
        self._close = InkButton("", "quiet", self, sign="close", name=say("Close"), tip=say("Close"))
        self._close.clicked.connect(self.close_sheet)
        scroll = ScrollColumn(content, self)
        vbox(hbox((self._heading, 1), self._close), (scroll, 1), on=self, spacing=10)
        self._slide = QPropertyAnimation(self, b"pos", self)
        self._slide.setEasingCurve(QEasingCurve.Type.OutCubic)
        self._slide.finished.connect(self._slid)
        self._leaving = False
        self._back: QWidget | None = None
        """Who had the keys before."""
        self.hide()
        parent.installEventFilter(self)
        self.retranslate()

    def retranslate(self) -> None:
        self._heading.setText(tr(self._title))
        self.setAccessibleName(tr(self._title))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and watched is self.parent() and self.isVisible():
            self._slide.stop()
            self.setGeometry(self._place())
        return super().eventFilter(watched, event)

    def _place(self) -> QRect:
        parent = self.parentWidget()
        assert parent is not None
        wide = min(fonts.px(self._wide), parent.width())
        return QRect(parent.width() - wide + self.SHADOW, 0, wide, parent.height())

    def refresh(self) -> None:
        super().refresh()
        if self.isVisible():
            self.setGeometry(self._place())

    def open_sheet(self) -> None:
        place = self._place()
        self._leaving = False
        self._slide.stop()
        if not self.isVisible():
            self._back = self.window().focusWidget()
            self.setGeometry(place.translated(place.width(), 0))
        self.show()
        self.raise_()
        self._move_to(place.topLeft())
        self._close.setFocus()
        self.focusNextChild()

    def close_sheet(self) -> None:
        if not self.isVisible() or self._leaving:
            return
        self._leaving = True
        back = self._back
        if back is not None and isValid(back) and back.isVisible():
            back.setFocus(Qt.FocusReason.PopupFocusReason)
        self._move_to(self._place().translated(self._place().width(), 0).topLeft())
        self.closed.emit()

    def toggle(self) -> None:
        if self.isVisible() and not self._leaving:
            self.close_sheet()
        else:
            self.open_sheet()

    def _move_to(self, target: QPoint) -> None:
        if motion.reduced():
            self.move(target)
            self._slid()
            return
        self._slide.stop()
        self._slide.setDuration(motion.NORMAL)
        self._slide.setStartValue(self.pos())
        self._slide.setEndValue(target)
        self._slide.start()

    def _slid(self) -> None:
        if self._leaving:
            self.hide()

    def focusNextPrevChild(self, forward: bool) -> bool:
        return go_round(self, forward=forward) or super().focusNextPrevChild(forward)

    def event(self, event: QEvent) -> bool:
        if (
            isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.ShortcutOverride
            and event.key() == Qt.Key.Key_Space
            and not event.modifiers()
        ):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.close_sheet()
            return
        super().keyPressEvent(event)
