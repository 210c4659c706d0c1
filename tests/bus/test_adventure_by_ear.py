"""An adventure from the first start to its end, over a real accessibility bus, by what is said alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from .ear import listening, missing
from .test_by_ear import BlindOverBus, go_to

pytestmark = [
    pytest.mark.soak,
    pytest.mark.timeout(900),
    pytest.mark.skipif(bool(missing()), reason=f"not on this machine: {', '.join(missing())}"),
]


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
            ear.until("your phase", "have won")  # the dead have done what they do
            ear.listen(1.0)
        end = ear.until("You have won", "dialog")
        assert end.startswith("You have won"), end
        assert ": ." not in end, "the slip is read before it is filled"
