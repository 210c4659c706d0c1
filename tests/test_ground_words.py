"""packaging/extract.py: sentences found in sources, catalogs renewed without losing a translation, faults named."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

SCRIPT = Path(__file__).resolve().parent.parent / "packaging" / "extract.py"

FIRST = """
W = (N_("clear"), say("{who} retreats", who=1))
log("not a sentence")
"""
SECOND = """
raise fail("no such {thing}")
refuse("MOV-1", "{who} cannot swim")
game.say(say("{who} " "retreats"))
say(variable)
"""
FRENCH = """
msgid ""
msgstr "Content-Type: text/plain; charset=utf-8\\n"

msgid "clear"
msgstr "dégagé"

msgid "{who} retreats"
msgstr "{qui} recule"

#, fuzzy
msgid "no such {thing}"
msgstr "pas de {thing}"

msgid "gone"
msgstr "parti"
"""


@pytest.fixture
def tool(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The script, at work on a small program with one catalog begun."""
    spec = importlib.util.spec_from_file_location("okko_extract", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    (tmp_path / "companion").mkdir()
    (tmp_path / "companion" / "first.py").write_text(FIRST, "utf-8")
    (tmp_path / "companion" / "second.py").write_text(SECOND, "utf-8")
    catalog = tmp_path / "words" / "fr" / "LC_MESSAGES" / "okko.po"
    catalog.parent.mkdir(parents=True)
    catalog.write_text(FRENCH, "utf-8")
    monkeypatch.setattr(module, "ROOT", tmp_path)
    monkeypatch.setattr(module, "FOLDER", tmp_path / "words")
    monkeypatch.setattr(module, "TRANSLATED", ("fr",))
    return module


def test_sentences_are_found_whoever_says_them(tool: ModuleType) -> None:
    found = {message.id for message in tool.sentences() if message.id}
    assert found == {"clear", "{who} retreats", "no such {thing}", "{who} cannot swim"}


def test_the_check_names_each_fault_and_changes_nothing(
    tool: ModuleType, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.argv", ["extract.py", "--check"])
    assert tool.main() == 1
    assert sorted(capsys.readouterr().out.splitlines()) == [
        "fr: missing: '{who} cannot swim'",
        "fr: other gaps than the English: '{who} retreats'",
        "fr: to be looked at: 'no such {thing}'",
        "fr: unused: 'gone'",
    ]
    assert (tool.FOLDER / "fr" / "LC_MESSAGES" / "okko.po").read_text("utf-8") == FRENCH


def test_renewing_keeps_translations_adds_and_drops(tool: ModuleType) -> None:
    tool.update(tool.sentences())
    catalog = tool.catalog_of("fr")
    said = {message.id: message.string for message in catalog if message.id}
    assert said == {
        "clear": "dégagé",
        "{who} retreats": "{qui} recule",
        "no such {thing}": "pas de {thing}",
        "{who} cannot swim": "",
    }


def test_a_finished_catalog_passes(tool: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tool.FOLDER / "fr" / "LC_MESSAGES" / "okko.po"
    text = (
        FRENCH.replace("#, fuzzy\n", "").replace("{qui}", "{who}").replace('msgid "gone"', 'msgid "{who} cannot swim"')
    )
    path.write_text(text.replace("parti", "{who} ne sait pas nager"), "utf-8")
    monkeypatch.setattr("sys.argv", ["extract.py", "--check"])
    assert tool.main() == 0
