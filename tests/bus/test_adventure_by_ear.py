"""An adventure from the first start to its end, over a real accessibility bus, by what is said alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.blind import Blind

from .ear import Ear, listening, missing
from .test_by_ear import go_to

pytestmark = [
    pytest.mark.soak,
    pytest.mark.timeout(900),
    pytest.mark.skipif(bool(missing()), reason=f"not on this machine: {', '.join(missing())}"),
]


class BlindOverBus(Blind):
    """Somebody with a screen reader."""

    def __init__(self, ear: Ear) -> None:
        super().__init__()
        self.ear = ear

    def press(self, *keys: str) -> None:
        self.ear.press(*keys)

    def read(self) -> tuple[str, str]:
        spoken = self.ear.read()
        return spoken.name, spoken.description

    def heard(self) -> str:
        return next((line for line in reversed(self.ear.said) if line.startswith("! ")), "")

    def ask(self, key: str) -> list[str]:
        told = [line for line in self.ear.press(key) if line.startswith("! ")]
        return told[-1].removeprefix("! ").split("\n")


def test_the_first_adventure_is_won(tmp_path: Path) -> None:
    with listening(tmp_path) as ear:
        go_to(ear, "I am new")
        ear.press("Return")
        ear.until(", list")
        ear.listen(0.5)
        while not ear.said[-1].startswith("The first lanterns"):
            before = ear.said[-1]
            ear.press("Down")
            assert ear.said[-1] != before, "there is no way to the first adventure"
        ear.press("Return")
        ear.until("Adventures, list")
        go_to(ear, "Start the game")
        ear.press("Return")
        ear.until("Board")
        player = BlindOverBus(ear)
        player.press("F6")
        player.place_figures()
        player.learn()
        far = player.to_gate()
        for _ in range(6):
            player.advance(far)
            if not player.on_board:
                break
            player.press("n", "n")  # to the end of the phase, with figures that have not acted
            ear.until("A's phase", "have won")  # the dead have done what they do
            ear.listen(1.0)
        end = ear.until("Victory for", "dialog")
        assert end.startswith("Victory for"), end
        assert ": ." not in end, "the slip is read before it is filled"
