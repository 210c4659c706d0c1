"""Every effect and condition of the house box in words, in every language, and a sentence for any other (§27).

`words/*.txt` hold the sentences, to be read as a diff: `pytest -n0 tests/chronicles/test_chronicles_words.py --accept`.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.model.content.library import Library
from companion.model.core.words import LANGUAGES, Message, Name, Words
from companion.model.games.chronicles.box import effects as fx
from companion.model.games.chronicles.box import fitting
from companion.model.games.chronicles.box import records as r
from companion.model.games.chronicles.box.box import FIELDS, box_of
from companion.model.games.chronicles.box.condition_words import FOLLOWER, HERO, condition_sentence
from companion.model.games.chronicles.box.effect_words import sentence, words_of
from companion.resources import resources_dir

FOLDER = Path(__file__).parent / "words"
BOX = box_of(Library.shipped(), ("house",))
said = {language: Words(language, resources_dir() / "translations") for language in LANGUAGES}


def called(sheet: str) -> Name:
    return Name.of(BOX.sheets[sheet].names)


def conditions(record: Any) -> Iterator[Message]:
    """All that a record asks to be done."""
    if isinstance(record, (r.Mission, r.Objective)):
        for condition in (*record.heroes, *record.oni):
            yield condition_sentence(condition, record.place, called)
    elif isinstance(record, (r.PersonalMission, r.Follower)):
        bearer = HERO if isinstance(record, r.PersonalMission) else FOLLOWER
        for goal in record.missions:
            yield condition_sentence(goal.condition, None, called, bearer)
    elif isinstance(record, r.Scenario):
        for condition in record.ends:
            yield condition_sentence(condition, None, called)


def told(language: str) -> str:
    """The house box, card by card."""
    say, lines = said[language], []
    for field in FIELDS:
        for record in getattr(BOX, field).values():
            sentences = [sentence for part in words_of(record, called).values() for sentence in part]
            sentences += conditions(record)
            if sentences:
                lines.append(f"{field}: {Name.of(record.names).in_language(language)}")
                lines += [f"  {say(sentence)}" for sentence in sentences]
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_house_box_reads_as_it_was_reviewed(language: str, accept: bool) -> None:
    path, now = FOLDER / f"{language}.txt", told(language)
    if accept:
        path.parent.mkdir(exist_ok=True)
        path.write_text(now, "utf-8")
    assert now == path.read_text("utf-8"), "if the words were meant to change: --accept, and read the diff"


def test_an_effect_says_when_whom_what_and_how_long() -> None:
    here = fx.Whom(("hero",), where=("near",), choose=1)
    once = fitting.ONCE_TALENT
    assert english(fx.Heal(n=1, whom=here), once) == (
        "Action, once a turn: an adjacent hero of your choice heals 1 damage."
    )
    assert english(fx.Mod(stat="speed", n=-2, whom=fx.Whom(("hero",), other=True)), once) == (
        "Action, once a turn: all other heroes get −2 Speed until the end of the turn."
    )
    ours = fx.Whom(("hero", "follower", "kami"), where=("neighbour", "sight"), one_zone=True)
    assert english(fx.Damage(n=2, when="action", discard=True, may=True, whom=ours), fitting.OBJECT) == (
        "Action, discard this card: if you like: all heroes, all followers and all Kami in line of sight "
        "in one neighbouring zone of your choice take 2 damage each."
    )
    assert english(fx.Mod(stat="attack", n=1, vs=("undead", "guard")), fitting.POWER) == (
        "+1 Attack against a figure that is undead or a guard."
    )
    assert english(fx.Actions(n=-1, lasts="game", whom=fx.Whom(("creature",), choose=2)), fitting.EVENT) == (
        "2 creatures of your choice get −1 action for the rest of the game."
    )


def english(effect: fx.Effect, fit: fitting.Fit) -> str:
    return said["en"](sentence(effect, fit, called))


# any other -----------------------------------------------------------------------------------------------------------

SORTS = [*sorted(fitting.SORTS), "undead", "winged", "sheet:house:yurei"]
COUNT = st.integers(1, 12)
whoms = st.builds(
    fx.Whom,
    st.lists(st.sampled_from(SORTS), min_size=1, max_size=3, unique=True).map(tuple),
    st.booleans(),
    st.lists(st.sampled_from(get_args(fx.Where)), max_size=2, unique=True).map(tuple),
    st.booleans(),
    st.none() | st.integers(1, 3),
    st.lists(st.sampled_from(["inactive", "beside"]), max_size=2, unique=True).map(tuple),
)
kinds = st.lists(st.sampled_from(get_args(fx.TestKind)), max_size=3, unique=True).map(tuple)
OWN: dict[str, st.SearchStrategy[Any]] = {
    "stat": st.sampled_from(get_args(fx.Stat)),
    "characteristic": st.sampled_from(get_args(fx.Stat)),
    "status": st.sampled_from(get_args(fx.Status)),
    "element": st.sampled_from(get_args(fx.Element)),
    "to": st.sampled_from(["zone", "neighbour", "tile"]),
    "pile": st.sampled_from(["object", "clue", "event"]),
    "group": st.none() | st.sampled_from(get_args(fx.Group)),
    "colour": st.sampled_from(["violet", "green"]),
    "glide": st.booleans(),
    "difficulty": COUNT,
    "n": COUNT,
    "effect": st.builds(fx.DamageDeed, COUNT) | st.builds(fx.StatusDeed, st.sampled_from(get_args(fx.Status))),
    "rolls": st.sampled_from([("attacks",), ("tests",), ("attacks", "tests")]),
    "at": st.sampled_from([(), ("guards",), ("heroes",), ("guards", "heroes")]),
}
COMMON: dict[str, st.SearchStrategy[Any]] = {
    "when": st.none() | st.sampled_from(get_args(fx.When)),
    "discard": st.booleans(),
    "whom": whoms,
    "vs": st.lists(st.sampled_from(SORTS), max_size=2, unique=True).map(tuple),
    "kinds": kinds,
    "lasts": st.none() | st.sampled_from(get_args(fx.Lasts)),
    "may": st.booleans(),
}
EFFECTS = get_args(fx.AnyEffect)
effects = st.sampled_from(EFFECTS).flatmap(
    lambda type_: st.builds(
        type_, **COMMON, **{name: OWN[name] for name in type_.__struct_fields__ if name not in COMMON}
    )
)
FITS = [fit for fit in vars(fitting).values() if isinstance(fit, fitting.Fit)]


def is_a_sentence(text: str) -> bool:
    return (
        text.endswith(".")
        and text[:1] == text[:1].upper()
        and "  " not in text
        and "{" not in text
        and ".." not in text
    )


@given(effects, st.sampled_from(FITS), st.sampled_from(LANGUAGES))
def test_any_effect_has_a_sentence(effect: fx.Effect, fit: fitting.Fit, language: str) -> None:
    text = said[language](sentence(effect, fit, called))
    assert is_a_sentence(text), text


@pytest.mark.parametrize("type_", EFFECTS, ids=lambda type_: str(type_.__struct_config__.tag))
@pytest.mark.parametrize(
    "whom", [fx.SELF, fx.Whom(("hero",)), fx.Whom(("hero",), choose=1)], ids=["self", "all", "one"]
)
def test_each_effect_is_said_in_every_language(type_: Any, whom: fx.Whom) -> None:
    own = {"stat": "speed", "characteristic": "mental", "status": "poisoned", "element": "fire", "to": "zone",
           "pile": "clue", "colour": "green", "difficulty": 3, "n": 2, "effect": fx.DamageDeed(1)}  # fmt: skip
    fields = {name: value for name, value in own.items() if name in type_.__struct_fields__}
    message = sentence(type_(whom=whom, **fields), fitting.EVENT)
    texts = {language: said[language](message) for language in LANGUAGES}
    assert all(map(is_a_sentence, texts.values())), texts
    assert len(set(texts.values())) == len(LANGUAGES), texts


condition = st.builds(
    fx.Condition,
    st.sampled_from(get_args(fx.Fact)),
    whoms,
    st.none() | whoms,
    kinds,
    st.none() | st.sampled_from([fx.At(zone="T1.a"), fx.At(tile="T1"), fx.At(space=(2, 3))]),
    COUNT,
    st.sampled_from(["always", "end_of_turn", "end"]),
)
places = st.none() | st.builds(r.TestPlace, st.just(((0, 0),)), st.builds(r.PlaceTest, OWN["stat"], COUNT))


@given(condition, places, st.sampled_from(LANGUAGES))
def test_any_condition_has_a_sentence(condition: fx.Condition, place: r.TestPlace | None, language: str) -> None:
    text = said[language](condition_sentence(condition, place, called))
    assert is_a_sentence(text), text
