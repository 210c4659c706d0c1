"""Saké & Samouraï on paper: the typed cards of a deck, a report, a quick reference, a score sheet."""
