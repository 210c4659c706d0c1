"""The slip of the table check: a question, one key an answer, then what was probably missed."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QKeyEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from companion.model.core.words import Message, plural, say
from companion.model.games.asagiri.skills.language.vocabulary import Element
from companion.model.games.asagiri.table.missing_step_search import Explanation
from companion.ui.games.asagiri.controller.game import Game
from companion.ui.kit import keys
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.label import Label
from companion.ui.kit.panels import Heading, KeyedPanel, Rule
from companion.ui.play.correction_panel import Comparison

from .checking import Checking

MOST_WORDS = 5
"""Steps of an explanation that are told; the others are counted."""
_DICE: dict[Qt.Key, Element] = {
    Qt.Key.Key_F: "fire", Qt.Key.Key_W: "water", Qt.Key.Key_A: "air", Qt.Key.Key_E: "earth", Qt.Key.Key_T: "tori",
}  # fmt: skip


class CheckSlip(KeyedPanel):
    """Follows a `Checking`. Enter: yes, it is so. Arrows, Q and E, and a few letters say how it is instead."""

    accessible_role = QAccessible.Role.Dialog

    def __init__(self, game: Game, checking: Checking, parent: QWidget | None = None) -> None:
        super().__init__(parent, margin=10, seed=29)
        self._game, self._checking = game, checking
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._heading = Heading("", self, level=3)
        self._heading.setWordWrap(True)
        self.question = Label(self, role="ink", scale=1.15)
        self._hint = Label(self, font="small")
        self.buttons: dict[str, InkButton] = {}
        self._rule = Rule(self)
        self._seen = Label(self, font="small")
        self._table = Comparison(self)
        self.guesses: list[InkButton] = []
        self._words: list[Label] = []
        column = QVBoxLayout(self)
        column.setSpacing(5)
        for widget in (self._heading, self.question, self._hint):
            column.addWidget(widget)
        for name in ("yes", "flip", "out", "die", "all", "zeni_more", "zeni_fewer", "clear"):
            column.addWidget(self._button(name))
        self._guess_column = QVBoxLayout()
        self._guess_column.setSpacing(4)
        column.addLayout(self._guess_column)
        column.addWidget(self._button("plain"))
        column.addWidget(self._rule)
        column.addWidget(self._seen)
        column.addWidget(self._table)
        column.addStretch(1)
        for name in ("back", "cancel"):
            column.addWidget(self._button(name))
        checking.changed.connect(self.rewrite)
        game.settings_changed.connect(self.rewrite)
        self.rewrite()

    def _button(self, name: str) -> InkButton:
        kinds = {"yes": "primary", "back": "quiet", "cancel": "quiet"}
        button = InkButton("", "primary" if kinds.get(name) == "primary" else "quiet", self)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.clicked.connect(partial(self._press, name))
        self.buttons[name] = button
        return button

    def _press(self, name: str, _checked: bool = False) -> None:
        checking = self._checking
        doings: dict[str, Callable[[], object]] = {
            "yes": checking.yes,
            "flip": checking.flip,
            "out": checking.take_off,
            "die": checking.next_die,
            "all": checking.all_else,
            "zeni_more": partial(checking.zeni, 1),
            "zeni_fewer": partial(checking.zeni, -1),
            "clear": checking.clear_dice,
            "plain": checking.plain,
            "back": checking.back,
            "cancel": checking.cancel,
        }
        doings[name]()

    def rewrite(self, *_: object) -> None:
        """Ask what is to be asked now, or offer what was found."""
        checking, game = self._checking, self._game
        check = checking.check
        if check is None:
            return
        question = checking.question
        self._drop_guesses()
        if question is not None:
            all_ = len(checking.questions)
            self._heading.setText(game.say(say("Table check: {number} of {all}", number=checking.number + 1, all=all_)))
            self.question.setText(game.say(check.words(question)))
            figure = say("If not, use the arrow keys or a click to show where it is, Q and E to turn it.")
            band = say("If not, clear the dice and type them, one letter each.")
            self._hint.setText(game.say(figure if question.kind == "figure" else band))
        else:
            self._heading.setText(game.say(say("Table check")))
            self._conclude(len(check.differences()))
        self._compare()
        self._name_buttons()
        self.setAccessibleName(self._heading.text())
        self.setAccessibleDescription(self.question.text())
        if self.isVisible():
            self.setFocus()

    def _conclude(self, count: int) -> None:
        game, checking = self._game, self._checking
        if not count:
            self.question.setText(game.say(say("The table matches the app.")))
            self._hint.setText("")
            return
        found = checking.found
        words = say("Did you miss this?") if found else say("No short sequence of steps explains the difference.")
        self.question.setText(game.say(words))
        hint = say("Choose what happened, or correct the app to match the table.")
        self._hint.setText(game.say(hint))
        for n, guess in enumerate(found):
            button = InkButton(game.say(self._title(guess)), "primary" if n == 0 else "secondary", self, key=str(n + 1))
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.clicked.connect(partial(self._explain, n))
            told = Label(self, font="small", role="ink")
            told.setText(self._told(guess))
            button.setAccessibleDescription(told.text())
            self.guesses.append(button)
            self._words.append(told)
            self._guess_column.addWidget(told)
            self._guess_column.addWidget(button)
            told.show()
            button.show()

    def _explain(self, number: int, _checked: bool = False) -> None:
        self._checking.explain(number)

    def _title(self, guess: Explanation) -> Message:
        if guess.left:
            return say("This, and correct the rest by hand")
        return say("You missed this step") if not guess.removed else say("It happened differently")

    def _told(self, guess: Explanation) -> str:
        """The steps of a guess, and when they were."""
        game = self._game
        back = game.session.present - guess.index - guess.removed
        when = say("Now") if back <= 0 else plural("{count} step ago", "{count} steps ago", back)
        steps = [game.say(words) for words in guess.words[:MOST_WORDS]]
        if len(guess.words) > MOST_WORDS:
            steps.append(game.say(say("and {count} more", count=len(guess.words) - MOST_WORDS)))
        told = f"{game.say(when)}: {', '.join(steps)}"
        if guess.instead:
            told += "\n" + game.say(say("instead of: {what}", what=guess.instead[0]))
        return told

    def _drop_guesses(self) -> None:
        for widget in (*self.guesses, *self._words):
            widget.hide()
            widget.deleteLater()
        self.guesses, self._words = [], []

    def _compare(self) -> None:
        """What is seen otherwise than believed, so far."""
        check, game = self._checking.check, self._game
        assert check is not None
        found = check.differences()
        for widget in (self._rule, self._seen, self._table):
            widget.setVisible(bool(found))
        self._seen.setText(game.say(say("Differences: app → table")))
        self._table.compare(found)

    def _name_buttons(self) -> None:
        game, checking = self._game, self._checking
        check, question = checking.check, checking.question
        assert check is not None
        kind = question.kind if question is not None else ""
        on = question is not None and kind == "figure" and check.figures[question.who].at >= 0
        shown = {
            "yes": question is not None, "flip": on, "out": on, "die": on, "all": question is not None,
            "zeni_more": kind == "band", "zeni_fewer": kind == "band", "clear": kind == "band",
            "plain": question is None and bool(check.differences()), "back": checking.number > 0, "cancel": True,
        }  # fmt: skip
        words = {
            "yes": say("Yes"),
            "flip": say("Its card is turned over"),
            "out": say("It is disabled"),
            "die": say("Change the die in reserve"),
            "all": say("Everything else is right"),
            "zeni_more": say("Lost zeni +1"),
            "zeni_fewer": say("Lost zeni −1"),
            "clear": say("Clear the dice of the pool"),
            "plain": say("Match the app to the table"),
            "back": say("Previous question"),
            "cancel": say("Stop checking") if question is not None or check.differences() else say("Close"),
        }
        keys_ = {
            "yes": "↵", "flip": "S", "out": "X", "die": "R", "all": "End", "zeni_more": "+", "zeni_fewer": "-",
            "clear": "C", "plain": "0", "back": "⌫", "cancel": "Esc",
        }  # fmt: skip
        for name, button in self.buttons.items():
            button.setVisible(shown[name])
            button.setText(game.say(words[name]))
            button.set_key(keys.named(keys_[name]))
        self.buttons["plain"].set_kind("primary" if not checking.found else "secondary")

    def meant(self, event: QKeyEvent) -> Callable[[], object] | None:
        if self._checking.check is None or event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            return None
        checking, key = self._checking, Qt.Key(event.key())
        question = checking.question
        arrows = {
            Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0), Qt.Key.Key_Up: (0, -1), Qt.Key.Key_Down: (0, 1),
        }  # fmt: skip
        names = {
            Qt.Key.Key_Return: "yes", Qt.Key.Key_Enter: "yes", Qt.Key.Key_End: "all", Qt.Key.Key_Backspace: "back",
            Qt.Key.Key_Escape: "cancel", Qt.Key.Key_S: "flip", Qt.Key.Key_X: "out", Qt.Key.Key_R: "die",
            Qt.Key.Key_C: "clear", Qt.Key.Key_Plus: "zeni_more", Qt.Key.Key_Minus: "zeni_fewer", Qt.Key.Key_0: "plain",
        }  # fmt: skip
        if question is not None and question.kind == "figure":
            if key in arrows:
                return partial(checking.shift, *self._as_seen(*arrows[key]))
            if key in (Qt.Key.Key_Q, Qt.Key.Key_E):
                return partial(checking.turn, 1 if key == Qt.Key.Key_E else -1)
        if question is not None and question.kind == "band" and key in _DICE:
            return partial(checking.add_die, _DICE[key])
        number = event.key() - Qt.Key.Key_1
        if question is None and 0 <= number < len(self.guesses):
            return partial(checking.explain, number)
        if question is None and key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            return self._first_answer
        button = self.buttons.get(names.get(key, ""))
        return button.click if button is not None and button.isVisible() else None

    def _first_answer(self) -> None:
        """Enter at the end: what is offered first."""
        check = self._checking.check
        if self.guesses:
            self.guesses[0].click()
        elif check is not None and check.differences():
            self._checking.plain()
        else:
            self._checking.cancel()

    def _as_seen(self, dx: int, dy: int) -> tuple[int, int]:
        """An arrow on the screen as a direction of the board, which may be turned."""
        check = self._checking.check
        for _ in range(check.quarters if check is not None else 0):
            dx, dy = dy, -dx
        return dx, dy
