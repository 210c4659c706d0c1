"""The tool in use and the terrains it paints; a tile in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from PySide6.QtCore import QObject, QRectF, Signal
from PySide6.QtGui import QPixmap

from companion.model.core.words import Message, say
from companion.model.games.asagiri.state.board import AQUATIC, BLOCKING, CLEAR, HINDERING, STAIRS
from companion.model.games.asagiri.state.formatting import FACING_WORDS, place_words
from companion.ui.games.asagiri.board.pictures import drawn_as
from companion.ui.kit.art import terrain
from companion.ui.kit.art.terrain import FLOORS, Floor
from companion.ui.kit.keys import BY_ID, ActionSpec
from companion.ui.kit.theme import ink, palette
from companion.ui.kit.translator import tr
from companion.ui.workshop.strokes import Place, Stroke

from .tile_sketch import DRAWN, NOTHING, Brush, EdgeRun, Fill, FillRectangle, Sketch, around

if TYPE_CHECKING:
    pass

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
