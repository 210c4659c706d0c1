"""Catalogs against sources: brings resources/translations/*/LC_MESSAGES/okko.po up to date.

With `--check` it changes nothing, says what is missing and exits 1 if anything is. A sentence is what stands as a
literal in `say("…")`, `N_("…")` or `Message("…")`. English is the key itself: no catalog.
"""

from __future__ import annotations

import string
import sys
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from companion.model.core.words import LANGUAGES

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "resources" / "translations"
KEYWORDS = {"say": None, "N_": None, "Message": None}


def sentences(source: Path = ROOT / "companion") -> dict[str, list[tuple[str, int]]]:
    """Every sentence of the program, with the places where it stands."""
    found: dict[str, list[tuple[str, int]]] = {}
    for name, line, message, _, _ in extract_from_dir(
        str(source), method_map=[("**.py", "python")], keywords=KEYWORDS, comment_tags=()
    ):
        text = message[0] if isinstance(message, tuple) else message
        if text:
            found.setdefault(text, []).append((f"companion/{name}", line))
    return dict(sorted(((text, sorted(places)) for text, places in found.items()), key=lambda entry: entry[1][0]))


def gaps(sentence: str) -> set[str]:
    """The names in braces; a brace that does not close makes one gap that nothing matches."""
    try:
        return {name for _, name, _, _ in string.Formatter().parse(sentence) if name is not None}
    except ValueError:
        return {f"broken: {sentence}"}


def catalogs(folder: Path = FOLDER) -> dict[Path, Catalog]:
    """What has been translated so far."""
    found = {}
    for path in sorted(folder.glob("*/LC_MESSAGES/okko.po")):
        with path.open("rb") as file:
            found[path] = read_po(file, locale=path.parent.parent.name)
    return found


def faults(wanted: dict[str, list[tuple[str, int]]], catalog: Catalog) -> list[str]:
    """What a catalog lacks, has too much, or says with other gaps than the sentence has."""
    found = []
    for text, places in wanted.items():
        entry = catalog.get(text)
        said = entry.string if entry is not None else ""
        at = f"{places[0][0]}:{places[0][1]}"
        if not said or not isinstance(said, str):
            found.append(f"not translated: “{text}” ({at})")
        elif entry is not None and entry.fuzzy:
            found.append(f"still a guess: “{text}” ({at})")
        elif gaps(said) != gaps(text):
            found.append(f"other gaps in “{said}” than in “{text}” ({at})")
    return found + [f"no longer said: “{m.id}”" for m in catalog if m.id and m.id not in wanted]


def begin(folder: Path = FOLDER) -> None:
    """An empty catalog for each language of the program that has none."""
    for language in LANGUAGES:
        path = folder / language / "LC_MESSAGES" / "okko.po"
        if language != "en" and not path.exists():
            path.parent.mkdir(parents=True)
            write(path, Catalog(locale=language))


def renewed(wanted: dict[str, list[tuple[str, int]]], catalog: Catalog) -> Catalog:
    """The catalog with the sentences of today, in their order; translations are kept, nothing is guessed."""
    fresh = Catalog(
        locale=catalog.locale,
        project="Okko Companion",
        charset="utf-8",
        fuzzy=False,
        header_comment=catalog.header_comment,
    )
    for text, places in wanted.items():
        old = catalog.get(text)
        files = sorted({name for name, _ in places})
        flags = {"fuzzy"} if old is not None and old.fuzzy else set()
        notes = old.user_comments if old is not None else ()
        said = old.string if old is not None else ""
        fresh.add(text, said, locations=[(name, None) for name in files], flags=flags, user_comments=notes)
    return fresh


def header(catalog: Catalog) -> str:
    """No dates, no names of tools: a catalog changes when a sentence does."""
    language = str(catalog.locale)
    return (
        f'msgid ""\nmsgstr ""\n"Project-Id-Version: Okko Companion\\n"\n"Language: {language}\\n"\n'
        '"MIME-Version: 1.0\\n"\n"Content-Type: text/plain; charset=utf-8\\n"\n"Content-Transfer-Encoding: 8bit\\n"\n\n'
    )


def write(path: Path, catalog: Catalog) -> None:
    """Write it, lines unbroken so that a diff shows sentences."""
    with path.open("w+b") as file:
        file.write(header(catalog).encode())
        write_po(file, catalog, omit_header=True, width=0, include_lineno=False)


def main(arguments: list[str]) -> int:
    """Bring up to date, or check."""
    wanted = sentences()
    status = 0
    if "--check" not in arguments:
        begin()
    for path, catalog in catalogs().items():
        if "--check" not in arguments:
            write(path, renewed(wanted, catalog))
            with path.open("rb") as file:
                catalog = read_po(file, locale=path.parent.parent.name)
        problems = faults(wanted, catalog)
        for problem in problems[:40]:
            print(f"{path.relative_to(ROOT)}: {problem}")
        if len(problems) > 40:
            print(f"{path.relative_to(ROOT)}: and {len(problems) - 40} more")
        status |= bool(problems)
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
