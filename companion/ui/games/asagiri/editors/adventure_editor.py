"""Adventures in the workshop: chapters, the map, the page of a chapter; a new one, its picture, playing it at once."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeAlias

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from companion.model.core.contract import Json
from companion.model.core.refusal import InvalidInput
from companion.model.core.words import Message, Name, say
from companion.model.games.asagiri.adventure import record as r
from companion.model.games.asagiri.state.state import SEATS
from companion.ui.games.asagiri.bands import Box, may_join, read_roster
from companion.ui.games.asagiri.board.pictures import tile_picture
from companion.ui.games.asagiri.editors.floor_canvas import band_of, zone_colour, zones_of
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.choices import Choices
from companion.ui.kit.keys import Context
from companion.ui.kit.layouts import LEFT, OnePage, fold, vbox
from companion.ui.kit.list_view import Line
from companion.ui.kit.screen import ChoicePopup
from companion.ui.kit.theme import fonts, palette
from companion.ui.kit.translator import tr
from companion.ui.kit.widget import Label
from companion.ui.play.storage import GameSettings, Player, with_bands
from companion.ui.workshop import Body, Editor, PackContext, RecordDraft, name_of, sharp
from companion.ui.workshop.form_controls import FormContext
from companion.ui.workshop.form_shapes import value_at
from companion.ui.workshop.panels import RecordPanel

from .adventure_hands import HANDS
from .adventure_laying import floors_of, typed
from .adventure_lexicon import AdventureLexicon
from .adventure_map import FloorMap, Tool
from .adventure_panels import FloorsPanel, FloorTabs, panel_of

CHAPTERS: tuple[tuple[str, Message, str], ...] = (
    ("story", say("Story"), "book"),
    ("floors", say("Floors"), "map"),
    ("zones", say("Zones"), "zone"),
    ("one", say("First side"), "flag"),
    ("two", say("Second side"), "flag"),
    ("things", say("Objects"), "tray"),
    ("course", say("Course"), "hourglass"),
    ("after", say("Facts and links"), "scroll"),
)
OF_FIELD = {
    "intro": "story", "teaches": "story", "draw": "story", "number": "story", "floors": "floors", "stairs": "floors",
    "zones": "zones", "objects": "things", "caches": "things", "captives": "things", "facts": "after", "links": "after",
}  # fmt: skip
LONGEST = 25
"""Letters of a chapter's name: the map needs the room."""
PAINTED = re.compile(r"^/(zones/\d+|caches/\d+)$")
ADVICE: dict[Tool, Message] = {
    "look": say("Click something to change it; drag figures and objects to other squares."),
    "tile": say("Drag tiles, turn them with R or the wheel; Delete removes one."),
    "paint": say("Paint squares; the right button erases them."),
    "spot": say("Click the square you mean; Escape cancels."),
    "wall": say("Drag along the lines between squares."),
    "door": say("Drag along the lines between squares."),
    "stairs": say("Click a square, change the floor, then click the square where the stairs end."),
}


class AdventureBody(Body):
    """See the module."""

    def __init__(self, draft: RecordDraft, bench: PackContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._draft, self._bench = draft, bench
        self.lexicon = AdventureLexicon(bench)
        self.lexicon.look_at(draft.record)
        self.writing = FormContext(draft, bench, self.lexicon, self)
        self.writing.spot_words = self.lexicon.spot
        self.chapters = Choices(say("Chapters"), CHAPTERS, self, upright=True)
        self.play = InkButton(say("Play it now"), "primary", self, sign="play", clicked=self.try_it)
        self.map = FloorMap(self.writing, HANDS, self)
        self.tabs = FloorTabs(self.writing, self.map)
        self.line = Label(self, align=Qt.AlignmentFlag.AlignHCenter)
        self.stack = OnePage(self)
        self.pages: dict[str, RecordPanel] = {}
        self.chapter = ""
        self._lay_out()
        self._connect()
        self.setFocusProxy(self.map)
        self.retranslate()
        self.show_chapter("story")

    def _lay_out(self) -> None:
        left = vbox(self.chapters, 1, (self.play, LEFT), spacing=4)
        middle = vbox(self.tabs, (self.map, 1), self.line, spacing=2)
        self.stack.setFixedWidth(fonts.px(372))
        fold(left, (middle, 1), self.stack, on=self, spacing=16, most=460)

    def _connect(self) -> None:
        self.chapters.chosen.connect(self.show_chapter)
        self.map.selected.connect(self._selected)
        self.map.hovered.connect(self._hovered)
        self.map.ended.connect(self._ended)
        self.writing.looked_at.connect(self._looked_at)
        self.writing.spot_wanted.connect(self._spot_wanted)
        self.writing.squares_wanted.connect(lambda pointer: self._use("paint", pointer))
        self._draft.changed.connect(self._show)
        self._draft.checked.connect(self._show_play)
        self._bench.writing_changed.connect(self._show)

    def show_chapter(self, name: str) -> RecordPanel:
        if name not in self.pages:
            page = self.pages[name] = panel_of(name, self.writing, self.map)
            self.stack.addWidget(page)
            if isinstance(page, FloorsPanel):
                page.tool_wanted.connect(self._use)
        page = self.pages[name]
        if name != self.chapter:
            self.chapter = name
            self._use("tile" if name == "floors" else "look", "")
        self.stack.setCurrentWidget(page)
        self.chapters.show_choice(name)
        page.refresh()
        return page

    def _use(self, tool: str, pointer: str | None = None) -> None:
        known: Tool = next(one for one in ADVICE if one == tool)
        self.map.use(known, pointer)
        page = self.pages.get("floors")
        if isinstance(page, FloorsPanel):
            page.show_tool(known)
        self._hovered("")

    def _chapter_of(self, pointer: str) -> str:
        parts = pointer.split("/")[1:]
        if parts[:1] == ["sides"]:
            return "two" if parts[1:2] == ["1"] else "one"
        return OF_FIELD.get(parts[0] if parts else "", "course")

    def _selected(self, pointer: str) -> None:
        """Something on the map was pressed: open its page."""
        if not pointer or pointer.startswith("/floors/"):
            return
        page = self.show_chapter(self._chapter_of(pointer))
        page.show_field(pointer)
        self.map.pointer = pointer
        self.map.setFocus()

    def _looked_at(self, pointer: str) -> None:
        """A slip of a page was opened: show its part of the map."""
        self.map.show_pointer(pointer)
        if PAINTED.match(pointer):
            self._use("paint", f"{pointer}/{'squares' if pointer.startswith('/zones') else 'places'}")
        elif self.map.tool in ("paint", "spot"):
            self._use("look")

    def _spot_wanted(self, pointer: str) -> None:
        self._use("spot", pointer)
        self.map.setFocus()

    def _ended(self) -> None:
        self._use("tile" if self.chapter == "floors" else "look")

    def _show(self) -> None:
        self.lexicon.look_at(self._draft.record)
        for name, word in (("one", 0), ("two", 1)):
            names = name_of(value_at(self._draft.record, f"/sides/{word}"))
            if names:
                called = tr(Name.of(names))
                shown = called if len(called) <= LONGEST else called[: LONGEST - 1].rstrip() + "…"
                self.chapters.words[name].say(shown)
                self.chapters.words[name].setToolTip(called)
        if self.chapter:
            self.pages[self.chapter].refresh()

    def _show_play(self) -> None:
        broken = any(found.broken for found in self._draft.findings)
        self.play.setEnabled(not broken)
        self.play.setToolTip(tr(say("Fix the problems below first.")) if broken else "")

    def _hovered(self, words: str) -> None:
        self.line.setText(words or tr(ADVICE[self.map.tool]))

    def retranslate(self) -> None:
        self._hovered("")
        self._show()
        self._show_play()

    def try_it(self) -> None:
        self._draft.keep_now()
        Trial(self._draft.record, self._bench, self.play, self._bench.tried.emit).ask()

    def show_field(self, pointer: str) -> bool:
        page = self.show_chapter(self._chapter_of(pointer))
        if pointer.startswith("/floors/"):
            parts = pointer.split("/")
            if len(parts) > 2 and parts[2].isdigit():
                self.map.show_floor(int(parts[2]))
            self.map.pointer = "/".join(parts[:5])
            self.map.setFocus()
            self.map.update()
            return True
        return page.show_field(pointer)

    def keys(self) -> Sequence[tuple[str, Sequence[str]]]:
        return [
            (tr(say("Move across the map, or move the tile")), ["←", "→", "↑", "↓"]),
            (tr(say("Move the tile by its own width")), ["Shift+←↑→↓"]),
            (tr(say("Delete the selection")), [tr(say("Del"))]),
            (tr(say("Tool")), ["Enter"]),
            (tr(say("Move an entry up or down")), ["Alt+↑↓"]),
        ]

    @property
    def contexts(self) -> tuple[Context, ...]:
        return ("adventure",)

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(1180), fonts.px(640))


Picks: TypeAlias = list[dict[str, Any]]
BANDS, SUGGESTED = "bands", "suggested"
WAYS: tuple[tuple[str, tuple[Player, Player], str], ...] = (
    ("one", ("person", "greedy"), "person"),
    ("two", ("greedy", "person"), "person"),
    ("both", ("person", "person"), "people"),
    ("watch", ("greedy", "greedy"), "bot"),
)


@dataclass
class Trial:
    """What has been decided so far. `begin` carries set-up and settings, when all is."""

    record: Json
    bench: PackContext
    anchor: QWidget
    begin: Callable[[dict[str, Any], GameSettings], None]
    picks: dict[str, Picks] = field(default_factory=dict)
    """Recruits by seat, for sides that do not play with those suggested."""

    def ask(self) -> None:
        """Who plays? Or first: with which bands?"""
        lines = [Line(id, tr(self._way(id)), sign=sign) for id, _, sign in WAYS]
        sides = [n for n in (0, 1) if list(self._offers(n))]
        if sides and not self.picks:
            lines.append(Line(BANDS, tr(say("With other bands…")), sign="cards"))
        self._show(lines, say("Play it now"), partial(self._answered, sides))

    def _way(self, id: str) -> Message:
        one, two = self._names()
        return {
            "one": say("You play {side}", side=one),
            "two": say("You play {side}", side=two),
            "both": say("You play both sides"),
            "watch": say("Watch the computer play"),
        }[id]

    def _answered(self, sides: list[int], id: str) -> None:
        if id == BANDS:
            self._ask_band(sides)
            return
        players = next(players for way, players, _ in WAYS if way == id)
        setup: dict[str, Any] = {"adventure": self.record["id"]}
        if self.picks:
            setup["bands"] = self.picks
        self.begin(setup, with_bands(GameSettings(players=players), *self._names()))

    def _ask_band(self, sides: list[int]) -> None:
        """Which band for the first of these sides? Then the others."""
        side, rest = sides[0], sides[1:]
        offers = dict(self._offers(side))
        lines = [Line(SUGGESTED, tr(say("As suggested")), sign="check")]
        lines += [Line(name, name, ", ".join(self._card(one["card"]) for one in picks), sign="people")
                  for name, picks in offers.items()]  # fmt: skip

        def chosen(id: str) -> None:
            if id in offers:
                self.picks[SEATS[side]] = offers[id]
            if rest:
                self._ask_band(rest)
            else:
                self.ask()

        self._show(lines, say("Band for {side}", side=self._names()[side]), chosen)

    def _card(self, id: str) -> str:
        return tr(Name.of(name_of(self.bench.find("character", id)) or id))

    def _show(self, lines: list[Line], title: Message, do: Callable[[str], None]) -> None:
        picker = ChoicePopup(lines, self.anchor, name=tr(title), find=tr(say("Search")), width=330)
        picker.chosen.connect(do)
        picker.popup(self.anchor)

    def _names(self) -> tuple[Name, Name]:
        sides = list(self.record.get("sides", ()))[:2] if isinstance(self.record, dict) else []
        names = [Name.of(name_of(side) or "?") for side in sides] + [Name.of("?")] * 2
        return names[0], names[1]

    def _offers(self, side: int) -> Iterator[tuple[str, Picks]]:
        record = typed(self.record)
        if record is None or not record.sides[side].band.budget:
            return
        content = self.bench.content
        ready = [(tr(Name.of(name_of(data))), data.get("members", ())) for _, data in content.every("band")]
        for name, members in [*ready, *self.bench.kept_bands()]:
            picks = [{key: value for key, value in one.items() if value is not None} for one in members]
            if picks and self._may(record.sides[side].band, picks):
                yield name, picks

    def _may(self, band: r.SideBand, picks: Picks) -> bool:
        try:
            return may_join(Box(self.bench.content), band, read_roster(picks)) is None
        except InvalidInput:
            return False


BUDGET = 12
TURNS = 8


def _blank_adventure(id: str, name: dict[str, str], bench: PackContext) -> Json:
    """Four tiles of the first ready board, two bands that fight each other: it can be played at once."""
    board = next((data for _, data in bench.content.every("board")), None)
    tiles = [dict(tile) for tile in board["tiles"]] if isinstance(board, dict) else []
    size = _size(bench, str(tiles[0]["tile"])) if tiles else 8
    for n, tile in enumerate(tiles):
        tile["at"] = [n % 2 * size, n // 2 * size]
    if not tiles:
        first = next((tile for tile, _ in bench.content.every("tile")), "")
        tiles, size = [{"tile": first, "at": [0, 0]}], _size(bench, first)
    wide = 2 * size if len(tiles) == 4 else size
    free = [square for square in _squares(bench, tiles) if square[1] in (0, 1, wide - 2, wide - 1)]
    words = (say("South"), say("North"))
    zones = [
        _zone(f"start-{side}", bench, words[n], [
            [x, y, 0] for x, y in free if (y >= wide - 2) == (n == 0)
        ])
        for n, side in enumerate(("one", "two"))
    ]  # fmt: skip
    return {
        "id": id,
        "name": name,
        "intro": _said(bench, say("Describe here how the adventure begins.")),
        "sides": [_side(bench, n) for n in (0, 1)],
        "floors": [{"tiles": tiles}],
        "zones": zones,
        "turns": TURNS,
    }


def _said(bench: PackContext, words: Message) -> dict[str, str]:
    return dict.fromkeys(bench.languages, tr(words))


def _zone(id: str, bench: PackContext, words: Message, squares: list[list[int]]) -> dict[str, Any]:
    return {"id": id, "name": _said(bench, words), "squares": squares}


def _side(bench: PackContext, n: int) -> dict[str, Any]:
    """One of two sides: a ready band of the packs, and the other band to be beaten."""
    ready = [data for _, data in bench.content.every("band") if data.get("budget") == BUDGET][:2]
    band = ready[n] if n < len(ready) else None
    members = [{key: value for key, value in member.items() if value is not None}
               for member in (band["members"] if band is not None else ())]  # fmt: skip
    name = band["name"] if band is not None else _said(bench, say("Side {n}", n=n + 1))
    names = {code: name.get(code) or next(iter(name.values())) for code in bench.languages}
    return {
        "name": names,
        "briefing": _said(bench, say("Describe here what this side wants.")),
        "band": {"budget": BUDGET, "suggested": members},
        "goals": [{"when": {"type": "eliminate", "side": ("two", "one")[n]}}],
        "deploy": ("start-one", "start-two")[n],
    }


def _play_adventure(record: Json, bench: PackContext, anchor: QWidget) -> None:
    Trial(record, bench, anchor, bench.tried.emit).ask()


def _paint_adventure(pen: QPainter, rect: QRectF, record: Json, bench: PackContext) -> None:
    floors = floors_of(record, lambda id: bench.find("tile", id))
    laid = floors[0] if floors else []
    if not laid:
        return
    columns, rows = (max(tile.at[axis] + tile.size for tile in laid) for axis in (0, 1))
    cell = rect.width() / max(1, columns, rows)
    left = rect.left() + (rect.width() - columns * cell) / 2
    top = rect.top() + (rect.height() - rows * cell) / 2
    dpr = sharp(pen)
    pen.fillRect(rect, palette.current().color("sunken"))
    for tile in laid:
        where = QRectF(left + tile.at[0] * cell, top + tile.at[1] * cell, tile.size * cell, tile.size * cell)
        if tile.tile is not None:
            picture = tile_picture(tile.tile, tile.turns, where.width(), dpr=dpr)
            pen.drawPixmap(where, picture, QRectF(picture.rect()))
    pen.setPen(Qt.PenStyle.NoPen)
    for n, _, squares in zones_of(record):
        colour = zone_colour(n, band_of(record, n))
        colour.setAlphaF(0.4)
        for column, row, floor in squares:
            if floor == 0:
                pen.fillRect(QRectF(left + column * cell, top + row * cell, cell, cell), colour)


ADVENTURE = Editor(
    "adventure", say("Adventure"), say("Adventures"), say("New adventure"),
    blank=_blank_adventure, body=AdventureBody, paint=_paint_adventure, ratio=1.0, play=_play_adventure,
)  # fmt: skip


def _size(bench: PackContext, id: str) -> int:
    data = bench.find("tile", id)
    return len(data["rows"]) if isinstance(data, dict) else 8


def _squares(bench: PackContext, tiles: list[Any]) -> list[tuple[int, int]]:
    """The squares of the ground floor that somebody can stand on."""
    laid = floors_of({"floors": [{"tiles": tiles}]}, lambda id: bench.find("tile", id))[0]
    return [
        (tile.at[0] + column, tile.at[1] + row)
        for tile in laid
        for row, line in enumerate(tile.plan.rows)
        for column, letter in enumerate(line)
        if letter not in " b"
    ]
