"""The table of a game of Okko Chronicles."""
