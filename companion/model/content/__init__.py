"""Content packs: cards, tiles and adventures as checked data, from us or from whoever owns a box."""
