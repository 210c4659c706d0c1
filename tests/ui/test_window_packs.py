"""The packs in the data folder are played with: in the box of bands, in a new game, at the table."""

from __future__ import annotations

from pathlib import Path

from pytestqt.qtbot import QtBot

from companion.app.loader import PACKS
from companion.app.program import Program
from companion.model.content.library import Library
from companion.model.content.workshop import Workshop
from companion.model.games.asagiri.state.record_kinds import KINDS
from companion.ui.games.asagiri.bands import Box
from companion.ui.kit.panels import Toast
from companion.ui.play.storage import GameSettings

from ..content.shop import hero
from .test_window_start import programs, start

__all__ = ["programs"]


def made_before(folder: Path) -> tuple[Workshop, str]:
    """A data folder in which somebody has made a pack."""
    shop = Workshop(folder / PACKS, KINDS, Library.shipped())
    pack = shop.create("My box")
    shop.save(pack, "character", hero(pack))
    shop.save(pack, "tile", {"id": f"{pack}:yard", "name": {"en": "Yard"}, "rows": ["......"] * 6})
    return shop, pack


def toasts(program: Program) -> list[str]:
    return [toast.accessibleName() for toast in program.window.findChildren(Toast) if toast.isVisible()]


def close_toasts(program: Program) -> None:
    for toast in program.window.findChildren(Toast):
        toast.close()


def test_the_cards_of_a_pack_are_in_the_box_and_on_the_table(
    qtbot: QtBot, tmp_path: Path, programs: list[Program]
) -> None:
    _, pack = made_before(tmp_path)
    program = start(tmp_path, programs)
    assert toasts(program) == []
    assert program.storage is not None and program.window.navigator is not None
    box = Box(program.storage.content)
    assert f"{pack}:hero" in [card.id for card in box.characters]
    assert f"{pack}:yard" in [tile.id for tile in box.tiles]
    members = [{"card": f"{pack}:hero"}, {"card": f"{pack}:hero"}]
    setup = {"bands": {"A": members, "B": members}, "tiles": [{"tile": f"{pack}:yard"}] * 4}
    program.window.navigator.screens("asagiri").begin(setup, GameSettings())
    host = program.window.navigator.table
    assert host is not None
    assert host.opened.session.header.packs == {pack: "1.0.0"}
    assert [str(character.name) for character in host.opened.session.state.table.characters] == ["Hero"] * 4


def test_a_pack_that_cannot_be_used_is_told_and_the_rest_plays(
    qtbot: QtBot, tmp_path: Path, programs: list[Program]
) -> None:
    shop, pack = made_before(tmp_path)
    (shop.root / pack / "characters" / "hero.json").write_text("{")
    (shop.root / "odd.zip").write_bytes(b"nothing")
    program = start(tmp_path, programs)
    (told,) = toasts(program)
    assert told.startswith("Parts of these packs cannot be used: My box, odd.")
    close_toasts(program)
    assert program.storage is not None and program.window.navigator is not None
    assert f"{pack}:yard" in [tile.id for tile in Box(program.storage.content).tiles]
    program.window.navigator.quick_start()
    assert program.window.navigator.table is not None


def test_a_pack_on_the_command_line_is_taken_in(qtbot: QtBot, tmp_path: Path, programs: list[Program]) -> None:
    shop, pack = made_before(tmp_path / "one")
    shop.export(pack, tmp_path / "mine.okko-pack")
    program = start(tmp_path / "two", programs, str(tmp_path / "mine.okko-pack"))
    close_toasts(program)
    assert program.storage is not None
    assert program.storage.content.find("character", f"{pack}:hero") == hero(pack)
    assert (tmp_path / "two" / PACKS / pack / "pack.json").is_file()
