"""All help pages there are, by section, language and name; each is read when somebody first asks for it."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

import msgspec

from companion.model.core.refusal import Failure
from companion.model.core.words import say

from .ledger import Enforcement, read_ledger
from .page import Link, Page, read_page
from .search import Hit, Index
from .terms import Glossary, Term, terms_of

MANUAL = "manual"
TERMS = "terms"
_ANCHORED = re.compile(r"^#{1,6} .*\{([^{}]*)\}\s*$", re.MULTILINE)
MOST_LETTERS = 200_000
"""Of a page: ten times the longest."""


class Place(msgspec.Struct, frozen=True):
    """A page, and where on it (the anchor of a heading; empty: its beginning)."""

    section: str
    name: str
    anchor: str = ""


class HelpLibrary:
    """Pages out of folders, each with an ``order.toml``; a later folder's sections come after, and none twice."""

    def __init__(self, folders: Sequence[Path]) -> None:
        """Raises Failure for an ``order.toml`` that cannot be read."""
        self._of: dict[str, Path] = {}
        self._order: dict[str, tuple[str, ...]] = {}
        for folder in folders:
            for section, names in read_order(folder).items():
                if section not in self._order:
                    self._of[section], self._order[section] = folder, tuple(names)
        # one memory for each library: it is as long as the window's
        self.page = cache(self._page)
        self.anchors = cache(self._anchors)
        self.terms = cache(self._terms)
        self.glossary = cache(self._glossary)
        self.index = cache(self._index)

    @property
    def sections(self) -> tuple[str, ...]:
        return tuple(self._order)

    def names(self, section: str) -> tuple[str, ...]:
        """The pages of a section in order; the page of its terms, if there is one, is the last."""
        has_terms = section in self._of and page_file(self._of[section], "en", section, TERMS).is_file()
        return (*self._order.get(section, ()), *((TERMS,) if has_terms else ()))

    def first(self, section: str) -> Place | None:
        """The page that a section begins with; without it the manual's."""
        found = self.names(section)
        if found:
            return Place(section, found[0])
        return self.first(MANUAL) if section != MANUAL else None

    def position(self, section: str, name: str) -> Path | None:
        """The file of a position that a page shows."""
        folder = self._of.get(section)
        path = folder / "positions" / section / f"{name}.json" if folder is not None else None
        return path if path is not None and path.is_file() else None

    def _page(self, language: str, section: str, name: str) -> Page | None:
        """A page, in English where it is not written in this language; None: there is no such page."""
        text = self._text(language, section, name)
        return None if text is None else read_page(text[1], section, name, text[0])

    def _text(self, language: str, section: str, name: str) -> tuple[str, str] | None:
        if name not in self.names(section):
            return None
        for spoken in dict.fromkeys((language, "en")):
            path = page_file(self._of[section], spoken, section, name)
            if path.is_file():
                return spoken, path.read_text("utf-8", "replace")[:MOST_LETTERS]
        return None

    def _anchors(self, section: str) -> Mapping[str, Place]:
        """Every anchor of a section, on the first page that has it; ids of terms are on the page of terms."""
        found: dict[str, Place] = {}
        for name in self.names(section):
            text = self._text("en", section, name)
            for anchors in _ANCHORED.findall(text[1] if text is not None else ""):
                for anchor in anchors.replace("#", " ").split():
                    found.setdefault(anchor, Place(section, name, anchor))
        return found

    def rule(self, id: str, section: str = "") -> Place | None:
        """Where a rule stands: in this section, else in whichever has it."""
        for one in dict.fromkeys((section, *self.sections)):
            place = self.anchors(one).get(id)
            if place is not None and place.name != TERMS:
                return place
        return None

    def _terms(self, language: str, section: str) -> tuple[Term, ...]:
        page = self.page(language, section, TERMS)
        return terms_of(page) if page is not None else ()

    def term(self, id: str, language: str, section: str = "") -> Term | None:
        """A term by its id (``control-zone``, or with its section ``asagiri/control-zone``)."""
        named, _, short = id.rpartition("/")
        for one in (named,) if named else dict.fromkeys((section, MANUAL)):
            found = next((term for term in self.terms(language, one) if term.id == short), None)
            if found is not None:
                return found
        return None

    def _glossary(self, language: str, section: str) -> Glossary:
        """Finds a section's terms, then the manual's, and the ids of rules."""
        sections = dict.fromkeys((section, MANUAL))
        terms = [term for one in sections for term in self.terms(language, one)]
        return Glossary(terms, lambda id: self.rule(id, section) is not None)

    def place(self, link: Link, section: str = "") -> Place | None:
        """Where a link on a page of `section` leads; None: nowhere."""
        if link.kind == "rule":
            return self.rule(link.target, section)
        if link.kind == "term":
            term = self.term(link.target, "en", section)
            return Place(term.section, TERMS, term.id) if term is not None else None
        page, _, anchor = link.target.partition("#")
        where, _, name = page.rpartition("/")
        where = where or section
        if name not in self.names(where) or (anchor and anchor not in self.anchors(where)):
            return None
        return Place(where, name, anchor)

    def explains(self, link: Link, language: str, section: str = "") -> Place | None:
        """Where somebody is led who asks about a link: a term that names its rule or page leads there."""
        term = self.term(link.target, language, section) if link.kind == "term" else None
        more = self.place(term.more, term.section) if term is not None and term.more is not None else None
        return more or self.place(link, section)

    def enforcement(self, rule: str, section: str) -> Enforcement | None:
        """What the program does about a rule of a section; None: it knows no such rule."""
        folder = self._of.get(section)
        return None if folder is None else read_ledger(folder).get(section, {}).get(rule)

    def _index(self, language: str) -> Index:
        pages = (self.page(language, section, name) for section in self.sections for name in self.names(section))
        return Index(page for page in pages if page is not None)

    def search(self, words: str, language: str, section: str = "", most: int = 30) -> list[Hit]:
        """What is found for some words, the best first; of equal worth is first what stands in `section`."""
        return self.index(language).search(words, section, most)


def read_order(folder: Path) -> dict[str, list[str]]:
    """``order.toml``: the sections, and the pages of each. Raises Failure."""
    path = folder / "order.toml"
    try:
        return msgspec.convert(tomllib.loads(path.read_text("utf-8")), dict[str, list[str]])
    except (OSError, ValueError) as wrong:  # what is no TOML, no UTF-8 and not of this type are ValueErrors all
        raise Failure(say("The help pages cannot be read: {why}", why=f"{path.name}: {wrong}")) from wrong


def page_file(folder: Path, language: str, section: str, name: str) -> Path:
    """Where a page lies in a folder of help, whether there is one or not."""
    return folder / language / section / f"{name}.md"
