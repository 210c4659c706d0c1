"""A toy game that proves the contract: hidden hands, secret answers, open and secret dice, two camps, unknown cards.

Rules. Twelve cards, two of each number 1 to 6, are dealt to the seats A, B and C. A round: every seat secretly picks
a card of its hand (BLK-1), once (BLK-2); when all have picked, the cards are shown and their sum goes in the pot. The
highest card wins the round; seats with equal highest cards roll a d6 each, again until one is highest. The winner of
a round either takes the pot as points or leaves it for the next round (BLK-3); after the last round it is taken.
Whoever has most points then wins; equal most points are a draw.

Two camps (`{"camps": true}`): A and C are red, B and D blue, and score together. Partners see what the other has
picked, not the other's hand. Before each round the camps in turn roll an omen, which only they see: its number beats
every other card of the round, and is shown with the cards. The camp that won answers once for both its seats: it may
also move the lantern along the path (BLK-6), or turn the path, and leaves the pot by that. The path joins the garden
with the gate or with the well; a pot taken while the lantern is at home (red: gate, blue: well) is worth 2 more.

At a real table the app may not know a hand, a pick or an omen (`?`). Then a seat picks a card unseen, and the table
tells what it was when it is shown (BLK-7, BLK-8); a card shown that another was believed to hold is believed no more.
"""

from .system import SYSTEM

__all__ = ["SYSTEM"]
