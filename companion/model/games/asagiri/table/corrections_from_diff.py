"""From one table to another by hand: the corrections that do what was done, or what has drifted apart."""

from __future__ import annotations

from collections.abc import Iterator

from companion.model.core.contract import Correction
from companion.model.core.refusal import InvalidInput
from companion.model.games.asagiri.state.board import BLOCKING
from companion.model.games.asagiri.state.state import State
from companion.model.games.asagiri.state.vocabulary import BEFORE

from . import corrections
from . import edit as hand


def differences(state: State, wanted: State) -> tuple[Correction, ...]:
    """The corrections that make the table of `state` look like `wanted`; raises InvalidInput when none do."""
    return mend(state, state, wanted)


def mend(state: State, before: State, after: State) -> tuple[Correction, ...]:
    """The corrections that do to `state` what was done from `before` to `after`, and leave all else alone.

    What lies on the table is meant: figures, cards, dice, zeni, doors, things, the phase; not a fight going on. Raises
    InvalidInput when it cannot be (something else stands there now).
    """
    return _Mending(state, before, after).made()


class _Mending:
    def __init__(self, state: State, before: State, after: State) -> None:
        self.state, self.before, self.after = state, before, after
        self.found: list[Correction] = []

    def made(self) -> tuple[Correction, ...]:
        if len(self.before.figures) > len(self.state.figures) or self.state.draft is not None:
            raise InvalidInput("", "This table has other figures.")
        if (self.before.turn, self.before.phase) != (self.after.turn, self.after.phase):
            self._do(corrections.SetPhase(self.after.turn, self.after.phase))
        lost = tuple(self.state.bands[n].lost + self.after.bands[n].lost - self.before.bands[n].lost for n in (0, 1))
        self._places()
        for who in self._figures():
            self._card(who)
        self._doors()
        self._tokens()
        self._things()
        self._bands(lost)
        return tuple(self.found)

    def _do(self, correction: Correction) -> None:
        self.state = hand.edit(self.state, correction).state
        self.found.append(correction)

    def _figures(self) -> Iterator[int]:
        for who in range(min(len(self.before.figures), len(self.after.figures), len(self.state.figures))):
            if self.before.figures[who] is not self.after.figures[who]:
                yield who

    def _places(self) -> None:
        """Where figures stand; one that stands in another's way is set aside for a moment."""
        waiting = [who for who in self._figures() if self._moved(who) and self.after.figures[who].at >= 0]
        for who in self._figures():
            now, then = self.state.figures[who], self.after.figures[who]
            if then.at < 0 <= self.before.figures[who].at and now.at >= 0:
                self._gone(who)
        while waiting:
            free = [who for who in waiting if not self._taken(who)]
            if free:
                who = free[0]
                waiting.remove(who)
                figure = self.after.figures[who]
                if (self.state.figures[who].at, self.state.figures[who].facing) != (figure.at, figure.facing):
                    self._do(corrections.Place(who, figure.at, figure.facing))
            else:
                self._set_aside(waiting)

    def _moved(self, who: int) -> bool:
        before, after = self.before.figures[who], self.after.figures[who]
        return (before.at, before.facing) != (after.at, after.facing)

    def _gone(self, who: int) -> None:
        state, figure = self.state, self.after.figures[who]
        exits = dict(self.after.quest.exits) if self.after.quest is not None else {}
        if who in exits:
            self._do(corrections.SetLeft(who, exits[who]))
        elif figure.state == "disabled" and state.stage not in BEFORE:
            self._do(corrections.SetState(who, "disabled"))
        else:
            self._do(corrections.Place(who, -1, figure.facing))

    def _taken(self, who: int) -> bool:
        at = self.after.figures[who].at
        return any(other.at == at for n, other in enumerate(self.state.figures) if n != who)

    def _set_aside(self, waiting: list[int]) -> None:
        """Figures that change places: one of them goes where nobody is for the time being."""
        board, occupied = self.state.table.board, self.state.occupied()
        standing = {self.state.figures[who].at for who in waiting}
        if not any(self.after.figures[who].at in standing for who in waiting):
            raise InvalidInput("at", "Two figures are on the same square.")
        in_the_way = next(
            (
                who
                for who in waiting
                if any(self.after.figures[n].at == self.state.figures[who].at for n in waiting if n != who)
            ),
            -1,
        )
        empty = (at for at, kind in enumerate(board.terrain) if kind != BLOCKING and not occupied >> at & 1)
        at = next(empty, -1)
        if in_the_way < 0 or at < 0:
            raise InvalidInput("at", "Two figures are on the same square.")
        self._do(corrections.Place(in_the_way, at, self.state.figures[in_the_way].facing))

    def _card(self, who: int) -> None:
        before, after = self.before.figures[who], self.after.figures[who]
        if self.state.figures[who].at < 0:
            return
        if before.state != after.state and after.state != "disabled" and self.state.figures[who].state != after.state:
            self._do(corrections.SetState(who, after.state))
            if self.state.figures[who].at < 0:
                return
        told = before.kept != after.kept or before.state != after.state  # a card that is turned loses its die (INS-7)
        if told and self.state.figures[who].reserve != after.reserve:
            self._do(corrections.SetReserve(who, after.reserve))
        if before.activated != after.activated and self.state.figures[who].activated != after.activated:
            self._do(corrections.SetActivated(who, after.activated))
        if before.spent != after.spent and self.state.figures[who].spent != after.spent:
            self._do(corrections.SetEquipment(who, after.spent))

    def _doors(self) -> None:
        before, after = self.before.table.board, self.after.table.board
        if before is after:
            return
        for floor, (old, new) in enumerate(zip(before.floors, after.floors, strict=False)):
            for edge in sorted(old.doors ^ new.doors):
                at = self.state.table.board.index.get((edge.column, edge.row, floor), -1)
                if at >= 0:
                    self._do(corrections.SetDoor(at, 1 if edge.side == "E" else 2, edge in new.doors))

    def _tokens(self) -> None:
        for token in self.before.tokens:
            if token not in self.after.tokens:
                self._do(corrections.SetSquareToken(token.at, token.name, False))
        for token in self.after.tokens:
            if token not in self.before.tokens:
                self._do(corrections.SetSquareToken(token.at, token.name, True))

    def _things(self) -> None:
        before, after = self.before.quest, self.after.quest
        if before is None or after is None:
            return
        play = self.state.table.adventure
        assert play is not None
        for n, (old, new) in enumerate(zip(before.things, after.things, strict=True)):
            if (old.at, old.bearer, old.gone) != (new.at, new.bearer, new.gone) and play.things[n].kind != "captive":
                self._do(corrections.SetThing(n, new.at, new.bearer))

    def _bands(self, lost: tuple[int, ...]) -> None:
        for n in (0, 1):
            before, after, now = self.before.bands[n], self.after.bands[n], self.state.bands[n]
            changed = (before.pool, before.aside) != (after.pool, after.aside)
            if changed and (now.pool, now.aside) != (after.pool, after.aside):
                self._do(corrections.SetDice(n, after.pool, after.aside))
            if self.state.bands[n].lost != lost[n]:
                self._do(corrections.SetLosses(n, max(0, lost[n])))
