"""Everything a game of Okko Chronicles consists of, and what may be chosen in it."""
