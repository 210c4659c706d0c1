"""Work that may take long, done beside the window: what it is and how far it is can be seen, and it can be given up."""

from __future__ import annotations

from collections.abc import Callable
from threading import Thread
from typing import Generic, TypeVar

from PySide6.QtCore import QEvent, QEventLoop, QObject, QRectF, Qt, QTimer
from PySide6.QtGui import QCloseEvent, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from companion.model.core.progress import Cancelled, watched
from companion.model.core.words import Message, say
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.layouts import RIGHT, vbox
from companion.ui.kit.panels import Heading, PaperPanel
from companion.ui.kit.screen import ModalLayer
from companion.ui.kit.theme import fonts, palette
from companion.ui.kit.translator import tr

R = TypeVar("R")

PATIENCE = 0.5
"""Seconds after which it is said what is waited for."""
LOOK_MS = 40


def waited(owner: QWidget, what: Message, do: Callable[[], R], *, whole: bool = False) -> R:
    """What `do` gives, or raises; done in a thread, so it must touch no widget. The window goes on meanwhile.

    Raises Cancelled when it was given up, which is not offered when it has to be done as a `whole`.
    """
    work = _Work(do)
    work.start()
    if not work.ended(PATIENCE):
        loop, panel = QEventLoop(), Busy(owner, what, whole=whole)
        look = QTimer(interval=LOOK_MS)

        def looked() -> None:
            if isValid(panel):
                panel.show_share(work.share)
            work.given_up = work.given_up or panel.given_up
            if work.ended(0):
                loop.quit()

        look.timeout.connect(looked)
        look.start()
        loop.exec()
        look.stop()
        panel.end()
        work.given_up = True  # the program ends, unless the work has
    return work.result()


class _Work(Thread, Generic[R]):
    def __init__(self, do: Callable[[], R]) -> None:
        super().__init__(name="work", daemon=True)
        self._do = do
        self._came: R | None = None
        self._wrong: Exception | None = None
        self.share = 0.0
        self.given_up = False

    def run(self) -> None:
        try:
            with watched(self._told):
                self._came = self._do()
        except Exception as wrong:
            self._wrong = wrong

    def _told(self, done: int, of: int) -> None:
        if self.given_up:
            raise Cancelled
        self.share = done / of if of else 1.0

    def ended(self, seconds: float) -> bool:
        self.join(seconds)
        return not self.is_alive()

    def result(self) -> R:
        """What came of it, once it has ended."""
        self.join()
        if self._wrong is not None:
            raise self._wrong
        return self._came  # type: ignore[return-value]


class Busy(ModalLayer):
    """A veil over the window of `owner` that says what is being done; Escape and its button give it up."""

    def __init__(self, owner: QWidget, what: Message, *, whole: bool = False) -> None:
        """Shown at once; `whole`: it cannot be given up."""
        super().__init__(owner)
        window = owner.window()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.given_up = False
        self._sheet = PaperPanel(self, margin=22, seed=71)
        self.title = Heading(tr(what), self._sheet, level=3)
        self._bar = _Bar(self._sheet)
        self.cancel = InkButton(tr(say("Cancel")), "secondary", self._sheet, key="Esc", clicked=self.give_up)
        vbox(self.title, self._bar, (self.cancel, RIGHT), on=self._sheet, spacing=12, margins=None)
        self._bar.setVisible(not whole)
        self.cancel.setVisible(not whole)
        window.installEventFilter(self)
        self.setAccessibleName(tr(what))
        self._fit()
        self.show()
        self.raise_()
        (self if whole else self.cancel).setFocus()

    def show_share(self, share: float) -> None:
        self._bar.show_share(share)

    def give_up(self) -> None:
        """Nobody wants it any more; it ends as soon as it can."""
        self.given_up = True
        self.cancel.setEnabled(False)

    def end(self) -> None:
        if isValid(self):
            self.close()

    def _fit(self) -> None:
        self.setGeometry(self.window().rect())
        size = self._sheet.sizeHint().expandedTo(self._sheet.minimumSizeHint())
        width = min(self.width(), max(size.width(), fonts.px(380)))
        self._sheet.setGeometry((self.width() - width) // 2, (self.height() - size.height()) // 2, width, size.height())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.window() and event.type() == QEvent.Type.Resize:
            self._fit()
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.give_up()
        event.accept()

    def closeEvent(self, event: QCloseEvent) -> None:
        self.given_up = True
        super().closeEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        pen = QPainter(self)
        pen.fillRect(self.rect(), palette.current().color("shadow", 0.35))
        pen.end()


class _Bar(QWidget):
    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._share = 0.0
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)  # else all that is under it is painted as well
        self.setFixedHeight(fonts.px(8))

    def show_share(self, share: float) -> None:
        if share != self._share:
            self._share = share
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = palette.current()
        pen = QPainter(self)
        pen.fillRect(self.rect(), theme.color("sunken"))
        pen.fillRect(QRectF(0, 0, self.width() * self._share, self.height()), theme.color("ink"))
        pen.end()
