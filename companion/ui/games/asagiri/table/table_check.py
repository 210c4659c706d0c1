"""The check of the table against the game: the question asked, what is seen so far, what would explain it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QKeyEvent
from PySide6.QtWidgets import QWidget

from companion.model.core.contract import Correction, Option
from companion.model.core.refusal import InvalidInput, UnknownOption
from companion.model.core.words import Message, plural, say
from companion.model.games.asagiri.rules import options as o
from companion.model.games.asagiri.skills.language.vocabulary import ELEMENTS, Element
from companion.model.games.asagiri.state.state import State
from companion.model.games.asagiri.state.vocabulary import NO_FIGURE, NO_SQUARE, SquareId, turned_by
from companion.model.games.asagiri.table import missing_step_search
from companion.model.games.asagiri.table.corrections import PlaceFigure, SetDice, SetLosses, SetReserve, SetState
from companion.model.games.asagiri.table.missing_step_search import Explanation
from companion.model.games.asagiri.table.table_check import Check, Question
from companion.ui.games.asagiri.controller import AsagiriController
from companion.ui.kit.buttons import ButtonKind, InkButton
from companion.ui.kit.layouts import vbox
from companion.ui.kit.panels import Heading, KeyedPanel, Rule
from companion.ui.kit.translator import tr
from companion.ui.kit.widget import Label, discard
from companion.ui.play.correction_panel import DifferenceList
from companion.ui.play.table_check import FIRST, SeenTable

_CROWDED = say("Two figures are on the same square.")


class TableCheck(SeenTable[State]):
    """At most one check at a time; the board shows the table as it is seen so far. `changed` after each answer."""

    _game: AsagiriController

    def __init__(self, game: AsagiriController) -> None:
        super().__init__(game)
        self.check: Check | None = None
        self.questions: tuple[Question, ...] = ()
        self.number = 0
        """How many questions are answered."""
        self.found: tuple[missing_step_search.Explanation, ...] = ()
        """What would explain the differences, the likeliest first; once everything is answered."""

    @property
    def question(self) -> Question | None:
        """What is asked now; None when nothing is checked or everything is answered."""
        return self.questions[self.number] if self.check is not None and self.number < len(self.questions) else None

    @property
    def square(self) -> SquareId:
        """Where to look on the board; -1: nowhere."""
        asked = self._asked("figure")
        return NO_SQUARE if asked is None else asked[0].figures[asked[1].who].at

    def start(self, quarters: int = 0) -> None:
        """Begin with the first row of a board that lies turned by `quarters`.

        A table that is being put together cannot be checked.
        """
        game = self._game
        if self.check is not None or not game.live:
            return
        if game.state.draft is not None:
            game.failed.emit(say("There is no table to check yet."))
            return
        self.check = Check.begin(game.state, quarters)
        self.questions, self.number, self.found = self.check.questions(), 0, ()
        game.stand_in = self
        self._show()

    def yes(self) -> None:
        question, check = self.question, self.check
        if question is None or check is None:
            return
        crowded = check.crowded()
        if question.kind == "figure" and question.who in crowded:
            self._game.failed.emit(_CROWDED)
            return
        self.number += 1
        if self.question is None and crowded:
            self.number = next(n for n, asked in enumerate(self.questions) if asked.who in crowded)
            self._game.failed.emit(_CROWDED)
        elif self.question is None:
            self.found = missing_step_search.explanations(self._game.session, check)
        self._show()

    def all_else(self) -> None:
        if self.question is not None:
            self.number = len(self.questions) - 1
            self.yes()

    def back(self) -> None:
        if self.check is not None and self.number:
            self.number, self.found = self.number - 1, ()
            self._show()

    def cancel(self) -> None:
        if self.check is not None:
            self._over()

    # how it is instead

    def _asked(self, kind: str) -> tuple[Check, Question] | None:
        """What is seen so far and what is asked, if it is asked about a ``figure``, or a ``band``."""
        question, check = self.question, self.check
        fits = check is not None and question is not None and question.kind == kind
        return (check, question) if fits and check is not None and question is not None else None

    def point(self, at: int) -> bool:
        """The figure asked about stands on another square."""
        asked = self._asked("figure")
        if asked is not None and at >= 0:
            check, who = asked[0], asked[1].who
            self._seen(check.put(who, SquareId(at), check.figures[who].facing))
        return self.check is not None

    def shift(self, dx: int, dy: int) -> None:
        """The figure asked about stands a square further this way; one that was out comes to the middle."""
        asked = self._asked("figure")
        if asked is None:
            return
        check, who = asked[0], asked[1].who
        board, figure = check.state.table.board, check.figures[who]
        at = SquareId(len(board.squares) // 2)
        if figure.at >= 0:
            column, row, floor = board.squares[figure.at]
            at = board.index.get((column + dx, row + dy, floor), NO_SQUARE)
        if at >= 0:
            self._seen(check.put(who, at, figure.facing))

    def turn(self, by: int) -> None:
        asked = self._asked("figure")
        if asked is not None and self.square >= 0:
            check, who = asked[0], asked[1].who
            self._seen(check.put(who, self.square, turned_by(check.figures[who].facing, by)))

    def flip(self) -> None:
        if (asked := self._asked("figure")) is not None:
            check, who = asked[0], asked[1].who
            self._seen(check.turned(who, "shaken" if check.figures[who].state == "vigilant" else "vigilant"))

    def take_off(self) -> None:
        if (asked := self._asked("figure")) is not None:
            self._seen(asked[0].turned(asked[1].who, "disabled"))

    def next_die(self) -> None:
        """Another die lies in reserve on its card: none, then each element in turn."""
        if (asked := self._asked("figure")) is not None:
            check, who = asked[0], asked[1].who
            faces: tuple[Element | None, ...] = (None, *ELEMENTS)
            face = faces[(faces.index(check.figures[who].reserve) + 1) % len(faces)]
            self._game.attempt(lambda: self._seen(check.reserved(who, face)))

    def add_die(self, element: Element) -> None:
        """One more die of an element in the pool, taken from those set aside while there are any."""
        if (asked := self._asked("band")) is not None:
            check, band = asked[0], asked[1].band
            pool = (*check.bands[band].pool, element)
            self._game.attempt(lambda: self._seen(check.counted(band, pool=pool)))

    def clear_dice(self) -> None:
        if (asked := self._asked("band")) is not None:
            self._seen(asked[0].counted(asked[1].band, pool=()))

    def zeni(self, by: int) -> None:
        if (asked := self._asked("band")) is not None:
            check, band = asked[0], asked[1].band
            self._seen(check.counted(band, lost=max(0, check.bands[band].lost + by)))

    # called by the game in place of doing it

    def choose(self, options: Sequence[Option]) -> None:
        """Nothing is played while the table is checked; a square that was meant by a move counts as seen."""
        steps = [option for option in options if isinstance(option, o.Step)]
        if not steps:
            raise UnknownOption(FIRST)
        self.point(steps[-1].at)

    def correct(self, corrections: Sequence[Correction], rule: str | None) -> None:
        """A hand put something right on the board or on a card: it is seen so, whatever was asked."""
        check = self.check
        if check is None:
            return
        for correction in corrections:
            match correction:
                case PlaceFigure(who=who, at=at, facing=facing):
                    check = check.put(who, at, facing) if at >= 0 else check.turned(who, "disabled")
                case SetState(who=who, state=state):
                    check = check.turned(who, state)
                case SetReserve(who=who, element=element):
                    check = check.reserved(who, element)
                case SetDice(band=band, faces=pool):
                    check = check.counted(band, pool=pool)
                case SetLosses(band=band, zeni=zeni):
                    check = check.counted(band, lost=zeni)
                case _:
                    raise UnknownOption(FIRST)
        self._seen(check)

    # the end

    def explain(self, number: int) -> None:
        """Yes, that is what was missed: it is entered, and what it does not explain is put by hand."""
        if self.check is None or not 0 <= number < len(self.found):
            return
        guess, game = self.found[number], self._game
        self._over()
        if game.accept(missing_step_search.accepted(game.session, guess)) and guess.left:
            game.correct(*guess.left)

    def plain(self) -> None:
        """Whatever happened: the table is put as it is seen, by hand, as one thing to undo."""
        check, game = self.check, self._game
        if check is None:
            return
        try:
            corrections = check.corrections()
        except InvalidInput as wrong:
            game.failed.emit(wrong.why)
            return
        self._over()
        if corrections:
            game.correct(*corrections)

    def _seen(self, check: Check) -> None:
        self.check, self.found = check, ()
        self._show()

    def _show(self) -> None:
        if self.check is not None:
            self._game.select(NO_FIGURE)
            self.see(self.check.seen)

    def _over(self) -> None:
        self.check, self.questions, self.number, self.found = None, (), 0, ()
        self.stop()


MOST_WORDS = 5
"""Steps of an explanation that are told; the others are counted."""
_DICE: dict[Qt.Key, Element] = {
    Qt.Key.Key_F: "fire", Qt.Key.Key_W: "water", Qt.Key.Key_A: "air", Qt.Key.Key_E: "earth", Qt.Key.Key_T: "tori",
}  # fmt: skip
_ARROWS = {
    Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0), Qt.Key.Key_Up: (0, -1), Qt.Key.Key_Down: (0, 1),
}  # fmt: skip
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_BUTTONS: tuple[tuple[str, tuple[Qt.Key, ...], str, ButtonKind, Message], ...] = (
    ("yes", _ENTER, "↵", "primary", say("Yes")),
    ("flip", (Qt.Key.Key_S,), "S", "quiet", say("Its card is turned over")),
    ("out", (Qt.Key.Key_X,), "X", "quiet", say("It is disabled")),
    ("die", (Qt.Key.Key_R,), "R", "quiet", say("Change the die in reserve")),
    ("all", (Qt.Key.Key_End,), "End", "quiet", say("Everything else is right")),
    ("zeni_more", (Qt.Key.Key_Plus,), "+", "quiet", say("Lost zeni +1")),
    ("zeni_fewer", (Qt.Key.Key_Minus,), "-", "quiet", say("Lost zeni −1")),
    ("clear", (Qt.Key.Key_C,), "C", "quiet", say("Clear the dice of the pool")),
    ("plain", (Qt.Key.Key_0,), "0", "primary", say("Match the app to the table")),
    ("back", (Qt.Key.Key_Backspace,), "⌫", "quiet", say("Previous question")),
    ("cancel", (Qt.Key.Key_Escape,), "Esc", "quiet", say("Stop checking")),
)


class CheckPanel(KeyedPanel):
    """Follows a `TableCheck`. Enter: yes, it is so. Arrows, Q and E, and a few letters say how it is instead."""

    accessible_role = QAccessible.Role.Dialog

    def __init__(self, game: AsagiriController, checking: TableCheck, parent: QWidget | None = None) -> None:
        super().__init__(parent, margin=10, seed=29)
        self._game, self._checking = game, checking
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._heading = Heading("", self, level=3)
        self._heading.setWordWrap(True)
        self.question = Label(self, role="ink", scale=1.15)
        self._hint, self._seen = (
            Label(self, font="small"),
            Label(self, text=say("Differences: app → table"), font="small"),
        )
        self._rule, self._table = Rule(self), DifferenceList(self)
        self.guesses: list[InkButton] = []
        self._words: list[Label] = []
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
        self.buttons = {name: InkButton(words, kind, self, key=cap) for name, _, cap, kind, words in _BUTTONS}
        for name, button in self.buttons.items():
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.clicked.connect(lambda _=False, do=doings[name]: do())
        *answers, plain, back, cancel = self.buttons.values()
        self._guess_column = vbox(spacing=4)
        vbox(
            self._heading, self.question, self._hint, *answers, self._guess_column, plain, self._rule, self._seen,
            self._table, 1, back, cancel, on=self, spacing=5, margins=None,
        )  # fmt: skip
        checking.changed.connect(self.rewrite)
        game.settings_changed.connect(self.rewrite)

    def rewrite(self, *_: object) -> None:
        checking, check, question = self._checking, self._checking.check, self._checking.question
        if check is None:
            return
        discard(*self.guesses, *self._words)
        self.guesses, self._words = [], []
        found = check.differences()
        if question is not None:
            number = say("Table check: {number} of {all}", number=checking.number + 1, all=len(checking.questions))
            figure = say("If not, use the arrow keys or a click to show where it is, Q and E to turn it.")
            band = say("If not, clear the dice and type them, one letter each.")
            self._ask(number, check.words(question), figure if question.kind == "figure" else band)
        else:
            self._conclude(len(found))
        for widget in (self._rule, self._seen, self._table):
            widget.setVisible(bool(found))
        self._table.compare(found)
        kind = question.kind if question is not None else ""
        on = checking.square >= 0
        shown = {
            "yes": question is not None, "flip": on, "out": on, "die": on, "all": question is not None,
            "zeni_more": kind == "band", "zeni_fewer": kind == "band", "clear": kind == "band",
            "plain": question is None and bool(found), "back": checking.number > 0,
        }  # fmt: skip
        for name, button in self.buttons.items():
            button.setVisible(shown.get(name, True))
        stop = say("Stop checking") if question is not None or found else say("Close")
        self.buttons["cancel"].setText(tr(stop))
        self.buttons["plain"].set_kind("primary" if not checking.found else "secondary")
        if self.isVisible():
            self.setFocus()

    def _ask(self, title: Message, question: Message, hint: Message | None) -> None:
        self._heading.setText(tr(title))
        self.question.setText(tr(question))
        self._hint.setText(tr(hint) if hint is not None else "")
        self.setAccessibleName(self._heading.text())
        self.setAccessibleDescription(self.question.text())

    def _conclude(self, count: int) -> None:
        title, found = say("Table check"), self._checking.found
        if not count:
            self._ask(title, say("The table matches the app."), None)
            return
        missed = say("Did you miss this?") if found else say("No short sequence of steps explains the difference.")
        self._ask(title, missed, say("Choose what happened, or correct the app to match the table."))
        for n, guess in enumerate(found):
            button = InkButton(self._title(guess), "primary" if n == 0 else "secondary", self, key=str(n + 1))
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.clicked.connect(lambda _=False, n=n: self._checking.explain(n))
            told = Label(self, font="small", role="ink")
            told.setText(self._told(guess))
            button.setAccessibleDescription(told.text())
            self.guesses.append(button)
            self._words.append(told)
            for widget in (told, button):
                self._guess_column.addWidget(widget)
                widget.show()

    def _title(self, guess: Explanation) -> Message:
        if guess.left:
            return say("This, and correct the rest by hand")
        return say("You missed this step") if not guess.removed else say("It happened differently")

    def _told(self, guess: Explanation) -> str:
        """The steps of a guess, and when they were."""
        back = self._game.session.present - guess.index - guess.removed
        when = say("Now") if back <= 0 else plural("{count} step ago", "{count} steps ago", back)
        steps = [tr(words) for words in guess.words[:MOST_WORDS]]
        if len(guess.words) > MOST_WORDS:
            steps.append(tr(say("and {count} more", count=len(guess.words) - MOST_WORDS)))
        told = f"{tr(when)}: {', '.join(steps)}"
        return f"{told}\n{tr(say('instead of: {what}', what=guess.instead[0]))}" if guess.instead else told

    def meant(self, event: QKeyEvent) -> Callable[[], object] | None:
        checking, key, question = self._checking, Qt.Key(event.key()), self._checking.question
        if checking.check is None or event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            return None
        if question is None:
            if 0 <= (number := key - Qt.Key.Key_1) < len(self.guesses):
                return partial(checking.explain, number)
            if key in _ENTER:
                return self._first_answer
        elif question.kind == "figure" and key in _ARROWS:
            return partial(checking.shift, *self._as_seen(*_ARROWS[key]))
        elif question.kind == "figure" and key in (Qt.Key.Key_Q, Qt.Key.Key_E):
            return partial(checking.turn, 1 if key == Qt.Key.Key_E else -1)
        elif question.kind == "band" and key in _DICE:
            return partial(checking.add_die, _DICE[key])
        button = next((self.buttons[name] for name, keys, *_ in _BUTTONS if key in keys), None)
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
