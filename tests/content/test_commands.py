"""Packs on the command line: checked, and brought to the engine, to simulations and to perft."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from companion.cli import main
from companion.model.content.library import Library
from companion.model.games.asagiri import SYSTEM

from .broken import pack
from .hostile import PARTS, zipped
from .shop import hero, workshop

Captured = pytest.CaptureFixture[str]
HALL = {"id": "tiny:hall", "name": {"en": "Hall", "fr": "Salle"}, "rows": ["....."] * 5}
BOARD = {"id": "tiny:wide", "name": {"en": "Wide", "fr": "Large"}, "tiles": [{"tile": "tiny:hall"}] * 4}
TRIO = {"id": "tiny:trio", "name": {"en": "Trio", "fr": "Trio"}, "budget": 8,
        "members": [{"card": "tiny:fiend"}, {"card": "tiny:fiend"}]}  # fmt: skip


@pytest.fixture
def tiny(tmp_path: Path) -> Path:
    """A pack with two bands and a board to play on."""
    folder = pack(tmp_path / "tiny", "tiles/hall.json", value=HALL)
    (folder / "boards" / "wide.json").write_text(json.dumps(BOARD))
    (folder / "bands" / "trio.json").write_text(json.dumps(TRIO))
    return folder


def test_check_is_silent_about_a_sound_pack(tiny: Path, capsys: Captured) -> None:
    assert main(["check", str(tiny), str(zipped(tiny.parent, PARTS)), "data/house"]) == 1, "two packs of one name"
    assert main(["check", str(tiny), "data/house"]) == 0
    assert "already" in capsys.readouterr().out


def test_check_tells_each_problem_in_a_line(tmp_path: Path, capsys: Captured) -> None:
    bad = pack(tmp_path / "bad", "characters/hero.json", "/zeni", "five")
    (bad / "characters" / "Hero.json").write_text("{")
    assert main(["check", str(bad)]) == 1
    assert capsys.readouterr().out.splitlines() == [
        f"{bad}/characters/Hero.json: : File names may only use lower-case letters, digits and hyphens.",
        f"{bad}/characters/hero.json: /zeni: A whole number is needed here.",
    ]
    assert main(["check", str(bad / "characters" / "hero.json")]) == 1
    assert capsys.readouterr().out == f"{bad}/characters/hero.json: /zeni: A whole number is needed here.\n"


def test_check_speaks_other_languages(tmp_path: Path, capsys: Captured) -> None:
    bad = pack(tmp_path / "bad", "characters/hero.json", "/zeni", "five")
    assert main(["--language", "fr", "check", str(bad)]) == 1
    assert "nombre entier" in capsys.readouterr().out


def test_packs_given_together_may_need_each_other_in_any_order(tmp_path: Path, tiny: Path, capsys: Captured) -> None:
    mine = tmp_path / "mine"
    shop = workshop(tmp_path / "data")
    shop.install(tiny)
    own = shop.create("Mine")
    band = {"id": f"{own}:b", "name": {"en": "B"}, "budget": 9, "members": [{"card": "tiny:hero"}]}
    shop.save(own, "band", band)
    (shop.root / own).rename(mine)
    assert main(["check", str(mine)]) == 1
    assert "tiny is missing" in capsys.readouterr().out
    assert main(["check", str(mine), str(tiny)]) == 0
    assert main(["check", str(tmp_path / "data" / "packs"), str(mine)]) == 0
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("broken", ["bad", "none"])
@pytest.mark.parametrize("command", [["engine"], ["simulate"], ["perft", "-"]])
def test_a_pack_that_cannot_be_used_is_refused(
    tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch, command: list[str], broken: str
) -> None:
    pack(tmp_path / "bad", "characters/hero.json", "/zeni", "five")
    monkeypatch.setattr(sys, "stdin", io.StringIO('{"system": "asagiri"}'))
    assert main([*command, "--pack", str(tmp_path / broken)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"{tmp_path / broken}/")
    assert len(err.splitlines()) == 1


def test_the_engine_plays_with_packs(tiny: Path, monkeypatch: pytest.MonkeyPatch, capsysbinary: Any) -> None:
    setup = {
        "budget": 8,
        "bands": {"A": [{"card": "tiny:hero"}], "B": [{"card": "house:okko"}]},
        "tiles": BOARD["tiles"],
    }
    ask = {"jsonrpc": "2.0", "id": 1, "method": "game.new", "params": {"system": "asagiri", "setup": setup, "seed": 1}}
    for arguments, known in ((["engine", "--pack", str(tiny)], True), (["engine"], False)):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(json.dumps(ask).encode() + b"\n")))
        assert main(arguments) == 0
        answer = json.loads(capsysbinary.readouterr().out)
        assert ("result" in answer) == known, answer


def test_simulations_are_played_with_packs(tiny: Path, capsys: Captured) -> None:
    bands = ["--bands", "tiny:duo", "tiny:trio", "--board", "tiny:wide"]
    few = ["--games", "2", "--a", "random", "--b", "random", "--json"]
    assert main(["simulate", *bands, *few]) == 2
    assert "tiny:duo" in capsys.readouterr().err
    for jobs in ("1", "2"):
        assert main(["simulate", *bands, *few, "--jobs", jobs, "--pack", str(tiny)]) == 0
        assert json.loads(capsys.readouterr().out)["games"] == 2


def test_positions_of_packs_are_counted(tiny: Path, tmp_path: Path, capsys: Captured) -> None:
    library = Library.shipped().with_packs(tiny)
    bands = {"A": [{"card": "tiny:hero", "equipment": "tiny:spear"}], "B": [{"card": "tiny:fiend"}]}
    setup = {"budget": 8, "bands": bands, "tiles": BOARD["tiles"]}
    path = tmp_path / "position.json"
    path.write_text(json.dumps(SYSTEM.encode(SYSTEM.new(setup, library))))
    assert main(["perft", str(path), "--depth", "1"]) == 2, "the spear is named, not written out"
    capsys.readouterr()
    assert main(["perft", str(path), "--depth", "1", "--pack", str(tiny)]) == 0
    assert int(capsys.readouterr().out) > 1


def test_the_schemas_describe_what_the_workshop_writes(tmp_path: Path) -> None:
    """An editor that knows only `data/schema` finds nothing wrong either."""
    import jsonschema

    shop = workshop(tmp_path)
    own = shop.create("Mine")
    shop.save(own, "character", hero(own, picture="hero.png"))
    schemas = Path("data/schema")
    for name, file in (("pack", "pack.json"), ("character", "characters/hero.json")):
        schema = json.loads((schemas / f"{name}.json").read_text())
        record = json.loads((shop.root / own / file).read_text())
        jsonschema.validate(record, schema)
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate({**record, "name": 3}, schema)
