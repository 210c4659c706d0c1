"""The windows of the games, one package each."""
