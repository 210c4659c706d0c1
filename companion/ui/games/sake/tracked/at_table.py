"""What a followed table has beside its ring: the past put right, the table checked, the dial of the rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from companion.model.core.chance import drawn
from companion.model.core.contract import Option, Roll
from companion.model.core.words import Message, say
from companion.model.games.sake.rules.legal import cancelled_by
from companion.model.games.sake.rules.tracking import hands_unknown
from companion.model.games.sake.state.frames import WindowFrame
from companion.model.games.sake.state.state import LETTERS, State
from companion.model.games.sake.table.corrections import Edit
from companion.model.games.sake.table.table_check import differences
from companion.ui.games.sake.controller import SakeController
from companion.ui.games.sake.question.composer import Part
from companion.ui.games.sake.tracked.check_page import CheckPage
from companion.ui.games.sake.tracked.hands_page import HandsPage
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.theme import fonts
from companion.ui.kit.translator import tr
from companion.ui.play.correction_panel import CorrectionPanel, FaceChoices
from companion.ui.play.log_panel import LogPanel
from companion.ui.play.past_correction import PastCorrection
from companion.ui.play.timeline import TimelineBar

MODES = {"track": say("Follow"), "assist": say("Follow"), "enforce": say("Enforce")}
MODE_TIPS = {
    "track": say("The app follows the cards on the table. Click to have it deal and see to the rules."),
    "enforce": say("The app sees to the rules. Click to change things by hand."),
}


class SakePast(PastCorrection[State]):
    """A past whose cards nobody shuffles again: what is shuffled anew comes as chance has it."""

    def _show(self) -> None:
        super()._show()
        roll = self._game.pending
        if self.going_on and not self.done and isinstance(roll, Roll):
            self.roll(tuple(drawn(roll.dice, Random(), roll.distinct)))


class AtTable(QObject):
    """See the module. What is shown of it lies on the table's screen; `shown`: another page is."""

    shown = Signal()

    def __init__(
        self, game: SakeController, log: LogPanel, timeline: TimelineBar, name: Callable[[str], str], owner: QWidget
    ) -> None:
        """`name`: what the player of a seat is called."""
        super().__init__(owner)
        self._game, self._log, self._timeline = game, log, timeline
        self.past = SakePast(game)
        faces = FaceChoices(name, lambda: True, owner)
        self.change = CorrectionPanel(game, self.past, faces, differences, owner, listed=False)
        self.mode = InkButton("", "quiet", owner, sign="pen", deed="table.mode", key_in_tip=True,
                              clicked=self.switch_mode)  # fmt: skip
        self.check = InkButton(say("Table check"), "quiet", owner, sign="check", deed="table.check", key_in_tip=True,
                               clicked=self.check_table)  # fmt: skip
        self.check_page = CheckPage(game, lambda n: name(LETTERS[n]), owner)
        self.check_page.closed.connect(self._closed)
        self.hands_page = HandsPage(game, lambda n: name(LETTERS[n]), owner)
        self.hands_page.closed.connect(self._closed)
        self.hands_page.told.connect(self._hands_told)
        self.page: QWidget | None = None
        """The page that is shown in place of the table."""
        self.buttons, self.pages = (self.mode, self.check), (self.check_page, self.hands_page)
        log.change_wanted.connect(self.past.start)
        timeline.change_wanted.connect(self.past.start)

    @property
    def busy(self) -> bool:
        """Whether something is put right that has to be agreed to, or left alone, before the game goes on."""
        return self.past.going_on

    def fit(self, wide: int) -> bool:
        """Give the panels their width; whether one is shown in place of the log."""
        self.change.setFixedWidth(fonts.px(wide))
        return self.busy

    def rewrite(self) -> None:
        """Show what there is to do now."""
        game = self._game
        self.change.setVisible(self.past.going_on)
        for change in (self._log.change, self._timeline.buttons["change"]):
            change.setVisible(game.unseen)  # hands that the app has dealt are not dealt again
        self.check.setVisible(game.unseen)
        mode = game.session.mode
        self.mode.setText(tr(MODES[mode]))
        self.mode.setToolTip(tr(MODE_TIPS["enforce" if mode == "enforce" else "track"]))
        self.mode.setVisible(not game.bots)

    def takes_key(self, event: QKeyEvent) -> bool:
        """Whether a key is for what is put right, wherever the keys are."""
        meant = self.change.meant(event) if self.busy else None
        if meant is not None:
            meant()
        return meant is not None

    def late(self, parts: Sequence[Part]) -> list[Part]:
        """The Interruptions that may still be told of what was done last, beside the steps there are."""
        deck, cancels = self._game.state.table.deck, self._game.silent()
        kinds = [n for n, kind in enumerate(deck.types) if cancels and cancelled_by(kind.effect) & cancels]
        return [part for n in kinds if (part := Part("type", n)) not in parts]

    def step_words(self, options: Sequence[Option]) -> Message | None:
        """What Space does while something is put right; None: nothing."""
        top = self._game.state.frames[-1] if self._game.state.frames else None
        return say("No answer") if options and isinstance(top, WindowFrame) else None

    def change_step(self) -> None:
        """Put right the step that the log points at, else the last one."""
        game = self._game
        if game.unseen and not self.busy and game.session.cursor:
            self.past.start(self._log.step if self._log.list.hasFocus() else game.session.cursor - 1)

    def check_table(self) -> None:
        """Compare what the app believes with what lies on the table."""
        if self._game.unseen and self._game.live:
            self.check_page.start()
            self._open(self.check_page)
            self.check_page.spins[-1, "masu"].setFocus()

    def _open(self, page: QWidget | None) -> None:
        self.page = page
        self.shown.emit()

    def _closed(self) -> None:
        self._open(None)

    def switch_mode(self) -> None:
        """From a table that is followed to the rules of the app, or back; first it is told what it must know."""
        game = self._game
        if self.busy or not game.live or self.page is not None:
            return
        if game.session.mode == "enforce":
            game.switch("track")
        elif hands_unknown(game.state) and game.state.turn:
            self.hands_page.start()
            self._open(self.hands_page)
        else:
            game.switch("enforce")

    def _hands_told(self, hands: Edit) -> None:
        self.page = None
        if self._game.correct(hands):
            self._game.switch("enforce")
        self.shown.emit()
