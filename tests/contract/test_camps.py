"""Camps answer once and win together; what the app is not told is `?`, and stays so until somebody tells it."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Annotated, Any, cast

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.model import analysis
from companion.model.bots import BOTS, Decision, ask_bot
from companion.model.core import chance, schema
from companion.model.core.contract import (
    SPECTATOR,
    UNKNOWN,
    Choice,
    Json,
    Option,
    Over,
    Roll,
    Tracks,
    Unknown,
    camps_of,
    choices_of,
    may_answer,
    options_of,
    part,
)
from companion.model.core.record import NoContent
from companion.model.core.refusal import InvalidInput, UnknownOption
from companion.model.core.session import Session
from companion.model.core.words import say
from companion.model.games.blank import SYSTEM as BLANK
from tests.budget import examples

from .games import Game, every_game, play, through_text
from .samples import CONTENT, SAMPLES, SYSTEMS
from .test_sessions import through_file

CAMPS: Json = {"camps": True}
TRACKED: Json = {"camps": True, "hands": {seat: ["?", "?"] for seat in "ABCD"}}


@every_game(20)
def test_camps_are_of_this_table_and_answer_once(game: Game) -> None:
    """A seat is of one camp at most; whoever answers for it has it answered; who wins, wins with its whole camp."""
    system = game.system
    for moment in game.moments:
        seats, camps = system.seats(moment.state), camps_of(system, moment.state)
        grouped = [seat for camp in camps for seat in camp.seats]
        assert len(set(grouped)) == len(grouped)
        assert set(grouped) <= set(seats)
        assert not {camp.id for camp in camps} & {*seats, SPECTATOR}
        asked = [choice for choice in choices_of(moment.pending) if choice.camp]
        assert len({choice.camp for choice in asked}) == len(asked), "a camp is asked once"
        for choice in asked:
            (camp,) = (camp for camp in camps if camp.id == choice.camp)
            assert choice.seat in camp.seats
            assert {seat for seat in seats if may_answer(system, moment.state, choice, seat)} == set(camp.seats)
            for option in choice.options:
                after = system.apply(moment.state, option).state
                assert set(choices_of(system.pending(after))).isdisjoint({choice})
                assert system.check(after, option) is not None, "the answer has been given"
        if isinstance(moment.pending, Over):
            won = set(moment.pending.winners)
            assert all(set(camp.seats) <= won or won.isdisjoint(camp.seats) for camp in camps)


def session(setup: Json, seed: int = 7, **more: Any) -> Session[Any]:
    return Session.new(BLANK, setup, NoContent(), seed, **more)


def first(option: str, game: Session[Any]) -> Option:
    """The first option of a kind."""
    return next(one for one in options_of(game.pending) if one.kind == option)


def decided(game: Session[Any]) -> None:
    """Play on until a camp has to decide on the pot."""
    while not isinstance(game.pending, Choice):
        if isinstance(game.pending, Roll):
            game.roll()
        else:
            game.choose(options_of(game.pending)[-1])


def test_either_seat_of_a_camp_may_say_what_the_camp_does_and_nobody_else() -> None:
    game = session(CAMPS)
    decided(game)
    assert isinstance(game.pending, Choice)
    camp = next(camp for camp in camps_of(BLANK, game.state) if camp.id == game.pending.camp)
    for seat in BLANK.seats(game.state):
        before = game.cursor
        if seat in camp.seats:
            game.choose(first("turn", game), seat=seat)
            assert game.cursor == before + 1
            game.undo()
        else:
            with pytest.raises(UnknownOption):
                game.choose(first("turn", game), seat=seat)
            assert game.cursor == before


@pytest.mark.parametrize("card", range(1, 7))
def test_asking_for_another_seats_card_tells_nothing_of_its_hand(card: int) -> None:
    game = session({})
    with pytest.raises(UnknownOption) as refused:
        game.choose(f"pick:B,{card}", seat="A")
    assert refused.value.why == say("This is for {seat} to decide.", seat="B")
    assert not game.cursor


def test_a_whole_camp_wins_and_the_library_is_told_so() -> None:
    game = session({"camps": True, "rounds": 1})
    while not isinstance(game.pending, Over):
        if isinstance(game.pending, Roll):
            game.roll()
        else:
            game.choose(options_of(game.pending)[-1])
    winners = game.pending.winners
    assert winners in (("A", "C"), ("B", "D"))
    assert game.pending.winner is None
    assert game.standing.winner == " ".join(winners)


def test_what_lies_beside_a_place_changes_in_play() -> None:
    game = session(CAMPS)
    decided(game)
    before = BLANK.queries["neighbours"](game.state, {})
    game.choose(first("turn", game))
    after = BLANK.queries["neighbours"](game.state, {})
    assert before != after
    for around in (before, after):
        assert all(place in around[other] for place in around for other in around[place]), "both ways"
    game.undo()
    assert BLANK.queries["neighbours"](game.state, {}) == before


# what is not known -------------------------------------------------------------------------------------------------


@every_game(20)
def test_only_a_tracked_game_may_not_know(game: Game) -> None:
    """Where something is missing the rules are not enforced, nor can they be from then on."""
    tracking = part(game.system, Tracks)
    for moment in game.some(8):
        missing = None if tracking is None else tracking.missing(moment.state)
        assert (missing is None) or "?" in str(through_text(game.system.encode(moment.state)))
        plain = game.system.encode(moment.state)
        if missing is not None:
            assert Session.load(game.system, plain, CONTENT).mode == "track"
            with pytest.raises(InvalidInput):
                Session.load(game.system, plain, CONTENT, mode="enforce")
            table = Session.load(game.system, plain, CONTENT)
            with pytest.raises(InvalidInput):
                table.switch("enforce")
            assert (table.mode, table.cursor) == ("track", 0)


def test_the_table_tells_what_was_unknown_and_the_rules_can_be_enforced() -> None:
    game = session({"hands": {"A": [1, 2, 3], "B": ["?", "?", "?"], "C": [4, 5, 6]}})
    assert game.mode == "track"
    game.edit({"kind": "set_hand", "seat": "B", "cards": [1, 6, "?"]})
    with pytest.raises(InvalidInput):
        game.switch("enforce")
    game.edit({"kind": "set_hand", "seat": "B", "cards": [1, 5, 6]})
    game.switch("enforce")
    with pytest.raises(InvalidInput):
        game.edit({"kind": "set_hand", "seat": "B", "cards": [1, 5, "?"]}, override=True)
    assert game.mode == "enforce"
    assert BLANK.view(game.state, "B")["hand"] == [1, 5, 6]


def test_a_face_is_kept_from_the_app_only_at_a_table_and_only_where_it_may_be() -> None:
    enforced, tracked = session(CAMPS), session(CAMPS, mode="track")
    with pytest.raises(UnknownOption):
        enforced.roll(["?"])
    tracked.roll(["?"])
    assert BLANK.encode(tracked.state)["yard"]["omen"] == "?"
    again = Session.replay(BLANK, through_file(tracked.save()), NoContent())
    assert again.state == tracked.state
    tie = (chance.Die(chance.D6, "A"), chance.Die(chance.D6, "B"))
    assert not chance.fits(tie, ("?", 3))


def test_an_answer_whose_text_does_not_say_whose_is_kept_with_its_seat() -> None:
    game = session(TRACKED)
    game.roll(["?"])
    for seat in "ABCD":
        game.choose(f"pick:{seat},?")
    with pytest.raises(UnknownOption):
        game.choose("show:5")
    game.choose("show:5", seat="C")
    record = through_file(game.save())
    assert [step.intent.seat for step in record.steps[-2:]] == [msgspec.UNSET, "C"]
    again = Session.replay(BLANK, record, NoContent())
    assert again.state == game.state
    assert again.describe_step(again.cursor - 1) == game.describe_step(game.cursor - 1)


def in_secret(known: Session[Any]) -> Session[Any]:
    """The same game at a table that tells no card and no omen before it is shown."""
    position = BLANK.encode(known.state_at(0))
    position["hands"] = {seat: ["?"] * len(hand) for seat, hand in position["hands"].items()}
    table = Session.load(BLANK, position, NoContent(), 1)
    for n in range(known.cursor):
        asked, step = BLANK.pending(known.state_at(n)), known.steps[n]
        if isinstance(asked, Roll):
            table.roll(["?"] if asked.kind == "omen" else step.result.faces)
        elif not step.intent.option.startswith("pick:"):
            table.choose(step.intent.option)
        else:
            seat = step.intent.option[len("pick:")]
            table.choose(f"pick:{seat},?")
            told = {event.kind: event for event in known.events_of(n)}
            if "CardsShown" in told:
                for each, card in zip(BLANK.seats(table.state), told["CardsShown"].cards, strict=True):
                    table.choose(f"show:{card}", seat=each)
            if "OmenShown" in told:
                table.choose(f"tell:{table.pending.seat},{told['OmenShown'].face}")
    return table


@pytest.mark.parametrize("setup", [{}, {"rounds": 4}, CAMPS, {"camps": True, "rounds": 3}], ids=str)
@settings(max_examples=examples(40))
@given(seed=st.integers(0, 2**32 - 1))
def test_a_game_tracked_without_its_secrets_comes_to_the_same_public_end(setup: Json, seed: int) -> None:
    known, rng = session(setup, seed), Random(seed)
    while not isinstance(known.pending, Over):
        if isinstance(known.pending, Roll):
            known.roll()
        else:
            known.choose(rng.choice(options_of(known.pending)))
    table = in_secret(known)
    assert BLANK.view(table.state, SPECTATOR) == BLANK.view(known.state, SPECTATOR)
    assert table.pending == known.pending
    assert Session.replay(BLANK, through_file(table.save()), NoContent()).state == table.state


@given(st.integers() | st.text(max_size=2) | st.none() | st.booleans())
def test_a_value_is_read_known_or_unknown_and_written_as_it_was(value: Json) -> None:
    try:
        read = schema.read(value, cast(Any, Annotated[int, msgspec.Meta(ge=1, le=6)] | Unknown))
    except InvalidInput:
        assert value != "?" and (type(value) is not int or not 1 <= value <= 6)
        return
    assert (read is UNKNOWN) == (value == "?")
    assert msgspec.json.decode(msgspec.json.encode(read)) == value == (str(read) if read is UNKNOWN else read)
    assert pickle.loads(pickle.dumps(read)) == copy.deepcopy(read) == read
    assert read is UNKNOWN or read != UNKNOWN


# players made of code ----------------------------------------------------------------------------------------------


class Spy:
    """Takes any option, and keeps the tables that it was shown."""

    def __init__(self) -> None:
        self.shown: list[Any] = []

    def think(self, system: Any, state: Any, choice: Choice, rng: Random, seconds: float = 0) -> Decision:
        self.shown.append(state)
        return Decision(rng.choice(choice.options), 0.5)


def test_a_player_is_never_shown_what_its_seat_must_not_know() -> None:
    rng, guessed = Random(3), 0
    for seed in range(10):
        for moment in play("blank", seed).moments:
            for choice in choices_of(moment.pending):
                spy = Spy()
                ask_bot(spy, BLANK, moment.state, choice, rng)
                (table,) = spy.shown
                assert table is not moment.state
                assert BLANK.view(table, choice.seat) == BLANK.view(moment.state, choice.seat)
                guessed += table != moment.state
    assert guessed > 20


def played_whole() -> Iterator[Any]:
    """System, set-up, players; one who thinks takes 3 s for a game of Chronicles, of which one is enough by day."""
    for id, name in product((id for id in SYSTEMS if SYSTEMS[id].facts.hidden), BOTS):
        for n in range(len(SAMPLES[id].setups)):
            long = n > 0 and (id, name) == ("chronicles", "greedy")
            yield pytest.param(id, n, name, marks=pytest.mark.soak if long else ())


@pytest.mark.parametrize(("id", "n", "name"), list(played_whole()))
def test_players_play_a_game_with_secrets_to_its_end(id: str, n: int, name: str) -> None:
    system, rng = SYSTEMS[id], Random(5)
    first = system.new(SAMPLES[id].setups[n], CONTENT)
    bots = {seat: BOTS[name]() for seat in system.seats(first)}
    state, end, decisions = analysis.play(system, first, bots, rng, CONTENT)
    assert end == system.pending(state)
    assert decisions >= len(bots)


ALONE = """
import json, sys
import companion.model.store
from companion.model.core.record import NoContent
from companion.model.core.words import Words
from companion.model.protocol import Server
from companion.model.games import SYSTEMS

server = Server(SYSTEMS, NoContent(), Words)

def ask(method, **params):
    line = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
    return json.loads(server.handle(line.encode()))["result"]

view = ask("game.new", system="blank", setup={"camps": True}, seed=1)
while view["pending"]["kind"] != "over":
    rolling = view["pending"]["kind"] == "roll"
    view = ask("game.roll") if rolling else ask("game.choose", option=ask("bot.suggest")["option"])
ask("game.replay", record=ask("game.save")["record"])
print([name for name in sys.modules if "asagiri" in name])
"""


def test_a_whole_game_of_one_system_loads_no_other() -> None:
    done = subprocess.run([sys.executable, "-c", ALONE], capture_output=True, text=True, timeout=60, check=False)
    assert (done.stdout.strip(), done.stderr) == ("[]", "")
