"""A new game in four steps: players, bands, board, begin."""
