"""Figures about games: what is counted in one of them, in short for the store, and over many.

Everything here is computed from a session's log and the states it went through; nothing is drawn: that is the business
of `companion.ui.games.asagiri.charts`. `passage` walks a game, each other module about one game works out one figure,
`short` puts what is worth keeping of it into a row, `many` sums rows up.
"""
