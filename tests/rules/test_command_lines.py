"""Lines of commands: done whole or not at all, in any order of words, by beginnings, and never by a slip."""

from __future__ import annotations

from string import ascii_lowercase

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.model.content.library import Library
from companion.model.core.contract import options_of
from companion.model.core.words import Words
from companion.model.games.asagiri import SYSTEM
from companion.model.games.asagiri.rules import options as o
from companion.model.games.asagiri.state.state import State
from companion.model.games.asagiri.table import corrections
from companion.model.games.asagiri.table.commands import VERBS, Misunderstood, Typing
from companion.model.games.asagiri.table.commands.complete import advised, command, complete
from companion.model.games.asagiri.table.commands.grammar import MANUAL
from companion.model.games.asagiri.table.commands.reading import tokens
from companion.model.games.asagiri.table.commands.understand import CommandPlan, hear, plan
from tests.budget import examples

from .table import Table, open_floor
from .test_commands import STATES, table

POOL = ("fire", "water", "air", "tori")


def meant(state: State, text: str, *, free: bool = True) -> CommandPlan:
    found = plan(state, text, free=free)
    assert isinstance(found, CommandPlan), (text, Words()(found.why))
    return found


def refused(state: State, text: str, *, free: bool = True, language: str = "en") -> str:
    """What is said of a line that comes to nothing."""
    found = plan(state, text, free=free)
    assert isinstance(found, Misunderstood), (text, found)
    return Words()(advised(state, text, found, free=free, language=language))


def test_no_letter_takes_anybody_off_the_board() -> None:
    """`ninja t` was read as `togli`."""
    state = table(POOL).state
    there = [figure.at for figure in state.figures]
    off = ("remove", "disable", "disabled", "kill", "enleve", "elimine", "togli", "elimina", "hors de combat")
    words = [*ascii_lowercase, *(word[:n] for word in off for n in range(1, len(word)) if word[:n] not in off)]
    for word in words:
        for text in (f"oni {word}", f"{word} oni", word):
            found = plan(state, text, free=True)
            if isinstance(found, CommandPlan):
                assert [figure.at >= 0 for figure in found.end.figures] == [at >= 0 for at in there], text
    assert meant(state, "oni disabled").end.figures[3].state == "disabled"
    assert meant(state, "remove oni").end.figures[3].at < 0


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("oni shaken", "flip oni"), ("shaken oni", "flip oni"), ("oni en danger", "flip oni"),
        ("oni in pericolo", "flip oni"), ("oni is shaken", "flip oni"), ("a1 disabled", "disable a1"),
        ("hors de combat a1", "disable a1"), ("fuori combattimento a1", "disable a1"),
        ("okko air", "use okko air"), ("aria okko", "use okko air"), ("okko use air", "use okko air"),
        ("reserve earth tikku", "reserve tikku earth"), ("terre reserve tikku", "reserve tikku earth"),
        ("ok c6", "move okko c6"), ("c6 okko", "move okko c6"), ("okko to c6", "move okko c6"),
        ("nob e6 e", "move noburo e6 east"), ("e6 est nob", "move noburo e6 east"),
        ("okko oni", "attack okko oni"), ("ok on", "attack okko oni"), ("okko c7", "attack okko oni"),
        ("aide", "help"), ("aiuto", "help"), ("?", "help"),
    ],
)  # fmt: skip
def test_the_words_of_the_app_in_any_order(text: str, same: str) -> None:
    state = table(("fire", "water", "air", "earth")).state
    assert meant(state, text).end == meant(state, same).end
    assert meant(state, text).presses == meant(state, same).presses


def test_a_side_beside_a_figure_is_no_die() -> None:
    state = table(("water", "earth")).state
    assert meant(state, "okko e").end.figures[0].facing == 1
    fight = table(("fire", "water")).do("activate", character="a1").do("attack", target="b1").state
    assert meant(fight, "okko fire", free=False).end.bands[0].pool == ("water",)


def test_a_beginning_that_fits_two_figures_of_a_band_is_asked_about_whatever_the_rules_say() -> None:
    state = table(a3={"name": "Noshin"}).state
    acted = SYSTEM.edit(state, corrections.SetActivated(1, True)).state
    assert refused(acted, "no e6") == "Who do you mean: Noburo, Noshin?", "though only Noshin may move"
    assert refused(state, "no shaken").startswith("This could mean: By hand: Noburo shaken,")
    assert meant(state, "nob e6")
    gone = SYSTEM.edit(state, corrections.SetState(2, "disabled")).state
    assert meant(gone, "no e6"), "who is out of the game is not meant"
    assert meant(table(b2={"name": "Noppera"}).state, "no e6"), "an enemy does not move now"


def test_a_line_of_several_facts_is_planned_whole_or_refused_whole() -> None:
    state = table().state
    for text in ("nob e6 e; tik g6", "nob e6 e, tik g6", "nob e6 e , tikku g6 ;"):
        found = meant(state, text, free=False)
        assert [found.end.figures[who].at for who in (1, 2)] == [
            meant(state, "nob e6").end.figures[1].at, meant(state, "tikku g6").end.figures[2].at,
        ]  # fmt: skip
        assert Words()(found.words()) == "Noburo: E6, facing east · Tikku: G6, facing north"
    assert "ZZ" in refused(state, "nob e6; tik zz9")
    assert refused(state, "nob e6; undo") == "“undo” must be alone on its line."
    offered = [one.text for one in complete(state, "okko attack oni; ") if one.refusal is None]
    assert offered[0].startswith(("pass", "use")), "what comes next is offered for the table as it will be then"


def test_dice_on_the_table_end_the_announcements() -> None:
    fight = table().do("activate", character="a1").do("attack", target="b1").state
    found = meant(fight, "42", free=False)
    assert found.end == meant(fight, "pass; 4 2", free=False).end
    intent = found.steps[0][1]
    assert isinstance(intent, Typing)
    assert set(intent.first) == {o.Pass()}
    assert refused(fight, "425") == "Dice to enter: 2. (TRN-2)"
    assert "no dice" in refused(table().state, "42")


def test_a_refusal_says_what_would_fit() -> None:
    state = table().state
    assert refused(state, "okkko c6").endswith("Did you mean: okko?")
    assert refused(state, "xyzzy").endswith("“help” lists all commands.")
    assert "Possible: " in refused(state, "attack okko tikku")
    assert "oni bushi" in refused(state, "attack okko a1", free=False)
    near = refused(state, "okko c1", free=False)
    assert "MOV-5" in near
    assert near.partition("Possible: ")[2], "the nearest squares that can be reached"
    assert refused(state, "attack") != refused(state, "")


def test_the_list_of_commands_names_every_verb_and_its_examples_are_understood() -> None:
    state = table().state
    said = " ".join(line.said for part in MANUAL for line in part.lines)
    assert {verb for verb in VERBS if f"{{{verb}}}" not in said} == set()
    for part in MANUAL:
        for line in part.lines:
            for language in ("en", "fr", "it"):
                for text in line.example.in_language(language).split(" · "):
                    if "…" not in text and text != "?" and not text.startswith("ffwt"):
                        assert list(hear(state, tokens(text))) or text in ("4 2", "42"), (text, language)


@settings(max_examples=examples(60), deadline=None)
@given(st.integers(0, len(STATES) - 1), st.integers(0, 500), st.sampled_from(["en", "fr", "it"]), st.booleans())
def test_what_the_app_names_for_an_option_does_that_option(which: int, at: int, language: str, free: bool) -> None:
    state = STATES[which]
    offered = options_of(SYSTEM.pending(state))
    if offered:
        option = offered[at % len(offered)]
        text = command(state, option, language)
        assert meant(state, text, free=free).end == SYSTEM.apply(state, option).state, text


def test_every_kind_of_option_has_a_command() -> None:
    door = Table(open_floor(4, 4), {"a1": "1,2N", "b1": "3,0S"}, doors="1,1S", a1={"name": "Okko"})
    fight = table().do("activate", character="a1")
    begun = SYSTEM.rolled(SYSTEM.new({"quick": True}, Library.shipped()), (5, 2)).state
    states = [
        *STATES[::7], begun, SYSTEM.apply(begun, o.Side(2)).state,
        door.do("activate", character="a1").state, fight.state,
        fight.do("attack", target="b1").state, table().do("activate", character="a1").fight("b1", 6, 5).state,
    ]  # fmt: skip
    kinds = {type(option) for one in states for option in options_of(SYSTEM.pending(one))}
    assert kinds >= {o.Activate, o.Step, o.Turn, o.Attack, o.UseDie, o.Reserve, o.Retreat, o.Pass, o.Side, o.Deploy,
                     o.OpenDoor, o.EndActivation, o.EndActivations, o.EndPhase, o.EndMovement, o.TakeBack}  # fmt: skip
    for one in states:
        for option in options_of(SYSTEM.pending(one)):
            found = plan(one, command(one, option))
            assert isinstance(found, CommandPlan), command(one, option)
            assert found.end == SYSTEM.apply(one, option).state
