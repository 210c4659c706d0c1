"""Where everything lies at a table: the bar on top, a band at either side, the board in the middle, dice below it.

The board gets all the height that bar and foot leave, and those two keep theirs: a square has the same size from the
first step of a game to the last. What is resolved has its own place below the cards at the right and covers nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, QSize
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from companion.ui.games.asagiri.board import BoardView
from companion.ui.games.asagiri.cards import BandColumn
from companion.ui.kit.layouts import FoldLayout
from companion.ui.kit.scroll import ScrollScreen
from companion.ui.kit.theme import fonts

LEAST, MOST = (196, 280), (272, 380)
"""How wide the left and the right side are, at text scale 1; at the right fights are resolved."""
SQUARE = 30
"""With squares smaller than this beside two columns, both bands share one."""
ROOMY = 700
"""From this height of the screen on all cards can always be read; at text scale 1."""
LEAST_CARDS = 70
FOOT = 62
"""Height of the cards of a band, if any of them show; of what lies below the board, whatever it is; at text scale 1."""
ASKED = 300
"""Height of what a person asks for beside a fight, at text scale 1."""
EDGE, GAP = (10, 6), 8


class SideColumn(QWidget):
    """The cards of a band (or of both), what is resolved below them, and small buttons."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.setSpacing(4)
        self.parts: tuple[QWidget, ...] = ()

    def sizeHint(self) -> QSize:
        return QSize(self.minimumWidth(), max(fonts.px(520), self.minimumSizeHint().height()))

    def fill(self, parts: Sequence[QWidget]) -> None:
        """Hold these parts, from top to bottom; cards get the room that is left."""
        for part in self.parts:
            self.column.removeWidget(part)
        self.parts = tuple(parts)
        for part in parts:
            shown = not part.isHidden()
            self.column.addWidget(part, int(isinstance(part, BandColumn)))
            part.setVisible(shown)  # Qt hides what changes sides, and shows it again only when there is time


class Foot(QWidget):
    """One row below the board, always equally high: dice, or in their stead what else lies there for a while."""

    def __init__(self, dice: QWidget, others: Sequence[QWidget], parent: QWidget) -> None:
        """`others` come and go by themselves."""
        super().__init__(parent)
        self._dice, self._others, self._wanted = dice, others, True
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        for part in (dice, *others):
            row.addWidget(part)
        for part in others:
            part.installEventFilter(self)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_dice(self, on: bool) -> None:
        """Whether dice lie here while nothing else does."""
        self._wanted = on
        self._dice.setVisible(on and all(part.isHidden() for part in self._others))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.ShowToParent, QEvent.Type.HideToParent):
            self.show_dice(self._wanted)
        return bool(super().eventFilter(watched, event))

    def sizeHint(self) -> QSize:
        """As high as dice; whoever lies there is as wide as there is room."""
        return QSize(fonts.px(560), fonts.px(FOOT))

    def minimumSizeHint(self) -> QSize:
        """As high as dice; what lies there says less where it is narrow."""
        return QSize(fonts.px(240), fonts.px(FOOT))


class TableLayout:
    """Lays out a table screen. `fit` after a change of size, of text or of the board."""

    def __init__(self, screen: QWidget, bar: QWidget, board: BoardView, pages: Sequence[QWidget], foot: Foot) -> None:
        """`pages`: what is shown in the stead of the board, and takes what width it can get."""
        self._screen, self._bar, self._board, self._wide_pages = screen, bar, board, pages
        page = QVBoxLayout(screen)
        page.setContentsMargins(EDGE[0], EDGE[1], EDGE[0], EDGE[1])
        page.setSpacing(2)
        page.addWidget(bar)
        self.fold = FoldLayout(None, most=520, first=1)
        self.fold.setSpacing(GAP)
        page.addLayout(self.fold, 1)
        self.sides = SideColumn(screen), SideColumn(screen)
        middle = QVBoxLayout()
        middle.setSpacing(2)
        for page_ in (board, *pages):
            middle.addWidget(page_, 1)
        middle.addWidget(foot)
        self.fold.addWidget(self.sides[0])
        self.fold.addLayout(middle, 1)
        self.fold.addWidget(self.sides[1])
        self.narrow = False
        """Whether both bands share the left side."""
        self._parts: tuple[list[QWidget], list[QWidget]] = ([], [])

    @property
    def folded(self) -> bool:
        """Whether everything lies one below the other."""
        return self.fold.folded

    @property
    def right(self) -> SideColumn:
        """The side with what is resolved."""
        return self.sides[0 if self.narrow else 1]

    def room_beside(self, part: QWidget) -> QSize:
        """The most that a part of the right side can have: what is there besides it, at its least, leaves so much."""
        if self.folded:
            return QSize(self.right.width(), 10_000)
        others = [one for one in self.right.parts if one is not part and not one.isHidden()]
        taken = [one.minimumHeight() or one.minimumSizeHint().height() for one in others]
        shown = ScrollScreen.around(self._screen)  # what is resolved never makes the screen higher than what shows it
        beyond = max(0, self._screen.height() - shown.maximumViewportSize().height()) if shown is not None else 0
        high = self.right.height() - beyond - sum(taken) - self.right.column.spacing() * len(taken)
        return QSize(self.right.width(), high)

    def make_room(self, part: QWidget) -> None:
        """Where both bands share one side, the cards for which `part` leaves no room go."""
        shown = part.isHidden() or not self.narrow
        left = 0 if shown else self.room_beside(part).height() - part.sizeHint().height()
        for column in [one for one in self.right.parts if isinstance(one, BandColumn)]:
            need = column.header_height() + fonts.px(LEAST_CARDS)
            column.setVisible(shown or left >= need)
            left -= need

    def seat(self, left: list[QWidget], right: list[QWidget]) -> None:
        """Have these parts at the left and at the right, from top to bottom."""
        self._parts = left, right
        for part in (*left, *right):
            if isinstance(part, BandColumn):  # cards scroll before anything that is resolved does
                part.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Ignored)
        self._fill()

    def _fill(self) -> None:
        left, right = self._parts
        if self.narrow:
            cards = [part for part in (*left, *right) if isinstance(part, BandColumn)]
            left, right = [*cards, *(part for part in (*right, *left) if part not in cards)], []
        for side, parts in zip(self.sides, (left, right), strict=True):
            side.fill(parts)
        self.sides[1].setHidden(self.narrow)

    def fit(self) -> None:
        """Share the width: the board as large as its height allows, the rest for the sides."""
        inner = self._screen.width() - 2 * EDGE[0]
        columns = [part for parts in self._parts for part in parts if isinstance(part, BandColumn)]
        if not columns or inner <= 0:
            return
        for column in columns:  # where all share one side, cards make room for a fight
            roomy = self._screen.height() >= fonts.px(ROOMY)
            column.setMinimumHeight(1 if self.narrow else column.least_height() if roomy else column.header_height())
        card = columns[0].density != "strip"
        least = [max(fonts.px(wide), columns[0].minimumSizeHint().width()) for wide in LEAST]
        most = [columns[0].sizeHint().width() if card else fonts.px(wide) for wide in MOST]
        beside = inner - sum(least) - 2 * GAP
        alone = inner - least[1] - GAP
        narrow = self._board.camera.across(beside) < SQUARE and beside < alone and alone >= self._board.minimumWidth()
        if narrow != self.narrow:
            self.narrow = narrow
            self._fill()
        high = self._screen.height() - 2 * EDGE[1] - self._bar.sizeHint().height() - fonts.px(FOOT) - 4
        spare = inner - 2 * GAP - self._board.camera.width_at(high)
        wide = [min(most[n], max(least[n], round(spare * least[n] / sum(least)))) for n in (0, 1)]
        if any(not page.isHidden() for page in self._wide_pages):
            wide = [least[0]] * 2
        if narrow:
            wide = [min(most[1], max(least[1], inner - GAP - self._board.camera.width_at(high)))] * 2
        for side, share, low in zip(self.sides, wide, least, strict=True):
            side.setMinimumWidth(min(share, low) if self.folded else share)
            side.setMaximumWidth(16_777_215 if self.folded else share)
