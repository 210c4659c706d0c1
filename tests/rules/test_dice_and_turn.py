"""Bands (BND), set-up and end (SET, END), the turn (TRN), inspiration dice (INS), skills (SKL), components (CMP)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec import structs

from companion.model.core.chance import every
from companion.model.core.contract import Choice, Json, Over, Roll
from companion.model.core.record import Mode, Result, Rolled, Step, read_record, record_json
from companion.model.core.refusal import InvalidInput, RuleBroken
from companion.model.core.session import Session
from companion.model.games.asagiri import SYSTEM
from companion.model.games.asagiri.state import cards
from companion.model.games.asagiri.state.vocabulary import default_limit

from .table import CONTENT, Table, open_floor, skill

HUNTERS = {"card": "house:okko"}


def members(*ids: str) -> list[cards.Member]:
    return [(cards.character(CONTENT, f"house:{id}"), None) for id in ids]


def rules_broken(*ids: str, budget: int = 99) -> set[str]:
    return {refusal.rule for refusal in cards.band_refusals(members(*ids), budget)}


# components and bands


def test_cmp_4_an_inspiration_die_has_two_toris() -> None:
    table = Table(open_floor(3, 3), {"a1": "1,1N", "b1": "0,0N"}, stage="roll")
    roll = table.pending
    assert isinstance(roll, Roll)
    chances = {faces[0]: chance for faces, chance in every(roll.dice[:1])}
    assert chances == {"fire": Fraction(1, 6), "water": Fraction(1, 6), "air": Fraction(1, 6),
                       "earth": Fraction(1, 6), "tori": Fraction(1, 3)}  # fmt: skip


def test_cmp_1_four_tiles_make_a_square_board_and_turn_by_quarters() -> None:
    state = Table.new().state
    assert state.table.board.size == (16, 16)


def test_bnd_1_budget_covers_characters_and_equipment() -> None:
    assert rules_broken("okko", "noburo", budget=100) == set()
    assert "BND-1" in rules_broken("okko", "noburo", budget=5)
    with_equipment = [(cards.character(CONTENT, "house:okko"), cards.equipment(CONTENT, "house:straw-sandals"))]
    assert cards.band_cost(with_equipment) == 5 + cards.equipment(CONTENT, "house:straw-sandals").zeni


def test_bnd_2_hunters_and_creatures_never_share_a_band() -> None:
    assert "BND-2" in rules_broken("okko", "oni-bushi")
    assert rules_broken("wandering-ronin", "oni-bushi") == set()
    assert rules_broken("wandering-ronin", "okko") == set()


def test_bnd_3_unique_once_a_band() -> None:
    assert "BND-3" in rules_broken("okko", "okko")
    assert rules_broken("ninja-apprentice", "ninja-apprentice") == set()


def test_bnd_3_both_bands_may_field_the_same_unique() -> None:
    setup = {"budget": 16, "bands": {"A": [HUNTERS], "B": [HUNTERS]},
             "tiles": [{"tile": "house:moon-garden"}] * 4}  # fmt: skip
    assert len(SYSTEM.new(setup, CONTENT).table.characters) == 2


def test_bnd_3_out_of_one_box_a_unique_or_an_equipment_card_is_in_one_band() -> None:
    guard: Json = {"card": "house:temple-guard"}
    for pair, refused in (([HUNTERS, HUNTERS], True), ([guard, guard], False),
                          ([{**guard, "equipment": "house:shuriken"}] * 2, True)):  # fmt: skip
        setup = {"budget": 16, "bands": {"A": [pair[0]], "B": [pair[1]]}, "tiles": [{"tile": "house:moon-garden"}] * 4}
        assert SYSTEM.new(setup, CONTENT)
        if refused:
            with pytest.raises(RuleBroken) as wrong:
                SYSTEM.new({**setup, "options": {"boxes": 1}}, CONTENT)
            assert wrong.value.refusal.rule == "BND-3"
        else:
            assert SYSTEM.new({**setup, "options": {"boxes": 1}}, CONTENT).table.options.boxes == 1


def test_bnd_4_at_most_one_civilian() -> None:
    assert "BND-4" in rules_broken("merchant", "courtesan")


def test_bnd_5_equipment_for_those_it_names_and_lost_with_its_bearer() -> None:
    shuriken = cards.equipment(CONTENT, "house:shuriken")
    okko = cards.character(CONTENT, "house:okko")
    named = cards.may_bear(okko, shuriken)
    assert named is (not shuriken.bearers or bool({okko.id, okko.alignment, *okko.traits} & set(shuriken.bearers)))
    found = {refusal.rule for refusal in cards.band_refusals([(okko, shuriken)], 99)}
    assert ("BND-5" in found) is not named


def test_bnd_5_single_use_equipment_is_turned_over_once_used() -> None:
    smoke = {"name": "Smoke", "zeni": 1, "single": True, "skills": [skill("air", ["defense"], amount=2, name="smoke")]}
    table = Table(open_floor(5, 6), {"a1": "2,3N", "b1": "2,2S"}, b1={"equipment": smoke, "reserve": "air"})
    table.do("activate", character="a1").do("attack", target="b1").do("use_skill", skill="test:smoke")
    assert table.person("b1")["spent"] is True
    table.roll(1, 1)
    rolled = next(event for event in table.events if event.kind == "CombatRolled")
    assert rolled.totals == (5, 7)


def civilian_game(reserve: str | None = None) -> Table:
    """a1 disables b1, a civilian; b2 is left."""
    return Table(
        open_floor(5, 6), {"a1": "2,3N", "b1": "2,2S", "b2": "0,0S"}, b1={"traits": ["civilian"], "reserve": reserve},
        b2={"reserve": "fire"}, bands={"B": {"pool": [], "aside": 3}},
    ).do("activate", character="a1").do("attack", target="b1").passing()  # fmt: skip


def test_bnd_6_a_civilian_brings_a_fifth_die() -> None:
    setup = {"budget": 16, "bands": {"A": [{"card": "house:merchant"}, {"card": "house:okko"}], "B": [HUNTERS]},
             "tiles": [{"tile": "house:moon-garden"}] * 4}  # fmt: skip
    state = SYSTEM.new(setup, CONTENT)
    assert (state.bands[0].aside, state.bands[1].aside) == (5, 4)


def test_bnd_6_a_disabled_civilians_owner_gives_up_a_die_of_its_choice() -> None:
    table = civilian_game("water").roll(6, 1)
    assert table.band("B")["aside"] == 4  # its own die in reserve was set aside first
    assert table.pending.seat == "B"
    assert {option["from"] for option in table.can("give_up_die")} == {"aside", "reserve"}
    table.do("give_up_die", origin="reserve")
    assert table.person("b2")["reserve"] is None
    assert table.band("B")["gone"] == 1


def test_bnd_6_the_end_comes_before_the_die() -> None:
    table = Table(open_floor(5, 6), {"a1": "2,3N", "b1": "2,2S"}, b1={"traits": ["civilian"]})
    table.do("activate", character="a1").fight("b1", 6, 1)
    assert isinstance(table.pending, Over)


# set-up and end


def test_set_1_the_higher_die_is_player_a_and_ties_are_rolled_again() -> None:
    table = Table.new()
    first = [character.card for character in table.state.table.characters if character.band == 0]
    table.roll(3, 3)
    assert isinstance(table.pending, Roll)
    table.roll(2, 5)
    assert [c.card for c in table.state.table.characters if c.band == 1] == first
    assert next(c.id for c in table.state.table.characters if c.band == 0) == "a1"
    assert table.pending.seat == "A"


def test_set_1_a_picks_a_side_both_deploy_in_their_first_rows_a_begins() -> None:
    table = Table.new().roll(6, 1)
    assert {option["facing"] for option in table.can("side")} == set("NESW")
    table.do("side", facing="W")
    while table.state.stage == "deploy":
        option = table.can("deploy")[0]
        column = option["at"][0]
        assert column == (0 if option["character"].startswith("a") else 15)
        table.do(**dict(option))
    assert (table.state.turn, table.state.phase, table.state.stage) == (1, 0, "roll")


def test_set_1_what_finds_no_room_goes_in_the_second_row() -> None:
    people = {f"a{n}": f"{n - 1},0N" for n in range(1, 4)} | {"b1": "0,2N"}
    table = Table(["..b", "...", "..."], {"a1": "0,2N", "b1": "1,2N"})
    plain = SYSTEM.encode(table.state)
    plain["stage"], plain["side"] = "deploy", "N"
    people_json = plain["bands"]["A"]["characters"]
    plain["bands"]["A"]["characters"] = [{**people_json[0], "id": f"a{n}", "at": None} for n in range(1, 4)]
    plain["bands"]["B"]["characters"][0]["at"] = None
    table.state = SYSTEM.decode(plain, CONTENT)
    assert len(people) == 4
    assert {tuple(option["at"]) for option in table.can("deploy")} == {(0, 0), (1, 0)}
    table.do("deploy", character="a1", at=[0, 0], facing="S").do("deploy", character="a2", at=[1, 0], facing="S")
    assert {tuple(option["at"]) for option in table.can("deploy")} == {(0, 1), (1, 1), (2, 1)}


@pytest.mark.parametrize(
    ("budget", "limit"), [(12, 8), (16, 12), (15, 10), (17, 12), (18, 13), (20, 15), (9, 6), (24, 18)]
)
def test_end_1_limits(budget: int, limit: int) -> None:
    assert default_limit(budget) == limit


def test_end_2_nobody_left_has_lost() -> None:
    table = Table(open_floor(5, 6), {"a1": "2,3N", "b1": "2,2S"}).do("activate", character="a1").fight("b1", 6, 1)
    over = table.pending
    assert isinstance(over, Over)
    assert over.winner == "A"


def test_end_1_a_loaded_position_past_the_limit_is_over() -> None:
    table = Table(open_floor(3, 3), {"a1": "0,0N", "b1": "2,2N"}, bands={"A": {"lost": 12}})
    assert table.pending.winner == "B"


def test_end_3_an_adventures_limit_replaces_the_usual_one() -> None:
    setup = {"budget": 16, "limit": 5, "bands": {"A": [HUNTERS], "B": [HUNTERS]},
             "tiles": [{"tile": "house:moon-garden"}] * 4}  # fmt: skip
    assert SYSTEM.new(setup, CONTENT).table.limits == (5, 5)


# the turn


def test_trn_1_phases_alternate_and_turns_count() -> None:
    table = Table(open_floor(5, 5), {"a1": "0,0N", "b1": "4,4N"})
    table.do("end_activations")
    assert (table.state.turn, table.state.phase) == (1, 1)
    table.roll(*["fire"] * 4).do("end_activations").do("end_phase")
    assert (table.state.turn, table.state.phase) == (2, 0)


def test_trn_2_dice_in_reserve_may_be_taken_back_before_the_roll() -> None:
    table = Table(open_floor(5, 5), {"a1": "0,0N", "a2": "2,0N", "b1": "4,4N"}, stage="take_back",
                  a1={"reserve": "fire"}, a2={"reserve": "water"}, bands={"A": {"aside": 2}})  # fmt: skip
    assert [option["character"] for option in table.can("take_back")] == ["a1", "a2"]
    table.do("take_back", character="a1").do("pass")
    assert len(table.pending.dice) == 3


def all_reserved(stage: str) -> Table:
    """A table on which all four dice of A lie in reserve."""
    return Table(open_floor(5, 6), {"a1": "2,3N", "a2": "3,3N", "a3": "4,3N", "a4": "1,3N", "b1": "0,0S"}, stage=stage,
                 a1={"reserve": "fire"}, a2={"reserve": "water"}, a3={"reserve": "fire"}, a4={"reserve": "air"},
                 bands={"A": {"aside": 0}})  # fmt: skip


def test_trn_2_with_every_die_in_reserve_nothing_is_rolled() -> None:
    table = all_reserved("take_back")
    assert isinstance(table.pending, Choice)
    assert table.pending.prompt.key == "Every die is in reserve: take back some, or keep them all"
    assert table.do("pass").state.stage == "activations"
    assert all_reserved("roll").state.stage == "activations"  # a position that says otherwise
    table = all_reserved("take_back").do("take_back", character="a1").do("pass")
    assert isinstance(table.pending, Roll)
    assert len(table.pending.dice) == 1


@pytest.mark.parametrize("mode", ["track", "assist", "enforce"])
def test_trn_2_dice_put_in_reserve_by_hand_are_not_asked_for(mode: Mode) -> None:
    session = Session.load(SYSTEM, SYSTEM.encode(all_reserved("take_back").state), CONTENT, mode=mode)
    session.choose("take_back:a1")
    session.choose("pass")
    assert session.state.stage == "roll"
    session.edit({"kind": "set_reserve", "who": "a1", "element": "tori"}, override=True)
    assert session.state.stage == "activations"
    session.choose("activate:a1")


def test_trn_2_an_older_record_with_a_roll_of_no_dice_replays() -> None:
    """What used to be asked, and was answered with no faces: by hand in the middle, and in the first position."""
    session = Session.load(SYSTEM, SYSTEM.encode(all_reserved("take_back").state), CONTENT)
    session.choose("take_back:a1")
    session.choose("pass")
    session.edit({"kind": "set_reserve", "who": "a1", "element": "tori"}, override=True)
    session.choose("activate:a1")
    end, record = session.state, session.save()
    told = ({"kind": "InspirationRolled", "band": "A", "faces": []},)
    empty = Step(Rolled(), Result((), (), told), mark="enforced", group=4)
    steps = record.steps
    older = structs.replace(record, steps=(*steps[:3], empty, *steps[3:]))
    again = Session.replay(SYSTEM, read_record(record_json(older)), CONTENT)
    assert (again.cursor, again.state) == (5, end)
    assert Session.replay(SYSTEM, again.save(), CONTENT).state == end
    position = SYSTEM.encode(end) | {"stage": "roll", "active": None}
    for person in position["bands"]["A"]["characters"]:
        person.pop("activated", None)
    older = structs.replace(record, start=position, steps=(empty, steps[3]))
    assert Session.replay(SYSTEM, older, CONTENT).state.active == end.active


def test_trn_2_unused_dice_not_placed_are_lost_until_the_next_roll() -> None:
    table = Table(open_floor(5, 5), {"a1": "0,0N", "b1": "4,4N"}, pool=("fire", "tori")).do("end_activations")
    table.do("end_phase")
    assert (table.band("A")["pool"], table.band("A")["aside"]) == ([], 4)


def test_trn_3_once_a_phase_and_no_going_back() -> None:
    table = Table(open_floor(5, 5), {"a1": "0,0S", "a2": "2,0S", "b1": "4,4N"}).do("activate", character="a1")
    table.do("activate", character="a2")
    assert table.refusal("activate:a1") == "TRN-3"
    assert table.refusal("activate:b1") == "TRN-6"


def test_trn_4_one_movement_and_one_action_in_either_order() -> None:
    table = Table(open_floor(5, 6), {"a1": "2,4N", "b1": "2,2S"}).do("activate", character="a1").walk([2, 3])
    table.fight("b1", 3, 3)
    assert not table.can("step")
    assert table.refusal("attack:b1") == "TRN-4"
    table = Table(open_floor(5, 6), {"a1": "2,3N", "b1": "2,2N"}).do("activate", character="a1").fight("b1", 2, 3)
    assert table.can("step") or table.can("turn")


def test_trn_4_turning_on_the_spot_is_movement() -> None:
    table = Table(open_floor(5, 6), {"a1": "2,3E", "b1": "2,2S"}).do("activate", character="a1")
    table.do("turn", facing="N").fight("b1", 3, 3)
    assert table.refusal("step:2-4,2") == "TRN-4"


def test_trn_5_the_actions_on_offer() -> None:
    table = Table(open_floor(5, 6), {"a1": "2,3N", "b1": "2,2N"}).do("activate", character="a1")
    assert table.can("attack")
    assert not table.can("shoot")
    assert not table.can("test_willpower")


def test_trn_6_in_the_enemy_phase_only_the_die_in_reserve_helps() -> None:
    table = Table(open_floor(5, 6), {"a1": "2,3N", "b1": "2,2S"}, b1={"reserve": "earth"},
                  bands={"B": {"pool": ["earth"], "aside": 2}})  # fmt: skip
    table.do("activate", character="a1").do("attack", target="b1")
    assert table.refusal("use_die:earth,pool,b1") == "TRN-6"
    assert [option["from"] for option in table.can("use_die")] == ["reserve"]


# inspiration dice and skills


def test_ins_1_four_dice_whatever_the_size() -> None:
    table = Table.new()
    assert {band.aside for band in table.state.bands} <= {4, 5}


def test_ins_2_fire_raises_attack_for_this_attack_only() -> None:
    table = Table(open_floor(5, 6), {"a1": "2,3N", "b1": "2,2S"}, pool=("fire",)).do("activate", character="a1")
    table.do("attack", target="b1").do("use_die", element="fire").roll(1, 1)
    rolled = next(event for event in table.events if event.kind == "CombatRolled")
    assert rolled.totals == (6, 5)


def test_ins_2_earth_helps_only_from_the_reserve_of_the_one_attacked() -> None:
    table = Table(open_floor(5, 6), {"a1": "2,3N", "b1": "2,2S"}, pool=("earth",), b1={"reserve": "earth"})
    table.do("activate", character="a1").do("attack", target="b1")
    assert {(option["element"], option["character"]) for option in table.can("use_die")} == {("earth", "b1")}


def test_ins_2_earth_in_reserve_raises_defense_in_the_enemy_phase_only() -> None:
    """Attacked in its own phase, by a foe whose skill strikes back, it does without."""
    back = skill(None, ["drawn"], name="back", effects=[{"type": "strike", "who": {"of": "opponent"}}])
    table = Table(open_floor(5, 6), {"a1": "2,3N", "b1": "2,2S"}, pool=("fire",), a1={"reserve": "earth"},
                  b1={"stats": {"skills": [back]}}, bands={"A": {"aside": 2}})  # fmt: skip
    table.do("activate", character="a1").do("attack", target="b1").passing().roll(2, 2)
    assert "AttackDeclared" in table.kinds, "b1 strikes back"
    assert isinstance(table.pending, Roll), "and a1 has nothing to announce"


def test_ins_3_one_die_per_stat_and_phase_even_in_another_use() -> None:
    table = Table(open_floor(5, 6), {"a1": "2,3N", "b1": "2,2S"}, a1={"used": ["attack"]}, pool=("fire",))
    table.do("activate", character="a1").do("attack", target="b1")
    assert not table.can("use_die")


def test_ins_3_counts_anew_in_the_next_phase() -> None:
    table = Table(open_floor(5, 6), {"a1": "2,3N", "b1": "4,0S"}, a1={"used": ["attack"]}).do("end_activations")
    assert "used" not in table.person("a1")


def test_ins_4_a_skill_costs_one_die_of_its_element() -> None:
    cut = {"stats": {"skills": [skill("tori", ["attack"], name="cut")]}}
    table = Table(open_floor(5, 6), {"a1": "2,3N", "b1": "2,2S"}, a1=cut, pool=("fire", "tori"))
    table.do("activate", character="a1").do("attack", target="b1").do("use_skill", skill="test:cut")
    assert table.band("A")["pool"] == ["fire"]


def test_ins_5_a_used_die_is_set_aside() -> None:
    table = Table(open_floor(5, 6), {"a1": "2,3N", "b1": "4,0S"}, pool=("air",)).do("activate", character="a1")
    table.do("use_die", element="air")
    assert table.band("A")["aside"] == 4


def test_ins_6_one_die_a_card_face_kept_and_it_stays() -> None:
    table = Table(open_floor(5, 5), {"a1": "0,0S", "a2": "2,0S", "b1": "4,4N"}, pool=("fire", "tori", "tori"))
    table.do("end_activations").do("reserve", character="a1", element="tori")
    assert table.refusal("reserve:a1,fire") == "INS-6"
    table.do("end_phase").roll(*["air"] * 4).do("end_activations").do("end_phase")
    assert table.person("a1")["reserve"] == "tori"
    assert table.can("take_back", character="a1")


def test_ins_7_turning_the_card_loses_the_die_disabling_too() -> None:
    table = Table(open_floor(5, 6), {"a1": "2,3N", "b1": "2,2S", "b2": "0,0S"}, b1={"reserve": "tori"},
                  bands={"B": {"aside": 3}})  # fmt: skip
    table.do("activate", character="a1").fight("b1", 6, 1)
    assert table.band("B")["aside"] == 4


def test_ins_8_in_its_own_phase_pool_or_own_reserve_never_anothers() -> None:
    table = Table(open_floor(5, 6), {"a1": "2,3N", "a2": "0,5N", "b1": "2,2S"}, pool=("fire",),
                  a1={"reserve": "fire"}, a2={"reserve": "fire"})  # fmt: skip
    table.do("activate", character="a1").do("attack", target="b1")
    assert [(o["from"], o["character"]) for o in table.can("use_die")] == [("pool", "a1"), ("reserve", "a1")]


def test_skl_1_automatic_without_element_once_a_phase_with() -> None:
    both = {"stats": {"skills": [skill(None, ["attack"], name="always"), skill("tori", ["attack"], name="cut")]}}
    table = Table(open_floor(5, 6), {"a1": "2,3N", "b1": "2,2S"}, a1=both, pool=("tori", "tori"))
    table.do("activate", character="a1").do("attack", target="b1")
    assert [option["skill"] for option in table.can("use_skill")] == ["test:cut"]
    assert table.refusal("use_skill:test:always,pool,a1") == "SKL-1"
    table.do("use_skill", skill="test:cut")
    assert not table.can("use_skill")
    rolled = table.roll(1, 1).events[0]
    assert rolled.totals == (7, 5)


def test_skl_2_several_different_skills() -> None:
    two = {"stats": {"skills": [skill("tori", ["attack"], name="one"), skill("tori", ["attack"], name="two")]}}
    table = Table(open_floor(5, 6), {"a1": "2,3N", "b1": "2,2S"}, a1=two, pool=("tori", "tori"))
    table.do("activate", character="a1").do("attack", target="b1")
    table.do("use_skill", skill="test:one").do("use_skill", skill="test:two").roll(1, 1)
    assert table.events[0].totals == (7, 5)


def test_skl_3_a_skills_text_overrides_the_rules_an_air_skill_moves_further() -> None:
    swift = {"stats": {"skills": [skill("air", ["movement"], to="movement", amount=2, name="swift")]}}
    table = Table(open_floor(5, 6), {"a1": "2,3N", "b1": "4,0S"}, a1=swift, pool=("air", "air"))
    table.do("activate", character="a1").do("use_skill", skill="test:swift").do("use_die", element="air")
    assert table.state.active is not None
    assert table.state.active.points == 5 + 2 + 1


def test_skl_4_a_shot_takes_the_place_of_the_action() -> None:
    bow = {"id": "test:bow", "name": {"en": "Bow"}, "element": None, "when": ["shot"],
           "effects": [{"type": "shot", "range": 5, "value": 4}]}  # fmt: skip
    table = Table(open_floor(5, 6), {"a1": "2,5N", "b1": "2,2S"}, a1={"stats": {"skills": [bow]}})
    table.do("activate", character="a1").do("shoot", target="b1").passing().roll(1, 1)
    assert table.state.active is not None
    assert table.state.active.acted


def test_skl_5_equipment_skills_work_alike() -> None:
    fan = {"name": "Fan", "zeni": 1, "skills": [skill(None, ["attack"], name="fan")]}
    table = Table(open_floor(5, 6), {"a1": "2,3N", "b1": "2,2S"}, a1={"equipment": fan})
    table.do("activate", character="a1").fight("b1", 1, 1)
    assert table.events[0].totals == (6, 5)


@pytest.mark.parametrize(
    ("setup", "path"),
    [
        ({"bands": {"A": [], "B": []}}, "tiles"),
        ({"bands": {"A": [{"card": "house:nobody"}], "B": [HUNTERS]}, "tiles": []}, "bands.A[0].card"),
        ({"bands": {"A": [HUNTERS], "B": [HUNTERS]}, "tiles": [{"tile": "house:moon-garden", "turns": 4}]},
         "tiles[0].turns"),
        ({"quick": True, "nonsense": 1}, "nonsense"),
        ([], ""),
    ],
)  # fmt: skip
def test_set_1_a_wrong_set_up_names_its_field(setup: object, path: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        SYSTEM.new(setup, CONTENT)
    assert caught.value.path == path


@pytest.mark.parametrize(
    ("members", "rule"),
    [([], "SET-1"), ([HUNTERS] * 4, "BND-1"), ([HUNTERS, HUNTERS], "BND-3"),
     ([HUNTERS, {"card": "house:oni-bushi"}], "BND-2")],
)  # fmt: skip
def test_bnd_a_band_against_the_rules_is_refused_with_its_rule(members: list[object], rule: str) -> None:
    setup = {"bands": {"A": members, "B": [HUNTERS]}, "tiles": [{"tile": "house:moon-garden"}] * 4}
    with pytest.raises(RuleBroken) as caught:
        SYSTEM.new(setup, CONTENT)
    assert caught.value.refusal.rule == rule


def test_cmp_2_a_figure_stands_on_one_square_and_faces_one_of_four_sides() -> None:
    table = Table(open_floor(3, 3), {"a1": "1,1W", "b1": "0,0N"})
    assert (table.person("a1")["at"], table.person("a1")["facing"]) == ([1, 1], "W")
    with pytest.raises(InvalidInput):
        Table(open_floor(3, 3), {"a1": "1,1W", "b1": "1,1N"})


def test_cmp_3_a_card_has_two_faces_with_their_own_stats_and_skills_and_a_value() -> None:
    okko = cards.character(CONTENT, "house:okko")
    assert (okko.vigilant.attack, okko.shaken.attack, okko.zeni, okko.alignment) == (4, 3, 5, "demon_hunter")
    assert "unique" in okko.traits
    other = {"vigilant": {"skills": [skill("tori", ["attack"], name="blue")]}, "shaken": {"skills": []}}
    table = Table(open_floor(5, 5), {"a1": "2,3N!", "b1": "2,2S"}, a1=other, pool=("tori",))
    table.do("activate", character="a1").do("attack", target="b1")
    assert not table.can("use_skill")


def test_cmp_5_a_combat_die_has_six_faces_each_as_likely() -> None:
    table = Table(open_floor(5, 6), {"a1": "2,3N", "b1": "2,2S"}).do("activate", character="a1")
    table.do("attack", target="b1")
    roll = table.pending
    assert isinstance(roll, Roll)
    assert {chance for _, chance in every(roll.dice)} == {Fraction(1, 36)}


def test_cmp_6_equipment_has_a_value_is_permanent_or_single_and_may_carry_skills() -> None:
    shuriken, smoke = (cards.equipment(CONTENT, f"house:{name}") for name in ("shuriken", "smoke-bomb"))
    assert {shuriken.use, smoke.use} == {"permanent", "single"}
    assert shuriken.zeni > 0
    assert shuriken.skills
