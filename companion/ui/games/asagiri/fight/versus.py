"""Who fights: two figures, every modifier with its reason, totals and fallen dice; and one figure that is tested."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, QVariantAnimation
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from companion.model.games.asagiri.state.vocabulary import NO_BAND, BandId, Condition
from companion.ui.games.asagiri.cards.face import CardFace
from companion.ui.games.asagiri.cards.parts import WRAP, draw_line, paint_medal, wrapped_height
from companion.ui.kit.art.dice import Entry, Fall, die_pixmap, paint_die
from companion.ui.kit.art.marks import paint_stat
from companion.ui.kit.panels import paint_rule, paint_seal
from companion.ui.kit.theme import fonts, ink, motion, palette
from companion.ui.kit.theme.palette import Theme
from companion.ui.kit.widget import CachedInkWidget

LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
MIDDLE = Qt.AlignmentFlag.AlignCenter
WRAP_RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop) | int(Qt.TextFlag.TextWordWrap)
HEAD, FOOT = 56, 44
"""The height of names and of totals, at text scale 1."""


@dataclass(frozen=True, slots=True)
class FightSide:
    """One side of a fight as it is shown."""

    face: CardFace
    condition: Condition
    role: str
    """Attacker, defender, shooter, target: in words."""
    reasons: tuple[tuple[int, str], ...]
    """Amount and reason of each modifier."""
    total: int
    die: int | None = None
    entry: Entry = "rolled"
    won: bool = False
    band: BandId = NO_BAND
    """Whose figure it is."""


class Versus(CachedInkWidget):
    """The two sides, one over each half, with a seal between them."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.sides: tuple[FightSide, FightSide] | None = None
        self._kanji = ""
        self._falls: tuple[Fall, Fall] | None = None
        self._motion = QVariantAnimation(self)
        self._motion.setDuration(motion.FALL)
        self._motion.setStartValue(0.0)
        self._motion.setEndValue(float(motion.FALL))
        self._motion.valueChanged.connect(self._moved)
        self._motion.finished.connect(self.land)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def tell(self, attacker: FightSide, defender: FightSide, kanji: str) -> None:
        """Show a fight; `kanji` in the seal."""
        self.sides, self._kanji = (attacker, defender), kanji
        said = []
        for side in self.sides:
            parts = ", ".join(f"{amount:+d} {why}" for amount, why in side.reasons)
            said.append(f"{side.role} {side.face.name}: {parts}; {side.total}")
        self.setAccessibleName(". ".join(said))
        self.redraw()

    @property
    def falling(self) -> bool:
        """Whether the dice are in the air, or their totals not yet added up."""
        return self._falls is not None

    def fall(self) -> None:
        """Let the dice shown fall, come to rest one after the other, add up, and the higher sum land."""
        if self.sides is None or self.sides[0].die is None or self.sides[1].die is None or motion.reduced():
            return
        self._falls = (Fall(self.sides[0].die, 0, right=False), Fall(self.sides[1].die, 1, right=True))
        self._motion.stop()
        self._motion.start()
        self.redraw()

    def land(self) -> None:
        """Show how they lie, at once."""
        if self._falls is not None:
            self._falls = None
            self._motion.stop()
            self.redraw()

    def _moved(self) -> None:
        higher = fonts.px(FOOT) + fonts.px(10)
        self.update(0, self.height() - higher, self.width(), higher)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        reasons = [sum(self._reason_height(why, width) for _, why in side.reasons) for side in self.sides or ()]
        return round(fonts.px(HEAD) + (max(reasons) + fonts.px(4) if reasons else 0) + fonts.px(FOOT))

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(296), self.heightForWidth(self.width() if self.isVisible() else fonts.px(284)))

    def minimumSizeHint(self) -> QSize:
        return QSize(fonts.px(200), self.sizeHint().height())

    def _half(self, width: float) -> float:
        return (width - fonts.px(22)) / 2

    def _reason_height(self, why: str, width: float) -> float:
        text = wrapped_height(why, fonts.font("small"), self._half(width) - fonts.px(30))
        return max(fonts.px(18), text + fonts.px(3))

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.sides is not None and self._falls is not None:
            theme, t = palette.current(), float(self._motion.currentValue() or 0.0)
            with ink.painting(self) as pen:
                for n, side in enumerate(self.sides):
                    self._paint_total(pen, side, theme, right=n == 1, fall=self._falls[n], t=t)

    def draw(self, pen: QPainter, size: QSize, theme: Theme) -> None:
        """All but the dice and sums that move."""
        if self.sides is None:
            return
        for n, side in enumerate(self.sides):
            self._paint_side(pen, side, theme, right=n == 1)
        seal, wide, y = fonts.px(24), size.width(), size.height() - fonts.px(FOOT)
        paint_seal(pen, QRectF((wide - seal) / 2, fonts.px(1), seal, seal), self._kanji, theme)
        paint_rule(pen, QPointF(2, y + 2), wide - 4, 1.8, theme, "hairline")
        colon = fonts.font("numeral", 0.9)
        draw_line(pen, QRectF(0, y, wide, fonts.px(FOOT)), ":", colon, theme.color("faded"), MIDDLE)

    def _paint_side(self, pen: QPainter, side: FightSide, theme: Theme, *, right: bool) -> None:
        half, medal, gap = self._half(self.width()), fonts.px(46), fonts.px(6)
        left = self.width() - half if right else 0.0
        place = QRectF(left + half - medal if right else left, fonts.px(2), medal, medal)
        paint_medal(pen, place, side.face, side.condition, theme, self.devicePixelRatioF(), side.band)
        room = QRectF(left if right else left + medal + gap, fonts.px(3), half - medal - gap, medal)
        self._paint_name(pen, room, side, theme, RIGHT if right else LEFT)
        y = float(fonts.px(HEAD))
        number, indent = fonts.px(26), fonts.px(30)
        for amount, why in side.reasons:
            high = self._reason_height(why, self.width())
            count = QRectF(left + half - number if right else left, y, number, fonts.px(18))
            colour = theme.color("ink" if amount >= 0 else "vermilion")
            words = f"+{amount}" if amount >= 0 else f"\u2212{-amount}"
            draw_line(pen, count, words, fonts.font("digits"), colour, RIGHT if right else LEFT)
            pen.setFont(fonts.font("small"))
            pen.setPen(theme.color("ink"))
            text = QRectF(left if right else left + indent, y + fonts.px(1.5), half - indent, high)
            pen.drawText(text, WRAP_RIGHT if right else WRAP, why)
            y += high
        if self._falls is None:
            self._paint_total(pen, side, theme, right=right)

    def _paint_name(self, pen: QPainter, room: QRectF, side: FightSide, theme: Theme, flags: Qt.AlignmentFlag) -> None:
        role = QRectF(room.left(), room.top(), room.width(), fonts.px(15))
        draw_line(pen, role, side.role, fonts.font("small", 11 / 12), theme.color("faded"), flags)
        rest, name = room.adjusted(0, role.height(), 0, 0), side.face.name
        font = fonts.fitted("name", name, rest.width(), 16 / 18, 0.8)
        if QFontMetricsF(font).horizontalAdvance(name) <= rest.width():
            draw_line(pen, rest, name, font, theme.color("ink"), flags)
            return
        pen.setFont(fonts.fitted("name", max(name.split(), key=len), rest.width(), 13 / 18, 0.7))
        pen.setPen(theme.color("ink"))
        pen.drawText(rest.adjusted(0, 0, 0, fonts.px(18)), WRAP_RIGHT if flags == RIGHT else WRAP, name)

    def _paint_total(
        self, pen: QPainter, side: FightSide, theme: Theme, *, right: bool, fall: Fall | None = None, t: float = 0
    ) -> None:
        """Total, die, and what they make: the sum outermost. `fall`: the die is in the air, `t` ms after the throw."""
        high, die, digits, rolled = fonts.px(FOOT), fonts.px(32), fonts.font("digits"), side.die is not None
        top = float(self.height() - high)
        x = float(self.width() if right else 0)

        def put(width: float) -> QRectF:
            """The next place inward."""
            nonlocal x
            left = x - width if right else x
            x = left if right else x + width
            return QRectF(left, top + 2, width, high)

        if rolled:
            whole, result = str(side.total + (side.die or 0)), fonts.font("numeral", 1.25)
            _paint_sum(pen, put(QFontMetricsF(result).horizontalAdvance(whole) + fonts.px(10)), side, theme, fall, t)
        total = fonts.font("numeral", 0.82 if rolled else 1.05)
        wide = QFontMetricsF(total).horizontalAdvance(str(side.total)) + fonts.px(6)
        draw_line(pen, put(wide), str(side.total), total, theme.color("faded" if rolled else "ink"), MIDDLE)
        draw_line(pen, put(fonts.px(14)), "+", digits, theme.color("faded"), MIDDLE)
        place = QRectF(put(die).left(), top + (high - die) / 2 + 2, die, die)
        if fall is not None and fall.flies(t):
            _paint_flying(pen, place, fall, t, theme, self.devicePixelRatioF())
        else:
            paint_die(pen, place, side.die, theme, spent=not rolled, entry=side.entry)


def _paint_sum(pen: QPainter, box: QRectF, side: FightSide, theme: Theme, fall: Fall | None, t: float) -> None:
    """What total and die make: it counts up as soon as the die lies, and the higher one lands like a stamp."""
    shown, weight = (side.die or 0, 1.0) if fall is None else (fall.counted(t), fall.weight(t))
    if fall is not None and not shown:
        return
    colour = theme.color("vermilion" if side.won and (fall is None or fall.landing(t)) else "ink")
    words, font = str(side.total + shown), fonts.font("numeral", 1.25)
    if not side.won or weight == 1.0:
        draw_line(pen, box, words, font, colour, MIDDLE)
        return
    pen.save()
    pen.translate(box.center())
    pen.scale(weight, weight)
    draw_line(pen, box.translated(-box.center()), words, font, colour, MIDDLE)
    pen.restore()


def _paint_flying(pen: QPainter, place: QRectF, fall: Fall, t: float, theme: Theme, dpr: float) -> None:
    pose, size = fall.pose(t), place.width()
    pen.save()
    pen.translate(place.center() + QPointF(pose.dx * size, pose.dy * size))
    pen.rotate(pose.angle)
    pen.scale(pose.scale, pose.scale)
    pen.drawPixmap(QPointF(-size / 2, -size / 2), die_pixmap(pose.face, round(size), theme, dpr=dpr))
    pen.restore()


@dataclass(frozen=True, slots=True)
class TestShown:
    """A test of a stat as it is shown."""

    face: CardFace
    condition: Condition
    faces: tuple[int, ...]
    """Those that pass."""
    needed: str
    base: str
    """The stat and its value."""
    die: int | None = None
    """The face that fell."""
    band: BandId = NO_BAND


class TestBar(CachedInkWidget):
    """The figure, its stat, the value needed, six faces (those that pass in full), and the chance in sixths."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.shown: TestShown | None = None
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def tell(self, shown: TestShown) -> None:
        self.shown = shown
        self.setAccessibleName(f"{shown.face.name}: {shown.base}; {shown.needed}; {len(shown.faces)}/6")
        self.redraw()

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(296), fonts.px(56 + 52))

    def minimumSizeHint(self) -> QSize:
        return QSize(fonts.px(220), self.sizeHint().height())

    def draw(self, pen: QPainter, size: QSize, theme: Theme) -> None:
        shown, wide = self.shown, size.width()
        if shown is None:
            return
        medal, drop = fonts.px(48), fonts.px(22)
        left, top = medal + fonts.px(10), fonts.px(4)
        place = QRectF(1, 2, medal, medal)
        paint_medal(pen, place, shown.face, shown.condition, theme, self.devicePixelRatioF(), shown.band)
        paint_stat(pen, QRectF(left, top, drop, drop), "willpower", "", theme)
        upper = QRectF(left + drop + top, top, wide - left, drop)
        draw_line(pen, upper, shown.base, fonts.font("small"), theme.color("faded"))
        lower = QRectF(left, fonts.px(26), wide - left, fonts.px(24))
        draw_line(pen, lower, shown.needed, fonts.font("strong"), theme.color("ink"))
        chance = QRectF(0, fonts.px(6), wide, fonts.px(44))
        numeral = fonts.font("numeral", 1.15)
        draw_line(pen, chance, f"{len(shown.faces)}/6", numeral, theme.color("vermilion"), RIGHT)
        side = min(fonts.px(44), (wide - fonts.px(20)) / 6)
        for n in range(1, 7):
            box = QRectF((n - 1) * (wide - side) / 5, fonts.px(57), side, side)
            spent = n not in shown.faces and n != shown.die
            paint_die(pen, box, n, theme, spent=spent, chosen=shown.die == n)
