"""`shape` and msgspec agree on what is valid, for our records, for games, and for wild changes to them."""

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from referencing import Registry, Resource

from companion.model.analysis import Match, play_session
from companion.model.content.files import FOLDERS
from companion.model.content.kinds import schemas
from companion.model.content.library import Library
from companion.model.core.record import Record, record_json
from companion.model.core.schema import shape
from companion.model.games import record_kinds
from companion.model.games.asagiri.state.record_kinds import KINDS
from tests.budget import examples
from tests.effects.trees import TREES

TYPES = {kind.id: kind.type for kind in KINDS}
SCHEMAS = {name.removesuffix(".json"): msgspec.json.decode(text) for name, text in schemas(KINDS).items()}
VALIDATORS = {name: jsonschema.Draft202012Validator(schema) for name, schema in SCHEMAS.items()}
RECORDS = [(kind.id, record) for kind in KINDS for _, record in Library.shipped().every(kind.id)]
RECORDS += [("skill", tree.json) for tree in TREES]


@cache
def game() -> Any:
    """The record of a whole game."""
    return record_json(play_session(Match("asagiri", ("greedy", "greedy"), ({"quick": True},), seed=4), 0).save())


WILD = st.sampled_from(
    [
        None,
        True,
        0,
        3,
        99,
        -1,
        1.0,
        "",
        "x",
        "house:okko",
        "shaken",
        "E",
        [],
        [1],
        {},
        {"type": "shot"},
        {"type": "count", "of": {}},
        {"type": "margin"},
        {"type": "margin", "of": {}},
        {"of": "enemies", "choose": 1},
        {"en": "x"},
    ]
)


def valid(data: Any, kind: str) -> bool:
    try:
        msgspec.convert(data, TYPES[kind])
    except msgspec.ValidationError:
        return False
    return True


def places(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield path
    for key, value in data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ():
        yield from places(value, (*path, key))


def changed(data: Any, path: tuple[Any, ...], value: Any) -> Any:
    if not path:
        return value
    copy = data.copy()
    copy[path[0]] = changed(data[path[0]], path[1:], value)
    return copy


@pytest.mark.parametrize("kind", TYPES)
def test_our_records_have_the_shape_and_fit_the_schema(kind: str) -> None:
    for name, record in RECORDS:
        if name == kind:
            assert list(shape(record, TYPES[kind])) == []
            VALIDATORS[kind].validate(record)


@settings(max_examples=examples(800), deadline=None)
@given(data=st.data())
def test_both_readers_agree_about_changed_records(data: st.DataObject) -> None:
    kind, record = data.draw(st.sampled_from(RECORDS))
    path = data.draw(st.sampled_from(list(places(record))))
    if data.draw(st.booleans()):
        wild = changed(record, path, data.draw(WILD))
    else:
        old = record
        for part in path:
            old = old[part]
        wild = changed(record, path, {**old, "odd": 1} if isinstance(old, dict) else [old])
    problems = list(shape(wild, TYPES[kind]))
    assert (not problems) == valid(wild, kind), problems
    for problem in problems:
        assert problem.pointer == "" or problem.pointer.startswith("/")


@settings(max_examples=examples(300), deadline=None)
@given(data=st.data())
def test_both_readers_agree_about_changed_games(data: st.DataObject) -> None:
    wild = changed(game(), data.draw(st.sampled_from(list(places(game())))), data.draw(WILD))
    problems = list(shape(wild, Record))
    try:
        msgspec.convert(wild, Record)
    except msgspec.ValidationError:
        assert problems
    else:
        assert not problems


def test_the_published_schemas_are_current() -> None:
    folder = Path(__file__).parents[2] / "data" / "schema"
    written = {file.name: file.read_bytes() for file in folder.glob("*.json")}
    assert written == schemas(record_kinds()), "run .venv/bin/python data/schema/build_schema.py"


def test_the_published_schemas_refer_to_each_other_as_an_editor_follows_it() -> None:
    """What many kinds are made of is written once; a record of the house fits, with an effect changed it does not."""
    folder = Path(__file__).parents[2] / "data"
    files = {file.name: json.loads(file.read_text("utf-8")) for file in (folder / "schema").glob("*.json")}
    registry = Registry().with_resources((name, Resource.from_contents(schema)) for name, schema in files.items())
    assert sum("Mod" in schema["$defs"] for schema in files.values()) == 1
    for kind in ("event", "hero", "host", "track", "object"):
        schema = files[f"chronicles_{kind}.json"]
        check = jsonschema.Draft202012Validator(schema, registry=registry)
        for file in (folder / "house-chronicles" / FOLDERS[f"chronicles_{kind}"]).glob("*.json"):
            record = json.loads(file.read_text("utf-8"))
            assert check.is_valid(record), file.name
            text = json.dumps(record)
            if '"do": "mod"' in text:
                assert not check.is_valid(json.loads(text.replace('"do": "mod"', '"do": "modd"')))
