"""Set-up on a board: where heroes, figures and tokens come (SET-2 to SET-7), and what the table tells of it."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from companion.model.core.chance import HIDDEN
from companion.model.core.contract import Json, Roll, choices_of
from companion.model.core.refusal import InvalidInput
from companion.model.games.chronicles import SYSTEM
from companion.model.games.chronicles.rules import events as e
from companion.model.games.chronicles.rules import places
from companion.model.games.chronicles.state import options as o
from companion.model.games.chronicles.state.state import State, replace
from companion.model.games.chronicles.wire import soundness

from .tables import (
    AT_A_TABLE,
    CONTENT,
    Box,
    changed,
    choose,
    chosen,
    done,
    figure,
    known,
    offered,
    outfitted,
    refused,
    roll,
    setup,
)

DEPTHS = ("spaces", "zones")
SITES: dict[str, list[tuple[int, int]]] = {
    "scroll": [(17, 1), (7, 11)], "clue": [(3, 4), (11, 0), (12, 10)], "chest": [(2, 11), (14, 3)],
    "follower": [(10, 10)],
}  # fmt: skip
BLUE = [(4, 0), (9, 4), (13, 2), (1, 7), (10, 6), (16, 11)]
ASHIGARU = [(2, 7), (3, 7), (10, 7), (8, 8), (16, 4), (13, 4), (5, 0), (3, 3)]


def new(heroes: int = 2, tracked: bool = False, **options: Json) -> State:
    return SYSTEM.new(setup(heroes, tracked, **{"places": "spaces", **options}), CONTENT)


def set_up(state: State, rng: Random) -> State:
    """The game in its first turn, everything chosen and drawn at random."""
    while state.stage == "setup":
        pending = SYSTEM.pending(state)
        if isinstance(pending, Roll):
            face = rng.choices(pending.dice[0].kind.faces, pending.dice[0].kind.weights)[0]
            state = SYSTEM.rolled(state, (face,) * len(pending.dice)).state
        else:
            state = SYSTEM.apply(state, rng.choice(rng.choice(choices_of(pending)).options)).state
    return state


def test_SET_2_a_board_that_nobody_knows_has_no_places() -> None:
    with pytest.raises(InvalidInput) as caught:
        SYSTEM.new({"heroes": ["house:okko"], "hosts": ["house:poet", "house:servant"],
                    "sheets": [{"sheet": "house:yurei", "figures": 1}]}, CONTENT)  # fmt: skip
    assert caught.value.path == "options.places"


def test_SET_3_heroes_stand_together_and_openly_on_free_spaces_of_the_start_zone() -> None:
    state = new(2)
    zone = {(column, row) for column in range(3) for row in range(3)}
    for seat in ("h1", "h2"):
        assert {f"deploy:{seat}:{c},{r}" for c, r in zone} <= offered(state, seat)
        assert "arranged" not in offered(state, seat)
    applied = done(state, "deploy:h2:1,1", "h2")
    assert applied.events == (e.FigurePlaced("h2", "house:noburo", (1, 1)),)
    assert figure(applied.state, "h2").at == (1, 1)
    assert refused(applied.state, "deploy:h1:1,1", "h1") == "SET-3"
    assert refused(applied.state, "deploy:h1:5,5", "h1") == "SET-3"


def test_SET_3_a_follower_stands_after_its_hero_and_leaves_room_for_others() -> None:
    """With two spaces left and a hero to come, it is the follower that goes next door only when one is left."""
    state = choose(new(2), "deploy:h1:0,0", "h1")
    assert "deploy:tikku:2,2" in offered(state, "h1")
    assert "deploy:tikku:0,0" not in offered(state, "h1")
    data = SYSTEM.encode(state)
    assert isinstance(data, dict)
    cells = [[c, r] for r in range(3) for c in range(3)][2:]
    for one, at in zip(_oni(data), cells, strict=False):
        next(found for found in data["figures"] if found["id"] == one)["at"] = at
    crowded = SYSTEM.decode(data, CONTENT)
    assert {id for id in offered(crowded, "h2") if id.startswith("deploy")} == set()  # DEC-5: she stands by herself
    assert figure(crowded, "h2").at == (1, 0)
    assert "deploy:tikku:2,2" not in offered(crowded, "h1")


def test_SET_3_a_full_start_zone_sends_a_follower_next_door() -> None:
    data = SYSTEM.encode(choose(choose(new(2), "deploy:h1:0,0", "h1"), "deploy:h2:1,0", "h2"))
    assert isinstance(data, dict)
    left = [(c, r) for r in range(3) for c in range(3) if (c, r) not in ((0, 0), (1, 0))]
    for number, at in enumerate(left[:5], 1):
        next(one for one in data["figures"] if one["id"] == _oni(data)[number - 1])["at"] = list(at)
    for one in _oni(data)[5:7]:
        next(found for found in data["figures"] if found["id"] == one)["at"] = list(left.pop())
    state = SYSTEM.decode(data, CONTENT)
    on = places.laid(state)
    assert on is not None
    places_ = {id.removeprefix("deploy:tikku:") for id in offered(state, "h1") if id.startswith("deploy:tikku")}
    cells = [tuple(int(n) for n in text.split(",")) for text in places_]
    assert {on.zones[on.zone_of[on.index[cell]]] for cell in cells} == {"T1.b", "T1.c"}  # type: ignore[index]
    assert (4, 0) not in cells  # a site of hosts


def _oni(data: dict[str, Json]) -> list[str]:
    figures = data["figures"]
    assert isinstance(figures, list)
    return [one["id"] for one in figures if one["group"] in ("guard", "creature")]


@pytest.mark.parametrize("heroes", range(1, 5))
def test_SET_5_the_figures_of_the_oni_stand_where_the_scenario_says(heroes: int) -> None:
    state = new(heroes)
    assert [figure(state, f"ashigaru-{n}").at for n in range(1, 2 * heroes + 1)] == ASHIGARU[: 2 * heroes]
    assert figure(state, "hiroji-san-1").at == (4, 9)
    if heroes >= 3:
        assert (figure(state, "ninja-1").at, figure(state, "ninja-2").at) == ((11, 7), (17, 5))


def test_SET_5_in_a_zone_of_the_scenario_the_oni_chooses_a_free_space() -> None:
    """And wherever it likes where the scenario says nothing: three Ashigaru more than it places."""
    said = {**setup(1, places="spaces"), "sheets": [{"sheet": "house:ashigaru", "figures": 3}]}
    state = outfitted_here(said)
    while isinstance(SYSTEM.pending(state), Roll):
        state = SYSTEM.rolled(state, (0,)).state  # SET-4
    ids = offered(state, "oni")
    assert ids == {id for id in ids if id.startswith("deploy:ashigaru-3:")}
    assert "deploy:ashigaru-3:0,6" in ids  # BRD-3: the Oni's figures may stand on reinforcement spaces
    assert not {f"deploy:ashigaru-3:{c},{r}" for c, r in [*BLUE, *SITES["clue"], (2, 7), (0, 0)]} & ids
    assert refused(state, "deploy:ashigaru-3:2,7", "oni") == "BRD-11"
    assert figure(choose(state, "deploy:ashigaru-3:0,6", "oni"), "ashigaru-3").at == (0, 6)


def outfitted_here(said: Json) -> State:
    """Heroes stand on the first spaces, and are done."""
    state = SYSTEM.new(said, CONTENT)
    while not isinstance(SYSTEM.pending(state), Roll):
        options = choices_of(SYSTEM.pending(state))[0].options
        stays = next((one for one in options if isinstance(one, o.Arranged)), options[0])
        state = SYSTEM.apply(state, stays).state
    return state


@pytest.mark.parametrize("heroes", range(1, 5))
@pytest.mark.parametrize("depth", DEPTHS)
def test_SET_6_SET_7_tokens_lie_on_the_sites_of_their_colour(heroes: int, depth: str) -> None:
    state = set_up(new(heroes, places=depth), Random(heroes))
    soundness.check(state)
    at = {one.id: places.zone(state, one.at) if depth == "zones" else one.at for one in state.tokens}
    for kind, cells in SITES.items():
        for n, cell in enumerate(cells, 1):
            told = new(1)  # a table that knows spaces
            assert at[f"{kind}-{n}"] == (places.zone(told, cell) if depth == "zones" else cell)
    hosts = [one for one in state.tokens if one.type == "host"]
    assert {one.card for one in hosts} == set(state.suspects)
    assert len(hosts) == heroes + 2
    if depth == "spaces":
        assert {one.at for one in hosts} <= set(BLUE)
        assert (at["host-captain"], at["host-lady-of-the-veils"]) == ((1, 7), (9, 4))
        assert len({one.at for one in state.tokens}) == len(state.tokens)
    lying = Counter(one.card for one in state.tokens if one.type in ("scroll", "clue", "chest"))
    assert all(count <= state.table.box.tokens[id].copies for id, count in lying.items())
    assert all(not one.turned for one in state.tokens)
    assert [one.card for one in state.tokens if one.type == "follower"] == [HIDDEN]


def test_SET_6_the_site_of_a_host_is_an_open_draw_among_the_free_blue_ones() -> None:
    state = outfitted_here(setup(1, places="spaces"))
    while (asked := roll(state)).kind == "mission" or "house:poet" in asked.dice[0].kind.faces:
        state = SYSTEM.rolled(state, ("house:poet" if asked.kind == "setup" else 0,)).state
    assert (asked.kind, asked.seen_by, asked.dice[0].kind.faces) == ("setup", None, ("4,0", "13,2", "10,6", "16,11"))
    applied = SYSTEM.rolled(state, ("10,6",))
    assert applied.events[0] == e.TokenPlaced("host-poet", "house:poet", (10, 6))


def test_SET_7_tokens_are_drawn_site_by_site_in_the_scenario_s_order() -> None:
    state, met = outfitted_here(setup(1, places="spaces")), list[str]()
    while state.stage == "setup":
        asked = roll(state)
        applied = SYSTEM.rolled(state, (asked.dice[0].kind.faces[0],))
        met += [event.token for event in applied.events if isinstance(event, e.TokenPlaced)]
        state = applied.state
    assert met[1:] == ["scroll-1", "scroll-2", "clue-1", "clue-2", "clue-3", "chest-1", "chest-2", "follower-1"]


FACE: Json = {"difficulty": 3, "cards": 3}
TWINS = Box(token={"house:chest-3-4": {"type": "chest", "front": FACE, "back": {"difficulty": 0, "cards": 0, "keep": 3},
                                       "copies": 5}})  # fmt: skip
"""A box with chests that say the same on top of them as the house's 3/3, of which other numbers may be kept."""


def with_chests(*cards: str) -> State:
    """A game whose chests have these fronts; where a back is still to be drawn, the one of `TWINS`."""
    state, left = SYSTEM.new(setup(2, places="spaces"), TWINS), list(cards)
    while state.stage == "setup":
        pending = SYSTEM.pending(state)
        if not isinstance(pending, Roll):
            options = choices_of(pending)[0].options
            stays = next((one for one in options if isinstance(one, o.Arranged)), options[0])
            state = SYSTEM.apply(state, stays).state
            continue
        faces = pending.dice[0].kind.faces
        chest = next((face for face in faces if face in left), None)
        if pending.seen_by == () and "house:chest-3-4" in faces:
            chest = "house:chest-3-4"
        elif chest is not None:
            left.remove(str(chest))
        applied = SYSTEM.rolled(state, (chest or faces[0],) * len(pending.dice))
        for event in applied.events:
            assert "house:chest-3-4" not in SYSTEM.event_json(applied.state, event).values()
        state = applied.state
    return state


def test_SET_7_backs_of_tokens_with_one_front_are_seen_by_nobody() -> None:
    """Their record's id would tell the back."""
    state = with_chests("house:chest-3-3", "house:chest-4-5")
    assert [one.card for one in state.tokens if one.type == "chest"] == ["house:chest-3-4", "house:chest-4-5"]
    for viewer in (*SYSTEM.seats(state), "*"):
        seen = [one["card"] for one in SYSTEM.view(state, viewer)["tokens"] if one["type"] == "chest"]
        assert seen == ["house:chest-3-3", "house:chest-4-5"]
    rng, view = Random(1), SYSTEM.view(state, "h1")
    worlds = [SYSTEM.sample_world(view, "h1", rng, TWINS) for _ in range(60)]
    guessed = Counter(next(one.card for one in world.tokens if one.id == "chest-1") for world in worlds)
    assert set(guessed) == {"house:chest-3-3", "house:chest-3-4"}
    assert guessed["house:chest-3-4"] > guessed["house:chest-3-3"]  # five of them, and two of the house's
    assert all(SYSTEM.view(world, "h1") == view for world in worlds)


def test_SET_7_the_back_of_a_token_that_was_turned_lies_up() -> None:
    twin = Box(token={"house:clue-3-1-b": {"type": "clue", "front": {"difficulty": 3, "cards": 1},
                                           "back": {"difficulty": 1, "cards": 1}, "copies": 3}})  # fmt: skip
    state = set_up(SYSTEM.new(setup(2, places="spaces"), twin), Random(1))
    turned = [replace(one, card="house:clue-3-1-b", turned=one.id == "clue-2") if one.type == "clue" else one
              for one in state.tokens]  # fmt: skip
    seen = SYSTEM.view(replace(state, tokens=tuple(turned)), "oni")["tokens"]
    assert [one["card"] for one in seen if one["type"] == "clue"] == [
        "house:clue-3-1", "house:clue-3-1-b", "house:clue-3-1",
    ]  # fmt: skip


def test_SET_7_who_lies_face_down_nobody_knows_and_nobody_who_is_in_play() -> None:
    """FOL-2: chance says when the token is turned; Tikku is with Okko."""
    state = set_up(new(2), Random(1))
    beside = changed(state, {"figures.h2.at": [10, 11], "stage": "hero", "next": "h2", "heroes.h2.actions": 3,
                             "heroes.h2.activated": True, "order": {"cards": ["h2", "h1"], "turned": 1}})  # fmt: skip
    turned = choose(beside, "recruit:follower-1", "h2")
    assert set(roll(turned).dice[0].kind.faces) == {"house:ferryman", "house:kubbans-page"}
    joined = choose(SYSTEM.rolled(turned, ("house:ferryman",)).state, "version:1", "h2")
    assert figure(joined, "ferryman").at == (10, 10)  # FOL-2: on the token's space
    assert all(one.id != "follower-1" for one in joined.tokens)


def test_SET_12_a_follower_that_joins_stands_in_the_start_zone_too() -> None:
    state = SYSTEM.new({**setup(1, places="spaces"), "heroes": ["house:noburo"]}, CONTENT)
    state = choose(state, "add_follower:h1:house:ferryman", "h1")
    state = choose(state, "deploy:h1:0,0", "h1")
    assert "deploy:ferryman:1,1" in offered(state, "h1")


def instead(**fields: Json) -> Box:
    """The house's records, with another scenario."""
    return Box(scenario={"house:the-well-of-mists": fields})


def test_SET_13_without_an_investigation_there_are_chests_and_followers_alone() -> None:
    sites = {kind: [list(at) for at in cells] for kind, cells in SITES.items()}
    plain = instead(investigation=False, hosts=[], sites=sites)
    state = set_up(SYSTEM.new(setup(2, places="spaces"), plain), Random(2))
    assert Counter(one.type for one in state.tokens) == {"chest": 2, "follower": 1}


def test_SET_5_in_a_zone_of_the_scenario_the_oni_chooses_among_its_free_spaces() -> None:
    """Two in T2.c, the first of them alone with a choice of every space of it."""
    there = instead(figures=[{"sheet": "house:ashigaru", "zone": "T2.c"}, {"sheet": "house:ashigaru", "zone": "T2.c"}])
    state = SYSTEM.new(setup(1, places="spaces"), there)
    assert figure(state, "ashigaru-1").at == "T2.c"
    while not {one for one in offered(state, "oni") if one.startswith("deploy:")}:
        pending = SYSTEM.pending(state)
        options = () if isinstance(pending, Roll) else choices_of(pending)[0].options
        stays = next((one for one in options if isinstance(one, o.Arranged)), None)
        if isinstance(pending, Roll):
            state = SYSTEM.rolled(state, (pending.dice[0].kind.faces[0],)).state
        else:
            state = SYSTEM.apply(state, stays or options[0]).state
    assert len(offered(state, "oni")) == 8
    state = choose(state, "deploy:ashigaru-1:10,3", "oni")
    assert len(offered(state, "oni")) == 7
    assert refused(state, "deploy:ashigaru-2:10,3", "oni") == "BRD-11"
    assert figure(choose(state, "deploy:ashigaru-2:9,2", "oni"), "ashigaru-2").at == (9, 2)


# at a table (TAB-5) ---------------------------------------------------------------------------------------------------


def test_TAB_5_a_table_tells_where_its_hosts_came_and_tokens_lie_there_by_themselves() -> None:
    """One input a hero, a follower and a host; faces may be told later."""
    state, inputs = new(2, True), 0
    while state.stage == "setup":
        seat = choices_of(SYSTEM.pending(state))[0].seat
        id = sorted(offered(state, seat))[0]
        state, inputs = choose(state, id, seat), inputs + 1
    assert Counter(one.type for one in state.tokens) == {"host": 5, "scroll": 2, "clue": 3, "chest": 2, "follower": 1}
    assert {one.card for one in state.tokens if one.type in ("scroll", "clue", "chest")} == {HIDDEN}
    assert inputs == 2 + 2 + 2 + 3  # heroes, Tikku and his version, personal missions, hosts
    told = SYSTEM.edit(state, SYSTEM.correction_of(state, {"kind": "set", "at": "tokens.clue-1.card",
                                                          "value": "house:clue-4-2"})).state  # fmt: skip
    assert next(one.card for one in told.tokens if one.id == "clue-1") == "house:clue-4-2"


def test_TAB_2_where_the_app_deals_the_investigation_it_draws_the_sites_of_hosts_too() -> None:
    keepers = {**AT_A_TABLE, "guilty": "app", "clues": "app"}
    said = setup(2, True, places="spaces", keepers=keepers)
    state = SYSTEM.new({key: value for key, value in said.items() if key != "hosts"}, CONTENT)
    state = set_up(state, Random(3))
    assert {one.at for one in state.tokens if one.type == "host"} <= set(BLUE)


def test_TAB_4_at_the_depth_of_zones_one_start_zone_asks_nothing() -> None:
    """DEC-5."""
    state = new(2, places="zones")
    assert (figure(state, "h1").at, figure(state, "h2").at, figure(state, "tikku").at) == ("T1.a",) * 3
    assert figure(state, "ashigaru-1").at == "T4.a"


def test_POS_3_a_quick_game_has_spaces() -> None:
    assert SYSTEM.new({"quick": True}, CONTENT).table.options.places == "spaces"


# nothing but the first turn -------------------------------------------------------------------------------------------


def test_REI_1_REI_2_example_15_reinforcements() -> None:
    """Working spaces of two heroes; the Oni pays two of five cards, and may call no Yurei on violet."""
    state = set_up(new(2, upgrades="off"), Random(4))
    hand = ["house:blood-rite", "house:thick-fog", "house:venom", "house:whispers", "house:panic"]
    state = with_hand(state, hand)
    state = chosen(state, "oni", "call:house:ashigaru", "pay:house:panic", "pay:house:venom")
    assert offered(state, "oni") == {"deploy:ashigaru-5:0,6", "deploy:ashigaru-5:0,11"}
    assert refused(state, "deploy:ashigaru-5:4,11", "oni") == "REI-2"  # +3
    assert refused(state, "deploy:ashigaru-5:6,5", "oni") == "REI-2"  # green
    state = choose(state, "deploy:ashigaru-5:0,6", "oni")
    assert offered(state, "oni") == {"deploy:ashigaru-6:0,11", "enough"}
    state = choose(state, "deploy:ashigaru-6:0,11", "oni")
    assert (len(state.oni.hand), figure(state, "ashigaru-6").at) == (3, (0, 11))
    assert "call:house:ashigaru" not in offered(state, "oni")
    assert refused(state, "call:house:ashigaru", "oni") == "REI-2"
    state = chosen(state, "oni", "call:house:yurei", "pay:house:blood-rite", "pay:house:whispers")
    assert offered(state, "oni") == {"deploy:yurei-3:6,5", "deploy:yurei-3:14,7"}


def with_hand(state: State, hand: list[str]) -> State:
    """The Oni holds these event cards, before it calls."""
    data = SYSTEM.encode(state)
    assert isinstance(data, dict)
    pile = [id for id, card in state.table.box.events.items() for _ in range(card.copies)]
    for card in hand:
        pile.remove(card)
    data["oni"]["hand"], data["piles"]["event"], data["stage"] = hand, pile, "calls"
    data["discards"]["event"] = []
    return SYSTEM.decode(data, CONTENT)


def test_REI_2_the_table_may_let_any_figure_come_on_any_colour() -> None:
    state = with_hand(set_up(new(2, upgrades="off", reinforcement_colours="any"), Random(5)),
                      ["house:panic", "house:venom"])  # fmt: skip
    state = chosen(state, "oni", "call:house:yurei", "pay:house:panic")
    cells = {"0,6", "0,11", "6,5", "14,7"}
    assert offered(state, "oni") == {f"deploy:yurei-3:{cell}" for cell in cells}


def test_REI_2_the_bar_of_the_gate_closes_a_colour() -> None:
    """Effect `no_call`, for the rest of the game."""
    gate: Json = {"card": "house:the-gate-bar", "index": 0, "figures": [], "until": "game"}
    state = with_hand(set_up(new(2, upgrades="off"), Random(6)), ["house:panic", "house:venom"])
    data = SYSTEM.encode(state)
    assert isinstance(data, dict)
    closed = SYSTEM.decode({**data, "in_force": [gate]}, CONTENT)
    assert "call:house:ashigaru" in offered(state, "oni")
    assert offered(closed, "oni") == {"call:house:yurei", "calls_done"}
    table = known(2)
    data = SYSTEM.encode(table)
    assert isinstance(data, dict)
    unseen = SYSTEM.decode({**data, "in_force": [gate]}, CONTENT)
    assert "call:house:ashigaru" not in offered(unseen, "oni")


def test_REI_2_of_a_table_that_knows_zones_the_zone_is_told() -> None:
    state = with_hand(set_up(new(2, upgrades="off", places="zones"), Random(7)), ["house:panic", "house:venom"])
    state = chosen(state, "oni", "call:house:ashigaru", "pay:house:panic")
    assert offered(state, "oni") == {"deploy:ashigaru-5:T4.a", "deploy:ashigaru-5:T4.c"}


def test_outfitted_tables_without_places_ask_for_none() -> None:
    state = outfitted(setup(2))
    assert {one.at for one in state.figures} == {HIDDEN}
    assert not state.tokens
