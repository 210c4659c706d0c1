"""Who may act, with what; everything offered can be done, everything else is refused and changes nothing."""

from __future__ import annotations

import re
from random import Random

import pytest

from companion.model.bots import Automates, Imagines
from companion.model.content.kinds import ReadsCards
from companion.model.core.contract import (
    Choice,
    Conceals,
    Describes,
    Evaluates,
    Groups,
    Mends,
    Option,
    Over,
    Plans,
    Queries,
    Roll,
    Together,
    Tracks,
    choices_of,
    find_option,
    options_of,
    part,
    seats_to_act,
)
from companion.model.core.refusal import RuleBroken, UnknownOption
from companion.model.core.timeline import intent_of, option_of

from .games import Game, every_game, every_system, play, position
from .samples import CONTENT, SAMPLES, SYSTEMS

RULE = re.compile(r"[A-Z]{3}-\d{1,2}")
TRIES = 60
"""Options tried at one moment."""


def sampled(options: tuple[Option, ...], seed: int) -> list[Option]:
    """Some of many options, of every kind."""
    shuffled = list(options)
    Random(seed).shuffle(shuffled)
    kinds = {option.kind: option for option in shuffled}
    return [*kinds.values(), *shuffled[: TRIES - len(kinds)]]


def test_every_registered_system_has_samples() -> None:
    assert set(SAMPLES) == set(SYSTEMS)
    for sample in SAMPLES.values():
        assert sample.setups
        assert sample.starts


@every_system
def test_facts_are_sound(id: str) -> None:
    facts = SYSTEMS[id].facts
    assert facts.id == id
    assert 1 <= facts.players[0] <= facts.players[1]
    assert facts.name


PARTS = (Groups, Conceals, Tracks, Mends, Describes, Queries, Evaluates, Plans, Imagines, Automates, ReadsCards)


@pytest.mark.parametrize("offered", PARTS, ids=lambda offered: offered.__name__)
@every_system
def test_an_optional_part_is_offered_whole_or_not_at_all(id: str, offered: type) -> None:
    names = {name for name in vars(offered) if not name.startswith("_")}
    assert names
    found = names & set(dir(SYSTEMS[id]))
    assert found == (names if part(SYSTEMS[id], offered) else set())


@every_system
def test_every_setup_begins_a_game_for_the_right_number_of_seats(id: str) -> None:
    system = SYSTEMS[id]
    for setup in SAMPLES[id].setups:
        state = system.new(setup, CONTENT)
        assert system.facts.players[0] <= len(system.seats(state)) <= system.facts.players[1]
        assert state == system.new(setup, CONTENT)
        assert not isinstance(system.pending(state), Over)


@every_system
def test_random_games_meet_what_they_should(id: str) -> None:
    """The other tests are worth only what the games below them meet."""
    missing = set(SAMPLES[id].reached)
    for seed in range(400):
        for moment in play(id, seed).moments if missing else ():
            missing -= {option.kind for option in options_of(moment.pending)}
            missing -= {event.kind for event in moment.applied.events} if moment.applied else set()
    assert missing == set()


@every_game(30)
def test_who_may_act(game: Game) -> None:
    """Each acting seat is of this game and asked once; only they have options; nobody while chance is asked."""
    system = game.system
    for moment in game.moments:
        seats, acting = system.seats(moment.state), seats_to_act(moment.pending)
        where = position(system, moment.state)
        assert len(set(seats)) == len(seats)
        assert set(acting) <= set(seats), where
        assert len(set(acting)) == len(acting), where
        for seat in seats:
            assert bool(options_of(moment.pending, seat)) == (seat in acting), where
        if isinstance(moment.pending, Together):
            assert len(acting) >= 1, where
        if isinstance(moment.pending, Choice | Together):
            options = options_of(moment.pending)
            assert len(set(options)) == len(options), f"an option is offered twice: {where}"
        if isinstance(moment.pending, Over):
            assert set(moment.pending.winners) <= set(seats)
            assert len(set(moment.pending.winners)) == len(moment.pending.winners)
        assert system.pending(moment.state) == moment.pending


@every_game(20)
def test_every_option_offered_can_be_chosen(game: Game) -> None:
    """`check` agrees, `apply` takes it, the same twice over, and the state it is applied to stays as it was."""
    system = game.system
    for moment in game.some(12):
        before = system.encode(moment.state)
        for option in sampled(options_of(moment.pending), game.seed):
            where = f"{system.option_id(moment.state, option)} in {position(system, moment.state)}"
            assert system.check(moment.state, option) is None, where
            applied = system.apply(moment.state, option)
            assert applied == system.apply(moment.state, option), where
            assert system.pending(applied.state), where
        assert system.encode(moment.state) == before


@every_game(12)
def test_every_other_option_is_refused_with_a_rule(game: Game) -> None:
    """Options of other moments of the game, refused by `check` and `apply` alike; nothing changes."""
    system = game.system
    pool = sampled(tuple({option for moment in game.moments for option in options_of(moment.pending)}), game.seed)
    for moment in game.some(25):
        before, offered = system.encode(moment.state), set(options_of(moment.pending))
        for option in pool:
            if option in offered:
                continue
            where = f"{system.option_id(moment.state, option)} in {position(system, moment.state)}"
            refusal = system.check(moment.state, option)
            assert refusal is not None, where
            assert RULE.fullmatch(refusal.rule), where
            with pytest.raises(RuleBroken) as broken:
                system.apply(moment.state, option)
            assert broken.value.refusal == refusal, where
        assert system.encode(moment.state) == before


@every_game(15)
def test_what_is_over_stays_over(game: Game) -> None:
    """No option and no dice are taken after the end; dice only where dice are asked."""
    system, pool = game.system, {option for moment in game.moments for option in options_of(moment.pending)}
    for moment in game.some(20):
        if not isinstance(moment.pending, Roll):
            for faces in ((), (1,), (3, 4), ("fire",)):
                with pytest.raises(UnknownOption):
                    system.rolled(moment.state, faces)
        if isinstance(moment.pending, Over):
            assert all(system.check(moment.state, option) is not None for option in pool)


@every_game(20)
def test_option_ids_are_unique_and_mean_the_option(game: Game) -> None:
    system = game.system
    for moment in game.some(40):
        options = options_of(moment.pending)
        for choice in choices_of(moment.pending):
            if isinstance(moment.pending, Together):
                whose = {system.fields(moment.state, option).get("seat") for option in choice.options}
                assert whose == {choice.seat}, "a client has to know"
            ids = [system.option_id(moment.state, option) for option in choice.options]
            assert len(set(ids)) == len(ids), position(system, moment.state)
            for option, id in zip(choice.options, ids, strict=True):
                assert find_option(system, moment.state, id, choice.seat) == option
                assert id.isprintable() and 0 < len(id) <= 200, id
        for option in options:
            intent = intent_of(system, moment.state, option)
            assert option_of(system, moment.state, intent) == option, "what the log keeps of it is enough"


@every_game(10)
def test_no_other_text_means_an_option(game: Game) -> None:
    """A text is the id of an option, or UnknownOption; nothing else comes of it."""
    system, rng = game.system, Random(game.seed)
    for moment in game.some(15):
        ids = [system.option_id(moment.state, option) for option in options_of(moment.pending)] or ["x"]
        for _ in range(20):
            letters = list(rng.choice(ids))
            letters[rng.randrange(len(letters))] = rng.choice(["", ",", ":", "-", "9", "²", "é", " ", "0", "A", "-1"])
            text = "".join(letters)
            try:
                option = system.option_of(moment.state, text)
            except UnknownOption:
                continue
            assert system.option_id(moment.state, option) == text
            system.check(moment.state, option)
