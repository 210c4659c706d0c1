"""The first screen: a landscape, three doors, the last game and the recent ones."""
