"""Settings: declared once, found by any word, reset page by page, several at once; and targets as large as a finger."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import msgspec
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QCheckBox,
)
from pytestqt.qtbot import QtBot

from companion.resources import resources_dir
from companion.ui.games import GAMES
from companion.ui.kit.panels import Toast
from companion.ui.kit.settings import PREFIX, Settings, cleaned
from companion.ui.kit.settings_table import PRESETS, SETTINGS, Elsewhere, OneOf, Setting, changes, default, value
from companion.ui.kit.theme import fonts
from companion.ui.shell.settings_book import SettingsBook
from companion.ui.shell.window import MainWindow

from .test_window_kit import FAST, click, press, window
from .tour_kit import PARTS, settle, small, touring, walk

KEY = Qt.Key
REMEMBERED = {"geometry", "second", "second_turn", "database", "seen_version", "game"}
"""What is kept without being one setting: places of windows, what has pages of its own."""
DECLARED = [*SETTINGS, *(GAMES["asagiri"].settings or list)()[1]]


def book(w: MainWindow) -> Any:
    assert w.sheets is not None
    if "settings" not in w.sheets.made or not w.sheets.made["settings"].isVisible():
        w.sheets.toggle("settings")
    found = w.sheets.made["settings"].content
    assert isinstance(found, SettingsBook)
    return found


def shown(panel: Any) -> list[str]:
    return [id for id, row in panel.rows.items() if row.isVisible()]


# --- declared ------------------------------------------------------------------------------------------------------


def test_every_field_is_a_setting_or_known_to_be_none() -> None:
    fields = {one.id for one in DECLARED if not isinstance(one.control, Elsewhere) and "." not in one.id}
    single = {name for name in Settings.__struct_fields__ if not isinstance(getattr(Settings(), name), dict)}
    assert fields | REMEMBERED == single
    assert not fields & REMEMBERED
    assert len({one.id for one in DECLARED}) == len(DECLARED)


@pytest.mark.parametrize("one", [one for one in DECLARED if isinstance(one.control, OneOf)], ids=lambda one: one.id)
def test_every_option_is_taken_and_found_again_at_the_next_start(one: Setting) -> None:
    assert isinstance(one.control, OneOf)
    ids = [id for id, _, _ in one.control.options]
    assert one.id == "language" or default(one.id) in ids
    for id in ids:
        changed = msgspec.structs.replace(Settings(), **changes(Settings(), {one.id: id}))
        kept = {PREFIX + name: held for name, held in msgspec.structs.asdict(changed).items()}
        assert value(cleaned(kept), one.id) == id


def test_presets_set_what_there_is_to_values_that_are_kept() -> None:
    known = {one.id for one in DECLARED}
    for preset in PRESETS:
        assert set(preset.values) <= known
        changed = msgspec.structs.replace(Settings(), **changes(Settings(), preset.values))
        kept = {PREFIX + name: held for name, held in msgspec.structs.asdict(changed).items()}
        assert cleaned(kept) == changed, preset.id


def test_the_page_of_the_documentation_is_what_the_program_declares() -> None:
    script = runpy.run_path(str(Path(__file__).parents[2] / "packaging" / "settings_page.py"))
    assert script["PAGE"].read_text("utf-8") == script["page"](), "python packaging/settings_page.py"


# --- on the screen -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "typed", "found"),
    [
        ("en", "dark", "theme"),
        ("en", "FINGER touch", "large_targets"),
        ("en", "MOV-6", "house.zones"),
        ("en", "shortcut", "keys"),
        ("fr", "zones de controle", "house.zones"),
        ("it", "dito", "large_targets"),
    ],
)
def test_a_setting_is_found_by_any_of_its_words(qtbot: QtBot, language: str, typed: str, found: str) -> None:
    settings = msgspec.structs.replace(FAST, language=language)
    with window(settings=settings, folder=resources_dir() / "translations") as w:
        panel = book(w)
        panel.search.setFocus()
        press(typed)
        assert shown(panel) == [found]
        press(KEY.Key_Escape)
        assert panel.search.text() == ""
        assert w.sheets is not None and w.sheets.made["settings"].isVisible()


def test_what_is_not_there_is_said(qtbot: QtBot) -> None:
    with window() as w:
        panel = book(w)
        panel.search.setText("zeppelin")
        assert shown(panel) == []
        assert panel.nothing.text() == "No setting is found by “zeppelin”."
        panel.search.setText("projector")
        assert panel.presets.isVisible() and not panel.nothing.isVisible()


def test_a_page_is_reset_and_that_is_undone(qtbot: QtBot) -> None:
    with window() as w:
        panel = book(w)
        panel.open_page("play")
        reset = panel.parts["play"].reset
        assert not reset.isVisible(), "nothing is changed"
        click(panel.rows["enemy_speed"].control.words["fast"])
        assert panel.rows["enemy_speed"].back.isVisible()
        assert not panel.rows["first_name"].back.isVisible()
        click(reset)
        assert w.keeper.settings.enemy_speed == "wait"
        assert w.keeper.settings.theme == FAST.theme, "another page"
        (toast,) = w.findChildren(Toast)
        toast.acted.emit()
        assert w.keeper.settings.enemy_speed == "fast"
        click(panel.rows["enemy_speed"].back)
        assert w.keeper.settings.enemy_speed == "wait"
        toast.close()


def test_a_preset_sets_several_things_is_marked_and_undone(qtbot: QtBot) -> None:
    with window() as w:
        panel = book(w)
        lines = panel.presets
        lines.chosen.emit("one_hand")
        assert w.keeper.settings.large_targets
        assert fonts.text_scale() == 1.15
        assert [line.id for line in lines.rows.lines if line.chosen] == ["one_hand"]
        (toast,) = w.findChildren(Toast)
        assert toast.accessibleName() == "“One hand free” holds now."
        toast.acted.emit()
        assert w.keeper.settings == FAST
        toast.close()


def test_a_preset_tells_its_values_as_the_language_writes_them(qtbot: QtBot) -> None:
    settings = msgspec.structs.replace(FAST, language="fr")
    with window(settings=settings, folder=resources_dir() / "translations") as w:
        words = {line.id: line.words for line in book(w).presets.rows.lines}
        assert "Thème\u00a0: Clair · " in words["presentation"]


def test_house_rules_are_one_setting_each(qtbot: QtBot) -> None:
    with window() as w:
        panel = book(w)
        panel.open_page("asagiri")
        row = panel.rows["house.zones"]
        panel.area.ensureWidgetVisible(row)
        click(row.control.words["remind"])
        assert w.keeper.settings.house == {"zones": "remind"}
        panel.area.ensureWidgetVisible(row)
        click(row.back)
        assert w.keeper.settings.house == {}


def test_the_keys_are_reached_from_the_settings(qtbot: QtBot) -> None:
    with window() as w:
        panel = book(w)
        panel.open_page("hands")
        click(panel.rows["keys"].control)
        assert w.sheets is not None
        assert w.sheets.made["keys"].isVisible()


# --- large targets -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("part", PARTS)
def test_large_targets_are_as_large_as_a_finger_on_every_screen(qtbot: QtBot, tmp_path: Path, part: int) -> None:
    wrong: dict[str, str] = {}
    with touring(tmp_path, msgspec.structs.replace(FAST, large_targets=True), paints=False) as w:
        for name, page in walk(w, part):
            settle()
            for what in small(w if page is w else w.room, 44):
                wrong.setdefault(what, name)
    fonts.set_large_targets(False)
    assert not wrong, "\n".join(f"{name}: {what}" for what, name in wrong.items())


def test_targets_become_large_and_small_again_at_once(qtbot: QtBot) -> None:
    with window() as w:
        panel = book(w)
        panel.open_page("hands")
        switch = panel.rows["large_targets"].control
        assert isinstance(switch, QCheckBox)
        before = {button: button.size() for button in w.findChildren(QAbstractButton) if button.isVisible()}
        click(switch)
        settle()
        assert not small(w, 44)
        click(switch)
        settle()
        assert {
            b.accessibleName(): (b.size().toTuple(), s.toTuple())
            for b, s in before.items()
            if b.size() != s and b is not switch
        } == {}
