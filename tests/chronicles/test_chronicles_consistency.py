"""TAB-6: what a table has told is held against the truth once it is known, and against every way it could have been."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from companion.model.core.contract import Choice, Json, Option, Over, Roll, choices_of
from companion.model.games.chronicles import SYSTEM
from companion.model.games.chronicles.insight.consistency import Contradiction, contradictions, first_steps
from companion.model.games.chronicles.state import frames as f
from companion.model.games.chronicles.state import options as o
from companion.model.games.chronicles.state.state import Accusation, Clue, State, TokenOn, replace
from tests.chronicles.tables import AT_A_TABLE, begun, dealt, played

HOSTS = ["house:poet", "house:servant", "house:master-of-tea", "house:captain"]
SAID: Json = {
    "heroes": ["house:noshin"],
    "hosts": HOSTS,
    "sheets": [{"sheet": "house:ashigaru", "figures": 1}],
    "options": {"places": "none", "dice_entry": "typed", "enforcement": "track", "keepers": AT_A_TABLE},
}
TABLE = dealt(SAID)
POET, SERVANT, TEA, CAPTAIN = HOSTS
TIDE, ASHES = "house:tide", "house:ashes"


def table(*clues: str, made: tuple[Accusation, ...] = (), **oni: Any) -> State:
    """A table that was told these cards, one a turn, and these answers."""
    drawn = tuple([Clue(card, n) for n, card in enumerate(clues, 1)])
    return replace(TABLE, clues_drawn=drawn, made=made, oni=replace(TABLE.oni, **oni))


def revealed(*clues: str, made: tuple[Accusation, ...] = ()) -> State:
    """The same when the demon of the ashes has come out of the poet."""
    return table(*clues, made=made, guilty=POET, nature=ASHES, demon="here", demon_since=8)


def found(state: State) -> list[tuple[str, str, int]]:
    return [(one.kind, one.about, one.turn) for one in contradictions(state)]


def test_TAB_6_what_can_be_true_is_no_contradiction() -> None:
    assert found(TABLE) == []
    told = revealed(SERVANT, "?grey", TIDE, "?nature", "?surprise", made=(Accusation(4, "host", CAPTAIN, False),))
    assert found(told) == []


def test_TAB_6_the_guilty_hosts_card_and_the_natures_were_not_in_the_pile() -> None:
    assert found(table(POET, ASHES)) == []
    assert found(revealed(POET, SERVANT, ASHES)) == [("drawn", POET, 1), ("drawn", ASHES, 3)]


def test_TAB_6_nothing_follows_from_what_only_the_oni_knows() -> None:
    assert found(table(POET, ASHES, guilty=POET, nature=ASHES)) == []


def test_TAB_6_a_card_is_drawn_once() -> None:
    assert found(table(SERVANT, TIDE, SERVANT)) == [("twice", SERVANT, 3)]
    shown_twice = replace(table("?grey", SERVANT), hosts_in_hand=(SERVANT,))
    assert found(shown_twice) == []
    shown_twice = replace(shown_twice, piles=replace(TABLE.piles, used_hosts=(SERVANT,)))
    assert found(shown_twice) == [("twice", SERVANT, 0)]


def test_TAB_6_there_are_no_more_cards_of_a_sort_than_there_are() -> None:
    assert found(table("?grey", "?grey", "?grey")) == []  # the captain may be the one
    assert found(revealed("?grey", "?grey", "?grey")) == [("count", "?grey", 3)]
    assert found(revealed(SERVANT, TEA, "?grey")) == [("count", "?grey", 3)]
    assert found(table(TIDE, "?nature", "?nature", "?nature")) == [("count", "?nature", 4)]
    assert found(table(*["?surprise"] * 6)) == [("count", "?surprise", 6)]


def test_TAB_6_answers_to_accusations_are_held_against_the_truth() -> None:
    wrong = (Accusation(3, "host", POET, False), Accusation(4, "nature", ASHES, False))
    assert found(revealed(made=wrong)) == [("answer", POET, 3), ("answer", ASHES, 4)]
    right = (Accusation(5, "nature", TIDE, True),)
    assert found(replace(revealed(made=right), oni=replace(revealed().oni, nature=ASHES))) == [("answer", TIDE, 5)]


def test_TAB_6_the_guilty_host_follows_nobody_and_a_follower_is_no_more_interrogated() -> None:
    state = played_until_host_follows()
    assert found(state) == []
    follower = next(one for one in state.figures if one.card == SERVANT)
    assert follower.owner == "h1"
    token = TokenOn("servant", "host", SERVANT)
    assert found(replace(state, tokens=(token,))) == [("token", SERVANT, 0)]
    guilty = replace(state, oni=replace(state.oni, guilty=SERVANT, nature=ASHES, demon="here", demon_since=8))
    assert found(guilty) == [("drawn", SERVANT, 1)]
    only_its_kind = replace(guilty, clues_drawn=(Clue("?grey", 1),))
    assert found(only_its_kind) == [("lies", SERVANT, 0)]


def played_until_host_follows() -> State:
    state = replace(TABLE, figures=tuple([one for one in TABLE.figures if one.group != "follower"]))
    state = replace(state, stage="hero", next="h1", frames=(f.DrawFrame("clue", 1, "h1"),))
    state = SYSTEM.apply(state, o.Tell("h1", SERVANT)).state
    return SYSTEM.apply(state, o.Follow("h1", "h1")).state


def test_TAB_6_somebody_must_be_the_oni() -> None:
    assert found(table(*HOSTS)) == [("nobody", "?", 0)]
    wrong = tuple([Accusation(2, "nature", id, False) for id in TABLE.natures[1:]])
    assert found(table(TABLE.natures[0], made=wrong)) == [("nobody", "?", 0)]


def test_TAB_6_the_step_is_named_in_which_the_wrong_thing_was_told() -> None:
    log = [TABLE, table(SERVANT), table(SERVANT, POET), table(SERVANT, POET, TIDE), revealed(SERVANT, POET, TIDE)]
    (one, step), *rest = first_steps(log)
    assert (one.kind, one.about, step, rest) == ("drawn", POET, 2, [])
    assert first_steps([]) == ()
    assert first_steps(log[:-1]) == ()


def test_TAB_6_without_an_investigation_there_is_nothing_to_check() -> None:
    assert contradictions(dealt({**SAID, "investigation": False, "hosts": []})) == ()


@pytest.mark.parametrize("seed", range(8))
def test_TAB_6_games_kept_by_the_app_never_contradict_themselves(seed: int) -> None:
    state, rng = begun(seed % 4 + 1, seed=seed, hero_hands="own"), Random(seed)
    while not isinstance(SYSTEM.pending(state), Over):
        assert contradictions(state) == ()
        state = played(state, rng, 40)
    assert contradictions(state) == ()


# a table that tells the truth, and one answer changed -----------------------------------------------------------------


class Cardboard:
    """The cards of a real table: who answers from them contradicts nothing."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.guilty, self.nature = rng.choice(TABLE.suspects), rng.choice(TABLE.natures)
        box = TABLE.table.box
        self.pile = [id for id in (*TABLE.suspects, *TABLE.natures) if id not in (self.guilty, self.nature)]
        self.pile += list(box.surprises)
        rng.shuffle(self.pile)
        self.hand: list[str] = []

    def answer(self, state: State, choice: Choice) -> Option:
        options, frame = choice.options, state.frames[-1] if state.frames else None
        if isinstance(frame, f.DrawFrame) and frame.pile == "clue" and isinstance(options[0], o.Tell):
            if not self.pile:
                return options[-1]
            return o.Tell(choice.seat, self._shown(state, self.pile.pop(), options))
        if isinstance(frame, f.AccuseFrame) and isinstance(options[0], o.Answer):
            right = (frame.nature or frame.host) in (self.guilty, self.nature)
            return o.Answer(choice.seat, "right" if right else "wrong")
        if isinstance(frame, f.DemonFrame):
            return o.Tell(choice.seat, self.guilty if state.oni.guilty == "?" else self.nature)
        hidden = [one for one in options if isinstance(one, o.PlayHost) and one.card not in self.hand]
        likely = [one for one in options if one not in hidden]
        tests = [one for one in likely if isinstance(one, o.TakeTest)]
        ends = [one for one in likely if isinstance(one, o.EndActivation | o.AccuseHost | o.NoAccusation)]
        return self.rng.choice(self.rng.choice([one for one in (likely, tests, ends, ends) if one]))

    def _shown(self, state: State, card: str, options: tuple[Option, ...]) -> str:
        """Its name, or only of which sort it is."""
        box = state.table.box
        sort = "?nature" if card in box.natures else "?surprise" if card in box.surprises else "?grey"
        if card in box.hosts:
            self.hand.append(card)
            if box.hosts[card].background == "black":
                return card
        named = o.Tell(options[0].seat, card) in options  # type: ignore[attr-defined]
        return card if named and self.rng.random() < 0.5 else sort


def log_of(seed: int, changed: int | None = None) -> tuple[list[State], int]:
    """The states of a table that tells the truth, but for the answer number `changed`; and how many it gave."""
    rng = Random(seed)
    cardboard, other = Cardboard(rng), Random(f"{seed}:{changed}")
    states, told = [TABLE], 0
    while (len(states) < 700 and not states[-1].oni.demon_since) or told < 1:
        state = states[-1]
        pending = SYSTEM.pending(state)
        if isinstance(pending, Over) or len(states) > 900:
            break
        assert not isinstance(pending, Roll)
        choice = choices_of(pending)[0]
        option = cardboard.answer(state, choice)
        if isinstance(option, o.Tell | o.Answer | o.PlayHost):
            lies = [one for one in choice.options if type(one) is type(option) and one != option]
            if told == changed and lies:
                option = other.choice(lies)
            told += 1
        if option not in choice.options:  # the lie before made the truth impossible to tell
            option = next(one for one in choice.options if type(one) is type(option))
        states.append(SYSTEM.apply(state, option).state)
    while isinstance(states[-1].frames[-1] if states[-1].frames else None, f.DemonFrame):
        pending = SYSTEM.pending(states[-1])
        choice = choices_of(pending)[0]
        option = cardboard.answer(states[-1], choice)
        if told == changed:
            option = other.choice([one for one in choice.options if one != option])
        told += 1
        states.append(SYSTEM.apply(states[-1], option).state)
    return states, told


def possible(state: State) -> bool:
    """Brute force: whether any truth and any order of the pile makes all true that was told."""
    shown = state.oni.demon_since > 0
    lying = [*state.hosts_in_hand, *state.oni.black, *state.piles.used_hosts]
    lying += [one.card for one in state.figures if one.card in state.table.box.hosts]
    lying = [card for card in lying if card != "?"]
    if len(set(lying)) < len(lying):
        return False
    for guilty in state.suspects:
        for nature in state.natures:
            if shown and (guilty, nature) != (state.oni.guilty, state.oni.nature):
                continue
            if any(one.right is not (one.named == (guilty if one.kind == "host" else nature)) for one in state.made):
                continue
            pile = [id for id in (*state.suspects, *state.natures) if id not in (guilty, nature)]
            pile += list(state.table.box.surprises)
            if set(lying) <= set(pile) and _drawn(state, [one.card for one in state.clues_drawn], pile, lying):
                return True
    return False


def _drawn(state: State, told: list[str], pile: list[str], lying: list[str]) -> bool:
    """Whether so many cards can have been drawn in this order, those that lie on the table among them."""
    if not told:
        return not set(lying) & set(pile)
    first, *rest = told
    box = state.table.box
    sorts = {
        "?grey": [id for id in pile if id in box.hosts and box.hosts[id].background == "grey"],
        "?nature": [id for id in pile if id in box.natures],
        "?surprise": [id for id in pile if id in box.surprises and id not in rest][:1],
    }
    ways = sorts.get(first, [first] if first in pile else [])
    return any(_drawn(state, rest, [one for one in pile if one != card], lying) for card in ways)


@given(st.integers(0, 10**6))
def test_TAB_6_a_table_that_tells_the_truth_never_contradicts_itself(seed: int) -> None:
    states, _ = log_of(seed)
    assert possible(states[-1])
    assert first_steps(states) == ()


@given(st.integers(0, 10**6), st.integers(0, 100))
def test_TAB_6_one_answer_changed_is_found_out_or_possible_all_the_same(seed: int, which: int) -> None:
    _, told = log_of(seed)
    assume(told)
    states, _ = log_of(seed, which % told)
    steps: tuple[tuple[Contradiction, int], ...] = first_steps(states)
    assert bool(steps) is not possible(states[-1])
    assert {one for one, _ in steps} == set(contradictions(states[-1]))
    for one, step in steps:
        assert contradictions(states[-1]).count(one) == 1
        assert step <= len(states) - 1
