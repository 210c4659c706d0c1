"""The tool in use and the terrains it paints, as drawn squares to choose from; a tile in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from PySide6.QtCore import QObject, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPainter, QPen, QPixmap

from companion.model.core.words import Message, say
from companion.model.games.asagiri.state.board import AQUATIC, BLOCKING, CLEAR, HINDERING, STAIRS
from companion.model.games.asagiri.state.formatting import FACING_WORDS, place_words
from companion.ui.games.asagiri.board.pictures import drawn_as
from companion.ui.kit import keys
from companion.ui.kit.art import terrain
from companion.ui.kit.art.terrain import FLOORS, Floor
from companion.ui.kit.buttons import key_size, paint_key
from companion.ui.kit.keys import BY_ID, ActionSpec
from companion.ui.kit.picture_grid import PictureButton
from companion.ui.kit.theme import fonts, icons, ink, palette
from companion.ui.kit.theme.palette import Theme
from companion.ui.kit.translator import tr
from companion.ui.workshop.strokes import Place, Stroke

from .tile_sketch import DRAWN, NOTHING, Brush, EdgeRun, Fill, FillRectangle, Sketch, around

if TYPE_CHECKING:
    pass

Drawn = Callable[[int, float], QPixmap]
"""Makes the picture of a square: pixels of a side, pixel ratio."""

_KINDS: dict[str, terrain.Kind] = {HINDERING: "hindering", BLOCKING: "blocking", STAIRS: "stairs"}
_SIGNS: dict[str, terrain.Sign] = {HINDERING: "hindering", BLOCKING: "blocking", AQUATIC: "aquatic"}


def square_picture(letter: str, look: str | None, ground: Floor, size: int, dpr: float, *, sign: bool) -> QPixmap:
    """A square of a terrain as the board draws it; without a `look`, as one of several."""
    theme = palette.current()
    floor: Floor = "stream" if letter == AQUATIC else "stone" if letter == STAIRS else ground
    if letter == CLEAR and look in FLOORS:
        floor = look
    pixmap = ink.blank(size, size, dpr)
    if letter == NOTHING:
        return pixmap
    with ink.painting(pixmap) as pen:
        whole = QRectF(0, 0, size, size)
        ground_ = terrain.texture(floor, size, 2, theme, dpr=dpr)
        pen.drawPixmap(whole, ground_, QRectF(ground_.rect()))
        if letter in _KINDS:
            name = "stairs" if letter == STAIRS else look
            object_ = terrain.object_pixmap(_KINDS[letter], size, name, 3, theme, sign=False, dpr=dpr)
            pen.drawPixmap(whole, object_, QRectF(object_.rect()))
        if letter in _SIGNS and sign:
            terrain.paint_sign(pen, _SIGNS[letter], whole.adjusted(2, 2, -2, -2), theme, "NE")
    return pixmap


class Swatch(PictureButton):
    """One square of the paint box, with its name and key below."""

    def __init__(self, draw: Drawn, side: int, *, deed: str = "", wide: int = 0, sign: str = "") -> None:
        """`side`: pixels at text scale 1; `wide`: of the whole swatch, if it bears its name; `sign`: an icon on it."""
        super().__init__()
        self._draw, self._side, self._deed, self._wide, self._sign = draw, side, deed, wide, sign
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        if deed:
            keys.changed.connect(self.refresh)

    @property
    def _key(self) -> str:
        return keys.shown(self._deed) if self._deed else ""

    def sizeHint(self) -> QSize:
        side = fonts.px(self._side) + fonts.px(8)
        if not self._wide:
            return QSize(side, side)
        return QSize(fonts.px(self._wide), side + key_size(self._key).height() + fonts.px(4))

    def paint(self, pen: QPainter, theme: Theme) -> None:
        side = fonts.px(self._side)
        box = QRectF((self.width() - side) / 2, fonts.px(4), side, side)
        picture = self._draw(side, self.devicePixelRatioF())
        pen.drawPixmap(box, picture, QRectF(picture.rect()))
        self._paint_rim(pen, box)
        if self._sign:
            self._paint_sign(pen, box)
        if self._wide:
            self._paint_name(pen, box)
        if self.hasFocus():
            pen.setBrush(Qt.BrushStyle.NoBrush)
            pen.setPen(QPen(theme.color("vermilion"), 1.4, Qt.PenStyle.DotLine))
            pen.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 3, 3)

    def _paint_rim(self, pen: QPainter, box: QRectF) -> None:
        theme = palette.current()
        pen.setBrush(Qt.BrushStyle.NoBrush)
        if self.isChecked():
            pen.setPen(QPen(theme.color("surface"), fonts.px(3)))
            pen.drawRect(box)
            pen.setPen(QPen(theme.color("vermilion"), fonts.px(3)))
            pen.drawPath(ink.rough_rect(box.adjusted(-2, -2, 2, 2), self.text(), 0.8, 20))
            return
        dotted = not self._draw(8, 1.0).toImage().pixelColor(4, 4).alpha()
        style = Qt.PenStyle.DotLine if dotted else Qt.PenStyle.SolidLine
        colour = theme.color("ink", 0.9) if self.underMouse() else theme.color("ink", 0.35)
        pen.setPen(QPen(colour, 1.4 if self.underMouse() else 1.0, style))
        pen.drawRect(box.adjusted(0.5, 0.5, -0.5, -0.5))

    def _paint_sign(self, pen: QPainter, box: QRectF) -> None:
        """A small disc with an icon: this is no thing of its own."""
        theme, side = palette.current(), fonts.px(14)
        disc = QRectF(0, 0, fonts.px(20), fonts.px(20))
        disc.moveBottomRight(box.bottomRight() + QPointF(4, 4))
        pen.setPen(QPen(theme.color("ink", 0.4), 1))
        pen.setBrush(theme.color("surface"))
        pen.drawEllipse(disc)
        picture = icons.pixmap(self._sign, theme.color("ink"), side, self.devicePixelRatioF())
        pen.drawPixmap(disc.center() - QPointF(side / 2, side / 2), picture)

    def _paint_name(self, pen: QPainter, box: QRectF) -> None:
        theme = palette.current()
        font = fonts.font("small")
        metrics, cap, gap = QFontMetrics(font), key_size(self._key), fonts.px(6)
        wide = metrics.horizontalAdvance(self.text())
        whole = wide + (gap + cap.width() if self._key else 0)
        left, top = (self.width() - whole) / 2, box.bottom() + fonts.px(4)
        pen.setFont(font)
        pen.setPen(theme.color("ink" if self.isChecked() or self.underMouse() else "faded"))
        line = QRectF(left, top, wide + 2, cap.height())
        pen.drawText(line, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, self.text())
        if self._key:
            place = QRectF(left + wide + gap, top, cap.width(), cap.height())
            paint_key(pen, place, self._key, theme.color("faded"))


TERRAIN: Mapping[str, Message] = {
    CLEAR: say("clear"), HINDERING: say("hindering"), AQUATIC: say("aquatic"), BLOCKING: say("blocking"),
    STAIRS: say("stairs"), NOTHING: say("no square"),
}  # fmt: skip
LOOKS: Mapping[str, Mapping[str, Message]] = {
    CLEAR: {
        "plank": say("planks"), "tatami": say("tatami"), "stone": say("flagstones"), "gravel": say("gravel"),
        "moss": say("moss"), "garden": say("grass"), "shoji": say("paper floor"),
    },
    HINDERING: {
        "table": say("low table"), "screen": say("folding screen"), "chest": say("chest"), "barrels": say("barrels"),
        "shrub": say("shrub"), "bamboo": say("bamboo"), "rubble": say("rubble"),
    },
    BLOCKING: {
        "boulder": say("boulder"), "statue": say("statue"), "lantern": say("stone lantern"), "pillar": say("pillar"),
    },
}  # fmt: skip
"""By terrain: how its squares can be drawn."""
GROUNDS = {
    "indoor": ("tatami", "plank", "stone"),
    "outdoor": ("garden", "gravel", "moss", "stone"),
}
"""By setting: the floors offered."""


def square_words(sketch: Sketch, place: Place) -> str:
    """A square, what is on it and what stands around it."""
    letter = sketch.letter(place)
    look = LOOKS.get(letter, {}).get(drawn_as(sketch.looks.get(place, "")))
    what = TERRAIN[letter] if look is None else say("{terrain}, {look}", terrain=TERRAIN[letter], look=look)
    parts = [tr(say("{square}: {what}", square=place_words(*place), what=what))]
    for barrier, words in (("wall", say("wall {sides}")), ("door", say("door {sides}"))):
        sides = tuple(
            Message(FACING_WORDS[facing])
            for facing, (_, edge) in enumerate(around(place))
            if sketch.barrier(edge) == barrier
        )
        if sides:
            parts.append(tr(Message(words.key, (("sides", sides),))))
    return "\u00a0· ".join(parts)


Tool: TypeAlias = Literal["brush", "rectangle", "fill", "wall", "door"]


@dataclass(frozen=True, slots=True)
class Paint:
    """A terrain to dip into, and the action that does it."""

    letter: str
    deed: str
    name: Message
    line: Message


PAINTS = (
    Paint(CLEAR, "tile.clear", say("Clear"), say("Normal movement.")),
    Paint(HINDERING, "tile.hindering", say("Hindering"), say("Costs one more point, gives cover.")),
    Paint(AQUATIC, "tile.aquatic", say("Aquatic"), say("Water: costs one more point.")),
    Paint(BLOCKING, "tile.blocking", say("Blocking"), say("Blocks movement and sight.")),
    Paint(STAIRS, "tile.stairs", say("Stairs"), say("Lead to another floor.")),
    Paint(NOTHING, "tile.nothing", say("No square"), say("The tile has a gap here.")),
)
TOOLS: Mapping[Tool, ActionSpec] = {
    "brush": BY_ID["tile.brush"],
    "rectangle": BY_ID["tile.rectangle"],
    "fill": BY_ID["tile.fill"],
    "wall": BY_ID["tile.wall"],
    "door": BY_ID["tile.door"],
}
"""Key, icon and name of each tool."""


class TileTools(QObject):
    """See the module; `changed` after anything else is held."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.tool: Tool = "brush"
        self.letter = HINDERING
        self._looks: dict[str, str | None] = {}

    @property
    def look(self) -> str | None:
        """How the terrain is to be drawn; None: as it comes."""
        return self._looks.get(self.letter) if self.letter in DRAWN else None

    @property
    def on_edges(self) -> bool:
        return self.tool in ("wall", "door")

    def take(self, tool: Tool) -> None:
        self.tool = tool
        self.changed.emit()

    def dip(self, letter: str) -> None:
        """Into another terrain; a hand that held a wall takes the brush."""
        self.letter = letter
        if self.on_edges:
            self.tool = "brush"
        self.changed.emit()

    def choose_look(self, look: str | None) -> None:
        self._looks[self.letter] = look
        self.changed.emit()

    def press(self, deed: str | None) -> bool:
        """The key of an action went down; whether it means anything to the hand."""
        letter = self.named(deed)
        if letter is not None:
            self.dip(letter)
            return True
        for tool, own in TOOLS.items():
            if deed == own.id:
                self.take(tool)
                return True
        return False

    def named(self, deed: str | None) -> str | None:
        return next((paint.letter for paint in PAINTS if deed == paint.deed), None)

    def stroke(self, sketch: Sketch) -> Stroke[Sketch]:
        if self.tool in ("wall", "door"):
            return EdgeRun(sketch, self.tool)
        if self.tool == "rectangle":
            return FillRectangle(sketch, self.letter, self.look)
        return (Fill if self.tool == "fill" else Brush)(sketch, self.letter, self.look)
