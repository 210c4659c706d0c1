"""KAR-6: putting a game together without an adventure, six turns, zeni earned."""

from __future__ import annotations

import json
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.model.content.kinds import Manifest
from companion.model.content.library import Library, Pack
from companion.model.core import chance
from companion.model.core.contract import Choice, Json, Over, Roll
from companion.model.core.refusal import InvalidInput
from companion.model.core.schema import read
from companion.model.core.session import Session
from companion.model.core.words import Words
from companion.model.games.asagiri import SYSTEM
from companion.model.games.asagiri.rules import drafting
from companion.model.games.asagiri.state import cards
from companion.model.games.asagiri.state.board import Edge
from companion.model.games.asagiri.state.tiles import token_fault
from companion.model.games.asagiri.table.corrections import SetDoor, SetOpening

from .table import CONTENT, Table, open_floor

CARDS = ["house:okko", "house:temple-guard", "house:oni-bushi", "house:courtesan", "house:merchant"]
TILES = ["house:inn-hall", "house:moon-garden", "house:tea-pavilion", "house:temple-court", "house:bamboo-grove"]
_OWN = Manifest("okko-pack/1", "t", "1.0.0", {"en": "T"}, "x", ("en",), needs=("house",))
GEAR = ["house:shuriken", "house:lacquered-armour"]


def drafted(**more: Json) -> Table:
    """A small draft out of two boxes, the roll for player A done."""
    setup = {"characters": CARDS, "equipment": GEAR, "tiles": TILES, "scenarios": ["house:longest-night"],
             "one_box": False, **more}  # fmt: skip
    return Table.new({"draft": setup}).roll(6, 1)


def zeni(card: str) -> int:
    return cards.character(CONTENT, card).zeni


def recruited(**more: Json) -> Table:
    """Both have one guard and recruit no more."""
    table = drafted(**more)
    for _ in "AB":
        table.do("recruit", card="house:temple-guard")
    while table.can("stop_recruiting"):
        table.do("stop_recruiting")
    return table


def laid(**more: Json) -> Table:
    """Everything but the last of the tiles is on the table."""
    table = recruited(**more)
    while table.can("equip"):
        table.do("equip", card="house:shuriken", character=table.can("equip")[0]["character"])
    for tile, quarter in zip(TILES[:3], ("NW", "SE", "NE"), strict=True):
        table.do("place_tile", tile=tile, turns=1, quarter=quarter)
    return table


def seat(table: Table) -> str:
    assert isinstance(table.pending, Choice)
    return table.pending.seat


# recruiting ----------------------------------------------------------------------------------------------------------


def test_bnd_1_a_card_whose_cost_nobody_has_written_is_recruited_by_nobody() -> None:
    record = {**CONTENT.find("character", "house:temple-guard"), "id": "t:new", "zeni": 0}
    blank = {**record, "zeni": 2, "vigilant": {"attack": 0, "defense": 0, "movement": 0, "willpower": 0}}
    for data, why in ((record, "has no cost in zeni yet"), (blank, "has no stats yet: the card is unfinished.")):
        card = read(data, cards.CharacterCard)
        (refused,) = cards.band_refusals([(card, None)], 16)
        assert refused.rule == "BND-1" and why in Words()(refused.why)
        assert not cards.band_refusals([], 16, [(card, None)])  # what an adventure brings needs no cost
        library = Library((*CONTENT.packs, Pack(_OWN, {"character": {"t:new": data}})))
        state = SYSTEM.new({"draft": {"characters": [*CARDS, "t:new"], "tiles": TILES}}, library)
        assert "t:new" not in [getattr(pick, "card", "") for pick in drafting.picks(state, 0)]
        refusal = drafting.recruit_refused(state, 0, "t:new")
        assert refusal is not None and refusal == cards.unfinished(card)


def test_kar_6_the_higher_roll_is_player_a_before_anything_is_recruited() -> None:
    table = Table.new({"draft": {}})
    assert isinstance(table.pending, Roll) and [die.owner for die in table.pending.dice] == ["A", "B"]
    table.roll(3, 3)
    assert isinstance(table.pending, Roll)
    table.roll(2, 5)
    assert table.kinds == ["FirstPlayerRolled", "BandsExchanged"]
    assert seat(table) == "A" and table.can("recruit")
    assert not table.band("A")["characters"] and not table.band("B")["characters"]


def test_kar_6_the_players_recruit_in_turns() -> None:
    table = drafted()
    for turn, card in enumerate(["house:temple-guard", "house:oni-bushi", "house:okko", "house:courtesan"]):
        assert seat(table) == "AB"[turn % 2]
        table.do("recruit", card=card)
    names = {s: [person["card"] for person in table.band(s)["characters"]] for s in "AB"}
    assert names == {"A": ["house:temple-guard", "house:okko"], "B": ["house:oni-bushi", "house:courtesan"]}
    assert [person["id"] for s in "AB" for person in table.band(s)["characters"]] == ["a1", "a2", "b1", "b2"]


def test_kar_6_bnd_1_a_band_costs_18_zeni_at_most() -> None:
    table = drafted(characters=[*CARDS, "house:wandering-ronin", "house:ninja", "house:mountain-archer"], equipment=[])
    while picks := table.can("recruit"):
        table.do("recruit", card=max(picks, key=lambda pick: zeni(pick["card"]))["card"])
    for s in "AB":
        spent = sum(person["zeni"] for person in table.band(s)["characters"])
        assert 18 - 4 < spent <= 18


def test_kar_6_bnd_1_what_is_too_dear_is_refused() -> None:
    table = drafted(budget=zeni("house:okko"))
    table.do("recruit", card="house:temple-guard").do("recruit", card="house:okko")
    assert seat(table) == "A", "player B has nothing left to spend"
    assert table.refusal("recruit:house:okko") == "BND-1"


def test_kar_6_bnd_2_hunters_and_creatures_do_not_mix() -> None:
    table = drafted().do("recruit", card="house:okko").do("recruit", card="house:okko")
    assert table.refusal("recruit:house:oni-bushi") == "BND-2"


def test_kar_6_bnd_3_a_unique_joins_a_band_once_and_may_join_both() -> None:
    table = drafted().do("recruit", card="house:okko").do("recruit", card="house:okko")
    assert table.refusal("recruit:house:okko") == "BND-3"


def test_kar_6_bnd_3_out_of_one_box_what_is_taken_is_gone_equipment_too() -> None:
    """One box is the rule; a set-up may say two, which hold every card twice."""
    setup = {"characters": CARDS, "equipment": GEAR, "tiles": TILES, "budget": 20}
    table = Table.new({"draft": setup}).roll(6, 1).do("recruit", card="house:okko")
    assert table.refusal("recruit:house:okko") == "KAR-6"
    table.do("recruit", card="house:temple-guard")
    assert table.refusal("recruit:house:temple-guard") == "KAR-6", "there is one card of everybody"
    table.do("equip", card="house:shuriken", character="a1")
    assert not table.can("equip", card="house:shuriken") and table.can("equip", card="house:lacquered-armour")
    table.do("stop_recruiting").do("stop_recruiting")
    assert seat(table) == "B" and [gift["card"] for gift in table.can("equip")] == ["house:lacquered-armour"]

    two = Table.new({"draft": setup, "options": {"boxes": 2}}).roll(6, 1)
    for _ in "AB":
        two.do("recruit", card="house:temple-guard")
    assert two.refusal("recruit:house:temple-guard") == "KAR-6", "two boxes hold two"
    for who in ("a1", "b1"):
        two.do("equip", card="house:shuriken", character=who)
    assert not two.can("equip", card="house:shuriken")
    with pytest.raises(InvalidInput) as wrong:
        SYSTEM.new({"draft": {**setup, "one_box": True}, "options": {"boxes": 2}}, CONTENT)
    assert wrong.value.path == "draft.one_box"


def test_kar_6_bnd_4_one_civilian() -> None:
    table = drafted().do("recruit", card="house:courtesan").do("recruit", card="house:temple-guard")
    assert table.refusal("recruit:house:merchant") == "BND-4"


def test_kar_6_bnd_5_equipment_is_bought_while_recruiting() -> None:
    table = drafted(budget=20)
    assert not table.can("equip"), "nobody is there to bear it"
    table.do("recruit", card="house:temple-guard").do("recruit", card="house:temple-guard")
    table.do("equip", card="house:shuriken", character="a1")
    assert table.person("a1")["equipment"] == "house:shuriken"
    assert seat(table) == "B"
    assert table.refusal("equip:house:shuriken,a1") == "BND-5", "not of this band"
    table.do("recruit", card="house:okko")
    assert table.refusal("equip:house:lacquered-armour,a1") == "BND-5", "one each"


def test_kar_6_bnd_1_equipment_counts() -> None:
    price = cards.equipment(CONTENT, "house:shuriken").zeni
    table = drafted(budget=zeni("house:temple-guard") + price, equipment=["house:shuriken"])
    table.do("recruit", card="house:temple-guard").do("recruit", card="house:temple-guard")
    table.do("equip", card="house:shuriken", character="a1").do("equip", card="house:shuriken", character="b1")
    assert table.state.stage == "tiles", "all zeni are spent"


def test_kar_6_whoever_stops_recruits_no_more_and_the_other_goes_on() -> None:
    table = drafted()
    assert table.refusal("stop_recruiting") == "SET-1", "nobody is in the band"
    table.do("recruit", card="house:temple-guard").do("recruit", card="house:temple-guard").do("stop_recruiting")
    for card in ("house:okko", "house:courtesan"):
        assert seat(table) == "B"
        table.do("recruit", card=card)
    assert seat(table) == "B"


def test_kar_6_when_neither_can_add_recruiting_ends() -> None:
    table = drafted(budget=zeni("house:temple-guard"), characters=["house:temple-guard", "house:okko"])
    table.do("recruit", card="house:temple-guard").do("recruit", card="house:temple-guard")
    assert table.can("equip") and not table.can("stop_recruiting")


# the free equipment card ---------------------------------------------------------------------------------------------


def test_kar_6_each_adds_one_free_equipment_card() -> None:
    table = recruited(budget=zeni("house:temple-guard"))
    assert seat(table) == "A" and {option["kind"] for option in table.can("equip")} == {"equip"}
    table.do("equip", card="house:lacquered-armour", character="a1")
    assert seat(table) == "B"
    table.do("equip", card="house:lacquered-armour", character="b1")
    assert table.can("place_tile")
    assert table.state.table.characters[0].value > zeni("house:temple-guard"), "it counts for whoever disables it"


def test_kar_6_bnd_5_without_a_bearer_there_is_no_free_card() -> None:
    table = drafted()
    table.do("recruit", card="house:temple-guard").do("recruit", card="house:temple-guard")
    table.do("equip", card="house:shuriken", character="a1").do("stop_recruiting").do("stop_recruiting")
    assert seat(table) == "B" and table.can("equip")
    table.do("equip", card="house:shuriken", character="b1")
    assert table.can("place_tile")


def test_kar_6_bnd_5_only_those_may_bear_a_card_whom_it_names() -> None:
    limited = [id for id, record in CONTENT.every("equipment") if record.get("bearers")]
    table = drafted(equipment=limited)
    table.do("recruit", card="house:okko").do("recruit", card="house:okko")
    okko = cards.character(CONTENT, "house:okko")
    for id in limited:
        may = cards.may_bear(okko, cards.equipment(CONTENT, id))
        assert (table.refusal(f"equip:{id},a1") is None) == may


# tiles ---------------------------------------------------------------------------------------------------------------


def test_kar_6_tiles_are_placed_in_turns_each_way_round() -> None:
    table = recruited(equipment=[])
    assert len(table.can("place_tile")) == len(TILES) * 4 * 4
    table.do("place_tile", tile="house:inn-hall", turns=3, quarter="SE")
    assert seat(table) == "B"
    assert len(table.can("place_tile")) == (len(TILES) - 1) * 3 * 4
    assert table.refusal("place_tile:house:inn-hall,0,NW") == "KAR-6"
    assert table.refusal("place_tile:house:moon-garden,0,SE") == "CMP-1"


def test_kar_6_cmp_1_the_board_is_the_one_of_the_same_tiles_set_up() -> None:
    table = laid().do("place_tile", tile=TILES[3], turns=2, quarter="SW")
    tiles = [{"tile": TILES[0], "turns": 1}, {"tile": TILES[2], "turns": 1}]
    tiles += [{"tile": TILES[3], "turns": 2}, {"tile": TILES[1], "turns": 1}]
    band = [{"card": "house:okko", "equipment": None}]
    assert table.state.table.board == SYSTEM.new({"bands": {"A": band, "B": band}, "tiles": tiles}, CONTENT).table.board


def test_kar_6_where_no_tile_lies_there_are_no_squares() -> None:
    table = laid()
    rows = SYSTEM.encode(table.state)["board"]["rows"]
    size = len(rows) // 2
    assert all(set(row[:size]) == {" "} for row in rows[size:])
    assert all(" " not in row[size:] for row in rows)


# the scenario card ---------------------------------------------------------------------------------------------------


def test_kar_6_player_a_draws_a_scenario_card_as_chance_has_it() -> None:
    names = ["house:longest-night", "house:red-moon", "house:deaf-gods"]
    table = laid(scenarios=names).do("place_tile", tile=TILES[3], turns=0, quarter="SW")
    asked = table.pending
    assert isinstance(asked, Roll) and asked.seat == "A"
    assert [(faces, str(odds)) for faces, odds in chance.every(asked.dice)] == [((name,), "1/3") for name in names]
    table.roll("house:red-moon")
    assert table.kinds == ["ScenarioDrawn"]
    assert Words()(SYSTEM.tell(table.state, table.events[0])) == "Scenario: Red moon"
    assert table.can("side")


def test_kar_6_one_card_needs_no_chance_and_none_changes_nothing() -> None:
    table = laid().do("place_tile", tile=TILES[3], turns=0, quarter="SW")
    assert table.kinds == ["TilePlaced", "ScenarioDrawn"] and table.state.table.contest.turns == 8
    table = laid(scenarios=[]).do("place_tile", tile=TILES[3], turns=0, quarter="SW")
    assert table.kinds == ["TilePlaced"] and table.state.table.contest.turns == 6


def test_kar_6_ins_1_bnd_6_dice_are_four_or_five_with_a_civilian() -> None:
    table = drafted(equipment=[]).do("recruit", card="house:courtesan").do("recruit", card="house:okko")
    table.do("stop_recruiting").do("stop_recruiting")
    for tile, quarter in zip(TILES[:4], ("NW", "NE", "SW", "SE"), strict=True):
        table.do("place_tile", tile=tile, turns=0, quarter=quarter)
    assert (table.band("A")["aside"], table.band("B")["aside"]) == (5, 4)


# six turns, zeni earned ----------------------------------------------------------------------------------------------


def contest(people: dict[str, str], *, turn: int = 6, phase: str = "B", bands: Json = None, options: Json = None,
            more: Json = None, **cards: Json) -> Table:  # fmt: skip
    """A game for zeni without a scenario card."""
    root = {"contest": {"turns": 6}, "turn": turn, "side": "N", **(more or {})}
    return Table(open_floor(6, 6), people, phase=phase, bands=bands, root=root, options=options, **cards)


def finish(table: Table) -> Over:
    table.do("end_activations")
    if table.can("end_phase"):
        table.do("end_phase")
    assert isinstance(table.pending, Over), table.pending
    return table.pending


def test_kar_6_the_game_has_six_turns() -> None:
    table = contest({"a1": "0,0S", "b1": "5,5N"}, turn=5).do("end_activations")
    assert table.state.turn == 6 and table.state.phase == 0
    table.roll("fire", "fire", "fire", "fire").do("end_activations").do("end_phase")
    assert table.state.turn == 6 and table.state.phase == 1
    table.roll("fire", "fire", "fire", "fire").do("end_activations").do("end_phase")
    assert table.kinds[-1] == "GameEnded" and isinstance(table.pending, Over)


def test_kar_6_most_zeni_wins() -> None:
    over = finish(contest({"a1": "0,0S", "b1": "5,5N"}, bands={"A": {"lost": 7}, "B": {"lost": 6}}))
    assert over.winner == "B"


def test_kar_6_end_1_does_not_apply() -> None:
    table = contest({"a1": "2,2S", "b1": "2,3N", "b2": "5,5N"}, phase="A", turn=1, bands={"B": {"lost": 15}})
    table.do("activate", character="a1").fight("b1", 6, 1)
    assert table.band("B")["lost"] == 18 and not isinstance(table.pending, Over)


def test_kar_6_end_2_does() -> None:
    table = contest({"a1": "2,2S", "b1": "2,3N"}, phase="A", turn=1, bands={"A": {"lost": 15}})
    table.do("activate", character="a1").fight("b1", 6, 1)
    assert isinstance(table.pending, Over) and table.pending.winner == "A"
    assert table.events[-1].kind == "GameEnded" and SYSTEM.event_json(table.state, table.events[-1])["rule"] == "END-2"


def test_kar_6_a_disabled_character_gives_its_value_equipment_included() -> None:
    table = contest(
        {"a1": "2,2S", "b1": "2,3N", "b2": "5,5N"}, phase="A", turn=1, b1={"equipment": {"name": "Axe", "zeni": 2}}
    )
    table.do("activate", character="a1").fight("b1", 6, 1)
    assert table.band("B")["lost"] == 5


def test_kar_6_equal_zeni_are_a_draw_unless_the_table_weighs_the_vigilant() -> None:
    same = {"A": {"lost": 3}, "B": {"lost": 3}}
    ways: list[tuple[dict[str, str], Json, str]] = [
        ({"a1": "0,0S", "b1": "5,5N!"}, {}, "A"), ({"a1": "0,0S!", "b1": "5,5N"}, {}, "B"),
        ({"a1": "0,0S", "b1": "5,5N"}, {"b1": {"zeni": 4}}, "B"),
    ]  # fmt: skip
    for people, people_cards, winner in ways:
        assert finish(contest(people, bands=same, **people_cards)).winner is None
        assert finish(contest(people, bands=same, options={"tie_break": True}, **people_cards)).winner == winner
        assert finish(contest(people, bands=same, more={"edition": 1}, **people_cards)).winner == winner, "as of old"


def test_kar_6_equal_in_everything_nobody_wins() -> None:
    assert finish(contest({"a1": "0,0S", "b1": "5,5N"})).winner is None


def test_kar_6_the_end_survives_saving() -> None:
    table = contest({"a1": "0,0S", "b1": "5,5N!"})
    finish(table)
    again = SYSTEM.decode(json.loads(json.dumps(SYSTEM.encode(table.state))), CONTENT)
    assert again == table.state and SYSTEM.pending(again) == table.pending


# whole ---------------------------------------------------------------------------------------------------------------


@given(st.integers(0, 2**32 - 1))
def test_kar_6_every_draft_ends_in_bands_that_may_play(seed: int) -> None:
    rng, table = Random(seed), Table.new({"draft": {"one_box": seed % 2 == 0}})
    before = table.state
    while table.state.draft is not None:
        before, pending = table.state, table.pending
        if isinstance(pending, Roll):
            table.roll(*chance.drawn(pending.dice, rng))
            continue
        assert isinstance(pending, Choice)
        kinds = [option for option in pending.options if option.kind != "stop_recruiting" or rng.random() < 0.05]
        table._take(SYSTEM.apply(table.state, rng.choice(kinds or pending.options)))
        for band in (0, 1):
            if table.state.stage == "recruit" and (held := drafting.members(table.state, band)):
                assert cards.band_refusals(held, 18) == []
    assert before.draft is not None
    people = table.state.table.characters
    order = [character.band for character in people]
    assert order == sorted(order) and set(order) == {0, 1}
    assert len({character.id for character in people}) == len(people)
    assert all(sum(c.zeni for c in people if c.band == band) <= 18 for band in (0, 1))
    assert len(table.state.table.contest.tiles) == 4
    assert table.can("side")


def test_kar_6_undo_gives_every_pick_back() -> None:
    session = Session.new(SYSTEM, {"draft": {}}, CONTENT, 7)
    rng, states = Random(3), []
    for _ in range(60):
        pending = session.pending
        if isinstance(pending, Over):
            break
        states.append(SYSTEM.encode(session.state))
        if isinstance(pending, Roll):
            session.roll()
        else:
            assert isinstance(pending, Choice)
            session.choose(rng.choice(pending.options))
    record = session.save()
    for state in reversed(states):
        session.undo()
        assert SYSTEM.encode(session.state) == state
    again = Session.replay(SYSTEM, record, CONTENT)
    assert again.diverged is None and SYSTEM.encode(again.state) != states[0]


@pytest.mark.parametrize(
    ("setup", "path"),
    [
        ({"tiles": TILES[:3]}, "draft.tiles"),
        ({"characters": ["house:okko"]}, "draft.characters"),
        ({"characters": ["house:temple-guard"]}, "draft.characters"),
        ({"characters": []}, "draft.characters"),
        ({"budget": 1, "characters": CARDS[:3]}, "draft.characters"),
        ({"characters": ["house:okko", "house:nobody"]}, "draft.characters[1]"),
        ({"scenarios": ["house:nothing"]}, "draft.scenarios[0]"),
        ({"equipment": ["house:shuriken", "house:shuriken"]}, "draft.equipment[1]"),
        ({"one_box": 1}, "draft.one_box"),
        ({"cards": []}, "draft.cards"),
    ],
)
def test_kar_6_a_set_up_that_cannot_be_played_names_its_fault(setup: Json, path: str) -> None:
    with pytest.raises(InvalidInput) as wrong:
        SYSTEM.new({"draft": setup}, CONTENT)
    assert wrong.value.path == path


def test_kar_5_door_tokens_are_laid_by_hand_while_tiles_are_placed() -> None:
    """On the tiles that lie, seen by those who place the next one; they stay when the game begins."""
    table = laid()
    board, plan = table.state.table.board, table.state.table.board.floors[0]
    edge = next(Edge(column, row, side) for row in range(len(plan.rows)) for column in range(len(plan.rows))
                for side in ("E", "S") if token_fault(plan, Edge(column, row, side), closed=True) is None
                and Edge(column, row, side) not in plan.doors)  # fmt: skip
    at = board.index[edge.column, edge.row, 0]
    closed = SetDoor(at, 1 if edge.side == "E" else 2, closed=True)
    table._take(SYSTEM.edit(table.state, closed))
    assert edge in table.state.table.board.floors[0].doors and table.can("place_tile")
    again = SYSTEM.decode(json.loads(json.dumps(SYSTEM.encode(table.state))), CONTENT)
    assert again == table.state
    table.do("place_tile", tile=TILES[3], turns=0, quarter="SW")
    assert edge in table.state.table.board.floors[0].doors
    before = laid()
    with pytest.raises(InvalidInput):
        SYSTEM.edit(before.state, SetOpening(at, closed.facing, opened=True))  # no wall between two tiles
    taken = SYSTEM.edit(SYSTEM.edit(before.state, closed).state, SetDoor(at, closed.facing, closed=False)).state
    assert taken == before.state
