"""Report a problem: shown before it is written, part by part, without names, and a fault leads there."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

import msgspec
import pytest
from pytestqt.qtbot import QtBot

from companion.model.core.problem_report import faults_file, game_file, settings_file
from companion.ui.kit.panels import Toast
from companion.ui.kit.settings import Settings
from companion.ui.shell import problem_page
from companion.ui.shell.problem_page import ProblemSheet
from companion.ui.shell.window import MainWindow

from . import sake_kit
from .test_window_kit import FAST, begun, click, new_shelf, window


def sheet(w: MainWindow) -> Any:
    assert w.sheets is not None
    w.sheets.toggle("problem")
    found = w.sheets.made["problem"].content
    assert isinstance(found, ProblemSheet)
    return found


def test_what_is_shown_is_what_is_written(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shelf = new_shelf()
    id = begun(shelf, "Anna against Marco", steps=12, names=("Anna", "Marco"))
    secret = "postgresql://anna:geheim@club.example/okko"
    settings = msgspec.structs.replace(FAST, first_name="Anna", second_name="Marco", database=secret)
    target = tmp_path / "report.zip"
    monkeypatch.setattr(problem_page, "ask_where_to_save", lambda *_: target)
    with window(shelf, settings) as w:
        assert w.navigator is not None and w.sheets is not None
        w.navigator.open_game(id)
        assert w.navigator.table is not None
        w.navigator.table.game.paused = True
        fault = tmp_path / "report-1.txt"
        fault.write_text(f"ValueError in {Path.home()}/games", "utf-8")
        w.sheets.faults.append(fault)
        panel = sheet(w)
        panel.words.setPlainText("It said no.")
        shown = {}
        for part, look in panel.looks.items():
            click(look)
            shown[panel.files[part].name] = panel.reader.text.toPlainText()
            click(panel.reader.back)
        click(panel.save)
        with zipfile.ZipFile(target) as archive:
            written = {name: archive.read(name).decode() for name in archive.namelist()}
        assert written.pop("words.txt") == "It said no.\n"
        assert {name: text.strip() for name, text in written.items()} == {n: text.strip() for n, text in shown.items()}
        assert set(written) == {"versions.txt", "faults.txt", "settings.json", "game.okko-game"}
        whole = "\n".join(written.values())
        for private in ("Anna", "Marco", "geheim", "club.example", str(Path.home())):
            assert private not in whole, private
        assert "ValueError in ~/games" in whole
        assert "Okko Companion" in written["versions.txt"]
        assert not list(tmp_path.glob("*.part"))
        for toast in w.findChildren(Toast):
            assert "Nothing was sent" in toast.accessibleName()
            toast.close()
        (tmp_path / "game.okko-game").write_text(written["game.okko-game"], "utf-8")
        replayed = shelf.take_in(tmp_path / "game.okko-game")
        assert replayed.session.cursor > 0, "whoever is asked for help can replay it"
    shelf.close()


def test_names_that_a_set_up_holds_are_masked_too(qtbot: QtBot, tmp_path: Path) -> None:
    storage = sake_kit.house_games()
    with window(storage) as w:
        sake_kit.on_table(w)
        assert w.navigator is not None
        told = w.navigator.report_game()
    assert told is not None
    assert not [name for name in sake_kit.NAMES if name in told.text]
    (tmp_path / "game.okko-game").write_text(told.text, "utf-8")
    replayed = storage.take_in(tmp_path / "game.okko-game")
    assert replayed.settings.names[0] == "Player 1"
    storage.close()


def test_a_lesson_is_no_game_to_report(qtbot: QtBot) -> None:
    with window() as w:
        assert w.navigator is not None
        assert w.navigator.start_lesson("house:fighting")
        panel = sheet(w)
        assert panel._missing["game"].isVisible()
        assert not w.findChildren(Toast), "nothing went wrong"


def test_each_part_can_be_left_out(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "report.zip"
    monkeypatch.setattr(problem_page, "ask_where_to_save", lambda *_: target)
    with window() as w:
        panel = sheet(w)
        assert not panel.ticks["game"].isVisible(), "there is none"
        assert panel._missing["game"].text() == "No game is on the table."
        click(panel.ticks["settings"])
        click(panel.save)
        with zipfile.ZipFile(target) as archive:
            assert archive.namelist() == ["versions.txt"]
        click(panel.ticks["versions"])
        assert not panel.save.isEnabled(), "nothing is left to write"
        for toast in w.findChildren(Toast):
            toast.close()


def test_a_report_that_cannot_be_written_says_why(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(problem_page, "ask_where_to_save", lambda *_: tmp_path / "missing" / "report.zip")
    with window() as w:
        click(sheet(w).save)
        (toast,) = w.findChildren(Toast)
        assert toast.accessibleName() == "The report cannot be written: No such file or directory"
        toast.close()


def test_settings_and_notes_are_masked() -> None:
    values = msgspec.structs.asdict(Settings(first_name="Anna", database="postgresql://x:y@z/w"))
    text = settings_file(values).text
    assert "Anna" not in text and "postgresql" not in text
    assert json.loads(text)["second_name"] == "", "what is empty is said to be"
    steps = [{"intent": {}, "note": "Marco cheats"}, {"intent": {}}]
    start = {"seats": {"B": {"name": "B"}}, "_about": {"names": ["Anna", "B"]}}
    made = json.loads(game_file(json.dumps({"people": {"names": ["Anna", "B"]}, "start": start, "steps": steps})).text)
    assert made["people"]["names"] == made["start"]["_about"]["names"] == ["Player 1", "Player 2"]
    assert made["start"]["seats"] == {"B": {"name": "Player 2"}}, "the seat is called as before"
    assert [step.get("note") for step in made["steps"]] == ["•••", None]
    with pytest.raises(ValueError, match="no game"):
        game_file("[]")


def test_the_newest_faults_are_taken_and_lost_ones_passed_over(tmp_path: Path) -> None:
    paths = [tmp_path / f"report-{n}.txt" for n in range(5)]
    for path in paths[:4]:
        path.write_text(path.stem)
    found = faults_file(paths)
    assert found is not None
    assert [name in found.text for name in ("report-4", "report-3", "report-2", "report-1", "report-0")] == [
        False, True, True, True, False,
    ]  # fmt: skip
    assert faults_file([tmp_path / "none.txt"]) is None
