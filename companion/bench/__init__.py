"""`okko-companion bench`: how fast this program is on this machine, as plain figures and as ratios to known ones.

Every figure is measured when asked for, the known one right beside ours, so that ratios compare machines fairly.
A figure that nothing measures yet is None.
"""

from __future__ import annotations

import os
import statistics
import sys
import tempfile
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from importlib import import_module
from pathlib import Path
from random import Random
from time import perf_counter, process_time
from typing import TYPE_CHECKING, Any

from companion.bench.start import ROUNDS, start_and_memory
from companion.model.analysis.calibrate import perft
from companion.model.content.library import Library
from companion.model.core.chance import drawn
from companion.model.core.contract import Choice, Json, Over, Roll, System, choices_of
from companion.model.core.session import Session
from companion.model.games import SYSTEMS
from companion.model.games.asagiri import SYSTEM
from companion.model.games.asagiri.insight.queries import QUERIES
from companion.model.games.asagiri.state.state import State

if TYPE_CHECKING:
    from companion.ui.games.asagiri.bench import ClickCost

SECONDS = 2.0
GAMES = 10_000
"""Games in the library that is searched."""
SIMULATED = 4
"""Different games among those that charts are drawn of: more would take minutes to play."""
STEPS = 1000
"""Steps of the game that is opened."""
EARLY, LATE = 10, 5000
"""Steps of the games in which clicks are measured."""
CLICKS, BRANCHES = 200, 20

KEYS = (
    "decisions_per_second",
    "chess_decisions_per_second",
    "ratio_chess",
    "perft_nodes_per_second",
    "slowest_query_ms",
    "start_ratio",
    "memory_ratio",
    "slowest_frame_ms",
    "slowest_frame_4k_ms",
    "entry_inputs_per_fact",
    "entry_keys_per_fact",
    "library_page_ms",
    "open_game_ms",
    "undo_ms",
    "figures_ms",
    "click_ms",
    "click_slots_ms",
    "click_late_ms",
    "step_us",
    "report_ms",
    "campaign_open_ms",
    "sake_decisions_per_second",
    "sake_inputs_per_fact",
    "sake_slowest_frame_4k_ms",
    "chronicles_slowest_frame_4k_ms",
    "chronicles_decisions_per_second",
    "chronicles_inputs_per_fact",
)
"""The figures; their names are for ever."""


def measure() -> dict[str, float | None]:
    """Every figure of `KEYS`, without a screen unless one is asked for."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    figures: dict[str, float | None] = dict.fromkeys(KEYS)
    ours, chess = alternately(decisions_per_second, chess_decisions_per_second)
    figures["decisions_per_second"] = round(ours)
    figures["chess_decisions_per_second"] = None if chess is None else round(chess)
    figures["ratio_chess"] = None if chess is None else round(ours / chess, 3)
    figures["perft_nodes_per_second"] = round(perft_nodes_per_second())
    figures["slowest_query_ms"] = round(slowest_query_ms(), 3)
    start, memory = start_and_memory()
    figures["start_ratio"], figures["memory_ratio"] = round(start, 2), round(memory, 2)
    figures["slowest_frame_ms"] = round(slowest_frame_ms(), 2)
    figures["slowest_frame_4k_ms"] = round(slowest_frame_ms((3840, 2160)), 2)
    for key, way in (("entry_inputs_per_fact", "table"), ("entry_keys_per_fact", "words")):
        entry = entry_per_fact(way)
        figures[key] = None if entry is None else round(entry, 3)
    figures["library_page_ms"] = round(library_page_ms(), 2)
    opening, undoing = open_game_and_undo_ms()
    figures["open_game_ms"], figures["undo_ms"] = round(opening, 1), round(undoing, 2)
    figures["figures_ms"] = round(figures_ms())
    click, late = click_cost(EARLY), click_cost(LATE)
    figures["click_ms"], figures["click_slots_ms"] = round(click.whole, 2), round(click.slots, 2)
    figures["click_late_ms"] = round(late.whole, 2)
    figures["step_us"] = round(step_us(played(EARLY)), 1)
    figures["report_ms"] = round(report_ms(LATE), 1)
    figures["campaign_open_ms"] = round(campaign_open_ms(), 1)
    figures["sake_decisions_per_second"] = round(sake_decisions_per_second(SECONDS))
    told = sake_entry_per_fact()
    figures["sake_inputs_per_fact"] = None if told is None else round(told, 3)
    figures["sake_slowest_frame_4k_ms"] = round(sake_slowest_frame_ms(), 2)
    figures["chronicles_slowest_frame_4k_ms"] = round(chronicles_slowest_frame_ms(), 2)
    figures["chronicles_decisions_per_second"] = round(chronicles_decisions_per_second(SECONDS))
    followed = chronicles_entry_per_fact()
    figures["chronicles_inputs_per_fact"] = None if followed is None else round(followed, 3)
    return figures


def alternately(ours: Callable[[float], float], theirs: Callable[[float], float | None]) -> tuple[float, float | None]:
    """The medians of both, measured in turns so that a busy machine slows both alike."""
    mine, other = [], []
    for _ in range(ROUNDS):
        mine.append(ours(SECONDS / ROUNDS))
        other.append(theirs(SECONDS / ROUNDS))
    known = [value for value in other if value is not None]
    return statistics.median(mine), statistics.median(known) if known else None


def decisions_per_second(seconds: float) -> float:
    """Random play of the quick game with every option listed at each decision; seconds of the processor's time, so that
    nothing else on the machine counts.
    """
    return _random_play(SYSTEM, [{"quick": True}], seconds)


def sake_decisions_per_second(seconds: float) -> float:
    """The same of Saké & Samouraï with three, five and eight seats, every option of all who are asked listed."""
    return _random_play(SYSTEMS["sake"], [{"quick": True, "players": players} for players in (3, 5, 8)], seconds)


def chronicles_decisions_per_second(seconds: float) -> float:
    """The same of Okko Chronicles with one, two and four heroes."""
    heroes = ("house:noburo", "house:okko", "house:noshin", "house:setsuka")
    rest: Json = {"scenario": "house:the-well-of-mists", "options": {"places": "none"}}
    return _random_play(SYSTEMS["chronicles"], [{"heroes": list(heroes[:n]), **rest} for n in (1, 2, 4)], seconds)


def _random_play(system: System[Any], setups: Sequence[Json], seconds: float) -> float:
    rng, decisions, start, worked = Random(7), 0, perf_counter(), process_time()
    games = [system.new(setup, Library.shipped()) for setup in setups]
    states = list(games)
    while perf_counter() - start < seconds:
        for n, state in enumerate(states):
            for _ in range(200):
                pending = system.pending(state)
                if isinstance(pending, Over):
                    state = games[n]
                elif isinstance(pending, Roll):
                    state = system.rolled(state, drawn(pending.dice, rng, pending.distinct)).state
                else:
                    state = system.apply(state, rng.choice(rng.choice(choices_of(pending)).options)).state
                    decisions += 1
            states[n] = state
    return decisions / (process_time() - worked)


def chess_decisions_per_second(seconds: float) -> float | None:
    """The same with python-chess, where it is installed."""
    try:
        import chess
    except ImportError:
        return None
    rng, decisions, start, worked = Random(7), 0, perf_counter(), process_time()
    board = chess.Board()
    while perf_counter() - start < seconds:
        for _ in range(100):
            moves = list(board.legal_moves)
            if not moves or board.is_game_over():
                board.reset()
            else:
                board.push(rng.choice(moves))
                decisions += 1
    return decisions / (process_time() - worked)


def busy_state() -> State:
    """A position in the middle of a random game: a figure is active and has points left."""
    rng = Random(11)
    state = SYSTEM.new({"quick": True}, Library.shipped())
    for n in range(4000):
        pending = SYSTEM.pending(state)
        if isinstance(pending, Over):
            break
        if isinstance(pending, Roll):
            state = SYSTEM.rolled(state, drawn(pending.dice, rng)).state
        else:
            assert isinstance(pending, Choice)
            state = SYSTEM.apply(state, rng.choice(pending.options)).state
        active = state.active
        if n > 400 and active is not None and active.points >= 3 and not active.over and not state.frames:
            break
    return state


def perft_nodes_per_second() -> float:
    """Nodes counted per second from a busy position, three decisions deep."""
    state, start, nodes = busy_state(), perf_counter(), 0
    while perf_counter() - start < SECONDS / 2:
        nodes += perft(SYSTEM, state, 3)
    return nodes / (perf_counter() - start)


def slowest_query_ms() -> float:
    """The slowest of the protocol's queries on a busy position: the median of a hundred calls of each."""
    state = busy_state()
    ids = [character.id for n, character in enumerate(state.table.characters) if state.figures[n].at >= 0]
    mine = next(id for id in ids if id.startswith("a"))
    other = next(id for id in ids if id.startswith("b"))
    columns, rows = state.table.board.size
    calls: dict[str, dict[str, Json]] = {
        "control_zone": {"id": mine},
        "vision": {"id": mine},
        "reach": {"id": mine},
        "line_of_fire": {"from": [0, 0], "to": [columns - 1, rows - 2]},
        "shot": {"id": mine, "target": other, "range": 9},
        "retreat": {"id": mine},
        "attack": {"id": mine, "target": other},
        "odds": {"attack": 5, "defense": 4},
    }
    slowest = 0.0
    for name, params in calls.items():
        times = []
        for _ in range(100):
            start = perf_counter()
            QUERIES[name](state, params)
            times.append(perf_counter() - start)
        slowest = max(slowest, statistics.median(times))
    return slowest * 1000


def played(steps: int) -> Session[State]:
    """A random game on the screen of so many steps; games that end early are begun anew with another seed."""
    content = Library.shipped()
    for seed in range(1000):
        session, rng = Session.new(SYSTEM, {"quick": True}, content, seed), Random(seed)
        while len(session.steps) < steps:
            pending = session.pending
            if isinstance(pending, Over):
                break
            if isinstance(pending, Roll):
                session.roll()
            else:
                assert isinstance(pending, Choice)
                session.choose(rng.choice(pending.options))
        else:
            return session
    raise RuntimeError(f"no random game lasted {steps} steps")


def library_page_ms() -> float:
    """The slowest way to look for something among 10,000 games: the median of nine times each, after the first."""
    from companion.model.store.library import LibraryQuery, PageEnd
    from companion.model.store.repository import Repository

    session, moments = played(20), iter(range(GAMES))
    with tempfile.TemporaryDirectory() as folder:
        repository = Repository(
            Path(folder) / "library.sqlite",
            now=lambda: (datetime(2026, 1, 1, tzinfo=UTC) + timedelta(minutes=next(moments))).isoformat(),
        )
        repository.take_all((session, f"Game {n}", (f"Anna {n % 7}", f"Bruno {n}")) for n in range(GAMES))
        middle = repository.find(LibraryQuery(f"bruno {GAMES // 2}"))[0]
        ways: tuple[Callable[[], object], ...] = (
            lambda: repository.find(LibraryQuery()),
            lambda: repository.find(LibraryQuery(), PageEnd(middle.updated, middle.id)),
            lambda: repository.find(LibraryQuery("anna 3 okko")),
            lambda: repository.find(LibraryQuery("bruno 77")),
            lambda: repository.find(LibraryQuery("nobody at all")),
            lambda: repository.find(LibraryQuery("anna", finished=False, since=middle.updated)),
            lambda: repository.count(LibraryQuery("anna 3")),
        )
        slowest = max(statistics.median(_milliseconds(way) for _ in range(9)) for way in ways)
        repository.close()
    return slowest


CAMPAIGNED: Json = {
    "chapters": ["", "", ""],
    "budget": 9,
    "rosters": {"A": [{"card": "house:okko"}], "B": [{"card": "house:wandering-ronin"}]},
}
"""A campaign of three battles between two small rosters."""
ENDED: Json = {
    "format": "okko-position/1",
    "system": "asagiri",
    "board": {"rows": ["..", ".."], "walls": [], "doors": []},
    "bands": {
        seat: {"limit": 12, "lost": 12 if seat == "B" else 0, "characters": [
            {"id": f"{seat.lower()}1", "profile": "house:okko", "at": [column, 0], "facing": "S"}]}
        for column, seat in enumerate("AB")
    },
    "turn": 3,
    "phase": "A",
    "active": None,
}  # fmt: skip
"""A position in which a game is over: as short as one can be."""


def figures_ms() -> float:
    """From the store to the charts of 10,000 games that have ended, as they were simulated."""
    from itertools import cycle

    from companion.model.analysis import Match, play_session
    from companion.model.games.asagiri.statistics.many_games import SUMMARIES, Many
    from companion.model.store.library import Figuring
    from companion.model.store.repository import Repository
    from companion.ui.games.asagiri.bench import charts_ms

    content = Library.shipped()
    played = [play_session(Match("asagiri", ("greedy", "greedy"), ({"quick": True},)), n) for n in range(SIMULATED)]
    texts = cycle([SUMMARIES.text(session) for session in played])
    ended = Session.load(SYSTEM, ENDED, content, 1)
    with tempfile.TemporaryDirectory() as folder:
        repository = Repository(
            Path(folder) / "figures.sqlite", figuring=Figuring(SUMMARIES.version, lambda session: next(texts))
        )
        repository.take_all((ended, f"Game {n}", ()) for n in range(GAMES))

        def fetch() -> Many:
            kept = repository.figures()
            return SUMMARIES.sum_up((one.game, one.title, one.summary, one.data) for one in kept)

        taken = charts_ms(fetch)
        repository.close()
    return taken


def open_game_and_undo_ms() -> tuple[float, float]:
    """Opening a stored game of 1,000 steps, and one undo at random places of it: medians."""
    from companion.model.store.repository import Repository

    content, rng, find = Library.shipped(), Random(3), {SYSTEM.facts.id: SYSTEM}.get
    with tempfile.TemporaryDirectory() as folder:
        repository = Repository(Path(folder) / "games.sqlite")
        game = repository.create(played(STEPS), "long").id
        opening = statistics.median(_milliseconds(lambda: repository.open(game, find, content)) for _ in range(7))
        session, undoing = repository.open(game, find, content), []
        for _ in range(50):
            session.jump(rng.randrange(1, STEPS + 1))
            undoing.append(_milliseconds(session.undo))
        repository.close()
    return opening, statistics.median(undoing)


def _milliseconds(do: Callable[[], object]) -> float:
    start = perf_counter()
    do()
    return (perf_counter() - start) * 1000


def slowest_frame_ms(size: tuple[int, int] = (1280, 800)) -> float:
    """The slowest frame of a busy board of this size, drawn without a screen."""
    from companion.ui.games.asagiri.bench import slowest_frame

    return slowest_frame(busy_state(), size)


def sake_slowest_frame_ms() -> float:
    """The slowest frame of a round table of eight in a window of 3840 × 2160, drawn without a screen."""
    from companion.ui.games.sake.bench import slowest_frame

    return slowest_frame()


def chronicles_slowest_frame_ms() -> float:
    """The slowest frame of a board of six tiles in a window of 3840 × 2160, drawn without a screen."""
    from companion.ui.games.chronicles.bench import slowest_frame

    return slowest_frame()


def click_cost(step: int) -> ClickCost:
    """What a click at the table costs after so many steps, without a screen."""
    from companion.ui.games.asagiri import bench

    return bench.click_cost(played(step))


def step_us(session: Session[State], seed: int = 5) -> float:
    """The rules' part of a click: processor time of a random step of a game that no window shows."""
    rng, spent = Random(seed), 0.0
    for _ in range(CLICKS):
        pending = session.pending
        option = rng.choice(pending.options) if isinstance(pending, Choice) else None
        begun = process_time()
        session.roll() if option is None else session.choose(option)
        spent += process_time() - begun
    return spent / CLICKS * 1e6


def report_ms(steps: int) -> float:
    """The battle report of a game of so many steps: the median of a few."""
    from companion.model.games.asagiri.statistics.report import report

    session = played(steps)
    return statistics.median(_milliseconds(lambda: report(session)) for _ in range(5))


def campaign_open_ms() -> float:
    """Opening a stored campaign with all its branches, each begun near the end of the one before."""
    from companion.model.games.asagiri.campaign import CAMPAIGN
    from companion.model.games.asagiri.campaign.chronicle import Chronicle
    from companion.model.store.repository import Repository

    content, rng = Library.shipped(), Random(1)
    chronicle = Chronicle.new(CAMPAIGNED, content, 3)
    for n in range(60 + 4 * (BRANCHES - 1)):
        if n >= 60 and not n % 4:
            chronicle.fork("", len(chronicle.session.steps) - 2)
        pending = chronicle.session.pending
        if isinstance(pending, Choice):
            chronicle.choose(rng.choice(pending.options))
        elif isinstance(pending, Roll):
            chronicle.roll()
    branches = [(branch, chronicle.session_of(n)) for n, branch in enumerate(chronicle.branches)]
    with tempfile.TemporaryDirectory() as folder:
        repository = Repository(Path(folder) / "campaign.sqlite")
        campaign = repository.campaigns.create("many ways", branches).campaign_id

        def opened() -> list[object]:
            return [branch.open() for branch in repository.campaigns.open(campaign, CAMPAIGN, content)[0]]

        opening = statistics.median(_milliseconds(opened) for _ in range(5))
        repository.close()
    return opening


def entry_per_fact(way: str) -> float | None:
    """Every click and key, by fact, to record four turns of a table at the real table screen, without a screen.

    None where there is no source tree, which has the hands that do it.

    `way`: ``table`` is a mouse with the keys of the dice, ``words`` the command line.
    """
    recording = _recording("recording")
    return None if recording is None else float(recording.per_fact(way))


def sake_entry_per_fact() -> float | None:
    """The same of two rounds of Saké & Samouraï at a table of five with unknown hands, put right twice."""
    recording = _recording("sake_recording")
    return None if recording is None else float(recording.per_fact())


def chronicles_entry_per_fact() -> float | None:
    """The same of three turns of Okko Chronicles at a table of four with unknown hands, put right once."""
    recording = _recording("chronicles_recording")
    return None if recording is None else float(recording.per_fact())


def _recording(name: str) -> Any:
    """The hands that record a table, out of the tests; None where there is no source tree."""
    tree = Path(__file__).resolve().parents[2]
    if not (tree / "tests" / "table" / f"{name}.py").is_file():
        return None
    sys.path.insert(0, str(tree))
    return import_module(f"tests.table.{name}")
