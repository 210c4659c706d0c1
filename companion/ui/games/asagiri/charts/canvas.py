"""One chart, drawn by pyqtgraph with our ink; pointed at by the mouse, walked along by the arrows.

Not imported before a screen of figures is opened: pyqtgraph and numpy take a quarter of a second.
"""

from __future__ import annotations

import pyqtgraph as pg
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QFrame, QLabel, QSizePolicy, QWidget

from companion.ui.kit.accessibility import announce
from companion.ui.kit.theme import fonts, palette
from companion.ui.kit.widget import follow

from . import strokes
from .chart import Chart, Point, nice_ticks

NEAR = 26
"""A point is pointed at within so many pixels, at text scale 1."""


class Strokes(pg.GraphicsObject):  # type: ignore[misc]  # pyqtgraph has no types
    """The drawing inside the axes: everything is measured in pixels, wherever the numbers lie."""

    def __init__(self, chart: Chart) -> None:
        super().__init__()
        self.chart = chart
        self.selected: tuple[int, int] | None = None

    def boundingRect(self) -> QRectF:
        """All that the axes enclose."""
        view = self.getViewBox()
        return QRectF() if view is None else view.viewRect()

    def viewRangeChanged(self) -> None:
        """The axes show something else."""
        self.prepareGeometryChange()
        self.update()

    def paint(self, pen: QPainter, *_: object) -> None:
        """Draw the chart."""
        turn = pen.worldTransform()
        area = turn.mapRect(self.boundingRect())
        pen.save()
        pen.resetTransform()
        pen.setRenderHints(QPainter.RenderHint.Antialiasing)
        strokes.draw(pen, self.chart, area, turn.map, palette.current(), self.selected)
        pen.restore()


class ChartView(pg.GraphicsView):  # type: ignore[misc]  # pyqtgraph has no types
    """See the module. `opened` carries the point that somebody wants to see in the timeline or the library."""

    opened = Signal(object)
    selected = Signal(object)
    """The point pointed at, or None."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Nothing is drawn yet."""
        super().__init__(parent, background=None)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setObjectName("chart")
        self.viewport().setAutoFillBackground(False)
        self.setStyleSheet("background: transparent")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMouseTracking(True)
        self.enableMouse(False)
        self.chart: Chart | None = None
        # the parts of a plot alone: a whole one brings menus and buttons that are not ours
        self._inside = pg.GraphicsLayout()
        self._inside.setSpacing(0)
        self.box = pg.ViewBox(enableMouse=False, enableMenu=False, defaultPadding=0)
        self._inside.addItem(self.box, 0, 1)
        self.axes = {side: pg.AxisItem(side, linkView=self.box) for side in ("left", "bottom")}
        self._inside.addItem(self.axes["left"], 0, 0)
        self._inside.addItem(self.axes["bottom"], 1, 1)
        self.setCentralItem(self._inside)
        self._strokes: Strokes | None = None
        self._hint = self._more = ""
        self.tip = QLabel(self)
        self.tip.setWordWrap(True)
        self.tip.setTextFormat(Qt.TextFormat.PlainText)
        self.tip.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.tip.hide()
        follow(self)

    # what is shown -------------------------------------------------------------------------------------------------

    def show_chart(self, chart: Chart, hint: str = "") -> None:
        """Draw another chart; `hint` says what a click on a point does, where it does anything."""
        self.chart, self._hint = chart, hint
        if self._strokes is not None:
            self.box.removeItem(self._strokes)
        self._strokes = Strokes(chart)
        self.box.addItem(self._strokes, ignoreBounds=True)
        self.setAccessibleName(chart.title)
        self._describe()
        self.tip.hide()
        self.refresh()

    def refresh(self) -> None:
        chart, theme = self.chart, palette.current()
        self.tip.setFont(fonts.font("small"))
        self.tip.setStyleSheet(
            f"background: {theme.ink}; color: {theme.surface}; padding: {fonts.px(6)}px {fonts.px(9)}px;"
        )
        if chart is None:
            return
        across, up = chart.ranges()
        if chart.kind == "rows":
            across, up = up, across
        self.box.setRange(xRange=across, yRange=up, padding=0, disableAutoRange=True)
        ticks = {"bottom": chart.x_ticks, "left": chart.y_ticks}
        if chart.kind == "rows":
            ticks = {"bottom": chart.y_ticks, "left": chart.x_ticks}
        for side, given in ticks.items():
            low, high = across if side == "bottom" else up
            axis = self.axes[side]
            along = (side == "bottom") != (chart.kind == "rows")
            shown = given or nice_ticks(low, high, 7 if side == "bottom" else 6, 1.0 if along else chart.least)
            axis.setTicks([list(shown), []])
            axis.setStyle(tickLength=0, tickTextOffset=fonts.px(7), tickFont=fonts.font("small"), showValues=True,
                          tickAlpha=0, hideOverlappingLabels=side == "bottom", autoExpandTextSpace=True)  # fmt: skip
            axis.setPen(pg.mkPen(None))
            axis.setTextPen(theme.color("faded"))
            axis.setTickPen(pg.mkPen(None))
        self._inside.layout.setContentsMargins(fonts.px(10), fonts.px(8), fonts.px(16), fonts.px(4))
        if self._strokes is not None:
            self._strokes.viewRangeChanged()
        self._place_tip()
        self.viewport().update()

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(560), fonts.px(330))

    def minimumSizeHint(self) -> QSize:
        return QSize(fonts.px(300), fonts.px(220))

    def paint_into(self, pen: QPainter, target: QRectF) -> None:
        """Draw what is seen into a rectangle of the same proportion, without what is pointed at."""
        strokes_ = self._strokes
        before = None if strokes_ is None else strokes_.selected
        if strokes_ is not None:
            strokes_.selected = None
        pen.save()
        # items of a scene begin with whatever the painter was left with
        pen.setBrush(Qt.BrushStyle.NoBrush)
        pen.setPen(Qt.PenStyle.NoPen)
        self.scene().render(pen, target, QRectF(self.viewport().rect()))
        pen.restore()
        if strokes_ is not None:
            strokes_.selected = before

    # pointing ------------------------------------------------------------------------------------------------------

    @property
    def point(self) -> Point | None:
        """The point pointed at."""
        found = None if self._strokes is None else self._strokes.selected
        if found is None or self.chart is None:
            return None
        return self.chart.series[found[0]].points[found[1]]

    def select(self, place: tuple[int, int] | None, *, speak: bool = False) -> None:
        """Point at a point, by its series and its number; None: at nothing."""
        drawn = self._strokes
        if drawn is None or drawn.selected == place:
            return
        drawn.selected, self._more = place, ""
        drawn.update()
        self._place_tip()
        self._describe()
        point = self.point
        if speak and point is not None:
            announce(self, point.words)
        self.selected.emit(point)

    def add_words(self, words: str) -> None:
        """Say more about the point that is pointed at."""
        self._more = words
        self._place_tip()

    def _describe(self) -> None:
        chart, point = self.chart, self.point
        if chart is not None:
            told = chart.empty if chart.is_empty else f"{chart.about} {chart.sums}".strip()
            self.setAccessibleDescription(point.words if point is not None else told)

    def place_of(self, point: Point) -> QPointF:
        """Where a point is drawn, in pixels of this widget."""
        assert self.chart is not None
        value = QPointF(point.y, point.x) if self.chart.kind == "rows" else QPointF(point.x, point.y)
        spot: QPointF = self.box.mapViewToScene(value)
        return QPointF(self.mapFromScene(spot))

    def nearest(self, at: QPointF) -> tuple[int, int] | None:
        """The point to which somebody points."""
        chart = self.chart
        if chart is None:
            return None
        best, least = None, float(fonts.px(NEAR)) ** 2
        if chart.filled:
            return next((place for place, rect in self._bars() if rect.contains(at)), None)
        box = self.box
        value = box.mapSceneToView(self.mapToScene(at.toPoint()))
        wide, high = box.viewPixelSize()
        # lines are pointed at from above and below as well, as long as nothing else is nearer
        weight = 0.08 if chart.kind in ("line", "steps") else 1.0
        for n, m, point in chart.points():
            dx, dy = (point.x - value.x()) / wide, (point.y - value.y()) / high
            if abs(dx) > least**0.5:
                continue
            far = dx * dx + dy * dy * weight * weight
            if far < least:
                best, least = (n, m), far
        return best

    def _bars(self) -> list[tuple[tuple[int, int], QRectF]]:
        """Every bar, in pixels of this widget."""
        assert self.chart is not None
        turn = self.box.childGroup.sceneTransform()
        return [((n, m), rect) for n, m, rect in strokes.bars(self.chart, lambda p: turn.map(p))]

    def _place_tip(self) -> None:
        point = self.point
        if point is None or self.chart is None:
            self.tip.hide()
            return
        lead = f"\n{self._hint}" if self._hint and (point.step >= 0 or point.game >= 0) else ""
        self.tip.setText(point.words + (f"\n{self._more}" if self._more else "") + lead)
        wide = min(fonts.px(320), self.width() - 8)
        metrics = self.tip.fontMetrics()
        need = max(metrics.horizontalAdvance(line) for line in self.tip.text().split("\n")) + fonts.px(22)
        inner = min(wide, need) - 2 * fonts.px(9)
        words = metrics.boundingRect(0, 0, inner, 10_000, int(Qt.TextFlag.TextWordWrap), self.tip.text())
        self.tip.setFixedSize(inner + 2 * fonts.px(9) + 4, words.height() + 2 * fonts.px(6) + 2)
        spot, gap = self.place_of(point), fonts.px(14)
        x = spot.x() + gap if spot.x() + gap + self.tip.width() < self.width() else spot.x() - gap - self.tip.width()
        y = spot.y() - gap - self.tip.height()
        y = y if y > 0 else min(spot.y() + gap, self.height() - self.tip.height())
        self.tip.move(round(max(2, min(x, self.width() - self.tip.width() - 2))), round(max(2, y)))
        self.tip.show()
        self.tip.raise_()

    # the mouse -----------------------------------------------------------------------------------------------------

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Point at what is near."""
        self.select(self.nearest(event.position()))
        point = self.point
        leads = point is not None and (point.step >= 0 or point.game >= 0)
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor if leads else Qt.CursorShape.ArrowCursor)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """The keys come here, too; a touch points at once."""
        self.setFocus()
        self.select(self.nearest(event.position()))
        event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A click on a point leads to it."""
        if event.button() == Qt.MouseButton.LeftButton and self.nearest(event.position()) is not None:
            self.open_point()
        event.accept()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """No more than a click."""
        event.accept()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Nothing here moves: what lies around may scroll."""
        event.ignore()

    def leaveEvent(self, event: QEvent) -> None:
        """Nothing is pointed at any more, unless by the keys."""
        if not self.hasFocus():
            self.select(None)

    def open_point(self) -> None:
        """Lead to the point that is pointed at."""
        point = self.point
        if point is not None and (point.step >= 0 or point.game >= 0):
            self.opened.emit(point)

    # the keys ------------------------------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows walk along the points, Enter leads to the one pointed at, Escape lets go of it."""
        along = {Qt.Key.Key_Right: 1, Qt.Key.Key_Left: -1, Qt.Key.Key_PageDown: 10, Qt.Key.Key_PageUp: -10,
                 Qt.Key.Key_End: 10**9, Qt.Key.Key_Home: -(10**9)}  # fmt: skip
        across = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}
        if self.chart is not None and self.chart.kind == "rows":
            along, across = {**along, Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}, {Qt.Key.Key_Right: 1, Qt.Key.Key_Left: -1}
            del along[Qt.Key.Key_Right], along[Qt.Key.Key_Left]
        key = Qt.Key(event.key())
        if key in along:
            self.walk(along[key])
        elif key in across:
            self.cross(across[key])
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.point is not None:
            self.open_point()
        elif key == Qt.Key.Key_Escape and self.point is not None:
            self.select(None)
        else:
            event.ignore()

    def walk(self, by: int) -> None:
        """Point at a later or earlier point of the same series, along the axis."""
        chart, place = self.chart, None if self._strokes is None else self._strokes.selected
        if chart is None or chart.is_empty:
            return
        if place is None:
            n = next(n for n, series in enumerate(chart.series) if series.points)
            order = self._order(n)
            self.select((n, order[0] if by > 0 else order[-1]), speak=True)
            return
        order = self._order(place[0])
        at = max(0, min(len(order) - 1, order.index(place[1]) + by))
        self.select((place[0], order[at]), speak=True)

    def _order(self, n: int) -> list[int]:
        assert self.chart is not None
        points, way = self.chart.series[n].points, -1 if self.chart.kind == "rows" else 1
        return sorted(range(len(points)), key=lambda m: (way * points[m].x, m))

    def cross(self, by: int) -> None:
        """Point at the point of the next series that is nearest along the axis."""
        chart, place = self.chart, None if self._strokes is None else self._strokes.selected
        if chart is None or place is None:
            self.walk(1)
            return
        there = [n for n, series in enumerate(chart.series) if series.points]
        n = there[(there.index(place[0]) + by) % len(there)]
        x = chart.series[place[0]].points[place[1]].x
        points = chart.series[n].points
        self.select((n, min(range(len(points)), key=lambda m: abs(points[m].x - x))), speak=True)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show that the keys are here."""
        super().focusInEvent(event)
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """The keys are gone."""
        super().focusOutEvent(event)
        self.viewport().update()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.hasFocus():
            pen = QPainter(self.viewport())
            pen.fillRect(
                QRectF(0, fonts.px(6), fonts.px(3), self.height() - fonts.px(12)), palette.current().color("vermilion")
            )
            pen.end()

    def resizeEvent(self, event: QResizeEvent | None) -> None:
        """Keep the note at its point."""
        super().resizeEvent(event)
        if hasattr(self, "tip"):
            self._place_tip()
