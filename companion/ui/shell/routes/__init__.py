"""Ways between the screens."""
