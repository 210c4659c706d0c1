"""The card of a figure in a game (it follows it, selects it, takes dice), and the faces of its equipment."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPen,
)
from PySide6.QtWidgets import QApplication, QWidget

from companion.model.core.contract import Content, Option
from companion.model.core.refusal import InvalidInput
from companion.model.core.timeline import parts_of
from companion.model.core.words import Message, Name, Words, say
from companion.model.games.asagiri.skills.language.vocabulary import trait
from companion.model.games.asagiri.skills.modifiers import lent
from companion.model.games.asagiri.skills.record import find_skill
from companion.model.games.asagiri.state import cards
from companion.model.games.asagiri.state.formatting import ELEMENT_WORDS, STAT_WORDS, STATE_WORDS
from companion.model.games.asagiri.state.vocabulary import FigureId
from companion.ui.games.asagiri.cards import parts
from companion.ui.games.asagiri.cards.card import CharacterCardFace, Density
from companion.ui.games.asagiri.cards.face import (
    ALIGNMENT_WORDS,
    STATS,
    CardFace,
    CardStatus,
    Picture,
    Say,
    SkillLine,
    face_of_character,
    paint_picture,
    picture_of,
    skill_line,
    status_of,
)
from companion.ui.games.asagiri.cards.portrait import (
    CardPlaces,
    draw_block,
    foot_of,
    frame,
    head_of,
    rim_of,
    stack,
    typeset,
)
from companion.ui.games.asagiri.dice import actions
from companion.ui.games.asagiri.dice.actions import InspirationDie, die_of, drag, hand
from companion.ui.kit.panels import paint_seal
from companion.ui.kit.theme import fonts, ink, palette
from companion.ui.kit.theme.palette import Theme
from companion.ui.kit.widget import ARROWS

if TYPE_CHECKING:
    from companion.ui.games.asagiri.controller import AsagiriController


class ProfileCard(CharacterCardFace):
    """The card of a figure in a game: follows it, selects it, takes dice.

    Signals besides those of a card: `menu_asked` (a global point) for the context menu, `arrowed` (an arrow key),
    `pressed_at` (a point on it).
    """

    menu_asked = Signal(QPoint)
    arrowed = Signal(int)
    pressed_at = Signal(QPointF)

    def __init__(
        self,
        game: AsagiriController,
        who: FigureId,
        parent: QWidget | None = None,
        *,
        density: Density = "strip",
        words: Words | None = None,
    ) -> None:
        """`words`: of another language than the game's."""
        self._game, self.who, self._words = game, who, words
        self._hinted = self._over = False
        self._pressed: QPointF | None = None
        tray = game.state.table.characters[who].kami is None
        super().__init__(self._written(), parent, density=density, status=self._now(), tray=tray)
        self.setAcceptDrops(True)
        self.set_marked(game.selection == who)
        game.pace.changed.connect(game.keep_current(self, self._changed, *parts_of(game.state)))
        game.selected.connect(self._selected)
        game.settings_changed.connect(self._reworded)
        hand.changed.connect(self._hand_changed)

    def follow_figure(self, who: FigureId) -> None:
        """Show another figure's card."""
        self.who = who
        self._stop()
        self.status = self._now()
        self._reworded()
        self.set_marked(self._game.selection == who)

    def _now(self) -> CardStatus:
        active = self._game.state.active
        state, acts = self._game.state, active is not None and active.who == self.who
        return status_of(state.figures[self.who], active=acts, band=state.band_of(self.who))

    def _changed(self, change: object = None) -> None:
        if self._game.pace.falling:
            return  # a card turns over when the dice have come to rest
        characters = self._game.state.table.characters
        if self.who >= len(characters):
            return  # it was summoned, and that was taken back
        self.set_animated(self._game.animated)
        character, more = self._shown
        changed = character is not characters[self.who] or more != lent(self._game.state, self.who)
        if changed or self.face.name != self._game.name(self.who):
            self._reworded()
        self.set_status(self._now())
        self._hand_changed()

    def _selected(self, who: FigureId) -> None:
        self.set_marked(who == self.who)

    def _reworded(self) -> None:
        self._tray = self._game.state.table.characters[self.who].kami is None
        self.set_face(self._written())
        self._say()

    def _written(self) -> CardFace:
        """The card, with the skills that it has for now."""
        game, table = self._game, self._game.state.table
        self._shown = character, more = table.characters[self.who], lent(game.state, self.who)
        return face_of_character(character, self._words or game.say, game.content, table.called[self.who], more)

    def _say(self) -> None:
        game, status, side = self._game, self.status, self.face.side(self.status.condition)
        said = [self.face.name, game.say(Message(STATE_WORDS[status.condition]))]
        said += [f"{game.say(Message(STAT_WORDS[stat]))} {side.stat(stat)}" for stat in STATS]
        if status.reserve is not None:
            said.append(game.say(say("{element} in reserve", element=Message(ELEMENT_WORDS[status.reserve]))))
        if status.activated:
            said.append(game.say(say("activated")))
        slip, used = self.face.slip, ""
        if slip is not None:
            used = game.say(say("used up")) if status.spent else ""
            said.append(game.say(say("equipment: {name}", name=slip.name)) + (f" ({used})" if used else ""))
        said.append(game.say(say("{zeni} zeni", zeni=self.face.zeni)))
        self.setAccessibleName(", ".join(said))
        skills = (*side.skills, *(slip.skills if slip is not None and not used else ()))
        self.setAccessibleDescription(" ".join(f"{self._titled(line)}: {line.words}" for line in skills))

    def _titled(self, line: SkillLine) -> str:
        """A skill's name, and the die that pays for it."""
        if line.element is None:
            return line.name
        return f"{line.name} ({self._game.say(Message(ELEMENT_WORDS[line.element]))})"

    def _hand_changed(self) -> None:
        held = hand.held
        hinted = held is not None and bool(actions.uses_on(self._game, held, self.who))
        if hinted != self._hinted:
            self._hinted = hinted
            self.update()

    def _wanted(self, event: QDropEvent) -> list[Option]:
        die = die_of(event.mimeData())
        return actions.uses_on(self._game, die, self.who) if die is not None else []

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if self._wanted(event):
            self._over = True
            self.update()
            event.acceptProposedAction()
        else:
            event.ignore()

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        event.acceptProposedAction() if self._over else event.ignore()

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self._over = False
        self.update()

    def dropEvent(self, event: QDropEvent) -> None:
        self._over = False
        self.update()
        wanted = self._wanted(event)
        if wanted:
            event.acceptProposedAction()
            actions.perform(self._game, wanted, self, self.mapToGlobal(event.position().toPoint()))
        else:
            event.ignore()

    def _reserved(self) -> InspirationDie | None:
        element = self.status.reserve
        return InspirationDie(element, "reserve", self.who) if element is not None else None

    def mousePressEvent(self, event: QMouseEvent) -> None:
        on_tray = self.places().tray.contains(event.position())
        self._pressed = event.position() if on_tray and event.button() == Qt.MouseButton.LeftButton else None
        self.pressed_at.emit(event.position())
        event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        die = self._reserved()
        if self._pressed is None or die is None or not actions.uses(self._game, die):
            return
        if (event.position() - self._pressed).manhattanLength() >= QApplication.startDragDistance():
            self._pressed = None
            drag(self, die, fonts.px(46))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        die = self._reserved() if self._pressed is not None else None
        self._pressed = None
        if event.button() == Qt.MouseButton.LeftButton and self.rect().contains(event.position().toPoint()):
            self._game.select(self.who)
            if die is not None:
                actions.perform(
                    self._game, actions.uses(self._game, die), self, event.globalPosition().toPoint(), ask=True
                )
        super().mouseReleaseEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in ARROWS and not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            self.arrowed.emit(event.key())
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        keyboard = event.reason() == QContextMenuEvent.Reason.Keyboard
        self.menu_asked.emit(self.mapToGlobal(self.rect().center()) if keyboard else event.globalPos())

    def _paint_over(self, pen: QPainter, theme: Theme) -> None:
        super()._paint_over(pen, theme)
        at = self.places()
        if self.status.active:
            self._paint_acting(pen, at.body, theme)
        if self._hinted and not at.tray.isNull():
            parts.paint_tray(pen, at.tray, self.status.reserve, theme, hint=True, over=self._over)

    def _paint_acting(self, pen: QPainter, body: QRectF, theme: Theme) -> None:
        """A vermilion stroke down the left side: this figure is acting."""
        line = ink.line(
            (body.left() - 1, body.top() + 3),
            (body.left() - 1.5, body.center().y()),
            (body.left() - 1, body.bottom() - 3),
        )
        ink.fill(pen, ink.brush_stroke(line, 6.5, pressure=ink.brush_pressure(0.7, 0.4)), theme.color("vermilion"))


KANJI = "武"
"""Arms, gear."""
SEAL = "一"
"""Once."""


@dataclass(frozen=True, slots=True)
class GearFace:
    """Everything printed on an equipment card, in the person's language."""

    name: str
    zeni: int
    single: bool
    use: str
    """Once or always, in words."""
    bearers: str
    """Who may bear it, in words; nothing: anybody."""
    skills: tuple[SkillLine, ...] = ()
    picture: Picture | None = None


def face_of_gear(card: cards.EquipmentCard, content: Content, say_: Say) -> GearFace:
    """The card of a content pack; raises InvalidInput when the pack lacks one of its skills."""
    return GearFace(
        name=say_(Name.of(card.name)),
        zeni=card.zeni,
        single=card.use == "single",
        use=say_(say("Single use") if card.use == "single" else say("Permanent")),
        bearers=", ".join(bearer_words(word, content, say_) for word in card.bearers),
        skills=tuple(skill_line(find_skill(content, id), say_, content) for id in card.skills),
        picture=picture_of(content, card.id, card.picture),
    )


def bearer_words(bearer: str, content: Content, say_: Say) -> str:
    """Who may bear something, in words: a character, an alignment, or all with a trait (BND-5)."""
    if ":" in bearer:
        try:
            return say_(Name.of(cards.character(content, bearer).name))
        except InvalidInput:
            return bearer
    return say_(Message(ALIGNMENT_WORDS[bearer]) if bearer in ALIGNMENT_WORDS else trait(bearer))


def places(size: QSize, face: GearFace, *, flat: bool = False, room: float = 0.0) -> CardPlaces:
    """Where everything on an equipment card of this size is."""
    theme = palette.current()
    (body, inner), head, foot = frame(size, flat=flat), head_of(size), foot_of(size)
    found = CardPlaces(body)
    named = head * 0.62
    found.name = QRectF(inner.left(), inner.top() - 1, inner.width(), named)
    found.traits = QRectF(inner.left(), inner.top() + named - 1, inner.width(), head - named)
    coin = foot * 0.56
    found.coin = QRectF(inner.left() - coin * 0.25, inner.bottom() - coin - (foot - coin) / 2, coin * 2.1, coin)
    found.use = QRectF(found.coin.right(), inner.bottom() - foot, inner.right() - found.coin.right(), foot)
    free = inner.height() - head - foot - size.width() * 0.3 - room
    block, high, scale = typeset([(line, False) for line in face.skills], size, inner.width(), free, theme, flat=flat)
    top = inner.bottom() - foot - fonts.px(4) - max(high + room, body.height() * 0.12)
    found.words = QRectF(inner.left(), top, inner.width(), inner.bottom() - foot - top)
    found.skills = stack(block, inner.left(), top, inner.width(), fonts.px(18 * scale))
    found.crest = QRectF(inner.left(), inner.top() + head + fonts.px(6), inner.width(), 0)
    found.crest.setBottom(top - fonts.px(10))
    return found


def paint(pen: QPainter, size: QSize, face: GearFace, theme: Theme, *, flat: bool = False, room: float = 0.0) -> None:
    """Paint the front of the card. `flat`: for a printer; `room`: so much is kept free below the skills."""
    at = places(size, face, flat=flat, room=room)
    _paint_sheet(pen, at.body, size, face, theme, flat=flat)
    share = max(0.95, size.width() / fonts.px(270))
    parts.draw_line(
        pen, at.name, face.name, fonts.fitted("name", face.name, at.name.width(), share), theme.color("ink")
    )
    if face.bearers:
        small = fonts.fitted("small", face.bearers, at.traits.width(), min(1.34, share), 0.72)
        parts.draw_line(pen, at.traits, face.bearers, small, theme.color("faded"))
    _paint_crest(pen, at.crest, face, theme)
    free = at.words.height() + 1
    lines = [(line, False) for line in face.skills]
    block, _, scale = typeset(lines, size, at.words.width(), free, theme, flat=flat)
    draw_block(pen, block, at.skills, fonts.px(18 * scale), theme)
    parts.paint_coin(pen, at.coin, face.zeni, theme)
    _paint_use(pen, at.use, face, theme, share)


def paint_back(pen: QPainter, size: QSize, face: GearFace, theme: Theme, *, flat: bool = False) -> None:
    """Paint the other side: what lies up once it is used up, or a sheet of the pattern."""
    body, cloth = frame(size, flat=flat)
    _paint_sheet(pen, body, size, face, theme, flat=flat)
    _paint_cloth(pen, cloth, face, theme)
    side = cloth.width() * 0.42
    seal = QRectF(cloth.center().x() - side / 2, cloth.center().y() - side * 0.62, side, side)
    paint_seal(pen, seal, KANJI, theme, "faded" if face.single else "vermilion")
    words = QRectF(cloth.left(), seal.bottom() + side * 0.16, cloth.width(), side * 0.4)
    colour, middle = theme.color("figure_light"), Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop
    font = fonts.fitted("name", face.name, words.width() * 0.9, max(0.95, size.width() / fonts.px(270)))
    parts.draw_line(pen, words, face.name, font, colour, middle)
    if face.single:
        line = QPointF(words.center().x() - cloth.width() * 0.3, words.top() + words.height() * 0.32)
        pen.setPen(QPen(theme.color("vermilion"), max(1.6, size.width() * 0.007)))
        pen.drawLine(line, QPointF(words.center().x() + cloth.width() * 0.3, line.y() - size.width() * 0.008))


def _paint_sheet(pen: QPainter, body: QRectF, size: QSize, face: GearFace, theme: Theme, *, flat: bool) -> None:
    colours = palette.blend(theme.color("surface"), theme.color("gold"), 0.06), theme.color("gold")
    parts.paint_sheet(pen, body, rim_of(size), "gear", face.name, colours, theme, flat=flat, grain=5)


def _paint_cloth(pen: QPainter, rect: QRectF, face: GearFace, theme: Theme) -> None:
    field = palette.blend(theme.color("figure_ink"), theme.color("gold"), 0.32 if theme.dark else 0.42)
    pen.save()
    parts.paint_cloth(pen, rect, face.name, field, theme.color("figure_light", 0.2))
    pen.restore()


def _paint_crest(pen: QPainter, rect: QRectF, face: GearFace, theme: Theme) -> None:
    if rect.height() < fonts.px(22):
        return
    pen.save()
    if face.picture is not None:
        pen.setClipPath(ink.rough_rect(rect, f"crest{face.name}", 0.7, 30), Qt.ClipOperation.IntersectClip)
        if paint_picture(pen, rect, face.picture):
            pen.restore()
            return
    _paint_cloth(pen, rect, face, theme)
    side = min(rect.height() * 0.78, rect.width() * 0.5)
    disc = ink.rough_disc(rect.center(), side / 2, face.name, 0.008)
    ink.fill(pen, disc, palette.blend(theme.color("figure_light"), theme.color("gold"), 0.12))
    font = fonts.font("name")
    font.setPixelSize(max(8, round(side * 0.6)))
    ink.write(pen, rect, KANJI, font, theme.color("figure_ink"), Qt.AlignmentFlag.AlignCenter)
    pen.restore()


def _paint_use(pen: QPainter, rect: QRectF, face: GearFace, theme: Theme, share: float) -> None:
    """Once: a seal and the words; else the words alone."""
    right = rect.right()
    if face.single:
        side = rect.height() * 0.8
        paint_seal(pen, QRectF(right - side, rect.center().y() - side / 2, side, side), SEAL, theme)
        right -= side + fonts.px(6)
    words = QRectF(rect.left() + fonts.px(10), rect.top(), right - rect.left() - fonts.px(10), rect.height())
    font = fonts.fitted("small", face.use, words.width(), min(1.34, share))
    parts.draw_line(pen, words, face.use, font, theme.color("faded"),
                    Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)  # fmt: skip
