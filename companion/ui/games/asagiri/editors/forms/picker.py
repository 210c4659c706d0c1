"""A slip with many things to choose from: typing finds, arrows go, Enter takes."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QFrame, QLineEdit, QScrollArea, QVBoxLayout, QWidget

from companion.ui.games.asagiri.bands.gallery import plain
from companion.ui.kit.modal import ModalLayer
from companion.ui.kit.panels import PaperPanel
from companion.ui.kit.popup import Line, LineButton, step_among
from companion.ui.kit.theme import fonts

FEW = 9
"""Up to so many lines there is nothing to search for."""


class Picker(ModalLayer):
    """Lies inside the window; closes when one is chosen or something else is clicked. `chosen` carries a line's id."""

    chosen = Signal(str)

    def __init__(self, lines: Sequence[Line], parent: QWidget, *, name: str, find: str, width: int = 340) -> None:
        """Over the window of `parent`, which gets the keys back; `find` invites to search."""
        super().__init__(parent)
        self.give_back_to(parent)
        self.setAccessibleName(name)
        self._wide = width
        self._slip = PaperPanel(self, margin=6, seed=23)
        column = QVBoxLayout(self._slip)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(fonts.px(4))
        self.search = QLineEdit(self._slip)
        self.search.setPlaceholderText(find)
        self.search.setAccessibleName(find)
        self.search.setVisible(len(lines) > FEW)
        self.search.textChanged.connect(self._filter)
        self.search.installEventFilter(self)
        column.addWidget(self.search)
        page = QWidget()
        box = QVBoxLayout(page)
        box.setContentsMargins(0, 0, 0, 0)
        box.setSpacing(fonts.px(1))
        self.lines: dict[str, LineButton] = {}
        for line in lines:
            button = LineButton(line, page)
            button.clicked.connect(lambda _=False, id=line.id: self._choose(id))
            button.stepped.connect(lambda way, button=button: self._step(button, way))
            box.addWidget(button)
            self.lines[line.id] = button
        box.addStretch(1)
        self._area = QScrollArea(self._slip)
        self._area.setWidgetResizable(True)
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._area.setWidget(page)
        column.addWidget(self._area, 1)

    def popup(self, below: QWidget) -> None:
        """Show it under a widget, or above, or over it: as high as there is room for."""
        window = self.parentWidget()
        assert window is not None
        self.setGeometry(window.rect())
        edge = self._slip.SHADOW + fonts.px(6)
        wide = min(fonts.px(self._wide), window.width())
        high = sum(button.heightForWidth(wide - 2 * edge) + fonts.px(1) for button in self.lines.values()) + 2 * edge
        if not self.search.isHidden():
            high += self.search.sizeHint().height() + fonts.px(4)
        high = min(high + fonts.px(4), window.height() - 2 * fonts.px(10), fonts.px(520))
        at = below.mapTo(window, QPoint(-self._slip.SHADOW, below.height() - 4))
        if at.y() + high > window.height():
            at.setY(window.height() - high)
        at.setX(max(0, min(at.x(), window.width() - wide)))
        at.setY(max(0, at.y()))
        self._slip.setGeometry(QRect(at, QSize(wide, high)))
        self.give_back_to(below)
        self.show()
        self.raise_()
        first = next((button for button in self._ready() if button.line.chosen), None)
        if not self.search.isHidden():
            self.search.setFocus(Qt.FocusReason.PopupFocusReason)
        elif self._ready():
            (first or self._ready()[0]).setFocus(Qt.FocusReason.PopupFocusReason)
        else:
            self.setFocus()
        if first is not None:
            self._area.ensureWidgetVisible(first)

    def _ready(self) -> list[LineButton]:
        return [button for button in self.lines.values() if button.isEnabled() and not button.isHidden()]

    def _filter(self, text: str) -> None:
        words = plain(text).split()
        for button in self.lines.values():
            known = plain(f"{button.line.title} {button.line.words}")
            button.setVisible(all(word in known for word in words))

    def _choose(self, id: str) -> None:
        self.close()
        self.chosen.emit(id)

    def _step(self, button: LineButton, way: int) -> None:
        ready = self._ready()
        step_among(ready, button, way)
        held = next((one for one in ready if one.hasFocus()), None)
        if held is not None:
            self._area.ensureWidgetVisible(held)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """From the search: down goes to the lines, Enter takes the first."""
        if watched is self.search and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            ready = self._ready()
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and ready:
                ready[0].click()
                return True
            if event.key() == Qt.Key.Key_Down and ready:
                ready[0].setFocus(Qt.FocusReason.TabFocusReason)
                return True
            if event.key() == Qt.Key.Key_Escape:
                self.close()
                return True
        return super().eventFilter(watched, event)

    def focusNextPrevChild(self, forward: bool) -> bool:
        """The Tab key stays on the slip."""
        ready = self._ready()
        held = next((button for button in ready if button.hasFocus()), None)
        if held is not None:
            self._step(held, 1 if forward else -1)
        elif ready:
            ready[0].setFocus(Qt.FocusReason.TabFocusReason)
        return True

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A click beside the slip closes it without a choice."""
        if not self._slip.geometry().contains(event.position().toPoint()):
            self.close()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape closes without a choice; a letter begins a search."""
        if event.key() == Qt.Key.Key_Escape:
            self.close()
        elif event.text().strip() and not self.search.isHidden():
            self.search.setFocus()
            self.search.setText(self.search.text() + event.text())
