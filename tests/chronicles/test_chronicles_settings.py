"""What a table settles anew in the middle of a game: keepers (TAB-2), duties (TAB-7), who puts objects (EOT-3)."""

from __future__ import annotations

from random import Random

import pytest

from companion.model.core.chance import HIDDEN
from companion.model.core.refusal import InvalidInput
from companion.model.core.session import Session
from companion.model.core.words import Words
from companion.model.games.chronicles import SYSTEM
from companion.model.games.chronicles.state.state import ONI, Dials, Keepers, State
from companion.model.games.chronicles.table.corrections import PRESETS, Set, at_the_table
from companion.model.games.chronicles.wire.setting_words import DUTIES, SECRETS, TABLE_OPTIONS

from .tables import CONTENT, begun, played, setup

PILES = {"clues": ("clue", "surprise"), "events": ("event",), "wounds": ("wound",), "objects": ("object",)}


def kept(state: State, secret: str, keeper: str) -> State:
    return SYSTEM.edit(state, Set(f"options.keepers.{secret}", keeper)).state


def told(state: State, at: str, value: str | None) -> str:
    """The line of the log."""
    events = SYSTEM.edit(state, Set(at, value)).events
    return Words("en")(SYSTEM.tell(state, events[0]))


@pytest.mark.parametrize("secret", PILES)
def test_TAB_2_a_pile_that_goes_back_to_the_table_is_known_to_nobody(secret: str) -> None:
    """The cards are shuffled in cardboard from then on: neither the app nor any view still names one."""
    state = kept(begun(2), secret, "box")
    for pile in PILES[secret]:
        before = getattr(begun(2).piles, pile)
        assert HIDDEN not in before
        assert getattr(state.piles, pile) == (HIDDEN,) * len(before)
        for seat in (ONI, "h1"):
            assert set(SYSTEM.view(state, seat)["piles"][pile]) <= {HIDDEN}


def test_TAB_2_tokens_that_go_back_to_the_table_show_their_backs() -> None:
    state = begun(2, places="spaces")
    scrolls = [one.id for one in state.tokens if one.type == "scroll" and one.card != HIDDEN]
    after = kept(state, "backs", "box")
    assert scrolls
    assert {one.card for one in after.tokens if one.id in scrolls} <= set(state.table.box.fronts.values())


@pytest.mark.parametrize("secret", ["guilty", *PILES])
def test_TAB_2_the_app_does_not_keep_what_it_would_have_to_guess(secret: str) -> None:
    with pytest.raises(InvalidInput, match="does not know"):
        kept(begun(2, tracked=True), secret, "app")


def test_TAB_2_who_keeps_the_cards_is_settled_before_the_deal_or_after_it() -> None:
    with pytest.raises(InvalidInput, match="once the game has begun"):
        kept(SYSTEM.new(setup(2), CONTENT), "events", "box")


def test_AUT_1_an_automatic_oni_does_not_give_host_and_nature_away() -> None:
    with pytest.raises(InvalidInput, match="automatic Oni"):
        kept(begun(2, oni="automatic"), "guilty", "box")


@pytest.mark.parametrize("secret", Keepers.__struct_fields__)
def test_TAB_2_a_game_goes_on_with_another_keeper(secret: str) -> None:
    for seed in range(3):
        state = kept(played(begun(2, seed=seed), Random(seed), 40 * seed), secret, "box")
        state = played(state, Random(seed), 200)
        assert SYSTEM.decode(SYSTEM.encode(state), CONTENT) == state


def test_TAB_7_a_table_that_goes_on_by_hand_puts_its_objects_and_the_rules_put_them_again() -> None:
    """EOT-3: what the app arranges by itself under the rules, hands arrange beside a table."""
    session = Session.new(SYSTEM, setup(2, places="spaces"), CONTENT, 1)
    session.switch("assist", *at_the_table(session.state, PRESETS["assist"]))
    assert session.state.table.tracked
    assert set(SYSTEM.encode(session.state)["options"]["dials"].values()) == {"remind"}
    session.switch("enforce")
    assert not session.state.table.tracked
    assert (session.state.table.options.dials, SYSTEM.refereed(session.state)) == (Dials(), None)
    session.undo_group()
    assert (session.mode, session.state.table.tracked) == ("assist", True)
    again = Session.replay(SYSTEM, session.save(), CONTENT)
    assert (again.state, again.diverged) == (session.state, None)


def test_the_log_tells_settings_in_words() -> None:
    state = begun(2, tracked=True)
    assert told(state, "options.dials.wounds", "remind") == "Wounds for damage: the app asks from now on"
    assert told(state, "options.dials", None) == "Duties of the turn: the app does it from now on"
    assert told(state, "options.keepers.order", "app") == "Order of initiative: in the app from now on"
    assert told(state, "options.alert_by", "side") == "Who raises the alert: a hero or an ally from now on"
    assert told(state, "options.places", "zones") == "Board: Zones from now on"


def test_every_setting_has_its_words() -> None:
    assert set(DUTIES) == set(Dials.__struct_fields__)
    assert set(SECRETS) == set(Keepers.__struct_fields__)
    options = begun(2).table.options
    for name, (_, values) in TABLE_OPTIONS.items():
        assert next(iter(values)) == getattr(options, name)
