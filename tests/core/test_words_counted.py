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
    catalog.add("{who}'s move from {at}", "Le coup de {who}, parti de {at}")
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


def test_french_drops_a_vowel_before_that_of_a_name(folder: Path) -> None:
    """The window said "l’activation de Okko"; squares and seats are read letter by letter and keep it."""
    said = [
        Words("fr", folder)(say("{who}'s move from {at}", who=who, at=at))
        for who, at in (("Okko", "A1"), ("Écho", "E6"), ("Tikku", "C4"), ("A", "Iwa"), ("", ""))
    ]
    assert said == [
        "Le coup d’Okko, parti de A1", "Le coup d’Écho, parti de E6", "Le coup de Tikku, parti de C4",
        "Le coup de A, parti d’Iwa", "Le coup de , parti de ",
    ]  # fmt: skip
