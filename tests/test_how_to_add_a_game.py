"""The game that `docs/how-to-add-a-game.md` is about, taken from the page, fulfils the contract and is played."""

from __future__ import annotations

import importlib
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from companion.model.core.contract import Json, Over
from companion.model.games import SYSTEMS
from companion.ui.games import GAMES
from tests.contract import samples, test_chance, test_choices, test_codecs, test_edits, test_sessions, test_words
from tests.ui.test_window_kit import click, new_shelf, until, window

PAGE = Path(__file__).parents[1] / "docs" / "how-to-add-a-game.md"
BLOCK = re.compile(r"```python\n# (\S+)\n(.*?)```", re.DOTALL)
ASKED = [
    (module.__name__.rpartition(".")[2], name)
    for module in (test_choices, test_chance, test_codecs, test_edits, test_sessions, test_words)
    for name, found in vars(module).items()
    if name.startswith("test_") and hasattr(found, "hypothesis")
]
"""Every property that the contract suite asks of random games of each registered game."""


@pytest.fixture
def stones(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The package of the page, installed beside the program."""
    for name, code in BLOCK.findall(PAGE.read_text("utf-8")):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(code, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(SYSTEMS, "_installed", {"stones": lambda: importlib.import_module("okko_stones").SYSTEM})
    monkeypatch.setattr(GAMES, "_installed", {"stones": lambda: importlib.import_module("okko_stones.window").GAME_UI})
    made = SYSTEMS["stones"]
    sample = samples.Sample(
        id="stones",
        setups=({}, {"players": 4, "heap": 7}),
        starts={str(players): samples.from_setup("stones", {"players": players}) for players in (2, 3, 4)},
        corrections=_correction,
        steps=30,
        weights={},
        reached=frozenset({"take", "Taken"}),
    )
    monkeypatch.setitem(samples.SAMPLES, "stones", sample)
    monkeypatch.setitem(samples.SYSTEMS, "stones", made)
    yield made
    SYSTEMS._found.pop("stones", None)
    GAMES._found.pop("stones", None)
    for name in [name for name in sys.modules if name.startswith("okko_stones")]:
        del sys.modules[name]


def _correction(position: Json, rng: Random) -> Json:
    return {"kind": "set_heap", "heap": rng.randint(-1, 100)}


@pytest.mark.parametrize(("module", "name"), ASKED, ids=[name for _, name in ASKED])
def test_the_game_of_the_page_fulfils_the_contract(stones: Any, module: str, name: str) -> None:
    asked = getattr(sys.modules[f"tests.contract.{module}"], name).hypothesis.inner_test
    for seed in range(6):
        asked("stones", seed)


def test_the_game_of_the_page_is_played_in_the_window(stones: Any, qtbot: QtBot) -> None:
    storage = new_shelf()
    with window(storage) as w:
        assert w.navigator is not None
        click(w.home.panels["stones"])
        click(w.home.doors["stones"])
        table: Any = w.navigator.table
        game = table.game
        game.animated = False
        for _ in range(15):
            until(lambda: game.options or isinstance(game.pending, Over))
            if isinstance(game.pending, Over):
                break
            assert table.screen.options.rows.lines[0].title == "Take 1 stone"
            table.screen.options.chosen.emit("take:1")
        assert isinstance(game.pending, Over) and game.state.heap == 0
        id, steps = table.opened.entry.id, game.session.present
        assert game.undo() and game.state.heap > 0 and game.redo()
        table.left.emit()
        w.navigator.open_game(id)
        again: Any = w.navigator.table
        assert again.game.session.present == steps and again.game.state.heap == 0
    storage.close()
