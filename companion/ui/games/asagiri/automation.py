"""How a game is played: mode and dials, reminders of rules that were broken, and what is always so at this table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import get_args

from PySide6.QtCore import QObject, Signal

from companion.model.core.contract import Choice
from companion.model.core.record import Dice, DiceMode, Mode, dice_mode
from companion.model.core.refusal import Refusal
from companion.model.core.words import Message, say
from companion.model.games.asagiri import SYSTEM
from companion.model.games.asagiri.rules import options as o
from companion.model.games.asagiri.state.stack import Reminding
from companion.model.games.asagiri.state.state import SEATS, State
from companion.model.games.asagiri.table.automation import (
    DIALS,
    PRESETS,
    Stop,
    Stops,
    between,
    is_known,
    stop_of,
    turned,
)
from companion.model.games.asagiri.table.corrections import SetDials
from companion.ui.play.game_controller import GameController
from companion.ui.play.game_ui import HELP
from companion.ui.play.storage import Help


class Dialling(QObject):
    """Belongs to a game. One thing is asked at a time: what is due, or a rule that was broken a moment ago."""

    reminded = Signal()
    """A rule was broken by hand, or what was said about it is over."""
    house_changed = Signal(object)
    """Ids and stops of what is always so: to be kept for later games."""

    def __init__(self, game: GameController[State]) -> None:
        super().__init__(game)
        self._game = game
        self.house: dict[str, Stop] = {}
        """What is always so at this table: dials, and rules that nobody wants to be reminded of."""
        self.against: Refusal | None = None
        """The rule that was broken by the step just made, as long as nothing was said about it."""

    # what there is to see ------------------------------------------------------------------------------------------

    @property
    def due(self) -> Reminding | None:
        """What a person is asked about now: it is due, and may be done or left alone."""
        game = self._game
        top = game.state.frames[-1] if game.state.frames else None
        mine = game.live and isinstance(game.pending, Choice) and game.pending.seat not in game.bots
        return top if isinstance(top, Reminding) and mine else None

    def stop(self, id: str) -> Stop:
        """How a dial, or a reminder of a rule, stands."""
        return stop_of(self._game.state.table.dials, id)

    # the dial ------------------------------------------------------------------------------------------------------

    def set_in(self, mode: Mode) -> Sequence[SetDials]:
        """The automatic things stand as they stood when this game was last in a mode."""
        before = self._game.last_in(mode)
        wanted = begun(mode, self.house) if before is None else before.table.dials
        changes = between(self._game.state.table.dials, wanted)
        return (SetDials(tuple(changes.items())),) if changes else ()

    def turn(self, stops: Mapping[str, Stop]) -> bool:
        """Turn dials, or the reminders of rules; under the rules nothing is turned."""
        game = self._game
        changes = between(game.state.table.dials, turned(game.state.table.dials, stops))
        if not changes or not game.tracking:
            return False
        done = game.attempt(lambda: game.session.edit(SetDials(tuple(changes.items()))))
        if done:
            game.settings_changed.emit()
        return done

    def live_at(self, house: Mapping[str, Stop]) -> None:
        """Take over the habits of the table."""
        self.house = dict(house)
        self._game.settings_changed.emit()

    def set_house(self, id: str, stop: Stop | None) -> None:
        """Something is always so at this table; None: no more."""
        house = {key: value for key, value in self.house.items() if key != id}
        if stop is not None:
            house[id] = stop
        if house != self.house:
            self.house = house
            self.house_changed.emit(dict(house))
            self._game.settings_changed.emit()

    # reminders -----------------------------------------------------------------------------------------------------

    def broken(self, against: Refusal) -> None:
        """A rule was broken by hand, and noted; in assist mode it is named, unless the table knows better."""
        if self._game.session.mode == "assist" and self.stop(against.rule) != "off":
            self.against = against
            self.reminded.emit()

    def dismiss(self) -> None:
        """Nothing more is said about the rule that was broken: it was done anyway."""
        if self.against is not None:
            self.against = None
            self.reminded.emit()

    def answer(self, yes: bool) -> bool:
        """What is due is done, or left alone; a broken rule stands, or what broke it is taken back."""
        due = self.due
        if due is not None:
            return self._game.choose(o.DoIt(due.dial) if yes else o.LeaveIt(due.dial))
        if self.against is None:
            return False
        self.dismiss()
        if not yes:
            self._game.undo()
        return True

    def always(self, yes: bool = True) -> bool:
        """As `answer`, and so from now on, in this game and in later ones; a broken rule is not named again."""
        due, against = self.due, self.against
        if due is not None:
            stop: Stop = "do" if yes else "off"
            self.set_house(due.dial, stop)
            return self.turn({due.dial: stop})
        if against is None:
            return False
        self.dismiss()
        self.set_house(against.rule, "off")
        return self.turn({against.rule: "off"})

    def moved_on(self, *_: object) -> None:
        """Something else has been done: what was broken stands."""
        self.dismiss()


def begun(mode: str, house: Mapping[str, Stop]) -> Stops:
    """How the dials stand when a game begins in a mode, at a table with these habits."""
    known = {id: stop for id, stop in house.items() if is_known(id) and (mode != "enforce" or id not in DIALS)}
    return turned(PRESETS[mode], known)


HELPS: tuple[Help, ...] = get_args(Help)
ALLOWED: Mapping[Help, tuple[str, ...]] = {
    "none": (),
    "odds": ("odds",),
    "all": ("odds", "threat", "advice", "hint"),
}
"""Of each level the helps that may be looked at (`Game.allows`)."""
HELP_WORDS: Mapping[Help, Message] = {level: words for level, words, _ in HELP}


ROLL_WORDS: Mapping[str, Message] = {
    "order": say("Who begins"),
    "inspiration": say("Inspiration"),
    "combat": say("Combat and shots"),
    "test": say("Tests"),
    "other": say("Other rolls"),
}


def with_mode(dice: Dice, seat: str, kind: str, mode: DiceMode) -> Dice:
    """The same, but for one player's rolls of one kind; as short as it can be said."""
    whole = {one: {each: dice_mode(dice, one, each) for each in SYSTEM.facts.rolls} for one in SEATS}
    whole[seat][kind] = mode
    short = {one: _short(modes) for one, modes in whole.items()}
    first = short[SEATS[0]]
    return first if isinstance(first, str) and all(modes == first for modes in short.values()) else short


def _short(modes: dict[str, DiceMode]) -> DiceMode | dict[str, DiceMode]:
    found = set(modes.values())
    return found.pop() if len(found) == 1 else modes
