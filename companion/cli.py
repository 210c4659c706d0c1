"""The command line: the window, and the sub-commands for programs and people who script.

Nothing heavy is imported before the command that needs it is known; only the window imports Qt.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import shlex
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from io import TextIOWrapper
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

from companion.arguments import APP, MOST_SAID, opened, parser
from companion.model.core.masking import masked

if TYPE_CHECKING:
    from companion.model.analysis import Match
    from companion.model.content.check import Finding
    from companion.model.content.library import Library

MOST_JSON = 8_000_000
"""Letters of a file with a position or a set-up: hundreds of times what one takes."""


def default_data_dir() -> Path:
    """The platform's own folder for this program's data."""
    from platformdirs import user_data_path

    return user_data_path(APP, appauthor=False)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; the window without one. Returns the status for the shell."""
    if getattr(sys, "frozen", False):  # processes started by a bundled program begin here as well
        from multiprocessing import freeze_support

        freeze_support()
    for stream in (sys.stdout, sys.stderr):  # a terminal that lacks a letter shows how it is written instead
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    words = sys.argv[1:] if arguments is None else list(arguments)
    given = opened(words) or parser().parse_args(words)
    commands: dict[str, Callable[[argparse.Namespace], int]] = {
        "engine": _engine,
        "check": _check,
        "simulate": _simulate,
        "bench": _bench,
        "perft": _perft,
    }
    if given.command is None:
        return _window(given)
    try:
        status = commands[given.command](given)
        if sys.stdout is not None:  # the shell has to hear of what could not be written
            sys.stdout.flush()
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        sys.stderr.close()
        return 141
    except OSError as wrong:
        return _unwritten(wrong) if wrong.filename is None else _fail(str(wrong))
    return status


def _unwritten(wrong: OSError) -> int:
    """Say what the system refused, most likely to take the output; drop the rest of that."""
    with contextlib.suppress(OSError):  # a standard error that is full as well hears nothing
        _fail(str(wrong))
        sys.stderr.flush()
    with contextlib.suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # else Python tries once more at its end
    return 74  # EX_IOERR


def _window(given: argparse.Namespace) -> int:
    from companion.app.program import run

    files = getattr(given, "files", ())
    folder = given.data_dir or default_data_dir()
    return run(folder, given.language, files, server=given.database, welcome=given.welcome)


def _engine(given: argparse.Namespace) -> int:
    from companion.model.protocol import run

    content = _content(given)
    return 2 if content is None else run(sys.stdin.buffer, sys.stdout.buffer, sys.stderr, content)


def _check(given: argparse.Namespace) -> int:
    from companion.model.content.collection import check_paths
    from companion.model.content.kinds import printable
    from companion.model.content.library import Library
    from companion.model.games import record_kinds
    from companion.model.help.check import check_help

    helps = [path for path in given.paths if (path / "order.toml").is_file()]
    packs = [path for path in given.paths if path not in helps]
    found = False
    for line in _lines(check_paths(packs, record_kinds(), Library.shipped()), given.language):
        found = True
        print(line)
    for fault in (fault for path in helps for fault in check_help(path)):
        found = True
        print(printable(str(fault), MOST_SAID))
    return int(found)


def _lines(findings: Iterable[Finding], language: str | None) -> Iterator[str]:
    """Findings as ``file: pointer: problem``, fit for a terminal whatever is in them."""
    from companion.model.content.kinds import printable
    from companion.model.core.words import Words
    from companion.resources import resources_dir

    words = Words(language or "en", resources_dir() / "translations")
    for finding in findings:
        yield printable(f"{finding.file}: {finding.pointer}: {words(finding.what)}", MOST_SAID)


def _content(given: argparse.Namespace) -> Library | None:
    """The shipped packs and those given; None, and every fault on standard error, when one cannot be used."""
    from companion.model.content.collection import join_packs
    from companion.model.content.library import Library
    from companion.model.games import record_kinds

    if not given.pack:
        return Library.shipped()
    library, found = join_packs(given.pack, record_kinds(), Library.shipped())
    broken = [finding for finding in found if finding.broken]
    for line in _lines(broken, given.language):
        print(line, file=sys.stderr)
    return None if broken else library


def _simulate(given: argparse.Namespace) -> int:
    import msgspec

    from companion.model import analysis
    from companion.model.analysis import calibrate
    from companion.model.analysis.seats import seated
    from companion.model.bots import BOTS, BotFault
    from companion.model.core.refusal import InvalidInput, RuleBroken
    from companion.model.core.registry import GameUnavailable
    from companion.model.core.words import Words

    for name in (given.a, given.b):
        if name not in BOTS:
            return _fail(f"there is no player “{name}”; there are: {', '.join(BOTS)}")
    try:
        if seated(given.game):
            return _simulate_seats(given)
        if given.balance and analysis.in_camps(given.game):
            return _simulate_camps(given)
        if given.seats:
            return _fail(f"“{given.game}” is played by two sides: --seats is for games of any number of seats")
        if analysis.in_camps(given.game):
            if given.setup is None or any((given.bands, given.balance, given.calibrate, given.into, given.board)):
                return _fail(f"“{given.game}” is played by camps: say with --setup which game they play, and no more")
        else:
            analysis.simulating(given.game)
    except (KeyError, ValueError, GameUnavailable):
        return _fail(f"there is no game “{given.game}” that automatic players could play by the thousand")
    if given.games % 2 and (given.mirrored or given.balance):
        return _fail("mirrored games come in pairs: --games must be even")
    if (given.balance or given.calibrate) and given.a != given.b:
        return _fail("this is measured with the same player for both bands")
    if given.into is not None and (given.balance or given.calibrate):
        return _fail("--into keeps the games of one match")
    if given.board and not (given.bands or given.balance):
        return _fail("--board goes with --bands or --balance")
    content = _content(given)
    if content is None:
        return 2
    packs = tuple(str(path) for path in given.pack)
    try:
        if given.balance:
            weighed = analysis.weigh(
                given.game, given.a, given.games, given.seed, given.board, given.jobs, _told, packs
            )
            command = shlex.join([APP, "simulate", *_said(given)])
            rows = [analysis.weighed_json(row) for row in weighed]
            page = analysis.balance_page(weighed, given.a, given.games, command)
            print(json.dumps(rows, indent=1) if given.json else page)
            return int(not all(row.even for row in weighed))
        if given.calibrate:
            found = calibrate.calibrate(given.game, given.a, given.games, given.seed, given.jobs, _told, packs)
            plain = {kind: msgspec.to_builtins(fit) for kind, fit in found.items()}
            print(json.dumps(plain, indent=1) if given.json else calibrate.page(found))
            return 0
        setups = _setups(given, content)
        if setups is None:
            return 2
        match = analysis.Match(given.game, (given.a, given.b), setups, given.seed, given.mirrored, packs)
        if given.into is not None:
            return _simulate_into(given, match)
        start = perf_counter()
        tally = analysis.simulate(match, given.games, given.jobs, _told)
    except BotFault as wrong:
        print(f"{APP}: {wrong}", file=sys.stderr)
        return 1
    except InvalidInput as wrong:
        return _fail(f"{wrong.path}: {Words(given.language or 'en')(wrong.why)}")
    except RuleBroken as wrong:
        return _fail(f"{wrong.refusal.rule}: {Words(given.language or 'en')(wrong.refusal.why)}")
    result = analysis.as_json(match, tally, given.bands, perf_counter() - start)
    if given.json:
        print(json.dumps(result, indent=1))
    else:
        for key, value in result.items():
            print(f"{key:>24}  {value}")
    return 0


def _simulate_seats(given: argparse.Namespace) -> int:
    """Games of any number of seats: `--a` sits on one of them, `--b` on all the others."""
    from companion.model.analysis.seats import Round, seating, seats_json, seats_page, simulate_seats
    from companion.model.bots import BotFault

    system, simulated = seating(given.game)
    low, high = system.facts.players
    if any((given.setup, given.bands, given.calibrate, given.into, given.board, given.mirrored)):
        return _fail(f"“{given.game}” is played by seats: beside --seats and --balance nothing says what is played")
    if not all(low <= seats <= high for seats in given.seats):
        return _fail(f"“{given.game}” is for {low} to {high} seats")
    if given.balance and given.a != given.b:
        return _fail("this is measured with the same player on every seat")
    if (content := _content(given)) is None:
        return 2
    packs = tuple(str(path) for path in given.pack)
    wanted = given.seats or (range(low, high + 1) if given.balance else (low,))
    rounds = [Round(given.game, seats, (given.a, given.b), given.seed, packs) for seats in wanted]
    try:
        tallies = simulate_seats(rounds, given.games, given.jobs, _told)
    except BotFault as wrong:
        print(f"{APP}: {wrong}", file=sys.stderr)
        return 1
    rows = [seats_json(round_, one) for round_, one in zip(rounds, tallies, strict=True)]
    if given.balance and not given.json:
        command, sides = shlex.join([APP, "simulate", *_said(given)]), simulated.sides(content)
        print(seats_page(system.facts.name, sides, tallies, given.a, given.games, command))
    else:
        print(json.dumps(rows, indent=1))
    return int(given.balance and not all(one.even for one in tallies))


def _simulate_camps(given: argparse.Namespace) -> int:
    """Every scenario of a game of two camps, with as many seats as it is meant for, or as `--seats` says."""
    from companion.model.analysis.camps import Series, camp_names, camps_json, camps_page, contesting, simulate_camps
    from companion.model.bots import BotFault
    from companion.model.core.refusal import InvalidInput
    from companion.model.core.words import Words

    system, simulated = contesting(given.game)
    if given.into is not None or given.board or given.mirrored:
        return _fail(f"“{given.game}” is played by camps: beside --seats and --balance nothing says what is played")
    if given.a != given.b:
        return _fail("this is measured with the same player on every seat")
    if (content := _content(given)) is None:
        return 2
    packs, found = tuple(str(path) for path in given.pack), simulated.contests(content)
    series = [
        Series(given.game, id, seats, given.a, given.seed, packs)
        for id, (_, meant) in found.items()
        for seats in given.seats or (meant,)
    ]
    try:
        camps = list(map(Words("en"), camp_names(series[0])))
        tallies = simulate_camps(series, given.games, given.jobs, _told)
    except BotFault as wrong:
        print(f"{APP}: {wrong}", file=sys.stderr)
        return 1
    except InvalidInput as wrong:
        return _fail(f"{wrong.path}: {Words(given.language or 'en')(wrong.why)}")
    if given.json:
        print(json.dumps([camps_json(one, told) for one, told in zip(series, tallies, strict=True)], indent=1))
    else:
        command, names = shlex.join([APP, "simulate", *_said(given)]), [found[one.scenario][0] for one in series]
        print(camps_page(system.facts.name, camps, names, series, tallies, simulated.columns(), given.games, command))
    return int(not all(one.even for one in tallies))


def _simulate_into(given: argparse.Namespace, match: Match) -> int:
    """Play a match and keep its games, all or none."""
    from companion.model.analysis import content_of, records_of
    from companion.model.core.refusal import StorageError
    from companion.model.core.session import Session
    from companion.model.core.words import Words
    from companion.model.games import SYSTEMS, usable
    from companion.model.store.library import Figuring
    from companion.model.store.repository import Repository

    content, tasks = content_of(match.system, match.packs), [(match, n) for n in range(given.games)]

    def played() -> Iterator[tuple[Session[Any], str, Sequence[str]]]:
        for n, record in enumerate(records_of(tasks, given.jobs)):
            yield (
                Session.replay(SYSTEMS[record.system], record, content),
                f"{given.a} – {given.b} {n + 1}",
                match.players,
            )
            _told(n + 1, given.games)

    try:
        repository = Repository(given.into, figuring=Figuring.by(usable()))
        try:
            many = repository.take_all(played())
        finally:
            repository.close()
    except StorageError as wrong:
        return _fail(f"{masked(str(given.into))}: {Words(given.language or 'en')(wrong.why)}")
    into = masked(str(given.into))
    print(json.dumps({"games": many, "into": into}) if given.json else f"{many} games: {into}")
    return 0


def _setups(given: argparse.Namespace, content: Library) -> tuple[Any, ...] | None:
    """The set-ups to simulate, one a board; None when the file named cannot be read."""
    from companion.model.analysis import simulating

    if given.bands:
        simulated = simulating(given.game)[1]
        return tuple(
            simulated.matchup(content, given.bands, board) for board in given.board or simulated.boards(content)
        )
    setup = {"quick": True} if given.setup is None else _json(given.setup)
    return None if setup is None else (setup,)


def _said(given: argparse.Namespace) -> list[str]:
    """The arguments on which the page about balance depends, as they would be typed."""
    words = ["--balance", "--games", str(given.games), "--seed", str(given.seed)]
    words += [] if given.game == "asagiri" else ["--game", given.game]
    words += [] if given.a == "greedy" else ["--a", given.a, "--b", given.b]
    words += ["--seats", *map(str, given.seats)] if given.seats else []
    words += [word for path in given.pack for word in ("--pack", str(path))]
    return words + (["--board", *given.board] if given.board else [])


def _told(done: int, of: int) -> None:
    """How far a simulation is, on standard error: over and over in one line for a person, in tenths for a file."""
    if sys.stderr.isatty():
        print(f"\r{done}/{of}", end="\n" if done == of else "", file=sys.stderr, flush=True)
    elif done * 10 // of != (done - 1) * 10 // of:
        print(f"{done}/{of}", file=sys.stderr, flush=True)


def _bench(given: argparse.Namespace) -> int:
    from companion.bench import measure

    figures = measure()
    if given.json:
        print(json.dumps(figures))
    else:
        for key, value in figures.items():
            print(f"{key:>28}  {'–' if value is None else value}")
    return 0


def _perft(given: argparse.Namespace) -> int:
    from companion.model.analysis.calibrate import perft
    from companion.model.core.refusal import InvalidInput
    from companion.model.core.words import Words
    from companion.model.games import SYSTEMS

    position = _json(given.position)
    if position is None:
        return 2
    system = SYSTEMS.get(position.get("system", "")) if isinstance(position, dict) else None
    if system is None:
        return _fail("the position names no system of this program")
    content = _content(given)
    if content is None:
        return 2
    try:
        state = system.decode(position, content)
    except InvalidInput as wrong:
        return _fail(f"{given.position}: {wrong.path}: {Words(given.language or 'en')(wrong.why)}")
    print(perft(system, state, given.depth))
    return 0


def _json(path: Path) -> Any:
    """What a JSON file holds; None, and a sentence on standard error, when it cannot be read."""
    try:
        with contextlib.nullcontext(sys.stdin) if str(path) == "-" else path.open(encoding="utf-8") as file:
            text = file.read(MOST_JSON + 1)
        if len(text) > MOST_JSON:
            _fail(f"{path}: this is larger than {MOST_JSON // 1_000_000} MB, and no position or set-up")
            return None
        return json.loads(text)
    except (OSError, ValueError, RecursionError) as error:
        _fail(f"{path}: {error}")
        return None


def _fail(sentence: str) -> int:
    print(f"{APP}: {_short(sentence)}", file=sys.stderr)
    return 2


def _short(sentence: str) -> str:
    """Fit for a terminal, whatever was typed or stands in a file."""
    from companion.model.content.kinds import printable

    return printable(sentence, MOST_SAID)
