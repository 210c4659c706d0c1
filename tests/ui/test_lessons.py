"""Lessons in the window: read, done, done wrong, shown, taken back, left and gone on with; by mouse and by keys."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from companion.app.storage import StoredGames
from companion.model.content.lesson import lessons
from companion.model.content.lesson_draft import steps_of
from companion.model.content.lesson_session import LessonSession
from companion.model.content.library import Library
from companion.model.content.workshop import Workshop
from companion.model.core.contract import Roll
from companion.model.core.refusal import UnknownOption
from companion.model.games import record_kinds
from companion.model.games.asagiri.rules.options import Attack, EndActivations
from companion.model.store.repository import Repository
from companion.ui.kit.screen import ChoicePopup
from companion.ui.play.lesson_guide import LessonGuide
from companion.ui.play.lesson_panel import LessonPanel
from companion.ui.play.lessons import LessonProgress, progress_of
from companion.ui.play.storage import GameSettings
from companion.ui.shell.lesson_editor import NEW
from companion.ui.shell.window import MainWindow

from .sake_kit import house_games
from .test_window_kit import FAST, click, new_shelf, play, press, until, window
from .tour_kit import TRANSLATIONS, cut, settle

KEY = Qt.Key
QUICK = replace(FAST, enemy_speed="at_once")
FIRST = "house:your-first-turn"


def begin(w: MainWindow, id: str, **how: Any) -> tuple[LessonGuide, LessonPanel]:
    assert w.navigator is not None
    assert w.navigator.start_lesson(id, **how)
    table = w.navigator.table
    assert table is not None
    QApplication.processEvents()
    panel = table.screen.findChild(LessonPanel)
    assert panel is not None
    return panel.guide, panel


def test_the_first_lesson_by_mouse_and_keys(qtbot: QtBot) -> None:
    storage = house_games()
    with window(storage, QUICK) as w:
        guide, panel = begin(w, FIRST)
        session, screen = guide.session, guide.table.screen
        assert panel.go_on.hasFocus(), "Enter goes on"
        until(lambda: len(guide.rings.rects) == 2)
        press(KEY.Key_Return)
        assert session.step == 1 and not panel.go_on.isVisible()
        press(KEY.Key_Space)
        assert session.step == 2, "the table's own key rolls"
        assert [str(face) for face in session.steps[0].result.faces] == ["water", "air", "fire", "tori"]
        board, game = screen.board, screen.game
        index = game.state.table.board.index
        game.select(1)
        board.click_square(index[2, 4, 0])
        assert session.step == 2 and panel.mistake.isVisible(), "Tikku comes later, and it is said"
        assert "Okko" in panel.mistake.text()
        game.select(0)
        board.click_square(index[4, 3, 0])
        assert session.step == 3
        click(screen.tools.buttons["undo"])
        assert session.step == 4 and session.cursor == 1
        game.select(0)
        board.click_square(index[5, 3, 0])
        game.select(1)
        board.click_square(index[2, 3, 0])
        if session.step == 5:  # once more: Okko could still have acted
            board.click_square(index[2, 3, 0])
        assert session.step == 6, (panel.mistake.text(), session.made)
        press(KEY.Key_H)
        assert session.step == 7 and screen.log.isVisible()
        press(KEY.Key_Space)
        assert not panel.mistake.isVisible(), "the key that is named ends Tikku's activation first"
        press(KEY.Key_Space)
        assert session.step == 8
        press(KEY.Key_Space)
        until(lambda: session.step == 10)
        assert progress_of(w.keeper, FIRST).step == 10
        click(panel.go_on)
        assert guide.over and progress_of(w.keeper, FIRST) == LessonProgress(0, True)
        click(panel.go_on)
        assert w.navigator is not None and w.navigator.table is not None
        assert w.navigator.table.opened.session.lesson.order == 2, "the next one"
    storage.close()


@pytest.mark.parametrize("lesson", lessons(Library.shipped()), ids=lambda one: one.id.partition(":")[2])
def test_each_lesson_is_shown_to_its_end_in_the_window(qtbot: QtBot, lesson: Any) -> None:
    """By *Show me* alone; what is pointed at can be seen, and nothing of the words is cut off."""
    storage = house_games()
    with window(storage, QUICK) as w:
        guide, panel = begin(w, lesson.id)
        session = guide.session
        while (step := session.now) is not None:
            at = session.step
            guide.rings.follow()
            if step.point and (session.mine or step.read_only):  # what comes later is ringed when it is there
                until(lambda: guide.rings.rects)
            if step.read_only:
                click(panel.go_on)
            elif step.free and not step.moves:
                guide.skip()
            else:
                click(panel.show_me)
            until(lambda at=at: session.step != at and not guide.showing)
        assert progress_of(w.keeper, lesson.id).done
    storage.close()


def test_a_lesson_is_left_and_gone_on_with(qtbot: QtBot) -> None:
    storage = house_games()
    with window(storage, QUICK) as w:
        guide, panel = begin(w, "house:a-small-battle")
        guide.skip()
        guide.skip()
        press(KEY.Key_Space)
        made = guide.session.made
        assert len(made) == 1
        click(panel.leave)
        assert w.navigator is not None and w.stack.currentWidget() is w.navigator.lessons.learn
        assert w.navigator.table is None
        lines = {line.id: line for line in w.navigator.lessons.learn.lists["asagiri"].rows.lines}
        assert "3" in lines["house:a-small-battle"].value, "the step that it was left at"
        guide, _ = begin(w, "house:a-small-battle")
        assert (guide.session.step, guide.session.made) == (2, made)
        guide.restart()
        assert guide.session.step == 0 and guide.session.cursor == 0
        assert not storage.games(), "no lesson is a stored game"
    storage.close()


def test_lessons_and_adventures_stand_with_their_ticks(qtbot: QtBot) -> None:
    storage = house_games()
    with window(storage, QUICK) as w:
        click(w.home.doors["learn"])
        assert w.navigator is not None and w.navigator.lessons.learn is not None
        learn = w.navigator.lessons.learn
        assert set(learn.lists) == {"asagiri", "sake", "chronicles"}
        ids = [line.id for line in learn.lists["asagiri"].rows.lines if not line.heading]
        assert len(ids) == 18 and ids[0] == FIRST and ids[8] == "house:first-lanterns"
        first = learn.lists["asagiri"].rows.lines[0]
        assert first.sign == "play" and first.value == "3 min"
        learn.lists["asagiri"].chosen.emit(ids[8])
        draft = w.navigator.screens("asagiri").draft
        assert w.stack.currentWidget() is draft and draft.draft.adventure == "house:first-lanterns"
        guide, _ = begin(w, FIRST)
        guide.session.go_to(len(guide.session.lesson.steps))
        w.navigator.show_learn()
        first = learn.lists["asagiri"].rows.lines[0]
        assert first.sign == "check" and "Done" in first.heard
        press(KEY.Key_Escape)
        assert w.stack.currentWidget() is w.home
    storage.close()


@pytest.mark.parametrize(("size", "scale"), [((1280, 800), 1.0), ((1280, 800), 1.5), ((1920, 1080), 1.0)])
@pytest.mark.parametrize("id", ["house:fighting", "house:attacking-and-defending"])
def test_the_words_of_a_lesson_fit_and_lie_over_nothing(
    qtbot: QtBot, size: tuple[int, int], scale: float, id: str
) -> None:
    storage = house_games()
    with window(storage, replace(QUICK, text_scale=scale, language="fr"), TRANSLATIONS) as w:
        w.resize(*size)
        guide, panel = begin(w, id)
        for step in (0, 3, 6):
            guide.session.go_to(step)
            settle()
            assert not cut(panel)
            screen = guide.table.screen
            game_part = screen.board if hasattr(screen, "board") else screen.ring
            top = game_part.mapTo(screen, game_part.rect().topLeft()).y()
            assert top >= panel.geometry().bottom() - 8, "the board begins below the words"
    storage.close()


@pytest.mark.parametrize("id", ["house:clues-and-suspects", "house:the-oni", "house:the-final-combat"])
def test_the_words_and_the_whole_table_of_chronicles_fit_the_window(qtbot: QtBot, id: str) -> None:
    storage = house_games()
    with window(storage, replace(QUICK, language="fr"), TRANSLATIONS) as w:
        guide, panel = begin(w, id)
        screen = guide.table.screen
        for step in range(len(guide.session.lesson.steps) - 1):  # at last a fourth sheet lies beside the board
            guide.session.go_to(step)
            settle()
            assert not cut(panel)
            assert screen.minimumSizeHint().height() <= w.height(), f"nothing is scrolled away at step {step}"
    storage.close()


def test_the_suspect_that_a_lesson_points_at_is_the_one_to_click(qtbot: QtBot) -> None:
    storage = house_games()
    with window(storage, QUICK) as w:
        guide, _ = begin(w, "house:clues-and-suspects")
        steps = guide.session.lesson.steps
        at = next(n for n, step in enumerate(steps) if step.moves and "accuse_host" in str(step.moves[0]))
        guide.session.go_to(at)
        settle()
        ((row, _),) = guide.table.spots(*steps[at].point)
        assert row.accessibleName().startswith("Lady of the Veils")
        click(row)
        until(lambda: guide.session.step == at + 1)
    storage.close()


def test_what_was_kept_and_makes_no_sense_is_the_beginning(qtbot: QtBot) -> None:
    storage = house_games()
    bad = {FIRST: {"step": 4, "made": [{"do": "activate:nobody"}]}, "house:fighting": {"step": "x"}}
    with window(storage, replace(QUICK, lessons=bad)) as w:
        guide, _ = begin(w, FIRST)
        assert isinstance(guide.session, LessonSession) and guide.session.step == 0
        guide, _ = begin(w, "house:fighting")
        assert guide.session.step == 0
        assert not isinstance(guide.session.pending, Roll)
        assert w.navigator is not None and not w.navigator.start_lesson("house:nothing")
    storage.close()


def test_a_lesson_is_made_out_of_a_game_and_taken(qtbot: QtBot, tmp_path: Path) -> None:
    house = Library.shipped()
    storage = StoredGames(Repository("sqlite://"), house, Workshop(tmp_path / "packs", record_kinds(), house))
    opened = storage.begin({"quick": True}, GameSettings(), "An evening")
    play(opened.session, 40)
    with window(storage, QUICK) as w:
        navigator = w.navigator
        assert navigator is not None
        navigator.show_learn()
        learn = navigator.lessons.learn
        assert learn is not None
        click(learn.make)
        popup = w.findChild(ChoicePopup)
        assert popup is not None
        popup.chosen.emit(str(opened.entry.id))
        popup.close()
        editor = navigator.lessons.editor
        assert editor is not None and w.stack.currentWidget() is editor
        assert len(editor.steps) > 4
        editor.go(3)
        editor.words.setPlainText("Look at <b>this</b>.")
        editor.task.setText("Do it")
        editor.task.textEdited.emit("Do it")
        click(editor.last)
        editor.go(2)
        click(editor.first)
        assert [step.words for step in editor.steps] == ["", "Look at <b>this</b>."]
        editor.title.setText("Mine")
        editor.keep_in(NEW)
        mine = [one for one in lessons(storage.content) if not one.id.startswith("house:")]
        assert [one.name["en"] for one in mine] == ["Mine"]
        assert mine[0].id in [line.id for line in learn.lists["asagiri"].rows.lines]
        guide, panel = begin(w, mine[0].id)
        assert guide.session.now is not None
        while guide.session.now is not None:
            at = guide.session.step
            click(panel.show_me)
            until(lambda at=at: guide.session.step != at and not guide.showing)
        assert storage.library.count() == 1, "the game stays as it was"

        navigator.show_learn()
        assert learn.edit.isVisible()
        click(learn.edit)
        popup = w.findChild(ChoicePopup)
        assert popup is not None
        popup.chosen.emit(mine[0].id)
        popup.close()
        assert w.stack.currentWidget() is editor and not editor.whose.isVisible()
        assert [step.words for step in editor.steps] == ["", "Look at <b>this</b>."]
        assert [step.task for step in editor.steps] == ["", "Do it"]
        editor.go(1)
        editor.words.setPlainText("Look again.")
        click(editor.keep)
        assert w.stack.currentWidget() is learn
        again = [one for one in lessons(storage.content) if not one.id.startswith("house:")]
        assert [one.id for one in again] == [mine[0].id], "it stands in the place of the one before"
        assert again[0].steps[1].words["en"] == "Look again."
        assert again[0].steps[0] == mine[0].steps[0] and again[0].start == mine[0].start
        view = learn.lists["asagiri"]
        view.setFocus()
        view.setCurrentIndex(view.rows.index(view.row_of(mine[0].id)))
        press(KEY.Key_E)
        assert w.stack.currentWidget() is editor
    storage.close()


def test_a_game_changed_by_hand_makes_no_lesson(qtbot: QtBot) -> None:
    storage = new_shelf()
    opened = storage.begin({"quick": True}, GameSettings(), "An evening")
    play(opened.session, 20)
    opened.session.switch("assist")
    with pytest.raises(UnknownOption):
        steps_of(opened.session, "A")
    storage.close()


@pytest.mark.parametrize("id", [FIRST, "house:your-hand-and-the-ring"])
def test_a_lesson_calls_the_learner_by_their_own_name(qtbot: QtBot, id: str) -> None:
    storage = house_games()
    with window(storage, replace(QUICK, first_name="Hana")) as w:
        guide, _ = begin(w, id)
        assert guide.table.name(guide.session.lesson.seat) == "Hana"
    storage.close()


def test_the_ring_lies_on_the_button_that_does_what_is_asked(qtbot: QtBot) -> None:
    """To end the activations while Tikku could still act, the large button is another one."""
    storage = house_games()
    with window(storage, QUICK) as w:
        guide, _ = begin(w, "house:dice-and-reserve")
        guide.session.go_to(4)
        bar = guide.table.screen.bar

        def ringed(button: QWidget) -> None:
            guide.rings.follow()
            at = button.mapTo(guide.table.screen, button.rect().topLeft())
            until(lambda: [rect.topLeft() for rect in guide.rings.rects] == [at])

        press(KEY.Key_Space)
        assert "Tikku" in bar.button.text()
        deed = bar.deeds.buttons[EndActivations]
        ringed(deed)
        click(deed)
        assert guide.session.step == 4 and not deed.isVisible(), "it is asked whether that is meant"
        ringed(bar.button)
        click(bar.button)
        assert guide.session.step == 5
    storage.close()


def test_an_attack_that_comes_too_early_is_told_about_the_attack(qtbot: QtBot) -> None:
    storage = house_games()
    with window(storage, QUICK) as w:
        guide, panel = begin(w, "house:facing-and-control-zones")
        guide.session.go_to(3)
        guide.table.game.choose(guide.table.game.options_like(Attack)[0])
        assert guide.session.step == 3 and "attack" in panel.mistake.text()
    storage.close()


def test_the_ring_leaves_the_corners_of_the_cursor_free(qtbot: QtBot) -> None:
    """A square that is ringed has a frame once the keyboard's cursor is on it: a circle would cross the corners."""
    storage = house_games()
    with window(storage, QUICK) as w:
        guide, _ = begin(w, "house:dice-and-reserve")
        guide.session.go_to(3)
        board = guide.table.screen.board
        guide.rings.follow()
        assert guide.rings.rects and not guide.rings.framed
        game = guide.table.game
        board.keys.go(game.state.table.board.index[4, 1, 0])
        guide.rings.follow()
        assert guide.rings.framed == guide.rings.rects
    storage.close()


def test_a_lesson_that_is_left_leaves_the_keys_on_the_list_of_its_game(qtbot: QtBot) -> None:
    storage = house_games()
    with window(storage, QUICK) as w:
        assert w.navigator is not None
        w.navigator.show_learn()
        learn = w.navigator.lessons.learn
        assert learn is not None
        assert learn.lists["asagiri"].hasFocus()
        learn.lists["sake"].setFocus()
        press(KEY.Key_Return)
        assert w.navigator.table is not None
        w.navigator.show_learn()
        assert learn.lists["sake"].hasFocus()
    storage.close()


def test_escape_leaves_a_lesson_that_is_over(qtbot: QtBot) -> None:
    storage = house_games()
    with window(storage, QUICK) as w:
        guide, panel = begin(w, FIRST)
        guide.session.go_to(len(guide.session.lesson.steps))
        assert guide.over and panel.go_on.hasFocus()
        press(KEY.Key_Escape)
        assert w.navigator is not None and w.navigator.lessons.learn is not None
        assert w.stack.currentWidget() is w.navigator.lessons.learn
    storage.close()


@pytest.mark.parametrize("language", ["en", "fr", "it"])
def test_what_can_be_done_has_its_words_beside_its_key(qtbot: QtBot, language: str) -> None:
    """At 1280 pixels, where a figure has moved: what ends the movement and the activations is no sign alone."""
    storage = house_games()
    with window(storage, replace(QUICK, language=language), TRANSLATIONS) as w:
        w.resize(1280, 800)
        guide, _ = begin(w, "house:dice-and-reserve")
        guide.session.go_to(4)
        settle()
        bar = guide.table.screen.bar
        shown = [one for one in bar.deeds.buttons.values() if one.isVisible()]
        assert len(shown) == 2
        assert [one.text() for one in shown if one.width() < one.width_when(short=False)] == []
    storage.close()
