"""The page of the protocol: its bot plays as it stands there, its examples are those of the transcripts."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from companion.model.content.library import Library
from companion.model.games import SYSTEMS
from companion.model.protocol import Server, words

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "protocol.md").read_text("utf-8")


def test_the_bot_of_the_page_plays_a_game_to_its_end(tmp_path: Path) -> None:
    bot = re.search(r"```python\n(.*?)```", PAGE, re.DOTALL)
    assert bot is not None
    script = tmp_path / "bot.py"
    script.write_text(bot[1], "utf-8")
    command = [sys.executable, str(script), sys.executable, "-m", "companion", "engine"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False, timeout=120)
    assert (done.returncode, done.stderr) == (0, "")
    assert re.fullmatch(r"Winner: (A|B|nobody)\n", done.stdout)


def test_every_method_has_a_heading_and_an_answer() -> None:
    for method in Server(SYSTEMS, Library.shipped(), words).methods:
        entry = PAGE.split(f"\n### {method}\n", 1)[1].split("\n### ", 1)[0]
        assert f'"method": "{method}"' in entry
        assert '"result"' in entry
