"""The picture of the last screen, fading over the next one."""

from __future__ import annotations

from PySide6.QtCore import Qt, QVariantAnimation, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QWidget

from companion.ui.kit.theme import motion


class CrossFade(QWidget):
    """Shows itself and deletes itself."""

    ended = Signal()

    def __init__(self, picture: QPixmap, parent: QWidget) -> None:
        super().__init__(parent)
        self._picture, self._share = picture, 1.0
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setGeometry(parent.rect())
        self._animation = QVariantAnimation(self)
        self._animation.setStartValue(1.0)
        self._animation.setEndValue(0.0)
        self._animation.setDuration(motion.duration(motion.NORMAL))
        self._animation.valueChanged.connect(self._step)
        self._animation.finished.connect(self.end)
        self.show()
        self.raise_()
        self._animation.start()

    def _step(self, value: float) -> None:
        self._share = value
        self.update()

    def end(self) -> None:
        """Be gone."""
        self._animation.stop()
        self.hide()
        self.ended.emit()
        self.deleteLater()

    def paintEvent(self, event: QPaintEvent) -> None:
        pen = QPainter(self)
        pen.setOpacity(self._share)
        pen.drawPixmap(0, 0, self._picture)
        pen.end()
