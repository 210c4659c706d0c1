"""Fights: who has won, by how much, and what came of it (CBT-3)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, TypeAlias

import msgspec

from companion.model.games.asagiri.rules import events as e

from .passage import Passage

Harm: TypeAlias = Literal["", "retreat", "shaken", "disabled"]
"""The worst that came of a fight for one of the two."""
_WORSE: tuple[Harm, ...] = ("", "retreat", "shaken", "disabled")


class Fight(msgspec.Struct, frozen=True):
    """A combat or a shot whose dice have fallen."""

    step: int
    turn: int
    attacker: int
    defender: int
    band: int
    """The attacker's."""
    shot: bool
    margin: int
    """The attacker's total less the defender's, with dice rolled again; above 0 the attacker has won."""
    harm: Harm = ""
    """What befell the loser; in a draw, whomever it befell."""

    @property
    def winner(self) -> int | None:
        """The figure that has won; None for a draw."""
        return None if self.margin == 0 else self.attacker if self.margin > 0 else self.defender

    def margin_of(self, band: int) -> int:
        """The margin as a band sees it."""
        return self.margin if band == self.band else -self.margin


def fights(game: Iterable[Passage]) -> tuple[Fight, ...]:
    """The fights of a game, in their order; those that were cancelled have no dice and are none."""
    found: list[Fight] = []
    open_ = False
    for passage in game:
        for event in passage.events:
            match event:
                case e.CombatRolled() | e.ShotRolled():
                    band = passage.state.band_of(event.attacker)
                    margin = event.totals[0] - event.totals[1]
                    shot = isinstance(event, e.ShotRolled)
                    fight = Fight(passage.step, passage.state.turn, event.attacker, event.target, band, shot, margin)
                    if open_ and (found[-1].attacker, found[-1].defender) == (event.attacker, event.target):
                        found.pop()  # a die was rolled again
                    found.append(fight)
                    open_ = True
                case e.CharacterRetreated() if open_:
                    found[-1] = _harmed(found[-1], event.who, "retreat")
                case e.CharacterShaken() if open_:
                    found[-1] = _harmed(found[-1], event.who, "shaken")
                case e.CharacterDisabled() if open_:
                    found[-1] = _harmed(found[-1], event.who, "disabled")
                case e.AttackDeclared() | e.ShotDeclared() | e.CharacterActivated() | e.PhaseBegan():
                    open_ = False
                case _:
                    pass
    return tuple(found)


def _harmed(fight: Fight, who: int, harm: Harm) -> Fight:
    winner = fight.winner
    if who not in (fight.attacker, fight.defender) or who == winner or _WORSE.index(harm) < _WORSE.index(fight.harm):
        return fight
    return msgspec.structs.replace(fight, harm=harm)
