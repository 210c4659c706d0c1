"""Hosts and natures as the notebook knows them, cards drawn, what accusing would do, and answers under their seals."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter

from companion.model.core.chance import HIDDEN
from companion.model.core.words import Message, plural, say
from companion.model.games.chronicles.insight import notebook
from companion.model.games.chronicles.state.state import WRONG_MOST, State
from companion.model.games.chronicles.wire.narration import named
from companion.ui.games.chronicles.book.entries import Entry, brush_bar, called, high_of, write_lines
from companion.ui.kit.panels import paint_seal
from companion.ui.kit.theme import fonts, ink
from companion.ui.kit.theme.palette import Role, Theme
from companion.ui.kit.translator import percentage, tr

CENTRE = Qt.AlignmentFlag.AlignCenter
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
MARK, NUMBER = 30, 62
STANDINGS: Mapping[tuple[str, str], Message] = {
    ("host", "proved"): say("innocent"),
    ("host", "accused"): say("accused wrongly"),
    ("host", "found"): say("is the Oni"),
    ("nature", "proved"): say("not this nature"),
    ("nature", "accused"): say("accused wrongly"),
    ("nature", "found"): say("is the Oni’s nature"),
}


def per_cent(chance: Fraction) -> str:
    """A chance in hundredths; never 0 or 100 where it is not sure, and what is nearly so is said to be."""
    rounded = round(100 * chance)
    if chance not in (0, 1) and rounded in (0, 100):
        return f"<{percentage(1)}" if rounded == 0 else f">{percentage(99)}"
    return percentage(rounded)


def exactly(chance: Fraction) -> str:
    """A chance as a fraction."""
    return f"{chance.numerator}/{chance.denominator}"


def standing_words(kind: str, entry: notebook.Entry) -> Message | None:
    """What is known, and since when; None: it may be."""
    if entry.standing == "possible":
        return None if entry.chance else say("out of the question")
    what = STANDINGS[kind, entry.standing]
    if entry.standing == "proved":
        return say("{what}: its card was drawn in turn {turn}", what=what, turn=entry.turn)
    return say("{what} (turn {turn})", what=what, turn=entry.turn)


def suspect(state: State, kind: str, entry: notebook.Entry) -> Suspect:
    """A host or a nature of the notebook as an entry."""
    said = standing_words(kind, entry)
    chance = say("{percent} ({exact})", percent=per_cent(entry.chance), exact=exactly(entry.chance))
    told = [chance] if said is None else [said]
    return Suspect(id=f"card:{entry.card}", key=f"{kind}:{entry.card}", name=called(state, entry.card),
                   description=". ".join(map(tr, told)), chance=entry.chance, seed=entry.card,
                   standing=entry.standing if entry.chance or said is None or entry.turn else "out")  # fmt: skip


@dataclass(frozen=True)
class Suspect(Entry):
    """A host or a nature: how likely it is, or why no more."""

    standing: str = "possible"
    chance: Fraction = Fraction(0)
    seed: str = ""

    def _right(self) -> int:
        return fonts.px(NUMBER) if self.standing == "possible" else 0

    def height(self, wide: float) -> float:
        inner = wide - fonts.px(MARK + 10)
        name = high_of(self.name, fonts.font("name", 0.86), inner - self._right())
        if self.standing == "possible":
            return max(name + fonts.px(12), fonts.px(38))
        return max(name + high_of(self.description, fonts.font("small"), inner), fonts.px(MARK))

    def paint(self, pen: QPainter, room: QRectF, theme: Theme) -> None:
        side = fonts.px(MARK)
        self._mark(pen, QRectF(room.left(), room.top() + fonts.px(1), side, side), theme)
        left = room.left() + side + fonts.px(10)
        wide = room.right() - left - self._right()
        open_, found = self.standing == "possible", self.standing == "found"
        colour = theme.color("ink" if open_ else "vermilion" if found else "faded")
        font = fonts.font("name", 0.86)
        y = write_lines(pen, QPointF(left, room.top()), wide, self.name, font, colour)
        if not open_:
            if not found:
                self._strike(pen, left, room.top(), wide, theme)
            small = fonts.font("small")
            write_lines(pen, QPointF(left, y), room.right() - left, self.description, small, theme.color("faded"))
            return
        bar = QRectF(left, y + fonts.px(2), wide - fonts.px(6), fonts.px(7))
        brush_bar(pen, bar, float(self.chance), theme.color("ink"), theme.color("hairline"), self.seed)
        number = QRectF(room.right() - self._right(), room.top(), self._right(), fonts.px(23))
        ink.write(pen, number, per_cent(self.chance), fonts.font("numeral", 0.8), theme.color("ink"), RIGHT)
        exact = QRectF(number.left(), number.bottom() - fonts.px(2), number.width(), fonts.px(16))
        font = fonts.fitted("small", exactly(self.chance), exact.width(), 0.9)
        ink.write(pen, exact, exactly(self.chance), font, theme.color("faded"), RIGHT)

    def _strike(self, pen: QPainter, left: float, top: float, wide: float, theme: Theme) -> None:
        metrics = QFontMetricsF(fonts.font("name", 0.86))
        long = min(wide, metrics.horizontalAdvance(self.name))
        y = top + metrics.lineSpacing() * 0.56
        way = ink.line((left - 2, y + 1), (left + long / 2, y - 0.5), (left + long + 3, y))
        role: Role = "shaken" if self.standing == "accused" else "faded"
        ink.fill(pen, ink.brush_stroke(ink.sampled(way, 8), fonts.px(2.2), None, rough=0), theme.color(role))

    def _mark(self, pen: QPainter, box: QRectF, theme: Theme) -> None:
        if self.standing == "found":
            paint_seal(pen, box, "鬼", theme)
            return
        disc = ink.rough_disc(box.center(), box.width() * 0.42, f"mark{self.seed}")
        if self.standing == "possible":
            ink.fill(pen, disc, theme.color("bone"))
            ink.outline(pen, disc, theme.color("ink"), 1.4)
            ink.write(pen, box, "?", fonts.font("name", 0.9), theme.color("bone_ink"), CENTRE)
            return
        role: Role = "shaken" if self.standing == "accused" else "faded"
        ink.outline(pen, disc, theme.color(role), 1.4)
        far = box.width() * 0.2
        ways = [(-far, far, far, -far)] + ([(-far, -far, far, far)] if self.standing == "accused" else [])
        for x, y, x2, y2 in ways:
            way = ink.line((box.center().x() + x, box.center().y() + y), (box.center().x() + x2, box.center().y() + y2))
            ink.fill(pen, ink.brush_stroke(ink.sampled(way, 4), fonts.px(3), None, rough=0), theme.color(role))


# cards drawn ----------------------------------------------------------------------------------------------------------

GLYPHS = {"nature": "鬼", "surprise": "!", HIDDEN: "?"}
"""A host is a head and shoulders."""


def sort_of(state: State, card: str) -> str:
    """What kind of clue card it is; the colour of a host's card behind a slash."""
    box = state.table.box
    if card in box.hosts:
        return "host/black" if box.hosts[card].background == "black" else "host"
    if card in box.natures or card == "?nature":
        return "nature"
    if card in box.surprises or card == "?surprise":
        return "surprise"
    return "host" if card == "?grey" else HIDDEN


@dataclass(frozen=True)
class Drawn(Entry):
    """The cards drawn in a turn, small, with their names beside them."""

    cards: tuple[tuple[str, str], ...] = ()
    """Sort and name of each."""

    def _places(self, wide: float) -> tuple[list[tuple[float, float, float]], float]:
        """Where each lies and how wide its name may be; the height of all."""
        metrics, places = QFontMetricsF(fonts.font("small")), []
        left, step = fonts.px(64), fonts.px(38)
        x, y = float(left), 0.0
        for _, name in self.cards:
            need = fonts.px(34) + metrics.horizontalAdvance(name) + fonts.px(14)
            if x > left and x + need > wide:
                x, y = float(left), y + step
            places.append((x, y, min(need, wide - x) - fonts.px(36)))
            x += need
        return places, y + step

    def height(self, wide: float) -> float:
        return self._places(wide)[1]

    def paint(self, pen: QPainter, room: QRectF, theme: Theme) -> None:
        head = QRectF(room.left(), room.top(), fonts.px(60), fonts.px(34))
        font = fonts.fitted("small", self.name, head.width())
        ink.write(pen, head, self.name, font, theme.color("faded"))
        for (sort, name), (x, y, wide) in zip(self.cards, self._places(room.width())[0], strict=True):
            card = QRectF(room.left() + x, room.top() + y + 1, fonts.px(24), fonts.px(33))
            paint_small_card(pen, card, sort, theme)
            words = QRectF(card.right() + fonts.px(6), card.top(), wide, card.height())
            font = fonts.font("small")
            name = QFontMetricsF(font).elidedText(name, Qt.TextElideMode.ElideRight, wide + 2)
            ink.write(pen, words, name, font, theme.color("ink"))


def paint_small_card(pen: QPainter, card: QRectF, sort: str, theme: Theme) -> None:
    """A clue card as large as a thumb nail."""
    kind, _, black = sort.partition("/")
    edge = ink.rough_rect(card, f"clue{sort}", 0.6, 14)
    ink.soft_shadow(pen, edge, theme.color("shadow", 0.3), 2.5, 0.8, 1.2)
    ink.fill(pen, edge, theme.color("stone_black") if black else theme.color("bone"))
    ink.outline(pen, edge, theme.color("bone_shade"), 1)
    colour = theme.color("bone") if black else theme.color("bone_ink")
    font = fonts.font("name")
    font.setPixelSize(max(7, round(card.width() * 0.62)))
    if kind in GLYPHS:
        ink.write(pen, card, GLYPHS[kind], font, colour, CENTRE)
        return
    side, middle = card.width(), card.center()
    ink.fill(pen, ink.rough_disc(QPointF(middle.x(), middle.y() - side * 0.24), side * 0.2, "head"), colour)
    pen.save()
    pen.setClipRect(QRectF(card.left(), card.top(), side, middle.y() + side * 0.42 - card.top()))
    ink.fill(pen, ink.rough_disc(QPointF(middle.x(), middle.y() + side * 0.42), side * 0.36, "shoulders"), colour)
    pen.restore()


# accusing -------------------------------------------------------------------------------------------------------------

ORDINALS = (say("the first wrong accusation"), say("the second wrong accusation"), say("the third wrong accusation"))


def accusing(state: State, risk: notebook.Risk) -> Accusing:
    """What accusing somebody now would do, in words."""
    right = plural("Right: {count} point for the heroes", "Right: {count} points for the heroes", risk.gains)
    if risk.kind == "nature":
        right = say("Right: the demon will be weakened")
    if not risk.costs and risk.wrong == state.wrong:
        wrong = say("Wrong: costs nothing")
    else:
        which = ORDINALS[min(risk.wrong, WRONG_MOST) - 1]
        wrong = plural("Wrong: {count} point for the Oni, {which}", "Wrong: {count} points for the Oni, {which}",
                       risk.costs, which=which)  # fmt: skip
    brings = tr(say("It would bring the demon!")) if risk.brings_demon else ""
    name = tr(say("Accusing {card}", card=named(state, risk.card)))
    told = [f"{per_cent(risk.right)} ({exactly(risk.right)})", tr(right), tr(wrong), brings]
    return Accusing(id=f"card:{risk.card}", key=f"risk:{risk.kind}", name=name,
                    description=". ".join(filter(None, told)), right=tr(right), wrong=tr(wrong), brings=brings,
                    chance=risk.right)  # fmt: skip


@dataclass(frozen=True)
class Accusing(Entry):
    """Two halves of a stroke: how likely it is right, how likely it is wrong; and what would come of either."""

    right: str = ""
    wrong: str = ""
    brings: str = ""
    chance: Fraction = Fraction(0)

    def height(self, wide: float) -> float:
        small = fonts.font("small")
        lines = sum(high_of(one, small, wide - fonts.px(16)) for one in (self.right, self.wrong, self.brings))
        return high_of(self.name, fonts.font("name", 0.86), wide - fonts.px(NUMBER)) + fonts.px(18) + lines

    def paint(self, pen: QPainter, room: QRectF, theme: Theme) -> None:
        font, blue, red = fonts.font("name", 0.86), theme.color("vigilant"), theme.color("shaken")
        number = QRectF(room.right() - fonts.px(NUMBER), room.top(), fonts.px(NUMBER), fonts.px(24))
        ink.write(pen, number, per_cent(self.chance), fonts.font("numeral", 0.8), blue, RIGHT)
        wide = room.width() - fonts.px(NUMBER)
        y = write_lines(pen, room.topLeft(), wide, self.name, font, theme.color("ink")) + fonts.px(3)
        bar = QRectF(room.left(), y, room.width(), fonts.px(8))
        split = bar.width() * float(self.chance)
        for left, long, colour in ((0.0, split, blue), (split, bar.width() - split, red)):
            if long > 3:
                part = QRectF(bar.left() + left + 1, bar.top(), long - 2, bar.height())
                ink.fill(pen, ink.rough_rect(part, "odds", 0.6, 20), colour)
                if colour is red:  # not by colour alone
                    pen.save()
                    pen.setClipRect(part)
                    pen.setPen(theme.color("surface"))
                    for k in range(int(part.width() // fonts.px(6)) + 2):
                        x = part.left() + k * fonts.px(6)
                        pen.drawLine(QPointF(x, part.bottom()), QPointF(x + part.height(), part.top()))
                    pen.restore()
        y = bar.bottom() + fonts.px(5)
        small, left_ = fonts.font("small"), room.left() + fonts.px(16)
        for words, colour, sign in ((self.right, blue, "○"), (self.wrong, red, "×"), (self.brings, red, "")):
            if sign:
                at = QRectF(room.left(), y, fonts.px(14), QFontMetricsF(small).lineSpacing())
                ink.write(pen, at, sign, fonts.font("name", 0.7), colour)
            y = write_lines(pen, QPointF(left_, y), room.right() - left_, words, small, colour)


@dataclass(frozen=True)
class Answered(Entry):
    """An accusation that was answered, under its seal."""

    right: bool = False
    pending: bool = False

    def height(self, wide: float) -> float:
        inner = wide - fonts.px(58)
        told = high_of(self.name, fonts.font("name", 0.9), inner)
        return max(fonts.px(48), told + high_of(self.description, fonts.font("small"), inner))

    def paint(self, pen: QPainter, room: QRectF, theme: Theme) -> None:
        side = fonts.px(46)
        box = QRectF(room.left(), room.top() + 1, side, side)
        if self.pending:
            ink.outline(pen, ink.rough_rect(box.adjusted(2, 2, -2, -2), "waits", 1, 12), theme.color("faded"), 1.4)
            ink.write(pen, box, "?", fonts.font("numeral"), theme.color("faded"), CENTRE)
        else:
            paint_seal(pen, box, "勝" if self.right else "敗", theme, "vigilant" if self.right else "shaken")
        left = room.left() + side + fonts.px(12)
        wide = room.right() - left
        y = write_lines(pen, QPointF(left, room.top()), wide, self.name, fonts.font("name", 0.9), theme.color("ink"))
        role: Role = "faded" if self.pending else "vigilant" if self.right else "shaken"
        write_lines(pen, QPointF(left, y), wide, self.description, fonts.font("small"), theme.color(role))


def wrongs(state: State) -> Wrongs:
    """How many of the three wrong accusations are gone."""
    words = plural("{count} wrong accusation of {most}", "{count} wrong accusations of {most}", state.wrong,
                   most=WRONG_MOST)  # fmt: skip
    return Wrongs(key="wrongs", name=tr(words), count=state.wrong)


@dataclass(frozen=True)
class Wrongs(Entry):
    """Three rings, a cross in each that is spent."""

    count: int = 0

    def height(self, wide: float) -> float:
        return max(fonts.px(28), high_of(self.name, fonts.font("small"), wide - fonts.px(94)))

    def paint(self, pen: QPainter, room: QRectF, theme: Theme) -> None:
        side = fonts.px(24)
        for n in range(WRONG_MOST):
            centre = QPointF(room.left() + side * (n + 0.5) + fonts.px(4 * n), room.top() + fonts.px(14))
            disc = ink.rough_disc(centre, side * 0.42, f"wrong{n}")
            if n < self.count:
                ink.fill(pen, disc, theme.color("shaken"))
                box = QRectF(centre.x() - side / 2, centre.y() - side / 2, side, side)
                ink.write(pen, box, "×", fonts.font("strong", 1.2), theme.color("on_state"), CENTRE)
            else:
                ink.outline(pen, disc, theme.color("faded"), 1.4)
        left = room.left() + fonts.px(94)
        at = QPointF(left, room.top() + fonts.px(5))
        write_lines(pen, at, room.right() - left, self.name, fonts.font("small"), theme.color("ink"))
