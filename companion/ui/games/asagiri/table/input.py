"""The table by keys and by typed commands: Space, Tab and Escape, and what the command line understands."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QWidget

from companion.model.core.contract import Event, Option
from companion.model.core.record import Chosen
from companion.model.core.refusal import Refusal
from companion.model.core.words import Message, say
from companion.model.games.asagiri.rules import options as o
from companion.model.games.asagiri.state.state import State
from companion.model.games.asagiri.table.commands import (
    ChooseIntent,
    Correcting,
    Intent,
    Misunderstood,
    PressIntent,
    Typing,
)
from companion.model.games.asagiri.table.commands.complete import CommandCompletion, advised, complete
from companion.model.games.asagiri.table.commands.understand import CommandPlan, in_words, joined, plan
from companion.ui.games.asagiri.board.view import BoardView
from companion.ui.games.asagiri.controller import AsagiriController
from companion.ui.games.asagiri.dice.tray import DiceTray
from companion.ui.games.asagiri.fight.panel import FightPanel
from companion.ui.games.asagiri.new_game.draft_table import DraftPage
from companion.ui.games.asagiri.next_step import NextStep, next_step
from companion.ui.games.asagiri.table.end_panel import EndPanel
from companion.ui.games.asagiri.table.turn_bar import TurnBar
from companion.ui.kit.accessibility import go_round, offer_keys
from companion.ui.play.timeline import TimelineBar


class TableParts(Protocol):
    """The parts of a table in which a next step can lie."""

    game: AsagiriController
    bar: TurnBar
    board: BoardView
    dice: DiceTray
    draft: DraftPage
    end: EndPanel
    fight: FightPanel
    timeline: TimelineBar

    def dice_first(self) -> None:
        """Bring the dice of the roll asked for into sight."""


def take_step(table: TableParts) -> None:
    """Do the obvious next thing; nothing while somebody else acts."""
    game = table.game
    if table.end.isVisible():
        table.end.press()
        return
    if game.pace.land():
        table.board.skip()
        return
    step = next_step(game)
    if step is not None and step.reads:
        table.fight.go_on()
        return
    if game.dials.answer(True) or step is None:
        return
    if step.leaves and table.bar.replay.playing:
        table.bar.replay.stop()
    elif step.leaves:
        table.timeline.close_bar()
    elif step.resumes:
        game.resume()
    elif step.rolls:
        _roll(table)
    elif step.options and game.choose(*step.options):
        _follow(table, step)


def _roll(table: TableParts) -> None:
    """Roll, or bring the keys to where the dice are typed."""
    game = table.game
    if game.state.frames:
        table.fight.go_on()
        return
    table.dice_first()
    if game.state.stage == "scenario":
        if game.dice_entry == "typed" or table.draft.scenario is None:
            table.draft.focus_first()
        else:
            table.draft.scenario.draw()
    elif game.dice_entry == "typed":
        table.dice.focus_entry()
    else:
        table.dice.roll()


def _follow(table: TableParts, step: NextStep) -> None:
    game = table.game
    if step.selects >= 0:
        game.select(step.selects)
    if step.then_rolls and game.to_roll() is not None:
        table.dice.roll()
    if game.to_roll() is None or game.dice_entry != "typed" or not table.dice.focus_entry():
        offer_keys(table.board)


def tab_on(screen: QWidget, areas: Sequence[QWidget], *, forward: bool) -> bool:
    """Bring the keys to the next widget of a screen, area after area, and round again."""

    def area(widget: QWidget) -> int:
        return next((n for n, one in enumerate(areas) if one is widget or one.isAncestorOf(widget)), len(areas))

    return go_round(screen.window(), forward=forward, order=area)


class OpenedLast(QObject):
    """What lies open over a screen, in the order in which it was opened."""

    def __init__(self, screen: QWidget, closing: Mapping[QWidget, Callable[[], object]]) -> None:
        """Listen to everything that Escape closes; `closing`: how each is closed."""
        super().__init__(screen)
        self._closing = closing
        self._open = [widget for widget in closing if not widget.isHidden()]
        for widget in closing:
            widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShowToParent and isinstance(watched, QWidget):
            self._open = [one for one in self._open if one is not watched] + [watched]
        return super().eventFilter(watched, event)

    def close_last(self) -> bool:
        """Close what was opened last; False when nothing is open."""
        self._open = [widget for widget in self._open if not widget.isHidden()]
        if self._open:
            self._closing[self._open[-1]]()
        return bool(self._open)


_QUIET = frozenset({"ActivationEnded", "DueDone", "MovementEnded", "PhaseEnded", "CharacterStepped"})
"""Events that go without saying beside the others of their step."""
_IDLE = {
    "next": say("There is more than one next step: type what happens."),
    "undo": say("Nothing to undo"),
    "redo": say("Nothing to redo"),
}
"""Why a button does nothing."""


class CommandInterpreter:
    """Previews a line, and does what the preview says. `buttons`: what a command does that presses one."""

    def __init__(self, game: AsagiriController, buttons: Mapping[str, Callable[[], object]]) -> None:
        self._game, self._buttons = game, buttons
        self._refused: Message | None = None

    def complete(self, text: str) -> Sequence[CommandCompletion]:
        """What may come next, in the language of the window and in English."""
        game = self._game
        return complete(game.state, text, free=game.tracking, language=game.words.language)

    def look(self, text: str) -> CommandPlan | Misunderstood:
        """What a line would do now; nothing is done."""
        game, why = self._game, None
        if not game.live and game.stand_in is None:
            return Misunderstood(say("You are viewing the past: nothing can be done here."), 0, len(text), asks=True)
        waited_for = {seat: game.idle_words(seat) for seat in game.bots}
        found = plan(game.state, text, free=game.tracking, waited_for=waited_for)
        if isinstance(found, CommandPlan) and len(found.steps) > 1 and game.stand_in is not None:
            why = say("One command at a time while the past is corrected.")
        elif isinstance(found, CommandPlan) and self._step(found.presses) is None:
            why = _IDLE.get(found.presses)
        return found if why is None else Misunderstood(why, 0, len(text), asks=True)

    def preview(self, text: str) -> Message | None:
        """What Enter would do; None: nothing."""
        found = self.look(text)
        return None if isinstance(found, Misunderstood) else self._step(found.presses) or found.words()

    def _step(self, what: str) -> Message | None:
        """What a button would do now; None: nothing, or one that says it itself."""
        session, step = self._game.session, next_step(self._game) if what == "next" else None
        if what == "next":
            return None if step is None else step.words
        return session.undo_name() if what == "undo" else session.redo_name() if what == "redo" else None

    def run(self, text: str) -> tuple[Message, bool]:
        """Do a line, or leave the game as it is: what came of it, or why not and what would fit."""
        found, game = self.look(text), self._game
        before, told = game.session.cursor, list[Message]()
        for state, intent in () if isinstance(found, Misunderstood) else found.steps:
            words = self._watched(state, intent)
            if words is None:
                if game.session.cursor != before:
                    game.jump(before)
                found = Misunderstood(self._refused or say("Nothing to do"), 0, 0, asks=True)
                break
            told.append(words)
        if isinstance(found, Misunderstood):
            return advised(game.state, text, found, free=game.tracking, language=game.words.language), False
        return joined(told), True

    def _watched(self, before: State, intent: Intent) -> Message | None:
        """Do it; what came of it, or None where it was refused."""
        game, cursor, step = self._game, self._game.session.cursor, self._step("next")
        self._refused = None
        for signal in (game.refused, game.failed):
            signal.connect(self._hear)
        try:
            self._perform(intent)
        finally:
            for signal in (game.refused, game.failed):
                signal.disconnect(self._hear)
        if self._refused is not None:
            return None
        events = [event for n in range(cursor, game.session.cursor) for event in game.session.events_of(n)]
        match intent:
            case PressIntent("undo" | "redo" as what):
                words = self._steps(*sorted((cursor, game.session.cursor)))
                return say("Undone: {what}", what=words) if what == "undo" else say("Redone: {what}", what=words)
            case PressIntent("help" | "hint" | "what"):
                return in_words(before, intent)
            case PressIntent("next") if step is not None and not events:
                return step
            case ChooseIntent(options) if options and isinstance(options[-1], o.Step | o.Turn):
                return in_words(before, intent)
        return self._told(events)

    def _hear(self, why: Refusal | Message) -> None:
        self._refused = why.why if isinstance(why, Refusal) else why

    def _perform(self, intent: Intent) -> None:
        game = self._game
        match intent:
            case ChooseIntent(options):
                if options:
                    game.choose(*options)
            case Correcting(corrections, None):
                game.correct(*corrections)
            case Correcting(corrections, against) if against is not None:
                game.override(corrections, against)
            case Typing(faces, first):
                game.roll(faces, first=first)
            case PressIntent(what):
                self._buttons[what]()

    def _steps(self, first: int, last: int) -> Message:
        """Steps of the log as one thing that was done."""
        session, options = self._game.session, list[Option]()
        for n in range(first, last):
            intent = session.steps[n].intent
            if isinstance(intent, Chosen):
                options.append(session.system.option_of(session.state_at(n), intent.option))
        if len(options) == last - first:
            return in_words(session.state_at(first), ChooseIntent(tuple(options)))
        return say("{told}", told=tuple(session.describe_step(n) for n in range(first, last)))

    def _told(self, events: list[Event]) -> Message:
        system, state = self._game.session.system, self._game.state
        told = [event for event in events if event.kind not in _QUIET] or events[-1:]
        words = tuple(system.tell(state, event) for event in told[-4:])
        return say("{told}", told=words) if words else say("Nothing to do")
