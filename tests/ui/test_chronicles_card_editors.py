"""Cards of Okko Chronicles typed in: what is offered fits, what is said is what the card does, keys are few."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from companion.model.games.chronicles.box import effects as fx
from companion.model.games.chronicles.box.effect_words import words_of
from companion.model.games.chronicles.box.fitting import effect_faults, effect_lists, fit_at
from companion.model.games.chronicles.box.records import KIND_TYPES
from companion.ui.games.chronicles.workshop.card_editors import CARDS, CardBody
from companion.ui.games.chronicles.workshop.card_face import RATIO, paint_card
from companion.ui.games.chronicles.workshop.lexicon import EFFECTS, ChroniclesLexicon, fresh_effect
from companion.ui.games.chronicles.workshop.screen import EDITORS, ChroniclesWorkshop
from companion.ui.games.chronicles.workshop.words import LABELS, OPEN, TITLES, VALUES
from companion.ui.kit.theme import ink
from companion.ui.kit.translator import tr
from companion.ui.workshop import PackContext
from companion.ui.workshop.form import BlankRow, ItemsRow, NodeRow
from companion.ui.workshop.form_shapes import Field, NumberOrWord, One, OneOf, Repeated, Shape, fields_of
from tests.chronicles.tables import CONTENT

from .chronicles_workshop_kit import new_workshop, opened_workshop
from .test_window_kit import press

KEY = Qt.Key
KINDS = [editor.kind for editor in CARDS]
LISTS = [(kind, id, at, fit) for kind, type_ in KIND_TYPES.items() for id, data in CONTENT.every(kind)
         for at, _, fit in effect_lists(msgspec.convert(data, type_))]  # fmt: skip


@pytest.fixture
def bench(tmp_path: Path) -> PackContext:
    """A new pack beside those that ship."""
    workshop = new_workshop(tmp_path)
    return PackContext(workshop, workshop.create("Box", ("en", "fr", "it")))


def test_every_kind_of_the_box_has_an_editor() -> None:
    assert {editor.kind for editor in EDITORS} == set(KIND_TYPES)


@pytest.mark.parametrize("kind", KINDS)
def test_a_new_record_passes_the_check(bench: PackContext, kind: str) -> None:
    editor = next(editor for editor in CARDS if editor.kind == kind)
    id = bench.workshop.new_id(bench.pack, kind, "x")
    record = editor.blank(id, dict.fromkeys(bench.languages, "x"), bench)
    assert [found for found in bench.keep(kind, record) if found.broken] == []


def structs(shape: Shape) -> list[type[msgspec.Struct]]:
    return structs(shape.of) if isinstance(shape, Repeated) else list(shape.types) if isinstance(shape, One) else []


def all_fields() -> list[Field]:
    ahead: list[type[msgspec.Struct]] = list(KIND_TYPES.values())
    seen: list[Field] = []
    done: set[type[msgspec.Struct]] = set()
    while ahead:
        struct = ahead.pop()
        if struct not in done:
            done.add(struct)
            for field in fields_of(struct):
                seen.append(field)
                ahead += structs(field.shape)
    return seen


def test_every_field_word_and_effect_has_a_name() -> None:
    known = {
        "id",
        "names",
        "provenance",
        "branching",
        "zones",
        "versions",
        "pieces",
        "doors",
        "sites",
        "scroll",
        "walls",
        "clue",
        "chest",
    }
    nameless = {
        field.name
        for field in all_fields()
        if not {(field.owner, field.name), field.name} & LABELS.keys() and field.name not in known
    }
    assert nameless == set()
    inner = [field.shape.of if isinstance(field.shape, Repeated) else field.shape for field in all_fields()]
    words = {word for shape in inner if isinstance(shape, OneOf | NumberOrWord) for word in shape.values}
    assert words - VALUES.keys() - {"N", "E", "S", "W"} == set()
    assert set(EFFECTS) <= TITLES.keys()
    assert {field.name for field in all_fields() if field.optional} - {
        key if isinstance(key, str) else key[1] for key in OPEN} - {
        "technique", "talent", "place", "last_turn", "test", "can_follow", "story", "of"} == set()  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
def test_fx_1_what_is_offered_passes_the_check_where_it_stands(bench: PackContext, kind: str) -> None:
    """Every effect in every list of the house box: what begins there has no faults, and what is not offered has none
    that could begin."""
    lexicon = ChroniclesLexicon(bench, kind)
    for at, fit in {(at, fit) for k, _, at, fit in LISTS if k == kind}:
        record = {"talent": {"cost": {"action": "action", "action_once": "action_once"}.get(str(fit.default), "free")}}
        assert fit_at(KIND_TYPES[kind], record, at) == fit
        shape = next(field.shape for field in fields_of(KIND_TYPES["chronicles_hero"]) if field.name == "powers")
        assert isinstance(shape, Repeated)
        assert isinstance(shape.of, One)
        offered = lexicon.nodes_at(shape.of, record, f"{at}/0")
        for struct in EFFECTS:
            made = fresh_effect(struct, fit)
            assert (made is not None) == (struct in offered)
            if made is not None:
                assert list(effect_faults(msgspec.convert(made, fx.AnyEffect), fit)) == []


def test_the_house_box_could_have_been_typed(bench: PackContext) -> None:
    """Every effect that ships is offered where it stands."""
    for kind, id, at, fit in LISTS:
        record = msgspec.convert(CONTENT.find(kind, id), KIND_TYPES[kind])
        effects = next(effects for pointer, effects, _ in effect_lists(record) if pointer == at)
        assert all(fresh_effect(type(effect), fit) is not None for effect in effects), (id, at)


@pytest.mark.parametrize("language", ["en", "fr", "it"])
def test_a_form_says_an_effect_as_the_card_does(bench: PackContext, language: str) -> None:
    for kind, id, at, _ in LISTS:
        data = CONTENT.find(kind, id)
        lexicon = ChroniclesLexicon(bench, kind)
        said = words_of(msgspec.convert(data, KIND_TYPES[kind]), lexicon.called).get(at, ())
        for n, sentence in enumerate(said):
            found: Any = data
            for part in [*at.split("/")[1:], str(n)]:
                found = found[int(part)] if isinstance(found, list | tuple) else found[part]
            assert lexicon.sentence_at(found, fx.Effect, data, f"{at}/{n}") == sentence


@pytest.mark.parametrize("kind", KINDS)
def test_cards_are_painted_whatever_is_in_them(qapp: QApplication, bench: PackContext, kind: str) -> None:
    records: list[Any] = [data for _, data in CONTENT.every(kind)][:4]
    records += [{}, {"id": "x:y", "names": 3, "effects": 7, "technique": [], "talent": "x", "columns": [1], "faces": 2}]
    for record in records:
        pixmap = ink.blank(130, round(130 * RATIO))
        with ink.painting(pixmap) as pen:
            paint_card(pen, QRectF(0, 0, 130, 130 * RATIO), kind, record, bench)
        assert pixmap.toImage().pixelColor(60, 20).alpha() > 0


def body_of(screen: ChroniclesWorkshop) -> CardBody:
    assert screen.desk is not None
    body = screen.desk.body
    assert isinstance(body, CardBody)
    return body


def owned_pack(screen: ChroniclesWorkshop) -> None:
    screen.make("chronicles_hero")
    screen.close_desk()


class Keys:
    """Keys as a person strikes them, counted."""

    def __init__(self) -> None:
        self.struck = 0

    def __call__(self, *what: str | Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        for one in what:
            self.struck += len(one) if isinstance(one, str) else 1
            press(one, modifier=modifier)
            QApplication.processEvents()


def test_an_action_card_takes_few_keys(qtbot: QtBot, tmp_path: Path) -> None:
    """“Whirling blade: A+2 — attack, `reach`” of the house box, beside its name."""
    with opened_workshop(tmp_path) as (_, screen):
        owned_pack(screen)
        keys = Keys()
        screen.make("chronicles_action")
        body = body_of(screen)
        assert body.draft.record["hero"].startswith(screen.bench.pack)
        body.setFocus()
        technique = body.panel.forms[0][1].rows["technique"]
        assert isinstance(technique, NodeRow)
        assert technique.form is not None
        attack = technique.form.rows["attack"]
        assert isinstance(attack, BlankRow)
        while QApplication.focusWidget() is not attack.control.spin:  # type: ignore[attr-defined]
            keys(KEY.Key_Tab)
            assert keys.struck < 20
        keys("2", KEY.Key_Tab)
        assert body.draft.record["technique"] == {"attack": 2}
        talent = body.panel.forms[0][1].rows["talent"]
        assert isinstance(talent, NodeRow)
        while QApplication.focusWidget() is not talent.add:
            keys(KEY.Key_Tab)
            assert keys.struck < 40
        keys(KEY.Key_Space)
        assert talent.form is not None
        effects = talent.form.rows["effects"]
        assert isinstance(effects, ItemsRow)
        while QApplication.focusWidget() is not effects.line:
            keys(KEY.Key_Tab)
            assert keys.struck < 60
        keys("reach", KEY.Key_Return)
        assert body.draft.record["talent"] == {"type": "attack", "effects": [{"do": "reach"}]}
        assert screen.desk is not None
        assert [found for found in screen.desk.draft.findings if found.broken] == []
        print("keys of an action card:", keys.struck)
        assert keys.struck <= 40
        before = screen.desk.draft.id
        keys(KEY.Key_Return, modifier=Qt.KeyboardModifier.ControlModifier)
        assert screen.desk is not None
        assert screen.desk.draft.id != before


def test_fields_that_mean_nothing_are_not_shown(qtbot: QtBot, tmp_path: Path) -> None:
    with opened_workshop(tmp_path) as (_, screen):
        screen.make("chronicles_object")
        body = body_of(screen)
        effect = {"do": "test", "n": 1, "kinds": ["stealth"]}
        body.draft.change({**body.draft.record, "effects": [effect, {"do": "heal", "n": 1, "when": "action"}]}, "x")
        row = body.panel.forms[0][1].rows["effects"]
        assert isinstance(row, ItemsRow)
        shown: list[set[str]] = []
        for n in range(2):
            row.open_item(n)
            QApplication.processEvents()
            node = row.slips[n].node
            assert node is not None
            assert node.form is not None
            shown.append({name for name, one in node.form.rows.items() if not one.isHidden()})
        assert shown[0] >= {"kinds", "n", "when", "discard", "whom"}
        assert not shown[0] & {"vs", "lasts"}
        assert not shown[1] & {"kinds", "vs", "lasts"}


def test_both_versions_of_a_follower_are_typed(qtbot: QtBot, tmp_path: Path) -> None:
    with opened_workshop(tmp_path) as (_, screen):
        screen.make("chronicles_follower")
        body = body_of(screen)
        second = body.panel.forms[0][1].rows["versions/1"]
        assert isinstance(second, ItemsRow)
        second.type_thing("firm")
        assert body.draft.record["versions"] == [[], [{"do": "firm"}]]
        assert body.show_field("/versions/1/0/when")


def test_an_inline_node_in_which_nothing_is_written_goes(qtbot: QtBot, tmp_path: Path) -> None:
    with opened_workshop(tmp_path) as (_, screen):
        screen.make("chronicles_wound")
        body = body_of(screen)
        row = body.panel.forms[0][1].rows["technique"]
        assert isinstance(row, NodeRow)
        assert row.form is not None
        attack = row.form.rows["attack"]
        assert isinstance(attack, BlankRow)
        attack.control.spin.setValue(0)  # type: ignore[attr-defined]
        assert "technique" not in body.draft.record
        attack.control.spin.setValue(-2)  # type: ignore[attr-defined]
        assert body.draft.record["technique"] == {"attack": -2}


def test_records_are_the_owners_counted_found_copied_deleted_and_exported(qtbot: QtBot, tmp_path: Path) -> None:
    with opened_workshop(tmp_path) as (_, screen):
        for kind in ("chronicles_hero", "chronicles_wound", "chronicles_wound"):
            screen.make(kind)
            screen.close_desk()
        manifest = screen.bench.manifest
        assert manifest is not None
        assert manifest.source == "owner"
        line = screen.list.lines.by_id[screen.bench.pack]
        assert tr(screen.editor_of("chronicles_wound").many) + "\u00a02" in line.words  # type: ignore[union-attr]
        wounds = list(screen.bench.records("chronicles_wound"))
        screen.duplicate("chronicles_wound", wounds[0])
        assert len(screen.bench.records("chronicles_wound")) == 3
        screen.throw_away("chronicles_wound", wounds[0])
        assert len(screen.bench.records("chronicles_wound")) == 2
        screen.undo()
        assert len(screen.bench.records("chronicles_wound")) == 3
        screen.show_pack("house")
        screen.pages.search.setText("katana")
        assert [sheet.text() for sheet in screen.pages.sheets if not sheet.isHidden()] == ["Katana"]
        screen.pages.search.clear()
        screen.copy("chronicles_object", next(id for id, _ in CONTENT.every("chronicles_object")), "")
        screen.close_desk()
        pack = tmp_path / "box.okko-pack"
        screen.export(pack)
        assert pack.exists()
        namespace = screen.bench.pack
        assert screen.workshop.remove(namespace) is None  # type: ignore[func-returns-value]
        screen.take_in(pack)
        assert len(screen.bench.records("chronicles_object")) == 1


def test_a_pack_of_this_game_alone_is_its_own(qtbot: QtBot, tmp_path: Path) -> None:
    with opened_workshop(tmp_path) as (made, screen):
        screen.make("chronicles_hero")
        screen.close_desk()
        pack = tmp_path / "box.okko-pack"
        screen.export(pack)
        assert made.navigator is not None
        assert made.navigator.screens("chronicles").claims(pack)
        assert not made.navigator.screens("sake").claims(pack)
