"""How the table lies: with a board in its middle, or, where the app knows no places, with the log there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QListView, QWidget

from companion.ui.kit.layouts import OnePage, fold, vbox
from companion.ui.kit.theme import fonts
from companion.ui.kit.widget import discard
from companion.ui.play.log_panel import LogPanel

HERO_SHARE, ONI_SHARE = 0.19, 0.205
"""Of the width, beside a board."""
HEROES, ONI, WIDEST = 240, 256, 460
PLANNING, PLANNING_BESIDE = 270, 240
"""How high a hand is while it is planned with, without and with a board."""
SLIP = 226
"""How high the slip of an attack or test is at most beside a board."""
OPTIONS = 152
"""How high the lines are at most beside a board."""
ROOMY = 690
"""How high the table has to be for a page beside a hand that is planned with."""
UNBOUND = 16_777_215


class Parts(NamedTuple):
    """What lies on a table."""

    track: QWidget
    heroes: QWidget
    oni: QWidget
    strip: QWidget
    board: QWidget
    slip: QWidget
    plan: QWidget
    dice: QWidget
    options: QListView
    lasting: QWidget
    leaf: QWidget
    log: LogPanel
    pages: Sequence[QWidget]
    """What else lies in the book."""
    last: Sequence[QWidget]


class TableLayout(QObject):
    """`book` holds the pages of which one is seen: the board, or the log, is the first of them."""

    def __init__(self, parts: Parts, on: QWidget) -> None:
        super().__init__(on)
        self._parts, self._on = parts, on
        self.book = OnePage(on)
        for page in (parts.log, parts.board, *parts.pages):
            self.book.addWidget(page)
        self.with_board: bool | None = None
        self._body: QWidget | None = None
        self._right: QWidget | None = None
        self._asked = 0, 1
        """How many lines in how many columns."""
        self._inside = vbox(parts.track, on=on, spacing=4, margins=0)
        for part in (on, parts.options):
            part.installEventFilter(self)

    def arrange(self, *, board: bool) -> None:
        """Put everything where it belongs; nothing happens where it is there already."""
        if board == self.with_board:
            return
        self.with_board = board
        old, self._body = self._body, QWidget(self._on)
        (self._around_board if board else self._around_log)(self._body)
        self._inside.addWidget(self._body, 1)
        if old is not None:
            self._inside.removeWidget(old)
            discard(old)
        self._body.show()
        self._widen()

    def _around_log(self, body: QWidget) -> None:
        parts = self._parts
        self._right = None
        parts.log.set_compact(False)
        self.book.insertWidget(0, parts.log)
        parts.options.setMaximumHeight(UNBOUND)
        parts.slip.setMaximumHeight(UNBOUND)
        middle = vbox(
            parts.strip,
            parts.slip,
            parts.plan,
            parts.dice,
            (parts.options, 3),
            parts.lasting,
            parts.leaf,
            (self.book, 4),
            *parts.last,
            spacing=4,
        )
        fold(parts.heroes, (middle, 1), parts.oni, on=body, spacing=6, most=700, first=1)

    def _around_board(self, body: QWidget) -> None:
        """The log lies below the Oni's sheets; the whole middle is the board's, but for what is asked."""
        parts = self._parts
        self._right = QWidget(body)
        vbox((parts.oni, 3), (parts.log, 2), on=self._right, spacing=4, margins=0)
        parts.log.set_compact(True)
        parts.log.show()
        above = (parts.strip, parts.leaf, parts.lasting, (self.book, 1))
        middle = vbox(*above, parts.slip, parts.plan, parts.dice, parts.options, *parts.last, spacing=4)
        fold(parts.heroes, (middle, 1), self._right, on=body, spacing=6, most=700, first=1)

    def make_room(self, *, plans: bool, fights: bool) -> None:
        """While somebody plans, the Oni's cards are not looked at, and the hand needs the room; a slip needs what is
        above the board: so the board's cells stay as wide as they have to be.
        """
        parts, board = self._parts, bool(self.with_board)
        parts.oni.setHidden(plans)
        if self._right is not None:
            self._right.setHidden(plans)
        low = plans and not board and self._on.height() < fonts.px(ROOMY)
        parts.strip.setHidden(board and (plans or fights))
        parts.leaf.setHidden((board and fights) or low)
        self.book.setHidden(low)
        parts.plan.setFixedHeight(fonts.px(PLANNING_BESIDE if board else PLANNING))

    def fit_options(self, lines: int, columns: int) -> None:
        """Beside a board the lines take no more room than they need, up to four short ones below each other."""
        self._asked = lines, columns
        if self.with_board:
            rows, options, slip = -(-lines // max(1, columns)), self._parts.options, self._parts.slip
            each = max((options.sizeHintForRow(n) for n in range(lines)), default=0)
            shown = min(rows, max(1, fonts.px(OPTIONS) // max(1, each)))  # whole lines: what is below is scrolled to
            options.setFixedHeight(shown * each + fonts.px(4))
            slip.setMaximumHeight(max(fonts.px(SLIP), slip.minimumSizeHint().height()))

    def _widen(self) -> None:
        """Sheets are as narrow as they can be read beside a board, so that its cells are as wide as they can be."""
        wide = self._on.width()
        for part, share, least in ((self._parts.heroes, HERO_SHARE, HEROES), (self._right, ONI_SHARE, ONI)):
            if part is None:
                continue
            if self.with_board:
                part.setFixedWidth(round(min(fonts.px(WIDEST), max(fonts.px(least), wide * share))))
            else:
                part.setMinimumWidth(0)
                part.setMaximumWidth(UNBOUND)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            self._widen()
            self.fit_options(*self._asked)  # their words wrap otherwise
        return super().eventFilter(watched, event)
