"""The owner's box of Saké & Samouraï: decks typed or pasted, card texts, sheets and locations."""
