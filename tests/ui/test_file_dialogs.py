"""The dialogs for files: what is saved has its ending, whatever was typed, and replaces nothing unasked."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QStandardPaths, QTimer
from PySide6.QtWidgets import QApplication, QFileDialog, QLineEdit, QMessageBox, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from companion.model.core.words import say
from companion.ui.kit.file_dialogs import ask_where_to_save

COMPANION = Path(__file__).resolve().parents[2] / "companion"


@pytest.fixture(autouse=True)
def documents(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "documents"
    folder.mkdir()
    monkeypatch.setattr(QStandardPaths, "writableLocation", lambda _: str(folder))
    return folder


def saved(qtbot: QtBot, *typed: str | None, replace: bool = True) -> tuple[Path | None, list[str]]:
    """What comes of typing names into the dialog, each time it is there (None: cancelled), and its titles."""
    over = QWidget()
    titles, answers = list[str](), list(typed)

    def answer() -> None:
        QTimer.singleShot(5, over, answer)  # at once: a question within the dialog does not return
        shown = QApplication.activeModalWidget()
        if isinstance(shown, QMessageBox):
            titles.append("replace?")
            button = QMessageBox.StandardButton.Yes if replace else QMessageBox.StandardButton.No
            shown.button(button).click()
        elif isinstance(shown, QFileDialog):
            titles.append(shown.windowTitle())
            name = answers.pop(0) if answers else None
            line = shown.findChild(QLineEdit)
            assert isinstance(line, QLineEdit)
            if name is None:
                shown.reject()
            else:
                line.setText(name or line.text())
                next(
                    button for button in shown.findChildren(QPushButton) if "save" in button.text().lower()
                ).click()  # fmt: skip

    QTimer.singleShot(5, over, answer)
    path = ask_where_to_save(over, say("Save a game"), "Anna: the first?", ".okko-game")
    over.deleteLater()  # and with it the next answer
    return path, titles


def test_a_name_without_an_ending_gets_it(qtbot: QtBot, documents: Path) -> None:
    assert saved(qtbot, "Evening") == (documents / "Evening.okko-game", ["Save a game"])
    assert saved(qtbot, "Anna vs. Marco, 23.11")[0] == documents / "Anna vs. Marco, 23.11.okko-game"
    assert saved(qtbot, "Evening.OKKO-GAME")[0] == documents / "Evening.OKKO-GAME"


def test_the_name_proposed_is_one_that_every_system_takes(qtbot: QtBot, documents: Path) -> None:
    assert saved(qtbot, "")[0] == documents / "Anna- the first-.okko-game"


def test_a_cancelled_dialog_saves_nothing(qtbot: QtBot) -> None:
    assert saved(qtbot, None)[0] is None


def test_what_is_there_already_is_replaced_only_when_asked(qtbot: QtBot, documents: Path) -> None:
    (documents / "Evening.okko-game").write_text("of before")
    path, titles = saved(qtbot, "Evening", "")
    assert path == documents / "Evening.okko-game"
    assert [title.partition(":")[0] for title in titles] == [
        "Save a game", "“Evening.okko-game” is already there", "replace?"
    ]  # fmt: skip
    assert saved(qtbot, "Evening", None)[0] is None
    assert saved(qtbot, "Evening", "Night")[0] == documents / "Night.okko-game"


def test_every_dialog_for_files_is_asked_for_in_one_place() -> None:
    named = [path.name for path in COMPANION.rglob("*.py") if "QFileDialog" in path.read_text("utf-8")]
    assert named == ["file_dialogs.py"]
