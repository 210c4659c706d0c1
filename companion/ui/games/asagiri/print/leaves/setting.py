"""Type on paper: sizes in millimetres, set in tenths of one, whatever size the text of the window has."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, TypeAlias

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QTextCharFormat, QTextLayout, QTextOption

from companion.ui.kit.theme import fonts
from companion.ui.kit.theme.palette import PAPER, Role

MM = 10.0
"""Units of a page a millimetre: sizes of letters are whole numbers of them."""
Style: TypeAlias = Literal[
    "title", "heading", "subheading", "name", "lead", "text", "strong", "small", "label", "digits", "large", "hint"
]
_STYLES: dict[Style, tuple[fonts.FontRole, float, Role]] = {
    "title": ("display", 8.6, "ink"),
    "heading": ("title", 4.9, "ink"),
    "subheading": ("title", 3.9, "ink"),
    "name": ("name", 3.9, "ink"),
    "lead": ("strong", 3.15, "vermilion"),
    "strong": ("strong", 3.15, "ink"),
    "text": ("text", 3.15, "ink"),
    "small": ("text", 2.65, "faded"),
    "hint": ("text", 2.3, "faded"),
    "label": ("strong", 2.45, "faded"),
    "digits": ("digits", 3.3, "ink"),
    "large": ("numeral", 5.6, "ink"),
}
"""Font, height of the letters' square in millimetres, colour."""
LEADING = 1.1
"""Height of a line to what the font asks for."""
Align: TypeAlias = Literal["left", "right", "centre"]
_ALIGN = {
    "left": Qt.AlignmentFlag.AlignLeft,
    "right": Qt.AlignmentFlag.AlignRight,
    "centre": Qt.AlignmentFlag.AlignHCenter,
}


@lru_cache(maxsize=256)
def _font(style: Style, tenths: int) -> QFont:
    made = fonts.font(_STYLES[style][0])
    fonts.plain(made)
    made.setPixelSize(max(1, tenths))
    return made


def letters(style: Style, share: float = 1.0) -> QFont:
    """The font of a style, `share` of its usual size."""
    return _font(style, round(_STYLES[style][1] * MM * share))


def colour(role: Role, alpha: float = 1.0) -> QColor:
    """A colour on paper, in whatever theme the window is."""
    return PAPER.color(role, alpha)


@dataclass(frozen=True, slots=True)
class Run:
    """Some words in one style; a `role` colours them otherwise than the style."""

    text: str
    style: Style = "text"
    role: Role | None = None


Words: TypeAlias = "str | Sequence[Run]"


class Text:
    """Words set in a column. Nothing is ever left out: what has no room in a line goes to the next, if need be within
    a word.
    """

    def __init__(
        self, words: Words, width: float, style: Style = "text", *, align: Align = "left", share: float = 1.0
    ) -> None:
        """`words` in their runs, or all of them in one `style`; `share`: of the usual sizes."""
        runs = [Run(words, style)] if isinstance(words, str) else list(words)
        text = "".join(run.text for run in runs)
        self._layout = QTextLayout(text.replace("\n", "\u2028"), letters(runs[0].style if runs else style, share))
        option = QTextOption(_ALIGN[align])
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self._layout.setTextOption(option)
        formats, start = [], 0
        for run in runs:
            part, shape = QTextLayout.FormatRange(), QTextCharFormat()
            part.start, part.length = start, len(run.text)
            shape.setFont(letters(run.style, share))
            shape.setForeground(colour(run.role or _STYLES[run.style][2]))
            part.format = shape
            formats.append(part)
            start += len(run.text)
        self._layout.setFormats(formats)
        self.height, self.width = 0.0, 0.0
        """What the words take up."""
        self.ends: list[tuple[float, int]] = []
        """Of every line: where its lower edge lies, and how many letters have gone by then."""
        self.first = 0.0
        """The base line of the first line."""
        self._layout.beginLayout()
        while (line := self._layout.createLine()).isValid():
            line.setLineWidth(width)
            extra = line.height() * (LEADING - 1)
            line.setPosition(QPointF(0, self.height + extra / 2))
            if not self.ends:
                self.first = extra / 2 + line.ascent()
            self.height += line.height() + extra
            self.width = max(self.width, line.naturalTextWidth())
            self.ends.append((self.height, line.textStart() + line.textLength()))
        self._layout.endLayout()
        self.broken = any(_inside(text, end) for _, end in self.ends[:-1])
        """A word is parted: the column is too narrow for it."""

    def draw(self, pen: QPainter, x: float, y: float) -> None:
        """Write them with their upper left corner at a point."""
        self._layout.draw(pen, QPointF(x, y))


def _inside(text: str, at: int) -> bool:
    return 0 < at < len(text) and text[at - 1].isalnum() and text[at].isalnum()


def cut(words: Words, at: int, style: Style = "text") -> tuple[list[Run], list[Run]]:
    """Words parted after so many letters; the second part does not begin with a space."""
    runs = [Run(words, style)] if isinstance(words, str) else list(words)
    before: list[Run] = []
    after: list[Run] = []
    for run in runs:
        here = max(0, min(len(run.text), at))
        if run.text[:here]:
            before.append(Run(run.text[:here], run.style, run.role))
        if run.text[here:]:
            after.append(Run(run.text[here:] if after else run.text[here:].lstrip(), run.style, run.role))
        at -= len(run.text)
    return before, after
