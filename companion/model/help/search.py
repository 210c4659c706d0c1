"""Search in the help pages of one language: every word has to be found, accents and capitals do not count."""

from __future__ import annotations

import re
from collections.abc import Iterable

import msgspec

from companion.model.core.words import folded

from .page import Heading, Page

SNIPPET = 110
"""Letters of what is shown around a word that was found."""
_WORD = re.compile(r"\w+(?:-\w+)*")


class Hit(msgspec.Struct, frozen=True):
    """A part of a page that has all words: where, its heading, and the text around the first of them."""

    section: str
    name: str
    anchor: str
    page: str
    """The title of the page."""
    heading: str
    snippet: str
    worth: int


class _Part(msgspec.Struct, frozen=True):
    """A heading and what stands below it, up to the next one."""

    page: Page
    heading: Heading | None
    text: str
    title_words: str
    text_words: str


class Index:
    """The parts of all pages of a language."""

    def __init__(self, pages: Iterable[Page]) -> None:
        self._parts: list[_Part] = []
        for page in pages:
            heading: Heading | None = None
            words: list[str] = []
            for block in page.blocks:
                if isinstance(block, Heading):
                    self._add(page, heading, words)
                    heading, words = block, []
                else:
                    words.append(block.text)
            self._add(page, heading, words)

    def _add(self, page: Page, heading: Heading | None, words: list[str]) -> None:
        if heading is None and not words and page.headings:
            words = [page.headings[0].title]  # the page can be found by its title all the same
        text = " ".join(words)
        title = f"{heading.title} {' '.join(heading.anchors)}" if heading is not None else page.title
        self._parts.append(_Part(page, heading, text, folded(title), folded(text)))

    def search(self, words: str, section: str = "", most: int = 30) -> list[Hit]:
        """The parts that have every word, at the beginning of one of theirs; the best first."""
        wanted = _WORD.findall(folded(words))
        if not wanted:
            return []
        found = [(worth, part) for part in self._parts if (worth := _worth(part, wanted))]
        found.sort(key=lambda one: (-one[0], one[1].page.section != section))  # else in their order
        return [_hit(part, worth, wanted) for worth, part in found[:most]]


def _worth(part: _Part, wanted: list[str]) -> int:
    """How well it fits: a word in the heading counts more than one in the text, a whole word more than a beginning."""
    total = 0
    for word in wanted:
        begins, whole = re.compile(rf"(?<!\w){re.escape(word)}"), re.compile(rf"(?<!\w){re.escape(word)}(?!\w)")
        title, text = part.title_words, part.text_words
        worth = 0
        if whole.search(title):
            worth = 60
        elif begins.search(title):
            worth = 40
        if begins.search(text):
            worth += min(12, 2 * len(begins.findall(text))) + (6 if whole.search(text) else 0)
        if not worth:
            return 0
        total += worth
    if part.heading is None and all(word in part.title_words for word in wanted):
        total += 30  # the page itself
    return max(1, total - 15) if part.page.name == "terms" else total  # where a rule has the word, it says more


def _hit(part: _Part, worth: int, wanted: list[str]) -> Hit:
    heading = part.heading
    anchor = heading.anchors[0] if heading is not None and heading.anchors else ""
    title = heading.title if heading is not None else part.page.title
    return Hit(part.page.section, part.page.name, anchor, part.page.title, title, _snippet(part, wanted), worth)


def _snippet(part: _Part, wanted: list[str]) -> str:
    """The text around the first word that stands in it; folding may move letters by a few, which does not matter."""
    at = min((found for word in wanted if (found := part.text_words.find(word)) >= 0), default=0)
    begin = max(0, at - SNIPPET // 3)
    if begin:
        begin = part.text.find(" ", begin) + 1
    cut = part.text[begin : begin + SNIPPET]
    if begin + SNIPPET < len(part.text):
        cut = cut.rsplit(" ", 1)[0] + " …"
    return f"… {cut}" if begin else cut
