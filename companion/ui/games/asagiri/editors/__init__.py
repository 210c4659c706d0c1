"""The workshop: packs of one's own, and the editors of what is in them."""
