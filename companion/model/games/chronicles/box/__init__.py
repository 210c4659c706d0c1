"""What is printed: the records of a box, what its cards can say, and the box a game is played with."""
