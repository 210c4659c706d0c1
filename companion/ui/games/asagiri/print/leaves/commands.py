"""The keys of the table and everything that the command line understands, to lie beside the keyboard."""

from __future__ import annotations

from companion.model.core.words import say
from companion.model.games.asagiri.table.commands import manual
from companion.ui.games.asagiri.cards.face import Say
from companion.ui.games.asagiri.print.sheet import Paper
from companion.ui.kit import keys

from .blocks import Cell, Heading, Paragraph, Row
from .flow import Block, Document, fitting
from .reference import FRAME, SHARES
from .setting import MM

CONTEXTS: tuple[keys.Context, ...] = ("table", "board", "card", "laying", "all")
"""Whose keys matter while a game is played."""
_COLUMNS = (5.2, 3.4)


def document(tell: Say, paper: Paper) -> Document:
    """The sheet; more than one page only if not even the smallest letters would do."""
    title, words = tell(say("Keys and commands")), tell(manual.HINT)

    def made(share: float) -> Document:
        blocks = [*_commands(tell, share), *_keys(tell, share)]
        return Document(title, "", "手", paper, [Paragraph(words, share=share), *blocks], columns=2, gap=6.5 * MM,
                        frame=FRAME)  # fmt: skip

    return fitting(SHARES, made)


def _commands(tell: Say, share: float) -> list[Block]:
    found: list[Block] = []
    for part in manual.MANUAL:
        title = tell(say("Command line: {part}", part=part.title))
        found += _section(title, [(tell(line.words), tell(line.example)) for line in part.lines], share)
    return found


def _keys(tell: Say, share: float) -> list[Block]:
    found: list[Block] = []
    for context in CONTEXTS:
        lines = [
            (tell(deed.title), " · ".join(dict.fromkeys(_cap(key) for key in keys.bound(deed.id))))
            for deed in keys.DEEDS if deed.context == context and keys.bound(deed.id)
        ]  # fmt: skip
        found += _section(tell(say("Keys: {where}", where=keys.CONTEXT_WORDS[context])), lines, share)
    return found


def _cap(key: str) -> str:
    """A key by its name: the fonts on paper have no sign for Shift."""
    return keys.named(key).replace("⇧", "Shift+")


def _section(title: str, lines: list[tuple[str, str]], share: float) -> list[Block]:
    rows: list[Block] = [
        Row([Cell(words, "text"), Cell(typed, "strong")], _COLUMNS, share=share, tied=n + 1 < len(lines) and n < 2)
        for n, (words, typed) in enumerate(lines)
    ]
    return [Heading(title, level=2, above=3.3 * MM * share, share=share), *rows]
