"""Charts of anything: what is drawn as plain data, and a screen that shows, explains, copies and saves it.

`chart` says what is drawn, in the language of the window; `plot` and `chart_view` draw it with pyqtgraph, `screen`
shows many. pyqtgraph and numpy are imported by `plot` and `chart_view` alone, which nothing imports before a screen of
charts is opened.
"""
