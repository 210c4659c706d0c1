"""How the table lies: with a board in its middle, or, where the app knows no places, with the log there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QListView, QSizePolicy, QWidget

from companion.ui.kit.layouts import OnePage, fold, vbox
from companion.ui.kit.theme import fonts
from companion.ui.kit.widget import discard, follow
from companion.ui.play.log_panel import LogPanel

HERO_SHARE, ONI_SHARE = 0.19, 0.235
"""Of the width, beside a board."""
HEROES, ONI, WIDEST = 240, 280, 460
PLANNING = 270
"""How high a hand is while it is planned with, without a board."""
FOOT = 116
"""How much is kept free below a board for whatever is asked: it stands still, however many lines there are."""
LOG, LOG_IN_FIGHT = 210, 120
"""How high the log is at least beside a board; below the slip of a fight less, where a lesson has the room."""
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
        self._right: OnePage | None = None
        """Beside a board: the Oni's side above the log, or the hand that is planned with."""
        self._side: OnePage | None = None
        """Above the log: the Oni's sheets, or the slip of an attack or test."""
        self._foot: QWidget | None = None
        self._asked = 0, 1
        """How many lines in how many columns."""
        self._inside = vbox(parts.track, on=on, spacing=4, margins=0)
        for part in (on, parts.options):
            part.installEventFilter(self)
        follow(self)

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
        self._right = self._side = self._foot = None
        parts.log.set_compact(False)
        _set_free(parts.log, QSizePolicy.Policy.Preferred)
        self.book.insertWidget(0, parts.log)
        parts.options.setMinimumHeight(0)
        parts.options.setMaximumHeight(UNBOUND)
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
        """The middle is the board's, with what is asked below it; whatever else comes and goes has its place at the
        right, so that the board never moves.
        """
        parts = self._parts
        parts.log.set_compact(True)
        _set_free(parts.plan, QSizePolicy.Policy.Preferred)
        _set_free(parts.log, QSizePolicy.Policy.Ignored)  # as high as the sheets leave room, whatever its lines need
        self._right, self._side, self._foot = OnePage(body), OnePage(body), QWidget(body)
        for page in (parts.oni, parts.slip):
            self._side.addWidget(page)
        beside = QWidget(self._right)
        vbox(self._side, (parts.log, 1), on=beside, spacing=4, margins=0)
        for page in (beside, parts.plan):
            self._right.addWidget(page)
        vbox(parts.lasting, parts.dice, parts.options, *parts.last, 1, on=self._foot, spacing=4, margins=0)
        middle = vbox(parts.strip, parts.leaf, (self.book, 1), self._foot, spacing=4)
        fold(parts.heroes, (middle, 1), self._right, on=body, spacing=6, most=700, first=1)
        parts.log.show()

    def make_room(self, *, plans: bool, fights: bool) -> None:
        """While somebody plans, the Oni's cards are not looked at, and the hand has their room; beside a board the slip
        of an attack or test has that of the sheets.
        """
        parts = self._parts
        if self._right is not None and self._side is not None and self._foot is not None:
            self._right.setCurrentIndex(int(plans))
            self._side.setCurrentIndex(int(fights))
            self.refresh()
            return
        parts.oni.setHidden(plans)
        low = plans and self._on.height() < fonts.px(ROOMY)
        parts.leaf.setHidden(low)
        self.book.setHidden(low)
        parts.plan.setFixedHeight(fonts.px(PLANNING))

    def fit_options(self, lines: int, columns: int) -> None:
        """The lines take no more room than they need; below a board, as many whole ones as there is room for."""
        self._asked = lines, columns
        rows, options = -(-lines // max(1, columns)), self._parts.options
        each = max((options.sizeHintForRow(n) for n in range(lines)), default=0)
        if self.with_board:
            lasting = self._parts.lasting
            room = fonts.px(FOOT) - (0 if lasting.isHidden() else lasting.sizeHint().height() + fonts.px(4))
            shown = min(rows, max(1, room // max(1, each)))  # whole lines: what is below is scrolled to
            options.setFixedHeight(shown * each)
        else:
            options.setMaximumHeight(rows * each + fonts.px(4))

    def refresh(self) -> None:
        """Be as large as the window and its text now are."""
        self._widen()
        if self._foot is not None:
            whole = self.book.currentWidget() is self._parts.board
            self._foot.setMinimumHeight(fonts.px(FOOT) if whole else 0)
            fights = self._side is not None and self._side.currentWidget() is self._parts.slip
            self._parts.log.setMinimumHeight(fonts.px(LOG_IN_FIGHT if fights else LOG))
        self.fit_options(*self._asked)  # their words wrap otherwise

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
            self.refresh()
        return super().eventFilter(watched, event)


def _set_free(part: QWidget, policy: QSizePolicy.Policy) -> None:
    """Have it be as high as a layout makes it."""
    part.setMinimumHeight(0)
    part.setMaximumHeight(UNBOUND)
    part.setSizePolicy(QSizePolicy.Policy.Preferred, policy)
