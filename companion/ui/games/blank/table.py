"""The table of the toy game: the sheet, the own hand, what may be decided, the log; covered between two players."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QHideEvent, QKeyEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from companion.model.bots import BOTS
from companion.model.core.contract import SPECTATOR, UNKNOWN, Choice, Option, Over, Together
from companion.model.core.refusal import Refusal
from companion.model.core.session import Session
from companion.model.core.words import Message, say
from companion.model.games.blank.play import Pick, Show, Tell
from companion.model.games.blank.state import State
from companion.ui.games.blank.new_game import MODES, NewGameScreen
from companion.ui.games.blank.sheet import (
    CAMP_NAMES,
    CardButton,
    TableSheet,
    asked,
    called,
    differences,
    player_words,
    standing,
)
from companion.ui.kit.accessibility import offer_keys, spare_space
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.explain import TermLabel
from companion.ui.kit.layouts import Gap, OnePage, hbox, vbox
from companion.ui.kit.list_view import Line, ListView
from companion.ui.kit.panels import Heading, PaperPanel, Toast
from companion.ui.kit.screen import Screen
from companion.ui.kit.theme import fonts
from companion.ui.kit.translator import tr
from companion.ui.kit.widget import Label
from companion.ui.play.correction_panel import CorrectionPanel, DiceEntry, FaceChoices
from companion.ui.play.game_controller import GameController
from companion.ui.play.game_ui import GameScreens, GameTable, Shell
from companion.ui.play.guide_panel import GuidePanel
from companion.ui.play.handover import HandoverPage
from companion.ui.play.log_panel import LogPanel, LogStyle
from companion.ui.play.past_correction import PastCorrection
from companion.ui.play.rematch import RematchRow, rematch_of
from companion.ui.play.storage import GameSettings, Mode, Opened
from companion.ui.play.timeline import TimelineBar, TimelineSection

MODE_NAMES = {mode: words for mode, words, _ in MODES} | {"assist": MODES[1][1]}


class BlankController(GameController[State]):
    """A game of it on the screen."""

    def tells_nothing(self, choice: Choice) -> bool:
        """A pick out of a known hand tells that hand; all else is said aloud at the table."""
        return not any(isinstance(option, Pick) and option.card is not UNKNOWN for option in choice.options)


class BlankTable(GameTable):
    """A game of it on the table."""

    def __init__(self, opened: Opened, shell: Shell) -> None:
        super().__init__(opened, shell)
        self.game: BlankController = BlankController(opened.session, tr.words, content=shell.storage.content)
        for seat, player in zip(self.game.seats, opened.settings.players, strict=False):
            if player in BOTS:
                self.game.give_to(seat, BOTS[player]())
        self.screen: BlankScreen = BlankScreen(self)
        self.screen.left.connect(self.left)

    def name(self, seat: str) -> str:
        """What the player, or the camp, is called that a seat or a die names."""
        return tr(CAMP_NAMES[seat] if seat in CAMP_NAMES else player_words(self.opened.settings, seat))

    def start(self) -> None:
        game = self.game
        known = [seat for seat, hand in zip(game.seats, game.state.hands, strict=True) if UNKNOWN not in hand]
        if game.tracking and len(known) == 1:
            game.sit(known[0])  # the only hand that the app knows is that of whoever keeps it
        game.start()

    def shut(self) -> None:
        self.screen.guide.hints.stop()
        self.game.close()
        self.screen.second.close()

    def retranslate(self) -> None:
        self.game.set_words(tr.words)

    def show_step(self, step: int) -> None:
        self.screen.timeline.open(step)


class BlankScreen(Screen):
    """See the module."""

    contexts = ("table",)

    def __init__(self, table: BlankTable) -> None:
        super().__init__(title=say("Table"))
        self.game, self._name = table.game, table.name
        game = self.game
        game.setParent(self)
        self.title, self.prompt = Heading("", self), TermLabel(self, wrap=False)
        self.step = InkButton("", "primary", self, deed="table.step")
        self.open_second = InkButton(say("Second window"), "quiet", self, sign="external")
        home = InkButton(say("Home"), "quiet", self, sign="home")
        self.sheet = TableSheet(game, self._name)
        self.hand: list[CardButton] = []
        self.options = ListView(self)
        self.options.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)  # room for it would wrap columns
        self.dice = DiceEntry(game, self._name, self)
        self.log = LogPanel(game, LogStyle(), self)
        self.correction = PastCorrection(game)
        faces = FaceChoices(self._name, lambda: True, self)
        self.change = CorrectionPanel(game, self.correction, faces, partial(differences, self._name), self)
        self.timeline = TimelineBar(game, sections, self)
        self.mode = InkButton("", "quiet", self, sign="pen", deed="table.mode", key_in_tip=True)
        past = InkButton(say("Timeline"), "quiet", self, sign="hourglass", deed="table.timeline", key_in_tip=True)
        self.guide = GuidePanel(game, self._name, lambda guide: guide.setVisible(guide.isHidden()), self)
        self._hint = self.guide.button(self)  # before the cover: from there Tab leads to the players first
        self.cover = HandoverPage(game, self._name, self)
        self.second = QWidget(self, Qt.WindowType.Window)
        self._hand = hbox(spacing=2)
        self._lay_out(home, past)
        for button, do in (
            (home, self.leave), (past, self.toggle_timeline), (self.step, self.take_step),
            (self.open_second, self.toggle_second), (self.mode, self.switch_mode),
        ):  # fmt: skip
            button.clicked.connect(partial(lambda do, *_: do(), do))
        self.bind({
            "table.step": self.take_step, "undo": game.undo, "redo": game.redo, "table.timeline": self.toggle_timeline,
            "timeline.back": self.timeline.back, "timeline.forward": self.timeline.forward,
            "table.change": self.change_step, "table.mode": self.switch_mode, **self.guide.doings(),
        })  # fmt: skip
        self.log.change_wanted.connect(self.correction.start)
        self.timeline.change_wanted.connect(self.correction.start)
        self.correction.changed.connect(self.rewrite)
        spare_space(self)
        self.options.chosen.connect(self._choose)
        self.guide.hints.drawn.connect(self._draw_hint)
        game.refused.connect(lambda why: self._say(_refusal(why)))
        game.failed.connect(self._say)
        game.keep_current(self, self.rewrite, unseen=True)
        game.thinking.connect(self.rewrite)
        self.rewrite()

    def _lay_out(self, home: InkButton, past: InkButton) -> None:
        self.own, self.hint = PaperPanel(self, margin=8, seed=17), Label(self, font="small")
        self.rematch = RematchRow(self.game, self)
        decide = vbox(self.hint, self.rematch, self.dice, (self.options, 1), spacing=4)
        hbox(self._hand, (decide, 1), on=self.own, spacing=18, margins=None)
        self.own.setFixedHeight(fonts.px(178))
        self.log.setFixedWidth(fonts.px(320))
        self.guide.setFixedWidth(fonts.px(320))
        self.change.setFixedWidth(fonts.px(320))
        self._open, self.pages = QWidget(self), OnePage(self)
        hbox((vbox((self.sheet, 1), self.own, self.timeline, spacing=6), 1), self.guide, self.log, self.change,
             on=self._open, spacing=6)  # fmt: skip
        for page in (self._open, self.cover):
            self.pages.addWidget(page)
        words = vbox(self.title, self.prompt, spacing=0)
        bar = hbox(home, Gap(8), (words, 1), self._hint, past, self.mode, self.open_second, self.step, spacing=10)
        vbox(bar, (self.pages, 1), on=self, spacing=6, margins=(18, 10, 18, 12))
        vbox(TableSheet(self.game, self._name, SPECTATOR, seed=13), on=self.second)
        self.second.setWindowTitle("Okko Companion")
        self.second.resize(fonts.px(900), fonts.px(560))

    # showing -------------------------------------------------------------------------------------------------------

    @property
    def covered(self) -> bool:
        """Whether somebody else has to take the screen before anything of a hand is shown."""
        return bool(self.game.to_sit)

    def rewrite(self, *_: object) -> None:
        """Show the table as whoever sits here may know it."""
        game, reading = self.game, self.log.list.hasFocus() or not self.guide.isHidden()
        self.title.setText(tr(standing(game.state)))
        self.prompt.setText("" if self.covered else tr(asked(game, self._name)))
        self._show_hand()
        lines = self._lines()
        self.options.show_lines(lines)
        self.options.set_columns(1 if len(lines) < 4 else 2)
        self.options.setVisible(bool(lines))
        self.hint.setText(tr(say("Click a card, or press its number.")) if self._numbered() else "")
        self.options.setAccessibleName(self.prompt.text())
        self.dice.refresh()
        self.cover.refresh()
        before = self.pages.currentWidget()
        self.pages.setCurrentWidget(self.cover if self.covered else self._open)
        if self.covered and before is not self.cover:
            self.cover.take_keys()
        self.log.rewrite()  # also while it is covered: it must not remember what the player before has heard
        correcting = self.correction.going_on
        self.change.setVisible(correcting)
        self.log.setVisible(not correcting)
        for change in (self.log.change, self.timeline.buttons["change"]):
            change.setVisible(game.tracking)  # hands that the app has dealt are not dealt again
        self.mode.setText(tr(MODE_NAMES[game.session.mode]))
        step = self._step()
        self.step.setVisible(step is not None)
        self.step.setText(tr(step) if step is not None else "")
        if self.isVisible() and not self.covered and not reading and not correcting:
            playable = next((card for card in self.hand if card.isEnabled()), None)
            offer_keys(self.options if lines else playable or self)

    def _step(self) -> Message | None:
        game = self.game
        if self.correction.going_on:
            return None  # it has its own next step
        if game.session.looking:
            return say("Back to the present")
        if game.waits:
            return say("Let the computer continue")
        return say("Home") if isinstance(game.pending, Over) else None

    def _show_hand(self) -> None:
        faces = self.sheet.view["hand"]
        if [card.face for card in self.hand] != faces:
            for card in self.hand:
                card.setParent(None)  # gone from the window at once, whoever sits down next
                card.deleteLater()
            self.hand = [CardButton(face, self.own) for face in faces]
            for card in self.hand:
                card.clicked.connect(partial(self._play, card))
                self._hand.addWidget(card)
        picks = {str(option.card): option for option in self._picks()}
        for card in self.hand:
            card.option = picks.get(str(card.face))
            card.setEnabled(card.option is not None)

    def _picks(self) -> list[Pick]:
        game = self.game
        mine = (choice for choice in game.choices if choice.seat == game.at_screen)
        return [option for choice in mine for option in choice.options if isinstance(option, Pick)]

    def _lines(self) -> list[Line]:
        """What else may be decided; cards that the table tells one by one are asked for one by one."""
        game, own = self.game, self._picks()
        system, state, choices = game.session.system, game.state, game.choices
        if isinstance(game.pending, Together) and not game.pending.secret:
            choices = choices[:1]
        return [
            Line(f"{choice.seat} {system.option_id(state, option)}", tr(system.label(state, option)), data=option)
            for choice in choices
            for option in choice.options
            if option not in own
        ]

    # doing ---------------------------------------------------------------------------------------------------------

    def take_step(self) -> None:
        """Do the obvious next thing; it never uncovers a hand."""
        game = self.game
        if self.covered or self.correction.going_on:
            return
        if game.session.looking:
            self.timeline.close_bar()
        elif game.waits:
            game.resume()
        elif self.dice.isVisible():
            self.dice.roll_here()
        elif isinstance(game.pending, Over):
            self.leave()

    def _play(self, card: CardButton, *_: object) -> None:
        if card.option is not None:
            self.game.choose(card.option)

    def _choose(self, id: str) -> None:
        option = self.options.by_id[id].data
        if isinstance(option, Option):
            self.game.choose(option)

    def _draw_hint(self, plan: Sequence[Option]) -> None:
        """The card or the line that a hint is about is lit."""
        for card in self.hand:
            card.advised = card.option is not None and card.option in plan
            card.update()
        self.options.show_lines([replace(line, chosen=line.data in plan) for line in self.options.rows.lines])

    def toggle_timeline(self) -> None:
        """Open the timeline, or close it and come back to the present."""
        self.timeline.open() if self.timeline.isHidden() else self.timeline.close_bar()

    def change_step(self) -> None:
        """Put right the step that the log or the timeline points at, else the last one."""
        if self.game.tracking and not self.correction.going_on:
            self.correction.start(self.log.step if self.log.list.hasFocus() else self.game.session.cursor - 1)

    def switch_mode(self) -> None:
        """From real cards to the app's rules, or back."""
        if not self.correction.going_on:
            self.game.switch("track" if self.game.session.mode == "enforce" else "enforce")

    def toggle_second(self) -> None:
        """Show or hide the window for those who look on: it knows what everybody knows, and no more."""
        self.second.setVisible(not self.second.isVisible())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.isAutoRepeat() or (self.cover if self.covered else self.dice).type(event):
            return
        option = self._numbered().get(event.text())
        if option is None:
            super().keyPressEvent(event)
        else:
            self.game.choose(option)

    def _numbered(self) -> dict[str, Option]:
        told = [line.data for line in self.options.rows.lines]
        found: dict[str, Option] = {str(option.card): option for option in told if isinstance(option, Show)}
        found |= {str(option.face): option for option in told if isinstance(option, Tell)}
        return found | {str(card.face): card.option for card in self.hand if card.option is not None}

    def retranslate(self) -> None:
        self.rewrite()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.game.see(True)
        if self.covered:
            self.cover.take_keys()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        if not event.spontaneous():
            self.game.see(False)

    def keys(self) -> list[tuple[str, list[str]]]:
        return [
            (tr(say("Pick a card, or enter a die")), ["1", "…", "6"]),
            (tr(say("Sit down at the covered screen")), ["A", "…", "D"]),
        ]

    def _say(self, why: Message) -> None:
        Toast(self, tr(why)).popup()


def sections(session: Session[State]) -> list[TimelineSection]:
    """The rounds of a game."""
    found = list[TimelineSection]()
    for place in range(session.present + 1):
        number = len(session.state_at(place).played) + session.state_at(place).to_show
        if number > len(found):
            found.append(TimelineSection(place, str(number), number))
    return found


def _refusal(why: Refusal) -> Message:
    return say("{why} ({rule})", why=why.why, rule=why.rule)


class BlankScreens(GameScreens):
    """Made when somebody first opens the game."""

    draft: NewGameScreen | None = None

    def table(self, opened: Opened) -> BlankTable:
        made = BlankTable(opened, self.shell)
        made.screen.rematch.wanted.connect(lambda swapped: self.play_again(made.opened, swapped=swapped))
        return made

    def play_again(self, opened: Opened, *, swapped: bool) -> None:
        """Begin another game of the same people; `swapped`: everybody sits one place further."""
        found = rematch_of(opened, swapped=swapped)
        if found is not None:
            self.begin(*found)

    def new_game(self, mode: Mode | None = None) -> None:
        if self.draft is None:
            self.draft = NewGameScreen(self.shell.keeper.settings.names)
            self.draft.left.connect(self.shell.go_home)
            self.draft.ready.connect(self.begin)
        if mode is not None:
            self.draft.set_mode(mode)
        self.shell.show_screen(self.draft)

    def begin(self, setup: dict[str, Any], settings: GameSettings) -> None:
        """Set a game up and go to its table."""
        storage = self.shell.storage
        self.shell.open_table(lambda: storage.begin(setup, settings, tr(called(settings)), "blank"))
