"""The ledger of rules: as the sources are, with a test and a place on a page for every rule."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

from companion.model.help.check import check_help
from companion.model.help.library import HelpLibrary
from companion.resources import resources_dir

ROOT = Path(__file__).parents[2]
SCRIPT = runpy.run_path(str(ROOT / "packaging" / "rules_ledger.py"), run_name="ledger")
HELP = resources_dir() / "help"


def test_the_ledger_is_as_the_sources_are() -> None:
    assert SCRIPT["main"](["--check"]) == 0, "run packaging/rules_ledger.py"


@pytest.mark.parametrize("game", SCRIPT["GAMES"])
def test_each_rule_has_a_test_and_something_is_done_about_it(game: str) -> None:
    rules = SCRIPT["ledger"](game)
    assert len(rules) > 50
    assert [id for id, (_, _, tests) in rules.items() if not tests] == []
    assert {done for done, _, _ in rules.values()} <= {"enforced", "reminded"}


def test_each_rule_that_a_refusal_names_stands_on_a_page() -> None:
    rules = {game: frozenset(SCRIPT["refused"](game)) for game in SCRIPT["GAMES"]}
    assert all(len(ids) > 20 for ids in rules.values())
    assert [str(fault) for fault in check_help(HELP, rules)] == []


def test_the_help_marks_its_rules_by_the_ledger() -> None:
    library = HelpLibrary([HELP])
    assert library.enforcement("CBT-1", "asagiri") == "enforced"
    assert library.enforcement("CBT-4", "asagiri") == "reminded"
    assert library.enforcement("CBT-1", "sake") is None, "another game's rule"
    assert library.enforcement("XYZ-1", "asagiri") is None
    assert library.enforcement("CBT-1", "nowhere") is None


def test_ids_are_found_in_texts_and_names_of_tests() -> None:
    assert SCRIPT["ids_in"]("see CAM-1 to CAM-3 and ADV-14.") == {"CAM-1", "CAM-2", "CAM-3", "ADV-14"}
    assert SCRIPT["NAMED"].findall("test_adv_9_before_dice_TRN_2") == [("adv", "9"), ("TRN", "2")]
