"""Floor tiles, for the workshop: the paint box, the tile, what holds for all of it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QGridLayout, QWidget

from companion.model.core.contract import Json
from companion.model.core.words import Message, say
from companion.model.games.asagiri.state.board import BLOCKING, HINDERING
from companion.model.games.asagiri.state.tiles import sealed
from companion.model.grid import Edge
from companion.ui.games.asagiri.board.pictures import ground_of, tile_picture, usual
from companion.ui.kit import keys
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.choices import Choices
from companion.ui.kit.keys import Context
from companion.ui.kit.layouts import LEFT, Gap, fold, hbox, vbox
from companion.ui.kit.picture_grid import PictureGrid
from companion.ui.kit.theme import fonts, palette
from companion.ui.kit.translator import tr
from companion.ui.kit.widget import Label
from companion.ui.workshop import Body, Editor, PackContext, RecordDraft, sharp
from companion.ui.workshop.strokes import Place
from companion.ui.workshop.swatches import Stepper, Swatch

from .tile_canvas import TileCanvas
from .tile_sketch import DRAWN, LARGEST, SMALLEST, Sketch, blank
from .tile_tools import GROUNDS, LOOKS, PAINTS, TOOLS, TileTools, Tool, square_picture

SETTINGS = (("indoor", say("Indoors"), ""), ("outdoor", say("Outdoors"), ""))
_PAINT = say("Drag to paint; the right button erases.")
_RUN = say("Drag along the lines between squares; the right button erases.")
ADVICE = {
    "brush": _PAINT,
    "rectangle": say("Drag from one corner to the other; the right button erases."),
    "fill": say("Click an area to fill it; the right button erases."),
    "wall": _RUN,
    "door": _RUN,
}
TITLES = {
    "paint": say("Terrain"), "look": say("Drawn as"), "tool": say("Tool"), "setting": say("Setting"),
    "ground": say("Ground"), "size": say("Size"), "view": say("View"),
}  # fmt: skip
PLAN_POINTER = re.compile(r"^/(walls|doors|drawings|rows)/(\d+)")


class TileBody(Body):
    """See the module."""

    def __init__(self, draft: RecordDraft, bench: PackContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._draft = draft
        self.sketch = Sketch.read(draft.record)
        self.hand = TileTools(self)
        self.canvas = TileCanvas(self.hand, self)
        self.paints = PictureGrid[Swatch](gap=2, columns=2)
        self.looks = PictureGrid[Swatch](gap=2, columns=4)
        self.tools: dict[Tool, InkButton] = {}
        for tool, own in TOOLS.items():
            button = InkButton("", "quiet", self, deed=own.id, sign=own.sign, by_tab=True)
            button.setCheckable(True)
            button.clicked.connect(lambda _=False, tool=tool: self.hand.take(tool))
            self.tools[tool] = button
        self.setting = Choices(say("Setting"), SETTINGS, self)
        self.grounds = PictureGrid[Swatch](gap=2, columns=4)
        self.size_ = Stepper(SMALLEST, LARGEST, self)
        self.turn_left = InkButton(
            "",
            "quiet",
            self,
            sign="turn-left",
            deed="tile.turn_left",
            key_in_tip=True,
            name=say("Turn the view left"),
            tip=say("Turn the view left; the tile does not change"),
        )
        self.turn_right = InkButton(say("Turn"), "quiet", self, sign="turn-right", deed="tile.turn_right",
                                    tip=say("Turn the view; the tile does not change"))  # fmt: skip
        self.mirror = InkButton(say("Mirror"), "quiet", self, sign="mirror", deed="tile.mirror")
        self.titles = {name: Label(self, font="small", text=words) for name, words in TITLES.items()}
        self.line = Label(self, align=Qt.AlignmentFlag.AlignHCenter)
        self._lay_out()
        self._connect()
        self.setFocusProxy(self.canvas)
        self._shown_looks: object = None
        self._over = ""
        self.retranslate()
        self._show()

    def _lay_out(self) -> None:
        titles, grid = self.titles, QGridLayout()
        grid.setSpacing(0)
        for n, button in enumerate(self.tools.values()):
            grid.addWidget(button, n // 2, n % 2, LEFT)
        grid.setColumnStretch(2, 1)
        left = vbox(titles["paint"], self.paints, Gap(6), titles["look"], self.looks, Gap(6), titles["tool"], grid, 1,
                    spacing=3)  # fmt: skip
        turns = hbox(self.turn_left, self.turn_right, 1, spacing=0)
        right = vbox(
            titles["setting"], self.setting, Gap(8), titles["ground"], self.grounds, Gap(8), titles["size"], self.size_,
            Gap(8), titles["view"], turns, (self.mirror, LEFT), 1, spacing=3,
        )  # fmt: skip
        middle = vbox((self.canvas, 1), self.line, spacing=0)
        fold(left, (middle, 1), right, on=self, spacing=22, most=560)
        self.paints.fill([self._paint_swatch(n) for n in range(len(PAINTS))])

    def _connect(self) -> None:
        self.hand.changed.connect(self._show_hand)
        self.canvas.drawn.connect(self._drawn)
        self.canvas.hovered.connect(self._hovered)
        self.paints.chosen.connect(lambda n: self.hand.dip(PAINTS[n].letter))
        self.looks.chosen.connect(self._choose_look)
        self.setting.chosen.connect(self._set_setting)
        self.grounds.chosen.connect(self._set_ground)
        self.size_.stepped.connect(lambda size: self._change(self.sketch.resized(size), say("Tile size")))
        self.turn_left.clicked.connect(lambda: self.canvas.turn_view(3))
        self.turn_right.clicked.connect(lambda: self.canvas.turn_view(1))
        self.mirror.clicked.connect(lambda: self._change(self.sketch.mirrored(), say("Mirror the tile")))
        for id, button in (
            ("tile.turn_right", self.turn_right), ("tile.turn_left", self.turn_left), ("tile.mirror", self.mirror),
        ):  # fmt: skip
            keys.action(id, self.canvas, button.click).setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        self._draft.changed.connect(self._show)
        palette.theme_changed.connect(self._repaint)

    def _paint_swatch(self, n: int) -> Swatch:
        paint = PAINTS[n]
        return Swatch(lambda size, dpr: self._square(paint.letter, None, size, dpr), 54, deed=paint.deed, wide=104)

    def _square(self, letter: str, look: str | None, size: int, dpr: float, *, sign: bool = True) -> QPixmap:
        ground = ground_of(self.sketch.tile(self._draft.id))
        if look is None and letter in (HINDERING, BLOCKING):
            look = usual(letter, self.sketch.setting == "indoor", 0, 0)
        return square_picture(letter, look, ground, size, dpr, sign=sign)

    def _look_swatch(self, letter: str, look: str | None, name: Message) -> Swatch:
        sign = "dice" if look is None else ""
        swatch = Swatch(lambda size, dpr: self._square(letter, look, size, dpr, sign=False), 38, sign=sign)
        swatch.say(tr(name))
        return swatch

    def _ground_swatch(self, ground: str) -> Swatch:
        look = LOOKS["."][ground]
        swatch = Swatch(lambda size, dpr: self._square(".", ground, size, dpr), 38)
        swatch.say(tr(look))
        return swatch

    def _repaint(self) -> None:
        for swatch in (*self.paints.every, *self.looks.every, *self.grounds.every):
            swatch.update()

    def _show(self) -> None:
        before, self.sketch = self.sketch, Sketch.read(self._draft.record)
        sketch = self.sketch
        self.canvas.show_sketch(sketch, self._draft.id)
        self.canvas.mark(sealed(sketch.plan))
        self.setting.show_choice(sketch.setting)
        self.size_.show_value(sketch.size, tr(say("{n} × {n}", n=sketch.size)))
        grounds = GROUNDS[sketch.setting]
        if before.setting != sketch.setting or not self.grounds.every:
            self.grounds.fill([self._ground_swatch(ground) for ground in grounds])
        ground = ground_of(sketch.tile(self._draft.id))
        self.grounds.show_choice(grounds.index(ground) if ground in grounds else -1)
        if (before.setting, before.ground) != (sketch.setting, sketch.ground):
            self._repaint()
        self._show_hand()

    def _show_hand(self) -> None:
        hand = self.hand
        self.paints.show_choice(-1 if hand.on_edges else [p.letter for p in PAINTS].index(hand.letter))
        for tool, button in self.tools.items():
            button.setChecked(tool == hand.tool)
            button.update()
        offered = hand.letter in DRAWN and not hand.on_edges
        self.titles["look"].setEnabled(offered)
        names = list(LOOKS.get(hand.letter, {})) if offered else []
        key = (hand.letter if offered else "", tr.language)
        if self._shown_looks != key:
            self._shown_looks = key
            looks = LOOKS.get(hand.letter, {})
            first = [self._look_swatch(hand.letter, None, say("random"))] if names else []
            self.looks.fill([*first, *(self._look_swatch(hand.letter, name, looks[name]) for name in names)])
        if names:
            self.looks.show_choice(names.index(hand.look) + 1 if hand.look in names else 0)
        self.titles["look"].setVisible(bool(names))
        self._hovered(self._over)

    def _hovered(self, words: str) -> None:
        self._over = words
        self.line.setText(words or tr(ADVICE[self.hand.tool]))

    def retranslate(self) -> None:
        for paint, swatch in zip(PAINTS, self.paints.every, strict=True):
            swatch.say(tr(paint.name), tr(paint.line))
        for tool, own in TOOLS.items():
            self.tools[tool].setText(tr(own.title))
        self.size_.say(tr(say("Size")), tr(say("Smaller")), tr(say("Larger")))
        self.grounds.fill([])
        self._shown_looks = None
        self._hovered("")
        self._show()

    def _change(self, sketch: Sketch, deed: Message) -> None:
        self._draft.change(sketch.written(self._draft.record), tr(deed))

    def _drawn(self, sketch: Sketch, deed: Message) -> None:
        self._change(sketch, deed)

    def _choose_look(self, n: int) -> None:
        names = list(LOOKS.get(self.hand.letter, {}))
        self.hand.choose_look(names[n - 1] if n else None)

    def _set_setting(self, setting: str) -> None:
        inside: Literal["indoor", "outdoor"] = "indoor" if setting == "indoor" else "outdoor"
        ground = self.sketch.ground if self.sketch.ground in GROUNDS[inside] else None
        self._change(replace(self.sketch, setting=inside, ground=ground), say("Setting of the tile"))

    def _set_ground(self, n: int) -> None:
        self._change(replace(self.sketch, ground=GROUNDS[self.sketch.setting][n]), say("Ground of the tile"))

    def show_field(self, pointer: str) -> bool:
        found = PLAN_POINTER.match(pointer)
        self.setFocus()
        if found is None:
            return False
        name, n = found.group(1), int(found.group(2))
        self.canvas.flag(self._place(name, n))
        return True

    def _place(self, name: str, n: int) -> Place | Edge | None:
        items = self._draft.record.get(name, [])
        if name == "rows" or n >= len(items):
            apart = [at for at in sealed(self.sketch.plan) if at[1] == n]
            return min(apart) if apart else (0, min(n, self.sketch.size - 1))
        if name == "drawings":
            column, row = items[n]["at"]
            return (column, row)
        (column, row), side = items[n]
        return Edge(column, row, side)

    def keys(self) -> Sequence[tuple[str, Sequence[str]]]:
        return [
            (tr(say("Move across the tile")), ["←", "→", "↑", "↓"]),
            (tr(say("Paint the square")), ["Enter"]),
            (tr(say("Erase the square")), [tr(say("Del"))]),
            (tr(say("Wall on a side of the square")), ["Shift+←↑→↓"]),
            (tr(say("Door on a side of the square")), ["Ctrl+←↑→↓"]),
        ]

    @property
    def contexts(self) -> tuple[Context, ...]:
        return ("tile",)

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(1060), fonts.px(620))


def _blank_tile(id: str, name: dict[str, str], bench: PackContext) -> Json:
    """An empty floor of eight squares by eight, as the tiles of the box (CMP-1)."""
    return blank().written({"id": id, "name": name})


def _paint_tile(pen: QPainter, rect: QRectF, record: Json, bench: PackContext) -> None:
    sketch = Sketch.read(record)
    dpr = sharp(pen)
    picture = tile_picture(sketch.tile(str(record.get("id", ""))), 0, rect.width(), dpr=dpr)
    pen.drawPixmap(rect, picture, QRectF(picture.rect()))


TILE = Editor(
    "tile", say("Tile"), say("Tiles"), say("New tile"),
    blank=_blank_tile, body=TileBody, paint=_paint_tile, ratio=1.0,
)  # fmt: skip
