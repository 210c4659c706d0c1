"""What a window or a client may ask of a position (POS-2): the rules' own numbers, exact chances, what is risked."""

from __future__ import annotations

import json
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.model.core.contract import Choice, Queries, choices_of
from companion.model.core.refusal import UnknownOption
from companion.model.games.chronicles import SYSTEM
from companion.model.games.chronicles.insight import notebook
from companion.model.games.chronicles.insight.chances import attack_chance
from companion.model.games.chronicles.rules import events as e
from companion.model.games.chronicles.rules import testing, totals
from companion.model.games.chronicles.state import frames as f
from companion.model.games.chronicles.state import options as o
from companion.model.games.chronicles.state.state import Accusation, Clue, State, StatusOn, TokenOn, replace
from tests.chronicles.boards import on_board
from tests.chronicles.tables import active, begun, demon, known, laid, offered, played


def ask(state: State, name: str, **params: Any) -> Any:
    before = SYSTEM.encode(state)
    answer = SYSTEM.queries[name](state, params)
    assert SYSTEM.encode(state) == before
    return json.loads(json.dumps(answer))


def test_POS_2_the_system_offers_its_queries() -> None:
    assert isinstance(SYSTEM, Queries)
    assert set(SYSTEM.queries) >= {"attack", "test", "notebook", "track", "score"}


# numbers --------------------------------------------------------------------------------------------------------------


def test_FIG_4_numbers_of_the_turn_come_with_their_reasons() -> None:
    state = active(known(1), fields=laid(known(1), "h1", right="house:okko-1"))
    figure = state.figure("h1")
    assert figure is not None
    stunned = replace(figure, statuses=(StatusOn("stunned"),))
    state = replace(state, figures=tuple([stunned if one is figure else one for one in state.figures]))
    told = ask(state, "numbers", id="h1")
    assert told["speed"] == {
        "printed": 2, "value": 1, "reasons": [{"source": "status:stunned", "n": -1, "sure": True}],
    }  # fmt: skip
    assert {"source": "house:okko-1", "n": 2, "sure": True} in told["attack"]["reasons"]
    katana = {"source": "house:katana", "n": 1, "sure": True}
    assert (katana in told["attack"]["reasons"]) and (told["attack"]["combat"], told["attack"]["action"]) == (3, 3)
    assert (told["actions"], told["health"], told["damage"]) == (3, 4, 0)


def test_FIG_1_a_sheet_has_no_mental() -> None:
    assert ask(begun(2), "numbers", id="ashigaru-1")["mental"] is None


def test_STR_7_a_plan_that_lies_face_down_changes_no_number() -> None:
    state = begun(1)
    hero = state.heroes[0]
    plan = replace(state, heroes=(replace(hero, plan=replace(hero.plan, right="house:okko-1")),), stage="techniques")
    assert ask(plan, "figures") == ask(state, "figures")


@given(st.integers(0, 5000))
def test_FIG_4_every_number_is_the_rules_own(seed: int) -> None:
    state = played(begun(seed % 4 + 1, seed=seed % 40), Random(seed), seed % 400)
    told = ask(state, "figures")
    assert list(told) == [one.id for one in state.figures]
    for figure in state.figures:
        for stat in ("speed", "attack", "defense", "mental"):
            number = told[figure.id][stat]
            if number is None:
                continue
            sure = sum(reason["n"] for reason in number["reasons"] if reason["sure"])
            assert number["value"] == max(0, number["printed"] + sure)
            assert number["value"] == totals.value(state, figure, stat)  # type: ignore[arg-type]


# chances --------------------------------------------------------------------------------------------------------------


def test_ATK_3_an_attack_is_told_before_it_is_made() -> None:
    """§35.4: Okko with the Katana and a gashed arm against a Samurai; modifiers are not netted."""
    state = begun(1)
    fields: Any = {"figures.samurai-1": {"card": "house:samurai", "group": "guard"}}
    told = laid(state, "h1", right="house:gashed-arm", left="house:okko-7")
    state = active(state, fields={**fields, **told, "piles.wound": [], "heroes.h1.wounds": None})
    found = ask(state, "attack", id="h1", target="samurai-1")
    assert (found["combat"], found["action"], found["defense"]) == (2, 1, 4)
    assert found["chance"] == "2659/5832"
    assert (found["legal"], found["rule"], found["before"]) == (True, None, None)
    assert {"source": "house:gashed-arm", "n": -1, "sure": True} in found["reasons"]["attack"]


def test_ATK_9_the_test_before_an_attack_is_in_its_chance() -> None:
    state = known(1)
    state = active(state, fields=demon(state, "house:miryoku"))
    found = ask(state, "attack", id="h1", target="oni-miryoku-1")
    assert (found["before"]["characteristic"], found["before"]["difficulty"]) == ("mental", 4)
    assert found["before"]["chance"] == "2079/4096"  # four dice against 3
    box = state.table.box
    alone = attack_chance(box, found["combat"], found["action"], found["defense"])
    assert Fraction(found["chance"]) == alone * Fraction(2079, 4096)


def test_ATK_8_friends_are_not_attacked() -> None:
    state = active(begun(2))
    assert ask(state, "attack", id="h1", target="h2")["rule"] == "ATK-8"
    assert ask(state, "attack", id="h1", target="ashigaru-1", kind="shoot")["rule"] == "ATK-1"


@given(st.integers(0, 5000))
def test_ATK_3_what_is_told_is_what_is_rolled(seed: int) -> None:
    """Of each attack and each test that could be made."""
    state = played(begun(seed % 4 + 1, seed=seed % 40), Random(seed), seed % 400)
    for choice in choices_of(SYSTEM.pending(state)):
        made(state, choice, Random(seed))


def made(state: State, choice: Choice, rng: Random) -> None:
    attacks = [one for one in choice.options if isinstance(one, o.Attack | o.Shoot)]
    for option in rng.sample(attacks, min(2, len(attacks))):
        acting = (
            getattr(state.frames[-1], "figure", None) if state.frames else None
        )  # a follower, a guard of a host card
        found = ask(state, "attack", id=acting or option.seat, target=option.target, kind=option.kind)
        assert found["legal"]
        for event in SYSTEM.apply(state, option).events:
            if isinstance(event, e.AttackDeclared):
                assert (event.combat, event.action, event.defense) == (
                    found["combat"], found["action"], found["defense"],
                )  # fmt: skip
    for test in [one for one in choice.options if isinstance(one, o.TakeTest)]:
        told = ask(state, "test", id=test.seat, place=test.place)
        after = SYSTEM.apply(state, test).state
        if after.frames and isinstance(after.frames[-1], f.TestFrame):
            made_of = testing.eased(after, after.frames[-1])
            assert told["difficulty"] == (None if made_of == testing.NOT_TOLD else made_of)
            assert (told["chance"] is None) is (told["difficulty"] is None)


def test_TST_4_a_test_of_a_mission_is_told_with_its_tokens() -> None:
    state = begun(1)
    found = ask(state, "test", id="h1", place="house:the-well")
    assert (found["characteristic"], found["value"], found["difficulty"]) == ("mental", 3, 4)
    assert found["chance"] == "2079/4096"
    eased = replace(state, scores=tuple([replace(one, minus=4) for one in state.scores]))
    assert ask(eased, "test", id="h1", place="house:the-well")["chance"] == "1"


def test_OBJ_8_the_test_of_a_chest_is_told() -> None:
    """§35.24: Setsuka, Speed 2, and a chest of 4."""
    token = TokenOn("chest-1", "chest", "house:chest-4-5", minus=1)
    state = replace(begun(4), tokens=(token,))
    assert ask(state, "test", id="h4", place="chest-1")["chance"] == "243/512"
    whole = replace(state, tokens=(replace(token, minus=0),))
    found = ask(whole, "test", id="h4", place="chest-1")
    assert (found["characteristic"], found["difficulty"], found["chance"]) == ("speed", 4, "1107/4096")
    assert ask(begun(1), "test", id="h1", place="chest")["chance"] is None


def test_BRD_5_the_test_of_a_reinforced_door_is_told() -> None:
    """§35.3's dice: two of three left by the −1 on it, for whoever stands beside it."""
    barred = {"at": [5, 2], "side": "E", "state": "reinforced", "minus": 1,
              "test": {"characteristic": "mental", "difficulty": 3}}  # fmt: skip
    state = on_board("h1", {"h1": [5, 1], "h2": [0, 0]}, more={"doors": [barred]})
    found = ask(state, "test", id="h1", place="door-5-2-E")
    assert (found["characteristic"], found["difficulty"], found["chance"]) == ("mental", 2, "15/16")
    assert "open_door:5,2:E" in offered(state, "h1")
    with pytest.raises(UnknownOption):
        ask(state, "test", id="h2", place="door-5-2-E")


def test_TST_9_what_helps_in_a_kind_of_test_is_a_reason() -> None:
    state = active(begun(1), fields=laid(begun(1), "h1", left="house:okko-4"))
    found = ask(state, "test", id="h1", place="clue")
    assert {"source": "house:okko-4", "n": 1, "sure": True} in found["reasons"]
    assert (found["value"], found["difficulty"], found["chance"]) == (4, None, None)


def test_FIG_4_what_holds_only_against_others_is_no_reason() -> None:
    """Okko's power is against creatures; where nobody is named it may count."""
    state = begun(2)
    against = {id: {one["source"] for one in ask(state, "attack", id="h1", target=id)["reasons"]["attack"]}
               for id in ("yurei-1", "ashigaru-1")}  # fmt: skip
    assert "house:okko" in against["yurei-1"]
    assert "house:okko" not in against["ashigaru-1"]
    (open_,) = [one for one in ask(state, "numbers", id="h1")["attack"]["reasons"] if one["source"] == "house:okko"]
    assert not open_["sure"]


# the investigation ----------------------------------------------------------------------------------------------------


def test_INV_12_the_notebook_tells_each_seat_what_it_can_know() -> None:
    state = begun(2, tracked=True)
    grey = next(card for card in state.suspects if state.table.box.hosts[card].background == "grey")
    state = replace(state, clues_drawn=(Clue(grey, 1),))
    heroes, oni = (ask(state, "notebook", seat=seat) for seat in ("h1", "oni"))
    assert next(one for one in heroes["hosts"] if one["card"] == grey) == {
        "card": grey, "standing": "proved", "turn": 1, "chance": "0",
    }  # fmt: skip
    assert all(one["standing"] == "possible" for one in oni["hosts"])
    assert sum(Fraction(one["chance"]) for one in heroes["natures"]) == 1


def test_ACC_6_any_accusation_can_be_weighed() -> None:
    state = replace(begun(2, tracked=True), wrong=1, made=(Accusation(3, "host", "house:armourer", False),))
    even = str(Fraction(1, len(state.suspects) - 1))
    first = ask(state, "accuse", seat="h1", kind="host", card="house:captain")
    assert (first["right"], first["gains"], first["costs"], first["wrong"]) == (even, 3, 1, 2)
    assert (first["brings_demon"], first["standing"]) == (False, "possible")
    assert ask(state, "accuse", seat="h1", kind="host", card="house:armourer")["right"] == "0"
    likeliest = notebook.for_heroes(state).risks
    assert ask(state, "notebook", seat="h1")["risks"][0]["card"] == likeliest[0].card


def test_TAB_6_contradictions_are_asked_for() -> None:
    state = begun(2, tracked=True)
    twice = replace(state, clues_drawn=(Clue("house:captain", 1), Clue("house:captain", 2)))
    assert ask(state, "contradictions") == []
    assert ask(twice, "contradictions") == [{"kind": "twice", "about": "house:captain", "turn": 2}]


# track, missions, points ----------------------------------------------------------------------------------------------


def test_TRK_3_upgrades_open_and_taken() -> None:
    state = replace(begun(1), turn=3, oni=replace(begun(1).oni, upgrades=("t1-middle",)))
    assert ask(state, "track") == {"turn": 3, "closed": False, "taken": ["t1-middle"], "open": ["t3-up", "t3-down"]}


def test_MIS_1_the_mission_book_counts() -> None:
    state = begun(1)
    scores = tuple([replace(one, blue=(2,)) if one.id == "house:the-well" else one for one in state.scores])
    hero = replace(state.heroes[0], mission=0, counted=1)
    told = ask(replace(state, scores=scores, heroes=(hero,)), "missions")
    well = next(one for one in told["missions"] if one["id"] == "house:the-well")
    assert well["blue"] == [{"fact": "tests", "count": 2, "needed": 3}]
    assert well["red"] == [{"fact": "holds", "count": 0, "needed": 3}]
    assert told["heroes"]["h1"] == {
        "id": "house:okko-mission", "n": 0, "fact": "removes", "count": 1, "needed": 3, "fulfilled": False,
    }  # fmt: skip


def test_MEM_4_the_score() -> None:
    assert ask(begun(1), "score")["blue"] == {"points": 0, "chapters": 0, "large": 0}


@pytest.mark.parametrize(
    ("name", "params"),
    [
        ("numbers", {"id": "nobody"}),
        ("numbers", {}),
        ("figures", {"id": "h1"}),
        ("attack", {"id": "h1"}),
        ("attack", {"id": "h1", "target": "nobody"}),
        ("attack", {"id": "h1", "target": "ashigaru-1", "kind": "burst"}),
        ("test", {"id": "h1", "place": "the moon"}),
        ("test", {"id": "ashigaru-1", "place": "clue"}),
        ("notebook", {"seat": "h9"}),
        ("accuse", {"seat": "h1", "kind": "host", "card": "house:nobody"}),
        ("accuse", {"seat": "h1", "kind": "chest", "card": "house:captain"}),
        ("score", {"seat": "h1"}),
    ],
)
def test_params_that_do_not_fit_are_refused(name: str, params: dict[str, Any]) -> None:
    with pytest.raises(UnknownOption):
        ask(begun(2), name, **params)


# what a table has of it -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(3))
def test_TAB_8_what_tables_forget_and_cannot_reckon_the_app_tells_at_any_moment(seed: int) -> None:
    """Beside a table with all secrets in cardboard: the duties of the end of turn and the track, the notebook with
    exact chances, every number of the turn, the Oni's bookkeeping, missions, the memoirs so far.
    """
    state, rng = begun(2, True, seed=seed), Random(seed)
    for _ in range(12):
        state = played(state, rng, 20)
        book = ask(state, "notebook", seat="h1")
        for kind in ("hosts", "natures"):
            chances = [Fraction(one["chance"]) for one in book[kind]]
            assert sum(chances) in (0, 1), "nobody can be it only where the table told what cannot be (TAB-6)"
            assert sum(chances) or ask(state, "contradictions")
        told = ask(state, "figures")
        assert set(told) == {one.id for one in state.figures}
        assert all(told[seat][stat]["value"] >= 0 for seat in state.in_play for stat in ("speed", "mental"))
        track = ask(state, "track")
        assert (track["turn"], track["taken"]) == (state.turn, list(state.oni.upgrades))
        assert not {*track["open"]} & {*track["taken"]}
        assert {one["id"] for one in ask(state, "missions")["missions"]} == {one.id for one in state.scores}
        assert sum(ask(state, "score")[colour]["chapters"] for colour in ("blue", "red")) >= len(state.memoirs)
