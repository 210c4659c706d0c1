"""The help pages that are shipped, and the format they are written in (docs/help-pages.md)."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from companion.cli import main
from companion.model.content.library import Library
from companion.model.core.words import LANGUAGES
from companion.model.games import SYSTEMS
from companion.model.help.check import check_help
from companion.model.help.library import HelpLibrary
from companion.model.help.page import Diagram, Heading, Link, Prose, read_page
from companion.model.help.terms import Glossary, terms_of
from companion.resources import resources_dir

SHIPPED = resources_dir() / "help"


def test_shipped_pages_have_no_fault() -> None:
    assert [str(fault) for fault in check_help(SHIPPED)] == []


@pytest.mark.parametrize("path", sorted((SHIPPED / "positions").rglob("*.json")), ids=lambda path: path.stem)
def test_each_position_is_one_of_its_game(path: Path) -> None:
    system = SYSTEMS[path.parent.name]
    state = system.decode(json.loads(path.read_text("utf-8")), Library.shipped())
    assert system.pending(state) is not None


PAGE = """# Fighting

Before the [dice](term:dice), see [danger](rule:DNG-1).

### From behind {#CBT-3 #CBT-4}

Two <b>tags</b> & a [table](page:asagiri/dice#reserve).

| die | worth |
|---|--:|
| fire | 2 |

```position
two-zones
Hub [controls](term:control-zone)
these squares.
```
"""


def test_a_page_is_headings_prose_and_positions() -> None:
    page = read_page(PAGE, "asagiri", "fighting", "en")
    assert page.title == "Fighting"
    before, heading, prose, diagram = page.blocks
    assert isinstance(before, Prose)
    assert heading == Heading(3, "From behind", ("CBT-3", "CBT-4"))
    assert isinstance(prose, Prose)
    assert "<table>" in prose.html and "fire" in prose.text
    assert isinstance(diagram, Diagram)
    assert (diagram.position, diagram.text) == ("two-zones", "Hub controls these squares.")
    assert set(page.hrefs) == {"term:dice", "rule:DNG-1", "page:asagiri/dice#reserve", "term:control-zone"}


@pytest.mark.parametrize(
    "text",
    [
        "<script>x</script>",
        "a <img src='file:///etc/passwd'> b",
        "![](file:///etc/passwd)",
        "![x](http://a.b/c.png)",
        "[x](javascript:alert)",
        "<http://a.b>",
        '[x](term:"onclick=)',
    ],
)
def test_no_markup_out_of_a_page_is_markup_and_nothing_is_fetched(text: str) -> None:
    page = read_page(f"# T\n\n{text}\n", "manual", "t", "en")
    html = "".join(block.html for block in page.blocks if isinstance(block, Prose))
    assert "<img" not in html and "<script" not in html
    assert all(Link.of(href) is None or href.startswith("term:") for href in page.hrefs)


def made(folder: Path, pages: dict[str, str], order: str) -> Path:
    (folder / "order.toml").write_text(order)
    for name, text in pages.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return folder


TERMS = """# Words

### Control zone {#control-zone}

*control zones, zones of control*

Three squares. See [it](rule:CTL-1).
"""


@pytest.fixture
def small(tmp_path: Path) -> Path:
    pages = {f"{language}/toy/rules.md": "# Rules\n\n### Zones {#CTL-1}\n\nÀ l’abri.\n" for language in LANGUAGES}
    pages |= {f"{language}/toy/terms.md": TERMS for language in LANGUAGES}
    return made(tmp_path, pages, 'toy = ["rules"]\n')


def test_what_is_sound_has_no_fault(small: Path) -> None:
    assert check_help(small, {"toy": frozenset({"CTL-1"})}) == []


@pytest.mark.parametrize(
    ("file", "text", "said"),
    [
        ("en/toy/rules.md", "# Rules\n\n### Zones {#CTL-1}\n\n[a](rule:CTL-9)\n", "rule:CTL-9: leads nowhere"),
        ("en/toy/rules.md", "# Rules\n\n### Zones {#CTL-1}\n\n[a](term:x)\n", "term:x: leads nowhere"),
        ("en/toy/rules.md", "# Rules\n\n### Zones {#CTL-1}\n\n[a](https://a.b)\n", "leads out of the help"),
        ("fr/toy/rules.md", "# Rules\n\n## Zones {#CTL-1}\n", "2 CTL-1: is built otherwise"),
        ("fr/toy/rules.md", "# Rules\n", "3 CTL-1: is built otherwise"),
        ("en/toy/rules.md", "Rules {#CTL-1}\n", "the first line"),
        ("it/toy/other.md", "# Other\n", "is not in order.toml"),
        (
            "en/toy/rules.md",
            "# R\n\n### Z {#CTL-1}\n\n```position\nz\nC\n```\n",
            "there is no positions/toy/z.json",
        ),
        ("en/toy/rules.md", "# R\n\n### Z {#CTL-1}\n\n### Z {#CTL-1}\n", "stands on two headings"),
        ("en/toy/rules.md", "# R\n\n### Z {#CTL-2}\n", "a refusal names this rule, and no page has it"),
        ("en/toy/terms.md", "# Words\n\n### Zone {#zone}\n", "says nothing"),
    ],
)
def test_each_fault_is_told_with_its_place(small: Path, file: str, text: str, said: str) -> None:
    made(small, {file: text}, 'toy = ["rules"]\n')
    assert any(said in str(fault) for fault in check_help(small, {"toy": frozenset({"CTL-1"})})), said


def test_a_missing_page_is_told_and_english_stands_in(small: Path) -> None:
    (small / "it/toy/rules.md").unlink()
    assert "it/toy/rules.md: : is missing" in map(str, check_help(small))
    page = HelpLibrary([small]).page("it", "toy", "rules")
    assert page is not None
    assert page.language == "en"


def test_terms_and_rules_are_found_in_any_sentence(small: Path) -> None:
    glossary = HelpLibrary([small]).glossary("en", "toy")
    text = "Two Control\u00a0zones: not here (CTL-1), nor there (XYZ-1), controlzone."
    found = [(text[one.start : one.end], str(one.link)) for one in glossary.find(text)]
    assert found == [("Control\u00a0zones", "term:toy/control-zone"), ("CTL-1", "rule:CTL-1")]


def test_a_form_that_begins_with_a_capital_is_found_only_so() -> None:
    page = read_page("# Mots\n\n### Le Pas {#step}\n\n*Pas*\n\nUn cube.\n", "sake", "terms", "fr")
    glossary = Glossary(terms_of(page), lambda id: False)
    text = "Ce n’est pas permis : à deux Pas."
    assert [one.start for one in glossary.find(text)] == [text.index("Pas")]


def test_a_term_leads_to_the_rule_that_it_names(small: Path) -> None:
    library = HelpLibrary([small])
    link = Link("term", "toy/control-zone")
    place = library.explains(link, "en")
    assert place is not None
    assert (place.name, place.anchor) == ("rules", "CTL-1")
    term = library.term("toy/control-zone", "en")
    assert term is not None
    assert term.meaning == "Three squares."


def test_search_folds_accents_and_ranks_headings_first(small: Path) -> None:
    library = HelpLibrary([small])
    assert [hit.anchor for hit in library.search("A L'ABRI", "fr")] == ["CTL-1"]
    assert next(hit.heading for hit in library.search("zone", "en")) == "Control zone"
    assert [hit.anchor for hit in library.search("ctl-1", "en")] == ["CTL-1"]
    assert library.search("zone nothing", "en") == []


@pytest.mark.parametrize(
    "path", sorted((SHIPPED / "fr").rglob("*.md")), ids=lambda path: f"{path.parent.name}-{path.stem}"
)
def test_french_signs_have_a_space_that_does_not_break(path: Path) -> None:
    assert re.findall(r".{0,20}\w [;:?!%»]", path.read_text("utf-8")) == []


def test_the_command_checks_help_pages(small: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(small)]) == 0
    (small / "it/toy/rules.md").unlink()
    assert main(["check", str(small)]) == 1
    assert "it/toy/rules.md: : is missing" in capsys.readouterr().out
