"""Sentences about numbers, and parts that begin a sentence."""

from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from companion.model.core.words import Capital, Words, plural, say


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    catalog = Catalog(locale="fr")
    catalog.add(("{count} square", "{count} squares"), ("{count} case", "{count} cases"))
    catalog.add("the opponent", "l’adversaire")
    target = tmp_path / "fr" / "LC_MESSAGES" / "okko.mo"
    target.parent.mkdir(parents=True)
    with target.open("wb") as mo:
        write_mo(mo, catalog)
    return tmp_path


@pytest.mark.parametrize(("count", "english", "french"), [
    (0, "0 squares", "0 case"), (1, "1 square", "1 case"), (2, "2 squares", "2 cases"),
])  # fmt: skip
def test_each_language_counts_its_way(folder: Path, count: int, english: str, french: str) -> None:
    squares = plural("{count} square", "{count} squares", count)
    assert Words()(squares) == english
    assert Words("fr", folder)(squares) == french
    assert Words("it", folder)(squares) == english


def test_a_part_begins_the_sentence(folder: Path) -> None:
    sentence = say("{said}.", said=Capital(say("the opponent")))
    assert Words()(sentence) == "The opponent."
    assert Words("fr", folder)(sentence) == "L’adversaire."
    assert Words()(say("{said}.", said=Capital(say("+1")))) == "+1."
