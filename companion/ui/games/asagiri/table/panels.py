"""Beside the board: the small buttons below the cards, the reminder of a rule, the page of the adventure."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAccessible, QKeyEvent
from PySide6.QtWidgets import QApplication, QSizePolicy, QWidget

from companion.model.core.contract import Choice
from companion.model.core.words import Message, Name, say
from companion.model.games.asagiri.adventure import explain as told
from companion.model.games.asagiri.adventure import record as r
from companion.model.games.asagiri.adventure.explain import Cast
from companion.model.games.asagiri.adventure.goals import met, progress
from companion.model.games.asagiri.state.state import SEATS
from companion.ui.games.asagiri.controller import AsagiriController
from companion.ui.games.asagiri.dice.entry import TypedDice
from companion.ui.games.asagiri.new_game.draft_table import ScenarioPanel
from companion.ui.games.asagiri.table.settings_panel import MODE_NAMES
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.focus import offer_keys
from companion.ui.kit.layouts import TOP, hbox, vbox
from companion.ui.kit.panels import Heading, PaperPanel, Rule
from companion.ui.kit.scroll import ScrollColumn
from companion.ui.kit.theme import fonts
from companion.ui.kit.translator import says
from companion.ui.kit.widget import Label

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


class AdventurePanel(PaperPanel):
    """Intro, both sides with their goals, special rules, turns."""

    accessible_role = QAccessible.Role.Dialog

    def __init__(self, game: AsagiriController, parent: QWidget | None = None) -> None:
        super().__init__(parent, margin=14, seed=33)
        self._game, self._names = game, ("", "")
        sheet = QWidget()
        self.title = Heading("", sheet, level=2)
        self.title.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self.title.setWordWrap(True)
        self.turns = Label(sheet, font="small")
        self.intro = Label(sheet)
        self.sides = tuple(
            (Label(sheet, font="small"), Label(sheet, role="ink", font="name"), Label(sheet),
             Label(sheet, role="ink"))
            for _ in (0, 1)
        )  # fmt: skip
        self.ends = Label(sheet)
        sides = [part for side in self.sides for part in (Rule(sheet, role="vermilion"), *side)]
        vbox(self.title, self.turns, self.intro, *sides, Rule(sheet), self.ends, 1, on=sheet, spacing=6)
        vbox(ScrollColumn(sheet, self), on=self)
        game.keep_current(self, self.rewrite)()

    called: Message = say("The adventure")
    """What the slip is called on its button."""

    @property
    def there(self) -> bool:
        """Whether there is anything to read."""
        return self._game.state.table.adventure is not None

    def set_names(self, names: tuple[str, str]) -> None:
        """Name the players."""
        self._names = names
        self.rewrite()

    def rewrite(self, *_: object) -> None:
        """Show the page, and how far each goal has come."""
        game, state = self._game, self._game.state
        play = state.table.adventure
        if play is None:
            self.hide()
            return
        record, cast = play.record, Cast.of(state)
        self.title.setText(game.say(Name.of(record.name)))
        self.turns.setText(game.say(_turns(record, min(state.turn, record.turns or state.turn))))
        self.intro.setText(game.say(Name.of(record.intro)))
        for band, (who, name, briefing, goals) in zip(_mine_first(game), self.sides, strict=True):
            side = state.table.roles[band]
            who.setText(self._names[band] or SEATS[band])
            name.setText(game.say(Name.of(record.sides[side].name)))
            briefing.setText(game.say(Name.of(record.sides[side].briefing)))
            goals.setText("\n".join(self._goals(record, side, cast)))
        self.ends.setText("\n".join(told.end_lines(record, cast, game.words)))
        self.ends.setVisible(bool(self.ends.text()))
        self.setAccessibleName(self.title.text())

    def _goals(self, record: r.Adventure, side: int, cast: Cast) -> list[str]:
        party, state, say_ = record.sides[side], self._game.state, self._game.say
        if not party.goals:
            return told.goal_lines(record, side, cast, self._game.words)
        head = told.asked(party)
        lines = [] if head is None else [say_(head)]
        for goal in party.goals:
            done, wanted = progress(state, goal.when)
            mark = "✓" if met(state, goal.when) else f"{done}/{wanted}" if wanted > 1 else "·"
            lines.append(f"{mark}\u00a0{say_(told.goal(goal, cast))}")
        return lines


def _turns(record: r.Adventure, turn: int) -> Message:
    if record.turns is None:
        return say("Turn {turn}, no turn limit", turn=turn)
    return say("Turn {turn} of {turns}", turn=turn, turns=record.turns)


def _mine_first(game: AsagiriController) -> tuple[int, int]:
    """The side that a person plays is read first."""
    return (1, 0) if SEATS[0] in game.bots and SEATS[1] not in game.bots else (0, 1)


ROOM_FOR_CAPS = 1700
"""From this width on (at text scale 1) the small buttons show their keys; below it the board has the room."""
TIGHT = 30
"""Width of a sign without its key, at text scale 1."""
LEFT, RIGHT = ("home", "undo", "redo", "log", "timeline", "figures"), (
    "command", "scenario", "advice", "skills", "check", "settings",
)  # fmt: skip
"""Which lie below the left band, which below the right."""
BUTTONS: Mapping[str, tuple[str, str, Message]] = {
    "home": ("home", "home", say("Home")),
    "undo": ("undo", "undo", say("Undo")),
    "redo": ("redo", "redo", say("Redo")),
    "log": ("scroll", "table.log", say("Log")),
    "command": ("pen", "table.command", say("Command line")),
    "timeline": ("hourglass", "table.timeline", say("Timeline")),
    "figures": ("chart", "figures", say("Charts")),
    "check": ("check", "table.check", say("Table check")),
    "skills": ("star", "table.skills", say("Skills")),
    "advice": ("dice-five", "table.advice", say("What can these dice do?")),
    "scenario": ("cards", "table.scenario", say("The adventure")),
    "settings": ("settings", "table.settings", say("This game")),
}
"""By name: the sign, the action that is done and whose key is shown, the words."""


class Tools:
    """`bars`: the left ones and the right ones; `buttons` by their names."""

    def __init__(
        self,
        game: AsagiriController,
        doings: Mapping[str, Callable[[], object]],
        scenario: AdventurePanel | ScenarioPanel,
        parent: QWidget,
    ) -> None:
        """`doings`: what each action does; `scenario` is there or not, and tells what it is called."""
        self._game, self._scenario = game, scenario
        self.buttons: dict[str, InkButton] = {}
        self.bars = QWidget(parent), QWidget(parent)
        for name, (sign, deed, words) in BUTTONS.items():
            words = scenario.called if name == "scenario" else words
            bar, in_tip = self.bars[name in RIGHT], name not in ("log", "settings")
            button = InkButton("", "quiet", bar, deed=deed, sign=sign, key_in_tip=in_tip, tip=words, name=words)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.clicked.connect(lambda _=False, do=doings[deed]: do())
            self.buttons[name] = button
        hbox(*(self.buttons[name] for name in LEFT), 1, on=self.bars[0], spacing=0)
        hbox(1, *(self.buttons[name] for name in RIGHT), on=self.bars[1], spacing=0)

    def fit(self, width: int) -> None:
        """The screen is so wide: show keys on the buttons, or in their tips alone."""
        tight = width < fonts.px(ROOM_FOR_CAPS)
        for name, button in self.buttons.items():
            button.put_key_in_tip(tight or name in ("home", "undo", "redo"))
            button.setMinimumWidth(0)
            button.setMaximumWidth(fonts.px(TIGHT) if tight and name != "settings" else 16_777_215)
        mode, bar = self.buttons["settings"], self.bars[1]
        mode.shorten(tight and mode.width_when(key_in_tip=tight) + fonts.px(TIGHT) * (len(RIGHT) - 1) > bar.width())

    def refresh(self) -> None:
        """The mode by its name, what can be undone or done again, and which buttons there is a use for."""
        game, session = self._game, self._game.session
        mode = MODE_NAMES[session.mode]
        says(self.buttons["settings"], mode, name=mode, tip=mode)
        for name, words in (("undo", session.undo_name()), ("redo", session.redo_name())):
            self.buttons[name].setEnabled(words is not None)
            self.buttons[name].setToolTip(game.say(words or BUTTONS[name][2]))
        self.buttons["scenario"].setVisible(self._scenario.there)
