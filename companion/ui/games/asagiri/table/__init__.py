"""The table: a game being played or mirrored. `game.Game` is what every part of the screen looks at."""
