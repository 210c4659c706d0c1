"""Help in the window (F1): pages by topic with pictures that can be touched, search, and words that lead there."""
