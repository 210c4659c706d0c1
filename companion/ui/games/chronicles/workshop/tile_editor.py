"""Tiles, for the workshop: tools and paints, the tile with a photo under it, what holds for all of it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QGuiApplication, QImage, QPainter, QPixmap
from PySide6.QtWidgets import QWidget

from companion.model.core.contract import Json
from companion.model.core.words import say
from companion.model.games.chronicles.box.card_checks import TILE_SIDE
from companion.model.games.chronicles.box.records import Cell, Tile
from companion.ui.games.chronicles.board import tile_painter
from companion.ui.games.chronicles.board.tile_face import VOID, Side, TileFace, side_of
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.choices import Choices
from companion.ui.kit.file_dialogs import ask_for_file
from companion.ui.kit.layouts import LEFT, Gap, fold, hbox, vbox
from companion.ui.kit.picture_files import FILTER
from companion.ui.kit.picture_grid import PictureGrid
from companion.ui.kit.theme import fonts, ink, palette
from companion.ui.kit.translator import tr
from companion.ui.kit.widget import Label
from companion.ui.workshop import Body, Editor, PackContext, RecordDraft, sharp
from companion.ui.workshop.form import RecordForm
from companion.ui.workshop.form_controls import FormContext
from companion.ui.workshop.swatches import Stepper, Swatch

from .backdrop import Backdrop
from .lexicon import ChroniclesLexicon
from .tile_canvas import TileCanvas
from .tile_sketch import blank, face_of_record, next_zone, resized, written
from .tile_tools import SHAPES, SHORT, SPACES, TOOLS, TileHand

KIND = "chronicles_tile"
_PLACE = re.compile(r"^/(zones|spaces|walls)/(\d+)")
_CLICK = say("Drag to paint, or type letters; the right button erases.")
ADVICE = {
    "zone": _CLICK,
    "space": _CLICK,
    "wall": say("Drag along the lines between cells; the right button removes walls."),
    "photo": say("Drag the photo or its corners until the printed cells lie under these."),
}
CORNERS = (say("Click a corner of the printed grid."), say("Now click the corner opposite."))


class TileBody(Body):
    """See the module."""

    def __init__(self, draft: RecordDraft, bench: PackContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._draft = draft
        self.face = face_of_record(draft.record)
        self.hand = TileHand(self)
        self.backdrop = Backdrop(draft.kind, draft.id, bench, self)
        self.canvas = TileCanvas(self.hand, self.backdrop, self)
        self.writing = FormContext(draft, bench, ChroniclesLexicon(bench, draft.kind), self)
        options = [(tool, words, sign) for tool, (words, sign) in TOOLS.items()]
        self.tools = Choices(say("Tool"), options, self, flowing=True)
        self.shapes = Choices(
            say("How"), [(id, words, sign) for id, (words, sign) in SHAPES.items()], self, flowing=True
        )
        self.zones = PictureGrid[Swatch](gap=2, columns=5)
        self.spaces = PictureGrid[Swatch](gap=2, columns=2)
        self.wide, self.high = Stepper(1, TILE_SIDE, self), Stepper(1, TILE_SIDE, self)
        self.form = RecordForm(self.writing, Tile, lambda: "", only=("mission", "forbidden", "jigoku", "back"))
        self.line = Label(self)
        self.titles = {name: Label(self, font="small", text=words) for name, words in (
            ("tool", say("Tool")), ("paint", say("Paint")), ("photo", say("Photo or drawing of the printed tile")),
            ("wide", say("Columns")), ("high", say("Rows")), ("opacity", say("How well it is seen")),
        )}  # fmt: skip
        self._make_photo_tools()
        self._lay_out()
        self._connect()
        self.setFocusProxy(self.canvas)
        self._offered: object = None
        self._over = ""
        self.retranslate()
        self._show()

    def _make_photo_tools(self) -> None:
        self.open = InkButton(say("Open…"), "secondary", self, sign="folder", clicked=lambda: self.open_photo())
        self.paste = InkButton(say("Paste"), "quiet", self, sign="copy", clicked=self.paste_photo)
        self.corners = InkButton(say("Click two corners"), "quiet", self, sign="crosshair")
        self.turn = InkButton(say("Turn"), "quiet", self, sign="turn-right", clicked=self.backdrop.turn)
        self.away = InkButton(say("Remove the photo"), "quiet", self, sign="trash", clicked=self.backdrop.remove)
        self.opacity = Stepper(0, 10, self)
        self.note = Label(self, font="small", text=say("The photo stays on this computer: no pack contains it."))

    def _lay_out(self) -> None:
        titles = self.titles
        self.photo = QWidget(self)
        vbox(titles["photo"], hbox(self.open, self.paste, 1, spacing=0), (self.corners, LEFT), (self.turn, LEFT),
             Gap(4), titles["opacity"], self.opacity, Gap(4), (self.away, LEFT), self.note, on=self.photo,
             spacing=3)  # fmt: skip
        self.paints = QWidget(self)
        vbox(titles["paint"], self.zones, self.spaces, Gap(4), self.shapes, on=self.paints, spacing=3)
        left = vbox(titles["tool"], self.tools, Gap(6), self.paints, self.photo, 1, spacing=3)
        right = vbox(titles["wide"], self.wide, titles["high"], self.high, Gap(10), self.form, 1, spacing=3)
        middle = vbox((self.canvas, 1), self.line, spacing=0)
        fold((left, 24), (middle, 52), (right, 30), on=self, spacing=20, most=560)

    def _connect(self) -> None:
        self.hand.changed.connect(self._show_hand)
        self.tools.chosen.connect(lambda tool: self.hand.take(tool))
        self.shapes.chosen.connect(lambda shape: self.hand.take_shape(shape))
        self.zones.chosen.connect(lambda n: self._dip("zone", self._zones()[n]))
        self.spaces.chosen.connect(lambda n: self._dip("space", list(SPACES)[n]))
        self.canvas.drawn.connect(lambda face, deed: self._draft.change(written(face, self._draft.record), tr(deed)))
        self.canvas.hovered.connect(self._hovered)
        self.canvas.dropped.connect(lambda path: self.open_photo(Path(path)))
        self.canvas.pasted.connect(self.paste_photo)
        self.wide.stepped.connect(lambda columns: self._resize(columns, self.face.rows))
        self.high.stepped.connect(lambda rows: self._resize(self.face.columns, rows))
        self.corners.clicked.connect(self._begin_corners)
        self.opacity.stepped.connect(lambda tenths: self.backdrop.set_opacity(tenths / 10))
        self.backdrop.changed.connect(self._show_photo)
        self._draft.changed.connect(self._show)
        self._draft.checked.connect(self._show_findings)
        palette.theme_changed.connect(self._repaint)

    def _dip(self, tool: str, letter: str) -> None:
        self.hand.tool = "space" if tool == "space" else "zone"
        self.hand.dip(letter)
        self.canvas.setFocus()

    def _zones(self) -> list[str]:
        """The letters in use, one more, and void."""
        used = sorted({*"".join(self.face.zones)} - {VOID})
        return [*dict.fromkeys([*used, next_zone(self.face)]), VOID]

    def _zone_picture(self, letter: str, size: int, dpr: float) -> QPixmap:
        pixmap = ink.blank(size, size, dpr)
        if letter != VOID:
            with ink.painting(pixmap) as pen:
                tile_painter.paint_zone_sample(pen, QRectF(0, 0, size, size), letter, palette.current(), dpr)
        return pixmap

    def _space_picture(self, letter: str, size: int, dpr: float) -> QPixmap:
        return tile_painter.tile_pixmap(TileFace(("a",), (letter,)), size, dpr=dpr, edges=False)

    def _repaint(self) -> None:
        for swatch in (*self.zones.every, *self.spaces.every):
            swatch.update()

    def _show(self) -> None:
        self.face = face_of_record(self._draft.record)
        self.canvas.show_face(self.face)
        self.wide.show_value(self.face.columns, str(self.face.columns))
        self.high.show_value(self.face.rows, str(self.face.rows))
        self.form.refresh()
        self._show_hand()
        self._show_photo()
        self._show_findings()

    def _show_findings(self) -> None:
        """Mark on the tile what the findings point at."""
        marked: list[Cell | Side] = []
        for finding in self._draft.findings:
            if finding.broken:
                marked += self._places(finding.pointer)
        self.canvas.flag(marked)

    def _show_hand(self) -> None:
        hand, zones = self.hand, self._zones()
        if self._offered != (zones, tr.language):
            self._offered = (zones, tr.language)
            self.zones.fill([self._zone_swatch(letter) for letter in zones])
        self.tools.show_choice(hand.tool)
        self.shapes.show_choice(hand.shape)
        self.zones.show_choice(zones.index(hand.zone) if hand.zone in zones else -1)
        self.spaces.show_choice(list(SPACES).index(hand.space))
        self.zones.setVisible(hand.tool == "zone")
        self.spaces.setVisible(hand.tool == "space")
        self.paints.setVisible(hand.tool in ("zone", "space"))
        self.photo.setVisible(hand.tool == "photo")
        self._hovered(self._over)

    def _zone_swatch(self, letter: str) -> Swatch:
        swatch = Swatch(partial(self._zone_picture, letter), 40, key=letter.upper(), wide=52)
        swatch.say("", tr(say("No floor") if letter == VOID else say("Zone {zone}", zone=letter.upper())))
        swatch.setAccessibleName(swatch.accessibleDescription())
        return swatch

    def _space_swatch(self, letter: str) -> Swatch:
        swatch = Swatch(partial(self._space_picture, letter), 40, key=letter, wide=122)
        swatch.say(tr(SHORT[letter]), tr(SPACES[letter]))
        return swatch

    def _show_photo(self) -> None:
        there = self.backdrop.there
        for widget in (self.corners, self.turn, self.away, self.opacity, self.titles["opacity"], self.note):
            widget.setVisible(there)
        tenths = round(self.backdrop.opacity * 10)
        self.opacity.show_value(tenths, f"{tenths * 10}\u00a0%")

    def _hovered(self, words: str) -> None:
        self._over = words
        if self.canvas.cornering:
            words = tr(CORNERS[self.canvas.corner is not None])
        self.line.setText(words or tr(ADVICE[self.hand.tool]))

    def retranslate(self) -> None:
        less, more = tr(say("Less")), tr(say("More"))
        for stepper, name in ((self.wide, "wide"), (self.high, "high"), (self.opacity, "opacity")):
            stepper.say(self.titles[name].text(), less, more)
        self.spaces.fill([self._space_swatch(letter) for letter in SPACES])
        self._offered = None
        self._show_hand()

    def _resize(self, columns: int, rows: int) -> None:
        face = resized(self.face, columns, rows)
        self._draft.change(written(face, self._draft.record), tr(say("Tile size")), merge="size")

    # the photo -------------------------------------------------------------------------------------------------------

    def open_photo(self, path: Path | None = None) -> None:
        """Lay a picture out of a file under the tile."""
        if path is None:
            path = ask_for_file(self, say("Open a photo or drawing"), FILTER)
        if path is not None and self.backdrop.open(path, self.face.columns, self.face.rows):
            self.hand.take("photo")

    def paste_photo(self) -> None:
        """Lay the picture on the clipboard under the tile."""
        image = QGuiApplication.clipboard().image()
        if image.isNull():
            self.writing.bench.say(say("There is no picture on the clipboard."))
        elif self.backdrop.take(QImage(image), self.face.columns, self.face.rows):
            self.hand.take("photo")

    def _begin_corners(self) -> None:
        self.canvas.begin_corners()
        self.canvas.setFocus()
        self._hovered("")

    # the frame of the editor -----------------------------------------------------------------------------------------

    def show_field(self, pointer: str) -> bool:
        if self.form.show_field(pointer.split("/")[1:]):
            return True
        self.setFocus()
        self.canvas.flag(self._places(pointer))
        return _PLACE.match(pointer) is not None

    def _places(self, pointer: str) -> list[Cell | Side]:
        """The cells of a row, or the side of a wall, that a pointer leads to."""
        found = _PLACE.match(pointer)
        if found is None:
            return []
        name, n = found.group(1), int(found.group(2))
        if name != "walls":
            return [(column, n) for column in range(self.face.columns)] if n < self.face.rows else []
        walls = self._draft.record.get("walls", [])
        wall = walls[n] if n < len(walls) else None
        return [side_of((wall["at"][0], wall["at"][1]), wall["side"])] if isinstance(wall, dict) else []

    def keep_now(self) -> None:
        self.backdrop.close()

    def keys(self) -> Sequence[tuple[str, Sequence[str]]]:
        return [
            (tr(say("Zones, spaces, walls, photo")), ["1", "2", "3", "4"]),
            (tr(say("Paint the cell and go on")), [tr(say("its letter")), tr(say("Space"))]),
            (tr(say("Move across the tile")), ["←", "→", "↑", "↓"]),
            (tr(say("To the next row")), ["Enter"]),
            (tr(say("Back by one cell")), [tr(say("Backspace"))]),
            (tr(say("Wall on a side of the cell")), ["Shift+←↑→↓"]),
            (tr(say("Paste a photo")), ["Ctrl+V"]),
            (tr(say("Move the photo; its first, its last corner")), ["←↑→↓", "Ctrl+←↑→↓", "Shift+←↑→↓"]),
        ]

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(1100), fonts.px(620))


def _blank_tile(id: str, names: dict[str, str], bench: PackContext) -> Json:
    return written(blank(), {"id": id, "names": names})


def _paint_tile(pen: QPainter, rect: QRectF, record: Json, bench: PackContext) -> None:
    face = face_of_record(record)
    margin = 3
    cell = max(4, int(min((rect.width() - 2 * margin) / face.columns, (rect.height() - 2 * margin) / face.rows)))
    picture = tile_painter.tile_pixmap(face, cell, dpr=sharp(pen), margin=margin)
    size = picture.deviceIndependentSize()
    pen.drawPixmap(QRectF(rect.center().x() - size.width() / 2, rect.center().y() - size.height() / 2,
                          size.width(), size.height()), picture, QRectF(picture.rect()))  # fmt: skip


TILE = Editor(
    KIND, say("Board tile"), say("Board tiles"), say("New board tile"),
    blank=_blank_tile, body=TileBody, paint=_paint_tile, ratio=1.0,
)  # fmt: skip
