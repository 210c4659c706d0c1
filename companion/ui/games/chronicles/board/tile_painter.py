"""Tiles as they are drawn everywhere: on the table's board, in the workshop, on paper. Without widgets.

    face = TileFace.of(tile)                        # once a tile; or built by hand
    picture = tile_pixmap(face, 48, turns, dpr=dpr) # floor, zones as washes, white lines, spaces, walls
    pen.drawPixmap(QRectF(x, y, face.turned(turns).columns * 48, …), picture, QRectF(picture.rect()))

Pictures are kept; `cell` is in logical pixels, turns are clockwise quarter-turns. Light comes from the north-west and
letters stand upright however a tile lies. Its picture is as large as its cells: half of the walls at its edge would be
cut off. So whoever lays tiles together paints `tile_pixmap(…, edges=False)` and, above all tiles, one
`paint_walls(pen, sides, cell, corner)` of `face.edges()` of every face, moved to its place, without the sides that bear
a door; doors by `paint_door`. `margin` leaves room around a tile that is shown alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Literal

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen, QPixmap, QPolygonF

from companion.ui.kit.art import terrain
from companion.ui.kit.art.terrain import Floor
from companion.ui.kit.theme import fonts, icons, ink, palette
from companion.ui.kit.theme.palette import Role, Theme

from .tile_face import VOID, Run, Side, TileFace, runs

DoorState = Literal["open", "closed", "reinforced"]
WALL = 0.15
"""Thickness of a wall, in cells."""
DOT = 0.17
"""Radius of a space, in cells."""
WASHES: tuple[Role, ...] = ("water", "fire", "air", "gold", "vigilant", "earth", "shaken")
"""Colours of zones, by their letters in turn."""
VIOLET, GREEN = ("#6A3F98", "#B08BE0"), ("#3C7038", "#79BE72")
"""Reinforcement spaces in the light and in the dark look; no other thing of the window has these colours."""
FURNISHED = 6
"""Pixels of the smallest cell in which furniture is drawn: Qt cannot soften its shadow in smaller ones."""
MARKS = {"g": "+1", "G": "+3", "d": "+1", "D": "+3"}
_GARDEN: dict[int, Floor] = {0: "gravel", 1: "moss"}
_INDOOR: dict[int, Floor] = {0: "tatami", 1: "plank"}
_FURNITURE = {True: ("shrub", "bamboo"), False: ("table", "chest", "screen", "barrels")}


def tile_pixmap(
    face: TileFace,
    cell: int,
    turns: int = 0,
    theme: Theme | None = None,
    *,
    dpr: float = 1.0,
    edges: bool = True,
    letters: bool = False,
    margin: int = 0,
) -> QPixmap:
    """A whole tile. `letters`: the letter of each zone, as an editor shows it; see the module."""
    return _tile(face, max(4, cell), turns % 4, theme or palette.current(), dpr, edges, letters, margin)


@lru_cache(maxsize=48)
def _tile(
    face: TileFace, cell: int, turns: int, theme: Theme, dpr: float, edges: bool, letters: bool, margin: int
) -> QPixmap:
    lying = face.turned(turns)
    pixmap = ink.blank(lying.columns * cell + 2 * margin, lying.rows * cell + 2 * margin, dpr)
    with ink.painting(pixmap) as pen:
        pen.translate(margin, margin)
        paint_floor(pen, lying, cell, theme, dpr)
        paint_plan(pen, lying, cell, theme, dpr, edges=edges, letters=letters)
    return pixmap


def paint_plan(
    pen: QPainter,
    face: TileFace,
    cell: int,
    theme: Theme,
    dpr: float = 1.0,
    *,
    edges: bool = True,
    letters: bool = False,
) -> None:
    """Everything but the ground: zones, spaces, walls, signs; over a photo, say. The face lies as it is."""
    paint_zones(pen, face, cell, theme, letters=letters)
    for row in range(face.rows):
        for column in range(face.columns):
            paint_space(pen, QRectF(column * cell, row * cell, cell, cell), face.space((column, row)), theme, dpr)
    paint_walls(pen, {*face.walls, *face.edges()} if edges else face.walls, cell, QPointF(), theme)
    paint_signs(pen, face, cell, theme, dpr)


def ground_of(face: TileFace, zone: str) -> Floor:
    """What a zone's floor is made of: outdoors where the tile has water, else mats and planks by turns."""
    odd = _number(zone) % 2
    return _GARDEN[odd] if _outdoors(face) else _INDOOR[odd]


def _outdoors(face: TileFace) -> bool:
    return any("w" in row for row in face.spaces)


def _number(zone: str) -> int:
    return ord(zone) - ord("a")


def paint_floor(pen: QPainter, face: TileFace, cell: int, theme: Theme, dpr: float = 1.0) -> None:
    """The ground of every cell that is none of the void, and the furniture where nobody can stand."""
    names = _FURNITURE[_outdoors(face)]
    for row in range(face.rows):
        for column in range(face.columns):
            zone, letter = face.zone((column, row)), face.space((column, row))
            if zone == VOID:
                continue
            box = QRectF(column * cell, row * cell, cell, cell)
            ground: Floor = "stream" if letter == "w" else ground_of(face, zone)
            pictures = [terrain.texture(ground, cell, (3 * column + row) % 4, theme, dpr=dpr)]
            if letter == "x" and cell >= FURNISHED:
                name = names[(column * 5 + row * 3) % len(names)]
                pictures.append(terrain.object_pixmap("hindering", cell, name, column, theme, sign=False, dpr=dpr))
            for picture in pictures:
                pen.drawPixmap(box, picture, QRectF(picture.rect()))


def _region(face: TileFace, cell: float, zone: str) -> QPainterPath:
    """The cells of a zone."""
    made = QPainterPath()
    made.setFillRule(Qt.FillRule.WindingFill)
    for row in range(face.rows):
        for column in range(face.columns):
            if face.zone((column, row)) == zone:
                made.addRect(QRectF(column * cell, row * cell, cell, cell))
    return made.simplified()


def wash_of(zone: str, theme: Theme, alpha: float = 1.0) -> QColor:
    """The colour of a zone."""
    return theme.color(WASHES[_number(zone) % len(WASHES)], alpha)


def paint_zones(
    pen: QPainter, face: TileFace, cell: float, theme: Theme, *, letters: bool = False, strength: float = 0.17
) -> None:
    """A wash over each zone, white lines where zones meet, and the hairline of the cells."""
    zones = sorted(set("".join(face.zones)) - {VOID})
    for zone in zones:
        ink.fill(pen, _region(face, cell, zone), wash_of(zone, theme, strength))
    pen.setPen(QPen(theme.color("figure_ink" if not theme.dark else "bone", 0.12), 1))
    for row in range(face.rows):
        for column in range(face.columns):
            for side in (Side(column, row, "E"), Side(column, row, "S")):
                if VOID not in (face.zone(cell) for cell in side.cells):
                    pen.drawLine(*line_of(side, cell))
    for run in runs(face.borders()):
        start, end = (QPointF(*at) * cell for at in run)
        for colour, width in ((theme.color("figure_ink", 0.4), 0.085), (QColor("#FFFDF6"), 0.05)):
            pen.setPen(QPen(colour, max(1.0, cell * width), Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
            pen.drawLine(start, end)
    if letters:
        for zone in zones:
            _paint_letter(pen, face, cell, zone, theme)


def _paint_letter(pen: QPainter, face: TileFace, cell: float, zone: str, theme: Theme) -> None:
    """A zone's letter in the corner of its first cell."""
    column, row = next((x, y) for y, line in enumerate(face.zones) for x, letter in enumerate(line) if letter == zone)
    side = max(9.0, cell * 0.28)
    box = QRectF(column * cell + cell * 0.09, row * cell + cell * 0.09, side, side)
    ink.fill(pen, ink.rough_rect(box, zone, 0.4, 20), wash_of(zone, theme, 0.95))
    _write(pen, box, zone.upper(), theme.color("on_element"), side * 0.72)


def paint_zone_sample(pen: QPainter, box: QRectF, zone: str, theme: Theme, dpr: float = 1.0) -> None:
    """A cell of a zone without a space, to choose from."""
    face = TileFace((zone,), ("o",))
    paint_floor(pen, face, round(box.width()), theme, dpr)
    paint_zones(pen, face, box.width(), theme, letters=True, strength=0.3)


def line_of(side: Side, cell: float, corner: QPointF | None = None) -> tuple[QPointF, QPointF]:
    """The two ends of a side, in pixels."""
    column, row, way = side
    start = QPointF(column + 1, row) if way == "E" else QPointF(column, row + 1)
    moved = corner if corner is not None else QPointF()
    return start * cell + moved, QPointF(column + 1, row + 1) * cell + moved


def space_colour(letter: str, theme: Theme) -> QColor:
    """The colour of a kind of space (BRD-3)."""
    dark = int(theme.dark)
    if letter in "gG":
        return QColor(VIOLET[dark])
    if letter in "dD":
        return QColor(GREEN[dark])
    return theme.color("hindering" if letter == "i" else "aquatic" if letter == "w" else "vigilant")


def paint_space(pen: QPainter, box: QRectF, letter: str, theme: Theme, dpr: float = 1.0) -> None:
    """A space in its cell. Each kind has a shape of its own beside its colour: a disc, a diamond where something can be
    done, a square for guards and a fang for creatures, each with `+1` or `+3`; waves on the disc in water.
    """
    if letter not in "oigGdDw":
        return
    middle, radius = box.center(), box.width() * DOT
    if letter in MARKS:
        radius *= 1.45
    shape = _space_shape(letter, middle, radius)
    pen.setPen(QPen(QColor(255, 253, 246, 220), max(1.0, box.width() * 0.045)))
    pen.setBrush(space_colour(letter, theme))
    pen.drawPath(shape)
    if letter in MARKS:
        _write(pen, QRectF(middle.x() - radius, middle.y() - radius, 2 * radius, 2 * radius), MARKS[letter],
               theme.color("on_element"), radius * 1.02)  # fmt: skip
    elif letter == "i" and box.width() >= 16:
        ink.fill(pen, _disc(middle, radius * 0.3), theme.color("on_element"))
    elif letter == "w" and box.width() >= 16:
        side = radius * 1.3
        drawn = icons.pixmap("water", theme.color("on_element"), max(6, round(side)), dpr)
        pen.drawPixmap(QRectF(middle.x() - side / 2, middle.y() - side / 2, side, side), drawn, QRectF(drawn.rect()))


def _disc(middle: QPointF, radius: float) -> QPainterPath:
    made = QPainterPath()
    made.addEllipse(middle, radius, radius)
    return made


def _space_shape(letter: str, middle: QPointF, radius: float) -> QPainterPath:
    x, y = middle.x(), middle.y()
    made = QPainterPath()
    if letter == "i":
        far = radius * 1.5
        made.addPolygon(QPolygonF([QPointF(x, y - far), QPointF(x + far, y), QPointF(x, y + far), QPointF(x - far, y)]))
        made.closeSubpath()
    elif letter in "gG":
        made.addRoundedRect(QRectF(x - radius, y - radius, 2 * radius, 2 * radius), radius * 0.25, radius * 0.25)
    elif letter in "dD":
        made.addPolygon(QPolygonF([
            QPointF(x - radius * 1.1, y - radius), QPointF(x + radius * 1.1, y - radius),
            QPointF(x + radius * 0.85, y + radius * 0.45), QPointF(x, y + radius * 1.3),
            QPointF(x - radius * 0.85, y + radius * 0.45),
        ]))  # fmt: skip
        made.closeSubpath()
    else:
        return _disc(middle, radius)
    return made


def paint_signs(pen: QPainter, face: TileFace, cell: float, theme: Theme, dpr: float = 1.0) -> None:
    """In the north-east: a flag on a mission tile; an eye, with the stealth test's difficulty, on a forbidden one."""
    signs: list[tuple[str, str]] = [("flag", "")] if face.mission else []
    if face.forbidden is not None:
        signs.append(("eye", "!" if face.forbidden == "always" else str(face.forbidden)))
    high = max(10.0, cell * 0.29)
    right = face.columns * cell - cell * 0.09
    for sign, words in signs:
        wide = high * (1.9 if words else 1.25)
        slip = QRectF(right - wide, cell * 0.09, wide, high)
        right -= wide + cell * 0.06
        pen.setPen(QPen(theme.color("on_vermilion", 0.8), 1))
        pen.setBrush(theme.color("vermilion"))
        pen.drawPath(ink.rough_rect(slip, sign, 0.5, 20))
        side = high * 0.8
        place = QRectF(slip.left() + high * 0.2, slip.center().y() - side / 2, side, side)
        drawn = icons.pixmap(sign, theme.color("on_vermilion"), max(6, round(side)), dpr)
        pen.drawPixmap(place, drawn, QRectF(drawn.rect()))
        if words:
            room = QRectF(place.right(), slip.top(), slip.right() - place.right(), high)
            _write(pen, room, words, theme.color("on_vermilion"), high * 0.8)


def paint_walls(
    pen: QPainter, sides: Iterable[Side], cell: float, corner: QPointF | None = None, theme: Theme | None = None
) -> None:
    """Walls on some sides, each straight run in one stroke; `corner`: where the cell (0, 0) begins."""
    moved, theme = corner if corner is not None else QPointF(), theme or palette.current()
    for run in sorted(runs(set(sides))):
        _paint_run(pen, run, cell, moved, theme)


def _paint_run(pen: QPainter, run: Run, cell: float, corner: QPointF, theme: Theme) -> None:
    start, end = (QPointF(*at) * cell + corner for at in run)
    terrain.paint_wall(pen, start, end, max(2.5, cell * WALL), theme)


def paint_door(
    pen: QPainter,
    side: Side,
    cell: float,
    state: DoorState = "open",
    corner: QPointF | None = None,
    theme: Theme | None = None,
) -> None:
    """A door on a side: its leaves slid apart, shut, or shut and barred."""
    theme = theme or palette.current()
    start, end = line_of(side, cell, corner)
    way, thick = end - start, max(3.0, cell * WALL)
    if state == "open":
        _bar(pen, start, end, thick * 0.8, theme.color("bone"), theme)
        for from_, to in ((0.0, 0.2), (0.8, 1.0)):
            _bar(pen, start + way * from_, start + way * to, thick, theme.color("earth"), theme)
        return
    terrain.paint_door(pen, start, end, thick, theme)
    if state == "reinforced":
        middle, across = (start + end) / 2, QPointF(-way.y(), way.x()) * 0.2
        for lean in (0.28, -0.28):
            _bar(pen, middle + way * lean - across, middle - way * lean + across, thick * 0.6,
                 theme.color("vermilion"), theme)  # fmt: skip


def _bar(pen: QPainter, start: QPointF, end: QPointF, thick: float, colour: QColor, theme: Theme) -> None:
    for shade, width in ((theme.color("figure_ink"), thick * 1.3), (colour, thick * 0.9)):
        pen.setPen(QPen(shade, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
        pen.drawLine(start, end)


def _write(pen: QPainter, room: QRectF, words: str, colour: QColor, pixels: float) -> None:
    font = fonts.font("strong")
    font.setPixelSize(max(6, round(pixels)))
    font.setWeight(QFont.Weight.DemiBold)
    wide = QFontMetricsF(font).horizontalAdvance(words)
    if wide > room.width():
        font.setPixelSize(max(5, int(font.pixelSize() * room.width() / wide)))
    ink.write(pen, room, words, font, colour, Qt.AlignmentFlag.AlignCenter)
