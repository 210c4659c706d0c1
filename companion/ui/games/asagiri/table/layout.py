"""How the table screen shares its room, and the small parts beside the board: buttons, reminder, adventure."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtGui import QAccessible, QKeyEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from companion.model.core.contract import Choice
from companion.model.core.words import Message, Name, say
from companion.model.games.asagiri.adventure import explain as told
from companion.model.games.asagiri.adventure import record as r
from companion.model.games.asagiri.adventure.explain import Cast
from companion.model.games.asagiri.adventure.goals import met, progress
from companion.model.games.asagiri.state.state import SEATS
from companion.ui.games.asagiri.board import BoardView
from companion.ui.games.asagiri.cards import BandColumn
from companion.ui.games.asagiri.controller import AsagiriController
from companion.ui.games.asagiri.dice.entry import TypedDice
from companion.ui.games.asagiri.new_game.draft_table import ScenarioPanel
from companion.ui.kit.accessibility import offer_keys
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.explain import TermLabel
from companion.ui.kit.layouts import TOP, FoldLayout, hbox, vbox
from companion.ui.kit.panels import Heading, PaperPanel, Rule
from companion.ui.kit.scroll import ScrollColumn, ScrollScreen
from companion.ui.kit.theme import fonts
from companion.ui.kit.translator import says
from companion.ui.kit.widget import Label
from companion.ui.play.this_game import MODE_NAMES

LEAST, MOST = (196, 280), (272, 380)
"""How wide the left and the right side are, at text scale 1; at the right fights are resolved."""
SQUARE = 30
"""With squares smaller than this beside two columns, both bands share one."""
ROOMY = 700
"""From this height of the screen on all cards can always be read; at text scale 1."""
LEAST_CARDS = 70
FOOT = 62
"""Height of the cards of a band, if any of them show; of what lies below the board, whatever it is; at text scale 1."""
ASKED = 300
"""Height of what a person asks for beside a fight, at text scale 1."""
EDGE, GAP = (10, 6), 8


class SideColumn(QWidget):
    """The cards of a band (or of both), what is resolved below them, and small buttons."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.setSpacing(4)
        self.parts: tuple[QWidget, ...] = ()

    def sizeHint(self) -> QSize:
        return QSize(self.minimumWidth(), max(fonts.px(520), self.minimumSizeHint().height()))

    def fill(self, parts: Sequence[QWidget]) -> None:
        """Hold these parts, from top to bottom; cards get the room that is left."""
        for part in self.parts:
            self.column.removeWidget(part)
        self.parts = tuple(parts)
        for part in parts:
            shown = not part.isHidden()
            self.column.addWidget(part, int(isinstance(part, BandColumn)))
            part.setVisible(shown)  # Qt hides what changes sides, and shows it again only when there is time


class Foot(QWidget):
    """One row below the board, always equally high: dice, or in their stead what else lies there for a while."""

    def __init__(self, dice: QWidget, others: Sequence[QWidget], parent: QWidget) -> None:
        """`others` come and go by themselves."""
        super().__init__(parent)
        self._dice, self._others, self._wanted = dice, others, True
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        for part in (dice, *others):
            row.addWidget(part)
        for part in others:
            part.installEventFilter(self)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_dice(self, on: bool) -> None:
        self._wanted = on
        self._dice.setVisible(on and all(part.isHidden() for part in self._others))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.ShowToParent, QEvent.Type.HideToParent):
            self.show_dice(self._wanted)
        return bool(super().eventFilter(watched, event))

    def sizeHint(self) -> QSize:
        """As high as dice; whoever lies there is as wide as there is room."""
        return QSize(fonts.px(560), fonts.px(FOOT))

    def minimumSizeHint(self) -> QSize:
        """As high as dice; what lies there says less where it is narrow."""
        return QSize(fonts.px(240), fonts.px(FOOT))


class TableLayout:
    """Lays out a table screen. `fit` after a change of size, of text or of the board."""

    def __init__(self, screen: QWidget, bar: QWidget, board: BoardView, pages: Sequence[QWidget], foot: Foot) -> None:
        """`pages`: what is shown in the stead of the board, and takes what width it can get."""
        self._screen, self._bar, self._board, self._wide_pages = screen, bar, board, pages
        page = QVBoxLayout(screen)
        page.setContentsMargins(EDGE[0], EDGE[1], EDGE[0], EDGE[1])
        page.setSpacing(2)
        page.addWidget(bar)
        self.fold = FoldLayout(None, most=520, first=1)
        self.fold.setSpacing(GAP)
        page.addLayout(self.fold, 1)
        self.sides = SideColumn(screen), SideColumn(screen)
        middle = QVBoxLayout()
        middle.setSpacing(2)
        for page_ in (board, *pages):
            middle.addWidget(page_, 1)
        middle.addWidget(foot)
        self.fold.addWidget(self.sides[0])
        self.fold.addLayout(middle, 1)
        self.fold.addWidget(self.sides[1])
        self.narrow = False
        """Whether both bands share the left side."""
        self._parts: tuple[list[QWidget], list[QWidget]] = ([], [])

    @property
    def folded(self) -> bool:
        return self.fold.folded

    @property
    def right(self) -> SideColumn:
        """The side with what is resolved."""
        return self.sides[0 if self.narrow else 1]

    def room_beside(self, part: QWidget) -> QSize:
        """The most that a part of the right side can have: what is there besides it, at its least, leaves so much."""
        if self.folded:
            return QSize(self.right.width(), 10_000)
        others = [one for one in self.right.parts if one is not part and not one.isHidden()]
        taken = [one.minimumHeight() or one.minimumSizeHint().height() for one in others]
        shown = ScrollScreen.around(self._screen)  # what is resolved never makes the screen higher than what shows it
        beyond = max(0, self._screen.height() - shown.maximumViewportSize().height()) if shown is not None else 0
        high = self.right.height() - beyond - sum(taken) - self.right.column.spacing() * len(taken)
        return QSize(self.right.width(), high)

    def make_room(self, part: QWidget) -> None:
        """Where both bands share one side, the cards for which `part` leaves no room go."""
        shown = part.isHidden() or not self.narrow
        left = 0 if shown else self.room_beside(part).height() - part.sizeHint().height()
        for column in [one for one in self.right.parts if isinstance(one, BandColumn)]:
            need = column.header_height() + fonts.px(LEAST_CARDS)
            column.setVisible(shown or left >= need)
            left -= need

    def seat(self, left: list[QWidget], right: list[QWidget]) -> None:
        """Have these parts at the left and at the right, from top to bottom."""
        self._parts = left, right
        for part in (*left, *right):
            if isinstance(part, BandColumn):  # cards scroll before anything that is resolved does
                part.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Ignored)
        self._fill()

    def _fill(self) -> None:
        left, right = self._parts
        if self.narrow:
            cards = [part for part in (*left, *right) if isinstance(part, BandColumn)]
            left, right = [*cards, *(part for part in (*right, *left) if part not in cards)], []
        for side, parts in zip(self.sides, (left, right), strict=True):
            side.fill(parts)
        self.sides[1].setHidden(self.narrow)

    def fit(self) -> None:
        """Share the width: the board as large as its height allows, the rest for the sides."""
        inner = self._screen.width() - 2 * EDGE[0]
        columns = [part for parts in self._parts for part in parts if isinstance(part, BandColumn)]
        if not columns or inner <= 0:
            return
        for column in columns:  # where all share one side, cards make room for a fight
            roomy = self._screen.contentsRect().height() >= fonts.px(ROOMY)
            column.setMinimumHeight(1 if self.narrow else column.least_height() if roomy else column.header_height())
        card = columns[0].density != "strip"
        least = [max(fonts.px(wide), columns[0].minimumSizeHint().width()) for wide in LEAST]
        most = [columns[0].sizeHint().width() if card else fonts.px(wide) for wide in MOST]
        beside = inner - sum(least) - 2 * GAP
        alone = inner - least[1] - GAP
        narrow = self._board.camera.across(beside) < SQUARE and beside < alone and alone >= self._board.minimumWidth()
        if narrow != self.narrow:
            self.narrow = narrow
            self._fill()
        high = self._screen.contentsRect().height() - 2 * EDGE[1] - self._bar.sizeHint().height() - fonts.px(FOOT) - 4
        spare = inner - 2 * GAP - self._board.camera.width_at(high)
        wide = [min(most[n], max(least[n], round(spare * least[n] / sum(least)))) for n in (0, 1)]
        if any(not page.isHidden() for page in self._wide_pages):
            wide = [least[0]] * 2
        if narrow:
            wide = [min(most[1], max(least[1], inner - GAP - self._board.camera.width_at(high)))] * 2
        for side, share, low in zip(self.sides, wide, least, strict=True):
            side.setMinimumWidth(min(share, low) if self.folded else share)
            side.setMaximumWidth(16_777_215 if self.folded else share)


Answers = tuple[Message, Message, Message, Message | None]
DUE: Answers = (say("Do it"), say("Skip"), say("Always do it"), say("Never do it"))
BROKEN: Answers = (say("Do it anyway"), say("Undo it"), say("Always allow at our table"), None)


class ReminderPanel(PaperPanel):
    """Shows itself where fights are resolved. Enter (and Space) is the likely answer, Esc leaves it."""

    accessible_role = QAccessible.Role.Dialog

    def __init__(self, game: AsagiriController, parent: QWidget | None = None) -> None:
        super().__init__(parent, margin=10, seed=23)
        self._game = game
        self._rule = TermLabel(self, role="vermilion", font="strong", wrap=False)
        self._words = TermLabel(self, role="ink")
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
        game, dials = self._game, self._game.dials
        due, against = dials.due, dials.against
        if due is None and against is None:
            if self.isHidden():
                return
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
        self._game = game
        sheet = QWidget()
        self.title = Heading("", sheet, level=2)
        self.title.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self.title.setWordWrap(True)
        self.turns = Label(sheet, font="small")
        self.intro = TermLabel(sheet)
        self.sides = tuple(
            (Label(sheet, font="small"), Label(sheet, role="ink", font="name"), TermLabel(sheet),
             TermLabel(sheet, role="ink"))
            for _ in (0, 1)
        )  # fmt: skip
        self.ends = TermLabel(sheet)
        sides = [part for side in self.sides for part in (Rule(sheet, role="vermilion"), *side)]
        vbox(self.title, self.turns, self.intro, *sides, Rule(sheet), self.ends, 1, on=sheet, spacing=6)
        vbox(ScrollColumn(sheet, self), on=self)
        renew = game.keep_current(self, self.rewrite)
        game.named.connect(renew)
        renew()

    called: Message = say("The adventure")
    """What the slip is called on its button."""

    @property
    def there(self) -> bool:
        return self._game.state.table.adventure is not None

    def rewrite(self, *_: object) -> None:
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
            who.setText(game.player(SEATS[band]))
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
    "command", "hint", "scenario", "advice", "skills", "check", "settings",
)  # fmt: skip
"""Which lie below the left band, which below the right."""
BUTTONS: Mapping[str, tuple[str, str, Message]] = {
    "home": ("home", "home", say("Home")),
    "undo": ("undo", "undo", say("Undo")),
    "redo": ("redo", "redo", say("Redo")),
    "log": ("scroll", "table.log", say("Log")),
    "command": ("pen", "table.command", say("Command line")),
    "hint": ("hint", "table.hint", say("Hint")),
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
            button.setMinimumWidth(fonts.least_target())
            button.setMaximumWidth(fonts.target(TIGHT) if tight and name != "settings" else 16_777_215)
        mode, bar = self.buttons["settings"], self.bars[1]
        mode.shorten(tight and mode.width_when(key_in_tip=tight) + fonts.target(TIGHT) * (len(RIGHT) - 1) > bar.width())

    def refresh(self) -> None:
        """The mode by its name, what can be undone or done again, and which buttons there is a use for."""
        game, session = self._game, self._game.session
        mode = MODE_NAMES[session.mode]
        says(self.buttons["settings"], mode, name=mode, tip=mode)
        for name, words in (("undo", session.undo_name()), ("redo", session.redo_name())):
            self.buttons[name].setEnabled(words is not None)
            self.buttons[name].setToolTip(game.say(words or BUTTONS[name][2]))
        self.buttons["scenario"].setVisible(self._scenario.there)
