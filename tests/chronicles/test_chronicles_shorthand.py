"""Effects typed as the tables of the rules write them (FX-5, §28)."""

from __future__ import annotations

import gettext
from typing import Any, get_args

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.model.core.words import Message
from companion.model.games.chronicles.box import effects as fx
from companion.resources import resources_dir
from companion.ui.games.chronicles.workshop.shorthand import (
    EXAMPLE,
    WORDS,
    _literals,
    in_language,
    parse,
    vocabulary,
)

TYPED: list[tuple[str, dict[str, Any]]] = [
    ("mod attack +1 vs creature, demon", {"do": "mod", "stat": "attack", "n": 1, "vs": ["creature", "demon"]}),
    ("mod mental −2 self", {"do": "mod", "stat": "mental", "n": -2, "whom": {"who": ["self"]}}),
    ("hit 2 vs creature", {"do": "hit", "n": 2, "vs": ["creature"]}),
    ("firm", {"do": "firm"}),
    ("test deciphering +1", {"do": "test", "n": 1, "kinds": ["deciphering"]}),
    ("pass stealth chest", {"do": "pass", "kinds": ["stealth", "chest"]}),
    ("ACTION ONCE heal 1 ally near choose 1",
     {"do": "heal", "n": 1, "when": "action_once", "whom": {"who": ["ally"], "where": ["near"], "choose": 1}}),
    ("ACTION ONCE actions +1 hero sight choose 1 inactive",
     {"do": "actions", "n": 1, "when": "action_once",
      "whom": {"who": ["hero"], "where": ["sight"], "choose": 1, "if": ["inactive"]}}),
    ("DISCARD ACTION heal 3 self hero near choose 1",
     {"do": "heal", "n": 3, "when": "action", "discard": True,
      "whom": {"who": ["self", "hero"], "where": ["near"], "choose": 1}}),
    ("place neighbour ally", {"do": "place", "to": "neighbour", "whom": {"who": ["ally"]}}),
    ("on_hit damage 1", {"do": "on_hit", "effect": {"do": "damage", "n": 1}}),
    ("on_hit status poisoned", {"do": "on_hit", "effect": {"do": "status", "status": "poisoned"}}),
    ("reroll 2 tests", {"do": "reroll", "n": 2, "in": ["tests"]}),
    ("dread mental 3", {"do": "dread", "characteristic": "mental", "difficulty": 3}),
    ("reinforce 1 attack 4", {"do": "reinforce", "n": 1, "characteristic": "attack", "difficulty": 4}),
    ("guards all heroes", {"do": "guards", "n": "all", "at": ["heroes"]}),
    ("guards 2", {"do": "guards", "n": 2}),
    ("call 1 guard", {"do": "call", "n": 1, "group": "guard"}),
    ("no_call violet game", {"do": "no_call", "colour": "violet", "lasts": "game"}),
    ("draw clue 1", {"do": "draw", "pile": "clue", "n": 1}),
    ("summon fire", {"do": "summon", "element": "fire"}),
    ("move 3 glide", {"do": "move", "n": 3, "glide": True}),
    ("mod defense +1 other guard zone",
     {"do": "mod", "stat": "defense", "n": 1, "whom": {"other": True, "who": ["guard"], "where": ["zone"]}}),
    ("mod speed +1 sheet:house:ninja", {"do": "mod", "stat": "speed", "n": 1, "whom": {"who": ["sheet:house:ninja"]}}),
    ("cure", {"do": "cure"}),
]  # fmt: skip


def translated(line: Message, language: str) -> str:
    """A line of words out of a catalog."""
    folder = resources_dir() / "translations"
    return gettext.translation("okko", folder, [language], fallback=language == "en").gettext(line.key)


def literals(struct: Any) -> set[str]:
    return {word for _, words, _ in _literals(struct) for word in words}


@pytest.mark.parametrize(("text", "effect"), TYPED, ids=[text for text, _ in TYPED])
def test_fx_5_an_effect_is_read_as_the_tables_write_it(text: str, effect: dict[str, Any]) -> None:
    assert parse(text) == effect


@pytest.mark.parametrize(
    "text", ["", "hit", "mod attack", "walk 3", "heal 1 nobody", "SOMETIMES heal 1", "on_hit", "hit 2 3"]
)
def test_what_is_not_understood_is_nothing(text: str) -> None:
    assert parse(text) is None


@pytest.mark.parametrize("language", ["en", "fr", "it"])
def test_an_owner_types_in_their_own_language(language: str) -> None:
    """Every word of the tables has one, each its own and none that the tables use for something else."""
    said = vocabulary([translated(line, language) for line in WORDS])
    ours = {word for line in WORDS for word in line.key.split()}
    words = {word for text, _ in TYPED for word in text.lower().replace(",", " ").split()}
    assert {word for word in words if word.isidentifier()} <= ours
    assert {
        word for struct in get_args(fx.AnyEffect) for word in (struct.__struct_config__.tag, *literals(struct))
    } <= ours
    assert set(said.values()) == ours
    assert len(said) == len(ours), "two words of a language mean two things"
    assert all(said.get(word, word) == word for word in ours), "a word of the tables would mean something else"
    for text, effect in TYPED:
        typed = in_language(text.lower().replace(",", " "), said)
        assert language == "en" or typed != text.lower() or text in ("riposte",)
        assert parse(typed, (), said) == effect
        assert parse(text, (), said) == effect, "what the tables say is understood in any language"
    assert parse(in_language(EXAMPLE, said).upper(), (), said) == parse(EXAMPLE)


def test_traits_of_the_pack_are_known() -> None:
    assert parse("mod attack +1 vs tengu") is None
    assert parse("mod attack +1 vs tengu", {"tengu"}) == {"do": "mod", "stat": "attack", "n": 1, "vs": ["tengu"]}
    assert parse(EXAMPLE) is not None


@given(st.text())
def test_whatever_is_typed_is_an_effect_or_nothing(text: str) -> None:
    made = parse(text)
    assert made is None or msgspec.convert(made, fx.AnyEffect)


@given(st.lists(st.sampled_from(sorted({word for text, _ in TYPED for word in text.replace(",", " ").split()}))))
def test_words_in_any_order_are_an_effect_or_nothing(words: list[str]) -> None:
    made = parse(" ".join(words))
    assert made is None or msgspec.convert(made, fx.AnyEffect)
