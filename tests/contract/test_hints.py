"""Hints and the survey of what can be done: legal, what the player would play, nothing that a seat cannot know."""

from __future__ import annotations

import time
from random import Random

import msgspec

from companion.model.bots import Greedy, ask_bot, imagined
from companion.model.core.advice import survey
from companion.model.core.contract import Tracks, choices_of, part
from companion.model.core.words import Message, Words
from companion.model.hints import Hint, _seed, advise, hint_json

from .games import Game, another_world, every_game, position
from .samples import CONTENT
from .test_words import assert_said

WORDS = Words()
SLOWEST = 3.0
"""Seconds: whoever asks sees that somebody thinks, and may give it up."""


@every_game(5)
def test_a_hint_is_what_the_player_would_play_and_can_be_done_to_its_end(game: Game) -> None:
    system = game.system
    for moment in game.some(6):
        for choice in choices_of(moment.pending)[:2]:
            began = time.process_time()
            hint = advise(system, moment.state, choice, CONTENT)
            assert time.process_time() - began < SLOWEST, position(system, moment.state)
            if isinstance(hint, Message):
                assert part(system, Tracks) is not None and "?" in repr(system.view(moment.state, choice.seat))
                continue
            assert hint.best.plan[0] in choice.options and hint.seat == choice.seat
            rng = Random(_seed(system, moment.state, choice.seat))
            table = moment.state
            if system.facts.hidden:
                table = imagined(system, table, choice.seat, rng, CONTENT)
            played = ask_bot(Greedy(CONTENT), system, table, choice, rng, content=CONTENT)
            assert hint.best.plan[0] == played.option
            for advice in (hint.best, hint.other):
                if advice is None:
                    continue
                assert advice.plan[0] in choice.options and 0 <= advice.value <= 1
                for said in (advice.words, *advice.reasons):
                    assert_said(said)
                state = moment.state
                for option in advice.plan:
                    assert system.check(state, option) is None, (advice.plan, position(system, moment.state))
                    state = system.apply(state, option).state


@every_game(5)
def test_two_tables_that_a_seat_cannot_tell_apart_get_the_same_hint(game: Game) -> None:
    """Byte for byte, as often as it is asked."""
    system = game.system
    for n, moment in enumerate(game.some(5)):
        for choice in choices_of(moment.pending)[:2]:
            world = another_world(game, moment.state, choice.seat, Random(n))
            (same,) = (one for one in choices_of(system.pending(world)) if one.seat == choice.seat)
            said = []
            for state, asked in ((moment.state, choice), (world, same)):
                hint = advise(system, state, asked, CONTENT)
                said.append(
                    msgspec.json.encode(hint_json(system, state, hint, WORDS))
                    if isinstance(hint, Hint)
                    else hint.key.encode()
                )
            assert said[0] == said[1], position(system, moment.state)


@every_game(10)
def test_the_survey_names_every_option_once_and_says_of_the_rest_why_not(game: Game) -> None:
    system = game.system
    for moment in game.some(8):
        for choice in choices_of(moment.pending):
            topics = survey(system, moment.state, choice)
            told = [option for topic in topics for option in topic.options]
            assert sorted(map(repr, told)) == sorted(map(repr, choice.options)), position(system, moment.state)
            for topic in topics:
                assert_said(topic.title)
                assert_said(topic.about)
                for words, refusal in topic.refused:
                    assert_said(words)
                    assert_said(refusal.why)
                    assert refusal.rule
