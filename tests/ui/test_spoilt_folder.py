"""Whatever is in the data folder, however it is called, whatever the machine lacks: the window opens and is calm."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from companion.app.loader import FILE
from companion.app.program import Program
from companion.model.content.library import Library
from companion.model.core.session import Session
from companion.model.games import SYSTEMS
from companion.model.store.backups import Backups
from companion.model.store.repository import Repository
from companion.ui.kit import sound
from tests.budget import tries
from tests.content.shop import hero, workshop

from .test_window_kit import until
from .test_window_start import programs, start, told  # noqa: F401  # `programs` is a fixture

ROOT = Path(__file__).parents[2]
TRIES = tries(2)


def furnish(folder: Path) -> None:
    """Everything that a program keeps: games of two kinds, settings, a band, copies, packs, an old report."""
    folder.mkdir(parents=True, exist_ok=True)
    games = Repository(folder / FILE)
    for system, setup in (("asagiri", {"quick": True}), ("blank", {})):
        session = Session.new(SYSTEMS[system], setup, Library.shipped(), 3)
        games.create(session, f"A game of {system}", {"names": ["Anna", "Bea"]}, ("Anna", "Bea"))
    games.bands.save("Mine", "asagiri", {"budget": 12, "members": []})
    games.set_settings({"window.theme": "night", "window.first_name": "Anna", "window.geometry": "AAAA"})
    games.close()
    Backups(folder / FILE).make()
    shop = workshop(folder)
    name = shop.create("Mine")
    shop.save(name, "character", hero(name))
    shop.export(name, folder / "packs" / "given.okko-pack")
    (folder / "reports").mkdir()
    (folder / "reports" / "report-20260101-000000-1.txt").write_text("an old report")


def spoilt(folder: Path, rng: Random) -> str:
    """Change bytes of a file, or cut it short; which."""
    path = rng.choice(sorted(path for path in folder.rglob("*") if path.is_file()))
    data = bytearray(path.read_bytes())
    for _ in range(rng.choice([1, 1, 4, 60])):
        if data:
            data[rng.randrange(len(data))] = rng.randrange(256)
    if rng.random() < 0.2:
        del data[rng.randrange(len(data) + 1) :]
    path.write_bytes(data)
    return path.relative_to(folder).as_posix()


def looked_through(program: Program) -> None:
    """See everything that is kept."""
    window = program.window
    assert window.navigator is not None and window.book is not None
    window.navigator.show_library()
    window.navigator.go_home()
    for id in ("settings", "workshop"):
        window.book[id].trigger()
        QApplication.processEvents()
        assert not window.grab().isNull()
    window.navigator.go_home()
    window.navigator.go_on()
    QApplication.processEvents()
    window.navigator.quick_start()
    assert window.navigator.table is not None
    window.navigator.go_home()
    program.loader.wait()


def test_whatever_bytes_of_a_kept_file_are_others_the_window_opens(
    qtbot: QtBot,
    tmp_path: Path,
    programs: list[Program],  # noqa: F811
    capsys: pytest.CaptureFixture[str],
    tried: Callable[..., None],
) -> None:
    rng = Random(4)
    furnish(tmp_path / "sound")
    for n in range(TRIES):
        folder = tmp_path / f"{n}"
        shutil.copytree(tmp_path / "sound", folder)
        which = spoilt(folder, rng)
        program = start(folder, programs)
        looked_through(program)
        program.window.close()
        program.close()
        program.window.deleteLater()
        program.keeper.deleteLater()
        programs.remove(program)
        QApplication.processEvents()
        assert "Traceback" not in capsys.readouterr().err, which
        assert not [path for path in folder.glob("reports/*") if "20260101" not in path.name], which
        shutil.rmtree(folder)
    tried(TRIES)


@pytest.mark.parametrize("name", [b"caf\xe9", b"\xed\xa0\x80", b"%00 #?mode=memory", b"<b>bold</b>"])
def test_a_folder_of_any_name_keeps_what_is_played(
    qtbot: QtBot,
    tmp_path: Path,
    programs: list[Program],  # noqa: F811
    name: bytes,
) -> None:
    folder = tmp_path / os.fsdecode(name)
    program = start(folder, programs)
    assert program.window.notice is None
    looked_through(program)
    assert program.storage is not None
    assert len(program.storage.games()) == 1
    assert (folder / FILE).is_file()


def test_where_nothing_can_be_kept_the_folder_is_named_whatever_its_name(
    qtbot: QtBot,
    tmp_path: Path,
    programs: list[Program],  # noqa: F811
) -> None:
    (tmp_path / os.fsdecode(b"caf\xe9")).write_text("a file where a folder should be")
    program = start(tmp_path / os.fsdecode(b"caf\xe9"), programs)
    assert "nothing will be saved" in told(program)
    assert not program.window.grab().isNull()


def test_without_any_font_the_window_opens(tmp_path: Path) -> None:
    (tmp_path / "fonts.conf").write_text('<?xml version="1.0"?><fontconfig></fontconfig>')
    program = (
        "import sys, pathlib\n"
        "from PySide6.QtCore import QTimer\n"
        "from companion.ui.kit.theme import fonts\n"
        "fonts.load_fonts = lambda: ()\n"
        "from companion.app import program as app\n"
        "loaded = app.Program._loaded\n"
        "def then(self):\n"
        "    loaded(self)\n"
        "    self.window.navigator.quick_start()\n"
        "    assert not self.window.grab().isNull()\n"
        "    QTimer.singleShot(0, self.window.close)\n"
        "app.Program._loaded = then\n"
        f"sys.exit(app.run(pathlib.Path({str(tmp_path / 'data')!r}), 'fr'))\n"
    )
    environment = {"QT_QPA_PLATFORM": "offscreen", "FONTCONFIG_FILE": str(tmp_path / "fonts.conf")}
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT, check=False,
                          env={**os.environ, **environment}, timeout=120)  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr


def test_without_a_sound_device_nothing_is_played_and_nothing_is_said(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A player that finds no device ends with an error: nobody waits for it, and nothing of it is seen."""
    for name, _ in sound.PLAYERS:
        (tmp_path / name).write_text(f"#!/bin/sh\ntouch {tmp_path}/asked\nexit 1\n")
        (tmp_path / name).chmod(0o755)
    sound.set_on(True)
    try:
        monkeypatch.setenv("PATH", "")
        assert not sound.play("dice")
        monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
        assert sound.play("dice")
        until((tmp_path / "asked").exists)
    finally:
        sound.set_on(False)
