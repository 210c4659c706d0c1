"""The surface dice lie on: shown, tumbling, picked up, asked what they can do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt, QVariantAnimation
from PySide6.QtGui import (
    QDragEnterEvent,
    QDropEvent,
    QFocusEvent,
    QFontMetricsF,
    QHelpEvent,
    QKeyEvent,
    QLinearGradient,
    QMouseEvent,
    QPainter,
    QPen,
)
from PySide6.QtWidgets import QApplication, QSizePolicy, QToolTip, QWidget

from companion.model.core.chance import Face
from companion.model.core.contract import Option
from companion.model.core.words import Message, plural, say
from companion.model.games.asagiri.rules import options as o
from companion.model.games.asagiri.skills.language.vocabulary import ELEMENTS
from companion.model.games.asagiri.state.formatting import ELEMENT_WORDS
from companion.model.games.asagiri.state.state import SEATS
from companion.model.games.asagiri.state.vocabulary import NO_FIGURE, FigureId
from companion.ui.kit.art.dice import DURATION, Entry, Tumble, die_pixmap
from companion.ui.kit.explain import explainer
from companion.ui.kit.theme import fonts, ink
from companion.ui.kit.theme.palette import Theme
from companion.ui.kit.widget import Backdrop, InkWidget, Sized

from . import actions
from .actions import InspirationDie, die_of, drag

if TYPE_CHECKING:
    from companion.ui.games.asagiri.controller import AsagiriController


Kind = Literal["pool", "reserve", "aside", "gone", "blank", "d6"]
SIZE, LABELLED, SMALL = 44, 38, 28
_COUNTED: dict[str, Callable[[int], Message]] = {
    "blank": lambda count: plural("{count} die to roll", "{count} dice to roll", count),
    "aside": lambda count: plural("{count} set aside", "{count} set aside", count),
    "gone": lambda count: plural("{count} lost for good", "{count} lost for good", count),
}
"""Dice without a face, by how many."""
_ASKING = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space, Qt.Key.Key_Menu)


@dataclass(frozen=True, slots=True)
class Lying:
    """A die that lies there: of the pool, in reserve (to be taken back), set aside, gone for good, not rolled yet."""

    kind: Kind
    face: Face | None
    entry: Entry = "rolled"
    who: FigureId = NO_FIGURE
    label: str = ""

    def die(self) -> InspirationDie | None:
        """As a die that options may speak of."""
        element = next((known for known in ELEMENTS if known == self.face), None)
        if element is None or self.kind not in ("pool", "reserve"):
            return None
        return InspirationDie(element, "pool" if self.kind == "pool" else "reserve", self.who)


class DiceSurface(Sized, InkWidget):
    """Dice in a row. A click (or Enter) asks what a die may do; dragging carries it off; Left and Right go along."""

    preferred, least = (430, 64), (240, 60)

    space_presses = True

    def __init__(self, game: AsagiriController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._game = game
        self._dice: list[Lying] = []
        self.at = 0
        self._under = -1
        self._pressed: tuple[int, QPointF] | None = None
        self._over = False
        self._tumble: Tumble | None = None
        self._motion: QVariantAnimation | None = None
        self._backdrop = Backdrop(self._draw)
        self.setMouseTracking(True)
        self.setAcceptDrops(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def tell(self, dice: list[Lying]) -> None:
        self._stop()
        if dice != self._dice or self._under >= 0:  # what the one under the pointer can do may have changed
            self.update()
        self._dice = dice
        self.at = max(0, min(self.at, len(dice) - 1))
        self._say()

    @property
    def dice(self) -> tuple[Lying, ...]:
        return tuple(self._dice)

    def _say(self) -> None:
        """All dice; while the keys are here first the one they speak of, and what it can do."""
        game, state = self._game, self._game.state
        counted = {kind: sum(die.kind == kind for die in self._dice) for kind in ("blank", "aside", "gone")}
        lying = [self._called(die) for die in self._dice if die.kind not in counted]
        lying += [game.say(words(count)) for kind, words in _COUNTED.items() if (count := counted[kind])]
        who = game.say(say("Dice of {seat}", seat=SEATS[state.phase]))
        every = f"{who}: {', '.join(lying) or '—'}"
        if not self.hasFocus() or not self._dice:
            self.setAccessibleName(every)
            self.setAccessibleDescription("")
            return
        die, uses = self._dice[self.at], [actions.words(game, option) for option in self.uses_of(self.at)]
        at = game.say(say("die {number} of {all}", number=self.at + 1, all=len(self._dice)))
        self.setAccessibleDescription(every)
        self.setAccessibleName(", ".join([self._called(die), at, *uses]))

    def _called(self, die: Lying) -> str:
        """A die in words: its face and whose it is."""
        say_ = self._game.say
        if die.kind in _COUNTED:
            return say_(_COUNTED[die.kind](1))
        face = say_(Message(ELEMENT_WORDS[die.face])) if isinstance(die.face, str) else str(die.face or "—")
        if die.kind == "reserve":
            return say_(say("{element} in reserve on {who}", element=face, who=die.label))
        return f"{die.label}: {face}" if die.label else face

    def uses_of(self, n: int) -> list[Option]:
        """What may be done with die `n` now."""
        game, die = self._game, self._dice[n].die()
        if die is None:
            return []
        return [*actions.uses(game, die), *actions.begun(game, die), *actions.kept(game, die)]

    def places(self) -> list[QRectF]:
        big, small = fonts.px(SIZE), fonts.px(SMALL)
        widths: list[float] = [
            small + fonts.px(3) if d.kind in ("aside", "gone") else big + fonts.px(6) for d in self._dice
        ]
        gaps = [fonts.px(12) if n and d.kind in ("aside", "gone") and self._dice[n - 1].kind != d.kind else 0
                for n, d in enumerate(self._dice)]  # fmt: skip
        widths = [max(wide, self._label_width(d)) for wide, d in zip(widths, self._dice, strict=True)]
        x = (self.width() - sum(widths) - sum(gaps)) / 2
        found = []
        for die, wide, gap in zip(self._dice, widths, gaps, strict=True):
            side = small if die.kind in ("aside", "gone") else fonts.px(LABELLED) if die.label else big
            drop = fonts.px(8) if die.label else 0
            found.append(QRectF(x + gap + (wide - side) / 2, (self.height() - side) / 2 - drop, side, side))
            x += wide + gap
        return found

    def _label_width(self, die: Lying) -> float:
        if not die.label:
            return 0.0
        wide = QFontMetricsF(fonts.font("small")).horizontalAdvance(die.label)
        return min(wide, self._label_room()) + fonts.px(10)

    def _label_room(self) -> float:
        return max(float(fonts.px(96)), self.width() / max(1, len(self._dice)) - fonts.px(12))

    @property
    def tumbling(self) -> bool:
        return self._motion is not None

    def tumble(self) -> None:
        """Let the dice shown fall into their places."""
        faces = [d.face for d in self._dice if d.face is not None]
        if not faces or len(faces) != sum(d.kind in ("pool", "d6") for d in self._dice):
            return
        self._stop()
        self._tumble = Tumble(faces, ELEMENTS if isinstance(faces[0], str) else range(1, 7))
        self._motion = QVariantAnimation(self)
        self._motion.setDuration(DURATION)
        self._motion.setStartValue(0.0)
        self._motion.setEndValue(1.0)
        self._motion.valueChanged.connect(self.update)
        self._motion.finished.connect(self._stop)
        self._motion.start()

    def skip(self) -> None:
        self._stop()

    def _stop(self) -> None:
        if self._motion is not None:
            self._motion.stop()
            self._motion.deleteLater()
            self._motion = self._tumble = None
            self.update()

    def _draw(self, pen: QPainter, size: QSize, theme: Theme) -> None:
        box = QRectF(2, 2, size.width() - 4, size.height() - 5)
        rim = ink.rough_rect(box, "tray", 0.7, 40)
        ink.soft_shadow(pen, rim, theme.color("shadow", 0.5 if theme.dark else 0.25), 4, 0.6, 1.6)
        pen.setPen(Qt.PenStyle.NoPen)
        pen.setBrush(theme.mix("ink", "vermilion_deep", 0.16) if not theme.dark else theme.mix("surface", "ink", 0.10))
        pen.drawPath(rim)
        inner = box.adjusted(4, 4, -4, -4)
        pen.setBrush(theme.mix("sunken", "earth", 0.10) if not theme.dark else theme.color("sunken"))
        pen.drawRoundedRect(inner, 3, 3)
        pen.save()
        pen.setClipRect(inner)
        grain = ink.grain_pixmap(40, 256, 9, theme.color("ink").rgb(), 0.07)
        pen.scale(5.0, 0.55)
        pen.drawTiledPixmap(0, 0, size.width(), size.height() * 2, grain)
        pen.restore()
        for edge, strength in (
            ((inner.topLeft(), QPointF(inner.left(), inner.top() + 12)), 0.34),
            ((inner.topLeft(), QPointF(inner.left() + 10, inner.top())), 0.22),
        ):
            shade = QLinearGradient(*edge)
            dark = theme.color("shadow", strength)
            shade.setColorAt(0.0, dark)
            dark.setAlphaF(0.0)
            shade.setColorAt(1.0, dark)
            pen.fillRect(inner, shade)

    def paint(self, pen: QPainter, theme: Theme) -> None:
        pen.drawPixmap(0, 0, self._backdrop.get(self))
        for n, place in enumerate(self.places()):
            self._paint_die(pen, n, place, theme)
        if self._over:
            pen.setBrush(Qt.BrushStyle.NoBrush)
            pen.setPen(QPen(theme.color("vermilion"), 2.4))
            pen.drawRoundedRect(QRectF(self.rect()).adjusted(5, 5, -5, -7), 3, 3)

    def _paint_die(self, pen: QPainter, n: int, place: QRectF, theme: Theme) -> None:
        die = self._dice[n]
        flying = self._tumble is not None and self._motion is not None and die.kind in ("pool", "d6")
        if flying:
            self._paint_flying(pen, n, place, theme)
        elif die.kind in ("aside", "gone"):
            gone = die.kind == "gone"
            picture = die_pixmap(None, round(place.width()), theme, spent=gone, dpr=self.devicePixelRatioF())
            pen.setOpacity(1.0 if gone else 0.5)
            pen.drawPixmap(place.topLeft(), picture)
            pen.setOpacity(1.0)
        else:
            lifted = n == self._under and bool(self.uses_of(n))
            lift = -2.0 if lifted else 0.0
            chosen = lifted or (self.hasFocus() and n == self.at)
            picture = die_pixmap(die.face, round(place.width()), theme, entry=die.entry, chosen=chosen,
                                 dpr=self.devicePixelRatioF())  # fmt: skip
            pen.drawPixmap(place.topLeft() + QPointF(0, lift), picture)
        if die.label:
            font = fonts.font("small")
            wide = max(place.width(), self._label_room())
            words = QFontMetricsF(font).elidedText(die.label, Qt.TextElideMode.ElideRight, wide)
            pen.setFont(font)
            pen.setPen(theme.color("ink"))
            box = QRectF(place.center().x() - wide / 2, place.bottom() - 1, wide, fonts.px(14))
            pen.drawText(box, Qt.AlignmentFlag.AlignCenter, words)

    def _paint_flying(self, pen: QPainter, n: int, place: QRectF, theme: Theme) -> None:
        assert self._tumble is not None
        assert self._motion is not None
        pose = self._tumble.pose(n, float(self._motion.currentValue() or 0.0))
        side = place.width()
        pen.save()
        pen.translate(place.center() + QPointF(pose.dx * side, pose.dy * side))
        pen.rotate(pose.angle)
        pen.scale(pose.scale, pose.scale)
        picture = die_pixmap(pose.face, round(side), theme, dpr=self.devicePixelRatioF())
        pen.drawPixmap(QPointF(-side / 2, -side / 2), picture)
        pen.restore()

    def die_at(self, at: QPointF) -> int:
        """The die at a point, or -1."""
        return next((n for n, place in enumerate(self.places()) if place.contains(at)), -1)

    def ask(self, n: int, at: QPoint | None = None) -> bool:
        """A menu of everything die `n` can do now, at a global point; False when there is nothing."""
        if not 0 <= n < len(self._dice):
            return False
        place = self.places()[n]
        where = at or self.mapToGlobal(place.topLeft().toPoint())
        return actions.perform(self._game, self.uses_of(n), self, where, ask=True)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if self.tumbling:
            self.skip()
            return
        n = self.die_at(event.position())
        self._pressed = (n, event.position()) if n >= 0 and event.button() == Qt.MouseButton.LeftButton else None
        if n >= 0:
            self.at = n

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        under = self.die_at(event.position())
        if under != self._under:
            self._under = under
            usable = under >= 0 and bool(self.uses_of(under))
            self.setCursor(Qt.CursorShape.OpenHandCursor if usable else Qt.CursorShape.ArrowCursor)
            self.update()
        if self._pressed is None:
            return
        n, start = self._pressed
        if (event.position() - start).manhattanLength() < QApplication.startDragDistance():
            return
        self._pressed = None
        die = self._dice[n].die()
        if die is not None and self.uses_of(n):
            drag(self, die, fonts.px(SIZE))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._pressed is not None and self.die_at(event.position()) == self._pressed[0]:
            self.ask(self._pressed[0], event.globalPosition().toPoint())
        self._pressed = None

    def leaveEvent(self, event: QEvent) -> None:
        self._under = -1
        self.update()
        super().leaveEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if key in (Qt.Key.Key_Left, Qt.Key.Key_Right) and self._dice:
            self.at = (self.at + (1 if key == Qt.Key.Key_Right else -1)) % len(self._dice)
            self._say()
            self.update()
        elif key in _ASKING and self.ask(self.at):
            return
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._say()
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._say()
        self.update()

    def _taken_back(self, event: QDropEvent) -> o.TakeBack | None:
        die = die_of(event.mimeData())
        option = o.TakeBack(die.who) if die is not None and die.origin == "reserve" else None
        return option if option in self._game.options else None

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        self._over = self._taken_back(event) is not None
        self.update()
        event.acceptProposedAction() if self._over else event.ignore()

    def dragLeaveEvent(self, event: QEvent) -> None:
        self._over = False
        self.update()

    def dropEvent(self, event: QDropEvent) -> None:
        self._over = False
        self.update()
        option = self._taken_back(event)
        if option is not None:
            event.acceptProposedAction()
            self._game.choose(option)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            n = self.die_at(QPointF(event.pos()))
            words = self._tip(n) if n >= 0 else ""
            means = explainer.tips(words)
            words = means if means and " " not in words else "\n".join(filter(None, (words, means)))
            QToolTip.showText(event.globalPos(), words, self) if words else QToolTip.hideText()
            return True
        return super().event(event)

    def painted_words(self, at: QPointF | None) -> str:
        shown = range(len(self._dice)) if at is None else [n for n in [self.die_at(at)] if n >= 0]
        return "\n".join(dict.fromkeys(self._tip(n) for n in shown))

    def _tip(self, n: int) -> str:
        game, die = self._game, self._dice[n]
        if die.kind == "aside":
            return game.say(say("Set aside until the next roll"))
        if die.kind == "gone":
            return game.say(say("Lost for good"))
        lines = [actions.words(game, option) for option in self.uses_of(n)]
        name = game.say(Message(ELEMENT_WORDS[die.face])) if isinstance(die.face, str) else ""
        return "\n".join([name, *lines]) if name else ""
