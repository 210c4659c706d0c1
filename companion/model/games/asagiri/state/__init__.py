"""What a game of Asagiri consists of: the table, figures, cards, and how they are set up and written in words."""
