"""Paper: pages of words and of cards, previewed, and written as PDF."""
