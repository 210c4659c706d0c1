"""How the window looks and speaks, and what a new game begins with: kept in one small file, changed while running."""
