"""The documentation as a site of plain files: the help pages in every language, and what developers read, in English.

    python packaging/docs_site.py             builds build/site (`make site`); fails for a link that leads nowhere
    python packaging/docs_site.py --sources   writes what it is built of, and checks that alone

Help pages are those of the window (`docs/help-pages.md`): their links become links of files, their positions pictures
that the game's own board draws. mkdocs makes pages of that, without a network; the look is `packaging/site/look.css`.
"""

from __future__ import annotations

import json
import os
import posixpath
import re
import shutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from build import HERE, ROOT, WORK, run, tools
from pictures import FOLDER, KIND, TAKEN, painted, stale
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from companion import __version__
from companion.model.core.words import LANGUAGE_NAMES, LANGUAGES
from companion.model.games import SYSTEMS
from companion.model.help.library import MANUAL, HelpLibrary
from companion.model.help.page import KINDS, Link

SOURCES, SITE = WORK / "site-sources", WORK / "site"
TITLE = "Okko Companion"
MANUALS = {"en": "Manual", "fr": "Manuel", "it": "Manuale"}
DEVELOPERS = {"en": "For developers", "fr": "Pour les développeurs", "it": "Per gli sviluppatori"}
FIRST = "map.md"
"""What developers read first; then how to add something, the rest by its name, decisions last."""
_LINK = re.compile(rf"\]\(((?:{'|'.join(KINDS)}):[^)\s]+)\)")
_HEADING = re.compile(r"^(#{1,6} .*?)\s*\{((?:\s*#[A-Za-z0-9-]+)+)\s*\}\s*$")
_POSITION = re.compile(r"^```position\n(?P<name>[^\n]+)\n(?P<caption>.*?)^```$", re.MULTILINE | re.DOTALL)
_SCREEN = re.compile(r"^```screen\n(?P<name>[^\n]+)\n(?P<caption>.*?)^```$", re.MULTILINE | re.DOTALL)
_DRAWN = re.compile(r"^```mermaid\n.*?^```$", re.MULTILINE | re.DOTALL)
"""A viewer of such drawings would be fetched from elsewhere; the tables below say the same."""
_UPWARD = re.compile(r"\[([^\]]*)\]\(((?:\.\./)+[^)#\s]*)[^)]*\)")
"""A link out of its folder; what lies beyond `docs` is not on the site."""


class DeadLinkError(Exception):
    """A page has a link that leads nowhere."""


class Source:
    """The pages of one language as mkdocs reads them."""

    def __init__(self, library: HelpLibrary, language: str, folder: Path) -> None:
        self.library, self.language, self.folder = library, language, folder
        self.texts = ROOT / "resources" / "help"
        self.positions: set[tuple[str, str]] = set()
        """Section and name of every picture that the pages show."""

    def write(self) -> list[object]:
        """Write all pages; what stands beside them, for mkdocs."""
        shelf = [self._section(section) for section in self.library.sections if self.library.names(section)]
        return [*shelf, {DEVELOPERS.get(self.language, DEVELOPERS["en"]): list(self._developers())}]

    def _section(self, section: str) -> dict[str, list[dict[str, str]]]:
        entries = []
        for name in self.library.names(section):
            page = self.library.page(self.language, section, name)
            assert page is not None
            path = self.folder / _file(section, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(self._page(section, name, page.language), "utf-8")
            entries.append({page.title: _file(section, name)})
        title = MANUALS.get(self.language, TITLE) if section == MANUAL else SYSTEMS[section].facts.name
        return {title: entries}

    def _page(self, section: str, name: str, spoken: str) -> str:
        text = (self.texts / spoken / section / f"{name}.md").read_text("utf-8")
        text = _POSITION.sub(lambda found: self._position(section, name, found), text)
        text = _SCREEN.sub(lambda found: self._screen(section, name, found), text)
        text = _LINK.sub(lambda found: f"]({self._address(Link.of(found[1]), section, name)})", text)
        return "\n".join(map(_anchored, text.split("\n")))

    def _position(self, section: str, name: str, found: re.Match[str]) -> str:
        position = found["name"].strip()
        self.positions.add((section, position))
        return _figure(section, name, f"positions/{section}/{position}.png", found)

    def _screen(self, section: str, name: str, found: re.Match[str]) -> str:
        screen = found["name"].strip()
        if not (FOLDER / f"{screen}{KIND}").is_file():
            raise DeadLinkError(f"{self.language}/{section}/{name}.md: there is no docs/pictures/{screen}{KIND}")
        return _figure(section, name, f"screens/{screen}{KIND}", found, of="screen")

    def _address(self, link: Link | None, section: str, name: str) -> str:
        place = self.library.place(link, section) if link is not None else None
        if place is None:
            raise DeadLinkError(f"{self.language}/{section}/{name}.md: {link} leads nowhere")
        start = posixpath.dirname(_file(section, name)) or "."
        target = posixpath.relpath(_file(place.section, place.name), start)
        return f"{target}#{place.anchor}" if place.anchor else target

    def _developers(self) -> Iterator[object]:
        """English for everybody: what there is, then the pages of `docs`, then the decisions."""
        pages = sorted(
            (ROOT / "docs").glob("*.md"), key=lambda path: (path.name != FIRST, path.name[:3] != "how", path.name)
        )
        decisions = sorted((ROOT / "docs" / "decisions").glob("*.md"))
        index = self.folder / "developers" / "index.md"
        index.parent.mkdir(parents=True, exist_ok=True)
        index.write_text(contents(pages, decisions), "utf-8")
        yield "developers/index.md"
        for path in pages:
            yield self._copy(path, f"developers/{path.name}")
        yield {"Decisions": [self._copy(path, f"developers/decisions/{path.name}") for path in decisions]}

    def _copy(self, source: Path, name: str) -> str:
        target = self.folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        text = _DRAWN.sub("", source.read_text("utf-8"))
        text = _UPWARD.sub(lambda found: _within_docs(source, found), text)
        target.write_text(text, "utf-8")
        return name


_DEVELOPERS_PAGE = """# For developers

Begin with the [map]({map}): it answers “where is that decided, where is it drawn?” by a file and a name.
`make run` opens the window, `make test` runs everything that a change can break.

| page | what it is |
| --- | --- |
{rows}

## Decisions

Why things are as they are.

{why}
"""


def contents(pages: Sequence[Path], decisions: Sequence[Path]) -> str:
    """The page from which developers set out: every page of `docs` with its first sentence, every decision."""
    found = [(path, *_beginning(path)) for path in pages]
    rows = [f"| [{title}]({path.name}) | {sentence} |" for path, title, sentence in found]
    why = [f"- [{_beginning(path)[0]}](decisions/{path.name})" for path in decisions]
    return _DEVELOPERS_PAGE.format(map=FIRST, rows="\n".join(rows), why="\n".join(why))


def _beginning(path: Path) -> tuple[str, str]:
    """The title of a page and its first sentence, without links."""
    title, _, text = path.read_text("utf-8").partition("\n")
    words = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", " ".join(text.strip().partition("\n\n")[0].split()))
    sentence = re.split(r"(?<=[.!?])\s+(?=[A-Z`*])", words)[0].replace("|", "\\|")
    return title.removeprefix("# "), sentence.removesuffix(":")


def _within_docs(page: Path, link: re.Match[str]) -> str:
    """A link of a developers' page, or its words alone where it leads out of `docs`; paths may break at slashes."""
    if (page.parent / link[2]).resolve().is_relative_to(ROOT / "docs"):
        return link[0]
    return re.sub("`([^`]*)`", lambda code: f"<code>{code[1].replace('/', '/<wbr>')}</code>", link[1])


def _file(section: str, name: str) -> str:
    """A page as a file; the manual's first page is where a reader comes in."""
    return "index.md" if (section, name) == (MANUAL, "welcome") else f"{section}/{name}.md"


def _figure(section: str, name: str, picture: str, found: re.Match[str], of: str = "position") -> str:
    """A picture with the caption below it, on a page; a click shows it alone, as large as it is."""
    there = posixpath.relpath(picture, posixpath.dirname(_file(section, name)) or ".")
    caption = " ".join(found["caption"].split())
    shown = f"[![]({there})]({there})" if of == "screen" else f"![]({there})"
    return f'<figure markdown="span" class="{of}">\n{shown}\n<figcaption>{caption}</figcaption>\n</figure>'


def _anchored(line: str) -> str:
    """A heading with every anchor that it has: one as its own, the others before it."""
    found = _HEADING.match(line)
    if found is None:
        return line
    first, *others = found[2].replace("#", " ").split()
    before = "".join(f'<a id="{anchor}"></a>' for anchor in others)
    return f"{before}\n\n{found[1]} {{#{first}}}" if before else f"{found[1]} {{#{first}}}"


def settings(language: str, shelf: list[object]) -> Mapping[str, object]:
    """What mkdocs is told; nothing is fetched, neither when it is built nor when it is read."""
    up = "" if language == "en" else "../"
    return {
        "site_name": TITLE,
        "docs_dir": str(SOURCES / language / "pages"),
        "site_dir": str(SITE if language == "en" else SITE / language),
        "use_directory_urls": False,
        "copyright": f"{TITLE} {__version__}",
        "nav": shelf,
        "theme": {
            "name": "material",
            "language": language,
            "font": False,
            "logo": "look/icon.svg",
            "favicon": "look/icon.svg",
            "features": ["navigation.tabs", "navigation.indexes", "navigation.top", "navigation.footer", "toc.follow"],
            "palette": [
                {
                    "media": "(prefers-color-scheme: light)",
                    "scheme": "default",
                    "primary": "custom",
                    "accent": "custom",
                },
                {"media": "(prefers-color-scheme: dark)", "scheme": "slate", "primary": "custom", "accent": "custom"},
            ],
        },
        "extra_css": ["look/look.css"],
        "extra": {
            "generator": False,
            "alternate": [
                {"name": LANGUAGE_NAMES[one], "link": f"{up}{'' if one == 'en' else one + '/'}index.html", "lang": one}
                for one in LANGUAGES
            ],
        },
        "plugins": ["search"],
        "markdown_extensions": ["attr_list", "md_in_html", "tables", "fenced_code", {"toc": {"permalink": "¶"}}],
        "validation": {
            "nav": {"omitted_files": "warn", "not_found": "warn"},
            "links": {"not_found": "warn", "anchors": "warn", "absolute_links": "warn", "unrecognized_links": "warn"},
        },
    }


def draw(positions: set[tuple[str, str]], library: HelpLibrary, folder: Path) -> None:
    """Every position as a picture, twice as fine as it is shown."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    os.environ["QT_SCALE_FACTOR"] = "2"
    from companion.ui.games import GAMES
    from companion.ui.kit.theme import style

    app = QApplication.instance() or QApplication([])
    assert isinstance(app, QApplication)
    style.apply(app)
    for section, name in sorted(positions):
        path, diagram = library.position(section, name), GAMES[section].diagram
        assert path is not None, (section, name)
        assert diagram is not None, section
        widget = diagram(json.loads(path.read_text("utf-8")))
        widget.resize(widget.sizeHint())
        widget.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
        widget.show()
        target = folder / section / f"{name}.png"
        target.parent.mkdir(parents=True, exist_ok=True)
        painted(widget).save(str(target))
        widget.deleteLater()


def fetched(html: str) -> list[str]:
    """What a page would get from another host to be shown; links to follow are none of that."""
    return re.findall(r'<(?:script|link|img|iframe)\b[^>]*?\b(?:src|href)="((?:https?:)?//[^"]*)"', html)


def take_screens() -> None:
    """The window's own pictures in every language, as it looks now; those of `docs/pictures` are English."""
    environment = {"QT_QPA_PLATFORM": "offscreen", "QT_SCALE_FACTOR": "1"}

    def take(language: str) -> None:
        into = SOURCES / language / "pages" / "screens"
        if language == "en":
            shutil.copytree(FOLDER, into)
        else:
            run(sys.executable, HERE / "pictures.py", "--language", language, "--into", into, **environment)
        (into / TAKEN).unlink()

    with ThreadPoolExecutor() as pool:  # each is a process that waits for its window most of the time
        list(pool.map(take, LANGUAGES))


def look(pages: Path) -> None:
    """Our letters, colours and sign."""
    folder = pages / "look"
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copy(HERE / "site" / "look.css", folder)
    shutil.copy(ROOT / "resources" / "app-icon.svg", folder / "icon.svg")
    for letters in (ROOT / "resources" / "fonts").glob("*.ttf"):
        shutil.copy(letters, folder)


def write_sources() -> HelpLibrary:
    """Write what the site is built of. Raises DeadLinkError."""
    shutil.rmtree(SOURCES, ignore_errors=True)
    library = HelpLibrary([ROOT / "resources" / "help"])
    shown: set[tuple[str, str]] = set()
    for language in LANGUAGES:
        pages = SOURCES / language / "pages"
        source = Source(library, language, pages)
        shelf = source.write()
        look(pages)
        shown |= source.positions
        told = json.dumps(settings(language, shelf), ensure_ascii=False, indent=1)
        (SOURCES / language / "mkdocs.yml").write_text(told, "utf-8")
    draw(shown, library, SOURCES / "positions")
    for language in LANGUAGES:
        shutil.copytree(SOURCES / "positions", SOURCES / language / "pages" / "positions", dirs_exist_ok=True)
    return library


def main() -> int:
    try:
        write_sources()
    except DeadLinkError as why:
        print(why, file=sys.stderr)
        return 1
    old = [f"docs/pictures/{name}{KIND} is older than the screen it shows: make pictures" for name in stale()]
    if old:
        print(*old, sep="\n", file=sys.stderr)
    if sys.argv[1:] != ["--sources"] and not old:
        shutil.rmtree(SITE, ignore_errors=True)
        take_screens()
        for language in LANGUAGES:
            run(
                tools(),
                "-m",
                "mkdocs",
                "build",
                "--strict",
                "--quiet",
                "--config-file",
                SOURCES / language / "mkdocs.yml",
            )
        strangers = [f"{page.relative_to(SITE)} fetches {one}" for page in SITE.rglob("*.html")
                     for one in fetched(page.read_text("utf-8"))]  # fmt: skip
        if strangers:
            print(*strangers, sep="\n", file=sys.stderr)
            return 1
        print(SITE.relative_to(ROOT))
    return 1 if old else 0


if __name__ == "__main__":
    sys.exit(main())
