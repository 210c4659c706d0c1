"""What a seat may know: its view is made of that and of nothing else, and worlds guessed from it fit it."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import Any

import msgspec
import pytest

from companion.model.bots import Imagines
from companion.model.core.contract import (
    SPECTATOR,
    Applied,
    Choice,
    Json,
    Roll,
    System,
    Together,
    choices_of,
    find_option,
    may_see_options,
    options_of,
    part,
    seats_like,
    seats_to_act,
    seen_events,
)
from companion.model.core.record import Chosen
from companion.model.core.refusal import InvalidInput
from companion.model.core.session import Session
from companion.model.core.timeline import option_of
from companion.model.core.words import Words
from companion.model.protocol import views
from tests.budget import examples

from .games import Game, another_world, every_game, every_system, play, position, through_text
from .samples import CONTENT, SAMPLES, SYSTEMS
from .test_chance import some_outcomes
from .test_sessions import play_on, sessions
from .test_words import assert_said

WORDS = Words()
HIDDEN = [id for id in SYSTEMS if SYSTEMS[id].facts.hidden]


@every_game(20)
def test_without_a_seat_the_view_is_everything(game: Game) -> None:
    system = game.system
    for moment in game.some(40):
        assert system.view(moment.state, None) == system.encode(moment.state)
        if not system.facts.hidden:
            for seat in system.seats(moment.state):
                assert system.view(moment.state, seat) == system.encode(moment.state)


@every_game(10)
def test_a_world_imagined_is_the_one_guessed_from_the_view(game: Game) -> None:
    """The way round text leads to the same table, so it takes from the state what the view says and no more."""
    imagining = part(game.system, Imagines)
    for n, moment in enumerate(game.some(20) if imagining else ()):
        for seat in game.system.seats(moment.state):
            assert imagining
            world = imagining.imagine(moment.state, seat, Random(n))
            assert world == another_world(game, moment.state, seat, Random(n)), (seat, position(game.system, world))


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
                alike: dict[str, list[Applied[Any]]] = {}
                for option in choice.options:
                    kind = option.kind if option.kind in SAMPLES[id].seen else ""
                    alike.setdefault(kind, []).append(system.apply(moment.state, option))
                for done in alike.values():
                    _learns_nothing(system, moment.state, asked, choice.seat, done)
                    met += len(done) > 1
    assert met, "no secret answers were met"


def _learns_nothing(system: System[Any], before: Any, asked: Together, by: str, done: list[Applied[Any]]) -> None:
    """Answers that nobody else may tell apart: the same views, events and sentences."""
    told = (by, *seats_like(system, before, by)) if asked.shared else (by,)
    for seat in system.seats(before):
        views = [system.view(applied.state, seat) for applied in done]
        assert seat in told or all(view == views[0] for view in views)
    events = [[system.event_json(one.state, event) for event in one.events] for one in done]
    assert all(said == events[0] for said in events)
    sentences = [[system.tell(one.state, event) for event in one.events] for one in done]
    assert all(said == sentences[0] for said in sentences)


def heard(game: Game, applied: Applied[Any], viewer: str) -> Json:
    """All that a client is told of what happened, and shown of what came of it."""
    system, state = game.system, applied.state
    session = Session.load(system, system.encode(state), CONTENT)
    return [views.view(session, WORDS, viewer), views.events(session, WORDS, applied.events, viewer)]


@pytest.mark.parametrize("id", HIDDEN)
def test_who_may_not_see_a_roll_learns_nothing_of_its_faces(id: str) -> None:
    """Whatever falls: the same view, the same question, the same events; and who may see it is told the faces."""
    system, met = SYSTEMS[id], 0
    for game in (play(id, seed) for seed in range(examples(40))):
        for moment in game.moments:
            asked = moment.pending
            if not isinstance(asked, Roll) or asked.seen_by is None:
                continue
            met += 1
            assert set(asked.seen_by) <= set(system.seats(moment.state))
            # cards drawn show their backs to all, and their fronts to who gets them: tests/sake/test_sake_hidden.py
            fallen = (
                [] if asked.distinct else [system.rolled(moment.state, faces) for faces in some_outcomes(asked, met)]
            )
            for viewer in (*system.seats(moment.state), SPECTATOR) if fallen else ():
                told = {msgspec.json.encode(heard(game, applied, viewer)) for applied in fallen}
                assert len(told) == (len(fallen) if viewer in asked.seen_by else 1)
            session = Session.load(system, system.encode(moment.state), CONTENT)
            for viewer in (*system.seats(moment.state), SPECTATOR):
                blind = views.view(session, WORDS, viewer)["pending"]
                assert "outcomes" not in blind
                assert all("faces" not in die for die in blind["dice"])
    assert met, "no secret rolls were met"


@every_game(15)
def test_a_client_is_shown_the_same_of_worlds_that_it_cannot_tell_apart(game: Game) -> None:
    """Not only the view: the question and its options too, as the protocol writes them."""
    system, rng = game.system, Random(game.seed)
    for moment in game.some(6):
        for seat in system.seats(moment.state):
            world = another_world(game, moment.state, seat, rng)
            one, other = (Session.load(system, system.encode(state), CONTENT) for state in (moment.state, world))
            assert views.view(one, WORDS, seat) == views.view(other, WORDS, seat)


@every_game(15)
def test_a_spectator_is_told_no_more_than_any_seat(game: Game) -> None:
    """Its view can be asked for; what it is asked and told hides whatever some seat must not know."""
    system = game.system
    for moment in game.some(12):
        seats = system.seats(moment.state)
        view = system.view(moment.state, SPECTATOR)
        assert (view == system.encode(moment.state)) == (not system.facts.hidden)
        for choice in choices_of(moment.pending) if system.facts.hidden else ():
            assert not may_see_options(system, moment.state, choice, SPECTATOR)
        if moment.applied is not None:
            state, events = moment.applied.state, moment.applied.events
            told = seen_events(system, state, events, SPECTATOR)
            for seat in seats:
                assert len(told) <= len(seen_events(system, state, events, seat))
            assert seen_events(system, state, events, None) == events


@every_game(8)
def test_the_log_names_no_secret_of_another_seat(game: Game) -> None:
    """Each step, and what undo and redo are called, in words for every viewer; a secret answer is not among them."""
    system, rng = game.system, Random(game.seed)
    for session in sessions(game):
        play_on(session, rng, 25)
        viewers = (*system.seats(session.state), SPECTATOR, None)
        for n, step in enumerate(session.steps):
            for viewer in viewers:
                assert_said(said := session.describe_step(n, viewer))
                asked = system.pending(session.state_at(n))
                if not isinstance(asked, Together) or not asked.secret or not isinstance(step.intent, Chosen):
                    continue
                option = option_of(system, session.state_at(n), step.intent)
                mine = viewer is None or any(c.seat == viewer and option in c.options for c in asked.choices)
                assert (said == system.label(session.state_at(n), option)) == mine
        for viewer in viewers:
            assert (session.undo_name(viewer) is None) == (session.undo_name() is None)
            assert (session.redo_name(viewer) is None) == (session.redo_name() is None)


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
