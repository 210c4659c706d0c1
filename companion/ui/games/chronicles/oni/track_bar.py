"""The track: eight columns, the turn, corruption that waits, the tree of upgrades, and the final combat behind them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen

from companion.model.core.words import Capital, Message, say
from companion.model.games.chronicles.box.effect_words import explain
from companion.model.games.chronicles.box.fitting import UPGRADE
from companion.model.games.chronicles.box.records import Column, Upgrade
from companion.model.games.chronicles.box.upgrade_words import upgrade_name
from companion.model.games.chronicles.insight.track_tree import KINDS, Kind, Standing, standings
from companion.model.games.chronicles.rules.accusation import must_accuse
from companion.model.games.chronicles.state.state import LAST_COLUMN, State
from companion.model.games.chronicles.wire.narration import named
from companion.ui.games.chronicles.oni.belongings import paint_corruption
from companion.ui.games.chronicles.oni.marks import diamond, paint_mark
from companion.ui.games.chronicles.oni.parts import Part, PartsWidget
from companion.ui.kit.theme import fonts, ink, palette
from companion.ui.kit.theme.palette import Theme
from companion.ui.kit.translator import tr

LEAST = 560
"""How narrow the nine columns may be at text scale 1."""
WIDE, HIGH = 1240, 64
LEVELS = {"up": 0.19, "middle": 0.5, "down": 0.81}
SIDE, TARGET = 21, 24
"""Of a diamond, and of what is clicked around it."""
SAYS: dict[Standing, Message] = {
    "taken": say("Taken: it works for the rest of the game."),
    "open": say("Can be taken in this turn."),
    "later": say("Can still be reached."),
    "closed": say("Out of reach."),
}

GIVES: dict[Kind, Message] = {
    "guards": say("In this turn the Oni takes an upgrade for its guards."),
    "creatures": say("In this turn the Oni takes an upgrade for its creatures."),
}


class UpgradeSeen(NamedTuple):
    """An upgrade, and what has become of it."""

    id: str
    kind: Kind
    place: str
    next: tuple[str, ...]
    standing: Standing
    name: str
    words: str


class ColumnSeen(NamedTuple):
    """A turn of the track."""

    turn: int
    token: str | None
    """The corruption token that waits: plain or red."""
    duty: bool
    """Whether an accusation is due at its end."""
    upgrades: tuple[UpgradeSeen, ...]
    words: str


class TrackSeen(NamedTuple):
    """The whole track."""

    turn: int
    columns: tuple[ColumnSeen, ...]
    closed: bool
    final: int
    """The turn in which the final combat began; 0: it has not."""
    name: str
    final_words: str


class TrackBar(PartsWidget):
    """Parts: ``turn:N`` and ``turn:final`` for columns, ``upgrade:ID``."""

    help_page = "chronicles/track"

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(WIDE), fonts.px(HIGH))

    def minimumSizeHint(self) -> QSize:
        return QSize(fonts.px(LEAST), fonts.px(HIGH))

    def retranslate(self) -> None:
        super().retranslate()
        self.setAccessibleName(tr(say("The track of the Oni")))

    def look(self, state: State, viewer: str | None) -> TrackSeen:
        how = standings(state)
        columns = state.table.box.tracks[state.table.track].columns
        began = state.oni.demon_since
        return TrackSeen(
            state.turn,
            tuple([_column(state, turn, column, how) for turn, column in enumerate(columns, 1)]),
            state.oni.closed,
            began,
            tr(say("Turn {turn}", turn=state.turn)),
            tr(_final(state)),
        )

    # where things lie -------------------------------------------------------------------------------------------------

    def lay_out(self) -> list[Part]:
        seen = self._seen()
        self.setAccessibleDescription(seen.name)
        found = []
        for column in seen.columns:
            name = tr(say("Turn {turn}", turn=column.turn))
            found.append(Part(f"turn:{column.turn}", self._cell(column.turn), name, column.words))
            for one in column.upgrades:
                found.append(Part(f"upgrade:{one.id}", self._target(column, one), one.name, one.words, "diamond"))
        last = self._cell(len(seen.columns) + 1)
        return [*found, Part("turn:final", last, tr(say("Final combat")), seen.final_words)]

    def _seen(self) -> TrackSeen:
        assert isinstance(self._look, TrackSeen)
        return self._look

    def _cell(self, turn: int) -> QRectF:
        wide = self.width() / (len(self._seen().columns) + 1)
        return QRectF((turn - 1) * wide, 0, wide, self.height())

    def _diamond(self, column: ColumnSeen, one: UpgradeSeen) -> QRectF:
        cell, side = self._cell(column.turn), fonts.px(SIDE)
        both = len({other.kind for other in column.upgrades}) > 1
        x = cell.left() + cell.width() * (0.62 if both and one.kind == "guards" else 0.82)
        y = self.height() * LEVELS[one.place]
        top = min(max(0.0, y - side / 2), self.height() - side)
        return QRectF(x - side / 2, top, side, side)

    def _target(self, column: ColumnSeen, one: UpgradeSeen) -> QRectF:
        around, side = self._diamond(column, one).center(), fonts.px(TARGET)
        top = min(max(0.0, around.y() - side / 2), self.height() - side)
        return QRectF(around.x() - side / 2, top, side, side)

    # painting ---------------------------------------------------------------------------------------------------------

    def draw(self, pen: QPainter, size: QSize, theme: palette.Theme) -> None:
        if self._look is None:
            return
        seen, px = self._seen(), fonts.px
        ground = ink.rough_rect(QRectF(0, 0, size.width() - 1, size.height() - 1), "track", 0.8, 40)
        ink.fill(pen, ground, theme.color("surface"))
        present = self._cell(min(seen.turn, len(seen.columns) + 1))
        ink.fill(pen, ink.rough_rect(present.adjusted(1, 1, -1, -2), "present", 0.8, 20), theme.color("sunken"))
        for turn in range(2, len(seen.columns) + 2):
            x = self._cell(turn).left()
            ink.outline(pen, ink.line((x, px(7)), (x + 0.5, size.height() - px(7))), theme.color("hairline"), 1)
        self._paint_links(pen, theme)
        for column in seen.columns:
            self._paint_column(pen, column, theme)
        self._paint_final(pen, theme)
        way = ink.line((present.left() + px(5), px(3)), (present.center().x(), px(2)), (present.right() - px(5), px(3)))
        ink.fill(pen, ink.brush_stroke(way, px(5), seen.turn, rough=0.1), theme.color("vermilion"))

    def _paint_column(self, pen: QPainter, column: ColumnSeen, theme: Theme) -> None:
        seen, px, cell = self._seen(), fonts.px, self._cell(column.turn)
        past = column.turn < seen.turn
        number = QRectF(cell.left() + px(8), px(6), px(26), px(26))
        now = column.turn == seen.turn
        ground = theme.color("sunken" if now else "surface")
        pen.fillRect(number.adjusted(0, px(3), -px(8), 0), ground)  # ways of the other kind pass behind
        colour = theme.color("vermilion" if now else "faded" if past else "ink")
        ink.write(pen, number, str(column.turn), fonts.font("numeral", 1.0 if now else 0.86), colour)
        if column.token is not None:
            side = px(22)
            at = QRectF(cell.left() + px(38), px(8), side, side)
            paint_corruption(pen, at, theme, red=column.token == "red")
        if column.duty:
            words = tr(say("accusation"))
            room = QRectF(cell.left() + px(8), self.height() - px(26), cell.width() * 0.82 - px(20), px(20))
            font = fonts.fitted("small", words, room.width(), 1.0, 0.8)
            shown = QFontMetricsF(font).elidedText(words, Qt.TextElideMode.ElideRight, room.width())
            wide = QFontMetricsF(font).horizontalAdvance(shown)
            pen.fillRect(QRectF(room.left(), room.top() + px(2), wide + px(3), room.height() - px(4)), ground)
            ink.write(pen, room, shown, font, theme.color("vermilion"))
        for kind in KINDS:
            of_kind = [one for one in column.upgrades if one.kind == kind]
            if of_kind:
                left = self._diamond(column, of_kind[0]).left()
                sign = QRectF(left - px(24), self.height() / 2 - px(8), px(16), px(16))
                if not column.duty or sign.bottom() < self.height() - px(26):
                    pen.fillRect(sign.adjusted(-1, 1, 1, -1), ground)
                    paint_mark(pen, sign, kind.removesuffix("s"), theme.color("faded", 0.8))
        for one in column.upgrades:
            self._paint_upgrade(pen, self._diamond(column, one), one, theme)

    def _paint_upgrade(self, pen: QPainter, room: QRectF, one: UpgradeSeen, theme: Theme) -> None:
        """Taken: filled, with a stroke of the brush; open: red with a dot; closed: small and crossed."""
        px = fonts.px
        shape = diamond(room.adjusted(px(1.5), px(1.5), -px(1.5), -px(1.5)))
        middle = room.center()
        if one.standing == "taken":
            ink.fill(pen, shape, theme.color("ink"))
            pen.setPen(QPen(theme.color("surface"), px(2), Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
            tick = ((-4, 0), (-1, 3), (4, -3))
            pen.drawPolyline([middle + QPointF(px(x), px(y)) for x, y in tick])
        elif one.standing == "open":
            ink.fill(pen, shape, theme.color("surface"))
            ink.outline(pen, shape, theme.color("vermilion"), px(2))
            ink.fill(pen, ink.rough_disc(middle, px(3), "open"), theme.color("vermilion"))
        elif one.standing == "later":
            ink.fill(pen, shape, theme.color("surface"))
            ink.outline(pen, shape, theme.color("ink"), 1.3)
        else:
            small = room.adjusted(px(4), px(4), -px(4), -px(4))
            ink.fill(pen, diamond(small), theme.color("surface"))
            ink.outline(pen, diamond(small), theme.color("faded", 0.7), 1)
            pen.setPen(QPen(theme.color("faded"), 1.2))
            quarter = small.width() * 0.28
            pen.drawLine(middle - QPointF(quarter, quarter), middle + QPointF(quarter, quarter))
            pen.drawLine(middle + QPointF(-quarter, quarter), middle + QPointF(quarter, -quarter))

    def _links(self) -> Iterator[tuple[QPointF, QPointF, UpgradeSeen, UpgradeSeen]]:
        columns = self._seen().columns
        places = {one.id: (self._diamond(column, one), one) for column in columns for one in column.upgrades}
        for rect, one in places.values():
            for id in one.next:
                if id in places:
                    there, other = places[id]
                    start, end = QPointF(rect.right(), rect.center().y()), QPointF(there.left(), there.center().y())
                    yield start, end, one, other

    def _paint_links(self, pen: QPainter, theme: Theme) -> None:
        """Lines from an upgrade to those that may follow; a way that is gone is hardly seen."""
        for start, end, one, other in self._links():
            gone = other.standing == "closed" or one.standing == "closed"
            went = one.standing == other.standing == "taken"
            colour: QColor = theme.color("ink", 0.9 if went else 0.14 if gone else 0.45)
            dashed = one.kind == "creatures"
            pen.setPen(QPen(colour, 2.2 if went else 1.1, Qt.PenStyle.DashLine if dashed else Qt.PenStyle.SolidLine))
            pen.drawLine(start, end)

    def _paint_final(self, pen: QPainter, theme: Theme) -> None:
        seen, px = self._seen(), fonts.px
        cell = self._cell(len(seen.columns) + 1)
        began = seen.final > 0
        colour = theme.color("vermilion" if began else "ink")
        side = px(26)
        paint_mark(pen, QRectF(cell.left() + px(8), px(6), side, side), "final", colour)
        if seen.turn > len(seen.columns):
            number = QRectF(cell.left() + px(42), px(6), cell.width() - px(46), side)
            ink.write(pen, number, str(seen.turn), fonts.font("numeral"), theme.color("vermilion"))
        words = tr(say("Final combat"))
        room = QRectF(cell.left() + px(8), self.height() - px(28), cell.width() - px(12), px(22))
        ink.write(pen, room, words, fonts.fitted("strong", words, room.width(), 0.95), colour)


def _column(state: State, turn: int, column: Column, how: dict[str, Standing]) -> ColumnSeen:
    waits = column.corruption if turn in state.oni.on_track and not state.oni.closed else None
    red = column.corruption == "red" and state.table.investigation and not state.oni.demon_since
    duty = red and ((turn == state.turn and must_accuse(state)) or (waits is not None and turn >= state.turn))
    upgrades = [_upgrade(state, one, kind, how) for kind in KINDS for one in getattr(column, kind)]
    words = []
    if turn == state.turn:
        words.append(say("The present turn."))
    if waits is not None:
        words.append(
            say("In this turn a corruption token enters the palace.")
            if waits == "plain"
            else say("In this turn the red corruption token enters the palace.")
        )
    if duty:
        words.append(say("An accusation is due at the end of turn {turn}.", turn=turn))
    if state.oni.closed and turn >= state.turn:
        words.append(say("The track is closed."))
    elif turn >= state.turn and state.table.options.upgrades == "on":
        words += [GIVES[kind] for kind in KINDS if getattr(column, kind)]
    return ColumnSeen(turn, waits, duty, tuple(upgrades), "\n".join(map(tr, words)))


def _upgrade(state: State, one: Upgrade, kind: Kind, how: dict[str, Standing]) -> UpgradeSeen:
    name = upgrade_name(state.table.box.tracks[state.table.track], one.id)
    assert name is not None
    does = explain(one.effects, UPGRADE, lambda sheet: named(state, sheet))
    standing = how[one.id]
    words = "\n".join(map(tr, (*does, SAYS[standing])))
    return UpgradeSeen(one.id, kind, one.place, one.next, standing, tr(say("{name}", name=Capital(name))), words)


def _final(state: State) -> Message:
    if state.oni.demon_since:
        return say("It began in turn {turn}.", turn=state.oni.demon_since)
    if not state.table.investigation:
        return say("In this scenario it begins as the scenario says.")
    return say("It begins at the end of turn {turn} at the latest.", turn=LAST_COLUMN)
