"""The card of a figure in a game: follows it, selects it, takes dice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
)
from PySide6.QtWidgets import QApplication, QWidget

from companion.model.core.contract import Option
from companion.model.core.journal import parts_of
from companion.model.core.words import Message, Words, say
from companion.model.games.asagiri.state.formatting import ELEMENT_WORDS, STAT_WORDS, STATE_WORDS
from companion.ui.games.asagiri.dice import actions
from companion.ui.games.asagiri.dice.actions import InspirationDie, die_of, drag, hand
from companion.ui.kit.theme import fonts, ink
from companion.ui.kit.theme.palette import Theme
from companion.ui.kit.widget import ARROWS

from . import parts
from .card import CharacterCardFace, Density
from .face import STATS, CardStatus, SkillLine, face_of_character, status_of

if TYPE_CHECKING:
    from companion.ui.games.asagiri.controller.game import AsagiriController


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
        who: int,
        parent: QWidget | None = None,
        *,
        density: Density = "strip",
        words: Words | None = None,
    ) -> None:
        """`words`: of another language than the game's."""
        self._game, self.who, self._words = game, who, words
        self._hinted = self._over = False
        self._pressed: QPointF | None = None
        character = game.state.table.characters[who]
        face = face_of_character(character, words or game.say, game.content, game.state.table.called[who])
        super().__init__(face, parent, density=density, status=self._now(), tray=character.kami is None)
        self._character = character
        self.setAcceptDrops(True)
        self.set_marked(game.selection == who)
        game.pace.changed.connect(game.keep_current(self, self._changed, *parts_of(game.state)))
        game.selected.connect(self._selected)
        game.settings_changed.connect(self._reworded)
        hand.changed.connect(self._hand_changed)

    def follow_figure(self, who: int) -> None:
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
        character = characters[self.who]
        self.set_animated(self._game.animated)
        if character is not self._character or self.face.name != self._game.name(self.who):
            self._reworded()
        self.set_status(self._now())
        self._hand_changed()

    def _selected(self, who: int) -> None:
        self.set_marked(who == self.who)

    def _reworded(self) -> None:
        self._character = self._game.state.table.characters[self.who]
        self._tray = self._character.kami is None
        called = self._game.state.table.called[self.who]
        self.set_face(face_of_character(self._character, self._words or self._game.say, self._game.content, called))
        self._say()

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
        pen.setPen(Qt.PenStyle.NoPen)
        pen.setBrush(theme.color("vermilion"))
        pen.drawPath(ink.brush_stroke(line, 6.5, pressure=ink.brush_pressure(0.7, 0.4)))
