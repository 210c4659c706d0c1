"""SKL-3, CTL: control zones that skills change, and whoever asks for them: rules, refusals, overlays, bots."""

from __future__ import annotations

from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.model.core.contract import Json
from companion.model.games.asagiri.insight.threats import threats
from companion.model.games.asagiri.rules import fights, movement
from companion.model.games.asagiri.skills.operations.zones import ZonePart
from companion.model.games.asagiri.state.board import Board

from .table import Table, open_floor
from .test_skills_numbers import FLOOR, does, totals, with_skills
from .test_zones import boards, zone

PARTS = get_args(ZonePart)


def zones(how: str, *covers: str, **more: Json) -> dict[str, Json]:
    """A card whose control zone is changed for good."""
    return with_skills(does("zone", ["always"], {"type": "zone", "how": how, "covers": list(covers), **more}))


def looking_north(card: dict[str, Json], **more: Json) -> set[tuple[int, int]]:
    return zone(Table(FLOOR, {"a1": "4,4N", "b1": "0,8N"}, a1=card, **more))


FRONT = {(3, 3), (4, 3), (5, 3)}


@pytest.mark.parametrize(("card", "expected"), [
    (zones("adds", "sides"), FRONT | {(3, 4), (5, 4)}),
    (zones("adds", "sides", "back"), {(c, r) for c in (3, 4, 5) for r in (3, 4, 5)} - {(4, 4)}),
    (zones("adds", "far"), FRONT | {(4, 2)}),
    (zones("loses", "diagonals"), {(4, 3)}),
    (zones("is", "back"), {(3, 5), (4, 5), (5, 5)}),
    (zones("is"), set()),
])  # fmt: skip
def test_ctl_1_a_skill_makes_the_zone_wider_narrower_or_takes_it_away(card: dict[str, Json], expected: object) -> None:
    assert looking_north(card) == expected


def test_ctl_1_first_what_the_zone_is_then_what_is_added_then_what_is_taken_away() -> None:
    effects = [{"type": "zone", "how": how, "covers": covers} for how, covers in
               (("loses", ["sides", "diagonals"]), ("adds", ["sides", "far"]), ("is", ["ahead"]))]  # fmt: skip
    assert looking_north(with_skills(does("zone", ["always"], *effects))) == {(4, 3), (4, 2)}


def test_ctl_2_walls_cut_off_what_is_added() -> None:
    assert looking_north(zones("adds", "far", "sides"), walls="4,2S 3,4E") == {(3, 3), (4, 3), (5, 3), (5, 4)}
    assert looking_north(zones("is", "far"), walls="4,3S") == set()


@given(boards())
def test_ctl_1_the_parts_of_a_zone_are_those_of_the_board(board: Board) -> None:
    """Ahead and diagonals are the control zone; with sides and back all eight around, however one looks."""
    for square, by_facing in enumerate(board.zones):
        around = by_facing[0] | by_facing[1] | by_facing[2] | by_facing[3]
        for facing, plain in enumerate(by_facing):
            part = {name: board.zone_part(square, facing, name) for name in PARTS}
            assert part["ahead"] | part["diagonals"] == plain
            near = [part[name] for name in ("ahead", "diagonals", "sides", "back")]
            assert sum(mask.bit_count() for mask in near) == (near[0] | near[1] | near[2] | near[3]).bit_count()
            assert near[0] | near[1] | near[2] | near[3] == around
            assert part["far"].bit_count() <= part["ahead"].bit_count()


def test_mov_6_enemies_walk_past_whoever_has_no_zone_and_stop_beside_a_wider_one() -> None:
    def walked(card: dict[str, Json]) -> bool:
        table = Table(FLOOR, {"a1": "3,7N", "b1": "4,5S"}, b1=card).do("activate", character="a1").walk([3, 6])
        return bool(table.can("step"))

    assert not walked({})
    assert walked(zones("is"))
    beside = Table(FLOOR, {"a1": "3,6N", "b1": "4,5S"}, b1=zones("adds", "sides")).do("activate", character="a1")
    assert not beside.walk([3, 5]).can("step")


def test_cbt_1_cbt_4_whoever_has_no_zone_attacks_and_supports_nobody() -> None:
    table = Table(FLOOR, {"a1": "4,5N", "a2": "3,5N", "b1": "4,4S"}, a2=zones("is")).do("activate", character="a1")
    assert totals(table.fight("b1", 3, 3)) == (7, 7)
    alone = Table(FLOOR, {"a1": "4,5N", "b1": "4,4S"}, a1=zones("is")).do("activate", character="a1")
    assert alone.refusal("attack:b1") == "CBT-1"


def test_cbt_1_cbt_2_an_enemy_at_the_side_is_attacked_and_turns_if_that_helps_it() -> None:
    table = Table(FLOOR, {"a1": "4,5N", "b1": "5,5N"}, a1=zones("adds", "sides")).do("activate", character="a1")
    assert table.do("attack", target="b1").passing().person("b1")["facing"] == "W"
    wide = Table(FLOOR, {"a1": "4,5E", "b1": "5,5N"}, b1=zones("adds", "sides")).do("activate", character="a1")
    assert wide.do("attack", target="b1").passing().pending.kind == "combat", "it has the attacker in its zone"


def test_cbt_2_a_defender_without_a_zone_does_not_turn() -> None:
    table = Table(FLOOR, {"a1": "4,5N", "b1": "4,4E"}, b1=zones("is")).do("activate", character="a1")
    table.do("attack", target="b1").passing()
    assert (table.pending.kind, table.person("b1")["facing"]) == ("combat", "E")


BOW = does("bow", ["shot"], {"type": "shot", "range": 6, "value": 4})


def test_sht_2_sta_4_ret_3_a_zone_may_be_absent_for_one_matter() -> None:
    people = {"a1": "4,5N", "b1": "4,4S", "b2": "4,0S"}
    shot = Table(FLOOR, people, a1=with_skills(BOW), b1=zones("is", counts_for=["shots"])).do(
        "activate", character="a1"
    )
    assert shot.can("shoot", target="b1")
    assert not Table(FLOOR, people, a1=with_skills(BOW)).do("activate", character="a1").can("shoot")
    assert not Table(FLOOR, people, a1=with_skills(BOW), b1=zones("is", counts_for=["movement"])) \
        .do("activate", character="a1").can("shoot")  # fmt: skip
    shaken = {"a1": "4,5N!", "b1": "4,4S"}
    assert not Table(FLOOR, shaken).do("activate", character="a1").can("test_willpower")
    assert (
        Table(FLOOR, shaken, b1=zones("is", counts_for=["willpower"]))
        .do("activate", character="a1")
        .can("test_willpower")
    )


def test_skl_3_a_zone_may_be_absent_for_enemies_of_a_trait() -> None:
    def stops(*traits: str) -> bool:
        table = Table(FLOOR, {"a1": "3,7N", "b1": "4,5S"}, a1={"traits": list(traits)}, b1=zones("is", trait="ninja"))
        return not table.do("activate", character="a1").walk([3, 6]).can("step")

    assert stops()
    assert not stops("ninja")
    assert zone(Table(FLOOR, {"a1": "4,4N", "b1": "0,8N"}, a1=zones("is", trait="ninja"))) == FRONT


def test_skl_3_others_change_zones_too_unless_they_are_immune() -> None:
    cloud = with_skills(does("cloud", ["always"], {"type": "zone", "who": {"of": "enemies", "within": 2}}))
    immune = with_skills(does("mind", ["always"], {"type": "immune", "to": ["skills"]}))
    assert zone(Table(FLOOR, {"a1": "4,4N", "b1": "4,6N"}, b1=cloud)) == set()
    assert zone(Table(FLOOR, {"a1": "4,4N", "b1": "4,7N"}, b1=cloud)) == FRONT
    assert zone(Table(FLOOR, {"a1": "4,4N", "b1": "4,6N"}, b1=cloud, a1=immune)) == FRONT


def test_skl_3_for_a_while_by_a_die() -> None:
    card = with_skills(does("guard", ["activation"], {"type": "zone", "how": "adds", "covers": ["sides"],
                                                      "lasts": "turn"}, element="earth"))  # fmt: skip
    table = Table(FLOOR, {"a1": "4,4N", "b1": "0,8N"}, a1=card, pool=("earth",)).do("activate", character="a1")
    assert zone(table) == FRONT
    assert zone(table.do("use_skill")) == FRONT | {(3, 4), (5, 4)}
    table.do("end_activations")
    while table.can("pass") or table.can("end_phase"):
        table.do("end_phase" if table.can("end_phase") else "pass")
    assert table.state.phase == 1
    assert zone(table) == FRONT | {(3, 4), (5, 4)}, "all through the enemy phase"


def test_skl_3_skills_that_change_zones_see_them_as_printed() -> None:
    """Two whose zones depend on each other's end at once: each looks at the other's as CTL-1 has it."""
    shy = with_skills(does("shy", ["always"], {"type": "zone"},
                           conditions=[{"type": "there", "of": {"of": "self", "threatened": True}}]))  # fmt: skip
    table = Table(FLOOR, {"a1": "4,5N", "b1": "4,4S"}, a1=shy, b1=shy)
    assert zone(table) == zone(table, "b1") == set()


@st.composite
def tables(draw: st.DrawFn) -> Table:
    """Figures anywhere, with zones of any shape, for anything."""
    squares = draw(st.permutations([(c, r) for c in range(5) for r in range(5)]))
    effect = st.fixed_dictionaries({
        "type": st.just("zone"),
        "how": st.sampled_from(["adds", "loses", "is"]),
        "covers": st.lists(st.sampled_from(PARTS), unique=True, max_size=3)
        .map(lambda found: [*dict.fromkeys([*found, "far", "ahead"])]),
        "who": st.sampled_from([{"of": "self"}, {"of": "enemies", "within": 2}, {"of": "friends"}]),
        "trait": st.sampled_from([None, None, "ninja"]),
    })  # fmt: skip
    cards: dict[str, Json] = {}
    people = {}
    for who, (column, row) in zip(("a1", "a2", "b1", "b2"), squares, strict=False):
        people[who] = f"{column},{row}{draw(st.sampled_from('NESW'))}"
        found = {key: value for key, value in draw(effect).items() if value is not None}
        cards[who] = {**with_skills(does("zone", ["always"], found)), "traits": draw(st.sampled_from([[], ["ninja"]]))}
    walls = draw(st.lists(st.sampled_from([f"{c},{r}{side}" for c in range(5) for r in range(5) for side in "ES"]),
                          max_size=8))  # fmt: skip
    return Table(open_floor(5, 5), people, walls=" ".join(walls), **cards)


@given(tables())
def test_skl_3_everybody_reads_the_one_zone(table: Table) -> None:
    """Attacks, refusals, where movements end and what is threatened all follow from `State.zone`."""
    state = table.state
    for who in range(4):
        foes = state.on_board(1 - state.band_of(who))
        hit = [n for n in foes if state.zone(who, "attacks", n) >> state.figures[n].at & 1]
        assert fights.targets(state, who) == hit
        assert [n for n in foes if fights.attack_refused(state, who, n) is None] == hit
        closed = 0
        for n in foes:
            closed |= state.zone(n, "movement", who)
        assert movement.danger(state, who) == closed
        assert state.in_enemy_zone(who, "movement") == bool(closed >> state.figures[who].at & 1)
        ended = [found for found in movement.reach(state, who, 5) if found.stops]
        assert all(closed >> found.at & 1 for found in ended)


@given(tables())
def test_skl_3_threats_are_counted_with_the_zones_as_they_are(table: Table) -> None:
    """Whoever can be attacked where they stand now is threatened."""
    state = table.state
    found = threats(state, 0)
    for who in state.on_board(0):
        attackers = [n for n in state.on_board(1) if fights.attack_refused(state, n, who) is None]
        assert set(attackers) <= {threat.who for threat in found.at(state.figures[who].at) if threat.way == "attack"}
