"""What happened in fights and came of them, in the past tense. The names of events are for ever."""

from __future__ import annotations

from companion.model.core.contract import Event
from companion.model.games.asagiri.state.vocabulary import FigureId, SkillId, SquareId


class AttackDeclared(Event, frozen=True, tag="AttackDeclared"):
    """A combat began (CBT-2)."""

    attacker: FigureId
    target: FigureId
    from_behind: bool


class ShotDeclared(Event, frozen=True, tag="ShotDeclared"):
    """A shot was announced (SHT-6)."""

    attacker: FigureId
    target: FigureId
    skill: SkillId


class CombatRolled(Event, frozen=True, tag="CombatRolled"):
    """Both combat dice fell: dice and totals, the attacker's first (CBT-2)."""

    attacker: FigureId
    target: FigureId
    dice: tuple[int, int]
    totals: tuple[int, int]


class ShotRolled(Event, frozen=True, tag="ShotRolled"):
    """Both dice of a shot fell: dice and totals, the shooter's first (SHT-6)."""

    attacker: FigureId
    target: FigureId
    dice: tuple[int, int]
    totals: tuple[int, int]


class CharacterRetreated(Event, frozen=True, tag="CharacterRetreated"):
    """A figure retreated (RET-1)."""

    who: FigureId
    start: SquareId
    at: SquareId


class RetreatBlocked(Event, frozen=True, tag="RetreatBlocked"):
    """A figure had nowhere to retreat to (RET-2)."""

    who: FigureId


class CharacterShaken(Event, frozen=True, tag="CharacterShaken"):
    """A figure became shaken; `rule` says why."""

    who: FigureId
    rule: str


class CharacterDisabled(Event, frozen=True, tag="CharacterDisabled"):
    """A figure left the board for good; its band lost `zeni` (END-1)."""

    who: FigureId
    at: SquareId
    zeni: int
    rule: str


class AttackCancelled(Event, frozen=True, tag="AttackCancelled"):
    """An attack or shot that was announced does not take place."""

    attacker: FigureId
    target: FigureId


class SkillsCancelled(Event, frozen=True, tag="SkillsCancelled"):
    """The skills that a figure had announced do nothing."""

    who: FigureId


class HarmPrevented(Event, frozen=True, tag="HarmPrevented"):
    """A skill kept something from befalling a figure: ``shaken``, ``disabled``."""

    who: FigureId
    harm: str
