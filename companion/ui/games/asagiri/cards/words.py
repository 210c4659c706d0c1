"""Paragraphs painted by hand: bold words first, then the plain ones, wrapped together."""

from __future__ import annotations

from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QFont, QPainter, QTextCharFormat, QTextLayout, QTextOption


class WrappedText:
    """Bold and plain words as one wrapped paragraph of a width."""

    def __init__(
        self, strong: str, plain: str, fonts: tuple[QFont, QFont], colours: tuple[QColor, QColor], width: float
    ) -> None:
        """`fonts` and `colours`: of the bold words, of the plain ones."""
        text = f"{strong}  {plain}" if strong and plain else strong + plain
        self._layout = QTextLayout(text, fonts[1])
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WordWrap)
        self._layout.setTextOption(option)
        ranges = []
        for start, length, font, colour in (
            (0, len(strong), fonts[0], colours[0]),
            (len(strong), len(text) - len(strong), fonts[1], colours[1]),
        ):
            part = QTextLayout.FormatRange()
            part.start, part.length = start, length
            shape = QTextCharFormat()
            shape.setFont(font)
            shape.setForeground(colour)
            part.format = shape
            ranges.append(part)
        self._layout.setFormats(ranges)
        self._layout.beginLayout()
        self.height = 0.0
        while True:
            line = self._layout.createLine()
            if not line.isValid():
                break
            line.setLineWidth(width)
            line.setPosition(QPointF(0, self.height))
            self.height += line.height()
        self._layout.endLayout()

    def draw(self, pen: QPainter, x: float, y: float) -> None:
        """Paint it with its upper left corner at a point."""
        self._layout.draw(pen, QPointF(x, y))
