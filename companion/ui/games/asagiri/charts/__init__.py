"""Charts of a game, of many and of a campaign: `of_game` and `of_many` make them of what the model has worked out."""
