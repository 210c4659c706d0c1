"""The Oni's side of the table: its sheets one below the other, then its hand and what it has done to the palace."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from companion.model.core.words import plural, say
from companion.model.games.chronicles.state.state import State
from companion.ui.games.chronicles.oni.belongings import Belongings
from companion.ui.games.chronicles.oni.parts import Part, PartsWidget
from companion.ui.games.chronicles.oni.seen import Side, side
from companion.ui.games.chronicles.oni.sheet_slip import SheetSlip
from companion.ui.kit.theme import fonts, palette
from companion.ui.kit.translator import tr

WIDE = 300
SHEET_LEAST, SHEET, SHEET_MOST = 54, 68, 106
"""How high a sheet is: close together, with all its lines, and where nothing else needs the room."""
GAP = 5


class OniColumn(PartsWidget):
    """Parts: ``sheet:…``, ``figure:…``, ``card:…`` (what the viewer knows of the hand; black host cards), ``hand``,
    ``alert``, ``corruption``, ``discard``.
    """

    help_page = "chronicles/activations"

    def __init__(self, parent: QWidget | None = None) -> None:
        self._slips: list[SheetSlip] = []
        self._below: Belongings | None = None
        super().__init__(parent)

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(WIDE), self._high(SHEET))

    def minimumSizeHint(self) -> QSize:
        return QSize(fonts.px(WIDE - 40), self._high(SHEET_LEAST))

    def _high(self, sheet: int) -> int:
        """How high it is with sheets of this height."""
        if not isinstance(self._look, Side):
            return 0
        return fonts.px(len(self._look.sheets) * (sheet + GAP) + Belongings.least(self._look))

    def rewrite(self) -> None:
        before = self.sizeHint()
        super().rewrite()
        if self.sizeHint() != before:
            self.updateGeometry()

    def retranslate(self) -> None:
        super().retranslate()
        self.setAccessibleName(tr(say("The Oni’s side of the table")))

    def look(self, state: State, viewer: str | None) -> Side:
        return side(state, viewer)

    def lay_out(self) -> list[Part]:
        seen = self._look
        assert isinstance(seen, Side)
        self.setAccessibleDescription(_in_short(seen))
        below, gap = fonts.px(Belongings.least(seen)), fonts.px(GAP)
        room = self.height() - below
        high = min(fonts.px(SHEET_MOST), room / max(1, len(seen.sheets)) - gap)
        self._slips = [
            SheetSlip(QRectF(0, n * (high + gap), self.width(), high), one) for n, one in enumerate(seen.sheets)
        ]
        top = len(seen.sheets) * (high + gap)
        self._below = Belongings(QRectF(0, top, self.width(), max(float(below), self.height() - top)), seen)
        return [*self._all(), *self._below.parts()]

    def _all(self) -> Iterator[Part]:
        for slip in self._slips:
            yield from slip.parts()

    def draw(self, pen: QPainter, size: QSize, theme: palette.Theme) -> None:
        for slip in self._slips:
            slip.paint(pen, theme)
        if self._below is not None:
            self._below.paint(pen, theme)


def _in_short(seen: Side) -> str:
    sheets = tr(plural("{count} sheet", "{count} sheets", len(seen.sheets)))
    hand = tr(plural("{count} event card in hand", "{count} event cards in hand", seen.hand))
    return f"{sheets}, {hand}"
