"""What is dear to paint is painted once: printed on the floor, or kept as pieces; nothing stays behind."""

from __future__ import annotations

import time
from typing import Any

from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPen, QPolygonF, QTransform

from companion.bench import busy_state
from companion.model.content.library import Library
from companion.model.core.session import Session
from companion.model.core.words import Words
from companion.model.games.asagiri import SYSTEM
from companion.ui.games.asagiri.board import BoardView
from companion.ui.games.asagiri.board.canvas import CachedPath, Shape
from companion.ui.games.asagiri.controller import AsagiriController

from .test_board_kit import at, game_of, view_of

INK = QColor(20, 20, 20)


def _blank(size: int = 300) -> QImage:
    image = QImage(size, size, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.white)
    return image


def _shapes() -> tuple[list[Shape], list[QRectF]]:
    """A long stroke, a disc with an edge, and dots."""
    stroke, disc = QPainterPath(QPointF(10, 20)), QPainterPath()
    stroke.lineTo(260, 170)
    stroke.lineTo(255, 180)
    stroke.closeSubpath()
    disc.addEllipse(QPointF(150, 104), 15, 15)
    dots = QPolygonF([QPointF(20 + 9 * k, 240) for k in range(25)])
    pen = QPen(INK, 4, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap)
    shapes = [Shape(stroke, INK), Shape(disc, QColor("red"), pen), Shape(dots, None, pen)]
    parts = [QRectF(QPointF(10 + 25 * k, 20 + 15 * k), QPointF(35 + 25 * k, 36 + 15 * k)) for k in range(10)]
    return shapes, [*(part.adjusted(-6, -6, 6, 6) for part in parts), QRectF(15, 230, 235, 20), QRectF(130, 84, 40, 40)]


def _painted(sheet: CachedPath, transform: QTransform) -> QImage:
    image = _blank()
    pen = QPainter(image)
    pen.setRenderHint(QPainter.RenderHint.Antialiasing)
    pen.setTransform(transform)
    sheet.paint(pen, None)
    pen.end()
    return image


def _plainly(shapes: list[Shape], transform: QTransform) -> QImage:
    image = _blank()
    pen = QPainter(image)
    pen.setRenderHint(QPainter.RenderHint.Antialiasing)
    pen.setTransform(transform)
    for shape in shapes:
        pen.setPen(shape.pen if shape.pen is not None else Qt.PenStyle.NoPen)
        pen.setBrush(shape.fill if shape.fill is not None else Qt.BrushStyle.NoBrush)
        if isinstance(shape.path, QPolygonF):
            pen.drawPoints(shape.path)
        else:
            pen.drawPath(shape.path)
    pen.end()
    return image


def _farthest(one: QImage, other: QImage) -> int:
    """The largest difference of a channel of a pixel."""
    a, b = (image.convertToFormat(QImage.Format.Format_RGB888) for image in (one, other))  # bits live with their image
    return max(abs(x - y) for x, y in zip(bytes(a.constBits()), bytes(b.constBits()), strict=True))


def test_a_sheet_shows_what_its_shapes_show_at_every_zoom_and_place(qtbot: Any) -> None:
    shapes, where = _shapes()
    sheet = CachedPath(shapes, where)
    for scale in (1.0, 0.61, 1.13):
        for shift in (QPointF(0, 0), QPointF(17, -40), QPointF(-8.25, 3.5)):
            transform = QTransform().translate(shift.x(), shift.y()).scale(scale, scale)
            plain = _plainly(shapes, transform)
            for _ in range(2):
                assert _farthest(_painted(sheet, transform), plain) <= 12


def test_a_sheet_keeps_only_what_lies_where_its_shapes_are(qtbot: Any) -> None:
    path = QPainterPath()
    path.addRect(0, 0, 2000, 4)
    path.addRect(0, 1996, 2000, 4)
    sheet = CachedPath([Shape(path, INK)], [QRectF(0, 0, 2000, 4), QRectF(0, 1996, 2000, 4)])
    _painted(sheet, QTransform())
    assert not sheet.pixels  # what follows the pointer is seen once
    _painted(sheet, QTransform())
    assert 0 < sheet.pixels < 2000 * 64 * 3 + 64 * 64
    before = sheet._pieces
    _painted(sheet, QTransform())
    assert sheet._pieces is before  # copied, not painted again
    for _ in range(2):
        _painted(sheet, QTransform.fromScale(0.5, 0.5))
    assert sheet._pieces is not before


def test_what_is_printed_on_the_floor_comes_and_goes_with_what_is_selected(qtbot: Any) -> None:
    game = game_of()
    view = view_of(qtbot, game)
    view.finish_floor()

    def middle_of(column: int, row: int) -> QColor:
        return QColor(view.grab().toImage().pixel(view.spot(at(game, column, row)) + QPoint(9, 9)))

    bare = middle_of(2, 3)
    game.select(0)
    assert view.layers.reach.squares
    washed = middle_of(2, 3)
    assert washed != bare
    view.zoom(1.18)
    view.fit()
    assert middle_of(2, 3) == washed
    game.select(-1)
    assert middle_of(2, 3) == bare
    assert not view.canvas.print.items()


def test_printed_and_shown_are_left_empty(qtbot: Any) -> None:
    game = game_of()
    view = view_of(qtbot, game)
    view.set_show_zones(True)
    view.set_show_vision(True)
    game.select(0)
    count = len(view.canvas.print.items())
    assert count
    for who in (1, 0):
        game.select(who)
        view.turn_board()
        view.turn_board(-1)
    assert len(view.canvas.print.items()) == count
    view.layers.clear()
    assert not view.canvas.print.items()


def _busy(qtbot: Any, size: QSize) -> BoardView:
    game = AsagiriController(Session.load(SYSTEM, SYSTEM.encode(busy_state()), Library.shipped(), 1), Words())
    view = view_of(qtbot, game)
    view.resize(size)
    view.fit()
    view.finish_floor()
    view.set_show_zones(True)
    view.set_show_vision(True)
    view.set_show_lines(True)
    active = game.state.active
    assert active is not None
    game.select(active.who)
    return view


def test_no_overlay_costs_much_at_every_frame_whatever_the_size_of_the_window(qtbot: Any) -> None:
    for size in (QSize(1280, 800), QSize(3840, 2160)):
        view = _busy(qtbot, size)
        image = QImage(size, QImage.Format.Format_ARGB32_Premultiplied)

        def frames(view: BoardView = view, image: QImage = image) -> float:
            """The quickest of a few, in seconds of the processor."""
            taken = []
            for _ in range(8):
                started = time.process_time()
                pen = QPainter(image)
                view.viewport().render(pen, QPoint(0, 0))
                pen.end()
                taken.append(time.process_time() - started)
            return min(taken)

        busy = frames()
        sheets = [item for overlay in view.layers.all for item in overlay.items if isinstance(item, CachedPath)]
        assert sheets
        assert sum(sheet.pixels for sheet in sheets) * 4 < 4_000_000
        view.layers.clear()
        bare = frames()
        assert busy < bare * 3 + 0.004, (size, busy, bare)
