"""What happened in fights and came of them, in the past tense. The names of events are for ever."""

from __future__ import annotations

from companion.model.core.contract import Event


class AttackDeclared(Event, frozen=True, tag="AttackDeclared"):
    """A combat began (CBT-2)."""

    attacker: int
    target: int
    from_behind: bool


class ShotDeclared(Event, frozen=True, tag="ShotDeclared"):
    """A shot was announced (SHT-6)."""

    attacker: int
    target: int
    skill: str


class CombatRolled(Event, frozen=True, tag="CombatRolled"):
    """Both combat dice fell: dice and totals, the attacker's first (CBT-2)."""

    attacker: int
    target: int
    dice: tuple[int, int]
    totals: tuple[int, int]


class ShotRolled(Event, frozen=True, tag="ShotRolled"):
    """Both dice of a shot fell: dice and totals, the shooter's first (SHT-6)."""

    attacker: int
    target: int
    dice: tuple[int, int]
    totals: tuple[int, int]


class CharacterRetreated(Event, frozen=True, tag="CharacterRetreated"):
    """A figure retreated (RET-1)."""

    who: int
    start: int
    at: int


class RetreatBlocked(Event, frozen=True, tag="RetreatBlocked"):
    """A figure had nowhere to retreat to (RET-2)."""

    who: int


class CharacterShaken(Event, frozen=True, tag="CharacterShaken"):
    """A figure became shaken; `rule` says why."""

    who: int
    rule: str


class CharacterDisabled(Event, frozen=True, tag="CharacterDisabled"):
    """A figure left the board for good; its band lost `zeni` (END-1)."""

    who: int
    at: int
    zeni: int
    rule: str


class AttackCancelled(Event, frozen=True, tag="AttackCancelled"):
    """An attack or shot that was announced does not take place."""

    attacker: int
    target: int


class SkillsCancelled(Event, frozen=True, tag="SkillsCancelled"):
    """The skills that a figure had announced do nothing."""

    who: int


class HarmPrevented(Event, frozen=True, tag="HarmPrevented"):
    """A skill kept something from befalling a figure: ``shaken``, ``disabled``."""

    who: int
    harm: str
