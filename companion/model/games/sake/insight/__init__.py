"""What follows from a position without changing it: who can be reached, what it is worth, what others may hold."""
