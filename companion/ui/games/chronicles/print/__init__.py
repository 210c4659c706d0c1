"""Okko Chronicles on paper: the report of a game, maps, sheets and cards, tokens, and what to take out of the box."""
