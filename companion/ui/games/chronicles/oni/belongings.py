"""Below the sheets: cards that are known by name, then the event hand, the alert, corruption and the discard."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter

from companion.model.core.words import plural, say
from companion.ui.games.chronicles.oni.marks import paint_back, paint_mark
from companion.ui.games.chronicles.oni.parts import Part
from companion.ui.games.chronicles.oni.seen import CardSeen, Side
from companion.ui.kit.theme import fonts, ink
from companion.ui.kit.theme.palette import Theme
from companion.ui.kit.translator import tr

CENTRED = int(Qt.AlignmentFlag.AlignCenter)
FAN = 4
"""So many backs are painted at most."""
SLIP, FOOT = 25, 66
HAND, ALERT, CORRUPTION = 0.28, 0.22, 0.28
"""Of the width; the discard has the rest."""


class Belongings:
    """Where its parts lie, and how they are painted."""

    def __init__(self, room: QRectF, seen: Side) -> None:
        self.room, self.seen = room, seen
        px = fonts.px
        top, across = room.top() + px(3), self._across(seen)
        wide = room.width() / across
        self.slips: list[tuple[QRectF, CardSeen, bool]] = []
        for n, (card, black) in enumerate(_slips(seen)):
            at = QRectF(room.left() + n % across * wide, top + n // across * px(SLIP), wide - px(4), px(SLIP - 2))
            self.slips.append((at, card, black))
        top += px(self.least(seen) - FOOT)
        places, left = list[QRectF](), room.left()
        for share in (HAND, ALERT, CORRUPTION, 1 - HAND - ALERT - CORRUPTION):
            places.append(QRectF(left, top, room.width() * share, px(FOOT) - px(3)))
            left = places[-1].right()
        self.hand, self.alert, self.corruption, self.discard = places

    @staticmethod
    def _across(seen: Side) -> int:
        return 2 if len(_slips(seen)) <= 4 else 3

    @staticmethod
    def least(seen: Side) -> int:
        """Its height, in pixels at text scale 1."""
        return FOOT + SLIP * -(-len(_slips(seen)) // Belongings._across(seen))

    def parts(self) -> list[Part]:
        seen = self.seen
        hand = tr(plural("{count} event card in hand", "{count} event cards in hand", seen.hand))
        known = ", ".join(one.name for one in seen.own)
        alert = say("The alert has been raised") if seen.alert else say("No alert has been raised")
        every = say("All guards can be activated") if seen.alert else say("Guards need corruption to be activated")
        tokens = plural("{count} corruption token on the tiles", "{count} corruption tokens on the tiles",
                        len(seen.corruption))  # fmt: skip
        discard = plural("{count} event card in the discard", "{count} event cards in the discard", seen.discard)
        return [
            *[Part(f"card:{one.id}", at, _title(one, black=black), one.words) for at, one, black in self.slips],
            Part("hand", self.hand, hand, known),
            Part("alert", self.alert, tr(alert), tr(every)),
            Part("corruption", self.corruption, tr(tokens), ", ".join(_places(seen))),
            Part("discard", self.discard, tr(discard), seen.spent),
        ]

    # painting ---------------------------------------------------------------------------------------------------------

    def paint(self, pen: QPainter, theme: Theme) -> None:
        self._paint_hand(pen, theme)
        for at, card, black in self.slips:
            self._paint_slip(pen, at, card, theme, black=black)
        self._paint_alert(pen, theme)
        self._paint_corruption(pen, theme)
        self._paint_discard(pen, theme)

    def _paint_hand(self, pen: QPainter, theme: Theme) -> None:
        """Backs in a fan, and how many there are."""
        px, count = fonts.px, self.seen.hand
        wide, high, shown = px(24), px(32), min(count, FAN)
        font = fonts.font("strong")
        number = QFontMetricsF(font).horizontalAdvance(str(count))
        fan = wide + (shown - 1) * px(7) + px(5) if count else 0.0
        x, top = self.hand.center().x() - (fan + number) / 2, self.hand.top() + px(6)
        for n in range(shown):
            paint_back(pen, QRectF(x + n * px(7), top, wide, high), theme)
        ink.write(pen, QRectF(x + fan, top, number + 1, high), str(count), font, theme.color("ink"))
        self._foot(pen, self.hand, tr(say("Event cards")), theme)

    def _paint_slip(self, pen: QPainter, at: QRectF, card: CardSeen, theme: Theme, *, black: bool) -> None:
        edge = ink.rough_rect(at, f"card{card.id}", 0.7, 18)
        ink.fill(pen, edge, theme.color("stone_black") if black else theme.color("bone"))
        ink.outline(pen, edge, theme.color("mask_rim" if black else "bone_shade", 0.6), 1)
        text = card.name if card.copies == 1 else f"{card.name} ×{card.copies}"
        room = at.adjusted(fonts.px(7), 0, -fonts.px(5), 0)
        font = fonts.fitted("small", text, room.width(), 1.0, 0.82)
        shown = QFontMetricsF(font).elidedText(text, Qt.TextElideMode.ElideRight, room.width())
        ink.write(pen, room, shown, font, theme.color("stone_light" if black else "bone_ink"))

    def _foot(self, pen: QPainter, room: QRectF, words: str, theme: Theme, *, loud: bool = False) -> None:
        px = fonts.px
        line = QRectF(room.left() + px(2), room.bottom() - px(18), room.width() - px(4), px(17))
        font = fonts.fitted("small", words, line.width(), 0.95, 0.78)
        text = QFontMetricsF(font).elidedText(words, Qt.TextElideMode.ElideRight, line.width())
        ink.write(pen, line, text, font, theme.color("vermilion" if loud else "faded"), CENTRED)

    def _paint_alert(self, pen: QPainter, theme: Theme) -> None:
        """A lantern: burning in its halo, or dark."""
        px, lit = fonts.px, self.seen.alert
        side = px(36)
        lantern = QRectF(self.alert.center().x() - side / 2, self.alert.top() + px(4), side, side)
        if lit:
            for radius, share in ((0.66, 0.14), (0.5, 0.3)):
                halo = ink.rough_disc(lantern.center(), side * radius, f"halo{radius}")
                ink.fill(pen, halo, theme.color("vermilion", share))
            ink.fill(pen, ink.rough_disc(lantern.center() + QPointF(0, side * 0.02), side * 0.27, "glow"),
                     theme.color("vermilion"))  # fmt: skip
        paint_mark(pen, lantern, "lantern", theme.color("ink" if lit else "faded"))
        self._foot(pen, self.alert, tr(say("Alert") if lit else say("No alert")), theme, loud=lit)

    def _paint_corruption(self, pen: QPainter, theme: Theme) -> None:
        px, tokens = fonts.px, self.seen.corruption
        side = px(28)
        step = min(side + px(6), (self.corruption.width() - px(8)) / max(1, len(tokens)))
        x = self.corruption.center().x() - (max(0, len(tokens) - 1) * step + side) / 2
        for n, (_, red) in enumerate(tokens):
            at = QRectF(x + n * step, self.corruption.top() + px(9), side, side)
            paint_corruption(pen, at, theme, red=red)
        words = ", ".join(dict.fromkeys(_places(self.seen))) or tr(say("No corruption"))
        self._foot(pen, self.corruption, words, theme)

    def _paint_discard(self, pen: QPainter, theme: Theme) -> None:
        px = fonts.px
        wide, high = px(24), px(32)
        for n in range(min(3, max(1, self.seen.discard)) - 1, -1, -1):
            corner = QPointF(self.discard.center().x() - wide / 2 + n * px(3), self.discard.top() + px(6) - n * px(2))
            at = QRectF(corner, QSizeF(wide, high))
            edge = ink.rough_rect(at, f"discard{n}", 0.6, 12)
            if self.seen.discard:
                ink.fill(pen, edge, theme.color("bone"))
            ink.outline(pen, edge, theme.color("bone_shade" if self.seen.discard else "faded"), 1)
        dark = theme.color("bone_ink" if self.seen.discard else "faded")
        ink.write(pen, at, str(self.seen.discard), fonts.font("strong"), dark, CENTRED)
        self._foot(pen, self.discard, tr(say("Discards")), theme)


def paint_corruption(pen: QPainter, at: QRectF, theme: Theme, *, red: bool) -> None:
    """A corruption token: a blot on an inky disc; the red one has a thick rim with a notch besides."""
    disc = ink.rough_disc(at.center(), at.width() / 2, f"token{red}")
    ink.fill(pen, disc, theme.color("vermilion" if red else "stone_black"))
    ink.outline(pen, disc, theme.color("mask_rim", 0.6), 1)
    inner = at.adjusted(*[k * at.width() * 0.16 for k in (1, 1, -1, -1)])
    paint_mark(pen, inner, "duty" if red else "corruption", theme.color("on_vermilion" if red else "stone_light"))


def _slips(seen: Side) -> list[tuple[CardSeen, bool]]:
    """Cards that are known by name, and whether they are black host cards."""
    return [*[(one, False) for one in seen.own], *[(one, True) for one in seen.black]]


def _title(card: CardSeen, *, black: bool) -> str:
    name = card.name if card.copies == 1 else f"{card.name} ×{card.copies}"
    return tr(say("{card}, black host card", card=name)) if black else tr(say("{card}, in the hand", card=name))


def _places(seen: Side) -> list[str]:
    """Where corruption lies, in words; the red token is said to be red."""
    found = []
    for piece, red in seen.corruption:
        place = piece or tr(say("somewhere"))
        found.append(tr(say("{place} (red)", place=place)) if red else place)
    return found
