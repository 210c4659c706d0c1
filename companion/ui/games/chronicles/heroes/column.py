"""The heroes' sheets one below the other."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QResizeEvent
from PySide6.QtWidgets import QWidget

from companion.model.core.words import say
from companion.model.games.chronicles.insight.preview import with_plans
from companion.model.games.chronicles.state.state import Seat, State
from companion.ui.games.chronicles.heroes import words
from companion.ui.games.chronicles.heroes.parts import PaintedPart
from companion.ui.games.chronicles.heroes.sheet import COMPACT, FOLDED, TURNED, WIDE, HeroSheet
from companion.ui.kit.theme import fonts
from companion.ui.kit.theme.palette import Theme
from companion.ui.kit.translator import tr
from companion.ui.kit.widget import InkWidget, discard

GAP = 3
MOST = 340
"""No sheet is higher: it has nothing more to show."""


class HeroColumn(InkWidget):
    """`picked`: what was clicked or taken with Enter; `by_hand`: a right click or the menu key on it.

    Where not all sheets have room they fold to name, numbers and damage, but for the active hero's or one looked at.
    """

    help_page = "chronicles/damage"

    picked = Signal(str)
    by_hand = Signal(str)

    def __init__(self, player: Callable[[Seat], str] = lambda seat: "", parent: QWidget | None = None) -> None:
        """`player`: what the player of a seat is called; an empty name is not shown."""
        super().__init__(parent)
        self._player = player
        self.state: State | None = None
        self.viewer: str | None = None
        self.sheets: dict[Seat, HeroSheet] = {}
        self._lit: frozenset[str] = frozenset()
        self._chosen: frozenset[str] = frozenset()
        self._open: Seat | None = None
        """The sheet that is looked at where not all have room."""
        self._active: Seat | None = None
        self._stop: PaintedPart | None = None
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.retranslate()

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(WIDE), fonts.px(640))

    def minimumSizeHint(self) -> QSize:
        count = max(1, len(self.sheets))
        return QSize(fonts.px(220), fonts.px(COMPACT) + (count - 1) * fonts.px(FOLDED + GAP))

    # what is shown -------------------------------------------------------------------------------------------------

    def show_state(self, state: State, viewer: str | None) -> None:
        """`state` as `viewer` may know it; None: everybody's eyes."""
        self.state, self.viewer = state, viewer
        if tuple(self.sheets) != state.seats:
            discard(*self.sheets.values())
            self.sheets = {seat: self._made(seat) for seat in state.seats}
            self.updateGeometry()
        counted = with_plans(state)
        for seat, sheet in self.sheets.items():
            sheet.show_hero(state, counted, self._player(seat))
        active = next((seat for seat in self.sheets if words.is_active(state, seat)), None)
        if active != self._active:
            self._active, self._open = active, active or self._open
        self._lay_out()
        self._mark()

    def _made(self, seat: Seat) -> HeroSheet:
        sheet = HeroSheet(seat, self)
        sheet.picked.connect(self.picked)
        sheet.by_hand.connect(self.by_hand)
        sheet.stepped.connect(self._step)
        sheet.opened.connect(lambda: self.open(seat))
        sheet.show()
        return sheet

    def light(self, ids: frozenset[str]) -> None:
        """What can be chosen now: the names of parts as `picked` tells them."""
        self._lit = ids
        self._mark()

    def chosen(self, ids: frozenset[str]) -> None:
        """What has been chosen already."""
        self._chosen = ids
        self._mark()

    def _mark(self) -> None:
        for sheet in self.sheets.values():
            sheet.mark(self._lit, self._chosen)
        self._stay()

    def open(self, seat: Seat) -> None:
        """Look at this one, where not all have room."""
        if seat != self._open:
            self._open = seat
            self._lay_out()

    def retranslate(self) -> None:
        self.setAccessibleName(tr(say("The heroes")))
        if self.state is not None:
            self.show_state(self.state, self.viewer)

    def paint(self, pen: QPainter, theme: Theme) -> None:
        """The sheets paint themselves."""

    def refresh(self) -> None:
        super().refresh()
        if self.state is not None:
            self._lay_out()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._lay_out()

    def _lay_out(self) -> None:
        """As high as there is room for, each the same; folded where that would be too little."""
        gap, turned, folded = fonts.px(GAP), fonts.px(TURNED), fonts.px(FOLDED)
        standing = [seat for seat, sheet in self.sheets.items() if not sheet.out]
        room = self.height() - gap * (len(self.sheets) - 1) - turned * (len(self.sheets) - len(standing))
        highs = dict.fromkeys(self.sheets, float(turned))
        each = min(room / max(1, len(standing)), fonts.px(MOST))
        if each < fonts.px(COMPACT):
            open_ = self._open if self._open in standing else next(iter(standing), None)
            highs |= {seat: room - folded * (len(standing) - 1) if seat == open_ else folded for seat in standing}
        else:
            highs |= dict.fromkeys(standing, each)
        top = 0.0
        for seat, sheet in self.sheets.items():
            sheet.setGeometry(QRect(0, round(top), self.width(), round(highs[seat])))
            top += highs[seat] + gap
        self._stay()

    # keys ----------------------------------------------------------------------------------------------------------

    def parts(self) -> list[PaintedPart]:
        """What the keys go over, from top to bottom."""
        return [part for sheet in self.sheets.values() for part in sheet.parts.values() if not part.isHidden()]

    def part(self, key: str) -> PaintedPart | None:
        """The part that is picked as `key`."""
        return next((part for part in self.parts() if part.key == key), None)

    def _stay(self) -> None:
        """The Tab key stops at one part: where the keys were last, else at the first."""
        parts = self.parts()
        if self._stop not in parts:
            self._stop = parts[0] if parts else None
        for part in parts:
            stop = part is self._stop
            part.setFocusPolicy(Qt.FocusPolicy.StrongFocus if stop else Qt.FocusPolicy.ClickFocus)

    def _step(self, part: PaintedPart, dx: int, dy: int) -> None:
        """To the next part with left and right, to the same of the next hero with up and down."""
        parts = self.parts()
        if dy:
            seats = list(self.sheets)
            mine = next(n for n, sheet in enumerate(self.sheets.values()) if part in sheet.parts.values())
            other = self.sheets[seats[(mine + dy) % len(seats)]]
            self.open(other.seat)
            at = next(at for at, one in self.sheets[seats[mine]].parts.items() if one is part)
            same = other.parts.get(at)
            self._go(other.parts["head"] if same is None or same.isHidden() else same)
        else:
            self._go(parts[(parts.index(part) + dx) % len(parts)])

    def _go(self, part: PaintedPart) -> None:
        self._stop = part
        self._stay()
        part.setFocus(Qt.FocusReason.TabFocusReason)
