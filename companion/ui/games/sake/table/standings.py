"""The end: who has won, who fell by his own hand, and how the sake went over the turns."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from companion.model.core.contract import Over
from companion.model.core.words import Message, say
from companion.model.games.sake.state.state import LETTERS, OUT, SPIRIT, State
from companion.ui.games.sake.drawing.pieces import paint_cup, paint_flame, paint_mask
from companion.ui.kit.panels import paint_seal
from companion.ui.kit.theme import fonts, ink
from companion.ui.kit.theme.palette import Theme, seat_colour
from companion.ui.kit.translator import tr
from companion.ui.kit.widget import InkWidget
from companion.ui.play.game_controller import GameController

ROW, LEAST_ROW, CHART = 46, 33, 120


class StandingsPanel(InkWidget):
    """Painted rows, the winners first, and a line a seat below."""

    def __init__(self, name: Callable[[int], str], parent: QWidget) -> None:
        super().__init__(parent)
        self._name = name
        self.rows: list[tuple[int, int, int, bool, str]] = []
        """Seat, kind, sake, whether it has won, its sheet."""
        self.history: list[list[int]] = []
        self._decided = False
        """Whether somebody has won: the other Samurai then fall by their own hands."""
        self._row, self._chart = ROW, CHART
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.hide()

    def show_game(self, game: GameController[State]) -> None:
        state, over = game.state, game.pending
        assert isinstance(over, Over)
        won = {LETTERS.index(seat) for seat in over.winners}
        self._decided = bool(won)
        rows = []
        for n, seat in enumerate(state.seats):
            sheet = state.table.sheets[n]
            rows.append((n, seat.kind, len(seat.sake) + seat.jar, n in won, "" if sheet is None else sheet.id))
        self.rows = sorted(rows, key=lambda row: (not row[3], row[1], -row[2]))
        self.history = history(game)
        told = [say("{name}: {sake} sake, {how}", name=self._name(n), sake=sake, how=self._how(kind, wins))
                for n, kind, sake, wins, _ in self.rows]  # fmt: skip
        self.setAccessibleName(tr(say("Standings")))
        self.setAccessibleDescription(". ".join(map(tr, told)))
        self.fit(0)
        self.update()

    def fit(self, room: int) -> None:
        """Take at most so many pixels: rows come closer, then the chart goes; 0: whatever it likes."""
        self._row, self._chart = ROW, CHART
        while room and self._row > LEAST_ROW and self.sizeHint().height() > room:
            self._row -= 1
        if room and self.sizeHint().height() > room:
            self._row, self._chart = ROW, 0
            while self._row > LEAST_ROW and self.sizeHint().height() > room:
                self._row -= 1
        self.setFixedHeight(self.sizeHint().height())

    def _how(self, kind: int, won: bool) -> Message:
        if won:
            return say("victory")
        if kind == SPIRIT:
            return say("Spirit of Enma")
        return say("seppuku") if kind == OUT or self._decided else say("Samurai")

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(260), fonts.px(self._row * len(self.rows) + self._chart + 12))

    def minimumSizeHint(self) -> QSize:
        return QSize(fonts.px(200), fonts.px(self._row * len(self.rows) + self._chart + 12))

    def paint(self, pen: QPainter, theme: Theme) -> None:
        high = fonts.px(self._row)
        for k, (n, kind, sake, won, sheet) in enumerate(self.rows):
            row = QRectF(0, k * high, self.width(), high)
            side = high * 0.8
            face = QRectF(row.left() + 2, row.top() + (high - side) / 2, side, side)
            if kind == SPIRIT:
                paint_flame(pen, face, theme, n)
            else:
                paint_mask(pen, face, sheet, theme, faint=kind == OUT or not won)
            left = face.right() + fonts.px(10)
            words = QRectF(left, row.top() + 2, row.width() - left - fonts.px(74), high / 2)
            pen.setFont(fonts.font("name", 0.9))
            name = pen.fontMetrics().elidedText(self._name(n), Qt.TextElideMode.ElideRight, round(words.width()))
            ink.write(pen, words, name, fonts.font("name", 0.9), theme.color("ink"))
            how = words.translated(0, high / 2 - fonts.px(3))
            ink.write(
                pen, how, tr(self._how(kind, won)), fonts.font("small"), theme.color("vermilion" if won else "faded")
            )
            x = row.right() - fonts.px(70)
            paint_cup(pen, QPointF(x, row.center().y()), fonts.px(8), theme)
            room = QRectF(x + fonts.px(14), row.top(), fonts.px(30), high)
            ink.write(pen, room, str(sake), fonts.font("numeral", 0.85), theme.color("ink"))
            if won:
                seal = fonts.px(30)
                paint_seal(pen, QRectF(row.right() - seal, row.center().y() - seal / 2, seal, seal), "勝", theme)
        self._paint_chart(
            pen, QRectF(4, high * len(self.rows) + fonts.px(10), self.width() - 8, fonts.px(self._chart - 28)), theme
        )

    def _paint_chart(self, pen: QPainter, room: QRectF, theme: Theme) -> None:
        """Sake by seat over the turns."""
        most = max((max(one, default=0) for one in self.history), default=0)
        turns = max((len(one) for one in self.history), default=0)
        if most < 1 or turns < 2 or room.height() <= 0:
            return
        pen.setPen(QPen(theme.color("hairline"), 1))
        for k in range(most + 1):
            y = room.bottom() - room.height() * k / most
            pen.drawLine(QPointF(room.left(), y), QPointF(room.right(), y))
        for n, row in enumerate(self.history):
            shift = (n - len(self.history) / 2) * 0.9
            path = QPainterPath()
            for k, value in enumerate(row):
                at = QPointF(
                    room.left() + room.width() * k / (turns - 1), room.bottom() - room.height() * value / most + shift
                )
                path.lineTo(at) if k else path.moveTo(at)
            ink.outline(pen, path, seat_colour(n, theme), 2.2)


def history(game: GameController[State]) -> list[list[int]]:
    """The sake of each seat at the beginning of each turn, and at the end."""
    session = game.session
    found: list[list[int]] = [[] for _ in game.seats]
    turn = 0
    for place in range(session.present + 1):
        state = session.state_at(place)
        if state.turn > turn or place == session.present:
            turn = state.turn
            for n, seat in enumerate(state.seats):
                found[n].append(len(seat.sake) + seat.jar)
    return found
