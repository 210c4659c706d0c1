"""What is wrong with the records of a box, alone and together: cards, and scenarios laid out with their tiles."""
