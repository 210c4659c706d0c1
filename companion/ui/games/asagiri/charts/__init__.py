"""Charts of a game, of many and of a campaign.

`chart` says what is drawn, in plain data and in the language of the window; `of_game` and `of_many` make charts of what
the model has worked out; `plot` and `chart_view` draw one with pyqtgraph, `export` writes one into a file, `screen`
shows them. pyqtgraph and numpy are imported by `plot` and `chart_view` alone, which nothing imports before a screen of
charts is opened.
"""
