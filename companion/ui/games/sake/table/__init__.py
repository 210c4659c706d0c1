"""The screen of a game: ring, hand, slip, log, and the end."""
