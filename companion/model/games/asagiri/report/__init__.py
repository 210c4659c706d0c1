"""A battle told from its log: who, how it went turn by turn, the moments that decided it, zeni, dice, notes."""

from .gather import BandAccount, BandDice, FigureAccount, KeyMoment, PicturedMoment, Report, TurnTold, Zeni, report

__all__ = [
    "BandAccount",
    "BandDice",
    "FigureAccount",
    "KeyMoment",
    "PicturedMoment",
    "Report",
    "TurnTold",
    "Zeni",
    "report",
]
