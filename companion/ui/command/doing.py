"""From what a command means to what is done in the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.model.core.contract import Choice, Event
from companion.model.core.session import Change
from companion.model.core.words import Message, say
from companion.model.systems.asagiri import options as o
from companion.model.systems.asagiri.commands import (
    Choosing,
    Correcting,
    Intent,
    Misunderstood,
    Pressing,
    Typing,
    in_words,
    sentences,
    understand,
)
from companion.ui.table.game import Game

_QUIET = frozenset({"ActivationEnded", "MovementEnded", "PhaseEnded", "CharacterStepped"})
"""Events that go without saying beside the others of their step."""


class Doer:
    """Does one command after the other. `buttons`: what a command does that presses one."""

    def __init__(self, game: Game, buttons: Mapping[str, Callable[[], object]]) -> None:
        self._game, self._buttons = game, buttons
        self._events: list[Event] = []
        self._refused: Message | None = None

    def run(self, text: str) -> tuple[int, Message | Misunderstood]:
        """Do the commands of a line until one cannot be done; how far the line is done, and what came of it."""
        game, done, said = self._game, 0, say("Nothing to do")
        for start, end in sentences(text):
            found = understand(game.state, text, free=game.tracking, start=start, end=end)
            if isinstance(found, Misunderstood):
                return done, found
            said_now = self._do(found)
            if isinstance(said_now, Misunderstood):
                return done, Misunderstood(said_now.why, start, end, said_now.rule)
            done, said = min(end + 1, len(text)), said_now
        return done, said

    def _do(self, intent: Intent) -> Message | Misunderstood:
        game, pending, before = self._game, self._game.pending, self._game.state
        if isinstance(intent, Choosing) and isinstance(pending, Choice) and pending.seat in game.bots:
            return Misunderstood(game.idle_words(pending.seat), 0, 0)
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
            return Misunderstood(self._refused, 0, 0)
        if isinstance(intent, Choosing) and intent.options and isinstance(intent.options[-1], o.Step | o.Turn):
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
            case Typing(faces):
                game.roll(faces)
            case Pressing(what):
                self._buttons[what]()

    def _told(self) -> Message:
        system, state = self._game.session.system, self._game.state
        told = [event for event in self._events if event.kind not in _QUIET] or self._events[-1:]
        words = tuple(system.tell(state, event) for event in told[-4:])
        return say("{told}", told=words) if words else say("Nothing to do")

    def _changed(self, change: Change) -> None:
        self._events += change.events

    def _no(self, refusal: object) -> None:
        self._refused = getattr(refusal, "why", None)

    def _failed(self, why: Message) -> None:
        self._refused = why
