"""What has happened, as whoever sits at the screen may hear it; a line shows the moment after its step."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QRect, QRectF, QSize
from PySide6.QtGui import QFontMetrics, QPainter
from PySide6.QtWidgets import QWidget

from companion.model.core.journal import LOG
from companion.model.core.words import say
from companion.ui.kit.list_lines import WRAP, Line
from companion.ui.kit.list_view import LineDelegate, ListView
from companion.ui.kit.theme import fonts
from companion.ui.kit.theme.palette import Theme

from .game_controller import GameController


class LogList(ListView):
    """Lines of the log; a line chosen is looked at, the last one is the present."""

    def __init__(self, game: GameController[Any], parent: QWidget | None = None) -> None:
        """Follow `game`."""
        super().__init__(parent)
        self._game = game
        self.chosen.connect(lambda id: game.look(int(id)))
        game.keep_current(self, self.rewrite, LOG, unseen=True)
        self.set_delegate(_Told(self))
        self.rewrite()

    def minimumSizeHint(self) -> QSize:
        return QSize(fonts.px(200), fonts.px(120))

    def rewrite(self, *_: object) -> None:
        """Tell everything anew: whoever sits down may hear more, or less."""
        session = self._game.session
        self.setAccessibleName(self._game.say(say("Log")))
        self.show_lines([self._line(n) for n in range(-1, len(session.steps))])
        self.hold(str(session.cursor))
        self.scrollTo(self.currentIndex())

    def _line(self, n: int) -> Line:
        session, game = self._game.session, self._game
        title = game.say(say("The game begins"))
        if n >= 0:
            told = session.events_of(n, game.viewer)
            words = [game.say(session.system.tell(session.state_at(n + 1), event)) for event in told]
            title = " · ".join(words) or game.say(session.describe_step(n, game.viewer))
        undone = n + 1 > session.present
        heard = game.say(say("{step} (undone)", step=title)) if undone else ""
        return Line(str(n + 1), title, heard=heard, chosen=n + 1 == session.cursor, data=undone)


class _Told(LineDelegate):
    """A sentence as long as it is, in small type."""

    def _room(self, width: float) -> QRect:
        return QRect(fonts.px(12), fonts.px(4), max(40, round(width) - fonts.px(20)), 10_000)

    def height(self, line: Line, width: int) -> int:
        metrics = QFontMetrics(fonts.font("small"))
        return metrics.boundingRect(self._room(width), WRAP, line.title).height() + fonts.px(9)

    def paint_line(self, pen: QPainter, box: QRectF, line: Line, theme: Theme, *, lit: bool) -> None:
        pen.setFont(fonts.font("small"))
        pen.setPen(theme.color("faded" if line.data else "ink"))
        pen.drawText(self._room(box.width()).translated(box.topLeft().toPoint()), WRAP, line.title)
