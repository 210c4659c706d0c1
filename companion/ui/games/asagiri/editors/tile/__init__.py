"""The tile editor: a drawing table for floor tiles."""
