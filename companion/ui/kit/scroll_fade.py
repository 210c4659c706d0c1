"""A soft edge at the foot of a list that goes on below: nothing looks cut off that can be scrolled to."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QLinearGradient, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractScrollArea, QWidget

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
