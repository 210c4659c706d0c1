"""A double click starts the program with files: it opens them in the window that is there already, or in its own."""

from __future__ import annotations

import os
import subprocess
import sys
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtNetwork import QLocalSocket
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from companion.app import file_opening
from companion.app.file_opening import FileInbox, hand_over, parsed, socket_name
from companion.app.program import Program
from companion.arguments import opened
from companion.ui.kit import screen
from companion.ui.kit.panels import Toast
from companion.ui.kit.theme import fonts, palette

from .test_window_kit import until

ROOT = Path(__file__).parents[2]


@pytest.fixture
def on_a_mac(monkeypatch: pytest.MonkeyPatch) -> None:
    """For the program that comes after it among the arguments."""
    monkeypatch.setattr(sys, "platform", "darwin")


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Program]:
    """A whole program whose window can open games."""
    hook = sys.excepthook
    made = Program(tmp_path / "data", "en")
    made.window.painted.connect(made.go_on)
    made.window.show()
    until(lambda: made.inbox is not None)
    yield made
    sys.excepthook = hook
    made.window.close()
    made.close()
    made.window.deleteLater()
    made.keeper.deleteLater()
    palette.set_theme("paper")
    fonts.set_text_scale(1.0)
    QApplication.processEvents()


@pytest.fixture
def game(program: Program, tmp_path: Path) -> Path:
    """A game in a file; the window is at home."""
    navigator, storage = program.window.navigator, program.storage
    assert navigator is not None and storage is not None
    navigator.quick_start()
    assert navigator.table is not None
    path = tmp_path / "Nuit d’été.okko-game"
    storage.export(navigator.table.opened.entry.id, path)
    navigator.go_home()
    return path


def test_a_second_start_opens_the_file_in_the_first_window_and_ends(qtbot: QtBot, program: Program, game: Path) -> None:
    command = [sys.executable, "-m", "companion", "--data-dir", str(program.data_dir), game.name]
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": str(ROOT)}
    other = subprocess.Popen(command, cwd=game.parent, env=environment, stderr=subprocess.PIPE, text=True)
    navigator = program.window.navigator
    assert navigator is not None
    until(lambda: other.poll() is not None and navigator.table is not None)
    _, said = other.communicate()
    assert (other.returncode, said) == (0, "")
    assert navigator.table is not None
    assert navigator.table.opened.title == "Nuit d’été"


def test_files_wait_for_what_is_waited_for_and_several_go_to_the_library(
    qtbot: QtBot, on_a_mac: None, program: Program, game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    navigator = program.window.navigator
    assert navigator is not None
    program.open_files([game.with_name("gone.okko-game")])
    assert navigator.table is None
    assert program.window.findChildren(Toast), "and why is told"
    monkeypatch.setattr(screen, "_waits", 1)
    QApplication.sendEvent(QApplication.instance(), QFileOpenEvent(QUrl.fromLocalFile(str(game))))  # as macOS asks
    assert navigator.table is None
    monkeypatch.setattr(screen, "_waits", 0)
    until(lambda: navigator.table is not None)
    second = game.with_name("second.okko.json")  # as version 0.1 called it
    second.write_bytes(game.read_bytes())
    program.open_files([game, second])
    assert navigator.library is not None
    assert navigator.front is navigator.library


def test_whoever_asked_may_be_gone_before_the_file_is_open(qtbot: QtBot, tmp_path: Path) -> None:
    inbox, other, opened_here = FileInbox(tmp_path), QLocalSocket(), list[object]()

    def open_slowly(paths: object) -> None:
        other.abort()
        served = inbox._server.findChildren(QLocalSocket)
        gone = list[bool]()
        for socket in served:
            socket.destroyed.connect(lambda: gone.append(True))
        until(lambda: len(gone) == len(served))  # as while a large game is read
        opened_here.append(paths)

    inbox.arrived.connect(open_slowly)
    other.connectToServer(socket_name(tmp_path))
    other.write(b'["/evening.okko-game"]\n')
    other.flush()
    until(lambda: opened_here)
    assert opened_here == [[Path("/evening.okko-game")]]
    QApplication.processEvents()
    inbox.close()


def test_without_a_window_nobody_answers(qtbot: QtBot, tmp_path: Path) -> None:
    assert not hand_over(tmp_path, [tmp_path / "x.okko-game"])


def test_the_socket_of_a_killed_program_is_taken_over(qtbot: QtBot, tmp_path: Path) -> None:
    code = (
        "import os, sys, pathlib\nfrom PySide6.QtCore import QCoreApplication\n"
        "from companion.app.file_opening import FileInbox\napp = QCoreApplication([])\n"
        f"inbox = FileInbox(pathlib.Path({str(tmp_path)!r}))\nassert inbox.listening\nos._exit(9)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False)
    assert done.returncode == 9
    inbox = FileInbox(tmp_path)
    assert inbox.listening
    second = FileInbox(tmp_path)
    assert not second.listening, "a second window on the folder leaves the first one its place"
    second.close()
    inbox.close()


@pytest.mark.parametrize(
    "line", [b"\n", b"{}\n", b"[1]\n", b'["a.okko-game"]\n', b"[" * 9999 + b"\n", b'["/a\\u0000"]\n']
)
def test_what_is_no_list_of_files_opens_nothing(line: bytes) -> None:
    assert parsed(line) == []


def test_who_says_nothing_is_let_go(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file_opening, "PATIENCE", 20)
    inbox, socket = FileInbox(tmp_path), QLocalSocket()
    socket.connectToServer(socket_name(tmp_path))
    until(lambda: socket.state() == QLocalSocket.LocalSocketState.ConnectedState)
    until(lambda: socket.state() == QLocalSocket.LocalSocketState.UnconnectedState)
    inbox.close()
    socket.deleteLater()


@pytest.mark.parametrize(
    ("words", "files"),
    [
        (["a.okko-game"], ["a.okko-game"]),
        (["--data-dir", "there", "a.okko-pack", "b.okko-campaign"], ["a.okko-pack", "b.okko-campaign"]),
        (["--", "-odd.okko-game"], ["-odd.okko-game"]),
        (["evenings/simulate"], ["evenings/simulate"]),
        ([], None),
        (["simulate", "--games", "2"], None),
        (["check", "data/house"], None),
        (["simulte"], None),  # a mistyped command is told, and no file
    ],
)
def test_files_are_told_from_commands(words: list[str], files: list[str] | None) -> None:
    found = opened(words)
    assert (found if found is None else found.files) == files
    assert found is None or isinstance(found, Namespace)
