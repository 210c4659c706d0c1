"""Keys and clicks at random over the whole window, beginning on any screen: no crash, no warning of Qt, no lost keys.

Nothing here waits for a person: no dialog of the system opens, and the number of keys is bounded.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QDesktopServices
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QWidget

from companion.ui.shell.window import MainWindow
from tests.budget import examples

from .test_window_kit import until
from .tour_kit import SAKE, STOPS, Stop, settle, touring

Press = tuple[Qt.Key, Qt.KeyboardModifier]
PLAIN, SHIFT = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier
CTRL, ALT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier
K = Qt.Key
LETTERS = [K(n) for n in range(K.Key_A.value, K.Key_Z.value + 1)]
COMMON = (K.Key_Tab, K.Key_Tab, K.Key_Tab, K.Key_Backtab, K.Key_Space, K.Key_Space, K.Key_Return, K.Key_Return,
          K.Key_Escape, K.Key_Up, K.Key_Down, K.Key_Left, K.Key_Right)  # fmt: skip
RARE = (K.Key_Home, K.Key_End, K.Key_PageUp, K.Key_PageDown, K.Key_Delete, K.Key_Backspace, K.Key_Menu, K.Key_F1,
        K.Key_F2, K.Key_F3, K.Key_F6, K.Key_F10, K.Key_F11, K.Key_Slash, K.Key_Question, K.Key_Comma, K.Key_Period,
        K.Key_Plus, K.Key_Minus, *[K(n) for n in range(K.Key_0.value, K.Key_9.value + 1)])  # fmt: skip
CHORDS: list[Press] = [
    *((key, CTRL) for key in (*LETTERS, K.Key_Tab, K.Key_Return, K.Key_Plus, K.Key_Minus, K.Key_0, K.Key_Comma)),
    (K.Key_Home, ALT), (K.Key_Left, ALT), (K.Key_Up, SHIFT), (K.Key_Left, SHIFT),
]  # fmt: skip
CHORDS.remove((K.Key_Q, CTRL))  # the end of the program is no loss of the keys


def draw(rng: Random) -> Press:
    """A key: mostly those that everybody uses, often a letter."""
    kind = rng.random()
    if kind < 0.5:
        return rng.choice(COMMON), PLAIN
    if kind < 0.8:
        return rng.choice(LETTERS), SHIFT if rng.random() < 0.2 else PLAIN
    return (rng.choice(RARE), PLAIN) if kind < 0.92 else rng.choice(CHORDS)


def hit(w: MainWindow, key: Press) -> None:
    """Press a key wherever the keys go now."""
    if QApplication.activePopupWidget() is None and not w.isActiveWindow():
        w.activateWindow()  # the second window had come to the front
        until(w.isActiveWindow)
    target = QApplication.activePopupWidget() or QApplication.focusWidget() or w
    text = chr(key[0].value) if key[0] in LETTERS and key[1] in (PLAIN, SHIFT) else ""
    if text:
        QTest.keyClick(target, text if key[1] == SHIFT else text.lower(), key[1])
    else:
        QTest.keyClick(target, *key)
    QApplication.processEvents()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)  # as the program's own loop does


def keeps_the_keys(w: MainWindow) -> bool:
    """Whether there is something that the next key goes to, and that can be seen."""
    held: QWidget | None = QApplication.activePopupWidget() or QApplication.focusWidget()
    return not w.isActiveWindow() or (held is not None and held.isVisible())


def click(w: MainWindow, rng: Random) -> str:
    """Click somewhere, mostly on something, now and then with the other button or twice; what was clicked."""
    over = QApplication.activePopupWidget() or w
    shown = [one for one in over.findChildren(QWidget) if one.isVisible() and one.isEnabled() and one.window() is over]
    on = rng.choice([over, *shown])
    at = QPoint(rng.randrange(max(1, on.width())), rng.randrange(max(1, on.height())))
    under = over.childAt(on.mapTo(over, at)) or over
    at = under.mapFrom(over, on.mapTo(over, at))
    right = rng.random() < 0.08
    told = f"{'right ' * right}{type(under).__name__} {at.toTuple()}"
    QTest.mouseMove(under, at)
    if rng.random() < 0.04:
        QTest.mouseDClick(under, Qt.MouseButton.LeftButton, PLAIN, at)
    else:
        QTest.mouseClick(under, Qt.MouseButton.RightButton if right else Qt.MouseButton.LeftButton, PLAIN, at)
    QApplication.processEvents()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    return told


def play(w: MainWindow, seed: int, count: int, stops: Sequence[Stop] = STOPS, clicks: float = 0.0) -> None:
    """Begin on some screen and press so many keys; that share of them are clicks."""
    rng = Random(seed)
    name, go = rng.choice(stops)
    go(w)
    settle()
    last: deque[str] = deque(maxlen=30)
    for _ in range(count):
        if rng.random() < clicks:
            last.append(click(w, rng))
        else:
            key = draw(rng)
            last.append(f"{key[1].name} {key[0].name}")
            hit(w, key)
        assert w.isVisible(), (name, *last)
        if not keeps_the_keys(w):
            settle()
        assert keeps_the_keys(w), (name, *last)
    while (popup := QApplication.activePopupWidget()) is not None:
        popup.close()


@pytest.fixture(autouse=True)
def no_dialogs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever is asked for a file says nothing; nothing is opened outside."""
    for name, nothing in (("getOpenFileName", ""), ("getSaveFileName", ""), ("getOpenFileNames", [])):
        monkeypatch.setattr(QFileDialog, name, lambda *_, nothing=nothing: (nothing, ""))
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: "")
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda *_: True)


@pytest.mark.parametrize("seed", range(examples(4)))
def test_random_keys_break_nothing_and_are_never_lost(qtbot: object, tmp_path: Path, seed: int) -> None:
    with touring(tmp_path) as w:
        play(w, seed, 60)


@pytest.mark.parametrize("seed", range(examples(2)))
def test_random_keys_and_clicks_at_a_table_of_sake_break_nothing(qtbot: object, tmp_path: Path, seed: int) -> None:
    with touring(tmp_path) as w:
        play(w, seed, 60, SAKE, clicks=0.5)


@pytest.mark.soak
@pytest.mark.timeout(900)
@pytest.mark.parametrize("seed", range(2000, 2000 + examples(40)))
def test_random_keys_and_clicks_for_long_break_nothing(qtbot: object, tmp_path: Path, seed: int) -> None:
    with touring(tmp_path) as w:
        play(w, seed, 500, SAKE if seed % 2 else STOPS, clicks=0.5)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(1000, 1000 + examples(60)))
def test_random_keys_for_long_break_nothing(qtbot: object, tmp_path: Path, seed: int) -> None:
    with touring(tmp_path) as w:
        play(w, seed, 500)
