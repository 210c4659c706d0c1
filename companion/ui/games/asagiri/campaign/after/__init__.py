"""After a battle: what became of everybody, member by member, shown for approval before it counts."""

from .page import AfterBattle

__all__ = ["AfterBattle"]
