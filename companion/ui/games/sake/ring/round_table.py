"""The round table from above: everything that everybody sees, and the backs of what they do not."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QEasingCurve, QEvent, QPointF, QRect, QRectF, QSize, Qt, QVariantAnimation, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QFont,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPen,
    QPixmap,
    QRegion,
    QResizeEvent,
)

from companion.model.games.sake.state.options import SEAT_AS_TARGET, is_seat
from companion.ui.games.sake.drawing.emblems import paint_emblem
from companion.ui.games.sake.drawing.pieces import CENTRED, drawing_of, paint_cup
from companion.ui.games.sake.question.composer import Part
from companion.ui.games.sake.ring.flights import Flight, flights
from companion.ui.games.sake.ring.geometry import Geometry
from companion.ui.games.sake.ring.since import Changed, paint_changed
from companion.ui.games.sake.ring.table_painter import Piece, TablePainter
from companion.ui.games.sake.seen import SeenTable
from companion.ui.kit.theme import fonts, ink, motion, palette
from companion.ui.kit.theme.palette import Theme
from companion.ui.kit.widget import InkWidget


class RoundTable(InkWidget):
    """`picked`: something lit was clicked; `pointed`: the mouse rests on something (None: on nothing)."""

    picked = Signal(object)
    pointed = Signal(object)
    by_hand = Signal(object)
    """Something is to be changed by hand: a seat, a line, or None, the table as a whole."""

    def __init__(self, name: Callable[[int], str]) -> None:
        """`name`: what the player of a seat is called."""
        super().__init__()
        self._name = name
        self.table: SeenTable | None = None
        self.geometry_: Geometry | None = None
        self.lit: frozenset[Part] = frozenset()
        self.chosen: frozenset[Part] = frozenset()
        self.advised: frozenset[Part] = frozenset()
        self.reached: Mapping[int, Sequence[int]] = {}
        """Weapons of the viewer by the target that they reach."""
        self.aimed: tuple[int, int] | None = None
        """Who attacks, and the target, while an attack is being answered."""
        self.distances: Mapping[int, Sequence[int]] = {}
        self.hovered: Part | None = None
        self.since: Mapping[int, Changed] = {}
        """By seat, what has changed since the last turn of the viewer."""
        self.answers: Mapping[int, bool] = {}
        """Who is asked in the open window, and whether they have answered."""
        self._pieces: list[Piece] = []
        self._kept: dict[str, tuple[object, QPixmap]] = {}
        """By its name, a piece of the picture as it was painted last, and of what."""
        self._whole: tuple[object, QPixmap] = (None, QPixmap())
        self._laid: dict[str, tuple[object, QRect]] = {}
        """What lies in the whole picture, and where."""
        self._flights: list[Flight] = []
        self._share = 1.0
        """How far what goes across the table has come, and the stroke of an attack has been drawn."""
        self._strikes = False
        """Whether that stroke is a new one."""
        self._shown_aim: tuple[int, int] | None = None
        self._motion: QVariantAnimation | None = None
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(900), fonts.px(520))

    def minimumSizeHint(self) -> QSize:
        return QSize(fonts.px(420), fonts.px(190))

    def show_table(self, table: SeenTable) -> None:
        old, self.table = self.geometry_, table
        self._lay_out()
        self._set_off(old)
        self.update()

    def _set_off(self, old: Geometry | None) -> None:
        """Let things move to where they are now, if somebody sees it."""
        strikes, self._shown_aim = self.aimed not in (None, self._shown_aim), self.aimed
        new = self.geometry_
        if old is None or new is None or motion.reduced() or not self.isVisible():
            self._land()
            return
        set_off = flights(old, new)
        if not set_off and not strikes:
            return  # what is still on its way gets there
        self._land()
        self._flights, self._strikes, self._share = set_off, strikes, 0.0
        if self._motion is None:
            self._motion = QVariantAnimation(self)
            self._motion.setStartValue(0.0)
            self._motion.setEndValue(1.0)
            self._motion.setDuration(motion.TURN)
            self._motion.setEasingCurve(QEasingCurve.Type.OutCubic)
            self._motion.valueChanged.connect(self._moved)
        self._motion.start()

    def _moved(self, share: float) -> None:
        self._share = share
        if share >= 1.0:
            self._land()
        self.update()

    def _land(self) -> None:
        """Everything is where it was going."""
        if self._motion is not None:
            self._motion.stop()
        self._flights, self._strikes, self._share = [], False, 1.0

    def advise(self, parts: frozenset[Part]) -> None:
        """Mark what a hint is about; nothing: none is shown."""
        self.advised = parts
        self.update()

    def light(self, lit: frozenset[Part], chosen: frozenset[Part]) -> None:
        """Light what may be clicked, and what has been chosen already."""
        self.lit, self.chosen = lit, chosen
        self.update()

    def _lay_out(self) -> None:
        if self.table is not None:
            edge = fonts.px(8)
            room = QRectF(self.rect()).adjusted(edge, edge, -edge, -edge)
            self.geometry_ = Geometry(self.table, room, fonts.text_scale())
            self._pieces.clear()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._lay_out()

    def refresh(self) -> None:
        self._lay_out()
        super().refresh()

    # pointing ------------------------------------------------------------------------------------------------------

    def place_of(self, part: Part) -> QRectF | None:
        """Where a part of the table lies, if it is to be seen."""
        if self.geometry_ is None:
            return None
        return self.geometry_.hits.get(_aimed_at(part))

    def at(self, point: QPointF) -> Part | None:
        """The smallest lit thing at a point, else the Disciple or seat there."""
        if self.geometry_ is None:
            return None
        lit = [(rect.width(), part) for part in self.lit if (rect := self.place_of(part)) and rect.contains(point)]
        if lit:
            return min(lit, key=lambda one: one[0])[1]
        things = [
            (rect.width(), part)
            for part, rect in self.geometry_.hits.items()
            if part.kind in ("target", "gear") and rect.contains(point)
        ]
        return min(things, key=lambda one: one[0])[1] if things else None

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self.hover(self.at(event.position()))

    def hover(self, part: Part | None) -> None:
        """Point at something: distances and reasons are shown."""
        if part != self.hovered:
            self.hovered = part
            hand = part is not None and part in self.lit
            self.setCursor(Qt.CursorShape.PointingHandCursor if hand else Qt.CursorShape.ArrowCursor)
            self.pointed.emit(part)
            self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Left and right go from one to the next around the table, Enter takes what is lit."""
        step = {Qt.Key.Key_Left: 1, Qt.Key.Key_Right: -1}.get(Qt.Key(event.key()))
        if step is not None and self.geometry_ is not None:
            around = self.geometry_.around()
            now = around.index(self.hovered) if self.hovered in around else -1 if step > 0 else 0
            self.hover(around[(now + step) % len(around)])
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.hovered in self.lit:
            self.picked.emit(self.hovered)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Menu):
            self.by_hand.emit(self.hovered)
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self.by_hand.emit(self._thing_at(QPointF(event.pos())))

    def _thing_at(self, point: QPointF) -> Part | None:
        """The seat or line at a point."""
        hits = {} if self.geometry_ is None else self.geometry_.hits
        found = [part for part, rect in hits.items() if part.kind in ("target", "line") and rect.contains(point)]
        return next((part for part in found if part.kind == "line" or part.value >= SEAT_AS_TARGET), None)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self.hover(None)
        super().focusOutEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        self.hover(None)
        super().leaveEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        part = self.at(event.position()) if event.button() == Qt.MouseButton.LeftButton else None
        if part is not None and part in self.lit:
            self.picked.emit(part)
        elif part is not None:
            self.pointed.emit(part)

    # painting ------------------------------------------------------------------------------------------------------

    def _painted(self, piece: Piece, look: tuple[object, ...]) -> QPixmap:
        """The picture of a piece, as it was the last time if it still looks the same."""
        rect, key = piece.rect.toAlignedRect(), (piece.key, *look)
        kept = self._kept.get(piece.name)
        if kept is None or kept[0] != key:
            pixmap = ink.blank(rect.width(), rect.height(), self.devicePixelRatioF())
            with ink.painting(pixmap) as brush:
                brush.translate(-rect.topLeft())
                piece.draw(brush, palette.current())
            self._kept[piece.name] = kept = key, pixmap
        return kept[1]

    def _laid_out(self, theme: Theme) -> QPixmap:
        """All pieces one over the other; only where one has changed they are laid anew: at 4K all take half a frame."""
        look = (theme.name, self.devicePixelRatioF(), fonts.text_scale())
        whole = (self.size().toTuple(), *look)
        if self._whole[0] != whole:
            self._whole, self._laid = (whole, ink.blank(self.width(), self.height(), self.devicePixelRatioF())), {}
        wanted = {piece.name: (piece.key, piece.place) for piece in self._pieces}
        changed = QRegion()
        for name in {*self._laid, *wanted}:
            was, now = self._laid.get(name), wanted.get(name)
            if was != now:
                for one in (was, now):
                    changed += QRegion() if one is None else QRegion(one[1])
        if not changed.isEmpty():
            with ink.painting(self._whole[1]) as brush:
                brush.setClipRegion(changed)
                brush.setCompositionMode(QPainter.CompositionMode.CompositionMode_Clear)
                brush.fillRect(self.rect(), Qt.GlobalColor.transparent)
                brush.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)
                for piece in self._pieces:
                    if changed.intersects(piece.place):
                        brush.drawPixmap(piece.place.topLeft(), self._painted(piece, look))
            self._laid = wanted
        return self._whole[1]

    def _font(self, role: fonts.FontRole, share: float = 1.0) -> QFont:
        assert self.geometry_ is not None
        return TablePainter(self.geometry_, self._name).font(role, share)

    # what changes under the mouse ----------------------------------------------------------------------------------

    def paint(self, pen: QPainter, theme: Theme) -> None:
        g = self.geometry_
        if g is None or self.table is None:
            return
        if not self._pieces:  # not before it is seen: the second window's table seldom is
            self._pieces = list(TablePainter(g, self._name).pieces())
        pen.drawPixmap(0, 0, self._laid_out(theme))
        if self.aimed is not None:
            self._paint_aim(pen, theme)
        pen.setFont(self._font("name", 0.88))
        metrics = pen.fontMetrics()
        for target, weapons in self.reached.items():
            if not is_seat(target):
                continue
            n, side = target - SEAT_AS_TARGET, 15 * g.scale
            row = g.seat_parts(n)["name"]
            end = row.left() + 33 * g.scale + metrics.horizontalAdvance(self._name(n))
            end = min(end, row.right() - len(weapons) * (side + 2 * g.scale))
            for k, weapon in enumerate(weapons):
                rect = QRectF(end + k * (side + 2 * g.scale), row.top() + 5 * g.scale, side, side)
                paint_emblem(pen, rect, drawing_of(self.table.deck, weapon) if weapon >= 0 else "attack",
                             theme.color("vermilion"))  # fmt: skip
        for n, changed in self.since.items():
            mask, s = g.seat_parts(n)["mask"], g.scale
            room = QRectF(mask.left() - 8 * s, mask.bottom() - 27 * s, 37 * s, 34 * s)
            paint_changed(pen, room, changed, self._font("strong", 0.78), theme)
        for n, done in self.answers.items():
            self._paint_dot(pen, n, theme, done=done)
        for part in self.lit:
            self._paint_lit(pen, part, theme, over=part == self.hovered)
        for part in self.chosen:
            self._paint_lit(pen, part, theme, over=True)
        for part in self.advised:
            self._paint_advised(pen, part, theme)
        if self.hovered is not None and self.hovered.kind in ("target", "side"):
            self._paint_distances(pen, self.hovered, theme)
        for flight in self._flights:
            flight.draw(pen, flight.at(self._share), theme)

    def _paint_dot(self, pen: QPainter, n: int, theme: Theme, *, done: bool) -> None:
        g = self.geometry_
        assert g is not None
        box, s = g.blocks[n], g.scale
        at = QPointF(box.left() + 5 * s, box.top() + 30 * s)
        disc = ink.rough_disc(at, 5 * s, f"dot{n}")
        ink.fill(pen, disc, theme.color("vermilion") if done else theme.color("surface"))
        ink.outline(pen, disc, theme.color("vermilion"), 1.6)

    def _paint_advised(self, pen: QPainter, part: Part, theme: Theme) -> None:
        """A golden ring, on a light one so that it is seen on any ground."""
        rect, g = self.place_of(part), self.geometry_
        if rect is None or g is None:
            return
        edge = ink.rough_rect(rect.adjusted(-5 * g.scale, -5 * g.scale, 5 * g.scale, 5 * g.scale), "advised", 1.2, 24)
        ink.outline(pen, edge, theme.color("surface", 0.9), 7 * g.scale)
        ink.outline(pen, edge, theme.color("gold"), 3.6 * g.scale)

    def _paint_lit(self, pen: QPainter, part: Part, theme: Theme, *, over: bool) -> None:
        rect = self.place_of(part)
        g = self.geometry_
        if rect is None or g is None:
            return
        colour = theme.color("vermilion")
        s = g.scale
        if part.kind == "spot" or (part.kind == "side" and isinstance(part.value, tuple)):
            seat, spot = _aimed_at(part).value
            at = g.spot(seat, spot) if self.table is not None and seat >= 0 else rect.center()
            taken = self.table is not None and seat >= 0 and spot in self.table.seats[seat].sake
            if not taken:
                paint_cup(pen, at, 8 * s, theme, hollow=True)
            if over or taken:
                pen.setBrush(theme.color("vermilion", 0.25) if over else Qt.BrushStyle.NoBrush)
                pen.setPen(QPen(colour, 2 * s))
                pen.drawEllipse(at, 10.5 * s, 10.5 * s)
            return
        if part.kind in ("place", "stretch"):
            disc = ink.rough_disc(rect.center(), (11 if over else 8.5) * s, f"{part.value}")
            ink.fill(pen, disc, theme.color("vermilion", 1.0 if over else 0.82))
            text = (
                str(part.value[1]) if part.kind == "place" and part.value[1] else "＋" if part.kind == "place" else "±"
            )
            ink.write(pen, rect, text, self._font("strong", 0.8), theme.color("on_vermilion"), CENTRED)
            return
        if rect.width() < 60 * s:
            shape = ink.rough_disc(rect.center(), rect.width() * 0.56, f"lit{part.value}")
        else:
            shape = ink.rough_rect(rect.adjusted(-2, -2, 2, 2), f"lit{part.value}", 1.4 * s, 30 * s)
        ink.fill(pen, shape, theme.color("vermilion", 0.16 if over else 0.06))
        ink.outline(pen, shape, theme.color("vermilion", 1.0 if over else 0.75), (2.6 if over else 1.6) * s)

    def _paint_aim(self, pen: QPainter, theme: Theme) -> None:
        """The stroke of an attack across the table, from who makes it to who suffers it."""
        g = self.geometry_
        assert g is not None
        assert self.aimed is not None
        by, target = self.aimed
        rect = g.hits.get(Part("target", target))
        if rect is None:
            return
        s = g.scale
        start = g.on_track(g.angles[by])
        end = g.on_track(g.angles[target - SEAT_AS_TARGET]) if is_seat(target) else rect.center()
        middle, way = (start + end) / 2, end - start
        length = math.hypot(way.x(), way.y()) or 1.0
        across = QPointF(-way.y(), way.x()) / length
        inward = g.centre - middle
        near = math.hypot(inward.x(), inward.y())
        bend = middle + inward * 0.3 if near > 70 * s else middle + across * 120 * s
        points = [start * (1 - t) ** 2 + bend * (2 * t * (1 - t)) + end * t**2 for t in (k / 30 for k in range(28))]
        if self._strikes:
            points = points[: max(5, math.ceil(len(points) * self._share))]
        stroke = ink.brush_stroke(points, 8 * s, random.Random(3), pressure=lambda t: 0.35 + 0.65 * t, rough=0.1)
        ink.fill(pen, stroke, theme.color("vermilion", 0.85))
        tip = points[-1] - points[-4]
        size = math.hypot(tip.x(), tip.y()) or 1.0
        along, aside = tip / size, QPointF(-tip.y(), tip.x()) / size
        head = QPainterPath(points[-1] + along * 15 * s)
        head.lineTo(points[-1] - along * 4 * s + aside * 10 * s)
        head.lineTo(points[-1] - along * 4 * s - aside * 10 * s)
        head.closeSubpath()
        ink.fill(pen, head, theme.color("vermilion", 0.95))

    def _paint_distances(self, pen: QPainter, part: Part, theme: Theme) -> None:
        """Both ways round, beside what is pointed at."""
        g = self.geometry_
        ways = self.distances.get(part.value, ()) if isinstance(part.value, int) else ()
        rect = self.place_of(part)
        if g is None or rect is None or not ways:
            return
        text = f"↻ {ways[0]}" + (f"   ↺ {ways[1]}" if len(ways) > 1 else "")
        font = self._font("strong", 1.0)
        pen.setFont(font)
        wide = pen.fontMetrics().horizontalAdvance(text) + 20 * g.scale
        high = 26 * g.scale
        at = rect.center() + (g.centre - rect.center()) * 0.0
        y = rect.top() - high * 0.7 if rect.top() > high else rect.bottom() - high * 0.3
        tag = QRectF(at.x() - wide / 2, y, wide, high)
        slip = ink.rough_rect(tag, "distance", 1.0, 24)
        ink.soft_shadow(pen, slip, theme.color("shadow", 0.4), 4, 0, 2)
        ink.fill(pen, slip, theme.color("ink"))
        ink.write(pen, tag, text, font, theme.color("ground"), CENTRED)


def _aimed_at(part: Part) -> Part:
    """The thing on the table that a part is about."""
    if part.kind == "pay" or (part.kind == "side" and isinstance(part.value, tuple)):
        return Part("spot", part.value)
    return part
