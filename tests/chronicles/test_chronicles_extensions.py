"""Packs beside the box, and more natures than it needs (SET-1)."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from companion.model.core.contract import Json, Roll
from companion.model.core.refusal import InvalidInput
from companion.model.games.chronicles import SYSTEM
from companion.model.games.chronicles.rules import events as e
from companion.model.games.chronicles.rules.setup import SURPRISES
from companion.model.games.chronicles.state.state import State

from .tables import CONTENT, Box, choose, offered, played, proposed, refused, setup

FROST, SILK = "house:frost", "house:silk"
SIX = Box(nature={id: {"demon": "house:oni-of-the-tide"} for id in (FROST, SILK)})
"""A box of six natures."""
RAIN: Json = {"technique": {"speed": 1}, "copies": 2}
NIGHT = Box(
    event={f"night:rain-{n}": RAIN for n in range(4)},
    object={"night:mask": {"slot": "clothing", "copies": 3}},
    surprise={f"night:cry-{n}": {} for n in range(3)},
)
"""An extension of eight event cards."""


def begun(content: Box, **said: Json) -> State:
    """A game of such a box in its first turn."""
    state, rng = SYSTEM.new({**setup(2), **said}, content), Random(1)
    while state.stage == "setup":
        state = played(state, rng, 1) if isinstance(SYSTEM.pending(state), Roll) else proposed(state)
    return state


# natures --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("wanted", [4, 5])
@pytest.mark.parametrize("tracked", [False, True])
def test_SET_1_the_oni_chooses_openly_which_natures_are_in_the_game(wanted: int, tracked: bool) -> None:
    state = SYSTEM.new(setup(2, tracked, natures=wanted), SIX)
    assert offered(state, "oni") == {f"nature:{id}" for id in state.table.box.natures}
    twice = choose(state, f"nature:{FROST}", "oni")
    assert refused(twice, f"nature:{FROST}", "oni") == "SET-1"
    (told,) = SYSTEM.apply(state, SYSTEM.option_by(state, f"nature:{FROST}", "oni")).events
    assert all(SYSTEM.seen(twice, told, viewer) == e.NatureChosen(FROST) for viewer in ("oni", "h1", "*"))
    for n in range(wanted):
        assert len(state.natures) == n
        state = choose(state, sorted(offered(state, "oni"))[0], "oni")
    assert len(state.natures) == wanted
    assert FROST in state.natures
    assert not {one for one in offered(state, "oni") if one.startswith("nature:")}


def test_SET_1_every_nature_chosen_but_one_is_a_clue() -> None:
    """SET-9: suspects and natures without the Oni's own, and five surprises."""
    for keeper in ("app", "box"):
        tracked = keeper == "box"
        state = begun(SIX, **setup(2, tracked, natures=5))
        assert len(state.piles.clue) == len(state.suspects) - 1 + 5 - 1 + SURPRISES


def test_SET_1_with_exactly_so_many_there_is_no_choice() -> None:
    assert begun(Box(), **setup(2)).natures == SYSTEM.new(setup(2), CONTENT).natures
    state = SYSTEM.new(setup(2, natures=6), SIX)
    assert len(state.natures) == 6
    assert not offered(state, "oni")


def test_SET_1_packs_with_fewer_natures_say_so() -> None:
    with pytest.raises(InvalidInput) as wrong:
        SYSTEM.new(setup(2, natures=5), CONTENT)
    assert wrong.value.path == "options.natures"


# extensions -----------------------------------------------------------------------------------------------------------


def test_SET_1_five_event_cards_leave_the_pile_and_five_of_the_extension_enter_it() -> None:
    state = begun(NIGHT, extensions=["night"])
    plain = begun(NIGHT)
    events = [*state.piles.event, *state.oni.hand]
    assert len(events) == len(plain.piles.event) + len(plain.oni.hand)
    of = Counter(id.partition(":")[0] for id in events)
    assert of["night"] == 5
    assert not Counter(events) - Counter({id: card.copies for id, card in state.table.box.events.items()})


def test_SET_1_nobody_sees_which_event_cards_are_exchanged() -> None:
    state, seen = SYSTEM.new({**setup(2), "extensions": ["night"]}, NIGHT), 0
    rng = Random(2)
    while state.stage == "setup":
        pending = SYSTEM.pending(state)
        if isinstance(pending, Roll):
            faces = {str(face) for face in pending.dice[0].kind.faces}
            if faces & {*state.table.box.events} and pending.seen_by != ("oni",):
                assert pending.seen_by == ()
                seen += 1
            state = played(state, rng, 1)
        else:
            state = proposed(state)
    assert seen == 10


def test_SET_1_an_extension_of_few_event_cards_exchanges_as_many() -> None:
    few = Box(event={"night:rain": RAIN})
    events = begun(few, extensions=["night"])
    counts = Counter(id.partition(":")[0] for id in (*events.piles.event, *events.oni.hand))
    assert counts == {"house": 24, "night": 2}


def test_SET_1_objects_of_an_extension_join_the_pile_and_surprises_are_mixed() -> None:
    state = begun(NIGHT, extensions=["night"])
    assert state.piles.object.count("night:mask") == 3
    assert len(state.piles.surprise) == SURPRISES
    drawn = {id for seed in range(8) for id in _surprises(seed)}
    assert len(drawn) > SURPRISES
    assert "night:mask" not in begun(NIGHT).piles.object  # where it is not asked for nothing of it exists


def _surprises(seed: int) -> tuple[str, ...]:
    state, rng = SYSTEM.new({**setup(2), "extensions": ["night"]}, NIGHT), Random(seed)
    while state.stage == "setup":
        state = played(state, rng, 1) if isinstance(SYSTEM.pending(state), Roll) else proposed(state)
    return state.piles.surprise


def test_SET_1_a_game_with_an_extension_is_kept_with_it() -> None:
    state = begun(NIGHT, extensions=["night"])
    assert SYSTEM.decode(SYSTEM.encode(state), NIGHT) == state
    for seat in SYSTEM.seats(state):
        view = SYSTEM.view(state, seat)
        assert SYSTEM.view(SYSTEM.sample_world(view, seat, Random(3), NIGHT), seat) == view


def test_SET_1_an_extension_that_no_pack_holds_is_named() -> None:
    with pytest.raises(InvalidInput) as wrong:
        SYSTEM.new({**setup(2), "extensions": ["night"]}, CONTENT)
    assert wrong.value.path == "extensions[0]"
