"""What a game or an adventure needs out of the box, and how the tiles lie: a list to tick, with a drawn map."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPen, QPixmap

from companion.model.content.library import Library
from companion.model.core.contract import Content
from companion.model.core.record import Record
from companion.model.core.session import Session
from companion.model.core.words import Message, Name, say
from companion.model.games.asagiri import SYSTEM
from companion.model.games.asagiri.adventure.record import Adventure
from companion.model.games.asagiri.state.cards import Tile
from companion.model.games.asagiri.state.state import State
from companion.model.games.asagiri.state.vocabulary import BANDS
from companion.model.games.asagiri.statistics import report_text
from companion.model.games.asagiri.statistics.report import report
from companion.ui.games.asagiri.board.pictures import Scenery, scenery_of_game
from companion.ui.games.asagiri.cards.face import Say
from companion.ui.games.asagiri.print.battle_report import MARGIN, SQUARE, position_picture, prepare_position
from companion.ui.games.asagiri.print.subjects import GameOrder
from companion.ui.kit.paper.blocks import Beside, Cell, DrawingBlock, HeadingBlock, ParagraphBlock, RowBlock
from companion.ui.kit.paper.document import MM, Block, PrintDocument, fitting
from companion.ui.kit.paper.sheets import Paper
from companion.ui.kit.theme import fonts, ink
from companion.ui.kit.theme.palette import PAPER, Role
from companion.ui.kit.translator import tr

MAPS = tuple(n * MM for n in (104, 96, 88, 80, 72))
"""The greatest heights of a floor's map that are tried, to leave the list one page."""
TURNS: tuple[Message, ...] = (
    say("as printed"), say("a quarter-turn clockwise"), say("upside down"), say("a quarter-turn anticlockwise"),
)  # fmt: skip
"""How a tile lies, by its quarter-turns."""


class LaidTile(NamedTuple):
    """A tile of the board: its number on the map, its floor, its north-west corner in squares, its quarter-turns."""

    number: int
    floor: int
    at: tuple[int, int]
    tile: Tile
    turns: int


def adventure_order(content: Content, id: str) -> GameOrder:
    """An adventure as a game that begins with the bands that its page suggests. May raise InvalidInput."""
    packs = content.versions if isinstance(content, Library) else {}
    session = Session.new(SYSTEM, {"adventure": id}, content, packs=packs)
    record = content.find("adventure", id)
    name = record.get("name") if isinstance(record, dict) else None
    return GameOrder(tr(Name.of(name)) if isinstance(name, dict) else id, session)


def adventures(content: Content) -> list[tuple[str, Name]]:
    """The adventures of the packs in the order of their book."""
    found: list[tuple[Any, str, Name]] = []
    for id, record in content.every("adventure"):
        name = record.get("name") if isinstance(record, dict) else None
        if isinstance(name, dict) and name:
            number = record.get("number")
            found.append((number if isinstance(number, int) else 999, id, Name.of(name)))
    return [(id, name) for _, id, name in sorted(found, key=lambda one: (one[0], one[1]))]


def adventure_of(header: Record) -> Adventure | None:
    """The adventure that is played, as far as the record can be read."""
    setup = header.setup if isinstance(header.setup, dict) else {}
    if "adventure" not in setup:
        return None
    try:
        return msgspec.convert(header.cards["adventure"][str(setup["adventure"])], Adventure)
    except (msgspec.ValidationError, KeyError):
        return None


def laid_tiles(header: Record, state: State) -> list[LaidTile]:
    """The tiles of a board with their places; none where the record does not tell."""
    setup: Any = header.setup if isinstance(header.setup, dict) else {}
    try:
        tiles = {id: msgspec.convert(card, Tile) for id, card in header.cards.get("tile", {}).items()}
        adventure = adventure_of(header)
        if adventure is not None:
            laid = [
                (floor, tuple(one.at), tiles[one.tile], one.turns)
                for floor, level in enumerate(adventure.floors)
                for one in level.tiles
            ]
            return [
                LaidTile(n, floor, (at[0], at[1]), tile, turns) for n, (floor, at, tile, turns) in enumerate(laid, 1)
            ]
        contest = state.table.contest
        wanted: Any = [{"tile": one.tile, "turns": one.turns} for one in contest.tiles] if contest is not None else None
        wanted = wanted or setup.get("tiles")
        if wanted is None:
            wanted = next((card.get("tiles") for card in header.cards.get("board", {}).values()), ())
        found = []
        for n, one in enumerate(wanted):
            tile = tiles[one["tile"]]
            at = (n % 2 * tile.size, n // 2 * tile.size)
            found.append(LaidTile(n + 1, 0, at, tile, int(one.get("turns", 0)) % 4))
    except (msgspec.ValidationError, KeyError, TypeError, AttributeError):
        return []
    return found


class BoardMap:
    """A floor with the numbers of its tiles, the zones of the adventure, and the figures that stand there at once."""

    def __init__(self, session: Session[Any], state: State, tiles: list[LaidTile], tell: Say) -> None:
        self._state, self._tiles, self._tell = state, tiles, tell
        self._look: Scenery = scenery_of_game(session.header, state)
        self._adventure = adventure_of(session.header)
        self._made: dict[int, QPixmap] = {}

    def block(self, floor: int, width: float, most: float) -> Block:
        """The map of a floor, as wide and as high as it may be."""
        rows = self._state.table.board.floors[floor].rows
        across, down = max(len(row) for row in rows) + 2 * MARGIN, len(rows) + 2 * MARGIN
        high = min(width * down / across, most)
        wide = high * across / down

        def draw(pen: QPainter, box: QRectF) -> None:
            found = self._picture(floor)
            left = box.left() + (box.width() - wide) / 2
            pen.drawPixmap(QRectF(left, box.top(), wide, high), found, QRectF(found.rect()))

        return DrawingBlock(high, draw, work=lambda: self._work(floor))

    def _work(self, floor: int) -> Iterator[None]:
        yield from prepare_position(self._state, self._look, floor=floor)
        self._picture(floor)
        yield

    def _picture(self, floor: int) -> QPixmap:
        if floor not in self._made:
            made = position_picture(self._state, self._look, self._tell, floor=floor)
            with ink.painting(made) as pen:
                pen.translate(round(MARGIN * SQUARE), round(MARGIN * SQUARE))
                self._paint_zones(pen, floor)
                self._paint_tiles(pen, floor)
            self._made[floor] = made
        return self._made[floor]

    def _paint_tiles(self, pen: QPainter, floor: int) -> None:
        for laid in (laid for laid in self._tiles if laid.floor == floor):
            side = laid.tile.size * SQUARE
            box = QRectF(laid.at[0] * SQUARE, laid.at[1] * SQUARE, side, side)
            pen.setBrush(Qt.BrushStyle.NoBrush)
            pen.setPen(QPen(PAPER.color("vermilion"), 4, Qt.PenStyle.DashLine))
            pen.drawRect(box.adjusted(2, 2, -2, -2))
            disc = box.topLeft() + QPointF(SQUARE * 0.6, SQUARE * 0.6)
            pen.setPen(Qt.PenStyle.NoPen)
            pen.setBrush(PAPER.color("vermilion"))
            pen.drawEllipse(disc, SQUARE * 0.5, SQUARE * 0.5)
            pen.setFont(_font(0.62))
            pen.setPen(PAPER.color("on_vermilion"))
            room = QRectF(disc.x() - SQUARE, disc.y() - SQUARE, 2 * SQUARE, 2 * SQUARE)
            pen.drawText(room, Qt.AlignmentFlag.AlignCenter, str(laid.number))

    def _paint_zones(self, pen: QPainter, floor: int) -> None:
        adventure = self._adventure
        if adventure is None:
            return
        owners: dict[str, Role] = {}
        for side, role in zip(adventure.sides, ("vigilant", "shaken"), strict=True):
            if side.deploy is not None:
                owners[side.deploy] = role  # type: ignore[assignment]
        for zone in adventure.zones:
            here = [QPointF(place[0] * SQUARE, place[1] * SQUARE) for place in zone.squares if place[2] == floor]
            if not here:
                continue
            role = owners.get(zone.id, "gold")
            for at in here:
                pen.fillRect(QRectF(at.x(), at.y(), SQUARE, SQUARE), PAPER.color(role, 0.34))
            middle = QPointF(sum(p.x() for p in here) / len(here), sum(p.y() for p in here) / len(here))
            nearest = min(here, key=lambda at: (at - middle).manhattanLength())
            font, words = _font(0.5), self._tell(Name.of(dict(zone.name)))
            wide = QFontMetricsF(font).horizontalAdvance(words) + 12
            plate = QRectF(0, 0, wide, SQUARE * 0.74)
            plate.moveCenter(nearest + QPointF(SQUARE / 2, SQUARE / 2))
            plate.moveLeft(max(2.0, plate.left()))
            pen.fillRect(plate, PAPER.color("surface", 0.9))
            pen.setFont(font)
            pen.setPen(PAPER.color("ink"))
            pen.drawText(plate, Qt.AlignmentFlag.AlignCenter, words)


def _font(share: float) -> QFont:
    font = fonts.font("strong")
    font.setPixelSize(max(6, round(SQUARE * share)))
    return font


def packing_list(order: GameOrder, tell: Say, paper: Paper) -> PrintDocument:
    """The list: what to take, and the map of each floor."""
    session = order.session
    state = session.state_at(session.present if session.state_at(0).draft is not None else 0)
    tiles = laid_tiles(session.header, state)
    board = BoardMap(session, state, tiles, tell)
    wide = (paper.width - 36) * MM
    lead = say("Take these things out of the box, tick them off, and lay the tiles as the map shows.")
    floors = state.table.board.floors

    def made(most: float) -> PrintDocument:
        blocks: list[Block] = [ParagraphBlock(tell(lead)), *_tiles(tiles, tell)]
        for floor in range(len(floors)):
            title = say("Map") if len(floors) == 1 else say("Map of floor {number}", number=floor + 1)
            blocks += [HeadingBlock(tell(title), level=2), board.block(floor, wide, most)]
        blocks += _bands(order, tell) + _tokens(adventure_of(session.header), session.header, tell)
        return PrintDocument(tell(say("Packing list")), order.title, "旅", paper, blocks)

    return fitting(MAPS, made)


def _tiles(tiles: list[LaidTile], tell: Say) -> list[Block]:
    if not tiles:
        return []
    shares = (0.6, 0.7, 5.0, 4.0)
    head = RowBlock([tell(say("No.")), "", tell(say("Tile")), tell(say("How it lies"))], shares, head=True)
    rows = [
        RowBlock(
            [Cell(str(laid.number), "digits"), Cell(boxes=1), Cell(tell(Name.of(dict(laid.tile.name))), "strong"),
             Cell(tell(TURNS[laid.turns]), "small")], shares, header=head,
        )
        for laid in tiles
    ]  # fmt: skip
    return [HeadingBlock(tell(say("Tiles")), level=2), head, *rows]


def _bands(order: GameOrder, tell: Say) -> list[Block]:
    """A box for each figure with its card, and for what it carries."""
    told, adventure = report(order.session, order.names, order.bands), adventure_of(order.session.header)
    roles = order.session.state_at(0).table.roles
    columns: list[list[Block]] = []
    for n, side in enumerate(told.sides):
        called: Message | Name = report_text.side_name(told, BANDS[n])
        if adventure is not None:
            called = Name.of(dict(adventure.sides[roles[n]].name))
        found: list[Block] = [HeadingBlock(tell(called), level=2)]
        for person in side.people:
            gear = tell(person.equipment) if person.equipment is not None else ""
            cells = [
                Cell(boxes=1),
                Cell(tell(person.name), "strong"),
                Cell(boxes=1 if gear else 0),
                Cell(gear, "small"),
            ]
            found.append(RowBlock(cells, (0.6, 4.2, 0.6, 3.0)))
        columns.append(found)
    title = HeadingBlock(tell(say("Figures, with their cards and equipment")))
    if max(len(side.people) for side in told.sides) > 14:  # more than a page holds side by side
        return [title, *(block for column in columns for block in column)]
    return [title, Beside(columns, gap=8 * MM)]


def _tokens(adventure: Adventure | None, header: Record, tell: Say) -> list[Block]:
    """What else an adventure lays out or keeps aside: things to carry, places to search, captives, reinforcements."""
    if adventure is None:
        return []
    names = {id: card.get("name") for id, card in header.cards.get("character", {}).items() if isinstance(card, dict)}

    def called(card: str) -> str:
        name = names.get(card)
        return tell(Name.of(name)) if isinstance(name, dict) and name else card

    rows: list[tuple[Message, str]] = [(say("Token"), tell(Name.of(dict(one.name)))) for one in adventure.objects]
    rows += [
        (say("Tokens that look alike: {count}", count=len(one.places)), tell(Name.of(dict(one.name))))
        for one in adventure.caches
    ]
    rows += [(say("Captive"), called(one.card)) for one in adventure.captives]
    later = Counter(one.card for wave in adventure.reinforcements for one in wave.members)
    rows += [(say("Comes later: {count}", count=count), called(card)) for card, count in later.items()]
    if not rows:
        return []
    made = [
        RowBlock([Cell(boxes=1), Cell(name, "strong"), Cell(tell(what), "small")], (0.4, 4.0, 4.0))
        for what, name in rows
    ]
    return [HeadingBlock(tell(say("For the adventure")), level=2), *made]
