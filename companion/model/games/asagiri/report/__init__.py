"""A battle told from its log: who, how it went turn by turn, the moments that decided it, zeni, dice, notes."""

from .gather import Dice, Moment, Person, Report, Shot, Side, TurnTold, Zeni, report

__all__ = ["Dice", "Moment", "Person", "Report", "Shot", "Side", "TurnTold", "Zeni", "report"]
