"""What follows from a position without changing it: chances, what the clues say, what may be asked about it."""
