"""An adventure as people read it: its page before the game, and the slip that keeps it at hand at the table."""
