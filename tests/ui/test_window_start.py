"""The start: painted before anything heavy, calm when the folder or the file cannot be used, calm when we fail."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from companion.app.program import FILE, CrashReport, Program, trouble_words
from companion.model.content.library import Library
from companion.model.core.session import Session
from companion.model.games import SYSTEMS
from companion.model.store import database, errors
from companion.model.store.repository import Repository
from companion.ui.games import GAMES
from companion.ui.kit.panels import Toast
from companion.ui.kit.theme import fonts, palette
from companion.ui.shell import actions
from companion.ui.shell.problem_page import ProblemSheet

from .test_window_kit import click, press, until, window

ROOT = Path(__file__).parents[2]
HEAVY = (
    "sqlmodel",
    "sqlalchemy",
    "alembic",
    "pydantic",
    "companion.model.games",
    "companion.ui.games.asagiri.table",
    "companion.ui.games.asagiri.board",
    "companion.ui.kit.keys",
    "companion.ui.kit.sound",
    "companion.ui.games.asagiri.charts",
    "companion.ui.kit.charts",
    "companion.ui.play.chart_routes",
    "pyqtgraph",
    "numpy",
    "companion.app.storage",
    "companion.model.core.contract",
)


def test_nothing_heavy_is_imported_before_the_first_paint(tmp_path: Path) -> None:
    program = (
        "import enum, sys, pathlib\n"
        "from companion.app.program import run\n"
        f"status = run(pathlib.Path({str(tmp_path)!r}), 'en', leave_after_first_paint=True)\n"
        "kinds = (enum.Enum, enum.IntEnum, enum.Flag, enum.IntFlag)\n"
        "made = {found.__qualname__ for kind in kinds for found in kind.__subclasses__()}\n"
        "print(status, *sorted(sys.modules), *made)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT, check=True,
                          env={**os.environ, "QT_QPA_PLATFORM": "offscreen"})  # fmt: skip
    status, *modules = done.stdout.split()
    assert status == "0"
    assert "companion.ui.shell.home" in modules
    assert [name for name in HEAVY if name in modules] == []
    assert "Qt.Key" in modules  # Qt's enumerations are made as they are needed; those of all its widgets are not
    assert not [name for name in modules if name.startswith(("QMessageBox.", "QFileDialog.", "QAbstractItemView."))]
    assert list(tmp_path.iterdir()) == []


def test_the_whole_program_starts_and_ends(tmp_path: Path) -> None:
    """As a person starts it: after the first paint it opens its file; then it is told to quit."""
    program = (
        "import sys, pathlib\n"
        "from PySide6.QtCore import QTimer\n"
        "from PySide6.QtWidgets import QApplication\n"
        "from companion.app import program as app\n"
        "loaded = app.Program._loaded\n"
        "def then(self):\n"
        "    loaded(self)\n"
        "    assert self.window.navigator is not None\n"
        "    QTimer.singleShot(0, self.window.close)\n"
        "app.Program._loaded = then\n"
        "QApplication([]).setStyle('Fusion')\n"
        f"sys.exit(app.run(pathlib.Path({str(tmp_path)!r}), 'fr'))\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT, check=False,
                          env={**os.environ, "QT_QPA_PLATFORM": "offscreen"}, timeout=120)  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    assert (tmp_path / FILE).is_file()


# --- what is wrong with the machine --------------------------------------------------------------------------------


@pytest.fixture
def programs() -> Iterator[list[Program]]:
    """Programs that are closed when the test ends."""
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
    fonts.set_text_scale(1.0)
    QApplication.processEvents()


def start(folder: Path, programs: list[Program], *files: str) -> Program:
    """Start until the window is equipped."""
    program = Program(folder, "en", files)
    programs.append(program)
    program.window.painted.connect(program.go_on)
    program.window.show()
    until(lambda: program.window.navigator is not None)
    return program


def told(program: Program) -> str:
    """What the strip above the screens says."""
    assert program.window.notice is not None
    assert program.window.notice.isVisible()
    return program.window.notice.text()


def test_a_damaged_file_is_left_alone_and_one_can_play(qtbot: QtBot, tmp_path: Path, programs: list[Program]) -> None:
    (tmp_path / FILE).write_bytes(b"SQLite format 3\0" + b"rubbish" * 999)
    before = (tmp_path / FILE).read_bytes()
    program = start(tmp_path, programs)
    assert "You can play, but nothing will be saved" in told(program)
    assert (tmp_path / FILE).read_bytes() == before
    assert program.window.navigator is not None
    program.window.navigator.quick_start()
    assert program.window.navigator.table is not None


def test_a_newer_file_is_left_alone(qtbot: QtBot, tmp_path: Path, programs: list[Program]) -> None:
    Repository(tmp_path / FILE).close()
    with sqlite3.connect(tmp_path / FILE) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    program = start(tmp_path, programs)
    assert "saved by a newer Okko Companion" in told(program)
    assert program.window.notice is not None
    click(program.window.notice._close)
    assert not program.window.notice.isVisible()


def test_a_folder_that_is_none(qtbot: QtBot, tmp_path: Path, programs: list[Program]) -> None:
    (tmp_path / "place").write_text("a file where a folder should be")
    program = start(tmp_path / "place", programs)
    assert "nothing will be saved" in told(program)
    program.keeper.change(theme="night")
    assert palette.current().name == "night"


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_may_not_be_written(qtbot: QtBot, tmp_path: Path, programs: list[Program]) -> None:
    tmp_path.chmod(0o500)
    program = start(tmp_path, programs)
    assert "nothing will be saved" in told(program)
    tmp_path.chmod(0o700)


def damaged_schema(folder: Path) -> None:
    """One letter of the text that makes a table is another one."""
    Repository(folder / FILE).close()
    data = (folder / FILE).read_bytes()
    (folder / FILE).write_bytes(data.replace(b"CREATE TABLE step", b"CREATE TAXLE step", 1))


def unreadable_schema(folder: Path) -> None:
    Repository(folder / FILE).close()
    data = (folder / FILE).read_bytes()
    (folder / FILE).write_bytes(data.replace(b"CREATE TABLE step", b"CREATE TABLE \xff\xfeep", 1))


def undated_copy(folder: Path) -> None:
    Repository(folder / FILE).close()
    (folder / "backups").mkdir()
    (folder / "backups" / "okko-20269999T250000Z-daily.sqlite").write_text("no day at all")


def pipes_among_the_packs(folder: Path) -> None:
    (folder / "packs" / "folder").mkdir(parents=True)
    for name in ("pack.zip", "packs.json", "folder/pack.json"):
        os.mkfifo(folder / "packs" / name)


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (damaged_schema, "nothing will be saved"),
        (unreadable_schema, "nothing will be saved"),
        (undated_copy, None),
        (pipes_among_the_packs, None),
    ],
)
def test_what_lies_in_the_folder_does_not_keep_the_window_from_opening(
    qtbot: QtBot, tmp_path: Path, programs: list[Program], wrong: Callable[[Path], None], words: str | None
) -> None:
    wrong(tmp_path)
    program = start(tmp_path, programs)
    assert (words in told(program)) if words is not None else program.window.notice is None
    program.loader.wait()


def test_damaged_words_of_one_game_cost_home_and_library_nothing_else(
    qtbot: QtBot, tmp_path: Path, programs: list[Program]
) -> None:
    """Bytes where words and dates should be, in the newest of three games: the others are listed, all is painted."""
    games = Repository(tmp_path / FILE)
    for title in ("First", "Second", "Third"):
        games.create(Session.new(SYSTEMS["asagiri"], {"quick": True}, Library.shipped()), title)
    games.close()
    with closing(sqlite3.connect(tmp_path / FILE)) as file:
        for column in ("title", "created", "updated", "mode", "winner", "summary", "cursor"):
            file.execute(f"UPDATE game SET {column} = ? WHERE id = 3", (b"\xff\x00\xd8 bytes",))
        file.commit()
    program = start(tmp_path, programs)
    navigator = program.window.navigator
    assert navigator is not None and program.storage is not None
    assert not program.window.grab().isNull()
    navigator.show_library()
    assert navigator.library is not None
    QApplication.processEvents()
    assert not program.window.grab().isNull()
    assert {"First", "Second"} <= {entry.name for entry in program.storage.games()}
    program.loader.wait()


def test_a_folder_whose_name_no_disk_takes(qtbot: QtBot, tmp_path: Path, programs: list[Program]) -> None:
    program = start(tmp_path / ("n" * 300), programs)
    assert "nothing will be saved" in told(program)


class OwnError(Exception):
    """No kind of error that anybody could have thought of."""


@pytest.mark.parametrize("error", [OwnError("oh"), PermissionError(13, "No rights"), ValueError(""), AssertionError()])
def test_whatever_is_raised_at_the_start_the_window_is_furnished_and_says_so(
    qtbot: QtBot, tmp_path: Path, programs: list[Program], monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def fails(*_: object, **__: object) -> None:
        raise error

    def begun(name: str) -> str:
        """Start while `name` fails; what is told."""
        folder = tmp_path / f"{len(programs)}"
        with monkeypatch.context() as patch:
            patch.setattr(name, fails)
            program = start(folder, programs)
            assert program.window.navigator is not None
            until(lambda: not program.loader._look.isActive())
            program.window.navigator.quick_start()
            played = program.window.navigator.table is not None
            program.window.navigator.go_home()
            assert program.window.book is not None
            program.window.book["settings"].trigger()
            QApplication.processEvents()
        notes = [toast.accessibleName() for toast in program.window.findChildren(Toast)]
        notes += [program.window.notice.text()] if program.window.notice is not None else []
        assert played or name.endswith("Repository"), "a game can be begun"
        program.window.hide()
        return "\n".join(notes)

    store = "companion.model.store"
    assert "No game can be played" in begun(f"{store}.repository.Repository")
    assert "Today's backup failed" in begun(f"{store}.backups.Backups")
    assert "Your own packs cannot be used" in begun("companion.model.content.workshop.Workshop")
    assert "The settings cannot be read" in begun("companion.app.program.peek_settings")


def test_a_file_that_another_program_holds_for_a_moment_is_tried_again(
    qtbot: QtBot, tmp_path: Path, programs: list[Program], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.model.store.database.PATIENCE", 0.05)
    Repository(tmp_path / FILE).close()
    holding = sqlite3.connect(tmp_path / FILE, isolation_level=None)
    holding.execute("PRAGMA locking_mode = EXCLUSIVE")
    holding.execute("BEGIN EXCLUSIVE")
    program = Program(tmp_path, "en")
    programs.append(program)
    program.window.painted.connect(program.go_on)
    program.window.show()
    qtbot.wait(400)
    assert program.window.navigator is None
    holding.execute("ROLLBACK")
    holding.close()
    until(lambda: program.window.navigator is not None)
    assert program.window.notice is None


def test_games_where_nothing_can_be_written_can_be_looked_at(
    qtbot: QtBot, tmp_path: Path, programs: list[Program], monkeypatch: pytest.MonkeyPatch
) -> None:
    games = Repository(tmp_path / FILE)
    session = Session.new(SYSTEMS["asagiri"], {"quick": True}, Library.shipped())
    games.create(session, "From the stick")
    games.close()
    opened = database.Database.__init__

    def on_a_disc(self: database.Database, where: str | Path, *, copy: bool = False) -> None:
        if where == tmp_path / FILE and not copy:
            raise errors.of_sqlite(sqlite3.OperationalError("attempt to write a readonly database"))
        opened(self, where, copy=copy)

    monkeypatch.setattr(database.Database, "__init__", on_a_disc)
    program = start(tmp_path, programs)
    assert "You can view your games and play, but nothing will be saved" in told(program)
    assert program.storage is not None
    assert program.window.navigator is not None
    assert [entry.name for entry in program.storage.games()] == ["From the stick"]
    program.window.navigator.go_on()
    assert program.window.navigator.table is not None


def test_a_file_on_the_command_line_is_opened(qtbot: QtBot, tmp_path: Path, programs: list[Program]) -> None:
    path = tmp_path / "broken.json"
    path.write_text("{")
    program = start(tmp_path / "data", programs, str(path))
    toast = next(toast for toast in program.window.findChildren(Toast) if toast.isVisible())
    assert toast.accessibleName().startswith("This game cannot be played:")
    toast.close()


def test_a_knock_at_a_door_before_all_is_there_opens_it_later(
    qtbot: QtBot, tmp_path: Path, programs: list[Program]
) -> None:
    program = Program(tmp_path, "en")
    programs.append(program)
    program.window.painted.connect(program.go_on)
    program.window.show()
    program.window.home.doors["campaigns"].click()
    until(lambda: program.window.navigator is not None)
    assert program.window.navigator is not None
    assert program.window.navigator.screens("asagiri").campaigns is not None
    assert program.window.stack.currentWidget() is program.window.navigator.screens("asagiri").campaigns.list


# --- what is wrong with us -----------------------------------------------------------------------------------------


def test_a_fault_is_written_down_without_anything_personal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], qtbot: QtBot
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    paths: list[Path | None] = []
    trouble = CrashReport(tmp_path / "data", paths.append)

    def fail() -> None:
        secret = "Anna"
        raise ValueError(f"{len(secret)} in {tmp_path}/games")

    for _ in range(3):
        try:
            fail()
        except ValueError as error:
            trouble.caught(ValueError, error, error.__traceback__)
    (path,) = paths
    assert path is not None
    assert path.parent == tmp_path / "data" / "reports"
    text = path.read_text("utf-8")
    assert "ValueError: 4 in ~/games" in text
    assert "in fail" in text
    assert "PySide6" in text
    assert str(tmp_path) not in text
    assert "secret" in text  # the line of the source, never the value
    assert "Anna" not in text.replace('secret = "Anna"', "")
    assert "Traceback" in capsys.readouterr().err
    assert trouble_words(path).key.endswith("there is a report in {path}.")
    assert "report" not in trouble_words(None).key


def test_a_report_that_cannot_be_written_goes_where_temporary_files_go(tmp_path: Path, qtbot: QtBot) -> None:
    (tmp_path / "file").write_text("")
    paths: list[Path | None] = []
    trouble = CrashReport(tmp_path / "file", paths.append)
    trouble.caught(KeyError, KeyError("x"), None)
    assert paths[0] is not None
    assert paths[0].is_file()
    paths[0].unlink()


def test_a_fault_in_the_window_is_said_calmly(
    qtbot: QtBot, tmp_path: Path, programs: list[Program], capsys: pytest.CaptureFixture[str]
) -> None:
    program = start(tmp_path, programs)
    error = RuntimeError("oh")
    sys.excepthook(RuntimeError, error, None)
    toast = next(toast for toast in program.window.findChildren(Toast) if toast.isVisible())
    assert toast.accessibleName().startswith("Something went wrong. Your game is saved up to the last step;")
    toast.acted.emit()
    assert program.window.sheets is not None
    page = program.window.sheets.made["problem"].content
    assert isinstance(page, ProblemSheet)
    assert "RuntimeError: oh" in page.files["faults"].text
    toast.close()
    capsys.readouterr()


# --- actions -------------------------------------------------------------------------------------------------------


def test_every_action_has_a_title_and_no_key_has_two_owners(qtbot: QtBot) -> None:
    with window() as w:
        assert w.book is not None
        keys = [key.toString() for action in w.book.actions.values() for key in action.shortcuts()]
        assert len(keys) == len(set(keys))
        assert all(action.text() for action in w.book.actions.values())
        specs = actions.specs([GAMES["asagiri"]])
        assert {spec.id for spec in specs} == set(w.book.actions)
        assert {spec.menu for spec in specs} == set(actions.MENUS) - {"board"}, "that one is the table's"


def test_the_menu_bar_is_complete_and_hidden_until_it_is_wanted(qtbot: QtBot) -> None:
    with window() as w:
        assert not w.menuBar().isVisible()
        press(Qt.Key.Key_F10)
        assert w.menuBar().isVisible()
        listed = [action for menu in w.menuBar().actions() for action in menu.menu().actions() if action.text()]
        assert w.book is not None
        assert set(listed) == set(w.book.actions.values())
        assert [menu.text() for menu in w.menuBar().actions()][:2] == ["&Game", "&Edit"]
        ids = {action: id for id, action in w.book.actions.items()}
        order = "new quick continue open export phones print report - "
        order += "campaigns library mine bands workshop figures tables home - quit"
        game, *_, help_ = (menu.menu() for menu in w.menuBar().actions())
        assert " ".join(ids.get(action, "-") for action in game.actions()) == order, "games bring some of it"
        order = "learn help keys print_keys reference folder - news problem about"
        assert " ".join(ids.get(action, "-") for action in help_.actions()) == order


def test_full_screen_and_back(qtbot: QtBot) -> None:
    with window() as w:
        press(Qt.Key.Key_F11)
        assert w.isFullScreen()
        press(Qt.Key.Key_Escape)
        assert not w.isFullScreen()


def test_the_table_owns_undo_while_it_is_shown(qtbot: QtBot) -> None:
    with window() as w:
        assert w.navigator is not None
        assert w.book is not None
        assert w.book["undo"].shortcuts() == [QKeySequence("Ctrl+Z")]
        w.navigator.quick_start("track")
        assert w.book["undo"].shortcuts() == []
        assert not w.book["quick"].isEnabled()
        assert w.book["export"].isEnabled()
        host = w.navigator.table
        assert host is not None
        host.game.roll((5, 2))
        w.book["undo"].trigger()
        assert host.game.session.cursor == 0
        w.book["redo"].trigger()
        assert host.game.session.cursor == 1
        w.book["home"].trigger()
        assert w.stack.currentWidget() is w.home
        assert w.book["undo"].shortcuts() == [QKeySequence("Ctrl+Z")]


def test_an_action_without_anything_to_do_is_found_at_once(qtbot: QtBot) -> None:
    with pytest.raises(KeyError):
        actions.ActionBook(actions.SPECS, {}, QObject())


def test_screens_cross_fade_unless_motion_is_reduced(qtbot: QtBot) -> None:
    with window() as w:
        assert w.navigator is not None
        w.navigator.screens("asagiri").show_bands()
        assert w._fade is None
        w.keeper.change(reduced_motion=False)
        w.navigator.go_home()
        assert w._fade is not None
        until(lambda: w._fade is None)
