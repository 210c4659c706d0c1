"""What is said aloud: every event of a game, every refusal, what it waits for, and answers about the board."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget

from companion.model.core.contract import Choice, Event, Roll
from companion.model.core.refusal import Refusal
from companion.model.core.session import Change
from companion.model.core.words import Message, plural, say
from companion.model.games.asagiri.insight.threats import threats
from companion.model.games.asagiri.rules import answers
from companion.model.games.asagiri.rules import options as o
from companion.model.games.asagiri.rules.events import CharacterStepped, CombatRolled, FirstPlayerRolled, ShotRolled
from companion.model.games.asagiri.state.formatting import FACING_WORDS, square_words
from companion.model.games.asagiri.state.state import SEATS
from companion.model.games.asagiri.state.vocabulary import ENEMY_OF, NO_FIGURE, SquareId
from companion.ui.games.asagiri.board import descriptions, queries
from companion.ui.games.asagiri.board.view import BoardView
from companion.ui.games.asagiri.controller import AsagiriController
from companion.ui.games.asagiri.fight.numbers import outcome_of
from companion.ui.games.asagiri.fight.words import choices, headline
from companion.ui.games.asagiri.next_step import asked
from companion.ui.games.asagiri.table.text_board import TextBoard
from companion.ui.kit import keys
from companion.ui.kit.accessibility import MEMORY, announce, without_rules
from companion.ui.kit.panels import Toast

MOST_EVENTS = 12
"""Of one change; after a jump through the log nobody wants to hear everything."""
QUIET = frozenset({"MovementEnded", "PhaseEnded"})
"""Follows from what is told beside it."""


class TableVoice(QObject):
    """Tells a game to whoever listens. `said` carries each announcement; `heard` are the last ones."""

    said = Signal(str)

    def __init__(self, game: AsagiriController, widget: QWidget) -> None:
        """Announcements come from `widget`, the screen of the game."""
        super().__init__(widget)
        self._game, self._widget = game, widget
        self._asked = ""
        self._way: list[Event] = []
        """The last step of an automatic player's figure that goes on."""
        self.heard: deque[str] = deque(maxlen=MEMORY)
        game.changed.connect(self._changed)
        game.refused.connect(self._refused)
        game.failed.connect(self._failed)
        game.ending.changed.connect(self._ask)
        game.pace.changed.connect(self._ask)

    def tell(self, words: str, question: str = "") -> None:
        """Say one thing, and what is asked now."""
        announce(self._widget, words, question)
        self._keep(f"{words} {question}".strip())

    def _keep(self, words: str) -> None:
        words = without_rules(words)
        if words:
            self.heard.append(words)
            self.said.emit(words)

    def _changed(self, change: Change) -> None:
        if change.cause == "roll":
            self._asked = ""  # the same dice again are another question
        told = [_sentence(self._game.say(words)) for words in self._told(change)]
        if any(isinstance(event, FirstPlayerRolled) for event in change.events):
            QTimer.singleShot(0, self, self._ask)  # the bands may be changing seats: names and players follow
            self.tell(" ".join(told))
        else:
            self.tell(" ".join(told), self._new_question())

    def _told(self, change: Change) -> Iterator[Message | str]:
        game, session = self._game, self._game.session
        if change.cause == "undo":
            for n in range(change.before_cursor - 1, change.after_cursor - 1, -1):
                yield say("Undone: {what}", what=session.describe_step(n))
        events = [*self._way, *(event for event in change.events[-MOST_EVENTS:] if event.kind not in QUIET)]
        self._way = []
        if events and isinstance(events[-1], CharacterStepped) and SEATS[game.state.phase] in game.bots:
            self._way = [events.pop()]  # it is still going
        for n, event in enumerate(events):
            if isinstance(event, CharacterStepped):
                if n + 1 == len(events) or not isinstance(events[n + 1], CharacterStepped):
                    yield self._stepped(event)  # of a way only its end
                continue
            yield session.system.tell(game.state, event)
            if isinstance(event, CombatRolled | ShotRolled):
                yield from self._result(events[n:])

    def _result(self, since: list[Event]) -> Iterator[Message | str]:
        """Who won a fight, and what that means, unless the events that follow tell it."""
        outcome = outcome_of(self._game)
        if outcome is None or not isinstance(outcome.rolled, CombatRolled | ShotRolled):
            return
        yield headline(self._game, outcome)
        meant = answers.verdict_words(outcome.before, answers.verdict(outcome.before, outcome.rolled), since)
        if meant is not None:
            yield meant

    def _stepped(self, event: CharacterStepped) -> Message:
        state = self._game.state
        words = say("{who} moves to {at}", who=state.table.called[event.who], at=square_words(state, event.at))
        active = state.active
        if active is None or active.who != event.who or active.over:
            return words
        return plural("{moves}, {count} movement point left", "{moves}, {count} movement points left",
                      active.points, moves=words)  # fmt: skip

    def _ask(self) -> None:
        question = self._new_question()
        if question:
            self.tell("", question)

    def _new_question(self) -> str:
        """What a person has to do now, where it is not what they were told before."""
        game, pending = self._game, self._game.pending
        mine = isinstance(pending, Choice | Roll) and pending.seat not in game.bots
        words = game.say(asked(game, game.player)) if mine or game.pace.holding else ""
        words = " ".join([_sentence(words), *self._choices()]) if words and game.options else words
        if game.to_roll() is not None and game.live and not game.pace.holding:
            way = (
                say("Type the dice.")
                if game.dice_entry == "typed"
                else say("Press {button}.", button=keys.shown("table.step"))
            )
            words = f"{_sentence(words)} {game.say(way)}"
        again, self._asked = words == self._asked, words
        return "" if again else words

    def _choices(self) -> Iterator[str]:
        game = self._game
        sides = [option for option in game.options if isinstance(option, o.Side)]
        if sides:
            told = (f"{n} {game.say(Message(FACING_WORDS[side.facing]))}" for n, side in enumerate(sides, 1))
            yield f"{', '.join(told)}."
        offered = choices(game) if game.state.frames else []
        if offered:
            yield game.say(plural("{count} choice by number key.", "{count} choices by number keys.", len(offered)))

    def _refused(self, refusal: Refusal) -> None:
        self._keep(self._game.say(refusal.why))  # said by the note that shows it

    def _failed(self, why: Message) -> None:
        self._keep(self._game.say(why))


def _sentence(words: str) -> str:
    return words if not words or words.endswith((".", "!", "?", "…")) else f"{words}."


AGAIN = 3
"""How many of the last announcements are said again."""
READ_MS = 15_000
"""How long an answer stays on the screen."""


class Questions:
    """Asked anywhere at the table, about the square that the cursor is on, on the drawn board or on that in words."""

    def __init__(
        self, screen: QWidget, game: AsagiriController, board: BoardView, text: TextBoard, voice: TableVoice
    ) -> None:
        self._screen, self._game = screen, game
        self._board, self._text, self._voice = board, text, voice
        doings: dict[str, Callable[[], object]] = {
            "table.everybody": lambda: self._tell(descriptions.everybody(self._game)),
            "table.enemy": partial(self._go_on, enemy=True),
            "table.friend": partial(self._go_on, enemy=False),
            "table.row": partial(self._about_square, descriptions.row),
            "table.column": partial(self._about_square, descriptions.column),
            "table.zone": partial(self._about_square, descriptions.zone),
            "table.threatened": partial(self._about_square, self._threats),
            "table.sees": self._sees,
            "table.aimed": partial(self._about_square, self._aimed),
            "table.again": self._again,
        }
        self.actions_ = [keys.action(id, screen, do) for id, do in doings.items()]

    @property
    def square(self) -> SquareId:
        """Where the cursor is, else where the selected figure stands; -1: nowhere."""
        board, text, game = self._board, self._text, self._game
        at = board.keys.square if text.isHidden() else text.at
        return at if at >= 0 or game.selection < 0 else game.state.figures[game.selection].at

    def _tell(self, words: str) -> None:
        screen, text = self._screen, self._text
        for old in screen.findChildren(Toast):
            old.close()
        if text.isHidden():
            Toast(screen, words, milliseconds=READ_MS).popup()  # is announced
        else:
            announce(screen, words)
            text.hear(words)

    def _say(self, words: Message) -> None:
        self._tell(self._game.say(words))

    def _about_square(self, ask: Callable[[AsagiriController, SquareId], str]) -> None:
        if self.square < 0:
            self._say(say("Move the cursor to a square first, with the arrow keys."))
        else:
            self._tell(ask(self._game, self.square))

    def _threats(self, game: AsagiriController, at: SquareId) -> str:
        band = self._board.layers.threat_layer.band
        if not self._game.look_up("threat"):
            return self._game.say(say("The help agreed on for this game does not include threats."))
        return descriptions.threatened(self._game, threats(self._game.state, band), at)

    def _sees(self) -> None:
        who = queries.standing(self._game.state, self.square)
        who = who if who >= 0 else self._game.selection
        if who < 0 or self._game.figure(who).at < 0:
            self._say(say("Select a figure first."))
        else:
            self._tell(descriptions.sees(self._game, who))

    def _aimed(self, game: AsagiriController, at: SquareId) -> str:
        who = self._game.selection
        if who < 0 or self._game.figure(who).at in (NO_FIGURE, at):
            return self._game.say(say("Select a figure, then move the cursor to its target."))
        return descriptions.aimed(self._game, who, at)

    def _go_on(self, *, enemy: bool) -> None:
        """To the next figure of the enemy, or of one's own band."""
        band = self._board.layers.threat_layer.band
        found = self._game.state.on_board(ENEMY_OF[band] if enemy else band)
        at = descriptions.next_among(self._game, found, self.square)
        if at >= 0:
            self._go(at)
        else:
            self._say(say("No enemies are on the board.") if enemy else say("None of your figures is on the board."))

    def _go(self, at: SquareId) -> None:
        board, text = self._board, self._text
        board.show_floor(self._game.state.table.board.squares[at][2])
        if text.isHidden():
            board.setFocus()
            board.keys.go(at)
        else:
            text.go(at)

    def _again(self) -> None:
        heard = list(self._voice.heard)[-AGAIN:]
        self._tell("\n".join(heard) or self._game.say(say("Nothing has happened yet.")))
