"""The painted widgets: names for screen readers, keys, focus, following theme and text size, no leftovers."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QColor, QImage, QPalette
from PySide6.QtWidgets import QApplication, QCheckBox, QComboBox, QLineEdit, QListWidget, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from companion.ui.kit import keys
from companion.ui.kit.art.marks import ElementMark, StatBadge, ZeniMeter
from companion.ui.kit.buttons import InkButton, KeyHint
from companion.ui.kit.panels import Heading, PaperPanel, Rule, SealLabel, Toast
from companion.ui.kit.theme import fonts as lettering
from companion.ui.kit.theme import motion, palette, style


@pytest.fixture
def dressed(qapp: QApplication) -> Iterator[QApplication]:
    yield qapp
    motion.set_reduced(False)
    palette.set_theme("paper")
    lettering.set_text_scale(1.0)


def seen(widget: QWidget) -> QImage:
    """What a widget looks like now."""
    return widget.grab().toImage()


def several(parent: QWidget) -> list[QWidget]:
    return [
        InkButton("Roll", "primary", parent, key="Space", sign="dice"),
        InkButton("End", "secondary", parent),
        InkButton("Undo", "quiet", parent),
        KeyHint("Esc", parent),
        PaperPanel(parent),
        Heading("Bands", parent, kanji="武士"),
        Rule(parent),
        ElementMark("fire", "Fire", parent),
        StatBadge("attack", 4, "Attack", parent),
        ZeniMeter(3, 12, "Zeni lost", parent),
        SealLabel("勝", "Victory", parent),
    ]


def test_a_button_that_was_short_once_has_the_words_of_now_in_its_tip(qtbot: QtBot) -> None:
    button = InkButton("Roll", sign="dice", deed="table.step")
    qtbot.addWidget(button)
    button.shorten(True)
    assert button.toolTip() == "Roll (Space)"
    button.setText("Keep them all")
    assert button.toolTip() == "Keep them all (Space)"


@pytest.mark.parametrize("number", range(11))
def test_a_widget_shows_and_follows_the_theme(dressed: QApplication, qtbot: QtBot, number: int) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    widget = several(window)[number]
    widget.resize(widget.sizeHint().expandedTo(widget.minimumSizeHint()).grownBy(widget.contentsMargins()))
    before = seen(widget)
    assert len({before.pixel(x, y) for x in range(before.width()) for y in range(before.height())}) > 3
    palette.set_theme("night")
    assert seen(widget) != before


@pytest.mark.parametrize("number", [n for n in range(11) if n not in {4, 6}])
def test_a_widget_grows_with_the_text(dressed: QApplication, qtbot: QtBot, number: int) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    widget = several(window)[number]
    before = widget.sizeHint()
    lettering.set_text_scale(2.0)
    after = widget.sizeHint()
    assert after.width() > before.width()
    assert after.height() > before.height()


def test_what_means_something_has_a_name(dressed: QApplication, qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    names = {type(w).__name__: w.accessibleName() for w in several(window)[3:]}
    assert names["StatBadge"] == "Attack 4"
    assert names["ZeniMeter"] == "Zeni lost 3/12"
    assert names["ElementMark"] == "Fire"
    assert names["SealLabel"] == "Victory"
    assert names["Heading"] == "Bands"
    badge = StatBadge("defense", 2, "Defense", window)
    badge.set_value(3, +1)
    assert badge.accessibleName() == "Defense 3"


@pytest.mark.parametrize("kind", ["primary", "secondary", "quiet"])
def test_a_button_is_pressed_with_the_keyboard_and_shows_focus(dressed: QApplication, qtbot: QtBot, kind: str) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    layout = QVBoxLayout(window)
    other, button = QLineEdit(), InkButton("Do it", kind)
    layout.addWidget(other)
    layout.addWidget(button)
    window.show()
    qtbot.waitExposed(window)
    window.activateWindow()
    other.setFocus()
    qtbot.waitUntil(other.hasFocus)
    without = seen(button)
    button.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.waitUntil(button.hasFocus)
    assert seen(button) != without
    with qtbot.waitSignal(button.clicked):
        qtbot.keyClick(button, Qt.Key.Key_Space)


def test_a_key_cap_is_named_in_the_language_of_the_window(
    dressed: QApplication, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keys, "tr", lambda _: "Entrée")
    assert seen(InkButton("Apply", key="Enter")) == seen(InkButton("Apply", key="Entrée"))


def test_the_next_step_breathes_only_while_seen(dressed: QApplication, qtbot: QtBot) -> None:
    button = InkButton("Roll", "primary")
    qtbot.addWidget(button)
    button.set_breathing(True)
    breath = button._breathing
    assert breath is not None
    assert breath.state() == breath.State.Stopped
    button.show()
    assert breath.state() == breath.State.Running
    button.hide()
    assert breath.state() == breath.State.Stopped
    button.set_breathing(False)
    motion.set_reduced(True)
    button.set_breathing(True)
    assert button._breathing is None


def test_a_toast_goes_by_itself(dressed: QApplication, qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(600, 300)
    window.show()
    Toast(window, "Undone", action="Redo", milliseconds=30).popup()
    qtbot.waitUntil(lambda: window.findChild(Toast) is None)
    taken = Toast(window, "Undone", action="Redo")
    taken.popup()
    button = taken.findChild(InkButton)
    assert button is not None
    with qtbot.waitSignal(taken.acted):
        button.click()
    qtbot.waitUntil(lambda: window.findChild(Toast) is None)


def test_a_closed_widget_hears_no_more(dressed: QApplication, qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    made = several(window)
    alive = [weakref.ref(w) for w in made]
    for widget in made:
        widget.deleteLater()
    made.clear()
    del widget
    qtbot.wait(10)
    gc.collect()
    palette.set_theme("night")
    lettering.set_text_scale(1.5)
    assert not [ref() for ref in alive if ref() is not None]


@pytest.mark.parametrize("name", ["paper", "night"])
def test_standard_widgets_wear_the_theme(dressed: QApplication, qtbot: QtBot, name: palette.ThemeName) -> None:
    palette.set_theme(name)
    theme = palette.current()
    assert dressed.palette().color(QPalette.ColorRole.Window) == QColor(theme.ground)
    window = QWidget()
    qtbot.addWidget(window)
    layout = QVBoxLayout(window)
    box = QComboBox()
    box.addItems(["one", "two"])
    rows = QListWidget()
    rows.addItems(["one", "two"])
    for widget in (QLineEdit("words"), box, rows, QCheckBox("yes")):
        layout.addWidget(widget)
    window.resize(300, 300)
    window.show()
    image = seen(window)
    assert image.pixelColor(2, 2) == QColor(theme.ground)
    greys = {"#efefef", "#f0f0f0", "#ffffff", "#353535", "#c0c0c0"}
    assert not greys & {image.pixelColor(x, y).name() for x in range(0, 300, 3) for y in range(0, 300, 3)}


def test_dressing_twice_changes_nothing(dressed: QApplication) -> None:
    style.apply(dressed)
    assert len(dressed.findChildren(style._Dresser)) == 1


def test_each_widget_is_dressed_once_however_deep_it_lies(dressed: QApplication, qtbot: QtBot) -> None:
    """Each change of style makes a widget measure itself and all in it again."""
    changes = []

    class Heard(QWidget):
        def changeEvent(self, event: QEvent) -> None:
            if event.type() == QEvent.Type.StyleChange:
                changes.append(self)
            super().changeEvent(event)

    outermost = inner = Heard()
    qtbot.addWidget(outermost)
    for _ in range(9):
        inner = Heard(inner)
    outermost.show()
    changes.clear()
    palette.set_theme("night")
    assert len(changes) <= 3 * 10


def test_space_grows_with_the_text_and_comes_back(dressed: QApplication, qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    outer, inner = QVBoxLayout(window), QVBoxLayout()
    outer.addLayout(inner)
    outer.setContentsMargins(30, 14, 30, 13)
    inner.setSpacing(7)
    for scale in (2.0, 0.8, 1.5, 1.0, 2.0):
        lettering.set_text_scale(scale)
        assert outer.contentsMargins().top() == round(14 * scale)
        assert inner.spacing() == round(7 * scale)
    inner.setSpacing(20)
    lettering.set_text_scale(1.0)
    assert inner.spacing() == 10, "what was set meanwhile counts"
