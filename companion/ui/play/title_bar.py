"""What stands above the table: where the game is, whose turn it is, the tools, and the next step with its key."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from companion.ui.kit.buttons import InkButton
from companion.ui.kit.explain import TermLabel
from companion.ui.kit.layouts import Gap, hbox, side_by_side, vbox
from companion.ui.kit.panels import Heading
from companion.ui.kit.theme import fonts
from companion.ui.kit.widget import follow

HIGH, LEAST = 56, 460
SPACING = 8


class TitleBar(QWidget):
    """Where there is little room the tools keep their signs alone; words that are still too long say so in a tip."""

    def __init__(
        self, home: InkButton, tools: Sequence[InkButton], take_step: Callable[[], object], parent: QWidget
    ) -> None:
        super().__init__(parent)
        self.title, self.prompt = Heading("", self), TermLabel(self, wrap=False)
        self.step = InkButton("", "primary", self, deed="table.step", clicked=take_step)
        self._home, self._tools = home, [home, *tools]
        self._whole, self._tip = {self.title: "", self.prompt: ""}, ""
        for label in self._whole:
            label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        words = vbox(self.title, self.prompt, spacing=0)
        hbox(home, Gap(8), (words, 1), *tools, self.step, on=self, spacing=SPACING)
        follow(self)

    def say(self, title: str, prompt: str, step: str, tip: str = "") -> None:
        """`step`: what Space does; nothing is obvious without it. `tip`: of both lines."""
        self._tip = tip
        self._whole = {self.title: title, self.prompt: prompt}
        self.step.setText(step)
        self.step.setVisible(bool(step))
        self.refresh()

    def refresh(self) -> None:
        """Be as high as the words now are."""
        self.setFixedHeight(fonts.px(HIGH))
        self._fit()

    def minimumSizeHint(self) -> QSize:
        return QSize(fonts.px(LEAST), fonts.px(HIGH))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        gap = fonts.px(SPACING)
        wanted = max(QFontMetrics(label.font()).horizontalAdvance(text) for label, text in self._whole.items())
        for short in (False, True):
            for button in self._tools:
                button.shorten(short)
            room = self.width() - side_by_side(*self._tools, self.step, gap=gap) - 3 * gap
            if wanted <= room:
                break
        for label, text in self._whole.items():
            _fill(label, text, room, self._tip)


def _fill(label: QLabel, text: str, room: int, tip: str) -> None:
    shown = QFontMetrics(label.font()).elidedText(text, Qt.TextElideMode.ElideRight, max(fonts.px(40), room))
    label.setText(shown)
    label.setToolTip("\n".join(part for part in ("" if shown == text else text, tip) if part))
    label.setAccessibleName(text)
