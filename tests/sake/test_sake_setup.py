"""The box, words, set-up and chance of Saké & Samouraï (BOX, WRD, DEA, CHN), and set-ups that are refused."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from companion.model.core.contract import Json, Roll
from companion.model.core.refusal import InvalidInput, UnknownOption
from companion.model.games.sake import SYSTEM

from .tables import BACKS, CONTENT, DECK, Table, katana, query

SHEETS = ("goro", "tetsuo", "hayate", "sayuri", "daigo", "benjiro", "shizuka", "kiyomi")


def setup(players: int = 3, first: str = "A", sheets: tuple[str, ...] = SHEETS, **options: Json) -> Json:
    seats = [{"seat": "ABCDEFGH"[n], "name": f"N{n}", "sheet": f"house:{sheets[n]}"} for n in range(players)]
    return {"seats": seats, "first": first, "options": options}


def begun(data: Json, *, deal: bool = True) -> Table:
    t = Table.__new__(Table)
    t.state, t.events = SYSTEM.new(data, CONTENT), []
    return t.roll() if deal else t


def test_box_1_the_deck_is_as_the_page_counts_it() -> None:
    kinds = Counter(card.rpartition("-")[0] for card in DECK)
    assert len(DECK) == 98
    assert kinds["katana"] == 8
    assert kinds["disciple"] == 10
    assert kinds["stagger"] + kinds["double_vision"] == 8
    assert Counter(BACKS.values()) == {"push": 33, "brawl": 33, "doze": 32}


def test_box_2_there_are_28_cubes_and_the_counters_of_the_players() -> None:
    for players, counters in {3: 8, 4: 10, 5: 13, 6: 15, 7: 18, 8: 20}.items():
        t = begun(setup(players))
        assert t.json["masu"] == counters
        assert sum(t.steps().values()) == 3 * players <= 28


def test_box_3_and_box_4_boxes_and_backs() -> None:
    deck = SYSTEM.new(setup(), CONTENT).table.deck
    card = deck.index["ramen-2"]
    assert (deck.attack[card], deck.defence[card], deck.move[card], deck.drink[card]) == (2, 1, 1, 1)
    boxes = [table[card] for table in (deck.attack, deck.defence) for card in range(98)]
    means = [sum(table[:98]) / 98 for table in (deck.attack, deck.defence, deck.move, deck.drink)]
    assert [round(mean, 2) for mean in means] == [1.2, 1.05, 1.39, 1.28]
    assert set(boxes) == {0, 1, 2}


def test_box_5_two_cards_of_one_type_are_identical() -> None:
    t = Table.of({"A": {"gear": ["yumi-1"], "hand": ["yumi-2"]}, "B": {}, "C": {}})
    assert t.refused("put:yumi-2") == "GEA-1"


def test_dea_1_sheets_are_chosen_or_dealt() -> None:
    assert [begun(setup()).seat(letter)["sheet"] for letter in "AB"] == ["house:goro", "house:tetsuo"]
    t = begun({"quick": True, "players": 5}, deal=False)
    assert [die.owner for die in t.pending.dice] == list("ABCDE")
    t.roll("house:sayuri", "house:goro", "house:daigo", "house:tetsuo", "house:hayate")
    assert t.seat("A")["sheet"] == "house:sayuri"
    assert t.json["options"]["sheets"] == "dealt"


def test_dea_2_all_sit_with_a_katana_held() -> None:
    t = begun(setup(4))
    for letter in "ABCD":
        assert t.seat(letter)["held"].startswith("katana-")
        assert t.seat(letter)["gear"] == [t.seat(letter)["held"]]
        assert t.seat(letter)["seated"]


def test_dea_8_each_katana_by_number_the_rest_is_the_pile_and_no_card_is_discarded() -> None:
    t = begun(setup(4))
    assert [t.seat(letter)["held"] for letter in "ABCD"] == [f"katana-{n}" for n in (1, 2, 3, 4)]
    away = {card for letter in "ABCD" for zone in ("hand", "life", "gear") for card in t.seat(letter)[zone]}
    assert set(t.json["pile"]) == set(DECK) - away
    assert t.json["discard"] == []


def test_dea_3_spare_katanas_are_shuffled_in_or_stay_in_the_box() -> None:
    def cards(**options: Json) -> set[str]:
        return set(begun(setup(**options), deal=False).pending.dice[0].kind.faces)

    assert {"katana-4", "katana-8"} <= cards()
    assert not {"katana-4", "katana-8"} & cards(spare_katanas="boxed")
    assert len(cards(spare_katanas="boxed")) == 90


def test_dea_4_hands_then_lives_are_dealt_from_the_first_player_on() -> None:
    t = begun(setup(first="B", sheets=("sayuri", "daigo", "tetsuo")), deal=False)
    order = sorted(t.pending.dice[0].kind.faces)
    assert [die.owner for die in t.pending.dice][:26] == ["B"] * 8 + ["C"] * 9 + ["A"] * 8 + ["pile"]
    t.roll(*order)
    assert set(t.seat("B")["hand"]) == set(order[:4])
    assert t.seat("B")["life"] == order[4:8]
    assert t.seat("C")["life"] == order[12:17]
    assert t.json["pile"] == order[25:]


def test_dea_5_three_steps_between_neighbours() -> None:
    assert begun(setup(5)).steps() == {"AB": 3, "BC": 3, "CD": 3, "DE": 3, "EA": 3}


def test_dea_6_two_and_a_half_sake_a_player() -> None:
    assert begun(setup(7)).json["masu"] == 18


def test_dea_7_the_first_player_begins() -> None:
    t = begun(setup(first="C"))
    assert (t.json["active"], t.json["turn"]) == ("C", 1)
    assert begun(setup()).json["active"] == "A"


def test_chn_1_chance_is_asked_for_the_whole_order() -> None:
    t = begun(setup(), deal=False)
    roll = t.pending
    assert isinstance(roll, Roll)
    assert roll.distinct
    assert (roll.seat, len(roll.dice)) == ("A", 95)
    for bad in (roll.dice[0].kind.faces[1:], ("ramen-1",) * 95, ("ramen-9",) * 95):
        with pytest.raises(UnknownOption):
            SYSTEM.rolled(t.state, tuple(bad))
    assert t.json["pile"] == ["?"] * 95
    assert (t.json["active"], t.json["phase"], t.json["turn"]) == (None, None, 0)


def test_chn_2_an_outcome_is_the_list_of_cards_the_top_one_first() -> None:
    t = Table.of({"A": {}, "B": {}, "C": {}}, discard=["ramen-1"])
    order = sorted(t.pending.dice[0].kind.faces)
    assert len(t.pending.dice) == len(order)
    t.roll(*order)
    assert (t.json["pile"], t.json["discard"]) == (order, [])
    for bad in (order[1:], order[:-1] + order[:1]):
        with pytest.raises(UnknownOption):
            SYSTEM.rolled(Table.of({"A": {}, "B": {}, "C": {}}, discard=["ramen-1"]).state, tuple(bad))


def test_chn_3_what_chance_answered_is_told_to_nobody() -> None:
    t = begun(setup(), deal=False)
    assert t.pending.seen_by == ()
    t.roll()
    shuffled = SYSTEM.event_json(t.state, SYSTEM.seen(t.state, t.events[0], "A"))
    assert (shuffled["order"], shuffled["count"]) == ("?", 95)


def test_queries_refuse_what_does_not_fit() -> None:
    t = Table.of({"A": katana(1), "B": {}, "C": {"is": "spirit"}})
    bad: list[tuple[str, dict[str, Any]]] = [
        ("reach", {"seat": "D"}), ("moves", {"seat": "A", "steps": -1}),
        ("odds", {"value": 1, "ranged": True, "target": "C"}),
        ("odds", {"value": -1, "ranged": True, "target": "A"}), ("distances", {}), ("standing", {"x": 1}),
    ]  # fmt: skip
    for name, params in bad:
        with pytest.raises(UnknownOption):
            query(t, name, **params)
    odds = query(t, "odds", value=3, ranged=False, target="A")
    assert odds["of"] == sum(odds["damage"]) == 97


@pytest.mark.parametrize(
    ("data", "path"),
    [
        ({"quick": True, "players": 2}, "players"),
        ({"quick": True, "players": 9}, "players"),
        ({"seats": setup()["seats"][:2]}, "seats"),
        (setup(sheets=("goro", "goro", "daigo")), "seats"),
        (setup(sheets=("goro", "nobody", "daigo")), "seats"),
        ({**setup(), "first": "D"}, "first"),
        ({**setup(), "deck": "house:none"}, "deck"),
        (setup(fatal_turn="never"), "options"),
        (setup(colour="red"), "options"),
        (setup(location="house:nowhere"), "options"),
        (setup(sheets_="dealt"), "options"),
        (setup(sheets=SHEETS, fatal_limit=2.0), "options"),
    ],
)
def test_set_ups_that_do_not_fit_are_refused_at_their_field(data: Json, path: str) -> None:
    with pytest.raises(InvalidInput) as wrong:
        SYSTEM.new(data, CONTENT)
    assert wrong.value.path.startswith(path)
