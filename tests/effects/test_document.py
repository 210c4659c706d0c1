"""docs/skill-language.md names all that the language has: every node with its fields, every value of a closed list."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

from companion.model.core.schema import shape
from companion.model.games.asagiri.skills.amounts import Amount
from companion.model.games.asagiri.skills.conditions import AnyCondition
from companion.model.games.asagiri.skills.language.who import Who
from companion.model.games.asagiri.skills.operations import AnyEffect
from companion.model.games.asagiri.skills.record import SkillRecord
from companion.resources import data_dir

DOCUMENT = (Path(__file__).parents[2] / "docs" / "skill-language.md").read_text(encoding="utf-8")
NAMED = frozenset(re.findall(r"`([a-z_]+)`", DOCUMENT))
SECTIONS = dict(zip(*[iter(re.split(r"^## (.*)$", DOCUMENT, flags=re.MULTILINE)[1:])] * 2, strict=True))


def rows(section: str) -> dict[str, frozenset[str]]:
    """The tables of a section: what stands in the first column, and every word of the row that is code."""
    found: dict[str, frozenset[str]] = {}
    for line in SECTIONS[section].splitlines():
        cells = line.split("|")
        for first in re.findall(r"`([a-z_]+)`", cells[1]) if len(cells) > 2 else ():
            found[first] = frozenset(re.findall(r"`([a-z_]+)`", line))
    return found


def missing(union: Any, section: str) -> Iterator[str]:
    there = rows(section)
    for node in get_args(union):
        if hasattr(node, "__struct_config__"):
            tag = str(node.__struct_config__.tag)
            yield from (f"{tag}.{field}" for field in node.__struct_fields__ if field not in there.get(tag, ()))
            if tag not in there:
                yield tag


def test_every_node_stands_in_its_table_with_its_fields() -> None:
    assert [*missing(AnyEffect, "Effects")] == []
    assert [*missing(AnyCondition, "Conditions")] == []
    assert [*missing(Amount, "Whom, how much")] == []


def test_every_field_of_a_skill_and_of_a_selector_has_a_row() -> None:
    assert set(SkillRecord.__struct_fields__) <= rows("The skill").keys()
    assert set(Who.__struct_fields__) <= rows("Whom, how much").keys()


def test_every_field_and_value_of_the_schema_is_named() -> None:
    schema = json.loads((data_dir() / "schema" / "skill.json").read_text(encoding="utf-8"))
    assert set(words(schema)) - {"type"} <= NAMED


def words(schema: Any) -> Iterator[str]:
    if isinstance(schema, list):
        for part in schema:
            yield from words(part)
    elif isinstance(schema, dict):
        yield from schema.get("properties", ())
        yield from (value for value in schema.get("enum", ()) if isinstance(value, str))
        for key, part in schema.items():
            if key not in ("enum", "default", "mapping"):
                yield from words(part)


def test_the_example_of_the_document_is_sound() -> None:
    for text in re.findall(r"```json\n(.*?)```", DOCUMENT, flags=re.DOTALL):
        assert [*shape(json.loads(text), SkillRecord)] == []
