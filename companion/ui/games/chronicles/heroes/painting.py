"""How the parts of a hero's sheet look."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen

from companion.ui.games.chronicles.heroes.emblems import EMBLEMS
from companion.ui.kit.theme import fonts, ink
from companion.ui.kit.theme.palette import Theme

CENTRED = Qt.AlignmentFlag.AlignCenter
WHOLE = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextDontClip
"""A line that is a little higher than its room is not cut."""
SMALL = 0.84
"""Of the font `small`: the least that is written on a sheet."""


def emblem(pen: QPainter, room: QRectF, name: str, colour: QColor, side: float) -> None:
    """Paint a drawing of a side in pixels into the middle of a room."""
    EMBLEMS.paint(pen, QRectF(room.center().x() - side / 2, room.center().y() - side / 2, side, side), name, colour)


def disc_emblem(pen: QPainter, room: QRectF, name: str, ground: QColor, colour: QColor) -> None:
    """A drawing on a round seal."""
    radius = min(room.width(), room.height()) / 2
    ink.fill(pen, ink.rough_disc(room.center(), radius, name), ground)
    emblem(pen, room, name, colour, radius * 1.42)


def paint_text(pen: QPainter, room: QRectF, text: str, colour: QColor, *, middle: bool = False) -> None:
    """A text in as many lines as there is room for, smaller where that helps; whatever is left ends in dots."""
    for scale in (1.0, 0.92, SMALL, 0.78):
        font = fonts.font("small", scale)
        metrics = QFontMetricsF(font)
        step = metrics.lineSpacing() * 0.96
        lines = fonts.wrapped(text, metrics, room.width(), max(1, int((room.height() + 1) / step)))
        if " ".join(lines) == text:
            break
    top = room.top() + ((room.height() - step * len(lines)) / 2 if middle else 0)
    for one in lines:
        ink.write(pen, QRectF(room.left(), top, room.width(), step), one, font, colour)
        top += step


def paint_stat(
    pen: QPainter, theme: Theme, room: QRectF, label: str, value: int, action: int, printed: int, unsure: bool
) -> None:
    """A number of the turn, what is printed beside it where that differs, and its action dice in a red die."""
    word = QRectF(room.left(), room.bottom() - fonts.px(13), room.width(), fonts.px(13))
    top = QRectF(room.left(), room.top(), room.width(), room.height() - word.height())
    ink.write(pen, word, label, fonts.fitted("small", label, room.width(), SMALL, 0.7), theme.color("faded"), CENTRED)
    font = fonts.font("numeral")
    font.setPixelSize(max(12, round(top.height() * 1.02)))
    wide = QFontMetricsF(font).horizontalAdvance(str(value))
    changed = value != printed
    side = fonts.px(17) if action else 0.0
    beside = fonts.font("digits", 0.78)
    tail = QFontMetricsF(beside).horizontalAdvance(str(printed)) + fonts.px(4) if changed else 0.0
    left = top.center().x() - (wide + (side + fonts.px(3) if action else 0) + tail) / 2
    colour = theme.color("ink") if value >= printed else theme.color("shaken")
    ink.write(pen, QRectF(left, top.top(), wide + 2, top.height()), str(value), font, colour)
    left += wide
    if changed:
        old = QRectF(left + fonts.px(3), top.top(), tail, top.height() - fonts.px(2))
        ink.write(pen, old, str(printed), beside, theme.color("faded"),
                  Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignBottom)  # fmt: skip
        left += tail
    if action:
        die = QRectF(left + fonts.px(3), top.center().y() - side / 2, side, side)
        ink.fill(pen, ink.rough_rect(die, "die", 0.6, 12), theme.color("fire"))
        ink.write(pen, die, str(action), fonts.font("strong", 0.86), theme.color("on_element"), CENTRED)
    if unsure:
        mark = QRectF(room.right() - fonts.px(12), room.top() - 1, fonts.px(12), fonts.px(13))
        ink.write(pen, mark, "?", fonts.font("strong", 0.86), theme.color("vermilion"), CENTRED)


def paint_health(pen: QPainter, theme: Theme, room: QRectF, damage: int, health: int, wounds: int, out: int) -> None:
    """Notches against Health, and below them the strokes of wounds."""
    half = room.height() / 2
    slots = max(health, damage)
    step = min(fonts.px(11), room.width() / max(1, slots))
    left = room.center().x() - step * slots / 2
    full = damage >= health
    for n in range(slots):
        x = left + step * (n + 0.5)
        notch = QRectF(x - step * 0.3, room.top() + half * 0.1, step * 0.6, half * 0.74)
        shape = ink.rough_rect(notch, f"notch{n}", 0.5, 8)
        if n < damage:
            ink.fill(pen, shape, theme.color("vermilion" if full else "ink"))
        else:
            ink.outline(pen, shape, theme.color("faded"), 1)
    if full:
        y = room.top() + half * 0.96
        way = ink.line((left, y), (room.center().x(), y + 0.8), (left + step * slots, y))
        ink.fill(pen, ink.brush_stroke(way, fonts.px(2.6), 5, rough=0.1), theme.color("vermilion"))
    gap = min(fonts.px(18), room.width() / out)
    left = room.center().x() - gap * out / 2
    for n in range(out):
        x, top, bottom = left + gap * (n + 0.5), room.top() + half * 1.16, room.bottom() - half * 0.06
        if n < wounds:
            stroke = ink.line((x + gap * 0.26, top), (x, (top + bottom) / 2), (x - gap * 0.28, bottom))
            ink.fill(pen, ink.brush_stroke(stroke, fonts.px(4.6), n, rough=0.12), theme.color("shaken"))
        else:
            dot = ink.rough_disc(QPointF(x, (top + bottom) / 2), fonts.px(2), f"none{n}")
            ink.outline(pen, dot, theme.color("faded"), 1)


def paint_statuses(pen: QPainter, theme: Theme, room: QRectF, statuses: Sequence[tuple[str, bool]]) -> None:
    """Marks side by side, from the right; what is turned is paler and lies on its side."""
    side = min(room.height(), fonts.px(20))
    x = room.right() - side
    for kind, turned in reversed(statuses):
        seal = QRectF(x, room.center().y() - side / 2, side, side)
        colour = theme.color("shaken", 0.6 if turned else 1.0)
        pen.save()
        if turned:
            pen.translate(seal.center())
            pen.rotate(90)
            pen.translate(-seal.center())
        if turned:
            ink.outline(pen, ink.rough_disc(seal.center(), side * 0.48, kind), colour, 1.2)
            emblem(pen, seal, kind, colour, side * 0.72)
        else:
            disc_emblem(pen, seal, kind, colour, theme.color("on_state"))
        pen.restore()
        x -= side + fonts.px(2)


def paint_actions(pen: QPainter, theme: Theme, right: float, middle: float, left_: int, most: int) -> float:
    """Brush dots for actions left, the spent ones hollow, from the right; returns where they begin."""
    step = fonts.px(13)
    for n in range(max(left_, most)):
        at = QPointF(right - step * (n + 0.5), middle)
        dot = ink.rough_disc(at, fonts.px(4.6), f"action{n}", 0.08)
        if n < left_:
            ink.fill(pen, dot, theme.color("vermilion"))
        else:
            ink.outline(pen, dot, theme.color("faded"), 1.2)
    return right - step * max(left_, most)


# cards ----------------------------------------------------------------------------------------------------------------


def paint_back(pen: QPainter, theme: Theme, card: QRectF, seed: str) -> None:
    """A card face down: indigo, with a wave drawn over it."""
    edge = ink.rough_rect(card, seed, 0.8, 22)
    ink.fill(pen, edge, theme.mix("vigilant", "stone_black", 0.5 if theme.dark else 0.12))
    pen.save()
    pen.setClipPath(edge)
    pen.setBrush(Qt.BrushStyle.NoBrush)
    pen.setPen(QPen(theme.color("bone", 0.55), 1))
    step = fonts.px(14)
    for row in range(int(card.height() / step * 2) + 2):
        shift = step / 2 if row % 2 else 0
        for k in range(int(card.width() / step) + 2):
            centre = QPointF(card.left() + k * step - shift, card.top() + row * step / 2 + step / 3)
            for radius in (0.5, 0.32):
                reach = QPointF(step * radius, step * radius)
                pen.drawArc(QRectF(centre - reach, centre + reach), 0, 180 * 16)
    pen.restore()
    ink.outline(pen, edge, theme.color("bone_shade"), 1)


def paint_empty(pen: QPainter, theme: Theme, card: QRectF, words: str) -> None:
    """A place where a card may lie."""
    pen.setBrush(Qt.BrushStyle.NoBrush)
    pen.setPen(QPen(theme.color("hairline"), 1.2, Qt.PenStyle.DashLine))
    pen.drawRect(card.adjusted(1, 1, -1, -1))
    font = fonts.fitted("small", words, card.width() - fonts.px(8), SMALL, 0.7)
    ink.write(pen, card, words, font, theme.color("faded"), CENTRED)


def paint_signs(
    pen: QPainter, room: QRectF, signs: Sequence[tuple[str, str]], colour: QColor, bad: QColor, *, across: bool
) -> None:
    """What a technique adds: each number before the drawing of its stat, in a row or one below the other."""
    if not signs:
        return
    count = len(signs)
    side = min(float(fonts.px(15)), room.height() / (1 if across else count) - 1)
    font, gap = fonts.font("strong", 0.95), float(fonts.px(7))
    wide = QFontMetricsF(font).horizontalAdvance("+2") + fonts.px(2)
    needed = count * (wide + side + gap) - gap
    if across and needed > room.width():  # a narrow sheet: all of them, smaller
        share = room.width() / needed
        side, gap, wide = side * share, gap * share, wide * share
        font = fonts.font("strong", 0.95 * share)
    for n, (stat, number) in enumerate(signs):
        if across:
            cell = QRectF(room.left() + n * (wide + side + gap), room.top(), wide + side, room.height())
        else:
            high = min(room.height() / count, side + fonts.px(6))
            top = room.center().y() - high * count / 2
            cell = QRectF(room.center().x() - (wide + side) / 2, top + n * high, wide + side, high)
        drawn = colour if number.startswith("+") else bad
        ink.write(pen, QRectF(cell.left(), cell.top(), wide, cell.height()), number, font, drawn)
        spot = QRectF(cell.left() + wide, cell.center().y() - side / 2, side, side)
        EMBLEMS.paint(pen, spot, stat, drawn)


def paint_card(
    pen: QPainter, theme: Theme, card: QRectF, side: str, name: str,
    signs: Sequence[tuple[str, str]], words: str, *, wound: bool,
) -> None:  # fmt: skip
    """A small card of a plan, face up: the side that counts has the thick edge."""
    edge = ink.rough_rect(card, f"plan{side}{round(card.width())}", 0.8, 22)
    ink.fill(pen, edge, theme.color("bone"))
    thick = fonts.px(4)
    strip = QRectF(card.left() if side == "left" else card.right() - thick, card.top(), thick, card.height())
    pen.save()
    pen.setClipPath(edge)
    pen.fillRect(strip, QColor("#A3261B") if wound else QColor("#2B4F7E"))
    pen.restore()
    ink.outline(pen, edge, theme.color("bone_shade"), 1)
    inner = card.adjusted(fonts.px(7), fonts.px(2), -fonts.px(7), -fonts.px(2))
    dark, bad = theme.color("bone_ink"), QColor("#A3261B")
    title = fonts.fitted("name", name, inner.width(), 0.72, 0.78)
    high = min(QFontMetricsF(title).height() * 0.9, inner.height() * 0.5)
    pen.setFont(title)
    shown = QFontMetricsF(title).elidedText(name, Qt.TextElideMode.ElideRight, inner.width())
    ink.write(pen, QRectF(inner.left(), inner.top(), inner.width(), high), shown, title, bad if wound else dark, WHOLE)
    rest = QRectF(inner.left(), inner.top() + high, inner.width(), inner.height() - high)
    if signs:
        row = QRectF(rest.left(), rest.top(), rest.width(), min(rest.height(), fonts.px(18)))
        paint_signs(pen, row, signs, dark, bad, across=True)
        rest.setTop(row.bottom())
    if words and rest.height() >= fonts.px(10):
        paint_text(pen, rest, words, theme.color("bone_ink", 0.86))


def paint_hand(pen: QPainter, theme: Theme, room: QRectF, count: int, below: str, ready: str) -> None:
    """How many cards are in the hand, a line for the discard, and whether the plan is ready."""
    high = min(room.height() * 0.5, fonts.px(26))
    side = high * 0.95
    font = fonts.font("numeral")
    font.setPixelSize(max(12, round(high)))
    wide = QFontMetricsF(font).horizontalAdvance(str(count))
    left = room.center().x() - (side + wide + fonts.px(4)) / 2
    EMBLEMS.paint(pen, QRectF(left, room.top(), side, side), "hand", theme.color("vigilant"))
    number = QRectF(left + side + fonts.px(4), room.top(), wide + 4, high)
    ink.write(pen, number, str(count), font, theme.color("ink"))
    line = QRectF(room.left(), room.top() + high, room.width(), fonts.px(13))
    ink.write(pen, line, below, fonts.fitted("small", below, room.width(), SMALL, 0.7), theme.color("faded"), CENTRED)
    if ready:
        line.translate(0, fonts.px(12))
        mark = fonts.fitted("strong", ready, room.width(), 0.75, 0.7)
        ink.write(pen, line, ready, mark, theme.color("vermilion"), CENTRED)


def paint_object(pen: QPainter, theme: Theme, room: QRectF, slot: str, name: str, *, marked: bool, works: bool) -> None:
    """A slip with the drawing of its slot, and its name where there is room; the marked one is inked."""
    edge = ink.rough_rect(room, f"{slot}{round(room.width())}", 0.7, 18)
    if marked:
        ink.fill(pen, edge, theme.color("ink"))
    else:
        ink.outline(pen, edge, theme.color("hairline"), 1.2)
    colour = theme.color("ground") if marked else theme.color("ink" if works else "faded")
    side = min(room.height() - fonts.px(4), fonts.px(17))
    EMBLEMS.paint(pen, QRectF(room.left() + fonts.px(3), room.center().y() - side / 2, side, side), slot, colour)
    words = room.adjusted(side + fonts.px(6), 0, -fonts.px(3), 0)
    font = fonts.fitted("small", name, words.width(), 0.92, 0.82)
    if words.width() >= fonts.px(44):
        shown = QFontMetricsF(font).elidedText(name, Qt.TextElideMode.ElideRight, words.width())
        ink.write(pen, words, shown, font, colour)


def paint_follower(
    pen: QPainter, theme: Theme, room: QRectF, sort: str, name: str, numbers: Sequence[tuple[str, int]],
    damage: int, health: int,
) -> None:  # fmt: skip
    """Tucked under the sheet: its name, its numbers, its damage."""
    edge = ink.rough_rect(room, f"under{round(room.width())}", 0.8, 22)
    ink.fill(pen, edge, theme.color("sunken"))
    side = min(room.height() - 2, fonts.px(18))
    EMBLEMS.paint(pen, QRectF(room.left() + fonts.px(3), room.center().y() - side / 2, side, side), sort,
                  theme.color("vigilant"))  # fmt: skip
    inner = room.adjusted(side + fonts.px(6), 1, -fonts.px(4), -1)
    wide = inner.width() > fonts.px(180)
    head = QRectF(inner.left(), inner.top(), inner.width() * (0.4 if wide else 1), inner.height() / (1 if wide else 2))
    font = fonts.fitted("name", name, head.width(), 0.72 if wide else 0.64, 0.75)
    shown = QFontMetricsF(font).elidedText(name, Qt.TextElideMode.ElideRight, head.width())
    ink.write(pen, head.translated(0, 0 if wide else -fonts.px(1.6)), shown, font, theme.color("ink"), WHOLE)
    row = QRectF(inner.left(), head.bottom() + fonts.px(1), inner.width(), inner.height() / 2)
    if wide:
        row = QRectF(head.right(), inner.top(), inner.right() - head.right(), inner.height())
    cell = row.width() / (len(numbers) + 1)
    sign = fonts.px(11) if cell >= fonts.px(21) else 0
    for n, (stat, number) in enumerate(numbers):
        spot = QRectF(row.left() + n * cell, row.top(), cell, row.height())
        if sign:
            square = QRectF(spot.left(), spot.center().y() - sign / 2, sign, sign)
            EMBLEMS.paint(pen, square, stat, theme.color("faded"))
        ink.write(
            pen, spot.adjusted(sign + 1, 0, 0, 0), str(number), fonts.font("digits", 0.78), theme.color("ink"), WHOLE
        )
    left, step = row.right() - cell, min(fonts.px(6), cell / max(1, health))
    for n in range(health):
        notch = QRectF(left + n * step, row.center().y() - fonts.px(4), step * 0.62, fonts.px(8))
        if n < damage:
            ink.fill(pen, ink.rough_rect(notch, f"n{n}", 0.3, 6), theme.color("vermilion"))
        else:
            ink.outline(pen, ink.rough_rect(notch, f"n{n}", 0.3, 6), theme.color("faded"), 1)


def paint_mission(pen: QPainter, theme: Theme, room: QRectF, words: str, count: str, *, done: bool) -> None:
    """The scroll, what has been counted, and what it asks where there is room."""
    side = min(room.height() - 2, fonts.px(18))
    colour = theme.color("vermilion" if done else "vigilant")
    spot = QRectF(room.left() + fonts.px(2), room.center().y() - side / 2, side, side)
    if done:
        disc_emblem(pen, spot, "mission", colour, theme.color("on_vermilion"))
    else:
        EMBLEMS.paint(pen, spot, "mission", colour)
    rest = room.adjusted(side + fonts.px(5), 0, -1, 0)
    if count:
        font = fonts.fitted("digits", count, rest.width(), 0.86, 0.7)
        wide = min(rest.width(), QFontMetricsF(font).horizontalAdvance(count) + fonts.px(6))
        ink.write(pen, QRectF(rest.left(), rest.top(), wide, rest.height()), count, font, theme.color("ink"))
        rest.setLeft(rest.left() + wide)
    if rest.width() > fonts.px(90):
        paint_text(pen, rest, words, theme.color("faded"), middle=True)
