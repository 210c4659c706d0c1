"""What can be said about games from outside: simulated matches, speeds of play."""
