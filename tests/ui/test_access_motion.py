"""Reduced motion: the system's wish or the person's. Sounds: few, switchable, never needed."""

from __future__ import annotations

import plistlib
import runpy
import wave
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.model.games.asagiri.rules import options as o
from companion.resources import resources_dir
from companion.ui.games.asagiri.table.screen import TableScreen
from companion.ui.kit import sound
from companion.ui.kit.theme import motion
from companion.ui.shell.settings_book import SettingsBook

from .test_cards_kit import game_of, hold, person, position
from .test_window_kit import FAST, window

UI = Path(sound.__file__).parents[1]
SCRIPT = Path(__file__).parents[2] / "packaging" / "sounds.py"


@pytest.mark.parametrize(
    ("file", "text", "still"),
    [
        ("gtk-3.0/settings.ini", "[Settings]\ngtk-enable-animations=0\n", True),
        ("gtk-4.0/settings.ini", "[Settings]\ngtk-enable-animations=false\n", True),
        ("gtk-4.0/settings.ini", "[Settings]\ngtk-enable-animations=1\n", False),
        ("kdeglobals", "[KDE]\nAnimationDurationFactor=0\n", True),
        ("kdeglobals", "[KDE]\nAnimationDurationFactor=1.5\n", False),
        ("gtk-3.0/settings.ini", "no ini at all \x00 [", False),
    ],
)
def test_the_wish_of_a_linux_desktop_is_heard(tmp_path: Path, file: str, text: str, still: bool) -> None:
    path = tmp_path / ".config" / file
    path.parent.mkdir(parents=True)
    path.write_text(text, "utf-8")
    assert motion.less_motion("linux", tmp_path) is still


def test_the_wish_of_a_mac_is_heard(tmp_path: Path) -> None:
    assert not motion.less_motion("darwin", tmp_path)
    path = tmp_path / "Library" / "Preferences" / "com.apple.universalaccess.plist"
    path.parent.mkdir(parents=True)
    path.write_bytes(plistlib.dumps({"reduceMotion": True}))
    assert motion.less_motion("darwin", tmp_path)
    path.write_bytes(b"nonsense")
    assert not motion.less_motion("darwin", tmp_path)


def test_the_systems_wish_holds_whatever_the_setting_is(qtbot: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(motion, "less_motion", lambda: True)
    with window(settings=msgspec.structs.replace(FAST, reduced_motion=False)) as w:
        assert motion.reduced()
        panel = hold(qtbot, SettingsBook(w.keeper))
        assert "asks for reduced motion" in panel.rows["reduced_motion"].held.text()


def test_everything_that_moves_asks_first_whether_it_may() -> None:
    """A module with an animation asks `motion`, or is moved by one that does."""
    games = UI / "games"
    moved = {UI / "kit/animator.py", games / "asagiri/dice/surface.py", games / "asagiri/cards/card.py"}
    # by the displays of boards, the tray, `animated`
    free = []
    for path in UI.rglob("*.py"):
        text = path.read_text("utf-8")
        name = path.relative_to(UI).as_posix()
        if ("QVariantAnimation(" in text or "QPropertyAnimation(" in text) and path not in moved:
            free += [name] if "motion.reduced()" not in text and "motion.duration(" not in text else []
    assert free == []
    for name in (
        "asagiri/board/display.py",
        "asagiri/dice/tray.py",
        "asagiri/cards/card.py",
        "chronicles/board/display.py",
    ):
        assert "motion.reduced()" in (games / name).read_text("utf-8"), name


def test_the_sounds_are_those_that_the_script_makes(tmp_path: Path) -> None:
    made = runpy.run_path(str(SCRIPT))["make"](tmp_path)
    assert {path.stem for path in made} == {"dice", "turn", "no"}
    for path in made:
        assert path.read_bytes() == (resources_dir() / "sounds" / path.name).read_bytes(), path.name
        with wave.open(str(path)) as file:
            assert file.getnframes() / file.getframerate() < 1.0
            frames = file.readframes(file.getnframes())
        loudest = max(abs(int.from_bytes(frames[n : n + 2], "little", signed=True)) for n in range(0, len(frames), 2))
        assert 1_000 < loudest < 20_000, "soft"


def test_sounds_are_on_and_where_there_is_no_player_the_switch_says_so(
    qtbot: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sound, "player", lambda: None)
    with window() as w:
        assert w.keeper.settings.sounds
        panel = hold(qtbot, SettingsBook(w.keeper))
        row = panel.rows["sounds"]
        assert not row.control.isEnabled()
        assert not row.held.isHidden()
        assert "paplay" in row.held.text()


def test_a_table_sounds_when_it_is_wished_and_only_then(qtbot: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[str] = []
    monkeypatch.setattr(sound, "player", lambda: lambda path: played.append(path.stem))
    a = [person("a1", "okko", [3, 3], "S")]
    screen = hold(qtbot, TableScreen(game_of(position(a, [person("b1", "oni-warau", [3, 5], "N")]))))
    sound.set_on(False)
    try:
        screen.game.choose(o.EndActivations())
        assert played == []
        sound.set_on(True)
        for _ in range(6):
            if played:
                break
            screen.game.roll() if screen.game.to_roll() is not None else screen.step()
        screen.game.choose(o.Retreat(0) if hasattr(o, "Retreat") else o.TestWillpower())
    finally:
        sound.set_on(False)
    assert "turn" in played
    assert played[-1] == "no"
