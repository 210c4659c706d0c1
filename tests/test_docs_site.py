"""What the documentation site is built of: pages of the help with links of files, headings that keep their anchors."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from companion.model.core.words import LANGUAGES
from companion.model.help.library import HelpLibrary

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def site() -> Any:
    sys.path.insert(0, str(ROOT / "packaging"))
    try:
        import docs_site
    finally:
        sys.path.remove(str(ROOT / "packaging"))
    return docs_site


def test_every_link_leads_to_a_page_and_a_heading_that_are_there(site: Any, tmp_path: Path) -> None:
    library = HelpLibrary([ROOT / "resources" / "help"])
    for language in LANGUAGES:
        site.Source(library, language, tmp_path / language).write()
    dead = []
    for page in tmp_path.rglob("*.md"):
        for target in re.findall(r"\]\(([^):]+\.md(?:#[^)]*)?)\)", page.read_text("utf-8")):
            path, _, anchor = target.partition("#")
            there = (page.parent / path).resolve()
            if not there.exists():
                dead.append(f"{page}: {target}")
            elif anchor and not re.search(rf'\{{#{anchor}\}}|id="{anchor}"', there.read_text("utf-8")):
                dead.append(f"{page}: {target} has no such heading")
    assert not dead, dead


def test_a_link_that_leads_nowhere_is_told_with_its_page(site: Any, tmp_path: Path) -> None:
    folder = tmp_path / "help"
    (folder / "en" / "manual").mkdir(parents=True)
    (folder / "order.toml").write_text('manual = ["welcome"]\n')
    (folder / "en" / "manual" / "welcome.md").write_text("# Welcome\n\n[there](page:manual/nowhere)\n")
    source = site.Source(HelpLibrary([folder]), "en", tmp_path / "pages")
    source.texts = folder
    with pytest.raises(site.DeadLinkError, match=r"en/manual/welcome\.md: page:manual/nowhere leads nowhere"):
        source.write()


def test_a_position_becomes_a_picture_and_two_anchors_lead_to_one_heading(site: Any, tmp_path: Path) -> None:
    folder = tmp_path / "help"
    (folder / "en" / "sake").mkdir(parents=True)
    (folder / "order.toml").write_text('sake = ["blow"]\n')
    text = "# Blows\n\n### A blow {#CBT-1 #CBT-2}\n\n```position\nring\nWho is *in reach*.\n```\n"
    (folder / "en" / "sake" / "blow.md").write_text(text)
    source = site.Source(HelpLibrary([folder]), "en", tmp_path / "pages")
    source.texts = folder
    source.write()
    page = (tmp_path / "pages" / "sake" / "blow.md").read_text()
    assert '<a id="CBT-2"></a>\n\n### A blow {#CBT-1}' in page
    assert "![](../positions/sake/ring.png)\n<figcaption>Who is *in reach*.</figcaption>" in page
    assert source.positions == {("sake", "ring")}


def test_a_picture_is_old_once_a_module_of_what_it_shows_has_changed(
    site: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pictures = sys.modules["pictures"]
    monkeypatch.setattr(pictures, "ROOT", tmp_path)
    monkeypatch.setattr(pictures, "FOLDER", tmp_path)
    shown = tmp_path / "companion" / "ui" / "board.py"
    shown.parent.mkdir(parents=True)
    shown.write_text("blue")
    state = pictures.state_of(["companion.ui.board"])
    (tmp_path / f"board{pictures.KIND}").touch()
    assert pictures.stale() == ["board"]  # nobody knows when it was taken
    (tmp_path / pictures.TAKEN).write_text(json.dumps({"board": {"modules": ["companion.ui.board"], "state": state}}))
    assert pictures.stale() == []
    shown.write_text("red")
    assert pictures.stale() == ["board"]


def test_a_page_that_would_fetch_from_another_host_is_found(site: Any) -> None:
    assert site.fetched('<script src="https://example.org/shim"></script><img src="//example.org/a.png">') == [
        "https://example.org/shim",
        "//example.org/a.png",
    ]
    assert site.fetched('<a href="https://example.org">there</a><script src="../look/own.js"></script>') == []


def test_the_developers_page_leads_to_every_page_of_docs(site: Any, tmp_path: Path) -> None:
    source = site.Source(HelpLibrary([ROOT / "resources" / "help"]), "en", tmp_path)
    shelf = source.write()
    index = (tmp_path / "developers" / "index.md").read_text("utf-8")
    docs = ROOT / "docs"
    there = [path.relative_to(docs).as_posix() for path in (*docs.glob("*.md"), *docs.glob("decisions/*.md"))]
    assert [page for page in there if f"]({page})" not in index] == []
    assert [page for page in there if f'"developers/{page}"' not in json.dumps(shelf)] == []
    assert "../companion" not in (tmp_path / "developers" / "map.md").read_text("utf-8"), "sources are not on the site"


def screens(text: str) -> list[str]:
    """The pictures of the window that a page shows."""
    return re.findall(r"^```screen\n([^\n]+)\n", text, re.MULTILINE)


def test_pages_of_the_manual_show_the_screens_they_explain_alike_in_every_language() -> None:
    texts = ROOT / "resources" / "help"
    shown = {path.relative_to(texts / "en"): screens(path.read_text("utf-8")) for path in texts.glob("en/*/*.md")}
    plain = {path.stem for path, found in shown.items() if path.parts[0] == "manual" and not found}
    assert plain == {"terms", "whats-new"}, "which explain no screen"
    for language in LANGUAGES:
        assert {path: screens((texts / language / path).read_text("utf-8")) for path in shown} == shown, language
    readme = re.findall(r"docs/pictures/([a-z-]+)\.webp", (ROOT / "README.md").read_text("utf-8"))
    wanted = {name for found in shown.values() for name in found}.union(readme)
    there = {path.stem for path in (ROOT / "docs" / "pictures").glob("*.webp")}
    assert wanted <= there, "every picture that is shown is there"


def test_a_screen_that_nobody_has_a_picture_of_is_told_with_its_page(site: Any, tmp_path: Path) -> None:
    folder = tmp_path / "help"
    (folder / "en" / "manual").mkdir(parents=True)
    (folder / "order.toml").write_text('manual = ["welcome"]\n')
    page = folder / "en" / "manual" / "welcome.md"
    page.write_text("# Welcome\n\n```screen\nhome\nThe *first* screen.\n```\n")
    source = site.Source(HelpLibrary([folder]), "en", tmp_path / "pages")
    source.texts = folder
    source.write()
    shown = "[![](screens/home.webp)](screens/home.webp)\n<figcaption>The *first* screen.</figcaption>"
    assert shown in (tmp_path / "pages" / "index.md").read_text("utf-8")
    page.write_text("# Welcome\n\n```screen\nhouse\nThe first screen.\n```\n")
    with pytest.raises(site.DeadLinkError, match=r"en/manual/welcome\.md: there is no docs/pictures/house\.webp"):
        source.write()
