"""The game in small pictures: on home, in the library."""
