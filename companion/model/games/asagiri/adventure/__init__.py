"""Adventures: goals beyond killing, things to carry, floors with stairs, reinforcements (END-3).

The rules are on the page `docs/adventure-rules.md`.

`record` is what a pack writes, `play` the same made ready for a table; `build` makes a game of it; `goals`, `objects`
and `arrivals` are its rules; `words` says it to people, `aims` judges it for players made of code.
"""
