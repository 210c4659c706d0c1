"""The slip beside the table: what happens, who has answered, and what may be chosen."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from companion.model.core.words import say
from companion.model.games.sake.state.state import LETTERS
from companion.ui.games.sake.controller import SakeController
from companion.ui.games.sake.table.standings import StandingsPanel
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.explain import TermLabel
from companion.ui.kit.fields import Tick
from companion.ui.kit.layouts import FlowRow, vbox
from companion.ui.kit.list_view import Line, ListView
from companion.ui.kit.panels import Heading, PaperPanel
from companion.ui.kit.theme import fonts, ink
from companion.ui.kit.theme.palette import Theme, seat_colour
from companion.ui.kit.translator import tr
from companion.ui.kit.widget import InkWidget
from companion.ui.play.rematch import RematchRow

WIDE, MARGIN = 316, 12


class AnswerDots(InkWidget):
    """A row of dots: who is asked, full when they have answered."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.dots: dict[int, bool] = {}

    def show_dots(self, dots: dict[int, bool], words: str) -> None:
        self.dots = dots
        self.setVisible(bool(dots))
        self.setAccessibleName(words)
        self.setToolTip(words)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(200), fonts.px(30))

    def minimumSizeHint(self) -> QSize:
        return QSize(fonts.px(60), fonts.px(30))

    def paint(self, pen: QPainter, theme: Theme) -> None:
        x, radius = float(fonts.px(12)), fonts.px(10)
        for n, done in self.dots.items():
            disc = ink.rough_disc(QPointF(x, self.height() / 2), radius, f"dot{n}")
            colour = seat_colour(n, theme)
            if done:
                ink.fill(pen, disc, colour)
            ink.outline(pen, disc, colour, 1.8)
            room = QRectF(x - radius, self.height() / 2 - radius, 2 * radius, 2 * radius)
            words = theme.color("on_element") if done else colour
            ink.write(pen, room, LETTERS[n], fonts.font("name", 0.7), words, Qt.AlignmentFlag.AlignCenter)
            x += 2 * radius + fonts.px(9)


class DecisionSlip(PaperPanel):
    """As high as what it says; every line that can be chosen is seen."""

    def __init__(self, game: SakeController, name: Callable[[int], str], parent: QWidget) -> None:
        """`name`: what the player of a seat is called."""
        super().__init__(parent, margin=MARGIN, seed=23)
        self.rematch = RematchRow(game, self)
        self.question = Heading("", self, level=3)
        self.question.setWordWrap(True)
        self.story = TermLabel(self, role="ink")
        self.dots = AnswerDots(self)
        self.way = TermLabel(self, font="small")
        self._asked: tuple[str, ...] = ()
        self.options = ListView(self)
        self.options.space_presses = False  # Space is the step that the screen shows it on
        self.back = InkButton(say("Back"), "quiet", self, key="Esc")
        self.back.hide()
        self.let_pass = Tick(self)
        self.let_pass.hide()
        self.standings = StandingsPanel(name, self)
        self.charts = InkButton(say("Charts"), "quiet", self, sign="chart")
        self.report = InkButton(say("Game report"), "quiet", self, sign="scroll")
        self.after = FlowRow(self, (self.charts, self.report))
        self.after.hide()
        self._parts = vbox(
            self.question, self.story, self.dots, self.way, self.standings, self.rematch, self.after, self.options,
            self.let_pass, self.back, on=self, spacing=5, margins=None,
        )  # fmt: skip
        self.setFixedWidth(fonts.px(WIDE))

    def tell(self, story: Sequence[str], way: Sequence[str], lines: Sequence[Line]) -> None:
        """What is asked and what happens, the steps taken so far, and what may come next."""
        self.question.setText(story[0] if story else "")
        self.story.setText("\n".join(story[1:]))
        self.story.setVisible(len(story) > 1)
        self.way.setText(" › ".join(way))
        self.way.setVisible(bool(way))
        self.back.setVisible(bool(way))
        self.options.show_lines(lines)
        if (asked := (*story, *way)) != self._asked:  # Enter never does what stood at this place of another question
            self._asked = asked
            if self.options.line is not None:
                self.options.setCurrentIndex(self.options.rows.index(next(iter(self.options.usable()), -1)))
        self.options.setVisible(bool(lines))

    def show_passing(self, game: SakeController) -> None:
        """Who looks on may let everything pass; whoever does so is seen by all."""
        tick, seat = self.let_pass, game.at_screen
        tick.setVisible(
            seat in game.seats and (seat in game.passing or (bool(game.choices) and game.may_let_pass(seat)))
        )
        tick.say(tr(say("Always pass unless I am the target")))
        tick.setChecked(seat in game.passing)

    def show_end(self, over: bool) -> None:
        """The standings, and where more is told of the game."""
        self.standings.setVisible(over)
        self.after.setVisible(over)

    def fit(self, room: int) -> int:
        """Take the height that is needed, of at most so much; returns it."""
        inner, edge = self._parts.contentsMargins(), self.contentsMargins()
        wide = fonts.px(WIDE) - inner.left() - inner.right() - edge.left() - edge.right()
        self.setFixedWidth(fonts.px(WIDE))
        self.let_pass.resize(wide, self.let_pass.height())  # its words wrap at the width that it has
        for row in (self.rematch, self.after):  # and these flow over as many lines as it takes
            row.resize(wide, row.height())
            row.refresh()
        self.options.setFixedHeight(0)
        self._parts.activate()
        rest = self._parts.totalHeightForWidth(fonts.px(WIDE))
        need, most = self.options.heightForWidth(wide), max(fonts.px(120), room - rest)
        never, needed = Qt.ScrollBarPolicy.ScrollBarAlwaysOff, Qt.ScrollBarPolicy.ScrollBarAsNeeded
        self.options.setVerticalScrollBarPolicy(needed if need > most else never)
        self.options.setFixedHeight(min(need, most))
        self._parts.invalidate()
        high = self._parts.totalHeightForWidth(fonts.px(WIDE))
        self.setFixedHeight(high)
        return high
