"""What scrolls: a column of widgets as wide as its room, and a whole screen in a window that is too small for it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QSize, Qt, QTimer
from PySide6.QtGui import QLinearGradient, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QFrame, QScrollArea, QVBoxLayout, QWidget

from companion.ui.kit.layouts import vbox
from companion.ui.kit.theme import fonts, palette
from companion.ui.kit.theme.palette import Role

HIGH = 34


class ScrollFade(QWidget):
    """Lies over the foot of a scroll area while there is more below."""

    def __init__(self, area: QAbstractScrollArea, role: Role = "ground") -> None:
        """Watch `area`, which lies on a paper of this colour."""
        super().__init__(area)
        self._role: Role = role
        self._area = area
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        area.installEventFilter(self)
        bar = area.verticalScrollBar()
        bar.valueChanged.connect(self._place)
        bar.rangeChanged.connect(self._place)
        palette.theme_changed.connect(self.update)
        self._place()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            self._place()
        return super().eventFilter(watched, event)

    def _place(self, *_: object) -> None:
        bar, high = self._area.verticalScrollBar(), fonts.px(HIGH)
        self.setGeometry(0, self._area.height() - high, self._area.viewport().width(), high)
        self.setVisible(bar.value() < bar.maximum())
        self.raise_()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = palette.current()
        fade = QLinearGradient(0, 0, 0, self.height())
        fade.setColorAt(0, theme.color(self._role, 0.0))
        fade.setColorAt(1, theme.color(self._role))
        pen = QPainter(self)
        pen.fillRect(self.rect(), fade)
        pen.end()


class ScrollColumn(QScrollArea):
    """Scrolls up and down only, and is never narrower than what it holds: what can't be scrolled to is not cut."""

    _settling = False
    """What fits without the bar and not beside it would put the bar on and off for ever, each within the other."""

    def __init__(
        self,
        held: QWidget | None = None,
        parent: QWidget | None = None,
        *,
        least: int = 0,
        spacing: int = 0,
        gap: int = 0,
        fade: Role | None = None,
    ) -> None:
        """`held` is as wide as the area, and as high as it has to be; without it, there is a `column` to fill.

        In pixels at text scale 1: `least` is the least height, `spacing` lies between widgets, `gap` before the bar.
        `fade`: the paper that it lies on, for a soft edge at the foot while there is more below.
        """
        super().__init__(parent)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        if least:
            self.setMinimumHeight(fonts.px(least))
        if held is None:
            held = QWidget()
            self.column = vbox(on=held, spacing=spacing, margins=(0, 0, gap, 0))
        self.setWidget(held)
        self.viewport().setAutoFillBackground(False)
        held.setAutoFillBackground(False)
        if fade is not None:
            ScrollFade(self, fade)

    column: QVBoxLayout

    def minimumSizeHint(self) -> QSize:
        held, least = self.widget(), super().minimumSizeHint()
        if held is None:
            return least
        return QSize(held.minimumSizeHint().width() + self.verticalScrollBar().sizeHint().width(), least.height())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.widget() and event.type() == QEvent.Type.LayoutRequest:
            self.updateGeometry()
        if self._settling:
            return False
        self._settling = True
        try:
            return bool(super().eventFilter(watched, event))
        finally:
            self._settling = False


class ScrollStrip(QScrollArea):
    """Scrolls sideways where what it holds does not fit, on the paper that it lies on."""

    def __init__(self, held: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidgetResizable(True)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.viewport().setAutoFillBackground(False)
        self.setWidget(held)
        held.setAutoFillBackground(False)

    def reveal(self, widget: QWidget, x: float, y: float = 0) -> None:
        """Scroll to a widget with so much around it (at text scale 1), once everything lies where it belongs."""
        QTimer.singleShot(0, widget, lambda: self.ensureWidgetVisible(widget, fonts.px(x), fonts.px(y)))


class ScrollScreen(QScrollArea):
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
        if watched is self._screen and event.type() == QEvent.Type.LayoutRequest:
            self._fit()
        return bool(super().eventFilter(watched, event))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
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
    def around(widget: QWidget) -> ScrollScreen | None:
        """The room that a widget is in, if it is in one."""
        around = widget.parentWidget()
        while around is not None and not isinstance(around, ScrollScreen):
            around = around.parentWidget()
        return around

    @staticmethod
    def reveal(widget: QWidget) -> None:
        """Scroll to a widget of a screen, if it is in a room that scrolls."""
        room = ScrollScreen.around(widget)
        if room is not None:
            room.ensureWidgetVisible(widget, 0, 0)

    def _follow(self, _: QWidget | None, now: QWidget | None) -> None:
        if now is not None and self._screen.isAncestorOf(now) and now.size().width() < self.viewport().width():
            self.ensureWidgetVisible(now, fonts.px(16), fonts.px(16))
