"""Help pages: the rules and the manual in our own words, one source for the window and for the documentation site.

The format is written down in ``docs/help-pages.md``. No Qt, no game: a section is the manual's or a game's id.
"""
