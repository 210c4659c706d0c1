"""The report of a game of Saké & Samouraï: the evening told, and what it keeps to itself."""

from __future__ import annotations

import re
from pathlib import Path

from companion.model.core.contract import Json
from companion.model.core.words import Words
from companion.model.games.sake.statistics.report import COLUMNS, Report, killings, luck_words, markdown, report

from .tables import position
from .test_sake_statistics import BARE, played, whole_game

EN = Words("en")
TRANSLATIONS = Path(__file__).parents[2] / "resources" / "translations"


def told(seats: dict[str, Json], lines: dict[str, Json] | None, *ids: str, **fields: Json) -> Report:
    return report(played(position(seats, lines, **fields), *ids))


def story(found: Report) -> str:
    """All sentences of the course of a game."""
    return " ".join(EN(words) for turn in found.turns for moment in turn.moments for words in moment.words)


def test_a_kill_is_one_sentence_with_weapon_and_names() -> None:
    found = told(BARE, {"AB": 1}, "attack:ramen-2:B:katana-1")
    assert story(found) == "A kills B with Katana, and B rises as a Spirit of Enma."
    assert [EN(line) for line in killings(found)] == ["Turn 1: A kills B with Katana."]


def test_blows_that_kill_nobody_say_what_they_did() -> None:
    seats = {**BARE, "C": {"life": 4, "hand": ["stench-1"]}}
    found = told(seats, {"CA": 1}, "attack:ramen-2:C:katana-1", "C defend:stench-1")
    assert story(found) == "A attacks C with Katana, 5 against 2: 3 wounds."
    seats = {**BARE, "B": {"life": 3, "hand": ["double_vision-1"]}}
    found = told(seats, {"AB": 1}, "attack:ramen-2:B:katana-1", "B interrupt:double_vision-1")
    assert story(found) == "A attacks B with Katana, but B plays Double vision."
    found = told(BARE, {"AB": 3}, "event:ramen-2:B")
    assert "A kills B with Scalding ramen" in story(found)


def test_a_disciple_thrown_away_takes_the_blow() -> None:
    seats = {**BARE, "B": {"life": 1, "hand": ["disciple-1"]}}
    found = told(seats, {"AB": 1}, "attack:ramen-2:B:katana-1", "B sacrifice:disciple-1")
    assert story(found) == "A attacks B with Katana; a Disciple takes the blow."


def test_a_move_that_is_stopped_says_by_whom() -> None:
    seats = {"A": {"hand": ["ramen-1"]}, "B": {"hand": ["stagger-1"]}, "C": {}}
    found = told(seats, None, "move:ramen-1:left:1", "C pass", "B interrupt:stagger-1")
    assert story(found) == "B makes A stagger."


def test_drinking_stealing_and_the_fatal_round_are_told() -> None:
    seats = {"A": {"hand": ["ramen-1"]}, "B": {"is": "spirit"}, "C": {}}
    ids = ("drink:ramen-1", "place:life", "place:sheet", "end_phase", "hold:nothing", "steal")
    found = told(seats, None, *ids, pile=["armour-1", "stench-1", "rice-1"])
    assert "A drinks 2 sake (6 left in the Masu)." in story(found)
    assert "B steals a sake from the Masu." in story(found)
    headings = [(turn.turn, turn.seat, turn.spirit) for turn in found.turns]
    assert headings == [(1, 0, False), (2, 1, True)]
    found = told({"A": {"hand": ["ramen-1"]}, "B": {}, "C": {}}, None, "drink:ramen-1", "place:life", masu=1)
    assert "the Fatal Round begins with A" in story(found)


def test_notes_bookmarks_and_broken_rules_are_told() -> None:
    session = played(position(BARE, {"AB": 1}), "attack:ramen-2:B:katana-1")
    session.annotate(0, note="Oh no!", bookmark=True)
    text = markdown(report(session), EN, "Evening")
    assert "⚑ A kills B" in text
    assert "> Oh no!" in text


def test_before_the_end_no_card_that_somebody_drew_is_weighed_or_named() -> None:
    found = told({"A": {}, "B": {}, "C": {}}, None, "end_phase", "hold:nothing", pile=["roar-1", "pipe-1"])
    assert luck_words(found) == ()
    text = markdown(found, EN, "Evening")
    assert "The game is not over." in text
    assert not re.search("Roar|Pipe|draws", text)


def test_a_whole_game_as_markdown_in_three_languages() -> None:
    session = whole_game(1)
    found = report(session)
    for language in ("fr", "it", "en"):
        words = Words(language, TRANSLATIONS)
        text = markdown(found, words, "Evening *", "23 November 2026")
        assert text.startswith("# Evening \\*\n\n23 November 2026\n")
        rows = [line for line in text.splitlines() if line.startswith("| ")]
        assert {line.count("|") for line in rows} == {len(COLUMNS) + 1}
        assert len(rows) == 2 + len(session.state.seats)
    kills = sum(death.blow is not None for death in found.found.deaths)
    assert text.count(" kills ") == 2 * kills  # in the list, and in the story
    turns = [turn.turn for turn in found.turns]
    assert turns == sorted(turns)


def test_a_game_that_has_not_begun_has_nothing_to_tell() -> None:
    text = markdown(told({"A": {}, "B": {}, "C": {}}, None), EN, "Evening")
    assert "Nothing has happened yet." in text
    assert "Nobody has died." in text
