"""Cards of the packs: a profile card as a widget, and the faces of scenario cards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from PySide6.QtCore import QEasingCurve, QEvent, QPointF, QRectF, QSize, Qt, QVariantAnimation, Signal
from PySide6.QtGui import QFocusEvent, QFont, QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPen, QPixmap
from PySide6.QtWidgets import QApplication, QSizePolicy, QToolTip, QWidget

from companion.model.core.words import Name
from companion.model.games.asagiri.state.scenarios import Scenario, explain
from companion.ui.games.asagiri.cards import parts, portrait, strip
from companion.ui.games.asagiri.cards.face import FRESH, CardFace, CardStatus, Say, Stat
from companion.ui.games.asagiri.cards.portrait import WrappedText, frame, rim_of
from companion.ui.kit import keys
from companion.ui.kit.explain import Marks, Places, explainer
from companion.ui.kit.panels import paint_seal
from companion.ui.kit.theme import fonts, ink, motion, palette
from companion.ui.kit.theme.palette import Theme
from companion.ui.kit.widget import InkWidget

Density: TypeAlias = Literal["strip", "card", "large"]
_WIDTH: dict[Density, int] = {"strip": 232, "card": 248, "large": 372}
_PICTURES: dict[Density, int] = {"strip": 6, "card": 2, "large": 2}
"""How many pictures a card keeps: what happens to a figure comes round again, and a strip is small."""


class CharacterCardFace(InkWidget):
    """A card with no game behind it: out of a pack, in a list, in a band being put together.

    `tray` shows the slot for a die in reserve. Signals: `clicked`, `opened` (double-click, Enter or `i`).
    """

    clicked = Signal()
    opened = Signal()
    space_presses = True
    density: Density = "card"

    def __init__(
        self,
        face: CardFace,
        parent: QWidget | None = None,
        *,
        density: Density = "card",
        status: CardStatus = FRESH,
        tray: bool = False,
    ) -> None:
        super().__init__(parent)
        self.face, self.status, self._tray = face, status, tray
        """What is written on it, and what happens to it."""
        self.density = density
        self._animated = True
        self._marked = False
        self._turning: QVariantAnimation | None = None
        self._before: QPixmap | None = None
        self._fading = False
        self._pictures: dict[object, QPixmap] = {}
        self.marks = Marks(self, self._terms)
        self.setMouseTracking(density == "large")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._say()
        self._settle()

    @property
    def turning(self) -> bool:
        return self._turning is not None

    def shown(self, stat: Stat) -> int:
        return self.face.side(self.status.condition).stat(stat)

    def set_face(self, face: CardFace) -> None:
        if face != self.face:
            self.face = face
            self._say()
            self.updateGeometry()
            self.update()

    def set_status(self, status: CardStatus) -> None:
        """Show what has happened to it; it is turned over when the other face is up now."""
        if status == self.status:
            return
        turns = {self.status.condition, status.condition} == {"vigilant", "shaken"}
        if turns and self._animated and self.isVisible():
            self._turn(self._picture(self.status))
        self.status = status
        self._say()
        self.update()

    def set_density(self, density: Density) -> None:
        if density != self.density:
            self.density = density
            self._settle()
            self.updateGeometry()
            self.update()

    def set_animated(self, on: bool) -> None:
        """Whether it is seen to turn over."""
        self._animated = on

    def set_marked(self, on: bool) -> None:
        if on != self._marked:
            self._marked = on
            self.update()

    def _settle(self) -> None:
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        if self.density != "strip":
            policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self.setSizePolicy(policy)

    def _say(self) -> None:
        self.setAccessibleName(self.face.name)
        self.setAccessibleDescription(", ".join(line.name for line in self.face.side(self.status.condition).skills))

    def sizeHint(self) -> QSize:
        width = fonts.px(_WIDTH[self.density])
        if self.density == "strip":
            return QSize(width, strip.height(self.face))
        return QSize(width, round(width * portrait.RATIO))

    def minimumSizeHint(self) -> QSize:
        hint = self.sizeHint()
        if self.density == "strip":
            return QSize(fonts.px(186), hint.height())
        return QSize(round(hint.width() * 0.8), round(hint.height() * 0.76))

    def places(self) -> portrait.CardPlaces:
        places = strip.places if self.density == "strip" else portrait.places
        return places(self.size(), self.face, self.status, tray=self._tray)

    def _turn(self, before: QPixmap) -> None:
        self._stop()
        self._before, self._fading = before, motion.reduced()
        turning = QVariantAnimation(self)
        turning.setDuration(motion.NORMAL if self._fading else motion.TURN)
        turning.setStartValue(0.0)
        turning.setEndValue(1.0)
        turning.setEasingCurve(QEasingCurve.Type.InOutSine)
        turning.valueChanged.connect(self.update)
        turning.finished.connect(self._stop)
        self._turning = turning
        turning.start()

    def _stop(self) -> None:
        if self._turning is not None:
            self._turning.stop()
            self._turning.deleteLater()
            self._turning = self._before = None
            self.update()

    def _picture(self, status: CardStatus) -> QPixmap:
        theme, dpr, size = palette.current(), self.devicePixelRatioF(), self.size()
        about = (self.face, status, self.density, self._tray)
        key = (size.toTuple(), theme.name, dpr, fonts.text_scale(), *about)
        found = self._pictures.get(key)
        if found is None:
            found = ink.blank(self.width(), self.height(), dpr)
            paint = strip.paint if self.density == "strip" else portrait.paint
            with ink.painting(found) as pen:
                paint(pen, self.size(), self.face, status, theme, dpr, tray=self._tray)
            while len(self._pictures) >= _PICTURES[self.density]:
                self._pictures.pop(next(iter(self._pictures)))
            self._pictures[key] = found
        return found

    def paint(self, pen: QPainter, theme: Theme) -> None:
        if self._turning is not None and self._before is not None:
            self._paint_turning(pen, float(self._turning.currentValue() or 0.0))
        else:
            pen.drawPixmap(0, 0, self._picture(self.status))
        self._paint_over(pen, theme)

    def _paint_turning(self, pen: QPainter, share: float) -> None:
        after = self._picture(self.status)
        assert self._before is not None
        if self._fading:
            pen.setOpacity(1 - share)
            pen.drawPixmap(0, 0, self._before)
            pen.setOpacity(share)
            pen.drawPixmap(0, 0, after)
            pen.setOpacity(1.0)
            return
        wide = max(0.012, abs(1 - 2 * share))
        pen.save()
        pen.translate(self.width() / 2, 0)
        pen.scale(wide, 1.0)
        pen.translate(-self.width() / 2, 0)
        pen.drawPixmap(0, 0, self._before if share < 0.5 else after)
        pen.restore()

    def _paint_over(self, pen: QPainter, theme: Theme) -> None:
        self.marks.paint(pen)
        body = self.places().body
        if self._marked:
            pen.setBrush(Qt.BrushStyle.NoBrush)
            pen.setPen(
                QPen(
                    theme.color("vermilion"),
                    2.6,
                    Qt.PenStyle.SolidLine,
                    Qt.PenCapStyle.RoundCap,
                    Qt.PenJoinStyle.RoundJoin,
                )
            )
            pen.drawPath(ink.rough_rect(body.adjusted(-1.5, -1.5, 1.5, 1.5), f"card{self.face.name}", 0.8, 34))
        if self.hasFocus() and QApplication.focusWidget() is self:
            ink.corners(pen, body.adjusted(-3, -3, 3, 3), theme.color("vermilion"), 12.0)

    def _terms(self) -> Places:
        """Those that a click leads to: of a card that is held close. On a smaller one a click means the card."""
        if self.density != "large" or self.turning:
            return []
        return portrait.terms(self.size(), self.face, self.status, tray=self._tray)

    def event(self, event: QEvent) -> bool:
        if self.density == "large" and self.marks.takes(event):
            return True
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            words = self.told_at(QPointF(event.pos()))
            QToolTip.showText(event.globalPos(), words, self) if words else QToolTip.hideText()
            return True
        return bool(super().event(event))

    def told_at(self, point: QPointF) -> str:
        """What is told while the pointer rests there: a skill in full, and what its words mean."""
        lines = portrait.shown_skills(self.face, self.status)
        rooms = self.places().skills
        found = next((line for (line, _), room in zip(lines, rooms, strict=False) if room.contains(point)), None)
        if found is None:
            return self.toolTip()
        return "\n".join(filter(None, (f"{found.name} · {found.words}", explainer.tips(found.words))))

    def painted_words(self, at: QPointF | None) -> str:
        """The skills that show, or the one that is pointed at."""
        lines = [line for line, _ in portrait.shown_skills(self.face, self.status)]
        if at is not None:
            rooms = self.places().skills
            lines = [line for line, room in zip(lines, rooms, strict=False) if room.contains(at)] or lines
        return "\n".join(f"{line.name}: {line.words}" for line in lines)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self.rect().contains(event.position().toPoint()):
            self.clicked.emit()
        super().mouseReleaseEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.opened.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        pressed = plain and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)
        if pressed or keys.meant("card", event) == "card.open":
            self.opened.emit()
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()


KANJI = "月"
"""The moon: what a night brings."""


@dataclass(frozen=True, slots=True)
class ScenarioCardFace:
    """Everything printed on a scenario card, in the person's language."""

    name: str
    story: str
    words: tuple[str, ...]
    """What it changes, a sentence each."""


def face_of_scenario(card: Scenario, say: Say) -> ScenarioCardFace:
    """The card of a content pack."""
    story = say(Name.of(card.story)) if card.story else ""
    return ScenarioCardFace(say(Name.of(card.name)), story, tuple(say(sentence) for sentence in explain(card)))


def paint_scenario_card(
    pen: QPainter, size: QSize, face: ScenarioCardFace, theme: Theme, *, flat: bool = False
) -> None:
    """Paint the front of the card. `flat`: for a printer."""
    inner = _paint_sheet(pen, size, face.name, theme, flat=flat)
    head = max(fonts.px(30), size.width() * 0.11)
    name = fonts.fitted("name", face.name, inner.width(), max(0.95, size.width() / fonts.px(270)))
    parts.draw_line(
        pen, QRectF(inner.left(), inner.top() - 1, inner.width(), head), face.name, name, theme.color("ink")
    )
    paragraphs, high = _set(face, size, inner, inner.height() - head - size.width() * 0.3, theme)
    top = inner.bottom() - max(high, inner.height() * 0.3)
    _paint_sky(pen, QRectF(inner.left(), inner.top() + head + fonts.px(4), inner.width(),
                           top - inner.top() - head - fonts.px(14)), face, theme)  # fmt: skip
    for paragraph in paragraphs:
        paragraph.draw(pen, inner.left(), top)
        top += paragraph.height + fonts.px(8)


def paint_scenario_back(
    pen: QPainter, size: QSize, face: ScenarioCardFace, theme: Theme, *, flat: bool = False
) -> None:
    """Paint the back, the same on all of them: they are drawn unseen."""
    cloth = _paint_sheet(pen, size, "omen", theme, flat=flat)
    pen.save()
    _paint_cloth(pen, cloth, "omen", theme)
    pen.restore()
    side = cloth.width() * 0.42
    paint_seal(pen, QRectF(cloth.center().x() - side / 2, cloth.center().y() - side / 2, side, side), KANJI, theme)


def _set(
    face: ScenarioCardFace, size: QSize, inner: QRectF, free: float, theme: Theme
) -> tuple[list[WrappedText], float]:
    """The story and the sentences, written smaller until there is room for all of them."""
    scale = min(1.34, max(1.0, size.width() / fonts.px(300)))
    for share in (1.0, 0.93, 0.86, 0.8, 0.74, 0.68, 0.62, 0.56, 0.5):
        told, said = fonts.font("name", scale * share * 13 / 18), fonts.font("small", scale * share * 12.5 / 12)
        told.setWeight(QFont.Weight(500))
        made = (
            [WrappedText("", face.story, (told, told), (theme.color("faded"),) * 2, inner.width())]
            if face.story
            else []
        )
        made += [WrappedText("", words, (said, said), (theme.color("ink"),) * 2, inner.width()) for words in face.words]
        high = sum(paragraph.height + fonts.px(8) for paragraph in made)
        if high <= free:
            break
    return made, high


def _paint_sheet(pen: QPainter, size: QSize, name: str, theme: Theme, *, flat: bool) -> QRectF:
    """The sheet; the room inside it."""
    body, inner = frame(size, flat=flat)
    colours = theme.color("surface"), theme.color("faded")
    parts.paint_sheet(pen, body, rim_of(size), "omen", name, colours, theme, flat=flat)
    return inner


def _paint_cloth(pen: QPainter, rect: QRectF, seed: str, theme: Theme) -> None:
    """The cloth of a night sky, to which what follows is clipped."""
    night, light = theme.color("figure_ink"), theme.color("figure_light")
    field = palette.blend(night, theme.color("vigilant"), 0.22)
    parts.paint_cloth(pen, rect, seed, field, palette.blend(night, light, 0.26))


def _paint_sky(pen: QPainter, rect: QRectF, face: ScenarioCardFace, theme: Theme) -> None:
    """The moon over clouds: full, and a cloud before it."""
    if rect.height() < fonts.px(22):
        return
    pen.save()
    _paint_cloth(pen, rect, face.name, theme)
    side = min(rect.height() * 0.72, rect.width() * 0.44)
    pen.setPen(Qt.PenStyle.NoPen)
    pen.setBrush(palette.blend(theme.color("figure_light"), theme.color("gold"), 0.16))
    pen.drawPath(ink.rough_disc(rect.center() - QPointF(0, rect.height() * 0.05), side / 2, face.name, 0.01))
    pen.setBrush(palette.blend(theme.color("figure_ink"), theme.color("vigilant"), 0.5))
    for n, (dx, dy, wide) in enumerate(((-0.26, 0.30, 0.8), (0.30, 0.40, 0.9), (0.02, 0.47, 1.3))):
        y = rect.center().y() + rect.height() * dy
        middle = rect.center().x() + rect.width() * dx
        half = rect.width() * wide * 0.28
        band = ink.line((middle - half, y), (middle, y - rect.height() * 0.03), (middle + half, y))
        pen.drawPath(ink.brush_stroke(band, rect.height() * (0.09 + 0.02 * n)))
    pen.restore()
