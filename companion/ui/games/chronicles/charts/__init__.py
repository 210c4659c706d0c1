"""Charts of one game of Okko Chronicles and of many."""
