"""docs/how-to-add-a-skill-operation.md: one class in its family's file is a whole operation."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
GUIDE = ROOT / "docs" / "how-to-add-a-skill-operation.md"

TRIED = """
import sys
from importlib.machinery import PathFinder, SourceFileLoader
from pathlib import Path

FAMILY = "companion.model.games.asagiri.skills.operations.places"
ROW = sys.stdin.read()


class WithTheRow(SourceFileLoader):
    def get_data(self, path):
        data = super().get_data(path)
        if not path.endswith(".py"):
            return data
        text = data.decode()
        assert text.count("\\nPlaces: TypeAlias = ") == 1
        return text.replace("\\nPlaces: TypeAlias = ", f"\\n{ROW}\\n\\nPlaces: TypeAlias = AboutFace | ").encode()

    def path_stats(self, path):
        raise OSError  # whatever was compiled before is without it


class Finder(PathFinder):
    @classmethod
    def find_spec(cls, name, path=None, target=None):
        if name != FAMILY:
            return None
        spec = super().find_spec(name, path, target)
        spec.loader = WithTheRow(name, spec.origin)
        return spec


sys.meta_path.insert(0, Finder)

import msgspec

from companion.model.core.words import Words
from companion.model.games.asagiri.skills.language.explain import explain
from companion.model.games.asagiri.skills.record import problems
from companion.model.games.asagiri.skills.record import SkillRecord
from companion.resources import resources_dir
from companion.ui.games.asagiri.editors.cards import skill_record as phrases
from companion.ui.games.asagiri.editors.cards.skill_record import blank, effects_for
from tests.rules.table import skill
from tests.rules.test_skills_deeds import using

EN = Words("en", resources_dir() / "translations")

# checked
written = {"id": "test:it", "name": {"en": "It"}, "when": ["lost"], "effects": [{"type": "about_face"}]}
read = msgspec.convert(written, SkillRecord)
assert [*problems(read)] == []
early = msgspec.convert({**written, "when": ["activation"]}, SkillRecord)
assert [problem.pointer for problem in problems(early)][0] == "/effects/0"
# explained
assert [EN(said) for said in explain(read)] == ["After losing: the opponent turns round."]
# offered by the editor
(offered,) = [node for node in effects_for(("won",)) if node.__name__ == "AboutFace"]
assert blank(offered, {"when": ["won"]}) == {"type": "about_face"}
assert EN(phrases.node("about_face")) == "About-face"
assert phrases.sentence("about_face").key == "{who} turns round"
# played
table = using({"type": "about_face", "who": {"of": "enemies", "controlled": True}})
assert table.person("b1")["facing"] == "N"
print("played")
"""


def test_the_operation_of_the_guide_is_checked_explained_offered_and_played() -> None:
    (row,) = re.findall(r"```python\n(.*?)```", GUIDE.read_text(encoding="utf-8"), flags=re.DOTALL)
    ran = subprocess.run(
        [sys.executable, "-c", TRIED], input=row, capture_output=True, encoding="utf-8", cwd=ROOT, timeout=120
    )
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.strip() == "played"
