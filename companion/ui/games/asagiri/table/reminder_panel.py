"""One question beside the board: something is due, or a rule was broken; answered by a key, or by playing on."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAccessible, QKeyEvent
from PySide6.QtWidgets import QApplication, QWidget

from companion.model.core.contract import Choice
from companion.model.core.words import Message, say
from companion.ui.games.asagiri.controller.game import AsagiriController
from companion.ui.games.asagiri.dice.entry import TypedDice
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.keys.focus import offer_keys
from companion.ui.kit.label import Label
from companion.ui.kit.layouts import TOP, hbox, vbox
from companion.ui.kit.panels import PaperPanel
from companion.ui.kit.theme import fonts

Answers = tuple[Message, Message, Message, Message | None]
DUE: Answers = (say("Do it"), say("Skip"), say("Always do it"), say("Never do it"))
BROKEN: Answers = (say("Do it anyway"), say("Undo it"), say("Always allow at our table"), None)


class ReminderPanel(PaperPanel):
    """Shows itself where fights are resolved. Enter (and Space) is the likely answer, Esc leaves it."""

    accessible_role = QAccessible.Role.Dialog

    def __init__(self, game: AsagiriController, parent: QWidget | None = None) -> None:
        super().__init__(parent, margin=10, seed=23)
        self._game = game
        self._rule = Label(self, role="vermilion", font="strong", wrap=False)
        self._words = Label(self, role="ink")
        self.yes = InkButton("", "primary", self, key="↵", clicked=lambda: self.answer(True))
        self.no = InkButton("", "secondary", self, key="Esc", clicked=lambda: self.answer(False))
        self.always = InkButton("", "quiet", self, clicked=lambda: game.dials.always(True))
        self.never = InkButton("", "quiet", self, clicked=lambda: game.dials.always(False))
        self._at_table = Label(self, text=say("At our table:"), font="small", wrap=False)
        said = hbox((self._rule, TOP), (self._words, 1, TOP), spacing=10)
        habits = hbox(self.always, self.never, 1, spacing=0)
        vbox(said, self.yes, self.no, self._at_table, habits, on=self, spacing=5)
        self.hide()
        for signal in (game.changed, game.settings_changed, game.dials.reminded):
            signal.connect(self.rewrite)
        self.rewrite()

    def minimumSizeHint(self) -> QSize:
        return QSize(fonts.px(240), fonts.px(120))

    def rewrite(self, *_: object) -> None:
        """Show what is asked now, or nothing."""
        game, dials = self._game, self._game.dials
        due, against = dials.due, dials.against
        if due is None and against is None:
            focus, table = QApplication.focusWidget(), self.parentWidget()
            had = focus is not None and self.isAncestorOf(focus)
            self.hide()
            if had and table is not None:
                table.setFocus()  # where the keys go at a table
            return
        pending = game.pending
        if due is not None and isinstance(pending, Choice):
            words, rule, says = pending.prompt, due.rule, DUE
        else:
            assert against is not None
            words, rule, says = against.why, against.rule, BROKEN
        self._rule.setText(rule)
        self._words.setText(game.say(words))
        for button, text in zip((self.yes, self.no, self.always, self.never), says, strict=True):
            button.setVisible(text is not None)
            if text is not None:
                button.setText(game.say(text))
        self._at_table.setVisible(due is not None)
        self.setAccessibleName(game.say(say("{words} ({rule})", words=words, rule=rule)))
        fresh = self.isHidden()
        self.show()
        self.raise_()
        self.updateGeometry()
        if fresh and not isinstance(self.window().focusWidget(), TypedDice):
            offer_keys(self.yes)

    def answer(self, yes: bool) -> bool:
        """Say it; False when nothing is asked."""
        return self._game.dials.answer(yes)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.answer(False)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            on = self.focusWidget()
            on.click() if isinstance(on, InkButton) else self.answer(True)
        else:
            super().keyPressEvent(event)
