"""KAR-1 to KAR-4: sorcery, summoning, Kami, their skills and the tests that resist them."""

from __future__ import annotations

import json
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.model.core import chance
from companion.model.core.contract import Choice, Json, Over, Roll
from companion.model.core.refusal import InvalidInput
from companion.model.core.schema import read
from companion.model.core.words import Words
from companion.model.games.asagiri import SYSTEM
from companion.model.games.asagiri.skills.language.vocabulary import Alignment
from companion.model.games.asagiri.skills.record import find_skill
from companion.model.games.asagiri.state import cards, record_kinds

from .table import CONTENT, Table, open_floor, skill

SORCERY = skill(None, ["activation"], name="sorcery", action=True, effects=[{"type": "roll_again", "most": 2}])
SUMMONING = skill("tori", ["activation"], name="summoning", action=True, effects=[{"type": "summon_kami"}])
SORCERER: dict[str, Json] = {
    "stats": {"skills": [SORCERY, SUMMONING]}, "traits": ["sorcerer"], "alignment": "demon_hunter",
}  # fmt: skip
ELEMENTS = ("fire", "water", "air", "earth")


def sorcerer(people: dict[str, str] | None = None, *, pool: tuple[str, ...] = ("tori",), **more: Any) -> Table:
    """a1 is a sorcerer and active."""
    people = {"a1": "3,3N", "b1": "7,7N", **(people or {})}
    rows = more.pop("rows", open_floor(8, 8))
    table = Table(rows, people, pool=pool, a1=more.pop("a1", SORCERER), **more)
    return table.do("activate", character="a1")


def summon(table: Table, face: str) -> Table:
    """The active sorcerer summons and the die falls so."""
    return table.do("use_skill", skill="test:summoning").roll(face)


def with_kami(element: str, form: str, people: dict[str, str], *, pool: tuple[str, ...], **more: Any) -> Table:
    """a2, which a1 has summoned, is a Kami of the house box."""
    table = Table(open_floor(8, 8), {"a1": "0,0N", "a2": "3,3S", **people}, pool=pool, a1=SORCERER, **more)
    plain = SYSTEM.encode(table.state)
    for person in plain["bands"]["A"]["characters"]:
        if person["id"] == "a2":
            for field in ("profile", "name", "zeni", "traits", "alignment", "silhouette"):
                person.pop(field)
            person.update(profile=f"house:kami-of-{element}-{form}", summoner="a1")
    table.state = SYSTEM.decode(plain, CONTENT)
    return table


def on_board(table: Table, who: str) -> bool:
    return table.person(who)["at"] is not None


# KAR-1 ---------------------------------------------------------------------------------------------------------------


def test_kar_1_one_die_of_the_pool_is_rolled_again_and_the_new_face_stands() -> None:
    table = sorcerer(pool=("fire", "water", "air"))
    table.do("use_skill", skill="test:sorcery")
    assert {option["element"] for option in table.can("pick_die")} == {"fire", "water", "air"}
    table.do("pick_die", element="water").do("pass")
    asked = table.pending
    assert isinstance(asked, Roll) and [(die.kind.id, die.owner) for die in asked.dice] == [("inspiration", "A")]
    table.roll("tori")
    assert sorted(table.band("A")["pool"]) == ["air", "fire", "tori"] and table.band("A")["aside"] == 1


def test_kar_1_two_dice_at_most() -> None:
    table = sorcerer(pool=("fire", "fire", "air")).do("use_skill", skill="test:sorcery")
    table.do("pick_die", element="fire").do("pick_die", element="fire")
    assert isinstance(table.pending, Roll) and len(table.pending.dice) == 2
    table.roll("earth", "water")
    assert sorted(table.band("A")["pool"]) == ["air", "earth", "water"]


def test_kar_1_not_dice_used_nor_reserved() -> None:
    table = sorcerer({"a2": "0,0N"}, pool=("fire",), a2={"reserve": "water"}, bands={"A": {"aside": 2}})
    table.do("use_skill", skill="test:sorcery")
    assert isinstance(table.pending, Choice)
    assert [option["element"] for option in table.can("pick_die")] == ["fire"]
    empty = sorcerer({"a2": "0,0N"}, pool=(), a2={"reserve": "water"}, bands={"A": {"aside": 3}})
    assert not empty.can("use_skill")


def test_kar_1_no_die_is_paid_and_the_action_is_spent() -> None:
    table = sorcerer({"b1": "3,2S"}, pool=("fire",))
    assert table.can("attack")
    table.do("use_skill", skill="test:sorcery").do("pick_die", element="fire").roll("fire")
    assert table.band("A")["pool"] == ["fire"]
    assert not table.can("attack") and not table.can("use_skill")


# KAR-2 ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("element", ELEMENTS)
def test_kar_2_the_die_names_the_kami(element: str) -> None:
    table = summon(sorcerer(), element).do("place", at=[3, 2], facing="E")
    assert table.kinds == ["KamiSummoned"]
    came = table.person(f"kami-{element}")
    assert (came["kami"], came["summoner"], came["at"], came["facing"]) == (element, "a1", [3, 2], "E")
    assert came["activated"] and came["state"] == "vigilant" and came["zeni"] == 0
    assert table.person("a1")["at"] == [3, 3] and not table.can("activate", character=f"kami-{element}")


def test_kar_2_the_question_says_who_comes() -> None:
    table = summon(sorcerer(), "earth")
    assert isinstance(table.pending, Choice)
    assert Words()(table.pending.prompt) == "Choose where Celestial Kami of earth appears"


def test_kar_2_a_position_in_which_nobody_comes_is_refused() -> None:
    plain = SYSTEM.encode(summon(sorcerer(), "earth").state)
    plain["frames"][-1]["dice"] = ["tori"]
    with pytest.raises(InvalidInput):
        SYSTEM.decode(plain, CONTENT)


def test_kar_2_a_tori_has_no_effect() -> None:
    table = summon(sorcerer(), "tori")
    assert table.kinds == ["SummoningRolled"] and len(table.state.figures) == 2
    assert table.band("A")["pool"] == [] and table.band("A")["aside"] == 4
    assert table.state.active is not None and table.state.active.acted


def test_kar_2_the_tori_is_rolled_and_used() -> None:
    table = sorcerer(pool=("tori", "tori")).do("use_skill", skill="test:summoning", origin="pool")
    asked = table.pending
    assert isinstance(asked, Roll) and len(asked.dice) == 1 and chance.count(asked.dice) == 5
    table.roll("fire").do("place", at=[3, 2], facing="N")
    assert table.band("A")["pool"] == ["tori"] and table.band("A")["aside"] == 3


def test_kar_2_a_tori_in_reserve_pays_too() -> None:
    table = sorcerer(pool=(), a1={**SORCERER, "reserve": "tori"}, bands={"A": {"aside": 3}})
    summon(table, "air").do("place", at=[3, 2], facing="N")
    assert table.person("a1")["reserve"] is None and on_board(table, "kami-air")


def test_kar_2_without_a_tori_nobody_summons() -> None:
    table = sorcerer(pool=("fire",))
    assert not table.can("use_skill", skill="test:summoning")
    assert table.refusal("use_skill:test:summoning,pool,a1") == "INS-4"


def test_kar_2_not_in_an_enemy_control_zone() -> None:
    table = sorcerer({"b1": "3,2S"})
    assert table.refusal("use_skill:test:summoning,pool,a1") == "KAR-2"


def test_kar_2_not_while_the_band_holds_a_kami() -> None:
    table = summon(sorcerer(pool=("tori", "tori")), "water").do("place", at=[3, 2], facing="N")
    table.do("end_activations").do("end_phase")
    table.roll("fire", "fire", "fire", "fire").do("end_activations").do("end_phase")
    table.roll("tori", "tori", "fire", "fire").do("activate", character="a1")
    assert table.refusal("use_skill:test:summoning,pool,a1") == "KAR-2"


@pytest.mark.parametrize(
    ("own", "friend", "expected"),
    [
        ("demon_hunter", "mercenary", "demon_hunter"), ("evil_creature", "mercenary", "evil_creature"),
        ("mercenary", "evil_creature", "evil_creature"), ("mercenary", "demon_hunter", "demon_hunter"),
        ("mercenary", "mercenary", "demon_hunter"),
    ],
)  # fmt: skip
def test_kar_2_the_form_follows_the_sorcerer_or_its_band(own: str, friend: str, expected: str) -> None:
    table = sorcerer({"a2": "0,0N"}, a1={**SORCERER, "alignment": own}, a2={"alignment": friend})
    came = summon(table, "fire").do("place", at=[3, 2], facing="N").person("kami-fire")
    form = {"demon_hunter": "celestial", "evil_creature": "corrupted"}[expected]
    assert came["card"] == f"house:kami-of-fire-{form}" and came["alignment"] == expected


def test_kar_2_a_kami_of_the_enemy_changes_sides() -> None:
    witch = {**SORCERER, "alignment": "evil_creature"}
    table = sorcerer({"b2": "7,0N"}, b2=witch)
    summon(table, "earth").do("place", at=[3, 2], facing="N").do("end_activations")
    if table.can("end_phase"):
        table.do("end_phase")
    table.roll("tori", "fire", "fire", "fire").do("activate", character="b2")
    summon(table, "earth").do("place", at=[6, 0], facing="W")
    assert table.kinds == ["CharacterDefected", "KamiSummoned"]
    came = table.person("kami-earth")
    assert came["summoner"] == "b2" and came["at"] == [6, 0] and came["card"] == "house:kami-of-earth-corrupted"
    assert [person["id"] for person in table.band("B")["characters"]] == ["b1", "b2", "kami-earth"]
    assert (
        sum(person["kami"] == "earth" for s in "AB" for person in table.band(s)["characters"] if "kami" in person) == 1
    )
    assert SYSTEM.decode(json.loads(json.dumps(SYSTEM.encode(table.state))), CONTENT) == table.state


@pytest.mark.parametrize(("face", "places"), [("fire", {(1, 0), (1, 1)}), ("water", {(1, 1)})])
def test_kar_2_the_square_that_a_kami_of_the_enemy_leaves_is_free(face: str, places: set[tuple[int, int]]) -> None:
    table = Table(["..h", "h.h", "hhh"], {"a1": "0,0N", "b1": "2,2S", "b2": "1,0E"}, a1=SORCERER, b1=SORCERER,
                  b2={"kami": "fire", "summoner": "b1"}, pool=("tori",))  # fmt: skip
    table.do("activate", character="a1")
    assert {tuple(option["at"]) for option in summon(table, face).can("place")} == places


def test_kar_2_the_square_that_the_enemys_kami_would_leave_is_free_before_the_roll() -> None:
    """The only one: a die of this element brings the Kami there, any other brings nobody."""
    people = {"a1": "0,0N", "b1": "2,2S", "b2": "1,0E"}
    for face, places in (("fire", {(1, 0)}), ("water", set())):
        table = Table(["..h", "hhh", "hhh"], people, a1=SORCERER, b1=SORCERER,
                      b2={"kami": "fire", "summoner": "b1"}, pool=("tori",))  # fmt: skip
        table.do("activate", character="a1")
        assert {tuple(option["at"]) for option in summon(table, face).can("place")} == places
        assert places or (on_board(table, "b2") and table.can("end_activation"))
    alone = Table(["..h", "hhh", "hhh"], {**people, "b2": "1,0E"}, a1=SORCERER, b1=SORCERER, pool=("tori",))
    alone.do("activate", character="a1")
    assert alone.refusal("use_skill:test:summoning,pool,a1") == "KAR-2", "whoever else stands there stays"


@given(
    rows=st.lists(st.text(".habs", min_size=5, max_size=5), min_size=5, max_size=5),
    friends=st.sets(st.tuples(st.integers(0, 4), st.integers(0, 4)), max_size=6),
    walls=st.sets(st.tuples(st.integers(1, 3), st.integers(1, 3), st.sampled_from("ES")), max_size=5),
)
def test_kar_2_it_appears_on_a_free_square_the_sorcerer_could_step_to(
    rows: list[str], friends: set[tuple[int, int]], walls: set[tuple[int, int, str]]
) -> None:
    """The squares offered are those of its steps, without hindering ones; every facing."""
    rows = [row if n != 2 else row[:2] + "." + row[3:] for n, row in enumerate(rows)]
    free = [at for at in sorted(friends) if at != (2, 2) and rows[at[1]][at[0]] != "b"]
    people = {f"a{n + 2}": f"{c},{r}N" for n, (c, r) in enumerate(free)}
    sides = " ".join(f"{c},{r}{side}" for c, r, side in sorted(walls))
    rows = [row + ".." for row in rows] + ["......."]
    quick = {"stats": {"movement": 12, "skills": [SUMMONING]}}
    table = Table(rows, {"a1": "2,2N", **people, "b1": "6,5S"}, pool=("tori",), a1=quick, walls=sides)
    table.do("activate", character="a1")
    steps = {tuple(o["at"]) for o in table.can("step")}
    wanted = {at for at in steps if rows[at[1]][at[0]] != "h"}
    if not wanted:
        assert not table.can("use_skill") and table.refusal("use_skill:test:summoning,pool,a1") == "KAR-2"
        return
    places = summon(table, "water").can("place")
    assert {(tuple(o["at"]), o["facing"]) for o in places} == {(at, facing) for at in wanted for facing in "NESW"}


def test_kar_2_when_the_sorcerer_is_disabled_the_kami_leaves() -> None:
    table = summon(sorcerer({"b1": "5,5N"}), "fire").do("place", at=[3, 2], facing="N").do("end_activations")
    plain = SYSTEM.encode(table.state)
    for person in plain["bands"]["B"]["characters"]:
        person.update(at=[3, 4], facing="N")
    plain["bands"]["A"]["characters"].append({**plain["bands"]["B"]["characters"][0], "id": "a9", "at": [7, 0]})
    plain.pop("order", None)
    table.state = SYSTEM.decode(plain, CONTENT)
    table.roll("fire", "fire", "fire", "fire").do("activate", character="b1").fight("a1", 6, 1)
    assert table.kinds[-2:] == ["CharacterDisabled", "CharacterDismissed"]
    assert not on_board(table, "kami-fire") and table.band("A")["lost"] == 3


def test_kar_2_it_can_be_summoned_again() -> None:
    table = with_kami("fire", "celestial", {"b1": "3,4N"}, pool=("tori",))
    table.do("activate", character="a2").fight("b1", 1, 5)
    assert not on_board(table, "a2")
    table.do("activate", character="a1")
    summon(table, "fire").do("place", at=[1, 1], facing="N")
    assert on_board(table, "a2") and len(table.state.figures) == 3, "the same token"


# KAR-3 ---------------------------------------------------------------------------------------------------------------


def test_kar_3_it_moves_and_fights_as_any_figure() -> None:
    table = with_kami("fire", "celestial", {"b1": "3,5N"}, pool=())
    table.do("activate", character="a2")
    assert table.state.active is not None and table.state.active.points == 5
    table.walk([3, 4]).fight("b1", 4, 4).do("retreat", at=[3, 6])
    assert table.person("b1")["at"] == [3, 6] and table.person("a2")["at"] == [3, 4]


@pytest.mark.parametrize(("dice", "gone"), [((1, 5), True), ((2, 5), True), ((2, 4), False)])
def test_kar_3_shaken_or_disabled_it_disappears_for_no_zeni(dice: tuple[int, int], gone: bool) -> None:
    """5 + 1 against 4 + 5: by three it would be shaken; by two it retreats."""
    table = with_kami("fire", "celestial", {"b1": "3,4N"}, pool=(), b1={"stats": {"defense": 5}})
    table.do("activate", character="a2").fight("b1", *dice)
    if table.can("retreat"):
        table.do("retreat", at=[3, 2])
    assert on_board(table, "a2") != gone and table.band("A")["lost"] == 0
    assert not isinstance(table.pending, Over)


def test_kar_3_a_retreat_that_shakes_makes_it_disappear() -> None:
    table = with_kami("fire", "celestial", {"b1": "3,4N", "a3": "2,2N", "a4": "3,2N", "a5": "4,2N"}, pool=())
    table.do("activate", character="a2").fight("b1", 1, 4)
    assert not on_board(table, "a2")


def test_kar_3_mov_8_applies() -> None:
    table = with_kami("air", "celestial", {"b1": "3,4N", "b2": "7,7N"}, pool=())
    table.do("activate", character="a2").walk([2, 2]).do("end_movement")
    assert not on_board(table, "a2") and table.state.active is None
    assert "CharacterDismissed" in table.kinds and table.band("A")["lost"] == 0


def test_kar_3_no_dice_on_its_stats() -> None:
    table = with_kami("fire", "celestial", {"b1": "3,4N"}, pool=("fire", "air", "earth"))
    table.do("activate", character="a2")
    assert not table.can("use_die") and table.refusal("use_die:air,pool,a2") == "KAR-3"
    table.do("attack", target="b1")
    assert isinstance(table.pending, Roll), "fire does not help it"


def test_kar_3_no_die_in_reserve() -> None:
    table = with_kami("fire", "celestial", {"b1": "7,7N"}, pool=("fire",)).do("end_activations")
    assert {option["character"] for option in table.can("reserve")} == {"a1"}
    assert table.refusal("reserve:a2,fire") == "KAR-3"


@pytest.mark.parametrize("bad", [{"state": "shaken"}, {"reserve": "fire"}, {"summoner": "z9"}])
def test_kar_3_a_position_with_an_impossible_kami_is_refused(bad: Json) -> None:
    plain = SYSTEM.encode(with_kami("fire", "celestial", {"b1": "7,7N"}, pool=()).state)
    next(person for person in plain["bands"]["A"]["characters"] if person["id"] == "a2").update(bad)
    with pytest.raises(InvalidInput) as wrong:
        SYSTEM.decode(plain, CONTENT)
    assert wrong.value.path.startswith("bands.A.characters[1].")


def test_kar_3_a_position_may_write_a_kami_out() -> None:
    plain = SYSTEM.encode(Table(open_floor(3, 3), {"a1": "0,0N", "b1": "2,2N"}, a1=SORCERER).state)
    stats = {"attack": 5, "defense": 3, "movement": 4, "willpower": 4, "skills": []}
    plain["bands"]["A"]["characters"].append(
        {"id": "k", "at": [1, 1], "facing": "N", "kami": "fire", "summoner": "a1",
         "profile": {"vigilant": stats, "shaken": stats}}
    )  # fmt: skip
    state = SYSTEM.decode(plain, CONTENT)
    written = SYSTEM.encode(state)["bands"]["A"]["characters"][1]
    assert (written["kami"], written["summoner"], written["zeni"], written["traits"]) == ("fire", "a1", 0, ["kami"])
    assert SYSTEM.decode(SYSTEM.encode(state), CONTENT) == state


def test_kar_3_by_hand_too_it_disappears() -> None:
    table = with_kami("fire", "celestial", {"b1": "7,7N"}, pool=())
    shaken = SYSTEM.correction_of(table.state, {"kind": "set_state", "who": "a2", "state": "shaken"})
    table._take(SYSTEM.edit(table.state, shaken))
    assert not on_board(table, "a2")
    table = with_kami("fire", "celestial", {"b1": "7,7N", "a3": "5,5N"}, pool=())
    for correction in ({"kind": "set_state", "who": "a1", "state": "disabled"},
                       {"kind": "place", "who": "a1", "at": None, "facing": "N"}):  # fmt: skip
        done = SYSTEM.edit(table.state, SYSTEM.correction_of(table.state, correction)).state
        assert done.figures[1].at < 0, "its sorcerer is gone"
    reserve = SYSTEM.correction_of(table.state, {"kind": "set_reserve", "who": "a2", "element": "fire"})
    with pytest.raises(InvalidInput):
        SYSTEM.edit(table.state, reserve)


# KAR-4 ---------------------------------------------------------------------------------------------------------------

FORMS = [(element, form) for element in ELEMENTS for form in ("celestial", "corrupted")]


@pytest.mark.parametrize(("element", "form"), FORMS)
def test_kar_4_every_kami_has_influence_and_one_major_skill_of_its_element(element: str, form: str) -> None:
    card = cards.kami(CONTENT, f"house:kami-of-{element}-{form}")
    assert (card.element, card.form) == (element, form)
    influence, major = card.stats.skills
    assert influence == "house:influence"
    found = find_skill(CONTENT, major)
    assert found.cost == ((element,),), (
        "KAR-4: the skill after which a Kami leaves costs one die of its element; a tori cannot pay for it."
    )
    assert found.is_action and found.effects[-1].__struct_config__.tag == "dismiss"


def use(table: Table, skill_: str, element: str | None = None) -> Table:
    table.do("activate", character="a2").do("use_skill", skill=f"house:{skill_}")
    if table.can("pick_die"):
        table.do("pick_die", element=element or table.can("pick_die")[0]["element"])
    return table


def test_kar_4_influence_shakes_who_does_not_resist() -> None:
    for die, state in ((4, "vigilant"), (5, "shaken")):
        table = use(with_kami("fire", "celestial", {"b1": "3,5N", "b2": "7,7N"}, pool=("air",)), "influence")
        assert isinstance(table.pending, Roll) and [d.owner for d in table.pending.dice] == ["b1"]
        table.roll(die)
        assert table.person("b1")["state"] == state
        assert on_board(table, "a2"), "only a major skill sends it away"


def test_kar_4_influence_is_paid_from_the_pool_with_any_die() -> None:
    assert not with_kami("fire", "celestial", {"b1": "3,5N"}, pool=()).do("activate", character="a2").can("use_skill")
    table = with_kami("fire", "celestial", {"b1": "3,5N"}, pool=("air", "earth"))
    table.do("activate", character="a2").do("use_skill", skill="house:influence")
    assert {option["element"] for option in table.can("pick_die")} == {"air", "earth"}
    table.do("pick_die", element="earth")
    assert table.band("A")["pool"] == ["air"]


def test_kar_4_check_asks_about_a_major_skill_that_a_tori_pays() -> None:
    record = {"id": "t:kami", "name": {"en": "Kami"}, "element": "fire", "form": "celestial"}
    stats = {"attack": 5, "defense": 3, "movement": 5, "willpower": 5}
    notes = next(kind for kind in record_kinds.KINDS if kind.id == "kami").notes
    for skill_, wrong in (("house:cleansing-flame", []), ("house:drowning-wave", ["/stats/skills/1"])):
        card = read({**record, "stats": {**stats, "skills": ["house:influence", skill_]}}, cards.KamiCard)
        assert [found.pointer for found in notes(card, CONTENT)] == wrong


def test_kar_4_a_die_in_reserve_helps_to_resist() -> None:
    table = with_kami("fire", "celestial", {"b1": "3,5N"}, pool=("air",), b1={"reserve": "water"},
                      bands={"B": {"aside": 3}})  # fmt: skip
    use(table, "influence").do("use_die", element="water", character="b1")
    table.passing().roll(5)
    assert table.person("b1")["state"] == "vigilant" and table.person("b1")["reserve"] is None


def test_kar_4_a_skill_helps_to_resist() -> None:
    calm = skill(None, ["willpower"], to="willpower", name="calm")
    table = with_kami("fire", "celestial", {"b1": "3,5N"}, pool=("air",), b1={"stats": {"skills": [calm]}})
    assert use(table, "influence").roll(5).person("b1")["state"] == "vigilant"


def test_kar_4_a_shaken_enemy_that_fails_is_disabled() -> None:
    table = with_kami("air", "celestial", {"b1": "3,5N!", "b2": "7,7N"}, pool=("air",))
    use(table, "influence").roll(5)
    assert table.person("b1")["state"] == "disabled" and table.band("B")["lost"] == 3
    table = with_kami("air", "celestial", {"b1": "3,5N!", "b2": "7,7N"}, pool=("air",))
    use(table, "breath-of-heaven").roll(6)
    assert table.person("b1")["state"] == "disabled", "whatever else the skill would do"
    assert not on_board(table, "a2")


def test_kar_4_a_shaken_enemy_that_passes_stays() -> None:
    table = with_kami("air", "celestial", {"b1": "3,5N!", "b2": "7,7N"}, pool=("air",))
    assert use(table, "influence").roll(3).person("b1")["state"] == "shaken"


@pytest.mark.parametrize(("element", "form"), FORMS)
def test_kar_4_after_its_major_skill_the_kami_leaves(element: str, form: str) -> None:
    major = cards.kami(CONTENT, f"house:kami-of-{element}-{form}").stats.skills[1].removeprefix("house:")
    table = use(with_kami(element, form, {"b1": "3,5N", "b2": "7,7N"}, pool=(element,)), major)
    assert isinstance(table.pending, Roll)
    table.roll(1)
    assert not on_board(table, "a2") and table.person("b1")["state"] == "vigilant"
    assert table.band("A")["lost"] == 0 and table.state.active is None


def major_table(element: str, form: str, people: dict[str, str], **more: Any) -> Table:
    table = with_kami(element, form, {"b9": "7,7N", **people}, pool=(element,), **more)
    return use(table, cards.kami(CONTENT, f"house:kami-of-{element}-{form}").stats.skills[1].removeprefix("house:"))


def test_kar_4_cleansing_flame_shakes_everybody_near() -> None:
    table = major_table("fire", "celestial", {"b1": "3,5N", "b2": "5,3N", "b3": "6,3N"}).roll(5).roll(4)
    assert [table.person(name)["state"] for name in ("b1", "b2", "b3")] == ["shaken", "vigilant", "vigilant"]


def test_kar_4_devouring_fire_disables_one() -> None:
    table = major_table("fire", "corrupted", {"b1": "3,5N", "b2": "5,3N"}).do("pick", character="b2").roll(5)
    assert [table.person(name)["state"] for name in ("b1", "b2")] == ["vigilant", "disabled"]


def test_kar_4_healing_spring_calms_friends_and_drains_enemies() -> None:
    table = major_table("water", "celestial", {"a3": "5,5N!", "a4": "4,4N!", "b1": "3,5N"}, b1={"reserve": "fire"},
                        bands={"B": {"aside": 3}}).roll(5)  # fmt: skip
    assert table.person("a3")["state"] == "vigilant"
    assert table.person("a4")["state"] == "shaken", "in an enemy control zone nobody is calmed (STA-4)"
    assert table.person("b1")["state"] == "shaken" and table.person("b1")["reserve"] is None


def test_kar_4_drowning_wave_throws_back() -> None:
    table = major_table("water", "corrupted", {"b1": "3,4N"}).roll(6)
    assert table.person("b1")["at"] == [3, 6] and table.person("b1")["state"] == "shaken"


def test_kar_4_breath_of_heaven_blows_away() -> None:
    table = major_table("air", "celestial", {"b1": "3,4N"}).roll(5)
    assert table.person("b1")["at"] == [3, 7] and table.person("b1")["state"] == "vigilant"


def test_kar_4_howling_storm_slows_and_robs() -> None:
    table = major_table("air", "corrupted", {"b1": "3,5N"}, b1={"reserve": "fire"}, bands={"B": {"aside": 3}}).roll(5)
    assert table.person("b1")["reserve"] is None
    table.do("end_activations")
    table.roll("fire", "fire", "fire", "fire").do("activate", character="b1")
    assert table.state.active is not None and table.state.active.points == 5 - 2


def test_kar_4_weight_of_the_mountain_holds_down() -> None:
    table = major_table("earth", "celestial", {"b1": "3,5N"}).roll(5).do("end_activations")
    table.roll("fire", "fire", "fire", "fire").do("activate", character="b1")
    assert table.state.active is not None and table.state.active.points == 5 - 3


def test_kar_4_yawning_earth_swallows_one() -> None:
    table = major_table("earth", "corrupted", {"b1": "3,6N"}).roll(6)
    assert table.person("b1")["state"] == "disabled" and table.band("B")["lost"] == 3


# the box -------------------------------------------------------------------------------------------------------------


def test_kar_1_there_are_sorcerers_of_both_alignments_and_scrolls_for_them() -> None:
    found: dict[Alignment, str] = {}
    for id, record in CONTENT.every("character"):
        card = cards.character(CONTENT, id)
        if "sorcerer" in card.traits:
            found[card.alignment] = id
            assert {"house:sorcery", "house:summoning"} <= set(card.vigilant.skills), record
    assert {"demon_hunter", "evil_creature"} <= set(found) <= set(get_args(Alignment))
    scrolls = [id for id, record in CONTENT.every("equipment") if "sorcerer" in record.get("bearers", ())]
    assert len(scrolls) >= 2


def scroll(name: str, element: str) -> Table:
    equipment = {"equipment": f"house:{name}", "traits": ["sorcerer"]}
    table = Table(open_floor(8, 8), {"a1": "3,3S", "b1": "3,5N"}, pool=(element,), a1=equipment)
    return table.do("activate", character="a1")


def test_kar_1_scroll_of_ashes() -> None:
    table = scroll("scroll-of-ashes", "fire").do("use_skill", skill="house:words-of-ash").roll(5)
    assert table.person("b1")["state"] == "shaken" and table.person("a1")["spent"]


def test_kar_1_scroll_of_the_four_winds() -> None:
    table = scroll("scroll-of-the-four-winds", "air").do("use_skill", skill="house:ride-the-wind")
    table.do("place", at=[6, 6])
    assert table.person("a1")["at"] == [6, 6]


def test_kar_1_scroll_of_still_water() -> None:
    table = Table(open_floor(8, 8), {"a1": "3,3S", "b1": "7,7N"}, pool=("water", "fire"),
                  a1={"equipment": "house:scroll-of-still-water"})  # fmt: skip
    table.do("activate", character="a1").do("use_skill", skill="house:still-water").do("pick_die", element="fire")
    assert table.band("A")["pool"] == ["tori"]


def test_kar_1_crows_eye() -> None:
    table = Table(open_floor(8, 8), {"a1": "3,3S", "b1": "3,5N"}, pool=("water",), a1={"profile": "house:crow-witch"},
                  b1={"reserve": "fire"}, bands={"B": {"aside": 3}})  # fmt: skip
    table.do("activate", character="a1").do("use_skill", skill="house:crows-eye").roll(5)
    assert table.person("b1")["reserve"] is None
