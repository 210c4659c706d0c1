"""Everything about a game at one moment: seats, the lines between them, what is being resolved, what may be chosen."""
