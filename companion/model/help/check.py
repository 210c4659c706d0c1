"""Everything that can be wrong with help pages: what is missing, leads nowhere, or differs between languages."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec

from companion.model.core.refusal import Failure
from companion.model.core.words import LANGUAGES

from .library import MANUAL, TERMS, HelpLibrary, page_file, read_order
from .page import Diagram, Link, Page, read_page
from .terms import terms_of


class Fault(msgspec.Struct, frozen=True):
    """A fault of a page: the file in the folder, where in it, and what is wrong, for whoever writes pages."""

    file: str
    where: str
    what: str

    def __str__(self) -> str:
        return f"{self.file}: {self.where}: {self.what}"


def check_help(folder: Path, rules: Mapping[str, frozenset[str]] | None = None) -> list[Fault]:
    """Every fault of a folder of help pages.

    `rules`: by section, the ids that refusals name; each needs a place on one of its pages, if the section has any.
    """
    try:
        library = HelpLibrary([folder])
    except Failure as wrong:
        return [Fault("order.toml", "", str(wrong))]
    faults = [*_files(folder), *_pages(library, folder)]
    for section, ids in (rules or {}).items():
        if any(name != TERMS for name in library.names(section)):
            places = library.anchors(section)
            faults += [
                Fault(f"en/{section}", id, "a refusal names this rule, and no page has it")
                for id in sorted(ids, key=lambda id: (id[:3], int(id[4:])))
                if id not in places
            ]
    return faults


def _files(folder: Path) -> Iterator[Fault]:
    """Pages that are listed and not there, and the other way round."""
    order = read_order(folder)
    for language in LANGUAGES:
        for section, names in order.items():
            twice = [name for name, count in Counter(names).items() if count > 1]
            if twice and language == LANGUAGES[0]:
                yield Fault("order.toml", section, f"listed twice: {', '.join(twice)}")
            wanted = {*names, *((TERMS,) if page_file(folder, "en", section, TERMS).is_file() else ())}
            there = {path.stem for path in (folder / language / section).glob("*.md")}
            for name in sorted(wanted - there):
                yield Fault(f"{language}/{section}/{name}.md", "", "is missing")
            for name in sorted(there - wanted):
                yield Fault(f"{language}/{section}/{name}.md", "", "is not in order.toml")
        for path in sorted((folder / language).glob("*")):
            if path.name not in order:
                yield Fault(f"{language}/{path.name}", "", "is no section of order.toml")


def _pages(library: HelpLibrary, folder: Path) -> Iterator[Fault]:
    for section in library.sections:
        anchors = Counter[str]()
        used: set[str] = set()
        for name in library.names(section):
            first: Page | None = None
            for language in LANGUAGES:
                path = page_file(folder, language, section, name)
                if not path.is_file():
                    continue
                file, text = f"{language}/{section}/{name}.md", path.read_text("utf-8", "replace")
                page = read_page(text, section, name, language)
                if not text.startswith("# "):
                    yield Fault(file, "1", "the first line has to be “# Title”")
                if "\ufffd" in text:
                    yield Fault(file, "", "is not UTF-8")
                yield from _links(library, page, file)
                yield from _diagrams(library, page, file)
                if name == TERMS:
                    yield from _terms(page, file)
                used.update(block.position for block in page.blocks if isinstance(block, Diagram))
                if first is None:
                    first = page
                    anchors.update(anchor for heading in page.headings for anchor in heading.anchors)
                elif page.shape != first.shape:
                    yield Fault(file, _differs(first, page), "is built otherwise than in English")
        for anchor in sorted(anchor for anchor, count in anchors.items() if count > 1):
            yield Fault(f"en/{section}", anchor, "stands on two headings")
        for path in sorted((folder / "positions" / section).glob("*")):
            if path.stem not in used:
                yield Fault(f"positions/{section}/{path.name}", "", "is shown on no page")


def _differs(one: Page, other: Page) -> str:
    """The first heading or picture in which two pages differ."""
    for here, there in zip(one.shape, other.shape, strict=False):
        if here != there:
            return " ".join(map(str, there))
    longer = max(one.shape, other.shape, key=len)
    return " ".join(map(str, longer[min(len(one.shape), len(other.shape))]))


def _links(library: HelpLibrary, page: Page, file: str) -> Iterator[Fault]:
    for href in page.hrefs:
        link = Link.of(href)
        if link is None:
            yield Fault(file, href, "leads out of the help; there are term:, rule: and page:")
        elif library.place(link, page.section) is None:
            yield Fault(file, href, "leads nowhere")


def _diagrams(library: HelpLibrary, page: Page, file: str) -> Iterator[Fault]:
    for block in page.blocks:
        if not isinstance(block, Diagram):
            continue
        path = library.position(page.section, block.position) if page.section != MANUAL else None
        if path is None:
            yield Fault(file, block.position, f"there is no positions/{page.section}/{block.position}.json")
            continue
        if not block.text:
            yield Fault(file, block.position, "has no caption")
        try:
            position = json.loads(path.read_text("utf-8"))
        except ValueError as wrong:
            yield Fault(f"positions/{page.section}/{path.name}", "", f"is no JSON: {wrong}")
            continue
        named = (position.get("format"), position.get("system")) if isinstance(position, dict) else None
        if named != ("okko-position/1", page.section):
            yield Fault(f"positions/{page.section}/{path.name}", "", f"is no okko-position/1 of {page.section}")


def _terms(page: Page, file: str) -> Iterator[Fault]:
    seen: dict[str, str] = {}
    for term in terms_of(page):
        if not term.meaning:
            yield Fault(file, term.id, "says nothing")
        for form in term.forms:
            other = seen.setdefault(form.casefold(), term.id)
            if other != term.id:
                yield Fault(file, term.id, f"“{form}” means {other} already")
    for heading in page.headings:
        if len(heading.anchors) != 1:
            yield Fault(file, heading.title, "a term has one anchor")
