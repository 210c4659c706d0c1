"""What a seat may know: its view is made of that and of nothing else, and worlds guessed from it fit it."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from companion.model.core.contract import (
    Choice,
    Json,
    Together,
    find_option,
    options_of,
    seats_like,
    seats_to_act,
)
from companion.model.core.refusal import InvalidInput

from .games import Game, another_world, every_game, every_system, play, position, through_text
from .samples import CONTENT, SAMPLES, SYSTEMS

HIDDEN = [id for id in SYSTEMS if SYSTEMS[id].facts.hidden]


@every_game(20)
def test_without_a_seat_the_view_is_everything(game: Game) -> None:
    system = game.system
    for moment in game.some(40):
        assert system.view(moment.state, None) == system.encode(moment.state)
        if not system.facts.hidden:
            for seat in system.seats(moment.state):
                assert system.view(moment.state, seat) == system.encode(moment.state)


@every_game(20)
def test_a_world_guessed_from_a_view_has_that_view(game: Game) -> None:
    """A full state of this game, which asks of the same seats, and of the viewer the very same."""
    system, rng = game.system, Random(game.seed)
    for moment in game.some(20):
        for seat in system.seats(moment.state):
            world = another_world(game, moment.state, seat, rng)
            where = f"{seat} {position(system, moment.state)} {position(system, world)}"
            assert system.view(world, seat) == system.view(moment.state, seat), where
            assert system.decode(through_text(system.encode(world)), CONTENT) == world, where
            asked = system.pending(world)
            assert type(asked) is type(moment.pending), where
            assert seats_to_act(asked) == seats_to_act(moment.pending), where
            assert options_of(asked, seat) == options_of(moment.pending, seat), where
            if not system.facts.hidden:
                assert world == moment.state


@every_game(20)
def test_a_view_does_not_change_when_only_what_it_cannot_see_changes(game: Game) -> None:
    """Worlds that one seat cannot tell apart look alike to it whatever happens to them that it cannot see."""
    system, rng = game.system, Random(game.seed)
    for moment in game.some(12):
        for seat in system.seats(moment.state):
            world = another_world(game, another_world(game, moment.state, seat, rng), seat, rng)
            assert system.view(world, seat) == system.view(moment.state, seat)
            if isinstance(moment.pending, Choice) and moment.pending.seat == seat:
                for option in options_of(moment.pending):
                    assert system.check(world, option) is None
                    assert find_option(system, world, system.option_id(moment.state, option), seat) == option


@pytest.mark.parametrize("id", HIDDEN)
def test_a_seat_learns_nothing_of_a_secret_answer_before_all_have_answered(id: str) -> None:
    """Whatever another seat answers, views and events are the same; each seat's options are its own."""
    system, met = SYSTEMS[id], 0
    for seed in range(60):
        for moment in play(id, seed).moments:
            asked = moment.pending
            if not isinstance(asked, Together) or not asked.secret or len(asked.choices) < 2:
                continue
            for mine, theirs in combinations(asked.choices, 2):
                assert not set(mine.options) & set(theirs.options), "an option says whose it is"
            for choice in asked.choices:
                done = [system.apply(moment.state, option) for option in choice.options]
                for seat in system.seats(moment.state):
                    views = [system.view(applied.state, seat) for applied in done]
                    told = (choice.seat, *seats_like(system, moment.state, choice.seat)) if asked.shared else ()
                    assert seat in (choice.seat, *told) or all(view == views[0] for view in views)
                told = [[system.event_json(one.state, event) for event in one.events] for one in done]
                assert all(events == told[0] for events in told)
                said = [[system.tell(one.state, event) for event in one.events] for one in done]
                assert all(sentences == said[0] for sentences in said)
                met += len(done) > 1
    assert met, "no secret answers were met"


@pytest.mark.parametrize("id", HIDDEN)
def test_hidden_things_are_hidden_and_guessed_differently(id: str) -> None:
    """Somewhere seats know different things, and a seat holds many worlds possible, the true one among them."""
    system = SYSTEMS[id]
    game = play(id, 1, start=next(iter(SAMPLES[id].starts)))
    first = game.moments[0].state
    views = [system.view(first, seat) for seat in system.seats(first)]
    assert all(view != system.encode(first) for view in views)
    rng = Random(5)
    worlds = [another_world(game, first, system.seats(first)[0], rng) for _ in range(3000)]
    assert any(world != first for world in worlds)
    assert any(world == first for world in worlds)


@every_system
def test_views_of_nobody_and_damaged_views_are_refused(id: str) -> None:
    system = SYSTEMS[id]
    state = system.new(SAMPLES[id].setups[0], CONTENT)
    junk: tuple[Json, ...] = (None, [], {}, 3, {"kind": "x"})
    for nothing in junk:
        with pytest.raises(InvalidInput):
            system.sample_world(nothing, system.seats(state)[0], Random(1), CONTENT)
