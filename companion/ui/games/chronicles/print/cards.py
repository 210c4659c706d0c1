"""The cards of a box as they are printed, one for each copy; and its tokens, to be cut out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen

from companion.model.core.contract import Content, Json
from companion.model.core.words import Message, Name, Words, say
from companion.ui.games.chronicles.board.tile_painter import GREEN, VIOLET
from companion.ui.games.chronicles.oni.marks import paint_mark
from companion.ui.games.chronicles.workshop.card_face import HIGH, WIDE, paint_card
from companion.ui.games.chronicles.workshop.scenario_painter import SIGNS
from companion.ui.kit.paper.sheets import CardSize, PrintCard
from companion.ui.kit.theme import fonts, icons, ink
from companion.ui.kit.theme.palette import PAPER, Role

from .plan import Plan, name_of

BRUSH = "筆"
KINDS: Mapping[str, tuple[Message, str, str]] = {
    "chronicles_action": (say("Action cards"), "hero", "vigilant"),
    "chronicles_wound": (say("Wounds"), "wound", "shaken"),
    "chronicles_object": (say("Objects"), "right", "earth"),
    "chronicles_event": (say("Event cards"), "demon", "stone_black"),
    "chronicles_trial": (say("Trial cards"), "creature", "stone_black"),
    "chronicles_host": (say("Hosts"), "mental", "gold"),
    "chronicles_nature": (say("Natures"), "mental", "vermilion"),
    "chronicles_surprise": (say("Surprises"), "mental", "air"),
    "chronicles_follower": (say("Followers"), "follower", "vigilant"),
    "chronicles_kami": (say("Kami"), "kami", "water"),
    "chronicles_personal_mission": (say("Personal missions"), "mission", "vigilant"),
    "chronicles_chapter": (say("Chapters"), BRUSH, "faded"),
}
"""Title, the sign on the back, and its colour. Clue cards, which are drawn from one pile, have one back."""
CLUES = ("chronicles_host", "chronicles_nature", "chronicles_surprise")
EDGE = 18.0
"""White that printers and scissors may take, in pixels of a card (`pdf_writer.PX_PER_MM`)."""


def box_cards(content: Content, kind: str, words: Words) -> Iterator[PrintCard]:
    """The cards of one kind, or of all of them, in the packs' order."""
    for one in KINDS if not kind else (kind,):
        for id, record in content.every(one):
            if isinstance(record, dict):
                names = record.get("names")
                name = words(Name.of(names)) if isinstance(names, dict) else id
                back = "chronicles_surprise" if one in CLUES else one
                copies, alone = record.get("copies", 1), {k: v for k, v in record.items() if k != "copies"}
                card = PrintCard(
                    one, id, name, "",
                    partial(_paint_front, kind=one, record=alone, content=content, words=words),
                    partial(_paint_back, kind=back, words=words),
                )  # fmt: skip
                yield from [card] * (copies if isinstance(copies, int) else 1)


def _paint_front(pen: QPainter, size: QSize, kind: str, record: Json, content: Content, words: Words) -> None:
    room = QRectF(EDGE, EDGE, size.width() - 2 * EDGE, size.height() - 2 * EDGE)
    pen.setBrush(PAPER.color("surface"))
    pen.setPen(QPen(PAPER.color(_role(kind), 0.9), 3))
    pen.drawRoundedRect(room, 9, 9)
    share = min(room.width() / WIDE, room.height() / HIGH)
    face = QRectF(0, 0, WIDE * share, HIGH * share)
    face.moveCenter(room.center())
    paint_card(pen, face, kind, record, content, PAPER, words, sheet=False)


def _role(kind: str) -> Role:
    return KINDS[kind][2]  # type: ignore[return-value]


def _paint_back(pen: QPainter, size: QSize, kind: str, words: Words) -> None:
    """A sign on its colour, with what it is below."""
    room = QRectF(EDGE, EDGE, size.width() - 2 * EDGE, size.height() - 2 * EDGE)
    pen.setPen(Qt.PenStyle.NoPen)
    pen.setBrush(PAPER.mix(_role(kind), "stone_black", 0.1))
    pen.drawRoundedRect(room, 9, 9)
    side, sign = room.width() * 0.5, KINDS[kind][1]
    place = QRectF(room.center().x() - side / 2, room.top() + room.height() * 0.4 - side / 2, side, side)
    if sign == BRUSH:
        font = fonts.font("display")
        font.setPixelSize(round(side))
        ink.write(pen, place, sign, font, PAPER.color("bone"), Qt.AlignmentFlag.AlignCenter)
    else:
        paint_mark(pen, place, sign, PAPER.color("bone"))
    low = QRectF(room.left(), room.bottom() - room.height() * 0.22, room.width(), room.height() * 0.14)
    title = words(say("Clue cards") if kind == "chronicles_surprise" else KINDS[kind][0])
    small = fonts.fitted("name", title, low.width() - 10, 1.0)
    ink.write(pen, low, title, small, PAPER.color("bone"), Qt.AlignmentFlag.AlignCenter)


# tokens ---------------------------------------------------------------------------------------------------------------

TOKEN = CardSize("token", say("24 × 24 mm"), 24.0, 24.0)
PARTS: Mapping[str, Message] = {
    "figures": say("Figures"), "investigation": say("Investigation"), "counters": say("Counters"),
}  # fmt: skip
COUNTERS: tuple[tuple[Message, str, Role, int], ...] = (
    (say("Corruption"), "corruption", "stone_black", 3), (say("Corruption (red)"), "corruption", "vermilion", 1),
    (say("Activation"), "acted", "faded", 4), (say("Time marker"), "end", "ink", 1),
    (say("Guard upgrade"), "guard", "earth", 4), (say("Creature upgrade"), "creature", "earth", 3),
    (say("Bleeding"), "bleeding", "shaken", 4), (say("Poisoned"), "poisoned", "air", 4),
    (say("Stunned"), "stunned", "gold", 4), (say("Maimed"), "maimed", "faded", 4),
    (say("Mission"), "mission", "vigilant", 4), (say("Alert"), "lantern", "vermilion", 1),
)  # fmt: skip
"""What is on it, its sign and colour, how many there are (CMP-1)."""
MINUS, DAMAGE = 16, 28
TYPES: Mapping[str, Message] = {
    "scroll": say("Scroll (token)"),
    "clue": say("Clue (token)"),
    "chest": say("Chest (token)"),
}


def tokens(plan: Plan, part: str, words: Words) -> Iterator[PrintCard]:
    """The tokens of a part, or of all of them."""
    if part in ("", "figures"):
        yield from _figures(plan, words)
    if part in ("", "investigation"):
        yield from _investigation(plan, words)
    if part in ("", "counters"):
        for name, sign, role, count in COUNTERS:
            draw = partial(_paint_token, sign=sign, role=role, text=words(name))
            yield from [PrintCard("token", sign, words(name), "", draw, draw)] * count
        for text, count in (("−1", MINUS), ("1", DAMAGE)):
            draw = partial(_paint_token, sign="", role="shaken" if text == "1" else "ink", large=text)
            yield from [PrintCard("token", text, text, "", draw, draw)] * count


def _figures(plan: Plan, words: Words) -> Iterator[PrintCard]:
    """Heroes, followers and Kami are round, the Oni's camp has eight sides, as on the board."""
    box = plan.box
    for id in plan.heroes:
        yield _figure(id, words(name_of(box.heroes[id])), "vigilant", box.heroes[id].class_)
    for id, follower in box.followers.items():
        yield _figure(id, words(name_of(follower)), "vigilant", "follower")
    for id, kami in box.kami.items():
        yield _figure(id, words(name_of(kami)), "water", "kami")
    for id in plan.sheets:
        sheet = box.sheets[id]
        for n in range(1, sheet.figures + 1):
            name = words(name_of(sheet))
            said = f"{name} {n}" if sheet.figures > 1 else name
            draw = partial(_paint_base, guard=sheet.group == "guard", text=said, letters=name[:2])
            yield PrintCard("figure", f"{id}-{n}", said, "", draw, draw)


def _figure(id: str, name: str, role: Role, sign: str) -> PrintCard:
    draw = partial(_paint_token, sign=sign, role=role, text=name)
    return PrintCard("figure", id, name, "", draw, draw)


def _investigation(plan: Plan, words: Words) -> Iterator[PrintCard]:
    """INV-1, OBJ-8: difficulty above, cards below; the back as it is turned."""
    for id, token in plan.box.tokens.items():
        named = say("{name}", name=plan.called(token.host)) if token.host else TYPES[token.type]
        name = words(named)
        role: Role = {"host": "water", "scroll": "gold", "clue": "air", "chest": "fire"}[token.type]  # type: ignore[assignment]
        faces = []
        for face in (token.front, token.back):
            numbers = "" if face is None else f"{face.difficulty} · {face.cards}" if not face.keep else f"= {face.keep}"
            faces.append(partial(_paint_token, sign=SIGNS[token.type], role=role, text=name, numbers=numbers))
        yield from [PrintCard("token", id, name, "", faces[0], faces[1])] * token.copies


def _paint_token(
    pen: QPainter, size: QSize, sign: str, role: Role, text: str = "", numbers: str = "", large: str = ""
) -> None:
    """A disc with a sign, or with something large, and its words below."""
    side = float(size.width())
    disc = QRectF(side * 0.05, side * 0.05, side * 0.9, side * 0.9)
    pen.setBrush(PAPER.color(role))
    pen.setPen(Qt.PenStyle.NoPen)
    pen.drawEllipse(disc)
    light = PAPER.color("bone")
    if large:
        _write(pen, disc, large, side * 0.5, light)
        return
    mark = side * (0.27 if numbers else 0.42)
    place = QRectF(side / 2 - mark / 2, side * 0.11, mark, mark)
    if sign in SIGNS.values():
        icons.paint(pen, sign, light, place)
    else:
        paint_mark(pen, place, sign, light)
    y = place.bottom() + side * 0.02
    if numbers:
        _write(pen, QRectF(0, y, side, side * 0.2), numbers, side * 0.2, light)
        y += side * 0.21
    _words(pen, QRectF(side * 0.17, y, side * 0.66, side * (0.22 if numbers else 0.26)), text)


def _paint_base(pen: QPainter, size: QSize, guard: bool, text: str, letters: str) -> None:
    """An eight-sided base in the colour of its reinforcement spaces."""
    side = float(size.width())
    radius, cut, middle = side * 0.45, side * 0.19, side / 2
    corners = ((-radius, -cut), (-cut, -radius), (cut, -radius), (radius, -cut), (radius, cut), (cut, radius),
               (-cut, radius), (-radius, cut))  # fmt: skip
    pen.setPen(Qt.PenStyle.NoPen)
    pen.setBrush(QColor((VIOLET if guard else GREEN)[0]))
    pen.drawPolygon([QPointF(middle + x, middle + y) for x, y in corners])
    _write(pen, QRectF(0, side * 0.12, side, side * 0.4), letters, side * 0.36, PAPER.color("bone"))
    _words(pen, QRectF(side * 0.14, side * 0.54, side * 0.72, side * 0.3), text)


def _write(pen: QPainter, room: QRectF, text: str, pixels: float, colour: QColor) -> None:
    font = fonts.font("strong")
    font.setPixelSize(max(6, round(pixels)))
    ink.write(pen, room, text, font, colour, Qt.AlignmentFlag.AlignCenter)


def _words(pen: QPainter, room: QRectF, text: str) -> None:
    """On two lines at most, as large as they fit."""
    words = text.split(" ")
    lines = [text] if len(text) < 10 or len(words) < 2 else [" ".join(words[: -(-len(words) // 2)]),
                                                            " ".join(words[-(-len(words) // 2) :])]  # fmt: skip
    high = room.height() / 2
    for n, line in enumerate(lines):
        font = fonts.font("strong")
        font.setPixelSize(max(6, round(high * 0.84)))
        metrics = QFontMetricsF(font)
        wide = metrics.horizontalAdvance(line)
        if wide > room.width():
            font.setPixelSize(max(5, int(high * 0.84 * room.width() / wide)))
        place = QRectF(room.left(), room.top() + n * high, room.width(), high)
        ink.write(pen, place, line, font, PAPER.color("bone"), Qt.AlignmentFlag.AlignCenter)
