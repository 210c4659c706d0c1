"""What any game keeps of its games: nonsense is nothing, names go to seats, and feats are more than nothing."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
import pytest

from companion.model.core.personal import Feat, Remembered
from companion.model.core.record import NoContent
from companion.model.core.session import Session
from companion.model.core.summaries import KeptGame, Summaries, by_games
from companion.model.core.words import say

from .counter import Counter


class Short(msgspec.Struct, frozen=True, array_like=True):
    total: int
    exchanged: bool = False


def remember(found: Short, player: int) -> Remembered:
    feats = Feat("total", say("Total"), found.total), Feat("player", say("Player"), player)
    return Remembered(player == 1, feats=feats)


def many(games: Iterable[KeptGame[Short]]) -> list[tuple[int, int, tuple[str, ...]]]:
    return [(one.game, one.short.total, one.names) for one in games]


def summaries(system: str = "counter", **more: Any) -> Summaries[Short, list[tuple[int, int, tuple[str, ...]]]]:
    return Summaries(system, 1, Short, lambda session: Short(session.state.total),
                     lambda found: (1, 0) if found.exchanged else (0, 1), remember, many, **more)  # fmt: skip


SETTINGS = '{"names": ["Anna", "Ben"], "bands": ["Cranes", "Crows"], "mode": "enforce"}'


def test_a_game_is_kept_as_json_and_one_of_another_system_is_not() -> None:
    session = Session.new(Counter(), {"goal": 3}, NoContent(), 1)
    text = summaries(Counter.facts.id).text(session)
    assert text == "[0,false]"
    assert summaries().read(text) == Short(0)
    assert summaries("another").text(session) is None


@pytest.mark.parametrize("text", ["", "null", "{}", "[]", '["x"]', '{"total": 0}'])
def test_what_makes_no_sense_is_no_game(text: str) -> None:
    kept = summaries()
    assert kept.read(text) is kept.seated(text) is kept.remembered(text, 0) is kept.row(1, "x", None, text) is None
    assert kept.sum_up([(1, "x", None, text), (2, "y", None, "[4]")]) == [(2, 4, ("", ""))]


def test_names_go_to_the_seats_that_players_had_in_the_end() -> None:
    def names(text: str, settings: str | None = SETTINGS, **more: Any) -> tuple[str, ...]:
        found = summaries(**more).row(1, "x", settings, text)
        assert found is not None
        return found.names

    assert summaries().seated("[4]") == (0, 1) and names("[4]") == ("Anna", "Ben")
    assert summaries().seated("[4,true]") == (1, 0) and names("[4,true]") == ("Ben", "Anna")
    assert names("[4,true]", named="bands") == ("Crows", "Cranes")
    assert names("[4]", '{"names": ["Anna"]}') == ("Anna", "")
    assert names("[4]", '{"names": ["Anna", "Ben", "Carl"]}') == ("Anna", "Ben")
    for broken in (None, "null", "[]", "{", '{"names": 3}'):
        assert names("[4]", broken) == ("", "")


def test_a_player_remembers_what_is_more_than_nothing() -> None:
    assert summaries().remembered("[4]", 0) == Remembered(False, feats=(Feat("total", say("Total"), 4),))
    assert summaries().remembered("[0]", 1) == Remembered(True, feats=(Feat("player", say("Player"), 1),))
    assert summaries().remembered("[4]", 2) is summaries().remembered("[4]", -1) is None


def test_those_with_most_games_come_first() -> None:
    class Played(msgspec.Struct):
        games: int

    assert [name for name, _ in by_games({"b": Played(1), "c": Played(2), "a": Played(1)})] == ["c", "a", "b"]
