"""An adventure played to its end by keys and by what is read on the board in words; what is read is always true."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from companion.model.core.session import Session
from companion.model.core.words import Words
from companion.model.games.asagiri import SYSTEM
from companion.ui.games.asagiri.controller import AsagiriController
from companion.ui.games.asagiri.table import voice as questions
from companion.ui.games.asagiri.table.screen import TableScreen
from tests.blind import Blind

from .test_cards_kit import LIBRARY, hold
from .test_window_kit import press, until

SHIFT, PLAIN = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.NoModifier


class BlindHere(Blind):
    """In this process."""

    def __init__(self, screen: TableScreen, answers: list[str]) -> None:
        super().__init__()
        self.screen, self.answers = screen, answers

    def press(self, *keys: str) -> None:
        for key in keys:
            name = key.removeprefix("shift+")
            code = Qt.Key[f"Key_{name.upper() if len(name) == 1 else name}"]
            press(code, modifier=SHIFT if key != name else PLAIN)

    def read(self) -> tuple[str, str]:
        held = QApplication.focusWidget()
        return (held.accessibleName(), held.accessibleDescription()) if held is not None else ("", "")

    def heard(self) -> str:
        return self.screen.text.record.toPlainText().split("\n")[-1]

    def ask(self, key: str) -> list[str]:
        self.answers.clear()
        self.press(key)
        return self.answers[-1].split("\n")


def test_an_adventure_is_played_to_its_end_by_the_board_in_words_alone(
    qtbot: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers: list[str] = []
    monkeypatch.setattr(
        questions, "announce", lambda _, words, asked=None: answers.append(words) if asked is None else None
    )
    game = AsagiriController(Session.new(SYSTEM, {"adventure": "house:first-lanterns"}, LIBRARY, 7), Words("en"))
    game.animated = False
    screen = hold(qtbot, TableScreen(game, ("Anna", "Marco")))
    screen.resize(1280, 800)
    screen.setUpdatesEnabled(False)  # nobody looks
    screen.show()
    screen.activateWindow()
    until(lambda: QApplication.activeWindow() is screen)
    player = BlindHere(screen, answers)
    player.press("F6")
    player.place_figures()
    player.learn()
    far = player.to_gate()
    for _ in range(6):
        player.advance(far)
        if game.over() is not None:
            break
        player.press("n", "n")  # to the end of the phase, with figures that have not acted
        player.press("n", "n")  # the dead stand still
    over = game.over()
    assert over is not None
    assert over.winner == "A"
    assert any("leaves the board: The temple gate" in words for words in screen.voice.heard)
