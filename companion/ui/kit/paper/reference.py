"""The rules of a game in short, on one page beside the table."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.model.core.words import Message, say

from .blocks import Tell
from .document import MM, Block, PrintDocument, fitting
from .key_sheet import FRAME
from .sheets import Paper

LETTER_SIZES = tuple(n / 100 for n in range(112, 63, -2))
"""Sizes of the letters that are tried, the largest first."""
LEAD = say("The rules in short. What a card says goes before them.")


def quick_reference(
    blocks: Callable[[float], Sequence[Block]], sign: str, tell: Tell, paper: Paper, lead: Message = LEAD
) -> PrintDocument:
    """`blocks` of a size of letters; more than one page only if not even the smallest would do."""
    title, words = tell(say("Quick reference")), tell(lead)

    def made(share: float) -> PrintDocument:
        return PrintDocument(title, words, sign, paper, blocks(share), columns=2, gap=6.5 * MM, frame=FRAME)

    return fitting(LETTER_SIZES, made)
