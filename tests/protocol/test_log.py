"""Back and forth, saved and replayed."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from companion.model.core.contract import Json

from .client import QUICK, Client
from .codes import BAD_PARAMS, INVALID, NOT_WHOLE

# game.undo, game.redo


def test_undo_and_redo_count_choices_and_rolls(table: Client) -> None:
    views = [table.ask("game.view")]
    for _ in range(6):
        last = table.walk(1, pick=2)
        views.append({"state": last["state"], "pending": last["pending"]})
    assert table.ask("game.undo") == views[5]
    assert table.ask("game.undo", steps=4) == views[1]
    assert table.ask("game.redo", steps=3) == views[4]
    assert table.ask("game.redo") == views[5]
    assert table.refused("game.redo", steps=2).code == BAD_PARAMS
    assert table.refused("game.undo", steps=6).code == BAD_PARAMS
    assert table.ask("game.view") == views[5]
    assert table.ask("game.undo", steps=5) == views[0]
    assert table.refused("game.undo").code == BAD_PARAMS


def test_undo_never_rolls_again_and_a_new_choice_forgets_redo(table: Client) -> None:
    rolled = table.ask("game.roll")["events"]
    table.ask("game.undo")
    assert table.ask("game.roll")["events"] == rolled
    assert table.refused("game.redo").code == BAD_PARAMS
    table.ask("game.undo")
    assert table.ask("game.roll", outcome=[6, 1]) != rolled
    assert table.refused("game.redo").code == BAD_PARAMS


@pytest.mark.parametrize("steps", [*NOT_WHOLE, 0, -1, 2.0])
@pytest.mark.parametrize("method", ["game.undo", "game.redo"])
def test_steps_are_a_whole_number_from_one(table: Client, method: str, steps: Json) -> None:
    table.walk(5)
    table.ask("game.undo", steps=2)
    before = table.ask("game.view")
    assert table.refused(method, steps=steps).code == BAD_PARAMS
    assert table.ask("game.view") == before
    assert table.ask("game.redo", steps=2)


# game.replay


@pytest.mark.parametrize(("system", "setup"), [("asagiri", QUICK), ("blank", {}), ("blank", {"rounds": 1})])
def test_a_record_replays_to_its_last_position(client: Client, system: str, setup: Json) -> None:
    client.new(system, setup)
    client.walk(60, pick=7)
    saved, view = client.ask("game.save"), client.ask("game.view")
    fresh = Client()
    assert fresh.ask("game.replay", record=saved["record"]) == view
    assert fresh.ask("game.save") == saved


def test_a_step_that_does_not_fit_is_named(table: Client) -> None:
    table.walk(12, pick=1)
    before = table.game()
    record = copy.deepcopy(before["record"])
    record["steps"][7]["intent"] = {"kind": "chosen", "option": "attack:b1"}
    refused = table.refused("game.replay", record=record)
    assert (refused.code, refused.data) == (INVALID, {"path": "record.steps[7]"})
    assert table.game() == before


@pytest.mark.parametrize(
    ("change", "path"),
    [
        (lambda r: None, "record"),
        (lambda r: [r], "record"),
        (lambda r: r | {"system": "okko"}, "record.system"),
        (lambda r: r | {"system": "blank"}, "record.setup"),
        (lambda r: r | {"seed": 1.0}, "record.seed"),
        (lambda r: r | {"seed": True}, "record.seed"),
        (lambda r: r | {"format": "okko-record/9"}, "record.format"),
        (lambda r: r | {"extra": 1}, "record.extra"),
        (lambda r: r | {"setup": {"quick": 2}}, "record.setup.quick"),
    ],
)
def test_a_record_that_is_none(table: Client, change: Any, path: str) -> None:
    before = table.game()
    refused = table.refused("game.replay", record=change(copy.deepcopy(before["record"])))
    assert refused.code == INVALID
    assert refused.data["path"].startswith(path)
    assert table.game() == before
