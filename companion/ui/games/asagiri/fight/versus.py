"""Two figures against each other: who, every modifier with its reason, totals, and the dice once they have fallen."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, QVariantAnimation
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from companion.model.games.asagiri.state.vocabulary import Condition
from companion.ui.games.asagiri.cards.face import CardFace
from companion.ui.games.asagiri.cards.parts import WRAP, draw_line, paint_medal, wrapped_height
from companion.ui.kit.art.dice import Entry, Fall, die_pixmap, paint_die
from companion.ui.kit.panels import paint_rule, paint_seal
from companion.ui.kit.theme import fonts, ink, motion, palette
from companion.ui.kit.theme.palette import Theme
from companion.ui.kit.widget import Backdrop, InkWidget

RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
MIDDLE = Qt.AlignmentFlag.AlignCenter


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
    band: int = -1
    """Whose figure it is."""


class Versus(InkWidget):
    """The two sides, one over each half, with a seal between them."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._backdrop, self._serial = Backdrop(self._draw), 0
        self._sides: tuple[FightSide, FightSide] | None = None
        self._kanji, self._tall = "", True
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

    @property
    def sides(self) -> tuple[FightSide, FightSide] | None:
        """What is shown."""
        return self._sides

    def tell(self, attacker: FightSide, defender: FightSide, kanji: str, *, reasons: bool = True) -> None:
        """Show a fight; `kanji` in the seal; without `reasons` only figures and totals."""
        self._sides, self._kanji, self._tall = (attacker, defender), kanji, reasons
        said = []
        for side in (attacker, defender):
            parts = ", ".join(f"{amount:+d} {why}" for amount, why in side.reasons)
            said.append(f"{side.role} {side.face.name}: {parts}; {side.total}")
        self.setAccessibleName(". ".join(said))
        self.updateGeometry()
        self._serial += 1
        self.update()

    # falling ---------------------------------------------------------------------------------------------

    @property
    def falling(self) -> bool:
        """Whether the dice are in the air, or their totals not yet added up."""
        return self._falls is not None

    def fall(self) -> None:
        """Let the dice shown fall, come to rest one after the other, add up, and the higher sum land."""
        if self._sides is None or self._sides[0].die is None or self._sides[1].die is None or motion.reduced():
            return
        self._falls = (Fall(self._sides[0].die, 0, right=False), Fall(self._sides[1].die, 1, right=True))
        self._serial += 1
        self._motion.stop()
        self._motion.start()
        self.update()

    def land(self) -> None:
        """Show how they lie, at once."""
        if self._falls is not None:
            self._falls = None
            self._motion.stop()
            self._serial += 1
            self.update()

    def _moved(self) -> None:
        self.update(self._foot_box().toAlignedRect())

    # measuring -------------------------------------------------------------------------------------------

    def hasHeightForWidth(self) -> bool:
        """Reasons wrap."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Figures, reasons, totals."""
        return round(self._head() + self._reasons_height(width) + self._foot())

    def sizeHint(self) -> QSize:
        """As high as a slip's width queries."""
        wide = self.width() if self.isVisible() else fonts.px(284)
        return QSize(fonts.px(296), self.heightForWidth(wide))

    def minimumSizeHint(self) -> QSize:
        """Narrow."""
        return QSize(fonts.px(200), self.sizeHint().height())

    def _head(self) -> float:
        return fonts.px(56)

    def _foot(self) -> float:
        return fonts.px(44)

    def _half(self, width: float) -> float:
        return (width - fonts.px(22)) / 2

    def _text_width(self, width: float) -> float:
        return self._half(width) - fonts.px(30)

    def _reasons_height(self, width: float) -> float:
        if self._sides is None or not self._tall:
            return 0
        return max(sum(self._reason_height(why, width) for _, why in side.reasons) for side in self._sides) + fonts.px(
            4
        )

    def _reason_height(self, why: str, width: float) -> float:
        return max(fonts.px(18), wrapped_height(why, fonts.font("small"), self._text_width(width)) + fonts.px(3))

    # painting --------------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint both sides; while dice fall, only what moves is not kept."""
        with ink.painting(self) as pen:
            pen.drawPixmap(0, 0, self._backdrop.get(self, self._serial))
            if self._sides is not None and self._falls is not None:
                theme, t = palette.current(), float(self._motion.currentValue() or 0.0)
                for n, side in enumerate(self._sides):
                    self._paint_total(pen, self._foot_of(n), side, theme, right=n == 1, fall=self._falls[n], t=t)

    def _foot_box(self) -> QRectF:
        return QRectF(0, self.height() - self._foot() - fonts.px(10), self.width(), self._foot() + fonts.px(10))

    def _foot_of(self, n: int) -> QRectF:
        half = self._half(self.width())
        return QRectF(0 if n == 0 else self.width() - half, self.height() - self._foot(), half, self._foot())

    def _draw(self, pen: QPainter, size: QSize, theme: Theme) -> None:
        if self._sides is None:
            return
        half = self._half(self.width())
        for n, side in enumerate(self._sides):
            box = QRectF(0 if n == 0 else self.width() - half, 0, half, self.height())
            self._paint_side(pen, box, side, theme, right=n == 1)
        seal = fonts.px(24)
        paint_seal(pen, QRectF((self.width() - seal) / 2, fonts.px(1), seal, seal), self._kanji, theme)
        y = self.height() - self._foot()
        paint_rule(pen, QPointF(2, y + 2), self.width() - 4, 1.8, theme, "hairline")
        colon = fonts.font("numeral", 0.9)
        draw_line(pen, QRectF(0, y, self.width(), self._foot()), ":", colon, theme.color("faded"), MIDDLE)

    def _paint_side(self, pen: QPainter, box: QRectF, side: FightSide, theme: Theme, *, right: bool) -> None:
        medal = fonts.px(46)
        left = box.right() - medal if right else box.left()
        place = QRectF(left, fonts.px(2), medal, medal)
        paint_medal(pen, place, side.face, side.condition, theme, self.devicePixelRatioF(), side.band)
        room = QRectF(
            box.left() + (0 if right else medal + fonts.px(6)),
            fonts.px(3),
            box.width() - medal - fonts.px(6),
            medal,
        )
        flags = RIGHT if right else Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        self._paint_name(pen, room, side, theme, flags)
        y = self._head()
        if self._tall:
            for amount, why in side.reasons:
                high = self._reason_height(why, self.width())
                self._paint_reason(pen, QRectF(box.left(), y, box.width(), high), amount, why, theme, right=right)
                y += high
        if self._falls is None:
            self._paint_total(pen, self._foot_of(int(right)), side, theme, right=right)

    def _paint_name(self, pen: QPainter, room: QRectF, side: FightSide, theme: Theme, flags: Qt.AlignmentFlag) -> None:
        role = QRectF(room.left(), room.top(), room.width(), fonts.px(15))
        draw_line(pen, role, side.role, fonts.font("small", 11 / 12), theme.color("faded"), flags)
        rest = QRectF(room.left(), role.bottom(), room.width(), room.height() - role.height())
        font = fonts.fitted("name", side.face.name, rest.width(), 16 / 18, 0.8)
        if QFontMetricsF(font).horizontalAdvance(side.face.name) <= rest.width():
            draw_line(pen, rest, side.face.name, font, theme.color("ink"), flags)
            return
        longest = max(side.face.name.split(), key=len)
        pen.setFont(fonts.fitted("name", longest, rest.width(), 13 / 18, 0.7))
        pen.setPen(theme.color("ink"))
        across = flags & Qt.AlignmentFlag.AlignHorizontal_Mask
        wrapped = int(across) | int(Qt.AlignmentFlag.AlignTop) | int(Qt.TextFlag.TextWordWrap)
        pen.drawText(rest.adjusted(0, 0, 0, fonts.px(18)), wrapped, side.face.name)

    def _paint_reason(self, pen: QPainter, row: QRectF, amount: int, why: str, theme: Theme, *, right: bool) -> None:
        number = f"+{amount}" if amount >= 0 else f"\u2212{-amount}"
        wide = fonts.px(26)
        count = QRectF(row.right() - wide if right else row.left(), row.top(), wide, fonts.px(18))
        draw_line(
            pen,
            count,
            number,
            fonts.font("digits"),
            _ink(amount, theme),
            RIGHT if right else Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter,
        )
        words = QRectF(
            row.left() if right else row.left() + fonts.px(30),
            row.top() + fonts.px(1.5),
            self._text_width(self.width()),
            row.height(),
        )
        flags = (
            WRAP
            if not right
            else int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop) | int(Qt.TextFlag.TextWordWrap)
        )
        pen.setFont(fonts.font("small"))
        pen.setPen(theme.color("ink"))
        pen.drawText(words, flags, why)

    def _paint_total(
        self,
        pen: QPainter,
        foot: QRectF,
        side: FightSide,
        theme: Theme,
        *,
        right: bool,
        fall: Fall | None = None,
        t: float = 0,
    ) -> None:
        """Total, die, and what they make: the sum outermost. `fall`: the die is in the air, `t` ms after the throw."""
        die = fonts.px(32)
        y = foot.top() + (foot.height() - die) / 2 + 2
        whole = side.total + (side.die or 0)
        total = fonts.font("numeral", 0.82 if side.die is not None else 1.05)
        wide = QFontMetricsF(total).horizontalAdvance(str(side.total)) + fonts.px(6)
        plus = fonts.px(14)
        result = fonts.font("numeral", 1.25)
        out = QFontMetricsF(result).horizontalAdvance(str(whole)) + fonts.px(10) if side.die is not None else 0.0
        x = foot.right() if right else foot.left()
        way = -1 if right else 1

        def put(width: float) -> QRectF:
            nonlocal x
            box = QRectF(x if not right else x - width, foot.top() + 2, width, foot.height())
            x += way * width
            return box

        if side.die is not None:
            _paint_sum(pen, put(out), side, theme, fall, t)
        draw_line(
            pen,
            put(wide),
            str(side.total),
            total,
            theme.color("ink" if side.die is None else "faded"),
            MIDDLE,
        )
        draw_line(pen, put(plus), "+", fonts.font("digits"), theme.color("faded"), MIDDLE)
        place = QRectF(put(die).left(), y, die, die)
        if fall is not None and fall.flies(t):
            _paint_flying(pen, place, fall, t, theme, self.devicePixelRatioF())
        else:
            paint_die(pen, place, side.die, theme, spent=side.die is None, entry=side.entry)


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


def _ink(amount: int, theme: Theme) -> QColor:
    return theme.color("ink" if amount >= 0 else "vermilion")
