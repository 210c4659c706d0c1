"""Skills made of sentences: every node of the language can be written, by keys and by mouse, and says what it means."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from companion.model.core.schema import Node
from companion.model.core.words import Message, Words
from companion.model.games.asagiri.skills.conditions import AnyCondition
from companion.model.games.asagiri.skills.language.vocabulary import WINDOWS, Lasts
from companion.model.games.asagiri.skills.language.who import Who
from companion.model.games.asagiri.skills.operations import AnyEffect
from companion.model.games.asagiri.skills.record import SkillRecord, problems
from companion.resources import resources_dir
from companion.ui.games.asagiri.editors.cards import skill_record
from companion.ui.games.asagiri.editors.cards.sentence import Chip, Sentence
from companion.ui.games.asagiri.editors.cards.skill_page import ChipButton, SkillPage
from companion.ui.games.asagiri.editors.cards.skill_record import (
    added,
    blank,
    blank_skill,
    conditions_for,
    costing,
    dice_of,
    effects_for,
    grounded,
    is_blank,
    list_field,
    moved,
    paid_with,
    read,
    struct_at,
    tag,
    without,
    words_of,
)
from companion.ui.games.asagiri.editors.cards.skill_sheet import SkillBody, SkillWriting
from companion.ui.kit.translator import tr
from companion.ui.workshop.form_shapes import fields_of, value_at, with_value
from tests.budget import examples
from tests.effects.random_trees import skills

from .editor_kit import desk_of, new_workshop, opened_workshop
from .rows import rows
from .test_editor_cards import keys
from .test_window_kit import click, press

KEY = Qt.Key
CONTROL, ALT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier
EN = Words("en")


def base(**more: Any) -> dict[str, Any]:
    return {**blank_skill("mine:x", {"en": "X"}), **more}


def said(record: Any, unfolded: frozenset[str] = frozenset()) -> list[str]:
    """The lines as one reads them."""
    lines = []
    for line in Sentence(record, EN, lambda id: id, unfolded).lines:
        tokens = [line.head, *line.tokens]
        lines.append(" ".join(f"[{one.text}]" if isinstance(one, Chip) else one for one in tokens))
    return lines


# the language and its forms -----------------------------------------------------------------------------------------


def test_every_node_has_a_name_and_a_sentence_with_gaps_of_its_own_fields() -> None:
    """A new node can be edited without; this says that nobody has found words for it yet."""
    structs = (*get_args(AnyEffect), *get_args(AnyCondition))
    for struct in structs:
        assert skill_record.node(tag(struct)).key and skill_record.sentence(tag(struct)).key, tag(struct)
    for struct in (*structs, Who):
        names = {field.name for field in fields_of(struct)}
        sentence = skill_record.sentence(tag(struct) or skill_record.WHO).key
        gaps = {part.partition("}")[0] for part in sentence.split("{")[1:]}
        assert gaps <= names, sentence
        for field in fields_of(struct):
            for word in words_of(field):
                value = word[0] if isinstance(word, list) else word
                assert skill_record.value(tag(struct) or skill_record.WHO, field.name, value).key
    assert set(skill_record.VALUES["lasts"]) == set(get_args(Lasts))


def test_a_node_that_nobody_knows_is_written_all_the_same() -> None:
    assert skill_record.node("burn_down").key == "burn down"
    assert EN(Message(skill_record.part("burn_down", "how_long").key, (("how_long", 3),))) == "how long: 3"
    assert EN(skill_record.flag("burn_down", "at_once", False)) == "not: at once"
    assert EN(skill_record.value("burn_down", "what", "the_inn")) == "the inn"


class Burn(Node, frozen=True, tag="burn_down"):
    """A node that joins the language one day."""

    what: Literal["the_inn", "the_bridge"]
    squares: int = 1
    who: Who = Who(of="opponent")
    at_once: bool = False
    then: tuple[AnyEffect, ...] = ()


def test_a_node_that_joins_the_language_is_a_sentence_by_itself() -> None:
    tokens = Sentence(base(), EN, lambda id: id)._tokens("/effects/0", {"type": "burn_down", "what": "the_inn"}, Burn)
    assert [one.text if isinstance(one, Chip) else one for one in tokens] == [
        "burn down", "what:", "the inn", "+\u00a0details",
    ]  # fmt: skip
    chip = tokens[2]
    assert isinstance(chip, Chip)
    assert (chip.pointer, chip.does) == ("/effects/0/what", "value")
    said = {"type": "burn_down", "what": "the_bridge", "squares": 3, "at_once": True}
    full = Sentence(base(), EN, lambda id: id)._tokens("/effects/0", said, Burn)
    assert [one.text for one in full if isinstance(one, Chip)] == ["the bridge", "3", "at once", "+\u00a0details"]
    assert blank(Burn, {"when": ["attack"]})["what"] == "the_inn"


@pytest.mark.parametrize("window", WINDOWS)
def test_what_is_offered_in_a_window_begins_without_a_fault(window: Any) -> None:
    """Whatever is added means something there: the checker has nothing against it."""
    record = {"when": [window]}
    paid: dict[str, Any] = {"element": "fire"} if window != "always" else {}
    for struct in effects_for((window,)):
        made = base(when=[window], effects=[blank(struct, record, "house:okko")])
        ways = [read(made), read({**made, **paid})]  # some have to be paid for, some must not be
        assert any(skill is not None and not list(problems(skill)) for skill in ways), made
    first = blank(effects_for((window,))[0], record, "house:okko")
    for cost in ({}, paid):
        for struct in conditions_for((window,), paid=bool(cost)):
            condition = blank(struct, {**record, "effects": [first], **cost})
            skill = read(base(when=[window], effects=[first], conditions=[condition], **cost))
            assert skill is not None
            found = [one for one in problems(skill) if one.pointer.startswith("/conditions")]
            assert found == [], (window, condition)


@settings(max_examples=examples(80))
@given(skills())
def test_every_tree_can_be_written_and_every_chip_stands_for_something(tree: dict[str, Any]) -> None:
    sentence = Sentence(tree, EN, lambda id: id, frozenset())
    chips = sentence.chips
    assert len({chip.key for chip in chips}) == len(chips)
    inside = {
        chip.pointer for chip in chips if chip.does in ("unfold", "amount") and isinstance(_held(tree, chip), dict)
    }
    opened = Sentence(tree, EN, lambda id: id, frozenset(inside))
    assert len({chip.key for chip in opened.chips}) == len(opened.chips)
    for chip in opened.chips:
        assert chip.text.strip(), chip
        assert "{" not in chip.text, chip
        if chip.field is not None and chip.does not in ("head", "add", "more"):
            assert struct_at(tree, chip.pointer.rpartition("/")[0]) is chip.field.owner
            assert value_at(grounded(tree, chip.pointer, "here"), chip.pointer) == "here"


def _held(tree: Any, chip: Chip) -> Any:
    return value_at(tree, chip.pointer, chip.field.default if chip.field is not None else None)


@settings(max_examples=examples(80))
@given(skills(), st.sampled_from(WINDOWS))
def test_every_finding_has_its_chip(tree: dict[str, Any], window: str) -> None:
    """Where the checker points there is something to click on."""
    wrong = with_value(tree, "/when", [window, window])
    skill = read(wrong)
    assert skill is not None
    sentence = Sentence(wrong, EN, lambda id: id)
    for problem in problems(skill):
        if not problem.pointer.startswith(("/name", "/id")):
            assert sentence.at(problem.pointer) is not None, problem


def test_a_sentence_reads_as_one() -> None:
    test = {"type": "test", "failed": [{"type": "become", "state": "shaken"}]}
    lines = said(base(when=["won", "lost"], dice=[["fire", "water"], ["tori"]], action=True,
                      conditions=[{"type": "opponent", "trait": "oni"}], effects=[test]))  # fmt: skip
    assert lines == [
        "applies [after winning] or [after losing] [+\u00a0or when …]",
        "costs [one fire or water die] and [one tori die] [+\u00a0another die] and [the action]",
        "how often [once a phase]",
        "[if] the opponent is marked [“oni”] [+\u00a0details]",
        " [+\u00a0condition]",
        "[does] [the opponent] tests [Willpower] [+\u00a0details]",
        "[failed] [the opponent] becomes [shaken] [+\xa0details]",
        " [+\u00a0effect]",
        " [+\u00a0effect]",
    ]


def test_whom_it_is_about_is_unfolded() -> None:
    push = {"type": "push", "squares": 2}
    folded = said(base(when=["won"], effects=[push]))
    pushed = "[does] push [the opponent] by [2] squares [+\u00a0details]"
    assert pushed in folded
    lines = said(base(when=["won"], effects=[push]), frozenset({"/effects/0/who"}))
    assert lines[lines.index(pushed) + 1].startswith("› [the opponent]")


# trees ----------------------------------------------------------------------------------------------------------------


def test_a_default_is_written_out_before_something_in_it_changes() -> None:
    push = base(when=["won"], effects=[{"type": "push"}])
    made = grounded(push, "/effects/0/who/within", 3)
    assert value_at(made, "/effects/0/who") == {"of": "opponent", "within": 3}
    assert push["effects"] == [{"type": "push"}]


def test_lists_grow_shrink_and_turn() -> None:
    tree = {"a": [1, 2, 3]}
    assert added(tree, "/a", 4) == {"a": [1, 2, 3, 4]}
    assert added(tree, "/b", 4) == {"a": [1, 2, 3], "b": [4]}
    assert moved(tree, "/a/0", 1) == {"a": [2, 1, 3]}
    assert moved(tree, "/a/0", -1) == tree
    assert without(tree, "/a/1") == {"a": [1, 3]}
    assert without(tree, "/a/7") == tree
    assert tree == {"a": [1, 2, 3]}


def test_what_a_skill_costs_is_written_in_one_way_only() -> None:
    skill = base()
    assert is_blank(skill)
    assert dice_of(costing(skill, [["fire"]])) == [["fire"]]
    assert costing(skill, [["fire"]])["element"] == "fire"
    both = costing({**skill, "optional": True}, [["fire"], ["water", "air"]])
    assert both["dice"] == [["fire"], ["water", "air"]]
    assert "element" not in both
    assert "optional" not in both
    assert "dice" not in costing(both, [])
    usual = paid_with(skill, "earth")
    assert (usual["when"], usual["effects"][0]["to"]) == (["defense"], "defense")
    written = paid_with({**skill, "when": ["movement"]}, "earth")
    assert written["when"] == ["movement"]


def test_the_list_a_pointer_belongs_to() -> None:
    tree = base(effects=[{"type": "either", "ways": [[{"type": "turn"}], []]},
                         {"type": "test", "failed": []}])  # fmt: skip
    assert list_field(tree, "/effects").name == "effects"
    assert list_field(tree, "/effects/0/ways/1").name == "ways"
    assert list_field(tree, "/effects/1/failed").name == "failed"
    assert struct_at(tree, "/effects/0/ways/0/0/who") is Who
    assert struct_at(tree, "") is SkillRecord


# by hand --------------------------------------------------------------------------------------------------------------


class Desk:
    """A new skill on the desk."""

    def __init__(self, screen: Any) -> None:
        self.screen = screen
        screen.make("skill")
        QApplication.processEvents()
        keys("Storm", KEY.Key_Return)
        body = desk_of(screen).body
        assert isinstance(body, SkillBody)
        self.body = body
        self.writing: SkillWriting = body.writing
        self.page: SkillPage = body.writing.page

    @property
    def record(self) -> dict[str, Any]:
        found: dict[str, Any] = desk_of(self.screen).draft.record
        return found

    def chip(self, pointer: str, kind: str = "part") -> ChipButton:
        return self.page.chips[pointer, kind]

    def at(self) -> tuple[str, str]:
        held = QApplication.focusWidget()
        assert isinstance(held, ChipButton), held
        return held.chip.key

    def pick(self, letters: str) -> None:
        keys(letters, KEY.Key_Return)


def test_a_skill_of_two_conditions_is_written_by_keys_alone(qtbot: QtBot, tmp_path: Path) -> None:
    with opened_workshop(tmp_path) as (_, screen):
        desk = Desk(screen)
        assert desk.at() == ("/element", "part")
        keys("f", "2")
        assert desk.record["element"] == "fire"
        assert desk.record["effects"] == [{"type": "bonus", "to": "attack", "amount": 2}]
        desk.chip("/conditions", "add").setFocus()
        desk.pick("what the opp")
        assert desk.record["conditions"] == [{"type": "opponent", "state": "shaken"}]
        desk.chip("/conditions", "add").setFocus()
        desk.pick("this char")
        desk.chip("/conditions/0", "more").setFocus()
        desk.pick("mark")
        desk.chip("/conditions/0/trait").setFocus()
        desk.pick("oni")
        assert desk.record["conditions"] == [
            {"type": "opponent", "state": "shaken", "trait": "oni"}, {"type": "own", "state": "vigilant"},
        ]  # fmt: skip
        assert "marked “oni”" in desk.writing.words.text
        assert [found for found in desk_of(screen).draft.findings if found.broken] == []
        press(KEY.Key_Delete)
        assert "trait" not in desk.record["conditions"][0]
        press("z", modifier=CONTROL)
        assert desk.record["conditions"][0]["trait"] == "oni"
        id = desk.record["id"]
        press(KEY.Key_Escape)
    assert new_workshop(tmp_path).library().find("skill", id) is not None


def test_chips_offer_only_what_fits_and_say_why_not(qtbot: QtBot, tmp_path: Path) -> None:
    with opened_workshop(tmp_path) as (_, screen):
        desk = Desk(screen)
        click(desk.chip("/effects/0/to"))
        picker = desk.writing.hands.picker
        assert picker is not None
        offered = {line.id: line.refusal for line in picker.offered}
        assert not offered["die"]
        assert "This number is not used at any moment of this skill." in offered["movement"]
        refused = next(button for button in rows(picker.lines) if button.id == "movement")
        assert not refused.isEnabled()
        press(KEY.Key_Escape)
        click(desk.chip("/effects", "add"))
        picker = desk.writing.hands.picker
        assert picker is not None
        tags = {line.id for line in picker.offered}
        assert "bonus" in tags
        assert "reroll" not in tags  # no die lies on the table yet when an attack is announced
        press(KEY.Key_Escape)


def test_a_fault_is_told_at_its_chip_while_one_writes(qtbot: QtBot, tmp_path: Path) -> None:
    with opened_workshop(tmp_path) as (_, screen):
        desk = Desk(screen)
        desk.chip("/when/0").setFocus()
        desk.pick("when moving")
        assert desk.record["when"] == ["movement"]
        wrong = desk.chip("/effects/0", "head")
        assert "This number is not used" in wrong.fault or "This number is not used" in desk.chip("/effects/0/to").fault
        line = rows(desk_of(screen).findings.lines)[0]
        click(line)
        held = desk.at()
        assert held[0].startswith(("/effects/0", "/when/0"))
        press("z", modifier=CONTROL)
        assert not any(button.fault for button in desk.page.chips.values())


def test_nested_effects_are_added_moved_and_taken_out_by_mouse(qtbot: QtBot, tmp_path: Path) -> None:
    with opened_workshop(tmp_path) as (_, screen):
        desk = Desk(screen)
        desk.chip("/effects", "add").setFocus()
        desk.pick("test a stat")
        assert desk.record["effects"][1] == {"type": "test", "failed": [{"type": "become", "state": "shaken"}]}
        click(desk.chip("/effects/1/failed", "add"))
        desk.pick("push")
        assert desk.record["effects"][1]["failed"][1]["type"] == "push"
        desk.chip("/effects/1/failed/1", "head").setFocus()
        press(KEY.Key_Up, modifier=ALT)
        assert [one["type"] for one in desk.record["effects"][1]["failed"]] == ["push", "become"]
        assert desk.at() == ("/effects/1/failed/0", "head")
        click(desk.page.tools.buttons["down"])
        assert [one["type"] for one in desk.record["effects"][1]["failed"]] == ["become", "push"]
        click(desk.page.tools.buttons["remove"])
        assert [one["type"] for one in desk.record["effects"][1]["failed"]] == ["become"]
        desk.chip("/effects/1", "more").setFocus()
        desk.pick("effect of a passed test")
        assert len(desk.record["effects"][1]["passed"]) == 1
        desk.chip("/effects", "add").setFocus()
        desk.pick("one of several, as")
        click(desk.chip("/effects/2/ways", "add"))
        assert len(desk.record["effects"][2]["ways"]) == 3
        desk.pick("turn a fig")
        assert desk.record["effects"][2]["ways"][2][0]["type"] == "turn"
        desk.chip("/effects/2", "head").setFocus()
        press(KEY.Key_Delete)
        assert len(desk.record["effects"]) == 2


def test_what_is_paid_in_all_its_ways(qtbot: QtBot, tmp_path: Path) -> None:
    with opened_workshop(tmp_path) as (_, screen):
        desk = Desk(screen)
        keys("w")
        assert (desk.record["element"], desk.record["when"]) == ("water", ["willpower"])
        click(desk.chip("/dice", "add"))
        assert desk.record["dice"] == [["water"], ["water"]]
        assert desk.at() == ("/dice/1", "part")
        keys("t")
        assert desk.record["dice"] == [["water"], ["tori"]]
        desk.chip("/dice/0").setFocus()
        desk.pick("several")
        picker = desk.writing.hands.picker
        assert picker is not None
        keys("fire", KEY.Key_Return, KEY.Key_Return)
        assert desk.record["dice"] == [["fire", "water"], ["tori"]]
        desk.chip("/dice/1").setFocus()
        press(KEY.Key_Delete)
        assert desk.record["dice"] == [["fire", "water"]]
        desk.chip("/dice/0").setFocus()
        desk.pick("nothing, but it is")
        assert desk.record["optional"] is True
        assert dice_of(desk.record) == []
        click(desk.chip("/element"))
        desk.pick("nothing: it is")
        assert "optional" not in desk.record
        click(desk.chip("/action", "more"))
        assert desk.record["action"] is True
        desk.chip("/action").setFocus()
        press(KEY.Key_Delete)
        assert "action" not in desk.record


def test_numbers_are_typed_turned_and_made_to_depend_on_the_table(qtbot: QtBot, tmp_path: Path) -> None:
    with opened_workshop(tmp_path) as (_, screen):
        desk = Desk(screen)
        amount = "/effects/0/amount"
        desk.chip(amount).setFocus()
        keys("3")
        assert value_at(desk.record, amount) == 3
        desk.chip(amount).setFocus()
        keys("-")
        assert value_at(desk.record, amount) == -3
        keys("2")
        assert value_at(desk.record, amount) == -2
        desk.chip(amount).setFocus()
        keys("an amount for each fig", KEY.Key_Return)
        assert value_at(desk.record, f"{amount}/type") == "count"
        assert f"{amount}/times" in {key[0] for key in desk.page.chips}  # it is shown from inside at once
        desk.chip(f"{amount}/of").setFocus()
        press(KEY.Key_Return)
        desk.chip(f"{amount}/of/of").setFocus()
        desk.pick("enem")
        assert value_at(desk.record, f"{amount}/of/of") == "enemies"
        press(KEY.Key_Down)
        assert "for each enemy" in desk.writing.words.text.lower()


def test_several_windows_and_how_often(qtbot: QtBot, tmp_path: Path) -> None:
    with opened_workshop(tmp_path) as (_, screen):
        desk = Desk(screen)
        click(desk.chip("/when", "add"))
        desk.pick("when attacked")
        assert desk.record["when"] == ["attack", "defense"]
        desk.chip("/when/0").setFocus()
        press(KEY.Key_Delete)
        assert desk.record["when"] == ["defense"]
        desk.chip("/once").setFocus()
        desk.pick("once a game")
        assert desk.record["once"] == "game"
        press(KEY.Key_Delete)
        assert "once" not in desk.record


def test_arrows_go_from_word_to_word_and_from_line_to_line(qtbot: QtBot, tmp_path: Path) -> None:
    with opened_workshop(tmp_path) as (_, screen):
        desk = Desk(screen)
        desk.chip("/when/0").setFocus()
        press(KEY.Key_Right)
        assert desk.at() == ("/when", "add")
        press(KEY.Key_Down)
        assert desk.at()[0] in ("/element", "/action", "/dice")
        press(KEY.Key_Up)
        assert desk.at()[0].startswith("/when")
        press(KEY.Key_Left)
        for _ in range(40):
            press(KEY.Key_Down)
        assert desk.at() == ("/effects", "add")


def test_a_skill_beside_its_card_has_its_own_undo(qtbot: QtBot, tmp_path: Path) -> None:
    with opened_workshop(tmp_path) as (_, screen):
        screen.make("character")
        QApplication.processEvents()
        body: Any = desk_of(screen).body
        body.make_skill("vigilant", "Storm")
        QApplication.processEvents()
        card = desk_of(screen).draft.record
        sheet = body.sheet
        keys("a", "3")
        assert sheet.draft.record["effects"][0]["amount"] == 3
        assert "+3 to Movement" in body.faces.face.vigilant.skills[0].words
        press("z", modifier=CONTROL)
        assert sheet.draft.record["effects"][0]["amount"] == 1
        assert desk_of(screen).draft.record == card
        press("y", modifier=CONTROL)
        assert sheet.draft.record["effects"][0]["amount"] == 3
        press(KEY.Key_Escape)
        assert body.sheet is None
        assert screen.desk is not None
        press("z", modifier=CONTROL)
        assert "skills" not in desk_of(screen).draft.record["vigilant"]


def test_the_words_follow_the_language_of_the_window(qtbot: QtBot, tmp_path: Path) -> None:
    with opened_workshop(tmp_path) as (_w, screen):
        tr._folder = resources_dir() / "translations"
        desk = Desk(screen)
        before = desk.chip("/effects/0/to").text()
        tr.set_language("fr")
        QApplication.processEvents()
        assert desk.chip("/effects/0/to").text() != before
        assert "Attaque" in desk.writing.words.text
