"""The pages that list every field of a pack and every word of the skill language are those of today."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from companion.model.content.kinds import schemas
from companion.model.games import record_kinds
from companion.model.games.asagiri.skills.language.vocabulary import WINDOWS
from companion.model.games.asagiri.skills.operations import OPERATIONS
from companion.model.games.chronicles.box.effects import Effect
from companion.model.games.chronicles.checks.kinds import KINDS

ROOT = Path(__file__).parents[2]
PACK = (ROOT / "docs" / "pack-reference.md").read_text("utf-8")
CHRONICLES = (ROOT / "docs" / "chronicles-reference.md").read_text("utf-8")
SKILL = (ROOT / "docs" / "skill-reference.md").read_text("utf-8")


def test_the_pages_are_up_to_date_and_every_field_is_explained() -> None:
    script = [sys.executable, str(ROOT / "packaging" / "reference.py"), "--check"]
    done = subprocess.run(script, capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stdout + done.stderr) == (0, "")


def test_every_kind_of_record_has_all_its_fields_on_the_page() -> None:
    for kind in record_kinds():
        if kind.id == "skill" or kind in KINDS:
            continue
        assert f"## The record `{kind.id}`" in PACK
        for definition in json.loads((ROOT / "data" / "schema" / f"{kind.id}.json").read_text("utf-8"))[
            "$defs"
        ].items():
            name, schema = definition
            table = PACK.split(f"\n### {name}\n", 1)[1].split("\n###", 1)[0]
            for field in set(schema["properties"]) - {"type"}:
                assert f"\n| `{field}` |" in table, f"{name}.{field}"


def test_every_record_and_effect_of_chronicles_has_all_its_fields_on_its_page() -> None:
    written = schemas(KINDS)
    for kind in KINDS:
        assert f"## The record `{kind.id}`" in CHRONICLES
    for text in (written[f"{id}.json"] for id in ("shared", *[kind.id for kind in KINDS])):
        for name, schema in json.loads(text)["$defs"].items():
            table = CHRONICLES.split(f"\n### {name}\n", 1)[1].split("\n### ", 1)[0]
            shared = Effect.__struct_fields__ if "when" in schema["properties"] else ()
            for field in set(schema["properties"]) - {"do", *shared}:
                assert f"\n| `{field}` |" in table, f"{name}.{field}"
    assert all(f"\n| `{field}` |" in CHRONICLES.split("\n## Effects\n")[1] for field in Effect.__struct_fields__)


def test_every_operation_and_window_is_said_in_three_languages() -> None:
    for operation in OPERATIONS:
        entry = SKILL.split(f"\n### {operation.__name__}\n", 1)[1].split("\n### ", 1)[0]
        assert all(f"{language} “" in entry for language in ("en", "fr", "it")), operation
    assert all(f"\n| `{window}` | " in SKILL for window in WINDOWS)
