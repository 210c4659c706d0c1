"""The words of a game: what they mean, and where they stand in any sentence that the program says."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from html import unescape

import msgspec

from .page import RULE_ID, Heading, Link, Page, Prose, hrefs_in

_FORMS = re.compile(r"\s*<p><em>([^<]*)</em></p>\s*")

_SEE = re.compile(r"([.!?…])\s+\w+ <a href=\"[^\"]*\">[^<]*</a>\.(?=</p>\s*$)")
"""“See Retreat.” at the end: of use on a page, not where the whole term is a link."""


def _words(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]*>", "", html)).split())


class Term(msgspec.Struct, frozen=True):
    """A word of a game: its id, its forms (the first is its title), what it means, where it is explained at length."""

    id: str
    section: str
    forms: tuple[str, ...]
    html: str
    meaning: str
    more: Link | None = None

    @property
    def title(self) -> str:
        return self.forms[0]


def terms_of(page: Page) -> tuple[Term, ...]:
    """The terms of a page ``terms.md``: a heading with one anchor each, other forms in italics, then what it means."""
    found: list[Term] = []
    for n, block in enumerate(page.blocks):
        if not isinstance(block, Heading) or not block.anchors:
            continue
        below = page.blocks[n + 1] if n + 1 < len(page.blocks) else None
        html, text = (below.html, below.text) if isinstance(below, Prose) else ("", "")
        also = _FORMS.match(html)
        forms = [block.title]
        if also is not None:
            forms += [form.strip() for form in also[1].split(",") if form.strip()]
            html, text = html[also.end() :], text[len(also[1]) :].strip()
        meaning = _words(_SEE.sub(r"\1", html)) if _SEE.search(html) else text
        links = map(Link.of, hrefs_in(html))
        more = next((link for link in links if link is not None and link.kind != "term"), None)
        found.append(Term(block.anchors[0], page.section, tuple(dict.fromkeys(forms)), html, meaning, more))
    return tuple(found)


class Mention(msgspec.Struct, frozen=True):
    """A part of a text that means something: letters `start` to `end`."""

    start: int
    end: int
    link: Link


class Glossary:
    """Finds the terms and the ids of rules in texts of one language.

    Of terms that overlap the longest counts; a term is found once in a text, where it stands first.
    """

    def __init__(self, terms: Iterable[Term], known_rule: Callable[[str], bool]) -> None:
        """`terms`: of two with one form the first counts. `known_rule`: whether there is a place for the id."""
        self.terms: dict[str, Term] = {}
        self._forms: dict[str, Term] = {}
        for term in terms:
            self.terms.setdefault(term.id, term)
            for form in term.forms:
                self._forms.setdefault(_key(form), term)
        self._known_rule = known_rule
        written = {_key(form): form for term in self.terms.values() for form in reversed(term.forms[1:])}
        words = sorted(self._forms, key=len, reverse=True)
        parts = [RULE_ID.pattern, *(rf"(?<!\w){_pattern(word, written.get(word, ''))}(?!\w)" for word in words)]
        self._pattern = re.compile("|".join(parts), re.IGNORECASE)

    def find(self, text: str) -> Sequence[Mention]:
        """What a text mentions, in its order."""
        found: list[Mention] = []
        said: set[Link] = set()
        for match in self._pattern.finditer(text):
            term = self._forms.get(_key(match[0]))
            if term is not None:
                link = Link("term", f"{term.section}/{term.id}")
            elif RULE_ID.fullmatch(match[0]) and self._known_rule(match[0]):
                link = Link("rule", match[0])
            else:
                continue
            if link not in said:
                said.add(link)
                found.append(Mention(match.start(), match.end(), link))
        return found


def _key(form: str) -> str:
    return " ".join(form.replace("’", "'").casefold().split())


def _pattern(key: str, form: str) -> str:
    """A form as it may be written: any kind of space between words, either apostrophe; one that begins with a capital
    in the list of forms only so.
    """
    exact = form[:1].isupper()
    words = r"\s+".join(
        re.escape(word).replace("'", "['’]") for word in (form.replace("’", "'") if exact else key).split()
    )
    return f"(?-i:{words})" if exact else words
