"""Somebody who plays an adventure of Asagiri by the board in words alone: what is read, what is heard, and keys.

How keys are pressed and things read is left to those who try it: in this process (`tests/ui/test_access_blind.py`) and
over a real accessibility bus (`tests/bus`).
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections import deque

GATE = "The temple gate: exit of band A, goal of band A"


class Blind(ABC):
    """Knows what was read and heard, and nothing else; squares are (column, row)."""

    def __init__(self) -> None:
        self.map: dict[tuple[int, int], str] = {}

    @abstractmethod
    def press(self, *keys: str) -> None:
        """Type keys ("Left", "shift+w")."""

    @abstractmethod
    def read(self) -> tuple[str, str]:
        """What the keys are on: its name, and what is said besides."""

    @abstractmethod
    def ask(self, key: str) -> list[str]:
        """Put a question about the board by its key; the answer, line by line."""

    @abstractmethod
    def heard(self) -> str:
        """The last line of what has happened, below the board."""

    @property
    def on_board(self) -> bool:
        """Whether the keys are on a square."""
        return re.match(r"[A-H]\d+\b", self.read()[0]) is not None

    @property
    def at(self) -> tuple[int, int]:
        return place(self.read()[0])

    def go(self, to: tuple[int, int]) -> None:
        for _ in range(40):
            x, y = self.at
            if (x, y) == to:
                return
            self.press("Left" if to[0] < x else "Right" if to[0] > x else "Up" if to[1] < y else "Down")
        raise AssertionError(f"the arrows do not come to {to}")

    def learn(self) -> None:
        """The whole board, read column by column."""
        for column in range(8):
            self.go((column, 0))
            (told,) = self.ask("shift+c")
            self.map |= {(column, row): "" for row in range(16)}
            for words in told.split(". ")[1:-1]:
                self.map[place(words)] = words.split(": ", 1)[1]

    def figures(self) -> dict[str, tuple[int, int]]:
        """Where everybody is, by name."""
        told = [line.split(": ", 1) for line in self.ask("shift+w")]
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
                self.press(*["Return"] * (2 if offer.startswith("Press twice") else 1))
                assert promised[1] in self.read()[0], (name, offer, self.read())
                assert self.figures()[promised[1]] == to
                return

    def place_figures(self) -> None:
        """Put the band on its starting squares, from left to right."""
        while "starting squares of band A" in self.read()[0]:
            assert self.read()[1].startswith("Enter: ")
            self.press("Return")
            if "Turn 1" in self.heard():
                return
            self.press("Right")

    def advance(self, far: dict[tuple[int, int], int]) -> None:
        """Every figure of band A one after the other towards the gate, and out by it."""
        for at in self.figures().values():
            if not self.on_board:
                return  # the end of the game has the keys
            self.go(at)
            if "band A" in self.read()[0]:
                self.press("Return")
                self.move(far)
                if GATE in self.read()[0]:
                    self.press("shift+x")


def place(words: str) -> tuple[int, int]:
    """The square that words begin with."""
    found = re.match(r"([A-H])(\d+)", words)
    assert found is not None, words
    return ord(found[1]) - 65, int(found[2]) - 1
