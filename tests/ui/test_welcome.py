"""The first start: two questions, once, over an empty data folder; and the news of a version, once too."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from companion.app.program import FILE, Program
from companion.model.store import peek_settings
from companion.ui.kit.settings import PREFIX
from companion.ui.kit.theme import fonts, motion, palette
from companion.ui.kit.translator import tr
from companion.ui.shell.learn_screen import LearnScreen
from companion.ui.shell.welcome import WelcomeScreen

from .test_window_kit import click, press, until, window

KEY = Qt.Key


@pytest.fixture
def started(tmp_path: Path) -> Iterator[Program]:
    yield from run(tmp_path)


def run(folder: Path, **how: object) -> Iterator[Program]:
    """A program as the command line starts it, equipped; put away afterwards."""
    program = Program(folder, "en", welcome=True, **how)  # type: ignore[arg-type]
    program.keeper.change(reduced_motion=True)
    program.window.painted.connect(program.go_on)
    program.window.resize(1280, 800)
    program.window.show()
    until(lambda: program.window.navigator is not None)
    program.window.activateWindow()
    QApplication.processEvents()
    yield program
    program.window.close()
    program.close()
    program.window.deleteLater()
    program.keeper.deleteLater()
    # now: else the garbage collector lets go of it while Qt handles the next window's events
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    motion.set_reduced(False)
    palette.set_theme("paper")
    fonts.set_text_scale(1.0)


def welcome(program: Program) -> WelcomeScreen:
    found = program.window.front()
    assert isinstance(found, WelcomeScreen)
    return found


def test_an_empty_folder_asks_for_the_language_and_leads_home(qtbot: QtBot, started: Program) -> None:
    screen = welcome(started)
    assert screen.accessibleName() == "Welcome"
    assert QApplication.focusWidget() is screen.new, "the keys lie on the first answer"
    click(screen.language.words["fr"])
    assert screen.skip.text() == "Passer"
    assert screen.knows.text() == "Je le connais"
    screen.new.setFocus()
    press(KEY.Key_Right, KEY.Key_Return)
    assert started.window.front() is started.window.home
    assert QApplication.focusWidget() is not None
    tr.set_language("en")


def test_tab_goes_round_all_that_is_asked(qtbot: QtBot, started: Program) -> None:
    """From the last it went to the first answer again, past the language: backwards alone one came there."""
    screen = welcome(started)
    language = screen.language.words["en"]
    passed = [QApplication.focusWidget()]
    for _ in range(4):
        press(KEY.Key_Tab)
        passed.append(QApplication.focusWidget())
    assert passed == [screen.new, screen.knows, screen.skip, language, screen.new]


def test_a_beginner_is_led_to_the_lessons(qtbot: QtBot, started: Program) -> None:
    welcome(started)
    press(KEY.Key_Return)
    assert isinstance(started.window.front(), LearnScreen)


def test_escape_skips_it_and_it_never_comes_again(qtbot: QtBot, tmp_path: Path) -> None:
    for program in run(tmp_path):
        welcome(program)
        press(KEY.Key_Escape)
        assert program.window.front() is program.window.home
    assert PREFIX + "theme" in peek_settings(tmp_path / FILE)
    for program in run(tmp_path):
        assert program.window.front() is program.window.home


def test_who_opens_a_file_is_not_asked(qtbot: QtBot, tmp_path: Path) -> None:
    for program in run(tmp_path, files=[str(tmp_path / "none.okko.json")]):
        assert not isinstance(program.window.front(), WelcomeScreen)


def news(program: Program) -> bool:
    sheets = program.window.sheets
    return sheets is not None and "news" in sheets.made and sheets.made["news"].isVisible()


def test_the_news_of_a_version_come_once_to_those_who_know_an_older_one(qtbot: QtBot, tmp_path: Path) -> None:
    for program in run(tmp_path):
        assert not news(program), "everything is new to whoever comes first"
        program.keeper.change(seen_version="0.0.9")
    for program in run(tmp_path):
        assert news(program)
        sheets = program.window.sheets
        assert sheets is not None
        said = [label.text() for label in sheets.made["news"].findChildren(QLabel) if label.isVisible()]
        assert any(words.startswith("Large targets: everything") for words in said)
        assert any(words.startswith("Version ") for words in said)
        content = sheets.made["news"].content
        click(content.all)  # type: ignore[attr-defined]
        assert content.reader.text.toPlainText().startswith("# Changes")  # type: ignore[attr-defined]
    for program in run(tmp_path):
        assert not news(program)


def test_the_keys_are_on_the_first_lesson_once_the_lessons_show(qtbot: QtBot) -> None:
    with window() as w:
        assert w.book is not None
        w.book["learn"].trigger()
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)
        assert w.navigator is not None
        assert w.navigator.table is not None
        assert w.navigator.table.opened.title == "Your first turn"
