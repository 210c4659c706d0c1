"""Cards, masks, cups and cubes as they are painted everywhere: at the table, in the workshop, on paper."""
