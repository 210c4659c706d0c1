"""An adventure played to its end by keys and by what is read on the board in words; what is read is always true."""

from __future__ import annotations

import re
from collections import deque
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
from companion.ui.games.asagiri.table.text_board import Square

from .test_cards_kit import LIBRARY, hold
from .test_window_kit import press, until

KEY = Qt.Key
SHIFT = Qt.KeyboardModifier.ShiftModifier
GATE = "The temple gate: exit of band A, goal of band A"


class Blind:
    """Knows what was read and heard, and nothing else; squares are (column, row)."""

    def __init__(self, screen: TableScreen, answers: list[str]) -> None:
        self.screen, self.answers = screen, answers
        self.map: dict[tuple[int, int], str] = {}

    def read(self) -> tuple[str, str]:
        """The square that the keys are on: what it is, and what Enter is said to do."""
        held = QApplication.focusWidget()
        assert isinstance(held, Square), held
        return held.accessibleName(), held.accessibleDescription()

    @property
    def at(self) -> tuple[int, int]:
        return place(self.read()[0])

    def heard(self) -> str:
        """The last line of what has happened, below the board."""
        return self.screen.text.record.toPlainText().split("\n")[-1]

    def ask(self, key: Qt.Key) -> list[str]:
        self.answers.clear()
        press(key, modifier=SHIFT)
        return self.answers[-1].split("\n")

    def go(self, to: tuple[int, int]) -> None:
        for _ in range(40):
            x, y = self.at
            if (x, y) == to:
                return
            press(
                KEY.Key_Left if to[0] < x else KEY.Key_Right if to[0] > x else KEY.Key_Up if to[1] < y else KEY.Key_Down
            )
        raise AssertionError(f"the arrows do not come to {to}")

    def learn(self) -> None:
        """The whole board, read column by column."""
        for column in range(8):
            self.go((column, 0))
            (told,) = self.ask(KEY.Key_C)
            self.map |= {(column, row): "" for row in range(16)}
            for words in told.split(". ")[1:-1]:
                self.map[place(words)] = words.split(": ", 1)[1]

    def figures(self) -> dict[str, tuple[int, int]]:
        """Where everybody is, by name."""
        told = [line.split(": ", 1) for line in self.ask(KEY.Key_W)]
        return {words.split(",")[0]: place(at) for at, words in told if re.fullmatch(r"[A-H]\d+", at)}

    def to_gate(self) -> dict[tuple[int, int], int]:
        """How far every square is from the gate, by what was read."""
        far = {at: 0 for at, words in self.map.items() if GATE in words}
        waiting = deque(far)
        while waiting:
            x, y = waiting.popleft()
            for near in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                if near in self.map and near not in far and "blocking" not in self.map[near]:
                    far[near] = far[x, y] + 1
                    waiting.append(near)
        return far

    def move(self, far: dict[tuple[int, int], int]) -> None:
        """Bring the figure that the keys are on as near to the gate as is promised, but by no enemy zone."""
        x, y = self.at
        near = [(x + dx, y + dy) for dx in range(-6, 7) for dy in range(-6, 7) if abs(dx) + abs(dy) <= 6]
        for to in sorted((at for at in near if far.get(at, 99) < far[x, y]), key=lambda at: far[at]):
            self.go(to)
            name, offer = self.read()
            promised = re.search(r"Enter moves (.+) here", offer)
            if promised is not None and "enemy control zone" not in name:
                press(*[KEY.Key_Return] * (2 if offer.startswith("Press twice") else 1))
                assert promised[1] in self.read()[0], (name, offer, self.read())
                assert self.figures()[promised[1]] == to
                return


def advance(player: Blind, far: dict[tuple[int, int], int]) -> None:
    """Every figure of band A one after the other towards the gate, and out by it."""
    for at in player.figures().values():
        if not isinstance(QApplication.focusWidget(), Square):
            return  # the end of the game has the keys
        player.go(at)
        if "band A" in player.read()[0]:
            press(KEY.Key_Return)
            player.move(far)
            if GATE in player.read()[0]:
                press(KEY.Key_X, modifier=SHIFT)


def place(words: str) -> tuple[int, int]:
    """The square that words begin with."""
    found = re.match(r"([A-H])(\d+)", words)
    assert found is not None, words
    return ord(found[1]) - 65, int(found[2]) - 1


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
    press(KEY.Key_F6)
    player = Blind(screen, answers)
    while "starting squares of band A" in player.read()[0]:
        assert player.read()[1].startswith("Enter: ")
        press(KEY.Key_Return)
        if "Turn 1" in player.heard():
            break
        press(KEY.Key_Right)
    player.learn()
    far = player.to_gate()
    for _ in range(6):
        advance(player, far)
        if game.over() is not None:
            break
        press(KEY.Key_N, KEY.Key_N)  # to the end of the phase, with figures that have not acted
        press(KEY.Key_N, KEY.Key_N)  # the dead stand still
    over = game.over()
    assert over is not None
    assert over.winner == "A"
    assert any("leaves the board: The temple gate" in words for words in screen.voice.heard)
