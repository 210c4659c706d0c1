"""What widgets are made of: following theme, text size and language, labels, and a picture painted once."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QEvent, QObject, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QAccessible, QGuiApplication, QKeyEvent, QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QAbstractButton, QLabel, QSizePolicy, QWidget

from companion.ui.kit.theme import fonts, ink, palette
from companion.ui.kit.theme.fonts import FontRole
from companion.ui.kit.theme.palette import Role, Theme
from companion.ui.kit.translator import Said, Sentence, says

OFF = 0.45
"""How much is seen of a control that can't be used now."""


class _Refreshes(Protocol):
    def refresh(self) -> None:
        """Take over the present theme and text size."""


def follow(widget: _Refreshes) -> None:
    """Have a widget's `refresh` called when theme or text size change; Qt ends it with the widget."""
    palette.theme_changed.connect(widget.refresh)
    fonts.text_scale_changed.connect(widget.refresh)


def discard(*widgets: QWidget) -> None:
    """Take widgets off the screen at once, and delete them as soon as nobody works with them."""
    for widget in widgets:
        widget.hide()
        widget.deleteLater()


if TYPE_CHECKING:
    _AnyWidget = QWidget
else:
    _AnyWidget = object


class Translated(_AnyWidget):
    """Mixed into a widget (before its Qt class) that has sentences to say again when the window's language changes."""

    def retranslate(self) -> None:
        """Say everything in the language of the window."""

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            for said in self.findChildren(Said):  # Qt comes to children later, and what they say may be measured
                said.say()
            self.retranslate()


class Sized(_AnyWidget):
    """Mixed into a widget (before its Qt class) that asks for the same room at all times, in pixels at text scale 1."""

    preferred: tuple[float, float]
    least: tuple[float, float]

    def sizeHint(self) -> QSize:
        return QSize(*map(fonts.px, self.preferred))

    def minimumSizeHint(self) -> QSize:
        return QSize(*map(fonts.px, self.least))


class InkWidget(Translated, QWidget):
    """A widget painted by hand that follows theme and text size; to the ear it is its name."""

    accessible_role = QAccessible.Role.StaticText

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        follow(self)

    def refresh(self) -> None:
        self.updateGeometry()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        with ink.painting(self) as pen:
            self.paint(pen, palette.current())

    @abstractmethod
    def paint(self, pen: QPainter, theme: Theme) -> None:
        """Paint it, from scratch."""


ARROWS = {Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0), Qt.Key.Key_Up: (0, -1), Qt.Key.Key_Down: (0, 1)}
"""Columns and rows that an arrow key goes."""


def literal(text: str) -> str:
    """A text for a menu or a button in which `&` is a letter, as in names: Qt takes it for the mark of a key."""
    return text.replace("&", "&&")


if TYPE_CHECKING:
    _Button = QAbstractButton
else:
    _Button = object


class LiteralText(_Button):
    """A button that shows a text as it is: a name like “Anna & Bea” binds no key and loses no letter."""

    def text(self) -> str:
        return super().text().replace("&&", "&")

    def setText(self, text: str) -> None:
        super().setText(literal(text))


class PaintedButton(LiteralText, QAbstractButton):
    """A button painted by hand, lit under the mouse and a Tab stop; it follows theme and text size.

    With `enter_clicks` Enter presses it, too: elsewhere that key belongs to the screen.
    """

    enter_clicks = False
    opacity_off = 1.0
    """How much of it is seen while it can't be pressed, where `paint` says nothing of that."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        follow(self)

    def refresh(self) -> None:
        self.updateGeometry()
        self.update()

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        with ink.painting(self) as pen:
            pen.setOpacity(1.0 if self.isEnabled() else self.opacity_off)
            self.paint(pen, palette.current())

    @abstractmethod
    def paint(self, pen: QPainter, theme: Theme) -> None:
        """Paint it, from scratch."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self.enter_clicks and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)


class SteppingButton(Translated, PaintedButton):
    """One of several: an arrow key asks for a neighbour by `stepped`, so many columns and rows on."""

    stepped = Signal(int, int)
    enter_clicks = True

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in ARROWS:
            self.stepped.emit(*ARROWS[Qt.Key(event.key())])
        else:
            super().keyPressEvent(event)


class Backdrop:
    """A picture behind a widget, painted again only when size, theme, pixel ratio or its own key change."""

    def __init__(self, draw: Callable[[QPainter, QSize, Theme], None]) -> None:
        self._draw = draw
        self._key: object = None
        self._pixmap = QPixmap()

    def get(self, widget: QWidget, extra: object = None) -> QPixmap:
        theme, dpr = palette.current(), widget.devicePixelRatioF()
        key = (widget.size().toTuple(), theme.name, dpr, fonts.text_scale(), extra)
        if key != self._key:
            pixmap = ink.blank(widget.width(), widget.height(), dpr)
            with ink.painting(pixmap) as pen:
                self._draw(pen, widget.size(), theme)
            self._key, self._pixmap = key, pixmap
        return self._pixmap


class CachedInkWidget(InkWidget):
    """Paints itself by `draw` into a picture that it keeps until `redraw`."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._backdrop, self._drawn = Backdrop(self.draw), 0

    @abstractmethod
    def draw(self, pen: QPainter, size: QSize, theme: Theme) -> None:
        """Paint it anew."""

    def redraw(self) -> None:
        self._drawn += 1
        self.updateGeometry()
        self.update()

    def paint(self, pen: QPainter, theme: Theme) -> None:
        pen.drawPixmap(0, 0, self._backdrop.get(self, self._drawn))


class Label(QLabel):
    """Plain text; wraps unless told otherwise."""

    def __init__(
        self,
        parent: QWidget | None = None,
        *,
        text: Sentence | None = None,
        role: Role = "faded",
        font: FontRole = "text",
        scale: float = 1.0,
        wrap: bool = True,
        align: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft,
    ) -> None:
        """Says `text`, if any; `setText` fills it with something else."""
        super().__init__(parent)
        self._role: Role = role
        self._font_role: FontRole = font
        self._scale = scale
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(wrap)
        self.setAlignment(align | Qt.AlignmentFlag.AlignVCenter)
        if text is not None:
            says(self, text)
        follow(self)
        self.refresh()

    def set_role(self, role: Role) -> None:
        self._role = role
        self.refresh()

    def refresh(self) -> None:
        self.setFont(fonts.font(self._font_role, self._scale))
        self.setStyleSheet(f"color: {palette.current().color(self._role).name()};")
        self.updateGeometry()


class StaysInSight(QObject):
    """Brings a window back into sight when the screen it stands on is unplugged, unless the desktop has done so."""

    def __init__(self, window: QWidget) -> None:
        """It goes with the window."""
        super().__init__(window)
        self._window = window
        self._soon = QTimer(self, singleShot=True, interval=200)
        self._soon.timeout.connect(self._look)
        app = QGuiApplication.instance()
        assert isinstance(app, QGuiApplication)
        app.screenRemoved.connect(self._removed)

    def _removed(self) -> None:
        self._soon.start()

    def _look(self) -> None:
        window, screen = self._window, QGuiApplication.primaryScreen()
        inside = any(one.availableGeometry().intersects(window.geometry()) for one in QGuiApplication.screens())
        if inside or screen is None or not window.isVisible():
            return
        room = screen.availableGeometry()
        window.resize(window.size().boundedTo(room.size()))
        window.move(room.topLeft())
