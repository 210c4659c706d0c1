"""The window around the games: navigation, home, library, settings."""
