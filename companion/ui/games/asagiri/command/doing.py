"""From a line to what is done in the game: all of it, or nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.model.core.contract import Event, Option
from companion.model.core.record import Chosen
from companion.model.core.refusal import Refusal
from companion.model.core.session import Change
from companion.model.core.words import Message, say
from companion.model.games.asagiri.rules import options as o
from companion.model.games.asagiri.state.state import State
from companion.model.games.asagiri.table.commands import (
    Choosing,
    Correcting,
    Intent,
    Misunderstood,
    Plan,
    Pressing,
    Typing,
    advised,
    in_words,
    joined,
    plan,
)
from companion.ui.games.asagiri.controller.game import Game
from companion.ui.games.asagiri.controller.next_step import next_step

_QUIET = frozenset({"ActivationEnded", "DueDone", "MovementEnded", "PhaseEnded", "CharacterStepped"})
"""Events that go without saying beside the others of their step."""
_NOTHING = say("Nothing to do")
_IDLE = {
    "next": say("There is more than one next step: type what happens."),
    "undo": say("Nothing to undo"),
    "redo": say("Nothing to redo"),
}
"""Why a button does nothing."""


class Doer:
    """Previews a line, and does what the preview says. `buttons`: what a command does that presses one."""

    def __init__(self, game: Game, buttons: Mapping[str, Callable[[], object]]) -> None:
        self._game, self._buttons = game, buttons
        self._events: list[Event] = []
        self._refused: Message | None = None

    def look(self, text: str) -> Plan | Misunderstood:
        """What a line would do now; nothing is done."""
        game = self._game
        if not game.live and game.stand_in is None:
            return Misunderstood(say("You are viewing the past: nothing can be done here."), 0, len(text), asks=True)
        found = plan(
            game.state, text, free=game.tracking, waited_for={seat: game.idle_words(seat) for seat in game.bots}
        )
        if isinstance(found, Plan) and len(found.steps) > 1 and game.stand_in is not None:
            return Misunderstood(say("One command at a time while the past is corrected."), 0, len(text), asks=True)
        if isinstance(found, Plan) and found.presses in _IDLE and self._step(found.presses) is None:
            return Misunderstood(_IDLE[found.presses], 0, len(text), asks=True)
        return found

    def preview(self, text: str) -> Message | None:
        """What Enter would do; None: nothing."""
        found = self.look(text)
        if isinstance(found, Misunderstood):
            return None
        return self._step(found.presses) or found.words()

    def _step(self, what: str) -> Message | None:
        """What a button would do now; None: nothing, or one that says it itself."""
        session, step = self._game.session, next_step(self._game) if what == "next" else None
        if what == "next":
            return None if step is None else step.words
        return session.undo_name() if what == "undo" else session.redo_name() if what == "redo" else None

    def run(self, text: str) -> Message | Misunderstood:
        """Do a line, or leave the game as it is; what came of it."""
        found, game = self.look(text), self._game
        if isinstance(found, Misunderstood):
            return found
        before = game.session.cursor
        told: list[Message] = []
        for state, intent in found.steps:
            words = self._watched(state, intent)
            if isinstance(words, Misunderstood):
                if game.session.cursor != before:
                    game.jump(before)
                return words
            told.append(words)
        return joined(told)

    def refusal(self, text: str, why: Misunderstood) -> Message:
        """Why a line is not done, and what would fit."""
        game = self._game
        return advised(game.state, text, why, free=game.tracking, language=game.words.language)

    def _watched(self, before: State, intent: Intent) -> Message | Misunderstood:
        game, cursor = self._game, self._game.session.cursor
        step = self._step("next")
        self._events, self._refused = [], None
        game.changed.connect(self._changed)
        game.refused.connect(self._no)
        game.failed.connect(self._failed)
        try:
            self._perform(intent)
        finally:
            game.changed.disconnect(self._changed)
            game.refused.disconnect(self._no)
            game.failed.disconnect(self._failed)
        if self._refused is not None:
            return Misunderstood(self._refused, 0, 0, asks=True)
        match intent:
            case Pressing("undo" | "redo" as what):
                return self._gone_over(what, cursor)
            case Pressing("help"):
                return in_words(before, intent)
            case Pressing("next") if step is not None and not self._events:
                return step
            case Choosing(options) if options and isinstance(options[-1], o.Step | o.Turn):
                return in_words(before, intent)
        return self._told()

    def _perform(self, intent: Intent) -> None:
        game = self._game
        match intent:
            case Choosing(options):
                if options:
                    game.choose(*options)
            case Correcting(corrections, None):
                game.correct(*corrections)
            case Correcting(corrections, against) if against is not None:
                game.override(corrections, against)
            case Typing(faces, first):
                game.roll(faces, first=first)
            case Pressing(what):
                self._buttons[what]()

    def _gone_over(self, what: str, before: int) -> Message:
        """What was taken back, or done again."""
        session = self._game.session
        first, last = sorted((before, session.cursor))
        words = self._steps(first, last)
        return say("Undone: {what}", what=words) if what == "undo" else say("Redone: {what}", what=words)

    def _steps(self, first: int, last: int) -> Message:
        """Steps of the log as one thing that was done."""
        session, options = self._game.session, list[Option]()
        for n in range(first, last):
            intent = session.steps[n].intent
            if isinstance(intent, Chosen):
                options.append(session.system.option_of(session.state_at(n), intent.option))
        if len(options) == last - first:
            return in_words(session.state_at(first), Choosing(tuple(options)))
        return say("{told}", told=tuple(session.describe_step(n) for n in range(first, last)))

    def _told(self) -> Message:
        system, state = self._game.session.system, self._game.state
        told = [event for event in self._events if event.kind not in _QUIET] or self._events[-1:]
        words = tuple(system.tell(state, event) for event in told[-4:])
        return say("{told}", told=words) if words else _NOTHING

    def _changed(self, change: Change) -> None:
        self._events += change.events

    def _no(self, refusal: Refusal) -> None:
        self._refused = refusal.why

    def _failed(self, why: Message) -> None:
        self._refused = why
