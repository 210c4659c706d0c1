"""How many zeni a band may lose (END-1); by which edition of the rules a game is played."""

EDITION = 2
"""The rules of today. 1: earth in reserve helped in one's own phase too (INS-2), becoming vigilant in an enemy zone was
refused to tests alone (STA-4), whom a skill had brought before a door could open it (KAR-5), cards recruited in turns
were there as often as wanted, and equal zeni were weighed against the worth of the vigilant (KAR-6).
"""


def default_limit(budget: int) -> int:
    """Three quarters of the budget from 16 on, two thirds below, rounded down: 12 of 16, 8 of 12."""
    return budget * 3 // 4 if budget >= 16 else budget * 2 // 3
