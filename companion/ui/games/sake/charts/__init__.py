"""Charts of one game of Saké & Samouraï and of many."""
