"""Keys and typed commands on paper: keys as they are bound now, in sections by where they hold."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.model.core.words import say
from companion.ui.kit import keys
from companion.ui.kit.paper.blocks import Cell, HeadingBlock, ParagraphBlock, RowBlock, Tell
from companion.ui.kit.paper.document import MM, Block, Frame, PrintDocument, fitting
from companion.ui.kit.paper.sheets import Paper

LETTER_SIZES = tuple(n / 100 for n in range(112, 69, -2))
"""Sizes of the letters that are tried, the largest first."""
FRAME = Frame(left=14 * MM, right=14 * MM, head=33 * MM, top=20 * MM, foot=14.5 * MM)
_COLUMNS = (5.2, 3.4)


def typed_section(title: str, lines: Sequence[tuple[str, str]], share: float) -> list[Block]:
    """What is done, and what is pressed or typed for it; `share`: of the usual sizes. Nothing without lines."""
    if not lines:
        return []
    rows: list[Block] = [
        RowBlock([Cell(words, "text"), Cell(typed, "strong")], _COLUMNS, share=share, tied=n + 1 < len(lines) and n < 2)
        for n, (words, typed) in enumerate(lines)
    ]
    return [HeadingBlock(title, level=2, above=3.3 * MM * share, share=share), *rows]


def _cap(key: str) -> str:
    """A key by its name: the fonts on paper have no sign for Shift."""
    return keys.named(key).replace("⇧", "Shift+")


def key_sections(contexts: Iterable[keys.Context], tell: Tell, share: float) -> list[Block]:
    """The keys that hold in some contexts, as they are bound now; actions without a key are left out."""
    found: list[Block] = []
    for context in contexts:
        lines = [
            (tell(deed.title), " · ".join(dict.fromkeys(_cap(key) for key in keys.bound(deed.id))))
            for deed in keys.DEEDS
            if deed.context == context and keys.bound(deed.id)
        ]
        found += typed_section(tell(say("Keys: {where}", where=keys.CONTEXT_WORDS[context])), lines, share)
    return found


def all_keys(tell: Tell, paper: Paper) -> PrintDocument:
    """Every key there is: more than one page only if not even the smallest letters would do."""
    lead = tell(say("As they are bound on this computer. Esc, Tab and the arrows are as everywhere."))
    title = tell(say("Keys"))

    def made(share: float) -> PrintDocument:
        blocks = [ParagraphBlock(lead, share=share), *key_sections(keys.CONTEXT_WORDS, tell, share)]
        return PrintDocument(title, "", "手", paper, blocks, columns=2, gap=6.5 * MM, frame=FRAME)

    return fitting(LETTER_SIZES, made)
