"""The board: tiles, doors and what stands on them."""
