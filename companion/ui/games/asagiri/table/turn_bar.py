"""The bar over the board: turn and phase, what is asked, the next step and the other actions with their keys."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from companion.model.core.contract import Option
from companion.model.core.words import Message, Name, say
from companion.model.games.asagiri.rules import options as o
from companion.model.games.asagiri.skills.language.explain import sign
from companion.model.games.asagiri.skills.language.skill import Skill
from companion.model.games.asagiri.skills.modifiers import skill_named
from companion.model.games.asagiri.state.formatting import FACING_WORDS
from companion.model.games.asagiri.state.state import SEATS, State
from companion.model.games.asagiri.state.vocabulary import BEFORE, FigureId
from companion.model.games.asagiri.table.commands import Answer, ChooseIntent, intents
from companion.ui.games.asagiri.board.queries import choice_menu, own
from companion.ui.games.asagiri.cards.face import skill_words
from companion.ui.games.asagiri.controller import AsagiriController
from companion.ui.games.asagiri.next_step import NextStep, asked, next_step
from companion.ui.games.asagiri.table.log import LastEvent, Replay
from companion.ui.kit import keys
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.layouts import hbox, vbox
from companion.ui.kit.panels import Heading
from companion.ui.kit.theme import fonts, palette
from companion.ui.kit.widget import Label

_DEEDS: tuple[tuple[type[Option], keys.ActionSpec], ...] = (
    (o.TestWillpower, keys.BY_ID["table.willpower"]),
    (o.OpenDoor, keys.BY_ID["table.door"]),
    (o.PickUp, keys.BY_ID["table.pick_up"]),
    (o.Search, keys.BY_ID["table.search"]),
    (o.Free, keys.BY_ID["table.free"]),
    (o.PutDown, keys.BY_ID["table.put_down"]),
    (o.LeaveBoard, keys.BY_ID["table.leave_board"]),
    (o.EndMovement, keys.BY_ID["table.end_movement"]),
    (o.EndActivations, keys.BY_ID["table.end_activations"]),
)
"""The kind of option, and its words, key and sign."""
_ABOUT_SOMETHING = (o.OpenDoor, o.PickUp, o.Search, o.Free, o.PutDown, o.LeaveBoard)
"""Kinds of which there may be several: a person picks one. Nothing of the kind on offer: the key does nothing."""

MOST_DEEDS = 10_000
"""As much room as any words need, in pixels."""
MOST_SKILLS = 2
"""Skills with a button each; of more, the last button shows a menu."""

_BEGUN_WITH: Mapping[type[Option], Callable[[State, FigureId], Answer]] = {
    o.TestWillpower: intents.test, o.OpenDoor: intents.open_door,
}  # fmt: skip
"""What somebody may begin with who is not active yet: nobody says so at a table."""


class DeedsRow(QWidget):
    """Shows a button for each deed on offer; the keys work wherever the table has the focus."""

    def __init__(self, game: AsagiriController, parent: QWidget) -> None:
        """`parent` is the table screen: its keys are ours."""
        super().__init__(parent)
        self._game = game
        self.skills: list[InkButton] = []
        """Of the skills on offer; the last one holds all that have no button of their own."""
        for n in range(MOST_SKILLS):
            button = InkButton("", "quiet", self, by_tab=True)
            button.clicked.connect(partial(self._use, n))
            button.hide()
            self.skills.append(button)
        self.buttons: dict[type[Option], InkButton] = {}
        self.keys: list[keys.KeyedAction] = []
        for kind, deed in _DEEDS:
            button = InkButton("", "quiet", self, deed=deed.id, sign=deed.sign, by_tab=True)
            button.clicked.connect(lambda _=False, kind=kind: self.do(kind))
            button.hide()
            self.buttons[kind] = button
            self.keys.append(keys.action(deed.id, parent, partial(self.do, kind)))
        self.no = InkButton(say("Not yet"), "quiet", self, key="Esc", clicked=lambda _=False: game.ending.dismiss())
        self.no.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        hbox(*self.skills, *self.buttons.values(), self.no, on=self, spacing=0)
        self._room = MOST_DEEDS
        self.setMinimumHeight(max(button.sizeHint().height() for button in self.buttons.values()))
        for signal in (game.changed, game.settings_changed, game.ending.changed, game.selected):
            signal.connect(self.rewrite)
        self.rewrite()

    def do(self, kind: type[Option]) -> bool:
        """Do the deed of this kind, if there is one on offer; of several, ask which."""
        game = self._game
        if kind is o.EndActivations and game.options:
            return game.ending.end()
        found = game.options_like(kind)
        if len(found) > 1 and kind in _ABOUT_SOMETHING:
            button = self.buttons[kind]
            choice_menu(game, (), found, self, button.text()).ask(button)
            return True
        begun = () if found else self._begun(kind)
        if begun:
            return game.choose(*begun)
        if not found and kind not in _ABOUT_SOMETHING and game.options:
            found = [kind()]  # refused, and the refusal says why
        return bool(found) and game.choose(found[0])

    def _offered(self) -> list[tuple[Skill, list[Option]]]:
        """The skills that a person can use now without a fight going on, each with the ways of paying for it."""
        game, found = self._game, dict[tuple[int, str], tuple[Skill, list[Option]]]()
        for option in game.options if not game.state.frames else ():
            if isinstance(option, o.UseSkill):
                skill = skill_named(game.state, option.who, option.skill)
                if skill is not None:
                    found.setdefault((option.who, option.skill), (skill, []))[1].append(option)
        return list(found.values())

    def _use(self, n: int, _: bool = False) -> None:
        offered = self._offered()
        ways = offered[n : None if n == MOST_SKILLS - 1 else n + 1]
        options = [option for _, found in ways for option in found]
        if len(options) > 1:
            choice_menu(self._game, (), options, self, self.skills[n].text()).ask(self.skills[n])
        elif options:
            self._game.choose(options[0])

    def _show_skills(self) -> None:
        game, offered = self._game, self._offered()
        for n, button in enumerate(self.skills):
            button.setVisible(n < len(offered))
            if n >= len(offered):
                continue
            skill = offered[n][0]
            several = n == MOST_SKILLS - 1 and len(offered) > MOST_SKILLS
            words = game.say(say("Skills") if several else Name.of(skill.name))
            does = game.say(say("{skill}: {does}", skill=words, does=skill_words(skill, game.say, game.content)))
            button.set_sign("star" if several else sign(skill) or "star")
            button.setToolTip(words if several else does)
            button.setText(words)

    def _begun(self, kind: type[Option]) -> tuple[Option, ...]:
        """The deed of the selected figure, which is activated for it; nothing where that cannot be."""
        game, make = self._game, _BEGUN_WITH.get(kind)
        if make is None or game.state.frames or not own(game, game.selection):
            return ()
        found = make(game.state, game.selection)
        return found.options if isinstance(found, ChooseIntent) else ()

    def _words(self, kind: type[Option], deed: keys.ActionSpec) -> str:
        """The deed; of a thing of an adventure also its name, if there is only one."""
        game, found = self._game, self._game.options_like(kind)
        single = kind in _ABOUT_SOMETHING and len(found) == 1
        return game.say(o.label(game.state, found[0]) if single else deed.title)

    def rewrite(self, *_: object) -> None:
        game = self._game
        for kind, deed in _DEEDS:
            button, words = self.buttons[kind], self._words(kind, deed)
            offered = bool(game.options_like(kind) or self._begun(kind))
            if kind is o.EndActivations:
                # with nobody active and nobody left, this is the next step and has its own large button
                offered = offered and bool(game.options_like(o.Activate) or game.options_like(o.EndActivation))
            button.setText(words)
            button.setAccessibleName(words)
            button.setToolTip(words)
            button.setVisible(offered and not game.ending.asked)
        self.no.setVisible(game.ending.asked)
        self._show_skills()
        self.fit(self._room)

    def fit(self, room: int) -> int:
        """Show words within `room` pixels, else signs and keys, else signs alone; the width that is needed."""
        self._room = room
        (short, shorter, shortest), needed = self._least(room)
        for button in self.skills:
            button.shorten(shorter)
        for button in self.buttons.values():
            button.shorten(short)
            button.put_key_in_tip(shortest)
        return needed

    def needed(self, room: int) -> int:
        """The width that `fit` would take of so much room."""
        return self._least(room)[1]

    def _least(self, room: int) -> tuple[tuple[bool, bool, bool], int]:
        """How much of deeds, skills and keys gives way to signs, and the width that is needed then."""
        skills, deeds = ([one for one in row if not one.isHidden()] for row in (self.skills, self.buttons.values()))
        no = 0 if self.no.isHidden() else self.no.sizeHint().width()
        for way in ((False, False, False), (True, False, False), (True, True, False), (True, True, True)):
            needed = no + sum(button.width_when(short=way[1]) for button in skills)
            needed += sum(button.width_when(short=way[0], key_in_tip=way[2]) for button in deeds)
            if needed <= room:
                break
        return way, needed


class SidesRow(QWidget):
    """The sides of the board, a button and a number key each; shows itself while player A chooses one (SET-1)."""

    def __init__(self, game: AsagiriController, parent: QWidget) -> None:
        """`parent` is the table screen: its keys are ours."""
        super().__init__(parent)
        self._game = game
        self.buttons: list[InkButton] = []
        self._keys: list[keys.KeyedAction] = []
        for n in range(len(FACING_WORDS)):
            button = InkButton("", "quiet", self, deed=f"table.choice.{n + 1}", by_tab=True)
            button.clicked.connect(partial(self.choose, n))
            self.buttons.append(button)
            action = keys.action(f"table.choice.{n + 1}", parent, partial(self.choose, n))
            action.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
            action.setEnabled(False)
            self._keys.append(action)
        hbox(*self.buttons, on=self, spacing=0)
        self.hide()
        game.changed.connect(self.rewrite)
        game.settings_changed.connect(self.rewrite)
        self.rewrite()

    def choose(self, n: int, _: bool = False) -> None:
        offered = self._game.options_like(o.Side)
        if n < len(offered):
            self._game.choose(offered[n])

    def rewrite(self, *_: object) -> None:
        game, offered = self._game, self._game.options_like(o.Side)
        if not offered and self.isHidden():
            return
        for n, (button, action) in enumerate(zip(self.buttons, self._keys, strict=True)):
            action.setEnabled(n < len(offered))
            button.setVisible(n < len(offered))
            option = offered[n] if n < len(offered) else None
            if isinstance(option, o.Side):
                side = Message(FACING_WORDS[option.facing])
                button.setText(game.say(side))
                button.setAccessibleName(game.say(say("Take the {side} side", side=side)))
        self.setVisible(bool(offered))


_STAGES = {
    "recruit": say("Drafting"),
    "equip": say("Free equipment"),
    "tiles": say("Placing tiles"),
    "scenario": say("Scenario card"),
}
"""What is done while a game is put together (KAR-6)."""
HEIGHT = 48
LEAST_STANDS, STANDS, MOST_STANDS, NEWS, SHORT_NEWS = 0.2, 0.3, 0.42, 0.22, 0.14
"""The shares of the width for where the game stands (more, where it asks at length), and for the last event."""
LEAST_NEWS = 90
"""Room for a few words of the last event, at text scale 1."""


class _Asked(Label):
    """What is asked, in one line that ends in an ellipsis where there is no room."""

    def paintEvent(self, event: QPaintEvent) -> None:
        pen = QPainter(self)
        pen.setPen(palette.current().color("faded"))
        words = self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, self.width())
        pen.drawText(self.rect(), Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, words)
        pen.end()


class TurnBar(QWidget):
    """Shows where the game stands; `stepped` when the next step is wanted."""

    stepped = Signal()

    def __init__(self, game: AsagiriController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._game = game
        self._line: QWidget | None = None
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._title = Heading("", self, level=2)
        self._prompt = _Asked(self, wrap=False)
        self.button = InkButton("", "primary", self, deed="table.step", clicked=self.stepped, by_tab=True)
        self.replay = Replay(game)
        self.news = LastEvent(game, self.replay, self)
        screen = parent if parent is not None else self
        self.sides, self.deeds = SidesRow(game, screen), DeedsRow(game, screen)
        self._stands = QWidget(self)
        vbox(self._title, self._prompt, on=self._stands, spacing=0)
        parts = self._stands, self.news, 1, self.sides, self.deeds, self.button
        self.row = hbox(*parts, on=self, spacing=12, margins=(6, 0, 0, 0))
        # the table is never wider than its window: words give way first
        for words in (self._title, self._prompt):
            words.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        for signal in (game.changed, game.settings_changed, game.selected, game.thinking, game.pace.changed,
                       game.ending.changed, game.named, palette.theme_changed):  # fmt: skip
            signal.connect(self.refresh)
        self.refresh()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), fonts.px(HEIGHT))

    def minimumSizeHint(self) -> QSize:
        return QSize(fonts.px(320), fonts.px(HEIGHT))

    def hold(self, line: QWidget) -> None:
        """Have a line to type into, which is shown in the stead of the last event and of what can be done."""
        self._line = line
        self.row.insertWidget(self.row.indexOf(self.deeds), line, 1000)
        line.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.ShowToParent, QEvent.Type.HideToParent):
            self._fit()
        return bool(super().eventFilter(watched, event))

    def _fit(self) -> None:
        """Where the game stands and what happened last keep their places; what can be done gets the rest.

        In a narrow bar first the last event gives way, then what is asked: all of it is in the tips.
        """
        wide, typing = self.width(), self._line is not None and not self._line.isHidden()
        self.deeds.setVisible(not typing)
        self.news.setVisible(not typing)
        asked = self._prompt.fontMetrics().horizontalAdvance(self._prompt.text()) + fonts.px(8)
        stands, news = round(min(max(asked, wide * STANDS), wide * MOST_STANDS)), round(wide * NEWS)
        for key_in_tip in (False, True):
            step = 0 if self.button.isHidden() else self.button.width_when(key_in_tip=key_in_tip)
            sides = 0 if self.sides.isHidden() else self.sides.sizeHint().width() + self.row.spacing()
            free = wide - step - sides - 4 * self.row.spacing() - fonts.px(6)
            if self.deeds.needed(MOST_DEEDS) > free - stands - news:  # words of what can be done need the spare room
                title = self._title.fontMetrics().horizontalAdvance(self._game.say(self._where()[0])) + fonts.px(8)
                stands, news = min(stands, max(asked, title)), min(news, round(wide * SHORT_NEWS))
            room = free - stands - news
            free -= self.deeds.needed(room)
            if free >= stands + fonts.px(LEAST_NEWS):
                break
        self.button.put_key_in_tip(key_in_tip)
        self.deeds.fit(room)
        stands = max(min(stands, free - fonts.px(LEAST_NEWS)), min(free, round(wide * LEAST_STANDS)))
        self._stands.setFixedWidth(max(0, stands))
        self._title.setFixedHeight(fonts.px(29))
        self._prompt.setFixedHeight(fonts.px(19))
        self.news.setFixedWidth(max(0, min(news, free - stands)))
        where = [self._game.say(words) for words in self._where()]
        metrics = self._title.fontMetrics()
        self._title.setText(next((words for words in where if metrics.horizontalAdvance(words) <= stands), where[-1]))
        self._title.setToolTip(where[0])
        self._prompt.setToolTip(self._prompt.text() if asked > stands else "")

    @property
    def step(self) -> NextStep | None:
        return next_step(self._game)

    def refresh(self, *_: object) -> None:
        game = self._game
        self._prompt.setText(game.say(asked(game, game.player)))
        step = self.step
        # while a fight goes on, its slip has the next step: one loud button at a time
        in_slip = step is not None and (step.reads or bool(game.state.frames and (step.rolls or step.passes)))
        self.button.setVisible(step is not None and not in_slip)
        self.button.setText(game.say(step.words) if step is not None else "")
        self.button.setAccessibleDescription(game.say(say("Next step")))
        self._fit()
        self.button.set_breathing(step is not None and game.animated)

    def _where(self) -> tuple[Message, ...]:
        """Where the game stands, in more and in fewer words."""
        state = self._game.state
        if state.over:
            return (say("The game is over"),)
        if state.stage in _STAGES:
            return (_STAGES[state.stage],)
        if state.stage in BEFORE:
            return (say("Before turn 1"),)
        seat, contest = SEATS[state.phase], state.table.contest
        named = (self._game.player(seat), Name.of(seat))  # the letter itself, in whose stead no name is said
        if contest is not None:
            turn = say("Turn {turn} of {turns}", turn=state.turn, turns=contest.turns)
            return *(say("{turn} · {band}'s phase", turn=turn, band=band) for band in named), turn
        full = (say("Turn {turn} · {band}'s phase", turn=state.turn, band=band) for band in named)
        return *full, say("Turn {turn}", turn=state.turn)
