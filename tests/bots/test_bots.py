"""Players: what each owes to whoever asks it, and what the greedy one must see."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from companion.model.analysis import Match, simulate
from companion.model.bots import BOTS, BotFault, Greedy, ask_bot
from companion.model.content.library import Library
from companion.model.core.chance import drawn
from companion.model.core.contract import Choice, Over, Roll, System, Together
from companion.model.games import SYSTEMS
from companion.model.games.asagiri import SYSTEM as ASAGIRI
from companion.model.games.asagiri.rules.options import Step
from companion.model.games.asagiri.skills.skill_use import square_tokens
from companion.model.games.asagiri.state.state import replace
from companion.model.games.blank import SYSTEM as BLANK
from tests.rules.table import Table, open_floor, skill

from .dicing import DICING, Dicing
from .hostile import HOSTILE

CONTENT = Library.shipped()
SETUPS = {
    "asagiri": {"quick": True},
    "blank": {},
    "sake": {"quick": True, "players": 3},
    "chronicles": {"quick": True},
}
MOST_SECONDS = 0.05
"""For one decision: the window waits for it."""
DECISIONS_A_PHASE = 120
"""More than a phase of six figures can need: each walks, turns, uses dice and acts once."""


def choices(system: System[Any], seed: int, most: int) -> Iterator[tuple[Any, Choice]]:
    """Decisions of a game in which everybody plays at random."""
    state, rng = system.new(SETUPS[system.facts.id], CONTENT), Random(seed)
    for _ in range(most):
        pending = system.pending(state)
        if isinstance(pending, Over):
            return
        if isinstance(pending, Roll):
            state = system.rolled(state, drawn(pending.dice, rng, pending.distinct)).state
            continue
        choice = rng.choice(pending.choices) if isinstance(pending, Together) else pending
        yield state, choice
        state = system.apply(state, rng.choice(choice.options)).state


@pytest.mark.parametrize("system", list(SYSTEMS))
@pytest.mark.parametrize("name", list(BOTS))
def test_a_thought_is_offered_has_a_chance_and_is_the_same_for_the_same_rng(name: str, system: str) -> None:
    game = SYSTEMS[system]
    for n, (state, choice) in enumerate(choices(game, 5, 60)):
        before = game.encode(state)
        thought = ask_bot(BOTS[name](), game, state, choice, Random(n), content=CONTENT)
        assert thought.option in choice.options
        assert 0 <= thought.value <= 1
        if thought.ranked:
            values = [value for _, value in thought.ranked]
            assert thought.ranked[0] == (thought.option, thought.value)
            assert values == pytest.approx(sorted(values, reverse=True), abs=1e-9)
            assert len({option for option, _ in thought.ranked}) == len(values) <= 5
        assert ask_bot(BOTS[name](), game, state, choice, Random(n), content=CONTENT) == thought
        assert game.encode(state) == before


@pytest.mark.parametrize("name", list(HOSTILE))
def test_hostile_players_are_caught(name: str) -> None:
    state, choice = next(choices(BLANK, 1, 5))
    with pytest.raises(BotFault, match=f"(?i){name}"):
        ask_bot(HOSTILE[name](), BLANK, state, choice, Random(1))


def test_random_takes_every_option_at_times() -> None:
    state, choice = next(choices(BLANK, 1, 5))
    taken = {ask_bot(BOTS["random"](), BLANK, state, choice, Random(n)).option for n in range(100)}
    assert taken == set(choice.options)


# greedy


def test_greedy_decides_in_time_for_the_window() -> None:
    spent = []
    for n, (state, choice) in enumerate(choices(ASAGIRI, 3, 150)):
        begun = time.process_time()
        Greedy().think(ASAGIRI, state, choice, Random(n))
        spent.append(time.process_time() - begun)
    assert statistics.median(spent) < MOST_SECONDS / 2
    assert statistics.quantiles(spent, n=20)[-1] < 3 * MOST_SECONDS


def test_greedy_never_dithers() -> None:
    """Greedy against greedy: every phase comes to its end, and so does the game."""
    state, rng, bots = ASAGIRI.new(SETUPS["asagiri"], CONTENT), Random(4), {seat: Greedy() for seat in "AB"}
    phase, decisions = (0, 0), 0
    for _ in range(4000):
        pending = ASAGIRI.pending(state)
        if isinstance(pending, Over):
            return
        if (state.turn, state.phase) != phase:
            phase, decisions = (state.turn, state.phase), 0
        decisions += 1
        assert decisions < DECISIONS_A_PHASE, ASAGIRI.encode(state)
        if isinstance(pending, Roll):
            state = ASAGIRI.rolled(state, drawn(pending.dice, rng)).state
        else:
            assert isinstance(pending, Choice)
            state = ASAGIRI.apply(state, bots[pending.seat].think(ASAGIRI, state, pending, rng).option).state
    raise AssertionError("the game has not ended")


def test_greedy_goes_on_with_the_plan_it_has_begun() -> None:
    """A walk up to an enemy and an attack are thought of once; on any other table it thinks anew."""
    strong = {"stats": {"attack": 9, "defense": 9, "movement": 5, "willpower": 4}}
    table = Table(open_floor(7, 7), {"a1": "3,5N", "b1": "3,1S!"}, a1=strong)
    state, bot, done = table.state, Greedy(), []
    for _ in range(8):
        pending = ASAGIRI.pending(state)
        assert isinstance(pending, Choice)
        thought = bot.think(ASAGIRI, state, pending, Random(1))
        other = Greedy().think(ASAGIRI, state, pending, Random(1))
        done.append((thought.option.kind, len(thought.ranked) == 1 < len(other.ranked)))
        assert thought.option in pending.options
        state = ASAGIRI.apply(state, thought.option).state
        if thought.option.kind == "attack":
            break
    kinds = [kind for kind, _ in done]
    assert kinds[0] == "activate"
    assert kinds[-1] == "attack"
    assert "step" in kinds
    assert [gone_on for _, gone_on in done] == [False] + [True] * (len(done) - 1)


@pytest.mark.parametrize("laid", [False, True])
def test_greedy_walks_around_a_token_that_it_sees(laid: bool) -> None:
    """The nearest way to an enemy that it can beat leads over a trap."""
    strong = {"stats": {"attack": 9, "defense": 9, "movement": 6, "willpower": 4}}
    fall = {"type": "become", "state": "disabled", "who": {"of": "opponent"}}
    trap = skill("earth", ["activation"], name="trap", effects=[{"type": "lay", "name": "trap", "entered": [fall]}])
    table = Table(open_floor(7, 7), {"a1": "3,5N", "a2": "0,6N", "b1": "3,1S!"}, a1=strong,
                  b1={"stats": {"skills": [trap]}})  # fmt: skip
    if laid:
        tokens = tuple(square_tokens(table.state, table.state.table.board.index[at, 4, 0])["trap"] for at in (2, 3, 4))
        table.state = replace(table.state, tokens=tokens)
    state, bot, entered = table.do("activate", character="a1").state, Greedy(), []
    while state.active is not None and isinstance(ASAGIRI.pending(state), Choice):
        option = bot.think(ASAGIRI, state, _choice(state), Random(1)).option
        state = ASAGIRI.apply(state, option).state
        entered += [option.at] if isinstance(option, Step) else []
    squares = {state.table.board.squares[at][:2] for at in entered}
    assert squares and squares.isdisjoint({(2, 4), (3, 4), (4, 4)}) == laid


def test_greedy_forgets_its_plan_when_the_table_is_another() -> None:
    strong = {"stats": {"attack": 9, "defense": 9, "movement": 5, "willpower": 4}}
    floor = open_floor(7, 7)
    bot = Greedy()
    table = Table(floor, {"a1": "3,5N", "b1": "3,1S!"}, a1=strong)
    bot.think(ASAGIRI, table.state, _choice(table.state), Random(1))
    elsewhere = Table(floor, {"a1": "0,5N", "b1": "6,1S!"}, a1=strong).do("activate", character="a1").state
    thought = bot.think(ASAGIRI, elsewhere, _choice(elsewhere), Random(1))
    assert thought == Greedy().think(ASAGIRI, elsewhere, _choice(elsewhere), Random(1))


def _choice(state: Any) -> Choice:
    pending = ASAGIRI.pending(state)
    assert isinstance(pending, Choice)
    return pending


def test_greedy_beats_random() -> None:
    assert simulate(Match("asagiri", ("greedy", "random"), (SETUPS["asagiri"],), 11), 2).a_wins == 2


def test_greedy_attacks_when_that_wins() -> None:
    strong = {"stats": {"attack": 9, "defense": 9, "movement": 4, "willpower": 4}}
    table = Table(open_floor(5, 5), {"a1": "2,2N", "b1": "2,1S!"}, a1=strong).do("activate", character="a1")
    assert isinstance(table.pending, Choice)
    thought = Greedy().think(ASAGIRI, table.state, table.pending, Random(1))
    assert thought.option.kind == "attack"
    assert thought.value > 0.8


def test_greedy_takes_the_exact_mean_over_dice() -> None:
    """Three sure points, or a die: 3.5 in the mean; with four sure points the die is worth less."""
    for sure, best in ((3, "throw"), (4, "take")):
        state = Dicing(sure)
        pending = DICING.pending(state)
        assert isinstance(pending, Choice)
        thought = Greedy().think(DICING, state, pending, Random(1))
        values = {option.kind: value for option, value in thought.ranked}
        assert thought.option.kind == best
        assert values["throw"] == pytest.approx((3.5 / 10 + 1) / 2, abs=1e-4)
        assert values["take"] == pytest.approx((sure / 10 + 1) / 2, abs=1e-4)


def test_greedy_knows_no_more_than_its_seat() -> None:
    """Two tables that A cannot tell apart: the same thought."""
    hands = ({"A": [1, 6], "B": [2, 3], "C": [4, 5]}, {"A": [1, 6], "B": [6, 5], "C": [2, 2]})
    thoughts = []
    for hand in hands:
        state = BLANK.new({"rounds": 1, "hands": hand}, CONTENT)
        pending = BLANK.pending(state)
        assert isinstance(pending, Together)
        thoughts.append([Greedy().think(BLANK, state, pending.choices[0], Random(n)) for n in range(20)])
    assert thoughts[0] == thoughts[1]


def test_greedy_sees_the_end_of_a_game_that_judges_nothing() -> None:
    """The last to pick, with the highest card in the last round, wins in every world it may be in."""
    state = BLANK.new({"rounds": 1, "hands": {"A": [1, 6], "B": [2], "C": [3]}}, CONTENT)
    for text in ("pick:B,2", "pick:C,3"):
        state = BLANK.apply(state, BLANK.option_of(state, text)).state
    pending = BLANK.pending(state)
    assert isinstance(pending, Together)
    thought = Greedy().think(BLANK, state, pending.choices[0], Random(2))
    assert BLANK.option_id(state, thought.option) == "pick:A,6"
    assert thought.value > 0.6


def test_greedy_stops_when_its_time_is_up() -> None:
    """With no time at all it still chooses something that is offered; with some, it looks at more."""
    for n, (state, choice) in enumerate(choices(ASAGIRI, 3, 30)):
        hasty = ask_bot(Greedy(), ASAGIRI, state, choice, Random(n), 0)
        assert len(hasty.ranked) == 1
        patient = ask_bot(Greedy(), ASAGIRI, state, choice, Random(n), 60)
        assert len(patient.ranked) == min(5, len(choice.options))
        assert patient == ask_bot(Greedy(), ASAGIRI, state, choice, Random(n))
