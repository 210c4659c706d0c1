"""The cards that can be printed, and where they lie on sheets: millimetres from the upper left corner as read. No Qt.

Cards touch, so that one cut parts two of them. A back lies where its front lies once the sheet has been turned over:
the geometry of both pages is mirrored about the middle of the page, never typed twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, Literal, TypeAlias, TypeVar, get_args

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter

from companion.model.core.contract import Content
from companion.model.core.refusal import InvalidInput
from companion.model.core.words import N_, Message, say
from companion.model.games.asagiri.skills import skill_use
from companion.model.games.asagiri.state import card_factory, cards
from companion.model.games.asagiri.state.formatting import zeni
from companion.model.games.asagiri.state.scenarios import Scenario
from companion.model.games.asagiri.state.state import State
from companion.model.games.asagiri.state.table import HONOUR_NAMES
from companion.model.games.asagiri.state.vocabulary import FigureId, figure_range
from companion.ui.games.asagiri.cards import parts, portrait, profile
from companion.ui.games.asagiri.cards.card import face_of_scenario, paint_scenario_back, paint_scenario_card
from companion.ui.games.asagiri.cards.face import (
    FRESH,
    CardFace,
    CardStatus,
    Say,
    face_of_card,
    face_of_character,
    status_of,
)
from companion.ui.kit.theme import fonts, icons
from companion.ui.kit.theme.palette import PAPER

Kind: TypeAlias = Literal["character", "equipment", "kami", "scenario"]
KINDS: tuple[Kind, ...] = get_args(Kind)
Key: TypeAlias = tuple[Kind, str]
"""Kind and id of a card."""
KAMI_WORDS = {
    "fire": N_("Kami of fire"),
    "water": N_("Kami of water"),
    "air": N_("Kami of air"),
    "earth": N_("Kami of earth"),
}
Draw: TypeAlias = Callable[[QPainter, QSize], None]


@dataclass(frozen=True, slots=True)
class PrintCard:
    """A card and how its two sides are painted."""

    kind: Kind
    id: str
    name: str
    words: str
    """What tells it from others of its name."""
    front: Draw
    back: Draw

    @property
    def key(self) -> Key:
        """Kind and id."""
        return self.kind, self.id


def card(content: Content, kind: Kind, id: str, tell: Say) -> PrintCard:
    """A card of the packs; raises InvalidInput when it cannot be read."""
    return _MAKE[kind](content, id, tell)


def _character(content: Content, id: str, tell: Say) -> PrintCard:
    face = face_of_card(cards.character(content, id), content, tell)

    def side(condition: Literal["vigilant", "shaken"]) -> Draw:
        status = CardStatus(condition)
        return lambda pen, size: portrait.paint(pen, size, face, status, PAPER, 1.0, tray=False, flat=True)

    words = tell(zeni(face.zeni))
    return PrintCard("character", id, face.name, words, side("vigilant"), side("shaken"))


def _equipment(content: Content, id: str, tell: Say) -> PrintCard:
    face = profile.face_of_gear(cards.equipment(content, id), content, tell)
    return PrintCard(
        "equipment",
        id,
        face.name,
        tell(zeni(face.zeni)),
        lambda pen, size: profile.paint(pen, size, face, PAPER, flat=True),
        lambda pen, size: profile.paint_back(pen, size, face, PAPER, flat=True),
    )


def _kami(content: Content, id: str, tell: Say) -> PrintCard:
    """A Kami: its other form is on the back (KAR-3)."""
    celestial = cards.kami(content, id)
    others = (other for other in _kami_ids(content, "corrupted", celestial.element) if _pack(other) == _pack(id))
    sides = [face_of_character(card_factory.kami(id, content, one), tell, content) for one in (id, *others)][:2]

    def side(face: CardFace) -> Draw:
        return lambda pen, size: portrait.paint(pen, size, face, FRESH, PAPER, 1.0, tray=False, flat=True)

    front, back = side(sides[0]), side(sides[-1])
    return PrintCard("kami", id, tell(Message(KAMI_WORDS[celestial.element])), "", front, back)


def _kami_ids(content: Content, form: str, element: str = "") -> list[str]:
    """The cards of Kami in a form, of an element or any."""
    found = []
    for id, _ in content.every("kami"):
        try:
            one = cards.kami(content, id)
        except InvalidInput:
            continue  # told by the workshop
        if one.form == form and element in ("", one.element):
            found.append(id)
    return found


def _pack(id: str) -> str:
    return id.partition(":")[0]


def _scenario(content: Content, id: str, tell: Say) -> PrintCard:
    face = face_of_scenario(cards.record(content, "scenario", Scenario, id), tell)
    return PrintCard(
        "scenario",
        id,
        face.name,
        "",
        lambda pen, size: paint_scenario_card(pen, size, face, PAPER, flat=True),
        lambda pen, size: paint_scenario_back(pen, size, face, PAPER, flat=True),
    )


_MAKE: dict[Kind, Callable[[Content, str, Say], PrintCard]] = {
    "character": _character,
    "equipment": _equipment,
    "kami": _kami,
    "scenario": _scenario,
}


def every_card(content: Content, tell: Say) -> Iterator[PrintCard]:
    """All cards of the packs that can be read, kind by kind, by name. Of a Kami's two sides one is named."""
    for kind in KINDS:
        ids = _kami_ids(content, "celestial") if kind == "kami" else [id for id, _ in content.every(kind)]
        found = []
        for id in ids:
            try:
                found.append(card(content, kind, id, tell))
            except InvalidInput:
                continue  # a card with faults: the workshop tells which
        yield from sorted(found, key=lambda made: (made.name.casefold(), made.id))


def cards_in_play(state: State, content: Content, tell: Say) -> tuple[PrintCard, ...]:
    """Every figure of the game, band A first, those out of the game last of theirs."""
    characters = state.table.characters
    order = sorted(
        figure_range(len(characters)), key=lambda n: (characters[n].band, state.figures[n].state == "disabled", n)
    )
    return tuple(_card(state, who, content, tell) for who in order)


def _card(state: State, who: FigureId, content: Content, tell: Say) -> PrintCard:
    character, figure = state.table.characters[who], state.figures[who]
    face = face_of_character(character, tell, content, state.table.called[who])
    status = status_of(figure)
    honour = state.honour(who)
    marks = [("honour", tell(HONOUR_NAMES[honour]))] if honour is not None else []
    marks += [("flag", tell(skill_use.token_words(token))) for token in skill_use.borne(state, who)]
    other = CardStatus("shaken" if figure.state == "vigilant" else "vigilant")
    return PrintCard(
        "character",
        f"{who}",
        face.name,
        tell(zeni(face.zeni)),
        _side(face, status, marks, tray=True),
        _side(face, other),
    )


def _side(
    face: CardFace, status: CardStatus, marks: list[tuple[str, str]] | None = None, *, tray: bool = False
) -> Draw:
    """A side of a card; what lies on it stands below its skills."""
    lines = marks or []
    high = 15.0

    def draw(pen: QPainter, size: QSize) -> None:
        room = len(lines) * high
        portrait.paint(pen, size, face, status, PAPER, 1.0, tray=tray, flat=True, room=room)
        words = portrait.places(size, face, status, tray=tray, flat=True, room=room).words
        for n, (sign, text) in enumerate(lines):
            y = words.bottom() - room + n * high
            icons.paint(pen, sign, PAPER.color("gold"), QRectF(words.left(), y + 1, high - 2, high - 2))
            line = QRectF(words.left() + high + 3, y, words.width() - high - 3, high)
            parts.draw_line(pen, line, text, fonts.fitted("small", text, line.width(), 1.0, 0.6), PAPER.color("ink"))

    return draw


T = TypeVar("T")

Turn: TypeAlias = Literal["long", "short", "fold", "none"]
"""Where backs go: on the reverse, the sheet turned on its long or short edge; beside their fronts, to be folded and
glued; nowhere.
"""
LEAST_MARGIN = 7.0
"""Most printers leave 4 to 5 mm of a page white; the marks need the rest."""
MARK = 4.0
"""Length of a cutting mark, at most."""
MARK_GAP = 1.2
"""Between a cutting mark and the cards."""


@dataclass(frozen=True, slots=True)
class Paper:
    """A sheet, upright."""

    id: str
    title: Message
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class CardSize:
    """A format of cards."""

    id: str
    title: Message
    width: float
    height: float


POINT = 25.4 / 72
"""A point in millimetres. Pages of a PDF are whole points: A4 is 0.1 mm narrower than its name says, and backs must be
mirrored about the middle of the page as it is written.
"""

PAPERS = (
    Paper("a4", say("A4"), 595 * POINT, 842 * POINT),
    Paper("letter", say("Letter"), 612 * POINT, 792 * POINT),
)
SIZES = (
    CardSize("poker", say("Poker, 63 × 88 mm"), 63.0, 88.0),
    CardSize("bridge", say("Bridge, 57 × 89 mm"), 57.0, 89.0),
    CardSize("tarot", say("Tarot, 70 × 120 mm"), 70.0, 120.0),
    CardSize("large", say("Large, 88 × 126 mm"), 88.0, 126.0),
    CardSize("small", say("Small, 44 × 63 mm"), 44.0, 63.0),
)


@dataclass(frozen=True, slots=True)
class PageRectangle:
    """A rectangle on a page."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """Its right edge."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """Its lower edge."""
        return self.y + self.height


@dataclass(frozen=True, slots=True)
class CutLine:
    """A cutting mark, or (`fold`) where to fold."""

    x1: float
    y1: float
    x2: float
    y2: float
    fold: bool = False


@dataclass(frozen=True, slots=True)
class Layout:
    """How cards of a format lie on a sheet: `columns` × `rows` places; for folding, a place holds front and back."""

    width: float
    height: float
    size: CardSize
    turn: Turn
    columns: int
    rows: int

    @property
    def count(self) -> int:
        """Cards to a page."""
        return self.columns * self.rows

    @property
    def lying(self) -> bool:
        """Whether the page is wider than high."""
        return self.width > self.height

    @property
    def block(self) -> PageRectangle:
        """All places together, in the middle of the page."""
        wide, high = self.columns * self._pitch, self.rows * self.size.height
        return PageRectangle((self.width - wide) / 2, (self.height - high) / 2, wide, high)

    @property
    def _pitch(self) -> float:
        return self.size.width * (2 if self.turn == "fold" else 1)

    def front(self, n: int) -> PageRectangle:
        """Place `n` on the page of the fronts, row by row from the upper left."""
        row, column = divmod(n, self.columns)
        block = self.block
        return PageRectangle(
            block.x + column * self._pitch, block.y + row * self.size.height, self.size.width, self.size.height
        )

    @property
    def upside_down(self) -> bool:
        """Whether backs stand on their heads on their page: the sheet is turned over head first."""
        return (self.turn == "short") != self.lying if self.turn in ("long", "short") else False

    def back(self, n: int) -> PageRectangle:
        """Where the back of place `n` lies: on the page of the backs, or beside the front, to be folded over."""
        front = self.front(n)
        if self.turn == "fold":
            return PageRectangle(front.right, front.y, front.width, front.height)
        if self.upside_down:
            return PageRectangle(front.x, self.height - front.bottom, front.width, front.height)
        return PageRectangle(self.width - front.right, front.y, front.width, front.height)

    def marks(self) -> Iterator[CutLine]:
        """Cutting marks around the block, at each edge of a card; for folding, dashes where front and back meet."""
        block = self.block
        for n in range(self.columns + 1):
            x = block.x + n * self._pitch
            yield from self._upright(x)
        for n in range(self.rows + 1):
            y = block.y + n * self.size.height
            length = min(MARK, block.x - MARK_GAP - 0.5)
            yield CutLine(block.x - MARK_GAP - length, y, block.x - MARK_GAP, y)
            yield CutLine(block.right + MARK_GAP, y, block.right + MARK_GAP + length, y)
        if self.turn == "fold":
            for n in range(self.columns):
                yield from self._upright(block.x + (n + 0.5) * self._pitch, fold=True)

    def _upright(self, x: float, *, fold: bool = False) -> Iterator[CutLine]:
        block = self.block
        length = min(MARK, block.y - MARK_GAP - 0.5)
        yield CutLine(x, block.y - MARK_GAP - length, x, block.y - MARK_GAP, fold)
        yield CutLine(x, block.bottom + MARK_GAP, x, block.bottom + MARK_GAP + length, fold)


def layout(paper: Paper, size: CardSize, turn: Turn) -> Layout:
    """As many cards as fit on a sheet, upright or lying; upright when both take as many."""
    ways = []
    for width, height in ((paper.width, paper.height), (paper.height, paper.width)):
        pitch = size.width * (2 if turn == "fold" else 1)
        columns = int((width - 2 * LEAST_MARGIN) / pitch + 1e-9)
        rows = int((height - 2 * LEAST_MARGIN) / size.height + 1e-9)
        ways.append(Layout(width, height, size, turn, columns, rows))
    return max(ways, key=lambda way: way.count)


@dataclass(frozen=True, slots=True)
class SheetSide(Generic[T]):
    """One side of a sheet: what lies where. `turned`: it stands on its head."""

    fronts: tuple[tuple[PageRectangle, T], ...] = ()
    backs: tuple[tuple[PageRectangle, T], ...] = ()
    turned: bool = False

    @property
    def reverse(self) -> bool:
        """Whether it is the other side of the page before."""
        return not self.fronts


def pages(cards: Sequence[T], how: Layout) -> list[SheetSide[T]]:
    """All pages in the order in which they are printed: fronts, then their backs, sheet by sheet."""
    made: list[SheetSide[T]] = []
    for begin in range(0, len(cards), max(1, how.count)):
        some = cards[begin : begin + how.count]
        fronts = tuple((how.front(n), card) for n, card in enumerate(some))
        backs = tuple((how.back(n), card) for n, card in enumerate(some))
        if how.turn == "none":
            made.append(SheetSide(fronts))
        elif how.turn == "fold":
            made.append(SheetSide(fronts, backs))
        else:
            made += [SheetSide(fronts), SheetSide((), backs, how.upside_down)]
    return made
