"""Everything can be said, in every language, with every gap filled."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from random import Random

import pytest

from companion.model.core.contract import Choice, Over, Together, options_of
from companion.model.core.words import LANGUAGES, Message, Words
from companion.resources import resources_dir

from .games import Game, every_game
from .samples import CONTENT, SYSTEMS

SPEAKERS = [Words(language, resources_dir() / "translations") for language in LANGUAGES]
GAP = re.compile(r"\{(\w*)\}")


def assert_said(message: Message) -> None:
    """A sentence in each language, nothing left open; every gap of the English key has its argument."""
    assert set(GAP.findall(message.key)) <= {key for key, _ in message.args}, message
    for words in SPEAKERS:
        said = words(message)
        assert said.strip(), (words.language, message)
        assert not GAP.search(said), (words.language, said)
        assert "Message(" not in said and "Name(" not in said and "frozenset" not in said, said


def messages(game: Game) -> Iterator[Message]:
    """Prompts, labels, events and ends of a game."""
    system = game.system
    for moment in game.some(30):
        pending = moment.pending
        if isinstance(pending, Choice):
            yield pending.prompt
        elif isinstance(pending, Together):
            yield from (choice.prompt for choice in pending.choices)
        elif isinstance(pending, Over):
            yield pending.why
        options = list(options_of(pending))
        for option in Random(game.seed).sample(options, min(40, len(options))):
            yield system.label(moment.state, option)
        if moment.applied is not None:
            yield from (system.tell(moment.applied.state, event) for event in moment.applied.events)


@every_game(20)
def test_prompts_labels_events_and_ends_are_said_in_every_language(game: Game) -> None:
    for message in messages(game):
        assert_said(message)


@every_game(15)
def test_refusals_are_said_in_every_language(game: Game) -> None:
    system, rng = game.system, Random(game.seed)
    pool = sorted({option for moment in game.moments for option in options_of(moment.pending)}, key=repr)
    for moment in game.some(15):
        for option in rng.sample(pool, min(20, len(pool))):
            refusal = system.check(moment.state, option)
            if refusal is not None:
                assert_said(refusal.why)


@every_game(15)
def test_events_and_options_are_written_as_plain_json(game: Game) -> None:
    """With their kind; what is written says the same as the value: equal values, equal text."""
    system = game.system
    for moment in game.some(30):
        for option in options_of(moment.pending):
            fields = dict(system.fields(moment.state, option))
            assert json.loads(json.dumps(fields, allow_nan=False)) == fields
            assert not {"id", "kind", "label"} & set(fields), "these names are the protocol's own"
        for event in moment.applied.events if moment.applied else ():
            assert moment.applied is not None
            plain = system.event_json(moment.applied.state, event)
            assert plain["kind"] == event.kind
            assert json.loads(json.dumps(plain, allow_nan=False)) == plain


@pytest.mark.parametrize("words", SPEAKERS, ids=LANGUAGES)
def test_the_name_of_every_system_is_said(words: Words) -> None:
    assert all(words(system.facts.name) for system in SYSTEMS.values())
    assert CONTENT.versions
