"""The table screen: a band's cards on either side; between them the turn bar, the board and the dice."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QEvent, QRect, Qt, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QWidget, QWidgetItem

from companion.model.core.record import MODES
from companion.model.core.session import Change
from companion.model.core.words import Message, say
from companion.model.games.asagiri.rules.events import PhaseBegan
from companion.model.games.asagiri.rules.skill_events import ScenarioDrawn
from companion.model.games.asagiri.state.vocabulary import BANDS, NO_FIGURE
from companion.model.games.asagiri.table.table_check import differences
from companion.ui.games.asagiri.board import BoardView
from companion.ui.games.asagiri.cards import BandColumn
from companion.ui.games.asagiri.controller import FORWARD, AsagiriController
from companion.ui.games.asagiri.dice import DiceTray
from companion.ui.games.asagiri.dice.entry import TypedDice
from companion.ui.games.asagiri.fight import FightPanel, FightPreview, WhatIf
from companion.ui.games.asagiri.fight.numbers import fight_in
from companion.ui.games.asagiri.new_game.draft_table import DraftPage, ScenarioPanel
from companion.ui.games.asagiri.next_step import page_of
from companion.ui.games.asagiri.table.log import DICE, STYLE, sections
from companion.ui.games.asagiri.table.second_board import Seeing
from companion.ui.kit import keys
from companion.ui.kit.accessibility import Guest, mouse, offer_keys, spare_space
from companion.ui.kit.keys import Context
from companion.ui.kit.layouts import least_height
from companion.ui.kit.panels import Toast
from companion.ui.kit.scroll import ScrollScreen
from companion.ui.kit.theme import fonts
from companion.ui.kit.translator import says, tr
from companion.ui.play.command_line import CommandLine
from companion.ui.play.controller import TableSounds
from companion.ui.play.correction_panel import CorrectionPanel
from companion.ui.play.guide_panel import GuidePanel
from companion.ui.play.log_panel import LogPanel
from companion.ui.play.past_correction import PastCorrection
from companion.ui.play.timeline import TimelineBar

from .end_panel import EndPanel
from .input import CommandInterpreter, OpenedLast, tab_on, take_step
from .layout import ASKED, GAP, AdventurePanel, Foot, ReminderPanel, TableLayout, Tools
from .settings_panel import SettingsPanel
from .skills_panel import AdvicePanel, SkillsPanel
from .table_check import CheckPanel, TableCheck
from .text_board import TextBoard
from .turn_bar import TurnBar
from .voice import Questions, TableVoice


class TableScreen(QWidget):
    """One game. `left` when the person wants to go back home; the game is on disk at any moment."""

    left = Signal()
    figures_wanted = Signal()
    """The figures of this game."""
    keys_wanted = Signal()
    """The list of keys and commands."""

    def __init__(
        self, game: AsagiriController, names: tuple[str, str] = ("", ""), parent: QWidget | None = None
    ) -> None:
        """Show `game`; the screen owns it from now on and closes it with itself."""
        super().__init__(parent)
        self.game = game
        game.setParent(self)
        says(self, name=say("Table"))
        game.name_players(names)
        self.bar = TurnBar(game, self)
        self.board = BoardView(game, self)
        self.bands = tuple(BandColumn(game, band, names[band], self) for band in BANDS)
        self.draft = DraftPage(game, self)
        self.dice = DiceTray(game, self)
        self.guide = GuidePanel(game, game.called, self.toggle, self)
        pressed = {"next": self.step, "undo": game.undo, "redo": game.redo, "roll": game.roll,
                   "help": self.keys_wanted.emit, **self.guide.typed()}  # fmt: skip
        hint = say("What happens? Example: okko d5 n · okko oni · ffwt · help")
        self.command = CommandLine(game, CommandInterpreter(game, pressed), hint, self)
        self.fight = FightPanel(game, self)
        self.preview = FightPreview(game, self)
        self.log = LogPanel(game, STYLE, self)
        self.settings = SettingsPanel(game, self)
        told = game.state.table.adventure is not None
        self.scenario: AdventurePanel | ScenarioPanel = (
            AdventurePanel(game, self) if told else ScenarioPanel(game, self)
        )
        self.skills = SkillsPanel(game, self)
        self.whatif = WhatIf(game, self)
        self.advice = AdvicePanel(game, self)
        self.correction = PastCorrection(game)
        entry = TypedDice(game.say, self, upright=True, size=40)
        self.change = CorrectionPanel(game, self.correction, entry, differences, self)
        self.timeline = TimelineBar(game, sections, self)
        self.checking = TableCheck(game)
        self.check = CheckPanel(game, self.checking, self)
        self.reminder = ReminderPanel(game, self)
        self.end = EndPanel(game, self)
        self.text = TextBoard(game, self.board, self)
        self.voice = TableVoice(game, self)
        self.voice.said.connect(self.text.hear)
        self.sounds = TableSounds(game, "PhaseBegan", DICE, lambda: game.pace.falling, self)
        game.pace.changed.connect(self.sounds.landed)
        for slip in self.right_slips:
            slip.hide()
            Guest(slip, lambda: self.log.list)
        toggled = (self.log, self.settings, self.advice)
        self.toggle_log, self.toggle_settings, self.toggle_advice = (partial(self.toggle, slip) for slip in toggled)
        doings = self._doings()
        away = {"home": self.left.emit, "figures": self.figures_wanted.emit}
        self.tools = Tools(game, {**doings, **away}, self.scenario, self)
        self.seeing = Seeing(game, self.board, self.whatif, self.toggle, self)
        self.questions = Questions(self, game, self.board, self.text, self.voice)
        self.opened = OpenedLast(self, self._closing())
        self.board.controller.closes_first = self.opened.close_last
        self.foot = Foot(self.dice, (self.board.tray, self.timeline), self)
        self.layout_ = TableLayout(self, self.bar, self.board, (self.text, self.draft), self.foot)
        self.bar.hold(self.command)
        self._sit()
        own = [keys.action(id, self, do) for id, do in doings.items()]
        self.actions_ = [*own, *self.bar.deeds.keys, *self.seeing.actions_, *self.questions.actions_]
        spare_space(self)
        self.bar.stepped.connect(self.step)
        for free in (self.command.closed, self.timeline.closed, self.timeline.written):
            free.connect(self.setFocus)
        for entry in (self.dice.entry, self.fight.entry):
            entry.entered.connect(self._dice_typed)
        self.dice.whose.clicked.connect(self.toggle_settings)
        for opener in (*self.tools.buttons.values(), self.dice.whose):
            mouse.watch(opener)
        self.end.home.connect(self.left)
        self.end.figures.clicked.connect(self.figures_wanted)
        self.board.hovered.connect(self.preview.hover_square)
        self.fight.pointed.connect(self.board.layers.hover)
        self.guide.hints.drawn.connect(self.board.layers.show_hint)
        game.refused.connect(lambda broken: self._say(say("{why} ({rule})", why=broken.why, rule=broken.rule)))
        game.failed.connect(self._say)
        game.changed.connect(self._changed)
        self.end.announced.connect(self.fight.dismiss)
        game.dials.reminded.connect(self._place_slips)
        game.settings_changed.connect(self._retitle)
        game.seated.connect(self._sit)
        self.correction.changed.connect(self._select_corrected)
        self.correction.changed.connect(self._show_asked)
        self.checking.changed.connect(self._show_asked)
        self.checking.changed.connect(lambda: self.board.keys.go(self.checking.square))
        self.log.change_wanted.connect(self.correction.start)
        self.timeline.change_wanted.connect(self.correction.start)
        self.setFocusProxy(self.board)
        for column in self.bands:
            column.passed.connect(self.board.take_keys)
        self._show_middle()
        self._retitle()
        if game.state.active is not None:
            game.select(game.state.active.who)
        if game.state.table.adventure is not None and not game.session.done:
            self.toggle_scenario()

    def setFocus(self, reason: Qt.FocusReason = Qt.FocusReason.OtherFocusReason) -> None:
        super().setFocus(reason)
        if self.game.dice_entry == "typed":
            self.dice.focus_entry()

    @property
    def columns(self) -> tuple[BandColumn, BandColumn]:
        """The cards of both bands from left to right: the one whose player sits at the screen stands at the left."""
        near = self.game.near
        return self.bands[near], self.bands[1 - near]

    def _sit(self) -> None:
        """Whoever sits at the screen keeps the left side, whatever letter the rules give."""
        left, right = self.columns
        for n, column in enumerate(self.columns):
            column.set_side(n)
        near = [left, self.seeing.clock, self.seeing, self.tools.bars[0]]
        self.layout_.seat(near, [right, self.reminder, self.fight, self.tools.bars[1]])

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_slips()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.game.see(True)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        if not event.spontaneous():
            self.game.see(False)

    def _place_slips(self) -> None:
        """Slips asked for lie over the cards at the right, above what is being resolved there; never over the board."""
        self.layout_.fit()
        self.tools.fit(self.width())
        side, column = self.layout_.right, self.columns[1]
        self.fight.keep_within(self.layout_.room_beside(self.fight))
        self.layout_.make_room(self.fight)
        top = column.y() + column.header_height() if not self.layout_.narrow else 0
        floor = self.tools.bars[1].y() - 4
        asking = [slip for slip in (self.reminder, self.fight) if not slip.isHidden()]
        # where both bands share a side there is no room above: over the board rather than over choices
        over = bool(asking) and self.layout_.narrow and not self.layout_.folded
        shown = {
            slip: least_height(QWidgetItem(slip), side.width()) for slip in self.right_slips if not slip.isHidden()
        }
        asked = 0 if over else max(shown.values(), default=0)
        # what somebody asks for is readable beside a fight: of that only what is read gives way, and scrolls
        room = floor - top - max(asked, fonts.px(ASKED))
        self.fight.setMaximumHeight(max(self.fight.minimumSizeHint().height(), room) if asked else 16_777_215)
        fight = fight_in(self.game.state)
        for who in () if fight is None else (fight.attacker, fight.defender):
            for band in self.columns:
                band.reveal(who)
        bottom = floor if over else min((slip.y() for slip in asking), default=floor)
        if bottom - top < fonts.px(240):
            top = 0
        if bottom - top < fonts.px(200):
            bottom = floor
        for slip, needed in shown.items():
            # over the header, and over the small buttons, before anything on it is cut
            high = max(bottom - top, min(side.height(), needed))
            left = side.geometry().right() + GAP if over else side.x()
            slip.setGeometry(left, side.y() + max(0, bottom - high), side.width(), high)
        self.preview.set_area(QRect(side.x(), side.y() + top, side.width(), floor - top))
        self.end.setGeometry(self.rect())

    def set_names(self, names: tuple[str, str]) -> None:
        """Name the players of A and B; bands may have changed seats."""
        for n, column in enumerate(self.bands):
            column.set_name(names[n])
        self.game.name_players(names)

    def step(self) -> None:
        take_step(self)

    def toggle_text(self) -> None:
        """The board in words in the stead of the drawn one, or back."""
        if self.text.isHidden():
            self.board.hide()
            self.text.open()
            self.board.setFocusProxy(self.text)
        else:
            self.text.hide()
            self.board.setFocusProxy(None)  # type: ignore[arg-type]  # Qt takes None, its stubs do not
            self._show_middle()
            self.board.setFocus()

    def _dice_typed(self) -> None:
        """The dice are told: the keys go back to the board, unless more dice are asked for."""
        typing = self.dice.entry.correcting or self.fight.entry.correcting
        if self.game.to_roll() is None and not self.draft.wanted and not typing:
            offer_keys(self.board)

    def toggle_command(self) -> None:
        """Bring the keys to the command line; away with it when it has them."""
        self.command.close_line() if self.command.edit.hasFocus() else self.command.open()

    def toggle_skills(self) -> None:
        """Show or hide the skills of the figure looked at; while the game is put together, only of one recruited."""
        if self.draft.wanted and self.skills.who < 0 and not self.skills.isVisible():
            self._say(say("Skills are on the cards; select a character you have recruited to see them here."))
            return
        self.toggle(self.skills)

    def toggle_scenario(self) -> None:
        """Show or hide the adventure's page, or the scenario card, where there is one (KAR-6)."""
        if self.scenario.there:
            self.toggle(self.scenario)

    @property
    def right_slips(self) -> tuple[QWidget, ...]:
        """Those that lie over the right band's cards, one at a time."""
        return (self.log, self.settings, self.skills, self.scenario, self.whatif, self.advice, self.guide,
                self.change, self.check)  # fmt: skip

    def show_timeline(self, step: int | None = None) -> None:
        """Open the timeline, at a place of the log (`step` steps played) or where the game stands."""
        self.timeline.open(step)

    def dice_first(self) -> None:
        """Dice that are asked for lie where the timeline does: it makes room for them."""
        if not self.timeline.isHidden() and self.game.live:
            self.timeline.close_bar()

    def toggle_timeline(self) -> None:
        """Look through the whole game, or back to the present."""
        self.show_timeline() if self.timeline.isHidden() else self.timeline.close_bar()

    def change_step(self) -> None:
        """Put right the step that the log or the timeline points at, else the last one."""
        pointed = self.log.step if self.log.isVisible() else self.game.session.cursor - 1
        if not self.correction.going_on and pointed >= 0:
            self.correction.start(pointed)

    def _along(self, do: Callable[[], object]) -> None:
        """Something of the timeline, which is opened for it."""
        if self.timeline.isHidden():
            self.show_timeline()
        do()

    def toggle_check(self) -> None:
        """Compare the table with what the app believes, or stop doing so."""
        if self.checking.check is not None:
            self.checking.cancel()
        elif not self.draft.wanted:
            self.checking.start(self.board.canvas.geometry.turn)

    def _select_corrected(self) -> None:
        if self.correction.going_on:
            active = self.game.state.active
            self.game.select(NO_FIGURE if active is None or self.correction.done else active.who)

    def _show_asked(self) -> None:
        """The slip of what is put right or checked comes and goes with it, and comes back from under others."""
        for slip, wanted in ((self.change, self.correction.going_on), (self.check, self.checking.check is not None)):
            if wanted == slip.isHidden():
                self.toggle(slip)
                slip.rewrite()

    def toggle(self, slip: QWidget) -> None:
        """Show or hide one of the slips at the right."""
        for other in self.right_slips:
            if other is not slip:
                other.hide()
        slip.setVisible(not slip.isVisible())
        self._place_slips()
        slip.raise_()
        if self.layout_.folded and slip.isVisible():
            ScrollScreen.reveal(slip)
        if not slip.isVisible():
            self._show_asked()

    def _doings(self) -> dict[str, Callable[[], object]]:
        """What is done here, by id; words and keys of each are a line of `companion/ui/kit/key_table.py`."""
        game, timeline = self.game, self.timeline
        return {
            "table.step": self.step,
            "undo": game.undo,
            "redo": game.redo,
            "table.log": self.toggle_log,
            "table.command": self.toggle_command,
            "table.settings": self.toggle_settings,
            "table.skills": self.toggle_skills,
            "table.advice": self.toggle_advice,
            "table.scenario": self.toggle_scenario,
            "table.mode": lambda: game.switch(MODES[(MODES.index(game.session.mode) + 1) % len(MODES)]),
            "table.text": self.toggle_text,
            "table.timeline": self.toggle_timeline,
            "table.change": self.change_step,
            "table.check": self.toggle_check,
            "table.replay": self.bar.replay.toggle,
            **self.guide.doings(),
            "timeline.back": partial(self._along, timeline.back),
            "timeline.forward": partial(self._along, timeline.forward),
            "timeline.play": partial(self._along, timeline.toggle_playing),
            "timeline.bookmark": partial(self._along, timeline.toggle_bookmark),
            "timeline.note": partial(self._along, timeline.edit_note),
        }

    def keys(self) -> list[tuple[str, list[str]]]:
        """What is typed rather than bound: the dice."""
        faces = say("Type fire, water, air, earth, tori")
        return [(tr(say("Type a die")), ["1", "…", "6"]), (tr(faces), ["F", "W", "A", "E", "T"])]

    @property
    def help_page(self) -> str:
        return "asagiri/bands" if self.draft.wanted else page_of(self.game)

    @property
    def contexts(self) -> tuple[Context, ...]:
        return ("table", "laying", "bands") if self.draft.wanted else ("table", "board", "card")

    def _retitle(self) -> None:
        self.tools.refresh()
        for action in self.actions_:
            action.setText(self.game.say(action.data()))

    def _show_middle(self) -> None:
        drafting = self.draft.wanted
        self.board.setVisible(not drafting and self.text.isHidden())
        self.foot.show_dice(not drafting or self.draft.rolling)
        self.seeing.setVisible(not drafting)
        if drafting == self.draft.isHidden():
            self.draft.setVisible(drafting)
            self.setFocusProxy(self.draft if drafting else self.board)
            self.draft.focus_first() if drafting else offer_keys(self.board)

    def _changed(self, change: Change) -> None:
        if self.layout_.folded and not self.fight.isHidden():
            ScrollScreen.reveal(self.fight)
        if change.cause in FORWARD and self.game.to_roll() is not None and not self.game.state.frames:
            self.dice_first()
        self.tools.refresh()
        self._show_middle()
        if any(isinstance(event, ScenarioDrawn) for event in change.events) and not self.scenario.isVisible():
            self.toggle_scenario()
            offer_keys(self.board)  # nobody asked for it
        self._hush()
        self._place_slips()
        if any(isinstance(event, PhaseBegan) for event in change.events):
            self.game.select(NO_FIGURE)
        if change.cause == "choose" and self.dice.surface.hasFocus():
            self.board.setFocus()  # the die has been used

    def _say(self, words: Message) -> None:
        self._hush()
        toast = Toast(self, self.game.say(words))
        toast.popup()
        # over the title, not over board or dice: those are what the sentence is about
        toast.move((self.width() - toast.width()) // 2, self.bar.y())

    def _hush(self) -> None:
        for toast in self.findChildren(Toast, options=Qt.FindChildOption.FindDirectChildrenOnly):
            toast.close()

    def _closing(self) -> dict[QWidget, Callable[[], object]]:
        return {
            **{slip: partial(self.toggle, slip) for slip in self.right_slips},
            self.change: self.correction.cancel,
            self.check: self.checking.cancel,
            self.timeline: self.timeline.close_bar,
            self.command: self.command.close_line,
        }

    def keyPressEvent(self, event: QKeyEvent) -> None:
        game = self.game
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and game.goes_on:
            self.step()
        elif event.key() != Qt.Key.Key_Escape or not (self.opened.close_last() or game.ending.dismiss()):
            super().keyPressEvent(event)

    def focusNextPrevChild(self, next: bool) -> bool:
        areas = (
            self.board, self.text, self.draft, self.end, self.fight, self.reminder, *self.right_slips, self.timeline,
            self.command, *self.columns, self.dice, *self.tools.bars, self.bar, self.seeing, self.seeing.clock,
        )  # fmt: skip
        return tab_on(self, areas, forward=next)

    def event(self, event: QEvent) -> bool:
        done = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest:
            self._place_slips()  # something beside them has grown or shrunk
        return done

    def shut(self) -> None:
        """Stop everything that runs; called before the screen is thrown away."""
        self.guide.hints.stop()
        self.seeing.shut()
        self.game.close()
