"""Figures: charts of a game, of many and of a campaign, drawn with ink on paper.

`chart` says what is drawn, in plain data and in the language of the window; `of_game` and `of_many` make charts of what
the model has worked out; `canvas` draws one with pyqtgraph, in the strokes of `strokes`; `keep` writes one into a file,
`screen` shows them. pyqtgraph and numpy are imported by `canvas` alone, which nothing imports before a screen of
figures is opened.
"""
