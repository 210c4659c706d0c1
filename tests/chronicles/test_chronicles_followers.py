"""Followers and Kami: recruited, taken, handed over, summoned (FOL, KAM)."""

from __future__ import annotations

from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.model.core.contract import Json, Over, Roll
from companion.model.core.refusal import InvalidInput
from companion.model.games.chronicles import SYSTEM
from companion.model.games.chronicles.rules import damage, followers, missions, outfit, play
from companion.model.games.chronicles.rules import events as e
from companion.model.games.chronicles.rules.testing import begin as begin_test
from companion.model.games.chronicles.rules.transition import Transition
from companion.model.games.chronicles.state.state import Figure, State, replace
from tests.contract.games import answer_to

from .sample import WEIGHTS
from .tables import (
    CONTENT,
    acting,
    begun,
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
    rolled,
    setup,
)

TWO, FOUR = known(2), known(4)
TABLE = begun(2, tracked=True)
TIKKU: Json = {"card": "house:tikku", "group": "follower", "owner": "h1"}


def active(state: State, seat: str = "h2", **fields: Json) -> State:
    return changed(state, {**acting(state, seat), **{at.replace("__", "."): value for at, value in fields.items()}})


def summoned(state: State, seat: str, element: str) -> State:
    """What comes of a summoning, asked for by a card."""
    t = Transition(state)
    assert followers.summon(t, seat, element)  # type: ignore[arg-type]
    play.go_on(t)
    return t.now


def test_fol_1_a_hero_has_one_follower_or_kami() -> None:
    assert not any(one.startswith("recruit") for one in offered(active(TWO, "h1"), "h1"))  # Okko has Tikku
    assert refused(active(TWO, "h1"), "recruit:follower", "h1") == "FOL-2"
    with pytest.raises(InvalidInput) as caught:
        changed(TWO, {"figures.ferryman": {"card": "house:ferryman", "group": "follower", "owner": "h1"}})
    assert caught.value.path == "figures"


def test_fol_2_recruiting_shows_who_it_is_and_then_asks_for_a_version() -> None:
    state = choose(active(TWO), "recruit:follower", "h2")
    assert state.hero("h2").actions == 2
    asked = roll(state)
    assert (asked.kind, asked.seen_by) == ("draw", None)
    assert set(asked.dice[0].kind.faces) == {"house:ferryman", "house:kubbans-page"}
    met = SYSTEM.rolled(state, ("house:ferryman",))
    assert met.events == (e.FollowerMet("h2", "house:ferryman"),)
    assert offered(met.state, "h2") == {"version:0", "version:1"}
    applied = done(met.state, "version:1", "h2")
    assert applied.events[0] == e.FollowerJoined("ferryman", "house:ferryman", "h2")
    joined = figure(applied.state, "ferryman")
    assert (joined.owner, joined.version, joined.group) == ("h2", 1, "follower")


def test_fol_2_at_a_table_it_is_told_who_it_is() -> None:
    state = choose(active(TABLE), "recruit:follower", "h2")
    assert offered(state, "h2") == {"tell:house:ferryman", "tell:house:kubbans-page"}
    joined = chosen(state, "h2", "tell:house:kubbans-page", "version:0")
    assert figure(joined, "kubbans-page").owner == "h2"


def test_fol_2_a_token_face_down_is_hidden_and_stands_where_it_lay() -> None:
    token: Json = {"type": "follower", "card": "house:ferryman"}
    state = active(TWO, tokens__somebody=token)
    for viewer in ("oni", "h2", "*"):
        assert SYSTEM.view(state, viewer)["tokens"][0]["card"] == "?"
    world = SYSTEM.sample_world(SYSTEM.view(state, "h2"), "h2", Random(1), CONTENT)
    assert world.tokens[0].card in ("house:ferryman", "house:kubbans-page")
    applied = done(state, "recruit:somebody", "h2")
    assert applied.events == (e.FollowerMet("h2", "house:ferryman"),)
    joined = choose(applied.state, "version:0", "h2")
    assert joined.tokens == ()
    assert figure(joined, "ferryman").at == state.tokens[0].at


def test_fol_3_one_recruited_acts_at_the_end_of_its_hero_once_a_turn() -> None:
    state = chosen(active(TWO, figures__ferryman={"card": "house:ferryman", "group": "follower"}), "h2",
                   "take_follower:ferryman", "end_activation")  # fmt: skip
    assert figure(state, "ferryman").acted
    tired = active(TWO, figures__ferryman={"card": "house:ferryman", "group": "follower", "acted": True})
    ended = chosen(tired, "h2", "take_follower:ferryman", "end_activation")
    assert ended.stage == "oni"


def test_fol_3_it_acts_once_even_if_it_changes_hands() -> None:
    state = active(TWO, "h1", figures__tikku={**TIKKU, "acted": True})  # type: ignore[dict-item]
    given_ = choose(state, "hand_over:h2", "h1")
    later = changed(given_, {**acting(given_, "h2"), "heroes.h1.actions": 0})
    assert choose(later, "end_activation", "h2").stage == "oni"


def test_fol_4_killed_its_card_is_gone_and_the_slot_free() -> None:
    t = Transition(active(TWO, "h1"))
    damage.damage(t, "tikku", 3)
    assert t.now.piles.used_followers == ("house:tikku",)
    assert followers.free_slots(t.now) == ["h1", "h2"]
    assert followers.unmet(t.now) == ["house:ferryman", "house:kubbans-page"]
    again = SYSTEM.decode(SYSTEM.encode(t.now), CONTENT)
    assert again.piles.used_followers == ("house:tikku",)


def test_fol_4_a_host_killed_goes_to_the_discard_of_hosts() -> None:
    t = Transition(active(TWO, figures__servant={"card": "house:servant", "group": "follower", "owner": "h2"}))
    damage.damage(t, "servant", 2)
    assert t.now.piles.used_hosts == ("house:servant",)


def test_fol_5_it_moves_and_attacks_like_its_hero_and_is_an_opponent_of_the_oni() -> None:
    state = chosen(active(TWO, "h1"), "h1", "end_activation")
    assert {"stand:?", "attack:yurei-1", "end_activation"} <= offered(state, "h1")
    yurei = figure(state, "yurei-1")
    assert "tikku" in [one.id for one in damage.opponents(state, yurei)]


def test_fol_6_it_is_handed_over_for_an_action_to_a_hero_without_one() -> None:
    state = active(TWO, "h1")
    assert "hand_over:h2" in offered(state, "h1")
    applied = done(state, "hand_over:h2", "h1")
    assert applied.events[0] == e.FollowerJoined("tikku", "house:tikku", "h2")
    assert (figure(applied.state, "tikku").owner, applied.state.hero("h1").actions) == ("h2", 2)
    both = active(TWO, "h1", figures__ferryman={"card": "house:ferryman", "group": "follower", "owner": "h2"})
    assert refused(both, "hand_over:h2", "h1") == "FOL-6"


def test_fol_7_ownerless_it_stays_is_not_activated_and_may_be_taken() -> None:
    t = Transition(TWO)
    damage.put_out(t, "h1")
    assert figure(t.now, "tikku").owner is None
    assert "tikku" in [one.id for one in damage.opponents(t.now, figure(t.now, "yurei-1"))]
    state = changed(t.now, {**acting(t.now, "h2"), "stage": "hero"})
    taken = choose(state, "take_follower:tikku", "h2")
    assert figure(taken, "tikku").owner == "h2"
    assert refused(active(TWO), "take_follower:tikku", "h2") == "FOL-7"


def test_fol_8_a_test_of_what_it_has_not_fails() -> None:
    t = Transition(active(TWO, "h1"))
    begin_test(t, "tikku", "fire", "mental", 1, None, direct=True)
    play.go_on(t)
    assert any(isinstance(one, e.TestResolved) and not one.passed for one in t.events)


def test_fol_9_off_no_mission_is_rolled_and_on_a_combat_die_names_it() -> None:
    plain = rolled(choose(active(TWO), "recruit:follower", "h2"), "house:ferryman")
    assert figure(choose(plain, "version:0", "h2"), "ferryman").mission == -1
    state = known(2, follower_missions="on")
    met = rolled(choose(active(state), "recruit:follower", "h2"), "house:ferryman")
    asked = choose(met, "version:0", "h2")
    assert (roll(asked).kind, roll(asked).dice[0].kind.id) == ("mission", "combat")
    for face, mission in ((0, 0), (1, 1), (2, 2), ("ki", 2)):
        given_ = rolled(asked, face)
        assert figure(given_, "ferryman").mission == mission
        assert SYSTEM.decode(SYSTEM.encode(given_), CONTENT) == given_


def test_set_3_a_follower_from_the_start_has_no_power_before_its_version_is_picked() -> None:
    state = SYSTEM.new(setup(2), CONTENT)
    assert figure(state, "tikku").version == outfit.NOT_CHOSEN
    assert refused(state, "arranged", "h1") == "OBJ-5"
    assert figure(choose(state, "version:1", "h1"), "tikku").version == 1
    with pytest.raises(InvalidInput) as caught:
        changed(TWO, {"figures.tikku.version": 5})
    assert caught.value.path.endswith(".version")


def test_set_3_two_kami_of_each_element_are_picked_where_there_are_more() -> None:
    state = outfitted({**setup(2), "heroes": ["house:noshin", "house:noburo"]})
    assert len(state.hero("h1").kami) == 8
    assert state.hero("h2").kami == ()
    box = state.table.box
    third = msgspec.structs.replace(box.kami["house:water-a"], id="more:water-c")
    more = msgspec.structs.replace(box, kami={**box.kami, "more:water-c": third})
    assert len(outfit.base_kami(more, "house:noshin")) == 6
    t = Transition(replace(state, table=replace(state.table, box=more), frames=()))
    t.hero("h1", kami=outfit.base_kami(more, "house:noshin"))
    outfit.begin(t)
    waters = {"kami:house:water-a", "kami:house:water-b", "kami:more:water-c"}
    assert waters <= offered(t.now, "h1")
    assert "arranged" not in offered(t.now, "h1")
    picked = chosen(t.now, "h1", "kami:house:water-b", "kami:more:water-c")
    assert len(picked.hero("h1").kami) == 8
    assert "house:water-a" not in picked.hero("h1").kami


def test_kam_1_worked_example_22() -> None:
    state = summoned(active(FOUR, "h3"), "h3", "water")
    state = choose(state, "kami:house:water-a", "h3")
    kami = figure(state, "water-a")
    assert (kami.group, kami.owner, kami.turned) == ("kami", "h3", False)
    ended = chosen(state, "h3", "end_activation", "end_activation")
    assert figure(ended, "water-a").turned
    here: Json = {"card": "house:water-a", "group": "kami", "owner": "h3", "turned": True}
    second = changed(FOUR, {**acting(FOUR, "h3"), "turn": 3, "figures.water-a": here})
    assert chosen(second, "h3", "end_activation", "end_activation").figure("water-a") is None
    t = Transition(second)
    damage.put_out(t, "h3")
    assert t.now.figure("water-a") is None


def test_kam_1_it_is_never_handed_over_and_belongs_to_a_hero() -> None:
    kami: Json = {"card": "house:air-b", "group": "kami", "owner": "h3"}
    state = active(FOUR, "h3", **{"figures__air-b": kami})
    assert not any(one.startswith("hand_over") for one in offered(state, "h3"))
    assert refused(state, "hand_over:h2", "h3") == "FOL-6"
    with pytest.raises(InvalidInput) as caught:
        changed(FOUR, {"figures.air-b": {"card": "house:air-b", "group": "kami", "owner": None}})
    assert caught.value.path.endswith(".owner")


def test_kam_2_the_summoner_needs_a_free_slot_and_picks_the_card() -> None:
    t = Transition(active(FOUR, "h1"))
    assert not followers.summon(t, "h1", "fire")  # Okko has Tikku
    assert t.now.frames == ()
    state = summoned(active(FOUR, "h3"), "h3", "fire")
    assert offered(state, "h3") == {"kami:house:fire-a", "kami:house:fire-b"}
    assert refused(state, "kami:house:air-a", "h3") == "KAM-2"
    applied = done(state, "kami:house:fire-b", "h3")
    assert applied.events[0] == e.FollowerJoined("fire-b", "house:fire-b", "h3")


def test_kam_2_a_talent_summons_and_a_card_comes_again_later() -> None:
    plan: Json = {"left": "house:noshin-1"}
    hand = [card for card in FOUR.hero("h3").hand if card != "house:noshin-1"]
    state = active(FOUR, "h3", heroes__h3__plan=plan, heroes__h3__hand=hand)
    state = chosen(state, "h3", "talent:house:noshin-1:0", "kami:house:water-b")
    assert figure(state, "water-b").owner == "h3"
    t = Transition(state)
    damage.remove(t, "water-b")
    assert followers.kami_of(t.now, "h3", "water") == ("house:water-a", "house:water-b")


def test_kam_2_with_one_card_left_it_comes_by_itself() -> None:
    state = active(FOUR, "h3", heroes__h3__kami=["house:earth-a"])
    assert figure(summoned(state, "h3", "earth"), "earth-a").owner == "h3"


@given(st.integers(0, 10_000))
def test_every_follower_slot_holds_one_card_at_most(seed: int) -> None:
    """Invariant 21, whatever is recruited, handed over or taken."""
    rng = Random(seed)
    state = active(FOUR, "h3")
    for _ in range(25):
        pending = SYSTEM.pending(state)
        if isinstance(pending, Over):
            break
        answer = answer_to(pending, rng, {**WEIGHTS, "recruit": 20, "hand_over": 20, "take_follower": 20})
        state = (SYSTEM.rolled if isinstance(pending, Roll) else SYSTEM.apply)(state, answer).state  # type: ignore[operator]
        owners = [one.owner for one in state.figures if one.owner is not None]
        assert len(set(owners)) == len(owners)
        assert set(owners) <= set(state.in_play)
        assert all(_belongs(one) for one in state.figures)


def _belongs(one: Figure) -> bool:
    return one.group != "kami" or one.owner is not None


@pytest.mark.parametrize(("mission", "fields", "met"), [
    (0, {"counted": 1}, True), (0, {}, False), (1, {}, True), (1, {"damage": 1}, False),
    (0, {"fulfilled": True}, True), (1, {"fulfilled": False}, False),
])  # fmt: skip
def test_fol_9_a_follower_s_mission_is_looked_at_in_the_end(mission: int, fields: dict[str, Json], met: bool) -> None:
    """It removed an opponent, or is unhurt; what the table says of it comes before what was counted."""
    said = {"figures.tikku.mission": mission, **{f"figures.tikku.{name}": value for name, value in fields.items()}}
    state = changed(known(2, follower_missions="on"), said)
    assert missions.follower_fulfilled(state, figure(state, "tikku")) is met
    assert not missions.follower_fulfilled(state, replace(figure(state, "tikku"), mission=-1))
