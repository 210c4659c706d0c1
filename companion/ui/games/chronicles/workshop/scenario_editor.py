"""Scenarios, for the workshop: the board in the middle, what is laid on it to the left, all else to the right."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QWidget

from companion.model.core.contract import Json
from companion.model.core.words import Message, Name, say
from companion.model.games.chronicles.board.board import FOR_HEROES
from companion.model.games.chronicles.box.records import Cell, Scenario
from companion.model.games.chronicles.checks.scenario_check import MOST_HEROES
from companion.ui.games.chronicles.board import tile_painter
from companion.ui.games.chronicles.board.tile_face import Side, side_of
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.choices import Choices
from companion.ui.kit.layouts import LEFT, Gap, fold, vbox
from companion.ui.kit.list_view import Line
from companion.ui.kit.picture_grid import PictureGrid
from companion.ui.kit.screen import ChoicePopup
from companion.ui.kit.scroll import ScrollColumn
from companion.ui.kit.theme import fonts, ink, palette
from companion.ui.kit.translator import tr
from companion.ui.kit.widget import Label
from companion.ui.workshop import Body, Editor, PackContext, RecordDraft, name_of, sharp
from companion.ui.workshop.form_controls import FormContext
from companion.ui.workshop.form_shapes import value_at
from companion.ui.workshop.panels import RecordPanel
from companion.ui.workshop.swatches import Stepper, Swatch

from . import scenario_sketch as sketch
from .lexicon import ChroniclesLexicon
from .scenario_map import TOKENS, ScenarioMap, Tool
from .scenario_painter import paint_board
from .tile_sketch import face_of_record

KIND = "chronicles_scenario"
SMALL = 14
"""Pixels of a cell of the small picture, before it is fitted."""
TOOLS: tuple[tuple[Tool, Message, str], ...] = (
    ("tile", say("Board tiles"), "map"), ("door", say("Doors"), "door"), ("start", say("Start zones"), "flag"),
    ("site", say("Tokens on the board"), "crosshair"), ("figure", say("Figures on the board"), "person"),
)  # fmt: skip
ADVICE: dict[Tool, Message] = {
    "tile": say("Click a tile on the left to lay it; drag it on the board, turn it with R or the wheel."),
    "door": say("Click a side between two tiles: open, closed, none."),
    "start": say("Click the zones in which the heroes begin."),
    "site": say("Click a space for the next token; click it again to remove it."),
    "figure": say("Choose a sheet, then click the spaces of its figures; the right button removes them."),
}
FIELDS = ("heroes", "investigation", "start", "sheets", "figures", "hosts", "missions", "objectives", "track", "story",
          "rules", "ends")  # fmt: skip
_PLACE = re.compile(r"^/(pieces|doors|sites|figures|hosts)\b")


class ScenarioContext(FormContext):
    """Reads sheets as they are written out: a form has fields for each."""

    @property
    def record(self) -> Json:
        return sketch.full(self.draft.record)


class ScenarioBody(Body):
    """See the module."""

    def __init__(self, draft: RecordDraft, bench: PackContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._draft, self._bench = draft, bench
        self.map = ScenarioMap(bench, self)
        self.writing = ScenarioContext(draft, bench, ChroniclesLexicon(bench, KIND), self)
        self.writing.typed_cells = True
        self.panel = RecordPanel(self.writing, (Scenario, "", FIELDS))
        self.tools = Choices(say("Tool"), TOOLS, self, upright=True)
        self.tiles = PictureGrid[Swatch](gap=2, columns=2)
        self.sites = Choices(say("Token"), [(kind, TOKENS[kind], "") for kind in sketch.SITES], self, upright=True)
        self.sheet = InkButton(say("A sheet…"), "quiet", self, sign="cards", clicked=self._ask_sheet)
        self.heroes = Stepper(1, MOST_HEROES, self)
        self.turn = InkButton(say("Turn"), "quiet", self, sign="turn-right", key="R", clicked=lambda: self.map.turn(1))
        self.print = InkButton(say("Print the map"), "quiet", self, sign="print")
        self.print.clicked.connect(lambda: bench.printed.emit(draft.kind, draft.id))
        self.from_heroes = Label(self, font="small", text=say("From so many heroes on"))
        self.line = Label(self)
        self._known: list[str] = []
        self._over = ""
        self._lay_out()
        self._connect()
        self.setFocusProxy(self.map)
        self.use("tile")
        self.retranslate()
        self._show()

    def _lay_out(self) -> None:
        self.laying, self.figures = QWidget(self), QWidget(self)
        page = QWidget()
        vbox(self.tiles, 1, on=page)
        vbox((ScrollColumn(page, self.laying), 1), (self.turn, LEFT), on=self.laying, spacing=4)
        vbox((self.sheet, LEFT), self.from_heroes, self.heroes, 1, on=self.figures, spacing=3)
        left = vbox(self.tools, Gap(8), (self.laying, 40), self.sites, self.figures, 1, (self.print, LEFT), spacing=3)
        middle = vbox((self.map, 1), self.line, spacing=0)
        fold((left, 20), (middle, 60), (self.panel, 32), on=self, spacing=18, most=560)

    def _connect(self) -> None:
        self.tools.chosen.connect(self._tool_chosen)
        self.sites.chosen.connect(self._site_chosen)
        self.heroes.stepped.connect(self._heroes_chosen)
        self.tiles.chosen.connect(lambda n: self.map.lay(self._known[n]))
        self.map.changed.connect(lambda record, deed: self._draft.change(record, tr(deed)))
        self.map.hovered.connect(self._hovered)
        self._draft.changed.connect(self._show)
        self._draft.checked.connect(self._show_findings)
        palette.theme_changed.connect(self._repaint)

    def _tool_chosen(self, tool: str) -> None:
        self.use(next(id for id, _, _ in TOOLS if id == tool))
        self.map.setFocus()

    def use(self, tool: Tool) -> None:
        """Take a tool in hand."""
        self.map.use(tool)
        self.tools.show_choice(tool)
        self.laying.setVisible(tool == "tile")
        self.sites.setVisible(tool == "site")
        self.figures.setVisible(tool == "figure")
        self._hovered("")

    def _site_chosen(self, kind: str) -> None:
        self.map.site = next(site for site in sketch.SITES if site == kind)
        self.map.setFocus()

    def _heroes_chosen(self, heroes: int) -> None:
        self.map.heroes = heroes
        self.heroes.show_value(heroes, f"{heroes}+")

    def _ask_sheet(self) -> None:
        """Whose figures are placed: the sheets of the scenario first."""
        used = {one["sheet"] for one in sketch.full(self._draft.record).get("sheets", []) if isinstance(one, dict)}
        sheets = {id: name_of(data) for id, data in self._bench.every("chronicles_sheet").items()}
        ordered = sorted(sheets, key=lambda id: (id not in used, tr(Name.of(sheets[id] or {"en": id}))))
        lines = [Line(id, tr(Name.of(sheets[id] or {"en": id})), chosen=id == self.map.sheet) for id in ordered]
        popup = ChoicePopup(lines, self.sheet, name=tr(say("A sheet…")), find=tr(say("Search")))
        popup.chosen.connect(self.take_sheet)
        popup.popup(self.sheet)

    def take_sheet(self, sheet: str) -> None:
        """Place figures of this sheet from now on."""
        self.map.sheet = sheet
        names = name_of(self._bench.find("chronicles_sheet", sheet))
        self.sheet.setText(tr(Name.of(names)) if names else tr(say("A sheet…")))
        self.map.setFocus()

    def _tile_swatch(self, id: str) -> Swatch:
        record = self._bench.find("chronicles_tile", id)
        swatch = Swatch(partial(_tile_picture, record), 84, wide=96)
        swatch.say(tr(Name.of(name_of(record) or {"en": id})))
        swatch.setCheckable(False)
        return swatch

    def _repaint(self) -> None:
        for swatch in self.tiles.every:
            swatch.update()

    def _show(self) -> None:
        record = self._draft.record
        self.map.show_record(record)
        self.panel.refresh()
        known = list(self._bench.every("chronicles_tile"))
        if known != self._known:
            self._known = known
            self.tiles.fill([self._tile_swatch(id) for id in known])
        self._show_findings()

    def _show_findings(self) -> None:
        """Mark on the board what the findings point at."""
        places = (self._places(finding.pointer) for finding in self._draft.findings if finding.broken)
        self.map.flag([place for each in places for place in each])

    def _places(self, pointer: str) -> list[Cell | Side]:
        """The cells or the side that a pointer leads to."""
        parts = pointer.split("/")[1:]
        if parts[:1] == ["pieces"] and len(parts) > 1:
            piece = next((one for one in self.map.pieces if str(one.n) == parts[1]), None)
            if piece is None:
                return []
            far = (piece.at[0] + piece.face.columns - 1, piece.at[1] + piece.face.rows - 1)
            return [piece.at, (far[0], piece.at[1]), far, (piece.at[0], far[1])]
        if parts[:1] == ["doors"] and len(parts) > 1:
            door = value_at(self._draft.record, f"/doors/{parts[1]}")
            at = sketch.cell_of(door.get("at")) if isinstance(door, dict) else None
            return [side_of(at, door["side"])] if at is not None and door.get("side") in ("N", "E", "S", "W") else []
        if parts[:1] == ["start"]:
            start = value_at(self._draft.record, "/start") or []
            return [(piece.at[0] + column, piece.at[1] + row) for piece in self.map.pieces
                    for row in range(piece.face.rows) for column in range(piece.face.columns)
                    if piece.zone((piece.at[0] + column, piece.at[1] + row)) in start]  # fmt: skip
        marks = [mark for mark in sketch.marks_of(self._draft.record) if f"{pointer}/".startswith(f"{mark.pointer}/")]
        return [mark.at for mark in marks]

    def _hovered(self, words: str) -> None:
        self._over = words
        self.line.setText(words or tr(ADVICE[self.map.tool]))

    def retranslate(self) -> None:
        less, more = tr(say("Less")), tr(say("More"))
        self.heroes.say(self.from_heroes.text(), less, more)
        self.heroes.show_value(self.map.heroes, f"{self.map.heroes}+")
        self.sites.show_choice(self.map.site)
        self._known = []
        self._show()
        if self.map.sheet:
            self.take_sheet(self.map.sheet)
        self._hovered("")

    def show_field(self, pointer: str) -> bool:
        found = self._places(pointer)
        self.map.flag(found)
        if _PLACE.match(pointer) and found:
            self.setFocus()
            return True
        return self.panel.show_field(pointer)

    def keys(self) -> Sequence[tuple[str, Sequence[str]]]:
        return [
            (tr(say("Move across the board")), ["←", "→", "↑", "↓"]),
            (tr(say("Place or choose here")), ["Enter"]),
            (tr(say("Remove what stands here")), [tr(say("Del"))]),
            (tr(say("Turn the tile")), ["R"]),
            (tr(say("Move the tile")), ["Ctrl+←↑→↓"]),
            (tr(say("Door on a side of the cell")), ["Shift+←↑→↓"]),
        ]

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(1180), fonts.px(640))


def _tile_picture(record: Json, size: int, dpr: float) -> QPixmap:
    face = face_of_record(record)
    pixmap = ink.blank(size, size, dpr)
    cell = max(4, int((size - 4) / max(face.columns, face.rows)))
    picture = tile_painter.tile_pixmap(face, cell, dpr=dpr, margin=2)
    with ink.painting(pixmap) as pen:
        room = picture.deviceIndependentSize()
        pen.drawPixmap(round((size - room.width()) / 2), round((size - room.height()) / 2), picture)
    return pixmap


def _blank_scenario(id: str, names: dict[str, str], bench: PackContext) -> Json:
    """One tile of the packs on which the heroes begin, no investigation: the least that passes the check."""
    tiles = bench.content.every("chronicles_tile")
    tile, record = next(iter(tiles), ("none:none", {}))
    face = face_of_record(record)
    room: Counter[str] = Counter()
    for row in range(face.rows):
        for column in range(face.columns):
            if face.space((column, row)) in FOR_HEROES:
                room[face.zone((column, row))] += 1
    best = max(sorted(room), key=room.__getitem__, default="a")
    return {
        "id": id, "names": names, "investigation": False, "start": [f"T1.{best}"],
        "pieces": [{"tile": tile, "at": [0, 0], "name": "T1"}],
    }  # fmt: skip


def _paint_scenario(pen: QPainter, rect: QRectF, record: Json, bench: PackContext) -> None:
    pieces = sketch.pieces_of(record, lambda id: bench.find("chronicles_tile", id))
    wide, high = sketch.size_of(pieces)
    share = min((rect.width() - 6) / (wide * SMALL), (rect.height() - 6) / (high * SMALL))
    start: Any = record.get("start", ()) if isinstance(record, dict) else ()
    pen.save()
    pen.translate(rect.center())
    pen.scale(share, share)
    pen.translate(-wide * SMALL / 2, -high * SMALL / 2)
    paint_board(pen, pieces, sketch.doors_of(record), start, SMALL, palette.current(), sharp(pen), names=False)
    pen.restore()


SCENARIO = Editor(
    KIND, say("Scenario"), say("Scenarios"), say("New scenario"), blank=_blank_scenario, body=ScenarioBody,
    paint=_paint_scenario, ratio=0.8,
)  # fmt: skip
