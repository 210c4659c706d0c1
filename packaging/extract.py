"""Brings the catalogs up to date with the code: new sentences are added untranslated, unused ones dropped.

`--check` changes nothing and fails when a catalog misses a sentence, holds one too many, or leaves one untranslated.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "resources" / "translations"
sys.path.insert(0, str(ROOT))

from companion.model.core.words import LANGUAGES  # noqa: E402

TRANSLATED = LANGUAGES[1:]
"""All but English, in which the sentences of the sources are written."""
KEYWORDS = {
    "say": (0,),
    "N_": (0,),
    "plural": (0, 1),
    "refuse": (1,),
    "fail": (0,),
    "UnknownOption": (0,),
    "InvalidInput": (1,),
}
"""What takes a sentence, and which of its arguments are one."""
GAP = re.compile(r"\{(\w+)\}")


def sentences() -> Catalog:
    """Every sentence of the code."""
    found = Catalog(project="okko-companion", charset="utf-8")
    for path in sorted((ROOT / "companion").rglob("*.py")):
        for line, said in said_in(path.read_text("utf-8")):
            found.add(said[0] if len(said) == 1 else said, locations=[(path.relative_to(ROOT).as_posix(), line)])
    return found


def said_in(source: str) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Every sentence of one module with its line.

    Out of the syntax tree: Babel's own reader, which counts brackets, loses `say("…")` within another `say(…)`.
    """
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            places = KEYWORDS.get(name, ())
            given = [node.args[n] for n in places if n < len(node.args)]
            said = tuple(one.value for one in given if isinstance(one, ast.Constant) and isinstance(one.value, str))
            if said and len(said) == len(places) and all(part.strip() for part in said):
                yield node.lineno, said


def forms(text: str | tuple[str, ...] | list[str] | None) -> tuple[str, ...]:
    """The sentences of a message: one, or two where it speaks of a number."""
    return (text or "",) if isinstance(text, str) or text is None else tuple(text)


def catalog_of(language: str) -> Catalog:
    """What is translated now."""
    path = FOLDER / language / "LC_MESSAGES" / "okko.po"
    if not path.exists():
        return Catalog(locale=language, project="okko-companion", charset="utf-8")
    with path.open("rb") as source:
        return read_po(source, locale=language)


def faults(wanted: Catalog) -> Iterator[str]:
    """Everything wrong with the catalogs, a line each."""
    keys = {forms(message.id) for message in wanted if message.id}
    for language in TRANSLATED:
        known = {forms(message.id): message for message in catalog_of(language) if message.id}
        for key in sorted(keys - known.keys()):
            yield f"{language}: missing: {key[0]!r}"
        for key in sorted(known.keys() - keys):
            yield f"{language}: unused: {key[0]!r}"
        for key, message in known.items():
            yield from (f"{language}: {fault}: {key[0]!r}" for fault in _faults(message))


def _faults(message: Message) -> Iterator[str]:
    said, wanted = forms(message.string), forms(message.id)
    if not said or not all(said):
        yield "untranslated"
    elif message.fuzzy:
        yield "to be looked at"
    elif len(said) > 2 or len(said) < len(wanted):
        yield "other forms than the English"
    elif any(gaps(one) not in [gaps(form) for form in wanted] for one in said):
        yield "other gaps than the English"


def gaps(sentence: str) -> list[str]:
    """The names of a sentence's gaps."""
    return sorted(GAP.findall(sentence))


def update(wanted: Catalog) -> None:
    """Write the catalogs anew, keeping every translation that still fits its sentence."""
    for language in TRANSLATED:
        catalog = catalog_of(language)
        catalog.update(wanted, no_fuzzy_matching=True, update_creation_date=False)  # the day tells nothing and clashes
        catalog.obsolete.clear()
        path = FOLDER / language / "LC_MESSAGES" / "okko.po"
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("wb") as target:
            write_po(target, catalog, width=120, sort_output=True, omit_header=False, no_location=True)


def main() -> int:
    """Update, or check with `--check`."""
    wanted = sentences()
    if "--check" not in sys.argv:
        update(wanted)
    found = list(faults(wanted))
    for fault in found:
        print(fault)
    return int(bool(found)) if "--check" in sys.argv else 0


if __name__ == "__main__":
    sys.exit(main())
