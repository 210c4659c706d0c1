"""The command line's model: what is typed comes to choices, corrections and dice, in three languages at any time."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.model.content.library import Library
from companion.model.core.chance import drawn
from companion.model.core.contract import Choice, Over, Roll
from companion.model.games.asagiri import SYSTEM
from companion.model.games.asagiri.rules import options as o
from companion.model.games.asagiri.state.formatting import square_of
from companion.model.games.asagiri.state.state import State
from companion.model.games.asagiri.table import corrections
from companion.model.games.asagiri.table.commands import (
    VERBS,
    ChooseIntent,
    Correcting,
    Misunderstood,
    PressIntent,
    Typing,
    fold,
)
from companion.model.games.asagiri.table.commands.complete import complete
from companion.model.games.asagiri.table.commands.understand import in_words, sentences, understand
from tests.budget import examples

from .table import Table, open_floor

NAMES = {
    "a1": {"name": "Okko"}, "a2": {"name": {"en": "Noburo", "fr": "Nobúro"}}, "a3": {"name": "Tikku"},
    "b1": {"name": {"en": "Oni Bushi", "fr": "Guerrier oni"}}, "b2": {"name": "Ashigaru"}, "b3": {"name": "Ashigaru"},
}  # fmt: skip


def table(pool: tuple[str, ...] = ("fire", "fire", "water", "earth"), **more: object) -> Table:
    """Okko (C8, north) before an Oni (C7); others further off. Columns A to H, rows 1 to 8."""
    people = {"a1": "2,7N", "a2": "4,7N", "a3": "6,7N", "b1": "2,6S", "b2": "0,0S", "b3": "7,0S"}
    return Table(open_floor(8, 8), people, pool=pool, **{**NAMES, **more})


def chosen(state: State, text: str, **how: bool) -> list[str]:
    """The options that a command comes to, as their ids."""
    found = understand(state, text, **how)
    assert isinstance(found, ChooseIntent), found
    ids = []
    for option in found.options:
        ids.append(SYSTEM.option_id(state, option))
        state = SYSTEM.apply(state, option).state
    return ids


def wrong(state: State, text: str, **how: bool) -> Misunderstood:
    """Why a command comes to nothing."""
    found = understand(state, text, **how)
    assert isinstance(found, Misunderstood), found
    return found


def test_a_figure_goes_to_a_square_and_faces_as_said_activated_by_itself() -> None:
    state = table().state
    ids = chosen(state, "noburo e6 e")
    assert ids[0] == "activate:a2"
    for option in understand(state, "noburo e6 e").options:
        state = SYSTEM.apply(state, option).state
    figure = state.figures[1]
    assert (figure.at, figure.facing) == (square_of(state, [4, 5]), 1)
    assert chosen(state, "s")[-1] == "turn:S", "a bare facing turns whoever is active"
    assert chosen(state, "e5")[-1].startswith("step:4-4"), "a bare square is where the active figure goes"


@pytest.mark.parametrize(
    "text", ["attack okko oni", "ATTAQUE Okko Guerrier", "attacca okko oni bushi", "att ok gue", "okko attaque c7",
             "c8 attack c7", "attack ok on"],
)  # fmt: skip
def test_an_attack_in_any_language_by_beginnings_of_words_or_by_squares(text: str) -> None:
    assert chosen(table().state, text) == ["activate:a1", "attack:b1"]


def test_accents_and_case_do_not_matter() -> None:
    assert fold("Nobúro") == "noburo"
    assert chosen(table().state, "NOBURÓ é") == ["activate:a2", "turn:E"]
    assert chosen(table().state, "tourne noburo ouest") == ["activate:a2", "turn:W"]
    assert chosen(table().state, "gira noburo o") == ["activate:a2", "turn:W"]


def test_dice_are_typed_in_one_go() -> None:
    state = table(pool=()).state
    state = SYSTEM.edit(state, corrections.SetPhase(1, 0)).state
    assert isinstance(SYSTEM.pending(state), Roll)
    assert understand(state, "ffwt") == Typing(("fire", "fire", "water", "tori"))
    assert understand(state, "feu fuoco eau tori") == Typing(("fire", "fire", "water", "tori"))
    assert wrong(state, "ffw").rule == "TRN-2", "three dice are not four"
    fight = table().do("activate", character="a1").do("attack", target="b1").passing().state
    assert understand(fight, "4 2") == understand(fight, "42") == Typing((4, 2))
    assert "ffwt" in str(wrong(table().state, "okko ffwt").why) or wrong(table().state, "ffwt").rule == "TRN-2"


def test_ins_6_a_reserve_ends_the_activations() -> None:
    assert chosen(table().state, "reserve tikku e") == ["end_activations", "reserve:a3,earth"]
    assert chosen(table().state, "riserva tikku terra") == ["end_activations", "reserve:a3,earth"]
    assert wrong(table().state, "reserve tikku tori").rule == "INS-6"


def test_the_rule_that_refuses_is_named_and_a_table_may_do_it_all_the_same() -> None:
    state = table().state
    refused = wrong(state, "okko b1 n")
    assert refused.rule == "MOV-5"
    by_hand = understand(state, "okko b1 n", free=True)
    assert isinstance(by_hand, Correcting)
    assert by_hand.corrections == (corrections.PlaceFigure(0, square_of(state, [1, 0]), 0),)
    assert by_hand.against is not None
    assert by_hand.against.rule == "MOV-5"
    assert wrong(state, "flip noburo").rule == "TABLE"
    assert understand(state, "flip noburo", free=True) == Correcting((corrections.SetState(1, "shaken"),))
    assert understand(state, "retourne nob", free=True) == Correcting((corrections.SetState(1, "shaken"),))
    assert wrong(state, "attack noburo ashigaru 2").rule == "CBT-1"


def test_what_several_may_be_meant_by_is_asked_and_the_square_or_number_tells_them_apart() -> None:
    state = table().state
    assert isinstance(understand(state, "flip ashigaru", free=True), Misunderstood)
    assert understand(state, "flip ashigaru 2", free=True) == Correcting((corrections.SetState(5, "shaken"),))
    assert understand(state, "flip a1", free=True) == Correcting((corrections.SetState(4, "shaken"),)), "by its square"
    offered = {one.text for one in complete(state, "flip ash", free=True) if one.refusal is None}
    assert offered == {"a1", "h1"}, "completion offers what tells them apart"


def test_a_name_said_in_full_is_no_other_ones_beginning() -> None:
    state = table(b2={"name": "Oni"}).state
    assert wrong(state, "attack okko oni").rule == "CBT-1", "the Oni is far off, whatever stands before Okko"


def test_several_commands_on_a_line_are_told_apart() -> None:
    line = "okko d8; attack oni ;; undo;"
    assert [line[a:b].strip() for a, b in sentences(line)] == ["okko d8", "attack oni", "undo"]
    assert sentences("") == sentences(" ; ;") == []
    start, end = sentences(line)[2]
    assert understand(table().state, line, start=start, end=end) == PressIntent("undo")


def test_what_is_wrong_says_where() -> None:
    state = table().state
    found = wrong(state, "okko z9 n")
    assert (found.start, found.end) == (5, 7)
    assert "Z9" in dict(found.why.args).values()
    assert (wrong(state, "hello").start, wrong(state, "hello").end) == (0, 5)
    assert wrong(state, "attack").start == 6, "something is missing at the end"


def test_cbt_2_ret_1_a_retreat_and_a_facing_are_said_by_their_square_and_side() -> None:
    fight = table().do("activate", character="a1").fight("b1", 6, 5)
    assert fight.can("retreat")
    squares = [found["at"] for found in fight.can("retreat")]
    column, row = squares[0]
    text = f"{chr(97 + column)}{row + 1}"
    assert chosen(fight.state, text) == chosen(fight.state, f"recule {text}") == [f"retreat:{column}-{row}"]
    assert wrong(fight.state, "retreat h8").rule.startswith("RET")


def test_what_makes_sense_now_is_offered_first_and_the_rest_with_its_rule() -> None:
    offered = complete(table().state, "attack okko ")
    assert (offered[0].text, offered[0].refusal) == ("oni bushi", None)
    assert offered[0].ends
    rules = [one.refusal.rule for one in offered if one.refusal is not None]
    assert rules
    assert set(rules) == {"CBT-1"}
    assert complete(table().state, "attaque okko gue", language="fr")[0].text == "guerrier oni"
    words = {one.text for one in complete(table().state, "att")}
    assert words >= {"attack"}
    assert {"attaque"} <= {one.text for one in complete(table().state, "att", language="fr")}
    assert {"attacca"} <= {one.text for one in complete(table().state, "att", language="it")}


def test_squares_out_of_reach_are_offered_with_their_rule() -> None:
    offered = complete(table().state, "okko a")
    assert all(one.refusal is not None for one in offered if one.text == "a1")
    near = complete(table().state, "noburo e")
    assert any(one.text == "e7" and one.refusal is None and one.ends for one in near)


def test_every_verb_has_its_words_in_three_languages_and_none_is_a_square() -> None:
    for verb, languages in VERBS.items():
        assert set(languages) == {"en", "fr", "it"}, verb
        for words in languages.values():
            assert words == fold(words)
            assert words.replace(" ", "").isalpha()


# anything at all ---------------------------------------------------------------------------------------------------


def _states() -> list[State]:
    """Positions all through random games of the box: set-up, dice, fights, retreats, reserve."""
    found, rng = [], Random(3)
    for setup in ({"quick": True}, {"quick": True}):
        state = SYSTEM.new(setup, Library.shipped())
        for n in range(700):
            pending = SYSTEM.pending(state)
            if isinstance(pending, Over):
                break
            if n % 9 == 0 or (isinstance(pending, Choice) and not isinstance(pending.options[0], o.Activate)
                              and n % 3 == 0 and state.frames):  # fmt: skip
                found.append(state)
            if isinstance(pending, Roll):
                state = SYSTEM.rolled(state, drawn(pending.dice, rng)).state
            else:
                assert isinstance(pending, Choice)
                state = SYSTEM.apply(state, rng.choice(pending.options)).state
    return found


STATES = _states()
_WORDS = [word for languages in VERBS.values() for words in languages.values() for word in words.split()]
_OTHER = ["okko", "oni", "noburo", "d5", "c4", "zz9", "n", "o", "est", "fire", "eau", "f", "42", "6", "ffwt", ";", "a",
          "reserve", "none", "b", "ß", "É", "１", "²", "/", "d5/2", "'", "crow", "loup d'ombre", "𝒶"]  # fmt: skip


@settings(max_examples=examples(80), deadline=None)
@given(
    st.integers(0, len(STATES) - 1),
    st.one_of(st.text(max_size=60), st.lists(st.sampled_from(_WORDS + _OTHER), max_size=7).map(" ".join)),
    st.booleans(),
    st.sampled_from(["en", "fr", "it"]),
)
def test_nothing_that_is_typed_raises(which: int, text: str, free: bool, language: str) -> None:
    state = STATES[which]
    for start, end in [*sentences(text), (0, len(text))]:
        found = understand(state, text, free=free, start=start, end=end)
        if isinstance(found, Misunderstood):
            assert 0 <= found.start <= found.end <= len(text)
        else:
            assert in_words(state, found).key
    for one in complete(state, text, free=free, language=language):
        assert 0 <= one.start <= one.end == len(text)


@settings(max_examples=examples(60), deadline=None)
@given(st.integers(0, len(STATES) - 1), st.integers(0, 2**32), st.booleans(), st.sampled_from(["en", "fr", "it"]))
def test_what_completes_always_means_something(which: int, seed: int, free: bool, language: str) -> None:
    """Taking offers that make sense, until the command can be given, gives one that does something."""
    state, text, rng = STATES[which], "", Random(seed)
    for _ in range(6):
        offered = [one for one in complete(state, text, free=free, language=language) if one.refusal is None]
        if not offered:
            return
        taken = rng.choice(offered)
        text = text[: taken.start] + taken.text
        if taken.ends:
            found = understand(state, text, free=free)
            assert not isinstance(found, Misunderstood), (text, found)
            for option in found.options if isinstance(found, ChooseIntent) else ():
                assert SYSTEM.check(state, option) is None, (text, option)
                state = SYSTEM.apply(state, option).state
            for correction in found.corrections if isinstance(found, Correcting) else ():
                SYSTEM.edit(state, correction)
            return
        text += " "


def test_a_fight_out_of_turn_is_begun_by_hand_and_follows_the_rules() -> None:
    state = table().state
    assert wrong(state, "attack oni okko").rule == "TRN-6"
    found = understand(state, "attack oni okko", free=True)
    assert isinstance(found, Correcting)
    assert found.corrections == (corrections.Clash(3, 0),)
    assert found.against is not None
    applied = SYSTEM.edit(state, found.corrections[0])
    assert SYSTEM.correction_of(state, SYSTEM.correction_json(state, found.corrections[0])) == found.corrections[0]
    assert applied.events[0].kind == "AttackDeclared"
    after = SYSTEM.apply(applied.state, o.Pass()).state if isinstance(SYSTEM.pending(applied.state), Choice) else None
    rolled = SYSTEM.rolled(after or applied.state, (6, 1)).state
    assert rolled.figures[0].state == "disabled", "CBT-3: by four and more"
