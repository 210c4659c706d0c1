"""The board on paper: a tile a page at the size that is played on, and what to take out of the box for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from companion.model.core.contract import Content, Json
from companion.model.core.words import Message, Words, say
from companion.model.games.chronicles.box.places import Scenario
from companion.model.games.chronicles.box.records import Tile
from companion.ui.games.chronicles.board.tile_face import TileFace
from companion.ui.games.chronicles.board.tile_painter import tile_pixmap
from companion.ui.games.chronicles.workshop.scenario_paper import map_picture
from companion.ui.kit.paper.blocks import Beside, Cell, DrawingBlock, HeadingBlock, ParagraphBlock, RowBlock
from companion.ui.kit.paper.document import MM, Block, PrintDocument, fitting
from companion.ui.kit.paper.sheets import Paper
from companion.ui.kit.theme.palette import PAPER

from .cards import KINDS
from .plan import Plan, name_of
from .sheets import FRAME

CELL_MM = 30.0
"""A cell of a tile, where the paper is wide enough: a figure's base has room on it."""
DOTS = 8
"""Pixels a millimetre: 200 dots to the inch."""
DICE: tuple[tuple[Message, int], ...] = (
    (say("Combat dice (black)"), 5), (say("Action dice (red)"), 5), (say("Test dice"), 6),
)  # fmt: skip
"""CMP-1."""
CORRUPTION = 4
MAPS = tuple(n * MM for n in range(80, 36, -4))
"""How high the board is drawn on a packing list, so that it is one page."""


# tiles ----------------------------------------------------------------------------------------------------------------


def tiles_document(plan: Plan, title: str, words: Words, paper: Paper) -> PrintDocument:
    """The tiles of the scenario as they lie, one a page; without a scenario all of the box."""
    pieces = plan.scenario.pieces if plan.scenario is not None else ()
    laid = [(one.name, one.tile, one.turns) for one in pieces] or [("", id, 0) for id in plan.box.tiles]
    blocks: list[Block] = []
    for name, id, turns in laid:
        tile = plan.box.tiles.get(id)
        if tile is not None:
            blocks.append(_tile(name, tile, turns, words, paper))
    return PrintDocument(words(say("Board tiles")), title, "土", paper, blocks, frame=FRAME)


def cell_of(columns: int, rows: int, paper: Paper) -> float:
    """How wide a cell of a tile is on a paper, in millimetres."""
    wide = paper.width - (FRAME.left + FRAME.right) / MM
    high = paper.height - (FRAME.head + FRAME.foot) / MM - 16
    return min(CELL_MM, wide / columns, high / rows)


def _tile(name: str, tile: Tile, turns: int, words: Words, paper: Paper) -> Block:
    face = TileFace.of(tile)
    lying = face.turned(turns)
    cell = cell_of(lying.columns, lying.rows, paper)
    wide, high = lying.columns * cell * MM, lying.rows * cell * MM

    def draw(pen: QPainter, box: QRectF) -> None:
        picture = tile_pixmap(face, round(cell * DOTS), turns, PAPER, letters=True)
        place = QRectF(box.left() + (box.width() - wide) / 2, box.top(), wide, high)
        pen.drawPixmap(place, picture, QRectF(picture.rect()))

    heading = " · ".join(filter(None, (name, words(name_of(tile)))))
    size = words(say("A cell is {n} mm wide: print at 100%.", n=f"{cell:.0f}"))
    # higher than half a page, so that each has its own
    blocks = [HeadingBlock(heading, above=0, note=size), DrawingBlock(max(high, paper.height * MM * 0.5), draw)]
    return Beside([blocks], above=0)


# the packing list -----------------------------------------------------------------------------------------------------


def packing_list(plan: Plan, content: Content, title: str, words: Words, paper: Paper) -> PrintDocument:
    """What an evening needs, to be ticked off, and the board as it is laid."""
    lead = say("Take these things out of the box, tick them off, and lay the board as it is drawn.")

    def made(map_high: float) -> PrintDocument:
        blocks: list[Block] = [ParagraphBlock(words(lead))]
        scenario = plan.scenario
        tokens = list[Block]()
        if scenario is not None:
            record = content.find("chronicles_scenario", scenario.id)
            board = [HeadingBlock(words(say("The board")), level=2), *_board(plan, scenario, words)]
            drawn = [_map(record, content, map_high)] if record is not None else []
            blocks.append(Beside([board, drawn], [5, 7], gap=8 * MM))
            blocks += _numbers(plan, scenario, words)
            tokens += _tokens(plan, scenario, words)
        blocks.append(Beside([tokens, [*_heroes(plan, words), *_decks(plan, words)]], gap=8 * MM))
        return PrintDocument(words(say("Packing list")), title, "鬼", paper, blocks, frame=FRAME)

    return fitting(MAPS, made)


def _item(count: str, name: str, more: str = "") -> Block:
    return RowBlock(
        [Cell(boxes=1), Cell(count, "digits"), Cell(name, "strong"), Cell(more, "small")], (0.6, 0.8, 3.4, 3.6)
    )


def _map(record: Json, content: Content, high: float) -> Block:
    def draw(pen: QPainter, box: QRectF) -> None:
        picture = map_picture(record, content)
        size = picture.deviceIndependentSize()
        share = min(box.width() / size.width(), box.height() / size.height())
        place = QRectF(box.left(), box.top(), size.width() * share, size.height() * share)
        pen.drawPixmap(place, picture, QRectF(picture.rect()))

    return DrawingBlock(high, draw)


def _board(plan: Plan, scenario: Scenario, words: Words) -> Iterator[Block]:
    for piece in scenario.pieces:
        turned = words(say("turned {n} × 90°", n=piece.turns)) if piece.turns else ""
        yield _item(piece.name, words(say("{name}", name=plan.called(piece.tile))), turned)
    closed = sum(door.state == "closed" for door in scenario.doors)
    more = words(say("{count} of them closed", count=closed)) if closed else ""
    yield _item(str(len(scenario.doors)), words(say("Doors")), more)


def _numbers(plan: Plan, scenario: Scenario, words: Words) -> Iterator[Block]:
    """What depends on the number of heroes, a column each."""
    counts = plan.counts
    shares = (4.6, *(1.0 for _ in counts))
    yield HeadingBlock(words(say("By the number of heroes")), level=2)
    head = RowBlock([words(say("Heroes")), *map(str, counts)], shares, head=True)
    yield head
    rows = list[tuple[str, list[int]]]()
    sheets = Counter((one.sheet, one.heroes) for one in scenario.figures)
    for id in dict.fromkeys(one.sheet for one in scenario.figures):
        name = words(say("{name}", name=plan.called(id)))
        rows.append((name, [sum(n for (sheet, least), n in sheets.items() if sheet == id and least <= heroes)
                            for heroes in counts]))  # fmt: skip
    if scenario.investigation:
        suspects = [len(scenario.hosts) + n for n in counts]
        natures, surprises = len(plan.state.natures), 5
        rows += [
            (words(say("Host cards: suspects")), suspects),
            (words(say("Cards of the clue pile")), [n - 1 + natures - 1 + surprises for n in suspects]),
            (words(say("Event cards in the Oni’s hand")), list(counts)),
        ]
    rows.append((words(say("Activation tokens")), list(counts)))
    for name, numbers in rows:
        yield RowBlock([Cell(name, "strong"), *map(str, numbers)], shares, header=head)


def _tokens(plan: Plan, scenario: Scenario, words: Words) -> Iterator[Block]:
    sites = scenario.sites
    tokens = ((say("Scrolls"), sites.scroll), (say("Clues"), sites.clue), (say("Chests"), sites.chest),
              (say("Followers, face down"), sites.follower))  # fmt: skip
    yield HeadingBlock(words(say("Tokens")), level=2)
    for said, places in tokens:
        if places:
            yield _item(str(len(places)), words(said))
    hosts = ", ".join(words(say("{name}", name=plan.called(one.host))) for one in scenario.hosts)
    if hosts:
        yield _item(str(len(scenario.hosts)), words(say("Hosts of the scenario")), hosts)
    yield _item(str(CORRUPTION), words(say("Corruption tokens")), words(say("one of them red")))
    for said, number in DICE:
        yield _item(str(number), words(said))


def _heroes(plan: Plan, words: Words) -> Iterator[Block]:
    title = say("The heroes") if plan.known else say("The heroes, as many as play")
    yield HeadingBlock(words(title), level=2)
    for id in plan.heroes:
        hero = plan.box.heroes[id]
        base = ", ".join(words(say("{name}", name=plan.called(one))) for one in hero.base)
        cards = words(say("{count} action cards, initiative card, personal mission", count=len(plan.box.hand_of(id))))
        yield _item("1", words(name_of(hero)), " · ".join(filter(None, (cards, base))))


def _decks(plan: Plan, words: Words) -> Iterator[Block]:
    """How many cards each pile has, to see whether all are there before they are shuffled."""
    yield HeadingBlock(words(say("Piles")), level=2)
    box = plan.box
    found = [
        (words(KINDS[kind][0]), count)
        for kind, count in (
            ("chronicles_object", sum(one.copies for one in box.objects.values())),
            ("chronicles_wound", sum(one.copies for one in box.wounds.values())),
            ("chronicles_event", sum(one.copies for one in box.events.values())),
            ("chronicles_trial", sum(one.copies for one in box.trials.values())),
            ("chronicles_chapter", len(box.chapters)),
        )
    ]
    yield from [_item(str(count), name) for name, count in found if count]
