"""What an evening needs out of the box, and how the table is laid: for any number of players, or for one game."""

from __future__ import annotations

import math
from typing import Any

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from companion.model.core.contract import Content
from companion.model.core.session import Session
from companion.model.core.words import Name, Words, plural, say
from companion.model.games.sake.box import records
from companion.model.games.sake.box.deck import Deck
from companion.model.games.sake.insight.rules_summary import STEPS
from companion.model.games.sake.state.state import CUBES, HAND, LETTERS, State, counters
from companion.ui.games.sake.drawing.pieces import paint_cube, paint_mask, paint_masu
from companion.ui.kit.paper.blocks import Beside, Cell, DrawingBlock, HeadingBlock, ParagraphBlock, RowBlock
from companion.ui.kit.paper.document import HAIR, MM, Block, PrintDocument, Text, TextRun, colour
from companion.ui.kit.paper.sheets import Paper
from companion.ui.kit.theme.palette import PAPER

PLAYERS = range(3, 9)
MAP = 96 * MM


def packing_list(
    content: Content, session: Session[Any] | None, title: str, words: Words, paper: Paper
) -> PrintDocument:
    """The list; without a game for three to eight players of the house's deck."""
    state: State | None = session.state_at(0) if session is not None else None
    deck = state.table.deck if state is not None else records.deck(content, records.HOUSE_DECK)
    lead = say("Take these things out of the box, tick them off, and lay the table as it is drawn.")
    blocks: list[Block] = [ParagraphBlock(words(lead))]
    if state is None:
        blocks += _for_any(words)
    else:
        blocks += [Beside([_for_game(state, words), [_map(state, words)]], [5, 6], gap=8 * MM)]
    blocks += _cards(deck, words)
    return PrintDocument(words(say("Packing list")), title, "花", paper, blocks)


def _item(count: str, name: str, more: str = "") -> Block:
    return RowBlock(
        [Cell(boxes=1), Cell(count, "digits"), Cell(name, "strong"), Cell(more, "small")], (0.6, 1, 4.6, 3.6)
    )


def _for_any(words: Words) -> list[Block]:
    shares = (4.6, *(1.0 for _ in PLAYERS))
    head = RowBlock([words(say("Players")), *map(str, PLAYERS)], shares, head=True)
    rows = (
        (say("Samurai sheets"), [str(n) for n in PLAYERS]),
        (say("Katana cards"), [str(n) for n in PLAYERS]),
        (say("Sake in the Masu"), [str(counters(n)) for n in PLAYERS]),
        (say("Step cubes between the players"), [str(min(CUBES, STEPS * n)) for n in PLAYERS]),
        (say("Cards in all hands"), [str(HAND * n) for n in PLAYERS]),
    )
    made = [RowBlock([Cell(words(what), "strong"), *cells], shares, header=head) for what, cells in rows]
    life = say("Each takes as many life cards from the deck, unseen, as the own sheet says.")
    return [
        HeadingBlock(words(say("By the number of players")), level=2),
        head,
        *made,
        ParagraphBlock(words(life), "small"),
    ]


def _for_game(state: State, words: Words) -> list[Block]:
    table, count = state.table, state.count
    found: list[Block] = [HeadingBlock(words(say("On the table")), level=2)]
    found.append(_item(str(counters(count)), words(say("Sake in the Masu"))))
    found.append(_item(str(min(CUBES, STEPS * count)), words(say("Step cubes between the players"))))
    found.append(_item(str(count), words(say("Katana cards"))))
    if table.location is not None:
        found.append(_item("1", words(say("Location")), words(Name.of(dict(table.location.names)))))
    found.append(HeadingBlock(words(say("Players")), level=2))
    for n, sheet in enumerate(table.sheets):
        name = sheet.name if sheet is not None else words(say("no sheet"))
        life = words(plural("{count} life card", "{count} life cards", count=sheet.life)) if sheet is not None else ""
        more = " · ".join(part for part in (name if table.names[n] else "", life) if part)
        found.append(_item(LETTERS[n], table.names[n] or name, more))
    return found


def _map(state: State, words: Words) -> Block:
    """Who sits where, with the steps between neighbours and the Masu in the middle."""

    def draw(pen: QPainter, box: QRectF) -> None:
        side = min(box.width(), box.height())
        centre = QPointF(box.left() + box.width() / 2, box.top() + box.height() / 2)
        masu, size = side * 0.26, side * (0.17 if state.count <= 5 else 0.13)
        paint_masu(pen, QRectF(centre.x() - masu / 2, centre.y() - masu / 2, masu, masu), counters(state.count), PAPER)
        pen.setPen(QPen(colour("hairline"), HAIR * 2))
        pen.setBrush(Qt.BrushStyle.NoBrush)
        pen.drawEllipse(centre, side * 0.36, side * 0.36)
        steps = state.count * STEPS
        for k in range(steps):
            angle = math.tau * (0.25 + (k + 0.5) / steps)
            at = centre + QPointF(math.cos(angle), math.sin(angle)) * side * 0.36
            paint_cube(pen, at, side * 0.026, PAPER)
        for n, sheet in enumerate(state.table.sheets):
            angle = math.tau * (0.25 + n / state.count)
            at = centre + QPointF(math.cos(angle), math.sin(angle)) * side * 0.36
            face = QRectF(at.x() - size / 2, at.y() - size / 2, size, size)
            paint_mask(pen, face, "" if sheet is None else sheet.id, PAPER)
            name = f"{LETTERS[n]} {state.table.names[n]}".strip()
            text = Text([TextRun(name, "label")], size * 2, align="centre")
            text.draw(pen, at.x() - size, face.bottom() + 0.4 * MM)

    return DrawingBlock(MAP, draw)


def _cards(deck: Deck, words: Words) -> list[Block]:
    """The deck, by what its cards are: to see whether all are there before they are shuffled."""
    counts = [(words(Name.of(dict(kind.names))), deck.type[: len(deck)].count(n)) for n, kind in enumerate(deck.types)]
    found = [(name, count) for name, count in counts if count]
    if not found:
        return []
    total = sum(count for _, count in found)
    third = -(-len(found) // 3)
    columns = [
        [RowBlock([Cell(boxes=1), Cell(str(count), "digits"), Cell(name)], (0.7, 0.8, 4.4)) for name, count in part]
        for part in (found[n : n + third] for n in range(0, len(found), third))
    ]
    return [HeadingBlock(words(say("The deck: {count} cards", count=total))), Beside(columns, gap=7 * MM)]
