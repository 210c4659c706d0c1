"""The composition root: the only part that knows both the window and what keeps its games."""
