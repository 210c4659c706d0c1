"""Forms made out of typed structs: what a record's type says can be filled in, in words that a `Lexicon` gives.

`shapes` says what a type is made of, `paths` reads and writes places of a record, `lexicon` is what an editor tells in
words, `controls` are the blanks for one value each, `form` is a page of them, `items` are lists of things.
"""
