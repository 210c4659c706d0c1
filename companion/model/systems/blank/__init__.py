"""A toy game that proves the contract: three seats, hidden hands, secret simultaneous choices, dice, a draw.

Rules. Twelve cards, two of each number 1 to 6, are dealt to the seats A, B and C. A round: every seat secretly picks
a card of its hand (BLK-1), once (BLK-2); when all have picked, the cards are shown and their sum goes in the pot. The
highest card wins the round; seats with equal highest cards roll a d6 each, again until one is highest. The winner of
a round either takes the pot as points or leaves it for the next round (BLK-3); after the last round it is taken.
Whoever has most points then wins; equal most points are a draw.
"""

from .system import SYSTEM

__all__ = ["SYSTEM"]
