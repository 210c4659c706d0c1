"""What is printed: cards, sheets and locations as flat tables, and the decks that an owner types."""
