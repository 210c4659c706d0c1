"""Statistics about games: what is counted in one of them, in short for the store, and over many.

Everything here is computed from a session's log and the states it went through; nothing is drawn: that is the business
of `companion.ui.games.asagiri.charts`.
"""
