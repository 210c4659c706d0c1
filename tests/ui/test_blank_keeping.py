"""Games of more than two seats in storage: who plays, and what a stranger's file may say of it."""

from __future__ import annotations

from typing import Any

import pytest

from companion.ui.play.storage import GameSettings

from .test_window_kit import begun, new_shelf

THREE = GameSettings(("Ann", "Bea", "Cleo"), ("person", "greedy", "person"), bands=("", "", ""))


def test_a_game_of_three_seats_knows_its_players_when_it_is_opened_again() -> None:
    storage = new_shelf()
    id = storage.begin({"rounds": 2}, THREE, "Three", "blank").entry.id
    again = storage.open(id)
    assert (again.session.header.system, again.settings.names, again.settings.players) == (
        "blank",
        THREE.names,
        THREE.players,
    )


@pytest.mark.parametrize("names", [["Ann"], ["Ann", "Bea", "Cleo"], ["Ann", 3]])
def test_a_summary_with_other_players_than_the_game_seats_is_not_believed(names: list[Any]) -> None:
    storage = new_shelf()
    id = begun(storage)
    storage.repository.summarise(id, {"names": names, "players": ["person"] * len(names), "bands": [""] * len(names)})
    assert storage.open(id).settings.names == ("", "")
