"""Where games are kept, in the preferences: the folder, the copies and the way back to one, the server."""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from threading import Event

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QApplication, QLineEdit
from pytestqt.qtbot import QtBot

from companion.app.program import FILE, Program
from companion.model.core.masking import joined, parted
from companion.model.core.words import Message
from companion.model.store.backups import Backups
from companion.model.store.repository import Repository
from companion.ui.kit.panels import Toast
from companion.ui.kit.theme import fonts, motion, palette
from companion.ui.shell.backups_page import BackupsPage
from companion.ui.shell.settings_book import SettingsBook

from ..store.conftest import model, on_server, server
from .rows import rows
from .test_window_kit import begun, click, press, until

__all__ = ["model", "on_server", "server"]  # fixtures


@pytest.fixture
def programs() -> Iterator[list[Program]]:
    made: list[Program] = []
    hook = sys.excepthook
    yield made
    sys.excepthook = hook
    for program in made:
        program.window.close()
        program.close()
        program.window.deleteLater()
        program.keeper.deleteLater()
    palette.set_theme("paper")
    motion.set_reduced(False)
    fonts.set_text_scale(1.0)
    QApplication.processEvents()


def start(folder: Path, programs: list[Program]) -> Program:
    program = Program(folder, "en")
    programs.append(program)
    program.keeper.change(reduced_motion=True)
    program.window.painted.connect(program.go_on)
    program.window.show()
    until(lambda: program.window.navigator is not None)
    program.window.activateWindow()
    return program


def keeping(program: Program) -> BackupsPage:
    assert program.window.sheets is not None
    if "settings" not in program.window.sheets.made:
        program.window.sheets.toggle("settings")
        QApplication.processEvents()
    content = program.window.sheets.made["settings"].content
    assert isinstance(content, SettingsBook)
    assert content.keeping is not None
    content.open_page("storage")
    return content.keeping


def said(program: Program) -> list[str]:
    return [toast.accessibleName() for toast in program.window.findChildren(Toast)]


def names(program: Program) -> list[str]:
    assert program.storage is not None
    return [entry.name for entry in program.storage.games()]


def test_a_start_makes_the_copy_of_the_day_and_a_second_one_does_not(
    qtbot: QtBot, tmp_path: Path, programs: list[Program]
) -> None:
    first = start(tmp_path, programs)
    first.loader.wait()
    before = [backup for backup in Backups(tmp_path / FILE).listed() if backup.why == "daily"]
    assert len(before) == 1
    second = start(tmp_path, programs)
    second.loader.wait()
    assert Backups(tmp_path / FILE).listed() == tuple(before)


def test_a_copy_that_cannot_be_made_is_said(qtbot: QtBot, tmp_path: Path, programs: list[Program]) -> None:
    Repository(tmp_path / FILE).close()
    (tmp_path / "backups").write_text("in the way")
    program = start(tmp_path, programs)
    until(lambda: program.window.notice is not None)
    assert program.window.notice is not None
    assert "s backup failed" in program.window.notice.text()
    assert program.window.navigator is not None, "the window goes on"


def test_a_copy_is_made_and_brought_back_while_the_window_is_open(
    qtbot: QtBot, tmp_path: Path, programs: list[Program]
) -> None:
    program = start(tmp_path, programs)
    program.loader.wait()
    assert program.storage is not None
    begun(program.storage, "Saved")
    page = keeping(program)
    many = len(rows(page.copies))
    click(page.copy)
    until(lambda: len(rows(page.copies)) == many + 1)
    assert "by hand" in rows(page.copies)[0].text()
    begun(program.storage, "Lost again")
    program.keeper.change(theme="night")
    assert names(program) == ["Lost again", "Saved"]
    rows(page.copies)[0].click()
    assert page.bring_back.isVisible()
    assert names(program) == ["Lost again", "Saved"], "not before it is confirmed"
    click(page.leave)
    assert not page.bring_back.isVisible()
    rows(page.copies)[0].click()
    press(Qt.Key.Key_Space)
    assert names(program) == ["Saved"]
    assert any("now a backup" in words for words in said(program))
    assert "before a restore" in rows(page.copies)[0].text()
    with closing(sqlite3.connect(tmp_path / FILE)) as connection:
        kept = connection.execute("SELECT value FROM setting WHERE key = 'window.theme'").fetchone()
    assert kept == ('"night"',), "settings are the person's, not the copy's"
    rows(page.copies)[0].click()
    click(page.bring_back)
    assert names(program) == ["Lost again", "Saved"]


def test_a_damaged_copy_is_refused_with_a_sentence(qtbot: QtBot, tmp_path: Path, programs: list[Program]) -> None:
    program = start(tmp_path, programs)
    program.loader.wait()
    assert program.storage is not None
    backup = Backups(tmp_path / FILE).make()
    begun(program.storage, "Here")
    backup.path.write_bytes(b"nothing of ours" * 1000)
    page = keeping(program)
    page.refresh()
    rows(page.copies)[0].click()
    click(page.bring_back)
    assert any("not an Okko Companion file" in words for words in said(program))
    assert names(program) == ["Here"]


def test_a_damaged_file_comes_back_from_its_copy_at_the_next_start(
    qtbot: QtBot, tmp_path: Path, programs: list[Program]
) -> None:
    first = Repository(tmp_path / FILE)
    first.close()
    Backups(tmp_path / FILE).make()
    (tmp_path / FILE).write_bytes(b"a shopping list\n" * 900)
    program = start(tmp_path, programs)
    assert program.window.notice is not None
    page = keeping(program)
    rows(page.copies)[0].click()
    click(page.bring_back)
    assert any("start it again" in words for words in said(program))
    again = start(tmp_path, programs)
    assert again.window.notice is None


def test_the_data_folder_is_opened_from_the_preferences_and_from_the_menu(
    qtbot: QtBot, tmp_path: Path, programs: list[Program], monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[QUrl] = []

    def open_url(url: QUrl) -> bool:
        opened.append(url)
        return len(opened) < 3

    monkeypatch.setattr(QDesktopServices, "openUrl", open_url)
    program = start(tmp_path, programs)
    click(keeping(program).open)
    assert program.window.book is not None
    program.window.book["folder"].trigger()
    assert [Path(url.toLocalFile()) for url in opened] == [tmp_path, tmp_path]
    program.window.book["folder"].trigger()
    assert any(str(tmp_path) in words for words in said(program)), "where it cannot be opened, its path is said"


@pytest.mark.parametrize(
    ("address", "bare", "password"),
    [
        ("postgresql://anna:se%20cr%40t@club/games", "postgresql://anna@club/games", "se cr@t"),
        ("postgresql://anna@club:5433/games?sslmode=require", "postgresql://anna@club:5433/games?sslmode=require", ""),
        ("postgresql://okko@/okko?host=/run/pg", "postgresql://okko@/okko?host=/run/pg", ""),
        ("postgresql://anna:x@[::1]/games", "postgresql://anna@[::1]/games", "x"),
        ("postgresql://[broken", "postgresql://[broken", ""),
        ("", "", ""),
    ],
)
def test_a_password_is_taken_out_of_an_address_and_put_back(address: str, bare: str, password: str) -> None:
    assert parted(address) == (bare, password, {})
    assert joined(bare, password, {}) == address


def test_an_address_is_checked_as_it_is_typed_and_its_password_is_never_seen(
    qtbot: QtBot, tmp_path: Path, programs: list[Program]
) -> None:
    program = start(tmp_path, programs)
    page = keeping(program)
    assert page.password.echoMode() == QLineEdit.EchoMode.Password
    page.address.setFocus()
    press("club")
    assert "postgresql://name@server/games" in page.state.text()
    assert not page.test.isEnabled()
    press(Qt.Key.Key_Return)
    assert program.keeper.settings.database == "", "what is no address is not kept"
    page.address.clear()
    press("postgresql://anna:secret@club/games")
    assert page.address.text() == "postgresql://anna@club/games"
    assert page.password.text() == "secret"
    assert page.test.isEnabled()
    press(Qt.Key.Key_Return)
    assert program.keeper.settings.database == "postgresql://anna:secret@club/games"
    assert "After a restart" in page.state.text()
    page.address.clear()
    press("x", Qt.Key.Key_Backspace)
    press(Qt.Key.Key_Return)
    assert program.keeper.settings.database == ""


def test_a_password_behind_the_question_mark_is_hidden_as_it_is_typed_pasted_and_opened(
    qtbot: QtBot, tmp_path: Path, programs: list[Program]
) -> None:
    program = start(tmp_path, programs)
    page = keeping(program)
    page.address.setFocus()
    press("postgresql://anna@club/games?sslpassword=secret")
    assert page.address.text() == "postgresql://anna@club/games?sslpassword=•••"
    press("&sslmode=require", Qt.Key.Key_Return)
    kept = "postgresql://anna@club/games?sslpassword=secret&sslmode=require"
    assert program.keeper.settings.database == kept
    page.address.clear()
    QApplication.clipboard().setText("postgresql://club/games?user=anna&password=a%26b")
    page.address.paste()
    assert page.address.text() == "postgresql://club/games?user=anna&password=•••"
    press(Qt.Key.Key_Return)
    assert program.keeper.settings.database == "postgresql://club/games?user=anna&password=a%26b"
    again = keeping(start(tmp_path, programs))
    assert again.address.text() == "postgresql://club/games?user=anna&password=•••"
    assert not again.password.text()
    again.address.setFocus()
    again.address.end(False)
    press(Qt.Key.Key_Backspace, "new", Qt.Key.Key_Return)
    assert programs[-1].keeper.settings.database == "postgresql://club/games?user=anna&password=new"


def test_asking_a_server_that_is_not_there_says_so_and_the_window_goes_on(
    qtbot: QtBot, tmp_path: Path, programs: list[Program], monkeypatch: pytest.MonkeyPatch
) -> None:
    program = start(tmp_path, programs)
    page = keeping(program)
    assert program.storage is not None
    storage_location = program.storage.storage_location
    assert storage_location is not None
    answer, ask = Event(), storage_location.ask

    def slow(address: str) -> Message:
        answer.wait(10)
        return ask(address)

    monkeypatch.setattr(storage_location, "ask", slow)
    page.address.setText("postgresql://okko@/okko?host=/nowhere/at/all")
    page.retranslate()
    click(page.test)
    assert "Contacting" in page.state.text()
    assert not page.test.isEnabled()
    program.keeper.toggle_theme()
    QApplication.processEvents()
    assert "Contacting" in page.state.text(), "the window goes on meanwhile"
    answer.set()
    until(lambda: "does not answer" in page.state.text())
    assert "/nowhere/at/all" in page.state.text(), "what the driver says helps whoever set it up"


def test_asking_a_server_tells_how_many_games_are_there_and_changes_nothing(
    qtbot: QtBot, tmp_path: Path, programs: list[Program], on_server: str
) -> None:
    program = start(tmp_path, programs)
    page = keeping(program)
    page.address.setText(on_server)
    page.retranslate()
    click(page.test)
    until(lambda: "It holds 0 games" in page.state.text())


def test_a_server_of_a_newer_release_is_refused(
    qtbot: QtBot, tmp_path: Path, programs: list[Program], on_server: str
) -> None:
    import psycopg

    with psycopg.connect(on_server.replace("postgresql+psycopg", "postgresql"), autocommit=True) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    program = start(tmp_path, programs)
    page = keeping(program)
    page.address.setText(on_server)
    page.retranslate()
    click(page.test)
    until(lambda: "newer Okko Companion" in page.state.text())
