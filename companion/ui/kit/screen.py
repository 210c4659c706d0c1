"""Screens of the window, and what lies over a whole window: choices that pop up, and what is waited for.

Over a window the keys stay inside and go back where they were, and all closes with its screen.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from threading import Thread
from typing import TYPE_CHECKING, Generic, TypeVar

from PySide6.QtCore import (
    QEvent,
    QEventLoop,
    QObject,
    QPoint,
    QRect,
    QRectF,
    QSize,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import (
    QAccessible,
    QCloseEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPixmap,
)
from PySide6.QtWidgets import QLineEdit, QWidget
from shiboken6 import isValid

from companion.model.core.progress import Cancelled, watched
from companion.model.core.words import Message, has_words, say
from companion.ui.kit.accessibility import go_round
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.layouts import RIGHT, OnePage, vbox
from companion.ui.kit.list_view import Line, ListView
from companion.ui.kit.panels import Heading, PaperPanel
from companion.ui.kit.theme import fonts, ink, palette
from companion.ui.kit.theme.palette import Theme
from companion.ui.kit.translator import Sentence, says, tr
from companion.ui.kit.widget import Translated

if TYPE_CHECKING:
    from companion.ui.kit import keys


class Screen(Translated, QWidget):
    """Fills the window. Escape goes back, which emits `left` unless the screen has a page of its own to go back to."""

    left = Signal()
    _begins: QWidget | None = None
    """What the keys go to when the screen gets them."""

    def __init__(self, parent: QWidget | None = None, *, title: Sentence | None = None) -> None:
        """`title`: what a screen reader calls it."""
        super().__init__(parent)
        says(self, name=title)
        palette.theme_changed.connect(self.update)

    def bind(self, actions: Mapping[str, Callable[[], object]]) -> None:
        from companion.ui.kit import keys  # the home screen has none, and is painted first

        for id, do in actions.items():
            keys.action(id, self, do)

    @property
    def contexts(self) -> tuple[keys.Context, ...]:
        return ()

    def leave(self) -> None:
        self.left.emit()

    def setFocusProxy(self, widget: QWidget) -> None:
        self._begins = widget
        super().setFocusProxy(widget)

    def focusNextPrevChild(self, next: bool) -> bool:
        """Qt begins each round anew where a page hands the keys to, and never comes to what stands before that."""
        begins = self._begins
        if begins is None or not isValid(begins):
            return bool(super().focusNextPrevChild(next))
        super().setFocusProxy(None)  # type: ignore[arg-type]  # Qt takes None, its stubs do not
        went = bool(super().focusNextPrevChild(next))
        super().setFocusProxy(begins)
        return went

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.leave()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        pen = QPainter(self)
        paint_ground(pen, self.rect(), palette.current())
        pen.end()


def paint_ground(pen: QPainter, rect: QRect, theme: Theme) -> None:
    """Plain paper with its grain: no fibre that would be seen to repeat on a large screen."""
    pen.drawTiledPixmap(rect, _paper(theme.color("ground").rgb(), theme.color("ink").rgb()))


@lru_cache(maxsize=8)
def _paper(ground: int, shade: int) -> QPixmap:
    """A piece to tile with, without a hole: copied, where its grains would be blended over a whole screen each time."""
    paper = QPixmap(512, 512)
    paper.fill(ground)
    with ink.painting(paper) as pen:
        for cells, pixels, strength in ((9, 512, 0.014), (128, 256, 0.022)):
            pen.drawTiledPixmap(paper.rect(), ink.grain_pixmap(cells, pixels, 5 + cells, shade, strength))
    return paper


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


FEW = 9
"""Up to so many lines there is nothing to search for."""


class ChoicePopup(ModalLayer):
    """Lines on a slip over the window; it closes when one is chosen, or when something else is clicked.

    It lies inside the window, as menus of other programs do not: no screen edge cuts it, no desktop draws it black.
    `chosen` carries the id of a line.
    """

    chosen = Signal(str)

    def __init__(
        self, lines: Sequence[Line], parent: QWidget, *, name: str = "", find: str = "", width: int = 330
    ) -> None:
        """Over the window of `parent`, which gets the keys back; `name` is for screen readers, `find` invites to
        search.
        """
        super().__init__(parent)
        self.give_back_to(parent)
        self.setAccessibleName(name)
        self._wide = width
        self._slip = PaperPanel(self, margin=6, seed=17)
        self.search = QLineEdit(self._slip)
        self.search.setPlaceholderText(find)
        self.search.setAccessibleName(find)
        self.search.setVisible(bool(find) and len(lines) > FEW)
        self.search.textChanged.connect(self._sift)
        self.search.installEventFilter(self)
        self.lines = ListView(self._slip)
        self.lines.setAccessibleName(name)
        self.lines.searches = self.search.isHidden()
        self.lines.show_lines(lines)
        self.lines.chosen.connect(self._choose)
        vbox(self.search, (self.lines, 1), on=self._slip, spacing=4)

    def _choose(self, id: str) -> None:
        self.close()
        self.chosen.emit(id)

    def popup(self, below: QWidget, *, beside: bool = False, part: QRect | None = None) -> None:
        """Show it under a widget (above, where there is no room) or beside it, and take the keys.

        `part`: of the widget, beside which it lies.
        """
        window = self.parentWidget()
        assert window is not None
        self.setGeometry(window.rect())
        edge = self._slip.SHADOW + fonts.px(6)
        wide = min(fonts.px(self._wide), window.width())
        high = self.lines.heightForWidth(wide - 2 * edge) + 2 * edge
        if not self.search.isHidden():
            high = min(high + self.search.sizeHint().height() + fonts.px(4), fonts.px(520))
        high = min(high, window.height())
        at = below.mapTo(window, QPoint(-self._slip.SHADOW, below.height() - 4))
        if beside:
            room = part or below.rect()
            at = below.mapTo(window, QPoint(room.right() + 1 - self._slip.SHADOW, room.top() - self._slip.SHADOW))
            if at.x() + wide > window.width():
                at.setX(below.mapTo(window, QPoint(room.left() + self._slip.SHADOW - wide, 0)).x())
        elif at.y() + high > window.height():
            at.setY(below.mapTo(window, QPoint(0, 0)).y() - high + 4)
        at.setX(max(0, min(at.x(), window.width() - wide)))
        at.setY(max(0, min(at.y(), window.height() - high)))
        self._slip.setGeometry(QRect(at, QSize(wide, high)))
        self.give_back_to(below)
        self.show()
        self.raise_()
        first = self.lines if self.search.isHidden() else self.search
        (first if self.lines.usable() else self).setFocus(Qt.FocusReason.PopupFocusReason)

    def _sift(self, text: str) -> None:
        self.lines.sift(lambda line: has_words(f"{line.title} {line.words}", text))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.search and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            key = event.key()
            if key == Qt.Key.Key_Escape:
                self.close()
                return True
            if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Down) and self.lines.usable():
                self.lines.setCurrentIndex(self.lines.rows.index(self.lines.usable()[0]))
                self.lines.setFocus(Qt.FocusReason.TabFocusReason)
                if key != Qt.Key.Key_Down:
                    self.lines.choose()
                return True
        return super().eventFilter(watched, event)

    def focusNextPrevChild(self, forward: bool) -> bool:
        if self.lines.hasFocus():
            self.lines.step(1 if forward else -1)
        else:
            self.lines.setFocus(Qt.FocusReason.TabFocusReason)
        return True

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if not self._slip.geometry().contains(event.position().toPoint()):
            self.close()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.close()
        elif event.text().strip() and not self.search.isHidden():
            self.search.setFocus()
            self.search.setText(self.search.text() + event.text())


R = TypeVar("R")

PATIENCE = 0.5
"""Seconds after which it is said what is waited for."""
LOOK_MS = 40


_waits = 0


def busy() -> bool:
    """Whether something is waited for: no other screen may come to the front then."""
    return _waits > 0


def waited(owner: QWidget, what: Message, do: Callable[[], R], *, whole: bool = False) -> R:
    """What `do` gives, or raises; done in a thread, so it must touch no widget. The window goes on meanwhile.

    Raises Cancelled when it was given up, which is not offered when it has to be done as a `whole`.
    """
    global _waits
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
        _waits += 1
        loop.exec()
        _waits -= 1
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
