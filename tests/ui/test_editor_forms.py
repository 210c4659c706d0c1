"""Forms made out of structs: every kind of blank by mouse and by keys, lists, nodes, undo."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from shiboken6 import delete

from companion.model.core.contract import Json
from companion.model.core.schema import Node as Struct
from companion.model.core.words import Message, say
from companion.ui.kit.screen import ChoicePopup
from companion.ui.workshop import PackContext, RecordDraft
from companion.ui.workshop.form import BlankRow, ItemsRow, NodeRow, RecordForm
from companion.ui.workshop.form_controls import (
    FlagControl,
    FormContext,
    NumberControl,
    PickControl,
    SpokenControl,
    SpotControl,
    WordsControl,
    WrittenControl,
)
from companion.ui.workshop.form_shapes import (
    NOTHING,
    Alternative,
    Field,
    Lexicon,
    StructType,
    blank,
    fields_of,
    value_at,
    with_value,
)

from .editor_kit import new_workshop
from .rows import row as line_of
from .test_cards_kit import hold
from .test_window_kit import click, press, until

KEY = Qt.Key
Words = dict[str, Annotated[str, msgspec.Meta(min_length=1, max_length=60)]]
Text = dict[str, Annotated[str, msgspec.Meta(min_length=1, max_length=900)]]


class Leaf(Struct, frozen=True, tag="leaf"):
    colour: Literal["red", "green"]
    count: Annotated[int, msgspec.Meta(ge=1, le=9)] = 1


class Branch(Struct, frozen=True, tag="branch"):
    of: Annotated[tuple[Twig, ...], msgspec.Meta(min_length=1, max_length=4)]
    count: Annotated[int, msgspec.Meta(ge=1, le=9)] = 1


Twig = Leaf | Branch


class Bird(Struct, frozen=True):
    name: Words
    at: tuple[int, int, int] | None = None


class Tree(Struct, frozen=True):
    id: str
    name: Words
    story: Text
    kind: Literal["oak", "pine", "yew", "plum", "elm"]
    height: Annotated[int, msgspec.Meta(ge=1, le=90)] = 5
    age: Annotated[int, msgspec.Meta(ge=1, le=900)] | None = None
    evergreen: bool = False
    season: Literal["spring", "autumn"] | None = None
    months: tuple[Literal["may", "june", "july"], ...] = ()
    owner: Annotated[str, msgspec.Meta(pattern="^[a-z]+$", max_length=9)] | None = None
    traits: tuple[str, ...] = ()
    twig: Twig | None = None
    birds: tuple[Bird, ...] = ()


class PlainLexicon(Lexicon):
    """As plain as can be."""

    def label(self, field: Field) -> Message:
        return Message(field.name)

    def shown(self, field: Field) -> bool:
        return field.name != "id"

    def title(self, struct: StructType) -> Message:
        return Message(struct.__name__)

    def line(self, struct: StructType) -> Message | None:
        return None

    def word(self, field: Field, value: str) -> Message:
        return Message(value)

    def left_open(self, field: Field) -> Message:
        return say("not set")

    def choices(self, field: Field, record: Json) -> Sequence[Alternative] | None:
        if field.name == "owner":
            return [Alternative(name, name) for name in ("anna", "marco", *(f"n{chr(97 + n)}" for n in range(12)))]
        return None

    def sentence(self, value: Json, struct: StructType, record: Json) -> str:
        return f"{struct.__name__} {value.get('count', 1) if isinstance(value, dict) else ''}"

    def fresh(self, struct: StructType, record: Json) -> dict[str, Any]:
        return blank(struct, record, self, ("en", "fr"))


RECORD = {"id": "mine:tree", "name": {"en": "Tree"}, "story": {"en": "Old."}, "kind": "oak"}


@pytest.fixture
def page(qtbot: QtBot, tmp_path: Path) -> Iterator[tuple[RecordDraft, RecordForm, FormContext]]:
    """The form of a tree, shown."""
    workshop = new_workshop(tmp_path)
    pack = workshop.create("Trees", ("en", "fr"))
    bench = PackContext(workshop, pack)
    draft = RecordDraft("tree", dict(RECORD), lambda record: (msgspec.convert(record, Tree), ())[1], parent=bench)
    writing = FormContext(draft, bench, PlainLexicon(), bench)
    form = hold(qtbot, RecordForm(writing, Tree, lambda: ""))
    draft.changed.connect(form.refresh)
    form.resize(420, 900)
    form.refresh()
    form.show()
    form.activateWindow()
    until(lambda: QApplication.activeWindow() is form)
    yield draft, form, writing
    draft.close()
    form.close()


def control(form: RecordForm, name: str) -> Any:
    row = form.rows[name]
    assert isinstance(row, BlankRow)
    return row.control


def picker(form: RecordForm) -> ChoicePopup:
    return next(slip for slip in form.findChildren(ChoicePopup) if slip.isVisible())


def test_every_blank_is_filled_in(page: tuple[RecordDraft, RecordForm, FormContext]) -> None:
    draft, form, _ = page
    assert "id" not in form.rows
    name = control(form, "name")
    assert isinstance(name, SpokenControl)
    name.edit.setFocus()
    press(KEY.Key_End, " of rain")
    height = control(form, "height")
    assert isinstance(height, NumberControl)
    height.spin.setFocus()
    press(KEY.Key_Up)
    evergreen = control(form, "evergreen")
    assert isinstance(evergreen, FlagControl)
    evergreen.box.click()
    season = control(form, "season")
    assert isinstance(season, WordsControl)
    click(season.words["autumn"])
    months = control(form, "months")
    assert isinstance(months, WordsControl)
    click(months.words["july"])
    click(months.words["may"])
    traits = control(form, "traits")
    assert isinstance(traits, WrittenControl)
    traits.edit.setFocus()
    press("Very old, Gnarled,")
    press(KEY.Key_Return)
    kind = control(form, "kind")
    assert isinstance(kind, PickControl)
    click(kind.word)
    click(line_of(picker(form).lines, "2"))
    assert draft.record == {
        "id": "mine:tree", "name": {"en": "Tree of rain", "fr": "Tree of rain"}, "story": {"en": "Old."}, "kind": "yew",
        "height": 6, "evergreen": True, "season": "autumn", "months": ["may", "july"],
        "traits": ["very-old", "gnarled"],
    }  # fmt: skip
    for _ in range(30):
        draft.undo()
    assert draft.record == RECORD
    assert name.edit.text() == "Tree"
    assert not evergreen.box.isChecked()


def test_what_goes_without_saying_is_not_written(page: tuple[RecordDraft, RecordForm, FormContext]) -> None:
    draft, form, _ = page
    age = control(form, "age")
    age.spin.setFocus()
    press(KEY.Key_Up)
    assert draft.record["age"] == 1
    press(KEY.Key_Down)
    assert "age" not in draft.record
    season = control(form, "season")
    click(season.words["spring"])
    click(season.words[None])
    assert "season" not in draft.record


def test_a_long_list_is_searched(page: tuple[RecordDraft, RecordForm, FormContext]) -> None:
    draft, form, _ = page
    owner = control(form, "owner")
    owner.word.setFocus()
    press(KEY.Key_Return)
    slip = picker(form)
    assert slip.search.hasFocus()
    press("MAR")
    press(KEY.Key_Return)
    assert draft.record["owner"] == "marco"
    assert owner.word.text() == "marco"
    click(owner.word)
    press(KEY.Key_Escape)
    assert draft.record["owner"] == "marco"


def test_texts_are_written_in_each_language(page: tuple[RecordDraft, RecordForm, FormContext]) -> None:
    draft, form, writing = page
    story = control(form, "story")
    story.edit.setFocus()
    story.edit.selectAll()
    press("New")
    assert draft.record["story"] == {"en": "New", "fr": "New"}
    writing.bench.write_in("fr")
    assert story.edit.toPlainText() == "New"
    story.edit.selectAll()
    press("Neuf")
    writing.bench.write_in("en")
    story.edit.moveCursor(story.edit.textCursor().MoveOperation.End)
    press("er")
    assert draft.record["story"] == {"en": "Newer", "fr": "Neuf"}
    delete(story.edit)  # as a page that is left goes, piece by piece, while the bench stays
    delete(story)
    writing.bench.write_in("fr")
    assert writing.bench.writing == "fr"


def test_a_node_is_added_exchanged_and_taken_away(page: tuple[RecordDraft, RecordForm, FormContext]) -> None:
    draft, form, _ = page
    node = form.rows["twig"]
    assert isinstance(node, NodeRow)
    click(node.add)
    click(line_of(picker(form).lines, "0"))
    assert draft.record["twig"] == {"type": "leaf", "colour": "red"}
    assert node.form is not None
    control(node.form, "count").spin.setFocus()
    press(KEY.Key_Up)
    click(node.which)
    click(line_of(picker(form).lines, "1"))
    assert draft.record["twig"] == {"type": "branch", "of": [{"type": "leaf", "colour": "red"}], "count": 2}
    click(node.remove)
    assert "twig" not in draft.record
    draft.undo()
    assert draft.record["twig"]["type"] == "branch"
    inner = node.form.rows["of"]
    assert isinstance(inner, ItemsRow)
    assert not inner.slips[0].away.isEnabled(), "one there must be"


def test_a_list_grows_moves_and_shrinks(page: tuple[RecordDraft, RecordForm, FormContext]) -> None:
    draft, form, writing = page
    looked: list[str] = []
    writing.looked_at.connect(looked.append)
    birds = form.rows["birds"]
    assert isinstance(birds, ItemsRow)
    click(birds.add)
    click(birds.add)
    assert looked[-1] == "/birds/1"
    node = birds.slips[1].node
    assert node is not None
    assert node.form is not None
    bird = control(node.form, "name")
    assert bird.edit.hasFocus()
    bird.edit.selectAll()
    press("Crow")
    assert draft.record["birds"][1]["name"] == {"en": "Crow", "fr": "Crow"}
    click(birds.slips[1].up)
    assert [one["name"]["en"] for one in draft.record["birds"]] == ["Crow", "…"]
    assert birds.slips[0].head.open
    birds.slips[0].head.setFocus()
    press(KEY.Key_Down)
    assert birds.slips[1].head.hasFocus()
    press(KEY.Key_Delete)
    assert len(draft.record["birds"]) == 1
    click(birds.slips[0].away)
    assert "birds" not in draft.record
    draft.undo()
    assert len(birds.slips) == 1


def test_a_square_is_asked_for_by_its_pointer(page: tuple[RecordDraft, RecordForm, FormContext]) -> None:
    draft, form, writing = page
    writing.spot_words = lambda at: f"spot {at}"
    wanted: list[str] = []
    writing.spot_wanted.connect(wanted.append)
    birds = form.rows["birds"]
    assert isinstance(birds, ItemsRow)
    click(birds.add)
    node = birds.slips[0].node
    assert node is not None
    assert node.form is not None
    spot = control(node.form, "at")
    assert isinstance(spot, SpotControl)
    click(spot.word)
    assert wanted == ["/birds/0/at"]
    writing.put("/birds/0/at", [1, 2, 0])
    assert spot.word.text() == "spot [1, 2, 0]"
    click(spot.clear)
    assert "at" not in draft.record["birds"][0]


def test_a_finding_leads_to_its_blank(page: tuple[RecordDraft, RecordForm, FormContext]) -> None:
    draft, form, _ = page
    draft.change({**draft.record, "birds": [{"name": {"en": "Owl"}}], "twig": {"type": "leaf", "colour": "red"}}, "x")
    assert form.show_field(["birds", "0", "name"])
    birds = form.rows["birds"]
    assert isinstance(birds, ItemsRow)
    assert birds.slips[0].head.open
    assert form.show_field(["twig", "count"])
    assert form.show_field(["months"])
    assert not form.show_field(["nowhere"])


# no window ---------------------------------------------------------------------------------------------------------

keys = st.text("ab~/", max_size=3)
json = st.recursive(
    st.none() | st.integers() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=3),
    max_leaves=8,
)


@given(json, st.lists(st.text("ab~/01", max_size=3), max_size=3), st.integers())
def test_what_is_put_there_is_there(data: Any, parts: list[str], value: int) -> None:
    pointer = "".join("/" + part.replace("~", "~0").replace("/", "~1") for part in parts)
    try:
        made = with_value(data, pointer, value)
    except (KeyError, ValueError):
        return
    assert value_at(made, pointer) == value
    if parts:
        assert value_at(with_value(made, pointer, NOTHING), pointer, "gone") in ("gone", *_after(made, pointer))


def _after(data: Any, pointer: str) -> list[Any]:
    """What comes into the place of an item of a list that goes."""
    base, _, last = pointer.rpartition("/")
    there = value_at(data, base)
    return list(there[int(last) + 1 :]) if isinstance(there, list) and last.isdigit() else []


def test_all_types_of_the_game_have_a_form() -> None:
    from companion.model.games.asagiri.state.record_kinds import KINDS

    for kind in KINDS:
        assert fields_of(kind.type)
