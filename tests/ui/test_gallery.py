"""The gallery of the kit, as somebody starts it: every widget is in it, and every state can be seen."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def gallery(*arguments: str) -> subprocess.CompletedProcess[str]:
    environment = dict(os.environ, QT_QPA_PLATFORM="offscreen", QT_LOGGING_RULES="qt.qpa*=false")
    command = [sys.executable, "packaging/gallery", *arguments]
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=120)


def test_every_widget_of_the_kit_is_shown_and_no_two_states_look_the_same() -> None:
    ran = gallery("--check")
    assert (ran.returncode, ran.stdout, unprompted(ran.stderr)) == (0, "", "")


def test_the_gallery_is_a_picture(tmp_path: Path) -> None:
    ran = gallery(str(tmp_path / "gallery.png"), "night")
    assert (ran.returncode, unprompted(ran.stderr)) == (0, "")
    assert (tmp_path / "gallery.png").stat().st_size > 500_000


def unprompted(said: str) -> str:
    """What was said, but for what the platform without a screen says of windows."""
    return "".join(line for line in said.splitlines() if not line.startswith("This plugin does not support"))
