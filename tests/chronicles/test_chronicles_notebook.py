"""The notebook: exact chances against every order that the clue pile could have had (INV-12, HID-2)."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations, product

from hypothesis import given
from hypothesis import strategies as st

from companion.model.games.chronicles.insight.notebook import notebook
from companion.model.games.chronicles.state.state import Accusation, Clue, OniState, State, replace
from tests.chronicles.tables import begun

TABLE = begun(1, tracked=True)
NAMES = {*TABLE.suspects, *TABLE.natures}


def kind(card: str) -> str:
    """What only the sort of a card was told of."""
    if card in TABLE.natures:
        return "?nature"
    return "?grey" if TABLE.table.box.hosts[card].background == "grey" else "?black"


def told(state: State, clues: list[str]) -> State:
    return replace(state, clues_drawn=tuple([Clue(card, 1) for card in clues]))


def by_hand(state: State) -> dict[str, Fraction]:
    """Every world and every order of drawing, one by one."""
    clues = [one.card for one in state.clues_drawn]
    wrong = {(one.kind, one.named) for one in state.made if not one.right}
    ways: dict[str, int] = {}
    whole = 0
    for host, nature in product(state.suspects, state.natures):
        if ("host", host) in wrong or ("nature", nature) in wrong:
            continue
        pile = [card for card in (*state.suspects, *state.natures) if card not in (host, nature)]
        count = sum(
            all(seen in (card, kind(card)) for seen, card in zip(clues, order, strict=True))
            for order in permutations(pile, len(clues))
        )
        whole += count
        for card in (host, nature):
            ways[card] = ways.get(card, 0) + count
    return {card: Fraction(ways.get(card, 0), whole) if whole else Fraction(0) for card in NAMES}


@st.composite
def tables(draw: st.DrawFn) -> State:
    """A tracked game in which some cards were seen, some only by their kind, and some accusations were wrong."""
    truth = {draw(st.sampled_from(TABLE.suspects)), draw(st.sampled_from(TABLE.natures))}
    pile = draw(st.permutations(sorted(NAMES - truth)))
    seen = [card if draw(st.booleans()) else kind(card) for card in pile[: draw(st.integers(0, 4))]]
    made = []
    for accused, cards in (("host", TABLE.suspects), ("nature", TABLE.natures)):
        card = draw(st.sampled_from(cards))
        if draw(st.booleans()) and card not in truth:
            made.append(Accusation(2, accused, card, False))  # type: ignore[arg-type]
    return replace(told(TABLE, seen), made=tuple(made))


@given(tables())
def test_INV_12_chances_are_those_of_every_possible_order(state: State) -> None:
    book = notebook(state, "h1")
    assert {one.card: one.chance for one in (*book.hosts, *book.natures)} == by_hand(state)


def test_INV_5_a_host_drawn_is_innocent_and_the_others_share_the_suspicion() -> None:
    first, *others = TABLE.suspects
    book = notebook(told(TABLE, [first]), "h1")
    proved = next(one for one in book.hosts if one.card == first)
    assert (proved.standing, proved.turn, proved.chance) == ("proved", 1, 0)
    assert {one.chance for one in book.hosts if one.card in others} == {Fraction(1, len(others))}


def test_INV_5_the_oni_sees_only_the_kind_of_a_grey_card() -> None:
    grey = next(card for card in TABLE.suspects if kind(card) == "?grey")
    book = notebook(told(TABLE, [grey]), "oni")
    assert all(one.standing == "possible" for one in book.hosts)
    assert next(one for one in notebook(told(TABLE, [grey]), "h1").hosts if one.card == grey).standing == "proved"


def test_ACC_6_the_third_wrong_accusation_would_bring_the_demon() -> None:
    book = notebook(replace(TABLE, wrong=2), "h1")
    assert [risk.brings_demon for risk in book.risks] == [True, True]
    host = next(risk for risk in book.risks if risk.kind == "host")
    assert (host.right, host.gains, host.costs, host.wrong) == (Fraction(1, len(TABLE.suspects)), 3, 2, 3)


def test_FIN_1_nothing_is_risked_once_the_demon_has_come() -> None:
    guilty, nature = TABLE.suspects[0], TABLE.natures[0]
    oni = replace(TABLE.oni, guilty=guilty, nature=nature, demon="here", demon_since=5)
    assert isinstance(oni, OniState)
    book = notebook(replace(TABLE, oni=oni), "h1")
    assert book.risks == ()
    assert next(one for one in book.hosts if one.card == guilty).chance == 1
