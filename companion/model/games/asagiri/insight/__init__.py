"""What may be known about a position without playing it: odds, threats, advice, what it is worth."""
