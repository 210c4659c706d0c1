"""From a typed line to what is done in the game: all of it, or nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from companion.model.core.contract import Event, Option
from companion.model.core.record import Chosen
from companion.model.core.refusal import Refusal
from companion.model.core.words import Message, say
from companion.model.games.asagiri.rules import options as o
from companion.model.games.asagiri.state.state import State
from companion.model.games.asagiri.table.commands import (
    ChooseIntent,
    CommandPlan,
    Completion,
    Correcting,
    Intent,
    Misunderstood,
    PressIntent,
    Typing,
    advised,
    complete,
    in_words,
    joined,
    plan,
)
from companion.ui.games.asagiri.controller.game import AsagiriController
from companion.ui.games.asagiri.controller.next_step import next_step

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

    def complete(self, text: str) -> Sequence[Completion]:
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
            case PressIntent("help"):
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
