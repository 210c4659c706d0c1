"""Hints at a table: asked for by a person, thought out in a thread, forgotten when the game goes on.

A hint speaks to the seat that the screen shows the game to and knows no more than that seat (`companion.model.hints`).
That one was looked at stands in the log as a note, so that whoever reads the game later knows; the players may agree
to play without.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import takewhile
from typing import Any

from PySide6.QtCore import QObject, Signal, Slot

from companion.model.bots import BotFault
from companion.model.core.contract import Choice
from companion.model.core.record import Noted
from companion.model.core.words import Message, say
from companion.model.hints import HINT, Advice, Hint, advise
from companion.ui.play.controller import Worker
from companion.ui.play.game_controller import GameController


class Hints(QObject):
    """Of one game. `changed`: a hint is thought about, has come, or is gone; or the players have agreed otherwise."""

    changed = Signal()
    drawn = Signal(object)
    """The plan to draw on the table, as options; empty: none."""

    def __init__(self, game: GameController[Any], owner: QObject) -> None:
        super().__init__(owner)
        self._game = game
        self.found: Hint | Message | None = None
        """What has come of the question; a sentence where nothing can be advised."""
        self._drawn: Advice | None = None
        self._worker = Worker(self)
        self._worker.done.connect(self._came)
        game.changed.connect(self._moved_on)
        game.seated.connect(self.dismiss)
        game.settings_changed.connect(self._settled)

    @property
    def choice(self) -> Choice | None:
        """The decision that the player at the screen is asked for; None: nothing is asked of a person."""
        game = self._game
        if not game.live or game.to_sit:
            return None
        mine = [choice for choice in game.choices if choice.seat == game.viewer]
        return next(iter(mine or game.choices), None)

    @property
    def allowed(self) -> bool:
        """Whether the players have not agreed to play without."""
        return self._game.session.agreed() in (None, "all")

    @property
    def thinking(self) -> bool:
        return self._worker.busy

    def allow(self, on: bool) -> None:
        """Agree to play with all help, or without any, from now on."""
        if on != self.allowed:
            self._game.attempt(lambda: self._game.session.note("agreed", "all" if on else "none"))
            self._game.settings_changed.emit()

    def ask(self) -> None:
        """Think of a hint for whoever is asked; a sentence comes at once where there is none."""
        self.dismiss()
        choice, game = self.choice, self._game
        if not self.allowed:
            self.found = say("Hints are off in this game.")
        elif choice is None:
            self.found = say("Roll the dice first.") if game.to_roll() else say("Nothing is asked of you now.")
        else:
            system, state, content = game.session.system, game.state, game.content

            def think(stopped: Callable[[], bool]) -> Hint | Message | BotFault:
                try:
                    return advise(system, state, choice, content, stopped)
                except BotFault as fault:
                    return fault

            self._worker.think(think)
        self.changed.emit()

    @Slot(object)
    def _came(self, found: Hint | Message | BotFault) -> None:
        self._worker.stop()  # a table keeps no thread for what is asked now and then
        if isinstance(found, BotFault):
            self.found = say("The computer player could not think of a hint.")
            self.changed.emit()
            raise found  # a bug of ours: the report is written by whoever catches everything
        self.found = found
        self.draw()
        if isinstance(found, Hint):
            self._note(f"{HINT}:{found.seat}")
        self.changed.emit()

    def _note(self, what: str) -> None:
        """Once until something is done."""
        session = self._game.session
        behind = takewhile(lambda step: isinstance(step.intent, Noted), reversed(session.steps[: session.present]))
        if not any(step.intent == Noted("help", what) for step in behind):
            self._game.attempt(lambda: session.note("help", what))

    def draw(self, advice: Advice | None = None) -> None:
        """Have this plan drawn on the table; None: the best, where there is a hint."""
        wanted = (advice or self.found.best) if isinstance(self.found, Hint) else None
        if wanted != self._drawn:
            self._drawn = wanted
            self.drawn.emit(() if wanted is None else wanted.plan)

    def carry_out(self, advice: Advice | None = None) -> bool:
        """Do what is advised, as one thing to undo; None: the best. False: there is nothing to do."""
        if not isinstance(self.found, Hint):
            return False
        plan = (advice or self.found.best).plan
        self.dismiss()
        return self._game.choose(*plan)

    @Slot()
    def dismiss(self, *_: object) -> None:
        """Give up the thought, or forget the hint."""
        had = self._worker.busy or self.found is not None
        self._worker.stop()
        self.found = None
        self.draw()
        if had:
            self.changed.emit()

    def _moved_on(self, change: Any) -> None:
        if change.cause != "note":
            self.dismiss()

    def _settled(self) -> None:
        if isinstance(self.found, Hint) and not self.allowed:
            self.dismiss()
        else:
            self.changed.emit()

    def stop(self) -> None:
        """The table is put away."""
        self._worker.stop()
