"""The investigation without places (INV), as tokens lie on the table or only their kind is told."""

from __future__ import annotations

from fractions import Fraction

from companion.model.core.contract import Json
from companion.model.games.chronicles import SYSTEM
from companion.model.games.chronicles.box.records import HostTest
from companion.model.games.chronicles.insight.chances import test_chance as chance_of_test
from companion.model.games.chronicles.insight.notebook import notebook
from companion.model.games.chronicles.rules import events as e
from companion.model.games.chronicles.rules import story_events as se
from companion.model.games.chronicles.state.state import State

from .tables import (
    active,
    choose,
    dice_of,
    done,
    figure,
    known,
    offered,
    oni_acts,
    refused,
    roll,
    rolled,
    said,
    thrown,
    with_records,
)

TWO = known(2)
THREE = known(3)
TOKENS: dict[str, Json] = {
    "tokens.captain": {"type": "host", "card": "house:captain"},
    "tokens.servant": {"type": "host", "card": "house:servant"},
    "tokens.clue": {"type": "clue", "card": "house:clue-2-1"},
    "tokens.scroll": {"type": "scroll", "card": "house:scroll-4-1"},
}
NOSHIN = active(THREE, "h3", TOKENS)
"""Mental 4, deciphering +1."""


def token(state: State, id: str) -> bool | None:
    """Whether a token lies turned; None: it is gone."""
    return next((one.turned for one in state.tokens if one.id == id), None)


def passed(state: State, what: str, seat: str = "h3") -> State:
    """A test of the investigation that is passed; its cards are to be drawn."""
    state = choose(state, f"test:{what}", seat)
    return rolled(state, *([0] * len(dice_of(state))))


def test_INV_1_three_kinds_of_token_with_a_difficulty_and_a_number_of_cards() -> None:
    assert {"test:captain", "test:servant", "test:clue", "test:scroll"} <= offered(NOSHIN, "h3")
    assert [len(dice_of(choose(NOSHIN, f"test:{id}", "h3"))) for id in ("captain", "servant", "clue", "scroll")] == [
        4, 3, 2, 4,
    ]  # fmt: skip


def test_INV_2_a_failed_direct_test_changes_nothing() -> None:
    applied = thrown(choose(NOSHIN, "test:clue", "h3"), 2, 2)
    assert e.TestEased("clue", 1) not in applied.events
    failed = thrown(choose(active(TWO, "h2", TOKENS), "test:captain", "h2"), 2, 2, 2, 2)
    assert said(failed.events) == ["DiceRolled", "TestResolved"]
    assert (token(failed.state, "captain"), failed.state.tokens[0].minus) == (False, 0)
    assert failed.state.hero("h2").actions == 2


def test_INV_3_first_the_token_is_turned_then_its_cards_are_drawn_one_by_one() -> None:
    state = passed(NOSHIN, "captain")
    assert token(state, "captain") is True
    assert (roll(state).kind, roll(state).seen_by, len(roll(state).dice)) == ("draw", state.seats, 1)
    state = rolled(state, "house:tide")
    assert "house:tide" not in roll(state).dice[0].kind.faces
    state = rolled(state, "house:miryoku")
    assert not state.frames
    assert len(state.piles.clue) == len(THREE.piles.clue) - 2


def test_INV_4_clues_and_scrolls_have_a_back_and_go_with_the_second_success() -> None:
    state = rolled(passed(NOSHIN, "clue"), "house:tide")
    assert token(state, "clue") is True
    assert dice_of(choose(state, "test:clue", "h3")) == ["test"] * 3
    applied = thrown(choose(state, "test:clue", "h3"), 0, 0, 0)
    assert e.TokenRemoved("clue") in applied.events
    assert token(applied.state, "clue") is None
    drawn = rolled(applied.state, "house:miryoku")
    assert refused(drawn, "test:clue", "h3") == "TST-5"


def test_INV_4_a_host_that_has_been_turned_stays_and_is_not_tested_again() -> None:
    state = rolled(passed(NOSHIN, "servant"), "house:tide")
    assert token(state, "servant") is True
    assert refused(state, "test:servant", "h3") == "INV-4"


def test_INV_5_the_heroes_see_the_card_and_the_oni_its_kind() -> None:
    nature = thrown(passed(NOSHIN, "clue"), "house:tide")
    drawn = nature.events[0]
    assert SYSTEM.seen(nature.state, drawn, "h1") == se.ClueDrawn("h3", "house:tide")
    assert SYSTEM.seen(nature.state, drawn, "oni") == se.ClueDrawn("h3", "?nature")
    host = thrown(passed(NOSHIN, "clue"), "house:poet")
    assert SYSTEM.seen(host.state, host.events[0], "oni") == se.ClueDrawn("h3", "?grey")
    assert "house:poet" not in str(SYSTEM.view(host.state, "oni")["clues_drawn"])  # type: ignore[index,call-overload]


def test_INV_5_a_table_may_show_them_to_all() -> None:
    state = passed(active(known(3, clues_shown="all"), "h3", TOKENS), "clue")
    applied = thrown(state, "house:tide")
    assert SYSTEM.seen(applied.state, applied.events[0], "oni") == applied.events[0]


def test_INV_6_a_surprise_is_resolved_at_once_and_openly() -> None:
    applied = thrown(passed(NOSHIN, "clue"), "house:footsteps")
    assert se.SurpriseResolved("house:footsteps") in applied.events
    assert SYSTEM.seen(applied.state, applied.events[0], "oni") == applied.events[0]
    assert "house:footsteps" not in applied.state.piles.clue


def test_INV_7_a_grey_host_card_goes_to_the_heroes_common_hand() -> None:
    applied = thrown(passed(NOSHIN, "clue"), "house:poet")
    assert applied.state.hosts_in_hand == ("house:poet",)
    assert SYSTEM.view(applied.state, "oni")["hosts_in_hand"] == ["?"]  # type: ignore[index,call-overload]
    assert SYSTEM.view(applied.state, "h1")["hosts_in_hand"] == ["house:poet"]  # type: ignore[index,call-overload]


def test_INV_7_a_host_that_can_follow_is_put_into_a_free_slot_or_into_the_hand() -> None:
    state = rolled(passed(NOSHIN, "clue"), "house:servant")
    assert offered(state, "h1") == {"into_hand", "follow:h2", "follow:h3"}  # Okko has Tikku
    assert offered(state, "h3") == set()
    assert choose(state, "into_hand", "h1").hosts_in_hand == ("house:servant",)
    applied = done(state, "follow:h2", "h1")
    assert applied.events[0] == se.HostFollows("house:servant", "h2")
    follower = applied.state.figure("servant")
    assert follower is not None
    assert (follower.group, follower.owner) == ("follower", "h2")
    assert token(applied.state, "servant") is None  # no more to be interrogated
    assert applied.state.hosts_in_hand == ()


def test_INV_7_without_a_free_slot_it_goes_to_the_hand() -> None:
    followers: dict[str, Json] = {
        f"figures.{id}": {"card": f"house:{id}", "group": "follower", "owner": seat}
        for id, seat in (("ferryman", "h2"), ("kubbans-page", "h3"))
    }
    state = rolled(passed(active(THREE, "h3", {**TOKENS, **followers}), "clue"), "house:servant")
    assert state.hosts_in_hand == ("house:servant",)


def test_INV_8_a_host_card_played_goes_to_the_host_discard() -> None:
    applied = done(active(TWO, "h1", {"hosts_in_hand": ["house:daimyo"]}), "host_card:house:daimyo", "h1")
    assert se.HostPlayed("h1", "house:daimyo") in applied.events
    assert (applied.state.hosts_in_hand, applied.state.piles.used_hosts) == ((), ("house:daimyo",))


def test_INV_9_a_black_host_card_is_shown_to_all_and_given_to_the_oni() -> None:
    applied = thrown(passed(NOSHIN, "clue"), "house:court-astrologer")
    assert se.HostGivenToOni("house:court-astrologer") in applied.events
    assert SYSTEM.seen(applied.state, applied.events[0], "oni") == applied.events[0]
    assert applied.state.oni.black == ("house:court-astrologer",)
    assert SYSTEM.view(applied.state, "h1")["oni"]["black"] == ["house:court-astrologer"]  # type: ignore[index,call-overload]
    oni = choose(oni_acts(applied.state), "activate:house:yurei", "oni")
    assert "host_power:house:court-astrologer" in offered(oni, "oni")


def test_INV_10_from_an_empty_pile_nothing_is_drawn() -> None:
    state = active(THREE, "h3", {**TOKENS, "piles.clue": []})
    state = passed(state, "clue")
    assert not state.frames
    assert token(state, "clue") is True


def test_INV_12_the_notebook_of_the_oni_says_no_more_than_it_sees() -> None:
    state = rolled(passed(NOSHIN, "clue"), "house:tide")
    assert {one.card: one.standing for one in notebook(state, "h1").natures}["house:tide"] == "proved"
    assert {one.standing for one in notebook(state, "oni").natures} == {"possible"}


def test_INV_2_where_no_tokens_are_known_the_table_says_whether_it_was_passed() -> None:
    """TAB-1: by the kind of token, and how many cards it gives."""
    state = active(TWO)
    assert {"test:host", "test:scroll", "test:clue"} <= offered(state, "h1")
    state = choose(state, "test:host", "h1")
    assert offered(state, "h1") == {"answer:passed", "answer:failed"}
    assert not choose(state, "answer:failed", "h1").frames
    state = choose(choose(state, "answer:passed", "h1"), "total:1", "h1")
    assert not rolled(state, "house:tide").frames


def strange(**test: object) -> State:
    """The captain is tested in another way (INV-11)."""
    return with_records(NOSHIN, hosts={"house:captain": {"test": HostTest(**test)}})  # type: ignore[arg-type]


def test_INV_11_some_hosts_are_tested_with_another_characteristic() -> None:
    state = choose(strange(characteristic="speed"), "test:captain", "h3")
    assert dice_of(state) == ["test"] * 4
    told = thrown(state, 2, 1, 0, 0)  # 3 against Speed 2, though Mental is 4
    assert "TokenTurned" not in said(told.events)


def test_INV_11_a_failed_test_may_cost_damage() -> None:
    state = choose(strange(damage=2), "test:captain", "h3")
    failed = rolled(state, 2, 2, 2, 2)
    assert figure(failed, "h3").damage == 2
    assert figure(rolled(state, 0, 0, 0, 0), "h3").damage == 0


def test_INV_11_a_price_of_objects_counts_as_passed_without_dice() -> None:
    before = strange(skulls=2)
    owned = before.hero("h3").gear.reserve
    state = choose(before, "test:captain", "h3")
    assert len(owned) == 2, "both are alike: nothing is to be chosen"
    assert state.hero("h3").gear.reserve == ()
    assert len(state.piles.used_objects) == 2
    assert state.hero("h3").actions == 2
    assert token(state, "captain") is True
    assert roll(state).kind == "draw", "its cards are drawn"


def test_INV_11_who_cannot_pay_is_not_offered_the_price() -> None:
    assert "test:captain" in offered(strange(skulls=2), "h3")
    assert "test:captain" not in offered(strange(skulls=3), "h3")
    assert refused(strange(skulls=3), "test:captain", "h3") == "INV-11"


def test_example_17_clues() -> None:
    assert (len(THREE.suspects), len(THREE.piles.clue)) == (5, 12)
    assert chance_of_test(THREE.table.box, 4, 4) == Fraction(189, 256)
    state = choose(NOSHIN, "test:captain", "h3")
    assert dice_of(state) == ["test"] * 4
    state = rolled(state, 2, 2, 0, 0)
    for card in ("house:a-page-torn-out", "house:poet", "house:tide"):
        state = rolled(state, card)
    assert not state.frames
    assert (len(state.piles.clue), state.hosts_in_hand) == (9, ("house:poet",))
    book = notebook(state, "h3")
    assert [one.card for one in book.hosts if one.standing == "proved"] == ["house:poet"]
    assert [one.card for one in book.natures if one.standing == "proved"] == ["house:tide"]
    assert refused(state, "test:captain", "h3") == "INV-4"
