"""One help page: CommonMark with tables, anchors on headings, links by meaning, pictures that are positions."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TypeAlias

import msgspec
from markdown_it import MarkdownIt
from markdown_it.token import Token

RULE_ID = re.compile(r"\b[A-Z]{3}-\d+\b")
"""How the rules of any game are called: ``CBT-3``."""
_ANCHORS = re.compile(r"\s*\{((?:\s*#[A-Za-z0-9-]+)+)\s*\}\s*$")
KINDS = ("term", "rule", "page")


class Link(msgspec.Struct, frozen=True):
    """Where a link leads: ``term:control-zone``, ``rule:CBT-3``, ``page:asagiri/dice``."""

    kind: str
    target: str

    def __str__(self) -> str:
        return f"{self.kind}:{self.target}"

    @staticmethod
    def of(href: str) -> Link | None:
        """None for an address that leads anywhere else: nothing out of a page is opened outside the help."""
        kind, _, target = href.partition(":")
        return Link(kind, target) if kind in KINDS and target else None


class Heading(msgspec.Struct, frozen=True):
    """A heading and the anchors on it: ids of rules, or of a term."""

    level: int
    title: str
    anchors: tuple[str, ...] = ()


class Prose(msgspec.Struct, frozen=True):
    """What stands between headings: as HTML without attributes but links and the alignment of cells, and as words."""

    html: str
    text: str


class Diagram(msgspec.Struct, frozen=True):
    """A position that a game draws, by the name of its file, and the caption below it."""

    position: str
    html: str
    text: str


Block: TypeAlias = Heading | Prose | Diagram


class Page(msgspec.Struct, frozen=True):
    """A page in one language. `hrefs`: every address that it links to, known or not."""

    section: str
    name: str
    language: str
    title: str
    blocks: tuple[Block, ...]
    hrefs: tuple[str, ...]

    @property
    def headings(self) -> tuple[Heading, ...]:
        return tuple(block for block in self.blocks if isinstance(block, Heading))

    @property
    def shape(self) -> tuple[tuple[object, ...], ...]:
        """What has to be the same in every language: levels and anchors of headings, and positions, in order."""
        return tuple(
            (block.level, *block.anchors) if isinstance(block, Heading) else (block.position,)
            for block in self.blocks
            if not isinstance(block, Prose)
        )


@lru_cache(maxsize=1)
def _reader() -> MarkdownIt:
    """No HTML out of a page is HTML in the window, and no picture is fetched because a page names it."""
    return MarkdownIt("commonmark", {"html": False}).enable("table").disable("image")


def read_page(text: str, section: str, name: str, language: str) -> Page:
    """Read a page; any text is one. A page without ``# Title`` on its first line is called by its name."""
    tokens = _reader().parse(text)
    title = name
    if len(tokens) > 1 and tokens[0].type == "heading_open" and tokens[0].tag == "h1":
        title, tokens = _words(tokens[1]), tokens[3:]
    hrefs = tuple(
        str(child.attrs.get("href", "")) for token in tokens for child in token.children or () if child.nesting == 1
        if child.type == "link_open"
    )  # fmt: skip
    blocks = tuple(_blocks(tokens))
    captions = tuple(href for block in blocks if isinstance(block, Diagram) for href in hrefs_in(block.html))
    return Page(section, name, language, title, blocks, hrefs + captions)


def _blocks(tokens: Sequence[Token]) -> Iterator[Block]:
    held: list[Token] = []
    n = 0
    while n < len(tokens):
        token = tokens[n]
        if token.type == "heading_open" and token.level == 0:
            yield from _prose(held)
            yield _heading(int(token.tag[1:]), _words(tokens[n + 1]))
            held, n = [], n + 3
            continue
        if token.type == "fence" and token.info.strip() == "position" and token.level == 0:
            yield from _prose(held)
            position, _, caption = token.content.strip().partition("\n")
            inline = _reader().parseInline(" ".join(caption.split()))
            yield Diagram(position.strip(), _html(inline), " ".join(map(_words, inline)))
            held, n = [], n + 1
            continue
        if not _is_screen(token):
            held.append(token)
        n += 1
    yield from _prose(held)


def _is_screen(token: Token) -> bool:
    """A picture of the window, for the site alone: in the window the screen itself is there."""
    return token.type == "fence" and token.info.strip() == "screen"


def _heading(level: int, text: str) -> Heading:
    found = _ANCHORS.search(text)
    if found is None:
        return Heading(level, text)
    return Heading(level, text[: found.start()].strip(), tuple(found[1].replace("#", " ").split()))


def _prose(tokens: Sequence[Token]) -> Iterator[Prose]:
    if tokens:
        words = " ".join(filter(None, map(_words, tokens)))
        yield Prose(_html(tokens), words)


def _html(tokens: Sequence[Token]) -> str:
    reader = _reader()
    return str(reader.renderer.render(list(tokens), reader.options, {}))


def hrefs_in(html: str) -> list[str]:
    """The addresses that a page's HTML links to."""
    return re.findall(r'<a href="([^"]*)"', html)


def _words(token: Token) -> str:
    """What is to be read in a token, without its marks."""
    if token.type in ("fence", "code_block"):
        return token.content.strip()
    parts = [" " if child.type.endswith("break") else child.content for child in token.children or ()]
    return "".join(parts)
